"""A chess position for searching: one list of 64 squares, changed in place.

It trusts its caller. ``chess.Board`` applies the rules at the root of a search. Here moves are
pseudo-legal (they may leave the own king in check), and the caller checks that afterwards.
"""

from __future__ import annotations

import chess

from .encoding import (
    BISHOP,
    BLACK,
    CAPTURE_RANK,
    CASTLING_KEYS,
    EN_PASSANT_KEYS,
    KING,
    KING_HITS,
    KNIGHT,
    KNIGHT_HITS,
    LINES_THROUGH,
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

Tables = list[list[int]]
"""A number for each piece (0…14) on each square (0…63)."""

Undo = tuple[int, int, int, int, int, int, int]
"""The state before a move: the captured piece, castling, en passant, quiet, score, key, frame."""

EMPTY_TABLES: Tables = [[0] * 64 for _ in range(15)]


class ChessSearchPosition:
    """The pieces, the side to move, and what :meth:`make` and :meth:`unmake` update.

    ``score`` is the sum of the tables' numbers for all pieces, ``key`` the Zobrist key, ``frame``
    the key of pawns and kings alone, ``quiet`` the plies since the last capture or pawn move,
    ``men`` the number of pieces, ``path`` the keys of the earlier positions.
    """

    def __init__(self, board: chess.Board, tables: Tables = EMPTY_TABLES) -> None:
        """Set up a board. ``tables`` value each piece on each square for White, Black's
        negative.
        """
        self.tables = tables
        self.squares = [0] * 64
        for square, piece in board.piece_map().items():
            self.squares[square] = piece.piece_type + (0 if piece.color else BLACK)
        self.side = 0 if board.turn else 1
        self.castling = _castling(board)
        self.en_passant = NO_SQUARE
        if board.ep_square is not None and self._pawn_takes(board.ep_square, self.side):
            self.en_passant = board.ep_square
        self.quiet = board.halfmove_clock
        self.kings = [self.squares.index(KING), self.squares.index(KING + BLACK)]
        self.men = 64 - self.squares.count(0)
        self.path: list[int] = []
        self.score, self.key, self.frame = self.recomputed()

    def recomputed(self) -> tuple[int, int, int]:
        """Return score, key and frame, computed from nothing."""
        score = frame = 0
        key = CASTLING_KEYS[self.castling] ^ EN_PASSANT_KEYS[self.en_passant]
        for square, piece in enumerate(self.squares):
            score += self.tables[piece][square]
            key ^= PIECE_KEYS[piece][square]
            if piece & 7 in (PAWN, KING):
                frame ^= PIECE_KEYS[piece][square]
        return score, key ^ (SIDE_KEY if self.side else 0), frame

    # Moves made and taken back

    def make(self, move: int) -> Undo:
        """Play a pseudo-legal move. Return what :meth:`unmake` needs."""
        squares, tables = self.squares, self.tables
        start, end = move & 63, move >> 6 & 63
        piece, taken = squares[start], squares[end]
        keys = PIECE_KEYS[piece]
        undo = (
            taken, self.castling, self.en_passant, self.quiet, self.score, self.key, self.frame
        )  # fmt: skip
        self.path.append(self.key)
        score = self.score - tables[piece][start]
        key = self.key ^ SIDE_KEY ^ EN_PASSANT_KEYS[self.en_passant] ^ keys[start]
        squares[start] = 0
        self.quiet += 1
        if taken:
            self.quiet = 0
            self.men -= 1
            score -= tables[taken][end]
            key ^= PIECE_KEYS[taken][end]
            if taken & 7 == PAWN:
                self.frame ^= PIECE_KEYS[taken][end]
        if move >= PROMOTION_UNIT:
            piece += (move >> 12) - PAWN
        squares[end] = piece
        self.score = score + tables[piece][end]
        self.key = key ^ PIECE_KEYS[piece][end]
        special = self.en_passant
        self.en_passant = NO_SQUARE
        kind = piece & 7
        if kind == PAWN or move >= PROMOTION_UNIT:
            self.quiet = 0
            self.frame ^= keys[start] if move >= PROMOTION_UNIT else keys[start] ^ keys[end]
            if end == special:
                pawn = self._lift(end ^ 8)  # the captured pawn stands behind this square
                self.frame ^= PIECE_KEYS[pawn][end ^ 8]
                self.men -= 1
            elif end - start in (16, -16):
                self._stepped_twice((start + end) >> 1)
        elif kind == KING:
            self.kings[self.side] = end
            self.frame ^= keys[start] ^ keys[end]
            if end - start in (2, -2):
                self._castle(end)
        if self.castling:
            rights = self.castling & RIGHTS_KEPT[start] & RIGHTS_KEPT[end]
            self.key ^= CASTLING_KEYS[self.castling] ^ CASTLING_KEYS[rights]
            self.castling = rights
        self.side = 1 - self.side
        return undo

    def unmake(self, move: int, undo: Undo) -> None:
        """Take back the last move, with what :meth:`make` returned for it."""
        squares = self.squares
        taken, self.castling, self.en_passant, self.quiet, self.score, self.key, self.frame = undo
        self.side = side = 1 - self.side
        self.path.pop()
        start, end = move & 63, move >> 6 & 63
        piece = PAWN + (side << 3) if move >= PROMOTION_UNIT else squares[end]
        squares[start], squares[end] = piece, taken
        if taken:
            self.men += 1
        kind = piece & 7
        if kind == KING:
            self.kings[side] = start
            if end - start in (2, -2):
                corner, inner = _rook_squares(end)
                squares[corner], squares[inner] = squares[inner], 0
        elif kind == PAWN and end == self.en_passant:
            squares[end ^ 8] = PAWN + BLACK - (side << 3)
            self.men += 1

    def pass_turn(self) -> Undo:
        """Play a null move. Return what :meth:`unpass` needs."""
        undo = (0, self.castling, self.en_passant, self.quiet, self.score, self.key, self.frame)
        self.path.append(self.key)
        self.key ^= SIDE_KEY ^ EN_PASSANT_KEYS[self.en_passant]
        self.en_passant = NO_SQUARE
        self.quiet = 0  # no position before this can be repeated
        self.side = 1 - self.side
        return undo

    def unpass(self, undo: Undo) -> None:
        self.path.pop()
        _, self.castling, self.en_passant, self.quiet, self.score, self.key, _ = undo
        self.side = 1 - self.side

    def _lift(self, square: int) -> int:
        piece = self.squares[square]
        self.squares[square] = 0
        self.score -= self.tables[piece][square]
        self.key ^= PIECE_KEYS[piece][square]
        return piece

    def _castle(self, king: int) -> None:
        """Move the rook over the king that has castled to this square."""
        corner, inner = _rook_squares(king)
        rook = self._lift(corner)
        self.squares[inner] = rook
        self.score += self.tables[rook][inner]
        self.key ^= PIECE_KEYS[rook][inner]

    def _stepped_twice(self, passed: int) -> None:
        """Record an en passant square, but only where a pawn can really take (FIDE Laws 9.2.3)."""
        if self._pawn_takes(passed, 1 - self.side):
            self.en_passant = passed
            self.key ^= EN_PASSANT_KEYS[passed]

    def _pawn_takes(self, square: int, by: int) -> bool:
        pawn = PAWN + (by << 3)
        return any(self.squares[start] == pawn for start in PAWN_HITS[1 - by][square])

    # Attacks, checks and draws

    def attacked(self, square: int, by: int) -> bool:
        """Return whether a side attacks a square, looking outward from it as each kind of piece."""
        squares, enemy = self.squares, by << 3
        sliders = (enemy + BISHOP, enemy + QUEEN)
        for ray in RAYS[BISHOP][square]:
            for start in ray:
                piece = squares[start]
                if piece:
                    if piece in sliders:
                        return True
                    break
        sliders = (enemy + ROOK, enemy + QUEEN)
        for ray in RAYS[ROOK][square]:
            for start in ray:
                piece = squares[start]
                if piece:
                    if piece in sliders:
                        return True
                    break
        knight, pawn = enemy + KNIGHT, enemy + PAWN
        for start in KNIGHT_HITS[square]:
            if squares[start] == knight:
                return True
        for start in PAWN_HITS[1 - by][square]:
            if squares[start] == pawn:
                return True
        return square in KING_HITS[self.kings[by]]

    def in_check(self) -> bool:
        return self.attacked(self.kings[self.side], 1 - self.side)

    def left_in_check(self) -> bool:
        """Return whether the last move was illegal: its own king is in check."""
        return self.attacked(self.kings[1 - self.side], self.side)

    def uncovers_king(self, move: int) -> bool:
        """Return the same, faster, for a king that was not in check and has not moved."""
        return self.attacked_along(self.kings[1 - self.side], move & 63, self.side)

    def gives_check(self, move: int) -> bool:
        """Return whether the last move attacks the king of the side to move."""
        king, by = self.kings[self.side], 1 - self.side
        start, end = move & 63, move >> 6 & 63
        kind = self.squares[end] & 7
        if kind == KNIGHT:
            if king in KNIGHT_HITS[end]:
                return True
        elif kind == PAWN:
            if king in PAWN_HITS[by][end]:
                return True
            if start & 7 != end & 7:
                return self.attacked(king, by)  # en passant changes more than one line
        elif kind == KING and end - start in (2, -2):
            return self.attacked(king, by)
        return self.attacked_along(king, end, by) or self.attacked_along(king, start, by)

    def attacked_along(self, square: int, other: int, by: int) -> bool:
        """Return whether a side attacks a square along the line from it through another."""
        squares = self.squares
        for start in LINES_THROUGH[square][other]:
            piece = squares[start]
            if piece:
                straight = square & 7 == other & 7 or square >> 3 == other >> 3
                slider = (ROOK if straight else BISHOP) + (by << 3)
                return piece == slider or piece == QUEEN + (by << 3)
        return False

    def legal_moves(self) -> list[int]:
        """Return all legal moves, ranked, unsorted. Slow: for the root and for rare cases."""
        legal = []
        for ranked in self.moves(EMPTY_TABLES):
            move = ranked & (RANK_UNIT - 1)
            undo = self.make(move)
            if not self.left_in_check():
                legal.append(ranked)
            self.unmake(move, undo)
        return legal

    def drawn(self, checked: bool) -> bool:
        """Return whether fifty moves, too little material, or a single repetition make a draw."""
        if self.men <= 3 and self._cannot_mate():
            return True
        if self.quiet < 4:
            return False
        if self.quiet >= 100:
            return not checked or bool(self.legal_moves())  # mate takes precedence
        return self.key in self.path[-self.quiet :]

    def _cannot_mate(self) -> bool:
        return not any(piece & 7 in (PAWN, ROOK, QUEEN) for piece in self.squares)

    def has_pieces(self) -> bool:
        """Return whether the side to move has more than king and pawns."""
        own = self.side << 3
        return any(kind + own in self.squares for kind in (QUEEN, ROOK, BISHOP, KNIGHT))

    # Pseudo-legal moves

    def captures(self) -> list[int]:
        """Return captures and new queens, ranked by most valuable victim, least valuable attacker.

        A capture of the king shows that the move before was illegal.
        """
        squares, side = self.squares, self.side
        enemy = BLACK - (side << 3)
        out: list[int] = []
        for start, piece in enumerate(squares):
            if not piece or piece & BLACK == enemy:
                continue
            kind = piece & 7
            if kind == PAWN:
                self._pawn_captures(start, out)
                continue
            rank = CAPTURE_RANK - kind
            for ray in RAYS[kind][start]:
                for end in ray:
                    target = squares[end]
                    if target:
                        if target & BLACK == enemy:
                            out.append((rank + (target & 7) * 8) * RANK_UNIT + start + end * 64)
                        break
        return out

    def moves(self, history: Tables) -> list[int]:
        """Return all moves, ranked; ``history`` (below ``CAPTURE_RANK``) ranks those without a
        capture.
        """
        squares, side = self.squares, self.side
        enemy = BLACK - (side << 3)
        out: list[int] = []
        for start, piece in enumerate(squares):
            if not piece or piece & BLACK == enemy:
                continue
            past, kind = history[piece], piece & 7
            if kind == PAWN:
                self._pawn_captures(start, out)
                self._pawn_steps(start, past, out)
                continue
            rank = CAPTURE_RANK - kind
            for ray in RAYS[kind][start]:
                for end in ray:
                    target = squares[end]
                    if not target:
                        out.append(past[end] * RANK_UNIT + start + end * 64)
                    else:
                        if target & BLACK == enemy:
                            out.append((rank + (target & 7) * 8) * RANK_UNIT + start + end * 64)
                        break
        if self.castling:
            self._castlings(out)
        return out

    def _pawn_captures(self, start: int, out: list[int]) -> None:
        """Add a pawn's captures, and its steps to the last rank that make a queen."""
        squares, side = self.squares, self.side
        enemy = BLACK - (side << 3)
        for end in PAWN_HITS[side][start]:
            target = squares[end]
            if (target and target & BLACK == enemy) or end == self.en_passant:
                rank = CAPTURE_RANK + (target & 7 or PAWN) * 8 - PAWN
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

    def _pawn_steps(self, start: int, past: list[int], out: list[int]) -> None:
        """Add a pawn's steps, and its promotions to lesser pieces, which are hardly ever good."""
        squares, side = self.squares, self.side
        step = -8 if side else 8
        end = start + step
        if not 8 <= end < 56:
            self._lesser_promotions(start, end, out)
        elif not squares[end]:
            out.append(past[end] * RANK_UNIT + start + end * 64)
            if start >> 3 == (6 if side else 1) and not squares[end + step]:
                out.append(past[end + step] * RANK_UNIT + start + (end + step) * 64)

    def _lesser_promotions(self, start: int, ahead: int, out: list[int]) -> None:
        enemy = BLACK - (self.side << 3)
        ends = [] if self.squares[ahead] else [ahead]
        for end in PAWN_HITS[self.side][start]:
            if self.squares[end] and self.squares[end] & BLACK == enemy:
                ends.append(end)
        for end in ends:
            out.extend(start + end * 64 + kind * PROMOTION_UNIT for kind in (KNIGHT, BISHOP, ROOK))

    def _castlings(self, out: list[int]) -> None:
        """Add castlings. The rights imply that king and rook are at home."""
        squares, enemy = self.squares, 1 - self.side
        home, rights = (60, self.castling >> 2) if self.side else (4, self.castling)
        if not rights & 3 or self.attacked(home, enemy):
            return
        short = rights & 1 and not (squares[home + 1] or squares[home + 2])
        if short and not self.attacked(home + 1, enemy):
            out.append(home + (home + 2) * 64)
        long = rights & 2 and not (squares[home - 1] or squares[home - 2] or squares[home - 3])
        if long and not self.attacked(home - 1, enemy):
            out.append(home + (home - 2) * 64)


def _castling(board: chess.Board) -> int:
    """Return python-chess's castling rights as the four bits of :data:`RIGHTS_KEPT`."""
    rights = board.clean_castling_rights()
    corners = ((1, chess.BB_H1), (2, chess.BB_A1), (4, chess.BB_H8), (8, chess.BB_A8))
    return sum(bit for bit, corner in corners if rights & corner)


def _rook_squares(king: int) -> tuple[int, int]:
    """Return the squares that the rook leaves and reaches when a king has castled to this
    square.
    """
    return (king + 1, king - 1) if king & 7 == 6 else (king - 2, king + 1)
