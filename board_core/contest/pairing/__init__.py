"""Pairing: Swiss, round robin, gauntlet, knockout, match. Pure.

``formats`` is the list of formats; ``dutch`` is FIDE's system. ``invariants`` checks a round and
shares nothing with the code that pairs. May import the contest's field,
standings and tie-breaks. Read first: ``scheme.py``.
"""
