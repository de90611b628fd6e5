"""Whole games on one thread: scripted players, fake time, no waiting."""

import asyncio
import gc
import sys
import threading
import weakref
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from math import inf

import chess
import pytest
from patience import PATIENCE

from board_core import (
    Answer,
    BadSetup,
    Cause,
    Color,
    Event,
    Explanation,
    Fail,
    Game,
    GameEnded,
    GameStarted,
    HostAway,
    Human,
    IllegalMove,
    InProcessAI,
    MovePlayed,
    MovesTakenBack,
    Outcome,
    Paused,
    PerColor,
    PlayerSaid,
    Reason,
    Resign,
    Resumed,
    TimeControl,
    Turn,
    TurnStarted,
    say,
)
from board_core.author.testing import FakeTime, ScriptedPlayer, Step, play_script
from board_core.game import CannotTakeBack, EventBus
from board_core.game.referee import EXPLANATION_SECONDS
from board_core.game.rules import BadRules
from board_core.games import CHESS
from board_core.players import AcceptDraw, ClaimDraw, Note, NoteKind, OfferDraw
from board_core.players.in_process import still_thinking


def first(board: chess.Board) -> chess.Move:
    return next(iter(board.legal_moves))


WHITE, BLACK = Color.WHITE, Color.BLACK
CRASHED = Fail(Explanation(Cause.EXITED, say("it ended")))


class Table:
    """A game between two scripts, everything it published, and its players."""

    def __init__(self, white=(), black=(), kind=ScriptedPlayer, white_kind=None, **options):
        self.time = options.pop("time", None) or FakeTime()
        self.white = (white_kind or kind)(self.time, *white, name="w")
        self.black = kind(self.time, *black, name="b")
        self.events: list[Event] = []
        options = {"time_control": TimeControl(60), "time": self.time, **options}
        self.game = Game(CHESS, white=self.white, black=self.black, **options)
        self.game.bus.subscribe(self.events.append)

    def when(self, kind: type, act: Callable[[], object], nth: int = 1) -> None:
        """Do this at the first (or nth) event of a kind."""
        counted = count(1)

        def heard(event: Event) -> None:
            if isinstance(event, kind) and next(counted) == nth:
                act()

        self.game.bus.subscribe(heard)

    def ended(self) -> GameEnded:
        (ended,) = [event for event in self.events if isinstance(event, GameEnded)]
        assert self.events[-1] is ended
        return ended


def outcome_of(events: list[Event]) -> Outcome:
    return events[-1].outcome


def of_kind(events: list[Event], kind: type) -> list:
    return [event for event in events if isinstance(event, kind)]


def script(white: list[Step], black: list[Step], **options) -> Outcome:
    return outcome_of(play_script(CHESS, white, black, **options))


class Curious(ScriptedPlayer):
    """Asks at each question whether anybody wants every thought."""

    def __init__(self, *script, **options):
        super().__init__(*script, **options)
        self.wanted = []

    def ask(self, turn, answer):
        self.wanted.append(self.seated.wants_thoughts())
        super().ask(turn, answer)


@pytest.mark.parametrize("thoughts", [True, False])
def test_thoughts_are_wanted_if_a_subscriber_wants_them(thoughts: bool):
    time, bus = FakeTime(), EventBus()
    bus.subscribe(lambda event: None, thoughts=thoughts)
    white = Curious(time, "f3", "g4")
    Game(CHESS, white, ScriptedPlayer(time, "e5", "Qh4"), time=time, bus=bus).run()
    assert white.wanted == [thoughts] * 2


@pytest.mark.parametrize("followed", [True, False])
def test_thoughts_are_wanted_by_those_who_follow_all_events(followed: bool):
    time = FakeTime()
    white = Curious(time, "f3", "g4")
    game = Game(CHESS, white, ScriptedPlayer(time, "e5", "Qh4"), time=time)

    async def follow() -> None:
        if followed:
            async for _ in game.events():
                pass
        else:
            await game.played()

    asyncio.run(follow())
    assert white.wanted == [followed] * 2


# Endings


def test_fools_mate():
    assert script(["f3", "g4"], ["e5", "Qh4"]) == Outcome(BLACK, Reason.CHECKMATE)


