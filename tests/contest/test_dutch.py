"""The FIDE (Dutch) system, compared with one that tries all pairings.

The other program finds the best pairing of each bracket as the articles of C.04.3 describe it, and
shares with ours only the facts about the players and the choice of colours.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

import pytest
from contests import field_of
from simulation import Chance, after
from tournaments import new_field, with_requests

from board_core.contest.field import ByeKind, Field, Scoring, lot
from board_core.contest.pairing.colors import ABSOLUTE_WISH, STRONG_WISH, Float, has_white
from board_core.contest.pairing.dutch import DutchPlayer, paired, players
from board_core.contest.pairing.scheme import NoPairingError, PairingStep
from board_core.contest.pairing.swiss import FideSwiss
from board_core.game.sides import Color

Partners = dict[int, int | None]
"""By place, in both directions; None: the bye."""

MUCH = 1_000_000
"""More than any difference of points: that of a player who floats (2.4, C18)."""


def complete_pairings(ranked: Sequence[DutchPlayer], left: Sequence[int]) -> Iterator[Partners]:
    """Yield all pairings by the absolute criteria [C1] to [C3]."""
    if not left:
        yield {}
        return
    one, *others = left
    if len(left) % 2 and ranked[one].may_have_bye:
        for rest in complete_pairings(ranked, others):
            yield {one: None, **rest}
    for other in others:
        if may_meet(ranked[one], ranked[other]):
            for rest in complete_pairings(ranked, [each for each in others if each != other]):
                yield {one: other, other: one, **rest}


def may_meet(one: DutchPlayer, other: DutchPlayer) -> bool:
    both_absolute = one.colors.strength == other.colors.strength == ABSOLUTE_WISH
    clash = both_absolute and one.colors.due is other.colors.due
    return other.number not in one.barred and (not clash or one.top or other.top)


def tried(ranked: Sequence[DutchPlayer]) -> set[frozenset[int | None]] | None:
    """Return the pairing, bracket by bracket from the top (1.9)."""
    left = [*complete_pairings(ranked, range(len(ranked)))]
    if not left:
        return None
    if len(ranked) % 2:  # [C5]
        scores = [next(ranked[a].points for a, b in each.items() if b is None) for each in left]
        left = [each for each, score in zip(left, scores, strict=True) if score == min(scores)]
    groups = [[*each] for _, each in groupby(range(len(ranked)), lambda at: ranked[at].points)]
    moved_down: list[int] = []
    for residents, following in zip(groups, [*groups[1:], []], strict=True):
        own = [*moved_down, *residents]
        left = [each for each in left if not any(each[one] in moved_down for one in moved_down)]
        keys = [candidate_key(ranked, each, moved_down, residents, following) for each in left]
        best = left[keys.index(min(keys))]
        left = [each for each in left if inside(each, own) == inside(best, own)]
        moved_down = [one for one in own if best[one] not in own]
    return {frozenset(pair) for pair in left[0].items()}


def inside(partners: Partners, own: Sequence[int]) -> list[tuple[int, int]]:
    """Return the pairs of a bracket, the higher player first."""
    return [(a, b) for a in own if (b := partners[a]) is not None and b in own and a < b]


def candidate_key(ranked, partners, moved_down, residents, following):
    """Return [C6] to [C21], and then the place among the candidates (4.2 to 4.4)."""
    own = [*moved_down, *residents]
    pairs = inside(partners, own)
    floaters = [one for one in own if partners[one] not in own]
    next_own = [*floaters, *following]
    next_floaters = [one for one in next_own if partners[one] not in next_own]
    bye = [one for one in floaters if partners[one] is None]
    mdp_pairs = [pair for pair in pairs if pair[0] in moved_down]

    def scores(places):
        return sorted((ranked[one].points for one in places), reverse=True)

    def resident_floats(back):
        return sum(ranked[one].floats[back] is Float.DOWN for one in floaters if one in residents)

    def opponents_up(back):
        return [(a, b) for a, b in mdp_pairs if ranked[b].floats[back] is Float.UP]

    def differences(back):
        met = [ranked[a].points - ranked[b].points for a, b in mdp_pairs if down(a, back)]
        floating = [MUCH + ranked[a].points for a in moved_down if a in floaters and down(a, back)]
        return sorted(met + floating, reverse=True)

    def down(one, back):
        return ranked[one].floats[back] is Float.DOWN

    def opponents_differences(back):
        pairs = opponents_up(back)
        return sorted((ranked[a].points - ranked[b].points for a, b in pairs), reverse=True)

    quality = (
        len(floaters),
        scores(floaters),
        (len(next_floaters), scores(next_floaters)) if following else (),
        ranked[bye[0]].unplayed if bye and len(floaters) == 1 else 0,
        *refusals(ranked, pairs),
        resident_floats(0),
        len(opponents_up(0)),
        resident_floats(1),
        len(opponents_up(1)),
        differences(0),
        opponents_differences(0),
        differences(1),
        opponents_differences(1),
    )
    remainder = [one for one in residents if partners[one] not in moved_down]
    rest = [pair for pair in pairs if pair[0] in remainder]
    higher = {remainder.index(a) + 1 for a, _ in rest}
    original = {*range(1, len(rest) + 1)}
    out, into = original - higher, higher - original
    order = (
        [a for a, _ in mdp_pairs],
        [b for _, b in mdp_pairs],
        len(out),
        sum(into) - sum(out),
        [-one for one in sorted(out, reverse=True)],
        sorted(into),
        [b for _, b in rest],
    )
    return quality, order


def refusals(ranked: Sequence[DutchPlayer], pairs: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return [C10] to [C13] by the colours that the pairs get."""
    limits = runs = wishes = strong = 0
    for higher, lower in pairs:
        one, other = ranked[higher].colors, ranked[lower].colors
        white = has_white(one, other) is not False
        for colors, color in (
            (one, Color.WHITE if white else Color.BLACK),
            (other, Color.BLACK if white else Color.WHITE),
        ):
            difference = colors.difference + (1 if color is Color.WHITE else -1)
            limits += abs(difference) > 2
            runs += colors.played[-2:] == (color, color)
            wishes += colors.due not in (None, color)
            strong += colors.due not in (None, color) and colors.strength == STRONG_WISH
    return limits, runs, wishes, strong


