"""What is wrong with JSON by a schema, as far as the schema of a contest's files needs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[2] / "docs" / "contest.schema.json"
SCHEMA = json.loads(FILE.read_text("utf-8"))

TYPES = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "array": list,
    "object": dict,
    "null": type(None),
}
SAYS_NOTHING = {"type", "title", "description", "default"}


def faults_of(kind: str, value: Any) -> list[str]:
    """The places of a contest, or of a game, that do not keep to the schema."""
    return [*_faults(value, SCHEMA["properties"][kind], kind)]


def _faults(value: Any, schema: dict[str, Any], place: str) -> Iterator[str]:
    kind = schema.get("type")
    wrong = isinstance(value, bool) and kind != "boolean"
    if kind is not None and (wrong or not isinstance(value, TYPES[kind])):
        yield f"{place}: {value!r} is no {kind}"
        return
    for word, wanted in schema.items():
        match word:
            case "$ref":
                yield from _faults(value, SCHEMA["$defs"][wanted.rpartition("/")[2]], place)
            case "anyOf":
                if all([*_faults(value, each, place)] for each in wanted):
                    yield f"{place}: {value!r} is none of {wanted}"
            case "const":
                if value != wanted:
                    yield f"{place}: {value!r} is not {wanted}"
            case "enum":
                if value not in wanted:
                    yield f"{place}: {value!r} is none of {wanted}"
            case "required":
                yield from (f"{place}: {name} is missing" for name in wanted if name not in value)
            case "properties":
                for name in value.keys() & wanted.keys():
                    yield from _faults(value[name], wanted[name], f"{place}.{name}")
            case "additionalProperties":
                for name in value.keys() - schema.get("properties", {}).keys():
                    if wanted is False:
                        yield f"{place}: {name} is none of its fields"
                    else:
                        yield from _faults(value[name], wanted, f"{place}.{name}")
            case "propertyNames":
                for name in value:
                    yield from _faults(name, wanted, f"{place}.{name}")
            case "items":
                for number, each in enumerate(value):
                    yield from _faults(each, wanted, f"{place}[{number}]")
            case "prefixItems":
                for number, (each, inner) in enumerate(zip(value, wanted, strict=False)):
                    yield from _faults(each, inner, f"{place}[{number}]")
            case "minItems":
                if len(value) < wanted:
                    yield f"{place}: it has fewer than {wanted}"
            case "maxItems":
                if len(value) > wanted:
                    yield f"{place}: it has more than {wanted}"
            case _:
                assert word in SAYS_NOTHING, word
