"""Every command of docs/my-ai.md runs, in a folder with the files it speaks of."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from board_core.supervise.command import find_program

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "my-ai.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = [line for block in BLOCKS for line in block.splitlines()]
MY_AI = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)[1]

NEEDS = {"san_ai": "g++", "SanAi.java": "javac"}
EXTRA = {"match": ["--games", "2", "--seed", "1"], "bench": ["-r", "1"], "check": ["--limit", "30"]}
"""A few games show that a command works: the last of an option counts."""

COMPILES_FOR_EACH_GAME = ["--only", "white"]
"""The whole check of the program in Java is among the tests of the programs."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "my_ai.py").write_text(MY_AI)
    for program in (ROOT / "examples" / "programs").iterdir():
        shutil.copy(program, tmp_path)
    return tmp_path


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "BOARD_LANG": "en"}
    return subprocess.run(
        command,
        cwd=folder,
        env=environment,
        input="resign\n",
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.timeout(120)
@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_of_the_page_works(line: str, folder: Path):
    for part, program in NEEDS.items():
        if part in line and find_program(program) is None:
            why = f"{program} is not installed (Debian: apt install g++ default-jdk-headless)"
            (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(why)
    if "./san_ai" in line:
        assert run(["g++", "-o", "san_ai", "san_ai.cpp"], folder).returncode == 0
    name, *arguments = shlex.split(line)
    if name == "board":
        command, *rest = arguments
        more = EXTRA.get(command, [])
        if command == "check" and "SanAi.java" in line:
            more = [*more, *COMPILES_FOR_EACH_GAME]
        done = run([sys.executable, "-m", "board_cli", command, *rest, *more], folder)
    else:
        done = run([name, *arguments], folder)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#:]+)\)", PAGE))))
def test_a_link_of_the_page_leads_somewhere(link: str):
    assert (ROOT / "docs" / link).exists()


def test_the_page_has_every_way_in():
    said = {shlex.split(line)[1] for line in COMMANDS if line.startswith("board")}
    assert said == {"play", "check", "match", "bench"}
