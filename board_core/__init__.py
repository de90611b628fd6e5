"""Host board games between people, programs and functions.

``Game(CHESS, "random", "greedy").run()`` plays a game, and ``game.bus`` hands out its events. Many
games: :mod:`board_core.match`; contests: :mod:`board_core.contest`; players:
:mod:`board_core.players`; texts for people: :mod:`board_core.game.words`.

For maintainers: nothing here may import a frontend. Read first: ``game/rules.py``.
"""

from typing import TYPE_CHECKING

from .deferred_imports import deferred
from .game.absence import Missed
from .game.clock import UNTIMED, BadTimeControl, Clock, TimeControl
from .game.player import (
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
    PlayerLike,
    PlayerSource,
    Reply,
    Resign,
    Said,
    Score,
    Seat,
    Silent,
    Statement,
    Thought,
    Turn,
    make_players_with,
)
from .game.rules import (
    AmbiguousMove,
    BadSetup,
    IllegalMove,
    Move,
    MoveList,
    Outcome,
    Position,
    Reason,
    Rules,
)
from .game.sides import Color, PerColor
from .text.sentence import BoardError, Sentence, say

if TYPE_CHECKING:
    from .game.bus import EventBus, Mailbox
    from .game.events import (
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
    from .game.game import CannotBegin, Game
    from .game.played_game import PlayedGame, PlayedMove
    from .game.timesource import RealTime, TimeSource
    from .games import CHESS, GOMOKU
    from .match import GameSpec, MatchResult, play_match
    from .match.player_spec import BadPlayer
    from .players import AITurn, Human, InProcessAI, ProcessAI
else:
    IMPORTED_LATER = {
        ".game.bus": "EventBus Mailbox",
        ".game.events": (
            "DrawDeclined DrawOffered Event GameEnded GameStarted HostAway MovePlayed "
            "MoveRejected MovesTakenBack Paused PlayerSaid PlayerSilent Resumed Thinking "
            "TurnStarted"
        ),
        ".game.game": "CannotBegin Game",
        ".games": "CHESS GOMOKU",
        ".match": "GameSpec MatchResult play_match",
        ".match.player_spec": "BadPlayer",
        ".players": "AITurn Human InProcessAI ProcessAI",
        ".game.played_game": "PlayedGame PlayedMove",
        ".game.timesource": "RealTime TimeSource",
    }
    """Public names by the modules that are imported when one of them is first used."""

    __getattr__, __dir__ = deferred(globals(), IMPORTED_LATER)


def _source_of(wish: PlayerLike, rules: Rules) -> PlayerSource:
    from .match.spec import maker_of  # slow to import, and most games are given players

    return maker_of(wish, rules)


make_players_with(_source_of)

__all__ = [
    "CHESS",
    "GOMOKU",
    "UNTIMED",
    "AITurn",
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
    "PlayerLike",
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
