"""Tests of an AI: pytest test_my_ai.py"""

from my_ai import choose

from board_core import Color
from board_core.author import assert_beats, assert_moves, assert_plays_legally


def test_it_plays_legally():
    assert_plays_legally(choose, games=4)


def test_it_beats_chance():
    assert_beats(choose, "random", games=4, score=0.5)


def test_it_takes_a_hanging_queen():
    assert_moves(choose, "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", any_of={"exd5"})


def test_it_does_not_lose_to_chance_with_a_queen_more(referee):
    game = referee(choose, "random", setup="4k3/8/8/8/8/8/8/3QK3 w - - 0 1", seed=1)
    assert game.winner is not Color.BLACK
