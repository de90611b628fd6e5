"""What the doctor makes of games, from games between scripts: no program and no waiting."""

import re
from dataclasses import replace
from random import Random

import chess
import pytest

from board_core import (
    Cause,
    Color,
    Event,
    Explanation,
    Fail,
    Game,
    GameEnded,
    MovePlayed,
    Play,
    Reason,
    Resign,
    TimeControl,
    say,
)
from board_core.author.doctor import checks, examining, measuring, recognising, verdicts
from board_core.author.doctor.card import (
    Check,
    CheckVerdict,
    Finding,
    collected,
    conclusion_of,
    to_mend,
)
from board_core.author.doctor.evidence import Examined, Games
from board_core.author.doctor.measuring import without_repeats
from board_core.author.doctor.playing import Steering, everything, told_moves
from board_core.author.doctor.variants import RefusedMoves, refusing, with_windows_line_ends
from board_core.author.testing import FakeTime, ScriptedPlayer, play_script
from board_core.diagnosis import advice, rows
from board_core.game.events import MoveRejected, PlayerSaid
from board_core.games import CHESS
from board_core.games.chess import mistakes
from board_core.games.chess.features import ChessTrap
from board_core.games.chess.lessons import (
    CHESS_LESSONS,
    LESSON_OPENINGS,
    ChessFeature,
    features,
    is_mated_next,
    mirrored,
    possible,
)
from board_core.games.lessons import Feature
from board_core.match.known_games import HOSTED_GAMES
from board_core.match.spec import GameSpec
from board_core.players import Note, NoteKind
from board_core.protocols import SanLine, Send
from board_core.record import Recorder
from board_core.supervise.status import exit_status
from board_core.text.findings import hinted

SUBJECT = checks.Subject(CHESS, "san")
relayed = {feature: SUBJECT.check_of(feature) for feature in SUBJECT.lessons.titles}

TO_CASTLING = (["e4", "Nf3", "Bc4", "O-O"], ["e5", "Nc6", "Bc5"])


def crash(cause: Cause = Cause.EXITED) -> Fail:
    return Fail(Explanation(cause, say("it ended"), last_heard="Bc5"))


def played(
    white, black, about: Check = checks.PLAYS_WHOLE_GAMES, color: Color = Color.BLACK, **options
):
    recorder, events = Recorder(), tuple(play_script(CHESS, white, black, **options))
    for event in events:
        recorder(event)
    told = told_moves(SUBJECT, color, events)
    return Examined(about, SUBJECT, color, recorder.record, events, told)


FAULT = CheckVerdict.FAULT


def collected_of(game: Examined, known: Games, check: Check) -> Finding:
    return collected([check], verdicts.judged(game, known), lambda check: say("skipped"))[0]


def found(game: Examined, check: Check) -> Finding:
    return collected([check], verdicts.judged(game), lambda check: say("skipped"))[0]


# What is special about a move


def special(setup: str | None, *moves: str) -> list[Feature]:
    position = CHESS.start(setup)
    for text in moves[:-1]:
        position = position.play(position.parse(text))
    return features(position, position.parse(moves[-1]))


def test_a_quiet_move_is_nothing_special():
    assert special(None, "e4") == []


def test_every_kind_of_special_move_is_told_apart():
    castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    assert special(castle, "O-O") == [ChessFeature.CASTLING]
    assert special(castle, "O-O-O") == [ChessFeature.LONG_CASTLING]
    assert special(None, "e4", "a6", "e5", "d5", "exd6") == [ChessFeature.EN_PASSANT]
    assert special(None, "e4", "d5", "exd5") == []
    pawn = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1"
    assert special(pawn, "a8=Q") == [ChessFeature.PROMOTION]
    assert special(pawn, "a8=N") == [ChessFeature.UNDERPROMOTION]
    assert special("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nbd2") == [ChessFeature.FILE]
    assert special("4k3/8/8/8/8/1N6/8/1N2K3 w - - 0 1", "N1d2") == [ChessFeature.RANK]
    assert special("6k1/8/8/8/8/Q7/7K/Q1Q5 w - - 0 1", "Qa1b2") == [ChessFeature.SQUARE]
    assert special(None, "f3", "e5", "g4", "Qh4#") == [ChessFeature.MATE]
    assert special(None, "f3", "e5", "a3", "Qh4+") == [ChessFeature.CHECK]


def test_black_opens_with_the_mirror_image_of_whites_moves():
    assert mirrored("Nfd2") == "Nfd7"
    assert mirrored("O-O") == "O-O"


# Who is to blame, and under which check


def test_a_crash_after_castling_is_found_by_the_check_for_castling():
    white, black = TO_CASTLING
    finding = found(played(white, [*black, crash()]), relayed[ChessFeature.CASTLING])
    assert finding.verdict is CheckVerdict.FAULT
    assert str(finding.sentence) == "after it heard 'O-O' (castling): it ended"
    assert finding.evidence is not None
    assert finding.evidence.last_heard == "Bc5"


def castling_answered() -> list[Examined]:
    """A game in which White castles, and one in which Black does: each time it goes on."""
    white, black = TO_CASTLING
    by_black = ["e4", "Nf3", "Bc4", "d3", "c3", "h3"], ["e5", "Nf6", "Bc5", "O-O", "d6"]
    return [played([*white, "d3"], [*black, "d6", "a6"]), played(*by_black, color=Color.WHITE)]


def test_castling_of_either_side_after_which_it_goes_on_is_well():
    games = castling_answered()
    known, check = Games(games), relayed[ChessFeature.CASTLING]
    judged = [each for game in games for each in verdicts.judged(game, known)]
    finding = collected([check], judged, lambda check: say("skipped"))[0]
    assert finding.verdict is CheckVerdict.OK
    assert str(finding.sentence) == "after 'O-O' it played d6"


def test_a_promotion_of_one_side_alone_is_not_called_well():
    white = ["b4", "b5", "b6", "bxa7", "axb8=Q", "h3"]
    game = played(white, ["h6", "h5", "g6", "g5", "Rxb8", "d6"])
    finding = found(game, relayed[ChessFeature.PROMOTION])
    assert finding.verdict is CheckVerdict.SKIPPED
    assert str(finding.sentence) == "only White's came up: after 'axb8=Q' it played Rxb8"


def test_a_capture_that_promotes_is_well_only_with_the_longest_line():
    """A program whose room for a line is too short understands all that is shorter."""
    white = ["b4", "b5", "b6", "bxa7", "axb8=Q", "h3"]
    game = played(white, ["h6", "h5", "g6", "g5", "Rxb8", "d6"])
    known, check = Games([game]), relayed[ChessFeature.CAPTURE_PROMOTION]
    assert known.longest_line == len("axb8=Q")
    short = collected_of(game, known, check)
    assert short.verdict is CheckVerdict.SKIPPED
    assert str(short.sentence).startswith("only in lines of fewer than 7 letters, as exd8=Q+ has")
    known = Games([game])
    known.longest_line = 7
    long = collected_of(game, known, check)
    assert long.verdict is CheckVerdict.OK


