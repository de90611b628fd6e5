"""Pairing: Swiss, round robin, gauntlet, knockout, match. Pure.

A file for each format, of which ``formats`` is the list; ``dutch`` is FIDE's system. ``invariants``
checks a round and shares nothing with the code that pairs. May import the contest's field,
standings and tie-breaks. Read first: ``scheme.py``.
"""
