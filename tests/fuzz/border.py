"""The border: mutated lines of each protocol, through everything that comes behind its door.

Every line comes to the door. Dialogue, referee, view and journal see all but most of those that
would end the game (an answer, a breach): one in some is let through, or all games would be of one
line. Every game that ends is read back and put into words, records and a line of JSON. Games of
every new kind, and one in some others, are played in a contest, whose pages (asked of the ASGI
application), exports and bundles are made. An exception, or a page with the status 500, ends the
run and prints the lines that led there.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import resource
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.applications import Starlette

from board_core import (
    BadSetup,
    Clock,
    Color,
    Explanation,
    Fail,
    GameEnded,
    GameStarted,
    MoveRejected,
    PerColor,
    Play,
    Reason,
    Rules,
    TimeControl,
    Turn,
    TurnStarted,
    say,
)
from board_core.contest.cards import card_of
from board_core.contest.exports import EXPORTS
from board_core.contest.field import Entrant, Pairing, PairingVerdict, Round
from board_core.contest.plan import plan_of
from board_core.contest.report import write_report
from board_core.contest.report.live import Live
from board_core.contest.report.writing import bundle
from board_core.contest.state import PlayedPairing, Ruling, Withdrawal
from board_core.contest.store import ContestReader, ContestStore, Folder, NotBegun
from board_core.game.events import Event
from board_core.game.player import Cause, Statement, score_text
from board_core.game.referee import (
    Decision,
    Explained,
    ExplanationWanted,
    GameSettings,
    Message,
    Ready,
    Referee,
    Replied,
    Tick,
    Told,
)
from board_core.game.view import View, first_view
from board_core.game.words import Words
from board_core.games import CHESS
from board_core.journal import BadJournal, JournalWriter, read_journal
from board_core.journal.files import JOURNAL_KIND, Journal
from board_core.journal.lines import checksum, read_lines
from board_core.journal.telling import game_facts, game_of
from board_core.match.json_lines import event_fields
from board_core.match.known_games import game_named, hosted
from board_core.match.openings import parse_openings
from board_core.players import Seat
from board_core.players.child_lines import ChildFailed, ChildMove, read_child
from board_core.players.isolated import Named, Native
from board_core.protocols import PROTOCOLS, Dialogue, Effects, GiveAnswer, SayReady, TellGame
from board_core.protocols.base import Breach, Word
from board_core.protocols.gomocup import Points, read_gomocup
from board_core.protocols.san_line import SanAnswer, read_san
from board_core.protocols.uci_door import BestMove, read_uci
from board_core.protocols.xboard_door import (
    Complaint,
    EngineMove,
    EngineRefuses,
    ResultClaim,
    read_xboard,
)
from board_core.record import PlayedGame, TreeMove, game_read
from board_core.record.files import RecordFormat
from board_core.serving.server import application
from board_core.supervise.line_cutter import BadEncoding, LineCutter, LineTooLong
from board_core.text.sentence import BoardError

LANGUAGES = tuple(map(Words, ("en", "zh_CN")))

NASTY: Sequence[bytes] = (
    *(b"9" * digits for digits in (3, 18, 19, 20, 400, 5000)),
    *(b"\n", b"\0", b" ", b"\t", b"=", b"-", b";", b"%", b"%0", b"%00", b"%0A", b'"', b"'", b"+"),
    *(b"{}", b"{nope}", b"{x.__class__.__mro__}", b"{x:>200000000}", b"{0}", b"{{", b"%s%n"),
    *(b"\xff\xfe", b"\xed\xa0\x80", b"\xe2\x80\xae", b"\x1b[31m", b"\x1b]0;x\x07", b"\xc2\x85"),
    *(b"NaN", b"Infinity", b"-1", b"1e999", b"0x10", b"1_000", "１２".encode(), "²".encode()),
    *(b"<script>alert(1)</script>", b"&amp;", b"=1+1", b"{[%eval 1]}", b"../../etc/passwd"),
    *("深思".encode(), "🏳️‍🌈".encode(), b"a" * 500, b" " * 3000, b"x=" * 900, b'x="' * 600),
    *(b"../", b"\r", b"\r\n", b"type spin " * 200, b"my move is " * 200),
)

SEEDS: dict[str, Sequence[bytes]] = {
    "san": (b"e5", b"Nf6", b"exd5", b"O-O", b"e8=Q+", b"resign", b"1-0", b"0-1", b"1/2-1/2"),
    "uci": (
        b"id name Stockfish 16",
        b"id author somebody",
        b"option name UCI_Elo type spin default 1350 min 1350 max 2850",
        b"option name Skill Level type spin default 20 min 0 max 20",
        b"option name Style type combo default Normal var Solid var Normal",
        b"uciok",
        b"readyok",
        b"info string NNUE evaluation using nn-b1a57edbea57.nnue",
        b"info depth 20 seldepth 30 multipv 1 score cp 35 nodes 123456 nps 1000000 hashfull 10 "
        b"tbhits 0 time 1234 pv e2e4 e7e5 g1f3 b8c6 f1b5",
        b"info depth 3 score mate -2 lowerbound pv e7e5",
        b"info depth 1 currmove e2e4 currmovenumber 1",
        b"info score cp -9223372036854775808 nodes 18446744073709551615",
        b"bestmove e7e5 ponder g1f3",
        b"bestmove (none)",
        b"bestmove",
        b"registration ok",
    ),
    "xboard": (
        b'feature ping=1 usermove=1 setboard=1 san=0 myname="Crafty-23.4" done=1',
        b"feature variants='normal' option=\"Hash -spin 64 1 4096\" done=0",
        b"pong 1",
        b"move e7e5",
        b"My move is: e7e5",
        b" 9  +35  123  4567890 e2e4 e7e5 g1f3",
        b"12& 100012 99 1000 e5",
        b"3. -999994 0 17 h8=Q Kf3",
        b"resign",
        b"offer draw",
        b"1/2-1/2 {Draw by repetition}",
        b"1-0 {White mates}",
        b"Illegal move (in check): e7e5",
        b"Error (unknown command): protover",
        b"tellusererror Illegal position",
        b"telluser hello",
        b"# a remark",
    ),
    "lines": (b"d3", b"c3", b"pass", b"resign", b"1-0", b"0-1", b"D3", b"d3 c4", "ｄ３".encode()),
    "variant": (
        b"option name UCI_Variant type combo default chess var chess var crazyhouse var atomic",
        b"option name UCI_Chess960 type check default false",
        b"uciok",
        b"readyok",
        b"info depth 3 score cp 1 pv e2e4 P@e4 @@@@ N@f3",
        b"bestmove e7e5",
        b"bestmove N@f6 ponder P@e4",
        b"bestmove P@e8",
        b"bestmove K@e4",
    ),
    "gomocup": (
        b"OK",
        b"7,7",
        b"7,8 8,8 9,9",
        b"SWAP",
        b"MESSAGE thinking",
        b"DEBUG depth 4",
        b"ERROR no such command",
        b"UNKNOWN command",
        b"SUGGEST 7,7",
        b'name="Pela", version="1.0", author="somebody", country="CZ"',
    ),
    "function": (
        b"ready",
        b"late 1",
        b"move 1 e7e5",
        b"move 1 N+f3%20",
        b"info 1 depth=12 seldepth=20 cp=-35 nodes=123456 nps=99 ms=90 hashfull=3 pv=e7e5;g1f3",
        b"info 1 mate=-3 text=so+gut+wie+matt",
        b"failed 1 raised error=ZeroDivisionError:+division+by+zero where=ai.py:3 "
        b"traceback=Traceback+(most+recent+call+last):%0A++File+%22ai.py%22",
        b"failed 1 no-move value=None traceback=",
        b"failed 0 not-loaded file=ai.py why=SyntaxError traceback=",
        b'{"move": 5}',
        b'{"number": 1, "template": "{nope}", "facts": {}, "cause": "exception", "traceback": ""}',
    ),
}

DOORS: dict[str, Callable[[str], object]] = {
    "san": read_san,
    "lines": read_san,
    "uci": read_uci,
    "variant": read_uci,
    "xboard": read_xboard,
    "gomocup": read_gomocup,
    "function": read_child,
}

SPOKEN = {"variant": "uci"}
"""What is spoken where a name here says more than that."""

OTHELLO = str(Path(__file__).parents[2] / "examples" / "games" / "othello.py") + ":OTHELLO"

GAME_OF = {"gomocup": "gomoku", "lines": OTHELLO, "variant": "crazyhouse"}
"""Which game is played in a protocol, if not chess, as it is named in a contest's file."""

