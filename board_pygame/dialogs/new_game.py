"""The dialog for a new game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from random import choice

from board_core import Color, PerColor, Rules
from board_core.game_file import IN_A_FILE, BadGame
from board_core.match.known_games import game_named
from board_pygame.games import BUILT_IN_GAMES, Family, family_in, family_named, installed, openings
from board_pygame.kit.buttons import Button, CheckBox, Choices, Radio
from board_pygame.kit.dialog import Dialog
from board_pygame.kit.dropdown import DropDown, Slider
from board_pygame.kit.files import FileBrowser, FileKind
from board_pygame.kit.folders import ending_in
from board_pygame.kit.form import FormRow
from board_pygame.kit.labels import Label
from board_pygame.kit.painter import SMALL_SIZE
from board_pygame.kit.widget import Widget
from board_pygame.language import _, color_word, sentence
from board_pygame.levels import (
    OFFERED_TIMES,
    USUAL_ELO,
    Level,
    OfferedLevel,
    OfStrength,
    nearest,
    offered,
    strengths,
)
from board_pygame.wish import Wish

from .words import file_texts

ELO_STEP = 50
"""Step of the strength; no strength is known more precisely."""


def level_words(level: OfferedLevel) -> str:
    """Return a level as a line of a list; the number shows which of two is the stronger."""
    return _(level.name) if level.elo is None else f"{_(level.name)} · {level.elo}"


class LevelField:
    """A level from the list; its last line asks for a strength where levels have one."""

    def __init__(
        self, rules: Rules, level: Level | None, on_change: Callable[[], object], label: str
    ) -> None:
        self._on_change = on_change
        strength = level if isinstance(level, OfStrength) else OfStrength(USUAL_ELO)
        self.choice = DropDown([], 0, self._chosen)
        least, most = strengths() or (0, 0)
        self.slider = Slider(least, most, strength.elo, step=ELO_STEP, on_change=self._slid)
        self._who = Label("", size=SMALL_SIZE, color="dim", wrap=True)
        self.rows = [
            FormRow(self.choice, label=label),
            FormRow(self.slider, label=_("Elo")),
            FormRow(self._who, label=" "),  # below the slider
        ]
        self._shown = True
        self.offer(rules)
        self.choice.set(
            len(self.choice.options) - 1 if isinstance(level, OfStrength) else level or 0
        )
        self._slid(strength.elo)

    def offer(self, rules: Rules) -> None:
        """Offer the levels of a game."""
        by_elo = [_("By Elo …")] if strengths(rules) is not None else []
        self._levels = len(offered(rules))
        self.choice.options = [level_words(level) for level in offered(rules)] + by_elo
        self.choice.set(0)
        self.show(self._shown)

    @property
    def level(self) -> Level:
        return OfStrength(self.slider.value) if self._by_elo else self.choice.index

    @property
    def _by_elo(self) -> bool:
        return self.choice.index >= self._levels

    def show(self, shown: bool) -> None:
        self._shown = shown
        self.choice.show(shown)
        for widget in (self.slider, self._who):
            widget.show(shown and self._by_elo)

    def _chosen(self, _index: int) -> None:
        self.show(self._shown)
        self._on_change()

    def _slid(self, elo: int) -> None:
        """Show the player of this strength."""
        self._who.set(level_words(nearest(OfStrength(elo))))


class Shelf:
    """The games to choose from: those of the board, of installed packages, and of opened files.

    A package's game is loaded when it is chosen.
    """

    def __init__(self) -> None:
        self._loaded = dict(BUILT_IN_GAMES)

    @cached_property
    def _installed(self) -> list[str]:
        """Names of installed games, looked up at their first listing: that takes long."""
        return installed()

    @property
    def keys(self) -> list[str]:
        return list(dict.fromkeys((*self._loaded, *self._installed)))

    def name(self, key: str) -> str:
        """Return the name of a family; the key of one that is not loaded."""
        return _(self._loaded[key].name) if key in self._loaded else key

    def family(self, key: str) -> Family:
        """Return the family, loaded. Raises BadGame."""
        if key not in self._loaded:
            self._loaded[key] = family_named(key)
        return self._loaded[key]

    def rules(self, key: str, variant: int) -> Rules:
        """Return the rules of a game of a family that was loaded."""
        return list(self._loaded[key].variants.values())[variant]

    def find(self, text: str) -> tuple[str, int]:
        """Add the game that a text names. Return its key and its number. Raises BadGame."""
        wanted, found = game_named(text).rules, IN_A_FILE.fullmatch(text)
        if found is not None:
            self.open(found[1])
        known = {
            rules.name: (key, number)
            for key, family in reversed(self._loaded.items())
            for number, rules in reversed(list(enumerate(family.variants.values())))
            if found is None or rules == wanted
        }
        if wanted.name in known:
            return known[wanted.name]
        self._loaded[text] = family_named(text)
        return text, 0

    def open(self, path: str) -> str:
        """Add the games of a file. Return their key. Raises BadGame."""
        self._loaded[path] = family_in(path)
        return path


class NewGame(Dialog):
    """The dialog that asks for players, levels, time and rules."""

    def __init__(
        self,
        wish: Wish,
        shelf: Shelf,
        on_play: Callable[[Wish], object],
        on_workshop: Callable[[], object],
        *,
        first: bool = False,
    ) -> None:
        people = sum(level is None for level in (wish.levels.white, wish.levels.black))
        levels = [n for n in (wish.levels.black, wish.levels.white) if n is not None]
        self._shelf, self._key = shelf, wish.game
        self._game = DropDown([], 0, self._other_game)
        self._offer_games()
        self._trouble = Label("", size=SMALL_SIZE, color="error", wrap=True)
        self._trouble.show(False)
        rules = shelf.rules(wish.game, wish.variant)
        self._on_play, self._on_workshop = on_play, on_workshop
        self._kind = Choices(people, self._changed)
        side = Color.BLACK if wish.levels.white is not None else Color.WHITE
        self._side: Choices[Color | None] = Choices(side)
        self._level, self._white, self._black = (
            LevelField(rules, level, self._relayout, label)
            for level, label in (
                (next(iter(levels), None), _("Level")),
                (wish.levels.white, color_word(Color.WHITE)),
                (wish.levels.black, color_word(Color.BLACK)),
            )
        )
        self._pace = DropDown([_(pace.name) for pace in OFFERED_TIMES], wish.pace)
        self._variant = DropDown(self._variants(), wish.variant, self._other_variant)
        self._variant.show(len(self._variant.options) > 1)
        self._opening = DropDown([], 0)
        self._offer_openings()
        self._opening.set(wish.opening)
        self._by_hand = CheckBox(_("A move at a time, when I say so"), wish.by_hand)
        self._from_board = CheckBox(_("From the position on the board"), wish.from_board)
        kinds = [
            FormRow(Radio(_("Play against the computer"), 1, self._kind)),
            FormRow(Radio(_("Two people at this board"), 2, self._kind)),
            FormRow(Radio(_("Watch two computers"), 0, self._kind)),
        ]
        self._sides = [
            Radio(color_word(Color.WHITE), Color.WHITE, self._side),
            Radio(color_word(Color.BLACK), Color.BLACK, self._side),
            Radio(_("random"), None, self._side),
        ]
        play = Button(_("&Play"), self._play, primary=True)
        workshop = Button(_("Test my own &AI…"), self._workshop)
        away = _("Look around") if first else _("&Cancel")
        super().__init__(
            _("The Chess Board") if first else _("New game"),
            [
                FormRow(self._game, label=_("Game")),
                FormRow(self._trouble, label=" "),
                *kinds,
                *self._level.rows,
                FormRow(*self._sides, label=_("You play")),
                *self._white.rows,
                *self._black.rows,
                FormRow(self._pace, label=_("Time")),
                FormRow(self._variant, label=_("Rules")),
                FormRow(self._opening, label=_("Opening")),
                FormRow(self._by_hand),
                FormRow(self._from_board),
            ],
            [workshop, Button(away, self.dismiss), play],
            default=play,
            width=520,
        )
        self._show(people)

    def _offer_games(self) -> None:
        """Offer all known games, and a last line that opens another."""
        names = [self._shelf.name(key) for key in self._shelf.keys]
        self._game.options = [*names, _("Open a game's file …")]
        self._game.set(self._shelf.keys.index(self._key))

    def _variants(self) -> list[str]:
        return [_(name) for name in self._shelf.family(self._key).variants]

    def _other_game(self, index: int) -> None:
        """Take another game, with its own levels and rules."""
        keys = self._shelf.keys
        if index >= len(keys):
            self._offer_games()
            self._ask_for_file()
        else:
            self._take(lambda: keys[index])

    def _ask_for_file(self) -> None:
        kind = FileKind(".py", ending_in(".py"))
        texts, start = file_texts(), Path.cwd()

        def chosen(path: Path) -> None:
            self._take(lambda: self._shelf.open(str(path)))

        title = _("Open a game's file")
        self.ui.open(FileBrowser(title, start, chosen, kind=kind, texts=texts))

    def _take(self, wanted: Callable[[], str]) -> None:
        """Take another game, or show why it cannot be loaded."""
        try:
            key = wanted()
            self._shelf.family(key)
        except BadGame as error:
            self._trouble.set(sentence(error.sentence))
            self._trouble.show(True)
        else:
            self._key = key
            self._trouble.show(False)
            self._variant.options = self._variants()
            self._variant.set(0)
            self._from_board.turn(False)
        self._offer_games()
        self._other_variant(0)

    def _other_variant(self, _index: int) -> None:
        rules = self._shelf.rules(self._key, self._variant.index)
        for level in (self._level, self._white, self._black):
            level.offer(rules)
        self._variant.show(len(self._variant.options) > 1)
        self._offer_openings()
        self._relayout()

    def _offer_openings(self) -> None:
        """Offer the openings if there is a choice."""
        found = openings(self._shelf.rules(self._key, self._variant.index))
        self._opening.options = [_(name) for name in found]
        self._opening.set(0)
        self._opening.show(len(found) > 1)

    def _changed(self, people: int) -> None:
        self._show(people)
        self._relayout()

    def _relayout(self) -> None:
        self.ui.relayout(self)

    def _show(self, people: int) -> None:
        of_computer: list[LevelField | Widget] = [self._level, *self._sides]
        for part in of_computer:
            part.show(people == 1)
        of_two: list[LevelField | Widget] = [self._white, self._black, self._by_hand]
        for part in of_two:
            part.show(people == 0)

    def _wish(self) -> Wish:
        people = self._kind.value
        levels: PerColor[Level | None] = PerColor(None, None)
        if people == 0:
            levels = PerColor(self._white.level, self._black.level)
        elif people == 1:
            side = self._side.value or choice(list(Color))
            levels = levels.put(side.other, self._level.level)
        return Wish(
            levels,
            self._pace.index,
            self._variant.index,
            people == 0 and self._by_hand.on,
            self._from_board.on,
            self._key,
            self._opening.index,
        )

    def _play(self) -> None:
        self.close()
        self._on_play(self._wish())

    def _workshop(self) -> None:
        self.close()
        self._on_workshop()
