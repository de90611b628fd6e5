"""Special moves and traps: what programs for chess fail on, each with its words.

A trap is a move that looks legal and is not, where programs that find their own moves go wrong.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

import chess

from board_core.game.rules import Move, Position
from board_core.games.lessons import ONE_MOVE_IS_LEFT, Feature, features_in
from board_core.text.sentence import say

from .refusals import CASTLING_PATTERN, SAN_PATTERN, UCI_PATTERN
from .san import attackers, checkers_of, known_move


class ChessTrap:
    """The rules that forbid moves which the pieces could make otherwise."""

    PIN = Feature(
        "pin",
        say("pinned pieces"),
        meaning=say("a pinned piece stands between its king and an attacker"),
        rare=12,
    )
    RETREAT = Feature(
        "retreat",
        say("king on the line of a check"),
        meaning=say("a king that goes back along the line is still in check"),
        avoiding=say(
            "when it looks whether a square is attacked, take its king off the board first: the "
            "line of the check goes on behind it"
        ),
        rare=6,
    )
    KINGS = Feature(
        "two-kings",
        say("kings side by side"),
        meaning=say("the kings may not stand side by side"),
        avoiding=say("when it looks for attacks, count those of the other king"),
        rare=6,
    )
    DOUBLE_CHECK = Feature(
        "double-check",
        say("double check"),
        meaning=say("two pieces give check, and only the king can move"),
        avoiding=say("in a double check let only the king move"),
        rare=1,
    )
    EN_PASSANT_PIN = Feature(
        "en-passant-pin",
        say("king uncovered en passant"),
        meaning=say("two pawns leave the line at once, and the king is attacked"),
        avoiding=say(
            "look for attacks on its king after the capture en passant, without either pawn"
        ),
        rare=1,
    )
    CASTLING_IN_CHECK = Feature(
        "castling-in-check",
        say("castling in check"),
        meaning=say("a king in check may not castle"),
        avoiding=say("before castling look whether its king is in check"),
        rare=8,
        provoked=True,
    )
    CASTLING_THROUGH = Feature(
        "castling-through",
        say("castling through attacks"),
        meaning=say("the king may not cross or reach an attacked square"),
        avoiding=say(
            "before castling look whether the square that the king crosses, or the one that it "
            "reaches, is attacked"
        ),
        rare=16,
        provoked=True,
    )
    LOST_CASTLING = Feature(
        "lost-castling",
        say("lost right to castle"),
        meaning=say("nobody castles with a rook that was captured"),
        avoiding=say("the right to castle is lost with the rook, also where that was captured"),
        rare=16,
        provoked=True,
    )


TRAPS = features_in(ChessTrap)
CASTLING_TRAPS = {trap for trap in TRAPS if trap.provoked}
PIECE_TYPES = {sign: number for number, sign in enumerate("-PNBRQK")}


def traps(board: chess.Board) -> Counter[Feature]:
    """Return the traps that a position has for the side to move, with the moves into each."""
    king, other = board.king(board.turn), board.king(not board.turn)
    if king is None:
        return Counter()
    castlings = (_castling_trap(board, king, wing) for wing in (1, -1))
    found = Counter(trap for trap in castlings if trap)
    own, checkers = board.occupied_co[board.turn], checkers_of(board)
    pinned, capturing = _blockers(board, king, not board.turn), chess.BB_EMPTY
    if board.ep_square is not None:
        capturing = own & board.pawns & chess.BB_PAWN_ATTACKS[not board.turn][board.ep_square]
    if not checkers and not capturing:
        for move in board.generate_pseudo_legal_moves(own & pinned):
            if not chess.ray(king, move.from_square) & chess.BB_SQUARES[move.to_square]:
                found[ChessTrap.PIN] += 1
        near = chess.BB_KING_ATTACKS[king] & ~own
        if other is not None and (shared := near & chess.BB_KING_ATTACKS[other]):
            for square in chess.scan_forward(shared):
                if attackers(board, not board.turn, square) == chess.BB_SQUARES[other]:
                    found[ChessTrap.KINGS] += 1
        return found
    looking = pinned | chess.BB_SQUARES[king] | capturing
    if checkers & (checkers - 1):
        looking = own
    legal = {*board.generate_legal_moves(looking)}
    for move in board.generate_pseudo_legal_moves(looking):
        if move not in legal and (trap := _trap(board, king, checkers, move)):
            found[trap] += 1
    return found


def has_taken_a_rook_at_home(moves: Sequence[Move]) -> bool:
    """Return whether the side that made the last of these moves has captured a rook in its corner,
    nothing has left that since, and the king that could have castled with it has not moved.

    Some programs take the right away for whatever leaves the corner, but not for a capture there.
    """
    found, left = chess.BB_EMPTY, chess.BB_CORNERS
    for move in map(known_move, moves):
        start, end = chess.BB_SQUARES[move.from_square], chess.BB_SQUARES[move.to_square]
        if start & (chess.BB_E1 | chess.BB_E8):
            found &= ~chess.BB_RANKS[chess.square_rank(move.from_square)]
            left &= ~chess.BB_RANKS[chess.square_rank(move.from_square)]
        found = found & ~start | left & end
        left &= ~(start | end)
    return bool(found & (chess.BB_RANK_8 if len(moves) % 2 else chess.BB_RANK_1))


def fell_into(board: chess.Board, text: str) -> Feature | None:
    """Return the trap into which a move falls that is not legal; None for any other."""
    king = board.king(board.turn)
    if king is None:
        return None
    if (wing := _wing(board, king, text)) is not None:
        return _castling_trap(board, king, wing)
    checkers, meant = board.checkers_mask(), _meant(board, text)
    found = {_trap(board, king, checkers, m) for m in meant if not board.is_legal(m)}
    return found.pop() if len(found) == 1 else None


def _wing(board: chess.Board, king: chess.Square, text: str) -> int | None:
    """Return 1 if a text says castling with the rook on the h-file, -1 if with the other."""
    if found := CASTLING_PATTERN.fullmatch(text):
        return -1 if found[2] else 1
    home = chess.square_name(king)
    return {home + "g" + home[1]: 1, home + "c" + home[1]: -1}.get(text) if home[0] == "e" else None


def _meant(board: chess.Board, text: str) -> Iterator[chess.Move]:
    """Yield the moves that a text may mean, whether or not they leave the king in check."""
    if UCI_PATTERN.fullmatch(text):
        start, to = chess.parse_square(text[:2]), chess.parse_square(text[2:4])
        yield from board.generate_pseudo_legal_moves(chess.BB_SQUARES[start], chess.BB_SQUARES[to])
    elif found := SAN_PATTERN.fullmatch(text):
        kind = PIECE_TYPES[found["piece"] or "P"]
        start_mask = board.pieces_mask(kind, board.turn)
        if found["file"]:
            start_mask &= chess.BB_FILES["abcdefgh".index(found["file"])]
        if found["rank"]:
            start_mask &= chess.BB_RANKS[int(found["rank"]) - 1]
        to = chess.BB_SQUARES[chess.parse_square(found["to"])]
        yield from board.generate_pseudo_legal_moves(start_mask, to)


def _trap(
    board: chess.Board, king: chess.Square, checkers: chess.Bitboard, move: chess.Move
) -> Feature | None:
    """Return why a move leaves the king in check; None if it has nothing to do with the reason."""
    if move.from_square == king:
        attackers = board.attackers_mask(not board.turn, move.to_square)
        if not attackers:
            return ChessTrap.RETREAT  # its own square hides the attack
        return ChessTrap.KINGS if not attackers & ~board.kings else None
    answers = checkers
    for checker in chess.scan_forward(checkers):
        answers |= chess.between(king, checker)
    if checkers and not answers & chess.BB_SQUARES[move.to_square]:
        return None  # it does not see the check at all
    if checkers & (checkers - 1):
        return ChessTrap.DOUBLE_CHECK
    if _blockers(board, king, not board.turn) & chess.BB_SQUARES[move.from_square]:
        return ChessTrap.PIN
    return ChessTrap.EN_PASSANT_PIN if board.is_en_passant(move) else None


def _castling_trap(board: chess.Board, king: chess.Square, wing: int) -> Feature | None:
    """Return why castling to a wing is forbidden, if its pieces and squares are as for it."""
    home = chess.E1 if board.turn else chess.E8
    corner = home + (3 if wing > 0 else -4)
    if king != home or chess.between(king, corner) & board.occupied or board.chess960:
        return None
    crossed = _crosses_an_attack(board, king, wing)
    if not board.castling_rights & chess.BB_SQUARES[corner]:
        rooks = board.rooks & board.occupied_co[board.turn] & chess.BB_SQUARES[corner]
        free = not (rooks or crossed or board.is_check())
        return ChessTrap.LOST_CASTLING if free else None
    if board.is_check():
        return ChessTrap.CASTLING_IN_CHECK
    return ChessTrap.CASTLING_THROUGH if crossed else None


def _crosses_an_attack(board: chess.Board, king: chess.Square, wing: int) -> bool:
    """Return whether a king that castles to a wing would cross or reach an attacked square."""
    way = (king + wing, king + 2 * wing)
    return any(board.is_attacked_by(not board.turn, square) for square in way)


def _blockers(board: chess.Board, king: chess.Square, attackers: chess.Color) -> chess.Bitboard:
    """Return the pieces of either side that alone stand between a king and a line of attack."""
    straight, diagonal = board.rooks | board.queens, board.bishops | board.queens
    lines = (
        (chess.BB_RANK_ATTACKS[king][0] | chess.BB_FILE_ATTACKS[king][0]) & straight
    ) | chess.BB_DIAG_ATTACKS[king][0] & diagonal
    found = 0
    for slider in chess.scan_forward(lines & board.occupied_co[attackers]):
        between = chess.between(king, slider) & board.occupied
        if not between & (between - 1):
            found |= between
    return found


def hides_a_pinned_one(board: chess.Board, move: chess.Move) -> bool:
    """Return whether a pin alone spares the notation of a move a letter: Nd2, not Nbd2."""
    kind, king = board.piece_type_at(move.from_square), board.king(board.turn)
    if kind in (None, chess.PAWN, chess.KING) or king is None:
        return False
    others = board.pieces_mask(kind, board.turn) & ~chess.BB_SQUARES[move.from_square]
    pinned = _blockers(board, king, not board.turn) & others
    return any(
        board.attacks_mask(other) & chess.BB_SQUARES[move.to_square]
        and not board.is_legal(chess.Move(other, move.to_square))
        for other in chess.scan_forward(pinned)
    )


# What leads there

LONE_BATTERY, READY_BATTERY, CORNER_WORTH, EMPTY_SQUARE, KING_MOVE = 30, 100, 60, 30, 30
LONE_TWIN, READY_TWIN, PINNED_PIECE = 80, 300, 60
"""How much it is worth to come nearer to a trap, in hundredths of a pawn."""
PATIENT_MOVES = 24
"""Moves of a game in which a king at home is left in peace."""


def prospects(board: chess.Board, wanted: Collection[Feature]) -> int:
    """Return how near the side that is not to move has come to traps for the other side."""
    king = board.king(board.turn)
    if king is None:
        return 0
    worth = _towards_castling(board, king, wanted)
    blockers = _blockers(board, king, not board.turn)
    if ChessTrap.PIN in wanted:
        worth += PINNED_PIECE * (blockers & board.occupied_co[board.turn]).bit_count()
    if ChessTrap.DOUBLE_CHECK in wanted:
        own = board.occupied_co[not board.turn] & ~board.pawns
        for square in chess.scan_forward(blockers & own):
            worth += READY_BATTERY if _reaches(board, square, king) else LONE_BATTERY
    return worth


def _reaches(board: chess.Board, square: chess.Square, king: chess.Square) -> bool:
    """Return whether a piece could go from a square to one from where it attacks a king."""
    piece = board.piece_at(square)
    seen = board.copy(stack=False)
    seen.set_piece_at(king, piece)
    return bool(board.attacks_mask(square) & seen.attacks_mask(king) & ~board.occupied)


def awaits_castling(board: chess.Board, wanted: Collection[Feature]) -> bool:
    """Return whether the side to move may still come to castle where it may not: it is spared."""
    home = chess.E1 if board.turn else chess.E8
    early = board.fullmove_number <= PATIENT_MOVES and bool(CASTLING_TRAPS & {*wanted})
    return early and board.king(board.turn) == home


def _towards_castling(board: chess.Board, king: chess.Square, wanted: Collection[Feature]) -> int:
    home = chess.E1 if board.turn else chess.E8
    if king != home or not CASTLING_TRAPS & {*wanted}:
        return 0
    moves = sum(1 for _ in board.generate_legal_moves(chess.BB_SQUARES[king]))
    worth = -KING_MOVE * moves
    for corner in (home + 3, home - 4):
        right = board.castling_rights & chess.BB_SQUARES[corner]
        if right and ChessTrap.LOST_CASTLING in wanted:
            worth += CORNER_WORTH * board.is_attacked_by(not board.turn, corner)
        if not right and ChessTrap.LOST_CASTLING not in wanted:
            continue
        way = chess.between(king, corner)
        empty = (way & ~board.occupied).bit_count()
        crossed = _crosses_an_attack(board, king, 1 if corner > king else -1)
        worth += EMPTY_SQUARE * empty
        if not right:
            worth += CORNER_WORTH * (2 - crossed) + 2 * EMPTY_SQUARE * empty
        elif ChessTrap.CASTLING_THROUGH in wanted:
            worth += EMPTY_SQUARE * empty * crossed
    return worth


def nearly_hides_a_pinned_one(board: chess.Board) -> int:
    """Return how near the side that is not to move is to a move that a pin makes unambiguous."""
    king, worth = board.king(not board.turn), 0
    if king is None:
        return 0
    own = board.occupied_co[not board.turn]
    pieces = own & (board.knights | board.rooks | board.queens)
    for pinned in chess.scan_forward(_blockers(board, king, board.turn) & pieces):
        kind = board.piece_type_at(pinned) or chess.KNIGHT
        others = board.pieces_mask(kind, not board.turn) & ~chess.BB_SQUARES[pinned]
        goals = board.attacks_mask(pinned) & ~own & ~chess.ray(king, pinned)
        meet = any(board.attacks_mask(other) & goals for other in chess.scan_forward(others))
        worth += READY_TWIN * meet + LONE_TWIN * bool(others)
    return worth


NAMES_START = re.compile(r"[KQRBN]([a-h])?([1-8])?x?[a-h][1-8]")


READS_CASTLING = say(
    "look at how it reads castling; if that is right, its board has lost the right to it: a search "
    "that takes moves back brings castling rights back too, and a copy of a board has its own"
)


class ChessFeature:
    """The properties of moves that programs may fail on."""

    CASTLING = Feature(
        "castling",
        say("opponent's O-O"),
        called=say("castling"),
        meaning=say("O-O: the king goes two squares, and the rook jumps over it"),
        avoiding=READS_CASTLING,
        changes_more=True,
    )
    LONG_CASTLING = Feature(
        "long-castling",
        say("opponent's O-O-O"),
        called=say("castling on the queen's side"),
        meaning=say("O-O-O: the same with the rook that is farther away"),
        avoiding=READS_CASTLING,
        changes_more=True,
    )
    EN_PASSANT = Feature(
        "en-passant",
        say("opponent's capture en passant"),
        called=say("a capture en passant"),
        meaning=say("exd6: a pawn captures one that has just gone two squares"),
        changes_more=True,
    )
    PROMOTION = Feature(
        "promotion",
        say("opponent's promotion"),
        called=say("a promotion"),
        meaning=say("e8=Q: a pawn on the last rank becomes a queen"),
        changes_more=True,
        by_either=True,
    )
    UNDERPROMOTION = Feature(
        "underpromotion",
        say("opponent's under-promotion"),
        called=say("an under-promotion"),
        meaning=say("e8=N: a pawn becomes a knight, a rook or a bishop"),
        changes_more=True,
        by_either=True,
    )
    CAPTURE_PROMOTION = Feature(
        "capture-promotion",
        say("opponent's capture that promotes"),
        called=say("a capture that promotes"),
        meaning=say("exd8=Q: a pawn captures on the last rank"),
        longest=len("exd8=Q+"),
        told_apart=True,
    )
    FILE = Feature(
        "file",
        say("file in a move (Nbd2)"),
        called=say("a move that names its file"),
        meaning=say("Nbd2: two knights can go to d2, the letter says which"),
        told_apart=True,
    )
    RANK = Feature(
        "rank",
        say("rank in a move (N1d2)"),
        called=say("a move that names its rank"),
        meaning=say("N1d2: two knights can go to d2, the digit says which"),
        told_apart=True,
    )
    SQUARE = Feature(
        "square",
        say("square in a move (Qa1c3)"),
        called=say("a move that names its whole square"),
        meaning=say("Qa1c3: three queens can go to c3, the square says which"),
        told_apart=True,
    )
    PINNED_ONE = Feature(
        "pinned-one",
        say("Nd2 with another knight pinned"),
        called=say("a move that only one piece can make, since another is pinned"),
        meaning=say(
            "Nd2: another knight reaches d2 too, but would leave its king in check, so no letter "
            "is needed"
        ),
        rare=4,
        told_apart=True,
        changes_more=True,
    )
    B_PAWN = Feature(
        "b-pawn",
        say("b-pawn's capture (bxc3)"),
        called=say("a capture by the pawn of the b-file"),
        meaning=say("bxc3: a small b is the file of a pawn, and a capital B is a bishop"),
        avoiding=say(
            "tell b, the file of a pawn, from B, a bishop: read moves with their capitals, without "
            "lower() and without a pattern that ignores case (flag i)"
        ),
        told_apart=True,
    )
    CHECK = Feature(
        "check",
        say("opponent's check"),
        called=say("a check"),
        meaning=say("Qh5+: the sign says that the king is attacked"),
        told_apart=True,
    )
    ONLY_MOVE = Feature(
        "only-move",
        say("only move"),
        called=say("a move that leaves one answer only"),
        meaning=say("all other moves would leave its king in check"),
        avoiding=ONE_MOVE_IS_LEFT,
    )
    MATE = Feature(
        "mate",
        say("opponent's mate"),
        called=say("the mating move"),
        meaning=say("Qf7#: the sign says that the game is over"),
        told_apart=True,
    )
    DROP = Feature(  # in crazyhouse
        "drop",
        say("opponent's drop"),
        called=say("a drop"),
        meaning=say("N@f3: a captured piece is put on the board"),
    )


def features(position: Position, move: Move) -> list[Feature]:
    """Return the features of a legal move in this position."""
    san = position.notation(move)
    found = list[Feature]()
    if san.startswith("O"):
        found.append(
            ChessFeature.LONG_CASTLING if san.startswith("O-O-O") else ChessFeature.CASTLING
        )
    elif san[0].islower() and san[1] == "x" and move[2:4] not in position.pieces():
        found.append(ChessFeature.EN_PASSANT)
    if san.startswith("bx"):  # who takes b for B moves a bishop that can go there too
        board = position.native
        if not attackers(board, board.turn, known_move(move).to_square) & board.bishops:
            found.append(ChessFeature.B_PAWN)
    if "=" in san:
        found.append(ChessFeature.PROMOTION if "=Q" in san else ChessFeature.UNDERPROMOTION)
        if "x" in san:
            found.append(ChessFeature.CAPTURE_PROMOTION)
    if named := NAMES_START.match(san):
        file, rank = named.groups()
        if file or rank:
            found.append(
                ChessFeature.SQUARE
                if file and rank
                else ChessFeature.FILE
                if file
                else ChessFeature.RANK
            )
        if not (file or rank) and hides_a_pinned_one(position.native, known_move(move)):
            found.append(ChessFeature.PINNED_ONE)
    if san.endswith("+"):
        found.append(ChessFeature.CHECK)
    if san.endswith("#"):
        found.append(ChessFeature.MATE)
    if "@" in san:
        found.append(ChessFeature.DROP)
    return found
