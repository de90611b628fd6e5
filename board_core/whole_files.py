"""Replace files atomically: a reader sees the old content or the new one, never a part."""

from __future__ import annotations

import os
from pathlib import Path

OWNER_ONLY = 0o600
"""Permissions of a file that only its owner may read."""


def write_whole(path: Path, data: bytes, *, mode: int | None = None, durable: bool = True) -> None:
    """Write a file completely or not at all; the last of several writers wins.

    The data goes into a temporary file beside it, which is then renamed: a link is replaced, not
    followed. ``mode`` sets the permissions of the file, where the system has them; None leaves them
    to the umask. A ``durable`` file is on the disk, and survives a power cut, before this returns.
    Raises OSError, in which case the old file is unchanged.
    """
    half = path.with_name(f"half-{os.urandom(8).hex()}")

    def opener(name: str, flags: int) -> int:
        return os.open(name, flags, 0o666 if mode is None else OWNER_ONLY)

    try:
        with open(half, "xb", opener=opener) as stream:  # a path has no opener
            stream.write(data)
            stream.flush()
            if durable:
                os.fsync(stream.fileno())
        if mode is not None:
            half.chmod(mode)
        os.replace(half, path)  # noqa: PTH105  # the tests stop here
    except BaseException:
        half.unlink(missing_ok=True)
        raise
