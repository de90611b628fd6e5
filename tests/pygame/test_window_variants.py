"""Variants of chess at the window: pieces in hand, counted checks, castling in Chess960."""

import pygame
from driving import User
from stones import begin, choose_game

from board_core import Color, Reason
from board_pygame.intents import BeginAction, SetPosition
from board_pygame.phases import GameFinished
from board_pygame.player_strip import PlayerStrip


def variant(user: User, name: str) -> None:
    """Two people at this board."""
    choose_game(user, name)
    user.choose("Person")
    begin(user)


def play(user: User, *moves: tuple[str, ...]) -> None:
    for squares in moves:
        count = len(user.moves) + 1
        user.clicks(*squares)
        user.until(lambda count=count: len(user.moves) == count)
        user.until(lambda: user.state.view.asked or user.state.ended)


def take_up(user: User, color: Color, symbol: str) -> None:
    """A click on a piece that this side has in hand, beside the board."""
    strip = user.window._screen._strips.of[color]
    user.click(next(spot.center for spot, held in strip._held_at if held == symbol))


def test_a_piece_in_hand_is_put_on_the_board_by_two_clicks(user: User):
    variant(user, "Crazyhouse")
    play(user, ("e2", "e4"), ("d7", "d5"), ("e4", "d5"), ("d8", "d5"), ("b1", "c3"), ("d5", "e5"))
    strips = user.window._screen._strips.of
    assert strips.white.strip.held == ("P",)
    assert strips.black.strip.held == ("p",)
    take_up(user, Color.WHITE, "P")
    assert (strips.white.strip.picked, strips.black.strip.picked) == ("P", "")
    assert "e2" in user.window.board.scene.targets("P@")
    play(user, ("e2",))
    assert user.moves[-1] == "@e2"
    assert user.board["e2"] == "P"
    assert strips.white.strip.held == ()
    assert strips.white.strip.taken.pieces == (), "a hand that is empty shows nothing"


def hand_of_white(user: User) -> tuple[PlayerStrip, tuple[int, int]]:
    """The strip of a side that holds a pawn and is to move, and the place of the pawn."""
    variant(user, "Crazyhouse")
    play(user, ("e2", "e4"), ("d7", "d5"), ("e4", "d5"), ("d8", "d5"))
    strip = user.window._screen._strips.of.white
    return strip, strip._held_at[0][0].center


def test_a_piece_in_hand_is_dragged_to_its_square(user: User):
    strip, pawn = hand_of_white(user)
    user.move(pawn)
    user.press(pawn)
    user.move(user._place("e4"), held=True)
    assert [one.symbol for one in user.window.board.drawing.flying] == ["P"]
    user.release(user._place("e4"))
    user.until(lambda: len(user.moves) == 5)
    assert user.moves[-1] == "@e4"
    assert (strip.strip.held, strip.strip.picked) == ((), "")


def test_a_piece_in_hand_that_is_dropped_beside_the_board_is_still_chosen(user: User):
    strip, pawn = hand_of_white(user)
    user.drag(pawn, (pawn[0] + 9, pawn[1] + 2))
    assert strip.strip.picked == "P"
    user.click("e4")
    user.until(lambda: user.moves[-1] == "@e4")


def test_escape_puts_a_piece_in_hand_back_and_shows_it(user: User):
    strip, pawn = hand_of_white(user)
    user.click(pawn)
    assert strip.strip.picked == "P"
    user.key(pygame.K_ESCAPE)
    assert user.window.board.hand.selected is None
    assert strip.strip.picked == ""


def test_a_piece_in_the_hand_of_the_other_side_is_not_taken_up(user: User):
    variant(user, "Crazyhouse")
    play(user, ("e2", "e4"), ("d7", "d5"), ("e4", "d5"), ("d8", "d5"))
    take_up(user, Color.BLACK, "p")
    strips = user.window._screen._strips.of
    assert (strips.white.strip.picked, strips.black.strip.picked) == ("", "")
    play(user, ("b1", "c3"))
    take_up(user, Color.BLACK, "p")
    assert (strips.white.strip.picked, strips.black.strip.picked) == ("", "p")
    play(user, ("e4",))
    assert user.board["e4"] == "p"


