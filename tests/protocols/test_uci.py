import re

import pytest
from conversation import WHITE_MATES, Line, answer, sent

from board_core import Cause, Color, Fail, Play, Reason, Score, Thought, TimeControl
from board_core.games.chess import VARIANT_GAMES
from board_core.players import Note, NoteKind
from board_core.protocols import GiveAnswer, SayReady, Send, TellGame, Uci
from board_core.protocols.base import Effects

WHITE, BLACK = Color.WHITE, Color.BLACK
ENDGAME = "8/8/8/4k3/8/8/4P3/4K3 b - - 0 1"


def playing(line: Line, color: Color = WHITE, **options: object) -> Uci:
    """An engine that has been asked for a move."""
    dialogue = Uci(**options)
    dialogue.open()
    dialogue.seat(line.seat(color))
    dialogue.heard("uciok")
    dialogue.heard("readyok")
    dialogue.ask(line.turn)
    return dialogue


def go(control: TimeControl, *, moves: tuple[str, ...] = (), **options: object) -> str:
    line = Line(control=control, **options).play(*moves)
    return sent(playing(line).ask(line.turn))[-1]


def thought(text: str) -> Thought | None:
    steps = playing(Line()).heard(text)
    assert all(isinstance(step, TellGame) for step in steps)
    return steps[0].statement if steps else None


# Start


def test_the_handshake():
    line, dialogue = Line(), Uci()
    assert dialogue.open() == [Send("uci")]
    assert dialogue.seat(line.seat(WHITE)) == []
    assert dialogue.expects() == "uciok"
    assert dialogue.heard("id name Stockfish 15.1") == []
    assert dialogue.heard("id author the Stockfish developers (see AUTHORS file)") == []
    assert dialogue.heard("option name Hash type spin default 16 min 1 max 33554432") == []
    assert dialogue.heard("uciok") == [Send("ucinewgame\nisready")]
    assert dialogue.expects() == "readyok"
    assert dialogue.heard("readyok") == [SayReady()]
    assert dialogue.expects() == ""
    assert dialogue.name == "Stockfish 15.1"


ELO = "option name UCI_Elo type spin default 1350 min 1350 max 2850"
LIMIT = "option name UCI_LimitStrength type check default false"
SKILL = "option name Skill Level type spin default 20 min 0 max 20"
HASH = "option name Hash type spin default 16 min 1 max 1024"
CLEAR = "option name Clear Hash type button"
STYLE = "option name Style type combo default Solid var Solid var Very Risky var risky"
BOOK = "option name OwnBook type check default false"
FILE = "option name Book File type string default <empty>"


@pytest.mark.parametrize(
    ("offered", "wish", "set_to"),
    [
        ([ELO, LIMIT, SKILL], "1800", ["UCI_LimitStrength value true", "UCI_Elo value 1800"]),
        ([ELO, LIMIT], "900", ["UCI_LimitStrength value true", "UCI_Elo value 1350"]),
        ([ELO], "9000", ["UCI_Elo value 2850"]),
        ([SKILL], "2100", ["Skill Level value 10"]),
        ([SKILL], "3000", ["Skill Level value 20"]),
        ([SKILL], "100", ["Skill Level value 0"]),
    ],
)
def test_a_wish_for_strength_is_put_as_the_engine_understands_it(offered, wish, set_to):
    dialogue = Uci({"Hash": "8", "UCI_Elo": wish})
    dialogue.open()
    dialogue.seat(Line().seat(WHITE))
    for line in (HASH, *offered):
        dialogue.heard(line)
    options = [line for line in sent(dialogue.heard("uciok")) if line.startswith("setoption")]
    assert options == [f"setoption name {told}" for told in ["Hash value 8", *set_to]]


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("hash", "1024", "Hash value 1024"),
        ("STYLE", "solid", "Style value Solid"),
        ("Style", "very risky", "Style value Very Risky"),
        ("OwnBook", "TRUE", "OwnBook value true"),
        ("Book File", "/tmp/a book.bin", "Book File value /tmp/a book.bin"),
        ("clear hash", "", "Clear Hash"),
    ],
)
def test_an_option_is_set_by_its_name_and_value_as_the_engine_writes_them(name, value, told):
    assert f"setoption name {told}" in sent(told_options(Uci({name: value})))


