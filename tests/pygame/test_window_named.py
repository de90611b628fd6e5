"""Moves that name no square, as in an opening where one may swap colours: offered by name."""

from dataclasses import dataclass
from functools import cached_property

import pytest
from driving import User

from board_core import Color, IllegalMove, Move, Rules, say
from board_core.game.geometry import points
from board_pygame.intents import OfferGame
from board_pygame.kit.buttons import Button
from board_pygame.kit.menu import Menu
from board_pygame.kit.painter import Icon

SIZE = (9, 9)
WORDS = ("black", "white", "more")


@dataclass(frozen=True)
class Swapping:
    """Black puts a stone, then White says which colour it wants, then stones follow."""

    moves: tuple[Move, ...] = ()

    native = None

    @property
    def to_move(self) -> Color:
        return (Color.BLACK, Color.WHITE)[len(self.moves) % 2]

    @property
    def setup(self) -> str:
        return " ".join(self.moves) or "-"

    @cached_property
    def _points(self) -> dict[str, str]:
        return {move: "xO"[n % 2] for n, move in enumerate(self.moves) if move not in WORDS}

    def legal_moves(self):
        if len(self.moves) == 1:
            return [Move(word) for word in WORDS]
        names = (f"{file}{rank}" for file in "abcdefghj" for rank in range(1, 10))
        return [Move(name) for name in names if name not in self.moves]

    def parse(self, text):
        if text not in self.legal_moves():
            raise IllegalMove(say("{text} is no move here", text=text))
        return Move(text)

    def play(self, move):
        return Swapping((*self.moves, move))

    def notation(self, move):
        return move

    def outcome(self):
        return None

    def claim(self):
        return None

    def can_win(self, color):
        return True

    def pieces(self):
        return self._points

    def marked(self):
        return ()

    def describe(self, move):
        return say("White & {word}", word=move) if move in WORDS else say("{word}", word=move)

    def after_null_move(self):
        return None


RULES = Rules(
    "swapping",
    Color.BLACK,
    points(*SIZE, "abcdefghj"),
    lambda setup: Swapping(),
    examples=("e5",),
)


@pytest.fixture
def swapping(user: User) -> User:
    """A game between two people, after the first stone; words have room."""
    user.resize((1280, 800))
    user.window.ask(OfferGame("chess", 0, RULES))
    user.do()
    user.press_start()
    user.until_asked()
    user.click("e5")
    user.until(lambda: user.moves == ["e5"] and user.state.view.asked)
    return user


def offered(user: User) -> list[str]:
    return [button.text for button in user.all(Button) if button.text.startswith("White & ")]


def test_they_are_buttons_while_they_are_to_be_chosen(swapping: User):
    user = swapping
    assert offered(user) == ["White & black", "White & white", "White & more"]
    user.press_button("White & white")
    user.until(lambda: user.moves == ["e5", "white"] and user.state.view.asked)
    assert offered(user) == []
    user.click("d4")
    user.until(lambda: user.moves == ["e5", "white", "d4"])


def test_they_stand_first_in_the_menu_of_the_board(swapping: User):
    user = swapping
    user.click("a1", button=3)
    assert isinstance(user.top, Menu)
    assert user.all_items[:3] == ["White & black", "White & white", "White & more"]
    user.choose_item("White & more")
    user.until(lambda: user.moves == ["e5", "more"])


def test_they_can_be_typed(swapping: User):
    swapping.type_move("black")
    swapping.until(lambda: swapping.moves == ["e5", "black"])


def test_a_point_is_refused_meanwhile(swapping: User):
    user = swapping
    user.type_move("d4")
    assert "d4 is no move here" in user.status
    user.click("d4")
    user.click("e5")
    user.click("e5", button=3)
    assert user.moves == ["e5"]


def test_they_are_taken_back_and_not_offered_in_an_earlier_position(swapping: User):
    user = swapping
    user.press_button("White & black")
    user.until(lambda: len(user.moves) == 2 and user.state.view.asked)
    user.press_button("Take back")
    user.until(lambda: len(user.moves) == 1 and user.state.view.asked)
    assert len(offered(user)) == 3
    user.click(user.icon(Icon.BACK))
    assert offered(user) == []


def test_they_count_as_moves_but_not_as_stones(swapping: User):
    user = swapping
    user.command("m")
    user.press_button("White & more")
    user.until(lambda: len(user.moves) == 2 and user.state.view.asked)
    user.click("d4")
    user.until(lambda: len(user.moves) == 3)
    assert dict(user.window.board.scene.numbers) == {"e5": 1, "d4": 2}
