import os
import signal
import sys
import threading
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from queue import SimpleQueue

import pytest
from patience import PATIENCE

from board_cli.display import MatchDisplay
from board_cli.report import off_turn_lines, refused_lines
from board_cli.watching import run_match
from board_core import (
    Color,
    GameEnded,
    GameStarted,
    Outcome,
    PerColor,
    Player,
    Reason,
    TimeControl,
)
from board_core.ais import RandomMoves
from board_core.game.events import HostAway, PlayerSilent
from board_core.games import CHESS
from board_core.match import (
    GameEvent,
    GameSpec,
    MatchGame,
    MatchOver,
    MatchResult,
    MatchSpec,
    RunningMatch,
    Tally,
    play_match,
)
from board_core.match.player_spec import parse_player
from board_core.players import InProcessAI
from board_core.record import PlayedGame
from board_core.supervise.sandbox import Confinement, Ponder, Sandbox

RANDOM, GREEDY = parse_player("random"), parse_player("greedy")
STUCK = parse_player(f"stuck=san:{sys.executable} -c 'import time; time.sleep(600)'")


def job(first=RANDOM, second=GREEDY, games=1, concurrency=1, seed=None, **facts) -> MatchSpec:
    return MatchSpec(GameSpec(CHESS, first, second, **facts), games, concurrency, seed)


def results(job: MatchSpec, *, events=False, patience=PATIENCE) -> list:
    news: SimpleQueue = SimpleQueue()
    match = RunningMatch(job, news.put, events=events)
    match.start()
    match.join(patience)
    told = []
    while not told or told[-1] != MatchOver():
        told.append(news.get(timeout=PATIENCE))
    assert news.empty()
    return [each for each in told[:-1] if not _of_a_busy_machine(each)]


def _of_a_busy_machine(news: MatchGame | GameEvent) -> bool:
    return isinstance(news, GameEvent) and isinstance(news.event, HostAway | PlayerSilent)


def summary(results: list[MatchGame]) -> list:
    return sorted(
        (game.number, game.played.outcome, [move.move for move in game.played.moves])
        for game in results
    )


def test_colours_alternate_and_seeds_differ():
    match = job(games=3, seed=10)
    first, second, third = map(match.pairing, (1, 2, 3))
    assert [game.first_color for game in (first, second, third)] == [
        Color.WHITE,
        Color.BLACK,
        Color.WHITE,
    ]
    seeds = [game.seeds[color] for game in (first, second, third) for color in Color]
    assert sorted(seeds) == list(range(10, 16))
    assert [game.number for game in (first, second, third)] == [1, 2, 3]


def test_the_same_seed_plays_the_same_match():
    once, again = (results(job(games=3, seed=4)) for _ in range(2))
    assert summary(once) == summary(again)


def test_games_at_the_same_time_are_the_same_games():
    one_by_one = results(job(games=3, seed=4))
    together = results(job(games=3, seed=4, concurrency=3))
    assert summary(one_by_one) == summary(together)


def test_every_event_of_every_game_is_told_before_its_result():
    told = results(job(games=2, seed=1), events=True)
    kinds = [type(news.event) if isinstance(news, GameEvent) else MatchGame for news in told]
    assert kinds[0] is GameStarted
    assert kinds[-2:] == [GameEnded, MatchGame]
    assert {news.number for news in told if isinstance(news, GameEvent)} == {1, 2}


def test_names_change_sides_with_the_colours():
    one, two = results(job(games=2, seed=1))
    assert (one.played.names.white, two.played.names.white) == ("random", "greedy")


def test_every_game_is_kept_with_its_moves():
    (game,) = results(job(GREEDY, RANDOM, seed=1))
    assert game.played.moves
    assert game.played.last_position.outcome() is not None


def test_a_stopped_match_ends_its_game_and_starts_no_other():
    news: SimpleQueue = SimpleQueue()
    match = RunningMatch(job(STUCK, games=5), news.put, events=True)
    match.start()
    assert isinstance(news.get(timeout=PATIENCE).event, GameStarted)
    match.stop("enough")
    match.stop("enough")
    match.join(PATIENCE)
    told = []
    while not told or told[-1] != MatchOver():
        told.append(news.get(timeout=PATIENCE))
    (result,) = [item for item in told if isinstance(item, MatchGame)]
    assert result.played.outcome == Outcome(None, Reason.STOPPED, "enough")


