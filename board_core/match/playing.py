"""Play the games of a match: one after another in this process, or in worker processes.

A worker is sent the match once, and then the pairings to play. It sends each journal line and each
watched event over the link before the game goes on, and the game itself when it has ended.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor
from dataclasses import field, replace
from datetime import datetime
from functools import cache, partial
from typing import TYPE_CHECKING, Protocol

from board_core.diagnosis import rows
from board_core.fast_dataclass import dataclass
from board_core.game.bus import EventBus, Handler
from board_core.game.events import Event, HostAway, PlayerSilent
from board_core.game.game import Game
from board_core.game.played_game import Recorder
from board_core.game.player import Player
from board_core.game.rules import Reason
from board_core.game.sides import Color, PerColor
from board_core.players.in_process import still_thinking
from board_core.record import PlayedGame, wall_clock
from board_core.supervise.sandbox import warn_once
from board_core.text.findings import row_of
from board_core.text.sentence import BoardError, Sentence, say

from .accounts import Prices
from .elo import Sprt
from .kept_players import KeptPlayers, Restart
from .openings import Book, Opening
from .player_spec import BadPlayer, PlayerSpec
from .result import MatchGame, MatchPairing, MatchResult, RunningSprt, was_played
from .spec import NO_TRANSCRIPTS, FunctionMaker, GameSpec, OpenPlayer

if TYPE_CHECKING:
    from board_core.journal import JournalWriter

    from .link import WorkerEnd

log = logging.getLogger(__name__)

THINKING_GRACE_SECONDS = 0.2
"""Seconds that a function may go on thinking after its game has ended."""

TOLD_ALWAYS = (HostAway, PlayerSilent)
"""The events of a game that all displays of a match get; the others only if they ask."""

NOT_LOADED = (
    *(rows.NOT_LOADED, rows.NO_FUNCTION_FILE, rows.NO_FUNCTION, rows.NO_FUNCTIONS),
    *(rows.NEAR_OPTION, rows.NO_OPTION, rows.OPTION_TAKES),
)
"""The reasons why a function cannot be played with at all, in any game."""

MOST_ATTEMPTS = 3
"""The most times that a game is begun if the process that plays it dies."""


@dataclass(frozen=True, slots=True)
class MatchSpec:
    """A match to play. ``game`` is the first game, in which the match's first player has White.

    Colours alternate. With ``openings``, games 1 and 2 begin from the first, 3 and 4 from the
    second, and so on; after the last opening the first follows again. With ``sprt``, no game begins
    after the test has decided. ``concurrency`` games are played at the same time, each in its own
    process; with 1, in this process. ``restart`` says when programs are restarted. A match that
    ``tells_lines`` has a :class:`ProgramLine` for each line to and from its programs.
    """

    game: GameSpec
    games: int = 1
    concurrency: int = 1
    seed: int | None = None
    openings: tuple[Opening, ...] | Book = ()
    sprt: Sprt | None = None
    keep_lost: int = 1
    restart: Restart = Restart.AUTO
    prices: Prices = field(default_factory=dict)
    tells_lines: bool = False

    def __post_init__(self) -> None:
        """Tell two players of one name apart."""
        game = self.game
        white, black = game.white, game.black
        known = PlayerSpec, FunctionMaker
        if isinstance(white, known) and isinstance(black, known) and white.name == black.name:
            one, other = (f"{white.name} ({number})" for number in (1, 2))
            numbered = replace(
                game, white=replace(white, name=one), black=replace(black, name=other)
            )
            object.__setattr__(self, "game", numbered)

    def pairing(self, number: int) -> MatchPairing:
        """Return the pairing with this number, from 1; its seeds depend only on the number."""
        first_color = Color.WHITE if number % 2 else Color.BLACK
        seeds: PerColor[int | None] = PerColor(None, None)
        if self.seed is not None:
            first = self.seed + 2 * (number - 1)
            seeds = seeds.put(first_color, first).put(first_color.other, first + 1)
        opening = None
        if self.openings:
            opening = self.openings[(number - 1) // 2 % len(self.openings)]
        return MatchPairing(number, first_color, seeds, opening)

    def spec(self, pairing: MatchPairing) -> GameSpec:
        """Return the game of this pairing."""
        game = self.game
        sides = PerColor(game.white, game.black)
        controls = game.controls
        if pairing.first_color is Color.BLACK:
            sides, controls = sides.swapped, controls.swapped
        opening = pairing.opening or Opening(game.setup, game.moves)
        return replace(
            game,
            white=sides.white,
            black=sides.black,
            time_control=controls,
            seeds=pairing.seeds,
            setup=opening.setup,
            moves=opening.moves,
        )

    def first_result(self) -> MatchResult:
        """Return the state of the match before its first game."""
        names = (self.game.makers.white.name, self.game.makers.black.name)
        if names[0] == names[1]:
            names = (f"{names[0]} (1)", f"{names[1]} (2)")
        size = 2 if self.openings else 1
        test = None
        if self.sprt is not None:
            test = RunningSprt(self.sprt, size, (0,) * (2 * size + 1))
        return MatchResult(
            names,
            self.games,
            keep_lost=self.keep_lost,
            paired=size == 2,
            test=test,
            prices=self.prices,
        )


@dataclass(frozen=True, slots=True)
class GameEvent:
    """An event of one of the games of a match."""

    number: int
    event: Event


@dataclass(frozen=True, slots=True)
class ProgramLine:
    """A line to or from a program in one of the games of a match that ``tells_lines``."""

    number: int
    color: Color
    way: str  # as a transcript has it
    text: str


@dataclass(frozen=True, slots=True)
class MatchOver:
    """The last news of a match: no game is running and no other will start."""


MatchNews = GameEvent | ProgramLine | MatchGame | MatchOver
"""The news that the watcher of a match receives."""


def found_in(journal: JournalWriter | None, spec: MatchSpec) -> Mapping[int, PlayedGame]:
    return {} if journal is None else journal.found.games(lambda name: spec.game.rules)


def played_before(spec: MatchSpec, journal: JournalWriter | None) -> list[MatchGame]:
    """Return the games that a journal held when it was opened; they are not played again."""
    return [
        MatchGame(spec.pairing(number), game)
        for number, game in sorted(found_in(journal, spec).items())
        if number <= spec.games and was_played(game.outcome)
    ]


class RunningMatch:
    """Plays a match on its own threads, or in workers, until :meth:`join`.

    ``watch`` receives all news, on other threads, and :class:`MatchOver` last. With ``events`` it
    receives each event of each game, else only the ended games and the times when the board was
    suspended. A ``journal`` keeps every game. Games from an earlier run are not played again; an
    interrupted game goes on if both players can begin there, and otherwise begins anew. If the
    journal cannot be written, the running games end and no other begins.

    Raises CannotTravel for players that cannot be sent to the workers of ``concurrency``.
    """

    def __init__(
        self,
        spec: MatchSpec,
        watch: Callable[[MatchNews], None],
        *,
        events: bool,
        journal: JournalWriter | None = None,
    ) -> None:
        self._spec = spec
        self._watch = watch
        self._journal = journal
        self._lock = threading.Lock()
        self._found = found_in(journal, spec)
        before = played_before(spec, journal)
        self._test = spec.first_result().test
        self._is_first = True  # until a game has ended
        for game in before:
            self._count(game)
        done = {game.number for game in before}
        self._left = iter([n for n in range(1, spec.games + 1) if n not in done])
        self._stopped: str | None = None
        self.trouble: Exception | None = None
        """The reason why the first game that could not be played was not played."""
        at_once = min(spec.concurrency, spec.games)
        self._seat: _Here | _Workers
        if at_once == 1:
            self._seat = _Here(spec, events, journal, self._watch)
        else:
            self._seat = _Workers(spec, events, journal, self._watch, at_once)
        self._threads = [
            threading.Thread(target=self._work, name=f"games {n + 1}", daemon=True)
            for n in range(at_once)
        ]
        self._at_work = len(self._threads)

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self, detail: str) -> None:
        """End the running games and begin no other. Returns at once; may be called twice."""
        with self._lock:
            self._stopped = detail
        self._seat.stop(detail)

    def join(self, timeout: float | None = None) -> None:
        """Wait at most ``timeout`` seconds for each running game, and end players and workers."""
        for thread in self._threads:
            thread.join(timeout)
        self._seat.close()

    def _work(self) -> None:
        try:
            while (number := self._next()) is not None:
                try:
                    pairing = self._spec.pairing(number)
                    played = self._seat.play(pairing, self._found.get(number))
                    if played is not None and self._is_first:
                        check_loaded(played)
                except Exception as error:
                    self._could_not_play(number, error)
                    continue
                if played is not None:
                    self._ended(MatchGame(pairing, played))
        finally:
            with self._lock:
                self._at_work -= 1
                last = self._at_work == 0
            if last:
                self._watch(MatchOver())

    def _could_not_play(self, number: int, error: Exception) -> None:
        """Keep the error. If no game could be played without this player, none follows."""
        with self._lock:
            if self._stopped is not None:  # its process was ended with the match
                return
            self.trouble = self.trouble or error
            if isinstance(error, BadPlayer) and self._is_first:
                self._stopped = str(error)
                return
        known = isinstance(error, BoardError)  # then the sentence tells all
        log.error("game %d could not be played: %s", number, error, exc_info=not known)

    def _next(self) -> int | None:
        with self._lock:
            if self._stopped is not None or (self._journal is not None and self._journal.trouble):
                return None
            decided = self._test is not None and self._test.state.decision is not None
            return None if decided else next(self._left, None)

    def _ended(self, game: MatchGame) -> None:
        with self._lock:
            self._count(game)
        self._watch(game)

    def _count(self, game: MatchGame) -> None:
        self._is_first = False
        if self._test is not None:
            self._test = self._test.after(game)


class _Post(Protocol):
    """Receives a game's lines and events, and can stop the game."""

    now: Callable[[], datetime]

    def append(self, fields: str) -> None: ...
    def flush(self) -> None: ...
    def event(self, event: GameEvent | ProgramLine) -> None: ...


