"""What the card and a match say of programs whose faults were once called by a wrong name."""

import subprocess
import sys
from pathlib import Path

import pytest

from board_core import Cause, Color, Game, Resign, TimeControl
from board_core.author.doctor import CheckVerdict, ExamLimits, ReportCard, checks, examine
from board_core.author.doctor.card import (
    NEVER_WRITTEN,
    NO_CHANCE,
    NOT_REACHED,
    ONLY_ONCE,
    Finding,
    conclusion_of,
)
from board_core.author.doctor.evidence import Examined
from board_core.author.doctor.examining import _Examination
from board_core.author.doctor.variants import RefusedMoves, refusing
from board_core.author.testing import FakeTime, ScriptedPlayer
from board_core.game.events import Event
from board_core.game.words import Words
from board_core.games import CHESS
from board_core.games.chess.features import ChessFeature, ChessTrap
from board_core.match import play_match
from board_core.match.known_games import HOSTED_GAMES
from board_core.match.player_spec import BadPlayer, parse_player
from board_core.record import Recorder
from board_core.text.findings import Certainty
from board_core.text.sentence import Listed, say

FAULTY = Path(__file__).parents[2] / "examples" / "faulty"
AMPLE = ExamLimits(move=20, start=20)

linux_tells = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux tells enough"
)


def card_of(name: str, *only: str) -> ReportCard:
    return examine(parse_player(str(FAULTY / name)), AMPLE, ("start", *only))


def explained_in_a_match(command: str, per_move: float = 20.0):
    result = play_match(command, "random", games=1, time_control=TimeControl(per_move=per_move))
    return result.lost[0].played.explanation


def source(folder: Path, text: str) -> str:
    file = folder / "program.py"
    file.write_text(text)
    return f"{sys.executable} {file}"


def test_a_program_that_resigns_with_all_its_pieces_is_not_ready(tmp_path):
    resigns = source(tmp_path, "while input(): print('resign', flush=True)\n")
    card = examine(parse_player(resigns), AMPLE, ("start", "plays"))
    (fault,) = card.faults
    assert str(fault.sentence) == "it resigned 2 of 2 games, after 0 moves of its own at most"
    assert fault.codes == ("resigns-early",)
    assert fault.certainty is Certainty.LIKELY


def test_a_script_that_does_not_exist_is_refused_before_anything_is_started():
    with pytest.raises(BadPlayer, match="there is no file 'nofile\\.py' here"):
        parse_player("python3 nofile.py")
    assert parse_player("python3 -c pass").command == ("python3", "-c", "pass")


@pytest.mark.timeout(60)
def test_the_examination_goes_on_behind_text_that_is_no_move():
    card = card_of("prints_debug_text.py", "white", "black", "chatter", "castling", "restart")
    assert [fault.check.name for fault in card.faults] == ["chatter"]
    assert card.finding("castling").verdict is CheckVerdict.OK
    assert card.finding("white").verdict is CheckVerdict.OK
    assert "lines with anything but a move were dropped" in str(*card.worked_around)


@pytest.mark.timeout(60)
def test_a_move_that_a_log_names_is_not_taken_for_one():
    card = card_of("logs_to_its_output.py", "white", "black", "chatter", "crlf", "plays")
    assert [fault.check.name for fault in card.faults] == ["chatter"]
    assert "a log goes to standard error" in str(card.finding("chatter").advice)
    assert card.finding("crlf").verdict is CheckVerdict.OK
    assert card.finding("plays").verdict is CheckVerdict.OK
    assert [str(around) for around in card.worked_around] == [
        "lines with anything but a move were dropped"
    ]


@pytest.mark.timeout(60)
def test_what_is_waited_for_is_told_before_the_card():
    said = list[str]()
    spec, patience = parse_player(str(FAULTY / "loads_for_long.py")), ExamLimits(move=2.5)
    card = examine(spec, patience, ("white",), waits=lambda why: said.append(str(why)))
    assert [fault.check.name for fault in card.faults] == ["white"]
    assert len(said) == 1
    assert said[0].startswith("first move as White: it had not begun to read its input")
    assert said[0].endswith("; it gets 2.5 s now")


