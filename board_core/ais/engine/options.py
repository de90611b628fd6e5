"""The options of the UCI engine, as a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from board_core.ais.levels import LADDER, Level, level_at
from board_core.fast_dataclass import dataclass
from board_core.protocols.door import number_of
from board_core.thought_bounds import MOST_SAID

BY_NAME = {level.name: level for level in LADDER}
MOST_LINES = 256
OVERHEAD_MS, MOST_OVERHEAD_MS = 10, 5000
TRUE_WORDS = frozenset(("true", "1", "on", "yes"))


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """The values that a host can set; each applies to the next search."""

    level: Level
    seed: int | None = None
    lines: int = 1
    limits_strength: bool = False
    elo: int | None = None  # None: of the level
    overhead: float = OVERHEAD_MS / 1000  # seconds of each time that are kept back

    @property
    def player(self) -> Level:
        """Return the level that plays."""
        return level_at(self.elo) if self.limits_strength and self.elo else self.level


def with_option(options: EngineOptions, name: str, value: str) -> EngineOptions | None:
    """Return the options after a change, None for one that is not known or not possible.

    Names and words may be in any case, and numbers out of range are brought into it.
    """
    number = number_of(value, -MOST_SAID, MOST_SAID)
    match name.casefold(), number:
        case "level", _ if value.casefold() in BY_NAME:
            return replace(options, level=BY_NAME[value.casefold()])
        case "uci_limitstrength", _:
            return replace(options, limits_strength=value.casefold() in TRUE_WORDS)
        case "uci_elo", int():
            return replace(options, elo=max(number, 1))
        case "multipv", int():
            return replace(options, lines=min(max(number, 1), MOST_LINES))
        case "move overhead", int():
            return replace(options, overhead=min(max(number, 0), MOST_OVERHEAD_MS) / 1000)
        case "ponder", _:
            return options  # says only that the host may ask for it
        case "seed", _:
            return replace(options, seed=number)
        case _:
            return None


def option_lines(options: EngineOptions) -> list[str]:
    """Return the lines that offer the options."""
    names = " ".join(f"var {known.name}" for known in LADDER)
    weakest, strongest = LADDER[0].elo, LADDER[-1].elo
    return [
        f"option name Level type combo default {options.level.name} {names}",
        "option name UCI_LimitStrength type check default false",
        f"option name UCI_Elo type spin default {options.level.elo} min {weakest} max {strongest}",
        f"option name MultiPV type spin default 1 min 1 max {MOST_LINES}",
        "option name Ponder type check default false",
        f"option name Move Overhead type spin default {OVERHEAD_MS} min 0 max {MOST_OVERHEAD_MS}",
        "option name Seed type string default <empty>",
    ]


def read_option(words: Sequence[str]) -> tuple[str, str]:
    """Read ``name NAME value VALUE``, where both may be several words."""
    text = " ".join(words).removeprefix("name").strip()
    name, _, value = text.partition(" value ")
    return name.strip(), value.strip()
