"""Simulated Swiss tournaments, judged by code that shares nothing with the pairing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations

import rustworkx
from simulation import Chance, after, simulated

from board_core.contest.field import CLASSROOM_SCORING, ByeKind, Field, lot
from board_core.contest.pairing.invariants import Rule, violations
from board_core.contest.pairing.scheme import NoPairingError
from board_core.contest.pairing.swiss import FideSwiss, Swiss
from board_core.game.sides import Color

FEW = 16
"""Up to so many entrants all pairings are tried; beyond, a matching without costs decides."""


@dataclass
class Audit:
    """What came of some tournaments."""

    tournaments: int = 0
    rounds: int = 0
    violations: Counter[Rule] = field(default_factory=Counter)
    cut_short: int = 0  # and proved to have no pairing
    not_proved: int = 0
    not_repeated: int = 0  # a round that came out differently the second time


def new_field(players: int) -> Field:
    return Field(tuple(range(1, players + 1)), scoring=CLASSROOM_SCORING)


Tournament = tuple[Swiss | FideSwiss, Field, Chance]


def tournament(seed: int) -> tuple[Swiss, Field, Chance]:
    """3 to 60 players, with late entries, requested byes and forbidden pairs.

    Every third has more rounds than are safe, every fifth two games a pairing.
    """
    players = 3 + lot(seed, "players") % 58
    even = players + players % 2
    most = min(15, max(1, even - 3 if seed % 3 == 0 else even // 2))
    rounds = 1 + lot(seed, "rounds") % most
    chance = Chance(
        seed,
        draws=lot(seed, "draws") % 50 / 100,
        forfeits=lot(seed, "forfeits") % 5 / 100,
        withdrawals=lot(seed, "withdrawals") % 8 / 100,
    )
    return Swiss(rounds, seed), with_requests(new_field(players), rounds, seed), chance


def fide_tournament(seed: int) -> Tournament:
    """The same by the FIDE system, which has one game a pairing."""
    swiss, field, chance = tournament(seed)
    return FideSwiss(swiss.rounds, swiss.seed), replace(field, games_per_pairing=1), chance


def with_requests(field: Field, rounds: int, seed: int) -> Field:
    def happens(percent: int, *what: object) -> bool:
        return lot(seed, *what) % 100 < percent

    missed = {
        (each, number): ByeKind.HALF if happens(50, "half", each) else ByeKind.ZERO
        for each in field.entrants
        for number in range(1, rounds + 1)
        if (happens(8, "late", each) and number <= 1 + lot(seed, "entry", each) % 3)
        or happens(3, "bye", each, number)
    }
    forbidden = frozenset(
        frozenset(pair) for pair in combinations(field.entrants, 2) if happens(2, "forbidden", pair)
    )
    games = 2 if seed % 5 == 0 else 1
    return replace(field, requested_byes=missed, forbidden=forbidden, games_per_pairing=games)


def audited(audit: Audit, scheme: Swiss | FideSwiss, start: Field, chance: Chance) -> None:
    """Plays a tournament and puts down what is wrong with it."""
    audit.tournaments += 1
    played = start
    try:
        for now, made in simulated(scheme, start, chance):
            played = after(now, made, chance)
            audit.rounds += 1
            audit.not_repeated += replace(scheme).next_round(now) != made
            for rule in scheme.keeps(now):
                audit.violations[rule] += len(violations(now, made, frozenset({rule})))
    except NoPairingError:
        audit.cut_short += 1
        last_round = played.next_round >= scheme.rounds
        audit.not_proved += legal_pairing_exists(
            played, fide=isinstance(scheme, FideSwiss), last_round=last_round
        )


def legal_pairing_exists(
    field: Field, colors: bool = True, fide: bool = False, last_round: bool = False
) -> bool:
    """Whether those who are left can be paired by the hard rules at all.

    By FIDE's, two who had a forfeit may meet, who won by one has no bye, and in the last round who
    has more than half of the points, and its opponent, may get any colour.
    """
    missing = {each for each, number in field.requested_byes if number == field.next_round}
    players = [each for each in field.active if each not in missing]
    if len(players) < 2:
        return False
    bye = 0
    if len(players) % 2:
        players.append(bye)
    allowed = _allowed(field, colors, fide, last_round)
    friends = {one: frozenset(other for other in players if allowed(one, other)) for one in players}
    if len(players) <= FEW:
        return _all_tried(friends)
    places = {each: place for place, each in enumerate(players)}
    graph: rustworkx.PyGraph[int, None] = rustworkx.PyGraph()
    graph.add_nodes_from(players)
    graph.add_edges_from(
        [(places[a], places[b], None) for a in players for b in friends[a] if places[a] < places[b]]
    )
    return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == len(players)


def _allowed(field: Field, colors: bool, fide: bool, last_round: bool):
    met: set[tuple[int, int]] = set()
    had_bye: set[int] = set()
    first: set[tuple[int, int, int]] = set()  # of two games in a round, the one with the colours
    games: dict[int, list[int]] = {each: [] for each in field.entrants}  # 1: white, -1: black
    for each in field.rounds:
        had_bye.update(each.byes)
        for pairing in each.pairings:
            if pairing.number in field.forfeits and fide:
                winner = field.verdicts[pairing.number].winner
                if winner is not None:
                    white = winner is Color.WHITE
                    had_bye.add(pairing.white if white else pairing.black)
                continue
            met |= {(pairing.white, pairing.black), (pairing.black, pairing.white)}
            if pairing.number not in field.forfeits and (
                (each.number, pairing.black, pairing.white) not in first
            ):
                first.add((each.number, pairing.white, pairing.black))
                games[pairing.white].append(1)
                games[pairing.black].append(-1)
    points = {n: sum(e.points or 0 for e in each) for n, each in field.encounters().items()}
    half = len(field.rounds) * field.scoring.win / 2
    top = {n for n in field.entrants if fide and last_round and points[n] > half}

    def may(player: int, color: int) -> bool:
        had = [*games[player], color]
        return abs(sum(had)) <= 2 and abs(sum(had[-3:])) < 3

    def allowed(one: int, other: int) -> bool:
        if one == other:
            return False
        if 0 in (one, other):
            return max(one, other) not in had_bye
        if (one, other) in met or frozenset((one, other)) in field.forbidden:
            return False
        either = (may(one, 1) and may(other, -1)) or (may(one, -1) and may(other, 1))
        return either or not colors or bool(top & {one, other})

    return allowed


def _all_tried(friends: dict[int, frozenset[int]]) -> bool:
    @cache
    def possible(left: frozenset[int]) -> bool:
        if not left:
            return True
        one = min(left)
        return any(possible(left - {one, other}) for other in friends[one] & left)

    return possible(frozenset(friends))
