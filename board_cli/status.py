"""The lines below the prompt: who is to move, both clocks, and what a program thinks."""

from __future__ import annotations

from math import isinf

from rich.cells import cell_len
from rich.text import Text

from board_core import Color
from board_core.game.clock import LITTLE_TIME, clock_face
from board_core.game.view import View
from board_core.text.harmless_text import visible

from .drawing import thought_line
from .language import _, words
from .palettes import Palette

Fragments = list[tuple[str, str]]
"""Styles and texts as the input line draws them."""

BETWEEN_SIDES = "    "
WIDEST_THOUGHT = 200


def status(
    view: View, now: float, look: Palette, width: int, *, programs: frozenset[Color]
) -> Fragments:
    """Return both sides, and below them the thought of a program that is to move.

    Both are on one line, or on two if they do not fit on one; a long name is cut before its clock.
    """
    first = view.rules.first
    one, other = (_side(view, color, now, look, width) for color in (first, first.other))
    line = [*one, ("", BETWEEN_SIDES), *other]
    if _columns(line) > width:
        line = [*one, ("", "\n"), *other]
    if view.ended is None and view.asked and view.to_move in programs:
        line += [("", "\n"), ("class:thought", _thinking(view))]
    return line


def _columns(fragments: Fragments) -> int:
    return sum(cell_len(text) for _style, text in fragments)


def _side(view: View, color: Color, now: float, look: Palette, width: int) -> Fragments:
    to_move = view.to_move is color and view.ended is None
    left = view.clock.remaining_at(color, now)
    name = _("{name} ({color})", name=visible(view.names[color]), color=words.color(color))
    arrow = ("class:arrow", f" {look.arrow if to_move else ' '} ")
    clock: Fragments = []
    if not isinf(left):
        style = "class:little-time" if left < LITTLE_TIME else "class:clock"
        clock = [("", " "), (style, clock_face(view.clock, color, now))]
    shown = Text(name)
    shown.truncate(max(1, width - _columns([arrow, *clock])), overflow="ellipsis")
    return [arrow, ("class:to-move" if to_move else "", shown.plain), *clock]


def _thinking(view: View) -> str:
    color = view.to_move
    name, thought = visible(view.names[color]), None
    if view.thought_ply == view.ply:
        thought = thought_line(view.thoughts[color], WIDEST_THOUGHT).plain.strip()
    if thought:
        return f"   {name}: {thought}"
    return "   " + _("{name} is thinking", name=name)


def next_change(view: View, now: float) -> float | None:
    """Return the seconds until a clock shows something else; None if it waits for an event."""
    clock, color = view.clock, view.clock.running
    if color is None or view.ended is not None:
        return None
    if isinf(clock.flag_falls) or clock.flag_falls - clock.control[color].time_margin - now < 0.1:
        return None
    delay = clock.delayed(color, now)
    left = delay or clock.remaining_at(color, now)
    step = 0.1 if left < LITTLE_TIME and not delay else 1.0
    return left % step + 0.005  # a little after, when it shows it for certain
