"""Games by name: built in, of installed packages, and in somebody's file; and their defaults."""

import importlib
import os
import pickle
import random
import subprocess
import sys
from pathlib import Path

import pytest

from board_core import CHESS, Color, Game, Reason
from board_core.ais import OnePly
from board_core.author.testing import FakeTime, ScriptedPlayer
from board_core.games.game_file import BadGame, GameFile, read_game_file
from board_core.games.hosted import HostedGame
from board_core.games.lessons import lessons_in, random_game, samples_in, winning
from board_core.match.known_games import HOSTED_GAMES, game_named, hosted, names_of_games
from board_core.match.player_spec import parse_player
from board_core.players import InProcessAI
from board_core.record import BadRecord

EXAMPLES = Path(__file__).parents[2] / "examples"
HEAP = f"{EXAMPLES / 'own_game.py'}:HEAP"
OTHELLO = f"{EXAMPLES / 'games' / 'othello.py'}:OTHELLO"
CONNECT_FOUR = f"{EXAMPLES / 'games' / 'connect_four.py'}:CONNECT_FOUR"
OWN = pytest.mark.parametrize("text", [HEAP, OTHELLO, CONNECT_FOUR])

BRINGS_ALONG = """
from dataclasses import replace
from board_core.games.hosted import HostedGame
from board_core.match.known_games import game_named

HEAP = game_named({heap!r}).rules
RULES = replace(HEAP, name="sticks", origin=None)

def careful(seed):
    return one

def one(board):
    return "1"

STICKS = HostedGame(RULES, ais={{"careful": careful}})
"""


def refusal(text: str) -> str:
    with pytest.raises(BadGame) as caught:
        game_named(text)
    return str(caught.value)


@pytest.mark.parametrize("name", HOSTED_GAMES)
def test_every_built_in_game_is_found_by_its_name_and_by_its_rules(name):
    game = game_named(name)
    assert game.rules.name == name
    assert hosted(game.rules) is game
    assert all(hosted(rules) is game for rules in game.draw_rules.values())


@OWN
def test_a_game_in_a_file_is_found_and_brings_defaults_along(text):
    game = game_named(text)
    assert list(game.ais) == ["random", "greedy"]
    assert game.opponent == "greedy"
    assert [form.name for form in game.records] == ["json"]
    assert hosted(game.rules) == game
    assert game_named(text).rules == game.rules


@OWN
def test_the_rules_of_a_file_can_be_sent_to_a_process_that_has_no_such_file(text, tmp_path):
    path, name = text.rsplit(":", 1)
    copy = tmp_path / Path(path).name
    copy.write_text(Path(path).read_text())
    sent = pickle.dumps(game_named(f"{copy}:{name}").rules)
    copy.unlink()
    code = (
        "import pickle, sys; rules = pickle.loads(sys.stdin.buffer.read());"
        "print(rules.name, len(rules.start(None).legal_moves()))"
    )
    done = subprocess.run([sys.executable, "-c", code], input=sent, capture_output=True)
    rules = game_named(text).rules
    assert done.stdout.decode().split() == [rules.name, str(len(rules.start(None).legal_moves()))]


def test_a_file_may_bring_a_whole_hosted_game(tmp_path):
    file = tmp_path / "sticks.py"
    file.write_text(BRINGS_ALONG.format(heap=HEAP))
    game = game_named(f"{file}:STICKS")
    assert list(game.ais) == ["careful"]
    assert game.opponent == "careful"
    again = pickle.loads(pickle.dumps(game.rules))
    assert list(hosted(again).ais) == ["careful"]
    spec = parse_player("careful", rules=again)
    player, time = spec.make(seed=1), FakeTime()
    played = Game(again, player, ScriptedPlayer(time, *["3"] * 9), time=time).run()
    assert {move.move for move in played.moves if move.color is Color.WHITE} == {"1"}
    player.close()


