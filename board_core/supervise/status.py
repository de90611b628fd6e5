"""Describe how a process ended."""

from __future__ import annotations

import signal

from board_core.text.sentence import Sentence, say

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


FIRST_BREAKDOWN = 0xC0000000
"""From here on an exit code of Windows tells an error that ended the program; see NTSTATUS."""

OUT_OF_QUOTA = 1816
"""The exit code with which Windows ends what has used up its processor time."""

BREAKDOWN_MEANINGS = {
    OUT_OF_QUOTA: SIGNAL_MEANINGS["SIGXCPU"],
    0xC0000005: SIGNAL_MEANINGS["SIGSEGV"],
    0xC0000017: say("there was no memory left"),
    0xC000001D: SIGNAL_MEANINGS["SIGILL"],
    0xC0000094: SIGNAL_MEANINGS["SIGFPE"],
    0xC0000095: SIGNAL_MEANINGS["SIGFPE"],
    0xC00000FD: say("a recursion without an end"),
    0xC0000135: say("a library (.dll) that it needs was not found"),
    0xC000013A: say("ended by Ctrl-C"),
    0xC0000139: say("a library (.dll) that it needs is of another version"),
    0xC0000142: say("a library (.dll) that it needs did not start"),
    0xC000007B: say("a library (.dll) that it needs was built for another processor"),
    0xC0000374: say("it wrote where memory was not its own"),
    0xC0000409: SIGNAL_MEANINGS["SIGABRT"],
    0xE0434352: SIGNAL_MEANINGS["SIGABRT"],  # .NET
    0xE06D7363: SIGNAL_MEANINGS["SIGABRT"],  # C++
}


def was_fatal(returncode: int) -> bool:
    """Return whether a signal, or an error reported by Windows, ended a process."""
    return returncode < 0 or returncode >= FIRST_BREAKDOWN or returncode == OUT_OF_QUOTA


def exit_status(returncode: int) -> Sentence:
    """Return a sentence describing a ``subprocess`` return code; negative ones are signals."""
    if returncode >= 0:
        code = f"0x{returncode:08X}" if returncode >= FIRST_BREAKDOWN else returncode
        if meaning := BREAKDOWN_MEANINGS.get(returncode):
            return say("exit code {code} ({meaning})", code=code, meaning=meaning)
        return say("exit code {code}", code=code)
    try:
        name = signal.Signals(-returncode).name
    except ValueError:
        return say("signal {number}", number=-returncode)
    if name in SIGNAL_MEANINGS:
        return say("{signal} ({meaning})", signal=name, meaning=SIGNAL_MEANINGS[name])
    return say("signal {number}", number=name)
