"""The AI `hard` as a player: its limits, its time and its games."""

import itertools
import subprocess
import sys
from contextlib import closing

import chess
import pytest

from board_core import Color, Game, Outcome, Reason, Thinking, Thought, TimeControl, Turn
from board_core.ais import AIS, Greedy, RandomMoves
from board_core.ais.chess_time import (
    FULL_SKILL,
    SAVING_SHARE,
    SETTLED_DEPTHS,
    SETTLED_SHARE,
    ChessTimeManager,
    Skill,
)
from board_core.ais.hard import HardChess, search
from board_core.ais.hard.choosing import keys_before
from board_core.ais.hard.position import ChessSearchPosition
from board_core.ais.hard.search import NODES_A_POLL
from board_core.game import EventBus
from board_core.game.clock import UNTIMED, Clock
from board_core.game.player import Score
from board_core.game.rules import MoveList
from board_core.game.sides import PerColor
from board_core.games import CHESS
from board_core.match.known_games import thinks
from board_core.match.player_spec import parse_player
from board_core.players.in_process import InProcessAI
from board_core.players.thinking import AITurn


def turn_with(control=UNTIMED, setup=None, moves=(), **options) -> AITurn:
    position = CHESS.start(setup)
    for text in moves:
        position = position.play(position.parse(text))
    clock = Clock.new(PerColor.both(control))
    return AITurn(Turn(position.to_move, 0, 1, position, clock, MoveList()), **options)


def think(control, setup=None, moves=(), seed=1, **options) -> tuple[chess.Move, list[Thought]]:
    thoughts: list[Thought] = []
    turn = turn_with(control, setup, moves, report=thoughts.append, **options)
    return AIS["hard"](seed)(turn.position.native, turn), thoughts


def play(white, black, control, setup=None) -> Outcome:
    players = InProcessAI(white, inline=True), InProcessAI(black, inline=True)
    return (
        Game(CHESS, white=players[0], black=players[1], time_control=control, setup=setup)
        .run()
        .outcome
    )


