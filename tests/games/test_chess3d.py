"""3D chess: the rules, held against positions judged by hand and against a second reading."""

import json
import pickle
from contextlib import suppress
from pathlib import Path

import chess3d_oracle as oracle
import pytest

from board_core import BadSetup, Color, IllegalMove, Outcome, Reason
from board_core.game import AmbiguousMove
from board_core.games.chess3d import CHESS_3D, Board3D
from board_core.games.chess3d.places import PIN_NAMES, PLACE_NAMES
from board_core.games.chess3d.position import (
    STANDARD_SETUP,
    board_text,
    read_board,
    unchecked_board,
)
from board_core.match.known_games import HOSTED_GAMES

HERE = Path(__file__).parent
CASES = [
    json.loads(line) for line in (HERE / "chess3d_cases.jsonl").read_text("utf-8").splitlines()
]
PERFT = json.loads((HERE / "chess3d_perft.json").read_text("utf-8"))
EMPTY_BOARDS = "QL1w:2/2,KL1w:2/K1,QL6b:2/2,KL6b:2/2"
QUICK_LINES = 6_000


def position_of(name):
    return CHESS_3D.start(next(case["position"] for case in CASES if case["name"] == name))


def lines_of(board: Board3D, depth: int) -> int:
    if depth == 1:
        return len(board.legal_moves())
    total = 0
    for move in board.legal_moves():
        board.push(move)
        total += lines_of(board, depth - 1)
        board.pop()
    return total


def test_the_positions_judged_by_hand_are_all_there():
    assert len(CASES) == 94


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_position_has_the_moves_that_were_found_by_hand(case):
    position = CHESS_3D.start(case["position"])
    assert position.setup == case["position"]
    assert sorted(position.legal_moves()) == case["legal"]
    for move in case.get("illegal", ()):
        with pytest.raises(IllegalMove):
            position.parse(move)
    if "check" in case:
        assert bool(position.marked()) == case["check"]
    if "outcome" in case:
        outcome = position.outcome()
        assert (outcome and outcome.reason.value) == case["outcome"]
    for move, setup in case.get("after", {}).items():
        assert position.play(position.parse(move)).setup == setup
    for move, text in case.get("written", {}).items():
        assert position.notation(position.parse(move)) == text


@pytest.mark.parametrize("case", PERFT, ids=[case["name"] for case in PERFT])
def test_the_lines_of_play_are_as_many_as_others_counted(case):
    for depth, wanted in enumerate(case["perft"], start=1):
        if wanted <= QUICK_LINES:
            assert lines_of(unchecked_board(case["position"]), depth) == wanted


@pytest.mark.slow
@pytest.mark.parametrize("case", PERFT, ids=[case["name"] for case in PERFT])
def test_the_lines_of_play_are_as_many_at_greater_depths(case):
    for depth, wanted in enumerate(case["perft"], start=1):
        if QUICK_LINES < wanted < 300_000:
            assert lines_of(unchecked_board(case["position"]), depth) == wanted


@pytest.mark.parametrize("seed", range(2))
def test_a_random_game_goes_as_by_the_slow_rules(seed):
    assert oracle.compare(CHESS_3D, seed, plies=25) > 20


@pytest.mark.parametrize("case", CASES[::13], ids=[case["name"] for case in CASES[::13]])
def test_random_games_from_odd_positions_go_as_by_the_slow_rules(case):
    assert oracle.compare(CHESS_3D, 7, case["position"], plies=12) > 0


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_moves_are_written_in_one_way_each_and_read_back(case):
    position = CHESS_3D.start(case["position"])
    texts = {position.notation(move): move for move in position.legal_moves()}
    assert len(texts) == len(position.legal_moves())
    for text, move in texts.items():
        assert position.parse(text) == move


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_move_taken_back_leaves_the_board_as_it_was(case):
    board = read_board(case["position"])
    before = pickle.dumps((board.squares, board.owners, board.stacks, board.counts, board.kings))
    for move in board.legal_moves():
        board.push(move)
        again = read_board(board_text(board))
        assert (again.stacks, again.counts, again.kings) == (
            board.stacks,
            board.counts,
            board.kings,
        )
        assert board.pop() == move
        after = (board.squares, board.owners, board.stacks, board.counts, board.kings)
        assert pickle.dumps(after) == before
        assert board_text(board) == case["position"]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("b2Wb4N", "b2Wb4N"),
        ("b4N!?", "b2Wb4N"),
        ("bWb4N", "b2Wb4N"),
        ("xb4N", "b2Wb4N"),
        (" Na1Wb3N ", "a1Wb3N"),
        ("Nb3N+", "a1Wb3N"),
        ("Nxb3N", "a1Wb3N"),
    ],
)
def test_moves_are_read_in_many_forms(text, move):
    assert CHESS_3D.start(None).parse(text) == move


