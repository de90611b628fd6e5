"""A lab on this machine: a scheduler and its workers, each a process."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from board_core.contest.cluster import connection

ROOT = Path(__file__).parents[2]

needs_cluster = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("cryptography", "distributed"))
    and os.environ.get("CI") != "true",
    reason="the extra 'cluster' (distributed, cryptography) is not installed",
)


class Process:
    """A command of ``board``, until :meth:`close`; it is ready once it has said so."""

    def __init__(self, home: Path, *arguments: str, until: str, **more: str) -> None:
        home.mkdir(exist_ok=True)
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "LANGUAGE": "en",
            "XDG_CACHE_HOME": str(home),
            "TMPDIR": str(home),  # what is killed does not clear up
            **more,
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "board_cli", *arguments],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.until = until

    def ready(self) -> str:
        """The line that says so."""
        assert self.process.stdout is not None
        return next(line.strip() for line in self.process.stdout if line.startswith(self.until))

    def close(self) -> int:
        self.process.terminate()
        with self.process:
            return self.process.wait()


@dataclass(frozen=True)
class Lab:
    """A lab's scheduler."""

    address: str
    file: Path
    process: Process

    @property
    def member(self) -> connection.Lab:
        return connection.read_lab(self.file)


@contextmanager
def scheduler(home: Path, *options: str) -> Iterator[Lab]:
    file = home / "lab.pem"
    arguments = ("scheduler", "--port", "0", "--lab", str(file), *options)
    process = Process(home, *arguments, until="Scheduler:")
    try:
        yield Lab(process.ready().split()[-1], file, process)
    finally:
        process.close()


@contextmanager
def worker(home: Path, lab: Lab, *options: str, **environment: str) -> Iterator[Process]:
    arguments = ("worker", lab.address, "--lab", str(lab.file), *options)
    process = Process(home, *arguments, until="Worker ", **environment)
    try:
        yield process
    finally:
        process.close()
