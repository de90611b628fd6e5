"""Values as JSON: a codec reads and writes one kind of value, and maps of names make fields of it.

What others wrote is read into values of the right types within bounds, whatever is there; where
only the board writes, a codec may raise ValueError, LookupError or TypeError instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from operator import attrgetter
from typing import Any, Generic, TypeVar

from board_core.fast_dataclass import dataclass

from .sentence import Sentence

T = TypeVar("T")

Json = Any
Facts = Mapping[str, Json]

MOST_TEXT = 5_000


def mapping(value: Json) -> Facts:
    """Return a JSON object; an empty one for any other value."""
    return value if isinstance(value, Mapping) else {}


def text_of(value: Json, most: int = MOST_TEXT) -> str:
    """Return a text, cut to a length; empty for any other value.

    Unprintable characters are kept: escape them before showing the text.
    """
    if type(value) is not str:
        return ""
    return value if len(value) <= most else value[:most] + "…"


def plain(value: object) -> Json:
    """Return a value as JSON: an enumerated one by its value, a sentence in English."""
    kind = type(value)
    if kind is str or kind is int or kind is float or value is None:
        return value
    match value:
        case Enum():
            return value.value
        case Sentence():
            return str(value)
        case tuple():
            return list(value)
        case _:
            return value


@dataclass(frozen=True, slots=True)
class Codec(Generic[T]):
    """One kind of value: how it is read from JSON, and written as JSON."""

    read: Callable[[Json], T]
    write: Callable[[T], Json] = plain
    accepted: Sentence = Sentence("")
    """What people may write, where people write such values."""


TEXT = Codec(text_of)


def text_within(most: int) -> Codec[str]:
    """Return the codec of texts that are cut to a length."""
    return Codec(lambda value: text_of(value, most))


def optional(codec: Codec[T]) -> Codec[T | None]:
    """Return the codec of such values, and of None, which is null."""
    return Codec(
        lambda value: None if value is None else codec.read(value),
        lambda value: None if value is None else codec.write(value),
    )


def written(write: Callable[[Any], Json]) -> Codec[Any]:
    """Return the codec of values that are only written; None is null."""
    return optional(Codec(lambda value: value, write))


def one_of(kind: type[T], usual: T) -> Codec[T]:
    """Return the codec of the members of an enumeration; any other value is the usual one."""
    assert issubclass(kind, Enum)
    known = {member.value: member for member in kind}
    return Codec(lambda value: known.get(text_of(value), usual))


_Row = tuple[str, str, Callable[[Any], Any], Callable[[Json], Any], Callable[[Any], Json]]
"""A field, the attribute that it holds, how that is got, and how it is read and written."""


class Fields:
    """The fields of a JSON object and the attributes of a value that they hold.

    ``"reason fen=position.setup why?"`` names the fields in order. A field may hold an attribute of
    another name, or one of an attribute; one with a question mark is left out when it is None. A
    field without a codec is written as it is, and read as a text.
    """

    def __init__(self, names: str, /, **codecs: Codec[Any]) -> None:
        self._rows = list[_Row]()
        self._may_miss = list[str]()
        for each in names.split():
            name, _, of = each.partition("=")
            field = name.removesuffix("?")
            codec, of = codecs.get(field, TEXT), of or field
            self._rows.append((field, of, attrgetter(of), codec.read, codec.write))
            if field != name:
                self._may_miss.append(field)

    def write(self, value: object) -> dict[str, Json]:
        """Return the fields of a value."""
        facts = {field: write(get(value)) for field, _, get, _, write in self._rows}
        for field in self._may_miss:
            if facts[field] is None:
                del facts[field]
        return facts

    def read(self, value: Json) -> dict[str, Any]:
        """Return the attributes that an object holds, by their names."""
        get = mapping(value).get
        return {of: read(get(field)) for field, of, _, read, _ in self._rows}

    def perhaps(self, make: Callable[..., T]) -> Codec[T | None]:
        """Return the codec of such values, and of None, which stands for all but an object."""
        return Codec(
            lambda value: make(**self.read(value)) if isinstance(value, Mapping) else None,
            lambda value: None if value is None else self.write(value),
        )
