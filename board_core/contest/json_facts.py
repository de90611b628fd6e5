"""A contest and its games as JSON; ``docs/contest.schema.json`` is the schema of both. Pure.

Programs of other people read these files: a field keeps its name and its meaning within a format.
The schema says what each field holds, and the tests hold the files against it.
"""

from __future__ import annotations

from datetime import datetime
from operator import attrgetter

from board_core.game.words import Words
from board_core.record.files import both, notations
from board_core.text.codec import Fields, written

from .field import Pairing
from .state import Contest, Result
from .summary import model_accounts

JsonFields = dict[str, object]

ENGLISH = Words("en")

REAL = written(float)  # as numbers with a point, also whole ones
MADE = Fields("author reason at", at=written(datetime.isoformat))
SCORING = Fields("win draw loss bye")
ENTRANT = Fields("number name author player package files", files=written(dict))
ROUND = Fields(
    "number games=pairings byes", games=written(lambda games: [each.number for each in games])
)
GROUP_ROW = Fields("number rank points", points=REAL)
PAIRING = Fields("number round white black")
MOVE = Fields(
    "side=color move notation seconds=elapsed left=clock_left cp=score mate=score depth",
    seconds=REAL,
    left=REAL,
    cp=written(attrgetter("cp")),
    mate=written(attrgetter("mate")),
)


def facts_file(number: int) -> str:
    """Return the name of the file with the moves of a game."""
    return f"game{number:04}.facts.json"


def standings_facts(contest: Contest) -> list[JsonFields]:
    rated = {rating.number: rating for rating in contest.ratings}
    order = [each.value for each in contest.tie_breaks]
    rows = list[JsonFields]()
    for standing in contest.table:
        rating = rated.get(standing.number)
        rows.append(
            {
                "rank": standing.rank,
                "name": contest.entrant(standing.number).name,
                "number": standing.number,
                "points": float(standing.points),
                "tie_breaks": dict(zip(order, map(REAL.write, standing.figures), strict=True)),
                "lot": standing.lot,
                "games": standing.games,
                "withdrawn": standing.number in contest.withdrawn,
                "elo": round(rating.elo, 2) if rating else None,
                "elo_error": round(rating.error, 2) if rating else None,
            }
        )
    return rows


def bracket_facts(contest: Contest) -> list[list[JsonFields]]:
    return [
        [
            {
                "upper": tie.upper,
                "lower": tie.lower,
                "points": tie.points(contest.field),
                "games": [game.number for game in tie.games],
                "winner": tie.winner,
                "by_lot": tie.by_lot,
            }
            for tie in stage
        ]
        for stage in contest.bracket
    ]


def group_facts(contest: Contest) -> list[list[JsonFields]]:
    return [[GROUP_ROW.write(row) for row in table] for table in contest.group_tables]


def contest_facts(contest: Contest) -> JsonFields:
    """Return everything of a contest but the moves, which cost a replay of every game."""
    plan, field = contest.plan, contest.field
    return {
        "version": 1,
        "name": plan.name,
        "seed": plan.seed,
        "game": plan.game,
        "format": plan.format,
        "fixed_pairings": plan.pairing_format.fixed_pairings,
        "clock": plan.clock.control.notation,
        "scoring": SCORING.write(plan.scoring),
        "tie_breaks": [each.value for each in plan.tie_breaks],
        "began": contest.began.isoformat() if contest.began else None,
        "ended": contest.ended.isoformat() if contest.ended else None,
        "why_ended": contest.why_ended,
        "entrants": [_entrant(contest, number) for number in range(1, len(contest.entrants) + 1)],
        "rounds": [
            {**ROUND.write(each), "relaxed": each.number in contest.relaxed}
            for each in contest.rounds
        ],
        "games": [_pairing(contest, pairing) for pairing in contest.pairings.values()],
        "games_per_pairing": field.games_per_pairing,
        "requested_byes": [
            {
                "entrant": number,
                "round": round_number,
                "points": float(field.scoring.missed(kind) * field.games_per_pairing),
            }
            for (number, round_number), kind in sorted(
                field.requested_byes.items(), key=lambda each: each[0]
            )
        ],
        "forbidden_pairs": sorted(sorted(pair) for pair in field.forbidden),
        "rulings": [
            {
                "game": each.pairing,
                "result": each.verdict and each.verdict.value,
                **MADE.write(each),
            }
            for each in contest.rulings
        ],
        "withdrawals": [
            {"entrant": each.entrant, **MADE.write(each)} for each in contest.withdrawals.values()
        ],
        "decisions": [
            {"kind": each.event, "what": each.text(contest, ENGLISH), **MADE.write(each)}
            for each in contest.decisions
        ],
        "standings": standings_facts(contest),
        "bracket": bracket_facts(contest),
        "groups": group_facts(contest),
        "models": [
            {
                "number": number,
                **account.facts,
                "elo": rating and round(rating.elo, 2),
                "elo_error": rating and round(rating.error, 2),
            }
            for number, account, rating in model_accounts(contest)
        ],
    }


def game_facts(contest: Contest, number: int) -> JsonFields:
    """Return a game that was played, with its moves."""
    game, pairing = contest.played[number].game, contest.pairings[number]
    return {
        "version": 1,
        "contest": contest.plan.name,
        "game": _pairing(contest, pairing),
        **both(contest.names(pairing)),
        "clocks": notations(game.controls),
        "moves": [MOVE.write(each) for each in game.moves],
        "calls": [call.facts for call in game.calls],
    }


def _entrant(contest: Contest, number: int) -> JsonFields:
    plan = contest.plan.entrants
    return {
        **ENTRANT.write(contest.entrant(number)),
        "rating": plan[number - 1].rating if number <= len(plan) else None,
        "withdrawn": number in contest.withdrawn,
    }


def _pairing(contest: Contest, pairing: Pairing) -> JsonFields:
    number, opening = pairing.number, contest.opening(pairing)
    result, played = contest.results.get(number), number in contest.played
    return {
        **PAIRING.write(pairing),
        "setup": opening.setup,
        "opening": list(opening.moves),
        "counts": None if result is None else _counts(result),
        "played": _end(contest, number) if played else None,
        "facts": facts_file(number) if played else None,
    }


def _counts(result: Result) -> JsonFields:
    because = "game" if result.withdrawal is None else "withdrawal"
    return {
        "result": result.verdict.value,
        "forfeit": result.forfeit,
        "because": because if result.ruling is None else "ruling",
    }


def _end(contest: Contest, number: int) -> JsonFields:
    played = contest.played[number]
    game, shown = played.game, contest.shown_game(number)
    winner = game.outcome.winner
    return {
        "result": game.result,
        "reason": game.outcome.reason.value,
        "detail": shown.outcome.detail,
        "why": ENGLISH.outcome(shown.outcome, shown.explanation),
        "fault": winner.other.value if winner and game.explanation is not None else None,
        "started": game.started.isoformat(),
        "seconds": float(round(game.seconds, 3)),
        "plies": game.plies,
        "attempts": played.attempts,
    }
