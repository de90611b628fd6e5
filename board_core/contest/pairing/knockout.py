"""Knockouts. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from board_core.contest.drawing_lots import lot
from board_core.contest.field import Field, Number, Pairing, Round
from board_core.fast_dataclass import dataclass
from board_core.text.languages import N_

from .format import Format, FormatSettings
from .invariants import STATIC_RULES, Rule
from .scheme import PairingStep, Stages, Tie, at_least, reached, round_of, seeding


@dataclass(frozen=True, slots=True)
class Knockout:
    """A knockout, seeded by the contest's list; the best have byes in a field that is not full.

    A tie has ``games`` games with alternating colours. A drawn tie is replayed up to ``replays``
    times with colours still alternating; then a lot decides. Byes are not listed and give no
    points. The opponent of an entrant that has withdrawn goes on.
    """

    seed: int
    games: int = 2
    replays: int = 2

    def __post_init__(self) -> None:
        at_least(1, games=self.games)
        at_least(0, replays=self.replays)

    def keeps(self, field: Field) -> frozenset[Rule]:
        return STATIC_RULES

    def next_round(self, field: Field) -> Round | PairingStep:
        if not field.complete:
            return PairingStep.WAIT
        games = [*self.next_games(self.bracket(field))]
        return round_of(field, games) if games else PairingStep.OVER

    def next_games(self, known: Stages) -> Iterator[tuple[Number, Number, int]]:
        """Yield the next games of the ties that are not decided; none after the final."""
        for tie in known[-1] if known else ():
            if tie.winner is None:
                yield from self._games(tie)

    def bracket(self, field: Field) -> Stages:
        """Return the ties of each stage, as far as they are known; the last one is the final."""
        entrants = field.entrants
        return self.bracket_of(
            field,
            [
                entrants[place - 1] if place <= len(entrants) else None
                for place in seeding(len(entrants))
            ],
        )

    def bracket_of(self, field: Field, slots: list[Number | None]) -> Stages:
        """Return the same for a bracket that begins with these entrants, from its top."""
        walk = _Walk(self, field)
        stages: list[tuple[Tie, ...]] = []
        while len(slots) > 1:
            first = sum(map(len, stages))
            pairs = zip(slots[::2], slots[1::2], strict=True)
            stage = tuple(walk.tie(first + i, a, b) for i, (a, b) in enumerate(pairs) if a)
            stages.append(stage)
            if not all(tie.winner for tie in stage):
                break
            slots = [tie.winner for tie in stage]
        return tuple(stages)

    def _games(self, tie: Tie) -> Iterator[tuple[Number, Number, int]]:
        """Yield the next games of a tie. A lot decides once who begins with white."""
        assert tie.upper is not None
        assert tie.lower is not None
        pair = tie.upper, tie.lower
        if lot(self.seed, "white", *pair) % 2:
            pair = tie.lower, tie.upper
        openings = (self.games * (1 + self.replays) + 1) // 2
        for game in range(len(tie.games), len(tie.games) + self.games):
            yield *(reversed(pair) if game % 2 else pair), tie.number * openings + game // 2


class _Walk:
    """A walk through a bracket from its first tie to its last."""

    def __init__(self, scheme: Knockout, field: Field) -> None:
        self._scheme, self._field = scheme, field
        self._games: dict[frozenset[Number], list[Pairing]] = {}
        self._to_meet: dict[Number, set[Number]] = {each: set() for each in field.entrants}
        for pairing in field.pairings:
            pair = frozenset((pairing.white, pairing.black))
            self._games.setdefault(pair, []).append(pairing)
            self._to_meet[pairing.white].add(pairing.black)
            self._to_meet[pairing.black].add(pairing.white)

    def tie(self, number: int, upper: Number, lower: Number | None) -> Tie:
        if lower is None:
            return Tie(number, upper, None, winner=upper)
        games = tuple(self._games.get(frozenset((upper, lower)), ()))
        self._to_meet[upper].discard(lower)
        self._to_meet[lower].discard(upper)
        winner = self._winner(upper, lower, games)
        if winner is None and self._to_be_drawn(upper, lower, games):
            drawn = (upper, lower)[lot(self._scheme.seed, "tie", upper, lower) % 2]
            return Tie(number, upper, lower, games, drawn, by_lot=True)
        return Tie(number, upper, lower, games, winner)

    def _winner(self, upper: Number, lower: Number, games: Sequence[Pairing]) -> Number | None:
        """Return the winner, who keeps a place in a later stage even after a ruling on the tie."""
        for each in (upper, lower):
            if self._to_meet[each]:
                return each
        if any(game.number not in self._field.verdicts for game in games):
            return None
        points = self._points(upper, games) - self._points(lower, games)
        if points:
            return upper if points > 0 else lower
        staying = [each for each in (upper, lower) if each not in self._field.withdrawn]
        if len(staying) == 1 and not self._exhausted(games):
            return staying[0]
        return None

    def _to_be_drawn(self, upper: Number, lower: Number, games: Sequence[Pairing]) -> bool:
        if any(game.number not in self._field.verdicts for game in games):
            return False
        return self._exhausted(games) or {upper, lower} <= self._field.withdrawn

    def _exhausted(self, games: Sequence[Pairing]) -> bool:
        return len(games) >= self._scheme.games * (1 + self._scheme.replays)

    def _points(self, entrant: Number, games: Sequence[Pairing]) -> float:
        scoring, verdicts = self._field.scoring, self._field.verdicts
        return sum(scoring.points(verdicts[g.number], g.color(entrant)) for g in games)


@dataclass(frozen=True, slots=True)
class KnockoutFormat(Format):
    """The loser of a tie of ``games`` games is out."""

    def scheme(self, settings: FormatSettings) -> Knockout:
        return Knockout(settings.seed, settings.games)

    def planned_games(self, settings: FormatSettings, field: Field) -> int:
        return (settings.entrants - 1) * settings.games

    def bracket(self, settings: FormatSettings, field: Field) -> Stages:
        return self.scheme(settings).bracket(field)

    def stages_reached(self, settings: FormatSettings, field: Field) -> Mapping[Number, int]:
        return reached(self.bracket(settings, field))


KNOCKOUT = KnockoutFormat("knockout", N_("knockout"))
