"""The formats of contests there are. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from .berger import DOUBLE_ROUND_ROBIN, ROUND_ROBIN
from .fide import FIDE_DUTCH
from .format import Format
from .gauntlet import GAUNTLET
from .groups import GROUPS_KNOCKOUT
from .knockout import KNOCKOUT
from .ladder import LADDER
from .match import MATCH
from .swiss import SWISS_SYSTEM

FORMATS: Mapping[str, Format] = {
    each.name: each
    for each in (
        SWISS_SYSTEM,
        FIDE_DUTCH,
        ROUND_ROBIN,
        DOUBLE_ROUND_ROBIN,
        GAUNTLET,
        KNOCKOUT,
        GROUPS_KNOCKOUT,
        MATCH,
        LADDER,
    )
}
"""By their names in ``contest.toml``, in the order in which messages list them."""
