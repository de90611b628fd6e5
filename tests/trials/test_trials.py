"""What a student's tests are told about an AI."""

import itertools
import sys
from pathlib import Path

import pytest
from levels import LEVELS, START

from board_core import Color, Reason, Rules, TimeControl
from board_core.ais import Greedy, RandomMoves
from board_core.author.trials import (
    assert_beats,
    assert_moves,
    assert_plays_legally,
    drawing,
    play,
)
from board_core.match.known_games import HOSTED_GAMES
from board_core.match.player_spec import BadPlayer
from board_core.players import InProcessAI

OPPONENT = Path(__file__).parent.parent / "programs" / "opponent.py"
QUEEN_HANGS = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"


@pytest.fixture(autouse=True)
def in_english(monkeypatch):
    monkeypatch.setenv("BOARD_LANG", "en")


def first(board):
    return min(board.legal_moves, key=str)


def cheats(board):
    return "Ke5" if board.fullmove_number > 2 else first(board)


def raises(board):
    raise LookupError("no move in my book")


def failure_of(check, *arguments, **options) -> str:
    with pytest.raises(AssertionError) as caught:
        check(*arguments, **options)
    return str(caught.value)


def test_another_game_is_tested_in_the_same_way():
    rules = HOSTED_GAMES["gomoku"].rules
    assert_plays_legally(lambda board: board.text(board.legal()[0]), games=2, rules=rules)
    assert_beats("easy", "random", games=4, score=0.75, rules=rules)
    assert_moves("easy", "h8 a1 h9 b1 h10 c1 h11 d1", any_of={"h12", "h7"}, rules=rules)
    game = play("easy", "random", rules=rules, moves=["k10"], seed=2)
    assert game.winner is Color.WHITE
    assert "\n   a b c d e f g h j k l m n o p\n" in str(game)
    assert "\n1. k10 " in str(game)


def test_a_player_of_another_game_cannot_be_tested_in_this_one():
    with pytest.raises(BadPlayer, match="greedy does not play gomoku"):
        assert_plays_legally("greedy", rules=HOSTED_GAMES["gomoku"].rules)


def test_an_illegal_move_is_shown_with_the_stones():
    told = failure_of(assert_plays_legally, lambda board: "h8", rules=HOSTED_GAMES["gomoku"].rules)
    assert "refused: 'h8' is taken" in told
    assert "White loses by illegal moves: 'h8'" in told or "Black loses" in told


def test_who_plays_legally_passes():
    assert_plays_legally(RandomMoves(seed=3), games=2)


def test_an_illegal_move_is_shown_with_board_and_moves_and_reason():
    told = failure_of(assert_plays_legally, cheats)
    assert told.startswith("cheats does not play legally: game 1 of 10, as White\n")
    assert "White loses by illegal moves: 'Ke5'" in told
    assert "refused: 'Ke5' is not legal: no piece of yours can move so" in told
    assert "\n1. a3 " in told
    assert "\n   a b c d e f g h\n" in told


def test_an_exception_is_shown_with_its_traceback():
    told = failure_of(assert_plays_legally, raises)
    assert "the function raised LookupError: no move in my book" in told
    assert 'raise LookupError("no move in my book")' in told


def test_a_slow_ai_does_not_pass():
    told = failure_of(assert_plays_legally, first, time_control=TimeControl(base=0))
    assert "White loses on time" in told


def test_a_forgiven_illegal_answer_is_a_failure_too():
    stumbles = f"{sys.executable} {OPPONENT} Ke5 e5 crash"
    told = failure_of(assert_plays_legally, stumbles, against="random", games=2)
    assert "refused: 'Ke5' is not legal" in told


def test_a_program_is_shown_with_its_last_words():
    told = failure_of(assert_plays_legally, f"{sys.executable} {OPPONENT} crash")
    assert "cannot find my book" in told
    assert "exit code 3" in told
    assert "\nsee 'board why other-folder'\n" in told


def test_an_opponent_that_cannot_play_proves_nothing():
    told = failure_of(assert_plays_legally, first, against="san:/no/such/program")
    assert told.startswith("the opponent program cannot play\n")


def test_who_is_better_passes():
    assert_beats(Greedy(seed=1), "random", games=4, score=0.5)


