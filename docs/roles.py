"""Docstrings are written for editors: ``:class:`~a.b.C` `` is a link there, ``::`` begins code.

The site shows ``C``, and the code.
"""

import re
from typing import Any

import griffe

ROLE = re.compile(r":(?:class|attr|func|meth|data|mod|exc):`([^`]+)`")


class Roles(griffe.Extension):
    """Rewrites each docstring once it is read."""

    def on_object(self, *, obj: griffe.Object, **_kwargs: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = plain(obj.docstring.value)


def plain(text: str) -> str:
    text = re.sub(r" ?::$", ":", text, flags=re.MULTILINE)
    return ROLE.sub(lambda role: f"`{shown(role[1])}`", text)


def shown(target: str) -> str:
    return target.rpartition(".")[2] if target.startswith("~") else target
