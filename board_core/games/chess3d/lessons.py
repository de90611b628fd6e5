"""The examination of programs that play 3D chess, and the positions in which they are timed."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from board_core.game.rules import Move, Position, Rules
from board_core.games.chess.features import ChessFeature
from board_core.games.lessons import (
    ENDS_IN_A_SEARCH,
    Feature,
    Lesson,
    Lessons,
    Luck,
    Sample,
    Samples,
    features_in,
)
from board_core.text.sentence import say

from .board import (
    CASTLING_MOVE,
    KIND_MASK,
    MANNER_SHIFT,
    PAWN,
    PLACE_MASK,
    PROMOTION_SHIFT,
    TO_SHIFT,
    Board3D,
    move_text,
)
from .places import COLUMN_OF, RANK_OF, SQUARE_COUNT
from .position import STANDARD_SETUP
from .written import PIECE_PATTERN, is_written_as_a_move

PIECE_VALUES = (0, 100, 300, 310, 500, 900, 10_000)
"""Values by the kind of a piece, in centipawns."""

PIN_MOVE = re.compile(r"[QK]L[1-6]-")


class Chess3DFeature:
    """The properties of moves that programs may fail on."""

    BOARD = Feature(
        "board",
        say("opponent's move of a board"),
        called=say("the move of a board"),
        meaning=say("QL1-QL3: an attack board goes to another pin"),
        changes_more=True,
    )
    PASSENGER = Feature(
        "passenger",
        say("opponent's board with a passenger"),
        called=say("the move of a board with a passenger"),
        meaning=say("QL3-QL5: a board takes the one piece on it along"),
        changes_more=True,
    )
    CASTLING = Feature(
        "castling",
        say("opponent's O-O"),
        called=say("castling"),
        meaning=say("O-O: king and rook on one board exchange their squares"),
        changes_more=True,
    )
    LONG_CASTLING = Feature(
        "long-castling",
        say("opponent's O-O-O"),
        called=say("castling on the queen's side"),
        meaning=say("O-O-O: the king goes to a0, the rook to d0"),
        changes_more=True,
    )
    EN_PASSANT = Feature(
        "en-passant",
        say("opponent's capture en passant"),
        called=say("a capture en passant"),
        meaning=say("cxb3N: a pawn captures one that has just gone two squares"),
        changes_more=True,
    )
    PROMOTION = Feature(
        "promotion",
        say("opponent's promotion"),
        called=say("a promotion"),
        meaning=say("b8B=Q: a pawn on the last rank becomes another piece"),
        changes_more=True,
    )
    CARRIED_PROMOTION = Feature(
        "carried-promotion",
        say("opponent's promotion by a board"),
        called=say("a promotion by a board"),
        meaning=say("QL5-QL6=Q: a board carries a pawn to its last rank"),
        changes_more=True,
    )
    LATE_PROMOTION = Feature(
        "late-promotion",
        say("opponent's late promotion"),
        called=say("a late promotion"),
        meaning=say("=Q:Kc1W: a board left, so a pawn is promoted first"),
        changes_more=True,
    )
    LEVEL = Feature(
        "level",
        say("level in a move (NWc5N)"),
        called=say("a move that names its level"),
        meaning=say("NWc5N: two knights of a column can go to c5, the level says which"),
        told_apart=True,
    )
    CHECK = ChessFeature.CHECK
    MATE = ChessFeature.MATE


def features(position: Position, move: Move) -> list[Feature]:
    """Return the features of a legal move in this position."""
    written, found = position.notation(move), list[Feature]()
    if written.startswith("="):
        found.append(Chess3DFeature.LATE_PROMOTION)
        written = written[3:]
    if PIN_MOVE.match(written):
        if "=" in written:
            found.append(Chess3DFeature.CARRIED_PROMOTION)
        elif any(place[2:] == written[:3] for place in position.pieces()):
            found.append(Chess3DFeature.PASSENGER)
        else:
            found.append(Chess3DFeature.BOARD)
    elif written.startswith("O-O-O"):
        found.append(Chess3DFeature.LONG_CASTLING)
    elif written.startswith("O"):
        found.append(Chess3DFeature.CASTLING)
    elif "=" in written:
        found.append(Chess3DFeature.PROMOTION)
    elif named := PIECE_PATTERN.match(written):
        if not named["piece"] and named["takes"] and named["to"] not in position.pieces():
            found.append(Chess3DFeature.EN_PASSANT)
        if named["level"] or named["pawn_level"]:
            found.append(Chess3DFeature.LEVEL)
    if written.endswith("+"):
        found.append(Chess3DFeature.CHECK)
    if written.endswith("#"):
        found.append(Chess3DFeature.MATE)
    return found


def possible(position: Position, feature: Feature) -> bool:
    """Return whether the side to move could still play a move with this feature."""
    board: Board3D = position.native
    rights = board.castling >> 2 * board.turn
    pawn = PAWN in (piece & 7 for piece in board.squares if piece and piece >> 3 == board.turn)
    match feature:
        case Chess3DFeature.CASTLING:
            return bool(rights & 1)
        case Chess3DFeature.LONG_CASTLING:
            return bool(rights & 2)
        case (
            Chess3DFeature.EN_PASSANT
            | Chess3DFeature.PROMOTION
            | Chess3DFeature.CARRIED_PROMOTION
            | Chess3DFeature.LATE_PROMOTION
        ):
            return pawn
        case _:
            return True


class Sound3DManner:
    """Moves well enough to survive the opening and to reach promotions and mate."""

    def __init__(self) -> None:
        self._seen: set[bytes] = set()

    def __call__(
        self, position: Position, moves: Sequence[Move], wanted: Collection[Feature], luck: Luck
    ) -> Move:
        board: Board3D = position.native
        numbers = {move_text(number): number for number in board.legal_moves()}
        merits = {move: self._merit(board, numbers[move]) + luck() * 12 for move in moves}
        best = max(merits, key=lambda move: merits[move])
        board.push(numbers[best])
        self._seen.add(bytes(board.squares))
        return best

    def _merit(self, board: Board3D, move: int) -> float:
        """Score a move by what it takes, by the best capture in reply and by advanced pawns."""
        start, to = move & PLACE_MASK, move >> TO_SHIFT & PLACE_MASK
        merit = float(PIECE_VALUES[move >> PROMOTION_SHIFT & KIND_MASK])
        if start < SQUARE_COUNT:
            merit += PIECE_VALUES[board.squares[to] & 7] * (not _castles(move))
            if board.squares[start] & 7 == PAWN:
                rank = 9 - RANK_OF[to] if board.turn else RANK_OF[to]
                merit += 4 * rank * rank
        board.push(move)
        replies = sum(1 for _ in board.generate_legal())
        if not replies:
            merit = merit if board.is_check() else -100_000.0  # never stalemate
        else:
            merit -= loss(board) + (300 if bytes(board.squares) in self._seen else 0)
            merit -= 2 * replies if merit > PIECE_VALUES[4] else 0
        board.pop()
        return merit


def _castles(move: int) -> bool:
    return move >> MANNER_SHIFT & KIND_MASK == CASTLING_MOVE


def loss(board: Board3D) -> float:
    """Return what the side to move can win by one capture, judged by its square alone."""
    worst = 0.0
    for move in board.pseudo_legal(quiet=False):
        start, to = move & PLACE_MASK, move >> TO_SHIFT & PLACE_MASK
        taken = board.squares[to] & 7 or PAWN
        value = float(PIECE_VALUES[taken] + PIECE_VALUES[move >> PROMOTION_SHIFT & KIND_MASK])
        if board.attacked(COLUMN_OF[to], 1 - board.turn):
            value -= PIECE_VALUES[board.squares[start] & 7]
        worst = max(worst, value)
    return worst


def bold(position: Position, move: Move) -> bool:
    """Return whether a move loses a piece, judged by captures alone."""
    return loss(position.play(move).native) >= PIECE_VALUES[3]


def mirrored(text: str) -> str:
    """Return the same move of an opening for Black."""
    swapped = {"W": "B", "B": "W"}
    found = ""
    for before, sign in zip(f" {text}", text, strict=False):
        if sign.isdigit():
            found += str(7 - int(sign) if before == "L" else 9 - int(sign))
        else:
            found += swapped.get(sign, sign) if before.isdigit() else sign
    return found


LESSON_OPENINGS: tuple[tuple[frozenset[Feature], tuple[str, ...]], ...] = (
    (frozenset((Chess3DFeature.CASTLING,)), ("Nb3W", "O-O", "Nc3N")),
    (frozenset((Chess3DFeature.LONG_CASTLING,)), ("c3W", "Bc2W", "Qb1W", "O-O-O")),
    (frozenset((Chess3DFeature.EN_PASSANT,)), ("c4N", "c5N", "b4N", "b5N")),
)
"""Openings as White plays them, with the features they lead to; Black mirrors them."""

EMPTY_BOARD_START = (
    "2k1/pppp/4/4|4/4/4/4|4/4/PPPP/1K2 QL1w:2/2,QL4w:2/2,QL5b:2/2,QL6b:2/2 w - - - 0 2"
)
CHECK_BY_BOARD_START = (
    "4/4/4/4|4/1p2/4/4|4/4/4/1K2 QL1w:R1/2,QL3w:2/N1,QL6b:2/k1,KL6b:2/2 w - - - 0 2"
)
CARRIED_PAWN_START = "4/4/4/4|4/4/4/4|3k/4/4/4 QL1w:2/2,KL1w:2/K1,QL5b:P1/2,KL6b:2/2 w - - - 0 2"
LATE_PROMOTION_START = "P3/4/4/4|4/4/4/4|3k/4/4/4 QL1w:2/2,KL1w:2/K1,QL6b:2/2,KL6b:2/2 b - - - 0 2"
WAITING_PAWN_START = "P3/4/4/4|4/4/4/4|3k/4/4/4 QL1w:2/2,KL1w:2/K1,QL5b:2/2,KL6b:2/2 w - - - 0 2"
"""A position in which White has to promote a pawn before it moves."""
CASTLING_START = (
    "2k1/pppp/4/4|4/4/4/4|4/4/PPPP/4 QL1w:2/R1,KL1w:2/KR,QL6b:2/2,KL6b:2/2 w KQ - - 0 2"
)
EN_PASSANT_START = "4/4/4/4|4/4/1P2/4|2p1/4/4/4 QL1w:2/2,KL1w:2/K1,QL6b:2/2,KL6b:k1/2 b - - b4N 0 2"
PROMOTION_START = "4/1P2/4/4|4/4/4/4|3k/4/4/4 QL1w:2/2,KL1w:2/K1,QL6b:2/2,KL6b:2/2 w - - - 0 2"
LOST_STEP_START = (
    "4/2p1/4/K3|4/k3/4/4|2Q1/4/4/4 QL2b:2/N1,KL2b:2/N1,KL3w:2/2,QL5w:2/2 b - c7B - 0 30"
)
"""A position in which only a pawn can move, which may no longer make its double step."""
MATE_IN_ONE_START = (
    "4/4/4/2P1|p3/4/1r2/3b|4/3p/3P/2K1 QL1w:N1/R1,KL4w:2/2,QL6b:2/p1,KL6b:k1/1p b - d2W - 0 56"
)
"""A position in which Black can mate by Rb1W."""
ONLY_BOARDS_START = "k3/4/4/4|1QK1/4/4/4|4/4/4/4 QL2w:2/2,KL2b:2/2,QL3w:2/2,KL3b:2/2 b - - - 0 2"
"""A position in which Black can move nothing but boards."""


def _hears(feature: Feature, setup: str, move: str, again: str) -> Lesson:
    return Lesson(feature.value, feature.title, setup, (move,), again=again)


LESSON_POSITIONS = (
    _hears(Chess3DFeature.BOARD, EMPTY_BOARD_START, "QL1QL3", "QL3"),
    _hears(Chess3DFeature.PASSENGER, CHECK_BY_BOARD_START, "QL3KL3", "d2KL3"),
    _hears(Chess3DFeature.CASTLING, CASTLING_START, "d0KL1e0KL1", "d0KL1"),
    _hears(Chess3DFeature.LONG_CASTLING, CASTLING_START, "d0KL1a0QL1", "d0KL1"),
    _hears(Chess3DFeature.EN_PASSANT, EN_PASSANT_START, "c4Wb3N", "b3N"),
    _hears(Chess3DFeature.PROMOTION, PROMOTION_START, "b7Bb8Bn", "b8B"),
    _hears(Chess3DFeature.CARRIED_PROMOTION, CARRIED_PAWN_START, "QL5QL6r", "z9QL6"),
    _hears(Chess3DFeature.LATE_PROMOTION, WAITING_PAWN_START, "n:d0KL1c1W", "a8B"),
    Lesson(
        "promotes-late",
        say("late promotion of its own pawn"),
        LATE_PROMOTION_START,
        ("QL6QL5",),
        meaning=say("=Q:Kc1W: a board left, so a pawn is promoted first"),
    ),
    Lesson(
        "lost-step",
        say("lost double step"),
        LOST_STEP_START,
        meaning=say("a pawn that has moved, or was carried, goes one square only"),
    ),
    Lesson(
        "only-boards",
        say("moves of boards only"),
        ONLY_BOARDS_START,
        meaning=say("no piece can move, but an attack board can, so the game goes on"),
    ),
    Lesson(
        "mate-in-one",
        say("move near a mate"),
        MATE_IN_ONE_START,
        failing=ENDS_IN_A_SEARCH,
        meaning=say("one of its moves ends the game, so the opponent has no answer to it"),
    ),
)
"""Lessons for programs that can begin anywhere."""


def positions(rules: Rules) -> tuple[Lesson, ...]:
    return LESSON_POSITIONS


CHESS_3D_LESSONS = Lessons(
    features,
    features_in(Chess3DFeature),
    possible,
    Sound3DManner,
    is_written_as_a_move,
    positions,
    say("a square is named with its level, as c5N, and a board moves as in QL3-QL5"),
    writing=say(
        "write moves as in Nc5N, bxa5N, QL3-QL5, =Q:Kc1W or b2Wb4N: each square with its level"
    ),
    page="chess-3d.md#moves-in-writing",
    asked_in_lines=True,
    lasting=Chess3DFeature.MATE,
    openings=LESSON_OPENINGS,
    mirrored=mirrored,
    bold=bold,
)


ENDING_PIECES = 12  # the most pieces and pawns of an ending, kings included
BOARD_COUNT = 4  # the attack boards, which are among a position's pieces
OPENING_PLIES = 20

SAMPLE_POSITIONS = (
    Sample("start", say("opening: the first move"), STANDARD_SETUP),
    Sample(
        "opening-white",
        say("opening, White to move"),
        "1bb1/pp1p/4/2p1|1n2/n3/P3/1P1P|4/2N1/2P1/NBB1 "
        "QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/pp,KL6b:kr/pp w KQkq - - 1 5",
    ),
    Sample(
        "opening-black",
        say("opening, Black to move"),
        "1bbk/pp1p/4/2p1|1P2/n3/4/1P1P|4/2N1/2P1/NBB1 "
        "QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/pp,KL6b:1r/pp b KQ - - 0 6",
    ),
    Sample(
        "middle-white",
        say("middle game, White to move"),
        "1bbk/1n1p/1p2/4|1p2/2p1/4/2PP|p3/2N1/B2B/N3 "
        "QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/p1,KL6b:1r/1p w - d7B - 0 16",
    ),
    Sample(
        "middle-black",
        say("middle game, Black to move"),
        "1bbk/1n2/1p2/4|1p1p/2p1/2B1/2PP|p3/2N1/2QB/N3 "
        "QL1w:PP/R1,KL1w:PP/KR,QL6b:rq/p1,KL6b:1r/1p b - - - 1 17",
    ),
    Sample(
        "ending-white",
        say("ending, White to move"),
        "4/4/2K1/4|4/4/p1n1/2q1|4/4/4/4 KL1w:1P/2,QL2w:2/2,QL6b:2/p1,KL6b:rk/1p w - - - 0 58",
    ),
    Sample(
        "ending-black",
        say("ending, Black to move"),
        "4/4/2K1/p3|4/4/2n1/2q1|4/4/4/4 KL1w:1P/2,QL2w:2/2,QL6b:2/p1,KL6b:rk/1p b - - - 0 57",
    ),
    Sample(
        "most-moves",
        say("many legal moves"),
        "4/1K2/4/4|4/4/4/2q1|3r/n3/4/4 KL1w:2/1q,QL2w:2/2,QL5b:2/p1,KL6b:1k/1p b - - - 1 68",
    ),
    Sample(
        "few-moves",
        say("in check, with three moves"),
        "1bbk/p3/3p/3P|1p2/4/3P/P3|P1nB/4/2q1/4 "
        "QL1w:P1/1K,KL1w:1P/RR,QL6b:1r/pp,KL6b:1r/1p w - - - 2 25",
    ),
    Sample(
        "only-move",
        say("a single move"),
        "1bbk/4/1p2/n3|1p1p/2p1/2B1/2PP|4/4/1q2/4 "
        "QL1w:P1/1R,KL1w:PP/KR,QL6b:r1/p1,KL6b:1r/1p w - - - 2 27",
    ),
)


def sample_positions(rules: Rules) -> tuple[Sample, ...]:
    return SAMPLE_POSITIONS


def phase(ply: int, position: Position) -> str:
    if len(position.pieces()) - BOARD_COUNT <= ENDING_PIECES:
        return "ending"
    return "opening" if ply < OPENING_PLIES else "middle"


CHESS_3D_SAMPLES = Samples(sample_positions, phase)
