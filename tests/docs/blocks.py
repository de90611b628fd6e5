"""The code blocks of a page of Markdown, and how they are run.

=================================  ==============================================================
```` ```python ````                is run
```` ```sh ````                    is run, and must succeed
```` ```text ````                  behind one of both: its lines come in the output, in this
                                   order; ``…`` stands for anything
```` ```toml ````, ...             is read
``title="FILE"``                   the block is put into that file first; a program is only run if
                                   its language is ``python``, and if it is no test
=================================  ==============================================================

A title is for readers. What is for the tests only is a comment before the block, which the site
leaves out and GitHub does not show:

=================================  ==============================================================
``<!-- test: not run: WHY -->``    of anything: is left alone
``<!-- test: exit status 1 -->``   of ``sh``: it must end with that status
``<!-- test: until Ctrl-C -->``    of ``sh``: it never ends by itself; it prints, and is interrupted
``<!-- test: in a notebook -->``   of ``python``: the cell of a notebook, which may ``await``
``<!-- test: for example -->``     of ``text``: it will look different, and is not compared
``<!-- test: same as FILE -->``    the block is the file (``docs/whole_programs.py`` writes it)
``<!-- test: append to FILE -->``  the block is put at the end of that file first
=================================  ==============================================================

All blocks of a page are run in one folder, in their order, and in the language of the page; those
of a Chinese page up to the last output it shows. What pages call the reader's own (``my_ai.py``,
``./my_ai``, ``./my_engine``, ``./pbrain-mine``, ``cup``, ``game.pgn`` …) is there from the
beginning, and so is each program of ``examples/`` that the page links to.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path

import yaml

from board_core.supervise.command import find_program

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

KIT = ROOT / "tests" / "docs" / "kit"
OF_THE_READER = {
    "my_ai": KIT / "my_ai.py",
    "my_ai.py": KIT / "my_ai.py",
    "my_engine": KIT / "my_engine.py",
    "cup/contest.toml": KIT / "contest.toml",
    "game.pgn": KIT / "game.pgn",
    "games.pgn": KIT / "game.pgn",
    "game.sgf": KIT / "game.sgf",
    "pbrain-mine": ROOT / "tests" / "programs" / "gomocup.py",
}

FENCE = re.compile(
    r"(?:^ *<!-- test: (?P<mark>.*) -->\n)?"
    r'^(?P<indent> *)(?P<fence>```+)(?P<language>[\w-]*)(?: title="(?P<title>[^"]*)")? *\n'
    r"(?P<text>(?s:.*?))^(?P=indent)(?P=fence) *$",
    re.MULTILINE,
)
FILE = re.compile(r"[\w./-]+\.\w+")
EXAMPLE = re.compile(r"\]\((?:\.\./)*(examples/[\w./-]+)\)")
MARK = re.compile(
    r"not run: .+|exit status \d+|until Ctrl-C|in a notebook|for example|(same as|append to) \S+"
)


@dataclass(frozen=True, slots=True)
class Block:
    language: str
    title: str
    mark: str
    text: str
    line: int

    @property
    def run(self) -> bool:
        return not self.mark.startswith("not run: ")

    @property
    def compared(self) -> bool:
        """Whether this must have come in the output of the block before it."""
        return self.language == "text" and self.mark != "for example"


def blocks(page: Path) -> tuple[Block, ...]:
    """Return the blocks of a page, in their order."""
    source = page.read_text(encoding="utf-8")
    return tuple(
        Block(
            found["language"],
            found["title"] or "",
            found["mark"] or "",
            re.sub(f"(?m)^{found['indent']}", "", found["text"]),
            source.count("\n", 0, found.start("fence")) + 1,
        )
        for found in FENCE.finditer(source)
    )


def linked_programs(page: Path) -> dict[str, Path]:
    """Return the programs of ``examples/`` that a page links to, by their names."""
    linked = (ROOT / path for path in EXAMPLE.findall(page.read_text(encoding="utf-8")))
    return {path.name: path for path in linked if path.is_file()}


def language(page: Path) -> str:
    """Return the language a page is written in, as BOARD_LANG names it."""
    return "zh_CN" if "zh" in (page.parent.name, *page.suffixes, *page.name.split(".")) else "en"


class Lacking(Exception):
    """A program that a block needs is not on this machine."""


PROGRAMS = {
    "g++": "g++",
    "javac": "javac",
    "java": "javac",
    "stockfish": "stockfish",
    "required": "bwrap",  # --sandbox required
}
"""By the words that are looked for in the commands."""

CELL = """
import ast, asyncio, inspect, sys
code = compile(sys.argv[1], "cell", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
waiting = eval(code, vars(sys.modules["__main__"]))
if inspect.iscoroutine(waiting):
    asyncio.run(waiting)
"""
"""Runs the cell of a notebook."""

INSTALLED = {entry.value for entry in entry_points(group="pytest11")}
PLUGIN = (
    []
    if "board_core.author.pytest_plugin" in INSTALLED
    else ["-p", "board_core.author.pytest_plugin"]
)


class Runner:
    """Runs the blocks of one page, one after the other."""

    def __init__(self, folder: Path, page: Path) -> None:
        self.folder = folder / "page"
        self.folder.mkdir()
        self.output = ""
        for name, source in {**OF_THE_READER, **linked_programs(page)}.items():
            program = self.folder / name
            program.parent.mkdir(exist_ok=True)
            first = f"#!{sys.executable}\n" if source.suffix == ".py" else ""
            program.write_text(first + source.read_text(encoding="utf-8"), "utf-8")
            program.chmod(0o755)
        tools = folder / "bin"
        tools.mkdir()
        for name, arguments in {
            "board": [str(ROOT / "tests" / "docs" / "short_board.py")],
            "pytest": ["-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *PLUGIN],
        }.items():
            script = tools / name
            command = shlex.join([sys.executable, *arguments])
            script.write_text(f'#!/bin/sh\nexec {command} "$@"\n', encoding="utf-8")
            script.chmod(0o755)
        self.environment = {
            **os.environ,
            "PATH": os.pathsep.join(
                [str(tools), str(Path(sys.executable).parent), os.environ["PATH"], "/usr/games"]
            ),
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            "BOARD_LANG": language(page),
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME", str(folder / "cache")),
        }

    def do(self, block: Block) -> None:
        if FILE.fullmatch(block.title):
            file = self.folder / block.title
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, encoding="utf-8")
        if block.mark.startswith("append to "):
            with (self.folder / block.mark.removeprefix("append to ")).open(
                "a", encoding="utf-8"
            ) as end:
                end.write(f"\n\n{block.text}")
            return
        match block.language:
            case "python" if not Path(block.title).name.startswith("test_"):
                self._python(block)
            case "sh":
                self._shell(block)
            case "text":
                if block.compared:
                    self._compare(block)
            case "toml":
                tomllib.loads(block.text)
            case "yaml":
                yaml.safe_load(block.text)
            case "json":
                for value in block.text.split("\n{"):
                    json.loads(value if value.startswith("{") else "{" + value)
            case _ if block.title and block.mark.startswith("same as "):
                pass  # a program in another language, which its own tests build and play
            case "python" | "cpp" | "java":
                assert block.title, "a program without a file's name"
            case language:
                raise AssertionError(f"nothing is known of blocks of {language!r}")

    def _python(self, block: Block) -> None:
        if block.mark == "in a notebook":
            program = ["-c", CELL, block.text]
        else:
            program = [block.title] if block.title else ["-c", block.text]
        self.output = self._done([sys.executable, *program], 0, "")

    def _shell(self, block: Block) -> None:
        for word in re.findall(r"[\w+]+", block.text):
            if word in PROGRAMS and find_program(PROGRAMS[word]) is None:
                raise Lacking(PROGRAMS[word])
        command = ["bash", "-euo", "pipefail", "-c", block.text]
        if block.mark == "until Ctrl-C":
            self.output = self._interrupted(command)
        else:
            status = re.fullmatch(r"exit status (\d+)", block.mark)
            assert status or not block.mark, f"{block.mark!r} says nothing of shell commands"
            self.output = self._done(command, int(status[1]) if status else 0, "resign\n")

    def _done(self, command: list[str], status: int, typed: str) -> str:
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment,
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        said = done.stdout + done.stderr
        assert done.returncode == status, said
        return said

    def _interrupted(self, command: list[str]) -> str:
        with subprocess.Popen(
            command,
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            start_new_session=True,
        ) as process:
            assert process.stdout is not None
            first = process.stdout.readline()
            os.killpg(process.pid, signal.SIGINT)
            rest, _nothing = process.communicate()
            assert process.returncode in (0, 130, -signal.SIGINT), first + rest
            assert first.strip(), "it printed nothing"
            return first + rest

    def _compare(self, block: Block) -> None:
        wanted = iter(block.text.splitlines())
        seen = iter(line.rstrip() for line in self.output.splitlines())
        for line in wanted:
            pattern = ".*".join(map(re.escape, line.rstrip().split("…")))
            if pattern == ".*":
                continue
            assert any(re.fullmatch(pattern, each) for each in seen), (
                f"line {block.line}: {line!r} did not come, or not in this order:\n{self.output}"
            )
