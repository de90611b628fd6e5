"""Stories of a hand at a board: no window, no pixels."""

from dataclasses import replace

import pytest
from boards import Stones, cells_of, chess_scene, waiting
from hypothesis import given
from hypothesis import strategies as st

from board_pygame.board import hand as hands
from board_pygame.board.hand import (
    Ambiguous,
    Habits,
    Hand,
    HandTable,
    Ink,
    MoveChosen,
    MoveRefused,
    Premoved,
    Shape,
    WantsLive,
    WantsMenu,
)

PAWN = "8/P6k/8/8/8/8/8/K7 w - - 0 1"


class Person:
    """Presses, moves and releases on squares, and remembers what came of it."""

    def __init__(self, scene, habits=None):
        self.table = HandTable(scene, cells_of(scene), habits or Habits())
        self.hand = Hand()
        self.wants = []

    def at(self, square, off=(0, 0)):
        x, y = self.table.cells.center(square) if square else (-50, -50)
        return x + off[0], y + off[1]

    def _took(self, step):
        self.hand, intent = step
        if intent is not None:
            self.wants.append(intent)

    def press(self, square, choose=False):
        self._took(hands.press(self.hand, self.table, self.at(square), choose))

    def move(self, square, off=(0, 0)):
        self.hand = hands.motion(self.hand, self.table, self.at(square, off))

    def release(self, square, choose=False):
        self._took(hands.release(self.hand, self.table, self.at(square), choose))

    def click(self, *squares, choose=False):
        for square in squares:
            self.press(square, choose)
            self.release(square, choose)

    def drag(self, origin, target, choose=False):
        self.press(origin, choose)
        self.move(target)
        self.release(target, choose)

    def right(self, origin, target=None, ink=Ink.GREEN):
        self.hand = hands.right_press(self.hand, self.table, self.at(origin), ink)
        if target:
            self.move(target)
        self._took(hands.right_release(self.hand, self.table))

    def tap(self, *squares):
        for square in squares:
            self._took(hands.tap(self.hand, self.table, square))

    def sees(self, scene):
        self.hand = hands.settled(self.hand, self.table.scene, scene)
        self.table = HandTable(scene, cells_of(scene), self.table.habits)


@pytest.fixture
def person():
    return Person(chess_scene())


def test_two_clicks_move_a_piece(person):
    person.click("e2")
    assert person.hand.selected == "e2"
    person.press("e4")
    assert person.wants == [MoveChosen("e2e4")]
    assert person.hand.selected is None


def test_a_drag_moves_a_piece(person):
    person.drag("e2", "e4")
    assert person.wants == [MoveChosen("e2e4", dragged=True)]


def test_a_drag_begins_after_three_pixels(person):
    person.press("e2")
    person.move("e2", (2, 1))
    assert person.hand.dragged is None
    person.move("e2", (3, 0))
    assert person.hand.dragged == "e2"


def test_whoever_has_dragged_drags_at_once_until_a_click_moves(person):
    person.drag("e2", "e4")
    person.press("d2")
    assert person.hand.dragged == "d2"
    person.release("d2")
    person.click("d4")
    person.press("g1")
    assert person.hand.dragged is None


def test_released_where_it_was_taken_it_stays_selected(person):
    person.press("e2")
    person.move("e2", (9, 9))
    person.release("e2")
    assert person.hand.selected == "e2"
    assert person.wants == []


def test_a_second_click_unselects(person):
    person.click("e2", "e2")
    assert person.hand.selected is None


def test_a_piece_that_was_carried_away_and_back_is_unselected(person):
    person.press("e2")
    person.move("e5")
    person.move("e2")
    person.release("e2")
    assert person.hand.selected is None
    assert person.wants == []


def test_another_own_piece_is_selected_instead(person):
    person.click("e2", "g1")
    assert person.hand.selected == "g1"
    assert person.wants == []


def test_a_piece_dropped_beside_the_board_goes_back(person):
    person.press("e2")
    person.move(None)
    person.release(None)
    assert (person.hand.selected, person.hand.press, person.wants) == (None, None, [])


@pytest.mark.parametrize("how", ["click", "drag"])
def test_an_illegal_target_is_refused(person, how):
    person.click("e2", "e5") if how == "click" else person.drag("e2", "e5")
    assert person.wants == [MoveRefused(("e2", "e5"))]
    assert person.hand.selected is None


def test_the_other_sides_piece_is_refused_and_an_empty_square_is_not(person):
    person.click("e5", "e7")
    assert person.wants == [MoveRefused(("e7",))]


def test_nobody_is_refused_who_only_watches():
    person = Person(chess_scene(moves={}, movable=frozenset()))
    person.click("e2", "e7", "e5")
    assert person.wants == []


