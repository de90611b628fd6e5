"""A frontend in 50 lines: you have White. Type moves (e4, Nf3); the end of the input resigns."""

import sys

from board_core import (
    CHESS,
    Color,
    Game,
    GameEnded,
    Human,
    MoveRejected,
    TimeControl,
    TurnStarted,
    View,
)


def drawn(view: View) -> str:
    """Return a picture of the view, which is a fold of events and nothing else."""
    pieces = view.position.pieces()
    rows = (
        " ".join(pieces.get(place or "", ".") for place in row) for row in view.rules.geometry.rows
    )
    played = " ".join(move.notation for move in view.played)
    return "\n".join([*rows, f"{view.names.white} - {view.names.black}: {played}"])


def loop(game: Game, human: Human) -> None:
    mailbox, view = game.bus.mailbox(), game.view()
    game.start()
    while view.ended is None:
        event = mailbox.get()
        view = view.after(event)
        match event:
            case TurnStarted(turn) if turn.color is Color.WHITE:
                print(drawn(view))
                if line := sys.stdin.readline():
                    human.play(line)
                else:
                    human.resign()
            case MoveRejected(why=why):
                print(why)  # the same question is asked again
            case GameEnded(outcome):
                print(outcome.result, outcome.reason.value)


you = Human("You")
loop(Game(CHESS, you, "greedy", time_control=TimeControl(600)), you)
