"""Games of OpenSpiel for two players who take turns, with full information and without chance.

``spiel_rules("othello")`` are rules like all others. The extra ``spiel`` installs OpenSpiel, which
only ``position`` may import, with the first of its games. Read first: ``position.py``.
"""

from .position import FAMILY, SpielPosition, hosted_types, look_of, spiel_rules


def spiel_names() -> tuple[str, ...]:
    """Return the names of all games that can be hosted. Raises NotInstalled."""
    return tuple(hosted_types())


__all__ = ["FAMILY", "SpielPosition", "look_of", "spiel_names", "spiel_rules"]
