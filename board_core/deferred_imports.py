"""Import a package's modules lazily, when one of their public names is first used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def deferred(
    package: dict[str, Any], names: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return ``__getattr__``, and a ``__dir__`` of the public names, for a package's ``globals()``.

    ``names`` maps each module, with a leading dot if it is in the package, to its names, separated
    by blanks.
    """
    modules = {name: module for module, text in names.items() for name in text.split()}

    def imported(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package['__name__']!r} has no attribute {name!r}")
        value = getattr(import_module(modules[name], package["__name__"]), name)
        package[name] = value
        return value

    return imported, lambda: sorted(package["__all__"])
