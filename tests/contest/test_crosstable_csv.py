"""Crosstables for spreadsheets."""

import csv
from functools import partial
from io import StringIO

import pytest
from contests import field_of

from board_core.contest.exports import harmless, to_csv
from board_core.contest.field import CLASSROOM_SCORING
from board_core.contest.standings import USUAL_TIE_BREAKS, Standing
from board_core.game.words import Words

Row = partial(Standing, games=0, whites=0, blacks=0)

NAMES = {1: "alpha", 2: "小棋手, 二号", 3: "=HYPERLINK(1)", 4: "d\nd"}
CONTEST = field_of(
    4,
    "1-2 1-0, 3-4 0-1 forfeit",
    "2-3 =, 1 bye",
    "4-1 *, 3-2 0-0",
    scoring=CLASSROOM_SCORING,
    withdrawn=[4],
)
STANDINGS = [
    Row(1, 1, 4, (1, None, 1), 3),
    Row(2, 4, 2, (4, 0, 0), 1),
    Row(3, 2, 1, (5.5, 1, 0), 2),
    Row(4, 3, 1, (1, 1, 0), 4),
]


def rows(text):
    return list(csv.reader(StringIO(text.removeprefix("\ufeff"), newline="")))


def test_a_row_for_everyone_and_a_cell_for_each_round():
    assert to_csv(CONTEST, STANDINGS, USUAL_TIE_BREAKS, NAMES) == (
        "\ufeffRank,No.,Player,Points,Buchholz,Direct encounter,Wins,Lot,"
        "Round 1,Round 2,Round 3\r\n"
        "1,1,alpha,4,1,,1,3,2w1,bye,4b*\r\n"
        "2,4,d d,2,4,0,0,1,3b+,,1w*\r\n"
        '3,2,"小棋手, 二号",1,5.5,1,0,2,1b0,3w=,3b0\r\n'
        "4,3,'=HYPERLINK(1),1,1,1,0,4,4w-,2b=,2w0\r\n"
    )


def test_a_cell_for_each_opponent():
    table = rows(to_csv(CONTEST, STANDINGS, USUAL_TIE_BREAKS, NAMES, by_opponent=True))
    assert [row[8:] for row in table] == [
        ["1", "4", "2", "3"],
        ["×", "b*", "w1", ""],
        ["w*", "×", "", "b+"],
        ["b0", "", "×", "w= b0"],
        ["", "w-", "b= w0", "×"],
    ]


def test_a_table_in_chinese():
    table = rows(to_csv(CONTEST, STANDINGS, USUAL_TIE_BREAKS, NAMES, words=Words("zh_CN")))
    assert table[0][:4] == ["名次", "编号", "棋手", "积分"]
    assert table[0][8] == "第 1 轮"
    assert table[1][9] == "轮空"


def test_rounds_of_several_games_have_several_cells():
    field = field_of(2, "1-2 1-0, 2-1 =", "1-2 0-1, 2-1 *")
    standings = [Row(1, 1, 1.5, (0, None, 1), 1), Row(2, 2, 1.5, (0, None, 1), 2)]
    table = rows(to_csv(field, standings, USUAL_TIE_BREAKS, NAMES))
    assert table[0][8:] == ["Round 1.1", "Round 1.2", "Round 2.1", "Round 2.2"]
    assert table[1][8:] == ["2w1", "2b=", "2w0", "2b*"]
    assert (
        rows(to_csv(field, standings, USUAL_TIE_BREAKS, NAMES, by_opponent=True))[1][9]
        == "w1 b= w0 b*"
    )


def test_everyone_plays_at_most_once_in_a_column():
    field = field_of(4, "1-2 1-0, 1-3 =, 2-3 0-1, 4-1 0-1, 1-4 =")
    standings = [Row(n, n, 0, (0, None, 0), n) for n in range(1, 5)]
    names = dict.fromkeys(range(1, 5), "x")
    table = rows(to_csv(field, standings, USUAL_TIE_BREAKS, names))
    assert [row[8:] for row in table[1:]] == [
        ["2w1", "3w=", "4b1", "4w="],
        ["1b0", "", "3w0", ""],
        ["", "1b=", "2b1", ""],
        ["", "", "1w0", "1b="],
    ]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "＝1+1", "\t=1+1", "\r=1", " =1"])
def test_a_name_is_never_a_formula(name):
    table = rows(to_csv(CONTEST, STANDINGS, USUAL_TIE_BREAKS, {**NAMES, 1: name}))
    assert table[1][2].startswith("'")
    assert name.strip() in table[1][2]


@pytest.mark.parametrize("name", ["alpha", "a=1", "3-4", "小棋手", ""])
def test_other_names_stay_as_they_are(name):
    assert harmless(name) == name


def test_no_cell_of_ours_is_a_formula_or_a_number_by_mistake():
    """``1e5`` or ``3-4`` would be: cells of games are neither."""
    for by_opponent in (False, True):
        for row in rows(
            to_csv(CONTEST, STANDINGS, USUAL_TIE_BREAKS, NAMES, by_opponent=by_opponent)
        )[1:]:
            for cell in filter(None, row[8:]):
                assert harmless(cell) == cell
                with pytest.raises(ValueError, match="could not convert"):
                    float(cell)
