"""Words for tie-breaks: columns, the order of ranking, and what separates equal points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from board_core.fast_dataclass import dataclass
from board_core.game.words import Words
from board_core.text.sentence import Listed

from .standings import Standing
from .state import Contest
from .tie_breaks import TIE_BREAK_HEADINGS, TIE_BREAK_MEANINGS, TieBreak


@dataclass(frozen=True, slots=True)
class TieBreakColumn:
    """The head of a column of the standings, and what its figures are."""

    heading: str
    meaning: str


def tie_break_columns(order: Sequence[TieBreak], words: Words) -> tuple[TieBreakColumn, ...]:
    return tuple(
        TieBreakColumn(words.text(TIE_BREAK_HEADINGS[each]), words.text(TIE_BREAK_MEANINGS[each]))
        for each in order
    )


def ranking_sentence(contest: Contest, words: Words) -> str:
    """Return a sentence on what ranks, in its order."""
    _ = words.text
    if contest.plan.pairing_format.ranks_by_rating:
        return _("Ranked by rating; a new version of a program begins anew.")
    criteria = [
        *([_("the stage of the knockout")] if contest.bracket else []),
        _("points"),
        *(_(TIE_BREAK_HEADINGS[each]) for each in contest.tie_breaks),
        _("the lot"),
    ]
    return _("Ranked in this order by {criteria}.", criteria=words.listed(Listed(criteria)))


def separations(contest: Contest, words: Words) -> tuple[str, ...]:
    """Return a sentence on each two neighbours of equal points: what puts one before the other."""
    if not contest.results:
        return ()
    return tuple(
        _separation(contest, upper, lower, words)
        for upper, lower in pairwise(contest.table)
        if upper.ahead_by is not None
    )


def _separation(contest: Contest, upper: Standing, lower: Standing, words: Words) -> str:
    _, order, place = words.text, contest.tie_breaks, upper.ahead_by
    names = {
        "first": contest.entrant(upper.number).name,
        "second": contest.entrant(lower.number).name,
    }
    assert place is not None
    if place == len(order):
        return _("{first} is before {second} by the lot.", **names)
    figures = (upper.figures[place], lower.figures[place])
    if figures[0] == figures[1] or None in figures:
        return _(
            "{first} is before {second} by {tie_break}.",
            **names,
            tie_break=_(TIE_BREAK_HEADINGS[order[place]]),
        )
    return _(
        "{first} is before {second} by {tie_break}: {more} to {less}.",
        **names,
        tie_break=_(TIE_BREAK_HEADINGS[order[place]]),
        more=f"{figures[0]:g}",
        less=f"{figures[1]:g}",
    )