@pytest.mark.parametrize(
    ("name", "text", "move"),
    [
        ("castling kingside", "0-0", "d0KL1e0KL1"),
        ("castling queenside", "o-o-o", "d0KL1a0QL1"),
        ("promotion on b8", "b8BN", "b7Bb8Bn"),
        ("en passant on two levels", "cxb3N e.p.", "c4Wb3N"),
        ("a carried king loses castling", "KL2", "KL1KL2"),
        ("own board leaves: promotion in the same move", "QL6-QL5N", "QL6QL5n"),
        ("late promotion, then the move", "N:Kc1W", "n:d0KL1c1W"),
        ("written: pawns above each other", "aWxb4N", "a3Wb4N"),
        ("checkmate", "Qxb7B#", None),
    ],
)
def test_moves_of_boards_and_promotions_are_read_in_many_forms(name, text, move):
    position = position_of(name)
    if move is None:
        with pytest.raises(IllegalMove):
            position.parse(text)
    else:
        assert position.parse(text) == move


def test_a_text_with_two_meanings_is_refused_with_both():
    position = position_of("written: pawns above each other")
    with pytest.raises(AmbiguousMove) as caught:
        position.parse("a4N")
    assert sorted(caught.value.moves) == ["a3Na4N", "a3Wa4N"]


SAMPLE_GAME = """
b4N b5B  c3W a6N  Nc2W c6B  a3N a6B  a3W Bd6N  Ba2W Nc7B  Qb1W Qb8B  Nb2W Ra9QL6  Ra0QL1 0-0
Ra1W Nb7B  Nd4W a5B  Nd3N d6B  Nxc6B Qa8B  Na5N Nxa5N  bxa5N a4W  Nb4N a5B  Nd3N
"""
"""The game at the end of Meder's rules (edition of 2013); 4...a6B has a German letter there."""


def test_the_sample_game_of_the_rules_is_played_to_its_end():
    position, twice = CHESS_3D.start(None), []
    for text in SAMPLE_GAME.split():
        try:
            move = position.parse(text)
        except AmbiguousMove:
            twice.append(text)
            move = position.parse("aNa5B")  # the other pawn goes there five moves later
        position = position.play(move)
    assert twice == ["a5B"]
    assert position.setup.endswith("b K - - 1 17")
    assert position.outcome() is None


def test_a_promotion_without_its_piece_offers_all_four():
    with pytest.raises(AmbiguousMove) as caught:
        position_of("promotion on b8").parse("b7Bb8B")
    assert sorted(caught.value.moves) == ["b7Bb8Bb", "b7Bb8Bn", "b7Bb8Bq", "b7Bb8Br"]


def test_a_late_promotion_without_its_piece_offers_all_four():
    with pytest.raises(AmbiguousMove) as caught:
        position_of("late promotion, then the move").parse("d0KL1c1W")
    assert len(caught.value.moves) == 4


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("QL1QL2", "a board with several pieces cannot be moved"),
        ("QL1", "QL1 carries 4 pieces; it may carry one"),
        ("QL2QL3", "no board is on QL2"),
        ("z1QL1z2QL3", "there is no square z2QL3 now"),
        ("QL1a2W", "a board goes to a pin, such as QL3, and not to a square"),
        ("d0KL1e0KL1", "castling is not allowed as a side's first move"),
        ("a2Wa3Wq", "only a pawn that reaches the last rank"),
        ("q:a2Wa3W", "no pawn has to be promoted first"),
        ("a7Ba6B", "the piece on a7B is not yours"),
        ("b3Wb4W", "there is no piece of yours on b3W"),
        ("a1Wb1W", "your own piece stands on b1W"),
        ("a1Wa3W", "no piece of yours can move so"),
        ("b2b4", "is not a move: write it as in"),
    ],
)
def test_a_refusal_says_why(text, words):
    with pytest.raises(IllegalMove, match=words):
        CHESS_3D.start(None).parse(text)


