"""Live analysis at the real window, by an engine that reports two lines of two moves."""

import pygame
import pytest
from driving import User
from pygame.event import Event

from board_core import Move, Sentence, say
from board_core.frontend.adviser import Analyst, EngineLine, LinesFound
from board_core.text.sentence import BoardError
from board_pygame.kit.link_rows import LinkRows
from board_pygame.kit.menu import DropDown
from board_pygame.wish import Frame


def found(user: User) -> LinkRows:
    (rows,) = user.all(LinkRows)
    return rows


def link(user: User, row: int, plies: int) -> tuple[int, int]:
    spot = found(user).spot_of(row, plies, user.window.ui.fonts)
    assert spot is not None, "it is not seen"
    return spot.center


@pytest.fixture
def analysed(user: User) -> User:
    """Behind the key F3, with the lines of the first position."""
    user.key(pygame.K_F3)
    user.until(lambda: len(found(user).rows) == 2)
    return user


def test_the_lines_are_told_with_their_scores_as_moves_to_click(analysed: User):
    rows = found(analysed).rows
    assert [row.badge for row in rows] == ["+0.40", "+0.20"]
    assert [word.text for word in rows[0].words] == ["1.", "a3", "a5"]
    assert analysed.window.board.scene.best == (("a2", "a3"), ("a2", "a4"))


def test_a_click_on_a_move_plays_the_line_up_to_it_and_backspace_goes_back(analysed: User):
    analysed.click(link(analysed, 1, 2))
    assert analysed.moves == ["a4", "a5"]
    analysed.until(lambda: found(analysed).rows)
    assert found(analysed).rows[0].words[0].text == "2."
    analysed.key(pygame.K_BACKSPACE)
    assert analysed.state.ply == 0


def test_a_digit_plays_the_first_move_of_its_line(analysed: User):
    analysed.letter("2")
    assert analysed.moves == ["a4"]


def test_a_move_that_is_pointed_at_is_shown_as_a_small_board(analysed: User):
    preview = analysed.window._screen.lines.preview
    analysed.move(link(analysed, 0, 1))
    assert preview.visible
    analysed.move(analysed.at("e4"))
    assert not preview.visible


def test_lines_are_played_by_keyboard(analysed: User):
    while analysed.top.focus is not found(analysed):
        analysed.key(pygame.K_TAB)
    for key in (pygame.K_DOWN, pygame.K_RIGHT, pygame.K_RETURN):
        analysed.key(key)
    assert analysed.moves == ["a4"]


def test_e_hides_the_evaluation_and_shows_it_again(analysed: User):
    analysed.command("e")
    assert found(analysed).rows == ()
    assert analysed.window.board.scene.best == ()
    analysed.command("e")
    analysed.until(lambda: found(analysed).rows)


def test_plus_and_minus_change_the_number_of_lines(analysed: User):
    analysed.key(pygame.K_PLUS, text="+")
    assert analysed.window.state.analysis.lines == 4
    analysed.press_button("−")
    analysed.key(pygame.K_KP_MINUS)
    assert analysed.window.state.analysis.lines == 2


def test_the_analysis_of_a_hidden_window_waits(analysed: User):
    analysed.do(Event(pygame.WINDOWMINIMIZED))
    assert analysed.window.state.analysis.asked is None
    analysed.do(Event(pygame.WINDOWRESTORED))
    assert analysed.window.state.analysis.asked is not None


def test_a_failing_engine_says_why(user: User, monkeypatch: pytest.MonkeyPatch):
    def fails(*_: object) -> Analyst:
        raise BoardError(say("the engine ended with code 3"))

    monkeypatch.setattr(user.window._analyser, "_make", fails)
    user.key(pygame.K_F3)
    user.until(lambda: isinstance(user.window.state.analysis.why, Sentence))
    assert found(user)._said == "the engine ended with code 3"
    user.press_button("Go on")
    user.until(lambda: user.window.state.analysis.why)


def test_the_action_opens_the_analysis_and_escape_leaves_it(user: User):
    user.press_button("Analyse")
    assert user.window.state.frame is Frame.ANALYSIS
    assert len(user.all(DropDown)) == 1
    user.key(pygame.K_ESCAPE)
    assert user.window.state.frame is Frame.GAME
    assert not user.all(LinkRows)


def test_a_line_that_does_not_fit_is_opened_by_its_chevron(analysed: User):
    analysed.until(lambda: analysed.window.state.analysis.why)
    rows, line = found(analysed), analysed.window.state.analysis.line
    assert line is not None
    long = EngineLine(None, 30, (Move("a2a3"),) * 40, ("Nbd7xe5+",) * 40)
    analysed.window.ask(LinesFound(line, "engine", (long,)))
    analysed.do()
    assert rows.spot_of(0, 40, analysed.window.ui.fonts) is None
    analysed.click((rows.rect.right - 14, rows.rect.y + 20))
    assert rows.spot_of(0, 40, analysed.window.ui.fonts) is not None


def test_a_right_click_copies_a_line(analysed: User):
    analysed.click(link(analysed, 0, 1), button=3)
    assert analysed.clipboard.paste() == "+0.40 1. a3 a5 depth 7"
