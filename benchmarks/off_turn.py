"""Measures the cost and the effect of freezing programs off turn.

    python benchmarks/off_turn.py [--quick] [--sandbox auto|off]

Three tables, with rows for each way of holding programs that works on this machine. Games that are
compared are played side by side, in turns, so that what else the machine does hits all of them.

* The spinner: after its first move Black has sixty children that compute, each in a session of its
  own. How long is White on the clock for a move that takes 50 ms of processor time, beside a game
  in which Black does nothing? The first move is left out.
* The attacks: Black has itself continued, or starts short children. Seconds of processor time in a
  second out of turn, or its loss.
* The cost: from one question to the next, of two programs that answer at once, beside games in
  which everything is allowed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from measuring import HERE, goal, machine, percentile, table

from board_core import (
    Color,
    Event,
    Game,
    GameEnded,
    MovePlayed,
    PerColor,
    Reason,
    TimeControl,
    TurnStarted,
)
from board_core.game import EventBus
from board_core.games.chess import DrawRules, chess_rules
from board_core.players import ProcessAI
from board_core.supervise import hold
from board_core.supervise.hold import HoldKind
from board_core.supervise.sandbox import Confinement, Ponder, Sandbox

SHUFFLER = HERE.parent / "tests" / "programs" / "shuffler.py"
WORK = 50  # milliseconds of processor time for a move
SPINNERS = 60
ATTACKS = ("wakes 4", "timer", "sows")
NO_DRAWS = chess_rules(DrawRules(fivefold=False, seventy_five_moves=False))


@dataclass
class Seen:
    """One game, as its events show it."""

    plies: int
    game: Game | None = None
    moves: list[MovePlayed] = field(default_factory=list)
    asked: list[float] = field(default_factory=list)
    end: GameEnded | None = None

    def hear(self, event: Event) -> None:
        match event:
            case MovePlayed():
                self.moves.append(event)
                if len(self.moves) >= self.plies and self.game is not None:
                    self.game.adjudicate(None)
            case TurnStarted(turn):
                self.asked.append(turn.clock.since)
            case GameEnded():
                self.end = event
            case _:
                pass

    @property
    def whites(self) -> list[float]:
        """Return White's seconds on the clock for each move but the first."""
        return [move.elapsed for move in self.moves if move.color is Color.WHITE][1:]

    @property
    def steps(self) -> list[float]:
        """Return the seconds from one question to the next, without the first moves."""
        return [later - earlier for earlier, later in pairwise(self.asked)][4:]

    @property
    def lost(self) -> bool:
        """Return True if Black lost for computing off turn."""
        assert self.end is not None
        return self.end.outcome.reason is Reason.OFF_TURN


def play(white: str, black: str, ponder: Ponder, sandbox: Sandbox, moves: int) -> Seen:
    """Play a game of two programs that shuffle their knights and act as asked besides."""
    how = Confinement(sandbox, allow_root=True, ponder=ponder)
    wishes = PerColor(white, black)
    command = [sys.executable, "-I", "-S", str(SHUFFLER)]
    players = wishes.map(lambda wish: ProcessAI([*command, *wish.split()], sandbox=how, grace=0.1))
    seen, bus = Seen(2 * moves), EventBus()
    bus.subscribe(seen.hear, thoughts=False)
    seen.game = Game(
        NO_DRAWS,
        white=players.white,
        black=players.black,
        time_control=TimeControl(base=600),
        bus=bus,
    )
    try:
        seen.game.run()
    finally:
        players.map(ProcessAI.close)
    return seen


def ways() -> Iterator[str]:
    """Yield every kind of hold that works here, in force during its turn."""
    for kind in (HoldKind.V2, HoldKind.V1, HoldKind.SIGNALS):
        os.environ[hold.HOLD_VARIABLE] = kind.value
        if hold.kind() is kind:
            yield kind.value


def spinner(sandbox: Sandbox, moves: int, rounds: int) -> None:
    rows, growth = [], dict[str, list[float]]()
    for way in ways():
        calm, disturbed, caught = list[float](), list[float](), 0
        growth[way] = []
        for _ in range(rounds):
            alone = play(f"works {WORK}", "plays", Ponder.FREEZE, sandbox, moves + 1).whites
            seen = play(f"works {WORK}", f"spins {SPINNERS}", Ponder.FREEZE, sandbox, moves + 1)
            caught += seen.lost
            calm, disturbed = calm + alone, disturbed + seen.whites
            growth[way].append(median(seen.whites) / median(alone) - 1 if seen.whites else 0.0)
        rows.append(
            (
                way,
                f"{median(calm) * 1e3:.1f}",
                f"{median(disturbed) * 1e3:.1f}" if disturbed else "-",
                f"{median(growth[way]):+.1%}",
                f"{caught} of {rounds}",
            )
        )
    print(f"White's time for a move of {WORK} ms, median, ms; Black has {SPINNERS} spinners")
    table(("held by", "undisturbed", "disturbed", "more", "Black caught"), rows)
    for way, more in growth.items():
        goal(f"{way}: more time for a move", [each * 100 for each in more], "%", most=10)
    print()


def attacks(sandbox: Sandbox, moves: int) -> None:
    rows, used = [], {}
    for way in ways():
        for attack in ATTACKS:
            seen = play("works 200", attack, Ponder.FREEZE, sandbox, moves)
            assert seen.end is not None
            seconds = sum(move.elapsed for move in seen.moves if move.color is Color.WHITE)
            cpu = seen.end.off_turn.black or 0.0
            rate = 0.0 if seen.lost else cpu / max(seconds, 0.001)
            used[way, attack] = rate
            rows.append((way, attack, f"{seconds:.2f}", f"{cpu:.3f}", "loses" if seen.lost else ""))
    print("Processor time of Black out of turn, seconds")
    table(("held by", "attack", "out of turn", "processor", "verdict"), rows)
    for (way, attack), rate in used.items():
        goal(f"{way}, {attack}: processor time in a second", [rate or 1e-9], "s", most=0.05)
    print()


def cost(sandbox: Sandbox, moves: int, rounds: int) -> None:
    rows, more = [], dict[str, list[float]]()
    for way in ways():
        more[way] = []
        steps: dict[Ponder, list[float]] = {ponder: [] for ponder in Ponder}
        for _ in range(rounds):
            middle = {}
            for ponder in Ponder:
                each = play("plays", "plays", ponder, sandbox, moves).steps
                steps[ponder] += each
                middle[ponder] = median(each)
            more[way].append((middle[Ponder.FREEZE] - middle[Ponder.ALLOW]) * 1e3)
        for ponder, each in steps.items():
            figures = (median(each), percentile(each, 90))
            rows.append((way, ponder.value, *(f"{figure * 1e3:.3f}" for figure in figures)))
    print("From one question to the next, ms")
    table(("held by", "ponder", "median", "90 %"), rows)
    for way, milliseconds in more.items():
        most = 1.0 if way == "signals" else 0.3
        goal(f"{way}: freezing, on top of allow", milliseconds, "ms", most=most)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the games")
    parser.add_argument("--sandbox", choices=("auto", "off"), default="auto")
    wish = parser.parse_args()
    sandbox = Sandbox(wish.sandbox)
    rounds = 1 if wish.quick else 5
    print(machine(), "\n")
    spinner(sandbox, 20, rounds)
    attacks(sandbox, 10 if wish.quick else 25)
    cost(sandbox, 100, rounds)


if __name__ == "__main__":
    main()
