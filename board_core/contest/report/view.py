"""A contest as its page shows it: complete, in one language, and ready to be drawn. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from board_core.clock import clock_face
from board_core.contest.cards import Card
from board_core.contest.comparison import comparison
from board_core.contest.confined import Confined, refused, weaker
from board_core.contest.field import Encounter, Fixture, Number, Round, Verdict
from board_core.contest.handicaps import handicaps
from board_core.contest.ratings import ratings
from board_core.contest.standings import Standing, standings
from board_core.contest.state import Contest, Entrant, Result, Ruling
from board_core.match.known_games import hosted
from board_core.rules import BLAMES_A_PLAYER
from board_core.sentence import Sentence
from board_core.sides import Color, PerColor
from board_core.words import N_, Words

from .boards import Board, beside_text, board_of
from .running import Running

FORMATS = {
    "swiss": N_("Swiss system"),
    "fide-swiss": N_("Swiss system (FIDE Dutch)"),
    "round-robin": N_("round robin"),
    "double-round-robin": N_("double round robin"),
    "gauntlet": N_("gauntlet"),
    "knockout": N_("knockout"),
    "match": N_("match"),
}

PONDER = {
    "freeze": N_("programs stand still"),
    "watch": N_("programs may do what takes no processor from the opponent"),
    "allow": N_("programs may think"),
}

EVERYBODY_MEETS = frozenset(("round-robin", "double-round-robin", "gauntlet", "match"))
"""Formats whose table has a column for each opponent; in others it has one for each round."""

RESULTS = {
    Verdict.WHITE: "1–0",
    Verdict.BLACK: "0–1",
    Verdict.DRAW: "½–½",
    Verdict.NEITHER: "0–0",
}

LISTED = 1000
"""More games than this would make the page too large to load."""

FEW = 4
"""So many results against one opponent are written one by one, more are added up."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standings."""

    standing: Standing
    entrant: Entrant
    withdrawn: bool
    leader: bool  # has won, or leads after some results


@dataclass(frozen=True, slots=True)
class Mark:
    """One result in the table."""

    sign: str
    kind: str  # win draw loss bye open
    rank: str = ""  # of the opponent
    fixture: int | None = None
    color: str = ""  # white black
    title: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    rank: int
    entrant: Entrant
    cells: tuple[tuple[Mark, ...] | None, ...]  # None: against oneself
    points: str


@dataclass(frozen=True, slots=True)
class Table:
    heads: tuple[str, ...]
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in the list of its round."""

    fixture: Fixture
    white: Entrant
    black: Entrant
    result: str  # empty: not known yet
    winner: Color | None
    why: str
    moves: int  # full moves
    kind: str  # played, running, open, forfeit
    fault: bool  # lost by a fault of the program
    ruled: bool
    confined: str = ""  # what it was played under, where that is not the same for all

    @property
    def number(self) -> int:
        return self.fixture.number


@dataclass(frozen=True, slots=True)
class RoundView:
    number: int
    games: tuple[GameLine, ...]
    byes: tuple[Entrant, ...]
    relaxed: bool
    done: int

    @property
    def finished(self) -> bool:
        return self.done == len(self.games)


@dataclass(frozen=True, slots=True)
class Decision:
    """What the organiser decided."""

    when: str
    what: str
    reason: str
    author: str


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a running game."""

    entrant: Entrant
    clock: str
    left: float | None  # seconds, for a page that counts on; None: no clock
    running: bool
    delay: float = 0.0  # seconds of it that have yet to pass
    period: float = 0.0  # of byo-yomi: the seconds of one,
    periods: int = 0  # how many there are with the one that runs,
    later: int = 0  # and how many after it
    beside: str = ""  # what stands beside the board on its account


@dataclass(frozen=True, slots=True)
class RunningBoard:
    fixture: Fixture
    board: Board
    white: Side
    black: Side
    moves: int


@dataclass(frozen=True, slots=True)
class RatingRow:
    entrant: Entrant
    elo: str
    error: str
    games: int
    low: float  # of the error bar, 0 to 100 along the line of all of them
    width: float
    middle: float


@dataclass(frozen=True, slots=True)
class EntrantView:
    entrant: Entrant
    card: Card | None
    withdrawn: bool


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
    """The whole page."""

    name: str
    state: str
    facts: tuple[tuple[str, str], ...]  # a label and a text each
    progress: Progress
    standings: tuple[Row, ...]
    table: Table
    rounds: tuple[RoundView, ...]  # the last one first
    left_out: int  # games of earlier rounds that are not listed
    record: str  # the file with the moves of all games; empty: there is none
    decisions: tuple[Decision, ...]
    running: tuple[RunningBoard, ...]
    ratings: tuple[RatingRow, ...]
    entrants: tuple[EntrantView, ...]
    notices: tuple[str, ...]  # what is weaker than it should be, of which machine


