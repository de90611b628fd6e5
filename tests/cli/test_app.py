"""The commands, from their arguments to their exit codes."""

import io
import json
import os
import platform
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import chess.pgn
import pytest
from click.testing import CliRunner, Result
from patience import PATIENCE

from board_cli import bug_report
from board_cli.app import app
from board_cli.commands import about as about_command
from board_core.ais import LADDER, LEVEL_ELOS
from board_core.match import openings
from board_core.supervise import hold

OPPONENT = Path(__file__).parents[1] / "programs" / "opponent.py"
EXE = ".exe" if os.name == "nt" else ""
NO_FOLDER = repr(str(Path("/no/such/folder"))).strip("'")


def board(*arguments: str, lines: str | None = None) -> Result:
    return CliRunner().invoke(app, arguments, input=lines)


def games_in(path: Path) -> list[chess.pgn.Game]:
    with path.open() as file:
        return list(iter(lambda: chess.pgn.read_game(file), None))


def opponent(*moves: str) -> str:
    return f"opponent=san:{sys.executable} {OPPONENT} {' '.join(moves)}"


# Matches


def test_the_readmes_first_command(tmp_path):
    path = tmp_path / "out.pgn"
    result = board("match", "random", "greedy", "--seed", "1", "--pgn", str(path))
    assert result.exit_code == 0
    first, *_rest = result.stdout.splitlines()
    assert first.startswith("random - greedy  0-1  Black wins: White's king is mated")
    assert "   a  b  c  d  e  f  g  h\n" in result.stdout
    assert f"1 game added to {path}" in result.stdout
    assert "\x1b" not in result.stdout
    (game,) = games_in(path)
    assert game.headers["Result"] == "0-1"
    assert not game.errors


def test_a_match_of_several_games_ends_with_a_table(tmp_path):
    path = tmp_path / "out.pgn"
    result = board("match", "random", "greedy", "--games", "4", "--seed", "1", "--pgn", str(path))
    assert result.exit_code == 0
    assert [line.split()[:4] for line in result.stdout.splitlines()[:2]] == [
        ["1", "random", "-", "greedy"],
        ["2", "greedy", "-", "random"],
    ]
    assert "Player   Points   Won   Drawn   Lost   Games" in result.stdout
    assert [game.headers["Round"] for game in games_in(path)] == ["1", "2", "3", "4"]


def test_quiet_prints_results_and_the_score_of_several():
    result = board("match", "random", "greedy", "-n", "3", "--seed", "1", "--quiet")
    assert result.stdout.splitlines()[3:7] == [
        "",
        "Player  Points  Won  Drawn  Lost  Games",
        "random       0    0      0     3      3",
        "greedy       3    3      0     0      3",
    ]
    result = board("match", "random", "greedy", "--seed", "1", "--quiet")
    assert len(result.stdout.splitlines()) == 1


def test_json_prints_events_and_nothing_else(tmp_path):
    path = str(tmp_path / "out.pgn")
    result = board("match", "random", "greedy", "-n", "2", "--seed", "1", "--json", "--pgn", path)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["event"] for line in lines].count("game_ended") == 2
    assert lines[-1]["event"] == "match_ended"
    assert lines[-1]["played"] == 2
    moves = [line["san"] for line in lines if line["event"] == "move_played" and line["game"] == 1]
    assert moves == [node.san() for node in games_in(tmp_path / "out.pgn")[0].mainline()]


def test_a_match_tells_the_strength_the_reasons_of_losses_and_the_first_loss():
    result = board("match", "random", "greedy", "--games", "4", "--seed", "1", "-j", "2")
    said = result.stdout
    assert "random - greedy: less than " in said
    assert " Elo (95 %)" in said
    assert "random moving first: +0 =0 -2; moving second: +0 =0 -2" in said
    assert ["checkmate", "4"] in [line.split() for line in said.splitlines()]
    shown = said.partition("The first game that random lost:")[2]
    game = chess.pgn.read_game(io.StringIO(shown.strip()))
    assert (game.headers["Round"], game.headers["White"]) == ("1", "random")
    assert game.end().board().is_checkmate()
    assert "[%clk" not in shown


