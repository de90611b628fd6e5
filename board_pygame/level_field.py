"""Fields for a computer opponent: one of all levels, or a strength."""

from __future__ import annotations

from collections.abc import Callable

from board_core import Rules
from board_core.ais import search_build
from board_core.ais.levels import OfferedLevel
from board_core.match.known_games import hosted

from .kit.form import FormRow
from .kit.labels import Label
from .kit.menu import DropDown, Slider
from .kit.painter import SMALL_SIZE
from .language import _
from .wish import USUAL_ELO, Level, OfStrength, explained, offered, placed, strengths

ELO_STEP = 50
"""Step of the slider; no strength is known more precisely."""


def level_words(level: OfferedLevel) -> str:
    """Return a level as a line of a list; the number shows which of two is the stronger."""
    if level.simple:
        return _("{name} (program)", name=_(level.name))
    return _(level.name) if level.elo is None else f"{_(level.name)} · {level.elo}"


def level_tip(level: OfferedLevel, rules: Rules) -> str:
    """Return a level with what is known of its search, which may be machine code."""
    search = hosted(rules).search if level.player == "hard" else ""
    if not search:
        return level_words(level)
    return _("{level}: {built}", level=level_words(level), built=search_build(search).advice)


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
        self._who = Label("", size=SMALL_SIZE, color="dim")
        self.rows = [
            FormRow(self.choice, self.slider, label=label),
            FormRow(self._who, label=" "),
        ]
        self._shown = True
        self.offer(rules)
        self.choice.set(
            len(self.choice.options) - 1 if isinstance(level, OfStrength) else level or 0
        )

    def offer(self, rules: Rules) -> None:
        """Offer the levels of a game."""
        self._rules = rules
        by_elo = []
        if (bounds := strengths(rules)) is not None:
            by_elo = [_("By Elo…")]
            self.slider.offer(*bounds)
        self._slid(self.slider.value)
        self._levels = len(offered(rules))
        self.choice.options = [level_words(level) for level in offered(rules)] + by_elo
        self.choice.set(0)
        self.show(self._shown)

    def take_over(self, before: LevelField) -> None:
        """Take the level that was chosen in another field of the same game."""
        self.choice.set(before.choice.index)
        self.slider.set(before.slider.value)
        self._slid(before.slider.value)
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
        """Show the player of this strength, in a game that has strengths."""
        if strengths(self._rules) is None:
            return
        self._who.tip = explained(OfStrength(elo), self._rules)
        self._who.set(placed(OfStrength(elo), self._rules))
