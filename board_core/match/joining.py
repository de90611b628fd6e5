"""Play in a room on another machine with a player of this one.

For each game a referee of this machine supervises the player: the opponent's moves come over the
line, and the player's moves go back. So its failures are explained here, where it runs, and the
room is told why. The room decides the game and its clocks; what it says of them is passed on to
the player.
"""

from __future__ import annotations

import json
import logging
import re
import threading
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from math import inf
from queue import SimpleQueue
from urllib.parse import quote

from board_core.fast_dataclass import dataclass
from board_core.game.bus import EventBus
from board_core.game.clock import Clock, TimeControl
from board_core.game.events import DrawOffered, Event, GameEnded, MovePlayed, PlayerSilent
from board_core.game.game import Game
from board_core.game.player import Cause, Explanation, Player
from board_core.game.rules import BLAMES_A_PLAYER, Outcome, Reason, Rules
from board_core.game.sides import Color, PerColor
from board_core.game.timesource import RealTime
from board_core.journal.values import EXPLANATION, OUTCOME, SENTENCE
from board_core.players.wrappers import MovesFromElsewhere, WithClock
from board_core.record import PlayedGame
from board_core.supervise.sandbox import Confinement
from board_core.text.codec import Facts, Json, mapping, text_of
from board_core.text.harmless_text import MOST_MOVE, MOST_NAME, legible
from board_core.text.sentence import BoardError, Sentence, say

from .joining_line import ANSWER_SECONDS, LineLost, Pauses, RoomLine
from .known_games import HOSTED_GAMES, hosted
from .player_spec import BadPlayer, parse_player
from .result import MatchGame, MatchPairing

log = logging.getLogger(__name__)

DRAWS = "engine"
"""The draw rules of rooms, if a game names no others: nobody claims draws."""

MOST_GAMES = 8
"""Games at the same time."""

KEY = re.compile(r"[A-Za-z0-9_-]{1,40}")
EXPLAINED_SECONDS = 20.0
"""Seconds that the player's machine has to explain a loss that the room has announced."""

NO_LIMIT_MS = 2**31 - 1
NOT_OVER = ("created", "started")

JoinNews = Sentence | MatchGame
"""What is told: what happens to the line, and each game that has ended."""


