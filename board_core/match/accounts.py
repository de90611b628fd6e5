"""The accounts of language models: what their calls came to, with costs by the host's own prices.

Nothing unknown counts as 0: calls whose tokens no server has told are counted beside the sums.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from math import isfinite
from operator import mul
from pathlib import Path

from board_core.fast_dataclass import dataclass
from board_core.files.untrusted_files import read_small
from board_core.game.player import CallEnd, ModelCall
from board_core.game.words import Words
from board_core.text.languages import N_
from board_core.text.sentence import BoardError, say

Prices = Mapping[str, tuple[float, float]]
"""The prices of a million tokens of each model: those of prompts, and those of answers."""


class BadPrices(BoardError):
    """Error: a file is no table of prices; the sentence names it."""


def read_prices(path: Path) -> Prices:
    """Return the prices in a file, as ``"model" = [0.05, 0.40]``. Raises BadPrices."""
    try:
        table = tomllib.loads(read_small(path).decode("utf-8-sig"))
        found = {name: (float(prompt), float(rest)) for name, (prompt, rest) in table.items()}
        if not all(isfinite(each) and each >= 0 for pair in found.values() for each in pair):
            raise ValueError("a price is 0 or more")
    except (OSError, ValueError, TypeError, RecursionError) as error:
        raise BadPrices(
            say(
                'no prices are in {path} ({why}): write lines such as "gpt-x" = [0.05, 0.40], '
                "which are the prices of a million tokens of prompts, and of answers",
                path=repr(str(path)),
                why=getattr(error, "sentence", str(error)),
            )
        ) from None
    return found


@dataclass(frozen=True, slots=True)
class ModelAccount:
    """The sums of the calls of one player."""

    ends: Counter[CallEnd] = field(default_factory=Counter)
    prompt_tokens: int = 0
    completion_tokens: int = 0
    untold: int = 0  # calls whose tokens are unknown
    seconds: float = 0.0
    cost: float | None = 0.0  # of the tokens that are known; None: a model has no price

    @property
    def calls(self) -> int:
        return self.ends.total()

    def after(self, calls: Iterable[ModelCall], prices: Prices) -> ModelAccount:
        """Return the account after some more calls."""
        calls, costs = list(calls), [self.cost]
        for call in calls:
            used = call.prompt_tokens or 0, call.completion_tokens or 0
            price = prices.get(call.model)
            costs.append(price and sum(map(mul, price, used)) / 1_000_000)
        return ModelAccount(
            self.ends + Counter(call.category for call in calls),
            self.prompt_tokens + sum(call.prompt_tokens or 0 for call in calls),
            self.completion_tokens + sum(call.completion_tokens or 0 for call in calls),
            self.untold + sum(None in (c.prompt_tokens, c.completion_tokens) for c in calls),
            self.seconds + sum(call.seconds or 0.0 for call in calls),
            None if None in costs else sum(filter(None, costs)),
        )

    @property
    def facts(self) -> dict[str, object]:
        """Return the account as JSON; ``cost`` is null where a price or tokens are unknown."""
        return {
            "calls": self.calls,
            **{each.value: self.ends[each] for each in CallEnd},
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
            "calls_without_tokens": self.untold,
            "seconds": round(self.seconds, 3),
            "cost": None if self.cost is None or self.untold else round(self.cost, 6),
        }


LABELS = (
    N_("Calls of the model"),
    N_("with a legal move"),
    N_("truncated"),
    N_("empty"),
    N_("unparsable"),
    N_("illegal"),
    N_("refused"),
    N_("without an answer (transport)"),
    N_("not ended"),
    N_("tokens of prompts"),
    N_("tokens of answers"),
    N_("calls with unknown tokens"),
    N_("cost"),
    N_("seconds a call"),
)


def account_rows(accounts: Sequence[ModelAccount], words: Words) -> list[tuple[str, ...]]:
    """Return rows of what the calls came to, with a cell for each account; none without calls."""

    def cells(account: ModelAccount) -> Iterator[str]:
        calls, least = account.calls, ">= " if account.untold else ""
        yield f"{calls:,}"
        for end in CallEnd:
            count = account.ends[end]
            yield f"{count:,} ({count / calls:.0%})" if count else ""
        yield f"{least}{account.prompt_tokens:,}"
        yield f"{least}{account.completion_tokens:,}"
        yield str(account.untold or "")
        yield "" if account.cost is None else f"{least}{account.cost:,.4f}"
        ended = calls - account.ends[CallEnd.OPEN]
        yield f"{account.seconds / ended:.2f}" if ended else ""

    columns = [cells(each) if each.calls else [""] * len(LABELS) for each in accounts]
    rows = zip(map(words.text, LABELS), *columns, strict=True)
    return [row for row in rows if any(row[1:])]
