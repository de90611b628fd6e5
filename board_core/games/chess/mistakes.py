"""Boards on which a refused move would be legal: a mirror of what a program keeps wrongly. Pure.

A program that keeps a board of its own errs there long before it shows: by a castling made with
the king alone, by a line that it did not take over. So a move that is not legal in the game is
tried on the boards that it would have after each usual mistake. A board that fits proves nothing;
one that fits all moves that were refused explains them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import chess

from board_core.diagnosis.rows import PRINT_ITS_BOARD
from board_core.game.refused_answers import COLOR_NAMES
from board_core.game.rules import IllegalMove, Move
from board_core.game.sides import Color
from board_core.text.findings import explained_on, row_of
from board_core.text.sentence import Listed, Sentence, say

from .refusals import (
    AMBIGUOUS_MOVE,
    CASTLING_AS_A_KING_MOVE,
    KING_IN_CHECK,
    LEAVES_KING_IN_CHECK,
    PAWN_ASIDE,
    PROMOTION_MISSING,
    UCI_PATTERN,
)
from .san import known_move, read_move

IGNORED_CHECKS = (KING_IN_CHECK, LEAVES_KING_IN_CHECK)
EXPLAINED = (AMBIGUOUS_MOVE, CASTLING_AS_A_KING_MOVE, PROMOTION_MISSING)
"""The refusals of moves that fit the true board, or are only written wrongly."""


LOOK_AT_THE_LAST_MOVE = say(
    "look at how it reads that move: square number 0 (a1 or a8) is no 'nothing' (0 is false in "
    "Python, Perl, JavaScript, C), an exception that is caught loses a move, and an answer may "
    "overtake it (await the handler of 'position' before that of 'go')"
)
_, likely, possible = explained_on("diagnoses.md#it-did-not-write-a-legal-move")
EMPTY_MOVE = likely(
    "empty-move",
    "it goes from a square to itself, as a move does that was never filled in",
    advice="see why the search ended before it had a move: is its time 0, as where milliseconds "
    "are divided into whole seconds? Does the timer of an earlier search still stop this one? "
    "Until a depth is finished, the first legal move is an answer",
    to_be_sure="print the depth that the search has finished to standard error",
)
PIECE_PROMOTED = likely(
    "piece-promoted",
    "only a pawn becomes another piece: on its board it may be what a promotion left",
    advice="where a search takes a promotion back, the pawn comes back: look at what it puts on "
    "the square that the pawn came from, and print its board after each search",
    to_be_sure=PRINT_ITS_BOARD,
)
ROOK_STAYED = possible(
    "fits-rook-stayed",
    "it would be legal if the rook had stayed where it was at {move}",
    advice="castling moves two pieces: make the rook's move on the program's own board too",
)
PAWN_LEFT = possible(
    "fits-pawn-left",
    "it would be legal if the pawn that {move} took still stood there",
    advice="a pawn that is taken en passant stands beside the square that is moved to: take it off "
    "there",
)
PROMOTED_OTHERWISE = possible(
    "fits-promoted-otherwise",
    "it would be legal if {move} had made {piece}",
    advice="read the letter behind the square, which says what the pawn becomes (in coordinates "
    "too: a7a8n), and put a piece of the mover's colour there; where a search takes a promotion "
    "back, the pawn comes back",
)
EN_PASSANT_KEPT = likely(
    "fits-en-passant-kept",
    "a pawn passed {square} at {move}, but only the very next move may capture it en passant",
    advice="clear the square of the capture en passant at every move, and set it at a pawn's "
    "double step only",
    to_be_sure="print that square to standard error at each move",
)
OTHER_LETTER = possible(
    "fits-other-letter",
    "a piece of another letter can go there: {moves}",
    advice="write K for the king, N for a knight: K, Q, R, B, N, and no letter for a pawn",
)
UPSIDE_DOWN = possible(
    "fits-upside-down",
    "upside down it would be legal: {move}",
    advice="turn the move back before it is printed, if the program thinks on a board that is "
    "turned round (chess.square_mirror in python-chess)",
)
OWN_MOVE_MISSING = possible(
    "fits-own-move-missing",
    "it would be legal if its own last move, {move}, had not been made",
    advice="make each move that it prints on its own board too (board.push(move) in python-chess), "
    "after it has been printed",
)
LAST_MOVE_MISSING = possible(
    "fits-last-move-missing",
    "it would be legal if {move} had not been made, the last move that it was told",
    advice=LOOK_AT_THE_LAST_MOVE,
)
LAST_QUESTION = possible(
    "fits-last-question",
    "it would be legal in the position of its last question",
    advice="let no old search answer a new question: stop it and wait for its end (threads, "
    "goroutines, async), and empty the queue in which its answer may lie",
)
BEFORE_THE_LAST_MOVE = possible(
    "fits-before-the-last-move",
    "it would be legal for {side} before {move}",
    advice=LOOK_AT_THE_LAST_MOVE,
)
OTHER_SIDE = possible(
    "fits-other-side",
    "it would be legal for {side}, who is not to move",
    advice="choose a move for the side that is to move: a table of positions needs that side in "
    "its key, and a search returns the move of the side that it began with",
)
ONLY_THE_LAST = possible(
    "fits-only-the-last-move",
    "it would be legal after {move} alone, without the moves before it",
    advice="set the board up anew at each line that tells the game, and make all its moves there, "
    "not only the last one",
)
KING_ON_ZERO = possible(
    "king-on-square-zero",
    "its king stands on {square} then, which is square 0 if a program numbers them from there",
    advice="where squares are numbered, 0 is one of them: compare with None, nil or -1, since 0 is "
    "false in Perl, Python, JavaScript and C",
)
AT_THE_START = possible(
    "fits-the-start",
    "it would be legal at the start of the game",
    advice="make all moves of the game on its own board before it searches",
)
MADE_OF_A_PAWN = {
    (chess.PAWN, True): say("nothing but a pawn"),
    (chess.KNIGHT, True): say("a knight"),
    (chess.BISHOP, True): say("a bishop"),
    (chess.ROOK, True): say("a rook"),
    (chess.QUEEN, True): say("a queen"),
    (0, False): say("a piece of the other side"),
}
"""What a pawn may become on a wrong board, and whether it is the mover's; 0: what it becomes."""
PIECE_PROMOTES = re.compile(r"[KQRBN][a-h1-8x]*=")
SAME_FILE = re.compile(r"([a-h])x\1")
"""A pawn's move straight ahead, written as a capture: something stands there on its board."""
FROM_AND_TO = re.compile(r"[KQRBN]?[a-h][1-8]x?[a-h][1-8]")
LETTERS = "KQRBN"
TURNED_ROUND = str.maketrans("12345678", "87654321")
CORNERS = (chess.A1, chess.A8)
CHECKS_KNOWN_PLIES = 50
"""Plies of a game after which a program that overlooks every check would have shown it."""
ITS_LAST, THE_GAME = 2, 3  # plies: from its last question to this one; that make a game


