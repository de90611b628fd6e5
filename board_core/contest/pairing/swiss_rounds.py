"""Formats with a planned number of rounds, and advice on that number. Pure."""

from __future__ import annotations

from collections.abc import Callable

from board_core.contest.field import Field
from board_core.fast_dataclass import dataclass
from board_core.text.sentence import say

from .format import Format, FormatSettings, RoundsAdvice, RoundsFit
from .scheme import Scheme

SchemeMaker = Callable[[int, int], Scheme]
"""Makes a scheme of a number of rounds and a seed."""


@dataclass(frozen=True, slots=True)
class SwissFormat(Format):
    """Plays ``rounds`` rounds, in each of which opponents have about the same points."""

    fixed_pairings: bool = False
    make: SchemeMaker | None = None
    make_relaxed: SchemeMaker | None = None  # without the rules on colours

    def scheme(self, settings: FormatSettings) -> Scheme:
        assert self.make is not None
        return self.make(settings.rounds, settings.seed)

    def relaxed_scheme(self, settings: FormatSettings) -> Scheme | None:
        make = self.make_relaxed
        return None if make is None else make(settings.rounds, settings.seed)

    def planned_games(self, settings: FormatSettings, field: Field) -> int:
        rounds_left = max(0, settings.rounds - len(field.rounds))
        paired = sum(len(each.pairings) for each in field.rounds)
        return paired + rounds_left * (len(field.active) // 2) * settings.games_per_pairing

    def useful_openings(self, settings: FormatSettings) -> int:
        """Return the number of rounds: all games of a round have one opening."""
        return settings.rounds

    def planned_rounds(self, settings: FormatSettings, field: Field) -> int | None:
        return max(settings.rounds, len(field.rounds))

    def advice(self, settings: FormatSettings) -> RoundsAdvice | None:
        return rounds_advice(settings.entrants, settings.rounds)


def rounds_advice(players: int, rounds: int) -> RoundsAdvice:
    """Return advice to an organiser who wants a Swiss of so many rounds.

    With n players (made even by the bye), up to n/2 rounds leave everybody at least n/2 opponents
    not met yet, and then everybody can be paired (G. A. Dirac, Proc. London Math. Soc. 3, 1952,
    69-81); that holds of rematches, not of colours and byes.
    """
    even = players + players % 2
    if rounds <= even // 2:
        return RoundsAdvice(
            RoundsFit.SAFE,
            say(
                "{rounds} rounds for {players} entrants: there is always a pairing without "
                "rematches",
                rounds=rounds,
                players=players,
            ),
        )
    if rounds <= even - 3:
        return RoundsAdvice(
            RoundsFit.TIGHT,
            say(
                "{rounds} rounds are many for {players} entrants: a late round may have no "
                "pairing without rematches; up to {safe} rounds are safe",
                rounds=rounds,
                players=players,
                safe=even // 2,
            ),
        )
    return RoundsAdvice(
        RoundsFit.TOO_MANY,
        say(
            "{rounds} rounds are too many for a Swiss of {players} entrants: up to {safe} are "
            "safe; in a round robin everybody meets everybody in {all_rounds}",
            rounds=rounds,
            players=players,
            safe=even // 2,
            all_rounds=even - 1,
        ),
    )
