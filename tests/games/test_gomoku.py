from functools import reduce

import gomoku_oracle as oracle
import pytest

from board_core import BadSetup, Color, IllegalMove, Outcome, Position, Reason
from board_core.game.words import Words
from board_core.games import GOMOKU
from board_core.games.gomoku import GOMOKU_GAMES, GomokuBoard, gomoku_rules
from board_core.games.gomoku.board import Forbidden, forbidden, written
from board_core.games.gomoku.lessons import GOMOKU_LESSONS
from board_core.match.known_games import HOSTED_GAMES

BLACK, WHITE = Color.BLACK, Color.WHITE
FREESTYLE, STANDARD, RENJU = (
    HOSTED_GAMES["gomoku"].rules,
    HOSTED_GAMES["gomoku-standard"].rules,
    HOSTED_GAMES["renju"].rules,
)
every_rule = pytest.mark.parametrize("rules", [FREESTYLE, STANDARD, RENJU], ids=lambda r: r.name)
every_variant = pytest.mark.parametrize("name", GOMOKU_GAMES)


def after(moves: str, rules=FREESTYLE) -> Position:
    return reduce(lambda p, text: p.play(p.parse(text)), moves.split(), rules.start(None))


def black_has(stones: str, rules=FREESTYLE, white: str = "") -> Position:
    """Black to move, with these black stones."""
    size = rules.geometry.size[0]
    board = GomokuBoard(size, "freestyle")
    for text in stones.split():
        board.cells[board.index(text)] = 1
    for text in white.split():
        board.cells[board.index(text)] = 2
    return rules.start(written(size, board.cells, 1))


def refusal(position: Position, text: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        position.parse(text)
    return str(caught.value)


# Names


def test_a_board_of_each_rule():
    assert {name: rules.geometry.size[0] for name, rules in GOMOKU_GAMES.items()} == {
        "gomoku": 15,
        "gomoku-standard": 15,
        "renju": 15,
    }
    assert {rules.family for rules in GOMOKU_GAMES.values()} == {"gomoku"}
    assert {rules.first for rules in GOMOKU_GAMES.values()} == {BLACK}


def test_no_file_is_called_i():
    assert "i" not in GOMOKU.geometry.column_labels
    assert {move[0] for move in GOMOKU.start(None).legal_moves()} == set("abcdefghjklmnop")


# Reading a move


def test_a_move_is_read_as_people_write_it():
    position = FREESTYLE.start(None)
    assert [position.parse(text) for text in ("h8", " H8\n", "h08", "O15")] == [
        "h8",
        "h8",
        "h8",
        "o15",
    ]


def test_a_point_that_is_taken_is_told_with_whose_stone_it_is_and_what_to_mend():
    told = {}
    for moves, text in (("h8 h9", "h8"), ("h8 h9", "h9"), ("h8 h9 j9", "h8"), ("h12 h9 a1", "h12")):
        with pytest.raises(IllegalMove) as refused:
            after(moves).parse(text)
        told[str(refused.value)] = str(GOMOKU_LESSONS.advice(refused.value.sentence))
    own, last, other, two_digits = told
    assert "your own black stone, move 1 of the game" in own
    assert "enter its own moves" in told[own]
    assert "that was played just before" in last
    assert "column and row not exchanged" in told[last]
    assert "the other side's black stone, move 1 of the game" in other
    assert "every stone that it is told" in told[other]
    assert "two digits, as h12" in told[two_digits]
    for advice in (told[own], told[two_digits]):
        assert "an index or a random number in its place" in advice
    assert "if the stone is there, it takes an index or a random number" in told[other]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("h8", "'h8' is taken: by your own black stone, move 1 of the game"),
        ("H9", "'H9' is taken: by the white stone that was played just before"),
        ("i9", "'i9' is not on the board: no file is called i, after h comes j"),
        ("q1", "'q1' is not on the board: it goes from a1 to p15"),
        ("a16", "'a16' is not on the board: it goes from a1 to p15"),
        ("a0", "'a0' is not on the board: it goes from a1 to p15"),
        ("7,7", "'7,7' is no point: write one as in h8"),
        ("7,15", "'7,15' is not on the board: its points go from 0,0 to 14,14"),
        ("-1, 7", "'-1, 7' is not on the board: its points go from 0,0 to 14,14"),
        ("h8h9", "'h8h9' is no point: write one as in h8"),
        ("h²", "'h²' has the character '²' (U+00B2): write 'h2', in ASCII"),
    ],
)
def test_a_refusal_says_why(text: str, why: str):
    assert refusal(after("h8 h9"), text) == why


