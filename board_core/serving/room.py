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
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import field, replace
from functools import partial
from hmac import compare_digest
from pathlib import Path
from random import Random

from board_core.contest.hand_in import new_token, token_hash
from board_core.fast_dataclass import dataclass
from board_core.game.bus import Handler
from board_core.game.clock import BadTimeControl, TimeControl
from board_core.game.events import Event, GameEnded, TurnStarted
from board_core.game.game import Game
from board_core.game.player import Explanation, Player
from board_core.game.rules import BadSetup, Outcome, Reason
from board_core.game.sides import Color, PerColor
from board_core.game.timesource import RealTime
from board_core.games.hosted import HostedGame
from board_core.journal import JournalWriter
from board_core.match.known_games import game_named
from board_core.match.player_spec import BadPlayer
from board_core.match.spec import built_in_player
from board_core.players.remote import RemoteLimits, RemotePlayer
from board_core.record import PlayedGame, wall_clock
from board_core.text.codec import Facts, mapping, text_of
from board_core.text.harmless_text import legible
from board_core.text.sentence import BoardError, Sentence, say
from board_core.whole_files import OWNER_ONLY, write_whole

from .table import FROM_POSITION, VARIANTS, ClientLine, GameTerms, Table, number_facts, person

log = logging.getLogger(__name__)

DRAWS = "engine"
"""The rules of draws: programs claim nothing."""

NAME_LETTERS = frozenset(string.ascii_letters + string.digits + "_-")
LONGEST_NAME = 30
KEY_LETTERS = string.ascii_letters + string.digits
MOST_GAMES, MOST_GAMES_OF_ONE, MOST_HOUSE_GAMES = 200, 8, 8
"""Games at the same time: in all, of one player, and with players of the house (they compute here).
"""

MOST_CHALLENGES = 5
"""Open challenges of one player."""

MOST_FINISHED = 200
"""Finished games that can still be looked at."""

PAIRING_PAUSE = 3.0
"""Seconds for which a player rests between two games that the room pairs."""

CALL_AGAIN_SECONDS, CALL_BACK_SECONDS = 10.0, 5.0
"""Seconds after which a player is told again of a game that it has not opened, or that it left."""

CHALLENGE_SECONDS = 60.0
LONGEST_BASE, LONGEST_INCREMENT = 10_800, 180
MOST_CHAT = 140

DECLINE_REASONS = {
    "generic": say("I'm not accepting challenges at the moment."),
    "later": say("This is not the right time for me, please ask again later."),
    "tooFast": say(
        "This time control is too fast for me, please challenge again with a slower game."
    ),
    "tooSlow": say(
        "This time control is too slow for me, please challenge again with a faster game."
    ),
    "timeControl": say("I'm not accepting challenges with this time control."),
    "rated": say("Please send me a rated challenge instead."),
    "casual": say("Please send me a casual challenge instead."),
    "standard": say("I'm not accepting variant challenges right now."),
    "variant": say("I'm not willing to play this variant right now."),
    "noBot": say("I'm not accepting challenges from bots."),
    "onlyBot": say("I'm only accepting challenges from bots."),
}
"""What lichess says of the reasons for which a challenge is declined."""


class RoomRefusal(BoardError):
    """The room refuses what a client asks for; ``status`` is the HTTP status."""

    def __init__(self, sentence: Sentence, status: int = 400) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass(slots=True, eq=False)
class Account:
    """A player who may come, and what is known of it now."""

    name: str
    token: str  # the hash
    line: ClientLine | None = None  # of its events
    joined: bool = False  # it is a client of ours
    free_since: float = 0.0  # it came, or its last game ended
    tables: dict[str, Table] = field(default_factory=dict)  # of its running games
    met: dict[str, int] = field(default_factory=dict)  # games, by opponent
    whites: int = 0  # games with White less those with Black
    last: Color = Color.BLACK  # its colour in its last game

    @property
    def whiteness(self) -> tuple[int, bool]:
        """Return what grows with the claim of its opponent to White."""
        return self.whites, self.last is Color.WHITE


