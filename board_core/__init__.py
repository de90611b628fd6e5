"""Host board games between people, programs and functions."""

from importlib import import_module
from typing import TYPE_CHECKING

from .absence import Absence, Missed
from .clock import UNTIMED, BadTimeControl, Clock, TimeControl
from .movelist import Line, MoveList
from .player import (
    AcceptDraw,
    Answer,
    CannotTakeBack,
    Cause,
    ClaimDraw,
    DeclineDraw,
    Explanation,
    Fail,
    Note,
    NoteKind,
    OfferDraw,
    Play,
    Player,
    Reply,
    Resign,
    Said,
    Score,
    Seat,
    Statement,
    Thought,
    Turn,
)
from .rules import (
    AmbiguousMove,
    BadSetup,
    BoardError,
    IllegalMove,
    Move,
    Outcome,
    Position,
    Reason,
    Rules,
)
from .sentence import Sentence, say
from .sides import Color, PerColor

if TYPE_CHECKING:
    from .bus import EventBus, Mailbox
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
        Resumed,
        Thinking,
        TurnStarted,
    )
    from .game import VIEWING_PAUSE, CannotBegin, Game
    from .games import CHESS, GOMOKU
    from .match import GameSpec, MatchResult, play_match
    from .match.player_spec import BadPlayer
    from .players import AITurn, Human, InProcessAI, ProcessAI
    from .record import PlayedGame, PlayedMove
    from .timesource import RealTime, TimeSource
else:
    LATER = {
        "CHESS": "games",
        "GOMOKU": "games",
        "VIEWING_PAUSE": "game",
        "AITurn": "players",
        "BadPlayer": "match.player_spec",
        "CannotBegin": "game",
        "DrawDeclined": "events",
        "DrawOffered": "events",
        "Event": "events",
        "EventBus": "bus",
        "Game": "game",
        "GameEnded": "events",
        "GameSpec": "match",
        "GameStarted": "events",
        "HostAway": "events",
        "Human": "players",
        "InProcessAI": "players",
        "Mailbox": "bus",
        "MatchResult": "match",
        "MovePlayed": "events",
        "MoveRejected": "events",
        "MovesTakenBack": "events",
        "Paused": "events",
        "PlayedGame": "record",
        "PlayedMove": "record",
        "PlayerSaid": "events",
        "ProcessAI": "players",
        "RealTime": "timesource",
        "Resumed": "events",
        "Thinking": "events",
        "TimeSource": "timesource",
        "TurnStarted": "events",
        "play_match": "match",
    }
    """Public names, each with the module that is imported when the name is first used."""

    def __getattr__(name: str) -> object:
        if name not in LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f".{LATER[name]}", __name__), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return [*globals(), *LATER]


__all__ = [
    "CHESS",
    "GOMOKU",
    "UNTIMED",
    "VIEWING_PAUSE",
    "AITurn",
    "Absence",
    "AcceptDraw",
    "AmbiguousMove",
    "Answer",
    "BadPlayer",
    "BadSetup",
    "BadTimeControl",
    "BoardError",
    "CannotBegin",
    "CannotTakeBack",
    "Cause",
    "ClaimDraw",
    "Clock",
    "Color",
    "DeclineDraw",
    "DrawDeclined",
    "DrawOffered",
    "Event",
    "EventBus",
    "Explanation",
    "Fail",
    "Game",
    "GameEnded",
    "GameSpec",
    "GameStarted",
    "HostAway",
    "Human",
    "IllegalMove",
    "InProcessAI",
    "Line",
    "Mailbox",
    "MatchResult",
    "Missed",
    "Move",
    "MoveList",
    "MovePlayed",
    "MoveRejected",
    "MovesTakenBack",
    "Note",
    "NoteKind",
    "OfferDraw",
    "Outcome",
    "Paused",
    "PerColor",
    "Play",
    "PlayedGame",
    "PlayedMove",
    "Player",
    "PlayerSaid",
    "Position",
    "ProcessAI",
    "RealTime",
    "Reason",
    "Reply",
    "Resign",
    "Resumed",
    "Rules",
    "Said",
    "Score",
    "Seat",
    "Sentence",
    "Statement",
    "Thinking",
    "Thought",
    "TimeControl",
    "TimeSource",
    "Turn",
    "TurnStarted",
    "play_match",
    "say",
]
