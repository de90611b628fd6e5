"""Plays one game for the doctor with the ordinary referee, and records what it saw.

The doctor's side steers towards the moves that a program should be told.
"""

from __future__ import annotations

import os
import random
import signal
import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from math import inf
from typing import Any

from board_core.fast_dataclass import dataclass
from board_core.game.clock import TimeControl
from board_core.game.events import Event, MovePlayed, MoveRejected
from board_core.game.game import Game
from board_core.game.player import Answer, Explain, Play, Player, Reply, Resign, Seat, Turn
from board_core.game.rules import IllegalMove, Move, Position, Reason, Rules
from board_core.game.sides import Color, PerColor
from board_core.game.timesource import RealTime, TimeSource
from board_core.games.lessons import Feature, Lessons
from board_core.match.spec import GameSpec
from board_core.players.process import ProcessAI
from board_core.supervise.memory import peak_memory

from .card import Check
from .checks import Subject
from .evidence import Examined

RARE_PLIES = 80  # up to which a game goes on for what is rare alone
LASTING_SECONDS = 1.0  # for which a game is kept from its end at most
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

    returns_at_once = True

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

    def _choose(self, position: Position, before: Sequence[Move]) -> Move:
        moves, lasting = position.legal_moves(), self._lessons.lasting
        told = self._lessons.all_features
        special = {move: told(position, move, before, self._wanted) for move in moves}
        possible = self._lessons.possible
        due = [feature for feature in self._due if feature not in self._answered]
        wanted = [feature for feature in due if possible(position, feature)]
        alone = wanted == [lasting] and not self._awaits_rare and self._may_end
        for feature in wanted:
            if feature is lasting and not alone and self._quiet <= self._plies // 3:
                break  # else no wanted move is likely to come any more
            if chosen := [move for move in moves if feature in special[move]]:
                foreseen = [m for m in chosen if position.notation(m) in self._opening]
                most = max(len({*special[move]} & {*wanted}) for move in chosen)
                rich = [m for m in chosen if len({*special[m]} & {*wanted}) == most]
                if feature.longest:
                    long = max(len(position.notation(move)) for move in rich)
                    rich = [move for move in rich if len(position.notation(move)) == long]
                return self._chance.choice(foreseen or rich)
        aims = [feature for feature in self._wanted if self._provokes or not feature.provoked]
        avoided = () if alone else (lasting,)
        quiet = [m for m in moves if not any(f in avoided for f in special[m])]
        if self._awaits_rare and (rare := self._rare(position, quiet, special)):
            return self._manner(position, rare, aims, self._chance.random)
        if (planned := self._planned(position)) is not None:
            return planned
        self._quiet += 1
        return self._manner(position, quiet or moves, aims, self._chance.random)

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
        """Return the best move of what a pawn has just become: only who knows it can follow."""
        moves = position.legal_moves() if self._promoted else ()
        if own := [move for move in moves if move.startswith(self._promoted)]:
            return self._manner(position, own, (), self._chance.random)
        return None

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


class GivingPlayer(Steering):
    """Gives its pieces away and lets pawns pass, until the program has played special moves."""

    def __init__(
        self, lessons: Lessons, plies: int, seconds: float, time: TimeSource | None = None
    ) -> None:
        super().__init__(lessons, {}, seed=1, plies=plies, seconds=seconds, time=time)
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


LINGERING_SECONDS, ATTENTION_SECONDS = 0.25, 0.05
MOST_PRINTED = 100  # lines of a game that are kept to see how a program writes its moves
PONDERING_SECONDS = 3.2
"""Seconds of thought that a program must wait for: one with a time limit of 1, 2 or 3 leaves."""


