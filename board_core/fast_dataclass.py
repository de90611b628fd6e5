"""Speed up frozen dataclasses: their definition at startup, and values made several times a ply."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, fields, is_dataclass
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls: Any = None, /, **options: bool) -> Any:
        """Make a class a dataclass, three times as fast as :func:`dataclasses.dataclass`.

        The standard library compiles six functions per class, and the board defines some 250
        classes at startup. Here frozen, slotted classes without a dataclass base share all methods
        except ``__init__``, which is compiled.
        """
        if cls is None:
            return lambda cls: dataclass(cls, **options)
        if options != {"frozen": True, "slots": True} or any(map(is_dataclass, cls.__bases__)):
            return dataclasses.dataclass(cls, **options)
        cls.__doc__ = cls.__doc__ or cls.__name__  # otherwise the library inspects its signature
        made = dataclasses.dataclass(cls, slots=True, init=False, repr=False, eq=False)
        made.__dataclass_params__.frozen = True
        compared = [field.name for field in fields(made) if field.compare]
        alone = compared if len(compared) == 1 else []
        value = attrgetter(*compared, *alone) if compared else type  # of several: a tuple

        def equal(self: Any, other: Any) -> bool:
            if other.__class__ is self.__class__:
                return value(self) == value(other)
            return NotImplemented

        own = made.__dict__
        for name, method in {"__init__": _init(made), "__eq__": equal, **_COMMON_METHODS}.items():
            if name not in own:
                setattr(made, name, method)
        if own.get("__hash__") is None:  # as Python leaves it where ``__eq__`` is defined
            made.__hash__ = lambda self: hash(value(self))
        return made


def _init(cls: type) -> Callable[..., None]:
    """Compile an ``__init__`` that sets each field of a slotted class by its slot."""
    known: dict[str, Any] = {"_absent": MISSING}
    parameters, sets = ["self"], []
    for field in fields(cls):
        name, given = field.name, field.name
        known[f"_set_{name}"] = getattr(cls, name).__set__
        if field.default_factory is not MISSING:
            known[f"_make_{name}"] = field.default_factory
            parameters.append(f"{name}=_absent")
            given = f"_make_{name}() if {name} is _absent else {name}"
        elif field.default is not MISSING:
            known[f"_default_{name}"] = field.default
            parameters.append(f"{name}=_default_{name}")
        else:
            parameters.append(name)
        sets.append(f"    _set_{name}(self, {given})\n")
    after = "    self.__post_init__()\n" if hasattr(cls, "__post_init__") else "    pass\n"
    exec(f"def __init__({', '.join(parameters)}):\n{''.join(sets)}{after}", known)
    init: Callable[..., None] = known["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    init.__annotations__ = {field.name: field.type for field in fields(cls)}
    return init


@recursive_repr("...")
def _repr(self: Any) -> str:
    shown = [field.name for field in fields(self) if field.repr]
    values = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
    return f"{type(self).__qualname__}({values})"


def _refuse(self: Any, name: str, *value: object) -> None:
    """Refuse changes of attributes, except those added by a subclass that is not a dataclass."""
    if name in self.__dataclass_fields__ or "__dataclass_fields__" in vars(type(self)):
        raise FrozenInstanceError(f"cannot {'assign to' if value else 'delete'} field {name!r}")
    (object.__setattr__ if value else object.__delattr__)(self, name, *value)


def _state(self: Any) -> list[object]:
    return [getattr(self, field.name) for field in fields(self)]


def _restore(self: Any, state: list[object]) -> None:
    for field, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)


_COMMON_METHODS = {
    "__repr__": _repr,
    "__setattr__": _refuse,
    "__delattr__": _refuse,
    "__getstate__": _state,
    "__setstate__": _restore,
}


def constructor(cls: Callable[P, T]) -> Callable[P, T]:
    """Return a faster constructor for a frozen, slotted dataclass.

    While its fields are set, the object belongs to a subclass that is not frozen. The dataclass
    must have neither ``__post_init__`` nor default factories.
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