def test_a_move_in_words():
    position = after("h8")
    assert str(FREESTYLE.start(None).describe("h8")) == "black stone on h8"
    assert Words("zh_CN").sentence(position.describe("h9")) == "白子落在 h9"


# Winning


@every_rule
@pytest.mark.parametrize(
    "row",
    ["a1 b1 c1 d1 e1", "p11 p12 p13 p14 p15", "a1 b2 c3 d4 e5", "a5 b4 c3 d2 e1"],
)
@pytest.mark.parametrize("last", range(5))
def test_five_in_a_row_win_in_every_direction(rules, row: str, last: int):
    stones = row.split()
    position = black_has(" ".join(stone for n, stone in enumerate(stones) if n != last), rules)
    assert position.outcome() is None
    won = position.play(position.parse(stones[last]))
    assert won.outcome() == Outcome(BLACK, Reason.FIVE_IN_A_ROW)
    assert sorted(won.marked()) == sorted(stones)
    assert won.can_win(BLACK)
    assert not won.can_win(WHITE)
    assert won.after_null_move() is None


SIX = "a1 b1 c1 e1 f1"


def test_six_in_a_row_win_in_freestyle():
    won = black_has(SIX).play("d1")
    assert won.outcome() == Outcome(BLACK, Reason.FIVE_IN_A_ROW)
    assert len(won.marked()) == 6


def test_six_in_a_row_are_nothing_in_standard():
    position = black_has(SIX, STANDARD).play("d1")
    assert position.outcome() is None
    assert position.marked() == []


def test_six_in_a_row_win_for_white_in_renju():
    board = black_has("", RENJU, white=SIX).after_null_move()
    assert board.play(board.parse("d1")).outcome() == Outcome(WHITE, Reason.FIVE_IN_A_ROW)


def test_two_fives_at_once_are_marked_together():
    won = black_has("a1 b1 c1 d1 e2 e3 e4 e5").play("e1")
    assert len(won.marked()) == 9


def test_a_row_does_not_go_around_the_edge():
    assert black_has("n1 o1 p1 a2").play("b2").outcome() is None


# A full board, and who can still win


