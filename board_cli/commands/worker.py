"""``board worker``: play games of a contest on this machine."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

from board_cli.language import _, words
from board_cli.option_values import Value, ValueKind, argument, option
from board_core.text.sentence import Sentence

EXAMPLES = (("board worker tls://lab1:8786 --lab lab.pem", ""),)


def run(
    address: Annotated[
        str, argument(ValueKind("tls://HOST:PORT"), _("As 'board scheduler' prints it."))
    ],
    slots: Annotated[
        int | None,
        option(
            Value.COUNT,
            _("Games to play at the same time; by default one for each two processors."),
        ),
    ] = None,
    name: Annotated[str | None, option(Value.NAME, _("The name that the organiser sees."))] = None,
    lab: Annotated[
        Path, option(Value.FILE, _("A copy of the file that 'board scheduler' made."))
    ] = Path("lab.pem"),
    host: Annotated[
        str | None,
        option(
            Value.ADDRESS,
            _("The address to listen at; by default the one that reaches the scheduler."),
        ),
    ] = None,
) -> None:
    from board_cli.resolve_options import refusals
    from board_core.contest.cluster.connection import read_lab

    with refusals("--lab"):
        member = read_lab(lab)
    from board_core.contest.cluster.servers import run_worker

    def tell(sentence: Sentence) -> None:
        print(words.sentence(sentence), flush=True)

    with refusals("ADDRESS"):
        games = slots or max(1, (os.cpu_count() or 1) // 2)
        sys.exit(run_worker(address, games, name, member, host, tell))
