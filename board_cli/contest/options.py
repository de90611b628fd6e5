"""The options that several commands of a contest have."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

from board_cli.language import _
from board_cli.option_values import Value, ValueKind, argument, flag, option
from board_core.fast_dataclass import dataclass

LAB_FILE = Path("lab.pem")


class NoPairingRule(StrEnum):
    """The choices of what to do when no pairing keeps all the rules."""

    STOP = "stop"
    RELAX_COLORS = "relax-colors"
    FINISH = "finish"


ContestFolder = Annotated[
    Path,
    argument(
        Value.FOLDER,
        _("The contest's folder, which holds contest.toml; by default the current one."),
    ),
]
FolderOption = Annotated[Path, option(Value.FOLDER, _("The contest's folder."), "--folder -f")]
DecisionReason = Annotated[str, option(Value.TEXT, _("The reason; it is published."))]
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
        Value.COUNT,
        _("Games at the same time, in place of what contest.toml says."),
        "--jobs --concurrency -j -c",
    ),
]
Force = Annotated[bool, flag(_("Allow more games at the same time than processors."))]
NoPairing = Annotated[
    NoPairingRule | None,
    option(None, _("When no pairing keeps all the rules, in place of what contest.toml says.")),
]
ClusterAddress = Annotated[
    str, option(ValueKind("ADDRESS"), _("Play on the workers of this scheduler (tls://HOST:PORT)."))
]
LabOption = Annotated[
    Path, option(Value.FILE, _("With --cluster: the file that 'board scheduler' made."))
]
Forever = Annotated[bool, flag(_("Let a ladder wait for new entrants and versions, until Ctrl-C."))]
Rounds = Annotated[
    int | None,
    option(Value.COUNT_FROM_ZERO, _("Stop when so many rounds are over; 0: only begin.")),
]
PairOnly = Annotated[
    bool, flag(_("Pair the next round, print it and stop: no game is played."), "--pair")
]
Quiet = Annotated[bool, flag(_("Print only one line for each game."), "--quiet -q")]


@dataclass(frozen=True, slots=True)
class DecisionOptions:
    """The options of a decision beside its reason: who makes it, and for which contest."""

    by: Annotated[str, option(Value.NAME, _("Who decides this; by default your user name."))] = ""
    folder: FolderOption = Path()