BEGUN_FROM = {
    "lines": (None, "8/8/8/3Ox3/3xO3/8/8/8 b", "anything"),
    "variant": (
        None,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 99999 99999",
    ),
}
"""Positions that games begin from; one that the rules refuse is none."""

DECISIVE = (
    *(Breach, SanAnswer, BestMove, EngineMove, EngineRefuses, ResultClaim, Points),
    *(Complaint, ChildMove, ChildFailed),
)
"""Messages that may end a game."""

LET_THROUGH = 32
"""One in so many of them is."""

HONEST = 100
"""One in so many lines is what an honest program would say, so that games go on."""

MOST_AT_ONCE = 28  # games of a contest
SOME = 100
"""One in so many games is shown on pages though its ending is of a kind that was shown before."""

ROOM = 16 << 20
"""Bytes that the process may grow by between the first fifth of a run and its end."""


class Broken(Exception):
    """A promise of the border is broken."""


def mutated(chance: random.Random, seed: bytes, seeds: Sequence[bytes]) -> bytes:
    line = bytearray(seed)
    for _ in range(chance.choice((0, 1, 1, 1, 2, 3))):
        at = chance.randrange(len(line) + 1)
        match chance.randrange(8):
            case 0:
                line[at:at] = bytes([chance.randrange(256)])
            case 1:
                del line[at : at + chance.randrange(1, 5)]
            case 2 if at < len(line):
                line[at] = chance.randrange(32, 127)
            case 3:
                line[at:at] = chance.choice(seeds)
            case 4 | 5:
                line[at:at] = chance.choice(NASTY)
            case _:
                words = bytes(line).split(b" ")
                words[chance.randrange(len(words))] = chance.choice(NASTY)
                line = bytearray(b" ".join(words))
    return bytes(line)