def test_two_games_are_played_from_each_opening_with_both_colours(tmp_path):
    openings = tmp_path / "openings.pgn"
    openings.write_text('1. e4 e5 2. Nf3 *\n\n[Event "two"]\n\n1. d4 d5 *\n')
    out = tmp_path / "out.pgn"
    match = ("match", "random", "greedy", "--games", "4", "--seed", "1", "--quiet")
    result = board(*match, "--openings", str(openings), "--pgn", str(out))
    assert result.exit_code == 0
    games = games_in(out)
    firsts = [[node.san() for node in game.mainline()][:2] for game in games]
    assert firsts == [["e4", "e5"], ["e4", "e5"], ["d4", "d5"], ["d4", "d5"]]
    assert [game.headers["White"] for game in games] == ["random", "greedy"] * 2


def test_openings_are_chosen_as_with_other_match_programs(tmp_path):
    book, out = tmp_path / "book.pgn", tmp_path / "out.pgn"
    firsts = ("a3", "b3", "c3", "d3", "e3", "f3")
    book.write_text("".join(f"1. {move} e5 (1... --) 2. h3 *\n\n" for move in firsts))
    match = ("match", "random", "greedy", "--games", "12", "--seed", "3", "--quiet", "--openings")
    chosen = ("--opening-start", "5", "--opening-plies", "1")
    result = board(*match, str(book), *chosen, "--pgn", str(out))
    assert "book.pgn', line 9: '--' is a null move" in result.stderr
    played = [next(iter(game.mainline())).san() for game in games_in(out)][::2]
    assert played == ["e3", "f3", "a3", "b3", "c3", "d3"]
    out.unlink()
    board(*match, str(book), "--opening-order", "random", "--pgn", str(out))
    again = [next(iter(game.mainline())).san() for game in games_in(out)][::2]
    assert sorted(again) == sorted(firsts)
    assert again not in (played, list(firsts))
    result = board("match", "random", "greedy", "--opening-start", "5")
    assert result.exit_code == 2
    assert "--openings" in result.stderr


def test_a_broken_opening_is_refused_at_the_start_or_told_when_it_is_met(
    tmp_path, monkeypatch, caplog
):
    book = tmp_path / "book.epd"
    book.write_text("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\nbroken\n")
    match = ("match", "random", "greedy", "--games", "4", "--seed", "1", "--quiet")
    result = board(*match, "--openings", str(book))
    assert result.exit_code == 2
    assert "'book.epd', line 2: 'broken' is not a FEN" in " ".join(result.stderr.split())
    monkeypatch.setattr(openings, "CHECKED_BEFORE", 1)
    result = board(*match, "--openings", str(book))
    assert "game 3 could not be played: 'book.epd', line 2: 'broken' is not a FEN" in result.stderr
    assert [line[:1] for line in result.stdout.splitlines()[:2]] == ["1", "2"]
    caplog.clear()


def test_a_match_ends_when_the_sequential_test_has_decided():
    result = board("match", "random", "greedy", "-n", "300", "--seed", "1", "--sprt=-200,200")
    assert result.exit_code == 0
    said = result.stdout.splitlines()
    (test,) = [line for line in said if line.startswith("SPRT from -200 to 200 normalized Elo")]
    assert "not stronger by 200 Elo; LLR -" in test
    played = [line for line in said if line.startswith("random") and line.split()[-1].isdigit()]
    assert 0 < int(played[0].split()[-1]) < 300


@pytest.mark.parametrize(
    ("test", "said"),
    [
        ("-50,-20", "weaker by more than 20 Elo"),
        ("-200,-100", "not weaker by 200 Elo"),
        ("0,5", "not decided"),
    ],
)
def test_a_quiet_match_ends_with_the_score_its_strength_and_the_test(test, said):
    """From the other side of zero a hypothesis is not 'stronger by more than -50 Elo'."""
    match = ("greedy", "random") if "100" in test else ("random", "greedy")
    told = board("match", *match, "-n", "60", "--seed", "1", "--quiet", f"--sprt={test}").stdout
    assert re.search(rf"\n{match[0]} +[\d.]+ +\d+ +\d+ +\d+ +\d+\n", told)
    assert re.search(r" Elo, \S+ \+/- \d+ normalized \(95 %\)\n", told)
    assert f"likelihood that {match[0]} is stronger: " in told
    assert re.search(rf"\nSPRT from .*: {said}; LLR ", told)


