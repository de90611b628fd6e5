"""The gomoku player as a player: its levels, its limits, its time and its games."""

import gc
import itertools
import pickle
import subprocess
import sys
from contextlib import closing
from types import SimpleNamespace

import pytest
from gomoku_boards import drawn, marked

from board_core import (
    Color,
    Game,
    MovePlayed,
    Outcome,
    Reason,
    Thinking,
    Thought,
    TimeControl,
    Turn,
)
from board_core.ais import GOMOKU_AIS, THINKERS
from board_core.ais.gomoku import EasyGomoku, SearchingGomoku
from board_core.ais.gomoku.choosing import (
    LONGEST_SECONDS,
    MOVE_OVERHEAD,
    SAVING_SHARE,
    UNTIMED_SECONDS,
    GomokuTimeManager,
    to_score,
)
from board_core.ais.gomoku.effort import NODES_A_POLL
from board_core.ais.gomoku.search import WIN_SCORE, GomokuSearchReport
from board_core.ais.levels import MEDIUM_SKILL
from board_core.author.testing import FakeTime
from board_core.game import EventBus, own_process
from board_core.game.clock import UNTIMED as NO_CLOCK
from board_core.game.clock import Clock
from board_core.game.own_process import garbage_collection_off
from board_core.game.player import Score
from board_core.game.rules import MoveList
from board_core.game.sides import PerColor
from board_core.games.gomoku import gomoku_rules
from board_core.games.gomoku.board import GomokuBoard
from board_core.match.known_games import HOSTED_GAMES
from board_core.match.player_spec import parse_player
from board_core.players import thinking
from board_core.players.in_process import InProcessAI
from board_core.players.thinking import AITurn


def medium(seed: int | None = None) -> SearchingGomoku:
    return SearchingGomoku(seed, MEDIUM_SKILL)


LEVELS = {"easy": EasyGomoku, "medium": medium, "hard": SearchingGomoku}
LIMIT = TimeControl(nodes=100)

every_level = pytest.mark.parametrize("level", LEVELS.values(), ids=LEVELS)


def turn_with(control=NO_CLOCK, game="gomoku", kind=AITurn, **options) -> AITurn:
    position = HOSTED_GAMES[game].rules.start(None)
    clock = Clock.new(PerColor.both(control)).start(position.to_move, 0.0)
    return kind(Turn(position.to_move, 0, 1, position, clock, MoveList()), **options)


def think(level, board, control=LIMIT, seed=1, **options) -> tuple[str, list[Thought]]:
    thoughts: list[Thought] = []
    return level(seed)(board, turn_with(control, report=thoughts.append, **options)), thoughts


def play(black, white, game="gomoku", control=LIMIT, **options):
    players = {"black": InProcessAI(black, inline=True), "white": InProcessAI(white, inline=True)}
    rules = HOSTED_GAMES[game].rules if isinstance(game, str) else game
    return Game(rules, time_control=control, **players, **options).run().outcome


MIDDLE_GAME = """
........
...xo...
..xo....
........
....x...
....o...
........
"""


def calm() -> GomokuBoard:
    """Nothing has happened yet, and no opening is known."""
    board = GomokuBoard(15)
    for text in ("h8", "l12"):
        board.push(board.index(text))
    return board


PER_MOVE = TimeControl(per_move=0.1)
A_POLL = 0.002  # seconds that a look at the clock, and all between two of them, is made to take


@pytest.mark.parametrize("white", LEVELS)
@pytest.mark.parametrize("black", LEVELS)
def test_every_level_plays_every_level_to_the_end_and_keeps_its_time(black, white, monkeypatch):
    """By a time that goes on with the looks at it: the same on every machine."""
    time, bus, spent = FakeTime(), EventBus(), []

    def perf_counter() -> float:
        time.advance(A_POLL)
        return time.now()

    monkeypatch.setattr(thinking, "time", SimpleNamespace(perf_counter=perf_counter))
    bus.subscribe(lambda event: isinstance(event, MovePlayed) and spent.append(event.elapsed))
    outcome = play(LEVELS[black](2), LEVELS[white](3), control=PER_MOVE, time=time, bus=bus)
    assert outcome.reason in (Reason.FIVE_IN_A_ROW, Reason.FULL_BOARD)
    assert max(spent) <= 1.1 * PER_MOVE.per_move


