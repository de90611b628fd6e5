"""Help, usage and refusals in both languages, on a terminal of 80 columns."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from importlib import import_module

import pytest

from board_cli.app import COMMANDS
from board_cli.command_files import CommandFile, cell_width, wrapped

COLUMNS = 80
NARROW_COLUMNS = 40


def names_of(files: Mapping[str, CommandFile], before: str = "") -> list[str]:
    """The whole names of all commands that have a help of the board's own."""
    found = [""] if not before else []
    for name, file in files.items():
        found.append(before + name)
        found += names_of(getattr(import_module(file.module), "COMMANDS", {}), f"{before}{name} ")
    return [name for name in found if name != "gui"]


def board(
    language: str, *arguments: str, columns: int = COLUMNS
) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "BOARD_LANG": language, "COLUMNS": str(columns)}
    return subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "board_cli", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


WORDS_OF_THE_LIBRARY = re.compile(
    r"Usage:|Options:|Arguments:|Commands:|\[default|\[required|Show this message|env var"
)
TOKEN = re.compile(r"elo:1200|uci:COMMAND|xboard:COMMAND|san:COMMAND|option\.NAME=VALUE")


EVERY_HELP = """
import io, json, os, sys
from contextlib import redirect_stdout, suppress
from board_cli.language_option import set_language
set_language([], os.environ)
from board_cli.language import translate_click
translate_click()
from board_cli.app import app
helps = {}
for name in json.load(sys.stdin):
    with redirect_stdout(io.StringIO()) as said, suppress(SystemExit):
        app([*name.split(), "--help"], prog_name="board")
    helps[name] = said.getvalue()
print(json.dumps(helps))
"""


@pytest.fixture(scope="module")
def helps() -> list[dict[str, str]]:
    """The helps of all commands, in English and in Chinese: each language has one process."""
    wanted, found = json.dumps(names_of(COMMANDS)), []
    for language in ("en", "zh_CN"):
        environment = {**os.environ, "BOARD_LANG": language, "COLUMNS": str(COLUMNS)}
        command = [sys.executable, "-X", "utf8", "-c", EVERY_HELP]
        said = subprocess.run(
            command, input=wanted, env=environment, stdout=subprocess.PIPE, text=True, check=True
        )
        found.append(json.loads(said.stdout))
    return found


@pytest.mark.parametrize("name", names_of(COMMANDS))
def test_every_help_is_in_the_language_and_fits_the_terminal(name: str, helps):
    english, chinese = (each[name] for each in helps)
    assert english.startswith("Usage: board")
    assert chinese.startswith("用法：board")
    assert "\nOptions:\n" in english
    assert "\n选项：\n" in chinese
    assert not WORDS_OF_THE_LIBRARY.search(chinese)
    for text in (english, chinese):
        assert max(map(cell_width, text.splitlines())) <= COLUMNS
        assert not re.search(r"[<>{}]", text), "choices are in brackets, and types are not named"
    assert sorted(TOKEN.findall(chinese)) == sorted(TOKEN.findall(english))


@pytest.mark.parametrize(
    ("arguments", "english", "chinese"),
    [
        (["match", "random"], "Missing argument BLACK.", "缺少参数 BLACK。"),
        (["levels", "--fast"], "No such option '--fast'.", "没有选项 '--fast'。"),
        (["levels", "more"], "Got unexpected extra argument (more)", "多余的参数（more）"),
        (["check", "python3", "ai.py"], "a command of several words needs quotes", "需要加引号"),
        (["contest", "rule", "1", "1-0"], "Missing option --reason.", "缺少选项 --reason。"),
        (
            ["bench", "--seed"],
            "Option '--seed' requires an argument.",
            "选项 '--seed' 需要一个值。",
        ),
        (["dance"], "No such command 'dance'.", "没有命令 'dance'。"),
        (["mach"], "No such command 'mach'. Did you mean 'match'?", "是不是 'match'？"),
        (
            ["bench", "hard", "--sandbox", "never"],
            "Invalid value for --sandbox: 'never' is not one of: auto, required, off",
            "--sandbox 的值无效：'never' 不是以下之一：auto、required、off",
        ),
    ],
    ids=lambda value: None if isinstance(value, str) else " ".join(value),
)
def test_a_wrong_command_line_is_explained_in_the_language(arguments, english, chinese):
    for language, told in (("en", english), ("zh_CN", chinese)):
        ended = board(language, *arguments)
        assert ended.returncode == 2
        assert told in ended.stderr
        assert (language == "zh_CN") is not bool(re.search("Usage: |Error: |Try ", ended.stderr))


def test_a_line_ends_between_chinese_characters_and_within_no_word():
    text = "玩家可以是等级分（elo:1200），也可以是带协议的程序（uci:COMMAND）。"
    lines = wrapped(text, 20)
    assert "".join(lines) == text
    assert all(cell_width(line) <= 20 for line in lines)
    assert any("elo:1200" in line for line in lines)
    assert not any(line.startswith(("，", "。", "）")) for line in lines)
    assert not any(line.endswith("（") for line in lines)


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_a_narrow_terminal_has_every_word_about_the_levels(language: str):
    said = board(language, "levels", columns=NARROW_COLUMNS)
    assert said.returncode == 0
    assert [line for line in said.stdout.splitlines() if line.rstrip().endswith("…")] == []
