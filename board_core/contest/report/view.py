"""The view of a contest's page: all of its facts, in one language. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import inf, tanh

from board_core.contest.cards import Card
from board_core.contest.confined import refused, weaker
from board_core.contest.field import Encounter, Entrant, Number, Pairing, PairingVerdict
from board_core.contest.standings import Standing
from board_core.contest.state import Contest, Request, StandingsRow
from board_core.contest.summary import (
    BracketTie,
    bracket_stages,
    comparison,
    group_tables,
    handicaps,
    model_lines,
    ranking_sentence,
    separations,
    tie_break_columns,
)
from board_core.fast_dataclass import dataclass
from board_core.game.clock import clock_face
from board_core.game.player import Score, score_text
from board_core.game.sides import Color, PerColor
from board_core.game.words import Words
from board_core.match.known_games import hosted
from board_core.text.languages import N_
from board_core.text.sentence import Clauses, Sentence

from .games import (
    FailureView,
    GameLine,
    LatestLoss,
    RoundView,
    confined_text,
    failure_of,
    game_line,
    guilty,
    latest_loss,
    listed,
    round_view,
)
from .pictures import (
    DrawnBoard,
    LossReason,
    PointsPicture,
    StrengthPicture,
    beside_text,
    board_of,
    loss_reasons,
    points_picture,
    score_height,
    strength_pictures,
)
from .running import Running

SINGLE_RESULTS = 4
"""Results against one opponent up to which each is shown; more are added up."""


@dataclass(frozen=True, slots=True)
class ResultMark:
    """One result in the table."""

    sign: str
    kind: str  # win draw loss bye open
    rank: str = ""  # of the opponent
    pairing: int | None = None
    color: str = ""  # white black
    title: str = ""


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The results of each row of the standings, with the heads of their columns."""

    heads: tuple[str, ...]
    rows: tuple[tuple[tuple[ResultMark, ...] | None, ...], ...]  # None: against oneself


def crosstable(contest: Contest, table: Sequence[Standing], words: Words) -> Crosstable:
    """Return the crosstable in the order of the standings, as the format arranges it."""
    encounters = contest.field.encounters()
    ranks = {standing.number: standing.rank for standing in table}
    by_opponent = contest.plan.pairing_format.page_by_opponent
    if by_opponent:
        heads = tuple(str(standing.rank) for standing in table)
    else:
        heads = tuple(str(each.number) for each in contest.rounds)

    def cells(number: Number) -> tuple[tuple[ResultMark, ...] | None, ...]:
        mine = encounters[number]
        if by_opponent:
            return tuple(
                None if each.number == number else _against(contest, mine, each.number, words)
                for each in table
            )
        rounds: dict[int, list[ResultMark]] = {each.number: [] for each in contest.rounds}
        for encounter in mine:
            rounds[encounter.round].append(_mark(contest, encounter, ranks, words))
        return tuple(map(tuple, rounds.values()))

    return Crosstable(heads, tuple(cells(standing.number) for standing in table))


def _against(
    contest: Contest, mine: Sequence[Encounter], opponent: Number, words: Words
) -> tuple[ResultMark, ...]:
    met = [each for each in mine if each.opponent == opponent]
    if len(met) <= SINGLE_RESULTS:
        return tuple(_mark(contest, each, {}, words) for each in met)
    counted = [each.points for each in met if each.points is not None]
    text = f"{points_text(sum(counted))} / {len(counted)}"
    return (ResultMark(text, "open"),)


