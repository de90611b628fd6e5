"""The choices on the first screen: a form for each way on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import choice

from pygame import Rect

from board_core import Color, PerColor, Rules
from board_core.frontend.settings import Settings, choice_for
from board_core.games.game_file import BadGame

from .games import FIRST_GAMES, Shelf
from .kit.buttons import Button, CheckBox
from .kit.cards import LevelLadder, Rung
from .kit.files import ending_in
from .kit.form import Form, FormRow
from .kit.labels import Label
from .kit.menu import DropDown, Item, Menu, Slider
from .kit.painter import SMALL_SIZE, Icon
from .kit.tabs import Segment, Segmented
from .kit.widget import UI, Widget
from .language import _, color_word, sentence
from .level_field import ELO_STEP, LevelField, level_tip, level_words
from .wish import (
    OFFERED_TIMES,
    QUICK_TIMES,
    USUAL_ELO,
    Level,
    OfStrength,
    Way,
    Wish,
    explained,
    first_levels,
    level_of,
    offered,
    opponent,
    own_levels,
    short_name,
    strengths,
    time_named,
)

OTHER_CHOICE = -1
"""The value of the last segment, which offers all else."""

SIDE_CHOICES = ("white", "either", "black")

PAUSE_CHOICES = (100, 500, 1000, 2000, 5000)
"""Milliseconds for which a move of an AI stays before the next one."""


class StartForm:
    """The fields of all ways, of which the rows of one are shown. It makes the wish of them."""

    def __init__(
        self,
        settings: Settings,
        wish: Wish,
        shelf: Shelf,
        changed: Callable[[], object],
        done: Callable[[], object],
        tour: Callable[[], object],
    ) -> None:
        """``changed`` is called when something else is chosen or has another size.

        ``done`` is called when a dialog has been answered, ``tour`` to show that of the game.
        """
        self._settings, self._shelf = settings, shelf
        self._changed, self._done = changed, done
        self._wish = wish
        self.trouble = ""  # why a game could not be loaded
        self._ui: UI | None = None
        self._way = Way.PLAY
        self._all_levels = False
        self._level: Level = 0
        self._other_levels = list[int]()  # those that are not on the ladder
        self._pace = 0  # index of the time control
        self._game = Segmented[str](self._games(), wish.game, self._take_game)
        self._against = Segmented(
            [Segment(False, _("The computer")), Segment(True, _("A person here"))],
            wish.levels == PerColor(None, None),
            lambda _person: self._show(),
        )
        self._few = Segmented[int]([], 0, self._take_few)
        self._ladder = LevelLadder([], 0, self._take_rung)
        least, most = strengths() or (0, 0)
        self._slider = Slider(least, most, USUAL_ELO, step=ELO_STEP, on_change=self._slid)
        self._who = Label("", size=SMALL_SIZE, color="dim", wrap=True)
        self._others = DropDown([], 0, self._take_other)
        self._fewer = Button(_("Fewer"), self._show_few, tip=_("Three levels are enough."))
        self._side = Segmented(
            [
                Segment("white", color_word(Color.WHITE)),
                Segment("either", _("Either")),
                Segment("black", color_word(Color.BLACK)),
            ],
            "white",
            lambda _side: self._changed(),
        )
        self._times = Segmented[int](self._clocks(0), 0, self._take_time)
        rules = self.rules
        self._white, self._black = (
            LevelField(rules, wish.levels[color], self._show, color_word(color)) for color in Color
        )
        pause = settings.viewing_pause_ms
        self._pause = Segmented(
            [
                Segment(ms, _("{seconds} s", seconds=f"{ms / 1000:g}"))
                for ms in sorted({*PAUSE_CHOICES, pause})
            ],
            pause,
        )
        self._by_hand = CheckBox(_("One move at a time, on request"), wish.by_hand)
        self._own = Segmented(
            [Segment(color, color_word(color)) for color in Color], Color.WHITE, lambda _own: None
        )
        self._opponent = LevelField(rules, None, self._show, _("Against"))
        tip = _("What a level is, what blocks, how a board moves: a minute.")
        self._tour = Button(_("Short tour"), tour, icon=Icon.PLAY, tip=tip)
        self._more = Button(_("More: rules, opening…"), self._ask_more, icon=Icon.CLOSED)
        self._notes = {
            way: Label(text, wrap=True, color="dim")
            for way, text in (
                (
                    Way.TEST,
                    _(
                        "Load the file of your program, or its command. It is started once to see "
                        "that it can play; if it fails, you are told why. With a clock, a "
                        "program that hangs loses the game."
                    ),
                ),
                (
                    Way.ANALYSE,
                    _(
                        "An engine tells the best lines of the position on the board. Move the "
                        "pieces of both sides freely, paste a FEN or a whole game (Ctrl+V), set "
                        "up a position (Ctrl+E), and ask for a review (Ctrl+R)."
                    ),
                ),
                (
                    Way.OPEN,
                    _(
                        "Open the record of a game that you have saved, or that another program "
                        "has written (PGN; SGF and PSQ for stones). A contest keeps all of its "
                        "games in the file games.pgn of its report: search it for a player or a "
                        "round. You may also drop the file onto the window, or paste its text "
                        "(Ctrl+V)."
                    ),
                ),
            )
        }
        self._form = self._rows()
        self._remember(wish.game)

    def take_over(self, before: StartForm) -> None:
        """Take what was chosen in the same form of another language or theme."""
        self._wish, self.trouble = before._wish, before.trouble
        self._game.offer(self._games(), self._wish.game)
        self._against.set(before._against.value)
        self._level, self._all_levels = before._level, before._all_levels
        self._pace = before._pace
        self._times.offer(self._clocks(self._pace), self._pace)
        self._side.set(before._side.value)
        for field, old in (
            (self._white, before._white),
            (self._black, before._black),
            (self._opponent, before._opponent),
        ):
            field.offer(self.rules)
            field.take_over(old)
        self._pause.set(before._pause.value)
        self._by_hand.on = before._by_hand.on
        self._own.set(before._own.value)
        self._offer_levels()
        self._show()

    def _rows(self) -> Form:
        play = [
            FormRow(self._game, label=_("Game")),
            FormRow(self._against, label=_("Against")),
            FormRow(self._few, label=_("Level")),
            FormRow(self._ladder, label=_("Level")),
            FormRow(self._slider, label=_("Elo")),
            FormRow(self._who, label=" "),  # below the slider
            FormRow(self._others, self._fewer, label=_("Or")),
            FormRow(self._side, label=_("You play")),
        ]
        watch = [*self._white.rows, *self._black.rows]
        test = [FormRow(self._own, label=_("Your AI plays")), *self._opponent.rows]
        last = [
            FormRow(self._times, label=_("Clock")),
            FormRow(self._pause, label=_("A move stays")),
            FormRow(self._by_hand, label=" "),
            FormRow(self._tour, self._more, label=" "),
            *(FormRow(note) for note in self._notes.values()),
        ]
        return Form([*play, *watch, *test, *last])

    @property
    def widgets(self) -> list[Widget]:
        return self._form.widgets

    def place(self, ui: UI, rect: Rect) -> None:
        """Place the rows that are shown."""
        self._ui = ui
        self._form.place(ui.fonts, rect)

    # What was chosen

    @property
    def rules(self) -> Rules:
        return self._shelf.rules(self._wish.game, self._wish.variant)

    @property
    def game(self) -> tuple[str, int]:
        """The key of the game's family, and the number of the variant."""
        return self._wish.game, self._wish.variant

    @property
    def own_side(self) -> Color:
        """The side of the program that is to be tested."""
        return self._own.value

    @property
    def opponent(self) -> Level:
        """The level against which a program is to be tested."""
        return self._opponent.level

    def wish(self) -> Wish:
        """Return the game that is wished for."""
        levels: PerColor[Level | None] = PerColor(None, None)
        watched = self._way is Way.WATCH
        if watched:
            levels = PerColor(self._white.level, self._black.level)
        elif not self._against.value:
            sides = {"white": Color.WHITE, "black": Color.BLACK}
            side = sides.get(self._side.value) or choice(list(Color))
            levels = levels.put(side.other, self._level)
        return replace(
            self._wish,
            levels=levels,
            pace=self._pace,
            by_hand=watched and self._by_hand.on,
            pause_ms=self._pause.value if watched else None,
            side=self._side.value,
            rules_name=list(self._shelf.family(self._wish.game).variants)[self._wish.variant],
        )

    def summary(self) -> str:
        """Return the wish in a sentence."""
        if self.trouble:
            return self.trouble
        names = list(self._shelf.family(self._wish.game).variants)
        game = self._shelf.name(self._wish.game)
        if self._wish.variant and len(names) > 1:
            game = f"{game} ({_(names[self._wish.variant])})"
        clock = _("no clock") if not self._pace else _(OFFERED_TIMES[self._pace].name)
        if self._way is Way.PLAY and self._against.value:
            return _("{game} between two people here, {clock}.", game=game, clock=clock)
        if self._way is Way.PLAY:
            sides = {"white": color_word(Color.WHITE), "black": color_word(Color.BLACK)}
            level, side = self._level_words(), sides.get(self._side.value)
            if side is None:
                text = _("{game} against {level}. Your colour is drawn, {clock}.")
            else:
                text = _("{game} against {level}. You are {side}, {clock}.")
            return text.format(game=game, level=level, side=side, clock=clock)
        if self._way is Way.WATCH:
            return _("{game} between two computers, {clock}.", game=game, clock=clock)
        return ""

    @property
    def pace(self) -> int:
        """The index of the chosen time control."""
        return self._pace

    @property
    def from_board(self) -> bool:
        """True if the game begins with the position on the board."""
        return self._wish.from_board and self._way in (Way.PLAY, Way.WATCH)

    def _level_words(self) -> str:
        """Return the name of the level, with its own name and its strength if they are known."""
        if isinstance(self._level, OfStrength):
            level = opponent(self._level)
            name = level.name
        else:
            level = offered(self.rules)[self._level]
            name = level.name if self._all_levels else short_name(self._level, self.rules)
        if level.elo is None:
            return _(level.name)
        if name == level.name:
            return _("{level} (about {elo} Elo)", level=_(level.name), elo=level.elo)
        texts = {"name": _(name), "level": _(level.name), "elo": level.elo}
        return _("{name} ({level}, about {elo} Elo)").format(**texts)

    # Which rows are shown

    def open(self, way: Way) -> None:
        """Show the rows of a way."""
        self._way = way
        self._show()

    def _show(self) -> None:
        way = self._way
        plays, watches = way is Way.PLAY, way is Way.WATCH
        computer = plays and not self._against.value
        by_elo = self._by_elo
        self._game.show(way is not Way.OPEN)
        self._tour.show(way is not Way.OPEN and bool(self.rules.geometry.levels))
        self._against.show(plays)
        self._few.show(computer and not self._all_levels)
        self._ladder.show(computer and self._all_levels and not by_elo)
        for widget in (self._slider, self._who):
            widget.show(computer and self._all_levels and by_elo)
        self._others.show(computer and self._all_levels and len(self._others.options) > 1)
        self._fewer.show(computer and self._all_levels)
        self._side.show(computer)
        self._white.show(watches)
        self._black.show(watches)
        self._pause.show(watches)
        self._by_hand.show(watches)
        self._own.show(way is Way.TEST)
        self._opponent.show(way is Way.TEST)
        self._times.show(plays or watches or way is Way.TEST)
        self._more.show(way is not Way.OPEN)
        for one, note in self._notes.items():
            note.show(one is way)
        self._changed()

    # Games

    def _games(self) -> list[Segment[str]]:
        """Return the first games, the one that was chosen among all others, and a way to these."""
        keys = [*FIRST_GAMES]
        if self._wish.game not in keys:
            keys.append(self._wish.game)
        names = {key: self._shelf.name(key) for key in keys}
        found = [Segment(key, name, name) for key, name in names.items()]
        return [*found, Segment("", _("Other…"), _("Variants, installed games, your own game."))]

    def _take_game(self, key: str) -> None:
        if key:
            self._take(lambda: key)
            return
        self._game.set(self._wish.game)
        known = [one for one in self._shelf.keys if one not in FIRST_GAMES]
        items = [Item(self._shelf.name(one), partial(self._take_game, one)) for one in known]
        items.append(Item(_("Open a game's file…"), self._ask_for_file))
        if self._ui is not None:
            self._ui.open(Menu(items, self._game.places()[-1]))

    def _ask_for_file(self) -> None:
        from .dialogs import file_texts  # the dialogs are imported when one opens
        from .kit.files import FileBrowser, FileKind

        kind = FileKind(".py", ending_in(".py"))

        def chosen(path: Path) -> None:
            self._take(lambda: self._shelf.open(str(path)))

        assert self._ui is not None
        title = _("Open a game's file")
        self._ui.open(FileBrowser(title, Path.cwd(), chosen, kind=kind, texts=file_texts()))

    def _take(self, wanted: Callable[[], str]) -> None:
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
        self._game.offer(self._games(), self._wish.game)
        self._show()

    def _remember(self, key: str) -> None:
        """Offer what was chosen for a game the last time."""
        chosen = choice_for(self._settings, key)
        names = list(self._shelf.family(key).variants)
        if chosen.variant in names and not self._wish.from_board and not self._wish.variant:
            self._wish = replace(self._wish, variant=names.index(chosen.variant))
        self._pace = time_named(chosen.clock)
        self._times.offer(self._clocks(self._pace), self._pace)
        begins = self.rules.first.name.lower()  # with stones this is Black
        self._side.set(chosen.side if chosen.side in SIDE_CHOICES else begins)
        self._level = level_of(chosen.level, self.rules)
        self._all_levels = self._level not in first_levels(self.rules).values()
        first = list(first_levels(self.rules).values())
        for field, level in (
            (self._white, first[len(first) // 2]),
            (self._black, first[-1]),
            (self._opponent, first[0]),
        ):
            field.offer(self.rules)
            field.choice.set(level)
        self._offer_levels()

    # Levels

    def _offer_levels(self) -> None:
        rules, level = self.rules, self._level
        levels, first, own = offered(rules), first_levels(rules), own_levels(rules)
        self._other_levels = [at for at in range(len(levels)) if at not in own]
        few = [Segment(at, _(name), level_tip(levels[at], rules)) for name, at in first.items()]
        if len(few) < len(levels):
            tip = _("All levels, simple programs, installed engines, any Elo.")
            easiest, at = min(first.items(), key=lambda one: one[1])
            if weaker := ", ".join(level_words(level) for level in levels[:at]):
                tip += " " + _("Weaker than {level}: {names}.", level=_(easiest), names=weaker)
            few.append(Segment(OTHER_CHOICE, _("More…"), tip))
        self._few.offer(few, level if isinstance(level, int) else OTHER_CHOICE)
        self._ladder.offer([Rung(_(levels[at].name), levels[at].elo) for at in own])
        others = [level_words(levels[at]) for at in self._other_levels]
        by_elo = []
        if (bounds := strengths(rules)) is not None:
            by_elo = [_("By Elo…")]
            self._slider.offer(*bounds)
        self._others.options = [_("another program…"), *others, *by_elo]
        self._show_level()

    def _show_level(self) -> None:
        level, own = self._level, own_levels(self.rules)
        if isinstance(level, OfStrength):
            self._ladder.set(-1)
            self._others.set(len(self._others.options) - 1)
            self._slider.set(level.elo)
            self._who.set(explained(level, self.rules))
            return
        self._ladder.set(own.index(level) if level in own else -1)
        self._others.set(0 if level in own else self._other_levels.index(level) + 1)

    @property
    def _by_elo(self) -> bool:
        return isinstance(self._level, OfStrength)

    def _take_few(self, level: int) -> None:
        if level == OTHER_CHOICE:
            self._few.set(self._level if isinstance(self._level, int) else OTHER_CHOICE)
            self._all_levels = True
        else:
            self._level = level
            self._show_level()
        self._show()

    def _take_rung(self, rung: int) -> None:
        self._level = own_levels(self.rules)[rung]
        self._show_level()
        self._changed()

    def _take_other(self, index: int) -> None:
        last = len(self._others.options) - 1
        if index and index == last and strengths(self.rules) is not None:
            self._level = OfStrength(self._slider.value)
        elif index:
            self._level = self._other_levels[index - 1]
        else:
            self._level = level_of("", self.rules)
        self._show_level()
        self._show()

    def _slid(self, elo: int) -> None:
        self._level = OfStrength(elo)
        self._show_level()
        self._changed()

    def _show_few(self) -> None:
        self._all_levels = False
        if self._level not in first_levels(self.rules).values():
            self._level = level_of("", self.rules)
        self._offer_levels()
        self._show()

    # Clocks

    def _clocks(self, pace: int) -> list[Segment[int]]:
        """Return the usual clocks, the one that was chosen among all others, and these."""
        found = [Segment(at, _(name)) for at, name in QUICK_TIMES.items()]
        if pace not in QUICK_TIMES:
            name = _(OFFERED_TIMES[pace].name)
            found[-1] = Segment(pace, name, name)
        return [*found, Segment(OTHER_CHOICE, _("Other…"))]

    def _take_time(self, pace: int) -> None:
        if pace != OTHER_CHOICE:
            self._pace = pace
            self._times.offer(self._clocks(pace), pace)
            self._changed()
            return
        self._times.set(self._pace)
        items = [
            Item(_(time.name), partial(self._take_time, at), marked=False)
            for at, time in enumerate(OFFERED_TIMES)
        ]
        if self._ui is not None:
            self._ui.open(Menu(items, self._times.places()[-1]))

    # The rest

    def _ask_more(self) -> None:
        def chosen(wish: Wish) -> None:
            other = wish.variant != self._wish.variant
            self._wish = wish
            if other:
                self._level = level_of("", self.rules)
                self._offer_levels()
            self._show()
            self._done()

        if self._ui is not None:
            from .dialogs import MoreChoices

            self._ui.open(MoreChoices(self._wish, self._shelf, chosen))
