"""The FIDE (Dutch) system, by py4swiss: the extra ``fide``.

It is that of FIDE Handbook C.04.3 as valid until 31 January 2026; py4swiss 0.3 does not know the
rules in force since.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from board_core.contest.drawing_lots import lot
from board_core.contest.field import Encounter, Field, Number, PairingVerdict, Round, Scoring
from board_core.extras import extra
from board_core.sentence import say
from board_core.sides import Color
from board_core.words import N_

from .invariants import SWISS_RULES, Rule
from .scheme import NoPairingError, PairingStep, at_least, round_of
from .swiss_rounds import SwissFormat


@dataclass(frozen=True, slots=True)
class FideSwiss:
    """A FIDE Swiss of ``rounds`` rounds; the first pairs the upper half of the list with the lower.

    A lot of ``seed`` decides the first colour of the first entrant. Two who did not play because
    of a forfeit may be paired again. In the last round the system lets entrants with more than half
    of the points exceed their limits of colours.
    """

    rounds: int
    seed: int

    def __post_init__(self) -> None:
        at_least(1, rounds=self.rounds)
        with extra("fide"):
            import py4swiss  # noqa: F401  # refuses now, and not in the first round

    def keeps(self, field: Field) -> frozenset[Rule]:
        last = {Rule.COLORS} if field.next_round >= self.rounds else set()
        return SWISS_RULES - {Rule.FORFEIT_REMATCH} - last

    def next_round(self, field: Field) -> Round | PairingStep:
        if len(field.rounds) >= self.rounds:
            return PairingStep.OVER
        if not field.complete:
            return PairingStep.WAIT
        if len(field.present) < 2:
            raise NoPairingError(say("fewer than two entrants are left to be paired"))
        pairs = self._pairs(field)
        games = [(white, black, None) for white, black in pairs if black]
        return round_of(field, games, tuple(white for white, black in pairs if not black))

    def _pairs(self, field: Field) -> list[tuple[Number, Number]]:
        """Return White and Black of each game; 0 for Black is a bye."""
        from py4swiss.engines import DutchEngine
        from py4swiss.engines.common import PairingError

        white_first = lot(self.seed, "white") % 2 == 0
        try:
            pairings = DutchEngine.generate_pairings(_report(field, self.rounds, white_first))
        except PairingError as error:
            raise NoPairingError(
                say("the FIDE system finds no pairing that keeps its absolute criteria")
            ) from error
        return [(pairing.white, pairing.black) for pairing in pairings]


def _report(field: Field, rounds: int, white_first: bool) -> Any:
    """Return the field as the tournament report that py4swiss reads."""
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.codes import PlayerCode
    from py4swiss.trf.sections import PlayerSection, XSection
    from py4swiss.trf.sections.x_section import XSectionConfiguration

    encounters = field.encounters()
    players = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=number,
            points_times_ten=sum(_tenths(each.points or 0) for each in encounters[number]),
            rank=number,
            results=_results(encounters[number], len(field.rounds)),
        )
        for number in field.entrants
    ]
    return ParsedTrf(
        player_sections=players,
        x_section=XSection(
            number_of_rounds=rounds,
            zeroed_ids=set(field.entrants) - set(field.present),
            scoring_point_system=_scoring(field.scoring),
            configuration=XSectionConfiguration(first_round_color=white_first),
            forbidden_pairs={(min(pair), max(pair)) for pair in field.forbidden},
        ),
    )


def _results(encounters: list[Encounter], rounds: int) -> list[Any]:
    """Return the results of all rounds; a round without an encounter was missed."""
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult

    results = [
        RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE)
    ] * rounds
    colors = {Color.WHITE: ColorToken.WHITE, Color.BLACK: ColorToken.BLACK}
    for each in encounters:
        results[each.round - 1] = RoundResult(
            id=each.opponent or 0,
            color=colors[each.color] if each.color else ColorToken.BYE_OR_NOT_PAIRED,
            result=_token(each),
        )
    return results


def _token(encounter: Encounter) -> Any:
    from py4swiss.trf.results import ResultToken

    verdict, color = encounter.verdict, encounter.color
    if encounter.requested:
        return ResultToken.HALF_POINT_BYE if encounter.points else ResultToken.ZERO_POINT_BYE
    if verdict is None or color is None:
        return ResultToken.PAIRING_ALLOCATED_BYE
    won = verdict.winner is color
    if encounter.forfeit:
        return ResultToken.FORFEIT_WIN if won else ResultToken.FORFEIT_LOSS
    if verdict is PairingVerdict.DRAW:
        return ResultToken.DRAW
    return ResultToken.WIN if won else ResultToken.LOSS


def _scoring(scoring: Scoring) -> Any:
    from py4swiss.trf.results import ScoringPointSystem, ScoringPointSystemCode

    system = ScoringPointSystem()
    system.apply_code(ScoringPointSystemCode.WIN, _tenths(scoring.win))
    system.apply_code(ScoringPointSystemCode.DRAW, _tenths(scoring.draw))
    system.apply_code(ScoringPointSystemCode.LOSS, _tenths(scoring.loss))
    system.apply_code(ScoringPointSystemCode.ZERO_POINT_BYE, 0)
    system.apply_code(ScoringPointSystemCode.HALF_POINT_BYE, _tenths(scoring.draw))
    system.apply_code(ScoringPointSystemCode.PAIRING_ALLOCATED_BYE, _tenths(scoring.bye))
    return system


def _tenths(points: float) -> int:
    return round(10 * points)


FIDE_DUTCH = SwissFormat(
    "fide-swiss", N_("Swiss system (FIDE Dutch, rules until January 2026)"), make=FideSwiss
)
