"""The games that were played at the window: each is kept in a file, and found again.

Every game has a file of its own, which is written whole, so that several windows lose nothing to
each other.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import replace
from datetime import UTC
from pathlib import Path

from board_core import CHESS, Color, GameEnded, MovePlayed, Outcome, PerColor, Reason, Rules
from board_core.fast_dataclass import dataclass
from board_core.files.untrusted_files import SMALL_FILE_BYTES, CannotTake, read_small
from board_core.game.rules import NO_RESULT
from board_core.journal.telling import game_facts, game_of
from board_core.journal.values import count_of, each_side, parsed
from board_core.match.known_games import hosted
from board_core.match.player_spec import PlayerKind
from board_core.record import PlayedGame, Recorder, wall_clock
from board_core.record.files import both
from board_core.text.codec import TEXT, Facts, mapping, text_of
from board_core.whole_files import OWNER_ONLY, write_whole

from .games import Shelf, text_naming, variant_of
from .host import GamePlan, Happened, News, Opened

MOST_KEPT = 200
"""The number of games that are kept; the oldest are removed."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """One game of the past: what its file holds."""

    name: str  # of the file
    game: str  # names the rules, for Shelf.place
    variant: int
    players: PerColor[str]  # as texts
    by_hand: bool
    facts: Facts

    @property
    def rules_name(self) -> str:
        return text_of(mapping(self.facts.get("start")).get("rules"))

    def played(self, rules: Rules = CHESS) -> PlayedGame:
        """Return the game; with other rules than its own, all but its positions and moves."""
        return game_of(rules, self.facts)

    def text(self, played: PlayedGame) -> str:
        """Return the game in the usual format of its records, with its review if it has one."""
        reviewed = text_of(self.facts.get("record"), SMALL_FILE_BYTES)
        return reviewed or hosted(played.rules).record.write(played)

    @property
    def left(self) -> bool:
        """True if nobody has won, lost or drawn: the game can go on."""
        return self.played().outcome.reason in NO_RESULT

    def rules(self, shelf: Shelf) -> tuple[str, int, Rules]:
        """Return the key, the variant and the rules of the game. Raises BadGame."""
        key, number = shelf.place(self.game, self.rules_name, self.variant)
        return key, number, shelf.rules(key, number)


class KeptGames:
    """The folder of kept games, and the recorder of the newest one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.recorder = Recorder()
        self.changes = 0  # how many games were kept here
        self._plan: GamePlan | None = None  # of the game that is not kept yet
        self.number, self.name = 0, ""  # of the newest game, and of its file
        self._read: dict[str, KeptGame | None] = {}

    def hear(self, news: News) -> str:
        """Record the newest game, and keep it at its end; return why it cannot be kept.

        A person's game is also written after each move, for the case that the window is killed.
        """
        match news:
            case Opened(number, plan):
                why = self.keep()  # one whose end nobody has heard
                self._plan, self.number = plan, number
                stamp = f"{wall_clock().astimezone(UTC):%Y%m%d-%H%M%S-%f}"
                self.name = f"{stamp}-{os.urandom(4).hex()}.json"
                before = self.read(plan.kept) if plan.kept else None
                earlier = None if before is None else replace(before.played(), moves=())
                self.recorder = Recorder(earlier=earlier)
                return why
            case Happened(number, event) if number == self.number:
                self.recorder(event)
                if isinstance(event, GameEnded):
                    return self.keep()
                if isinstance(event, MovePlayed) and self._plan is not None:
                    kinds = [self._plan.player(color).kind for color in Color]
                    return self._written(self._plan) if PlayerKind.HUMAN in kinds else ""
        return ""

    def keep(self) -> str:
        """Keep the newest game as it is now, if a move was made; return why it cannot be."""
        plan, self._plan = self._plan, None
        return "" if plan is None else self._written(plan)

    def _written(self, plan: GamePlan) -> str:
        try:
            record = self.recorder.record
            if not record.over:
                record = replace(record, outcome=Outcome(None, Reason.STOPPED))
            if record.plies > len(plan.game.moves) or (record.plies and record.outcome.decided):
                self._write(record, plan)
        except OSError as error:
            return error.strerror or str(error)
        except Exception as error:  # it has not begun, or its rules are a stranger's
            return "" if isinstance(error, RuntimeError) else str(error)
        return ""

    def _write(self, record: PlayedGame, plan: GamePlan) -> None:
        rules = plan.game.rules
        facts = {
            "game": text_naming(rules),
            "variant": variant_of(rules),
            "players": both(PerColor(*Color).map(lambda color: plan.player(color).text)),
            "by_hand": plan.by_hand.white or plan.by_hand.black,
            **game_facts(record),
        }
        self._save(self.name, facts)
        gone = [plan.kept] if plan.kept else []  # it is in the one that went on
        for old in (*gone, *self._files()[MOST_KEPT:]):
            with suppress(OSError):
                (self.folder / old).unlink()

    def _save(self, name: str, facts: Facts) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        data = json.dumps(facts, ensure_ascii=False).encode("utf-8", "backslashreplace")
        ended = self._plan is None
        write_whole(self.folder / name, data, mode=OWNER_ONLY, durable=ended)
        self._read.pop(name, None)
        self.changes += 1

    def keep_review(self, number: int, name: str, text: str) -> str:
        """Keep the record of a game with its review; return why it cannot be.

        It is the newest game, if that has this number, or the one with a file of this name.
        """
        name = self.name if number == self.number else name
        kept = self.read(name) if name else None
        try:
            if kept is not None:
                self._save(name, {**kept.facts, "record": text})
        except OSError as error:
            return error.strerror or str(error)
        return ""

    def _files(self) -> list[str]:
        try:
            return sorted((path.name for path in self.folder.glob("*.json")), reverse=True)
        except OSError:
            return []

    def names(self) -> list[str]:
        """Return the names of all files but that of the running game, the newest first."""
        running = self.name if self._plan is not None else ""
        return [name for name in self._files() if name != running]

    def newest(self, most: int) -> list[KeptGame]:
        """Return the newest games, at most so many."""
        found = list[KeptGame]()
        for name in self.names():
            if len(found) < most and (game := self.read(name)) is not None:
                found.append(game)
        return found

    def read(self, name: str) -> KeptGame | None:
        """Return the game of a file; None if it holds none."""
        if name not in self._read:
            self._read[name] = None
            with suppress(OSError, CannotTake, ValueError, RecursionError):
                facts = mapping(parsed(read_small(self.folder / name)))
                if "start" not in facts:
                    return None
                self._read[name] = KeptGame(
                    name,
                    text_of(facts.get("game")),
                    count_of(facts.get("variant")),
                    each_side(TEXT).read(facts.get("players")),
                    facts.get("by_hand") is True,
                    facts,
                )
        return self._read[name]
