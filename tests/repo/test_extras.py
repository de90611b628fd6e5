"""Every extra by itself: what it brings works, and what it does not bring is asked for by name."""

import json
import re
import sys
from pathlib import Path

import pytest
from installed import EXTRAS, ROOT, distributions, included, python

PROGRAM = ROOT / "tests" / "programs" / "opponent.py"
COMMANDS = "import runpy, sys; sys.argv[0] = 'board'; runpy.run_module('{}', run_name='__main__')"
TERMINAL, WINDOW = COMMANDS.format("board_cli"), COMMANDS.format("board_pygame")
BOARD, BOARD_GUI = "board", "board-gui"
NOT_INSTALLED = 3

EVERY_MODULE = """
import json, sys
from importlib import import_module
from pathlib import Path
import board_core
from board_core.extras import NotInstalled

core = Path(board_core.__file__).parent
refused = {}
for file in sorted(core.rglob("*.py")):
    parts = file.relative_to(core.parent).with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    try:
        import_module(name)
    except NotInstalled as refusal:
        refused[name] = [refusal.sentence.facts["extra"], str(refusal)]
    except ModuleNotFoundError as missing:
        if (name, missing.name) != ("board_core.author.pytest_plugin", "pytest"):  # pytest loads it
            raise
print(json.dumps(refused))
"""


def missing_extra(text: str) -> str:
    """The extra that a text asks for, by one sentence with a command to type."""
    found = re.search(r"needs the extra '(\w+)': (\S+) -m pip install .*\[(\w+)\]'?$", text, re.M)
    assert found, text
    assert found[1] == found[3]
    assert found[2] == sys.executable
    return found[1]


@pytest.mark.parametrize("extra", ["", *EXTRAS], ids=lambda name: name or "the core")
def test_every_module_of_the_core_imports_or_names_the_extra_it_needs(extra: str):
    done = python([extra] if extra else [], EVERY_MODULE)
    assert done.returncode == 0, done.stderr
    for module, (quoted, sentence) in json.loads(done.stdout).items():
        wanted = missing_extra(sentence)
        assert quoted == repr(wanted)
        assert wanted in EXTRAS
        assert wanted not in included(extra), f"{module} does not import with {extra!r}"


def test_hosting_games_needs_the_core_only():
    done = python([], EVERY_MODULE)
    names = {name.removeprefix("board_core.author.") for name in json.loads(done.stdout)}
    assert {name.removeprefix("board_core.").split(".")[0] for name in names} == {
        "contest",
        "locale",  # bringing the catalogues up to date
        "pettingzoo",
    }


def test_the_core_brings_one_package():
    assert {name for name in distributions("") if "[" not in name} == {"chess"}


def test_numpy_comes_with_those_who_need_it():
    without = {extra for extra in EXTRAS if "numpy" not in distributions(extra)}
    assert {"cli", "gui", "bench"} <= without
    assert "numpy" in distributions("contest")  # rustworkx, which pairs, stands on it


def test_all_has_every_extra_but_the_tools_and_the_library_of_games():
    assert included("all") == set(EXTRAS) - {"dev", "spiel", "test"}
    assert included("dev") == set(EXTRAS)


def test_two_functions_play_with_the_core_only():
    code = """
from board_core import Color, Game, Outcome, Reason
from board_core.games import CHESS
from board_core.players import InProcessAI

moves = iter(["f3", "e5", "g4", "Qh4"])
def choose(board):
    return board.parse_san(next(moves))

game = Game(CHESS, white=InProcessAI(choose), black=InProcessAI(choose))
print(game.run().outcome)
"""
    done = python([], code)
    assert done.returncode == 0, done.stderr
    assert "CHECKMATE" in done.stdout


def test_a_program_plays_with_the_core_only():
    code = """
import sys
from board_core import Game
from board_core.games import CHESS
from board_core.players import ProcessAI

game = Game(
    CHESS,
    white=ProcessAI([sys.executable, sys.argv[1], "f3", "g4", "stay"]),
    black=ProcessAI([sys.executable, sys.argv[1], "e5", "Qh4", "stay"]),
)
print(game.run().outcome)
"""
    done = python([], code, str(PROGRAM))
    assert done.returncode == 0, done.stderr
    assert "CHECKMATE" in done.stdout


