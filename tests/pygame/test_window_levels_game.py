"""3D chess at the window: its views, its tour, a game."""

from collections import deque
from random import Random
from typing import get_args

import pygame
import pytest
from driving import CTRL, User, function
from seeing import Onlooker

from board_core import Color
from board_core.frontend.settings import BoardsShown
from board_pygame.board.hand import MoveRefused
from board_pygame.board.scene import ends_of
from board_pygame.board.solid import Solid
from board_pygame.board.widget import ARROW_KEYS
from board_pygame.games import BUILT_IN_GAMES
from board_pygame.intents import (
    BeginAction,
    OfferGame,
    SetPosition,
    ShowTour,
    StepPlies,
)
from board_pygame.kit.labels import LampLabel
from board_pygame.tour import CARDS, Tour
from board_pygame.wish import Frame

CARRIED = (
    "2b1/1p1p/2n1/4|4/4/1P2/2B1|4/2N1/P2P/N2R "
    "QL1w:P1/KQ,KL2b:2/1P,QL5w:2/p1,KL6b:kr/pp w - - - 0 10"
)
"""A white pawn on one of Black's boards, and a black one on one of White's."""

RULES = next(iter(BUILT_IN_GAMES["chess-3d"].variants.values()))


@pytest.fixture
def user(tmp_path):
    user = User(tmp_path)
    user.window.ask(OfferGame("chess-3d", 0, RULES))
    user.do()
    yield user
    user.leave()


def test_a_key_changes_how_the_boards_are_shown(user):
    board = user.window.board
    assert board.scene.boards == "both"
    size = board.rect.size
    user.command("v")
    assert isinstance(board.cells, Solid)
    assert board.rect.size != size
    user.command("v")
    assert not isinstance(board.cells, Solid)
    assert user.window.state.settings.boards_view == "map"
    user.command("v")
    assert board.scene.boards == "both"


def test_a_game_is_played_on_several_boards(user):
    user.command("v")
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()
    for number, (start, end) in enumerate((("b2W", "b4N"), ("c7B", "c5N"), ("b4N", "c5N")), 1):
        user.clicks(start, end)
        user.until(lambda number=number: len(user.moves) == number)
    assert user.moves == ["b4N", "c5N", "bxc5N"]
    assert user.window.board.scene.captured == ("c5N",)


def toured(user: User, *steps: int) -> User:
    user.window.ask(ShowTour())
    for step in steps:
        user.window.ask(StepPlies(step))
    user.do()
    return user


def number(user: User) -> int:
    return user.state.sheet.tour.number


def test_every_card_has_a_move_to_try_that_its_position_allows():
    for at, card in enumerate(CARDS):
        position = Tour(at).position(RULES)
        assert position.to_move is Color.WHITE
        assert not card.move or position.notation(position.parse(card.move)) == card.move
        assert all(place in RULES.geometry for place in card.rings)


def test_a_card_is_short_enough_for_a_child():
    for card in CARDS:
        assert len(card.text) < 180
        assert card.text.count(". ") < 3
        assert all(place in card.text + card.task for place in card.rings[1:] if card.move)


def test_a_card_waits_for_its_move_and_says_well_done(user):
    toured(user)
    assert "1 of 6" in user.words
    user.press_button("Next")
    assert user.window.board.scene.shapes == ((("c1W",), "green"), (("c5N",), "green"))
    before = user.board
    user.drag("c1W", "c4N")  # another move
    assert user.board == before
    assert "Not this move: try the one on the card" in user.words
    assert CARDS[1].task in user.words  # and what to do stays
    user.drag("c1W", "c5N")
    assert "Well done!" in [one.words for one in user.all(LampLabel)]
    assert user.board["c5N"] == "R"
    assert number(user) == 1
    user.press_button("Next")
    assert number(user) == 2
    assert user.state.view.to_move is Color.WHITE


def test_a_card_shows_its_move_when_somebody_does_not_try(user):
    toured(user, 1)
    user.press_button("Show me")
    assert user.board["c5N"] == "R"
    assert "Well done!" not in [one.words for one in user.all(LampLabel)]
    user.press_button("Next")
    user.press_button("Back")
    assert user.board["c1W"] == "R"
    assert user.button("Show me")


def test_arrows_go_through_the_cards_and_the_last_one_leads_to_a_game(user):
    toured(user)
    for _press in range(20):
        user.key(pygame.K_RIGHT)
    assert number(user) == 5
    user.clicks("b3N", "c5N")  # any move
    assert user.board["c5N"] == "N"
    user.key(pygame.K_LEFT)
    assert number(user) == 4
    user.key(pygame.K_RIGHT)
    user.key(pygame.K_RIGHT)
    user.press_button("Play now")
    assert user.window.state.frame is Frame.START


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("size", [(800, 600), (1280, 800)])
def test_the_buttons_of_all_cards_have_one_place_and_no_word_is_cut(tmp_path, language, size):
    user = User(tmp_path, language=language, window=size)
    user.window.ask(OfferGame("chess-3d", 0, RULES))
    toured(user)
    card, fonts = user.window.ui.layers[0]._tour, user.window.ui.fonts
    places = set()
    for _card in CARDS:
        places.add(tuple(card.next.rect))
        for label in (card._title, card._text, card._task):
            assert label.natural_size(fonts, label.rect.w)[1] <= label.rect.h
        assert card._task.rect.bottom <= card.next.rect.y
        user.key(pygame.K_RIGHT)
        user.key(pygame.K_RIGHT)
    assert len(places) == 1
    user.leave()


