"""What all forms of a written game have in common: points from the top left, and moves replayed."""

from __future__ import annotations

from collections.abc import Iterable

from board_core.record import ReadGame
from board_core.rules import IllegalMove, Move, Position, Rules
from board_core.sentence import Sentence, say
from board_core.sides import Color, PerColor

Point = tuple[int, int]
"""Column from the left and row from the top, from 0."""


def point_of(rules: Rules, move: str) -> Point:
    return rules.files.index(move[0]), rules.board_size[1] - int(move[1:])


def text_of(rules: Rules, point: Point) -> str:
    """The move's text, which need not be on the board."""
    files, ranks = rules.board_size
    column, row = point
    return f"{rules.files[column]}{ranks - row}" if 0 <= column < files else f"{point}"


def replayed(
    rules: Rules,
    names: PerColor[str],
    points: Iterable[Point],
    result: str | None = None,
    setup: str | None = None,
) -> ReadGame:
    """The game as far as its moves can be played. Without a result it is what the board says."""
    position, moves = rules.start(setup), list[Move]()
    trouble: Sentence | None = None
    for point in points:
        if position.outcome() is not None:
            trouble = say("not all of the game could be read: {why}", why=say("it was over before"))
            break
        try:
            move = position.parse(text_of(rules, point))
        except IllegalMove as error:
            trouble = say("not all of the game could be read: {why}", why=error.sentence)
            break
        position = position.play(move)
        moves.append(move)
    return ReadGame(names, setup, tuple(moves), result or _result(position), trouble)


def _result(position: Position) -> str:
    outcome = position.outcome()
    return outcome.result if outcome else "*"


def winner_of(result: str) -> Color | None:
    return {"1-0": Color.WHITE, "0-1": Color.BLACK}.get(result)
