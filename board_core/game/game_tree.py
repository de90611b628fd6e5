"""A game with its variations, comments and marks, as one immutable value.

As in PGN, a variation belongs to the move that it replaces: it begins in the position before that
move. A :data:`Branch` names one line of play: at each of its plies, counted from the first move of
the game, the line enters the variation of that number.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field, replace
from itertools import pairwise
from unicodedata import combining, normalize

from board_core.fast_dataclass import constructor, dataclass
from board_core.text.harmless_text import whole_number
from board_core.text.sentence import Sentence, say

from .player import Score
from .rules import Move, Rules
from .sides import PerColor

Branch = tuple[tuple[int, int], ...]
"""The variations that a line takes, each by its first ply (from 0) and its number (from 0)."""

MAIN_LINE: Branch = ()

ROSTER_TAGS = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
"""The tags that every record has, in their order (PGN standard, 8.1.1)."""

UNKNOWN_TAGS = dict.fromkeys(ROSTER_TAGS, "?") | {"Date": "????.??.??", "Result": "*"}
"""The values of these tags where nothing is known."""


@dataclass(frozen=True, slots=True)
class DrawnShape:
    """A coloured square, or an arrow between two."""

    color: str  # green, red, yellow or blue
    places: tuple[str, ...]  # one, or from and to


@dataclass(frozen=True, slots=True)
class Notes:
    """Everything written about one position: the one after a move, or the first."""

    comment: str = ""
    glyphs: tuple[int, ...] = ()  # numeric annotation glyphs of PGN, about the move
    shapes: tuple[DrawnShape, ...] = ()
    score: Score | None = None  # White's
    depth: int | None = None  # of the score, in plies
    clock_left: float | None = None  # seconds of the side that moved
    elapsed: float | None = None  # seconds used for the move
    other: tuple[tuple[str, str], ...] = ()  # properties of the format without a field here


new_notes = constructor(Notes)
NO_NOTES = Notes()


@dataclass(frozen=True, slots=True)
class TreeMove:
    """A move, the notes on it, and the variations that replace it."""

    move: Move
    notation: str  # as people write it
    notes: Notes = NO_NOTES
    before: str = ""  # the comment before the move, at the beginning of a variation
    variations: tuple[Variation, ...] = ()


new_tree_move = constructor(TreeMove)


@dataclass(frozen=True, slots=True)
class Variation:
    """Consecutive moves; ``unread`` is the rest of the text, if it could not be read."""

    moves: tuple[TreeMove, ...] = ()
    unread: str = ""


EMPTY_LINE = Variation()


@dataclass(frozen=True, slots=True)
class GameTree:
    """A written game: its tags, first position, and main line with all variations."""

    rules: Rules
    tags: tuple[tuple[str, str], ...] = tuple(UNKNOWN_TAGS.items())
    setup: str | None = None  # None: the standard starting position
    notes: Notes = NO_NOTES  # on the first position
    main: Variation = EMPTY_LINE
    problems: tuple[Sentence, ...] = field(default=(), compare=False)  # each with its line

    def tag(self, name: str) -> str:
        """Return the value of a tag, or an empty text."""
        return dict(self.tags).get(name, "")

    def with_tags(self, changed: dict[str, str]) -> GameTree:
        """Return the tree with new values for these tags."""
        return replace(self, tags=tuple((dict(self.tags) | changed).items()))

    @property
    def names(self) -> PerColor[str]:
        return PerColor(self.tag("White") or "?", self.tag("Black") or "?")

    @property
    def result(self) -> str:
        return self.tag("Result") or "*"

    @property
    def whole(self) -> bool:
        """Return True if the first position and all moves of the main line were read."""
        return not self.problems or bool(self.main.moves and not self.main.unread)

    def line(self, branch: Branch = MAIN_LINE) -> tuple[TreeMove, ...]:
        """Return the moves of a line, from the first one of the game."""
        moves = self.main.moves
        for ply, number in branch:
            moves = moves[:ply] + moves[ply].variations[number].moves
        return moves

    def variation(self, branch: Branch) -> Variation:
        """Return the innermost variation of a line; the main line if it takes none."""
        if not branch:
            return self.main
        ply, number = branch[-1]
        return self.line(branch[:-1])[ply].variations[number]

    def notes_at(self, branch: Branch, plies: int) -> Notes:
        """Return the notes on the position after this many plies of a line."""
        return self.line(branch)[plies - 1].notes if plies else self.notes

    def with_notes(self, branch: Branch, plies: int, notes: Notes) -> GameTree:
        """Return the tree with new notes on the position after this many plies of a line."""
        if not plies:
            return replace(self, notes=notes)
        return self._changed(branch, plies - 1, lambda move: replace(move, notes=notes))

    def played(self, branch: Branch, ply: int, new: TreeMove) -> tuple[GameTree, Branch]:
        """Return the tree with a move at this ply of a line, and the line that contains it.

        A move that exists changes nothing. A new one extends the line at its end, or begins a
        variation.
        """
        known = self._with_move(branch, ply, new.move)
        if known is not None:
            return self, known
        line = self.line(branch)
        if ply == len(line):
            return self._longer(branch, new), branch
        parent = upto(branch, ply)
        added = Variation((new,))
        count = len(self.line(parent)[ply].variations)
        tree = self._changed(
            parent, ply, lambda move: replace(move, variations=(*move.variations, added))
        )
        return tree, (*parent, (ply, count))

    def with_line(
        self, branch: Branch, ply: int, moves: Iterable[TreeMove]
    ) -> tuple[GameTree, Branch]:
        """Return the tree with these moves from this ply on, and the line that contains them."""
        tree = self
        for number, move in enumerate(moves):
            tree, branch = tree.played(branch, ply + number, move)
        return tree, branch

    def cut(self, branch: Branch, plies: int) -> tuple[GameTree, Branch]:
        """Return the tree without a line's moves after this many plies, and the remaining line."""
        while branch and branch[-1][0] >= plies:
            (ply, number), branch = branch[-1], branch[:-1]
            if ply == plies:  # the whole variation is removed

                def without(move: TreeMove, gone: int = number) -> TreeMove:
                    kept = move.variations[:gone] + move.variations[gone + 1 :]
                    return replace(move, variations=kept)

                return self._changed(branch, ply, without), branch

        def shorter(line: Variation, first: int) -> Variation:
            return Variation(line.moves[: max(0, plies - first)])

        return replace(self, main=_replaced(self.main, 0, branch, shorter)), branch

    def _with_move(self, branch: Branch, ply: int, move: Move) -> Branch | None:
        """Return the line that has this move at this ply, if there is one."""
        line = self.line(branch)
        if ply < len(line) and line[ply].move == move:
            return branch
        parent = upto(branch, ply)
        line = self.line(parent)
        return _found(line[ply], move, (parent, ply)) if ply < len(line) else None

    def _longer(self, branch: Branch, new: TreeMove) -> GameTree:
        """Return the tree with a move at the end of a line; unread text becomes its comment."""

        def longer(line: Variation, _first: int) -> Variation:
            move = new
            if line.unread:
                said = f"{new.notes.comment} {line.unread}".strip()
                move = replace(new, notes=replace(new.notes, comment=said))
            return Variation((*line.moves, move))

        tree = replace(self, main=_replaced(self.main, 0, branch, longer))
        if branch or not tree.tag("PlyCount"):
            return tree
        return tree.with_tags({"PlyCount": str(len(tree.main.moves))})

    def _changed(
        self, branch: Branch, ply: int, change: Callable[[TreeMove], TreeMove]
    ) -> GameTree:
        """Return the tree with one move of a line changed."""

        def changed(line: Variation, first: int) -> Variation:
            at = ply - first
            moves = (*line.moves[:at], change(line.moves[at]), *line.moves[at + 1 :])
            return replace(line, moves=moves)

        inner = tuple(step for step in branch if step[0] <= ply)
        return replace(self, main=_replaced(self.main, 0, inner, changed))

    def unread(self) -> Iterator[str]:
        """Yield all text that could not be read."""
        lines = [self.main]
        while lines:
            line = lines.pop()
            lines += [each for move in line.moves for each in move.variations]
            if line.unread:
                yield line.unread


