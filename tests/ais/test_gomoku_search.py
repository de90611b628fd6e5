"""The gomoku search, and the order in which a move is looked for."""

import random

import pytest
from gomoku_boards import drawn, marked

from board_core.ais.gomoku.effort import NODES_A_POLL, Effort, GomokuSearchStopped
from board_core.ais.gomoku.position import GomokuSearchPosition
from board_core.ais.gomoku.search import WIN_SCORE, WIN_SOON, GomokuSearch
from board_core.ais.gomoku.thinking import Thinker, first_moves, root_moves
from board_core.games.gomoku.board import GomokuBoard


def thought_of(board, *, nodes: int = 3_000, depth: int = 40):
    thinker = Thinker(GomokuSearchPosition.of(board), set(board.legal()), Effort(max_nodes=nodes))
    *_, last = thinker.deep(depth)
    return last


def move_in(picture: str, **options) -> int:
    return thought_of(drawn(picture, **options)).line[0]


@pytest.mark.parametrize(
    "picture",
    [
        "oxxxx*..",
        ".oooox..\n........\nxxxx*...",  # rather than prevent theirs
        ".x......\n*oooox..\n........\nx.......",  # there is no other end
        "*xxxx*..",
    ],
)
def test_fives_are_made_and_prevented(picture):
    assert move_in(picture) in marked(picture)


def test_an_open_three_is_answered():
    picture = """
    .........
    ..*ooo*..
    .........
    ...x.....
    ..x......
    """
    assert move_in(picture) in marked(picture)
    assert thought_of(drawn(picture, to_move=2)).score == WIN_SCORE - 3


def test_an_open_three_near_the_edge_has_three_answers():
    picture = """
    *ooo**.
    .......
    x......
    ..x....
    """
    assert move_in(picture) in marked(picture)


def test_a_win_that_takes_longer_is_seen_by_the_search_alone():
    board = drawn("........\n........\n..xxx...\n........\n......oo\n........")
    found = GomokuSearchPosition.of(board)
    moves = root_moves(found, set(board.legal()))
    *_, last = GomokuSearch(found, Effort(max_nodes=2_000), moves, fours=False).deepen(4)
    assert last.score > WIN_SOON


def test_what_it_expects_can_be_played():
    chance = random.Random(3)
    for _ in range(4):
        board = GomokuBoard(15)
        for point in chance.sample(range(80, 140), 8):
            board.push(point)
        found = thought_of(board, nodes=1_500)
        for point in found.line:
            assert not board.cells[point]
            board.push(point)


def test_a_won_score_says_how_many_plies_are_left():
    assert thought_of(drawn("oxxxx...")).score == WIN_SCORE - 1
    assert thought_of(drawn("..xxx...\n........\n........")).score == WIN_SCORE - 3


def test_it_begins_in_the_middle_and_answers_beside_it():
    board = GomokuBoard(19)
    assert board.text(thought_of(board).line[0]) == "k10"
    board.push(board.index("k10"))
    assert set(
        map(board.text, first_moves(GomokuSearchPosition.of(board), set(board.legal())))
    ) == {
        "j9",
        "j10",
        "k9",
    }
    edge = GomokuBoard(19)
    edge.push(0)
    assert edge.text(thought_of(edge).line[0]) == "k10"


