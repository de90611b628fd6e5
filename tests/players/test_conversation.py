"""The conversation with a program, played without a program: what happens, and what is done."""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from board_core import (
    Cause,
    Color,
    Explanation,
    Fail,
    Outcome,
    Play,
    Reason,
    Resign,
    Sentence,
    TimeControl,
    say,
)
from board_core.author.doctor.variants import with_windows_line_ends
from board_core.diagnosis import rows
from board_core.diagnosis.advice import advice_on
from board_core.diagnosis.evidence import Evidence, diagnose
from board_core.games import GOMOKU
from board_core.games.chess import FIDE, NO_CLAIMS, chess_rules, variant_rules
from board_core.players import Note, NoteKind
from board_core.players.conversation import COMPLAINT_SECONDS, MORE_LOOKS, Conversation
from board_core.players.effects import (
    Act,
    AttachProgram,
    Effect,
    GiveExplanation,
    LogError,
    ProvokeProgram,
    QuoteLine,
    StartProgram,
)
from board_core.players.witness import Sighting
from board_core.protocols import PROTOCOLS, Gomocup, SanLine, Send, Uci, XBoard
from board_core.protocols.base import (
    Dialogue,
    GiveAnswer,
    SayReady,
    StartAnew,
    TellGame,
    WakeAfter,
    WakeUp,
)
from board_core.protocols.xboard import MOST_WAITS, SILENCE_SECONDS
from board_core.supervise.processes import Usage
from board_core.supervise.program_news import (
    Flooded,
    Garbled,
    InputClosed,
    Interfered,
    NotReading,
    Output,
    ProgramEnded,
)
from board_core.supervise.sandbox import Ponder
from board_core.text.findings import codes_of, row_of

sys.path.insert(0, str(Path(__file__).parent.parent / "protocols"))
from conversation import Line

RESIGNED = Outcome(Color.WHITE, Reason.RESIGNATION)
LOST_ON_TIME = Outcome(Color.WHITE, Reason.TIME)
ASLEEP = Usage("S", 1.0, 0.0, 0, only_reads=True)
BUSY = Usage("R", 1.0, 0.0, 0)
GO = "position startpos moves e2e4\ngo wtime 60000 btime 60000"


class Talk:
    """A conversation of Black with the side of its game, which starts every program it is to."""

    def __init__(self, dialogue: Dialogue, **options) -> None:
        self.dialogue = dialogue
        self.conversation = Conversation(dialogue, **options)
        self.line = Line(rules=GOMOKU) if _gomoku(dialogue) else Line()
        self.line.play("h8" if _gomoku(dialogue) else "e4")

    def seat(self, color: Color = Color.BLACK) -> list[Effect]:
        """What is done until the program, started if need be, has been told of the game."""
        seat = self.line.seat(color)
        self.game = seat.game
        return self.go_on(self.conversation.seat(seat))

    def go_on(self, effects: list[Effect]) -> list[Effect]:
        if effects and isinstance(effects[-1], StartProgram):
            return [*effects, *self.go_on(self.conversation.started())]
        return effects

    def prints(self, *lines: str, at: float = 1.0) -> list[Effect]:
        text = "".join(f"{line}\n" for line in lines)
        return self.go_on(self.conversation.brings(self.conversation.number, Output(text), at))

    def news(self, news, at: float = 1.0) -> list[Effect]:
        return self.go_on(self.conversation.brings(self.conversation.number, news, at))

    def ask(self) -> list[Effect]:
        return self.conversation.ask(self.line.turn)

    def finish(self, outcome: Outcome = RESIGNED) -> list[Effect]:
        return self.conversation.finish(self.line.turn, outcome)

    def looked(self, wake_up: WakeUp, usage: Usage) -> list[Effect]:
        return self.go_on(self.conversation.due(wake_up, Sighting(usage=usage)))


def _gomoku(dialogue: Dialogue) -> bool:
    return isinstance(dialogue, Gomocup)


def introduced(**options) -> Talk:
    """A UCI engine that has said who it is, and is not ready yet."""
    talk = Talk(Uci(), **options)
    talk.seat()
    talk.prints("uciok")
    return talk


def uci(**options) -> Talk:
    """A UCI engine that is ready."""
    talk = introduced(**options)
    assert SayReady() in talk.prints("readyok")
    return talk


def only(kind: type, effects: list[Effect]):
    (found,) = [effect for effect in effects if isinstance(effect, kind)]
    return found


def kinds(effects: list[Effect]) -> list[str]:
    return [each.name if isinstance(each, Act) else type(each).__name__ for each in effects]


def failure(effects: list[Effect]) -> Fail:
    """The one failure that is answered or told."""
    found = [effect.reply for effect in effects if isinstance(effect, GiveAnswer)]
    found += [effect.statement for effect in effects if isinstance(effect, TellGame)]
    (failed,) = [each for each in found if isinstance(each, Fail)]
    return failed


# A game as it should be


def test_an_engine_is_started_greeted_asked_and_kept():
    talk = Talk(Uci())
    assert talk.seat()[1:] == [Send("uci")]
    assert talk.conversation.awaits()
    assert talk.prints("id name X", "uciok") == [Send("ucinewgame\nisready")]
    assert talk.prints("readyok") == [
        SayReady(), Act.TURN_ENDS,
    ]  # fmt: skip
    assert not talk.conversation.awaits()
    assert talk.conversation.rouse() == []
    assert talk.ask() == [Send(GO), Act.TURN_COMES]
    assert talk.conversation.awaits()
    assert talk.prints("bestmove e7e5", at=7.0) == [
        GiveAnswer(Play("e7e5"), 7.0), Act.TURN_ENDS,
    ]  # fmt: skip
    assert talk.finish() == [Act.TURN_COMES, Act.DETACH]
    assert kinds(talk.seat()) == ["AttachProgram", "Send"]
    talk.finish()
    assert talk.conversation.quit() == [Send("quit"), Act.RETIRE]


def test_a_program_of_lines_plays_one_game():
    talk = Talk(SanLine())
    assert talk.seat()[1:] == [
        Send("black"), SayReady(), Act.TURN_ENDS,
    ]  # fmt: skip
    assert talk.ask() == [Send("e4"), Act.TURN_COMES]
    assert GiveAnswer(Play("e5"), 1.0) in talk.prints("e5")
    assert talk.finish() == [Act.TURN_COMES, Act.RETIRE]
    assert kinds(talk.seat())[0] == "StartProgram"


def test_what_comes_with_an_answer_has_its_instant():
    talk = uci()
    talk.ask()
    effects = talk.prints("info string hello", "bestmove e7e5", at=5.0)
    assert TellGame(Note("hello", NoteKind.COMMENT), 5.0) in effects
    assert only(GiveAnswer, effects).at == 5.0


def test_the_dialogue_can_take_lines_at_a_glance_and_a_transcript_quotes_each_of_them():
    class Glancing(Uci):
        def heard_text(self, text):
            self.glances = [*getattr(self, "glances", []), text]
            return [step for line in text.split("\n")[:-1] for step in self.heard(line)]

    for quotes in (False, True):
        talk = Talk(Glancing(), quotes=quotes)
        talk.seat()
        talk.prints("uciok")
        talk.prints("readyok")
        talk.ask()
        effects = talk.prints("info depth 1", "bestmove e7e5")
        assert only(GiveAnswer, effects) == GiveAnswer(Play("e7e5"), 1.0)
        seen = ["uciok\n", "readyok\n", "info depth 1\nbestmove e7e5\n"]
        assert talk.dialogue.glances == seen
        quoted = [effect.line for effect in effects if isinstance(effect, QuoteLine)]
        assert quoted == (["info depth 1", "bestmove e7e5"] if quotes else [])
        talk.news(ProgramEnded(1))
        fails = failure(talk.ask())
        assert fails.explanation.last_heard == "bestmove e7e5"


def test_lines_taken_at_a_glance_are_counted_like_others():
    class Glancing(Uci):
        max_lines = 10

        def heard_text(self, text):
            return []

    talk = Talk(Glancing())
    talk.seat()
    talk.ask()
    assert talk.prints(*["info"] * 6) == []
    assert failure(talk.prints(*["info"] * 6)).explanation.cause is Cause.TOO_MANY_LINES


def test_a_withdrawn_question_gets_no_answer():
    talk = uci()
    talk.ask()
    assert talk.conversation.withdraw() == [Send("stop")]
    assert GiveAnswer not in map(type, talk.prints("bestmove e7e5"))
    assert talk.conversation.withdraw() == []


def test_a_refused_answer_is_asked_for_again_and_its_reason_is_told_in_the_end():
    talk = Talk(SanLine())
    talk.seat()
    talk.ask()
    talk.prints("Ke5")
    why = Sentence("'Ke5' is not legal")
    assert talk.conversation.rejected("Ke5", why) == [Send("."), Act.TURN_COMES]
    assert talk.ask() == []
    talk.prints("Ke5")
    explained = only(GiveExplanation, talk.conversation.explain(Reason.ILLEGAL_MOVES))
    assert (explained.explanation.cause, explained.explanation.sentence) == (Cause.ILLEGAL, why)


def crash_of(talk: Talk) -> str:
    talk.ask()
    return str(failure(talk.news(ProgramEnded(1))).explanation.sentence)


