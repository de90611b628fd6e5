"""The answers that the referee refused to a player, for the explanation of its loss. Pure.

A program that misreads the protocol often gives an illegal move, is asked again, and then fails:
the refused answer is the cause, and the failure only its consequence. A program that reads past the
end of a list prints ``undefined`` or ``None`` in place of its move.
"""

from __future__ import annotations

import re
from dataclasses import replace

from board_core.fast_dataclass import dataclass
from board_core.text.findings import explained_on
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
    number: int  # of the requested move, counting this side's moves
    answers: tuple[str, ...]

    def with_refusals(self, explanation: Explanation) -> Explanation:
        """Add the refused answers to the explanation of this player's loss."""
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


row, *_ = explained_on("diagnoses.md#it-did-not-write-a-legal-move")
NO_VALUE = row(
    "printed-no-value",
    "{text} is not a move: it is printed for a value that is not there ({language})",
    advice="see why there is no move: an index past the end of a list, a search that finds none, a "
    "name that is not in a table",
)
NO_TEXT = row(
    "printed-an-object",
    "{text} is not a move: it is printed for a value that is no text ({language})",
    advice="turn the move into text before you print it (board.san(move) in Python, toString() in "
    "Java, cat(move) in R), and print one element of a list, not the list",
)
NOT_AWAITED = row(
    "not-awaited",
    "{text} is not a move: it is printed for a result that was not awaited ({language})",
    advice="write await before the call that finds the move; in Python asyncio.run(…) where "
    "nothing awaits",
)
ASYNC_FUNCTION = row(
    "async-function",
    "the function is declared with 'async def': a call of it returns a coroutine and no move",
    advice="write 'def' in place of 'async def'; what it awaits can run in asyncio.run(…) within "
    "it",
)

PRINTED_WORDS = {
    "undefined": "JavaScript",
    "None": "Python",
    "null": "Java, JavaScript, Kotlin",
    "nil": "Lua, Ruby",
    "<nil>": "Go",
    "(null)": "C",
    "nullptr": "C++",
    "NaN": "JavaScript, Java",
    "nan": "C, Python",
    "NA": "R",
    "NULL": "R, PHP",
    "Nothing": "Haskell",
    "undef": "Perl",
    "--": "python-chess",
}
"""What is printed where there is no value, and by whom."""

PRINTED_FORMS = (
    (re.compile(r"\[object \w+\]"), "JavaScript"),
    (
        re.compile(r"<(generator|function|bound method|built-in|class|map|filter) .*"),
        "Python",
    ),
    (re.compile(r"<[\w.]+( object)? at 0x[0-9a-f]+>"), "Python"),
    (re.compile(r"<\w+ object at .*"), "Python"),
    (re.compile(r"Move\.(from_uci\(.*\)|null\(\))"), "Python"),
    (re.compile(r"b(['\"]).*\1"), "Python"),
    (re.compile(r"\[['\"].*['\"]\]|\(['\"].*['\"],?.*\)"), "Python"),
    (re.compile(r"\[?[\w.$;]+@[0-9a-f]{4,8}"), "Java"),
    (re.compile(r"System\.[\w.`\[\],+<>| ]+"), "C#"),
    (re.compile(r"#<\w.*>"), "Ruby"),
    (re.compile(r"(table|function|userdata): (0x)?[0-9a-f]+"), "Lua"),
    (re.compile(r"(ARRAY|HASH|CODE|SCALAR)\(0x[0-9a-f]+\)"), "Perl"),
    (re.compile(r"\{ .*: .* \}"), "JavaScript"),
    (re.compile(r"%!\w\(.*\)|&?\{[^{}]*\}"), "Go"),
    (re.compile(r"(Some|Ok|Err)\(.*\)"), "Rust"),
    (re.compile(r"Just .*"), "Haskell"),
    (re.compile(r"\[\d+\] .*"), "R"),
    (re.compile(r"\w+ = .*"), "Octave"),
    (re.compile(r"Array"), "PHP"),
    (re.compile(r"0x[0-9a-f]{6,}"), "C++"),
)
"""What is printed for a value that is not turned into a text, and by whom."""

AWAITED_LATER = (
    (re.compile(r"<(coroutine|async_generator) .*"), "Python"),
    (re.compile(r"Promise \{.*\}|\[object Promise\]"), "JavaScript"),
)
"""What is printed for a value that is still to be awaited, and by whom."""


def printed_value_sentence(text: str) -> Sentence | None:
    """Say that a text is what a language prints in place of a move; None if it is not."""
    text = text.strip()
    if (language := PRINTED_WORDS.get(text)) is not None:
        return NO_VALUE(text=repr(text), language=language)
    for row_of_form, forms in ((NOT_AWAITED, AWAITED_LATER), (NO_TEXT, PRINTED_FORMS)):
        for form, language in forms:
            if form.fullmatch(text):
                return row_of_form(text=repr(text[:80]), language=language)
    return None
