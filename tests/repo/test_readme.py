"""What the README and the examples promise."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
LONGER = {"step_by_step": 40, "own_frontend": 50, "own_game": 100}
"""To be taken over as they are."""
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
COMMANDS = re.findall(r"^python3 -m venv .*$", README, re.MULTILINE)


def run(*command: str, **options) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, **options
    )


@pytest.mark.parametrize("block", BLOCKS)
def test_every_python_block_of_the_readme_runs(block: str):
    done = run(sys.executable, "-c", block)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_is_short_and_runs(example: Path, tmp_path: Path):
    lines = LONGER.get(example.stem, 30)
    assert len(example.read_text(encoding="utf-8").splitlines()) <= lines
    if example.stem == "against_an_engine":
        command = [sys.executable, str(example), *fake_engine(tmp_path)]
    elif example.stem.startswith("test_"):
        plugins = ["-p", "no:cacheprovider", "-p", "board_core.author.pytest_plugin"]
        command = [sys.executable, "-m", "pytest", "-n", "0", *plugins, str(example)]
    else:
        command = [sys.executable, str(example)]
    done = run(*command, stdin=subprocess.DEVNULL, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def fake_engine(folder: Path) -> list[str]:
    """A UCI program that loses at once, as stockfish may not be here."""
    file = folder / "engine.py"
    file.write_text(
        "for line in iter(input, 'quit'):\n"
        "    if line == 'uci':\n        print('uciok')\n"
        "    elif line == 'isready':\n        print('readyok')\n"
        "    elif line.startswith('go'):\n        print('bestmove e1e8')\n"
    )
    return [sys.executable, str(file)]


def test_the_readme_has_two_commands_and_continuous_integration_runs_the_second():
    play, test = COMMANDS
    assert "board match" in play
    assert test in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("page", ["docs/windows.md", "docs/zh/windows.md"])
def test_the_two_commands_for_windows_are_those_of_the_readme(page: str):
    on_page = re.findall(r"```bat\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    for ours, theirs in zip(COMMANDS, on_page, strict=True):
        on_posix = theirs.replace("py -m", "python3 -m").replace("\\Scripts\\", "/bin/")
        assert on_posix.splitlines() == ours.replace("'", "").split(" && ")


@pytest.mark.parametrize("name", ["README.md", "README.zh.md"])
def test_the_readme_is_short(name: str):
    assert len((ROOT / name).read_text(encoding="utf-8").split()) <= 700


def test_a_program_for_san_lines_plays_a_game(tmp_path: Path):
    ai = ROOT / "examples" / "san_line_ai.py"
    match = [sys.executable, "-m", "board_cli", "match", str(ai), "random", "--seed", "3"]
    done = run(*match, "--pgn", str(tmp_path / "game.pgn"))
    assert done.returncode == 0, done.stderr
    assert "1/2-1/2" in (tmp_path / "game.pgn").read_text(encoding="utf-8")


def test_importing_the_core_brings_no_screen_network_or_terminal_library():
    code = (
        "import sys, board_core, board_core.players;"
        "import board_core.match.player_spec, board_core.author.trials;"
        "bad = {'pygame', 'rich', 'click', 'curses', 'pytest', 'socket'};"
        "bad |= {'chess.engine', 'chess.pgn', 'numpy', 'pettingzoo'};"
        "bad |= {'jinja2', 'pydantic', 'starlette', 'uvicorn'};"
        "sys.exit(', '.join(bad & set(sys.modules)) or 0)"
    )
    done = run(sys.executable, "-c", code)
    assert done.returncode == 0, done.stderr
