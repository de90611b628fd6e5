"""Boards to test with: chess positions, and a tiny game of stones."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pygame
from pygame.event import Event

from board_core.game.geometry import points
from board_core.game.rules import Move, Position
from board_core.games import CHESS
from board_core.games.look import PLAIN_STONES
from board_core.match.known_games import HOSTED_GAMES
from board_pygame.board.cells import Cells
from board_pygame.board.drawing import captured_squares
from board_pygame.board.scene import Scene, origins
from board_pygame.board.widget import BoardWidget
from board_pygame.kit.painter import LIGHT_THEME
from board_pygame.kit.text import Fonts
from board_pygame.kit.ui import LayeredUI
from board_pygame.kit.widget import Layer

CHESS_LOOK = HOSTED_GAMES["chess"].look
POINTS = points(9, 9, "abcdefghj")
FONT = Path(pygame.font.__file__).parent / pygame.font.get_default_font()


def chess_at(setup: str | None = None, *moves: str) -> Position:
    position = CHESS.start(setup)
    for move in moves:
        position = position.play(position.parse(move))
    return position


def chess_scene(setup: str | None = None, *moves: str, **more) -> Scene:
    """A scene in which the side to move may move, after these moves."""
    before = position = CHESS.start(setup)
    last = ()
    for text in moves:
        before, move = position, position.parse(text)
        position, last = position.play(move), CHESS.places(position, move)
    legal = {move: CHESS.places(position, move) for move in position.legal_moves()}
    scene = Scene(
        CHESS_LOOK,
        CHESS.geometry,
        position.pieces(),
        legal,
        origins(legal),
        last=last,
        captured=captured_squares(before.pieces(), position.pieces(), last),
    )
    return replace(scene, **more)


def waiting(scene: Scene, **more) -> Scene:
    """The other side thinks: White may only premove."""
    white = frozenset(square for square, symbol in scene.pieces.items() if symbol.isupper())
    return replace(scene, moves={}, movable=white, may_premove=True, **more)


@dataclass(frozen=True)
class Stones:
    """Players put stones by turns on a board of 9 by 9. There is no file named i."""

    put: tuple[str, ...] = ()

    def pieces(self) -> Mapping[str, str]:
        return {square: "xO"[number % 2] for number, square in enumerate(self.put)}

    def legal_moves(self) -> list[Move]:
        return [Move(name) for name in sorted(POINTS.places) if name not in self.put]

    def play(self, move: str) -> "Stones":
        return Stones((*self.put, move))

    def scene(self, **more) -> Scene:
        moves = {move: (str(move),) for move in self.legal_moves()}
        scene = Scene(PLAIN_STONES, POINTS, self.pieces(), moves, last=self.put[-1:])
        return replace(scene, **more)


def cells_of(scene: Scene, cell: int = 40) -> Cells:
    columns, rows = scene.geometry.size
    rect = pygame.Rect(0, 0, columns * cell, rows * cell)
    return Cells.fit(rect, scene.geometry, flipped=scene.flipped, coordinates=False)


class Screen:
    """A board in a window, and a person before it. Draws after every step."""

    def __init__(self, scene: Scene, position: Position | Stones | None = None, side: int = 320):
        self.intents: list[object] = []
        game = self.game = [position]  # no cycle: fonts close their files when nobody has them
        after = None if position is None else lambda move: game[0].play(move).pieces()
        self.board = BoardWidget(scene.look, scene.geometry, self.intents.append, after)
        self.board.place((0, 0, side, side))
        self.surface = pygame.Surface((side, side))
        fonts = Fonts(FONT, FONT, FONT)
        self.ui = LayeredUI(self.surface, LIGHT_THEME, fonts, Layer([self.board]))
        self.board.show_scene(scene, animate=False)
        self.ui.draw()

    def send(self, kind: int, **fields) -> list[pygame.Rect]:
        self.ui.dispatch(Event(kind, **fields))
        return self.ui.draw()

    def at(self, square: str) -> tuple[int, int]:
        return self.board.cells.center(square)

    def press(self, square: str, button: int = 1) -> None:
        self.move(square)
        self.send(pygame.MOUSEBUTTONDOWN, pos=self.at(square), button=button)

    def move(self, square: str, across: int = 0, down: int = 0) -> list[pygame.Rect]:
        x, y = self.at(square)
        return self.send(pygame.MOUSEMOTION, pos=(x + across, y + down))

    def release(self, square: str, button: int = 1) -> None:
        self.send(pygame.MOUSEBUTTONUP, pos=self.at(square), button=button)

    def click(self, *squares: str, button: int = 1) -> None:
        for square in squares:
            self.press(square, button)
            self.release(square, button)

    def drag(self, origin: str, target: str, button: int = 1) -> None:
        self.press(origin, button)
        self.move(target)
        self.release(target, button)

    def key(self, key: int, mod: int = 0) -> bool:
        taken = self.ui.dispatch(Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))
        self.ui.draw()
        return taken

    def wait(self, seconds: float) -> list[pygame.Rect]:
        self.ui.now += seconds
        self.ui.tick()
        return self.ui.draw()

    def pixels(self) -> bytes:
        return pygame.image.tobytes(self.surface, "RGB")

    def repainted(self) -> bytes:
        """The same, drawn from nothing."""
        self.surface.fill((255, 0, 255))
        self.ui.redraw()
        self.ui.draw()
        return self.pixels()