class QuotedProgram(ProcessAI):
    """A program whose answers are kept as it wrote them, and whose output is counted."""

    def __init__(self, command: Sequence[str], **options: Any) -> None:
        super().__init__(command, transcript=self._quote_line, **options)
        self.texts: list[str] = []  # its answers in this game, refused ones among them
        self.lines: list[str] = []  # of these answers, as it wrote them
        self.printed: list[str] = []  # its first lines, whatever they were taken for
        self.memory: int | None = None  # bytes at most, when a loss was to be explained
        self._line = ""  # the last one that it wrote
        self.printed_bytes = 0  # in this game

    def seat(self, seat: Seat) -> None:
        self.texts, self.lines, self.printed, self.printed_bytes = [], [], [], 0
        self.memory, self._line = None, ""
        super().seat(seat)

    def ask(self, turn: Turn, answer: Answer) -> None:
        def noted(reply: Reply | str, at: float | None = None) -> None:
            if isinstance(reply, Play):
                self.texts.append(reply.text)
                self.lines.append(self._line)
            answer(reply, at)

        super().ask(turn, noted)

    def explain(self, reason: Reason, explained: Explain) -> None:
        if self.program is not None and self.program.running:
            self.memory = peak_memory(self.program.pid)
        super().explain(reason, explained)

    def _quote_line(self, way: str, line: str) -> None:
        if way == ">":
            self._line = line
            if len(self.printed) < MOST_PRINTED:
                self.printed.append(line)
        if way != "<":
            self.printed_bytes += len(line.encode("utf-8", "surrogateescape")) + 1


@dataclass(slots=True)
class Observation:
    """The state of a program while it plays, seen from outside."""

    player: Player
    events: list[Event] = field(default_factory=list)
    has_mark: bool = False
    memory: int | None = None
    processor: float | None = None
    stderr: str = ""
    files: int | None = None
    daemons: int | None = None

    def hear(self, event: Event) -> None:
        self.events.append(event)
        if not isinstance(event, MovePlayed) or not isinstance(self.player, QuotedProgram):
            return
        program = self.player.program
        if program is not None and program.running:
            self.stderr = program.stderr or self.stderr
            self.has_mark = program.has_byte_order_mark
            peak = peak_memory(program.pid)
            self.memory = max(filter(None, (peak, self.memory)), default=None)
            spent = program.spent()
            self.processor = None if spent is None else spent.cpu
            if (written := program.written_bytes) is not None:
                self.files = max(written - self.player.printed_bytes, 0)
            if (daemons := program.daemons) is not None:
                self.daemons = max(daemons, self.daemons or 0)


class FixedMovesPlayer(Player):
    """A player of given moves, and of the piece on the point ``again``; then it resigns."""

    returns_at_once = True
    name = "doctor"

    def __init__(self, *moves: str, again: str = "") -> None:
        self._moves, self._again = list(moves), again

    def ask(self, turn: Turn, answer: Answer) -> None:
        again, self._again = self._again, "" if not self._moves else self._again
        further = [move for move in turn.position.legal_moves() if again and move.startswith(again)]
        move = self._moves.pop(0) if self._moves else further[-1] if further else None
        answer(Resign() if move is None else Play(move))


