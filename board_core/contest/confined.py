"""The confinement of programs that a machine offers, and that a game was played with. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from board_core.fast_dataclass import dataclass
from board_core.text.sentence import Sentence, say

LONGEST_REASON = 300
"""Characters of a reason from another machine that are kept."""

HOLD_TEXTS = {
    "v2": say("held by control groups (v2)"),
    "v1": say("held by control groups (v1)"),
    "signals": say("held by signals"),
    "none": say("not held off turn"),
}
"""The ways to limit and stop a whole program, by the word for each."""


@dataclass(frozen=True, slots=True)
class Confined:
    """The confinement of strangers' programs on one machine."""

    sandbox: bool  # bubblewrap
    why: str = ""  # why there is none, as reported by that machine
    root: bool = False  # programs run as root's
    hold: str = ""  # a word of HOLDS; empty: not told
    filtered: bool = False  # rare system calls are refused

    @property
    def phrases(self) -> tuple[Sentence, ...]:
        """The confinement as phrases for a list."""
        parts = [
            say("in the sandbox (bubblewrap)") if self.sandbox else say("without a sandbox"),
            say("as root") if self.root else say("as an ordinary user"),
        ]
        if self.hold in HOLD_TEXTS:
            parts.append(HOLD_TEXTS[self.hold])
        if self.filtered:
            parts.append(say("with a filter for system calls"))
        return tuple(parts)


def confined_facts(confined: Confined) -> dict[str, object]:
    """Return the confinement as JSON."""
    return asdict(confined)


def confined_of(facts: object) -> Confined | None:
    """Return the confinement from any JSON, of any machine or version, or None."""
    if not isinstance(facts, Mapping) or not isinstance(facts.get("sandbox"), bool):
        return None
    why, hold = facts.get("why"), facts.get("hold")
    return Confined(
        facts["sandbox"],
        why[:LONGEST_REASON] if isinstance(why, str) else "",
        facts.get("root") is True,
        hold if isinstance(hold, str) and hold in HOLD_TEXTS else "",
        facts.get("filtered") is True,
    )


def refused(name: str, keeps: Confined | None, mode: str, allow_root: bool) -> Sentence | None:
    """Return why a worker gets no games of a contest with this sandbox, or None."""
    if mode != "required":
        return None
    if keeps is None or not keeps.sandbox:
        return say(
            "worker {name} has no sandbox and gets no games: {why}",
            name=name,
            why=keeps.why if keeps else say("no reason was given"),
        )
    if keeps.root and not allow_root:
        return say(
            "worker {name} runs as root and gets no games: start it as an ordinary user",
            name=name,
        )
    return None


def weaker(name: str, keeps: Confined | None, mode: str) -> Sentence | None:
    """Return a warning about a worker with less confinement, or None."""
    if mode != "auto" or (keeps is not None and keeps.sandbox and not keeps.root):
        return None
    if keeps is None or not keeps.sandbox:
        return say(
            "worker {name} has no sandbox: programs can read and change everything that its "
            "user can, and use the network ({why})",
            name=name,
            why=keeps.why if keeps else say("no reason was given"),
        )
    return say("worker {name} runs as root: start it as an ordinary user", name=name)
