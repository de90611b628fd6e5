"""Events as JSON objects, one per line, for scripts that read ``board match --json``.

``docs/json-lines.md`` describes the fields. They stay as they are; new ones may be added. Times are
in seconds; ``null`` means unknown or without a limit.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from math import isinf
from typing import Any, assert_never

from board_core.game.clock import Clock
from board_core.game.events import (
    DrawDeclined,
    DrawOffered,
    Event,
    GameEnded,
    GameStarted,
    HostAway,
    MovePlayed,
    MoveRejected,
    MovesTakenBack,
    Paused,
    PlayerSaid,
    PlayerSilent,
    Resumed,
    Thinking,
    TurnStarted,
)
from board_core.game.player import Explanation, Score, Thought
from board_core.game.rules import Outcome
from board_core.game.sides import Color
from board_core.record.files import attributes, both
from board_core.text.harmless_text import visible

from .elo import EloDifference, SprtState
from .known_games import hosted
from .result import MatchResult

JsonFields = dict[str, Any]


def line(fields: Mapping[str, object]) -> str:
    """Return one line of pure ASCII, so that no text from a program can harm a terminal."""
    return json.dumps(fields, allow_nan=False)


def event_fields(game: int, event: Event) -> JsonFields:
    """Return the fields of an event of the game with this number."""
    match event:
        case GameStarted(rules, names, position, clock, setup):
            return {
                "event": "game_started",
                "game": game,
                "rules": rules.name,
                "names": both(names),
                "time_control": both(clock.control.map(lambda side: side.notation)),
                "fen": position.setup,
                "setup": setup is not None,
                "clock": clock_fields(clock),
            }
        case TurnStarted(turn):
            return {
                "event": "turn_started",
                "game": game,
                "color": turn.color.value,
                "ply": turn.ply,
                "fen": turn.position.setup,
                "clock": clock_fields(turn.clock),
            }
        case Thinking(color, ply, thought):
            return {**_who("thinking", game, color, ply), "thought": thought_fields(thought)}
        case MovePlayed(color, ply, move, _, position, clock, elapsed):
            return {
                **_who("move_played", game, color, ply),
                "move": move,
                "san": event.notation,
                "fen": position.setup,
                "clock": clock_fields(clock),
                "elapsed": elapsed,
            }
        case MoveRejected(color, ply, text, why, attempt):
            return {
                **_who("move_rejected", game, color, ply),
                "text": text,
                "why": str(why),
                "attempt": attempt,
            }
        case MovesTakenBack(plies, ply, position, clock):
            return {
                "event": "moves_taken_back",
                "game": game,
                "plies": plies,
                "ply": ply,
                "fen": position.setup,
                "clock": clock_fields(clock),
            }
        case DrawOffered(color, ply):
            return _who("draw_offered", game, color, ply)
        case DrawDeclined(color, ply):
            return _who("draw_declined", game, color, ply)
        case Paused(clock):
            return {"event": "paused", "game": game, "clock": clock_fields(clock)}
        case Resumed(clock):
            return {"event": "resumed", "game": game, "clock": clock_fields(clock)}
        case HostAway(kind, seconds, ply, clock):
            return {
                "event": "host_away",
                "game": game,
                "ply": ply,
                "kind": kind.value,
                "seconds": seconds,
                "clock": clock_fields(clock),
            }
        case PlayerSaid(color, ply, note):
            return {
                **_who("player_said", game, color, ply),
                "text": note.text,
                "kind": note.kind.value,
            }
        case PlayerSilent(color, ply, _, seconds, explanation):
            return {
                **_who("player_silent", game, color, ply),
                "seconds": seconds,
                "explanation": explanation_fields(explanation),
            }
        case GameEnded(outcome, turn, explanation, off_turn):
            return {
                "event": "game_ended",
                "game": game,
                "ply": turn.ply,
                "fen": turn.position.setup,
                "clock": clock_fields(turn.clock),
                "outcome": outcome_fields(outcome),
                "explanation": explanation_fields(explanation) if explanation else None,
                "off_turn": both(off_turn),
            }
        case _:
            assert_never(event)


def result_fields(result: MatchResult) -> JsonFields:
    """Return the fields of a match's last line."""
    players = [
        {
            "name": name,
            "points": tally.points,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "lost_by": {reason.value: count for reason, count in lost_by.items()},
            "off_turn": off_turn,
        }
        for name, tally, lost_by, off_turn in zip(
            result.names, result.tallies, result.lost_by, result.off_turn, strict=True
        )
    ]
    elo, loss, test = result.elo, next(iter(result.lost), None), result.sprt
    return {
        "event": "match_ended",
        "games": result.games,
        "played": result.played,
        "players": players,
        "elo": elo_fields(elo) if elo else None,
        "los": round(result.los, 4) if elo else None,
        "pairs": list(result.pairs),
        "sprt": sprt_fields(test) if test else None,
        "first_loss": {"game": loss.number, "pgn": first_loss_pgn(result)} if loss else None,
    }


def elo_fields(elo: EloDifference) -> JsonFields:
    """Return the fields of an Elo difference; infinite ones (all games won or lost) are null."""
    bounds = {"difference": elo.difference, "low": elo.low, "high": elo.high}
    return {name: None if isinf(value) else round(value, 1) for name, value in bounds.items()}


def sprt_fields(test: SprtState) -> JsonFields:
    return {
        "llr": round(test.llr, 4),
        "lower": round(test.lower, 4),
        "upper": round(test.upper, 4),
        "decision": test.decision.value if test.decision else None,
    }


def first_loss_pgn(result: MatchResult) -> str:
    """Return the first game that the first player lost, without clocks and scores, else ""."""
    if not result.lost:
        return ""
    number, played = result.lost[0].number, result.lost[0].played
    moves = (replace(move, clock_left=None, elapsed=None, thought=None) for move in played.moves)
    text = hosted(played.rules).record.write(replace(played, moves=tuple(moves)), round=number)
    return "\n".join(map(visible, text.strip().splitlines()))


def outcome_fields(outcome: Outcome) -> JsonFields:
    return attributes(outcome, "winner reason result detail")


def explanation_fields(explanation: Explanation) -> JsonFields:
    names = "cause sentence=full_sentence last_sent last_heard exit_status stderr traceback"
    return attributes(explanation, f"{names} codes")


def thought_fields(thought: Thought) -> JsonFields:
    return {
        **attributes(thought, "depth seldepth"),
        **attributes(thought.score or Score(), "cp mate"),
        **attributes(thought, "nodes nps time hashfull pv text"),
    }


def clock_fields(clock: Clock) -> JsonFields:
    """Return each side's remaining time when the event happened; the running clock goes on.

    With byo-yomi, the fields also have each side's periods: 0 until its main time is used up.
    """
    left = both(clock.remaining.map(lambda left: None if isinf(left) else left))
    if clock.control.white.byoyomi or clock.control.black.byoyomi:
        left["periods"] = both(clock.periods)
    return left


def _who(event: str, game: int, color: Color, ply: int) -> JsonFields:
    return {"event": event, "game": game, "color": color.value, "ply": ply}