def test_a_promotion_that_ends_the_game_was_not_answered():
    game = played(["a8=Q"], [], setup="7k/P5pp/8/8/8/8/8/K7 w - - 0 1")
    assert game.moves[-1].notation == "a8=Q#"
    assert found(game, relayed[ChessFeature.MATE]).verdict is CheckVerdict.OK
    assert found(game, relayed[ChessFeature.PROMOTION]).verdict is CheckVerdict.SKIPPED


def test_a_crash_when_a_promoted_piece_moves_is_blamed_on_the_promotion():
    words = "cannot understand Qxc7"
    lost = Fail(Explanation(Cause.EXITED, say("it ended"), stderr=words))
    white = ["b4", "b5", "b6", "bxa7", "axb8=Q", "Qxc7"]
    game = played(white, ["h6", "h5", "h4", "g6", "Rxa2", lost])
    finding = found(game, relayed[ChessFeature.PROMOTION])
    assert finding.verdict is CheckVerdict.FAULT
    assert str(finding.sentence) == "after it heard 'axb8=Q' (a promotion): it ended"


def test_the_board_in_its_last_words_is_compared_with_the_one_on_which_it_failed():
    shown = "1qbqkbnr/1ppppp2/6p1/8/7p/8/r1PPPPPP/RNBQKBNR w KQk - 0 6"
    words = f"illegal san: 'Qxc7' in {shown}"
    lost = Fail(Explanation(Cause.EXITED, say("it ended"), stderr=words))
    white = ["b4", "b5", "b6", "bxa7", "axb8=Q", "Qxc7"]
    game = played(white, ["h6", "h5", "h4", "g6", "Rxa2", lost])
    finding = found(game, relayed[ChessFeature.PROMOTION])
    assert str(finding.sentence).endswith("it ended; its board differs from the game at b8")
    assert "the first move after which a square differs" in str(finding.advice)


def test_a_board_without_the_square_of_a_capture_en_passant_is_told():
    shown = "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"
    lost = Fail(Explanation(Cause.EXITED, say("it ended"), stderr=f"illegal: 'e5d6' in {shown}"))
    setup = shown.replace("- 0 1", "d6 0 3")
    game = replace(played(["exd6"], [lost], setup=setup), setup=setup)
    finding = found(game, relayed[ChessFeature.EN_PASSANT])
    assert "no en passant square, but the game has d6" in str(finding.sentence)
    assert "take over all that is set up" in str(finding.advice)


def words_of(move: str, shown: str) -> Fail:
    words = f"illegal san: {move!r} in {shown}"
    return Fail(Explanation(Cause.EXITED, say("it ended"), last_sent=move, stderr=words))


def test_a_program_that_does_not_make_its_own_moves_is_told_so():
    shown = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    (fault,) = faults_of(played(["e4", "d4"], ["e5", words_of("d4", shown)]))
    assert "its board is the one before its own move 'e5'" in str(fault.sentence)
    assert fault.advice is recognising.OWN_MOVE_NOT_MADE.advice


def test_an_engine_that_does_not_begin_anew_at_each_line_is_told_so():
    words = "illegal uci: 'e2e4' in rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    lost = Fail(Explanation(Cause.EXITED, say("it ended"), stderr=words))
    game = replace(played(["e4", "d4"], ["e5", lost]), subject=checks.Subject(CHESS, "uci"))
    (fault,) = faults_of(game)
    assert "'e2e4', on a board on which moves stand already" in str(fault.sentence)
    assert fault.advice is recognising.BOARD_NOT_BEGUN_ANEW.advice


def test_words_about_another_move_show_no_wrong_board():
    shown = "rnbqkbnr/pppp1ppp/8/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 1 3"
    lost = Fail(Explanation(Cause.EXITED, say("it ended"), stderr=f"illegal: g8h6 in {shown}"))
    (fault,) = faults_of(played(["e4", "d4"], ["e5", lost]))
    assert fault.advice not in (recognising.COMPARE_BOARDS, recognising.OWN_MOVE_NOT_MADE.advice)


def test_a_rook_that_castling_brought_there_is_blamed_on_castling():
    white, black = ["e4", "Nf3", "Bc4", "O-O", "Re1"], ["e5", "Nc6", "Bc5", "d6"]
    lost = Fail(Explanation(Cause.EXITED, say("it ended"), last_sent="Re1", stderr="what is Re1"))
    (fault,) = faults_of(played(white, [*black, lost]))
    assert fault.check == relayed[ChessFeature.CASTLING]
    assert str(fault.sentence) == "after it heard 'O-O' (castling): it ended"
    assert str(fault.advice).startswith("that line may only show what follows")


def test_a_slow_move_after_a_check_is_not_blamed_on_it_if_an_ordinary_one_was_slow_too():
    late = Fail(Explanation(Cause.COMPUTING, say("it computes")), Reason.TIME)
    busy = Fail(Explanation(Cause.BUSY_MACHINE, say("it got no processor")), Reason.TIME)
    plain = played(["e4", "d4"], ["e5", busy])
    checked = played(["e4", "Bb5+"], ["d5", late])
    known = Games([plain, checked])
    (fault,) = [f for f in verdicts.judged(checked, known) if f.verdict is CheckVerdict.FAULT]
    assert fault.check is checks.TIME_FOR_A_MOVE


def test_a_line_longer_than_all_before_may_be_too_long():
    white = ["e4", "Bb5+", "Bxd7+", "h4", "h5", "h6", "hxg7", "gxh8=Q"]
    lost = Fail(Explanation(Cause.EXITED, say("it ended"), last_sent="gxh8=Q"))
    (fault,) = faults_of(played(white, ["d6", "Bd7", "Qxd7", "a6", "a5", "a4", "a3", lost]))
    assert str(fault.sentence).endswith(
        "'gxh8=Q' is the first line of more than 5 letters that it was sent"
    )
    assert fault.advice is recognising.LONGEST_LINE.advice
    assert fault.certainty.value == "possible"


def test_a_line_of_a_length_that_soon_comes_in_every_game_is_no_sign_of_a_full_buffer():
    lost = Fail(Explanation(Cause.EXITED, say("it ended"), last_sent="Nxe5"))
    (fault,) = faults_of(played(["e4", "Nf3", "Nxe5"], ["e5", "d6", lost]))
    assert "is the first line of more than" not in str(fault.sentence)


