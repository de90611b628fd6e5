"""Games read back from PGN."""

from dataclasses import replace

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_core import PerColor
from board_core.author.testing import play_script
from board_core.games import CHESS
from board_core.games.chess.pgn import read_pgn, to_pgn
from board_core.match.known_games import HOSTED_GAMES
from board_core.match.openings import parse_openings
from board_core.record import BadRecord, Recorder
from board_core.record.files import json_format


def written(*scripts: list[str], **options) -> str:
    recorder = Recorder()
    for event in play_script(CHESS, *scripts, **options):
        recorder(event)
    return to_pgn(recorder.record)


def test_a_game_is_read_back_as_it_was_written():
    (told,) = read_pgn(written(["f3", "g4"], ["e5", "Qh4"]))
    game = told.game
    assert game.line == ("f2f3", "e7e5", "g2g4", "d8h4")
    assert game.result == "0-1"
    assert game.names == PerColor("script", "script")
    assert game.setup is None
    assert told.problem is None


def test_a_set_up_position_is_read_back():
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    (told,) = read_pgn(written(["O-O"], ["Kd7"], setup=fen))
    game = told.game
    assert game.setup == fen
    assert game.line == ("e1g1", "e8d7")


def test_several_games_are_read_and_moves_alone_are_a_game():
    assert len(read_pgn("1. e4 e5 *\n\n" + written(["f3", "g4"], ["e5", "Qh4"]))) == 2


def test_what_cannot_be_played_ends_the_game_and_is_said():
    (told,) = read_pgn("1. e4 e5 2. Ke3 d6 *")
    game = told.game
    assert game.line == ("e2e4", "e7e5")
    assert "Ke3" in str(told.problem)


@pytest.mark.parametrize("passing", ["--", "Z0", "0000", "@@@@"])
def test_a_pass_ends_the_game_there(passing: str):
    (told,) = read_pgn(f"1. e4 {passing} 2. d4 *")
    game = told.game
    assert game.line == ("e2e4",)
    assert told.problem is not None


@pytest.mark.parametrize("sign", "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_line_ends_where_the_formats_say_and_nowhere_else(sign, end):
    text = f'[Event "x{sign}y"]\n[White "Ada"]\n\n1. e4 {{a{sign}b}} e5 *\n\n'.replace("\n", end)
    one, two = read_pgn(text * 2)
    assert [one.game.names.white, two.game.names.white] == ["Ada", "Ada"]
    assert list(one.game.line) == ["e2e4", "e7e5"]
    assert (one.problem, two.problem) == (None, None)
    assert dict(one.tree.tags)["Event"] == f"x{sign}y"
    epd = f"# a{sign}b{end}{chess.STARTING_FEN} ; c{sign}d{end}"
    assert [each.setup for each in parse_openings(epd, "x.epd")] == [chess.STARTING_FEN]
    gomoku = HOSTED_GAMES["gomoku"].rules
    psq = f"Piskvorky 15x15, 11:11, 0{end}8,8,1{end}-1,{sign}9,9,1{end}a{end}b{end}-1{end}"
    (game,) = parse_openings(psq, "x.psq", gomoku)
    assert game.moves == ("h8",)


@pytest.mark.parametrize("sign", "\x85\u2028\u2029")
def test_a_name_in_json_ends_no_line(sign):
    recorder, form = Recorder(), json_format(CHESS)
    for event in play_script(CHESS, ["e4"], []):
        recorder(event)
    names = PerColor(f"x{sign}y", "z")
    text = form.write(replace(recorder.record, names=names))
    assert [read.game.names for read in form.read(text * 2)] == [names] * 2


@pytest.mark.parametrize("text", ["", "\n\n", "   "])
def test_no_game_is_refused(text: str):
    with pytest.raises(BadRecord):
        read_pgn(text)


def test_a_bracket_that_never_opened_is_told_with_its_line():
    good = written(["f3", "g4"], ["e5", "Qh4"])
    games = read_pgn(f"{good}1. e4 )\ne5 *\n")
    assert [len(game.game.line) for game in games] == [4, 2]
    problem = str(games[1].problem)
    assert "bracket" in problem
    assert f"line {good.count(chr(10)) + 1}:" in problem


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str):
    try:
        games = read_pgn(text)
    except BadRecord:
        return
    assert games


HEAD = '[Event "x"]\n[Result "1-0"]\n\n'
SIGNS = [
    "=",
    "+/=",
    "=/+",
    "+=",
    "∓",
    "±",
    "∞",
    "⩲",
    "⩱",
    "+-",
    "-+",
    "+–",
    "−+",
    "□",
    "-/+",
    "⁉",
    "$14",
    "$146",
    "?!",
    "ep",
    "e.p.",
    "+",
    "#",
    ",",
]


@pytest.mark.parametrize("between", [*(" " + sign for sign in SIGNS), *SIGNS])
def test_a_sign_behind_a_move_ends_no_reading(between: str):
    (read,) = read_pgn(f"{HEAD}1. e4 e5 2. Nf3{between} Nc6 3. Bb5 a6 1-0\n")
    assert read.game.plies == 6
    assert read.problem is None


@pytest.mark.parametrize(
    ("signs", "glyphs"),
    [("∓", (17,)), ("+/=", (14,)), ("N", (146,)), ("D", (220,)), ("+–", (18,)), ("!? =", (5, 10))],
)
def test_signs_are_kept_as_glyphs(signs: str, glyphs: tuple[int, ...]):
    (read,) = read_pgn(f"{HEAD}1. e4 {signs} e5 1-0\n")
    assert read.tree.main.moves[0].notes.glyphs == glyphs


