"""The room of a match that is played here: its games are watched, and nobody plays in it."""

from __future__ import annotations

from board_core.game.events import GameEnded, GameStarted, TurnStarted
from board_core.match.known_games import hosted
from board_core.match.playing import GameEvent, MatchSpec, ProgramLine
from board_core.text.sentence import say

from .room import Room
from .table import GameTerms, Table


class MatchRoom(Room):
    """Shows the games of a match, from the events that :meth:`hear` takes."""

    plays = False

    def __init__(self, spec: MatchSpec) -> None:
        super().__init__(hosted(spec.game.rules), spec.game.controls.white)
        one, other = spec.first_result().names
        self.title = say("{white} – {black}", white=one, black=other)

    def hear(self, news: GameEvent | ProgramLine) -> None:
        """Take an event of a game, or a line to or from a program."""
        table = self._tables.get(self._key(news.number))
        if isinstance(news, ProgramLine):
            if table is not None and news.way != "!":  # what is on stderr is an event too
                table.broadcast.write(news.color, news.way, news.text)
            return
        event = news.event
        if isinstance(event, GameStarted) and table is None:
            table = self._opened(news.number, event)
        if table is None:
            return
        table.recorder(event)
        table.hear(event)
        table.broadcast.hear(event)
        if isinstance(event, TurnStarted):
            table.ready = True
        elif isinstance(event, GameEnded):
            with self._lock:
                self._forget(table)
                self._file(table)

    def _opened(self, number: int, begun: GameStarted) -> Table:
        """Return the table of a game that begins."""
        terms = GameTerms(begun.rules, begun.clock.control, begun.setup, paired=True)
        nobody = begun.names.map(lambda name: None)
        table = Table(number, self._key(number), terms, begun.names, nobody)
        table.broadcast.live = self.live
        with self._lock:
            self._tables[table.key] = table
        return table