def test_a_click_on_an_empty_square_alone_drops_nothing(user: User):
    variant(user, "Crazyhouse")
    play(user, ("e2", "e4"), ("d7", "d5"), ("e4", "d5"), ("d8", "d5"))
    user.click("e4")
    assert len(user.moves) == 4
    take_up(user, Color.WHITE, "P")
    take_up(user, Color.WHITE, "P")  # put back
    user.click("e4")
    assert len(user.moves) == 4


def test_a_drop_is_typed_and_a_bad_one_refused_in_words(user: User):
    variant(user, "Crazyhouse")
    play(user, ("e2", "e4"), ("d7", "d5"), ("e4", "d5"), ("d8", "d5"))
    user.type_move("N@f3")
    assert "you hold no N to drop" in user.status
    take_up(user, Color.WHITE, "P")
    user.click("d5")
    assert "is occupied" in user.status
    user.type_move("@e4")
    user.until(lambda: user.moves[-1] == "@e4")


def test_a_drop_that_leaves_the_king_in_check_is_refused_in_words(user: User):
    variant(user, "Crazyhouse")
    user.menu("Stop")
    user.until_phase(GameFinished)
    user.window.ask(SetPosition("4k3/8/8/8/8/3n4/8/4K3[Pp] w - - 0 1"))
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()
    take_up(user, Color.WHITE, "P")
    assert user.window._screen._strips.of.white.strip.picked == ""
    assert "This pawn does not stop the check anywhere" in user.status
    take_up(user, Color.BLACK, "p")
    assert "This pawn cannot move: it is the turn of White" in user.status


def test_a_drop_that_does_not_stop_a_check_from_afar_is_refused_in_words(user: User):
    variant(user, "Crazyhouse")
    user.menu("Stop")
    user.until_phase(GameFinished)
    user.window.ask(SetPosition("4k3/8/8/4r3/8/8/8/4K3[Pp] w - - 0 1"))
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()
    take_up(user, Color.WHITE, "P")
    user.click("a4")
    assert "P@a4 is not legal: your king is in check" in user.status


def test_the_checks_of_each_side_are_counted_beside_the_board(user: User):
    variant(user, "Three-check")
    play(user, ("e2", "e4"), ("f7", "f6"), ("d1", "h5"))
    strips = user.window._screen._strips.of
    assert strips.white.strip.second == "checks: 1 of 3"
    assert strips.black.strip.second == "checks: 0 of 3"


def test_a_king_of_chess960_castles_onto_its_rook_or_onto_its_goal(user: User):
    for king_goes_to in ("h1", "g1"):
        variant(user, "Chess960")
        user.menu("Stop")
        user.until_phase(GameFinished)
        user.window.ask(SetPosition("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"))
        user.window.ask(BeginAction.START_PLAYING)
        user.until_asked()
        play(user, ("e1", king_goes_to))
        assert user.moves == ["O-O"]
        assert (user.board["g1"], user.board["f1"]) == ("K", "R")
        user.menu("Stop")
        user.until_phase(GameFinished)


def test_a_game_of_chess960_begins_with_a_start_by_lot(user: User):
    variant(user, "Chess960")
    plan = user.state.plan
    assert plan is not None
    assert plan.game.setup is not None
    assert plan.game.setup.split()[0].count("/") == 7


def test_what_ends_a_variant_is_said_in_words(user: User):
    variant(user, "Atomic")
    play(user, ("e2", "e4"), ("a7", "a6"), ("d1", "h5"), ("a6", "a5"), ("h5", "f7"))
    user.until_phase(GameFinished)
    assert user.state.view.ended.outcome.reason is Reason.KING_EXPLODED
    assert "White wins: Black's king has exploded" in user.log[-1]


def test_a_hint_in_a_variant_comes_from_an_ai_that_plays_it(user: User, monkeypatch):
    monkeypatch.setattr("board_core.frontend.adviser.installed", list)
    variant(user, "Chess960")
    user.command("h")
    user.until(lambda: user.window.board.scene.arrow)
    assert "\nHint: " in user.status
