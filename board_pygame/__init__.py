"""The window: people and AI programs at one board. ::

 events -> Window.turn -> UI -> widgets -> intents --+
                                                     +-> State.after(...) -> (State, effects)
 news <- Bridge <- Host: own threads <--+            |      |                    |
   |                                    |            |      |                    |
   +------------------------------------|------------+      |                    |
                                        +-------------------|-- carry_out <------+
                                                            |   (dialogs, files, sounds)
                  scenes, labels: widgets mark what changed <

``State`` is a frozen value: news of the host and the adviser, and intents of the user produce the
next one, without a screen or a thread. It returns effects, which the window carries out. Whatever
could block happens in ``Host``, whose news come back through the one ``Bridge``. The loop sleeps
until an event, a piece of news, or the next change of a clock. May import the core; ``games`` is
the one module that names a game. Read first: ``state.py``.
"""