def test_a_fault_in_the_game_with_windows_line_ends_is_a_warning_there():
    tries = ["e5", "Qxh1", "Qxh1", "Qxh1"]
    game = played(["e4", "d4"], tries, about=checks.READS_CRLF)
    assert faults_of(game) == []
    finding = found(game, checks.READS_CRLF)
    assert finding.verdict is CheckVerdict.WARNING
    assert "CR LF" in str(finding.sentence)


def faults_of(game: Examined) -> list[Finding]:
    known = Games([game])
    return [f for f in verdicts.judged(game, known) if f.verdict is CheckVerdict.FAULT]


def test_what_a_busy_machine_brings_is_no_matter_of_a_restart():
    late = Fail(Explanation(Cause.LATE, say("too late")), Reason.TIME)
    (fault,) = faults_of(played(["e4"], [late], about=checks.STARTS_AGAIN))
    assert fault.check is checks.TIME_FOR_A_MOVE


def test_a_crash_at_a_check_is_not_blamed_on_the_promotion_before_it():
    def lost(named: str) -> Fail:
        return Fail(Explanation(Cause.EXITED, say("it ended"), stderr=f"unknown move {named!r}"))

    white = ["b4", "b5", "b6", "bxa7", "axb8=Q", "Qxc8+"]
    promoted = played(white, ["h6", "h5", "e6", "Qe7", "Rxa2", lost("Qxc8+")])
    plain = played(["e4", "Bb5+"], ["d5", lost("Bb5+")])
    known = Games([promoted, plain])
    (blamed,) = (f for f in verdicts.judged(promoted, known) if f.verdict is CheckVerdict.FAULT)
    assert str(blamed.sentence) == "after it heard 'Qxc8+' (a check): it ended"


def test_what_follows_from_a_line_that_is_no_move_is_no_fault_of_its_own():
    tries = ["Warning: x is not set", "e5", "e5", "e5"]
    game = played(["e4", "d4"], tries)
    faults = {f.check.name for f in verdicts.judged(game) if f.verdict is CheckVerdict.FAULT}
    assert faults == {checks.PRINTS_ONLY_MOVES.name}


def test_a_crash_at_an_ordinary_move_is_found_by_whole_games():
    game = played(["e4", "d4"], ["e5", crash()])
    assert found(game, checks.PLAYS_WHOLE_GAMES).verdict is CheckVerdict.FAULT
    assert found(game, checks.PROGRAM_STARTS).verdict is CheckVerdict.OK


def test_a_failure_that_names_itself_is_found_by_its_own_check():
    for cause, check in (
        (Cause.ENCODING, checks.WRITES_PLAIN_TEXT),
        (Cause.UNFLUSHED, checks.FLUSHES_OUTPUT),
    ):
        game = played(["e4"], [crash(cause)], about=checks.FIRST_MOVE_AS_BLACK)
        assert found(game, check).verdict is CheckVerdict.FAULT
        assert found(game, checks.FIRST_MOVE_AS_BLACK).verdict is CheckVerdict.SKIPPED


def test_a_slow_program_is_not_said_to_stumble_over_a_check():
    white, black = ["e4", "Qh5", "Qxf7"], ["e5", "Nc6"]
    slow = [("e5", 35.0), ("Nc6", 5.0), crash(Cause.COMPUTING)]
    assert found(played(white, slow), checks.TIME_FOR_A_MOVE).verdict is CheckVerdict.FAULT
    quick = found(played(white, [*black, crash(Cause.COMPUTING)]), relayed[ChessFeature.CHECK])
    assert quick.verdict is CheckVerdict.FAULT


def test_an_illegal_move_reminds_of_the_moves_that_change_more_than_one_square():
    white, black = TO_CASTLING
    game = played([*white, "d3"], [*black, "d6", "Rb3"])
    known = Games([game])
    fault = collected_of(game, known, checks.PLAYS_WHOLE_GAMES)
    assert "its board may be wrong since O-O" in str(fault.sentence)
    assert str(fault.asked) == "Black's move 5"
    told = collected_of(game, known, relayed[ChessFeature.CASTLING])
    assert told.verdict is CheckVerdict.SKIPPED


def test_what_did_not_come_before_every_failure_is_not_suspected():
    white, black = TO_CASTLING
    game = played([*white, "d3"], [*black, "d6", "Rb3"])
    without = played(["e4", "d4"], ["e5", "Rb3"])
    known = Games([game, without])
    fault = collected_of(game, known, checks.PLAYS_WHOLE_GAMES)
    assert "may be wrong since" not in str(fault.sentence)
    told = collected_of(game, known, relayed[ChessFeature.CASTLING])
    assert told.verdict is not CheckVerdict.WARNING


def test_a_kill_that_is_noticed_in_the_next_game_is_not_its_answer_to_the_kill(monkeypatch):
    killed = Explanation(Cause.KILLED, say("it ended"), exit_status=exit_status(-9))
    late, fine = played([], []), played(["e4"], ["e5", Resign()])
    late = replace(late, game=replace(late.game, explanation=killed))
    examination = object.__new__(examining._Examination)
    came = iter((late, fine))
    examination._games, examination._checks = [], [checks.STARTS_AGAIN]
    examination._progress = lambda check: None
    monkeypatch.setattr(examining, "play", lambda *arguments, **options: late)
    monkeypatch.setattr(examining, "KillingPlayer", lambda subject, victim: None)
    for name, value in (("_good_color", Color.BLACK), ("_rules", CHESS)):
        monkeypatch.setattr(examining._Examination, name, value)
    examination._subject, examination._lenient, examination._steered = SUBJECT, False, True
    examination._patience = examining.ExamLimits()
    examination._short = lambda about, player: examination._games.append(next(came))
    examination._killed(None)
    assert examination._games == [fine]


def test_a_rule_that_is_broken_without_a_dot_is_not_blamed_on_the_dot():
    again = played(["e4"], ["dxe6"], about=checks.MOVES_AGAIN)
    assert collected_of(again, Games([again]), checks.MOVES_AGAIN).verdict is FAULT
    plain = played(["e4", "d4"], ["e5", "dxc6"])
    known = Games([again, plain])
    finding = collected_of(again, known, checks.MOVES_AGAIN)
    assert finding.verdict is CheckVerdict.SKIPPED


def test_a_crash_deep_in_a_game_is_told_with_its_move_and_position():
    fault = found(played(["e4", "d4"], ["e5", crash()]), checks.PLAYS_WHOLE_GAMES)
    assert str(fault.asked) == "Black's move 2"
    assert fault.position.startswith("rnbqkbnr/pppp1ppp/8/4p3/3PP3/8/")


