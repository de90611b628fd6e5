"""Manifests: how an entrant wants its program to be started, in ``entry.toml``.

A manifest only names a language, a file in its folder and arguments; the commands are ours. It
cannot name a program of the machine, a player of the board or a path outside its folder, and has no
effect until the organiser has seen it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Annotated, Literal

from board_core.files.extras import extra
from board_core.files.untrusted_files import CannotTake, leads_out, read_inside
from board_core.match.player_spec import OPTION_PREFIX
from board_core.supervise.command import joined_words
from board_core.text.sentence import BoardError, Sentence, say

from .plan_mistakes import BadToml, shown, toml_of

with extra("contest"):
    from pydantic import BaseModel, ConfigDict, Field, ValidationError

MANIFEST_FILE = "entry.toml"

MOST_MANIFEST_BYTES = 16 * 1024
"""The largest manifest that is read."""

LANGUAGE_COMMANDS: Mapping[str, tuple[str, ...]] = {
    "python": (),  # a .py file runs with the board's own Python
    "java": ("java",),
    "javascript": ("node",),
    "csharp": ("mono",),
    "dotnet": ("dotnet",),
    "ruby": ("ruby",),
    "perl": ("perl",),
    "lua": ("lua",),
    "php": ("php",),
    "r": ("Rscript",),
    "octave": ("octave-cli",),
    "haskell": ("runghc",),
    "ocaml": ("ocaml",),
    "bash": ("bash",),
    "awk": ("awk", "-f"),
    "native": (),
}
"""The command that runs a file of each language; the system itself runs ``native`` files."""

FORBIDDEN_CHARACTERS = re.compile(r"[\x00-\x1f\x7f\x80-\x9f\u2028\u2029\\]")
PATH_SEPARATORS = re.compile(r"[=:,;@]")

Word = Annotated[str, Field(min_length=1, max_length=200)]


class BadManifest(BoardError):
    """A manifest was refused; the sentence says why."""


class Manifest(BaseModel):
    """The fields of ``entry.toml``."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    language: Literal[
        "python",
        "java",
        "javascript",
        "csharp",
        "dotnet",
        "ruby",
        "perl",
        "lua",
        "php",
        "r",
        "octave",
        "haskell",
        "ocaml",
        "bash",
        "awk",
        "native",
    ]
    file: Word
    arguments: tuple[Word, ...] = Field(default=(), max_length=32, strict=False)
    protocol: Literal["lines", "san", "uci", "xboard", "gomocup"] = "san"
    function: str = Field(default="", max_length=100)
    """The function that is called with the board, for a Python file that is not a program."""

    def player(self) -> str:
        """Return the text for ``board play``; its files are in the entrant's folder."""
        if self.function:
            return f"{self.file}:{self.function}"
        if self.language == "native":
            words = [f"./{self.file}"]
        else:
            words = [*LANGUAGE_COMMANDS[self.language], *self._of_java(), self.file]
        return f"{self.protocol}:{joined_words([*words, *self.arguments])}"

    def _of_java(self) -> list[str]:
        return ["-jar"] if self.language == "java" and self.file.endswith(".jar") else []


def read_manifest(folder: Path) -> Manifest | None:
    """Return the manifest of an entrant's folder; None if it has none. Raises BadManifest."""
    if not ((folder / MANIFEST_FILE).exists() or (folder / MANIFEST_FILE).is_symlink()):
        return None
    try:
        text = read_inside(folder, MANIFEST_FILE, MOST_MANIFEST_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadManifest(_of_file(say("this is not UTF-8 text"))) from None
    except CannotTake as error:
        raise BadManifest(error.sentence) from None
    manifest = manifest_of(text)
    try:
        home = Path(os.path.realpath(folder))
        real = Path(os.path.realpath(home / manifest.file))
        if not real.is_relative_to(home):
            raise CannotTake(leads_out(shown(manifest.file)))
        read_inside(home, real.relative_to(home).as_posix())  # links that stay inside are followed
    except CannotTake as error:
        raise BadManifest(_of_file(error.sentence)) from None
    return manifest


def manifest_of(text: str) -> Manifest:
    """Read a manifest's text. Raises BadManifest."""
    try:
        manifest = Manifest.model_validate(toml_of(text))
    except BadToml as error:
        raise BadManifest(_of_file(error.sentence)) from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))[:80]
        why = say("{place}: {why}", place=place, why=_why(first))
        raise BadManifest(_of_file(why)) from None
    if (trouble := _trouble(manifest)) is not None:
        raise BadManifest(_of_file(trouble))
    return manifest


def _trouble(manifest: Manifest) -> Sentence | None:
    for word in (manifest.file, *manifest.arguments):
        if FORBIDDEN_CHARACTERS.search(word):
            return say("{word} has a character that is not allowed here", word=repr(word))
        if not _stays_inside(word):
            return say("{word} leads out of the folder", word=repr(word))
    for word in manifest.arguments:
        if word.startswith(OPTION_PREFIX) and (manifest.protocol != "uci" or "=" not in word):
            return say("{word} cannot set an option: only UCI has options", word=repr(word))
    if manifest.file.startswith(("-", " ")) or PATH_SEPARATORS.search(manifest.file):
        return say("a file cannot be called {word} here", word=repr(manifest.file))
    if not manifest.function:
        if manifest.language == "python" and not manifest.file.lower().endswith(".py"):
            return say("a Python program must be a file that ends in .py")
        return None
    if manifest.language != "python" or not manifest.function.isidentifier():
        return say("{word} is not a function of a Python file", word=repr(manifest.function))
    if not re.fullmatch(r".+\.py", manifest.file) or manifest.arguments:
        return say("a function must be in a file that ends in .py, and takes no arguments")
    return None


def _stays_inside(word: str) -> bool:
    """Return whether no part of a word could be a path outside the folder."""
    pieces = [word, *PATH_SEPARATORS.split(word)]
    return not any(
        piece.startswith(("/", "~")) or ".." in PurePosixPath(piece).parts for piece in pieces
    )


def _of_file(why: Sentence) -> Sentence:
    return say("{file}: {why}", file=MANIFEST_FILE, why=why)


def _why(error: Mapping[str, object]) -> Sentence:
    given = shown(error["input"])
    match error["type"]:
        case "missing":
            return say("this is missing")
        case "extra_forbidden":
            return say("there is no such setting: choose one of {there_is}", there_is=_fields())
        case "literal_error":
            return say(
                "{given} is not allowed: write {there_is}",
                given=given,
                there_is=str(error["ctx"]["expected"]).replace(" or ", ", "),  # type: ignore[index]
            )
        case _:
            return say("{given} cannot be used here: {why}", given=given, why=str(error["msg"]))


def _fields() -> str:
    return ", ".join(Manifest.model_fields)
