"""A contest by hand: twelve programs, four rounds, and everything that can befall them.

``python tests/contest/demo.py FOLDER`` makes it and writes its report, to be looked at.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import small

from board_core import Fail, Game, Resign, Score, Thought
from board_core.author.testing import FakeTime, ScriptedPlayer, Step
from board_core.contest.cards import Card, card_of
from board_core.contest.field import Entrant, Pairing, PairingVerdict, Round
from board_core.contest.plan import Plan
from board_core.contest.state import Contest, Opening, PlayedPairing, Ruling, Withdrawal
from board_core.contest.store import ContestStore, Folder
from board_core.game.player import Cause, Explanation
from board_core.game.rules import Rules
from board_core.journal import JournalWriter, read_journal
from board_core.record import PlayedGame
from board_core.text.sentence import say

NOON = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)

HOSTILE = "<script>document.title='broken'</script>"
BACKWARDS = "\u202egnp.exe \x1b[31m"

NAMES = (
    "深思小将",
    "Morphy's Ghost",
    HOSTILE,
    "Pawn Storm",
    "一只很慢的乌龟",
    "NullPointer",
    "Zugzwang",
    BACKWARDS,
    "En Passant & Sons",
    "兵贵神速",
    "greedy_v2_final_FINAL(3)",
    "Random Walker",
)
AUTHORS = ("王晓明", "Ada L.", "<b>Eve</b>", "Grace H.", "李雷", "Alan T.", "韩梅梅", "Mallory")


def line(moves: str) -> list[str]:
    return moves.split()


OPERA = line(
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 "
    "O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#"
)
SCHOLAR = line("e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#")
FOOL = line("f3 e5 g4 Qh4#")
KNIGHTS = line("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")
ITALIAN = line("e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O O-O h3 a6 Bb3 Ba7 Re1 h6 Nbd2 Re8 Nf1 Be6")
QUEENS = line("d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 b6 cxd5 Nxd5 Bxe7 Qxe7 Nxd5 exd5")

CRASH = Fail(
    Explanation(
        Cause.EXITED,
        say(
            "the program ended in the middle of the game: {status}",
            status=say("exit code {code}", code=139),
        ),
        last_sent="Bxf7+",
        last_heard="d6",
        exit_status=say("exit code {code}", code=139),
        stderr="Traceback (most recent call last):\n  </pre><script>evil()</script>\n\x1b[2J",
    )
)

ENDS: dict[int, tuple[Sequence[str], Step | None]] = {
    1: (OPERA, None),
    2: (SCHOLAR, None),
    3: (ITALIAN[:9], CRASH),
    4: (KNIGHTS, None),
    5: (QUEENS[:14], None),  # never moves again
    6: (FOOL, None),
    7: (ITALIAN[:13], "O-O-O-O <script>"),
    8: (QUEENS, Resign()),
    9: (OPERA, None),
    10: (ITALIAN, Resign()),
    11: (SCHOLAR, None),
    12: (QUEENS[:11], Resign()),
    13: (OPERA[:20], None),
    14: (ITALIAN[:21], CRASH),
    15: (KNIGHTS, None),
    16: (QUEENS[:17], Resign()),
    17: (FOOL, None),
    18: (SCHOLAR, None),
}
"""By the games' numbers: moves, and what the side to move does then; None: nothing, if it can."""

ROUNDS = (
    ((1, 7), (8, 2), (3, 9), (10, 4), (5, 11), (12, 6)),
    ((7, 10), (1, 8), (4, 3), (9, 12), (6, 5), (2, 11)),
    ((10, 1), (8, 9), (7, 4), (12, 3), (5, 2), (11, 6)),
    ((1, 9), (3, 7), (4, 8), (6, 10), (2, 12)),
)


class Clock:
    """The clock on the wall, which a game's own time moves."""

    def __init__(self) -> None:
        self.at = NOON

    def __call__(self) -> datetime:
        return self.at


