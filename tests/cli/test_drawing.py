import sys
from dataclasses import replace
from io import StringIO
from math import inf

import pytest
from levels import LEVELS, START
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from board_cli import drawing
from board_cli.drawing import (
    PAIR_COLUMNS,
    board_lines,
    frame,
    move_lines,
    player_line,
    standing_line,
    thought_line,
)
from board_cli.screen import (
    COLOR_PALETTE,
    PLAIN_PALETTE,
    SIGN_PALETTE,
    SIXTEEN_COLOR_PALETTE,
    look_for,
)
from board_core import Color, MovePlayed, PerColor, Rules, Score, Thinking, Thought, TimeControl
from board_core.author.testing import play_script
from board_core.game.clock import clock_text
from board_core.game.geometry import cells, plan
from board_core.game.player import score_text
from board_core.game.view import View, first_view
from board_core.game.words import Words
from board_core.games import CHESS
from board_core.games.hosted import HostedGame
from board_core.games.look import Look
from board_core.match import MatchResult, Tally
from board_core.match.known_games import game_named
from board_core.text.harmless_text import visible

MATE = (["f3", "g4"], ["e5", "Qh4"])
ONE_GAME = MatchResult(("script", "script"), 1)


def view_of(events) -> View:
    view = first_view(events[0])
    for event in events[1:]:
        view = view.after(event)
    return view


def plain(lines) -> str:
    return "\n".join(line.plain for line in lines)


def ansi(text, width=80, color_system="truecolor") -> str:
    out = StringIO()
    Console(file=out, width=width, force_terminal=True, color_system=color_system).print(text)
    return out.getvalue()


@pytest.mark.parametrize("palette", [PLAIN_PALETTE, SIGN_PALETTE, COLOR_PALETTE])
@pytest.mark.parametrize("game", ["chess", "gomoku", "chess-3d"])
def test_a_board_with_less_room_has_narrower_squares_and_all_its_pieces(game, palette):
    rules = game_named(game).rules
    position = rules.start(None)
    for move in [*position.legal_moves()][:1]:
        position, last = position.play(move), rules.places(position, move)
    pieces = []
    for width in (110, 60, 40):
        lines = board_lines(rules, position, last, palette, width=width)
        assert max(line.cell_len for line in lines) <= width
        pieces.append(
            [sign for sign in plain(lines[:-1]) if not sign.isspace() and sign not in "·[]"]
        )
    assert pieces[0] == pieces[1] == pieces[2]


def test_the_last_move_on_narrow_squares_without_colours_is_marked_on_one_side():
    rules = game_named("gomoku").rules
    position = rules.start(None).play("c1")
    row, labels = board_lines(rules, position, ("c1",), SIGN_PALETTE, width=40)[-2:]
    assert row.plain == " 1 · · ●]" + "· " * 12
    assert labels.plain == "   a b c d e f g h j k l m n o p"


def test_only_the_labels_beside_a_board_are_dim():
    text = Text("name")
    line = drawing.beside(board_lines(CHESS, CHESS.start(None), (), COLOR_PALETTE), [text])[0]
    assert "\x1b[2m" not in ansi(line).partition("8")[2]
    assert ansi(line).startswith("\x1b[2m8 ")


def test_a_board_in_letters():
    view = view_of(play_script(CHESS, *MATE))
    assert plain(
        board_lines(CHESS, view.position, view.last_places, PLAIN_PALETTE)
    ).splitlines() == [
        "8  r  n  b [.] k  b  n  r ",
        "7  p  p  p  p  .  p  p  p ",
        "6  .  .  .  .  .  .  .  . ",
        "5  .  .  .  .  p  .  .  . ",
        "4  .  .  .  .  .  .  P [q]",
        "3  .  .  .  .  .  P  .  . ",
        "2  P  P  P  P  P  .  .  P ",
        "1  R  N  B  Q  K  B  N  R ",
        "   a  b  c  d  e  f  g  h",
    ]


def test_a_board_from_blacks_side():
    lines = board_lines(CHESS, CHESS.start(None), (), SIGN_PALETTE, flipped=True)
    assert lines[0].plain == "1  ♖  ♘  ♗  ♔  ♕  ♗  ♘  ♖ "
    assert lines[7].plain == "8  ♜  ♞  ♝  ♚  ♛  ♝  ♞  ♜ "
    assert lines[8].plain == "   h  g  f  e  d  c  b  a"


