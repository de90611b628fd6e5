"""Reads moves in the many forms that people and programs write, and judges the usual ones fast.

A usual move is any but a castling, a capture en passant and a promotion, by a side with one king in
chess or Chess960. It is judged, played and written on the bitboards, far faster than by
python-chess, which judges everything else, and every variant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import chess

from board_core.game.rules import AmbiguousMove, IllegalMove, Move
from board_core.text.sentence import Listed, given, say

from .refusals import (
    AMBIGUOUS_MOVE,
    CASTLING_PATTERN,
    DROP_PATTERN,
    MENTION_PATTERN,
    SAN_PATTERN,
    UCI_PATTERN,
    castling_to,
    file_missing,
    no_promotion,
    promotion_missing,
    quoted,
    unreadable,
    why_no_castling,
    why_not,
)

if TYPE_CHECKING:
    from chess.variant import CrazyhousePocket


PROMOTION_PIECES = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)


def _moves_from(start: chess.Square) -> Iterator[chess.Move]:
    """Yield every move that some piece could make from a square of an empty board."""
    rank = chess.square_rank(start)
    queen = (
        chess.BB_RANK_ATTACKS[start][0]
        | chess.BB_FILE_ATTACKS[start][0]
        | chess.BB_DIAG_ATTACKS[start][0]
    )
    for end in chess.scan_forward(queen | chess.BB_KNIGHT_ATTACKS[start]):
        yield chess.Move(start, end)
        if (rank, chess.square_rank(end)) in ((6, 7), (1, 0)) and chess.square_distance(
            start, end
        ) == 1:
            yield from (chess.Move(start, end, piece) for piece in PROMOTION_PIECES)


MOVE_OF_UCI = {move.uci(): move for start in chess.SQUARES for move in _moves_from(start)}
"""Every move of chess by its UCI text; castling in Chess960 is a king that goes to its rook."""


@lru_cache(maxsize=8_192)
def known_move(text: str) -> chess.Move:
    """Return the move with this UCI text, also one of a variant: ``P@e5``, ``e7e8k``."""
    return MOVE_OF_UCI.get(text) or chess.Move.from_uci(text)


FIGURINES = str.maketrans("♔♕♖♗♘♚♛♜♝♞", "KQRBN" * 2, "♙♟\ufe0e\ufe0f")
"""The pictures of pieces as their letters; pawns, and how a picture is shown, have none."""


def read_move(board: chess.Board, text: str) -> chess.Move:
    """Return the legal move that a text names. Raises IllegalMove.

    Accepts SAN with missing or wrong ``x``, ``+`` and ``#``, with ``!`` and ``?``, with more
    disambiguation than needed, with ``o-o`` and ``0-0``, pawn captures without their file
    (``xd5``), promotions without ``=``; and plain UCI. Refuses null moves, hyphens, move numbers,
    comments and ambiguous moves.
    """
    given(text, str, "is no text of a move: give one, as 'e2e4' (move.uci() of python-chess)")
    text = text.removeprefix("\ufeff").strip()  # a byte order mark comes first, if at all
    if not text.isascii():
        text = text.translate(FIGURINES)
    move = _named(board, text)
    if move is None:
        raise IllegalMove(unreadable(text, mentioned_moves(board, text)))
    return move


def _named(board: chess.Board, text: str) -> chess.Move | None:
    """Return the move that a text names; None for what is not written as a move. Raises
    IllegalMove.
    """
    if text.rstrip("+#!?")[-1:] in ("K", "k") and not board.captures_compulsory:
        return None  # no pawn becomes a king
    if UCI_PATTERN.fullmatch(text.rstrip("+#!?")):
        return _read_uci(board, text)
    pockets = getattr(board, "pockets", None)  # of crazyhouse
    if pockets is not None and (found := DROP_PATTERN.fullmatch(text)):
        return _read_drop(board, pockets[board.turn], text, found)
    if found := CASTLING_PATTERN.fullmatch(text):
        return _castling(board, text, queenside=found[2] is not None)
    if found := SAN_PATTERN.fullmatch(text):
        return _read_san(board, text, found)
    return None


def mentioned_moves(board: chess.Board, text: str) -> list[str]:
    """Return the legal moves within a line, for a hint to its author."""
    found = []
    for candidate in MENTION_PATTERN.findall(text):
        try:
            move = _named(board, candidate)
        except IllegalMove:
            continue
        if move is not None:
            found.append(board.copy(stack=False).san(move))
    return found


def _read_uci(board: chess.Board, text: str) -> chess.Move:
    uci = text.rstrip("+#!?").lower()
    try:
        return board.parse_uci(uci)
    except ValueError:
        pass
    start, to = chess.parse_square(uci[:2]), chess.parse_square(uci[2:4])
    if len(uci) == 4 and (castling := castling_to(board, to)) and castling.from_square == start:
        return castling  # in Chess960, written with the square that the king goes to
    if len(uci) == 4 and board.is_legal(chess.Move(start, to, chess.QUEEN)):
        choices = [chess.Move(start, to, piece) for piece in PROMOTION_PIECES]
        raise AmbiguousMove(promotion_missing(text, f"{uci}q"), _ucis(choices))
    if len(uci) == 5 and board.is_legal(chess.Move(start, to)):
        raise IllegalMove(no_promotion(text))
    raise IllegalMove(why_not(board, text, "", chess.BB_SQUARES[start], to))


def _castling(board: chess.Board, text: str, queenside: bool) -> chess.Move:
    for move in board.generate_castling_moves():
        if board.is_queenside_castling(move) == queenside:
            return move
    raise IllegalMove(why_no_castling(board, text, queenside))


def _read_san(board: chess.Board, text: str, found: re.Match[str]) -> chess.Move:
    piece, to = found["piece"] or "", chess.parse_square(found["to"])
    from_mask = chess.BB_ALL
    if found["file"]:
        from_mask &= chess.BB_FILES["abcdefgh".index(found["file"])]
    if found["rank"]:
        from_mask &= chess.BB_RANKS[int(found["rank"]) - 1]
    moves = list(_moves_of(board, piece, from_mask, to))
    if not piece and not found["file"] and not found["rank"]:
        # e4 is a push; xe4 is a capture without its file, or a push with a wrong x
        captures = [move for move in moves if board.is_capture(move)]
        pushes = [move for move in moves if not board.is_capture(move)]
        if captures and not pushes and not found["takes"]:
            raise IllegalMove(file_missing(text, board, captures[0]))
        moves = (captures or pushes) if found["takes"] else pushes
    promotion = found["promotion"]
    if promotion:
        wanted = chess.Piece.from_symbol(promotion).piece_type
        if moves and not any(move.promotion for move in moves):
            raise IllegalMove(no_promotion(text))
        moves = [move for move in moves if move.promotion == wanted]
    elif any(move.promotion for move in moves):
        raise AmbiguousMove(promotion_missing(text, f"{text.rstrip('+#!?')}=Q"), _ucis(moves))
    if len(moves) == 1:
        return moves[0]
    if moves:
        choices = Listed(sorted(board.copy(stack=False).san(move) for move in moves))
        raise AmbiguousMove(
            AMBIGUOUS_MOVE(text=quoted(text), choices=choices),
            _ucis(moves),
        )
    raise IllegalMove(why_not(board, text, piece, from_mask, to))


def _moves_of(
    board: chess.Board, piece: str, from_mask: chess.Bitboard, to: chess.Square
) -> Iterable[chess.Move]:
    kind = chess.Piece.from_symbol(piece).piece_type if piece else chess.PAWN
    from_mask &= board.pieces_mask(kind, board.turn)
    if kind == chess.KING:  # castling is written O-O
        return (
            move
            for move in board.generate_legal_moves(from_mask, chess.BB_SQUARES[to])
            if not board.is_castling(move)
        )
    return board.generate_legal_moves(from_mask, chess.BB_SQUARES[to])


def _read_drop(
    board: chess.Board, pocket: CrazyhousePocket, text: str, found: re.Match[str]
) -> chess.Move:
    shown = quoted(text)
    symbol, to = (found["piece"] or "P").upper(), chess.parse_square(found["to"])
    if symbol not in "PNBRQ":
        raise IllegalMove(say("{text} is not legal: drop one of P, N, B, R and Q", text=shown))
    move = chess.Move(to, to, drop=chess.Piece.from_symbol(symbol).piece_type)
    if board.is_legal(move):
        return move
    if not pocket.count(chess.Piece.from_symbol(symbol).piece_type):
        held = str(pocket).upper() or "-"
        raise IllegalMove(
            say(
                "{text} is not legal: you hold no {piece} to drop ({held})",
                text=shown,
                piece=symbol,
                held=held,
            )
        )
    if board.occupied & chess.BB_SQUARES[to]:
        raise IllegalMove(
            say(
                "{text} is not legal: a piece is dropped on an empty square, "
                "and {square} is occupied",
                text=shown,
                square=found["to"],
            )
        )
    if symbol == "P" and chess.BB_SQUARES[to] & chess.BB_BACKRANKS:
        raise IllegalMove(
            say("{text} is not legal: no pawn is dropped on the first or the last rank", text=shown)
        )
    raise IllegalMove(say("{text} is not legal: your king is in check", text=shown))


def _ucis(moves: Iterable[chess.Move]) -> list[Move]:
    return [Move(move.uci()) for move in moves]


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
