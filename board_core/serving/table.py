"""One game of a room, as the lichess Bot API tells of it: its players, its lines, its state.

Events come on the game's thread, lines are opened and closed on the server's; a lock is between.
Times are in milliseconds. Other games than chess are told in the same way, by their own names.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from math import isinf

from board_core.fast_dataclass import dataclass
from board_core.game.clock import Clock, TimeControl
from board_core.game.events import (
    DrawDeclined,
    DrawOffered,
    Event,
    GameEnded,
    GameStarted,
    MovePlayed,
    TurnStarted,
)
from board_core.game.game import Game
from board_core.game.rules import ON_THE_BOARD, Outcome, Reason, Rules
from board_core.game.sides import Color, PerColor
from board_core.game.view import first_view
from board_core.journal.values import OUTCOME, sentence_facts
from board_core.players.remote import RemotePlayer
from board_core.players.visitor import Visitor
from board_core.record import PlayedGame, Recorder, wall_clock
from board_core.text.codec import Json

from .broadcast import HOUSE, PERSON, REMOTE, Broadcast, ClientLine, is_known

VARIANTS = {
    "chess": ("standard", "Standard"),
    "chess960": ("chess960", "Chess960"),
    "atomic": ("atomic", "Atomic"),
    "antichess": ("antichess", "Antichess"),
    "crazyhouse": ("crazyhouse", "Crazyhouse"),
    "horde": ("horde", "Horde"),
    "king-of-the-hill": ("kingOfTheHill", "King of the Hill"),
    "racing-kings": ("racingKings", "Racing Kings"),
    "three-check": ("threeCheck", "Three-check"),
}
"""The keys and names of lichess, by our names of games."""

FROM_POSITION = "fromPosition", "From Position"

STATUS = {
    Reason.CHECKMATE: ("mate", 30),
    Reason.RESIGNATION: ("resign", 31),
    Reason.STALEMATE: ("stalemate", 32),
    Reason.ABSENCE: ("timeout", 33),
    Reason.TIME: ("outoftime", 35),
    Reason.NOT_STARTED: ("noStart", 37),
    Reason.STOPPED: ("aborted", 25),
}
DRAW, VARIANT_END, OTHER_END = ("draw", 34), ("variantEnd", 60), ("unknownFinish", 38)
CREATED, STARTED = ("created", 10), ("started", 20)
"""States of a game, by their names and numbers on lichess."""

SPEEDS = ((30, "ultraBullet"), (180, "bullet"), (480, "blitz"), (1500, "rapid"))
NO_LIMIT_MS = 2**31 - 1
"""What is told of a clock without a limit."""
RATING = 1500


def speed_of(control: TimeControl) -> str:
    """Return the name that lichess has for games of this length."""
    seconds = control.base + 40 * control.increment
    return next((name for limit, name in SPEEDS if seconds < limit), "classical")


def variant_facts(rules: Rules, setup: str | None) -> dict[str, Json]:
    key, name = VARIANTS.get(rules.name, (rules.name, rules.name))
    if setup is not None and key == "standard":
        key, name = FROM_POSITION
    return {"key": key, "name": name, "short": name}


def person(name: str) -> dict[str, Json]:
    """Return what is told of a player: all are bots here."""
    facts = {"id": name.lower(), "name": name, "username": name, "title": "BOT"}
    return {**facts, "rating": RATING, "provisional": True}


def status_of(outcome: Outcome) -> tuple[str, int]:
    """Return the name and the number of an end on lichess."""
    if found := STATUS.get(outcome.reason):
        return found
    if outcome.winner is None:
        return DRAW if outcome.decided else OTHER_END
    return VARIANT_END if outcome.reason in ON_THE_BOARD else OTHER_END


def milliseconds(seconds: float) -> int:
    return NO_LIMIT_MS if isinf(seconds) else min(NO_LIMIT_MS, int(seconds * 1000))


@dataclass(frozen=True, slots=True)
class GameTerms:
    """Holds what the players of a game agree upon before it begins."""

    rules: Rules
    controls: PerColor[TimeControl]
    setup: str | None = None
    rated: bool = False
    paired: bool = False
    """True if the room has begun the game, and its players did not ask for it."""
    draws: str = "engine"
    """The rules of draws, by their name: programs claim nothing."""

    @property
    def control(self) -> TimeControl:
        """White's, and Black's but in a contest with handicaps."""
        return self.controls.white

    def facts(self) -> dict[str, Json]:
        """Return the fields that challenges and games share."""
        variant, speed = variant_facts(self.rules, self.setup), speed_of(self.control)
        perf = speed if variant["key"] in ("standard", FROM_POSITION[0]) else variant["key"]
        return {
            "variant": variant,
            "speed": speed,
            "rated": self.rated,
            "perf": {"key": perf, "name": perf.title(), "icon": ""},
        }

    def time_facts(self) -> dict[str, Json]:
        """Return a challenge's timeControl, which is in seconds."""
        base = 0 if isinf(self.control.base) else int(self.control.base)
        increment = int(self.control.increment)
        show = f"{base / 60:g}+{increment}"
        return {"type": "clock", "limit": base, "increment": increment, "show": show}


