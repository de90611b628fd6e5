"""The examination and the timing of programs, as a game provides them or for want of its own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from itertools import islice
from random import Random

from board_core.fast_dataclass import dataclass
from board_core.game.rules import Move, Position, Rules
from board_core.game.sides import Color
from board_core.text.findings import advice_of
from board_core.text.sentence import Sentence, say


@dataclass(frozen=True, eq=False)  # each is one of its kind, and a key
class Feature:
    """A special property of a move, or of the position that it leaves."""

    value: str  # the name of its check
    title: Sentence
    called: Sentence | None = None
    """The move's name in a sentence; None: a trap, which no move is called by."""
    meaning: Sentence | None = None
    """Half a line on it, for people who do not play the game."""
    avoiding: Sentence | None = None
    """The advice for a program that fell into this trap."""
    rare: int = 0
    """The times that it has to come up, of what alone makes no game long; 0: it is not rare."""
    provoked: bool = False
    """True if it comes up where the examiner moves towards it, at the cost of its game."""
    longest: int = 0
    """The length of its lines, if these are the longest of the game: shorter ones say little of a
    program's room for a line.
    """
    told_apart: bool = False
    """True if only the notation shows it, not the coordinates."""
    changes_more: bool = False
    """True if a program's board may be wrong after it, as it changes more than one piece's place,
    or as another piece may be taken for the one that moved.
    """
    by_either: bool = False
    """True if a program has to hear it from both sides: what it leaves has an owner."""


def features_in(names: type) -> tuple[Feature, ...]:
    """Return the features that a class names, in its order: that of the report card."""
    return tuple(named for named in vars(names).values() if isinstance(named, Feature))


Luck = Callable[[], float]
"""A random number from 0 to 1."""

Manner = Callable[[Position, Sequence[Move], Collection[Feature], Luck], Move]
"""The way in which the examiner moves when no wanted feature can be played: it chooses one of these
legal moves; the features are those that are wanted.
"""


