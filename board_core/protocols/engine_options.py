"""The options that engines of UCI and XBoard list, and wishes for them. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from itertools import pairwise
from types import MappingProxyType

from board_core.diagnosis import rows
from board_core.fast_dataclass import dataclass
from board_core.text.harmless_text import MOST_NAME, legible
from board_core.text.sentence import Listed, Sentence, say

from .base import number_of

NO_WISHES: Mapping[str, str] = MappingProxyType({})
MOST_OPTION = 10**12
"""The greatest absolute value of an option; it stands for an end of a range that is not told."""
MOST_CHOICES = 512
"""The choices of an option that are read; those behind them count as not given."""
MOST_OPTIONS = 1_000
"""The options of an engine that are kept; those behind them count as not listed."""
BUTTONS, NUMBERS = ("button", "save", "reset"), ("spin", "slider")
XBOARD_OPTION = re.compile(r"(.*?)\s+-(\w+)\s*(.*)")

OptionsListed = dict[str, "EngineOption"]
"""An engine's options by their names in small letters: capitals make no difference."""


@dataclass(frozen=True, slots=True)
class EngineOption:
    """An option that an engine lists: a button, a number, a choice (a switch too), or any text."""

    name: str
    kind: str
    ends: tuple[int, int] = (-MOST_OPTION, MOST_OPTION)
    choices: tuple[str, ...] = ()

    def keep(self, listed: OptionsListed) -> None:
        if len(listed) < MOST_OPTIONS:
            listed[self.name.casefold()] = self

    def taken(self, value: str) -> str | None:
        """Return a value as the engine writes it; None if the option cannot have it."""
        if self.kind in BUTTONS:
            return None if value else ""
        if self.kind in NUMBERS:
            return None if number_of(value, *self.ends) is None else value
        known = {word.casefold(): word for word in self.choices}
        return known.get(value.casefold()) if known else value

    @property
    def takes(self) -> Sentence:
        if self.kind in BUTTONS:
            return say("no value, as in {name}=", name=f"option.{self.name}")
        if self.kind in NUMBERS:
            return say("a number from {low} to {high}", low=self.ends[0], high=self.ends[1])
        return say("one of {choices}", choices=Listed(self.choices))


def uci_option(words: list[str]) -> EngineOption | None:
    """``NAME type spin default 1 min 0 max 9``; name and choices may be several words."""
    if "type" not in words[:-1]:
        return None
    at = words.index("type")
    kind, rest = words[at + 1], words[at + 2 :]
    told, (_, *choices) = dict(pairwise(rest)), f" {' '.join(rest)} ".split(" var ")
    ends = told.get("min", ""), told.get("max", "")
    named = ("true", "false") if kind == "check" else choices
    return _option(" ".join(words[:at]), kind, ends, named)


def xboard_option(text: str) -> EngineOption | None:
    """``NAME -spin 1 0 9`` or ``NAME -combo one /// *two``; the chosen one has a star."""
    if (found := XBOARD_OPTION.fullmatch(text)) is None:
        return None
    name, kind, rest = found.groups()
    low, high = [*rest.split()[1:], "", ""][:2]
    named = {"check": ["0", "1"], "combo": rest.split("///")}.get(kind, [])
    return _option(name, kind, (low, high), (each.strip().removeprefix("*") for each in named))


def _option(name: str, kind: str, told: tuple[str, str], named: Iterable[str]) -> EngineOption:
    low, high = (number_of(end, -MOST_OPTION, MOST_OPTION) for end in told)
    ends = -MOST_OPTION if low is None else low, MOST_OPTION if high is None else high
    choices = [word for each in named if (word := each.partition(" default ")[0].strip())]
    kept = tuple(legible(word, MOST_NAME) for word in choices[:MOST_CHOICES])
    return EngineOption(legible(name, MOST_NAME), kind, ends, kept)


def as_listed(
    wishes: Mapping[str, str], listed: OptionsListed
) -> tuple[dict[str, str], Sentence | None]:
    """Return the wishes as the engine writes them; none, and why, if one cannot be met."""
    known = dict[str, str]()
    for name, value in wishes.items():
        if (option := listed.get(name.casefold())) is None:
            if near := get_close_matches(name.casefold(), listed, n=1, cutoff=0.4):
                return {}, rows.NEAR_OPTION(option=name, meant=listed[near[0]].name)
            return {}, rows.NO_OPTION(option=name)
        if (taken := option.taken(value)) is None:
            name, takes = option.name, option.takes
            return {}, rows.OPTION_TAKES(option=name, takes=takes, value=repr(value))
        known[option.name] = taken
    return known, None
