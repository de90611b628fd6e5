"""The result of a match so far: the score, what it says about the two players, and its words.

The lines for programs are those of cutechess-cli 1.x, always in English; an ending that cutechess
does not know is worded as ours. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from math import comb, isinf

from board_core.fast_dataclass import dataclass
from board_core.game.refused_answers import COLOR_NAMES
from board_core.game.rules import BLAMES_A_PLAYER, Outcome, Reason
from board_core.game.sides import Color, PerColor
from board_core.game.words import Words
from board_core.games.hosted import elo_in
from board_core.record import PlayedGame
from board_core.text.findings import explained_on
from board_core.text.harmless_text import on_one_line, visible
from board_core.text.languages import N_
from board_core.text.sentence import Sentence, say

from .accounts import ModelAccount, Prices, account_rows
from .elo import (
    Counts,
    Decision,
    EloDifference,
    Sprt,
    SprtState,
    elo_of,
    normalized_elo,
    superiority,
)
from .known_games import HOSTED_GAMES
from .openings import Opening

NO_PAIRS = (0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class MatchPairing:
    """One game of a match before it is played."""

    number: int  # counts from 1
    first_color: Color  # of the match's first player
    seeds: PerColor[int | None]
    opening: Opening | None = None  # None: all games of the match begin alike


@dataclass(frozen=True, slots=True)
class MatchGame:
    """One game of a match that has ended in any way."""

    pairing: MatchPairing
    played: PlayedGame

    @property
    def number(self) -> int:
        """The number of the game in its match, from 1."""
        return self.pairing.number

    @property
    def loser(self) -> int | None:
        """Return 0 if the match's first player lost, 1 if its second did; else None."""
        winner = self.played.outcome.winner
        return None if winner is None else int(winner is self.pairing.first_color)

    @property
    def half_points(self) -> int | None:
        """Return the first player's half points, out of 2; None for a game without a result."""
        if not was_played(self.played.outcome):
            return None
        return {0: 0, 1: 2}.get(self.loser if self.loser is not None else -1, 1)


