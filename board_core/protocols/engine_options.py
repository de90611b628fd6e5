"""The options that engines of UCI and XBoard list, and wishes for them. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from itertools import pairwise
from types import MappingProxyType
from typing import Literal

from board_core.diagnosis import rows
from board_core.fast_dataclass import dataclass
from board_core.text.harmless_text import MOST_NAME, legible
from board_core.text.sentence import Listed, Sentence, say

from .base import number_of

MOST_OPTION = 10**12
"""The greatest absolute value of the ends of an option's range."""
MOST_CHOICES = 512
"""The choices of an option that are read; those behind them count as not given."""
MOST_OPTIONS = 1_000
"""The options of an engine that are kept; those behind them count as not listed."""
TRUE, FALSE = "true", "false"
NO_OPTIONS: Mapping[str, str] = MappingProxyType({})
SWITCHED = {TRUE: "1", FALSE: "0", "1": TRUE, "0": FALSE}
"""How UCI and XBoard write the values of a switch."""
ENDS = (("min", -1), ("max", 1))

Kind = Literal["number", "switch", "choice", "button", "text"]
KINDS: Mapping[str, Kind] = {
    "spin": "number",
    "slider": "number",
    "check": "switch",
    "combo": "choice",
    **dict.fromkeys(("button", "save", "reset"), "button"),
}
"""The kinds by the words of both protocols; whatever has another word is a text."""
XBOARD_OPTION = re.compile(r"(.*?)\s+-(\w+)\s*(.*)")


@dataclass(frozen=True, slots=True)
class EngineOption:
    """An option that an engine lists."""

    name: str
    kind: Kind
    low: int = -MOST_OPTION
    high: int = MOST_OPTION
    choices: tuple[str, ...] = ()

    def taken(self, value: str) -> str | None:
        """Return a value as the engine writes it; None if the option cannot have it."""
        match self.kind:
            case "number":
                number = number_of(value, self.low, self.high)
                return None if number is None else str(number)
            case "switch" | "choice":
                named = {word.casefold(): word for word in self.choices}
                meant = SWITCHED.get(value.casefold(), "") if self.kind == "switch" else ""
                return named.get(value.casefold(), named.get(meant))
            case "button":
                return None if value else ""
            case "text":
                return value

    @property
    def takes(self) -> Sentence:
        """What the option can be set to."""
        match self.kind:
            case "number":
                return say("a number from {low} to {high}", low=self.low, high=self.high)
            case "button":
                return say("no value, as in {name}=", name=f"option.{self.name}")
            case _:
                return say("one of {choices}", choices=Listed(self.choices))


def uci_option(words: list[str]) -> EngineOption | None:
    """``NAME type spin default 1 min 0 max 9``; name and choices may be several words."""
    if "type" not in words[:-1]:
        return None
    at = words.index("type")
    name, word, rest = legible(" ".join(words[:at]), MOST_NAME), words[at + 1], words[at + 2 :]
    low, high = (_end(dict(pairwise(rest)).get(end, ""), sign) for end, sign in ENDS)
    _, *named = f" {' '.join(rest)} ".split(" var ")
    choices = (TRUE, FALSE) if word == "check" else _choices(named)
    return EngineOption(name, KINDS.get(word, "text"), low, high, choices)


def xboard_option(text: str) -> EngineOption | None:
    """``NAME -spin 1 0 9`` or ``NAME -combo one /// *two``; the chosen one has a star."""
    if (found := XBOARD_OPTION.fullmatch(text)) is None:
        return None
    name, word, rest = found.groups()
    ends = [*rest.split()[1:], "", ""]
    low, high = _end(ends[0], -1), _end(ends[1], 1)
    choices = ["0", "1"] if word == "check" else rest.split("///") if word == "combo" else []
    named = _choices(each.strip().removeprefix("*") for each in choices)
    return EngineOption(legible(name, MOST_NAME), KINDS.get(word, "text"), low, high, named)


def _choices(words: Iterable[str]) -> tuple[str, ...]:
    named = [legible(word.partition(" default ")[0].strip(), MOST_NAME) for word in words]
    return tuple(word for word in named if word)[:MOST_CHOICES]


def _end(word: str, sign: int) -> int:
    """Return an end of a range; one that is not told is beyond any value."""
    number = number_of(word, -MOST_OPTION, MOST_OPTION)
    return sign * MOST_OPTION if number is None else number


def keep(option: EngineOption, listed: dict[str, EngineOption]) -> None:
    """Keep an option by its name in small letters: capitals make no difference."""
    if len(listed) < MOST_OPTIONS:
        listed[option.name.casefold()] = option


def as_listed(
    wishes: Mapping[str, str], listed: Mapping[str, EngineOption]
) -> dict[str, str] | Sentence:
    """Return the wishes as the engine writes them, or why one cannot be met."""
    known = dict[str, str]()
    for name, value in wishes.items():
        option = listed.get(name.casefold())
        if option is None:
            near = get_close_matches(name.casefold(), listed, n=1, cutoff=0.4)
            if near:
                return rows.NEAR_OPTION(option=name, meant=listed[near[0]].name)
            return rows.NO_OPTION(option=name) if listed else rows.NO_OPTIONS(option=name)
        if (taken := option.taken(value)) is None:
            return rows.OPTION_TAKES(option=option.name, takes=option.takes, value=repr(value))
        known[option.name] = taken
    return known