def test_who_does_not_want_it_does_not_load_it():
    check = (
        "import sys, board_core.match.player_spec; sys.exit('board_core.ais.hard' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0


def test_it_does_not_think_on_the_thread_of_the_game():
    assert thinks(CHESS, "hard")


def test_it_says_how_deep_it_has_looked_and_what_it_has_found():
    move, thoughts = think(TimeControl(depth=4))
    assert [thought.depth for thought in thoughts] == [1, 2, 3, 4]
    last = thoughts[-1]
    assert last.pv[0] == move.uci()
    assert last.score is not None
    assert last.score.cp is not None
    assert last.nodes > thoughts[0].nodes > 0
    assert last.nps > 0
    assert last.time > 0
    board = chess.Board()
    for text in last.pv:
        board.push_uci(text)


def test_it_searches_as_many_nodes_as_it_may():
    assert think(TimeControl(nodes=777))[1][-1].nodes == 777


def test_it_answers_soon_after_it_is_told_to_stop():
    polls = itertools.count(1)
    move, thoughts = think(TimeControl(60), withdrawn=lambda: next(polls) >= 20)
    assert move in chess.Board().legal_moves
    assert thoughts[-1].nodes <= 20 * NODES_A_POLL


def test_without_time_it_has_a_move_all_the_same():
    assert think(TimeControl(per_move=0))[0] in chess.Board().legal_moves
    assert think(TimeControl(0))[0] in chess.Board().legal_moves


def test_an_only_move_needs_no_thought():
    move, thoughts = think(UNTIMED, "7k/8/8/8/8/8/1q6/K7 w - - 0 1")
    assert (move.uci(), thoughts) == ("a1b2", [])


@pytest.mark.parametrize("limit", [TimeControl(depth=3), TimeControl(nodes=500)])
def test_the_same_seed_finds_the_same_move_and_another_seed_may_not(limit):
    moves = [think(limit, seed=seed)[0] for seed in range(6)]
    assert moves == [think(limit, seed=seed)[0] for seed in range(6)]
    assert len(set(moves)) > 1


class FixedTurn(AITurn):
    """Its time stands where it is put."""

    elapsed = 0.0


def patience_with(control, elapsed: float, **options) -> ChessTimeManager:
    position = CHESS.start(None)
    clock = Clock.new(PerColor.both(control))
    turn = FixedTurn(Turn(Color.WHITE, 0, 1, position, clock, MoveList()), **options)
    turn.elapsed = elapsed * turn.budget
    return ChessTimeManager(turn, FULL_SKILL, search.MAX_DEPTH)


def test_of_a_clock_it_saves_what_another_depth_would_not_be_finished_in():
    assert not patience_with(TimeControl(60, 1), SAVING_SHARE * 0.99).enough([1])
    assert patience_with(TimeControl(60, 1), SAVING_SHARE).enough([1])
    assert not patience_with(TimeControl(60, 1), 0.98).stop()
    assert patience_with(TimeControl(60, 1), 1.0).stop()


def test_it_saves_more_when_it_always_finds_the_same_move():
    patience = patience_with(TimeControl(60, 1), SETTLED_SHARE)
    assert [patience.enough([1]) for _ in range(SETTLED_DEPTHS)] == [False] * SETTLED_DEPTHS
    assert patience.enough([1])
    assert not patience.enough([2])


def test_it_allows_for_being_late():
    assert patience_with(TimeControl(per_move=0.02), 0.5).stop()
    assert not patience_with(TimeControl(per_move=0.02), 0.49).stop()
    assert patience_with(TimeControl(per_move=1), 0.98).stop()
    assert not patience_with(TimeControl(per_move=1), 0.97).stop()


@pytest.mark.parametrize("control", [UNTIMED, TimeControl(per_move=5), TimeControl(60, per_move=1)])
def test_time_that_cannot_be_saved_is_used(control):
    assert not patience_with(control, 0.97).enough([1])
    assert patience_with(control, 1.0).enough([1])


def test_limited_depth_takes_its_time():
    assert not patience_with(TimeControl(depth=3), 1000.0).stop()
    assert patience_with(TimeControl(depth=3), 0.0, withdrawn=lambda: True).stop()
    assert patience_with(TimeControl(60, depth=3), 1.0).stop()


def test_it_knows_what_was_on_the_board_before():
    moves = ["e4", "e5", "Nf3", "Nf6", "Ng1", "Ng8"]
    turn = turn_with(moves=moves)
    boards = [chess.Board()]
    for text in moves:
        boards.append(boards[-1].copy())
        boards[-1].push_san(text)
    assert keys_before(turn.position) == [ChessSearchPosition(board).key for board in boards[2:-1]]
    assert keys_before(turn_with().position) == []


def test_who_loses_repeats_what_was_on_the_board():
    setup = "5k2/5ppp/8/8/8/8/5PPP/3Q2K1 b - - 0 1"
    _, before = think(TimeControl(depth=4), setup)
    again, thoughts = think(TimeControl(depth=4), setup, ["Ke7", "Qe1", "Kf8", "Qd1"])
    assert before[-1].score.cp < -500
    assert again.uci() == "f8e7"
    assert thoughts[-1].score == Score(cp=0)


@pytest.mark.parametrize(
    "setup", ["8/8/8/3k4/8/8/8/K6R w - - 0 1", "r6k/8/8/8/4K3/8/8/8 b - - 0 1"]
)
def test_it_mates_with_king_and_rook(setup):
    sides = AIS["hard"](1), AIS["hard"](2)
    outcome = play(*sides, TimeControl(nodes=800), setup)
    assert outcome == Outcome(CHESS.start(setup).to_move, Reason.CHECKMATE)


def test_in_a_process_of_its_own_it_still_tells_what_it_thinks():
    bus, thoughts = EventBus(), []
    bus.subscribe(lambda event: thoughts.append(event) if isinstance(event, Thinking) else None)
    setup = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
    players = parse_player("hard").make(seed=1, isolate=True), parse_player("random").make()
    with closing(players[0]), closing(players[1]):
        game = Game(CHESS, white=players[0], black=players[1], setup=setup, bus=bus)
        assert game.run().outcome == Outcome(Color.WHITE, Reason.CHECKMATE)
    assert thoughts[-1].thought.score == Score(mate=1)
    assert thoughts[-1].thought.pv == ("d1d8",)


def test_it_plays_legal_games_and_loses_none_to_random_moves():
    for seed in range(5):
        limit = TimeControl(depth=1 + seed % 2)
        assert play(AIS["hard"](seed), RandomMoves(seed), limit).winner is Color.WHITE
        assert play(RandomMoves(seed), AIS["hard"](seed), limit).winner is Color.BLACK


def test_it_beats_greedy():
    for seed in range(2):
        limit = TimeControl(nodes=400)
        assert play(AIS["hard"](seed), Greedy(seed), limit).winner is Color.WHITE
        assert play(Greedy(seed), AIS["hard"](seed), limit).winner is Color.BLACK


def played(plies: int, seed: int) -> tuple[list[str], list[int]]:
    """The moves of a game of `hard` against itself, and the nodes of the last searches."""
    player, nodes, moves = AIS["hard"](seed), [], []
    for _ in range(plies):
        thoughts: list[Thought] = []
        turn = turn_with(TimeControl(depth=4), moves=moves, report=thoughts.append)
        moves.append(player(turn.position.native, turn).uci())
        nodes.append(thoughts[-1].nodes)
    return moves, nodes


def test_the_same_seed_plays_the_same_game_with_what_it_remembers():
    assert played(8, seed=3) == played(8, seed=3)


def test_what_a_search_has_found_out_serves_the_next_one_of_the_game():
    turn = turn_with(TimeControl(depth=6))
    remembering = HardChess(1, Skill(taste=0))
    moves = [remembering(turn.position.native, turn).uci(), "d7d5"]
    nodes = []
    for player in (remembering, HardChess(1, Skill(taste=0))):
        thoughts: list[Thought] = []
        turn = turn_with(TimeControl(depth=5), moves=moves, report=thoughts.append)
        player(turn.position.native, turn)
        nodes.append(thoughts[-1].nodes)
    assert nodes[0] < nodes[1]


def test_another_game_begins_without_memories():
    kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    used, fresh = HardChess(1, Skill(taste=0)), HardChess(1, Skill(taste=0))
    limit = TimeControl(depth=4)
    turn = turn_with(limit, kiwipete)
    used(turn.position.native, turn)
    nodes = []
    for player in (used, fresh):
        thoughts: list[Thought] = []
        turn = turn_with(limit, report=thoughts.append)
        player(turn.position.native, turn)
        nodes.append([thought.nodes for thought in thoughts])
    assert nodes[0] == nodes[1]