def test_a_second_move_for_one_line_is_told_whether_it_comes_before_the_question_or_after_it():
    """The opponent is so quick that chance decides."""
    told = set()
    for quick in (False, True):
        talk = Talk(SanLine())
        talk.seat()
        talk.ask()
        talk.prints("e5")
        if not quick:
            talk.prints("Nf3")
        talk.line.play("e5", "Nc3")
        talk.ask()
        if quick:
            talk.prints("Nf3", at=1.001)
            talk.conversation.rejected("Nf3", Sentence("no"))
            talk.ask()
            talk.prints("Nc6", "a6", at=1.002)  # one of them is one more than was asked for
            talk.line.play("Nc6", "a3")
        told.add(crash_of(talk).partition("; ")[2])
    assert told == {
        "it printed two moves, 'e5' and 'Nf3', when its first was due: it moves before White does, "
        "or answers one line with two moves"
    }


def test_a_refused_answer_is_no_second_move_unless_a_line_too_many_shows_it():
    talk = Talk(SanLine())
    talk.seat()
    talk.ask()
    talk.prints("e5")
    talk.line.play("e5", "Nc3")
    talk.ask()
    talk.prints("Nf3", at=1.001)  # White's move: what it thinks of the board is wrong
    talk.conversation.rejected("Nf3", Sentence("no"))
    talk.ask()
    talk.prints("Nc6", at=1.002)
    talk.line.play("Nc6", "a3")
    assert "two moves" not in crash_of(talk)


def test_a_move_before_the_opponents_first_is_told_whether_it_comes_before_that_or_after():
    told = set()
    for quick in (False, True):
        talk = Talk(SanLine())
        if quick:
            talk.seat()
            talk.ask()
            talk.prints("Nf3")
            talk.conversation.rejected("Nf3", Sentence("no"))
        else:
            talk.line.take_back(1)
            talk.seat()
            talk.prints("Nf3")
            talk.line.play("e4")
        told.add(crash_of(talk).partition("; ")[2])
    assert told == {"as Black it printed 'Nf3', which is a move of White"}


def test_a_refused_answer_is_no_second_move_if_it_came_later_or_repeats_the_first():
    for text, at in (("Nf3", 2.0), ("e5", 1.001), ("Ke5", 1.001)):
        talk = Talk(SanLine())
        talk.seat()
        talk.ask()
        talk.prints("e5")
        talk.line.play("e5", "Nc3")
        talk.ask()
        talk.prints(text, at=at)
        talk.conversation.rejected(text, Sentence("no"))
        assert "two moves" not in crash_of(talk)


def test_an_offered_draw_and_a_resignation():
    talk = Talk(XBoard())
    talk.seat()
    talk.prints("feature done=1 ping=1 draw=1")
    talk.prints("pong 1")
    assert Send("draw") in talk.conversation.offered_draw()
    talk.ask()
    assert only(GiveAnswer, talk.prints("resign")).reply == Resign()


def test_an_old_engine_that_says_nothing_is_ready_after_a_while():
    talk = Talk(XBoard())
    assert WakeAfter(SILENCE_SECONDS, WakeUp.DIALOGUE) in talk.seat()
    for _ in range(MOST_WAITS - 1):
        assert SayReady() not in talk.conversation.due(WakeUp.DIALOGUE)
    assert SayReady() in talk.conversation.due(WakeUp.DIALOGUE)


def test_a_board_of_another_game_is_refused():
    talk = Talk(Gomocup())
    talk.line = Line()
    failed = failure(talk.seat())
    assert (failed.reason, failed.explanation.cause) == (Reason.NOT_STARTED, Cause.REFUSED)


def test_a_program_that_cannot_be_started_loses():
    talk = Talk(Uci())
    talk.conversation.seat(talk.line.seat(Color.BLACK))
    effects = talk.conversation.could_not_start(Cause.NOT_FOUND, Sentence("there is none"))
    assert failure(effects).explanation.cause is Cause.NOT_FOUND
    assert Act.RETIRE in talk.finish()
    assert kinds(talk.seat())[0] == "StartProgram"


def test_a_program_is_started_alone_for_a_game_and_at_once_in_the_middle_of_one():
    talk = Talk(Gomocup())
    assert only(StartProgram, talk.seat()).alone
    talk.prints("OK")
    talk.ask()
    talk.prints("8,9")
    talk.ask()  # when its move was taken back
    for _command in ("TAKEBACK", "RESTART"):
        talk.conversation.due(WakeUp.DIALOGUE)
        effects = talk.prints("ERROR what")
    assert "RETIRE" in kinds(effects)
    assert not only(StartProgram, effects).alone
    assert only(StartProgram, talk.seat()).alone


def test_what_was_meant_for_a_replaced_program_is_not_sent_to_the_new_one():
    class Restless(SanLine):
        def heard(self, line):
            return [StartAnew(), Send("lost")]

    talk = Talk(Restless())
    talk.seat()
    talk.ask()
    assert kinds(talk.prints("e5", "d5")) == ["RETIRE", "StartProgram", "Send"]


# Failures


@pytest.mark.parametrize(
    ("news", "cause", "reason"),
    [
        (Flooded(), Cause.LINE_TOO_LONG, Reason.OUTPUT),
        (Garbled("\\x00", say("it printed a NUL byte")), Cause.ENCODING, Reason.PROTOCOL),
        (Interfered("SIGTERM"), Cause.INTERFERENCE, Reason.INTERFERENCE),
        (NotReading(), Cause.NOT_READING, Reason.CRASH),
        (ProgramEnded(3), Cause.EXITED, Reason.CRASH),
        (ProgramEnded(-11), Cause.KILLED, Reason.CRASH),
        (ProgramEnded(None), Cause.CLOSED_OUTPUT, Reason.CRASH),
        (ProgramEnded(-9, Sentence("too much")), Cause.MEMORY, Reason.CRASH),
        (
            ProgramEnded(-9, Sentence("none left"), is_machines=True),
            *(Cause.NO_ROOM, Reason.STOPPED),
        ),
    ],
)
@pytest.mark.parametrize("asked", [True, False])
def test_a_failure_answers_the_question_or_is_told(news, cause, reason, asked):
    talk = uci()
    if asked:
        talk.ask()
    effects = talk.news(news)
    assert effects[0] == Act.STOP_LISTENING
    assert isinstance(effects[-1], GiveAnswer if asked else TellGame)
    failed = failure(effects)
    assert (failed.reason, failed.explanation.cause) == (reason, cause)
    assert failed.explanation.last_sent == (GO if asked else "ucinewgame\nisready").replace(
        "\n", "; "
    )


def test_the_first_failure_counts_and_nothing_is_heard_or_sent_after_it():
    talk = uci()
    talk.ask()
    first = failure(talk.news(Flooded()))
    assert talk.news(ProgramEnded(1)) == []
    assert talk.prints("bestmove e7e5") == []
    assert talk.conversation.due(WakeUp.CLOSED_INPUT) == []
    assert talk.conversation.lose_for_off_turn(talk.game, Sentence("much")) == []
    assert talk.conversation.withdraw() == []
    assert talk.ask() == [GiveAnswer(first, None)]
    assert talk.conversation.explain(Reason.OUTPUT) == [GiveExplanation(first.explanation)]
    assert talk.finish() == [Act.RETIRE]


def test_what_follows_a_failure_in_the_same_chunk_is_not_heard():
    talk = uci()
    talk.ask()
    effects = talk.prints("bestmove", "info string more", "bestmove e7e5")
    assert kinds(effects) == ["STOP_LISTENING", "GiveAnswer"]
    assert failure(effects).explanation.last_heard == "bestmove"


def test_a_dialogue_that_raises_loses():
    class Broken(SanLine):
        def heard(self, line):
            raise LookupError("no such line")

    talk = Talk(Broken())
    talk.seat()
    talk.ask()
    failed = failure(talk.prints("e5"))
    assert failed.explanation.cause is Cause.EXCEPTION
    assert "no such line" in failed.explanation.traceback


def test_a_dialogue_that_raises_when_it_goes_on_loses():
    class Broken(XBoard):
        def waited(self):
            raise LookupError("no such wait")

    talk = Talk(Broken())
    talk.seat()
    logged, *effects = talk.conversation.due(WakeUp.DIALOGUE)
    assert isinstance(logged, LogError)
    assert "no such wait" in failure(effects).explanation.traceback


def test_a_program_whose_dialogue_raises_at_the_end_plays_no_other_game():
    class Broken(Uci):
        def finish(self, turn, outcome):
            raise LookupError("no such end")

    talk = Talk(Broken())
    talk.seat()
    assert kinds(talk.finish()) == ["LogError", "STOP_LISTENING", "RETIRE"]
    assert kinds(talk.seat())[0] == "StartProgram"


def raising(kind: type[Dialogue], name: str) -> Dialogue:
    """A dialogue of this kind of which one method, or property, always raises."""

    def fails(self, *facts):
        raise LookupError(f"no {name}")

    is_property = isinstance(getattr(Dialogue, name), property)
    return type("Broken", (kind,), {name: property(fails) if is_property else fails})()


@pytest.mark.parametrize(
    "name", ["open", "seat", "ask", "rejected", "withdraw", "offered_draw", "heard", "outdated"]
)
def test_whatever_method_of_a_dialogue_raises_the_player_loses(name):
    talk = Talk(raising(SanLine, name))
    effects = talk.seat()
    effects += talk.ask()
    effects += talk.conversation.offered_draw()
    effects += talk.conversation.rejected("e5", Sentence("no"))
    effects += talk.conversation.withdraw()
    effects += talk.ask()
    effects += talk.prints(*["#"] * 501)
    assert LogError in map(type, effects)
    failed = failure(talk.ask())
    assert failed.explanation.cause is Cause.EXCEPTION
    assert f"no {name}" in failed.explanation.traceback
    assert talk.finish()[-1] == Act.RETIRE


