"""Contests of programs: pairing, running, standings, reports.

From Python: read a plan, begin, and run it ::

    folder = Folder(Path("spring"))
    with begin(folder, read_plan(folder.plan)) as store, LocalWorkers(2) as workers:
        contest = Runner(store, scheme_of(store.contest.plan), workers, 2).run()
    for row in contest.table:
        print(row.rank, contest.entrant(row.number).name, row.points)

To go on with a contest that was begun, take it up with ``ContestStore(folder)``.

A contest is its journal. To resume is the same as to run: what is in the journal is done, and the
rest is not. A ruling is one line more and edits nothing. A scheme is a frozen value that makes the
same round of the same field, always. A job carries all that a game needs (seeds, clocks, limits,
programs by their SHA-256), so that a worker here and one in a lab run the same function. ::

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

What is shown is derived from the journal and the logs and can be deleted.
"""

from typing import TYPE_CHECKING

from board_core.deferred_imports import deferred

from .ratings import Rating, ratings  # which have the names of their modules
from .standings import Standing, standings

if TYPE_CHECKING:
    from board_core.match.workers import LocalWorkers

    from .beginning import begin, entries_of
    from .entrants import Entrant
    from .field import Field, Pairing, PairingVerdict, Round, Scoring
    from .jobs import GameJob, GameResult, play
    from .pairing.invariants import violations
    from .pairing.scheme import NoPairingError, PairingStep, Scheme
    from .plan import BadPlan, Plan, plan_of, read_plan
    from .runner import NotFinished, Runner
    from .schemes import scheme_of
    from .state import Contest
    from .store import ContestStore, Folder, read_contest
    from .tie_breaks import TieBreak
else:
    IMPORTED_LATER = {
        "BadPlan": ".plan",
        "Contest": ".state",
        "ContestStore": ".store",
        "Entrant": ".entrants",
        "Field": ".field",
        "Folder": ".store",
        "GameJob": ".jobs",
        "GameResult": ".jobs",
        "LocalWorkers": "board_core.match.workers",
        "NoPairingError": ".pairing.scheme",
        "NotFinished": ".runner",
        "Pairing": ".field",
        "PairingStep": ".pairing.scheme",
        "PairingVerdict": ".field",
        "Plan": ".plan",
        "Round": ".field",
        "Runner": ".runner",
        "Scheme": ".pairing.scheme",
        "Scoring": ".field",
        "TieBreak": ".tie_breaks",
        "begin": ".beginning",
        "entries_of": ".beginning",
        "plan_of": ".plan",
        "play": ".jobs",
        "read_contest": ".store",
        "read_plan": ".plan",
        "scheme_of": ".schemes",
        "violations": ".pairing.invariants",
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