def told_options(dialogue: Uci, *, listed: bool = True) -> Effects:
    dialogue.open()
    dialogue.seat(Line().seat(WHITE))
    for line in (HASH, CLEAR, STYLE, BOOK, FILE) if listed else ():
        dialogue.heard(line)
    return dialogue.heard("uciok")


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("Hahs", "64", "the engine has no option Hahs; did you mean Hash?"),
        ("Own Book", "true", "the engine has no option Own Book; did you mean OwnBook?"),
        ("zzz", "1", "the engine has no option zzz, nor one like it"),
        ("UCI_Elo", "1800", "the engine has no option UCI_Elo, nor one like it"),
        ("Hash", "0", "its option Hash takes a number from 1 to 1024, and not '0'"),
        ("Hash", "1025", "its option Hash takes a number from 1 to 1024, and not '1025'"),
        ("Hash", "many", "its option Hash takes a number from 1 to 1024, and not 'many'"),
        ("Hash", "", "its option Hash takes a number from 1 to 1024, and not ''"),
        ("Style", "Wild", "its option Style takes one of Solid, Very Risky, risky, and not 'Wild'"),
        ("OwnBook", "yes", "its option OwnBook takes one of true, false, and not 'yes'"),
        ("Clear Hash", "on", "its option Clear Hash takes no value, as in option.Clear Hash=, "),
    ],
)
def test_an_option_that_cannot_be_set_is_refused_before_the_game(name, value, why):
    (refused,) = told_options(Uci({name: value}))
    assert isinstance(refused, TellGame)
    assert refused.statement.reason is Reason.NOT_STARTED
    assert str(refused.statement.explanation.sentence).startswith(why)


def test_an_engine_that_lists_no_options_can_have_none_set():
    (refused,) = told_options(Uci({"Hash": "64"}), listed=False)
    why = "the engine has no option Hash, nor one like it"
    assert str(refused.statement.explanation.sentence) == why


def test_options_are_set_once_and_buttons_have_no_value():
    line, dialogue = Line(), Uci({"Hash": "64", "Clear Hash": ""})
    dialogue.open()
    dialogue.seat(line.seat(WHITE))
    dialogue.heard(HASH)
    dialogue.heard(CLEAR)
    assert sent(dialogue.heard("uciok")) == [
        "setoption name Hash value 64",
        "setoption name Clear Hash",
        "ucinewgame",
        "isready",
    ]
    assert dialogue.heard("readyok") == [SayReady()]
    assert dialogue.seat(line.seat(BLACK)) == [Send("ucinewgame\nisready")]


def test_an_engine_that_is_ready_before_its_first_game():
    dialogue = Uci({"Hash": "64"})
    dialogue.open()
    dialogue.heard(HASH)
    assert dialogue.heard("uciok") == [Send("setoption name Hash value 64")]
    assert dialogue.heard("uciok") == []
    assert dialogue.seat(Line().seat(WHITE)) == [Send("ucinewgame\nisready")]


def test_every_game_waits_for_its_own_readyok():
    line = Line()
    dialogue = playing(line)
    dialogue.heard("bestmove e2e4")
    dialogue.finish(line.turn, WHITE_MATES)
    dialogue.seat(line.seat(WHITE))  # stopped at once
    dialogue.seat(line.seat(WHITE))
    assert dialogue.heard("readyok") == []
    assert dialogue.heard("readyok") == [SayReady()]
    assert dialogue.heard("readyok") == []


def test_a_program_that_was_started_again_is_greeted_again():
    line = Line()
    dialogue = playing(line)
    dialogue.withdraw()
    assert dialogue.open() == [Send("uci")]
    assert dialogue.seat(line.seat(WHITE)) == []
    assert dialogue.heard("uciok") == [Send("ucinewgame\nisready")]
    assert dialogue.heard("readyok") == [SayReady()]
    dialogue.ask(line.turn)
    assert answer(dialogue.heard("bestmove e2e4")) == Play("e2e4")


def test_prose_before_uciok_is_for_the_log():
    dialogue = Uci()
    dialogue.open()
    for prose in ("Glaurung 2.2.  Copyright (C) 2004-2008 Tord Romstad.", "EgbbProbe not Loaded!"):
        assert dialogue.heard(prose) == [TellGame(Note(prose, NoteKind.COMMENT))]
    assert dialogue.heard("") == dialogue.heard("  \r") == []


def test_to_leave_is_quit():
    assert Uci().quit() == [Send("quit")]


# A question


def test_position_and_go_are_one_write():
    line = Line()
    dialogue = playing(line)
    (step,) = dialogue.ask(line.after("e4", "e5"))
    assert step == Send("position startpos moves e2e4 e7e5\ngo wtime 60000 btime 60000")


