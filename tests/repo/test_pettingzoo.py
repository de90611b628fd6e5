"""The environment for learning programs. Without PettingZoo, Gymnasium and NumPy, which the extra
`dev` brings, these tests are skipped; in CI they fail."""

import os
import warnings

import pytest

from board_core import BoardError, Color, Outcome, Reason
from board_core.games import CHESS

if os.environ.get("CI") != "true":
    for package in ("numpy", "gymnasium", "pettingzoo"):
        pytest.importorskip(package, reason="needs the extra pettingzoo")

import numpy as np

from board_core.author.pettingzoo import PIECES, ChessEnv, mask, planes, reward
from board_core.games.chess.numbered import MOVES, NUMBERS


# They would have every observation a Box; those with an action mask are dictionaries by their own
# documentation, and their chess is.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
def test_it_passes_the_tests_of_pettingzoo_itself(capsys):
    with warnings.catch_warnings():  # what they import is deprecated by themselves
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.test import api_test, render_test, seed_test
    api_test(ChessEnv(), num_cycles=1000)
    seed_test(ChessEnv, num_cycles=200)
    render_test(ChessEnv)
    assert "Passed API test" in capsys.readouterr().out


def played(*moves: str, setup: str | None = None) -> ChessEnv:
    env = ChessEnv()
    env.reset(options={"setup": setup})
    for move in moves:
        env.step(NUMBERS[move])
    return env


def test_a_mate_is_worth_one_and_costs_one():
    env = played("f2f3", "e7e5", "g2g4", "d8h4")
    assert env.rewards == {"player_0": -1, "player_1": 1}
    assert all(env.terminations.values())
    assert env.last()[4] == {"reason": "checkmate", "result": "0-1"}
    env.step(None)
    env.step(None)
    assert env.agents == []


def test_an_illegal_action_loses():
    env = played("e2e5")
    assert env.rewards == {"player_0": -1, "player_1": 1}
    assert env.infos["player_0"]["reason"] == "illegal-moves"


def test_a_draw_is_worth_nothing():
    assert reward(Outcome(None, Reason.STALEMATE), Color.WHITE) == 0
    env = played(*["g1f3", "g8f6", "f3g1", "f6g8"] * 2)
    assert env.infos["player_0"]["reason"] == "threefold-repetition"
    assert set(env.rewards.values()) == {0}


def test_the_mask_has_the_legal_moves_of_whose_turn_it_is():
    env = played("e2e4")
    legal = {MOVES[number] for number in np.flatnonzero(env.observe("player_1")["action_mask"])}
    assert legal == set(env.referee.position.legal_moves())
    assert not env.observe("player_0")["action_mask"].any()


def test_the_planes_are_as_documented():
    seen = planes(CHESS.start("r3k3/8/8/3pP3/8/8/8/4K2R w Kq d6 0 9"))
    assert (seen.shape, seen.dtype) == ((8, 8, 20), np.float32)
    assert seen[0, 7, PIECES.index("R")] == 1
    assert seen[7, 0, PIECES.index("r")] == 1
    assert seen[:, :, :12].sum() == 6
    assert [seen[0, 0, plane] for plane in range(12, 17)] == [1, 1, 0, 0, 1]
    assert np.argwhere(seen[:, :, 17]).tolist() == [[5, 3]]
    assert not seen[:, :, 18:].any()
    assert planes(CHESS.start("4k3/8/8/8/8/8/8/R3K3 b - - 50 80"))[3, 3, 18] == 0.5


def test_a_position_that_comes_again_is_marked():
    env = played("g1f3", "g8f6", "f3g1", "f6g8")
    assert env.observe("player_0")["observation"][:, :, 19].all()
    assert not played("g1f3").observe("player_0")["observation"][:, :, 19].any()


def test_a_game_may_begin_anywhere():
    env = played(setup="7k/8/8/8/8/8/R7/1R2K3 b - - 0 1")
    assert env.agent_selection == "player_1"
    assert mask(env.referee.position).sum() == 3


@pytest.mark.parametrize("action", [-1, len(MOVES), 0.5, "e2e4", None])
def test_what_is_no_action_is_refused_and_the_game_goes_on(action):
    env = played()
    with pytest.raises((TypeError, BoardError), match="is no action: give"):
        env.step(action)
    assert not any(env.terminations.values())
