"""Tells a beginner what to learn from a game: three sentences, made from its review."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from board_core.game.rules import BLAMES_A_PLAYER, Move, Outcome, Position, Reason, Rules
from board_core.game.sides import Color
from board_core.text.sentence import Sentence, say

from .analysis import Judgement, numbered_move, winning_chances

__all__ = ["coach"]

Advised = tuple[Sentence, Sentence, Sentence]
"""Which move lost the game, what was missed, and what to practise."""

GREAT_LOSS = 0.2
"""The least loss of winning chances that is told of: a mistake's (from 0 to 2)."""

NO_GREAT_LOSS = ("", "p")
"""What may be left untaken: a pawn alone hardly explains a great mistake."""

LOST_CHANCES, WORSE_CHANCES = -0.5, -0.2
"""The winning chances up to which a side is lost, and worse; the same above 0: winning, better."""

LOST_STANDING = say("was lost")

NOT_ON_THE_BOARD = BLAMES_A_PLAYER | {Reason.RESIGNATION, Reason.UNKNOWN}
"""Endings that may come in any position; a file may tell no reason."""


class MistakeKind(Enum):
    """The kinds of mistakes by what to practise after them."""

    MISSED_WIN = "missed win"
    ALLOWED_WIN = "allowed win"
    LOST_PIECE = "lost piece"
    MISSED_PIECE = "missed piece"
    OTHER_MOVE = "other move"


PIECE_PRACTICE = {
    MistakeKind.MISSED_WIN: say(
        "To practise: before each move look at every check and every capture, and solve puzzles "
        "of mates in one and in two."
    ),
    MistakeKind.ALLOWED_WIN: say(
        "To practise: before each move ask which checks the opponent will have after it, and "
        "whether the king has a square to go to."
    ),
    MistakeKind.LOST_PIECE: say(
        "To practise: before each move ask what the opponent can take after it, and whether that "
        "piece is protected."
    ),
    MistakeKind.MISSED_PIECE: say(
        "To practise: before each move look at which of the opponent's pieces are not protected "
        "and can be taken."
    ),
}
"""What to practise in games with kings and pieces."""

STOP_ROWS = say(
    "To practise: before each move look for the opponent's rows, and stop a four or a three that "
    "is open at both ends at once."
)

ROW_PRACTICE = {
    MistakeKind.MISSED_WIN: say(
        "To practise: before each move look for rows of your own first: a four to be made a five, "
        "a three to be made a four that is open at both ends."
    ),
    MistakeKind.ALLOWED_WIN: STOP_ROWS,
    MistakeKind.OTHER_MOVE: STOP_ROWS,
}
"""What to practise in games where a row wins."""

PRACTICE_OF_GAMES = {
    "chess": PIECE_PRACTICE,
    "chess960": PIECE_PRACTICE,
    "chess-3d": PIECE_PRACTICE,
    "gomoku": ROW_PRACTICE,
}
"""By the name of the game or of its family; variants of chess have other aims."""


def coach(judged: Sequence[Judgement], rules: Rules, outcome: Outcome) -> Advised | None:
    """Return what the loser of a reviewed game can learn from it; None for a game without moves.

    Where nobody lost, it is about the greatest mistake of either side.
    """
    if not judged:
        return None
    loser = None if outcome.winner is None else outcome.winner.other
    own = [one for one in judged if one.color is loser]
    if not own:
        own, loser = list(judged), None
    key = _decisive(own) if loser is not None else _greatest(own)
    if loser is not None and outcome.reason in NOT_ON_THE_BOARD:
        last = [_chances(one, loser) for one in judged][-1]
        if last > LOST_CHANCES:
            return _not_by_a_move(loser, last, outcome.reason, key, judged, rules)
    return (_which(key, rules, loser), *_lesson(key, judged, rules))


def _decisive(own: Sequence[Judgement]) -> Judgement:
    """Return the last move that made a position lost which was not, else the greatest mistake."""
    turned = [
        one
        for one in own
        if one.loss >= GREAT_LOSS
        and winning_chances(one.after) <= LOST_CHANCES < winning_chances(one.before)
    ]
    return turned[-1] if turned else _greatest(own)


def _greatest(own: Sequence[Judgement]) -> Judgement:
    return max(own, key=lambda one: one.loss)