def test_any_two_places_are_a_move_or_are_refused_in_words():
    position = position_of("late promotion, then the move")
    for start in PLACE_NAMES[::5]:
        for end in PLACE_NAMES[::3]:
            with suppress(AmbiguousMove, IllegalMove):  # whatever else comes is a fault
                position.parse(f"{start}{end}")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "8 parts"),
        (STANDARD_SETUP.replace("|", "/", 1), "parted by"),
        (STANDARD_SETUP.replace("KL1w", "QL1w"), "two boards are on QL1"),
        (STANDARD_SETUP.replace("KL1w", "KL1b"), "two attack boards"),
        (STANDARD_SETUP.replace("KL1w", "KL7w"), "no attack board"),
        (STANDARD_SETUP.replace("PP/KR", "PP/1R"), "one king"),
        (STANDARD_SETUP.replace("PP/KR", "PP/RK"), "where the castling needs them"),
        (STANDARD_SETUP.replace("PP/KR", "P1/KP"), "can stand on e0KL1"),
        (STANDARD_SETUP.replace(" - - 0", " b3W - 0"), "start square 'b3W'"),
        (STANDARD_SETUP.replace(" - - 0", " - b4N 0"), "double step to 'b4N'"),
        (STANDARD_SETUP.replace(" 0 1", " 0 0"), "no number of moves"),
        (STANDARD_SETUP.replace("4/4/4/4", "4/4/4/QQQQ"), "sixteen pieces"),
        (f"P3/4/4/4|4/4/4/4|4/4/4/4 {EMPTY_BOARDS} b - - - 0 2", "one king"),
        (f"P3/1k2/4/4|4/4/4/4|4/4/4/4 {EMPTY_BOARDS} b - - - 0 2", ""),
        (
            "P2k/4/4/4|4/4/4/4|4/4/4/4 QL1w:2/2,KL1w:2/K1,QL5b:2/2,KL6b:2/2 w - - - 0 2",
            "could take the king",
        ),
    ],
)
def test_a_text_that_is_no_position_is_refused(text, words):
    if not words:
        assert CHESS_3D.start(text).setup == text
        return
    with pytest.raises(BadSetup, match=words):
        CHESS_3D.start(text)


def test_boards_are_read_in_any_order():
    head, boards, rest = STANDARD_SETUP.split(" ", 2)
    shuffled = ",".join(reversed(boards.split(",")))
    assert CHESS_3D.start(f"{head} {shuffled} {rest}").setup == STANDARD_SETUP


def played(*moves, rules=CHESS_3D):
    position = rules.start(None)
    for move in moves:
        position = position.play(position.parse(move))
    return position


THERE_AND_BACK = ("a1Wb3W", "a8Bb6B", "b3Wa1W", "b6Ba8B")


def test_the_start_is_another_position_when_it_is_met_again():
    """Castling is refused in a first move, and may be possible later."""
    assert played(*THERE_AND_BACK * 2).claim() is None
    assert played(*THERE_AND_BACK * 2, *THERE_AND_BACK[:1]).claim() is None
    third = played(*THERE_AND_BACK * 2, *THERE_AND_BACK[:2])
    assert third.claim() == Outcome(None, Reason.THREEFOLD_REPETITION)


def test_a_position_met_five_times_draws_by_itself():
    laws = HOSTED_GAMES["chess-3d"].with_draws("fide")
    assert played(*THERE_AND_BACK * 4, "a1Wb3W", rules=laws).outcome() is None
    fifth = played(*THERE_AND_BACK * 4, *THERE_AND_BACK[:2], rules=laws)
    assert fifth.outcome() == Outcome(None, Reason.FIVEFOLD_REPETITION)
    engine = HOSTED_GAMES["chess-3d"].with_draws("engine")
    third = played(*THERE_AND_BACK * 2, *THERE_AND_BACK[:2], rules=engine)
    assert third.outcome() == Outcome(None, Reason.THREEFOLD_REPETITION)


@pytest.mark.parametrize(
    ("half", "claim", "outcome"),
    [(99, None, None), (100, Reason.FIFTY_MOVES, None), (150, None, Reason.SEVENTY_FIVE_MOVES)],
)
def test_moves_without_progress_draw(half, claim, outcome):
    laws = HOSTED_GAMES["chess-3d"].with_draws("fide")
    position = laws.start(STANDARD_SETUP.replace(" 0 1", f" {half} 80"))
    ended = position.outcome()
    assert (ended and ended.reason) == outcome
    if claim:
        assert position.claim() == Outcome(None, claim)


def test_a_side_with_any_piece_but_its_king_can_win():
    position = position_of("king and knight are not dead")
    assert position.can_win(Color.WHITE) != position.can_win(Color.BLACK)
    assert not any(map(position_of("bare kings").can_win, Color))


