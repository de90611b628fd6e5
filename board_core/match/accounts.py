"""The accounts of language models: what their calls came to, with costs by the host's own prices.

Nothing unknown counts as 0: calls whose tokens no server has told are counted beside the sums.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import repeat
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
    cost: float | None = 0.0  # of the tokens that are known; None: a model has no price

    @property
    def calls(self) -> int:
        return sum(self.ends.values())

    def after(self, calls: Iterable[ModelCall], prices: Prices) -> ModelAccount:
        """Return the account after some more calls."""
        account = self
        for call in calls:
            prompt, rest = call.prompt_tokens or 0, call.completion_tokens or 0
            price, cost = prices.get(call.model), account.cost
            if price is not None and cost is not None:
                cost += (prompt * price[0] + rest * price[1]) / 1_000_000
            account = ModelAccount(
                {**account.ends, call.category: account.ends.get(call.category, 0) + 1},
                account.prompt_tokens + prompt,
                account.completion_tokens + rest,
                account.untold + (None in (call.prompt_tokens, call.completion_tokens)),
                account.seconds + (call.seconds or 0.0),
                account.timed + (call.seconds is not None),
                cost if price is not None else None,
            )
        return account

    @property
    def facts(self) -> dict[str, object]:
        """Return the account as JSON; ``cost`` is null where a price or tokens are unknown."""
        return {
            "calls": self.calls,
            **{each.value: self.ends.get(each, 0) for each in CallEnd},
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
            "calls_without_tokens": self.untold,
            "seconds": round(self.seconds, 3),
            "cost": None if self.cost is None or self.untold else round(self.cost, 6),
        }


NO_ACCOUNT = ModelAccount()

CALLS = N_("Calls of the model")
SUMS = (
    N_("tokens of prompts"),
    N_("tokens of answers"),
    N_("calls with unknown tokens"),
    N_("cost"),
    N_("seconds a call"),
)
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

    def cells(account: ModelAccount) -> Iterator[str]:
        calls, least = account.calls, ">= " if account.untold else ""
        yield f"{calls:,}"
        for end in END_NAMES:
            count = account.ends.get(end, 0)
            yield f"{count:,} ({count / calls:.0%})" if count else ""
        yield f"{least}{account.prompt_tokens:,}"
        yield f"{least}{account.completion_tokens:,}"
        yield str(account.untold or "")
        yield "" if account.cost is None else f"{least}{account.cost:,.4f}"
        yield f"{account.seconds / account.timed:.2f}" if account.timed else ""

    if not any(each.calls for each in accounts):
        return []
    columns = [cells(each) if each.calls else repeat("") for each in accounts]
    labels = (CALLS, *END_NAMES.values(), *SUMS)
    rows = zip(map(words.text, labels), *columns, strict=False)
    return [row for row in rows if any(row[1:])]


def account_line(account: ModelAccount, words: Words) -> str:
    """Return what the calls came to, on one line."""
    return "; ".join(f"{label}: {cell}" for label, cell in account_rows([account], words))
