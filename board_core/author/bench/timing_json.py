"""Times of moves as JSON, for scripts: ``board bench --json``. See ``docs/my-ai.md``."""

from __future__ import annotations

from collections.abc import Sequence

from board_core.match.json_lines import JsonFields, explanation_fields, outcome_fields

from .timing import Spread, Timing, spread


def together(timings: Sequence[Timing]) -> Timing:
    """Return all moves of all positions as one timing."""
    return Timing(
        timings[0].position,
        tuple(seconds for timing in timings for seconds in timing.seconds),
        tuple(nodes for timing in timings for nodes in timing.nodes),
    )


def bench_fields(player: str, timings: Sequence[Timing]) -> JsonFields:
    """Return the fields of all positions, and of all moves together."""
    return {
        "player": player,
        "positions": [timing_fields(timing) for timing in timings],
        "all": spread_fields(spread(together(timings).seconds)),
    }


def timing_fields(timing: Timing) -> JsonFields:
    return {
        "name": timing.position.name,
        "fen": timing.position.setup,
        "seconds": list(timing.seconds),
        **spread_fields(spread(timing.seconds)),
        "nodes": list(timing.nodes),
        "fault": outcome_fields(timing.fault) if timing.fault else None,
        "explanation": explanation_fields(timing.explanation) if timing.explanation else None,
    }


def spread_fields(found: Spread | None) -> JsonFields:
    if found is None:
        return {"min": None, "median": None, "max": None}
    return {"min": found.shortest, "median": found.median, "max": found.longest}
