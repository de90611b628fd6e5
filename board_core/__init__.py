"""Host board games between people, programs and functions."""

from importlib import import_module
from typing import TYPE_CHECKING

from .absence import Absence, Missed
from .bus import EventBus, Mailbox
from .clock import UNTIMED, Clock, TimeControl
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
    Score,
    Seat,
    Statement,
    Thought,
    Turn,
)
from .rules import (
    AmbiguousMove,
    BadSetup,
    Explained,
    IllegalMove,
    Move,
    Outcome,
    Position,
    Reason,
    Rules,
)
from .sentence import Sentence, say
from .sides import Color, PerColor
from .timesource import RealTime, TimeSource

if TYPE_CHECKING:
    from .games import CHESS, GOMOKU
    from .match import GameSpec, MatchResult, play_match
    from .players import AITurn, Human, InProcessAI, ProcessAI
    from .record import PlayedGame, PlayedMove
    from .roster import BadPlayer
else:
    LATER = {
        "AITurn": "players",
        "BadPlayer": "roster",
        "CHESS": "games",
        "GOMOKU": "games",
        "GameSpec": "match",
        "Human": "players",
        "InProcessAI": "players",
        "MatchResult": "match",
        "PlayedGame": "record",
        "PlayedMove": "record",
        "ProcessAI": "players",
        "play_match": "match",
    }
    """Names by the modules that are imported when somebody asks for one."""

    def __getattr__(name: str) -> object:
        if name not in LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f".{LATER[name]}", __name__), name)
        globals()[name] = value
        return value


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
    "Explained",
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