NOBODY: PerColor[Visitor | None] = PerColor(None, None)


class Table:
    """A game with the lines of its players.

    ``remote`` has None for a player of the house, and for one of the ``people`` at browsers.
    """

    def __init__(
        self,
        number: int,
        key: str,
        terms: GameTerms,
        names: PerColor[str],
        remote: PerColor[RemotePlayer | None],
        earlier: PlayedGame | None = None,
        people: PerColor[Visitor | None] = NOBODY,
    ) -> None:
        """Make the table of a game that begins, or of one that was played earlier so far."""
        self.people = people
        self.empty_since: float | None = None  # all its people have been gone; None: not so
        self.private = False  # what players of the house write is for their authors
        self._broadcast: Broadcast | None = None
        self.number, self.key, self.terms, self.names = number, key, terms, names
        self.remote = remote
        self.begun = wall_clock() if earlier is None else earlier.started
        self.earlier = earlier
        self.game: Game | None = None
        self.ready = False  # a player has been asked
        self.recorder = Recorder(earlier=earlier) if earlier else Recorder()
        self.called_at: dict[Color, float] = {}  # when a player was last told of the game
        self._lock = threading.Lock()
        self._lines: dict[Color, ClientLine] = {}
        self._opened: set[Color] = set()
        self._untold: set[ClientLine] = set()  # to which the whole game is still to be told
        self._counted: set[ClientLine] = set()  # its player knows that they are open
        start = terms.rules.start(terms.setup)
        self._begun = GameStarted(terms.rules, names, start, Clock.new(terms.controls), terms.setup)
        self.view = first_view(self._begun)
        self.offer: Color | None = None  # whose offer of a draw is open
        self._told = -1  # moves, to the players; also none: who came early may move only now
        for event in () if earlier is None else earlier.events():
            self._take(event)  # or who comes back at once would see a game without moves

    @property
    def over(self) -> bool:
        return self.view.ended is not None

    def color_of(self, name: str) -> Color | None:
        """Return the side of the player of this name who plays from elsewhere."""
        ours = (c for c in Color if self.remote[c] is not None and self.names[c] == name)
        return next(ours, None)

    def record(self) -> PlayedGame | None:
        """Return the game so far; None if it has not begun."""
        heard = self.ready or (self.over and self.earlier is None)  # it may end before a question
        return self.recorder.record if heard else self.earlier

    def misses(self, color: Color) -> tuple[bool, bool]:
        """Return whether a player does not follow the game, and whether it ever did."""
        return color not in self._lines, color in self._opened

    # For those who watch in a browser

    @property
    def kinds(self) -> PerColor[str]:
        """The kind of each side: a person, a remote player or one of the house."""
        house = REMOTE if self.private else HOUSE
        kinds = (REMOTE if self.remote[color] else house for color in Color)
        return PerColor(*(PERSON if p else k for p, k in zip(self.people, kinds, strict=True)))

    @property
    def computes_here(self) -> bool:
        """True if a player of the house plays."""
        return any(not self.remote[color] and not self.people[color] for color in Color)

    @property
    def broadcast(self) -> Broadcast:
        """The game for those who watch it, made when the first asks for it."""
        with self._lock:
            if self._broadcast is None:
                begun, game = replace(self._begun, names=self.names), self.record()
                self._broadcast = Broadcast(self.key, begun, self.kinds, self._here)
                for event in () if game is None else game.events():
                    self._broadcast.hear(event)
            return self._broadcast

    def hide(self) -> None:
        """Forget the game for browsers if none has it open."""
        with self._lock:
            if self._broadcast is not None and not self._broadcast.is_open:
                self._broadcast = None

    def _here(self) -> PerColor[bool]:
        players = (self.people[color] or self.remote[color] for color in Color)
        return PerColor(*(player is None or player.here for player in players))

    def look_at_people(self, now: float) -> float:
        """Tell who is here; return the seconds for which nobody at a browser has been."""
        if self._broadcast is not None:
            self._broadcast.tick()
        people = [each for each in self.people if each is not None]
        if not people or any(each.here for each in people):
            self.empty_since = None
        elif self.empty_since is None:
            self.empty_since = now
        return 0.0 if self.empty_since is None else now - self.empty_since

    # On the game's thread

    def hear(self, event: Event) -> None:
        """Take an event of the game, and tell the players what is new for them."""
        with self._lock:
            if self._take(event):
                for color, line in self._lines.items():
                    told = self._full if line in self._untold else self._state
                    line.put(told(None, color))
                self._untold.clear()

    def _take(self, event: Event) -> bool:
        """Return whether the players are to be told: of a move when it is known what follows."""
        if is_known(self.view, event):
            return False
        self.view = self.view.after(event)
        match event:
            case MovePlayed(color=color):
                self.offer = color if self.offer is color else None
                return False
            case DrawOffered(color=color):
                self.offer = color
            case DrawDeclined() | GameEnded():
                self.offer = None
            case TurnStarted():
                told, self._told = self._told, len(self.view.played)
                return told < self._told
            case _:
                return False
        return True

    # On any thread

    def end_lines(self, *, cleanly: bool) -> None:
        """End all lines, cleanly only if the game is over."""
        with self._lock:
            lines, self._lines = self._lines, {}
        for line in lines.values():
            (line.finish if cleanly else line.abort)()

    def open(self, color: Color, line: ClientLine, joined: bool, now: float) -> None:
        """Give a player its line, which replaces the one that it had.

        A move of its own that was taken, and is still on its way, is waited for: else it would
        answer the position before once more, and the board might take that for its next move.
        """
        player = self.remote[color]
        with self._lock:
            if player is not None and not self.over and player.is_ahead(len(self.view.played)):
                self._untold.add(line)
            else:
                line.put(self._full(now, color))
            if self.over:
                line.finish()
                return
            before, self._lines[color] = self._lines.get(color), line
            self._counted.add(line)
            self._opened.add(color)
        if player is not None:
            player.asks_why = partial(self._ask_why, color) if joined else None
            player.came(now)
        if before is not None:
            before.abort()

    def close(self, color: Color, line: ClientLine, now: float) -> None:
        """Hear that a line has ended that :meth:`open` was given."""
        with self._lock:
            if self._lines.get(color) is line:
                del self._lines[color]
                self.called_at[color] = now
            counted = line in self._counted
            self._counted.discard(line)
        if counted and (player := self.remote[color]) is not None:
            player.went(now)

    def chat(self, name: str, room: str, text: str) -> None:
        with self._lock:
            self._tell({"type": "chatLine", "room": room, "username": name, "text": text})

    def _ask_why(self, color: Color, reason: Reason) -> None:
        with self._lock:
            if (line := self._lines.get(color)) is not None:
                line.put({"type": "explain", "reason": reason.value})

    def _tell(self, said: Mapping[str, Json]) -> None:
        for line in self._lines.values():
            line.put(said)

    def _state(self, now: float | None, to: Color) -> dict[str, Json]:
        """Return a gameState; with ``now``, the clock that runs is read at that instant.

        What a program wrote before it failed is for its author: only the loser hears why.
        """
        moves, clock = " ".join(str(each.move) for each in self.view.played), self.view.clock
        facts: dict[str, Json] = {"type": "gameState", "moves": moves}
        for color, side in ((Color.WHITE, "w"), (Color.BLACK, "b")):
            facts[f"{side}time"] = milliseconds(self._left(color, now))
            facts[f"{side}inc"] = milliseconds(clock.control[color].increment)
            if self.offer is color:
                facts[f"{side}draw"] = True
        facts["status"] = self._status[0]
        return {**facts, **self._end_facts(to)}

    def _end_facts(self, to: Color) -> dict[str, Json]:
        if self.view.ended is None:
            return {}
        outcome, explanation = self.view.ended.outcome, self.view.ended.explanation
        facts: dict[str, Json] = {"outcome": OUTCOME.write(outcome)}
        if outcome.winner is not None:
            facts["winner"] = outcome.winner.value
        is_seen = outcome.reason is Reason.ABSENCE  # by all
        if explanation is not None and (is_seen or outcome.winner is not to):
            facts["why"] = sentence_facts(explanation.full_sentence)
        return facts

    def _left(self, color: Color, now: float | None) -> float:
        clock = self.view.clock
        if now is not None and clock.running is color:
            return clock.remaining_at(color, now)
        return clock.at_hand(color)

    def _full(self, now: float | None, to: Color) -> dict[str, Json]:
        control = self.terms.control
        base = milliseconds(control.base)
        return {
            "type": "gameFull",
            "id": self.key,
            **self.terms.facts(),
            "createdAt": int(self.begun.timestamp() * 1000),
            "white": person(self.names.white),
            "black": person(self.names.black),
            "initialFen": self.initial,
            "draws": self.terms.draws,
            "clock": {"initial": base, "increment": milliseconds(control.increment)},
            "state": self._state(now, to),
        }

    @property
    def _status(self) -> tuple[str, int]:
        return STARTED if self.view.ended is None else status_of(self.view.ended.outcome)

    @property
    def initial(self) -> str:
        """The first position as its clients read it."""
        if self.terms.setup is not None:
            return self.terms.setup
        rules = self.terms.rules
        return "startpos" if rules.name in VARIANTS else rules.start(None).setup

    def facts_for(self, color: Color) -> dict[str, Json]:
        """Return what events and lists tell a player of its game."""
        with self._lock:
            view, (name, number) = self.view, self._status
            facts: dict[str, Json] = {
                "gameId": self.key,
                "fullId": self.key,
                "id": self.key,
                **self.terms.facts(),
                "fen": view.position.setup,
                "color": color.value,
                "lastMove": str(view.played[-1].move) if view.played else "",
                "source": "friend",
                "status": {"id": number, "name": name},
                "hasMoved": len(view.played) > 1,
                "opponent": person(self.names[color.other]),
                "isMyTurn": view.to_move is color and view.ended is None,
                "secondsLeft": milliseconds(self._left(color, None)) // 1000,
                "compat": {"bot": True, "board": True},
            }
            facts["perf"] = facts["perf"]["key"]
            if view.ended is not None and (winner := view.ended.outcome.winner) is not None:
                facts["winner"] = winner.value
            return facts