def dialogue_of(protocol: str) -> Dialogue:
    if protocol == "function":
        return Native(Named(Path("ai.py"), "choose"), seed=1)
    return PROTOCOLS[SPOKEN.get(protocol, protocol)]()


def start_of(protocol: str, rules: Rules, chance: random.Random) -> str | None:
    """Return a set-up; None: the standard starting position."""
    setup = chance.choice(BEGUN_FROM.get(protocol, (None,)))
    with suppress(BadSetup):
        return None if setup is None else rules.start(setup).setup
    return None


@dataclass
class Table:
    """One game between a program that says anything and a side that plays by chance."""

    protocol: str
    chance: random.Random
    journal: Callable[[Event], None]
    rules: Rules = CHESS
    view: View | None = None
    ended: GameEnded | None = None
    events: int = 0

    def __post_init__(self) -> None:
        self.rules = game_named(GAME_OF.get(self.protocol, "chess")).rules
        setup = start_of(self.protocol, self.rules, self.chance)
        self.color = self.chance.choice(list(Color))
        self.dialogue = dialogue_of(self.protocol)
        self.cutter = LineCutter(self.dialogue.max_line, cr_ends_lines=self.dialogue.cr_ends_lines)
        self.at, self.asked, self.question = 0.0, False, 0
        self.turn: Turn | None = None
        names = PerColor("{nope}", "<b>\u202e{x.__class__}</b>")
        retries = PerColor.both(self.dialogue.may_retry)
        control = PerColor.both(TimeControl(3_600, 5))
        self.referee = Referee(
            self.rules, names, GameSettings(control), may_retry=retries, setup=setup
        )
        self.waiting: deque[Message] = deque()
        self.follow(self.referee.start(0.0))
        self.waiting.append(Ready(self.color.other, 0.0))
        self.do(self.dialogue.open())
        self.do(self.dialogue.seat(self._seat(self.rules.start(setup), setup)))
        self.work()

    def _seat(self, start: Any, setup: str | None) -> Seat:
        clock = Clock.new(PerColor.both(TimeControl(3_600, 5)))
        return Seat(self.color, self.rules, start, setup, clock, "{x}", _nobody, _nobody)

    def hear(self, data: bytes, *, honest: bool = False) -> None:
        try:
            texts = self.cutter.cut(data + b"\n")
        except LineTooLong:
            self.cutter.rest = b""
            if self.chance.randrange(50) == 0:
                self.broken_off(Cause.LINE_TOO_LONG, Reason.OUTPUT)
            return
        except BadEncoding as error:
            if self.chance.randrange(50) == 0:
                self.broken_off(Cause.ENCODING, Reason.PROTOCOL, str(error))
            return
        self.dialogue.outdated(texts)
        if not any(self.is_decisive(DOORS[self.protocol](text)) for text in texts):
            steps = self.dialogue.heard_text("\n".join([*texts, ""]))
            if steps is not None:
                self.at += 0.001
                self.do(steps)
                self.work()
                return
        for text in texts:
            message = DOORS[self.protocol](text)
            if not honest and self.is_decisive(message) and self.chance.randrange(LET_THROUGH):
                continue
            self.at += 0.001
            self.do(self.dialogue.heard(text))
            self.work()

    def is_decisive(self, message: object) -> bool:
        """Whether it may end the game, as an answer to a question that nobody put does too."""
        number = getattr(message, "number", None)
        unasked = isinstance(self.dialogue, Native) and number is not None and number != self.number
        return isinstance(message, DECISIVE) or message is Word.RESIGNS or unasked

    @property
    def number(self) -> int:
        """Of the question that a function's child was asked last."""
        return getattr(self.dialogue, "_question", 0)

    def answer_well(self) -> None:
        """What an honest program would say now, so that games go on."""
        for line in honest_lines(self):
            self.hear(line, honest=True)

    def broken_off(self, cause: Cause, reason: Reason, heard: str = "") -> None:
        sentence = say("it printed more than {limit} bytes", limit=4096)
        self.do([TellGame(Fail(Explanation(cause, sentence, last_heard=heard[:400]), reason))])
        self.work()

    def do(self, steps: Effects) -> None:
        for step in steps:
            match step:
                case GiveAnswer(reply) if self.asked:
                    self.asked = False
                    self.waiting.append(Replied(self.color, self.question, reply, self.at))
                case GiveAnswer(Fail() as reply):
                    self.tell(reply)
                case TellGame(statement):
                    self.tell(statement)
                case SayReady():
                    self.waiting.append(Ready(self.color, self.at))
                case _:
                    pass

    def tell(self, statement: Statement) -> None:
        self.waiting.append(Told(self.color, statement, self.at))

    def work(self) -> None:
        while self.waiting and self.ended is None:
            self.follow(self.referee.handle(self.waiting.popleft()))

    def follow(self, decisions: Sequence[Decision]) -> None:
        for event in decisions:
            if isinstance(event, ExplanationWanted):
                self.waiting.append(Explained(event.color, None, self.at))
                continue
            self.events += 1
            self.journal(event)
            if isinstance(event, GameStarted):
                self.view = first_view(event)
            assert self.view is not None
            self.view = self.view.after(event)
            if self.events % 16 == 0 or isinstance(event, GameEnded | MoveRejected):
                json.dumps(event_fields(1, event), allow_nan=False)
            match event:
                case TurnStarted(turn) if turn.color is self.color:
                    self.asked, self.question, self.turn = True, turn.question, turn
                    self.do(self.dialogue.ask(turn))
                case TurnStarted(turn):
                    move = self.chance.choice(turn.position.legal_moves())
                    self.waiting.append(Replied(turn.color, turn.question, Play(move), self.at))
                case MoveRejected(color, _, text, why) if color is self.color:
                    self.do(self.dialogue.rejected(text, why))
                case GameEnded(outcome, turn):
                    self.ended = event
                    self.dialogue.finish(turn, outcome)
                case _:
                    pass


