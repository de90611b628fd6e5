"""One game of a room, as the lichess Bot API tells of it: its players, its lines, its state.

Events come on the game's thread, lines are opened and closed on the server's; a lock is between.
Times are in milliseconds. Other games than chess are told in the same way, by their own names.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import field
from functools import partial
from math import isinf
from typing import Protocol

from board_core.fast_dataclass import dataclass
from board_core.game.clock import Clock, TimeControl
from board_core.game.events import (
    DrawDeclined,
    DrawOffered,
    Event,
    GameEnded,
    GameStarted,
    MovePlayed,
    Resumed,
    TurnStarted,
)
from board_core.game.game import Game
from board_core.game.player import Explanation
from board_core.game.rules import ON_THE_BOARD, Outcome, Position, Reason, Rules
from board_core.game.sides import Color, PerColor
from board_core.journal.values import OUTCOME, sentence_facts
from board_core.players.remote import RemotePlayer
from board_core.players.visitor import Visitor
from board_core.record import PlayedGame, Recorder, wall_clock
from board_core.text.codec import Json

from .broadcast import HOUSE, PERSON, REMOTE, Broadcast

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


class ClientLine(Protocol):
    """A stream to a client; its methods may be called from any thread."""

    def put(self, said: Mapping[str, Json]) -> None: ...
    def finish(self) -> None: ...
    def abort(self) -> None: ...
    def part(self, why: str) -> None: ...


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
    control: TimeControl
    setup: str | None = None
    rated: bool = False
    paired: bool = False
    """True if the room has begun the game, and its players did not ask for it."""

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


@dataclass(slots=True)
class Seen:
    """The state of a game, from its events."""

    moves: list[str] = field(default_factory=list)
    position: Position | None = None
    clock: Clock | None = None
    offer: Color | None = None
    outcome: Outcome | None = None
    explanation: Explanation | None = None


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
        self.controls = PerColor.both(terms.control)  # a contest may have two
        self.draws = "engine"  # the rules of draws, by their name: programs claim nothing
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
        self.seen = Seen()
        self._told = -1  # moves, to the players; also none: who came early may move only now
        for event in () if earlier is None else earlier.events():
            self._take(event)  # or who comes back at once would see a game without moves

    @property
    def over(self) -> bool:
        return self.seen.outcome is not None

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
        """Whether each side is a person, a remote player or one of the house."""
        return PerColor(
            *(
                PERSON
                if self.people[color]
                else REMOTE
                if self.remote[color] or self.private
                else HOUSE
                for color in Color
            )
        )

    @property
    def broadcast(self) -> Broadcast:
        """The game for those who watch it, made when the first asks for it."""
        with self._lock:
            if self._broadcast is None:
                self._broadcast = self._broadcast_so_far()
            return self._broadcast

    def hide(self) -> None:
        """Forget the game for browsers if none has it open."""
        with self._lock:
            if self._broadcast is not None and not self._broadcast.is_open:
                self._broadcast = None

    def _broadcast_so_far(self) -> Broadcast:
        rules, setup, game = self.terms.rules, self.terms.setup, self.record()
        clock = Clock.new(self.controls)
        begun = GameStarted(rules, self.names, rules.start(setup), clock, setup)
        made = Broadcast(self.key, begun, self.kinds, self._here)
        for event in () if game is None else game.events():
            made.hear(event)
        return made

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
        seen = self.seen
        match event:
            case GameStarted(position=position, clock=clock) if not seen.moves:
                seen.position, seen.clock = position, clock
                return False
            case MovePlayed(ply=ply) if ply < len(seen.moves):
                return False  # it was given with the game
            case MovePlayed(color=color, move=move, position=position, clock=clock):
                seen.moves.append(str(move))
                seen.position, seen.clock = position, clock
                if seen.offer is not color:
                    seen.offer = None
                return False
            case DrawOffered(color=color):
                seen.offer = color
            case DrawDeclined():
                seen.offer = None
            case TurnStarted(turn=turn):
                seen.clock, told = turn.clock, self._told
                self._told = len(seen.moves)
                return told < len(seen.moves)
            case Resumed(clock=clock):
                seen.clock = clock
                return False
            case GameEnded(outcome=outcome, explanation=explanation):
                seen.outcome, seen.explanation = outcome, explanation
                seen.offer = None
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
            if player is not None and not self.over and player.is_ahead(len(self.seen.moves)):
                self._untold.add(line)
            else:
                line.put(self._full(now, color))
            if self.seen.outcome is not None:
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
        seen = self.seen
        facts: dict[str, Json] = {"type": "gameState", "moves": " ".join(seen.moves)}
        for color, side in ((Color.WHITE, "w"), (Color.BLACK, "b")):
            facts[f"{side}time"] = milliseconds(self._left(color, now))
            facts[f"{side}inc"] = milliseconds(self.controls[color].increment)
            if seen.offer is color:
                facts[f"{side}draw"] = True
        facts["status"] = (STARTED if seen.outcome is None else status_of(seen.outcome))[0]
        return {**facts, **self._end_facts(to)}

    def _end_facts(self, to: Color) -> dict[str, Json]:
        outcome, explanation = self.seen.outcome, self.seen.explanation
        if outcome is None:
            return {}
        facts: dict[str, Json] = {"outcome": OUTCOME.write(outcome)}
        if outcome.winner is not None:
            facts["winner"] = outcome.winner.value
        is_seen = outcome.reason is Reason.ABSENCE  # by all
        if explanation is not None and (is_seen or outcome.winner is not to):
            facts["why"] = sentence_facts(explanation.full_sentence)
        return facts

    def _left(self, color: Color, now: float | None) -> float:
        clock = self.seen.clock
        if clock is None:
            return self.controls[color].base
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
            "draws": self.draws,
            "clock": {"initial": base, "increment": milliseconds(control.increment)},
            "state": self._state(now, to),
        }

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
            seen = self.seen
            name, number = STARTED if seen.outcome is None else status_of(seen.outcome)
            moves, to_move = seen.moves, None if seen.position is None else seen.position.to_move
            left = self._left(color, None)
            facts: dict[str, Json] = {
                "gameId": self.key,
                "fullId": self.key,
                "id": self.key,
                **self.terms.facts(),
                "fen": self.initial if seen.position is None else seen.position.setup,
                "color": color.value,
                "lastMove": moves[-1] if moves else "",
                "source": "friend",
                "status": {"id": number, "name": name},
                "hasMoved": len(moves) > 1,
                "opponent": person(self.names[color.other]),
                "isMyTurn": to_move is color and seen.outcome is None,
                "secondsLeft": milliseconds(left) // 1000,
                "compat": {"bot": True, "board": True},
            }
            facts["perf"] = facts["perf"]["key"]
            if seen.outcome is not None and seen.outcome.winner is not None:
                facts["winner"] = seen.outcome.winner.value
            return facts