def _mark(
    contest: Contest, encounter: Encounter, ranks: Mapping[Number, int], words: Words
) -> ResultMark:
    _ = words.text
    if encounter.requested:
        title = _("not paired in this round: {points}", points=points_text(encounter.points or 0.0))
        return ResultMark("½" if encounter.points else "0", "bye", title=title)
    if encounter.opponent is None:
        return ResultMark(_("bye"), "bye", title=_("a bye: no opponent"))
    color = encounter.color.value if encounter.color else ""
    rank = str(ranks.get(encounter.opponent, ""))
    name = contest.entrant(encounter.opponent).name
    number = encounter.pairing if encounter.pairing in contest.played else None
    if encounter.verdict is None or encounter.color is None:
        return ResultMark("·", "open", rank, number, color, name)
    if encounter.verdict is PairingVerdict.DRAW:
        kind, sign = "draw", "½"
    elif encounter.verdict.winner is encounter.color:
        kind, sign = "win", "+" if encounter.forfeit else "1"
    else:
        kind, sign = "loss", "−" if encounter.forfeit else "0"
    return ResultMark(sign, kind, rank, number, color, name)


def points_text(points: float) -> str:
    return f"{points:g}"


OPENING_PLIES = 10
"""Moves of both sides before which a game is not worth the projector."""


@dataclass(frozen=True, slots=True)
class RunningSide:
    """One side of a running game."""

    entrant: Entrant
    clock: str
    left: float | None  # seconds, for a page that counts on; None: no clock
    running: bool
    delay: float = 0.0  # seconds of it that have yet to pass
    period: float = 0.0  # of byo-yomi: the seconds of one,
    periods: int = 0  # how many there are with the one that runs,
    later: int = 0  # and how many after it
    beside: str = ""  # the text beside the board for this side
    score: str = ""  # the program's own, from White's view
    low: float = 0.0  # seconds below which its time is low


@dataclass(frozen=True, slots=True)
class RunningBoard:
    pairing: Pairing
    board: DrawnBoard
    white: RunningSide
    black: RunningSide
    moves: int
    points: PerColor[str]
    share: float | None  # of the board's height that is Black's, by the scores, in percent


def running_board(
    contest: Contest, game: Running, words: Words, now: float | None = None
) -> RunningBoard:
    pairing = contest.pairings[game.pairing]
    ranked = contest.plan.pairing_format.ranks_by_rating
    points = {} if ranked else {each.number: points_text(each.points) for each in contest.table}
    heights = [score_height(said, c) for c in Color if (said := game.scores[c]) is not None]
    return RunningBoard(
        pairing,
        board_of(contest.rules, game.position, game.last),
        side_of(game, Color.WHITE, contest.entrant(pairing.white), words, now),
        side_of(game, Color.BLACK, contest.entrant(pairing.black), words, now),
        (game.plies + 1) // 2,
        PerColor(points.get(pairing.white, ""), points.get(pairing.black, "")),
        round(sum(heights) / len(heights), 1) if heights else None,
    )


def side_of(
    game: Running, color: Color, entrant: Entrant, words: Words, now: float | None
) -> RunningSide:
    clock, control, score = game.clock, game.clock.control[color], game.scores[color]
    rules = game.game.rules
    at = clock.since if now is None else max(now, clock.since)
    left, periods = clock.remaining_at(color, at), clock.periods_left(color, at)
    return RunningSide(
        entrant,
        clock_face(clock, color, at),
        None if left == inf else round(left, 1),
        game.position.to_move is color,
        round(clock.delayed(color, at), 1),
        control.byoyomi,
        periods,
        periods - 1 if periods else control.periods,
        beside_text(rules, hosted(rules).look.beside(game.position, color), words),
        "" if score is None else score_text(score, color),
        control.low_from,
    )


def tightest(games: Sequence[Running]) -> Running | None:
    """Return the game that is hardest to call, by the scores of both programs; None for none.

    Of equal ones, as where programs report no scores, it is that with the least time left to a
    side. Games that have only begun stand back: they are all even.
    """

    def rank(game: Running) -> tuple[bool, float, float, int]:
        left = game.clock.remaining
        said = [_share(game.scores[color], color) for color in Color]
        known = [share for share in said if share is not None]
        lead = abs(sum(known) / len(known)) if known else 1.0
        return game.plies < OPENING_PLIES, round(lead, 1), min(left.white, left.black), game.pairing

    return min(games, key=rank, default=None)


