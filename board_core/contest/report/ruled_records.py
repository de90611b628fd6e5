"""Records of games that were ruled on: tags and comments beside the moves. Pure."""

from __future__ import annotations

from dataclasses import replace

from board_core.contest.field import PairingVerdict
from board_core.contest.state import Contest, RuledGame
from board_core.game.words import Words
from board_core.record import NOT_FINISHED, GameTree
from board_core.text.harmless_text import on_one_line

ENGLISH = Words("en")

AS_PLAYED = "as-played"
"""The value of the tag Ruling where the game's own result counts again."""


def ruled(tree: GameTree, contest: Contest, number: int) -> GameTree:
    """Return the record of a game with the rulings on it; without any, the same tree.

    The tag Result is the one that counts; PlayedResult is that of the board. The other tags are of
    the ruling in force; the comment after the last move tells all of them in their order.
    """
    rulings = [each for each in contest.rulings if each.pairing == number]
    if number not in contest.rulings_in_force:
        return tree
    last, plies = rulings[-1], len(tree.main.moves)
    result = tree.result if last.verdict is None else _result(last.verdict)
    tags = {
        "Result": result,
        "PlayedResult": tree.result,
        "Ruling": AS_PLAYED if last.verdict is None else last.verdict.value,
        "RulingBy": _plain(last.author),
        "RulingReason": _plain(last.reason),
        "RulingDate": f"{last.at:%Y.%m.%d}",
    }
    if last.verdict is not None:
        tags["Termination"] = "adjudication"
    kept = tuple((name, value) for name, value in tree.tags if name != "RE")  # of SGF: from Result
    notes = tree.notes_at((), plies)
    said = (notes.comment, *(_comment(each, last) for each in rulings))
    told = replace(tree, tags=kept).with_tags(tags)
    return told.with_notes((), plies, replace(notes, comment=". ".join(filter(None, said))))


def _result(verdict: PairingVerdict) -> str:
    """Return the result as records have it: a game in which nobody scores has none."""
    return NOT_FINISHED.result if verdict is PairingVerdict.NEITHER else verdict.value


def _comment(ruling: RuledGame, last: RuledGame) -> str:
    _ = ENGLISH.text
    facts = {"author": ruling.author, "reason": ruling.reason}
    if ruling.verdict is None:
        said = _("{author} ruled that the game's own result counts: {reason}", **facts)
    else:
        score = ruling.verdict.value
        said = _("{author} ruled {result}: {reason}", result=score, **facts)
    dated = f"{ruling.at:%Y-%m-%d %H:%M}: {said}"
    return _plain(dated if ruling is last else f"({dated})")


def _plain(text: str) -> str:
    """Return words of people that can neither end a comment or a tag nor look like one."""
    plain = on_one_line(text).replace("{", "(").replace("}", ")").replace("[%", "[ %")
    return plain.replace('"', "'").replace("\\", "/")
