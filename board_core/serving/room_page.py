"""The page of a room: who is there, which games run, how the last ones ended. Without a script."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape

from board_core.files.extras import extra
from board_core.game.words import Words
from board_core.text.languages import SPOKEN_LANGUAGES
from board_core.text.sentence import say, visible

from .room import Room

with extra("contest"):
    from starlette.requests import Request
    from starlette.responses import HTMLResponse, Response
    from starlette.routing import Route

SECONDS_SHOWN = 10
"""After which a browser asks again."""

STYLE = """body { font: 16px/1.5 sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em }
table { border-collapse: collapse; width: 100% } td { border-top: 1px solid #ccc; padding: .3em }
.away { color: #777 }
@media (prefers-color-scheme: dark) { body { background: #111; color: #eee } a { color: #9cf } }
"""


def room_routes(room: Room, headers: dict[str, str], wanted: Callable[[str], str]) -> list[Route]:
    """Return the routes of the page; ``wanted`` reads the browser's wish for a language."""
    spoken = {language: Words(language) for language in SPOKEN_LANGUAGES}

    def page(request: Request) -> Response:
        text = page_of(room, spoken[wanted(request.headers.get("accept-language", ""))])
        body = text.encode("utf-8", "backslashreplace")
        return HTMLResponse(body, headers={**headers, "Vary": "Accept-Language"})

    def style(request: Request) -> Response:
        return Response(STYLE, media_type="text/css", headers=headers)

    return [Route("/", page), Route("/room.css", style)]


def page_of(room: Room, words: Words) -> str:
    """Return the page in one language."""
    title = words.sentence(say("Games of players elsewhere"))
    accounts = sorted(room.accounts, key=lambda each: (each.line is None, each.name.lower()))
    there, away = words.sentence(say("there")), words.sentence(say("away"))
    people = [
        (each.name, there if each.line is not None else away, str(len(each.tables) or ""))
        for each in accounts
    ]
    running = [
        (_link(table.key), *table.names, str(len(table.seen.moves))) for table in room.running
    ]
    over = [
        (
            _link(each.key),
            *each.names,
            outcome.result,
            words.outcome(outcome, each.seen.explanation),
        )
        for each in reversed(room.results[-50:])
        if (outcome := each.seen.outcome) is not None
    ]
    parts = (
        (say("Players"), people),
        (say("Running games"), running),
        (say("Last games"), over),
    )
    body = "".join(f"<h2>{escape(words.sentence(head))}</h2>{_table(rows)}" for head, rows in parts)
    note = words.sentence(
        say(
            "These programs run on their authors' machines: the board sees their moves and their "
            "lines, and no sandbox confines them."
        )
    )
    return (
        f'<!DOCTYPE html><html lang="{words.language.replace("_", "-")}"><head>'
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<meta http-equiv="refresh" content="{SECONDS_SHOWN}">'
        f'<title>{escape(title)}</title><link rel="stylesheet" href="/room.css"></head>'
        f"<body><h1>{escape(title)}</h1>{body}<p>{escape(note)}</p></body></html>"
    )


class _Raw(str):
    """Text that is HTML already."""


def _link(key: str) -> str:
    return _Raw(f'<a href="/game/export/{key}">{key}</a>')


def _table(rows: Iterable[tuple[str, ...]]) -> str:
    cells = ("".join(f"<td>{_cell(each)}</td>" for each in row) for row in rows)
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"


def _cell(text: str) -> str:
    return text if isinstance(text, _Raw) else escape(visible(text))