@pytest.mark.timeout(60)
def test_a_function_that_fails_in_a_later_game_may_keep_a_board_of_its_own(tmp_path):
    file = tmp_path / "keeper.py"
    file.write_text(
        "import chess\n\ngame = chess.Board()\n\n\ndef choose(board, turn):\n"
        "    for move in turn.moves[len(game.move_stack):]:\n"
        "        game.push_uci(move)\n"
        "    move = next(iter(game.legal_moves)).uci()\n"
        "    game.push_uci(move)\n"
        "    return move\n"
    )
    card = examine(parse_player(f"{file}:choose"), AMPLE, ("start", "white", "black"))
    assert "does it keep a board of its own from game to game" in str(card.faults[0].advice)


@pytest.mark.timeout(60)
def test_a_program_of_ordinary_chess_in_a_variant_is_told_so():
    spec = parse_player(str(FAULTY.parent / "san_line_ai.py"))
    card = examine(spec, AMPLE, ("start", "plays"), rules=HOSTED_GAMES["atomic"].rules)
    assert "have the program play atomic" in str(card.faults[0].advice)


@pytest.mark.timeout(60)
def test_one_line_too_many_is_the_only_fault():
    card = card_of("prints_one_warning.py", "white", "chatter", "again", "plays")
    assert [fault.check.name for fault in card.faults] == ["chatter"]


@pytest.mark.timeout(60)
def test_a_program_that_does_not_hear_its_colour_is_not_said_to_start_again_well():
    card = card_of("never_reads_its_colour.py", "black", "crlf", "restart")
    assert [fault.check.name for fault in card.faults] == ["black"]
    assert {card.finding(name).verdict for name in ("crlf", "restart")} == {CheckVerdict.SKIPPED}


@pytest.mark.timeout(60)
def test_moves_of_a_list_that_are_not_legal_have_nothing_to_do_with_windows_line_ends(tmp_path):
    command = source(
        tmp_path,
        "import sys\nmoves = iter(['e4', 'd4', 'Nf3'])\nfor line in sys.stdin:\n"
        "    if line.strip() != 'black':\n        print(next(moves), flush=True)\n",
    )
    card = examine(parse_player(command), AMPLE, ("start", "white", "black", "crlf"))
    assert card.finding("black").verdict is CheckVerdict.FAULT
    assert card.finding("crlf").verdict is CheckVerdict.SKIPPED


@pytest.mark.timeout(60)
def test_a_carriage_return_that_is_not_taken_off_is_still_found(tmp_path):
    command = source(
        tmp_path,
        "import chess\nimport sys\nboard = chess.Board()\n"
        "for line in iter(lambda: sys.stdin.buffer.readline().decode()[:-1], ''):\n"
        "    if line not in ('white', 'black'):\n        board.push_san(line)\n"
        "    if line != 'black':\n        move = next(iter(board.legal_moves))\n"
        "        print(board.san(move), flush=True)\n        board.push(move)\n",
    )
    card = examine(parse_player(command), AMPLE, ("start", "white", "black", "crlf"))
    assert card.passed
    assert card.finding("crlf").verdict is CheckVerdict.WARNING


def time_of(**figures: float) -> Finding:
    return Finding(checks.TIME_FOR_A_MOVE, CheckVerdict.OK, say("quick"), figures=figures)


def test_a_card_says_what_it_consisted_of_and_what_chance_did_not_bring():
    times = time_of(moves=300, games=9, positions=0, longest=0.25)
    lost, check = (
        checks.Subject(CHESS, "san").check_of(feature)
        for feature in (ChessTrap.LOST_CASTLING, ChessFeature.CHECK)
    )
    seen = Finding(check, CheckVerdict.OK, say("after 'Qa5+' it played Nc3"))
    never = Finding(lost, CheckVerdict.SKIPPED, NO_CHANCE())
    seldom = Finding(lost, CheckVerdict.SKIPPED, ONLY_ONCE(what="after 'a5' it played a6"))
    told = str(conclusion_of([times, seen]))
    assert told.startswith("ready for a contest, as far as 300 moves in 9 games show")
    assert told.endswith("the longest thought 0.2 s (a contest's clock may let it think longer)")
    for unseen in (never, seldom):
        told = str(conclusion_of([times, seen, unseen]))
        assert told.endswith("; not come up, or too rarely to tell: lost right to castle")
    for finding, chinese in ((seen, "从这些对局来看，"), (times, "从这 9 局里的 300 步着法（")):
        assert Words("zh").sentence(conclusion_of([finding])).startswith(chinese)
    told = str(conclusion_of([time_of(moves=90, games=30, positions=26, longest=1.0)]))
    assert "26 of them from given positions" in told
    bad = Finding(checks.PROGRAM_STARTS, CheckVerdict.FAULT, say("it does not start"))
    assert str(conclusion_of([bad, never])) == "mend first: start: it does not start"


