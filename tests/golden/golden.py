"""The files that people keep, made from games of scripts: the same bytes, always.

``python tests/golden/golden.py FOLDER`` writes them all into an empty folder. From the first
release on, what stands in ``files`` is a promise.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from math import inf
from pathlib import Path
from typing import Any

from board_core import Event, Fail, Game, Resign, Rules, Score, Thought, TimeControl
from board_core.author.testing import FakeTime, ScriptedPlayer, Step
from board_core.contest.cards import Card
from board_core.contest.confined import Confined
from board_core.contest.exports import EXPORTS
from board_core.contest.field import Entrant, Pairing, PairingVerdict, Round
from board_core.contest.plan import plan_of
from board_core.contest.report.replay import game_view, neighbours, replay
from board_core.contest.report.writing import record_format, record_text
from board_core.contest.state import Contest, PlayedPairing, Ruling, Withdrawal
from board_core.contest.store import ContestStore, Folder, read_contest
from board_core.game.absence import Missed
from board_core.game.player import Cause, Explanation
from board_core.game.sides import Color, PerColor
from board_core.game.words import Words
from board_core.games import CHESS
from board_core.games.chess import ENGINE, chess_rules
from board_core.journal import JournalWriter, read_journal
from board_core.journal.lines import checksum
from board_core.match.json_lines import event_fields, line
from board_core.match.known_games import HOSTED_GAMES
from board_core.match.openings import Opening
from board_core.players import ClaimDraw
from board_core.record import MAIN_LINE
from board_core.text.sentence import say

FILES = Path(__file__).parent / "files"
ENGLISH = Words("en")
NOON = datetime(2026, 1, 31, 12, 0, tzinfo=UTC)


class WallClock:
    """Goes on a second and a quarter whenever somebody looks."""

    def __init__(self, at: datetime = NOON) -> None:
        self.at = at

    def __call__(self) -> datetime:
        self.at += timedelta(seconds=1.25)
        return self.at


class Thinker(ScriptedPlayer):
    """Says what it thinks of most moves, and uses some processor time out of turn."""

    def seat(self, seat: Any) -> None:
        self.tell = seat.tell
        super().seat(seat)

    def ask(self, turn: Any, answer: Any) -> None:
        if turn.ply % 5 < 2:
            self.tell(Thought(depth=turn.ply + 1, nodes=77, score=Score(cp=7 * turn.ply - 20)))
        elif turn.ply % 5 == 2:
            self.tell(Thought(score=Score(mate=-3)))
        super().ask(turn, answer)

    def off_turn(self) -> float | None:
        return 0.125 if self.name == "Ann" else None


MINUTE = TimeControl(60.0, 1.0)


@dataclass(frozen=True)
class Story:
    """A game between two scripts."""

    white: tuple[Step, ...]
    black: tuple[Step, ...]
    rules: Rules = CHESS
    control: TimeControl | PerColor[TimeControl] = MINUTE
    names: tuple[str, str] = ("Ann", 'Bob "the ♞"')
    setup: str | None = None
    moves: tuple[str, ...] = ()
    instead: tuple[int, Callable[[Game], None]] | None = None
    """What happens, once, where the side to move is asked at this ply, which does not answer."""
    away: tuple[int, float, Missed] | None = None  # at which ply, how long, and how


CRASH = Explanation(
    Cause.KILLED,
    say("{why}: {again}", why=say("it ended with {code}", code=3), again="\x1b[31m \ud800 ♞"),
    last_sent="e5",
    last_heard="e4 <b>",
    exit_status=say("exit code {code}", code=3),
    stderr="one\ntwo",
)
FOREIGN = ("深思小将", '\u202eevil\x1b[31m\\ ] } "quoted"')
BLITZ = PerColor(TimeControl(5.0, 0.5, moves_per_period=40), TimeControl(per_move=2.0, depth=6))

CHESS_STORIES = {
    "mate": Story(("f3", ("g4", 2.5)), (("e5", 1.25), "Qh4")),
    "resignation": Story(("e4", Resign()), ("e5",), control=TimeControl(per_move=5.0)),
    "crash": Story(("e4",), (Fail(CRASH),), control=TimeControl()),
    "time": Story((("e4", 1 / 3), None), ("e5",)),
    "illegal moves": Story(("e4",), ("Ke5\x1b[1m",)),
    "opening": Story(("Nf3", Resign()), ("Nc6",), moves=("e4", "e5")),
    "set up": Story(("Kf3", Resign()), ("Ke7",), setup="4k3/8/8/8/8/4K3/4P3/8 w - - 0 1"),
    "black begins": Story(("Ke7",), ("Kd2", Resign()), setup="4K3/8/8/8/8/4k3/4p3/8 b - - 0 7"),
    "over at once": Story((), (), moves=("f3", "e5", "g4", "Qh4")),
    "taken back": Story(
        ("e4", ("f3", 0.75), "g4"),
        ("c5", "e5", "Qh4"),
        instead=(2, lambda game: game.take_back(2)),
    ),
    "away": Story(("f3", "g4"), ("e5", ("Qh4", 0.5)), away=(1, 90.5, Missed.AWAY)),
    "suspended": Story(
        ("f3", None),
        ("e5",),
        away=(2, 7000.0, Missed.SUSPENDED),
    ),
    "claimed draw": Story(("Nf3", "Ng1", "Nf3", "Ng1", ClaimDraw()), ("Nf6", "Ng8", "Nf6", "Ng8")),
    "draw by rule": Story(
        ("Nf3", "Ng1", "Nf3", "Ng1"), ("Nf6", "Ng8", "Nf6", "Ng8"), rules=chess_rules(ENGINE)
    ),
    "stopped": Story(
        ("e4", "d4"), ("e5",), instead=(2, lambda game: game.stop("Ctrl-C pressed", wait=False))
    ),
    "adjudicated": Story(
        ("e4", "d4"),
        ("e5",),
        instead=(2, lambda game: game.adjudicate(Color.BLACK, "by the tablebases")),
    ),
    "foreign names": Story(("e4", Resign()), ("e5",), names=FOREIGN),
    "two controls": Story((("e4", 0.3), "a8"), (("e5", 1.0),), control=BLITZ),
    "promotion": Story(("g8=N", Resign()), ("Kg4",), setup="8/6P1/8/7k/8/8/r7/2K5 w - - 3 40"),
}

BLACK = ("a1", "b1", ("c1", 0.5), "d1", "e1")
WHITE = ("a15", ("b15", 1.5), "c15", "d15", "p1")
GOMOKU = HOSTED_GAMES["gomoku"].rules
GOMOKU_STORIES = {
    "five": Story(WHITE, BLACK, GOMOKU),
    "lost on time": Story(("h9", None), ("h8", "j8"), GOMOKU, names=FOREIGN),
    "resignation": Story(("h9", Resign()), ("h8", "j8"), GOMOKU, control=TimeControl()),
    "stones": Story(("a2", Resign()), ("a1", "b1"), GOMOKU, setup=None, moves=("h8", "h9")),
}
SWAP2_STORIES = {
    "swap": Story(
        ("swap", "a3", "a4", "a5", None),
        ("a1", "h9", "a2", "c1", "e1", "g1"),
        GOMOKU,
        setup="swap2",
    ),
    "given": Story(("swap", None), ("j9", "a1"), GOMOKU, setup="swap2 h8 h9"),
}
STORIES = {
    "chess": CHESS_STORIES,
    "gomoku": GOMOKU_STORIES | SWAP2_STORIES,
}


def play(story: Story, journal: Callable[[Event], None] | None = None) -> list[Event]:
    """The events of a story."""
    time = FakeTime()
    happened: list[int] = []

    class Party(Thinker):
        def ask(self, turn: Any, answer: Any) -> None:
            if story.away is not None and story.away[0] == turn.ply:
                time.miss(*story.away[1:])
            if story.instead is not None and story.instead[0] == turn.ply and not happened:
                happened.append(turn.ply)
                story.instead[1](game)
            else:
                super().ask(turn, answer)

    game = Game(
        story.rules,
        white=Party(time, *story.white, name=story.names[0]),
        black=Party(time, *story.black, name=story.names[1]),
        time=time,
        journal=journal,
        time_control=story.control,
        setup=story.setup,
        moves=story.moves,
    )
    events: list[Event] = []
    game.bus.subscribe(events.append)
    game.run()
    return events


# Journals of matches


def write_journal(path: Path, stories: Mapping[str, Story]) -> None:
    """All the stories, one behind the other, as numbered games."""
    with JournalWriter(path, {"players": ["a", "♞"], "seed": 5}, now=WallClock()) as writer:
        for number, story in enumerate(stories.values(), 1):
            play(story, writer.game(number))


def write_resumed(path: Path) -> None:
    """A game that was killed in the middle of a line, and gone on with."""
    first = Story(("e4", "d4", ("Nf3", 2.0), None), ("e5", ("d5", 4.0), "c6"))
    write_journal(path, {"first": first})
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:5]) + lines[5][:17])  # three moves, and a half
    run = {"players": ["a", "♞"], "seed": 5}
    with JournalWriter(path, run, resume=True, now=WallClock(NOON + timedelta(days=1))) as writer:
        going_on = Story(("Nf3", "Bb5"), (("Nc6", 0.5), Resign()), moves=("e4", "e5", "d4"))
        play(going_on, writer.game(1, goes_on=True))
        play(CHESS_STORIES["mate"], writer.game(2))


def write_foreign(whole: Path, path: Path) -> None:
    """A journal as nobody of ours would write it: every line sound, and nothing to be believed."""
    lines = [json.loads(each) for each in whole.read_bytes().splitlines()]
    change: dict[tuple[int, str, int], dict[str, Any]] = {
        (1, "start", 0): {"at": "yesterday", "names": {"white": 5}, "new": [1, {"x": 2}]},
        (1, "move", 1): {"cp": 10**30, "depth": -5, "elapsed": -1, "white": "much"},
        (1, "end", 0): {"outcome": {"winner": "black", "reason": "telepathy", "detail": "!"}},
        (2, "start", 0): {"setup": "nonsense", "control": {"white": {"base": -1}, "black": 7}},
        (2, "end", 0): {"at": "9999-12-31", "off_turn": {"white": "x"}, "outcome": []},
        (3, "end", 0): {"explanation": {"cause": "gremlins", "sentence": {"template": "{x.y}"}}},
        (4, "move", 0): {"move": "e2e5"},
        (5, "start", 0): {"first": "red", "control": None, "white": None, "black": -4},
        (5, "end", 0): {"explanation": "a text", "position": 5, "white": [], "off_turn": None},
        (7, "move", 1): {"move": "x" * 300},
        (11, "away", 0): {"kind": "gremlins", "seconds": "x", "ply": -3},
        (12, "away", 0): {"kind": 5, "seconds": 10**12, "ply": 10**30},
    }
    seen: Counter[tuple[int, str]] = Counter()
    data = b""
    for fields in lines:
        del fields["crc"]
        key = (fields.get("game", 0), fields.get("event", ""))
        fields |= change.get((*key, seen[key]), {})
        seen[key] += 1
        body = json.dumps(fields, separators=(",", ":"))[:-1].encode("ascii")
        data += body + checksum(body)
    path.write_bytes(data)


# What is read, as JSON


def rules_of(name: str) -> Rules:
    return HOSTED_GAMES[name].rules


def told(path: Path) -> Iterator[dict[str, Any]]:
    """All that a journal is read to."""
    journal = read_journal(path)
    games = journal.games(rules_of)
    damage = None if journal.damage is None else [journal.damage.line, str(journal.damage.why)]
    head = {"run": journal.run, "lines": journal.lines, "torn": journal.torn, "damage": damage}
    yield dict(head)
    for number, game in games.items():
        ended, clock = game.ended, game.clock
        yield {
            "number": number,
            "rules": game.rules.name,
            "names": both(game.names),
            "controls": both(game.controls.map(control_told)),
            "setup": game.setup,
            "moves": [
                [
                    move.color.value,
                    move.move,
                    move.notation,
                    move.clock_left,
                    move.elapsed,
                    None if move.score is None else [move.score.cp, move.score.mate],
                    move.depth,
                ]
                for move in game.moves
            ],
            "started": game.started.isoformat(),
            "ended": None if ended is None else ended.isoformat(),
            "outcome": outcome_told(game.outcome) if game.over else None,
            "explanation": explanation_told(game.explanation),
            "off_turn": both(game.off_turn),
            "away": float(sum(each.seconds for each in game.away)),
            "finished": game.outcome.decided,
            # where a line is not to be believed, neither is what it says of the other side
            "clock": None if "foreign" in path.name else [both(clock.remaining), both(clock.made)],
        }


def control_told(control: TimeControl) -> list[Any]:
    limits = (control.base, control.per_move, control.depth, control.nodes)
    known = [None if limit == inf else limit for limit in limits]
    return [
        control.notation,
        *known,
        control.increment,
        control.moves_per_period,
        control.time_margin,
    ]


def outcome_told(outcome: Any) -> list[Any] | None:
    if outcome is None:
        return None
    winner = None if outcome.winner is None else outcome.winner.value
    return [winner, outcome.reason.value, outcome.detail]


def explanation_told(explanation: Explanation | None) -> dict[str, Any] | None:
    if explanation is None:
        return None
    status = explanation.exit_status
    return {
        "cause": explanation.cause.value,
        "sentence": str(explanation.sentence),
        "last_sent": explanation.last_sent,
        "last_heard": explanation.last_heard,
        "exit_status": None if status is None else str(status),
        "stderr": explanation.stderr,
        "traceback": explanation.traceback,
    }


def both(values: PerColor[Any]) -> list[Any]:
    return [None if value == inf else value for value in (values.white, values.black)]


def read_back(rules: Rules, name: str, text: str) -> list[dict[str, Any]]:
    """The games of a file of records, as a reader finds them."""
    form = next(each for each in HOSTED_GAMES[rules.name].records if each.name == name)
    return [
        {
            "names": both(read.game.names),
            "setup": read.game.setup,
            "moves": [played.move for played in read.game.moves],
            "result": read.game.result,
            "trouble": None if read.problem is None else str(read.problem),
        }
        for read in form.read(text)
    ]


def as_json(values: Iterable[object]) -> bytes:
    """A line for each."""
    return "".join(f"{json.dumps(value, sort_keys=True)}\n" for value in values).encode("ascii")


# Games as files of records

MARK_WORDS = {"pgn": "e5 was better ) [ %x", "sgf": "e5 was better } [%x", "psq": ""}
"""What a review said, as each format can hold it."""


def write_records(folder: Path, stem: str) -> Iterator[tuple[str, bytes]]:
    """The games of a journal in every form that its game has, and what is read back of each."""
    games = read_journal(folder / f"{stem}.jsonl").games(rules_of)
    rules = HOSTED_GAMES[stem].rules
    for form in HOSTED_GAMES[stem].records:
        text = ""
        for number, game in games.items():
            facts: dict[str, Any] = {"event": 'Cup "A"\n]', "site": "", "round": number}
            tree = form.tree(game, **facts)
            if len(tree.main.moves) > 1:  # as a review has marked it
                notes = tree.main.moves[1].notes
                said = f"{MARK_WORDS[form.name]} {notes.comment}".strip()
                signs = (4,) if form.name == "pgn" else ()
                marked = replace(notes, comment=said, glyphs=signs)
                tree = tree.with_notes(MAIN_LINE, 2, marked)
            text += form.write_tree(tree)
        yield f"{stem}.{form.name}", text.encode("utf-8", "backslashreplace")
        yield f"{stem}.{form.name}.json", as_json(read_back(rules, form.name, text))


def write_events(stories: Mapping[str, Story]) -> bytes:
    """What ``board match --json`` prints of the stories."""
    return "".join(
        f"{line(event_fields(number, event))}\n"
        for number, story in enumerate(stories.values(), 1)
        for event in play(story)
    ).encode("ascii")


# A contest

PLAN = """
name = "Cup <b>春</b>"
format = "round-robin"
seed = 5
[page]
logs = "public"
[sandbox]
mode = "off"
[clock]
time = 60
increment = 1
"""

ENTRANTS = ("Ann", 'Bob "the ♞"', *FOREIGN)
ROUNDS = (((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3)), ((2, 1), (4, 3)), ((3, 1), (4, 2)))
CONTESTED = (
    "mate",
    "crash",
    "time",
    "opening",
    "illegal moves",
    "away",
    "claimed draw",
    "adjudicated",
    "foreign names",
)
"""The stories of the games in their order; the last game is not played."""


def make_contest(home: Path) -> Folder:
    """A contest of four, with rulings, a withdrawal, workers, cards, and games of all kinds."""
    folder, now = Folder(home), WallClock()
    lines = "".join(f"[[entrants]]\nname = {json.dumps(n)}\nplayer = 'random'\n" for n in ENTRANTS)
    plan = plan_of(PLAN + lines)
    entrants = tuple(
        Entrant(number, name, "random", f"author {number} é")
        for number, name in enumerate(ENTRANTS, 1)
    )
    openings = (Opening(), Opening(None, ("e4", "e5")), Opening("4k3/8/8/8/8/4K3/4P3/8 w - - 0 1"))
    confined = Confined(True, "", False, "v2", True)
    home.mkdir(parents=True, exist_ok=True)
    with ContestStore.begin(folder, plan, entrants, openings, (), now) as store:
        store.met("lab-1 \u202e", confined)
        for entrant in range(1, 5):
            store.checked(entrant, Card(entrant != 2))
        number, stories = 0, iter(CONTESTED)
        for round_number, pairs in enumerate(ROUNDS, 1):
            pairings = tuple(
                Pairing(number + n, round_number, *pair, n % 2 or None)
                for n, pair in enumerate(pairs, 1)
            )
            number += len(pairs)
            store.paired(Round(round_number, pairings, ()), relaxed=round_number == 4)
            for pairing in pairings:
                if (name := next(stories, None)) is not None:
                    game = contested(home / "game.jsonl", CHESS_STORIES[name], pairing.number, now)
                    attempts = 2 if pairing.number == 3 else 1
                    store.finished(
                        PlayedPairing(
                            pairing.number, game, attempts, confined if number > 4 else None
                        )
                    )
            if round_number == 2:
                store.request(
                    Ruling(2, PairingVerdict.DRAW, author="Prof. Chen", reason="a bad table <i>")
                )
                store.request(Ruling(1, None, author="Prof. Chen", reason="it counts"))
        store.request(Withdrawal(4, author="Organiser", reason="ill \u202e"))
        store.ended("the room closes")
    return folder


def contested(path: Path, story: Story, number: int, now: WallClock) -> Any:
    """A game as it comes back from where it was played."""
    with JournalWriter(path, now=now) as writer:
        play(story, writer.game(number))
    game = read_journal(path).games(rules_of)[number]
    path.unlink()
    return game


def contest_files(contest: Contest) -> Iterator[tuple[str, bytes]]:
    """What others are given of it: TRF, CSV, PGN, and the texts of its games' pages."""
    for name, export in EXPORTS.items():
        yield f"contest.{name}", export(contest, ENGLISH).encode("utf-8")
    form = record_format(contest)
    texts = [record_text(contest, contest.played[n], form) for n in sorted(contest.played)]
    yield "contest.games.pgn", "".join(texts).encode("utf-8", "backslashreplace")
    around = neighbours(contest)
    pages = [page_told(contest, number, around[number]) for number in sorted(contest.played)]
    yield "contest.pages.json", as_json(pages)


