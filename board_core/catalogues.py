"""Compile what translators write (``board.po``) into what gettext reads (``board.mo``).

Needs nothing but Python: the build of the distribution runs this file where nothing is installed.
"""

from __future__ import annotations

import ast
import re
import struct

PART_NAMES = ("msgctxt", "msgid", "msgid_plural", "msgstr")
PO_PART = re.compile(rf'^({"|".join(PART_NAMES)})(?:\[\d\])? (".*"(?:\n".*")*)$', re.MULTILINE)
FUZZY_FLAG = re.compile(r"^#,.*\bfuzzy\b", re.MULTILINE)

MO_MAGIC = 0x950412DE
FILE_HEADER, TABLE_ENTRY = struct.Struct("<7I"), struct.Struct("<2I")


def compiled(po: str) -> bytes:
    """Return a catalogue as the content of a .mo file, without texts that are not translated."""
    texts: dict[bytes, bytes] = {}
    for entry in po.split("\n\n"):
        parts: dict[str, list[str]] = {kind: [] for kind in PART_NAMES}
        for kind, quoted in PO_PART.findall(entry):
            parts[kind].append("".join(map(ast.literal_eval, quoted.splitlines())))
        if any(parts["msgstr"]) and not FUZZY_FLAG.search(entry):
            context = "".join(f"{each}\4" for each in parts["msgctxt"])
            source = context + "\0".join(parts["msgid"] + parts["msgid_plural"])
            texts[source.encode()] = "\0".join(parts["msgstr"]).encode()
    table, data = bytearray(), bytearray()
    begin, pairs = FILE_HEADER.size + 2 * TABLE_ENTRY.size * len(texts), sorted(texts.items())
    for column in zip(*pairs, strict=True):
        for text in column:
            table += TABLE_ENTRY.pack(len(text), begin + len(data))
            data += text + b"\0"
    originals, translations = FILE_HEADER.size, FILE_HEADER.size + TABLE_ENTRY.size * len(texts)
    return FILE_HEADER.pack(MO_MAGIC, 0, len(texts), originals, translations, 0, 0) + table + data
