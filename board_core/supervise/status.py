"""The end of a process in words."""

from __future__ import annotations

import signal

from board_core.sentence import Sentence, say

SIGNAL_MEANINGS = {
    "SIGSEGV": say("invalid memory access, or a recursion without an end"),
    "SIGABRT": say("it aborted itself, as after a failed assertion or an uncaught exception"),
    "SIGFPE": say("a wrong calculation, such as a division by zero"),
    "SIGILL": say("an instruction this machine does not have"),
    "SIGBUS": say("invalid memory access"),
    "SIGKILL": say("killed: by itself, or from outside, as when memory runs out"),
    "SIGTERM": say("ended: by itself, or from outside"),
    "SIGPIPE": say("it wrote to a closed pipe"),
    "SIGSYS": say("a 32-bit program cannot run in the sandbox: build it for 64 bits"),
    "SIGXCPU": say("it used more processor time than allowed"),
    "SIGXFSZ": say("it wrote a larger file than allowed"),
}


def exit_status(returncode: int) -> Sentence:
    """Return a sentence on a return code of ``subprocess``; a negative one is a signal."""
    if returncode >= 0:
        return say("exit code {code}", code=returncode)
    try:
        name = signal.Signals(-returncode).name
    except ValueError:
        return say("signal {number}", number=-returncode)
    if name in SIGNAL_MEANINGS:
        return say("{signal} ({meaning})", signal=name, meaning=SIGNAL_MEANINGS[name])
    return say("signal {number}", number=name)