def test_what_is_no_game_is_quoted_and_says_what_to_do(tmp_path):
    assert "did you mean gomoku" in refusal("gomuku")
    assert game_named("gomoku-15") is HOSTED_GAMES["gomoku"]
    assert "is not a game" in refusal("chess-15")
    assert "FILE.py:NAME" in refusal("mornington-crescent")
    assert "there is no file" in refusal(f"{tmp_path / 'none.py'}:X")
    assert "it has HEAP" in refusal(HEAP.replace(":HEAP", ":HEAPS"))
    empty = tmp_path / "empty.py"
    empty.write_text("X = 1\n")
    assert "X of" in (said := refusal(f"{empty}:X"))
    assert "is 1, which is neither Rules nor a HostedGame" in said
    assert "has no game Y and no other game" in refusal(f"{empty}:Y")
    assert refusal(HEAP.removesuffix(":HEAP")).endswith(f"name the game in it, as {HEAP}")
    empty.write_text("\n1 / 0\n")
    assert "ZeroDivisionError: division by zero (line 2)" in refusal(f"{empty}:X")
    empty.write_text("def (:\n")
    assert "SyntaxError" in refusal(f"{empty}:X")
    empty.write_text("import sys\nsys.exit(3)\n")
    assert "could not be loaded" in refusal(f"{empty}:X")
    empty.write_bytes(b"\xff\xfe")
    assert "is not UTF-8 text" in refusal(f"{empty}:X")
    assert "there is no file" in refusal("C:\\games\\chess.py:RULES")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ('Rules("x", "white", cells(3, 3), begin)', "'white' begins no game: give a Color"),
        ('Rules("x", Color.WHITE, (3, 3), begin)', "(3, 3) is no Geometry"),
        ('Rules("x", Color.WHITE, cells(3, 3), 5)', "5 makes no position"),
        ("Rules(5, Color.WHITE, cells(3, 3), begin)", "5 is no name of a game"),
        ('Rules("x", Color.WHITE, cells(0, 3), begin)', "a board has no 0 files: give 1 to 26"),
        ('Rules("x", Color.WHITE, cells(3, 3), begin)', "returned None, which has no to_move"),
        ('Rules("x", Color.WHITE, cells(3, 3), crash)', "ZeroDivisionError: division by zero"),
        ('Rules("x", Color.WHITE, cells(3, 3), lambda setup: CHESS.start(None))', "Can't pickle"),
    ],
)
def test_rules_by_which_no_game_can_begin_are_refused_with_what_is_wrong(tmp_path, wrong, said):
    file = tmp_path / "mine.py"
    file.write_text(
        "from board_core import CHESS, Color, Rules\n"
        "from board_core.game.geometry import cells\n"
        "def begin(setup): return None\n"
        "def crash(setup): return 1 / 0\n"
        f"MINE = {wrong}\n"
    )
    assert said in refusal(f"{file}:MINE")


def test_a_game_is_one_file_and_says_so_of_its_neighbours(tmp_path):
    (tmp_path / "helper_of_mine.py").write_text("")
    file = tmp_path / "game.py"
    file.write_text("import helper_of_mine\n")
    assert "imports helper_of_mine from its own folder" in refusal(f"{file}:X")