def test_thinking_time_is_charged_to_the_thinker():
    events = play_script(CHESS, [("e4", 2.5), Resign()], [("e5", 1.0)])
    assert of_kind(events, MovePlayed)[-1].clock.remaining == PerColor(57.5, 59.0)


def test_a_player_that_never_answers_loses_on_time():
    events = play_script(CHESS, ["e4", None], ["e5"])
    assert outcome_of(events) == Outcome(BLACK, Reason.TIME)
    assert events[-1].clock.remaining == PerColor(0.0, 60.0)


def test_a_crash_loses_and_says_why():
    ended = play_script(CHESS, ["e4"], [CRASHED])[-1]
    assert ended.outcome == Outcome(WHITE, Reason.CRASH)
    assert ended.explanation is CRASHED.explanation


def test_a_claim_answers_the_question():
    shuffle = (["Nf3", "Ng1"] * 2, ["Nf6", "Ng8"] * 2)
    assert script([*shuffle[0], ClaimDraw()], shuffle[1]).reason is Reason.THREEFOLD_REPETITION


@pytest.mark.parametrize(("saved", "winner"), [(True, None), (False, BLACK)])
def test_time_against_a_bare_king(saved: bool, winner: Color | None):
    events = play_script(
        CHESS, [None], [], setup="7k/8/8/8/8/8/1P6/K7 w - - 0 1", draw_if_cannot_win=saved
    )
    assert outcome_of(events) == Outcome(winner, Reason.TIME)


def test_the_end_carries_the_last_move():
    turn = play_script(CHESS, ["f3", "g4"], ["e5", "Qh4"])[-1].turn
    assert (turn.last_notation, turn.ply, list(turn.moves)[-1]) == ("Qh4#", 4, "d8h4")


# The start


def test_a_game_begins_from_a_setup():
    events = play_script(CHESS, ["b8=Q"], [], setup="8/1P6/8/8/8/7k/8/K7 w - - 0 1")
    assert events[0].setup == "8/1P6/8/8/8/7k/8/K7 w - - 0 1"
    assert of_kind(events, MovePlayed)[0].move == "b7b8q"


def test_a_game_begins_after_given_moves():
    events = play_script(CHESS, ["g4"], ["Qh4"], moves=["f3", "e5"])
    assert [event.notation for event in of_kind(events, MovePlayed)] == ["f3", "e5", "g4", "Qh4#"]


def test_a_start_that_is_already_over_ends_at_once():
    table = Table(moves=["f3", "e5", "g4", "Qh4"])
    assert table.game.run().outcome.reason is Reason.CHECKMATE
    assert table.black.outcome == table.ended().outcome
    assert of_kind(table.events, TurnStarted) == []


def test_a_bad_start_is_refused_before_anything_happens():
    with pytest.raises(BadSetup, match="'rubbish'"):
        Table(setup="rubbish")
    with pytest.raises(IllegalMove, match="'e5'"):
        Table(moves=["e5"])


@pytest.mark.parametrize("start", [{"moves": ["e4"]}, {"setup": "7k/8/8/8/8/8/1P6/K7 w - - 0 1"}])
def test_a_player_that_knows_only_the_usual_start_is_not_given_another(start):
    class Simple(ScriptedPlayer):
        standard_start_only = True

    Table(kind=Simple)
    with pytest.raises(ValueError, match="w can only begin from the standard starting position"):
        Table(kind=Simple, **start)


class NeverReady(ScriptedPlayer):
    def seat(self, seat):
        pass

    def explain(self, reason, explained):
        explained(CRASHED.explanation)


def test_players_that_never_get_ready_have_no_result():
    table = Table(kind=NeverReady, start_limit=5)
    assert table.game.run().outcome == Outcome(None, Reason.NOT_STARTED)
    assert (table.time.now(), table.ended().explanation) == (5, CRASHED.explanation)


def test_a_player_that_never_gets_ready_loses():
    table = Table(white_kind=NeverReady)
    assert table.game.run().outcome == Outcome(BLACK, Reason.NOT_STARTED)


def test_both_are_seated_before_either_is_asked():
    table = Table([Resign()])
    table.game.run()
    seat = table.black.seated
    assert (seat.color, seat.opponent, seat.rules, seat.setup) == (BLACK, "w", CHESS, None)


