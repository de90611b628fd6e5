"""Matches of many games between two players, and single games as values that can be sent::

result = play_match("greedy", "random", games=100, concurrency=2, seed=1)
print(result)

``player_spec`` and ``known_games`` read the texts that name players and games. May import ``ais``
and what is below. Read first: ``matches.py``.
"""

from typing import TYPE_CHECKING

from board_core.deferred_imports import deferred

if TYPE_CHECKING:
    from board_core.game.player import PlayerLike
    from board_core.players.packing import CannotTravel

    from .adjudication import Adjudication
    from .elo import Sprt, SprtState
    from .kept_players import Restart
    from .known_games import HOSTED_GAMES, game_named
    from .matches import play_match, play_match_async
    from .openings import BadOpenings, Opening, drawn_openings, read_openings
    from .player_spec import PlayerSpec, parse_player
    from .playing import GameEvent, MatchNews, MatchOver, MatchSpec, RunningMatch
    from .result import MatchGame, MatchPairing, MatchResult, Tally
    from .spec import (
        FunctionMaker,
        GameSpec,
        OpenPlayer,
        PlayerMaker,
        built_in_player,
        maker_of,
    )
else:
    IMPORTED_LATER = {
        ".adjudication": "Adjudication",
        ".elo": "Sprt SprtState",
        ".kept_players": "Restart",
        ".known_games": "HOSTED_GAMES game_named",
        ".matches": "play_match play_match_async",
        ".openings": "BadOpenings Opening drawn_openings read_openings",
        ".player_spec": "PlayerSpec parse_player",
        ".playing": "GameEvent MatchNews MatchOver MatchSpec RunningMatch",
        ".result": "MatchGame MatchPairing MatchResult Tally",
        ".spec": "GameSpec built_in_player",
        "board_core.players.packing": "CannotTravel",
        "board_core.match.spec": "FunctionMaker OpenPlayer PlayerLike PlayerMaker maker_of",
    }
    """Names by the modules that are imported when one is wanted: a player's text needs no match."""

    __getattr__, __dir__ = deferred(globals(), IMPORTED_LATER)


__all__ = [
    "HOSTED_GAMES",
    "Adjudication",
    "BadOpenings",
    "CannotTravel",
    "FunctionMaker",
    "GameEvent",
    "GameSpec",
    "MatchGame",
    "MatchNews",
    "MatchOver",
    "MatchPairing",
    "MatchResult",
    "MatchSpec",
    "OpenPlayer",
    "Opening",
    "PlayerLike",
    "PlayerMaker",
    "PlayerSpec",
    "Restart",
    "RunningMatch",
    "Sprt",
    "SprtState",
    "Tally",
    "built_in_player",
    "drawn_openings",
    "game_named",
    "maker_of",
    "parse_player",
    "play_match",
    "play_match_async",
    "read_openings",
]