def test_a_special_move_is_not_blamed_after_a_move_that_was_not_legal():
    white, black = TO_CASTLING
    game = played(white, [*black, crash()])
    refused = MoveRejected(Color.BLACK, 3, "Nc3", say("no"), 1)
    earlier = replace(game, events=(refused, *game.events))
    assert found(game, relayed[ChessFeature.CASTLING]).verdict is FAULT
    assert found(earlier, relayed[ChessFeature.CASTLING]).verdict is not FAULT


def test_the_same_line_of_a_source_is_blamed_once():
    words = (
        "panic: runtime error: index out of range [-1]\n\nmain.main()\n\t/ai/main.go:71 +0x2e5\n"
    )
    fallen = Fail(Explanation(Cause.EXITED, say("it ended"), stderr=words))
    first = played(["e4"], [fallen], about=checks.FIRST_MOVE_AS_BLACK)
    later = played(["e4", "d4"], ["e5", fallen])
    faults = [*verdicts.judged(first), *verdicts.judged(later)]
    kept = without_repeats(faults, [])
    assert [f.check.name for f in kept if f.verdict is FAULT] == ["black"]
    assert without_repeats(verdicts.judged(later), []) == verdicts.judged(later)


def ended(template: str, check: Check, stderr: str = "") -> Finding:
    sentence = say(template, status="exit code 0", seconds=1)
    status = say("exit code {code}", code=0)
    told = Explanation(Cause.EXITED, sentence, stderr=stderr, exit_status=status)
    return Finding(check, FAULT, sentence, evidence=told)


def test_a_program_that_leaves_when_it_has_to_wait_is_not_said_to_end_for_no_reason_too():
    vague = ended("the program ended before its first move: {status}", checks.PLAYS_WHOLE_GAMES)
    exact = ended(rows.LEFT_OFF_TURN.words, checks.WAITS_PATIENTLY)
    well = Finding(checks.PLAYS_WHOLE_GAMES, CheckVerdict.OK, say("5 legal moves"))
    assert without_repeats([vague], [well, exact]) == [well, exact]
    assert without_repeats([vague], [exact]) == [vague, exact], "it never finished a game"
    crashed = ended("it ended", checks.FIRST_MOVE_AS_BLACK, "IndexError")
    assert without_repeats([crashed], [well, exact]) == [crashed, well, exact]


def test_what_ends_a_program_in_every_game_is_not_found_by_the_slow_opponent_too():
    everywhere = ended("it ended", checks.FIRST_MOVE_AS_BLACK, "IndexError")
    waiting = ended("while its opponent was thinking: it ended", checks.WAITS_PATIENTLY)
    same = replace(waiting, evidence=everywhere.evidence)
    assert without_repeats([everywhere], [same]) == [everywhere]
    assert without_repeats([everywhere], [waiting]) == [everywhere, waiting]
    assert without_repeats([], [same]) == [same]


def test_whole_games_that_were_given_up_are_not_told_to_have_ended():
    given_up = played(["e4", "d4", "a3", Resign()], ["e5", "d6", "h6"])
    mated = played(["f3", "g4"], ["e5", "Qh4"])
    (finding,) = measuring.whole_games([given_up, mated])
    assert str(finding.sentence) == "5 legal moves; games to their end: 1"


def test_games_that_it_resigned_are_not_whole_games():
    moves = ["e4", "Nf3", "Nc3", "d4", "h3", "a3", "b3", Resign()]
    long = played(moves, ["e5", "Nc6", "Nf6", "d6", "a6", "h6", "b6"], color=Color.WHITE)
    (finding,) = measuring.whole_games([long, long])
    assert finding.verdict is CheckVerdict.SKIPPED
    assert str(finding.sentence) == "it resigned all 2 games"
    assert "ready" not in str(conclusion_of([found(long, checks.FIRST_MOVE_AS_WHITE), finding]))


def test_failing_in_one_lesson_is_not_failing_in_all_positions():
    lost = played([crash()], [], about=relayed[ChessFeature.CASTLING], color=Color.WHITE)
    lesson = replace(lost, setup="a")
    (only,) = Games([lesson]).at_set_ups
    fine = replace(played(["e4"], ["e5"], about=relayed[ChessFeature.CHECK]), setup="b")
    assert only
    assert Games([lesson, fine]).at_set_ups == frozenset()


MATED_ANYWAY = "r1b2n2/1R6/6pb/N2k4/2N4P/6P1/1B5K/7Q b - - 2 41"


def test_a_value_that_is_not_there_in_a_lost_position_comes_of_a_search_for_better_than_the_worst():
    assert is_mated_next(CHESS.start(MATED_ANYWAY))
    assert not is_mated_next(CHESS.start(None))
    assert not is_mated_next(CHESS.start("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")), "it has no move"
    null = Explanation(Cause.EXITED, say("NullPointerException in line 7"), stderr="Null")
    for lost, mated in ((MATED_ANYWAY, True), ("7k/8/8/8/8/8/8/K6R b - - 0 1", False)):
        for answers in ([Fail(null)], ["--", "--", "--"]):
            game = played([], answers, setup=lost)
            advised = [str(f.advice) for f in verdicts.judged(game) if f.verdict is FAULT]
            assert any("begin with the first legal move" in told for told in advised) is mated


ON_CHATTER = (
    recognising.ON_STDERR,
    *(rows.NO_PROMPT, advice.LOG_TO_STDERR, advice.ONLY_THE_MOVE),
    *(rows.CAUSE_ADVICE[cause] for cause in (Cause.LINE_TOO_LONG, Cause.TOO_MANY_LINES)),
)


@pytest.mark.parametrize("what", ON_CHATTER, ids=str)
def test_a_conclusion_does_not_repeat_the_title_of_its_check(what):
    finding = Finding(checks.PRINTS_ONLY_MOVES, FAULT, say("it printed 'a'"), what)
    told = str(conclusion_of([finding]))
    assert told.startswith("mend first: printed lines: ")
    assert not re.match("prints? only", str(what))


def test_text_that_is_no_move_is_chatter():
    game = played(["e4"], ["I think e5 is best"], about=checks.FIRST_MOVE_AS_BLACK)
    assert found(game, checks.PRINTS_ONLY_MOVES).verdict is CheckVerdict.FAULT
    assert found(game, checks.FIRST_MOVE_AS_BLACK).verdict is CheckVerdict.SKIPPED


def test_a_move_of_whites_shows_that_the_colour_was_not_read():
    game = played(["d4"], ["e4"], about=checks.FIRST_MOVE_AS_BLACK)
    assert "which is a move of White" in str(found(game, checks.FIRST_MOVE_AS_BLACK).sentence)
    assert found(game, checks.PLAYS_WHOLE_GAMES).verdict is CheckVerdict.SKIPPED


