"""Programs out of turn: they stand still, are watched, or may do as they like; real programs."""

import sys
import time
from contextlib import contextmanager
from math import inf
from pathlib import Path

import pytest
from patience import PATIENCE

from board_core import (
    Cause,
    Color,
    Game,
    GameEnded,
    Outcome,
    Player,
    Reason,
    Resign,
    TimeControl,
    Turn,
)
from board_core.author.testing import FakeTime, ScriptedPlayer
from board_core.diagnosis.off_turn import CPU_FORGIVEN
from board_core.game import EventBus
from board_core.games import CHESS
from board_core.players import InProcessAI, OfferDraw, ProcessAI
from board_core.supervise.hold import HoldKind
from board_core.supervise.sandbox import Confinement, Ponder, Sandbox

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux tells enough"
)

SHUFFLER = Path(__file__).parents[1] / "programs" / "shuffler.py"
LONG = TimeControl(base=60)


def how(ponder: Ponder, sandbox: Sandbox = Sandbox.OFF) -> Confinement:
    return Confinement(sandbox, allow_root=True, ponder=ponder)


@contextmanager
def shufflers(confinement: Confinement, *wishes: str, grace: float = 0.1):
    """Programs that shuffle their knights, and do what is wished besides."""
    players = [
        ProcessAI(
            [sys.executable, "-I", "-S", str(SHUFFLER), *wish.split()],
            name=wish.split()[0],
            sandbox=confinement,
            grace=grace,
        )
        for wish in wishes
    ]
    try:
        yield players
    finally:
        for player in players:
            player.close()


def end_of(white: Player, black: Player, control: TimeControl = LONG) -> GameEnded:
    ends: list[GameEnded] = []
    bus = EventBus()
    bus.subscribe(lambda event: ends.append(event) if isinstance(event, GameEnded) else None)
    Game(CHESS, white=white, black=black, time_control=control, bus=bus).run()
    return ends[0]


def test_sixty_spinning_children_stand_still_or_lose(kind, sandbox):
    with shufflers(how(Ponder.FREEZE, sandbox), "works 120 2", "spins 60") as (white, black):
        ended = end_of(white, black)
    if ended.outcome.reason is Reason.OFF_TURN:  # signals take a while to stop so many
        assert kind is HoldKind.SIGNALS
        assert ended.outcome.winner is Color.WHITE
        assert ended.explanation.cause is Cause.OFF_TURN
    else:
        assert ended.outcome == Outcome(Color.BLACK, Reason.RESIGNATION)
        assert ended.off_turn.black < CPU_FORGIVEN + 0.1


def test_sixty_spinning_children_that_are_watched_lose_and_are_told_why(kind, sandbox):
    share_out(kind)
    with shufflers(how(Ponder.WATCH, sandbox), "thinks", "spins 16") as (white, black):
        ended = end_of(white, black)
    if ended.outcome.reason is Reason.TIME:  # others kept it waiting for longer than they
        facts = ended.explanation.sentence.facts
        assert facts.get("used", 0.0) < facts.get("waited", inf)
        return
    assert ended.outcome == Outcome(Color.WHITE, Reason.OFF_TURN)
    assert ended.explanation.cause is Cause.OFF_TURN
    assert "thinks waited" in str(ended.explanation.sentence)
    assert ended.off_turn.black > CPU_FORGIVEN


def share_out(kind: HoldKind) -> None:
    """Skip where groups give each program its share: who is slow there, others make so."""
    if kind in (HoldKind.V1, HoldKind.V2):
        pytest.skip("groups share the processors out: nobody starves another")


@pytest.mark.parametrize("attack", ["wakes 4", "timer"])
def test_who_has_itself_continued_stands_still_or_loses(kind, sandbox, attack):
    with shufflers(how(Ponder.FREEZE, sandbox), "works 100", attack) as (white, black):
        ended = end_of(white, black)
    if ended.outcome.winner is not None:
        assert ended.outcome == Outcome(Color.WHITE, Reason.OFF_TURN)
        assert "did not stand still" in str(ended.explanation.sentence)
    else:
        assert ended.off_turn.black < CPU_FORGIVEN + 0.1


