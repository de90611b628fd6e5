"""The board that the AI `hard` searches, against python-chess."""

import random
from itertools import pairwise

import chess
import pytest

from board_core.ais.hard.choosing import to_chess
from board_core.ais.hard.encoding import MOVE_BITS, NO_SQUARE
from board_core.ais.hard.evaluation import tables_for
from board_core.ais.hard.position import EMPTY_TABLES, ChessSearchPosition

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

TRAPS = {
    "the start": (chess.STARTING_FEN, 3),
    "kiwipete": (KIWIPETE, 3),
    "a pawn on its rank with king and rook": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3),
    "taking in passing opens the rank": ("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1", 3),
    "taking in passing is the only way out": ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", 3),
    "two pawns that can take in passing": ("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", 3),
    "promotions on both sides": ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 2),
    "a promotion out of a pin": ("3r2k1/2P5/8/8/8/8/8/3K4 w - - 0 1", 3),
    "castling both ways": ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 2),
    "castling through an attack": ("1r2k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1", 3),
    "a rook taken at home": ("r3k2r/8/8/3b4/8/8/8/R3K2R b KQkq - 0 1", 2),
    "castling gives check": ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", 4),
    "a double check": ("8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1", 3),
    "stalemates and mates": ("K1k5/8/P7/8/8/8/8/8 w - - 0 1", 4),
    "a middle game": (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        2,
    ),
    "many promotions and a king at the edge": (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        2,
    ),
    "a knight deep in the enemy's camp": (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        2,
    ),
    "taking in passing is pinned on a diagonal": ("8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1", 3),
    "the king must not step back along the ray": ("8/8/8/8/8/3k4/8/r3K3 w - - 0 1", 4),
    "under-promotion gives check": ("8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 4),
}


def perft(position: ChessSearchPosition, depth: int) -> int:
    """Leaves of the tree of legal moves."""
    if not depth:
        return 1
    count = 0
    for ranked in position.moves():
        undo = position.make(ranked & MOVE_BITS)
        if not position.left_in_check():
            count += perft(position, depth - 1)
        position.unmake(ranked & MOVE_BITS, undo)
    return count


def perft_of_python_chess(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += perft_of_python_chess(board, depth - 1)
        board.pop()
    return count


def mirrored(fen: str) -> str:
    return chess.Board(fen).mirror().fen()


@pytest.mark.parametrize(("fen", "depth"), TRAPS.values(), ids=TRAPS)
def test_the_tree_of_moves_is_as_large_as_it_should_be(fen, depth):
    expected = perft_of_python_chess(chess.Board(fen), depth)
    assert perft(ChessSearchPosition(chess.Board(fen)), depth) == expected
    assert perft(ChessSearchPosition(chess.Board(mirrored(fen))), depth) == expected


def state(position: ChessSearchPosition) -> tuple[object, ...]:
    return (
        tuple(position.squares),
        tuple(position.kings),
        tuple(position.counts[1:]),
        tuple(position.path),
        *(position.side, position.castling, position.en_passant),
        *(position.quiet, position.men, *counted(position)),
    )


def counted(position: ChessSearchPosition) -> tuple[int, int, int, int]:
    return position.phase, position.score, position.key, position.frame


def random_game(seed: int, plies: int = 120) -> list[chess.Board]:
    chance, board = random.Random(seed), chess.Board(KIWIPETE if seed % 2 else chess.STARTING_FEN)
    boards = [board.copy()]
    while len(boards) < plies and (legal := list(board.legal_moves)):
        board.push(chance.choice(legal))
        boards.append(board.copy())
    return boards


@pytest.mark.parametrize("seed", range(4))
def test_what_moves_keep_in_step_is_what_it_would_be_worked_out_anew(seed):
    boards = random_game(seed)
    tables = tables_for(boards[0], random.Random(seed))
    position = ChessSearchPosition(boards[0], tables)
    undone = []
    for _, board in pairwise(boards):
        before = state(position)
        moves = {
            to_chess(ranked & MOVE_BITS): ranked & MOVE_BITS for ranked in position.legal_moves()
        }
        assert moves.keys() == _moves_before(board)
        assert state(position) == before
        move = moves[board.peek()]
        undone.append((move, position.make(move), before))
        fresh = ChessSearchPosition(board, tables)
        fresh.path = position.path
        assert state(position) == state(fresh)
        assert counted(position) == position.recomputed()
        assert position.in_check() == board.is_check()
    for move, undo, before in reversed(undone):
        position.unmake(move, undo)
        assert state(position) == before


@pytest.mark.parametrize("fen", [fen for fen, _ in TRAPS.values()], ids=TRAPS)
def test_checks_seen_by_the_move_just_made_are_those_seen_on_the_whole_board(fen):
    for start in (fen, mirrored(fen)):
        position = ChessSearchPosition(chess.Board(start))
        for ranked in position.legal_moves():
            undo = position.make(ranked & MOVE_BITS)
            assert position.gives_check(ranked & MOVE_BITS) == position.in_check()
            _hidden_kings_agree(position)
            position.unmake(ranked & MOVE_BITS, undo)


def _hidden_kings_agree(position: ChessSearchPosition) -> None:
    """Where the king is not in check and stays, one line tells whether a move was legal."""
    if position.in_check():
        return
    king = position.kings[position.side]
    for ranked in position.moves():
        move = ranked & MOVE_BITS
        if move & 63 != king:
            undo = position.make(move)
            assert position.uncovers_king(move) == position.left_in_check()
            position.unmake(move, undo)


def _moves_before(board: chess.Board) -> set[chess.Move]:
    board = board.copy()
    board.pop()
    return set(board.legal_moves)


def test_captures_are_among_the_moves_and_ranked_alike():
    for board in random_game(1):
        position = ChessSearchPosition(board)
        captures = {ranked & MOVE_BITS: ranked for ranked in position.captures()}
        moves = {ranked & MOVE_BITS: ranked for ranked in position.moves()}
        assert captures.items() <= moves.items()
        legal = {move for move in board.legal_moves if board.is_capture(move)}
        assert legal - {to_chess(move) for move in captures} == {
            move for move in legal if move.promotion and move.promotion != chess.QUEEN
        }


def test_passing_leaves_all_as_it_was():
    position = ChessSearchPosition(
        chess.Board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), tables_for(chess.Board())
    )
    before = state(position)
    undo = position.pass_turn()
    assert counted(position) == position.recomputed()
    assert position.side == 1
    position.unpass(undo)
    assert state(position) == before