def _which(key: Judgement, rules: Rules, loser: Color | None) -> Sentence:
    if key.loss < GREAT_LOSS:
        if loser is None:
            return say("Neither side made a great mistake.")
        return say("No single move lost the game for {color}: small losses added up.", color=loser)
    before, after = _standing(winning_chances(key.before)), _standing(winning_chances(key.after))
    facts = {"color": key.color, "move": numbered_move(key, rules)}
    if before == after and (loser is None or after != LOST_STANDING):
        return say("The greatest mistake of {color} was {move}.", **facts)
    if before == LOST_STANDING:
        return say(
            "{color} lost the game step by step: the greatest mistake was {move}, when {color} "
            "stood much worse already.",
            **facts,
        )
    if loser is not None and after == LOST_STANDING:
        return say(
            "{color} lost the game by {move}: before it {color} {before}.", before=before, **facts
        )
    return say(
        "The greatest mistake of {color} was {move}: before it {color} {before}, after it {color} "
        "{after}.",
        before=before,
        after=after,
        **facts,
    )


def _not_by_a_move(
    loser: Color,
    last: float,
    reason: Reason,
    key: Judgement,
    judged: Sequence[Judgement],
    rules: Rules,
) -> Advised:
    """Tell of a game that was given away in a position that was not lost."""
    which = say(
        "No move lost the game: at the end {color} {standing}.",
        color=loser,
        standing=_standing(last),
    )
    missed, practice = _lesson(key, judged, rules)
    match reason:
        case Reason.UNKNOWN:
            pass
        case Reason.TIME:
            practice = say("To practise: keep time for the last moves, and play a slower game.")
        case Reason.RESIGNATION:
            practice = say("To practise: play on as long as a position is not clearly lost.")
        case _:
            practice = say("To practise: mend the fault of the program, then play it again.")
    return which, missed, practice


def _lesson(key: Judgement, judged: Sequence[Judgement], rules: Rules) -> tuple[Sentence, Sentence]:
    """Return what was missed at a move, and what to practise."""
    move, best = numbered_move(key, rules), key.position.notation(key.best)
    if key.loss < GREAT_LOSS:
        practice = say("To practise: play against a stronger opponent.")
        if key.move == key.best or not key.loss:
            return say("Nothing was missed: each move was the best one or nearly so."), practice
        return say(
            "The least good move was {move}; better was {best}.", move=move, best=best
        ), practice
    reply = next((one.best for one in judged if one.ply == key.ply + 1), None)
    kind = _kind(key, reply, rules)
    game = rules.name if rules.family == "chess" else rules.family
    practice = PRACTICE_OF_GAMES.get(game, {}).get(kind) or say(
        "To practise: play on from the position before {move} with {best}, and find out why it is "
        "better.",
        move=move,
        best=best,
    )
    return _missed(key, reply, kind), practice


def _missed(key: Judgement, reply: Move | None, kind: MistakeKind) -> Sentence:
    """Return what was missed: a win, or the opponent's answer and a better move."""
    best, better = key.position.notation(key.best), key.position.describe(key.best)
    if kind is MistakeKind.MISSED_WIN:
        return say("What was missed: {best} wins by force ({better}).", best=best, better=better)
    if reply is None:
        return say("What was missed: {best} was better ({better}).", best=best, better=better)
    if reply == key.best:  # the point for a stone, for example
        return say("What was missed: {best} was the best move for both sides.", best=best)
    after = key.position.play(key.move)
    return say(
        "What was missed: the answer {reply} ({words}); better was {best} ({better}).",
        reply=after.notation(reply),
        words=after.describe(reply),
        best=best,
        better=better,
    )


def _kind(key: Judgement, reply: Move | None, rules: Rules) -> MistakeKind:
    if key.before.mate is not None and key.before.mate > 0:
        return MistakeKind.MISSED_WIN
    if key.after.mate is not None and key.after.mate <= 0:
        return MistakeKind.ALLOWED_WIN
    if reply is not None and _taken(key.position.play(key.move), reply, rules):
        return MistakeKind.LOST_PIECE
    if _taken(key.position, key.best, rules).casefold() not in NO_GREAT_LOSS:
        return MistakeKind.MISSED_PIECE
    return MistakeKind.OTHER_MOVE


def _taken(position: Position, move: Move, rules: Rules) -> str:
    """Return the piece that a move takes on the place where it ends; "" for none."""
    places, pieces = rules.places(position, move), position.pieces()
    taken = pieces.get(places[-1], "") if places else ""
    return taken if taken.isupper() is not (position.to_move is Color.WHITE) else ""


def _chances(judgement: Judgement, color: Color) -> float:
    chances = winning_chances(judgement.after)
    return chances if judgement.color is color else -chances


def _standing(chances: float) -> Sentence:
    """Return how a side stands, as the end of a sentence about it."""
    if chances <= LOST_CHANCES:
        return LOST_STANDING
    if chances <= WORSE_CHANCES:
        return say("stood worse")
    if chances < -WORSE_CHANCES:
        return say("stood evenly")
    return say("stood better") if chances < -LOST_CHANCES else say("was winning")
