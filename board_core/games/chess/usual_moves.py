"""Judge, play and write the usual moves of chess on the bitboards, far faster than python-chess.

A usual move is any but a castling, a capture en passant and a promotion, by a side with one king in
chess or Chess960. Everything else gets None here, and every variant: python-chess judges that.
"""

from __future__ import annotations

from typing import Any

import chess

SQUARE_MASKS, BACK_RANKS = chess.BB_SQUARES, chess.BB_BACKRANKS
PAWN_ATTACKS, KNIGHT_ATTACKS = chess.BB_PAWN_ATTACKS, chess.BB_KNIGHT_ATTACKS
KING_ATTACKS = chess.BB_KING_ATTACKS
DIAGONAL_ATTACKS, DIAGONAL_MASKS = chess.BB_DIAG_ATTACKS, chess.BB_DIAG_MASKS
RANK_ATTACKS, RANK_MASKS = chess.BB_RANK_ATTACKS, chess.BB_RANK_MASKS
FILE_ATTACKS, FILE_MASKS = chess.BB_FILE_ATTACKS, chess.BB_FILE_MASKS
DIAGONAL_LINES = [attacks[0] for attacks in DIAGONAL_ATTACKS]
STRAIGHT_LINES = [rank[0] | file[0] for rank, file in zip(RANK_ATTACKS, FILE_ATTACKS, strict=True)]
QUEEN_LINES = [one | other for one, other in zip(DIAGONAL_LINES, STRAIGHT_LINES, strict=True)]
"""The squares that a queen on each square attacks on an empty board."""
NO_STACK: Any = ()
"""The stack of a board on which nobody plays on: two lists less to make and to collect."""
SAN_LETTERS = " PNBRQK"
"""The letters of the pieces in SAN, by python-chess's numbers of them."""


def after_usual(
    board: chess.Board, move: chess.Move, *, checked: bool = True
) -> chess.Board | None:
    """Return the board after a move, without a stack; None if it is illegal or not usual.

    The board is valid: it has no castling right without its king and rook in their places.
    ``checked`` is False if the side to move is known not to be in check: fewer moves then need to
    be tested for leaving their king in check.
    """
    start, target, turn = move.from_square, move.to_square, board.turn
    start_mask, target_mask = SQUARE_MASKS[start], SQUARE_MASKS[target]
    own, other = board.occupied_co[turn], board.occupied_co[not turn]
    if not own & start_mask or own & target_mask:
        return None
    if move.promotion or type(board) is not chess.Board:
        return None
    occupied, both = board.occupied, start_mask | target_mask
    pawns, knights, bishops = board.pawns, board.knights, board.bishops
    rooks, queens, kings = board.rooks, board.queens, board.kings
    rights = board.castling_rights & ~both
    promoted, ep_square, halfmoves = board.promoted, None, board.halfmove_clock + 1
    if promoted:
        if promoted & kings:
            return None
        promoted = promoted & ~both | (target_mask if promoted & start_mask else 0)
    takes = other & target_mask
    if takes:
        if kings & takes:
            return None
        rest, halfmoves = ~target_mask, 0
        other &= rest
        pawns, knights, bishops = pawns & rest, knights & rest, bishops & rest
        rooks, queens = rooks & rest, queens & rest

    if pawns & start_mask:
        steps = target - start if turn else start - target
        if takes:
            reached = PAWN_ATTACKS[turn][start]
        elif steps == 8:
            reached = ~occupied
        elif steps == 16 and start_mask & (chess.BB_RANK_2 if turn else chess.BB_RANK_7):
            ep_square = (start + target) >> 1
            reached = 0 if SQUARE_MASKS[ep_square] & occupied else ~occupied
        else:
            return None
        if target_mask & BACK_RANKS:
            return None
        pawns, halfmoves = pawns ^ both, 0
    elif knights & start_mask:
        reached = KNIGHT_ATTACKS[start]
        knights ^= both
    elif bishops & start_mask:
        reached = DIAGONAL_ATTACKS[start][DIAGONAL_MASKS[start] & occupied]
        bishops ^= both
    elif rooks & start_mask:
        reached = RANK_ATTACKS[start][RANK_MASKS[start] & occupied]
        reached |= FILE_ATTACKS[start][FILE_MASKS[start] & occupied]
        rooks ^= both
    elif queens & start_mask:
        reached = DIAGONAL_ATTACKS[start][DIAGONAL_MASKS[start] & occupied]
        reached |= RANK_ATTACKS[start][RANK_MASKS[start] & occupied]
        reached |= FILE_ATTACKS[start][FILE_MASKS[start] & occupied]
        queens ^= both
    else:
        reached = KING_ATTACKS[start]
        kings ^= both
        rights &= ~(chess.BB_RANK_1 if turn else chess.BB_RANK_8)
    if not reached & target_mask:
        return None
    own ^= both
    own_kings = kings & own
    king = own_kings.bit_length() - 1
    if own_kings != SQUARE_MASKS[king]:
        return None

    after = chess.Board.__new__(chess.Board)
    after.pawns, after.knights, after.bishops = pawns, knights, bishops
    after.rooks, after.queens, after.kings = rooks, queens, kings
    after.occupied, after.occupied_co = own | other, [other, own] if turn else [own, other]
    after.promoted, after.chess960 = promoted, board.chess960
    after.turn, after.castling_rights = not turn, rights
    after.ep_square, after.halfmove_clock = ep_square, halfmoves
    after.fullmove_number = board.fullmove_number + (not turn)
    after.move_stack = after._stack = NO_STACK
    if (checked or QUEEN_LINES[king] & start_mask) and attackers(after, not turn, king):
        return None
    return after


