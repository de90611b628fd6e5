"""Tournaments of programs: pairing, running, standings, reports.

From Python: read a plan, begin, and run it ::

    folder = Folder(Path("spring"))
    with begin(folder, read_plan(folder.plan)) as store, LocalWorkers(2) as workers:
        contest = Runner(store, scheme_of(store.contest.plan), workers, 2).run()
    for row in standings(contest.field, contest.plan.seed):
        print(row.rank, contest.entrant(row.number).name, row.points)

To go on with a contest that was begun, take it up with ``ContestStore(folder)``.
"""

from board_core.match.workers import LocalWorkers

from .beginning import begin, entries_of
from .field import Field, Pairing, PairingVerdict, Round, Scoring
from .jobs import GameJob, GameResult, play
from .pairing.invariants import violations
from .pairing.scheme import NoPairingError, PairingStep, Scheme
from .plan import BadPlan, Plan, plan_of, read_plan
from .ratings import Rating, ratings
from .runner import NotFinished, Runner
from .schemes import scheme_of
from .standings import Standing, standings
from .state import Contest, Entrant
from .store import ContestStore, Folder, read_contest

__all__ = [
    "BadPlan",
    "Contest",
    "ContestStore",
    "Entrant",
    "Field",
    "Folder",
    "GameJob",
    "GameResult",
    "LocalWorkers",
    "NoPairingError",
    "NotFinished",
    "Pairing",
    "PairingStep",
    "PairingVerdict",
    "Plan",
    "Rating",
    "Round",
    "Runner",
    "Scheme",
    "Scoring",
    "Standing",
    "begin",
    "entries_of",
    "plan_of",
    "play",
    "ratings",
    "read_contest",
    "read_plan",
    "scheme_of",
    "standings",
    "violations",
]
