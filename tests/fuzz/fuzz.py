"""Fuzz a target for as long as wanted: python tests/fuzz/fuzz.py TARGET [SECONDS]

Or the whole border, line by line: python tests/fuzz/fuzz.py border --lines 1000000
Or a room for players elsewhere: python tests/fuzz/fuzz.py room --requests 100000

With atheris (pip install atheris) the search is guided by coverage; without it, seeds are changed
by chance. What fails is printed as bytes and stays in the traceback.
"""

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from targets import POSITIONS, TARGETS, Target

SEEDS = [
    *(position.encode() for position in POSITIONS),
    b"\0\n\1\n\7e5\n\7resign\n\2\n\5",
    b"\7uciok\n\0\n\7readyok\n\1\n\7info depth 3 score cp 12 pv e7e5\n\7bestmove e7e5\n\3",
    b'\7feature ping=1 usermove=1 myname="x" done=1\n\0\n\7pong 1\n\1\n\7move e7e5\n',
    b"\7feature done=1\n\0\n\1\n\x077 12 3 99 e5\n\7resign",
    b"\1exd5",
    b"\2bxa8=Q+",
    b"\3O-O-O",
    b"\1e7e8q",
    b"\0Nb1c3",
    b"Deep Thought=uci:stockfish",
    b"my ai.py:choose",
    b'"a b" --c=d',
    b"\xef\xbb\xbfe4\r\n",
]


def with_atheris(target: Target) -> bool:
    try:
        import atheris  # type: ignore[import-not-found]
    except ImportError:
        return False
    atheris.instrument_all()
    atheris.Setup([sys.argv[0], *sys.argv[3:]], target)
    atheris.Fuzz()
    return True


def by_chance(target: Target, seconds: float) -> int:
    """How many inputs were tried."""
    chance, tried, until = random.Random(0), 0, time.perf_counter() + seconds
    while time.perf_counter() < until:
        data = bytearray(chance.choice(SEEDS))
        for _ in range(chance.randrange(8)):
            where = chance.randrange(len(data) + 1)
            match chance.randrange(4):
                case 0:
                    data[where:where] = bytes([chance.randrange(256)])
                case 1:
                    del data[where : where + chance.randrange(1, 4)]
                case 2:
                    data[where:where] = chance.choice(SEEDS)
                case _:
                    data[where : where + 1] = chance.choice([b"\n", b"\7", b" ", b'"', b"=", b"x"])
        try:
            target(bytes(data))
        except BaseException:
            sys.stderr.write(f"failed with {bytes(data)!r}\n")
            raise
        tried += 1
    return tried


if __name__ == "__main__":
    if sys.argv[1:2] == ["border"]:
        import border

        border.main(sys.argv[2:])
        sys.exit()
    if sys.argv[1:2] == ["room"]:
        sys.path.insert(0, str(Path(__file__).parents[1]))
        import room_requests

        room_requests.main(sys.argv[2:])
        sys.exit()
    if len(sys.argv) < 2 or sys.argv[1] not in TARGETS:
        sys.exit(f"{__doc__}\nTargets: {', '.join(TARGETS)}")
    name, seconds = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 60.0
    if not with_atheris(TARGETS[name]):
        sys.stdout.write(f"{name}: {by_chance(TARGETS[name], seconds)} inputs, no failure\n")