class Slow(InProcessAI):
    """Needs the other one to be closed before it is."""

    def __init__(self, both: threading.Barrier) -> None:
        super().__init__(RandomMoves(1), name="slow", inline=True)
        self.both = both

    def close(self) -> None:
        super().close()
        self.both.wait(PATIENCE)


@dataclass(frozen=True)
class Ready:
    """A player that is already made."""

    player: Player
    name: str = "ready"

    def make(self, **options) -> Player:
        return self.player


def test_the_players_of_a_game_are_closed_at_the_same_time():
    both = threading.Barrier(2)
    (result,) = results(job(Ready(Slow(both)), Ready(Slow(both))))
    assert len(result.played.moves) > 0
    assert not both.broken


def test_a_player_that_cannot_be_closed_costs_neither_its_game_nor_its_opponents_end(caplog):
    class Broken(InProcessAI):
        def close(self) -> None:
            raise RuntimeError("trouble")

    class Closing(InProcessAI):
        def close(self) -> None:
            closed.set()

    closed = threading.Event()
    broken = Broken(RandomMoves(1), name="broken", inline=True)
    closing = Closing(RandomMoves(2), name="closing", inline=True)
    (result,) = results(job(Ready(broken), Ready(closing)))
    assert len(result.played.moves) > 0
    assert closed.is_set()
    assert "broken could not be closed" in caplog.text
    caplog.clear()


def ended(number, winner, reason=Reason.CHECKMATE) -> MatchGame:
    played = PlayedGame(
        CHESS,
        PerColor("random", "greedy"),
        PerColor.both(TimeControl()),
        None,
        (),
        datetime(2020, 1, 1, tzinfo=UTC),
        outcome=Outcome(winner, reason),
    )
    return MatchGame(job().pairing(number), played)


def test_points_go_to_players_and_not_to_colours():
    standing = job(games=4).first_result()
    standing = standing.after(ended(1, Color.WHITE)).after(ended(2, Color.WHITE))
    standing = standing.after(ended(3, None, Reason.STALEMATE))
    assert standing.score == Tally(wins=1, draws=1, losses=1)
    assert standing.tallies[1] == Tally(wins=1, draws=1, losses=1)
    assert standing.score.points == 1.5
    assert not standing.complete
    assert standing.after(ended(4, Color.BLACK)).complete


def test_a_crash_is_a_played_game_and_a_stop_is_none():
    standing = MatchResult(("a", "b"), 1)
    assert standing.after(ended(1, Color.WHITE, Reason.CRASH)).complete
    for reason, winner in (
        (Reason.STOPPED, None),
        (Reason.INTERNAL_ERROR, None),
        (Reason.NOT_STARTED, None),
        (Reason.NOT_STARTED, Color.BLACK),
    ):
        assert not standing.after(ended(1, winner, reason)).complete


def test_a_player_that_did_not_start_has_lost():
    standing = MatchResult(("a", "b"), 1).after(ended(1, Color.BLACK, Reason.NOT_STARTED))
    assert standing.score == Tally(losses=1)


def test_two_players_of_one_name_are_told_apart():
    assert job(RANDOM, RANDOM).first_result().names == ("random (1)", "random (2)")


class InterruptsAfterOne(MatchDisplay):
    """Presses Ctrl-C when the first game has ended."""

    def ended(self, game: MatchGame) -> None:
        super().ended(game)
        if game.number == 1:
            if os.name == "nt":
                signal.raise_signal(signal.SIGINT)
            else:  # to the process, as a terminal does, and not to this thread
                os.kill(os.getpid(), signal.SIGINT)


