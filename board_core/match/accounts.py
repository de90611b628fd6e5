"""The accounts of language models: what their calls came to, with costs by the host's own prices.

Nothing unknown counts as 0: calls whose tokens no server has told are counted beside the sums.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from math import isfinite
from pathlib import Path

from board_core.fast_dataclass import dataclass
from board_core.files.untrusted_files import CannotTake, read_small
from board_core.game.player import CallEnd, ModelCall
from board_core.game.words import Words
from board_core.text.languages import N_
from board_core.text.sentence import BoardError, say

Prices = Mapping[str, tuple[float, float]]
"""The prices of a million tokens of each model: those of prompts, and those of answers."""

A_MILLION = 1_000_000


class BadPrices(BoardError):
    """Error: a file is no table of prices; the sentence names it."""


def read_prices(path: Path) -> Prices:
    """Return the prices in a file, as ``"model" = [0.05, 0.40]``. Raises BadPrices."""
    try:
        table = tomllib.loads(read_small(path).decode("utf-8-sig"))
        found = {name: (float(prompt), float(rest)) for name, (prompt, rest) in table.items()}
        if not all(isfinite(each) and each >= 0 for pair in found.values() for each in pair):
            raise ValueError("a price is 0 or more")
    except (CannotTake, OSError, ValueError, TypeError, RecursionError) as error:
        why = error.sentence if isinstance(error, CannotTake) else str(error)
        raise BadPrices(
            say(
                'no prices are in {path} ({why}): write lines such as "gpt-x" = [0.05, 0.40], '
                "which are the prices of a million tokens of prompts, and of answers",
                path=repr(str(path)),
                why=why,
            )
        ) from None
    return found


@dataclass(frozen=True, slots=True)
class ModelAccount:
    """The sums of the calls of one player."""

    ends: Mapping[CallEnd, int] = field(default_factory=dict)
    prompt_tokens: int = 0
    completion_tokens: int = 0
    untold: int = 0  # calls whose tokens are unknown
    seconds: float = 0.0
    timed: int = 0  # calls that ended
    cost: float = 0.0  # of the tokens that are known
    unpriced: bool = False  # a model has no price

    @property
    def calls(self) -> int:
        return sum(self.ends.values())

    def after(self, calls: Iterable[ModelCall], prices: Prices) -> ModelAccount:
        """Return the account after some more calls."""
        ends, made = dict(self.ends), tuple(calls)
        for call in made:
            ends[call.category] = ends.get(call.category, 0) + 1
        prompts, answers = (
            [(call, told) for call in made if (told := getattr(call, name)) is not None]
            for name in ("prompt_tokens", "completion_tokens")
        )
        costs = (
            tokens * prices[call.model][place] / A_MILLION
            for place, each in enumerate((prompts, answers))
            for call, tokens in each
            if call.model in prices
        )
        times = [call.seconds for call in made if call.seconds is not None]
        return ModelAccount(
            ends,
            self.prompt_tokens + sum(tokens for _, tokens in prompts),
            self.completion_tokens + sum(tokens for _, tokens in answers),
            self.untold
            + sum(None in (call.prompt_tokens, call.completion_tokens) for call in made),
            self.seconds + sum(times),
            self.timed + len(times),
            self.cost + sum(costs),
            self.unpriced or any(call.model not in prices for call in made),
        )

    @property
    def facts(self) -> dict[str, object]:
        """Return the account as JSON; ``cost`` is null where a price or tokens are unknown."""
        known = not self.unpriced and not self.untold
        return {
            "calls": self.calls,
            **{each.value: self.ends.get(each, 0) for each in CallEnd},
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
            "calls_without_tokens": self.untold,
            "seconds": round(self.seconds, 3),
            "cost": round(self.cost, 6) if known else None,
        }


NO_ACCOUNT = ModelAccount()

END_NAMES = {
    CallEnd.MOVE: N_("with a legal move"),
    CallEnd.TRUNCATED: N_("truncated"),
    CallEnd.EMPTY: N_("empty"),
    CallEnd.UNPARSABLE: N_("unparsable"),
    CallEnd.ILLEGAL: N_("illegal"),
    CallEnd.REFUSED: N_("refused"),
    CallEnd.TRANSPORT: N_("without an answer (transport)"),
    CallEnd.OPEN: N_("not ended"),
}


def account_rows(accounts: Sequence[ModelAccount], words: Words) -> list[tuple[str, ...]]:
    """Return rows of what the calls came to, with a cell for each account; none without calls."""
    if not any(each.calls for each in accounts):
        return []
    rows = [(words.text(N_("Calls of the model")), *(f"{each.calls:,}" for each in accounts))]
    for end, name in END_NAMES.items():
        if any(each.ends.get(end) for each in accounts):
            rows.append((words.text(name), *(_share(each, end) for each in accounts)))
    least = [">= " if each.untold else "" for each in accounts]
    for name, sums in (
        (N_("tokens of prompts"), [each.prompt_tokens for each in accounts]),
        (N_("tokens of answers"), [each.completion_tokens for each in accounts]),
    ):
        cells = (f"{more}{sum:,}" for more, sum in zip(least, sums, strict=True))
        rows.append((words.text(name), *cells))
    if any(least):
        unknown = words.text(N_("calls with unknown tokens"))
        rows.append((unknown, *(str(each.untold or "") for each in accounts)))
    if any(not each.unpriced and each.calls for each in accounts):
        cells = (
            "" if each.unpriced or not each.calls else f"{more}{each.cost:,.4f}"
            for more, each in zip(least, accounts, strict=True)
        )
        rows.append((words.text(N_("cost")), *cells))
    speeds = (f"{each.seconds / each.timed:.2f}" if each.timed else "" for each in accounts)
    rows.append((words.text(N_("seconds a call")), *speeds))
    return rows


def account_line(account: ModelAccount, words: Words) -> str:
    """Return what the calls came to, on one line."""
    return "; ".join(f"{label}: {cell}" for label, cell in account_rows([account], words))


def _share(account: ModelAccount, end: CallEnd) -> str:
    count = account.ends.get(end, 0)
    return f"{count:,} ({count / account.calls:.0%})" if count else ""