def test_a_person_may_move_as_soon_as_the_game_has_started():
    class Late(ScriptedPlayer):
        def seat(self, seat):
            self.seated = seat

    human, black, bus = Human(), Late(FakeTime(), Resign()), EventBus()
    game = Game(CHESS, human, black, moves=["d4", "d5"], bus=bus)
    moved: list[bool] = []

    def heard(event: Event) -> None:
        if isinstance(event, GameStarted):
            moved.append(human.play("c4"))
            black.seated.ready()

    bus.subscribe(heard)
    assert game.run().moves[-1].move == "c2c4"
    assert moved == [True]


def test_the_game_has_started_for_watchers_before_it_can_end():
    class Stubborn(ScriptedPlayer):
        def seat(self, seat):
            raise SystemExit

    table = Table(kind=Stubborn)
    with pytest.raises(SystemExit):
        table.game.run()
    assert [type(event) for event in table.events] == [GameStarted, GameEnded]


# Players who misbehave


def test_three_illegal_answers_lose_and_each_is_explained():
    table = Table(["e5", "Ke2", "0000"], kind=partial(ScriptedPlayer, may_retry=2))
    assert table.game.run().outcome == Outcome(BLACK, Reason.ILLEGAL_MOVES, "0000")
    assert [text for text, _ in table.white.refusals] == ["e5", "Ke2", "0000"]
    assert all(repr(text) in why for text, why in table.white.refusals)


def test_a_player_that_raises_when_asked_has_crashed(caplog: pytest.LogCaptureFixture):
    class Broken(ScriptedPlayer):
        def ask(self, turn, answer):
            raise OSError("no pipe")

    table = Table(kind=Broken)
    assert table.game.run().outcome == Outcome(BLACK, Reason.CRASH)
    explanation = table.ended().explanation
    assert explanation.cause is Cause.EXCEPTION
    assert "OSError: no pipe" in str(explanation.sentence)
    assert "raise OSError" in explanation.traceback
    assert "w could not be asked" in caplog.text
    caplog.clear()


def test_a_player_that_raises_when_seated_has_not_started(caplog: pytest.LogCaptureFixture):
    class Broken(ScriptedPlayer):
        def seat(self, seat):
            raise OSError("no pipe")

    table = Table(white_kind=Broken)
    assert table.game.run().outcome == Outcome(BLACK, Reason.NOT_STARTED)
    assert table.ended().explanation.cause is Cause.EXCEPTION
    assert "w could not be seated" in caplog.text
    caplog.clear()


def test_a_player_that_raises_at_the_end_changes_nothing(caplog: pytest.LogCaptureFixture):
    class Broken(ScriptedPlayer):
        def withdraw(self, *_):
            raise OSError("no pipe")

        finish = explain = withdraw

    table = Table([CRASHED], kind=Broken)
    assert table.game.run().outcome == table.ended().outcome == Outcome(BLACK, Reason.CRASH)
    assert "b failed when it was told something" in caplog.text
    caplog.clear()


def test_the_loser_is_asked_why_and_the_winner_is_not():
    class Knowing(ScriptedPlayer):
        def explain(self, reason, explained):
            explained(Explanation(Cause.IDLE, say("{name} slept", name=self.name)))

    table = Table(["e4"], [None], kind=Knowing)
    table.game.run()
    assert str(table.ended().explanation.sentence) == "b slept"


def test_a_draw_on_time_is_explained_by_the_one_whose_time_ran_out():
    class Knowing(ScriptedPlayer):
        def explain(self, reason, explained):
            explained(Explanation(Cause.IDLE, say("{name} slept", name=self.name)))

    fen = "7k/8/8/8/8/8/1P6/K7 w - - 0 1"
    table = Table([None], kind=Knowing, setup=fen, draw_if_cannot_win=True)
    table.game.run()
    assert str(table.ended().explanation.sentence) == "w slept"


class Thoughtful(ScriptedPlayer):
    """Keeps the question why it lost."""

    def explain(self, reason, explained):
        self.explained = explained
        self.reasons = [*getattr(self, "reasons", []), reason]


