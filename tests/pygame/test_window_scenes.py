"""All scenes, at many sizes and scales, in both languages and themes.

Whatever is seen lies inside the window and overlaps nothing else, its text fits or is told by a
tooltip, and the keyboard reaches all that it can use. A new scene or state gets a row in SCENES.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import combinations, cycle, pairwise
from pathlib import Path
from pkgutil import walk_packages
from typing import get_args

import pygame
import pytest
from driving import FUNCTIONS, User
from patience import PATIENCE
from pygame import Rect
from scenes import SCENES, tidy

import board_pygame
from board_pygame.actions import ALT_KEYS, SITUATIONS
from board_pygame.board.panes import SmallBoard
from board_pygame.editor_screen import CarriedPiece
from board_pygame.effects import DialogEffect
from board_pygame.game_screen import GameScreen
from board_pygame.kit.buttons import Button
from board_pygame.kit.fields import TextField
from board_pygame.kit.form import ScrolledForm
from board_pygame.kit.labels import Label
from board_pygame.kit.menu import Menu
from board_pygame.kit.painter import Painter
from board_pygame.kit.panel import Panel
from board_pygame.kit.table import TableWidget
from board_pygame.kit.tabs import Segmented
from board_pygame.kit.text import Fonts
from board_pygame.kit.widget import AlarmWidget, Layer, Overlay, Widget
from board_pygame.window import Window
from board_pygame.wish import Frame

SIZES = [
    *((800, 600), (1024, 600), (1024, 768), (800, 1280), (1280, 800), (1366, 768), (1440, 900)),
    *((1920, 1080), (2560, 1080), (2560, 1600), (1600, 2400), (3840, 2160)),
]
SCALES = [1.0, 1.25, 1.5, 2.0]
LANGUAGES = ["en", "zh_CN"]

FEW = [((800, 600), 1.0, "en"), ((1280, 960), 1.25, "zh_CN")]
"""Frames of each kind; all others are tested with the slow tests."""

GROUNDS = (Panel,)
"""Widgets on which others lie."""

OVER_OTHERS = (SmallBoard, CarriedPiece)
"""Widgets that lie over others on purpose."""

OPENED_ELSEWHERE = (TableWidget, TextField)
"""Widgets whose text may be cut: rows open, and fields scroll."""


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
        said = isinstance(widget, Label) and widget.visible and widget.text.strip()
        if said and not (widget.rect.w > 0 and widget.rect.h > 0):
            yield f"{told(widget)} has no place"
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
    layer.draw(painter)
    for widget in seen(layer):
        cut: list[tuple[str, Rect]] = []
        painter.surface.set_clip(widget.area)
        with watched_texts(cut):
            widget.draw(painter)
        painter.surface.set_clip(None)
        if isinstance(widget, Segmented):  # each segment has a tip of its own
            told_by_tip = {segment.text for segment in widget.segments if segment.tip}
            cut = [(words, rect) for words, rect in cut if words not in told_by_tip]
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
    with unpainted(user):
        for _ in panes:
            user.key(pygame.K_F6)
            found.add(layer.pane(layer.focus) if layer.focus else None)
    if found != set(panes):
        yield f"F6 reaches {found} of {panes}"


def mistakes_of_letters(layer: Layer) -> Iterator[str]:
    """A letter with Alt means what the help says of it, whatever buttons there are."""
    if not isinstance(layer, GameScreen):
        return
    for button in seen(layer):
        if isinstance(button, Button) and button.accelerator:
            intent = ALT_KEYS.get(ord(button.accelerator))
            if intent is not None and intent not in getattr(button.action, "args", ()):
                yield f"{told(button)} takes Alt+{button.accelerator} away from {intent}"


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
    """Whole frames are painted by the test that all is in a scene: here each widget is drawn."""
    layer = user.top
    with unpainted(user):
        user.do()
    return [
        *mistakes_of_places(layer, user.window.ui.size),
        *mistakes_of_texts(user, layer),
        *mistakes_of_keys(user, layer),
        *mistakes_of_letters(layer),
    ]


@pytest.fixture(autouse=True)
def tools_that_stay(monkeypatch):
    """Keep the buttons of the full screen while a scene is examined, which takes seconds."""
    monkeypatch.setattr("board_pygame.game_screen.TOOLS_SECONDS", PATIENCE)


def at_the_window(folder: Path, **chosen: object) -> User:
    """Return a user with an adviser that finds blunders."""
    return User(folder, adviser=f"{FUNCTIONS}:advises", **chosen)


def walk(folder: Path, sizes: list[tuple[int, int]], scale: float, language: str) -> None:
    """Go through all scenes; each is set at the first size, and then the window gets the others."""
    theme = "dark" if language == "zh_CN" else "light"
    user = at_the_window(folder, ui_scale=scale, language=language, theme=theme)
    found = []
    try:
        user.resize(sizes[0])
        for name, scene in SCENES.items():
            with unpainted(user):
                scene(user)
            shown = user.top
            for size in sizes:
                with unpainted(user):
                    user.resize(size)  # the screen without a driver is filled at its own size
                assert user.top is shown, "another size closes nothing"
                found += [f"{name}, {size}: {mistake}" for mistake in mistakes(user)]
            with unpainted(user):
                tidy(user)
                user.resize(sizes[0])
    finally:
        user.leave()
    assert not found, "\n".join(found)


NEVER_SEEN = (ScrolledForm, AlarmWidget)
"""Widgets that are not drawn, or only where there is no room."""


def import_all() -> None:
    """Import the modules of the window, so that all kinds of layers are known."""
    for found in walk_packages(board_pygame.__path__, "board_pygame."):
        if not found.name.endswith("__main__"):
            import_module(found.name)


def kinds_of(layer: type[Layer]) -> Iterator[type[Layer]]:
    for kind in layer.__subclasses__():
        if kind.__module__.startswith("board_pygame."):
            yield kind
            yield from kinds_of(kind)


def test_every_screen_dialog_and_widget_is_in_a_scene(tmp_path: Path, monkeypatch):
    """A new one needs a row in SCENES, so that all sizes are tried on it."""
    import_all()
    opened, kinds, frames, actions = set(), set(), set(), set()
    widgets: dict[str, dict[int, Widget]] = {}
    drawn: set[tuple[str, int]] = set()
    show = Window._open
    monkeypatch.setattr(
        Window, "_open", lambda self, effect: (opened.add(type(effect)), show(self, effect))
    )
    user = at_the_window(tmp_path)
    try:
        for size in ((1280, 800), (2560, 1080)):
            for scene in SCENES.values():
                user.resize(size)
                scene(user)
                user.resize(size)
                frames.add(user.window.state.frame)
                for layer in user.window.ui.layers:
                    name = type(layer).__name__
                    kinds.add(type(layer))
                    actions.add(getattr(layer, "_shown_actions", None))
                    widgets.setdefault(name, {}).update(enumerate(layer.widgets))
                    drawn |= {(name, at) for at, w in enumerate(layer.widgets) if w in seen(layer)}
                tidy(user)
    finally:
        user.leave()
    assert opened == set(get_args(DialogEffect))
    assert frames == set(Frame)
    assert actions >= set(SITUATIONS.values())
    assert kinds >= {*kinds_of(Layer)} - {Overlay}
    missing = [
        (name, told(widget))
        for name, found in widgets.items()
        for at, widget in found.items()
        if (name, at) not in drawn and not isinstance(widget, NEVER_SEEN)
        if not (isinstance(widget, Button) and not widget.text)  # for a fourth named move
    ]
    assert not missing


@pytest.mark.parametrize(("size", "scale", "language"), FEW)
def test_everything_has_its_place_its_text_and_its_key(size, scale, language, tmp_path: Path):
    walk(tmp_path, [size], scale, language)


@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("scale", "language"), [*zip(SCALES, cycle(LANGUAGES))])
def test_so_it_is_at_every_size_and_scale(scale: float, language: str, tmp_path: Path):
    sizes = SIZES[SCALES.index(scale) % 2 :: 2]  # the others at the next scale
    walk(tmp_path, sizes, scale, language)