def mistakes(start: chess.Board, moves: Sequence[Move], text: str) -> Iterator[Sentence]:
    """Yield how the board of a program may differ on which this move, refused here, is legal.

    ``moves`` lead from the start to the position in which it was refused. The surest come first.
    """
    if _is_empty(text):
        yield EMPTY_MOVE()
        return
    if PIECE_PROMOTES.match(text):
        yield PIECE_PROMOTED()
        return
    boards, made = [start], [known_move(move) for move in moves]
    for move in made:
        boards.append(_after(boards[-1], move))
    now = boards[-1]
    if (why := _refusal(now, text)) is not None and row_of(why) in IGNORED_CHECKS:
        yield from _king_on_zero(now, text, len(made))
    elif why is not None and row_of(why) not in EXPLAINED:
        yield from _special(boards, made, text)
        if others := [each for each in _with_other_letters(text) if _is_legal(now, each)]:
            yield OTHER_LETTER(moves=Listed(others))
        if (turned := text.translate(TURNED_ROUND)) != text and _is_legal(now, turned):
            yield UPSIDE_DOWN(move=turned)
        yield from _other_moments(boards, made, partial(_is_legal, text=text))


def _after(board: chess.Board, move: chess.Move) -> chess.Board:
    board = board.copy(stack=False)
    board.push(move)
    return board


def _san(board: chess.Board, move: chess.Move) -> str:
    return board.copy(stack=False).san(move)  # python-chess pushes and pops on the board itself


Fits = Callable[[chess.Board], bool]


def _with_other_letters(text: str) -> list[str]:
    """Return a move with the letter of each other piece; none for one that tells where from."""
    if text[:1] not in LETTERS or FROM_AND_TO.match(text):
        return []
    return [letter + text[1:] for letter in LETTERS if letter != text[0]]


def _is_empty(text: str) -> bool:
    return UCI_PATTERN.fullmatch(text) is not None and text[:2] == text[2:4]


def _refusal(board: chess.Board, text: str) -> Sentence | None:
    """Return why a text is no legal move; None if it is one."""
    try:
        read_move(board, text)
    except IllegalMove as refused:
        return refused.sentence
    return None


def _king_on_zero(board: chess.Board, text: str, plies: int) -> Iterator[Sentence]:
    """Say that a check was overlooked with the king in a corner, and no other one before."""
    king = board.king(board.turn)
    for corner in CORNERS:
        name = chess.square_name(corner)
        goes = text.startswith("K") or (
            king is not None and text.startswith(chess.square_name(king))
        )
        there = name in text if goes else king == corner
        if there and plies >= CHECKS_KNOWN_PLIES:
            yield KING_ON_ZERO(square=name)


def _is_legal(board: chess.Board, text: str) -> bool:
    """Return True if a text is a legal move, written as usual: by chance many others are."""
    try:
        move = read_move(board, SAME_FILE.sub(r"\1", text))
        usual = _san(board, move)
    except (IllegalMove, AssertionError, ValueError, KeyError):  # on a board that cannot be
        return False
    written = SAME_FILE.sub(r"\1", text).replace("x", "").rstrip("+#")
    return bool(FROM_AND_TO.match(text)) or written == usual.replace("x", "").rstrip("+#")


