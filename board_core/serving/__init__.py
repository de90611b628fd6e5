"""Whatever listens on a socket: a contest's pages and hand-in, and a room for players elsewhere.

``server.py`` is the web server with its limits, ``connections.py`` counts and ends connections and
streams, ``room.py`` holds accounts, challenges and games, ``contest_room.py`` those of a contest,
``bot_api.py`` is the room's language.
Nothing else of the core imports this package or a network library. May import ``contest`` and what
is below. Read first: ``server.py``.
"""
