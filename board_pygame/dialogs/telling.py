"""Dialogs that tell: help, about, the result of a review; words for kinds of tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from board_pygame.kit.buttons import Button
from board_pygame.kit.dialog import Dialog
from board_pygame.kit.files import FileTexts
from board_pygame.kit.form import FormRow
from board_pygame.kit.labels import Label
from board_pygame.kit.painter import SMALL_SIZE
from board_pygame.kit.rows import ListOfRows, TableColumn
from board_pygame.kit.table import TableWidget
from board_pygame.language import _


def sort_tip() -> str:
    """Return the help for headings by which a table is sorted."""
    return _("Sorts by this column; once more: the other way round. (Ctrl+1, Ctrl+2 …)")


def file_texts() -> FileTexts:
    """Return the texts of file dialogs in the language of the window."""
    return FileTexts(
        path=_("&Path"),
        up=_("&Up"),
        home=_("Home folder"),
        working=_("Working directory"),
        name=_("Name"),
        size=_("Size"),
        modified=_("Modified"),
        file_name=_("File &name"),
        open=_("&Open"),
        save=_("&Save"),
        cancel=_("&Cancel"),
        empty=_("Empty folder"),
        sort=sort_tip(),
        overwrite=_("Overwrite?"),
        exists=_("{name} exists already. Overwrite it?"),
        add=_("&Add to this file"),
        replace=_("&Overwrite it"),
        yes=_("&Yes"),
        no=_("&No"),
    )


def help_dialog(keys: Sequence[tuple[str, str]], about: Callable[[], object]) -> Dialog:
    """Return the dialog with all keys, and what they do; ``about`` tells about the program."""
    table = TableWidget(
        [TableColumn(_("Key"), 230), TableColumn(_("What it does"))], ListOfRows(keys), height=20
    )
    return _closable(_("Help"), [FormRow(table)], 760, Button(_("&About"), about))


def about_dialog(versions: Sequence[str]) -> Dialog:
    """Return the dialog about this program and its parts."""
    rows = [
        FormRow(Label(_("Hosts board games between people and AI programs."), wrap=True)),
        *(FormRow(Label(line, size=SMALL_SIZE, color="dim", copyable=True)) for line in versions),
        FormRow(Label(_("Free software under the GPL, version 3 or later."), wrap=True)),
        FormRow(Label(_("Pieces by Colin M.L. Burnett, fonts by the Noto project."), wrap=True)),
        FormRow(Label(_("Miranda: Sweet lord, you play me false."), color="dim", wrap=True)),
        FormRow(
            Label(
                _("Ferdinand: No, my dearest love, I would not for the world."),
                color="dim",
                wrap=True,
            )
        ),
        FormRow(
            Label(
                _(
                    "Miranda: Yes, for a score of kingdoms you should wrangle, and I would call "
                    "it fair play. (The Tempest)"
                ),
                color="dim",
                wrap=True,
            )
        ),
    ]
    return _closable(_("About The Chess Board"), rows, 520)


def _closable(title: str, rows: Sequence[FormRow], width: float, *more: Button) -> Dialog:
    dialog: Dialog

    def close() -> None:
        dialog.close()

    button = Button(_("&Close"), close, primary=True)
    dialog = Dialog(title, rows, [*more, button], default=button, width=width)
    dialog.click_elsewhere_closes = True
    return dialog


def review_dialog(
    rows: Sequence[Sequence[str]], lesson: str, on_practise: Callable[[], object] | None
) -> Dialog:
    """Return the result of a review, with a row for each side and what to learn from the game."""
    dialog: Dialog

    def practise() -> None:
        dialog.close()
        if on_practise is not None:
            on_practise()

    def close() -> None:
        dialog.close()

    columns = [
        TableColumn(),
        TableColumn(_("Accuracy"), 90, align="right"),
        TableColumn(_("Average loss"), 110, align="right"),
        TableColumn(_("Inaccuracies"), 110, align="right"),
        TableColumn(_("Mistakes"), 90, align="right"),
        TableColumn(_("Blunders"), 90, align="right"),
    ]
    note = _(
        "Average loss: what a move cost, in the unit of the evaluation (in chess a hundredth of a "
        "pawn). Accuracy, inaccuracies, mistakes and blunders are counted as lichess does. The "
        "moves are marked in the list: click one to read what was better."
    )
    look = Button(_("&Look at the game"), close, primary=True)
    buttons = [look]
    if on_practise is not None:
        buttons.insert(0, Button(_("&Practise the blunders"), practise))
    dialog = Dialog(
        _("Review of the game"),
        [
            FormRow(TableWidget(columns, ListOfRows(rows), height=3)),
            FormRow(Label(lesson, wrap=True)),
            FormRow(Label(note, size=SMALL_SIZE, color="dim", wrap=True)),
        ],
        buttons,
        default=look,
        width=760,
    )
    return dialog
