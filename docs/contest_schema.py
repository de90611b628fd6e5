"""The schema of a contest's JSON files: ``python docs/contest_schema.py`` writes it."""

from __future__ import annotations

import json
from pathlib import Path

from board_core.contest.json_facts import schema

SCHEMA_FILE = Path(__file__).parent / "contest.schema.json"

if __name__ == "__main__":
    SCHEMA_FILE.write_text(f"{json.dumps(schema(), indent=2)}\n", encoding="utf-8")
