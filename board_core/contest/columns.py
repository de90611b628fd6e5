"""The rounds of a contest as columns of a table, in which everyone plays at most once. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from board_core.fast_dataclass import dataclass
from board_core.game.sides import Color

from .field import ByeKind, Field, Number, Pairing, PairingVerdict, Round


@dataclass(frozen=True, slots=True)
class RoundColumn:
    """A round, or a part of a round in which somebody plays several games."""

    name: str  # the round's number; with a second number where there are several parts
    round: int
    games: Mapping[Number, Pairing]  # by both of their players
    byes: tuple[Number, ...] = ()
    missed: Mapping[Number, ByeKind] = field(default_factory=dict)  # on request


COLOR_LETTER = {Color.WHITE: "w", Color.BLACK: "b"}


def columns(contest: Field) -> list[RoundColumn]:
    """Return the columns of all rounds that were paired, in order."""
    missed: dict[int, dict[Number, ByeKind]] = {}
    for (number, round_number), kind in contest.requested_byes.items():
        missed.setdefault(round_number, {})[number] = kind
    return [
        column
        for each in contest.rounds
        for column in _columns_of(each, missed.get(each.number, {}))
    ]


def _columns_of(each: Round, missed: Mapping[Number, ByeKind]) -> list[RoundColumn]:
    """Put every game into the first part where both of its players are free."""
    parts: list[dict[Number, Pairing]] = [{}]
    for pairing in each.pairings:
        both = {pairing.white: pairing, pairing.black: pairing}
        for part in parts:
            if not part.keys() & both:
                part.update(both)
                break
        else:
            parts.append(both)
    if len(parts) == 1:
        return [RoundColumn(str(each.number), each.number, parts[0], each.byes, missed)]
    return [
        RoundColumn(
            f"{each.number}.{count}",
            each.number,
            part,
            each.byes,
            missed,
        )
        for count, part in enumerate(parts, 1)
    ]


def result_sign(field: Field, pairing: Pairing, color: Color, *, unfinished: str) -> str:
    """Return the result of a game for one side, as one character.

    ``1``, ``=`` and ``0``; where it was not played, ``+``, ``D`` and ``-``, as in FIDE's files.
    """
    verdict = field.verdicts.get(pairing.number)
    if verdict is None:
        return unfinished
    won, drawn, lost = "+D-" if pairing.number in field.forfeits else "1=0"
    if verdict is PairingVerdict.NEITHER:
        return lost
    if verdict.winner is None:
        return drawn
    return won if verdict.winner is color else lost


def points_of(field: Field) -> dict[Number, float]:
    """Return the points of each entrant so far."""
    return {
        number: sum(each.points for each in encounters if each.points is not None)
        for number, encounters in field.encounters().items()
    }