def test_how_a_program_writes_what_it_never_played_is_not_called_known():
    never = NEVER_WRITTEN(what="as usual", never=Listed(["castling", "a promotion"]))
    finding = Finding(checks.WRITES_NOTATION, CheckVerdict.OK, never)
    assert str(conclusion_of([finding])).endswith("how it writes castling, a promotion")


def test_a_card_of_some_checks_does_not_call_a_program_ready():
    card = examine(parse_player("greedy"), AMPLE, ("white",))
    assert str(card.conclusion).startswith("no fault in what was checked")


@pytest.mark.timeout(60)
def test_a_program_that_ends_because_a_result_was_refused_has_one_fault():
    card = card_of("claims_a_draw.py", "plays", "again", "check", "chatter")
    assert [fault.check.name for fault in card.faults] == ["plays"]


@pytest.mark.timeout(60)
def test_a_failure_at_some_move_is_not_blamed_on_the_move_it_was_told():
    card = card_of("raises_after_twenty_moves.py", "plays", "file", "check", "square")
    assert [fault.check.name for fault in card.faults] == ["plays"]
    assert "IndexError" in card.finding("plays").evidence.stderr


@pytest.mark.timeout(60)
def test_another_protocol_is_the_only_fault():
    card = card_of("engine_without_its_protocol.py", "chatter", "again", "plays")
    assert [fault.check.name for fault in card.faults] == ["start"]


def test_a_file_of_functions_is_called_so_although_it_imports_what_the_sandbox_hides():
    file = FAULTY.parent / "my_ai.py"
    (fault,) = examine(parse_player(str(file)), AMPLE, ("start",)).faults
    assert "write my_ai.py:choose to play with one" in str(fault.sentence)


def test_the_card_ends_in_one_sentence_in_both_languages():
    card = card_of("import_error.py")
    assert str(card.conclusion).startswith(
        "mend first: start: put a module of its own into its folder"
    )
    fine = [f for f in card.findings if f.verdict is CheckVerdict.OK]
    assert str(conclusion_of(fine)) == "nothing could be checked"
    assert Words("zh").sentence(card.conclusion)


def test_every_check_has_half_a_line_for_those_who_do_not_play():
    for protocol in ("san", "uci", "gomocup", ""):
        for check in checks.checks_for(protocol) if protocol != "gomocup" else ():
            assert check.meaning is not None, check.name


@linux_tells
@pytest.mark.parametrize(
    ("text", "cause", "words"),
    [
        ("import sys; sys.stdin.read(); print('e4')", Cause.READS_TO_END, "reads to the end"),
        (
            "import sys\nfor line in sys.stdin.readlines(): print('e4')",
            Cause.READS_TO_END,
            "reads to the end",
        ),
        ("input(); input(); print('e4'); input()", Cause.IDLE, "only after a second line"),
        ("input()\nwhile True: input()", Cause.IDLE, "for more input"),
        ("import time; time.sleep(99)", Cause.NEVER_READ, "had not begun to read its input"),
        (
            "import sys\nout = open(1, 'w', closefd=False)\n"
            "for line in sys.stdin: out.write('e4\\n')",
            Cause.UNFLUSHED,
            "flush the output",
        ),
    ],
)
def test_a_match_says_what_a_silent_program_waits_for(text, cause, words, tmp_path):
    found = explained_in_a_match(source(tmp_path, text), per_move=1.0)
    assert found.cause in (cause, Cause.BUSY_MACHINE, Cause.OVERLOADED, Cause.COMPUTING)
    if found.cause is cause:
        assert words in str(found.sentence)


