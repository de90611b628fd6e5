"""``board contest new``: make a folder with a contest.toml to fill in."""

from __future__ import annotations

import random
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from board_cli.contest.access import printed_errors
from board_cli.language import _, words
from board_cli.option_values import Value, argument, choice, flag, option, refusal
from board_core.text.harmless_text import visible

EXAMPLES = (
    ("board contest new spring", ""),
    ("board contest new spring --preset classroom --entries submissions", ""),
    ("board contest new autumn --entries class.csv", ""),
)


class Preset(StrEnum):
    """Settings that suit a kind of contest."""

    CLASSROOM = "classroom"
    ENGINE = "engine"


def run(
    folder: Annotated[Path, argument(Value.FOLDER, _("The new folder."))],
    name: Annotated[
        str, option(Value.NAME, _("The contest's name; by default the folder's."))
    ] = "",
    preset: Annotated[
        Preset,
        option(
            choice(Preset),
            _("Settings for a programming course, or for matches between engines."),
        ),
    ] = Preset.CLASSROOM,
    entries: Annotated[
        Path | None,
        option(
            Value.PATH,
            _(
                "Write the entrants into the file: a folder in FOLDER with a folder for each, or "
                "the list of a class (CSV), who hand in by browser."
            ),
        ),
    ] = None,
    accept_manifests: Annotated[
        bool,
        flag(_("Accept the entry.toml files of the entrants without asking.")),
    ] = False,
) -> None:
    from board_cli.contest.entering import accepted
    from board_cli.resolve_options import CANNOT_WRITE, file_refusals
    from board_core.contest.entries import CLASS_FILE, listed_entries, probed
    from board_core.contest.exports import csv_of
    from board_core.contest.template import SAMPLE_ENTRIES, EntryFolder, found_entries, template
    from board_core.whole_files import OWNER_ONLY, write_whole

    path, listed = folder / "contest.toml", list[list[str]]()
    found: tuple[EntryFolder, ...] = SAMPLE_ENTRIES
    with printed_errors():
        folder.mkdir(parents=True, exist_ok=True)
        if entries is not None:
            inside = entries if entries.is_absolute() or entries.exists() else folder / entries
            if inside.is_file():
                found, listed = listed_entries(inside, _("Entrant"))
        if entries is not None and not listed:
            try:
                found = found_entries(inside.resolve(), folder.resolve())
            except ValueError:
                why = _(
                    "{path} is not inside {folder}: put the entrants' folders there",
                    path=repr(str(entries)),
                    folder=repr(str(folder)),
                )
                raise refusal("--entries", why) from None
            found = tuple(
                each if each.player or each.refused else probed(each, folder / each.folder)
                for each in found
            )
            found = accepted(found, sys.stdin, sys.stdout, without_asking=accept_manifests)
        seed = random.SystemRandom().randrange(10**8)
        text = template(name or folder.resolve().name, preset.value, seed, found, words)
        if path.exists():
            raise refusal("FOLDER", _("{path} exists already", path=repr(str(path))))
        with file_refusals(path, "FOLDER", CANNOT_WRITE):
            write_whole(path, text.encode("utf-8"))
            if listed:
                write_whole(folder / CLASS_FILE, csv_of(listed).encode("utf-8"), mode=OWNER_ONLY)
    taking_part = [entry for entry in found if entry.refused is None]
    print(_("{path} is written: {count} entrants.", path=path, count=len(taking_part)))
    for entry in taking_part:
        if not entry.player:
            print(
                _(
                    "{name}: cannot guess how to start what is in {folder}; write it as player",
                    name=visible(entry.name),
                    folder=visible(entry.folder),
                )
            )
    if listed:
        print(_("Next: board contest tokens {folder} --csv tokens.csv", folder=folder))
    else:
        print(_("Next: board contest check {folder}", folder=folder))
