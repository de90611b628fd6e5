"""The programs of examples/programs: they compile without a warning, pass the check and play.

Whatever they play is judged by python-chess, and whatever is played against them they must find
among the moves they think legal, or they end: games are the comparison of both sets of rules.
"""

import os
import subprocess
from pathlib import Path

import pytest

from board_core.doctor import Patience, Verdict, examine
from board_core.players import ProcessAI
from board_core.roster import Kind, PlayerSpec
from board_core.supervise.command import find_program
from board_core.supervise.limits import Limits
from board_core.supervise.sandbox import Confinement
from board_core.trials import assert_plays_legally

PROGRAMS = Path(__file__).parents[2] / "examples" / "programs"

UNLIMITED = Confinement(limits=Limits(memory=None))  # Java reserves more than it uses
AMPLE = Patience(move=30, start=30)

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


@pytest.mark.timeout(120)
@every_language
def test_it_passes_the_check(language, command):
    argv = command(language)
    spec = PlayerSpec(Kind.PROGRAM, " ".join(argv), "sample", "san", argv)
    card = examine(spec, AMPLE, sandbox=UNLIMITED)
    assert card.passed, card.faults
    assert {finding.verdict for finding in card.findings} <= {Verdict.OK, Verdict.SKIPPED}
    for heard in ("again", "castling", "en-passant", "promotion", "file", "square", "mate"):
        assert card.finding(heard).verdict is Verdict.OK


@pytest.mark.timeout(120)
@pytest.mark.parametrize(("language", "games"), [("c++", 12), ("java", 6)])
@pytest.mark.parametrize("seed", [1, 2])
def test_it_never_plays_an_illegal_move_and_knows_every_legal_one(language, games, seed, command):
    player = ProcessAI([*command(language), str(seed)], protocol="san", sandbox=UNLIMITED)
    try:
        assert_plays_legally(player, games, seed=100 * seed)
    finally:
        player.close()