@pytest.mark.parametrize("game", ["gomoku-standard", "renju"])
@pytest.mark.parametrize(("black", "white"), [("easy", "hard"), ("hard", "medium")])
def test_the_levels_play_by_all_rules(black, white, game):
    outcome = play(LEVELS[black](1), LEVELS[white](2), game)
    assert outcome.reason in (Reason.FIVE_IN_A_ROW, Reason.FULL_BOARD)


def test_on_the_largest_board_too():
    assert play(
        SearchingGomoku(1), EasyGomoku(2), gomoku_rules("large", 20, "freestyle")
    ) == Outcome(Color.BLACK, Reason.FIVE_IN_A_ROW)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("weak", "strong"), [("easy", "medium"), ("medium", "hard")])
def test_the_better_level_wins(weak, strong, seed):
    enough = TimeControl(nodes=2_000)
    black = play(LEVELS[strong](seed), LEVELS[weak](seed), control=enough)
    assert black == Outcome(Color.BLACK, Reason.FIVE_IN_A_ROW)


@every_level
def test_the_same_seed_finds_the_same_moves_and_another_seed_may_not(level):
    board = calm()
    first = [think(level, board, seed=seed)[0] for seed in range(8)]
    assert first == [think(level, board, seed=seed)[0] for seed in range(8)]
    assert len(set(first)) > 1


@every_level
def test_a_pickled_player_goes_on_with_the_same_choices(level):
    player = level(4)
    copy = pickle.loads(pickle.dumps(player))
    board = calm()
    turn = turn_with(LIMIT)
    assert [player(board, turn) for _ in range(3)] == [copy(board, turn) for _ in range(3)]


@every_level
@pytest.mark.parametrize("picture", ["oxxxx*..", ".o......\n.xoooo*.\n........\n...xx..x"])
def test_every_level_makes_and_prevents_fives(level, picture):
    board = drawn(picture)
    assert board.index(think(level, board)[0]) in marked(picture)


@every_level
def test_the_board_is_left_as_it_was(level):
    board = drawn(MIDDLE_GAME)
    cells, moves = bytes(board.cells), list(board.moves)
    think(level, board)
    assert (bytes(board.cells), board.moves, board.to_move) == (cells, moves, 1)


@pytest.mark.parametrize("level", [medium, SearchingGomoku])
def test_it_says_how_deep_it_has_looked_and_what_it_has_found(level):
    board = drawn(MIDDLE_GAME)
    move, thoughts = think(level, board, TimeControl(depth=2))
    assert [thought.depth for thought in thoughts] == [1, 2]
    last = thoughts[-1]
    assert last.pv[0] == move
    assert last.score is not None
    assert last.nodes > 0
    assert last.time > 0
    for text in last.pv:
        assert not board.cells[board.index(text)]


def test_a_win_is_reported_in_moves():
    assert think(SearchingGomoku, drawn("oxxxx..."))[1][-1].score == Score(mate=1)
    assert think(SearchingGomoku, drawn("..xxx...\n........\n........"))[1][-1].score == Score(
        mate=2
    )
    assert to_score(5 - WIN_SCORE) == Score(mate=-3)
    assert to_score(-12) == Score(cp=-12)


def test_it_answers_soon_after_it_is_told_to_stop():
    polls = itertools.count(1)
    board = drawn(MIDDLE_GAME)
    _, thoughts = think(SearchingGomoku, board, NO_CLOCK, withdrawn=lambda: next(polls) >= 20)
    assert thoughts[-1].nodes <= 25 * NODES_A_POLL


@pytest.fixture
def in_a_process_of_games_only(monkeypatch):
    monkeypatch.setattr(own_process, "_hosts_games_only", True)


def test_in_a_process_of_others_garbage_is_collected_as_they_want_it(monkeypatch):
    monkeypatch.setattr(own_process, "_hosts_games_only", False)
    frozen = gc.get_freeze_count()
    with garbage_collection_off():
        assert gc.isenabled()
    assert gc.get_freeze_count() <= frozen, "what is frozen may go, and nothing comes"


