"""``board check-game``: the laws of a game's rules, and which of them are not kept."""

from __future__ import annotations

from typing import TextIO

from rich.text import Text

from board_core import Rules
from board_core.author.conformance import LAWS, check_rules
from board_core.words import visible

from .language import _, words
from .screen import console_for


def run_check_game(rules: Rules, games: int, seed: int, stream: TextIO) -> int:
    """Examine the rules and return the exit code."""
    console = console_for(stream)
    broken = {violation.law: violation for violation in check_rules(rules, games, seed=seed)}
    console.print(Text(visible(rules.name)))
    console.print()
    for law, title in LAWS.items():
        violation = broken.get(law)
        sign, style = (_("ok"), "green") if violation is None else (_("FAULT"), "bold red")
        console.print(Text(f"{sign:6} ", style), Text(words.sentence(title)), sep="")
        if violation is not None:
            console.print(Text(f"       {visible(words.sentence(violation.sentence))}"))
    console.print()
    console.print(
        words.plural(
            "{broken} of {laws} laws broken, {count} game",
            "{broken} of {laws} laws broken, {count} games",
            games,
            broken=len(broken),
            laws=len(LAWS),
        )
    )
    return 1 if broken else 0
