"""A language model as a player, over the wire that is compatible with OpenAI's chat completions.

``docs/llm.md`` describes it. Each request is in the journal before it is sent, and its end before
the move that it brought. Answers without a legal move are attempts; a request without an answer is
tried again and is none. Nothing is streamed. Imported only where such a player plays.
"""

from __future__ import annotations

import hashlib
import os
import threading
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path
from secrets import token_hex

from board_core.diagnosis import rows
from board_core.diagnosis.evidence import illegal_in
from board_core.files.untrusted_files import read_small
from board_core.game.loop import Timer
from board_core.game.player import (
    Answer,
    CallEnd,
    Cause,
    Explain,
    Explanation,
    Fail,
    ModelCall,
    Note,
    NoteKind,
    Play,
    Player,
    Seat,
    Turn,
)
from board_core.game.rules import Reason
from board_core.text.harmless_text import legible
from board_core.text.sentence import Sentence

from .llm_talk import (
    MOST_BYTES,
    JudgedAnswer,
    ModelSettings,
    completion_of,
    judged,
    prompt_of,
    request_of,
    system_of,
)
from .over_http import CONNECT_SECONDS, QUOTED, HttpQuestion

MAY_PASS = (HTTPStatus.OK, HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS)
"""After these, after a fault of the server and without a status another try may bring an answer."""


class LanguageModel(Player):
    """Asks a model for each move, on a thread that ends with its question.

    ``pause`` is the wait, in seconds, before the second try of a request; it doubles for each
    further one, and the server's Retry-After replaces it.
    """

    returns_at_once = True

    def __init__(
        self, settings: ModelSettings, *, name: str | None = None, pause: float = 1.0
    ) -> None:
        self._settings, self._pause, self._url = settings, pause, settings.endpoint
        self.name, self.may_retry = name or settings.model, settings.attempts - 1
        self._seat: Seat | None = None
        self._system = self._key = ""
        self._spent = 0  # tokens of this game
        self._told_of_limit = self._again = False
        self._asked: _Asked | None = None

    def seat(self, seat: Seat) -> None:
        """Read the key and the system text, and see that somebody takes connections there."""
        self._seat, self._spent, self._asked, self._again = seat, 0, None, False
        trouble = self._unready(seat)
        if trouble is not None:
            seat.tell(Fail(Explanation(Cause.NOT_FOUND, trouble), Reason.NOT_STARTED))
            return

        def look() -> None:
            failed = HttpQuestion(self._url, b"", CONNECT_SECONDS).connect()
            if failed is None:
                seat.ready()
            else:
                why = self._outage(failed.explanation.sentence, 1)
                seat.tell(Fail(why, Reason.NOT_STARTED))

        threading.Thread(target=look, name="way to a model", daemon=True).start()

    def _unready(self, seat: Seat) -> Sentence | None:
        key, file = self._settings.key, self._settings.system
        self._key = os.environ.get(key, "").strip() if key else ""
        if key and not (self._key and self._key.isascii() and self._key.isprintable()):
            return rows.LLM_NO_KEY(name=key)
        self._system = system_of(seat.rules, seat.start)
        try:
            if file:
                self._system = read_small(Path(file)).decode("utf-8-sig")
        except (OSError, ValueError) as error:
            return rows.LLM_NO_SYSTEM(file=repr(file), why=getattr(error, "sentence", str(error)))
        return None

    def ask(self, turn: Turn, answer: Answer) -> None:
        assert self._seat is not None, "players are seated before they are asked"
        if self._asked is None or not self._again:
            self._asked = _Asked(turn, self._seat, HttpQuestion(self._url, b"", 0))
        self._again = False
        threading.Thread(
            target=self._choose, args=(self._asked, answer), name="language model", daemon=True
        ).start()

    def kept(self, call: ModelCall) -> None:
        if self._asked is not None and call.category is CallEnd.OPEN:
            self._asked.kept.set()

    def rejected(self, text: str, why: Sentence) -> None:
        self._again = True

    def withdraw(self) -> None:
        self._again = False
        if self._asked is not None:
            self._asked.withdraw()

    def close(self) -> None:
        self.withdraw()

    def explain(self, reason: Reason, explained: Explain) -> None:
        asked, found = self._asked, None
        if asked is not None and reason is Reason.TIME:
            asked.withdraw()
            late = asked.outage or asked.request.explanation(*asked.request.silence())
            found = replace(late, legal_moves=len(asked.turn.position.legal_moves()))
        elif asked is not None and asked.refused and reason is Reason.ILLEGAL_MOVES:
            found = _lost(asked).explanation
        explained(found)

    # On the thread of a question

    def _choose(self, asked: _Asked, answer: Answer) -> None:
        """Answer a question, unless it is withdrawn before."""
        reply: Play | Fail | None = None
        while reply is None and not asked.withdrawn.is_set():
            reply = self._reply(asked)
        if reply is not None and not asked.withdrawn.is_set():
            answer(reply)

    def _reply(self, asked: _Asked) -> Play | Fail | None:
        """Return the reply after one more answer of the model; None if it brought no move."""
        settings, turn, attempt = self._settings, asked.turn, len(asked.refused) + 1
        if attempt > settings.attempts:
            return _lost(asked)
        if settings.game_tokens and self._spent >= settings.game_tokens:
            why = rows.LLM_GAME_TOKENS(used=self._spent, most=settings.game_tokens)
            return Fail(Explanation(Cause.BREACH, why), Reason.BREACH)
        prompt = prompt_of(settings, asked.seat.rules, turn, asked.refused)
        body = request_of(settings, self._system, prompt)
        hashed = hashlib.sha256(body.encode()).hexdigest()
        for number in range(1, settings.tries + 1):
            call = ModelCall(
                *(token_hex(8), turn.color, turn.ply, attempt, number),
                *(settings.model, self._url.geturl(), body, hashed),
            )
            if not asked.keep(call):
                return None
            found = self._sent(asked, body)
            if isinstance(found, bytes):
                if (heard := completion_of(found, call)) is not None:
                    return self._heard(asked, heard)
                said = legible(found[:QUOTED].decode(errors="replace"), QUOTED)
                found = rows.LLM_NO_CHAT(said=repr(said))
            if asked.withdrawn.is_set():  # the answer may have been paid: the account lists it so
                return None
            asked.end(call, CallEnd.TRANSPORT, found)
            asked.outage = self._outage(found, number)
            status = asked.request.status or HTTPStatus.INTERNAL_SERVER_ERROR
            if status < HTTPStatus.INTERNAL_SERVER_ERROR and status not in MAY_PASS:
                break
            if number < settings.tries:
                asked.withdrawn.wait(self._wait(asked.request.retry_after, number))
        return Fail(asked.outage, Reason.ABSENCE) if asked.outage else None

    def _sent(self, asked: _Asked, body: str) -> bytes | Sentence:
        """Send a request; return the body of its answer, or why there is none."""
        seconds, loop, limit = self._settings.seconds, asked.seat.loop, list[Timer]()
        request = asked.request = HttpQuestion(
            self._url, body.encode(), seconds, secret=self._key, most=MOST_BYTES
        )
        if asked.withdrawn.is_set():  # before it could be told
            request.withdraw()
        loop.call(lambda: limit.append(loop.later(seconds, request.withdraw)))
        found = request.data()
        loop.call(lambda: limit[0].cancel())
        if isinstance(found, bytes):
            return found
        return request.silence()[1] if request.is_withdrawn else found.explanation.sentence

    def _heard(self, asked: _Asked, call: ModelCall) -> Play | None:
        """Judge an answer; return its move, or None."""
        tokens, used = self._settings.tokens, call.completion_tokens
        found = judged(call, asked.turn.position, tokens)
        self._spent += tokens if used is None else used
        if used is not None and used > tokens and not self._told_of_limit:
            self._told_of_limit = True
            ignored = rows.LLM_LIMIT_IGNORED(used=used, most=tokens)
            asked.seat.tell(Note(str(ignored), NoteKind.COMMENT))
        asked.outage = None
        asked.end(call, found.category, found.why)
        if found.category is not CallEnd.MOVE:
            asked.refused.append(found)
        return Play(found.said) if found.category in (CallEnd.MOVE, CallEnd.ILLEGAL) else None

    def _wait(self, retry_after: str, number: int) -> float:
        """Return the seconds before the next try; a date in Retry-After is not read."""
        wished = float(retry_after) if retry_after.isdecimal() and len(retry_after) < 9 else None
        usual = self._pause * 2.0 ** (number - 1)
        return min(usual if wished is None else wished, self._settings.seconds)

    def _outage(self, why: Sentence, tries: int) -> Explanation:
        found = rows.LLM_OUTAGE(address=self._url.netloc, tries=tries, why=why)
        return Explanation(Cause.AWAY, found)