def test_a_player_that_never_explains_its_loss_is_not_waited_for_for_ever():
    table = Table(["e5"], kind=Thoughtful)
    assert table.game.run().outcome.reason is Reason.ILLEGAL_MOVES
    assert (table.ended().explanation, table.time.now()) == (None, EXPLANATION_SECONDS)
    table.white.explained(CRASHED.explanation)  # nobody hears it any more
    assert table.game.explanation is None


@pytest.mark.parametrize("said", [None, "it slept", CRASHED.explanation])
def test_an_explanation_may_come_later_from_another_thread(said):
    threads = []

    class Late(ScriptedPlayer):
        def explain(self, reason, explained):
            threads.append(threading.Thread(target=explained, args=[said]))
            threads[0].start()

    game = Game(CHESS, Late(FakeTime(), "e5"), ScriptedPlayer(FakeTime()))
    game.run()
    threads[0].join()
    if isinstance(said, Explanation):
        assert game.explanation is not None
        assert game.explanation.sentence == said.sentence
    else:
        assert game.explanation is None


def test_a_game_that_is_being_explained_can_be_stopped():
    asked = threading.Event()

    class Asked(ScriptedPlayer):
        def explain(self, reason, explained):
            asked.set()

    with Game(CHESS, Asked(FakeTime(), "e5"), ScriptedPlayer(FakeTime())) as game:
        assert asked.wait(PATIENCE)
        assert game.outcome is None
        game.stop("enough")
        assert game.outcome == Outcome(BLACK, Reason.ILLEGAL_MOVES, "e5")


def test_both_players_are_told_when_it_is_over():
    table = Table([Resign()])
    outcome = table.game.run().outcome
    assert (table.white.withdrawn, table.black.withdrawn) == (1, 1)
    assert table.white.outcome == table.black.outcome == outcome


def test_a_broken_subscriber_does_not_stop_the_game(caplog: pytest.LogCaptureFixture):
    def broken(event: Event):
        raise RuntimeError("view")

    table = Table(["e4", Resign()], ["e5"])
    table.game.bus.subscribe(broken)
    table.game.run()
    assert len(of_kind(table.events, MovePlayed)) == 2
    assert table.ended()
    caplog.clear()


# People who interfere


def test_a_subscriber_may_stop_its_own_game():
    table = Table(["e4", "d4"], ["e5"])
    table.when(MovePlayed, lambda: table.game.stop("enough"))
    assert table.game.run().outcome == Outcome(None, Reason.STOPPED, "enough")


def test_the_organiser_may_adjudicate():
    table = Table(["e4", None], ["e5"])
    table.when(MovePlayed, lambda: table.game.adjudicate(WHITE, "cheating"))
    assert table.game.run().outcome == Outcome(WHITE, Reason.ADJUDICATION, "cheating")


def test_a_player_on_another_thread_is_charged_until_it_answers_whatever_the_game_does_then():
    answered = threading.Event()

    class OnItsThread(ScriptedPlayer):
        def ask(self, turn: Turn, answer: Answer) -> None:
            threading.Thread(target=self._think, args=[turn, answer]).start()

        def _think(self, turn: Turn, answer: Answer) -> None:
            super().ask(turn, answer)
            answered.set()

    table = Table([("e4", 2.0)], [Resign()], white_kind=OnItsThread)
    table.when(TurnStarted, lambda: answered.wait(PATIENCE) and table.time.advance(30))
    table.game.run()
    assert of_kind(table.events, MovePlayed)[0].elapsed == 2


def test_a_pause_costs_nobody_any_time():
    table = Table(["e4", None], ["e5"])

    def come_back():
        table.time.advance(1000)
        table.game.resume()

    table.when(MovePlayed, table.game.pause)
    table.when(Paused, come_back)
    table.game.run()
    assert len(of_kind(table.events, Resumed)) == 1
    assert [event.elapsed for event in of_kind(table.events, MovePlayed)] == [0, 0]


def test_a_take_back_asks_again_with_the_clocks_as_they_were():
    table = Table([("e4", 5), None, "d4", Resign()], [("e5", 7), "d5"])
    table.when(TurnStarted, lambda: table.game.take_back(2), nth=3)
    table.game.run()
    (taken,) = of_kind(table.events, MovesTakenBack)
    assert (taken.plies, taken.ply, taken.clock.remaining) == (2, 0, PerColor(60, 60))
    assert list(table.ended().turn.moves) == ["d2d4", "d7d5"]
    assert table.white.withdrawn == table.black.withdrawn == 2


