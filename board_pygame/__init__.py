"""The window: people and AI programs at one board. ::

 events -> Window.turn -> UI -> widgets -> Actions -> Host: own threads -> Game, players
              |                                          |
 news <- Bridge <----------------------------------------+
   +--> State.after(news) -> scenes, labels ... -> widgets mark what changed -> drawn

``State`` is a frozen value, folded from news without a screen or a thread. Whatever could block
(starting a program, stopping a game) happens in ``Host``, whose news come back through the one
``Bridge``. ``kit`` knows no game, ``board`` draws any game that has places, ``games`` is the one
module that names a game. The loop sleeps until an event, a piece of news, or the next change of a
clock.
"""