def test_ctrl_c_ends_the_match_and_keeps_every_game():
    kept: list[MatchGame] = []
    match = job(games=10_000, seed=1)
    report = run_match(match, InterruptsAfterOne(match.first_result()), kept.append)
    assert report.exit_code == 130
    assert 1 <= len(kept) < 10_000
    assert [result.number for result in kept] == list(range(1, len(kept) + 1))
    assert all(game.played.over for game in kept)
    assert kept[0].played.outcome.reason is not Reason.STOPPED
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_match_that_is_complete_ends_with_zero():
    match = job(games=2, seed=1, time_control=TimeControl(60))
    report = run_match(match, MatchDisplay(match.first_result()), lambda result: None)
    assert report.exit_code == 0
    assert report.result.score.games == 2


def test_a_program_that_cannot_start_ends_with_one():
    missing = parse_player("san:/no/such/program")
    match = job(missing)
    report = run_match(match, MatchDisplay(match.first_result()), lambda result: None)
    assert report.exit_code == 1
    assert report.result.score == Tally(losses=1)


def test_losses_are_counted_by_their_reasons_for_each_player():
    standing = job(games=4).first_result()
    for result in (
        ended(1, Color.BLACK, Reason.TIME),
        ended(2, Color.WHITE),  # the first player has black here
        ended(3, Color.BLACK, Reason.TIME),
        ended(4, Color.BLACK, Reason.CRASH),
    ):
        standing = standing.after(result)
    assert standing.lost_by == ({Reason.TIME: 2, Reason.CHECKMATE: 1}, {Reason.CRASH: 1})


def test_the_first_loss_goes_by_the_games_numbers_and_not_by_their_ends():
    standing = job(games=4).first_result()
    for result in (ended(3, Color.BLACK), ended(1, Color.WHITE), ended(2, Color.WHITE)):
        standing = standing.after(result)
    assert standing.lost[0].number == 2


def test_of_the_lost_games_as_many_are_kept_as_are_wanted():
    match = replace(job(games=9), keep_lost=2)
    result = match.first_result()
    for number in (7, 3, 5, 1):
        result = result.after(ended(number, Color.BLACK))
    assert [game.number for game in result.lost] == [1, 3]
    assert result.score.losses == 4


SHUFFLER = Path(__file__).parents[1] / "programs" / "shuffler.py"


def shuffler(name: str, wish: str):
    return parse_player(f"{name}=san:{sys.executable} -I -S {SHUFFLER} {wish}")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells enough")
def test_who_starves_its_opponent_in_a_match_loses_and_its_seconds_are_told():
    confinement = Confinement(Sandbox.OFF, ponder=Ponder.WATCH)
    fight = job(
        shuffler("victim", "thinks"),
        shuffler("spinner", "spins 16"),
        time_control=TimeControl(base=60),
        confinement=confinement,
    )
    (result,) = results(fight)
    sentence = result.played.explanation.sentence
    if result.played.outcome.reason is Reason.TIME:  # others kept it waiting for longer
        assert sentence.facts.get("used", 0.0) < sentence.facts.get("waited", inf)
    else:
        assert result.played.outcome == Outcome(Color.WHITE, Reason.OFF_TURN)
        assert "victim waited" in str(sentence)
    standing = fight.first_result().after(result)
    assert standing.off_turn[1] > 0.2
    assert "spinner used" in off_turn_lines(standing)[-1].plain


def test_nothing_is_said_of_who_stood_still():
    assert off_turn_lines(MatchResult(("a", "b"), 1, off_turn=(0.1, 0.0))) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has cores to give")
def test_games_with_cores_of_their_own_are_played():
    played = results(job(shuffler("a", "plays"), shuffler("b", "plays"), cores=2))
    assert [game.played.outcome.reason for game in played] == [Reason.THREEFOLD_REPETITION]


def test_illegal_moves_that_lost_no_game_are_counted_and_told(tmp_path):
    program = tmp_path / "stubborn.py"
    program.write_text(
        "for line in open(0):\n"
        "    if line == 'white\\n': print('Ke2', flush=True)\n"
        "    elif line == '.\\n': print('resign', flush=True)\n"
    )
    result = play_match(f"{sys.executable} {program}", "random", games=1)
    assert result.refused == (1, 0)
    (line,) = refused_lines(result)
    assert line.plain == ("1 answer of stubborn was refused as not legal: 'board check' shows why.")
