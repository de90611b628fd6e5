"""The programs of examples/programs that play 3D chess know the rules, as each can be made to show.

A program that is told "." sends another of its moves, until it has none left.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from board_core.author.doctor import CheckVerdict, ExamLimits, examine
from board_core.games.chess3d import CHESS_3D
from board_core.match.player_spec import PlayerKind, PlayerSpec
from board_core.supervise.command import find_program

ROOT = Path(__file__).parents[2]
PROGRAMS = ROOT / "examples" / "programs"
CASES = (ROOT / "tests" / "games" / "chess3d_cases.jsonl").read_text("utf-8").splitlines()
NAMES = (
    "castling kingside",
    "castling queenside",
    "black castles both ways",
    "carried to the last rank",
    "late promotion, then the move",
    "opponent's board leaves: late promotion",
    "en passant with two pawns above each other",
    "written: same column",
    "written: pawns above each other",
)
POSITIONS = [each["position"] for each in map(json.loads, CASES) if each["name"] in NAMES]

every_language = pytest.mark.parametrize("language", ["python", "c++"])


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory):
    """Compiles the program of C++ once for all tests of a worker."""
    known: dict[str, list[str]] = {"python": [sys.executable, str(PROGRAMS / "chess3d_ai.py")]}

    def made(language: str) -> list[str]:
        if language not in known:
            if find_program("g++") is None:
                why = "g++ is not installed"
                (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(why)
            program = str(tmp_path_factory.mktemp("programs") / "chess3d_ai")
            strict = ["-Wall", "-Wextra", "-Werror"]
            source = str(PROGRAMS / "chess3d_ai.cpp")
            subprocess.run(["g++", *strict, "-o", program, source], check=True)
            known[language] = [program]
        return known[language]

    return made


def all_moves(command: list[str], lines: list[str]) -> list[str]:
    """The moves that the program sends after these lines, one after the other."""
    given = "\n".join([*lines, *["."] * 100, ""])
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
    return done.stdout.split()


@every_language
def test_it_writes_every_legal_move_of_a_position(language, command):
    for setup in POSITIONS:
        position = CHESS_3D.start(setup)
        told = all_moves(command(language), [f"{position.to_move.value} {setup}"])
        assert sorted(told) == sorted(map(position.notation, position.legal_moves())), setup


@every_language
def test_it_understands_the_moves_that_it_hears(language, command):
    for setup in POSITIONS:
        position = CHESS_3D.start(setup)
        move = max(position.legal_moves(), key=lambda each: (":" in each, each[0] in "QK", each))
        after = position.play(move)
        lines = [f"{after.to_move.value} {setup}", position.notation(move)]
        told = all_moves(command(language), lines)
        assert sorted(told) == sorted(map(after.notation, after.legal_moves())), (setup, move)


def test_a_program_that_speaks_lines_is_asked_in_set_positions(command):
    asked = ("late-promotion", "promotes-late", "lost-step", "only-boards", "carried-promotion")
    argv = tuple(command("python"))
    spec = PlayerSpec(PlayerKind.PROGRAM, " ".join(argv), "sample", "lines", argv)
    card = examine(spec, ExamLimits(move=30, start=30), ("start", *asked), rules=CHESS_3D)
    assert {card.finding(name).verdict for name in asked} == {CheckVerdict.OK}


def test_a_program_that_forgets_the_boards_is_found_out(tmp_path):
    source = (PROGRAMS / "chess3d_ai.py").read_text("utf-8")
    forgetful = tmp_path / "forgetful.py"
    forgetful.write_text(source.replace("*self._board_moves(), ", ""), encoding="utf-8")
    argv = (sys.executable, str(forgetful))
    spec = PlayerSpec(PlayerKind.PROGRAM, " ".join(argv), "forgetful", "lines", argv)
    limits = ExamLimits(move=30, start=30)
    card = examine(spec, limits, ("start", "only-boards"), rules=CHESS_3D)
    assert card.finding("only-boards").verdict is CheckVerdict.FAULT