def test_what_the_doctor_does_not_win_by_a_fault_is_no_fault():
    game = played(["f3", "g4"], ["e5", "Qh4"], color=Color.BLACK)
    assert game.game.outcome.reason is Reason.CHECKMATE
    assert not game.lost


def test_the_mate_that_was_told_is_well():
    game = played(["f3", "g4"], ["e5", "Qh4"], color=Color.WHITE)
    assert found(game, relayed[ChessFeature.MATE]).verdict is CheckVerdict.OK


def test_faults_of_what_seldom_comes_are_mended_last():
    again, plays = (
        Finding(c, FAULT, say("wrong")) for c in (checks.MOVES_AGAIN, checks.PLAYS_WHOLE_GAMES)
    )
    warned = Finding(checks.TIME_FOR_A_MOVE, CheckVerdict.WARNING, say("slow"))
    assert to_mend([again, warned, plays]) == [plays, again, warned]
    assert str(conclusion_of([again, plays])) == "mend first: whole games: wrong"


def test_an_engine_that_thinks_longer_than_its_clock_holds_is_warned():
    white = ["a3", "a4", "b3", "b4", "c3", "c4", "d3", "d4"]
    black = ["a6", "a5", "b6", ("b5", 1.5), *((move, 0.7) for move in ("c6", "c5", "d6", "d5"))]
    clock = TimeControl(base=1.0, increment=0.1, time_margin=9.0)
    game = played(white, black, time_control=clock)
    game = replace(game, subject=checks.Subject(CHESS, "uci"))
    (told,) = measuring.time_taken([game], limit=60)
    assert told.verdict is CheckVerdict.WARNING
    assert "as Black: take btime and binc" in str(told.advice)
    spared = played(white, black, time_control=replace(clock, increment=0.8))
    assert measuring.time_taken([spared], limit=60)[0].verdict is CheckVerdict.OK


def test_whole_games_are_not_well_if_none_was_finished():
    lost = played(["e4", "d4", "a3"], ["e5", "d6", crash()])
    (finding,) = measuring.whole_games([lost])
    assert finding.verdict is CheckVerdict.SKIPPED
    assert str(finding.sentence) == "it finished none of 1 games"
    fine = played(["e4", "d4"], ["e5", "d6"])
    assert measuring.whole_games([lost, fine])[0].verdict is CheckVerdict.OK


def test_a_special_move_that_was_answered_once_is_not_to_blame_later():
    white, black = TO_CASTLING
    lost = played(white, [*black, crash()])
    known = Games([*castling_answered(), lost])
    (fault,) = [f for f in verdicts.judged(lost, known) if f.verdict is CheckVerdict.FAULT]
    assert fault.check is checks.PLAYS_WHOLE_GAMES


def test_a_result_in_place_of_a_move_is_the_one_fault():
    game = played(["e4", "d4"], ["e5", "1/2-1/2"])
    faulty = {f.check.name for f in verdicts.judged(game) if f.verdict is CheckVerdict.FAULT}
    assert faulty == {checks.PLAYS_WHOLE_GAMES.name}


def test_a_small_letter_is_a_fault_of_writing_and_not_chatter():
    game = played(["e4"], ["nf6"], about=checks.FIRST_MOVE_AS_BLACK)
    assert found(game, checks.WRITES_NOTATION).verdict is CheckVerdict.FAULT
    assert found(game, checks.PRINTS_ONLY_MOVES).verdict is not CheckVerdict.FAULT


def test_times_memory_and_errors_are_summed_up():
    game = played(["e4", "d4"], [("e5", 1.0), ("d5", 3.0)])
    (time,) = measuring.time_taken([game], limit=60)
    figures = {"median": 2.0, "longest": 3.0, "moves": 2.0, "games": 1.0, "positions": 0.0}
    assert time.figures == figures
    assert measuring.time_taken([game], limit=4)[0].verdict is CheckVerdict.WARNING
    assert measuring.memory_needed([game])[0].verdict is CheckVerdict.SKIPPED
    assert measuring.errors_written([game])[0].verdict is CheckVerdict.OK


BRISK = TimeControl(base=2, increment=0.025, time_margin=20)
MOVETIME = TimeControl(per_move=0.1, time_margin=20)
PAWNS_STEP = [f"{file}{rank}" for rank in (3, 4) for file in "abcdefgh"]


def timed(seconds: list[float], control: TimeControl = BRISK, protocol: str = "uci") -> Examined:
    """A game in which an engine takes so long for its moves as Black."""
    moves = list(zip(map(mirrored, PAWNS_STEP), seconds, strict=False))
    game = played(PAWNS_STEP, [*moves, Resign()], time_control=control)
    return replace(game, subject=checks.Subject(CHESS, protocol))


@pytest.mark.parametrize(
    ("games", "code", "words"),
    [
        ([timed([5.0] * 3)], "clock-not-read", "it took 5.0 s whatever it was told (2 s, 0.025 s)"),
        (
            [timed([0.05] * 9), *[timed([3.0], MOVETIME)] * 3],
            *("clock-not-read", "it took 3.0 s whatever it was told (0.1 s)"),
        ),
    ],
)
def test_an_engine_that_takes_far_longer_than_it_may_is_faulty_and_asked_no_more(
    games, code, words
):
    (time,) = measuring.time_taken(games, limit=60)
    assert time.verdict is FAULT
    assert code in time.codes
    assert words in str(time.sentence)
    assert Games(games).explains_all


def test_an_engine_that_is_slow_and_computes_nothing_waits_for_something():
    for computed, code in ((0.3, "waited-in-vain"), (14.0, "clock-not-read"), (None, "clock-not-")):
        games = [replace(timed([5.0] * 3), processor=computed)]
        (time,) = measuring.time_taken(games, limit=60)
        assert time.codes[0].startswith(code)
    (time,) = measuring.time_taken([replace(timed([5.0] * 3), processor=0.3)], limit=60)
    assert "it took 5.0 s whatever it was told, and computed for 0.3 s in all" in str(time.sentence)
    assert "whoever is to end that wait" in str(time.advice)


def test_an_engine_that_takes_far_longer_at_times_may_search_to_a_fixed_depth():
    (time,) = measuring.time_taken([timed([1.0, 6.0, 2.0, 3.0])], limit=60)
    assert time.verdict is FAULT
    assert "look at the clock within the search too" in str(time.advice)


