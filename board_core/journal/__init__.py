"""Write every move to disk before it is announced, and read such journals back.

A journal is an append-only file of JSON lines, each with a number and a checksum;
``docs/journal.md`` describes them. A line is handed to the system in one piece, so a process that
is killed loses nothing it has announced. The writer also waits until the end of each game is on the
disk. May import ``record`` and what is below. Read first: ``lines.py``.
"""

from .files import Journal, JournalWriter, RulesNamed, read_journal
from .lines import BadJournal, Damage

__all__ = [
    "BadJournal",
    "Damage",
    "Journal",
    "JournalWriter",
    "RulesNamed",
    "read_journal",
]
