"""Reads moves as people and programs really write them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

import chess

from board_core.argument_types import given
from board_core.rules import AmbiguousMove, IllegalMove, Move
from board_core.sentence import Sentence, say

if TYPE_CHECKING:
    from chess.variant import CrazyhousePocket

UCI_PATTERN = re.compile(r"[a-h][1-8][a-h][1-8][qrbnkQRBNK]?")
MOVE_OF_UCI = {
    text: chess.Move.from_uci(text)
    for start in chess.SQUARE_NAMES
    for end in chess.SQUARE_NAMES
    if start != end
    for text in (
        (start + end, *(start + end + piece for piece in "qrbn"))
        if start[1] + end[1] in ("78", "21")
        else (start + end,)
    )
}
"""Every move of chess by its UCI text."""


@lru_cache(maxsize=8_192)
def known_move(text: str) -> chess.Move:
    """Return the move with this UCI text, also one of a variant: ``P@e5``, ``e7e8k``."""
    return MOVE_OF_UCI.get(text) or chess.Move.from_uci(text)


PROMOTION_PIECES = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)

CASTLING_PATTERN = re.compile(r"([Oo0])-\1(-\1)?[+#]*[!?]*")
SAN_PATTERN = re.compile(
    r"(?P<piece>[KQRBN])?(?P<file>[a-h])?(?P<rank>[1-8])?(?P<takes>x)?(?P<to>[a-h][1-8])"
    r"(?:=?(?P<promotion>[QRBNKqrbnk]))?[+#]*[!?]*"
)
DROP_PATTERN = re.compile(r"(?P<piece>[A-Za-z]?)@(?P<to>[a-h][1-8])[+#]*[!?]*")
MOVE_NUMBER_PATTERN = re.compile(r"\d+\s*\.")
MENTION_PATTERN = re.compile(
    r"(?<![\w-])(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=?[QRBNqrbn])?|[O0o]-[O0o](?:-[O0o])?)[+#]?(?![\w-])"
)


def read_move(board: chess.Board, text: str) -> chess.Move:
    """The legal move that a text names.

    Accepts SAN with missing or wrong ``x``, ``+`` and ``#``, with ``!`` and ``?``, with more
    disambiguation than needed, with ``o-o`` and ``0-0``, pawn captures without their file
    (``xd5``), promotions without ``=``; and plain UCI. Refuses null moves, hyphens, move numbers,
    comments and whatever is ambiguous. Raises IllegalMove.
    """
    given(text, str, "is no text of a move: give one, as 'e2e4' (move.uci() of python-chess)")
    text = text.removeprefix("\ufeff").strip()  # a byte order mark comes first, if at all
    move = _named(board, text)
    if move is None:
        raise IllegalMove(_unreadable(board, text))
    return move


def _named(board: chess.Board, text: str) -> chess.Move | None:
    """None for what is not written as a move at all. Raises IllegalMove."""
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
    """Legal moves that stand somewhere in a line, for a hint to its author."""
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
    if len(uci) == 4 and (castling := _castling_to(board, to)) and castling.from_square == start:
        return castling  # in Chess960: by the square that the king goes to
    if len(uci) == 4 and board.is_legal(chess.Move(start, to, chess.QUEEN)):
        choices = [chess.Move(start, to, piece) for piece in PROMOTION_PIECES]
        raise AmbiguousMove(_promotion_missing(text, f"{uci}q"), _ucis(choices))
    if len(uci) == 5 and board.is_legal(chess.Move(start, to)):
        raise IllegalMove(_no_promotion(text))
    raise IllegalMove(_why_not(board, text, "", chess.BB_SQUARES[start], to))


def _castling(board: chess.Board, text: str, queenside: bool) -> chess.Move:
    for move in board.generate_castling_moves():
        if board.is_queenside_castling(move) == queenside:
            return move
    if board.is_check():
        raise IllegalMove(say("{text} is not legal: a king in check cannot castle", text=_q(text)))
    raise IllegalMove(_why_no_castling(board, text, queenside))


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
            raise IllegalMove(_file_missing(text, board, captures[0]))
        moves = (captures or pushes) if found["takes"] else pushes
    promotion = found["promotion"]
    if promotion:
        wanted = chess.Piece.from_symbol(promotion).piece_type
        if moves and not any(move.promotion for move in moves):
            raise IllegalMove(_no_promotion(text))
        moves = [move for move in moves if move.promotion == wanted]
    elif any(move.promotion for move in moves):
        raise AmbiguousMove(_promotion_missing(text, f"{text.rstrip('+#!?')}=Q"), _ucis(moves))
    if len(moves) == 1:
        return moves[0]
    if moves:
        choices = ", ".join(sorted(board.copy(stack=False).san(move) for move in moves))
        raise AmbiguousMove(
            say("{text} is ambiguous: it could be {choices}", text=_q(text), choices=choices),
            _ucis(moves),
        )
    raise IllegalMove(_why_not(board, text, piece, from_mask, to))


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
    quoted = _q(text)
    symbol, to = (found["piece"] or "P").upper(), chess.parse_square(found["to"])
    if symbol not in "PNBRQ":
        raise IllegalMove(say("{text} is not legal: drop one of P, N, B, R and Q", text=quoted))
    move = chess.Move(to, to, drop=chess.Piece.from_symbol(symbol).piece_type)
    if board.is_legal(move):
        return move
    if not pocket.count(chess.Piece.from_symbol(symbol).piece_type):
        held = str(pocket).upper() or "-"
        raise IllegalMove(
            say(
                "{text} is not legal: you hold no {piece} to drop ({held})",
                text=quoted,
                piece=symbol,
                held=held,
            )
        )
    if board.occupied & chess.BB_SQUARES[to]:
        raise IllegalMove(
            say(
                "{text} is not legal: a piece is dropped on an empty square, "
                "and {square} is occupied",
                text=quoted,
                square=found["to"],
            )
        )
    if symbol == "P" and chess.BB_SQUARES[to] & chess.BB_BACKRANKS:
        raise IllegalMove(
            say(
                "{text} is not legal: no pawn is dropped on the first or the last rank", text=quoted
            )
        )
    raise IllegalMove(say("{text} is not legal: your king is in check", text=quoted))


def _against_variant(board: chess.Board, quoted: str, move: chess.Move) -> Sentence | None:
    """Return why the rules of a variant forbid a move that chess may allow."""
    if board.captures_compulsory:
        return say(
            "{text} is not legal: you can take a piece, so you must, as in {example}",
            text=quoted,
            example=board.copy(stack=False).san(next(board.generate_legal_moves())),
        )
    kind = type(board).uci_variant
    after = board.copy(stack=False)
    after.push(move)
    if kind == "racingkings" and after.is_check():
        return say("{text} is not legal: nobody may give check in racing kings", text=quoted)
    if kind == "atomic" and not after.kings & after.occupied_co[board.turn]:
        return say("{text} is not legal: it would blow up your own king", text=quoted)
    return None


def _why_not(
    board: chess.Board, text: str, piece: str, from_mask: chess.Bitboard, to: chess.Square
) -> Sentence:
    kind = chess.Piece.from_symbol(piece).piece_type if piece else None
    own = board.occupied_co[board.turn] & from_mask
    if kind == chess.KING and (castling := _castling_to(board, to)):
        return say(
            "{text} is not legal: castling is written {castling}",
            text=_q(text),
            castling=board.copy(stack=False).san(castling),
        )
    if kind:
        own &= board.pieces_mask(kind, board.turn)
    elif from_mask.bit_count() > 1:
        own &= board.pieces_mask(chess.PAWN, board.turn)
    quoted = _q(text)
    if not own and from_mask.bit_count() == 1:
        square = chess.square_name(chess.lsb(from_mask))
        if from_mask & board.occupied:
            return say(
                "{text} is not legal: the piece on {square} is not yours",
                text=quoted,
                square=square,
            )
        return say(
            "{text} is not legal: there is no piece of yours on {square}",
            text=quoted,
            square=square,
        )
    moves = list(board.generate_pseudo_legal_moves(own, chess.BB_SQUARES[to]))
    if moves and (why := _against_variant(board, quoted, moves[0])):
        return why
    pseudo = bool(moves)
    if pseudo and board.is_check():
        return say("{text} is not legal: your king is in check", text=quoted)
    if pseudo:
        return say("{text} is not legal: it would leave your king in check", text=quoted)
    if piece and not own:
        return say("{text} is not legal: you have no such piece there", text=quoted)
    if chess.BB_SQUARES[to] & board.occupied_co[board.turn]:
        return say(
            "{text} is not legal: your own piece stands on {square}",
            text=quoted,
            square=chess.square_name(to),
        )
    if blocker := _blocker(board, own, to):
        return say(
            "{text} is not legal: the way is blocked on {square}", text=quoted, square=blocker
        )
    pawns = own & board.pawns
    if any(chess.BB_PAWN_ATTACKS[board.turn][pawn] >> to & 1 for pawn in chess.scan_forward(pawns)):
        return say(
            "{text} is not legal: a pawn moves diagonally only to take, and nothing is on {square}",
            text=quoted,
            square=chess.square_name(to),
        )
    return say("{text} is not legal: no piece of yours can move so", text=quoted)


def _blocker(board: chess.Board, own: chess.Bitboard, to: chess.Square) -> str:
    """The nearest square that keeps one of these pieces from a move it could make otherwise."""
    for start in chess.scan_forward(own):
        if chess.BB_SQUARES[start] & board.pawns:
            way = _pawns_way(board.turn, start, to)
        elif _alone(board, start) & chess.BB_SQUARES[to]:
            way = chess.between(start, to)
        else:
            continue
        if way & board.occupied:
            nearest = min(
                chess.scan_forward(way & board.occupied),
                key=lambda square: chess.square_distance(start, square),
            )
            return chess.square_name(nearest)
    return ""


def _alone(board: chess.Board, start: chess.Square) -> chess.Bitboard:
    """What a piece would attack if it stood alone on the board."""
    piece = board.piece_at(start)
    alone = chess.Board(None)
    alone.set_piece_at(start, piece)
    return int(alone.attacks(start))


def _pawns_way(turn: chess.Color, start: chess.Square, to: chess.Square) -> chess.Bitboard:
    """The squares a pawn crosses or reaches straight ahead; none if it could not go so far."""
    step = 8 if turn else -8
    if to == start + step:
        return chess.BB_SQUARES[to]
    if to == start + 2 * step and chess.square_rank(start) == (1 if turn else 6):
        return chess.BB_SQUARES[start + step] | chess.BB_SQUARES[to]
    return chess.BB_EMPTY


def _why_no_castling(board: chess.Board, text: str, queenside: bool) -> Sentence:
    """Of a king that is not in check."""
    quoted = _q(text)
    has_right = (
        board.has_queenside_castling_rights if queenside else (board.has_kingside_castling_rights)
    )
    king = board.king(board.turn)
    if king is None or not has_right(board.turn):
        return say(
            "{text} is not legal: the king or that rook has moved, or is not at its place",
            text=quoted,
        )
    goal, rook_goal = (_on_rank_of(king, file) for file in ((2, 3) if queenside else (6, 5)))
    rook = _castling_rook(board, king, queenside)
    way = chess.between(king, goal) | chess.BB_SQUARES[goal]
    rooks_way = chess.between(rook, rook_goal) | chess.BB_SQUARES[rook_goal]
    others = board.occupied & ~chess.BB_SQUARES[king] & ~chess.BB_SQUARES[rook]
    if between := (way | rooks_way) & others:
        return say(
            "{text} is not legal: the way is blocked on {square}",
            text=quoted,
            square=chess.square_name(chess.lsb(between)),
        )
    attacked = [
        chess.square_name(square)
        for square in sorted(chess.scan_forward(way), key=lambda square: abs(square - king))
        if board.is_attacked_by(not board.turn, square)
    ]
    if attacked:
        return say(
            "{text} is not legal: the king would cross or reach {square}, which is attacked",
            text=quoted,
            square=attacked[0],
        )
    return say("{text} is not legal: castling is not possible here", text=quoted)


def _on_rank_of(square: chess.Square, file: int) -> chess.Square:
    return chess.square(file, chess.square_rank(square))


def _castling_rook(board: chess.Board, king: chess.Square, queenside: bool) -> chess.Square:
    """Return the rook that a side with that right castles with."""
    rooks = board.clean_castling_rights() & chess.BB_RANKS[chess.square_rank(king)]
    return chess.lsb(rooks) if queenside else chess.msb(rooks)


def _unreadable(board: chess.Board, text: str) -> Sentence:
    quoted = _q(text)
    if not text:
        return say("an empty line is not a move")
    if text in ("--", "0000", "Z0", "@@@@"):
        return say("{text} is a null move, and passing is not allowed", text=quoted)
    if text in ("1-0", "0-1", "1/2-1/2"):
        return say(
            "{text} is a result, not a move: the board decides it; print resign to give up",
            text=quoted,
        )
    if MOVE_NUMBER_PATTERN.match(text):
        return say("{text} has a move number: print only the move", text=quoted)
    if len(mentioned := mentioned_moves(board, text)) == 1:
        return say(
            "{text} has more in it than a move: print only the move, {move}",
            text=quoted,
            move=mentioned[0],
        )
    if "-" in text:
        return say("{text} has a hyphen: write the move without it", text=quoted)
    if text[:1] in "kqrn" and SAN_PATTERN.fullmatch(text[:1].upper() + text[1:]):
        return say("{text}: the letter of a piece is a capital, as in Nf3", text=quoted)
    return say("{text} is not a move: write it as in e4, Nf3, exd5, O-O or e8=Q", text=quoted)


def _ucis(moves: Iterable[chess.Move]) -> list[Move]:
    return [Move(move.uci()) for move in moves]


def _castling_to(board: chess.Board, to: chess.Square) -> chess.Move | None:
    """Return the castling that takes the king to a square, if there is one."""
    castlings = board.generate_castling_moves()
    return next((move for move in castlings if king_goes(board, move) == to), None)


def king_goes(board: chess.Board, castling: chess.Move) -> chess.Square:
    """Return where the king stands after a castling."""
    return _on_rank_of(castling.from_square, 2 if board.is_queenside_castling(castling) else 6)


def _file_missing(text: str, board: chess.Board, capture: chess.Move) -> Sentence:
    return say(
        "{text} is not legal: a pawn's capture is written with its file, as in {example}",
        text=_q(text),
        example=board.copy(stack=False).san(capture),
    )


def _no_promotion(text: str) -> Sentence:
    return say(
        "{text} is not legal: only a pawn that reaches the last rank becomes another piece",
        text=_q(text),
    )


def _promotion_missing(text: str, example: str) -> Sentence:
    return say(
        "{text} is not complete: say which piece the pawn becomes, as in {example}",
        text=_q(text),
        example=example,
    )


def _q(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:77] + "...")
