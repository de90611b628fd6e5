"""The pages of the hand-in: a form that takes versions, and their report cards.

Every form contains a token and there are no cookies, so that no other site can hand in for
somebody. A report card is found only by its receipt, which cannot be guessed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable

from board_core.contest.desk import HandInDesk, HandInRefused, TooOften
from board_core.contest.packages import RefusedFolder
from board_core.contest.ready import ready_zip
from board_core.contest.report.pages import FORM_POLICY, HAND_IN_STEM, LANGUAGES, Pages, page_name
from board_core.files.extras import extra
from board_core.files.untrusted_files import MIB
from board_core.text.sentence import BoardError, Sentence, say

from .connections import HOST_HEADER, address_group
from .form import BadForm, HandInForm, TooLarge

with extra("contest"):
    from starlette.concurrency import run_in_threadpool
    from starlette.requests import ClientDisconnect, Request
    from starlette.responses import HTMLResponse, RedirectResponse, Response
    from starlette.routing import Route

MOST_HELD = 8
"""Largest uploads that are held in memory at the same time, or many small ones."""

MOST_DISCARDED = 8 * MIB
"""Bytes of a refused upload that are still read, beside what is allowed: a browser shows an answer
only when it could send all."""

BUSY = say("other uploads are coming in: try again in a moment")


STATUS_OF: tuple[tuple[type[Exception], int], ...] = (
    (TooOften, 429),
    (TooLarge, 413),
    (BadForm, 400),
    (RefusedFolder, 422),
    (HandInRefused, 403),
)
"""The status of an answer by what was raised; 503 for anything else."""


class HandInPages:
    """Answers for one desk. Its counts are used on the server's loop only."""

    def __init__(self, desk: HandInDesk, headers: dict[str, str]) -> None:
        self._desk = desk
        self._headers = {
            **headers,
            "Content-Security-Policy": FORM_POLICY,
            "Cache-Control": "no-store",
            # without it browsers do not say from which site a form comes
            "Referrer-Policy": "same-origin",
        }
        self._uploading: dict[str, int] = {}  # bytes by the entrant whose upload it is
        self._pages = {language: Pages(language, live=True, hand_in=True) for language in LANGUAGES}

    def routes(self) -> list[Route]:
        """Return the routes, the more special ones first."""
        found = []
        for language in reversed(LANGUAGES):
            found += [
                Route(f"/{page_name(HAND_IN_STEM, language)}", self._form(language)),
                Route(
                    f"/{page_name(HAND_IN_STEM, language)}",
                    self._taking(language),
                    methods=["POST"],
                ),
                Route(f"/{page_name('receipt-{receipt}', language)}", self._card(language)),
            ]
        return [*found, Route("/ready-{language}.zip", self._ready)]

    def _ready(self, request: Request) -> Response:
        data = ready_zip(request.path_params["language"])
        media = "application/zip"
        return Response(data or b"", 404 if data is None else 200, self._headers, media)

    def _form(self, language: str) -> Callable[[Request], Response]:
        def form(request: Request) -> Response:
            return self._page(self._pages[language].hand_in(self._desk.status()))

        return form

    def _card(self, language: str) -> Callable[[Request], Response]:
        def card(request: Request) -> Response:
            receipt = request.path_params["receipt"]
            status = self._desk.receipt(receipt)
            pages = self._pages[language]
            if status is None:
                why = say("there is no such receipt: hand in, or ask for your versions")
                return self._page(pages.hand_in(self._desk.status(), trouble=why), 404)
            return self._page(pages.receipt(f"receipt-{receipt}", status, self._desk.plan().name))

        return card

    def _taking(self, language: str) -> Callable[[Request], Awaitable[Response]]:
        async def take(request: Request) -> Response:
            try:
                return await self._answer(request, language)
            except ClientDisconnect:
                return Response(status_code=400, headers=self._headers)

        return take

    async def _answer(self, request: Request, language: str) -> Response:
        desk, at = self._desk, self._desk.now()
        most = desk.plan().hand_in.size * MIB
        address = address_group(request.client.host if request.client else "")
        name = ""

        def admit(token: str) -> None:
            nonlocal name
            name = desk.admit(token, address)

        def begin() -> None:
            desk.check_open(name, at)
            if name in self._uploading:
                raise BoardError(BUSY)
            self._uploading[name] = 0
            began.append(name)

        def holds(size: int) -> None:
            """Count bytes held; when the room is full, refuse an entrant above its share."""
            if began:
                self._uploading[name] = size
            room = MOST_HELD * most
            if sum(self._uploading.values()) > room and size * len(self._uploading) > room:
                raise BoardError(BUSY)

        def gives_back() -> None:
            if began:
                del self._uploading[began.pop()]

        began: list[str] = []
        try:
            check_origin(request)
            form = await self._read(request, most, admit, begin, holds, gives_back)
            if not form.empty:
                receipt = await run_in_threadpool(desk.take, name, at, form.zipped, form.parts)
                place = page_name(f"receipt-{receipt}", language)
                return RedirectResponse(place, 303, headers=self._headers)
        except (BoardError, OSError) as error:
            return await run_in_threadpool(self._refusal, language, *sentence_and_status(error))
        finally:
            gives_back()
        return await run_in_threadpool(self._versions, language, name)

    async def _read(
        self,
        request: Request,
        most: int,
        admit: Callable[[str], None],
        begin: Callable[[], None],
        holds: Callable[[int], None],
        gives_back: Callable[[], None],
    ) -> HandInForm:
        """Return the form. Raises BoardError and OSError, when the rest has been discarded."""
        form: HandInForm | None = None
        trouble: Exception | None = None
        came = 0
        try:
            form = HandInForm(request.headers.get("content-type", ""), most, admit, begin)
        except BoardError as error:
            trouble = error
        async for chunk in request.stream():
            came += len(chunk)
            if came > most + MOST_DISCARDED:
                break
            if form is not None:
                try:
                    form.feed(chunk)
                    holds(came)
                except (BoardError, OSError) as error:
                    trouble, form = error, None
                    gives_back()
        if trouble is not None:
            raise trouble
        assert form is not None, "there is a form, or trouble with it"
        form.finish()
        return form

    def _versions(self, language: str, name: str) -> Response:
        status, versions = self._desk.status(), self._desk.versions(name)
        return self._page(self._pages[language].hand_in(status, name, versions))

    def _page(self, text: str, status: int = 200) -> Response:
        body = text.encode("utf-8", "backslashreplace")
        tag = {
            "ETag": f'"{hashlib.sha256(body).hexdigest()[:20]}"'
        }  # the page's script asks for it
        return HTMLResponse(body, status, self._headers | tag)

    def _refusal(self, language: str, why: Sentence, status: int) -> Response:
        text = self._pages[language].hand_in(self._desk.status(), trouble=why)
        answer = self._page(text, status)
        answer.headers["Connection"] = "close"
        return answer


def check_origin(request: Request) -> None:
    """Refuse a form that another site has sent. Raises HandInRefused, and BadForm for no site."""
    site = request.headers.get("sec-fetch-site", "same-origin")
    host = request.headers.get("host", "").lower()
    for origin in request.headers.getlist("origin"):
        scheme, _, place = origin.lower().partition("://")
        if origin != "null" and (not scheme.isalpha() or not HOST_HEADER.fullmatch(place)):
            raise BadForm(say("this form cannot be read: load the page again"))
        if place != host:
            site = "cross-site"
    if site not in ("same-origin", "none"):
        raise HandInRefused(
            say("this form was sent by another site: open the page of the hand-in itself")
        )


def sentence_and_status(trouble: Exception) -> tuple[Sentence, int]:
    """Return the sentence and the HTTP status for an error."""
    status = next((code for kind, code in STATUS_OF if isinstance(trouble, kind)), 503)
    if isinstance(trouble, BoardError):
        return trouble.sentence, status
    why = getattr(trouble, "strerror", None) or str(trouble)
    return say("the board cannot store it now ({why}): tell the organiser", why=why), status