def test_a_game_of_ones_own_cannot_take_a_name_of_the_boards_own(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("from board_core import CHESS\nMINE = CHESS\n")
    assert "give its rules another name" in refusal(f"{file}:MINE")


def test_a_file_that_was_changed_is_another_game_and_one_that_was_not_is_loaded_once(tmp_path):
    file = tmp_path / "own.py"
    text = (EXAMPLES / "own_game.py").read_text()
    file.write_text(text)
    one, same = game_named(f"{file}:HEAP").rules, game_named(f"{file}:HEAP").rules
    assert one.start is same.start
    file.write_text(text.replace("MATCHES = 21", "MATCHES = 5"))
    assert game_named(f"{file}:HEAP").rules.start(None).setup == "5 w"
    assert one.start(None).setup == "21 w"


def test_what_is_raised_in_a_file_shows_its_lines(tmp_path):
    file = tmp_path / "lines.py"
    file.write_text("def start(setup):\n    raise OSError('here')\n")
    with pytest.raises(OSError, match="here") as caught:
        read_game_file(str(file)).module.start(None)
    assert "raise OSError('here')" in str(caught.traceback[-1].statement)


PLUGIN = """
from dataclasses import replace
from board_core.match.known_games import game_named
PLUGGED = replace(game_named({heap!r}).rules, name="plugged", origin=None)
NONSENSE = 3
"""

ENTRIES = """[board_core.games]
plugged = my_games_plugin:PLUGGED
no-rules = my_games_plugin:NONSENSE
broken = my_broken_plugin:RULES
chess = my_broken_plugin:RULES
"""


@pytest.fixture
def plugins(tmp_path, monkeypatch):
    info = tmp_path / "my_games-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-games\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    (tmp_path / "my_games_plugin.py").write_text(PLUGIN.format(heap=HEAP))
    (tmp_path / "my_broken_plugin.py").write_text("raise RuntimeError('too bad')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    yield tmp_path
    for name in ("my_games_plugin", "my_broken_plugin"):
        sys.modules.pop(name, None)


def test_installed_packages_offer_games_and_nothing_is_loaded_before_it_is_asked_for(plugins):
    assert {"plugged", "broken", "no-rules"} <= set(names_of_games())
    assert "my_games_plugin" not in sys.modules
    game = game_named("plugged")
    assert game.packages == ("my_games_plugin",)
    assert hosted(pickle.loads(pickle.dumps(game.rules))) == game
    assert "my_broken_plugin" not in sys.modules


def test_a_broken_plugin_is_told_of_and_breaks_no_other(plugins):
    said = refusal("broken")
    assert "my_broken_plugin:RULES (my-games)" in said
    assert "RuntimeError: too bad" in said
    assert "neither Rules nor a HostedGame" in refusal("no-rules")
    assert game_named("plugged").rules.name == "plugged"
    assert game_named("chess").rules == CHESS
    assert "did you mean plugged" in refusal("plugge")


@OWN
def test_the_default_records_are_read_back(text):
    game = game_named(text)
    players = [InProcessAI(game.ais["greedy"](seed), inline=True) for seed in (1, 2)]
    played = Game(game.rules, *players).run()
    other = Game(game.rules, *players, setup=played.moves and game.rules.start(None).setup).run()
    lines = game.record.write(played, event="cup") + game.record.write(other)
    assert [read.problem for read in game.record.read(lines)] == [None, None]
    one, two = (read.game for read in game.record.read(lines))
    assert one.line == played.line
    assert (one.result, one.setup) == (played.result, None)
    assert two.setup == game.rules.start(None).setup
    assert one.names == played.names


def test_a_bad_record_is_refused_in_words():
    read = game_named(HEAP).record.read
    for text, words in {
        "": "no game",
        "{": "line 1",
        '{"moves": ["1"]}\n[]': "line 2: it has no list of moves",
        '{"game": "chess", "moves": []}': "'chess' is another game than heap",
        '{"moves": [], "setup": "x"}': "'x'",
    }.items():
        with pytest.raises(BadRecord) as caught:
            read(text)
        assert words in str(caught.value)
    (cut,) = read('{"game": "heap", "moves": ["3", "9"], "white": 7}')
    assert cut.game.line == ("3",)
    assert "'9'" in str(cut.problem)
    assert cut.game.names.white == "?"


@OWN
def test_the_default_opponent_wins_at_once_and_hands_no_win_out(text):
    game = game_named(text)
    found = 0
    for seed in range(12):
        for position in random_game(game.rules, random.Random(seed)):
            wins = winning(position)
            if wins:
                players = [InProcessAI(OnePly(seed), inline=True) for _ in range(2)]
                played = Game(game.rules, *players, setup=position.setup).run()
                assert played.moves[0].move in wins
                found += 1
                break
    assert found


@OWN
def test_the_same_seed_plays_the_same_game(text):
    game = game_named(text)

    def moves(seed):
        players = [parse_player("greedy").make(seed + n) for n in range(2)]
        return [move.move for move in Game(game.rules, *players).run().moves]

    assert moves(3) == moves(3)
    assert len({tuple(moves(seed)) for seed in range(5)}) > 1


@OWN
def test_generic_lessons_and_samples_are_positions_of_the_game(text):
    rules = game_named(text).rules
    lessons = {lesson.name: lesson for lesson in lessons_in(rules)}
    assert {"position", "win"} <= set(lessons)
    for lesson in lessons.values():
        assert lesson.sound <= set(rules.start(lesson.setup).legal_moves())
    assert lessons["win"].sound == winning(rules.start(lessons["win"].setup))
    assert [sample.name for sample in samples_in(rules)] == ["start", "opening", "middle", "ending"]


def test_a_function_in_a_process_of_its_own_plays_a_game_from_a_file(monkeypatch):
    own = game_named(HEAP)
    clever = parse_player(f"{EXAMPLES / 'own_game.py'}:clever").make(isolate=True)
    chance = parse_player("random", rules=own.rules).make(seed=1, isolate=True)
    played = Game(own.rules, clever, chance).run()
    assert played.outcome.reason is Reason.RULES
    assert played.outcome.winner is Color.WHITE
    for player in (clever, chance):
        player.close()


def test_hosting_a_game_needs_its_rules_only():
    game = HostedGame(game_named(HEAP).rules)
    assert game.record.name == "json"
    assert game.with_draws("fide") is game.rules


def test_the_file_of_a_game_is_named_by_its_content(tmp_path):
    file = GameFile("somewhere/mine.py", "X = 1\n")
    assert file.name == "mine.py"
    assert len(file.sha256) == 64
    assert os.sep not in file.module.__name__


@pytest.mark.parametrize("game", HOSTED_GAMES)
def test_the_positions_of_an_examination_are_made_once(game: str):
    """Each finding asks for them; half of ``board check`` went into making them again."""
    hosted_game = HOSTED_GAMES[game]
    made = hosted_game.lessons.positions(hosted_game.rules)
    again = hosted_game.lessons.positions(hosted_game.rules)
    assert all(one is other for one, other in zip(made, again, strict=True))