def _share(score: Score | None, color: Color) -> float | None:
    """Return a score from -1, White is lost, to 1."""
    if score is None:
        return None
    sign = 1 if color is Color.WHITE else -1
    if score.mate is not None:
        return float(-sign if score.mate < 0 else sign)  # 0: it mated by its last move
    return sign * tanh((score.cp or 0) / 400)


OFF_TURN_TEXTS = {
    "freeze": N_("programs stand still"),
    "watch": N_("programs may compute as long as this costs the opponent nothing"),
    "allow": N_("programs may think"),
    "play": N_("programs may think, and engines are asked to"),
}


@dataclass(frozen=True, slots=True)
class RatingRow:
    entrant: Entrant
    elo: str
    error: str
    games: int
    low: float  # of the error bar, 0 to 100 along the line of all of them
    width: float
    middle: float
    by_round: StrengthPicture | None


@dataclass(frozen=True, slots=True)
class EntrantView:
    """An entrant in the list of all."""

    entrant: Entrant
    card: Card | None
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game in the list of an entrant."""

    line: GameLine
    color: Color
    lost: bool
    failure: FailureView | None  # by which it was lost; None for none, or if only its author knows


@dataclass(frozen=True, slots=True)
class EntrantPage:
    """The page of an entrant: who it is, and all its games."""

    contest: str
    row: StandingsRow
    figures: tuple[tuple[str, str], ...]  # labels and texts
    games: tuple[OwnGame, ...]  # the last one first
    card: Card | None  # the check of its program,
    public: bool  # whose findings everybody may read
    over: bool  # the contest


def entrant_page(contest: Contest, view: ContestView, number: Number, words: Words) -> EntrantPage:
    """Return the page of an entrant; ``view`` is the contest's own page."""
    _ = words.text
    row = next(each for each in view.standings if each.entrant.number == number)
    running = {each.pairing.number for each in view.running}
    games = [
        _own_game(contest, pairing, number, words, running)
        for pairing in contest.pairings.values()
        if pairing.has(number)
    ]
    times = [
        move.elapsed
        for each in games
        if (played := contest.played.get(each.line.number)) is not None
        for move in played.game.moves
        if move.color is each.color and move.elapsed is not None
    ]
    place = _("{place} of {count}", place=row.standing.rank, count=len(view.standings))
    points, rating = points_text(row.standing.points), view.ratings.get(number)
    figures = (
        (_("Place"), place),
        (_("Points"), "" if view.by_rating else points),
        ("Elo", f"{rating.elo} {rating.error}" if rating is not None else ""),
        (_("Games"), str(row.standing.games)),
        (_("Time per move"), words.span(round(sum(times) / len(times), 2)) if times else ""),
    )
    return EntrantPage(
        contest.plan.name,
        row,
        tuple((label, text) for label, text in figures if text),
        tuple(reversed(games)),
        contest.checks.get(number),
        contest.plan.page.logs == "public",
        view.over,
    )


def _own_game(
    contest: Contest, pairing: Pairing, number: Number, words: Words, running: set[int]
) -> OwnGame:
    color, line = pairing.color(number), game_line(contest, pairing, words, running)
    failed = guilty(contest, pairing.number) == number
    found = contest.shown_game(pairing.number).explanation if failed else None
    failure = None if found is None else failure_of(found, words)
    return OwnGame(line, color, line.winner is color.other, failure)


@dataclass(frozen=True, slots=True)
class Progress:
    played: int
    total: int
    left: str  # time, in words; empty: not known

    @property
    def share(self) -> str:
        return f"{100 * self.played / self.total:.0f} %" if self.total else ""