@pytest.mark.parametrize(
    "games",
    [
        [timed([4.0, 0.2, 0.1])],  # it loads
        [timed([4.0, 0.2, 0.1], protocol="gomocup")] * 3,  # each time
        [timed([3.0] * 9, protocol="san")],  # it is told no time
        [timed([0.1] * 9), timed([3.0], MOVETIME), timed([0.1], MOVETIME)],  # once
    ],
)
def test_an_engine_that_is_slow_at_first_or_once_goes_on(games):
    assert not Games(games).far_too_long
    assert not Games(games).explains_all


def test_what_goes_beyond_the_clock_is_told_by_how_far_it_goes():
    for seconds, what_to_do in (
        ([0.25] * 16, "a share of the time that is left then"),
        ([0.9, 0.9, 0.25, *[0.03] * 9], "keep a reserve"),
        ([0.9, 0.9, 0.25, *[0.3] * 9], "look at the clock within the search too"),
    ):
        (time,) = measuring.time_taken([timed(seconds)], limit=60)
        assert time.verdict is CheckVerdict.WARNING
        assert what_to_do in str(time.advice)
    (time,) = measuring.time_taken([timed([0.25] * 16)], limit=60)
    assert "it took 0.25 s for each move, though 2 s became 0.025 s" in str(time.sentence)


def test_the_last_line_of_standard_error_is_told_whole():
    last = f"chess.IllegalMoveError: illegal san: 'Nc3' in {chess.STARTING_FEN}"
    lost = Fail(Explanation(Cause.EXITED, say("it ended"), stderr=f"Traceback\n{last}"))
    (told,) = measuring.errors_written([played(["e4", "d4"], ["e5", lost])])
    assert last in str(told.sentence)


def test_an_illegal_first_move_is_told_once():
    game = played(["e4"], ["Ke4"], about=checks.FIRST_MOVE_AS_BLACK)
    assert found(game, checks.FIRST_MOVE_AS_BLACK).verdict is CheckVerdict.FAULT
    assert found(game, checks.PLAYS_WHOLE_GAMES).verdict is CheckVerdict.SKIPPED


def test_a_program_that_sleeps_may_only_be_slow_whatever_its_source_makes_likely():
    sleeps = hinted(rows.WAITS_BLINDLY(), say("it sleeps there"))
    for sentence, slow in ((sleeps, True), (hinted(rows.WAITS_FOR_MORE(), say("it")), False)):
        lost = Fail(Explanation(Cause.IDLE, sentence), Reason.TIME)
        assert examining.may_only_be_slow(played(["e4"], [lost])) is slow


def test_a_program_that_takes_its_time_in_both_games_is_only_slow():
    def took(seconds: float, cause: Cause | None = None, *, at: int = 2) -> Examined:
        end = Resign() if cause is None else Fail(Explanation(cause, say("it")), Reason.TIME)
        return played(["e4", "Nf3", "Bc4"], [*[("e5", seconds), ("Nc6", seconds)][:at], end])

    quick, slow, silent = took(0.1), took(1.5), took(0.1, Cause.IDLE)
    assert examining.hung_by_chance(silent, quick)
    assert examining.hung_by_chance(took(0.1, Cause.COMPUTING), quick)
    assert not examining.hung_by_chance(silent, slow)
    assert not examining.hung_by_chance(silent, silent)
    assert not examining.hung_by_chance(took(0.1, Cause.LATE), quick)
    assert not examining.hung_by_chance(took(0.1, Cause.IDLE, at=0), quick)


UCI_LINES = ("info depth 1 score cp 5", "info depth 2 score cp 7 pv g1h1", "bestmove g1h1")
XBOARD_LINES = ("1 5 0 12 g1h1", "2 7 0 90 g1h1", "move g1h1")
ONE_PLY = ("info depth 1 score cp 5", "bestmove g1h1")


@pytest.mark.parametrize(
    ("printed", "mates", "warned"),
    [
        (UCI_LINES, 0, True),
        (XBOARD_LINES, 0, True),
        (UCI_LINES, 1, False),
        (ONE_PLY, 0, False),  # it does not look for the answer
        (("bestmove g1h1",), 0, False),  # at random
    ],
)
def test_a_program_that_searches_and_never_mates_is_warned(printed, mates, warned):
    subject, games = checks.Subject(CHESS, "uci"), []
    for lesson in subject.positions:
        if lesson.sound:
            legal = CHESS.start(lesson.setup).legal_moves()
            move = next(m for m in legal if (m in lesson.sound) == (len(games) < mates))
            color, about = Color.WHITE, subject.check_for(lesson)
            game = played([move, Resign()], [Resign()], about, color, setup=lesson.setup)
            games.append(replace(game, subject=subject, setup=lesson.setup, printed=printed))
    found = measuring.mates_missed(games)
    assert [finding.codes for finding in found] == ([("never-mates",)] if warned else [])
    assert all(finding.verdict is CheckVerdict.WARNING for finding in found)
    assert not measuring.mates_missed(games[1:])  # too few to tell


@pytest.mark.parametrize("protocol", ["san", "uci"])
def test_an_empty_line_behind_a_move_is_no_answer_elsewhere(protocol):
    game = replace(played(["e4", "d4"], ["e5", "d5"]), lines=("e5", "d5"))
    game = replace(game, subject=checks.Subject(CHESS, protocol))
    assert found(game, checks.PRINTS_ONLY_MOVES).verdict is not CheckVerdict.WARNING
    finding = found(replace(game, printed=("e5", "", "d5")), checks.PRINTS_ONLY_MOVES)
    assert (finding.verdict is CheckVerdict.WARNING) == (protocol == "san")


# The card


def test_of_several_findings_the_worst_counts_and_of_equals_the_first():
    fine = Finding(checks.TIME_FOR_A_MOVE, CheckVerdict.OK, say("fine"))
    bad, worse = (
        Finding(checks.TIME_FOR_A_MOVE, CheckVerdict.FAULT, say(text)) for text in ("bad", "worse")
    )
    (finding,) = collected([checks.TIME_FOR_A_MOVE], [fine, bad, worse], say("skipped"))
    assert finding is not fine
    assert str(finding.sentence) == "bad"


def test_a_check_that_found_nothing_is_skipped():
    (finding,) = collected(
        [checks.TIME_FOR_A_MOVE], [], lambda check: say("the position did not come up")
    )
    assert finding.verdict is CheckVerdict.SKIPPED


def test_a_result_that_an_engine_of_xboard_tells_is_no_chatter():
    game = played(["f3", "g4"], ["e5", "Qh4#"])
    claim = PlayerSaid(Color.BLACK, 4, Note("0-1 {Black mates}", NoteKind.IGNORED))
    told = replace(game, events=(*game.events, claim))
    assert found(told, checks.PRINTS_ONLY_MOVES).verdict is CheckVerdict.WARNING
    engine = replace(told, subject=checks.Subject(CHESS, "xboard"))
    assert found(engine, checks.PRINTS_ONLY_MOVES).verdict is not CheckVerdict.WARNING


