"""A chess position as a value, on top of python-chess; its moves and mistakes in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Self

import chess

from board_core.game.geometry import squares
from board_core.game.rules import BadSetup, Move, Outcome, Position, Reason, Rules
from board_core.game.sides import Color
from board_core.games.draws import ENGINE, DrawRules, Start, draws_name
from board_core.games.look import Flaw
from board_core.text.sentence import Listed, Sentence, given, say

from .pictures import board_svg
from .san import (
    MOVE_OF_UCI,
    QUEEN_LINES,
    after_usual,
    attackers,
    checkers_of,
    known_move,
    read_move,
    usual_san,
)

PIECE_NAMES = {
    "K": say("white king"),
    "Q": say("white queen"),
    "R": say("white rook"),
    "B": say("white bishop"),
    "N": say("white knight"),
    "P": say("white pawn"),
    "k": say("black king"),
    "q": say("black queen"),
    "r": say("black rook"),
    "b": say("black bishop"),
    "n": say("black knight"),
    "p": say("black pawn"),
}


def described(board: chess.Board, move: chess.Move) -> Sentence:
    """Return a legal move in words, such as "white knight g1 to f3, takes black pawn, check"."""
    sentence = _moved(board, move)
    for addition in _additions(board, move):
        sentence = say("{move}, {addition}", move=sentence, addition=addition)
    return sentence


def _moved(board: chess.Board, move: chess.Move) -> Sentence:
    if move.drop:
        dropped = PIECE_NAMES[chess.Piece(move.drop, board.turn).symbol()]
        square = chess.square_name(move.to_square)
        return say("{piece} is dropped on {square}", piece=dropped, square=square)
    piece = PIECE_NAMES[str(board.piece_at(move.from_square))]
    if board.is_castling(move):
        if board.is_kingside_castling(move):
            return say("{king} castles king side", king=piece)
        return say("{king} castles queen side", king=piece)
    start, to = chess.square_name(move.from_square), chess.square_name(move.to_square)
    return say("{piece} {start} to {to}", piece=piece, start=start, to=to)


def _additions(board: chess.Board, move: chess.Move) -> Iterator[Sentence]:
    taken = board.piece_at(move.to_square)
    if board.is_en_passant(move):
        pawn = PIECE_NAMES[chess.Piece(chess.PAWN, not board.turn).symbol()]
        yield say("takes {piece} en passant", piece=pawn)
    elif taken is not None and not board.is_castling(move):
        yield say("takes {piece}", piece=PIECE_NAMES[taken.symbol()])
    if move.promotion:
        piece = chess.Piece(move.promotion, board.turn).symbol()
        yield say("becomes {piece}", piece=PIECE_NAMES[piece])
    after = board.copy(stack=False)
    after.push(move)
    if after.is_checkmate():
        yield say("mate")
    elif after.is_check():
        yield say("check")


def flaws_of(board: chess.Board) -> Iterator[Flaw]:
    """Find what makes a board no possible position, each flaw with its squares."""
    status = board.status()
    for flaw in chess.Status:
        if flaw & status:
            yield Flaw(*_told(board, flaw))


def _told(board: chess.Board, flaw: chess.Status) -> tuple[Sentence, tuple[str, ...]]:
    """Return a flaw in words, and the squares where it can be seen."""
    white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    match flaw:
        case chess.Status.EMPTY:
            return say("the board is empty"), ()
        case chess.Status.NO_WHITE_KING:
            return say("White has no king"), ()
        case chess.Status.NO_BLACK_KING:
            return say("Black has no king"), ()
        case chess.Status.TOO_MANY_KINGS:
            return say("each side needs one king"), _names(board.kings)
        case chess.Status.TOO_MANY_WHITE_PAWNS:
            return say("White has more than eight pawns"), _names(board.pawns & white)
        case chess.Status.TOO_MANY_BLACK_PAWNS:
            return say("Black has more than eight pawns"), _names(board.pawns & black)
        case chess.Status.PAWNS_ON_BACKRANK:
            ends = board.pawns & chess.BB_BACKRANKS
            return say("no pawn can stand on the first or the last rank"), _names(ends)
        case chess.Status.TOO_MANY_WHITE_PIECES:
            return say("White has more than sixteen pieces"), ()
        case chess.Status.TOO_MANY_BLACK_PIECES:
            return say("Black has more than sixteen pieces"), ()
        case chess.Status.BAD_CASTLING_RIGHTS:
            return say("king and rook do not stand where the castling needs them"), ()
        case chess.Status.INVALID_EP_SQUARE:
            return say("no pawn can just have passed the en passant square"), ()
        case chess.Status.OPPOSITE_CHECK:
            king = board.kings & board.occupied_co[not board.turn]
            return say("the side to move could take the king"), _names(king)
        case chess.Status.TOO_MANY_CHECKERS:
            return say("more than two pieces give check"), _names(board.checkers_mask())
        case chess.Status.IMPOSSIBLE_CHECK:
            return say("no move can have led to this check"), _names(board.checkers_mask())
        case chess.Status.RACE_CHECK:
            return say("no king may be in check in this game"), _names(board.kings)
        case chess.Status.RACE_OVER:
            return say("the race is over"), _names(board.kings & chess.BB_RANK_8)
        case chess.Status.RACE_MATERIAL:
            return say("a side has more pieces than it began with"), ()
        case _:
            return say("{flaw} (a flaw that python-chess found)", flaw=flaw.name), ()


def _names(squares: chess.Bitboard) -> tuple[str, ...]:
    return tuple(chess.square_name(square) for square in chess.scan_forward(squares))


EXAMPLE_MOVES = ("e4", "Nf3", "exd5", "O-O", "e8=Q", "e2e4")

SIDE_OF_TURN = {chess.WHITE: Color.WHITE, chess.BLACK: Color.BLACK}

FEWEST_PLIES_OF_A_CLAIM = 7
"""Plies without a capture or a pawn move, before which no move repeats a position twice."""


class ChessPosition:
    """A position, how often it has occurred, and its draw rules.

    Moves are in UCI. It holds the positions since the last capture or pawn move, as only they can
    be repeated. Two positions are equal if they have the same FEN and draw rules and the same
    positions can be repeated: any further moves lead both to the same result.
    """

    __slots__ = (
        "_board",
        "_checked",
        "_draws",
        "_legal",
        "_parsed",
        "_previous",
        "_san",
        "repetitions",
    )

    def __init__(
        self, board: chess.Board, draws: DrawRules = ENGINE, previous: ChessPosition | None = None
    ) -> None:
        """Take over a valid board, which nobody may change afterwards."""
        self._board = board
        self._checked = True  # perhaps; outcome() finds out
        self._draws = draws
        self._previous = previous
        self._san: tuple[Move, str] | None = None
        self._parsed: tuple[Move, chess.Board] | None = None  # a move, and the board after it
        self._legal: tuple[Move, ...] | None = None  # filled by legal_moves()
        self.repetitions = 1 if board.halfmove_clock < 4 else _times_seen(board, previous)

    @property
    def to_move(self) -> Color:
        return SIDE_OF_TURN[self._board.turn]

    @property
    def setup(self) -> str:
        return self._board.fen()

    @property
    def native(self) -> chess.Board:
        """A new ``chess.Board`` without the moves that led here."""
        return twin(self._board)

    def legal_moves(self) -> Sequence[Move]:
        if self._legal is None:
            moves = self._board.generate_legal_moves()
            self._legal = tuple(Move(move.uci()) for move in moves)
        return self._legal

    def parse(self, text: str) -> Move:
        self._parsed = parsed = self._read(text)  # usually play() follows
        return parsed[0]

    def _read(self, text: str) -> tuple[Move, chess.Board]:
        """Return the move that a text names, and the board after it. Raises IllegalMove."""
        board = self._board
        move = MOVE_OF_UCI.get(text)  # the usual case; read_move handles all others
        if move is not None:
            if (usual := after_usual(board, move, checked=self._checked)) is not None:
                return Move(text), usual
            own = board.occupied_co[board.turn]
            if own & chess.BB_SQUARES[move.to_square] or not board.is_legal(move):
                move = None
        if move is None:
            move = read_move(board, text)
        return Move(move.uci()), after(board, move)

    def play(self, move: Move) -> Self:
        board = self._board_after(move)
        return type(self)(board, self._draws, self if board.halfmove_clock else None)

    def _board_after(self, move: Move) -> chess.Board:
        """Return the board after a move. Raises IllegalMove."""
        parsed = self._parsed
        if parsed is not None and parsed[0] == move:
            return parsed[1]
        known = self._legal is not None and move in self._legal
        return after(self._board, known_move(move)) if known else self._read(move)[1]

    def notation(self, move: Move) -> str:
        known = self._san  # read once: another thread may replace it
        if known is None or known[0] != move:
            board, named, after = self._board, known_move(move), self._board_after(move)
            self._parsed = (move, after)  # often play() follows
            known = self._san = (move, usual_san(board, named, after) or twin(board).san(named))
        return known[1]

    def outcome(self) -> Outcome | None:
        board, draws = self._board, self._draws
        checkers = checkers_of(board)
        self._checked = checkers != 0
        if not _can_move(board, checkers):
            if checkers:
                return Outcome(self.to_move.other, Reason.CHECKMATE)
            return Outcome(None, Reason.STALEMATE)
        mating = board.pawns | board.rooks | board.queens  # any of these is enough
        if not mating and draws.insufficient_material and board.is_insufficient_material():
            return Outcome(None, Reason.INSUFFICIENT_MATERIAL)
        moves = board.halfmove_clock
        times = self.repetitions
        return None if moves < 100 and times < 3 else draws.ended(moves, times)

    def drawn_elsewhere(self) -> Sentence | None:
        """Return why other rules would call this position a draw, in which the game goes on."""
        board, draws, times = self._board, self._draws, self.repetitions
        if not draws.insufficient_material and board.is_insufficient_material():
            return say("neither side can mate with what it has")
        if not draws.threefold and times >= 3:
            return say("this position came {count} times", count=times)
        if not draws.fifty_moves and board.halfmove_clock >= 100:
            return say("nothing was captured and no pawn moved for 50 moves")
        moves = self.legal_moves() if board.halfmove_clock >= FEWEST_PLIES_OF_A_CLAIM else ()
        if any(self.play(move).repetitions >= 3 for move in moves):
            return say("a move here brings a position for the third time, so a draw can be claimed")
        return None

    def mistakes(self, moves: Sequence[Move], text: str) -> Iterable[Sentence]:
        """Return how a player's own board may differ on which a refused text would be legal."""
        from .mistakes import mistakes  # only a game that is lost by a move needs them

        return mistakes(self._board, moves, text)

    def claim(self) -> Outcome | None:
        return self._draws.claim(self._quiet_plies, self.repetitions)

    def engines_draw(self) -> Outcome | None:
        if self._board.is_insufficient_material():
            return Outcome(None, Reason.INSUFFICIENT_MATERIAL)
        return ENGINE.ended(self._quiet_plies, self.repetitions)

    @property
    def _quiet_plies(self) -> int:
        """The plies without capture or pawn move."""
        return self._board.halfmove_clock

    def can_win(self, color: Color) -> bool:
        """Return whether this side has the material to mate, as python-chess judges it."""
        return not self._board.has_insufficient_material(color is Color.WHITE)

    def repeatable(self) -> list[chess.Board]:
        """Return the positions since the last capture or pawn move, the oldest first.

        The boards are copies, which the caller may change.
        """
        boards, earlier = [], self._previous
        while earlier is not None:
            boards.append(twin(earlier._board))
            earlier = earlier._previous
        return boards[::-1]

    def pieces(self) -> Mapping[str, str]:
        return {
            chess.square_name(square): piece.symbol()
            for square, piece in self._board.piece_map().items()
        }

    def marked(self) -> Sequence[str]:
        """Return the square of a king in check."""
        king = self._board.king(self._board.turn)
        return [chess.square_name(king)] if king is not None and self._board.is_check() else []

    def describe(self, move: Move) -> Sentence:
        return described(self._board, known_move(move))

    def after_null_move(self) -> Self | None:
        """Return the position after a null move; None when a king is in check and could
        be taken.
        """
        board = twin(self._board)
        if board.is_check():
            return None
        board.push(chess.Move.null())
        board.clear_stack()
        return type(self)(board, self._draws)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ChessPosition):
            return NotImplemented
        if self._draws != other._draws or self.repetitions != other.repetitions:
            return False
        one: ChessPosition | None = self
        two: ChessPosition | None = other
        while one is not two:
            if one is None or two is None or one._board != two._board:
                return False
            one, two = one._previous, two._previous
        return True

    def __hash__(self) -> int:
        board = self._board
        return hash((board.occupied_co[chess.WHITE], board.occupied, board.halfmove_clock))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the boards side by side: nested, they would be too deep."""
        return _again, (type(self), self._draws, (*self.repeatable(), self.native))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.setup!r})"

    def _repr_svg_(self) -> str:
        """Draw the board for a notebook."""
        return board_svg(self._board)


def _again(kind: type[ChessPosition], draws: DrawRules, boards: Iterable[chess.Board]) -> object:
    position: ChessPosition | None = None
    for board in boards:
        position = kind(board, draws, position)
    return position


def twin(board: chess.Board) -> chess.Board:
    """Return ``board.copy(stack=False)`` in a third of its time for chess: each ply needs two
    copies.
    """
    if type(board) is not chess.Board:
        return board.copy(stack=False)
    twin = chess.Board.__new__(chess.Board)
    twin.pawns, twin.knights, twin.bishops = board.pawns, board.knights, board.bishops
    twin.rooks, twin.queens, twin.kings = board.rooks, board.queens, board.kings
    twin.occupied_co, twin.occupied = board.occupied_co[:], board.occupied
    twin.promoted, twin.chess960 = board.promoted, board.chess960
    twin.turn, twin.castling_rights = board.turn, board.castling_rights
    twin.ep_square, twin.halfmove_clock = board.ep_square, board.halfmove_clock
    twin.fullmove_number = board.fullmove_number
    twin.move_stack, twin._stack = [], []
    return twin


def after(board: chess.Board, move: chess.Move) -> chess.Board:
    """Return the board after a legal move, without its stack."""
    if (usual := after_usual(board, move)) is not None:
        return usual
    board = twin(board)
    board.push(move)
    board.clear_stack()
    return board


def _can_move(board: chess.Board, checkers: chess.Bitboard) -> bool:
    """Return whether there is a legal move, if these pieces give check.

    Without a check it first looks for a pawn or a piece that can go somewhere and cannot be pinned,
    as it is on no line with its king; then for a step of the king, not along the line of a check.
    Nearly every position has one of these.
    """
    turn = board.turn
    own = board.occupied_co[turn]
    if kings := board.kings & own & ~board.promoted:
        king = kings.bit_length() - 1
        if not checkers:
            free = own & ~QUEEN_LINES[king]
            pawns = board.pawns & free
            if (pawns << 8 if turn else pawns >> 8) & ~board.occupied:
                return True
            for square in chess.scan_forward(free & ~board.pawns & ~board.kings):
                if board.attacks_mask(square) & ~own:
                    return True
        steps = chess.BB_KING_ATTACKS[king] & ~own
        for checker in chess.scan_forward(checkers):
            steps &= ~chess.ray(king, checker) | chess.BB_SQUARES[checker]
        for square in chess.scan_forward(steps):
            if not attackers(board, not turn, square):
                return True
    return next(board.generate_legal_moves(), None) is not None


def _times_seen(board: chess.Board, previous: ChessPosition | None) -> int:
    """Return how often a position has occurred, counting back every second ply."""
    white = board.occupied_co[chess.WHITE]  # a fast first test, as it nearly always differs
    while previous is not None:
        previous = previous._previous  # the same side is to move here
        if previous is None:
            break
        if previous._board.occupied_co[chess.WHITE] == white and _same(previous._board, board):
            return previous.repetitions + 1
        previous = previous._previous
    return 1


def _same(one: chess.Board, other: chess.Board) -> bool:
    """Return whether a position is repeated, if the same side is to move (FIDE Laws 9.2.3)."""
    if type(one) is not chess.Board:
        return one._transposition_key() == other._transposition_key()
    return (
        one.occupied_co == other.occupied_co
        and one.pawns == other.pawns
        and one.knights == other.knights
        and one.bishops == other.bishops
        and one.rooks == other.rooks
        and one.queens == other.queens
        and one.castling_rights == other.castling_rights
        and _en_passant(one) == _en_passant(other)
    )


def _en_passant(board: chess.Board) -> chess.Square | None:
    """Return the square where en passant is really possible, considering pins."""
    return board.ep_square if board.ep_square and board.has_legal_en_passant() else None


MOST_COUNTED = 100_000
"""Greatest number of moves in a FEN: Python refuses to read longer numbers than it writes."""


def board_of(setup: str, make: Callable[[str], chess.Board] = chess.Board) -> chess.Board:
    """Return the board of a FEN. Raises BadSetup."""
    given(setup, str, "is no position: give its FEN")
    try:
        board = make(setup.replace("[-]", "[]").replace("/- ", "/ "))  # empty hands
    except ValueError as error:
        why = str(error) if setup.split() else "empty"
        if "to unpack" in why:  # Python's own error, not python-chess's
            why = "a part of it is missing"
        elif "is not in list" in why:
            why = f"a hand holds no {why.split()[0]}"
        raise BadSetup(say("{text} is not a FEN: {why}", text=repr(setup), why=why)) from None
    if not board.is_valid():
        raise BadSetup(_impossible(setup, board))
    if max(board.halfmove_clock, board.fullmove_number) > MOST_COUNTED:
        why = "bad number of moves"
        raise BadSetup(say("{text} is not a possible position: {why}", text=repr(setup), why=why))
    return board


def _impossible(setup: str, board: chess.Board) -> Sentence:
    if board.status() is chess.Status.BAD_CASTLING_RIGHTS and _castles_freely(setup):
        return say(
            "{text} castles as in Chess960: choose the game {game} for it",
            text=repr(setup),
            game="chess960",
        )
    why = Listed(flaw.sentence for flaw in flaws_of(board))
    return say("{text} is not a possible position: {why}", text=repr(setup), why=why)


def _castles_freely(setup: str) -> bool:
    try:
        return chess.Board(setup, chess960=True).is_valid()
    except ValueError:  # a FEN of a variant has more fields
        return False


def _start(draws: DrawRules, setup: str | None) -> Position:
    return ChessPosition(chess.Board() if setup is None else board_of(setup), draws)


def chess_rules(draws: DrawRules = ENGINE) -> Rules:
    """Return the rules of chess with these draw rules."""
    start, name = Start(_start, draws), draws_name(draws)
    return Rules("chess", Color.WHITE, squares(8, 8), start, EXAMPLE_MOVES, draws=name)


CHESS = chess_rules()
"""Chess; threefold repetition and fifty moves end a game at once, since functions claim nothing.

``chess_rules(FIDE)`` is chess by the FIDE Laws, where a player has to claim these draws.
"""


def is_chess(rules: Rules) -> bool:
    """Return whether these are rules of chess or of a variant of it."""
    return rules.family == CHESS.family
