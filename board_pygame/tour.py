"""A short tour of 3D chess: a written game of five moves, each of which shows one thing."""

from __future__ import annotations

from .language import _

TOUR_START = (
    "2b1/1p1p/2n1/4|4/4/1P2/2B1|4/2N1/P2P/N2R "
    "QL1w:P1/KQ,KL2w:2/1P,QL5b:2/p1,KL6b:kr/pp w - - - 0 10"
)

MOVES = ("10. Bd4N", "10... Nxb4N", "11. KL2-KL4", "11... QL5-QL3", "12. Nb1W")


def tour_text() -> str:
    """Return the tour as a record with comments in the language of the window."""
    comments = (
        _(
            "Press → for each step. Three boards lie one above the other: W (White's), N (neutral) "
            "and B (Black's). Four small ones stand at their corners, on pins: QL1 to QL6 on the "
            "queen's side, KL1 to KL6 on the king's."
        ),
        _("Pieces move as in chess, seen from above, and choose the level they end on."),
        _("A piece blocks its whole column, above and below, for all that pass."),
        _(
            "A small board moves too, empty or with one piece, which it carries: drag it by the "
            "name at its edge to another pin, or click its name and then the pin."
        ),
        _("With a piece it goes forward or sideways; only an empty one goes back."),
        _("V changes the view; drag beside the boards to turn them. Now try moves."),
    )
    moves = " ".join(
        f"{move} {{{comment}}}" for move, comment in zip(("", *MOVES), comments, strict=True)
    )
    event = _("Short tour: → shows the next step")
    tags = f'[Event "{event}"]\n[Variant "chess-3d"]\n[SetUp "1"]\n[FEN "{TOUR_START}"]'
    return f"{tags}\n\n{moves} *\n"
