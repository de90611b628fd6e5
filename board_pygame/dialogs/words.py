"""The texts of the kit's file dialogs."""

from __future__ import annotations

from board_pygame.kit.files import FileTexts
from board_pygame.language import _


def sort_tip() -> str:
    """Return the help for headings by which a table is sorted."""
    return _("Sorts by this column; once more: the other way round. (Ctrl+1, Ctrl+2 …)")


def file_texts() -> FileTexts:
    """Return the texts of file dialogs in the language of the window."""
    return FileTexts(
        path=_("&Path"),
        up=_("&Up"),
        home=_("Home"),
        working=_("Working directory"),
        name=_("Name"),
        size=_("Size"),
        modified=_("Modified"),
        file_name=_("File &name"),
        open=_("&Open"),
        save=_("&Save"),
        cancel=_("&Cancel"),
        empty=_("Nothing is here"),
        sort=sort_tip(),
        overwrite=_("Overwrite?"),
        exists=_("{name} exists already. Overwrite it?"),
        add=_("&Add to this file"),
        replace=_("&Overwrite it"),
        yes=_("&Yes"),
        no=_("&No"),
    )
