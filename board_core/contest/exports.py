"""Files for other programs: the tournament report (TRF), the crosstable (CSV), all as JSON."""

from __future__ import annotations

import json
from datetime import date

from board_core.game.words import Words

from .crosstable_csv import to_csv
from .json_facts import JsonFields, bracket_facts, contest_facts, group_facts, standings_facts
from .state import Contest
from .tie_breaks import TIE_BREAK_CODES
from .trf import Heading, to_trf

TRF_FILE = "tournament.trf"
CSV_FILE = "crosstable.csv"
JSON_FILE = "contest.json"


def exports(contest: Contest, words: Words) -> dict[str, str]:
    """Return the texts of the files by their names: FIDE's report, the crosstable, all as JSON."""
    return {
        TRF_FILE: trf_text(contest),
        CSV_FILE: csv_text(contest, words),
        JSON_FILE: json_text(contest_facts(contest)),
    }


def json_text(facts: JsonFields) -> str:
    """Return the file; in ASCII, since names may hold what no encoding writes."""
    return json.dumps(facts, indent=1) + "\n"


def trf_text(contest: Contest) -> str:
    plan = contest.plan
    heading = Heading(
        plan.name,
        time_control=plan.clock.control.notation,
        rounds=plan.pairing_format.planned_rounds(plan.format_settings, contest.field),
        dates=_dates(contest),
        tie_breaks=tuple(TIE_BREAK_CODES[each] for each in plan.tie_breaks),
    )
    return to_trf(
        contest.field, _names(contest), heading, {row.number: row.rank for row in contest.table}
    )


def csv_text(contest: Contest, words: Words) -> str:
    return to_csv(
        contest.field,
        contest.table,
        contest.tie_breaks,
        _names(contest),
        by_opponent=contest.plan.pairing_format.csv_by_opponent,
        words=words,
    )


def standings_fields(contest: Contest) -> JsonFields:
    """Return the standings as ``docs/contests.md`` describes their JSON."""
    return {
        "name": contest.plan.name,
        "seed": contest.plan.seed,
        "rounds": len(contest.rounds),
        "games": len(contest.pairings),
        "finished": len(contest.results),
        "over": contest.ended is not None,
        "standings": standings_facts(contest),
        "bracket": bracket_facts(contest),
        "groups": group_facts(contest),
    }


def _names(contest: Contest) -> dict[int, str]:
    return {entrant.number: entrant.name for entrant in contest.entrants}


def _dates(contest: Contest) -> dict[int, date]:
    """Return the date of each round: that of the first of its games that began."""
    dates: dict[int, date] = {}
    for each in contest.rounds:
        starts = [
            contest.played[pairing.number].game.started
            for pairing in each.pairings
            if pairing.number in contest.played
        ]
        if starts:
            dates[each.number] = min(starts).date()
    return dates
