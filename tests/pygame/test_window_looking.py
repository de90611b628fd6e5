"""The real loop: walking through a game while it goes on, and what can be copied, opened, saved."""

from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from driving import CTRL, GATE, SHIFT, User, function, program

from board_core import Color, say
from board_core.frontend.settings import load
from board_pygame.board.backdrop import DIM_BROWN_COLORS
from board_pygame.effects import (
    DialogAction,
    OpenLoadAI,
    SaveRecordFile,
    WriteFile,
)
from board_pygame.game_screen import LOG_PAGE
from board_pygame.intents import (
    ChangeSettings,
    EditorAction,
    LookAction,
    RequestRefused,
    ShowStart,
    StepPlies,
)
from board_pygame.kit.files import FileBrowser
from board_pygame.kit.menu import Menu
from board_pygame.kit.moves import MovesGrid
from board_pygame.kit.painter import THEMES, Icon
from board_pygame.language import spoken
from board_pygame.phases import FreeBoard, GameFinished

LEFT, RIGHT, HOME, END = pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END


@pytest.fixture
def game(user: User) -> User:
    """Two AIs, after e4 e5 Nf3 Nc6; White thinks about its third move."""
    user.start(function("waits"), function("answers"))
    GATE.open(2)
    user.until_moves("e4", "e5", "Nf3", "Nc6")
    return user


def grid_of(user: User) -> MovesGrid:
    return user.window._screen.moves.grid


def place_of(user: User, index: int) -> tuple[int, int]:
    """Where a move is seen in the grid, which is scrolled there."""
    grid = grid_of(user)
    grid._due = index
    grid.mark()
    user.do()
    row = grid._row_of[index]
    cells = grid._grid[row].cells
    x, width = grid._column(user.window.ui.fonts, cells.index(index) if index in cells else 0)
    return x + width // 2, grid.rect.y + grid._starts[row + 1] - grid._first() - 8


def test_the_tabs_stay_where_they_are_when_one_looks_back_after_the_game(user: User):
    user.start()
    user.clicks("e2", "e4")
    user.until(lambda: len(user.moves) == 1)
    user.menu("Stop")
    user.until_phase(GameFinished)
    place = user.tabs["Moves"]
    user.window.ask(StepPlies(-1))
    user.do()
    assert "Before the first move" in user.status
    assert user.tabs["Moves"] == place
    assert user.button("Play from here").enabled, "it is called so in the menu too"
    user.press_button("New game")  # beside the others


def test_the_tabs_do_not_jump_back_after_a_long_message(user: User):
    short = user.tabs["Moves"]
    user.window.ask(RequestRefused(say("this is refused for reasons that are told at length " * 3)))
    user.do()
    long = user.tabs["Moves"]
    assert long != short
    user.window.ask(LookAction.CLEAR_MESSAGE)
    user.do()
    assert "refused" not in user.status
    assert user.tabs["Moves"] == long


def test_keys_walk_through_a_running_game(game: User):
    for key, mod, ply in [
        (LEFT, 0, 3),
        (LEFT, 0, 2),
        (RIGHT, 0, 3),
        (HOME, 0, 0),
        (LEFT, 0, 0),
        (RIGHT, SHIFT, 4),
        (LEFT, SHIFT, 0),
        (END, 0, 4),
        (LEFT, 0, 3),
        (pygame.K_SPACE, 0, 4),
    ]:
        game.key(key, mod)
        assert game.state.ply == ply
        assert game.board == dict(game.state.shown.pieces())
        assert grid_of(game)._marked == ply - 1
    assert game.state.live


def test_the_wheel_over_the_board_walks_too(game: User):
    game.wheel(1, "e4")
    assert game.state.ply == 3
    game.wheel(-1, "e4")
    assert game.state.live
    game.wheel(0, "e4")  # to the side
    assert game.state.live


