"""``board serve``: open a room for people at browsers and for players on other machines."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from board_cli import resolve_options as resolve
from board_cli.contest.access import printed_errors
from board_cli.language import _, words
from board_cli.option_values import Value, flag, option
from board_cli.options import ClockOptions, GameOption, ServerOptions
from board_core.text.harmless_text import visible
from board_core.text.languages import N_

if TYPE_CHECKING:
    from board_core.serving.room import RoomNews

EXAMPLES = (
    ("board serve --players ada,bob --folder room", N_("their tokens are printed once")),
    ("board serve --pair --lan --time 180 --increment 2", N_("one game after another")),
    ("board serve --game gomoku --players ada,bob", ""),
)


def run(
    *,
    game: GameOption = "chess",
    players: Annotated[
        tuple[str, ...],
        option(
            Value.NAME,
            _("Who may come, with commas between; a token is printed for each new name."),
        ),
    ] = (),
    renews: Annotated[
        tuple[str, ...],
        option(
            Value.NAME,
            _("Who gets a new token, with commas between; the one that was lost is void."),
            "--renew",
        ),
    ] = (),
    pair: Annotated[
        bool, flag(_("Let those who are there and idle play, again and again, in turn."))
    ] = False,
    folder: Annotated[
        Path | None,
        option(
            Value.FOLDER,
            _("Keep accounts and games here; unfinished ones go on when the server is back."),
        ),
    ] = None,
    time: Annotated[float, option(Value.SECONDS, _("Each side's time for the game."))] = 300.0,
    increment: Annotated[
        float, option(Value.SECONDS, _("Added to the clock after each move."))
    ] = 3.0,
    grace: Annotated[
        float,
        option(
            Value.SECONDS,
            _("How long a player may be away before it loses; its clock runs meanwhile."),
        ),
    ] = 60.0,
    first_move: Annotated[
        float,
        option(Value.SECONDS, _("The limit of each side's first move, which costs no time.")),
    ] = 30.0,
    listens: ServerOptions,
) -> None:
    hosted = resolve.game_of(game, "--game")
    control = resolve.control_of(time, ClockOptions(time, increment))
    from board_cli.contest.serving import UNENCRYPTED, opened_at
    from board_core.players.remote import RemoteLimits
    from board_core.serving import server
    from board_core.serving.room import Room

    host = listens.place
    limits = RemoteLimits(first_move=first_move, grace=grace)
    with (
        printed_errors(),
        opened_at(listens) as (listening, url),
        ThreadPoolExecutor(1) as printing,  # a terminal that is held must not hold up the games
        suppress(KeyboardInterrupt),
    ):

        def show(text: str) -> None:
            printing.submit(_print, text)

        tell = partial(_tell, show)
        room = Room(hosted, control, folder=folder, limits=limits, pairs=pair, tell=tell)
        try:
            made = room.add(_names(players)) | room.add(_names(renews), renew=True)
            said = [_("The room is at {url} (open it in a browser; Ctrl-C ends it)", url=url)]
            for name, token in made.items():
                line = _("The token of {name}, shown only now: {token}", name=name, token=token)
                said.append(line)
            show("\n".join(said))
            if not server.is_private(host):
                show(UNENCRYPTED)
            if resumed := room.resume():
                show(_("Games that go on when their players are back: {count}", count=resumed))
            known = [host, *listens.host_names]
            serves = server.room_server(room, known, words=words, proxies=listens.proxies)
            serves.run(sockets=[listening])
        finally:
            room.close()


def _names(given: tuple[str, ...]) -> list[str]:
    return [name for names in given for name in names.split(",") if name]


def _print(text: str) -> None:
    with suppress(OSError, ValueError):  # whoever reads it may have gone
        print(text, flush=True)


def _tell(show: Callable[[str], None], news: RoomNews) -> None:
    """Print what happens in the room, on any thread."""
    from board_cli.contest.serving import who_comes
    from board_core.serving.room import Account

    if isinstance(news, Account):
        show(words.sentence(who_comes(news)))
        return
    white, black = news.names
    if (ended := news.view.ended) is not None:
        why = visible(words.outcome(ended.outcome, ended.explanation))
        show(f"{white} - {black}  {ended.outcome.result}  {why}")
    elif news.earlier is not None:
        show(_("{white} - {black}: the game goes on", white=white, black=black))
    else:
        show(_("{white} - {black}: the game begins", white=white, black=black))