def test_positions_are_equal_if_the_same_can_follow():
    assert played("b4N", "b5N") == played("b2Wb4N", "b7Bb5N")
    assert played(*THERE_AND_BACK[:2]) != CHESS_3D.start(played(*THERE_AND_BACK[:2]).setup)
    one = played(*THERE_AND_BACK, "d1Wc3W", "d8Bc6B")
    other = played("d1Wc3W", "d8Bc6B", "c3Wd1W", "c6Bd8B", "a1Wb3W", "a8Bb6B")
    assert one != other


def test_the_boards_are_among_the_pieces():
    pieces = CHESS_3D.start(None).pieces()
    assert {pin: pieces[pin] for pin in ("QL1", "KL1", "QL6", "KL6")} == {
        "QL1": "A",
        "KL1": "A",
        "QL6": "a",
        "KL6": "a",
    }
    assert sum(len(name) == 3 and name[1] == "L" for name in pieces) == 4
    assert all(place in CHESS_3D.geometry for place in pieces)
    assert CHESS_3D.geometry.movable.keys() == set(PIN_NAMES)


@pytest.mark.parametrize(
    ("name", "move", "places"),
    [
        ("start", "b2Wb4N", ("b2W", "b4N")),
        ("castling kingside", "d0KL1e0KL1", ("d0KL1", "e0KL1")),
        ("empty board on QL1: neighbours", "QL1QL3", ("QL1", "QL3")),
        ("late promotion, then the move", "n:d0KL1c1W", ("d0KL1", "c1W")),
    ],
)
def test_a_move_names_its_places(name, move, places):
    position = position_of(name)
    assert CHESS_3D.places(position, position.parse(move)) == places


@pytest.mark.parametrize(
    ("name", "move", "words"),
    [
        ("start", "a1Wb3N", "white knight a1W to b3N"),
        ("castling kingside", "O-O", "white king castles king side"),
        ("castling queenside", "O-O-O", "white king castles queen side"),
        ("en passant on two levels", "cxb3N", "black pawn c4W to b3N, takes white pawn en passant"),
        ("empty board on QL1: neighbours", "QL1-QL3", "empty board QL1 to QL3"),
        ("carried to the last rank", "QL5QL6r", "the pawn becomes white rook"),
        ("late promotion, then the move", "n:d0KL1c1W", "the pawn on a8B becomes white knight"),
    ],
)
def test_moves_are_told_in_words(name, move, words):
    position = position_of(name)
    assert words in str(position.describe(position.parse(move)))


def test_no_null_move_while_a_pawn_waits_for_its_promotion():
    assert position_of("late promotion, then the move").after_null_move() is None
    after = CHESS_3D.start(None).after_null_move()
    assert after is not None
    assert after.to_move is Color.BLACK
    assert after.setup.endswith(" b KQkq - - 1 1")


def test_a_record_is_read_back_with_its_tags():
    from board_core.record.files import RecordFormat

    pgn: RecordFormat = HOSTED_GAMES["chess-3d"].record
    text = (
        '[Variant "chess-3d"]\n[White "Ann"]\n[Result "1-0"]\n\n'
        "1. b4N { wide } a5N ( 1... b5N 2. Nb3W ) 2. bxa5N Nb6N "
        "{ [%cal Gb2Wb4N,RQL1QL3][%csl Gz9] } 1-0\n"
    )
    (game,) = pgn.split(text)
    tree = pgn.read_tree(game)
    assert tree.problems == ()
    assert [move.move for move in tree.main.moves] == ["b2Wb4N", "a7Ba5N", "b4Na5N", "a8Bb6N"]
    assert tree.main.moves[1].variations[0].moves[1].notation == "Nb3W"
    shapes = [shape.places for shape in tree.main.moves[3].notes.shapes]
    assert shapes == [("b2W", "b4N"), ("QL1", "QL3")]  # there is no place z9
    again = pgn.read_tree(pgn.split(pgn.write_tree(tree))[0])
    assert again == tree


def test_a_record_of_chess_is_not_one_of_3d_chess():
    pgn = HOSTED_GAMES["chess-3d"].record
    tree = pgn.read_tree(pgn.split('[White "Ann"]\n[Result "*"]\n\n1. e4 e5 *\n')[0])
    assert "it is a game of chess, not of chess-3d" in str(tree.problems[0])
    assert str(tree.problems[0]).startswith("line ")
