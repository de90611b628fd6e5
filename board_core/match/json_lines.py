"""Events as JSON objects, one per line, for scripts that read ``board match --json``.

``docs/json-lines.md`` describes the fields. They do not change; new ones may be added. Times are
in seconds; ``null`` means unknown or without a limit.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from math import isinf
from operator import attrgetter
from typing import Any

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
from board_core.record.files import both, clock_facts, notations
from board_core.text.codec import Codec, Fields, written
from board_core.text.harmless_text import visible

from .elo import EloDifference, SprtState
from .known_games import hosted
from .result import MatchResult

JsonFields = dict[str, Any]


def line(fields: Mapping[str, object]) -> str:
    """Return one line of pure ASCII, so that no text from a program can harm a terminal."""
    return json.dumps(fields, allow_nan=False)


OUTCOME = written(Fields("winner reason result detail").write)
EXPLANATION = written(
    Fields(
        "cause sentence=full_sentence last_sent last_heard exit_status stderr traceback codes page "
        "sent_letters? legal_moves? answered?"
    ).write
)
SCORE = {name: written(attrgetter(name)) for name in ("cp", "mate")}
THOUGHT = Fields("depth seldepth cp=score mate=score nodes nps time hashfull pv text", **SCORE)

WRITTEN = {
    "call": written(attrgetter("facts")),
    "clock": written(clock_facts),
    "explanation": EXPLANATION,
    "names": written(both),
    "off_turn": written(both),
    "outcome": OUTCOME,
    "setup": Codec(bool, lambda setup: setup is not None),
    "thought": written(THOUGHT.write),
    "time_control": written(notations),
}
"""The fields of events that are objects themselves, or say less than their attribute.

A clock is that of the event: while it runs, it goes on.
"""

FIELDS: Mapping[type[Event], tuple[str, Fields]] = {
    kind: (name, Fields(fields, **WRITTEN))
    for kind, name, fields in (
        (
            GameStarted,
            "game_started",
            "rules=rules.name names time_control=clock.control fen=position.setup setup clock",
        ),
        (
            TurnStarted,
            "turn_started",
            "color=turn.color ply=turn.ply fen=turn.position.setup clock=turn.clock",
        ),
        (Thinking, "thinking", "color ply thought"),
        (MovePlayed, "move_played", "color ply move san=notation fen=position.setup clock elapsed"),
        (MoveRejected, "move_rejected", "color ply text why attempt"),
        (MovesTakenBack, "moves_taken_back", "plies ply fen=position.setup clock"),
        (DrawOffered, "draw_offered", "color ply"),
        (DrawDeclined, "draw_declined", "color ply"),
        (Paused, "paused", "clock"),
        (Resumed, "resumed", "clock"),
        (HostAway, "host_away", "ply kind seconds clock"),
        (PlayerSaid, "player_said", "color ply text=note.text kind=note.kind call?=note.call"),
        (PlayerSilent, "player_silent", "color ply seconds explanation"),
        (
            GameEnded,
            "game_ended",
            "ply=turn.ply fen=position.setup clock outcome explanation off_turn",
        ),
    )
}
"""The name of each event, and the attributes that its fields hold."""


def event_fields(game: int, event: Event) -> JsonFields:
    """Return the fields for an event of the game with this number."""
    name, fields = FIELDS[type(event)]
    return {"event": name, "game": game, **fields.write(event)}


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
            **({"model": account.facts} if account.calls else {}),
        }
        for name, tally, lost_by, off_turn, account in zip(
            result.names,
            result.tallies,
            result.lost_by,
            result.off_turn,
            result.accounts,
            strict=True,
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
    """Return the PGN of the first player's first loss, without clocks and scores, or ""."""
    if not result.lost:
        return ""
    number, played = result.lost[0].number, result.lost[0].played
    moves = (replace(move, clock_left=None, elapsed=None, thought=None) for move in played.moves)
    text = hosted(played.rules).record.write(replace(played, moves=tuple(moves)), round=number)
    return "\n".join(map(visible, text.strip().splitlines()))