ENDS_IN_A_SEARCH = say(
    "a search meets positions without a move: there the list of values is empty (min, max), and no "
    "value is better than the worst one that it began with"
)
ONE_MOVE_IS_LEFT = say(
    "see what it does with a list of one move: a loop that ends one too early, a test that uses a "
    "generator up, a best value that no move beats"
)
NOTATION_OF_ITS_OWN = say("each game has its own notation")
AS_IN_THE_NOTATION = say("write moves as the game's notation has them")


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position that a program is asked in, after it was told some moves from there."""

    name: str  # the name of its check
    title: Sentence
    setup: str
    told: tuple[str, ...] = ()
    sound: frozenset[Move] = frozenset()
    """The good answers; empty: every legal move."""
    missed: Sentence | None = None
    """The sentence about another move, which is legal and loses."""
    nearly: Mapping[Move, Sentence] = field(default_factory=dict)
    """Moves that show by which mistake the good one was missed."""
    failing: Sentence | None = None
    """The advice for a program that fails here, at a move or altogether."""
    meaning: Sentence | None = None
    """Half a line on it, for people who do not play the game."""
    again: str = ""
    """The point whose piece moves once more after the answer, which only one can follow that knows
    what stands there."""

    def side(self, rules: Rules) -> Color:
        """Return the side that answers."""
        position = rules.start(self.setup)
        for text in self.told:
            position = position.play(position.parse(text))
        return position.to_move


@dataclass(frozen=True, slots=True)
class Lessons:
    """The examination of a game's programs."""

    features: Callable[[Position, Move], Sequence[Feature]]
    """Returns the features of a legal move, the one to blame first at the front."""
    catalogue: tuple[Feature, ...]
    """Those that are checked, in the order of the report card."""
    possible: Callable[[Position, Feature], bool]
    """Returns whether the side to move could still play a move with this feature."""
    manner: Callable[[], Manner]
    """Makes the examiner's manner for a game."""
    is_move: Callable[[str], bool]
    """Returns whether a text is meant as a move, legal or not."""
    positions: Callable[[Rules], tuple[Lesson, ...]]
    notation: Sentence = NOTATION_OF_ITS_OWN
    """Half a line on how moves are written, for people who do not play the game."""
    writing: Sentence = AS_IN_THE_NOTATION
    """Advice on how a move is written."""
    is_misspelt: Callable[[str], bool] = field(default=lambda text: False)
    """Returns whether a text, meant as a move, is one on no board."""
    page: str = "check.md#checks"
    """The section of the pages in ``docs`` that explains the words of the game."""
    asked_in_lines: bool = False
    """True if programs that speak lines are asked in the positions too, as they can read them."""
    written: tuple[tuple[Sentence, frozenset[Feature]], ...] = ()
    """Kinds of moves that are written in a way of their own, each with its features."""
    gives_way: Callable[[Position, Luck], Move] | None = None
    """Chooses a move by which the examiner gives its pieces away, so that the program comes to play
    special moves of its own.
    """
    leaves: Callable[[Position, Move, Sequence[Move], Collection[Feature]], Sequence[Feature]] = (
        field(default=lambda position, move, before, wanted: ())
    )
    """Returns the features of the position after a legal move: what looks legal there, and is not.

    The last arguments are the moves before, and the features that are looked for.
    """
    fell_into: Callable[[Position, str], Feature | None] = field(default=lambda at, text: None)
    """Returns the trap that a move, which is not legal, fell into."""
    lasting: Feature | None = None
    """The feature that ends a game, and is played last."""
    lasts: int = 0
    """Plies before which a game is not ended so, where programs are told moves in lines."""
    openings: tuple[tuple[frozenset[Feature], tuple[str, ...]], ...] = ()
    """Openings of the first side, with the features they lead to."""
    mirrored: Callable[[str], str] = str
    """Returns the same move of an opening for the other side."""
    advice: Callable[[Sentence], Sentence | None] = field(default=advice_of)
    """Returns what to do about a move that was refused for this reason, if it tells that."""
    by_other_rules: Callable[[Rules, Sequence[Move], str], bool | None] = field(
        default=lambda rules, moves, text: None
    )
    """Returns whether a text is legal after these moves in the game of which this is a variant.

    None if it is no variant, or if the moves cannot be made there.
    """
    decisive: frozenset[str] = frozenset()
    """Codes of refusals that show why other moves were refused too."""
    shown_wrongly: Callable[[Position, str], Sentence | None] = field(
        default=lambda position, text: None
    )
    """Returns how the board that a program's words show differs from a position."""
    is_lost: Callable[[Position], bool] = field(default=lambda position: False)
    """Returns whether all moves lose at once, so that a search may find none that is better."""
    bold: Callable[[Position, Move], bool] = field(default=lambda position, move: False)
    """Returns whether a move of an opening would cost too much here."""

    @property
    def titles(self) -> Mapping[Feature, Sentence]:
        return {feature: feature.title for feature in self.catalogue}

    @property
    def changes_more(self) -> frozenset[Feature]:
        return frozenset(feature for feature in self.catalogue if feature.changes_more)

    def all_features(
        self,
        position: Position,
        move: Move,
        before: Sequence[Move],
        wanted: Collection[Feature] | None = None,
    ) -> tuple[Feature, ...]:
        """Return the named features of a legal move and of what it leaves, after those before.

        Of what it leaves only what is ``wanted``, if that is given: to look for it takes time.
        """
        left = self.leaves(position, move, before, self.catalogue if wanted is None else wanted)
        found = (*self.features(position, move), *left)
        return tuple(feature for feature in found if feature in self.catalogue)

    def opening_for(
        self, wanted: Iterable[Feature], number: int, *, first: bool
    ) -> tuple[str, ...]:
        """Return the moves to begin a game with, others for each number."""
        lines = [line for leads_to, line in self.openings if leads_to & set(wanted)]
        lines = lines or [line for _, line in self.openings]
        if not lines:
            return ()
        line = lines[number % len(lines)]
        return line if first else tuple(map(self.mirrored, line))


@dataclass(frozen=True, slots=True)
class Sample:
    """A position to time moves in, or a part of whole games for players without set-ups."""

    name: str  # for scripts
    title: Sentence
    setup: str | None = None


@dataclass(frozen=True, slots=True)
class Samples:
    """The positions in which moves are timed, always the same, so that versions can be compared."""

    positions: Callable[[Rules], tuple[Sample, ...]]
    phase: Callable[[int, Position], str]
    """Returns the phase of a ply: ``opening``, ``middle`` or ``ending``."""


RANDOM_GAMES = 40
"""Number of random games that are searched for positions."""

LONGEST_GAME_PLIES = 400
"""Greatest length of one of them, in plies."""

FEW_MOVES = 60
"""Number of legal moves up to which all moves of a position are examined."""

LONGEST_MOVE = 12
"""Greatest length of a text that is meant as a move, in characters."""

MIDDLE_FROM_PLY, MIDDLE_TO_PLY = 8, 24
"""The plies at which the middle game begins and ends, for want of better knowledge."""


class UsualFeature:
    """The properties of moves that programs may fail on when they hear them, in any game."""

    NO_CHANGE = Feature(
        "pass-heard",
        say("opponent's move that changes nothing"),
        called=say("a move that changes nothing on the board"),
    )
    NO_CHOICE = Feature(
        "only-move",
        say("only move"),
        called=say("a move that leaves one answer only"),
        avoiding=ONE_MOVE_IS_LEFT,
    )
    WIN = Feature(
        "win-heard",
        say("opponent's winning move"),
        called=say("the winning move"),
        told_apart=True,  # no question follows it
    )