# The doctor's side of a game


def doctor_plays(wanted: dict[Feature, int], replies: list[str], **options) -> list[str]:
    events, time = [], FakeTime()
    game = Game(
        CHESS,
        white=Steering(CHESS_LESSONS, wanted, time=time, **options),
        black=ScriptedPlayer(time, *replies),
        time=time,
    )
    game.bus.subscribe(events.append)
    game.run()
    assert isinstance(events[-1], GameEnded)
    moves = [e for e in events if isinstance(e, MovePlayed)]
    return [move.notation for move in moves if move.color is Color.WHITE]


SHUFFLE = ["a6", "Ra7", "Ra8", "Ra7", "Ra8", "Ra7", "Ra8", "Ra7", "Ra8", "Ra7", "Ra8"]


def test_the_doctor_plays_what_is_wanted_and_gives_up_when_it_was_answered():
    wanted = dict.fromkeys((ChessFeature.FILE, ChessFeature.RANK, ChessFeature.CASTLING), 1)
    moves = doctor_plays(wanted, SHUFFLE, opening=LESSON_OPENINGS[0][1])
    assert not wanted
    assert moves[-2] == "O-O"  # and one more, which shows whether it was understood
    assert "N1d2" in moves


def test_the_doctor_gives_up_when_nothing_that_is_wanted_can_come_any_more():
    assert not possible(CHESS.start("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), ChessFeature.EN_PASSANT)
    assert not possible(CHESS.start("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), ChessFeature.LONG_CASTLING)
    assert possible(CHESS.start(None), ChessFeature.EN_PASSANT)


def test_the_doctor_takes_a_rook_that_could_still_castle_and_leaves_the_king_in_peace():
    wanted = {ChessTrap.LOST_CASTLING: 1}
    moves = doctor_plays(wanted, AT_HOME, opening=LESSON_OPENINGS[-1][1], provokes=True)
    assert moves[:4] == ["b3", "Bb2", "Bxg7", "Bxh8"]
    assert not wanted, "its way is free, and the rook is gone"
    assert not any("+" in move for move in moves)


AT_HOME = ["h6", "a6", "h5", "h4", "Nf6", "Bh6", "a5", "a4", "a3", "Na6", "Nb8", "Na6"]


class Straggler(ScriptedPlayer):
    """Plays far from all other stones, after the same time for each move."""

    def __init__(self, time: FakeTime, seconds: float) -> None:
        super().__init__(time)
        self.seconds = seconds

    def ask(self, turn, answer):
        self._time.advance(self.seconds)
        answer(Play(turn.position.legal_moves()[turn.ply * 89 % 100]))


def gomoku_plies(seconds: float) -> int:
    lessons, time = HOSTED_GAMES["gomoku"].lessons, FakeTime()
    doctor = Steering(lessons, everything(lessons), time=time, lasts=40)
    spec = GameSpec(HOSTED_GAMES["gomoku"].rules, doctor, Straggler(time, seconds))
    return spec.play(time=time).plies


def test_the_doctor_does_not_win_before_what_goes_wrong_by_chance_had_moves_to_show():
    assert gomoku_plies(seconds=0.0) > 40
    assert gomoku_plies(seconds=1.0) < 20, "a slow program gets no long games"


def test_the_doctor_mates_as_soon_as_all_else_that_is_wanted_is_out_of_reach():
    wanted = {ChessFeature.CASTLING: 1, ChessFeature.MATE: 1}
    moves = doctor_plays(wanted, ["e5", "Nc6", "a6", "a5"], opening=("e4", "Bc4", "Kf1", "Qh5"))
    assert moves[-1] == "Qxf7#"


# Games made harder


def test_the_first_legal_move_of_one_side_is_refused_whenever_it_is_tried():
    refused, time = RefusedMoves(Color.WHITE), FakeTime()
    white = ScriptedPlayer(time, "e4", "e4", "d4", may_retry=2)
    Game(
        refusing(CHESS, refused),
        white=white,
        black=ScriptedPlayer(time, crash()),
        time=time,
    ).run()
    assert [text for text, _ in white.refusals] == ["e4", "e4"]
    assert refused.accepted == "d2d4"


def test_every_line_that_is_sent_ends_as_on_windows():
    (step,) = with_windows_line_ends(SanLine()).rejected("e5", say("no"))
    assert step == Send(".\r")


def test_a_position_that_an_engine_does_not_take_over_whole_is_a_warning():
    game = played(["e4", "Nf3"], [crash(Cause.REFUSED)], about=relayed[ChessFeature.EN_PASSANT])
    whole = verdicts.fault(game)
    assert whole.verdict is CheckVerdict.FAULT
    given = verdicts.fault(replace(game, setup="a position"))
    assert given.verdict is CheckVerdict.WARNING
    assert "the square of a capture en passant" in str(given.advice)


# What is behind a failure


def refused_games(*texts: str) -> list[Examined]:
    """Return games in which Black's answer after 1 e4 e5 2 Nf3 was refused, one for each text."""
    return [played(["e4", "Nf3"], ["e5", text, text, text]) for text in texts]


def test_one_refused_move_may_come_from_several_boards():
    (game,) = games = refused_games("e5")
    fault = collected_of(game, Games(games), checks.PLAYS_WHOLE_GAMES)
    assert fault.codes[:2] == ("fits-own-move-missing", "several-fit")
    assert fault.certainty.value == "possible"
    assert "it would be legal if its own last move, 'e5', had not been made; or: " in str(
        fault.sentence
    )


def test_what_explains_all_refused_moves_is_likely():
    games = [*refused_games("e5"), played(["d4", "Nf3"], ["d5", "d5", "d5", "d5"])]
    fault = collected_of(games[0], Games(games), checks.PLAYS_WHOLE_GAMES)
    assert fault.certainty.value == "likely"
    assert str(fault.sentence).endswith("; the same explains 1 more of its refused moves")
    assert fault.advice in (mistakes.OWN_MOVE_MISSING.advice, mistakes.LAST_QUESTION.advice)


def test_moves_that_have_nothing_in_common_are_explained_by_no_board():
    games = refused_games("e5", "Ke4", "Qa1", "Bc8c1", "Nh1")
    fault = collected_of(games[0], Games(games), checks.PLAYS_WHOLE_GAMES)
    assert "it would be legal" not in str(fault.sentence)


def long_game(plies: int, end: Fail) -> Examined:
    """Return a game in which Black ends when so many half-moves have been made: an odd number."""
    chance, position, line = Random(1), CHESS.start(None), list[str]()
    while len(line) < plies:
        going_on = [m for m in position.legal_moves() if position.play(m).outcome() is None]
        move = chance.choice(going_on)
        line.append(position.notation(move))
        position = position.play(move)
    return played(line[::2], [*line[1::2], end])


def test_a_program_that_ends_after_so_many_half_moves_may_have_a_full_array():
    game = long_game(101, Fail(Explanation(Cause.KILLED, say("it ended"))))
    fault = verdicts.fault(game, Games([game]))
    assert fault.codes[0] == "full-array"
    said = Fail(Explanation(Cause.EXITED, say("it ended"), stderr="KeyError: 'O-O'"))
    other = long_game(101, said)
    assert "full-array" not in verdicts.fault(other, Games([other])).codes
    early = long_game(91, Fail(Explanation(Cause.KILLED, say("it ended"))))
    assert "full-array" not in verdicts.fault(early, Games([early])).codes


def late() -> Fail:
    return Fail(Explanation(Cause.COMPUTING, say("it was still computing")), Reason.TIME)


def test_an_exception_before_an_illegal_move_is_told_with_it():
    (game,) = refused_games("Ke4")
    words = 'Traceback (most recent call last):\n  File "a.py", line 3, in f\nKeyError: 7\n'
    fault = verdicts.fault(replace(game, stderr=words), Games([game]))
    assert "before that its standard error says KeyError: 7" in str(fault.sentence)
    assert fault.codes[0] == "error-besides"


def test_a_capture_of_nothing_shows_a_wrong_board():
    game = replace(played(["e4", "d4"], ["e5", "a6"]), texts=("e5", "axa6"))
    finding = found(game, checks.WRITES_NOTATION)
    assert finding.codes == ("takes-nothing",)
    usual = replace(game, texts=("e5", "a7a6"))
    assert found(usual, checks.WRITES_NOTATION).codes == ()


def test_a_rule_kept_in_many_moves_and_broken_once_speaks_for_a_wrong_board():
    quiet = [long_game(61, Fail(Explanation(Cause.CLOSED, say("closed")), Reason.STOPPED))] * 2
    (game,) = refused_games("Ke4")
    illegal = Explanation(Cause.ILLEGAL, say("'Ke4' is not legal"))
    game = replace(game, game=replace(game.game, explanation=illegal))
    fault = verdicts.fault(game, Games([game, *quiet]))
    assert "it kept this rule in" in str(fault.advice)
    assert "it kept this rule in" not in str(verdicts.fault(game, Games([game])).advice)


def test_the_line_sent_before_a_refused_move_is_the_opponents():
    time, recorder, events = FakeTime(), Recorder(), list[Event]()
    black = ScriptedPlayer(time, "e5", "Ke4", "Nc6", may_retry=2)
    white = ScriptedPlayer(time, "e4", "Nf3", Resign())
    game = Game(CHESS, white=white, black=black, time=time)
    game.bus.subscribe(recorder)
    game.bus.subscribe(events.append)
    game.run()
    told = told_moves(SUBJECT, Color.BLACK, events)
    about = checks.PLAYS_WHOLE_GAMES
    seen = Examined(about, SUBJECT, Color.BLACK, recorder.record, tuple(events), told)
    (finding,) = [f for f in verdicts.judged(seen) if f.verdict is FAULT]
    assert finding.evidence is not None
    assert (finding.evidence.last_sent, finding.evidence.last_heard) == ("Nf3", "Ke4")


def test_an_engine_that_always_shows_the_start_is_told_so():
    setup = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    words = f"IllegalMoveError: illegal uci: 'h1g1' in {CHESS.start(None).setup}"
    end = Fail(Explanation(Cause.EXITED, say("it ended"), stderr=words))
    game = replace(played([end], [], color=Color.WHITE, setup=setup), setup=setup)
    assert "board-of-the-start" in verdicts.fault(game, Games([game])).codes


def test_answers_that_all_belong_to_the_start_show_a_board_that_hears_of_no_move():
    black = [played([first], [text]) for first, text in (("c4", "g1f3"), ("e4", "d2d4"))]
    white = [played(["e4", text], ["e5"], color=Color.WHITE) for text in ("e4", "e2e3", "e4")]
    games = [*black, *white]
    for game in black[:1] + white[:1]:
        fault = collected_of(game, Games(games), checks.PLAYS_WHOLE_GAMES)
        assert fault.codes[0] == "moves-never-made"
        assert "all 5 answers that it gave to other positions" in str(fault.sentence)
        assert "hand the position over" in str(fault.advice)
    for others in (refused_games("d2d4") + games, black * 2, white * 2):
        assert Games(others).of_the_start == 0, "a move fits its game, or one side is untried"


def test_castling_as_in_another_game_is_called_that():
    castled = ["e4", "Nf3", "Bc4", "O-O"], ["e5", "Nc6", "Bc5"]
    game = replace(played(*castled, color=Color.WHITE), subject=checks.Subject(CHESS, "uci"))
    texts = ("e2e4", "g1f3", "f1c4", "e1h1")
    finding = found(replace(game, texts=texts), checks.WRITES_NOTATION)
    assert finding.codes == ("castles-otherwise",)
    assert "'e1h1', which is e1g1 in this game" in str(finding.sentence)
    assert "UCI_Chess960" in str(finding.advice)
    usual = found(replace(game, texts=(*texts[:3], "e1g1")), checks.WRITES_NOTATION)
    assert usual.verdict is CheckVerdict.OK


def test_a_pawn_of_the_b_file_is_no_bishop():
    start = "4k3/8/8/8/3p4/p1p5/1P6/4K3 w - - 0 1"
    assert special(start, "bxc3") == special(start, "bxa3") == [ChessFeature.B_PAWN]
    with_a_bishop = "4k3/8/8/8/3p4/p1p5/1P1B4/4K3 w - - 0 1"
    assert special(with_a_bishop, "bxc3") == [], "who takes b for B moves the bishop there"
    assert special(with_a_bishop, "bxa3") == [ChessFeature.B_PAWN]
    assert possible(CHESS.start(start), ChessFeature.B_PAWN)
    assert not possible(CHESS.start("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), ChessFeature.B_PAWN)


def test_a_line_of_its_source_that_is_named_comes_with_what_to_do_about_it():
    said = "after it heard a move: not a legal move: Nf3"
    hint = rows.HABIT_SHORTENS(at=say("perhaps because of line 3 of 'ai.lua'"))
    end = Explanation(Cause.EXITED, hinted(say("it ended"), hint), "Nf3", stderr=said)
    game = played(["e4", "Nf3"], ["e5", Fail(end)])
    assert verdicts.fault(game, Games([game])).advice == rows.HABIT_SHORTENS.advice
