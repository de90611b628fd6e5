"""Describe a game as one value: rules, players, lessons, samples, look and record formats.

The games are listed in :mod:`board_core.match.known_games`.

All but the rules have working defaults. ``Rules.geometry`` is the layout of the board,
``Rules.places`` gives the places a move touches, and ``HostedGame.look`` says how they are drawn:
the window, the terminal and the pages draw every game from these three.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import field, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from board_core.fast_dataclass import dataclass
from board_core.game.rules import Outcome, Position, Rules
from board_core.record.files import RecordFormat, json_format
from board_core.text.sentence import Sentence, given

from .game_file import GameFile
from .lessons import USUAL_LESSONS, USUAL_SAMPLES, Lessons, Samples
from .look import ANY_LOOK, Look

if TYPE_CHECKING:
    from .look import Arranger

MakeAI = Callable[[int | None], Callable[..., Any]]
"""A factory of functions that choose moves; the same seed gives the same moves."""


TableLookup = Callable[[Position], Outcome | None]
"""Returns the result of a position by endgame tables; None: they have none."""


STRENGTH_PREFIX = "elo:"
"""What stands before a strength where a name could be, as in ``elo:1200``."""

STRENGTH_PATTERN = re.compile(rf"{STRENGTH_PREFIX}([0-9]{{1,6}})")


def elo_in(text: str) -> int | None:
    """Return the number in ``elo:1200``; None if a text is not of this form."""
    strength = STRENGTH_PATTERN.fullmatch(text)
    return None if strength is None else int(strength[1])


@dataclass(frozen=True, slots=True)
class Strengths:
    """The Elo ratings at which a game's own AI plays."""

    elos: range
    """All of them, the lowest first."""
    maker: Callable[[int], MakeAI]
    """Return the AI of a rating."""
    explain: Callable[[int], Sentence]
    """Return what the AI of a rating can do, in a sentence."""


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
    strengths: Strengths | None = None
    """The ratings that a player ``elo:NUMBER`` can have; None: its AIs have names only."""

    search: str = ""
    """The search of its ``hard``, as :func:`board_core.ais.search_build` knows it; empty: none."""

    analyst: Callable[[int], Callable[..., Any]] | None = None
    """Make a function that reports so many lines of play, the best first; None: ``hard`` or the
    strongest AI is asked for one.
    """

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

    def ai(self, text: str) -> MakeAI | None:
        """Return the AI of a name or, as ``elo:1200``, of a strength; None if it has none."""
        elo = self.strength_of(text)
        if elo is None or self.strengths is None:
            return self.ais.get(text)
        return self.strengths.maker(elo)

    def explained(self, text: str) -> Sentence | None:
        """Return what the AI of a strength can do; None for all other players."""
        elo = self.strength_of(text)
        return None if elo is None or self.strengths is None else self.strengths.explain(elo)

    def strength_of(self, text: str) -> int | None:
        """Return the number in ``elo:1200`` if its own AIs have this strength."""
        elo = elo_in(text)
        is_played = self.strengths is not None and elo in self.strengths.elos
        return elo if is_played else None

    def with_draws(self, draws: str) -> Rules:
        """Return the rules with the draw rules of a name."""
        return self.draw_rules.get(draws, self.rules)

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