def _nobody(*_: object) -> None:
    """Nobody listens: the table carries what a dialogue wants done."""


def honest_lines(table: Table) -> Iterator[bytes]:
    if not table.asked or table.turn is None:
        yield from {
            "uci": (b"uciok", b"readyok"),
            "variant": (*SEEDS["variant"][:2], b"uciok", b"readyok"),
            "xboard": (b"feature done=1", b"pong 9"),
            "gomocup": (b"OK",),
            "function": (b"ready",),
        }.get(table.protocol, ())
        return
    position = table.turn.position
    move = table.chance.choice(position.legal_moves())
    match table.protocol:
        case "san" | "lines":
            yield position.notation(move).encode()
        case "uci" | "variant":
            yield f"bestmove {move}".encode()
        case "xboard":
            yield f"move {move}".encode()
        case "gomocup":
            column = table.rules.geometry.column_labels.index(move[0])
            yield f"{column},{15 - int(move[1:])}".encode()
        case "function":
            yield f"move {table.number} {move}".encode()


# What comes after the game


def told(rules: Rules, game: PlayedGame) -> None:
    """All that is said of a game without a page."""
    outcome, explanation = game.outcome, game.explanation
    for words in LANGUAGES:
        words.outcome(outcome, explanation)
        if explanation is not None:
            words.evidence(explanation)
    for form in hosted(rules).records:
        form.write(game).encode("utf-8", "backslashreplace")
    for move in game.moves:
        if move.score is not None:
            score_text(move.score, move.color)


def ask(runner: asyncio.Runner, app: Starlette, path: str, language: str = "en") -> int:
    """The status that the application answers with."""
    statuses: list[int] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", b"localhost"), (b"accept-language", language.encode())],
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
    }
    runner.run(app(scope, receive, send))
    return statuses[0]


