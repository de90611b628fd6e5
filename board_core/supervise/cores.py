"""Cores of this machine that are reserved for one game at a time."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from board_core.game.sides import PerColor
from board_core.text.sentence import BoardError, say

CPU_FOLDER = Path("/sys/devices/system/cpu")
"""A folder whose subfolders are locked, one per core: all boards on this machine see the locks."""

Cores = frozenset[int]

ALL_CORES: PerColor[Cores | None] = PerColor(None, None)


class TooFewCores(BoardError):
    """Error: this machine has too few cores for so many games."""


def usable_cores() -> tuple[int, ...]:
    """Return the cores that this process may use; none if the system has no affinity."""
    if not hasattr(os, "sched_getaffinity"):
        return ()
    return tuple(sorted(os.sched_getaffinity(0)))


def games_for_cores(processors: int, cores_per_game: int) -> int:
    """Return how many games so many processors suffice for, with cores of their own or one each.

    Of more than two processors one is left for the board itself.
    """
    free = processors - 1 if processors > 2 else processors
    return max(1, free // max(1, cores_per_game))


def check_cores(games: int, cores_per_game: int) -> None:
    """Raise TooFewCores unless so many games at a time can have their cores."""
    there_are, wanted = len(usable_cores()), games * cores_per_game
    if wanted > there_are:
        raise TooFewCores(
            say(
                "{games} games at a time with {cores} cores each need {wanted}, and programs can "
                "have {there_are} here: play fewer at a time, or without cores of their own",
                games=games,
                cores=cores_per_game,
                wanted=wanted,
                there_are=there_are,
            )
        )


@contextmanager
def cores_for_game(count: int) -> Iterator[PerColor[Cores | None]]:
    """Reserve half of ``count`` cores for each side as long as the game lasts.

    Yields None, which means all cores, if none were wanted, if other games have too many, or if
    the system has no affinity. The last cores are used first: the system does much of its own work
    on the first.
    """
    if not count:
        yield ALL_CORES
        return
    locks = dict(_locked(count))
    try:
        taken, half = tuple(locks), count // 2
        if len(taken) < count:
            yield ALL_CORES
        else:
            yield PerColor(frozenset(taken[:half]), frozenset(taken[half:]))
    finally:
        for descriptor in locks.values():
            os.close(descriptor)


def _locked(count: int) -> Iterator[tuple[int, int]]:
    """Yield free cores and the descriptors that lock them; a lock ends with its process."""
    cores = usable_cores()
    if sys.platform == "win32" or not cores:
        return
    import fcntl

    for core in reversed(cores):
        if not count:
            return
        try:
            descriptor = os.open(CPU_FOLDER / f"cpu{core}", os.O_RDONLY)
        except OSError:
            continue
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:  # another game has it
            os.close(descriptor)
            continue
        count -= 1
        yield core, descriptor
