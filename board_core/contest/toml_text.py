"""TOML texts that strangers wrote: read within bounds, and the line of a value in them."""

from __future__ import annotations

import re
import tomllib
from reprlib import Repr
from typing import Any

from board_core.text.sentence import BoardError, Sentence, say

Place = tuple[int | str, ...]
"""The keys and list indexes (from 0) that lead to a value."""


class BadToml(BoardError):
    """A text is not TOML that we read; the sentence says why."""


LONG_KEY = re.compile(
    r"""(?m)(?:^|[{,\[])[ \t]*
    (?:(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')[ \t]*\.[ \t]*){16}""",
    re.VERBOSE,
)
"""A key of so many parts that its tables would fill the memory: Python keeps each beginning."""


def toml_of(text: str) -> dict[str, Any]:
    """Return the values of a TOML text, whoever wrote it. Raises BadToml."""
    try:
        if LONG_KEY.search(text):
            raise RecursionError
        values = tomllib.loads(text)
        waiting: list[Any] = [values]
        while waiting:
            match waiting.pop():
                case dict() as table:
                    waiting += table.values()
                case list() as listed:
                    waiting += listed
                case int(number) if number.bit_length() > 63:
                    raise ValueError(number)  # Python may read it, and not write it
    except tomllib.TOMLDecodeError as error:
        raise BadToml(say("{why}", why=str(error)[:300])) from None
    except RecursionError:
        raise BadToml(say("tables or lists are nested too deeply")) from None
    except ValueError:  # more digits than Python reads, or than a computer's number has
        raise BadToml(say("a number has too many digits")) from None
    return values


def shown(value: object) -> str:
    """Return a value of somebody's file, cut to fit into a line of text."""
    brief = Repr()
    brief.maxstring = brief.maxother = brief.maxlong = 80
    return brief.repr(value)


def located(text: str, path: str, place: Place, why: Sentence) -> Sentence:
    """Return the sentence with the file, the line and the name of the place before it."""
    name = ".".join(str(part + 1 if isinstance(part, int) else part) for part in place)
    return say(
        "{path}, line {line}, {place}: {why}",
        path=path,
        line=line_of(text, place),
        place=name,
        why=why,
    )


def line_of(text: str, place: Place) -> int:
    """Return the line of a TOML text (from 1) with a value, or else with its table, or else 1.

    It understands ``key = value``, ``[table]`` and ``[[array of tables]]``, which a contest's file
    uses; a table in one line is found by its first key.
    """
    tables = [str(part) for part in place if isinstance(part, str)]
    index = next((part for part in place if isinstance(part, int)), None)
    best, here, count = 1, "", -1
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[\[?([^\]]+)\]", line):
            here = header[1].strip("\"' \t")
            count += line.lstrip().startswith("[[") and here == tables[0]
            inside = here == tables[0] and (index is None or index == count)
            below = here == ".".join(tables[:2]) and index == count
            if inside or below:
                best = number
        elif key := re.match(r"""\s*["']?([\w-]+)["']?\s*=""", line):
            at_top = here == "" and key[1] == tables[0]
            inside = here == tables[0] and (index is None or index == count)
            if at_top or (inside and len(tables) > 1 and key[1] == tables[1]):
                return number
            below = here == ".".join(tables[:2]) and index == count
            if below and len(tables) > 2 and key[1] == tables[2]:
                return number
    return best
