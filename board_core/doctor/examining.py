"""The battery: which games are played, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import cast

from board_core.clock import TimeControl
from board_core.games.chess import CHESS
from board_core.player import Cause, Player
from board_core.players.process import ProcessAI
from board_core.protocols import PROTOCOLS
from board_core.protocols.base import Dialogue
from board_core.roster import Kind, PlayerSpec
from board_core.rules import Explained, Reason
from board_core.sentence import say
from board_core.sides import Color
from board_core.supervise.sandbox import Confinement, Sandbox

from . import checks, judging
from .card import NO_CHANCE, NOT_REACHED, Check, Finding, ReportCard, Verdict, collected
from .checks import RELAYED, checks_for
from .features import Feature
from .opponent import Steering, opening_for
from .playing import Given, Killing, Played, play
from .variants import Refused, refusing, with_windows_line_ends

Progress = Callable[[Check], None]


class Unexamined(Explained):
    """There is nothing to examine: the sentence says why."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the doctor waits and how much it tries; seconds."""

    move: float = 10.0  # for each move of the program
    start: float = 10.0  # until it is ready
    game: float = 30.0  # after so much the doctor gives a game up
    games: int = 6  # in which it tries to play every special move
    think: float = 0.1  # what engines are told to use for a move


POSITIONS: dict[Feature, tuple[str, str]] = {
    Feature.CASTLING: (
        "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 8",
        "e1g1",
    ),
    Feature.LONG_CASTLING: (
        "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 8",
        "e1c1",
    ),
    Feature.EN_PASSANT: (
        "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
        "e5d6",
    ),
    Feature.PROMOTION: ("8/P3k1pp/8/8/8/8/5PPP/6K1 w - - 0 1", "a7a8q"),
    Feature.UNDERPROMOTION: ("8/P3k1pp/8/8/8/8/5PPP/6K1 w - - 0 1", "a7a8n"),
}
"""For programs that can begin anywhere: a position, and the move they are told in it."""

ONLY_PROMOTIONS = "8/P7/1k6/8/8/6q1/8/7K w - - 0 1"
"""White has no other move than to promote."""


def examine(
    spec: PlayerSpec,
    patience: Patience = Patience(),
    only: Collection[str] = (),
    progress: Progress = lambda check: None,
    sandbox: Confinement | Sandbox | str = Sandbox.AUTO,
) -> ReportCard:
    """Play a program through the battery. ``only``: names of checks, or all of them.

    The program is started many times and always ended. Raises Unexamined for a person, BadPlayer
    for a function that cannot be had and SandboxUnavailable for a sandbox that is required.
    """
    if spec.kind is Kind.HUMAN:
        raise Unexamined(say("people are not examined: name a program"))
    return _Examination(spec, patience, only, progress, sandbox).card()


