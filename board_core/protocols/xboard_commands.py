"""The lines that tell an XBoard engine its game, its time and its limits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from math import inf

from board_core.game.clock import Clock
from board_core.game.player import Seat, Turn
from board_core.game.rules import Move, Outcome, Position
from board_core.game.sides import Color

from .base import CHESS960, MOST_SECONDS, NORMAL_CHESS, xboard_variant

DEFAULT_FEATURES = {
    "usermove": "0",
    "setboard": "0",
    "ping": "0",
    "san": "0",
    "time": "1",
    "draw": "1",
    "variants": NORMAL_CHESS,
}
OTHER_FEATURES = (
    *("analyze", "colors", "debug", "done", "ics", "myname", "name", "nps", "option", "pause"),
    *("playother", "reuse", "sigint", "sigterm"),
)
KNOWN_FEATURES = frozenset((*DEFAULT_FEATURES, *OTHER_FEATURES))

MOVE_OVERHEAD = 0.2
"""Seconds of a fixed time per move that are kept back: engines overstep what they are told."""

SECONDS_WITHOUT_DEPTH = 60
"""Seconds a move for engines that are limited by ``sd`` alone and do not know it."""

UNMOVED = {"K": {"Ke1", "Rh1"}, "Q": {"Ke1", "Ra1"}, "k": {"ke8", "rh8"}, "q": {"ke8", "ra8"}}

NO_BRACES = str.maketrans("{}", "()")


def setup_commands(
    seat: Seat, limits: list[str], features: Mapping[str, str], *, ponders: bool
) -> list[str]:
    """Return what brings the engine to the start of the game, in force mode."""
    lines = ["new"]
    if (variant := xboard_variant(seat.rules)) != NORMAL_CHESS:
        lines.append(f"variant {variant}")
    lines += ["random", *limits]
    lines += ["post", "hard" if ponders else "easy", "force"]
    if seat.setup is None and seat.rules.name != CHESS960:
        return lines
    if features["setboard"] == "1":
        return [*lines, f"setboard {seat.start.setup}"]
    if seat.start.to_move is Color.BLACK:
        move = "a3" if features["san"] == "1" else "a2a3"
        lines.append(f"usermove {move}" if features["usermove"] == "1" else move)
    pieces = sorted(seat.start.pieces().items())
    white = [f"{piece}{square}" for square, piece in pieces if piece.isupper()]
    black = [f"{piece.upper()}{square}" for square, piece in pieces if piece.islower()]
    return [*lines, "edit", "#", *white, "c", *black, "."]


def can_be_edited(seat: Seat) -> bool:
    """Return whether ``edit`` can tell the start of a game: pieces, those at home as unmoved."""
    if seat.setup is None or seat.rules.name == CHESS960:
        return seat.rules.name != CHESS960
    pieces = {piece + square for square, piece in seat.start.pieces().items()}
    unmoved = "".join(side for side, home in UNMOVED.items() if home <= pieces) or "-"
    plain = re.fullmatch(r"[\w/~]+ [wb] (\S+) - \d+ \d+", seat.start.setup)
    return plain is not None and plain[1] == unmoved


def limit_commands(
    clock: Clock, color: Color, features: Mapping[str, str], untimed_seconds: float
) -> list[str]:
    """Return what limits a side's thinking from now on: its time control, depth and nodes."""
    control, limits = clock.control[color], []
    if clock.periods[color]:
        limits.append(_fixed_time(min(control.byoyomi, control.per_move), control.time_margin))
    elif control.base != inf and control.per_move == inf:
        period, base = control.moves_per_period, _minutes(control.base)
        limits.append(f"level {period} {base} {min(control.bonus, MOST_SECONDS):.10g}")
    elif control.base != inf:
        limits.append(f"level 1 {_minutes(control.per_move)} 0")
    elif control.per_move != inf:
        limits.append(_fixed_time(control.per_move, control.time_margin))
    elif control.nodes is not None and features.get("nps") == "1":
        limits += [f"nps {control.nodes}", "st 1"]
    elif control.depth is not None:
        limits.append(f"st {SECONDS_WITHOUT_DEPTH}")
    else:
        limits.append(f"st {max(1, int(untimed_seconds))}")
    if control.depth is not None:
        limits.append(f"sd {control.depth}")
    return limits


def time_commands(clock: Clock, color: Color, features: Mapping[str, str]) -> list[str]:
    """Return both clocks in centiseconds, the side's own first."""
    if features["time"] != "1":
        return []
    left = [min(clock.at_hand(side), clock.control[side].per_move) for side in (color, color.other)]
    if clock.control[color].base == inf or clock.periods[color]:
        left[0] -= min(MOVE_OVERHEAD, left[0] / 10)
    return [
        f"{command} {max(1, int(min(seconds, MOST_SECONDS) * 100))}"
        for command, seconds in zip(("time", "otim"), left, strict=True)
        if seconds != inf
    ]


def written_moves(turn: Turn, seat: Seat, news: list[Move], *, san: bool) -> Iterable[str]:
    """Return the last moves of the game as they are sent; ``news`` are these moves."""
    if not san and seat.rules.name != CHESS960:
        return news
    if len(news) == 1 and turn.before is not None:
        return [_written(turn.before, news[0], san=san)]
    position, texts = seat.start, []
    for move in turn.moves:
        texts.append(_written(position, move, san=san))
        position = position.play(move)
    return texts[len(texts) - len(news) :]


def _written(position: Position, move: Move, *, san: bool) -> str:
    """Return a move in SAN or in coordinates; castling in Chess960 is never in coordinates."""
    notation = position.notation(move)
    if san:
        return notation
    return notation.rstrip("+#") if notation.startswith("O-O") else move


def result_command(outcome: Outcome) -> str:
    """Return what tells the engine that the game is over, and why."""
    why = f"{outcome.reason.value}: {outcome.detail}" if outcome.detail else outcome.reason.value
    return f"result {outcome.result} {{{' '.join(why.translate(NO_BRACES).split())}}}"


def _minutes(seconds: float) -> str:
    minutes, rest = divmod(max(1, int(min(seconds, MOST_SECONDS))), 60)
    return f"{minutes}:{rest:02}" if rest else f"{minutes}"


def _fixed_time(seconds: float, time_margin: float) -> str:
    """Return what sets a time for each move.

    ``st`` takes whole seconds only. For less, a period of one move does as well, with ``time``
    before each move.
    """
    whole = int(min(seconds, seconds + time_margin - MOVE_OVERHEAD, MOST_SECONDS))
    return f"st {whole}" if whole >= 1 else "level 1 0:01 0"
