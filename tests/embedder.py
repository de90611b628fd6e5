"""A program outside the package that uses every name of ``board_core``, for a strict type checker.

It is checked by ``mypy --strict`` and run, by ``tests/test_public_api.py``.
"""

from __future__ import annotations

import asyncio
import pickle
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import assert_never, assert_type

import chess

from board_core import (
    CHESS,
    GOMOKU,
    UNTIMED,
    AITurn,
    Answer,
    BadPlayer,
    BadSetup,
    BoardError,
    Cause,
    Clock,
    Color,
    DrawDeclined,
    DrawOffered,
    Event,
    Explanation,
    Fail,
    FunctionPlayer,
    Game,
    GameEnded,
    GameStarted,
    HostAway,
    Human,
    IllegalMove,
    InProcessAI,
    MatchGame,
    MatchResult,
    Move,
    MovePlayed,
    MoveRejected,
    MovesTakenBack,
    Opening,
    Outcome,
    Paused,
    PerColor,
    PgnWriter,
    Play,
    PlayedGame,
    Player,
    PlayerLike,
    PlayerSaid,
    PlayerSilent,
    Position,
    ProcessAI,
    ProgramPlayer,
    Reason,
    Resign,
    Resumed,
    Rules,
    Score,
    Sentence,
    Sprt,
    Thinking,
    Thought,
    TimeControl,
    Turn,
    TurnStarted,
    View,
    Words,
    built_in_player,
    game_named,
    parse_player,
    play_match,
    play_match_async,
    read_pgn,
    say,
    to_pgn,
)
from board_core.game import (
    AmbiguousMove,
    BadTimeControl,
    CannotBegin,
    CannotTakeBack,
    EventBus,
    Mailbox,
    Missed,
    MoveList,
    PlayedMove,
    RealTime,
    TimeSource,
)
from board_core.games import GomokuBoard
from board_core.match import HOSTED_GAMES, GameSpec
from board_core.players import (
    AcceptDraw,
    ClaimDraw,
    DeclineDraw,
    Note,
    NoteKind,
    OfferDraw,
    Reply,
    Said,
    Seat,
    Silent,
    Statement,
    Stepped,
)


def choose(board: chess.Board, turn: AITurn) -> chess.Move:
    turn.report(Thought(depth=1, score=Score(cp=30), text=f"{turn.left:.0f} s"))
    assert turn.color.is_white == board.turn
    return max(board.legal_moves, key=board.is_capture)


def corner(_: GomokuBoard) -> str:
    return "h8"


def told(event: Event) -> str:
    """Say what has happened; the type checker finds a kind that is missing."""
    match event:
        case GameStarted(rules, names):
            return f"{names.white} and {names.black} play {rules.name}"
        case TurnStarted(turn):
            return f"{turn.color.value} is asked for ply {turn.ply}"
        case Thinking(color, _, thought):
            return f"{color.value}: {thought.text}"
        case MovePlayed(color, _, move):
            return f"{color.value} {event.notation} ({move})"
        case MoveRejected(_, _, text, why):
            return f"{text}: {why}"
        case MovesTakenBack(plies):
            return f"{plies} plies back"
        case DrawOffered(color) | DrawDeclined(color):
            return color.value
        case Paused(clock) | Resumed(clock):
            return str(clock.running)
        case HostAway(kind, seconds):
            return f"{kind is Missed.AWAY} {seconds}"
        case PlayerSaid(_, _, note):
            return note.text if note.kind is not NoteKind.STDERR else ""
        case PlayerSilent(name=name, seconds=seconds):
            return f"{name} {seconds}"
        case GameEnded(outcome):
            return outcome.result
        case _:
            assert_never(event)


class Shy(Player):
    """Says a lot, and then resigns."""

    name = "shy"
    statements: tuple[Statement, ...] = (
        OfferDraw(),
        AcceptDraw(),
        DeclineDraw(),
        Silent(10.0, Explanation(Cause.IDLE, say("it waits"))),  # too early to be passed on
    )

    def seat(self, seat: Seat) -> None:
        for statement in self.statements:
            seat.tell(statement)
        seat.tell(Note(f"against {seat.opponent}", NoteKind.COMMENT))
        seat.ready()

    def ask(self, turn: Turn, answer: Answer) -> None:
        said = Said.known(Thought(score=Score(cp=30)))
        reply: Reply = Play("e4", said) if turn.ply == 0 else Resign()
        answer(reply)


