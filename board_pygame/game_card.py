"""The game that the first screen offers: its board, and all choices of the way that is open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import choice
from typing import Any

from pygame import Rect

from board_core import Color, PerColor, Position, Rules, TimeControl
from board_core.ais import search_build
from board_core.ais.levels import OfferedLevel
from board_core.frontend.settings import ChosenProgram, Settings, choice_for
from board_core.game.clock import UNTIMED, control_told
from board_core.games.game_file import BadGame
from board_core.match.known_games import hosted
from board_core.match.player_spec import BadPlayer, PlayerSpec

from .board import BoardColors
from .board.panes import board_picture
from .board.scene import Scene
from .game_state import GameState, new_game_state
from .games import GAME_NOTES, RULES_NOTES, Shelf, openings
from .intents import Intent, SeatAction, TryProgram
from .kit.buttons import Button, spread
from .kit.cards import Picture
from .kit.labels import Label
from .kit.menu import Item, Row
from .kit.painter import Painter
from .kit.tabs import Segment, Segmented
from .kit.widget import UI, Painted, Widget, nothing
from .language import _, color_word, control_words, sentence
from .phases import Mode, SeatState
from .playing import is_on_board
from .wish import (
    LEVEL_NOTES,
    QUICK_TIMES,
    Level,
    OfStrength,
    OwnPlayer,
    Way,
    Wish,
    explained,
    first_levels,
    level_of,
    level_spec,
    offered,
    strengths,
)

OTHER_CHOICE = -1
"""The value of the last segment, which offers all else."""

PERSON = -2
"""The value of the segment for two people."""

ELO_STEP = 50
"""Step of the strengths in the menu; none is known more precisely."""

SIDE_CHOICES = ("white", "either", "black")

PAUSE_CHOICES = (100, 500, 1000, 2000, 5000)
"""Milliseconds for which a move of an AI stays before the next one."""

LABEL_SIZE, TITLE_SIZE = 14, 28
"""Sizes of texts, in points."""

TITLE_HEIGHT, LABEL_HEIGHT, FIELD_HEIGHT = 36, 20, 40
"""Heights in points."""


OpenMenu = Callable[[Sequence[Row], Rect], object]
"""Opens a menu beside a rectangle."""


def scene_at(rules: Rules, position: Position) -> Scene:
    """Return what a picture shows of a position."""
    geometry = rules.geometry
    return Scene(
        hosted(rules).look,
        geometry,
        {name: piece for name, piece in position.pieces().items() if name in geometry},
        coordinates=False,
        boards="solid",
        text="" if geometry.places else str(position),
    )


def picture_of(rules: Rules, position: Position, colors: BoardColors) -> Picture:
    """Return the picture of a position."""
    return partial(board_picture, scene_at(rules, position), colors)


def level_words(level: OfferedLevel) -> str:
    """Return a level as a line of a list; the number shows which of two is the stronger."""
    if level.simple:
        return _("{name} (program)", name=_(level.name))
    told = _(LEVEL_NOTES.get(level.player, "")) if level.elo is None else level.elo
    return f"{_(level.name)} · {told}" if told else _(level.name)


def level_tip(level: OfferedLevel, rules: Rules) -> str:
    """Return a level with what is known of its search, which may be machine code."""
    search = hosted(rules).search if level.player == "hard" else ""
    if not search:
        return level_words(level)
    return _("{level}: {built}", level=level_words(level), built=search_build(search).advice)


def stay_words(ms: int) -> str:
    """Return how many milliseconds a move stays, in seconds."""
    return _("{seconds} s a move", seconds=f"{ms / 1000:g}")


class ChoiceField:
    """Segments below their label; more about the chosen one stands at its right."""

    def __init__(self, label: str, segments: Segmented[Any]) -> None:
        self.label = Label(label, size=LABEL_SIZE, color="dim")
        self.told = Label("", size=LABEL_SIZE, color="dim", align="right")
        self.segments = segments
        self.widgets: list[Widget] = [self.label, self.told, segments]

    def show(self, shown: bool) -> None:
        for widget in self.widgets:
            widget.show(shown)

    def place(self, ui: UI, rect: Rect) -> None:
        """Place the label, and the segments below it."""
        px = ui.px
        label = Rect(rect.x, rect.y, 0, px(LABEL_HEIGHT))
        label.w = self.label.natural_size(ui.fonts, rect.w)[0]
        self.label.place(label)
        left = label.right + px(12)
        self.told.place((left, rect.y, rect.right - left, label.h))
        self.segments.natural_size(ui.fonts, rect.w)
        self.segments.place((rect.x, rect.bottom - px(FIELD_HEIGHT), rect.w, px(FIELD_HEIGHT)))


class LevelField(ChoiceField):
    """An opponent: a few levels side by side, and all others in a menu."""

    def __init__(
        self,
        label: str,
        ask_program: Callable[[LevelField], object],
        changed: Callable[[], object],
        menu: OpenMenu,
        *,
        person: bool = False,
    ) -> None:
        """``ask_program`` asks for a program of the user; ``person``: two people may play."""
        again = frozenset([OTHER_CHOICE])
        self._few = Segmented[int]([], 0, self._take_few, again=again)
        super().__init__(label, self._few)
        self._ask_program, self._changed, self._person = ask_program, changed, person
        self._menu = menu
        self.level: Level | None = 0
        self._history: tuple[ChosenProgram, ...] = ()

    def offer(self, rules: Rules, level: Level | None, history: tuple[ChosenProgram, ...]) -> None:
        """Offer the opponents of a game, and the programs that were loaded before."""
        self._rules, self._history = rules, history
        levels, first = offered(rules), first_levels(rules)
        few = [Segment(at, _(name), level_tip(levels[at], rules)) for name, at in first.items()]
        if self._person:
            few.append(Segment(PERSON, _("Person"), _("Two people play at this window.")))
        tip = _("All levels, simple programs, installed engines, any Elo, your own programs.")
        easiest, at = min(first.items(), key=lambda one: one[1])
        if weaker := ", ".join(level_words(level) for level in levels[:at]):
            tip += " " + _("Weaker than {level}: {names}.", level=_(easiest), names=weaker)
        few.append(Segment(OTHER_CHOICE, _("More…"), tip))
        self._few.offer(few, OTHER_CHOICE)
        self.take(level)

    def take(self, level: Level | None) -> None:
        """Choose a level; None is a person."""
        self.level = level
        few = [segment.value for segment in self._few.segments]
        value = PERSON if level is None else level if isinstance(level, int) else OTHER_CHOICE
        self._few.set(value if value in few else OTHER_CHOICE)
        self.told.set(self._words())
        self.told.tip = ""
        if isinstance(level, OfStrength):
            self.told.tip = explained(level, self._rules)

    def _words(self) -> str:
        """Return who the chosen opponent is."""
        level = self.level
        if isinstance(level, OfStrength):
            return f"Elo {level.elo}"
        if isinstance(level, OwnPlayer):
            return level_spec(level, self._rules).name
        return "" if level is None else level_words(offered(self._rules)[level])

    def _take_few(self, value: int) -> None:
        if value == OTHER_CHOICE:
            self.take(self.level)
            self._open_menu()
        else:
            self._choose(None if value == PERSON else value)

    def _choose(self, level: Level | None) -> None:
        self.take(level)
        self._changed()

    def _open_menu(self) -> None:
        """Open the menu of all opponents."""
        rules = self._rules

        def item(text: str, level: Level | None) -> Item:
            chosen = level == self.level
            return Item(text, partial(self._choose, level), marked=False, checked=chosen)

        from .dialogs import spec_of  # the dialogs are imported when one opens

        items: list[Item | None] = []
        if (bounds := strengths(rules)) is not None:
            elos = range(bounds[0], bounds[1] + 1, ELO_STEP)
            by_elo = [item(f"Elo {elo}", OfStrength(elo)) for elo in elos]
            items.append(Item(_("By Elo…"), lambda: self._menu(by_elo, self._few.places()[-1])))
        items.append(Item(_("A program of mine…"), partial(self._ask_program, self)))
        for program in self._history[:5]:
            with suppress(BadPlayer):
                spec = spec_of(program)
                items.append(item(spec.name, OwnPlayer(spec.text)))
        items += [None, *([item(_("Person"), None)] if self._person else [])]
        items += [item(level_words(level), at) for at, level in enumerate(offered(rules))]
        self._menu(items, self._few.places()[-1])

    def take_program(self, spec: PlayerSpec) -> None:
        """Choose a program of the user."""
        self._choose(OwnPlayer(spec.text))


class GameCard:
    """The board of a game beside the choices of the open way. It makes the wish of them."""

    def __init__(
        self,
        settings: Settings,
        wish: Wish,
        shelf: Shelf,
        colors: BoardColors,
        ask: Callable[[Intent], None],
        changed: Callable[[], object],
        menu: OpenMenu,
        tour: Callable[[], object],
    ) -> None:
        """``changed`` is called when something else is chosen, ``tour`` to show that of a game."""
        self._settings, self._shelf, self._colors = settings, shelf, colors
        self._ask, self._changed, self._menu, self._wish = ask, changed, menu, wish
        self.trouble = ""  # why a game could not be loaded
        self.way = Way.PLAY
        self._standing: GameState | None = None  # on the board from which the game may begin
        self._ui: UI | None = None
        self._pace = UNTIMED  # the time control
        self.title = Label("", size=TITLE_SIZE, bold=True)
        self._note = Label("", size=LABEL_SIZE, color="dim", wrap=True)
        self._board = Painted[Scene | None](None, self._paint)
        self._own = Segmented(
            [Segment(color, color_word(color)) for color in Color], Color.WHITE, lambda _own: None
        )
        self._against, self._white, self._black, self._opponent = (
            LevelField(label, partial(self._ask_program, seat), self._show, menu, person=person)
            for label, seat, person in (
                (_("Against"), self._opposite, True),
                (color_word(Color.WHITE), lambda: Color.WHITE, False),
                (color_word(Color.BLACK), lambda: Color.BLACK, False),
                (_("Against"), lambda: self._own.value.other, False),
            )
        )
        self._side = Segmented(
            [
                Segment("white", color_word(Color.WHITE)),
                Segment("either", _("Either")),
                Segment("black", color_word(Color.BLACK)),
            ],
            "white",
        )
        self._times = Segmented[TimeControl | None]([], None, self._take_time)
        self._pause_ms, self._by_hand = settings.viewing_pause_ms, wish.by_hand
        self._plain = [
            ChoiceField(_("Your AI plays"), self._own),
            ChoiceField(_("You play"), self._side),
            ChoiceField(_("Clock"), self._times),
        ]
        self._tour = Button(_("Short tour"), tour)
        self._more = Button(_("Rules, opening…"), self._ask_more)
        self._stay = Button("", self._ask_pause, tip=_("How long a move is seen"))
        self._remember(wish.game)

    @property
    def _levels(self) -> tuple[LevelField, ...]:
        return self._against, self._white, self._black, self._opponent

    @property
    def _inputs(self) -> tuple[ChoiceField, ...]:
        """All fields, from above."""
        return self._plain[0], *self._levels, *self._plain[1:]

    @property
    def _last(self) -> tuple[Button, ...]:
        return self._more, self._stay, self._tour

    @property
    def widgets(self) -> list[Widget]:
        fields = [widget for field in self._inputs for widget in field.widgets]
        return [self._board, self.title, self._note, *fields, *self._last]

    def take_over(self, before: GameCard) -> None:
        """Take what was chosen in the same card of another language or theme."""
        self._wish, self.trouble, self._pace = before._wish, before.trouble, before._pace
        self._offer(
            (before._against.level, before._white.level, before._black.level),
            before._opponent.level,
        )
        self._side.set(before._side.value)
        self._pause_ms, self._by_hand = before._pause_ms, before._by_hand
        self._own.set(before._own.value)

    # What was chosen

    @property
    def rules(self) -> Rules:
        return self._shelf.rules(self._wish.game, self._wish.variant)

    @property
    def game(self) -> tuple[str, int]:
        """The key of the game's family, and the number of the variant."""
        return self._wish.game, self._wish.variant

    @property
    def test(self) -> tuple[Color, Level, TimeControl]:
        """The side of the program that is to be tested, its opponent and the time control."""
        return self._own.value, self._opponent.level or 0, self._pace

    @property
    def from_board(self) -> bool:
        """True if the game begins with the position on the board."""
        return self._wish.from_board and self._stands

    @property
    def _stands(self) -> bool:
        """True if this game is on the board: no other one can begin there."""
        return self._standing is not None and is_on_board(self._standing, self.rules)

    def wish(self) -> Wish:
        """Return the game that is wished for."""
        levels: PerColor[Level | None] = PerColor(None, None)
        watched = self.way is Way.WATCH
        if watched:
            levels = PerColor(self._white.level, self._black.level)
        elif self._against.level is not None:
            sides = {"white": Color.WHITE, "black": Color.BLACK}
            side = sides.get(self._side.value) or choice(list(Color))
            levels = levels.put(side.other, self._against.level)
        return replace(
            self._wish,
            from_board=self.from_board,
            levels=levels,
            pace=self._pace,
            by_hand=watched and self._by_hand,
            pause_ms=self._pause_ms if watched else None,
            side=self._side.value,
            rules_name=list(self._shelf.family(self._wish.game).variants)[self._wish.variant],
        )

    # Choosing

    def stand(self, standing: GameState) -> None:
        """Take what is on the board, and show it if the game begins there."""
        before, self._standing = self._standing, standing
        if self.from_board and (before is None or before.shown is not standing.shown):
            self._show()

    def open(self, way: Way) -> None:
        """Show the choices of a way."""
        self.way = way
        self._show()

    def take(self, wanted: Callable[[], str]) -> None:
        """Take another game with what was chosen for it, or tell why it cannot be loaded."""
        self.trouble = ""
        try:
            key = wanted()
            self._shelf.family(key)
        except BadGame as error:
            self.trouble = sentence(error.sentence)
        else:
            self._wish = replace(self._wish, game=key, variant=0, opening=0, from_board=False)
            self._remember(key)
        self._show()

    def _remember(self, key: str) -> None:
        """Offer what was chosen for a game the last time."""
        chosen = choice_for(self._settings, key)
        names = list(self._shelf.family(key).variants)
        if chosen.variant in names and not self._wish.from_board and not self._wish.variant:
            self._wish = replace(self._wish, variant=names.index(chosen.variant))
        self._pace = control_told(chosen.clock)
        begins = self.rules.first.name.lower()  # with stones this is Black
        self._side.set(chosen.side if chosen.side in SIDE_CHOICES else begins)
        first = list(first_levels(self.rules).values())
        people = self._wish.levels == PerColor(None, None)
        level = None if people else level_of(chosen.level, self.rules)
        white, black = (
            level_of(text, self.rules) if text else first[at]
            for text, at in ((chosen.white, len(first) // 2), (chosen.black, -1))
        )
        self._offer((level, white, black), first[0])

    def _offer(
        self, levels: tuple[Level | None, Level | None, Level | None], opponent: Level | None
    ) -> None:
        for field, level in zip(self._levels, (*levels, opponent), strict=True):
            field.offer(self.rules, level, self._settings.history)
        self._take_clock(self._pace)

    def _show(self) -> None:
        way, game = self.way, self._shelf.name(self._wish.game)
        plays, watches, tests = (way is one for one in (Way.PLAY, Way.WATCH, Way.TEST))
        chess = self._wish.game == "chess"
        title = {Way.WATCH: _("Watch two AIs"), Way.TEST: _("Test my AI")}
        self.title.set(title.get(way, _("Play chess") if chess else game))
        color, note = "dim", "" if chess or plays else game
        if self._wish.game in GAME_NOTES and plays and not self.rules.geometry.levels:
            note = _(GAME_NOTES[self._wish.game])
        if self.from_board:
            color, note = "warning", _("It begins with the position on the board.")
        if self.trouble:
            color, note = "error", self.trouble
        self._note.set(note, color)
        self._note.tip = note
        family = self._shelf.family(self._wish.game)
        drawn = "/" in family.sample  # its beginning is another one each time
        shown = self.rules.start(family.sample if drawn else None)
        if self.from_board and self._standing is not None:
            shown = self._standing.shown
        self._board.set(scene_at(self.rules, shown))
        self._against.show(plays)
        self._white.show(watches)
        self._black.show(watches)
        self._opponent.show(tests)
        visible = (tests, plays and self._against.level is not None, True)
        for field, seen in zip(self._plain, visible, strict=True):
            field.show(seen)
        self._stay.show(watches)
        self._stay.set(_("One move at a time") if self._by_hand else stay_words(self._pause_ms))
        self._tour.show(bool(self.rules.geometry.levels))
        self._tour.tip = _(GAME_NOTES.get(self._wish.game, ""))
        self._changed()

    def _take_time(self, pace: TimeControl | None) -> None:
        from .dialogs.clocks import OwnClock, clock_items

        ui, now = self._ui, self._pace
        if pace is not None or ui is None:
            self._take_clock(pace or now)
            return
        self._times.set(now)
        items = clock_items(now, self._take_clock, lambda: ui.open(OwnClock(now, self._take_clock)))
        self._menu(items, self._times.places()[-1])

    def _take_clock(self, pace: TimeControl) -> None:
        """Show the usual clocks, and in place of the last the one that was chosen among all."""
        self._pace = pace
        times = QUICK_TIMES if pace in QUICK_TIMES else (*QUICK_TIMES[:-1], pace)
        words = [_("None"), *map(control_words, times[1:])]
        found: list[Segment[TimeControl | None]]
        found = [Segment(time, name, name) for time, name in zip(times, words, strict=True)]
        self._times.offer([*found, Segment(None, _("Other…"))], pace)
        if self._ui is not None:
            self._times.natural_size(self._ui.fonts, self._times.rect.w)

    def _ask_pause(self) -> None:
        """Ask how long a move stays, or whether each is asked for."""

        def choose(by_hand: bool, ms: int) -> None:
            self._by_hand, self._pause_ms = by_hand, ms
            self._show()

        now, by_hand = self._pause_ms, self._by_hand
        items = [
            Item(
                stay_words(ms),
                partial(choose, False, ms),
                checked=not by_hand and ms == now,
            )
            for ms in sorted({*PAUSE_CHOICES, now})
        ]
        on_request = _("One move at a time, on request")
        items.append(Item(on_request, partial(choose, True, now), checked=by_hand))
        self._menu(items, self._stay.rect)

    def _ask_more(self) -> None:
        """Ask for the rules, an opening, and where the game begins."""
        wish, family = self._wish, self._shelf.family(self._wish.game)

        def item(name: str, chosen: Wish) -> Item:
            take, note = partial(self._take_wish, chosen), _(RULES_NOTES.get(name, ""))
            return Item(_(name), take, hint=note, checked=chosen == wish)

        rules = [
            item(name, replace(wish, variant=at, opening=0))
            for at, name in enumerate(family.variants)
        ]
        known = openings(self.rules)
        begins = [item(name, replace(wish, opening=at)) for at, name in enumerate(known)]
        here = _("From the position on the board")
        about_draws = not RULES_NOTES.keys().isdisjoint(family.variants)
        items: list[Row] = [_("Draws") if about_draws else _("Rules"), *rules]
        items += [_("Opening"), *begins] if len(begins) > 1 else []
        items.append(_("Beginning"))
        turned = partial(self._take_wish, replace(wish, from_board=not wish.from_board))
        why = _("another game is on it")
        items.append(Item(here, turned, self._stands, why=why, checked=self.from_board))
        self._menu(items, self._more.rect)

    def _take_wish(self, wish: Wish) -> None:
        """Take other rules, whose levels may be others, or another beginning."""
        other, self._wish = wish.variant != self._wish.variant, wish
        if other:
            first = next(iter(first_levels(self.rules).values()))
            self._offer((first, first, first), first)
        self._show()

    def _opposite(self) -> Color:
        """Return the side of the opponent of a person."""
        return Color.BLACK if self._side.value == "white" else Color.WHITE

    def _ask_program(self, seat: Callable[[], Color], field: LevelField) -> None:
        """Ask for a program of the user in place of the chosen level, which it may be."""
        from .dialogs import SeatAnswers, SeatCard

        color = seat()
        answers = SeatAnswers(
            lambda _program, spec, _mode: field.take_program(spec),
            lambda spec, _mode: field.take_program(spec),
            nothing,
            lambda spec: self._ask(TryProgram(color, spec)),
            partial(self._ask, SeatAction.CLEAR_HISTORY),
        )
        state = new_game_state(self.rules)
        if isinstance(field.level, OwnPlayer):
            spec = level_spec(field.level, self.rules)
            state = state.with_seat(color, SeatState(spec, Mode.AUTO))
        if self._ui is not None:
            beside = self._more.rect
            self._ui.open(SeatCard(color, state, self._settings, answers, beside, tests=True))

    # Where it lies

    def place(self, ui: UI, board: Rect, form: Rect) -> None:
        """Place the board, and the choices beside or below it."""
        self._ui, px, fonts = ui, ui.px, ui.fonts
        self._board.place(board)
        y = form.y
        self.title.place((form.x, y, form.w, px(TITLE_HEIGHT)))
        y += px(TITLE_HEIGHT)
        note = min(2 * fonts.height(LABEL_SIZE), self._note.natural_size(fonts, form.w)[1])
        self._note.place((form.x, y, form.w, note))
        y += note
        rows = [field for field in self._inputs if field.label.visible]
        high = px(LABEL_HEIGHT + 4 + FIELD_HEIGHT)
        spare = form.bottom - y - len(rows) * high - px(32)
        gap = max(px(2), min(px(20), spare // (len(rows) + 1)))
        for row in rows:
            row.place(ui, Rect(form.x, y + gap, form.w, high))
            y += gap + high
        y += min(gap, px(12))
        last = [button for button in self._last if button.visible]
        spread(last, Rect(form.x, y, form.w, px(32)), ui)

    def _paint(self, painter: Painter, rect: Rect, scene: Scene | None) -> None:
        if scene is not None:
            image = board_picture(scene, self._colors, painter, min(rect.size))
            painter.surface.blit(image, image.get_rect(center=rect.center))

    def ask_for_file(self) -> None:
        """Ask for the file of a game of the user."""
        from .dialogs import file_texts
        from .kit.files import FileBrowser, FileKind, ending_in

        def chosen(path: Path) -> None:
            self.take(lambda: self._shelf.open(str(path)))

        kind = FileKind(".py", ending_in(".py"))
        title = _("Open a game's file")
        if self._ui is not None:
            browser = FileBrowser(title, None, chosen, kind=kind, texts=file_texts())
            self._ui.open(browser)
