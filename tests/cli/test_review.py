"""``board review``, from its arguments to its exit codes."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import chess.pgn
import pytest
from click.testing import CliRunner, Result

from board_cli.app import app

ROOT = Path(__file__).parents[2]
OPPONENT = ROOT / "tests" / "programs" / "opponent.py"
NO_FOLDER = repr(str(Path("/no/such/folder"))).strip("'")

FOOL = """[Event "Club evening"]
[White "Ann"]
[Black "Ben"]
[WhiteElo "1200"]
[Result "0-1"]

1. a3 {careful} e5 (1... c5) 2. f3 Nc6 3. g4 Qh4# 0-1

"""
SECOND = """[White "Cid"]
[Black "Dora"]
[Result "*"]

1. d4 d5 *

"""

ADVISER = """
from board_core import Score, Thought

def choose(board, turn):
    for move in board.legal_moves:
        board.push(move)
        mates = board.is_checkmate()
        board.pop()
        if mates:
            turn.report(Thought(score=Score(mate=1)))
            return move
    turn.report(Thought(score=Score(cp=10)))
    return "b1c3" if board.turn and board.piece_at(1) else next(iter(board.legal_moves))
"""


@pytest.fixture
def adviser(tmp_path: Path) -> str:
    """Sees a mate in one and nothing else; as White it would play Nc3."""
    file = tmp_path / "adviser.py"
    file.write_text(ADVISER)
    return f"{file}:choose"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    file = tmp_path / "games.pgn"
    file.write_text(FOOL + SECOND)
    return file


def review(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["review", *map(str, arguments)])


def rows(result: Result) -> list[list[str]]:
    return [line.split() for line in result.stdout.splitlines()]


def test_every_move_has_its_score_its_loss_and_a_better_one(games, adviser):
    result = review(games, "--adviser", adviser)
    assert result.exit_code == 0, result.output
    found = rows(result)
    assert found[0] == ["Ann", "-", "Ben", "0-1"]
    assert ["1.", "a3", "-0.10", "0.20", "Nc3"] in found
    assert ["3.", "g4??", "#-1", "10.10", "Nc3"] in found
    assert ["3...", "Qh4#", "0-1"] in found
    (white,) = [row for row in found if row[:2] == ["White:", "Ann"]]
    (black,) = [row for row in found if row[:2] == ["Black:", "Ben"]]
    assert white[-3:] == ["0", "0", "1"]
    assert black[-3:] == ["0", "0", "0"]
    assert float(white[2]) < float(black[2])


def test_at_the_end_it_tells_the_loser_what_to_learn(games, adviser):
    result = review(games, "--adviser", adviser)
    told = " ".join(result.stdout.split())
    assert "White lost the game by 3. g4: before it White stood evenly. What was missed: " in told
    assert "the answer Qh4# (black queen d8 to h4, mate)" in told
    assert "To practise: before each move ask which checks" in told


def test_another_game_of_the_file_is_chosen_by_its_number(games, adviser):
    result = review(games, "--adviser", adviser, "--game", 2)
    assert result.exit_code == 0, result.output
    assert rows(result)[0] == ["Cid", "-", "Dora", "*"]
    assert "d5" in result.stdout


def test_what_is_saved_keeps_the_game_and_says_what_was_bad(games, adviser, tmp_path):
    saved = tmp_path / "judged.pgn"
    saved.write_text(SECOND)
    result = review(games, "--adviser", adviser, "--save", saved)
    assert result.exit_code == 0, result.output
    assert f"1 game added to {saved}" in " ".join(result.stderr.split())
    with saved.open() as file:
        assert chess.pgn.read_game(file).headers["White"] == "Cid"
        game = chess.pgn.read_game(file)
    assert game.headers["WhiteElo"] == "1200"
    moves = list(game.mainline())
    assert "careful" in moves[0].comment
    assert len(moves[0].variations) == 2
    assert moves[4].nags == {4}
    assert "blunder, better was Nc3." in moves[4].comment
    assert moves[4].eval().white() == chess.engine.Mate(-1)
    assert moves[5].eval() is None
    assert saved.read_text().count("better was") == 1


def test_a_game_that_cannot_be_read_to_its_end_is_judged_so_far(adviser, tmp_path):
    file = tmp_path / "bad.pgn"
    file.write_text("1. e4 e5 2. Ke3 Nc6 *\n")
    result = review(file, "--adviser", adviser)
    assert result.exit_code == 1
    assert "1..." in result.stdout
    assert "Ke3" in result.stderr


def test_a_game_without_moves_is_named(adviser, tmp_path):
    file = tmp_path / "none.pgn"
    file.write_text('[White "Ada"]\n\n*\n')
    result = review(file, "--adviser", adviser)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "game 1 has no moves\n"


def test_a_game_of_gomoku_is_judged_too_but_not_saved(tmp_path):
    record = tmp_path / "game.sgf"
    record.write_text("(;FF[4]GM[4]SZ[15];B[hh];W[ii];B[hi];W[aa];B[hj];W[ab];B[hk];W[ac];B[hl])\n")
    result = review(record, "--adviser", "hard", "--move-time", "0.05")
    assert result.exit_code == 0, result.output
    assert ["9."] in [row[:1] for row in rows(result)]
    result = review(record, "--save", tmp_path / "out.pgn")
    assert result.exit_code == 2
    assert "only games of chess" in " ".join(result.stderr.split())
    assert not (tmp_path / "out.pgn").exists()


def test_who_tells_no_score_cannot_judge(games):
    result = review(games, "--adviser", "random")
    assert result.exit_code == 1
    assert "gives no scores" in result.stderr


def test_a_program_that_dies_is_named_and_not_left(games):
    result = review(games, "--adviser", f"uci:{sys.executable} -c 1", "--sandbox", "off")
    assert result.exit_code == 1
    assert "ended" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_it_is_interrupted_in_the_middle_of_a_thought(games, number, code, tmp_path):
    begun = tmp_path / "begun"
    os.mkfifo(begun)
    slow = tmp_path / "slow.py"
    slow.write_text(
        "from board_core import Score, Thought\n"
        "def choose(board, turn):\n"
        "    turn.report(Thought(score=Score(cp=0)))\n"
        "    if board.ply() == 2:\n"
        f"        open({str(begun)!r}, 'w').close()\n"
        "        while not turn.stop():\n"
        "            pass\n"
        "    return next(iter(board.legal_moves))\n"
    )
    command = [sys.executable, "-m", "board_cli", "review", str(games), "--move-time", "600"]
    with subprocess.Popen(
        [*command, "--adviser", f"{slow}:choose", "--save", str(tmp_path / "out.pgn")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "BOARD_LANG": "en"},
    ) as running:
        begun.read_text()
        running.send_signal(number)
        out, err = running.communicate()
    assert running.returncode == code, err
    assert [line.split()[:2] for line in out.splitlines() if line.split()[:1] == ["1."]] == [
        ["1.", "a3"]
    ]
    assert "Traceback" not in err
    assert (tmp_path / "out.pgn").read_text() == ""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["no.pgn"], ["FILE", "no.pgn"]),
        (["{games}", "--game", "3"], ["no game 3", "1 to 2"]),
        (["{games}", "--game", "0"], ["--game", "'0'"]),
        (["{games}", "--adviser", "human"], ["--adviser", "only programs"]),
        (["{games}", "--adviser", "nonsense"], ["--adviser", "'nonsense'"]),
        (["{games}", "--move-time", "0"], ["--move-time", "more"]),
        (["{games}", "--save", "/no/such/folder/out.pgn"], ["--save", NO_FOLDER]),
        (["{games}", "--adviser", "easy"], ["--adviser", "chess"]),
        (["game.txt"], ["FILE", ".pgn"]),
        (["{empty}"], ["FILE", "holds no game"]),
    ],
)
def test_bad_usage_is_quoted_and_explained(arguments, told, games, tmp_path):
    empty = tmp_path / "empty.pgn"
    empty.write_text("")
    result = review(*(text.format(games=games, empty=empty) for text in arguments))
    assert result.exit_code == 2
    for part in told:
        assert part in " ".join(result.stderr.split())
