"""``board engine``: a built-in AI as an engine for other programs."""

from __future__ import annotations

import sys
from contextlib import suppress
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Protocol

from board_cli.language import _
from board_cli.option_values import Value, option, refusal
from board_cli.options import GameOption, Seed
from board_core.text.languages import N_
from board_core.text.sentence import Listed

if TYPE_CHECKING:
    from board_core.games.hosted import HostedGame
    from board_core.match.player_spec import PlayerSpec

EXAMPLES = (
    ("board engine --level expert", N_("for a program that speaks UCI")),
    ("board engine --level elo:1200 --protocol san", ""),
    ("board engine --game gomoku", N_("a brain for Piskvork")),
    ("board engine --game chess-3d --level medium", N_("speaks lines")),
    ("board engine --player my_ai.py", N_("a program of yours, for a host that speaks UCI")),
)


class EngineProtocol(StrEnum):
    """The protocol that the engine speaks."""

    UCI = "uci"
    SAN = "san"
    GOMOCUP = "gomocup"
    LINES = "lines"


PROTOCOLS = {
    "chess": (EngineProtocol.UCI, EngineProtocol.SAN, EngineProtocol.LINES),
    "gomoku": (EngineProtocol.GOMOCUP, EngineProtocol.LINES),
}
"""The protocols that the players of a game speak, the usual one first; of all others: lines."""


class EngineSide(Protocol):
    """A side of a dialogue."""

    def heard(self, line: str) -> bool: ...
    def close(self) -> None: ...


def run(
    game: GameOption = "chess",
    level: Annotated[
        str, option(Value.LEVEL, _("A name or a strength of 'board levels', as elo:1200."))
    ] = "hard",
    protocol: Annotated[
        EngineProtocol | None,
        option(
            None, _("The protocol that it speaks; by default UCI, in gomoku Gomocup's, else lines.")
        ),
    ] = None,
    move_time: Annotated[
        float,
        option(
            Value.SECONDS, _("Time for each move, where the protocol tells none (SAN and lines).")
        ),
    ] = 1.0,
    seed: Seed = None,
    player: Annotated[
        str | None,
        option(Value.PLAYER, _("Any player in place of a level; it is run here and speaks UCI.")),
    ] = None,
) -> None:
    from board_cli import resolve_options as resolve
    from board_core.match.player_spec import PlayerKind

    hosted = resolve.game_of(game, "--game")
    if player is not None:
        _run_player(hosted, resolve.player_of(player, "--player", hosted.rules), seed)
        return
    spec = resolve.player_of(level, "--level", hosted.rules)
    if spec.kind is not PlayerKind.BUILT_IN or hosted.ai(spec.text) is None:
        elos = hosted.strengths.elos if hosted.strengths else ()
        strengths = [f"elo:{elos[0]} … elo:{elos[-1]}"] if elos else []
        why = _(
            "{text} is not a built-in AI: choose one of: {known}",
            text=repr(level),
            known=Listed((*hosted.ais, *strengths)),
        )
        raise refusal("--level", why)
    engine = _engine(hosted, spec.text, _spoken(hosted, protocol), move_time, seed)
    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        for line in sys.stdin:
            if not engine.heard(line):
                break
    finally:
        engine.close()


def _run_player(hosted: HostedGame, spec: PlayerSpec, seed: int | None) -> None:
    """Let a player speak UCI; the exit status is 1 if it failed."""
    from board_core.match.door import UciDoor
    from board_core.match.player_spec import PlayerKind

    if _spoken(hosted, None) is not EngineProtocol.UCI or spec.kind is PlayerKind.HUMAN:
        why = _("{text} cannot speak UCI in {game}", text=repr(spec.text), game=hosted.rules.name)
        raise refusal("--player", why)
    door = UciDoor(_write, lambda: spec.make(seed=seed), hosted.with_draws("no-claims"))
    for line in sys.stdin:
        if not door.heard(line):
            break
    door.close()
    if door.why_lost:
        print(door.why_lost, file=sys.stderr)
        sys.exit(1)


def _spoken(hosted: HostedGame, protocol: EngineProtocol | None) -> EngineProtocol:
    """Return the protocol to speak. Raises a refusal for one that is not of this game."""
    rules = hosted.rules
    played = rules.name if rules.family == "chess" else rules.family  # UCI knows no variant here
    known = PROTOCOLS.get(played, (EngineProtocol.LINES,))
    if protocol is None:
        return known[0]
    if protocol not in known:
        why = _(
            "the players of {game} speak {protocols} only",
            game=rules.name,
            protocols=Listed(known),
        )
        raise refusal("--protocol", why)
    return protocol


def _engine(
    hosted: HostedGame, ai: str, protocol: EngineProtocol, move_time: float, seed: int | None
) -> EngineSide:
    from board_core.ais import engine
    from board_core.ais.levels import level_named
    from board_core.match.known_games import ai_of

    match protocol:
        case EngineProtocol.UCI:
            level = level_named(ai)
            assert level is not None, "it is an AI of chess"
            return engine.UciEngine(_write, level, seed)
        case EngineProtocol.GOMOCUP:
            return engine.GomocupBrain(_write, ai_of(hosted.rules, ai), hosted.rules, seed)
        case EngineProtocol.SAN | EngineProtocol.LINES:
            rules = hosted.with_draws("engine")
            return engine.LinesPlayer(_write, ai_of(hosted.rules, ai), rules, seed, move_time)


def _write(line: str) -> None:
    with suppress(BrokenPipeError):  # a host that has ended: its end of the pipe says so as well
        print(line, flush=True)
