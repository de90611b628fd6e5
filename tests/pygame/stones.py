"""Games of stones at the window."""

from driving import User


def choose_game(user: User, name: str) -> None:
    """On the first screen; the rarer games are among all of them."""
    user.command("n")
    if not user.has_card(name):
        user.take_card("All games")
    user.take_card(name)


def begin(user: User) -> None:
    """Play the chosen game."""
    user.press_button("Play")
    user.until_asked()


def gomoku(user: User) -> None:
    choose_game(user, "Gomoku")
    user.choose("Person")
    begin(user)


def put(user: User, *points: str) -> None:
    """Stones, one after the other, on top of those that are there."""
    for point in points:
        count = len(user.moves) + 1
        user.click(point)
        user.until(lambda count=count: len(user.moves) == count)
        user.until(lambda: user.state.view.asked or user.state.ended)
