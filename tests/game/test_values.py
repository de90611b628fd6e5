"""What crosses a border is frozen, complete, compared by value and exported."""

import importlib
import pickle
import pkgutil
import re
import sys
from dataclasses import MISSING, FrozenInstanceError, fields, is_dataclass, replace
from typing import Any, assert_never, get_args

import chess
import pytest

import board_core
from board_core import (
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
    Game,
    GameEnded,
    GameStarted,
    HostAway,
    IllegalMove,
    Move,
    MovePlayed,
    MoveRejected,
    MovesTakenBack,
    Outcome,
    Paused,
    PerColor,
    Play,
    PlayerSaid,
    PlayerSilent,
    Reason,
    Resign,
    Resumed,
    Score,
    Thinking,
    Thought,
    TimeControl,
    Turn,
    TurnStarted,
    say,
)
from board_core.author.testing import play_script
from board_core.fast_dataclass import constructor
from board_core.game import AmbiguousMove, CannotBegin, CannotTakeBack, Missed, MoveList, referee
from board_core.game.referee import Message
from board_core.games import CHESS, GOMOKU
from board_core.games.chess import ENGINE, FIDE, chess_rules
from board_core.players import ClaimDraw, Note, NoteKind, Reply, Said, Statement

NEEDS_AN_EXTRA = ("board_core.author.pettingzoo", "board_core.author.pytest_plugin")
OF_LINUX = () if sys.platform == "linux" else ("board_core.supervise.uid_namespaces",)

KINDS = sorted(
    {kind for union in (Event, Message, Reply, Statement) for kind in get_args(union)},
    key=lambda kind: kind.__name__,
)


@pytest.mark.parametrize("kind", KINDS)
def test_every_value_is_frozen_slotted_and_exported(kind: type):
    assert is_dataclass(kind)
    assert kind.__dataclass_params__.frozen
    assert "__slots__" in vars(kind)
    public = {*board_core.__all__, *board_core.players.__all__}
    assert (kind.__name__ in public) is (kind not in get_args(Message))
    places = (referee, board_core, board_core.players)
    assert any(getattr(place, kind.__name__, None) is kind for place in places)


def words(reply: Reply) -> str:
    """The type checker finds what is missing here."""
    match reply:
        case Play(text):
            return text
        case Resign():
            return "resigns"
        case ClaimDraw():
            return "claims"
        case Fail():
            return "fails"
        case _:
            assert_never(reply)


def test_a_match_over_replies_is_whole():
    assert words(Play("e4")) == "e4"


def test_events_cannot_be_changed():
    event = play_script(CHESS, [Resign()], [])[0]
    for field in fields(event):
        with pytest.raises(FrozenInstanceError):
            setattr(event, field.name, None)


WHITE = Color.WHITE
POSITION = CHESS.start(None).play(Move("e2e4"))
CLOCK = Clock.new(PerColor.both(TimeControl(60, 1)))
TURN = Turn(Color.BLACK, 1, 2, POSITION, CLOCK, MoveList([Move("e2e4")]), CHESS.start(None))


def events_of_every_kind() -> list[Event]:
    failed = Explanation(Cause.EXITED, say("{name} ended", name="it"), exit_status=say("code 1"))
    return [
        GameStarted(chess_rules(ENGINE), PerColor("a", "b"), CHESS.start(None), CLOCK),
        TurnStarted(TURN),
        Thinking(Color.BLACK, 1, Thought(depth=3, score=Score(cp=12), pv=("e5", "Nf3"))),
        MovePlayed(
            Color.WHITE,
            0,
            Move("e2e4"),
            CHESS.start(None),
            POSITION,
            CLOCK.start(Color.BLACK, 2),
            2,
            Said("12", lambda line: Thought(score=Score(cp=int(line)))),
        ),
        MoveRejected(Color.BLACK, 1, "e9", say("{text} is not a move", text="'e9'"), 1),
        MovesTakenBack(1, 0, CHESS.start(None), CLOCK),
        DrawOffered(Color.WHITE, 0),
        DrawDeclined(Color.BLACK, 0),
        Paused(CLOCK),
        Resumed(CLOCK),
        HostAway(Missed.AWAY, 2.5, 1, CLOCK),
        PlayerSaid(Color.WHITE, 0, Note("hello", NoteKind.COMMENT)),
        PlayerSilent(Color.WHITE, 0, "anna", 10.0, failed),
        GameEnded(Outcome(Color.WHITE, Reason.CRASH), TURN, failed, PerColor(None, 0.25)),
    ]


