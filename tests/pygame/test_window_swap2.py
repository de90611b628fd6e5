"""The opening swap2 in the window, which knows nothing of it: a set-up, stones, and typed words."""

from driving import User
from stones import gomoku, put

from board_pygame.intents import BeginAction, SetPosition


def stones(user: User) -> str:
    return "".join(user.board[point] for point in ("k10", "k11", "l10"))


def test_people_open_with_swap2(user: User):
    gomoku(user)
    user.window.ask(SetPosition("swap2"))
    user.until(lambda: user.state.free)
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()
    put(user, "k10", "k11", "l10")
    assert stones(user) == "xOx"
    user.type_move("swap")
    user.until(lambda: len(user.moves) == 4 and user.state.view.asked)
    assert stones(user) == "OxO"
    put(user, "a1")
    assert user.board["a1"] == "x"
    assert user.state.captures[-1] == ()
    assert user.window._screen.moves.grid.rows.words(3) == "takes the other side's stones"