def _special(
    boards: Sequence[chess.Board], made: Sequence[chess.Move], text: str
) -> Iterator[Sentence]:
    """Yield the special moves of the game after which a wrong board would fit, the latest first."""
    fits, aside = partial(_is_legal, text=text), _empty_square_taken(boards[-1], text)
    for ply in reversed(range(len(made))):
        board, move = boards[ply], made[ply]
        shown = repr(_san(board, move))
        if board.is_castling(move) and fits(_replayed(boards, made, ply, _with_the_rook_home)):
            yield ROOK_STAYED(move=shown)
        elif board.is_en_passant(move) and fits(_replayed(boards, made, ply, _with_the_pawn)):
            yield PAWN_LEFT(move=shown)
        elif move.promotion:
            for (kind, own), name in MADE_OF_A_PAWN.items():
                piece = chess.Piece(kind or move.promotion, board.turn if own else not board.turn)
                become = partial(_becoming, piece=piece)
                if kind != move.promotion and fits(_replayed(boards, made, ply, become)):
                    yield PROMOTED_OTHERWISE(move=shown, piece=name)
        elif aside is not None and _passed(board, move) == aside:
            yield EN_PASSANT_KEPT(square=chess.square_name(aside), move=shown)


def _empty_square_taken(board: chess.Board, text: str) -> chess.Square | None:
    """Return the empty square on which a pawn would capture."""
    refused = _refusal(board, text)
    if refused is None or row_of(refused) is not PAWN_ASIDE:
        return None
    return chess.parse_square(str(refused.facts["square"]))


def _passed(board: chess.Board, move: chess.Move) -> chess.Square | None:
    """Return the square that a pawn passes by its double step."""
    is_double = abs(move.from_square - move.to_square) == 16
    is_pawn = board.piece_type_at(move.from_square) == chess.PAWN
    return (move.from_square + move.to_square) // 2 if is_double and is_pawn else None


Wrong = Callable[[chess.Board, chess.Board, chess.Move], object]
"""Makes on the second board, which stands after a move, the mistake that the first one allows."""


def _replayed(
    boards: Sequence[chess.Board], made: Sequence[chess.Move], ply: int, wrong: Wrong
) -> chess.Board:
    """Return the board of the last position of one that makes the move at a ply wrongly."""
    board = boards[ply + 1].copy(stack=False)
    wrong(boards[ply], board, made[ply])
    for move in made[ply + 1 :]:
        if board.piece_type_at(move.from_square):
            board.push(move)
        else:
            board.turn = not board.turn
    return board


def _with_the_rook_home(before: chess.Board, board: chess.Board, move: chess.Move) -> None:
    home = before.rooks & before.occupied_co[before.turn]
    for square in chess.scan_forward(board.rooks & board.occupied_co[before.turn] & ~home):
        board.remove_piece_at(square)
    for square in chess.scan_forward(home & ~board.rooks):
        board.set_piece_at(square, chess.Piece(chess.ROOK, before.turn))


def _with_the_pawn(before: chess.Board, board: chess.Board, move: chess.Move) -> None:
    square = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    board.set_piece_at(square, chess.Piece(chess.PAWN, board.turn))


def _becoming(
    before: chess.Board, board: chess.Board, move: chess.Move, piece: chess.Piece
) -> None:
    board.set_piece_at(move.to_square, piece)


def _other_moments(
    boards: Sequence[chess.Board], made: Sequence[chess.Move], fits: Fits
) -> Iterator[Sentence]:
    """Yield the other positions of the game, and views of this one, that would fit."""
    now, plies = boards[-1], len(made)
    other = COLOR_NAMES[Color.BLACK if now.turn else Color.WHITE]
    if plies >= ITS_LAST and fits(_after_alone(boards[-3], made[-1], now.turn)):
        yield OWN_MOVE_MISSING(move=repr(_san(boards[-3], made[-2])))
    if plies:
        last = repr(_san(boards[-2], made[-1]))
        unheard = boards[-2].copy(stack=False)
        unheard.turn = now.turn
        if fits(unheard):
            yield LAST_MOVE_MISSING(move=last)
        if plies >= ITS_LAST and fits(_after_alone(boards[0], made[-1], now.turn)):
            yield ONLY_THE_LAST(move=last)
    if plies >= ITS_LAST and fits(boards[-3]):
        yield LAST_QUESTION()
    if plies and fits(boards[-2]):
        yield BEFORE_THE_LAST_MOVE(side=other, move=last)
    turned = now.copy(stack=False)
    turned.turn = not now.turn
    if fits(turned):
        yield OTHER_SIDE(side=other)
    if plies >= THE_GAME and fits(boards[0]):
        yield AT_THE_START()


def _after_alone(before: chess.Board, move: chess.Move, turn: chess.Color) -> chess.Board:
    """Return a board after the last move alone, for the side that is to move now."""
    board = before.copy(stack=False)
    board.turn = not turn
    if board.color_at(move.from_square) is board.turn:
        board.push(move)
    board.turn = turn
    return board
