"""The state of a hand-in: who may hand in, what was handed in, and its report cards. Pure.

It is computed from the hand-in's own journal, which exists before the contest begins and can be
written while the process that runs the contest holds the contest's journal. The SHA-256 of a
version, that of its package in the contest's journal, connects the two.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from datetime import datetime
from hmac import compare_digest

from board_core.fast_dataclass import dataclass
from board_core.journal.values import instant_of, sentence_facts, sentence_of
from board_core.text.codec import Facts, Json, text_of
from board_core.text.sentence import Sentence

from .cards import Card, card_facts, card_of

TOKEN_BYTES = 15
"""Random bytes of a token: nobody guesses 120 bits, so one round of SHA-256 protects them."""

MOST_TOKEN = 100
"""Characters of a token as people type it."""


@dataclass(frozen=True, slots=True)
class TokenIssued:
    """A token was issued to an entrant; its previous token is void."""

    entrant: str
    token: str  # the SHA-256
    at: datetime


@dataclass(frozen=True, slots=True)
class HandInDecision:
    """The organiser opened or closed the hand-in."""

    opened: bool
    author: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Version:
    """A version of an entrant's program, as it was handed in."""

    entrant: str
    package: str  # the SHA-256
    player: str  # in the grammar of ``board play``
    receipt: str  # the SHA-256
    at: datetime  # when the upload began
    number: int = 0  # among those of its entrant, from 1; 0: not known yet
    card: Card | None = None  # None: not checked yet


@dataclass(frozen=True, slots=True)
class UploadRefused:
    """An entrant's files were refused; the previous version stays."""

    entrant: str
    why: Sentence
    at: datetime


@dataclass(frozen=True, slots=True)
class VersionChecked:
    """The report card of a version."""

    entrant: str
    package: str
    card: Card
    at: datetime


HandInEvent = TokenIssued | HandInDecision | Version | UploadRefused | VersionChecked
"""All events of a hand-in."""


@dataclass(frozen=True, slots=True)
class HandIn:
    """All facts of a hand-in; entrants are known by their names."""

    tokens: Mapping[str, TokenIssued] = field(default_factory=dict)
    versions: Mapping[str, tuple[Version, ...]] = field(default_factory=dict)
    refused: Mapping[str, UploadRefused] = field(default_factory=dict)  # since the last version
    decision: HandInDecision | None = None

    def is_open(self, at: datetime, deadline: datetime | None) -> bool:
        """Return whether a version received at this time counts.

        The organiser's last decision counts; an opening decided before the deadline lasts until
        then.
        """
        in_time = deadline is None or at <= deadline
        if self.decision is None:
            return in_time
        if self.decision.opened and deadline is not None and self.decision.at <= deadline:
            return in_time
        return self.decision.opened

    def entrant_of(self, token: str) -> str | None:
        """Return the entrant with this token, in constant time."""
        hashed, owner = token_hash(token), None
        for entrant, issued in self.tokens.items():
            if compare_digest(issued.token, hashed):
                owner = entrant
        return owner

    def version_of(self, receipt: str) -> Version | None:
        """Return the version that a receipt was given for."""
        hashed = receipt_hash(receipt)
        every = (version for versions in self.versions.values() for version in versions)
        return next((each for each in every if compare_digest(each.receipt, hashed)), None)

    def last(self, entrant: str) -> Version | None:
        """Return the version that counts; None if nothing was handed in."""
        versions = self.versions.get(entrant, ())
        return versions[-1] if versions else None

    def after(self, event: HandInEvent) -> HandIn:
        """Return the state after one more event."""
        match event:
            case TokenIssued(entrant):
                return replace(self, tokens={**self.tokens, entrant: event})
            case HandInDecision():
                return replace(self, decision=event)
            case Version(entrant):
                before = self.versions.get(entrant, ())
                added = replace(event, number=len(before) + 1)
                refused = {name: why for name, why in self.refused.items() if name != entrant}
                versions = {**self.versions, entrant: (*before, added)}
                return replace(self, versions=versions, refused=refused)
            case UploadRefused(entrant):
                return replace(self, refused={**self.refused, entrant: event})
            case VersionChecked(entrant, package, card):
                checked = tuple(
                    replace(version, card=card) if version.package == package else version
                    for version in self.versions.get(entrant, ())
                )
                return replace(self, versions={**self.versions, entrant: checked})


