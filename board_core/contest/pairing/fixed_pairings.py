"""Formats whose pairings do not depend on results: round robin, gauntlet, match. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from board_core.contest.field import Field, Number, Round
from board_core.fast_dataclass import dataclass
from board_core.text.languages import N_
from board_core.text.sentence import say

from .scheme import (
    BadScheme,
    Format,
    FormatScheme,
    FormatSettings,
    PairingStep,
    SettingMistake,
    StopRule,
    at_least,
    round_of,
)


@dataclass(frozen=True, slots=True)
class RoundRobin(FormatScheme):
    """A round robin of ``cycles`` cycles, each with colours reversed.

    In an odd field one entrant a round is free, which gives no points and is not listed. Each two
    entrants have openings of their own, which two games with colours reversed share.
    """

    cycles: int = 1

    def __post_init__(self) -> None:
        at_least(1, cycles=self.cycles)

    def next_round(self, field: Field) -> Round | PairingStep:
        if len(field.rounds) >= self.rounds(len(field.entrants)):
            return PairingStep.OVER
        return round_of(field, self.games(field.entrants, len(field.rounds)))

    def planned_games(self, field: Field) -> int:
        players = len(field.entrants)
        return self.cycles * (players * (players - 1) // 2)

    def rounds(self, players: int) -> int:
        """Return the number of rounds of so many players."""
        return 0 if players < 2 else self.cycles * (players - 1 + players % 2)

    def games(
        self, entrants: tuple[Number, ...], done: int
    ) -> Iterator[tuple[Number, Number, int]]:
        """Return White, Black and the opening of each game, after so many rounds."""
        rounds = self.rounds(len(entrants)) // self.cycles
        cycle, index = divmod(done, rounds)
        return self._games(entrants, cycle, _order(rounds, index, cycle, self.cycles))

    def _games(
        self, entrants: tuple[Number, ...], cycle: int, round: int
    ) -> Iterator[tuple[Number, Number, int]]:
        count = len(entrants)
        pairs = count * (count - 1) // 2
        for white, black in berger(count + count % 2, round + 1):
            if max(white, black) > count:
                continue
            low, high = sorted((white, black))
            opening = (high - 1) * (high - 2) // 2 + low - 1 + cycle // 2 * pairs
            game = entrants[white - 1], entrants[black - 1]
            yield *(game if cycle % 2 == 0 else reversed(game)), opening


def berger(players: int, round: int) -> Iterator[tuple[int, int]]:
    """Yield White and Black of the games of a round, both counted from 1; ``players`` is even.

    FIDE Handbook C.05, annex 1: two players meet whose numbers add up to the round and one, modulo
    players - 1; the last player meets the one who would meet himself.
    """
    modulus = players - 1
    first = next(n for n in range(1, players) if (2 * n - round - 1) % modulus == 0)
    yield (first, players) if first <= players // 2 else (players, first)
    for step in range(1, players // 2):
        one, other = ((first + step - 1) % modulus + 1, (first - step - 1) % modulus + 1)
        low, high = sorted((one, other))
        yield (low, high) if (low + high) % 2 else (high, low)


def _order(rounds: int, index: int, cycle: int, cycles: int) -> int:
    """Return the round to play: the last two of a cycle change places if another cycle follows.

    Otherwise many would have three games in a row with one colour (the same annex).
    """
    if cycle + 1 < cycles and rounds > 2 and index >= rounds - 2:
        return 2 * rounds - 3 - index
    return index


ROUND_ROBIN = Format(
    "round-robin",
    N_("round robin"),
    lambda settings: RoundRobin(),
    page_by_opponent=True,
    csv_by_opponent=True,
)
DOUBLE_ROUND_ROBIN = Format(
    "double-round-robin",
    N_("double round robin"),
    lambda settings: RoundRobin(cycles=2),
    page_by_opponent=True,
    csv_by_opponent=True,
)


@dataclass(frozen=True, slots=True)
class Gauntlet(FormatScheme):
    """The first ``challengers`` of the list meet all the others, not one another.

    A round has all ``games`` of each two who meet. Colours change from game to game, and two
    games with colours reversed share an opening that no other two games have.
    """

    challengers: int = 1
    games: int = 2

    def __post_init__(self) -> None:
        at_least(1, challengers=self.challengers, games=self.games)

    def next_round(self, field: Field) -> Round | PairingStep:
        opponents = len(field.entrants) - self.challengers
        if opponents < 1:
            raise BadScheme(
                say(
                    "a gauntlet with {challengers} challengers needs {needed} entrants or more, "
                    "not {players}",
                    challengers=self.challengers,
                    needed=self.challengers + 1,
                    players=len(field.entrants),
                )
            )
        if len(field.rounds) >= max(self.challengers, opponents):
            return PairingStep.OVER
        return round_of(field, self._games(field.entrants, len(field.rounds), opponents))

    def planned_games(self, field: Field) -> int:
        return self.challengers * (len(field.entrants) - self.challengers) * self.games

    def _games(
        self, entrants: tuple[Number, ...], round: int, opponents: int
    ) -> Iterator[tuple[Number, Number, int]]:
        """Move each challenger on by one opponent a round; one without an opponent waits."""
        for challenger in range(self.challengers):
            opponent = (challenger + round) % max(self.challengers, opponents)
            if opponent >= opponents:
                continue
            first = (challenger * opponents + opponent) * ((self.games + 1) // 2)
            pair = entrants[challenger], entrants[self.challengers + opponent]
            for game in range(self.games):
                swapped = (game + challenger + opponent) % 2
                yield *(reversed(pair) if swapped else pair), first + game // 2


def _too_many_challengers(settings: FormatSettings) -> SettingMistake | None:
    if settings.challengers < settings.entrants:
        return None
    return "challengers", say("a gauntlet needs more entrants than challengers")


GAUNTLET = Format(
    "gauntlet",
    N_("gauntlet"),
    lambda settings: Gauntlet(settings.challengers, settings.games),
    page_by_opponent=True,
    mistake=_too_many_challengers,
)


@dataclass(frozen=True, slots=True)
class Match(FormatScheme):
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

    def planned_games(self, field: Field) -> int:
        return self.games

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


def _not_two(settings: FormatSettings) -> SettingMistake | None:
    if settings.entrants == 2:
        return None
    return "format", say("a match needs exactly two entrants")


MATCH = Format(
    "match",
    N_("match"),
    lambda settings: Match(settings.games, settings.stop),
    page_by_opponent=True,
    compares_two=True,
    useful_openings=lambda settings: (settings.games + 1) // 2,
    mistake=_not_two,
)
