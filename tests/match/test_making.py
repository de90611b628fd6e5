"""Players made from their descriptions."""

import contextlib
import os
import pickle
import shlex
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from board_core import Game, Player, Reason, play_match
from board_core.games import CHESS
from board_core.match.player_spec import BadPlayer, parse_player
from board_core.players import Human, InProcessAI, ProcessAI
from board_core.players.python_file import BadFunction, function_in
from board_core.text.sentence import visible

AI = """
from dataclasses import dataclass
import chess
from neighbour import PREFERRED

@dataclass
class Opinion:
    worth: "int"

def choose(board: chess.Board) -> str:
    moves = sorted(move.uci() for move in board.legal_moves)
    return next((move for move in PREFERRED if move in moves), moves[0])

def _helper(): ...

def with_turn(board, turn):
    return turn.position.legal_moves()[0]

answer = 42
alias = lambda board: choose(board)
"""


@pytest.fixture(autouse=True)
def path_as_before(monkeypatch):
    """Loading a file adds its folder to sys.path, and modules to sys.modules."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if name == "neighbour" or name.startswith("board_file_"):
            del sys.modules[name]


@pytest.fixture
def file(tmp_path):
    (tmp_path / "neighbour.py").write_text("PREFERRED = ['e2e4', 'e7e5']\n")
    path = tmp_path / "random.py"  # a name that a module of Python has, too
    path.write_text(AI)
    return path


def test_human_makes_a_human_of_that_name():
    player = parse_player("Ann=human").make()
    assert isinstance(player, Human)
    assert player.name == "Ann"


def test_a_built_in_ai_with_a_seed_is_repeatable():
    games = []
    for _ in range(2):
        white, black = parse_player("random").make(seed=1), parse_player("greedy").make(seed=2)
        games.append(moves_of(white, black, 20))
    assert games[0] == games[1]


def test_a_program_is_made_but_not_started():
    player = parse_player("My Engine=uci:no-such-program --x").make()
    assert isinstance(player, ProcessAI)
    assert player.name == "My Engine"
    player.close()


def test_a_function_is_loaded_from_its_file_with_its_neighbours(file):
    player = parse_player(f"in-process:{file}:choose").make()
    assert isinstance(player, InProcessAI)
    assert player.name == "random.choose"
    assert moves_of(player, parse_player(f"{file}:with_turn").make(isolate=False), 1) == ["e2e4"]


@pytest.mark.parametrize("prefix", ["in-process:", "In-Process: ", "Ann=in-process:"])
def test_a_trusted_function_stays_in_this_process_whatever_the_others_do(file, prefix):
    spec = parse_player(f"{prefix}{file}:choose")
    assert isinstance(spec.make(isolate=True), InProcessAI)


def test_a_function_of_a_text_runs_in_a_process_of_its_own(file):
    """With its neighbours, in this working directory; its file is not loaded here."""
    file.write_text(file.read_text() + "import os; open('where.txt', 'x').write(str(os.getpid()))")
    here = file.parent / "elsewhere"
    here.mkdir()
    with contextlib.chdir(here):
        player = parse_player(f"{file}:choose").make()
        assert moves_of(player, parse_player("random").make(seed=1), 1) == ["e2e4"]
    assert int((here / "where.txt").read_text()) != os.getpid()


def test_a_lambda_is_a_function_too(file):
    assert callable(function_in(str(file), "alias"))


def test_a_loaded_function_can_be_pickled(file):
    choose = function_in(str(file), "choose")
    assert pickle.loads(pickle.dumps(choose)) is choose


def test_a_file_is_read_again_each_time(file):
    assert function_in(str(file), "choose")
    file.write_text("def other(board): ...\n")
    with pytest.raises(BadFunction, match="has no function choose: it has other"):
        function_in(str(file), "choose")


def refusal(text):
    """Return why the function cannot be played with: the same here and in its own process."""
    spec = parse_player(text)
    with pytest.raises(BadPlayer) as refused:
        spec.make(isolate=False)
    with pytest.raises(BadPlayer) as isolated:
        play_match(text, "random")
    assert str(isolated.value) == str(refused.value)
    return str(refused.value)


def test_a_missing_file_is_named(tmp_path):
    assert refusal(f"{tmp_path}/no.py:choose") == f"there is no file {tmp_path}/no.py"


@pytest.mark.parametrize("file", ["x" * 1000 + ".py", "x\0y.py", "~nobody-of-that-name/x.py"])
def test_a_file_that_cannot_be_is_missing(file):
    assert refusal(f"{file}:choose") == f"there is no file {visible(file)}"


@pytest.mark.parametrize("name", ["chose", "answer", "Opinion_"])
def test_a_missing_function_is_refused_with_those_there_are(file, name):
    said = refusal(f"{file}:{name}")
    assert said == f"{file} has no function {name}: it has choose, with_turn, alias"


def test_a_file_without_functions_is_refused(tmp_path):
    (tmp_path / "empty.py").touch()
    assert refusal(f"{tmp_path}/empty.py:f").endswith("has no function f, nor any other")


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("x = 1\ny = z\n", "NameError: name 'z' is not defined (line 2)"),
        ("def f(:\n", "SyntaxError: invalid syntax (line 1)"),
        ("import no_such_module\n", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("raise SystemExit('bye')\n", "SystemExit: bye (line 1)"),
        ("import json\n\njson.loads('x')", "JSONDecodeError"),
    ],
)
def test_an_error_in_the_file_is_told_with_its_line(tmp_path, source, why):
    (tmp_path / "ai.py").write_text(source)
    before = set(sys.modules)
    said = refusal(f"{tmp_path}/ai.py:f")
    assert said.startswith(f"{tmp_path}/ai.py could not be loaded: ")
    assert why in said
    assert not [name for name in set(sys.modules) - before if name.startswith("board_file_")]


@pytest.mark.parametrize("text", ["random", "{file}:choose", "{file}:with_turn", "{file}:alias"])
def test_players_in_a_process_of_their_own_play(file, text):
    player = parse_player(text.format(file=file)).make(seed=1, isolate=True)
    assert moves_of(player, parse_player("random").make(seed=2), 3)[0]


def moves_of(white: Player, black: Player, plies: int) -> list[str]:
    """The first moves of a game between them, which are closed afterwards."""
    moves = []
    game = Game(CHESS, white=white, black=black)

    def stop_after(event):
        if hasattr(event, "move"):
            moves.append(event.move)
            if len(moves) == plies:
                game.adjudicate(None)

    game.bus.subscribe(stop_after)
    try:
        assert game.run().outcome.reason is Reason.ADJUDICATION
    finally:
        white.close()
        black.close()
    return moves[:plies]


def test_a_function_can_be_made_for_several_games_at_once(tmp_path):
    """Slow to load, so that the others come while it is."""
    (tmp_path / "ai.py").write_text(
        "for _ in range(300_000):\n    pass\ndef choose(board):\n    return None\n"
    )
    spec = parse_player(f"{tmp_path}/ai.py:choose")
    with ThreadPoolExecutor(4) as pool:
        players = list(pool.map(lambda number: spec.make(seed=number, isolate=True), range(12)))
    for player in players:
        player.close()


ENGINE = """
import sys
for line in sys.stdin:
    if line == "uci\\n":
        print("option name Hash type spin default 1 min 1 max 9\\nuciok", flush=True)
    if line == "isready\\n":
        print("readyok", flush=True)
"""


@pytest.mark.parametrize("concurrency", [1, 2])
@pytest.mark.parametrize(
    ("option", "why"), [("Hahs=1", "did you mean Hash"), ("Hash=0", "a number from 1 to 9")]
)
def test_an_option_that_an_engine_does_not_take_is_told_of_once(tmp_path, option, why, concurrency):
    (tmp_path / "engine.py").write_text(ENGINE)
    player = shlex.join(["uci:" + sys.executable, str(tmp_path / "engine.py"), f"option.{option}"])
    with pytest.raises(BadPlayer, match=why):
        play_match("random", player, games=20, concurrency=concurrency)
