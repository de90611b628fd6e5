"""A game in one Python file: read once, and kept as text, so that it can travel.

What is loaded is the text and not the file, which may change meanwhile. The text goes with the
rules wherever they are sent: to a worker on another machine, or to a confined child process that
could not read the file. A game is one file; what it imports must be installed.
"""

from __future__ import annotations

import hashlib
import importlib.util
import pickle
import re
import sys
import threading
import traceback
from dataclasses import dataclass, replace
from importlib.abc import InspectLoader
from pathlib import Path, PurePath
from types import ModuleType

from .rules import BoardError, Rules
from .sentence import say
from .untrusted_files import CannotTake, read_small

IN_A_FILE = re.compile(r"(.+\.pyw?):([^\W\d]\w*)", re.IGNORECASE | re.DOTALL)
"""What a name in a Python file is written like: ``FILE.py:NAME``."""

OF_SPIEL = "spiel:"
"""What the name of a game of OpenSpiel begins with."""

A_FILE = re.compile(r"\.pyw?$", re.IGNORECASE)
"""How the name of a Python file ends."""

LOADING_LOCK = threading.RLock()


class BadGame(BoardError):
    """The text names no game that can be hosted here; the sentence says why."""


@dataclass(frozen=True, slots=True)
class GameFile:
    """The file of a game, as it was when it was read."""

    path: str  # as it was named
    source: str

    @property
    def name(self) -> str:
        """The file's name without its folder."""
        return PurePath(self.path.replace("\\", "/")).name

    @property
    def sha256(self) -> str:
        """The SHA-256 of the file."""
        return hashlib.sha256(self.source.encode()).hexdigest()

    @property
    def module(self) -> ModuleType:
        """The file's module, loaded at most once in a process. Raises BadGame."""
        stem = re.sub(r"[^0-9A-Za-z]", "_", PurePath(self.name).stem)
        name = f"board_game_{self.sha256[:16]}_{stem}"
        with LOADING_LOCK:
            return sys.modules.get(name) or self._loaded(name)

    def _loaded(self, name: str) -> ModuleType:
        spec = importlib.util.spec_from_loader(name, _Text(self), origin=self.path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        module.__file__ = self.path
        sys.modules[name] = module  # dataclasses and pickle look it up there
        try:
            spec.loader.exec_module(module)
        except (Exception, SystemExit) as error:  # anyone's code
            del sys.modules[name]
            raise self._why(error) from error
        return module

    def _why(self, error: BaseException) -> BadGame:
        wanted = error.name if isinstance(error, ModuleNotFoundError) else None
        if wanted and Path(self.path).with_name(f"{wanted.partition('.')[0]}.py").is_file():
            return BadGame(
                say(
                    "{file} imports {name} from its own folder: a game is one file; put both "
                    "into one, or make an installed package of them",
                    file=self.path,
                    name=wanted,
                )
            )
        why = last_line(error, self.path)
        return BadGame(say("{file} could not be loaded: {why}", file=self.path, why=why))

    def restored(self, data: bytes) -> Rules:
        """Return the rules that were pickled where this file had been loaded."""
        assert self.module is not None  # it is there before what is looked up in it
        rules: Rules = pickle.loads(data)
        return replace(rules, origin=self)


class _Text(InspectLoader):
    """Loads a module from the text of a game's file."""

    def __init__(self, file: GameFile) -> None:
        self._file = file

    def get_source(self, fullname: str) -> str:
        return self._file.source  # lines of tracebacks are taken from it

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self._file.source.encode(), self._file.path, "exec"), vars(module))


def read_game_file(file: str) -> GameFile:
    """Read the file of a game. Raises BadGame."""
    try:
        path = Path(file).expanduser()
        if not path.is_file():
            raise BadGame(say("there is no file {file}", file=file))
        return GameFile(file, read_small(path).decode("utf-8"))
    except UnicodeDecodeError:
        raise BadGame(say("{file} is not UTF-8 text", file=file)) from None
    except CannotTake as error:
        raise BadGame(error.sentence) from None
    except (OSError, ValueError, RuntimeError) as error:
        if isinstance(error, BadGame):
            raise
        why = getattr(error, "strerror", None) or error
        raise BadGame(say("{file} cannot be read: {why}", file=file, why=why)) from None


def last_line(error: BaseException, path: str) -> str:
    """Return the last line of the traceback, and where in the file it happened."""
    said = traceback.format_exception_only(error)[-1].strip()
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == path
    ]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    return f"{said} (line {line})" if line else said
