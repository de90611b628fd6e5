"""Checks of a round against the rules of its scheme. Pure.

They share nothing with the code that pairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import Enum

from board_core.contest.field import Field, Number, Round
from board_core.game.sides import Color
from board_core.text.sentence import Listed, Sentence, say


class Rule(Enum):
    """The rules that a round may have to keep."""

    NUMBERS = "numbers"  # rounds and games are numbered on
    OPPONENTS = "opponents"  # known entrants, with one opponent in a round at most
    COVERAGE = "coverage"  # every entrant that has not withdrawn, exactly once
    REMATCH = "rematch"  # nobody meets anybody again
    FORFEIT_REMATCH = "forfeit-rematch"  # not even whom it did not play, by a forfeit
    FORBIDDEN = "forbidden"  # no pair that the organiser forbids, or of one team
    BYE = "bye"  # one at most, and for nobody the second
    COLORS = "colors"  # not three in a row, no difference above two


STATIC_RULES = frozenset({Rule.NUMBERS, Rule.OPPONENTS})
"""The rules of schemes whose rounds do not depend on results."""

SWISS_RULES = frozenset(Rule)


def violations(
    field: Field, round: Round, rules: frozenset[Rule] = SWISS_RULES
) -> tuple[Sentence, ...]:
    """Return the violations of these rules by the next round of the field."""
    checks = {
        Rule.NUMBERS: _numbers,
        Rule.OPPONENTS: _opponents,
        Rule.COVERAGE: _coverage,
        Rule.REMATCH: _rematches,
        Rule.FORFEIT_REMATCH: _forfeit_rematches,
        Rule.FORBIDDEN: _forbidden,
        Rule.BYE: _byes,
        Rule.COLORS: _colors,
    }
    return tuple(
        sentence
        for rule, check in checks.items()
        if rule in rules
        for sentence in check(field, round)
    )


def _numbers(field: Field, round: Round) -> Iterator[Sentence]:
    if round.number != field.next_round:
        yield say(
            "the round is number {number} and should be {expected}",
            number=round.number,
            expected=field.next_round,
        )
    for expected, pairing in enumerate(round.pairings, field.next_pairing):
        if pairing.number != expected:
            yield say(
                "game {number} should be number {expected}",
                number=pairing.number,
                expected=expected,
            )
        if pairing.round != round.number:
            yield say(
                "game {number} says round {round} and is in round {expected}",
                number=pairing.number,
                round=pairing.round,
                expected=round.number,
            )


def _opponents(field: Field, round: Round) -> Iterator[Sentence]:
    opponents: dict[Number, set[Number]] = {}
    for pairing in round.pairings:
        opponents.setdefault(pairing.white, set()).add(pairing.black)
        opponents.setdefault(pairing.black, set()).add(pairing.white)
    for entrant in sorted({*opponents, *round.byes} - {*field.entrants}):
        yield say("{entrant} is not an entrant of this contest", entrant=entrant)
    for entrant, others in sorted(opponents.items()):
        if entrant in others:
            yield say("{entrant} is paired with itself", entrant=entrant)
        if len(others) > 1:
            yield say(
                "{entrant} has several opponents in one round: {opponents}",
                entrant=entrant,
                opponents=Listed(map(str, sorted(others))),
            )


def _coverage(field: Field, round: Round) -> Iterator[Sentence]:
    places = Counter(round.byes)
    for pairing in round.pairings:
        places.update((pairing.white, pairing.black))
    for entrant in field.present:
        if not places[entrant]:
            yield say("{entrant} is left out of the round", entrant=entrant)
    for entrant, times in sorted(places.items()):
        if times > (1 if entrant in round.byes else field.games_per_pairing):
            yield say("{entrant} is in the round {times} times", entrant=entrant, times=times)
        if (entrant, round.number) in field.requested_byes:
            yield say("{entrant} asked for a bye in the round", entrant=entrant)
        if entrant in field.withdrawn:
            yield say("{entrant} has withdrawn and is paired", entrant=entrant)


def _rematches(field: Field, round: Round) -> Iterator[Sentence]:
    met = {
        frozenset((f.white, f.black)): f.round
        for f in field.pairings
        if f.number not in field.forfeits
    }
    games = Counter((f.white, f.black) for f in round.pairings)
    for (white, black), count in games.items():
        pair = frozenset((white, black))
        if pair in met:
            yield say(
                "{white} and {black} already met in round {round}",
                white=white,
                black=black,
                round=met[pair],
            )
        if count > 1 or count + games[black, white] != field.games_per_pairing:
            yield say(
                "{white} and {black} have {games} games in the round, which are not {expected} "
                "with colours reversed",
                white=white,
                black=black,
                games=count + games[black, white],
                expected=field.games_per_pairing,
            )


def _forfeit_rematches(field: Field, round: Round) -> Iterator[Sentence]:
    lost = {
        frozenset((f.white, f.black)): f.round for f in field.pairings if f.number in field.forfeits
    }
    for pairing in round.pairings:
        if (pair := frozenset((pairing.white, pairing.black))) in lost:
            yield say(
                "{white} and {black} already met in round {round}",
                white=pairing.white,
                black=pairing.black,
                round=lost[pair],
            )


def _forbidden(field: Field, round: Round) -> Iterator[Sentence]:
    for pairing in round.pairings:
        if frozenset((pairing.white, pairing.black)) in field.forbidden:
            yield say(
                "{white} and {black} must not be paired", white=pairing.white, black=pairing.black
            )


def _byes(field: Field, round: Round) -> Iterator[Sentence]:
    if len(round.byes) > 1:
        yield say(
            "several entrants have a bye in one round: {entrants}",
            entrants=Listed(map(str, round.byes)),
        )
    had = {entrant: each.number for each in field.rounds for entrant in each.byes}
    for entrant in round.byes:
        if entrant in had:
            yield say(
                "{entrant} already had a bye in round {round}", entrant=entrant, round=had[entrant]
            )


def _colors(field: Field, round: Round) -> Iterator[Sentence]:
    colors: dict[Number, list[Color]] = {entrant: [] for entrant in field.entrants}
    seen: set[tuple[int, frozenset[Number]]] = set()
    for pairing in field.pairings:
        place = (pairing.round, frozenset((pairing.white, pairing.black)))
        if pairing.number not in field.forfeits and place not in seen:
            seen.add(place)
            colors[pairing.white].append(Color.WHITE)
            colors[pairing.black].append(Color.BLACK)
    for pairing in round.pairings[:: field.games_per_pairing]:  # the first game of each two
        for entrant, color in ((pairing.white, Color.WHITE), (pairing.black, Color.BLACK)):
            had = [*colors.get(entrant, ()), color]
            if had[-3:] == [color] * 3:
                yield say(
                    "{entrant} has the same colour three times in a row: {color}",
                    entrant=entrant,
                    color=color,
                )
            difference = had.count(color) - had.count(color.other)
            if difference > 2:
                yield say(
                    "{entrant} has {color} {difference} times more than the other colour",
                    entrant=entrant,
                    color=color,
                    difference=difference,
                )