@dataclass(frozen=True, slots=True)
class Tally:
    """One player's wins, draws and losses."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    def after(self, outcome: Outcome, color: Color) -> Tally:
        """Return the tally with one more game, in which the player had this colour."""
        if not outcome.decided:
            return self
        if outcome.winner is None:
            return replace(self, draws=self.draws + 1)
        if outcome.winner is color:
            return replace(self, wins=self.wins + 1)
        return replace(self, losses=self.losses + 1)

    @property
    def reversed(self) -> Tally:
        return Tally(self.losses, self.draws, self.wins)


def was_played(outcome: Outcome | None) -> bool:
    """Return True if a game with this outcome was played; None means an unfinished game."""
    return outcome is not None and outcome.decided and outcome.reason is not Reason.NOT_STARTED


@dataclass(frozen=True, slots=True)
class RunningSprt:
    """A sequential test on the games in their order.

    Games end in any order. Only those before the first unfinished one count, and none after the
    decision, so that the answer does not depend on how the games were run.
    """

    sprt: Sprt
    size: int  # 1: of games; 2: of pairs with one opening
    counts: Counts
    # ended, but after an unfinished one
    ahead: Mapping[int, int | None] = field(default_factory=dict)
    next: int = 1

    @property
    def state(self) -> SprtState:
        return self.sprt.state(self.counts)

    def after(self, game: MatchGame) -> RunningSprt:
        if self.state.decision is not None:
            return self
        ahead, counts, number = (
            {**self.ahead, game.number: game.half_points},
            self.counts,
            self.next,
        )
        while all(number + index in ahead for index in range(self.size)):
            halves = [ahead.pop(number + index) for index in range(self.size)]
            number += self.size
            if None not in halves:
                counts = _one_more(counts, sum(filter(None, halves)))
            if self.sprt.state(counts).decision is not None:
                break
        return replace(self, ahead=ahead, counts=counts, next=number)


def _one_more(counts: Counts, index: int) -> Counts:
    return (*counts[:index], counts[index] + 1, *counts[index + 1 :])


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match, so far or final. ``str()`` is a table; a notebook shows one."""

    names: tuple[str, str]
    games: int  # games planned
    score: Tally = Tally()  # the first player's; the second's is its mirror
    ended: int = 0
    played: int = 0
    lost_by: tuple[Mapping[Reason, int], Mapping[Reason, int]] = field(
        default_factory=lambda: ({}, {})
    )
    lost: tuple[MatchGame, ...] = field(default=(), repr=False)
    """The games that the first player lost, in the order of their numbers."""
    keep_lost: int = 1
    """The number of lost games to keep."""
    off_turn: tuple[float, float] = (0.0, 0.0)  # seconds of processor time, as far as measured
    pairs: Counts = NO_PAIRS
    """The number of pairs (games 1 and 2, 3 and 4 …) with 0, 1/2, 1, 3/2 and 2 points of the first
    player.
    """
    paired: bool = False
    """True if both games of a pair had an opening of their own."""
    halves: Mapping[int, int | None] = field(default_factory=dict, repr=False)
    """The half points of games whose pair is unfinished, by the numbers of the games."""
    test: RunningSprt | None = field(default=None, repr=False)
    refused: tuple[int, int] = (0, 0)
    """The number of each player's refused answers that did not end a game."""
    as_first: Tally = Tally()
    """The first player's score in the games in which it had the side that moves first."""
    latest: PerColor[int] = PerColor(0, 0)
    """The plies of the last game in which the first player had each side."""
    accounts: tuple[ModelAccount, ModelAccount] = (ModelAccount(), ModelAccount())
    """The sums of each player's calls of a language model."""
    prices: Prices = field(default_factory=dict, repr=False)
    is_even: bool = True
    """True as long as each game began even, and was another one."""

    @property
    def tallies(self) -> tuple[Tally, Tally]:
        """The score as the first and as the second player see it."""
        return self.score, self.score.reversed

    @property
    def as_second(self) -> Tally:
        """The first player's score in the games in which it had the other side."""
        whole, first = self.score, self.as_first
        return Tally(
            whole.wins - first.wins, whole.draws - first.draws, whole.losses - first.losses
        )

    @property
    def complete(self) -> bool:
        """True if every game was played, or the test decided.

        A game lost by a crash counts as played; one that never started does not.
        """
        return self.played == self.games or self.decision is not None

    @property
    def counts(self) -> Counts:
        """Return the counts that strength is estimated from: pairs with openings, else games."""
        if self.paired and any(self.pairs):
            return self.pairs
        return (self.score.losses, self.score.draws, self.score.wins)

    @property
    def elo(self) -> EloDifference | None:
        """Return the Elo points of the first player above the second; None before a result."""
        return elo_of(self.counts)

    @property
    def los(self) -> float:
        """Return the likelihood, from 0 to 1, that the first player is the stronger one."""
        return superiority(self.counts)

    @property
    def draw_rate(self) -> float:
        """Return the share of draws, from 0 to 1; 0 without games."""
        return self.score.draws / self.score.games if self.score.games else 0.0

    @property
    def sprt(self) -> SprtState | None:
        """Return the state of the sequential test; None if the match has no test."""
        return None if self.test is None else self.test.state

    @property
    def decision(self) -> Decision | None:
        """Return what the sequential test decided; None without a test, or while it goes on."""
        return None if self.test is None else self.test.state.decision

    def after(self, game: MatchGame) -> MatchResult:
        """Return the result with one more game."""
        color, played = game.pairing.first_color, game.played
        pairs, halves = _paired(self.pairs, self.halves, game)
        return replace(
            self,
            score=self.score.after(played.outcome, color),
            as_first=self.as_first.after(played.outcome, color)
            if color is played.rules.first
            else self.as_first,
            ended=self.ended + 1,
            latest=self.latest.put(color, played.plies),
            is_even=self.is_even
            and played.plies != self.latest[color]  # so no game is read
            and played.rules.name in EVEN_GAMES
            and (self.paired or played.setup is None),
            played=self.played + was_played(played.outcome),
            lost_by=(_counted(self.lost_by[0], game, 0), _counted(self.lost_by[1], game, 1)),
            lost=self._lost(game),
            off_turn=(
                self.off_turn[0] + (played.off_turn[color] or 0.0),
                self.off_turn[1] + (played.off_turn[color.other] or 0.0),
            ),
            refused=(
                self.refused[0] + played.refused[color],
                self.refused[1] + played.refused[color.other],
            ),
            accounts=(self._account(0, game), self._account(1, game)),
            pairs=pairs,
            halves=halves,
            test=None if self.test is None else self.test.after(game),
        )

    def _account(self, player: int, game: MatchGame) -> ModelAccount:
        color = game.pairing.first_color if player == 0 else game.pairing.first_color.other
        calls = (call for call in game.played.calls if call.color is color)
        return self.accounts[player].after(calls, self.prices)

    def _lost(self, game: MatchGame) -> tuple[MatchGame, ...]:
        full = len(self.lost) >= self.keep_lost
        if game.loser != 0 or (full and game.number > self.lost[-1].number):
            return self.lost
        found = sorted((*self.lost, game), key=lambda lost: lost.number)
        return tuple(found[: self.keep_lost])

    def __str__(self) -> str:
        return text_table(self)

    def _repr_html_(self) -> str:
        return html_table(self)