def upto(branch: Branch, ply: int) -> Branch:
    """Return the line that a variation at this ply leaves."""
    return tuple(step for step in branch if step[0] < ply)


def _found(instead: TreeMove, move: Move, at: tuple[Branch, int]) -> Branch | None:
    """Return the line that has this move in the place of another one."""
    parent, ply = at
    if instead.move == move:
        return parent
    for number, line in enumerate(instead.variations):
        first = line.moves[:1]
        if first and (found := _found(first[0], move, ((*parent, (ply, number)), ply))) is not None:
            return found
    return None


def _replaced(
    line: Variation, first: int, branch: Branch, change: Callable[[Variation, int], Variation]
) -> Variation:
    """Return a line whose innermost variation of this branch is changed."""
    if not branch:
        return change(line, first)
    (ply, number), inner = branch[0], branch[1:]
    move = line.moves[ply - first]
    new = _replaced(move.variations[number], ply, inner, change)
    variations = (*move.variations[:number], new, *move.variations[number + 1 :])
    at = ply - first
    moves = (*line.moves[:at], replace(move, variations=variations), *line.moves[at + 1 :])
    return replace(line, moves=moves)


# Files of games


MOST_GAMES = 2**31
"""Games of a file that have a number to be searched for."""

MOST_PROBLEMS = 1000
"""Problems of one game that are told."""


