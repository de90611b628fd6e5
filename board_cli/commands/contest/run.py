"""``board contest run``: play a contest to its end."""

from __future__ import annotations

import os
import sys
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from board_cli.command_files import TableCommand
from board_cli.contest.access import (
    advise,
    contest_in,
    plan_in,
    printed_errors,
    too_many,
    warn,
    warn_about_sandbox,
)
from board_cli.contest.options import (
    LAB_FILE,
    ClusterAddress,
    Concurrency,
    ContestFolder,
    Force,
    Forever,
    LabOption,
    NoPairing,
    PairOnly,
    Quiet,
    Rounds,
)
from board_cli.language import _, words
from board_cli.option_values import flag, refusal
from board_cli.options import LineFormat, Lines, ServerOptions
from board_core import BoardError, say
from board_core.text.languages import N_

if TYPE_CHECKING:
    from board_core.contest.plan import Plan
    from board_core.contest.store import ContestStore, Folder

MORE_HELP = (
    _(
        "The exit code is 0 when the contest is over, 1 when it cannot go on, 130 after Ctrl-C. "
        "If anything stops it, even a power cut, run it again."
    ),
)

EXAMPLES = (
    ("board contest run spring --jobs 2", ""),
    ("board contest run spring --rounds 1", N_("one round, and stop")),
    (
        "board contest run spring --pair",
        N_("publish the pairings, and rule before they are played"),
    ),
    ("board contest run spring --serve --lan", N_("with entrants on other machines")),
    ("board contest run spring --cluster tls://lab1:8786 --lab lab.pem", N_("on several machines")),
)


def run(
    folder: ContestFolder = Path(),
    jobs: Concurrency = None,
    force: Force = False,
    no_pairing: NoPairing = None,
    cluster: ClusterAddress = "",
    lab: LabOption = LAB_FILE,
    quiet: Quiet = False,
    format: Lines = LineFormat.BOARD,
    forever: Forever = False,
    rounds: Rounds = None,
    pair: PairOnly = False,
    *,
    serve: Annotated[
        bool, flag(_("Serve its pages, and let entrants play from their own machines."))
    ] = False,
    hand_in: Annotated[
        bool, flag(_("With --serve, also take programs of entrants who have a token."))
    ] = False,
    listens: ServerOptions,
) -> None:
    from board_cli.contest.running import run_contest
    from board_core.contest.jobs import needs_server
    from board_core.contest.report import weaker_of

    if hand_in and not serve:
        raise refusal("--hand-in", _("programs are taken by a server: add --serve"))
    home, plan = _plan_or_begun(folder)
    away = next((each.name for each in plan.entrants if each.elsewhere), None)
    if away is not None and (cluster or not (serve or pair or rounds == 0)):
        raise refusal("--cluster" if cluster else "FOLDER", words.sentence(needs_server(away)))
    hint = "--jobs" if jobs else "concurrency"
    jobs = jobs or plan.concurrency or _jobs_of_machine(plan)
    with printed_errors():
        if cluster:
            from board_core.contest.cluster.connection import read_lab

            member = read_lab(lab)
        else:
            member = None
            if not force and (why := too_many(jobs)) is not None:
                raise refusal(hint, words.sentence(why))
            jobs = _with_cores(jobs, plan.cores_per_game)
            warn_about_sandbox(plan)
        store = _begun(home, plan)
        for said in () if cluster else weaker_of(store.contest):
            warn(said)
    with store, printed_errors():
        sys.exit(
            run_contest(
                store,
                jobs,
                cluster=cluster,
                lab=member,
                no_pairing=no_pairing.value if no_pairing else None,
                quiet=quiet,
                forever=forever,
                rounds=rounds,
                pair_only=pair,
                cutechess=format is LineFormat.CUTECHESS,
                serves=listens if serve else None,
                hand_in=hand_in,
                out=sys.stdout,
            )
        )


@wraps(run)
def resume(folder: Path = Path(), **options: Any) -> None:
    contest_in(folder)  # refuses a contest that was not begun
    run(folder, **options)


TABLE = {"resume": TableCommand(resume, ("board contest resume spring", ""))}


def _plan_or_begun(folder: Path) -> tuple[Folder, Plan]:
    """Return the plan in the journal of a contest that was begun, else the file's."""
    from board_core.contest.store import Folder, read_contest

    home = Folder(folder)
    if home.journal.exists():
        try:
            return home, read_contest(home).plan
        except BoardError:
            pass  # interrupted before its first line: begin again, or report the error on opening
    return plan_in(folder)


def _begun(home: Folder, plan: Plan) -> ContestStore:
    """Open the contest of this folder, and begin it if need be. Raises BoardError and OSError."""
    from board_core.contest.beginning import begin, changes_ignored
    from board_core.contest.store import ContestStore, has_begun

    if has_begun(home):
        store = ContestStore(home)
        for said in changes_ignored(home, store.contest):
            warn(said)
        return store
    store = begin(home, plan)
    advise(plan)
    for gone in store.contest.withdrawals.values():
        name = store.contest.entrant(gone.entrant).name
        warn(say("{name} is withdrawn: {why}", name=name, why=gone.reason))
    return store


def _jobs_of_machine(plan: Plan) -> int:
    """Return how many games this machine can play at a time, with a processor per program."""
    from board_core.supervise.limits import games_for_cores, usable_cores

    processors = len(usable_cores()) or os.cpu_count() or 1
    both_compute = plan.ponder in ("allow", "play")
    return games_for_cores(processors, max(plan.cores_per_game, 2 if both_compute else 1))


def _with_cores(jobs: int, cores_per_game: int) -> int:
    """Return how many of these games can have cores of their own; warn if these are fewer."""
    from board_core.supervise.limits import TooFewCores, check_cores, usable_cores

    try:
        check_cores(jobs, cores_per_game)
    except TooFewCores as error:
        fitting = len(usable_cores()) // cores_per_game
        if not fitting:
            raise
        warn(error.sentence)
        return fitting
    return jobs
