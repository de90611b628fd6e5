"""The scheme that a plan's format makes of its settings."""

from __future__ import annotations

from dataclasses import replace

from .field import Field
from .pairing.format import StopRule
from .pairing.scheme import Scheme
from .pairs import prefixes
from .plan import Plan


def scheme_of(plan: Plan) -> Scheme:
    """Return the scheme that pairs this contest."""
    return plan.pairing_format.scheme(replace(plan.format_settings, stop=_stop_rule(plan)))


def relaxed_scheme_of(plan: Plan) -> Scheme | None:
    """Return the scheme without the rules on colours, for a round that cannot be paired otherwise;
    None if the format has none."""
    return plan.pairing_format.relaxed_scheme(plan.format_settings)


def _stop_rule(plan: Plan) -> StopRule | None:
    if plan.sprt is None:
        return None
    sprt = plan.sprt.test

    def decided(field: Field) -> bool:
        return sprt.run(prefixes(field)).decision is not None

    return decided