def test_the_first_question_has_no_moves():
    line = Line()
    assert sent(playing(line).ask(line.turn)) == [
        "position startpos",
        "go wtime 60000 btime 60000",
    ]


def test_moves_are_added_as_they_are_played():
    line = Line()
    dialogue = playing(line)
    assert sent(dialogue.ask(line.after("e4", "e5")))[0] == "position startpos moves e2e4 e7e5"
    long = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5"
    assert sent(dialogue.ask(line.after("Nf3", "Nc6", "Bb5")))[0] == long
    assert sent(dialogue.ask(line.turn))[0] == long


def test_a_game_may_begin_with_given_moves():
    line = Line().play("e4", "c5")
    assert sent(playing(line).ask(line.turn))[0] == "position startpos moves e2e4 c7c5"


def test_a_set_up_position_goes_as_fen():
    line = Line(ENDGAME)
    dialogue = playing(line, BLACK)
    assert sent(dialogue.ask(line.turn))[0] == f"position fen {ENDGAME}"
    line.play("Ke4", "Kd2")
    assert sent(dialogue.ask(line.turn))[0] == f"position fen {ENDGAME} moves e5e4 e1d2"


def test_moves_that_were_taken_back_are_forgotten():
    line = Line().play("e4", "e5", "Nf3", "Nc6")
    dialogue = playing(line)
    line.take_back(2)
    assert sent(dialogue.ask(line.turn))[0] == "position startpos moves e2e4 e7e5"
    line.play("d4", "exd4")
    assert sent(dialogue.ask(line.turn))[0] == "position startpos moves e2e4 e7e5 d2d4 e5d4"


def test_a_new_game_begins_without_the_moves_of_the_last():
    line = Line().play("e4", "e5")
    dialogue = playing(line)
    dialogue.heard("bestmove g1f3")
    new = Line()
    dialogue.seat(new.seat(WHITE))
    dialogue.heard("readyok")
    assert sent(dialogue.ask(new.turn))[0] == "position startpos"
    assert sent(dialogue.ask(new.after("d4", "d5")))[0] == "position startpos moves d2d4 d7d5"


# Its clock


def test_increments_are_milliseconds():
    control = TimeControl(180, 2)
    assert go(control) == "go wtime 180000 btime 180000 winc 2000 binc 2000"


def test_each_side_has_its_own_control():
    control, other = TimeControl(60), TimeControl(30, 0.5)
    assert go(control, other=other) == "go wtime 60000 btime 30000 winc 0 binc 500"


def test_an_opponent_without_a_clock_has_no_time():
    assert go(TimeControl(60), other=TimeControl(per_move=5)) == "go wtime 60000"


def test_no_time_is_too_long_for_an_engine_that_reads_32_bits():
    for control in (TimeControl(1e9, 1e9), TimeControl(per_move=1e9)):
        assert all(int(word) < 2**31 for word in go(control).split() if word.isdigit())


def test_a_delay_is_an_increment_that_the_time_includes():
    assert go(TimeControl(60, delay=5)) == "go wtime 65000 btime 65000 winc 5000 binc 5000"


def test_what_bronstein_gives_back_is_never_more_than_the_time_there_is():
    control = TimeControl(60, bronstein=5)
    assert go(control) == "go wtime 60000 btime 60000 winc 5000 binc 5000"
    assert go(control, left=2) == "go wtime 2000 btime 60000 winc 2000 binc 5000"


def test_before_byoyomi_one_period_is_at_hand():
    control = TimeControl(60, byoyomi=10, periods=3)
    assert go(control, left=5) == "go wtime 15000 btime 70000"


def test_in_byoyomi_a_period_is_a_fixed_time():
    control = TimeControl(0, byoyomi=10, periods=3)
    assert go(control) == "go movetime 9950"
    assert go(TimeControl(60), other=control) == "go wtime 60000 btime 10000"


def test_moves_to_go_in_the_period():
    assert go(TimeControl(60, moves_per_period=40)).endswith(" movestogo 40")


def test_a_fixed_time_is_not_given_to_the_last_millisecond():
    assert go(TimeControl(per_move=5)) == "go movetime 4950"
    assert go(TimeControl(per_move=0.1)) == "go movetime 90"
    assert go(TimeControl(60, per_move=5)) == "go wtime 60000 btime 60000 movetime 4950"
    assert go(TimeControl(60, per_move=5), left=1) == "go wtime 1000 btime 60000 movetime 950"


