"""Load a game from one Python file, which is read once and kept as text.

The board loads the text, as the file may change meanwhile. The text is sent along with the rules to
workers on other machines, and to confined child processes that cannot read the file. A game is one
file; the packages it imports must be installed.
"""

from __future__ import annotations

import importlib.util
import re
import sys
import threading
import traceback
from dataclasses import replace
from importlib.abc import InspectLoader
from pathlib import Path, PurePath
from types import ModuleType

from board_core.fast_dataclass import dataclass
from board_core.files.untrusted_files import CannotTake, read_small
from board_core.game.rules import Rules
from board_core.text.sentence import BoardError, say

IN_A_FILE = re.compile(r"(.+\.pyw?):([^\W\d]\w*)", re.IGNORECASE | re.DOTALL)
"""The form of a name in a Python file: ``FILE.py:NAME``."""

OF_SPIEL = "spiel:"
"""The prefix of names of OpenSpiel games."""

A_FILE = re.compile(r"\.pyw?$", re.IGNORECASE)
"""The extension of a Python file."""

LOADING_LOCK = threading.RLock()


class BadGame(BoardError):
    """The text names no game that can be played here; the sentence says why."""


@dataclass(frozen=True, slots=True)
class GameFile:
    """The path and the text of a game's file, as they were when it was read."""

    path: str  # as the user wrote it
    source: str

    @property
    def name(self) -> str:
        """The file's name without its folder."""
        return PurePath(self.path.replace("\\", "/")).name

    @property
    def sha256(self) -> str:
        """The SHA-256 of the file's text in UTF-8, in hexadecimal."""
        from hashlib import sha256  # with OpenSSL it takes 4 MB, and most games are no file

        return sha256(self.source.encode()).hexdigest()

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
        sys.modules[name] = module  # dataclasses and pickle look the module up there
        try:
            spec.loader.exec_module(module)
        except (Exception, SystemExit) as error:  # untrusted code
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
        """Return rules that were pickled in a process which had loaded this file."""
        import pickle  # only for games that travel to a worker

        assert self.module is not None  # loads it: pickle looks names up in it
        rules: Rules = pickle.loads(data)
        return replace(rules, origin=self)


class _Text(InspectLoader):
    """Loader of a module from the text of a game's file."""

    def __init__(self, file: GameFile) -> None:
        self._file = file

    def get_source(self, fullname: str) -> str:
        return self._file.source  # tracebacks quote their lines from it

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
    """Return the last line of an error's traceback, with the line number in the file."""
    said = traceback.format_exception_only(error)[-1].strip()
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == path
    ]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    return f"{said} (line {line})" if line else said
