"""3D chess at the window: its views, its tour, a game."""

from collections import deque
from random import Random
from typing import get_args

import pygame
import pytest
from driving import CTRL, User, function
from seeing import Onlooker

from board_core.frontend.settings import BoardsShown
from board_pygame.board.hand import MoveRefused
from board_pygame.board.scene import ends_of
from board_pygame.board.solid import Solid
from board_pygame.board.widget import ARROW_KEYS
from board_pygame.games import BUILT_IN_GAMES
from board_pygame.intents import (
    BeginAction,
    LookAction,
    OfferGame,
    SetPosition,
    ShowTour,
    StepPlies,
)
from board_pygame.projector import labelled_outside

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
    user.letter("v")
    assert isinstance(board.cells, Solid)
    assert board.rect.size != size
    user.letter("v")
    assert not isinstance(board.cells, Solid)
    assert user.window.state.settings.boards_view == "map"
    user.letter("v")
    assert board.scene.boards == "both"


def test_a_game_is_played_on_several_boards(user):
    user.letter("v")
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()
    for number, (start, end) in enumerate((("b2W", "b4N"), ("c7B", "c5N"), ("b4N", "c5N")), 1):
        user.clicks(start, end)
        user.until(lambda number=number: len(user.moves) == number)
    assert user.moves == ["b4N", "c5N", "bxc5N"]
    assert user.window.board.scene.captured == ("c5N",)


def test_the_tour_is_a_game_with_a_comment_at_every_step(user):
    user.window.ask(ShowTour())
    user.do()
    assert user.state.ply == 0
    assert user.state.refusal is None
    told = []
    for _step in range(6):
        told.append(user.state.sheet.notes(user.state.ply).comment)
        user.window.ask(StepPlies(1))
        user.do()
    assert all(told)
    assert len(set(told)) == 6
    assert user.state.shown.pieces()["QL3"] == "a"


def test_the_projector_shows_no_coordinates_outside_several_boards(user):
    assert not labelled_outside(RULES.geometry)
    user.window.ask(LookAction.TOGGLE_PROJECTOR)
    user.do()
    assert user.window.board.scene.coordinates


def test_who_has_the_only_piece_on_a_board_premoves_it(user):
    user.letter("v")
    user.letter("v")
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
    user.letter("v")
    user.letter("v")
    user.click("e1KL1")
    assert user.status == "this pawn cannot move now"
    user.click("d9KL6")
    assert "it is the turn of White" in user.status
    user.window.ask(MoveRefused(("QL1",)))
    user.do()
    assert user.status == "QL1 carries 4 pieces; it may carry one"


def test_the_tour_is_offered_before_the_first_game_and_beside_its_name(user):
    user.letter("n")
    user.press_button("Play")
    assert "3D chess" in user.dialog
    user.press_button("Short tour")
    assert user.state.sheet.notes(0).comment.startswith("Press →")
    user.letter("n")
    user.press_button("Play")
    assert user.dialog == ""
    user.until_asked()
    user.letter("n")
    user.press_button("Short tour")
    assert user.state.running  # a game is not lost for it


def test_the_first_screen_tells_what_the_names_of_the_boards_mean(user):
    user.letter("n")
    assert "W is White's board" in user.button("Short tour").tip


def test_a_piece_that_can_be_taken_has_a_frame_on_the_map(user):
    user.letter("v")
    user.letter("v")
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
    user.letter("v")
    user.letter("v")
    user.window.ask(SetPosition(CARRIED))
    user.do()
    user.drag(user.window.board.cells.tabs["KL2"].center, "b2W")
    assert "not to a square" in user.status
