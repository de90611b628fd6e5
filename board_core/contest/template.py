"""A new contest's file: all of an organiser's settings, each with a short comment."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from pathlib import Path

from board_core.fast_dataclass import dataclass
from board_core.files.untrusted_files import inventory
from board_core.game.words import Words
from board_core.supervise.command import joined_words
from board_core.text.harmless_text import visible, visible_form
from board_core.text.sentence import BoardError, Sentence, say

from .manifest import MANIFEST_FILE, read_manifest
from .pairing.formats import FORMATS
from .plan import PRESETS, Plan
from .standings import USUAL_TIE_BREAKS

USUAL_PROGRAMS = ("my_ai.py", "main.py", "ai.py", "player.py")
"""Files that are taken for the program itself in a folder of several."""

LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class EntryFolder:
    """A folder that an entrant handed in, and how the program in it is started."""

    name: str
    folder: str
    player: str  # empty: unknown
    source: str = ""  # the file that tells how
    by_entrant: bool = False  # in a manifest
    refused: Sentence | None = None  # why it does not take part
    language: str = ""


def found_entries(folder: Path, home: Path) -> tuple[EntryFolder, ...]:
    """Return one for each folder in ``folder``, in the order of their names.

    Raises ValueError when it is not inside ``home``, and OSError.
    """
    inside, found, names = folder.relative_to(home), list[EntryFolder](), set[str]()
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or not path.is_dir():
            continue
        name = free_name(path.name, names)
        names.add(name.casefold())
        found.append(entry_in(path, name, (inside / path.name).as_posix()))
    return tuple(found)


def free_name(written: str, taken: Collection[str]) -> str:
    """Return a unique name for the standings, on one line."""
    text = written.encode("utf-8", "replace").decode()
    plain = visible_form("".join(c if c.isprintable() else " " for c in text))
    name = first = plain[: LONGEST_NAME - 5] or "?"
    number = 1
    while name.casefold() in taken:
        number += 1
        name = f"{first} {number}"
    return name


def entry_in(path: Path, name: str, folder: str) -> EntryFolder:
    """Return how the program in a folder is started, by its manifest or by its files' names."""
    if path.is_symlink():
        refused = say("{path} is a link: hand in the folder itself", path=repr(folder))
        return EntryFolder(name, folder, "", refused=refused)
    try:
        manifest = read_manifest(path)
        inventory(path)
    except BoardError as error:
        return EntryFolder(name, folder, "", refused=error.sentence)
    if manifest is not None:
        return EntryFolder(
            name, folder, manifest.player(), MANIFEST_FILE, True, None, manifest.language
        )
    return guessed(path, name, folder)


def guessed(path: Path, name: str, folder: str) -> EntryFolder:
    """Guess from the names of the files how to start the program in this folder."""
    scripts = (file for file in path.glob("*.py") if file.is_file())
    programs = sorted(file.name for file in scripts if not file.name.startswith("-"))
    likely = [usual for usual in USUAL_PROGRAMS if usual in programs]
    if not likely and len(programs) != 1:
        return EntryFolder(name, folder, "")
    file = (likely or programs)[0]
    return EntryFolder(name, folder, f"san:{joined_words([file])}", file, language="python")


SAMPLE_ENTRIES = tuple(
    EntryFolder(name, "", player)
    for name, player in (("Ada", "casual"), ("Bob", "random"), ("Eve", "greedy"))
)


def template(
    name: str, preset: str, seed: int, entries: Sequence[EntryFolder], words: Words
) -> str:
    """Return the text of a new contest's file, with comments in the language of ``words``."""
    engine, _ = preset == "engine", words.text
    usual_format = PRESETS[preset].get("format", Plan.model_fields["format"].default)
    rows: list[tuple[str, str]] = [
        ("", _("A contest of programs. Lines that begin with # show the defaults.")),
        (f"name = {_text(name)}", ""),
        (f"preset = {_text(preset)}", ""),
        (f"seed = {seed}", _("decides the first round and all drawing of lots: publish it")),
        ("games = 100" if engine else "rounds = 7", ""),
        (f'# format = "{usual_format}"', " ".join(FORMATS)),
        ('# openings = "book"', _("or a file of openings: .epd .fen .pgn .bin")),
        ('# game = "chess"', "gomoku, renju …"),
        ("# concurrency = 1", _("games at the same time")),
        ("# cores_per_game = 2", _("a core for each side")),
        (
            '# ponder = "freeze"',
            _("stops programs out of turn; watch, allow or play: lets them run"),
        ),
        ('# restart = "always"', _("new programs for each game; auto: they may play on")),
        (
            f"# tie_breaks = {json.dumps([each.value for each in USUAL_TIE_BREAKS])}",
            _("what ranks equal points, the first one first"),
        ),
        ('# no_pairing = "stop"', _("when no pairing is possible; or relax-colors, finish")),
        ("", ""),
        ("[clock]", ""),
        ("time = 10" if engine else "time = 600", ""),
        ("increment = 0.1" if engine else "# increment = 0", ""),
        ("# move_time = 5", _("instead: seconds for each move")),
        ("", ""),
        ("[sandbox]", ""),
        ('mode = "auto"', _("required: refuse to run without one; off: never use one")),
        (
            "# memory = 2048",
            _("MiB; may also be set for one entrant, as processes and [entrants.clock]"),
        ),
        ("# readable = []", _("files and folders that all programs may read")),
        ('# packages = ["chess"]', _("what programs in Python may import")),
        ("", ""),
        ("# [sprt]", _("end a match when a sequential test has decided it")),
        ("# elo0 = 0.0", ""),
        ("# elo1 = 5.0", ""),
        ("", ""),
        ("", _("each entrant's own folder, and how to start its program, as for 'board play'")),
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
    return f"{setting:<23} # {word}" if setting else f"# {word}"


def _text(text: str) -> str:
    """Return a TOML string: a JSON string with one more character escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
