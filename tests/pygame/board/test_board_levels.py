"""Boards on several levels, some of which are moved by hand."""

from dataclasses import replace

import pygame
import pytest
from boards import CHESS_LOOK, Screen
from hypothesis import example, given
from hypothesis import strategies as st
from levels import LEVELS, START
from pygame import Rect

from board_core import Move
from board_pygame.board.cells import Cells
from board_pygame.board.hand import MoveChosen, Premoved
from board_pygame.board.scene import Scene, origins

PIECES = START.pieces()
MOVES = {
    Move(text): LEVELS.named_in(text)
    for text in ("a1Wb2W", "a1Wd3KL2", "QL1QL2", "QL1KL1", "y0QL1z1QL1")
}
LATE = {Move(f"{letter}:a1Wb2W"): ("a1W", "b2W") for letter in "nbrq"}


class AfterMove:
    """The position after any move: the piece, or the board and what lies on it, is elsewhere."""

    def __init__(self, pieces):
        self._pieces = pieces

    def play(self, move):
        origin, target = LEVELS.named_in(move)
        pieces = dict(self._pieces)
        pieces[target] = pieces.pop(origin)
        if origin in LEVELS.movable:
            pairs = zip(LEVELS.movable[origin].places, LEVELS.movable[target].places, strict=True)
            pieces |= {new: pieces.pop(old) for old, new in pairs if old in pieces}
        return AfterMove(pieces)

    def pieces(self):
        return self._pieces


def scene(moves=MOVES, **more) -> Scene:
    look = replace(CHESS_LOOK, order="qrbn")
    return replace(Scene(look, LEVELS, PIECES, moves, origins(moves)), **more)


def screen(**more) -> Screen:
    return Screen(scene(**more), AfterMove(PIECES), side=480)


def tab(shown: Screen, board: str) -> tuple[int, int]:
    return shown.board.cells.tabs[board].center


def grab(shown: Screen, board: str) -> None:
    at = tab(shown, board)
    shown.send(pygame.MOUSEMOTION, pos=at)
    shown.send(pygame.MOUSEBUTTONDOWN, pos=at, button=1)


@example(Rect(0, 0, 342, 360), False)  # of cells that 0.4 of one makes whole pixels
@given(st.builds(Rect, *[st.integers(0, 99)] * 2, *[st.integers(160, 900)] * 2), st.booleans())
def test_a_place_is_found_where_it_is_and_a_board_where_it_could_be(rect, flipped):
    board = Cells.fit(rect, LEVELS, flipped=flipped, pieces=PIECES)
    assert rect.contains(board.board)
    for place in LEVELS.places:
        cell, level = board.squares[place], LEVELS.level_of[place]
        there = not level.pin or level.name in PIECES
        for point in (cell.topleft, cell.center, (cell.right - 1, cell.bottom - 1)):
            assert board.square_at(point) == (place if there else level.name)
    for name in LEVELS.movable:
        found = board.square_at(board.tabs[name].center)
        assert found == (name if name in PIECES else None)


@pytest.mark.parametrize("flipped", [False, True])
def test_the_cursor_reaches_all_places_that_are_there_and_all_boards(flipped):
    board = Cells.fit(Rect(0, 0, 400, 400), LEVELS, flipped=flipped, pieces=PIECES)
    seen, new = set(), {board.middle()}
    while new:
        square = new.pop()
        seen.add(square)
        new |= {board.beside(square, *way) for way in ((1, 0), (-1, 0), (0, 1), (0, -1))} - seen
    assert seen == {*LEVELS.present(PIECES).places, *LEVELS.movable}


def test_pieces_go_to_squares_on_every_level():
    shown = screen()
    shown.click("a1W")
    assert shown.board.drawing.marks["d3KL2"] == ("dot",)
    shown.click("d3KL2")
    assert shown.intents == [MoveChosen(Move("a1Wd3KL2"))]
    assert shown.pixels() == shown.repainted()


def test_a_board_is_dragged_by_its_name_with_what_lies_on_it():
    shown = screen()
    grab(shown, "QL1")
    x, y = tab(shown, "QL1")
    shown.send(pygame.MOUSEMOTION, pos=(x + 90, y - 60))
    board, rook = shown.board.drawing.flying
    corner = shown.board.cells.squares["QL1"]
    assert board.topleft == (corner.x + 90, corner.y - 60)
    assert (board.board, rook.symbol) == ("QL1", "R")
    assert shown.pixels() == shown.repainted()
    shown.move("QL2")
    shown.release("QL2")
    assert shown.intents == [MoveChosen(Move("QL1QL2"), dragged=True)]
    assert shown.board.scene.pieces["y2QL2"] == "R"
    assert shown.pixels() == shown.repainted()


def test_a_board_goes_by_two_clicks_and_moves_over_the_screen():
    shown = screen()
    grab(shown, "QL1")
    shown.send(pygame.MOUSEBUTTONUP, pos=tab(shown, "QL1"), button=1)
    assert "prey" in shown.board.drawing.marks["KL1"]  # a dot would hide its name
    shown.click("KL1")
    assert shown.intents == [MoveChosen(Move("QL1KL1"))]
    shown.wait(0.0)
    shown.wait(0.1)
    board, rook = shown.board.drawing.flying
    assert (board.board, board.symbol, rook.symbol) == ("KL1", "A", "R")
    left, right = (shown.board.cells.squares[name].x for name in ("QL1", "KL1"))
    assert left < board.topleft[0] < right
    assert shown.pixels() == shown.repainted()
    shown.wait(1.0)
    assert not shown.board.drawing.flying
    assert shown.pixels() == shown.repainted()


def test_boards_are_premoved_and_kept_while_another_board_moves():
    shown = screen(moves={}, movable=frozenset(("QL1", "a1W")), may_premove=True)
    grab(shown, "QL1")
    after = {**{k: v for k, v in PIECES.items() if k != "KL2"}, "KL1": "a"}
    shown.board.show_scene(replace(shown.board.scene, pieces=after))
    shown.move("QL2")
    shown.release("QL2")
    assert shown.intents == [Premoved(("QL1", "QL2"))]


def test_boards_are_moved_by_keyboard():
    shown = screen()
    board = shown.board
    shown.ui.focus(board)
    shown.key(pygame.K_UP, pygame.KMOD_CTRL)
    for reached in ("a2W", "QL1"):
        shown.key(pygame.K_LEFT, pygame.KMOD_CTRL)
        assert board.hand.cursor == reached
    shown.key(pygame.K_RETURN)
    assert board.hand.selected == "QL1"


def test_the_choice_of_a_late_promotion_shows_the_pieces_and_reads_their_letters():
    shown = screen(moves=LATE)
    shown.click("a1W", "b2W")
    assert shown.board._choice.symbols == ("Q", "R", "B", "N")
    shown.key(pygame.K_r)
    assert shown.intents == [MoveChosen(Move("r:a1Wb2W"), dragged=True)]
