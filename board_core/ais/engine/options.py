"""The options of the UCI engine, as a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from board_core.ais.levels import LADDER, LEVEL_ELOS, Level, level_at, level_named
from board_core.fast_dataclass import dataclass
from board_core.game.player import MOST_SAID
from board_core.protocols.door import number_of

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
        case "level", _ if (level := level_named(value.casefold())) is not None:
            return replace(options, level=level)
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
    known = dict.fromkeys((*(level.name for level in LADDER), options.level.name))
    names = " ".join(f"var {name}" for name in known)
    weakest, strongest = LEVEL_ELOS[0], LEVEL_ELOS[-1]
    usual = level_at(options.level.elo).elo
    return [
        f"option name Level type combo default {options.level.name} {names}",
        "option name UCI_LimitStrength type check default false",
        f"option name UCI_Elo type spin default {usual} min {weakest} max {strongest}",
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
