"""``board match --journal``, ``--resume`` and ``board recover``, from arguments to exit codes."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import chess.pgn
import pytest
from click.testing import CliRunner, Result

from board_cli.app import app
from board_core.games import CHESS
from board_core.journal import read_journal

ROOT = Path(__file__).parents[2]
OPPONENT = Path(__file__).parents[1] / "programs" / "opponent.py"


def rules_named(name):
    assert name == CHESS.name
    return CHESS


def board(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def match(path, *more: str, games: int = 3) -> Result:
    options = ("--games", str(games), "--seed", "1", "--journal", str(path))
    return board("match", "random", "greedy", *options, *more)


def games_in(path: Path) -> list[chess.pgn.Game]:
    with path.open() as file:
        return list(iter(lambda: chess.pgn.read_game(file), None))


def torn_after(path: Path, lines: int, more: int = 0) -> None:
    """What a kill leaves: whole lines, and perhaps a part of the next."""
    whole = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(whole[:lines]) + whole[lines][:more])


def line_of(path: Path, event: str, game: int) -> int:
    for number, text in enumerate(path.read_text().splitlines()):
        line = json.loads(text)
        if (line.get("event"), line.get("game")) == (event, game):
            return number
    raise AssertionError(f"no {event} of game {game}")


def test_a_match_leaves_its_journal_and_its_pgn_can_be_had_from_it(tmp_path):
    journal, written, recovered = tmp_path / "j", tmp_path / "w.pgn", tmp_path / "r.pgn"
    assert match(journal, "--pgn", str(written)).exit_code == 0
    result = board("recover", str(journal), "--pgn", str(recovered))
    assert result.exit_code == 0
    assert f"3 games added to {recovered}" in result.stderr
    assert without_times(recovered) == without_times(written)
    printed = board("recover", str(journal))
    assert printed.stdout == recovered.read_text()


def without_times(path: Path) -> str:
    """The seconds in which a game began may differ between two readings of the clock."""
    return "\n".join(line for line in path.read_text().splitlines() if "UTCTime" not in line)


def test_an_interrupted_game_is_recovered(tmp_path):
    journal, pgn = tmp_path / "j", tmp_path / "r.pgn"
    match(journal)
    torn_after(journal, line_of(journal, "start", 2) + 6, more=20)
    result = board("recover", str(journal), "--pgn", str(pgn))
    assert result.exit_code == 0
    assert "1 game is unfinished" in result.stderr
    assert "its 20 bytes are left out" in result.stderr
    first, second = games_in(pgn)
    assert first.headers["Result"] == "0-1"
    assert second.headers["Result"] == "*"
    assert second.headers["Termination"] == "unterminated"
    assert second.headers["Round"] == "2"
    assert len(list(second.mainline())) == 5
    assert second.next().clock() is not None


def test_damage_is_named_and_ends_with_one(tmp_path):
    journal = tmp_path / "j"
    match(journal)
    line = line_of(journal, "end", 2)
    whole = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([*whole[:line], whole[line].replace(b"winner", b"sinner")]))
    result = board("recover", str(journal))
    assert result.exit_code == 1
    assert f"line {line + 1} is damaged: its checksum is wrong" in result.stderr
    assert result.stdout.count("[Event ") == 2
    refused = match(journal, "--resume")
    assert refused.exit_code == 2
    assert f"line {line + 1} of" in " ".join(refused.stderr.split())


def test_a_journal_without_games_ends_with_one(tmp_path):
    (tmp_path / "j").touch()
    result = board("recover", str(tmp_path / "j"))
    assert result.exit_code == 1
    assert "holds no game" in result.stderr


@pytest.mark.parametrize("at", ["start", "move", "end"])
def test_a_match_goes_on_where_it_was_killed(at, tmp_path):
    journal, pgn = tmp_path / "j", tmp_path / "out.pgn"
    match(journal, "--pgn", str(tmp_path / "whole.pgn"))
    torn_after(journal, line_of(journal, at, 2) + 1, more=7)
    played = [move.move for move in read_journal(journal).games(rules_named)[2].moves]
    result = match(journal, "--resume", "--pgn", str(pgn))
    assert result.exit_code == 0
    count = 2 if at == "end" else 1
    assert f"{count} game" in result.stdout.splitlines()[0]
    table = [line.split() for line in result.stdout.splitlines() if line.startswith("greedy")]
    assert table[0][-1] == "3"
    found = read_journal(journal)
    assert (found.torn, found.damage) == (0, None)
    games = found.games(rules_named)
    assert [number for number, game in games.items() if game.outcome.decided] == [1, 2, 3]
    assert [move.move for move in games[2].moves][: len(played)] == played
    assert [game.headers["Round"] for game in games_in(pgn)] == ["2", "3"][count - 1 :]
    recovered = tmp_path / "r.pgn"
    board("recover", str(journal), "--pgn", str(recovered))
    assert games_in(recovered)[0].board() == games_in(tmp_path / "whole.pgn")[0].board()
    continued = [str(game) for game in games_in(recovered)][count:]
    assert continued == [str(game) for game in games_in(pgn)][: len(continued)] or at == "end"


def test_a_complete_match_is_not_played_again(tmp_path):
    match(tmp_path / "j")
    before = (tmp_path / "j").read_bytes()
    result = match(tmp_path / "j", "--resume")
    assert result.exit_code == 0
    assert result.stdout.startswith("3 games are in the journal already\n")
    assert (tmp_path / "j").read_bytes() == before
    quiet = match(tmp_path / "j", "--resume", "--quiet")
    assert quiet.exit_code == 0
    assert quiet.stdout.startswith("\nPlayer  Points")  # the score, and no game
    lines = match(tmp_path / "j", "--resume", "--json").stdout.splitlines()
    (end,) = map(json.loads, lines)
    assert (end["event"], end["played"]) == ("match_ended", 3)


def test_resuming_what_is_not_there_begins(tmp_path):
    assert match(tmp_path / "j", "--resume").exit_code == 0
    assert len(read_journal(tmp_path / "j").games(rules_named)) == 3


def test_games_at_the_same_time_are_resumed(tmp_path):
    journal = tmp_path / "j"
    match(journal, "--concurrency", "3", games=6)
    lines = journal.read_bytes().count(b"\n")
    torn_after(journal, lines * 2 // 3)
    done = sum(game.outcome.decided for game in read_journal(journal).games(rules_named).values())
    result = match(journal, "--resume", "--concurrency", "3", "--quiet", games=6)
    assert result.exit_code == 0
    assert sum(line[:1].isdigit() for line in result.stdout.splitlines()) == 6 - done
    assert sorted(
        n for n, game in read_journal(journal).games(rules_named).items() if game.outcome.decided
    ) == [
        1,
        2,
        3,
        4,
        5,
        6,
    ]


def test_a_player_that_knows_only_the_usual_start_begins_again(tmp_path):
    journal, pgn = tmp_path / "j", tmp_path / "out.pgn"
    program = f"opponent=san:{sys.executable} {OPPONENT} f3 g4 stay"
    winner = f"winner=san:{sys.executable} {OPPONENT} e5 Qh4 stay"
    command = ("match", program, winner, "--journal", str(journal))
    assert board(*command).exit_code == 0
    torn_after(journal, 4)
    result = board(*command, "--resume", "--pgn", str(pgn), "--quiet")
    assert result.exit_code == 0
    assert "mated" in result.stdout
    assert len(list(games_in(pgn)[0].mainline())) == 4
    assert len(read_journal(journal).games(rules_named)[1].moves) == 4


def test_another_match_is_not_put_into_the_journal(tmp_path):
    match(tmp_path / "j")
    for more, told in (
        ((), "already exists"),
        (("--resume", "--time", "5"), "--time was None and is 5.0"),
        (("--resume", "--draws", "fide"), "--draws was engine and is fide"),
    ):
        result = match(tmp_path / "j", *more)
        assert result.exit_code == 2
        assert told in " ".join(result.stderr.split())


def test_resume_needs_a_journal():
    result = board("match", "random", "greedy", "--resume")
    assert result.exit_code == 2
    assert "--journal" in result.stderr


@pytest.mark.parametrize("path", ["/no/such/folder/j", "/"])
def test_a_journal_that_cannot_be_written_is_refused(path):
    result = match(Path(path))
    assert result.exit_code == 2
    assert "cannot be written" in " ".join(result.stderr.split())


def test_what_cannot_be_recovered_is_refused(tmp_path):
    assert "cannot be read" in " ".join(board("recover", str(tmp_path / "no")).stderr.split())
    (tmp_path / "other").write_text("[Event x]\n")
    result = board("recover", str(tmp_path / "other"))
    assert result.exit_code == 2
    assert "is not a journal" in " ".join(result.stderr.split())


LIMITED = """
import resource, sys
sys.dont_write_bytecode = True  # it would be cut off at the limit, and found by others
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY))
from board_cli.app import app
app()
"""


def start(*arguments: str, code: str = "from board_cli.app import app; app()") -> subprocess.Popen:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "BOARD_LANG": "en"}
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no such limit")
def test_a_full_disk_ends_the_match_and_says_so(tmp_path):
    journal = tmp_path / "j"
    command = ("match", "random", "greedy", "-n", "50", "--seed", "1", "--journal", str(journal))
    with start(*command, code=LIMITED) as full:
        told, errors = full.communicate()
    assert full.returncode == 1
    assert told.count("the journal could not be written: File too large") == 1
    assert f"{journal} could not be written: File too large" in errors
    with start(*command, "--resume", "--quiet") as again:
        again.communicate()
    assert again.returncode == 0
    found = read_journal(journal)
    assert sum(game.outcome.decided for game in found.games(rules_named).values()) == 50


STUBBORN = """
import signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
sys.stdin.readline()
print("e4", flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_leaves_record_and_journal_and_ends_everything(number, code, tmp_path):
    program, journal, pgn = tmp_path / "stubborn.py", tmp_path / "j", tmp_path / "out.pgn"
    program.write_text(STUBBORN)
    player = f"san:{sys.executable} {program}"
    arguments = ("match", player, "random", "-n", "3", "--journal", str(journal))
    with start(*arguments, "--pgn", str(pgn), "--json") as match:
        assert match.stdout is not None
        for line in match.stdout:
            event = json.loads(line)
            if event["event"] == "turn_started" and event["ply"] == 2:
                break
        match.send_signal(number)
        rest, _errors = match.communicate()
    assert match.returncode == code
    assert json.loads(rest.splitlines()[-1])["event"] == "match_ended"
    (game,) = games_in(pgn)
    assert len(list(game.mainline())) == 2
    found = read_journal(journal)
    assert len(found.games(rules_named)[1].moves) == 2
    assert found.games(rules_named)[1].outcome is not None
    assert not found.games(rules_named)[1].outcome.decided
    if Path("/proc/self/cmdline").exists():
        assert not [command for command in commands() if os.fsencode(program) in command]


def commands():
    """Of all processes of this machine."""
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has ended
            yield file.read_bytes()
