"""The programs of examples/programs: they compile without a warning, pass the check and play.

A program that is told "." takes its move back and sends another one, until there is none left. So
it can be made to list all its legal moves, which are compared with those of python-chess, and to
play the one that is wanted.
"""

import os
import random
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import chess
import pytest

from board_core.author.doctor import CheckVerdict, ExamLimits, examine
from board_core.author.trials import assert_plays_legally
from board_core.match.player_spec import PlayerKind, PlayerSpec
from board_core.players import ProcessAI
from board_core.supervise.command import find_program
from board_core.supervise.limits import Limits
from board_core.supervise.sandbox import Confinement

PROGRAMS = Path(__file__).parents[2] / "examples" / "programs"

UNLIMITED = Confinement(limits=Limits(memory=None))  # Java reserves more than it uses
AMPLE = ExamLimits(move=30, start=30)

every_language = pytest.mark.parametrize("language", ["c++", "java"])


def needs(program: str) -> None:
    """Skip without it; on the machine that decides, fail."""
    if find_program(program) is None:
        why = f"{program} is not installed (Debian: apt install g++ default-jdk-headless)"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(why)


def compiled(language: str, folder: Path) -> tuple[str, ...]:
    """The command that runs the program, compiled with every warning an error."""
    if language == "c++":
        needs("g++")
        program = str(folder / "san_ai")
        run(
            "g++", "-O2", "-Wall", "-Wextra", "-Werror", "-o", program, str(PROGRAMS / "san_ai.cpp")
        )
        return (program,)
    needs("javac")
    run("javac", "-Xlint:all", "-Werror", "-d", str(folder), str(PROGRAMS / "SanAi.java"))
    return ("java", "-cp", str(folder), "SanAi")


def run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not done.stderr.strip()


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory):
    """Compiles each language once for all tests of a worker."""
    known: dict[str, tuple[str, ...]] = {}

    def made(language: str) -> tuple[str, ...]:
        if language not in known:
            known[language] = compiled(language, tmp_path_factory.mktemp("programs"))
        return known[language]

    return made


@every_language
def test_it_passes_the_check(language, command):
    argv = command(language)
    spec = PlayerSpec(PlayerKind.PROGRAM, " ".join(argv), "sample", "san", argv)
    card = examine(spec, AMPLE, sandbox=UNLIMITED)
    assert card.passed, card.faults
    assert {finding.verdict for finding in card.findings} <= {CheckVerdict.OK, CheckVerdict.SKIPPED}
    for heard in ("again", "castling", "en-passant", "promotion", "file", "square", "mate"):
        assert card.finding(heard).verdict is CheckVerdict.OK


@pytest.mark.parametrize(("language", "games"), [("c++", 12), ("java", 6)])
@pytest.mark.parametrize("seed", [1, 2])
def test_it_never_plays_an_illegal_move_and_knows_every_legal_one(language, games, seed, command):
    player = ProcessAI([*command(language), str(seed)], protocol="san", sandbox=UNLIMITED)
    try:
        assert_plays_legally(player, games, seed=100 * seed)
    finally:
        player.close()


@every_language
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_its_legal_moves_are_those_of_python_chess_in_whole_games(language, seed, command):
    color = chess.COLORS[seed % 2]
    with talking([*command(language), str(seed)], color) as talk:
        board, chance = chess.Board(), random.Random(seed)
        while not board.is_game_over() and board.ply() < 160:
            if board.turn is color:
                board.push(talk.list_all(board)[-1])  # the last one it was left with
            else:
                talk.tell(board, chance.choice(list(board.legal_moves)))


TRAPS = {
    "the rook's way is attacked": "d4 d5 c4 Bf5 Nc3 e6 Bf4 Nf6 Qd2 Be7",
    "the king's way is attacked": "e4 b6 Nf3 Ba6 g3 e6 Bh3 d6",
    "the king is in check": "e4 e5 Nf3 d6 Bc4 Qh4 d3 Qxf2+",
    "the rook has moved and come back": "Nf3 a6 g3 b6 Bg2 c6 Rg1 d6 Rh1 e6",
    "the rook was captured": "Nf3 b6 g3 Bb7 Bh3 Bxf3 Kf1 Bxh1",
    "en passant": "e4 a6 e5 d5",
    "too late for en passant": "e4 a6 e5 d5 a3 a5",
    "promotion": "b4 a5 bxa5 b6 axb6 h6 bxc7 h5",
    "a knight is pinned": "e4 e5 Nc3 Bb4 d3 a6",
}


@every_language
@pytest.mark.parametrize("moves", TRAPS.values(), ids=TRAPS.keys())
def test_its_legal_moves_are_those_of_python_chess_in_traps(language, moves, command):
    with talking(command(language), chess.WHITE) as talk:
        board = chess.Board()
        for text in moves.split():
            move = board.parse_san(text)
            if board.turn is chess.WHITE:
                talk.make_play(board, move)
            else:
                talk.tell(board, move)
        talk.list_all(board)


class Talk:
    """A program that has White or Black, over its pipes. It has always sent a move of its own."""

    def __init__(self, program: subprocess.Popen[str]) -> None:
        self._program = program

    def send(self, line: str) -> None:
        self._program.stdin.write(line + "\n")
        self._program.stdin.flush()

    def hear(self, board: chess.Board) -> chess.Move:
        """The next move that it sends; raises ValueError for one that is not legal."""
        return board.parse_san(self._program.stdout.readline().strip())

    def list_all(self, board: chess.Board) -> list[chess.Move]:
        """As many moves as are legal: all are, and each comes once. The last one stands."""
        heard = [self.hear(board)]
        while len(heard) < board.legal_moves.count():
            self.send(".")
            heard.append(self.hear(board))
        assert set(heard) == set(board.legal_moves)
        return heard

    def make_play(self, board: chess.Board, wanted: chess.Move) -> None:
        while self.hear(board) != wanted:
            self.send(".")
        board.push(wanted)

    def tell(self, board: chess.Board, move: chess.Move) -> None:
        self.send(board.san(move))
        board.push(move)


@contextmanager
def talking(command: tuple[str, ...] | list[str], color: chess.Color) -> Iterator[Talk]:
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        talk = Talk(program)
        talk.send(chess.COLOR_NAMES[color])
        yield talk
        program.stdin.close()
        program.stdout.read()  # to the end of its output
        assert program.wait() == 0
