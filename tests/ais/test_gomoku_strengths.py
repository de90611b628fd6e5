"""The strengths of the gomoku player: a scale of its own, what a weak one overlooks, its memory."""

import pickle
from itertools import pairwise

import pytest
from gomoku_boards import drawn, marked
from test_gomoku_levels import LIMIT, play, turn_with

from board_core import Color, Outcome, Reason
from board_core.ais import GOMOKU_AIS, GOMOKU_ELOS, GOMOKU_LEVELS, gomoku_level_at
from board_core.ais.gomoku import SearchingGomoku
from board_core.ais.gomoku.memory import HALF_OF_RESULTS, MOST_FAILURES, GomokuMemory
from board_core.ais.levels import (
    GOMOKU_SKILL_CURVE,
    GomokuSkill,
    explain_gomoku_level,
    gomoku_skill_at,
)
from board_core.games.gomoku import GOMOKU_GAMES
from board_core.games.gomoku.board import GomokuBoard
from board_core.match.player_spec import BadPlayer, parse_player

FIVE_TO_MAKE = "..xxxx*.\n.......o\n.o......\n...o...."


def test_a_stronger_player_overlooks_less_or_looks_further():
    for low, high in pairwise(map(gomoku_skill_at, GOMOKU_ELOS)):
        if low.nodes is None:
            assert high.oversight <= low.oversight
        else:
            assert high.nodes is not None
            assert high.nodes >= low.nodes


def test_the_ends_of_the_scale_are_the_ends_of_the_curve():
    assert gomoku_skill_at(GOMOKU_ELOS[0]).oversight == GOMOKU_SKILL_CURVE[0].oversight
    assert gomoku_skill_at(GOMOKU_ELOS[-1]).nodes == GOMOKU_SKILL_CURVE[-1].nodes


def test_every_named_level_has_a_rating_and_they_rise():
    assert list(GOMOKU_LEVELS) == list(GOMOKU_AIS)
    assert list(GOMOKU_LEVELS.values()) == sorted(GOMOKU_LEVELS.values())


@pytest.mark.parametrize("game", ["gomoku", "gomoku-standard", "renju"])
def test_a_strength_is_a_player_of_each_rule_and_outside_it_is_refused_with_the_range(game):
    lowest, highest = GOMOKU_ELOS[0], GOMOKU_ELOS[-1]
    rules = GOMOKU_GAMES[game]
    assert parse_player(f"elo:{lowest}", rules=rules).text == f"elo:{lowest}"
    with pytest.raises(BadPlayer, match=f"too weak: .* elo:{lowest} to elo:{highest}"):
        parse_player(f"elo:{lowest - 1}", rules=rules)
    with pytest.raises(BadPlayer, match=f"too strong: .* elo:{lowest} to elo:{highest} in {game}"):
        parse_player(f"elo:{highest + 1}", rules=rules)


def test_a_strength_is_explained():
    assert "overlooks about" in str(explain_gomoku_level(GOMOKU_ELOS[0]))
    assert "positions at most" in str(explain_gomoku_level(GOMOKU_ELOS[-1]))


def test_who_overlooks_points_misses_some_fives_and_not_all():
    board = drawn(FIVE_TO_MAKE)
    skill = GomokuSkill(depth=2, oversight=0.5)
    moves = {SearchingGomoku(seed, skill)(board, turn_with(LIMIT)) for seed in range(20)}
    assert {board.index(move) for move in moves} & marked(FIVE_TO_MAKE)
    assert len(moves) > 1


def test_who_overlooks_everything_still_plays():
    board = drawn(FIVE_TO_MAKE)
    player = SearchingGomoku(1, GomokuSkill(depth=1, oversight=1.0))
    assert board.index(player(board, turn_with(LIMIT))) in board.legal()


@pytest.mark.parametrize("elo", [GOMOKU_ELOS[0], 700, 1100])
def test_a_strength_repeats_its_games_for_the_same_seed_without_a_clock(elo):
    board = drawn("...x....\n..ox....\n...o....")
    make = gomoku_level_at(elo)
    moves = [make(3)(board, turn_with()) for _ in range(2)]
    assert moves[0] == moves[1]


def test_the_same_seed_plays_the_same_game_with_what_it_remembers():
    games = []
    for _ in range(2):
        moves: list[str] = []
        board, players = GomokuBoard(15), (SearchingGomoku(1), SearchingGomoku(2))
        for number in range(12):
            moves.append(players[number % 2](board, turn_with(LIMIT)))
            board.push(board.index(moves[-1]))
        games.append(moves)
    assert games[0] == games[1]


def test_what_a_search_found_is_kept_until_the_game_ends():
    board = GomokuBoard(15)
    for text in ("h8", "h9", "f5", "k4", "l11"):
        board.push(board.index(text))
    player = SearchingGomoku(1)
    board.push(board.index(player(board, turn_with(LIMIT))))
    kept = player._memory
    board.push(board.legal()[0])
    player(board, turn_with(LIMIT))
    assert player._memory is kept
    player(board, turn_with(LIMIT))  # the same question again: another game
    assert player._memory is not kept


def test_a_memory_forgets_its_older_half():
    memory = GomokuMemory()
    for key in range(2 * HALF_OF_RESULTS + 1):
        memory.keep(key, (1, 0, 0, 0))
    assert memory.result(0) is None
    assert memory.result(HALF_OF_RESULTS) is not None
    assert memory.result(2 * HALF_OF_RESULTS) is not None


def test_a_memory_forgets_failures_when_there_are_too_many():
    memory = GomokuMemory()
    memory.no_fours.update(dict.fromkeys(range(MOST_FAILURES), 1))
    memory.tidy()
    assert memory.no_fours
    memory.no_threes[1] = 1
    memory.tidy()
    assert not memory.no_fours
    assert not memory.no_threes


def test_a_memory_is_left_behind_when_it_is_pickled():
    memory = GomokuMemory()
    memory.keep(1, (1, 0, 0, 0))
    assert pickle.loads(pickle.dumps(memory)).result(1) is None


def test_the_weakest_strength_loses_to_a_middling_one():
    weak, strong = gomoku_level_at(GOMOKU_ELOS[0])(1), gomoku_level_at(1000)(2)
    assert play(strong, weak) == Outcome(Color.BLACK, Reason.FIVE_IN_A_ROW)
