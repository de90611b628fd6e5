"""The room where people play against the entries of a contest, once it is over."""

from __future__ import annotations

from contextlib import ExitStack

from board_core.contest.field import ELSEWHERE, Entrant
from board_core.contest.jobs import maker_for
from board_core.contest.state import Contest
from board_core.contest.store import ContestReader, Folder, unpack_kept
from board_core.game.player import Player
from board_core.game.rules import Rules
from board_core.game.sides import Color, PerColor
from board_core.games.hosted import HostedGame
from board_core.text.sentence import say

from .room import Room, RoomRefusal
from .table import GameTerms, Table


class EntriesRoom(Room):
    """Its house are the entries of a contest, confined as in their games.

    What they write is for their authors, unless the contest's logs are public.
    """

    def __init__(self, folder: Folder) -> None:
        """Open the room of a contest that was begun. Raises NotBegun, BadJournal and OSError."""
        self._contest_folder, self._reader = folder, ContestReader(folder)
        plan = self._reader.read().plan
        super().__init__(plan.hosted, plan.clock.control)
        self._house.clear()

    def is_of_house(self, name: str, rules: Rules) -> bool:
        return rules.name == self.rules.name and self._entrant(name) is not None

    def play_with_person(
        self, hosted: HostedGame, terms: GameTerms, names: PerColor[str], *, waits: bool
    ) -> Table:
        if waits:
            raise RoomRefusal(say("people play the entries here, not each other"), 403)
        contest = self._contest()
        if contest.ended is None:
            raise RoomRefusal(say("the entries can be played when the contest is over"), 403)
        self._private = contest.plan.page.logs != "public"

        def in_full(name: str) -> str:
            return entrant.name if (entrant := self._entrant(name)) is not None else name

        return super().play_with_person(hosted, terms, names.map(in_full), waits=False)

    def _contest(self) -> Contest:
        with self._lock:
            return self._reader.read()

    def _entrant(self, name: str) -> Entrant | None:
        mine = (e for e in self._contest().entrants if e.name.casefold() == name.casefold())
        return next((each for each in mine if each.player not in ELSEWHERE), None)

    def _player(self, table: Table, color: Color, closing: ExitStack) -> Player:
        entrant = self._entrant(table.names[color])
        if table.people[color] is not None or entrant is None:
            return super()._player(table, color, closing)
        contest, folder = self._contest(), self._contest_folder
        unpack_kept(folder, [entrant])
        made = maker_for(contest, entrant.number, folder.unpacked).make()
        closing.callback(made.close)
        return made
