"""The ladder: built-in chess AIs by strength, from random moves to the strongest, and engines.

All strengths in :data:`LEVEL_ELOS` are one search whose :class:`Skill` depends on the
strength continuously; the names are points of that curve. The weak ones play like weak people:
they do not see everything, look a few plies ahead, and misjudge positions. ``random`` and
``greedy`` are no people, but simple programs to compare with. ``docs/levels.md`` has the
measurements. Levels above our own are UCI engines that are installed on this machine.

The scale of gomoku's player, by what it lacks, is another one: it comes from games between its
levels alone, ``medium`` has 1000 by definition, and only differences mean something.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import exp, log
from typing import Any

from board_core.fast_dataclass import dataclass
from board_core.game.rules import Rules
from board_core.games.hosted import elo_in
from board_core.text.languages import N_
from board_core.text.sentence import Sentence, say

from .any_game import RandomMoves
from .chess_time import FULL_SKILL, Skill
from .greedy import Greedy

Function = Callable[..., Any]

LEVEL_NAMES = {
    name.lower(): name
    for name in (
        *(N_("Random"), N_("Greedy"), N_("Novice"), N_("Beginner"), N_("Casual"), N_("Improver")),
        *(N_("Club"), N_("Advanced"), N_("Expert"), N_("Easy"), N_("Medium"), N_("Hard")),
    )
}
"""The names of the built-in AIs, as people read them."""

MOST_OVERLOOKED = 0.9
"""The share of the quiet moves that even the weakest overlook: they see what is next to a piece."""


@dataclass(frozen=True, slots=True)
class SkillPoint:
    """The skill at a strength, in real numbers; between two points it is interpolated."""

    elo: int
    oversight: float = 0.0
    depth: float = 2.0  # plies
    taste: float = 0.0  # centipawns
    nodes: float = 0.0  # 0: limited by the depth
    book: float = 0.0  # plies


SKILL_CURVE = (
    SkillPoint(400, oversight=1.30, depth=2.0, taste=65, nodes=10_000, book=0),
    SkillPoint(750, oversight=0.80, depth=2.0, taste=50, nodes=10_000, book=2),
    SkillPoint(1000, oversight=0.39, depth=2.1, taste=43, nodes=10_000, book=3),
    SkillPoint(1250, oversight=0.17, depth=2.8, taste=32, nodes=10_000, book=4),
    SkillPoint(1500, oversight=0.045, depth=3.8, taste=21, nodes=10_000, book=6),
    SkillPoint(1625, oversight=0.026, depth=4.3, taste=16, nodes=8_000, book=7),
    SkillPoint(1750, oversight=0.0, depth=7.0, taste=8, nodes=3_000, book=8),
    SkillPoint(2000, oversight=0.0, depth=12.0, taste=6, nodes=100_000, book=10),
)
"""What a player lacks, by strength."""


def skill_at(elo: int) -> Skill:
    """Return the skill of a strength within the curve."""
    strongest = SKILL_CURVE[-1]
    low, high = next(
        (low, high) for low, high in pairwise(SKILL_CURVE) if elo <= high.elo or high is strongest
    )
    share = (elo - low.elo) / (high.elo - low.elo)

    def between(one: float, other: float) -> float:
        return one + share * (other - one)

    depth = between(low.depth, high.depth)
    return Skill(
        depth=int(depth),
        deeper=depth % 1,
        nodes=round(exp(between(log(low.nodes), log(high.nodes)))),
        taste=round(between(low.taste, high.taste)),
        oversight=between(low.oversight, high.oversight),
        book=round(between(low.book, high.book)),
    )


@dataclass(frozen=True, slots=True)
class Level:
    """A strength with a name. Called with a seed, it returns a function that chooses moves."""

    name: str
    elo: int
    """Strength on the scale of Stockfish's ``UCI_Elo``; a rough number for the weak levels."""
    skill: Skill | None = None
    """The skill of the search; None for levels that do not search."""

    @property
    def explained(self) -> Sentence:
        """The sentence that says how far its player sees, and what it misses."""
        skill = self.skill
        if skill is None:
            if self.name == "random":
                return say("plays random moves")
            return say("takes the most valuable piece, whether it is guarded or not")
        if skill.oversight:
            return say(
                "overlooks about {share:.0%} of the quiet moves, fewer checks and captures; looks "
                "{plies:.1f} plies ahead",
                share=min(skill.oversight, MOST_OVERLOOKED),
                plies=(skill.depth or 0) + skill.deeper,
            )
        if skill.nodes is not None:
            return say("sees every move, but looks at {nodes} positions at most", nodes=skill.nodes)
        return say("sees every move, as far ahead as the time allows")

    def __call__(self, seed: int | None = None) -> Function:
        """Make the player. Equal seeds play equal games; None varies them and uses a book."""
        if self.skill is None:
            return RandomMoves(seed) if self.name == "random" else Greedy(seed)
        from .hard import HardChess  # imported when it is needed: it computes tables on import
        from .openings import Remembering

        player = HardChess(seed, self.skill)
        return player if seed is not None else Remembering(player, self.skill.book)