def _paired(
    pairs: Counts, halves: Mapping[int, int | None], game: MatchGame
) -> tuple[Counts, Mapping[int, int | None]]:
    """Return the pairs and the unpaired half points after a game (1 and 2 are a pair, …)."""
    partner = game.number + 1 if game.number % 2 else game.number - 1
    if partner not in halves:
        return pairs, {**halves, game.number: game.half_points}
    rest = {number: half for number, half in halves.items() if number != partner}
    one, other = halves[partner], game.half_points
    return pairs if one is None or other is None else _one_more(pairs, one + other), rest


def _counted(lost_by: Mapping[Reason, int], game: MatchGame, player: int) -> Mapping[Reason, int]:
    if game.loser != player:
        return lost_by
    reason = game.played.outcome.reason
    return {**lost_by, reason: lost_by.get(reason, 0) + 1}


def score_rows(result: MatchResult) -> list[tuple[str, ...]]:
    """Return a row for each player: the name, points, wins, draws, losses and games."""
    return [
        (visible(name), *_cells(tally))
        for name, tally in zip(result.names, result.tallies, strict=True)
    ]


def tables_of_both(result: MatchResult, words: Words) -> Iterator[list[tuple[str, ...]]]:
    """Yield tables with a column for each player: of its losses, and of a model's calls."""
    losses = [
        (words.text(LOST_BY.get(reason, reason.value)), *(str(count or "") for count in counts))
        for reason in Reason
        if any(counts := [lost_by.get(reason, 0) for lost_by in result.lost_by])
    ]
    calls = account_rows(result.accounts, words)
    for heading, rows in ((words.text(N_("Lost by")), losses), ("", calls)):
        if rows:
            yield [(heading, *map(visible, result.names)), *rows]


def strength_lines(result: MatchResult, words: Words) -> list[str]:
    """Return lines on who is stronger: Elo, pairs and sequential test. None before a result."""
    one, other = result.names
    if (elo := elo_sentence(one, other, result.counts)) is None:
        return []
    los, draws = f"{100 * result.los:.1f}", f"{100 * result.draw_rate:.1f}"
    lines = [words.sentence(each) for each in (elo, anchored_sentence(result)) if each]
    lines.append(
        words.text(
            N_("likelihood that {one} is stronger: {los} %; draws: {draws} %"),
            one=one,
            los=los,
            draws=draws,
        )
    )
    if by_sides := sides_sentence(result):
        lines.append(words.sentence(by_sides))
        see = words.text(N_("see 'board why {code}'"), code=ONE_SIDE_LOSES.code)
        lines += [f"{words.sentence(each)} ({see})" for each in one_sided(result)]
    if any(result.pairs):
        lines.append(words.sentence(pairs_sentence(result.pairs)))
    if result.test is not None:
        lines.append(words.sentence(sprt_sentence(result.test.sprt, result.test.state)))
    return lines


