"""Confine programs; find out once whether a sandbox works, and warn once if not.

Only the sandboxed program holds its pipes. bubblewrap would keep its own input and output open as
long as the sandbox lives, and hide that a program has closed them. So the pipes pass through it
under other numbers, and conclusions from pipes hold with and without a sandbox.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable
from dataclasses import field, replace
from enum import Enum
from itertools import product
from math import inf
from pathlib import Path

from board_core.fast_dataclass import dataclass
from board_core.files.untrusted_files import CannotTake
from board_core.text.findings import kind_of
from board_core.text.sentence import BoardError, Sentence, given_choice, say

from . import syscalls
from .bubblewrap import HOME_INSIDE, PASSWD_FILE, bubblewrap_arguments
from .command import Command, check_executable
from .hold import Hold, counts_processes
from .limits import (
    MIB,
    NO_LIMITS,
    USUAL_PROCESSES,
    Limits,
    cpu_limit,
    find_prlimit,
    prlimit_arguments,
)
from .uids import OWN_UIDS, NoUid, OwnUid
from .visibility import USUAL_PACKAGES, VisibleFiles, check_open, view_of

TRIAL_SECONDS = 10.0  # seconds that the trial may take on a busy machine
WAIT_FOR_LINE = "read -r line && "
"""The shell command by which a program that waits reads the line that lets it start."""


class Sandbox(Enum):
    """Names whether programs run in a sandbox."""

    AUTO = "auto"  # if it works, else a warning
    REQUIRED = "required"  # otherwise programs do not run
    OFF = "off"


class Ponder(Enum):
    """Names what programs may do off turn."""

    FREEZE = "freeze"  # nothing: they are frozen, and one that evades that loses
    WATCH = "watch"  # anything that takes no processor from the opponent, by measurement
    ALLOW = "allow"  # anything
    PLAY = "play"  # anything, and engines are asked to think on the opponent's time

    @property
    def judges(self) -> bool:
        """True if a program may lose for what it does off turn."""
        return self is Ponder.FREEZE or self is Ponder.WATCH


class SandboxUnavailable(BoardError):
    """Error: a sandbox is required and unavailable; the sentence says what to do."""


@dataclass(frozen=True, slots=True)
class Confinement:
    """Says how much programs are trusted.

    ``allow_root`` lets root start a required sandbox; without control groups root's programs may
    start any number of processes. ``readable`` lists files that programs may read besides their own
    folder, ``packages`` Python packages that they may import. ``for_function`` shows the part of
    the board that a function's process needs. What a program writes into its own folder in a
    sandbox is lost, or kept in a new folder at ``kept``.
    """

    sandbox: Sandbox = Sandbox.AUTO
    limits: Limits = field(default_factory=Limits)
    allow_root: bool = False
    readable: tuple[Path, ...] = ()
    packages: tuple[str, ...] = USUAL_PACKAGES
    for_function: bool = False
    ponder: Ponder = Ponder.WATCH
    kept: Path | None = field(default=None, compare=False)


TRUSTED_CODE = Confinement(Sandbox.OFF, NO_LIMITS, ponder=Ponder.ALLOW)
"""The confinement of the board's own code."""


@dataclass(frozen=True, slots=True)
class SandboxTrial:
    """The result of trying the sandbox: the path of bubblewrap, or why there is none."""

    bwrap: str | None
    why: Sentence | None = None
    filters: bool = False  # whether system calls are filtered
    shared: Sentence | None = None  # why programs have no user IDs of their own


_lock = threading.Lock()
_trial: SandboxTrial | None = None
_said: set[str] = set()


def confinement(wish: Confinement | Sandbox | str) -> Confinement:
    """Return the confinement named by a word. Raises BoardError for an unknown word."""
    if isinstance(wish, Confinement):
        return wish
    return Confinement(given_choice(wish, Sandbox, "sandbox"))


