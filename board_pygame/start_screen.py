"""The first screen: a game to play, other games, other ways on, and the games of the past."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from board_core import CHESS, BoardError, Color, PerColor, Rules
from board_core.files.extras import NotInstalled
from board_core.frontend.settings import Language, Settings
from board_core.match.known_games import hosted
from board_core.record import GameTree, PlayedGame, WrittenGame, wall_clock
from board_core.text.harmless_text import visible

from .actions import COMMAND_KEYS
from .around_board import tool
from .board.backdrop import colors_of
from .effects import DialogAction
from .game_card import GameCard, picture_of
from .games import FIRST_GAMES, Shelf, built_in, sample_of
from .intents import (
    AnalyseFreely,
    AskFirst,
    ChangeSettings,
    Intent,
    LeftGame,
    LookAction,
    PlayWish,
    RecordText,
    RequestRefused,
    ShowTour,
    TestOwnAI,
)
from .kept import KeptGame, KeptGames
from .kit.buttons import Button
from .kit.cards import Cards, PictureCard
from .kit.labels import Label
from .kit.menu import Item, Menu, Row
from .kit.painter import Icon, Painter
from .kit.widget import UI, Layer, Widget, command, plain
from .labels import (
    game_name,
    move_after,
    printed_result,
    record_title,
    told_names,
    way_to_lose,
)
from .language import _, outcome_words, sentence
from .layout import Layout, start_edge, start_frame
from .sheets import OpenFile
from .state import State
from .wish import Frame, Level, Way, Wish, level_of

HEADING_SIZE, GALLERY_SIZE = 16, 24
"""Sizes of the headings, in points."""

LARGEST_TILE, LEAST_TILE = 220, 116
"""Points of width of a tile among all games, which are as large as all can be seen."""

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
        kept: KeptGames,
        state: State,
        spoken: str,
    ) -> None:
        """``spoken`` is the language of the window."""
        super().__init__()
        self._ask, self._play, self._shelf, self._kept = ask, play, shelf, kept
        self._settings: Settings = state.settings
        self._colors = colors_of(state.settings.board_colors, state.settings.theme)
        self._asked_way = state.way
        self._layout: Layout | None = None
        self._ui: UI | None = None
        self._gallery = False  # all games are shown
        self._keys: list[str] = []  # of the games on the tiles
        self._recent: list[KeptGame] = []
        self._cards: list[PictureCard] = []  # of these, and one for all
        self._read_for = (-1, -1, "")  # how many, after how many changes, without which one
        self._behind = ""  # the kept game that is on the board behind this screen
        self._back: PictureCard | None = None  # to the board behind this screen
        self._brand = Label(_("The Chess Board"), size=16, bold=True)
        other, name = OTHER_LANGUAGES[spoken]
        self._tools = [
            Button(name, partial(self._speak, other)),
            *(tool(ask, name) for name in ("settings", "help", "about")),
        ]
        self._return = Button(_("Back"), self.show_less, icon=Icon.BACK, compact=True)
        self._heading = Label("", size=HEADING_SIZE, bold=True)
        self._card = GameCard(
            *(state.settings, state.wish, shelf, self._colors),
            *(ask, self._refresh, self._menu, self._show_tour),
        )
        self._go = Button("", self._go_on, primary=True, hint=_("Enter"))
        self._tiles = Cards([], self._take_tile, columns=len(FIRST_GAMES) + 1)
        self._ways = Cards(self._way_cards(), lambda at: self.open(list(Way)[at]))
        self._past = Cards(
            [], self._take_recent, on_aside=self._take_aside, on_menu=self._recent_menu
        )
        self._past_heading = Label(_("Recent games"), size=14, color="dim")
        self._none = Label(_("Games that you play are kept here."), wrap=True, color="dim")
        self.add(self._brand, *self._tools, *self._card.widgets, self._go)
        self.add(self._return, self._heading, self._tiles, self._ways)
        self.add(self._past_heading, self._none, self._past)
        self.focus = self._go
        self._card.open(state.way if state.way in (Way.WATCH, Way.TEST) else Way.PLAY)
        self.show(state)

    def _way_cards(self) -> list[PictureCard]:
        lately = _("games and standings")
        with suppress(NotInstalled):  # the packages of contests are an extra
            if contest := self._settings.contests[:1]:
                from .dialogs.contests import heading_of  # imported once there is one

                lately = heading_of(contest[0])
        return [
            PictureCard(_("Play"), _("against a level or a person"), Icon.PLAY, "1"),
            PictureCard(_("Watch two AIs"), _("any two levels or engines"), Icon.WATCH, "2"),
            PictureCard(_("Test my AI"), _("see why it fails, and where"), Icon.FLASK, "3"),
            PictureCard(_("Analyse"), _("a position or a game"), Icon.ANALYSE, "4"),
            PictureCard(_("Open a file"), "PGN, SGF, PSQ", Icon.FOLDER, "5"),
            PictureCard(_("Contests"), lately, Icon.CROWN, "6"),
        ]

    def pane(self, widget: Widget) -> str:
        return self._layout.pane_at(widget.rect.center) if self._layout is not None else ""

    # What it shows

    def show(self, state: State) -> None:
        """Show the game to go back to, and why something was refused."""
        game = state.game
        edited = state.behind is Frame.EDITOR
        ended = game.ended and game.view.ended is not None and game.view.ended.outcome.decided
        newest = game.number == self._kept.number
        self._behind = self._kept.name if ended and newest else ""
        self._back = None
        if not game.free or game.view.played or edited:
            title = _("Back to the game") if game.running or game.ended else _("Back to the board")
            title = _("Back to the editor") if edited else title
            move = move_after(game.rules, max(0, len(game.view.played) - game.ended))
            note = record_title(game)[0]
            note = note or _("{game}, {move}", game=game_name(game.rules), move=move)
            back = PictureCard(title, note, picture_of(game.rules, game.shown, self._colors))
            if self._behind and not edited and (kept := self._kept.read(self._behind)) is not None:
                back = self._recent_card(kept)  # it stands in the place of the kept game
            self._back = replace(back, aside=_("Esc"))
        self._card.stand(game)
        if state.way is not self._asked_way:  # else the one that somebody chose here stays
            self._asked_way = state.way
            self._card.open(state.way if state.way in (Way.WATCH, Way.TEST) else Way.PLAY)
        if game.refusal is not None:
            self._card.trouble = sentence(game.refusal)
            self._card.open(self._card.way)
        self._read_recent()
        self._show_recent()

    def take_over(self, before: StartScreen) -> None:
        """Take the choices of the same screen in another language or theme."""
        self._gallery = before._gallery
        self._card.take_over(before._card)
        self._card.open(before._card.way)

    def _refresh(self) -> None:
        """Show what has been chosen, and place what has changed its size."""
        card = self._card
        texts = {
            Way.PLAY: (_("&Play"), Icon.PLAY),
            Way.WATCH: (_("&Watch"), Icon.WATCH),
            Way.TEST: (_("&My program…"), Icon.FLASK),
        }
        text, self._go.icon = texts[card.way]
        self._go.set(text)
        self._ways.offer(self._ways.cards, list(Way).index(card.way))
        self._heading.size = GALLERY_SIZE if self._gallery else HEADING_SIZE
        self._heading.set(_("All games") if self._gallery else _("Games"))
        self._return.show(self._gallery)
        for widget in (self._ways, self._past_heading):
            widget.show(not self._gallery)
        self._show_recent()
        self._show_tiles()
        if self._ui is not None:
            self._ui.relayout(self)

    def _show_tiles(self) -> None:
        self._keys = list(self._shelf.keys if self._gallery else FIRST_GAMES)
        rest = len(self._shelf.loaded) - len(FIRST_GAMES)  # finding installed ones takes long
        last = PictureCard(_("All games"), _("and your own"), partial(self._draw_all, rest))
        if self._gallery:
            last = PictureCard(_("My own game"), _("from a file"), Icon.NEW)
        game = self._card.game[0]
        chosen = self._keys.index(game) if game in self._keys else -1
        self._tiles.offer([*map(self._tile, self._keys), last], chosen)

    def _tile(self, key: str) -> PictureCard:
        """Return the tile of a game; one of a package is not loaded for it."""
        name = self._shelf.name(key)
        if key not in self._shelf.loaded:
            return PictureCard(name, _("installed"), Icon.PLAY)
        family = self._shelf.family(key)
        rules = self._shelf.rules(key, 0)
        note = _(family.note) if family.note else _("your own")
        return PictureCard(name, note, picture_of(rules, sample_of(family), self._colors))

    def _draw_all(self, more: int, painter: Painter, size: int) -> Surface:
        """Draw three games, and how many more there are."""
        half, surface = (size - painter.px(4)) // 2, Surface((size, size))
        surface.fill(painter.theme.panel)
        for at, key in enumerate(("horde", "racing-kings", "renju")):
            sample = sample_of(self._shelf.family(key))
            picture = picture_of(self._shelf.rules(key, 0), sample, self._colors)
            place = (at % 2 * (size - half), at // 2 * (size - half))
            surface.blit(picture(painter, half), place)
        rest = Rect(size - half, size - half, half, half)
        inside = Painter(surface, painter.theme, painter.fonts)
        inside.box(rest, painter.theme.background, radius=4)
        inside.text(f"+{more}", rest, painter.theme.dim, size=14, align="center")
        return surface

    # Games of the past

    def _read_recent(self) -> None:
        """Read as many games of the past as there is room for, if these are others than before."""
        room = 0
        if self._ui is not None and self._layout is not None and "recent" in self._layout:
            room = (self._layout["recent"].h - self._ui.px(36 + 36 + 16)) // self._ui.px(60)
        wanted = max(0, room - (self._back is not None)), self._kept.changes, self._behind
        if wanted == self._read_for or not room:
            return
        self._read_for = wanted
        found = self._kept.newest(wanted[0] + bool(self._behind))
        self._recent = [game for game in found if game.name != self._behind][: wanted[0]]
        self._cards = [*map(self._recent_card, self._recent)]
        if (count := len(self._kept.names())) > 1:
            self._cards.append(PictureCard(_("All {count} games", count=count)))

    def _show_recent(self) -> None:
        self._past.offer([self._back, *self._cards] if self._back is not None else self._cards)
        self._past.show(bool(self._past.cards) and not self._gallery)
        self._none.show(not self._past.cards and not self._gallery)

    def _recent_card(self, game: KeptGame) -> PictureCard:
        played = self._played(game)
        title = names_words(played)
        day = day_words(played.started.astimezone().date(), wall_clock().date())
        picture, name = None, visible(game.rules_name)
        if built_in(game.game) is not None:
            picture = picture_of(played.rules, played.last_position, self._colors)
            name = game_name(played.rules)
        what = "" if game.game == CHESS.name else f"{name} · "
        if game.left:
            move = _("waits at {move}", move=move_after(played.rules, played.plies))
            return PictureCard(title, f"{what}{move} · {day}", picture, _("Go on"))
        step = 1 if played.rules.first is Color.WHITE else -1
        result = printed_result("-".join(played.result.split("-")[::step]))
        ended = way_to_lose(played.outcome) or outcome_words(played.outcome)
        return PictureCard(title, f"{what}{result} · {ended} · {day}", picture)

    def _played(self, game: KeptGame) -> PlayedGame:
        """Return a game without running anybody's file; of an unknown one only how it ended."""
        if built_in(game.game) is None:
            return game.played()
        return game.played(game.rules(self._shelf)[2])

    def _at_recent(self, at: int) -> KeptGame | None:
        at -= self._back is not None
        if at < 0:
            return self._kept.read(self._behind) if self._behind else None
        return self._recent[at] if 0 <= at < len(self._recent) else None

    def _take_recent(self, at: int) -> None:
        if self._back is not None and at == 0:
            self._ask(LookAction.LEAVE_START)
        elif (game := self._at_recent(at)) is not None:
            self._look_at(game)
        else:
            self._list_all()

    def _take_aside(self, at: int) -> None:
        game = self._at_recent(at)
        if game is None or (self._back is not None and at == 0):
            self._take_recent(at)
        else:
            self._go_on_with(game)

    def _recent_menu(self, at: int, where: tuple[int, int]) -> None:
        if (game := self._at_recent(at)) is None:
            return
        items = [
            Item(_("&Open"), partial(self._look_at, game)),
            Item(_("&Go on"), partial(self._go_on_with, game), game.left, why=_("it is over")),
            Item(_("&Copy"), partial(self._with, game, self._copy)),
        ]
        self._menu(items, Rect(where, (0, 0)))

    def _menu(self, items: Sequence[Row], beside: Rect) -> None:
        """Open a menu, after which Enter goes on."""
        if self._ui is not None:
            self._ui.focus(self._go)
            self._ui.open(Menu(items, beside))

    def _with(self, game: KeptGame, use: Callable[..., object]) -> None:
        """Use a game with the place of its rules, or tell why it cannot be found."""
        try:
            place = game.rules(self._shelf)
            use(game, game.played(place[2]), place)
        except BoardError as error:
            self._ask(RequestRefused(error.sentence))

    def _look_at(self, game: KeptGame) -> None:
        def look(game: KeptGame, played: PlayedGame, place: tuple[str, int, Rules]) -> None:
            self._ask(AskFirst(RecordText(game.text(played), "", place, game.name)))

        self._with(game, look)

    def _copy(self, game: KeptGame, played: PlayedGame, _place: object) -> None:
        if self._ui is not None:
            self._ui.clipboard.copy(game.text(played))

    def _go_on_with(self, game: KeptGame) -> None:
        def go_on(game: KeptGame, played: PlayedGame, place: tuple[str, int, Rules]) -> None:
            key, variant, rules = place
            levels: PerColor[Level | None] = game.players.map(
                lambda text: None if text == "human" else level_of(text, rules)
            )
            pace = played.controls.white
            name = list(self._shelf.family(key).variants)[variant]
            wish = Wish(levels, pace, variant, game.by_hand, game=key, rules_name=name)
            left = LeftGame(game.name, played)
            self._ask(AskFirst(PlayWish(wish, rules, left=left)))

        self._with(game, go_on)

    def _list_all(self) -> None:
        """Let somebody choose among all kept games."""
        from .dialogs import ChooseGameDialog

        games = self._kept.newest(len(self._kept.names()))
        file = kept_file([self._played(game) for game in games])

        def tree(at: int) -> GameTree:
            rules = games[at].rules(self._shelf)[2]
            form = hosted(rules).record
            return form.read_tree(form.split(games[at].text(games[at].played(rules)))[0])

        if self._ui is not None:
            self._ui.open(
                ChooseGameDialog(file, tree, self._settings, lambda at: self._look_at(games[at]))
            )

    # Where it lies

    def layout(self, ui: UI) -> None:
        self._ui = ui
        px, fonts = ui.px, ui.fonts
        place = start_frame(ui.size, fonts.scale, gallery=self._gallery)
        self._layout = place
        self._brand.place(place["brand"].move(px(36), 0))
        x = place["tools"].right
        for button in reversed(self._tools):
            width = button.natural_size(fonts, 0)[0]
            x -= width
            button.place((x, place["tools"].y, width, place["tools"].h))
            x -= px(8)
        self._card.place(ui, place["board"], place["choices"])
        self._go.place(place["play"])
        heading = place["heading"]
        if self._gallery:
            self._return.place((heading.x, heading.y, px(36), heading.h))
            heading.x += px(44)
            heading.w -= px(44)
        self._heading.place(heading)
        tiles = place["tiles"]
        self._tiles.measure(fonts)
        self._tiles.place(tiles)
        self._tiles.columns = len(FIRST_GAMES) + 1
        if self._gallery:
            self._tiles.columns = max(2, tiles.w // px(LARGEST_TILE))
            while self._tiles.scrolls and tiles.w // (self._tiles.columns + 1) >= px(LEAST_TILE):
                self._tiles.columns += 1
            return
        self._ways.place(place["ways"].inflate(-px(16), -px(16)))
        recent = place["recent"].inflate(-px(16), -px(16))
        self._past_heading.place((recent.x + px(12), recent.y, recent.w - px(12), px(28)))
        below = Rect(recent.x, recent.y + px(28), recent.w, recent.h - px(28))
        wide = below.w - px(24)
        high = self._none.natural_size(fonts, wide)[1]
        self._none.place((below.x + px(12), below.y, wide, high))
        self._past.measure(fonts)
        self._past.place(below)
        self._read_recent()
        self._show_recent()

    def draw(self, painter: Painter) -> None:
        super().draw(painter)
        if self._layout is None:
            return
        px, theme, place = painter.px, painter.theme, self._layout
        pad = start_edge(painter.surface.get_size(), painter.fonts.scale)
        card = place["board"].unionall([place["choices"], place["play"]])
        cards = [card.inflate(2 * pad, 2 * pad)]
        cards += [place[name] for name in ("ways", "recent") if name in place]
        for each in cards:
            painter.box(each, theme.panel, theme.line, 10)
        x, y = place["brand"].x, place["brand"].centery - px(12)
        for at in range(4):
            shade = self._colors.dark if at in (1, 2) else self._colors.light
            painter.fill(shade, Rect(x + at % 2 * px(12), y + at // 2 * px(12), px(12), px(12)))

    # What it does

    def _speak(self, language: Language) -> None:
        self._ask(ChangeSettings(replace(self._settings, language=language)))

    def _show_tour(self) -> None:
        self._ask(ShowTour((*self._card.game, self._card.rules)))

    def _take_tile(self, at: int) -> None:
        keys = self._keys
        if at < len(keys):
            self._card.take(lambda: keys[at])
            if self._ui is not None and not self._gallery:
                self._ui.focus(self._go)
        elif self._gallery:
            self._card.ask_for_file()
        else:
            self._gallery = True
            self._refresh()

    def show_less(self) -> None:
        """Go back from all games, or from another way, to a game to play."""
        self._gallery = False
        self._card.open(Way.PLAY)
        if self._ui is not None:
            self._ui.focus(self._go)

    def open(self, way: Way) -> None:
        """Show the choices of a way, or go it at once."""
        game = (*self._card.game, self._card.rules)
        match way:
            case Way.ANALYSE:
                self._ask(AnalyseFreely(*game))
            case Way.OPEN:
                self._ask(DialogAction.OPEN_RECORD_FILE)
            case Way.CONTESTS:
                self._open_contests()
            case Way.PLAY:
                self.show_less()
            case _:
                self._card.open(way)
                if self._ui is not None:
                    self._ui.focus(self._go)

    def _open_contests(self) -> None:
        assert self._ui is not None
        try:
            from .dialogs.contests import open_contests

            if items := open_contests(self._ask, self._settings, self._ui):
                self._menu(items, self._ways.places()[-1])
        except NotInstalled as error:
            self._ask(RequestRefused(error.sentence))

    def _go_on(self) -> None:
        card, game = self._card, (*self._card.game, self._card.rules)
        card.trouble = ""
        if card.way is Way.TEST:
            side, opponent, pace = card.test
            self._ask(TestOwnAI(side, *game, opponent, pace, card.from_board))
        else:
            self._play(card.wish())

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type != pygame.KEYDOWN:
            return False
        if command(event):
            return self._on_command(event.key)
        if not plain(event):
            return False
        number = event.key - pygame.K_1
        if 0 <= number < len(Way):
            self.open(list(Way)[number])
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._go_on()
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN):
            ui.focus(self._tiles)
        elif event.key == pygame.K_ESCAPE and (self._gallery or self._card.way is not Way.PLAY):
            self.show_less()
        elif event.key == pygame.K_ESCAPE and self._back is not None:
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


def names_words(played: PlayedGame) -> str:
    """Return who played, the one who began first: you, if one of them was a person."""
    names = told_names(played.names)
    first = played.rules.first
    return " – ".join(map(visible, (names[first], names[first.other])))


def kept_file(games: Sequence[PlayedGame]) -> OpenFile:
    """Return games of the past as a list to choose from."""
    found = []
    for played in games:
        names = told_names(played.names)
        tags = {"White": names.white, "Black": names.black, "Result": played.result}
        tags |= {
            "Game": game_name(played.rules),
            "Date": f"{played.started.astimezone():%Y-%m-%d}",
        }
        found.append(WrittenGame("", 0, tuple(tags.items())))
    return OpenFile("", hosted(CHESS).record, tuple(found))


def day_words(day: date, today: date) -> str:
    """Return a day as seen from today."""
    days = [_("Monday"), _("Tuesday"), _("Wednesday"), _("Thursday"), _("Friday")]
    days += [_("Saturday"), _("Sunday")]
    ago = (today - day).days
    if ago in (0, 1):
        return _("yesterday") if ago else _("today")
    return days[day.weekday()] if 0 < ago < 7 else day.isoformat()
