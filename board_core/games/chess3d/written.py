"""Write moves of 3D chess as people do, and read them in the forms that people and programs use.

The case of a letter counts: ``B`` is a level or a bishop, ``b`` a file.
A text that is no legal move is refused with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from board_core.game.rules import AmbiguousMove, IllegalMove, Move
from board_core.text.harmless_text import foreign_letter, in_ascii
from board_core.text.sentence import Listed, Sentence, given, say

from .board import (
    BOARD_MOVE,
    CASTLING_MOVE,
    CASTLING_WAYS,
    CORNER_OF_PIN,
    EN_PASSANT,
    KIND_MASK,
    KING,
    LATE_SHIFT,
    MANNER_SHIFT,
    NO_OWNER,
    PAWN,
    PIECE_SYMBOLS,
    PLACE_MASK,
    PROMOTION_SHIFT,
    TO_SHIFT,
    Board3D,
    move_text,
)
from .places import (
    NEXT_PINS,
    PIN_NAMES,
    PLACE_NAMES,
    PLACE_NUMBERS,
    RANK_OF,
    SQUARE_COUNT,
    pin_of,
    pin_squares,
)

LONGEST_QUOTE = 80


def quoted(text: str) -> str:
    """Return a text in quotes, of at most 80 characters: its beginning and its end."""
    return repr(text if len(text) <= LONGEST_QUOTE else f"{text[:50]}...{text[-27:]}")


def unreadable(text: str) -> Sentence:
    """Return why a text is not written as a move."""
    shown = quoted(text)
    if not text:
        return say("an empty line is not a move")
    if text in ("1-0", "0-1", "1/2-1/2"):
        return say(
            "{text} is a result, not a move: the board decides it; write resign to give up",
            text=shown,
        )
    if (plain := in_ascii(text)) != text:
        return say(
            "{text} has the character {letter}: write {plain}, in ASCII",
            text=shown,
            letter=foreign_letter(text),
            plain=repr(plain),
        )
    return say(
        "{text} is not a move: write it as in b4N, Nxc5KL5, d8B=Q, O-O, QL3-QL5 or b2Wb4N",
        text=shown,
    )


def why_not(board: Board3D, text: str, start: str, to: str, late: int = 0) -> Sentence:
    """Return why no move from one place to another is legal; ``start`` may be empty."""
    shown, pawn = quoted(text), board.late_pawn()
    if late and pawn < 0:
        return say("{text} is not legal: no pawn has to be promoted first", text=shown)
    if to in PIN_NAMES:
        return _why_no_board_move(board, shown, start, to)
    if start in PIN_NAMES:
        return say(
            "{text} is not legal: a board goes to a pin, such as QL3, and not to a square",
            text=shown,
        )
    for bit, king, rook, king_to, _rook_to in CASTLING_WAYS[board.turn]:
        wanted = (start, to) == (PLACE_NAMES[king], PLACE_NAMES[king_to])
        if wanted and board.squares[king] == KING | board.turn << 3 and board.castling & bit:
            return _why_no_castling(board, shown, rook, king_to)
    for square in filter(None, (start, to)):
        pin = pin_of(PLACE_NUMBERS[square]) if square in PLACE_NUMBERS else -1
        if square not in PLACE_NUMBERS or (pin >= 0 and board.owners[pin] == NO_OWNER):
            return say(
                "{text} is not legal: there is no square {square} now", text=shown, square=square
            )
    if start:
        piece = board.squares[PLACE_NUMBERS[start]]
        if not piece:
            return say(
                "{text} is not legal: there is no piece of yours on {square}",
                text=shown,
                square=start,
            )
        if piece >> 3 != board.turn:
            return say(
                "{text} is not legal: the piece on {square} is not yours", text=shown, square=start
            )
    return _why_no_piece_move(board, shown, start, to)


def _why_no_castling(board: Board3D, shown: str, rook: int, king_to: int) -> Sentence:
    """Return why a king cannot castle that has not moved, nor its rook."""
    square = PLACE_NAMES[king_to]
    if board.first_move:
        return say(
            "{text} is not legal: castling is not allowed as a side's first move", text=shown
        )
    if board.is_check():
        return say("{text} is not legal: a king in check cannot castle", text=shown)
    if king_to != rook and board.squares[king_to]:
        return say("{text} is not legal: the way is blocked on {square}", text=shown, square=square)
    return say(
        "{text} is not legal: the king would cross or reach {square}, which is attacked",
        text=shown,
        square=square,
    )


def why_no_castling(board: Board3D, text: str, long: bool) -> Sentence:
    """Return why a king cannot castle on this side."""
    bit, _king, rook, king_to, _rook_to = CASTLING_WAYS[board.turn][long]
    if board.castling & bit:
        return _why_no_castling(board, quoted(text), rook, king_to)
    return say(
        "{text} is not legal: the king or that rook has moved, or is not at its place",
        text=quoted(text),
    )


def no_promotion(text: str) -> Sentence:
    """Return that a promotion is not on the last rank."""
    return say(
        "{text} is not legal: only a pawn that reaches the last rank becomes another piece",
        text=quoted(text),
    )


def _why_no_piece_move(board: Board3D, shown: str, start: str, to: str) -> Sentence:
    wanted = PLACE_NUMBERS[to]
    taken = board.squares[wanted]
    if taken and taken >> 3 == board.turn:
        return say("{text} is not legal: your own piece stands on {square}", text=shown, square=to)
    possible = any(
        move >> TO_SHIFT & PLACE_MASK == wanted and start in ("", PLACE_NAMES[move & PLACE_MASK])
        for move in board.pseudo_legal()
    )
    if possible and start:
        if board.is_check():
            return say("{text} is not legal: your king is in check", text=shown)
        return say("{text} is not legal: it would leave your king in check", text=shown)
    return say("{text} is not legal: no piece of yours can move so", text=shown)


def _why_board_stays(board: Board3D, pin: int) -> Sentence:
    """Return why a board cannot be moved at all now."""
    load = [board.squares[square] for square in pin_squares(pin) if board.squares[square]]
    name = PIN_NAMES[pin]
    if len(load) > 1:
        count = len(load)
        return say("{pin} carries {count} pieces; it may carry one", pin=name, count=count)
    if load and load[0] >> 3 != board.turn:
        return say("the piece on {pin} is not yours: you cannot move this board", pin=name)
    if not load and board.owners[pin] != board.turn:
        return say("the empty board {pin} is not yours", pin=name)
    return say("{pin} cannot move now: no pin is free, or your king would be in check", pin=name)


def _why_no_board_move(board: Board3D, shown: str, start: str, to: str) -> Sentence:
    """Return why a board cannot be moved to a pin."""
    end = PIN_NAMES.index(to)
    if not start and board.owners[end] != NO_OWNER:
        return _why_board_stays(board, end)
    if start not in PIN_NAMES:
        return say("{text} is not legal: no board of yours can go to {pin}", text=shown, pin=to)
    pin = PIN_NAMES.index(start)
    load = [board.squares[square] for square in pin_squares(pin) if board.squares[square]]
    if board.owners[pin] == NO_OWNER:
        return say("{text} is not legal: no board is on {pin}", text=shown, pin=start)
    if len(load) > 1:
        return say("{text} is not legal: a board with several pieces cannot be moved", text=shown)
    if load and load[0] >> 3 != board.turn:
        return say("{text} is not legal: the piece on this board is not yours", text=shown)
    if not load and board.owners[pin] != board.turn:
        return say("{text} is not legal: this empty board is not yours", text=shown)
    if board.owners[end] != NO_OWNER:
        return say("{text} is not legal: another board is on {pin}", text=shown, pin=to)
    if end not in NEXT_PINS[pin]:
        return say(
            "{text} is not legal: a board goes to the same number on the other side, or to a "
            "number that differs by 1 or 2",
            text=shown,
        )
    if load and board.goes_back(pin, end):
        return say("{text} is not legal: only an empty board can go backward", text=shown)
    corner = CORNER_OF_PIN.get(pin, SQUARE_COUNT)
    if corner < SQUARE_COUNT and PIECE_SYMBOLS[board.squares[corner]] == "pP"[board.turn]:
        return say(
            "{text} is not legal: the pawn on {square} could become a piece that checks your king",
            text=shown,
            square=PLACE_NAMES[corner],
        )
    if board.is_check():
        return say("{text} is not legal: your king is in check", text=shown)
    return say("{text} is not legal: it would leave your king in check", text=shown)


LEVEL_FORM = r"(?:[WNB]|[QK]L[1-6])"
SQUARE_FORM = rf"[za-e]\d{LEVEL_FORM}"
PIN_FORM = r"[QK]L[1-6]"
COORDINATES_PATTERN = re.compile(
    rf"(?P<start>{SQUARE_FORM}|{PIN_FORM})(?P<to>{SQUARE_FORM}|{PIN_FORM})(?P<promotion>[qrbn])?",
    re.ASCII,
)
CASTLING_PATTERN = re.compile(r"([Oo0])-\1(?P<long>-\1)?")
BOARD_PATTERN = re.compile(
    rf"(?:(?P<start>{PIN_FORM})-?)?(?P<to>{PIN_FORM})(?:=?(?P<promotion>[QRBN]))?", re.ASCII
)
PIECE_PATTERN = re.compile(
    rf"(?:(?P<piece>[KQRBN])(?P<file>[za-e])?(?P<rank>\d)?(?P<level>{LEVEL_FORM})?"
    rf"|(?P<pawn_file>[za-e])(?P<pawn_rank>\d)?(?P<pawn_level>{LEVEL_FORM})?)?"
    rf"(?P<takes>x)?(?P<to>{SQUARE_FORM})(?:=?(?P<promotion>[QRBN]))?",
    re.ASCII,
)
LATE_PATTERN = re.compile(r"=?(?P<late>[QRBNqrbn]):\s*(?P<rest>.*)", re.DOTALL)
EN_PASSANT_ENDING = re.compile(r"\s*e\.?p\.?$")


def _start(move: int) -> int:
    return move & PLACE_MASK


def _to(move: int) -> int:
    return move >> TO_SHIFT & PLACE_MASK


def _manner(move: int) -> int:
    return move >> MANNER_SHIFT & KIND_MASK


def _promotion(move: int) -> int:
    return move >> PROMOTION_SHIFT & KIND_MASK


def level_of(square: int) -> str:
    """Return the level in a square's name: ``W``, or the pin of an attack board."""
    return PLACE_NAMES[square][2:]


