"""Refusals: the reasons why a text is not a legal move of chess, and how one is written."""

from __future__ import annotations

import re
from collections.abc import Sequence

import chess

from board_core.game.refused_answers import COLOR_NAMES
from board_core.game.sides import Color
from board_core.text.findings import explained_on
from board_core.text.harmless_text import foreign_letter, in_ascii
from board_core.text.sentence import Listed, Sentence, say

UCI_PATTERN = re.compile(r"[a-h][1-8][a-h][1-8][qrbnkQRBNK]?")

CASTLING_PATTERN = re.compile(r"([Oo0])-\1(-\1)?[+#]*[!?]*")
SAN_PATTERN = re.compile(
    r"(?P<piece>[KQRBN])?(?P<file>[a-h])?(?P<rank>[1-8])?(?P<takes>x)?(?P<to>[a-h][1-8])"
    r"(?:=?(?P<promotion>[QRBNKqrbnk]))?[+#]*[!?]*"
)
DROP_PATTERN = re.compile(r"(?P<piece>[A-Za-z]?)@(?P<to>[a-h][1-8])[+#]*[!?]*")
NO_PIECE_PATTERN = re.compile(r"[._?#]([a-h][1-8])?x?[a-h][1-8]")
"""A move with the sign of an empty square in place of a piece's letter."""
OFF_THE_BOARD_PATTERN = re.compile(r"[KQRBN]?[a-h]?x?(?:[`i-z@I][1-8]|[a-h][09])[+#]?")
"""A move to a square beside the board: the letters before a and behind h, the ranks 0 and 9."""
MOVE_NUMBER_PATTERN = re.compile(r"\d+\s*\.")
MENTION_PATTERN = re.compile(
    r"(?<![\w-])(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=?[QRBNqrbn])?|[O0o]-[O0o](?:-[O0o])?)[+#]?(?![\w-])"
)


PRINT_ITS_BOARD = say(
    "look at how it finds the moves of pawns; if that is right, have it print its own board to "
    "standard error before this move: a square that differs shows where it went wrong"
)
LOOK_FOR_CHECKS = say(
    "leave out every move after which its own king is attacked; if it does, have it print its own "
    "board to standard error before this move: the piece that gives check may be missing there"
)
row, *_ = explained_on("chess-words.md#the-board-and-the-pieces")
KING_IN_CHECK = row(
    "king-in-check",
    "{text} is not legal: your king is in check from {square}",
    advice=LOOK_FOR_CHECKS,
)
LEAVES_KING_IN_CHECK = row(
    "leaves-king-in-check",
    "{text} is not legal: it would leave your king in check from {square}",
    advice=LOOK_FOR_CHECKS,
)
CASTLING_AS_A_KING_MOVE = row(
    "castling-as-a-king-move",
    "{text} is not legal: castling is written {castling}",
    advice="write castling as O-O or O-O-O, with capital letters O",
)
PROMOTION_MISSING = row(
    "promotion-missing",
    "{text} is not complete: say which piece the pawn becomes, as in {example}",
    advice="write which piece the pawn becomes, also where that is a queen",
)
OVER_THE_EDGE = row(
    "over-the-edge",
    "{text} is not legal: from {start} to {square} it would leave the board at one side and come "
    "back at the other",
    advice="when it adds a step to a square, look at file and rank by themselves: after the h-file "
    "there is no a-file",
)
OFF_THE_BOARD = row(
    "off-the-board",
    "{text} is not a move: it names a square beside the board",
    advice="test both edges when a step is added to a square: index -1 is the last element of a "
    "list in Python, Ruby and Perl, and ` is the letter before a",
)
PAWN_BACKWARDS = row(
    "pawn-backwards",
    "{text} is not legal: the pawn on {square} would go backwards, and {color}'s pawns go towards "
    "rank {rank}",
    advice=PRINT_ITS_BOARD,
)
PAWN_TWO_SQUARES = row(
    "pawn-two-squares",
    "{text} is not legal: a pawn goes two squares only from where it began, and the one on "
    "{square} has moved",
    advice=PRINT_ITS_BOARD,
)
PAWN_TAKES_AHEAD = row(
    "pawn-takes-ahead",
    "{text} is not legal: a pawn takes only diagonally, not what stands before it",
    advice=PRINT_ITS_BOARD,
)
PAWN_ASIDE = row(
    "pawn-aside",
    "{text} is not legal: a pawn moves diagonally only to take, and nothing is on {square}",
    advice=PRINT_ITS_BOARD,
)
ON_ITS_OWN_PIECE = row(
    "on-its-own-piece",
    "{text} is not legal: your own piece stands on {square}",
    advice="leave out moves to a square on which a piece of its own stands; if it does, have it "
    "print its own board to standard error before this move: that piece may be missing there",
)
AMBIGUOUS_MOVE = row(
    "ambiguous-move",
    "{text} is ambiguous: it could be {choices}",
    advice="where two pieces of a kind can go to the square, write the file of the one that goes "
    "(Nbd2), or its rank if both stand on that file (N1d2)",
)


