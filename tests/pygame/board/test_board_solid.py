"""Boards on several levels in space, beside their map or alone."""

import pygame
import pytest
from levels import LEVELS
from pygame import Rect
from seeing import Onlooker
from test_board_levels import PIECES, grab, screen, tab

from board_core import Move
from board_core.frontend.settings import BoardsShown
from board_core.games.chess3d import CHESS_3D
from board_pygame.board import hand as hands
from board_pygame.board.hand import Hand, MoveChosen, Press
from board_pygame.board.solid import RING_RADIUS, Camera, Solid, circle, inside

CAMERAS = [Camera(), Camera(-40, 30), Camera(40, 30), Camera(0, 58)]


def solid_screen(view: BoardsShown = "solid", **more):
    return screen(boards=view, **more)


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("camera", CAMERAS)
def test_every_place_that_is_wanted_is_found_at_its_middle(camera, flipped):
    seen = Solid.seen_by(camera, Rect(10, 20, 500, 480), LEVELS, PIECES, flipped=flipped)
    assert seen.board == Rect(10, 20, 500, 480)
    for place in LEVELS.present(PIECES).places:
        assert seen.square_at(seen.center(place), {place}) == place
    for board in LEVELS.movable:
        if board in PIECES:
            assert seen.square_at(seen.tabs[board].center) == board
        else:
            assert seen.square_at(seen.center(board), {board}) == board
            assert seen.square_at(seen.center(board)) != board
        assert seen.board.contains(seen.squares[board])


CROWD = PIECES | {
    place: "QRBNPK"[number % 6]
    for number, place in enumerate(LEVELS.present(PIECES).places)
    if number % 4
}
"""Pieces on three of four places."""


def crowded(camera: Camera, flipped: bool, captures: bool = True):
    """A board on which every piece can go everywhere, or to all empty squares."""
    there = LEVELS.present(PIECES).places
    moves = {
        Move(f"{start}{end}"): (start, end)
        for start in there
        for end in there
        if start in CROWD and end != start and (captures or end not in CROWD)
    }
    movable = frozenset(CROWD) & frozenset(there)
    shown = solid_screen(pieces=CROWD, moves=moves, movable=movable, flipped=flipped)
    shown.board._camera = camera
    shown.board._fit()
    shown.ui.draw()
    return shown


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("camera", CAMERAS)
def test_a_press_on_what_is_seen_of_a_piece_takes_hold_of_it(camera, flipped):
    shown = crowded(camera, flipped)
    onlooker = Onlooker(shown.board._panes[0], shown.board.scene, shown.ui.painter)
    for place in shown.board.scene.movable:
        for at in onlooker.piece(place):
            pressed, _nothing = hands.press(Hand(drags=True), shown.board._table, at)
            held = hands.release(pressed, shown.board._table, at)
            assert held[0].selected == place
            assert held[1] is None


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("camera", CAMERAS)
def test_every_target_is_seen_and_is_reached_where_it_is_seen(camera, flipped):
    shown = crowded(camera, flipped)
    board = shown.board
    onlooker = Onlooker(board._panes[0], board.scene, shown.ui.painter)
    for start in sorted(board.scene.movable)[::8]:
        board.hand = Hand(selected=start)
        board._update()
        for target in board.scene.targets(start):
            at, *_more = onlooker.target(target)
            assert board._table.square_at(at, board.hand) == target


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("camera", CAMERAS)
def test_a_press_on_what_is_seen_of_a_piece_takes_it_where_no_ring_is_above_it(camera, flipped):
    shown = crowded(camera, flipped)
    board, seen = shown.board, shown.board.cells
    pane = board._panes[0]
    onlooker = Onlooker(pane, board.scene, shown.ui.painter)
    start = min(board.scene.movable)
    board.hand = Hand(selected=start)
    board._update()
    targets = board.scene.targets(start)
    rings = [
        circle(seen.outlines[one], RING_RADIUS) for one in targets if seen.hides(one, pane.covers)
    ]
    for place in board.scene.movable - {start}:
        for at in onlooker.piece(place):
            if not any(inside(ring, at) for ring in rings):
                assert board._table.square_at(at, board.hand) == place


@pytest.mark.parametrize("camera", CAMERAS)
def test_what_is_dragged_goes_to_a_target_that_another_own_piece_hides(camera):
    shown = crowded(camera, flipped=False, captures=False)
    board, seen = shown.board, shown.board.cells
    onlooker = Onlooker(board._panes[0], board.scene, shown.ui.painter)
    press = Press("a1W", (-99, -99), dragging=True)
    hand = Hand(selected="a1W", press=press)
    for place in board.scene.movable - {"a1W"}:
        for at in onlooker.piece(place):
            if any(inside(seen.outlines[one], at) for one in board.scene.targets("a1W")):
                assert board._table.square_at(at, hand) in {*board.scene.targets("a1W"), "a1W"}