def features(position: Position, move: Move) -> list[Feature]:
    """Return the features of a legal move in this position."""
    after, found = position.play(move), list[Feature]()
    if after.pieces() == position.pieces():
        found.append(UsualFeature.NO_CHANGE)
    outcome = after.outcome()
    if outcome is None and after.to_move is not position.to_move and len(after.legal_moves()) == 1:
        found.append(UsualFeature.NO_CHOICE)
    if outcome is not None and outcome.winner is not None:
        found.append(UsualFeature.WIN)
    return found


def possible(position: Position, feature: Feature) -> bool:
    """Return True: in an unknown game, everything may still happen."""
    return True


def by_lot(
    position: Position, moves: Sequence[Move], wanted: Collection[Feature], luck: Luck
) -> Move:
    """Choose one of the moves at random."""
    return moves[int(luck() * len(moves)) % len(moves)]


def is_move(text: str) -> bool:
    """Return whether a text is one short word: the notation of moves is unknown."""
    return len(text.split()) == 1 and len(text.strip()) <= LONGEST_MOVE


def random_game(
    rules: Rules, chance: Random, plies: int = LONGEST_GAME_PLIES
) -> Iterator[Position]:
    """Return the positions of a random game in which something can be played."""
    position = rules.start(None)
    for _ in range(plies):
        if position.outcome() is not None:
            return
        yield position
        position = position.play(chance.choice(position.legal_moves()))


def winning(position: Position) -> frozenset[Move]:
    """Return the moves that win at once."""
    outcomes = ((move, position.play(move).outcome()) for move in position.legal_moves())
    return frozenset(
        move for move, outcome in outcomes if outcome and outcome.winner is position.to_move
    )


def holding(position: Position) -> frozenset[Move]:
    """Return the moves after which the other side cannot win at once."""
    moves = frozenset(position.legal_moves())
    return frozenset(move for move in moves if not _loses(position.play(move), position))


def _loses(after: Position, before: Position) -> bool:
    outcome = after.outcome()
    if outcome is not None:
        return outcome.winner is before.to_move.other
    return after.to_move is not before.to_move and bool(winning(after))


@lru_cache(maxsize=16)
def lessons_in(rules: Rules) -> tuple[Lesson, ...]:
    """Return positions for questions, found in random games: always the same ones."""
    found: dict[str, Lesson] = {}
    for seed in range(RANDOM_GAMES):
        for position in islice(random_game(rules, Random(seed)), 1, None):
            if len(position.legal_moves()) <= FEW_MOVES:
                for lesson in _lessons_at(position, found):
                    found[lesson.name] = lesson
            elif "position" not in found:
                found["position"] = _given(position)
        if len(found) == len(LESSON_ORDER):
            break
    return tuple(found[name] for name in LESSON_ORDER if name in found)


LESSON_ORDER = ("position", "win", "hold")


def _given(position: Position) -> Lesson:
    return Lesson("position", say("given position"), position.setup)


def _lessons_at(position: Position, known: Collection[str]) -> Iterator[Lesson]:
    """Return the lessons of this position whose kinds are not yet known."""
    all_moves = frozenset(position.legal_moves())
    if "position" not in known:
        yield _given(position)
    wins = winning(position) if "win" not in known or "hold" not in known else frozenset()
    if wins and "win" not in known:
        yield Lesson(
            "win",
            say("winning move"),
            position.setup,
            sound=wins,
            missed=say("it did not make the winning move"),
        )
    if not wins and "hold" not in known and len(all_moves) <= FEW_MOVES // 2:
        good = holding(position)
        if good and 2 * len(good) <= len(all_moves):
            yield Lesson(
                "hold",
                say("defence against a winning move"),
                position.setup,
                sound=good,
                missed=say("it let the other side win at once"),
            )


USUAL_LESSONS = Lessons(
    features,
    features_in(UsualFeature),
    possible,
    lambda: by_lot,
    is_move,
    lessons_in,
    lasting=UsualFeature.WIN,
)

GAME_QUARTERS = (
    ("opening", say("a quarter of a random game")),
    ("middle", say("half of a random game")),
    ("ending", say("three quarters of a random game")),
)


@lru_cache(maxsize=16)
def samples_in(rules: Rules) -> tuple[Sample, ...]:
    """Return the first position and three of one random game: always the same ones."""
    game = list(random_game(rules, Random(0)))
    return (
        Sample("start", say("the first move")),
        *(
            Sample(name, title, game[len(game) * number // 4].setup)
            for number, (name, title) in enumerate(GAME_QUARTERS, start=1)
        ),
    )


def phase(ply: int, position: Position) -> str:
    """Return the phase of a game by the number of plies alone."""
    return "opening" if ply < MIDDLE_FROM_PLY else "middle" if ply < MIDDLE_TO_PLY else "ending"


USUAL_SAMPLES = Samples(samples_in, phase)
