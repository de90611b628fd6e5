"""The options that several commands of a contest have."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

from board_cli.language import _
from board_cli.option_values import Value, ValueKind, argument, option

LAB_FILE = Path("lab.pem")


class NoPairingRule(StrEnum):
    """The choices of what to do when no pairing keeps all the rules."""

    STOP = "stop"
    RELAX_COLORS = "relax-colors"
    FINISH = "finish"


ContestFolder = Annotated[
    Path, argument(Value.FOLDER, _("The contest's folder, which holds contest.toml."))
]
FolderOption = Annotated[Path, option("--folder -f", Value.FOLDER, _("The contest's folder."))]
DecidedBy = Annotated[
    str, option("--by", Value.NAME, _("Who decides this; by default your user name."))
]
DecisionReason = Annotated[str, option("--reason", Value.TEXT, _("The reason; it is published."))]
EntrantName = Annotated[str, argument(Value.NAME, _("The name of the entrant."))]
GameNumber = Annotated[
    int, argument(ValueKind("GAME", Value.COUNT.read), _("The number of the game."))
]
RoundNumber = Annotated[
    int, argument(ValueKind("ROUND", Value.COUNT.read), _("The number of the round."))
]
Concurrency = Annotated[
    int | None,
    option(
        "--jobs --concurrency -j -c",
        Value.COUNT,
        _("Games at the same time, in place of what contest.toml says."),
    ),
]
Force = Annotated[
    bool, option("--force", None, _("Allow more games at the same time than processors."))
]
NoPairing = Annotated[
    NoPairingRule | None,
    option(
        "--no-pairing",
        None,
        _("When no pairing keeps all the rules, in place of what contest.toml says."),
    ),
]
ClusterAddress = Annotated[
    str,
    option(
        "--cluster",
        ValueKind("ADDRESS"),
        _("Play on the workers of this scheduler (tls://HOST:PORT)."),
    ),
]
LabOption = Annotated[
    Path, option("--lab", Value.FILE, _("With --cluster: the file that 'board scheduler' made."))
]
Forever = Annotated[
    bool,
    option("--forever", None, _("Let a ladder wait for new entrants and versions, until Ctrl-C.")),
]
Quiet = Annotated[bool, option("--quiet -q", None, _("Print only one line for each game."))]