def _lost(asked: _Asked) -> Fail:
    """Return the failure after the last attempt."""
    last, explanation = asked.refused[-1], asked.request.explanation
    if last.by_rules is None:
        return Fail(explanation(Cause.NOT_A_MOVE, last.why), Reason.PROTOCOL)
    why = rows.LLM_ILLEGAL(why=illegal_in(last.by_rules, asked.turn.position.setup))
    return Fail(explanation(Cause.ILLEGAL, why), Reason.ILLEGAL_MOVES)


class _Asked:
    """A question and its repetitions, between the thread of its game and its own."""

    def __init__(self, turn: Turn, seat: Seat, request: HttpQuestion) -> None:
        self.turn, self.seat = turn, seat
        self.request = request  # the latest
        self.outage: Explanation | None = None  # of the latest request
        self.refused = list[JudgedAnswer]()
        self.kept, self.withdrawn = threading.Event(), threading.Event()

    def keep(self, call: ModelCall) -> bool:
        """Tell the game of a call, and wait until its journal has it; False if it has ended."""
        self.kept.clear()
        if not self.withdrawn.is_set():
            self.seat.tell(Note(legible(f"asks {call.model}"), NoteKind.CALL, call))
            self.kept.wait()
        return not self.withdrawn.is_set()

    def end(self, call: ModelCall, category: CallEnd, why: Sentence) -> None:
        """Tell the game how a call ended."""
        seconds, said = round(self.request.seconds, 3), str(why) or None
        ended = replace(call, category=category, seconds=seconds, why=said)
        text = legible(": ".join(filter(None, (category.value, said))))
        self.seat.tell(Note(text, NoteKind.CALL, ended))

    def withdraw(self) -> None:
        """End the question; its thread ends soon. From any thread."""
        self.withdrawn.set()
        self.kept.set()
        self.request.withdraw()