@pytest.mark.parametrize(
    ("moves", "plies"),
    [
        ("1. e4 {x} 1… e5 2.Nf3 2…Nc6 3 Bb5 3...a6 1. ...", 6),
        ("1．e4 e5 2. ♘f3 ♞c6 3. ♗b5 a6", 6),
        ("1. e4 a6 2. e5 d5 3. exd6 e.p. Nc6 4. a3", 7),
        ("1. e4 a6 2. e5 d5 3. exd6(ep) Nc6 4. a3", 7),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 5. Re1 O–O", 10),
        ("1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6 4. Bb5xc6 d7xc6 5. Pd2-d4 e5:d4", 10),
        ("1. e4 e5 2. Qh5 Nc6 3. Qxf7++-", 5),
        ("1.\xa0e4\t\ufeffe5 () ({x}) 2. Nf3\u200b", 3),
        ('1. e4 ; a remark { [ (\n% escaped ) { 1-0\ne5 ; [Event "y"]\n2. Nf3', 3),
        ('1. e4 {x;\n[Better is "nothing"]\n\n[White "y"]\n} e5 (1... c5 (1... c6))', 2),
        ("1. e4 e5 1-0 {White wins,\nwithout [%eval 1.0]} ; at last", 2),
    ],
)
def test_moves_are_read_as_programs_and_people_write_them(moves: str, plies: int):
    (read,) = read_pgn(f"{HEAD}{moves} 1-0\n" if "1-0 {" not in moves else HEAD + moves)
    assert (read.game.plies, read.problem) == (plies, None)


def test_promotions_have_a_bracket_or_a_stroke_in_old_books():
    (read,) = read_pgn('[FEN "8/P6k/8/8/8/8/7p/K7 w - - 0 1"]\n\n1. a8(Q) h1/Q+ 2. Qxh1 *')
    assert (read.game.plies, read.problem) == (3, None)


LONE = "8/5k2/8/8/8/8/4P3/4K3 w - - 3 40"


@pytest.mark.parametrize(
    "tags",
    [
        f'[Event "a"]\n[FEN "{LONE}\r"]\n[SetUp "1"]\n\n',
        f'[Event "a\nb"]\n[FEN "{LONE}"]\n\n',
        f'\t[Event\t"a"\t]\n   [ fen "{LONE}" ]\n\n\t',
        f'[Event "a"] [FEN "{LONE}"] ',
        f'[Event "A "quoted" \\"name\\""]\n; remark {{\n% ( [\n[FEN "{LONE}"]\n\n',
        f'\ufeff[Event "a"]\r[FEN "{LONE}"]\r\r',
        f'[Event "a"]\n[FEN "{LONE}"]\n',
    ],
)
def test_tags_are_read_as_other_programs_write_them(tags: str):
    games = read_pgn(f'{tags}40. e4 1/2\n\n{tags}40. e3 ½-½\n{{e4 was better}}\n\n[Event "c"]\n')
    assert [(read.game.setup, read.game.plies) for read in games] == [
        (LONE, 1),
        (LONE, 1),
        (None, 0),
    ]
    assert [read.game.result for read in games] == ["1/2-1/2", "1/2-1/2", "*"]
    assert [read.problem for read in games] == [None] * 3


def test_what_stands_behind_a_result_begins_no_game():
    text = f'{HEAD}1. e4 1-0\n{{better was\nd4}}\n; or c4\n\n{{ e3 }}\n\n[White "x]\n1. d4 1-0\n'
    one, two, three = read_pgn(text + f"{HEAD}1. c4 1-0\n")
    assert [read.game.line for read in (one, two, three)] == [("e2e4",), ("d2d4",), ("c2c4",)]
    assert one.tree.main.moves[0].notes.comment == "better was\nd4 or c4 e3"
    assert "no tag" in str(two.problem)


def test_games_of_tags_alone_are_told_apart():
    text = f'[Event "a"]\n[FEN "{LONE}"]\n\n' * 2 + f'[Event "b"]\n[FEN "{LONE}"]\n' * 2
    assert [read.game.setup for read in read_pgn(text)] == [LONE] * 4


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[White "x]\n[Event "a"]\n\n1. e4 e5 *', "line 1: '[White \"x]' is no tag"),
        ('[Event "a"]\n[White x]\n\n1. e4 e5 *', "line 2: '[White x]' is no tag"),
        ('[White "a"]\n[White "b"]\n\n1. e4 e5 *', "line 2: the tag White is there twice"),
        (f"{HEAD}1. e4\n}} e5 1-0", "line 5: '}' is left out"),
        (f"{HEAD}1. e4\n<x> e5 1-0", "line 5: '<x>' is left out"),
        (f"{HEAD}1. e4\n=∞ e5 1-0", "line 5: '=∞' is left out"),
        (f"{HEAD}(1. d4 (1. c4))\n1. e4 e5 1-0", "line 4: a variation stands before any move"),
        (f"{HEAD}1. e4\n[%clk 0:00:01] e5 1-0", "line 5: '[%clk 0:00:01]' is left out"),
        (f"{HEAD}1. e4 e5\n0-1", "line 5: the game ends with 0-1, unlike its tag Result"),
        ('[Event "a"]\n[Result "won"]\n\n1. e4 e5 *', "line 2: 'won' is no result"),
    ],
)
def test_what_is_left_out_is_told_with_its_line_and_the_moves_are_read(text: str, told: str):
    (read,) = read_pgn(text)
    assert told in str(read.problem)
    assert read.game.plies == 2
    assert read.tree.whole


def test_a_null_move_in_a_variation_leaves_the_main_line_whole():
    (read,) = read_pgn("1. e4 e5 (1... -- 2. d4) 2. Nf3 *")
    assert (read.game.plies, read.tree.whole) == (3, True)
    assert "null move" in str(read.problem)
