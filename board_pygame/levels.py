"""The computer opponents to choose from, with their names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import inf

from board_core import CHESS, PerColor, Rules, TimeControl
from board_core.ais import LADDER
from board_core.ais.stronger import upper_levels
from board_core.match.known_games import hosted
from board_core.match.player_spec import PlayerSpec, parse_player
from board_core.words import N_

CHESS_LEVEL_NAMES = {
    "random": N_("Easy"),
    "greedy": N_("Medium"),
    "beginner": N_("Beginner"),
    "casual": N_("Casual player"),
    "improver": N_("Improver"),
    "club": N_("Club player"),
    "expert": N_("Expert"),
    "hard": N_("Hard"),
}
"""The names of the built-in AIs of chess."""

OTHER_LEVEL_NAMES = {
    "random": N_("Random"),
    "greedy": N_("Greedy"),
    "easy": N_("Easy"),
    "medium": N_("Medium"),
    "hard": N_("Hard"),
}
"""The names of the built-in AIs of other games."""


@dataclass(frozen=True, slots=True)
class OfferedLevel:
    """A computer opponent to choose; ``player`` is a player's text, ``name`` English."""

    player: str
    name: str
    elo: int | None = None  # None: the name says it, or nobody knows


@cache
def offered(rules: Rules = CHESS) -> tuple[OfferedLevel, ...]:
    """Return the built-in AIs of a game, the weakest first, then installed engines."""
    if not _is_measured(rules):
        ais = hosted(rules).ais
        return tuple(OfferedLevel(name, OTHER_LEVEL_NAMES.get(name, name)) for name in ais)
    ours = [OfferedLevel(level.name, CHESS_LEVEL_NAMES[level.name], level.elo) for level in LADDER]
    return (*ours, *(OfferedLevel(above.player, above.name) for above in upper_levels()))


def _is_measured(rules: Rules) -> bool:
    """Tell whether the strength of the AIs was measured."""
    return rules.name == CHESS.name


@dataclass(frozen=True, slots=True)
class OfStrength:
    """The opponent nearest to an Elo rating."""

    elo: int

    @property
    def player(self) -> str:
        return f"elo:{self.elo}"


Level = int | OfStrength
"""A chosen opponent: an index of :func:`offered`, or a strength."""

USUAL_ELO = 1200


@cache
def strengths(rules: Rules = CHESS) -> tuple[int, int] | None:
    """Return the lowest and the highest Elo to choose; None without measured AIs."""
    if not _is_measured(rules):
        return None
    ours = [level.elo for level in LADDER]
    above = [level.elo for level in upper_levels() if level.elo is not None]
    return min(ours), max(ours + above)


def nearest(strength: OfStrength) -> OfferedLevel:
    """Return the opponent of this strength. Raises BadPlayer above :func:`strengths`."""
    spec = parse_player(strength.player)
    known = (level for level in offered() if level.player == spec.text)
    return next(known, OfferedLevel(strength.player, f"Elo {strength.elo}"))


def level_text(level: Level, rules: Rules = CHESS) -> str:
    """Return a level as a player's text, for :func:`level_of`."""
    return level.player if isinstance(level, OfStrength) else offered(rules)[level].player


def level_of(text: str) -> Level:
    """Return the chess level of a text; the first one if the text names none."""
    if not text:
        return 0
    prefix, _colon, number = text.partition(":")
    if prefix == "elo" and number.isascii() and number.isdigit():
        least, most = strengths() or (0, 0)
        return OfStrength(max(least, min(most, int(number[:5]))))
    players = [level.player for level in offered()]
    return players.index(text) if text in players else 0


@dataclass(frozen=True, slots=True)
class OfferedTime:
    """A time control to choose."""

    name: str
    control: TimeControl

    @property
    def both(self) -> PerColor[TimeControl]:
        return PerColor.both(self.control)


OFFERED_TIMES = (
    OfferedTime(N_("No limit"), TimeControl()),
    OfferedTime(N_("1 minute each"), TimeControl(60)),
    OfferedTime(N_("3 minutes + 2 seconds a move"), TimeControl(180, 2)),
    OfferedTime(N_("5 minutes each"), TimeControl(300)),
    OfferedTime(N_("10 minutes each (classroom)"), TimeControl(600)),
    OfferedTime(N_("15 minutes + 10 seconds a move"), TimeControl(900, 10)),
    OfferedTime(N_("1 second a move"), TimeControl(base=inf, per_move=1)),
    OfferedTime(N_("5 seconds a move"), TimeControl(base=inf, per_move=5)),
    OfferedTime(N_("5 minutes, 3 seconds' delay a move"), TimeControl(300, delay=3)),
    OfferedTime(N_("5 minutes, up to 3 seconds back (Bronstein)"), TimeControl(300, bronstein=3)),
    OfferedTime(
        N_("10 minutes + byo-yomi, 5 × 30 seconds"), TimeControl(600, byoyomi=30, periods=5)
    ),
    OfferedTime(N_("byo-yomi, 3 × 10 seconds"), TimeControl(0, byoyomi=10, periods=3)),
)


def level_spec(wanted: Level, rules: Rules = CHESS) -> PlayerSpec:
    """Return the player of a level, under its English name. Raises BadPlayer."""
    level = nearest(wanted) if isinstance(wanted, OfStrength) else offered(rules)[wanted]
    return parse_player(f"{level.name}={level.player}", rules=rules)