@dataclass(frozen=True, slots=True)
class VersionStatus:
    """A version as its entrant sees it."""

    version: Version
    counts: bool  # no later one was handed in
    before: int | None  # in the queue of checks: 0: being checked; None: not in it


@dataclass(frozen=True, slots=True)
class HandInStatus:
    """The hand-in as everybody sees it."""

    contest: str
    open: bool
    deadline: datetime | None
    most_mib: int
    waiting: int
    ready: tuple[str, ...] = ()  # languages in which there is a zip to begin with


def new_token(random_bytes: Callable[[int], bytes]) -> str:
    """Return a token that people can type: groups of small letters and digits."""
    letters = base64.b32encode(random_bytes(TOKEN_BYTES)).decode().lower()
    return "-".join(letters[start : start + 4] for start in range(0, len(letters), 4))


def token_hash(token: str) -> str:
    """Return the hash that is kept of a token, however it was typed."""
    plain = "".join(token[:MOST_TOKEN].split()).replace("-", "").lower()
    return _hash("token", plain)


def receipt_hash(receipt: str) -> str:
    """Return the hash that is kept of a receipt."""
    return _hash("receipt", receipt)


def _hash(kind: str, text: str) -> str:
    return hashlib.sha256(f"board hand-in {kind}:{text}".encode("utf-8", "replace")).hexdigest()


def hand_in_facts(event: HandInEvent) -> dict[str, Json]:
    """Return an event as a line of the journal."""
    head: dict[str, Json] = {"at": event.at.isoformat()}
    match event:
        case TokenIssued(entrant, token):
            return {"event": "token", **head, "entrant": entrant, "token": token}
        case HandInDecision(opened, author):
            return {"event": "opened" if opened else "closed", **head, "author": author}
        case Version(entrant, package, player, receipt):
            facts = {"entrant": entrant, "package": package, "player": player, "receipt": receipt}
            return {"event": "taken", **head, **facts}
        case UploadRefused(entrant, why):
            return {"event": "refused", **head, "entrant": entrant, "why": sentence_facts(why)}
        case VersionChecked(entrant, package, card):
            head |= {"entrant": entrant, "package": package}
            return {"event": "checked", **head, "card": card_facts(card)}


def hand_in_event(line: Facts) -> HandInEvent | None:
    """Return the event of a line; None for one of a later version. Raises ValueError, KeyError."""
    at = instant_of(line["at"])
    match line["event"]:
        case "token":
            return TokenIssued(_text(line["entrant"]), _text(line["token"]), at)
        case "opened" | "closed" as event:
            return HandInDecision(event == "opened", text_of(line["author"]), at)
        case "taken":
            entrant, package = _text(line["entrant"]), _text(line["package"])
            player, receipt = _text(line["player"]), _text(line["receipt"])
            return Version(entrant, package, player, receipt, at)
        case "refused":
            return UploadRefused(_text(line["entrant"]), sentence_of(line["why"]), at)
        case "checked":
            card = card_of(line["card"])
            return VersionChecked(_text(line["entrant"]), _text(line["package"]), card, at)
        case _:
            return None


def _text(value: Json) -> str:
    if not isinstance(value, str):
        raise ValueError(value)
    return value


MOST_KEYS = 10_000
"""Keys that are remembered; the one that was used first is forgotten first."""


class Allowance:
    """Counts uses by key. Time is an argument, in seconds of a monotonic clock."""

    def __init__(self, at_once: int, each_seconds: float) -> None:
        self._most = at_once * each_seconds
        self._each = each_seconds
        self._paid_until: dict[str, float] = {}

    def wait(self, key: str, now: float) -> float:
        """Return the seconds until the key may be used; 0: now."""
        debt = self._paid_until.get(key, now) - now
        return max(0.0, debt + self._each - self._most)

    def spend(self, key: str, now: float) -> None:
        """Count one use of a key at this time, in seconds."""
        until = max(now, self._paid_until.pop(key, now)) + self._each
        self._paid_until[key] = until
        while len(self._paid_until) > MOST_KEYS:
            del self._paid_until[next(iter(self._paid_until))]
