"""The doctor's side of a game: steers towards the moves a program should have heard."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from math import inf
from typing import Any

from board_core.player import Answer, Play, Player, Resign, Turn
from board_core.rules import IllegalMove, Move, Position
from board_core.sides import Color
from board_core.timesource import RealTime, TimeSource

from .features import Feature, features

VALUES = (0, 100, 300, 310, 500, 900, 10_000)  # by python-chess's numbers of the pieces

KNIGHTS_AND_CASTLING = ("d3", "Nf3", "Nfd2", "Nb3", "N1d2", "g3", "Bg2", "O-O")
LONG_CASTLING = ("d4", "Nc3", "Bf4", "Qd2", "O-O-O")
PAWNS_AHEAD = ("e4", "e5", "c4", "c5", "g4", "g5", "a4", "a5")

OPENINGS: tuple[tuple[frozenset[Feature], tuple[str, ...]], ...] = (
    (frozenset((Feature.CASTLING, Feature.FILE, Feature.RANK)), KNIGHTS_AND_CASTLING),
    (frozenset((Feature.LONG_CASTLING,)), (*LONG_CASTLING, "h4", "h5", "e4", "e5")),
    (frozenset((Feature.EN_PASSANT,)), PAWNS_AHEAD),
    (frozenset((Feature.EN_PASSANT,)), (*PAWNS_AHEAD[4:], *PAWNS_AHEAD[:4])),
)
"""What each leads to, as White plays it; Black plays its mirror image."""


def opening_for(wanted: Iterable[Feature], number: int, color: Color) -> tuple[str, ...]:
    """The moves to begin a game with: another one for each number."""
    lines = [line for leads_to, line in OPENINGS if leads_to & set(wanted)]
    lines = lines or [line for _, line in OPENINGS]
    line = lines[number % len(lines)]
    return line if color is Color.WHITE else tuple(map(mirrored, line))


def mirrored(san: str) -> str:
    return "".join(str(9 - int(sign)) if sign.isdigit() else sign for sign in san)


class Steering(Player):
    """Plays the moves that are wanted as soon as they are legal, and gives up after the last.

    ``wanted`` is shared between games and shrinks: what has been answered need not come again.
    """

    def __init__(
        self,
        wanted: set[Feature],
        opening: Sequence[str] = (),
        seed: int = 0,
        plies: int = 300,
        seconds: float = inf,
        time: TimeSource | None = None,
    ) -> None:
        self.name = "doctor"
        self._wanted = wanted
        self._opening = list(opening)
        self._chance = random.Random(seed)
        self._plies = plies
        self._seconds = seconds
        self._time = time or RealTime()
        self._give_up = inf  # told by the first question
        self._played: list[Feature] = []  # with the last move
        self._seen: set[tuple[int, ...]] = set()

    def ask(self, turn: Turn, answer: Answer) -> None:
        self._wanted.difference_update(self._played)
        self._played = []
        now = self._time.now()
        self._give_up = min(self._give_up, now + self._seconds)
        over = turn.ply >= self._plies or now >= self._give_up
        if over or not any(possible(turn.position, feature) for feature in self._wanted):
            answer(Resign())
            return
        move = self._choose(turn.position)
        self._played = features(turn.position, move)
        answer(Play(move))

    def _choose(self, position: Position) -> Move:
        moves = position.legal_moves()
        special = {move: features(position, move) for move in moves}
        wanted = [feature for feature in Feature if feature in self._wanted]
        for feature in wanted:
            if feature is Feature.MATE and wanted != [Feature.MATE] and not self._hopeless(wanted):
                break
            if chosen := [move for move in moves if feature in special[move]]:
                foreseen = [m for m in chosen if position.notation(m) in self._opening]
                return self._chance.choice(foreseen or chosen)
        if (planned := self._planned(position)) is not None:
            return planned
        avoided = () if Feature.MATE in self._wanted and len(wanted) == 1 else (Feature.MATE,)
        quiet = [m for m in moves if not any(f in avoided for f in special[m])]
        return self._sound(position, quiet or moves)

    def _hopeless(self, wanted: Iterable[Feature]) -> bool:
        """Late in the game; what has not come by now will not come."""
        return len(self._seen) > self._plies // 3

    def _planned(self, position: Position) -> Move | None:
        for san in list(self._opening):
            try:
                move = position.parse(san)
            except IllegalMove:
                continue
            self._opening.remove(san)
            if _risk(position.native, move) < VALUES[3]:
                return move
        return None

    def _sound(self, position: Position, moves: Iterable[Move]) -> Move:
        board = position.native
        three = Feature.SQUARE in self._wanted
        merits = {
            move: self._merit(board, board.parse_uci(move), three) + self._chance.random() * 12
            for move in moves
        }
        best = max(merits, key=lambda move: merits[move])
        board.push_uci(best)
        self._seen.add(_placement(board))
        return best

    def _merit(self, board: Any, move: Any, three: bool) -> float:
        """Material after the best capture in reply, pawns that come nearer, a hunted king."""
        white = board.turn
        taken = VALUES[board.piece_type_at(move.to_square) or 0]
        kind = board.piece_type_at(move.from_square)
        merit = float(taken)
        if kind == 1:
            rank = move.to_square // 8 if white else 7 - move.to_square // 8
            merit += 6 * rank * rank
        if move.promotion:
            merit += VALUES[move.promotion] - VALUES[1]
        board.push(move)
        try:
            replies = board.legal_moves.count()
            if not replies:
                return merit if board.is_check() else -100_000.0  # never stalemate
            if _placement(board) in self._seen:
                merit -= 300
            merit -= _loss(board)
            ahead = _material(board, white) - _material(board, not white)
            if ahead > 800:
                merit -= 3 * replies
                king, ours = board.king(not white), board.king(white)
                merit -= 4 * max(abs(king % 8 - ours % 8), abs(king // 8 - ours // 8))
            if three and not board.is_check() and ahead > 1500:
                merit += 150 * _three_on_one(board, white)
            return merit
        finally:
            board.pop()


def possible(position: Position, feature: Feature) -> bool:
    """Whether the side to move could still come to play such a move."""
    board = position.native
    white = board.turn
    pawns = board.pawns & board.occupied_co[white]
    match feature:
        case Feature.CASTLING:
            return bool(board.has_kingside_castling_rights(white))
        case Feature.LONG_CASTLING:
            return bool(board.has_queenside_castling_rights(white))
        case Feature.EN_PASSANT:
            unmoved = 0x00FF_0000_0000_0000 if white else 0xFF00  # the other side's second rank
            near = board.has_legal_en_passant()
            return bool(near or (pawns and board.pawns & board.occupied_co[not white] & unmoved))
        case Feature.PROMOTION | Feature.UNDERPROMOTION:
            return bool(pawns)
        case _:
            return True


def _risk(board: Any, move: Move) -> float:
    board.push_uci(move)
    return _loss(board)


def _loss(board: Any) -> float:
    """What the side to move can win by one capture, as far as a look at the square tells."""
    worst = 0.0
    for capture in board.generate_legal_captures():
        value = VALUES[board.piece_type_at(capture.to_square) or 1]
        attacker = VALUES[board.piece_type_at(capture.from_square)]
        if board.is_attacked_by(not board.turn, capture.to_square):
            value -= attacker
        worst = max(worst, value)
    return worst


def _placement(board: Any) -> tuple[int, ...]:
    return (
        board.occupied_co[True],
        board.occupied_co[False],
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
    )


def _material(board: Any, white: bool) -> float:
    return sum(VALUES[kind] * len(board.pieces(kind, white)) for kind in range(1, 6))


def _three_on_one(board: Any, white: bool) -> int:
    """Whether three queens attack one empty square, two of them on a file, two on a rank."""
    queens = list(board.pieces(5, white))
    if len(queens) < 3:
        return 0
    for corner in queens:
        file = [q for q in queens if q != corner and q % 8 == corner % 8]
        rank = [q for q in queens if q != corner and q // 8 == corner // 8]
        if file and rank:
            reach = board.attacks(corner) & board.attacks(file[0]) & board.attacks(rank[0])
            if any(board.piece_at(square) is None for square in reach):
                return 1
    return 0