class KillingPlayer(Steering):
    """A player of two moves that then kills the program it plays against."""

    def __init__(self, subject: Subject, victim: ProcessAI) -> None:
        super().__init__(subject.lessons, everything(subject.lessons))
        self._victim = victim

    def ask(self, turn: Turn, answer: Answer) -> None:
        if turn.ply < 3:
            super().ask(turn, answer)
            return
        if (program := self._victim.program) is not None:
            with suppress(OSError):
                os.kill(program.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
                for _ in range(1000):  # for ten seconds at most, on a busy machine
                    if program.running:
                        threading.Event().wait(0.01)
        answer(Resign())


class SlowPlayer(Steering):
    """A slow player, that thinks so many seconds: what the program does meanwhile is measured."""

    _timer: threading.Timer | None = None
    lingers = LINGERING_SECONDS

    def ask(self, turn: Turn, answer: Answer) -> None:
        self._later(lambda: Steering.ask(self, turn, answer))

    def _later(self, act: Callable[[], None]) -> None:
        self._timer = threading.Timer(self.lingers, act)
        self._timer.daemon = True
        self._timer.start()

    def withdraw(self) -> None:
        if self._timer is not None:
            self._timer.cancel()


def has_read_its_colour(player: Player | None) -> bool:
    """Return False if a program has printed nothing, and does not wait for more to read."""
    if not isinstance(player, QuotedProgram) or player.program is None or player.printed:
        return True
    usage = player.program.usage()
    unknown = not usage.state or usage.taken is None
    return unknown or (bool(usage.taken) and not usage.unread and usage.state == "S")


class AttentivePlayer(SlowPlayer):
    """A player that waits a moment before its first moves, for what the program prints besides."""

    lingers = ATTENTION_SECONDS
    watched: Player | None = None  # is to have read its colour before the first move
    patience = 0.0  # seconds that it waits for that

    def ask(self, turn: Turn, answer: Answer) -> None:
        if turn.ply > 3:
            Steering.ask(self, turn, answer)
        elif turn.ply == 0 and self.patience > 0 and not has_read_its_colour(self.watched):
            self.patience -= self.lingers
            self._later(lambda: self.ask(turn, answer))
        else:
            super().ask(turn, answer)


class PonderingPlayer(SlowPlayer):
    """A player that thinks long over its first move."""

    lingers = PONDERING_SECONDS

    def ask(self, turn: Turn, answer: Answer) -> None:
        super().ask(turn, answer)
        self.lingers = 0.0


class TakingBackPlayer(Steering):
    """Takes back a move of either side, once, after the program's second answer."""

    game: Game | None = None

    def ask(self, turn: Turn, answer: Answer) -> None:
        if turn.ply >= 3 and self.game is not None:
            game, self.game = self.game, None
            game.take_back(2)  # now, as the program is not thinking
            return
        super().ask(turn, answer)


def play(
    about: Check,
    subject: Subject,
    program: Player,
    color: Color,
    opponent: Player,
    control: TimeControl,
    *,
    setup: str | None = None,
    start_limit: float = 10.0,
    rules: Rules | None = None,
    refused: Callable[[], tuple[str, ...]] = tuple,
    is_lenient: bool = False,
) -> Examined:
    """Play one game. The players stay open. ``rules`` are a variant of the subject's."""
    sight = Observation(program)
    players = PerColor(opponent, opponent).put(color, program)
    game = GameSpec(
        rules or subject.rules,
        players.white,
        players.black,
        control,
        setup=setup,
        start_limit=start_limit,
    ).game(players)
    game.bus.subscribe(sight.hear, thoughts=False)
    if isinstance(opponent, TakingBackPlayer):
        opponent.game = game
    played, seen = game.run(), tuple(sight.events)
    quoted = program if isinstance(program, QuotedProgram) else None
    texts, asked_peak = (quoted.texts, quoted.memory) if quoted else ([], None)
    answers = [e for e in seen if isinstance(e, MovePlayed | MoveRejected) and e.color is color]
    accepted = [t for t, e in zip(texts, answers, strict=False) if isinstance(e, MovePlayed)]
    return Examined(
        about,
        subject,
        color,
        played,
        seen,
        told_moves(subject, color, seen),
        refused(),
        setup,
        tuple(accepted),
        tuple(quoted.lines) if quoted else (),
        tuple(quoted.printed) if quoted else (),
        sight.has_mark,
        is_lenient,
        max(filter(None, (sight.memory, asked_peak)), default=None),
        sight.stderr,
        sight.files,
        sight.daemons,
        processor=sight.processor,
    )


def told_moves(
    subject: Subject, color: Color, events: Sequence[Event]
) -> tuple[tuple[MovePlayed, tuple[Feature, ...]], ...]:
    """Return the moves that a side was told of, with the special features of each."""
    moves = [event for event in events if isinstance(event, MovePlayed)]
    before = [event.move for event in moves]
    return tuple(
        (event, subject.lessons.all_features(event.before, event.move, before[:number]))
        for number, event in enumerate(moves)
        if event.color is not color
    )
