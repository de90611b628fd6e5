"""How the window is started from a shell, and what it says when it cannot be."""

import ctypes
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest
from patience import PATIENCE

from board_pygame import __main__ as frontend
from board_pygame.__main__ import NO_WINDOW, main
from board_pygame.intents import DropFile, ShowStart


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """``python -m`` with these arguments, without a display unless one is given."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")
    kept = {name: value for name, value in os.environ.items() if name not in screens}
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        env={**kept, "BOARD_LANG": "en", **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_without_a_display_there_is_one_clear_line_and_an_exit_code():
    ended = run("board_pygame")
    assert ended.returncode == NO_WINDOW == 3
    assert ended.stderr.count("\n") == 1
    assert "no screen" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.stdout == ""


def test_a_display_that_does_not_answer_is_told_in_one_line():
    ended = run("board_pygame", DISPLAY=":987")
    assert ended.returncode == NO_WINDOW
    *others, last = ended.stderr.splitlines()
    assert "no screen" in last
    assert all("XDG_RUNTIME_DIR" in line for line in others)  # the system's Wayland library


def test_a_player_that_cannot_be_is_told_before_a_window_opens():
    ended = run("board_pygame", "nonsense")
    assert ended.returncode == 2
    assert "'nonsense' names no player" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_a_file_of_games_that_is_not_there_is_told_before_a_window_opens():
    ended = run("board_pygame", "lost.pgn")
    assert (ended.returncode, ended.stderr) == (2, "Error: there is no file 'lost.pgn'\n")


@pytest.mark.parametrize(
    ("name", "asks"),
    [
        ("game.pgn", [DropFile("game.pgn", alone=True)]),
        ("game.SGF", [DropFile("game.SGF", alone=True)]),
        ("", [ShowStart()]),
    ],
)
def test_a_file_of_games_is_opened(name: str, asks: list[object], tmp_path, monkeypatch):
    asked = []
    window = SimpleNamespace(tell=print, ask=asked.append, leave=print, run=lambda: None)
    monkeypatch.setattr("board_pygame.screen.check_pygame", lambda: None)
    monkeypatch.setattr("board_pygame.window.Window", lambda _settings: window)
    monkeypatch.setattr("signal.signal", lambda _number, _handler: None)
    monkeypatch.chdir(tmp_path)
    if name:
        (tmp_path / name).touch()
    assert main([name] if name else []) == 0
    assert asked == asks


def without_console(monkeypatch) -> list[str]:
    """Be on Windows without a console, and return the texts of the boxes that it shows."""
    shown = []
    user32 = SimpleNamespace(MessageBoxW=lambda _owner, text, _title, _kind: shown.append(text))
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(user32=user32), raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "stderr", None)
    return shown


def test_without_a_console_a_box_tells_why_there_is_no_window(monkeypatch):
    boxes = without_console(monkeypatch)
    assert main(["nonsense", "--lang", "en"]) == 2
    (text,) = boxes
    assert text.startswith("Error: 'nonsense' names no player")
    assert main(["--no-such-option"]) == 2
    assert "--no-such-option" in boxes[1]
    assert sys.stderr is None


def test_without_a_console_a_box_tells_our_own_mistakes_too(monkeypatch):
    boxes = without_console(monkeypatch)
    monkeypatch.setattr(frontend, "_main", lambda _arguments: 1 // 0)
    assert main([]) == 1
    assert "ZeroDivisionError" in boxes[0]


def test_without_a_console_no_box_tells_that_all_was_well(monkeypatch):
    boxes = without_console(monkeypatch)
    monkeypatch.setattr(frontend, "_main", lambda _arguments: sys.stderr.write("a log") * 0)
    assert main([]) == 0
    assert boxes == []


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_the_command_line_tells_its_options(option: str):
    ended = run("board_cli", "gui", option)
    assert ended.returncode == 0
    assert "--lang" in ended.stdout
    assert "WHITE" in ended.stdout


@pytest.mark.parametrize("arguments", [("--lang", "zh_CN", "--help"), ("--help",), ("--nope",)])
def test_its_help_and_refusals_are_in_the_language_asked_for_or_set(arguments, tmp_path):
    settings = tmp_path / "settings.json"
    settings.write_text('{"language": "%s"}' % ("en" if "--lang" in arguments else "zh_CN"))
    for command in (("board_cli", "gui"), ("board_pygame",)):
        ended = run(*command, *arguments, BOARD_LANG="", BOARD_SETTINGS=str(settings), LANG="C")
        assert (ended.stdout or ended.stderr).startswith("用法："), ended


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--scale", "2"], "Error: --scale is not known."),
        (["--game"], "Error: Option --game needs a value."),
        (["--lang", "xx"], "Error: Invalid value for --lang: 'xx' is not one of: en, zh_CN"),
    ],
)
def test_a_wrong_command_line_is_told_as_by_the_other_commands(capsys, arguments, told):
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
    ended = capsys.readouterr().err
    assert ended.startswith("Usage: board gui [-h]")
    assert ended.endswith(f"\n\n{told}\n")


@pytest.mark.parametrize("players", [[], ["random"], ["human", "random"]])
def test_it_opens_with_the_players_that_are_named(monkeypatch, capsys, players: list[str]):
    """On the dummy driver; it is closed as soon as it runs."""
    from board_pygame import window as module
    from board_pygame.phases import Mode
    from board_pygame.start_screen import StartScreen

    opened = []

    def run(self) -> None:
        self.turn([])
        seats = [seat.mode for seat in (self.state.game.seats.white, self.state.game.seats.black)]
        opened.append((seats, isinstance(self.ui.top, StartScreen)))
        self.close()

    monkeypatch.setattr(module.Window, "run", run)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    assert main([*players, "--lang", "en"]) == 0
    modes = [Mode.AUTO if name == "random" else Mode.PERSON for name in players]
    assert opened == [(modes + [Mode.PERSON] * (2 - len(modes)), not players)]
    assert capsys.readouterr().err == ""
