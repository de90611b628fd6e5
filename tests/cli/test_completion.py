"""What the Tab key offers: at the prompt of a game, and behind ``board`` in a shell."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from board_cli import completion_scripts
from board_cli.app import app
from board_cli.prompt import InputCompletion, MoveSpellings, choices
from board_cli.prompt_words import COMMANDS_AFTERWARDS, PromptCommand
from board_core.games import CHESS, GOMOKU

START = MoveSpellings.of(CHESS.start(None))
TAKES = MoveSpellings.of(CHESS.start("4k3/4P3/8/3p4/4P3/8/8/4K2R w K - 0 1"))
STONES = MoveSpellings.of(GOMOKU.start(None))


def texts(text: str, moves: MoveSpellings = START, *, over: bool = False) -> list[str]:
    return [choice.text for choice in choices(text, moves, over=over)]


def test_moves_come_before_their_coordinates_and_words():
    assert texts("h") == ["h3", "h4", "h2h3", "h2h4", "help", "hint"]


def test_with_nothing_typed_every_move_is_offered_once():
    offered = texts("")
    assert len(offered) == 20 + len(PromptCommand)
    assert offered[:20] == list(START.written)


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("nf", ["Nf3"]),  # a small letter
        ("e2e", ["e2e3", "e2e4"]),
        ("resi", ["resign"]),
        ("Ke9", []),
    ],
)
def test_the_beginning_is_enough(text, offered):
    assert texts(text) == offered


def test_signs_may_be_left_out():
    assert "exd5" in texts("ed", TAKES)
    assert texts("o-", TAKES) == ["O-O"]
    moves = MoveSpellings.of(CHESS.start("7k/4P3/8/8/8/8/8/4K3 w - - 0 1"))
    assert texts("e8q", moves) == ["e8=Q+", "e7e8q"][:1]


def test_points_are_offered_once():
    assert texts("h1", STONES) == ["h1", "h10", "h11", "h12", "h13", "h14", "h15"] + [
        f"h{number}" for number in range(16, GOMOKU.geometry.size[1] + 1)
    ]


def test_words_say_what_they_do():
    assert choices("fl", START) == [InputCompletion("flip", "show the board from the other side")]


def test_after_the_game_there_are_no_moves():
    assert texts("", MoveSpellings(), over=True) == [
        command.value for command in COMMANDS_AFTERWARDS
    ]


# In a shell


def offered_by_bash(line: str) -> set[str]:
    environment = {
        **os.environ,
        "_BOARD_COMPLETE": "bash_complete",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(line.split(" ")) - 1),
    }
    ran = subprocess.run(
        [sys.executable, "-m", "board_cli"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return {line.partition(",")[2] for line in ran.stdout.splitlines()}


@pytest.mark.parametrize(
    ("line", "some", "not_this"),
    [
        ("board pl", {"play"}, "match"),
        ("board play ca", {"casual"}, "hard"),
        ("board match hard el", {"elo:"}, "hard"),
        ("board play --game re", {"renju"}, "chess"),
        ("board play --as", {"--ascii"}, "--time"),
        ("board engine --level ex", {"expert"}, "hard"),
        ("board settings plain", {"plain_board"}, "theme"),
    ],
)
def test_a_shell_completes_commands_options_and_values(line, some, not_this):
    offered = offered_by_bash(line)
    assert some <= offered
    assert not_this not in offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell", "pwsh"])
def test_completion_can_be_shown_for_every_shell(shell):
    shown = CliRunner().invoke(app, ["--show-completion", shell])
    assert shown.exit_code == 0
    assert "_BOARD_COMPLETE" in shown.stdout


@pytest.mark.parametrize(
    ("shell", "startup"),
    [("bash", ".bashrc"), ("zsh", ".zshrc"), ("fish", ".config/fish/completions/board.fish")],
)
def test_completion_is_installed_once_for_the_users_own_shell(
    shell, startup, tmp_path, monkeypatch
):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setenv("SHELL", f"/usr/bin/{shell}")
    (tmp_path / startup).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / startup).write_text("# mine")
    for _each in range(2):
        done = CliRunner().invoke(app, ["--install-completion"])
        assert done.exit_code == 0
        written = (tmp_path / startup).read_text()
    assert written.count("board") == 1 or shell != "bash"
    assert written.startswith("# mine\n") or shell == "fish"
    (script,) = (file for file in tmp_path.rglob("*board*"))
    assert str(script) in done.stdout
    assert "_BOARD_COMPLETE" in script.read_text()


def test_powershell_reads_the_script_beside_its_profile(tmp_path, monkeypatch):
    monkeypatch.setattr(completion_scripts, "powershell_folders", lambda: [tmp_path])
    assert CliRunner().invoke(app, ["--install-completion", "powershell"]).exit_code == 0
    (profile,) = tmp_path.glob("*profile.ps1")
    named = profile.read_text().strip().removeprefix('. "$PSScriptRoot/').removesuffix('"')
    assert "_BOARD_COMPLETE" in (tmp_path / named).read_text()


def test_a_shell_without_a_script_is_refused(monkeypatch):
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    refused = CliRunner().invoke(app, ["--install-completion"])
    assert refused.exit_code == 2
    assert "'tcsh' is not one of: bash, zsh, fish, powershell" in refused.stderr