def test_who_is_worse_is_told_the_score_and_sees_a_game():
    told = failure_of(assert_beats, first, "greedy", games=10, score=0.9)
    assert "first has 0 of 2 points against greedy and can no longer reach 90% in 10 games" in told
    assert "first (Black)" in told
    assert "What was missed: " in told
    assert "To practise: " in told.splitlines()[-1]


def test_nobody_is_taught_where_the_game_was_not_lost_on_the_board():
    assert play("random", "random", moves=["f3", "e5", "g4", "Qh4#"]).lesson()
    assert not play(first, lambda board: "a8").lesson()  # lost by a fault
    drawn = play(first, first, setup="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert not drawn.lesson()


def test_games_that_hard_does_not_play_teach_nothing():
    assert not play("random", "random", rules=HOSTED_GAMES["antichess"].rules).lesson()


def test_no_more_games_are_played_than_are_needed():
    games = itertools.count()

    def resigns_soon(board):
        if board.fullmove_number == 1:
            next(games)
        return first(board)

    with pytest.raises(AssertionError):
        assert_beats(resigns_soon, "greedy", games=100, score=1)
    assert next(games) == 1


def test_the_best_move_passes_in_san_and_in_uci():
    for wanted in ("exd5", "e4d5"):
        assert_moves(Greedy(seed=1), QUEEN_HANGS, any_of={wanted})


def test_another_move_is_named():
    told = failure_of(assert_moves, lambda board: "Ke2", QUEEN_HANGS, any_of={"e4d5", "Kf2"})
    assert told.startswith("<lambda> plays Ke2, not Kf2, exd5\n")


def test_no_move_at_all_is_explained():
    told = failure_of(assert_moves, raises, any_of="e4")
    assert told.startswith("raises made no move\n")
    assert "no move in my book" in told


def test_black_can_be_asked_for_a_move():
    assert_moves(lambda board: "d5", "4k3/3p4/8/8/8/8/8/4K3 b - - 0 1", any_of=["d5"])


def test_a_wrong_expectation_is_not_the_fault_of_the_ai():
    with pytest.raises(ValueError, match="'Qd5' is not legal"):
        assert_moves(first, any_of={"Qd5"})


def test_the_same_seed_plays_the_same_game():
    games = [play(RandomMoves(seed=1), "random", seed=5) for _ in range(2)]
    assert games[0].moves == games[1].moves


def test_a_game_is_seen_whole():
    game = play("random", first, setup="7k/8/8/8/8/8/8/K6R b - - 0 1", moves=["Kg8", "Rg1"])
    assert game.moves[:2] == ("Kg8", "Rg1+")
    assert "1... Kg8 2. Rg1+" in str(game)
    assert game.score(Color.WHITE) + game.score(Color.BLACK) == 1


def test_a_player_that_was_brought_along_is_left_open():
    with_state = InProcessAI(first)
    assert play(with_state, raises).reason is Reason.CRASH
    assert play(with_state, raises).reason is Reason.CRASH


def test_what_a_program_wrote_is_shown_escaped(tmp_path):
    program = tmp_path / "red.py"
    program.write_text("input(); print('\\x1b[31me4'); input()")
    told = failure_of(assert_plays_legally, str(program))
    assert "\x1b" not in told
    assert r"\x1b[31me4" in told


# Other games


def lowest_free(board) -> str:
    return board.text(board.legal()[0])


def test_an_ai_of_another_game_is_tested_in_the_same_way():
    assert_plays_legally(lowest_free, games=2, rules=HOSTED_GAMES["renju"].rules)
    assert_beats(lowest_free, "random", games=4, score=0.5, rules=HOSTED_GAMES["gomoku"].rules)
    assert_moves(lowest_free, "h8 j8", any_of="a1", rules=HOSTED_GAMES["gomoku"].rules)
    with pytest.raises(AssertionError, match="plays b1, not h10") as caught:
        assert_moves(lowest_free, "a1 j8", any_of=["h10"], rules=HOSTED_GAMES["gomoku"].rules)
    assert "\n   a b c d e f g h j k l m n o p\n" in str(caught.value)
    assert "\n1. b1" in str(caught.value)


def test_boards_are_drawn_where_they_are_and_named():
    drawn = drawing(Rules("levels", Color.WHITE, LEVELS, lambda _setup: START), START)
    assert drawn.splitlines()[4:] == [
        "2W     . . KL2",
        "1W QL1 K .",
        " 1 . .",
        " 0 R .",
        "   y z a b c d",
    ]
