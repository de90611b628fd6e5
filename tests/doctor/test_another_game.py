"""Programs of another game than chess under the doctor's eyes: nothing but the game differs."""

import sys
from pathlib import Path

import pytest

from board_core.author.doctor import CheckVerdict, ExamLimits, ReportCard, Unexamined, examine
from board_core.author.doctor.checks import checks_for
from board_core.match.known_games import HOSTED_GAMES, hosted
from board_core.match.player_spec import parse_player
from board_core.supervise.command import joined_words

PROGRAM = Path(__file__).parent.parent / "programs" / "gomocup.py"
BRIEF = ExamLimits(move=0.8, start=0.8)
AMPLE = ExamLimits(move=20, start=20)
HASTY = ExamLimits(move=20, start=20, leave=0.3)


def examined(
    fault: str, only: tuple[str, ...] = (), game: str = "gomoku", patience: ExamLimits = AMPLE
) -> ReportCard:
    command = joined_words([sys.executable, str(PROGRAM), *fault.split()])
    spec = parse_player(f"gomocup:{command}")
    return examine(spec, patience, only, rules=HOSTED_GAMES[game].rules)


@pytest.mark.parametrize("protocol", ["", "san", "uci", "gomocup", "lines"])
@pytest.mark.parametrize("game", HOSTED_GAMES)
def test_each_check_has_half_a_line_for_those_who_do_not_know_the_game(game, protocol):
    found = checks_for(protocol, HOSTED_GAMES[game].rules)
    assert [check.name for check in found if check.meaning is None] == []


@pytest.mark.parametrize(
    ("game", "protocol", "meaning"),
    [
        ("chess", "san", "in SAN a knight to f3 is Nf3, a capture has an x, a check a +"),
        ("chess", "uci", "in UCI a move is its squares from and to, as in e2e4"),
        ("gomoku", "lines", "a point is the letter of its column and the number of its row"),
        (
            *("chess-3d", "lines"),
            "a square is named with its level, as c5N, and a board moves as in QL3-QL5",
        ),
    ],
)
def test_how_moves_are_written_is_explained_by_the_words_of_the_game(game, protocol, meaning):
    (check,) = (
        check
        for check in checks_for(protocol, HOSTED_GAMES[game].rules)
        if check.name == "notation"
    )
    assert str(check.meaning) == meaning
    assert check.page == HOSTED_GAMES[game].lessons.page


def test_a_correct_program_has_no_faults_in_any_game():
    card = examined("none", game="renju")
    assert card.passed, card.faults
    fine = {finding.check.name for finding in card.findings if finding.verdict is CheckVerdict.OK}
    assert {"handshake", "white", "black", "last-corner"} < fine
    assert {"position", "forbidden", "take-back", "restart", "leaves"} < fine
    weak = [
        finding.check.name for finding in card.findings if finding.verdict is CheckVerdict.WARNING
    ]
    assert weak == ["five", "block"]
    assert "in which k2 is the move" in str(card.finding("block").advice)


@pytest.mark.parametrize(
    ("fault", "check", "verdict", "said"),
    [
        ("refuses", "start", CheckVerdict.FAULT, "ERROR only 20x20"),
        ("crash", "white", CheckVerdict.FAULT, "exit code 3"),
        ("occupied", "white", CheckVerdict.FAULT, "is taken"),
        (
            "outside",
            "white",
            CheckVerdict.FAULT,
            "its points go from 0,0 to 14,14",
        ),
        ("crash-on-takeback", "take-back", CheckVerdict.FAULT, "when moves had been taken back"),
        ("spins", "leaves", CheckVerdict.WARNING, "it was still running"),
    ],
)
def test_a_faulty_program_gets_its_diagnosis(fault, check, verdict, said):
    finding = examined(fault, ("start", check), patience=HASTY).finding(check)
    assert finding.verdict is verdict
    assert said in str(finding.sentence)


@pytest.mark.parametrize(
    ("fault", "check", "advice"),
    [
        ("exchanges", "last-points", "does it exchange column and row"),
        ("same-first", "white", "plays on the point that it was told last"),
        ("joins-numbers", "one-point", "A key of both numbers needs a sign between them"),
        ("strcmp", "black", "it answers other lines, but not 'BEGIN'"),
    ],
)
def test_a_fault_that_students_make_is_told_with_its_reason(fault, check, advice):
    card = examined(fault, patience=HASTY)
    assert {finding.check.name for finding in card.faults} == {check}
    assert advice in str(card.finding(check).advice)


def test_a_program_that_is_never_ready_is_told_what_to_answer():
    finding = examined("silent", ("handshake",), patience=BRIEF).finding("handshake")
    assert finding.verdict is CheckVerdict.FAULT
    assert str(finding.advice) == "answer START with OK, and flush"


def test_a_point_that_is_forbidden_is_found_out():
    card = examined("tempted", ("start", "forbidden"), game="renju")
    assert card.finding("forbidden").verdict is CheckVerdict.FAULT
    assert "is a forbidden move" in str(card.finding("forbidden").sentence)


def test_a_player_of_another_game_is_not_examined():
    with pytest.raises(Unexamined, match="does not play renju"):
        examine(parse_player("greedy"), rules=HOSTED_GAMES["renju"].rules)


@pytest.mark.parametrize("rules", [game.rules for game in HOSTED_GAMES.values()], ids=HOSTED_GAMES)
def test_every_game_asks_in_positions_where_the_good_answer_is_legal(rules):
    for lesson in hosted(rules).lessons.positions(rules):
        position = rules.start(lesson.setup)
        for text in lesson.told:
            position = position.play(position.parse(text))
        assert position.to_move is lesson.side(rules)
        assert position.outcome() is None
        assert lesson.sound <= set(position.legal_moves())


def test_the_side_that_begins_in_its_game_is_told_no_move_before():
    for game, first, second in (("chess", "White", "Black"), ("gomoku", "Black", "White")):
        told = {
            check.name: str(check.meaning) for check in checks_for("", HOSTED_GAMES[game].rules)
        }
        assert told[first.lower()] == f"{first} moves first, and is told no move before"
        assert told[second.lower()] == f"{second} moves second, and reads {first}'s move before"
