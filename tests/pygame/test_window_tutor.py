"""Hints, reviews and puzzles at the real window."""

import pygame
import pytest
from driving import CTRL, FUNCTIONS, User, function

from board_core.author.analysis import MoveQuality
from board_pygame.effects import DialogAction
from board_pygame.games import BUILT_IN_GAMES
from board_pygame.intents import ChangeSettings, OfferGame, SetPosition, ShowStart, StepPlies
from board_pygame.kit.buttons import Button
from board_pygame.kit.moves import Ply
from board_pygame.kit.painter import Icon
from board_pygame.phases import GameFinished


@pytest.fixture
def user(tmp_path):
    user = User(tmp_path, adviser=f"{FUNCTIONS}:advises")
    yield user
    user.leave()


def finished(user: User) -> None:
    """A short game, mated, with its panel closed. White gives a pawn and does not take one."""
    user.start()
    for start, end in [("e2", "e4"), ("d7", "d5"), ("a2", "a3"), ("d5", "e4")]:
        count = len(user.moves)
        user.clicks(start, end)
        user.until(lambda count=count: len(user.moves) == count + 1 and user.state.view.asked)
    user.menu("Stop")
    user.until_phase(GameFinished)


def test_a_hint_is_an_arrow_and_words(user: User):
    user.clicks("e2", "e4")
    user.clicks("d7", "d5")
    user.command("h")
    user.until(lambda: user.window.board.scene.arrow)
    assert user.window.board.scene.arrow == ("e4", "d5")
    assert "white pawn e4 to d5, takes black pawn" in user.status
    user.clicks("e4", "d5")
    assert user.window.board.scene.arrow == ()


def test_a_hint_is_for_its_own_game_and_no_other(user: User):
    user.command("h")
    user.until(lambda: user.window.board.scene.arrow)
    user.window.ask(OfferGame("renju", 0, next(iter(BUILT_IN_GAMES["renju"].variants.values()))))
    user.do()
    assert user.window.board.scene.arrow == ()
    user.window.ask(OfferGame("chess", 0, next(iter(BUILT_IN_GAMES["chess"].variants.values()))))
    user.command("h")
    user.until(lambda: user.window.board.scene.arrow)
    user.start()
    user.until_asked()
    assert user.window.board.scene.arrow == ()


def test_a_hint_in_a_game_is_for_the_side_to_move_of_a_person(user: User):
    user.start(black=function("waits"))
    user.press_button("Hint")
    user.until(lambda: user.window.board.scene.arrow)
    user.clicks("e2", "e4")
    user.until(lambda: user.moves == ["e4"] and user.state.view.asked)
    user.command("h")
    assert "when it is its turn" in user.status


def test_no_hint_where_the_game_is_over(user: User):
    user.window.ask(SetPosition("4k3/4Q3/4K3/8/8/8/8/8 b - - 0 1"))
    user.do()
    user.command("h")
    assert "over" in user.status


def test_a_review_marks_the_moves_and_tells_the_accuracy(user: User):
    finished(user)
    user.letter("r", CTRL)
    user.until(lambda: user.dialog == "Review of the game")
    rows = [user.table().rows.row(index) for index in range(2)]
    assert [row[0] for row in rows] == ["White", "Black"]
    assert "The greatest mistake of" in user.words
    assert "To practise: " in user.words
    history = user.window._screen.moves._history
    items = [history.item(index) for index in range(4)]
    assert [item.notation + item.sign for item in items] == ["e4", "d5??", "a3??", "dxe4"]
    assert [item.ink for item in items] == ["dim", "error", "error", "dim"]
    assert "blunder, better was exd5" in history.words(2)
    user.press_button("Look at the game")
    user.click(user.tabs["Graph"])
    graph = user.window._screen.graph.graph.game
    assert [ply for ply, _value, _text in graph.scores] == [1, 2, 3, 4]
    assert graph.marks == ((2, "error"), (3, "error"))
    user.window.ask(StepPlies(-1))
    user.do()
    assert user.status.endswith("\na3: blunder, better was exd5.")
    user.command("h")
    user.until(lambda: user.window.board.scene.arrow)
    assert "\nHint: " in user.status
    user.letter("c", CTRL | pygame.KMOD_LSHIFT)
    assert user.status.endswith("\nThe game is copied as PGN.")  # also at an earlier position
    copied = " ".join(user.clipboard.paste().split())
    assert "2. a3 $4 { [%eval " in copied
    assert "blunder, better was exd5" in copied
    assert "( 2. exd5 )" in copied


def past(user: User) -> None:
    """Open the newest game of the past."""
    user.window.ask(ShowStart())
    user.do()
    user.take_card("Person – Person")


def signs(user: User) -> list[str]:
    history = user.window._screen.moves._history
    items = map(history.item, range(len(history)))
    return [item.notation + item.sign for item in items if isinstance(item, Ply)]


REVIEWED = ["e4", "d5??", "a3??", "dxe4"]


def test_a_review_is_kept_with_its_game(user: User, tmp_path):
    finished(user)
    user.letter("r", CTRL)
    user.until(lambda: user.dialog == "Review of the game")
    user.press_button("Look at the game")
    user.leave()
    again = User(tmp_path, adviser=f"{FUNCTIONS}:advises")
    try:
        past(again)
        assert signs(again) == REVIEWED
        assert [ply for ply, _score in again.state.sheet.scores()] == [1, 2, 3, 4]
        assert "[%eval " in again.window._files.record(again.window.state)
        assert not again.window._screen._header.buttons["review"].visible
    finally:
        again.leave()


