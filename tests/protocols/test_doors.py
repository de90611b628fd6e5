"""Any line of a program becomes one message, within bounds."""

import sys
from dataclasses import fields, is_dataclass

import pytest
from conversation import Line
from hypothesis import given
from hypothesis import strategies as st

from board_core import Cause, Color, Fail, Game, Reason, Score, Thought
from board_core.author.testing import FakeTime, ScriptedPlayer
from board_core.game.player import MOST_CP, MOST_MATE, MOST_PV, Note, NoteKind
from board_core.games import CHESS
from board_core.players import ProcessAI
from board_core.protocols import PROTOCOLS, TellGame
from board_core.protocols.base import Breach
from board_core.protocols.engine_options import (
    MOST_CHOICES,
    MOST_OPTION,
    MOST_OPTIONS,
    EngineOption,
    xboard_option,
)
from board_core.protocols.gomocup import Points, ProgramName, read_gomocup
from board_core.protocols.san_line import SanAnswer, read_san
from board_core.protocols.uci_door import BestMove, EngineName, read_uci
from board_core.protocols.xboard_door import EngineMove, Features, Pong, read_xboard
from board_core.text.harmless_text import CUT_MARK, MOST_LINE, MOST_MOVE, MOST_NAME
from board_core.text.sentence import Sentence

DOORS = {"san": read_san, "uci": read_uci, "xboard": read_xboard, "gomocup": read_gomocup}
every_door = pytest.mark.parametrize("read", DOORS.values(), ids=DOORS)

TOO_MUCH = "9" * 400
WORDS = (
    "info depth score cp mate nodes nps time pv string multipv bestmove option name type spin min "
    'max id uciok feature myname="x" done=1 pong move My is: 1-0 Error Illegal OK 7,7 SUGGEST SWAP '
    "MESSAGE tellusererror -1 +3 9223372036854775807 e2e4 { } % \t \x1b[31m \u202e １２ ² 1_0"
)
lines = st.text(max_size=300) | st.lists(
    st.sampled_from(WORDS.split(" "))
    | st.integers().map(str)
    | st.just(TOO_MUCH)
    | st.text(max_size=9),
    max_size=12,
).map(" ".join)


def texts_and_numbers(value):
    if isinstance(value, Sentence):
        return
    if isinstance(value, str | int | float):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from texts_and_numbers(each)
    elif is_dataclass(value):
        for each in fields(value):
            yield from texts_and_numbers(getattr(value, each.name))


@every_door
@given(line=lines)
def test_every_line_becomes_a_message_of_printable_texts_and_bounded_numbers(read, line):
    for value in texts_and_numbers(read(line)):
        if isinstance(value, str):
            assert value.isprintable()
            assert len(value) <= MOST_LINE
        else:
            assert abs(value) < 2**63


@pytest.mark.parametrize("score", [f"cp {TOO_MUCH}", f"mate -{TOO_MUCH}", f"cp {2**63}"])
def test_a_score_beyond_64_bits_is_a_breach_of_uci(score):
    message = read_uci(f"info depth 3 score {score} pv e7e5")
    assert isinstance(message, Breach)
    assert len(message.line) < 120
    assert "at most 19 digits" in str(message.sentence)


def test_a_score_beyond_64_bits_is_a_breach_of_xboard():
    assert isinstance(read_xboard(f"9 {TOO_MUCH} 1 2 e5"), Breach)


@pytest.mark.parametrize("digits", [TOO_MUCH, str(2**64 - 1), "-5"])
def test_another_number_out_of_bounds_counts_as_not_said(digits):
    assert read_uci(f"info nodes {digits} depth 3 score cp 5") == Thought(3, score=Score(5))
    assert read_xboard(f"3 5 100 {digits.lstrip('-')}0000000000000000000") == Thought(
        3, score=Score(5), time=1.0
    )


@pytest.mark.parametrize(("said", "kept"), [("-9223372036854775807", -MOST_CP), ("35", 35)])
def test_a_score_within_64_bits_is_brought_within_bounds(said, kept):
    assert read_uci(f"info score cp {said}") == Thought(score=Score(kept))
    assert read_xboard(f"3 {said} 0 0") == Thought(3, score=Score(kept), nodes=0, time=0.0)


def test_a_mate_is_brought_within_bounds():
    assert read_uci("info score mate 999999999") == Thought(score=Score(mate=MOST_MATE))
    assert read_xboard("3 -100012 0 0").score == Score(mate=-12)


def test_an_engine_with_a_number_of_its_own_for_a_mate_says_no_mate_in_900000():
    assert read_xboard(" 9  999994 4 77480 g8=Q !!").score == Score(cp=999_994)


def test_a_line_of_play_has_256_moves_at_most():
    assert read_uci("info pv " + "e2e4 " * 700).pv == ("e2e4",) * MOST_PV
    assert read_xboard("1 2 3 4 " + "e4 " * 700).pv == ("e4",) * MOST_PV


def test_texts_are_cut_so_that_nothing_cut_is_legal():
    long = "e4" + "x" * 3000
    assert read_uci(f"bestmove {long}").move == long[: MOST_MOVE - 1] + CUT_MARK
    assert read_san(long) == SanAnswer(long[: MOST_MOVE - 1] + CUT_MARK)
    assert read_xboard(f"move {long}") == EngineMove(long[: MOST_MOVE - 1] + CUT_MARK)
    assert read_gomocup(f"MESSAGE {long}") == Note(
        long[: MOST_LINE - 1] + CUT_MARK, NoteKind.COMMENT
    )
    assert len(read_uci(f"id name {long}").name) == MOST_NAME


