"""How the searches were built: machine code and Python play the same, and each says which it is."""

import os
import subprocess
import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from board_core.ais import SearchBuild, builds, search_build
from board_core.match.known_games import HOSTED_GAMES

ROOT = Path(__file__).parents[2]
WANTED = os.environ.get("BOARD_TEST_COMPILED")
"""``.ci/run`` says which of the two it has built; None: whatever is here."""

PLAIN = """
import sys
from importlib.machinery import FileFinder, SourceFileLoader
from pathlib import Path

def hook(path):
    if "board_core" not in Path(path).parts:
        raise ImportError
    return FileFinder(path, (SourceFileLoader, [".py"]))

sys.path_hooks.insert(0, hook)
"""
"""What has Python load the core from its sources, even if there is machine code beside them."""

PLAYS = """
from board_core import Clock, PerColor, TimeControl, Turn
from board_core.game import MoveList
from board_core.match.known_games import HOSTED_GAMES
from board_core.players.thinking import AITurn, as_reply

def show(thought):
    print(thought.depth, thought.score, thought.nodes, *thought.pv)

clock = Clock.new(PerColor.both(TimeControl(nodes=NODES)))
for name, game in {game.search: game for game in HOSTED_GAMES.values() if game.search}.items():
    position, hard = game.rules.start(None), game.ais["hard"](1)
    for ply in range(10):
        turn = Turn(position.to_move, ply, ply + 1, position, clock, MoveList())
        text = as_reply(hard(position.native, AITurn(turn, report=show))).text
        position = position.play(position.parse(text))
        print(name, text)
import sys, board_core.ais.hard.search
print(board_core.ais.hard.search.__file__.endswith(".py"), file=sys.stderr)
""".replace("NODES", "1500")
"""``hard`` plays some moves of each game, and shows the whole of what it finds."""


def setup_module_of_the_project():
    sys.path.insert(0, str(ROOT))
    try:
        return import_module("setup")
    finally:
        sys.path.remove(str(ROOT))


def played(program: str) -> tuple[str, str]:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr.splitlines()[-1]


@pytest.mark.skipif(WANTED != "1", reason="nothing is compiled here")
def test_machine_code_and_python_search_the_same_nodes():
    compiled, plain = played(PLAYS), played(PLAIN + PLAYS)
    assert (compiled[1], plain[1]) == ("False", "True")
    assert compiled[0] == plain[0]
    assert compiled[0].count("\n") > 60


@pytest.mark.skipif(WANTED is None, reason="nobody says how it was built")
def test_it_runs_as_it_was_built():
    for path in setup_module_of_the_project().MODULES:
        module = import_module(path.removesuffix(".py").replace("/", "."))
        assert module.__file__.endswith(".py") == (WANTED == "0"), path


@pytest.mark.parametrize("search", builds.COMPILED_SPEEDS)
def test_what_is_said_of_a_search_is_what_is_loaded(search):
    module = import_module(f"board_core.ais.{search}.search")
    assert search_build(search).is_compiled == module.__file__.endswith(tuple(EXTENSION_SUFFIXES))


def test_every_search_of_a_game_is_known():
    searches = {game.search for game in HOSTED_GAMES.values() if game.search}
    assert searches == {*builds.COMPILED_SPEEDS}
    assert all("hard" in game.ais for game in HOSTED_GAMES.values() if game.search)


def test_of_plain_python_it_is_said_what_machine_code_is_worth():
    said = "plain Python; compiled it would be 1.6 times as fast"
    assert str(SearchBuild(False, 1.6).sentence) == said


def test_plain_python_comes_with_the_command_that_compiles_and_machine_code_without():
    _built, how = SearchBuild(False, 10).advice
    assert str(how).startswith("to compile, with a C compiler: ")
    assert "BOARD_COMPILE=1" in str(how)
    assert list(map(str, SearchBuild(True, 10).advice)) == ["compiled"]