def test_a_failure_is_told_although_the_dialogue_cannot_say_whether_it_has_moved():
    talk = Talk(raising(SanLine, "has_moved_early"))
    talk.seat()
    assert failure(talk.news(ProgramEnded(1))).explanation.cause is Cause.EXITED
    assert failure(talk.ask()).explanation.cause is Cause.EXITED


def test_a_program_is_retired_although_the_dialogue_cannot_take_its_leave():
    talk = Talk(raising(Uci, "quit"))
    talk.seat()
    talk.prints("uciok")
    talk.prints("readyok")
    talk.finish()
    assert kinds(talk.conversation.quit()) == ["LogError", "STOP_LISTENING", "RETIRE"]


def test_what_could_not_be_carried_out_loses():
    talk = uci()
    talk.ask()
    failed = failure(talk.conversation.could_not_go_on(RuntimeError("can't start new thread")))
    assert (failed.reason, failed.explanation.cause) == (Reason.CRASH, Cause.EXCEPTION)
    talk = Talk(Uci())
    talk.conversation.seat(talk.line.seat(Color.BLACK))
    failed = failure(talk.conversation.could_not_go_on(ValueError("embedded null byte")))
    assert failed.reason is Reason.NOT_STARTED


@pytest.mark.parametrize("asked", [True, False])
def test_a_player_that_is_closed_in_its_game_ends_it_and_nobody_loses(asked):
    talk = uci()
    if asked:
        talk.ask()
    told, *leave = talk.conversation.quit()
    failed = failure([told])
    assert isinstance(told, GiveAnswer if asked else TellGame)
    assert (failed.reason, failed.explanation.cause) == (Reason.STOPPED, Cause.CLOSED)
    assert leave[-2:] == [Send("quit"), Act.RETIRE]
    assert talk.conversation.quit() == [], "twice is fine"


def test_of_many_lines_to_one_question_only_the_first_are_told():
    talk = uci()
    for move in ("d5", "exd5"):
        talk.ask()
        told = []
        for _ in range(30):
            told += talk.prints(*["info string hello"] * 100)
        assert len([effect for effect in told if isinstance(effect, TellGame)]) == 500
        assert only(GiveAnswer, talk.prints("bestmove e7e5")).reply == Play("e7e5")
        talk.line.play(move)


def test_a_loss_on_time_that_the_journal_refused_keeps_nothing_for_the_next_game():
    talk = late()
    assert Act.RETIRE in talk.finish(Outcome(None, Reason.INTERNAL_ERROR))
    talk.seat()
    talk.prints("uciok")
    talk.prints("readyok")
    talk.ask()
    asked = talk.conversation.explain(Reason.TIME, Sighting(usage=ASLEEP))
    assert WakeAfter(0.1, WakeUp.SECOND_LOOK) in asked


def test_too_many_lines_lose_and_a_retry_shares_the_allowance():
    talk = Talk(SanLine())
    talk.seat()
    talk.ask()
    talk.prints(*[""] * 200, "Ke5")
    talk.conversation.rejected("Ke5", Sentence("no"))
    talk.ask()
    assert failure(talk.prints(*[""] * 56)).explanation.cause is Cause.TOO_MANY_LINES


def test_of_a_flood_of_thoughts_the_last_before_the_move_is_heard():
    talk = uci(quotes=True)
    talk.ask()
    thoughts = [f"info depth {depth} score cp 3" for depth in range(1, 1001)]
    effects = talk.prints(*thoughts, "bestmove e7e5")
    (told,) = [effect.statement for effect in effects if isinstance(effect, TellGame)]
    assert told.depth == 1000
    quoted = [effect.line for effect in effects if isinstance(effect, QuoteLine)]
    assert quoted == [*thoughts, "bestmove e7e5"]


def test_a_flood_of_thoughts_loses_as_any_other():
    talk = uci()
    talk.ask()
    for _ in range(20):
        talk.prints(*["info depth 1 score cp 3"] * 1000)
    failed = failure(talk.prints("info depth 1 score cp 3", "bestmove e7e5"))
    assert (failed.reason, failed.explanation.cause) == (Reason.OUTPUT, Cause.TOO_MANY_LINES)


def test_lines_of_the_last_question_do_not_count_against_the_next_game():
    class Brief(Uci):
        max_lines = 10

    talk = Talk(Brief())
    talk.seat()
    talk.prints("uciok")
    talk.prints("readyok")
    talk.ask()
    talk.prints(*["info depth 1 score cp 3"] * 9, "bestmove e7e5")
    talk.finish()
    talk.seat()
    assert SayReady() in talk.prints("readyok")


# Races


def test_old_program_against_new():
    talk = Talk(SanLine())
    talk.seat()
    old = talk.conversation.number
    talk.ask()
    talk.prints("e5")
    talk.finish()
    talk.seat()
    talk.ask()
    assert talk.conversation.brings(old, Output("d5\n"), 1.0) == []
    assert talk.conversation.brings(old, ProgramEnded(0), 1.0) == []
    assert only(GiveAnswer, talk.prints("c5")).reply == Play("c5")


def test_a_program_that_failed_while_another_was_waited_for_is_retired_at_once():
    talk = uci()
    talk.finish()
    assert Act.STOP_LISTENING in talk.news(ProgramEnded(0))
    assert kinds(talk.seat())[:2] == ["RETIRE", "StartProgram"]


def test_answer_against_end():
    talk = uci()
    talk.ask()
    assert only(GiveAnswer, talk.prints("bestmove e7e5")).reply == Play("e7e5")
    assert isinstance(failure(talk.news(ProgramEnded(0))), Fail)


BARE_KNIGHT = "8/8/8/3k4/8/3K1N2/8/8 b - - 0 40"


@pytest.mark.parametrize(
    ("draws", "setup", "told"),
    [
        (NO_CLAIMS, BARE_KNIGHT, "neither side can mate"),
        (FIDE, "8/8/8/3k4/8/3K1R2/8/8 b - - 101 90", "no pawn moved for 50 moves"),
        (FIDE, "8/8/8/3k4/8/3K1R2/8/8 b - - 99 90", None),
    ],
)
def test_a_program_that_stops_where_other_rules_end_the_game_is_told_so(draws, setup, told):
    talk = Talk(Uci())
    talk.line = Line(setup, rules=chess_rules(draws))
    talk.seat()
    talk.prints("uciok")
    talk.prints("readyok")
    talk.ask()
    sentence = str(failure(talk.news(ProgramEnded(0))).explanation.sentence)
    assert ("this game goes on" in sentence) is (told is not None)
    assert told is None or told in sentence


def test_a_program_that_waits_where_other_rules_end_the_game_is_told_so():
    talk = Talk(SanLine())
    talk.line = Line(rules=chess_rules(NO_CLAIMS))
    talk.line.play(*["Nf3", "Nf6", "Ng1", "Ng8"] * 2, "Nf3")
    talk.seat()
    talk.ask()
    talk.conversation.explain(Reason.TIME, Sighting(usage=ASLEEP))
    talk.looked(WakeUp.SECOND_LOOK, ASLEEP)
    for _ in range(4):
        effects = talk.looked(WakeUp.LAST_WORDS, ASLEEP)
    assert "perhaps it takes the game to be over" in str(only(GiveExplanation, effects))


def test_a_program_that_breaks_down_there_is_told_of_nothing_else():
    talk = Talk(Uci())
    talk.line = Line(BARE_KNIGHT, rules=chess_rules(NO_CLAIMS))
    talk.seat()
    talk.prints("uciok")
    talk.prints("readyok")
    talk.ask()
    sentence = str(failure(talk.news(ProgramEnded(1))).explanation.sentence)
    assert sentence.endswith("exit code 1")


def test_a_program_that_stops_at_a_repeated_position_is_told_so():
    talk = Talk(Uci())
    talk.line = Line(rules=chess_rules(NO_CLAIMS))
    talk.line.play(*["Nf3", "Nf6", "Ng1", "Ng8"] * 4, "e4")
    talk.seat()
    talk.prints("uciok")
    talk.prints("readyok")
    assert talk.line.turn.position.drawn_elsewhere() is None
    talk.line.take_back(1).play("Nf3")
    talk.ask()
    explained = failure(talk.news(ProgramEnded(0))).explanation
    assert "this position came 5 times" in str(explained.sentence)
    assert "any(board.legal_moves)" in str(advice_on(explained))


def test_a_draw_that_the_next_move_would_let_somebody_claim_may_be_taken_for_the_end():
    line = Line(rules=chess_rules(NO_CLAIMS)).play(*["Nf3", "Nf6", "Ng1", "Ng8"], "Nf3", "Nf6")
    assert line.turn.position.drawn_elsewhere() is None
    line.play("Ng1")
    assert "for the third time" in str(line.turn.position.drawn_elsewhere())


def test_an_early_answer_counts_and_the_end_is_told_behind_it():
    talk = Talk(SanLine())
    talk.line = Line()
    talk.seat(Color.WHITE)
    talk.prints("e4")
    assert talk.news(ProgramEnded(0)) == [Act.STOP_LISTENING]
    given, told = talk.ask()
    assert given == GiveAnswer(Play("e4"), None)
    assert failure([told]).explanation.cause is Cause.EXITED


