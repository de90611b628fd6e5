"""How the machines of a lab find and trust each other: address, certificate, edition, handshake."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import ssl
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import board_core
from board_core.fast_dataclass import dataclass
from board_core.files.extras import extra, version_of
from board_core.text.sentence import BoardError, say

from .lab_file import Lab

GAME_SLOT = "game"
"""The resource of a worker: one for each game that it plays at the same time."""

EDITION_PREFIX = "the-chess-board "
"""Begins the name of a resource that tells a worker's edition of the board."""

CONFINEMENT_PREFIX = "the-chess-board keeps "
"""Begins the name of a resource that tells how a worker confines programs, as a JSON object."""

EXECUTOR_NAME = "players"
"""The name that a worker gives to the executor that plays its games."""

HANDSHAKE_SECONDS = 10.0  # on a busy machine

POLL_SECONDS = 0.5
"""Between looks at which workers are there, and at whether a game is still wanted."""

DASK_LOGGERS = ("distributed", "distributed.client", "distributed.worker", "distributed.scheduler")
"""Dask's loggers, which tell of every step; what matters of it is told here."""


class NoCluster(BoardError):
    """The games cannot be played on a cluster; the sentence says why and what to do."""


def module(name: str) -> Any:
    """Return a module of the extra, with a quiet log. Raises NotInstalled."""
    with extra("cluster"):
        found = import_module(name)
    for logger in DASK_LOGGERS:
        logging.getLogger(logger).setLevel(logging.CRITICAL)
    return found


@cache
def edition() -> str:
    """The board's version and the first digits of the SHA-256 of the core's source files.

    Machines must have the same: they send each other values of its classes.
    """
    home, digest = Path(board_core.__file__).parent, hashlib.sha256()
    for path in sorted(home.rglob("*.py")):
        digest.update(path.relative_to(home).as_posix().encode())
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    version = version_of("the-chess-board") or "0"
    return f"{version}-{digest.hexdigest()[:8]}"


@dataclass(frozen=True, slots=True)
class SchedulerAddress:
    """The host and port of a scheduler."""

    host: str
    port: int

    @classmethod
    def named(cls, address: str) -> SchedulerAddress:
        """Read ``tls://HOST:PORT`` or ``HOST:PORT``. Raises NoCluster."""
        try:
            parts = urlsplit(address if "://" in address else f"tls://{address}")
            if parts.scheme == "tls" and parts.hostname and parts.port and not parts.path:
                return cls(parts.hostname, parts.port)
        except ValueError:
            pass
        raise NoCluster(
            say(
                "{address} is not an address of a scheduler: give tls://HOST:PORT, as "
                "'board scheduler' prints it",
                address=repr(address),
            )
        )

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"tls://{host}:{self.port}"


def security(lab: Lab) -> Any:
    """Return settings with which both sides show and accept the lab's certificate and no other."""
    file = str(lab.path)
    roles = ("client", "scheduler", "worker")
    own = {f"tls_{role}_cert": file for role in roles} | {f"tls_{role}_key": None for role in roles}
    return module("distributed").Security(
        require_encryption=True,
        tls_ca_file=file,
        tls_ciphers=None,
        tls_min_version=ssl.TLSVersion.TLSv1_3,
        tls_max_version=None,
        **own,
    )


async def greet(scheduler: SchedulerAddress, lab: Lab) -> str:
    """Shake hands with a scheduler of the same lab; return our own address on the way to it.

    Raises NoCluster for any other server, and OSError while nobody answers.
    """
    context = security(lab).get_connection_args("client")["ssl_context"]
    try:
        _reader, writer = await asyncio.wait_for(
            asyncio.open_connection(scheduler.host, scheduler.port, ssl=context), HANDSHAKE_SECONDS
        )
    except ssl.SSLCertVerificationError:
        raise NoCluster(
            say(
                "{address} belongs to another lab than {path}: copy the file of its scheduler to "
                "this machine",
                address=repr(str(scheduler)),
                path=repr(str(lab.path)),
            )
        ) from None
    except ssl.SSLError as error:
        raise NoCluster(
            say(
                "the server at {address} is not the scheduler of a lab: {why}",
                address=repr(str(scheduler)),
                why=error.reason or str(error),
            )
        ) from None
    own: str = writer.get_extra_info("sockname")[0]
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()
    return own
