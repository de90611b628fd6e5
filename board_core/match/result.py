"""The result of a match so far: the score, and what it says about the two players. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from board_core.fast_dataclass import dataclass
from board_core.game.rules import Outcome, Reason
from board_core.game.sides import Color, PerColor
from board_core.game.words import Words
from board_core.record import PlayedGame
from board_core.text.harmless_text import visible
from board_core.text.languages import N_

from .elo import Counts, Decision, EloDifference, Sprt, SprtState, elo_of, superiority
from .openings import Opening
from .table import HEADINGS, LOST_BY, columns, elo_text, html_rows, pairs_sentence, sprt_sentence

NO_PAIRS = (0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class MatchPairing:
    """One game of a match before it is played."""

    number: int  # counts from 1
    first_color: Color  # of the match's first player
    seeds: PerColor[int | None]
    opening: Opening | None = None  # None: each game of the match begins in the same way


@dataclass(frozen=True, slots=True)
class MatchGame:
    """One game of a match that has ended, in whatever way."""

    pairing: MatchPairing
    played: PlayedGame

    @property
    def number(self) -> int:
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
    """Return True if a game with this outcome was played; None stands for an unfinished game."""
    return outcome is not None and outcome.decided and outcome.reason is not Reason.NOT_STARTED


@dataclass(frozen=True, slots=True)
class RunningSprt:
    """A sequential test on the games in their order.

    Games end in any order. Only those before the first unfinished one count, and none after the
    decision: the same games give the same answer however they were run.
    """

    sprt: Sprt
    size: int  # 1: of games; 2: of pairs with one opening
    counts: Counts
    # ended, but after one that has not
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

    @property
    def tallies(self) -> tuple[Tally, Tally]:
        return self.score, self.score.reversed

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
        return None if self.test is None else self.test.state.decision

    def after(self, game: MatchGame) -> MatchResult:
        """Return the result with one more game."""
        color, played = game.pairing.first_color, game.played
        pairs, halves = _paired(self.pairs, self.halves, game)
        return replace(
            self,
            score=self.score.after(played.outcome, color),
            ended=self.ended + 1,
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
            pairs=pairs,
            halves=halves,
            test=None if self.test is None else self.test.after(game),
        )

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


def losses_rows(result: MatchResult, words: Words) -> list[tuple[str, ...]]:
    """Return a row for each way in which a player lost: its name, and the count of each player."""
    return [
        (words.text(LOST_BY.get(reason, reason.value)), *(str(count or "") for count in counts))
        for reason in Reason
        if any(counts := [lost_by.get(reason, 0) for lost_by in result.lost_by])
    ]


def strength_lines(result: MatchResult, words: Words) -> list[str]:
    """Return lines on who is stronger: Elo, pairs and sequential test. None before a result."""
    elo = result.elo
    if elo is None:
        return []
    one, other = result.names
    said = words.text(
        N_("{one} - {other}: {elo} Elo (95 %)"), one=one, other=other, elo=elo_text(elo, words)
    )
    los, draws = f"{100 * result.los:.1f}", f"{100 * result.draw_rate:.1f}"
    lines = [
        said,
        words.text(
            N_("likelihood that {one} is stronger: {los} %; draws: {draws} %"),
            one=one,
            los=los,
            draws=draws,
        ),
    ]
    if any(result.pairs):
        lines.append(words.sentence(pairs_sentence(result.pairs)))
    if result.test is not None:
        lines.append(words.sentence(sprt_sentence(result.test.sprt, result.test.state)))
    return lines


def text_table(result: MatchResult, words: Words | None = None) -> str:
    """Return the score, the strength and the losses as lines of text."""
    words = words or Words()
    parts = [columns([tuple(map(words.text, HEADINGS)), *score_rows(result)])]
    if strength := strength_lines(result, words):
        parts.append("\n".join(strength))
    if losses := losses_rows(result, words):
        heading = (words.text(N_("Lost by")), *map(visible, result.names))
        parts.append(columns([heading, *losses]))
    return "\n\n".join(parts)


def html_table(result: MatchResult, words: Words | None = None) -> str:
    """Return the score, the strength and the losses as HTML."""
    from html import escape  # only notebooks need it

    words = words or Words()
    parts = [html_rows([tuple(map(words.text, HEADINGS)), *score_rows(result)], escape)]
    if strength := strength_lines(result, words):
        parts.append("<p>" + "<br>".join(map(escape, strength)) + "</p>")
    if losses := losses_rows(result, words):
        heading = (words.text(N_("Lost by")), *map(visible, result.names))
        parts.append(html_rows([heading, *losses], escape))
    return "\n".join(parts)


def _cells(tally: Tally) -> tuple[str, ...]:
    counts = (tally.wins, tally.draws, tally.losses, tally.games)
    return (f"{tally.points:g}", *map(str, counts))