def _against_variant(board: chess.Board, shown: str, move: chess.Move) -> Sentence | None:
    """Return why the rules of a variant forbid a move that chess may allow."""
    if board.captures_compulsory:
        return say(
            "{text} is not legal: you can take a piece, so you must, as in {example}",
            text=shown,
            example=board.copy(stack=False).san(next(board.generate_legal_moves())),
        )
    kind = type(board).uci_variant
    after = board.copy(stack=False)
    after.push(move)
    if kind == "racingkings" and after.is_check():
        return say("{text} is not legal: nobody may give check in racing kings", text=shown)
    if kind == "atomic" and not after.kings & after.occupied_co[board.turn]:
        return say("{text} is not legal: it would blow up your own king", text=shown)
    return None


def why_not(
    board: chess.Board, text: str, piece: str, from_mask: chess.Bitboard, to: chess.Square
) -> Sentence:
    """Return why none of these pieces can make a legal move to a square."""
    kind = chess.Piece.from_symbol(piece).piece_type if piece else None
    own = board.occupied_co[board.turn] & from_mask
    if kind == chess.KING and (castling := castling_to(board, to)):
        return CASTLING_AS_A_KING_MOVE(
            text=quoted(text),
            castling=board.copy(stack=False).san(castling),
        )
    if kind:
        own &= board.pieces_mask(kind, board.turn)
    elif from_mask.bit_count() > 1:
        own &= board.pieces_mask(chess.PAWN, board.turn)
    shown = quoted(text)
    if not piece and text[0] == "b" and _means_bishop(board, text, to):
        return say("{text}: the letter of a piece is a capital, as in Bb5", text=shown)
    if (wing := _castling_meant(board, own, to)) is not None:
        return why_no_castling(board, text, queenside=wing)
    if not own and from_mask.bit_count() == 1:
        square = chess.square_name(chess.lsb(from_mask))
        if from_mask & board.occupied:
            return say(
                "{text} is not legal: the piece on {square} is not yours",
                text=shown,
                square=square,
            )
        return say(
            "{text} is not legal: there is no piece of yours on {square}",
            text=shown,
            square=square,
        )
    moves = list(board.generate_pseudo_legal_moves(own, chess.BB_SQUARES[to]))
    if moves and (why := _against_variant(board, shown, moves[0])):
        return why
    if moves:
        return _king_attacked(board, shown, moves[0])
    if piece and not own:
        return say("{text} is not legal: you have no such piece there", text=shown)
    if why := _wrong_for_a_pawn(board, text, own & board.pawns, to):
        return why
    if chess.BB_SQUARES[to] & board.occupied_co[board.turn]:
        return ON_ITS_OWN_PIECE(
            text=shown,
            square=chess.square_name(to),
        )
    if blocker := _blocker(board, own, to):
        return say(
            "{text} is not legal: the way is blocked on {square}", text=shown, square=blocker
        )
    pawns = own & board.pawns
    if any(chess.BB_PAWN_ATTACKS[board.turn][pawn] >> to & 1 for pawn in chess.scan_forward(pawns)):
        return PAWN_ASIDE(text=shown, square=chess.square_name(to))
    if (start := _over_the_edge(board, own, to)) is not None:
        return OVER_THE_EDGE(text=shown, start=start, square=chess.square_name(to))
    if piece:
        return say(
            "{text} is not legal: no piece of yours can move so; {piece} stands on {squares}",
            text=shown,
            piece=piece,
            squares=Listed(chess.SQUARE_NAMES[square] for square in chess.scan_forward(own)),
        )
    return say("{text} is not legal: no piece of yours can move so", text=shown)


def _castling_meant(board: chess.Board, own: chess.Bitboard, to: chess.Square) -> bool | None:
    """Return the wing, True for the queen's, if only the king on its first square can be meant."""
    king = chess.E1 if board.turn else chess.E8
    if own != chess.BB_SQUARES[king] or not own & board.kings or board.chess960:
        return None
    return {king - 2: True, king + 2: False}.get(to)


def _king_attacked(board: chess.Board, shown: str, move: chess.Move) -> Sentence:
    """Return that after this move the mover's king could be taken, and from where."""
    after = board.copy(stack=False)
    after.push(move)
    king = after.king(board.turn)
    attackers = 0 if king is None else after.attackers_mask(after.turn, king)
    remaining = attackers & board.checkers_mask()
    if remaining and king == board.king(board.turn):
        return KING_IN_CHECK(text=shown, square=chess.square_name(chess.lsb(remaining)))
    if not attackers:
        return say("{text} is not legal: it would leave your king in check", text=shown)
    square = chess.square_name(chess.lsb(attackers))
    return LEAVES_KING_IN_CHECK(text=shown, square=square)


