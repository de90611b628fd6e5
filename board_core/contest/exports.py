"""Files for other programs: the tournament report (TRF), the crosstable (CSV), standings."""

from __future__ import annotations

from datetime import date

from board_core.words import Words

from .crosstable_csv import to_csv
from .pairing.bracket import Tie
from .state import Contest
from .trf import Heading, to_trf

TRF_FILE = "tournament.trf"
CSV_FILE = "crosstable.csv"


def exports(contest: Contest, words: Words) -> dict[str, str]:
    """Return the texts of the files by their names: FIDE's report (TRF26), and the crosstable."""
    return {TRF_FILE: trf_text(contest), CSV_FILE: csv_text(contest, words)}


def trf_text(contest: Contest) -> str:
    plan = contest.plan
    heading = Heading(
        plan.name,
        time_control=plan.clock.control.notation,
        rounds=plan.pairing_format.planned_rounds(plan.format_settings, contest.field),
        dates=_dates(contest),
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


def standings_fields(contest: Contest) -> dict[str, object]:
    """Return the standings as ``docs/contests.md`` describes their JSON."""
    rated = {rating.number: rating for rating in contest.ratings}
    rows = []
    order = [each.value for each in contest.tie_breaks]
    for standing in contest.table:
        rating = rated.get(standing.number)
        rows.append(
            {
                "rank": standing.rank,
                "name": contest.entrant(standing.number).name,
                "number": standing.number,
                "points": standing.points,
                "tie_breaks": dict(zip(order, standing.figures, strict=True)),
                "lot": standing.lot,
                "games": standing.games,
                "withdrawn": standing.number in contest.withdrawn,
                "elo": rating and rating.elo,
                "elo_error": rating and rating.error,
            }
        )
    return {
        "name": contest.plan.name,
        "seed": contest.plan.seed,
        "rounds": len(contest.rounds),
        "games": len(contest.pairings),
        "finished": len(contest.results),
        "over": contest.ended is not None,
        "standings": rows,
        "bracket": [[_tie_fields(contest, tie) for tie in stage] for stage in contest.bracket],
        "groups": [
            [{"number": row.number, "rank": row.rank, "points": row.points} for row in table]
            for table in contest.group_tables
        ],
    }


def _tie_fields(contest: Contest, tie: Tie) -> dict[str, object]:
    return {
        "upper": tie.upper,
        "lower": tie.lower,
        "points": tie.points(contest.field),
        "games": [game.number for game in tie.games],
        "winner": tie.winner,
        "by_lot": tie.by_lot,
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
