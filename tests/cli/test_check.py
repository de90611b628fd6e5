"""``board check``: the report card on a screen and as JSON."""

import io
import json
import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from board_cli import report_card
from board_cli.app import app
from board_cli.report_card import card_fields, show
from board_core import Cause, Explanation, say
from board_core.author.doctor import Check, CheckVerdict, Finding, ReportCard, checks
from board_core.author.doctor.card import NO_CHANCE, NOT_REACHED
from board_core.diagnosis.rows import ENDED, STILL_COMPUTES, TWO_MOVES

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


def shown(card: ReportCard, *, verbose=False, more_games=False, **options) -> str:
    output = io.StringIO()
    console = Console(file=output, width=80, **options)
    show(card, console, verbose=verbose, more_games=more_games)
    return output.getvalue()


def check(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["check", *arguments])


def test_the_card_says_what_is_wrong_what_to_change_and_what_was_seen():
    text = shown(CARD)
    assert "./my ai  san" in text
    assert "FAULT  flushing: nothing came" in text
    assert "(check flush: what is printed waits in a buffer" in text
    assert text.rstrip().endswith("mend first: flushing")
    assert "-> flush" in text
    assert "last line sent: e4" in text
    assert "1 fault, 1 warning, 1 well, 1 not tried, 3 games" in text


UNTRIED = checks.checks_for("san")[8]


def test_what_did_not_come_up_is_told_once_by_its_title():
    fine, never = FINDINGS[0], Finding(UNTRIED, CheckVerdict.SKIPPED, NO_CHANCE())
    card = ReportCard("./ai", "san", (fine, never), games=3)
    text = shown(card)
    assert "ok  start\n-  not come up, or too rarely to tell: opponent's O-O\n" in text
    assert text.count("opponent's O-O") == 1
    assert str(card.conclusion).endswith("; not come up, or too rarely to tell: opponent's O-O")


def test_more_games_are_advised_only_where_they_can_be_asked_for():
    fine, never = FINDINGS[0], Finding(UNTRIED, CheckVerdict.SKIPPED, NO_CHANCE())
    card, engine = (ReportCard("./ai", name, (fine, never)) for name in ("san", "xboard"))
    assert "-> more games may bring it: --games 20" in shown(card, more_games=True)
    assert "--games 20" not in shown(card) + shown(engine, more_games=True)
    assert "--games 20" not in shown(ReportCard("./ai", "san", (*FINDINGS, never)), more_games=True)


def test_the_card_of_a_sound_program_has_twenty_lines_and_one_count_of_games():
    seen = say("{moves} legal moves; games to their end: {ended}", moves=413, ended=3)
    figures = {"moves": 418.0, "games": 12.0, "longest": 0.1}
    findings = tuple(
        Finding(each, CheckVerdict.OK, seen, figures=figures if each.name == "time" else {})
        for each in checks.checks_for("san")
    )
    card = ReportCard("./ai", "san", findings, games=13)
    assert len(shown(card).splitlines()) <= 20
    assert re.findall(r"\d+ games", shown(card)) == ["12 games"]
    assert len(shown(card, verbose=True).splitlines()) > len(findings)


def test_one_cause_is_told_once_with_all_the_places_where_it_shows():
    def crash(name: str, error: str, number: int = 23) -> Finding:
        line = f'Traceback\n  File "/ai.py", line {number}, in <module>\n{error}'
        found = Explanation(Cause.EXITED, ENDED(status=say("exit code 1")), stderr=line)
        return Finding(Check(name, say(name)), CheckVerdict.FAULT, found.sentence, evidence=found)

    one, same = crash("one", "KeyError: 'O-O'"), crash("same", "KeyError: 'O-O-O'")
    text = shown(ReportCard("./ai", "san", (one, same, crash("other", "KeyError: 1", 7))))
    assert "the same in: same\n" in text
    assert text.count("FAULT  ") == 2
    assert "3 faults" in text


def test_two_faults_without_a_code_stay_two():
    one, other = (
        Finding(check, CheckVerdict.FAULT, say("x")) for check in checks.checks_for("")[:2]
    )
    assert shown(ReportCard("./ai", "", (one, other))).count("FAULT  ") == 2


def test_a_program_that_finished_no_game_is_not_called_ready():
    skipped = say("it resigned all {games} games", games=9)
    plays = Finding(checks.PLAYS_WHOLE_GAMES, CheckVerdict.SKIPPED, skipped)
    text = shown(ReportCard("./ai", "san", (FINDINGS[0], plays), games=9))
    assert "ready" not in text
    assert "no fault in what was tried, which is too little: it resigned all 9 games" in text


def test_a_likely_reason_says_what_would_make_it_certain_also_within_a_sentence():
    told = say("when told, move again: {why}", why=TWO_MOVES(first="e4", second="d4"))
    card = ReportCard("./ai", "san", (Finding(FINDINGS[0].check, CheckVerdict.FAULT, told),))
    text = " ".join(shown(card).split())
    assert "likely: see 'board why two-moves' to be sure: write each line that it reads" in text
    [fields] = card_fields(card)["checks"]
    assert fields["certainty"] == "likely"
    assert str(fields["to_be_sure"]).startswith("write each line that it reads")
    assert fields["page"] == TWO_MOVES.page == "diagnoses.md#it-did-not-write-a-legal-move"
    assert "see 'board docs diagnoses')" in text


def test_why_the_board_waits_is_said_once_and_not_with_every_game(monkeypatch):
    def examined(*_, waits, **__):
        for check in (checks.FIRST_MOVE_AS_WHITE, checks.PLAYS_WHOLE_GAMES):
            waits(say("{check}: {why}", check=check.title, why=STILL_COMPUTES(total=2.0)))
        return CARD

    monkeypatch.setattr(report_card, "examine", examined)
    result = check("random")
    assert result.stdout.count("it was still computing") == 1


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
    long = Check("pinned-one", say("Nd2 with another knight pinned"))
    pinned = Finding(long, CheckVerdict.OK, say("after 'Nd2' it played Rxc8"))
    output = io.StringIO()
    card = ReportCard("./ai", "san", (*FINDINGS, pinned))
    show(card, Console(file=output, width=width), verbose=True)
    text = " ".join(output.getvalue().split())
    assert "…" not in text
    for row in (r"ok start: it runs", r"- memory: unknown on this system"):
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
