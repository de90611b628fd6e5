"""The one ranking of what recognisers find in the facts about a failed or silent program.

Each recogniser is a pure function that yields its findings, the best first: sentences made by rows.
None of them knows what another has said: what makes what superfluous stands here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from board_core.fast_dataclass import dataclass
from board_core.game.player import Cause, Explanation
from board_core.text.findings import Row, hinted, row_of
from board_core.text.sentence import Sentence, fields_of

from . import flushing, last_words, rows, source, starting, telling_lines
from .facts import Facts


@dataclass(frozen=True, slots=True)
class Rank:
    """A recogniser at its place, and what is to be said of the best that it finds."""

    recognise: Callable[[Facts], Iterator[Sentence]]
    unless: tuple[Row, ...] = ()  # one of these was said already
    only: tuple[Row, ...] = ()  # nothing but one of these was said
    alone: bool = False  # only if nothing was added before
    is_last: bool = False  # after it nothing needs to be added
    is_hint: bool = False  # it stands behind what was said


LACKS_A_MODULE = (rows.NO_MODULE, rows.NO_MODULE_IN, rows.PACKAGE_HIDDEN)
NOT_STARTED_SO = (*LACKS_A_MODULE, rows.THE_BOARD_HAS_IT, rows.FUNCTIONS_ONLY, rows.IN_UTF16)
"""A program that never began: what it wrote, and its other files, tell no more."""
FOUND_NO_FILE = (rows.FILE_NOT_FOUND, rows.BACKSLASH_IN_PATH, rows.OTHER_CAPITALS)
SLOW_UNEXPLAINED = (
    *(rows.STILL_COMPUTES, rows.WAITS_FOR_CHILD),
    *(rows.COMPUTES_BESIDE_A_READER, rows.TOO_LATE),
)
SAYS_WHERE = (rows.WITH_RECURSION, rows.WITH_THREAD_ENDED)
HABITS = tuple({habit.row.code: habit.row for habit in source.HABITS}.values())
BY_ITS_SOURCE = (rows.FILE_OF_ITS_SOURCE, *HABITS, *rows.OF_ITS_CHILD)

RANKING: tuple[Rank, ...] = (
    # proven by its own words, whatever else there is
    Rank(telling_lines.mistakes, is_last=True),
    # how it was started
    Rank(starting.false_starts),
    # what it was kept from
    Rank(
        last_words.confined,
        unless=(rows.THE_BOARD_HAS_IT, rows.FUNCTIONS_ONLY, rows.PACKAGE_HIDDEN),
        is_last=True,
        is_hint=True,
    ),
    # what explains this failure
    Rank(source.kept_otherwise),
    Rank(flushing.call_that_flushes, unless=(rows.TWO_WAYS, rows.PRINTED_LATER)),
    Rank(telling_lines.awaited_child),
    Rank(telling_lines.missing_file, unless=NOT_STARTED_SO),
    Rank(telling_lines.file_of_its_source, unless=(*NOT_STARTED_SO, *FOUND_NO_FILE)),
    Rank(telling_lines.error_line, unless=(*NOT_STARTED_SO, rows.OTHER_CAPITALS)),
    Rank(telling_lines.data_with_mark, unless=NOT_STARTED_SO, is_hint=True),
    Rank(telling_lines.namesake, unless=(*NOT_STARTED_SO, *SAYS_WHERE)),
    Rank(
        source.habits,
        unless=(
            *(*NOT_STARTED_SO, *FOUND_NO_FILE, *SAYS_WHERE),
            *(rows.FILE_OF_ITS_SOURCE, *rows.OF_ITS_CHILD),
        ),
        is_hint=True,
    ),
    # what could explain many
    Rank(telling_lines.waiting_child, unless=(*BY_ITS_SOURCE, *SAYS_WHERE, rows.WITH_TELLING_LINE)),
    Rank(
        flushing.lost_buffer,
        unless=(
            *(*FOUND_NO_FILE, *BY_ITS_SOURCE, *SAYS_WHERE),
            *(rows.WITH_TELLING_LINE, rows.CHILD_BEHIND),
        ),
    ),
    Rank(
        telling_lines.other_folder,
        unless=(
            *(*NOT_STARTED_SO, *FOUND_NO_FILE, *BY_ITS_SOURCE),
            *(rows.PERHAPS_UNFLUSHED, rows.CHILD_BEHIND),
        ),
    ),
    Rank(
        telling_lines.hidden_module,
        unless=(*NOT_STARTED_SO, rows.WITH_TELLING_LINE, *BY_ITS_SOURCE, rows.PERHAPS_UNFLUSHED),
    ),
    Rank(
        telling_lines.silent_tasks,
        unless=(rows.WITH_THREAD_ENDED, rows.WITH_TELLING_LINE, *BY_ITS_SOURCE),
    ),
    Rank(telling_lines.reader_thread, unless=rows.OF_ITS_CHILD),
    Rank(telling_lines.growing_memory),
    Rank(flushing.missing_flush, alone=True),
    Rank(telling_lines.by_its_times, only=SLOW_UNEXPLAINED, is_hint=True),
)

SHOWS_ANOTHER_CAUSE = {
    **dict.fromkeys(
        (row.code for row in (rows.WINDOWS_ONLY, rows.THE_BOARD_HAS_IT, *LACKS_A_MODULE)),
        Cause.NO_MODULE,
    ),
    rows.FUNCTIONS_ONLY.code: Cause.OTHER_PROTOCOL,
}


def explain(facts: Facts) -> Explanation:
    """Return what is known of a failure or a silence, with what recognisers find in the facts."""
    told, added = facts.known, False
    for rank in RANKING:
        if (rank.alone and added) or any(row.is_in(told.sentence) for row in rank.unless):
            continue
        if rank.only and row_of(told.sentence) not in rank.only:
            continue
        if (finding := next(rank.recognise(facts), None)) is None:
            continue
        row = row_of(finding)
        cause = SHOWS_ANOTHER_CAUSE.get(row.code, told.cause) if row else told.cause
        why, added = told.sentence, True
        if rank.is_hint:
            finding = hinted(why, finding)
        elif "why" in fields_of(finding.template):
            finding = Sentence(finding.template, {"why": why, **finding.facts})
        told = replace(told, cause=cause, sentence=finding)
        if rank.is_last:
            break
    return told
