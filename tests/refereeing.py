"""A referee to drive by hand, for tests about everything but explanations."""

from board_core.game.events import Event
from board_core.game.referee import Explained, ExplanationWanted, Referee


class Unexplained(Referee):
    """Publishes each end at once: no player can explain its loss."""

    def handle(self, message, now=None) -> list[Event]:
        decisions = super().handle(message, now)
        while decisions and isinstance(wanted := decisions[-1], ExplanationWanted):
            decisions[-1:] = super().handle(Explained(wanted.color, None, message.at))
        return decisions
