"""Name findings: one row for each kind of thing that can be found out about a player.

A row has a code, the words that say it, what to do about it, and how sure one can be. The sentence
that a row makes is known again by its words, also after it was written to a file and read back:
whoever wants to know what was found asks for the row, and never for a text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from functools import partial
from typing import Any

from board_core.fast_dataclass import dataclass

from .languages import N_
from .sentence import Sentence, say


class Certainty(Enum):
    """Names how sure a finding is."""

    CERTAIN = "certain"  # it was seen
    LIKELY = "likely"  # a fault of this kind explains all that was seen
    POSSIBLE = "possible"  # so may others


@dataclass(frozen=True, slots=True)
class Row:
    """A kind of finding. Called with the facts, it returns the sentence."""

    code: str
    words: str
    page: str
    """The section of the pages in ``docs`` that explains it, as in ``diagnoses.md#reasons``."""

    advice: Sentence | None = None
    """What to do; None if the words say it (``complete``), or if its cause alone tells."""

    certainty: Certainty = Certainty.CERTAIN
    complete: bool = False
    to_be_sure: Sentence | None = None
    """How to find out, in one step, whether what is only likely is so."""

    def __call__(self, **facts: object) -> Sentence:
        return Sentence(self.words, facts)

    def is_in(self, sentence: Sentence | None) -> bool:
        """Return True if a sentence says this, alone or with more."""
        return sentence is not None and any(row is self for row in rows_in(sentence))


ROWS: dict[str, Row] = {}
"""All rows of the modules that were imported, by their codes."""

_BY_WORDS: dict[str, Row] = {}
ADVISES = ("advice", "to_be_sure")


def explained_on(page: str, *, complete: bool = False) -> Iterator[Callable[..., Row]]:
    """Yield what makes rows that a section explains: certain, likely and possible ones.

    The message catalogues collect the texts from calls of ``row``, ``likely`` and ``possible``.
    """
    return (partial(_row, page=page, complete=complete, certainty=each) for each in Certainty)


def _row(code: str, words: str, /, **more: Any) -> Row:
    told = {name: say(more[name]) for name in ADVISES if isinstance(more.get(name), str)}
    made = Row(code, words, **{**more, **told})
    if code in ROWS or words in _BY_WORDS:
        raise ValueError(f"{code!r} or its words are another row's already")
    ROWS[code] = _BY_WORDS[words] = made
    return made


def row_of(sentence: Sentence | None) -> Row | None:
    """Return the row that made a sentence; None for a joined one, or without a row."""
    return None if sentence is None else _BY_WORDS.get(sentence.template)


WITH_A_HINT = N_("{why}; {hint}")


def hinted(why: Sentence, hint: Sentence) -> Sentence:
    """Return a sentence with what may be behind it."""
    return Sentence(WITH_A_HINT, {"why": why, "hint": hint})


def hint_in(sentence: Sentence) -> Sentence | None:
    """Return what a sentence ends with, as :func:`hinted` made it; None if it has no hint."""
    hint = sentence.facts.get("hint")
    return hint if isinstance(hint, Sentence) else None


def without_hint(sentence: Sentence) -> Sentence:
    """Return what :func:`hinted` made a sentence of, or the sentence itself."""
    why = sentence.facts.get("why")
    return why if hint_in(sentence) is not None and isinstance(why, Sentence) else sentence


def telling_row(sentence: Sentence) -> Row | None:
    """Return the row of the hint in a sentence, or else the one that it was made by."""
    return row_of(hint_in(sentence) or sentence)


def telling(sentence: Sentence) -> Sentence:
    """Return what tells most in a sentence: its hint, else what is outermost and has a row."""
    if (hint := hint_in(sentence)) is not None:
        return hint
    if row_of(sentence) is None:
        for fact in sentence.facts.values():
            if isinstance(fact, Sentence) and row_of(found := telling(fact)) is not None:
                return found
    return sentence


def advice_of(sentence: Sentence) -> Sentence | None:
    """Return what the row of a sentence says to do; None if it has no row, or that says nothing."""
    row = row_of(sentence)
    return None if row is None else row.advice


def kind_of(sentence: Sentence) -> str:
    """Return the same text for sentences that say the same of different facts."""
    row = row_of(sentence)
    return sentence.template if row is None else row.code


def codes_of(sentence: Sentence) -> tuple[str, ...]:
    """Return the codes of all that a sentence says, what tells most first.

    Of a hint, that is the row that says what to do: others only join rows.
    """
    most = telling(sentence)
    advising = (row for row in rows_in(most) if row.advice is not None)
    first = row_of(most) if hint_in(sentence) is None else next(advising, row_of(most))
    rows = (first, *rows_in(sentence))
    return tuple(dict.fromkeys(row.code for row in rows if row is not None))


def page_of(code: str) -> str:
    """Return the section of ``docs`` that explains the row, or the cause, of a code."""
    return ROWS[code].page if code in ROWS else "diagnoses.md#causes"


def certainty_of(sentence: Sentence) -> Certainty:
    """Return how sure what tells most in a sentence is."""
    row = row_of(telling(sentence))
    return Certainty.CERTAIN if row is None else row.certainty


def to_be_sure_of(sentence: Sentence) -> Sentence | None:
    """Return what would make certain what tells most in a sentence; None if nothing is known."""
    row = row_of(telling(sentence))
    return None if row is None else row.to_be_sure


def rows_in(sentence: Sentence) -> Iterator[Row]:
    """Yield the rows of a sentence and of those within it, the outermost first."""
    own = _BY_WORDS.get(sentence.template)
    if own is not None:
        yield own
    for fact in sentence.facts.values():
        if isinstance(fact, Sentence):
            yield from rows_in(fact)