def test_who_plays_itself_has_a_number_everywhere(tmp_path):
    out = tmp_path / "games.pgn"
    same = ("match", "greedy", "greedy", "-n", "2", "--seed", "1", "--pgn", str(out))
    told = board(*same, "--quiet").stdout
    assert re.search(r"greedy \(1\) - greedy \(2\)  \S", told)
    assert re.search(r"greedy \(2\) - greedy \(1\)  \S", told)
    names = [(game.headers["White"], game.headers["Black"]) for game in games_in(out)]
    assert names == [("greedy (1)", "greedy (2)"), ("greedy (2)", "greedy (1)")]


def test_json_ends_with_the_same_figures():
    result = board("match", "random", "greedy", "--games", "3", "--seed", "1", "--json")
    last = json.loads(result.stdout.splitlines()[-1])
    assert last["players"][0]["lost_by"] == {"checkmate": 3}
    assert last["players"][1]["lost_by"] == {}
    assert last["elo"]["difference"] is None  # it lost them all
    assert last["elo"]["low"] is None
    assert last["elo"]["high"] == pytest.approx(42.9, abs=0.1)  # three games tell little
    assert last["first_loss"]["game"] == 1
    assert "#" in last["first_loss"]["pgn"]


def test_a_match_without_a_loss_shows_none():
    result = board("match", "greedy", "random", "--games", "2", "--seed", "1")
    assert "The first game" not in result.stdout
    assert "greedy - random: +191 +/- " in result.stdout


def test_the_same_games_are_played_at_the_same_time():
    arguments = ("match", "random", "greedy", "-n", "4", "--seed", "5", "--quiet")
    one_by_one = board(*arguments).stdout.splitlines()
    together = board(*arguments, "--concurrency", "3").stdout.splitlines()
    assert sorted(one_by_one) == sorted(together)


def test_a_crash_is_explained_and_the_match_was_played():
    result = board("match", opponent("e4", "crash"), "greedy")
    assert result.exit_code == 0
    assert "0-1  White loses by a crash" in result.stdout
    assert "last line heard: e4" in result.stdout
    assert "exit status: exit code 3" in result.stdout
    assert "standard error: cannot find my book" in result.stdout


def test_the_same_crash_is_explained_once():
    fails = f"false=san:{sys.executable} -c 1"
    result = board("match", fails, "greedy", "-n", "3")
    assert result.stdout.count("exit status") == 1
    assert result.stdout.count("false (White)") == 1
    assert result.stdout.count("White loses by not starting") == 3, "two games, one of them as PGN"


def test_a_program_that_does_not_start_makes_the_match_incomplete():
    result = board("match", "san:/no/such/program", "greedy")
    assert result.exit_code == 1
    assert "there is no program '/no/such/program'" in result.stdout


def test_a_game_from_an_opening(tmp_path):
    path = tmp_path / "out.pgn"
    fen = "4k3/8/4K3/8/8/8/8/7Q w - - 0 1"
    result = board("match", "greedy", "random", "--opening", fen, "--pgn", str(path), "-q")
    assert "White wins: Black's king is mated" in result.stdout
    assert games_in(path)[0].headers["FEN"] == fen


