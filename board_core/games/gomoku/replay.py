"""The common part of all written forms: points from the top left, and replayed moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from board_core.record import PlayedGame, ReadGame, game_read
from board_core.rules import IllegalMove, Move, Rules
from board_core.sentence import Sentence, say
from board_core.sides import PerColor

from .swap2 import SWAP2

Point = tuple[int, int]
"""Column from the left and row from the top, both from 0."""


def point_of(rules: Rules, move: str) -> Point:
    return rules.geometry.at(move)


def text_of(rules: Rules, point: Point) -> str:
    """Return the move's text; the point need not be on the board."""
    files, ranks = rules.geometry.size
    column, row = point
    return (
        f"{rules.geometry.column_labels[column]}{ranks - row}"
        if 0 <= column < files
        else f"{point}"
    )


@dataclass(frozen=True, slots=True)
class OpeningStep:
    """A move of the opening swap2, and the stones before and after it."""

    move: Move
    before: Mapping[str, str]
    after: Mapping[str, str]
    recorded: bool  # False if the set-up contains it


def opening_of(rules: Rules, record: PlayedGame) -> list[OpeningStep]:
    """Return the moves of a game's opening; none if it had no opening."""
    given = (record.setup or "").lower().split()
    if given[:1] != [SWAP2]:
        return []
    position, steps = rules.start(SWAP2), list[OpeningStep]()
    texts = [(text, False) for text in given[1:]] + [(each.move, True) for each in record.moves]
    for text, recorded in texts:
        if not position.native.opening:
            break
        move = position.parse(text)
        after = position.play(move)
        steps.append(OpeningStep(move, position.pieces(), after.pieces(), recorded))
        position = after
    return steps


def replayed(
    rules: Rules,
    names: PerColor[str],
    texts: Iterable[str],
    result: str | None = None,
    setup: str | None = None,
) -> ReadGame:
    """Return the game as far as its moves can be played; without a result, the board gives it."""
    position, moves = rules.start(setup), list[Move]()
    trouble: Sentence | None = None
    for text in texts:
        if position.outcome() is not None:
            why = say("the game had ended before")
            trouble = say("not all of the game could be read: {why}", why=why)
            break
        try:
            move = position.parse(text)
        except IllegalMove as error:
            trouble = say("not all of the game could be read: {why}", why=error.sentence)
            break
        position = position.play(move)
        moves.append(move)
    ended = position.outcome()
    if ended is None or (result is not None and result != ended.result):
        return game_read(rules, names, setup, moves, result or "*", trouble)
    return game_read(rules, names, setup, moves, ended, trouble)
