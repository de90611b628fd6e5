"""A contest and its games as JSON; ``docs/contest.schema.json`` is the schema of both. Pure.

Programs of other people read these files: a field keeps its name and its meaning within a format.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from board_core.files.extras import extra
from board_core.game.player import Score
from board_core.game.sides import Color
from board_core.game.words import Words
from board_core.record import PlayedGame, PlayedMove

from .field import Pairing
from .state import Contest, Result
from .state import Request as MadeDecision

with extra("contest"):
    from pydantic import BaseModel, ConfigDict, Field

ENGLISH = Words("en")

ResultText = Literal["1-0", "0-1", "1/2-1/2", "0-0"]
Side = Literal["white", "black"]


class JsonFacts(BaseModel):
    """One object of the files."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ScoringFacts(JsonFacts):
    """The points that a result of one game gives to an entrant."""

    win: float
    draw: float
    loss: float
    bye: float


class EntrantFacts(JsonFacts):
    """An entrant of the contest, with the files of its present version."""

    number: int = Field(description="from 1, in the order of contest.toml: the starting rank")
    name: str
    author: str
    player: str = Field(description="as for board play; files are in the package")
    package: str | None = Field(description="SHA-256 of the submission; null: it has no files")
    files: dict[str, str] = Field(description="the SHA-256 of each file")
    rating: int | None = Field(description="the strength that the organiser knows")
    withdrawn: bool


class RoundFacts(JsonFacts):
    """A round that was paired: its games and byes."""

    number: int
    games: list[int] = Field(description="their numbers")
    byes: list[int] = Field(description="entrants without an opponent")
    relaxed: bool = Field(description="paired without the rules for colours")


class CountsFacts(JsonFacts):
    """The way a game counts, after rulings and withdrawals."""

    result: ResultText
    forfeit: bool = Field(description="not played: ratings and some tie-breaks ignore it")
    because: Literal["game", "ruling", "withdrawal"]


class EndFacts(JsonFacts):
    """The end of a game at the board."""

    result: str = Field(description="1-0, 0-1, 1/2-1/2 or *: nobody won, drew or lost")
    reason: str = Field(description="the code of the reason, such as checkmate or time")
    detail: str
    why: str = Field(description="an English sentence")
    fault: Side | None = Field(description="the side whose program failed")
    started: str = Field(description="ISO 8601")
    seconds: float
    plies: int
    attempts: int = Field(description="more than 1 after failures of the machine")


class PairingFacts(JsonFacts):
    """A game of the contest, without its moves: those are in the game's own file."""

    number: int = Field(description="from 1 through the whole contest")
    round: int
    white: int = Field(description="the number of an entrant")
    black: int
    setup: str | None = Field(description="the first position; null: the standard one")
    opening: list[str] = Field(description="moves that were given")
    counts: CountsFacts | None = Field(description="null: not over")
    played: EndFacts | None = Field(description="null: not played")
    facts: str | None = Field(description="the name of the file with the moves")


class RequestedByeFacts(JsonFacts):
    """A round that an entrant misses on request, also before a late entry."""

    entrant: int
    round: int
    points: float


class RulingFacts(JsonFacts):
    """A ruling of the organiser; of several on one game the last one counts."""

    game: int
    result: ResultText | None = Field(description="null: the game's own result counts again")
    author: str
    reason: str
    at: str


class WithdrawalFacts(JsonFacts):
    entrant: int
    author: str
    reason: str
    at: str


class DecisionFacts(JsonFacts):
    """A decision of the organiser."""

    kind: str = Field(description="as in the journal: ruled, cancelled, withdrawn, added, ...")
    what: str = Field(description="in English")
    author: str
    reason: str
    at: str


class StandingFacts(JsonFacts):
    """A line of the standings."""

    rank: int
    name: str
    number: int
    points: float
    tie_breaks: dict[str, float | None] = Field(description="by their names in contest.toml")
    lot: int = Field(description="drawn by the seed; the smaller one is ahead")
    games: int
    withdrawn: bool
    elo: float | None
    elo_error: float | None = Field(description="half of the 95 % interval")


class TieFacts(JsonFacts):
    """Two entrants of a knockout, of whom one goes on."""

    upper: int | None = Field(description="the number of an entrant; null: not known yet")
    lower: int | None = Field(description="null: not known yet, or nobody")
    points: tuple[float, float]
    games: list[int] = Field(description="their numbers")
    winner: int | None = Field(description="null: not known yet")
    by_lot: bool


class GroupRowFacts(JsonFacts):
    """A line of the table of a group."""

    number: int
    rank: int
    points: float