def test_a_view_is_pinned_while_the_game_goes_on(game: User):
    game.click(place_of(game, 0))
    assert game.state.ply == 1
    seen = game.board
    GATE.open()
    game.until(lambda: len(game.moves) == 6)
    assert game.board == seen
    assert game.state.ply == 1
    assert "Move 1 of 3" in game.status
    assert game.button("Back to move 3").hint == "Space"
    assert game.state.view.clock.running is Color.WHITE
    game.click("e4")
    assert game.state.live
    assert game.board == dict(game.state.view.position.pieces())
    assert grid_of(game).selected == []


def test_a_view_at_the_end_follows_the_game(game: User):
    game.click(place_of(game, 3))
    assert game.state.live
    GATE.open()
    game.until(lambda: len(game.moves) == 6)
    assert game.state.ply == 6


def test_the_keys_beside_the_list_walk_too(game: User):
    for icon, ply in ((Icon.FIRST, 0), (Icon.FORTH, 1), (Icon.BACK, 0), (Icon.LAST, 4)):
        game.click(game.icon(icon))
        assert game.state.ply == ply


def test_space_after_a_click_beside_the_list_goes_to_the_newest_move(game: User):
    game.click(game.icon(Icon.BACK))
    assert game.state.ply == 3
    game.key(pygame.K_SPACE)
    assert game.state.live


def test_moves_selected_by_dragging_are_copied_as_in_a_pgn(game: User):
    game.drag(place_of(game, 1), place_of(game, 3))
    assert grid_of(game).selected == [1, 2, 3]
    game.letter("c", CTRL)
    assert game.clipboard.paste() == "1... e5 2. Nf3 Nc6"
    assert game.state.ply == 2  # where the drag began
    game.click(place_of(game, 3))
    game.letter("c", CTRL)
    assert game.clipboard.paste() == game.state.shown.setup


def test_the_seconds_of_each_move_stand_beside_it(game: User):
    rows = grid_of(game).rows
    assert [rows.item(index).extra for index in range(4)] == [
        f"{event.elapsed:.1f}" for event in game.state.view.played
    ]


def test_the_seconds_beside_a_move_say_what_they_are(game: User):
    grid = grid_of(game)
    x, y = place_of(game, 0)
    game.move((x, y))
    assert grid.tip == ""
    left, width = grid._column(game.window.ui.fonts, 0)
    game.move((left + width - 20, y))
    assert grid.tip == "seconds for this move"


def test_a_move_typed_at_an_earlier_position_is_one_of_the_game(user: User):
    user.start()
    for move in ("e4", "e5", "Nf3"):
        user.type_move(move)
        user.until(lambda move=move: user.moves[-1:] == [move] and user.state.view.asked)
    user.click("a6")  # away from the field
    user.key(HOME)
    assert user.state.ply == 0
    user.type_move("Nc6")
    user.until_moves("e4", "e5", "Nf3", "Nc6")
    assert user.state.live


def test_a_take_back_before_the_view_returns_to_the_game(user: User):
    user.start()
    for move in ("e4", "e5"):
        user.type_move(move)
        user.until(lambda move=move: user.moves[-1:] == [move] and user.state.view.asked)
    user.click("a6")
    user.key(LEFT)
    assert user.state.ply == 1
    user.press_button("Take back")
    user.until_moves("e4")
    assert user.state.live


# Copying and pasting


def test_the_position_that_is_shown_is_copied_as_fen(game: User):
    game.key(HOME)
    game.letter("c", CTRL)
    assert game.clipboard.paste() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    game.key(END)
    game.menu("Copy position (FEN)")
    assert game.clipboard.paste() == game.state.view.position.setup
    assert "FEN" in game.status


def test_the_game_is_copied_as_pgn_and_pasted_onto_the_free_board(game: User):
    game.letter("c", CTRL | SHIFT)
    text = game.clipboard.paste()
    assert "1. e4" in text
    assert '[White "waits"]' in text
    game.letter("v", CTRL)
    assert game.state.refusal is not None  # not over a running game
    assert game.state.running
    game.press_button("Stop")
    game.until_phase(GameFinished)
    game.letter("v", CTRL)
    assert game.state.free
    assert game.moves == ["e4", "e5", "Nf3", "Nc6"]


