import itertools
from dataclasses import dataclass, replace

from hypothesis import given
from hypothesis import strategies as st
from simulation import Chance, after, simulated

from board_core.contest.field import CLASSROOM_SCORING, Field, Pairing, PairingVerdict, Round, lot
from board_core.contest.pairing.fixed_pairings import RoundRobin
from board_core.contest.pairing.swiss import Swiss
from board_core.contest.standings import Standing, standings

VERDICTS = {"1": PairingVerdict.WHITE, "0": PairingVerdict.BLACK, "=": PairingVerdict.DRAW}


BOTH_LOTS = [
    next(n for n in range(99) if (lot(n, "standings", 1) < lot(n, "standings", 2)) is first)
    for first in (True, False)
]
"""Seeds: the first entrant's lot is before the second's, and after it."""


def field_of(players: int, *rounds: str, byes: dict[int, int] | None = None) -> Field:
    """A round as ``1-2:1 4-3:=``: White, Black, and who won; byes by round."""
    field = Field(tuple(range(1, players + 1)), scoring=CLASSROOM_SCORING)
    for text in rounds:
        number, verdicts, pairings = field.next_round, {}, []
        for count, game in enumerate(text.split(), field.next_pairing):
            pair, result = game.split(":")
            white, black = map(int, pair.split("-"))
            pairings.append(Pairing(count, number, white, black))
            if result in VERDICTS:
                verdicts[count] = VERDICTS[result]
        bye = (byes[number],) if byes and number in byes else ()
        field = replace(
            field,
            rounds=(*field.rounds, Round(number, tuple(pairings), bye)),
            verdicts={**field.verdicts, **verdicts},
        )
    return field


@dataclass(frozen=True)
class Row:
    """A standing with the figures of the usual tie-breaks by name."""

    standing: Standing

    def __getattr__(self, name: str):
        usual = ("buchholz", "direct", "wins")
        if name in usual:
            return self.standing.figures[usual.index(name)]
        return getattr(self.standing, name)


def rows(field: Field, seed: int = 0) -> list[Row]:
    return [Row(each) for each in standings(field, seed)]


def by_number(field: Field, seed: int = 0) -> dict[int, Row]:
    return {each.number: each for each in rows(field, seed)}


def test_points_come_first():
    table = standings(field_of(4, "1-2:1 3-4:=", "1-3:1 4-2:1"), 0)
    assert [(each.rank, each.number, each.points) for each in table] == [
        (1, 1, 4),
        (2, 4, 3),
        (3, 3, 1),
        (4, 2, 0),
    ]


def test_then_the_points_of_the_opponents():
    table = by_number(field_of(6, "1-2:1 3-4:1 5-6:=", "2-4:1 6-1:0 5-3:="))
    assert table[1].buchholz == table[2].points + table[6].points == 3
    assert table[3].buchholz == table[4].points + table[5].points == 2
    assert table[1].rank < table[3].rank


def test_a_bye_or_a_forfeit_counts_against_a_dummy_opponent():
    """Its points are one's own, but not above a draw in each round, or the real opponent's."""
    field = field_of(3, "1-2:1", "2-3:1", byes={1: 3, 2: 1})
    assert by_number(field)[1].points == 4
    assert by_number(field)[1].buchholz == by_number(field)[2].points + 2 == 4
    forfeited = by_number(replace(field, forfeits=frozenset({1})))
    assert forfeited[1].points == 4
    assert (forfeited[1].buchholz, forfeited[1].wins, forfeited[1].games) == (4, 0, 0)


def test_the_rounds_after_a_withdrawal_count_as_drawn_for_the_opponents():
    field = field_of(4, "1-2:1 3-4:=", "3-1:0", "1-4:1", byes={2: 4})
    left = by_number(field)[2]
    assert left.points == 0
    # 2 left after the first round, and 3 after the second
    assert by_number(field)[1].buchholz == (0 + 1 + 1) + (1 + 1) + by_number(field)[4].points
    assert left.buchholz == by_number(field)[1].points