class ContestFacts(JsonFacts):
    """The file contest.json: everything of a contest but the moves."""

    version: Literal[1] = 1
    name: str
    seed: int
    game: str
    format: str = Field(description="as in contest.toml")
    fixed_pairings: bool = Field(description="pairings do not depend on results")
    clock: str = Field(description="of each side, as in PGN: 600+5")
    scoring: ScoringFacts
    tie_breaks: list[str] = Field(description="what ranks equal points, in this order; then lots")
    began: str | None
    ended: str | None = Field(description="null: it goes on")
    why_ended: str
    entrants: list[EntrantFacts]
    rounds: list[RoundFacts]
    games: list[PairingFacts]
    games_per_pairing: int = Field(description="of two opponents in a round; byes count so often")
    requested_byes: list[RequestedByeFacts]
    forbidden_pairs: list[list[int]] = Field(description="two entrants each")
    rulings: list[RulingFacts]
    withdrawals: list[WithdrawalFacts] = Field(description="those in force")
    decisions: list[DecisionFacts] = Field(description="of the organiser, in order")
    standings: list[StandingFacts]
    bracket: list[list[TieFacts]] = Field(description="of a knockout: the ties of each stage")
    groups: list[list[GroupRowFacts]] = Field(description="of a group stage: each group's table")


class MoveFacts(JsonFacts):
    """A move of a game, with its time and the player's own score."""

    side: Side
    move: str = Field(description="as in the journal: e2e4")
    notation: str = Field(description="as people write it")
    seconds: float | None = Field(description="used; null: a given move")
    left: float | None = Field(description="on the clock after it; null: no clock")
    cp: int | None = Field(description="the player's own score in centipawns, from its view")
    mate: int | None = Field(description="moves to mate; negative: it is mated")
    depth: int | None


class GameFileFacts(JsonFacts):
    """A file game0001.facts.json: one game with its moves."""

    version: Literal[1] = 1
    contest: str
    game: PairingFacts
    white: str
    black: str
    clocks: dict[Side, str]
    moves: list[MoveFacts]


class ContestFiles(JsonFacts):
    """The two kinds of files, for one schema."""

    contest: ContestFacts
    game: GameFileFacts


def facts_file(number: int) -> str:
    """Return the name of the file with the moves of a game."""
    return f"game{number:04}.facts.json"


def standings_facts(contest: Contest) -> list[StandingFacts]:
    rated = {rating.number: rating for rating in contest.ratings}
    order = [each.value for each in contest.tie_breaks]
    rows = []
    for standing in contest.table:
        rating = rated.get(standing.number)
        rows.append(
            StandingFacts(
                rank=standing.rank,
                name=contest.entrant(standing.number).name,
                number=standing.number,
                points=standing.points,
                tie_breaks=dict(zip(order, standing.figures, strict=True)),
                lot=standing.lot,
                games=standing.games,
                withdrawn=standing.number in contest.withdrawn,
                elo=round(rating.elo, 2) if rating else None,
                elo_error=round(rating.error, 2) if rating else None,
            )
        )
    return rows


def bracket_facts(contest: Contest) -> list[list[TieFacts]]:
    return [
        [
            TieFacts(
                upper=tie.upper,
                lower=tie.lower,
                points=tie.points(contest.field),
                games=[game.number for game in tie.games],
                winner=tie.winner,
                by_lot=tie.by_lot,
            )
            for tie in stage
        ]
        for stage in contest.bracket
    ]


def group_facts(contest: Contest) -> list[list[GroupRowFacts]]:
    return [
        [GroupRowFacts(number=row.number, rank=row.rank, points=row.points) for row in table]
        for table in contest.group_tables
    ]