def full_but_one(rules=FREESTYLE) -> Position:
    """Four colours in a row at most, and p15 is free."""
    size = rules.geometry.size[0]
    lines = ["".join("xO"[(x // 2 + y) % 2] for x in range(size)) for y in range(size)]
    lines[0] = lines[0][:-1] + "1"
    return rules.start("/".join(lines) + " b")


@every_rule
def test_a_full_board_is_a_draw(rules):
    position = full_but_one(rules)
    assert position.outcome() is None
    assert not position.can_win(BLACK)
    assert not position.can_win(WHITE)
    drawn = position.play(position.legal_moves()[0])
    assert drawn.outcome() == Outcome(None, Reason.FULL_BOARD)
    assert not drawn.legal_moves()


def almost_full(rules, top: str) -> Position:
    """The same, with another beginning of the highest row, and Black to move."""
    rows, _ = full_but_one(rules).setup.split(" ")
    lines = rows.split("/")
    base = "xxOO" * 4
    return rules.start("/".join([top + base[len(top) : 15], *lines[1:]]) + " b")


def test_who_can_win_depends_on_the_stones_that_are_left():
    position = almost_full(FREESTYLE, "xxxx1O")
    assert position.can_win(BLACK)
    assert not position.after_null_move().can_win(BLACK)


NEARLY_FULL = """
xxOOxxOOxxOOxx1 OOxxOOxxOOxxOOx xxOOxxOOxxOOxxO OOxxOOxxOOxxOOx xOOOOxOOxxOOxxO
OxxxOOxxOOxxOOx xxxOOxOOxxOOxxO x2xxOxxOOxxOOx xxxOOxOOxxOOxxO OxxOOOxxOOxxOOx
xxxOxxOOxxOOxxO OOOxOOxxOOxxOOx xxOOOxOOxxOOxxO OOxxOOxxOOxxOOx xxOOxxOOxxOOxx1
"""
"""Black's last five would be a8 to e8; b8 and c8 make six in their columns."""

LESS_FULL = """
xxOOxxO1xx1Oxx1 OOxxOOxxOOxxOOx xxOOxxOOxxOOxxO OOxxOOxxOOxxOOx xOOOOxOOxxOOxxO
OxxxOOxxOOxxOOx xxxOOxOOxxOOxxO x2xxOxxOO1xOO1 xxxOOxOOxxOOxxO OxxOOOxxOOxxOOx
xxxOxxOOxxOOxxO OOOxOOxxOOxxOOx xxOOOxOOxxOOxxO OOxxOOxxOOxxOOx xxOOxxO1xx1Oxx1
"""
"""The same, with more points than can all be tried."""


@pytest.mark.parametrize("rows", [NEARLY_FULL, LESS_FULL])
def test_a_five_that_two_forbidden_overlines_stand_in_the_way_of_cannot_be_made(rows: str):
    setup = "/".join(rows.split()) + " b"
    for rules, wins in ((FREESTYLE, True), (STANDARD, True), (RENJU, False)):
        position = rules.start(setup)
        assert position.outcome() is None
        assert position.can_win(BLACK) is wins, rules.name


def test_one_overline_in_the_way_can_be_laid_last():
    setup = "/".join(NEARLY_FULL.split()).replace("x2xxO", "xx1xxO") + " b"
    position = RENJU.start(setup)
    assert position.parse("c8") == "c8"  # five in the row goes before six in the column
    assert position.can_win(BLACK)


def test_black_has_a_draw_when_all_free_points_are_forbidden():
    stuck = almost_full(RENJU, "Oxxx1xxO")
    assert not stuck.legal_moves()
    assert stuck.outcome() == Outcome(None, Reason.FULL_BOARD)
    assert stuck.after_null_move().outcome() is None  # White may
    assert almost_full(STANDARD, "Oxxx1xxO").outcome() is None


# Forbidden moves


def why_not(stones: str, text: str, white: str = "") -> Forbidden | None:
    """What our rules say; the slow ones must agree."""
    board = black_has(stones, RENJU, white).native
    cells = enumerate(board.cells)
    slow = {oracle.point(board.text(at)): "bw"[stone - 1] for at, stone in cells if stone}
    why = oracle.forbidden(slow, board.size, oracle.point(text))
    assert why == getattr(forbidden(board.cells, board.size, board.index(text)), "value", None)
    return forbidden(board.cells, board.size, board.index(text))


@pytest.mark.parametrize(
    ("stones", "move", "white", "why"),
    [
        # overlines
        ("c8 d8 e8 g8 h8", "f8", "", Forbidden.OVERLINE),
        ("c8 d8 e8 g8", "f8", "", None),  # five
        ("c8 d8 e8 g8 h8 f4 f5 f6 f7", "f8", "", None),  # five in another line goes first
        # double fours
        ("e8 f8 g8 h5 h6 h7", "h8", "", Forbidden.DOUBLE_FOUR),
        ("e8 f8 g8 h5 h6 h7", "h8", "d8 h4", Forbidden.DOUBLE_FOUR),  # of one end each
        ("e8 f8 g8 h5 h6 h7", "h8", "d8 j8 h4 h9", None),  # both are shut in
        ("e8 f8 g8", "h8", "", None),  # a straight four is one
        ("d8 e8 f8 h8", "j8", "", None),  # xxx.x. and j8: one row
        ("c8 d8 e8 j8 k8 l8", "g8", "", Forbidden.DOUBLE_FOUR),  # xxx.X.xxx
        ("d8 e8 g8 k8 h8", "j8", "", None),  # .xx.xxx, an overline would be no five
        ("d8 f8 g8 k8", "h8", "", Forbidden.DOUBLE_FOUR),  # x.xxX.x
        # double threes
        ("f8 g8 h9 h10", "h8", "", Forbidden.DOUBLE_THREE),
        ("f8 g8 h9 h10", "h8", "e8", None),  # one of them is shut on a side
        ("f8 g8 h9 h10", "h8", "d8", Forbidden.DOUBLE_THREE),  # .xxx.. from the other side
        ("f8 g8 h9 h10", "h8", "d8 k8", None),  # five can be made, but no straight four
        ("e8 f8 h9 h11", "h8", "", Forbidden.DOUBLE_THREE),  # with gaps
        ("f8 g8", "h8", "", None),  # one three
        ("e8 f8 g8 h9 h10", "h8", "", None),  # a four and a three
    ],
)
def test_what_is_forbidden_to_black(stones, move, white, why):
    assert why_not(stones, move, white) is why
    position = black_has(stones, RENJU, white)
    assert (move in position.legal_moves()) is (why is None)
    if why is None:
        assert position.parse(move) == move
    else:
        assert "is a forbidden move: " in refusal(position, move)
        with pytest.raises(IllegalMove) as refused:
            position.parse(move)
        assert "as Black leave out" in str(GOMOKU_LESSONS.advice(refused.value.sentence))
    turned = position.after_null_move()
    assert turned.parse(move) == move  # White may
    assert black_has(stones, STANDARD, white).parse(move) == move


PLAIN = "f8 g8 h9 h10"
"""h8 makes a three with f8 g8 and one with h9 h10."""


def test_a_three_is_none_whose_straight_four_would_be_forbidden():
    assert why_not(PLAIN, "h8") is Forbidden.DOUBLE_THREE
    six = "e5 e6 e7 e9 e10 j5 j6 j7 j9 j10"  # with e8, and with j8
    assert why_not(f"{PLAIN} {six}", "h8") is None
    assert why_not(f"{PLAIN} {six[:14]}", "h8") is Forbidden.DOUBLE_THREE  # j8 is free to play


def test_a_three_is_none_whose_straight_four_would_be_a_double_three():
    """The question of the question: e8 and j8 would make two threes beside the four."""
    threes = "e9 e10 d9 c10 j9 j10 k9 l10"
    assert why_not(f"{PLAIN} {threes}", "h8") is None


def test_a_double_three_is_none_if_one_of_its_threes_is_none():
    """And its answer: with j7 White's, j8 makes one three only and may be played."""
    threes = "e9 e10 d9 c10 j9 j10 k9 l10"
    assert why_not(f"{PLAIN} {threes}", "h8", white="j7") is Forbidden.DOUBLE_THREE


def test_the_reason_is_said():
    position = black_has("f8 g8 h9 h10", RENJU)
    assert refusal(position, "h8") == (
        "'h8' is a forbidden move: two open threes at once are forbidden to Black"
    )


# The oracle


@every_variant
@pytest.mark.parametrize("seed", range(3))
def test_random_games_agree_with_the_slow_rules(name: str, seed: int):
    board = HOSTED_GAMES[name].rules.start(None).native
    oracle.compare(HOSTED_GAMES[name].rules, board.size, board.rule, seed, every=90)


@pytest.mark.parametrize("seed", range(8))
def test_forbidden_points_agree_with_the_slow_rules(seed: int):
    oracle.compare(RENJU, 15, "renju", 1000 + seed, every=20)


@pytest.mark.parametrize("size", [15, 19, 20])
@pytest.mark.parametrize("seed", range(4))
def test_freestyle_agrees_with_open_spiel(pyspiel, size: int, seed: int):
    rules = gomoku_rules("gomoku", size, "freestyle")
    oracle.compare_with_open_spiel(pyspiel, rules, size, seed)


# Setting up


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("h8 h8", "'h8' is played twice"),
        ("h8 z9", "'z9' is no point of this board"),
        ("a1 a15 b1 b15 c1 c15 d1 d15 e1 e15", "the game is over before 'e15'"),
        ("/".join(["1" * 15] * 15) + " b", "there must be 15 rows of 15 points"),
        ("15/15 b", "there must be 15 rows of 15 points"),
        ("/".join(["15"] * 15), "the side to move, b or w"),
        ("/".join(["15"] * 14 + ["xxxxx10"]) + " b", "the side to move has won already"),
        ("/".join(["15"] * 14 + ["xxxqx10"]) + " b", "there must be 15 rows"),
        ("/".join(["15"] * 14 + ["16"]) + " b", "there must be 15 rows"),
    ],
)
def test_a_bad_setup_says_what_is_wrong(text: str, why: str):
    with pytest.raises(BadSetup) as caught:
        FREESTYLE.start(text)
    assert why in str(caught.value)


def test_a_forbidden_move_is_no_setup_in_renju():
    moves = "f8 a15 g8 c15 h9 e15 h10 g15 h8"
    assert FREESTYLE.start(moves)
    with pytest.raises(BadSetup, match="forbidden to Black"):
        RENJU.start(moves)


def test_moves_and_rows_are_the_same_setup():
    position = FREESTYLE.start("h8 j9 h9")
    assert position.setup == ("15/15/15/15/15/15/7xO6/7x7/15/15/15/15/15/15/15 w")
    assert FREESTYLE.start(position.setup).setup == position.setup
    assert position.native.moves == [position.native.index(move) for move in ("h8", "j9", "h9")]
    assert FREESTYLE.start(position.setup).native.moves == []


def test_a_finished_setup_is_over():
    text = "/".join(["15"] * 14 + ["xxxxx10"]) + " w"
    assert FREESTYLE.start(text).outcome() == Outcome(BLACK, Reason.FIVE_IN_A_ROW)
    assert FREESTYLE.start(text).native.winner_line() == (0, 1, 2, 3, 4)


# The native board


def test_native_is_a_board_of_ones_own():
    position = after("h8 h9")
    board = position.native
    assert (board.size, board.rule, board.to_move) == (15, "freestyle", 1)
    assert board.moves == [board.index("h8"), board.index("h9")]
    assert board.index("a1") == 0
    assert board.index("b1") == 1
    assert board.index("a2") == 15
    assert [board.text(at) for at in board.moves] == ["h8", "h9"]
    assert (board.cells[board.index("h8")], board.cells[board.index("h9")]) == (1, 2)
    board.push(0)
    assert position.native.cells[0] == 0
    assert position.setup == after("h8 h9").setup


def test_a_board_plays_and_takes_back():
    board = GomokuBoard(15)
    for text in ["a1", "a15", "b1", "b15", "c1", "c15", "d1", "d15", "e1"]:
        assert board.winner_line() == ()
        board.push(board.index(text))
    assert board.winner_line() == (0, 1, 2, 3, 4)
    copy = board.copy()
    assert copy.pop() == 4
    assert (copy.winner_line(), copy.to_move, len(copy.legal())) == ((), 1, 225 - 8)
    assert board.winner_line()


def test_legal_points_are_those_of_the_position():
    position = black_has("f8 g8 h9 h10", RENJU)
    board = position.native
    assert [board.text(at) for at in board.legal()] == list(position.legal_moves())
    assert board.index("h8") not in board.legal()


def test_positions_of_a_game_share_their_line_of_play():
    one = after("h8 h9")
    left, right = one.play("a1"), one.play("b1")
    assert left.native.moves != right.native.moves
    assert one.native.moves == left.native.moves[:2]


def test_a_position_shows_itself():
    assert repr(after("h8")).startswith("GomokuPosition('15/")
    assert repr(after("h8").native) == "GomokuBoard(15, 'freestyle', 'h8')"


@pytest.mark.parametrize(
    ("text", "said", "advice"),
    [
        ("7", "'7' is no point: its letter is missing", "an index of 0 where lists begin with 1"),
        ("h8.0", "'h8.0' has a decimal point: write whole numbers, as in h8", "None"),
        ("q18", "'q18' is not on the board: it goes from a1 to p15", "make its board as large"),
    ],
)
def test_a_point_that_is_none_is_told_by_its_writing(text, said, advice):
    with pytest.raises(IllegalMove) as refused:
        FREESTYLE.start(None).parse(text)
    assert said in str(refused.value)
    assert advice in str(GOMOKU_LESSONS.advice(refused.value.sentence))


@pytest.mark.parametrize("size", [15, 19, 20])
def test_the_last_free_points_are_taken_if_column_and_row_are_exchanged(size):
    rules = gomoku_rules("gomoku", size, "freestyle")
    lesson = next(each for each in GOMOKU_LESSONS.positions(rules) if each.name == "last-points")
    position = rules.start(lesson.setup)
    board = position.native
    assert len(position.legal_moves()) > 6, "with fewer it may be a draw"
    for point in position.legal_moves():
        row, column = divmod(board.index(point), size)
        for exchanged in ((size - 1 - column) * size + size - 1 - row, column * size + row):
            with pytest.raises(IllegalMove, match="with column and row exchanged, is one of"):
                position.parse(board.text(exchanged))
