"""The tour of 3D chess: six cards, and how far somebody has come in them. Pure."""

from __future__ import annotations

from dataclasses import replace

from board_core import Position, Rules
from board_core.fast_dataclass import dataclass
from board_core.text.languages import N_


@dataclass(frozen=True, slots=True)
class TourStop:
    """A card, with texts in English: ``task`` asks for ``move``, if there is one to try.

    ``rings`` are the places that it speaks of.
    """

    title: str
    text: str
    rings: tuple[str, ...] = ()
    task: str = ""
    move: str = ""


CARDS = (
    TourStop(
        N_("Three boards, four small ones"),
        N_(
            "Three boards lie one above the other: W is White's, B is Black's, and N lies between "
            "them. Four small boards stand at their corners: the rings show them."
        ),
        ("QL3", "KL2", "QL6", "KL6"),
    ),
    TourStop(
        N_("Seen from above it is chess"),
        N_(
            "Look down from above: every piece moves as you know it. Then you choose the board on "
            "which it lands. c5N is the square c5 on board N."
        ),
        ("c1W", "c5N"),
        N_("Try it: move the rook from c1W to c5N."),
        "Rc5N",
    ),
    TourStop(
        N_("A piece blocks its whole column"),
        N_(
            "A piece stands in the way of all others, also above it and below it. To take it, land "
            "on its own square."
        ),
        ("c5N", "c7B"),
        N_("The pawn stops the rook. Take it: move the rook to c7B."),
        "Rxc7B",
    ),
    TourStop(
        N_("Small boards move too"),
        N_(
            "Instead of a piece you may move a small board. Not more than one piece may stand on "
            "it. The piece rides along."
        ),
        ("KL2", "KL4"),
        N_("Drag the board KL2 by its name to KL4."),
        "KL2-KL4",
    ),
    TourStop(
        N_("Forward with a piece, back only empty"),
        N_(
            "With a piece on it, a board goes forward or to the other side. Only an empty board "
            "may go back."
        ),
        ("QL3", "QL1"),
        N_("QL3 is empty. Drag it back to QL1."),
        "QL3-QL1",
    ),
    TourStop(
        N_("Turn the boards, or see them as a map"),
        N_(
            "Drag beside the boards to turn them; the key 0 sets them straight. Alt+V shows the "
            "boards, the map, or both."
        ),
        task=N_("Now try any moves you like. Then play your first game!"),
    ),
)

START = "4/2p1/1n2/4|4/4/4/1N2|4/4/P2P/2RK QL3w:2/2,KL2w:2/1P,QL6b:2/p1,KL6b:1k/2 w - - - 0 10"
"""The position of the first card."""


@dataclass(frozen=True, slots=True)
class Tour:
    """The card that is shown, and whether its move was tried, or shown instead."""

    number: int = 0
    tried: bool = False
    shown: bool = False

    @property
    def card(self) -> TourStop:
        return CARDS[self.number]

    @property
    def waits(self) -> bool:
        """Return True if the card asks for a move that has not been made."""
        return bool(self.card.move) and not (self.tried or self.shown)

    @property
    def ends(self) -> bool:
        """Return True on the last card."""
        return self.number == len(CARDS) - 1

    def after(self, step: int) -> Tour:
        """Return the tour after Back (a negative step), or Next, which shows an awaited move."""
        if step > 0 and self.waits:
            return replace(self, shown=True)
        number = self.number + (1 if step > 0 else -1)
        return Tour(max(0, min(len(CARDS) - 1, number)))

    def position(self, rules: Rules) -> Position:
        """Return the position of the card: after the moves before it, with White to move."""
        position = rules.start(START)
        for card in CARDS[: self.number]:
            if card.move:
                position = position.play(position.parse(card.move)).after_null_move() or position
        return position
