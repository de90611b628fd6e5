"""The positions in which players of 3D chess are timed."""

from __future__ import annotations

from board_core.game.rules import Position, Rules
from board_core.games.lessons import Sample, Samples
from board_core.text.sentence import say

from .text import STANDARD_SETUP

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
        say("many moves to choose from"),
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


def positions(rules: Rules) -> tuple[Sample, ...]:
    return SAMPLE_POSITIONS


def phase(ply: int, position: Position) -> str:
    if len(position.pieces()) - BOARD_COUNT <= ENDING_PIECES:
        return "ending"
    return "opening" if ply < OPENING_PLIES else "middle"


CHESS_3D_SAMPLES = Samples(positions, phase)
