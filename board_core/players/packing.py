"""Values sent to another Python process: a worker, or the process of one function.

It imports modules but not ``__main__``, because that would run the script again, and a notebook has
no file to import. So a function of ``__main__``, a nested function or a lambda is sent as its code
and the globals it uses; everything else is sent by name.
"""

from __future__ import annotations

import builtins
import importlib
import io
import marshal
import pickle
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

from board_core.text.sentence import BoardError, say

MAIN_MODULE = "__main__"

CACHED_FUNCTION = type(lru_cache(lambda: None))


class CannotTravel(BoardError):
    """Error: the value cannot be sent to another process; the sentence says why and what to do."""

    @classmethod
    def of(cls, why: object) -> CannotTravel:
        return cls(
            say(
                "the match cannot be sent to another process: {why}. Play with concurrency=1, or "
                "put it into a module and import it",
                why=why,
            )
        )


def packed(value: object) -> bytes:
    """Return the value as bytes for a worker. Raises CannotTravel."""
    buffer = io.BytesIO()
    try:
        _Packer(buffer, pickle.HIGHEST_PROTOCOL).dump(value)
        data = buffer.getvalue()
        _Checker(io.BytesIO(data)).load()
    except CannotTravel:
        raise
    except Exception as error:  # pickling a stranger's value may raise anything
        raise CannotTravel.of(error) from error
    return data


def unpacked(data: bytes) -> Any:
    """Return the value of bytes made by :func:`packed`; other bytes could run any code."""
    return pickle.loads(data)


class _Packer(pickle.Pickler):
    """A pickler that sends functions as code if other processes cannot find them by name."""

    def __init__(self, file: io.BytesIO, protocol: int) -> None:
        super().__init__(file, protocol)
        self._shared: dict[int, dict[str, Any]] = {}  # replacements for the globals of functions

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, FunctionType) and not _importable(value):
            shared = self._shared.setdefault(id(value.__globals__), {})
            code = value.__code__
            skeleton = (marshal.dumps(code), shared, value.__name__, len(code.co_freevars))
            return _skeleton, skeleton, _state(value), None, None, _filled
        if isinstance(value, CACHED_FUNCTION) and not _importable(value):
            how = value.cache_parameters()
            return _cached, (value.__wrapped__, how["maxsize"], how["typed"])
        if isinstance(value, ModuleType):
            return importlib.import_module, (value.__name__,)
        return NotImplemented


class _Checker(pickle.Unpickler):
    """A loader of packed values with an empty ``__main__``, as in a worker."""

    def find_class(self, module: str, name: str) -> Any:
        if module in (MAIN_MODULE, "__mp_main__"):
            raise CannotTravel.of(
                say("{name} is defined only in this script or notebook", name=name)
            )
        return super().find_class(module, name)


def _importable(value: Any) -> bool:
    """Return True if a worker can find the value by name."""
    module = getattr(value, "__module__", None)
    if module in (None, MAIN_MODULE, "__mp_main__") or module not in sys.modules:
        return False
    found: Any = sys.modules[module]
    for name in value.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is value


def _state(function: FunctionType) -> dict[str, Any]:
    names = set(_names(function.__code__))
    known = function.__globals__
    return {
        "globals": {name: known[name] for name in names if name in known},
        "imported": _submodules(names, known),
        "cells": [cell.cell_contents for cell in function.__closure__ or ()],
        "facts": {
            name: getattr(function, name)
            for name in ("__defaults__", "__kwdefaults__", "__doc__", "__qualname__")
        },
    }


def _names(code: CodeType) -> Iterator[str]:
    """Yield the names that the code, and the functions in it, may look up."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _submodules(names: set[str], known: dict[str, Any]) -> list[str]:
    """Return the modules loaded by ``import package.module``, whose only global is ``package``."""
    packages = [known[name].__name__ for name in names if isinstance(known.get(name), ModuleType)]
    return [
        module
        for module in tuple(sys.modules)
        if any(module.startswith(f"{package}.") for package in packages)
        and names.issuperset(module.split(".")[1:])
    ]


def _skeleton(code: bytes, shared: dict[str, Any], name: str, cells: int) -> FunctionType:
    from types import CellType

    shared.setdefault("__builtins__", builtins)
    shared.setdefault("__name__", MAIN_MODULE)
    return FunctionType(
        marshal.loads(code), shared, name, None, tuple(CellType() for _ in range(cells))
    )


def _filled(function: FunctionType, state: dict[str, Any]) -> None:
    """Fill a function's globals after creating it, as they may contain the function itself."""
    for module in state["imported"]:
        importlib.import_module(module)
    function.__globals__.update(state["globals"])
    for cell, value in zip(function.__closure__ or (), state["cells"], strict=True):
        cell.cell_contents = value
    for name, value in state["facts"].items():
        setattr(function, name, value)


def _cached(function: Callable[..., Any], maxsize: int | None, typed: bool) -> Callable[..., Any]:
    return lru_cache(maxsize, typed)(function)
