"""Host board games between people, programs and functions.

``Game(CHESS, "random", "greedy").run()`` plays a game, and ``play_match`` plays many. By use:

* a game: Game, TimeControl, UNTIMED, CHESS, GOMOKU, game_named; PlayedGame, Outcome, Reason
* its players (PlayerLike): texts ("hard", "uci:stockfish"), functions of a board, Human,
  InProcessAI (also FunctionPlayer), ProcessAI (also ProgramPlayer), built_in_player, parse_player
* a function's second argument: AITurn; what it may report: Thought, Score
* your own player: Player, Turn, Answer; Play, Resign, or Fail with an Explanation and its Cause
* events (Event), of game.bus and game.events(): GameStarted, TurnStarted, Thinking, MovePlayed,
  MoveRejected, MovesTakenBack, DrawOffered, DrawDeclined, Paused, Resumed, HostAway, PlayerSaid,
  PlayerSilent, GameEnded
* a frontend: View (view = view.after(event), game.view()), Words, which translates a Sentence
* many games: play_match, play_match_async, MatchResult, MatchGame, Opening, Sprt
* files: PgnWriter, to_pgn, read_pgn
* values, and a game of your own: Rules, Position, Move, Clock, Color, PerColor, say
* errors: BoardError, and of its kinds BadPlayer, BadSetup, IllegalMove

More: :mod:`board_core.game` (the parts of a game), ``.players`` (sandbox, what else a player may
say), ``.games`` (rules, variants), ``.match`` (openings), ``.ais``, ``.author`` (tests,
reinforcement learning), ``.contest`` and ``.journal``.

For maintainers: nothing here may import a frontend. Read first: ``game/rules.py``.
"""

from typing import TYPE_CHECKING

from .deferred_imports import deferred
from .game.clock import UNTIMED, Clock, TimeControl
from .game.player import (
    Answer,
    Cause,
    Explanation,
    Fail,
    Play,
    Player,
    PlayerLike,
    PlayerSource,
    Resign,
    Score,
    Thought,
    Turn,
    make_players_with,
)
from .game.rules import BadSetup, IllegalMove, Move, Outcome, Position, Reason, Rules
from .game.sides import Color, PerColor
from .text.sentence import BoardError, Sentence, say

if TYPE_CHECKING:
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
    from .game.game import Game
    from .game.played_game import PlayedGame
    from .game.view import View
    from .game.words import Words
    from .games import CHESS, GOMOKU, PgnWriter, read_pgn, to_pgn
    from .match import (
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
    from .players import AITurn, FunctionPlayer, Human, InProcessAI, ProcessAI, ProgramPlayer
else:
    IMPORTED_LATER = {
        ".game.events": (
            "DrawDeclined DrawOffered Event GameEnded GameStarted HostAway MovePlayed "
            "MoveRejected MovesTakenBack Paused PlayerSaid PlayerSilent Resumed Thinking "
            "TurnStarted"
        ),
        ".game.game": "Game",
        ".game.view": "View",
        ".game.words": "Words",
        ".games": "CHESS GOMOKU PgnWriter read_pgn to_pgn",
        ".match": (
            "MatchGame MatchResult Opening Sprt built_in_player game_named parse_player play_match "
            "play_match_async"
        ),
        ".match.player_spec": "BadPlayer",
        ".players": "AITurn FunctionPlayer Human InProcessAI ProcessAI ProgramPlayer",
        ".game.played_game": "PlayedGame",
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
    "Answer",
    "BadPlayer",
    "BadSetup",
    "BoardError",
    "Cause",
    "Clock",
    "Color",
    "DrawDeclined",
    "DrawOffered",
    "Event",
    "Explanation",
    "Fail",
    "FunctionPlayer",
    "Game",
    "GameEnded",
    "GameStarted",
    "HostAway",
    "Human",
    "IllegalMove",
    "InProcessAI",
    "MatchGame",
    "MatchResult",
    "Move",
    "MovePlayed",
    "MoveRejected",
    "MovesTakenBack",
    "Opening",
    "Outcome",
    "Paused",
    "PerColor",
    "PgnWriter",
    "Play",
    "PlayedGame",
    "Player",
    "PlayerLike",
    "PlayerSaid",
    "PlayerSilent",
    "Position",
    "ProcessAI",
    "ProgramPlayer",
    "Reason",
    "Resign",
    "Resumed",
    "Rules",
    "Score",
    "Sentence",
    "Sprt",
    "Thinking",
    "Thought",
    "TimeControl",
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
