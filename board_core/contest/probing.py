"""Find out which protocol a program speaks that was handed in without its ``entry.toml``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from board_core.files.untrusted_files import inventory, read_head
from board_core.game.clock import TimeControl
from board_core.game.player import Cause
from board_core.games import CHESS
from board_core.match.adjudication import Adjudication
from board_core.match.player_spec import parse_player
from board_core.match.spec import GameSpec
from board_core.supervise.command import joined_words
from board_core.supervise.sandbox import Confinement, Sandbox
from board_core.text.sentence import BoardError

from .packages import located
from .template import EntryFolder
from .uploads import PROGRAM_STARTS

MOST_PROBED = 4
PROBE_SECONDS = 2.0
"""Programs of a folder that are tried, and the time of each."""


def probed(entry: EntryFolder, path: Path) -> EntryFolder:
    """Return the entry with its player if just one executable in its folder plays or answers.

    They run in the sandbox only: without one nothing is started.
    """
    names = [each.name for each in inventory(path) if each.executable and "/" not in each.name]
    names = [name for name in names if read_head(path / name, 4).startswith(PROGRAM_STARTS)]
    found = {name: player for name in names[:MOST_PROBED] if (player := _player_of(name, path))}
    if len(found) != 1:
        return entry
    return replace(entry, player=next(iter(found.values())), source=next(iter(found)))


def _player_of(name: str, folder: Path) -> str:
    """Return how a program is started; empty if it answers in no protocol."""
    command = joined_words([f"./{name}"])
    try:
        spec = located(parse_player(f"san:{command}", folder), folder)
        game = GameSpec(
            CHESS,
            spec,
            "random",
            TimeControl(PROBE_SECONDS),
            confinement=Confinement(Sandbox.REQUIRED, allow_root=True),
            start_limit=PROBE_SECONDS,
            adjudication=Adjudication(max_moves=2),
        ).play()
    except (BoardError, OSError):
        return ""
    if game.explanation is not None and game.explanation.cause is Cause.OTHER_PROTOCOL:
        return f"{game.explanation.sentence.facts.get('prefix', '')}{command}"
    return f"san:{command}" if game.moves else ""