def test_end_against_next_game():
    talk = uci()
    talk.finish()
    talk.seat()
    assert kinds(talk.news(ProgramEnded(0))) == ["RETIRE", "StartProgram", "Send"]
    talk.prints("uciok")
    assert SayReady() in talk.prints("readyok")
    assert failure(talk.news(ProgramEnded(0))).reason is Reason.CRASH


@pytest.mark.parametrize(
    "news", [Garbled("\\x00", say("it is no text")), Flooded(), NotReading(), ProgramEnded(None)]
)
def test_so_is_whatever_it_did_between_two_games(news):
    talk = uci()
    talk.finish()
    talk.seat()
    assert kinds(talk.news(news)) == ["RETIRE", "StartProgram", "Send"]
    talk.prints("uciok")
    assert SayReady() in talk.prints("readyok")


def test_so_are_lines_without_end_between_two_games():
    talk = uci()
    talk.finish()
    talk.seat()
    assert kinds(talk.prints(*[""] * 20_001)) == ["RETIRE", "StartProgram", "Send"]


def test_a_program_that_signals_the_host_between_two_games_loses():
    talk = uci()
    talk.finish()
    talk.seat()
    assert failure(talk.news(Interfered("SIGTERM"))).reason is Reason.INTERFERENCE


def test_a_program_that_refuses_its_second_game_is_not_asked_again():
    talk = uci()
    talk.finish()
    talk.line = Line(rules=variant_rules("antichess"))
    talk.line.play("e4")
    refused = failure(talk.seat())
    assert (refused.reason, refused.explanation.cause) == (Reason.NOT_STARTED, Cause.REFUSED)


def test_a_closed_input_is_an_end_too_between_two_games():
    talk = uci()
    talk.finish()
    talk.seat()
    assert talk.news(InputClosed()) == [WakeAfter(0.2, WakeUp.CLOSED_INPUT)]
    effects = talk.go_on(talk.conversation.due(WakeUp.CLOSED_INPUT))
    assert kinds(effects) == ["RETIRE", "StartProgram", "Send"]


def test_a_program_that_ends_in_its_first_game_before_it_is_ready_was_not_started():
    talk = Talk(Uci())
    talk.seat()
    assert failure(talk.news(ProgramEnded(1))).reason is Reason.NOT_STARTED


def test_write_against_exit():
    talk = uci()
    talk.ask()
    assert talk.news(InputClosed()) == [WakeAfter(0.2, WakeUp.CLOSED_INPUT)]
    assert talk.conversation.due(WakeUp.CLOSED_INPUT, Sighting(running=False)) == []
    assert failure(talk.news(ProgramEnded(0))).explanation.cause is Cause.EXITED
    talk = uci()
    talk.ask()
    talk.news(InputClosed())
    failed = failure(talk.conversation.due(WakeUp.CLOSED_INPUT))
    assert failed.explanation.cause is Cause.CLOSED_INPUT


def test_timer_against_progress():
    talk = Talk(XBoard())
    talk.seat()
    assert SayReady() in talk.prints("feature done=1 ping=0")
    assert talk.conversation.due(WakeUp.DIALOGUE) == []


def test_explanation_against_answer():
    talk = uci()
    talk.ask()
    asked = talk.conversation.explain(Reason.TIME, Sighting(usage=ASLEEP))
    assert asked == [WakeAfter(0.1, WakeUp.SECOND_LOOK)]
    talk.prints("bestmove e7e5")
    explained = only(GiveExplanation, talk.looked(WakeUp.SECOND_LOOK, ASLEEP))
    assert explained.explanation.cause is Cause.LATE
    assert "'bestmove e7e5'" in str(explained.explanation.sentence)


def late(*, usage: Usage = ASLEEP) -> Talk:
    """An engine that has lost on time and was looked at twice."""
    talk = uci()
    talk.ask()
    talk.conversation.explain(Reason.TIME, Sighting(usage=usage))
    return talk


def test_a_program_that_computes_is_not_listened_to_any_longer():
    talk = late(usage=BUSY)
    (given,) = talk.looked(WakeUp.SECOND_LOOK, BUSY)
    assert given.explanation.cause is Cause.COMPUTING
    assert Act.RETIRE in talk.finish(LOST_ON_TIME)


def test_a_program_that_computes_beyond_a_short_time_may_take_milliseconds_for_seconds():
    for control, perhaps in ((TimeControl(2), ("milliseconds",)), (TimeControl(60), ())):
        talk = Talk(Uci())
        talk.line = Line(control=control).play("e4")
        talk.seat()
        talk.prints("uciok")
        talk.prints("readyok")
        talk.ask()
        talk.conversation.explain(Reason.TIME, Sighting(usage=BUSY))
        (given,) = talk.looked(WakeUp.SECOND_LOOK, BUSY)
        assert given.explanation.codes == ("still-computing",), "that is what is seen"
        assert ((given.by_its_times and codes_of(given.by_its_times)) or ()) == perhaps


def closed(talk: Talk) -> None:
    """Go through the last words to the end of the input."""
    stop = talk.looked(WakeUp.SECOND_LOOK, ASLEEP)
    assert kinds(stop) == ["ProvokeProgram", "WakeAfter"]
    one = talk.looked(WakeUp.LAST_WORDS, ASLEEP)
    assert (stop[0].text, one[0].text[:3]) == ("stop", "go ")
    windows = talk.looked(WakeUp.LAST_WORDS, ASLEEP)
    assert windows[0].text == one[0].text + "\r"
    many = talk.looked(WakeUp.LAST_WORDS, ASLEEP)
    assert many[0].text.startswith(f"{one[0].text}\n{one[0].text}\n")
    assert talk.looked(WakeUp.LAST_WORDS, ASLEEP)[0] == Act.CLOSE_INPUT


def test_what_comes_out_after_many_lines_was_held_back_and_answers_nothing():
    talk = late()
    talk.looked(WakeUp.SECOND_LOOK, ASLEEP)
    for _ in range(3):
        talk.looked(WakeUp.LAST_WORDS, ASLEEP)
    assert talk.prints("bestmove e7e5", "more") == []
    (given,) = talk.looked(WakeUp.LAST_WORDS, ASLEEP)
    assert given.explanation.cause is Cause.UNFLUSHED
    assert "'bestmove e7e5'" in str(given.explanation.sentence)
    assert talk.news(ProgramEnded(0)) == []
    assert talk.conversation.due(WakeUp.LAST_WORDS) == []
    assert Act.RETIRE in talk.finish(LOST_ON_TIME)


@pytest.mark.parametrize(
    ("dialogue", "line"),
    [
        (Uci(), "info string error: no position"),
        (Uci(), "Unknown command: go"),
        (XBoard(), "Error (unknown command): sd"),
        (Gomocup(), "ERROR Invalid opponent move"),
        (Gomocup(), "UNKNOWN command"),
    ],
)
def test_a_program_that_complains_and_waits_is_believed_at_once(dialogue, line):
    talk = Talk(dialogue)
    talk.seat()
    talk.prints("uciok", "readyok") if isinstance(dialogue, Uci) else talk.prints("OK")
    if isinstance(dialogue, XBoard):
        talk.prints("feature done=1")
    talk.ask()
    assert WakeAfter(COMPLAINT_SECONDS, WakeUp.COMPLAINT) in talk.prints(line, "more")
    (again,) = talk.looked(WakeUp.COMPLAINT, replace(ASLEEP, only_reads=False))
    assert again == WakeAfter(COMPLAINT_SECONDS, WakeUp.COMPLAINT)
    lost = failure(talk.looked(WakeUp.COMPLAINT, ASLEEP))
    assert lost.explanation.sentence == rows.ANSWERED_WITH_AN_ERROR(line=repr(line))


def test_a_program_that_complains_and_then_moves_goes_on():
    talk = uci()
    talk.ask()
    talk.prints("info string error: no book")
    talk.prints("bestmove e7e5")
    assert talk.looked(WakeUp.COMPLAINT, ASLEEP) == []


def test_the_complaint_of_a_program_with_several_threads_is_told_when_its_time_is_over():
    talk = uci()
    talk.ask()
    talk.prints("info string error: no position", "info string ready")
    talk.conversation.explain(Reason.TIME, Sighting(usage=ASLEEP))
    talk.looked(WakeUp.SECOND_LOOK, ASLEEP)
    for _ in range(5):
        *_, given = talk.looked(WakeUp.LAST_WORDS, ASLEEP)
    row = rows.ANSWERED_WITH_AN_ERROR(line="'info string error: no position'")
    assert given.explanation.sentence == row


SLEEPING = replace(ASLEEP, only_reads=False)


@pytest.mark.parametrize("looks", [1, 5, MORE_LOOKS])
def test_a_program_that_may_sleep_is_sent_nothing_while_its_answer_may_come(looks: int):
    talk = late(usage=SLEEPING)
    for _ in range(looks):
        assert kinds(talk.looked(WakeUp.SECOND_LOOK, SLEEPING)) == ["WakeAfter"]
    talk.prints("bestmove e7e5")
    (given,) = talk.looked(WakeUp.SECOND_LOOK, ASLEEP)
    assert given.explanation.sentence == rows.TOO_LATE(heard="'bestmove e7e5'")


