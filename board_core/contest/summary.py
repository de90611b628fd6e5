"""A contest in words: how far it is, what ranks, bracket, handicaps, cutechess's lines. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from board_core.fast_dataclass import dataclass
from board_core.game.words import Words
from board_core.games.hosted import elo_in
from board_core.match.accounts import ModelAccount, account_rows
from board_core.match.elo import Counts, superiority
from board_core.match.result import (
    MATCH_OVER,
    comparison_lines,
    elo_sentence,
    ending,
    finished_line,
    pairs_sentence,
    score_line,
    sprt_sentence,
    started_line,
)
from board_core.text.harmless_text import on_one_line, visible
from board_core.text.languages import N_
from board_core.text.sentence import Listed, Sentence, say

from .field import Encounter, Number, Pairing, PairingVerdict
from .pairing.scheme import Tie
from .plan import EntrantPlan, Plan
from .ratings import Rating, prefixes, ratings
from .standings import Standing, TieBreak
from .state import Contest, Result, StandingsRow


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
    first, second = (entrant.name for entrant in contest.entrants)
    if (elo := elo_sentence(first, second, counts)) is None:
        return ()
    los = f"{100 * superiority(counts):.1f}"
    sentences = [elo, say("likelihood that {one} is stronger: {los} %", one=first, los=los)]
    if len(counts) == PAIR_OUTCOMES:
        sentences.append(pairs_sentence(counts))
    return (*sentences, *_test(contest))


def model_accounts(contest: Contest) -> Iterator[tuple[Number, ModelAccount, Rating | None]]:
    """Yield the account of each language model, and its rating on the scale of our own levels.

    The mean of the levels' ratings is that of their strengths; without them there is no rating.
    """
    players = {entrant.number: entrant.player for entrant in contest.entrants}
    elos = {number: elo for number, text in players.items() if (elo := elo_in(text)) is not None}
    rated = {each.number: each for each in ratings(contest.field, among=elos)} if elos else {}
    mean = sum(elos.values()) / max(len(elos), 1)
    for number in players:
        games = ((contest.pairings[each], played) for each, played in contest.played.items())
        own = ((pair.color(number), played.game) for pair, played in games if pair.has(number))
        calls = [call for color, game in own for call in game.calls if call.color is color]
        if calls:
            account = ModelAccount().after(calls, contest.plan.models.prices or {})
            rating = rated.get(number)
            yield number, account, rating and replace(rating, elo=mean + rating.elo)


def model_lines(contest: Contest, words: Words) -> Iterator[tuple[str, str]]:
    """Yield the name of each language model, and what its calls came to."""
    for number, account, rating in model_accounts(contest):
        line = "; ".join(map(": ".join, account_rows([account], words)))
        if rating is not None and rating.games:
            line += f"; Elo {rating.elo:.0f} \N{PLUS-MINUS SIGN} {rating.error:.0f}"
        yield contest.entrant(number).name, line


def _test(contest: Contest) -> tuple[Sentence, ...]:
    plan = contest.plan.sprt
    if plan is None:
        return ()
    return (sprt_sentence(plan.test, plan.test.run(prefixes(contest.field))),)


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


def bracket_stages(contest: Contest, words: Words) -> dict[str, tuple[BracketTie, ...]]:
    """Return the stages of a knockout to its final, by their titles; empty for other formats.

    Ties are in the order of the bracket: each two lead into one of the next stage.
    """
    return {
        _title(len(stage), words): tuple(_tie(contest, tie, words) for tie in stage)
        for stage in contest.bracket
    }


def group_tables(contest: Contest, words: Words) -> dict[str, tuple[StandingsRow, ...]]:
    """Return the tables of a group stage by their titles; empty for other formats."""
    return {
        words.text(N_("Group {group}"), group=place): tuple(map(contest.row, table))
        for place, table in enumerate(contest.group_tables, 1)
    }


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
    """Return a line about one game: who plays, how it counts, and why."""
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


def tie_break_columns(order: Sequence[TieBreak], words: Words) -> tuple[tuple[str, str], ...]:
    """Return the heading of each tie-break's column, and what its figures are."""
    return tuple((words.text(each.heading), words.text(each.meaning)) for each in order)


