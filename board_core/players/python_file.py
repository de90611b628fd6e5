"""Finds a function in a Python file."""

from __future__ import annotations

import importlib.util
import re
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any
from zlib import crc32

from board_core.diagnosis import rows
from board_core.text.sentence import BoardError, Listed


class BadFunction(BoardError):
    """The file or function is missing, or the file cannot be run; the sentence says which."""


def function_in(file: str, function: str) -> Callable[..., Any]:
    """Run a Python file as a module and return its function. Raises BadFunction.

    The file's folder is appended to ``sys.path``, so that it can import its neighbours.
    The function can be pickled for other processes (see :mod:`board_core.players.isolated`).
    """
    path = existing(file)
    module = _loaded(path, file)
    found = getattr(module, function, None)
    if callable(found):
        return found  # type: ignore[no-any-return]
    if functions := functions_of(module):
        raise BadFunction(
            rows.NO_FUNCTION(file=file, function=function, functions=Listed(functions))
        )
    raise BadFunction(rows.NO_FUNCTIONS(file=file, function=function))


def existing(file: str) -> Path:
    """Return the path of a file. Raises BadFunction if there is none."""
    try:
        path = Path(file).expanduser().resolve()
        if path.is_file():
            return path
    except (OSError, ValueError, RuntimeError):  # a file cannot have such a name
        pass
    raise BadFunction(rows.NO_FUNCTION_FILE(file=file))


def functions_of(module: ModuleType) -> list[str]:
    """Return the names of the module's own public functions, in file order."""
    return [
        name
        for name, value in vars(module).items()
        if callable(value)
        and getattr(value, "__module__", None) == module.__name__
        and not isinstance(value, type)
        and not name.startswith("_")
    ]


def _loaded(path: Path, file: str) -> ModuleType:
    folder, name = str(path.parent), _module_name(path)
    if folder not in sys.path:
        sys.path.append(folder)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and pickle look it up there
    try:
        spec.loader.exec_module(module)
    except BaseException as error:  # anyone's code
        sys.modules.pop(name, None)
        if isinstance(error, KeyboardInterrupt):
            raise
        raise BadFunction(rows.NOT_LOADED(file=file, why=_last_line(error, path))) from error
    return module


def _module_name(path: Path) -> str:
    """Return a unique module name, because the file may be called random.py."""
    return f"board_file_{crc32(bytes(path)):08x}_{re.sub(r'[^0-9A-Za-z]', '_', path.stem)}"


def _last_line(error: BaseException, path: Path) -> str:
    """Return the last line of the traceback, and the line of the file it came from."""
    said = traceback.format_exception_only(error)[-1].strip()
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == str(path)
    ]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    return f"{said} (line {line})" if line else said
