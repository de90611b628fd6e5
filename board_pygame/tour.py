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
        _("Three boards lie one above the other: W, N and B. Four small ones hang on pins."),
        _("Pieces move as in chess, seen from above, and choose the level they end on."),
        _("A piece blocks its whole column, above and below, for all that pass."),
        _("A small board moves by its name, empty or with one piece, which it carries."),
        _("With a piece it goes forward or sideways; only an empty one goes back."),
        _("V changes the view; drag beside the boards to turn them. Now try moves."),
    )
    moves = " ".join(
        f"{move} {{{comment}}}" for move, comment in zip(("", *MOVES), comments, strict=True)
    )
    return f'[Variant "chess-3d"]\n[SetUp "1"]\n[FEN "{TOUR_START}"]\n\n{moves} *\n'
