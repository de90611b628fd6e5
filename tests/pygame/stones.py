"""Games of stones at the window."""

from driving import User

from board_pygame.kit.dropdown import DropDown


def choose_game(user: User, name: str) -> None:
    user.letter("n")
    user.click(user.all(DropDown)[0])
    user.choose_item(name)


def gomoku(user: User) -> None:
    choose_game(user, "Gomoku")
    user.choose("Two people at this board")
    user.press_button("Play")
    user.until_asked()


def put(user: User, *points: str) -> None:
    """Stones, one after the other, on top of those that are there."""
    for point in points:
        count = len(user.moves) + 1
        user.click(point)
        user.until(lambda count=count: len(user.moves) == count)
        user.until(lambda: user.state.view.asked or user.state.ended)