def _rung(name: str, elo: int) -> Level:
    return Level(name, elo, skill_at(elo))


LADDER = (
    Level("random", 100),
    Level("greedy", 300),
    _rung("novice", 550),
    _rung("beginner", 820),
    _rung("casual", 1030),
    _rung("improver", 1260),
    _rung("club", 1470),
    _rung("advanced", 1670),
    _rung("expert", 1800),
    Level("hard", SKILL_CURVE[-1].elo, FULL_SKILL),
)
"""Two simple programs to compare with, then the levels with names, the weakest first."""

LEVEL_ELOS = range(SKILL_CURVE[0].elo, SKILL_CURVE[-1].elo + 1)
"""The Elo ratings that a level can have, with a name or without."""


def level_at(elo: int) -> Level:
    """Return the level of an Elo rating, which is brought into :data:`LEVEL_ELOS`.

    At the rating of one of the :data:`LADDER` that searches, it is that one.
    """
    elo = min(max(elo, LEVEL_ELOS[0]), LEVEL_ELOS[-1])
    named = (level for level in LADDER if level.elo == elo and level.skill is not None)
    return next(named, None) or _rung(f"elo:{elo}", elo)


def level_named(text: str) -> Level | None:
    """Return the level of a name or, as ``elo:1200``, of a strength; None if there is none."""
    named = next((level for level in LADDER if level.name == text), None)
    elo = elo_in(text)
    return level_at(elo) if elo is not None and elo in LEVEL_ELOS else named


def _own_name(level: Level) -> str:
    return level.name


def level_place(elo: int, name: Callable[[Level], str] = _own_name) -> Sentence | None:
    """Return between which named levels an Elo rating lies; None: it is that of one of them.

    ``name`` gives the words for a level, where a frontend has others than the commands.
    """
    level = level_at(elo)
    people = [each for each in LADDER if each.skill is not None]
    if level in people:
        return None
    below, above = (
        [f"{name(each)} ({each.elo})" for each in people if (each.elo < level.elo) is weaker]
        for weaker in (True, False)
    )
    if not below:
        return say("weaker than {above}", above=above[0])
    return say("between {below} and {above}", below=below[-1], above=above[0])


def explain_level(elo: int, name: Callable[[Level], str] = _own_name) -> Sentence:
    """Return :func:`level_place` of an Elo rating, and what its player lacks."""
    place, limits = level_place(elo, name), level_at(elo).explained
    return limits if place is None else say("{place}; {limits}", place=place, limits=limits)


@dataclass(frozen=True, slots=True)
class GomokuSkill:
    """The limits of a player. The defaults are the full strength of the search."""

    depth: int | None = None
    """Greatest depth in plies, without a search of forced wins; None: all searches."""
    deeper: float = 0.0
    """Share of its moves for which it searches one ply deeper."""
    oversight: float = 0.0
    """Share of the points that it overlooks, anew for each move."""
    nodes: int | None = None
    """Greatest number of positions for a move."""
    book: bool = True
    """Whether it knows the openings."""


FULL_GOMOKU_SKILL = GomokuSkill()
MEDIUM_SKILL = GomokuSkill(depth=2, book=False)


GOMOKU_SKILL_CURVE = (
    SkillPoint(400, oversight=0.62),
    SkillPoint(580, oversight=0.45),
    SkillPoint(730, oversight=0.3),
    SkillPoint(850, oversight=0.15),
    SkillPoint(1000),
    SkillPoint(1010, nodes=3_000),
    SkillPoint(1280, nodes=6_500),
    SkillPoint(1400, nodes=14_000),
    SkillPoint(1500, nodes=30_000),
    SkillPoint(1600, nodes=60_000),
)
"""What a player lacks, by strength. ``benchmarks/gomoku.py ladder`` measures it."""

