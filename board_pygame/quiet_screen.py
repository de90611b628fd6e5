"""The quiet frame, for who only plays: clocks, moves, a few actions, and the card of the result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import pygame
from pygame import Rect
from pygame.event import Event

from board_core import Color
from board_core.author.analysis import Judgement

from .actions import board_key, wheel_steps
from .around_board import NamedMoves, StripPair, bar_tools, refresh, step_buttons, tool
from .board.scene import Scene
from .board.widget import BoardWidget
from .effects import DialogAction
from .evaluation import FactsRow
from .failure import reason_of
from .game_state import GameState
from .history import HistoryRows
from .intents import BeginAction, ExplainSeat, Intent
from .kit.buttons import Button
from .kit.labels import Label, LampLabel, PromptLine
from .kit.moves import MovesGrid
from .kit.painter import Icon
from .kit.widget import UI, Layer, Widget
from .labels import (
    against,
    count_words,
    move_facts,
    opening_of,
    place_in_file,
    prompt_light,
    strip_of,
    time_facts,
    timed_strip,
    verdict_for_person,
)
from .language import _, color_letters, outcome_words
from .layout import Layout, quiet_frame
from .phases import Mode
from .seat_card import Panel
from .tour_card import TourCard

TITLE_SIZE = 20
"""Size of the result, in points."""


class EndCard:
    """The widgets of the card; without a result they are hidden."""

    def __init__(self, ask: Callable[[Intent], None], again: Callable[[], object]) -> None:
        """``again`` plays once more with the other colour."""
        self._again_as = again
        self._again_same = partial(ask, BeginAction.PLAY_AGAIN)
        self._panel = Panel()
        self._title = LampLabel(TITLE_SIZE)
        self._words = Label(wrap=True, color="dim")
        self._ask = ask
        review = _("Revie&w the game")
        self.review = tool(ask, "review", text=review, primary=True, icon=Icon.ANALYSE)
        self.why = Button(_("&Why it failed"), primary=True, icon=Icon.INFO)
        self._again = Button("", icon=Icon.RESET)
        self._new = tool(ask, "new", text=_("New game…"), icon=Icon.NEW, hint="")
        self._told: tuple[Widget, ...] = (self._panel, self._title, self._words)
        self.shown = False

    @property
    def widgets(self) -> list[Widget]:
        return [*self._told, self.review, self.why, self._again, self._new]

    @property
    def main(self) -> Button:
        """The button that gets the focus: it explains a failure, or reviews the game."""
        return self.why if self.why.visible else self.review

    def show(self, state: GameState, again_as: str) -> bool:
        """Show the result, if there is one; return whether it has just appeared.

        ``again_as`` is the text of the button for the other colour; empty: the same once more.
        """
        ended, before = state.view.ended if state.ended else None, self.shown
        self.shown = ended is not None
        for widget in self.widgets:
            widget.show(self.shown)
        if ended is not None:
            words, light = verdict_for_person(state, ended.outcome)
            self._title.set(words, light)
            reason = outcome_words(ended.outcome, ended.explanation)
            failed = state.explained
            blamed = failed is not None and ended.explanation is not None
            why = reason_of(state.seats[failed]) if blamed and failed is not None else ""
            self.review.show(not why)
            self.why.show(bool(why))
            if failed is not None and why:
                reason = why
                self.why.action = partial(self._ask, ExplainSeat(failed))
            points = state.rules.geometry.on_points
            count = count_words(state, len(state.view.played))
            result = () if points else (ended.outcome.result,)  # where Black begins, 0-1 misleads
            self._words.set(" · ".join((*result, count, reason)))
            self._words.tip = reason
            self._again.set(again_as or _("Play &again"))
            self._again.action = self._again_as if again_as else self._again_same
            self.review.enable(bool(state.view.played))
        return self.shown and not before

    def place(self, rect: Rect, ui: UI) -> int:
        """Place the card at the top of a rectangle; return its height in pixels."""
        if not self.shown:
            return 0
        px, fonts = ui.px, ui.fonts
        inner = Rect(rect.x + px(16), rect.y + px(12), rect.w - px(32), px(32))
        self._title.place(inner)
        lines = min(4, self._words.natural_size(fonts, inner.w)[1] // fonts.height(14))
        words = Rect(inner.x, inner.bottom, inner.w, lines * fonts.height(14))
        self._words.place(words)
        button = Rect(inner.x, words.bottom + px(8), inner.w, px(36))
        for widget in (self.review, self.why):
            widget.place(button)
        half = (inner.w - px(8)) // 2
        y = button.bottom + px(8)
        self._again.place((inner.x, y, half, px(36)))
        self._new.place((inner.right - half, y, half, px(36)))
        height = y + px(36 + 12) - rect.y
        self._panel.place((rect.x, rect.y, rect.w, height))
        return height


POINTER_FACT, TIME_FACT = 2, 3
"""Indices of these facts, after the number of moves and the last one."""

ACTION_NAMES = {
    "puzzle": ("solution", "next puzzle", "from", "end practice"),
    "free": ("back", "hint", "from", "save"),
    "playing": ("back", "hint", "draw", "resign"),
    "paused": ("back", "pause", "again", "resign"),
    "stones": ("back", "hint", "numbers", "resign"),
    "by hand": ("back", "next", "again", "resign"),
    "watching": ("pause", "again", "back", "stop"),
    "watching by hand": ("next", "again", "back", "stop"),
    "over": ("back", "hint", "save", "copy"),
}
"""The four actions of each situation."""

FOLLOWING = {"back", "hint", "draw", "resign", "from", "pause", "stop"}
"""The actions that are not always available here."""


def situation_of(state: GameState, *, puzzled: bool) -> str:
    """Return the key of the actions that are offered now; ``puzzled``: in a practice."""
    people = any(seat.mode is Mode.PERSON for seat in (state.seats.white, state.seats.black))
    if state.ended:
        return "over"
    if state.free:
        return "puzzle" if puzzled else "free"
    if state.running and not state.view.paused and state.may_release(state.view.to_move):
        return "by hand" if people else "watching by hand"
    if not people:
        return "watching"
    if state.running and state.view.paused:
        return "paused"
    return "stones" if state.rules.geometry.on_points else "playing"


class QuietScreen(Layer):
    """The board with only what a player needs."""

    def __init__(
        self,
        ask: Callable[[Intent], None],
        history: HistoryRows,
        board: BoardWidget,
        again: Callable[[], object],
    ) -> None:
        """``again`` plays once more with the other colour."""
        super().__init__()
        self._ask, self.board = ask, board
        self._layout: Layout | None = None
        self._ui: UI | None = None
        self._flipped = False
        self._needs_row = False
        self._game = Label(color="dim")
        self._tools = bar_tools(ask) | {"view": tool(ask, "view")}
        self._strips = StripPair(board)
        self._facts = FactsRow([_("Moves made"), _("Last move"), _("Pointer"), _("This move")])
        self._named = NamedMoves(ask)
        self._end = EndCard(ask, again)
        self._tour = TourCard(ask)
        self._panel = Panel()
        self._head = Label(_("Moves"), color="dim")
        self._games = tool(ask, "games")
        self._games.show(False)
        self._history = history
        self._first = Color.WHITE  # who moves first, in the first column
        self._moves = MovesGrid(
            history,
            lambda letter: int(letter not in color_letters(self._first)),
            on_cursor=lambda row: ask(history.intent(row)),
            on_right=partial(ask, DialogAction.OPEN_NOTES),
            empty=_("No move has been made."),
        )
        self._steps = step_buttons(ask)
        self._prompt = PromptLine()
        self._actions = self._make_actions()
        self._named_actions: tuple[str, ...] = ()
        self.add(
            self._tools["new"],
            self._game,
            self._tools["boards"],
            self._tools["analyse"],
            self._tools["view"],
            self._tools["flip"],
            self._tools["menu"],
            self._strips.of.white,
            self._strips.of.black,
            board,
            self._facts,
            *self._named.buttons,
            *self._end.widgets,
            *self._tour.widgets,
            self._panel,
            self._head,
            self._games,
            self._moves,
            *self._steps,
            self._prompt,
            *self._actions.values(),
        )
        self.focus = board

    def _make_actions(self) -> dict[str, Button]:
        names = dict.fromkeys(name for names in ACTION_NAMES.values() for name in names)
        actions = {name: tool(self._ask, name) for name in names}
        for button in actions.values():
            button.show(False)
        return actions

    # Where they lie

    def layout(self, ui: UI) -> None:
        self._ui = ui
        px = ui.px
        place = self._layout = quiet_frame(
            ui.size, ui.fonts.scale, self.board.scene.extent, facts=self._needs_row
        )
        tools = place["tools"]
        wide = self._tools["new"].natural_size(ui.fonts, 0)[0]
        self._tools["new"].place((tools.x, tools.y, wide, tools.h))
        for name in ("analyse", "view", "flip", "menu"):
            self._tools[name].place(place[name])
        game, boards = place["game"], self._tools["boards"]
        boards.show(bool(self.board.scene.geometry.levels))
        if boards.visible:
            wide = boards.natural_size(ui.fonts, 0)[0]
            boards.place((game.right - wide, game.y, wide, game.h))
            game.w -= wide + px(8)
        self._game.place(game)
        self.board.place(place["board"])
        self._lay_strips()
        self._facts.show(self._needs_row and not self._named)
        if self._needs_row:
            row = place["facts"]
            self._facts.lay(row, ui.fonts)
            self._named.place(row.inflate(0, -px(24)), ui)
        self._lay_moves(place["moves"], ui)
        self._prompt.place(place["prompt"])
        self._lay_actions()

    def _lay_strips(self) -> None:
        if (place := self._layout) is not None:
            self._strips.place(place["upper"], place["lower"], flipped=self._flipped)

    def _lay_moves(self, rect: Rect, ui: UI) -> None:
        """Place the moves, below the card of the end if there is one."""
        px = ui.px
        card = self._end.place(rect, ui) or self._tour.place(rect, ui)
        if card:
            rect = Rect(rect.x, rect.y + card + px(8), rect.w, rect.h - card - px(8))
        self._panel.place(rect)
        inner = rect.inflate(-2 * px(12), -2 * px(8))
        step, gap = px(32), px(8)
        head = 0 if card else px(28)
        self._head.show(not card and not self._tour.shown)
        wide = self._games.natural_size(ui.fonts, 0)[0] if self._games.visible else 0
        self._head.place((inner.x, inner.y, inner.w - wide, px(28)))
        self._games.place((inner.right - wide, inner.y - px(4), wide, px(30)))
        self._moves.place((inner.x, inner.y + head, inner.w, inner.h - head - step - gap))
        width = (inner.w - 3 * gap) // 4
        for index, button in enumerate(self._steps):
            button.place((inner.x + index * (width + gap), inner.bottom - step, width, step))

    def _lay_actions(self) -> None:
        if self._layout is None or self._ui is None:
            return
        rect, gap = self._layout["actions"], self._ui.px(8)
        wide, high = (rect.w - gap) // 2, (rect.h - gap) // 2
        for index, name in enumerate(self._named_actions):
            right, below = index % 2, index // 2
            x, y = rect.x + right * (rect.w - wide), rect.y + below * (rect.h - high)
            self._actions[name].place((x, y, wide, high))

    def pane(self, widget: Widget) -> str:
        if self._layout is None:
            return ""
        boards = widget is self._tools["boards"]  # in the room of the game's name
        return "tools" if boards else self._layout.pane_at(widget.rect.center)

    @property
    def menu_rect(self) -> Rect:
        """The place of the button that opens the menu."""
        return self._tools["menu"].rect

    # What they show

    def show(
        self,
        state: GameState,
        scene: Scene,
        now: float,
        message: str,
        judged: Mapping[int, Judgement],
        again_as: str,
        numbered: bool,
        *,
        puzzled: bool,
    ) -> None:
        """Show a state; the arguments are those of the cockpit.

        ``again_as`` is the text of the button that plays again with the other colour, if that is
        offered; ``numbered``: stones show their numbers; ``puzzled``: a blunder is practised.
        """
        if scene.flipped != self._flipped:
            self._flipped = scene.flipped
            self._lay_strips()
        opening = opening_of(state) if state.view.played else ""
        self._game.set(" · ".join(filter(None, (against(state), opening))))
        self._game.tip = self._game.text
        self._show_actions(state, numbered, puzzled=puzzled)
        self._show_moves(state, judged)
        changed = self._named.show(state, scene)
        text = place_in_file(state)
        if text != self._games.text:
            self._games.set(text)
            self._games.show(bool(text))
            changed = True
        needs = bool(self._named) or state.rules.geometry.on_points
        before = self._end.shown
        self._tour.show_state(state)
        changed = changed or self._tour.shown
        for widget in (self._panel, self._head, self._moves, *self._steps):
            widget.show(not self._tour.shown)
        appeared = self._end.show(state, again_as)
        if changed or needs != self._needs_row or before != self._end.shown:
            self._needs_row = needs
            if self._ui is not None:
                self._ui.relayout(self)
        if appeared and self._ui is not None and self.focus in (None, self.board):
            self._ui.focus(self._end.main)
        self._facts.put(0, *map(scene.letters.show, move_facts(state)))
        self._show_players(state, now)
        self._prompt.set(message, prompt_light(state))

    def _show_moves(self, state: GameState, judged: Mapping[int, Judgement]) -> None:
        changed = self._history.show_judgements(judged)
        if state.rules.first is not self._first:
            self._first, changed = state.rules.first, True
        if self._history.show_state(state) or changed:
            self._moves.reset()
        else:
            self._moves.update()
        self._moves.mark_row(self._history.shown(), self._history.spot())

    def _show_actions(self, state: GameState, numbered: bool, *, puzzled: bool) -> None:
        actions = self._actions
        refresh(self._tools["analyse"], "analyse", state)
        for name in FOLLOWING:
            refresh(actions[name], name, state)
        actions["pause"].icon = Icon.PLAY if state.view.paused else Icon.PAUSE
        actions["resign"].turn(state.resigning is not None)
        actions["numbers"].turn(numbered)
        names = ACTION_NAMES[situation_of(state, puzzled=puzzled)]
        if names != self._named_actions:
            self._named_actions = names
            for name, button in actions.items():
                button.show(name in names)
            self._lay_actions()

    def _show_players(self, state: GameState, now: float) -> None:
        """Show names, clocks and captures."""
        for color in Color:
            strip = strip_of(state, color, now, self.board.taken_up(color))
            self._strips.of[color].show_strip(strip)
        self._facts.put(TIME_FACT, time_facts(state, now)[0])

    def show_clocks(self, state: GameState, now: float) -> None:
        """Show the clock that runs at a later time."""
        if (color := state.view.clock.running) is not None:
            shown = self._strips.of[color]
            shown.show_strip(timed_strip(shown.strip, state, color, now))
        if self._facts.visible:
            self._facts.put(TIME_FACT, time_facts(state, now)[0])

    def show_pointed(self, square: str | None) -> None:
        """Show the name of the square under the pointer."""
        self._facts.put(POINTER_FACT, self.board.scene.letters.show(square or ""))

    # Keys

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            return wheel_steps(event, ui, self.board, self._ask)
        return event.type == pygame.KEYDOWN and board_key(event, ui, self.board, self._ask)