def test_where_pondering_is_allowed_the_loss_on_time_names_who_starved_whom(kind):
    share_out(kind)
    brief = TimeControl(base=2)
    with shufflers(how(Ponder.ALLOW), "thinks", "spins 12") as (white, black):
        ended = end_of(white, black, brief)
    assert ended.outcome == Outcome(Color.BLACK, Reason.TIME)
    assert ended.explanation.cause is Cause.STARVED
    assert "while spins used" in str(ended.explanation.sentence)
    assert ended.off_turn.black is None


def test_who_ponders_and_starves_nobody_is_measured_and_plays_on():
    with shufflers(how(Ponder.WATCH), "works 50", "ponders") as (white, black):
        ended = end_of(white, black)
    assert ended.off_turn.black > 0
    if ended.outcome.winner is not None:  # on a machine with one core, or a busy one
        assert ended.outcome == Outcome(Color.WHITE, Reason.OFF_TURN)


# What a program that stands still must be awake for


def test_it_plays_a_whole_game_and_leaves_by_itself(kind, sandbox):
    programs = shufflers(how(Ponder.FREEZE, sandbox), "plays", "plays", grace=PATIENCE)
    with programs as (white, black):
        assert end_of(white, black).outcome == Outcome(None, Reason.THREEFOLD_REPETITION)
        white.close()
        assert white.exited_voluntarily is True


def test_a_loss_on_time_is_explained_by_what_it_did_in_its_turn(kind):
    white = ScriptedPlayer(FakeTime(), "e4", "d4", "a3")
    with shufflers(how(Ponder.FREEZE), "thinks") as (black,):
        ended = end_of(white, black, TimeControl(base=60, per_move=0.5))
    assert ended.outcome == Outcome(Color.WHITE, Reason.TIME)
    assert ended.explanation.cause in (Cause.COMPUTING, Cause.BUSY_MACHINE, Cause.OVERLOADED)


ENGINE = """\
import sys
OFFERED = False
for line in sys.stdin:
    word = line.split()[0]
    if word == "protover": print("feature done=1 usermove=1 ping=1 draw=1")
    if word == "ping": print("pong", line.split()[1])
    if word == "draw": print("offer draw")
    if word in ("usermove", "go") and not OFFERED: OFFERED = print("move e5") is None
    sys.stdout.flush()
"""


class Offering(ScriptedPlayer):
    """Offers a draw in its second turn, and moves."""

    def ask(self, turn, answer):
        if turn.ply:
            assert self.seated is not None
            self.seated.tell(OfferDraw())
        super().ask(turn, answer)


def test_it_hears_and_answers_a_draw_offer_in_its_turn(kind, tmp_path):
    program = tmp_path / "engine.py"
    program.write_text(ENGINE)
    white = Offering(FakeTime(), "e4", "Nf3")
    black = ProcessAI([str(program)], protocol="xboard", sandbox=how(Ponder.FREEZE), grace=0.1)
    try:
        outcome = Game(CHESS, white=white, black=black).run().outcome
    finally:
        black.close()
    assert outcome == Outcome(None, Reason.AGREEMENT)


UCI = """\
import sys
for line in sys.stdin:
    if line.startswith("uci\\n"): print("uciok")
    if line.startswith("isready"): print("readyok")
    if line.startswith("position"): moves = line.split()[3:]
    if line.startswith("go"): print("bestmove", {1: "e7e5", 3: "d7d5"}[len(moves)])
    sys.stdout.flush()
"""


def engine(folder: Path) -> ProcessAI:
    program = folder / "engine.py"
    program.write_text(UCI)
    return ProcessAI([str(program)], protocol="uci", sandbox=how(Ponder.FREEZE), grace=0.1)


def test_a_kept_program_plays_one_game_after_the_other(kind, tmp_path):
    black = engine(tmp_path)
    try:
        for _ in range(3):
            white = ScriptedPlayer(FakeTime(), "e4", "d4", Resign())
            assert Game(CHESS, white=white, black=black).run().outcome.reason is Reason.RESIGNATION
            assert black.program is not None
        program = black.program
    finally:
        black.close()
    assert not program.running


class TakingBack(ScriptedPlayer):
    """Takes two plies back in its second turn, once."""

    game: Game | None = None

    def ask(self, turn, answer):
        game, self.game = self.game, None if turn.ply == 2 else self.game
        if turn.ply == 2 and game is not None:
            game.take_back(2)
        else:
            super().ask(turn, answer)


