"""The examination of programs that play chess, and the positions in which they are timed."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice

import chess

from board_core.game.refused_answers import COLOR_NAMES
from board_core.game.rules import BadSetup, IllegalMove, Move, Position, Rules
from board_core.game.sides import Color
from board_core.games.lessons import (
    ENDS_IN_A_SEARCH,
    Feature,
    Lesson,
    Lessons,
    Sample,
    Samples,
    by_lot,
    features_in,
)
from board_core.text.sentence import Listed, Sentence, say

from .features import (
    CASTLING_TRAPS,
    TRAPS,
    ChessFeature,
    ChessTrap,
    features,
    fell_into,
    has_taken_a_rook_at_home,
    traps,
)
from .manner import SoundManner, bold, gives_way
from .position import after
from .refusals import LOOK_FOR_CHECKS, NO_PIECE_PATTERN, is_written_as_a_move
from .san import known_move, read_move


def is_mated_next(position: Position) -> bool:
    """Return whether the side to move has moves, and can be mated after each of them."""
    board = position.native
    replies = [after(board, move) for move in board.legal_moves]
    return bool(replies) and all(
        any(after(reply, mate).is_checkmate() for mate in reply.legal_moves) for reply in replies
    )


CASTLING_FEATURES: frozenset[Feature] = frozenset(
    (ChessFeature.CASTLING, ChessFeature.LONG_CASTLING)
)
PROMOTION_FEATURES: frozenset[Feature] = frozenset(
    (ChessFeature.PROMOTION, ChessFeature.UNDERPROMOTION)
)
DISAMBIGUATED_MOVES: frozenset[Feature] = frozenset(
    (ChessFeature.FILE, ChessFeature.RANK, ChessFeature.SQUARE)
)


SINGLE_TRAPS = CASTLING_TRAPS | {ChessTrap.EN_PASSANT_PIN}
HIDDEN_AMONG = 8
"""Legal moves that hide one which only looks legal, as a program may choose any."""

FEN_SHOWN = re.compile(
    r"((?:[1-8pnbrqkPNBRQK]{1,8}/){7}[1-8pnbrqkPNBRQK]{1,8}) ([wb])\b( [-KQkq]+ -)?"
)


def leaves(
    position: Position, move: Move, before: Sequence[Move], wanted: Collection[Feature]
) -> list[Feature]:
    """Return what a legal move leaves: a single answer, or traps that a program is likely to meet.

    A trap does not count where many other moves hide it, but for castling, which is never among
    many of its kind.
    """
    board = after(position.native, known_move(move))
    found = traps(board)
    if found[ChessTrap.LOST_CASTLING] and not has_taken_a_rook_at_home((*before, move)):
        del found[ChessTrap.LOST_CASTLING]
    if found.keys().isdisjoint(wanted):
        return _only_move(board) if ChessFeature.ONLY_MOVE in wanted else []
    answers = _count_answers(board, HIDDEN_AMONG * max(found.values()) + 1)
    likely = {
        trap for trap in found if trap in SINGLE_TRAPS or found[trap] * HIDDEN_AMONG >= answers
    }
    only: list[Feature] = [ChessFeature.ONLY_MOVE] if answers == 1 else []
    return only + [trap for trap in TRAPS if answers and trap in likely]


def leaves_one_answer(
    position: Position, move: Move, before: Sequence[Move], wanted: Collection[Feature]
) -> list[Feature]:
    """Return whether a legal move leaves a single answer, where nobody looks for traps."""
    board = after(position.native, known_move(move))
    return _only_move(board) if ChessFeature.ONLY_MOVE in wanted else []


def _only_move(board: chess.Board) -> list[Feature]:
    return [ChessFeature.ONLY_MOVE] if _count_answers(board, 2) == 1 else []


def _count_answers(board: chess.Board, most: int) -> int:
    """Return the number of legal moves, or ``most`` if there are more."""
    return sum(1 for _ in islice(board.generate_legal_moves(), most))


SHORT_CASTLING = ("Nf3", "g3", "Bg2", "O-O")
KNIGHTS_AND_CASTLING = ("d3", "Nf3", "Nfd2", "Nb3", "N1d2", "g3", "Bg2", "O-O")
LONG_CASTLING = ("d4", "Nc3", "Bf4", "Qd2", "O-O-O")
PAWNS_AHEAD = ("e4", "e5", "c4", "c5", "g4", "g5", "a4", "a5")

LESSON_OPENINGS: tuple[tuple[frozenset[Feature], tuple[str, ...]], ...] = (
    (
        frozenset((ChessFeature.CASTLING, ChessFeature.FILE, ChessFeature.RANK)),
        KNIGHTS_AND_CASTLING,
    ),
    (frozenset((ChessFeature.LONG_CASTLING,)), (*LONG_CASTLING, "h4", "h5", "e4", "e5")),
    (frozenset((ChessFeature.CASTLING,)), SHORT_CASTLING),
    (frozenset((ChessFeature.EN_PASSANT,)), PAWNS_AHEAD),
    (frozenset((ChessFeature.EN_PASSANT,)), (*PAWNS_AHEAD[4:], *PAWNS_AHEAD[:4])),
    (frozenset((ChessTrap.LOST_CASTLING,)), ("g3", "Bg2", "Bxb7", "Bxa8")),
    (frozenset((ChessTrap.LOST_CASTLING,)), ("b3", "Bb2", "Bxg7", "Bxh8")),
)
"""Openings as White plays them, with the features they lead to; Black mirrors them."""


def mirrored(san: str) -> str:
    return "".join(str(9 - int(sign)) if sign.isdigit() else sign for sign in san)


def possible(position: Position, feature: Feature) -> bool:
    """Return whether the side to move could still play a move with this feature."""
    board = position.native
    white = board.turn
    pawns = board.pawns & board.occupied_co[white]
    match feature:
        case ChessFeature.CASTLING:
            return bool(board.has_kingside_castling_rights(white))
        case ChessFeature.LONG_CASTLING:
            return bool(board.has_queenside_castling_rights(white))
        case ChessFeature.EN_PASSANT:
            unmoved = 0x00FF_0000_0000_0000 if white else 0xFF00  # rank of the other side's pawns
            near = board.has_legal_en_passant()
            return bool(near or (pawns and board.pawns & board.occupied_co[not white] & unmoved))
        case ChessFeature.B_PAWN:
            return bool(pawns & chess.BB_FILE_B)
        case ChessFeature.PROMOTION | ChessFeature.UNDERPROMOTION | ChessFeature.CAPTURE_PROMOTION:
            return bool(pawns)
        case _:
            return True


def is_move(text: str) -> bool:
    text = text.strip()
    if NO_PIECE_PATTERN.fullmatch(text):
        return True
    return is_written_as_a_move(text) or text in ("(none)", "0000")


CASTLING_START = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 8"
EN_PASSANT_START = "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"
PROMOTION_START = "8/P3k1pp/8/8/8/8/5PPP/6K1 w - - 0 1"
ONLY_PROMOTIONS_START = "8/P7/1k6/8/8/6q1/8/7K w - - 0 1"
"""A position in which White must promote."""
TRAP_STARTS = {
    ChessTrap.PIN: ("3r1r1k/8/4r3/8/1b2B2b/2R3N1/8/4K3 w - - 0 1",),
    ChessTrap.RETREAT: ("6k1/8/3p2p1/8/r3Kn2/8/7n/8 w - - 0 1",),
    ChessTrap.KINGS: ("8/8/8/8/p7/4k3/P3p3/4K3 w - - 0 1",),
    ChessTrap.DOUBLE_CHECK: ("4r1k1/8/8/8/8/5n2/3P2P1/4KQ1r w - - 0 1",),
    ChessTrap.EN_PASSANT_PIN: ("8/3p2p1/4p3/r3P2K/8/8/8/k5r1 b - - 0 1", "d7d5"),
    ChessTrap.CASTLING_IN_CHECK: ("4r1k1/8/8/8/8/p6p/P2P1P1P/R3K2R w KQ - 0 1",),
    ChessTrap.CASTLING_THROUGH: ("5rk1/8/8/7b/8/1p1p3p/1P1P3P/2B1K2R w K - 0 1",),
    ChessTrap.LOST_CASTLING: ("4k3/8/7p/7P/b7/3p1pn1/3P1P2/4K2R b K - 0 1", "g3h1"),
}
"""Positions with few legal moves, and many that only look so; the last move of some is told."""
ONLY_MOVE_START = "7k/8/8/8/8/8/1q6/K7 w - - 0 1"
STALEMATE_START = "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1"
MATES_IN_ONE = {
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1": Move("a1a8"),
    "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1": Move("g1g7"),
}
MATED_START = "7k/8/8/8/8/1r6/r7/7K w - - 0 1"
"""A position in which White has one move, and is mated then."""


def _hears(feature: Feature, setup: str, move: str, again: str) -> Lesson:
    return Lesson(feature.value, feature.title, setup, (move,), again=again)


def _trap(trap: Feature, setup: str, *told: str) -> Lesson:
    return Lesson(
        trap.value,
        trap.title,
        setup,
        told,
        failing=trap.avoiding or LOOK_FOR_CHECKS,
        meaning=trap.meaning,  # also where a variant has no such feature
    )


def _other_way_round(setup: str, *told: str) -> tuple[str, ...]:
    """Return a position and moves with the colours exchanged."""
    return chess.Board(setup).mirror().fen(), *map(mirrored, told)


LESSON_POSITIONS = (
    _hears(ChessFeature.CASTLING, CASTLING_START, "e1g1", "f1"),
    _hears(ChessFeature.LONG_CASTLING, CASTLING_START, "e1c1", "d1"),
    _hears(ChessFeature.EN_PASSANT, EN_PASSANT_START, "e5d6", "d6"),
    _hears(ChessFeature.PROMOTION, PROMOTION_START, "a7a8q", "a8"),
    _hears(ChessFeature.UNDERPROMOTION, PROMOTION_START, "a7a8n", "a8"),
    Lesson(
        "promotes",
        say("promotion of its own pawn"),
        ONLY_PROMOTIONS_START,
        meaning=say("a pawn on the last rank becomes another piece, and the move says which"),
    ),
    Lesson("only-move", ChessFeature.ONLY_MOVE.title, ONLY_MOVE_START),
    *(
        _trap(trap, position, *told)
        for trap, (setup, *told) in TRAP_STARTS.items()
        for position, *told in ((setup, *told), _other_way_round(setup, *told))
    ),
    *(
        Lesson(
            "mate-in-one",
            say("move near a mate"),
            setup,
            sound=frozenset((mate,)),
            failing=ENDS_IN_A_SEARCH,
            meaning=say("one of its moves ends the game, so the opponent has no answer to it"),
        )
        for setup, mate in MATES_IN_ONE.items()
    ),
    Lesson(
        "stalemate",
        say("move near a stalemate"),
        STALEMATE_START,
        sound=frozenset((Move("c1c8"),)),
        failing=ENDS_IN_A_SEARCH,
        meaning=say("one of its moves leaves the opponent no move, which is a draw"),
    ),
    Lesson(
        "mated",
        say("move in a lost position"),
        MATED_START,
        failing=ENDS_IN_A_SEARCH,
        meaning=say("every move gets it mated next, but it must still move"),
    ),
)
"""Lessons for programs that can begin anywhere."""


@lru_cache(maxsize=16)
def positions(rules: Rules) -> tuple[Lesson, ...]:
    """Return the lessons whose positions are legal in this variant."""
    return tuple(lesson for lesson in LESSON_POSITIONS if _fits(lesson, rules))


def _fits(lesson: Lesson, rules: Rules) -> bool:
    try:
        position = rules.start(lesson.setup)
        for text in lesson.told:
            position = position.play(position.parse(text))
        ended = all(position.play(move).outcome() for move in lesson.sound)
    except (BadSetup, IllegalMove):
        return False
    return ended and position.outcome() is None


def by_ordinary_rules(rules: Rules, moves: Sequence[Move], text: str) -> bool | None:
    """Return whether a text would be legal in a variant if the moves were those of chess.

    They are made on a board that knows nothing of the variant, as a program for chess makes them.
    None for chess itself, and where a piece would have to move that is not there.
    """
    board = chess.Board()
    if rules.name in ("chess", "chess960"):
        return None
    for move in map(known_move, moves):
        if move.drop or not board.piece_at(move.from_square):
            return None
        board.push(move)
    try:
        read_move(board, text)
    except IllegalMove:
        return False
    return True


def shown_wrongly(position: Position, text: str) -> Sentence | None:
    """Return how the board of a FEN in a text differs from a position; None if it does not."""
    if (found := FEN_SHOWN.search(text)) is None:
        return None
    board, placement = position.native, found[1]
    try:
        shown = chess.BaseBoard(placement)
    except ValueError:
        return None
    wrong = [
        name
        for square, name in enumerate(chess.SQUARE_NAMES)
        if shown.piece_at(square) != board.piece_at(square)
    ]
    if wrong:
        return say("its board differs from the game at {squares}", squares=Listed(wrong[:4]))
    if (found[2] == "w") is not board.turn:
        its, right = (
            COLOR_NAMES[Color.WHITE if white else Color.BLACK]
            for white in (not board.turn, board.turn)
        )
        return say("on its board {color} is to move, where it was {other}", color=its, other=right)
    if found[3] and board.has_legal_en_passant():
        return say(
            "its board has no en passant square, but the game has {square}",
            square=chess.SQUARE_NAMES[board.ep_square or 0],
        )
    return None


CHESS_FEATURES = tuple(f for f in features_in(ChessFeature) if f is not ChessFeature.DROP)

CHESS_LESSONS = Lessons(
    features,
    (*CHESS_FEATURES, *TRAPS),
    possible,
    SoundManner,
    is_move,
    positions,
    say("in SAN a knight to f3 is Nf3, a capture has an x, a check a +"),
    say("write moves in SAN, with capitals for pieces, x and + (board.san(move) in python-chess)"),
    page="chess-words.md#the-board-and-the-pieces",
    written=(
        (say("castling"), CASTLING_FEATURES),
        (say("a promotion"), PROMOTION_FEATURES),
        (say("a move of one of two pieces that could go there"), DISAMBIGUATED_MOVES),
        (say("mate"), frozenset((ChessFeature.MATE,))),
    ),
    gives_way=gives_way,
    leaves=leaves,
    fell_into=lambda position, text: fell_into(position.native, text),
    lasting=ChessFeature.MATE,
    openings=LESSON_OPENINGS,
    mirrored=mirrored,
    by_other_rules=by_ordinary_rules,
    bold=bold,
    shown_wrongly=shown_wrongly,
    is_lost=is_mated_next,
)

NO_PAWNS: frozenset[Feature] = frozenset(
    (
        ChessFeature.EN_PASSANT,
        ChessFeature.PROMOTION,
        ChessFeature.UNDERPROMOTION,
        ChessFeature.CAPTURE_PROMOTION,
    )
)
NO_CHECK: frozenset[Feature] = frozenset((ChessFeature.CHECK,))

IMPOSSIBLE_FEATURES: dict[str, frozenset[Feature]] = {
    "antichess": CASTLING_FEATURES | NO_CHECK,
    "racing-kings": CASTLING_FEATURES | NO_PAWNS | NO_CHECK,
}
"""Features that cannot occur in a variant."""


SOUND_VARIANTS = ("chess960", "crazyhouse", "king-of-the-hill", "three-check")
"""Variants with kings, in which moves that are sound in chess are no mistake."""


def variant_lessons(name: str) -> Lessons:
    """Return the examination of programs that play a variant."""
    never, lessons = IMPOSSIBLE_FEATURES.get(name, frozenset()), CHESS_LESSONS
    if name not in SOUND_VARIANTS:
        never = never.union(TRAPS)
        lessons = replace(lessons, manner=lambda: by_lot, gives_way=None, leaves=leaves_one_answer)
    heard = [feature for feature in lessons.catalogue if feature not in never]
    if name == "crazyhouse":
        heard.append(ChessFeature.DROP)
    return replace(lessons, catalogue=tuple(heard))


ENDING_PIECES = 12  # the most pieces and pawns of an ending, kings included
OPENING_PLIES = 20  # plies


SAMPLE_POSITIONS = (
    Sample(
        "start",
        say("opening: the first move"),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ),
    Sample(
        "opening-white",
        say("opening, White to move"),
        "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    ),
    Sample(
        "opening-black",
        say("opening, Black to move"),
        "rnbqkb1r/ppp2ppp/4pn2/3p2B1/2PP4/2N5/PP2PPPP/R2QKBNR b KQkq - 3 4",
    ),
    Sample(
        "middle-white",
        say("middle game, White to move"),
        "r2q1rk1/1b2bppp/p1np1n2/1p2p3/4P3/1BN1BN1P/PPP2PP1/R2Q1RK1 w - - 0 12",
    ),
    Sample(
        "middle-black",
        say("middle game, Black to move"),
        "r4rk1/pp1bppbp/2np1np1/q7/3NP3/1BN1BP2/PPPQ2PP/2KR3R b - - 6 11",
    ),
    Sample(
        "captures",
        say("many captures"),
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ),
    Sample(
        "promotions",
        say("captures and promotions"),
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    ),
    Sample(
        "most-moves",
        say("218 moves to choose from"),
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    ),
    Sample("rook-ending", say("ending with rooks"), "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    Sample("pawn-ending", say("ending with pawns"), "8/8/4kpp1/3p4/p2P1P2/P3K1P1/8/8 b - - 0 1"),
    Sample("mate-in-1", say("mate in one"), "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"),
    Sample("mate-in-2", say("mate in two"), "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1"),
    Sample("few-moves", say("in check, with three moves"), "4k3/8/8/8/8/8/8/r3K3 w - - 0 1"),
    Sample("only-move", say("a single move"), "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"),
)


def sample_positions(rules: Rules) -> tuple[Sample, ...]:
    return SAMPLE_POSITIONS


def phase(ply: int, position: Position) -> str:
    if len(position.pieces()) <= ENDING_PIECES:
        return "ending"
    return "opening" if ply < OPENING_PLIES else "middle"


CHESS_SAMPLES = Samples(sample_positions, phase)
