"""``board scheduler``: bring the machines of a contest together."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from board_cli.language import _
from board_cli.option_values import Value, option
from board_core.text.languages import N_

EXAMPLES = (("board scheduler --host 0.0.0.0", N_("for a whole network")),)


def run(
    host: Annotated[
        str,
        option(
            Value.ADDRESS,
            _(
                "The address to listen at; 0.0.0.0: all networks of this machine. Anyone who has "
                "the lab's file can run programs on all its machines."
            ),
        ),
    ] = "127.0.0.1",
    port: Annotated[int, option(Value.PORT, _("0: any free port."))] = 8786,
    lab: Annotated[
        Path,
        option(
            Value.FILE,
            _("Key and certificate for all machines of the lab; made if it does not exist."),
        ),
    ] = Path("lab.pem"),
) -> None:
    from board_cli.resolve_options import refusals
    from board_core.contest.cluster.connection import made_or_read

    with refusals("--lab"):
        member, made = made_or_read(lab)
    from board_core.contest.cluster.servers import run_scheduler

    def listens(address: str) -> None:
        facts = {"address": address, "file": member.path.name}
        day = f"{member.until:%Y-%m-%d}"
        print(_("Scheduler: {address}", **facts))
        print(_("On each machine: board worker {address} --lab {file}", **facts))
        print(_("For the contest: --cluster {address} --lab {file}", **facts))
        if made:
            said = _("Made the lab's file: {path}, valid until {day}", path=member.path, day=day)
        else:
            said = _("The lab's file: {path}, valid until {day}", path=member.path, day=day)
        print(said)
        copy = _(
            "Copy it to every machine. Anyone who has it can run programs on all of them, and on "
            "this one."
        )
        print(copy, flush=True)

    with refusals("--host"):
        sys.exit(run_scheduler(host, port, member, listens))
