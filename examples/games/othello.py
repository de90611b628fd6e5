"""Othello: outflanked discs are turned over, and the side with more discs at the end wins.

    board play --game othello.py:OTHELLO greedy

A side that cannot turn a disc has one legal move: ``pass``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from board_core import BadSetup, Color, IllegalMove, Move, Outcome, Reason, Rules, say
from board_core.game.geometry import cells
from board_core.games.hosted import HostedGame
from board_core.games.look import Look
from board_core.text.sentence import Sentence

BOARD = cells(8, 8)
PASS = Move("pass")
DISC = {Color.WHITE: "O", Color.BLACK: "x"}
STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
FIRST = "8/8/8/3xO3/3Ox3/8/8/8 x"


def _ray(place: str, right: int, down: int) -> tuple[str, ...]:
    """Return the places that lie in one direction, the nearest first."""
    column, row = BOARD.at(place)
    found = []
    while (name := BOARD.place(column := column + right, row := row + down)) is not None:
        found.append(name)
    return tuple(found)


RAYS = {place: [_ray(place, *step) for step in STEPS] for place in BOARD.places}


@dataclass(frozen=True)
class Othello:
    """A position: the places of both sides' discs, and the side to move."""

    discs: Mapping[Color, frozenset[str]]
    to_move: Color

    def __hash__(self) -> int:
        return hash((self.discs[Color.WHITE], self.discs[Color.BLACK], self.to_move))

    @property
    def setup(self) -> str:
        pieces = self.pieces()
        rows = "/".join("".join(pieces.get(name or "", " ") for name in row) for row in BOARD.rows)
        for length in range(8, 0, -1):
            rows = rows.replace(" " * length, str(length))
        return f"{rows} {DISC[self.to_move]}"

    @property
    def native(self) -> Othello:
        return self  # AI functions are given the position itself: it cannot be changed

    def turned_by(self, place: str, color: Color) -> set[str]:
        """Return the discs that a disc of this colour at a place would turn over."""
        own, others = self.discs[color], self.discs[color.other]
        turned: set[str] = set()
        if place in own or place in others:
            return turned
        for ray in RAYS[place]:
            line: list[str] = []
            for name in ray:
                if name not in others:
                    if name in own:
                        turned.update(line)
                    break
                line.append(name)
        return turned

    def can_move(self, color: Color) -> bool:
        return any(self.turned_by(place, color) for place in BOARD.places)

    def legal_moves(self) -> list[Move]:
        color = self.to_move
        moves = [Move(place) for place in BOARD.places if self.turned_by(place, color)]
        return moves or ([PASS] if self.can_move(color.other) else [])

    def parse(self, text: str) -> Move:
        move = Move(text.strip().lower())
        self._check(move, text)
        return move

    def _check(self, move: Move, text: str) -> None:
        if move in BOARD:
            if not self.turned_by(move, self.to_move):
                raise IllegalMove(say("{text} turns over no disc", text=repr(text)))
        elif move != PASS:
            raise IllegalMove(say("{text} is not a square: write one like d3", text=repr(text)))
        elif self.legal_moves() != [PASS]:
            raise IllegalMove(say("{text} is only for a side that cannot move", text=repr(text)))

    def play(self, move: Move) -> Othello:
        self._check(move, move)
        color, other = self.to_move, self.to_move.other
        if move == PASS:
            return Othello(self.discs, other)
        turned = self.turned_by(move, color)
        own, others = self.discs[color] | turned | {move}, self.discs[other] - turned
        return Othello({color: own, other: others}, other)

    def notation(self, move: Move) -> str:
        return move

    def outcome(self) -> Outcome | None:
        if any(self.can_move(color) for color in Color):
            return None
        white, black = (len(self.discs[color]) for color in Color)
        winner = None if white == black else Color.WHITE if white > black else Color.BLACK
        return Outcome(winner, Reason.RULES, f"{white}-{black}")

    def claim(self) -> Outcome | None:
        return None  # no draw can be claimed

    def can_win(self, color: Color) -> bool:
        return True

    def pieces(self) -> Mapping[str, str]:
        return {place: DISC[color] for color in Color for place in self.discs[color]}

    def marked(self) -> list[str]:
        return []

    def describe(self, move: Move) -> Sentence:
        if move == PASS:
            return say("{color} passes", color=self.to_move)
        return say("{color} puts a disc on {place}", color=self.to_move, place=move)

    def after_null_move(self) -> Othello:
        return Othello(self.discs, self.to_move.other)


def start(setup: str | None) -> Othello:
    """Return the starting position, or one written like ``FIRST``."""
    text = FIRST if setup is None else setup
    rows, _, side = text.strip().partition(" ")
    for digit in "12345678":
        rows = rows.replace(digit, " " * int(digit))
    lines = rows.split("/")
    well_formed = len(lines) == 8 and all(len(line) == 8 for line in lines)
    if not well_formed or side not in ("O", "x") or set(rows) - set(" /Ox"):
        raise BadSetup(say("{text} is not like {first}", text=repr(text), first=repr(FIRST)))
    signs = dict(zip(BOARD.places, rows.replace("/", ""), strict=True))
    discs = {
        color: frozenset(place for place, sign in signs.items() if sign == DISC[color])
        for color in Color
    }
    return Othello(discs, Color.WHITE if side == "O" else Color.BLACK)


OTHELLO = Rules("othello", Color.BLACK, BOARD, start, examples=("d3", "pass"))

GAME = HostedGame(OTHELLO, look=Look(letters=False, ground=("#2f8f5b", "#22694a")))
"""A look with plain discs on a green board."""