def _play(
    match: MatchSpec,
    pairing: MatchPairing,
    kept: KeptPlayers,
    earlier: PlayedGame | None,
    post: _Post,
    begun: Callable[[Game], bool],
    *,
    events: bool,
    journal: bool,
) -> PlayedGame | None:
    """Play one game on this thread. ``begun`` receives it, and returns False to cancel it."""
    spec, number, transcripts = match.spec(pairing), pairing.number, NO_TRANSCRIPTS
    if match.tells_lines:
        transcripts = PerColor(*(partial(_tell_line, post, number, color) for color in Color))
    with kept.seated(spec, pairing.first_color, transcripts) as players:
        bus = EventBus()
        kept.make_room(bus, spec, pairing.first_color, is_last=number >= match.games)
        bus.subscribe(partial(_tell, post, number), only=None if events else TOLD_ALWAYS)

        def lines(goes_on: bool) -> Handler | None:
            if not journal:
                return None
            from board_core.journal.files import GameLines  # which most matches do not need

            return GameLines(post, number, goes_on)

        game, record = whole_or_rest(spec, earlier, players, lines, bus)
        if not begun(game):
            return None
        try:
            game.run()
        except Exception:
            # the last event has the same reason
            log.exception("game %d was broken off", number)
        return record()


def check_loaded(game: PlayedGame) -> None:
    """Raise BadPlayer for a game that was lost because a player cannot be used as it was named."""
    why = game.explanation
    if game.outcome.reason is Reason.NOT_STARTED and why and row_of(why.sentence) in NOT_LOADED:
        raise BadPlayer(why.sentence)


