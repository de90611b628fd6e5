"""The window's dialogs: each asks, and tells the answer after it has closed.

May import ``kit`` and the values of the window. Read first: ``settings.py``.
"""

from .games import ChooseGameDialog
from .more_choices import MoreChoices
from .notes import NotesDialog
from .positions import choose_move
from .programs import LoadAI, spec_of
from .settings import ChooseSettings
from .telling import about_dialog, help_dialog, review_dialog
from .words import file_texts

__all__ = [
    "ChooseGameDialog",
    "ChooseSettings",
    "LoadAI",
    "MoreChoices",
    "NotesDialog",
    "about_dialog",
    "choose_move",
    "file_texts",
    "help_dialog",
    "review_dialog",
    "spec_of",
]
