"""All scenes, at many sizes and scales, in both languages and themes.

Whatever is seen lies inside the window and overlaps nothing else, its text fits or is told by a
tooltip, and the keyboard reaches all that it can use. A new scene or state gets a row in SCENES.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import combinations, cycle, pairwise
from pathlib import Path

import pygame
import pytest
from driving import User, function
from pygame import Rect

from board_core import Color, Move, Score
from board_core.frontend.analyser import EngineLine, LinesFound
from board_pygame.analysis import Analysis
from board_pygame.effects import (
    DialogEffect,
    OpenAbout,
    OpenHelp,
    OpenLoadAI,
    OpenMenu,
    OpenQuestion,
    OpenSettings,
    SaveRecordFile,
)
from board_pygame.games import BUILT_IN_GAMES
from board_pygame.intents import (
    AnalysePosition,
    EditPosition,
    EmptyBoard,
    LeaveFrame,
    LeaveStart,
    OfferGame,
    PasteText,
    RecordText,
    ResetBoard,
    SetPosition,
    ShowStart,
    StartPlaying,
    ToggleCockpit,
    ToggleLines,
    TogglePause,
    ToggleProjector,
)
from board_pygame.kit.fields import TextField
from board_pygame.kit.menu import Menu
from board_pygame.kit.painter import Painter
from board_pygame.kit.table import TableWidget
from board_pygame.kit.text import Fonts
from board_pygame.kit.widget import Layer, Overlay, Widget
from board_pygame.phases import GameFinished
from board_pygame.seat_card import Panel
from board_pygame.seats import SeatState
from board_pygame.start_screen import FormGround
from board_pygame.wish import Frame, Way

SIZES = [
    *((800, 600), (1024, 600), (1024, 768), (800, 1280), (1280, 800), (1366, 768), (1440, 900)),
    *((1920, 1080), (2560, 1080), (2560, 1600), (1600, 2400), (3840, 2160)),
]
SCALES = [1.0, 1.25, 1.5, 2.0]
LANGUAGES = ["en", "zh_CN"]

FEW = [
    ((800, 600), 1.0, "en"),
    ((1280, 960), 1.25, "zh_CN"),
    ((1920, 1080), 1.0, "en"),
]
"""Frames of each kind; all others are tested with the slow tests."""

GROUNDS = (Panel, FormGround)
"""Widgets on which others lie."""

OVER_OTHERS: tuple[type[Widget], ...] = ()
"""Widgets that lie over others on purpose."""

OPENED_ELSEWHERE = (TableWidget, TextField)
"""Widgets whose text may be cut: rows open, and fields scroll."""

LONG_LINES = tuple(
    EngineLine(Score(cp=30 - 100 * n), 21, (Move("c7c5"),) * 20, ("Nbd7xe5+",) * 20, 1_230_000)
    for n in range(3)
)


# Scenes


def free_board(user: User) -> None:
    pass


def running(user: User) -> None:
    user.seat(function("begins"))
    user.window.ask(StartPlaying())
    user.until(lambda: len(user.moves) == 1 and user.state.view.asked)


def over(user: User) -> None:
    user.window.ask(StartPlaying())
    user.until_asked()
    for number, (start, end) in enumerate((("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4"))):
        user.clicks(start, end)
        user.until(lambda number=number: len(user.moves) > number)
    user.until_phase(GameFinished)


def failed(user: User) -> None:
    user.seat(function("fails"))
    user.window.ask(StartPlaying())
    user.until_phase(GameFinished)


def list_of(page: int, user: User) -> None:
    user.window._screen.lists.open_page(page)
    user.do()


def projected(before: Callable[[User], None], user: User) -> None:
    before(user)
    user.window.ask(ToggleProjector())
    user.do()


def pointed(user: User) -> None:
    projected(running, user)
    user.move((10, 10))
    user.move((12, 10))


def dialog(effect: DialogEffect, user: User) -> None:
    user.window.ask(effect)
    user.do()


def way(one: Way, user: User) -> None:
    user.window.ask(ShowStart(one))
    user.do()


def all_levels(user: User) -> None:
    way(Way.PLAY, user)
    user.letter("1")
    user.window.ui.layers[0]._form._take_few(-1)  # type: ignore[attr-defined]
    user.do()


def quiet(before: Callable[[User], None], user: User) -> None:
    user.window.ask(ToggleCockpit())
    before(user)
    user.do()


def stones(user: User) -> None:
    rules = next(iter(BUILT_IN_GAMES["renju"].variants.values()))
    user.window.ask(OfferGame("renju", 0, rules))
    user.window.ask(StartPlaying())
    user.until_asked()


def analysed(user: User, lines: int = 3) -> None:
    """A file with two games on the board, and lines that are longer than their rows."""
    asleep = Analysis(lines, stopped=True)
    user.window.state = replace(user.window.state, analysis=asleep)
    user.window.ask(PasteText('[White "A"]\n\n1. e4 e5 *\n\n[White "B"]\n\n1. d4 *'))
    user.window.ui.close()
    user.window.ask(AnalysePosition())
    line = user.window.state.analysis.line
    assert line is not None
    user.window.ask(LinesFound(line, "Some Engine", LONG_LINES[:lines]))
    user.do()


def record(user: User, games: int = 1) -> None:
    text = '[White "Capablanca, J. R."]\n[Black "Lasker, E."]\n\n1. e4 e5 2. Nf3 *\n\n'
    user.window.ask(RecordText(text * games, "club.pgn"))
    user.do()


def paused(user: User) -> None:
    running(user)
    user.window.ask(TogglePause())
    user.until(lambda: user.state.view.paused)


def hidden(user: User) -> None:
    analysed(user, 5)
    user.window.ask(ToggleLines())
    user.do()


def edited(user: User, game: str = "chess") -> None:
    rules = next(iter(BUILT_IN_GAMES[game].variants.values()))
    user.window.ask(OfferGame(game, 0, rules))
    user.window.ask(EditPosition())
    user.window.ask(EmptyBoard())
    user.do()


def boards(user: User) -> None:
    rules = next(iter(BUILT_IN_GAMES["chess-3d"].variants.values()))
    user.window.ask(OfferGame("chess-3d", 0, rules))
    user.window.ask(StartPlaying())
    user.until_asked()


SCENES: dict[str, Callable[[User], None]] = {
    "free board": free_board,
    "log": partial(list_of, 1),
    "lines": partial(list_of, 2),
    "thoughts": partial(list_of, 3),
    "running": running,
    "over": over,
    "failed": failed,
    "projector": partial(projected, running),
    "projector, over": partial(projected, over),
    "projector, tools": pointed,
    "projector, analysis": partial(projected, analysed),
    "menu": partial(dialog, OpenMenu()),
    "start": partial(way, Way.PLAY),
    "start, all levels": all_levels,
    "start, watch": partial(way, Way.WATCH),
    "start, test": partial(way, Way.TEST),
    "start, analyse": partial(way, Way.ANALYSE),
    "start, open": partial(way, Way.OPEN),
    "analysis": analysed,
    "analysis, hidden": hidden,
    "quiet": partial(quiet, running),
    "quiet, over": partial(quiet, over),
    "quiet, paused": partial(quiet, paused),
    "quiet, record": partial(quiet, record),
    "record": record,
    "chooser": partial(record, games=40),
    "quiet, failed": partial(quiet, failed),
    "stones": stones,
    "quiet, stones": partial(quiet, stones),
    "quiet, boards": partial(quiet, boards),
    "load": partial(dialog, OpenLoadAI(Color.WHITE)),
    "editor": edited,
    "editor, stones": partial(edited, game="renju"),
    "editor, boards": partial(edited, game="chess-3d"),
    "save": partial(dialog, SaveRecordFile()),
    "settings": partial(dialog, OpenSettings()),
    "help": partial(dialog, OpenHelp()),
    "about": partial(dialog, OpenAbout()),
    "question": partial(dialog, OpenQuestion(ResetBoard())),
}


# What must be so


def seen(layer: Layer) -> list[Widget]:
    return [w for w in layer.widgets if w.visible and w.area.w > 0 and w.area.h > 0]


def place(widget: Widget) -> Rect:
    return widget.area


def mistakes_of_places(layer: Layer, size: tuple[int, int]) -> Iterator[str]:
    whole = Rect((0, 0), size)
    if isinstance(layer, Overlay) and not whole.contains(layer.rect):
        yield f"{layer} at {layer.rect} is not inside {size}"
    for widget in layer.widgets:
        if widget.visible and widget.focusable and not widget.rect.size > (0, 0):
            yield f"{told(widget)} can have the keyboard and has no place"
    widgets = seen(layer)
    for widget in widgets:
        if not whole.contains(place(widget)):
            yield f"{told(widget)} at {place(widget)} is not inside {size}"
    flat = [w for w in widgets if not isinstance(w, (*GROUNDS, *OVER_OTHERS))]
    for one, other in combinations(flat, 2):
        if place(one).colliderect(place(other)):
            yield f"{told(one)} at {place(one)} and {told(other)} at {place(other)} overlap"
    for ground in (w for w in widgets if isinstance(w, GROUNDS)):
        for widget in flat:
            if ground.rect.colliderect(place(widget)) and not ground.rect.contains(place(widget)):
                yield f"{told(widget)} at {place(widget)} leaves its ground {ground.rect}"


@contextmanager
def watched_texts(texts: list[tuple[str, Rect]]) -> Iterator[None]:
    """Collect what is shortened, or is higher than its place, while it is drawn."""
    fit, draw = Fonts.fit, Painter.text

    def text(self: Painter, words: str, rect: Rect, *args: object, **options: object) -> None:
        size = options.get("size", 14)
        if words and self.fonts.px(float(str(size))) > rect.h:
            texts.append((words, rect))
        draw(self, words, rect, *args, **options)  # type: ignore[arg-type]

    def fitted(self: Fonts, words: str, *args: object, **options: object) -> str:
        found = fit(self, words, *args, **options)  # type: ignore[arg-type]
        if found != words:
            texts.append((words, Rect(0, 0, 0, 0)))
        return found

    Painter.text, Fonts.fit = text, fitted  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        Painter.text, Fonts.fit = draw, fit  # type: ignore[method-assign]


def mistakes_of_texts(user: User, layer: Layer) -> Iterator[str]:
    painter = user.window.ui.painter
    for widget in seen(layer):
        cut: list[tuple[str, Rect]] = []
        painter.surface.set_clip(widget.area)
        with watched_texts(cut):
            widget.draw(painter)
        painter.surface.set_clip(None)
        if cut and not widget.tip and not isinstance(widget, OPENED_ELSEWHERE):
            yield f"{told(widget)} cuts {cut[0][0]!r} at {widget.rect} and has no tooltip"


def mistakes_of_keys(user: User, layer: Layer) -> Iterator[str]:
    """Go round with Tab, and with F6 from pane to pane."""
    usable = [w for w in layer.widgets if w.focusable and w.visible and w.enabled]
    if isinstance(layer, Menu) or not usable:
        return
    reached: list[Widget | None] = []
    with unpainted(user):
        for _ in usable:
            user.key(pygame.K_TAB)
            reached.append(layer.focus)
    for widget in usable:
        if widget not in reached:
            yield f"{told(widget)} cannot be reached by Tab"
    order = [layer.pane(w) for w in usable]
    panes = list(dict.fromkeys(order))
    changes = sum(one != other for one, other in pairwise(order))
    if changes >= len(panes):
        yield f"Tab leaves a pane and comes back to it: {order}"
    found = set()
    for _ in panes:
        user.key(pygame.K_F6)
        found.add(layer.pane(layer.focus) if layer.focus else None)
    if found != set(panes):
        yield f"F6 reaches {found} of {panes}"


def told(widget: Widget) -> str:
    text = getattr(widget, "text", "")
    return f"{type(widget).__name__} {text!r}" if text else type(widget).__name__


@contextmanager
def unpainted(user: User) -> Iterator[None]:
    """Let frames that nobody looks at cost nothing: most of the time goes into pixels."""
    user.window.ui._draw_part = lambda part: None  # type: ignore[method-assign]
    try:
        yield
    finally:
        del user.window.ui._draw_part


def mistakes(user: User) -> list[str]:
    layer = user.top
    user.window.ui.redraw()
    user.do()
    return [
        *mistakes_of_places(layer, user.window.ui.size),
        *mistakes_of_texts(user, layer),
        *mistakes_of_keys(user, layer),
    ]


def tidy(user: User) -> None:
    """Back to a free board with no AI loaded."""
    while len(user.window.ui.layers) > 1:
        user.window.ui.close()
    user.window.ask(LeaveStart())
    user.window.ask(LeaveFrame())
    if user.window.state.frame is Frame.QUIET:
        user.window.ask(ToggleCockpit())
    chess = next(iter(BUILT_IN_GAMES["chess"].variants.values()))
    user.window.ask(OfferGame("chess", 0, chess))
    if user.window.state.projecting:
        user.window.ask(ToggleProjector())
    if not user.state.free:
        user.window.ask(ResetBoard())
        user.until(lambda: user.state.free)
    user.window.ask(SetPosition(None))
    for color in Color:
        game = user.state.with_seat(color, SeatState())
        user.window.state = replace(user.window.state, game=game)
    list_of(0, user)


def walk(folder: Path, size: tuple[int, int], scale: float, language: str) -> None:
    theme = "dark" if language == "zh_CN" else "light"
    user = User(folder, ui_scale=scale, language=language, theme=theme)
    found = []
    try:
        user.resize(size)
        for name, scene in SCENES.items():
            with unpainted(user):
                scene(user)
                user.resize(size)  # the screen without a driver is filled at a size of its own
            found += [f"{name}: {mistake}" for mistake in mistakes(user)]
            with unpainted(user):
                tidy(user)
                user.resize(size)
    finally:
        user.leave()
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("size", "scale", "language"), FEW)
def test_everything_has_its_place_its_text_and_its_key(size, scale, language, tmp_path: Path):
    walk(tmp_path, size, scale, language)


@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("scale", "language"), [*zip(SCALES, cycle(LANGUAGES))])
def test_so_it_is_at_every_size_and_scale(scale: float, language: str, tmp_path: Path):
    for size in SIZES[SCALES.index(scale) % 2 :: 2]:  # the others at the next scale
        walk(tmp_path, size, scale, language)
