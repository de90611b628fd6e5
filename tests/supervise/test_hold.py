"""A program is held as a whole: all it starts stands still, is counted and is ended with it."""

import os
import subprocess
import sys
import textwrap
from queue import SimpleQueue

import pytest

from board_core.supervise import hold
from board_core.supervise.command import Command
from board_core.supervise.hold import Kind
from board_core.supervise.program import Program
from board_core.supervise.sandbox import Confinement, Sandbox, trial

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="groups are Linux's")


@pytest.fixture(params=["v2", "v1", "signals"], autouse=True)
def kind(request, monkeypatch):
    """Each maker; a machine without the groups for it skips it."""
    monkeypatch.setenv(hold.FORCED, request.param)
    if hold.kind() is not Kind(request.param):
        pytest.skip(f"no control groups of kind {request.param} here")
    return hold.kind()


@pytest.fixture(params=["required", "off"])
def sandbox(request):
    if request.param == "required" and (why := trial().why) is not None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(why))
    return Confinement(Sandbox(request.param), allow_root=True)


class Heard:
    def __init__(self) -> None:
        self.queue: SimpleQueue[object] = SimpleQueue()

    def lines(self, program, texts, at):
        for text in texts:
            self.queue.put(text)

    def ended(self, program, returncode):
        self.queue.put(returncode)

    def next(self) -> object:
        return self.queue.get(timeout=20)


def started(code: str, how: Confinement) -> tuple[Program, Heard]:
    heard = Heard()
    command = Command((sys.executable, "-S", "-u", "-c", textwrap.dedent(code)), None)
    return Program(command, heard, confinement=how, grace=0.5), heard


COUNTS = """
    import os
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            while True:
                pass
    print("ready")
    while input() == "x":
        print("here")
"""


def test_a_frozen_program_and_all_its_children_use_no_processor(sandbox):
    program, heard = started(COUNTS, sandbox)
    assert heard.next() == "ready"
    for _ in range(3):
        program.freeze()
        program.freeze()
        program.write("x\n")
        before = standing(program)
        busy(0.1)
        assert standing(program) == before
        assert heard.queue.empty()
        program.thaw()
        program.thaw()
        assert heard.next() == "here"
    program.close()
    assert not program.running


def standing(program: Program) -> float:
    """Processor time once it has settled: freezing takes hold at the next step of each process."""
    busy(0.02)
    spent = program.spent()
    assert spent is not None
    return spent.cpu


def busy(seconds: float) -> None:
    """Use a processor for so long: time that passes for the others too."""
    code = f"import time\nwhile time.process_time() < {seconds}: pass"
    subprocess.run([sys.executable, "-S", "-c", code], check=True)


def test_a_frozen_program_is_closed_and_leaves_no_group(sandbox):
    program, heard = started(COUNTS, sandbox)
    assert heard.next() == "ready"
    places = program._hold.places
    assert all(place.exists() for place in places)
    program.freeze()
    program.close()
    assert not any(place.exists() for place in places)
    program.freeze()
    program.thaw()


def test_a_program_that_is_thawed_hears_that_its_input_is_closed(sandbox):
    program, heard = started("print('ready')\nwhile input(): pass", sandbox)
    assert heard.next() == "ready"
    program.freeze()
    program.close()
    assert program.left