def test_it_goes_on_after_moves_were_taken_back(kind, tmp_path):
    black, white = engine(tmp_path), TakingBack(FakeTime(), "e4", "d4", "Nf3", Resign())
    game = Game(CHESS, white=white, black=black)
    white.game = game
    try:
        assert game.run().outcome == Outcome(Color.BLACK, Reason.RESIGNATION)
    finally:
        black.close()


SLOW_START = """\
import sys
end = __import__("time").process_time() + 0.3
while __import__("time").process_time() < end: pass
color = input()
print("e4" if color == "white" else "?", flush=True)
input()
"""


def test_it_starts_before_its_clock_does(tmp_path):
    """What a program that says nothing needs to start is not in its first move."""
    program = tmp_path / "slow_start.py"
    program.write_text(SLOW_START)
    white = ProcessAI([sys.executable, "-S", str(program)], sandbox=how(Ponder.FREEZE), grace=0.1)
    try:
        ended = end_of(white, ScriptedPlayer(FakeTime(), Resign()), TimeControl(base=60))
    finally:
        white.close()
    assert ended.outcome == Outcome(Color.WHITE, Reason.RESIGNATION)
    assert ended.clock.remaining.white > 60 - 0.3


def test_a_program_that_speaks_without_waiting_for_its_colour_is_heard(tmp_path):
    program = tmp_path / "hasty.py"
    program.write_text("print('e4', flush=True)\nwhile True: input()\n")
    white = ProcessAI([sys.executable, "-S", str(program)], sandbox=how(Ponder.FREEZE), grace=0.1)
    try:
        outcome = Game(CHESS, white=white, black=ScriptedPlayer(FakeTime(), Resign())).run().outcome
    finally:
        white.close()
    assert outcome == Outcome(Color.WHITE, Reason.RESIGNATION)


def test_what_starts_is_not_held_against_a_watched_program(tmp_path):
    """Black begins to compute before White has moved, and then rests."""
    program = tmp_path / "slow_start.py"
    program.write_text(
        SLOW_START.replace('"?"', '"a6"').replace("color = input()", "color=input();input()")
    )
    black = ProcessAI([sys.executable, "-S", str(program)], sandbox=how(Ponder.WATCH), grace=0.1)
    with shufflers(how(Ponder.WATCH), "works 1000") as (white,):
        try:
            ended = end_of(white, black)
        finally:
            black.close()
    assert ended.off_turn.black < 0.2


CHATTERING = """\
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "protover": print("feature done=1 usermove=1 ping=1")
    if word == "ping": print("pong", line.split()[1])
    if word == "usermove":
        print("move e5\\nfeature debug=1")
    if word == "accepted" and line.split()[1] == "debug":
        print("feature debug=1")
    sys.stdout.flush()
"""


def test_a_program_that_goes_on_talking_stands_still_all_the_same(tmp_path):
    """Each line of it would be answered, and so be a reason to stay awake."""
    program = tmp_path / "engine.py"
    program.write_text(CHATTERING)
    said: list[tuple[str, str]] = []
    moves = iter(("e4", "d4"))

    def slowly(turn: Turn) -> str:
        move = next(moves)
        if move == "d4":  # Black has moved and talks on: there is time enough to answer it
            time.sleep(0.2)
            said.append(("White", move))
        return move

    white = InProcessAI(slowly)
    black = ProcessAI(
        [str(program)], protocol="xboard", sandbox=how(Ponder.FREEZE), grace=0.1,
        transcript=lambda *each: said.append(each),
    )  # fmt: skip
    try:
        assert Game(CHESS, white=white, black=black).run().outcome.winner is Color.WHITE
    finally:
        black.close()
        white.close()
    assert said.index((">", "move e5")) < said.index(("White", "d4"))
    assert said.index(("White", "d4")) < said.index(("<", "accepted debug")), "no earlier"


@pytest.mark.parametrize("ponder", Ponder)
def test_only_a_program_that_has_to_stand_still_must_be_roused(ponder):
    with shufflers(how(ponder), "shuffles") as (player,):
        assert player.must_be_roused is (ponder is Ponder.FREEZE)
