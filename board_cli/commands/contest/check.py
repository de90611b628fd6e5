"""``board contest check``: examine the programs of all entrants."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from board_cli.contest.access import (
    advise,
    no_entrant,
    plan_in,
    printed_errors,
    too_many,
    warn,
    warn_about_sandbox,
)
from board_cli.contest.options import ContestFolder
from board_cli.language import _
from board_cli.option_values import Value, flag, option
from board_cli.options import Readable

if TYPE_CHECKING:
    from board_core.contest.plan import Plan

MORE_HELP = (
    _("The exit code is 0 without faults, 1 if there are any. Faults exclude no entrant."),
)

EXAMPLES = (
    ("board contest check spring", ""),
    ('board contest check spring --only "Deep Thought" --quick', ""),
)


def run(
    folder: ContestFolder = Path(),
    only: Annotated[
        tuple[str, ...],
        option(Value.NAME, _("Check only this entrant; may be given several times.")),
    ] = (),
    quick: Annotated[bool, flag(_("Play only the two short games, without examination."))] = False,
    limit: Annotated[float, option(Value.SECONDS, _("How long to wait for a move."))] = 10.0,
    readable: Readable = (),
) -> None:
    from board_cli.contest.checking import run_checks
    from board_cli.resolve_options import require_time
    from board_core.contest.beginning import changes_ignored, entries_of
    from board_core.contest.packages import Package, unpack
    from board_core.contest.store import has_begun, read_contest

    require_time("--limit", limit)
    home, plan = plan_in(folder)
    plan = _with_readable(plan, readable)
    advise(plan)
    if (why := too_many(plan.concurrency)) is not None:
        warn(why)
    with printed_errors():
        names = [entrant.name for entrant in plan.entrants]
        for name in only:
            if name not in names:
                raise no_entrant(name, names, "--only")

        def keep(package: Package) -> None:
            unpack(package.sha256, package.data, home.unpacked)

        entries = entries_of(plan, home.path, keep, with_mistakes=True)
        if has_begun(home):
            for said in changes_ignored(home, read_contest(home), entries):
                warn(said)
        by_name = zip(names, entries, strict=True)
        wanted = [entry for name, entry in by_name if not only or name in only]
        warn_about_sandbox(plan)
        sys.exit(run_checks(home, plan, wanted, limit, sys.stdout, quick=quick))


def _with_readable(plan: Plan, places: tuple[Path, ...]) -> Plan:
    """Return the plan as if it listed these places too."""
    from board_cli.resolve_options import refusals
    from board_core.supervise.visibility import check_readable

    with refusals("--readable"):
        more = [str(check_readable(place.expanduser())) for place in places]
    sandbox = plan.sandbox.model_copy(update={"readable": (*plan.sandbox.readable, *more)})
    return plan.model_copy(update={"sandbox": sandbox})