def test_a_program_that_sleeps_is_sent_nothing_more():
    sleeps = replace(SLEEPING, sleeps=True)
    talk = late(usage=sleeps)
    for _ in range(MORE_LOOKS):
        assert kinds(talk.looked(WakeUp.SECOND_LOOK, sleeps)) == ["WakeAfter"]
    (given,) = talk.looked(WakeUp.SECOND_LOOK, sleeps)
    assert given.explanation.sentence == rows.SLEEPS()


@pytest.mark.parametrize("answers", [True, False])
def test_what_comes_before_a_program_has_read_another_line_is_no_answer_to_it(answers: bool):
    talk, deaf = late(usage=SLEEPING), replace(SLEEPING, unread=5)
    for _ in range(MORE_LOOKS):
        talk.looked(WakeUp.SECOND_LOOK, SLEEPING)
    assert talk.looked(WakeUp.SECOND_LOOK, SLEEPING)[0] == ProvokeProgram("stop")
    if answers:
        talk.prints("bestmove e7e5")
    (given,) = talk.looked(WakeUp.LAST_WORDS, deaf)
    late_row, silent = rows.TOO_LATE(heard="'bestmove e7e5'"), rows.WAITS_BLINDLY()
    assert given.explanation.sentence == (late_row if answers else silent)


def test_an_engine_that_has_moved_by_itself_before_does_not_wait_for_stop():
    talk = uci()
    talk.ask()
    talk.prints("bestmove e7e5")
    talk.line.play("e5", "d4")
    talk.ask()
    talk.conversation.explain(Reason.TIME, Sighting(usage=SLEEPING))
    for _ in range(MORE_LOOKS + 1):
        talk.looked(WakeUp.SECOND_LOOK, SLEEPING)
    talk.prints("bestmove e5d4")
    (given,) = talk.looked(WakeUp.LAST_WORDS, SLEEPING)
    assert given.explanation.sentence == rows.LATE_OR_WAITS(text="'bestmove e5d4'")


def test_a_look_between_a_line_and_its_line_break_does_not_hide_the_lines_before():
    talk = uci()
    talk.ask()
    talk.prints("e7e5")
    talk.conversation.explain(Reason.TIME, Sighting(usage=ASLEEP))
    talk.looked(WakeUp.SECOND_LOOK, ASLEEP)
    for _ in range(3):
        talk.looked(WakeUp.LAST_WORDS, ASLEEP)
    talk.prints("e7e5", "e7e5")
    meanwhile = Sighting(usage=ASLEEP, unfinished="e7e5")
    assert talk.conversation.due(WakeUp.LAST_WORDS, meanwhile)[0] == Act.CLOSE_INPUT
    (given,) = talk.looked(WakeUp.LAST_WORDS, ASLEEP)
    assert given.explanation.cause is Cause.IDLE
    assert "write 'bestmove e7e5'" in str(given.explanation.sentence)


@pytest.mark.parametrize("answer", ["uciok", "feature done=1", 'name="x", version="1"'])
def test_a_program_of_another_protocol_is_recognised_by_its_answer_to_the_probe(answer):
    talk = Talk(SanLine())
    talk.seat()
    talk.ask()
    talk.prints("Unknown command: e4")
    talk.conversation.rejected("Unknown command: e4", say("it is not a move"))
    asked, _wait = talk.conversation.explain(Reason.ILLEGAL_MOVES)
    assert asked.text.startswith("uci\n")
    (given,) = talk.prints("hello", answer)
    assert given.explanation.cause is Cause.OTHER_PROTOCOL


def test_what_a_program_prints_as_it_exits_was_held_back():
    talk = late()
    talk.looked(WakeUp.SECOND_LOOK, ASLEEP)
    assert talk.prints("bestmove e7e5") == []
    (given,) = talk.news(ProgramEnded(1))
    assert given.explanation.cause is Cause.UNFLUSHED


def test_what_a_program_prints_for_one_more_line_shows_that_it_waited_for_it():
    (given,) = silent_until_one_more_line().looked(WakeUp.LAST_WORDS, ASLEEP)
    assert given.explanation.cause is Cause.IDLE
    assert "only after a second line" in str(given.explanation.sentence)


def silent_until_one_more_line() -> Talk:
    talk = Talk(SanLine())
    talk.seat()
    talk.ask()
    talk.conversation.explain(Reason.TIME, Sighting(usage=ASLEEP))
    talk.looked(WakeUp.SECOND_LOOK, ASLEEP)
    talk.prints("e4")
    return talk


@pytest.mark.parametrize("state", ["R", "Z"])
def test_a_program_that_still_runs_after_one_more_line_may_be_on_its_way_out(state: str):
    talk, leaves = silent_until_one_more_line(), Usage(state, 1.0, 0.0, 0)
    for _ in range(3):
        (again,) = talk.looked(WakeUp.LAST_WORDS, leaves)
        assert isinstance(again, WakeAfter)
    (given,) = talk.news(ProgramEnded(1))
    assert given.explanation.cause is Cause.UNFLUSHED


def test_a_program_that_goes_on_running_after_one_more_line_waited_for_it():
    talk = silent_until_one_more_line()
    given = []
    while not any(isinstance(each, GiveExplanation) for each in given):
        given = talk.looked(WakeUp.LAST_WORDS, BUSY)
    assert given[0].explanation.cause is Cause.IDLE


@pytest.mark.parametrize(
    ("looks", "words"), [(1, "only after 'stop'"), (2, "when that comes alone, but not")]
)
def test_an_engine_that_answers_stop_or_a_line_alone_shows_what_it_waited_for(looks, words):
    talk = late()
    talk.looked(WakeUp.SECOND_LOOK, ASLEEP)
    for _ in range(looks - 1):
        assert talk.prints("info depth 1 pv e7e5") == []  # which answers nothing
        talk.looked(WakeUp.LAST_WORDS, ASLEEP)
    talk.prints("bestmove e7e5")
    (given,) = talk.looked(WakeUp.LAST_WORDS, ASLEEP)
    assert given.explanation.cause is Cause.IDLE
    assert words in str(given.explanation.sentence)


def test_an_engine_that_takes_a_read_for_a_line_is_ready_when_isready_comes_alone():
    talk = introduced()
    talk.conversation.explain(Reason.NOT_STARTED, Sighting(usage=ASLEEP))
    asked, _wait = talk.looked(WakeUp.SECOND_LOOK, ASLEEP)
    assert asked.text == "isready"
    talk.prints("readyok")
    (given,) = talk.looked(WakeUp.LAST_WORDS, ASLEEP)
    assert given.explanation.cause is Cause.NO_HANDSHAKE
    assert "not when it comes in one piece with 'ucinewgame'" in str(given.explanation.sentence)


def test_an_empty_line_and_a_move_that_comes_too_late_were_written_in_two_ways():
    talk = Talk(SanLine())
    talk.seat()
    talk.ask()
    talk.prints("")
    talk.conversation.explain(Reason.TIME, Sighting(usage=ASLEEP))
    talk.looked(WakeUp.SECOND_LOOK, ASLEEP)
    for _ in range(2):
        talk.looked(WakeUp.LAST_WORDS, ASLEEP)
    talk.prints("e4e5")
    (given,) = talk.looked(WakeUp.LAST_WORDS, ASLEEP)
    assert given.explanation.cause is Cause.UNFLUSHED
    assert "perhaps the move and its line break" in str(given.explanation.sentence)


def silent_in_lines(*printed: str) -> Talk:
    """A program of lines that was asked, printed this and waits, and was looked at twice."""
    talk = Talk(SanLine())
    talk.seat()
    talk.ask()
    for line in printed:
        talk.prints(line)
    talk.conversation.explain(Reason.TIME, Sighting(usage=ASLEEP))
    talk.looked(WakeUp.SECOND_LOOK, ASLEEP)
    return talk


def test_empty_lines_behind_a_move_that_was_held_back_are_none_in_its_place():
    talk = silent_in_lines()
    for _ in range(2):
        talk.looked(WakeUp.LAST_WORDS, ASLEEP)
    talk.prints("e4", "", "")
    (given,) = talk.looked(WakeUp.LAST_WORDS, ASLEEP)
    assert given.explanation.cause is Cause.UNFLUSHED
    assert "flush the output" in str(given.explanation.sentence)


def test_a_program_that_ends_at_further_lines_was_reading_them():
    """Its runtime may wait for input in another call than read, as Haskell's does."""
    talk = silent_in_lines()
    talk.looked(WakeUp.LAST_WORDS, ASLEEP)
    (given,) = talk.news(ProgramEnded(1))
    assert given.explanation.sentence == rows.WAITS_FOR_MORE()


def test_an_empty_line_in_place_of_a_move_is_told():
    talk = silent_in_lines("")
    for _ in range(4):
        *_, last = talk.looked(WakeUp.LAST_WORDS, ASLEEP)
    assert isinstance(last, GiveExplanation)
    assert last.explanation.sentence == rows.EMPTY_LINE()
    assert "PHP, Perl, Ruby" in str(advice_on(last.explanation))


@pytest.mark.parametrize(("seconds", "words"), [(2.0, "2.0 s after its move"), (0.1, "the middle")])
def test_a_program_that_leaves_while_its_opponent_thinks_is_said_to(seconds, words):
    talk = Talk(SanLine())
    talk.seat()
    talk.ask()
    talk.conversation.brings(talk.conversation.number, Output("e4\n"), 5.0)
    number = talk.conversation.number
    effects = talk.conversation.brings(number, ProgramEnded(0), 5.0 + seconds)
    assert words in str(failure(effects).explanation.sentence)