def test_a_draw_is_agreed_between_two_players():
    class Agreeable(ScriptedPlayer):
        def offered_draw(self):
            self.seated.tell(AcceptDraw())

    table = Table(["e4", None], ["e5"], kind=Agreeable)
    table.when(MovePlayed, lambda: table.white.seated.tell(OfferDraw()))
    assert table.game.run().outcome == Outcome(None, Reason.AGREEMENT)


def played() -> Table:
    """A game just ended after e4 e5."""
    table = Table(["e4", Resign()], ["e5"])
    table.game.run()
    return table


@pytest.mark.parametrize("plies", [0, -1])
def test_taking_back_nothing_is_a_mistake(plies: int):
    with pytest.raises(ValueError, match=f"{plies} is no number of plies to take back"):
        played().game.take_back(plies)


def test_more_than_was_played_cannot_be_taken_back():
    with pytest.raises(CannotTakeBack, match="only 2 plies have been played, 3 cannot"):
        played().game.take_back(3)


def test_a_player_that_cannot_rewind_says_so():
    class Forward(ScriptedPlayer):
        cannot_rewind = say("this protocol cannot take back")

    table = Table(["e4", Resign()], ["e5"], kind=Forward)
    table.game.run()
    with pytest.raises(CannotTakeBack, match="this protocol cannot take back") as caught:
        table.game.take_back()
    assert caught.value.sentence is Forward.cannot_rewind


def test_the_viewing_pause_stands_between_the_moves_of_programs():
    table = Table(["f3", "g4"], ["e5", "Qh4"], viewing_pause=0.5)
    table.game.run()
    assert table.time.now() == 1.5
    assert table.ended().clock.remaining == PerColor(60, 60)


# One end, always


def test_a_stop_before_the_start_stops_the_game_when_it_starts():
    table = Table(["e4"])
    table.game.stop("rain")
    assert table.events == []
    assert table.game.run().outcome == Outcome(None, Reason.STOPPED, "rain")
    assert table.ended()


@pytest.mark.parametrize("inline", [False, True])
def test_a_finished_game_goes_at_once_with_what_its_players_have_learnt(inline: bool):
    def play() -> list[weakref.ref[object]]:
        players = [InProcessAI(lambda board: "e9", inline=inline) for _ in "wb"]
        game = Game(CHESS, *players)
        assert game.run().outcome.winner is BLACK
        return [weakref.ref(each) for each in (game, *players)]

    gc.disable()  # it looks at everything so rarely that megabytes would stay for many games
    try:
        left = play()
        still_thinking(PATIENCE)
        assert [each() for each in left] == [None, None, None]
    finally:
        gc.enable()


def test_a_game_is_played_once():
    game = Table([Resign()]).game
    game.run()
    for again in (game.run, game.start):
        with pytest.raises(RuntimeError, match="played once"):
            again()


def test_a_finished_game_can_be_stopped_and_joined():
    table = Table([Resign()])
    outcome = table.game.run().outcome
    table.game.stop()
    assert table.game.join().outcome == outcome
    assert table.ended()


def test_a_finished_game_takes_no_orders():
    game = Game(CHESS, InProcessAI(first), ScriptedPlayer(FakeTime(), Resign()))
    game.run()
    record = game.record()
    for order in (game.stop, game.pause, game.resume, game.take_back):
        order()
    game.adjudicate(WHITE)
    assert game.record() == record


def test_a_game_that_has_not_begun_has_no_outcome():
    assert Table().game.join() is None


def test_leaving_the_block_ends_the_game():
    with Table([Resign()]).game as game:
        assert game.join().outcome.reason is Reason.RESIGNATION


def broken_chess(method: str):
    """Chess whose positions raise in one method from the second ply on."""

    class Broken:
        def __init__(self, position, ply: int = 0) -> None:
            self.position, self.ply = position, ply

        def __getattr__(self, name: str):
            if name == method and self.ply >= 2:
                raise ZeroDivisionError(name)
            return getattr(self.position, name)

        def play(self, move):
            return Broken(self.position.play(move), self.ply + 1)

    return replace(CHESS, start=lambda setup: Broken(CHESS.start(setup)))


