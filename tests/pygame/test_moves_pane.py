"""The rows of a game's moves, their pane with its steps, and the list of the games of a file."""

from dataclasses import replace

import pygame
import pytest
from driving import User
from kit.driver import Window as Drawn

from board_core.frontend.settings import Settings
from board_core.games import CHESS, GOMOKU
from board_pygame.effects import ReadFile
from board_pygame.history import HistoryRows
from board_pygame.intents import ChangeSettings, GoToPly, PasteText, ShowLine
from board_pygame.kit.moves import Kind, Remark
from board_pygame.labels import end_of, record_title
from board_pygame.moves_pane import MovesPane
from board_pygame.state import State, new_state

OPERA = """[Event "Paris Opera"]
[Site "Paris FRA"]
[Date "1858.??.??"]
[White "Morphy, Paul"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

1. e4 {[%emt 0:00:02]} e5 {[%emt 0:01:05]} 2. Nf3 d6 $2 (2... Nc6) (2... Nf6) 3. d4 Bg4?! 1-0
"""
STUDY = """[Event "Beautiful studies: Stalemate as a weapon"]
[Site "https://lichess.org/study/a"]
[Result "1/2-1/2"]
[SetUp "1"]
[FEN "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1"]

*

[Event "Beautiful studies: Two rooks"]
[Site "https://lichess.org/study/a"]
[Result "*"]
[SetUp "1"]
[FEN "8/8/1KP5/3r4/8/8/8/k7 b - - 0 1"]

1... Rd6 *
"""


def pasted(text: str, rules=CHESS) -> State:
    return new_state(rules, Settings(ask_before_ending=False)).after(PasteText(text))[0]


def items(state: State, **more) -> list:
    rows = HistoryRows(state.game, **more)
    return [rows.item(index) for index in range(len(rows))]


def test_a_record_opens_at_its_first_position_and_moves_alone_at_their_last():
    assert pasted(OPERA).game.ply == 0
    assert pasted("1. e4 e5 2. Nf3").game.live


def test_the_title_of_a_record_names_its_players_and_tells_result_place_year_and_opening():
    state = pasted(OPERA)
    assert record_title(state.game) == ("Morphy – Duke Karl", "1–0 · Paris 1858 · Philidor Defence")
    inner, _ = state.after(ShowLine(((3, 0),), 4))
    assert record_title(inner.game) == record_title(state.game)
    assert record_title(new_state(CHESS, Settings()).game) == ("", "")


def test_a_chapter_of_a_study_is_called_by_its_own_name():
    title, told = record_title(pasted(STUDY.split("\n\n[")[0]).game)
    assert (title, told) == ("Stalemate as a weapon", "½–½ · Beautiful studies")


def test_moves_have_their_signs_and_times_and_the_result_stands_last():
    rows = items(pasted(OPERA))
    moves = [(row.notation, row.sign, row.ink) for row in rows if not isinstance(row, Remark)]
    assert moves[3:] == [("d6", "?", "warning"), ("d4", "", "dim"), ("Bg4", "?!", "accent")]
    assert [row.extra for row in rows[:3]] == ["2.0", "1:05", ""]
    assert rows[-1] == Remark(Kind.END, "White wins", "1–0", "3 moves · 1 min")


@pytest.mark.parametrize(
    ("tag", "words"),
    [("normal", "White wins"), ("time forfeit", "White wins · time forfeit")],
)
def test_a_record_tells_how_its_game_ended(tag, words):
    state = pasted(f'[Result "1-0"]\n[Termination "{tag}"]\n\n1. e4 1-0')
    assert end_of(state.game) == ("1–0", words)
    mate = pasted('[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1')
    assert end_of(mate.game) == ("0–1", "Black wins: White's king is mated")


def test_the_board_at_its_start_points_to_no_move():
    state = pasted(OPERA)
    assert HistoryRows(state.game).shown() is None
    rows = HistoryRows(state.after(GoToPly(4))[0].game)
    assert rows.item(rows.shown()).notation == "d6"


def test_bare_rows_are_the_moves_of_the_shown_line_up_to_the_shown_one():
    state, _ = pasted(OPERA).after(GoToPly(4))
    assert [row.notation for row in items(state, bare=True)] == ["e4", "e5", "Nf3", "d6"]
    state, _ = state.after(ShowLine(((3, 1),), 4))
    assert [row.notation for row in items(state, bare=True)] == ["e4", "e5", "Nf3", "Nf6"]


def test_moves_are_copied_with_numbers_and_signs_where_the_game_is_written_as_pgn():
    rows = HistoryRows(pasted(OPERA).game)
    plies = [i for i in range(len(rows)) if not isinstance(rows.item(i), Remark)]
    assert rows.copied(plies[1:]) == "1... e5 2. Nf3 d6? 3. d4 Bg4?!"
    rows = HistoryRows(pasted("(;GM[4]SZ[15];B[hh];W[hg])", GOMOKU).game)
    assert rows.copied([0, 1]) == " ".join(rows.item(index).notation for index in (0, 1))
    assert "." not in rows.copied([0, 1])


