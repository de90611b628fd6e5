"""Every extra by itself: what it brings works, and what it does not bring is asked for by name."""

import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from installed import CORE, EXTRAS, ROOT, distributions, included, python

from board_core.files import extras

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
from board_core.files.extras import NotInstalled

core = Path(board_core.__file__).parent
refused = {}
of_linux = {core / "supervise" / "uid_namespaces.py"} if sys.platform != "linux" else set()
for file in sorted({*core.rglob("*.py")} - of_linux):
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
    """The extra that a text asks for, by one sentence with a command to type; "": the terminal."""
    wants = r"needs the extra '(?P<extra>\w+)'|the packages of the terminal are missing"
    found = re.search(rf"(?:{wants}): (\S+) -m pip install (.*)$", text, re.M)
    assert found, text
    extra = found["extra"] or ""
    assert found[2] == sys.executable
    assert found[3].rstrip("'").endswith(f"[{extra}]" if extra else ROOT.name)
    return extra


@pytest.mark.parametrize("extra", [CORE, "", *EXTRAS], ids=lambda name: name or "no extra")
def test_every_module_of_the_core_imports_or_names_the_extra_it_needs(extra: str):
    done = python([extra], EVERY_MODULE)
    assert done.returncode == 0, done.stderr
    for module, (quoted, sentence) in json.loads(done.stdout).items():
        wanted = missing_extra(sentence)
        assert quoted == repr(wanted)
        assert wanted in EXTRAS
        assert wanted not in included(extra), f"{module} does not import with {extra!r}"


def test_hosting_games_needs_the_core_only():
    done = python([CORE], EVERY_MODULE)
    names = {name.removeprefix("board_core.author.") for name in json.loads(done.stdout)}
    assert {name.removeprefix("board_core.").split(".")[0] for name in names} == {
        "contest",
        "locale",  # bringing the catalogues up to date
        "pettingzoo",
        "serving",
    }


def test_the_core_needs_one_package():
    assert {name for name in distributions(CORE) if "[" not in name} == {"chess"}


def test_numpy_comes_with_those_who_need_it():
    without = {extra for extra in ("", *EXTRAS) if "numpy" not in distributions(extra)}
    assert {"", "gui", "bench"} <= without
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
    done = python([CORE], code)
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
    done = python([CORE], code, str(PROGRAM))
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
    ("extra", "command", "arguments", "wanted"),
    [
        (CORE, BOARD, "about", ""),
        (CORE, BOARD, "--help", ""),
        (CORE, BOARD, "match random greedy", ""),
        (CORE, BOARD_GUI, "", "gui"),
        (CORE, BOARD, "gui", "gui"),
        (CORE, BOARD, "contest run .", "contest"),
        (CORE, BOARD, "worker tls://127.0.0.1:1", "cluster"),
        ("", BOARD_GUI, "", "gui"),
        ("", BOARD, "gui", "gui"),
        ("", BOARD, "contest check .", "contest"),
        ("", BOARD, "contest run .", "contest"),
        ("", BOARD, "contest serve .", "contest"),
        ("", BOARD, "contest standings .", "contest"),
        ("", BOARD, "serve", "contest"),
        ("", BOARD, "scheduler", "cluster"),
        ("", BOARD, "worker tls://127.0.0.1:1", "cluster"),
        ("contest", BOARD, "scheduler", "cluster"),
        ("contest", BOARD, "worker tls://127.0.0.1:1", "cluster"),
        ("contest", BOARD, "contest run . --cluster tls://127.0.0.1:1", "cluster"),
    ],
    ids=lambda value: value or "none",
)
def test_a_command_says_which_extra_it_needs(extra, command, arguments, wanted, tmp_path: Path):
    (tmp_path / "contest.toml").write_text(CONTEST)
    code = WINDOW if command == BOARD_GUI else TERMINAL
    done = python([extra], code, *arguments.split(), cwd=tmp_path)
    assert done.stderr.startswith("Error: ")
    assert missing_extra(done.stderr) == wanted
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
    assert done.returncode == NOT_INSTALLED


UV_RECEIPT = """[tool]
requirements = [{ name = "the-chess-board", extras = ["bench", "gui"], directory = "/src" }]
entrypoints = [{ name = "board", install-path = "/bin/board", from = "the-chess-board" }]
"""
PIPX_METADATA = """{"main_package": {"apps": ["board"],
    "package_or_url": "/src[bench,gui]",
    "pip_args": []}}"""