def test_a_fen_is_pasted(user: User):
    user.clipboard.copy("  4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n")
    user.letter("v", CTRL)
    assert len(user.board) == 3


@pytest.mark.parametrize("text", ["nonsense", "8/8/8/8/8/8/8/8 w - - 0 1", "[Event]\n\n", "1. e5"])
def test_what_is_neither_fen_nor_pgn_is_refused_in_words(user: User, text: str):
    user.clicks("e2", "e4")
    user.clipboard.copy(text)
    user.letter("v", CTRL)
    assert user.state.refusal is not None
    assert user.status


def test_free_moves_are_copied_as_pgn(user: User):
    user.clicks("e2", "e4")
    user.letter("c", CTRL | SHIFT)
    assert "1. e4" in user.clipboard.paste()


# Files


def test_a_game_is_saved_and_opened_again_through_the_file_browser(user: User, tmp_path):
    for move in ("e4", "c5", "Nf3"):
        user.type_move(move)
    user.click("a6")
    user.letter("s", CTRL)
    assert isinstance(user.top, FileBrowser)
    user.top.go_to(tmp_path)
    user.type_into(user.entry(1), "mine.pgn")
    user.press_button("Save")
    assert "1. e4 c5" in (tmp_path / "mine.pgn").read_text()
    assert "mine.pgn" in user.status
    user.menu("Clear the board")
    user.until_phase(FreeBoard)
    user.until(lambda: user.moves == [])
    user.letter("o", CTRL)
    user.top.go_to(tmp_path)
    user.do()
    table = user.table()
    names = [table.rows.row(index)[0] for index in range(len(table.rows))]
    user.click(user.row(table, names.index("mine.pgn")))
    user.press_button("Open")
    assert user.moves == ["e4", "c5", "Nf3"]


def test_a_game_that_is_there_already_is_only_overwritten_when_wanted(user: User, tmp_path):
    file = tmp_path / "game.pgn"
    file.write_text("precious")
    user.clicks("e2", "e4")
    for answer, kept in (("No", True), ("Yes", False)):
        user.letter("s", CTRL)
        user.top.go_to(tmp_path)
        user.press_button("Save")
        user.press_button(answer)
        assert (file.read_text() == "precious") is kept
        if kept:
            user.press_button("Cancel")


def test_a_file_that_cannot_be_written_is_told_in_words(user: User, tmp_path):
    user.window.ask(WriteFile(tmp_path / "nowhere" / "game.pgn"))
    user.do()
    assert "nowhere" in user.status
    assert "No such file" in user.status


@pytest.mark.parametrize("content", [None, b"", b"\xff\xfe\x00nonsense", b'[FEN "x"]\n\n1. e4\n'])
def test_a_file_that_holds_no_game_is_refused_in_words(user: User, tmp_path, content):
    file = tmp_path / "game.PGN"
    if content is not None:
        file.write_bytes(content)
    user.do(pygame.event.Event(pygame.DROPFILE, file=str(file)))
    assert user.state.refusal is not None
    assert user.status
    assert len(user.board) == 32


def test_a_game_with_a_move_that_cannot_be_is_read_up_to_there(user: User, tmp_path):
    file = tmp_path / "game.pgn"
    file.write_text("1. e4 e5 2. Ke5 *")
    user.do(pygame.event.Event(pygame.DROPFILE, file=str(file)))
    assert user.moves == ["e4", "e5"]
    assert "Ke5" in user.status


# Settings, languages, sizes