def takes(board: Board3D, move: int) -> bool:
    """Return whether a move captures."""
    manner = _manner(move)
    return manner == EN_PASSANT or (manner < EN_PASSANT and board.squares[_to(move)] != 0)


def written(board: Board3D, move: int, legal: Iterable[int]) -> str:
    """Return a legal move as people write it; ``legal`` are all legal moves."""
    late = f"={PIECE_SYMBOLS[move >> LATE_SHIFT]}:" if move >> LATE_SHIFT else ""
    board.push(move)
    sign = ("+" if next(board.generate_legal(), None) else "#") if board.is_check() else ""
    board.pop()
    promotion = f"={PIECE_SYMBOLS[_promotion(move)]}" if _promotion(move) else ""
    return f"{late}{_without_additions(board, move, legal)}{promotion}{sign}"


def _without_additions(board: Board3D, move: int, legal: Iterable[int]) -> str:
    start, to = _start(move), _to(move)
    if _manner(move) == BOARD_MOVE:
        return f"{PLACE_NAMES[start]}-{PLACE_NAMES[to]}"
    if _manner(move) == CASTLING_MOVE:
        return "O-O-O" if PLACE_NAMES[to][0] == "a" else "O-O"
    kind = _mover(board, move)
    captures = takes(board, move)
    others = {
        _start(other)
        for other in legal
        if _to(other) == to
        and other >> LATE_SHIFT == move >> LATE_SHIFT
        and _manner(other) < CASTLING_MOVE
        and _mover(board, other) == kind
        and takes(board, other) == captures
    } - {start}
    ways = _pawn_origins(start, captures) if kind == PAWN else _piece_origins(start)
    origin = next(
        way for way in ways if all(way not in _origins(other, kind, captures) for other in others)
    )
    return f"{'' if kind == PAWN else PIECE_SYMBOLS[kind]}{origin}{'x' * captures}{PLACE_NAMES[to]}"


