"""The real loop: games by mouse, by keyboard and by text."""

import pygame
import pytest
from driving import CTRL, GATE, User, function

from board_core import Color, Reason
from board_pygame.intents import SetPosition
from board_pygame.kit.dialog import ChooseRow
from board_pygame.kit.painter import Icon
from board_pygame.phases import GameFinished


def is_over(user: User, reason: Reason) -> bool:
    ended = user.state.view.ended
    return ended is not None and ended.outcome.reason is reason


def test_two_people_play_a_whole_game_by_clicks(user: User):
    user.start()
    for number, (start, end) in enumerate(
        [("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")], start=1
    ):
        user.clicks(start, end)
        user.until(lambda number=number: len(user.moves) == number)
    user.until_phase(GameFinished)
    assert user.moves == ["f3", "e5", "g4", "Qh4#"]
    assert is_over(user, Reason.CHECKMATE)
    assert "Black wins" in user.status


def test_a_game_by_dragging_against_an_ai(user: User):
    user.start(black=function("answers"))
    user.drag("e2", "e4")
    user.until_moves("e4", "e5")
    user.drag("g1", "f3")
    user.until_moves("e4", "e5", "Nf3", "Nc6")
    assert user.window.board.hand.drags


def test_a_move_is_seen_at_once_and_does_not_jump_back(user: User):
    user.start()
    user.clicks("e2", "e4")
    assert user.board.get("e4") == "P"
    assert "e2" not in user.board
    user.until_moves("e4")
    assert user.board.get("e4") == "P"


def test_a_game_by_keyboard(user: User):
    def go(*keys: int):
        for key in keys:
            user.key(key, CTRL)

    user.start()
    up, down, left, enter = pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RETURN
    go(up)
    assert user.window.board.hand.cursor == "e4"
    go(down, down)
    user.key(enter)
    go(up, up)
    user.key(enter)
    user.until_moves("e4")
    go(up, up, up, left)
    user.key(enter)
    go(down, down)
    user.key(enter)
    user.until_moves("e4", "d5")


def test_a_game_by_typed_moves(user: User):
    user.start()
    played = []
    for san in ("e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"):
        user.type_move(san)
        played.append(san)
        user.until(lambda: user.moves == played)
        assert user.window._screen._entry.visible is False
    user.until_phase(GameFinished)
    assert is_over(user, Reason.CHECKMATE)


def test_a_letter_at_the_board_opens_the_field_and_names_the_moves(user: User):
    user.type("n")
    entry, matches = user.entry(), user.window._screen._matches
    assert (entry.text, matches.text) == ("n", "Na3   Nc3   Nf3   Nh3")
    strip = user.window._screen._strips.of.white
    assert entry.rect.centery == strip.rect.centery
    user.type("f")
    assert matches.text == "Nf3"
    user.type("9")
    assert matches.text == "no such move"
    user.key(pygame.K_ESCAPE)
    assert not entry.visible
    assert user.window.board.focused
    user.command("a")
    assert user.entry().text == ""
    user.type("Nf3")
    user.key(pygame.K_RETURN)
    assert user.moves == ["Nf3"]


def test_a_typed_move_that_is_wrong_stays_in_the_field_and_is_explained(user: User):
    user.start()
    user.type_move("Nf4")
    assert user.window._screen._entry.text == "Nf4"
    assert "Nf4" in user.status
    assert user.state.refusal is not None
    assert not user.moves


@pytest.fixture
def two_knights(user: User) -> User:
    """Both may go to d2."""
    user.window.ask(SetPosition("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"))
    user.do()
    return user


@pytest.mark.parametrize("running", [False, True])
def test_an_ambiguous_typed_move_is_chosen_from_a_list(two_knights: User, running: bool):
    user = two_knights
    if running:
        user.start()
    user.type_move("Nd2")
    assert isinstance(user.top, ChooseRow)
    assert not user.moves
    user.key(pygame.K_DOWN)
    chosen = user.table().rows.row(1)[1]
    user.key(pygame.K_RETURN)
    user.until(lambda: user.moves == [chosen])
    assert chosen in ("Nfd2", "Nbd2")
    assert user.window._screen._entry.visible is False


def test_the_ambiguous_choice_can_be_cancelled(two_knights: User):
    two_knights.type_move("Nd2")
    two_knights.key(pygame.K_ESCAPE)
    assert two_knights.dialog == ""
    assert two_knights.moves == []


def test_a_right_click_on_a_piece_lists_its_moves(user: User):
    user.start()
    user.click("b1", button=3)
    rows = user.table().rows
    assert sorted(rows.row(index)[1] for index in range(len(rows))) == ["Na3", "Nc3"]
    index = [rows.row(index)[1] for index in range(2)].index("Nc3")
    user.click(user.row(user.table(), index))
    user.press_button("OK")
    user.until_moves("Nc3")


PROMOTION = "8/4P3/8/8/8/2k5/8/4K3 w - - 0 1"


