"""``board play`` in real terminals."""

import os
import signal
import sys
from contextlib import closing

import pytest
from rich.console import Console
from rich.text import Text

from board_core.match.known_games import game_named

if os.name != "posix":
    pytest.skip("other systems have no pseudo-terminals", allow_module_level=True)

import termios

from terminals import Terminal, Tmux

RANDOM = ("play", "random", "--seed", "1")


def test_a_game_is_played_and_left():
    with closing(Terminal(*RANDOM)) as terminal:
        terminal.see("Human (White)>")
        terminal.type("e4\r")
        terminal.see("random plays ")
        terminal.see("Human (White)>")
        terminal.type("Ke5\r")
        terminal.see("'Ke5' is not legal")
        terminal.type("quit\r")
        terminal.see("The game was stopped: the player left")
        assert terminal.end() == 0


@pytest.mark.parametrize(
    ("leave", "code"),
    [
        (lambda terminal: terminal.type("\x03\x03"), 130),
        (lambda terminal: terminal.kill(signal.SIGINT), 130),
        (lambda terminal: terminal.kill(signal.SIGTERM), 143),
        (lambda terminal: terminal.kill(signal.SIGHUP), 129),
        (lambda terminal: terminal.type("\x04"), 0),
    ],
    ids=["Ctrl-C twice", "SIGINT", "SIGTERM", "SIGHUP", "Ctrl-D"],
)
def test_a_terminal_is_left_as_it_was_and_the_game_is_kept(leave, code, tmp_path):
    path = tmp_path / "games.pgn"
    with closing(Terminal(*RANDOM, "--pgn", str(path))) as terminal:
        terminal.see("Human (White)>")
        terminal.type("e4\r")
        terminal.see("random plays ")
        terminal.see("Human (White)>")
        leave(terminal)
        terminal.see("1 game added to")
        assert terminal.end() == code
        assert termios.tcgetattr(terminal.master) == terminal.at_first
    assert "1. e4" in path.read_text()


def test_a_smaller_window_has_a_smaller_board():
    with closing(Terminal(*RANDOM)) as terminal:
        terminal.see("Human (White)>")
        terminal.resize(40, 24)
        terminal.type("board\r")
        terminal.see("   a  b  c  d  e  f  g  h\n▶ Human  White")
        terminal.type("quit\r")
        assert terminal.end() == 0


@pytest.mark.parametrize(
    ("arguments", "more"),
    [(("--ascii",), {}), ((), {"PYTHONIOENCODING": "ascii"})],
    ids=["asked for", "by the encoding"],
)
def test_a_board_of_letters(arguments, more):
    with closing(Terminal(*RANDOM, *arguments, **more)) as terminal:
        said = terminal.see("8  r  n  b  q  k  b  n  r")  # the prompt may be there before it
        assert (said + terminal.see("Human (White)>")).isascii()
        terminal.type("\x04")
        assert terminal.end() == 0


@pytest.mark.parametrize(
    "more",
    [{}, {"COLORTERM": "truecolor"}, {"TERM": "xterm"}, {"NO_COLOR": "1"}],
    ids=["256 colours", "all colours", "16 colours", "none"],
)
def test_the_sides_have_different_colours_or_without_colours_different_signs(more):
    with closing(Terminal(*RANDOM, **{"COLORTERM": "", **more})) as terminal:
        terminal.see("a  b  c  d  e  f  g  h")
        terminal.see("Human (White)>")
        terminal.type("\x04")
        assert terminal.end() == 0
        drawn = Text.from_ansi(terminal.styled.replace("\r", ""))
    rooks = [at for at, sign in enumerate(drawn.plain) if sign in "♜♖"][:4]  # a8, h8, a1, h1
    signs = "".join(drawn.plain[at] for at in rooks)
    styles = [drawn.get_style_at_offset(Console(), at) for at in rooks]
    inks, grounds = [s.color for s in styles], [s.bgcolor for s in styles]
    if "NO_COLOR" in more:
        assert (signs, {*inks, *grounds}) == ("♜♜♖♖", {None})
        return
    assert signs == "♜♜♜♜"
    assert inks[0] == inks[1] != inks[2] == inks[3]
    assert grounds[0] == grounds[3] != grounds[1] == grounds[2]  # light squares, and dark ones
    assert not {*inks} & {*grounds}


def test_words_are_in_the_language_of_the_settings(settings_of_our_own):
    settings_of_our_own.parent.mkdir()
    settings_of_our_own.write_text('{"language": "zh_CN"}')
    with closing(Terminal(*RANDOM, BOARD_LANG="")) as terminal:
        terminal.see("玩家（白方）>")
        terminal.type("\x04")
        assert terminal.end() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="tmux is for POSIX systems")
def test_what_people_see_in_tmux(tmp_path):
    with closing(Tmux(tmp_path, *RANDOM, "--time", "300")) as window:
        screen = window.see("Human (White)>", "random (Black) 5:00")
        assert "8  ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜       random  Black" in screen
        window.type("N")
        window.see("Nh3", "Nf3", "Na3", "Nc3")  # the menu
        window.type("-l", "f3")  # and not the key F3
        window.type("Enter")
        window.see("Human (White)> Nf3\nrandom plays ")
        window.type("half a line")
        window.see("> half a line")
        window.see("▶ Human (White) 4:5")  # the clock goes on below
        window.resize(50, 24)
        window.see("> half a line", "▶ Human (White) 4:5")
        window.type("C-c")
        window.see("Press Ctrl-C again to leave")
        window.type("Up")
        window.see("> Nf3\n")
        window.type("C-c")
        window.type("C-c")
        window.see("The game was stopped: interrupted")


@pytest.mark.parametrize("game", ["chess", "gomoku", "chess-3d"])
def test_a_board_in_forty_columns_has_a_line_for_each_row(game, tmp_path):
    with closing(Tmux(tmp_path, *RANDOM, "--game", game, columns=40, lines=45)) as window:
        screen = window.see("Human (White)>", "▶ Human  White")
        board = screen.partition("random  Black")[2].partition("▶ Human  White")[0]
        rows = board.splitlines()[1:]
        geometry = game_named(game).rules.geometry
        assert len(rows) == geometry.height + 1
        assert rows[-1].split() == list(geometry.column_labels)
        for row, label in zip(rows, geometry.row_labels, strict=False):
            assert row.split()[0] == label
        window.type("help", "Enter")
        window.see("\n  decline  decline the draw that is\n           offered\n")