def contest_view(
    contest: Contest,
    words: Words,
    running: Sequence[Running] = (),
    now: float | None = None,
    record: str = "",
    weaker_here: Sequence[Sentence] = (),
) -> ContestView:
    """``now``: the system's clock, with which the clocks of running games are told; None: they
    stand as they were after the last move. ``weaker_here``: what the organiser's machine keeps
    less well than it should."""
    table = standings(contest.field, contest.plan.seed)
    listed = _listed(contest.rounds)
    going_on = {game.fixture for game in running}
    return ContestView(
        contest.plan.name,
        _state(contest, words),
        _facts(contest, words),
        _progress(contest, words),
        _rows(contest, table),
        _table(contest, table, words),
        tuple(_round(contest, each, going_on, words) for each in listed),
        len(contest.fixtures) - sum(len(each.fixtures) for each in listed),
        record,
        decisions(contest, words),
        tuple(running_board(contest, game, words, now) for game in running),
        _ratings(contest),
        tuple(_entrant(contest, entrant) for entrant in contest.entrants),
        tuple(words.sentence(each) for each in (*weaker_here, *_of_machines(contest))),
    )


def _of_machines(contest: Contest) -> Iterator[Sentence]:
    plan = contest.plan.sandbox
    for name, keeps in contest.machines.items():
        said = refused(name, keeps, plan.mode, plan.allow_root) or weaker(name, keeps, plan.mode)
        if said is not None:
            yield said


def confined_text(confined: Confined, words: Words) -> str:
    return ", ".join(words.sentence(part) for part in confined.told)


def _ran(contest: Contest, words: Words) -> str:
    """What programs of strangers ran under; with the number of games, if not all the same."""
    counted = Counter(each.confined for each in contest.played.values() if each.confined)
    if len(counted) == 1:
        return confined_text(next(iter(counted)), words)
    return "; ".join(
        f"{confined_text(confined, words)} ({words.plural('{count} game', '{count} games', games)})"
        for confined, games in counted.most_common()
    )


def _state(contest: Contest, words: Words) -> str:
    _ = words.text
    paired, planned = len(contest.rounds), _planned_rounds(contest)
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


def _planned_rounds(contest: Contest) -> int | None:
    """None: the format decides."""
    if contest.plan.format in ("swiss", "fide-swiss"):
        return max(contest.plan.rounds, len(contest.rounds))
    return None


def _facts(contest: Contest, words: Words) -> tuple[tuple[str, str], ...]:
    plan = contest.plan
    _ = words.text
    scoring = "{win:g} / {draw:g} / {loss:g}".format(**plan.scoring.model_dump())
    began = contest.began.strftime("%Y-%m-%d %H:%M") if contest.began else ""
    facts = (
        (_("Format"), _(FORMATS[plan.format])),
        (_("Game"), plan.game),
        (_("SHA-256 of the game's file"), plan.game_file.sha256 if plan.game_file else ""),
        (_("Time for each side"), words.control(plan.clock.control)),
        *((_("Time and limits of {name}", name=name), own) for name, own in handicaps(plan, words)),
        (_("While it is not their turn"), _(PONDER[plan.ponder])),
        (_("Win / draw / loss"), scoring),
        (_("Entrants"), str(len(contest.entrants))),
        (_("Seed"), str(plan.seed)),
        (_("Programs ran"), _ran(contest, words)),
        (_("Begun"), began),
        (_("Ended"), contest.ended.strftime("%Y-%m-%d %H:%M") if contest.ended else ""),
        (_("Why it ended"), contest.why_ended),
        *((_("Comparison"), words.sentence(told)) for told in comparison(contest)),
    )
    return tuple((label, text) for label, text in facts if text)


