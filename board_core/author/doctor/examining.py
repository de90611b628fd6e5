"""The examination: the games that the doctor plays, and their order."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, cast

from board_core.diagnosis import rows
from board_core.fast_dataclass import dataclass
from board_core.game.clock import TimeControl
from board_core.game.player import Cause, Player
from board_core.game.rules import Reason, Rules
from board_core.game.sides import Color, PerColor
from board_core.games import CHESS
from board_core.games.lessons import Lesson
from board_core.match.player_spec import PlayerKind, PlayerSpec
from board_core.players.isolated import Named, confined
from board_core.players.process import ProcessAI
from board_core.protocols.base import Dialogue
from board_core.supervise.sandbox import Confinement, Ponder, Sandbox, confinement
from board_core.supervise.status import exit_status
from board_core.text.findings import row_of, without_hint
from board_core.text.sentence import BoardError, Sentence, say

from . import card, checks, measuring, verdicts
from .card import FAULT, Check, Finding, ReportCard
from .checks import Subject
from .evidence import SILENT_CAUSES, SLOW_CAUSES, Examined, Games
from .measuring import without_repeats
from .playing import (
    PONDERING_SECONDS,
    AttentivePlayer,
    FixedMovesPlayer,
    GivingPlayer,
    KillingPlayer,
    PonderingPlayer,
    QuotedProgram,
    SlowPlayer,
    Steering,
    TakingBackPlayer,
    everything,
    forget,
    play,
    take_off,
)
from .recognising import TELLS_THE_CHECK
from .variants import RefusedMoves, lenient, refusing, with_windows_line_ends, without_chatter

Progress = Callable[[Check], None]
Waits = Callable[[Sentence], None]
"""Is told why a program that did not answer soon gets all its time in another game."""
Aside = tuple[Sequence[Examined], Sequence[Finding]]
"""What a game with a program of its own brings: games that are to be judged, and findings."""

KILLED_BY_SIGKILL = -9  # as the system says it
EXIT_GRACE_SECONDS = 0.2  # for each step of ending the program: it is started often
FIRST_WAIT_SECONDS = 2.0
"""For the first answers; a program that is not sure to hang gets all its time in another game."""
WHOLE_GAME_SECONDS = 8.0
"""Of a game of an engine or a function, which is asked for special moves in given positions."""
MAY_GO_ON = (
    *(rows.NOT_READY_IN_TIME, rows.READY_TOO_LATE, rows.STILL_LOADING),
    *(rows.WAITS_BLINDLY, rows.WAITS_UNSEEN, rows.SLEEPS, rows.ANSWERS_A_COPY),
)
"""What is found out about programs that may answer later."""
LONG_GAME_PLIES, SHORT_GAME_PLIES = 120, 24
"""Of games in which no special move is wanted: the first if only whole games are asked for."""
GIVING_PLIES = 200
"""Of the game in which the program meets no resistance."""
MOST_LOSSES = 5
"""Games lost by a fault, after which more would only show the same again; a hang counts twice."""

RUNTIME_NAME = re.compile(r"java|node|mono|dotnet")
DROPPED_LINES = say("lines without a move were dropped, and moves read out of lines with more")
KEPT_MOVES = say("lines with anything but a move were dropped")


class Unexamined(BoardError):
    """Error: there is nothing to examine; the sentence says why."""


@dataclass(frozen=True, slots=True)
class ExamLimits:
    """The waiting times and numbers of attempts of the doctor; times are in seconds."""

    move: float = 10.0  # for each move of the program
    start: float = 10.0  # until it is ready
    game: float = 30.0  # after which the doctor abandons a game
    games: int = 8  # in which it tries to play every special move
    think: float = 0.1  # thinking time that engines are given for a move
    leave: float = 2.0  # for it to exit by itself, once


def examine(
    spec: PlayerSpec,
    patience: ExamLimits = ExamLimits(),  # noqa: B008  # it is frozen
    only: Collection[str] = (),
    progress: Progress = lambda check: None,
    sandbox: Confinement | Sandbox | str = Sandbox.AUTO,
    rules: Rules = CHESS,
    foreign: bool = False,
    waits: Waits = lambda why: None,
) -> ReportCard:
    """Play a program through the doctor's games and return its report card.

    ``only`` are names of checks; empty: all of them. ``waits`` is told early what may be the fault
    of a program that does not answer. The program is started many times and always ended. A
    ``foreign`` function runs confined in a process of its own, and its file is loaded only there.
    Raises Unexamined for a person, BadPlayer for a function that cannot be loaded and
    SandboxUnavailable for a sandbox that is required.
    """
    if spec.kind is PlayerKind.HUMAN:
        raise Unexamined(say("a person cannot be examined: name a program"))
    if (why := spec.unfit(rules)) is not None:
        raise Unexamined(why)
    return _Examination(
        spec, Subject(rules, spec.protocol), patience, only, progress, sandbox, foreign, waits
    ).card()


@dataclass(eq=False)
class _Examination:
    """The examination of one program: the games it has played and the findings so far."""

    _spec: PlayerSpec
    _subject: Subject
    _patience: ExamLimits
    _only: Collection[str]
    _progress: Progress
    _sandbox: Confinement | Sandbox | str
    _foreign: bool
    _waits: Waits

    def __post_init__(self) -> None:
        subject, only = self._subject, self._only
        self._lessons = subject.lessons
        self._checks = [c for c in subject.checks if not only or c.name in only]
        heard = [f for f in subject.heard if subject.check_of(f) in self._checks]
        times = {f: n for f, n in everything(subject.lessons).items() if f in heard}
        self._wanted = PerColor(times, {**times})  # by the colour of the program that is to hear
        self._games: list[Examined] = []
        self._measured: list[Finding] = []
        self._steered = subject.from_the_start_only
        self._long = bool({checks.PLAYS_WHOLE_GAMES.name, checks.TIME_FOR_A_MOVE.name} & {*only})
        self._has_hung = False  # for all of the time that it was given
        self._lenient = False  # lines with more than a move are understood
        self._alone = False  # or dropped, as it also writes lines with nothing but a move

    def card(self) -> ReportCard:
        reached = self._played(self._first_moves)
        if self._works_around():
            reached = self._played(self._first_moves) or reached
        if reached and not Games(self._games).explains_all:
            self._play_concurrently()
        self._measure()
        went_on = any(game.own_moves and not game.lost for game in self._games)
        skipped = partial(self._why_skipped, went_on=reached and went_on)
        found, faulty = self._findings, self._faulty
        findings = card.collected(self._checks, found, skipped)
        if any(finding.sentence == card.NOT_REACHED for finding in findings):
            told = [c for c in self._subject.checks if c in self._checks or c.name in faulty]
            findings = card.collected(told, found, skipped)
        protocol = self._spec.protocol or self._spec.kind.value
        around = (KEPT_MOVES if self._alone else DROPPED_LINES,) if self._lenient else ()
        whole = len(self._checks) == len(self._subject.checks)
        return ReportCard(self._spec.text, protocol, findings, len(self._games), around, whole)

    def _play_concurrently(self) -> None:
        """Play the rest; games with a program of their own meanwhile, on threads of their own."""
        aside = {
            checks.MOVES_AGAIN: self._refused_move,
            checks.WAITS_PATIENTLY: self._waits_for_a_slow_one,
            checks.EXITS_WHEN_TOLD: self._told_to_leave,
            checks.FLUSHES_OUTPUT: self._keeps_what_it_prints,
            checks.READS_CRLF: self._windows_line_ends,
            checks.STANDS_STILL: self._stands_still,
        }
        with ThreadPoolExecutor(len(aside)) as threads:
            found = [threads.submit(aside[check]) for check in aside if check in self._checks]
            self._played(self._rest)
        for each in found:
            games, findings = each.result()
            for game in games:
                self._keep(game)
            self._measured += findings

    def _why_skipped(self, check: Check, *, went_on: bool) -> Sentence:
        """Return why there is no finding: only what a game may bring has no chance in some."""
        by_chance = check.name in {feature.value for feature in self._subject.heard}
        if went_on and (not self._faulty or (by_chance and self._steered)):
            return card.NO_CHANCE() if by_chance else card.NOT_MEASURED
        return card.NOT_REACHED

    def _played(self, games: Callable[[Player], bool]) -> bool:
        player = self._player()
        try:
            return games(player)
        finally:
            player.close()

    def _rest(self, player: Player) -> bool:
        self._special_moves(player)
        if Games(self._games).explains_all:
            return False
        if checks.TAKE_BACK in self._checks and player.cannot_rewind is None:
            self._patiently(partial(self._taken_back, player))
        if checks.NEW_GAME in self._checks:
            self._short(checks.NEW_GAME, player)
        self._killed(player)
        return True

    def _works_around(self) -> bool:
        """Understand lines with more than a move from now on, if that was a fault so far."""
        talks = {checks.PRINTS_ONLY_MOVES.name, checks.WRITES_NOTATION.name} & self._faulty
        if not Games(self._games).explains_all:
            self._lenient = self._lenient or bool(talks and self._steered)
            is_move = self._lessons.is_move
            self._alone = any(is_move(line) for game in self._games for line in game.printed)
        return self._lenient

    @property
    def _findings(self) -> list[Finding]:
        known = Games(self._games)
        found = [
            finding
            for game in self._games
            if not (game.setup and cannot_set_up(game))
            for finding in verdicts.judged(game, known)
        ]
        return without_repeats(found, self._measured)

    def _player(self) -> Player:
        spec = self._spec
        if spec.kind is PlayerKind.FUNCTION and self._foreign:
            file, function = spec.function
            named = Named(Path(file), function)
            return confined(
                named, spec.name, confinement(self._sandbox), seed=1, folder=spec.folder
            )
        if spec.kind is not PlayerKind.PROGRAM:
            return spec.make(seed=1)
        return self._program(self._dialogue())

    def _dialogue(self) -> Dialogue:
        dialogue = self._spec.dialogue()
        if not self._lenient:
            return dialogue
        return without_chatter(dialogue, self._lessons.is_move, alone=self._alone)

    def _program(
        self,
        dialogue: Dialogue,
        grace: float = EXIT_GRACE_SECONDS,
        sandbox: Confinement | Sandbox | str | None = None,
        buffered: bool = False,
    ) -> QuotedProgram:
        return QuotedProgram(
            self._spec.command,
            protocol=dialogue,
            name=self._spec.name,
            grace=grace,
            sandbox=self._sandbox if sandbox is None else sandbox,
            folder=self._spec.folder,
            buffered=buffered,
        )

    # The games

    def _first_moves(self, player: Player) -> bool:
        """Play whole games with either colour; return False if the program never made a move."""
        moved = False
        for color, check in checks.FIRST_MOVE.items():
            if any(game.about is check and game.own_moves for game in self._games):
                continue  # before something was worked around
            played = self._whole_game(check, player, color)
            if self._moves_alone(played):
                self._games[-1] = played = replace(played, moves_alone=True)
            elif not moved:
                played = self._asked_otherwise(played)
            engine_hangs = played.lost and not (self._steered or played.own_moves)
            if hopeless(played) or engine_hangs:
                return moved
            moved = moved or bool(played.own_moves)
            if Games(self._games).explains_all:
                return False
        return moved

    def _moves_alone(self, played: Examined) -> bool:
        """Return whether a program that failed at once behind another game moves without that one.

        The examiner is the same, and plays the same opening.
        """
        first = len(self._games) == 1 or played.own_moves or not played.lost
        if first or self._spec.kind is not PlayerKind.PROGRAM or self._dialogue().fresh_process:
            return False
        self._games.pop()  # their number chooses the opening
        with closing(self._player()) as player:
            self._steered_game(played.about, player, played.color, self._patience)
        alone = self._games.pop()
        self._games.append(played)
        return bool(alone.own_moves)

    def _asked_otherwise(self, played: Examined) -> Examined:
        """Ask an engine that failed at its first question the same in other words.

        If it moves then, and fails once more when it is asked as before, that is kept.
        """
        sent = played.explanation.last_sent if played.explanation and played.lost else ""
        if "; go " not in sent or played.own_moves or played.rejected:
            return played
        limits = replace(self._patience, move=min(FIRST_WAIT_SECONDS, self._patience.move))
        rapid, asked = self._brisk(limits), played.game.controls[played.color]
        forms = {
            "wtime": rapid,
            "movestogo": TimeControl(rapid.base, moves_per_period=40, time_margin=limits.move),
            "movetime": self._control(limits),
        }

        def moves(control: TimeControl) -> bool:
            told = FixedMovesPlayer(*(move.move for move in played.moves))
            game = (played.about, self._program(self._dialogue()), played.color, told, control)
            return bool(self._aside(*game, setup=played.setup).own_moves)

        new = [word for word in forms if f" {word} " not in sent]
        word = next((word for word in new if moves(forms[word])), "")
        if word and not moves(asked):
            self._games[-1] = played = replace(played, moves_when=word)
        return played

    def _patiently(self, game: Callable[[ExamLimits], Examined]) -> Examined:
        """Play a game; a program that is sure to hang does not get all its time for that."""
        patience = self._patience
        start, move = (min(FIRST_WAIT_SECONDS, time) for time in (patience.start, patience.move))
        brief = replace(patience, start=start, move=move)
        played = game(brief)
        if brief != patience and may_only_be_slow(played) and not self._has_hung:
            self._games.remove(played)
            self._waits(
                say(
                    "{check}: {why}; it gets {limit:g} s now",
                    check=played.about.title,
                    why=played.why,
                    limit=patience.move,
                )
            )
            again = game(patience)
            self._has_hung = may_only_be_slow(again)
            if hung_by_chance(played, again):
                self._games.insert(-1, replace(played, is_cut_short=True))  # the last one counts
            return again
        return played

    def _whole_game(self, about: Check, player: Player, color: Color) -> Examined:
        return self._patiently(partial(self._steered_game, about, player, color))

    def _steered_game(
        self, about: Check, player: Player, color: Color, limits: ExamLimits
    ) -> Examined:
        number, lessons = len(self._games), self._lessons
        due = self._wanted[color]
        wanted = due if self._steered else everything(lessons)
        opening = lessons.opening_for(
            wanted,
            number // 2 if number > 1 else number,
            first=color is not self._subject.rules.first,
        )
        opponent = AttentivePlayer(
            lessons,
            wanted,
            opening,
            seed=number,
            plies=300,
            seconds=limits.game if self._steered else WHOLE_GAME_SECONDS,
            lasts=lessons.lasts if self._steered else 0,
            provokes=about is checks.PLAYS_WHOLE_GAMES,
        )
        if not wanted:
            plies = LONG_GAME_PLIES if self._long else SHORT_GAME_PLIES
            opponent = AttentivePlayer(
                lessons, everything(lessons), opening, seed=number, plies=plies
            )
        if about in checks.FIRST_MOVE.values():
            opponent.watched, opponent.patience = player, limits.move / 2
        played = self._play(about, player, color, opponent, limits, self._brisk(limits))
        if self._steered:
            self._want_no_more_in(color.other)
        return played

    def _want_no_more_in(self, color: Color) -> None:
        """Want what was answered in one colour no more in the other, but for some."""
        here, there = self._wanted[color], self._wanted[color.other]
        for feature in [feature for feature in here if not feature.by_either]:
            take_off(here, [feature] * (here[feature] - there.get(feature, 0)))

    def _special_moves(self, player: Player) -> None:
        self._set_up(player)
        if not self._steered:
            return
        self._play_unhindered(player)
        for number in range(2, self._patience.games):
            self._forget_mates()
            if sum(game.weight for game in self._games) >= MOST_LOSSES:
                return
            color = self._good_color if number % 2 else self._subject.rules.first
            if not self._wanted[color] and self._good_color is not self._subject.rules.first:
                color = color.other
            if not self._wanted[color]:
                return
            self._whole_game(checks.PLAYS_WHOLE_GAMES, player, color)

    def _play_unhindered(self, player: Player) -> None:
        """Play a game in which nothing hinders the program from special moves of its own."""
        gives_way = self._steered and self._lessons.gives_way is not None
        if not gives_way or checks.WRITES_NOTATION not in self._checks:
            return
        seconds = min(self._patience.game, WHOLE_GAME_SECONDS)
        opponent = GivingPlayer(self._lessons, GIVING_PLIES, seconds)
        about, color = checks.PLAYS_WHOLE_GAMES, self._moves_first
        self._patiently(partial(self._play, about, player, color, opponent))

    def _forget_mates(self) -> None:
        """Want no more what ended a game: nobody was asked then."""
        answered = Games(self._games).times
        for wanted in (self._wanted.white, self._wanted.black):
            forget(wanted, [feature for feature in answered if not feature.changes_more])

    def _set_up(self, player: Player) -> None:
        """Play from exact positions.

        A protocol or engine that knows no position but the first is excused.
        """
        for lesson in self._subject.positions:
            check = self._subject.check_for(lesson)
            side = lesson.side(self._subject.rules)
            if check not in self._checks or checks.FIRST_MOVE[side].name in self._faulty:
                continue
            played = self._patiently(partial(self._lesson, check, player, lesson))
            if not any(game.setup and game.own_moves for game in self._games):
                played = self._asked_otherwise(played)
            if cannot_set_up(played) or played.moves_when:
                return
            if played.lost and not played.own_moves:
                bare = replace(lesson, told=(), again="")
                self._patiently(partial(self._lesson, check, player, bare))
            known = Games(self._games)
            if known.at_set_ups or known.explains_all:
                return

    def _lesson(self, check: Check, player: Player, lesson: Lesson, limits: ExamLimits) -> Examined:
        color = lesson.side(self._subject.rules)
        told = FixedMovesPlayer(*lesson.told, again=lesson.again)
        return self._play(check, player, color, told, limits, setup=lesson.setup)

    def _taken_back(self, player: Player, limits: ExamLimits) -> Examined:
        opponent = TakingBackPlayer(self._lessons, everything(self._lessons), plies=6)
        return self._play(checks.TAKE_BACK, player, self._good_color, opponent, limits)

    # Games with a program of their own, beside the others: each returns those that are to be
    # judged, and findings

    def _refused_move(self) -> Aside:
        first, rules = self._subject.rules.first, self._rules

        def game(limit: float) -> Examined:
            refused, player = RefusedMoves(first), self._program(self._dialogue())
            return self._aside(
                *(checks.MOVES_AGAIN, player, first, FixedMovesPlayer(), self._limited(limit)),
                rules=refusing(rules, refused),
                refused=lambda: tuple(refused.moves),
            )

        played = self._with_patience(game)
        if played.repeats_itself:  # one that chooses at random may do so by chance
            played = self._with_patience(game)
        return [played], []

    def _windows_line_ends(self) -> Aside:
        def game(change: Callable[[Dialogue], Dialogue], limit: float) -> Examined:
            player = self._program(change(self._dialogue()))
            opponent = AttentivePlayer(self._lessons, everything(self._lessons), plies=4)
            control = self._limited(limit)
            return self._aside(checks.READS_CRLF, player, self._good_color, opponent, control)

        played = self._with_patience(partial(game, with_windows_line_ends))
        if not verdicts.stumbles(played):
            return [played], []
        if verdicts.stumbles(self._with_patience(partial(game, lambda dialogue: dialogue))):
            return [], []  # it has nothing to do with the ends of the lines
        return [self._with_patience(partial(game, with_windows_line_ends))], []  # perhaps by chance

    def _with_patience(self, game: Callable[[float], Examined]) -> Examined:
        """Play a game in which a program that is sure to hang does not get all its time."""
        limit = self._patience.move
        played = game(min(FIRST_WAIT_SECONDS, limit))
        if limit <= FIRST_WAIT_SECONDS or self._has_hung or not may_only_be_slow(played):
            return played
        again = game(limit)
        return replace(played, is_cut_short=True) if hung_by_chance(played, again) else again

    def _limited(self, limit: float) -> TimeControl:
        return self._control(replace(self._patience, move=limit))

    def _stands_still(self) -> Aside:
        """Measure its processor time off turn, from its first move on: before, it may be starting.

        It may do what it likes in this game: that is what is measured.
        """
        how = replace(confinement(self._sandbox), ponder=Ponder.WATCH)
        player = self._program(self._dialogue(), sandbox=how)
        opponent = SlowPlayer(self._lessons, everything(self._lessons), plies=4)
        played = self._aside(checks.STANDS_STILL, player, self._moves_first, opponent)
        return [], measuring.stood_still(played, has_runtime=has_runtime(self._spec))

    def _waits_for_a_slow_one(self) -> Aside:
        player = self._program(self._dialogue())
        opponent = PonderingPlayer(self._lessons, everything(self._lessons), plies=2)
        control = self._limited(max(self._patience.move, 2 * PONDERING_SECONDS))
        played = self._aside(checks.WAITS_PATIENTLY, player, self._moves_first, opponent, control)
        return [], measuring.waited(played)

    def _told_to_leave(self) -> Aside:
        player = self._program(self._dialogue(), self._patience.leave)
        opponent = Steering(self._lessons, everything(self._lessons), plies=4)
        self._aside(checks.EXITS_WHEN_TOLD, player, self._good_color, opponent)
        return [], measuring.left(player.exited_voluntarily, self._patience.leave)

    def _keeps_what_it_prints(self) -> Aside:
        """Play two moves without the setting by which Python writes everything at once."""
        slowest = max((m.elapsed for game in self._games for m in game.own_moves), default=0.0)
        player = self._program(self._dialogue(), buffered=True)
        opponent = Steering(self._lessons, everything(self._lessons), plies=4)
        control = TimeControl(per_move=min(self._patience.move, 1.0 + 3 * slowest))
        played = self._aside(checks.FLUSHES_OUTPUT, player, self._good_color, opponent, control)
        return [], measuring.buffered(played)

    def _aside(self, about: Check, player: QuotedProgram, *game: Any, **how: Any) -> Examined:
        with closing(player):
            return self._seen(about, player, *game, **how)

    @property
    def _moves_first(self) -> Color:
        """Return the colour in which it moves before its opponent, if it can."""
        first = self._subject.rules.first
        return first.other if checks.FIRST_MOVE[first].name in self._faulty else first

    # The games, one after the other

    def _killed(self, player: Player) -> None:
        if checks.STARTS_AGAIN not in self._checks:
            return
        victim = cast(ProcessAI, player)
        self._progress(checks.STARTS_AGAIN)
        opponent = KillingPlayer(self._subject, victim)
        self._seen(checks.STARTS_AGAIN, player, self._good_color, opponent)
        self._short(checks.STARTS_AGAIN, player)
        if was_killed(self._games[-1]):  # its end was noticed in this game only: that is no answer
            self._games.pop()
            self._short(checks.STARTS_AGAIN, player)

    def _short(self, about: Check, player: Player) -> None:
        """Play a short game, of two answers of the program."""

        def game(limits: ExamLimits) -> Examined:
            opponent = Steering(self._lessons, everything(self._lessons), plies=4)
            return self._play(about, player, self._good_color, opponent, limits)

        self._patiently(game)

    def _play(
        self,
        about: Check,
        player: Player,
        color: Color,
        opponent: Player,
        limits: ExamLimits,
        control: TimeControl | None = None,
        *,
        setup: str | None = None,
    ) -> Examined:
        self._progress(about)
        control = control or self._control(limits)
        how = {"setup": setup, "start_limit": limits.start}
        self._keep(played := self._seen(about, player, color, opponent, control, **how))
        return played

    def _seen(
        self,
        about: Check,
        player: Player,
        color: Color,
        opponent: Player,
        control: TimeControl | None = None,
        **how: Any,
    ) -> Examined:
        """Play a game with the rules by which lines are read now."""
        control, start = control or self._control(self._patience), self._patience.start
        usual = {"start_limit": start, "rules": self._rules, "is_lenient": self._lenient}
        return play(about, self._subject, player, color, opponent, control, **{**usual, **how})

    @property
    def _rules(self) -> Rules:
        rules = self._subject.rules
        return lenient(rules) if self._lenient and not self._alone else rules

    def _keep(self, played: Examined) -> None:
        """Keep a game; a special move that it failed at twice is not wanted any more."""
        self._games.append(played)
        failed = [next(iter(game.heard_last()), None) for game in self._games if game.lost]
        for wanted in (self._wanted.white, self._wanted.black):
            forget(wanted, [f for f in failed if f is not None and failed.count(f) > 1])

    @property
    def _faulty(self) -> set[str]:
        return {f.check.name for f in self._findings if f.verdict is FAULT}

    @property
    def _good_color(self) -> Color:
        """Return a colour in which it can begin: the second side, unless it failed as that."""
        second = self._subject.rules.first.other
        return second.other if checks.FIRST_MOVE[second].name in self._faulty else second

    def _measure(self) -> None:
        self._measured += [
            *measuring.guest(self._games),
            *measuring.whole_games(self._games),
            *measuring.time_taken(self._games, self._patience.move),
            *measuring.mates_missed(self._games),
            *measuring.memory_needed(self._games),
            *measuring.errors_written(self._games),
        ]

    def _control(self, limits: ExamLimits) -> TimeControl:
        """Return the time control of short games: engines use all of it, so it is little."""
        if self._steered:
            return TimeControl(per_move=limits.move)
        return TimeControl(per_move=limits.think, time_margin=limits.move)

    def _brisk(self, limits: ExamLimits) -> TimeControl:
        """Return a fast clock for the whole game: only engines are sure to know one."""
        if self._steered or not self._spec.protocol:
            return self._control(limits)
        think = limits.think
        return TimeControl(base=20 * think, increment=think / 4, time_margin=limits.move)


def has_runtime(spec: PlayerSpec) -> bool:
    """Return whether a program needs a runtime that computes beside it (JIT, garbage collector)."""
    return bool(spec.command) and RUNTIME_NAME.match(Path(spec.command[0]).name) is not None


def hopeless(played: Examined) -> bool:
    """Return True if it never moved, for a reason that will recur in the next game."""
    if played.game.outcome.reason is Reason.NOT_STARTED:
        return True
    lasting = {*TELLS_THE_CHECK, *SLOW_CAUSES, *SILENT_CAUSES}
    return played.cause in lasting and not (played.own_moves or played.rejected)


def may_only_be_slow(played: Examined) -> bool:
    """Return True if it did not answer in time, and nothing shows that it never would."""
    explanation = played.game.explanation
    if explanation is None or not played.lost:
        return False
    if explanation.cause in (Cause.NO_HANDSHAKE, Cause.IDLE):
        return row_of(without_hint(explanation.sentence)) in MAY_GO_ON
    return explanation.cause in SLOW_CAUSES or explanation.cause is Cause.NEVER_READ


def hung_by_chance(first: Examined, again: Examined) -> bool:
    """Return True if it hung behind a move, and took little time for any when played again."""
    times = [move.elapsed for move in again.own_moves[1:]]  # the first one may load much
    quick = not again.lost and max(times, default=inf) < FIRST_WAIT_SECONDS / 4
    return quick and bool(first.own_moves) and first.cause not in SLOW_CAUSES - {Cause.COMPUTING}


def was_killed(played: Examined) -> bool:
    """Return True if it was ended by the signal that the doctor kills it with, before a move."""
    explanation = played.game.explanation
    killed = explanation is not None and explanation.exit_status == exit_status(KILLED_BY_SIGKILL)
    return killed and not played.own_moves


def cannot_set_up(played: Examined) -> bool:
    """Return True if an engine reported that it begins only from the standard start."""
    return played.cause is Cause.REFUSED and not played.moves