@linux_tells
@pytest.mark.parametrize(
    ("name", "cause", "words"),
    [
        ("engine_without_its_protocol.py", Cause.OTHER_PROTOCOL, "this program speaks UCI"),
        ("function_without_its_name.py", Cause.OTHER_PROTOCOL, "choose to play with one"),
        ("import_error.py", Cause.NO_MODULE, "has no module engine_of_my_own"),
        ("utf16.py", Cause.ENCODING, "UTF-16, two bytes for each letter (ff fe"),
        ("kills_its_group.py", Cause.KILLED, "killed: by itself, or from outside"),
    ],
)
def test_a_match_says_the_same_as_the_card(name, cause, words):
    found = explained_in_a_match(str(FAULTY / name))
    assert found.cause is cause
    assert words in str(found.sentence)


def test_an_illegal_move_of_a_function_is_told_with_its_reason_and_position():
    found = explained_in_a_match(f"{FAULTY / 'function_illegal_move.py'}:choose")
    assert "there is no piece of yours on e5; the position was rnbqkbnr/" in str(found.sentence)


@linux_tells
def test_a_program_that_dies_of_san_is_suspected_to_read_coordinates(tmp_path):
    program = tmp_path / "coordinates"
    subprocess.run(["cc", "-o", program, FAULTY / "reads_coordinates_only.c"], check=True)
    found = explained_in_a_match(str(program))
    assert "perhaps it reads moves only as coordinates" in str(found.sentence)


IGNORES_ITS_POSITION = """
import random, sys
import chess

board, chance = chess.Board(), random.Random({seed})
for line in sys.stdin:
    word, *rest = line.split()
    if word == "uci":
        print("uciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "position" and rest[0] == "startpos":
        board = chess.Board()
        for move in rest[2:]:
            board.push_uci(move)
    elif word == "go":
        print("bestmove", chance.choice(list(board.legal_moves)), flush=True)
"""


@pytest.mark.timeout(60)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_engine_that_ignores_its_position_has_one_fault_whatever_chance_decides(tmp_path, seed):
    command = source(tmp_path, IGNORES_ITS_POSITION.format(seed=seed))
    told = ("castling", "long-castling", "en-passant", "promotion", "underpromotion")
    card = examine(parse_player(f"uci:{command}"), AMPLE, ("start", *told))
    (fault,) = card.faults
    assert "fails when it is to begin from another position" in str(fault.sentence)


EAGER = """
moves = ["e5", "d5", "Nf6", "Nc6"]
while True:
    text = input()
    print({"white": "e4"}.get(text, moves.pop(0) if moves else "a6"), flush=True)
"""


@linux_tells
@pytest.mark.timeout(60)
def test_a_move_before_the_other_side_has_moved_is_told_so(tmp_path):
    card = examine(parse_player(source(tmp_path, EAGER)), AMPLE, ("start", "black", "chatter"))
    assert [fault.check.name for fault in card.faults] == ["black"]
    assert str(card.faults[0].sentence) == "as Black it printed 'e5' before White had moved"


def test_a_program_is_not_blamed_for_a_move_that_it_repeats_by_chance(monkeypatch):
    games = [repeated_by_chance(), tried_again()]
    monkeypatch.setattr(_Examination, "_with_patience", lambda self, game: games.pop(0))
    spec = parse_player(str(FAULTY.parent / "san_line_ai.py"))
    card = examine(spec, AMPLE, ("start", "again"))
    assert card.finding("again").verdict is CheckVerdict.OK
    assert not games


def test_the_little_time_of_one_game_is_not_that_of_the_games_beside_it():
    spec = parse_player(str(FAULTY.parent / "san_line_ai.py"))
    subject, given = checks.Subject(CHESS, "san"), []
    examination = _Examination(spec, subject, AMPLE, (), print, "off", False, print)

    def game(limits: ExamLimits) -> Examined:
        given.append((limits.start, limits.move))
        assert examination._limited(5).per_move == 5
        assert examination._control(examination._patience).per_move == AMPLE.move
        return tried_again()

    examination._patiently(game)
    assert given == [(2.0, 2.0)]