@dataclass
class Pages:
    """Contests of the games that were picked, one after the other."""

    home: Path
    waiting: dict[str, list[PlayedGame]] = field(default_factory=dict)
    asked: Counter[int] = field(default_factory=Counter)
    contests: int = 0
    games: int = 0

    def add(self, rules: Rules, game: PlayedGame) -> None:
        games = self.waiting.setdefault(rules.name, [])
        games.append(game)
        if len(games) >= MOST_AT_ONCE:
            self.show(rules.name)

    def show_rest(self) -> None:
        for name in list(self.waiting):
            self.show(name)

    def show(self, game: str) -> None:
        games, self.waiting[game] = self.waiting.get(game, []), []
        if not games:
            return
        self.contests += 1
        named = OTHELLO if game == "othello" else game
        with tempfile.TemporaryDirectory(dir=self.home) as home:
            folder = Folder(Path(home))
            plan = plan_of(
                f'name = "{{nope}}"\nseed = 5\ngame = "{named}"\nformat = "round-robin"\n'
                '[[entrants]]\nname = "{x}"\nplayer = "random"\n'
                '[[entrants]]\nname = "=1+1"\nplayer = "random"\n'
            )
            entrants = tuple(Entrant(n, e.name, e.player) for n, e in enumerate(plan.entrants, 1))
            pairings = tuple(Pairing(n, 1, 1, 2) for n in range(1, len(games) + 1))
            with ContestStore.begin(folder, plan, entrants, (), ()) as store:
                store.paired(Round(1, pairings))
                for number, played in enumerate(games, 1):
                    store.finished(PlayedPairing(number, game_of(plan.rules, game_facts(played))))
                store.checked(1, card_of({"checks": [{"verdict": "fault", "sentence": "{nope}"}]}))
            shown(folder, self.asked)
        self.games += len(games)


def shown(folder: Folder, asked: Counter[int]) -> None:
    """All that is made of a contest. Raises Broken for a page with the status 500."""
    live = Live(folder)
    app = application(live)
    contest = ContestReader(folder).read()
    form = hosted(contest.plan.rules).record.name
    paths = ["/", "/index.zh_CN.html", f"/games.{form}", "/tournament.trf", "/crosstable.csv"]
    for number in contest.played:
        stem = f"/game{number:04}"
        paths += [f"{stem}.html", f"{stem}.zh_CN.html", f"{stem}.{form}"]
    with asyncio.Runner() as runner:
        for path in paths:
            status = ask(runner, app, path)
            asked[status] += 1
            if status >= 500:
                raise Broken(f"{path} has the status {status}")
    write_report(folder, contest, folder.report)
    for words in LANGUAGES:
        for export in EXPORTS.values():
            export(contest, words)
    for entrant in contest.entrants:
        bundle(folder, contest, entrant.number)


# A run


@dataclass
class Tally:
    lines: int = 0
    games: int = 0
    reasons: Counter[str] = field(default_factory=Counter)


def memory() -> int:
    """Bytes of this process now, where the system tells; else the most there ever were."""
    with suppress(OSError):
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return pages * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def one_protocol(protocol: str, lines: int, pages: Pages, seed: int = 0) -> Tally:
    """Send so many lines. Raises whatever is broken, with the last lines written to stderr."""
    chance, tally = random.Random(f"{protocol} {seed}"), Tally()
    seeds, kinds = SEEDS[protocol], set[object]()
    last: deque[bytes] = deque(maxlen=40)
    try:
        while tally.lines < lines:
            path = Path(tempfile.mkdtemp(dir=pages.home)) / "games.jsonl"
            journal = Journal()
            with JournalWriter(path) as writer:
                for number in range(1, 201):
                    if tally.lines >= lines:
                        break
                    table = Table(protocol, chance, writer.game(number))
                    _play(table, tally, lines, seeds, last)
                    read_lines(path, JOURNAL_KIND, journal, journal.add)
                    game = journal.facts.pop(number).game(table.rules)
                    _judge(table, game, tally, kinds, pages)
            if journal.damage is not None:
                raise Broken(f"the journal is damaged: {journal.damage}")
            path.unlink()
            path.parent.rmdir()
    except BaseException:
        for line in last:
            sys.stderr.write(f"{line[:200]!r}\n")
        raise
    return tally