def total_games(contest: Contest) -> int:
    """How many games the contest will have come to, as far as can be told."""
    paired = len(contest.fixtures)
    if contest.ended is not None:
        return paired
    plan, n, active = contest.plan, len(contest.entrants), len(contest.field.active)
    match plan.format:
        case "swiss" | "fide-swiss":
            return paired + max(0, plan.rounds - len(contest.rounds)) * (active // 2)
        case "round-robin":
            planned = n * (n - 1) // 2
        case "double-round-robin":
            planned = n * (n - 1)
        case "gauntlet":
            planned = plan.heroes * (n - plan.heroes) * plan.games
        case "match":
            planned = plan.games
        case "knockout":
            planned = (n - 1) * plan.games
    return max(paired, planned)


def _progress(contest: Contest, words: Words) -> Progress:
    done, total = len(contest.results), total_games(contest)
    seconds = seconds_left(contest, total - done)
    return Progress(done, total, "" if seconds is None else _about(seconds, words))


def seconds_left(contest: Contest, games: int) -> float | None:
    """How long so many games more will take, by those that were played; None: who knows."""
    spans = [each.game.seconds for each in contest.played.values()]
    if not spans or games <= 0 or contest.ended is not None:
        return None
    return games * (sum(spans) / len(spans)) / contest.plan.concurrency


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


def _rows(contest: Contest, table: Sequence[Standing]) -> tuple[Row, ...]:
    return tuple(
        Row(
            standing,
            contest.entrant(standing.number),
            standing.number in contest.withdrawn,
            standing.rank == 1 and bool(contest.results),
        )
        for standing in table
    )


def points_text(points: float) -> str:
    return f"{points:g}"


# The crosstable


def _table(contest: Contest, table: Sequence[Standing], words: Words) -> Table:
    encounters = contest.field.encounters()
    ranks = {standing.number: standing.rank for standing in table}
    by_opponent = contest.plan.format in EVERYBODY_MEETS
    if by_opponent:
        heads = tuple(str(standing.rank) for standing in table)
    else:
        heads = tuple(str(each.number) for each in contest.rounds)

    def cells(number: Number) -> tuple[tuple[Mark, ...] | None, ...]:
        mine = encounters[number]
        if by_opponent:
            return tuple(
                None if each.number == number else _against(contest, mine, each.number, words)
                for each in table
            )
        rounds: dict[int, list[Mark]] = {each.number: [] for each in contest.rounds}
        for encounter in mine:
            rounds[encounter.round].append(_mark(contest, encounter, ranks, words))
        return tuple(map(tuple, rounds.values()))

    return Table(
        heads,
        tuple(
            TableRow(
                standing.rank,
                contest.entrant(standing.number),
                cells(standing.number),
                points_text(standing.points),
            )
            for standing in table
        ),
    )


def _against(
    contest: Contest, mine: Sequence[Encounter], opponent: Number, words: Words
) -> tuple[Mark, ...]:
    met = [each for each in mine if each.opponent == opponent]
    if len(met) <= FEW:
        return tuple(_mark(contest, each, {}, words) for each in met)
    counted = [each.points for each in met if each.points is not None]
    text = f"{points_text(sum(counted))} / {len(counted)}"
    return (Mark(text, "open"),)


def _mark(
    contest: Contest, encounter: Encounter, ranks: Mapping[Number, int], words: Words
) -> Mark:
    _ = words.text
    if encounter.opponent is None:
        return Mark(_("bye"), "bye", title=_("a bye: no opponent"))
    color = encounter.color.value if encounter.color else ""
    rank = str(ranks.get(encounter.opponent, ""))
    name = contest.entrant(encounter.opponent).name
    number = encounter.fixture if encounter.fixture in contest.played else None
    if encounter.verdict is None or encounter.color is None:
        return Mark("·", "open", rank, number, color, name)
    if encounter.verdict is Verdict.DRAW:
        kind, sign = "draw", "½"
    elif encounter.verdict.winner is encounter.color:
        kind, sign = "win", "+" if encounter.forfeit else "1"
    else:
        kind, sign = "loss", "−" if encounter.forfeit else "0"
    return Mark(sign, kind, rank, number, color, name)


# Rounds and games


def _listed(rounds: Sequence[Round]) -> tuple[Round, ...]:
    """The last rounds first; of a very long contest not all of them."""
    listed: list[Round] = []
    games = 0
    for each in reversed(rounds):
        games += len(each.fixtures)
        if listed and games > LISTED:
            break
        listed.append(each)
    return tuple(listed)


def _round(contest: Contest, each: Round, going_on: set[int], words: Words) -> RoundView:
    return RoundView(
        each.number,
        tuple(game_line(contest, fixture, words, going_on) for fixture in each.fixtures),
        tuple(map(contest.entrant, each.byes)),
        each.number in contest.relaxed,
        sum(fixture.number in contest.results for fixture in each.fixtures),
    )


def game_line(
    contest: Contest, fixture: Fixture, words: Words, going_on: set[int] | None = None
) -> GameLine:
    number = fixture.number
    result, played = contest.results.get(number), contest.played.get(number)
    if played is not None:
        kind = "played"
    elif going_on and number in going_on:
        kind = "running"
    else:
        kind = "open" if result is None else "forfeit"
    explained = played is not None and played.game.explanation is not None
    blamed = played is not None and played.game.outcome.reason in BLAMES_A_PLAYER
    return GameLine(
        fixture,
        contest.entrant(fixture.white),
        contest.entrant(fixture.black),
        RESULTS[result.verdict] if result else "",
        result.verdict.winner if result else None,
        why(contest, fixture, words),
        (played.game.plies + 1) // 2 if played else 0,
        kind,
        explained or blamed,
        result is not None and result.ruling is not None,
        _differs(contest, number, words),
    )


def _differs(contest: Contest, number: int, words: Words) -> str:
    played = contest.played.get(number)
    if played is None or played.confined is None or contest.confined_alike:
        return ""
    return confined_text(played.confined, words)


def why(contest: Contest, fixture: Fixture, words: Words) -> str:
    """The reason of a result, in words; empty without a result."""
    played, result = contest.played.get(fixture.number), contest.results.get(fixture.number)
    said = [] if result is None else _because(contest, result, words)
    if played is not None:
        said.insert(0, words.outcome(played.game.outcome, played.game.explanation))
    return "; ".join(said)


def _because(contest: Contest, result: Result, words: Words) -> list[str]:
    """What counts beside the game itself."""
    _ = words.text
    if result.ruling is not None:
        return [ruling_text(result.ruling, words)]
    if result.withdrawal is not None:
        name = contest.entrant(result.withdrawal.entrant).name
        return [_("not played: {name} has withdrawn", name=name)]
    return []


def ruling_text(ruling: Ruling, words: Words) -> str:
    _ = words.text
    facts = {"author": ruling.author, "reason": ruling.reason}
    if ruling.verdict is None:
        return _("{author} ruled that the game's own result counts: {reason}", **facts)
    score = RESULTS[ruling.verdict]
    return _("{author} ruled {result}: {reason}", result=score, **facts)


def decisions(contest: Contest, words: Words) -> tuple[Decision, ...]:
    """Rulings and withdrawals, in the order in which they were made."""
    _ = words.text
    made = []
    for ruling in contest.rulings:
        names = contest.names(contest.fixtures[ruling.fixture])
        facts = {"number": ruling.fixture, "white": names.white, "black": names.black}
        if ruling.verdict is None:
            what = _("Game {number} ({white} – {black}): its own result counts", **facts)
        else:
            what = _(
                "Game {number} ({white} – {black}) counts as {result}",
                result=RESULTS[ruling.verdict],
                **facts,
            )
        made.append((ruling.at, what, ruling.reason, ruling.author))
    for gone in contest.withdrawals:
        what = _("{name} withdraws", name=contest.entrant(gone.entrant).name)
        made.append((gone.at, what, gone.reason, gone.author))
    made.sort(key=lambda each: each[0])
    return tuple(Decision(f"{at:%Y-%m-%d %H:%M}", *rest) for at, *rest in made)


def guilty(contest: Contest, number: int) -> Number | None:
    """Whose fault decided a game: the entrant that the explanation is about."""
    played = contest.played.get(number)
    if played is None or played.game.explanation is None or played.game.outcome.winner is None:
        return None
    fixture = contest.fixtures[number]
    return fixture.black if played.game.outcome.winner is Color.WHITE else fixture.white


# Running games


def running_board(
    contest: Contest, game: Running, words: Words, now: float | None = None
) -> RunningBoard:
    fixture = contest.fixtures[game.fixture]
    return RunningBoard(
        fixture,
        board_of(contest.rules, game.position, game.last),
        side_of(game, Color.WHITE, contest.entrant(fixture.white), words, now),
        side_of(game, Color.BLACK, contest.entrant(fixture.black), words, now),
        (game.plies + 1) // 2,
    )


def side_of(game: Running, color: Color, entrant: Entrant, words: Words, now: float | None) -> Side:
    clock, control = game.clock, game.clock.control[color]
    rules = game.game.rules
    at = clock.since if now is None else max(now, clock.since)
    left, periods = clock.left(color, at), clock.periods_left(color, at)
    return Side(
        entrant,
        clock_face(clock, color, at),
        None if left == inf else round(left, 1),
        game.position.to_move is color,
        round(clock.delayed(color, at), 1),
        control.byoyomi,
        periods,
        periods - 1 if periods else control.periods,
        beside_text(rules, hosted(rules).look.beside(game.position, color), words),
    )


# Ratings and entrants


def _ratings(contest: Contest) -> tuple[RatingRow, ...]:
    found = [each for each in ratings(contest.field) if each.games]
    if not found:
        return ()
    low = min(each.elo - each.error for each in found)
    span = (max(each.elo + each.error for each in found) - low) or 1.0
    return tuple(
        RatingRow(
            contest.entrant(each.number),
            f"{round(each.elo):+d}",
            f"± {each.error:.0f}",
            each.games,
            round(100 * (each.elo - each.error - low) / span, 2),
            round(200 * each.error / span, 2),
            round(100 * (each.elo - low) / span, 2),
        )
        for each in found
    )


def _entrant(contest: Contest, entrant: Entrant) -> EntrantView:
    card = contest.checks.get(entrant.number)
    return EntrantView(entrant, card, entrant.number in contest.withdrawn)


def names_of(contest: Contest, fixture: Fixture) -> PerColor[Entrant]:
    return PerColor(contest.entrant(fixture.white), contest.entrant(fixture.black))
