"""The scene of the board for a state: pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from board_core import Color, Move, Position
from board_core.frontend.settings import Settings
from board_core.game.geometry import Geometry
from board_core.games.look import clicked
from board_core.match.known_games import hosted

from .board.drawing import captured_squares
from .board.scene import Scene, Squares, lettered, lettering, origins
from .game_state import GameState, new_game_state
from .games import CHESS_RULES
from .phases import Mode
from .records import tried


def scene_of(
    state: GameState,
    settings: Settings,
    *,
    flipped: bool,
    hint: Move | None = None,
    best: Sequence[Move] = (),
) -> Scene:
    """Return what the board shows and the moves it allows.

    ``best`` are the moves that an engine proposes in the shown position.
    """
    position = state.shown
    event = state.shown_move
    geometry = state.rules.geometry
    last = _places(state, event.before, event.move) if event else ()
    taken = captured_squares(event.before.pieces(), event.position.pieces(), last) if event else ()
    free = state.free
    moves = _moves(state) if _may_be_moved(state) else {}
    return Scene(
        look=hosted(state.rules).look,
        geometry=lettered(geometry, settings.letters_with_i),
        letters=lettering(geometry, settings.letters_with_i),
        pieces={name: piece for name, piece in position.pieces().items() if name in geometry},
        moves=moves,
        reads=state.read,
        movable=_movable(state, position, moves),
        may_premove=may_premove(state),
        last=last,
        captured=taken,
        marked=tuple(name for name in position.marked() if name in geometry),
        over=position.outcome() is not None,
        numbers=numbers_of(state) if settings.stone_numbers else {},
        forbidden=_forbidden(geometry, position.pieces(), moves),
        arrow=_places(state, position, hint) if hint is not None else (),
        best=tuple(_places(state, position, move) for move in best),
        shapes=_shapes(state),
        keeps_shapes=free and state.sheet is not None,
        flipped=flipped,
        coordinates=settings.coordinates,
        boards=settings.boards_view,
        destinations=settings.show_destinations,
        locked=not state.live and not free,
        text="" if geometry.places else str(position),
    )


SAMPLE_MOVES = "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O O-O Re1 a6 Bb3 Ba7 h3 h6"


@lru_cache(maxsize=1)
def _sample_game() -> GameState:
    game = new_game_state(next(iter(CHESS_RULES.values())))
    for move in SAMPLE_MOVES.split():
        game = tried(game, game.read(move), game.shown)
    return game


def sample_scene(settings: Settings) -> Scene:
    """Return a position of chess as it looks with these settings."""
    return scene_of(_sample_game(), settings, flipped=False)


MOST_FORBIDDEN = 0.25
"""The largest share of the empty points that are marked: more would tell nothing."""


def _forbidden(
    geometry: Geometry, pieces: Mapping[str, str], moves: Mapping[Move, Squares]
) -> Squares:
    """Return the empty points that the rules forbid to the side to move, as in renju to Black."""
    if not geometry.on_points or not moves:
        return ()
    allowed = {squares[0] for squares in moves.values() if len(squares) == 1}
    empty = [name for name in geometry.places if name not in pieces]
    found = tuple(name for name in empty if name not in allowed)
    return found if allowed and len(found) <= MOST_FORBIDDEN * len(empty) else ()


def numbers_of(state: GameState) -> Mapping[str, int]:
    """Return the move number of each shown stone; nothing where pieces move."""
    if not state.rules.geometry.on_points:
        return {}
    moves = (_places(state, event.before, event.move) for event in state.view.played[: state.ply])
    points = (squares[0] for squares in moves if len(squares) == 1)
    return {point: number for number, point in enumerate(points, start=1)}


def _shapes(state: GameState) -> tuple[tuple[Squares, str], ...]:
    """Return the squares and arrows that the record shows in this position."""
    sheet, geometry = state.sheet, state.rules.geometry
    if sheet is None:
        return ()
    shapes = sheet.notes(state.ply).shapes
    return tuple(
        (shape.places, shape.color)
        for shape in shapes
        if all(place in geometry for place in shape.places)
    )


def _moves(state: GameState) -> Mapping[Move, Squares]:
    """Return the possible moves with their places."""
    origin = state.origin
    moves = {move: _clicked(state, origin, move) for move in origin.legal_moves()}
    turned = origin.after_null_move() if state.ignore_turn else None
    if turned is not None:
        moves |= {move: _clicked(state, turned, move) for move in turned.legal_moves()}
    return moves


def _clicked(state: GameState, before: Position, move: Move) -> Squares:
    """Return the places to click for a move."""
    held = hosted(state.rules).look.beside(before, before.to_move).held
    return clicked(move, _places(state, before, move), held)


def _places(state: GameState, before: Position, move: Move) -> Squares:
    """Return the places on the board that a move touches."""
    geometry = state.rules.geometry
    return tuple(place for place in state.rules.places(before, move) if place in geometry)


def _may_be_moved(state: GameState) -> bool:
    return state.may_move and (state.live or state.free)


def may_premove(state: GameState) -> bool:
    """Tell whether a person waits for an AI, and may premove."""
    waiting = state.view.to_move.other
    return (
        state.running
        and state.live
        and not state.view.paused
        and state.seats[waiting].mode is Mode.PERSON
        and not state.hand_moves(state.view.to_move)
    )


def _movable(state: GameState, position: Position, moves: Mapping[Move, Squares]) -> frozenset[str]:
    """Return the places of pieces that can be picked up, now or for a premove."""
    if moves:
        return origins(moves)
    if may_premove(state):
        white, pieces = state.view.to_move is Color.BLACK, position.pieces()
        own = {place for place, piece in pieces.items() if piece.isupper() is white}
        boards = state.rules.geometry.movable.items()
        return frozenset(own | {name for name, board in boards if own.intersection(board.places)})
    return frozenset()
