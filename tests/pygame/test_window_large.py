"""The splitter, the full screen, and what is kept of both."""

from dataclasses import replace

import pygame
from board_pygame.projector import (
    ProjectorScreen,
    big_text,
    line_widget,
    paint_verdict,
)
from driving import User, function
from pygame import Rect

from board_core import Move, Score
from board_core.frontend.adviser import EngineLine, LinesFound
from board_core.frontend.settings import load
from board_core.games import CHESS
from board_pygame.analysis import Analysis
from board_pygame.board.backdrop import letter_size
from board_pygame.effects import DialogAction
from board_pygame.game_screen import GameScreen
from board_pygame.intents import (
    BeginAction,
    ChangeSettings,
)
from board_pygame.kit.buttons import Button
from board_pygame.kit.painter import Painter
from board_pygame.kit.scrolling import Splitter
from board_pygame.kit.text import Fonts
from board_pygame.kit.widget import Painted
from board_pygame.labels import OPENING_NAMES, opening_name, opening_of
from board_pygame.phases import GameFinished
from board_pygame.start_screen import StartScreen


def splitter(user: User) -> Splitter:
    (found,) = user.all(Splitter)
    return found


def painted(user: User, paint: object) -> list[Painted]:
    """What a function has painted on the projector's screen."""
    return [each for each in user.all(Painted) if each.paint is paint]


def projected_moves(user: User) -> list[str]:
    rows = user.top._moves.rows
    items = [rows.item(index) for index in range(len(rows))]
    return [item.notation + item.sign for item in items]


def projected_texts(user: User) -> list[str]:
    values = [each.value for each in user.all(Painted)]
    return [
        value[0]
        for value in values
        if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str)
    ]


def wide(user: User) -> int:
    """The width of the board in pixels."""
    return int(user.window.board.cells.board.w)


def test_the_board_is_made_smaller_by_whole_squares_and_larger_again(user: User):
    user.resize((1280, 800))
    largest, middle = wide(user), splitter(user).rect.center
    user.move(middle)
    user.press(middle)
    user.move((middle[0] - 100, middle[1]), held=True)
    smaller = wide(user)
    assert largest - 110 < smaller < largest - 90
    assert smaller % 8 == 0
    user.release((middle[0] - 100, middle[1]))
    assert load(user.file).settings.board_percent == user.window.state.settings.board_percent < 100
    user.key(pygame.K_LEFT)
    assert abs(wide(user) - smaller * 7 / 8) < 8
    user.key(pygame.K_HOME)
    assert wide(user) == 320
    user.key(pygame.K_END)
    assert wide(user) == largest
    assert load(user.file).settings.board_percent == 100


def test_another_language_leaves_the_board_its_size(user: User):
    user.window.ui.focus(splitter(user))
    user.key(pygame.K_HOME)
    smallest = wide(user)
    user.window.ask(ChangeSettings(replace(user.window.state.settings, language="zh_CN")))
    user.do()
    assert wide(user) == smallest


def test_f11_fills_the_screen_from_any_dialog_and_gives_the_window_back_its_size(user: User):
    user.resize((900, 700))
    user.window.ask(DialogAction.OPEN_HELP)
    user.do()
    user.key(pygame.K_F11)
    assert user.window.ui.size == pygame.display.get_desktop_sizes()[0]
    user.key(pygame.K_ESCAPE)  # closes the dialog
    assert isinstance(user.top, ProjectorScreen)
    user.key(pygame.K_ESCAPE)
    assert isinstance(user.top, GameScreen)
    assert user.window.ui.size == (900, 700)


def test_a_window_that_is_closed_while_it_fills_the_screen_keeps_its_own_size(user: User):
    user.resize((900, 700))
    user.key(pygame.K_F11)
    user.leave()
    assert load(user.file).settings.window == (900, 700)


def test_the_projector_shows_as_many_moves_as_fit_and_then_the_result(user: User):
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()
    user.key(pygame.K_F11)
    assert not painted(user, paint_verdict)
    for start, end in (("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")):
        count = len(user.moves)
        user.clicks(start, end)
        user.until(lambda count=count: len(user.moves) > count)
    user.until_phase(GameFinished)
    user.do()
    (verdict,), moves = painted(user, paint_verdict), user.top._moves
    assert verdict.value[0] == "0–1"
    assert "mate" in verdict.value[1]
    assert projected_moves(user) == ["f3", "e5", "g4", "Qh4#"]
    assert moves.rect.bottom < verdict.rect.top


def test_a_board_is_labelled_once(user: User):
    def labels() -> tuple[bool, bool]:
        return user.window.board.scene.coordinates, any(
            isinstance(each.value, bool) for each in user.all(Painted)
        )

    assert labels() == (True, False)
    user.key(pygame.K_F11)
    assert labels() == (False, True)
    user.key(pygame.K_F11)
    assert labels() == (True, False)


def test_buttons_appear_while_the_mouse_moves_and_go_away_again(user: User):
    user.key(pygame.K_F11)
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()
    user.move((300, 300))
    user.move((310, 300))
    assert [button.enabled for button in user.all(Button)] == [True, False, True, True, True]
    user.press_button("Pause")
    user.until(lambda: user.state.view.paused)
    user.do()
    assert user.button("Go on")
    later = user.window._time.now() + 60.0
    user.window.ui.now = later
    user.window.ui.tick()
    assert not user.all(Button)
    user.key(pygame.K_SPACE)
    user.until(lambda: not user.state.view.paused)


