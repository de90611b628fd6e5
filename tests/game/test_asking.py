"""What a program that embeds a game may give it, and ask it."""

import asyncio
import contextlib
import math
import pickle
import subprocess
import sys
import threading
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from pathlib import Path

import chess
import pytest
from patience import PATIENCE

from board_core import (
    CHESS,
    GOMOKU,
    BadPlayer,
    BoardError,
    Color,
    Event,
    Game,
    GameEnded,
    GameStarted,
    Human,
    InProcessAI,
    Move,
    MovePlayed,
    MovesTakenBack,
    Outcome,
    Paused,
    PerColor,
    Play,
    Player,
    PlayerSaid,
    ProcessAI,
    Reason,
    Resign,
    TimeControl,
    TurnStarted,
    View,
    play_match,
)
from board_core.ais import RandomMoves
from board_core.author.testing import FakeTime, ScriptedPlayer
from board_core.game import Mailbox, first_view
from board_core.game.rules import Line
from board_core.games import read_pgn, to_pgn
from board_core.match import GameSpec
from board_core.match.player_spec import PlayerKind, parse_player
from board_core.match.spec import built_in_player
from board_core.record import NOT_FINISHED

FOOLS_MATE = ["f3", "g4"], ["e5", "Qh4#"]
MATE = Outcome(Color.BLACK, Reason.CHECKMATE)
SHUFFLE = ("Nf3", "Nf6", "Ng1", "Ng8", "e4", "e5")


def scripted(white=FOOLS_MATE[0], black=FOOLS_MATE[1], **more) -> Game:
    time = FakeTime()
    players = [ScriptedPlayer(time, *script) for script in (white, black)]
    return Game(CHESS, *players, time=time, time_control=TimeControl(60), **more)


def wait_for_a_turn(events: Mailbox) -> None:
    while not isinstance(events.get(PATIENCE), TurnStarted):
        pass


def first(board: chess.Board) -> chess.Move:
    return next(iter(board.legal_moves))


class Closed(Player):
    """Resigns at once and counts how often it is closed."""

    name = "closed"

    def __init__(self) -> None:
        self.closed = 0

    def ask(self, turn, answer) -> None:
        answer(Resign())

    def close(self) -> None:
        self.closed += 1


# Who can play


@pytest.mark.parametrize(
    "given", [first, "random", "Somebody=greedy", parse_player("random"), InProcessAI(first)]
)
def test_a_player_is_a_function_a_text_a_maker_or_a_player(given):
    assert Game(CHESS, given, Closed()).run().outcome == Outcome(Color.WHITE, Reason.RESIGNATION)
    assert Game(CHESS, black=given, white=Closed()).run().names.white == "closed"


def test_a_function_and_a_text_can_play_each_other():
    game = Game(CHESS, first, "random", moves=["e4", "e5"])
    played = game.run()
    assert played.names == PerColor("first", "random")
    assert played.over
    assert len(played.moves) > 2


def test_a_program_is_given_by_its_text_and_closed_by_the_game(monkeypatch):
    closed = []
    close = ProcessAI.close
    monkeypatch.setattr(ProcessAI, "close", lambda self: closed.append(close(self)))
    game = Game(CHESS, Closed(), f"uci:{sys.executable} -c pass")
    assert game.run().outcome.reason is Reason.NOT_STARTED
    assert closed == [None]


def test_only_what_the_game_has_made_is_closed_by_it():
    made, mine = Closed(), Closed()

    class Maker:
        name = "maker"

        def make(self, seed=None, isolate=False, sandbox="auto", transcript=None):
            return made

    Game(CHESS, Maker(), mine).run()
    assert (made.closed, mine.closed) == (1, 0)
    with pytest.raises(TypeError):
        Game(CHESS, Maker(), 5)
    assert made.closed == 2


@pytest.mark.parametrize("given", [None, 5, chess.Board(), Closed, InProcessAI, b"hard"])
def test_anything_else_is_refused_with_what_can_be_given(given):
    with pytest.raises(TypeError, match=r"'greedy' or 'uci:stockfish', a function of a board"):
        Game(CHESS, given, Closed())


@pytest.mark.parametrize(
    ("rules", "text", "why"),
    [
        (CHESS, "hrad", "did you mean hard"),
        (CHESS, "human", "give a Human"),
        (GOMOKU, "stronger-than-all", "names no player"),
        (GOMOKU, "uci:stockfish", "is for chess only"),
    ],
)
def test_a_text_that_names_no_player_of_this_game_is_refused(rules, text, why):
    with pytest.raises(BadPlayer, match=why):
        Game(rules, text, Closed())