@dataclass(slots=True, eq=False)
class Challenge:
    """A wish for a game, until it is answered; the game has its number."""

    number: int
    key: str
    challenger: Account
    to: Account
    terms: GameTerms
    color: str  # white, black or random, for the challenger
    until: float
    line: ClientLine | None = None  # waits for the answer


@dataclass(frozen=True, slots=True)
class RoomResult:
    """A finished game, for the terminal and the page."""

    key: str
    names: PerColor[str]
    outcome: Outcome
    explanation: Explanation | None


Seated = PerColor[Account | str] | PerColor[Account]
"""The players of a game: accounts, and the names of players of the house."""

RoomNews = Account | Table | RoomResult
"""What the organiser hears: a player came or went, a game began, a game ended."""


class Room:
    """All that happens in a room, until :meth:`close`. ``tell`` hears the news, on any thread."""

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
        self.results: deque[RoomResult] = deque(maxlen=MOST_FINISHED)
        self._pairs = pairs
        self._tell = tell
        self._folder = folder
        self._now = RealTime().now
        self._lock = threading.RLock()
        self._accounts: dict[str, Account] = {}
        self._challenges: dict[str, Challenge] = {}
        self._tables: dict[str, Table] = {}
        self._finished: dict[str, Table] = {}
        self._threads: dict[str, threading.Thread] = {}
        self._closing = False
        self._secret, self._last = secrets.token_hex(16), 0
        self._journal: JournalWriter | None = None
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            self._read_accounts(folder)
            self._journal = JournalWriter(folder / "games.journal", {"room": 1}, resume=True)

    # The organiser

    def add(self, names: Iterable[str]) -> dict[str, str]:
        """Make accounts for new names; return their tokens, which are kept nowhere.

        Raises BoardError for a name that cannot be one.
        """
        made = {}
        with self._lock:
            for name in names:
                if name.lower() in self._accounts:
                    continue
                self._check_name(name)
                made[name] = new_token(secrets.token_bytes)
                self._accounts[name.lower()] = Account(name, token_hash(made[name]))
            if made:
                self._write_accounts()
        return made

    def resume(self) -> int:
        """Let the games go on that were not over when the server ended; return their number."""
        if self._journal is None:
            return 0
        found = self._journal.found.games(lambda name: game_named(name).with_draws(DRAWS))
        for number, played in sorted(found.items()):
            self._last = max(self._last, number)
            if played.over:
                self._keep_finished(number, played)
            else:
                self._go_on(number, played)
        return len(self._tables)

    @property
    def accounts(self) -> list[Account]:
        with self._lock:
            return list(self._accounts.values())

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
            for table in self._tables.values():
                self._call_again(table, now)
            if self._pairs:
                self._pair(now)

    def close(self) -> None:
        """End all games here and all lines; what is in the folder can go on. May block."""
        with self._lock:
            self._closing = True
            tables, threads = [*self._tables.values()], [*self._threads.values()]
            lines = [each.line for each in self._accounts.values() if each.line is not None]
        for table in tables:
            table.abort_lines()
        for line in lines:
            line.abort()
        for table in tables:
            if table.game is not None:
                table.game.stop(wait=False)
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
        """Return the account of this name. Raises RoomRefusal."""
        with self._lock:
            if (account := self._accounts.get(name.lower())) is not None:
                return account
        raise RoomRefusal(say("there is no player {name} here", name=legible(name)), 404)

    def enter(self, account: Account, line: ClientLine, joined: bool) -> None:
        """Give a player its stream of events, which replaces the one that it had."""
        now = self._now()
        with self._lock:
            before, account.line, account.joined = account.line, line, joined
            account.free_since = now
            for table in account.tables.values():
                if table.ready:
                    self._call(account, table, now)
            for challenge in self._challenges.values():
                if challenge.to is account:
                    line.put({"type": "challenge", "challenge": challenge_facts(challenge)})
        if before is not None:
            before.abort()
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

    def house(self) -> tuple[str, ...]:
        """Return the names of the players of the house, who accept every challenge."""
        return tuple(self.hosted.ais)

    # Challenges

    def challenge(
        self, account: Account, name: str, wishes: Facts, line: ClientLine | None
    ) -> tuple[str, dict[str, object]]:
        """Challenge a player; return the key and what is told of it. Raises RoomRefusal."""
        terms, color = self._terms(wishes), text_of(wishes.get("color")) or "random"
        if color not in ("white", "black", "random"):
            raise RoomRefusal(say("a color is white, black or random"))
        with self._lock:
            if name.lower() in self.house():
                table = self._against_house(account, name.lower(), terms, color)
                to = Account(name.lower(), "")
                challenge = Challenge(table.number, table.key, account, to, terms, color, 0)
                if line is not None:
                    line.put(challenge_facts(challenge))
                    line.put({"done": "accepted"})
                    line.finish()
                return table.key, challenge_facts(challenge)
            to = self.named(name)
            own = sum(each.challenger is account for each in self._challenges.values())
            if to is account:
                raise RoomRefusal(say("nobody can challenge himself"))
            if to.line is None:
                raise RoomRefusal(say("{name} is not there", name=to.name))
            if own >= MOST_CHALLENGES:
                raise RoomRefusal(say("wait until a challenge of yours is answered"), 429)
            until = self._now() + CHALLENGE_SECONDS
            self._last += 1
            key = self._key(self._last)
            challenge = Challenge(self._last, key, account, to, terms, color, until, line)
            self._challenges[challenge.key] = challenge
            facts = challenge_facts(challenge)
            to.line.put({"type": "challenge", "challenge": facts})
            if line is not None:
                line.put(facts)
        return challenge.key, facts

    def accept(self, account: Account, key: str) -> None:
        """Accept a challenge. Raises RoomRefusal."""
        with self._lock:
            challenge = self._challenge_to(account, key)
            both = [challenge.challenger, challenge.to]
            self._check_room(*both)
            if challenge.color == "black" or (
                challenge.color == "random" and both[0].whiteness > both[1].whiteness
            ):
                both.reverse()
            self._end_challenge(challenge, "accepted")
            self._begin(challenge.terms, PerColor(both[0], both[1]), challenge.number)

    def decline(self, account: Account, key: str, reason: str) -> None:
        """Decline a challenge. Raises RoomRefusal."""
        with self._lock:
            challenge = self._challenge_to(account, key)
            known = {each.lower(): each for each in DECLINE_REASONS}
            name = known.get(reason.lower(), "generic")
            said = {"declineReason": str(DECLINE_REASONS[name]), "declineReasonKey": name.lower()}
            if (line := challenge.challenger.line) is not None:
                facts = {**challenge_facts(challenge, "declined"), **said}
                line.put({"type": "challengeDeclined", "challenge": facts})
            self._end_challenge(challenge, "declined")

    def cancel(self, account: Account, key: str) -> None:
        """Take a challenge back. Raises RoomRefusal."""
        with self._lock:
            challenge = self._challenges.get(key)
            if challenge is None or challenge.challenger is not account:
                raise RoomRefusal(NO_CHALLENGE, 404)
            self._end_challenge(challenge, "canceled")

    def hang_up(self, key: str) -> None:
        """Hear that nobody waits any more for the answer to a challenge."""
        with self._lock:
            if (challenge := self._challenges.get(key)) is not None:
                self._end_challenge(challenge, "canceled")

    def challenges(self, account: Account) -> dict[str, object]:
        with self._lock:
            every = [*self._challenges.values()]
        return {
            "in": [challenge_facts(each) for each in every if each.to is account],
            "out": [challenge_facts(each) for each in every if each.challenger is account],
        }

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
        if table.terms.paired or table.plies > 1 or table.game is None:
            raise RoomRefusal(say("this game cannot be aborted: resign it"))
        table.game.stop(f"{name} aborted it", wait=False)

    # Within; where the lock is needed, the caller holds it

    def _check_name(self, name: str) -> None:
        if not 2 <= len(name) <= LONGEST_NAME or not NAME_LETTERS.issuperset(name):
            raise BoardError(
                say(
                    "{name} is no name for a player here: take 2 to {most} letters, digits, _ or -",
                    name=repr(legible(name)),
                    most=LONGEST_NAME,
                )
            )
        if name.lower() in self.house():
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
        except (ValueError, LookupError, TypeError, RecursionError) as error:
            raise BoardError(
                say("{file} cannot be read ({error})", file=repr(str(file)), error=str(error))
            ) from None

    def _write_accounts(self) -> None:
        if self._folder is not None:
            every = [{"name": each.name, "token": each.token} for each in self._accounts.values()]
            facts = {"version": 1, "secret": self._secret, "accounts": every}
            text = json.dumps(facts, indent=1).encode()
            write_whole(self._folder / "room.json", text, mode=OWNER_ONLY)

    def _key(self, number: int) -> str:
        """Return the key of a game, which nobody guesses and which is the same after a kill."""
        hashed = hashlib.sha256(f"{self._secret}:{number}".encode()).digest()
        return "".join(KEY_LETTERS[byte % len(KEY_LETTERS)] for byte in hashed[:8])

    def _terms(self, wishes: Facts) -> GameTerms:
        """Return what a challenger asks for. Raises RoomRefusal."""
        hosted, setup = self.hosted, text_of(wishes.get("fen")) or None
        key = text_of(wishes.get("variant")) or ("" if setup is None else FROM_POSITION[0])
        names = {key: name for name, (key, _name) in VARIANTS.items()} | {FROM_POSITION[0]: "chess"}
        if key and key != hosted.rules.name:
            if key not in names or hosted.rules.family != "chess":
                raise RoomRefusal(say("{variant} is not played here", variant=legible(key)))
            hosted = game_named(names[key])
        if setup is not None:
            try:
                hosted.rules.start(setup)
            except BadSetup as error:
                raise RoomRefusal(error.sentence) from None
        limit, increment = (_number(wishes.get(f"clock.{each}")) for each in ("limit", "increment"))
        control = self.control
        if limit is not None:
            if not 0 <= limit <= LONGEST_BASE or not 0 <= (increment or 0) <= LONGEST_INCREMENT:
                raise RoomRefusal(say("that is no time control here"))
            try:
                control = TimeControl(limit, increment or 0.0)
            except BadTimeControl as error:
                raise RoomRefusal(error.sentence) from None
        rated = text_of(str(wishes.get("rated"))).lower() == "true"
        rules = hosted.with_draws(DRAWS)
        return self._drawn(hosted, GameTerms(rules, control, setup, rated))

    def _drawn(self, hosted: HostedGame, terms: GameTerms) -> GameTerms:
        """Return the terms with a start, in a game that has no standard one."""
        if terms.setup is not None or hosted.drawn_start is None:
            return terms
        setup = hosted.drawn_start(Random(secrets.randbits(64)))
        return replace(terms, setup=setup)

    def _challenge_to(self, account: Account, key: str) -> Challenge:
        challenge = self._challenges.get(key)
        if challenge is None or challenge.to is not account:
            raise RoomRefusal(NO_CHALLENGE, 404)
        return challenge

    def _end_challenge(self, challenge: Challenge, done: str) -> None:
        del self._challenges[challenge.key]
        if challenge.line is not None:
            challenge.line.put({"done": done})
            challenge.line.finish()
        if done == "canceled" and challenge.to.line is not None:
            facts = challenge_facts(challenge, done)
            challenge.to.line.put({"type": "challengeCanceled", "challenge": facts})

    def _check_room(self, *accounts: Account) -> None:
        for account in accounts:
            if len(account.tables) >= MOST_GAMES_OF_ONE:
                raise RoomRefusal(say("{name} plays enough games now", name=account.name))
        if len(self._tables) >= MOST_GAMES or self._closing:
            raise RoomRefusal(say("there are too many games here now: try again later"), 429)

    def _against_house(self, account: Account, name: str, terms: GameTerms, color: str) -> Table:
        self._check_room(account)
        houses = sum(None in (each.remote.white, each.remote.black) for each in self.running)
        if houses >= MOST_HOUSE_GAMES:
            raise RoomRefusal(say("there are too many games here now: try again later"), 429)
        try:
            built_in_player(name, terms.rules)
        except BadPlayer as error:
            raise RoomRefusal(error.sentence) from None
        first = color == "white" or (color == "random" and account.last is Color.BLACK)
        return self._begin(terms, PerColor(account, name) if first else PerColor(name, account))

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
            pair = (one, other) if one.whiteness <= other.whiteness else (other, one)
            terms = GameTerms(self.rules, self.control, paired=True)
            self._begin(self._drawn(self.hosted, terms), PerColor(*pair))

    def _begin(self, terms: GameTerms, seated: Seated, number: int | None = None) -> Table:
        if number is None:
            self._last += 1
            number = self._last
        return self._seated(number, terms, seated, None)

    def _seated(
        self, number: int, terms: GameTerms, seated: Seated, earlier: PlayedGame | None
    ) -> Table:
        """Let a game begin, or go on, on a thread of its own."""
        table = self._laid(number, terms, seated, earlier)
        name = f"game {table.key}"
        thread = threading.Thread(target=self._play, args=(table,), name=name, daemon=True)
        self._threads[table.key] = thread
        thread.start()
        return table

    def _laid(
        self, number: int, terms: GameTerms, seated: Seated, earlier: PlayedGame | None
    ) -> Table:
        """Return the table of a game that begins or goes on, which its players know of."""
        key, names = self._key(number), PerColor(*(_name_of(seated[color]) for color in Color))
        goes_on = earlier is not None
        remote = PerColor(
            *(
                RemotePlayer(names[color], self.limits, resumes=goes_on)
                if isinstance(seated[color], Account)
                else None
                for color in Color
            )
        )
        table = Table(number, key, terms, names, remote, wall_clock(), earlier)
        self._tables[key] = table
        for color in Color:
            account = seated[color]
            if isinstance(account, Account):
                account.tables[key] = table
                account.whites += 1 if color is Color.WHITE else -1
                account.last = color
                opponent = names[color.other]
                account.met[opponent] = account.met.get(opponent, 0) + 1
        return table

    def _keep_finished(self, number: int, played: PlayedGame) -> None:
        terms = GameTerms(played.rules, played.controls.white, played.setup)
        none: PerColor[RemotePlayer | None] = PerColor(
            *(
                RemotePlayer(name) if name.lower() in self._accounts else None
                for name in (played.names.white, played.names.black)
            )
        )
        table = Table(number, self._key(number), terms, played.names, none, played.started)
        for event in played.events():
            table.recorder(event)
            table.hear(event)
        self._file(table)

    def _go_on(self, number: int, played: PlayedGame) -> None:
        """Let an unfinished game go on, if its players can still come."""
        terms = GameTerms(played.rules, played.controls.white, played.setup, paired=True)
        seated = PerColor(
            *(
                self._accounts.get(name.lower(), name)
                for name in (played.names.white, played.names.black)
            )
        )
        if any(isinstance(each, Account) for each in (seated.white, seated.black)):
            self._seated(number, terms, seated, played)

    def _play(self, table: Table) -> None:
        """Play a game; the thread of it."""
        try:
            with ExitStack() as closing:
                players = PerColor(*(self._player(table, color, closing) for color in Color))
                game = self._game(table, players)
                self._follow(table, game)
                game.run()
        except Exception:
            log.exception("game %s was broken off", table.key)
            table.abort_lines()
        finally:
            with self._lock:
                self._threads.pop(table.key, None)
                self._forget(table)

    def _follow(self, table: Table, game: Game) -> None:
        """Hear the events of a game, which is stopped if the room closes."""
        game.bus.subscribe(table.recorder, thoughts=False)
        game.bus.subscribe(partial(self._hear, table), thoughts=False)
        with self._lock:
            table.game = game
            if self._closing:
                game.stop(wait=False)

    def _player(self, table: Table, color: Color, closing: ExitStack) -> Player:
        if (remote := table.remote[color]) is not None:
            return remote
        spec = built_in_player(table.names[color], table.terms.rules)
        player = spec.make(isolate=True)  # or its search would hold up the answers to others
        closing.callback(player.close)
        return player

    def _game(self, table: Table, players: PerColor[Player]) -> Game:
        terms, earlier = table.terms, table.earlier
        return Game(
            terms.rules,
            players.white,
            players.black,
            time_control=terms.control,
            setup=terms.setup,
            moves=() if earlier is None else earlier.line,
            clock=None if earlier is None or not earlier.moves else earlier.clock,
            journal=self._kept(table),
        )

    def _kept(self, table: Table) -> Handler | None:
        if self._journal is None:
            return None
        lines = self._journal.game(table.number, goes_on=table.earlier is not None)

        def keep(event: Event) -> None:
            if not self._closing:  # what ends with the server goes on with the next
                lines(event)

        return keep

    def _hear(self, table: Table, event: Event) -> None:
        """Take an event of a game, on its thread."""
        if self._closing:
            return
        table.hear(event)
        if isinstance(event, TurnStarted) and not table.ready:  # now a move is welcome
            with self._lock:
                table.ready = True
                now = self._now()
                for account in self._remote_of(table):
                    self._call(account, table, now)
            self._tell(table)
        elif isinstance(event, GameEnded):
            table.end_lines()
            with self._lock:
                for account in self._remote_of(table):
                    self._say_finished(account, table)
                self._forget(table)
                result = self._file(table)
            self._tell(result)

    def _say_finished(self, account: Account, table: Table) -> None:
        account.free_since = self._now()
        color = table.color_of(account.name)
        if account.line is not None and color is not None:
            account.line.put({"type": "gameFinish", "game": table.facts_for(color)})

    def _forget(self, table: Table) -> None:
        self._tables.pop(table.key, None)
        for account in self._remote_of(table):
            account.tables.pop(table.key, None)

    def _file(self, table: Table) -> RoomResult:
        outcome = table.outcome or Outcome(None, Reason.UNFINISHED)
        result = RoomResult(table.key, table.names, outcome, table.explanation)
        self.results.append(result)
        self._finished[table.key] = table
        while len(self._finished) > MOST_FINISHED:
            del self._finished[next(iter(self._finished))]
        return result

    def _remote_of(self, table: Table) -> list[Account]:
        names = (table.names[color] for color in Color if table.remote[color] is not None)
        found = (self._accounts.get(name.lower()) for name in names)
        return [each for each in found if each is not None]

    def _call(self, account: Account, table: Table, now: float) -> None:
        """Tell a player that a game of its goes on."""
        color = table.color_of(account.name)
        if account.line is not None and color is not None:
            account.line.put({"type": "gameStart", "game": table.facts_for(color)})
            table.called_at[color] = now

    def _call_again(self, table: Table, now: float) -> None:
        """Tell a player again of a game, if it is there and does not follow the game."""
        for account in self._remote_of(table):
            color = table.color_of(account.name)
            if color is None or table.has_line(color) or not table.ready or table.over:
                continue
            wait = CALL_BACK_SECONDS if table.was_opened(color) else CALL_AGAIN_SECONDS
            if now - table.called_at.get(color, now) >= wait:
                self._call(account, table, now)


NO_CHALLENGE = say("No such challenge")


def challenge_facts(challenge: Challenge, status: str = "created") -> dict[str, object]:
    """Return a challenge as lichess tells of it."""
    color = challenge.color
    return {
        "id": challenge.key,
        "url": f"/{challenge.key}",
        "status": status,
        "challenger": {**person(challenge.challenger.name), "online": True},
        "destUser": {**person(challenge.to.name), "online": True},
        **challenge.terms.facts(),
        "timeControl": number_facts(challenge.terms),
        "color": color,
        "finalColor": "white" if color == "random" else color,
        "initialFen": challenge.terms.setup,
    }


def _name_of(seated: Account | str) -> str:
    return seated.name if isinstance(seated, Account) else seated


def _number(given: object) -> float | None:
    """Return a whole number that a form or an object holds. Raises RoomRefusal for other texts."""
    if given is None or given == "":
        return None
    try:
        return float(int(str(given)[:12]))
    except ValueError:
        raise RoomRefusal(say("{text} is no number", text=repr(legible(str(given))))) from None
