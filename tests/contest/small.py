"""Small contests for the tests: plans, schemes without a matching, games that nobody played."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from board_core.contest.field import Entrant, Field, Pairing, Round
from board_core.contest.jobs import GameJob, GameResult
from board_core.contest.pairing.invariants import Rule
from board_core.contest.pairing.scheme import PairingStep
from board_core.contest.plan import Plan, plan_of
from board_core.contest.state import PlayedPairing
from board_core.contest.store import ContestStore, Folder
from board_core.game.sides import PerColor
from board_core.games.chess import NO_CLAIMS, chess_rules
from board_core.journal.telling import game_of
from board_core.record import PlayedGame

RULES = chess_rules(NO_CLAIMS)
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def plan_with(names: Sequence[str] = ("Ada", "Bob", "Eve", "Joe"), more: str = "") -> Plan:
    entrants = "".join(f'[[entrants]]\nname = "{name}"\nplayer = "random"\n' for name in names)
    return plan_of(f'name = "Spring"\nseed = 5\n{more}\n{entrants}')


def entrants_of(plan: Plan) -> tuple[Entrant, ...]:
    return tuple(Entrant(n, e.name, e.player) for n, e in enumerate(plan.entrants, start=1))


def begun(home: Path, plan: Plan | None = None, package: str | None = None) -> ContestStore:
    plan = plan or plan_with()
    entrants = tuple(replace(each, package=package) for each in entrants_of(plan))
    return ContestStore.begin(Folder(home), plan, entrants, (), (), now=lambda: NOON)


@dataclass(frozen=True)
class Everybody:
    """Everybody against everybody, ``size`` games a round, whatever the results."""

    size: int = 2
    wait: bool = True

    def next_round(self, field: Field) -> Round | PairingStep:
        pairs = [(a, b) for a in field.entrants for b in field.entrants if a < b]
        if self.wait and not field.complete:
            return PairingStep.WAIT
        number = field.next_round
        chosen = pairs[(number - 1) * self.size : number * self.size]
        if not chosen:
            return PairingStep.OVER
        first = field.next_pairing
        pairings = [Pairing(first + n, number, *pair) for n, pair in enumerate(chosen)]
        return Round(number, tuple(pairings))

    def keeps(self, field: Field) -> frozenset[Rule]:
        return frozenset({Rule.NUMBERS})


def game(
    number: int, winner: str | None = "white", reason: str = "checkmate", names: str = "Ada Bob"
) -> PlayedGame:
    """A game of two plies that ended so."""
    white, black = names.split()
    control = {
        "base": None,
        "increment": 0,
        "per_move": None,
        "moves_per_period": 0,
        "time_margin": 0,
        "depth": None,
        "nodes": None,
    }
    start = {
        "at": NOON.isoformat(),
        "rules": "chess",
        "first": "white",
        "setup": None,
        "names": {"white": white, "black": black},
        "control": {"white": control, "black": control},
        "white": None,
        "black": None,
    }
    moves = [
        {"ply": ply, "move": move, "white": None, "black": None, "elapsed": 0.1}
        for ply, move in enumerate(("e2e4", "e7e5"))
    ]
    end = {
        "at": NOON.isoformat(),
        "outcome": {"winner": winner, "reason": reason, "detail": ""},
        "explanation": None,
        "position": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "white": None,
        "black": None,
    }
    return game_of(RULES, {"start": start, "moves": moves, "end": end})


def played(number: int, winner: str | None = "white", reason: str = "checkmate") -> PlayedPairing:
    return PlayedPairing(number, game(number, winner, reason))


def result(job: GameJob, winner: str | None = "white", reason: str = "checkmate") -> GameResult:
    names = f"{job.sides.white.name} {job.sides.black.name}"
    played = game(job.pairing, winner, reason, names)
    return GameResult(job.pairing, played, PerColor("", ""))


class Imagined(Executor):
    """Plays no game: asks ``answer`` how it went. Games end when they are begun."""

    def __init__(self, answer: Callable[[GameJob], Any]) -> None:
        self.jobs: list[GameJob] = []
        self.at_once = 0
        self._answer = answer
        self._lock = threading.Lock()

    def submit(self, fn: Any, job: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:  # type: ignore[override]
        future: Future[Any] = Future()
        self.jobs.append(job)
        try:
            future.set_result(self._answer(job))
        except BaseException as error:
            future.set_exception(error)
        return future
