"""A fake time and scripted players, for whole games on one thread without waiting."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from board_core.game.bus import Handler
from board_core.game.clock import TimeControl
from board_core.game.events import Event
from board_core.game.rules import Rules
from board_core.match.spec import GameSpec
from board_core.players.scripted import FakeTime, ScriptedPlayer, Step

from .conformance import Violation, check_rules

__all__ = [
    "ONE_MINUTE",
    "FakeTime",
    "ScriptedPlayer",
    "Step",
    "Violation",
    "check_rules",
    "play_script",
]

ONE_MINUTE = TimeControl(base=60)


def play_script(
    rules: Rules,
    white: Iterable[Step],
    black: Iterable[Step],
    time_control: TimeControl = ONE_MINUTE,
    journal: Handler | None = None,
    **options: Any,
) -> list[Event]:
    """Return every event of a game between two scripts; ``options`` are facts of a GameSpec."""
    time, events = FakeTime(), list[Event]()
    one, other = ScriptedPlayer(time, *white), ScriptedPlayer(time, *black)
    spec = GameSpec(rules, one, other, time_control, **options)
    spec.play(events.append, journal=journal, time=time)
    return events
