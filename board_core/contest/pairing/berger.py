"""Round robins by Berger's tables. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from board_core.contest.field import Field, Number, Round
from board_core.fast_dataclass import dataclass
from board_core.text.languages import N_

from .format import Format, FormatSettings
from .invariants import STATIC_RULES, Rule
from .scheme import PairingStep, at_least, round_of


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """A round robin of ``cycles`` cycles, each with colours reversed.

    In an odd field one entrant a round is free, which gives no points and is not listed. Each two
    entrants have openings of their own, which two games with colours reversed share.
    """

    cycles: int = 1

    def __post_init__(self) -> None:
        at_least(1, cycles=self.cycles)

    def keeps(self, field: Field) -> frozenset[Rule]:
        return STATIC_RULES

    def next_round(self, field: Field) -> Round | PairingStep:
        if len(field.rounds) >= self.rounds(len(field.entrants)):
            return PairingStep.OVER
        return round_of(field, self.games(field.entrants, len(field.rounds)))

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


@dataclass(frozen=True, slots=True)
class RoundRobinFormat(Format):
    """All entrants meet one another, ``cycles`` times."""

    page_by_opponent: bool = True
    csv_by_opponent: bool = True
    cycles: int = 1

    def scheme(self, settings: FormatSettings) -> RoundRobin:
        return RoundRobin(self.cycles)

    def planned_games(self, settings: FormatSettings, field: Field) -> int:
        return self.cycles * (settings.entrants * (settings.entrants - 1) // 2)


ROUND_ROBIN = RoundRobinFormat("round-robin", N_("round robin"))
DOUBLE_ROUND_ROBIN = RoundRobinFormat("double-round-robin", N_("double round robin"), cycles=2)