def _play(
    table: Table, tally: Tally, most: int, seeds: Sequence[bytes], last: deque[bytes]
) -> None:
    chance, heard = table.chance, 0
    while table.ended is None:
        if tally.lines >= most or heard > 2_000:
            table.waiting.append(Tick(1e9))  # somebody's flag falls, or nobody was ready
            table.work()
            assert table.ended is not None
            return
        if heard < 6 or chance.randrange(HONEST) == 0:
            table.answer_well()
            heard += 2
            continue
        seed = chance.choice(seeds)
        if table.protocol == "function" and chance.randrange(8):
            seed = seed.replace(b" 1 ", b" %d " % table.number, 1)
        line = mutated(chance, seed, seeds)
        last.append(line)
        table.hear(line)
        tally.lines += 1
        heard += 1


def _judge(table: Table, game: PlayedGame, tally: Tally, kinds: set[object], pages: Pages) -> None:
    assert table.ended is not None
    outcome, explanation = table.ended.outcome, table.ended.explanation
    tally.games += 1
    tally.reasons[outcome.reason.value] += 1
    if game.outcome != outcome:
        raise Broken(f"{outcome} became {game.outcome}")
    told(table.rules, game)
    found = explanation and (explanation.cause, explanation.sentence.template)
    kind = (outcome.reason, found, min(len(game.moves) // 20, 3))
    if kind not in kinds or tally.games % SOME == 0:
        kinds.add(kind)
        pages.add(table.rules, game)


def say_it(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def run(lines: int, protocols: Sequence[str] = tuple(SEEDS), *, quiet: bool = False) -> int:
    """Send so many lines of each protocol; print what was seen. Raises what is broken.

    Returns the bytes that the process has grown by since its caches were full.
    """
    began, marks = time.perf_counter(), list[int]()
    shared = Path("/dev/shm")  # the end of each game is waited for until it is on the disk
    with tempfile.TemporaryDirectory(dir=shared if shared.is_dir() else None) as home:
        pages = Pages(Path(home))
        for protocol in protocols:
            one_protocol(protocol, min(lines, 20_000), pages, seed=1)  # caches are full
        pages.show_rest()
        before = memory()
        for protocol in protocols:
            at = time.perf_counter()
            tally = one_protocol(protocol, lines, pages)
            marks.append(memory())
            if not quiet:
                seconds = time.perf_counter() - at
                reasons = ", ".join(f"{k} {n}" for k, n in tally.reasons.most_common())
                say_it(f"{protocol}: {tally.lines} lines, {tally.games} games, {seconds:.0f} s")
                say_it(f"    {reasons}; {marks[-1] >> 20} MiB")
        pages.show_rest()
        journals = hostile_journals(max(50, lines // 2_000), pages)
        records = hostile_records(lines // 20)
        if not quiet:
            answers = ", ".join(f"{n} with {status}" for status, n in sorted(pages.asked.items()))
            say_it(f"{pages.games} games in {pages.contests} contests; pages: {answers}")
            say_it(f"{sum(journals.values())} hostile journals: {dict(journals)}")
            say_it(f"{lines // 20} hostile files of records: {dict(records)}")
            seconds = time.perf_counter() - began
            say_it(f"no exception; {before >> 20} MiB, then {memory() >> 20} MiB; {seconds:.0f} s")
    return memory() - before


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="fuzz.py border", description=__doc__)
    parser.add_argument("--lines", type=int, default=10_000, help="of each protocol")
    parser.add_argument("--protocol", choices=SEEDS, action="append", help="only this one")
    wished = parser.parse_args(arguments)
    grown = run(wished.lines, wished.protocol or tuple(SEEDS))
    if grown > ROOM:
        sys.exit(f"memory has grown by {grown >> 20} MiB")


# Journals with anything in them

NASTY_VALUES: Sequence[Any] = (
    *(None, True, 0, -1, 10**18, 10**400, -(10**400), 1.5, -0.0, float("nan"), float("inf")),
    *("", "white", "black", "{nope}", "{x.__class__.__mro__}", "{x:>200000000}", "{", "\ud800"),
    *("\u202e\x1b[31m", "x" * 100_000, "=1+1", "</script><script>", "9999-12-31T23:59:59+14:00"),
    *("0001-01-01T00:00:00", "2026-01-01", "e2e4", "crash", "no-such-reason", "breach"),
    *([], {}, [[]], {"template": "{nope}", "facts": {}}, {"template": "{x!r:>99}", "facts": {}}),
    *({"template": "{a} {b:.0%}", "facts": {"a": 10**400, "b": "x"}}, {"color": "red"}),
    *({"template": "{a}", "facts": {"a": {"template": "{a}", "facts": {"a": [1]}}}}, [1] * 300),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Of everything within a value of JSON."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in inside:
        yield (*path, key)
        if isinstance(each, dict | list):
            yield from places(each, (*path, key))


def changed(chance: random.Random, facts: dict[str, Any], within: Sequence[str] = ()) -> None:
    """Put anything in the place of anything, or leave it out."""
    found = [
        p for p in places(facts) if p[0] not in ("seq", "crc") and (not within or p[0] in within)
    ]
    for path in chance.sample(found, min(len(found), chance.choice((1, 1, 2, 5)))):
        parent: Any = facts
        with suppress(KeyError, IndexError, TypeError):  # what was there is gone
            for key in path[:-1]:
                parent = parent[key]
            if chance.randrange(5) == 0 and isinstance(parent, dict):
                del parent[path[-1]]
            else:
                parent[path[-1]] = deepcopy(chance.choice(NASTY_VALUES))  # they are changed in turn


def written(lines: Sequence[dict[str, Any]], chance: random.Random) -> bytes:
    """With the right numbers and checksums, so that only the door can refuse it."""
    data = b""
    for number, facts in enumerate(lines):
        rest = {key: value for key, value in facts.items() if key not in ("seq", "crc")}
        text = json.dumps({"seq": number, **rest}, separators=(",", ":"))
        if number and chance.randrange(60) == 0:
            text = text.replace(":0", ":" + "9" * 5000, 1)
        if chance.randrange(200) == 0:
            text = text[:-1] + ',"deep":' + "[" * 5000 + "]" * 5000 + "}"
        body = text[:-1].encode("ascii")
        data += body + checksum(body)
    return data


def hostile_journals(count: int, pages: Pages) -> Counter[str]:
    """Contests and games whose journals hold anything: shown, or refused in words."""
    chance, found = random.Random(0), Counter[str]()
    with tempfile.TemporaryDirectory(dir=pages.home) as home:
        folder, single = Folder(Path(home)), Path(home) / "game.jsonl"
        seeds = _seed_journals(folder, single)
        for _ in range(count):
            contest, game = (json.loads(json.dumps(lines)) for lines in seeds)
            few = chance.randrange(3)  # else everything is refused in words
            for facts in chance.sample(contest[1:], 2) if few else contest[1:]:
                inside = ("start", "moves", "end", "card", "at", "author", "reason", "why")
                changed(chance, facts, inside if chance.randrange(4) else ())
            folder.journal.write_bytes(written(contest, chance))
            try:
                shown(folder, pages.asked)
                found["contest shown"] += 1
            except (BadJournal, NotBegun):
                with asyncio.Runner() as runner:
                    status = ask(runner, application(Live(folder)), "/")
                if status != 503:
                    raise Broken(f"an unreadable journal has the status {status}") from None
                found["contest refused in words"] += 1
            for facts in chance.sample(game[1:], 2) if few else game[1:]:
                changed(chance, facts)
            single.write_bytes(written(game, chance))
            journal = read_journal(single)
            for each in journal.games(lambda name: CHESS).values():
                told_of_any(each)
            found["game damaged" if journal.damage else "game shown"] += 1
    return found


# Records with anything in them


def hostile_records(count: int) -> Counter[str]:
    """Files of records of any game: read, kept and told, or refused in words."""
    chance, found = random.Random(0), Counter[str]()
    for _ in range(count):
        game = game_named(chance.choice((OTHELLO, "crazyhouse", "chess960", "chess", "gomoku")))
        form = chance.choice(game.records)
        text = record_of_chance(game.rules, form, chance)
        for _ in range(chance.choice((0, 1, 1, 2, 4))):
            text = spoilt(chance, text)
        try:
            for read in form.read(text):
                told(game.rules, read.game)
                for words in LANGUAGES:
                    if read.problem is not None and not words.sentence(read.problem).isprintable():
                        raise Broken(f"{words.sentence(read.problem)!r} is shown to people")
                found["read" if read.problem is None else "read in part"] += 1
            openings = parse_openings(text, f"x.{form.name}", game.rules)
            found["openings"] += len(openings)
        except BoardError as error:
            for words in LANGUAGES:
                said = words.sentence(error.sentence)
                if len(said) > MOST_TOLD or not all(c.isprintable() or c == "\n" for c in said):
                    raise Broken(f"{said[:500]!r} is shown to people") from None
            found["refused in words"] += 1
    return found


MOST_TOLD = 10_000
"""Characters of a sentence, whatever it quotes."""


def record_of_chance(rules: Rules, form: RecordFormat, chance: random.Random) -> str:
    """A game of moves by chance, as it is written."""
    position, moves = rules.start(None), []
    for _ in range(chance.randrange(30)):
        if position.outcome() is not None:
            break
        moves.append(chance.choice(position.legal_moves()))
        position = position.play(moves[-1])
    names = PerColor("{nope}", "b")
    read = game_read(
        rules,
        names,
        chance.choice((None, rules.start(None).setup)),
        [TreeMove(move, move) for move in moves],
        "1-0",
    )
    return form.write(read.game)


def spoilt(chance: random.Random, text: str) -> str:
    """Put anything anywhere: bytes of chance, or a whole value of JSON, a tag or a move."""
    at = chance.randrange(len(text) + 1)
    nasty = chance.choice(NASTY).decode("utf-8", "replace")
    match chance.randrange(6):
        case 0:
            return text[:at] + nasty + text[at:]
        case 1:
            return text[:at] + text[at + chance.randrange(1, 40) :]
        case 2:
            word = chance.choice(text.split() or [""])
            return text.replace(word, nasty, 1)
        case 3:
            value = json.dumps(chance.choice(NASTY_VALUES))
            return re.sub(
                r'("\w+": )("[^"]*"|null|\[[^]]*\])', lambda m: m[1] + value, text, count=1
            )
        case 4:
            setup = chance.choice(NASTY_SETUPS)
            return f'[Variant "{chance.choice(VARIANTS)}"]\n[SetUp "1"]\n[FEN "{setup}"]\n{text}'
        case _:
            setup = json.dumps(chance.choice(NASTY_SETUPS))
            return re.sub(r'"setup": ("[^"]*"|null)', lambda m: f'"setup": {setup}', text, count=1)


VARIANTS = ("crazyhouse", "Chess960", "atomic", "Three-check", "no such game", "\x1b[31m")

NASTY_SETUPS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[" + "P" * 10_000 + "] w KQkq - 0 1",
    "rr2k3/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[] w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 " + "9" * 4_300,
    "4k3/8/8/8/8/8/8/4K3[qQ] w - - 99999 99999",
    "Q~" * 8 + "/8/8/8/8/8/8/8 w - - 0 1",
    "8" * 10_000,
    "\x1b]0;x\x07",
    "x" * 10_000,
    "15/" * 10_000,
    "99x" * 10_000 + " b",
    "²" * 64 + " b",
    "\ud800",
    "",
)
"""What no game can begin from, or hardly."""


def told_of_any(game: PlayedGame) -> None:
    told(CHESS, game)
    _ = game.clock, game.last_position, game.plies, game.ended


def _seed_journals(folder: Folder, single: Path) -> tuple[list[Any], list[Any]]:
    """The lines of a contest with a crash, a card and a ruling, and those of its games."""
    chance = random.Random(5)
    games = []
    with JournalWriter(single) as writer:
        for number in (1, 2):
            table = Table("uci", chance, writer.game(number))
            for _ in range(9):
                table.answer_well()
                table.hear(b"info depth 5 score cp 31 pv e7e5")
            table.broken_off(Cause.KILLED, Reason.CRASH, "bestmove")
    games = list(read_journal(single).games(lambda name: CHESS).values())
    plan = plan_of(
        'name = "x"\nseed = 5\n[[entrants]]\nname = "a"\nplayer = "random"\n'
        '[[entrants]]\nname = "b"\nplayer = "random"\n'
    )
    entrants = tuple(Entrant(n, e.name, e.player) for n, e in enumerate(plan.entrants, 1))
    with ContestStore.begin(folder, plan, entrants, (), ()) as store:
        card = {"check": "a", "title": {"template": "a {b}", "facts": {"b": 1}}}
        finding = {**card, "verdict": "fault", "sentence": {"template": "c", "facts": {}}}
        store.checked(1, card_of({"passed": False, "checks": [{**finding, "advice": None}]}))
        store.paired(Round(1, (Pairing(1, 1, 1, 2), Pairing(2, 1, 2, 1))))
        for number, game in enumerate(games, 1):
            store.finished(PlayedPairing(number, game))
        store.request(Ruling(1, PairingVerdict.WHITE, author="me", reason="so"))
        store.request(Withdrawal(2, author="me", reason="so"))
        store.ended("over")

    def lines_of(path: Path) -> list[Any]:
        return [json.loads(line) for line in path.read_bytes().splitlines()]

    return lines_of(folder.journal), lines_of(single)
