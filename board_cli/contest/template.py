"""The file that ``board contest new`` writes: what an organiser decides, with a word on each."""

from __future__ import annotations

import json
import shlex
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from board_cli.language import _, words
from board_core import BoardError, Sentence, say
from board_core.contest.manifest import MANIFEST_FILE, read_manifest
from board_core.contest.pairing.formats import FORMATS
from board_core.contest.plan import PRESETS, Plan
from board_core.untrusted_files import inventory
from board_core.words import visible

GUESSES = ("my_ai.py", "main.py", "ai.py", "player.py")
"""Files that are taken for the program itself where a folder holds several."""


NAME_LENGTH = 80


@dataclass(frozen=True, slots=True)
class Found:
    """A folder that somebody handed in, and how what is in it is started."""

    name: str
    folder: str
    player: str  # empty: nobody can guess
    source: str = ""  # the file whose name or words say so
    said: bool = False  # by the entrant, in a manifest
    refused: Sentence | None = None  # why it is not written as one who takes part
    language: str = ""


def found_entries(folder: Path, home: Path) -> tuple[Found, ...]:
    """One for each folder in ``folder``, in the order of their names.

    Raises ValueError when it is not inside ``home``, and OSError.
    """
    inside, found, names = folder.relative_to(home), list[Found](), set[str]()
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or not path.is_dir():
            continue
        name = _free_name(path.name, names)
        names.add(name.casefold())
        found.append(_found(path, name, (inside / path.name).as_posix()))
    return tuple(found)


def _free_name(written: str, taken: Collection[str]) -> str:
    """A name for the standings: one line of text, and nobody else's."""
    text = written.encode("utf-8", "replace").decode()
    plain = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    name = first = plain[: NAME_LENGTH - 5] or "?"
    number = 1
    while name.casefold() in taken:
        number += 1
        name = f"{first} {number}"
    return name


def _found(path: Path, name: str, folder: str) -> Found:
    if path.is_symlink():
        refused = say("{path} is a link: hand in the folder itself", path=repr(folder))
        return Found(name, folder, "", refused=refused)
    try:
        manifest = read_manifest(path)
        inventory(path)
    except BoardError as error:
        return Found(name, folder, "", refused=error.sentence)
    if manifest is not None:
        return Found(name, folder, manifest.player(), MANIFEST_FILE, True, None, manifest.language)
    return guessed(path, name, folder)


def guessed(path: Path, name: str, folder: str) -> Found:
    """How to start what is in this folder, from the names of the files in it."""
    scripts = (file for file in path.glob("*.py") if file.is_file())
    programs = sorted(file.name for file in scripts if not file.name.startswith("-"))
    likely = [usual for usual in GUESSES if usual in programs]
    if not likely and len(programs) != 1:
        return Found(name, folder, "")
    file = (likely or programs)[0]
    return Found(name, folder, f"san:{shlex.quote(file)}", file, language="python")


SAMPLE = (Found("Ada", "", "casual"), Found("Bob", "", "random"), Found("Eve", "", "greedy"))


def template(name: str, preset: str, seed: int, entries: Sequence[Found]) -> str:
    """The text of a new contest's file."""
    engine = preset == "engine"
    usual_format = PRESETS[preset].get("format", Plan.model_fields["format"].default)
    rows: list[tuple[str, str]] = [
        ("", _("A contest of programs. What stands behind # is what holds anyhow.")),
        (f"name = {_text(name)}", ""),
        (f"preset = {_text(preset)}", ""),
        (f"seed = {seed}", _("decides the first round and the lots: publish it")),
        ("games = 100" if engine else "rounds = 7", ""),
        (f'# format = "{usual_format}"', " ".join(FORMATS)),
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
        ("# readable = []", _("files and folders that all programs may read")),
        ('# packages = ["chess"]', _("what programs in Python may import")),
        ("", ""),
        ("# [sprt]", _("ends a match when it is decided")),
        ("# elo0 = 0.0", ""),
        ("# elo1 = 5.0", ""),
        ("", ""),
        ("", _("everybody's own folder, and how to start what is in it, as for 'board play'")),
    ]
    for entry in entries:
        mark = "" if entry.refused is None else "# "
        rows += [
            *([] if entry.refused is None else [("", words.sentence(entry.refused))]),
            (f"{mark}[[entrants]]", ""),
            (f"{mark}name = {_text(entry.name)}", ""),
            (f"{mark}player = {_text(entry.player)}", ""),
            *([(f"{mark}folder = {_text(entry.folder)}", "")] if entry.folder else []),
            ("", ""),
        ]
    return "\n".join(_line(setting, visible(word)) for setting, word in rows)


def _line(setting: str, word: str) -> str:
    if not word:
        return setting
    return f"{setting:<24}# {word}" if setting else f"# {word}"


def _text(text: str) -> str:
    """A TOML string; JSON's is one, but for a character that TOML wants escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
