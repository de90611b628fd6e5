"""``board engine``: a built-in AI as an engine for other programs."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

from board_cli.language import _
from board_cli.option_values import Value, option, refusal
from board_cli.options import Seed
from board_core.sentence import Listed
from board_core.words import N_

EXAMPLES = (
    ("board engine --level expert", N_("for a program that speaks UCI")),
    ("board engine --level elo:1200 --protocol san", ""),
)


class EngineProtocol(StrEnum):
    """The protocol that the engine speaks."""

    UCI = "uci"
    SAN = "san"


def run(
    level: Annotated[
        str,
        option("--level", Value.LEVEL, _("A name or a strength of 'board levels', as elo:1200.")),
    ] = "hard",
    protocol: Annotated[
        EngineProtocol, option("--protocol", None, _("The protocol that it speaks."))
    ] = EngineProtocol.UCI,
    move_time: Annotated[
        float,
        option(
            "--move-time",
            Value.SECONDS,
            _("Time for each move, where the protocol tells none (SAN)."),
        ),
    ] = 1.0,
    seed: Seed = None,
) -> None:
    from board_cli.resolve_options import player_of
    from board_core.ais import LADDER
    from board_core.ais.engine import SanPlayer, UciEngine
    from board_core.match.player_spec import PlayerKind

    spec, levels = player_of(level, "--level"), {level.name: level for level in LADDER}
    if spec.kind is not PlayerKind.BUILT_IN or spec.text not in levels:
        why = _(
            "{text} is not a built-in AI: choose one of: {known}",
            text=repr(level),
            known=Listed(levels),
        )
        raise refusal("--level", why)

    def write(line: str) -> None:
        print(line, flush=True)

    engine: UciEngine | SanPlayer
    if protocol is EngineProtocol.UCI:
        engine = UciEngine(write, levels[spec.text], seed)
    else:
        engine = SanPlayer(write, levels[spec.text], seed, move_time)
    try:
        for line in sys.stdin:
            if not engine.heard(line):
                break
    finally:
        engine.close()
