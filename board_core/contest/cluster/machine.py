"""A worker of a lab as its scheduler describes it, and whether games can be played there."""

from __future__ import annotations

import json
from typing import Any

from board_core.contest.confined import Confined, confined_of
from board_core.fast_dataclass import dataclass
from board_core.text.sentence import Sentence, say

from .connection import CONFINEMENT_PREFIX, EDITION_PREFIX, GAME_SLOT, edition


@dataclass(frozen=True, slots=True)
class Machine:
    """A worker as the scheduler knows it."""

    address: str
    name: str
    slots: int  # 0: it is leaving
    edition: str | None = None  # None: it is not one of ours
    keeps: Confined | None = None  # None: it does not say
    heard: float = 0.0  # when its scheduler last heard from it, by the scheduler's clock

    @classmethod
    def of(cls, address: str, told: Any) -> Machine:
        resources = told["resources"] or {}
        editions = [name for name in resources if name.startswith(EDITION_PREFIX)]
        slots = int(resources.get(GAME_SLOT, 0)) if told["status"] == "running" else 0
        edition = editions[0].removeprefix(EDITION_PREFIX) if editions else None
        keeps = [
            _kept(name.removeprefix(CONFINEMENT_PREFIX))
            for name in resources
            if name.startswith(CONFINEMENT_PREFIX)
        ]
        heard = float(told["last_seen"])
        return cls(address, str(told["name"]), slots, edition, keeps[0] if keeps else None, heard)

    @property
    def trouble(self) -> Sentence | None:
        """The reason why nothing can be played there; None if games can."""
        if self.edition is None:
            return say(
                "worker {name} is not used: start it with 'board worker', which says what it plays "
                "with",
                name=self.name,
            )
        if self.edition != edition():
            return say(
                "worker {name} is not used: it has the board's edition {other}, and here it is "
                "{own}. Install the same on both",
                name=self.name,
                other=self.edition,
                own=edition(),
            )
        return None


class Silence:
    """For how long each worker has been silent: it says where it is about twice a second."""

    def __init__(self) -> None:
        self._heard: dict[str, tuple[float, float]] = {}

    def of(self, machine: Machine, now: float) -> float:
        """Return the seconds since there was news of a worker; ``now`` is a time that only grows.

        Times of the scheduler's clock are only compared with each other.
        """
        heard, since = self._heard.get(machine.address, (machine.heard, now))
        if heard != machine.heard:
            since = now
        self._heard[machine.address] = machine.heard, since
        return now - since


def _kept(text: str) -> Confined | None:
    try:
        return confined_of(json.loads(text))
    except (ValueError, RecursionError):
        return None