def test_there_is_an_event_of_every_kind_to_be_compared():
    assert {type(event) for event in events_of_every_kind()} == set(get_args(Event))


@pytest.mark.parametrize(
    ("one", "other"),
    list(zip(events_of_every_kind(), events_of_every_kind(), strict=True)),
    ids=lambda event: type(event).__name__,
)
def test_events_are_equal_by_value_and_stay_so_when_they_are_sent(one: Event, other: Event):
    sent = pickle.loads(pickle.dumps(other))
    assert one is not other
    assert one == other == sent
    assert hash(one) == hash(other) == hash(sent)
    assert [event == sent for event in events_of_every_kind()].count(True) == 1


def test_the_events_of_a_game_that_is_played_again_are_equal():
    script = ["e4", "zz", Resign()], ["e5"]
    assert play_script(CHESS, *script) == play_script(chess_rules(), *script)
    events = play_script(CHESS, *script)
    assert pickle.loads(pickle.dumps(events)) == events
    assert len(set(events)) == len(events)


def test_what_was_said_is_read_once_and_not_before_somebody_asks():
    lines: list[str] = []
    said = Said("info", lambda line: lines.append(line))
    assert lines == []
    assert said.thought is None
    assert said == Said.known(None)
    assert lines == ["info"]
    assert said != Said.known(Thought(depth=3))
    assert repr(Said.known(None)) == "Said(None)"


def test_a_list_of_moves_is_equal_to_what_has_the_same_moves():
    line = MoveList([Move("e2e4"), Move("e7e5")])
    longer = line.added(Move("g1f3"))
    assert line == longer.first(2) == ["e2e4", "e7e5"]
    assert hash(line) == hash(longer.first(2)) == hash(("e2e4", "e7e5"))
    assert line != longer
    assert line != "ab"
    assert pickle.loads(pickle.dumps(line)) == line
    assert len(pickle.dumps(line)) < len(pickle.dumps(longer))


