"""Zips to hand in as they are, a program in each language: what a student begins with."""

from __future__ import annotations

import shutil
import zipfile
from functools import cache
from io import BytesIO

from board_core.files.installed import languages_folder

from .manifest import LANGUAGE_COMMANDS, MANIFEST_FILE

READY_PROGRAMS = {
    "python": "knights.py",
    "java": "Knights.java",
    "javascript": "knights.js",
    "ruby": "knights.rb",
    "perl": "knights.pl",
    "lua": "knights.lua",
    "php": "knights.php",
    "r": "knights.R",
    "octave": "knights.m",
    "haskell": "knights.hs",
    "ocaml": "knights.ml",
    "bash": "knights.sh",
    "c": "knights.c",
    "cpp": "knights.cpp",
    "rust": "knights.rs",
    "go": "knights.go",
}
BUILD_COMMANDS = {
    "c": "gcc -O2 -static -o knights knights.c",
    "cpp": "g++ -O2 -static -o knights knights.cpp",
    "rust": "rustc -O -o knights knights.rs",
    "go": "go build -o knights knights.go",
}
"""The board compiles nothing: a student builds the program before it is handed in."""


@cache
def ready_languages() -> tuple[str, ...]:
    """Return the languages whose programs run on this machine, and those that are built before."""
    if languages_folder() is None:
        return ()
    started = {language: LANGUAGE_COMMANDS.get(language, ()) for language in READY_PROGRAMS}
    return tuple(each for each, words in started.items() if not words or shutil.which(words[0]))


def ready_zip(language: str) -> bytes | None:
    """Return the zip of a language; None if there is none."""
    folder, file = languages_folder(), READY_PROGRAMS.get(language)
    if folder is None or file is None:
        return None
    build = BUILD_COMMANDS.get(language)
    named = f'language = "{language}"\nfile = "{file}"\n'
    if build is not None:
        named = f'# {build}\nlanguage = "native"\nfile = "knights"\n'
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MANIFEST_FILE, named)
        archive.writestr(file, (folder / file).read_bytes())
    return buffer.getvalue()