def test_the_square_under_the_pointer_is_no_longer_marked_once_the_board_has_moved_away(user: User):
    user.resize((900, 700))
    user.key(pygame.K_F11)
    far = user.at("h1")
    user.move(far)
    assert user.window.board.hot
    user.key(pygame.K_F11)
    assert user.window.board.rect.collidepoint(far) is user.window.board.hot is False


def test_the_board_is_not_framed_in_full_screen_because_it_had_the_keyboard_before(user: User):
    user.key(pygame.K_F3)
    assert user.window.board.focused
    user.key(pygame.K_F11)
    assert isinstance(user.top, ProjectorScreen)
    assert not user.window.board.focused


def test_the_first_screen_fills_the_screen_too(user: User):
    user.key(pygame.K_F11)
    assert isinstance(user.top, ProjectorScreen)
    user.command("n")
    assert isinstance(user.top, StartScreen)
    user.letter("2")
    user.key(pygame.K_RETURN)
    user.until(lambda: len(user.moves) > 1)
    assert isinstance(user.top, ProjectorScreen)


def test_a_game_that_is_analysed_in_full_screen_shows_its_lines_there(user: User):
    user.seat(function("first"), function("waits"))
    user.window.ask(BeginAction.START_PLAYING)
    user.until(lambda: len(user.moves) == 1)
    user.window.state = replace(user.window.state, analysis=Analysis(stopped=True))
    user.key(pygame.K_F11)
    user.key(pygame.K_F3)
    line = user.window.state.analysis.line
    assert line is not None
    found = EngineLine(Score(cp=35), 9, (Move("e7e5"),), ("e5",))
    user.window.ask(LinesFound(line, "engine", (found,)))
    user.do()
    texts = projected_texts(user)
    assert "-0.35  1… e5" in texts
    assert "Evaluation: -0.35" in texts
    assert "1 move" in texts
    assert any("back to the paused game" in text for text in texts)
    user.key(pygame.K_F3)
    assert isinstance(user.top, ProjectorScreen)
    assert user.state.running


def test_the_arrows_of_an_analysis_that_was_stopped_do_not_outlive_it(user: User):
    user.window.state = replace(user.window.state, analysis=Analysis(stopped=True))
    user.key(pygame.K_F3)
    line = user.window.state.analysis.line
    assert line is not None
    found = EngineLine(Score(cp=35), 9, (Move("e2e4"),), ("e4",))
    user.window.ask(LinesFound(line, "engine", (found,)))
    user.do()
    assert user.window.board.scene.best
    user.key(pygame.K_F3)
    assert not user.window.board.scene.best


def test_a_long_line_of_an_engine_has_letters_as_large_as_a_short_one(monkeypatch, user: User):
    sizes = []
    monkeypatch.setattr(Painter, "text", lambda *_given, size, **_more: sizes.append(size))
    for text in ("+0.30 1. e4", "+0.30 1. e4 " * 20):
        line = line_widget(0.6, least=1.0)
        line.place((0, 0, 300, 40))
        line.set((text, "text"))
        line.draw(user.window.ui.painter)
    assert len(set(sizes)) == 1


def test_no_result_stands_beside_an_earlier_position(user: User):
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()
    user.key(pygame.K_F11)
    for start, end in (("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")):
        count = len(user.moves)
        user.clicks(start, end)
        user.until(lambda count=count: len(user.moves) > count)
    user.until_phase(GameFinished)
    user.do()
    assert painted(user, paint_verdict)
    user.key(pygame.K_LEFT)
    assert not painted(user, paint_verdict)
    assert "move 2 of 2" in projected_texts(user)


def test_every_opening_that_has_a_name_can_be_played():
    for moves in OPENING_NAMES:
        position = CHESS.start(None)
        for text in moves.split():
            move = position.parse(text)
            assert position.notation(move) == text, moves
            position = position.play(move)


def test_an_opening_is_named_by_its_longest_known_beginning(user: User):
    assert opening_name([]) == ""
    assert opening_name(["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O"]).endswith("Giuoco Piano")
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()
    user.clicks("e2", "e4")
    user.until_moves("e4")
    user.clicks("c7", "c5")
    user.until_moves("e4", "c5")
    assert opening_of(user.state) == "Sicilian Defence"
    user.key(pygame.K_LEFT)
    assert opening_of(user.state) == "King's Pawn Game"


def test_a_name_is_written_smaller_before_it_is_cut(user: User, monkeypatch):
    shown, fit = set(), Fonts.fit
    monkeypatch.setattr(Fonts, "fit", lambda *asked: shown.add(found := fit(*asked)) or found)
    painter, name = user.window.ui.painter, "Black · Person"
    whole = painter.fonts.width(name, letter_size(48, painter.fonts))
    for wide in range(whole * 3 // 5, whole):
        big_text(painter, name, Rect(0, 0, wide, 84), 48)
    assert shown == {name}