def test_the_squares_of_the_last_move_have_a_colour_of_their_own():
    view = view_of(play_script(CHESS, *MATE))
    painted = ansi(board_lines(CHESS, view.position, view.last_places, COLOR_PALETTE)[0])
    assert painted.count("48;2;184;150;62") == 1  # d8, a dark square, was left
    assert "48;2;184;150;62" not in ansi(board_lines(CHESS, view.position, (), COLOR_PALETTE)[0])


def test_a1_is_dark_and_h1_is_light():
    row = board_lines(CHESS, CHESS.start(None), (), COLOR_PALETTE)[7]
    painted = ansi(row)
    assert painted.index("48;2;107;138;94") < painted.index("48;2;163;177;138")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (600, "10:00"),
        (599.99, "9:59"),
        (10, "0:10"),
        (9.99, "0:09.9"),
        (0, "0:00.0"),
        (3600, "1:00:00"),
        (7325.5, "2:02:05"),
        (inf, "-"),
    ],
)
def test_clocks_read_as_clocks_do(seconds, text):
    assert clock_text(seconds) == text


@pytest.mark.parametrize(
    ("control", "text"),
    [
        (TimeControl(), "no clock"),
        (TimeControl(600), "10 min"),
        (TimeControl(90, 0.5), "90 s + 0.5 s a move"),
        (TimeControl(7200, moves_per_period=40), "120 min for 40 moves"),
        (TimeControl(per_move=5), "5 s a move"),
        (TimeControl(300, delay=3), "5 min + 3 s delay a move"),
        (TimeControl(300, bronstein=3), "5 min + 3 s Bronstein delay a move"),
        (TimeControl(600, byoyomi=30, periods=5), "10 min + 5 × 30 s byo-yomi"),
        (TimeControl(0, byoyomi=10, periods=3), "3 × 10 s byo-yomi"),
        (TimeControl(60, per_move=5), "1 min, at most 5 s a move"),
    ],
)
def test_time_controls_in_words(control, text):
    assert Words("en").control(control) == text


def test_scores_are_written_in_pawns_and_mates():
    assert score_text(Score(cp=35)) == "+0.35"
    assert score_text(Score(cp=-250)) == "-2.50"
    assert score_text(Score(mate=-3)) == "#-3"
    assert score_text(Score()) == ""
    assert score_text(Score(cp=35), Color.BLACK) == "-0.35"
    assert score_text(Score(mate=-3), Color.BLACK) == "#3"


def test_control_characters_are_shown_and_never_sent():
    assert visible("plain, 中文 too") == "plain, 中文 too"
    assert visible("\x1b[2J\r\n\x9b\u202e") == r"\x1b[2J\r\n\x9b\u202e"


def test_a_players_text_can_neither_colour_nor_clear_the_screen():
    view = first_view(play_script(CHESS, ["e4"], [])[0])
    view = replace(view, names=PerColor("[red]\x1b[2Jevil", "[/]good"))
    view = view.after(Thinking(Color.WHITE, 0, Thought(text="\x1b]0;title\x07[bold]")))
    painted = ansi(frame(view, ONE_GAME, 1, 0, COLOR_PALETTE, 80, 24))
    assert r"[red]\x1b[2Jevil" in painted
    assert r"\x1b]0;title\x07[bold]" in painted
    assert "\x1b[2J" not in painted
    assert "\x07" not in painted


def test_the_side_to_move_has_an_arrow_and_little_time_turns_red():
    events = play_script(CHESS, ["e4", None], [("e5", 55)])
    view = view_of(events[:-1])
    white = player_line(view, Color.WHITE, now=55, look=PLAIN_PALETTE, width=40)
    black = player_line(view, Color.BLACK, now=55, look=PLAIN_PALETTE, width=40)
    assert white.plain == "> script  White" + " " * 21 + "1:00"
    assert black.plain == "  script  Black" + " " * 19 + "0:05.0"
    assert "31" in ansi(black, color_system="standard")


def test_a_long_name_leaves_the_clock_its_place():
    view = first_view(play_script(CHESS, ["e4"], [])[0])
    view = replace(view, names=PerColor("很长的名字" * 20, "x"))
    line = player_line(view, Color.WHITE, 0, SIGN_PALETTE, 30)
    assert cell_len(line.plain) == 30
    assert line.plain.endswith(" 1:00")


