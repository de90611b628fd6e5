"""Whether a program may run, where it is watched or must stand still out of turn (``Ponder``)::

      AWAITED ◄──────── it is asked, told or roused ────── ASIDE, or FROZEN
         │                                                        ▲
         ├── nothing is expected of it any more ──────────────────┤
         └── it may still be starting, or reading ─► ComesToRest ─┘

*ComesToRest* is for a program that never says that it is ready, and for one that was sent something
it need not answer. It lasts until two looks have shown the program at rest (asleep, with its input
read), or until enough looks have failed to.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from board_core.fast_dataclass import dataclass
from board_core.protocols.base import WakeAfter, WakeUp
from board_core.supervise.processes import Usage

from .effects import Act, Effect

LOOK_FOR_REST_SECONDS = 0.01
"""Between two looks at a program that is to come to rest."""
MOST_STARTING_LOOKS = 200
"""At a program that starts; after them it counts as being at rest."""
MOST_READING_LOOKS = 100
"""At a program that was told what it need not answer."""
MOST_BLIND_LOOKS = 10
"""At a program of which the system tells nothing."""


class Stands(Enum):
    AWAITED = "awaited"  # it may run: somebody waits for it, or nobody minds
    ASIDE = "aside"  # the watch looks at it
    FROZEN = "frozen"  # the same, and it must not run


AWAITED, ASIDE, FROZEN = Stands  # looked up several times a ply


@dataclass(frozen=True, slots=True)
class ComesToRest:
    """The program is looked at until it sleeps with its input read."""

    starting: bool  # it never says that it is ready; otherwise it reads what it need not answer
    last: Usage | None = None  # seen at the last look


class Footing:
    """Tracks whether one program may run; the methods return what is to be done."""

    def __init__(self, *, freezes: bool) -> None:
        self.place: Stands | ComesToRest = AWAITED
        self.unheeded = False  # it was told what it need not answer, and may be reading it
        self._freezes = freezes
        self._off_turn = False  # what it does is counted
        self._looks = 0  # since it was last asked; none showed it at rest
        self._looks_again = False  # a look for rest is due

    def asked(self) -> None:
        """Note a question: it need not come to rest any more."""
        self.unheeded, self._looks = False, 0
        if type(self.place) is ComesToRest:
            self.place = AWAITED

    def nobody_asks(self, *, addressed: bool, expected: bool) -> Sequence[Effect]:
        """Have it watched, and frozen if it must stand still, unless it is awaited."""
        starting = type(self.place) is ComesToRest and self.place.starting
        if addressed or starting or (expected and not self._freezes):
            return self.wake_up()
        if self.unheeded and self._freezes:
            return () if expected else self.come_to_rest(starting=False)
        if self.place is ASIDE or self.place is FROZEN:
            return ()
        if not self._freezes:
            self.place = ASIDE
            return self.turn_ends(Act.TURN_ENDS)
        self.place = FROZEN
        return [Act.FREEZE, *self.turn_ends(Act.TURN_ENDS_FROZEN)]

    def turn_ends(self, effect: Act) -> Sequence[Effect]:
        """Have its activity counted from now on."""
        if self._off_turn:
            return ()
        self._off_turn = True
        return [effect]

    def wake_up(self) -> Sequence[Effect]:
        """Let it run: it is awaited."""
        place, off_turn = self.place, self._off_turn
        if place is AWAITED and not off_turn:
            return ()
        effects: list[Effect] = []
        if off_turn:
            self._off_turn = False
            effects.append(Act.TURN_COMES)
        if place is FROZEN:
            effects.append(Act.THAW)
        if place is ASIDE or place is FROZEN:
            self.place = AWAITED
        return effects

    def come_to_rest(self, *, starting: bool, last: Usage | None = None) -> Sequence[Effect]:
        """Look at it again soon."""
        if starting and last is None:
            self._looks = 0
        self.place = ComesToRest(starting, last)
        if self._looks_again:
            return ()
        self._looks_again = True
        return [WakeAfter(LOOK_FOR_REST_SECONDS, WakeUp.REST)]

    def look(self, now: Usage) -> Sequence[Effect]:
        """Look whether it rests, after which it counts as awaited; or have it looked at again."""
        self._looks_again, place = False, self.place
        if type(place) is not ComesToRest:
            return ()
        self._looks += 1
        if not self._rests(place, now):
            return self.come_to_rest(starting=place.starting, last=now)
        self.place, self.unheeded = AWAITED, self.unheeded and place.starting
        return ()

    def _rests(self, place: ComesToRest, now: Usage) -> bool:
        """Return whether it sleeps with all input read, or has been looked at often enough."""
        if not now.state:
            return self._looks >= MOST_BLIND_LOOKS
        if self._looks >= (MOST_STARTING_LOOKS if place.starting else MOST_READING_LOOKS):
            return True
        return now.state == "S" and now == place.last and not now.unread