def test_a_program_whose_first_move_came_before_it_was_asked_has_moved_when_it_leaves():
    talk = Talk(SanLine())
    talk.line.take_back(1)
    talk.seat(Color.WHITE)
    talk.prints("e4", at=5.0)
    assert GiveAnswer(Play("e4"), None) in talk.ask()
    words = str(failure(talk.news(ProgramEnded(0), at=5.1)).explanation.sentence)
    assert words == "the program ended in the middle of the game: exit code 0"


def test_what_comes_only_at_the_end_of_the_input_shows_that_it_reads_to_the_end():
    talk = late()
    closed(talk)
    (given,) = talk.prints("bestmove e7e5")
    assert given.explanation.cause is Cause.READS_TO_END


def test_much_without_a_line_break_was_held_back():
    talk = late()
    talk.looked(WakeUp.SECOND_LOOK, ASLEEP)
    talk.looked(WakeUp.LAST_WORDS, ASLEEP)
    given = only(GiveExplanation, talk.news(Flooded()))
    assert given.explanation.cause is Cause.NO_NEWLINE


@pytest.mark.parametrize("how", ["end", "wait", "retired"])
def test_a_program_that_held_nothing_back_was_idle(how):
    talk = late()
    if how == "end":
        talk.looked(WakeUp.SECOND_LOOK, ASLEEP)
        (given,) = talk.news(ProgramEnded(0))
    elif how == "wait":
        closed(talk)
        (given,) = talk.conversation.due(WakeUp.LAST_WORDS)
    else:
        given = only(GiveExplanation, talk.finish(LOST_ON_TIME))
    cause = given.explanation and given.explanation.cause
    assert cause is (None if how == "retired" else Cause.IDLE)


def test_a_program_that_was_listened_to_late_plays_no_other_game():
    talk = late()
    closed(talk)
    talk.prints("bestmove e7e5")
    assert kinds(talk.seat())[:2] == ["RETIRE", "StartProgram"]


def test_who_ends_between_the_two_looks_did_not_answer():
    talk = late()
    effects = talk.news(ProgramEnded(0))
    assert only(GiveExplanation, effects).explanation.cause is Cause.NO_ANSWER
    assert talk.looked(WakeUp.SECOND_LOOK, Usage()) == []


def test_there_is_nothing_to_explain_without_a_program():
    talk = Talk(Uci())
    assert talk.conversation.explain(Reason.TIME) == [GiveExplanation(None)]


def test_a_program_that_was_not_ready_in_time_is_told_what_was_expected():
    talk = Talk(Uci())
    talk.seat()
    assert talk.conversation.explain(Reason.NOT_STARTED) == [WakeAfter(0.1, WakeUp.SECOND_LOOK)]
    (given,) = talk.looked(WakeUp.SECOND_LOOK, BUSY)
    assert given.explanation.cause is Cause.NO_HANDSHAKE
    assert "did not say 'uciok' in time" in str(given.explanation.sentence)


def test_an_engine_that_is_ready_just_too_late_is_not_said_to_wait():
    talk = introduced()
    talk.conversation.explain(Reason.NOT_STARTED, Sighting(usage=BUSY))
    talk.prints("readyok")
    (given,) = talk.looked(WakeUp.SECOND_LOOK, READING)
    assert given.explanation.cause is Cause.NO_HANDSHAKE
    assert "it had not said 'readyok' in time" in str(given.explanation.sentence)


def test_an_engine_that_read_only_just_now_is_not_said_to_wait():
    """It may answer in the next moment: on a busy machine a sound one was blamed for good."""
    for before, row in ((BUSY, rows.NOT_READY_IN_TIME), (READING, rows.NO_HANDSHAKE_YET)):
        seen = Evidence("uciok", "", before=before, now=READING)
        assert row_of(diagnose(Reason.NOT_STARTED, seen)[1]) is row


def test_an_engine_that_got_no_processor_before_it_was_ready_is_told_so():
    talk = introduced()
    talk.conversation.explain(Reason.NOT_STARTED, Sighting(usage=Usage("R", 1.0, 2.0, 0), age=5.0))
    seen = Sighting(usage=Usage("R", 1.0, 2.1, 0), age=5.1)
    (given,) = talk.conversation.due(WakeUp.SECOND_LOOK, seen)
    assert given.explanation.cause is Cause.BUSY_MACHINE


# Who stands still


def frozen() -> Talk:
    """An engine that stands still."""
    talk = uci(ponder=Ponder.FREEZE)
    talk.looked(WakeUp.REST, ASLEEP)
    assert Act.FREEZE in talk.looked(WakeUp.REST, ASLEEP)
    return talk


def test_freeze_against_answer():
    talk = frozen()
    assert talk.conversation.stands_still
    assert talk.conversation.rouse() == [Act.TURN_COMES, Act.THAW]
    assert talk.ask() == [Send(GO)]
    assert talk.prints("bestmove e7e5") == [
        Act.FREEZE, Act.TURN_ENDS_FROZEN, GiveAnswer(Play("e7e5"), 1.0),
    ]  # fmt: skip
    assert talk.ask()[:2] == [Act.TURN_COMES, Act.THAW], "it is thawed before it is written to"


def test_a_frozen_program_is_thawed_for_its_leave():
    talk = frozen()
    assert talk.finish() == [Act.TURN_COMES, Act.THAW, Act.DETACH]
    talk = frozen()
    leave = talk.conversation.quit()[1:]
    assert leave == [Act.TURN_COMES, Act.THAW, Send("quit"), Act.RETIRE]


def test_a_program_that_may_still_read_is_looked_at_until_it_rests():
    talk = uci(ponder=Ponder.FREEZE)
    reading = Usage("S", 1.0, 0.0, 5)
    for usage in (BUSY, reading, reading, ASLEEP):
        assert talk.looked(WakeUp.REST, usage) == [WakeAfter(0.01, WakeUp.REST)]
    assert talk.looked(WakeUp.REST, ASLEEP) == [Act.FREEZE, Act.TURN_ENDS_FROZEN]


def test_who_goes_on_talking_does_not_put_off_the_look():
    talk = uci(ponder=Ponder.FREEZE)
    assert talk.prints("info string one") == [TellGame(Note("one", NoteKind.COMMENT), 1.0)]


def test_a_look_that_was_due_when_a_game_ended_comes_again_in_the_next():
    talk = uci(ponder=Ponder.FREEZE)
    talk.finish()
    talk.seat()
    assert WakeAfter(0.01, WakeUp.REST) in talk.prints("readyok")


def test_a_program_of_which_the_system_tells_nothing_counts_as_at_rest_after_ten_looks():
    talk = uci(ponder=Ponder.FREEZE)
    looks = [talk.looked(WakeUp.REST, Usage()) for _ in range(10)]
    assert Act.FREEZE in looks[-1]
    assert Act.FREEZE not in [effect for look in looks[:-1] for effect in look]


def test_a_program_that_never_rests_is_frozen_after_a_second():
    talk = uci(ponder=Ponder.FREEZE)
    looks = 0
    while Act.FREEZE not in talk.looked(WakeUp.REST, BUSY):
        talk.prints("info string still here")
        looks += 1
    assert looks == 99


def test_a_program_that_says_nothing_is_told_of_the_game_when_it_rests():
    talk = Talk(SanLine(), ponder=Ponder.FREEZE)
    assert talk.seat()[1:] == [WakeAfter(0.01, WakeUp.REST)]
    talk.looked(WakeUp.REST, ASLEEP)
    effects = talk.looked(WakeUp.REST, ASLEEP)
    assert kinds(effects) == ["Send", "SayReady", "FREEZE", "TURN_ENDS_FROZEN"]


def test_a_program_that_speaks_before_it_is_told_is_heard():
    talk = Talk(SanLine(), ponder=Ponder.FREEZE)
    talk.line = Line()
    talk.seat(Color.WHITE)
    assert Send("white") in talk.prints("e4")
    assert only(GiveAnswer, talk.ask()).reply == Play("e4")


def pondering() -> Talk:
    """A UCI engine that thinks on its opponent's time about the reply to its answer."""
    talk = uci(ponder=Ponder.PLAY)
    talk.line.clock = talk.line.clock.start(Color.BLACK, 1.0)
    talk.ask()
    line = "position startpos moves e2e4 e7e5 g1f3"
    assert talk.prints("bestmove e7e5 ponder g1f3", at=3.0) == [
        GiveAnswer(Play("e7e5"), 3.0),
        Send(f"{line}\ngo ponder wtime 60000 btime 58000"),
        Act.TURN_ENDS,
    ]  # fmt: skip
    return talk


@pytest.mark.parametrize("ponder", [Ponder.WATCH, Ponder.PLAY])
def test_the_start_of_a_program_that_announces_nothing_is_no_work_out_of_turn(ponder):
    talk = Talk(SanLine(), ponder=ponder)
    effects = talk.seat()
    assert WakeAfter(0.01, WakeUp.REST) in effects
    assert Act.TURN_ENDS not in effects
    talk.looked(WakeUp.REST, ASLEEP)
    assert Act.TURN_ENDS in talk.looked(WakeUp.REST, ASLEEP)


def test_an_engine_whose_answer_is_late_does_not_ponder():
    talk = uci(ponder=Ponder.PLAY)
    talk.line.clock = talk.line.clock.start(Color.BLACK, 1.0)
    talk.ask()
    assert talk.prints("bestmove e7e5 ponder g1f3", at=61.5)[1:] == [Act.TURN_ENDS]