def _mover(board: Board3D, move: int) -> int:
    """Return the kind of the piece that moves, promoted late if it is."""
    late = move >> LATE_SHIFT
    if late and _start(move) == board.late_pawn():
        return late
    return board.squares[_start(move)] & 7


def _origins(square: int, kind: int, captures: bool) -> tuple[str, ...]:
    return tuple(_pawn_origins(square, captures) if kind == PAWN else _piece_origins(square))


def _piece_origins(square: int) -> Iterator[str]:
    """Yield what may tell a piece apart, the shortest first."""
    file, rank = PLACE_NAMES[square][0], str(RANK_OF[square])
    yield from ("", file, rank, level_of(square), file + rank, PLACE_NAMES[square])


def _pawn_origins(square: int, captures: bool) -> Iterator[str]:
    file = PLACE_NAMES[square][0]
    yield from (file if captures else "", file + level_of(square))


def read_move(board: Board3D, legal: Mapping[str, int], text: str) -> int:
    """Return the legal move that a text names. Raises IllegalMove and AmbiguousMove.

    Accepts coordinates and written moves, with missing or wrong ``x``, ``+`` and ``#``, with ``!``
    and ``?``, with more of the origin than needed, with ``0-0``, ``e.p.``, promotions without
    ``=``, and the pin alone to which only one board can go.
    """
    given(text, str, "is no text of a move: give one, as 'b2Wb4N'")
    if (known := legal.get(text)) is not None:
        return known
    text = text.removeprefix("\ufeff").strip()
    bare = EN_PASSANT_ENDING.sub("", text.rstrip("+#!?"))
    late = 0
    if found := LATE_PATTERN.fullmatch(bare):
        late, bare = PIECE_SYMBOLS.index(found["late"].upper()), found["rest"]
    moves = _named(board, legal.values(), bare)
    if moves is None:
        raise IllegalMove(unreadable(text))
    fitting = [move for move in moves if move >> LATE_SHIFT == late] if late else moves
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise AmbiguousMove(
            say(
                "{text} is ambiguous: it could be {choices}",
                text=quoted(text),
                choices=Listed(sorted(written(board, move, legal.values()) for move in fitting)),
            ),
            [Move(move_text(move)) for move in fitting],
        )
    if found := CASTLING_PATTERN.fullmatch(bare):
        raise IllegalMove(why_no_castling(board, text, long=found["long"] is not None))
    if not late and _named(board, legal.values(), _unpromoted(bare)):
        raise IllegalMove(no_promotion(text))
    raise IllegalMove(why_not(board, text, *_places_in(bare), late=late))