def test_castling_is_the_kings_move_or_onto_the_rook():
    scene = chess_scene("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    for target, move in (("g1", "e1g1"), ("h1", "e1g1"), ("c1", "e1c1"), ("a1", "e1c1")):
        person = Person(scene)
        person.click("e1", target)
        assert person.wants == [MoveChosen(move)]
    assert {"g1", "h1", "c1", "a1"} <= scene.targets("e1")


def test_a_king_that_may_not_castle_selects_its_rook():
    person = Person(chess_scene("4k3/8/8/8/8/8/8/4K2R w - - 0 1"))
    person.click("e1", "h1")
    assert (person.wants, person.hand.selected) == ([], "h1")


@pytest.mark.parametrize("how", ["click", "drag"])
def test_a_promotion_is_several_moves_queen_first(how):
    person = Person(chess_scene(PAWN))
    person.click("a7", "a8") if how == "click" else person.drag("a7", "a8")
    assert person.wants == [Ambiguous(("a7a8q", "a7a8n", "a7a8r", "a7a8b"), how == "drag")]


def test_the_first_is_taken_by_habit_unless_control_is_held():
    person = Person(chess_scene(PAWN), Habits(choose_first="always"))
    person.click("a7", "a8")
    assert person.wants == [MoveChosen("a7a8q")]
    person = Person(chess_scene(PAWN), Habits(choose_first="always"))
    person.click("a7", "a8", choose=True)
    assert isinstance(person.wants[0], Ambiguous)


def test_en_passant_is_a_move_like_any_other():
    person = Person(chess_scene(None, "e4", "a6", "e5", "d5"))
    person.click("e5", "d6")
    assert person.wants == [MoveChosen("e5d6")]


def test_who_moves_by_clicks_drags_nothing():
    person = Person(chess_scene(), Habits(move_by="click"))
    person.drag("e2", "e4")
    assert person.wants == []
    person.press("e4")
    assert person.wants == [MoveChosen("e2e4")]


def test_who_moves_by_dragging_clicks_nothing():
    person = Person(chess_scene(), Habits(move_by="drag"))
    person.click("e2", "e4")
    assert (person.wants, person.hand.selected) == ([], None)
    person.drag("e2", "e4")
    assert person.wants == [MoveChosen("e2e4", dragged=True)]
    person.tap("d2", "d4")  # the keyboard works in any case
    assert person.wants[1:] == [MoveChosen("d2d4")]


def test_an_earlier_position_is_only_left():
    person = Person(chess_scene(None, "e4", "e5", locked=True))
    person.click("d2")
    person.right("d2")
    assert person.wants == [WantsLive(), WantsMenu("d2", person.at("d2"))]


# Premoves


@pytest.fixture
def thinking():
    return Person(waiting(chess_scene(None, "e4")))


@pytest.mark.parametrize("how", ["click", "drag"])
def test_a_premove_is_kept_and_played_when_the_turn_comes(thinking, how):
    thinking.click("g1", "f3") if how == "click" else thinking.drag("g1", "f3")
    assert thinking.wants == [Premoved(("g1", "f3"))]
    thinking.sees(chess_scene(None, "e4", "e5"))
    assert thinking.hand.premove == ("g1", "f3")
    hand, intent = hands.take_premove(thinking.hand, thinking.table)
    assert (hand.premove, intent) == ((), MoveChosen("g1f3"))


def test_a_premove_that_is_illegal_then_is_forgotten(thinking):
    thinking.click("e4", "e5")
    thinking.sees(chess_scene(None, "e4", "e5"))
    hand, intent = hands.take_premove(thinking.hand, thinking.table)
    assert (hand.premove, intent) == ((), None)


@pytest.mark.parametrize("cancel", ["right", "elsewhere", "empty", "beside"])
def test_a_premove_is_cancelled(thinking, cancel):
    thinking.click("g1", "f3")
    if cancel == "right":
        thinking.right("d5")
    else:
        thinking.click({"elsewhere": "d2", "empty": "d5", "beside": None}[cancel])
    assert thinking.hand.premove == ()
    assert thinking.hand.shapes == ()
    assert len(thinking.wants) == 1


def test_there_is_one_premove(thinking):
    thinking.click("g1", "f3", "d2", "d4")
    assert thinking.hand.premove == ("d2", "d4")


def test_a_premove_whose_piece_was_taken_is_gone():
    person = Person(waiting(chess_scene(None, "e4", "d5", "a3")))
    person.click("e4", "e5")
    person.sees(chess_scene(None, "e4", "d5", "a3", "dxe4"))
    assert person.hand.premove == ()


@pytest.mark.parametrize(
    ("habit", "expected"),
    [("never", Ambiguous), ("premove", MoveChosen), ("always", MoveChosen)],
)
def test_a_premoved_promotion_is_a_queen_unless_asked_for(habit, expected):
    before = chess_scene("7k/P7/8/8/8/8/8/K7 b - - 0 1")
    person = Person(waiting(before), Habits(choose_first=habit))
    person.click("a7", "a8")
    person.sees(chess_scene("7k/P7/8/8/8/8/8/K7 b - - 0 1", "Kh7"))
    assert isinstance(hands.take_premove(person.hand, person.table)[1], expected)


# The right button


def test_the_right_button_draws_arrows_and_circles_and_erases_them(person):
    person.right("b1", "c3", Ink.BLUE)
    person.right("e5", ink=Ink.YELLOW)
    arrow, circle = Shape("b1", "c3", Ink.BLUE), Shape("e5", "e5", Ink.YELLOW)
    assert person.hand.shapes == (arrow, circle)
    person.right("e5", ink=Ink.RED)
    assert person.hand.shapes == (arrow, Shape("e5", "e5", Ink.RED))
    person.right("b1", "c3", Ink.BLUE)
    assert person.hand.shapes == (Shape("e5", "e5", Ink.RED),)
    person.click("e4")
    assert person.hand.shapes == ()


def test_the_right_button_asks_for_all_moves_of_a_piece(person):
    person.right("b1")
    (asked,) = person.wants
    assert set(asked.moves) == {"b1a3", "b1c3"}
    person.right("a1")  # it cannot move
    assert person.wants[1:] == [WantsMenu("a1", person.at("a1"))]
    assert person.hand.shapes == ()


def test_the_right_button_lets_a_dragged_piece_go(person):
    person.press("e2")
    person.move("e4")
    person.right("e4")
    person.release("e4")
    assert (person.wants, person.hand.selected, person.hand.shapes) == ([], None, ())


def test_an_arrow_drawn_back_to_its_square_is_nothing(person):
    person.hand = hands.right_press(person.hand, person.table, person.at("e5"))
    person.move("e7")
    person.move("e5")
    person._took(hands.right_release(person.hand, person.table))
    assert (person.hand.shapes, person.wants) == ((), [])


# Stones


def test_a_stone_is_put_where_the_button_goes_up_again():
    person = Person(Stones(("e5",)).scene())
    person.press("d4")
    assert person.wants == []
    person.release("d4")
    assert person.wants == [MoveChosen("d4")]
    person.press("d5")
    person.move("d6")
    person.release("d6")  # thought better of it
    person.click("e5")
    assert person.wants[1:] == [MoveRefused(("e5",))]
    person.tap("a1")
    assert person.wants[2:] == [MoveChosen("a1")]


# Another scene


def test_a_flipped_board_keeps_what_is_selected(person):
    person.click("e2")
    person.sees(replace(person.table.scene, flipped=True))
    person.click("e4")
    assert person.wants == [MoveChosen("e2e4")]


def test_a_dragged_piece_that_was_taken_is_let_go():
    person = Person(waiting(chess_scene(None, "e4", "d5", "a3")))
    person.press("e4")
    person.move("e6")
    person.sees(chess_scene(None, "e4", "d5", "a3", "dxe4"))
    assert (person.hand.selected, person.hand.dragged) == (None, None)


def test_a_dragged_piece_that_is_still_there_stays_in_the_hand():
    person = Person(waiting(chess_scene(None, "e4")))
    person.press("g1")
    person.move("f4")
    person.sees(chess_scene(None, "e4", "e5"))
    assert person.hand.dragged == "g1"
    person.release("f3")
    assert person.wants == [MoveChosen("g1f3", dragged=True)]


# Anything at all

SCENES = [
    chess_scene(),
    chess_scene(PAWN),
    waiting(chess_scene(None, "e4")),
    chess_scene(None, "e4", "e5", locked=True),
    chess_scene("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", flipped=True),
    Stones(("e5", "d4")).scene(),
]
SQUARES = st.sampled_from(["a1", "a7", "a8", "e1", "e2", "e4", "h1", "g1", "e7", None])
DEEDS = st.tuples(st.sampled_from(["press", "move", "release", "right", "up", "tap"]), SQUARES)


@given(
    st.lists(st.one_of(DEEDS, st.tuples(st.just("sees"), st.sampled_from(SCENES)))),
    st.sampled_from(["both", "click", "drag"]),
)
def test_whatever_somebody_does_the_hand_keeps_its_promises(deeds, move_by):
    person = Person(SCENES[0], Habits(move_by=move_by))
    for deed, what in deeds:
        scene, told = person.table.scene, len(person.wants)
        match deed:
            case "sees":
                person.sees(what)
            case "right":
                person.hand = hands.right_press(person.hand, person.table, person.at(what))
            case "up":
                person._took(hands.right_release(person.hand, person.table))
            case "tap":
                person.tap(what or "a1")
            case _:
                getattr(person, deed)(what)
        scene, hand = person.table.scene, person.hand
        assert hand.selected is None or hand.selected in scene.movable
        assert hand.dragged is None or hand.dragged == hand.selected
        assert not (hand.premove and hand.selected)
        for intent in person.wants[told:]:
            match intent:
                case MoveChosen(move):
                    assert move in scene.moves
                case Ambiguous(moves):
                    assert len(moves) > 1
                    assert set(moves) <= set(scene.moves)
                case Premoved():
                    assert scene.may_premove
                case MoveRefused(squares):
                    assert squares not in scene.by_squares
                case WantsLive():
                    assert scene.locked
