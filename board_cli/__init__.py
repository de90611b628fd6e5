"""The terminal: games, matches, contests and reports as text.

A command line is read in three steps: ``options`` names what can be given, ``resolve_options``
makes a value of it or a refusal in the user's language, and each command imports what does the
work when it is wanted. ``Table`` folds news and lines and prints on a sheet; ``prompt`` owns the
one event loop, which the input line needs. May import the core. Read first: ``play.py``.
"""