@pytest.mark.parametrize("method", ["parse", "outcome"])
def test_our_own_mistake_ends_the_game_once_and_then_raises(method: str):
    time, events, bus = FakeTime(), [], EventBus()
    bus.subscribe(events.append)
    white, black = ScriptedPlayer(time, "e4", "d4"), ScriptedPlayer(time, "e5")
    game = Game(broken_chess(method), white=white, black=black, bus=bus, time=time)
    with pytest.raises(BadRules, match=f"rules of chess failed in {method}") as raised:
        game.run()
    assert isinstance(raised.value.__cause__, ZeroDivisionError)
    (ended,) = of_kind(events, GameEnded)
    assert ended is events[-1]
    assert ended.outcome.reason is Reason.INTERNAL_ERROR
    assert ended.explanation is not None
    assert ended.explanation.sentence == raised.value.sentence
    assert len(of_kind(events, MovePlayed)) == ended.turn.ply
    assert white.outcome == black.outcome == ended.outcome


def interrupt():
    raise KeyboardInterrupt


@pytest.mark.parametrize("kind", [GameStarted, MovePlayed, TurnStarted])
def test_ctrl_c_stops_the_game_and_keeps_every_event(kind: type):
    table = Table(["e4", None], ["e5"])
    table.when(kind, interrupt)
    with pytest.raises(KeyboardInterrupt):
        table.game.run()
    assert table.ended().outcome.reason is Reason.STOPPED
    plies = [event.ply for event in of_kind(table.events, MovePlayed)]
    assert plies == list(range(table.ended().turn.ply))


def test_ctrl_c_while_the_end_is_told_leaves_the_end_as_it_was():
    class Slow(ScriptedPlayer):
        def explain(self, reason, explained):
            raise KeyboardInterrupt

    table = Table([None], kind=Slow)
    with pytest.raises(KeyboardInterrupt):
        table.game.run()
    assert table.ended().outcome == Outcome(BLACK, Reason.TIME)
    for player in (table.white, table.black):
        assert (player.withdrawn, player.outcome) == (1, table.ended().outcome)


def test_ctrl_c_while_an_explanation_is_awaited_leaves_the_end_as_it_was():
    class Impatient(FakeTime):
        def receive(self, inbox, until):
            if hasattr(table.white, "explained"):
                raise KeyboardInterrupt
            return super().receive(inbox, until)

    table = Table(["e5"], kind=Thoughtful, time=Impatient())
    with pytest.raises(KeyboardInterrupt):
        table.game.run()
    assert table.ended().outcome.reason is Reason.ILLEGAL_MOVES
    assert table.white.outcome == table.ended().outcome


def test_ctrl_c_after_the_flag_has_fallen_publishes_the_end_without_an_explanation():
    class Interrupted(FakeTime):
        def receive(self, inbox, until):
            if table.white.seated is None or until == inf or not inbox.empty():
                return super().receive(inbox, until)
            self.advance(100)
            raise KeyboardInterrupt

    table = Table([None], kind=Thoughtful, time=Interrupted())
    with pytest.raises(KeyboardInterrupt):
        table.game.run()
    assert table.ended().outcome == Outcome(BLACK, Reason.TIME)
    assert table.white.reasons == [Reason.TIME]


def test_nobody_else_drives_the_loop_while_the_end_after_ctrl_c_is_told():
    table, free = Table(["e4", None], ["e5"]), list[bool]()

    def looked() -> None:
        looking = threading.Thread(
            target=lambda: free.append(table.game._inbox._run_here(lambda: None))
        )
        looking.start()
        looking.join()

    table.when(MovePlayed, interrupt)
    table.when(GameEnded, looked)
    with pytest.raises(KeyboardInterrupt):
        table.game.run()
    assert free == [False]


# A player talks without end


class Talkative(ScriptedPlayer):
    """Makes a thousand remarks before it answers."""

    def ask(self, turn: Turn, answer: Answer) -> None:
        for number in range(1000):
            self.seated.tell(Note(str(number), NoteKind.COMMENT))
        super().ask(turn, answer)


