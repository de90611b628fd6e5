"""Games from a file on the command line, with no other file touched."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from board_cli.app import app
from board_core.match.known_games import game_named

EXAMPLES = Path(__file__).parents[2] / "examples"
HEAP, OTHELLO, CONNECT_FOUR = OWN = [
    f"{EXAMPLES / name}"
    for name in (
        "own_game.py:HEAP",
        "games/othello.py:OTHELLO",
        "games/connect_four.py:CONNECT_FOUR",
    )
]
every_game = pytest.mark.parametrize("game", OWN, ids=lambda game: game.rpartition(":")[2])

FIRST = """\
def choose(board, turn):
    return turn.position.legal_moves()[0]
"""

PROGRAM = """\
import sys
color, *setup = input().split()
left, mine = (int(setup[0]), setup[1] == color[0]) if setup else (21, color == "white")
if mine:
    print(left % 4 or 1, flush=True)
    left -= left % 4 or 1
for line in sys.stdin:
    taken = left % 4 or 1
    if line == ".\\n":
        left += last
        taken = last % 3 + 1 if last % 3 + 1 <= left else 1
    else:
        left -= int(line)
        taken = left % 4 or 1
    if not left:
        break
    print(taken, flush=True)
    last = taken
    left -= taken
"""


def board(*arguments: object, lines: str = ""):
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=lines)


@every_game
def test_a_match_between_players_of_the_game_is_recorded(game, tmp_path):
    path = tmp_path / "games.json"
    arguments = ("--seed", 1, "-n", 4, "-c", 2, "-q", "--record", path)
    result = board("match", "--game", game, "greedy", "random", *arguments)
    assert result.exit_code == 0, result.output
    read = game_named(game).record.read(path.read_text(encoding="utf-8"))
    assert len(read) == 4
    assert all(each.problem is None and each.game.result != "*" for each in read)


@every_game
def test_a_match_of_functions_in_a_file(game, tmp_path):
    (tmp_path / "mine.py").write_text(FIRST)
    mine = f"{tmp_path / 'mine.py'}:choose"
    result = board("match", "--game", game, mine, mine, "-n", 2, "-c", 2, "-q", "--sandbox=off")
    assert result.exit_code == 0, result.output


@every_game
def test_a_match_tells_its_events_as_json(game):
    result = board("match", "--game", game, "random", "random", "--seed", 3, "--json")
    events = [json.loads(line) for line in result.output.splitlines()]
    assert events[0]["event"] == "game_started"
    assert result.exit_code == 0


@every_game
def test_a_person_plays_against_the_game_and_is_shown_its_board(game):
    position = game_named(game).rules.start(None)
    move = position.legal_moves()[0]
    result = board("play", "--game", game, "human", "human", "--ascii", lines=f"{move}\nresign\n")
    assert result.exit_code == 0, result.output
    assert "wins: " in result.output
    assert f"Type a move, as in {game_named(game).rules.examples[0]}" in result.output


def test_a_person_clicks_a_square_of_a_column_in_words():
    lines = "d3\ne\nd1\ne\nd\ne\nd\n"
    result = board("play", "--game", CONNECT_FOUR, "human", "human", lines=lines)
    assert "four in a row" in result.output


@every_game
def test_a_function_is_examined_and_timed(game, tmp_path):
    (tmp_path / "mine.py").write_text(FIRST)
    mine = f"{tmp_path / 'mine.py'}:choose"
    checked = board("check", "--game", game, mine, "--sandbox=off", "--json")
    assert checked.exit_code == 0, checked.output
    card = json.loads(checked.output)
    assert card["passed"]
    assert {"position", "plays"} <= {check["check"] for check in card["checks"]}
    timed = board("bench", "--game", game, mine, "--repeat", 1, "--json")
    assert timed.exit_code == 0, timed.output
    names = [row["name"] for row in json.loads(timed.output)["positions"]]
    assert names == ["start", "opening", "middle", "ending"]


def test_a_program_of_lines_is_examined_in_a_game_of_its_own(tmp_path):
    (tmp_path / "heap.py").write_text(PROGRAM)
    command = f"{sys.executable} {tmp_path / 'heap.py'}".replace("\\", "/")
    checked = board("check", "--game", HEAP, command, "--sandbox=off", "--json")
    card = json.loads(checked.output)
    assert card["protocol"] == "lines"
    found = {check["check"]: check["verdict"] for check in card["checks"]}
    assert found["white"] == found["black"] == found["only-move"] == found["plays"] == "ok"
    timed = board("bench", "--game", HEAP, f"lines:{command}", "--repeat", 1, "--sandbox=off")
    assert timed.exit_code == 0, timed.output
    played = board("match", "--game", HEAP, command, "random", "--opening", "9 b", "-q")
    assert "0-1  Black wins" in played.output or "1-0  White wins" in played.output


def test_what_was_played_is_recovered_with_its_file(tmp_path):
    journal, out = tmp_path / "games.journal", tmp_path / "out.json"
    board("match", "--game", HEAP, "random", "greedy", "--journal", journal, "-q", "--seed", 2)
    without = board("recover", journal)
    assert without.exit_code == 2
    assert "name it with --game, as FILE.py:NAME" in " ".join(without.output.split())
    assert board("recover", journal, "--game", HEAP, "--record", out).exit_code == 0
    (read,) = game_named(HEAP).record.read(out.read_text(encoding="utf-8"))
    assert read.game.moves


def test_a_match_of_ones_own_game_is_resumed(tmp_path):
    arguments = ("match", "--game", HEAP, "random", "greedy", "-n", 3, "-q", "--seed", 2)
    journal = ("--journal", tmp_path / "games.journal")
    first = board(*arguments, *journal)
    again = board(*arguments, *journal, "--resume")
    assert again.exit_code == 0
    assert "wins by the rules" in first.output


@every_game
def test_the_rules_are_examined(game):
    result = board("check-game", game, "--games", 2)
    assert result.exit_code == 0, result.output
    assert "0 of 19 laws broken, 2 games" in result.output


def test_broken_rules_are_told_in_sentences(tmp_path):
    file = tmp_path / "broken.py"
    text = (EXAMPLES / "own_game.py").read_text()
    file.write_text(text.replace("return Heap(MATCHES)", "return Heap(MATCHES + 1)"))
    result = board("check-game", f"{file}:HEAP")
    assert result.exit_code == 1
    assert "a piece stands on 'a22', which is not on the board" in " ".join(result.output.split())
    assert board("check-game", f"{file}:HEAPS").exit_code == 2


def test_a_hint_comes_from_who_plays_the_game():
    result = board("play", "--game", HEAP, "human", "human", lines="hint\nresign\n")
    assert "greedy is thinking of a hint" in result.output
    assert "Hint: " in result.output


def test_a_record_is_reviewed_by_the_rules_that_are_named(tmp_path):
    path = tmp_path / "games.json"
    board("match", "--game", HEAP, "random", "random", "-q", "--record", path, "--seed", 1)
    without = board("review", path)
    assert without.exit_code == 2
    refused = board("review", path, "--rules", HEAP, "--adviser", "hard")
    assert "hard does not play heap" in " ".join(refused.output.split())
