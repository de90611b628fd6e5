"""Openings for a contest without its own, so that programs do not repeat their games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from random import Random

from board_core.ais import CHESS_3D_AIS
from board_core.ais.openings import BOOK_LINES, assess
from board_core.author.analysis import Adviser
from board_core.game.clock import TimeControl
from board_core.game.rules import Move, MoveList, Position, Rules
from board_core.games.chess import CHESS, is_chess
from board_core.games.chess3d import CHESS_3D
from board_core.games.gomoku import GOMOKU
from board_core.games.lessons import winning
from board_core.match.openings import Opening, drawn_openings
from board_core.players.in_process import InProcessAI

OPENING_PLIES = 8
"""The length of a chess opening that is made here."""

BOOK_PLIES = (4, 6)
"""The moves of it that come from the book, where the others are drawn by lot."""

EVEN_CENTIPAWNS = 50
"""The lead of one side that an opening may have."""

ADVISER_CONTROL = TimeControl(nodes=1_000)
"""The search of the adviser: 15 ms in Python, and the same score on every machine."""

EVEN_3D = 60
"""The same in 3D chess, in centipawns."""

CONTROL_3D = TimeControl(depth=2)
"""The search of the adviser in 3D chess."""

DRAWN_MOVES = 4
"""The length of an opening of any other game."""

MIDDLE_REACH = 3
"""The distance from the middle of the board, in points, within which stones are put."""

TRIES_IN_VAIN = 300
"""Openings in a row that are known already, after which no other is sought."""


def shuffled(openings: Sequence[Opening], seed: int) -> tuple[Opening, ...]:
    """Return the same openings in an order that the seed decides."""
    return tuple(Random(seed).sample(openings, len(openings)))


def default_openings(rules: Rules, count: int, seed: int) -> tuple[Opening, ...]:
    """Return ``count`` different openings for a contest without openings of its own.

    Chess has the lines of the board's own book first. They are few, and long matches need many:
    the others begin like the book and continue with random moves for a few plies, and an opening is
    kept if an adviser finds neither side better off. In a pair of games both sides have the same
    advantage. 3D chess has random moves that an adviser finds even. In games of stones the first
    stones are placed near the middle at random; a game without a fixed starting position
    (Chess960) has random starts; any other game begins with random moves. The result is shorter
    where no more openings are found. The same seed gives the same openings.
    """
    return drawn_openings(rules, count, seed) or tuple(islice(_made(rules, Random(seed)), count))


def _made(rules: Rules, chance: Random) -> Iterator[Opening]:
    """Make openings that lead to different positions, until no other is found."""
    seen, in_vain = set[str](), 0
    for position, moves in _lines(rules, chance):
        known = _without_counters(position) if is_chess(rules) else position.setup
        in_vain += 1
        if known not in seen and position.outcome() is None:
            seen.add(known)
            in_vain = 0
            yield Opening(None, moves)
        if in_vain == TRIES_IN_VAIN:
            return


Line = tuple[Position, tuple[Move, ...]]
"""Moves, and the position that they lead to."""


def _lines(rules: Rules, chance: Random) -> Iterator[Line]:
    if rules.name == CHESS.name:
        return _of_chess(rules, chance)
    if rules.family == CHESS_3D.family:
        return _of_chess3d(rules, chance)
    return _stones(rules, chance) if rules.family == GOMOKU.family else _any(rules, chance)


MoveFilter = Callable[[Position, Move], bool]


def _of_chess(rules: Rules, chance: Random) -> Iterator[Line]:
    book = [line.split() for line in BOOK_LINES]
    for line in chance.sample(book, len(book)):
        yield _played(rules, line[:OPENING_PLIES])
    player = InProcessAI(assess, inline=True)
    with closing(player), closing(Adviser(player, rules)) as adviser:
        while True:
            known = chance.choice(book)[: chance.choice(BOOK_PLIES)]
            position, moves = _by_lot(_played(rules, known), OPENING_PLIES - len(known), chance)
            if position.outcome() is None and _is_even(
                adviser, position, ADVISER_CONTROL, EVEN_CENTIPAWNS
            ):
                yield position, moves


def _of_chess3d(rules: Rules, chance: Random) -> Iterator[Line]:
    """Make random moves after which a search of a few plies finds neither side better off."""
    player = InProcessAI(CHESS_3D_AIS["hard"](0), inline=True)
    with closing(player), closing(Adviser(player, rules)) as adviser:
        while True:
            position, moves = _by_lot((rules.start(None), ()), OPENING_PLIES, chance)
            if position.outcome() is None and _is_even(adviser, position, CONTROL_3D, EVEN_3D):
                yield position, moves


def _stones(rules: Rules, chance: Random) -> Iterator[Line]:
    geometry = rules.geometry
    columns, rows = geometry.columns // 2, (geometry.height - 1) // 2
    middle = {
        geometry.place(column, row)
        for column in range(columns - MIDDLE_REACH, columns + MIDDLE_REACH + 1)
        for row in range(rows - MIDDLE_REACH, rows + MIDDLE_REACH + 1)
    }

    def allowed(position: Position, move: Move) -> bool:
        return middle.issuperset(rules.places(position, move))

    while True:
        yield _by_lot((rules.start(None), ()), DRAWN_MOVES, chance, allowed)


def _any(rules: Rules, chance: Random) -> Iterator[Line]:
    """Make a few random moves, after which nobody can win at once."""
    while True:
        line = _by_lot((rules.start(None), ()), DRAWN_MOVES, chance)
        yield line if not winning(line[0]) else (rules.start(None), ())


def _played(rules: Rules, line: Sequence[str]) -> Line:
    position, moves = rules.start(None), list[Move]()
    for text in line:
        moves.append(position.parse(text))
        position = position.play(moves[-1])
    return position, tuple(moves)


def _by_lot(line: Line, plies: int, chance: Random, allowed: MoveFilter | None = None) -> Line:
    """Continue with random moves for so many plies, or until the game is over."""
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


def _is_even(adviser: Adviser, position: Position, control: TimeControl, most: int) -> bool:
    score = adviser.advise(position, MoveList(), control, None).score
    return score is not None and score.cp is not None and abs(score.cp) <= most


def _without_counters(position: Position) -> str:
    """Return the set-up without the move numbers, which make no other opening."""
    return " ".join(position.setup.split()[:4])
