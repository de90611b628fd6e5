"""Who plays whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import choice

from board_core import Color, PerColor
from board_pygame.games import GAME_NAMES, VARIANTS_OF
from board_pygame.kit.buttons import Button, Check, Choices, Radio
from board_pygame.kit.choice import Choice
from board_pygame.kit.dialog import Dialog
from board_pygame.kit.form import Row
from board_pygame.kit.widget import Widget
from board_pygame.language import _, color_word
from board_pygame.levels import PACES, Offered, offered


@dataclass(frozen=True, slots=True)
class Wish:
    """A game somebody wants to play; a level is an index of :func:`offered`, None a person."""

    levels: PerColor[int | None]
    pace: int = 0
    variant: int = 0
    by_hand: bool = False
    from_board: bool = False  # from the position that is shown
    game: str = "chess"  # a family of games


def level_words(level: Offered) -> str:
    """A level in a list; the number says which of two is the stronger."""
    return _(level.name) if level.elo is None else f"{_(level.name)} · {level.elo}"


def _level_names(family: str) -> list[str]:
    return [level_words(level) for level in offered(family)]


def _variant_names(family: str) -> list[str]:
    return [_(name) for name in VARIANTS_OF[family]]


class NewGame(Dialog):
    """Who plays whom, how well, and how fast."""

    def __init__(
        self,
        wish: Wish,
        on_play: Callable[[Wish], object],
        on_workshop: Callable[[], object],
        *,
        first: bool = False,
    ) -> None:
        people = sum(level is None for level in (wish.levels.white, wish.levels.black))
        level = next((n for n in (wish.levels.black, wish.levels.white) if n is not None), 0)
        self._games = list(VARIANTS_OF)
        self._game = Choice(
            [_(GAME_NAMES[name]) for name in self._games],
            self._games.index(wish.game),
            self._other_game,
        )
        names = _level_names(wish.game)
        self._on_play, self._on_workshop = on_play, on_workshop
        self._kind = Choices(people, self._changed)
        side = Color.BLACK if wish.levels.white is not None else Color.WHITE
        self._side: Choices[Color | None] = Choices(side)
        self._level = Choice(names, level)
        self._white = Choice(names, wish.levels.white or 0)
        self._black = Choice(names, wish.levels.black or 0)
        self._pace = Choice([_(pace.name) for pace in PACES], wish.pace)
        self._variant = Choice(_variant_names(wish.game), wish.variant)
        self._by_hand = Check(_("A move at a time, when I say so"), wish.by_hand)
        self._from_board = Check(_("From the position on the board"), wish.from_board)
        kinds = [
            Row(Radio(_("Play against the computer"), 1, self._kind)),
            Row(Radio(_("Two people at this board"), 2, self._kind)),
            Row(Radio(_("Watch two computers"), 0, self._kind)),
        ]
        self._sides = [
            Radio(color_word(Color.WHITE), Color.WHITE, self._side),
            Radio(color_word(Color.BLACK), Color.BLACK, self._side),
            Radio(_("by lot"), None, self._side),
        ]
        play = Button(_("&Play"), self._play, primary=True)
        workshop = Button(_("Test my own &AI…"), self._workshop)
        away = _("Look around") if first else _("&Cancel")
        super().__init__(
            _("The Chess Board") if first else _("New game"),
            [
                Row(self._game, label=_("Game")),
                *kinds,
                Row(self._level, label=_("Level")),
                Row(*self._sides, label=_("You play")),
                Row(self._white, label=color_word(Color.WHITE)),
                Row(self._black, label=color_word(Color.BLACK)),
                Row(self._pace, label=_("Time")),
                Row(self._variant, label=_("Rules")),
                Row(self._by_hand),
                Row(self._from_board),
            ],
            [workshop, Button(away, self.dismiss), play],
            default=play,
            width=520,
        )
        self._show(people)

    def _other_game(self, index: int) -> None:
        """Every game has levels and rules of its own."""
        family = self._games[index]
        for level in (self._level, self._white, self._black):
            level.options = _level_names(family)
            level.set(0)
        self._variant.options = _variant_names(family)
        self._variant.set(0)
        self._from_board.turn(False)
        self.ui.relayout(self)

    def _changed(self, people: int) -> None:
        self._show(people)
        self.ui.relayout(self)

    def _show(self, people: int) -> None:
        of_computer: list[Widget] = [self._level, *self._sides]
        for widget in of_computer:
            widget.show(people == 1)
        for widget in (self._white, self._black, self._by_hand):
            widget.show(people == 0)

    def _wish(self) -> Wish:
        people = self._kind.value
        levels: PerColor[int | None] = PerColor(None, None)
        if people == 0:
            levels = PerColor(self._white.index, self._black.index)
        elif people == 1:
            side = self._side.value or choice(list(Color))
            levels = levels.put(side.other, self._level.index)
        return Wish(
            levels,
            self._pace.index,
            self._variant.index,
            people == 0 and self._by_hand.on,
            self._from_board.on,
            self._games[self._game.index],
        )

    def _play(self) -> None:
        self.close()
        self._on_play(self._wish())

    def _workshop(self) -> None:
        self.close()
        self._on_workshop()