def test_the_language_changes_in_the_middle_of_a_game(game: User):
    log = game.log
    game.click(game.tabs["Log"])
    game.click(game.icon(Icon.BACK))
    shown = game.state
    game.key(pygame.K_F7)
    for language, pawn in (("zh_CN", "兵"), ("en", "pawn")):
        game.window.ask(ChangeSettings(replace(game.window.state.settings, language=language)))
        game.do()
        assert grid_of(game).in_words
        assert pawn in grid_of(game).rows.words(0)
    assert game.state is shown
    assert game.log == log
    assert game.window._screen.tabs.index == LOG_PAGE
    GATE.open()
    game.until(lambda: len(game.moves) == 6)


def test_another_language_keeps_the_move_that_is_typed(user: User):
    user.type("Nf3")
    user.window.ask(ChangeSettings(replace(user.window.state.settings, language="zh_CN")))
    user.do()
    user.key(pygame.K_RETURN)
    assert user.moves == ["Nf3"]


def test_the_brown_board_follows_the_theme_at_once(user: User):
    before = user.window.board._pane.art.colors
    dark = replace(user.window.state.settings, theme="dark")
    user.window.ask(ChangeSettings(dark))
    user.do()
    assert user.window.board._pane.art.colors is DIM_BROWN_COLORS is not before


def test_settings_are_chosen_used_kept_and_read_again(user: User):
    user.menu("Settings…")
    user.choose("Dark")
    user.choose("Shapes")
    user.choose("125 %")
    user.choose("Show where a piece can go")
    assert user.top._board.scene.destinations is False
    user.click(user.row(user.table(), 5))
    user.choose("简体中文")
    user.press_button("完成")
    assert user.window.state.settings.theme == "dark"
    assert user.window.ui.theme is THEMES["dark"]
    assert user.window.ui.fonts.scale == 1.25
    assert spoken() == "zh_CN"
    kept = load(user.file)
    assert not kept.troubles
    assert kept.settings == user.window.state.settings
    assert kept.settings.language == "zh_CN"
    assert not kept.settings.show_destinations


def test_a_setting_is_used_at_once_and_undone_by_a_button(user: User):
    before = user.window.state.settings
    user.menu("Settings…")
    user.choose("Dark")
    assert user.window.ui.theme is THEMES["dark"]
    assert load(user.file).settings.theme == "dark"
    user.press_button("Undo changes")
    assert user.window.ui.theme is THEMES["light"]
    assert user.window.state.settings == before
    assert user.dialog == "Settings"
    user.key(pygame.K_RETURN)
    assert user.dialog == ""


def test_what_was_typed_is_used_when_the_settings_close(user: User):
    user.menu("Settings…")
    user.click(user.row(user.table(), 4))
    user.type_into(user.entry(), "greedy")
    user.key(pygame.K_ESCAPE)
    assert user.window.state.settings.adviser == "greedy"
    user.menu("Settings…")
    user.click(user.row(user.table(), 2))
    user.top._animation.set(70)
    user.click(user.row(user.table(), 0))
    assert user.window.state.settings.animation_ms == 70


def test_a_size_and_colours_that_only_stand_in_the_file_are_kept(tmp_path: Path):
    user = User(tmp_path, ui_scale=1.75, board_colors="own", window=(1920, 1080))
    try:
        user.window.ask(DialogAction.OPEN_SETTINGS)
        user.choose("Dark")
        kept = user.window.state.settings
        assert (kept.theme, kept.ui_scale, kept.board_colors) == ("dark", 1.75, "own")
    finally:
        user.leave()


def test_another_language_is_spoken_by_the_open_settings(user: User):
    user.menu("Settings…")
    user.click(user.row(user.table(), 5))
    user.choose("简体中文")
    assert user.dialog == "设置"
    user.press_button("撤销更改")
    assert (user.dialog, spoken()) == ("Settings", "en")


