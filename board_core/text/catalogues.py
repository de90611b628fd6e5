"""Compile translators' catalogues (``board.po``) into gettext's (``board.mo``).

Needs only Python: the build of the distribution runs this file where nothing is installed.
"""

from __future__ import annotations

import ast
import re
import struct

PART_NAMES = ("msgctxt", "msgid", "msgid_plural", "msgstr")
PO_PART = re.compile(rf'^({"|".join(PART_NAMES)})(?:\[\d\])? (".*"(?:\n".*")*)$', re.MULTILINE)
FUZZY_FLAG = re.compile(r"^#,.*\bfuzzy\b", re.MULTILINE)

MO_MAGIC, FILE_SIZE, ENTRY_SIZE = 0x950412DE, 28, 8


def compiled(po: str) -> bytes:
    """Return a catalogue as the content of a .mo file, without untranslated texts."""
    texts: dict[bytes, bytes] = {}
    for entry in po.split("\n\n"):
        parts: dict[str, list[str]] = {kind: [] for kind in PART_NAMES}
        for kind, quoted in PO_PART.findall(entry):
            parts[kind].append("".join(map(ast.literal_eval, quoted.splitlines())))
        if any(parts["msgstr"]) and not FUZZY_FLAG.search(entry):
            context = "".join(f"{each}\4" for each in parts["msgctxt"])
            source = context + "\0".join(parts["msgid"] + parts["msgid_plural"])
            texts[source.encode()] = "\0".join(parts["msgstr"]).encode()
    tables = [FILE_SIZE + ENTRY_SIZE * len(texts) * number for number in range(3)]
    head, data = struct.pack("<7I", MO_MAGIC, 0, len(texts), *tables[:2], 0, 0), bytearray()
    for column in zip(*sorted(texts.items()), strict=True):
        for text in column:
            head += struct.pack("<2I", len(text), tables[2] + len(data))
            data += text + b"\0"
    return head + data