def ours(ranked: Sequence[DutchPlayer]) -> set[frozenset[int | None]] | None:
    pairs = paired(ranked)
    return None if pairs is None else {frozenset(pair) for pair in pairs}


@pytest.mark.parametrize("seed", range(40))
def test_no_other_pairing_is_better_or_comes_earlier(seed: int):
    entrants = 4 + lot(seed, "entrants") % 5
    rounds = min(6, entrants - 1)
    field = replace(
        with_requests(new_field(entrants), rounds, seed) if seed % 3 else new_field(entrants),
        games_per_pairing=1,
    )
    scheme = FideSwiss(rounds, seed)
    chance = Chance(seed, draws=0.3, forfeits=0.1, withdrawals=0.02)
    for number in range(1, rounds + 1):
        if len(field.present) < 2:
            break
        ranked = players(field, number == rounds)
        assert ours(ranked) == tried(ranked)
        try:
            made = scheme.next_round(field)
        except NoPairingError:
            break
        assert not isinstance(made, PairingStep)
        field = after(field, made, chance)


def facts(field: Field, last_round: bool = False) -> dict[int, DutchPlayer]:
    return {player.number: player for player in players(field, last_round)}


def test_points_without_a_game_are_a_downfloat():
    """1.4.3 and 1.4.4: and a loss without a game, or an absence without points, is no float."""
    field = replace(
        field_of(7, "1-2 1-0, 3-4 1-0, 5-6 1-0, 7 bye", "1-3 1-0 forfeit, 2-5 0-1"),
        requested_byes={(4, 2): ByeKind.HALF, (6, 2): ByeKind.ZERO, (7, 2): ByeKind.ZERO},
    )
    last, before = (
        {number: each.floats[back] for number, each in facts(field).items()} for back in (0, 1)
    )
    up, level, down = Float.UP, Float.LEVEL, Float.DOWN
    assert last == {1: down, 2: up, 3: level, 4: down, 5: down, 6: level, 7: level}
    assert before == {**dict.fromkeys(range(1, 7), level), 7: down}


@pytest.mark.parametrize(
    ("scoring", "excluded"),
    [(Scoring(), {1, 5}), (Scoring(bye=0.5), {1, 5}), (Scoring(3, 1, 0, 1), {1, 5})],
)
def test_a_bye_or_a_win_without_a_game_excludes_a_bye(scoring: Scoring, excluded: set[int]):
    field = field_of(5, "1-3 1-0 forfeit, 4-2 1-0, 5 bye", scoring=scoring)
    field = replace(field, requested_byes={(6, 1): ByeKind.HALF}, entrants=(1, 2, 3, 4, 5, 6))
    assert {n for n, each in facts(field).items() if not each.may_have_bye} == excluded


@pytest.mark.parametrize(("sign", "bye"), [("1-0", 2), ("1-0 forfeit", 3)])
def test_the_bye_is_for_who_has_played_more(sign: str, bye: int):
    """[C9]; among equals the colours decide."""
    field = field_of(5, f"1-3 1-0, 4-2 {sign}, 5 bye")
    made = FideSwiss(4, 1).next_round(field)
    assert not isinstance(made, PairingStep)
    assert made.byes == (bye,)


def test_the_bye_is_for_who_has_the_least_points():
    """[C5]: the two who have the least have met, and one of them has the bye all the same."""
    field = field_of(5, "1-4 1-0, 2-5 1-0, 3 bye", "4-5 =, 1-2 =")
    made = FideSwiss(5, 1).next_round(replace(field, requested_byes={(3, 2): ByeKind.ZERO}))
    assert not isinstance(made, PairingStep)
    assert made.byes == (5,)


def test_half_of_the_points_do_not_make_a_topscorer():
    """1.8: who has more than half of them, when the last round is paired."""
    field = field_of(4, "1-2 1-0, 3-4 =")
    assert [n for n, each in facts(field, last_round=True).items() if each.top] == [1]
    assert not any(each.top for each in facts(field).values())
