"""Calls a game's rules, which may be anybody's code, and turns what they raise into BadRules.

A text that is not a legal move stays IllegalMove, whatever the rules raise for it: otherwise a
player who is losing could end a game without a result by a text that nobody foresaw.
"""

from __future__ import annotations

from .rules import (
    BadRules,
    IllegalMove,
    Move,
    Outcome,
    Position,
    Rules,
    checked_move,
    checked_outcome,
    side_to_move,
)
from .sides import Color


def try_move(
    rules: Rules, position: Position, text: str, *, judge: bool
) -> tuple[Move, Position, Color, Outcome | None]:
    """Return the move a text names, the position after it, its side to move and its outcome.

    The rules are asked for the outcome only if ``judge`` is set. Raises IllegalMove and BadRules.
    """
    step, read = "parse", None
    try:
        read = position.parse(text)
        move = checked_move(read)
        step = "play"
        after = position.play(move)
        step = "to_move"
        to_move = side_to_move(after)
        step = "outcome"
        outcome = checked_outcome(after.outcome()) if judge else None
    except IllegalMove:
        raise
    except (Exception, SystemExit) as error:  # anyone's code
        bad = BadRules.by(rules, step, error)
        raise (bad if _is_legal(position, text, read) else IllegalMove(bad.sentence)) from error
    return move, after, to_move, outcome


def _is_legal(position: Position, text: str, read: Move | None) -> bool:
    """Check that a text names a legal move; rules that cannot list their moves get the blame too.

    ``read`` is the move that the rules made of the text, if they came that far.
    """
    try:
        legal = position.legal_moves()
        if text in legal or read in legal:
            return True
        return read is None and any(position.notation(move) == text for move in legal)
    except (Exception, SystemExit):
        return True


def outcome_of(rules: Rules, position: Position) -> Outcome | None:
    """Return how the game has ended in this position, if it has. Raises BadRules."""
    try:
        return checked_outcome(position.outcome())
    except (Exception, SystemExit) as error:  # anyone's code
        raise BadRules.by(rules, "outcome", error) from error


def claimed_draw(rules: Rules, position: Position) -> Outcome | None:
    """Return the draw that the side to move may claim, if there is one. Raises BadRules."""
    try:
        return checked_outcome(position.claim())
    except (Exception, SystemExit) as error:  # anyone's code
        raise BadRules.by(rules, "claim", error) from error


def can_win(rules: Rules, position: Position, color: Color) -> bool:
    """Return whether a side could still win by legal moves. Raises BadRules."""
    try:
        return bool(position.can_win(color))
    except (Exception, SystemExit) as error:  # anyone's code
        raise BadRules.by(rules, "can_win", error) from error
