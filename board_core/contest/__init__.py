"""Contests of programs: pairing, running, standings, reports.

``docs/embedding.md`` runs one from Python; ``ContestStore(folder)`` resumes one.

A contest is its journal: what is in it is done, everything else is not. A ruling is one more line.
A scheme always makes the same round from the same field. A job contains all that a game needs
(seeds, clocks, limits, programs by their SHA-256), here and in a lab. ::

 contest.toml -> plan -> beginning -> ContestStore: one journal <- requests (rulings, withdrawals)
                                       |           ^
                                       v           | paired, played, ended
                          Contest, a frozen value  |
                             |         |           |
                             v         v           |
 Scheme.next_round <----- Field     report       Runner -- submit(play, job) --> an executor:
        |                              |          ^ ^              LocalWorkers, or a cluster's
        +---- the next round ----------|----------+ +---- result, or packages wanted ---+
                                       v
                             views -> pages -> files, or a server's answers

Everything shown is derived from the journal and the logs and can be deleted. May import ``author``
and what is below. Read first: ``runner.py``.
"""

from typing import TYPE_CHECKING

from board_core.deferred_imports import deferred

from .ratings import Rating, ratings  # which have the names of their modules
from .standings import Standing, TieBreak, standings

if TYPE_CHECKING:
    from board_core.match.workers import LocalWorkers

    from .beginning import begin, entries_of
    from .field import Entrant, Field, Pairing, PairingVerdict, Round, Scoring
    from .jobs import GameJob, GameResult, play
    from .pairing.invariants import violations
    from .pairing.scheme import NoPairingError, PairingStep, Scheme
    from .plan import BadPlan, Plan, plan_of, read_plan, scheme_of
    from .runner import NotFinished, Runner
    from .state import Contest
    from .store import ContestStore, Folder, read_contest
else:
    IMPORTED_LATER = {
        ".beginning": "begin entries_of",
        ".field": "Entrant Field Pairing PairingVerdict Round Scoring",
        ".jobs": "GameJob GameResult play",
        ".pairing.invariants": "violations",
        ".pairing.scheme": "NoPairingError PairingStep Scheme",
        ".plan": "BadPlan Plan plan_of read_plan scheme_of",
        ".runner": "NotFinished Runner",
        ".state": "Contest",
        ".store": "ContestStore Folder read_contest",
        "board_core.match.workers": "LocalWorkers",
    }
    """Names by the modules that are imported when one is wanted: a worker needs no pairings."""

    __getattr__, __dir__ = deferred(globals(), IMPORTED_LATER)


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
    "TieBreak",
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
