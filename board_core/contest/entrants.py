"""The participants of a contest, as its journal has them. Pure values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from board_core.fast_dataclass import dataclass

from .field import Number


@dataclass(frozen=True, slots=True)
class Entrant:
    """One participant with the files of its program."""

    number: Number
    name: str
    player: str  # in the grammar of ``board play``; files are sought in the package
    author: str = ""
    package: str | None = None  # SHA-256 of the files handed in, as one package; None: no files
    files: Mapping[str, str] = field(default_factory=dict)  # the SHA-256 of each