def refused(*tries: str) -> Examined:
    """A game in which the first legal move of White is refused whenever it comes."""
    refusals, recorder, time = RefusedMoves(Color.WHITE), Recorder(), FakeTime()
    events = list[Event]()
    white, black = ScriptedPlayer(time, *tries, may_retry=2), ScriptedPlayer(time, Resign())
    game = Game(refusing(CHESS, refusals), white=white, black=black, time=time)
    game.bus.subscribe(events.append)
    game.bus.subscribe(recorder)
    game.run()
    subject, moves = checks.Subject(CHESS, "san"), tuple(refusals.moves)
    record = recorder.record
    return Examined(checks.MOVES_AGAIN, subject, Color.WHITE, record, tuple(events), refused=moves)


def repeated_by_chance() -> Examined:
    return refused("b4", "b4", "b4")


def tried_again() -> Examined:
    return refused("b4", "e4")


HANGS_ONCE = """
import select, sys
from pathlib import Path
import chess
seen, board, count = Path({seen!r}), chess.Board(), 0
for line in map(str.strip, sys.stdin):
    if line not in ("white", "black"):
        board.push_san(line)
    if line != "black":
        count += 1
        if count == 3 and not seen.exists():
            seen.write_text("")
            {hangs}
        move = list(board.legal_moves)[0]
        print(board.san(move), flush=True)
        board.push(move)
"""


@linux_tells
@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    ("hangs", "verdict"),
    [
        ("select.select([], [], [], 60)", CheckVerdict.FAULT),
        ("while True: pass", CheckVerdict.WARNING),
    ],
    ids=["waits", "computes"],
)
def test_a_hang_that_does_not_come_again_in_the_same_game_is_not_forgotten(
    tmp_path, hangs, verdict
):
    """A program that waits is faulty; one that computes might have answered later."""
    seen = tmp_path / "seen"
    command = source(tmp_path, HANGS_ONCE.format(seen=str(seen), hangs=hangs))
    said = list[str]()
    patience, only = ExamLimits(move=20, start=20, games=2), ("white", "plays", "time")
    spec = parse_player(command)
    card = examine(spec, patience, only, sandbox="off", waits=lambda why: said.append(str(why)))
    assert seen.exists()
    assert len(said) == 1
    wrong = [finding for finding in card.findings if finding.verdict is verdict]
    assert wrong, [str(finding.sentence) for finding in card.findings]
    assert card.passed == (verdict is CheckVerdict.WARNING)


@pytest.mark.timeout(60)
def test_a_check_that_could_not_be_made_is_shown_with_the_fault_that_prevented_it(tmp_path):
    command = source(tmp_path, "input()\nraise ValueError('no book')\n")
    card = examine(parse_player(command), AMPLE, ("restart",))
    assert all("no book" in str(fault.sentence) for fault in card.faults)
    assert str(card.conclusion).startswith("mend first: first move as White")
    assert card.finding("restart").sentence == NOT_REACHED


COUNTS_ON_A_WORD = """
import sys
import chess
board = chess.Board()
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("uciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        board = chess.Board(" ".join(words[2:8])) if words[1] == "fen" else chess.Board()
        for move in words[words.index("moves") + 1 :] if "moves" in words else ():
            board.push_uci(move)
    elif words[0] == "go":
        if "{word}" not in words:
            sys.exit(3)
        print("bestmove", next(iter(board.legal_moves)), flush=True)
    elif words[0] == "quit":
        break
"""


@pytest.mark.timeout(60)
@pytest.mark.parametrize("word", ["movestogo", "wtime"])
def test_a_program_that_counts_on_a_word_of_the_question_is_told_which(tmp_path, word):
    command = "uci:" + source(tmp_path, COUNTS_ON_A_WORD.replace("{word}", word))
    card = examine(parse_player(command), AMPLE, ("start", "white", "castling"))
    assert {fault.codes[0] for fault in card.faults} == {"moves-when-told"}
    assert f"it moves when the same question has '{word}'" in str(card.faults[0].sentence)
    assert "another position" not in str(card.faults[0].sentence)


@pytest.mark.timeout(60)
def test_an_engine_that_always_fails_is_asked_in_vain_in_other_words(tmp_path):
    command = "uci:" + source(tmp_path, COUNTS_ON_A_WORD.replace("{word}", "none"))
    (fault,) = examine(parse_player(command), AMPLE, ("start", "white")).faults
    assert fault.codes == ("ended-at-once",)
