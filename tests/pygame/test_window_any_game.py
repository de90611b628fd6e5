"""Games that the board does not know: clicked, typed, named by buttons, and opened from files."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pygame
import pytest
from driving import User
from stones import begin

from board_core import Color, IllegalMove, Move, Outcome, Reason, Rules, say
from board_core.game.geometry import Geometry, plan
from board_core.match.known_games import game_named
from board_pygame.intents import OfferGame, SetPosition
from board_pygame.kit.buttons import Button
from board_pygame.kit.cards import Cards
from board_pygame.kit.files import FileBrowser
from board_pygame.start_screen import StartScreen

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
CONNECT_FOUR = f"{EXAMPLES / 'games' / 'connect_four.py'}:CONNECT_FOUR"
OTHELLO = f"{EXAMPLES / 'games' / 'othello.py'}:OTHELLO"
HEAP = f"{EXAMPLES / 'own_game.py'}:HEAP"

PASSING = "8/8/8/8/8/8/1x6/Ox6 x"
"""Black has no disc to turn over, and White has."""


def use(user: User, rules: Rules | str) -> None:
    found = game_named(rules).rules if isinstance(rules, str) else rules
    user.window.ask(OfferGame("chess", 0, found))
    user.do()


def buttons_of(user: User) -> list[Button]:
    """Of moves without places."""
    return user.window._screen._header._named.buttons


def named(user: User) -> list[str]:
    return [button.text for button in buttons_of(user) if button.visible]


# Connect Four: a move is a column, and any place of it means the same


def test_a_click_anywhere_in_a_column_drops_a_disc(user: User):
    use(user, CONNECT_FOUR)
    user.clicks("d6", "d6", "e3")
    assert user.moves == ["d", "d", "e"]
    assert user.board == {"d1": "O", "d2": "x", "e1": "O"}
    assert user.window.board.scene.last == ("e1",)


def test_the_disc_is_seen_where_it_would_land(user: User):
    use(user, CONNECT_FOUR)
    user.click("d1")
    user.move(user.at("d6"))
    (stone,) = user.window.board.drawing.flying
    assert stone.topleft == user.window.board.cells.squares["d2"].topleft


def test_a_full_column_is_refused_in_the_words_of_the_game(user: User):
    use(user, CONNECT_FOUR)
    user.clicks(*["a1"] * 7)
    assert len(user.moves) == 6
    assert "the column is full" in user.status


def test_the_four_that_won_are_struck_through_and_nothing_covers_them(user: User):
    use(user, CONNECT_FOUR)
    user.press_start()
    user.until_asked()
    for number, place in enumerate(("a1", "a1", "b1", "b1", "c1", "c1", "d1"), 1):
        user.click(place)
        user.until(lambda number=number: len(user.moves) == number)
        user.until(lambda: user.state.view.asked or user.state.ended)
    assert user.state.ended
    assert set(user.window.board.scene.struck) == {("a1", "d1")}
    assert len(user.window.ui.layers) == 1
    assert "four in a row" in user.status


# Othello: a side that cannot move has to pass


def test_a_pass_has_a_button_and_turned_discs_are_not_taken(user: User):
    use(user, OTHELLO)
    user.clicks("d3", "c3")
    assert user.board["d4"] == "O"
    assert list(user.state.captures) == [(), ()]
    assert named(user) == []
    user.window.ask(SetPosition(PASSING))
    user.do()
    assert named(user) == ["Black passes"]
    user.press_button("Black passes")
    assert user.moves == ["pass"]
    user.click("c1")
    assert user.moves == ["pass", "c1"]
    assert user.board["b1"] == "O"


# A heap: moves without places, on a board of one column


def test_a_heap_is_played_with_buttons_and_typed_moves(user: User):
    use(user, HEAP)
    assert named(user) == ["White takes 1", "White takes 2", "White takes 3"]
    user.press_button("White takes 3")
    user.type_move("2")
    assert user.moves == ["3", "2"]
    assert len(user.board) == 16


def test_beside_a_narrow_board_there_is_room_for_names(user: User):
    use(user, HEAP)
    board, strip = user.window.board, user.window._screen._strips.of.white
    assert board.cells.board.w < 60
    assert strip.rect.w >= 300
    assert strip.rect.left <= board.cells.board.left
    assert board.cells.board.right <= strip.rect.right


def test_where_words_do_not_fit_buttons_have_the_notation(user: User):
    user.resize((900, 600))
    use(user, Walk(Geometry(()), 6).rules())
    assert named(user) == ["1", "2", "3", "4", "5", "6"]
    assert buttons_of(user)[0].tip == "White goes on by a very long way of 1"


# Places of any name, and none


@dataclass(frozen=True)
class Walk:
    """Somebody goes on by one step or more; whoever comes to the end has won."""

    board: Geometry
    steps: int = 1
    at: int = 0

    native = None
    to_move = Color.WHITE
    setup = "start"

    def rules(self) -> Rules:
        return Rules("walk", Color.WHITE, self.board, lambda setup: self, places_of=_places)

    def legal_moves(self):
        left = len(self.board.places) - 1 - self.at if self.board.places else self.steps
        return [Move(str(step)) for step in range(1, min(self.steps, left) + 1)]

    def parse(self, text):
        if text not in self.legal_moves():
            raise IllegalMove(say("{text} is no step", text=repr(text)))
        return Move(text)

    def play(self, move):
        return Walk(self.board, self.steps, self.at + int(move))

    def notation(self, move):
        return move

    def outcome(self):
        return Outcome(Color.WHITE, Reason.RULES) if self.at == 9 else None

    def claim(self):
        return None

    def can_win(self, color):
        return True

    def pieces(self) -> Mapping[str, str]:
        return {self.board.places[self.at]: "WK"} if self.board.places else {}

    def marked(self):
        return ()

    def describe(self, move):
        return say("White goes on by a very long way of {number}", number=move)

    def after_null_move(self):
        return None

    def __str__(self) -> str:
        return f"after {self.at} steps\nall is quiet"


def _places(position, move):
    names = position.board.places
    return (names[position.at], names[position.at + int(move)]) if names else ()


LEVELS = plan([["b2W", None, "QL3"], [None, "z0KL1", None], ["d4N", None, "e5KL6"]])


@pytest.mark.parametrize("flipped", [False, True])
def test_places_of_any_name_are_clicked_and_dragged(user: User, flipped: bool):
    use(user, Walk(LEVELS, 2).rules())
    user.window.state = replace(user.window.state, flipped=flipped)
    user.do()
    user.clicks("b2W", "QL3")
    user.drag("QL3", "d4N")
    assert user.moves == ["1", "2"]
    assert user.board == {"d4N": "WK"}
    assert user.window.board.scene.last == ("QL3", "d4N")


def test_the_keyboard_finds_every_place(user: User):
    use(user, Walk(LEVELS, 2).rules())
    for key in (pygame.K_UP, pygame.K_UP, pygame.K_LEFT, pygame.K_LEFT):
        user.key(key, pygame.KMOD_LCTRL)
    assert user.window.board.hand.cursor == "b2W"
    user.key(pygame.K_RETURN)
    user.key(pygame.K_RIGHT, pygame.KMOD_LCTRL)
    user.key(pygame.K_RETURN)
    assert user.moves == ["1"]


def test_a_game_without_places_shows_its_text_and_takes_typed_moves(user: User):
    use(user, Walk(Geometry(())).rules())
    board = user.window.board
    assert board.scene.text == "after 0 steps\nall is quiet"
    before = pygame.image.tobytes(user.window.surface.subsurface(board.cells.board), "RGB")
    user.type_move("1")
    assert board.scene.text.startswith("after 1")
    after = pygame.image.tobytes(user.window.surface.subsurface(board.cells.board), "RGB")
    assert before != after
    user.click(board.rect.center)
    user.click(board.rect.center, button=3)
    assert "White goes on by a very long way of 1" in user.all_items


# The menu of games


def choose_file(user: User, path: Path) -> None:
    browser = user.top
    assert isinstance(browser, FileBrowser)
    browser.go_to(path.parent)
    names = [found.name for found in browser._listing.found]
    browser._table.go_to(names.index(path.name))
    user.press_button("Open")


def browse(user: User, path: Path) -> None:
    """Open a game's file by the last of all tiles."""
    if not isinstance(user.top, StartScreen):
        user.command("n")
        user.take_card("All games")
    user.wheel(-9, user.all(Cards)[0])
    user.take_card("My own game")
    choose_file(user, path)