def test_a_name_of_any_characters_moves_no_clock():
    view = first_view(play_script(CHESS, ["e4"], [])[0])
    names = ["Ada ❤️", "✔️♟️", "नमस्ते", "سلام", "\ufe0f", "👩‍👩‍👧", "e\u0301" * 20]
    every = [chr(code) for code in range(sys.maxunicode + 1)]
    for name in [*names, *("".join(every[at : at + 0x400]) for at in range(0, len(every), 0x400))]:
        view = replace(view, names=PerColor(name, "x"))
        line = player_line(view, Color.WHITE, 0, SIGN_PALETTE, 40).plain
        assert line.isprintable()
        assert line.endswith(" 1:00")
        assert cell_len(line) == 40


def test_a_thought_fits_on_its_line():
    thought = Thought(depth=12, score=Score(cp=35), pv=("e2e4",) * 30)
    line = thought_line(thought, 40).plain
    assert line.startswith("  +0.35  depth 12  e2e4 e2e4")
    assert line.endswith("…")
    assert cell_len(line) <= 40
    assert thought_line(None, 40).plain.strip() == ""


def played(white, black, **options):
    events = play_script(CHESS, white, black, **options)
    return [event for event in events if isinstance(event, MovePlayed)]


def test_the_last_moves_stand_in_columns():
    moves = played(["Nf3", "Ng1"] * 2, ["Nf6", "Ng8"] * 2)
    lines = move_lines(moves, Color.WHITE, 2, 2 * PAIR_COLUMNS)
    assert [line.plain.split() for line in lines] == [
        ["1.", "Nf3", "Nf6", "3.", "Nf3", "Nf6"],
        ["2.", "Ng1", "Ng8", "4.", "Ng1", "Ng8"],
    ]


def test_a_full_page_of_moves_scrolls_by_a_column():
    moves = played(["Nf3", "Ng1", "Nf3", "Nd4", "e4"], ["Nf6", "Ng8", "Nf6", "Ng8"])
    lines = move_lines(moves, Color.WHITE, 2, 2 * PAIR_COLUMNS)
    assert [line.plain.split() for line in lines] == [
        ["3.", "Nf3", "Nf6", "5.", "e4"],
        ["4.", "Nd4", "Ng8"],
    ]


def test_a_game_that_black_begins_counts_its_moves_right():
    moves = played(["Kd1"], ["Kd8"], setup="4k3/7p/8/8/8/8/7P/4K3 b - - 0 1")
    (line,) = move_lines(moves, Color.WHITE, 1, 2 * PAIR_COLUMNS)
    assert line.plain.split() == ["1.", "...", "Kd8", "2.", "Kd1"]


@pytest.mark.parametrize("width", [20, 40, 60, 80, 100, 200])
@pytest.mark.parametrize(
    "look", [PLAIN_PALETTE, SIGN_PALETTE, COLOR_PALETTE, SIXTEEN_COLOR_PALETTE]
)
def test_a_frame_fits_its_screen(width, look):
    view = view_of(play_script(CHESS, *MATE))
    view = view.after(Thinking(Color.WHITE, 3, Thought(pv=("e2e4",) * 100)))
    for games in (1, 12):
        drawn = frame(view, MatchResult(("a" * 90, "b"), games), 1, 0, look, width, 24)
        lines = drawn.plain.splitlines()
        assert len(lines) <= 24
        assert all(cell_len(line) <= width for line in lines)


@pytest.mark.parametrize("width", [30, 40, 60, 120])
def test_a_narrow_screen_keeps_the_points_of_both(width: int):
    names = ("a name that is long enough for any line", "another that is even longer than this")
    standing = MatchResult(names, 10, Tally(3, 1, 1), ended=5, played=5)
    line = standing_line(standing, SIGN_PALETTE, width)
    assert "  3.5 : 1.5  " in line.plain
    assert line.plain.startswith("a name")
    assert "  ano" in line.plain
    assert line.cell_len <= width
    assert ("3 won" in line.plain) is (width == 120)


def test_a_frame_shows_everything():
    events = play_script(CHESS, *MATE)
    standing = MatchResult(("anna", "bert"), 10, Tally(3, 1, 1), ended=5, played=5)
    text = frame(view_of(events), standing, 6, 0, SIGN_PALETTE, 80, 24).plain
    for part in (
        "game 6 of 10 · chess · 1 min",
        "script  White",
        "script  Black",
        "2. g4      Qh4#",
        "0-1  Black wins: White's king is mated",
        "anna  3.5 : 1.5  bert  ·  3 won, 1 drawn, 1 lost",
        "5 of 10 games",
    ):
        assert part in text


