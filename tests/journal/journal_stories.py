"""Games for a journal to keep."""

from datetime import UTC, datetime
from functools import partial

from board_core import Fail, Game, Resign, Score, Thought, TimeControl
from board_core.author.testing import FakeTime, ScriptedPlayer
from board_core.game.player import Cause, Explanation
from board_core.games import CHESS
from board_core.text.sentence import say

NOON = datetime(2026, 1, 31, 12, 0, tzinfo=UTC)


def noon():
    return NOON


def chess(name):
    """The rules of the games here, by the name that a journal has."""
    assert name == CHESS.name
    return CHESS


CRASH = Explanation(
    Cause.KILLED,
    say("{why}: {again}", why=say("it ended with {code}", code=3), again="\x1b[31m \ud800 ♞"),
    last_sent="e5",
    exit_status=say("exit code {code}", code=3),
    stderr="one\ntwo",
    refused=say("before that it gave an illegal answer: {answers}", answers="'e5'"),
    sent_letters=2,
    legal_moves=20,
    answered=False,
)


class Thinker(ScriptedPlayer):
    """Says what it thinks of each move."""

    def seat(self, seat):
        self.tell = seat.tell
        super().seat(seat)

    def ask(self, turn, answer):
        if turn.ply % 4 < 2:
            self.tell(Thought(depth=turn.ply + 1, score=Score(cp=7 * turn.ply)))
        else:
            self.tell(Thought(score=Score(mate=-3)))
        super().ask(turn, answer)


def play(journal, white, black, *, recorder=None, kind=Thinker, **options):
    """The events of a game between two scripts, with its journal and a recorder."""
    time = FakeTime()
    game = Game(
        CHESS,
        white=kind(time, *white, name="Ann"),
        black=kind(time, *black, name='Bob "the ♞"'),
        time=time,
        journal=journal,
        **{"time_control": TimeControl(60, 1), **options},
    )
    events = []
    if recorder is not None:
        game.bus.subscribe(recorder)
    game.bus.subscribe(events.append)
    game.run()
    return events


MATE = (["f3", ("g4", 2.5)], [("e5", 1.25), "Qh4"])
RESIGNED = (["e4", Resign()], ["e5"])
CRASHED = (["e4"], [Fail(CRASH)])
LATE = (["e4", None], ["e5"])
OVERTIME = (["f3", ("g4", 3.5)], [("e5", 2.25), "Qh4"])
GAMES = {
    "mate": (MATE, {}),
    "resignation": (RESIGNED, {"time_control": TimeControl(per_move=5)}),
    "crash": (CRASHED, {"time_control": TimeControl()}),
    "time": (LATE, {}),
    "illegal": ((["e4"], ["Ke5"]), {}),
    "refused": (
        (["f3", "g9", "g4"], ["e5", "e5", "Ke2", "Qh4"]),
        {"kind": partial(Thinker, may_retry=2)},
    ),
    "opening": ((["Nf3", Resign()], ["Nc6"]), {"moves": ["e4", "e5"]}),
    "set up": ((["Kf3", Resign()], ["Ke7"]), {"setup": "4k3/8/8/8/8/4K3/4P3/8 w - - 0 1"}),
    "over at once": (([], []), {"moves": ["f3", "e5", "g4", "Qh4"]}),
}
CLOCKS = {
    "byo-yomi": (OVERTIME, {"time_control": TimeControl(2, byoyomi=1, periods=3)}),
    "delay": (MATE, {"time_control": TimeControl(2, delay=1.5)}),
}
