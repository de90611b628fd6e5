"""Matches of two entrants, with or without a rule that ends them early. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from board_core.contest.field import Field, Number, Round
from board_core.fast_dataclass import dataclass
from board_core.text.languages import N_
from board_core.text.sentence import say

from .format import Format, FormatSettings, SettingMistake, StopRule
from .invariants import STATIC_RULES, Rule
from .scheme import BadScheme, PairingStep, at_least, round_of


@dataclass(frozen=True, slots=True)
class Match:
    """A match of ``games`` games, in pairs with colours reversed; a round is a pair of games.

    The stop rule sees whole pairs, and a pair only after all pairs before it: its answer does not
    depend on how many games are played at a time. The match ends when an entrant withdraws. Ask for
    a round when its games can start: games that run when the match is decided do not count
    (:meth:`counted`).
    """

    games: int
    stop: StopRule | None = None

    def __post_init__(self) -> None:
        at_least(1, games=self.games)

    def keeps(self, field: Field) -> frozenset[Rule]:
        return STATIC_RULES

    def next_round(self, field: Field) -> Round | PairingStep:
        if len(field.entrants) != 2:
            raise BadScheme(
                say(
                    "a match needs 2 entrants, not {players}",
                    players=len(field.entrants),
                )
            )
        if 2 * len(field.rounds) >= self.games or field.withdrawn or self.decided(field):
            return PairingStep.OVER
        return round_of(field, self._games(field))

    def decided(self, field: Field) -> bool:
        """Return whether the stop rule has ended the match."""
        return self.stop is not None and self.stop(_first(field, _finished(field)))

    def counted(self, field: Field) -> Field:
        """Return the field with the rounds that count, up to the pair that decided the match."""
        if self.stop is None or not self.decided(field):
            return field
        stop = self.stop
        lengths = range(_finished(field) + 1)
        return _first(
            field, bisect_left(lengths, True, key=lambda length: stop(_first(field, length)))
        )

    def _games(self, field: Field) -> Iterator[tuple[Number, Number, int]]:
        first, second = field.entrants
        pair = len(field.rounds)
        yield first, second, pair
        if 2 * pair + 1 < self.games:
            yield second, first, pair


def _finished(field: Field) -> int:
    """Return the number of finished rounds before the first unfinished one."""
    done = takewhile(
        lambda round: all(pairing.number in field.verdicts for pairing in round.pairings),
        field.rounds,
    )
    return sum(1 for _ in done)


def _first(field: Field, rounds: int) -> Field:
    """Return the field with its first rounds only."""
    kept = replace(field, rounds=field.rounds[:rounds])
    numbers = {pairing.number for pairing in kept.pairings}
    return replace(
        kept,
        verdicts={number: each for number, each in field.verdicts.items() if number in numbers},
        forfeits=field.forfeits & numbers,
    )


@dataclass(frozen=True, slots=True)
class MatchFormat(Format):
    """Two entrants play ``games`` games, or fewer if a stop rule decides."""

    page_by_opponent: bool = True
    compares_two: bool = True

    def scheme(self, settings: FormatSettings) -> Match:
        return Match(settings.games, settings.stop)

    def planned_games(self, settings: FormatSettings, field: Field) -> int:
        return settings.games

    def useful_openings(self, settings: FormatSettings) -> int:
        return (settings.games + 1) // 2

    def mistake(self, settings: FormatSettings) -> SettingMistake | None:
        if settings.entrants == 2:
            return None
        return SettingMistake("format", say("a match needs exactly two entrants"))


MATCH = MatchFormat("match", N_("match"))
