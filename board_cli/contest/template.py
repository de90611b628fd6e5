"""The file that ``board contest new`` writes: what an organiser decides, with a word on each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from board_cli.language import _
from board_core.contest.plan import Format

GUESSES = ("my_ai.py", "main.py", "ai.py", "player.py")
"""Files that are taken for the program itself where a folder holds several."""


@dataclass(frozen=True, slots=True)
class Found:
    """A folder that somebody handed in."""

    name: str
    folder: str
    player: str  # empty: nobody can guess


def found_entries(folder: Path, home: Path) -> tuple[Found, ...]:
    """One for each folder in ``folder``, in the order of their names.

    Raises ValueError when it is not inside ``home``, and OSError.
    """
    return tuple(
        Found(path.name, path.relative_to(home).as_posix(), guess(path))
        for path in sorted(folder.iterdir())
        if path.is_dir() and not path.name.startswith(".")
    )


def guess(folder: Path) -> str:
    """How to start what is in this folder; a file ``player.txt`` says it."""
    said = folder / "player.txt"
    if said.is_file():
        return said.read_text("utf-8-sig").strip()
    programs = sorted(path.name for path in folder.glob("*.py"))
    for name in GUESSES:
        if name in programs:
            return f"san:{name}"
    return f"san:{programs[0]}" if len(programs) == 1 else ""


FORMATS = " ".join(get_args(Format))

SAMPLE = (Found("Ada", "", "casual"), Found("Bob", "", "random"), Found("Eve", "", "greedy"))


def template(name: str, preset: str, seed: int, entries: Sequence[Found]) -> str:
    """The text of a new contest's file."""
    engine = preset == "engine"
    rows: list[tuple[str, str]] = [
        ("", _("A contest of programs. What stands behind # is what holds anyhow.")),
        (f"name = {_text(name)}", ""),
        (f"preset = {_text(preset)}", ""),
        (f"seed = {seed}", _("decides the first round and the lots: publish it")),
        ("games = 100" if engine else "rounds = 7", ""),
        (f'# format = "{"match" if engine else "swiss"}"', FORMATS),
        ('# openings = "book"', _("or a file of openings: .epd .fen .pgn")),
        ('# game = "chess"', "gomoku, renju …"),
        ("# concurrency = 1", _("games at the same time")),
        ("# cores_per_game = 2", _("a core for each side")),
        ('# ponder = "freeze"', _("out of turn programs stand still; watch or allow: they do not")),
        ('# no_pairing = "stop"', _("relax-colors or finish, when no pairing is left")),
        ("", ""),
        ("[clock]", ""),
        ("time = 10" if engine else "time = 600", ""),
        ("increment = 0.1" if engine else "# increment = 0", ""),
        ("# move_time = 5", _("seconds for each move, instead")),
        ("", ""),
        ("[sandbox]", ""),
        ('mode = "auto"', _("required: no program runs without; off: none")),
        ("# memory = 2048", _("MiB; with processes and [entrants.clock] also for one entrant")),
        ("", ""),
        ("# [sprt]", _("ends a match when it is decided")),
        ("# elo0 = 0.0", ""),
        ("# elo1 = 5.0", ""),
        ("", ""),
        ("", _("everybody's own folder, and how to start what is in it, as for 'board play'")),
    ]
    for entry in entries:
        rows += [
            ("[[entrants]]", ""),
            (f"name = {_text(entry.name)}", ""),
            (f"player = {_text(entry.player)}", ""),
            *([(f"folder = {_text(entry.folder)}", "")] if entry.folder else []),
            ("", ""),
        ]
    return "\n".join(_line(*row) for row in rows)


def _line(setting: str, word: str) -> str:
    if not word:
        return setting
    return f"{setting:<24}# {word}" if setting else f"# {word}"


def _text(text: str) -> str:
    """A TOML string; JSON's is one, but for a character that TOML wants escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
