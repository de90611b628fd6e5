"""Matches from Python."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
from dataclasses import astuple
from functools import lru_cache
from pathlib import Path

import pytest
from patience import PATIENCE

from board_core import (
    BadSetup,
    GameStarted,
    IllegalMove,
    MovePlayed,
    Reason,
    Resign,
    TimeControl,
)
from board_core.ais import RandomMoves
from board_core.games import CHESS
from board_core.journal import BadJournal, read_journal
from board_core.match import (
    BadOpenings,
    CannotTravel,
    GameEvent,
    MatchGame,
    MatchOver,
    MatchResult,
    Opening,
    Sprt,
    play_match,
    play_match_async,
)
from board_core.match.elo import Decision
from board_core.match.player_spec import BadPlayer
from board_core.match.result import Tally, one_sided, was_played
from board_core.players import InProcessAI

OPENINGS = [Opening(None, ("e2e4", "e7e5")), Opening(None, ("d2d4", "d7d5", "c2c4"))]


def told(**options) -> tuple[MatchResult, list[MatchGame]]:
    games: list[MatchGame] = []

    def tell(news) -> None:
        if isinstance(news, MatchGame):
            games.append(news)

    facts = {"games": 4, "seed": 7, "tell": tell, **options}
    first, second = facts.pop("first", "random"), facts.pop("second", "greedy")
    return play_match(first, second, **facts), sorted(games, key=lambda game: game.number)


def moves(games: list[MatchGame]) -> list[list[str]]:
    return [[played.move for played in game.played.moves] for game in games]


@pytest.mark.parametrize("concurrency", [2, 3])
def test_the_same_seed_gives_the_same_games_however_many_are_played_at_once(concurrency):
    alone, one_by_one = told()
    result, together = told(concurrency=concurrency)
    assert moves(together) == moves(one_by_one)
    assert (result.score, result.pairs, result.lost_by) == (
        alone.score,
        alone.pairs,
        alone.lost_by,
    )


def test_the_games_are_those_of_the_terminal():
    command = [sys.executable, "-m", "board_cli", "match", "random", "greedy", "-n", "4"]
    ran = subprocess.run(
        [*command, "--seed", "7", "--json"], capture_output=True, check=True, timeout=PATIENCE
    )
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    played = {number: [] for number in (1, 2, 3, 4)}
    for line in lines:
        if line["event"] == "move_played":
            played[line["game"]].append(line["move"])
    result, games = told()
    assert moves(games) == list(played.values())
    assert lines[-1]["pairs"] == list(result.pairs)


@lru_cache
def table(square: int) -> int:
    return square % 8


def middle(board):
    """Uses a helper, a cache and a name of its module."""
    return min(board.legal_moves, key=lambda move: (abs(table(move.to_square) - EDGE), str(move)))


EDGE = 4


def test_a_function_plays_the_same_in_a_worker():
    here, games = told(first=middle, second="random")
    there, sent = told(first=middle, second="random", concurrency=2)
    assert here.names == ("middle", "random")
    assert moves(sent) == moves(games)
    assert there.score == here.score


def test_both_colours_begin_from_each_opening():
    _, games = told(openings=OPENINGS, games=6)
    starts = [tuple(game.played.moves[n].move for n in (0, 1)) for game in games]
    first, second = ("e2e4", "e7e5"), ("d2d4", "d7d5")
    assert starts == [first, first, second, second, first, first]
    names = [game.played.names.white for game in games]
    assert names == ["random", "greedy"] * 3


def test_openings_may_be_a_file_or_positions(tmp_path):
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    file = tmp_path / "positions.epd"
    file.write_text(f"{fen}\n")
    for openings in (file, [fen]):
        _, games = told(openings=openings, games=2)
        assert [game.played.setup for game in games] == [fen, fen]
    with pytest.raises(BadOpenings, match=r"none\.epd"):
        told(openings=tmp_path / "none.epd")


def test_everything_is_told_on_the_thread_that_asks():
    heard = []
    play_match(
        "random",
        "greedy",
        games=2,
        concurrency=2,
        events=True,
        tell=lambda news: heard.append((threading.current_thread(), news)),
    )
    assert {thread for thread, _ in heard} == {threading.current_thread()}
    news = [news for _, news in heard]
    assert news[-1] == MatchOver()
    for number in (1, 2):
        of_game = [n.event for n in news if isinstance(n, GameEvent) and n.number == number]
        (played,) = [n.played for n in news if isinstance(n, MatchGame) and n.number == number]
        assert isinstance(of_game[0], GameStarted)
        assert [e.move for e in of_game if isinstance(e, MovePlayed)] == [
            move.move for move in played.moves
        ]


def test_a_match_ends_when_its_test_has_decided():
    result, games = told(games=500, sprt=Sprt(-200, 200))
    assert result.decision is Decision.H0
    assert result.sprt.counts[0] > 0
    assert len(games) < 500
    assert result.complete
    assert "not stronger by 200 Elo" in str(result)


def test_what_a_test_has_decided_does_not_hang_on_the_order_of_the_ends():
    one, games = told(games=60, sprt=Sprt(-200, 200), openings=OPENINGS)
    other = one
    for number in range(1, 4):
        other = MatchResult(one.names, 60, paired=True, test=fresh(one))
        for game in games[::-1] if number == 1 else games:
            other = other.after(game)
        assert other.sprt == one.sprt


def fresh(result: MatchResult):
    from board_core.match.result import RunningSprt

    return RunningSprt(result.test.sprt, 2, (0, 0, 0, 0, 0))


def resigns(board):
    raise RuntimeError("no more")


def test_a_game_lost_by_a_failure_is_kept_with_its_reason():
    for concurrency in (1, 2):
        result, _ = told(first=resigns, games=3, keep_lost=2, concurrency=concurrency)
        assert result.lost_by[0] == {Reason.CRASH: 3}
        assert [game.number for game in result.lost] == [1, 2]
        explanation = result.lost[0].played.explanation
        assert "no more" in str(explanation.sentence)


def hangs(board):
    while board.fullmove_number:
        pass


def test_a_function_that_hangs_loses_on_time_and_takes_nothing_from_the_next_game():
    """Python cannot end it: its worker ends, and another takes its place."""
    control = TimeControl(per_move=0.3)
    result, games = told(first=hangs, games=4, concurrency=2, time_control=control)
    assert result.lost_by == ({Reason.TIME: 4}, {})
    assert all("has not returned" in str(game.played.explanation.sentence) for game in games)


def test_the_table_is_text_and_html():
    result, _ = told(first=middle)
    text, html = str(result), result._repr_html_()
    assert text.splitlines()[0].split() == ["Player", "Points", "Won", "Drawn", "Lost", "Games"]
    assert "Pairs of games" in text
    assert html.count("<tr>") >= 3
    assert "<td>middle</td>" in html


def one_sided_as(first: Tally, second: Tally, **more) -> list[str]:
    score = Tally(*(sum(pair) for pair in zip(astuple(first), astuple(second), strict=True)))
    result = MatchResult(("mine", "greedy"), 20, score=score, as_first=first, **more)
    said = list(map(str, one_sided(result)))
    assert all(f"{each} (see 'board why one-side-loses')" in str(result) for each in said)
    return said


def test_who_wins_as_one_side_only_is_asked_for_its_evaluation():
    said = "as White mine won 5 of 5 games, as Black none of 5: does its evaluation count for the"
    [told] = one_sided_as(Tally(wins=5), Tally(losses=5))
    assert told.startswith(said)
    assert one_sided_as(Tally(losses=6), Tally(wins=5))[0].startswith("as Black mine won 5 of 5")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Tally(wins=3), Tally(losses=9)),  # too few of one side
        (Tally(wins=4), Tally(losses=4)),  # perhaps chance
        (Tally(wins=9), Tally(wins=1, losses=8)),
        (Tally(wins=2, draws=8), Tally(draws=10)),
    ],
)
def test_results_that_chance_may_bring_are_not_asked_about(first: Tally, second: Tally):
    assert one_sided_as(first, second) == []


def test_nobody_is_asked_who_lost_by_a_fault_or_where_games_are_uneven_or_repeated():
    sides = Tally(wins=5), Tally(losses=5)
    assert one_sided_as(*sides, lost_by=({Reason.CRASH: 5}, {})) == []
    assert one_sided_as(*sides, is_even=False) == []
    one, _ = told(games=4, first=resigns_as_black, second=resigns_as_black)
    assert not one.is_even, "the same moves again say nothing new"


def resigns_as_black(board):
    return "e4" if board.turn else Resign()


def test_every_way_to_lose_is_in_the_table():
    lost_by = dict.fromkeys(Reason, 1)
    text = str(MatchResult(("a", "b"), 1, lost_by=(lost_by, {})))
    assert len(text.partition("Lost by")[2].splitlines()) - 1 == len(Reason)


def test_names_from_outside_are_escaped():
    result = MatchResult(("<b>x</b>", "\x1b[2J"), 1)
    assert "&lt;b&gt;" in result._repr_html_()
    assert "\x1b" not in str(result) + result._repr_html_()


@pytest.mark.parametrize(
    ("wrong", "error", "said"),
    [
        ({"first": 3}, TypeError, "is no player"),
        ({"first": "nobody"}, BadPlayer, "names no player"),
        ({"games": 0}, ValueError, "0 is no value for games"),
        ({"concurrency": 0}, ValueError, "0 is no value for concurrency"),
        ({"setup": "nonsense"}, BadSetup, "nonsense"),
        ({"openings": ["nonsense"]}, BadSetup, "nonsense"),
        ({"openings": [Opening("nonsense")]}, BadSetup, "nonsense"),
        ({"openings": [Opening(None, ("e2e5",))]}, IllegalMove, "e2e5"),
        ({"openings": 5}, TypeError, "5 are no openings"),
        ({"games": "5"}, TypeError, "'5' is no number of games"),
        ({"games": 2.5}, TypeError, "2.5 is no number of games"),
        ({"seed": "x"}, TypeError, "'x' is no seed"),
        ({"sprt": (0, 10)}, TypeError, "is no sequential test"),
        ({"rules": "chess"}, TypeError, "'chess' is no game: give its Rules"),
        ({"time_control": 5}, TypeError, "5 is no time control"),
        ({"resume": True}, ValueError, "give journal too"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_begins(wrong, error, said):
    with pytest.raises(error, match=said):
        told(**wrong)


def test_a_match_of_which_no_game_could_be_played_raises_what_kept_it(caplog):
    class Unmade:
        name = "unmade"

        def make(self, *args, **settings):
            raise OSError("no room for a player")

    with pytest.raises(OSError, match="no room"):
        told(first=Unmade(), games=2)
    caplog.clear()  # each game is told of


def test_a_player_that_was_made_here_plays_one_game_at_a_time():
    player = InProcessAI(RandomMoves(1), name="mine", inline=True)
    assert told(first=player, games=2)[0].played == 2
    with pytest.raises(CannotTravel, match=r"mine is a player .* concurrency=1"):
        told(first=player, concurrency=2)


def test_a_match_goes_on_from_its_journal(tmp_path):
    path = tmp_path / "match.jsonl"
    whole, games = told(first=MINE, games=6, journal=tmp_path / "whole.jsonl")
    begun: list[int] = []

    class Enough(Exception):
        pass

    def stop(news) -> None:
        if isinstance(news, MatchGame) and news.number == 3:
            raise Enough

    def held_up(board, turn):
        if turn.ply < 2:
            begun.append(turn.ply)
        while len(begun) > 4 and not turn.withdrawn():  # in the fifth game
            threading.Event().wait(0.01)
        return MINE(board)

    held_up.__name__ = MINE.__name__
    with pytest.raises(Enough):
        told(first=held_up, games=6, journal=path, tell=stop)
    before = read_journal(path).games(lambda name: CHESS)
    assert 3 <= len(before) < 6
    result, rest = told(first=MINE, games=6, journal=path, resume=True, concurrency=2)
    assert result.played == whole.played == 6
    assert {game.number for game in rest}.isdisjoint({1, 2, 3})
    kept = read_journal(path).games(lambda name: CHESS)
    cut = {number for number, game in before.items() if not was_played(game.outcome)}
    assert len(cut) <= 1  # its players began anew in the middle: they draw other lots
    for game in games:
        if game.number not in cut:
            assert kept[game.number].line == game.played.line
    with pytest.raises(BadJournal, match="games was 6 and is 7"):
        told(first=MINE, games=7, journal=path, resume=True)


SCRIPT = """
import random
from board_core.match import MatchGame, play_match

