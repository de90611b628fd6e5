"""Dialogs that tell: help, about, the end of a game, the result of a review."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from board_pygame.kit.buttons import Button
from board_pygame.kit.dialog import Dialog
from board_pygame.kit.form import FormRow
from board_pygame.kit.labels import Label
from board_pygame.kit.painter import SMALL_SIZE
from board_pygame.kit.table import ListOfRows, TableColumn, TableWidget
from board_pygame.language import _


def help_dialog() -> Dialog:
    """Return the dialog with all keys."""
    keys = [
        ("N", _("new game")),
        ("Ctrl+Z", _("take back")),
        ("H", _("hint")),
        ("Ctrl+R", _("review the game")),
        ("F", _("turn the board around")),
        ("← →", _("one move back, one move on")),
        ("Shift+← →", _("ten plies")),
        ("Home, End", _("first and newest position")),
        (_("Space"), _("pause, go on; back to the game; next move of an AI by hand")),
        (_("Ctrl+arrows, Enter"), _("move pieces by keyboard")),
        ("Q R B N", _("choose what a pawn becomes")),
        (_("Right button"), _("a menu; on a piece its moves")),
        (_("Right button, dragged"), _("an arrow; Shift, Alt: other colours")),
        (_("Shift+right click"), _("a circle; Alt: another colour")),
        (_("Menu key, Shift+F10"), _("the menu of the board")),
        (_("C, right click on a move"), _("comment on a move, !, ?; delete a variation")),
        ("M", _("numbers on stones")),
        ("V", _("3D chess: in space, as a map, or both")),
        (_("Ctrl+Shift+arrows, 0"), _("turn the boards in space, straighten them")),
        ("Alt+A", _("type a move")),
        ("Alt+L, Alt+O", _("load White's, Black's AI")),
        ("Alt+Y, Alt+U", _("let White's, Black's AI make one move")),
        ("Alt+S, Alt+P, Alt+R, Alt+G", _("start, stop, reset, resign")),
        ("Ctrl+C", _("copy the FEN, or the rows that are selected")),
        ("Ctrl+Shift+C", _("copy the game as PGN")),
        ("Ctrl+V", _("paste a FEN or a PGN")),
        ("Ctrl+O, Ctrl+S", _("open, save a PGN file")),
        ("Ctrl+E", _("set up a position")),
        (_("K Q R B N P in the editor"), _("choose a piece; with Shift a black one")),
        (_("0, X, T in the editor"), _("the hand, the eraser, the other side to move")),
        ("Ctrl+L", _("the log")),
        ("F7", _("moves in words, or in two columns")),
        (_("Enter, → in a list"), _("open a line that does not fit, or close it")),
        ("F2", _("the quiet frame, or the cockpit")),
        ("F3", _("analyse the position; a running game waits")),
        (_("1-5, + -, E in the analysis"), _("play a line, number of lines, evaluation")),
        ("F11", _("full screen: large board and clocks")),
        (_("Mouse, in full screen"), _("buttons: pause, back, forward, analyse, new")),
        (_("Enter, → in full screen"), _("next move, when AIs move one at a time")),
        ("F6", _("the next part of the window")),
        (_("Tab, Alt+letter"), _("every button and field")),
        ("Esc", _("close, let go")),
    ]
    table = TableWidget(
        [TableColumn(_("Key"), 230), TableColumn(_("What it does"))], ListOfRows(keys), height=20
    )
    return _closable(_("Help"), [FormRow(table)], 760)


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


def _closable(title: str, rows: Sequence[FormRow], width: float) -> Dialog:
    dialog: Dialog

    def close() -> None:
        dialog.close()

    button = Button(_("&Close"), close, primary=True)
    dialog = Dialog(title, rows, [button], default=button, width=width)
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
