"""The positions in which players of chess are timed."""

from __future__ import annotations

from board_core.game.rules import Position, Rules
from board_core.games.lessons import Sample, Samples
from board_core.text.sentence import say

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


def positions(rules: Rules) -> tuple[Sample, ...]:
    return SAMPLE_POSITIONS


def phase(ply: int, position: Position) -> str:
    if len(position.pieces()) <= ENDING_PIECES:
        return "ending"
    return "opening" if ply < OPENING_PLIES else "middle"


CHESS_SAMPLES = Samples(positions, phase)