def played(*moves: str, fen: str = chess.STARTING_FEN) -> ChessSearchPosition:
    position = ChessSearchPosition(chess.Board(fen))
    for text in moves:
        known = {
            to_chess(ranked & MOVE_BITS).uci(): ranked & MOVE_BITS
            for ranked in position.legal_moves()
        }
        position.make(known[text])
    return position


SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")


def test_one_repetition_is_taken_for_a_draw():
    assert not played(*SHUFFLE[:3]).drawn(checked=False)
    assert played(*SHUFFLE).drawn(checked=False)


def test_only_a_pawn_that_can_be_taken_in_passing_makes_another_position():
    there_and_back = ("e8e7", "e1e2", "e7e8", "e2e1")
    alone = played("e2e4", *there_and_back, fen="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    beside = played("e2e4", *there_and_back, fen="4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1")
    assert alone.drawn(checked=False)
    assert not beside.drawn(checked=False)
    assert played("e2e4").en_passant == NO_SQUARE


def test_castling_rights_that_are_gone_make_another_position():
    rights = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    there_and_back = ("h1h2", "e8e7", "h2h1", "e7e8")
    assert not played(*there_and_back, fen=rights).drawn(checked=False)
    assert played(*there_and_back, *there_and_back, fen=rights).drawn(checked=False)


@pytest.mark.parametrize(
    ("fen", "drawn"),
    [
        ("4k3/8/8/8/8/8/8/4K1R1 w - - 99 90", False),
        ("4k3/8/8/8/8/8/8/4K1R1 w - - 100 90", True),
        ("R3k3/8/4K3/8/8/8/8/8 b - - 100 90", False),  # mate on the hundredth ply
        ("R3k3/8/8/4K3/8/8/8/8 b - - 100 90", True),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 90", True),
        ("4k3/8/8/8/8/8/8/4K1N1 w - - 0 90", True),
        ("4k3/8/8/8/8/8/b7/4K3 w - - 0 90", True),
        ("4k3/8/8/8/8/8/p7/4K3 w - - 0 90", False),
        ("4k3/8/8/8/8/8/bb6/4K3 w - - 0 90", False),
    ],
)
def test_draws_by_fifty_moves_and_by_material(fen, drawn):
    board = chess.Board(fen)
    assert ChessSearchPosition(board).drawn(board.is_check()) is drawn


@pytest.mark.parametrize("seed", range(2))
def test_a_move_from_elsewhere_is_known_to_be_possible_or_not(seed):
    positions = [ChessSearchPosition(board) for board in random_game(seed, plies=40)]
    everywhere = {ranked & MOVE_BITS for position in positions for ranked in position.moves()}
    for position in positions:
        here = {ranked & MOVE_BITS for ranked in position.moves()}
        assert {move for move in everywhere if position.can_play(move)} == here


@pytest.mark.parametrize("fen", [fen for fen, _ in TRAPS.values()], ids=TRAPS)
def test_the_checks_of_the_moving_piece_are_known_before_the_move(fen):
    for start in (fen, mirrored(fen)):
        board = chess.Board(start)
        position = ChessSearchPosition(board)
        for ranked in position.quiets(EMPTY_TABLES, EMPTY_TABLES):
            move = to_chess(ranked & MOVE_BITS)
            if not board.is_legal(move) or move.promotion or board.is_castling(move):
                continue
            expected = position.would_check(ranked & MOVE_BITS)
            board.push(move)
            assert expected == (move.to_square in board.checkers())
            board.pop()