def is_over(game: PlayedGame) -> bool:
    """Return whether a game ended by itself, and not by the machine, whose fault costs nobody."""
    return game.outcome.decided or game.outcome.both_lost


def whole_or_rest(
    spec: GameSpec,
    earlier: PlayedGame | None,
    players: PerColor[Player],
    journal: Callable[[bool], Handler | None],
    bus: EventBus,
) -> tuple[Game, Callable[[], PlayedGame]]:
    """Return the rest of an interrupted game, or the whole game, and what makes its record.

    The record has the times, scores and calls of both parts. ``journal`` receives True if the game
    goes on. It does not if it had ended, or if a program knows the standard start only, and cannot
    be told what it moved: then of the first part only the calls are kept.
    """
    lost = earlier and earlier.moves and any(players[color].standard_start_only for color in Color)
    if earlier is None or lost or is_over(earlier):
        game, paid = spec.game(players, bus=bus, journal=journal(False)), earlier and earlier.calls
        if not paid:
            return game, game.record
        return game, lambda: replace(game.record(), calls=(*paid, *game.record().calls))
    spec = replace(spec, setup=earlier.setup, moves=earlier.line, clock=earlier.clock)
    recorder = Recorder(earlier=earlier)
    bus.subscribe(recorder, thoughts=False)
    game = spec.game(players, bus=bus, journal=journal(True), made=earlier.moves)
    return game, lambda: recorder.record


def _tell(post: _Post, number: int, event: Event) -> None:
    post.event(GameEvent(number, event))


def _tell_line(post: _Post, number: int, color: Color, way: str, text: str) -> None:
    post.event(ProgramLine(number, color, way, text))


class _Here:
    """Plays one game at a time in this process."""

    def __init__(
        self,
        spec: MatchSpec,
        events: bool,
        journal: JournalWriter | None,
        watch: Callable[[MatchNews], None],
    ) -> None:
        self._spec = spec
        self._events = events
        self._journal = journal
        self.event: Callable[[GameEvent | ProgramLine], None] = watch
        self._running = _Running()
        self._kept = KeptPlayers(spec.restart)
        self.now = wall_clock if journal is None else journal.now

    def play(self, pairing: MatchPairing, earlier: PlayedGame | None) -> PlayedGame | None:
        try:
            return _play(
                self._spec,
                pairing,
                self._kept,
                earlier,
                self,
                self._running.begun,
                events=self._events,
                journal=self._journal is not None,
            )
        finally:
            self._running.ended()

    def append(self, fields: str) -> None:
        assert self._journal is not None
        self._journal.append(fields)

    def flush(self) -> None:
        assert self._journal is not None
        self._journal.flush()

    def stop(self, detail: str) -> None:
        self._running.stop(detail)

    def close(self) -> None:
        self._kept.close()


