"""Every program in examples/faulty gets its diagnosis, and good programs pass."""

import os
import re
import shutil
import subprocess
import sys
from math import inf
from pathlib import Path

import pytest

from board_core.author.doctor import CheckVerdict, ExamLimits, ReportCard, examine
from board_core.match.player_spec import parse_player
from board_core.supervise.command import find_program, joined_words, split_words
from board_core.supervise.sandbox import Confinement, Ponder

ROOT = Path(__file__).parent.parent.parent
FAULTY = ROOT / "examples" / "faulty"
SAMPLES = sorted(file for file in FAULTY.iterdir() if file.suffix in (".py", ".c", ""))
SAMPLES = [file for file in SAMPLES if not file.name.startswith((".", "_"))]

DIAGNOSIS = re.compile(r"diagnosis: (\S+) (\S+): (.*?)\r?$", re.MULTILINE)
COMMAND = re.compile(r"command: (.+)")

BRIEF = ExamLimits(move=0.8, start=0.8, think=0.03)
AMPLE = ExamLimits(move=20, start=20, game=inf)
WAITED_FOR = {"slow": BRIEF, "loads": BRIEF, "waits": BRIEF, "loops": ExamLimits(move=4, start=20)}
"""By parts of the names of programs that have to be waited for; the others get all the time."""


def needs(*commands: str) -> None:
    """Skip without these programs; on the machine that decides, fail."""
    for command in commands:
        program = split_words(command)[0]
        if find_program(program) is None:
            why = f"{program} is not installed (Debian: apt install {program})"
            (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(why)


def built(source: Path, folder: Path) -> Path:
    if source.suffix != ".c":
        return source
    needs("cc")
    program = folder / source.stem
    subprocess.run(["cc", "-O1", "-o", str(program), str(source)], check=True)
    return program


def examined(command: str, patience: ExamLimits = AMPLE, only: tuple[str, ...] = ()) -> ReportCard:
    return examine(parse_player(command), patience, only)


@pytest.mark.parametrize("source", SAMPLES, ids=lambda file: file.name)
def test_a_faulty_program_gets_its_diagnosis(source: Path, tmp_path: Path):
    text = source.read_bytes().decode()
    check, verdict, words = DIAGNOSIS.search(text).groups()
    protocol = COMMAND.search(text)
    command = joined_words([str(built(source, tmp_path))])
    form = protocol[1] if protocol else "{}"
    if "{}" in form and not form.startswith("{}"):
        needs(form.partition("{}")[0].partition(":")[2] or form.partition("{}")[0])
    patience = next((WAITED_FOR[part] for part in WAITED_FOR if part in source.name), AMPLE)
    command = form.replace("{}", command) if "{}" in form else form + command
    card = examined(command, patience, ("start", check))
    finding = card.finding(check)
    if check == "time" and "overloaded" in str(finding.sentence):
        return  # as a busy machine makes it
    faults = [str(fault.sentence) for fault in card.faults]
    assert finding.verdict is CheckVerdict(verdict), faults
    assert words in str(finding.sentence)
    assert finding.advice is not None or ": " in str(finding.sentence), "it says what to change"
    if verdict == "fault":
        assert card.faults == (finding,)


def test_a_correct_program_has_no_faults():
    card = examined(joined_words([str(ROOT / "examples" / "san_line_ai.py")]))
    assert card.passed, card.faults
    assert {f.verdict for f in card.findings} <= {CheckVerdict.OK, CheckVerdict.SKIPPED}
    for heard in ("castling", "long-castling", "promotion", "file", "rank", "check", "mate"):
        assert card.finding(heard).verdict is CheckVerdict.OK


@pytest.mark.parametrize("engine", ["uci:stockfish", "uci:gnuchess --uci"])
def test_real_engines_pass(engine: str):
    needs(engine.partition(":")[2])
    quick = ExamLimits(move=20, start=20, think=0.03)
    card = examined(engine, quick)
    assert card.passed, card.faults
    assert card.finding("en-passant").verdict is CheckVerdict.OK
    assert card.finding("promotes").verdict is CheckVerdict.OK
    assert card.finding("waits").verdict is CheckVerdict.OK


def test_a_program_that_is_not_there_cannot_be_examined():
    card = examined("san:no-such-program-at-all")
    (fault,) = card.faults
    assert fault.check.name == "start"
    assert "there is no program" in str(fault.sentence)
    assert shutil.which("no-such-program-at-all") is None


def test_a_built_in_ai_is_examined_from_set_up_positions():
    card = examined("greedy")
    assert card.passed
    assert card.finding("promotes").verdict is CheckVerdict.OK


SHUFFLER = Path(__file__).parents[1] / "programs" / "shuffler.py"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells enough")
@pytest.mark.parametrize(
    ("wish", "verdict"), [("plays", CheckVerdict.OK), ("ponders", CheckVerdict.WARNING)]
)
@pytest.mark.parametrize("ponder", list(Ponder))
def test_what_a_program_does_out_of_turn_is_seen_whatever_it_may(wish, verdict, ponder):
    command = parse_player(f"san:{sys.executable} -I -S {SHUFFLER} {wish}")
    card = examine(command, AMPLE, ("still",), sandbox=Confinement(ponder=ponder))
    finding = card.finding("still")
    assert finding.verdict is verdict
    assert "while it was not its turn" in str(finding.sentence)
    assert (finding.advice is None) == (verdict is CheckVerdict.OK)