@pytest.mark.parametrize(
    "error",
    [
        IllegalMove(say("{text} is no move", text="'x'")),
        AmbiguousMove(say("which?"), [Move("a7a8q"), Move("a7a8n")]),
        BadSetup(say("no")),
        CannotTakeBack(say("not here")),
        CannotBegin(say("not so")),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_can_be_sent_and_keep_their_sentence(error: BoardError):
    sent = pickle.loads(pickle.dumps(error))
    assert type(sent) is type(error)
    assert (str(sent), vars(sent)) == (str(error), vars(error))


def test_every_error_of_ours_that_reaches_a_caller_is_explained():
    inside = {  # control flow of one module, caught in the next
        "BadCommand",
        "BadEncoding",
        "Chess3DSearchStopped",
        "ChessSearchStopped",
        "GomokuSearchStopped",
        "LineTooLong",
        "NoUid",
        "UnfitValue",
    }
    found = {
        each
        for found in pkgutil.walk_packages(board_core.__path__, "board_core.")
        if not found.name.startswith((*NEEDS_AN_EXTRA, *OF_LINUX))
        for each in vars(importlib.import_module(found.name)).values()
        if isinstance(each, type) and issubclass(each, Exception) and each.__module__ == found.name
    }
    assert {each.__name__ for each in found if not issubclass(each, BoardError)} == inside
    assert CannotTakeBack in found


def test_a_color_is_whatever_the_name_says_and_never_a_truth_value():
    assert Color.WHITE.is_white is chess.WHITE
    assert Color.BLACK.is_white is chess.BLACK
    assert Color.WHITE != chess.WHITE


def test_every_name_the_package_offers_is_there():
    assert all(hasattr(board_core, name) for name in board_core.__all__)
    assert dir(board_core) == sorted(set(board_core.__all__))
    assert 55 < len(board_core.__all__) < 70
    with pytest.raises(AttributeError, match="nonsense"):
        _ = board_core.nonsense


def test_the_words_of_the_field_are_other_names_of_the_same_classes():
    assert board_core.FunctionPlayer is board_core.InProcessAI
    assert board_core.ProgramPlayer is board_core.ProcessAI


def test_the_page_of_the_package_names_all_there_is():
    names = {*re.findall(r"\b\w+\b", board_core.__doc__)}
    assert set(board_core.__all__) <= names
    assert len(board_core.__doc__.splitlines()) < 40


def test_one_value_for_each_side():
    pair = PerColor("w", "b")
    assert (pair[Color.WHITE], pair[Color.BLACK]) == ("w", "b")
    assert pair.put(Color.BLACK, "x") == PerColor("w", "x")
    assert pair.put(Color.WHITE, "x") == PerColor("x", "b")
    assert pair.map(str.upper) == PerColor("W", "B")
    assert PerColor.both(1) == PerColor(1, 1)


def test_a_pair_is_unpacked_as_its_two_values():
    white, black = PerColor("w", "b")
    assert (white, black) == ("w", "b")
    assert " - ".join(PerColor("w", "b")) == "w - b"


@pytest.mark.parametrize("key", ["white", 0, -1, True, None, Color])
def test_a_pair_has_a_value_for_each_colour_and_for_nothing_else(key: Any):
    with pytest.raises(TypeError, match=r"is no side: give Color.WHITE or Color.BLACK"):
        PerColor("w", "b")[key]
    with pytest.raises(TypeError, match="is no side"):
        PerColor("w", "b").put(key, "x")


def test_each_side_has_the_other():
    assert (Color.WHITE.other, Color.BLACK.other) == (Color.BLACK, Color.WHITE)


@pytest.mark.parametrize(
    ("outcome", "result"),
    [
        (Outcome(Color.WHITE, Reason.CHECKMATE), "1-0"),
        (Outcome(Color.BLACK, Reason.NOT_STARTED), "0-1"),
        (Outcome(None, Reason.STALEMATE), "1/2-1/2"),
        (Outcome(None, Reason.TIME), "1/2-1/2"),
        (Outcome(None, Reason.NOT_STARTED), "*"),
        (Outcome(None, Reason.STOPPED), "*"),
        (Outcome(None, Reason.INTERNAL_ERROR), "*"),
    ],
)
def test_the_result_of_an_outcome(outcome: Outcome, result: str):
    assert outcome.result == result


def test_a_sentence_is_english_until_it_is_translated():
    sentence = say("{text} is not a move", text="'{x}'")
    assert str(sentence) == "'{x}' is not a move"
    assert sentence.fill("kein Zug: {text}") == "kein Zug: '{x}'"


@pytest.mark.parametrize("value", [PerColor(1, 2), CLOCK, TURN, events_of_every_kind()[3]])
def test_a_value_that_is_made_quickly_is_made_as_any_other(value: object):
    kind, make = type(value), constructor(type(value))
    made = make(*[getattr(value, field.name) for field in fields(kind)])
    assert type(made) is kind
    assert made == value
    assert pickle.loads(pickle.dumps(made)) == replace(made) == value
    needed = [None for field in fields(kind) if field.default is MISSING]
    assert make(*needed) == kind(*needed)
    with pytest.raises(TypeError):
        make()
    with pytest.raises(FrozenInstanceError):
        setattr(made, fields(kind)[0].name, None)


def test_what_a_notebook_shows_of_a_game_is_short():
    def boom(board):
        return 1 / 0

    game = Game(CHESS, boom, "random", time_control=TimeControl(60, delay=2))
    assert repr(game) == "<Game: chess, boom - random *, 0 plies>"
    played = game.run()
    assert repr(game) == "<Game: chess, boom - random 0-1, 0 plies>"
    assert repr(played) == "<PlayedGame: chess, boom - random 0-1, 0 plies>"
    assert repr(played.controls.white) == "TimeControl(base=60, delay=2)"
    assert repr(CHESS) == "<Rules of chess, draws: engine>"
    assert repr(chess_rules(FIDE)) == "<Rules of chess, draws: fide>"
    assert repr(GOMOKU) == "<Rules of gomoku>"
    assert repr(CHESS.geometry) == "<Geometry: 8 x 8 squares>"
    said = str(played.explanation).splitlines()
    assert said[0].startswith("the function raised ZeroDivisionError: division by zero at ")
    assert said[-1] == "ZeroDivisionError: division by zero"