def test_draw_rules_are_a_choice():
    fen = "4k3/8/8/8/8/8/8/4KB2 w - - 0 1"  # nobody can mate
    assert board("match", "random", "random", "--opening", fen).exit_code == 2
    played = board(
        "match", "random", "random", "--opening", fen, "--draws", "no-claims", "--seed", "1"
    )
    assert "50 moves" in played.stdout or "fifty" in played.stdout.lower()
    assert played.exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["greedy", "random", "--sprt", "5"], ["--sprt", "'5'", "0,10"]),
        (["greedy", "random", "--resign", "moves=3"], ["--resign", "'moves=3'", "movecount=3,"]),
        (["greedy", "random", "--draw", "movecount=0"], ["--draw", "draw_moves is 0"]),
        (["greedy", "random", "--tb", "nowhere"], ["--tablebases", "no folder 'nowhere'"]),
        (["greedy", "random", "--sprt", "5,1"], ["--sprt", "elo0 must be the smaller number"]),
        (["greedy", "random", "--openings", "none.pgn"], ["--openings", "'none.pgn'"]),
        (["greedy", "random", "--openings", "x", "--opening", "8/8 w"], ["--opening"]),
        (["nonsense", "greedy"], ["WHITE", "'nonsense'", "random", "uci:COMMAND"]),
        (["greedy", "gredy"], ["BLACK", "'gredy'", "greedy"]),
        (["greedy", "human"], ["BLACK", "board play"]),
        (["greedy", "nofile.py:choose"], ["BLACK", "nofile.py"]),
        (["greedy", "random", "--opening", "8/8 w"], ["--opening", "'8/8 w'"]),
        (["greedy", "random", "--opening", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], ["stalemate"]),
        (["greedy", "random", "--time", "-5"], ["--time", "'-5'", "seconds"]),
        (["greedy", "random", "--time", "nan"], ["--time", "'nan'"]),
        (["greedy", "random", "--time", "0"], ["--time", "more"]),
        (["greedy", "random", "--move-time", "0"], ["--move-time", "more"]),
        (["greedy", "random", "--games", "0"], ["--games", "'0'", "from 1"]),
        (["greedy", "random", "--games", "two"], ["--games", "'two'"]),
        (["greedy", "random", "--draws", "mine"], ["--draws", "'mine'", "no-claims"]),
        (["greedy", "random", "--pgn", "/no/such/folder/x.pgn"], ["--pgn", NO_FOLDER]),
        (["greedy"], ["BLACK"]),
    ],
)
def test_bad_usage_is_quoted_and_explained(arguments, told):
    result = board("match", *arguments)
    assert result.exit_code == 2
    said = " ".join(result.stderr.split())
    for part in told:
        assert part in said


# Play


def test_a_person_plays_by_pipe(tmp_path):
    path = tmp_path / "out.pgn"
    lines = "f3\nKe5\ng4\n"
    result = board("play", opponent("e5", "Qh4", "stay"), "--pgn", str(path), lines=lines)
    assert result.exit_code == 0
    assert "'Ke5' is not legal" in result.stdout
    assert "opponent plays e5" in result.stdout
    assert "0-1  Black wins: White's king is mated" in result.stdout
    assert "\x1b" not in result.stdout
    (game,) = games_in(path)
    assert [node.san() for node in game.mainline()] == ["f3", "e5", "g4", "Qh4#"]


def test_two_people_play(tmp_path):
    path = tmp_path / "out.pgn"
    lines = "f3\ne5\nundo\ne6\ng4\nQh4\n"
    result = board("play", "human", "Bob=human", "--pgn", str(path), lines=lines)
    assert result.exit_code == 0
    (game,) = games_in(path)
    assert game.headers["Black"] == "Bob"
    assert [node.san() for node in game.mainline()] == ["f3", "e6", "g4", "Qh4#"]


def test_two_people_agree_on_a_draw():
    result = board("play", "human", "human", lines="draw\ne4\ndraw\n")
    assert result.exit_code == 0
    assert "1/2-1/2" in result.stdout


def test_the_end_of_the_input_keeps_the_record(tmp_path):
    path = tmp_path / "out.pgn"
    result = board("play", "--seed", "1", "--pgn", str(path), lines="e4\n")
    assert result.exit_code == 0
    (game,) = games_in(path)
    assert game.headers["Result"] == "*"
    assert len(list(game.mainline())) == 2


@pytest.mark.parametrize(("word", "result"), [("resign", "0-1"), ("quit", "*")])
def test_a_person_can_leave(word, result, tmp_path):
    path = tmp_path / "out.pgn"
    assert board("play", "--pgn", str(path), lines=f"{word}\n").exit_code == 0
    assert games_in(path)[0].headers["Result"] == result