def test_no_collection_of_garbage_comes_between_while_it_thinks(in_a_process_of_games_only):
    """It would walk through the tables for longer than the answer may be late."""
    seen, frozen = [], gc.get_freeze_count()
    board = drawn(MIDDLE_GAME)
    turn = turn_with(TimeControl(depth=2), report=lambda thought: seen.append(gc.isenabled()))
    SearchingGomoku(1)(board, turn)
    assert seen == [False, False]
    assert gc.isenabled()
    assert gc.get_freeze_count() > frozen
    gc.unfreeze()


def test_the_last_of_several_thinkers_lets_garbage_be_collected_again(in_a_process_of_games_only):
    with garbage_collection_off():
        with garbage_collection_off():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()
    gc.disable()
    try:
        with garbage_collection_off():
            pass
        assert not gc.isenabled()  # as it was before
    finally:
        gc.enable()


def test_without_time_it_has_a_move_all_the_same():
    board = drawn(MIDDLE_GAME)
    for control in (TimeControl(per_move=0), TimeControl(0)):
        assert not board.cells[board.index(think(SearchingGomoku, board, control)[0])]


class FixedTurn(AITurn):
    """Its time stands where it is put."""

    elapsed = 0.0


def patience_with(control) -> tuple[GomokuTimeManager, FixedTurn]:
    turn = turn_with(control, kind=FixedTurn)
    return GomokuTimeManager(turn), turn


@pytest.mark.parametrize(
    ("control", "limit"),
    [
        (NO_CLOCK, UNTIMED_SECONDS - MOVE_OVERHEAD),
        (TimeControl(per_move=1), 0.9 - MOVE_OVERHEAD),
        (TimeControl(per_move=0.02), 0.005),
        (TimeControl(60), 2 - MOVE_OVERHEAD),
        (TimeControl(100_000), LONGEST_SECONDS - MOVE_OVERHEAD),
        (TimeControl(per_move=60), LONGEST_SECONDS - MOVE_OVERHEAD),
    ],
)
def test_it_knows_how_long_it_may_think(control, limit):
    patience, turn = patience_with(control)
    assert patience.limit == pytest.approx(limit)
    turn.elapsed = limit - 0.001
    assert not patience.late(1.0)
    assert patience.late(0.5)
    turn.elapsed = limit + 0.001
    assert patience.late(1.0)


def test_what_another_depth_would_not_be_finished_in_is_saved():
    found = GomokuSearchReport(5, 0, 1000, (1,))
    for control, saves in (
        (NO_CLOCK, True),
        (TimeControl(60), True),
        (TimeControl(per_move=5), False),
    ):
        patience, turn = patience_with(control)
        turn.elapsed = patience.limit * SAVING_SHARE * 1.01
        assert patience.enough(found) is saves
        turn.elapsed = patience.limit * SAVING_SHARE * 0.99
        assert not patience.enough(found)


def test_limited_depth_takes_its_time():
    patience, turn = patience_with(TimeControl(depth=3))
    turn.elapsed = 1000.0
    assert not patience.late(1.0)
    assert GomokuTimeManager(turn_with(TimeControl(depth=3), withdrawn=lambda: True)).late(1.0)


def test_they_are_offered_by_their_names():
    for name, level in LEVELS.items():
        board = drawn(MIDDLE_GAME)
        assert GOMOKU_AIS[name](1)(board, turn_with(LIMIT)) == think(level, board)[0]


@pytest.mark.parametrize("name", ["medium", "hard"])
def test_they_do_not_think_on_the_thread_of_the_game(name):
    assert name in THINKERS


def test_in_a_process_of_its_own_it_still_tells_what_it_thinks():
    bus, thoughts = EventBus(), []
    bus.subscribe(lambda event: thoughts.append(event) if isinstance(event, Thinking) else None)
    players = parse_player("hard").make(seed=1, isolate=True), parse_player("random").make(seed=1)
    with closing(players[0]), closing(players[1]):
        setup = "h8 a1 h9 a3 h10 a5"
        game = Game(
            HOSTED_GAMES["gomoku"].rules,
            black=players[0],
            white=players[1],
            setup=setup,
            bus=bus,
            time_control=TimeControl(nodes=300),
        )
        assert game.run().outcome == Outcome(Color.BLACK, Reason.FIVE_IN_A_ROW)
    assert thoughts[-1].thought.score == Score(mate=1)
    assert len(thoughts[-1].thought.pv) == 1


def test_who_does_not_want_it_does_not_load_it():
    check = (
        "import sys, board_core.match.player_spec; sys.exit('board_core.ais.gomoku' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
