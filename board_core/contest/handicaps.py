"""The limits that single entrants of a contest have of their own, in words."""

from __future__ import annotations

from collections.abc import Iterator

from board_core.words import Words

from .plan import Plan
from .plan_tables import EntrantPlan


def handicaps(plan: Plan, words: Words) -> Iterator[tuple[str, str]]:
    """A name and what is other than for the rest, for each entrant with limits of its own."""
    for entrant in plan.entrants:
        if entrant.handicapped:
            yield entrant.name, ", ".join(_limits(plan, entrant, words))


def _limits(plan: Plan, entrant: EntrantPlan, words: Words) -> Iterator[str]:
    _ = words.text
    if entrant.clock is not None:
        control = plan.control_of(entrant)
        yield words.control(control)
        if control.depth is not None:
            yield _("{depth} plies deep at most", depth=control.depth)
        if control.nodes is not None:
            yield _("{nodes} positions a move at most", nodes=control.nodes)
    if entrant.memory is not None:
        yield (
            _("{memory} MiB of memory", memory=entrant.memory)
            if entrant.memory
            else _("as much memory as there is")
        )
    if entrant.processes is not None:
        yield (
            _("{count} processes at most", count=entrant.processes)
            if entrant.processes
            else _("as many processes as it likes")
        )
