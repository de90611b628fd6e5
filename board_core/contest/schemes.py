"""The way of pairing that a plan asks for."""

from __future__ import annotations

from dataclasses import replace

from board_core.match.sprt import Sprt

from .field import Field
from .pairing.berger import RoundRobin
from .pairing.fide import FideSwiss
from .pairing.gauntlet import Gauntlet
from .pairing.knockout import Knockout
from .pairing.match import Match
from .pairing.scheme import Scheme
from .pairing.swiss import Swiss
from .pairs import prefixes
from .plan import Plan


def scheme_of(plan: Plan) -> Scheme:
    """Raises ModuleNotFoundError for ``fide-swiss`` without the extra it needs."""
    match plan.format:
        case "swiss":
            return Swiss(plan.rounds, plan.seed)
        case "fide-swiss":
            return FideSwiss(plan.rounds, plan.seed)
        case "round-robin":
            return RoundRobin()
        case "double-round-robin":
            return RoundRobin(cycles=2)
        case "gauntlet":
            return Gauntlet(plan.heroes, plan.games)
        case "knockout":
            return Knockout(plan.seed, plan.games)
        case "match":
            if plan.sprt is None:
                return Match(plan.games)
            sprt = Sprt(plan.sprt.elo0, plan.sprt.elo1, plan.sprt.alpha, plan.sprt.beta)

            def decided(field: Field) -> bool:
                return sprt.run(prefixes(field)).decision is not None

            return Match(plan.games, decided)


def relaxed(scheme: Scheme) -> Scheme | None:
    """The same without the rules on colours, for a round that cannot be paired otherwise."""
    return replace(scheme, relax_colors=True) if isinstance(scheme, Swiss) else None