class Answers(Player):
    """A player that answers with a value, and may say one first."""

    name = "mine"

    def __init__(self, answer, said=None):
        self.answer, self.said = answer, said

    def seat(self, seat):
        self.tell = seat.tell
        seat.ready()

    def ask(self, turn, answer):
        if self.said is not None:
            self.tell(self.said)
        answer(self.answer)


@pytest.mark.parametrize("answer", ["e2e4", "e4", Play("e2e4")])
def test_an_answer_that_is_a_text_plays_a_move(answer):
    game = Game(CHESS, Answers(answer), Closed())
    heard = []
    game.bus.subscribe(lambda event: heard.append(event.move), only=MovePlayed)
    game.run()
    assert heard == ["e2e4"]


@pytest.mark.parametrize("answer", [None, 5, chess.Move.null, Play(chess.E4), Play(b"e2e4")])
def test_any_other_answer_loses_with_what_can_be_answered(answer):
    played = Game(CHESS, Answers(answer), Closed()).run()
    assert played.outcome == Outcome(Color.BLACK, Reason.CRASH)
    assert "answer with a move's text, Play(…), Resign()" in str(played.explanation)


def test_a_text_that_a_player_says_is_a_comment_and_any_other_value_loses():
    game, heard = Game(CHESS, Answers("e4", "good luck"), Closed()), []
    game.bus.subscribe(lambda event: heard.append(event.note.text), only=PlayerSaid)
    game.run()
    assert heard == ["good luck"]
    played = Game(CHESS, Answers("e4", Play("e4")), Closed()).run()
    assert "the player said Play(text='e4'" in str(played.explanation)


async def awaiting(board):
    return first(board)


async def yielding(board):
    yield first(board)


class Awaiting:
    async def __call__(self, board):
        return first(board)


@pytest.mark.parametrize("function", [awaiting, yielding, Awaiting()])
def test_an_async_function_is_refused_with_what_to_write(function):
    with pytest.raises(TypeError, match=r"an async function: give a plain one, .* asyncio.run"):
        Game(CHESS, function, "random")


def test_a_player_with_an_async_ask_is_refused_with_what_to_write():
    class Async(Player):
        async def ask(self, turn, answer):
            answer("e4")

    with pytest.raises(TypeError, match=r"has an 'async def ask': write 'def'"):
        Game(CHESS, Async(), "random")


def test_one_player_does_not_play_both_sides():
    player = Human("Ann")
    for game in (Game, GameSpec):
        with pytest.raises(BoardError, match="cannot play both sides: give two players"):
            game(CHESS, player, player)
    with pytest.raises(BoardError, match="cannot play both sides"):
        play_match(player, player, games=2)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Game(CHESS, first, first, time=60),
        lambda: Game(CHESS, first, first, bus=print),
        lambda: Game(CHESS, first, first, journal=5),
        lambda: Game(CHESS, first, first, clock=5),
        lambda: Game(CHESS, first, first, viewing_pause="x"),
        lambda: Game(CHESS, first, first, viewing_pause=math.nan),
        lambda: Game(CHESS, first, first, start_limit=-1),
        lambda: Game(CHESS, first, first, time_control=PerColor(60, 60)),
        lambda: GameSpec(CHESS, first, first, PerColor(60, 60)),
        lambda: Game(CHESS, first, first).take_back(0),
        lambda: play_match(first, first, games=0),
        lambda: play_match(first, first, concurrency="2"),
        lambda: play_match(first, first, sandbox="none"),
        lambda: play_match(first, first, restart="never"),
        lambda: play_match(first, first, keep_lost=-1),
        lambda: play_match(first, first, tell=5),
        lambda: ProcessAI(""),
        lambda: ProcessAI(5),
        lambda: ProcessAI("x", protocol="UCI"),
        lambda: ProcessAI("x", protocol=None),
        lambda: InProcessAI(5),
        lambda: InProcessAI(first, inline=True, isolate=True),
        lambda: Human(5),
        lambda: Human().play(chess.Move.null()),
        lambda: read_pgn(Path("games.pgn")),
        lambda: to_pgn(Game(CHESS, first, first)),
    ],
)
def test_a_wrong_argument_is_quoted_with_what_is_wanted(wrong):
    with pytest.raises((TypeError, BoardError), match=r"give|use one of|choose one"):
        wrong()