def test_each_player_has_the_own_board_lowest_and_in_front():
    for flipped, own, other in ((False, "W", "B"), (True, "B", "W")):
        seen = Solid.seen_by(Camera(), Rect(0, 0, 400, 400), LEVELS, PIECES, flipped=flipped)
        assert seen.heights[own] < seen.heights[other]
        assert seen.center(f"a{'1' if own == 'W' else '4'}{own}")[1] > seen.center("b3B")[1] - 1


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("camera", CAMERAS)
def test_the_name_of_every_board_is_inside_the_picture(camera, flipped):
    pieces = CHESS_3D.start(None).pieces()
    for size in ((330, 380), (540, 616), (1600, 1800)):
        rect = Rect((0, 0), size)
        seen = Solid.seen_by(camera, rect, CHESS_3D.geometry, pieces, flipped=flipped)
        assert all(rect.contains(seen.tabs[board]) for board in seen.hung)


def test_the_camera_is_turned_only_as_far_as_all_can_be_reached():
    assert Camera().turned(500, 500) == Camera(40, 58)
    assert Camera().turned(-500, -500) == Camera(-40, 30)


def test_moves_are_made_by_clicks_and_boards_by_dragging_their_names():
    shown = solid_screen()
    shown.click("a1W", "d3KL2")
    assert shown.intents == [MoveChosen(Move("a1Wd3KL2"))]
    shown = solid_screen()
    grab(shown, "QL1")
    shown.move("QL2")
    assert [flying.board for flying in shown.board.drawing.flying] == ["QL1", ""]
    assert shown.pixels() == shown.repainted()
    shown.release("QL2")
    assert shown.intents == [MoveChosen(Move("QL1QL2"), dragged=True)]
    assert shown.pixels() == shown.repainted()


def test_a_piece_is_dragged_from_one_picture_to_the_other():
    shown = solid_screen("both")
    solid, flat = (pane.cells for pane in shown.board._panes)
    start, end = solid.center("a1W"), flat.center("b2W")
    assert solid.board.collidepoint(start)
    assert flat.field.collidepoint(end)
    shown.send(pygame.MOUSEMOTION, pos=start)
    shown.send(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
    shown.send(pygame.MOUSEMOTION, pos=end)
    assert [bool(pane.drawing.flying) for pane in shown.board._panes] == [False, True]
    assert shown.pixels() == shown.repainted()
    shown.send(pygame.MOUSEBUTTONUP, pos=end, button=1)
    assert shown.intents == [MoveChosen(Move("a1Wb2W"), dragged=True)]


def test_dragging_beside_the_boards_turns_them_and_keys_do():
    shown = solid_screen()
    before = shown.board.cells
    assert isinstance(before, Solid)
    shown.send(pygame.MOUSEBUTTONDOWN, pos=(2, 2), button=1)
    shown.send(pygame.MOUSEMOTION, pos=(62, 2))
    turned = shown.board.cells
    assert turned.camera.yaw > before.camera.yaw
    shown.send(pygame.MOUSEBUTTONUP, pos=(62, 2), button=1)
    shown.send(pygame.MOUSEMOTION, pos=(100, 60))
    assert shown.board.cells == turned
    assert shown.pixels() == shown.repainted()
    shown.ui.focus(shown.board)
    shown.key(pygame.K_UP, pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    assert shown.board.cells.camera.pitch > turned.camera.pitch
    shown.board.straighten()
    assert shown.board.cells == before


def test_a_board_flies_in_space_with_what_lies_on_it():
    shown = solid_screen("both")
    at = tab(shown, "QL1")
    shown.send(pygame.MOUSEMOTION, pos=at)
    shown.send(pygame.MOUSEBUTTONDOWN, pos=at, button=1)
    shown.send(pygame.MOUSEBUTTONUP, pos=at, button=1)
    shown.click("KL1")
    shown.wait(0.0)
    shown.wait(0.1)
    for pane in shown.board._panes:
        board, rook = pane.drawing.flying
        assert (board.board, rook.symbol) == ("KL1", "R")
    assert shown.pixels() == shown.repainted()


def test_the_choice_opens_inside_the_picture():
    for count in (1, 4):
        for place in ("a1W", "b4B", "KL2"):
            seen = Solid.seen_by(Camera(), Rect(0, 0, 400, 400), LEVELS, PIECES)
            spots = seen.spots(place, count)
            assert len(spots) == count
            assert all(seen.field.contains(spot) for spot in spots)


def test_coordinates_are_left_out_where_nobody_wants_them():
    assert solid_screen().pixels() != solid_screen(coordinates=False).pixels()
