"""A few challengers against all others. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from board_core.contest.field import Field, Number, Round
from board_core.fast_dataclass import dataclass
from board_core.text.languages import N_
from board_core.text.sentence import say

from .format import Format, FormatSettings, SettingMistake
from .invariants import STATIC_RULES, Rule
from .scheme import BadScheme, PairingStep, at_least, round_of


@dataclass(frozen=True, slots=True)
class Gauntlet:
    """The first ``challengers`` of the list meet all the others, not one another.

    A round has all ``games`` of each two who meet. Colours change from game to game, and two
    games with colours reversed share an opening that no other two games have.
    """

    challengers: int = 1
    games: int = 2

    def __post_init__(self) -> None:
        at_least(1, challengers=self.challengers, games=self.games)

    def keeps(self, field: Field) -> frozenset[Rule]:
        return STATIC_RULES

    def next_round(self, field: Field) -> Round | PairingStep:
        opponents = len(field.entrants) - self.challengers
        if opponents < 1:
            raise BadScheme(
                say(
                    "a gauntlet with {challengers} challengers needs {needed} entrants or more, "
                    "not {players}",
                    challengers=self.challengers,
                    needed=self.challengers + 1,
                    players=len(field.entrants),
                )
            )
        if len(field.rounds) >= max(self.challengers, opponents):
            return PairingStep.OVER
        return round_of(field, self._games(field.entrants, len(field.rounds), opponents))

    def _games(
        self, entrants: tuple[Number, ...], round: int, opponents: int
    ) -> Iterator[tuple[Number, Number, int]]:
        """Move each challenger on by one opponent a round; one without an opponent waits."""
        for challenger in range(self.challengers):
            opponent = (challenger + round) % max(self.challengers, opponents)
            if opponent >= opponents:
                continue
            first = (challenger * opponents + opponent) * ((self.games + 1) // 2)
            pair = entrants[challenger], entrants[self.challengers + opponent]
            for game in range(self.games):
                swapped = (game + challenger + opponent) % 2
                yield *(reversed(pair) if swapped else pair), first + game // 2


@dataclass(frozen=True, slots=True)
class GauntletFormat(Format):
    """The first ``challengers`` play ``games`` games against each of the others."""

    page_by_opponent: bool = True

    def scheme(self, settings: FormatSettings) -> Gauntlet:
        return Gauntlet(settings.challengers, settings.games)

    def planned_games(self, settings: FormatSettings, field: Field) -> int:
        opponents = settings.entrants - settings.challengers
        return settings.challengers * opponents * settings.games

    def mistake(self, settings: FormatSettings) -> SettingMistake | None:
        if settings.challengers < settings.entrants:
            return None
        why = say("a gauntlet needs more entrants than challengers")
        return SettingMistake("challengers", why)


GAUNTLET = GauntletFormat("gauntlet", N_("gauntlet"))
