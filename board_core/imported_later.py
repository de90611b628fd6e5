"""Import what the names of a package stand for when they are first used.

A command that needs one value of a package then does not import all its modules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def imported_later(
    package: str, names: dict[str, Any], modules: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package, whose globals ``names`` are.

    ``modules`` has the module of each name, relative to the package if it begins with a dot. A name
    that was imported is one of the globals from then on. Another name raises AttributeError.
    """

    def get(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = names[name] = getattr(import_module(modules[name], package), name)
        return value

    return get, lambda: [*names, *modules]
