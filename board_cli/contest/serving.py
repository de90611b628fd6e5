"""Serve a contest: what ``board contest serve`` and ``board contest run --serve`` share."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from board_cli.contest.access import printed_errors
from board_cli.language import _, words
from board_cli.option_values import refusal
from board_cli.options import ServerOptions
from board_core.contest.plan import PagePlan
from board_core.contest.store import ContestStore
from board_core.text.sentence import Listed, Sentence, say

if TYPE_CHECKING:
    from board_core.match import GameEvent, MatchSpec
    from board_core.match.playing import ProgramLine
    from board_core.serving.contest_room import ContestRoom
    from board_core.serving.room import Account, RoomNews
    from board_core.serving.server import PageServer


@contextmanager
def opened_at(wish: ServerOptions) -> Iterator[tuple[Any, str]]:
    """Yield a socket that listens as is wished, and its address. Raises OSError."""
    from board_core.serving import server

    for proxy in wish.proxies:
        if not _is_address(proxy):
            raise refusal("--proxy", _("not an address: {given}", given=repr(proxy)))
    with server.listen(wish.place, wish.port) as opened:
        url = server.address(opened)
        if wish.lan and (own := server.own_address()) is not None:
            url = url.replace("0.0.0.0", own)
        yield opened, url


@contextmanager
def listening(
    wish: ServerOptions, page: PagePlan, told: Callable[[str], str] = lambda url: ""
) -> Iterator[Any]:
    """Yield a socket; the address of the page is printed, with what else is ``told`` of it.

    Raises OSError.
    """
    from board_core.serving import server

    with opened_at(wish) as (opened, url):
        lines = [_("The contest is shown at {url} (Ctrl-C ends it)", url=url), told(url)]
        print("\n".join(filter(None, lines)), flush=True)
        if not server.is_private(wish.place):
            print(_public_notice(page), flush=True)
        yield opened


def handed_in(url: str) -> str:
    return _("Programs are handed in at {url}", url=f"{url}hand-in")


@contextmanager
def served_room(
    store: ContestStore,
    wish: ServerOptions,
    tell: Callable[[Sentence], None],
    hand_in: bool = False,
) -> Iterator[ContestRoom]:
    """Serve the pages of a contest that runs here, and yield the room of its players elsewhere.

    Raises BoardError and OSError.
    """
    from board_core.contest.desk import HandInDesk
    from board_core.contest.report.live import Live
    from board_core.serving import server
    from board_core.serving.contest_room import ContestRoom

    page = store.contest.plan.page
    room = ContestRoom(store, lambda news: _tell_who_comes(news, tell))

    def told(url: str) -> str:
        plays = _("Players on other machines play at {url}", url=url)
        return f"{plays}\n{handed_in(url)}" if hand_in else plays

    with (
        listening(wish, page, told) as opened,
        HandInDesk(store.folder, tell) if hand_in else nullcontext() as desk,
    ):
        if not server.is_private(wish.place):
            print(UNENCRYPTED, flush=True)
        if tokenless := room.without_token:
            tell(
                say(
                    "{names} cannot come without a token: see 'board contest tokens'",
                    names=Listed(tokenless),
                )
            )
        names = [wish.place, *page.hosts, *wish.host_names]
        live, proxies = Live(store.folder, hand_in=hand_in), wish.proxies
        serves = server.server_of(live, names, words=words, desk=desk, proxies=proxies, room=room)
        with _running(serves, opened):
            try:
                yield room
            finally:
                room.close(over=store.contest.ended is not None)


@contextmanager
def _running(serves: PageServer, opened: Any) -> Iterator[None]:
    """Run a server on a thread of its own."""
    thread = threading.Thread(target=serves.run, args=([opened],), name="server", daemon=True)
    thread.start()
    try:
        yield
    finally:
        serves.should_exit = True
        thread.join()


@contextmanager
def served_match(
    match: MatchSpec, wish: ServerOptions
) -> Iterator[Callable[[GameEvent | ProgramLine], None]]:
    """Serve the games of a match that is played here, and yield what hears their events."""
    from board_core.serving import server
    from board_core.serving.match_room import MatchRoom

    with printed_errors(), opened_at(wish) as (opened, url):
        print(_("The games are shown at {url}", url=url), file=sys.stderr, flush=True)
        room = MatchRoom(match)
        known = [wish.place, *wish.host_names]
        with _running(server.room_server(room, known, words=words, proxies=wish.proxies), opened):
            try:
                yield room.hear
            finally:
                room.close(over=True)


def stay_open() -> None:
    """Let people at a terminal look at what is served until they press Ctrl-C."""
    if sys.stdout.isatty():
        print(_("The games stay there until you press Ctrl-C."), file=sys.stderr, flush=True)
        with suppress(KeyboardInterrupt):
            while True:
                time.sleep(3600)


def _tell_who_comes(news: RoomNews, tell: Callable[[Sentence], object]) -> None:
    from board_core.serving.room import Account

    if isinstance(news, Account):
        tell(who_comes(news))


def who_comes(account: Account) -> Sentence:
    """Return that a player has come or gone."""
    name = account.name
    gone = account.line is None
    return say("{name} has gone", name=name) if gone else say("{name} is there", name=name)


def _is_address(given: str) -> bool:
    with suppress(ValueError):
        return bool(ip_address(given))
    return False


def _public_notice(page: PagePlan) -> str:
    if page.logs == "public":
        return _("Everybody who can reach this machine can see programs, results and logs.")
    return _("Everybody who can reach this machine can see entrants and results.")


UNENCRYPTED = _(
    "Tokens and moves go unencrypted: open the room in a network that you trust, or behind a proxy "
    "with TLS."
)