class Claims(Player):
    """Claims a draw first; then its own code fails."""

    name = "claims"
    may_retry = 1
    asked = 0

    def ask(self, turn: Turn, answer: Answer) -> None:
        self.asked += 1
        failed = Explanation(Cause.EXCEPTION, say("{name} gave up", name=self.name))
        answer(ClaimDraw() if self.asked == 1 else Fail(failed))


def play() -> None:
    heard: list[str] = []
    bus, time = EventBus(), RealTime()
    bus.subscribe(lambda event: heard.append(told(event)))
    outcomes: list[Outcome] = []
    bus.subscribe(lambda ended: outcomes.append(ended.outcome), only=GameEnded)
    mailbox: Mailbox = bus.mailbox()
    source: TimeSource = time
    control = PerColor.both(TimeControl(60, 1))
    game = Game(CHESS, choose, "random", time_control=control, bus=bus, time=source)
    assert game.outcome is None
    played = assert_type(game.run(), PlayedGame)
    assert outcomes == [played.outcome]
    assert game.record() == played == pickle.loads(pickle.dumps(played))
    assert heard[-1] == played.result
    assert isinstance(next(mailbox.drain()), GameStarted)
    move: PlayedMove = played.moves[0]
    assert_type(move.color, Color)
    assert_type(game.position, Position)
    assert_type(game.clock, Clock)
    assert_type(game.explanation, Explanation | None)
    moves: MoveList = game.moves
    assert len(moves) == len(played.moves)
    h8, again = (InProcessAI(corner, inline=True) for _ in range(2))
    assert Game(GOMOKU, h8, again).run().outcome.winner is Color.BLACK
    assert Game(CHESS, Shy(), Claims()).run().outcome == Outcome(Color.WHITE, Reason.CRASH)


def refuse() -> None:
    rules: Rules = CHESS
    start = rules.start(None)
    refused: dict[type[BoardError], Sentence] = {}
    pawns = rules.start("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    for text, position, kind in (("e2e5", start, IllegalMove), ("a8", pawns, AmbiguousMove)):
        try:
            position.play(Move(text))
        except BoardError as error:
            refused[kind] = error.sentence
        else:
            raise TypeError(f"{text} was played")
    assert all(type(sentence) is Sentence for sentence in refused.values())
    errors = (BadPlayer, BadSetup, BadTimeControl, CannotBegin, CannotTakeBack)
    assert all(issubclass(error, BoardError) for error in errors)
    program = ProcessAI("no-such-engine", protocol="uci", sandbox="off")
    assert not Game(CHESS, program, Shy(), time_control=UNTIMED).run().moves
    program.close()


def match() -> None:
    player: PlayerLike = "random"
    spec = GameSpec(CHESS, player, "random", seeds=PerColor(1, 2))
    assert spec.play().over
    result = assert_type(play_match("random", "random", games=2, seed=1), MatchResult)
    assert result.complete


def together(folder: Path) -> None:
    game = Game(CHESS, Stepped(FunctionPlayer(choose)), built_in_player("random").make())
    assert_type(game.view(), View)
    assert game_named("chess") is HOSTED_GAMES["chess"]
    assert parse_player("random").make().name == "random"
    assert ProgramPlayer is ProcessAI
    ended: list[MatchGame] = []
    play_match(
        "random",
        "greedy",
        openings=[Opening(None, ("e2e4",))],
        sprt=Sprt(0, 10),
        tell=lambda news: ended.append(news) if isinstance(news, MatchGame) else None,
    )
    writer = PgnWriter(folder / "games.pgn")
    for each in ended:
        assert list(each.played.events())[-1].position == list(each.played.positions())[-1]
        writer.write(each.played)
    (read,) = read_pgn(to_pgn(ended[0].played))
    assert Words("en").outcome(read.game.outcome)


async def watch() -> None:
    person = Human("Ann")
    game = Game(CHESS, person, "random")
    async for event in game.events():
        assert_type(event, Event)
        if isinstance(event, TurnStarted) and event.turn.color is Color.WHITE:
            person.resign()
    assert_type(await game.played(), PlayedGame)
    assert isinstance(await anext(game.events(from_start=True)), GameStarted)
    assert_type(await play_match_async("random", "random", games=1), MatchResult)


def main() -> None:
    play()
    refuse()
    match()
    with TemporaryDirectory() as folder:
        together(Path(folder))
    asyncio.run(watch())
    sys.stdout.write("everything was used\n")


if __name__ == "__main__":
    main()
