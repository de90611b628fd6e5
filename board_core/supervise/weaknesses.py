"""Describe the guarantees about programs that this machine cannot give."""

from __future__ import annotations

from board_core.text.sentence import Sentence, say

from .hold import HoldKind, counts_processes, way
from .memory import memory_available
from .sandbox import is_root, shared_uid, trial


def weaknesses() -> tuple[Sentence, ...]:
    """Return a sentence for each guarantee about programs that this machine cannot fully give."""
    how, tree = way()
    tried = trial()
    weaker = []
    if tried.why is not None:
        weaker.append(say("programs run without a sandbox ({why})", why=tried.why))
    elif not tried.filters:
        weaker.append(
            say("system calls are not filtered: keys and rare parts of the system can be reached")
        )
    if (shared := shared_uid()) is not None:
        weaker.append(shared)
    if how is HoldKind.NONE:
        weaker.append(say("a program goes on computing while its opponent thinks"))
        return tuple(weaker)
    if tree is None:
        weaker.append(
            say(
                "there are no control groups: a program is stopped by signals, and one built "
                "to evade them is detected by its processor time"
            )
        )
    if memory_available() is None:
        weaker.append(say("nothing limits the memory of a program on this system"))
    elif tree is None or tree.memory is None:
        weaker.append(
            say(
                "the memory of a program is measured from outside, up to 600 times a second; "
                "buffers of its sockets and pipes are not counted"
            )
        )
    if is_root() and tried.shared is not None and not counts_processes():
        weaker.append(say("nothing limits how many processes a program started by root creates"))
    return tuple(weaker)
