"""The visible state of a game, as a value that each event replaces, for any frontend."""

from __future__ import annotations

from collections import Counter
from dataclasses import field, fields, replace
from typing import assert_never

from board_core.fast_dataclass import dataclass

from .clock import Clock
from .events import (
    DrawDeclined,
    DrawOffered,
    Event,
    GameEnded,
    GameStarted,
    HostAway,
    MovePlayed,
    MoveRejected,
    MovesTakenBack,
    Paused,
    PlayerSaid,
    PlayerSilent,
    Resumed,
    Thinking,
    TurnStarted,
)
from .player import Thought
from .rules import Line, Position, Rules
from .sides import Color, PerColor

NO_THOUGHTS: PerColor[Thought | None] = PerColor(None, None)

Remark = MoveRejected | DrawOffered | DrawDeclined | PlayerSaid | PlayerSilent | HostAway
"""Events other than moves, of which a frontend shows the last."""


@dataclass(frozen=True, slots=True)
class View:
    """One game as a frontend draws it."""

    rules: Rules
    names: PerColor[str]
    position: Position
    clock: Clock
    start: Position  # the first position
    ply: int = 0
    played: Line[MovePlayed] = field(default_factory=Line)
    judged: Line[Thought | None] = field(default_factory=Line)  # the last thought before each move
    thoughts: PerColor[Thought | None] = NO_THOUGHTS
    thought_ply: int = -1  # the ply of the newest thought
    remark: Remark | None = None
    asked: bool = False  # the side to move may answer
    paused: bool = False
    ended: GameEnded | None = None

    @property
    def to_move(self) -> Color:
        """The side whose turn it is."""
        return self.position.to_move

    @property
    def last_places(self) -> tuple[str, ...]:
        """The places that the last move touched."""
        if not self.played:
            return ()
        event = self.played[-1]
        return self.rules.places(event.before, event.move)

    def after(self, event: Event) -> View:
        """Return the view after an event."""
        match event:
            case GameStarted():
                return first_view(event)
            case TurnStarted(turn):
                return replace(
                    self, ply=turn.ply, position=turn.position, clock=turn.clock, asked=True
                )
            case Thinking(color, ply, thought):
                known = self.thoughts[color] if ply == self.thought_ply else None
                thoughts = self.thoughts.put(color, merged(known, thought))
                return replace(self, thoughts=thoughts, thought_ply=ply)
            case MovePlayed(color, ply, _, _, position, clock):
                last = self.thoughts[color] if ply == self.thought_ply else None
                return replace(
                    self,
                    ply=ply + 1,
                    position=position,
                    clock=clock,
                    played=self.played.added(event),
                    judged=self.judged.added(last),
                    remark=None,
                    asked=False,
                )
            case MovesTakenBack(plies, ply, position, clock):
                return replace(
                    self,
                    ply=ply,
                    position=position,
                    clock=clock,
                    played=self.played.first(len(self.played) - plies),
                    judged=self.judged.first(len(self.played) - plies),
                    thoughts=NO_THOUGHTS,
                    remark=None,
                    asked=False,
                )
            case MoveRejected() | DrawOffered() | DrawDeclined() | PlayerSaid() | PlayerSilent():
                return replace(self, remark=event)
            case Paused(clock):
                return replace(self, clock=clock, paused=True)
            case HostAway(clock=clock):
                return replace(self, clock=clock, remark=event)
            case Resumed(clock):
                return replace(self, clock=clock, paused=False)
            case GameEnded():
                return replace(
                    self,
                    position=event.position,
                    clock=event.clock,
                    ply=event.turn.ply,
                    asked=False,
                    paused=False,
                    ended=event,
                )
            case _:
                assert_never(event)


def captured(event: MovePlayed, places: tuple[str, ...]) -> tuple[str, ...]:
    """Return the symbols of the pieces that a move captured.

    ``places`` are the places of the move; a move without places captures nothing. A piece that
    changes sides where it stands is not captured.
    """
    before, after = event.before.pieces(), event.position.pieces()
    put = len(places) == 1 and places[0] not in before
    if not places or len(before) + put <= len(after):
        return ()
    gone = Counter(before.values()) - Counter(after.values())
    if len(places) > 1:
        start, end = places[0], places[-1]
        mover = before.get(start)
        if mover is not None and after.get(end) != mover:  # it was promoted
            gone.subtract([mover])
    return tuple(gone.elements())


def first_view(event: GameStarted) -> View:
    """Return the view at the start of a game."""
    return View(event.rules, event.names, event.position, event.clock, event.position)


def merged(known: Thought | None, new: Thought) -> Thought:
    """Return a thought with the new values, and the known ones where the new thought has none.

    Programs report on a search in several messages.
    """
    if known is None:
        return new
    said = {
        field.name: value
        for field in fields(Thought)
        if (value := getattr(new, field.name)) not in (None, (), "")
    }
    return replace(known, **said)
