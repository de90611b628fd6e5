import re
from dataclasses import replace
from datetime import UTC, datetime
from io import StringIO

import pytest
from rich.console import Console

from board_cli.display import QuietLines
from board_cli.ended_game import SHOWN_FAULTS, KeptResults
from board_cli.live_display import Screen, Ticker
from board_cli.report import fault_lines, refused_lines, result_line
from board_cli.screen import COLOR_PALETTE
from board_cli.watching import (
    DisplayMode,
    display_for,
    display_mode,
    show_match,
    viewing_pause,
)
from board_core import (
    Cause,
    Color,
    Explanation,
    Outcome,
    PerColor,
    PlayerSilent,
    Reason,
    Resign,
    TimeControl,
    say,
)
from board_core.author.testing import play_script
from board_core.games import CHESS
from board_core.match import GameEvent, GameSpec, MatchGame, MatchPairing, MatchResult, MatchSpec
from board_core.match.elo import Sprt
from board_core.match.result import RunningSprt
from board_core.record import PlayedGame, PlayedMove

ENTERS, LEAVES = "\x1b[?1049h", "\x1b[?1049l"

RUNNING_TEST = RunningSprt(Sprt(0, 5), 1, (0, 0, 0))

FAILURE = Explanation(Cause.EXITED, say("the program ended"), last_heard="\x1b[2J", stderr="a\nb")


def terminal() -> Console:
    return Console(
        file=StringIO(),
        force_terminal=True,
        color_system="truecolor",
        width=80,
        height=24,
        legacy_windows=False,
    )


def result(number=1, winner=Color.WHITE, reason=Reason.CHECKMATE, explanation=None) -> MatchGame:
    return MatchGame(
        MatchPairing(number, Color.WHITE if number % 2 else Color.BLACK, PerColor(None, None)),
        PlayedGame(
            CHESS,
            PerColor("anna", "bert"),
            PerColor.both(TimeControl()),
            None,
            (PlayedMove(Color.WHITE, "e2e4", "e4"),) * 31,
            datetime(2020, 1, 1, tzinfo=UTC),
            outcome=Outcome(winner, reason),
            explanation=explanation,
        ),
    )


@pytest.mark.parametrize(
    ("options", "mode"),
    [
        ({}, DisplayMode.SCREEN),
        ({"concurrency": 2}, DisplayMode.TICKER),
        ({"terminal": False}, DisplayMode.LINES),
        ({"quiet": True}, DisplayMode.QUIET),
        ({"json": True, "terminal": False}, DisplayMode.JSON),
        ({"json": True, "quiet": True}, DisplayMode.JSON),
        ({"cutechess": True, "quiet": True}, DisplayMode.CUTECHESS),
    ],
)
def test_how_a_match_is_shown(options, mode):
    usual = {"terminal": True, "quiet": False, "json": False, "concurrency": 1}
    assert display_mode(**{**usual, **options}) is mode


def test_only_a_board_that_is_watched_has_a_viewing_pause():
    assert {mode for mode in DisplayMode if viewing_pause(mode)} == {DisplayMode.SCREEN}


def test_the_screen_is_left_as_it_was_found():
    console = terminal()
    with Screen(MatchResult(("a", "b"), 1), console, COLOR_PALETTE) as screen:
        for event in play_script(CHESS, ["f3", "g4"], ["e5", "Qh4"]):
            screen.heard(GameEvent(1, event))
        screen.refresh(now=1.0)
    output = console.file.getvalue()
    assert output.startswith(ENTERS)
    assert LEAVES in output
    assert "Qh4#" in output
    assert "mated" in screen.picture().plain


def test_the_screen_is_drawn_only_when_something_changed_and_not_too_often():
    console = terminal()
    events = play_script(CHESS, ["f3", "g4"], ["e5", "Qh4"])
    with Screen(MatchResult(("a", "b"), 1), console, COLOR_PALETTE) as screen:

        def drawn_at(now: float) -> bool:
            before = len(console.file.getvalue())
            screen.refresh(now)
            return len(console.file.getvalue()) > before

        assert not drawn_at(1.0)  # nothing is known yet
        screen.heard(GameEvent(1, events[0]))
        assert drawn_at(2.0)
        assert not drawn_at(3.0)
        screen.heard(GameEvent(1, events[1]))
        assert drawn_at(4.0)
        screen.heard(GameEvent(1, events[2]))
        assert not drawn_at(4.01)
        assert drawn_at(5.0)


def test_the_clock_that_runs_is_drawn_as_it_runs():
    console = terminal()
    events = play_script(CHESS, [None], [])
    with Screen(MatchResult(("a", "b"), 1), console, COLOR_PALETTE) as screen:
        screen.heard(GameEvent(1, events[0]))
        screen.heard(GameEvent(1, events[1]))
        screen.refresh(10.5)
        screen.refresh(11.5)
    assert "0:49" in console.file.getvalue()
    assert "0:48" in console.file.getvalue()


def test_the_ticker_prints_results_above_its_bar():
    console = terminal()
    with Ticker(MatchResult(("anna", "bert"), 2), console, COLOR_PALETTE) as ticker:
        ticker.ended(result(1))
        ticker.ended(result(2))
    output = console.file.getvalue()
    assert output.index("anna - bert") < output.index("1 of 2 games")
    assert "2 of 2 games" in output
    assert ticker.result.complete


def test_a_result_on_a_line():
    assert (
        result_line(result(3), 10).plain
        == " 3  anna - bert  1-0  White wins: Black's king is mated  (16 moves)"
    )
    assert result_line(result(1), 1).plain.startswith("anna - bert  1-0")


