"""The choice of a time control: those that are offered, and one that is typed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from board_core import TimeControl
from board_core.game.clock import BadTimeControl, control_typed
from board_pygame.kit.buttons import Button
from board_pygame.kit.dialog import Dialog
from board_pygame.kit.fields import TextField
from board_pygame.kit.form import FormRow
from board_pygame.kit.labels import Label
from board_pygame.kit.menu import Item, Row
from board_pygame.kit.painter import SMALL_SIZE
from board_pygame.language import _, control_words, sentence
from board_pygame.wish import OFFERED_TIMES, TIME_NOTES


def clock_items(
    now: TimeControl, choose: Callable[[TimeControl], object], ask_own: Callable[[], object]
) -> list[Row]:
    """Return the items of all time controls; ``ask_own`` asks for one of one's own."""
    items: list[Row] = [Item(_("Own…"), ask_own), None]
    for time in OFFERED_TIMES if now in OFFERED_TIMES else (now, *OFFERED_TIMES):
        items += [_(note)] if (note := TIME_NOTES.get(time.notation)) else []
        take = partial(choose, time)
        items.append(Item(control_words(time), take, marked=False, checked=time == now))
    return items


class OwnClock(Dialog):
    """Asks for a time control, and tells at once what was typed, or why it is refused."""

    def __init__(self, now: TimeControl, choose: Callable[[TimeControl], object]) -> None:
        self._choose = choose
        self._time = TextField("" if now.untimed else now.notation, on_change=self._read)
        self._told = Label(control_words(now), size=SMALL_SIZE, color="dim", wrap=True)
        told = _(
            "600 is ten minutes each; 180+2, or 3 min + 2 s, adds two seconds a move. 300d3 has a "
            "delay, 300b3 gives back (Bronstein), 600+5x30 has byo-yomi; 40/5400 is for 40 moves, "
            "1/5 is five seconds a move."
        )
        self._use = Button(_("&Use it"), self._accept, primary=True)
        super().__init__(
            _("A clock of your own"),
            [
                FormRow(self._time, label=_("&Time")),
                FormRow(self._told),
                FormRow(Label(told, size=SMALL_SIZE, color="dim", wrap=True)),
            ],
            [Button(_("&Cancel"), self.dismiss), self._use],
            default=self._use,
        )
        self._use.enable(not now.untimed)

    def _read(self, typed: str) -> None:
        try:
            self._told.set(control_words(control_typed(typed)), "dim")
            self._use.enable(True)
        except BadTimeControl as error:
            self._told.set(sentence(error.sentence), "error")
            self._use.enable(False)
        self.ui.relayout(self)

    def _accept(self) -> None:
        self.close()
        self._choose(control_typed(self._time.text))
