"""Host board games between people, programs and functions.

``Game(CHESS, "random", "greedy").run()`` plays a game, and ``game.bus`` hands out its events. Many
games: :mod:`board_core.match`; contests: :mod:`board_core.contest`; players:
:mod:`board_core.players`; texts for people: :mod:`board_core.words`.

For maintainers: nothing here may import a frontend. Read first: ``rules.py``.
"""

from typing import TYPE_CHECKING

from .absence import Absence, Missed
from .clock import UNTIMED, BadTimeControl, Clock, TimeControl
from .deferred_imports import deferred
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
    Silent,
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
        PlayerSilent,
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
    IMPORTED_LATER = {
        ".bus": "EventBus Mailbox",
        ".events": (
            "DrawDeclined DrawOffered Event GameEnded GameStarted HostAway MovePlayed "
            "MoveRejected MovesTakenBack Paused PlayerSaid PlayerSilent Resumed Thinking "
            "TurnStarted"
        ),
        ".game": "VIEWING_PAUSE CannotBegin Game",
        ".games": "CHESS GOMOKU",
        ".match": "GameSpec MatchResult play_match",
        ".match.player_spec": "BadPlayer",
        ".players": "AITurn Human InProcessAI ProcessAI",
        ".record": "PlayedGame PlayedMove",
        ".timesource": "RealTime TimeSource",
    }
    """Public names by the modules that are imported when one of them is first used."""

    __getattr__, __dir__ = deferred(globals(), IMPORTED_LATER)


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
    "PlayerSilent",
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
    "Silent",
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
