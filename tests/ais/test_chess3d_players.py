"""The players of 3D chess: what they find, their limits, and that they leave the board alone."""

import pickle
from itertools import pairwise

import pytest

from board_core import Color, Game, MovePlayed, TimeControl
from board_core.ais import CHESS_3D_AIS
from board_core.ais.chess3d.choosing import to_score
from board_core.ais.chess3d.evaluation import score_of, worths
from board_core.ais.chess3d.search import MATE_SCORE, Chess3DSearch, Chess3DSearchReport
from board_core.author.analysis import Adviser
from board_core.game.player import Score
from board_core.game.rules import MoveList
from board_core.games.chess3d import CHESS_3D
from board_core.games.chess3d.board import move_text
from board_core.games.chess3d.position import board_text
from board_core.players.in_process import InProcessAI

MATE_IN_ONE = "k3/4/2K1/4|4/4/4/4|4/4/1Q2/4 QL2w:2/2,KL2b:N1/2,QL3w:2/2,KL3b:N1/2 w - - - 0 30"
FREE_QUEEN = "4/2q1/4/4|4/4/4/4|2R1/4/4/4 QL1w:2/2,KL1w:2/K1,QL6b:k1/2,KL6b:2/2 w - - - 0 30"
LATE = "P3/4/4/4|4/4/4/4|3k/4/4/4 QL1w:2/2,KL1w:2/K1,QL5b:2/2,KL6b:2/2 w - - - 0 2"


def searched(setup: str | None, depth: int) -> tuple[str, Chess3DSearchReport]:
    """The text of the best move, and the last report."""
    search = Chess3DSearch(CHESS_3D.start(setup).native, worths())
    *_, last = search.deepen(depth)
    return move_text(search.best_move), last


def test_both_sides_are_worth_the_same_in_the_first_position():
    assert score_of(CHESS_3D.start(None).native, worths()) == 0


def test_it_mates_when_it_can():
    best, last = searched(MATE_IN_ONE, 4)
    position = CHESS_3D.start(MATE_IN_ONE)
    assert position.play(position.parse(best)).outcome().winner is Color.WHITE
    assert to_score(last.score) == Score(mate=1)


def test_it_takes_a_queen_that_nobody_guards():
    best, last = searched(FREE_QUEEN, 3)
    assert best == "c4Wc7B"
    assert last.score > 300


def test_it_promotes_late_and_then_moves():
    assert searched(LATE, 2)[0][:2] in ("q:", "r:")


def test_a_search_that_is_stopped_leaves_the_board_alone_and_has_a_move():
    for nodes in (1, 2, 50, 333):
        board = CHESS_3D.start(None).native
        search = Chess3DSearch(board, worths(), max_nodes=nodes)
        assert list(search.deepen())[-1].nodes <= nodes
        assert board_text(board) == CHESS_3D.start(None).setup
        assert search.best_move in board.legal_moves()


def test_a_line_of_play_is_legal():
    position = CHESS_3D.start(None)
    for move in searched(None, 3)[1].line:
        position = position.play(position.parse(move_text(move)))


def test_scores_are_told_in_moves_to_mate():
    assert to_score(MATE_SCORE - 1) == Score(mate=1)
    assert to_score(3 - MATE_SCORE) == Score(mate=-2)
    assert to_score(-17) == Score(cp=-17)


@pytest.mark.parametrize("name", CHESS_3D_AIS)
def test_equal_seeds_play_equal_games_where_time_does_not_count(name):
    def moves() -> list[str]:
        white, black = (InProcessAI(CHESS_3D_AIS[name](seed), inline=True) for seed in (1, 2))
        played: list[str] = []

        def hear(event: object) -> None:
            if isinstance(event, MovePlayed):
                played.append(event.move)
                if event.ply >= 5:
                    game.stop()

        game = Game(CHESS_3D, white=white, black=black, time_control=TimeControl(nodes=60))
        game.bus.subscribe(hear)
        game.run()
        return played[:6]

    assert moves() == moves()


def test_players_can_be_sent_to_another_process():
    for make in CHESS_3D_AIS.values():
        assert pickle.loads(pickle.dumps(make(1))) is not None


def test_an_adviser_gives_a_hint_with_a_score():
    player = InProcessAI(CHESS_3D_AIS["hard"](1), inline=True)
    adviser = Adviser(player, CHESS_3D)
    position = CHESS_3D.start(FREE_QUEEN)
    advice = adviser.advise(position, MoveList(), TimeControl(nodes=400), None)
    adviser.close()
    assert advice.move == "c4Wc7B"
    assert advice.score is not None
    assert advice.score.cp > 300


def test_every_opening_of_a_contest_is_another():
    from board_core.contest.beginning import EVEN_3D, default_openings

    openings = default_openings(CHESS_3D, 4, seed=3)
    assert openings == default_openings(CHESS_3D, 4, seed=3)
    assert [len(opening.moves) for opening in openings] == [8] * 4
    assert all(one.moves != other.moves for one, other in pairwise(openings))
    assert EVEN_3D == 60
