"""The program's side of Gomocup's protocol: a gomoku AI as a brain for Piskvork."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Sequence
from math import inf

from board_core.game.clock import Clock, TimeControl
from board_core.game.player import MOST_SAID
from board_core.game.rules import Move, Rules
from board_core.game.sides import PerColor
from board_core.games.gomoku import gomoku_rules
from board_core.games.gomoku.board import (
    BLACK,
    FILE_LETTERS,
    MORE_WORD,
    SWAP2,
    SWAP_WORD,
    WHITE,
    written,
)
from board_core.players.thinking import Function
from board_core.protocols.base import number_of
from board_core.protocols.gomocup import RULE_BITS
from board_core.text.sentence import BoardError

from .asking import EngineSearch, SearchTurn, ToldGame, chosen

RULES_OF_BITS = {bits: rule for rule, bits in RULE_BITS.items()}
CONTINUOUS_BIT = 2
"""The bit of ``INFO rule`` that does not say what wins: games follow each other."""

SIZES = range(5, len(FILE_LETTERS) + 1)
LEAST_MOVE_SECONDS = 0.02
"""Seconds for a move where the host says 0: as fast as possible."""

NUMBERS = re.compile(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,\s*(\d)\s*)?", re.ASCII)
OWN_FIELD, OTHER_FIELD = 1, 2
END_OF_STONES = "DONE"

Stone = tuple[int, int, int]
"""A column from the left and a row from the top, counted from 0, and whose stone it is."""


class BadCommand(Exception):
    """Error: a command that cannot be obeyed; the text says why."""


class GomocupBrain:
    """Hears lines on one thread and thinks on another, until :meth:`close`.

    ``say`` is called with whole lines, on either thread, never on both at once. ``make`` makes the
    AI of a game from a seed.
    """

    def __init__(
        self,
        say: Callable[[str], None],
        make: Callable[[int | None], Function],
        rules: Rules,
        seed: int | None = None,
    ) -> None:
        """Prepare to play; the host may choose another size and another rule than these."""
        self._write, self._make, self._seed = say, make, seed
        self._rule = rules.start(None).native.rule
        self._saying = threading.Lock()
        self._infos: dict[str, str] = {}
        self._size = 0  # before START
        self._game: ToldGame | None = None
        self._search: EngineSearch | None = None
        self._stones: list[Stone] | None = None  # of a BOARD or SWAP2BOARD that is being told
        self._opens = False  # it is a SWAP2BOARD
        self._function: Function | None = None

    def heard(self, line: str) -> bool:
        """Handle a line. Return False if the program is to leave."""
        words = line.split()
        if not words:
            return True
        command = words[0].upper()
        if command == "END":
            return False
        try:
            if self._stones is not None and command != END_OF_STONES:
                self._stones.append(stone_of(line))
            else:
                self._obey(command, words[1:])
        except BadCommand as error:
            self._say(f"ERROR {error}")
        except BoardError as error:
            self._say(f"ERROR {error.sentence}")
        return True

    def close(self) -> None:
        """End the search, which answers now. Safe to call twice."""
        if self._search is not None:
            self._search.end()
            self._search = None

    def _obey(self, command: str, words: list[str]) -> None:
        match command, words:
            case "INFO", [key, *values]:
                self._infos[key.lower()] = " ".join(values)
            case "ABOUT", _:
                self._say('name="The Chess Board", author="its maintainers"')
            case "START", [size]:
                self._start(size, size)
            case "RECTSTART", _:
                self._start(*" ".join(words).replace(",", " ").split()[:2])
            case "RESTART", _:
                self._start(str(self._size), str(self._size))
            case "BEGIN", _:
                self.close()
                self._game = ToldGame(self._rules)
                self._think()
            case "TURN", _:
                self._play(" ".join(words))
                self._think()
            case "TAKEBACK", _:
                self._take_back(" ".join(words))
            case "BOARD" | "SWAP2BOARD", _:
                self.close()
                self._opens, self._stones = command == "SWAP2BOARD", []
            case "DONE", _ if self._stones is not None:
                stones, self._stones = self._stones, None
                read = opening_of if self._opens else setup_of
                self._game = ToldGame(self._rules, read(self._rules, stones))
                self._think()
            case _:
                self._say(f"UNKNOWN {command}")

    def _say(self, line: str) -> None:
        with self._saying:
            self._write(line)

    @property
    def _rules(self) -> Rules:
        if not self._size:
            raise BadCommand("START comes first")
        bits = number_of(self._infos.get("rule", ""), 0, MOST_SAID)
        rule = self._rule if bits is None else RULES_OF_BITS.get(bits & ~CONTINUOUS_BIT)
        if rule is None:
            raise BadCommand(f"the rule {bits} is not known: 0, 1 and 4 are")
        return gomoku_rules("gomoku", self._size, rule)

    def _start(self, width: str, height: str = "") -> None:
        self.close()
        least, most = SIZES[0], SIZES[-1]
        size = number_of(width, least, most)
        if size is None or width != height:
            raise BadCommand(f"only square boards of {least} to {most} points a side are played")
        self._size, self._game, self._stones = size, None, None
        self._function = self._make(self._seed)
        self._say("OK")

    def _told_game(self) -> ToldGame:
        """Return the game, whose rule may be told after START but before the first stone."""
        if self._game is None:
            self._game = ToldGame(self._rules)
        return self._game

    def _play(self, text: str) -> None:
        self.close()
        game = self._told_game()
        game.play(point_of(self._rules, text))

    def _take_back(self, text: str) -> None:
        self.close()
        game, point = self._told_game(), point_of(self._rules, text)
        if not game.moves or game.moves[-1] != point:
            pieces = {at: symbol for at, symbol in game.position.pieces().items() if at != point}
            if len(pieces) == len(game.position.pieces()):
                raise BadCommand(f"no stone is at {text}")
            self._game = ToldGame(self._rules, rows_of(self._rules, pieces))
        else:
            game.take_back()
        self._say("OK")

    def _think(self) -> None:
        game, clock, rules = self._told_game(), self._clock(), self._rules
        if game.position.outcome() is not None:
            raise BadCommand("the game is over")
        function = self._function = self._function or self._make(self._seed)

        def think(search: EngineSearch) -> None:
            side, moves = game.position.to_move, list[Move]()
            while not moves or (game.position.native.opening and game.position.to_move is side):
                move = chosen(function, SearchTurn(game.turn(clock), search))
                moves.append(game.position.parse(move))
                game.play(move)
            self._say(answer_of(rules, moves))

        self._search = EngineSearch(think)
        self._search.start()

    def _clock(self) -> Clock:
        """Return the clock that the last INFO lines tell of."""
        per_move, left = self._seconds("timeout_turn"), self._seconds("time_left")
        if self._infos.get("timeout_match", "0") == "0":
            left = inf
        fast = per_move == 0
        control = TimeControl(base=left, per_move=LEAST_MOVE_SECONDS if fast else per_move)
        return Clock.new(PerColor.both(control))

    def _seconds(self, key: str) -> float:
        number = number_of(self._infos.get(key, ""), 0, MOST_SAID)
        return inf if number is None else number / 1000


def stone_of(line: str) -> Stone:
    """Read a line of BOARD. Raises BadCommand."""
    found = NUMBERS.fullmatch(line)
    if found is None:
        raise BadCommand(f"{line.strip()!r} is no stone: write x,y,field")
    return int(found[1]), int(found[2]), int(found[3] or OWN_FIELD)


def point_of(rules: Rules, text: str) -> str:
    """Return the name of the point at these numbers. Raises BadCommand."""
    found = NUMBERS.fullmatch(text)
    name = None if found is None else rules.geometry.place(int(found[1]), int(found[2]))
    if name is None:
        raise BadCommand(f"{text!r} is no point of this board")
    return name


def setup_of(rules: Rules, stones: Iterable[Stone]) -> str:
    """Return the position with these stones in which it is our move.

    Black has begun: we are Black if both sides have the same number of stones. Raises BadCommand.
    """
    placed = {
        point_of(rules, f"{x},{y}"): whose
        for x, y, whose in stones
        if whose in (OWN_FIELD, OTHER_FIELD)
    }
    own = sum(whose == OWN_FIELD for whose in placed.values())
    black = OWN_FIELD if 2 * own >= len(placed) else OTHER_FIELD
    symbols = {point: "x" if whose == black else "O" for point, whose in placed.items()}
    return rows_of(rules, symbols, own_is_black=black == OWN_FIELD)


def opening_of(rules: Rules, stones: Sequence[Stone]) -> str:
    """Return the text of the opening swap2 with these stones. Raises BadCommand."""
    points = [point_of(rules, f"{x},{y}") for x, y, _whose in stones]
    more = [MORE_WORD, *points[3:]] if points[3:] else []
    return " ".join([SWAP2, *points[:3], *more])


def answer_of(rules: Rules, moves: Sequence[Move]) -> str:
    """Return the line for a move, or for the stones or the choice of swap2."""
    if SWAP_WORD in moves:
        return "SWAP"
    places = (rules.geometry.at(move) for move in moves if move != MORE_WORD)
    return " ".join(f"{column},{row}" for column, row in places)


def rows_of(rules: Rules, symbols: dict[str, str], own_is_black: bool | None = None) -> str:
    """Return the text of a position; without a word of whose move it is, stones are counted."""
    size = rules.geometry.size[0]
    cells = bytearray(size * size)
    for point, symbol in symbols.items():
        column, row = rules.geometry.at(point)
        cells[(size - 1 - row) * size + column] = BLACK if symbol == "x" else WHITE
    if own_is_black is None:
        own_is_black = cells.count(BLACK) == cells.count(WHITE)
    return written(size, bytes(cells), BLACK if own_is_black else WHITE)