def contest_facts(contest: Contest) -> ContestFacts:
    """Return everything of a contest but the moves, which cost a replay of every game."""
    plan, field = contest.plan, contest.field
    return ContestFacts(
        name=plan.name,
        seed=plan.seed,
        game=plan.game,
        format=plan.format,
        fixed_pairings=plan.pairing_format.fixed_pairings,
        clock=plan.clock.control.notation,
        scoring=ScoringFacts(**plan.scoring.model_dump()),
        tie_breaks=[each.value for each in plan.tie_breaks],
        began=contest.began.isoformat() if contest.began else None,
        ended=contest.ended.isoformat() if contest.ended else None,
        why_ended=contest.why_ended,
        entrants=[_entrant(contest, number) for number in range(1, len(contest.entrants) + 1)],
        rounds=[
            RoundFacts(
                number=each.number,
                games=[pairing.number for pairing in each.pairings],
                byes=list(each.byes),
                relaxed=each.number in contest.relaxed,
            )
            for each in contest.rounds
        ],
        games=[_pairing(contest, pairing) for pairing in contest.pairings.values()],
        games_per_pairing=field.games_per_pairing,
        requested_byes=[
            RequestedByeFacts(
                entrant=number,
                round=round_number,
                points=field.scoring.missed(kind) * field.games_per_pairing,
            )
            for (number, round_number), kind in sorted(
                field.requested_byes.items(), key=lambda each: each[0]
            )
        ],
        forbidden_pairs=sorted(sorted(pair) for pair in field.forbidden),
        rulings=[
            RulingFacts(
                game=each.pairing,
                result=each.verdict and each.verdict.value,
                **_made(each),
            )
            for each in contest.rulings
        ],
        withdrawals=[
            WithdrawalFacts(entrant=each.entrant, **_made(each))
            for each in contest.withdrawals.values()
        ],
        decisions=[
            DecisionFacts(
                kind=each.event,
                what=each.text(contest, ENGLISH),
                **_made(each),
            )
            for each in contest.decisions
        ],
        standings=standings_facts(contest),
        bracket=bracket_facts(contest),
        groups=group_facts(contest),
    )


def _made(decision: MadeDecision) -> dict[str, str]:
    """Return who made a decision, why and when."""
    return {"author": decision.author, "reason": decision.reason, "at": decision.at.isoformat()}


def game_facts(contest: Contest, number: int) -> GameFileFacts:
    """Return a game that was played, with its moves."""
    game, names = contest.played[number].game, contest.names(contest.pairings[number])
    return GameFileFacts(
        contest=contest.plan.name,
        game=_pairing(contest, contest.pairings[number]),
        white=names.white,
        black=names.black,
        clocks=_clocks(game),
        moves=[_move(each) for each in game.moves],
    )


def _clocks(game: PlayedGame) -> dict[Side, str]:
    return {"white": game.controls.white.notation, "black": game.controls.black.notation}


def _entrant(contest: Contest, number: int) -> EntrantFacts:
    entrant, plan = contest.entrant(number), contest.plan.entrants
    return EntrantFacts(
        number=number,
        name=entrant.name,
        author=entrant.author,
        player=entrant.player,
        package=entrant.package,
        files=dict(entrant.files),
        rating=plan[number - 1].rating if number <= len(plan) else None,
        withdrawn=number in contest.withdrawn,
    )


def _pairing(contest: Contest, pairing: Pairing) -> PairingFacts:
    opening, result = contest.opening(pairing), contest.results.get(pairing.number)
    number = pairing.number
    return PairingFacts(
        number=number,
        round=pairing.round,
        white=pairing.white,
        black=pairing.black,
        setup=opening.setup,
        opening=list(opening.moves),
        counts=None if result is None else _counts(result),
        played=_end(contest, number) if number in contest.played else None,
        facts=facts_file(number) if number in contest.played else None,
    )


def _counts(result: Result) -> CountsFacts:
    because: Literal["game", "ruling", "withdrawal"] = "game"
    if result.ruling is not None:
        because = "ruling"
    elif result.withdrawal is not None:
        because = "withdrawal"
    return CountsFacts(result=result.verdict.value, forfeit=result.forfeit, because=because)


def _end(contest: Contest, number: int) -> EndFacts:
    played = contest.played[number]
    game = played.game
    failed = game.explanation is not None and game.outcome.winner is not None
    return EndFacts(
        result=game.result,
        reason=game.outcome.reason.value,
        detail=game.outcome.detail,
        why=ENGLISH.outcome(game.outcome, contest.shown_game(number).explanation),
        fault=_side(game.outcome.winner.other) if failed and game.outcome.winner else None,
        started=game.started.isoformat(),
        seconds=round(game.seconds, 3),
        plies=game.plies,
        attempts=played.attempts,
    )


def _move(played: PlayedMove) -> MoveFacts:
    score = played.score or Score()
    return MoveFacts(
        side=_side(played.color),
        move=played.move,
        notation=played.notation,
        seconds=played.elapsed,
        left=played.clock_left,
        cp=score.cp,
        mate=score.mate,
        depth=played.depth,
    )


def _side(color: Color) -> Side:
    return "white" if color is Color.WHITE else "black"


def schema() -> Mapping[str, object]:
    """Return the JSON schema (draft 2020-12) of both kinds of files."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **ContestFiles.model_json_schema(mode="serialization"),
    }
