"""Variants of ordinary games: a first answer that is refused, lines that end in CR LF."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Self

from board_core.fast_dataclass import dataclass
from board_core.game.rules import IllegalMove, Move, Outcome, Position, Rules
from board_core.game.sides import Color
from board_core.protocols.base import Dialogue, Effects, Send
from board_core.text.findings import explained_on
from board_core.text.harmless_text import in_ascii
from board_core.text.sentence import Sentence

row, *_ = explained_on("my-ai.md#in-any-other-language")
TO_SEE_ANOTHER = row("to-see-another", "{text} is refused, to see a second try")


@dataclass(slots=True)
class RefusedMoves:
    """The legal moves that were refused to one side in one game."""

    color: Color
    moves: list[Move] = field(default_factory=list)
    accepted: Move | None = None


class LikePosition:
    """A position that is like another one; derive from it to read texts in another way."""

    def __init__(self, position: Position) -> None:
        self._position = position

    @property
    def to_move(self) -> Color:
        return self._position.to_move

    @property
    def setup(self) -> str:
        return self._position.setup

    @property
    def native(self) -> Any:
        return self._position.native

    def legal_moves(self) -> Sequence[Move]:
        return self._position.legal_moves()

    def parse(self, text: str) -> Move:
        return self._position.parse(text)

    def _like(self, position: Position) -> Self:
        return type(self)(position)

    def play(self, move: Move) -> Self:
        return self._like(self._position.play(move))

    def notation(self, move: Move) -> str:
        return self._position.notation(move)

    def outcome(self) -> Outcome | None:
        return self._position.outcome()

    def claim(self) -> Outcome | None:
        return self._position.claim()

    def can_win(self, color: Color) -> bool:
        return self._position.can_win(color)

    def pieces(self) -> Mapping[str, str]:
        return self._position.pieces()

    def marked(self) -> Sequence[str]:
        return self._position.marked()

    def describe(self, move: Move) -> Sentence:
        return self._position.describe(move)

    def after_null_move(self) -> Self | None:
        turned = self._position.after_null_move()
        return None if turned is None else self._like(turned)


class RefusingPosition(LikePosition):
    """A position in which the first legal move that one side tries is illegal, at every try.

    All else is as on the board below, so the ordinary referee asks the program again, and its
    second answer can be seen.
    """

    def __init__(self, position: Position, refused: RefusedMoves) -> None:
        super().__init__(position)
        self._refused = refused

    def _like(self, position: Position) -> Self:
        return type(self)(position, self._refused)

    def parse(self, text: str) -> Move:
        move, refused = super().parse(text), self._refused
        if self.to_move is refused.color and refused.accepted is None:
            if not refused.moves or move in refused.moves:
                refused.moves.append(move)
                raise IllegalMove(TO_SEE_ANOTHER(text=repr(text)))
            refused.accepted = move
        return move


class LenientPosition(LikePosition):
    """A position that reads a move out of a line that has more in it, or writes it otherwise."""

    def parse(self, text: str) -> Move:
        try:
            return super().parse(text)
        except IllegalMove:
            if (meant := meant_move(self._position, text)) is None:
                raise
            return meant


LIKE_A_MOVE = re.compile(r"\W?[A-Za-z]?(?:[a-h][1-8])?[x-]?[a-h][1-8]\W?", re.ASCII)
WHOLE_AS_DECIMAL = re.compile(r"(?<=\d)\.0+(?!\d)")
PLAIN_LETTERS = re.compile(r"[^a-z0-9]")


def meant_move(position: Position, text: str) -> Move | None:
    """Return the one legal move that a line means; None if it means none, or several."""
    words = {_plain(word) for word in (text, *text.split())} - {""}
    found = {
        move
        for move in position.legal_moves()
        if _plain(position.notation(move)) in words or _plain(move) in words
    }
    return found.pop() if len(found) == 1 else None


def means_a_move(position: Position, text: str) -> bool:
    """Return whether a word is written like a move, perhaps with a sign too many, as ``.a2e2``."""
    return meant_move(position, text) is not None or LIKE_A_MOVE.fullmatch(text) is not None


def _plain(text: str) -> str:
    whole = WHOLE_AS_DECIMAL.sub("", in_ascii(text).casefold())
    return PLAIN_LETTERS.sub("", whole.replace("x", ""))


def lenient(rules: Rules) -> Rules:
    """Return rules of the same game that read moves out of lines with more in them."""
    return replace(rules, start=lambda setup: LenientPosition(rules.start(setup)))


def without_chatter(dialogue: Dialogue, is_move: Callable[[str], bool], *, alone: bool) -> Dialogue:
    """Return the same dialogue, deaf to lines in which not exactly one word looks like a move.

    With ``alone``, to all lines that have more in them than a move: what a log says of moves is
    none.
    """
    heard = dialogue.heard

    def looks_like_a_move(word: str) -> bool:
        word = word.strip(".,:;'\"")
        return is_move(word) or is_move(word[:1].upper() + word[1:])

    def hear(line: str) -> Effects:
        words = line.split()
        fits = len(words) == 1 if alone else True
        return heard(line) if fits and sum(map(looks_like_a_move, words)) == 1 else []

    dialogue.heard = hear  # type: ignore[method-assign]
    return dialogue


def refusing(rules: Rules, refused: RefusedMoves) -> Rules:
    """Return rules of the same game that refuse the first move of that side."""

    def start(setup: str | None) -> Position:
        return RefusingPosition(rules.start(setup), refused)

    return replace(rules, start=start)


DIALOGUE_METHODS = (
    *("open", "seat", "waited", "ask", "rejected", "withdraw", "offered_draw", "finish", "quit"),
    "heard",
)
"""The methods of a dialogue that return effects."""


def with_windows_line_ends(dialogue: Dialogue) -> Dialogue:
    """Return the same dialogue, with lines that end in CR LF."""
    for name in DIALOGUE_METHODS:
        setattr(dialogue, name, _with_cr(getattr(dialogue, name)))
    return dialogue


def _with_cr(method: Callable[..., Effects]) -> Callable[..., Effects]:
    def speak(*arguments: Any) -> Effects:
        return [
            Send(step.text.replace("\n", "\r\n") + "\r") if isinstance(step, Send) else step
            for step in method(*arguments)
        ]

    return speak