def confined_to(
    mode: str,
    memory: int,
    allow_root: bool,
    readable: Iterable[str | Path] = (),
    packages: Iterable[str] = USUAL_PACKAGES,
    *,
    processes: int = USUAL_PROCESSES,
    ponder: Ponder = Ponder.WATCH,
    kept: Path | None = None,
) -> Confinement:
    """Return the confinement that options and files describe; ``memory`` is in MiB, 0: no limit."""
    limits = replace(Limits(), memory=memory * MIB or None, processes=processes or None)
    places = tuple(Path(place).absolute() for place in readable)
    named = tuple(packages)
    return Confinement(Sandbox(mode), limits, allow_root, places, named, ponder=ponder, kept=kept)


def with_cores(how: Confinement, cores: frozenset[int] | None) -> Confinement:
    """Return the confinement limited to these cores; None: all."""
    return replace(how, limits=replace(how.limits, cores=cores))


def confined(
    command: Command,
    how: Confinement,
    held: Hold,
    *,
    bwrap: str | None,
    clock: float = inf,
    view: VisibleFiles | None = None,
    uid: OwnUid | None = None,
    info: int | None = None,
    calls: Path | None = None,
    gate: Path | None = None,
    waits: bool = False,
) -> list[str]:
    """Return the argument list to start: the command, preceded by the tools that confine it.

    ``bwrap`` is the result of :func:`usable`; ``clock`` is how many seconds the program may think
    in its life; ``view`` are the files it sees in a sandbox, ``uid`` its user ID there. First it
    enters the hold ``held``; if ``waits`` is set, it then waits for a line before it starts. Raises
    OSError for a file that the system would not run.
    """
    enter = f"{held.enter}{WAIT_FOR_LINE}" if waits else held.enter
    prlimit = find_prlimit()
    limits = replace(how.limits, processes=None) if held.counts_processes else how.limits
    cpu = cpu_limit(limits, clock)
    before = prlimit_arguments(prlimit, limits, cpu)
    argv = list(command.argv)
    if before or enter or bwrap is not None:
        check_executable(argv[0])
    if bwrap is not None:
        assert view is not None, "a sandbox shows something"
        argv = bubblewrap_arguments(
            bwrap,
            prlimit,
            view,
            limits,
            view.argv,
            info,
            enter=enter,
            uid=uid,
            calls=calls,
            gate=gate,
            counted=held.counts_memory or limits.memory is None,
        )
    elif enter:
        argv = ["/bin/sh", "-c", f'{enter}exec "$@"', "sh", *argv]
    return [*before, *argv]


def call_filter(how: Confinement, held: Hold) -> bytes | None:
    """Return bubblewrap's system call filter; None if calls are not filtered."""
    if not trial().filters:
        return None
    return syscalls.program(
        platform.machine(),
        syscalls.refusals(
            stopped=how.ponder is Ponder.FREEZE and not held.places,
            hiding=not held.counts_memory and how.limits.memory is not None,
            pinned=how.limits.cores is not None,
        ),
    )


def usable(how: Confinement) -> str | None:
    """Return the path of bubblewrap; None for no sandbox. Raises SandboxUnavailable."""
    if how.sandbox is Sandbox.OFF:
        return None
    found = trial()
    if how.sandbox is Sandbox.REQUIRED:
        if found.why is not None:
            raise SandboxUnavailable(say("no sandbox: {why}", why=found.why))
        if is_root() and not how.allow_root:
            raise SandboxUnavailable(
                say(
                    "untrusted programs are not run by root: start the board as an ordinary "
                    "user, or allow root: --allow-root, in contest.toml allow_root = true"
                )
            )
    return found.bwrap


def warn_once(how: Confinement) -> Sentence | None:
    """Return a warning about running such programs at the first call for each kind, then None."""
    sentence = _warning(how)
    with _lock:
        if sentence is None or kind_of(sentence) in _said:
            return None
        _said.add(kind_of(sentence))
        return sentence