@dataclass(frozen=True, slots=True)
class ContestView:
    """The facts of the whole page."""

    name: str
    state: str
    over: bool
    facts: tuple[tuple[str, str], ...]  # a label and a text each
    progress: Progress
    tie_breaks: tuple[tuple[str, str], ...]  # the heading and the meaning of each column
    ranked_by: str
    separations: tuple[str, ...]  # what puts one entrant before the next, whose points are equal
    by_rating: bool  # ratings rank, and stand in the standings
    standings: tuple[StandingsRow, ...]
    bracket: Mapping[str, tuple[BracketTie, ...]]  # by the titles of the stages
    groups: Mapping[str, tuple[StandingsRow, ...]]  # by the titles of the groups
    table: Crosstable
    rounds: tuple[RoundView, ...]  # the last one first
    left_out: int  # games of earlier rounds that are not listed
    record: str  # the file with the moves of all games; empty: there is none
    decisions: tuple[tuple[Request, str], ...]  # in the order in which they were made, with words
    running: tuple[RunningBoard, ...]
    latest: LatestLoss | None
    ratings: Mapping[Number, RatingRow]  # the strongest first, without those that have no game
    points: PointsPicture | None
    losses: tuple[LossReason, ...]
    entrants: tuple[EntrantView, ...]
    notices: tuple[str, ...]  # warnings about machines with less confinement


def contest_view(
    contest: Contest,
    words: Words,
    running: Sequence[Running] = (),
    now: float | None = None,
    record: str = "",
    weaker_here: Sequence[Sentence] = (),
) -> ContestView:
    """Return the view of a contest.

    ``now`` is the time of the system's clock, for the clocks of running games; None shows them as
    they were after the last move. ``weaker_here`` are warnings about the organiser's machine.
    """
    table = contest.table
    shown = listed(contest.rounds)
    going_on = {game.pairing for game in running}
    return ContestView(
        contest.plan.name,
        _state(contest, words),
        contest.ended is not None,
        _facts(contest, words),
        _progress(contest, words),
        tie_break_columns(contest.tie_breaks, words),
        ranking_sentence(contest, words),
        separations(contest, words),
        contest.plan.pairing_format.ranks_by_rating,
        contest.rows,
        bracket_stages(contest, words),
        group_tables(contest, words),
        crosstable(contest, table, words),
        tuple(round_view(contest, each, going_on, words) for each in shown),
        len(contest.pairings) - sum(len(each.pairings) for each in shown),
        record,
        tuple((each, each.text(contest, words)) for each in contest.decisions),
        tuple(running_board(contest, game, words, now) for game in running),
        latest_loss(contest, words),
        _ratings(contest),
        points_picture(contest),
        loss_reasons(contest, words),
        tuple(_entrant(contest, entrant) for entrant in contest.entrants),
        tuple(words.sentence(each) for each in (*weaker_here, *_of_machines(contest))),
    )


def _of_machines(contest: Contest) -> Iterator[Sentence]:
    plan = contest.plan.sandbox
    for name, keeps in contest.machines.items():
        said = refused(name, keeps, plan.mode, plan.allow_root) or weaker(name, keeps, plan.mode)
        if said is not None:
            yield said


def _ran(contest: Contest, words: Words) -> str:
    """Return the confinement of strangers' programs, with the numbers of games if it varies."""
    _ = words.text
    counted = Counter(each.confined for each in contest.played.values() if each.confined)
    if len(counted) == 1:
        return confined_text(next(iter(counted)), words)
    return words.listed(
        Clauses(
            _(
                "{what} ({games})",
                what=confined_text(confined, words),
                games=words.plural("{count} game", "{count} games", games),
            )
            for confined, games in counted.most_common()
        )
    )


def _state(contest: Contest, words: Words) -> str:
    _ = words.text
    plan, paired = contest.plan, len(contest.rounds)
    planned = plan.scheme.planned_rounds(contest.field)
    if contest.ended is not None:
        return _("Final standings")
    if not paired:
        return _("Not paired yet")
    if contest.field.complete:
        if planned:
            return _("After round {round} of {rounds}", round=paired, rounds=planned)
        return _("After round {round}", round=paired)
    if planned:
        return _("Round {round} of {rounds}", round=paired, rounds=planned)
    return _("Round {round}", round=paired)