def is_written_as_a_move(text: str) -> bool:
    """Return whether a text has one of the forms of a move, legal or not."""
    bare = EN_PASSANT_ENDING.sub("", text.strip().rstrip("+#!?"))
    if found := LATE_PATTERN.fullmatch(bare):
        bare = found["rest"]
    forms = (COORDINATES_PATTERN, CASTLING_PATTERN, BOARD_PATTERN, PIECE_PATTERN)
    return any(form.fullmatch(bare) for form in forms)


def _named(board: Board3D, legal: Iterable[int], text: str) -> list[int] | None:
    """Return the legal moves that a text may mean; None for what is not written as a move."""
    if found := COORDINATES_PATTERN.fullmatch(text):
        moves = [
            move
            for move in legal
            if PLACE_NAMES[_start(move)] == found["start"] and PLACE_NAMES[_to(move)] == found["to"]
        ]
        return _promoted(moves, found["promotion"] and found["promotion"].upper())
    if found := CASTLING_PATTERN.fullmatch(text):
        file = "a" if found["long"] else "e"
        return [
            move
            for move in legal
            if _manner(move) == CASTLING_MOVE and PLACE_NAMES[_to(move)][0] == file
        ]
    if found := BOARD_PATTERN.fullmatch(text):
        moves = [
            move
            for move in legal
            if _manner(move) == BOARD_MOVE
            and PLACE_NAMES[_to(move)] == found["to"]
            and found["start"] in (None, PLACE_NAMES[_start(move)])
        ]
        return _promoted(moves, found["promotion"])
    if found := PIECE_PATTERN.fullmatch(text):
        return _promoted(_of_piece(board, legal, found), found["promotion"])
    return None


def _unpromoted(text: str) -> str:
    """Return a text without the piece that a pawn becomes."""
    for form in (COORDINATES_PATTERN, BOARD_PATTERN, PIECE_PATTERN):
        if (found := form.fullmatch(text)) and found["promotion"]:
            return text[: found.start("promotion")].rstrip("=")
    return text


def _promoted(moves: list[int], letter: str | None) -> list[int]:
    """Return the moves with this promotion; all of them if the text names none."""
    if letter is None:
        return moves
    return [move for move in moves if PIECE_SYMBOLS[_promotion(move)] == letter]


def _of_piece(board: Board3D, legal: Iterable[int], found: re.Match[str]) -> list[int]:
    kind = PIECE_SYMBOLS.index(found["piece"] or "P")
    file, rank = found["file"] or found["pawn_file"], found["rank"] or found["pawn_rank"]
    level = found["level"] or found["pawn_level"]
    moves = [
        move
        for move in legal
        if _manner(move) < CASTLING_MOVE
        and PLACE_NAMES[_to(move)] == found["to"]
        and _mover(board, move) == kind
        and file in (None, PLACE_NAMES[_start(move)][0])
        and rank in (None, str(RANK_OF[_start(move)]))
        and level in (None, level_of(_start(move)))
    ]
    if kind == PAWN and file is None:  # b4N is a step, xb4N a capture without its file
        captures = [move for move in moves if takes(board, move)]
        steps = [move for move in moves if not takes(board, move)]
        return (captures or steps) if found["takes"] else steps
    return moves


def _places_in(text: str) -> tuple[str, str]:
    """Return the places of origin and arrival that a text names, or empty texts."""
    if found := COORDINATES_PATTERN.fullmatch(text):
        return found["start"], found["to"]
    found = BOARD_PATTERN.fullmatch(text) or PIECE_PATTERN.fullmatch(text)
    assert found is not None
    return (found["start"] or "" if "start" in found.re.groupindex else ""), found["to"]
