"""Pictures of the window: ``python docs/screenshots.py FOLDER`` (on Linux under ``xvfb-run -a``).

Plays real games in a real window and saves each scene in every size, language and theme asked for.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import product
from pathlib import Path

import pygame
from pygame.event import Event

from board_core import Color, PerColor
from board_core.frontend.settings import ChosenProgram, Language, Settings, Theme
from board_core.match import parse_player
from board_pygame.effects import DialogAction, OpenLoadAI
from board_pygame.game_state import GameState
from board_pygame.intents import (
    TO_NEWEST_PLY,
    BeginAction,
    ChangeSettings,
    LookAction,
    SeatAI,
    SetPosition,
    ShowStart,
    StudyAction,
)
from board_pygame.waiting import wait
from board_pygame.window import Window
from board_pygame.wish import OFFERED_TIMES, OfStrength, Wish

FAULTY = Path(__file__).parent.parent / "examples" / "faulty"
SIZES = ((1024, 768), (1280, 800), (1920, 1080))
LANGUAGES: tuple[Language, ...] = ("en", "zh_CN")
THEMES: tuple[Theme, ...] = ("light", "dark")
PATIENCE = 60.0

FOOLS = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"
STONES = (
    "k10 l11 l10 k11 m10 n10 j11 m8 k12 m12 l13 m14 h10 g9 j12 j10 m9 n8 k9 j8 l8 k7 k13 k14 l9 "
    "l7 n9 o9 j9"
)
"""Of a game between people, in which Black finds a row in the end."""
PROMOTING = "r3k3/1P3ppp/8/8/8/8/5PPP/4K2R w Kq - 0 1"


class Scene:
    """A window that is driven by hand."""

    def __init__(self, window: Window) -> None:
        self.window = window

    def until(self, reached: Callable[[GameState], object], rest: float = 0.4) -> None:
        end = time.monotonic() + PATIENCE
        while not reached(self.window.state.game):
            if time.monotonic() > end:
                raise TimeoutError("the scene does not come about")
            self.window.turn(wait(0.05))
        self.rest(rest)

    def rest(self, seconds: float) -> None:
        """Let animations end."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.window.turn(wait(0.02))

    def point(self, kind: int, square: str, dx: int = 0, dy: int = 0) -> None:
        x, y = self.window.board.cells.center(square)
        pos = (x + dx, y + dy)
        if kind == pygame.MOUSEMOTION:
            self.window.turn([Event(kind, pos=pos, rel=(1, 1), buttons=(1, 0, 0))])
        else:
            self.window.turn([Event(kind, pos=pos, button=1)])

    def click(self, *squares: str) -> None:
        for square in squares:
            self.point(pygame.MOUSEBUTTONDOWN, square)
            self.point(pygame.MOUSEBUTTONUP, square)

    def right_click(self, square: str) -> None:
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            place = self.window.board.cells.center(square)
            self.window.turn([Event(kind, pos=place, button=3)])

    def hold(self, origin: str, target: str) -> None:
        """A piece in the middle of a drag."""
        self.point(pygame.MOUSEBUTTONDOWN, origin)
        self.point(pygame.MOUSEMOTION, origin, 12, -9)
        self.point(pygame.MOUSEMOTION, target, 14, 18)


def start(scene: Scene) -> None:
    scene.window.ask(ShowStart())


def drag(scene: Scene) -> None:
    scene.window.play(Wish(PerColor(None, 1), pace=OFFERED_TIMES[3]))
    for squares in (("e2", "e4"), ("g1", "f3"), ("d2", "d4")):
        scene.until(lambda state: state.may_move)
        scene.click(*squares)
        scene.until(lambda state: not state.may_move or len(state.view.played) % 2 == 0)
    scene.until(lambda state: state.may_move and len(state.view.played) == 6)
    scene.hold("f1", "c4")


def watch(scene: Scene) -> None:
    scene.window.play(Wish(PerColor(7, 7), pace=OFFERED_TIMES[6]))
    scene.until(lambda state: len(state.view.played) >= 12)
    scene.window.ask(TO_NEWEST_PLY)


def _put_stones(scene: Scene, count: int) -> None:
    scene.window.play(Wish(PerColor(None, None), game="gomoku"))
    points = STONES.split()[:count]
    while len(scene.window.state.game.view.played) < count:
        scene.until(lambda state: state.may_move, rest=0)
        scene.click(points[len(scene.window.state.game.view.played)])
        scene.until(lambda state: not state.awaits_answer, rest=0)


def by_elo(scene: Scene) -> None:
    wish = Wish(PerColor(None, OfStrength(1200)))
    scene.window.state = replace(scene.window.state, wish=wish)
    scene.window.ask(ShowStart())