class Thinker(ScriptedPlayer):
    """Says what it thinks, and keeps a log."""

    def __init__(self, time: FakeTime, *steps: Step, name: str, log: list[str]) -> None:
        super().__init__(time, *steps, name=name)
        self.log = log
        self.dice = random.Random(name)

    def seat(self, seat) -> None:
        self.tell = seat.tell
        super().seat(seat)

    def ask(self, turn, answer) -> None:
        now = self._time.now()
        if turn.last_notation:
            self.log.append(f"{now:.3f} > {turn.last_notation}")
        score = self.dice.randint(-150, 150)
        self.tell(Thought(depth=turn.ply % 7 + 3, score=Score(cp=score)))
        self.log.append(f"{now:.3f} ! depth {turn.ply % 7 + 3} score {score} \x1b[1m</div>")
        super().ask(turn, answer)
        self.log.append(f"{self._time.now():.3f} < a move")


def play(
    plan: Plan,
    rules: Rules,
    pairing: Pairing,
    names: Sequence[str],
    moves: Sequence[str],
    then: Step | None,
    path: Path,
    clock: Clock,
) -> tuple[PlayedGame, list[list[str]]]:
    """A game as its journal tells it, and both programs' logs: the side that begins first."""
    time, began = FakeTime(), clock.at
    dice = random.Random(pairing.number)
    steps: list[list[Step]] = [[], []]
    for ply, move in enumerate(moves):
        steps[ply % 2].append((move, round(dice.uniform(0.05, 9.0), 3)))
    if then is not None:
        steps[len(moves) % 2].append(then)
    logs: list[list[str]] = [[], []]
    one, other = (
        Thinker(time, *mine, name=name, log=log)
        for mine, name, log in zip(steps, names, logs, strict=True)
    )
    sides = (one, other) if rules.first.value == "white" else (other, one)

    def now() -> datetime:
        clock.at = began + timedelta(seconds=time.now())
        return clock.at

    with JournalWriter(path, now=now) as journal:
        Game(
            rules,
            white=sides[0],
            black=sides[1],
            time=time,
            time_control=plan.clock.control,
            journal=journal.game(pairing.number),
        ).run()
    return read_journal(path).games(lambda name: rules)[pairing.number], logs


def plan_of(game: str = "chess", **settings: object) -> Plan:
    return Plan.model_validate(
        {
            "name": "AI 对弈课程杯 · Course Cup 2026",
            "rounds": 4,
            "seed": 20260314,
            "game": game,
            "draws": "engine",
            "scoring": {"win": 2, "draw": 1, "loss": 0, "bye": 2},
            "concurrency": 2,
            "page": {"logs": "public"},
            "entrants": [{"name": name, "player": f"prog{i}.py"} for i, name in enumerate(NAMES)],
            **settings,
        }
    )


def entrants(names: Sequence[str] = NAMES) -> tuple[Entrant, ...]:
    return tuple(
        Entrant(
            number,
            name,
            f"python3 ai{number}.py",
            AUTHORS[number - 1] if number <= len(AUTHORS) else "",
            f"{number:02x}" * 32,
            {f"ai{number}.py": f"{number + 16:02x}" * 32},
        )
        for number, name in enumerate(names, 1)
    )


def card(faults: int) -> Card:
    """A report card as the journal keeps it, but for the sentences, which are texts here."""
    findings = [
        {"check": "start", "verdict": "ok", "sentence": "it starts", "advice": None},
        {"check": "flush", "verdict": "ok", "sentence": "moves come at once", "advice": None},
    ]
    if faults:
        findings[1] = {
            "check": "flush",
            "verdict": "fault",
            "sentence": "its move came only when the input was closed <i>",
            "advice": "flush after each line",
        }
    return card_of({"passed": not faults, "checks": findings})


def rounds() -> Iterator[Round]:
    number = 0
    for each, pairs in enumerate(ROUNDS, 1):
        pairings = []
        for white, black in pairs:
            number += 1
            pairings.append(Pairing(number, each, white, black))
        yield Round(each, tuple(pairings), (11,) if each == 4 else ())


