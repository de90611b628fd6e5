"""The formats of contests there are. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from .fixed_pairings import DOUBLE_ROUND_ROBIN, GAUNTLET, MATCH, ROUND_ROBIN
from .knockout import GROUPS_KNOCKOUT, KNOCKOUT
from .ladder import LADDER
from .scheme import Format
from .swiss import FIDE_DUTCH, SWISS_SYSTEM

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
