"""Host board games between people, programs and functions.

``Game(CHESS, "random", "greedy").run()`` plays a game, and ``play_match`` plays many. By use:

* a game: Game, TimeControl, CHESS, GOMOKU, HOSTED_GAMES, game_named; PlayedGame, Outcome, Reason
* its players: texts ("hard", "uci:stockfish"), functions of a board, Human, InProcessAI (or by its
  other name FunctionPlayer), ProcessAI (ProgramPlayer), Stepped, built_in_player, parse_player
* your own player: Player, Turn, Answer, Play, Resign, Fail, Explanation, Cause, Thought, Score
* events: game.bus, game.events(), Event, GameStarted, TurnStarted, MovePlayed, GameEnded, Mailbox
* a frontend: View (view = view.after(event), game.view()), Words, Sentence
* many games: play_match, play_match_async, GameSpec, MatchResult, MatchGame, Opening, Sprt
* files: PgnWriter, to_pgn, read_pgn
* values: Position, Move, MoveList, Clock, Color, PerColor, Rules
* errors: BoardError and its kinds, BadPlayer, BadSetup, BadTimeControl, IllegalMove, CannotBegin

Contests: :mod:`board_core.contest`; tests and reinforcement learning: :mod:`board_core.author`.

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
    from .game.view import View
    from .game.words import Words
    from .games import CHESS, GOMOKU, PgnWriter, read_pgn, to_pgn
    from .match import (
        HOSTED_GAMES,
        GameSpec,
        MatchGame,
        MatchResult,
        Opening,
        Sprt,
        built_in_player,
        game_named,
        parse_player,
        play_match,
        play_match_async,
    )
    from .match.player_spec import BadPlayer
    from .players import (
        AITurn,
        FunctionPlayer,
        Human,
        InProcessAI,
        ProcessAI,
        ProgramPlayer,
        Stepped,
    )
else:
    IMPORTED_LATER = {
        ".game.bus": "EventBus Mailbox",
        ".game.events": (
            "DrawDeclined DrawOffered Event GameEnded GameStarted HostAway MovePlayed "
            "MoveRejected MovesTakenBack Paused PlayerSaid PlayerSilent Resumed Thinking "
            "TurnStarted"
        ),
        ".game.game": "CannotBegin Game",
        ".game.view": "View",
        ".game.words": "Words",
        ".games": "CHESS GOMOKU PgnWriter read_pgn to_pgn",
        ".match": (
            "HOSTED_GAMES GameSpec MatchGame MatchResult Opening Sprt built_in_player game_named "
            "parse_player play_match play_match_async"
        ),
        ".match.player_spec": "BadPlayer",
        ".players": "AITurn FunctionPlayer Human InProcessAI ProcessAI ProgramPlayer Stepped",
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
    "HOSTED_GAMES",
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
    "FunctionPlayer",
    "Game",
    "GameEnded",
    "GameSpec",
    "GameStarted",
    "HostAway",
    "Human",
    "IllegalMove",
    "InProcessAI",
    "Mailbox",
    "MatchGame",
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
    "Opening",
    "Outcome",
    "Paused",
    "PerColor",
    "PgnWriter",
    "Play",
    "PlayedGame",
    "PlayedMove",
    "Player",
    "PlayerLike",
    "PlayerSaid",
    "PlayerSilent",
    "Position",
    "ProcessAI",
    "ProgramPlayer",
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
    "Sprt",
    "Statement",
    "Stepped",
    "Thinking",
    "Thought",
    "TimeControl",
    "TimeSource",
    "Turn",
    "TurnStarted",
    "View",
    "Words",
    "built_in_player",
    "game_named",
    "parse_player",
    "play_match",
    "play_match_async",
    "read_pgn",
    "say",
    "to_pgn",
]
