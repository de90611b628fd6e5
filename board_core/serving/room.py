"""A room for players on other machines: accounts, who is there, challenges and games.

There is no network and no event loop here. Methods may be called from any thread and return at
once: each game has a thread of its own, where also its journal is written. A room with a folder
keeps its accounts and games there. After a kill it begins again with all of them: a game that was
not over goes on when its players are back.
"""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
import string
import threading
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import field, replace
from functools import partial
from hmac import compare_digest
from hmac import new as hmac_of
from pathlib import Path
from random import Random

from board_core.contest.hand_in import new_token, token_hash
from board_core.fast_dataclass import dataclass
from board_core.game.bus import Handler
from board_core.game.clock import UNTIMED, TimeControl
from board_core.game.events import Event, GameEnded, TurnStarted
from board_core.game.game import Game
from board_core.game.player import Player
from board_core.game.rules import Rules
from board_core.game.sides import Color, PerColor
from board_core.game.timesource import RealTime
from board_core.games.hosted import HostedGame
from board_core.journal import JournalWriter
from board_core.match.known_games import game_named
from board_core.match.player_spec import BadPlayer
from board_core.match.spec import built_in_player
from board_core.players.remote import RemoteLimits, RemotePlayer
from board_core.players.visitor import Visitor
from board_core.record import PlayedGame
from board_core.text.codec import Facts, mapping, text_of
from board_core.text.harmless_text import legible
from board_core.text.sentence import BoardError, Sentence, say
from board_core.whole_files import OWNER_ONLY, write_whole

from .advisers import Advisers
from .broadcast import HOUSE, ClientLine, LiveGames
from .table import FROM_POSITION, VARIANTS, GameTerms, Table, person

log = logging.getLogger(__name__)

DRAWS = "engine"
"""The rules of draws: programs claim nothing."""

TOO_MANY = say("there are too many games here now: try again later")

NAME_LETTERS = frozenset(string.ascii_letters + string.digits + "_-")
LONGEST_NAME = 30
KEY_LETTERS = string.ascii_letters + string.digits
MOST_GAMES, MOST_GAMES_OF_ONE, MOST_HOUSE_GAMES = 200, 8, 16
"""Games at the same time: in all, of one player, and with players of the house (they compute here).
"""

MOST_OPEN = 5
"""Open challenges of one player."""

MOST_FINISHED = 200
"""Finished games that can still be looked at."""

MOST_SHOWN = 30
"""Finished games that are kept ready for browsers; others are replayed when somebody looks."""

PAIRING_PAUSE = 3.0
"""Seconds for which a player rests between two games that the room pairs."""

CALL_AGAIN_SECONDS, CALL_BACK_SECONDS = 10.0, 5.0
"""Seconds after which a player is told again of a game that it has not opened, or that it left."""

GONE_SECONDS = 900.0
"""Seconds after which a game is stopped that all people at browsers have left."""

CHALLENGE_SECONDS = 60.0
LONGEST_BASE, LONGEST_INCREMENT = 10_800, 180
MOST_CHAT = 140

DECLINE_KEYS = (
    *("generic", "later", "toofast", "tooslow", "timecontrol", "rated", "casual", "standard"),
    *("variant", "nobot", "onlybot"),
)
"""The reasons of lichess for which a challenge is declined."""


class RoomRefusal(BoardError):
    """The room refuses what a client asks for; ``status`` is the HTTP status.

    With 429, the client may come again after ``wait`` seconds.
    """

    def __init__(self, sentence: Sentence, status: int = 400, wait: float = 10.0) -> None:
        super().__init__(sentence)
        self.status, self.wait = status, wait


@dataclass(slots=True, eq=False)
class Account:
    """A player who may come, or one of the house, and what is known of it now."""

    name: str
    token: str = ""  # the hash; a player of the house has none
    line: ClientLine | None = None  # of its events
    free_since: float = 0.0  # it came, or its last game ended
    tables: dict[str, Table] = field(default_factory=dict)  # of its running games
    met: dict[str, int] = field(default_factory=dict)  # games, by opponent
    was_white: dict[str, bool] = field(default_factory=dict)  # in the last game, by opponent
    whites: int = 0  # games with White less those with Black
    last: Color = Color.BLACK  # its colour in its last game

    @property
    def whiteness(self) -> tuple[int, bool]:
        """Return what grows with the claim of its opponent to White."""
        return self.whites, self.last is Color.WHITE


