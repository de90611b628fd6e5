"""Mistakes in ``contest.toml``, in sentences that quote what is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any

from board_core.text.sentence import Listed, Sentence, say

from .toml_text import Place, shown

SettingsAt = Callable[[Place], Sequence[str]]
"""The names of the settings that the table of a place may have."""


def no_such_setting(place: Place, settings_at: SettingsAt) -> Sentence:
    """Return the refusal of a setting that its table does not have."""
    settings = settings_at(place)
    close = get_close_matches(str(place[-1]), settings, n=1)
    if close:
        return say("there is no such setting; did you mean {meant}?", meant=close[0])
    return say("there is no such setting: choose one of {there_is}", there_is=Listed(settings))


def reason(error: Any, settings_at: SettingsAt) -> Sentence:
    """Return pydantic's finding in our words, or in its own where we have none."""
    kind, given, context = error["type"], error["input"], error.get("ctx", {})
    match kind:
        case "missing":
            return say("this is missing")
        case "extra_forbidden":
            return no_such_setting(error["loc"], settings_at)
        case "literal_error":
            return say(
                "{given} is not allowed: write {there_is}",
                given=shown(given),
                there_is=context["expected"].replace(" or ", ", "),
            )
        case "greater_than" | "greater_than_equal" | "less_than" | "less_than_equal":
            (limit,) = (context[name] for name in ("gt", "ge", "lt", "le") if name in context)
            template = {
                "greater_than": say("{given} is too small: write more than {limit}"),
                "greater_than_equal": say("{given} is too small: write {limit} or more"),
                "less_than": say("{given} is too large: write less than {limit}"),
                "less_than_equal": say("{given} is too large: write {limit} or less"),
            }[kind]
            return Sentence(template.template, {"given": shown(given), "limit": limit})
        case "multiple_of":
            return say("{given} is not even: each side has half of them", given=shown(given))
        case "string_too_short":
            return say("this is empty")
        case "string_too_long":
            return say("this is longer than {limit} characters", limit=context["max_length"])
        case "too_short":
            return say("a contest needs two entrants or more")
        case _ if kind.startswith(("int", "float", "bool", "string", "tuple", "model", "dict")):
            wanted = {
                "int": say("a whole number"),
                "float": say("a number"),
                "bool": say("true or false"),
                "string": say("text in quotation marks"),
                "tuple": say("a list: [[entrants]] before each")
                if error["loc"][0] == "entrants"
                else say("a list of texts in square brackets"),
            }.get(kind.split("_")[0], say("a table: [{name}] before it", name=error["loc"][-1]))
            return say("{given} is not {wanted}", given=shown(given), wanted=wanted)
        case _:
            return say("{why}", why=str(error["msg"]))
