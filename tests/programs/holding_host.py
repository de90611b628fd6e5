"""A host that starts, freezes, thaws and closes programs until it is killed by a test.

python holding_host.py SANDBOX [stay]: says its mark and the number of its watcher, then what it
does; with ``stay`` it waits where its programs are frozen.
"""

import sys
import time
from pathlib import Path

from board_core.game.loop import Loop
from board_core.supervise.command import Command
from board_core.supervise.hold import kind
from board_core.supervise.program import Program
from board_core.supervise.program_news import ProgramNews
from board_core.supervise.sandbox import Confinement, Sandbox, trial
from board_core.supervise.watch import WATCH, host_mark

STUBBORN = """
import os, signal, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for _ in range(2):
    if os.fork() == 0:
        os.setsid()
        break
number = 0
while True:
    number += 1
    with open(os.path.join(os.environ["TMPDIR"], f"{os.getpid()}-{number % 50}"), "w"):
        pass
"""


def nobody(program: Program, news: ProgramNews, at: float) -> None: ...


def main() -> None:
    how = Confinement(Sandbox(sys.argv[1]), allow_root=True)
    kind()
    trial()
    WATCH.register("nothing", Path("nowhere"))
    assert WATCH._process is not None
    print(host_mark(), WATCH._process.pid, flush=True)
    command = Command((sys.executable, "-S", "-c", STUBBORN), None)
    loop = Loop[None]()
    while True:
        print("starting", flush=True)
        programs = [Program(command, nobody, confinement=how, grace=0.01) for _ in range(2)]
        for program in programs:
            program.attach(loop)
        for _ in range(3):
            loop.drive(lambda: False, time.perf_counter() + 0.003)
            for program in programs:
                program.freeze()
            print("frozen", flush=True)
            if "stay" in sys.argv:
                time.sleep(600)
            for program in programs:
                program.thaw()
            print("thawed", flush=True)
        print("closing", flush=True)
        for program in programs:
            program.detach()
        for program in programs:
            program.close()


if __name__ == "__main__":
    main()
