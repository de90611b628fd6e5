"""A contest in words: how far it is, its bracket, its handicaps, the strengths of a match."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from math import inf

from board_core.fast_dataclass import dataclass
from board_core.game.words import Words
from board_core.match.elo import Counts, elo_of, superiority
from board_core.match.result import pairs_sentence, sprt_sentence
from board_core.text.harmless_text import visible
from board_core.text.languages import N_
from board_core.text.sentence import Listed, Sentence, say

from .field import Number, Pairing
from .pairing.scheme import Tie
from .pairs import prefixes
from .plan import Plan
from .plan_tables import EntrantPlan
from .state import Contest, Result


def handicaps(plan: Plan, words: Words) -> Iterator[tuple[str, str]]:
    """Yield the name and the limits of each entrant that has limits of its own."""
    for entrant in plan.entrants:
        if entrant.handicapped:
            yield entrant.name, words.listed(Listed(_limits(plan, entrant, words)))


def _limits(plan: Plan, entrant: EntrantPlan, words: Words) -> Iterator[str]:
    _ = words.text
    if entrant.clock is not None:
        control = plan.control_of(entrant)
        yield words.control(control)
        if control.depth is not None:
            yield _("at most {depth} plies deep", depth=control.depth)
        if control.nodes is not None:
            yield _("at most {nodes} positions a move", nodes=control.nodes)
    if entrant.memory is not None:
        yield (
            _("{memory} MiB of memory", memory=entrant.memory)
            if entrant.memory
            else _("unlimited memory")
        )
    if entrant.processes is not None:
        yield (
            _("at most {count} processes", count=entrant.processes)
            if entrant.processes
            else _("unlimited processes")
        )


PAIR_OUTCOMES = 5  # counts of pairs, and not of games


def comparison(contest: Contest) -> tuple[Sentence, ...]:
    """Return sentences that compare two entrants; none for formats with more.

    They give Elo with its 95 % interval, the likelihood of superiority (LOS) of the first entrant,
    the pairs of games by their points (pentanomial), and the state of the sequential test.
    """
    if not contest.plan.pairing_format.compares_two:
        return ()
    counts: Counts = next(iter(deque(prefixes(contest.field), maxlen=1)), ())
    elo = elo_of(counts)
    if elo is None:
        return ()
    first, second = (entrant.name for entrant in contest.entrants)
    told = [
        say(
            "Elo of {first} above {second}: {elo} ({low} to {high}, 95 %), likely to be the "
            "stronger one: {los} %",
            first=first,
            second=second,
            elo=_elo(elo.difference),
            low=_elo(elo.low),
            high=_elo(elo.high),
            los=f"{100 * superiority(counts):.1f}",
        )
    ]
    if len(counts) == PAIR_OUTCOMES:
        told.append(pairs_sentence(counts))
    return (*told, *_test(contest))


def _test(contest: Contest) -> tuple[Sentence, ...]:
    plan = contest.plan.sprt
    if plan is None:
        return ()
    return (sprt_sentence(plan.test, plan.test.run(prefixes(contest.field))),)


def _elo(points: float) -> str:
    if abs(points) == inf:
        return "+∞" if points > 0 else "-∞"
    return f"{points:+.0f}"


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One entrant of a tie, with its points; without a number: not known yet, or nobody."""

    number: Number | None
    name: str
    points: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class BracketTie:
    upper: BracketSide
    lower: BracketSide
    games: tuple[int, ...]  # numbers of the pairings
    by_lot: bool


@dataclass(frozen=True, slots=True)
class BracketStage:
    """All ties of a stage, in the order of the bracket; each two lead into one of the next."""

    title: str
    ties: tuple[BracketTie, ...]


@dataclass(frozen=True, slots=True)
class GroupRow:
    rank: int
    number: Number
    name: str
    points: str
    games: int


@dataclass(frozen=True, slots=True)
class GroupTable:
    title: str
    rows: tuple[GroupRow, ...]


def bracket_stages(contest: Contest, words: Words) -> tuple[BracketStage, ...]:
    """Return the stages of a knockout to its final; empty for other formats."""
    return tuple(
        BracketStage(_title(len(stage), words), tuple(_tie(contest, tie, words) for tie in stage))
        for stage in contest.bracket
    )


def group_tables(contest: Contest, words: Words) -> tuple[GroupTable, ...]:
    """Return the tables of a group stage; empty for other formats."""
    return tuple(
        GroupTable(
            words.text(N_("Group {group}"), group=place),
            tuple(
                GroupRow(
                    row.rank,
                    row.number,
                    contest.entrant(row.number).name,
                    f"{row.points:g}",
                    row.games,
                )
                for row in table
            ),
        )
        for place, table in enumerate(contest.group_tables, 1)
    )


def _title(ties: int, words: Words) -> str:
    _ = words.text
    match ties:
        case 1:
            return _("Final")
        case 2:
            return _("Semi-finals")
        case 4:
            return _("Quarter-finals")
        case _:
            return _("Last {entrants}", entrants=2 * ties)


def _tie(contest: Contest, tie: Tie, words: Words) -> BracketTie:
    points = tuple(f"{each:g}" for each in tie.points(contest.field)) if tie.games else ("", "")

    def side(number: Number | None, points: str) -> BracketSide:
        if number is None:
            return BracketSide(None, words.text("bye") if tie.bye else "")
        return BracketSide(number, contest.entrant(number).name, points, number == tie.winner)

    return BracketTie(
        side(tie.upper, points[0]),
        side(tie.lower, points[1]),
        tuple(game.number for game in tie.games),
        tie.by_lot,
    )


def heading(contest: Contest, words: Words) -> str:
    """Return the name of a contest and how far it is."""
    name, _ = visible(contest.plan.name), words.text
    if contest.ended is not None:
        return _("{name}: final standings", name=name)
    done, all_games = len(contest.results), len(contest.pairings)
    return _(
        "{name}: round {round}, {done} of {all} games",
        name=name,
        round=len(contest.rounds),
        done=done,
        all=all_games,
    )


def game_line(contest: Contest, pairing: Pairing, words: Words) -> str:
    """Return a line on one game: who plays, how it counts, and why."""
    names = contest.names(pairing)
    result = contest.results.get(pairing.number)
    counts = "*" if result is None else result.verdict.value
    line = f"  {pairing.number:>3}  {names.white} - {names.black}  {counts}"
    return f"{line}  {_why(contest, pairing, result, words)}".rstrip()


def _why(contest: Contest, pairing: Pairing, result: Result | None, words: Words) -> str:
    _ = words.text
    if result is None:
        return ""
    if result.ruling is not None:
        return _(
            "ruled by {author}: {reason}", author=result.ruling.author, reason=result.ruling.reason
        )
    if result.withdrawal is not None:
        return _("{name} has withdrawn", name=contest.entrant(result.withdrawal.entrant).name)
    game = contest.played[pairing.number].game
    assert game.outcome is not None
    return words.outcome(game.outcome, game.explanation)
