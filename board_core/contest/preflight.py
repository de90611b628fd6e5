"""The check before a contest: short games, and the doctor's examination.

Each program plays a short game with each colour against a reference opponent, by the code that
plays the contest, and is then examined by the doctor. No program is excluded for faults.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from board_core.author.doctor import ExamLimits, ReportCard, examine
from board_core.author.doctor.card import Check, CheckVerdict, Finding
from board_core.author.doctor.measuring import RESIGNS_EARLY
from board_core.fast_dataclass import dataclass
from board_core.game.rules import Reason
from board_core.game.sides import Color, PerColor
from board_core.game.words import verdict_of
from board_core.match.openings import Opening
from board_core.match.player_spec import PlayerKind
from board_core.record import PlayedGame
from board_core.text.sentence import say

from .cards import Card
from .field import Entrant
from .jobs import GameJob, GameResult, JobSide, confinement_of, play, spec_of
from .plan import AdjudicationPlan, Plan

SHORT_GAME_MOVES = 20
"""Moves of each side after which a short game ends as a draw."""

REFERENCE_OPPONENT = "random"
"""It plays every game, answers at once, and tries many different moves."""


@dataclass(frozen=True, slots=True)
class ShortGame:
    """One game against the reference opponent."""

    color: Color  # of the entrant
    game: PlayedGame

    @property
    def fault(self) -> bool:
        """Return whether the entrant lost by a fault, not only by mate."""
        return self.game.outcome.winner is self.color.other and self.game.explanation is not None


@dataclass(frozen=True, slots=True)
class EntrantCard:
    """The findings about one entrant before the first round."""

    name: str
    sha256: str | None  # of its package
    games: tuple[ShortGame, ...]
    report: ReportCard | None  # None: it was not examined; the board's own players never are

    @property
    def passed(self) -> bool:
        """Return whether no fault was found; warnings and skipped checks are not faults."""
        well = self.report is None or self.report.passed
        return well and not any(game.fault for game in self.games)

    @property
    def kept(self) -> Card:
        """The card for the journal: the short games, then the findings of the doctor."""
        found = () if self.report is None else self.report.findings
        return Card(self.passed, (*map(_finding, self.games), *found), self.sha256)


def preflight(
    entrant: Entrant,
    plan: Plan,
    cache: Path,
    patience: ExamLimits | None = None,
    progress: Callable[[], None] = lambda: None,
) -> EntrantCard:
    """Let one entrant play, whose package is unpacked in ``cache``; without ``patience`` it is not
    examined.

    Raises SandboxUnavailable, BadPlayer, BadPackage and OSError.
    """
    folder = None if entrant.package is None else cache / entrant.package
    games = []
    for color in Color:
        games.append(_short_game(entrant, plan, cache, color))
        progress()
    spec = spec_of(entrant.player, entrant.name, folder, plan.rules)
    report = None
    if patience is not None and spec.kind is not PlayerKind.BUILT_IN:
        own = plan.entrants[entrant.number - 1]
        confinement = confinement_of(plan.sandbox, own, plan.ponder)
        report = examine(spec, patience, sandbox=confinement, rules=plan.rules, foreign=True)
        progress()
    return EntrantCard(entrant.name, entrant.package, tuple(games), report)


def _short_game(entrant: Entrant, plan: Plan, cache: Path, color: Color) -> ShortGame:
    own = plan.entrants[entrant.number - 1]
    me = JobSide(
        entrant.name,
        entrant.player,
        1,
        entrant.package,
        memory=own.memory,
        processes=own.processes,
    )
    sides = PerColor.both(JobSide(REFERENCE_OPPONENT, REFERENCE_OPPONENT, 2)).put(color, me)
    job = GameJob(
        1,
        plan.game,
        plan.draws,
        sides,
        PerColor.both(plan.clock.control).put(color, plan.control_of(own)),
        Opening(),
        plan.start_limit,
        plan.sandbox,
        AdjudicationPlan(max_moves=SHORT_GAME_MOVES),
        plan.log_limit,
        cache=cache,
        ponder=plan.ponder,
        game_file=plan.game_file,
    )
    result = play(job)
    assert isinstance(result, GameResult), "packages are unpacked"
    return ShortGame(color, result.game)


def _finding(game: ShortGame) -> Finding:
    outcome, explanation = game.game.outcome, game.game.explanation
    resigned = outcome.winner is game.color.other and outcome.reason is Reason.RESIGNATION
    well = CheckVerdict.WARNING if resigned else CheckVerdict.OK
    return Finding(
        Check(f"game-{game.color.value}", say("short game as {color}", color=game.color)),
        CheckVerdict.FAULT if game.fault else well,
        explanation.full_sentence if game.fault and explanation else verdict_of(outcome),
        RESIGNS_EARLY.advice if resigned else None,
        figures={"plies": game.game.plies},
    )
