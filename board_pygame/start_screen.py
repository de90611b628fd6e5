"""The first screen: five ways on, and all choices of the one that is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pygame
from pygame.event import Event

from board_core.frontend.settings import Language, Settings

from .actions import COMMAND_KEYS
from .around_board import tool
from .effects import DialogAction
from .games import Shelf
from .intents import (
    AnalyseFreely,
    ChangeSettings,
    Intent,
    LookAction,
    ShowTour,
    TestOwnAI,
)
from .kit.buttons import Button
from .kit.cards import Cards, ChoiceCard
from .kit.labels import Label
from .kit.painter import Icon
from .kit.panel import Panel
from .kit.widget import UI, Layer, Widget, command, plain
from .labels import game_title
from .language import _, sentence
from .layout import Layout, start_frame
from .start_form import StartForm
from .state import State
from .wish import Frame, Way, Wish

HEADING_SIZE = 20
"""Size of the heading, in points."""

OTHER_LANGUAGES: dict[str, tuple[Language, str]] = {
    "en": ("zh_CN", "中文"),
    "zh_CN": ("en", "English"),
}
"""The other language for each one, and its own name."""


class StartScreen(Layer):
    """The first screen. ``play`` starts the game that is wished for."""

    def __init__(
        self,
        ask: Callable[[Intent], None],
        play: Callable[[Wish], None],
        shelf: Shelf,
        state: State,
        spoken: str,
    ) -> None:
        """``spoken`` is the language of the window."""
        super().__init__()
        self._ask, self._play = ask, play
        self._settings: Settings = state.settings
        self._way = self._asked_way = state.way
        self._layout: Layout | None = None
        self._ui: UI | None = None
        self._brand = Label(_("The Chess Board"), size=16)
        other, name = OTHER_LANGUAGES[spoken]
        self._tools = [
            Button(name, partial(self._speak, other)),
            *(tool(ask, name) for name in ("settings", "help", "about")),
        ]
        self._heading = Label(_("What would you like to do?"), size=HEADING_SIZE)
        self._ways = Cards(
            [
                ChoiceCard(Icon.PLAY, _("Play"), _("against the computer, or a person here"), "1"),
                ChoiceCard(Icon.WATCH, _("Watch two AIs"), _("any two levels or engines"), "2"),
                ChoiceCard(
                    Icon.FLASK, _("Test my AI"), _("load a program and see why it fails"), "3"
                ),
                ChoiceCard(Icon.ANALYSE, _("Analyse"), _("a position or a game"), "4"),
                ChoiceCard(
                    Icon.FOLDER,
                    _("Open game or contest"),
                    _("PGN, SGF, PSQ; all games of a contest"),
                    "5",
                ),
            ],
            list(Way).index(state.way),
            lambda index: self.open(list(Way)[index]),
            self._go_on,
        )
        self._again = Cards(
            [ChoiceCard(Icon.BACK, "")], -1, on_enter=partial(ask, LookAction.LEAVE_START)
        )
        self._sheet = Panel(radius=8)
        self._form = StartForm(
            state.settings, state.wish, shelf, self._refresh, self._chosen, self._show_tour
        )
        self._summary = Label(wrap=True)
        self._go = Button("", self._go_on, primary=True, hint=_("Enter"))
        self.add(
            self._brand,
            *self._tools,
            self._heading,
            self._ways,
            self._again,
            self._sheet,
            *self._form.widgets,
            self._summary,
            self._go,
        )
        self.focus = self._go
        self._form.open(state.way)
        self.show(state)

    def pane(self, widget: Widget) -> str:
        return self._layout.pane_at(widget.rect.center) if self._layout is not None else ""

    # What it shows

    def show(self, state: State) -> None:
        """Show the game to go back to, and why something was refused."""
        game = state.game
        edited = state.behind is Frame.EDITOR
        self._again.show(not game.free or bool(game.view.played) or edited)
        moves = (len(game.view.played) + 1) // 2
        title = _("Back to the game") if game.running or game.ended else _("Back to the board")
        title = _("Back to the editor") if edited else title
        note = _("{game}, move {number}", game=game_title(game), number=max(1, moves))
        self._again.offer(ChoiceCard(Icon.BACK, title, note, "Esc"))
        if state.way is not self._asked_way:  # else the one that somebody chose here stays
            self._asked_way = self._way = state.way
            self._ways.choose(list(Way).index(state.way))
        if game.refusal is not None:
            self._summary.set(sentence(game.refusal), "error")

    def take_over(self, before: StartScreen) -> None:
        """Take the choices of the same screen in another language or theme."""
        self._ways.choose(list(Way).index(before._way))
        self._form.take_over(before._form)

    def open(self, way: Way) -> None:
        """Show the choices of a way."""
        self._way = way
        self._form.open(way)

    def _chosen(self) -> None:
        """Let Enter go on, after a dialog has asked for more."""
        if self._ui is not None:
            self._ui.focus(self._go)

    def _refresh(self) -> None:
        """Tell the wish in words, and place what has changed its size."""
        texts = {
            Way.PLAY: (_("&Play"), Icon.PLAY),
            Way.WATCH: (_("&Watch"), Icon.WATCH),
            Way.TEST: (_("&Load my AI…"), Icon.FLASK),
            Way.ANALYSE: (_("&Analyse"), Icon.ANALYSE),
            Way.OPEN: (_("&Open a file…"), Icon.FOLDER),
        }
        text, self._go.icon = texts[self._way]
        self._go.set(text)
        color = "error" if self._form.trouble else "warning" if self._form.from_board else "text"
        told = self._form.summary()
        if self._form.from_board and not self._form.trouble:
            told += " " + _("It begins with the position on the board.")
        self._summary.set(told, color)
        if self._ui is not None:
            self._ui.relayout(self)

    # Where it lies

    def layout(self, ui: UI) -> None:
        self._ui = ui
        px, fonts = ui.px, ui.fonts
        place = self._layout = start_frame(ui.size, fonts.scale)
        self._brand.place(place["brand"].move(px(8), 0))
        tools = place["tools"]
        x = tools.right
        for button in reversed(self._tools):
            width = button.natural_size(fonts, 0)[0]
            x -= width
            button.place((x, tools.y, width, tools.h))
            x -= px(8)
        self._heading.place(place["heading"])
        self._ways.place(place["ways"])
        self._again.place(place["again"])
        choices, go = place["choices"], place["go"]
        self._sheet.foot = go.h
        self._sheet.place(choices.union(go))
        self._form.place(ui, choices.inflate(-2 * px(24), -2 * px(16)))
        high = px(48)
        wide = max(px(160), self._go.natural_size(fonts, 0)[0] + px(24))
        last = pygame.Rect(go.right - px(24) - wide, 0, wide, high)
        last.centery = go.centery
        self._go.place(last)
        left = go.x + px(24)
        room = last.x - px(16) - left
        text = self._summary.natural_size(fonts, room)[1]
        self._summary.place((left, go.centery - text // 2, room, text))

    # What it does

    def _speak(self, language: Language) -> None:
        self._ask(ChangeSettings(replace(self._settings, language=language)))

    def _show_tour(self) -> None:
        self._ask(ShowTour((*self._form.game, self._form.rules)))

    def _go_on(self) -> None:
        form, (key, variant) = self._form, self._form.game
        match self._way:
            case Way.PLAY | Way.WATCH:
                self._play(form.wish())
            case Way.TEST:
                game = key, variant, form.rules
                self._ask(TestOwnAI(form.own_side, *game, form.opponent, form.pace))
            case Way.ANALYSE:
                self._ask(AnalyseFreely(key, variant, form.rules))
            case Way.OPEN:
                self._ask(DialogAction.OPEN_RECORD_FILE)

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type != pygame.KEYDOWN:
            return False
        if command(event):
            return self._on_command(event.key)
        if not plain(event):
            return False
        number = event.key - pygame.K_1
        if 0 <= number < len(Way):
            self._ways.choose(number)
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._go_on()
        elif event.key == pygame.K_ESCAPE and self._again.visible:
            self._ask(LookAction.LEAVE_START)
        elif event.key == pygame.K_F1:
            self._ask(DialogAction.OPEN_HELP)
        elif event.key == pygame.K_F11:
            self._ask(LookAction.TOGGLE_PROJECTOR)
        else:
            return False
        return True

    def _on_command(self, key: int) -> bool:
        if key not in (pygame.K_o, pygame.K_v, pygame.K_e):
            return False
        self._ask(COMMAND_KEYS[key])
        return True