def mine(board):
    return random.choice(list(board.legal_moves))

def tell(news):
    if isinstance(news, MatchGame):
        print(news.number, news.played.result, flush=True)

result = play_match(
    mine, "greedy", games=GAMES, concurrency=2, seed=3, journal="m.jsonl", resume=True, tell=tell
)
print(result.score)
"""


def script(folder: Path, games: int) -> subprocess.Popen:
    (folder / "script.py").write_text(SCRIPT.replace("GAMES", str(games)))
    return subprocess.Popen(
        [sys.executable, "script.py"], cwd=folder, stdout=subprocess.PIPE, text=True
    )


def test_a_script_needs_no_guard_and_its_function_no_module(tmp_path):
    """Its workers do not run it once more, nor import it."""
    with script(tmp_path, 4) as process:
        lines = process.stdout.read().splitlines()
    assert process.returncode == 0
    assert sorted(line.split()[0] for line in lines[:-1]) == ["1", "2", "3", "4"]
    result, _ = told(first=MINE, second="greedy", seed=3)
    assert lines[-1] == str(result.score)


def MINE(board):
    import random

    return random.choice(list(board.legal_moves))


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("name", ["SIGKILL", "SIGINT"])
def test_a_match_that_is_broken_off_leaves_no_process_and_goes_on(tmp_path, name):
    with script(tmp_path, 2000) as process:
        for _ in range(3):
            process.stdout.readline()
        workers = children_of(process.pid)
        assert workers
        os.kill(process.pid, getattr(signal, name))
        process.stdout.read()
    assert process.returncode != 0
    for worker in workers:
        while alive(worker):
            threading.Event().wait(0.01)
    before = read_journal(tmp_path / "m.jsonl").games(lambda name: CHESS)
    assert len(before) >= 3


def children_of(parent: int) -> list[int]:
    """Linux tells the children of each thread."""
    tasks = Path(f"/proc/{parent}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(")")[-1].split()[0] != "Z"
    except OSError:
        return False


def test_a_match_is_awaited_and_tells_on_the_loop():
    told = []

    async def main() -> tuple[MatchResult, int]:
        here = threading.get_ident()
        result = await play_match_async(
            "random", "greedy", games=2, seed=1, tell=lambda _: told.append(threading.get_ident())
        )
        return result, here

    result, here = asyncio.run(main())
    here_played = play_match("random", "greedy", games=2, seed=1)
    assert (result.score, result.latest) == (here_played.score, here_played.latest)
    assert set(told) == {here}


def test_a_match_that_nobody_awaits_any_more_ends():
    begun = threading.Event()

    def slow(board):
        begun.set()
        return next(iter(board.legal_moves))

    async def main() -> None:
        match = asyncio.create_task(play_match_async(slow, slow, games=10_000))
        await asyncio.to_thread(begun.wait, PATIENCE)
        match.cancel()
        with pytest.raises(asyncio.CancelledError):
            await match

    asyncio.run(asyncio.wait_for(main(), PATIENCE))  # which waits for the match's thread