@pytest.mark.parametrize("running", [False, True])
@pytest.mark.parametrize(
    ("key", "san"), [("q", "e8=Q"), ("r", "e8=R"), ("b", "e8=B"), ("n", "e8=N")]
)
def test_a_pawn_becomes_what_a_key_says(user: User, key: str, san: str, running: bool):
    user.window.ask(SetPosition(PROMOTION))
    if running:
        user.start()
    user.clicks("e7", "e8")
    assert user.window.board.choosing
    user.letter(key)
    user.until(lambda: user.moves == [san])


@pytest.mark.parametrize(
    ("square", "san"), [("e8", "e8=Q"), ("e7", "e8=N"), ("e6", "e8=R"), ("e5", "e8=B")]
)
def test_a_pawn_becomes_what_is_clicked(user: User, square: str, san: str):
    user.window.ask(SetPosition(PROMOTION))
    user.drag("e7", "e8")
    assert user.window.board.drawing is not None
    user.click(square)
    assert user.moves == [san]


def test_a_promotion_is_cancelled_by_a_click_elsewhere(user: User):
    user.window.ask(SetPosition(PROMOTION))
    user.clicks("e7", "e8")
    user.click("a1")
    assert not user.window.board.choosing
    assert user.moves == []
    assert user.board["e7"] == "P"


def test_a_wrong_click_is_explained(user: User):
    user.start()
    user.clicks("e2", "e5")
    assert user.state.refusal is not None
    assert not user.moves
    user.clicks("e2", "e4")
    user.until_moves("e4")
    assert user.state.refusal is None


def test_castling_by_the_king_onto_the_rook(user: User):
    user.window.ask(SetPosition("4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
    user.start()
    user.clicks("e1", "h1")
    user.until_moves("O-O")


# Premoves


def test_a_premove_is_played_when_the_turn_comes(user: User):
    user.start(black=function("waits"))
    user.clicks("e2", "e4")
    user.until(lambda: user.moves == ["e4"] and user.state.view.asked)
    user.clicks("g1", "f3")
    assert user.window.board.hand.premove == ("g1", "f3")
    assert "remove" in user.status
    GATE.open()
    user.until(lambda: user.moves == ["e4", "e5", "Nf3"])
    assert user.window.board.hand.premove == ()


def test_a_premove_is_cancelled_by_a_right_click(user: User):
    user.start(black=function("waits"))
    user.clicks("e2", "e4")
    user.until(lambda: user.moves == ["e4"] and user.state.view.asked)
    user.drag("g1", "f3")
    assert user.window.board.hand.premove
    user.click("a5", button=3)
    assert not user.window.board.hand.premove
    GATE.open()
    user.until_moves("e4", "e5")
    assert user.state.view.to_move is Color.WHITE


def test_a_premove_that_is_not_legal_then_is_forgotten(user: User):
    user.start(black=function("waits"))
    user.clicks("e2", "e4")
    user.until(lambda: user.moves == ["e4"] and user.state.view.asked)
    user.clicks("e4", "e5")  # where Black's pawn will stand
    GATE.open()
    user.until_moves("e4", "e5")
    assert not user.window.board.hand.premove
    user.clicks("g1", "f3")
    user.until(lambda: "Nf3" in user.moves)


def test_a_move_can_be_typed_while_the_computer_thinks(user: User):
    user.start(black=function("waits"))
    user.type_move("e4")
    user.until(lambda: user.moves == ["e4"] and user.state.view.asked)
    user.type("nf3")  # N and F are keys of the window too
    user.key(pygame.K_RETURN)
    assert user.dialog == ""
    assert "not your turn" in user.status
    GATE.open()
    user.until_moves("e4", "e5")
    user.type_into(user.window._screen._entry, "Nf3")
    user.key(pygame.K_RETURN)
    user.until(lambda: user.moves == ["e4", "e5", "Nf3"])


def test_a_premove_is_gone_after_a_take_back(user: User):
    user.start(black=function("waits"))
    user.clicks("e2", "e4")
    user.until(lambda: user.moves == ["e4"] and user.state.view.asked)
    user.clicks("g1", "f3")
    user.letter("z", CTRL)
    user.until_moves()
    user.do()
    assert user.window.board.hand.premove == ()
    assert user.board["g1"] == "N"


def test_a_piece_is_let_go_when_something_opens(user: User):
    user.start()
    place = user.at("e2")
    user.move(place)
    user.press(place)
    user.move(user.at("e4"), held=True)
    assert user.window.board.hand.dragged == "e2"
    user.key(pygame.K_F1)
    user.release(user.at("e4"))
    user.key(pygame.K_ESCAPE)
    assert user.window.board.hand.dragged is None
    user.move(user.at("e4"))
    user.release(user.at("e4"))
    assert user.state.view.asked
    assert not user.moves
    assert user.board["e2"] == "P"


def test_a_button_that_was_held_down_when_something_opened_is_not_pressed(user: User):
    user.resize((1280, 800))
    user.start()
    flip = user.icon(Icon.FLIP)
    user.move(flip.rect.center)
    user.press(flip.rect.center)
    user.key(pygame.K_F1)
    user.key(pygame.K_ESCAPE)
    user.release(flip.rect.center)
    assert not user.window.board.scene.flipped
