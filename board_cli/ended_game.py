"""The line on a game that has ended, and the games that are kept for the summary."""

from __future__ import annotations

from board_core import Reason
from board_core.fast_dataclass import dataclass
from board_core.game.rules import BLAMES_A_PLAYER
from board_core.match import MatchGame
from board_core.text.harmless_text import visible

from .language import words

FAULT_REASONS = (BLAMES_A_PLAYER - {Reason.TIME}) | {Reason.INTERNAL_ERROR}
"""Endings that are somebody's fault; time is one when there is an explanation for it."""
SHOWN_FAULTS = 20
"""The most games lost by a fault that the summary tells of."""

SHOWN_RESULTS = 20
"""The most results that are told again once the screen has gone."""


def result_parts(game: MatchGame, games: int) -> list[tuple[str, str]]:
    """Return the parts of the line of a game, each with its style."""
    names, parts = game.played.names, []
    if games > 1:
        parts.append((f"{game.number:>{len(str(games))}}  ", "dim"))
    return [
        *parts,
        (f"{visible(names.white)} - {visible(names.black)}  ", ""),
        (game.played.result, "bold"),
        (f"  {said(game)}", ""),
        (f"  {moves_text(game.played.plies)}", "dim"),
    ]


def said(game: MatchGame) -> str:
    return visible(words.outcome(game.played.outcome, game.played.explanation))


def moves_text(plies: int) -> str:
    return words.plural("({count} move)", "({count} moves)", (plies + 1) // 2)


def is_fault(game: MatchGame) -> bool:
    return game.played.outcome.reason in FAULT_REASONS or game.played.explanation is not None


@dataclass(frozen=True, slots=True)
class KeptResults:
    """The results that will be told of at the end; a match of any length keeps as few."""

    last: MatchGame | None = None
    first_results: tuple[MatchGame, ...] = ()
    faults: tuple[MatchGame, ...] = ()
    more_faults: int = 0

    def after(self, game: MatchGame) -> KeptResults:
        fault = is_fault(game)
        room = len(self.faults) < SHOWN_FAULTS
        return KeptResults(
            game,
            (*self.first_results, game)[:SHOWN_RESULTS],
            (*self.faults, game) if fault and room else self.faults,
            self.more_faults + (fault and not room),
        )
