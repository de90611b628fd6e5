"""Animations from one set of pieces to another: which pieces move, vanish and appear."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import hypot

from board_core.fast_dataclass import dataclass

from .cells import Cells
from .scene import Scene, Squares

INSTANT_SECONDS = 0.07
"""Shortest animation in seconds; a shorter one is left out."""

FADED_SHARE = 0.5
"""Opacity, from 0 to 1, with which a taken piece begins to fade."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A piece between two squares; with equal squares it fades where it stands."""

    symbol: str
    origin: str
    target: str


@dataclass(frozen=True, slots=True)
class Change:
    """The difference between two sets of pieces."""

    moved: tuple[Sprite, ...] = ()
    gone: tuple[tuple[str, str], ...] = ()  # square and symbol
    come: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Animation:
    """Pieces on their way. ``start`` is set when the first frame is due."""

    sprites: tuple[Sprite, ...]
    duration: float
    start: float | None = None

    def started(self, now: float) -> Animation:
        return self if self.start is not None else replace(self, start=now)

    def progress(self, now: float) -> float:
        """Return the progress from 0 to 1, slow at both ends."""
        if self.start is None:
            return 0.0
        return eased(min(1.0, max(0.0, (now - self.start) / self.duration)))

    def ended(self, now: float) -> bool:
        return self.start is not None and now >= self.start + self.duration

    @property
    def targets(self) -> frozenset[str]:
        """The squares of pieces that are still on their way."""
        return frozenset(s.target for s in self.sprites if s.origin != s.target)


def eased(t: float) -> float:
    """Return cubic easing, slow at both ends."""
    return 4 * t**3 if t < 0.5 else (t - 1) * (2 * t - 2) ** 2 + 1


def changes(
    before: Mapping[str, str], after: Mapping[str, str], cells: Cells, hints: Squares = ()
) -> Change:
    """Find the pieces that moved: each to the nearest square where its symbol has appeared.

    ``hints`` are the squares of the move, forwards or backwards: the piece that leaves the first
    is the one that arrives at the last, even with another symbol (a promotion).
    """
    gone = {s: symbol for s, symbol in before.items() if after.get(s) != symbol}
    come = {s: symbol for s, symbol in after.items() if before.get(s) != symbol}
    moved = []
    if _renamed(gone, come, hints):
        moved.append(Sprite(gone.pop(hints[0]), hints[0], hints[-1]))
        del come[hints[-1]]
    for target, symbol in list(come.items()):
        same = [square for square, other in gone.items() if other == symbol]
        if same:
            origin = min(same, key=lambda square: _distance(cells, square, target))
            moved.append(Sprite(symbol, origin, target))
            del gone[origin], come[target]
    return Change(tuple(moved), tuple(gone.items()), tuple(come.items()))


def _renamed(gone: Mapping[str, str], come: Mapping[str, str], hints: Squares) -> bool:
    """Return whether the move's own piece left and arrived, and no other piece is like it."""
    if len(hints) < 2 or hints[0] not in gone or hints[-1] not in come:
        return False
    old, new = gone[hints[0]], come[hints[-1]]
    return old == new or (old not in come.values() and new not in gone.values())


def captured_squares(before: Mapping[str, str], after: Mapping[str, str], last: Squares) -> Squares:
    """Return the squares where a move took something, which are tinted."""
    gone = {s for s, symbol in before.items() if after.get(s) != symbol}
    kept = [symbol for square, symbol in after.items() if before.get(square) != symbol]
    taken = []
    for square in sorted(gone - set(last[:1])):
        if before[square] in kept and square not in last:
            kept.remove(before[square])  # this piece moved too
        else:
            taken.append(square)
    return tuple(taken)


def animation(before: Scene, after: Scene, cells: Cells, duration: float) -> Animation | None:
    """Return the animation from one scene to the next; None if nothing would be seen."""
    if (
        duration < INSTANT_SECONDS
        or before.geometry != after.geometry
        or before.look is not after.look
    ):
        return None
    hints = after.last if after.last != before.last else ()
    change = changes(before.pieces, after.pieces, cells, hints)
    if before.last and not _led_by(change, hints):
        change = changes(before.pieces, after.pieces, cells, before.last[::-1])
    fading = tuple(Sprite(symbol, square, square) for square, symbol in change.gone)
    if not change.moved and not fading:
        return None
    return Animation((*fading, *change.moved), duration)


def _led_by(change: Change, hints: Squares) -> bool:
    """Return whether the change contains the move of the hints."""
    return any(
        (sprite.origin, sprite.target) == (*hints[:1], *hints[-1:]) for sprite in change.moved
    )


def _distance(cells: Cells, one: str, other: str) -> float:
    return hypot(*cells.vector(one, other))