def slow_table(*script: Step) -> Table:
    """A game of 0.1 s; whoever hears it takes half a millisecond for a remark."""
    options = {"white_kind": Talkative, "time_control": TimeControl(0.1)}
    table = Table(script, [Resign()], **options)

    def slow(event: Event) -> None:
        if isinstance(event, PlayerSaid):
            table.time.advance(0.0005)

    table.game.bus.subscribe(slow)
    return table


def test_remarks_that_are_still_to_be_told_do_not_hold_up_the_fall_of_the_flag():
    table = slow_table(None)
    table.game.run()
    assert table.ended().outcome == Outcome(BLACK, Reason.TIME)
    assert len(of_kind(table.events, PlayerSaid)) < 300


def test_an_answer_that_came_in_time_counts_however_many_remarks_are_still_to_be_told():
    table = slow_table("e4")
    table.game.run()
    assert table.ended().outcome == Outcome(WHITE, Reason.RESIGNATION)
    assert [event.elapsed for event in of_kind(table.events, MovePlayed)] == [0.0]


# The host was away


def test_nobody_loses_on_time_while_the_host_is_away():
    time = FakeTime()

    class Stopped(ScriptedPlayer):
        """The host is stopped while it thinks."""

        def ask(self, turn: Turn, answer: Answer) -> None:
            time.advance(2)
            time.miss(1000)
            time.advance(1)
            super().ask(turn, answer)

    white, black = Stopped(time, "e4", Resign()), ScriptedPlayer(time, "e5")
    game = Game(CHESS, white=white, black=black, time_control=TimeControl(10), time=time)
    events: list[Event] = []
    game.bus.subscribe(events.append)
    assert game.run().outcome.reason is Reason.RESIGNATION
    away, played = of_kind(events, HostAway)[0], of_kind(events, MovePlayed)[0]
    assert str(away.sentence) == "the board was stopped for 1000.0 s: nobody was charged"
    assert (played.elapsed, played.clock.remaining.white) == (3, 7)


def test_a_player_that_hangs_loses_although_the_host_was_away():
    time = FakeTime()

    class Hanging(ScriptedPlayer):
        def ask(self, turn: Turn, answer: Answer) -> None:
            time.miss(1000)

    white, black = Hanging(time), ScriptedPlayer(time)
    game = Game(CHESS, white=white, black=black, time_control=TimeControl(10), time=time)
    assert game.run().outcome.reason is Reason.TIME
    assert time.now() == 1010


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"rules": "chess"}, "'chess' is no game: give its Rules"),
        ({"time_control": 60}, r"60 is no time control: give TimeControl\(60\)"),
        ({"setup": 5}, "5 is no position: give its text"),
        ({"moves": [5]}, "5 is no text of a move"),
    ],
)
def test_a_value_of_a_wrong_type_is_quoted_with_what_to_give(wrong, said):
    facts = {"rules": CHESS, "white": "random", "black": "random", **wrong}
    with pytest.raises(TypeError, match=said):
        Game(facts.pop("rules"), facts.pop("white"), facts.pop("black"), **facts)


def test_no_other_value_than_a_color_or_a_reason_ends_a_game():
    with pytest.raises(TypeError, match="'white' wins no game: give a Color"):
        Outcome("white", Reason.RULES)
    with pytest.raises(TypeError, match="'rules' is no Reason"):
        Outcome(Color.WHITE, "rules")
    with pytest.raises(TypeError, match="'white' wins no game"):
        Game(CHESS, "random", "random").adjudicate("white")
    with pytest.raises(TypeError, match="'5' is no number for base"):
        TimeControl("5")


def test_a_move_of_another_library_is_refused_with_the_way_to_write_it():
    with pytest.raises(TypeError, match=r"Move.from_uci\('e2e4'\) is no text of a move: .*uci"):
        CHESS.start(None).play(chess.Move.from_uci("e2e4"))


def test_a_game_changes_no_setting_of_the_interpreter():
    """They belong to whoever owns the process."""
    table, seen = Table(["f3", "g4"], ["e5", "Qh4#"]), set()
    settings = gc.get_threshold(), gc.isenabled(), sys.getswitchinterval()
    table.game.bus.subscribe(
        lambda event: seen.add((gc.get_threshold(), gc.isenabled(), sys.getswitchinterval()))
    )
    table.game.run()
    assert seen == {settings}
