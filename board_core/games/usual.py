"""What any game has for the examination and the timing of players, if it brings nothing itself."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from enum import Enum
from functools import lru_cache
from itertools import islice
from random import Random

from board_core.rules import Move, Position, Rules
from board_core.sentence import Sentence, say

from .lessons import Feature, Lesson, Lessons, Luck, Sample, Samples

RANDOM_GAMES = 40
"""Random games in which positions to be asked in are looked for."""

LONGEST_GAME_PLIES = 400
"""Plies of one of them at most."""

FEW_MOVES = 60
"""Legal moves up to which all moves of a position are looked at."""

LONGEST_MOVE = 12
"""Characters of what may be meant as a move."""

MIDDLE_FROM_PLY, MIDDLE_TO_PLY = 8, 24
"""Plies with which the middle of a game begins and ends, for want of better knowledge."""


class UsualFeature(Enum):
    """What a program may stumble over when it hears it, whatever is played."""

    NO_CHANGE = "pass-heard"
    NO_CHOICE = "only-move"
    WIN = "win-heard"


FEATURE_TITLES: dict[Feature, Sentence] = {
    UsualFeature.NO_CHANGE: say("hears a move that changes nothing on the board"),
    UsualFeature.NO_CHOICE: say("finds its only move"),
    UsualFeature.WIN: say("hears the winning move"),
}

FEATURE_NAMES: dict[Feature, Sentence] = {
    UsualFeature.NO_CHANGE: say("a move that changes nothing on the board"),
    UsualFeature.NO_CHOICE: say("a move that leaves one answer only"),
    UsualFeature.WIN: say("the winning move"),
}


def features(position: Position, move: Move) -> list[Feature]:
    """Return what is special about a legal move in this position."""
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
    """Nothing is known of a game that could not still happen in it."""
    return True


class ByLot:
    """Moves by lot."""

    def choose(
        self, position: Position, moves: Sequence[Move], wanted: Collection[Feature], luck: Luck
    ) -> Move:
        return moves[int(luck() * len(moves)) % len(moves)]


def is_move(text: str) -> bool:
    """A word that is not too long: nothing is known of how moves are written."""
    return len(text.split()) == 1 and len(text.strip()) <= LONGEST_MOVE


def random_game(
    rules: Rules, chance: Random, plies: int = LONGEST_GAME_PLIES
) -> Iterator[Position]:
    """The positions of a game by lot in which something can be played."""
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
    """Positions to be asked in, found in random games: the same ones always."""
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
    """What can be asked here that is not asked elsewhere."""
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
    FEATURE_TITLES,
    FEATURE_NAMES,
    possible,
    ByLot,
    is_move,
    lessons_in,
    lasting=UsualFeature.WIN,
    told_apart=frozenset((UsualFeature.WIN,)),  # a function is not asked after it
)

GAME_QUARTERS = (
    ("opening", say("a quarter of a random game")),
    ("middle", say("half of a random game")),
    ("ending", say("three quarters of a random game")),
)


@lru_cache(maxsize=16)
def samples_in(rules: Rules) -> tuple[Sample, ...]:
    """The first position, and three of one random game: the same ones always."""
    game = list(random_game(rules, Random(0)))
    return (
        Sample("start", say("the first move")),
        *(
            Sample(name, title, game[len(game) * number // 4].setup)
            for number, (name, title) in enumerate(GAME_QUARTERS, start=1)
        ),
    )


def phase(ply: int, position: Position) -> str:
    """Return the part of a game by the number of plies alone."""
    return "opening" if ply < MIDDLE_FROM_PLY else "middle" if ply < MIDDLE_TO_PLY else "ending"


USUAL_SAMPLES = Samples(samples_in, phase)
