"""The positions in which players of 3D chess are timed."""

from __future__ import annotations

from board_core.games.lessons import Sample, Samples
from board_core.rules import Position, Rules
from board_core.sentence import say

from .text import STANDARD_SETUP

ENDING_PIECES = 12  # the most pieces and pawns of an ending, kings included
BOARD_COUNT = 4  # the attack boards, which are among a position's pieces
OPENING_PLIES = 20

SAMPLE_POSITIONS = (Sample("start", say("opening: the first move"), STANDARD_SETUP),)


def positions(rules: Rules) -> tuple[Sample, ...]:
    return SAMPLE_POSITIONS


def phase(ply: int, position: Position) -> str:
    if len(position.pieces()) - BOARD_COUNT <= ENDING_PIECES:
        return "ending"
    return "opening" if ply < OPENING_PLIES else "middle"


CHESS_3D_SAMPLES = Samples(positions, phase)
