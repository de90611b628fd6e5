"""The doctor's side of a game, which steers towards the moves a program should be told."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from math import inf

from board_core.games.lessons import Feature, Lessons
from board_core.player import Answer, Play, Player, Resign, Turn
from board_core.rules import IllegalMove, Move, Position
from board_core.timesource import RealTime, TimeSource


class Steering(Player):
    """Plays the wanted moves as soon as they are legal, and resigns after the last.

    ``wanted`` is shared between games and shrinks: a feature that was answered need not come again.
    One that changes more than a place is to be followed by another answer, which shows whether the
    program's board went wrong.
    """

    def __init__(
        self,
        lessons: Lessons,
        wanted: set[Feature],
        opening: Sequence[str] = (),
        seed: int = 0,
        plies: int = 300,
        seconds: float = inf,
        time: TimeSource | None = None,
    ) -> None:
        self.name = "doctor"
        self._lessons = lessons
        self._wanted = wanted
        self._opening = list(opening)
        self._chance = random.Random(seed)
        self._plies = plies
        self._seconds = seconds
        self._time = time or RealTime()
        self._give_up = inf  # known from the first question
        self._played: Collection[Feature] = ()  # with the last move
        self._answered: Collection[Feature] = ()  # with the one before, if they change more
        self._manner = lessons.manner()
        self._quiet = 0  # moves that it chose
        self._promoted = ""  # the point of a piece that has just become no queen

    def ask(self, turn: Turn, answer: Answer) -> None:
        twice = [feature for feature in self._played if feature in self._lessons.changes_more]
        self._wanted.difference_update(self._answered, set(self._played).difference(twice))
        self._answered, self._played = twice, ()
        now = self._time.now()
        self._give_up = min(self._give_up, now + self._seconds)
        over = turn.ply >= self._plies or now >= self._give_up
        possible, answered = self._lessons.possible, self._answered
        if over or not any(f in answered or possible(turn.position, f) for f in self._wanted):
            answer(Resign())
            return
        move = self._of_the_promoted(turn.position) or self._choose(turn.position)
        self._played = self._lessons.features(turn.position, move)
        tells = move[4:] != "q" or any(feature in self._wanted for feature in self._played)
        self._promoted = move[2:4] if move[4:] and tells else ""
        answer(Play(move))

    def _choose(self, position: Position) -> Move:
        moves, lasting = position.legal_moves(), self._lessons.lasting
        special = {move: self._lessons.features(position, move) for move in moves}
        possible = self._lessons.possible
        due = [f for f in self._lessons.titles if f in self._wanted and f not in self._answered]
        wanted = [feature for feature in due if possible(position, feature)]
        for feature in wanted:
            if feature is lasting and wanted != [lasting] and not self._hopeless:
                break
            if chosen := [move for move in moves if feature in special[move]]:
                foreseen = [m for m in chosen if position.notation(m) in self._opening]
                most = max(len({*special[move]} & {*wanted}) for move in chosen)
                rich = [m for m in chosen if len({*special[m]} & {*wanted}) == most]
                return self._chance.choice(foreseen or rich)
        if (planned := self._planned(position)) is not None:
            return planned
        avoided = () if wanted == [lasting] else (lasting,)
        quiet = [m for m in moves if not any(f in avoided for f in special[m])]
        self._quiet += 1
        return self._manner.choose(position, quiet or moves, wanted, self._chance.random)

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


def everything(lessons: Lessons) -> set[Feature]:
    """Return all features that can be wanted."""
    return set(lessons.titles)