@pytest.fixture
def environment(monkeypatch, tmp_path: Path) -> Path:
    """An environment without pip and without uv, which has the board from a folder."""
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    source = {"url": (tmp_path / "source").as_uri(), "dir_info": {}}
    monkeypatch.setattr(extras, "_origin", lambda: source)
    monkeypatch.setattr(extras, "version_of", lambda name: None)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    return tmp_path


@pytest.mark.parametrize(
    ("record", "text", "tool"),
    [
        ("uv-receipt.toml", UV_RECEIPT, "uv tool install --force "),
        ("pipx_metadata.json", PIPX_METADATA, "pipx install --force "),
    ],
)
def test_a_tools_environment_gets_one_more_extra_by_its_tool(environment, record, text, tool):
    (environment / record).write_text(text)
    command = extras.adding("contest")
    assert command.startswith(tool)
    assert command.rstrip("'").endswith("source[bench,contest,gui]")
    (environment / record).write_text(text.replace("[bench,gui]", "").replace('"bench", "gui"', ""))
    assert extras.adding("contest").rstrip("'").endswith("source[contest]")


def test_where_there_is_no_pip_it_is_fetched_or_uv_installs(environment, monkeypatch):
    pip = f"{sys.executable} -m pip install "
    assert f"{sys.executable} -m ensurepip && {pip}" in extras.adding("gui")
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    assert extras.adding("gui").startswith(f"uv pip install --python {sys.executable} ")
    monkeypatch.setattr(extras, "version_of", lambda name: "25.0")
    assert extras.adding("gui").startswith(pip)


def test_compiling_builds_the_same_anew(environment, monkeypatch):
    monkeypatch.setattr(extras, "version_of", lambda name: "25.0")
    demand = 'cmd /c "set BOARD_COMPILE=1&&' if os.name == "nt" else "BOARD_COMPILE=1 "
    again = f"{sys.executable} -m pip install --force-reinstall --no-deps"
    command = extras.adding("", compiled=True)
    assert command.startswith(demand + again)
    assert command.rstrip('"').endswith("source")
    (environment / "uv-receipt.toml").write_text(UV_RECEIPT)
    command = extras.adding("", compiled=True)
    assert command.startswith(f"{demand}uv tool install --force --reinstall-package ")
    assert command.rstrip("\"'").endswith("source[bench,gui]")


def test_an_extra_leaves_the_searches_compiled(environment, monkeypatch):
    assert "BOARD_COMPILE" not in extras.adding("gui")
    (environment / "ais" / "hard").mkdir(parents=True)
    (environment / "ais" / "hard" / "search.cpython-311.so").touch()
    monkeypatch.setattr(extras, "__file__", str(environment / "extras.py"))
    assert "BOARD_COMPILE=1" in extras.adding("gui")
    assert "--no-deps" not in extras.adding("gui")


def test_a_wheel_has_no_sources_to_compile(environment, monkeypatch):
    monkeypatch.setattr(extras, "_origin", lambda: {"url": "file:///a/board-none-any.whl"})
    assert "board-none-any.whl" not in extras.adding("", compiled=True)
    assert "board-none-any.whl[gui]" in extras.adding("gui")


def test_it_is_said_in_the_users_language(tmp_path: Path):
    done = python([], TERMINAL, "gui", env={"BOARD_LANG": "zh_CN", "PYTHONUTF8": "1"})
    assert "需要附加组件 'gui'" in done.stderr


def test_the_terminal_plays_without_any_extra(tmp_path: Path):
    match = ["match", "random", "greedy", "--seed", "1", "--quiet", "--pgn", "game.pgn"]
    done = python([], TERMINAL, *match, cwd=tmp_path, env={"BOARD_SETTINGS": "none"})
    assert done.returncode == 0, done.stderr
    assert "1. " in (tmp_path / "game.pgn").read_text(encoding="utf-8")


def test_the_settings_need_the_terminal_only(tmp_path: Path):
    chosen = tmp_path / "settings.json"
    alone = {"BOARD_SETTINGS": str(chosen)}
    done = python([], TERMINAL, "settings", "theme", "dark", env=alone)
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
    done = python([CORE], code, also=["pytest"], cwd=tmp_path, env=alone)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "5 passed" in done.stdout


def test_the_entry_points_import_the_standard_library_alone():
    code = """
import board_cli.__main__, board_pygame.__main__
tops = {name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names
tops.discard("sitecustomize")  # of the system: Debian has one
print(*sorted(name for name in tops if not name.startswith("_")))
"""
    assert python([CORE], code).stdout.split() == ["board_cli", "board_pygame"]