class JoinEnded(BoardError):
    """The room cannot be joined, or not any more; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Joining:
    """A wish to play in a room. ``games`` is how many; None: until :meth:`Joined.end`.

    ``game`` is the one that is played there, if it is not one that comes with the library: no file
    of this machine is loaded because a room names it.
    """

    address: str
    token: str
    player: str
    games: int | None = None
    rules: Rules | None = None
    confinement: Confinement | str = "auto"


class Joined:
    """A player in a room, from :meth:`run` until its end. ``tell`` hears news, on any thread."""

    def __init__(self, wish: Joining, tell: Callable[[JoinNews], object]) -> None:
        """Raise BadURL for an address that cannot be asked."""
        self.wish, self._tell = wish, tell
        self._trouble: OSError | None = None
        self.line = RoomLine(wish.address, wish.token)
        self.name = ""
        self.ending = threading.Event()
        self._lock = threading.Lock()
        self._playing: dict[str, _GameThere] = {}
        self._done: set[str] = set()  # the games that have ended
        self._begun = self._ended = 0
        self.left = 0
        """The games that were not over at the end."""
        self._is_lost = self._came = False  # now, and once
        self._pauses = Pauses(self.ending)

    def run(self) -> int:
        """Play until the games are over; return how many were.

        Raises JoinEnded, and OSError if news cannot be told.

        A room that is not there yet is waited for, and a line that breaks is opened again.
        """
        try:
            while not self.ending.is_set():
                why, wait = say("the room closed it"), 0.0
                try:
                    if not self.name:
                        account = self.line.ask("GET", "/api/account")
                        self.name = legible(text_of(account.get("username")), MOST_NAME)
                    for event in self.line.lines("/api/stream/event", self._opened):
                        self._heard(event)
                except LineLost as error:
                    if error.is_final:
                        raise JoinEnded(_of_refusal(error)) from None
                    why, wait = error.sentence, error.wait
                if not self._is_lost and not self.ending.is_set():
                    self._is_lost = True
                    lost = say("the line is lost ({why}), and is opened again", why=why)
                    nobody = say("{why}: it is tried again until Ctrl-C", why=why)
                    self.tell(lost if self.name else nobody)
                self._pauses.wait(wait)
        finally:
            self.end()
            self.line.close()
        if self._trouble is not None:
            raise self._trouble
        return self._ended

    def tell(self, news: JoinNews) -> None:
        """Tell it; if whoever listened has gone, all ends."""
        try:
            self._tell(news)
        except OSError as error:
            self._trouble = error
            self.ending.set()
            self.line.end()

    def _opened(self) -> None:
        back = say("the line is open again")
        here = say("{name} is in the room, and waits for a game", name=self.name)
        self.tell(back if self._came else here)
        self._came, self._is_lost = True, False
        self._pauses.begin_anew()

    def end(self) -> None:
        """End all lines and programs here; nothing is resigned. May be called twice."""
        self.ending.set()
        self.line.end()
        with self._lock:
            playing = [*self._playing.values()]
            self.left = self.left or len(playing)
        for game in playing:
            game.end()

    def _heard(self, event: Facts) -> None:
        match event.get("type"):
            case "gameStart":
                game = mapping(event.get("game"))
                key = text_of(game.get("gameId")) or text_of(game.get("id"))
                if KEY.fullmatch(key):
                    self._begin(key)
            case "goodbye" if event.get("why") == "over":
                self.tell(say("what was played there is over"))
                self.ending.set()
            case "goodbye":
                raise JoinEnded(
                    say(
                        "another process has come with this token, and plays on in place of this "
                        "one: let only one join at a time"
                    )
                )
            case "challenge":
                self._challenged(mapping(event.get("challenge")))

    def _begin(self, key: str) -> None:
        with self._lock:
            full = len(self._playing) >= MOST_GAMES  # a room calls again
            if full or key in self._playing or key in self._done or self.ending.is_set():
                return
            self._begun += 1
            game = self._playing[key] = _GameThere(self, key, self._begun)
        game.start()

    def _challenged(self, challenge: Facts) -> None:
        key, variant = text_of(challenge.get("id")), mapping(challenge.get("variant"))
        by = text_of(mapping(challenge.get("challenger")).get("name"))
        if not KEY.fullmatch(key) or by.casefold() == self.name.casefold():
            return
        answer, reason = "accept", ""
        try:
            self.fitting(text_of(variant.get("key")))
        except BoardError:
            answer, reason = "decline", "variant"
        if self._playing or (self.wish.games is not None and self._begun >= self.wish.games):
            answer, reason = "decline", "later"
        body = json.dumps({"reason": reason}).encode() if reason else None
        with suppress(LineLost), closing(self.line.copy()) as line:
            line.ask("POST", f"/api/challenge/{key}/{answer}", body)

    def fitting(self, key: str, draws: str = "") -> Rules:
        """Return the rules of a game that this player can play. Raises BoardError."""
        name, own = re.sub("[A-Z]", lambda found: f"-{found[0].lower()}", key), self.wish.rules
        name = "chess" if name in ("standard", "from-position") else name
        if own is not None and own.name == name:
            game = hosted(own)
        elif name in HOSTED_GAMES:
            game = HOSTED_GAMES[name]
        else:
            raise BoardError(
                say("the game {game} is not known here", game=repr(legible(name, MOST_NAME)))
            )
        rules = game.with_draws(draws or DRAWS)
        if (why := parse_player(self.wish.player, rules=rules).unfit(rules)) is not None:
            raise BadPlayer(why)
        return rules

    def over(self, key: str, played: MatchGame | None) -> None:
        """Hear that a game has ended; None: it is not known how."""
        with self._lock:
            self._playing.pop(key, None)
            if played is not None and played.played.outcome.decided:
                self._done.add(key)  # a room that was stopped may go on with the others
                self._ended += 1
            done = self.wish.games is not None and self._ended >= self.wish.games
        if played is not None:
            self.tell(played)
        if done:
            self.ending.set()
            self.line.end()


@dataclass(frozen=True, slots=True)
class _Terms:
    """Holds what does not change during a game in a room."""

    rules: Rules
    color: Color
    names: PerColor[str]
    control: TimeControl
    setup: str | None


class _GameThere:
    """One game in the room: a thread that reads it, one that sends, and the game's own."""

    def __init__(self, joined: Joined, key: str, number: int) -> None:
        self._joined, self._key, self._number = joined, key, number
        self._line, self._sending = joined.line.copy(), joined.line.copy()
        self._to_send: SimpleQueue[tuple[str, bytes | None] | None] = SimpleQueue()
        self._reader, self._sender = (
            threading.Thread(target=run, name=f"game {key}", daemon=True)
            for run in (self._read, self._send)
        )
        self._lock = threading.Lock()
        self._terms: _Terms | None = None
        self._game: Game | None = None
        self._own: WithClock | None = None
        self._opponent: MovesFromElsewhere | None = None
        self._here: list[str] = []  # the moves of the game here
        self._given = 0  # the moves before its beginning
        self._offered_at = -1  # the number of moves at the opponent's last offer of a draw
        self._left: PerColor[float] = PerColor(inf, inf)
        self._trip = 0.0  # seconds that the last request took
        self._found: Explanation | None = None
        self._explained = threading.Event()
        self._explained.set()

    def start(self) -> None:
        self._sender.start()
        self._reader.start()

    def end(self) -> None:
        """End what plays here; the game in the room goes on without it."""
        self._line.end()
        self._sending.end()
        self._explained.set()
        self._reader.join()
        self._sender.join()

    # The thread that reads

    def _read(self) -> None:
        played, pauses = None, Pauses(self._joined.ending)
        path = f"/api/bot/game/stream/{self._key}"
        try:
            while not self._line.is_ended:
                wait = 0.0
                try:
                    for said in self._line.lines(path, lambda: None):
                        pauses.begin_anew()
                        if (state := self._heard(said)) is not None:
                            played = self._over(state)
                            return
                except LineLost as error:
                    log.debug("the line of game %s broke: %s", self._key, error)
                    if error.is_final:
                        self._joined.tell(error.sentence)
                        return
                    wait = error.wait
                pauses.wait(wait)
        finally:
            self._close_game()
            self._to_send.put(None)
            self._sender.join(ANSWER_SECONDS)
            self._sending.end()
            self._line.close()
            self._joined.over(self._key, played)

    def _heard(self, said: Facts) -> Facts | None:
        """Take a line of the game; return its state if it is over."""
        match said.get("type"):
            case "gameFull":
                if self._terms is None and not self._settle(said):
                    return None
                state = mapping(said.get("state"))
                self._know(state, anew=True)
            case "gameState":
                state = said
                self._know(state, anew=False)
            case "explain":
                self._ask_why(text_of(said.get("reason")))
                return None
            case _:
                return None
        return None if text_of(state.get("status")) in NOT_OVER else state

    def _settle(self, full: Facts) -> bool:
        """Read what is played; return False if it cannot be played here, which is told."""
        white = text_of(mapping(full.get("white")).get("name"))
        black = text_of(mapping(full.get("black")).get("name"))
        color = Color.WHITE if white.casefold() == self._joined.name.casefold() else Color.BLACK
        clock, setup = mapping(full.get("clock")), text_of(full.get("initialFen")) or None
        try:
            key, draws = mapping(full.get("variant")).get("key"), full.get("draws")
            rules = self._joined.fitting(text_of(key), text_of(draws))
            if setup in ("startpos", rules.start(None).setup):
                setup = None
            rules.start(setup)
        except BoardError as error:
            self._cannot_play(error)
            return False
        base = _seconds(clock.get("initial"))
        control = TimeControl(base, 0.0 if base == inf else _seconds(clock.get("increment")))
        names = PerColor(legible(white, MOST_NAME), legible(black, MOST_NAME))
        self._terms = _Terms(rules, color, names, control, setup)
        self._joined.tell(
            say(
                "game {number}: {white} - {black} begins",
                number=self._number,
                white=names.white,
                black=names.black,
            )
        )
        return True

    def _know(self, state: Facts, *, anew: bool) -> None:
        """Take the moves and clocks of the room; ``anew``: the line has just been opened."""
        terms = self._terms
        if terms is None:
            return
        moves = _moves(state)
        self._left = PerColor(_seconds(state.get("wtime")), _seconds(state.get("btime")))
        goes_on = text_of(state.get("status")) in NOT_OVER
        game, opponent = self._game, self._opponent
        with self._lock:
            here = list(self._here)
        common = min(len(here), len(moves))
        strange = here[:common] != moves[:common] or len(here) > len(moves) + 1
        if game is None or opponent is None or strange:
            if goes_on:
                self._begin(terms, moves)
            return
        if anew and len(here) > len(moves):  # the room may have lost it when it ended
            self._post_move(here[-1])
        letter = "b" if terms.color is Color.WHITE else "w"
        if state.get(f"{letter}draw") is True and self._offered_at != len(moves):
            self._offered_at = len(moves)
            opponent.offer_draw()
        opponent.know(moves)

    def _begin(self, terms: _Terms, moves: list[str]) -> None:
        """Begin the game here after the moves that were played there."""
        self._close_game()
        bus, color = EventBus(), terms.color
        # a program that knows only the first position can be told the opponent's first move there
        is_new = len(moves) == 1 and terms.rules.start(terms.setup).to_move is not color
        given = [] if is_new else moves
        with self._lock:
            self._here, self._given = list(given), len(given)
        try:
            spec = parse_player(self._joined.wish.player, rules=terms.rules)
            inner = spec.make(sandbox=self._joined.wish.confinement)
            self._own = own = WithClock(inner, self._clock, terms.names[color])
            self._opponent = opponent = MovesFromElsewhere(terms.names[color.other])
            both: PerColor[Player] = PerColor.both(opponent)
            players = both.put(color, own)
            game = Game(terms.rules, *players, setup=terms.setup, moves=given, bus=bus)
        except BoardError as error:
            self._cannot_play(error)
            return
        bus.subscribe(partial(self._event, game), thoughts=False)
        opponent.know(moves)
        self._game = game
        game.start()

    def _cannot_play(self, error: BoardError) -> None:
        self._joined.tell(error.sentence)
        self._failed(Explanation(Cause.REFUSED, error.sentence), Reason.NOT_STARTED)

    def _close_game(self) -> None:
        game, own, self._game, self._own = self._game, self._own, None, None
        if game is not None:
            game.stop()
        if own is not None:
            own.close()

    def _over(self, state: Facts) -> MatchGame | None:
        """Return the game as the room has decided it."""
        terms, game = self._terms, self._game
        if terms is None:
            return None
        if self._own is None or game is None:  # it was over when it was looked at
            game = Game(
                terms.rules, MovesFromElsewhere(""), MovesFromElsewhere(""), setup=terms.setup
            )
        outcome = OUTCOME.read(state.get("outcome"))
        lost = outcome.winner is terms.color.other
        if lost and outcome.reason is Reason.TIME:
            self._ask_why(outcome.reason.value)
            self._explained.wait(EXPLAINED_SECONDS)
        game.stop()
        told = state.get("why")
        explanation = self._found if lost else None
        if explanation is None and told is not None:
            explanation = Explanation(Cause.NO_ANSWER, SENTENCE.read(told))
        record, plies = game.record(), len(_moves(state))
        played: PlayedGame = replace(
            record,
            moves=tuple(record.moves[:plies]),  # the player may have moved after the end
            names=terms.names,
            controls=PerColor.both(terms.control),
            outcome=outcome,
            explanation=explanation,
        )
        return MatchGame(MatchPairing(self._number, terms.color, PerColor(None, None)), played)

    def _ask_why(self, name: str) -> None:
        """Have the player explain a loss that the room has decided, once, and send that."""
        own = self._own
        reason = next((each for each in BLAMES_A_PLAYER if each.value == name), Reason.TIME)
        if own is None or self._found is not None or not self._explained.is_set():
            return
        self._explained.clear()

        def explained(explanation: Explanation | None) -> None:
            if explanation is not None:
                self._failed(explanation, reason)
            self._explained.set()

        own.explain_there(reason, explained)

    # The game's thread

    def _clock(self, color: Color) -> Clock:
        """Return the clocks as the room told them last, that of a side running."""
        terms = self._terms
        assert terms is not None, "a game is settled before it begins"
        clock = replace(Clock.new(PerColor.both(terms.control)), remaining=self._left)
        own = self._left[terms.color]
        if self._trip < own / 2:  # the way there and back is charged too
            clock = replace(clock, remaining=self._left.put(terms.color, own - self._trip))
        return clock.start(color, RealTime().now())

    def _event(self, game: Game, event: Event) -> None:
        terms = self._terms
        if terms is None or game is not self._game:
            return
        match event:
            case MovePlayed(ply=ply, color=color, move=move) if ply >= self._given:
                with self._lock:
                    self._here.append(str(move))
                if color is terms.color:
                    self._post_move(str(move))
            case DrawOffered(color=color) if color is terms.color:
                self._post("draw/yes")
            case PlayerSilent(color=color) if color is terms.color:
                self._joined.tell(event.sentence)
            case GameEnded(outcome=outcome, explanation=explanation):
                self._ended_here(terms, outcome, explanation)

    def _ended_here(self, terms: _Terms, outcome: Outcome, explanation: Explanation | None) -> None:
        """Tell the room of an end that this machine has seen first."""
        lost = outcome.winner is terms.color.other
        if lost and outcome.reason in BLAMES_A_PLAYER:
            unknown = Explanation(Cause.NO_ANSWER, say("it does not know why"))
            self._failed(explanation or unknown, outcome.reason)
        elif lost and outcome.reason is Reason.RESIGNATION:
            self._post("resign")
        elif outcome.reason is Reason.AGREEMENT:
            self._post("draw/yes")
        elif outcome.winner is None and outcome.decided:
            self._post("claim-draw")
        elif explanation is not None:  # nobody's fault, but it cannot go on
            self._failed(explanation, Reason.CRASH)

    def _failed(self, explanation: Explanation, reason: Reason) -> None:
        self._found = explanation
        said = {"explanation": EXPLANATION.write(explanation), "reason": reason.value}
        self._post("failed", said)

    def _post_move(self, text: str) -> None:
        self._post(f"move/{quote(text, safe='')}")

    def _post(self, what: str, said: Mapping[str, Json] | None = None) -> None:
        self._to_send.put((what, None if said is None else json.dumps(said).encode()))

    # The thread that sends

    def _send(self) -> None:
        """Send each request until it is answered; what the room refuses is told."""
        now = RealTime().now
        while (wanted := self._to_send.get()) is not None:
            what, body = wanted
            pauses = Pauses(self._joined.ending)
            while not self._sending.is_ended:
                began = now()
                try:
                    self._sending.ask("POST", f"/api/bot/game/{self._key}/{what}", body)
                    self._trip = now() - began
                    break
                except LineLost as error:
                    log.debug("%s of game %s was not taken: %s", what, self._key, error)
                    if error.is_final:
                        break
                    pauses.wait(error.wait)
        self._sending.close()


MOST_LETTERS = 500_000
"""Letters of all moves of a game."""


def _moves(state: Facts) -> list[str]:
    return [move[:MOST_MOVE] for move in text_of(state.get("moves"), MOST_LETTERS).split()]


def _seconds(milliseconds: Json) -> float:
    known = isinstance(milliseconds, int) and not isinstance(milliseconds, bool)
    if not known or milliseconds >= NO_LIMIT_MS:
        return inf
    return float(max(0, milliseconds)) / 1000


def _of_refusal(error: LineLost) -> Sentence:
    if error.status == 401:
        return say("the room does not know this token: ask its organiser for one")
    if error.status in (403, 404, 405, 501):
        return say("there is no room at this address: it is the one that 'board serve' prints")
    return error.sentence