@pytest.mark.parametrize(
    ("color_system", "encoding", "terminal", "look"),
    [
        ("truecolor", "utf-8", "xterm-256color", COLOR_PALETTE),
        ("256", "UTF-8", "screen", COLOR_PALETTE),
        ("standard", "utf-8", "xterm", SIXTEEN_COLOR_PALETTE),
        (None, "utf-8", "xterm", SIGN_PALETTE),
        ("truecolor", "ascii", "xterm", PLAIN_PALETTE),
        (None, "ascii", "", PLAIN_PALETTE),
    ],
)
def test_every_terminal_gets_what_it_can_show(color_system, encoding, terminal, look):
    assert look_for(color_system, encoding, terminal) is look


def test_a_console_without_a_desktop_gets_letters_in_colour():
    look = look_for("standard", "utf-8", "linux")
    assert board_lines(CHESS, CHESS.start(None), (), look)[7].plain == "1  R  N  B  Q  K  B  N  R "


def test_what_is_drawn_without_a_unicode_terminal_is_ascii():
    view = view_of(play_script(CHESS, *MATE))
    assert frame(view, MatchResult(("a", "b"), 3), 1, 0, PLAIN_PALETTE, 100, 24).plain.isascii()


class Still:
    """A position that nobody moves in."""

    def __init__(self, pieces, text="") -> None:
        self._pieces, self._text = pieces, text

    def pieces(self):
        return self._pieces

    def __str__(self) -> str:
        return self._text


def rules_on(geometry) -> Rules:
    return Rules("still", Color.WHITE, geometry, lambda setup: Still({}))


def test_a_board_without_labels_shows_the_names_of_its_empty_places():
    rules = rules_on(plan([[None, "b2W", "QL3"], ["a1QL3", "c3N", None]]))
    position = Still({"b2W": "K", "c3N": "q"})
    assert plain(board_lines(rules, position, ("QL3", "b2W"), PLAIN_PALETTE)).splitlines() == [
        "       [  K  ][ QL3 ]",
        " a1QL3    q          ",
    ]
    flipped = board_lines(rules, position, (), PLAIN_PALETTE, flipped=True)
    assert flipped[0].plain == "          q    a1QL3 "


def test_rows_of_a_slanted_board_lie_further_right_each():
    rules = rules_on(replace(cells(3, 3), slant=0.5))
    assert plain(
        board_lines(rules, Still({"a3": "x", "c1": "O"}), ("c1",), SIGN_PALETTE)
    ).splitlines() == [
        "3  x  ·  · ",
        "2   ·  ·  · ",
        "1     ·  · [O]",
        "      a  b  c",
    ]


def test_a_wide_sign_has_room_of_its_own():
    lines = board_lines(rules_on(cells(2, 1)), Still({"a1": "车", "b1": "x"}), (), COLOR_PALETTE)
    assert cell_len(lines[0].plain) == 2 + 2 * 4


def test_a_game_without_places_shows_its_own_text_and_no_control_characters():
    lines = board_lines(rules_on(plan([])), Still({}, "pile: 7\n\x1b[2J"), (), COLOR_PALETTE)
    assert plain(lines).splitlines() == ["pile: 7", "\\x1b[2J"]


def test_a_game_may_have_colours_of_its_own(monkeypatch):
    look = Look(letters=False, ground=("#112233", "#000000"), discs=("#ffcc00", "#cc0000"))
    monkeypatch.setattr(drawing, "hosted", lambda rules: HostedGame(rules, look=look))
    position = Still({"a1": "Y"})
    line = board_lines(rules_on(cells(2, 1)), position, (), COLOR_PALETTE)[0]
    assert "●" in line.plain
    assert "48;2;17;34;51" in ansi(line)
    assert "38;2;255;204;0" in ansi(line)
    few = board_lines(rules_on(cells(2, 1)), position, (), SIXTEEN_COLOR_PALETTE)[0]
    assert "48;2;17;34;51" not in ansi(few)


def test_boards_that_move_have_their_names_beside_them():
    rules = Rules("levels", Color.WHITE, LEVELS, lambda _setup: START)
    drawn = board_lines(rules, START, ("QL2", "QL1", "a1W"), PLAIN_PALETTE)
    assert [line.plain.rstrip() for line in drawn] == [
        "4B        .  k",
        "3B        .  .",
        " 3              .  .",
        " 2              .  .",
        "2W        .  . a KL2",
        "1W A QL1][K] .",
        " 1  .  .",
        " 0  R  .",
        "    y  z  a  b  c  d",
    ]
    painted = ansi(board_lines(rules, START, ("QL2", "QL1"), COLOR_PALETTE)[5])
    assert painted.count("48;2;184;150;62") == 1
