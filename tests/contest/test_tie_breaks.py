"""Tie-breaks, against figures that the checker of FIDE's technical commission printed."""

from dataclasses import replace
from itertools import pairwise

import pytest

from board_core.contest.field import Field, Pairing, PairingVerdict, Round
from board_core.contest.standings import TieBreak, TieBreakFigures, standings

CROSSTABLE = """
11w- 3w-  7b1  8w1 10w1  2b0
 8w1 5b+  6b1 10w+ 11w1  1w1
10w0 1b+  4b1 11b=  7w0  8b+
 5w0 8b0  3w0  U    Z    Z
 4b1 2w-  8w=  Z    Z    Z
 U  10b0  2w0  7w0  8b1 11b1
 9w= 11b0 1w0  6b1  3b1 10w=
 2b0 4w1  5b=  1b0  6w0  3w-
 7b= Z    Z    Z    Z    Z
 3b1 6w1 11w1  2b-  1b0  7b=
 1b+ 7w1 10b0  3w=  2b0  6w0
"""
"""A Swiss with every kind of unplayed round: ``+`` and ``-`` forfeits, U the bye, Z absent."""

CHECKED = """
19.5 17 14 11 8 9 3 1
16.5 15 12.5 11.5 16.5 21 4 1
15.5 14 12 10.5 7.75 11.5 1 1
11 10 9 6.5 1 3 0 0
9.5 8 6.5 6 2.75 8 1 1
19.5 18 15.5 12 7 9 2 2
18.5 16 13 12.5 9.75 8.5 2 2
18.5 17 15 11 3.5 7 1 0
5.5 5 4.5 2 1.5 3 0 0
18.5 15 12.5 11.5 10.5 15.5 3 1
21.5 19 16 13 7.25 12.5 1 0
"""
"""BH, BH-C1, BH-C2, BH-M1, SB, PS, WON and BWG of each line above."""

ORDER = (
    TieBreak.BUCHHOLZ,
    TieBreak.BUCHHOLZ_CUT_1,
    TieBreak.BUCHHOLZ_CUT_2,
    TieBreak.MEDIAN_BUCHHOLZ,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.PROGRESSIVE,
    TieBreak.WINS,
    TieBreak.BLACK_WINS,
)

VERDICTS = {"1": PairingVerdict.WHITE, "0": PairingVerdict.BLACK, "=": PairingVerdict.DRAW}


def field_of_table(table: str, **facts) -> Field:
    """A crosstable as FIDE's report files have it, read by White's cells."""
    lines = [line.split() for line in table.strip().splitlines()]
    rounds, verdicts, forfeits, number = [], {}, set(), 0
    for place in range(len(lines[0])):
        pairings, byes = [], []
        for entrant, cells in enumerate(lines, 1):
            cell = cells[place]
            if cell == "U":
                byes.append(entrant)
            elif "w" in cell:
                number += 1
                opponent, sign = cell.split("w")
                pairings.append(Pairing(number, place + 1, entrant, int(opponent)))
                verdicts[number] = VERDICTS[{"+": "1", "-": "0"}.get(sign, sign)]
                forfeits |= {number} if sign in "+-" else set()
        rounds.append(Round(place + 1, tuple(pairings), tuple(byes)))
    numbers = tuple(range(1, len(lines) + 1))
    return Field(numbers, tuple(rounds), verdicts, frozenset(forfeits), **facts)


def test_the_figures_are_those_of_the_checker():
    made = TieBreakFigures(field_of_table(CROSSTABLE))
    for entrant, line in enumerate(CHECKED.strip().splitlines(), 1):
        assert [made.of(each, entrant) for each in ORDER] == [*map(float, line.split())]


def test_a_direct_encounter_needs_no_game_that_could_not_change_it():
    """1, 2 and 3 have two points; 1 has beaten both others, who have not met."""
    field = field_of_table(
        """
        2w1 3b1 4w0 5b0
        1b0 4w1 6b1 7w0
        8w1 1w0 7b1 6w0
        9w1 2b0 1b1 Z
        Z   Z   Z   1w1
        Z   Z   2w0 3b1
        Z   Z   3w0 2b1
        3b0 Z   Z   Z
        4b0 Z   Z   Z
        """
    )
    made = TieBreakFigures(field)
    assert made.places_by_encounter([1, 2, 3]) == [[1], [2, 3]]
    assert made.met_points([1, 2, 3]) == {1: 2, 2: 0, 3: 0}
    assert made.places_by_encounter([2, 1]) == [[1], [2]]
    assert made.places_by_encounter([2, 3]) == [[2, 3]]


def test_the_organiser_chooses_the_order_and_each_row_says_what_put_it_ahead():
    field = field_of_table(CROSSTABLE)
    order = (TieBreak.SONNEBORN_BERGER, TieBreak.WINS)
    table = standings(field, 0, order)
    made = TieBreakFigures(field)
    for upper, lower in pairwise(table):
        if upper.points > lower.points:
            assert upper.ahead_by is None
            continue
        first = next((i for i, each in enumerate(upper.figures) if each != lower.figures[i]), 2)
        assert upper.ahead_by == first
        assert upper.figures[:1] >= lower.figures[:1]
        if first == len(order):
            assert upper.lot < lower.lot
    assert all(
        each.figures == tuple(made.of(tie_break, each.number) for tie_break in order)
        for each in table
    )


@pytest.mark.parametrize(
    ("results", "expected"),
    [("11", 2800), ("1=", 2193), ("==", 2000), ("10", 2000), ("00", 1200)],
)
def test_the_performance_is_fides(results, expected):
    """By the table of FIDE's rating rules, against opponents of 1900 and 2100."""
    one, other = results
    field = field_of_table(f"2w{one} 3w{other}\n1b{one} Z\nZ 1b{other}", ratings={2: 1900, 3: 2100})
    assert TieBreakFigures(field).of(TieBreak.PERFORMANCE, 1) == expected
    assert TieBreakFigures(field).of(TieBreak.PERFORMANCE, 2) is None


def test_in_a_round_robin_a_forfeit_counts_as_played():
    field = field_of_table("2w+ 3b1 Z\n1b- Z 3w1\nU 1w0 2b0")
    swiss = TieBreakFigures(field)
    assert swiss.of(TieBreak.BUCHHOLZ, 1) == 1 + 1 + 1.5
    assert swiss.met_points([1, 2]) == {1: None, 2: None}
    fixed = TieBreakFigures(replace(field, fixed_pairings=True))
    assert fixed.of(TieBreak.BUCHHOLZ, 1) == 1 + 1
    assert fixed.places_by_encounter([2, 1]) == [[1], [2]]
