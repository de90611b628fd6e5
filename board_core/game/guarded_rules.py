"""Call the rules of a game, which may be untrusted code, and turn their errors into BadRules.

A text that is no legal move raises IllegalMove, whatever the rules raise for it. Otherwise a losing
player could end a game without a result by a text that the rules do not expect.
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
    """Return the move a text names, and the position after it with its side to move and outcome.

    The outcome is computed only if ``judge`` is set. Raises IllegalMove and BadRules.
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
        outcome = after.outcome() if judge else None
        if outcome is not None:
            outcome = checked_outcome(outcome)
    except IllegalMove:
        raise
    except (Exception, SystemExit) as error:  # untrusted code
        bad = BadRules.by(rules, step, error)
        raise (bad if _is_legal(position, text, read) else IllegalMove(bad.sentence)) from error
    return move, after, to_move, outcome


def _is_legal(position: Position, text: str, read: Move | None) -> bool:
    """Return True if a text names a legal move, or if the rules fail to list their moves.

    ``read`` is the move that the rules parsed from the text; None if they failed before.
    """
    try:
        legal = position.legal_moves()
        if text in legal or read in legal:
            return True
        return read is None and any(position.notation(move) == text for move in legal)
    except (Exception, SystemExit):
        return True


def outcome_of(rules: Rules, position: Position) -> Outcome | None:
    """Return the outcome of the game in this position; None if it goes on. Raises BadRules."""
    try:
        return checked_outcome(position.outcome())
    except (Exception, SystemExit) as error:  # untrusted code
        raise BadRules.by(rules, "outcome", error) from error


def claimed_draw(rules: Rules, position: Position) -> Outcome | None:
    """Return the draw that the side to move may claim; None for none. Raises BadRules."""
    try:
        return checked_outcome(position.claim())
    except (Exception, SystemExit) as error:  # untrusted code
        raise BadRules.by(rules, "claim", error) from error


def can_win(rules: Rules, position: Position, color: Color) -> bool:
    """Return True if a side could still win by legal moves. Raises BadRules."""
    try:
        return bool(position.can_win(color))
    except (Exception, SystemExit) as error:  # untrusted code
        raise BadRules.by(rules, "can_win", error) from error
