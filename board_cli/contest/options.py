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
class ServerOptions:
    """The options of whatever listens on a socket."""

    host: Annotated[
        str, option(Value.ADDRESS, _("The address to listen at; 0.0.0.0: all networks."))
    ] = "127.0.0.1"
    lan: Annotated[bool, flag(_("Listen in the local network, as --host 0.0.0.0."))] = False
    port: Annotated[int, option(Value.PORT, _("0: any free port."))] = 8000
    host_names: Annotated[
        tuple[str, ...],
        option(
            Value.NAME,
            _("A name of this machine that browsers use; may be given several times."),
            "--host-name",
        ),
    ] = ()
    proxies: Annotated[
        tuple[str, ...],
        option(
            Value.ADDRESS,
            _("A proxy whose X-Forwarded-For is believed; may be given several times."),
            "--proxy",
        ),
    ] = ()

    @property
    def place(self) -> str:
        """The address to listen at."""
        return "0.0.0.0" if self.lan else self.host


@dataclass(frozen=True, slots=True)
class DecisionOptions:
    """The options of a decision beside its reason: who makes it, and for which contest."""

    by: Annotated[str, option(Value.NAME, _("Who decides this; by default your user name."))] = ""
    folder: FolderOption = Path()