def test_faults_are_told_in_the_order_of_games_and_explained_once():
    results = [result(number, Color.WHITE, Reason.CRASH, FAILURE) for number in (3, 1)] + [
        result(2)
    ]
    assert [line.plain for line in fault_lines(results, 3)] == [
        "Game 1  bert (Black)  Black loses by a crash: the program ended",
        "    certain, as it was seen: see 'board why exited'",
        r"    last line heard: \x1b[2J",
        "    standard error:",
        "      a",
        "      b",
        "Game 3  bert (Black)  Black loses by a crash: the program ended",
    ]


def test_what_the_line_of_a_game_has_told_is_not_told_again():
    results = [result(number, Color.WHITE, Reason.CRASH, FAILURE) for number in (1, 2, 3)]
    assert [line.plain for line in fault_lines(results, 3, {1, 2})] == [
        "Game 1  bert (Black)",
        "    certain, as it was seen: see 'board why exited'",
        r"    last line heard: \x1b[2J",
        "    standard error:",
        "      a",
        "      b",
        "Game 3  bert (Black)  Black loses by a crash: the program ended",
    ]


def test_a_quiet_match_tells_the_evidence_once_and_behind_its_line():
    out = StringIO()
    with QuietLines(MatchResult(("anna", "bert"), 2), out, out) as lines:
        lines.ended(result(1, Color.WHITE, Reason.CRASH, FAILURE))
        lines.ended(result(2, Color.WHITE, Reason.CRASH, FAILURE))
    first, who, *evidence, second = out.getvalue().splitlines()
    assert first.startswith("1  anna - bert  1-0  Black loses by a crash: the program ended")
    assert (who, evidence[1]) == ("Game 1  bert (Black)", r"    last line heard: \x1b[2J")
    assert second.startswith("2  anna - bert  1-0  Black loses by a crash")


def test_answers_that_were_refused_are_counted_for_each_player():
    table, game = MatchResult(("anna", "bert"), 2), result(1)
    table = table.after(replace(game, played=replace(game.played, refused=PerColor(2, 1))))
    game = result(2)  # in which bert is White
    table = table.after(replace(game, played=replace(game.played, refused=PerColor(0, 3))))
    assert table.refused == (5, 1)
    assert [line.plain for line in refused_lines(table)] == [
        "5 answers of anna were refused as not legal: 'board check' shows why.",
        "1 answer of bert was refused as not legal: 'board check' shows why.",
    ]


def test_a_match_of_any_length_keeps_only_a_few_results():
    kept = KeptResults()
    for number in range(1, 1001):
        kept = kept.after(result(number, Color.WHITE, Reason.CRASH, FAILURE))
    assert kept.last.number == 1000
    assert len(kept.faults) == SHOWN_FAULTS
    assert kept.more_faults == 1000 - SHOWN_FAULTS


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("mode", [DisplayMode.SCREEN, DisplayMode.TICKER, DisplayMode.LINES])
def test_every_display_ends_with_strength_losses_and_the_first_loss(mode, monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    out = StringIO() if mode is DisplayMode.LINES else Terminal()
    match = MatchSpec(GameSpec(CHESS, "random", "greedy"), 2, seed=1)
    assert show_match(match, mode, None, out) == 0
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", out.getvalue())
    assert "random - greedy: less than +" in plain
    assert "Lost by" in plain
    assert plain.index("The first game that random lost:") < plain.index('[Round "1"]')


def test_a_match_reads_like_one_of_cutechess():
    out = StringIO()
    display = display_for(
        DisplayMode.CUTECHESS, MatchResult(("anna", "bert"), 2, test=RUNNING_TEST), out
    )
    start = play_script(CHESS, ["e4", "Bc4"], ["e5", Resign()])[0]
    display.heard(GameEvent(1, replace(start, names=PerColor("anna", "bert"))))
    display.ended(result())
    display.ended(result(2, None, Reason.THREEFOLD_REPETITION))
    display.finish()
    lines = out.getvalue().splitlines()
    assert lines[:5] == [
        "Started game 1 of 2 (anna vs bert)",
        "Finished game 1 (anna vs bert): 1-0 {White mates}",
        "Score of anna vs bert: 1 - 0 - 0  [1.000] 1",
        "Finished game 2 (anna vs bert): 1/2-1/2 {Draw by 3-fold repetition}",
        "Score of anna vs bert: 1 - 0 - 1  [0.750] 2",
    ]
    assert re.fullmatch(r"Elo difference: 190.8 .*, LOS: .* %, DrawRatio: 50.0 %", lines[5])
    assert re.fullmatch(r"SPRT: llr \S+ \(\S+%\), lbound -2.94, ubound 2.94", lines[6])
    assert lines[7:] == ["Finished match"]


@pytest.mark.parametrize(
    ("mode", "warned"),
    [(DisplayMode.LINES, True), (DisplayMode.QUIET, False), (DisplayMode.CUTECHESS, False)],
)
def test_a_program_that_does_not_answer_is_told_of_beside_the_results(mode, warned, capsys):
    silent = PlayerSilent(Color.WHITE, 0, "anna", 10.0, Explanation(Cause.IDLE, say("it waits")))
    out = StringIO()
    with display_for(mode, MatchResult(("anna", "bert"), 2), out, out) as lines:
        lines.heard(GameEvent(2, silent))
    assert out.getvalue() == ""
    line = "Game 2: anna has not answered for 10 s: it waits\n"
    assert capsys.readouterr().err == (line if warned else "")