def anchored_sentence(result: MatchResult) -> Sentence | None:
    """Return the rating of a player whose opponent is a strength of ours; None for all others."""
    anchors, elo = [*map(elo_in, result.names)], result.elo
    if elo is None or anchors.count(None) != 1:
        return None
    player = anchors.index(None)
    anchor = anchors[1 - player] or 0
    low, high = (-elo.high, -elo.low) if player else (elo.low, elo.high)
    return say(
        "{name}: Elo {low:.0f} to {high:.0f} on the scale of {anchor} (95 %)",
        name=result.names[player],
        low=anchor + low,
        high=anchor + high,
        anchor=result.names[1 - player],
    )


ENOUGH_FOR_SIDES = 2
"""Games with each side from which on results are told for each."""


def sides_sentence(result: MatchResult) -> Sentence | None:
    """Return the first player's results for each side; None after few games, or of one side."""
    first, second = result.as_first, result.as_second
    if min(first.games, second.games) < ENOUGH_FOR_SIDES:
        return None
    return say(
        "{name} moving first: {first}; moving second: {second}",
        name=result.names[0],
        first=f"+{first.wins} ={first.draws} -{first.losses}",
        second=f"+{second.wins} ={second.draws} -{second.losses}",
    )


*_, possible = explained_on("my-ai.md#the-result-of-a-match")
ONE_SIDE_LOSES = possible(
    "one-side-loses",
    "as {color} {name} won {won} of {games} games, as {other} none of {others}: does its "
    "evaluation count for the side that is to move?",
    advice="let it evaluate one position with White to move and, mirrored, with Black to move: the "
    "values must be equal",
)
EVEN_GAMES = ("chess", "chess960")
"""The games in which neither side wins because it is that side."""
ENOUGH_OF_A_SIDE = 4
CHANCE = 0.02
"""Likelihood of results below which they are no chance, by Fisher's exact test of both sides."""


def one_sided(result: MatchResult) -> list[Sentence]:
    """Return who wins as one side only, and on the board; the built-in AIs are known."""
    one, other = result.as_first, result.as_second
    seen = (PerColor(one, other), PerColor(other.reversed, one.reversed))
    if not result.is_even or BLAMES_A_PLAYER & {*result.lost_by[0], *result.lost_by[1]}:
        return []
    return [
        ONE_SIDE_LOSES(
            name=name,
            color=COLOR_NAMES[color],
            won=by[color].wins,
            games=by[color].games,
            other=COLOR_NAMES[color.other],
            others=by[color.other].games,
        )
        for name, by in zip(result.names, seen, strict=True)
        for color in Color
        if HOSTED_GAMES["chess"].ai(name) is None and _only_wins(by[color], by[color.other])
    ]


def _only_wins(good: Tally, bad: Tally) -> bool:
    if bad.wins or 2 * good.wins <= good.games or min(good.games, bad.games) < ENOUGH_OF_A_SIDE:
        return False
    by_chance = comb(good.games, good.wins) / comb(good.games + bad.games, good.wins)
    return 2 * by_chance < CHANCE


def text_table(result: MatchResult, words: Words | None = None) -> str:
    """Return the score, the strength and the losses as lines of text."""
    words = words or Words()
    parts = [columns([tuple(map(words.text, HEADINGS)), *score_rows(result)])]
    if strength := strength_lines(result, words):
        parts.append("\n".join(strength))
    parts.extend(map(columns, tables_of_both(result, words)))
    return "\n\n".join(parts)


def html_table(result: MatchResult, words: Words | None = None) -> str:
    """Return the score, the strength and the losses as HTML."""
    from html import escape  # only notebooks need it

    words = words or Words()
    parts = [html_rows([tuple(map(words.text, HEADINGS)), *score_rows(result)], escape)]
    if strength := strength_lines(result, words):
        parts.append("<p>" + "<br>".join(map(escape, strength)) + "</p>")
    parts.extend(html_rows(table, escape) for table in tables_of_both(result, words))
    return "\n".join(parts)


def _cells(tally: Tally) -> tuple[str, ...]:
    counts = (tally.wins, tally.draws, tally.losses, tally.games)
    return (f"{tally.points:g}", *map(str, counts))


HEADINGS = (N_("Player"), N_("Points"), N_("Won"), N_("Drawn"), N_("Lost"), N_("Games"))