@pytest.mark.parametrize("left", [0.0, 0.0004])
def test_no_time_is_one_millisecond(left: float):
    assert go(TimeControl(60), left=left) == "go wtime 1 btime 60000"
    assert go(TimeControl(60, per_move=5), left=left).endswith(" movetime 1")


def test_depth_and_nodes_limit_an_engine_without_a_clock():
    assert go(TimeControl(depth=8)) == "go depth 8"
    assert go(TimeControl(nodes=5000)) == "go nodes 5000"
    assert go(TimeControl(60, depth=8, nodes=9)) == "go wtime 60000 btime 60000 depth 8 nodes 9"


def test_an_engine_without_clock_and_limits_thinks_for_a_second():
    assert go(TimeControl()) == "go movetime 1000"
    line = Line(control=TimeControl())
    assert sent(playing(line, untimed_seconds=0.25).ask(line.turn))[-1] == "go movetime 250"


# Its answer


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("bestmove e2e4", "e2e4"),
        ("bestmove e2e4 ponder e7e5", "e2e4"),
        ("bestmove  e7e8q\r", "e7e8q"),
        ("  bestmove e2e4", "e2e4"),
        ("bestmove (none)", "(none)"),
        ("bestmove 0000", "0000"),
        ("bestmove a1a1", "a1a1"),
        ("bestmove NULL", "NULL"),
    ],
)
def test_every_bestmove_goes_to_the_referee_as_it_is(line: str, text: str):
    assert playing(Line()).heard(line) == [GiveAnswer(Play(text))]


@pytest.mark.parametrize("line", ["bestmove", "bestmove ", "bestmove \r"])
def test_a_bestmove_without_a_move_is_against_the_protocol(line: str):
    fail = answer(playing(Line()).heard(line))
    assert isinstance(fail, Fail)
    assert fail.reason is Reason.PROTOCOL
    assert fail.explanation.cause is Cause.NOT_A_MOVE
    assert str(fail.explanation.sentence) == "the engine wrote 'bestmove' without a move"


def test_an_info_line_within_a_bestmove_shows_that_the_word_was_written_before_the_search():
    line = "bestmove info depth 1 score cp 0 pv b1c3"
    for steps in (playing(Line()).heard(line), playing(Line()).heard(f"{line} ")):
        fail = answer(steps)
        assert isinstance(fail, Fail)
        assert (fail.reason, fail.explanation.cause) == (Reason.PROTOCOL, Cause.NOT_A_MOVE)
        assert fail.explanation.codes == ("split-bestmove",)
    assert playing(Line()).heard_text(f"info depth 1 score cp 0 pv b1c3\n{line}\n") is None
    assert answer(playing(Line()).heard("bestmove infob1")) == Play("infob1"), "a wrong move"


def told_time(dialogue: Uci, line: Line) -> str | None:
    (question,) = dialogue.ask(line.turn)
    told = re.search(dialogue.told_time, question.text)
    return told and told[0]


def test_the_time_that_an_engine_was_told_is_its_own_clock():
    line = Line(control=TimeControl(2), other=TimeControl(9))
    assert told_time(playing(line), line) == "wtime 2000"
    assert told_time(playing(line.play("e4"), BLACK), line) == "btime 9000"
    fixed, free = Line(control=TimeControl(per_move=3)), Line(control=TimeControl(depth=5))
    assert told_time(playing(fixed), fixed) == "movetime 2950"
    assert told_time(playing(free), free) is None


def test_a_bestmove_nobody_asked_for_is_ignored_and_reported():
    dialogue = playing(Line())
    dialogue.heard("bestmove e2e4")
    again = dialogue.heard("bestmove e2e4")
    assert again == [TellGame(Note("bestmove e2e4", NoteKind.IGNORED))]


def test_a_question_withdrawn_is_stopped_and_its_answer_dropped():
    line = Line()
    dialogue = playing(line)
    assert dialogue.withdraw() == [Send("stop")]
    assert dialogue.withdraw() == []
    assert dialogue.ask(line.turn)
    assert dialogue.heard("bestmove e2e4 ponder e7e5") == []
    assert dialogue.heard("bestmove d2d4") == [GiveAnswer(Play("d2d4"))]


def test_two_questions_withdrawn_owe_two_answers():
    line = Line()
    dialogue = playing(line)
    dialogue.withdraw()
    dialogue.ask(line.turn)
    dialogue.withdraw()
    dialogue.ask(line.turn)
    assert dialogue.heard("bestmove a2a3") == dialogue.heard("bestmove a2a4") == []
    assert dialogue.heard("bestmove d2d4") == [GiveAnswer(Play("d2d4"))]


