"""What has been played, on disk before anybody hears of it: a file that outlives its writer.

A journal is append-only lines of JSON, each with a number and a checksum; ``docs/journal.md``
describes them. A line is handed to the system in one piece, so a process that is killed loses
nothing it has announced; the end of each game is also waited for until it is on the disk.
"""

from .lines import BadJournal, Damage
from .reading import Journal, RulesNamed, read_journal
from .writing import JournalWriter

__all__ = [
    "BadJournal",
    "Damage",
    "Journal",
    "JournalWriter",
    "RulesNamed",
    "read_journal",
]
