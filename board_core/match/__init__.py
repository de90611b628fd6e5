"""Many games of two players, and one game as a value that can be sent::

result = play_match("greedy", "random", games=100, concurrency=2, seed=1)
print(result)
"""

from board_core.makers import FunctionMaker, GivenPlayer, PlayerLike, PlayerMaker, maker_of
from board_core.match.sprt import Sprt, SprtState

from .matches import play_match
from .openings import BadOpenings, Opening, drawn_openings, read_openings
from .playing import GameEvent, MatchNews, MatchOver, MatchSpec, RunningMatch
from .result import MatchGame, MatchPairing, MatchResult, Tally
from .spec import GameSpec
from .travel import CannotTravel

__all__ = [
    "BadOpenings",
    "CannotTravel",
    "FunctionMaker",
    "GameEvent",
    "GameSpec",
    "GivenPlayer",
    "MatchGame",
    "MatchNews",
    "MatchOver",
    "MatchPairing",
    "MatchResult",
    "MatchSpec",
    "Opening",
    "PlayerLike",
    "PlayerMaker",
    "RunningMatch",
    "Sprt",
    "SprtState",
    "Tally",
    "drawn_openings",
    "maker_of",
    "play_match",
    "read_openings",
]