def stones(scene: Scene) -> None:
    """In the middle of a game, with numbers, and the pointer on a point."""
    scene.window.ask(ChangeSettings(replace(scene.window.state.settings, stone_numbers=True)))
    _put_stones(scene, 20)
    scene.until(lambda state: state.may_move)
    scene.point(pygame.MOUSEMOTION, "l9")


def board_menu(scene: Scene) -> None:
    """On a board of stones."""
    stones(scene)
    scene.right_click("l9")


def piece_menu(scene: Scene) -> None:
    """On a board of pieces, between two games."""
    scene.right_click("e5")


def stones_over(scene: Scene) -> None:
    _put_stones(scene, len(STONES.split()))
    scene.until(lambda state: state.ended)


def load(scene: Scene) -> None:
    scene.window.ask(OpenLoadAI(Color.WHITE))


def settings(scene: Scene) -> None:
    scene.window.ask(DialogAction.OPEN_SETTINGS)


def promotion(scene: Scene) -> None:
    scene.window.ask(SetPosition(PROMOTING))
    scene.rest(0.4)
    scene.click("b7", "b8")


def game_over(scene: Scene) -> None:
    scene.window.ask(SetPosition(FOOLS))
    scene.window.play(Wish(PerColor(None, None), from_board=True))
    scene.until(lambda state: state.may_move)
    scene.click("d8", "h4")
    scene.until(lambda state: state.ended)


def crash(scene: Scene) -> None:
    command = f'san:"{sys.executable}" "{FAULTY / "exits_after_one_move.py"}"'
    scene.window.ask(SeatAI(Color.WHITE, parse_player("hard")))
    scene.window.ask(SeatAI(Color.BLACK, parse_player(command)))
    scene.until(lambda state: not state.seats.black.trying)
    scene.window.ask(BeginAction.START_PLAYING)
    scene.until(lambda state: state.ended)
    scene.window.ui.close()
    scene.rest(0.1)


def hint(scene: Scene) -> None:
    scene.window.play(Wish(PerColor(None, 0), pace=OFFERED_TIMES[3]))
    scene.until(lambda state: state.may_move)
    scene.click("e2", "e4")
    scene.until(lambda state: state.may_move and len(state.view.played) == 2)
    scene.window.ask(StudyAction.WANT_HINT)
    scene.until(lambda state: scene.window.board.scene.arrow)


def review(scene: Scene) -> None:
    for start, end in ("e2e4", "e7e5"), ("f1c4", "b8c6"), ("d1h5", "g8f6"), ("h5f7", ""):
        for move in (start, end):
            if move:
                scene.click(move[:2], move[2:])
                scene.rest(0.25)
    scene.window.ask(StudyAction.WANT_REVIEW)
    scene.until(lambda state: len(scene.window.ui.layers) > 1)


def projector(scene: Scene) -> None:
    watch(scene)
    scene.window.ask(LookAction.TOGGLE_PROJECTOR)


SCENES: dict[str, Callable[[Scene], None]] = {
    scene.__name__: scene
    for scene in (
        *(start, drag, watch, load, settings, promotion, game_over, crash),
        *(hint, review, projector, stones, stones_over, board_menu, piece_menu, by_elo),
    )
}


@contextmanager
def opened(size: tuple[int, int], language: Language, theme: Theme) -> Iterator[Scene]:
    mine = ChosenProgram("/home/ada/chess/my_ai.py", "--depth 3")
    chosen = Settings(
        language=language,
        theme=theme,
        window=size,
        ui_scale=1.0,
        history=(mine, ChosenProgram("/usr/games/stockfish", "", "uci")),
        default_ai=PerColor(mine, None),
    )
    with tempfile.TemporaryDirectory() as folder:
        window = Window(replace(chosen), Path(folder) / "settings.json")
        try:
            window.turn([])
            yield Scene(window)
        finally:
            window.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scene", choices=SCENES, action="append")
    parser.add_argument("--size", type=int, choices=[size[0] for size in SIZES], action="append")
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    parser.add_argument("--theme", choices=THEMES, action="append")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    sizes = [size for size in SIZES if not asked.size or size[0] in asked.size]
    for name, size, language, theme in product(
        asked.scene or SCENES, sizes, asked.language or LANGUAGES, asked.theme or THEMES
    ):
        with opened(size, language, theme) as scene:
            SCENES[name](scene)
            scene.rest(0.05)
            file = asked.folder / f"{name}-{size[0]}-{language}-{theme}.png"
            pygame.image.save(scene.window.surface, file)
            print(file)


if __name__ == "__main__":
    main()