@pytest.mark.parametrize("size", [(800, 600), (1024, 768), (1920, 1080)])
def test_the_window_takes_any_size_in_the_middle_of_a_game(user: User, size):
    user.start(black=function("answers"))
    user.type("e")
    user.resize(size)
    assert user.window.ui.size == size
    assert user.entry().text == "e"
    screen = pygame.Rect((0, 0), size)
    assert [(w, w.rect) for w in user.all(object) if not screen.contains(w.rect)] == []
    user.clicks("e2", "e4")
    user.until_moves("e4", "e5")


def test_the_projector_shows_the_game_and_goes_away_again(game: User):
    game.key(pygame.K_F11)
    assert game.top.large
    GATE.open()
    game.until(lambda: len(game.moves) == 6)
    game.key(LEFT)
    assert game.state.ply == 5
    size = (1920, 1080)
    game.resize(size)
    game.key(pygame.K_ESCAPE)
    assert game.button("One move")
    assert game.state.ply == 5
    assert game.board == dict(game.state.shown.pieces())


def test_the_log_can_be_filtered_by_its_sides_in_either_language(user: User):
    user.start(program("d4", "stay"), program("d5", "stay"))
    user.until_moves("d4", "d5")
    user.window._screen.open_page(LOG_PAGE)
    user.do()
    both = user.lines
    user.window._screen.log.choose("BLACK")
    assert user.log == []
    assert user.lines == [line for line in both if line[0] == "Black"]
    user.window.ask(ChangeSettings(replace(user.window.state.settings, language="zh_CN")))
    user.do()
    assert user.window._screen.log.chosen == "BLACK"
    assert len(user.lines) < len(both)


@pytest.mark.parametrize("scale", [1.0, 2.0, 3.0])
@pytest.mark.parametrize("size", [(800, 600), (1920, 1080)])
def test_everything_opens_at_every_scale(tmp_path, scale: float, size: tuple[int, int]):
    user = User(tmp_path, ui_scale=scale)
    try:
        user.resize(size)
        for key in (ord("n"), pygame.K_F1, pygame.K_F11):
            user.key(key)
            user.key(pygame.K_ESCAPE)
        window = user.window
        for opened in (DialogAction.OPEN_SETTINGS, DialogAction.OPEN_ABOUT, DialogAction.OPEN_MENU):
            window.ask(opened)
            user.do()
            user.key(pygame.K_ESCAPE)
            assert len(window.ui.layers) == 1
        window.ask(OpenLoadAI(Color.WHITE))
        window.ask(SaveRecordFile())
        user.do()
    finally:
        user.leave()


@pytest.mark.parametrize(("key", "mod"), [(pygame.K_F2, 0), (pygame.K_l, CTRL)])
def test_two_keys_show_the_log(game: User, key: int, mod: int):
    game.key(key, mod)
    assert game.window._screen.log.visible
    assert not game.window._screen.moves.grid.visible


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_no_two_things_in_a_layer_have_the_same_letter(user: User, language: str):
    """Alt and a letter would only ever find one of them."""
    window = user.window
    window.ask(ChangeSettings(replace(window.state.settings, language=language)))
    dialogs = (
        *(
            None,
            ShowStart(),
            EditorAction.EDIT_POSITION,
            LookAction.LEAVE_FRAME,
            DialogAction.OPEN_SETTINGS,
            SaveRecordFile(),
        ),
        *(
            DialogAction.OPEN_RECORD_FILE,
            DialogAction.OPEN_HELP,
            DialogAction.OPEN_ABOUT,
            OpenLoadAI(Color.BLACK),
        ),
        DialogAction.OPEN_MENU,
    )
    for dialog in dialogs:
        if dialog is not None:
            window.ask(dialog)
        user.do()
        letters = [w.accelerator for w in user.top.widgets if w.visible and w.accelerator]
        if isinstance(user.top, Menu):
            letters = [item.caption.letter for item in user.top._list._choices]
        twice = {letter for letter in letters if letter and letters.count(letter) > 1}
        assert not twice, (user.dialog, twice)
        user.key(pygame.K_ESCAPE)