GOMOKU_LEVELS = {"random": 0, "easy": 400, "medium": 1000, "hard": 1600}
"""The ratings of the named levels, the weakest first: of ``hard`` with 60,000 positions a move."""

GOMOKU_ELOS = range(GOMOKU_SKILL_CURVE[0].elo, GOMOKU_SKILL_CURVE[-1].elo + 1)
"""The Elo ratings that a player can have."""


def gomoku_skill_at(elo: int) -> GomokuSkill:
    """Return the skill of a rating in :data:`GOMOKU_ELOS`."""
    low, high = next((low, high) for low, high in pairwise(GOMOKU_SKILL_CURVE) if elo <= high.elo)
    share = (elo - low.elo) / (high.elo - low.elo)
    if low.nodes:
        nodes = exp(log(low.nodes) + share * (log(high.nodes) - log(low.nodes)))
        return GomokuSkill(nodes=round(nodes))
    depth = low.depth + share * (high.depth - low.depth)
    return GomokuSkill(
        depth=int(depth),
        deeper=depth % 1,
        oversight=low.oversight + share * (high.oversight - low.oversight),
        book=False,
    )


def explain_gomoku_level(elo: int) -> Sentence:
    """Return what the player of a rating lacks."""
    skill = gomoku_skill_at(elo)
    if skill.nodes is not None:
        return say("sees every point, but looks at {nodes} positions at most", nodes=skill.nodes)
    return say(
        "overlooks about {share:.0%} of the points; looks {plies:.1f} plies ahead",
        share=skill.oversight,
        plies=(skill.depth or 0) + skill.deeper,
    )


HOW_TO_INSTALL = say(
    "install one, for example Stockfish (stockfishchess.org; Debian and Ubuntu: "
    "apt install stockfish; macOS: brew install stockfish)"
)

OFFERED_ELOS = (2000, 2200, 2500, 2800)
"""Strengths that are offered of an engine whose strength can be limited."""

MOST_ELO = 2850
"""The greatest ``UCI_Elo`` that every version of these engines knows."""


@dataclass(frozen=True, slots=True)
class Engine:
    """A chess engine that others have written."""

    name: str
    command: str
    adjustable: bool = False  # its strength can be limited (UCI_Elo or Skill Level)
    games: tuple[str, ...] = ("chess",)  # the names of their rules; empty: all variants of chess

    def plays(self, rules: Rules) -> bool:
        return rules.name in self.games or (not self.games and rules.family == "chess")


KNOWN_ENGINES = (
    Engine("Stockfish", "stockfish", adjustable=True, games=("chess", "chess960")),
    Engine("Fairy-Stockfish", "fairy-stockfish", adjustable=True, games=()),
    Engine("Ethereal", "ethereal-chess"),
    Engine("Toga", "toga2"),
    Engine("Fruit", "fruit"),
    Engine("Glaurung", "glaurung"),
    Engine("GNU Chess", "gnuchess --uci"),
)
"""The engines that are looked for, the most suitable first."""


@dataclass(frozen=True, slots=True)
class OfferedLevel:
    """A computer opponent to choose; ``player`` is a player's text, ``name`` English."""

    player: str
    name: str
    elo: int | None = None  # None: the name says it, it is full strength, or nobody knows
    simple: bool = False  # a program for comparison, not a level with human-like errors


def installed() -> list[Engine]:
    from board_core.supervise.command import find_program  # most who import the levels need it not

    return [
        engine for engine in KNOWN_ENGINES if find_program(engine.command.split()[0]) is not None
    ]


def upper_levels() -> list[OfferedLevel]:
    """Return the levels of the installed engines, the strongest of each engine last."""
    levels = []
    for engine in installed():
        for elo in OFFERED_ELOS if engine.adjustable else ():
            levels.append(OfferedLevel(_player(engine, elo), f"{engine.name} {elo}", elo))
        levels.append(OfferedLevel(f"uci:{engine.command}", engine.name))
    return levels


def engine_at(elo: int) -> str | None:
    """Return an installed engine as a player of this strength; None if there is none."""
    for engine in installed():
        if engine.adjustable:
            return _player(engine, elo)
    return None


def _player(engine: Engine, elo: int) -> str:
    return f"uci:{engine.command} option.UCI_Elo={elo}"