def chosen(user: User) -> str:
    """The game that is chosen on the first screen."""
    return str(user.top._card.rules.name)


def test_a_game_is_opened_from_a_file_and_played_against_the_computer(user: User):
    browse(user, EXAMPLES / "games" / "connect_four.py")
    assert chosen(user) == "connect-four"
    begin(user)
    user.click("d6")
    user.until(lambda: len(user.moves) == 2 and user.state.view.asked)
    assert user.button("Hint")
    user.command("n")  # and it is there the next time
    assert chosen(user) == "connect-four"


def test_what_is_wrong_with_a_file_is_told_where_it_was_asked_for(user: User, tmp_path: Path):
    (tmp_path / "broken.py").write_text("RULES = 1 +")
    browse(user, tmp_path / "broken.py")
    assert "broken.py could not be loaded" in user.words
    assert chosen(user) == "chess"
    (tmp_path / "empty.py").write_text("")
    browse(user, tmp_path / "empty.py")
    assert "empty.py has no game of its own" in user.words
    user.press_button("Play")
    user.until_asked()
    assert user.state.rules.name == "chess"


def test_a_file_that_was_changed_is_another_game(user: User, tmp_path: Path):
    text = (EXAMPLES / "own_game.py").read_text("utf-8")
    (tmp_path / "heap.py").write_text(text, "utf-8")
    use(user, f"{tmp_path / 'heap.py'}:HEAP")
    user.type_move("3")
    (tmp_path / "heap.py").write_text(text.replace("MATCHES = 21", "MATCHES = 7"), "utf-8")
    use(user, f"{tmp_path / 'heap.py'}:HEAP")
    assert user.moves == []
    assert len(user.board) == 7


def test_few_games_have_san_and_fen(user: User):
    user.menu("Copy position (FEN)")
    use(user, OTHELLO)
    user.click("d3")
    user.letter("c", pygame.KMOD_LCTRL)
    assert user.clipboard.paste() == user.state.shown.setup
    assert "The position is copied." in user.status
    user.letter("c", pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT)
    assert "othello" in user.clipboard.paste()
    user.menu("Copy position")


def test_rules_are_found_with_what_their_file_says_of_their_look(user: User):
    assert not game_named(OTHELLO).look.letters
    use(user, OTHELLO)
    assert not user.window.board.scene.look.letters