class _Examination:
    """One program, the games it has played so far and what was found."""

    def __init__(
        self,
        spec: PlayerSpec,
        patience: Patience,
        only: Collection[str],
        progress: Progress,
        sandbox: Confinement | Sandbox | str,
    ) -> None:
        self._sandbox = sandbox
        self._spec = spec
        self._patience = patience
        self._progress = progress
        self._checks = [c for c in checks_for(spec.protocol) if not only or c.name in only]
        self._wanted = {f for f, check in RELAYED.items() if check in self._checks}
        self._games: list[Played] = []
        self._findings: list[Finding] = []
        self._is_san = spec.protocol.startswith("san")

    def card(self) -> ReportCard:
        player = self._player()
        try:
            reached = self._first_moves(player)
            if reached:
                self._special_moves(player)
                self._second_try(player)
                self._windows_line_ends()
                self._killed(player)
        finally:
            player.close()
        self._measure()
        went_on = any(game.own_moves and not judging.lost(game) for game in self._games)
        skipped = NO_CHANCE if reached and went_on else NOT_REACHED
        findings = collected(self._checks, self._findings, skipped)
        protocol = self._spec.protocol or self._spec.kind.value
        return ReportCard(self._spec.text, protocol, findings, len(self._games))

    def _player(self) -> Player:
        spec = self._spec
        if spec.kind is not Kind.PROGRAM:
            return spec.make(seed=1)
        return self._program(PROTOCOLS[spec.protocol]())

    def _program(self, dialogue: Dialogue) -> ProcessAI:
        return ProcessAI(
            self._spec.command,
            protocol=dialogue,
            name=self._spec.name,
            grace=GRACE,
            sandbox=self._sandbox,
        )

    # The games

    def _first_moves(self, player: Player) -> bool:
        """Whole games with either colour; False if the program never made a move."""
        for color, check in ((Color.WHITE, checks.WHITE), (Color.BLACK, checks.BLACK)):
            played = self._whole_game(check, player, color)
            engine_hangs = judging.lost(played) and not (self._is_san or played.own_moves)
            if hopeless(played) or engine_hangs:
                return False
        return any(game.own_moves for game in self._games)

    def _whole_game(self, about: Check, player: Player, color: Color) -> Played:
        number = len(self._games)
        wanted = self._wanted if self._is_san else set(Feature)
        opening = opening_for(wanted, number // 2 if number > 1 else number, color.other)
        opponent = Steering(
            wanted,
            opening,
            seed=number,
            plies=300 if self._is_san else 60,
            seconds=self._patience.game,
        )
        if not wanted:
            opponent = Steering(set(Feature), opening, seed=number, plies=24)
        return self._play(about, player, color, opponent, self._brisk)

    def _special_moves(self, player: Player) -> None:
        if not self._is_san:
            self._set_up(player)
            return
        for number in range(2, self._patience.games):
            if not self._wanted or judging.too_often(self._games):
                return
            color = self._good_color if number % 2 else Color.WHITE
            self._whole_game(checks.PLAYS, player, color)

    def _set_up(self, player: Player) -> None:
        """Exact positions; a protocol or engine that knows no others than the first is excused."""
        asked = [
            (RELAYED[f], setup, Color.BLACK, [move])
            for f, (setup, move) in POSITIONS.items()
            if RELAYED[f] in self._checks
        ]
        if checks.PROMOTES in self._checks:
            asked.append((checks.PROMOTES, ONLY_PROMOTIONS, Color.WHITE, []))
        for check, setup, color, moves in asked:
            played = self._play(check, player, color, Given(*moves), self._control, setup)
            if cannot_set_up(played):
                return

    def _second_try(self, player: Player) -> None:
        if checks.AGAIN not in self._checks:
            return
        refused = Refused(Color.WHITE)
        self._progress(checks.AGAIN)
        played = play(
            checks.AGAIN,
            refusing(CHESS, refused),
            player,
            Color.WHITE,
            Given(),
            self._control,
            start_limit=self._patience.start,
            refused=lambda: tuple(refused.moves),
        )
        self._keep(played)

    def _windows_line_ends(self) -> None:
        if checks.CRLF not in self._checks:
            return
        player = self._program(with_windows_line_ends(PROTOCOLS[self._spec.protocol]()))
        patience = self._patience
        self._patience = replace(patience, start=min(patience.start, 2.0))  # many do not know it
        try:
            self._short(checks.CRLF, player)
        finally:
            self._patience = patience
            player.close()

    def _killed(self, player: Player) -> None:
        if checks.RESTART not in self._checks:
            return
        victim = cast(ProcessAI, player)
        self._progress(checks.RESTART)
        play(
            checks.RESTART,
            CHESS,
            player,
            self._good_color,
            Killing(victim),
            self._control,
            start_limit=self._patience.start,
        )
        self._short(checks.RESTART, player)

    def _short(self, about: Check, player: Player) -> None:
        """Two answers."""
        opponent = Steering(set(Feature), plies=4)
        self._play(about, player, self._good_color, opponent, self._control)

    def _play(
        self,
        about: Check,
        player: Player,
        color: Color,
        opponent: Player,
        control: TimeControl,
        setup: str | None = None,
    ) -> Played:
        self._progress(about)
        played = play(
            about,
            CHESS,
            player,
            color,
            opponent,
            control,
            setup=setup,
            start_limit=self._patience.start,
        )
        self._keep(played)
        return played

    def _keep(self, played: Played) -> None:
        self._games.append(played)
        if not cannot_set_up(played):
            self._findings += judging.judged(played)
        faulty = self._faulty
        self._wanted -= {feature for feature, check in RELAYED.items() if check.name in faulty}

    @property
    def _faulty(self) -> set[str]:
        return {f.check.name for f in self._findings if f.verdict is Verdict.FAULT}

    @property
    def _good_color(self) -> Color:
        """One with which it can begin a game."""
        return Color.WHITE if checks.BLACK.name in self._faulty else Color.BLACK

    def _measure(self) -> None:
        self._findings += [
            *judging.whole_games(self._games),
            *judging.time_taken(self._games, self._patience.move),
            *judging.memory_needed(self._games),
            *judging.errors_written(self._games),
        ]

    @property
    def _control(self) -> TimeControl:
        """For a few moves. Whoever uses the time it is given is given little."""
        if self._is_san:
            return TimeControl(per_move=self._patience.move)
        return TimeControl(per_move=self._patience.think, margin=self._patience.move)

    @property
    def _brisk(self) -> TimeControl:
        """For a fast game: only engines are sure to know of a clock for all of it."""
        if self._is_san or not self._spec.protocol:
            return self._control
        think = self._patience.think
        return TimeControl(base=20 * think, increment=think / 4, margin=self._patience.move)


GRACE = 0.2
"""Seconds for each step of ending the program: it is started often."""


def hopeless(played: Played) -> bool:
    """Never a move, for a reason that will be the same in the next game."""
    explanation = played.explanation
    if played.outcome.reason is Reason.NOT_STARTED:
        return True
    if explanation is None or played.own_moves or played.rejected:
        return False
    return explanation.cause in judging.TELLS_THE_CHECK or explanation.cause in judging.SLOW


def cannot_set_up(played: Played) -> bool:
    """An engine that begins only from the first position has said so."""
    explanation = played.explanation
    return explanation is not None and explanation.cause is Cause.REFUSED and not played.moves
