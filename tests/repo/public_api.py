"""What others may build on, as text: ``python tests/repo/public_api.py`` writes it anew.

Everything that the modules below name in ``__all__``: classes with their public members, functions
with their parameters, and values. A change of it is a change that users notice: say so in
CHANGELOG.md.
"""

from __future__ import annotations

import enum
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path

LIST = Path(__file__).with_name("public_api.txt")

MODULES = (
    "board_core",
    "board_core.ais",
    "board_core.bench",
    "board_core.contest",
    "board_core.doctor",
    "board_core.games",
    "board_core.games.chess",
    "board_core.games.gomoku",
    "board_core.journal",
    "board_core.players",
    "board_core.protocols",
)


def public_api() -> str:
    return "\n".join(line for name in MODULES for line in _module(name)) + "\n"


def _module(name: str) -> Iterator[str]:
    module = importlib.import_module(name)
    yield f"[{name}]"
    for public in sorted(module.__all__):
        yield from _described(public, getattr(module, public))
    yield ""


def _described(name: str, thing: object) -> Iterator[str]:
    if inspect.isclass(thing):
        yield f"class {name}{_bases(thing)}"
        yield from (f"    {line}" for line in _members(thing))
    elif inspect.isfunction(thing):
        yield f"def {name}{_parameters(thing)}"
    elif inspect.ismodule(thing):
        yield f"module {name}"
    else:
        yield f"{name}: {type(thing).__name__}"


def _bases(thing: type) -> str:
    bases = [base.__name__ for base in thing.__bases__ if base is not object]
    return f"({', '.join(bases)})" if bases else ""


def _members(thing: type) -> Iterator[str]:
    if issubclass(thing, enum.Enum):
        yield from (member.name for member in thing)
        return
    if "__init__" in vars(thing) and not getattr(thing, "_is_protocol", False):
        yield f"__init__{_parameters(vars(thing)['__init__'])}"
    for name in sorted(vars(thing)):
        member = inspect.getattr_static(thing, name)
        if name.startswith("_"):
            continue
        if isinstance(member, classmethod | staticmethod):
            yield f"{name}{_parameters(member.__func__)}"
        elif inspect.isfunction(member):
            yield f"{name}{_parameters(member)}"
        else:
            yield name


def _parameters(function: object) -> str:
    """Names, kinds and whether there is a default; annotations are mypy's business."""
    assert callable(function)
    parts, starred = [], False
    for each in inspect.signature(function).parameters.values():
        if each.kind is each.VAR_POSITIONAL:
            starred = True
            parts.append(f"*{each.name}")
        elif each.kind is each.VAR_KEYWORD:
            parts.append(f"**{each.name}")
        else:
            if each.kind is each.KEYWORD_ONLY and not starred:
                starred = True
                parts.append("*")
            parts.append(each.name + ("" if each.default is each.empty else "=..."))
    return f"({', '.join(parts)})"


if __name__ == "__main__":
    LIST.write_text(public_api(), encoding="utf-8", newline="\n")
