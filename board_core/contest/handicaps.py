"""Handicaps in words: the limits of single entrants."""

from __future__ import annotations

from collections.abc import Iterator

from board_core.game.words import Words
from board_core.text.sentence import Listed

from .plan import Plan
from .plan_tables import EntrantPlan


def handicaps(plan: Plan, words: Words) -> Iterator[tuple[str, str]]:
    """Yield the name and the limits of each entrant that has limits of its own."""
    for entrant in plan.entrants:
        if entrant.handicapped:
            yield entrant.name, words.listed(Listed(_limits(plan, entrant, words)))


def _limits(plan: Plan, entrant: EntrantPlan, words: Words) -> Iterator[str]:
    _ = words.text
    if entrant.clock is not None:
        control = plan.control_of(entrant)
        yield words.control(control)
        if control.depth is not None:
            yield _("at most {depth} plies deep", depth=control.depth)
        if control.nodes is not None:
            yield _("at most {nodes} positions a move", nodes=control.nodes)
    if entrant.memory is not None:
        yield (
            _("{memory} MiB of memory", memory=entrant.memory)
            if entrant.memory
            else _("unlimited memory")
        )
    if entrant.processes is not None:
        yield (
            _("at most {count} processes", count=entrant.processes)
            if entrant.processes
            else _("unlimited processes")
        )
