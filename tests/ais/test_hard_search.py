"""What the search of the AI `hard` finds."""

import itertools

import chess
import pytest

from board_core.ais.hard.choosing import to_chess, to_score
from board_core.ais.hard.encoding import MOVE_BITS, RANK_UNIT
from board_core.ais.hard.evaluation import tables_for
from board_core.ais.hard.position import ChessSearchPosition
from board_core.ais.hard.search import (
    DRAW_SCORE,
    MATE_SCORE,
    NODES_A_POLL,
    ChessSearch,
    ChessSearchReport,
    put_first,
)
from board_core.game.player import Score


def search(fen: str, **options) -> ChessSearch:
    board = chess.Board(fen)
    return ChessSearch(board, tables_for(board), **options)


def deepest(search: ChessSearch, depth: int) -> ChessSearchReport:
    return list(search.deepen(depth))[-1]


def san(fen: str, found: ChessSearchReport) -> list[str]:
    board, line = chess.Board(fen), []
    for move in found.line:
        line.append(board.san(to_chess(move)))
        board.push(to_chess(move))
    return line


@pytest.mark.parametrize(
    ("fen", "moves", "first"),
    [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1, "Rd8#"),
        ("3r2k1/5ppp/8/8/8/8/1r3PPP/6K1 b - - 0 1", 1, None),  # two ways
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "Ra6"),  # P. Morphy's problem
        ("6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1", 2, "Rg1+"),
        ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", 2, "Qg6"),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "Ra6+"),
        ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3, "Bc5+"),
        ("r2n1rk1/1ppb2pp/1p1p4/3Ppq1n/2B3P1/2P4P/PP1N1P1K/R2Q1RN1 b - - 0 1", 3, "Qxf2+"),
    ],
)
def test_the_quickest_mate_is_found(fen, moves, first):
    found = deepest(search(fen), 4)
    assert to_score(found.score) == Score(mate=moves)
    assert first in (None, san(fen, found)[0])
    assert len(found.line) <= 2 * moves - 1


def test_being_mated_is_seen_and_put_off():
    found = deepest(search("k7/8/1K6/8/8/8/8/7R b - - 0 1"), 4)
    assert to_score(found.score) == Score(mate=-1)
    assert to_score(DRAW_SCORE) == Score(cp=0)
    assert to_score(4 - MATE_SCORE) == Score(mate=-2)


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize(
    "fen",
    [
        "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1",  # Qf7 is stalemate
        "k7/2K5/8/8/8/8/8/1Q6 w - - 0 1",  # so is Qb6
        "7k/5K2/8/6P1/8/8/8/Q7 w - - 0 1",
        "5k2/5P2/4K3/8/8/8/8/7R w - - 0 1",
    ],
)
def test_who_wins_does_not_give_stalemate(fen, depth):
    board = chess.Board(fen)
    board.push(to_chess(deepest(search(fen), depth).line[0]))
    assert not board.is_stalemate()


@pytest.mark.parametrize(
    ("fen", "depth"),
    [
        ("4k3/4P3/3K4/8/8/8/8/8 w - - 0 1", 3),  # all that keeps the pawn is stalemate
        ("6R1/8/8/8/8/6k1/5q2/7K w - - 0 1", 9),  # the rook cannot be taken
    ],
)
def test_who_loses_goes_for_stalemate(fen, depth):
    assert deepest(search(fen), depth).score == DRAW_SCORE


QUEEN_UP = "5k2/5ppp/8/8/8/8/5PPP/3Q2K1 {} - - 6 30"


def test_taking_in_passing_is_not_played_where_it_gives_check_to_oneself():
    exposing = "6b1/8/8/3pP3/8/1K6/8/7k w - d6 0 1"  # no game leads here
    board = chess.Board(exposing)
    assert board.is_valid()
    assert not board.has_legal_en_passant()
    for depth in (1, 2, 3):
        assert to_chess(deepest(search(exposing), depth).line[0]) in board.legal_moves


def test_who_wins_does_not_repeat():
    board = chess.Board(QUEEN_UP.format("w"))
    best = to_chess(deepest(search(board.fen()), 2).line[0])
    other = list(ChessSearch(board, tables_for(board), past=[after(board, best)]).deepen(2))[-1]
    assert other.score > 500
    assert to_chess(other.line[0]) != best


def test_who_loses_repeats():
    board = chess.Board(QUEEN_UP.format("b"))
    repeats = chess.Move.from_uci("f8e7")
    found = list(ChessSearch(board, tables_for(board), past=[after(board, repeats)]).deepen(4))[-1]
    assert found.score == DRAW_SCORE
    assert to_chess(found.line[0]) == repeats


def after(board: chess.Board, move: chess.Move) -> int:
    board = board.copy()
    board.push(move)
    return ChessSearchPosition(board).key


def test_nothing_is_won_beyond_the_fifty_moves():
    fen = "8/8/8/4k3/8/8/8/K6R w - - {} 90"
    assert deepest(search(fen.format(90)), 4).score > 300
    assert deepest(search(fen.format(99)), 4).score == DRAW_SCORE


def test_a_search_stops_at_its_next_poll():
    polls = itertools.count(1)
    stopped = search(chess.STARTING_FEN, stop=lambda: next(polls) >= 10)
    found = deepest(stopped, 60)
    assert found.nodes == 10 * NODES_A_POLL
    assert next(polls) == 11
    assert to_chess(stopped.best_move) in chess.Board().legal_moves
    assert found.line[0] == stopped.best_move


def test_a_search_that_is_stopped_at_once_has_a_move():
    fen = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"
    stopped = search(fen, stop=lambda: True, max_nodes=1)
    assert san(fen, deepest(stopped, 60))[0] == "exd5"


@pytest.mark.parametrize("nodes", [1, 100, 1000])
def test_not_a_node_more_than_allowed_is_searched(nodes):
    assert deepest(search(chess.STARTING_FEN, max_nodes=nodes), 60).nodes == nodes


def test_depths_come_one_by_one_and_the_best_move_is_the_first_of_the_line():
    looked = search(chess.STARTING_FEN)
    for depth, found in enumerate(looked.deepen(5), start=1):
        assert found.depth == depth
        assert found.line[0] == looked.best_move
        assert san(chess.STARTING_FEN, found)
        assert len(found.line) <= depth
    assert depth == 5


def test_mirrored_positions_are_judged_alike():
    board = chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    static = ChessSearchPosition(board, tables_for(board)).score
    assert ChessSearchPosition(board.mirror(), tables_for(board.mirror())).score == -static


def test_tables_without_a_taste_are_always_the_same():
    board = chess.Board()
    assert tables_for(board) == tables_for(board)


def test_killers_are_tried_first_and_then_the_counter_move():
    killer, older, counter, other = 1, 2, 3, 4
    moves = [7 * RANK_UNIT + move for move in (counter, killer, other, older)]
    put_first(moves, killer, older, counter, 100)
    moves.sort(reverse=True)
    assert [move & MOVE_BITS for move in moves] == [killer, older, counter, other]


def test_compiled_or_not_it_searches_the_same_nodes():
    """After a change of the search, write its new numbers here; both builds must have them."""
    kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    ending = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
    found = [deepest(search(fen), depth) for fen, depth in ((kiwipete, 6), (ending, 9))]
    assert [(one.nodes, one.score) for one in found] == [(3063, 22), (4541, 29)]
