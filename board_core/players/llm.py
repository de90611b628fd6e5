"""A language model as a player, over the wire that is compatible with OpenAI's chat completions.

``docs/llm.md`` describes it. Each request is in the journal before it is sent, and its end before
the move that it brought. Answers without a legal move are attempts; a request without an answer is
tried again and is none. Nothing is streamed. Imported only where such a player plays.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from dataclasses import fields, replace
from http import HTTPStatus
from pathlib import Path
from secrets import token_hex
from typing import Any

from board_core.diagnosis import rows
from board_core.diagnosis.evidence import illegal_in
from board_core.files.untrusted_files import CannotTake, read_small
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
    Completion,
    JudgedAnswer,
    ModelSettings,
    completion_of,
    judged,
    prompt_of,
    request_of,
    system_of,
)
from .over_http import CONNECT_SECONDS, QUOTED, HttpQuestion

Refused = tuple[JudgedAnswer, str, HttpQuestion]
"""An answer that brought no move: what it came to, its end, and the request."""

TOLD = [each.name for each in fields(Completion) if each.name != "refusal"]


def _may_pass(status: int | None) -> bool:
    """Return whether another try may bring an answer after one that had this status, or none."""
    return (
        status in (None, HTTPStatus.OK, HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS)
        or status >= HTTPStatus.INTERNAL_SERVER_ERROR
    )


class LanguageModel(Player):
    """Asks a model for each move, on a thread that ends with its question.

    ``pause`` is the wait, in seconds, before the second try of a request; it doubles for each
    further one, and the server's Retry-After replaces it.
    """

    returns_at_once = True

    def __init__(
        self, settings: ModelSettings, *, name: str | None = None, pause: float = 1.0
    ) -> None:
        self._settings, self._pause = settings, pause
        self._url = settings.endpoint
        self.name = name or settings.model
        self.may_retry = settings.attempts - 1
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
                why = failed.explanation.sentence
                seat.tell(Fail(self._outage(why, 1).explanation, Reason.NOT_STARTED))

        threading.Thread(target=look, name="way to a model", daemon=True).start()

    def _unready(self, seat: Seat) -> Sentence | None:
        settings = self._settings
        if settings.key:
            self._key = os.environ.get(settings.key, "").strip()
            if not self._key.isascii() or not self._key.isprintable() or not self._key:
                return rows.LLM_NO_KEY(name=settings.key)
        try:
            self._system = (
                read_small(Path(settings.system)).decode("utf-8-sig")
                if settings.system
                else system_of(seat.rules, seat.start)
            )
        except (CannotTake, OSError, UnicodeDecodeError) as error:
            why = error.sentence if isinstance(error, CannotTake) else str(error)
            return rows.LLM_NO_SYSTEM(file=repr(settings.system), why=why)
        return None

    def ask(self, turn: Turn, answer: Answer) -> None:
        assert self._seat is not None, "players are seated before they are asked"
        before, again, self._again = self._asked, self._again, False
        refused = before.refused if again and before is not None else []
        asked = self._asked = _Asked(turn, self._seat, refused)
        threading.Thread(
            target=self._choose, args=(asked, answer), name="language model", daemon=True
        ).start()

    def kept(self, call: ModelCall) -> None:
        if self._asked is not None and call.category is CallEnd.OPEN:
            self._asked.kept.set()

    def rejected(self, text: str, why: Sentence) -> None:
        self._again = True

    def withdraw(self) -> None:
        if self._asked is not None:
            self._asked.withdraw()

    def close(self) -> None:
        self.withdraw()

    def explain(self, reason: Reason, explained: Explain) -> None:
        asked = self._asked
        if asked is None:
            explained(None)
        elif reason is Reason.TIME:
            asked.withdraw()
            legal = len(asked.turn.position.legal_moves())
            explained(replace(asked.why_late(), legal_moves=legal))
        elif reason is Reason.ILLEGAL_MOVES and asked.refused:
            explained(self._lost(asked).explanation)
        else:
            explained(None)

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
        settings, used = self._settings, len(asked.refused)
        if used >= settings.attempts:
            return self._lost(asked)
        if settings.game_tokens and self._spent >= settings.game_tokens:
            why = rows.LLM_GAME_TOKENS(used=self._spent, most=settings.game_tokens)
            return Fail(Explanation(Cause.BREACH, why), Reason.BREACH)
        told = [(each.move or said, each.why) for each, said, _ in asked.refused]
        prompt = prompt_of(settings, asked.seat.rules, asked.turn, told)
        body = json.dumps(request_of(settings, self._system, prompt))
        for number in range(1, settings.tries + 1):
            call = ModelCall(
                token_hex(8),
                asked.turn.color,
                asked.turn.ply,
                used + 1,
                number,
                settings.model,
                self._url.geturl(),
                body,
                hashlib.sha256(body.encode()).hexdigest(),
            )
            if not asked.keep(call, f"asks {settings.model}"):
                return None
            request, failed = self._sent(asked, body)
            if isinstance(failed, bytes):
                completion = completion_of(failed)
                if completion is not None or len(failed) > MOST_BYTES:
                    return self._heard(asked, call, request, completion)
                said = repr(legible(failed[:QUOTED].decode(errors="replace"), QUOTED))
                why = rows.LLM_NO_CHAT(said=said)
            else:
                why = failed.explanation.sentence
            if asked.withdrawn.is_set():  # the answer may have been paid: the account lists it so
                return None
            asked.end(call, CallEnd.TRANSPORT, why, request)
            asked.outage = self._outage(why, number)
            if not _may_pass(request.status):
                break
            if number < settings.tries:
                asked.withdrawn.wait(self._wait(request.retry_after, number))
        return asked.outage

    def _sent(self, asked: _Asked, body: str) -> tuple[HttpQuestion, bytes | Fail]:
        """Send a request; return it, with the body of its answer or why there is none."""
        seconds = self._settings.seconds
        request = HttpQuestion(self._url, body.encode(), seconds, secret=self._key, most=MOST_BYTES)
        loop, limit = asked.seat.loop, list[Timer]()
        asked.request = request
        if asked.withdrawn.is_set():  # before it could be told
            request.withdraw()
        loop.call(lambda: limit.append(loop.later(seconds, request.withdraw)))
        found = request.data()
        loop.call(lambda: limit[0].cancel())
        if isinstance(found, Fail) and request.is_withdrawn:
            found = Fail(request.explanation(*request.silence()))
        return request, found

    def _heard(
        self, asked: _Asked, call: ModelCall, request: HttpQuestion, completion: Completion | None
    ) -> Play | None:
        """Judge an answer, of which None is too long; return its move, or None."""
        tokens, too_long = self._settings.tokens, completion is None
        completion = completion or Completion("")
        found = judged(completion, asked.turn.position, tokens, cut=too_long)
        used = completion.completion_tokens
        self._spent += tokens if used is None else used
        if used is not None and used > tokens and not self._told_of_limit:
            self._told_of_limit = True
            ignored = rows.LLM_LIMIT_IGNORED(used=used, most=tokens)
            asked.seat.tell(Note(str(ignored), NoteKind.COMMENT))
        asked.outage = None
        told = {name: getattr(completion, name) for name in TOLD} if not too_long else {}
        asked.end(call, found.category, found.why, request, **told)
        if found.category is not CallEnd.MOVE:
            asked.refused.append((found, completion.answer.strip()[-QUOTED:], request))
        return Play(found.move) if found.move else None

    def _wait(self, retry_after: str, number: int) -> float:
        """Return the seconds before the next try; a date in Retry-After is not read."""
        wished = float(retry_after) if retry_after.isdecimal() and len(retry_after) < 9 else None
        usual = self._pause * 2.0 ** (number - 1)
        return min(usual if wished is None else wished, self._settings.seconds)

    def _outage(self, why: Sentence, tries: int) -> Fail:
        found = rows.LLM_OUTAGE(address=self._url.netloc, tries=tries, why=why)
        return Fail(Explanation(Cause.AWAY, found), Reason.ABSENCE)

    def _lost(self, asked: _Asked) -> Fail:
        """Return the failure after the last attempt."""
        last, _, request = asked.refused[-1]
        if last.by_rules is None:
            return Fail(request.explanation(Cause.NOT_A_MOVE, last.why), Reason.PROTOCOL)
        why = rows.LLM_ILLEGAL(why=illegal_in(last.by_rules, asked.turn.position.setup))
        return Fail(request.explanation(Cause.ILLEGAL, why), Reason.ILLEGAL_MOVES)


class _Asked:
    """A question that is open, between the thread of its game and its own."""

    def __init__(self, turn: Turn, seat: Seat, refused: list[Refused]) -> None:
        self.turn, self.seat, self.refused = turn, seat, refused
        self.request: HttpQuestion | None = None
        self.outage: Fail | None = None  # of the latest request
        self.kept = threading.Event()
        self.withdrawn = threading.Event()

    def keep(self, call: ModelCall, text: str) -> bool:
        """Tell the game of a call, and wait until its journal has it; False if it has ended."""
        self.kept.clear()
        if self.withdrawn.is_set():
            return False
        self.seat.tell(Note(legible(text), NoteKind.CALL, call))
        self.kept.wait()
        return not self.withdrawn.is_set()

    def end(
        self,
        call: ModelCall,
        category: CallEnd,
        why: Sentence,
        request: HttpQuestion,
        **told: Any,
    ) -> None:
        """Tell the game how a call ended."""
        seconds, said = round(request.seconds, 3), str(why) or None
        ended = replace(call, category=category, seconds=seconds, why=said, **told)
        text = legible(": ".join(filter(None, (category.value, said))))
        self.seat.tell(Note(text, NoteKind.CALL, ended))

    def withdraw(self) -> None:
        """End the question; its thread ends soon. From any thread."""
        self.withdrawn.set()
        self.kept.set()
        if self.request is not None:
            self.request.withdraw()

    def why_late(self) -> Explanation:
        """Explain why no move came in time: an outage, or an answer that was not there yet."""
        if self.outage is not None:
            return self.outage.explanation
        if self.request is None:
            return Explanation(Cause.NO_ANSWER, rows.HTTP_SILENT(seconds=0.0))
        return self.request.explanation(*self.request.silence())
