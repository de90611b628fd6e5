"""The window's dialogs; each reports its answer after it has closed.

May import ``kit``, the values of the window and ``reason_pane``. Read first: ``settings.py``.
"""

from .programs import SeatAnswers, SeatCard, spec_of
from .records import ChooseGameDialog, NotesDialog, choose_move
from .settings import ChooseSettings
from .telling import about_dialog, file_texts, help_dialog, review_dialog

__all__ = [
    "ChooseGameDialog",
    "ChooseSettings",
    "NotesDialog",
    "SeatAnswers",
    "SeatCard",
    "about_dialog",
    "choose_move",
    "file_texts",
    "help_dialog",
    "review_dialog",
    "spec_of",
]
