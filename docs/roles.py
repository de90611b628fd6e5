"""Docstrings name things by roles, as in ``:class:`~a.b.C` ``; the site shows ``C``."""

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
    return ROLE.sub(lambda role: f"`{shown(role[1])}`", text)


def shown(target: str) -> str:
    return target.rpartition(".")[2] if target.startswith("~") else target