def test_an_answered_question_needs_no_stop():
    dialogue = playing(Line())
    dialogue.heard("bestmove e2e4")
    assert dialogue.withdraw() == []


def test_an_answer_to_the_last_game_does_not_open_the_next():
    line = Line()
    dialogue = playing(line)
    dialogue.withdraw()
    dialogue.finish(line.turn, WHITE_MATES)
    dialogue.seat(line.seat(WHITE))
    assert dialogue.heard("bestmove a2a3") == []
    assert dialogue.heard("readyok") == [SayReady()]
    dialogue.ask(line.turn)
    assert dialogue.expects() == "bestmove"
    assert dialogue.heard("bestmove d2d4") == [GiveAnswer(Play("d2d4"))]


# Its thoughts


def test_all_that_an_info_line_says():
    assert thought(
        "info depth 12 seldepth 15 multipv 1 score cp 34 nodes 20480 nps 1024000 hashfull 7"
        " tbhits 0 time 20 pv e2e4 e7e5 g1f3"
    ) == Thought(
        depth=12,
        seldepth=15,
        score=Score(cp=34),
        nodes=20480,
        nps=1024000,
        time=0.02,
        hashfull=7,
        pv=("e2e4", "e7e5", "g1f3"),
    )


@pytest.mark.parametrize(
    ("line", "score"),
    [
        ("info depth 5 score mate 3 pv a2a4", Score(mate=3)),
        ("info depth 5 score mate -2", Score(mate=-2)),
        ("info depth 5 score cp -31 upperbound", Score(cp=-31)),
        ("info depth 5 score cp 31 lowerbound nodes 7", Score(cp=31)),
        ("info score cp", None),
        ("info score cp abc nodes 3", None),
    ],
)
def test_scores(line: str, score: Score | None):
    heard = thought(line)
    assert (heard and heard.score) == score


def test_of_many_lines_the_last_thought_of_each_move_is_enough():
    lines = [
        "info depth 1 score cp 3",
        "info string hello",
        "info depth 2 score cp 4",
        "info depth 2 currmove e2e4",
        "info depth 2 multipv 2 score cp 1",
        "bestmove e2e4",
        "what is this",
        "info depth 1 score cp 5",
        "",
        "info depth 2 score cp 6",
        "info depth 3",
    ]
    outdated = Uci().outdated(lines)
    assert [line for at, line in enumerate(lines) if at not in outdated] == [
        "info string hello",
        "info depth 2 score cp 4",
        "bestmove e2e4",
        "what is this",
        "",
        "info depth 2 score cp 6",
    ]


def test_a_main_line_before_other_words_ends_there():
    heard = thought("info pv e2e4 e7e5 depth 3 score cp 1")
    assert heard == Thought(depth=3, score=Score(cp=1), pv=("e2e4", "e7e5"))


@pytest.mark.parametrize(
    "line",
    [
        "info",
        "info depth 7",
        "info depth 7 currmove e2e4 currmovenumber 1",
        "info depth",
        "info depth x nodes y",
        "info multipv 2 depth 9 score cp 3 pv d2d4",
    ],
)
def test_lines_that_say_nothing_of_the_main_line(line: str):
    assert thought(line) is None


def test_an_engines_comment_is_a_note():
    comment = "NNUE evaluation using nn-ad9b42354671.nnue enabled"
    assert playing(Line()).heard(f"info string {comment}") == [
        TellGame(Note(comment, NoteKind.COMMENT))
    ]


def test_thoughts_about_a_question_since_withdrawn_are_dropped():
    line = Line()
    dialogue = playing(line)
    dialogue.withdraw()
    assert dialogue.heard("info depth 5 score cp 3 pv e2e4") == []
    dialogue.ask(line.turn)
    assert dialogue.heard("info depth 5 score cp 3 pv e2e4") == []
    dialogue.heard("bestmove e2e4")
    assert dialogue.heard("info depth 5 score cp 3 pv e2e4") != []


def test_unknown_lines_while_it_thinks_change_nothing():
    dialogue = playing(Line())
    prose = "a search of my own"
    assert dialogue.heard(prose) == [TellGame(Note(prose, NoteKind.COMMENT))]
    assert dialogue.heard("bestmovee2e4") == [TellGame(Note("bestmovee2e4", NoteKind.COMMENT))]
    assert dialogue.heard("") == []
    assert answer(dialogue.heard("bestmove e2e4")) == Play("e2e4")


