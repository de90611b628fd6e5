"""Host one game: rules, clock, players, events, the pure referee, and the game's thread.

May import ``files`` and what is below. Read first: ``rules.py``, then
``clock.py``, ``player.py``, ``events.py``, ``referee.py`` and ``game.py``.
"""
