"""What a game brings along, as one value: rules, players, lessons, samples, look, forms of records.

Which games there are is known to :mod:`board_core.match.known_games`.

All but the rules have defaults that work. ``Rules.geometry`` says where places are,
``Rules.places`` which of them a move touches and ``HostedGame.look`` how they are drawn: the
window, the terminal and the pages draw every game from these three.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from .argument_types import given
from .game_file import GameFile
from .games.lessons import Lessons, Samples
from .games.usual import USUAL_LESSONS, USUAL_SAMPLES
from .look import ANY_LOOK, Look
from .record.files import RecordFormat
from .record.json_records import json_format
from .rules import Rules

MakeAI = Callable[[int | None], Callable[..., Any]]
"""Make a function that plays, repeatable by a seed."""


FORMER_DRAW_RULES = {"course": "no-claims"}
"""Names of draw rules that earlier versions wrote into files, and the present ones."""


def draws_name(text: str) -> str:
    """Return the present name of draw rules, which may be given by their former name."""
    return FORMER_DRAW_RULES.get(text, text)


@dataclass(frozen=True, slots=True)
class HostedGame:
    """A game, and what it brings along. Only the rules have no default."""

    rules: Rules
    ais: Mapping[str, MakeAI] = field(default_factory=dict)
    """Players that come with it, weak ones first; empty: those that play any game."""
    opponent: str = ""
    """The one of them that a person plays who names nobody; empty: ``greedy``, or the first."""
    lessons: Lessons = USUAL_LESSONS
    """What programs are examined in."""
    samples: Samples = USUAL_SAMPLES
    """What players are timed on."""
    look: Look = ANY_LOOK
    """How it is drawn."""
    records: tuple[RecordFormat, ...] = field(default=(), compare=False)
    """How its records are written and read, the usual form first; empty: as JSON."""
    draw_rules: Mapping[str, Rules] = field(default_factory=dict)
    """The same game under other rules of what is a draw, where there is a choice."""
    drawn_start: Callable[[Random], str] | None = None
    """Draw by lot what a pair of games begins with, where a game has no usual first position."""
    packages: tuple[str, ...] = ()
    """Installed Python packages that the rules need, and that confined functions are shown."""

    def __post_init__(self) -> None:
        given(self.rules, Rules, "is no game's Rules: give Rules(…)")
        if not self.records:
            object.__setattr__(self, "records", (json_format(self.rules),))
        if not self.opponent and self.ais:
            usual = "greedy" if "greedy" in self.ais else next(iter(self.ais))
            object.__setattr__(self, "opponent", usual)

    @property
    def record(self) -> RecordFormat:
        """The usual form of its records."""
        return self.records[0]

    def with_draws(self, draws: str) -> Rules:
        """Return the rules with these draw rules; a former name of them means the same."""
        return self.draw_rules.get(draws_name(draws), self.rules)

    def found_in(self, origin: GameFile | Installed, packages: tuple[str, ...] = ()) -> HostedGame:
        """Return the same game, whose rules say where they were found."""
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
    """A game of somebody's package, by the text that names it: where its rules come from."""

    text: str

    def restored(self, data: bytes) -> Rules:
        """Return the rules that were pickled on a machine that has the game too."""
        rules: Rules = pickle.loads(data)
        return replace(rules, origin=self)