# Variants

VARIANTS = "option name UCI_Variant type combo default chess var 3check var chess var crazyhouse"
SWITCH = "option name UCI_Chess960 type check default false"


def introduced(game: str, *options: str, setup: str | None = None) -> tuple[Uci, Line, list[str]]:
    """An engine with these options that is to play a game, and what it is told after uciok."""
    line, dialogue = Line(setup, rules=VARIANT_GAMES[game]), Uci()
    dialogue.open()
    dialogue.seat(line.seat(WHITE))
    for option in options:
        assert dialogue.heard(option) == []
    return dialogue, line, sent(dialogue.heard("uciok"))


def test_an_engine_is_told_its_variant_by_the_name_it_has_in_uci():
    dialogue, line, lines = introduced("three-check", VARIANTS)
    assert lines == ["setoption name UCI_Variant value 3check", "ucinewgame", "isready"]
    assert dialogue.heard("readyok") == [SayReady()]
    assert sent(dialogue.ask(line.turn))[0] == "position startpos"


def test_a_drop_is_sent_and_read_as_engines_write_it():
    setup = "4k3/8/8/8/8/8/8/4K3[Nn] w - - 0 1"
    dialogue, line, _ = introduced("crazyhouse", VARIANTS, setup=setup)
    dialogue.heard("readyok")
    asked = sent(dialogue.ask(line.after("N@f3", "n@f6")))
    assert asked[0] == f"position fen {setup} moves N@f3 N@f6"
    assert answer(dialogue.heard("bestmove f3e5")) == Play("f3e5")


def test_chess960_has_a_switch_and_castling_is_king_takes_rook():
    setup = "4k3/8/8/8/8/8/8/4K2R w H - 0 1"
    dialogue, line, lines = introduced("chess960", SWITCH, setup=setup)
    assert lines == ["setoption name UCI_Chess960 value true", "ucinewgame", "isready"]
    dialogue.heard("readyok")
    assert sent(dialogue.ask(line.after("O-O", "Ke7")))[0].endswith(" moves e1h1 e8e7")


def test_the_next_game_of_the_same_engine_is_chess_again():
    dialogue, _, _ = introduced("crazyhouse", VARIANTS, SWITCH)
    dialogue.heard("readyok")
    assert "setoption name UCI_Chess960 value true" in sent(
        dialogue.seat(Line(rules=VARIANT_GAMES["chess960"]).seat(BLACK))
    )
    dialogue.heard("readyok")
    assert sent(dialogue.seat(Line().seat(BLACK))) == [
        "setoption name UCI_Chess960 value false",
        "ucinewgame",
        "isready",
    ]
    assert sent(dialogue.seat(Line().seat(BLACK))) == ["ucinewgame", "isready"]


@pytest.mark.parametrize(
    ("game", "options", "why"),
    [
        ("atomic", [VARIANTS], "does not play atomic: its option UCI_Variant has no atomic"),
        ("atomic", [SWITCH], "does not play atomic: it offers no option UCI_Variant"),
        ("king-of-the-hill", [VARIANTS], "has no kingofthehill"),
        ("chess960", [VARIANTS], "does not play chess960: it offers no option UCI_Chess960"),
    ],
)
def test_an_engine_that_does_not_offer_a_variant_is_not_asked_and_loses(game, options, why):
    dialogue = Uci()
    dialogue.open()
    dialogue.seat(Line(rules=VARIANT_GAMES[game]).seat(WHITE))
    for option in options:
        dialogue.heard(option)
    (said,) = dialogue.heard("uciok")
    assert isinstance(said, TellGame)
    assert isinstance(said.statement, Fail)
    assert said.statement.reason is Reason.NOT_STARTED
    assert said.statement.explanation.cause is Cause.REFUSED
    assert why in str(said.statement.explanation.sentence)
    assert dialogue.expects() == ""
    assert sent(dialogue.seat(Line().seat(WHITE))) == ["ucinewgame", "isready"]


# On its opponent's time

PONDER = "option name Ponder type check default false"
EXPECTS = "bestmove e2e4 ponder e7e5"


def pondering(line: Line, answer: str = EXPECTS) -> Uci:
    """An engine that was asked, after 2 seconds answered so, and was let think on."""
    dialogue = Uci()
    dialogue.ponders = True
    dialogue.open()
    dialogue.seat(line.seat(WHITE))
    dialogue.heard(PONDER)
    dialogue.heard("uciok")
    dialogue.heard("readyok")
    asked(dialogue, line)
    dialogue.heard(answer)
    return dialogue