def trial() -> SandboxTrial:
    """Return whether the sandbox works on this machine, by trying it once."""
    global _trial
    with _lock:
        if _trial is None:
            _trial = _try()
        return _trial


def is_root() -> bool:
    """Return whether this process runs as root; never on Windows."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def shared_uid() -> Sentence | None:
    """Return what is weaker without user IDs for programs; None if they have their own."""
    why = trial().shared
    if why is None:
        return None
    if is_root():
        return say(
            "programs in the sandbox have root's user ID: they can read root's files in /usr, "
            "change the rights of devices, and use up what the system allows one user ({why})",
            why=why,
        )
    return say(
        "programs in the sandbox have your user ID: one can use up what the system allows one "
        "user, such as pipes, and so harm its opponent ({why})",
        why=why,
    )


def _warning(how: Confinement) -> Sentence | None:
    if how.sandbox is not Sandbox.AUTO:
        return None if how.sandbox is Sandbox.OFF else shared_uid()
    if (why := trial().why) is not None:
        return say("programs run without a sandbox: they can do all that you can ({why})", why=why)
    if is_root() and trial().shared is not None and not counts_processes():
        return say(
            "you are root: the sandbox holds, but nothing limits how many processes a program "
            "starts; let an ordinary user run programs you do not trust"
        )
    return shared_uid() if is_root() else None  # their owner's ID is no news to their owner


def _try() -> SandboxTrial:
    if not sys.platform.startswith("linux"):
        return SandboxTrial(None, say("there is none for this system"))
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        return SandboxTrial(
            None, say("bubblewrap is not installed; Debian and Ubuntu: apt install bubblewrap")
        )
    view = view_of(Command((sys.executable, "-I", "-S", "-c", "print('ok')"), None), os.defpath)
    try:
        for place in (PASSWD_FILE, *view.shown.values()):
            check_open(place)
        uid = OWN_UIDS.take()
    except (NoUid, CannotTake) as error:
        return _first_that_works(bwrap, view, None, error.sentence)
    try:
        return _first_that_works(bwrap, view, uid, None)
    finally:
        OWN_UIDS.give_back(uid, unused=True)


def _first_that_works(
    bwrap: str, view: VisibleFiles, own: OwnUid | None, shared: Sentence | None
) -> SandboxTrial:
    usual = syscalls.program(
        platform.machine(), syscalls.refusals(stopped=True, hiding=True, pinned=True)
    )
    said: dict[bool, str] = {}  # with a user ID of its own and without
    for calls, uid in product(dict.fromkeys((usual, None)), dict.fromkeys((own, None))):
        try:
            ran = _tried(bwrap, view, calls, uid)
        except (OSError, subprocess.TimeoutExpired) as error:
            return SandboxTrial(None, say("bubblewrap does not work here: {error}", error=error))
        if ran.stdout.strip() == "ok":
            why = None if uid is not None else shared or say("it fails: {why}", why=said[True])
            return SandboxTrial(bwrap, filters=calls is not None, shared=why)
        words = ran.stderr.strip().splitlines() or [str(ran.returncode)]
        said.setdefault(uid is not None, words[-1])
    return SandboxTrial(
        None,
        say(
            "bubblewrap does not work here: {error}; it must be version 0.8 or later, and "
            "allowed to make user namespaces",
            error=said[False],
        ),
    )


def _tried(
    bwrap: str, view: VisibleFiles, calls: bytes | None, uid: OwnUid | None
) -> subprocess.CompletedProcess[str]:
    with tempfile.NamedTemporaryFile() as file:
        file.write(calls or b"")
        file.flush()
        named = None if calls is None else Path(file.name)
        return subprocess.run(
            bubblewrap_arguments(
                bwrap, find_prlimit(), view, Limits(), view.argv, uid=uid, calls=named
            ),
            env={"PATH": os.defpath, "HOME": HOME_INSIDE},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="backslashreplace",
            timeout=TRIAL_SECONDS,
            check=False,
        )