def test_an_engine_that_ponders_runs_out_of_turn_and_is_measured():
    talk = pondering()
    assert talk.conversation.rouse() == []
    assert not talk.conversation.awaits()
    assert talk.prints("info depth 5 score cp 3 pv b8c6") == []
    talk.line.play("e5", "Nf3")
    assert talk.ask() == [Send("ponderhit"), Act.TURN_COMES]
    assert GiveAnswer(Play("b8c6"), 1.0) not in talk.prints("info depth 6 score cp 3 pv b8c6")
    assert only(GiveAnswer, talk.prints("bestmove b8c6")).reply.text == "b8c6"


def test_an_engine_that_ponders_is_stopped_when_the_game_ends_and_plays_the_next():
    talk = pondering()
    assert talk.finish() == [Act.TURN_COMES, Send("stop"), Act.DETACH]
    assert Send("ucinewgame\nisready") in talk.seat()
    talk.prints("bestmove b8c6", "readyok")
    talk.ask()
    assert only(GiveAnswer, talk.prints("bestmove c7c5")).reply == Play("c7c5")


def test_an_engine_that_ponders_leaves_when_it_is_closed():
    assert pondering().conversation.quit()[-2:] == [Send("quit"), Act.RETIRE]


def test_an_engine_that_fails_while_it_ponders_loses():
    assert failure(pondering().news(ProgramEnded(1))).explanation.cause is Cause.EXITED


@pytest.mark.parametrize("ponder", [each for each in Ponder if each is not Ponder.PLAY])
def test_no_engine_ponders_unless_it_is_asked_to(ponder):
    talk = uci(ponder=ponder)
    talk.ask()
    assert not [e for e in talk.prints("bestmove e7e5 ponder g1f3") if isinstance(e, Send)]


def test_who_used_the_machine_out_of_turn_loses_in_its_game_only():
    talk = uci(ponder=Ponder.WATCH)
    failed = failure(talk.conversation.lose_for_off_turn(talk.game, Sentence("it spun")))
    assert (failed.reason, failed.explanation.cause) == (Reason.OFF_TURN, Cause.OFF_TURN)
    talk = uci(ponder=Ponder.WATCH)
    earlier = talk.game
    talk.finish()
    assert talk.conversation.lose_for_off_turn(earlier, Sentence("it spun")) == []
    talk.seat()
    talk.prints("readyok")
    assert talk.conversation.lose_for_off_turn(earlier, Sentence("it spun")) == []


OUT_OF_TURN = """uciok|readyok|id name X|option name Hash type spin default 1 min 1 max 9
registration error|bestmove e7e5|bestmove e7e5 ponder d2d4|bestmove
info depth 3 score cp 1 pv e2e4|info string hello|registration checking
feature x=1|feature done=0|feature done=1|feature ping=0 usermove=0 done=1|feature reuse=0
pong 1|pong 2|pong 99|move e5|move|resign|offer draw|1/2-1/2 {agreed}|0-1 {resigns}
Illegal move: e4|Error (unknown command): go|tellics hello|askuser x y|ping 1|# 1 2 3 4 e4
OK|8,9|ERROR|UNKNOWN|MESSAGE hello|DEBUG x|SUGGEST 7,7|SWAP|8,8 9,9|name="X"
e5|Ke5|draw?||.|\x07|0-1|accepted|xboard|quit""".replace("\n", "|").split("|")
"""Lines of every kind, for all protocols."""

GREETINGS = {
    Uci: ["uciok", "readyok"],
    XBoard: ["feature ping=1 draw=1 done=1", "pong 1"],
    Gomocup: ["OK"],
    SanLine: [],
}
ANSWERS = {Uci: "bestmove e7e5", XBoard: "move e7e5", Gomocup: "8,9", SanLine: "e5"}
NOTED = {"TellGame", "QuoteLine", "WakeAfter", "STOP_LISTENING"}
"""The kinds of effects by which no program is told anything or let run."""


def comes_to_rest(talk: Talk) -> Talk:
    while not talk.conversation.stands_still:
        talk.looked(WakeUp.REST, ASLEEP)
    return talk


@pytest.mark.parametrize("moved", [False, True], ids=["before its first turn", "after its move"])
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_nothing_that_a_program_says_out_of_turn_is_answered_or_lets_it_run(protocol, moved):
    for line in OUT_OF_TURN:
        talk = at_rest(protocol, moved=moved)
        conversation = talk.conversation
        effects = [*talk.prints(line), *talk.prints(line, line), *conversation.offered_draw()]
        for wake_up in (WakeUp.DIALOGUE, WakeUp.REST, WakeUp.SILENCE):
            effects += talk.looked(wake_up, BUSY)
        assert {*kinds(effects)} <= NOTED, line
        assert conversation.stands_still


def at_rest(protocol: str, *, moved: bool) -> Talk:
    """A program that stands still, before its first turn or after its first move."""
    talk = Talk(PROTOCOLS[protocol](), ponder=Ponder.FREEZE)
    talk.seat()
    for greeting in GREETINGS[type(talk.dialogue)]:
        talk.prints(greeting)
    comes_to_rest(talk)
    if moved:
        talk.conversation.rouse()
        talk.ask()
        assert talk.prints(ANSWERS[type(talk.dialogue)])[0] == Act.FREEZE
    return talk


class Answering(SanLine):
    """Answer every line and every wait."""

    then: tuple = ()

    def heard(self, line):
        return [Send(f"heard {line}"), *super().heard(line), *self.waited()]

    def waited(self):
        return [Send("waited"), *self.then]


class Replaced(Answering):
    """Wants another program at every line."""

    then = (StartAnew(),)


def test_what_a_dialogue_wants_to_say_out_of_turn_comes_before_the_next_question():
    talk = Talk(Answering(), ponder=Ponder.FREEZE)
    talk.seat()
    comes_to_rest(talk)
    assert talk.prints("") == []
    assert talk.looked(WakeUp.DIALOGUE, BUSY) == []
    told = ["heard ", "waited", "waited", "e4"]
    assert talk.ask() == [Act.TURN_COMES, Act.THAW, *map(Send, told)]
    assert kinds(talk.prints("e5")) == ["Send", "FREEZE", "TURN_ENDS_FROZEN", "GiveAnswer"]


def test_a_program_is_replaced_in_its_turn_only():
    talk = Talk(Replaced(), ponder=Ponder.FREEZE)
    talk.seat()
    comes_to_rest(talk)
    assert talk.prints("") == []
    assert "StartProgram" in kinds(talk.ask())


def test_what_a_program_does_with_a_withdrawn_question_counts():
    talk = frozen()
    talk.ask()
    assert talk.conversation.withdraw() == [Send("stop"), Act.TURN_ENDS]
    assert {*kinds(talk.prints(*OUT_OF_TURN[5:9]))} <= {"TellGame", "WakeAfter"}
    comes_to_rest(talk)
    assert talk.ask()[:2] == [Act.TURN_COMES, Act.THAW]


def test_a_program_that_is_not_told_to_stop_stands_still_with_the_withdrawn_question():
    talk = Talk(Gomocup(), ponder=Ponder.FREEZE)
    talk.seat()
    talk.prints("OK")
    comes_to_rest(talk)
    talk.ask()
    effects = talk.conversation.withdraw()
    assert [
        effect for effect in effects if effect in (Act.FREEZE, Act.TURN_ENDS, Act.TURN_ENDS_FROZEN)
    ]
    assert talk.conversation.stands_still
    assert talk.ask() == [Act.TURN_COMES, Act.THAW]
    assert "GiveAnswer" not in kinds(talk.prints("8,9"))
    assert "Send" in kinds(talk.looked(WakeUp.DIALOGUE, ASLEEP))


# Any story

SPOKEN = {
    Uci: ["uciok", "readyok", "bestmove e7e5", "bestmove", "info depth 3", "", "id name X"],
    SanLine: ["e5", "Ke5", "", "resign", "# hello"],
    XBoard: [
        "feature done=1 ping=1", "feature x=1", "pong 1", "pong 2", "move e5", "offer draw",
    ],
    Gomocup: ["OK", "8,9", "ERROR", "UNKNOWN", "MESSAGE hello", "SUGGEST 7,7"],
}  # fmt: skip


