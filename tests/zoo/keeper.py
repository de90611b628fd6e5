"""Plays a game against an animal of the zoo and keeps what could be seen of it."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import pytest
from patience import PATIENCE

from board_core import (
    Answer,
    Color,
    Event,
    Explanation,
    Game,
    GameEnded,
    MovePlayed,
    MoveRejected,
    Outcome,
    PerColor,
    Player,
    PlayerSaid,
    Resign,
    Rules,
    TimeControl,
    Turn,
)
from board_core.author.testing import FakeTime, ScriptedPlayer, Step
from board_core.games import CHESS
from board_core.players import NoteKind, ProcessAI
from board_core.supervise.sandbox import Confinement, Sandbox

ZOO = Path(__file__).parent.parent / "programs" / "zoo.py"
AWAKE = "# awake"

LONG = TimeControl(base=60)
BRIEF = TimeControl(base=60, per_move=0.3)
USUAL: tuple[Step, ...] = ("e4", "d4", Resign())


class Visitor(ScriptedPlayer):
    """Waits with some of its moves, by their number, until the animal has said a certain text."""

    def __init__(self, steps: tuple[Step, ...], waits: Mapping[int, str]) -> None:
        super().__init__(FakeTime(), *steps, name="visitor")
        self._waits = waits
        self._said: set[str] = set()
        self._held: tuple[Turn, Answer] | None = None

    def ask(self, turn: Turn, answer: Answer) -> None:
        self._held = (turn, answer)
        self._go_on()

    def hear(self, event: Event) -> None:
        if isinstance(event, PlayerSaid):
            self._said.add(event.note.text)
            self._go_on()

    def _go_on(self) -> None:
        held = self._held
        if held is not None and self._waits.get(held[0].ply // 2, "") in {"", *self._said}:
            self._held = None
            super().ask(*held)


@dataclass(frozen=True)
class Visit:
    events: list[Event]

    @property
    def ended(self) -> GameEnded:
        (ended,) = [event for event in self.events if isinstance(event, GameEnded)]
        assert ended is self.events[-1]
        return ended

    @property
    def outcome(self) -> Outcome:
        return self.ended.outcome

    @property
    def explanation(self) -> Explanation:
        assert self.ended.explanation is not None
        return self.ended.explanation

    @property
    def words(self) -> str:
        return str(self.explanation.sentence)

    @property
    def moves(self) -> list[str]:
        return [event.notation for event in self.events if isinstance(event, MovePlayed)]

    @property
    def refused(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, MoveRejected)]

    @property
    def ignored(self) -> list[str]:
        """What it said in vain."""
        return [
            event.note.text
            for event in self.events
            if isinstance(event, PlayerSaid)
            and event.note.kind is NoteKind.IGNORED
            and event.note.text != AWAKE
        ]


POSIX_ANIMALS = {
    "bears_sixty_children",
    "changes_its_group",
    "child_plays_on",
    "computes_in_the_opponents_time",
    "daemon_with_pipes",
    "daemon_without_environment",
    "daemon_without_pipes",
    "dies_with_a_grandchild",
    "does_not_block",
    "grandchild_reads_its_input",
    "ignores_every_signal",
    "kills_its_group",
    "locks_its_folder",
    "opens_thousands_of_files",
    "starts_itself_anew",
    "suspends_itself",
    "swaps_its_folder",
}
"""Those that fork, send signals or change permissions."""

OPEN = Confinement(Sandbox.OFF)
BARRED = Confinement(Sandbox.REQUIRED, allow_root=True)

cage = OPEN
"""Where the animals are kept; the tests set it."""


def visit(
    animal: str,
    *arguments: str,
    steps: tuple[Step, ...] = USUAL,
    control: TimeControl = LONG,
    protocol: str = "san",
    waits: Mapping[int, str] = MappingProxyType({0: AWAKE}),
    color: Color = Color.BLACK,
    start_limit: float = PATIENCE,
    rules: Rules = CHESS,
) -> Visit:
    """One game of the animal against a script; ``waits`` are those of the :class:`Visitor`.

    Skips the test where the system is no home of the animal.

    ``control`` is the animal's: the visitor may have to wait long until it is awake.
    """
    if os.name != "posix" and animal in POSIX_ANIMALS:
        pytest.skip("POSIX only: it forks, sends signals or changes permissions")
    program = ProcessAI(
        [sys.executable, "-S", str(ZOO), animal, *arguments],
        protocol=protocol,
        name=animal,
        grace=0.1,
        sandbox=cage,
    )
    visitor = Visitor(steps, waits)
    players: PerColor[Player] = PerColor.both(visitor).put(color, program)
    events: list[Event] = []
    try:
        game = Game(
            rules,
            white=players.white,
            black=players.black,
            time_control=PerColor.both(LONG).put(color, control),
            start_limit=start_limit,
        )
        game.bus.subscribe(events.append)
        game.bus.subscribe(visitor.hear)
        game.run()
    finally:
        program.close()
    return Visit(events)
