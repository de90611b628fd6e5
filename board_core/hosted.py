"""Describe a game as one value: rules, players, lessons, samples, look and record formats.

The games are listed in :mod:`board_core.match.known_games`.

All but the rules have working defaults. ``Rules.geometry`` is the layout of the board,
``Rules.places`` gives the places a move touches, and ``HostedGame.look`` says how they are drawn:
the window, the terminal and the pages draw every game from these three.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import field, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from .argument_types import given
from .fast_dataclass import dataclass
from .game_file import GameFile
from .games.lessons import Lessons, Samples
from .games.usual import USUAL_LESSONS, USUAL_SAMPLES
from .look import ANY_LOOK, Look
from .record.files import RecordFormat
from .record.json_records import json_format
from .rules import Outcome, Position, Rules

if TYPE_CHECKING:
    from .arrangement import Arranger

MakeAI = Callable[[int | None], Callable[..., Any]]
"""A factory of functions that choose moves; the same seed gives the same moves."""


FORMER_DRAW_RULES = {"course": "no-claims"}
"""Former names of draw rules, as earlier versions wrote them, with the present names."""


def draws_name(text: str) -> str:
    """Return the present name of draw rules for their present or former name."""
    return FORMER_DRAW_RULES.get(text, text)


TableLookup = Callable[[Position], Outcome | None]
"""Returns the result of a position by endgame tables; None: they have none."""


@dataclass(frozen=True, slots=True)
class HostedGame:
    """A game with all that the board needs to host it. Only the rules have no default."""

    rules: Rules
    ais: Mapping[str, MakeAI] = field(default_factory=dict)
    """The game's own AIs, weakest first; empty: the AIs that play any game."""
    opponent: str = ""
    """The AI that a person plays by default; empty: ``greedy`` if there is one, else the first."""
    lessons: Lessons = USUAL_LESSONS
    """The positions from which the doctor makes its checks."""
    samples: Samples = USUAL_SAMPLES
    """The positions on which players are timed."""
    look: Look = ANY_LOOK
    """The appearance of the board and its pieces."""
    records: tuple[RecordFormat, ...] = field(default=(), compare=False)
    """The formats of its records, the default first; empty: JSON."""
    draw_rules: Mapping[str, Rules] = field(default_factory=dict)
    """The same game under other draw rules, by their names; empty if there is no choice."""
    drawn_start: Callable[[Random], str] | None = None
    """Draw a random start for a pair of games, in a game without a standard starting position."""
    arranger: Callable[[Rules], Arranger] | None = None
    """Return the knowledge of how positions are set up piece by piece; None: only as texts."""
    packages: tuple[str, ...] = ()
    """Installed Python packages that the rules need; confined functions may import them."""
    scores_against_weaker: Mapping[str, float] = field(default_factory=dict)
    """The measured share of points of each AI against the next weaker one; empty: not measured."""

    tables: Callable[[Path], AbstractContextManager[TableLookup]] | None = None
    """Open the endgame tables of a folder; None: there are none for this game."""

    def __post_init__(self) -> None:
        given(self.rules, Rules, "is no game's Rules: give Rules(…)")
        if not self.records:
            object.__setattr__(self, "records", (json_format(self.rules),))
        if not self.opponent and self.ais:
            usual = "greedy" if "greedy" in self.ais else next(iter(self.ais))
            object.__setattr__(self, "opponent", usual)

    @property
    def record(self) -> RecordFormat:
        """The default format of its records."""
        return self.records[0]

    def with_draws(self, draws: str) -> Rules:
        """Return the rules with these draw rules, by their present or former name."""
        return self.draw_rules.get(draws_name(draws), self.rules)

    def found_in(self, origin: GameFile | Installed, packages: tuple[str, ...] = ()) -> HostedGame:
        """Return the same game with the origin noted in its rules, and with further packages."""
        return replace(
            self,
            rules=replace(self.rules, origin=origin),
            draw_rules={
                name: replace(rules, origin=origin) for name, rules in self.draw_rules.items()
            },
            packages=(*self.packages, *packages),
        )


@dataclass(frozen=True, slots=True)
class Installed:
    """The origin of rules from an installed package, as the text that names the game."""

    text: str

    def restored(self, data: bytes) -> Rules:
        """Return rules that were pickled on a machine with the same package."""
        import pickle  # only for games that travel to a worker

        rules: Rules = pickle.loads(data)
        return replace(rules, origin=self)