def asked(dialogue: Uci, line: Line) -> list[str]:
    line.clock = line.clock.start(line.turn.color, 10.0)
    return sent(dialogue.ask(line.turn))


def told_to_ponder(line: Line, answer: str = EXPECTS) -> list[str]:
    return sent(pondering(line, answer).ponder(line.turn, 12.0))


HIT = ["position startpos moves e2e4 e7e5", "go ponder wtime 61000 btime 60000 winc 3000 binc 3000"]


def with_increment() -> Line:
    return Line(control=TimeControl(60, 3))


def after_e4(*replies: str) -> tuple[Uci, Line]:
    """Return an engine that thinks about e4 e5, and the game after these moves."""
    line = with_increment()
    dialogue = pondering(line)
    assert sent(dialogue.ponder(line.turn, 12.0)) == HIT
    assert dialogue.expects() == "", "nothing is expected while its opponent is to move"
    return dialogue, line.play("e4", *replies)


def test_an_engine_is_asked_to_think_about_the_reply_that_it_expects():
    assert told_to_ponder(with_increment()) == HIT


def test_a_ponder_move_is_read_behind_a_glance_too():
    line = with_increment()
    dialogue = pondering(line, "")
    (given,) = dialogue.heard_text(f"info depth 1 score cp 3 nodes 5 pv e2e4 e7e5\n{EXPECTS}\n")[
        -1:
    ]
    assert given.reply.text == "e2e4"
    assert sent(dialogue.ponder(line.turn, 12.0)) == HIT


@pytest.mark.parametrize(
    "answer",
    [
        "bestmove e2e4",
        "bestmove e2e4 ponder",
        "bestmove e2e4 ponder (none)",
        "bestmove e2e4 ponder e7e4",
        "bestmove e2e5 ponder e7e5",
    ],
)
def test_an_engine_that_expects_no_legal_reply_waits(answer):
    assert told_to_ponder(with_increment(), answer) == []


def test_a_ponder_move_is_that_of_the_last_answer():
    line = with_increment()
    dialogue = pondering(line)
    asked(dialogue, line.play("e4", "e5"))
    dialogue.heard("bestmove g1f3")
    assert dialogue.ponder(line.turn, 12.0) == []


def test_a_limit_of_each_move_holds_for_pondering_too():
    limited = TimeControl(per_move=3, depth=5)
    assert told_to_ponder(Line(control=limited))[-1] == "go ponder movetime 2950 depth 5"
    periods = TimeControl(base=60, moves_per_period=10)
    assert told_to_ponder(Line(control=periods))[-1] == (
        "go ponder wtime 58000 btime 60000 movestogo 9"
    )


@pytest.mark.parametrize(
    ("wishes", "listed", "told", "ponders"),
    [
        ({}, [PONDER], ["Ponder value true"], True),
        ({}, [], [], True),
        ({"ponder": "false"}, [PONDER], ["Ponder value false"], False),
    ],
)
def test_the_option_ponder_is_set_before_the_game_unless_it_is_set_otherwise(
    wishes, listed, told, ponders
):
    line, dialogue = with_increment(), Uci(wishes)
    dialogue.ponders = True
    dialogue.open()
    dialogue.seat(line.seat(WHITE))
    for each in listed:
        dialogue.heard(each)
    options = [f"setoption name {each}" for each in told]
    assert sent(dialogue.heard("uciok")) == [*options, "ucinewgame", "isready"]
    dialogue.heard("readyok")
    asked(dialogue, line)
    dialogue.heard(EXPECTS)
    assert bool(dialogue.ponder(line.turn, 12.0)) is ponders


def test_an_engine_that_is_not_to_ponder_is_neither_told_nor_asked():
    line, dialogue = with_increment(), Uci()
    dialogue.open()
    dialogue.seat(line.seat(WHITE))
    dialogue.heard(PONDER)
    assert sent(dialogue.heard("uciok")) == ["ucinewgame", "isready"]
    dialogue.heard("readyok")
    asked(dialogue, line)
    dialogue.heard(EXPECTS)
    assert dialogue.ponder(line.turn, 12.0) == []