def page_told(contest: Contest, number: int, around: Any) -> dict[str, Any]:
    """The words and figures of a game's page."""
    played = contest.played[number]
    view = game_view(
        contest,
        number,
        replay(played.game),
        PerColor(None, None),
        ENGLISH,
        "record",
        around,
    )
    return {
        "rulings": view.rulings,
        "facts": view.facts,
        **{name: view.told[name] for name in ("title", "ended", "moves", "clock")},
        "clocks": view.told["boards"]["clocks"],
        "around": [view.before, view.after],
    }


# All of it


def write_all(folder: Path) -> None:
    """Write every file into a folder."""
    for stem, stories in STORIES.items():
        write_journal(folder / f"{stem}.jsonl", stories)
        (folder / f"{stem}.events.jsonl").write_bytes(write_events(stories))
    write_resumed(folder / "resumed.jsonl")
    write_foreign(folder / "chess.jsonl", folder / "foreign.jsonl")
    torn = (folder / "gomoku.jsonl").read_bytes()[:-500]
    (folder / "torn.jsonl").write_bytes(torn)
    (folder / "damaged.jsonl").write_bytes(torn.replace(b'"elapsed":1.5', b'"elapsed":1.4'))
    for path in sorted(folder.glob("*.jsonl")):
        if "events" not in path.name:
            path.with_suffix(".told.json").write_bytes(as_json(told(path)))
    for stem in STORIES:
        for name, data in write_records(folder, stem):
            (folder / name).write_bytes(data)
    with tempfile.TemporaryDirectory() as home:
        journal = make_contest(Path(home)).journal
        (folder / "contest.journal").write_bytes(journal.read_bytes())
        for name, data in contest_files(read_contest(Folder(Path(home)))):
            (folder / name).write_bytes(data)


if __name__ == "__main__":
    write_all(Path(sys.argv[1]))
