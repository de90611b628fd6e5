"""The terminal: games, matches, contests and reports as text.

A command line is read in three steps: ``options`` declares the options, ``resolve_options`` turns
them into values or a refusal in the user's language, and each command imports its code when called.
``Table`` handles news and lines and prints to a sheet; ``prompt`` owns the one event loop, for the
input line. May import the core. Read first: ``play.py``.
"""
