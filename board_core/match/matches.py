"""The functions that play matches from Python."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine, Iterable
from contextlib import ExitStack
from contextvars import ContextVar
from functools import partial, wraps
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event
from types import NoneType
from typing import TYPE_CHECKING, Any, ParamSpec

from board_core.game.clock import TEN_MINUTES, TimeControl
from board_core.game.player import PlayerLike
from board_core.game.rules import Rules, first_position
from board_core.game.sides import PerColor
from board_core.games import CHESS
from board_core.supervise.sandbox import Confinement, Sandbox, confinement
from board_core.text.languages import N_
from board_core.text.sentence import BoardError, given, given_choice, given_number

from .adjudication import NO_ADJUDICATION, Adjudication
from .elo import Sprt
from .kept_players import Restart
from .openings import Book, Opening, drawn_openings, openings_of_games, read_openings
from .playing import MatchNews, MatchOver, MatchSpec, RunningMatch, played_before
from .result import MatchGame, MatchResult
from .spec import GameSpec

if TYPE_CHECKING:
    from board_core.journal import JournalWriter


log = logging.getLogger(__name__)

P = ParamSpec("P")

LOOK_UP = 0.25
"""Seconds between checks for Ctrl-C, on platforms where it cannot interrupt a wait."""

STOP_SECONDS = 5.0
"""Seconds that stopped games have to end before they are abandoned."""

INTERRUPTED_REASON = N_("interrupted")
"""The reason given for games that were running when the match was ended from outside."""


def play_match(
    first: PlayerLike,
    second: PlayerLike,
    *,
    games: int = 2,
    concurrency: int = 1,
    seed: int | None = None,
    rules: Rules = CHESS,
    time_control: TimeControl | PerColor[TimeControl] = TEN_MINUTES,
    setup: str | None = None,
    openings: Iterable[Opening | str] | Path = (),
    sprt: Sprt | None = None,
    journal: str | Path | None = None,
    resume: bool = False,
    tell: Callable[[MatchNews], object] | None = None,
    events: bool = False,
    sandbox: Confinement | Sandbox | str = Sandbox.AUTO,
    cores_per_game: int = 0,
    draw_if_cannot_win: bool = True,
    keep_lost: int = 100,
    restart: Restart | str = Restart.AUTO,
    isolate: bool | None = None,
    adjudication: Adjudication = NO_ADJUDICATION,
) -> MatchResult:
    """Play a match and return its result. Colours alternate; ``first`` has White in game 1.

    A player is a text (``"greedy"``, ``"uci:stockfish"``), a function of a board, a maker of
    players, or, without ``concurrency``, a :class:`~board_core.Player`. The same ``seed`` gives the
    same games with any ``concurrency``, and the same as ``board match`` with the same options. A
    ``time_control`` with one value for each colour is that of the first game and stays with the
    player.

    ``concurrency`` is the number of games played at a time, each in a process of its own.
    ``openings`` are positions as text, :class:`Opening` values, the path of a file of them, or
    what :func:`read_openings` returns. Both games of a pair begin from the same one. A game without
    a standard starting position (Chess960) draws them by the seed. ``sprt`` ends the match once it
    decides. ``journal`` is a file to which every move is written before it is announced; with
    ``resume``, an interrupted match continues from there, and a new match begins.

    ``tell`` is called on this thread: with each :class:`MatchGame` as it ends, with a
    :class:`GameEvent` whenever the board was suspended, with every event of every game if
    ``events`` is set, and with :class:`MatchOver` at the end. ``keep_lost`` is the number of games
    lost by ``first`` to keep. A program is started once if its protocol allows; with
    ``restart="on"`` it is restarted for each game. ``isolate`` lets functions and built-in AIs play
    in processes of their own, where a crash is a loss; None: only the functions that texts name.
    ``adjudication`` ends games that their players or endgame tables call decided.

    Ctrl-C stops the running games, ends all processes and raises KeyboardInterrupt. Raises
    BadPlayer, TypeError, BadSetup, BadRules, BadOpenings, BadJournal, SandboxUnavailable,
    CannotTravel for players that cannot be sent to another process, BoardError for numbers below 1
    and unknown words, and OSError. If no game could be played, the error that prevented the first
    one is raised.
    """
    for name, number in (("games", games), ("concurrency", concurrency)):
        given(number, int, f"is no number of {name}: give a whole number")
        given_number(number, f"is no value for {name}: give 1 or more", 1)
    given(seed, (int, NoneType), "is no seed: give a whole number, or None")
    if tell is not None and not callable(tell):
        given(tell, (), "hears no news: give a function of them, or None")
    for name, number in (("cores_per_game", cores_per_game), ("keep_lost", keep_lost)):
        given_number(number, f"is no value for {name}: give 0 or more")
    given(sprt, (Sprt, NoneType), "is no sequential test: give Sprt(0, 10)")
    given(openings, (str, Path, Iterable), "are no openings: give a file, or a list of Opening")
    if resume and journal is None:
        raise BoardError("a match is resumed from its journal: give journal too")
    game = GameSpec(
        rules,
        first,
        second,
        time_control,
        setup=setup,
        draw_if_cannot_win=draw_if_cannot_win,
        confinement=confinement(sandbox),
        cores=cores_per_game,
        isolate=isolate,
        adjudication=adjudication,
    )
    first_position(rules, setup)
    begin = openings_of(openings, rules, seed)
    for why in begin.check((games + 1) // 2) if isinstance(begin, Book) else ():
        log.warning("%s", why)
    if not begin and setup is None:
        begin = drawn_openings(rules, (games + 1) // 2, seed)
    again = given_choice(restart, Restart, "restart")
    spec = MatchSpec(game, games, concurrency, seed, begin, sprt, keep_lost, again)
    with ExitStack() as closing:
        kept = None
        if journal is not None:
            from board_core.journal import JournalWriter  # most matches do without it

            kept = closing.enter_context(JournalWriter(journal, run_facts(spec), resume=resume))
        return run(spec, tell or (lambda news: None), kept, events=events)


_WANTED: ContextVar[Callable[[], bool]] = ContextVar("wanted", default=lambda: True)
"""Whether somebody still waits for the match of this context."""


def _awaited(play: Callable[P, MatchResult]) -> Callable[P, Coroutine[Any, Any, MatchResult]]:
    @wraps(play, assigned=("__module__",))
    async def play_match_async(*args: P.args, **options: P.kwargs) -> MatchResult:
        """Play a match as :func:`play_match` does, on a thread of its own, and wait for its result.

        ``tell`` is called on the event loop. Cancelling this call ends the match.
        """
        from board_core.game.async_events import on_loop, on_thread  # import asyncio

        cancelled = Event()
        if callable(tell := options.get("tell")):
            options["tell"] = on_loop(tell)
        before = _WANTED.set(lambda: not cancelled.is_set())
        try:
            return await on_thread(partial(play, *args, **options), cancelled.set)
        finally:
            _WANTED.reset(before)

    return play_match_async


play_match_async = _awaited(play_match)
"""Play a match as :func:`play_match` does; to be awaited."""


def run(
    spec: MatchSpec,
    tell: Callable[[MatchNews], object],
    journal: JournalWriter | None = None,
    *,
    events: bool = False,
) -> MatchResult:
    """Play the match to its end; ``tell`` is called on this thread. See :func:`play_match`."""
    inbox: SimpleQueue[MatchNews] = SimpleQueue()
    result = spec.first_result()
    for game in played_before(spec, journal):
        result = result.after(game)
    wanted = _WANTED.get()
    match = RunningMatch(spec, inbox.put, events=events, journal=journal)
    try:
        match.start()
        while wanted():
            try:
                news = inbox.get(timeout=LOOK_UP)
            except Empty:
                continue
            if isinstance(news, MatchGame):
                result = result.after(news)
            tell(news)
            if isinstance(news, MatchOver):
                break
    finally:
        match.stop(INTERRUPTED_REASON)
        match.join(STOP_SECONDS)
    if journal is not None and journal.trouble is not None:
        raise journal.trouble
    if match.trouble is not None and not result.ended:
        raise match.trouble
    return result


def openings_of(
    openings: Iterable[Opening | str] | Path, rules: Rules, seed: int | None = None
) -> tuple[Opening, ...] | Book:
    """Return the openings of a file, or those given as values.

    Raises BadOpenings, BadSetup and IllegalMove.
    """
    if isinstance(openings, str | Path):
        return read_openings(openings, rules, seed=seed)
    if isinstance(openings, Book):
        return openings
    return tuple(_opening_of(opening, rules) for opening in openings)


def _opening_of(opening: Opening | str, rules: Rules) -> Opening:
    """Return an opening. Raises BadSetup and IllegalMove if no game can begin with it."""
    if isinstance(opening, str):
        return Opening(first_position(rules, opening).setup)
    given(opening, Opening, "is no opening: give an Opening, or the text of a position")
    position = first_position(rules, opening.setup)
    for move in opening.moves:
        position = position.play(position.parse(move))
    return opening


def run_facts(spec: MatchSpec) -> dict[str, object]:
    """Return the facts that identify a match in its journal: no other match resumes from it."""
    game = spec.game
    return {
        "game": game.rules.name,
        "first": game.makers.white.name,
        "second": game.makers.black.name,
        "games": spec.games,
        "control": [game.controls.white.notation, game.controls.black.notation],
        "setup": game.setup,
        "openings": openings_of_games(spec.openings, spec.games),
        "seed": spec.seed,
    }