CONTEST = """
name = "Spring"
seed = 1
format = "swiss"
rounds = 1
[[entrants]]
name = "Ada"
player = "random"
[[entrants]]
name = "Bob"
player = "random"
"""


@pytest.mark.parametrize(
    ("extras", "command", "arguments", "wanted"),
    [
        ("", BOARD, "about", "cli"),
        ("", BOARD, "--help", "cli"),
        ("", BOARD_GUI, "", "gui"),
        ("", BOARD, "match random greedy", "cli"),
        ("", BOARD, "gui", "gui"),
        ("", BOARD, "contest run .", "contest"),
        ("", BOARD, "worker tls://127.0.0.1:1", "cluster"),
        ("cli", BOARD, "gui", "gui"),
        ("cli", BOARD, "contest check .", "contest"),
        ("cli", BOARD, "contest run .", "contest"),
        ("cli", BOARD, "contest serve .", "contest"),
        ("cli", BOARD, "contest standings .", "contest"),
        ("cli", BOARD, "scheduler", "cluster"),
        ("cli", BOARD, "worker tls://127.0.0.1:1", "cluster"),
        ("contest", BOARD, "scheduler", "cluster"),
        ("contest", BOARD, "worker tls://127.0.0.1:1", "cluster"),
        ("contest", BOARD, "contest run . --cluster tls://127.0.0.1:1", "cluster"),
    ],
    ids=lambda value: value or "core",
)
def test_a_command_says_which_extra_it_needs(extras, command, arguments, wanted, tmp_path: Path):
    (tmp_path / "contest.toml").write_text(CONTEST)
    code = WINDOW if command == BOARD_GUI else TERMINAL
    done = python([extras] if extras else [], code, *arguments.split(), cwd=tmp_path)
    assert done.stderr.startswith("Error: ")
    assert missing_extra(done.stderr) == wanted
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
    assert done.returncode == NOT_INSTALLED


def test_it_is_said_in_the_users_language(tmp_path: Path):
    done = python([], TERMINAL, "about", env={"BOARD_LANG": "zh_CN", "PYTHONUTF8": "1"})
    assert "需要附加组件 'cli'" in done.stderr


@pytest.mark.parametrize("extra", ["cli", "gui", "contest"])
def test_the_terminal_plays_with_each_extra_that_brings_it(extra: str, tmp_path: Path):
    match = ["match", "random", "greedy", "--seed", "1", "--quiet", "--pgn", "game.pgn"]
    done = python([extra], TERMINAL, *match, cwd=tmp_path, env={"BOARD_SETTINGS": "none"})
    assert done.returncode == 0, done.stderr
    assert "1. " in (tmp_path / "game.pgn").read_text(encoding="utf-8")


def test_the_settings_need_the_terminal_only(tmp_path: Path):
    chosen = tmp_path / "settings.json"
    alone = {"BOARD_SETTINGS": str(chosen)}
    done = python(["cli"], TERMINAL, "settings", "theme", "dark", env=alone)
    assert done.returncode == 0, done.stderr
    assert json.loads(chosen.read_text())["theme"] == "dark"


def test_the_plugin_leaves_pytest_alone_in_an_environment_with_the_core_only(tmp_path: Path):
    (tmp_path / "my_ai.py").write_bytes((ROOT / "examples" / "my_ai.py").read_bytes())
    (tmp_path / "test_my_ai.py").write_bytes((ROOT / "examples" / "test_my_ai.py").read_bytes())
    (tmp_path / "test_other.py").write_text("def test_of_somebody_else():\n    pass\n")
    code = """
import pytest
sys.exit(pytest.main(["-p", "board_core.author.pytest_plugin", "-p", "no:cacheprovider", "."]))
"""
    alone = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}
    done = python([], code, also=["pytest"], cwd=tmp_path, env=alone)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "5 passed" in done.stdout


def test_the_entry_points_import_the_standard_library_alone():
    code = """
import board_cli.__main__, board_pygame.__main__
tops = {name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names
tops.discard("sitecustomize")  # of the system: Debian has one
print(*sorted(name for name in tops if not name.startswith("_")))
"""
    assert python([], code).stdout.split() == ["board_cli", "board_pygame"]
