"""The opening swap2 in the window, which knows nothing of it: a set-up, stones, and typed words."""

from driving import User
from test_window_stones import choose_game

from board_pygame.state import Phase


def stones(user: User) -> str:
    return "".join(user.board[point] for point in ("k10", "k11", "l10"))


def test_people_open_with_swap2(user: User):
    choose_game(user, "Gomoku")
    user.choose("Two people at this board")
    user.press_button("Play")
    user.until_asked()
    user.window.set_position("swap2")
    user.until(lambda: user.state.phase is Phase.TRYING)
    user.window.start()
    user.until_asked()
    for number, point in enumerate(["k10", "k11", "l10"], start=1):
        user.click(point)
        user.until(lambda number=number: len(user.moves) == number and user.state.view.asked)
    assert stones(user) == "xOx"
    user.type_move("swap")
    user.until(lambda: len(user.moves) == 4 and user.state.view.asked)
    assert stones(user) == "OxO"
    user.click("a1")
    user.until(lambda: len(user.moves) == 5)
    assert user.board["a1"] == "x"
    assert user.state.captures[-1] == ()
    assert user.window._models.history.row(4)[3] == "takes the other side's stones"
