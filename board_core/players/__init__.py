"""The kinds of player: a person, a function, a program.

``conversation`` decides what to send to a program, ``process`` sends it, ``witness`` collects what
is seen of it, and ``diagnosis`` finds out why it failed. May import ``protocols``, ``supervise``
and what is below. Read first: ``in_process.py``.
"""

from typing import TYPE_CHECKING

from board_core.deferred_imports import deferred
from board_core.game.player import (
    AcceptDraw,
    Begin,
    ClaimDraw,
    DeclineDraw,
    Note,
    NoteKind,
    OfferDraw,
    Reply,
    Said,
    Seat,
    Silent,
    Statement,
)

if TYPE_CHECKING:
    from board_core.supervise.limits import Limits
    from board_core.supervise.sandbox import Sandbox
    from board_core.supervise.senders import attributed

    from .human import Human
    from .in_process import FunctionPlayer, InProcessAI
    from .process import ProcessAI, ProgramPlayer
    from .thinking import AITurn
    from .wrappers import Stepped
else:
    IMPORTED_LATER = {
        ".human": "Human",
        ".in_process": "FunctionPlayer InProcessAI",
        ".process": "ProcessAI ProgramPlayer",
        ".thinking": "AITurn",
        ".wrappers": "Stepped",
        "board_core.supervise.limits": "Limits",
        "board_core.supervise.sandbox": "Sandbox",
        "board_core.supervise.senders": "attributed",
    }
    """Names by the modules that are imported when one is wanted: a person needs no processes."""

    __getattr__, __dir__ = deferred(globals(), IMPORTED_LATER)


__all__ = [
    "AITurn",
    "AcceptDraw",
    "Begin",
    "ClaimDraw",
    "DeclineDraw",
    "FunctionPlayer",
    "Human",
    "InProcessAI",
    "Limits",
    "Note",
    "NoteKind",
    "OfferDraw",
    "ProcessAI",
    "ProgramPlayer",
    "Reply",
    "Said",
    "Sandbox",
    "Seat",
    "Silent",
    "Statement",
    "Stepped",
    "attributed",
]
