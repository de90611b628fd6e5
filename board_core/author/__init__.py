"""Tools for authors of players: examine, time, test and train them.

``doctor`` makes the report card of ``board check``, ``bench`` times moves, ``trials`` and
``pytest_plugin`` test an AI, ``analysis`` and ``coach`` judge games, ``conformance`` tries the
rules of a game. May import ``match`` and what is below. Read first: ``trials.py``.
"""