def test_a_result_that_is_gone_is_not_left_in_the_grid():
    rows = HistoryRows(pasted(OPERA).game)
    assert rows.show_state(pasted("1. e4 e5").game)
    assert len(rows) == 2


# The pane


@pytest.fixture
def pane():
    asked = []
    made = MovesPane(asked.append, pasted(OPERA))
    window = Drawn(*((widget, (0, 0, 0, 0)) for widget in made.widgets), size=(560, 400))
    made.place(pygame.Rect(0, 0, 560, 400), window.ui)
    yield made, window, asked
    window.fonts.close()


def test_the_pane_shows_the_moves_and_steps_through_them(pane):
    made, window, asked = pane
    state = pasted(OPERA)
    made.show_state(state, {})
    first, back, forward, last = made.nav._steps
    assert [button.enabled for button in (first, back, forward, last)] == [False, False, True, True]
    window.click(forward)
    assert state.after(asked[-1])[0].game.ply == 1
    made.show_state(state.after(GoToPly(6))[0], {})
    assert [button.enabled for button in (first, back, forward, last)] == [True, True, False, False]
    assert not made.nav._live.visible  # nobody plays on
    window.assert_drawn_as_anew()
    made.show(False)
    assert not made.grid.visible
    assert first.visible, "the row below the moves serves the other tabs too"
    made.nav.show(False)
    assert not any(widget.visible for widget in made.widgets)


def test_moves_are_told_in_words_by_a_setting(pane):
    made, window, asked = pane
    state = pasted(OPERA)
    made.show_state(state, {})
    made.toggle_words()
    assert asked == [ChangeSettings(replace(state.settings, moves_in_words=True))]
    made.show_state(state.after(asked[0])[0], {})
    assert made.grid.in_words
    window.assert_drawn_as_anew()


def test_the_pane_leads_back_to_a_game_that_goes_on(user: User):
    made = MovesPane(user.window.ask, user.window.state)
    made.place(pygame.Rect(0, 0, 560, 400), user.window.ui)
    made.show_state(user.window.state, {})
    assert made.grid.empty[1].startswith("Click a player")
    user.start()
    for move in ("e4", "e5", "Nf3"):
        user.type_move(move)
        user.until(lambda move=move: user.moves[-1:] == [move] and user.state.view.asked)
    made.show_state(user.window.state, {})
    assert not made.nav._live.visible
    user.window.ask(GoToPly(1))
    made.show_state(user.window.state, {})
    assert made.nav._live.text == "Back to move 2"
    assert made.nav._steps[2].rect.x >= made.nav._live.rect.right
    made.nav._live.press(user.window.ui)
    assert user.state.live
    made.show_state(user.window.state, {})
    assert not made.nav._live.visible
    assert made.grid.empty[1] == ""


# The games of a file


def listed(user: User, text: str, tmp_path):
    file = tmp_path / "club.pgn"
    file.write_text(text, "utf-8")
    user.window.ask(ReadFile(file))
    user.do()
    return user.top, [column.title for column in user.table().columns]


def test_only_columns_with_content_are_listed_and_the_marked_game_is_shown(user: User, tmp_path):
    other = OPERA.replace("Morphy, Paul", "Anderssen, Adolf").replace("1858", "1852")
    dialog, columns = listed(user, f"{OPERA}\n{other}", tmp_path)
    assert columns == ["No", "White", "Black", "Result", "Event", "Date"]
    assert user.table().rows.row(0)[1:3] == ("Morphy, P.", "Duke Karl / Count Isouard")
    assert user.table().rows.row(0)[-1] == "1858"
    assert dialog._players.text == "Morphy, Paul – Duke Karl / Count Isouard"
    assert dialog._facts.text == "1–0 · Paris 1858"
    assert dialog._moves.text == "1. e4 e5 2. Nf3 d6 3. d4 Bg4"
    assert dialog._board._scene.pieces["g4"] == "b"
    user.key(pygame.K_DOWN)
    assert dialog._players.text.startswith("Anderssen")
    user.type("nobody")
    assert dialog._players.text == ""
    assert not dialog._board.visible
    user.key(pygame.K_ESCAPE)
    assert user.dialog == ""


def test_the_chapters_of_a_study_are_listed_by_name_with_who_begins(user: User, tmp_path):
    dialog, columns = listed(user, STUDY, tmp_path)
    assert columns == ["No", "Chapter", "Begins", "Result"]
    assert user.table().rows.row(1)[1:] == ("Two rooks", "Black to move", "")
    assert dialog._players.text == "Stalemate as a weapon"
    assert dialog._board._scene.pieces["f3"] == "k"
    user.letter("2", pygame.KMOD_CTRL)
    assert [user.table().rows.row(at)[1] for at in range(2)] == [
        "Stalemate as a weapon",
        "Two rooks",
    ]


def test_a_game_that_cannot_be_read_says_why_beside_the_list(user: User, tmp_path):
    broken = '[White "Ada"]\n[SetUp "1"]\n[FEN "nonsense"]\n\n1. e4 *\n'
    dialog, _columns = listed(user, f"{OPERA}\n{broken}", tmp_path)
    user.key(pygame.K_DOWN)
    assert dialog._facts.text
    assert not dialog._board.visible
