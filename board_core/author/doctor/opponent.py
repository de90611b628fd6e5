"""The doctor's side of a game, which steers towards the moves a program should be told."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import inf

from board_core.game.player import Answer, Play, Player, Resign, Turn
from board_core.game.rules import IllegalMove, Move, Position
from board_core.game.timesource import RealTime, TimeSource
from board_core.games.lessons import Feature, Lessons

RARE_PLIES = 80
"""Plies up to which a game goes on for what is rare alone."""

LASTING_SECONDS = 1.0
"""Seconds for which a game is kept from its end at most."""

Wanted = dict[Feature, int]
"""The features that have not been answered often enough, with the number of times left."""


def take_off(wanted: Wanted, features: Iterable[Feature]) -> None:
    """Want these features once less."""
    for feature in features:
        if feature in wanted:
            wanted[feature] -= 1
            if wanted[feature] <= 0:
                del wanted[feature]


def forget(wanted: Wanted, features: Iterable[Feature]) -> None:
    """Want these features no more."""
    for feature in features:
        wanted.pop(feature, None)


class Steering(Player):
    """Plays the wanted moves as soon as they are legal, and resigns after the last.

    ``wanted`` is shared between games and shrinks: a feature that was answered need not come again.
    One that changes more than a place is to be followed by another answer, which shows whether the
    program's board went wrong. Rare ones are played where they cost nothing. Before ``lasts`` plies
    it does not win, if the program answers soon: what goes wrong by chance needs moves to show. One
    that ``provokes`` moves also towards those that cost it something.
    """

    def __init__(
        self,
        lessons: Lessons,
        wanted: Wanted,
        opening: Sequence[str] = (),
        seed: int = 0,
        plies: int = 300,
        seconds: float = inf,
        time: TimeSource | None = None,
        lasts: int = 0,
        provokes: bool = False,
    ) -> None:
        self.name = "doctor"
        self._lessons = lessons
        self._wanted = wanted
        self._opening = list(opening)
        self._chance = random.Random(seed)
        self._plies = plies
        self._seconds = seconds
        self._time = time or RealTime()
        self._lasts, self._provokes = lasts, provokes
        self._give_up = self._may_end_at = inf  # known from the first question
        self._may_end = True
        self._played: Collection[Feature] = ()  # with the last move
        self._answered: Collection[Feature] = ()  # with the one before, if they change more
        self._manner = lessons.manner()
        self._quiet = 0  # moves that it chose
        self._awaits_rare = False
        self._promoted = ""  # the point of a piece that has just become no queen

    def ask(self, turn: Turn, answer: Answer) -> None:
        twice = [feature for feature in self._played if feature.changes_more]
        take_off(self._wanted, [*self._answered, *(f for f in self._played if f not in twice)])
        self._answered, self._played = twice, ()
        now = self._time.now()
        self._give_up = min(self._give_up, now + self._seconds)
        self._may_end_at = min(self._may_end_at, now + LASTING_SECONDS)
        self._may_end = turn.ply >= self._lasts or now >= self._may_end_at
        over = turn.ply >= self._plies or now >= self._give_up
        possible, answered = self._lessons.possible, self._answered
        left = self._due if turn.ply >= RARE_PLIES else [*self._wanted]
        if over or not any(f in answered or possible(turn.position, f) for f in left):
            answer(Resign())
            return
        self._awaits_rare = len(left) > len(self._due)
        move = self._of_the_promoted(turn.position) or self._choose(turn.position, [*turn.moves])
        self._played = self._lessons.all_features(turn.position, move, [*turn.moves])
        tells = move[4:] != "q" or any(feature in self._wanted for feature in self._played)
        self._promoted = move[2:4] if move[4:] and tells else ""
        answer(Play(move))

    @property
    def _due(self) -> list[Feature]:
        """Return the wanted features that are not rare, in the order of the report card."""
        catalogue = self._lessons.catalogue
        return [f for f in catalogue if f in self._wanted and not f.rare]

    @property
    def _aims(self) -> Collection[Feature]:
        """Return what it moves towards where nothing that is wanted can be played."""
        return [feature for feature in self._wanted if self._provokes or not feature.provoked]

    def _choose(self, position: Position, before: Sequence[Move]) -> Move:
        moves, lasting = position.legal_moves(), self._lessons.lasting
        told = self._lessons.all_features
        special = {move: told(position, move, before, self._wanted) for move in moves}
        possible = self._lessons.possible
        due = [feature for feature in self._due if feature not in self._answered]
        wanted = [feature for feature in due if possible(position, feature)]
        alone = wanted == [lasting] and not self._awaits_rare and self._may_end
        for feature in wanted:
            if feature is lasting and not (alone or self._hopeless):
                break
            if chosen := [move for move in moves if feature in special[move]]:
                foreseen = [m for m in chosen if position.notation(m) in self._opening]
                most = max(len({*special[move]} & {*wanted}) for move in chosen)
                rich = [m for m in chosen if len({*special[m]} & {*wanted}) == most]
                if feature.longest:
                    long = max(len(position.notation(move)) for move in rich)
                    rich = [move for move in rich if len(position.notation(move)) == long]
                return self._chance.choice(foreseen or rich)
        avoided = () if alone else (lasting,)
        quiet = [m for m in moves if not any(f in avoided for f in special[m])]
        if self._awaits_rare and (rare := self._rare(position, quiet, special)):
            return self._manner.choose(position, rare, self._aims, self._chance.random)
        if (planned := self._planned(position)) is not None:
            return planned
        self._quiet += 1
        return self._manner.choose(position, quiet or moves, self._aims, self._chance.random)

    def _rare(
        self, position: Position, moves: Sequence[Move], special: Mapping[Move, Collection[Feature]]
    ) -> list[Move]:
        """Return the moves with the rarest wanted feature that lose nothing."""
        lessons = self._lessons
        for feature in reversed([feature for feature in lessons.catalogue if feature.rare]):
            found = [m for m in moves if feature in self._wanted and feature in special[m]]
            if sound := [move for move in found if not lessons.bold(position, move)]:
                return sound
        return []

    def _of_the_promoted(self, position: Position) -> Move | None:
        """Return the best move of the piece that a pawn has just become.

        Only a program that knows which one it is, and whose, can follow.
        """
        moves = position.legal_moves() if self._promoted else ()
        if own := [move for move in moves if move.startswith(self._promoted)]:
            return self._manner.choose(position, own, (), self._chance.random)
        return None

    @property
    def _hopeless(self) -> bool:
        """Return True late in the game, when no wanted move is likely to come any more."""
        return self._quiet > self._plies // 3

    def _planned(self, position: Position) -> Move | None:
        for text in list(self._opening):
            try:
                move = position.parse(text)
            except IllegalMove:
                continue
            self._opening.remove(text)
            if not self._lessons.bold(position, move):
                return move
        return None


class GivingPlayer(Player):
    """Gives its pieces away and lets pawns pass, until the program has played special moves.

    Those are written in a way of their own; it plays them only if nothing hinders it.
    """

    name = "doctor"

    def __init__(
        self, lessons: Lessons, plies: int, seconds: float, time: TimeSource | None = None
    ) -> None:
        self._lessons = lessons
        self._plies = plies
        self._seconds = seconds
        self._time = time or RealTime()
        self._chance = random.Random(1)
        self._give_up = inf
        self._unseen = [features for _, features in lessons.written]

    def ask(self, turn: Turn, answer: Answer) -> None:
        give_way, now = self._lessons.gives_way, self._time.now()
        self._give_up = min(self._give_up, now + self._seconds)
        if turn.before is not None:
            shown = {*self._lessons.features(turn.before, turn.moves[-1])}
            self._unseen = [features for features in self._unseen if not features & shown]
        over = turn.ply >= self._plies or now >= self._give_up or not self._unseen
        if over or give_way is None:
            answer(Resign())
        else:
            answer(Play(give_way(turn.position, self._chance.random)))


def everything(lessons: Lessons) -> Wanted:
    """Return all features that can be wanted, each as often as it has to come up."""
    return {feature: feature.rare or 1 for feature in lessons.catalogue}
