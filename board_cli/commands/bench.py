"""``board bench``: time the moves of a player."""

from __future__ import annotations

import sys
from math import inf
from typing import Annotated

from board_cli import resolve_options as resolve
from board_cli.language import _
from board_cli.option_values import Value, argument, flag, option, refusal
from board_cli.options import (
    PLAYERS_HELP,
    ClockOptions,
    DrawChoice,
    GameOption,
    MoveLimit,
    SandboxOptions,
    SearchOptions,
)
from board_core.text.languages import N_

MORE_HELP = (PLAYERS_HELP, _("The exit code is 0 if it moved in every position, 1 if not."))

EXAMPLES = (
    ("board bench hard --repeat 1", ""),
    ("board bench my_ai.py:choose --profile", N_("where the time goes")),
)


def run(
    *,
    player: Annotated[str, argument(Value.PLAYER, _("The player to measure."))],
    game: GameOption = "chess",
    repeat: Annotated[
        int, option(Value.COUNT, _("Moves to ask for in each position."), "--repeat -r")
    ] = 3,
    move_time: Annotated[
        float, option(Value.SECONDS, _("The time for a move that the player is given."))
    ] = 1.0,
    limit: MoveLimit = 10.0,
    search: SearchOptions,
    seed: Annotated[
        int,
        option(
            Value.WHOLE_NUMBER,
            _("Built-in AIs and functions choose the same moves with the same seed."),
        ),
    ] = 0,
    profile: Annotated[
        bool,
        flag(_("Show where the time of a function goes (by pyinstrument, if installed).")),
    ] = False,
    sandbox: SandboxOptions,
    json: Annotated[bool, flag(_("Print only the times, as JSON."))] = False,
) -> None:
    from board_cli.bench import BenchJob, is_profilable, run_bench
    from board_core.match.player_spec import PlayerKind

    rules = resolve.rules_of(game, usual=DrawChoice.ENGINE)
    spec = resolve.player_of(player, "PLAYER", rules)
    if spec.kind is PlayerKind.HUMAN:
        raise refusal("PLAYER", _("only programs can be measured: name a program"))
    if profile and json:
        raise refusal("--profile", _("a profile is for people to read: leave out --json"))
    if profile and not is_profilable(spec):
        why = _("only Python functions can be profiled, and {player} is a program", player=player)
        raise refusal("--profile", why)
    confinement = resolve.confinement_of(sandbox)
    resolve.check_player(spec, "PLAYER", rules, None, confinement)
    clock = ClockOptions(
        move_time=move_time,
        time_margin=max(0.0, limit - move_time),
        depth=search.depth,
        nodes=search.nodes,
    )
    control = resolve.control_of(inf, clock)
    resolve.warn_about_sandbox([spec], confinement)
    job = BenchJob(spec, rules, control, repeat, seed, confinement)
    sys.exit(run_bench(job, profile=profile, json=json, stream=sys.stdout))