def test_what_is_not_printable_becomes_visible():
    assert read_uci("id name a\x1b[31mb\u202e") == EngineName(r"a\x1b[31mb\u202e")
    assert read_gomocup('name="\u202ex"').name == r"\u202ex"
    assert read_xboard('feature myname="\x07"') == Features((("myname", r"\x07"),))
    assert read_uci("bestmove e2\u200be4").move == r"e2\u200be4"


def test_points_beyond_any_board_are_a_move_that_is_refused():
    assert read_gomocup(f"{TOO_MUCH},7") == Points(f"{TOO_MUCH[:99]}{CUT_MARK}", ((10**6, 7),))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("option name UCI_Elo type spin default 1 min 1350 max 2850", ("UCI_Elo", 1350, 2850)),
        ("option name  Skill  Level type spin max 20 min -1", ("Skill Level", -1, 20)),
        (f"option name X type spin min 0 max {TOO_MUCH}", ("X", 0, MOST_OPTION)),
        ("option name X type spin", ("X", -MOST_OPTION, MOST_OPTION)),
        ("option name type spin min", ("", -MOST_OPTION, MOST_OPTION)),
        ("option name X type", None),
    ],
)
def test_the_range_of_an_option(line, message):
    name, *ends = message or ("",)
    assert read_uci(line) == (None if message is None else EngineOption(name, "spin", (*ends,)))


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("Hash -spin 64 1 1024", EngineOption("Hash", "spin", (1, 1024))),
        ("King Safety -slider 5 -9 9", EngineOption("King Safety", "slider", (-9, 9))),
        ("X -spin", EngineOption("X", "spin")),
        ("Own Book -check 1", EngineOption("Own Book", "check", choices=("0", "1"))),
        ("Style -combo a b /// *c", EngineOption("Style", "combo", choices=("a b", "c"))),
        ("Clear -button", EngineOption("Clear", "button")),
        ("Log -file /tmp/x", EngineOption("Log", "file")),
        ("nothing", None),
    ],
)
def test_an_option_among_the_features_of_xboard(text, option):
    assert xboard_option(text) == option


def test_the_choices_of_an_option():
    line = "option name UCI_Variant type combo default chess var 3check var chess var crazy house"
    told = read_uci(line)
    assert isinstance(told, EngineOption)
    assert told.choices == ("3check", "chess", "crazy house")
    assert read_uci("option name X type combo var").choices == ()
    many = " ".join(f"var {number}" for number in range(2 * MOST_CHOICES))
    assert len(read_uci(f"option name X type combo {many}").choices) == MOST_CHOICES
    assert read_uci("option name UCI_Chess960 type check default false").kind == "check"


def test_a_pong_without_a_sensible_number_has_none():
    assert read_xboard("pong x") == read_xboard(f"pong {TOO_MUCH}") == Pong(None)


def test_what_nobody_understands_breaks_nothing():
    for banner in ("Stockfish 16 by the developers", "info", "bestmove", TOO_MUCH, "score cp"):
        assert not isinstance(read_uci(banner), Breach)
        assert not isinstance(read_xboard(banner), Breach)
    assert read_uci("bestmove") == BestMove("bestmove", "")
    assert isinstance(read_gomocup('about name = "x"'), ProgramName)


@pytest.mark.parametrize(
    ("protocol", "line"),
    [("uci", f"info score cp {TOO_MUCH}"), ("xboard", f"1 {TOO_MUCH} 0 0")],
)
def test_whoever_breaks_the_bounds_loses_and_is_told_the_line(protocol, line):
    dialogue = PROTOCOLS[protocol]()
    dialogue.open()
    dialogue.seat(Line().seat(Color.WHITE))
    (step,) = dialogue.heard(line)
    assert isinstance(step, TellGame)
    assert isinstance(step.statement, Fail)
    assert step.statement.reason is Reason.BREACH
    assert step.statement.explanation.cause is Cause.BREACH
    assert line[:50] in str(step.statement.explanation.sentence)


def test_a_dialogue_keeps_few_names_that_an_engine_makes_up():
    xboard, uci = PROTOCOLS["xboard"](), PROTOCOLS["uci"]()
    for number in range(2 * MOST_OPTIONS):
        xboard.heard(f'feature new{number}=1 option="new{number} -check 0"')
        uci.heard(f"option name new{number} type spin min 0 max 1")
    assert not [name for name in xboard._features if name.startswith("new")]
    assert len(uci._listed) == len(xboard._listed) == MOST_OPTIONS


LIAR = f"""
import sys
for line in sys.stdin:
    if line.startswith("uci\\n"): print("uciok", flush=True)
    if line.startswith("isready"): print("readyok", flush=True)
    if line.startswith("go"): print("info score cp {TOO_MUCH}", flush=True)
"""


def test_a_program_with_a_score_of_400_digits_loses_by_a_breach():
    program = ProcessAI([sys.executable, "-c", LIAR], protocol="uci", sandbox="off")
    game = Game(CHESS, white=program, black=ScriptedPlayer(FakeTime(), "e5"))
    ended = []
    game.bus.subscribe(lambda event: ended.append(event))
    try:
        outcome = game.run().outcome
    finally:
        program.close()
    assert (outcome.winner, outcome.reason) == (Color.BLACK, Reason.BREACH)
    assert "it printed 'info score cp 999" in str(ended[-1].explanation.sentence)
