"""Drawing of lots that anybody can repeat from the published seed. Pure."""

from __future__ import annotations

from hashlib import sha256


def lot(seed: int, *names: object) -> int:
    """Draw a number from 0 to 2^64 - 1, the same on every machine.

    The first eight bytes of the SHA-256 of ``seed:name:name…``, so that a lot can be checked
    without this program: ``printf 7:standings:3 | sha256sum``.
    """
    text = ":".join(str(part) for part in (seed, *names))
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")
