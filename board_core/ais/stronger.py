"""Levels above our own: UCI engines that are installed on this machine."""

from __future__ import annotations

from board_core.fast_dataclass import dataclass
from board_core.supervise.command import find_program
from board_core.text.sentence import say

HOW_TO_INSTALL = say(
    "install one, for example Stockfish (stockfishchess.org; Debian and Ubuntu: "
    "apt install stockfish; macOS: brew install stockfish)"
)

OFFERED_ELOS = (2000, 2200, 2500, 2800)
"""Strengths that are offered of an engine whose strength can be limited."""

MOST_ELO = 2850
"""The greatest ``UCI_Elo`` that every version of these engines knows."""


@dataclass(frozen=True, slots=True)
class Engine:
    """A chess engine that others have written."""

    name: str
    command: str
    adjustable: bool = False  # its strength can be limited (UCI_Elo or Skill Level)


KNOWN_ENGINES = (
    Engine("Stockfish", "stockfish", adjustable=True),
    Engine("Fairy-Stockfish", "fairy-stockfish", adjustable=True),
    Engine("Ethereal", "ethereal-chess"),
    Engine("Toga", "toga2"),
    Engine("Fruit", "fruit"),
    Engine("Glaurung", "glaurung"),
    Engine("GNU Chess", "gnuchess --uci"),
)
"""The engines that are looked for, the most suitable first."""


@dataclass(frozen=True, slots=True)
class Upper:
    """A level that an engine plays; ``player`` is in the grammar of players."""

    name: str
    player: str
    elo: int | None = None  # None: the engine's full strength


def installed() -> list[Engine]:
    return [
        engine for engine in KNOWN_ENGINES if find_program(engine.command.split()[0]) is not None
    ]


def upper_levels() -> list[Upper]:
    """Return the levels of the installed engines, the strongest of each engine last."""
    levels = []
    for engine in installed():
        for elo in OFFERED_ELOS if engine.adjustable else ():
            levels.append(Upper(f"{engine.name} {elo}", _player(engine, elo), elo))
        levels.append(Upper(engine.name, f"uci:{engine.command}"))
    return levels


def engine_at(elo: int) -> str | None:
    """Return an installed engine as a player of this strength; None if there is none."""
    for engine in installed():
        if engine.adjustable:
            return _player(engine, elo)
    return None


def _player(engine: Engine, elo: int) -> str:
    return f"uci:{engine.command} option.UCI_Elo={elo}"
