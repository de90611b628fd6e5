"""The games this library can host, each as one value: its rules, and all that it brings along."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from .ais import AIS_OF, ANY_GAME, VARIANT_AIS
from .games import DRAW_RULES, GAMES, LESSONS, RECORD_FORMATS, SAMPLES, RecordFormat
from .games.chess import VARIANT_GAMES
from .games.lessons import Lessons, Samples
from .rules import Explained, Rules
from .sentence import say

MakeAI = Callable[[int | None], Callable[..., Any]]
"""Make a function that plays, repeatable by a seed."""


class UnknownGame(Explained):
    """The text names no game; the sentence says which there are."""


@dataclass(frozen=True, slots=True)
class HostedGame:
    """A game, and what it brings along."""

    rules: Rules
    ais: Mapping[str, MakeAI] = field(default_factory=lambda: dict(ANY_GAME))
    """Players that come with it, by their names; weak ones first."""
    lessons: Lessons | None = None
    """What programs are examined in."""
    samples: Samples | None = None
    """What players are timed on."""
    records: tuple[RecordFormat, ...] = ()
    """How its records are written and read; the usual form first."""
    draw_rules: Mapping[str, Rules] = field(default_factory=dict)
    """The same game under other rules of what is a draw, where there is a choice."""


HOSTED: Mapping[str, HostedGame] = {
    name: HostedGame(
        rules,
        VARIANT_AIS if name in VARIANT_GAMES else AIS_OF.get(rules.family, ANY_GAME),
        LESSONS.get(rules.family),
        SAMPLES.get(rules.family),
        RECORD_FORMATS[name],
        DRAW_RULES.get(name, {}),
    )
    for name, rules in GAMES.items()
}
"""The games that come with the library, by the names of their rules."""


def game_named(text: str) -> HostedGame:
    """The game that a text names. Raises UnknownGame."""
    if (game := HOSTED.get(text)) is not None:
        return game
    close = get_close_matches(text, HOSTED, n=1)
    there_is = ", ".join(HOSTED)
    if close:
        raise UnknownGame(
            say(
                "{text} is no game; did you mean {meant}? There is {there_is}",
                text=repr(text),
                meant=close[0],
                there_is=there_is,
            )
        )
    raise UnknownGame(
        say("{text} is no game: there is {there_is}", text=repr(text), there_is=there_is)
    )


def hosted(rules: Rules) -> HostedGame:
    """What a game brings along, found by its rules."""
    return HOSTED.get(rules.name) or HostedGame(rules)
