"""``board check``: the report card on a screen and as JSON."""

import io
import json
import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from board_cli.app import app
from board_cli.report_card import card_fields, show
from board_core import Cause, Explanation, say
from board_core.author.doctor import Check, CheckVerdict, Finding, ReportCard, checks
from board_core.author.doctor.card import NO_CHANCE, NOT_REACHED

ROOT = Path(__file__).parents[2]

FINDINGS = (
    Finding(checks.PROGRAM_STARTS, CheckVerdict.OK, say("it runs")),
    Finding(
        checks.FLUSHES_OUTPUT,
        CheckVerdict.FAULT,
        say("nothing came"),
        say("flush"),
        Explanation(Cause.UNFLUSHED, say("nothing came"), "e4", "\x1b[31mred", stderr="a\nb"),
    ),
    Finding(checks.READS_CRLF, CheckVerdict.WARNING, say("it reads no CR"), say("strip it")),
    Finding(checks.MEMORY_USE, CheckVerdict.SKIPPED, say("unknown on this system")),
)
CARD = ReportCard("./my ai", "san", FINDINGS, games=3)


def shown(card: ReportCard, **options) -> str:
    output = io.StringIO()
    show(card, Console(file=output, width=80, **options))
    return output.getvalue()


def check(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["check", *arguments])


def test_the_card_says_what_is_wrong_what_to_change_and_what_was_seen():
    text = shown(CARD)
    assert "./my ai  san" in text
    assert "FAULT  flushes its output: nothing came" in text
    assert "(check flush: what is printed waits in a buffer" in text
    assert text.rstrip().endswith("mend first: flushes its output: flush")
    assert "-> flush" in text
    assert "last line sent: e4" in text
    assert "1 fault, 1 warning, 1 well, 1 not tried, 3 games" in text


UNTRIED = checks.checks_for("san")[8]


def test_what_did_not_come_up_is_told_once_with_the_conclusion():
    fine, never = FINDINGS[0], Finding(UNTRIED, CheckVerdict.SKIPPED, NO_CHANCE())
    text = shown(ReportCard("./ai", "san", (fine, never), games=3))
    words = " ".join(text.split())
    assert words.index("ok starts") < words.index("What did not come up in these games")
    assert words.count("O-O: the king goes two squares, and the rook jumps") == 1
    assert "-> more games may bring it: --games 20" in text
    assert "--games 20" not in shown(ReportCard("./ai", "xboard", (fine, never), games=3))
    assert "What did not come up" not in shown(ReportCard("./ai", "san", (*FINDINGS, never)))


def test_nothing_a_program_wrote_reaches_the_terminal_raw():
    assert "\x1b" not in shown(CARD)
    assert "\x1b[31mred" not in shown(CARD, force_terminal=True)


@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
def test_no_line_is_wider_than_the_terminal(width: int):
    output = io.StringIO()
    show(CARD, Console(file=output, width=width))
    assert max(map(len, output.getvalue().splitlines())) <= width


@pytest.mark.parametrize("width", [30, 40, 60, 80])
def test_every_check_keeps_its_verdict_and_what_was_seen_on_narrow_terminals(width: int):
    long = Check("pinned-one", say("hears Nd2 with another knight pinned"))
    pinned = Finding(long, CheckVerdict.OK, say("after 'Nd2' it played Rxc8"))
    output = io.StringIO()
    show(ReportCard("./ai", "san", (*FINDINGS, pinned)), Console(file=output, width=width))
    text = " ".join(output.getvalue().split())
    assert "…" not in text
    for row in (r"ok starts:? it runs", r"- memory:? unknown on this system"):
        assert re.search(row, text), text
    assert "after 'Nd2' it" in text


def test_what_was_not_reached_is_counted_in_one_line():
    missed = tuple(
        Finding(c, CheckVerdict.SKIPPED, NOT_REACHED)
        for c in (checks.FIRST_MOVE_AS_WHITE, checks.TIME_FOR_A_MOVE)
    )
    text = shown(ReportCard("./ai", "san", (*FINDINGS, *missed)))
    assert "not checked because of the faults above: 2\n" in text


def test_json_has_everything():
    fields = card_fields(CARD)
    assert fields["passed"] is False
    assert [check["verdict"] for check in fields["checks"]] == ["ok", "fault", "warning", "skipped"]
    assert fields["checks"][1]["evidence"]["cause"] == "unflushed"


def test_the_exit_code_is_1_for_faults_and_0_without():
    faulty = check(str(ROOT / "examples" / "faulty" / "not_executable"), "--only", "start")
    assert faulty.exit_code == 1
    why = "is no program for Windows" if os.name == "nt" else "may not be executed"
    assert why in " ".join(faulty.stdout.split())
    good = check("random", "--json", "--only", "start", "--only", "promotes")
    assert good.exit_code == 0
    card = json.loads(good.stdout)
    assert card["passed"] is True
    assert [check["check"] for check in card["checks"]] == ["start", "promotes"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("human",), "only programs can be examined"),
        (("no-such-player",), "names no player"),
        (("random", "--only", "beauty"), "is not a check of this program"),
        (("random", "--limit", "0"), "0 seconds leave no time to move"),
        (("random", "--games", "none"), "is not a whole number"),
    ],
)
def test_mistakes_on_the_command_line_are_told(arguments: tuple[str, ...], why: str):
    result = check(*arguments)
    assert result.exit_code == 2
    assert why in result.stderr