@pytest.mark.parametrize("text", ["hard", " Greedy ", "elo:1200"])
def test_a_stranger_s_text_may_name_a_built_in_player(text):
    assert built_in_player(text).kind is PlayerKind.BUILT_IN


@pytest.mark.parametrize(
    "text", ["", "human", "sh -c 'touch x'", "x.py:choose", "uci:stockfish", "a=hard", "elo:99999"]
)
def test_a_stranger_s_text_names_no_program_and_no_file(text):
    with pytest.raises(BadPlayer, match="choose one of random"):
        built_in_player(text)


def test_a_program_ends_although_its_game_goes_on(tmp_path):
    program = """
from board_core import CHESS, Game, GameEnded, Human
game = Game(CHESS, Human("Ann"), Human("Ben"))
game.bus.subscribe(lambda end: print(end.outcome.reason.value), only=GameEnded)
game.start()
raise SystemExit("a bug")
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.stdout, done.stderr, done.returncode) == ("stopped\n", "a bug\n", 1)


# What can be asked of a game


def test_a_game_can_be_asked_before_during_and_after():
    game = scripted()
    assert game.position == CHESS.start(None)
    assert (game.moves, game.outcome, game.explanation) == ([], None, None)
    assert not game.record().over
    seen = []

    def look(event: Event) -> None:
        seen.append((len(game.moves), len(game.record().moves), game.clock, game.position))

    game.bus.subscribe(look)
    played = game.run()
    assert all(moves == recorded for moves, recorded, _, _ in seen)
    assert seen[-1] == (4, 4, game.clock, game.position)
    assert game.moves == ["f2f3", "e7e5", "g2g4", "d8h4"]
    assert game.outcome == played.outcome == MATE
    assert game.position == played.last_position
    assert [move.notation for move in played.moves] == ["f3", "e5", "g4", "Qh4#"]
    assert game.record() == played == game.join()
    assert pickle.loads(pickle.dumps(played)) == played


def test_given_moves_are_part_of_a_game_before_it_starts():
    game = scripted(["g4"], ["Qh4#"], moves=["f3", "e5"])
    assert game.moves == ["f2f3", "e7e5"]
    assert [move.notation for move in game.record().moves] == ["f3", "e5"]
    assert game.record().moves == game.run().moves[:2]


def test_a_take_back_is_seen_by_all_who_ask():
    game = scripted(["e4", "d4"], ["e5", Resign()])
    after = []

    def hear(event: Event) -> None:
        if isinstance(event, MovePlayed) and event.ply == 1:
            game.take_back(2)
        if isinstance(event, MovesTakenBack):
            after.append((game.position, list(game.moves), len(game.record().moves)))

    game.bus.subscribe(hear)
    game.run()
    reached = CHESS.start(None).play(Move("e2e4"))
    assert after == [(reached, ["e2e4"], 1)]  # White had answered before it was asked for
    assert game.moves == ["e2e4"]


def test_the_reason_of_a_failure_can_be_asked():
    def fails(board):
        raise RuntimeError("no idea")

    game = Game(CHESS, fails, Closed())
    played = game.run()
    assert game.explanation == played.explanation
    assert "no idea" in str(game.explanation.sentence)


def test_nobody_sees_what_the_journal_could_not_take():
    def journal(event: Event) -> None:
        if isinstance(event, MovePlayed):
            seen.append((list(game.moves), len(game.record().moves)))
            if event.ply == 1:
                raise OSError("full")

    seen: list[tuple[list, int]] = []
    game = scripted(journal=journal)
    played = game.run()
    assert seen == [([], 0), (["f2f3"], 1)]
    assert played.outcome.reason is Reason.INTERNAL_ERROR
    assert [move.move for move in played.moves] == ["f2f3"] == [*game.moves]


def test_a_game_that_fails_before_it_starts_has_a_record_with_its_end():
    def journal(event: Event) -> None:
        raise OSError("full")

    played = scripted(journal=journal).run()
    assert played.outcome.reason is Reason.INTERNAL_ERROR
    assert not played.moves


def test_every_thread_sees_states_that_have_been():
    white, black = Human(), Human()
    game, seen, done = Game(CHESS, white, black), [], threading.Event()

    def watch() -> None:
        while not done.is_set():
            seen.append((game.position, game.record()))

    watcher = threading.Thread(target=watch)
    events = game.bus.mailbox()
    with game:
        watcher.start()
        for side, move in zip([white, black] * 3, SHUFFLE, strict=True):
            wait_for_a_turn(events)
            side.play(move)
        wait_for_a_turn(events)
        done.set()
        watcher.join(PATIENCE)
    counts = [len(record.moves) for _, record in seen]
    assert all(earlier <= later for earlier, later in pairwise(counts))
    been = [CHESS.start(None)]
    for move in game.moves:
        been.append(been[-1].play(move))
    assert {position for position, _ in seen} <= set(been)


# From a loop of asyncio


def test_events_come_in_order_and_none_is_lost():
    game, heard = scripted(), []
    game.bus.subscribe(heard.append)

    async def follow() -> list[Event]:
        return [event async for event in game.events()]

    assert asyncio.run(follow()) == heard
    assert isinstance(heard[0], GameStarted)
    assert isinstance(heard[-1], GameEnded)


def shown(events) -> View:
    begun, *rest = events
    return reduce(View.after, rest, first_view(begun))


def test_who_comes_late_gets_all_events_and_each_of_them_once():
    white, black = Human("Ann"), Human("Ben")
    game, heard = Game(CHESS, white, black), []
    game.bus.subscribe(heard.append)

    async def watch() -> list[Event]:
        events = game.events(from_start=True)
        seen = [await anext(events)]
        white.play("e4")  # played while the watcher catches up
        async for event in events:
            seen.append(event)
            if isinstance(event, TurnStarted) and event.color is Color.BLACK:
                black.resign()
        return seen

    game.start()
    seen = asyncio.run(asyncio.wait_for(watch(), PATIENCE))
    assert [event for event in seen if not isinstance(event, TurnStarted)] == [
        event for event in heard if not isinstance(event, TurnStarted)
    ]


def test_a_game_that_has_ended_is_told_from_its_start_and_shown():
    game, heard = scripted(), []
    game.bus.subscribe(heard.append)
    assert game.view() == shown(game.record().events())
    game.run()

    async def late(from_start: bool) -> list[Event]:
        return [event async for event in game.events(from_start=from_start)]

    told = asyncio.run(late(from_start=True))
    assert [type(event) for event in told] == [GameStarted, *[MovePlayed] * 4, GameEnded]
    assert [event.position for event in told] == [
        event.position for event in heard if type(event) in (GameStarted, MovePlayed, GameEnded)
    ]
    assert asyncio.run(late(from_start=False)) == []
    assert game.view() == shown(told)
    assert (game.view().played, game.view().ended.outcome) == (told[1:-1], heard[-1].outcome)


def test_a_running_game_is_shown_as_it_stands():
    white, black = Human("Ann"), Human("Ben")
    game = Game(CHESS, white, black)
    mailbox, heard = game.bus.mailbox(), []
    with game:
        for move in (None, "e4"):
            if move is not None:
                white.play(move)
            while not isinstance(event := mailbox.get(PATIENCE), TurnStarted):
                heard.append(event)
            heard.append(event)
            view = game.view()
            assert replace(view, played=Line(), clock=event.turn.clock) == replace(
                shown(heard), played=Line()
            )
            assert [each.move for each in view.played] == game.moves
            assert (event.color, event.ply) == (event.turn.color, event.turn.ply)


def test_who_comes_in_a_pause_sees_that_it_is_one():
    white, black = Human("Ann"), Human("Ben")
    game = Game(CHESS, white, black)
    mailbox = game.bus.mailbox()
    with game:
        wait_for_a_turn(mailbox)
        game.pause()
        while not isinstance(mailbox.get(PATIENCE), Paused):
            pass

        async def come() -> list[type[Event]]:
            seen = []
            async for event in game.events(from_start=True):
                seen.append(type(event))
                if len(seen) == 3:
                    break
            return seen

        assert asyncio.run(come()) == [GameStarted, TurnStarted, Paused]
        assert game.view().paused
        game.resume()


def test_a_game_whose_functions_never_wait_lets_a_watcher_in():
    players = [InProcessAI(RandomMoves(seed), inline=True) for seed in (1, 2)]

    async def watch() -> list[Event]:
        return [event async for event in Game(CHESS, *players).events(from_start=True)]

    seen = asyncio.run(watch())
    moves = [event.ply for event in seen if isinstance(event, MovePlayed)]
    assert moves == list(range(len(moves)))
    assert (type(seen[0]), type(seen[-1])) == (GameStarted, GameEnded)


def test_a_played_game_is_told_again_by_its_events_and_positions():
    game = scripted(moves=["e4", "e5"], white=["f3", "g4"], black=["Nc6", Resign()])
    heard = []
    game.bus.subscribe(heard.append, only=(GameStarted, MovePlayed, GameEnded))
    played = game.run()
    told = list(played.events())
    assert [type(event) for event in told] == [type(event) for event in heard]
    for one, other in zip(told, heard, strict=True):
        assert one.position == other.position
        if isinstance(one, MovePlayed):
            assert one == replace(other, clock=one.clock)
            assert one.clock.remaining == other.clock.remaining
    assert told[-1].outcome == heard[-1].outcome
    assert list(played.positions()) == [told[0].position, *(event.position for event in told[1:-1])]
    assert [type(event) for event in replace(played, outcome=NOT_FINISHED).events()][
        -1
    ] is MovePlayed


def test_a_game_is_awaited():
    async def play() -> None:
        game = scripted()
        played = await game.played()
        assert played.outcome == MATE
        assert await game.played() == played == game.record()
        assert [event async for event in game.events()] == []

    asyncio.run(play())


def test_many_games_are_awaited_at_once_in_any_loop():
    async def all_of_them() -> list[Outcome]:
        played = await asyncio.gather(*(scripted().played() for _ in range(10)))
        return [each.outcome for each in played]

    results: list[list[Outcome]] = []
    loops = [
        threading.Thread(target=lambda: results.append(asyncio.run(all_of_them())))
        for _ in range(2)
    ]
    for loop in loops:
        loop.start()
    for loop in loops:
        loop.join(PATIENCE)
    assert results == [[MATE] * 10] * 2


def test_to_cancel_stops_the_game():
    async def play() -> Game:
        game = Game(CHESS, Human(), Human())
        events, waiting = game.events(), asyncio.create_task(game.played())
        await asyncio.sleep(0)  # it starts the game, and so it may stop it
        async for event in events:
            if isinstance(event, TurnStarted):
                break
        assert game.outcome is None  # whoever only follows a game does not stop it
        waiting.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await waiting
        assert waiting.cancelled()
        return game

    game = asyncio.run(asyncio.wait_for(play(), PATIENCE))
    assert game.join(0).outcome.reason is Reason.STOPPED


def test_leaving_the_loop_over_a_game_stops_it():
    async def play() -> Game:
        game = Game(CHESS, Human(), Human())
        async with contextlib.aclosing(game.events()) as events:
            async for event in events:
                if isinstance(event, TurnStarted):
                    break
        return game

    assert asyncio.run(play()).join(0).outcome.reason is Reason.STOPPED


def test_cancelling_before_anything_has_come_stops_the_game_too():
    async def play() -> Game:
        game = Game(CHESS, Human(), Human())
        waiting = asyncio.create_task(game.played())
        await asyncio.sleep(0)
        waiting.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await waiting
        return game

    assert asyncio.run(play()).join(0).outcome.reason is Reason.STOPPED


def test_a_game_that_others_started_is_heard_from_now_on_and_goes_on():
    white, black = Human(), Human()

    async def watch(events) -> list[Event]:
        heard = []
        async for event in events:
            heard.append(event)
            if isinstance(event, TurnStarted):
                break
        return heard

    game = Game(CHESS, white, black)
    mailbox = game.bus.mailbox()
    with game:
        wait_for_a_turn(mailbox)
        events = game.events()  # from here on, though no loop runs yet
        white.play("e4")
        wait_for_a_turn(mailbox)
        assert [type(event) for event in asyncio.run(watch(events))] == [MovePlayed, TurnStarted]
        black.play("e5")
        wait_for_a_turn(mailbox)
        assert game.outcome is None


def test_a_loop_that_has_been_closed_does_not_disturb_the_game():
    white, black = Human(), Human()

    async def glance() -> None:
        waiting = asyncio.create_task(anext(game.events()))
        await asyncio.sleep(0)
        waiting.cancel()

    game = Game(CHESS, white, black)
    mailbox = game.bus.mailbox()
    with game:
        wait_for_a_turn(mailbox)
        asyncio.run(glance())
        white.play("e4")
        wait_for_a_turn(mailbox)
        black.resign()
        assert game.join(PATIENCE).outcome == Outcome(Color.WHITE, Reason.RESIGNATION)
