"""Golden transcripts: what a subscriber hears of a whole game, kept as text.

A story that has changed on purpose is written anew: delete its file and run the test twice.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import assert_never

import pytest

from board_core import (
    Clock,
    DrawDeclined,
    DrawOffered,
    Event,
    Game,
    GameEnded,
    GameStarted,
    HostAway,
    MovePlayed,
    MoveRejected,
    MovesTakenBack,
    Paused,
    PlayerSaid,
    PlayerSilent,
    Resumed,
    Thinking,
    TimeControl,
    TurnStarted,
)
from board_core.author.testing import FakeTime, ScriptedPlayer, play_script
from board_core.games import CHESS
from board_core.players.human import Human

STORIES = Path(__file__).parents[1] / "stories"


def described(clock: Clock) -> str:
    return f"{clock.remaining.white:g} : {clock.remaining.black:g}"


def describe(event: Event) -> str:
    match event:
        case GameStarted(rules, names, clock=clock):
            return f"{rules.name}: {names.white} - {names.black}, {described(clock)}"
        case TurnStarted(turn):
            return f"  {turn.ply}. {turn.color.value} is asked, after {turn.last_notation}"
        case Thinking(color, _, thought):
            return f"  {color.value} thinks: depth {thought.depth}"
        case MovePlayed(color, ply, clock=clock, elapsed=elapsed):
            return f"{ply}. {color.value} {event.notation} ({elapsed:g} s) {described(clock)}"
        case MoveRejected(color, _, _, why, attempt):
            return f"  {color.value}, illegal answer {attempt}: {why}"
        case MovesTakenBack(plies, ply, _, clock):
            return f"-- {plies} taken back, ply {ply}, {described(clock)}"
        case DrawOffered(color):
            return f"-- {color.value} offers a draw"
        case DrawDeclined(color):
            return f"-- {color.value} declines"
        case Paused(clock):
            return f"-- paused, {described(clock)}"
        case Resumed():
            return "-- resumed"
        case HostAway(clock=clock):
            return f"-- {event.sentence}, {described(clock)}"
        case PlayerSaid(color, _, note):
            return f"  {color.value} says: {note.text}"
        case PlayerSilent():
            return f"-- {event.sentence}"
        case GameEnded(outcome, turn):
            return f"{outcome.result} by {outcome.reason.value}, {described(turn.clock)}"
        case _:
            assert_never(event)


def fools_mate() -> list[Event]:
    return play_script(CHESS, ["f3", ("g4", 2)], [("e5", 1.5), "Qh4"])


def illegal_answers_and_the_flag() -> list[Event]:
    time, control = FakeTime(), TimeControl(20, increment=2, time_margin=0.5)
    white = ScriptedPlayer(time, ("e4", 5), ("Nf3", 8), name="Ada")
    black = ScriptedPlayer(
        time, ("e7", 3), ("e5", 4), ("Nf6 {?}", 6), ("0000", 7), ("Nc6", 9), name="Bob", may_retry=2
    )
    return hosted(Game(CHESS, white=white, black=black, time_control=control, time=time))


class Directed(FakeTime):
    """Whenever all wait, lets some time pass and the next deed be done."""

    def __init__(self) -> None:
        super().__init__()
        self.deeds: Iterator[tuple[float, Callable[[], object]]] = iter(())

    def receive(self, inbox: SimpleQueue, until: float):
        while inbox.empty() and (deed := next(self.deeds, None)):
            self.advance(deed[0])
            deed[1]()
        return super().receive(inbox, until)


def two_people_talk() -> list[Event]:
    ada, bob, time = Human("Ada"), Human("Bob"), Directed()
    game = Game(CHESS, white=ada, black=bob, time_control=TimeControl(60), time=time)
    time.deeds = iter(
        [
            (4, lambda: ada.play("d4")),
            (1, ada.offer_draw),
            (1, bob.decline_draw),
            (1, lambda: bob.play("d5")),
            (5, game.pause),
            (2, lambda: ada.play("c4")),
            (100, game.resume),
            (6, lambda: bob.play("dxc4")),
            (3, lambda: game.take_back(2)),
            (7, lambda: ada.play("Bh7")),
            (1, lambda: ada.play("Bf4")),
            (2, lambda: bob.claim_draw()),
            (2, bob.offer_draw),
            (1, ada.accept_draw),
        ]
    )
    return hosted(game)


def hosted(game: Game) -> list[Event]:
    events: list[Event] = []
    game.bus.subscribe(events.append)
    game.run()
    return events


@pytest.mark.parametrize("story", [fools_mate, illegal_answers_and_the_flag, two_people_talk])
def test_a_game_is_heard_as_it_was_told(story: Callable[[], list[Event]]):
    told = "".join(f"{describe(event).rstrip()}\n" for event in story())
    kept = STORIES / f"{story.__name__}.txt"
    if not kept.exists():
        kept.write_text(told, encoding="utf-8")
        pytest.fail(f"{kept.name} was written anew: read it")
    assert told == kept.read_text(encoding="utf-8")