def test_on_a_full_board_nobody_has_won():
    board = GomokuBoard(15)
    for row in range(15):
        for column in range(15):
            board.cells[row * 15 + column] = 1 + (column // 2 + row) % 2
    board.cells[112] = 0
    found = thought_of(board)
    assert found.line[0] == 112


def test_a_forbidden_move_is_no_choice():
    picture = """
    ....x...
    ....x...
    oxxx*...
    ........
    ....x...
    ....o...
    """
    assert move_in(picture) in marked(picture)
    assert move_in(picture, rule="renju") not in marked(picture)


def test_five_is_allowed_where_it_is_a_double_four_too():
    picture = """
    ....x...
    ....x...
    oxxx*x..
    ....x...
    ....o...
    """
    assert move_in(picture, rule="renju") in marked(picture)


@pytest.mark.parametrize(("rule", "makes"), [("freestyle", True), ("standard", False)])
def test_six_in_a_row_is_made_only_where_it_wins(rule, makes):
    picture = "xxx*xx..\n........\n........\n..oo...."
    assert (move_in(picture, rule=rule) in marked(picture)) is makes


@pytest.mark.parametrize("nodes", [50, 500, 2_500])
def test_it_looks_at_no_more_nodes_than_it_may(nodes):
    board = drawn("........\n...xo...\n..xo....\n........\n....x...\n........")
    board.to_move = 2
    assert thought_of(board, nodes=nodes).nodes <= nodes


@pytest.mark.parametrize("polls", [1, 2, 5, 20, 60])
def test_it_ends_soon_after_it_is_told_to_stop(polls):
    board = drawn("........\n...xo...\n..xo....\n........\n....x...\n........")
    asked = 0

    def late(share: float) -> bool:
        nonlocal asked
        asked += 1
        return asked >= polls

    effort = Effort(late)
    found = GomokuSearchPosition.of(board)
    before = found.key, found.side
    *_, last = Thinker(found, set(board.legal()), effort).deep()
    assert last.nodes <= (polls + 5) * NODES_A_POLL
    assert not board.cells[last.line[0]]
    assert (found.key, found.side) == before


def test_effort_is_shared_out():
    effort = Effort(max_nodes=100)
    effort.allow(0.5)
    spend_all(effort)
    assert effort.nodes == 50
    effort.allow(1.0, 20)
    spend_all(effort)
    assert effort.nodes == 70


def spend_all(effort: Effort):
    with pytest.raises(GomokuSearchStopped):  # noqa: PT012
        while True:
            effort.spend()


@pytest.mark.parametrize(
    ("rule", "nodes", "score", "line"),
    [
        ("freestyle", 13410, 482, "j8 j9 g9 f10 k8 g8"),
        ("standard", 8598, 508, "g9 f10 j11 j8 g10 g6"),
        ("renju", 14106, 333, "k9 j8 k7 k6 j10 j6"),
    ],
)
def test_plain_and_compiled_it_searches_the_same_nodes(rule, nodes, score, line):
    """After a change of the search, write its new numbers here; both builds must have them."""
    board = GomokuBoard(15, rule)
    for text in ("h8", "h9", "k10", "f5", "e11", "l6"):
        board.push(board.index(text))
    found = thought_of(board, nodes=20_000, depth=6)
    assert (found.nodes, found.score) == (nodes, score)
    assert " ".join(map(board.text, found.line)) == line


def lines_of(board, lines: int, *, nodes: int = 3_000):
    position = GomokuSearchPosition.of(board)
    before = position.key, position.side
    *_, last = Thinker(position, set(board.legal()), Effort(max_nodes=nodes)).several(lines)
    assert (position.key, position.side) == before
    assert len({report.depth for report in last}) == 1
    return last


def test_moves_that_lose_are_lines_too_if_so_many_are_wanted():
    picture = "oxxxx*..\n........\noo......"
    best, *others = lines_of(drawn(picture, to_move=2), 4)
    assert {best.line[0]} == marked(picture)
    assert len({report.line[0] for report in others} - marked(picture)) == 3
    assert all(report.score == 2 - WIN_SCORE for report in others)


def test_a_line_after_which_the_other_side_wins_by_force_is_lost():
    board = GomokuBoard(15)
    for text in ["h9", "k8", "j10", "g9", "j9", "g7", "f7", "g10", "f9"]:
        board.push(board.index(text))
    lost = [report for report in lines_of(board, 8, nodes=6_000) if report.score < -WIN_SOON]
    (refuted,) = (report for report in lost if board.text(report.line[0]) == "k11")
    assert refuted.depth > 1
    for point in refuted.line:
        board.push(point)
    end = GomokuSearchPosition.of(board)
    assert end.fives(end.threats(), 1 - end.side).bit_count() > 1


def test_each_five_is_a_line_and_others_follow():
    picture = ".*xxxx*.\n........\nooo....."
    first, second, third = lines_of(drawn(picture), 3)
    assert {first.line[0], second.line[0]} == marked(picture)
    assert first.score == second.score == WIN_SCORE - 1
    assert third.score < first.score


def test_on_an_empty_board_the_lines_begin_near_the_middle():
    board = GomokuBoard(15)
    found = {board.text(report.line[0]) for report in lines_of(board, 3)}
    assert "h8" in found
    assert found <= {"h8", "g8", "j8", "h7", "h9"}


def test_there_are_no_more_lines_than_moves():
    board = GomokuBoard(5)
    board.cells[:] = [1, 1, 2, 2, 1] * 5
    board.cells[3] = board.cells[17] = 0
    assert len(lines_of(board, 5)) == 2
