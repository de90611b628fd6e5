"""A chess position for searching: one list of 64 squares, changed in place.

It trusts its caller. ``chess.Board`` applies the rules at the root of a search. Here moves are
pseudo-legal (they may leave the own king in check), and the caller checks that afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import chess

from .encoding import (
    BISHOP,
    BLACK,
    CAPTURE_RANK,
    CASTLING_KEYS,
    EN_PASSANT_KEYS,
    KIND_PHASES,
    KING,
    KNIGHT,
    KNIGHT_HITS,
    LINES_THROUGH,
    MOVE_BITS,
    NO_SQUARE,
    PAWN,
    PAWN_HITS,
    PIECE_KEYS,
    PROMOTION_UNIT,
    QUEEN,
    RANK_UNIT,
    RAYS,
    RIGHTS_KEPT,
    ROOK,
    SIDE_KEY,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

Tables = list["i64"]
"""A number for each piece (0…14) on each square (0…63)."""

Undo = tuple["i64", "i64", "i64", "i64", "i64", "i64", "i64", "i64"]
"""The state before a move: the captured piece, castling, en passant, quiet, phase, score, key,
frame.
"""

CASTLING_RANK: Final = CAPTURE_RANK >> 2  # among quiet moves

EMPTY_TABLES: Final[Tables] = [0] * (15 * 64)


class ChessSearchPosition:
    """The pieces, the side to move, and what :meth:`make` and :meth:`unmake` update.

    ``score`` is the sum of the tables' mixed numbers for all pieces, ``phase`` that of their
    phases, ``counts`` the number of each piece, ``men`` that of all, ``key`` the Zobrist key,
    ``frame`` the key of pawns and kings alone, ``quiet`` the plies since the last capture or pawn
    move, ``path`` the keys of the earlier positions.
    """

    def __init__(self, board: chess.Board, tables: Tables = EMPTY_TABLES) -> None:
        """Set up a board. ``tables`` value each piece on each square for White, Black's
        negative.
        """
        self.tables = tables
        self.squares: list[i64] = [0] * 64
        for square, piece in board.piece_map().items():
            self.squares[square] = piece.piece_type + (0 if piece.color else BLACK)
        self.side: i64 = 0 if board.turn else 1
        self.castling: i64 = _castling(board)
        self.en_passant: i64 = NO_SQUARE
        if board.ep_square is not None and self._pawn_takes(board.ep_square, self.side):
            self.en_passant = board.ep_square
        self.quiet: i64 = board.halfmove_clock
        self.kings: list[i64] = [self.squares.index(KING), self.squares.index(KING + BLACK)]
        self.counts: list[i64] = [self.squares.count(piece) for piece in range(15)]
        self.men: i64 = 64 - self.counts[0]
        self.path: list[i64] = []
        self.phase: i64 = 0
        self.score: i64 = 0
        self.key: i64 = 0
        self.frame: i64 = 0
        self.phase, self.score, self.key, self.frame = self.recomputed()

    def recomputed(self) -> tuple[i64, i64, i64, i64]:
        """Return phase, score, key and frame, computed from nothing."""
        phase: i64 = 0
        score: i64 = 0
        frame: i64 = 0
        key = CASTLING_KEYS[self.castling] ^ EN_PASSANT_KEYS[self.en_passant]
        for square in range(64):
            piece = self.squares[square]
            at = piece * 64 + square
            phase += KIND_PHASES[piece & 7]
            score += self.tables[at]
            key ^= PIECE_KEYS[at]
            if piece & 7 in (PAWN, KING):
                frame ^= PIECE_KEYS[at]
        return phase, score, key ^ (SIDE_KEY if self.side else 0), frame

    # Moves made and taken back

    def make(self, move: i64) -> Undo:
        """Play a pseudo-legal move. Return what :meth:`unmake` needs."""
        squares, tables = self.squares, self.tables
        start, end = move & 63, move >> 6 & 63
        piece, taken = squares[start], squares[end]
        undo = (
            taken, self.castling, self.en_passant, self.quiet, self.phase, self.score, self.key,
            self.frame,
        )  # fmt: skip
        self.path.append(self.key)
        left = piece * 64 + start
        score = self.score - tables[left]
        key = self.key ^ SIDE_KEY ^ PIECE_KEYS[left]
        special = self.en_passant
        if special != NO_SQUARE:
            key ^= EN_PASSANT_KEYS[special]
            self.en_passant = NO_SQUARE
        squares[start] = 0
        self.quiet += 1
        if taken:
            at = taken * 64 + end
            self.quiet = 0
            self.men -= 1
            self.counts[taken] -= 1
            self.phase -= KIND_PHASES[taken & 7]
            score -= tables[at]
            key ^= PIECE_KEYS[at]
            if taken & 7 == PAWN:
                self.frame ^= PIECE_KEYS[at]
        if move >= PROMOTION_UNIT:
            self.counts[piece] -= 1
            piece += (move >> 12) - PAWN
            self.counts[piece] += 1
            self.phase += KIND_PHASES[piece & 7]
        reached = piece * 64 + end
        squares[end] = piece
        self.score = score + tables[reached]
        self.key = key ^ PIECE_KEYS[reached]
        kind = piece & 7
        if kind == PAWN or move >= PROMOTION_UNIT:
            self.quiet = 0
            self.frame ^= PIECE_KEYS[left]
            if kind == PAWN:
                self.frame ^= PIECE_KEYS[reached]
                if end == special:
                    pawn = self._lift(end ^ 8)  # the captured pawn stands behind this square
                    self.frame ^= PIECE_KEYS[pawn * 64 + (end ^ 8)]
                    self.men -= 1
                    self.counts[pawn] -= 1
                elif end - start == 16 or start - end == 16:
                    self._stepped_twice((start + end) >> 1)
        elif kind == KING:
            self.kings[self.side] = end
            self.frame ^= PIECE_KEYS[left] ^ PIECE_KEYS[reached]
            if end - start == 2 or start - end == 2:
                self._castle(end)
        if self.castling:
            rights = self.castling & RIGHTS_KEPT[start] & RIGHTS_KEPT[end]
            if rights != self.castling:
                self.key ^= CASTLING_KEYS[self.castling] ^ CASTLING_KEYS[rights]
                self.castling = rights
        self.side = 1 - self.side
        return undo

    def unmake(self, move: i64, undo: Undo) -> None:
        """Take back the last move, with what :meth:`make` returned for it."""
        squares = self.squares
        taken = undo[0]
        self.castling, self.en_passant, self.quiet = undo[1], undo[2], undo[3]
        self.phase, self.score, self.key, self.frame = undo[4], undo[5], undo[6], undo[7]
        self.side = side = 1 - self.side
        self.path.pop()
        start, end = move & 63, move >> 6 & 63
        piece = squares[end]
        if move >= PROMOTION_UNIT:
            self.counts[piece] -= 1
            piece = PAWN + (side << 3)
            self.counts[piece] += 1
        squares[start] = piece
        squares[end] = taken
        if taken:
            self.men += 1
            self.counts[taken] += 1
        kind = piece & 7
        if kind == KING:
            self.kings[side] = start
            if end - start == 2 or start - end == 2:
                corner, inner = _rook_squares(end)
                squares[corner] = squares[inner]
                squares[inner] = 0
        elif kind == PAWN and end == self.en_passant:
            pawn = PAWN + BLACK - (side << 3)
            squares[end ^ 8] = pawn
            self.men += 1
            self.counts[pawn] += 1

    def pass_turn(self) -> Undo:
        """Play a null move. Return what :meth:`unpass` needs."""
        undo = (
            0, self.castling, self.en_passant, self.quiet, self.phase, self.score, self.key,
            self.frame,
        )  # fmt: skip
        self.path.append(self.key)
        self.key ^= SIDE_KEY ^ EN_PASSANT_KEYS[self.en_passant]
        self.en_passant = NO_SQUARE
        self.quiet = 0  # no position before this can be repeated
        self.side = 1 - self.side
        return undo

    def unpass(self, undo: Undo) -> None:
        self.path.pop()
        self.en_passant, self.quiet, self.key = undo[2], undo[3], undo[6]
        self.side = 1 - self.side

    def _lift(self, square: i64) -> i64:
        piece = self.squares[square]
        self.squares[square] = 0
        self.score -= self.tables[piece * 64 + square]
        self.key ^= PIECE_KEYS[piece * 64 + square]
        return piece

    def _castle(self, king: i64) -> None:
        """Move the rook over the king that has castled to this square."""
        corner, inner = _rook_squares(king)
        rook = self._lift(corner)
        self.squares[inner] = rook
        self.score += self.tables[rook * 64 + inner]
        self.key ^= PIECE_KEYS[rook * 64 + inner]

    def _stepped_twice(self, passed: i64) -> None:
        """Record an en passant square, but only where a pawn can really take (FIDE Laws 9.2.3)."""
        if self._pawn_takes(passed, 1 - self.side):
            self.en_passant = passed
            self.key ^= EN_PASSANT_KEYS[passed]

    def _pawn_takes(self, square: i64, by: i64) -> bool:
        pawn = PAWN + (by << 3)
        return any(self.squares[start] == pawn for start in PAWN_HITS[(1 - by) * 64 + square])

    # Attacks, checks and draws

    def attacked(self, square: i64, by: i64) -> bool:
        """Return whether a side attacks a square, looking outward from it as each kind of piece."""
        squares, enemy = self.squares, by << 3
        queen = enemy + QUEEN
        slider = enemy + BISHOP
        for ray in RAYS[BISHOP * 64 + square]:
            for start in ray:
                piece = squares[start]
                if piece:
                    if piece in (slider, queen):
                        return True
                    break
        slider = enemy + ROOK
        for ray in RAYS[ROOK * 64 + square]:
            for start in ray:
                piece = squares[start]
                if piece:
                    if piece in (slider, queen):
                        return True
                    break
        knight, pawn = enemy + KNIGHT, enemy + PAWN
        for start in KNIGHT_HITS[square]:
            if squares[start] == knight:
                return True
        for start in PAWN_HITS[(1 - by) * 64 + square]:
            if squares[start] == pawn:
                return True
        return touches(square, self.kings[by])

    def in_check(self) -> bool:
        return self.attacked(self.kings[self.side], 1 - self.side)

    def left_in_check(self) -> bool:
        """Return whether the last move was illegal: its own king is in check."""
        return self.attacked(self.kings[1 - self.side], self.side)

    def uncovers_king(self, move: i64) -> bool:
        """Return the same, faster, for a king that was not in check and has not moved."""
        return self.attacked_along(self.kings[1 - self.side], move & 63, self.side)

    def gives_check(self, move: i64) -> bool:
        """Return whether the last move attacks the king of the side to move."""
        king, by = self.kings[self.side], 1 - self.side
        start, end = move & 63, move >> 6 & 63
        kind = self.squares[end] & 7
        if kind == KNIGHT:
            for square in KNIGHT_HITS[king]:
                if square == end:
                    return True
        elif kind == PAWN:
            for square in PAWN_HITS[by * 64 + end]:
                if square == king:
                    return True
            if start & 7 != end & 7:
                return self.attacked(king, by)  # en passant changes more than one line
        elif kind == KING and (end - start == 2 or start - end == 2):
            return self.attacked(king, by)
        return self.attacked_along(king, end, by) or self.attacked_along(king, start, by)

    def would_check(self, move: i64) -> bool:
        """Return whether the piece that a quiet move moves would attack the enemy's king."""
        squares, king = self.squares, self.kings[1 - self.side]
        start, end = move & 63, move >> 6 & 63
        kind = squares[start] & 7
        if kind == KNIGHT:
            return any(square == end for square in KNIGHT_HITS[king])
        if kind == PAWN:
            return any(square == king for square in PAWN_HITS[self.side * 64 + end])
        straight = king & 7 == end & 7 or king >> 3 == end >> 3
        if kind == KING or (straight and kind == BISHOP) or (not straight and kind == ROOK):
            return False
        for square in LINES_THROUGH[king * 64 + end]:
            if square == end:
                return True
            if squares[square] and square != start:
                return False
        return False

    def attacked_along(self, square: i64, other: i64, by: i64) -> bool:
        """Return whether a side attacks a square along the line from it through another."""
        squares = self.squares
        for start in LINES_THROUGH[square * 64 + other]:
            piece = squares[start]
            if piece:
                straight = square & 7 == other & 7 or square >> 3 == other >> 3
                slider = (ROOK if straight else BISHOP) + (by << 3)
                return piece == slider or piece == QUEEN + (by << 3)
        return False

    def legal_moves(self) -> list[i64]:
        """Return all legal moves, ranked, unsorted. Slow: for the root and for rare cases."""
        legal: list[i64] = []
        for ranked in self.moves():
            move = ranked & MOVE_BITS
            undo = self.make(move)
            if not self.left_in_check():
                legal.append(ranked)
            self.unmake(move, undo)
        return legal

    def drawn(self, checked: bool) -> bool:
        """Return whether fifty moves, too little material, or a single repetition make a draw."""
        if self.men <= 3 and self._cannot_mate():
            return True
        quiet = self.quiet
        if quiet < 4:
            return False
        if quiet >= 100:
            return not checked or len(self.legal_moves()) > 0  # mate takes precedence
        path, key = self.path, self.key
        at: i64 = len(path) - 2
        last: i64 = max(0, at + 2 - quiet)
        while at >= last:
            if path[at] == key:
                return True
            at -= 2
        return False

    def _cannot_mate(self) -> bool:
        for piece in self.squares:
            kind = piece & 7
            if kind in (PAWN, ROOK, QUEEN):
                return False
        return True

    def has_pieces(self) -> bool:
        """Return whether the side to move has more than king and pawns."""
        own, counts = self.side << 3, self.counts
        return (
            counts[own + QUEEN] + counts[own + ROOK] + counts[own + BISHOP] + counts[own + KNIGHT]
            > 0
        )

    # Pseudo-legal moves

    def can_play(self, move: i64) -> bool:
        """Return whether a move that was pseudo-legal somewhere else is so here."""
        squares, side = self.squares, self.side
        start, end = move & 63, move >> 6 & 63
        piece, taken = squares[start], squares[end]
        if not piece or piece >> 3 != side or (taken and taken >> 3 == side):
            return False
        kind = piece & 7
        if kind == PAWN:
            return self._pawn_can_play(move)
        if move >= PROMOTION_UNIT:
            return False
        if kind == KING and (end - start == 2 or start - end == 2):
            castlings: list[i64] = []
            self._castlings(castlings)
            return any_is(castlings, move)
        for ray in RAYS[kind * 64 + start]:
            for square in ray:
                if square == end:
                    return True
                if squares[square]:
                    break
        return False

    def _pawn_can_play(self, move: i64) -> bool:
        moves: list[i64] = []
        self._pawn_captures(move & 63, moves)
        self._pawn_steps(move & 63, EMPTY_TABLES, EMPTY_TABLES, moves)
        return any_is(moves, move)

    def moves(self) -> list[i64]:
        """Return all moves, ranked; those without a capture alike."""
        out = self.captures()
        out.extend(self.quiets(EMPTY_TABLES, EMPTY_TABLES))
        return out

    def captures(self) -> list[i64]:
        """Return captures and new queens, ranked by most valuable victim, least valuable attacker.

        A capture of the king shows that the move before was illegal.
        """
        squares, side = self.squares, self.side
        enemy = BLACK - (side << 3)
        out: list[i64] = []
        start: i64 = -1
        for piece in squares:
            start += 1
            if not piece or piece & BLACK == enemy:
                continue
            kind = piece & 7
            if kind == PAWN:
                self._pawn_captures(start, out)
                continue
            rank = CAPTURE_RANK - kind
            for ray in RAYS[kind * 64 + start]:
                for end in ray:
                    target = squares[end]
                    if target:
                        if target & BLACK == enemy:
                            out.append((rank + (target & 7) * 8) * RANK_UNIT + start + end * 64)
                        break
        return out

    def quiets(self, history: Tables, replies: Tables) -> list[i64]:
        """Return all other moves, ranked by the sum of two tables, below ``CAPTURE_RANK``."""
        squares, side = self.squares, self.side
        enemy = BLACK - (side << 3)
        out: list[i64] = []
        start: i64 = -1
        for piece in squares:
            start += 1
            if not piece or piece & BLACK == enemy:
                continue
            kind = piece & 7
            if kind == PAWN:
                self._pawn_steps(start, history, replies, out)
                continue
            row = piece * 64
            for ray in RAYS[kind * 64 + start]:
                for end in ray:
                    if squares[end]:
                        break
                    rank = history[row + end] + replies[row + end]
                    out.append(rank * RANK_UNIT + start + end * 64)
        if self.castling:
            self._castlings(out)
        return out

    def _pawn_captures(self, start: i64, out: list[i64]) -> None:
        """Add a pawn's captures, and its steps to the last rank that make a queen."""
        squares, side = self.squares, self.side
        enemy = BLACK - (side << 3)
        for end in PAWN_HITS[side * 64 + start]:
            target = squares[end]
            if (target and target & BLACK == enemy) or end == self.en_passant:
                taken: i64 = target & 7 if target else PAWN
                rank = CAPTURE_RANK + taken * 8 - PAWN
                if 8 <= end < 56:
                    out.append(rank * RANK_UNIT + start + end * 64)
                else:
                    out.append(
                        (rank + QUEEN * 8) * RANK_UNIT + start + end * 64 + QUEEN * PROMOTION_UNIT
                    )
        end = start - 8 if side else start + 8
        if not 8 <= end < 56 and not squares[end]:
            out.append(
                (CAPTURE_RANK + QUEEN * 8) * RANK_UNIT + start + end * 64 + QUEEN * PROMOTION_UNIT
            )

    def _pawn_steps(self, start: i64, history: Tables, replies: Tables, out: list[i64]) -> None:
        """Add a pawn's steps, and its promotions to lesser pieces, which are hardly ever good."""
        squares, side = self.squares, self.side
        step: i64 = -8 if side else 8
        end = start + step
        if not 8 <= end < 56:
            self._lesser_promotions(start, end, out)
        elif not squares[end]:
            row = squares[start] * 64
            rank = history[row + end] + replies[row + end]
            out.append(rank * RANK_UNIT + start + end * 64)
            if start >> 3 == (6 if side else 1) and not squares[end + step]:
                end += step
                rank = history[row + end] + replies[row + end]
                out.append(rank * RANK_UNIT + start + end * 64)

    def _lesser_promotions(self, start: i64, ahead: i64, out: list[i64]) -> None:
        enemy = BLACK - (self.side << 3)
        ends: list[i64] = [] if self.squares[ahead] else [ahead]
        for end in PAWN_HITS[self.side * 64 + start]:
            if self.squares[end] and self.squares[end] & BLACK == enemy:
                ends.append(end)
        for end in ends:
            for kind in (KNIGHT, BISHOP, ROOK):
                out.append(start + end * 64 + kind * PROMOTION_UNIT)

    def _castlings(self, out: list[i64]) -> None:
        """Add castlings. The rights imply that king and rook are at home."""
        squares, enemy = self.squares, 1 - self.side
        home: i64 = 60 if self.side else 4
        rights = self.castling >> 2 if self.side else self.castling
        if not rights & 3 or self.attacked(home, enemy):
            return
        short = rights & 1 and not (squares[home + 1] or squares[home + 2])
        if short and not self.attacked(home + 1, enemy):
            out.append(CASTLING_RANK * RANK_UNIT + home + (home + 2) * 64)
        long = rights & 2 and not (squares[home - 1] or squares[home - 2] or squares[home - 3])
        if long and not self.attacked(home - 1, enemy):
            out.append(CASTLING_RANK * RANK_UNIT + home + (home - 2) * 64)


def any_is(ranked: list[i64], move: i64) -> bool:
    """Return whether a move is among ranked ones."""
    return any(one & MOVE_BITS == move for one in ranked)


def touches(one: i64, other: i64) -> bool:
    """Return whether two squares are neighbours, or the same."""
    files, ranks = (one & 7) - (other & 7), (one >> 3) - (other >> 3)
    return -1 <= files <= 1 and -1 <= ranks <= 1


def _castling(board: chess.Board) -> int:
    """Return python-chess's castling rights as the four bits of :data:`RIGHTS_KEPT`."""
    rights = board.clean_castling_rights()
    corners = ((1, chess.BB_H1), (2, chess.BB_A1), (4, chess.BB_H8), (8, chess.BB_A8))
    return sum(bit for bit, corner in corners if rights & corner)


def _rook_squares(king: i64) -> tuple[i64, i64]:
    """Return the squares that the rook leaves and reaches when a king has castled to this
    square.
    """
    return (king + 1, king - 1) if king & 7 == 6 else (king - 2, king + 1)
