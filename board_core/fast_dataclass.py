"""Make frozen dataclasses fast: values made several times a ply take a third of the time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def constructor(cls: Callable[P, T]) -> Callable[P, T]:
    """Return a function that makes values of a frozen, slotted dataclass as a call of it would.

    While its fields are set the object is of a subclass that is not frozen. The dataclass must have
    no ``__post_init__`` and no default factories.
    """
    assert isinstance(cls, type)
    names = [field.name for field in fields(cls)]
    usual = {name: getattr(object, name) for name in ("__init__", "__setattr__", "__delattr__")}
    open_class = type(cls.__name__, (cls,), {"__slots__": (), **usual})
    known: dict[str, Any] = {"_open": open_class, "_frozen": cls}
    sets = "".join(f"    self.{name} = {name}\n" for name in names)
    body = f"    self = _open()\n{sets}    self.__class__ = _frozen\n    return self\n"
    exec(f"def make({', '.join(names)}):\n{body}", known)  # as dataclasses does it
    made: Callable[P, T] = known["make"]
    made.__defaults__ = cls.__init__.__defaults__  # type: ignore[misc]
    return made