class Story:
    """Plays inputs at random, as a game may make them, and minds what must hold."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        kind = self.random.choice(list(SPOKEN))
        self.lines = SPOKEN[kind]
        ponder = self.random.choice(list(Ponder))
        self.talk = Talk(kind(), ponder=ponder, quotes=self.random.random() < 0.3)
        self.conversation = self.talk.conversation
        self.started = self.attached = self.seated = self.failed = False
        self.closed = self.frozen = False
        self.questions = self.answers = self.explanations = self.asked_to_explain = 0
        self.ready = self.hears = False
        self.waits: set[WakeUp] = set()

    def carry_out(self, effects: list[Effect]) -> None:
        for effect in effects:
            match effect:
                case StartProgram():
                    assert effect is effects[-1]
                    assert not self.started
                    if self.random.random() < 0.05:
                        why = self.conversation.could_not_start(Cause.NOT_FOUND, Sentence("none"))
                        self.carry_out(why)
                    else:
                        self.started = self.attached = True
                        self.failed = self.closed = self.frozen = False
                        self.carry_out(self.conversation.started())
                case Send():
                    assert self.started
                    assert self.attached or not self.seated
                    assert not self.failed, "nothing is sent after a failure"
                    assert not self.frozen, "it is thawed before it is written to"
                case GiveAnswer(reply):
                    self.answers += 1
                    assert self.answers == self.questions, "one answer to one question"
                    if isinstance(reply, Play) and not self.failed:
                        self.moved_frozen = self.frozen
                case TellGame():
                    assert self.seated
                case SayReady():
                    assert self.seated
                    assert not self.ready
                    self.ready = True
                    self.waits.discard(WakeUp.DIALOGUE)
                case GiveExplanation(explanation):
                    self.explanations += 1
                    assert self.explanations == self.asked_to_explain
                    assert explanation is None or isinstance(explanation, Explanation)
                case WakeAfter(wake_up=wake_up):
                    self.waits.add(wake_up)
                case AttachProgram():
                    assert self.started
                    assert not self.attached
                    self.attached = True
                case Act.DETACH:
                    assert self.attached
                    assert not self.frozen
                    self.attached = False
                    self.waits.clear()
                case Act.RETIRE:
                    self.started = self.attached = self.failed = self.frozen = False
                    self.waits.clear()
                case Act.STOP_LISTENING:
                    self.failed = self.started
                case Act.CLOSE_INPUT:
                    self.closed = True
                case Act.FREEZE:
                    assert not self.frozen
                    self.frozen = True
                case Act.THAW:
                    assert self.frozen
                    assert not self.hears, "nothing that it says lets it run"
                    self.frozen = False
        assert self.frozen == self.conversation.stands_still or self.failed

    def step(self) -> None:
        talk, conversation = self.talk, self.conversation
        if not self.seated:
            if self.random.random() < 0.1:
                self.carry_out(conversation.quit())
                return
            self.seated, self.ready = True, False
            seat = talk.line.seat(Color.BLACK)
            self.game = seat.game
            self.carry_out(conversation.seat(seat))
            return
        open_question = self.questions > self.answers
        chance = self.random.random()
        if chance < 0.25 and self.ready and not open_question:
            self.questions += 1
            self.carry_out(conversation.rouse())
            self.carry_out(talk.ask())
        elif chance < 0.65 and self.attached:
            lines = self.random.choices(self.lines, k=self.random.randint(1, 3))
            text = "".join(f"{line}\n" for line in lines)
            self.hears = True
            self.carry_out(conversation.brings(conversation.number, Output(text), 1.0))
            self.hears = False
        elif chance < 0.8 and self.waits:
            wake_up = self.random.choice(sorted(self.waits, key=lambda each: each.value))
            self.waits.discard(wake_up)
            seen = Sighting(self.random.random() < 0.9, self.random.choice([ASLEEP, BUSY, Usage()]))
            self.carry_out(conversation.due(wake_up, seen))
        elif chance < 0.82 and self.attached:
            news = self.random.choice(
                [
                    ProgramEnded(0),
                    ProgramEnded(None),
                    Flooded(),
                    NotReading(),
                    InputClosed(),
                    Interfered("SIGHUP"),
                ]
            )
            self.carry_out(conversation.brings(conversation.number, news, 1.0))
        elif chance < 0.84:
            self.carry_out(conversation.offered_draw())
        elif chance < 0.86:
            self.carry_out(conversation.lose_for_off_turn(self.game, Sentence("much")))
        elif chance < 0.88:
            self.end(explained=True)
        elif chance < 0.93:
            self.end(explained=False)

    def end(self, *, explained: bool) -> None:
        conversation, outcome = self.conversation, RESIGNED
        if explained and self.asked_to_explain == self.explanations:
            outcome = LOST_ON_TIME
            self.asked_to_explain += 1
            seen = Sighting(usage=self.random.choice([ASLEEP, BUSY]))
            self.carry_out(conversation.explain(Reason.TIME, seen))
            for _ in range(self.random.randint(0, 5)):
                if self.waits and self.attached:
                    wake_up = self.random.choice(sorted(self.waits, key=lambda each: each.value))
                    self.waits.discard(wake_up)
                    self.carry_out(conversation.due(wake_up, Sighting(usage=ASLEEP)))
        self.answers = self.questions  # withdrawn
        self.carry_out(conversation.withdraw())
        self.seated = False
        self.carry_out(conversation.finish(self.talk.line.turn, outcome))
        assert self.explanations == self.asked_to_explain, "every explanation is given"


@pytest.mark.parametrize("seed", range(20))
def test_what_must_hold_holds_in_any_story(seed):
    for part in range(20):
        story = Story(seed * 1000 + part)
        for _ in range(120):
            story.step()
        if story.seated:
            story.end(explained=False)
        story.carry_out(story.conversation.quit())
        assert not story.started


# Long silence


def silences(talk: Talk, *usages: Usage) -> list[str]:
    """What is told early of a program that is seen so, one look after the other."""
    told = []
    for usage in usages:
        for effect in talk.looked(WakeUp.SILENCE, usage):
            if isinstance(effect, TellGame):
                told.append(str(effect.statement.explanation.sentence))
    return told


def computing(seconds: int) -> list[Usage]:
    """Looks at a program that computes all the time, 5 s apart."""
    return [Usage("R", 5.0 * number, 0.0, 0) for number in range(seconds // 5 + 1)]


READING = Usage("S", 1.0, 0.0, 0, reads=True)


def test_a_program_that_computes_nothing_is_told_early_and_once_a_question():
    talk = uci()
    assert silences(talk, *[READING] * 9) == [], "nothing was asked"
    for own, other in (("e5", "d4"), ("exd4", "Qxd4")):
        talk.ask()
        assert silences(talk, READING, READING) == []
        assert silences(talk, READING) == [str(rows.WAITS_FOR_MORE())]
        assert silences(talk, *[READING] * 9) == []
        talk.prints("bestmove e7e5")
        talk.line.play(own, other)


def test_questions_that_are_answered_are_no_silence():
    talk = uci()
    for own, other in (("e5", "d4"), ("exd4", "Qxd4"), ("Nc6", "Qd1"), ("d5", "exd5")):
        talk.ask()
        assert silences(talk, READING, READING) == []
        talk.prints("bestmove e7e5")
        talk.line.play(own, other)


def test_a_program_that_computes_is_told_late_and_once_a_game():
    talk = uci()
    talk.ask()
    assert silences(talk, *computing(25)) == []
    assert silences(talk, Usage("R", 30.0, 0.0, 0)) == [
        "it was still computing, after 30.0 s of processor time in all"
    ]
    talk.prints("bestmove e7e5")
    talk.line.play("e5", "d4")
    talk.ask()
    assert silences(talk, *computing(60)) == []


def test_an_engine_that_reports_on_its_search_is_not_silent():
    talk = uci()
    talk.ask()
    talk.prints("info depth 1")
    assert silences(talk, *computing(60)) == []


def test_a_runtime_that_uses_a_little_does_not_hide_that_its_program_waits():
    talk = uci()
    talk.ask()
    looks = [Usage("S", 1.0 + 0.02 * number, 0.0, 0, reads=True) for number in range(3)]
    assert silences(talk, *looks) == [str(rows.WAITS_FOR_MORE())]


def test_nothing_is_told_where_the_system_tells_nothing():
    talk = uci()
    talk.ask()
    assert silences(talk, *[Usage()] * 9) == []


def test_a_program_that_answers_only_a_line_of_windows_is_told_so():
    talk = late()
    talk.looked(WakeUp.SECOND_LOOK, ASLEEP)
    for _ in range(2):
        talk.looked(WakeUp.LAST_WORDS, ASLEEP)
    talk.prints("bestmove e7e5")
    found = only(GiveExplanation, talk.looked(WakeUp.LAST_WORDS, ASLEEP)).explanation
    assert (found.cause, found.sentence) == (Cause.IDLE, rows.ONLY_CRLF())
    assert "end in LF too" in str(advice_on(found))


@pytest.mark.parametrize("end", ["", "\r"])
def test_an_idle_program_that_answers_the_same_line_once_more_is_not_called_slow(end: str):
    dialogue = SanLine()
    talk = Talk(with_windows_line_ends(dialogue) if end else dialogue)
    talk.seat()
    talk.ask()
    talk.prints("e5")
    talk.line.play("e5", "Nf3")
    talk.ask()
    talk.conversation.explain(Reason.TIME, Sighting(usage=SLEEPING))
    for _ in range(MORE_LOOKS):
        talk.looked(WakeUp.SECOND_LOOK, SLEEPING)
    assert talk.looked(WakeUp.SECOND_LOOK, SLEEPING)[0] == ProvokeProgram(f"Nf3{end}")
    talk.prints("Nc6")
    found = only(GiveExplanation, talk.looked(WakeUp.LAST_WORDS, SLEEPING)).explanation
    sent = repr(f"Nf3{end}")
    assert (found.cause, found.sentence) == (
        Cause.IDLE,
        rows.ANSWERS_A_COPY(line=sent, text="'Nc6'"),
    )


@pytest.mark.parametrize(
    ("now", "row"),
    [
        (READING, rows.NO_HANDSHAKE_YET),
        (replace(READING, state="R"), rows.NOT_READY_IN_TIME),
        (replace(READING, cpu=1.2), rows.NOT_READY_IN_TIME),
    ],
)
def test_a_program_that_computes_beside_the_thread_that_reads_is_still_starting(now, row):
    seen = Evidence("uciok", "", before=READING, now=now)
    _, sentence = diagnose(Reason.NOT_STARTED, seen)
    assert row_of(sentence) is row