def test_a_game_of_the_past_is_reviewed_by_its_button_and_stays_so(user: User):
    finished(user)
    past(user)
    user.press_button("Review the game")
    user.until(lambda: user.dialog == "Review of the game")
    user.press_button("Look at the game")
    assert signs(user) == REVIEWED
    user.window.ask(SetPosition(None))
    past(user)
    assert signs(user) == REVIEWED
    assert user.state.sheet.scores()


def test_blunders_are_offered_for_practice_only_where_the_person_made_them(user: User):
    user.start(black=function("answers"))
    user.clicks("e2", "e4")
    user.until(lambda: len(user.moves) == 2 and user.state.view.asked)
    user.clicks("f1", "c4")
    user.until(lambda: user.moves == ["e4", "e5", "Bc4", "Nc6"] and user.state.view.asked)
    user.menu("Stop")
    user.until_phase(GameFinished)
    user.letter("r", CTRL)
    user.until(lambda: user.dialog == "Review of the game")
    assert [one.quality for one in user.window.state.study.judged.values()][-1] is (
        MoveQuality.BLUNDER  # the program's
    )
    assert "Practise the blunders" not in [button.text for button in user.all(Button)]
    user.press_button("Look at the game")
    user.window.ask(DialogAction.OPEN_MENU)
    user.do()
    assert "Review the game" in user.all_items
    assert "Practise blunders" not in user.all_items


def practising(user: User) -> None:
    finished(user)
    user.menu("Review the game")
    user.until(lambda: user.dialog == "Review of the game")
    user.press_button("Practise the blunders")


def test_blunders_are_practised_and_the_game_is_back_as_it_was(user: User):
    finished(user)
    before = user.state.view
    user.menu("Review the game")
    user.until(lambda: user.dialog == "Review of the game")
    user.press_button("Practise the blunders")
    puzzles = user.window.state.study.puzzles
    assert [one.played for one in puzzles] == ["d7d5", "a2a3"]
    assert "Puzzle 1 of 2" in user.status
    assert user.window.board.scene.flipped
    user.click("d7")
    assert "Puzzle 1 of 2" in user.status  # it was gone after the first click
    user.click("d5")
    user.until(lambda: "not good enough" in user.status)
    assert not user.moves
    user.type_move(puzzles[0].position.notation(puzzles[0].best))
    assert "Puzzle 2 of 2" in user.status
    assert not user.window.board.scene.flipped
    user.clicks("e4", "d5")
    assert "the game is back" in user.status
    assert user.state.view == before
    assert isinstance(user.state.phase, GameFinished)
    assert user.window.state.study.current is None


def test_the_solution_of_a_puzzle_is_shown_when_asked_for(user: User):
    practising(user)
    puzzle = user.window.state.study.current
    user.command("h")
    assert user.window.board.scene.arrow == (puzzle.best[:2], puzzle.best[2:4])
    assert "The solution" in user.status
    user.menu("Next puzzle")
    assert "Puzzle 2 of 2" in user.status
    user.menu("End the practice (X)")
    assert user.moves == ["e4", "d5", "a3", "dxe4"]


def test_a_practice_ends_when_another_game_comes_onto_the_board(user: User):
    practising(user)
    assert user.window.board.scene.flipped
    user.clipboard.copy("1. d4 d5 2. c4 *")
    user.letter("v", CTRL)
    assert user.moves == ["d4", "d5", "c4"]
    assert not user.window.board.scene.flipped
    assert user.window.state.study.current is None
    user.click(user.icon(Icon.MENU))
    assert "End the practice (X)" not in user.all_items


def test_a_practice_has_its_own_actions(user: User):
    practising(user)
    user.press_button("Solution")
    assert user.window.board.scene.arrow
    user.press_button("Next puzzle")
    assert "Puzzle 2 of 2" in user.status
    user.press_button("End the practice")
    assert user.moves == ["e4", "d5", "a3", "dxe4"]
    assert user.button("Save").visible


def test_a_practice_begins_when_the_game_has_ended(user: User):
    finished(user)
    user.letter("r", CTRL)
    user.until(lambda: user.dialog == "Review of the game")
    user.press_button("Look at the game")
    user.press_start()
    user.until(lambda: user.state.running)
    user.click(user.icon(Icon.MENU))
    item = next(one for one in user.top._list._choices if "Practise" in one.caption.text)
    assert not item.enabled


def test_a_review_that_cannot_be_says_why(user: User):
    user.letter("r", CTRL)
    assert "no moves" in user.status
    user.start(black=function("waits"))
    user.letter("r", CTRL)
    assert "not ended" in user.status


def test_an_adviser_that_is_none_is_told(user: User):
    from dataclasses import replace

    user.window.ask(ChangeSettings(replace(user.window.state.settings, adviser="nobody")))
    user.command("h")
    assert "nobody" in user.status


def test_a_game_is_played_from_an_earlier_position(user: User):
    user.clicks("e2", "e4")
    user.clicks("e7", "e5")
    user.key(pygame.K_LEFT)
    user.menu("Play from here…")
    user.choose("Person")
    user.press_button("Play")
    user.until(lambda: user.state.running and user.state.view.asked)
    assert user.moves == ["e4"]


def test_closing_in_the_middle_of_a_review_leaves_nothing(user: User):
    finished(user)
    user.letter("r", CTRL)
    assert MoveQuality.BLUNDER not in user.window.state.study.judged.values()
