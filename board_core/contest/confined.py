"""What programs run under on a machine: what it can keep, and what a game was played with. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from board_core.sentence import Sentence, say

LONGEST_REASON = 300
"""Characters of a reason that another machine gives."""

HOLD_TEXTS = {
    "v2": say("held by control groups (v2)"),
    "v1": say("held by control groups (v1)"),
    "signals": say("held by signals"),
    "none": say("not held off turn"),
}
"""How a whole program is limited and stopped, by the word for it."""


@dataclass(frozen=True, slots=True)
class Confined:
    """What confines the programs of strangers somewhere."""

    sandbox: bool  # bubblewrap
    why: str = ""  # there is none: the reason, as that machine tells it
    root: bool = False  # programs run as root's
    hold: str = ""  # a word of HOLDS; empty: not told
    filtered: bool = False  # rare system calls are refused

    @property
    def told(self) -> tuple[Sentence, ...]:
        """In parts, to be put behind each other."""
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
    """As JSON."""
    return asdict(confined)


def confined_of(facts: object) -> Confined | None:
    """The reverse, of whatever another machine or version has written; None: it tells nothing."""
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
    """Why a worker is given no games of a contest with this sandbox; None: it is given some."""
    if mode != "required":
        return None
    if keeps is None or not keeps.sandbox:
        return say(
            "worker {name} keeps no sandbox, and is given no games: {why}",
            name=name,
            why=keeps.why if keeps else say("it does not say why"),
        )
    if keeps.root and not allow_root:
        return say(
            "worker {name} is run by root, and is given no games: start it as an ordinary user",
            name=name,
        )
    return None


def weaker(name: str, keeps: Confined | None, mode: str) -> Sentence | None:
    """What an organiser should know of a worker that is given games."""
    if mode != "auto" or (keeps is not None and keeps.sandbox and not keeps.root):
        return None
    if keeps is None or not keeps.sandbox:
        return say(
            "worker {name} keeps no sandbox: programs can read and change whatever its user can, "
            "and use the network ({why})",
            name=name,
            why=keeps.why if keeps else say("it does not say why"),
        )
    return say("worker {name} is run by root: let an ordinary user start it", name=name)
