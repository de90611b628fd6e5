"""The organiser's end of the pipe to a worker."""

import threading
from multiprocessing.connection import Connection
from typing import cast

from patience import PATIENCE

from board_core.match.link import OwnerEnd


class WindowsPipe:
    """Wakes its reader as it is closed, and knows whether that closes it meanwhile, too."""

    def __init__(self) -> None:
        self.closing = threading.Event()
        self.closed_twice = threading.Event()

    def recv(self) -> object:
        self.closing.wait(PATIENCE)
        raise OSError("the handle is invalid")

    def close(self) -> None:
        if self.closing.is_set():
            self.closed_twice.set()
        else:
            self.closing.set()
            self.overlapped = self.closed_twice.wait(0.2)  # as long as the system closes it


def test_a_pipe_that_is_closed_while_its_reader_ends_is_never_closed_by_both_at_once():
    pipe = WindowsPipe()
    end = OwnerEnd(cast(Connection, pipe), print)
    end.close()
    end.join()
    assert not pipe.overlapped
