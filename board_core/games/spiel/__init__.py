"""Games of OpenSpiel: two players take turns, see everything, and throw no dice.

``spiel_rules("othello")`` are rules like all others. The library is the extra ``spiel``; it is
imported when the first of its games is asked for.
"""

from .library import NoSpielGame, hosted_types
from .look import look_of
from .position import FAMILY, SpielPosition, spiel_rules


def spiel_names() -> tuple[str, ...]:
    """Return the names of all games that can be hosted. Raises NotInstalled."""
    return tuple(hosted_types())


__all__ = ["FAMILY", "NoSpielGame", "SpielPosition", "look_of", "spiel_names", "spiel_rules"]
