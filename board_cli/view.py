"""What there is to see of a game: a value that each event makes anew."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import assert_never

from board_core import (
    Clock,
    Color,
    DrawDeclined,
    DrawOffered,
    Event,
    GameEnded,
    GameStarted,
    Move,
    MovePlayed,
    MoveRejected,
    MovesTakenBack,
    Paused,
    PerColor,
    PlayerSaid,
    Position,
    Resumed,
    Rules,
    Thinking,
    Thought,
    TurnStarted,
)

KEPT_MOVES = 128
"""So many of the last moves can be shown; a ply costs the same however long the game is."""

NO_THOUGHTS: PerColor[Thought | None] = PerColor(None, None)

Remark = MoveRejected | DrawOffered | DrawDeclined | PlayerSaid
"""What a player did beside moving; the last one is worth a line on the screen."""


@dataclass(frozen=True, slots=True)
class View:
    """One game as a frontend draws it."""

    rules: Rules
    names: PerColor[str]
    position: Position
    clock: Clock
    ply: int = 0
    played: tuple[MovePlayed, ...] = ()  # the last of them
    thoughts: PerColor[Thought | None] = NO_THOUGHTS
    thought_ply: int = -1  # the ply the newest thought belongs to
    remark: Remark | None = None
    asked: bool = False  # the side to move may answer
    paused: bool = False
    ended: GameEnded | None = None

    @property
    def to_move(self) -> Color:
        return self.position.to_move

    @property
    def last_move(self) -> Move | None:
        return self.played[-1].move if self.played else None

    def after(self, event: Event) -> View:
        """The view once this has happened."""
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
            case MovePlayed(_, ply, _, _, position, clock):
                return replace(
                    self,
                    ply=ply + 1,
                    position=position,
                    clock=clock,
                    played=(*self.played, event)[-KEPT_MOVES:],
                    remark=None,
                    asked=False,
                )
            case MovesTakenBack(_, ply, position, clock):
                return replace(
                    self,
                    ply=ply,
                    position=position,
                    clock=clock,
                    played=tuple(move for move in self.played if move.ply < ply),
                    thoughts=NO_THOUGHTS,
                    remark=None,
                    asked=False,
                )
            case MoveRejected() | DrawOffered() | DrawDeclined() | PlayerSaid():
                return replace(self, remark=event)
            case Paused(clock):
                return replace(self, clock=clock, paused=True)
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


def first_view(event: GameStarted) -> View:
    return View(event.rules, event.names, event.position, event.clock)


def merged(known: Thought | None, new: Thought) -> Thought:
    """Programs say what they think in pieces: what the new one leaves out stays as it was."""
    if known is None:
        return new
    said = {
        field.name: value
        for field in fields(Thought)
        if (value := getattr(new, field.name)) not in (None, (), "")
    }
    return replace(known, **said)