def test_a_card_grows_where_it_says_why_a_move_is_not_legal(user):
    """The buttons hid what was to be done."""
    toured(user)
    for _press in range(4):
        user.key(pygame.K_RIGHT)
    assert number(user) == 2
    user.window.ask(MoveRefused(("c5N", "d8B")))
    user.do()
    card = user.window.ui.layers[0]._tour
    assert "not legal" in card._task.text
    assert card._task.rect.bottom < card.next.rect.y
    assert card._panel.rect.bottom > card.next.rect.bottom


def test_who_has_the_only_piece_on_a_board_premoves_it(user):
    user.command("v")
    user.command("v")
    user.window.ask(SetPosition(CARRIED))
    user.seat(black=function("waits"))
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()
    user.clicks("d2W", "d3W")
    user.until(lambda: len(user.moves) == 1 and user.state.view.asked)
    movable = user.window.board.scene.movable
    assert "KL2" in movable  # Black's board, with a white pawn on it
    user.click(user.window.board.cells.tabs["KL2"].center)
    user.clicks("KL4")
    assert user.window.board.hand.premove == ("KL2", "KL4")


def test_a_piece_or_a_board_that_cannot_move_says_so(user):
    user.command("v")
    user.command("v")
    user.click("e1KL1")
    assert user.status.endswith("\nThis pawn cannot move now")
    user.click("d9KL6")
    assert "it is the turn of White" in user.status
    user.window.ask(MoveRefused(("QL1",)))
    user.do()
    assert user.status.endswith("QL1 carries 4 pieces; it may carry one")


def test_the_tour_is_offered_before_the_first_game_and_beside_its_name(user):
    user.command("n")
    user.press_button("Play")
    assert "3D chess" in user.dialog
    user.press_button("Short tour")
    assert number(user) == 0
    user.press_button("Close")
    user.press_button("Play")
    assert user.dialog == ""
    user.until_asked()
    user.command("n")
    user.press_button("Short tour")
    assert number(user) == 0
    assert user.state.free


def test_the_first_screen_tells_what_the_names_of_the_boards_mean(user):
    user.command("n")
    assert "W is White's board" in user.button("Short tour").tip


def test_a_piece_that_can_be_taken_has_a_frame_on_the_map(user):
    user.command("v")
    user.command("v")
    for start, end in (("b2W", "b4N"), ("c7B", "c5N")):
        user.clicks(start, end)
    user.click("b4N")
    assert "prey" in user.window.board.drawing.marks["c5N"]


def looked_at(user: User, number: int) -> Onlooker:
    """One of the pictures on the board, as somebody sees it."""
    board = user.window.board
    return Onlooker(board._panes[number % len(board._panes)], board.scene, user.window.ui.painter)


def by_mouse(user: User, start: str, end: str, number: int) -> None:
    """Aim at what is seen, and click, or drag with every other move."""
    seen = looked_at(user, number // 2)
    origin = seen.pane.cells.tabs.get(start)
    at = origin.center if origin else seen.piece(start)[0]
    drags = bool(number % 2)
    user.move(at)
    user.press(at)
    if not drags:
        user.release(at)
    user.move((at[0] + 9, at[1] - 7), held=drags)
    to = looked_at(user, number // 4).target(end)[0]
    user.move(to, held=drags)
    if not drags:
        user.press(to)
    user.release(to)
    board = user.window.board
    if board.choosing:
        user.click(board._choice.spots(board.cells)[0].center)


def by_keys(user: User, start: str, end: str, _number: int) -> None:
    board = user.window.board
    if board.hand.cursor is None:
        user.key(pygame.K_UP, CTRL)
    for place in (start, end):
        for key in way(user, place):
            user.key(key, CTRL)
        user.key(pygame.K_RETURN)
    if board.choosing:
        user.key(pygame.K_DOWN)
        user.key(pygame.K_RETURN)


def way(user: User, goal: str) -> tuple[int, ...]:
    """The keys that take the cursor to a place."""
    cells, start = user.window.board.cells, user.window.board.hand.cursor
    ways = {start: ()}
    todo = deque([start])
    while goal not in ways:
        at = todo.popleft()
        for key, step in ARROW_KEYS.items():
            beside = cells.beside(at, *step)
            if beside not in ways:
                ways[beside] = (*ways[at], key)
                todo.append(beside)
    return ways[goal]


@pytest.mark.parametrize("act", [by_mouse, by_keys])
@pytest.mark.parametrize("view", get_args(BoardsShown))
def test_any_legal_move_can_be_made_in_every_view(tmp_path, view, act):
    user = User(tmp_path, boards_view=view)
    try:
        user.window.ask(OfferGame("chess-3d", 0, RULES))
        user.window.ask(SetPosition(CARRIED))
        user.window.ask(BeginAction.START_PLAYING)
        user.until_asked()
        lot = Random(view)
        for number in range(12):
            moves = user.window.board.scene.moves
            start, end = ends_of(moves[lot.choice(sorted(moves))])
            act(user, start, end, number)
            user.until(lambda number=number: len(user.moves) > number)
            user.until_asked()
            user.do()
            assert ends_of(user.window.board.scene.last) == (start, end)
    finally:
        user.leave()


def test_a_board_that_is_dropped_on_a_square_stays_and_is_told_why(user):
    user.command("v")
    user.command("v")
    user.window.ask(SetPosition(CARRIED))
    user.do()
    user.drag(user.window.board.cells.tabs["KL2"].center, "b2W")
    assert "not to a square" in user.status
