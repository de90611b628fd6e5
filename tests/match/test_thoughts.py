"""Reports of engines on their search are read by those who ask, and by nobody else."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from board_cli.app import app
from board_core import Event, Game, MovePlayed, Score, Thinking, Thought
from board_core.games import CHESS
from board_core.journal import read_journal
from board_core.match import MatchGame, play_match
from board_core.players import ProcessAI
from board_core.protocols import uci, uci_door

ENGINE = """
import sys

SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("uciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        ply = len(words) - 3 if "moves" in words else 0
    elif words[0] == "go":
        move = SHUFFLE[ply % 4]
        thoughts = [f"info depth {depth} score cp {ply} pv {move}" for depth in range(1, 6)]
        sys.stdout.write("\\n".join([*thoughts, "info nodes 99", f"bestmove {move}", ""]))
        sys.stdout.flush()
"""


@pytest.fixture
def engine(tmp_path: Path) -> str:
    program = tmp_path / "engine.py"
    program.write_text(ENGINE)
    return f"uci:{sys.executable} {program}"


@pytest.fixture
def parses(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ``info`` lines that have been read."""
    read, lines = uci_door.read_info, list[str]()

    def counting(line, words):
        lines.append(line)
        return read(line, words)

    for module in (uci, uci_door):
        monkeypatch.setattr(module, "read_info", counting)
    return lines


def match(engine: str, *options: str) -> str:
    arguments = ["match", f"one={engine}", f"two={engine}", "--games", "2", "--sandbox", "off"]
    result = CliRunner().invoke(app, [*arguments, *options])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_match_of_two_programs_reads_no_report(engine, parses):
    assert "one" in match(engine)
    assert parses == []


def test_a_match_with_records_reads_one_report_a_move(engine, parses, tmp_path):
    match(engine, "--pgn", str(tmp_path / "games.pgn"))
    assert 0 < len(parses) == (tmp_path / "games.pgn").read_text().count(",5]")
    assert all("depth 5" in line for line in parses)


def test_a_journal_reads_one_report_a_move_and_the_record_no_other(engine, parses, tmp_path):
    games: list[MatchGame] = []

    def tell(news: object) -> None:
        if isinstance(news, MatchGame):
            games.append(news)

    journal = tmp_path / "match.journal"
    play_match(engine, engine, games=2, sandbox="off", journal=journal, tell=tell)
    thoughts = [played.thought for game in games for played in game.played.moves]
    assert 0 < len(parses) == len(thoughts)
    assert {(t.depth, t.pv != ()) for t in thoughts if t is not None} == {(5, True)}
    kept = read_journal(journal).games(lambda name: CHESS).values()
    assert [m.score for game in kept for m in game.moves] == [
        m.score for game in games for m in game.played.moves
    ]


def test_the_events_of_a_match_hold_the_newest_report(engine):
    lines = [json.loads(line) for line in match(engine, "--json").splitlines()]
    moves = [line for line in lines if line["event"] == "move_played"]
    thoughts = [line["thought"] for line in lines if line["event"] == "thinking"]
    assert [t["depth"] for t in thoughts] == [5, None] * len(moves)
    assert [t["nodes"] for t in thoughts] == [None, 99] * len(moves)


@pytest.mark.parametrize("listening", [True, False])
def test_a_game_tells_reports_to_those_who_want_them(engine, parses, listening):
    program, *arguments = engine.removeprefix("uci:").split()
    players = [ProcessAI([program, *arguments], protocol="uci", sandbox="off") for _ in range(2)]
    events: list[Event] = []
    try:
        game = Game(CHESS, *players)
        game.bus.subscribe(events.append, thoughts=listening)
        record = game.run()
    finally:
        for player in players:
            player.close()
    plies = [event.ply for event in events if isinstance(event, MovePlayed)]
    thinking = [event for event in events if isinstance(event, Thinking)]
    assert bool(parses) is listening
    assert [event.ply for event in thinking if event.thought.score] == plies * listening
    assert record.moves[2].thought == Thought(5, score=Score(2), pv=("f3g1",))
    assert [move.thought for move in record.moves] == [
        event.thought for event in events if isinstance(event, MovePlayed)
    ]
