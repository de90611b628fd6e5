"""The examination and the timing of players in games that provide none of their own."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from random import Random

from board_core.game.rules import Move, Position, Rules
from board_core.text.sentence import say

from .lessons import Feature, Lesson, Lessons, Luck, Sample, Samples, features_in

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
        say("hears a move that changes nothing on the board"),
        called=say("a move that changes nothing on the board"),
    )
    NO_CHOICE = Feature(
        "only-move", say("finds its only move"), called=say("a move that leaves one answer only")
    )
    WIN = Feature(
        "win-heard",
        say("hears the winning move"),
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


class ByLot:
    """Chooses moves at random."""

    def choose(
        self, position: Position, moves: Sequence[Move], wanted: Collection[Feature], luck: Luck
    ) -> Move:
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
    return Lesson("position", say("is given a position"), position.setup)


def _lessons_at(position: Position, known: Collection[str]) -> Iterator[Lesson]:
    """Return the lessons of this position whose kinds are not yet known."""
    all_moves = frozenset(position.legal_moves())
    if "position" not in known:
        yield _given(position)
    wins = winning(position) if "win" not in known or "hold" not in known else frozenset()
    if wins and "win" not in known:
        yield Lesson(
            "win",
            say("makes the winning move"),
            position.setup,
            sound=wins,
            missed=say("it did not make the winning move"),
        )
    if not wins and "hold" not in known and len(all_moves) <= FEW_MOVES // 2:
        good = holding(position)
        if good and 2 * len(good) <= len(all_moves):
            yield Lesson(
                "hold",
                say("keeps the other side from winning at once"),
                position.setup,
                sound=good,
                missed=say("it let the other side win at once"),
            )


USUAL_LESSONS = Lessons(
    features,
    features_in(UsualFeature),
    possible,
    ByLot,
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
