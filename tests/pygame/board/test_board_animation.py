import pytest
from boards import Stones, cells_of, chess_at, chess_scene
from hypothesis import given
from hypothesis import strategies as st

from board_pygame.board.drawing import (
    Animation,
    Sprite,
    animation,
    captured_squares,
    changes,
    eased,
)

KINGS = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
CASTLES = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"


def sprites(before, after, duration=0.2):
    found = animation(before, after, cells_of(after), duration)
    return set() if found is None else {(s.symbol, s.origin, s.target) for s in found.sprites}


@pytest.mark.parametrize(
    ("setup", "moves", "seen"),
    [
        (None, ["e4"], {("P", "e2", "e4")}),
        (CASTLES, ["O-O"], {("K", "e1", "g1"), ("R", "h1", "f1")}),
        (KINGS, ["a8=Q"], {("P", "a7", "a8")}),
        (None, ["e4", "d5", "exd5"], {("P", "e4", "d5"), ("p", "d5", "d5")}),
        (None, ["e4", "a6", "e5", "d5", "exd6"], {("P", "e5", "d6"), ("p", "d5", "d5")}),
    ],
)
def test_pieces_travel_and_what_they_take_fades(setup, moves, seen):
    before, after = chess_scene(setup, *moves[:-1]), chess_scene(setup, *moves)
    assert sprites(before, after) == seen
    back = {(symbol, target, origin) for symbol, origin, target in seen if origin != target}
    arrived = {("Q" if setup is KINGS else symbol, a, b) for symbol, a, b in back}
    assert sprites(after, before) == arrived


def test_a_piece_moves_to_the_nearest_square_where_one_like_it_appeared():
    before, after = {"a1": "r", "h8": "r"}, {"a5": "r", "h4": "r"}
    change = changes(before, after, cells_of(chess_scene()))
    assert set(change.moved) == {Sprite("r", "a1", "a5"), Sprite("r", "h8", "h4")}


@pytest.mark.parametrize(
    ("setup", "moves", "taken"),
    [
        (None, ["e4"], ()),
        (CASTLES, ["O-O"], ()),
        (KINGS, ["a8=Q"], ()),
        (None, ["e4", "d5", "exd5"], ("d5",)),
        (None, ["e4", "a6", "e5", "d5", "exd6"], ("d5",)),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", ["axb8=Q"], ("b8",)),
    ],
)
def test_where_something_was_taken(setup, moves, taken):
    before, last = chess_at(setup, *moves[:-1]), chess_scene(setup, *moves).last
    assert captured_squares(before.pieces(), chess_at(setup, *moves).pieces(), last) == taken


def test_a_new_stone_is_simply_there():
    assert sprites(Stones(("e5",)).scene(), Stones(("e5", "d4")).scene()) == set()


@pytest.mark.parametrize(("duration", "shown"), [(0.0, False), (0.069, False), (0.07, True)])
def test_very_short_animations_are_none(duration, shown):
    assert bool(sprites(chess_scene(), chess_scene(None, "e4"), duration)) == shown


@given(st.floats(0, 1), st.floats(0, 1))
def test_animations_are_slow_at_both_ends(one, other):
    assert (eased(0), eased(0.5), eased(1)) == (0, 0.5, 1)
    assert eased(min(one, other)) <= eased(max(one, other))
    assert abs(eased(one) + eased(1 - one) - 1) < 1e-9


def test_an_animation_waits_for_its_first_frame():
    sliding = Animation((Sprite("P", "e2", "e4"),), 0.2)
    assert (sliding.progress(9.0), sliding.ended(9.0)) == (0.0, False)
    started = sliding.started(9.0)
    assert started.started(9.1) == started
    assert started.progress(9.1) == pytest.approx(0.5)
    assert (started.ended(9.19), started.ended(9.2)) == (False, True)