LOST_BY = {
    Reason.CHECKMATE: N_("checkmate"),
    Reason.FIVE_IN_A_ROW: N_("five in a row"),
    Reason.KING_EXPLODED: N_("the king's explosion"),
    Reason.KING_ON_THE_HILL: N_("the king on the hill"),
    Reason.THREE_CHECKS: N_("three checks"),
    Reason.RACE_WON: N_("the race of the kings"),
    Reason.HORDE_DESTROYED: N_("the end of the horde"),
    Reason.NO_PIECE_LEFT: N_("no piece left"),
    Reason.NO_MOVE_LEFT: N_("no move left"),
    Reason.RULES: N_("the rules of the game"),
    Reason.RESIGNATION: N_("resignation"),
    Reason.ADJUDICATION: N_("adjudication"),
    Reason.TIME: N_("time"),
    Reason.ILLEGAL_MOVES: N_("illegal moves"),
    Reason.CRASH: N_("a crash"),
    Reason.PROTOCOL: N_("breaking the protocol"),
    Reason.OUTPUT: N_("a flood of output"),
    Reason.BREACH: N_("a message out of bounds"),
    Reason.OFF_TURN: N_("computing out of turn"),
    Reason.INTERFERENCE: N_("interfering with the board"),
    Reason.NOT_STARTED: N_("not starting"),
    Reason.ABSENCE: N_("absence"),
}
"""The ways to lose a game, in a few words each."""


def elo_sentence(one: str, other: str, counts: Counts) -> Sentence | None:
    """Return how much stronger the first player is; None before a result.

    An infinite estimate is shown by its finite bound. Where all ended alike, nothing shows how much
    chance there is in it.
    """
    elo, normalized = elo_of(counts), normalized_elo(counts)
    if elo is None:
        return None
    facts = {"one": one, "other": other}
    if isinf(elo.difference):
        low, high = f"{elo.low:+.0f}", f"{elo.high:+.0f}"
        more, less = say("more than {points}", points=low), say("less than {points}", points=high)
        bound = more if elo.difference > 0 else less
        return say("{one} - {other}: {elo} Elo (95 %)", elo=bound, **facts)
    if normalized is None:
        said = f"{elo.difference:+.0f}"
        return say(
            "{one} - {other}: {elo} Elo; all ended alike, which tells no margin", elo=said, **facts
        )
    both = {"elo": _with_margin(elo), "normalized": _with_margin(normalized)}
    return say("{one} - {other}: {elo} Elo, {normalized} normalized (95 %)", **both, **facts)


def _with_margin(elo: EloDifference) -> str:
    return f"{elo.difference:+.0f} +/- {elo.margin:.0f}"


def pairs_sentence(counts: Counts) -> Sentence:
    """Return a sentence on how often each score was reached in two games with reversed colours."""
    shown = " ".join(map(str, counts))
    return say("Pairs of games with 0, ½, 1, 1½ and 2 points: {counts}", counts=shown)


def sprt_sentence(sprt: Sprt, state: SprtState) -> Sentence:
    """Return a sentence on the state of a sequential test."""
    low, high = sprt.elo0, sprt.elo1
    answers = {
        None: say("not decided"),
        Decision.H0: say("not stronger by {elo} Elo", elo=f"{high:g}")
        if high > 0
        else say("weaker by more than {elo} Elo", elo=f"{-high:g}"),
        Decision.H1: say("stronger by more than {elo} Elo", elo=f"{low:g}")
        if low >= 0
        else say("not weaker by {elo} Elo", elo=f"{-low:g}"),
    }
    return say(
        "SPRT from {elo0} to {elo1} {scale} Elo: {answer}; LLR {llr} ({lower} to {upper})",
        scale=say("normalized") if sprt.normalized else say("logistic"),
        elo0=f"{sprt.elo0:g}",
        elo1=f"{sprt.elo1:g}",
        answer=answers[state.decision],
        llr=f"{state.llr:.2f}",
        lower=f"{state.lower:.2f}",
        upper=f"{state.upper:.2f}",
    )