class _Running:
    """The game that runs on another thread, and whether it must stop."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._game: Game | None = None
        self._stopped = False

    def begun(self, game: Game) -> bool:
        with self._lock:
            self._game = game
            return not self._stopped

    def ended(self) -> None:
        with self._lock:
            self._game = None

    def stop(self, detail: str) -> None:
        with self._lock:
            self._stopped = True
            game = self._game
        if game is not None:
            game.stop(detail, wait=False)


class _Workers:
    """Plays games in worker processes, several at a time."""

    def __init__(
        self,
        spec: MatchSpec,
        events: bool,
        journal: JournalWriter | None,
        watch: Callable[[MatchNews], None],
        at_once: int,
    ) -> None:
        from board_core.players.packing import CannotTravel, packed  # only workers need it

        from .workers import LocalWorkers

        for maker in (spec.game.makers.white, spec.game.makers.black):
            if isinstance(maker, OpenPlayer):
                raise CannotTravel.of(
                    say("{name} is a player made in this process", name=maker.name)
                )
        self._journal = journal
        self._watch = watch
        self._stopped = False
        self._isolate = False  # until a worker has died
        if (said := _warn_once(spec)) is not None:
            log.warning("%s", said)
        brought = packed((replace(spec, openings=()), events, journal is not None))
        self._workers = LocalWorkers(at_once, self._hear, brought)

    def play(self, pairing: MatchPairing, earlier: PlayedGame | None) -> PlayedGame | None:
        """Play a game; again if its process dies, from then on with functions in their own ones.

        So the function that ended the process loses.
        """
        for attempt in range(MOST_ATTEMPTS):
            try:
                job = self._workers.submit(_play_in_worker, pairing, earlier, self._isolate)
                played, stuck = job.result()
                if stuck is not None:
                    self._workers.retire(stuck)
                return played
            except BrokenExecutor:
                if attempt == MOST_ATTEMPTS - 1 or self._stopped:
                    raise
                log.warning("the process that played game %d has died", pairing.number)
                earlier, self._isolate = None, True
        return None

    def _hear(self, message: str | GameEvent | ProgramLine) -> None:
        """Take an event, or a line for the journal; empty: wait until all are on the disk."""
        if isinstance(message, GameEvent | ProgramLine):
            self._watch(message)
            return
        assert self._journal is not None
        if message:
            self._journal.append(message)
        else:
            self._journal.flush()

    def stop(self, detail: str) -> None:
        self._stopped = True
        self._workers.tell(detail)

    def close(self) -> None:
        self._workers.end(0)
        self._workers.shutdown()


class _Sender:
    """The worker's end of a game: sends its lines and events to the owner."""

    now = staticmethod(wall_clock)

    def __init__(self, link: WorkerEnd) -> None:
        self._link = link

    def append(self, fields: str) -> None:
        self._link.ask(fields)

    def flush(self) -> None:
        self._link.ask("")

    def event(self, event: GameEvent | ProgramLine) -> None:
        self._link.say(event)


def _play_in_worker(
    pairing: MatchPairing, earlier: PlayedGame | None, isolate: bool
) -> tuple[PlayedGame | None, int | None]:
    """Return the game, and this process's id if a function goes on thinking in it."""
    from board_core.players.packing import unpacked

    from .workers import link_to_owner

    link = link_to_owner()
    spec, events, journal = link.brought(unpacked)
    if isolate:  # a player may have ended the process that played the game before
        spec = replace(spec, game=replace(spec.game, isolate=True))
    _warn_once(spec)  # the owner has reported it
    running = _Running()
    link.listen(running.stop)
    try:
        played = _play(
            spec,
            pairing,
            _kept_here(spec.restart),
            earlier,
            _Sender(link),
            running.begun,
            events=events,
            journal=journal,
        )
    finally:
        link.listen(None)
        link.flush()
    return played, os.getpid() if still_thinking(THINKING_GRACE_SECONDS) else None


@cache
def _kept_here(restart: Restart) -> KeptPlayers:
    """Return this worker's players, which end with it."""
    from .workers import before_the_end

    kept = KeptPlayers(restart)
    before_the_end(kept.close)
    return kept


def _warn_once(spec: MatchSpec) -> Sentence | None:
    """Return the warning about running these programs once per process, then None."""
    makers = (spec.game.makers.white, spec.game.makers.black)
    programs = [each for each in makers if isinstance(each, PlayerSpec) and each.command]
    return warn_once(spec.game.confinement) if programs else None
