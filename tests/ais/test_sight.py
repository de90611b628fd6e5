"""What players overlook who are to err as people do."""

import random
from functools import cache
from itertools import pairwise

import chess
import pytest

from board_core.ais import level_at
from board_core.ais.chess_time import Skill
from board_core.ais.hard import HardChess
from board_core.ais.hard.choosing import haste, sight_of
from board_core.ais.hard.encoding import NO_SQUARE
from board_core.ais.hard.sight import (
    CAPTURING_MOVE,
    CHECKING_MOVE,
    QUIET_MOVE,
    Sight,
    difficulty,
    wing_factors,
)
from board_core.game.clock import UNTIMED, Clock
from board_core.game.player import Turn
from board_core.game.rules import MoveList
from board_core.game.sides import PerColor
from board_core.games.chess import ENGINE, chess_rules
from board_core.players.thinking import AITurn

RULES = chess_rules(ENGINE)
WHITE, BLACK = 0, 1
MATES_IN_ONE = (
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    "7k/8/5KQ1/8/8/8/8/8 w - - 0 1",
    "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2",
)


def move(text: str) -> int:
    """A move as the search has it."""
    found = chess.Move.from_uci(text)
    return found.from_square + 64 * found.to_square


def played(player: HardChess, setup: str) -> chess.Move:
    position = RULES.start(setup)
    turn = Turn(position.to_move, 0, 1, position, Clock.new(PerColor.both(UNTIMED)), MoveList())
    return player(chess.Board(setup), AITurn(turn))


def seen(oversight: float, text: str, kind: int, ply: int = 0, focus: float = 3.5) -> float:
    """The share of turns in which White sees a move."""
    sights = sights_of(oversight, focus)
    return 1 - sum(sight.misses(WHITE, move(text), kind, ply) for sight in sights) / len(sights)


@cache
def sights_of(oversight: float, focus: float) -> list[Sight]:
    """What a player overlooks in 300 turns."""
    return [Sight(oversight, random.Random(seed), focus, NO_SQUARE) for seed in range(300)]


def test_what_is_far_backwards_or_diagonal_is_harder_to_see():
    def hard(side: int, text: str) -> float:
        return difficulty(side, move(text) & 63, move(text) >> 6)

    steps = [hard(WHITE, f"a1a{rank}") for rank in range(2, 9)]
    assert all(near < far for near, far in pairwise(steps))
    assert hard(WHITE, "a5a1") > hard(WHITE, "a1a5") == hard(BLACK, "a5a1")
    assert hard(WHITE, "a1e5") > hard(WHITE, "a1a5")
    assert hard(WHITE, "e4d5") == hard(WHITE, "e4e5") < hard(WHITE, "g1f3")


def test_what_is_on_the_other_wing_is_harder_to_see():
    assert wing_factors(0.5)[7] > wing_factors(0.5)[1] == 1
    assert set(wing_factors(3.5)) == {1.0}
    assert seen(0.6, "g2g3", QUIET_MOVE, focus=0.5) < seen(0.6, "g2g3", QUIET_MOVE, focus=6.5)


def test_checks_are_seen_more_often_than_captures_and_those_more_often_than_quiet_moves():
    shares = [seen(0.6, "a1a5", kind) for kind in (QUIET_MOVE, CAPTURING_MOVE, CHECKING_MOVE)]
    assert shares[0] < shares[1] < shares[2] < 1


def test_what_comes_later_is_seen_less_often():
    assert seen(0.4, "a1a5", QUIET_MOVE, ply=2) < seen(0.4, "a1a5", QUIET_MOVE, ply=1)
    assert seen(0.4, "a1a5", QUIET_MOVE, ply=1) == seen(0.4, "a1a5", QUIET_MOVE, ply=0)


def test_the_more_is_overlooked_the_less_is_seen():
    shares = [seen(oversight, "d1d5", QUIET_MOVE) for oversight in (0.05, 0.1, 0.2, 0.4, 0.8)]
    assert all(more > less for more, less in pairwise(shares))


def test_equal_seeds_see_the_same():
    one, other = (Sight(0.5, random.Random(7), 3.5, NO_SQUARE) for _ in range(2))
    ways = [move(f"{a}{b}") for a in ("a1", "d4", "h8") for b in ("b2", "d8", "f6")]
    assert [one.misses(WHITE, way, QUIET_MOVE, 0) for way in ways] == [
        other.misses(WHITE, way, QUIET_MOVE, 0) for way in ways
    ]


def test_whoever_overlooks_everything_still_moves():
    for seed in range(5):
        player = HardChess(seed, Skill(depth=2, oversight=50.0))
        assert played(player, chess.STARTING_FEN) in chess.Board().legal_moves


def test_whoever_is_in_check_looks_at_all_ways_out():
    board = chess.Board("2k5/8/8/8/8/8/1q6/K6Q w - - 0 1")
    assert board.is_check()
    for seed in range(20):
        assert played(HardChess(seed, Skill(depth=2, oversight=5.0)), board.fen()).uci() == "a1b2"


def test_nobody_overlooks_the_piece_that_has_just_moved():
    """A queen that comes next to a rook far away is taken, however much is overlooked."""
    board = chess.Board("4k3/8/8/8/8/8/8/R3K2q w Q - 0 1")
    for seed in range(20):
        sight = sight_of(board, ["h8h1"], 5.0, random.Random(seed))
        assert sight is not None
        assert sight.taken_on == chess.H1


def test_a_side_that_is_ahead_is_in_haste():
    ahead = chess.Board("4k3/8/8/8/8/8/8/QR2K3 w - - 0 1")
    assert haste(ahead) == 1.5
    assert haste(chess.Board()) == 1
    ahead.turn = chess.BLACK
    assert haste(ahead) == 1


@pytest.mark.parametrize(("elo", "least", "most"), [(700, 0.10, 0.40), (1600, 0.0, 0.02)])
def test_mates_in_one_are_missed_as_people_of_the_rating_miss_them(elo, least, most):
    skill, missed, chances = level_at(elo).skill, 0, 0
    for setup in MATES_IN_ONE:
        for seed in range(40):
            board = chess.Board(setup)
            board.push(played(HardChess(seed, skill), setup))
            missed += not board.is_checkmate()
            chances += 1
    assert least <= missed / chances <= most
