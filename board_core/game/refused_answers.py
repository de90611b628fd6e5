"""The answers that the referee refused to a player, for the explanation of its loss. Pure.

A program that misreads the protocol often answers with an illegal move first, is asked again, and
fails of that: the refused answers are then the cause, and the failure only what came of it.
"""

from __future__ import annotations

from dataclasses import replace

from board_core.fast_dataclass import dataclass
from board_core.text.harmless_text import legible
from board_core.text.sentence import Listed, Sentence, say

from .player import Cause, Explanation
from .sides import Color

COLOR_NAMES = {Color.WHITE: say("White"), Color.BLACK: say("Black")}

MOST_ANSWER = 40
"""Characters of a refused answer that are told."""

MOST_ANSWERS = 5
"""Refused answers that are told: a person may give any number."""


@dataclass(frozen=True, slots=True)
class RefusedAnswers:
    """The refused answers to one question of a game, in order."""

    color: Color
    number: int  # of the move that was asked for, counting the moves of this side
    answers: tuple[str, ...]

    def told_with(self, explanation: Explanation) -> Explanation:
        """Return the explanation of this player's loss with its refused answers."""
        return replace(explanation, refused=self._sentence(explanation.cause))

    def _sentence(self, cause: Cause) -> Sentence:
        answers, color, number = self.answers, COLOR_NAMES[self.color], self.number
        if cause is Cause.ILLEGAL and len(answers) == 1:
            return say("it was asked for {color}'s move {number}", color=color, number=number)
        if cause is Cause.ILLEGAL:
            return say(
                "it was asked for {color}'s move {number}, and then tried {answers}",
                color=color,
                number=number,
                answers=_listed(answers[1:]),
            )
        if len(answers) == 1:
            return say(
                "before that it gave an illegal answer: {answers} (asked for {color}'s move "
                "{number})",
                answers=_listed(answers),
                color=color,
                number=number,
            )
        return say(
            "before that it gave {count} illegal answers: {answers} (asked for {color}'s move "
            "{number})",
            count=len(answers),
            answers=_listed(answers),
            color=color,
            number=number,
        )


def _listed(answers: tuple[str, ...]) -> Listed:
    shown = [repr(legible(answer, MOST_ANSWER)) for answer in answers[:MOST_ANSWERS]]
    return Listed((*shown, "…") if len(answers) > MOST_ANSWERS else shown)