def ranking_sentence(contest: Contest, words: Words) -> str:
    """Return a sentence on what ranks, in its order."""
    _ = words.text
    if contest.plan.pairing_format.ranks_by_rating:
        return _("Ranked by rating; a new version of a program starts from scratch.")
    criteria = [
        *([_("the stage of the knockout")] if contest.bracket else []),
        _("points"),
        *(_(each.heading) for each in contest.tie_breaks),
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
            tie_break=_(order[place].heading),
        )
    return _(
        "{first} is before {second} by {tie_break}: {more} to {less}.",
        **names,
        tie_break=_(order[place].heading),
        more=f"{figures[0]:g}",
        less=f"{figures[1]:g}",
    )


def cutechess_started(contest: Contest, pairing: Pairing, total: int) -> str:
    return started_line(pairing.number, total, contest.names(pairing))


def cutechess_finished(contest: Contest, pairing: Pairing) -> Iterator[str]:
    """Yield the result of a game and, of two entrants, their score; nothing before its end.

    The result is the one that counts, after rulings.
    """
    if (result := contest.results.get(pairing.number)) is None:
        return
    score = "*" if result.verdict is PairingVerdict.NEITHER else result.verdict.value
    why = _ending(contest, pairing)
    yield finished_line(pairing.number, contest.names(pairing), score, why)
    if contest.plan.pairing_format.compares_two:
        first, second = contest.entrants
        yield score_line(first.name, second.name, _counts_of_first(contest))


def cutechess_closing(contest: Contest) -> Iterator[str]:
    """Yield the comparison of two entrants, or the ranks of more of them, and the end."""
    if contest.plan.pairing_format.compares_two:
        plan = contest.plan.sprt
        sprt = None if plan is None else plan.test.run(prefixes(contest.field))
        yield from comparison_lines(_counts_of_first(contest), sprt)
    else:
        yield from _ranks(contest)
    if contest.ended is not None:
        yield MATCH_OVER


def _ending(contest: Contest, pairing: Pairing) -> str:
    result, played = contest.results[pairing.number], contest.played.get(pairing.number)
    if (ruling := result.ruling) is not None:
        return f"{result.verdict.value} by ruling of {ruling.author}: {ruling.reason}"
    return "No result: not played" if played is None else ending(played.game.outcome)


def _counts_of_first(contest: Contest) -> tuple[int, int, int]:
    return _counts(contest.field.encounters()[contest.entrants[0].number])


def _counts(encounters: list[Encounter]) -> tuple[int, int, int]:
    """Return how many games were lost, drawn and won."""
    drawn = sum(each.verdict is PairingVerdict.DRAW for each in encounters)
    decided = [each for each in encounters if each.verdict and each.verdict.winner]
    won = sum(each.verdict is not None and each.verdict.winner is each.color for each in decided)
    return len(decided) - won, drawn, won


def _ranks(contest: Contest) -> Iterator[str]:
    """Yield the table of ranks, by Elo as cutechess ranks; our own standings rank by points."""
    encounters = contest.field.encounters()
    yield f"{'Rank':>4} {'Name':<25} {'Elo':>7} {'+/-':>7} {'Games':>7} {'Score':>7} {'Draw':>7}"
    for rank, each in enumerate(contest.ratings, 1):
        lost, drawn, won = _counts(encounters[each.number])
        games = won + lost + drawn
        share = (won + drawn / 2) / games if games else 0.0
        draws = drawn / games if games else 0.0
        name = on_one_line(contest.entrant(each.number).name)
        yield (
            f"{rank:>4} {name:<25} {each.elo:>7.0f} {each.error:>7.0f} {games:>7} "
            f"{share:>7.1%} {draws:>7.1%}"
        )
