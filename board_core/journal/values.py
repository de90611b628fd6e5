"""Values as JSON, and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import inf
from typing import Any

from board_core.clock import Clock, TimeControl
from board_core.player import Cause, Explanation
from board_core.rules import Outcome, Reason
from board_core.sentence import Sentence
from board_core.sides import Color, PerColor

Json = Any
Facts = Mapping[str, Json]


def text(facts: Facts) -> str:
    return json.dumps(facts, separators=(",", ":"), allow_nan=False)


def clocks_text(clock: Clock) -> str:
    left = clock.remaining
    white, black = left.white, left.black
    return f'"white":{white if white < inf else "null"},"black":{black if black < inf else "null"}'


def unlimited(number: float | None) -> float:
    return inf if number is None else number


def both(values: PerColor[Any]) -> Json:
    return {"white": values.white, "black": values.black}


def per_color(values: Facts) -> PerColor[Any]:
    return PerColor(values["white"], values["black"])


def color_of(name: str) -> Color:
    return Color.WHITE if name == "white" else Color.BLACK


def control_facts(control: TimeControl) -> Json:
    return {
        "base": None if control.base == inf else control.base,
        "increment": control.increment,
        "per_move": None if control.per_move == inf else control.per_move,
        "moves_per_period": control.moves_per_period,
        "margin": control.margin,
        "depth": control.depth,
        "nodes": control.nodes,
    }


def control_of(facts: Facts) -> TimeControl:
    return TimeControl(
        unlimited(facts["base"]),
        facts["increment"],
        unlimited(facts["per_move"]),
        facts["moves_per_period"],
        facts["margin"],
        facts["depth"],
        facts["nodes"],
    )


def outcome_of(facts: Facts) -> Outcome:
    winner = facts["winner"]
    return Outcome(winner and color_of(winner), Reason(facts["reason"]), facts["detail"])


def explanation_facts(explanation: Explanation) -> Json:
    status = explanation.exit_status
    return {
        "cause": explanation.cause.value,
        "sentence": sentence_facts(explanation.sentence),
        "last_sent": explanation.last_sent,
        "last_heard": explanation.last_heard,
        "exit_status": None if status is None else sentence_facts(status),
        "stderr": explanation.stderr,
        "traceback": explanation.traceback,
    }


def explanation_of(facts: Facts | None) -> Explanation | None:
    if facts is None:
        return None
    status = facts["exit_status"]
    return Explanation(
        Cause(facts["cause"]),
        sentence_of(facts["sentence"]),
        facts["last_sent"],
        facts["last_heard"],
        None if status is None else sentence_of(status),
        facts["stderr"],
        facts["traceback"],
    )


def sentence_facts(sentence: Sentence) -> Json:
    facts = {name: _fact_facts(fact) for name, fact in sentence.facts.items()}
    return {"template": sentence.template, "facts": facts}


def _fact_facts(fact: object) -> Json:
    match fact:
        case Sentence():
            return sentence_facts(fact)
        case Color():
            return {"color": fact.value}
        case bool() | int() | str() | None:
            return fact
        case float() if abs(fact) < inf:
            return fact
        case _:
            return str(fact)


def sentence_of(facts: Facts) -> Sentence:
    return Sentence(facts["template"], {k: _fact(fact) for k, fact in facts["facts"].items()})


def _fact(fact: Json) -> object:
    match fact:
        case {"color": str(name)}:
            return color_of(name)
        case {"template": _, "facts": _}:
            return sentence_of(fact)
        case _:
            return fact