def columns(rows: Sequence[tuple[str, ...]]) -> str:
    """Format rows as lines of text: the first column left-aligned, the others right-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        cells = [f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True)]
        lines.append("  ".join([f"{first:<{widths[0]}}", *cells]).rstrip())
    return "\n".join(lines)


def html_rows(rows: Sequence[tuple[str, ...]], escape: Callable[[str], str]) -> str:
    """Format rows as an HTML table, with the first as its heading."""
    heading, *others = rows
    head = "".join(f"<th>{escape(cell)}</th>" for cell in heading)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in others
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


ENGLISH = Words("en")

MATCH_OVER = "Finished match"

CUTECHESS_ENDINGS = {
    Reason.CHECKMATE: "{winner} mates",
    Reason.STALEMATE: "Draw by stalemate",
    Reason.FIFTY_MOVES: "Draw by fifty moves rule",
    Reason.THREEFOLD_REPETITION: "Draw by 3-fold repetition",
    Reason.FIVEFOLD_REPETITION: "Draw by 3-fold repetition",
    Reason.INSUFFICIENT_MATERIAL: "Draw by insufficient mating material",
    Reason.AGREEMENT: "Draw by agreement",
    Reason.RESIGNATION: "{loser} resigns",
    Reason.TIME: "{loser} loses on time",
    Reason.ILLEGAL_MOVES: "{loser} makes an illegal move",
    Reason.CRASH: "{loser} disconnects",
    Reason.NOT_STARTED: "{loser} disconnects",
    Reason.ABSENCE: "{loser} disconnects",
}
"""The words of cutechess, by our reasons."""


def started_line(number: int, games: int, names: PerColor[str]) -> str:
    return f"Started game {number} of {games} ({_versus(names.white, names.black)})"


def finished_line(number: int, names: PerColor[str], result: str, why: str) -> str:
    """Return the line of a game's end; ``why`` may be any text."""
    said = on_one_line(why).replace("{", "(").replace("}", ")")
    return f"Finished game {number} ({_versus(names.white, names.black)}): {result} {{{said}}}"


def ending(outcome: Outcome) -> str:
    """Return why a game ended."""
    if outcome.reason is Reason.ADJUDICATION:
        winner = outcome.winner
        head = f"{winner.value.title()} wins by adjudication" if winner else "Draw by adjudication"
        return f"{head}: {outcome.detail}" if outcome.detail else head
    words = CUTECHESS_ENDINGS.get(outcome.reason)
    if words is None or (outcome.winner is None and "{" in words):
        return ENGLISH.outcome(outcome, None)
    sides = {"winner": outcome.winner, "loser": outcome.winner and outcome.winner.other}
    return words.format(**{name: side.value.title() for name, side in sides.items() if side})


def score_line(first: str, second: str, counts: tuple[int, int, int]) -> str:
    """Return the score of the first player, from its lost, drawn and won games."""
    lost, drawn, won = counts
    games = sum(counts)
    share = (won + drawn / 2) / games if games else 0.0
    return f"Score of {_versus(first, second)}: {won} - {lost} - {drawn}  [{share:.3f}] {games}"


def comparison_lines(counts: tuple[int, int, int], sprt: SprtState | None) -> Iterator[str]:
    """Yield the strength of the first player from its lost, drawn and won games, and the test."""
    if (elo := elo_of(counts)) is None:
        return
    alike = normalized_elo(counts) is None  # then nothing tells a margin
    margin = "nan" if alike else f"{elo.margin:.1f}"
    yield (
        f"Elo difference: {elo.difference:.1f} +/- {margin}, LOS: {100 * superiority(counts):.1f} "
        f"%, DrawRatio: {100 * counts[1] / sum(counts):.1f} %"
    )
    if sprt is None:
        return
    answers = {None: "", Decision.H0: " - H0 was accepted", Decision.H1: " - H1 was accepted"}
    bound = sprt.upper if sprt.llr >= 0 else sprt.lower
    yield (
        f"SPRT: llr {sprt.llr:.3g} ({100 * sprt.llr / abs(bound):.1f}%), "
        f"lbound {sprt.lower:.3g}, ubound {sprt.upper:.3g}{answers[sprt.decision]}"
    )


def _versus(one: str, other: str) -> str:
    return f"{on_one_line(one)} vs {on_one_line(other)}"