def test_a_person_can_have_black(tmp_path):
    path = tmp_path / "out.pgn"
    board("play", "random", "--color", "black", "--seed", "1", "--pgn", str(path), lines="quit\n")
    assert games_in(path)[0].headers["Black"] == "Human"


def test_a_random_colour_follows_the_seed(tmp_path):
    sides = set()
    for seed in range(8):
        path = tmp_path / f"{seed}.pgn"
        arguments = ("play", "--color", "random", "--seed", str(seed), "--pgn", str(path))
        board(*arguments, lines="quit\n")
        sides.add(games_in(path)[0].headers["White"])
    assert sides == {"Human", "greedy"}


def test_two_named_players_leave_no_colour_to_choose():
    result = board("play", "human", "greedy", "--color", "white")
    assert result.exit_code == 2
    assert "--color" in result.stderr


# The program as such


def test_about_tells_the_versions():
    result = board("about")
    assert result.exit_code == 0
    assert f"chess {chess.__version__}" in result.stdout
    assert "Python" in result.stdout
    for game in ("chess", "gomoku", "chess-3d"):
        assert f"hard in {game}: " in result.stdout
    assert "programs are held by " in result.stdout


def test_about_tells_what_holds_programs_on_windows(monkeypatch):
    monkeypatch.delattr(os, "fork", raising=False)
    monkeypatch.setattr(hold, "_found", {})
    assert "programs are held by a Job object" in board("about").stdout


def test_about_tells_what_is_weaker_on_this_machine(monkeypatch):
    monkeypatch.setenv(hold.HOLD_VARIABLE, "signals")
    if hold.kind() is hold.HoldKind.NONE:
        pytest.skip("this system has one way")
    said = board("about").stdout
    assert "programs are held by signals" in said
    assert "weaker on this machine: the memory of a program is measured from outside" in said


def test_a_bug_report_tells_the_machine_without_its_names(monkeypatch):
    monkeypatch.setattr(bug_report, "_user", lambda: "marianne")
    monkeypatch.setattr(platform, "node", lambda: "lab-7")
    monkeypatch.setenv("LANG", "marianne")
    said = board("about", "--report").stdout
    for fact in (
        "CPython",
        "system: ",
        "packages: chess ",
        "encodings: ",
        "sandbox: ",
        "board gui:\npygame-ce",
    ):
        assert fact in said
    assert "LANG=USER" in said
    assert "mypy" not in said, "what only its makers need"
    assert bug_report.redacted(f"{Path.home()}/ai.py on lab-7, not lab-77") == (
        "~/ai.py on MACHINE, not lab-77"
    )
    assert "fonts sans-sc.otf, latin.otf, mono.otf" in said


def test_a_bug_report_has_no_names_in_what_frontends_say_either(monkeypatch):
    def about(arguments):
        sys.stdout.write(f"a window, says {Path.home()}\n")
        sys.stderr.write("add it by /home/Marianne/python\n")

    monkeypatch.setattr(bug_report, "_user", lambda: "marianne")
    window = SimpleNamespace(name="window", load=lambda: about)
    monkeypatch.setattr(about_command, "entry_points", lambda group: [window])
    ran = board("about", "--report")
    assert ran.stdout.endswith("board window:\na window, says ~\nadd it by /home/USER/python\n")
    assert ran.stderr == ""


def test_a_folder_of_a_user_with_another_name_is_no_part_of_a_bug_report(monkeypatch):
    monkeypatch.setattr(Path, "home", lambda: Path("/home/mari"))
    assert bug_report.redacted(r"'C:\\Users\\Mari\\ai.py'") == r"'C:\\Users\\USER\\ai.py'"


