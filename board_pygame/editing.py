"""The editor of positions: a value, and its changes. Pure."""

from __future__ import annotations

from dataclasses import replace

from board_core import BoardError, Color, Position, Rules
from board_core.fast_dataclass import dataclass
from board_core.games.look import Arrangement, Arranger, Flaw
from board_core.match.known_games import hosted

from .wish import Frame

HAND_TOOL, ERASER_TOOL = "", "-"
"""The tools besides the pieces: one moves pieces, the other removes them."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A position being edited: its pieces, its text, and its problems."""

    pieces: Arrangement
    text: str
    flaws: tuple[Flaw, ...] = ()


@dataclass(frozen=True, slots=True)
class Editing:
    """The draft on the board, the undo and redo history, and the tool."""

    rules: Rules
    draft: Draft
    before: tuple[Draft, ...] = ()
    undone: tuple[Draft, ...] = ()
    tool: str = HAND_TOOL  # or the symbol of a piece
    held: str = ""  # the place whose piece is picked up by a click
    leads_to: Frame = Frame.GAME  # the frame behind the editor

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
        """The castling rights of the game's first position, and those the pieces allow."""
        arranger = self.arranger
        if arranger is None:
            return ()
        first = arranger.rights(arranger.read(self.rules.start(None)))
        return tuple(dict.fromkeys((*first, *self.rights)))

    def with_tool(self, tool: str) -> Editing:
        """Choose the symbol of a piece, the hand or the eraser."""
        return replace(self, tool=tool, held="")

    def tapped(self, place: str) -> Editing:
        """Use the tool on a place."""
        if self.tool == HAND_TOOL:
            return self._moved(place)
        if self.tool in (ERASER_TOOL, self.draft.pieces.pieces.get(place)):
            return self.without(place)
        return self.put(place, self.tool)

    def without(self, place: str) -> Editing:
        """Remove the piece of a place."""
        return self._with(self.draft.pieces.without(place))

    def put(self, place: str, symbol: str) -> Editing:
        """Put a piece onto a place."""
        return self._with(self.draft.pieces.put(place, symbol))

    def carried(self, place: str, to: str) -> Editing:
        """Move the piece of a place to another one; a board that moves takes its pieces along."""
        pieces, boards = self.draft.pieces, self.rules.geometry.movable
        if place != to:
            pieces = pieces.carried(place, to)
            if place in boards and to in boards:
                for one, other in zip(boards[place].places, boards[to].places, strict=True):
                    pieces = pieces.carried(one, other)
        return self._with(pieces)

    def with_turn(self, color: Color) -> Editing:
        """Let this side be to move."""
        pieces = self.draft.pieces
        return self._with(pieces.turned() if color is not pieces.to_move else pieces)

    def with_right_toggled(self, right: str) -> Editing:
        """Give the right to castle, or take it; ``K`` is White's short castling."""
        return self._with(self.draft.pieces.toggled(right))

    def passing(self, place: str) -> Editing:
        """Say which square a pawn has just passed; empty: none."""
        return self._with(self.draft.pieces.passing(place))

    def emptied(self) -> Editing:
        """Take all pieces off the board."""
        return self._with(self.draft.pieces.emptied())

    def from_first(self) -> Editing:
        """Set up the starting position."""
        return self._changed(draft_of(self.rules, self.rules.start(None)))

    def undo(self) -> Editing:
        """Undo the last change, if there is one."""
        if not self.before:
            return self
        *before, draft = self.before
        undone = (self.draft, *self.undone)
        return replace(self, draft=draft, before=tuple(before), undone=undone, held="")

    def redo(self) -> Editing:
        """Make the change again that was undone last, if there is one."""
        if not self.undone:
            return self
        draft, *rest = self.undone
        before = (*self.before, self.draft)
        return replace(self, draft=draft, before=before, undone=tuple(rest), held="")

    def read(self, text: str) -> Editing:
        """Use a typed or pasted position, or report what is wrong with the text."""
        text = text.strip()
        if text == self.draft.text:
            return self
        try:
            draft = draft_of(self.rules, self.rules.start(text or None))
        except BoardError as error:
            wrong = replace(self.draft, text=text, flaws=(Flaw(error.sentence),))
            return replace(self, draft=wrong)
        return self._changed(replace(draft, text=text or draft.text))

    def _moved(self, place: str) -> Editing:
        """Pick up the piece of a place, or put down the one that is held."""
        pieces = self.draft.pieces
        if not self.held:
            return replace(self, held=place) if place in pieces.pieces else self
        return self.carried(self.held, place)

    def _with(self, pieces: Arrangement) -> Editing:
        """Return the editor with these pieces; unchanged if they are the same.

        Removing a board also removes its pieces.
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