def test_then_direct_encounter_if_all_who_are_equal_have_met():
    """A circle but for one draw: 1, 2, 3 and 4 with the same points and opponents' points."""
    field = field_of(4, "1-2:0 3-4:0", "1-3:1 4-2:1", "1-4:1 2-3:1")
    table = rows(field)
    equal = [each for each in table if each.points == 4]
    assert {each.number for each in equal} == {1, 2, 4}
    assert len({each.buchholz for each in equal}) == 1
    assert {each.direct for each in equal} == {2}
    assert table[-1].direct is None


def test_the_winner_of_the_game_between_two_equals_is_ahead_whatever_the_lot():
    field = field_of(4, "1-2:0 3-4:=", "1-3:1 2-4:0", "1-4:1 2-3:0")
    # 1: 4 points, 2: 2, 3: 3, 4: 3; the game 3-4 was drawn: wins and lots come next
    table = by_number(field)
    assert table[3].direct == table[4].direct == 1
    field = field_of(4, "1-2:1 3-4:=", "3-1:1 2-4:1", "1-4:1 2-3:1")
    for seed in BOTH_LOTS:
        table = by_number(field, seed)
        assert table[1].points == table[2].points == 4
        assert table[1].buchholz == table[2].buchholz
        assert (table[1].direct, table[2].direct) == (2, 0)
        assert table[1].rank < table[2].rank


def test_without_a_game_between_them_direct_encounter_is_left_out():
    table = by_number(field_of(4, "1-2:1 3-4:1"))
    assert table[1].direct is table[3].direct is None


def test_then_wins():
    """1 has won once and lost once, 2 has drawn twice."""
    field = replace(field_of(6, "1-3:1 2-5:=", "4-1:1 6-2:="), fixed_pairings=True)
    table = by_number(field)
    assert table[1].points == table[2].points == 2
    assert table[1].buchholz == table[2].buchholz == 2
    assert (table[1].wins, table[2].wins) == (1, 0)
    for seed in BOTH_LOTS:
        assert by_number(field, seed)[1].rank < by_number(field, seed)[2].rank


def test_and_then_a_published_lot():
    field = Field((1, 2, 3, 4, 5))
    table = standings(field, 11)
    drawn = sorted(field.entrants, key=lambda number: lot(11, "standings", number))
    assert [each.number for each in table] == drawn
    assert [each.lot for each in table] == [1, 2, 3, 4, 5]
    assert [each.number for each in standings(field, 12)] != drawn


def test_a_lot_can_be_drawn_again_by_hand():
    """``printf 7:standings:3 | sha256sum``"""
    assert f"{lot(7, 'standings', 3):016x}" == "05188e0b753bb05c"


def test_unfinished_games_give_nothing():
    table = by_number(field_of(2, "1-2:?"))
    assert (table[1].points, table[1].games, table[1].buchholz) == (0, 0, 0)


@given(st.integers(3, 20), st.integers(0, 10**6))
def test_the_table_is_whole_and_its_sums_are_right(players: int, seed: int):
    scheme = Swiss(max(1, players // 2 - 1), seed, relax_colors=True)
    chance = Chance(seed, forfeits=0.05)
    field = Field(tuple(range(1, players + 1)), scoring=CLASSROOM_SCORING)
    for now, made in simulated(scheme, field, chance):
        field = after(now, made, chance)
    table = standings(field, seed)
    assert [each.rank for each in table] == [*range(1, players + 1)]
    assert {each.number for each in table} == {*field.entrants}
    byes = sum(len(each.byes) for each in field.rounds)
    assert sum(each.points for each in table) == 2 * (len([*field.pairings]) + byes)
    on_board = len([*field.pairings]) - len(field.forfeits)
    assert sum(each.games for each in table) == 2 * on_board
    assert sum(each.whites for each in table) == sum(each.blacks for each in table) == on_board
    assert all(a.points >= b.points for a, b in itertools.pairwise(table))
    assert standings(field, seed) == table


@given(st.integers(2, 9), st.integers(0, 10**6))
def test_in_a_round_robin_the_points_of_the_opponents_follow_from_ones_own(players: int, seed: int):
    chance = Chance(seed)
    field = Field(tuple(range(1, players + 1)), fixed_pairings=True)
    for now, made in simulated(RoundRobin(), field, chance):
        field = after(now, made, chance)
    games = players * (players - 1) / 2
    assert all(each.buchholz == games - each.points for each in rows(field, seed))