def test_levels_lists_the_ladder_and_the_engines_that_are_here(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("board_core.supervise.command.GAME_FOLDERS", str(tmp_path))
    alone = board("levels").stdout
    for level in LADDER:
        assert [str(level.elo), level.name] in [line.split()[:2] for line in alone.splitlines()]
    assert f"from {LEVEL_ELOS[0]} to {LEVEL_ELOS[-1]}" in alone
    assert "random and greedy are simple programs to compare with" in alone
    assert "apt install stockfish" in alone
    (tmp_path / f"stockfish{EXE}").touch(mode=0o755)
    together = board("levels").stdout
    assert "uci:stockfish option.UCI_Elo=2500" in together
    assert "apt install" not in together


def test_engine_speaks_uci_or_san_lines():
    lines = "position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\nuci\ngo depth 2\nisready\n"
    said = board("engine", "--level", "elo:1850", "--seed", "1", lines=lines).stdout
    assert "option name Level type combo default elo:1850 " in said
    assert f"UCI_Elo type spin default 1850 min {LEVEL_ELOS[0]} max {LEVEL_ELOS[-1]}" in said
    assert "bestmove d1d8" in said.splitlines()
    said = board("engine", "--level", "greedy", "--protocol", "san", lines="white\ne5\n").stdout
    assert len(said.split()) == 2


@pytest.mark.parametrize(
    ("arguments", "lines", "said"),
    [
        (["--game", "gomoku"], "START 15\nABOUT\nEND\n", ["OK", 'name="The Chess Board"']),
        (["--game", "renju", "--level", "easy"], "START 15\nBEGIN\n", ["OK", "7,7"]),
        (["--game", "chess-3d", "--level", "random"], "black\n", []),
    ],
)
def test_engine_speaks_the_protocol_of_its_game(arguments, lines, said):
    heard = board("engine", *arguments, lines=lines).stdout.splitlines()
    assert [line[: len(start)] for line, start in zip(heard, said, strict=True)] == said


def test_engine_refuses_a_protocol_of_another_game():
    result = board("engine", "--game", "gomoku", "--protocol", "uci")
    assert result.exit_code == 2
    assert "the players of gomoku speak gomocup, lines only" in result.stderr


def test_only_a_built_in_ai_is_an_engine():
    result = board("engine", "--level", "human")
    assert result.exit_code == 2
    assert "'human' is not a built-in AI: choose one of: random, greedy" in " ".join(
        result.stderr.replace("│", " ").split()
    )


def test_a_strength_that_no_ai_has_is_no_level_of_an_engine_and_refused_with_the_range():
    result = board("engine", "--level", f"elo:{LEVEL_ELOS[-1] + 1}")
    assert result.exit_code == 2
    assert f"elo:{LEVEL_ELOS[0]}" in result.stderr
    assert f"elo:{LEVEL_ELOS[-1]}" in result.stderr


def test_help_names_the_commands():
    result = board("--help")
    assert result.exit_code == 0
    for command in ("match", "play", "about"):
        assert command in result.stdout


def test_help_waits_neither_for_rich_nor_for_chess():
    code = (
        "import sys, board_cli.app; "
        "print([name for name in ('rich', 'chess', 'asyncio') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


PRESSES_CTRL_C = """
import ctypes, sys

kernel = ctypes.WinDLL("kernel32")
kernel.FreeConsole()
assert kernel.AttachConsole(int(sys.argv[1]))
kernel.SetConsoleCtrlHandler(None, True)  # it would end itself too
kernel.GenerateConsoleCtrlEvent(0, 0)
"""
"""Does in the console of another process what Ctrl-C does there: no signal does it on Windows."""


def interrupt(program: subprocess.Popen[str], number: int) -> None:
    if sys.platform == "win32":
        subprocess.run([sys.executable, "-c", PRESSES_CTRL_C, str(program.pid)], check=True)
    else:
        program.send_signal(number)


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGINT, 130),
        pytest.param(
            signal.SIGTERM,
            143,
            marks=pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal"),
        ),
    ],
)
def test_a_signal_ends_the_match_and_keeps_the_game(number, code, tmp_path):
    path = tmp_path / "out.pgn"
    command = [sys.executable, "-m", "board_cli", "match", opponent("e4", "hang"), "random"]
    with subprocess.Popen(
        [*command, "--json", "--pgn", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        creationflags=getattr(subprocess, "CREATE_NEW_CONSOLE", 0),
    ) as program:
        for line in program.stdout:
            if json.loads(line)["event"] == "move_played":
                interrupt(program, number)
                break
        rest = [json.loads(line) for line in program.stdout]
        assert program.wait(PATIENCE) == code
        assert "interrupted" in program.stderr.read()
    assert rest[-2]["outcome"]["reason"] == "stopped"
    assert games_in(path)[0].headers["Result"] == "*"


@pytest.mark.skipif(os.name == "nt", reason="pipes break in another way there")
def test_a_reader_that_goes_away_ends_the_match_without_a_traceback():
    command = [sys.executable, "-m", "board_cli", "match", "random", "greedy", "-n", "1000000"]
    with subprocess.Popen(
        [*command, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as program:
        program.stdout.readline()
        program.stdout.close()
        assert program.wait(PATIENCE) == 1
        assert program.stderr.read() == ""


def test_the_list_of_games_is_help_and_no_error():
    for command in ("match", "play", "check"):
        result = board(command, "--game", "help")
        assert result.exit_code == 0
        assert "renju\n" in result.stdout


@pytest.mark.parametrize("elo", ["5", "-400"])
def test_a_strength_below_all_players_is_refused_with_the_range(elo: str):
    result = board("match", "greedy", f"elo:{elo}", "--opening", MATE_IN_ONE, "--quiet")
    assert result.exit_code == 2
    assert f"elo:{LEVEL_ELOS[0]} to elo:{LEVEL_ELOS[-1]}" in result.stderr


def test_a_player_by_strength_is_explained_before_the_game():
    said = board("play", "elo:1234", "--opening", MATE_IN_ONE, lines="resign\n").stdout
    assert "elo:1234: between casual" in said


def test_a_quiet_match_shows_the_evidence_of_the_first_failure_alone(tmp_path):
    script = tmp_path / "ends.py"
    script.write_text("raise SystemExit('no book')")
    result = board("match", f"san:{sys.executable} {script}", "random", "-n", "3", "--quiet")
    assert result.stderr.count("standard error: no book") == 1


def test_one_code_of_a_reason_is_explained():
    lost = board(
        "match",
        str(Path(__file__).parents[2] / "examples/faulty/no_line_break.py"),
        "random",
        "--time",
        "3",
    )
    assert "see 'board why no-line-break'" in lost.stdout
    told = " ".join(board("why", "no-line-break").stdout.split())
    assert told.startswith("no-line-break: it printed … without a line break: end every move")
    assert told.endswith("more: board docs diagnoses#no-move-came-in-time")
    told = " ".join(board("why", "computing").stdout.split())
    assert "look for endless loops" in told, "a cause has its row"
    told = " ".join(board("why", "crash").stdout.split())
    assert told.startswith("crash: the program ended or closed its pipes"), "and a reason"
    assert "off-turn: it computed during" in board("why", "off-turn").stdout, "not who wins"
    assert "held-back: " in board("why").stdout
    sources = (Path(__file__).parents[2] / "board_core").rglob("*.py")
    text = "".join(file.read_text("utf-8") for file in sources)
    codes = re.findall(r"= row\(\s*\"([a-z0-9-]+)\"", text)
    listed = {line.partition(":")[0] for line in board("why").stdout.splitlines()}
    assert len(codes) > 150
    assert set(codes) <= listed, "whoever is shown a code can ask for it"
    refused = board("why", "held-bak")
    assert refused.exit_code == 2
    assert "'held-bak' is no code of a reason; did you mean held-back?" in " ".join(
        refused.stderr.split()
    )


MATE_IN_ONE = "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1"


def test_a_page_of_the_documentation_is_shown_in_the_readers_language():
    assert board("docs", "check").stdout.startswith("# Examination of a program\n")
    in_chinese = [sys.executable, "-m", "board_cli", "--lang", "zh_CN", "docs"]
    for name, title in (("check.md", "# 程序检查\n"), ("journal", "# The journal of a match\n")):
        command = [*in_chinese, name]
        page = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
        assert page.startswith(title), "the reference for programmers is in English alone"
    assert "<!-- test:" not in board("docs", "review").stdout, "marks are for the tests only"
    refused = board("docs", "no-such-page")
    assert refused.exit_code == 2
    assert "'no-such-page' is not a page: choose one of: check, " in " ".join(
        refused.stderr.split()
    )
