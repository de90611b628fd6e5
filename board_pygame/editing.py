"""The editor of positions: a value, and its changes. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from board_core import BoardError, Color, Position, Rules
from board_core.fast_dataclass import dataclass
from board_core.games.look import Arrangement, Arranger, Flaw
from board_core.match.known_games import hosted

from .intents import (
    CarryPiece,
    EditAction,
    EditIntent,
    EditText,
    PassSquare,
    PickTool,
    PutPiece,
    RemovePiece,
    TapPlace,
    ToggleRight,
    TurnSide,
)
from .wish import Frame

HAND_TOOL, ERASER_TOOL = "", "-"
"""The tools besides the pieces: one moves pieces, the other removes them."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A position while it is edited: the pieces, the text of it, and what is wrong with it."""

    pieces: Arrangement
    text: str
    flaws: tuple[Flaw, ...] = ()


@dataclass(frozen=True, slots=True)
class Editing:
    """The draft on the board, those before it and those that were undone, and the tool."""

    rules: Rules
    draft: Draft
    before: tuple[Draft, ...] = ()
    undone: tuple[Draft, ...] = ()
    tool: str = HAND_TOOL  # or the symbol of a piece
    held: str = ""  # the place whose piece is picked up by a click
    leads_to: Frame = Frame.COCKPIT  # the frame behind the editor

    @property
    def arranger(self) -> Arranger | None:
        """The arranger, which sets up the game piece by piece; None: positions are read as text."""
        make = hosted(self.rules).arranger
        return None if make is None else make(self.rules)

    @property
    def palette(self) -> tuple[str, ...]:
        """The symbols of all pieces."""
        arranger = self.arranger
        return () if arranger is None else arranger.palette

    @property
    def rights(self) -> tuple[str, ...]:
        """The rights that the pieces allow, such as ``K`` for White to castle short."""
        arranger = self.arranger
        return () if arranger is None else arranger.rights(self.draft.pieces)

    @property
    def passable(self) -> tuple[str, ...]:
        """The squares that a pawn may just have passed."""
        arranger = self.arranger
        return () if arranger is None else arranger.passable(self.draft.pieces)

    @property
    def known_rights(self) -> tuple[str, ...]:
        """The rights of the game's first position, and those that the pieces allow."""
        arranger = self.arranger
        if arranger is None:
            return ()
        first = arranger.rights(arranger.read(self.rules.start(None)))
        return tuple(dict.fromkeys((*first, *self.rights)))

    def after(self, intent: EditIntent) -> Editing:
        """Return the editor after this intent."""
        pieces, tool = self.draft.pieces, self.tool
        match intent:
            case PickTool(chosen):
                return replace(self, tool=chosen, held="")
            case TapPlace(place) if tool == HAND_TOOL:
                return self._moved(place)
            case TapPlace(place) if tool in (ERASER_TOOL, pieces.pieces.get(place)):
                return self._with(pieces.without(place))
            case TapPlace(place):
                return self._with(pieces.put(place, tool))
            case RemovePiece(place):
                return self._with(pieces.without(place))
            case PutPiece(place, symbol):
                return self._with(pieces.put(place, symbol))
            case CarryPiece(place, to):
                return self._with(self._carried(place, to))
            case TurnSide(color):
                return self._with(pieces.turned() if color is not pieces.to_move else pieces)
            case ToggleRight(right):
                return self._with(pieces.toggled(right))
            case PassSquare(place):
                return self._with(pieces.passing(place))
            case EditAction.EMPTY_BOARD:
                return self._with(pieces.emptied())
            case EditAction.FIRST_POSITION:
                return self._changed(draft_of(self.rules, self.rules.start(None)))
            case EditText(text):
                return self._read(text.strip())
            case EditAction.UNDO_EDIT if self.before:
                undone = (self.draft, *self.undone)
                *before, draft = self.before
                return replace(self, draft=draft, before=tuple(before), undone=undone, held="")
            case EditAction.REDO_EDIT if self.undone:
                draft, *rest = self.undone
                before_it = (*self.before, self.draft)
                return replace(self, draft=draft, before=before_it, undone=tuple(rest), held="")
            case EditAction.UNDO_EDIT | EditAction.REDO_EDIT:
                return self
            case _:
                assert_never(intent)

    def _moved(self, place: str) -> Editing:
        """Pick up the piece of a place, or put down the one that is held."""
        pieces = self.draft.pieces
        if not self.held:
            return replace(self, held=place) if place in pieces.pieces else self
        return self._with(self._carried(self.held, place))

    def _carried(self, place: str, to: str) -> Arrangement:
        """Move a piece; a board that can be moved takes its pieces along."""
        pieces, boards = self.draft.pieces, self.rules.geometry.movable
        if place == to:
            return pieces
        carried = pieces.carried(place, to)
        if place in boards and to in boards:
            for one, other in zip(boards[place].places, boards[to].places, strict=True):
                carried = carried.carried(one, other)
        return carried

    def _with(self, pieces: Arrangement) -> Editing:
        """Return the editor with other pieces; the same ones are no change.

        The pieces of a board that is gone are gone too.
        """
        arranger = self.arranger
        for name, board in self.rules.geometry.movable.items():
            if name not in pieces.pieces:
                for place in pieces.pieces.keys() & set(board.places):
                    pieces = pieces.without(place)
        if arranger is None or pieces == self.draft.pieces:
            return replace(self, held="") if self.held else self
        return self._changed(Draft(pieces, arranger.written(pieces), arranger.flaws(pieces)))

    def _changed(self, draft: Draft) -> Editing:
        if draft == self.draft:
            return replace(self, held="")
        before = (*self.before, self.draft)
        return replace(self, draft=draft, before=before, undone=(), held="")

    def _read(self, text: str) -> Editing:
        """Take the position that somebody typed or pasted, or tell what is wrong with the text."""
        if text == self.draft.text:
            return self
        try:
            draft = draft_of(self.rules, self.rules.start(text or None))
        except BoardError as error:
            wrong = replace(self.draft, text=text, flaws=(Flaw(error.sentence),))
            return replace(self, draft=wrong)
        return self._changed(replace(draft, text=text or draft.text))


def draft_of(rules: Rules, position: Position) -> Draft:
    """Return the draft of a position of the game."""
    make = hosted(rules).arranger
    if make is None:
        pieces = Arrangement(dict(position.pieces()), position.to_move, origin=position.setup)
    else:
        pieces = make(rules).read(position)
    return Draft(pieces, position.setup)


def editing_of(rules: Rules, position: Position, leads_to: Frame) -> Editing:
    """Return the editor with this position."""
    return Editing(rules, draft_of(rules, position), leads_to=leads_to)


def symbol_of_key(palette: tuple[str, ...], letter: str, color: Color) -> str | None:
    """Return the piece that a letter stands for: White's, or Black's; the other if it is alone."""
    wanted = letter.upper() if color is Color.WHITE else letter.lower()
    known = (symbol for symbol in (wanted, letter.upper(), letter.lower()) if symbol in palette)
    return next(known, None)
