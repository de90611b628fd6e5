"""``board contest resume``: continue a contest that was begun."""

from __future__ import annotations

from pathlib import Path

from board_cli.contest.access import contest_in
from board_cli.contest.options import (
    LAB_FILE,
    ClusterAddress,
    Concurrency,
    ContestFolder,
    Force,
    LabOption,
    NoPairing,
    Quiet,
)

from .run import run as run_contest

EXAMPLES = (("board contest resume spring", ""),)


def run(
    folder: ContestFolder = Path(),
    jobs: Concurrency = None,
    force: Force = False,
    no_pairing: NoPairing = None,
    cluster: ClusterAddress = "",
    lab: LabOption = LAB_FILE,
    quiet: Quiet = False,
) -> None:
    contest_in(folder)  # refuses a contest that was not begun
    run_contest(folder, jobs, force, no_pairing, cluster, lab, quiet)
