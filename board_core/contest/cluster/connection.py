"""How the machines of a lab find and trust each other: the lab's file, addresses, the handshake.

``lab.pem`` is a key and its certificate in one file; whoever has it belongs to the lab. The key is
the only secret: neither end passes the handshake without it. A separate token would be stolen
together with the key and protect nothing more.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import secrets
import ssl
import stat
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import board_core
from board_core.fast_dataclass import dataclass
from board_core.files.extras import extra, version_of
from board_core.files.untrusted_files import without_waiting
from board_core.text.sentence import BoardError, say

VALID_DAYS = 90
"""Days that a lab's certificate is valid: a term and some more."""

CLOCK_TOLERANCE = timedelta(days=1)
"""How slow the clock of another machine may be."""

MOST_FILE_BYTES = 65_536  # read of a file that may be anything


class NoLab(BoardError):
    """The file is not a lab's key; the sentence says why and what to do."""


@dataclass(frozen=True, slots=True)
class Lab:
    """A lab's file that was checked, and when it expires."""

    path: Path  # absolute
    until: datetime


def make_lab(path: Path, now: datetime | None = None) -> Lab:
    """Make a new file that only its owner can read.

    Raises FileExistsError, other OSError, and NotInstalled.
    """
    path, now = path.absolute(), now or datetime.now(UTC)
    until = (now + timedelta(days=VALID_DAYS)).replace(microsecond=0)
    data = _key_and_certificate(now - CLOCK_TOLERANCE, until)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return Lab(path, until)


def read_lab(path: Path, now: datetime | None = None) -> Lab:
    """Check a lab's file. Raises NoLab if it is missing, no lab's, expired, or readable by others.

    Raises NotInstalled whatever the file is.
    """
    module("cryptography")
    path, now = path.absolute(), now or datetime.now(UTC)
    since, until = _validity(path, _private(path))
    if now < since:
        raise NoLab(
            say(
                "{path} is valid from {day} on: is the clock of this machine right?",
                path=repr(str(path)),
                day=f"{since:%Y-%m-%d}",
            )
        )
    if now >= until:
        raise NoLab(
            say(
                "{path} has been out of date since {day}: delete it, let 'board scheduler' make "
                "another, and copy that to all machines",
                path=repr(str(path)),
                day=f"{until:%Y-%m-%d}",
            )
        )
    return Lab(path, until)


def made_or_read(path: Path) -> tuple[Lab, bool]:
    """Return the lab of this file, and whether it was made now. Raises NoLab and NotInstalled."""
    try:
        return make_lab(path), True
    except FileExistsError:
        return read_lab(path), False
    except OSError as error:
        raise NoLab(
            say(
                "{path} cannot be made: {why}",
                path=repr(str(path)),
                why=error.strerror or str(error),
            )
        ) from None


def _private(path: Path) -> bytes:
    """Read a file that belongs to the user and nobody else can read. Raises NoLab."""
    name = repr(str(path))
    try:
        with open(path, "rb", opener=without_waiting) as file:
            found = os.fstat(file.fileno())
            data = file.read(MOST_FILE_BYTES) if stat.S_ISREG(found.st_mode) else b""
    except FileNotFoundError:
        raise NoLab(
            say(
                "there is no {path}: 'board scheduler' makes it; copy it to this machine and name "
                "it with --lab",
                path=name,
            )
        ) from None
    except OSError as error:
        raise NoLab(
            say("{path} cannot be read: {why}", path=name, why=error.strerror or str(error))
        ) from None
    if hasattr(os, "geteuid"):
        if found.st_uid not in (0, os.geteuid()):
            raise NoLab(say("{path} belongs to another user: copy it yourself", path=name))
        if found.st_mode & 0o077:
            raise NoLab(
                say(
                    "other users of this machine can read {path} and could run programs as you: "
                    "chmod 600 {path}. If they may have read it, delete it on all machines",
                    path=name,
                )
            )
    return data


def _validity(path: Path, data: bytes) -> tuple[datetime, datetime]:
    """Return the first and last moment. Raises NoLab unless it is one key with its certificate."""
    x509 = module("cryptography.x509")
    serialization = module("cryptography.hazmat.primitives.serialization")
    with suppress(ValueError, TypeError, module("cryptography.exceptions").InvalidSignature):
        key = serialization.load_pem_private_key(data, password=None)
        (certificate,) = x509.load_pem_x509_certificates(data)
        certificate.verify_directly_issued_by(certificate)
        if certificate.public_key() == key.public_key():
            return certificate.not_valid_before_utc, certificate.not_valid_after_utc
    raise NoLab(
        say(
            "{path} is not a lab's file: take the one that 'board scheduler' has made",
            path=repr(str(path)),
        )
    )


def _key_and_certificate(since: datetime, until: datetime) -> bytes:
    x509 = module("cryptography.x509")
    serialization = module("cryptography.hazmat.primitives.serialization")
    curves = module("cryptography.hazmat.primitives.asymmetric.ec")
    uses = module("cryptography.x509.oid").ExtendedKeyUsageOID
    key = curves.generate_private_key(curves.SECP256R1())
    words = f"the-chess-board lab {secrets.token_hex(4)}"
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, words)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(since)
        .not_valid_after(until)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.ExtendedKeyUsage([uses.SERVER_AUTH, uses.CLIENT_AUTH]), critical=False)
        .sign(key, module("cryptography.hazmat.primitives.hashes").SHA256())
    )
    pem = serialization.Encoding.PEM
    private: bytes = key.private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    public: bytes = certificate.public_bytes(pem)
    return private + public


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

    All machines must have the same one, as they send each other values of its classes.
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
    """Return settings that make both sides present and accept only the lab's certificate."""
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
    """Shake hands with a scheduler of the same lab; return our own address towards it.

    Raises NoCluster for any other server, and OSError if nothing answers.
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
