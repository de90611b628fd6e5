"""Plays a Swiss between bots on other machines, with all that can happen to their lines.

python benchmarks/swiss.py [--bots 30] [--rounds 5] [--kills 2] [--cuts 10] [--seed 1]

``board contest run --serve`` is one process, the bots are others to it: here, in one event loop,
each with its own lines and the lichess Bot API. They play random moves and resign sooner or later.
The server is killed (SIGKILL) and started again, lines are cut, three bots fall silent in each game
(one with its line open, one before its first move, one goes for good in the second round), and two
send illegal moves and garbage. Each bot writes down what it did and what it saw.

Afterwards each pairing must have one result in the journal, every move that a bot saw must be in
the record, each move there was sent by its owner and accepted once, each bot that was there at the
end must have heard the result that counts, and the reason of each loss must be what the loser did.
The exit status is 0 if nothing is wrong; everything wrong is printed.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import chess

sys.path.insert(0, str(Path(__file__).parents[1]))

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from board_core.contest.state import Contest, PlayedPairing

PAUSE = 0.1, 0.25
"""Seconds for which a bot thinks, at least and at most."""
PLIES = 24, 70
"""After so many, at least and at most, a bot resigns."""
CLOCK, GRACE, FIRST_MOVE = 15.0, 8.0, 6.0
"""Seconds of the contest: short for who is silent, long for who loses his line and comes back."""
MUTE, SHY, LEAVER, ILLEGAL, GARBAGE = "mute", "shy", "leaver", "illegal", "garbage"
NONSENSE = ("xyzzy", "%00%ff", "e2e9", "a1a1q", "%3Cscript%3E", "0000", "z" * 500)

Trouble = (OSError, EOFError, ValueError, asyncio.IncompleteReadError)


@dataclass
class Seen:
    """What a bot did in one game, and what it was told."""

    opponent: str  # two never meet twice
    color: chess.Color | None = None
    accepted: dict[tuple[int, int], list[str]] = field(default_factory=dict)  # by life and ply
    sent: set[tuple[int, str]] = field(default_factory=set)
    moves: list[str] = field(default_factory=list)  # the longest state that was told
    contradicted: bool = False  # a state was no continuation of one before
    ends: list[dict[str, Any]] = field(default_factory=list)
    resigned: bool = False
    silent: bool = False
    refused: int = 0  # illegal moves
    strange: set[int] = field(default_factory=set)  # the status of answers that should not be


@dataclass
class Tally:
    kills: int = 0
    cuts: int = 0
    resumed: int = 0
    wrong: list[str] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)


class Bot:
    """A bot on another machine, until it is cancelled."""

    def __init__(
        self, name: str, token: str, server: Server, manner: str, chance: random.Random
    ) -> None:
        self.name, self.manner, self.chance = name, manner, chance
        self._token, self._server = token, server
        self.games: dict[str, Seen] = {}
        self._following: dict[str, asyncio.Task[None]] = {}
        self._open: set[asyncio.StreamWriter] = set()
        self._gone = False

    async def live(self) -> None:
        """Listen to the events, and again after each cut."""
        try:
            while not self._gone:
                with contextlib.suppress(*Trouble):
                    async for said in self._lines("/api/stream/event"):
                        if said.get("type") == "gameStart":
                            self._begins(said["game"])
                await asyncio.sleep(self.chance.uniform(0.1, 0.6))
        finally:
            for task in self._following.values():
                task.cancel()

    def cut(self) -> bool:
        """Cut all lines as a broken network does; return whether there were any."""
        lines = [*self._open]
        for line in lines:
            line.transport.abort()
        return bool(lines)

    def _begins(self, game: dict[str, Any]) -> None:
        key = game["gameId"]
        if key not in self._following:
            self.games[key] = Seen(game["opponent"]["username"])
            self._following[key] = asyncio.create_task(self._follow(key))

    async def _follow(self, key: str) -> None:
        seen = self.games[key]
        last = self.chance.randint(*PLIES)
        while not self._gone:
            with contextlib.suppress(*Trouble):
                async for said in self._lines(f"/api/bot/game/stream/{key}"):
                    if said.get("type") == "gameFull":
                        seen.color = said["white"]["name"] == self.name
                        said = said["state"]
                    if said.get("type") == "gameState" and await self._told(key, seen, said, last):
                        return
            await asyncio.sleep(self.chance.uniform(0.1, 0.6))

    async def _told(self, key: str, seen: Seen, state: dict[str, Any], last: int) -> bool:
        """Take a state and answer it; return True if the game is over."""
        moves = state["moves"].split()
        common = min(len(moves), len(seen.moves))
        seen.contradicted |= moves[:common] != seen.moves[:common]
        seen.moves = max(moves, seen.moves, key=len)
        if state["status"] != "started":
            seen.ends.append(state)
            return True
        board = chess.Board()
        for move in moves:
            board.push_uci(move)
        if board.turn is seen.color:
            await self._move(key, seen, board, last)
        return False

    async def _move(self, key: str, seen: Seen, board: chess.Board, last: int) -> None:
        ply = board.ply()
        await asyncio.sleep(self.chance.uniform(*PAUSE))
        if self.manner == LEAVER and ply >= 8:
            self._gone = seen.silent = True
            self.cut()
        elif (self.manner == MUTE and ply >= 8) or self.manner == SHY:
            seen.silent = True
        elif self.manner in (ILLEGAL, GARBAGE) and ply >= 6:
            await self._be_rude(key, seen)
        elif ply >= last:
            seen.resigned = True
            await self._post(f"/api/bot/game/{key}/resign")
        else:
            text = self.chance.choice([*board.legal_moves]).uci()
            seen.sent.add((ply, text))
            life = self._server.lives
            status = await self._post(f"/api/bot/game/{key}/move/{text}")
            if status == 200:
                seen.accepted.setdefault((life, ply), []).append(text)
            else:
                seen.strange.add(status)

    async def _be_rude(self, key: str, seen: Seen) -> None:
        """Send what no client should, until the game is lost."""
        game = f"/api/bot/game/{key}"
        for _ in range(3):
            if self.manner == GARBAGE:
                for path, body in (
                    (f"{game}/chat", b"\xff\x00{]"),
                    (f"{game}/failed", b'{"explanation": {"sentence": 7}}'),
                    (f"{game}/failed", b"[" * 9000),
                    (f"{game}/dance", b""),
                    ("/api/challenge/nobody", b"{}"),
                    (f"{game}/chat", b"x" * 100_000),
                ):
                    with contextlib.suppress(*Trouble):  # the server ends what is too long
                        status = await self._post(path, body)
                        if status // 100 != 4:
                            seen.strange.add(status)
                await self._raw(b"BREW /api/account COFFEE\r\n\x00\r\n\r\n")
            nonsense = self.chance.choice(NONSENSE)
            status = await self._post(f"{game}/move/{nonsense}")
            seen.refused += status == 400
            if status != 400:
                seen.strange.add(status)

    async def _post(self, path: str, body: bytes = b"") -> int:
        head = f"Content-Length: {len(body)}\r\nConnection: close"
        reader, writer = await self._asked("POST", path, head, body)
        try:
            return int((await reader.readline()).split()[1])
        except IndexError:
            raise EOFError from None
        finally:
            writer.transport.abort()

    async def _raw(self, data: bytes) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._server.port)
        try:
            writer.write(data)
            await reader.readline()
        finally:
            writer.transport.abort()

    async def _asked(
        self, method: str, path: str, more: str, body: bytes = b""
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._server.port)
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{more}\r\n"
        writer.write(f"{head}Authorization: Bearer {self._token}\r\n\r\n".encode() + body)
        return reader, writer

    async def _lines(self, path: str) -> AsyncIterator[dict[str, Any]]:
        """Yield the objects of a stream of lines in chunks, until it ends."""
        reader, writer = await self._asked("GET", path, "Accept: application/x-ndjson")
        self._open.add(writer)
        try:
            if b" 200 " not in await reader.readline():
                return
            while await reader.readline() != b"\r\n":
                pass
            rest = b""
            while size := int(await reader.readline(), 16):
                rest += (await reader.readexactly(size + 2))[:-2]
                *lines, rest = rest.split(b"\n")
                for line in filter(bytes.strip, lines):
                    yield json.loads(line)
        finally:
            self._open.discard(writer)
            writer.transport.abort()


class Server:
    """``board contest run --serve`` of one folder, which is killed and started again."""

    def __init__(self, folder: Path) -> None:
        self._folder, self.port = folder, 0
        self.said, self.lives, self._killed = "", 0, False

    async def start(self) -> None:
        self.lives += 1
        words = ["contest", "run", str(self._folder), "--serve", "--port", str(self.port)]
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "board_cli", *words, "--quiet"),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "LANGUAGE": "en", "LC_ALL": "C.UTF-8"},
        )
        assert self.process.stdout is not None
        while line := (await self.process.stdout.readline()).decode():
            self.said += line
            if found := re.search(r"play at http://\S+:(\d+)/", line):
                self.port = int(found[1])
                break
        self._reading, self._killed = asyncio.create_task(self._read()), False

    async def _read(self) -> None:
        assert self.process.stdout is not None
        while line := await self.process.stdout.readline():
            self.said += line.decode()

    async def kill(self) -> None:
        self._killed = True
        self.process.kill()
        await self.process.wait()
        await self._reading

    async def ended(self) -> int:
        """Return the exit status of the first life that nobody killed."""
        while (status := await self.process.wait()) and self._killed:
            await asyncio.sleep(0.05)
        await self._reading
        return status


def written(folder: Path, names: list[str], rounds: int) -> dict[str, str]:
    """Write the contest; return the tokens of its entrants."""
    from board_core.contest.hand_in_log import HandInLog, issue_tokens
    from board_core.contest.store import Folder

    entrants = "".join(f'[[entrants]]\nname = "{name}"\nplayer = "remote"\n' for name in names)
    (folder / "contest.toml").write_text(
        f'name = "Swiss"\nseed = 7\nrounds = {rounds}\n'
        f"grace = {GRACE}\nfirst_move = {FIRST_MOVE}\n[clock]\ntime = {CLOCK}\n{entrants}"
    )
    return issue_tokens(HandInLog(Folder(folder)), names)


async def play(options: argparse.Namespace, folder: Path, tally: Tally) -> list[Bot]:
    """Play the whole contest; return the bots with what they saw."""
    chance = random.Random(options.seed)
    names = [f"bot{number:02}" for number in range(1, options.bots + 1)]
    tokens, server = written(folder, names, options.rounds), Server(folder)
    manners = [MUTE, SHY, LEAVER, ILLEGAL, GARBAGE]
    manners += [""] * (options.bots - len(manners))
    chance.shuffle(manners)
    await server.start()
    bots = [
        Bot(name, tokens[name], server, manner, random.Random(chance.random()))
        for name, manner in zip(names, manners, strict=True)
    ]
    lives = [asyncio.create_task(bot.live()) for bot in bots]
    trouble = asyncio.create_task(_trouble(options, folder, server, bots, chance, tally))
    try:
        status = await server.ended()
        if status:
            tally.wrong.append(f"the server ended with {status}")
        await asyncio.sleep(2)  # for what is on its way
    finally:
        for task in (trouble, *lives):
            task.cancel()
        await asyncio.gather(trouble, *lives, return_exceptions=True)
        if server.process.returncode is None:
            await server.kill()
    (folder / "said.txt").write_text(server.said)
    if tally.kills < options.kills or tally.cuts < options.cuts:
        tally.wrong.append(f"only {tally.kills} kills and {tally.cuts} cuts came before the end")
    for bad in ("Traceback", "resource_tracker", "Warning", "Error"):
        if bad in server.said:
            tally.wrong.append(f"the server wrote {bad!r}")
    return bots


async def _trouble(
    options: argparse.Namespace,
    folder: Path,
    server: Server,
    bots: list[Bot],
    chance: random.Random,
    tally: Tally,
) -> None:
    """Kill the server and cut lines, spread over the rounds, while games run."""
    from board_core.contest.store import Folder

    deeds = ["kill"] * options.kills + ["cut"] * options.cuts
    chance.shuffle(deeds)
    for number, deed in enumerate(deeds):
        share = (number + 0.5) / len(deeds) * options.bots // 2 * options.rounds
        while _over(folder) < share or not await _runs(folder):
            await asyncio.sleep(0.1)
        await asyncio.sleep(chance.uniform(0, 1.5))
        if deed == "kill":
            tally.resumed += sum(1 for _ in Folder(folder).running.iterdir())
            tally.kills += 1
            await server.kill()
            await asyncio.sleep(chance.uniform(0.2, 3))
            await server.start()
        else:
            well = [bot for bot in bots if not bot.manner]
            while not chance.choice(well).cut():
                await asyncio.sleep(0.05)
            tally.cuts += 1


def _over(folder: Path) -> int:
    """Return how many games are over; a look at the lines is enough."""
    from board_core.contest.store import Folder

    journal = Folder(folder).journal
    return journal.read_bytes().count(b'"event":"played"') if journal.exists() else 0


async def _runs(folder: Path) -> bool:
    from board_core.contest.store import Folder

    running = Folder(folder).running
    return running.exists() and sum(1 for _ in running.iterdir()) >= 2


# What must hold


def judge(folder: Path, bots: list[Bot], tally: Tally, rounds: int) -> Contest:
    """Hold the journal against what the bots did and saw."""
    from board_core.contest.store import Folder, read_contest

    contest = read_contest(Folder(folder))
    wrong = tally.wrong.append
    finished = Counter(
        json.loads(line)["fixture"]
        for line in Folder(folder).journal.read_text().splitlines()
        if json.loads(line).get("event") == "played"
    )
    every = len(bots) // 2 * rounds
    if {*finished.values()} != {1} or len(finished) != every:
        wrong(f"{len(finished)} of {every} games have a result: {finished.most_common(1)}")
    if contest.ended is None:
        wrong("the contest is not over")
    met = Counter(frozenset((each.white, each.black)) for each in contest.pairings.values())
    if met.most_common(1)[0][1] > 1:
        wrong("two met twice")
    if [*Folder(folder).running.iterdir()]:
        wrong("games are left behind as running")
    by_name, points = {bot.name: bot for bot in bots}, defaultdict[str, float](float)
    scoring = contest.plan.points
    for number, played in sorted(contest.played.items()):
        _judge_game(contest, number, played, by_name, tally)
        for color, name in zip((True, False), played.game.names, strict=True):
            winner = played.game.outcome.winner
            won = None if winner is None else (winner.value == "white") is color
            points[name] += {None: scoring.draw, True: scoring.win, False: scoring.loss}[won]
    for row in contest.rows:
        name = contest.entrant(row.standing.number).name
        if row.standing.points != points[name]:
            wrong(f"{name} has {row.standing.points} points of {points[name]}")
    return contest


def _judge_game(
    contest: Contest,
    number: int,
    played: PlayedPairing,
    bots: dict[str, Bot],
    tally: Tally,
) -> None:
    game, wrong = played.game, tally.wrong.append
    record = [str(move) for move in game.line]
    head = f"game {number}, {game.names.white} - {game.names.black} {game.outcome.result}"
    names = game.names.white, game.names.black
    owners = [_view(bots[one], other) for one, other in (names, names[::-1])]
    for name, color, seen in zip(names, (True, False), owners, strict=True):
        bot = bots[name]
        if seen is None:
            if bot.manner != LEAVER:
                wrong(f"{head}: {name} knows nothing of it")
            continue
        own = {(ply, move) for ply, move in enumerate(record) if (ply % 2 == 0) is color}
        if not own <= seen.sent:
            wrong(f"{head}: {name} never sent {own - seen.sent}")
        if any(len({*moves}) > 1 for moves in seen.accepted.values()):
            wrong(f"{head}: two moves of {name} were accepted for one question")
        if seen.contradicted or record[: len(seen.moves)] != seen.moves:
            wrong(f"{head}: {name} saw moves that are not in the record")
        if seen.strange - {400}:
            wrong(f"{head}: {name} was answered {seen.strange}")
        if bot.manner != LEAVER and len(seen.ends) != 1:
            wrong(f"{head}: {name} heard {len(seen.ends)} ends")
        for end in seen.ends:
            told = end["outcome"]["reason"], end.get("winner")
            winner = game.outcome.winner
            if told != (game.outcome.reason.value, None if winner is None else winner.value):
                wrong(f"{head}: {name} was told {told}")
    _judge_loss(contest, head, played, bots, owners, tally)


def _view(bot: Bot, opponent: str) -> Seen | None:
    """Return what a bot saw of its game with an opponent."""
    return next((seen for seen in bot.games.values() if seen.opponent == opponent), None)


def _judge_loss(
    contest: Contest,
    head: str,
    played: PlayedPairing,
    bots: dict[str, Bot],
    owners: list[Seen | None],
    tally: Tally,
) -> None:
    """Compare the reason of a loss with what the loser did."""
    from board_core.game.rules import Reason
    from board_core.game.words import Words

    outcome, explanation = played.game.outcome, played.game.explanation
    codes = () if explanation is None else explanation.codes
    told = Words("en").outcome(outcome, explanation)
    if outcome.winner is None:
        tally.reasons[f"{outcome.result} {outcome.reason.value}"] += 1
        if outcome.reason in (Reason.STOPPED, Reason.CRASH):
            tally.wrong.append(f"{head}: {told}")
        return
    at = 1 if outcome.winner.value == "white" else 0
    loser, seen = bots[played.game.names[outcome.winner.other]], owners[at]
    said = " ".join((outcome.reason.value, *codes))
    tally.reasons[f"{loser.manner or 'well-behaved'}: {said}"] += 1
    match loser.manner, outcome.reason:
        case _, Reason.CHECKMATE:
            true = True
        case "", Reason.RESIGNATION:
            true = seen is not None and seen.resigned
        case "mute", Reason.TIME:
            true = codes == ("silent-elsewhere",) and seen is not None and seen.silent
        case "shy", Reason.TIME:
            late = (
                codes == ("silent-elsewhere",) and tally.kills > 0
            )  # its clock runs when it is back
            true = (codes == ("no-first-move",) or late) and seen is not None and seen.silent
        case "leaver", Reason.ABSENCE:
            moved = any((ply % 2 == 1) is bool(at) for ply in range(len(played.game.line)))
            true = codes == (("stayed-away",) if moved else ("never-came",))
        case "illegal" | "garbage", Reason.ILLEGAL_MOVES:
            true = seen is not None and seen.refused >= 3 and "illegal" in told
        case _:
            true = False
    if not true:
        tally.wrong.append(f"{head}: {loser.name} ({loser.manner}) lost so: {told} {codes}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--cuts", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="the folder of the contest, which is kept")
    options = parser.parse_args()
    began, tally = time.monotonic(), Tally()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        bots = asyncio.run(play(options, folder, tally))
        contest = judge(folder, bots, tally, options.rounds)
    seconds = time.monotonic() - began
    print(f"{len(contest.played)} games of {len(bots)} bots in {seconds:.0f} s; ", end="")
    print(f"{tally.kills} kills with {tally.resumed} games running, {tally.cuts} cuts")
    for reason, count in sorted(tally.reasons.items()):
        print(f"{count:4} {reason}")
    print("\n".join(tally.wrong) or "nothing lost, nothing doubled, every loss explained truly")
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