def _facts(contest: Contest, words: Words) -> tuple[tuple[str, str], ...]:
    plan = contest.plan
    _ = words.text
    scoring = "{win:g} / {draw:g} / {loss:g}".format(**plan.scoring.model_dump())
    began = contest.began.strftime("%Y-%m-%d %H:%M") if contest.began else ""
    facts = (
        (_("Format"), _(plan.pairing_format.title)),
        (_("Game"), plan.game),
        (_("SHA-256 of the game's file"), plan.game_file.sha256 if plan.game_file else ""),
        (_("Time for each side"), words.control(plan.clock.control)),
        *((_("Time and limits of {name}", name=name), own) for name, own in handicaps(plan, words)),
        (_("While it is not their turn"), _(OFF_TURN_TEXTS[plan.ponder])),
        (_("Between two games"), "" if plan.restart == "always" else _("programs may play on")),
        (_("Win / draw / loss"), scoring),
        (_("Entrants"), str(len(contest.entrants))),
        (_("Seed"), str(plan.seed)),
        (_("Programs ran"), _ran(contest, words)),
        (_("Begun"), began),
        (_("Ended"), contest.ended.strftime("%Y-%m-%d %H:%M") if contest.ended else ""),
        (_("Why it ended"), contest.why_ended),
        *((_("Comparison"), words.sentence(each)) for each in comparison(contest)),
        *model_lines(contest, words),
    )
    return tuple((label, text) for label, text in facts if text)


def total_games(contest: Contest) -> int:
    """Return how many games the contest will have when it ends, as far as its format knows."""
    paired = len(contest.pairings)
    if contest.ended is not None:
        return paired
    plan = contest.plan
    return max(paired, plan.scheme.planned_games(contest.field))


def _progress(contest: Contest, words: Words) -> Progress:
    done, total = len(contest.results), total_games(contest)
    if contest.pause is not None and done < total:
        return Progress(done, total, words.text(N_("The contest is paused")))
    seconds = seconds_left(contest, total - done)
    return Progress(done, total, "" if seconds is None else _about(seconds, words))


def seconds_left(contest: Contest, games: int) -> float | None:
    """Return the seconds that more games will take, by those played so far; None: unknown."""
    spans = [each.game.seconds for each in contest.played.values()]
    at_once = contest.plan.concurrency
    if not spans or games <= 0 or contest.ended is not None or not at_once:
        return None
    return games * (sum(spans) / len(spans)) / at_once


def _about(seconds: float, words: Words) -> str:
    _ = words.text
    minutes = seconds / 60
    if minutes < 1:
        return _("less than a minute left")
    if minutes < 90:
        return words.plural(
            "about {count} minute left", "about {count} minutes left", round(minutes)
        )
    return _("about {hours} hours left", hours=f"{minutes / 60:.1f}")


def _ratings(contest: Contest) -> dict[Number, RatingRow]:
    found = [each for each in contest.ratings if each.games]
    if not found:
        return {}
    by_round = strength_pictures(contest)
    low = min(each.elo - each.error for each in found)
    span = (max(each.elo + each.error for each in found) - low) or 1.0
    return {
        each.number: RatingRow(
            contest.entrant(each.number),
            f"{round(each.elo):+d}",
            f"± {each.error:.0f}",
            each.games,
            round(100 * (each.elo - each.error - low) / span, 2),
            round(200 * each.error / span, 2),
            round(100 * (each.elo - low) / span, 2),
            by_round.get(each.number),
        )
        for each in found
    }


def _entrant(contest: Contest, entrant: Entrant) -> EntrantView:
    card = contest.checks.get(entrant.number)
    return EntrantView(entrant, card, entrant.number in contest.withdrawn)
