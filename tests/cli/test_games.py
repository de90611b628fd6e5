"""Other games than chess in the terminal: nothing but the name of the game differs."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from board_cli.app import app
from board_core.author.bench import positions_of
from board_core.games.chess import VARIANT_GAMES
from board_core.match.known_games import HOSTED_GAMES

PROGRAM = Path(__file__).parent.parent / "programs" / "gomocup.py"
TINY = f"gomocup:{sys.executable} {PROGRAM} none"
STONES = [name for name, game in HOSTED_GAMES.items() if game.rules.family == "gomoku"]


def board(*arguments: str, lines: str = ""):
    return CliRunner().invoke(app, list(arguments), input=lines)


@pytest.mark.parametrize("game", STONES)
def test_a_match_of_every_game_of_stones(game: str, tmp_path):
    path = tmp_path / "games.sgf"
    arguments = ("--game", game, "random", "random", "--seed", "1", "-q", "--record", str(path))
    result = board("match", *arguments)
    assert result.exit_code == 0
    assert "five in a row" in result.output
    (told,) = HOSTED_GAMES[game].record.read(path.read_text())
    read = told.game
    assert told.problem is None
    assert read.result in ("1-0", "0-1")


@pytest.mark.parametrize("game", VARIANT_GAMES)
def test_a_match_of_every_variant_of_chess_is_kept_and_read_back(game: str, tmp_path):
    path = tmp_path / "games.pgn"
    arguments = ("--game", game, "greedy", "random", "--games", "2", "--seed", "1", "-q")
    result = board("match", *arguments, "--record", str(path))
    assert result.exit_code == 0
    text = path.read_text()
    assert text.count("[Variant ") == 2
    assert [read.problem for read in HOSTED_GAMES[game].record.read(text)] == [None, None]
    (one, two) = HOSTED_GAMES["chess"].record.read(text)
    line = text[: text.index("[Variant ")].count("\n") + 1
    assert str(one.problem) == f"line {line}: it is a game of {game}, not of chess"
    assert two.game.line == ()


@pytest.mark.parametrize("game", VARIANT_GAMES)
def test_an_ai_is_examined_in_every_variant_of_chess(game: str):
    result = board("check", "--game", game, "greedy")
    assert result.exit_code == 0
    assert "whole games" in " ".join(result.output.split())


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_the_first_lost_game_is_shown_as_its_game_is_written(more: tuple[str, ...]):
    arguments = ("--game", "gomoku", "random", "random", "--seed", "1", "--games", "4")
    result = board("match", *arguments, *more)
    assert result.exit_code == 0
    assert "(;FF[4]GM[4]" in result.output


def test_a_match_against_a_program_on_a_board_that_can_be_read():
    result = board("match", "--game", "gomoku", TINY, "random", "--seed", "1", "--sandbox=off")
    assert result.exit_code == 0
    assert "    a  b  c  d  e  f  g  h  j  k  l  m  n  o  p" in result.output
    assert "\n15  O " in result.output


def test_two_people_play():
    moves = ["a1", "a15", "b1", "b15", "c1", "c15", "d1", "d15", "e1"]
    result = board("play", "--game", "gomoku", "human", "human", lines="\n".join(moves))
    assert result.exit_code == 0
    assert "Type a move, as in h8, or 'help'." in result.output
    assert "0-1  Black wins: five in a row" in result.output


def test_the_usual_opponent_is_one_of_this_game():
    result = board("play", "--game", "renju", "--color", "black", lines="h8\nh8\nquit\n")
    assert "easy  White" in result.output
    assert "'h8' is taken: by your own black stone, move 1 of the game" in result.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["--game", "go", "random", "random"],
            ["'go' is not a game", "chess, chess960", "gomoku, gomoku-standard, renju"],
        ),
        (["--game", "3check", "random", "random"], ["did you mean three-check?"]),
        (["--game", "gomoku-20", "random", "random"], ["did you mean gomoku?"]),
        (["--game", "gomoku-standard-19", "random", "random"], ["mean gomoku-standard?"]),
        (["--game", "renju-19", "random", "random"], ["did you mean renju?"]),
        (["--game", "koth", "random", "random"], ["did you mean king-of-the-hill?"]),
        (["--game", "renju", "greedy", "random"], ["greedy does not play renju", "random"]),
        (["--game", "gomoku", "random", "uci:x"], ["uci is for chess only", "gomocup:COMMAND"]),
        (["gomocup:x", "random"], ["gomocup is for gomoku only", "uci:COMMAND"]),
        (["--game", "gomoku", "random", "random", "--pgn", "x.pgn"], ["--record", ".sgf, .psq"]),
        (["--game", "gomoku", "random", "random", "--record", "x"], [".sgf, .psq"]),
        (["random", "random", "--pgn", "x.pgn", "--record", "y.pgn"], ["not both"]),
        (["--game", "gomoku", "random", "random", "--opening", "h8 h8"], ["played twice"]),
    ],
)
def test_what_does_not_fit_together_is_refused(arguments, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = board("match", *arguments)
    assert result.exit_code == 2
    output = " ".join(result.output.split())
    assert all(part in output for part in said)
    assert not list(tmp_path.iterdir())


def test_the_doctor_examines_in_the_game_that_is_named():
    for arguments in (["gomocup:x"], ["--game", "renju", "uci:x"], ["--game", "renju", "greedy"]):
        result = board("check", *arguments)
        assert result.exit_code == 2
        assert any(why in result.output for why in ("is for", "does not play")), result.output


def test_a_report_card_of_another_game():
    result = board("check", "--game", "gomoku", "easy", "--json")
    assert result.exit_code == 0, result.output
    card = json.loads(result.stdout)
    verdicts = {check["check"]: check["verdict"] for check in card["checks"]}
    assert verdicts["five"] == verdicts["block"] == verdicts["first-corner"] == "ok"
    assert "forbidden" not in verdicts


@pytest.mark.parametrize("game", ["gomoku", "renju"])
def test_a_bench_of_another_game(game: str):
    result = board("bench", "--game", game, "easy", "-r", "1", "--json")
    assert result.exit_code == 0, result.output
    rows = json.loads(result.stdout)["positions"]
    assert [row["name"] for row in rows] == [p.name for p in positions_of(HOSTED_GAMES[game].rules)]
    assert all(len(row["seconds"]) == 1 for row in rows)


def test_draws_are_a_choice_in_chess_alone():
    for command in (["match", "random", "random"], ["play", "random"]):
        result = board(*command, "--game", "renju", "--draws", "fide")
        assert result.exit_code == 2
        assert "renju has no choice of rules for draws" in " ".join(result.output.split())


def test_an_opening_of_moves(tmp_path):
    path = tmp_path / "games.psq"
    board(
        *("match", "--game", "gomoku", "random", "random", "--seed", "1", "-q"),
        *("--opening", "k10 k11 l10", "--record", str(path)),
    )
    assert HOSTED_GAMES["gomoku"].record.read(path.read_text())[0].game.line[:3] == (
        "k10",
        "k11",
        "l10",
    )


def test_a_journal_keeps_any_game_and_gives_it_back(tmp_path):
    journal, path = tmp_path / "journal", tmp_path / "games.sgf"
    arguments = ["match", "--game", "renju", "random", "random", "--seed", "1", "-q"]
    assert board(*arguments, "--journal", str(journal)).exit_code == 0
    assert board("recover", str(journal), "--record", str(path)).exit_code == 0
    (told,) = HOSTED_GAMES["renju"].record.read(path.read_text())
    read = told.game
    printed = board("recover", str(journal))
    assert HOSTED_GAMES["renju"].record.read(printed.stdout)[0].game.line == read.line
    assert board("recover", str(journal), "--pgn", str(path)).exit_code == 2
    again = board(*arguments, "--journal", str(journal), "--resume")
    assert again.exit_code == 0


def test_events_as_json_name_the_game():
    result = board("match", "--game", "gomoku", "random", "random", "--seed", "1", "--json")
    assert '"gomoku"' in result.output.splitlines()[0] + result.output.splitlines()[1]


# The opening swap2


def test_people_open_with_swap2_and_are_told_what_they_may_say(tmp_path):
    path = tmp_path / "games.sgf"
    typed = ["h8", "h9", "k10", "undo", "j10", "more", "a1", "b1", "more", "swap", "quit"]
    arguments = ["--game", "gomoku", "--opening", "swap2", "human", "human"]
    result = board("play", *arguments, "--record", str(path), lines="\n".join(typed))
    said = result.output
    assert "Or type 'swap': takes the other side's stones." in said
    assert "Or type 'more': places two more stones and leaves the choice." in said
    assert said.count("Or type 'more'") == 2  # and again after the take-back
    assert "'more' is not a choice here" in said
    (told,) = HOSTED_GAMES["gomoku"].record.read(path.read_text())
    read = told.game
    assert read.line == ("h8", "h9", "j10", "more", "a1", "b1", "swap")


def test_a_person_and_a_level_open_with_swap2():
    arguments = ["--game", "gomoku", "--opening", "swap2", "medium", "human", "--seed", "1"]
    moves = [f"{file}19" for file in "abcdefgh"]
    result = board(
        "play", *arguments, "--nodes", "200", lines="\n".join(["k10", "l10", "m10", *moves])
    )
    assert "White (medium) plays" in result.output or "medium plays" in result.output
    assert result.exit_code == 0


def test_a_match_of_swap2_keeps_the_side_that_opens():
    arguments = ["--game", "gomoku", "--opening", "swap2", "easy", "random", "-n", "2", "-q"]
    result = board("match", *arguments, "--seed", "2")
    assert result.exit_code == 0, result.output
    assert result.output.count("wins: five in a row") == 2


def test_a_program_that_does_not_know_swap2_loses_by_not_starting():
    arguments = ["--game", "gomoku", "--opening", "swap2", TINY, "random", "--seed", "1", "-q"]
    result = board("match", *arguments, "--sandbox=off")
    told = " ".join(result.output.split())
    assert "loses by not starting: the program does not know the opening swap2" in told


def test_renju_has_no_swap2():
    result = board("match", "--game", "renju", "--opening", "swap2", "random", "random")
    assert result.exit_code == 2
    assert "a game with the same rules for both colours" in " ".join(result.output.split())