def _wrong_for_a_pawn(
    board: chess.Board, text: str, pawns: chess.Bitboard, to: chess.Square
) -> Sentence | None:
    """Return why no pawn ever moves as one of these would; None if that is not the reason."""
    shown, side = quoted(text), COLOR_NAMES[Color.WHITE if board.turn else Color.BLACK]
    one_file = len({chess.square_file(pawn) for pawn in chess.scan_forward(pawns)}) == 1
    for pawn in chess.scan_forward(pawns):
        ahead = (to // 8 - pawn // 8) * (1 if board.turn else -1)
        aside = abs(to % 8 - pawn % 8)
        if -2 <= ahead < 0 and (aside == 0 or (aside == 1 and ahead == -1 and one_file)):
            return PAWN_BACKWARDS(
                text=shown,
                square=chess.square_name(pawn),
                color=side,
                rank=8 if board.turn else 1,
            )
        has_moved = chess.square_rank(pawn) > 1 if board.turn else chess.square_rank(pawn) < 6
        if ahead == 2 and aside == 0 and has_moved:
            return PAWN_TWO_SQUARES(text=shown, square=chess.square_name(pawn))
        if ahead == 1 and aside == 0 and "x" in text:
            return PAWN_TAKES_AHEAD(text=shown)
    return None


def _means_bishop(board: chess.Board, text: str, to: chess.Square) -> bool:
    """Return whether a text that begins with the file b would be legal with a bishop's letter."""
    if not SAN_PATTERN.fullmatch("B" + text[1:]):
        return False
    bishops = board.pieces_mask(chess.BISHOP, board.turn)
    return any(board.generate_legal_moves(bishops, chess.BB_SQUARES[to]))


def _blocker(board: chess.Board, own: chess.Bitboard, to: chess.Square) -> str:
    """Return the nearest square that blocks a move which one of these pieces could make
    otherwise.
    """
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
    """Return the squares that a piece would attack if it stood alone on the board."""
    piece = board.piece_at(start)
    alone = chess.Board(None)
    alone.set_piece_at(start, piece)
    return int(alone.attacks(start))


def _pawns_way(turn: chess.Color, start: chess.Square, to: chess.Square) -> chess.Bitboard:
    """Return the squares that a pawn crosses or reaches straight ahead; none if it cannot go so
    far.
    """
    step = 8 if turn else -8
    if to == start + step:
        return chess.BB_SQUARES[to]
    if to == start + 2 * step and chess.square_rank(start) == (1 if turn else 6):
        return chess.BB_SQUARES[start + step] | chess.BB_SQUARES[to]
    return chess.BB_EMPTY


def why_no_castling(board: chess.Board, text: str, queenside: bool) -> Sentence:
    """Return why a king cannot castle."""
    shown = quoted(text)
    if board.is_check():
        return say("{text} is not legal: a king in check cannot castle", text=shown)
    has_right = (
        board.has_queenside_castling_rights if queenside else (board.has_kingside_castling_rights)
    )
    king = board.king(board.turn)
    if king is None or not has_right(board.turn):
        return say("{text} is not legal: the king or that rook has moved or was taken", text=shown)
    goal, rook_goal = (_on_rank_of(king, file) for file in ((2, 3) if queenside else (6, 5)))
    rook = _castling_rook(board, king, queenside)
    way = chess.between(king, goal) | chess.BB_SQUARES[goal]
    rooks_way = chess.between(rook, rook_goal) | chess.BB_SQUARES[rook_goal]
    others = board.occupied & ~chess.BB_SQUARES[king] & ~chess.BB_SQUARES[rook]
    if between := (way | rooks_way) & others:
        return say(
            "{text} is not legal: the way is blocked on {square}",
            text=shown,
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
            text=shown,
            square=attacked[0],
        )
    return say("{text} is not legal: castling is not possible here", text=shown)


def _on_rank_of(square: chess.Square, file: int) -> chess.Square:
    return chess.square(file, chess.square_rank(square))


def _castling_rook(board: chess.Board, king: chess.Square, queenside: bool) -> chess.Square:
    """Return the rook of a side's castling right."""
    rooks = board.clean_castling_rights() & chess.BB_RANKS[chess.square_rank(king)]
    return chess.lsb(rooks) if queenside else chess.msb(rooks)


def is_written_as_a_move(text: str) -> bool:
    """Return whether a text has one of the forms of a move, legal or not."""
    forms = (SAN_PATTERN, UCI_PATTERN, CASTLING_PATTERN, DROP_PATTERN)
    return any(form.fullmatch(text) for form in forms)


def unreadable(text: str, mentioned: Sequence[str]) -> Sentence:
    """Return why a text is not written as a move; ``mentioned`` are the legal moves in it."""
    shown = quoted(text)
    if not text:
        return say("an empty line is not a move")
    if text in ("--", "0000", "Z0", "@@@@"):
        return say("{text} is a null move, and passing is not allowed", text=shown)
    if text in ("1-0", "0-1", "1/2-1/2"):
        return say(
            "{text} is a result, not a move: the board decides it; write resign to give up",
            text=shown,
        )
    if MOVE_NUMBER_PATTERN.match(text):
        return say("{text} has a move number: write only the move", text=shown)
    if (plain := in_ascii(text)) != text and is_written_as_a_move(plain):
        return say(
            "{text} has the character {letter}: write {plain}, in ASCII",
            text=shown,
            letter=foreign_letter(text),
            plain=repr(plain),
        )
    if (empty := NO_PIECE_PATTERN.fullmatch(text)) and empty[1] is None:
        return say(
            "{text} has {sign} in place of a piece's letter: perhaps nothing stands where it moves "
            "from, on the board that it was made from",
            text=shown,
            sign=repr(text[0]),
        )
    if empty:
        return say(
            "{text} has {sign} in place of a piece's letter: perhaps nothing stands on {square} on "
            "the board that it was made from",
            text=shown,
            sign=repr(text[0]),
            square=empty[1],
        )
    if len(mentioned) == 1:
        return say(
            "{text} has more in it than a move: write only the move, {move}",
            text=shown,
            move=mentioned[0],
        )
    if OFF_THE_BOARD_PATTERN.fullmatch(text):
        return OFF_THE_BOARD(text=shown)
    if "-" in text and len(text.split()) == 1:
        return say("{text} has a hyphen: write the move without it", text=shown)
    if text[:1] in "kqrn" and SAN_PATTERN.fullmatch(text[:1].upper() + text[1:]):
        return say("{text}: the letter of a piece is a capital, as in Nf3", text=shown)
    return say("{text} is not a move: write it as in e4, Nf3, exd5, O-O or e8=Q", text=shown)


def castling_to(board: chess.Board, to: chess.Square) -> chess.Move | None:
    """Return the castling that takes the king to a square, if there is one."""
    castlings = board.generate_castling_moves()
    return next((move for move in castlings if king_goes(board, move) == to), None)


def king_goes(board: chess.Board, castling: chess.Move) -> chess.Square:
    """Return the square of the king after a castling."""
    return _on_rank_of(castling.from_square, 2 if board.is_queenside_castling(castling) else 6)


def file_missing(text: str, board: chess.Board, capture: chess.Move) -> Sentence:
    """Return that a pawn's capture lacks its file."""
    return say(
        "{text} is not legal: a pawn's capture is written with its file, as in {example}",
        text=quoted(text),
        example=board.copy(stack=False).san(capture),
    )


def no_promotion(text: str) -> Sentence:
    """Return that a promotion is not on the last rank."""
    return say(
        "{text} is not legal: only a pawn that reaches the last rank becomes another piece",
        text=quoted(text),
    )


STRAIGHT_STEPS, DIAGONAL_STEPS = (1, -1, 8, -8), (7, -7, 9, -9)
STEPS_OF_PIECES = {
    chess.KNIGHT: (6, -6, 10, -10, 15, -15, 17, -17),
    chess.BISHOP: DIAGONAL_STEPS,
    chess.ROOK: STRAIGHT_STEPS,
    chess.QUEEN: STRAIGHT_STEPS + DIAGONAL_STEPS,
    chess.KING: STRAIGHT_STEPS + DIAGONAL_STEPS,
}
"""What a step adds to a square, of squares that are numbered from a1 to h8."""


def _over_the_edge(board: chess.Board, own: chess.Bitboard, to: chess.Square) -> str | None:
    """Return the square from which steps lead to another one, but only over the board's edge."""
    for start in chess.scan_forward(own):
        kind = board.piece_type_at(start) or chess.PAWN
        for step in STEPS_OF_PIECES.get(kind, ()):
            at = start + step
            while 0 <= at < 64 and at != to and kind not in (chess.KNIGHT, chess.KING):
                if board.piece_type_at(at):
                    break
                at += step
            if at == to:
                return chess.square_name(start)
    return None


def promotion_missing(text: str, example: str) -> Sentence:
    """Return that a promotion lacks its piece."""
    return PROMOTION_MISSING(
        text=quoted(text),
        example=example,
    )


def quoted(text: str) -> str:
    """Return a text in quotes, of at most 80 characters: its beginning and its end."""
    return repr(text if len(text) <= 80 else f"{text[:50]}...{text[-27:]}")
