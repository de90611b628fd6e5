"""Players of somebody's own, whose methods block, raise or never answer: no game waits for them."""

import subprocess
import sys
import threading
from functools import partial

import pytest

from board_core import CHESS, Cause, Game, Player, PlayerSilent, Reason, TimeControl
from board_core.game import own_thread, referee

HOOKS = ("seat", "ask", "rejected", "withdraw", "offered_draw", "finish", "explain")


class First(Player):
    """Plays the first legal move, and is always ready to be woken."""

    name = "own"

    def ask(self, turn, answer):
        answer(turn.position.legal_moves()[0])


class Illegal(First):
    """Has two tries, and both are illegal."""

    may_retry = 1

    def ask(self, turn, answer):
        answer("a1a8")


def blocks(until, *facts):
    until.wait()


def raises(*facts):
    raise SystemExit


@pytest.fixture
def until():
    """Blocked methods return at the end of the test, and their threads end."""
    event = threading.Event()
    before = set(threading.enumerate())
    yield event
    event.set()
    for thread in set(threading.enumerate()) - before:
        if thread.name == "calls of own":
            thread.join()


@pytest.fixture(autouse=True)
def short_waits(monkeypatch):
    monkeypatch.setattr(own_thread, "RETURN_SECONDS", 0.05)


def with_hook(hook, function):
    def method(self, *facts):
        return function(*facts)

    return type("Own", (First,), {hook: method})()


def played(player, *, waits=True):
    """Play a game; a player that is not to be waited for has little time."""
    seconds = 60 if waits else 0.1
    control = TimeControl(seconds)
    return Game(CHESS, player, "random", time_control=control, start_limit=seconds).run()


def test_the_time_waits_as_long_as_that_of_the_player_behind_it():
    class Holds(First):
        holds = True

        @property
        def time_waits(self):
            return self.holds

    player = Holds()
    threaded = own_thread.OnOwnThread(player, closes=True)
    assert threaded.time_waits
    player.holds = False
    assert not threaded.time_waits


ENDS = {
    ("seat", blocks): (Reason.NOT_STARTED, "its method seat has not returned: it is at "),
    ("seat", raises): (Reason.NOT_STARTED, "the player raised SystemExit"),
    ("ask", blocks): (Reason.TIME, "its method ask has not returned: it is at "),
    ("ask", raises): (Reason.CRASH, "the player raised SystemExit"),
    ("rouse", blocks): (Reason.TIME, "its method rouse has not returned: it is at "),
}


@pytest.mark.parametrize("way", [blocks, raises])
@pytest.mark.parametrize("hook", [*HOOKS, "rouse", "close"])
def test_a_method_that_blocks_or_raises_ends_no_game_but_by_a_loss(hook, way, until, caplog):
    function = partial(blocks, until) if way is blocks else raises
    reason, said = ENDS.get((hook, way), (None, ""))
    game = played(with_hook(hook, function), waits=reason is None or way is raises)
    if reason is None:
        assert game.outcome.reason not in (Reason.TIME, Reason.CRASH, Reason.NOT_STARTED)
    else:
        assert game.outcome.reason is reason
        assert str(game.explanation.sentence).startswith(said)
        assert ("until.wait()" in game.explanation.traceback) is (way is blocks)
    caplog.clear()


@pytest.mark.parametrize(
    ("hook", "reason"), [("rejected", Reason.TIME), ("explain", Reason.ILLEGAL_MOVES)]
)
def test_nor_one_that_is_called_after_illegal_moves(hook, reason, until, monkeypatch):
    monkeypatch.setattr(referee, "EXPLANATION_SECONDS", 0.05)
    own = type("Own", (Illegal,), {hook: lambda *facts: until.wait()})()
    assert played(own, waits=reason is not Reason.TIME).outcome.reason is reason


def test_one_that_never_answers_loses_on_time_or_is_told_of_and_stopped(until, monkeypatch):
    silent = with_hook("ask", lambda *facts: None)
    assert played(silent, waits=False).outcome.reason is Reason.TIME
    monkeypatch.setattr(own_thread, "LOOK_SECONDS", 0.01)
    for function, said in (
        (lambda *facts: None, "its method ask has returned, and it has not answered"),
        (partial(blocks, until), "its method ask has not returned: it is at "),
    ):
        game = Game(CHESS, with_hook("ask", function), "random")
        told = []
        game.bus.subscribe(lambda event, to=told: to.append(event), only=PlayerSilent)
        game.bus.subscribe(lambda event, game=game: game.stop(wait=False), only=PlayerSilent)
        assert game.run().outcome.reason is Reason.STOPPED
        assert len(told) == 1
        assert str(told[0].explanation.sentence).startswith(said)
        assert told[0].explanation.cause in (Cause.NO_ANSWER, Cause.COMPUTING)


def test_its_methods_are_called_in_order_and_on_one_thread_that_ends_with_the_game():
    heard = []

    def noted(name):
        def method(self, *facts):
            heard.append((name, threading.current_thread()))
            return getattr(super(Hears, self), name)(*facts)

        return method

    Hears = type("Hears", (First,), {name: noted(name) for name in HOOKS})
    assert played(Hears()).outcome.reason is not Reason.CRASH
    names, threads = zip(*heard, strict=True)
    assert names[0] == "seat"
    assert names[-2:] == ("withdraw", "finish")
    assert set(names[1:-2]) == {"ask"}
    assert len(set(threads)) == 1
    assert not threads[0].is_alive()


def test_one_that_returns_at_once_is_called_on_the_game_s_own_thread():
    threads = set()

    class Quick(First):
        returns_at_once = True

        def ask(self, turn, answer):
            threads.add(threading.current_thread())
            super().ask(turn, answer)

    played(Quick())
    assert threads == {threading.current_thread()}


def test_one_that_a_source_made_is_closed_by_the_game(until):
    closed = []

    class Source:
        name = "source"

        def make(self, *_):
            return with_hook("close", lambda: closed.append(threading.current_thread()))

    Game(CHESS, Source(), "random", time_control=TimeControl(1)).run()
    assert len(closed) == 1
    assert closed[0] is not threading.current_thread()


def test_the_interpreter_ends_while_one_of_them_blocks():
    script = """
import threading
from board_core import CHESS, Game, Player
class Blocks(Player):
    def ask(self, turn, answer):
        print("asked", flush=True)
        threading.Event().wait()
game = Game(CHESS, Blocks(), "random")
game.bus.subscribe(lambda event: None)
game.start()
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