@dataclass(slots=True)
class Problems:
    """Collects what could not be read in a game, with line numbers."""

    text: str  # of the game
    first: int  # the number of its first line
    begin: int = 0  # where the moves begin, from which places are counted
    told: list[Sentence] = field(default_factory=list)
    _breaks: list[int] = field(default_factory=list)

    def add(self, at: int, why: Sentence) -> None:
        """Add a reason at a place; of very many only the first are kept."""
        if not self.told:
            self._breaks = [found.start() for found in re.finditer("\n", self.text)]
        if len(self.told) < MOST_PROBLEMS:
            line = self.first + bisect_left(self._breaks, self.begin + at)
            self.told.append(say("line {line}: {why}", line=line, why=why))


@dataclass(frozen=True, slots=True)
class WrittenGame:
    """One game of a file: its tags are parsed, its moves are not."""

    text: str
    line: int = 1  # the number of its first line in the file
    tags: tuple[tuple[str, str], ...] = ()

    def tag(self, name: str) -> str:
        """Return the value of a tag, or an empty text if it is unknown."""
        value = dict(self.tags).get(name, "")
        return "" if value == UNKNOWN_TAGS.get(name) else value


def searched(games: Iterable[WrittenGame], words: str) -> list[int]:
    """Return the indices of the games whose tags contain all these words.

    Case and accents are ignored. A tag name before a word restricts it to that tag, as in ``round
    4``. A number alone also matches the game of this number, which comes first.
    """
    wanted = _searchable(words).split()
    pairs = set(pairwise(wanted))
    number = (whole_number(words.strip(), 1, MOST_GAMES) or 0) - 1
    found = list[int]()
    for index, game in enumerate(games):
        tags = {name.casefold(): _searchable(value) for name, value in game.tags}
        meant = {pair for pair in pairs if _says(tags, *pair)}
        left = [word for word in wanted if not any(word in pair for pair in meant)]
        said = " ".join(tags.values())
        if index == number:
            found.insert(0, index)
        elif all(word in said for word in left):
            found.append(index)
    return found


def _says(tags: dict[str, str], name: str, word: str) -> bool:
    """Return whether the tag contains this word; a round is compared by its first number."""
    value = tags.get(name, "")
    if not word.isdecimal():
        return word in value
    numbers = re.findall(r"\d+", value)
    return word in (numbers[:1] if name == "round" else numbers)


def _searchable(text: str) -> str:
    """Return a text in lower case and without accents."""
    letters = normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not combining(letter))
