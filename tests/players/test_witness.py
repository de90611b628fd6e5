"""What a witness says of a program, from what it was told of it."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from board_core import Cause, Color, Explanation, IllegalMove, Play, Reason, TimeControl, say
from board_core.players.witness import MOST_QUOTED, NOTHING_SEEN, Witness, last_lines
from board_core.protocols import Gomocup, SanLine, Send, Uci, XBoard
from board_core.protocols.base import Dialogue
from board_core.supervise.processes import Usage

sys.path.insert(0, str(Path(__file__).parent.parent / "protocols"))
from conversation import Line

WHY = say("why")


def asked(dialogue: Dialogue, line: Line, *, sent: str = "") -> Witness:
    """A witness of a side that has just been asked."""
    color = line.turn.color
    seat = line.seat(color)
    effects = [*dialogue.open(), *dialogue.seat(seat), *dialogue.ask(line.turn)]
    witness = Witness(dialogue).next_game(seat)
    witness.asked(line.turn)
    witness.sent = sent or [each.text for each in effects if isinstance(each, Send)][-1]
    return witness


def test_the_last_lines_are_those_of_the_question_and_an_option_set_just_before():
    assert last_lines("") == [""]
    assert last_lines("e4") == ["e4"]
    assert last_lines("ucinewgame\nposition startpos\ngo depth 1") == [
        "position startpos", "go depth 1",
    ]  # fmt: skip
    hash_size = "setoption name Hash Size value 32"
    assert last_lines(f"setoption name X\n{hash_size}\nucinewgame\nisready") == [
        hash_size, "ucinewgame", "isready",
    ]  # fmt: skip
    assert last_lines("option Hash=32\nnew\nforce") == ["option Hash=32", "new", "force"]


def test_a_crash_behind_an_option_quotes_it():
    witness = Witness(Uci(), sent="setoption name Hash Size value 32\nucinewgame\nisready")
    known = witness.explanation(Cause.EXITED, WHY, asked=False)
    assert known.last_sent == "setoption name Hash Size value 32; ucinewgame; isready"
    assert known.legal_moves is None


def test_an_unanswered_question_tells_its_legal_moves_and_the_length_of_its_lines():
    witness = asked(SanLine(), Line().play("e4"))
    known = witness.explanation(Cause.IDLE, WHY, asked=True)
    assert (known.last_sent, known.sent_letters, known.legal_moves) == ("e4", 2, 20)
    assert known.answered is False
    witness = asked(SanLine(), Line().play("e4", "d5", "exd5"))
    known = witness.explanation(Cause.IDLE, WHY, asked=True)
    assert (known.sent_letters, known.legal_moves, known.answered) == (4, 28, True)


def test_a_long_line_is_shortened_and_its_length_told():
    moves = "position startpos moves " + "e2e4 " * 100
    witness = asked(Uci(), Line(), sent=f"{moves}\ngo depth 1")
    known = witness.explanation(Cause.EXITED, WHY, asked=True)
    assert known.sent_letters == len(moves)
    assert len(known.last_sent) < MOST_QUOTED + 30


def test_only_a_missing_or_an_illegal_answer_tells_of_legal_moves():
    witness = asked(SanLine(), Line())
    witness.answered(Play("Ke5"), 1.0)
    assert witness.explanation(Cause.EXITED, WHY, asked=False).legal_moves is None
    assert witness.explanation(Cause.ILLEGAL, WHY, asked=False).legal_moves == 20


def test_a_program_that_computes_beyond_a_short_time_may_take_it_for_seconds():
    short = Line(control=TimeControl(2))
    for dialogue, told, units in (
        (Uci(), "wtime 2000", "milliseconds"),
        (XBoard(), "time 200", "hundredths of a second"),
        (Gomocup(), "time_left 2000", "milliseconds"),
    ):
        sent = {"XBoard": "time 200\notim 200\ngo", "Gomocup": "INFO time_left 2000\nBEGIN"}
        witness = Witness(dialogue, sent=sent.get(type(dialogue).__name__, ""))
        if isinstance(dialogue, Uci):
            witness = asked(dialogue, short)
        assert str(witness.by_its_times()) == (
            f"it was told '{told}', which means 2 s: "
            f"these are {units}, which it may take for seconds"
        )


@pytest.mark.parametrize(
    "line",
    [Line(control=TimeControl(60)), Line(control=TimeControl(2)).play("e4", "e5")],
    ids=["a long time", "it has answered before"],
)
def test_a_program_with_much_time_or_one_that_has_answered_before_is_not_suspected(line):
    assert asked(Uci(), line).by_its_times() is None
    assert asked(SanLine(), Line(control=TimeControl(2))).by_its_times() is None


@pytest.mark.parametrize(
    ("times", "shown"),
    [
        ((9.0, 0.1, 0.2, 0.4, 0.8), "its last moves took 0.10, 0.20, 0.40, 0.80 s, each longer"),
        ((0.1, 0.2, 0.4), "None"),
        ((1.0, 0.51, 0.5, 0.53, 0.52), "took 0.51, 0.50, 0.53, 0.52 s, nearly the same"),
        ((0.01, 0.01, 0.01, 0.01), "None"),
        ((0.1, 0.2, 0.2, 0.8), "None"),
        ((0.001, 0.002, 0.004, 0.008), "None"),
    ],
)
def test_a_program_whose_moves_took_longer_and_longer_is_told_so(times, shown):
    line = Line(control=TimeControl(60)).play("e4", "e5")
    witness = asked(SanLine(), line)
    for seconds in times:
        witness.answered(Play("Nf3"), line.turn.clock.since + seconds)
    assert shown in str(witness.by_its_times())


def test_another_game_begins_with_the_last_lines_of_the_program_and_nothing_else():
    witness = asked(Uci(), Line())
    witness.heard = "bestmove e2e4"
    witness.answered(Play("e2e4"), 1.0)
    after = witness.next_game(seat := Line().seat(Color.BLACK))
    assert after == Witness(witness.dialogue, seat, witness.sent, "bestmove e2e4")
    after.new_program()
    assert after == replace(after, sent="", heard="")


def refused(line: Line, text: str) -> Explanation:
    """Return the explanation of a loss by an illegal answer to this question."""
    witness = asked(SanLine(), line)
    with pytest.raises(IllegalMove) as why:
        line.turn.position.parse(text)
    witness.refused(text, why.value.sentence)
    evidence = witness.evidence(NOTHING_SEEN)
    return witness.explained(Reason.ILLEGAL_MOVES, evidence, asked=False)


def test_an_illegal_answer_tells_on_which_board_it_would_be_legal():
    unheard = refused(Line().play("e4", "d5", "exd5"), "dxe4")
    assert unheard.codes[0] == "fits-last-move-missing"
    assert "it would be legal if 'exd5' had not been made" in str(unheard.sentence)
    (only,) = refused(Line().play("e4", "e5", "Nf3"), "O-O").codes
    assert only == "illegal"


def test_a_draw_in_which_it_has_moved_on_is_no_reason_to_be_silent():
    shuffle = ("Nf3", "Nf6", "Ng1", "Ng8")
    witness = asked(SanLine(), Line().play(*shuffle, *shuffle))
    witness.answered(Play("Nf3"), 1.0)
    known = witness.explanation(Cause.IDLE, WHY, asked=True)
    assert "over-elsewhere" in known.codes
    later = asked(SanLine(), Line().play(*shuffle, *shuffle, *shuffle[:2]))
    later.answered(Play("Nf3"), 1.0)
    assert "over-elsewhere" not in later.explanation(Cause.IDLE, WHY, asked=True).codes


@pytest.mark.parametrize(("moved", "cause"), [("e5", Cause.LATE), ("", Cause.UNFLUSHED)])
def test_an_answer_to_more_lines_is_late_if_the_program_has_answered_before(moved, cause):
    witness = asked(SanLine(), Line().play("e4", "e5", "d4"))
    witness.moved = moved
    seen = replace(witness.evidence(NOTHING_SEEN), when_closed=["d5"], reacted=True)
    assert witness.explained(Reason.TIME, seen, asked=True).cause is cause
    ended = replace(seen, ended=True)
    assert witness.explained(Reason.TIME, ended, asked=True).cause is cause
    waited = replace(ended, now=Usage("S", only_reads=True))
    assert witness.explained(Reason.TIME, waited, asked=True).cause is Cause.UNFLUSHED


def test_a_line_that_has_just_grown_beyond_a_usual_array_is_named():
    witness = asked(Uci(), Line().play("e4", "e5", "Nf3", "Nc6"))
    witness.moved, witness.sent_before = "Nf3", "position startpos moves " + "e2e4 " * 97
    witness.sent = "position startpos moves " + "e2e4 " * 99 + "\ngo wtime 1"
    known = witness.explanation(Cause.ILLEGAL, WHY, asked=False)
    assert known.codes[0] == "full-line"
    assert "has 519 letters, and is the first that an array of 512 has no room for" in str(known)
    witness.sent_before = witness.sent
    assert "full-line" not in witness.explanation(Cause.ILLEGAL, WHY, asked=False).codes