def checkers_of(board: chess.Board) -> chess.Bitboard:
    """Return the pieces that give check, as ``board.checkers_mask`` does."""
    kings = board.kings & board.occupied_co[board.turn] & ~board.promoted
    return attackers(board, not board.turn, kings.bit_length() - 1) if kings else 0


def attackers(board: chess.Board, color: chess.Color, square: chess.Square) -> chess.Bitboard:
    """Return the pieces of a side that attack a square, as ``board.attackers_mask`` does."""
    occupied, queens, side = board.occupied, board.queens, board.occupied_co[color]
    found = (
        PAWN_ATTACKS[not color][square] & board.pawns
        | KNIGHT_ATTACKS[square] & board.knights
        | KING_ATTACKS[square] & board.kings
    )
    diagonal, straight = board.bishops | queens, board.rooks | queens
    if DIAGONAL_LINES[square] & diagonal & side:
        found |= DIAGONAL_ATTACKS[square][DIAGONAL_MASKS[square] & occupied] & diagonal
    if STRAIGHT_LINES[square] & straight & side:
        found |= RANK_ATTACKS[square][RANK_MASKS[square] & occupied] & straight
        found |= FILE_ATTACKS[square][FILE_MASKS[square] & occupied] & straight
    return found & side


def usual_san(board: chess.Board, move: chess.Move, after: chess.Board) -> str | None:
    """Return a legal move in SAN, by the board after it; None if it is not usual."""
    start, target = move.from_square, move.to_square
    start_mask, target_mask = SQUARE_MASKS[start], SQUARE_MASKS[target]
    if move.promotion or type(board) is not chess.Board:
        return None
    if board.occupied_co[board.turn] & target_mask:
        return None  # castling, as Chess960 writes it
    takes = "x" if board.occupied & target_mask else ""
    if board.pawns & start_mask:
        piece = chess.FILE_NAMES[start & 7] if takes else ""
        if not takes and (start ^ target) & 7:
            return None  # a capture en passant
    elif board.kings & start_mask and not KING_ATTACKS[start] & target_mask:
        return None  # castling
    else:
        piece = _piece_named(board, start, target)
    check = ""
    if checkers_of(after):
        check = "+" if any(after.generate_legal_moves()) else "#"
    return piece + takes + chess.SQUARE_NAMES[target] + check


def _piece_named(board: chess.Board, start: chess.Square, target: chess.Square) -> str:
    """Return the letter of a piece, with what tells it apart from those that could move as well."""
    kind = board.piece_type_at(start) or chess.KING
    letter, rivals = SAN_LETTERS[kind], board.pieces_mask(kind, board.turn) ^ SQUARE_MASKS[start]
    if not rivals or not (rivals := rivals & attackers(board, board.turn, target)):
        return letter
    moves = board.generate_legal_moves(rivals, SQUARE_MASKS[target])
    others = [move.from_square for move in moves]
    if not others:
        return letter
    name = chess.SQUARE_NAMES[start]
    if all((square ^ start) & 7 for square in others):
        return letter + name[0]
    return letter + (name if any(square >> 3 == start >> 3 for square in others) else name[1])