def make(home: Path, *, finished: int = 3, running: int = 3, **settings: object) -> Folder:
    """Begin the contest in this folder and play it: so many rounds, and games of the next."""
    folder, clock, plan = Folder(home), Clock(), plan_of(**settings)
    home.mkdir(parents=True, exist_ok=True)
    with ContestStore.begin(folder, plan, entrants(), (Opening(),), (), clock) as store:
        for number in range(1, len(NAMES) + 1):
            store.checked(number, card(number in (5, 8)))
        for each in rounds():
            if each.number > finished + bool(running):
                break
            if each.number == 4:
                store.request(Withdrawal(5, author="Organiser", reason="it needs a new laptop <b>"))
            store.paired(each)
            if each.number <= finished:
                for pairing in each.pairings:
                    played(store, pairing, clock)
            if each.number == 2:
                reason = "the machine was suspended in the middle of the game"
                store.request(Ruling(5, PairingVerdict.DRAW, author="Prof. Chen", reason=reason))
            clock.at += timedelta(minutes=2)
        if finished == len(ROUNDS):
            store.ended("")
    if running:
        for pairing in [*rounds()][finished].pairings[:running]:
            broken_off(folder, plan, pairing, ITALIAN if pairing.number % 2 else QUEENS)
    return folder


def played(store: ContestStore, pairing: Pairing, clock: Clock) -> None:
    moves, then = ENDS.get(pairing.number, (OPERA, None))
    plan, folder = store.contest.plan, store.folder
    names = store.contest.names(pairing)
    path = folder.running_game(pairing.number)
    game, logs = play(
        plan, plan.rules, pairing, (names.white, names.black), moves, then, path, clock
    )
    for entrant, log in zip((pairing.white, pairing.black), logs, strict=True):
        folder.log(pairing.number, entrant).write_bytes(
            "".join(f"{line}\n" for line in log).encode()
        )
    store.finished(PlayedPairing(pairing.number, game))
    with suppress(FileNotFoundError):
        path.unlink()


def broken_off(folder: Folder, plan: Plan, pairing: Pairing, moves: Sequence[str]) -> None:
    """The journal of a game in the middle."""
    path = folder.running_game(pairing.number)
    names = (NAMES[pairing.white - 1], NAMES[pairing.black - 1])
    play(plan, plan.rules, pairing, names, moves, Resign(), path, Clock())
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))


def gomoku(home: Path) -> Folder:
    """A small contest on points."""
    return duel(home, "gomoku", line("h8 h9 j8 j9 k8 k9 l8 l9 m8"))


def duel(home: Path, game: str, moves: Sequence[str], **settings: object) -> Folder:
    """A contest of one game, which ends with these moves or goes on until time runs out."""
    folder, clock = Folder(home), Clock()
    names = NAMES[:2]
    sides = [{"name": name, "player": "p"} for name in names]
    plan = plan_of(game, format="match", entrants=sides, **settings)
    with ContestStore.begin(folder, plan, entrants(names), (), (), clock) as store:
        pairing, path = Pairing(1, 1, 1, 2), folder.running_game(1)
        store.paired(Round(1, (pairing,)))
        order = names if plan.rules.first.value == "white" else names[::-1]
        played, _ = play(plan, plan.rules, pairing, order, moves, None, path, clock)
        store.finished(PlayedPairing(1, played))
        path.unlink()
    return folder


def long_contest(rounds: int, **settings: object) -> Contest:
    """A contest of four after so many rounds of short games."""
    names = NAMES[:4]
    sides = [{"name": name, "player": "p"} for name in names]
    plan = plan_of(**{"rounds": rounds, "entrants": sides, **settings})
    made = []
    for number in range(1, rounds + 1):
        first, pairs = 2 * number - 1, (((1, 2), (3, 4)), ((3, 1), (2, 4)))[number % 2]
        pairings = [Pairing(first + n, number, *pair) for n, pair in enumerate(pairs)]
        made.append(Round(number, tuple(pairings)))
    games = {
        each.number: small.played(each.number, "white" if each.number % 3 else "black")
        for round_ in made
        for each in round_.pairings
    }
    return Contest(plan, entrants(names), rounds=tuple(made), played=games)


def contest_of(folder: Folder) -> Contest:
    from board_core.contest.store import read_contest

    return read_contest(folder)


def main() -> None:
    from board_core.contest.report import write_report

    home = Path(sys.argv[1])
    for name, finished, running in (("running", 3, 3), ("finished", 4, 0)):
        folder = make(home / name, finished=finished, running=running)
        write_report(folder, contest_of(folder), folder.report)
    stones = gomoku(home / "gomoku")
    write_report(stones, contest_of(stones), stones.report)


if __name__ == "__main__":
    main()
