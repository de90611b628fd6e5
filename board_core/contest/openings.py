"""Openings for a contest that brings none, so that programs do not repeat their games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random

from board_core.ais.hard.evaluation import tables_for
from board_core.ais.hard.search import ChessSearch
from board_core.ais.openings import BOOK_LINES
from board_core.games.chess import CHESS
from board_core.games.gomoku import GOMOKU
from board_core.games.usual import winning
from board_core.match.openings import Opening, drawn_openings
from board_core.rules import Move, Position, Rules

PLIES = 8
"""Of an opening that is made here, for chess."""

FROM_THE_BOOK = (4, 6)
"""So many of them are moves of the book, where the others are drawn by lot."""

EVEN = 50
"""Centipawns by which one side may be better off after an opening that is made here."""

NODES = 1_000
"""Of the search that says so: 15 ms in Python, the same answer on every machine."""

STONES, MIDDLE = 4, 3
"""Of an opening of stones: how many, and how far from the middle of the board at most."""

TRIES = 300
"""Openings in a row that are known already, after which no other is looked for."""


def shuffled(openings: Sequence[Opening], seed: int) -> tuple[Opening, ...]:
    """The same openings in an order that the seed says."""
    return tuple(Random(seed).sample(openings, len(openings)))


def default_openings(rules: Rules, count: int, seed: int) -> tuple[Opening, ...]:
    """So many different openings for a contest that brings none.

    Chess has the lines of the board's own book first. They are few, and long matches need many:
    the others begin like the book, go on by lot for a few plies, and are kept if a small search
    finds neither side better off. Whoever gains by one, in a pair of games both gain by it. In
    games of stones some are put near the middle by lot; a game without a usual first position
    (Chess960) has its starts by lot; in any other game a few moves are made by lot. Fewer openings
    come back where there are no more. The same seed gives the same openings with this version; what
    a contest plays belongs in its journal.
    """
    return drawn_openings(rules, count, seed) or tuple(islice(_made(rules, Random(seed)), count))


def _made(rules: Rules, chance: Random) -> Iterator[Opening]:
    """No two that lead to the same position, until no other is found."""
    seen, in_vain = set[str](), 0
    for position, moves in _lines(rules, chance):
        known = _without_counters(position) if _is_chess(rules) else position.setup
        in_vain += 1
        if known not in seen and position.outcome() is None:
            seen.add(known)
            in_vain = 0
            yield Opening(None, moves)
        if in_vain == TRIES:
            return


def _is_chess(rules: Rules) -> bool:
    return rules.family == CHESS.name


def _lines(rules: Rules, chance: Random) -> Iterator[Line]:
    if rules.name == CHESS.name:
        return _of_chess(rules, chance)
    return _stones(rules, chance) if rules.family == GOMOKU.family else _any(rules, chance)


Line = tuple[Position, tuple[Move, ...]]
"""Moves, and where they have led to."""

Allowed = Callable[[Position, Move], bool]


def _of_chess(rules: Rules, chance: Random) -> Iterator[Line]:
    book = [line.split() for line in BOOK_LINES]
    for line in chance.sample(book, len(book)):
        yield _played(rules, line[:PLIES])
    while True:
        known = chance.choice(book)[: chance.choice(FROM_THE_BOOK)]
        position, moves = _by_lot(_played(rules, known), PLIES - len(known), chance)
        if position.outcome() is None and abs(_score(position)) <= EVEN:
            yield position, moves


def _stones(rules: Rules, chance: Random) -> Iterator[Line]:
    geometry = rules.geometry
    columns, rows = geometry.columns // 2, (geometry.height - 1) // 2
    middle = {
        geometry.place(column, row)
        for column in range(columns - MIDDLE, columns + MIDDLE + 1)
        for row in range(rows - MIDDLE, rows + MIDDLE + 1)
    }

    def allowed(position: Position, move: Move) -> bool:
        return middle.issuperset(rules.places(position, move))

    while True:
        yield _by_lot((rules.start(None), ()), STONES, chance, allowed)


def _any(rules: Rules, chance: Random) -> Iterator[Line]:
    """A few moves by lot, after which nobody wins at once."""
    while True:
        line = _by_lot((rules.start(None), ()), STONES, chance)
        yield line if not winning(line[0]) else (rules.start(None), ())


def _played(rules: Rules, line: Sequence[str]) -> Line:
    position, moves = rules.start(None), list[Move]()
    for text in line:
        moves.append(position.parse(text))
        position = position.play(moves[-1])
    return position, tuple(moves)


def _by_lot(line: Line, plies: int, chance: Random, allowed: Allowed | None = None) -> Line:
    """Goes on for so many plies, or until the game is over."""
    position, moves = line
    for _ in range(plies):
        if position.outcome() is not None:
            break
        legal = position.legal_moves()
        if allowed is not None:
            legal = [move for move in legal if allowed(position, move)]
        move = chance.choice(legal)
        position, moves = position.play(move), (*moves, move)
    return position, moves


def _score(position: Position) -> int:
    """Centipawns, for the side to move."""
    board = position.native
    *_, found = ChessSearch(board, tables_for(board), max_nodes=NODES).deepen()
    return found.score


def _without_counters(position: Position) -> str:
    """Positions that differ in their move numbers are the same opening."""
    return " ".join(position.setup.split()[:4])