def test_the_expected_reply_is_a_ponderhit_and_the_answer_counts():
    dialogue, line = after_e4("e5")
    assert dialogue.heard("info depth 9 score cp 31 nodes 7 pv g1f3") == []
    assert asked(dialogue, line) == ["ponderhit"]
    assert dialogue.expects() == "bestmove"
    reply = answer(dialogue.heard("bestmove g1f3 ponder b8c6"))
    assert reply.text == "g1f3"
    assert reply.said.thought.depth == 9, "what it thought before is the last that it said"
    assert sent(dialogue.ponder(line.turn, 12.0))[0].endswith(" e2e4 e7e5 g1f3 b8c6")
    assert asked(dialogue, line.play("Nf3", "Nc6")) == ["ponderhit"]


def test_thoughts_on_the_opponents_time_are_told_to_nobody_and_do_not_outlive_a_miss():
    dialogue, line = after_e4("c5")
    assert dialogue.heard_text("info depth 9 score cp 31 nodes 7 pv g1f3\n") == []
    asked(dialogue, line)
    dialogue.heard("info depth 10 score cp 31 nodes 7 pv g1f3")
    assert dialogue.heard("bestmove g1f3") == []
    assert answer(dialogue.heard("bestmove b1c3")).said is None


def test_another_reply_stops_the_search_and_its_answer_is_dropped():
    dialogue, line = after_e4("c5")
    question = asked(dialogue, line)
    assert question[:2] == ["stop", "position startpos moves e2e4 c7c5"]
    assert "ponder" not in question[2]
    assert dialogue.heard_text("bestmove g1f3 ponder b8c6\n") is None
    assert dialogue.heard("bestmove g1f3 ponder b8c6") == []
    assert dialogue.heard("bestmove b1c3") == [GiveAnswer(Play("b1c3"))]


def test_the_same_moves_after_a_take_back_are_no_ponderhit():
    dialogue, line = after_e4("c5")
    line.take_back(2)
    assert asked(dialogue, line.play("e4", "e5"))[0] == "stop"


def test_a_move_that_somebody_chose_in_its_place_is_no_ponderhit():
    line = with_increment()
    dialogue = pondering(line)
    dialogue.ponder(line.turn, 12.0)
    assert asked(dialogue, line.play("e3", "e5"))[:1] == ["stop"]


@pytest.mark.parametrize(
    "happens",
    [
        lambda dialogue, line: dialogue.finish(line.turn, WHITE_MATES),
        lambda dialogue, line: dialogue.rejected("e2e4", "it is not legal"),
        lambda dialogue, line: dialogue.seat(line.seat(WHITE))[:1],
    ],
    ids=["end", "rejected", "next game"],
)
def test_whatever_ends_the_wait_ends_the_search_once(happens):
    dialogue, line = after_e4()
    assert happens(dialogue, line) == [Send("stop")]
    assert dialogue.finish(line.turn, WHITE_MATES) == []
    dialogue.seat(line.seat(WHITE))
    assert dialogue.heard("bestmove a2a3 ponder a7a6") == []
    dialogue.heard("readyok")
    dialogue.heard("readyok")
    asked(dialogue, line)
    assert dialogue.heard("bestmove d2d4") == [GiveAnswer(Play("d2d4"))]


def test_a_question_withdrawn_after_a_ponderhit_is_stopped():
    dialogue, line = after_e4("e5")
    asked(dialogue, line)
    assert dialogue.withdraw() == [Send("stop")]
    asked(dialogue, line)
    assert dialogue.heard("bestmove g1f3") == []
    assert dialogue.heard("bestmove b1c3") == [GiveAnswer(Play("b1c3"))]


@pytest.mark.parametrize("reply", ["e5", "c5"])
def test_an_engine_that_answers_before_its_opponent_has_moved_is_asked_anew(reply):
    dialogue, line = after_e4()
    assert dialogue.heard_text("bestmove g1f3\n") is None
    assert dialogue.heard("bestmove g1f3") == [TellGame(Note("bestmove g1f3", NoteKind.IGNORED))]
    assert asked(dialogue, line.play(reply))[0].startswith("position startpos moves e2e4 ")
    assert dialogue.heard("bestmove b1c3") == [GiveAnswer(Play("b1c3"))]


def test_a_new_process_knows_nothing_of_the_search_of_the_old_one():
    dialogue, line = after_e4()
    dialogue.open()
    assert dialogue.seat(line.seat(WHITE)) == []
    dialogue.heard("uciok")
    dialogue.heard("readyok")
    assert asked(dialogue, line.play("e5"))[0].startswith("position")
    assert dialogue.heard("bestmove b1c3") == [GiveAnswer(Play("b1c3"))]
