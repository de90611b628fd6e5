"""What a program said, for tests of how it is run."""

from queue import SimpleQueue

PATIENCE = 20  # seconds for what is only waited for if it fails


class Heard:
    """Keeps a program's lines, and at the end how it ended."""

    def __init__(self) -> None:
        self.queue: SimpleQueue[object] = SimpleQueue()

    def lines(self, program, texts, at):
        for text in texts:
            self.queue.put(text)

    def flood(self, program):
        self.queue.put("flood")

    def garbled(self, program, shown):
        self.queue.put("garbled")

    def ended(self, program, returncode):
        self.queue.put(returncode)

    def interfered(self, program, signal_name):
        self.queue.put(signal_name)

    def next(self) -> object:
        return self.queue.get(timeout=PATIENCE)
