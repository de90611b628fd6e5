"""A small game on four boards: two lie still, two hang on pins and can be moved."""

from collections.abc import Mapping
from dataclasses import dataclass

from board_core.game.geometry import BoardLevel, levels

PINS = {"QL1": (0, 6, "a1W"), "QL2": (0, 2, "a2W"), "KL1": (4, 6, "b1W"), "KL2": (4, 2, "b2W")}


def _level(name: str, files: str, ranks: str, corner, space, pin="") -> BoardLevel:
    rows = tuple(tuple(f"{file}{rank}{name}" for file in files) for rank in ranks)
    return BoardLevel(name, rows, corner, space, pin)


def _pin(name: str) -> BoardLevel:
    column, row, pin = PINS[name]
    files, ranks = ("yz" if name[0] == "Q" else "cd"), ("32" if name[2] == "2" else "10")
    space = (0 if name[0] == "Q" else 4, 3 if name[2] == "1" else 1, 1.0)
    return _level(name, files, ranks, (column, row), space, pin)


LEVELS = levels(
    [
        _level("B", "ab", "43", (2, 0), (2, 0, 2.0)),
        _level("W", "ab", "21", (2, 4), (2, 2, 0.0)),
        *map(_pin, PINS),
    ],
    column_labels=("y", "z", "a", "b", "c", "d"),
    row_labels=("4B", "3B", "3", "2", "2W", "1W", "1", "0"),
)
"""Two boards of four squares, and four pins for boards beside them."""


@dataclass(frozen=True)
class OnLevels:
    """What drawings ask of a position."""

    put: tuple[tuple[str, str], ...]

    def pieces(self) -> Mapping[str, str]:
        return dict(self.put)

    def marked(self) -> tuple[str, ...]:
        return ()


START = OnLevels((("QL1", "A"), ("KL2", "a"), ("y0QL1", "R"), ("a1W", "K"), ("b4B", "k")))