@dataclass(slots=True, eq=False)
class Challenge:
    """A wish for a game, until it is answered; the game has its number and its key."""

    number: int
    key: str
    challenger: Account
    to: Account
    terms: GameTerms
    color: str  # white, black or random, for the challenger
    until: float
    line: ClientLine | None = None  # waits for the answer
    done: str = ""  # the answer

    def facts(self) -> dict[str, object]:
        """Return what lichess tells of a challenge."""
        return {
            "id": self.key,
            "url": f"/{self.key}",
            "status": self.done or "created",
            "challenger": {**person(self.challenger.name), "online": True},
            "destUser": {**person(self.to.name), "online": True},
            **self.terms.facts(),
            "timeControl": self.terms.time_facts(),
            "color": self.color,
            "finalColor": "black" if self.color == "black" else "white",
            "initialFen": self.terms.setup,
        }

    @property
    def seated(self) -> PerColor[Account]:
        """The players by their colours; by lot, who had White more often has Black."""
        one, other = self.challenger, self.to
        white = self.color == "white" or (
            self.color == "random" and one.whiteness <= other.whiteness
        )
        return PerColor(one, other) if white else PerColor(other, one)


RoomNews = Account | Table
"""What the organiser hears: a player came or went, a game began or ended."""


class Room:
    """All that happens in a room, until :meth:`close`. ``tell`` hears the news, on any thread."""

    plays = True
    """False if its games are only watched."""

    def __init__(
        self,
        hosted: HostedGame,
        control: TimeControl,
        *,
        folder: Path | None = None,
        limits: RemoteLimits | None = None,
        pairs: bool = False,
        tell: Callable[[RoomNews], object] = lambda news: None,
    ) -> None:
        """Begin, or go on with what is in a folder. Raises BadJournal, BoardError and OSError."""
        self.hosted, self.rules, self.control = hosted, hosted.with_draws(DRAWS), control
        self.limits = limits or RemoteLimits()
        self._pairs = pairs
        self._tell = tell
        self._folder = folder
        self._now = RealTime().now
        self._lock = threading.RLock()
        self._accounts: dict[str, Account] = {}
        self._house = {name: Account(name) for name in hosted.ais}
        self._challenges: dict[str, Challenge] = {}
        self._tables: dict[str, Table] = {}
        self._finished: dict[str, Table] = {}
        self._threads: dict[str, threading.Thread] = {}
        self._closing = False
        self.title = say("The Chess Board")
        self._private = False  # what players of the house write is for their authors
        self.live, self.advisers = LiveGames(), Advisers()
        self._secret, self._last = secrets.token_hex(16), 0
        self._kept: dict[int, Facts] = {}  # what was kept of the games that go on
        self._journal: JournalWriter | None = None
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            self._read_accounts(folder)
            self._write_room()  # its secret, too: keys and seats are made of it
            self._journal = JournalWriter(folder / "games.journal", {"room": 1}, resume=True)

    # The organiser

    def add(self, names: Iterable[str], *, renew: bool = False) -> dict[str, str]:
        """Make accounts for new names; return their tokens, which are kept nowhere.

        With ``renew`` those that are known get another one, too. Raises BoardError for a name that
        cannot be one.
        """
        made = {}
        with self._lock:
            for name in names:
                if name.lower() in self._accounts and not renew:
                    continue
                self._check_name(name)
                account = self._accounts.setdefault(name.lower(), Account(name))
                made[account.name] = new_token(secrets.token_bytes)
                account.token = token_hash(made[account.name])
            if made:
                self._write_room()
        return made

    def resume(self) -> int:
        """Let the games go on that were not over when the server ended; return their number."""
        if self._journal is None:
            return 0
        found = self._journal.found.games(lambda name: game_named(name).with_draws(DRAWS))
        kept, self._kept = self._kept, {}
        self._last = max((*found, *kept), default=0)
        for number, played in sorted(found.items()):
            if not played.over:  # whom nobody knows is a person, who may come back
                terms = GameTerms(played.rules, played.controls, played.setup, paired=True)
                seated = played.names.map(lambda name: self._known(name) or Account(name))
                for color in self._people_in(kept.get(number, {})):
                    seated = seated.put(color, Account(played.names[color]))
                self.begin(self._laid(number, terms, seated, played))
            elif number > self._last - MOST_FINISHED:
                self._keep_finished(number, played)
        running = len(self._tables)
        for number in kept.keys() - found.keys():
            self._lay_waiting(number, kept[number])
        return running

    @property
    def accounts(self) -> list[Account]:
        with self._lock:
            return list(self._accounts.values())

    @property
    def house(self) -> list[Account]:
        return list(self._house.values())

    @property
    def results(self) -> list[Table]:
        """The games that have ended, the latest last."""
        with self._lock:
            return list(self._finished.values())

    @property
    def running(self) -> list[Table]:
        with self._lock:
            return list(self._tables.values())

    def tick(self) -> None:
        """Do what time brings; to be called about once a second."""
        now = self._now()
        with self._lock:
            for challenge in [each for each in self._challenges.values() if each.until <= now]:
                self._end_challenge(challenge, "canceled")
            for table in [*self._tables.values()]:
                self._call_again(table, now)
                if table.look_at_people(now) > GONE_SECONDS:
                    if table.game is None:
                        self._forget(table)
                    else:
                        table.game.stop("everybody had left", wait=False)
            if self._pairs:
                self._pair(now)

    def close(self, *, over: bool = False) -> None:
        """End all games here and all lines; what is in the folder can go on. May block.

        If it is ``over``, clients of ours do not wait for it to be opened again.
        """
        with self._lock:
            self._closing = True
            tables, threads = [*self._tables.values()], [*self._threads.values()]
            lines = [each.line for each in self._accounts.values() if each.line is not None]
        for table in tables:
            table.end_lines(cleanly=False)
        for line in lines:
            line.part("over") if over else line.abort()
        for table in tables:
            if table.game is not None:
                table.game.stop(wait=False)
        self.advisers.close()
        for thread in threads:
            thread.join()
        if self._journal is not None:
            self._journal.close()

    # Accounts and their lines

    def account_of(self, token: str) -> Account | None:
        """Return the account of a token, in constant time."""
        hashed, owner = token_hash(token), None
        for account in self.accounts:
            if compare_digest(account.token, hashed):
                owner = account
        return owner

    def named(self, name: str) -> Account:
        """Return the player of this name, also of the house. Raises RoomRefusal."""
        if (found := self._known(name)) is None:
            raise RoomRefusal(say("there is no player {name} here", name=legible(name)), 404)
        return found

    def is_there(self, account: Account) -> bool:
        """Return whether a player can be challenged; those of the house always can."""
        return account.line is not None or account.name in self._house

    def enter(self, account: Account, line: ClientLine) -> None:
        """Give a player its stream of events, which replaces the one that it had."""
        with self._lock:
            before, account.line = account.line, line
            if before is None:  # or two clients with one token would never rest
                account.free_since = self._now()
            for table in account.tables.values():
                if table.ready:
                    self._say(account, table, "gameStart")
            for challenge in self._challenges.values():
                if challenge.to is account:
                    line.put({"type": "challenge", "challenge": challenge.facts()})
        if before is not None:
            before.part("replaced")
        else:
            self._tell(account)

    def leave(self, account: Account, line: ClientLine) -> None:
        """Hear that a stream of events has ended."""
        with self._lock:
            if account.line is not line:
                return
            account.line = None
            for challenge in [*self._challenges.values()]:
                if account in (challenge.to, challenge.challenger):
                    self._end_challenge(challenge, "canceled")
        self._tell(account)

    # Challenges

    def challenge(self, account: Account, name: str, wishes: Facts) -> Challenge:
        """Challenge a player as a client asks for it. Raises RoomRefusal."""
        terms, color = self._terms(wishes), text_of(wishes.get("color")) or "random"
        if color not in ("white", "black", "random"):
            raise RoomRefusal(say("a color is white, black or random"))
        return self.ask(account, self.named(name), terms, color)

    def ask(self, account: Account, to: Account, terms: GameTerms, color: str) -> Challenge:
        """Challenge a player; one of the house accepts at once. Raises RoomRefusal."""
        if to is account:
            raise RoomRefusal(say("nobody can challenge himself"))
        with self._lock:
            if not self.is_there(to):
                raise RoomRefusal(say("{name} is not there", name=to.name))
            if sum(each.challenger is account for each in self._challenges.values()) >= MOST_OPEN:
                raise RoomRefusal(say("wait until a challenge of yours is answered"), 429)
            number, until = self._next(), self._now() + CHALLENGE_SECONDS
            challenge = Challenge(number, self._key(number), account, to, terms, color, until)
            if to.line is None:
                if self._house_games() >= MOST_HOUSE_GAMES:
                    raise RoomRefusal(TOO_MANY, 429)
                try:
                    built_in_player(to.name, terms.rules)
                except BadPlayer as error:
                    raise RoomRefusal(error.sentence) from None
                self._accept(challenge)
            else:
                self._challenges[challenge.key] = challenge
                to.line.put({"type": "challenge", "challenge": challenge.facts()})
        return challenge

    def follow(self, challenge: Challenge, line: ClientLine) -> None:
        """Tell what becomes of a challenge, and end the line then."""
        with self._lock:
            line.put(challenge.facts())
            challenge.line = line
            if challenge.done:
                self._say_done(challenge)

    def hang_up(self, challenge: Challenge) -> None:
        """Hear that nobody waits any more for the answer."""
        with self._lock:
            self._end_challenge(challenge, "canceled")

    def answer(self, account: Account, key: str, answer: str, reason: str = "") -> None:
        """Accept or decline a challenge, or cancel an own one. Raises RoomRefusal."""
        with self._lock:
            challenge = self._challenges.get(key)
            asked = challenge and (challenge.challenger if answer == "cancel" else challenge.to)
            if challenge is None or asked is not account:
                raise RoomRefusal(say("No such challenge"), 404)
            if answer == "accept":
                self._accept(challenge)
                return
            self._end_challenge(challenge, "declined" if answer == "decline" else "canceled")
            if answer == "decline" and (line := challenge.challenger.line) is not None:
                key = reason.lower() if reason.lower() in DECLINE_KEYS else "generic"
                said = {"declineReason": f"declined ({key})", "declineReasonKey": key}
                facts = {**challenge.facts(), **said}
                line.put({"type": "challengeDeclined", "challenge": facts})

    # Games

    def table(self, key: str) -> Table:
        """Return a game that runs or is kept. Raises RoomRefusal."""
        with self._lock:
            found = self._tables.get(key) or self._finished.get(key)
        if found is None:
            raise RoomRefusal(say("No such game"), 404)
        return found

    def seat(self, account: Account, key: str) -> tuple[Table, Color, RemotePlayer]:
        """Return a game, and the player of an account in it. Raises RoomRefusal."""
        table = self.table(key)
        color = table.color_of(account.name)
        player = None if color is None else table.remote[color]
        if color is None or player is None:
            raise RoomRefusal(say("Not your game"), 404)
        return table, color, player

    def abort(self, table: Table, name: str) -> None:
        """End a game that has hardly begun and that the players agreed upon. Raises RoomRefusal."""
        if table.terms.paired or len(table.view.played) > 1 or table.game is None:
            raise RoomRefusal(say("this game cannot be aborted: resign it"))
        table.game.stop(f"{name} aborted it", wait=False)

    # People at browsers

    def name_of_person(self, wish: str, rules: Rules) -> str:
        """Return a name for a person that no player of the room or of a game has."""
        name = " ".join(legible(wish, LONGEST_NAME).split()) or "?"
        taken = self._known(name) is not None or self.is_of_house(name, rules)
        return f"{name} (guest)" if taken else name

    def play_with_person(
        self, hosted: HostedGame, terms: GameTerms, names: PerColor[str], *, waits: bool
    ) -> Table:
        """Return the table of a new game of people and players of the house. Raises RoomRefusal.

        If it ``waits``, it begins with :meth:`begin`, when the other person has come.
        """
        terms = self._drawn(hosted, terms)
        with self._lock:
            self._check_room()
            table = self._laid(self._next(), terms, names.map(Account))
            if table.computes_here and self._house_games() > MOST_HOUSE_GAMES:
                self._forget(table)
                raise RoomRefusal(TOO_MANY, 429)
            if not waits:
                self.begin(table)
        return table

    def begin(self, table: Table) -> None:
        """Let a game begin, or go on, on a thread of its own."""
        name = f"game {table.key}"
        thread = threading.Thread(target=self._play, args=(table,), name=name, daemon=True)
        with self._lock:
            self._threads[table.key] = thread
        thread.start()

    def sit(self, table: Table, color: Color, name: str) -> None:
        """Let the person come whom a game waits for; the others have their names."""
        person = table.people[color]
        with self._lock:
            if person is None or person.name or table.key not in self._tables:
                return
            person.name = self.name_of_person(name, table.terms.rules)
            table.names = table.names.put(color, person.name)
            self._write_room()
            self.begin(table)

    def seat_token(self, table: Table, color: Color) -> str:
        """Return the token of a person's seat, which is kept nowhere and valid after a kill."""
        seat = f"seat:{table.number}:{color.value}"
        return hmac_of(self._secret.encode(), seat.encode(), "sha256").hexdigest()

    def color_of_seat(self, table: Table, token: str) -> Color | None:
        """Return the side of the person with this token."""
        given = token.encode("utf-8", "replace")
        seats = (color for color in Color if table.people[color] is not None)
        right = (c for c in seats if compare_digest(self.seat_token(table, c).encode(), given))
        return next(right, None)

    def _house_games(self) -> int:
        return sum(table.computes_here for table in self._tables.values())

    def is_of_house(self, name: str, rules: Rules) -> bool:
        """Return whether a built-in player of a game has this name."""
        try:
            built_in_player(name, rules)
        except BadPlayer:
            return False
        return True

    def _is_ours(self, account: Account, rules: Rules) -> bool:
        """Return False for a person, who has neither an account nor a name of the house."""
        known = account.token or self._house.get(account.name.lower())
        return bool(known) or self.is_of_house(account.name, rules)

    # Within; where the lock is needed, the caller holds it

    def _known(self, name: str) -> Account | None:
        with self._lock:
            return self._accounts.get(name.lower()) or self._house.get(name.lower())

    def _check_name(self, name: str) -> None:
        if not 2 <= len(name) <= LONGEST_NAME or not NAME_LETTERS.issuperset(name):
            raise BoardError(
                say(
                    "{name} is no name for a player here: take 2 to {most} letters, digits, _ or -",
                    name=repr(legible(name)),
                    most=LONGEST_NAME,
                )
            )
        if name.lower() in self._house:
            raise BoardError(say("{name} is the name of a player of the house", name=name))

    def _read_accounts(self, folder: Path) -> None:
        file = folder / "room.json"
        if not file.exists():
            return
        try:
            facts = mapping(json.loads(file.read_bytes()))
            self._secret = text_of(facts["secret"])
            for each in facts["accounts"]:
                name = text_of(each["name"])
                self._check_name(name)
                self._accounts[name.lower()] = Account(name, text_of(each["token"]))
            games = mapping(facts.get("games", {})).items()
            self._kept = {int(number): mapping(each) for number, each in games}
        except (ValueError, LookupError, TypeError, RecursionError) as error:
            raise BoardError(
                say("{file} cannot be read ({error})", file=repr(str(file)), error=str(error))
            ) from None

    def _write_room(self) -> None:
        """Keep what no journal has: accounts, the seats of people, and games that wait for one."""
        if self._folder is not None:
            every = [{"name": each.name, "token": each.token} for each in self._accounts.values()]
            games = {table.number: self._seats_of(table) for table in self._tables.values()}
            facts = {"secret": self._secret, "accounts": every, "games": {**self._kept, **games}}
            text = json.dumps({"version": 1, **facts}, indent=1).encode()
            write_whole(self._folder / "room.json", text, mode=OWNER_ONLY)

    def _seats_of(self, table: Table) -> Facts:
        terms, control = table.terms, table.terms.control
        people = [color.value for color in Color if table.people[color] is not None]
        if all(table.names):
            return {"people": people}
        base, added = None if control.untimed else int(control.base), int(control.increment)
        wishes = {"setup": terms.setup, "base": base, "increment": added}
        return {"people": people, "names": [*table.names], "game": terms.rules.name, **wishes}

    def _people_in(self, kept: Facts) -> list[Color]:
        people = kept.get("people")
        return [color for color in Color if isinstance(people, list) and color.value in people]

    def _lay_waiting(self, number: int, kept: Facts) -> None:
        """Let a game wait again for whom it was waiting for when the server ended."""
        names, setup = kept.get("names"), text_of(kept.get("setup"))
        if isinstance(names, list) and len(names) == 2:
            control = control_of(kept, "base", "increment") or UNTIMED
            rules = game_named(text_of(kept.get("game"))).with_draws(DRAWS)
            terms = GameTerms(rules, PerColor.both(control), setup or None)
            self._laid(number, terms, PerColor(*map(Account, map(text_of, names))))

    def _key(self, number: int) -> str:
        """Return the key of a game, which nobody guesses and which is the same after a kill."""
        hashed = hashlib.sha256(f"{self._secret}:{number}".encode()).digest()
        return "".join(KEY_LETTERS[byte % len(KEY_LETTERS)] for byte in hashed[:8])

    def _terms(self, wishes: Facts) -> GameTerms:
        """Return what a challenger asks for. Raises BoardError."""
        # on one line: the other client may send it to its engine, which would read more commands
        hosted, setup = self.hosted, " ".join(text_of(wishes.get("fen")).split()) or None
        key = text_of(wishes.get("variant")) or ("" if setup is None else FROM_POSITION[0])
        names = {key: name for name, (key, _name) in VARIANTS.items()} | {FROM_POSITION[0]: "chess"}
        if key and key != hosted.rules.name:
            if key not in names or hosted.rules.family != "chess":
                raise RoomRefusal(say("{variant} is not played here", variant=legible(key)))
            hosted = game_named(names[key])
        if setup is not None:
            hosted.rules.start(setup)
        control = control_of(wishes, "clock.limit", "clock.increment") or self.control
        rated = text_of(str(wishes.get("rated"))).lower() == "true"
        rules, controls = hosted.with_draws(DRAWS), PerColor.both(control)
        return self._drawn(hosted, GameTerms(rules, controls, setup, rated))

    def _drawn(self, hosted: HostedGame, terms: GameTerms) -> GameTerms:
        """Return the terms with a start, in a game that has no standard one."""
        if terms.setup is not None or hosted.drawn_start is None:
            return terms
        return replace(terms, setup=hosted.drawn_start(Random(secrets.randbits(64))))

    def _accept(self, challenge: Challenge) -> None:
        self._check_room(challenge.challenger, challenge.to)
        self._end_challenge(challenge, "accepted")
        self.begin(self._laid(challenge.number, challenge.terms, challenge.seated))

    def _end_challenge(self, challenge: Challenge, done: str) -> None:
        if challenge.done:
            return
        challenge.done = done
        self._challenges.pop(challenge.key, None)
        self._say_done(challenge)
        if done == "canceled" and challenge.to.line is not None:
            said = {"type": "challengeCanceled", "challenge": challenge.facts()}
            challenge.to.line.put(said)

    def _say_done(self, challenge: Challenge) -> None:
        if challenge.line is not None:
            challenge.line.put({"done": challenge.done})
            challenge.line.finish()

    def _check_room(self, *accounts: Account) -> None:
        for account in accounts:
            if account.token and len(account.tables) >= MOST_GAMES_OF_ONE:
                raise RoomRefusal(say("{name} plays enough games now", name=account.name))
        if len(self._tables) >= MOST_GAMES or self._closing:
            raise RoomRefusal(TOO_MANY, 429)

    def _pair(self, now: float) -> None:
        """Begin games between those who are there and rested; colours and opponents change."""
        rested = [
            each
            for each in self._accounts.values()
            if each.line is not None and not each.tables and now - each.free_since >= PAIRING_PAUSE
        ]
        rested.sort(key=lambda each: (sum(each.met.values()), each.free_since))
        while len(rested) > 1 and len(self._tables) < MOST_GAMES:
            one = rested.pop(0)
            other = min(rested, key=lambda each: one.met.get(each.name, 0))
            rested.remove(other)
            first = one.whiteness <= other.whiteness
            pair = (one, other) if not one.was_white.get(other.name, not first) else (other, one)
            terms = GameTerms(self.rules, PerColor.both(self.control), paired=True)
            self.begin(self._laid(self._next(), self._drawn(self.hosted, terms), PerColor(*pair)))

    def _next(self) -> int:
        self._last += 1
        return self._last

    def _laid(
        self,
        number: int,
        terms: GameTerms,
        seated: PerColor[Account],
        earlier: PlayedGame | None = None,
    ) -> Table:
        """Return the table of a game that begins or goes on, which its players know of."""
        key, names, resumes = self._key(number), seated.map(lambda a: a.name), earlier is not None
        players = seated.map(
            lambda a: RemotePlayer(a.name, self.limits, resumes=resumes) if a.token else None
        )
        people = seated.map(
            lambda a: None if self._is_ours(a, terms.rules) else Visitor(a.name, resumes=resumes)
        )
        table = Table(number, key, terms, names, players, earlier, people)
        table.empty_since, table.private = self._now(), self._private
        self._tables[key] = table
        for color in Color:
            if (player := players[color]) is not None:
                player.opponent, moves = players[color.other], earlier.moves if earlier else ()
                player.was_here = any(move.color is color for move in moves)
            account, opponent = seated[color], names[color.other]
            account.tables[key] = table
            if not account.token:  # nobody pairs it
                continue
            account.whites += 1 if color is Color.WHITE else -1
            account.last = color
            account.was_white[opponent] = color is Color.WHITE
            account.met[opponent] = account.met.get(opponent, 0) + 1
        if earlier is None and any(people):
            self._write_room()
        return table

    def _keep_finished(self, number: int, played: PlayedGame) -> None:
        terms = GameTerms(played.rules, played.controls, played.setup)
        players = played.names.map(
            lambda name: RemotePlayer(name) if name.lower() in self._accounts else None
        )
        people = PerColor(
            *(
                None if player or self._is_ours(Account(name), played.rules) else Visitor(name)
                for name, player in zip(played.names, players, strict=True)
            )
        )
        self._file(Table(number, self._key(number), terms, played.names, players, played, people))

    def _play(self, table: Table) -> None:
        """Play a game; the thread of it."""
        try:
            with ExitStack() as closing:
                players = PerColor(*(self._player(table, color, closing) for color in Color))
                game = self._game(table, players)
                self._follow(table, game)
                table.broadcast.live = self.live
                game.bus.subscribe(partial(self._show, table), thoughts=HOUSE in table.kinds)
                game.run()
        except Exception:
            log.exception("game %s was broken off", table.key)
            table.end_lines(cleanly=False)
        finally:
            with self._lock:
                self._threads.pop(table.key, None)
                self._forget(table)

    def _show(self, table: Table, event: Event) -> None:
        """Tell browsers of an event, but not of an end that is only the room's."""
        if not self._closing:
            table.broadcast.hear(event)

    def _follow(self, table: Table, game: Game) -> None:
        """Hear the events of a game, which is stopped if the room closes."""
        game.bus.subscribe(table.recorder, thoughts=False)
        game.bus.subscribe(partial(self._hear, table), thoughts=False)
        with self._lock:
            table.game = game
            if self._closing:
                game.stop(wait=False)

    def _player(self, table: Table, color: Color, closing: ExitStack) -> Player:
        if (player := table.remote[color] or table.people[color]) is not None:
            return player
        spec = built_in_player(table.names[color], table.terms.rules)
        made = spec.make(isolate=True)  # or its search would hold up the answers to others
        closing.callback(made.close)
        return made

    def _game(self, table: Table, players: PerColor[Player]) -> Game:
        terms, earlier = table.terms, table.earlier

        def keep(event: Event) -> None:
            if lines is not None and not self._closing:  # what ends so goes on another time
                lines(event)

        lines: Handler | None = None
        if self._journal is not None:
            lines = self._journal.game(table.number, goes_on=earlier is not None)
        return Game(
            terms.rules,
            *players,
            time_control=terms.controls,
            setup=terms.setup,
            moves=() if earlier is None else earlier.line,
            clock=None if earlier is None or not earlier.moves else earlier.clock,
            journal=keep,
        )

    def _hear(self, table: Table, event: Event) -> None:
        """Take an event of a game, on its thread."""
        if self._closing:
            return
        table.hear(event)
        if isinstance(event, TurnStarted) and not table.ready:  # now a move is welcome
            with self._lock:
                table.ready = True
                for account in self._of(table):
                    self._say(account, table, "gameStart")
            self._tell(table)
        elif isinstance(event, GameEnded):
            table.end_lines(cleanly=True)
            with self._lock:
                for account in self._of(table):
                    account.free_since = self._now()
                    self._say(account, table, "gameFinish")
                self._forget(table)
                self._file(table)
            self._tell(table)

    def _forget(self, table: Table) -> None:
        if self._tables.pop(table.key, None) is not None and not all(table.names):
            self._write_room()
        if not table.over:
            self.live.drop(table.key)
        for account in self._of(table):
            account.tables.pop(table.key, None)

    def _file(self, table: Table) -> None:
        self._finished[table.key] = table
        for each in [*self._finished.values()][:-MOST_SHOWN]:
            each.hide()
        while len(self._finished) > MOST_FINISHED:
            del self._finished[next(iter(self._finished))]

    def _of(self, table: Table) -> list[Account]:
        """Return the players of a game that the room knows; people at browsers are not."""
        known = (self._known(name) for name in table.names)
        return [each for each in known if each is not None]

    def _say(self, account: Account, table: Table, kind: str) -> None:
        """Tell a player that a game of its goes on, or has ended."""
        color = table.color_of(account.name)
        if account.line is not None and color is not None:
            account.line.put({"type": kind, "game": table.facts_for(color)})
            table.called_at[color] = self._now()

    def _call_again(self, table: Table, now: float) -> None:
        """Tell a player again of a game, if it is there and does not follow the game."""
        for account in self._of(table):
            color = table.color_of(account.name)
            if color is None or not table.ready or table.over:
                continue
            misses, followed = table.misses(color)
            wait = CALL_BACK_SECONDS if followed else CALL_AGAIN_SECONDS
            if misses and now - table.called_at.get(color, now) >= wait:
                self._say(account, table, "gameStart")


def control_of(wishes: Facts, *names: str) -> TimeControl | None:
    """Return the time control of a base and an increment that somebody asks for; None for no base.

    Raises RoomRefusal and BadTimeControl.
    """
    base, added = (_number(wishes.get(name)) for name in names)
    if base is None:
        return None
    added = added or 0.0
    if not (0 <= base <= LONGEST_BASE and 0 <= added <= LONGEST_INCREMENT and base + added):
        raise RoomRefusal(say("that is no time control here"))
    return TimeControl(base, added)


def _number(given: object) -> float | None:
    if given is None or given == "":
        return None
    try:
        return float(int(str(given)[:12]))
    except ValueError:
        raise RoomRefusal(say("{text} is no number", text=repr(legible(str(given))))) from None
