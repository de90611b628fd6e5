"""Speed up frozen dataclasses: values made several times a ply take half the time."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, TypeVar

T = TypeVar("T")


def quick(cls: type[T]) -> type[T]:
    """Make a frozen, slotted dataclass set its fields by their descriptors, not by their names.

    Put it above ``@dataclass``; the class must have no ``__post_init__`` and no default factories.
    """
    names = [field.name for field in fields(cls)]  # type: ignore[arg-type]
    slots: dict[str, Any] = {f"_{name}": vars(cls)[name].__set__ for name in names}
    sets = "\n".join(f"    _{name}(self, {name})" for name in names)
    exec(f"def __init__(self, {', '.join(names)}):\n{sets}", slots)  # as dataclasses does it
    made, usual = slots["__init__"], vars(cls)["__init__"]
    made.__defaults__, made.__qualname__ = usual.__defaults__, usual.__qualname__
    made.__annotations__ = usual.__annotations__
    cls.__init__ = made  # type: ignore[method-assign]
    return cls
