"""Records of gomoku: written, read back, and read as others write them."""

import xml.etree.ElementTree as ET
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples

from board_core import Color, Game, PerColor, Reason, Resign, TimeControl
from board_core.author.testing import FakeTime, ScriptedPlayer, play_script
from board_core.games import RecordWriter
from board_core.games.gomoku import (
    FREESTYLE,
    GOMOKU_GAMES,
    board_svg,
    gomoku_rules,
    record_formats,
    sgf,
)
from board_core.match.known_games import HOSTED_GAMES
from board_core.record import BadRecord, Recorder
from board_core.record.files import decoded

SMALL = HOSTED_GAMES["gomoku"].rules
SGF, PSQ = HOSTED_GAMES["gomoku"].records
BLACK = ["a1", "b1", "c1", "d1", "e1"]
WHITE = ["a15", "b15", "c15", "d15", "p1"]
every_form = pytest.mark.parametrize("form", [SGF, PSQ], ids=["sgf", "psq"])


def record_of(white=WHITE, black=BLACK, rules=SMALL, setup=None):
    recorder = Recorder()
    for event in play_script(rules, white, black, setup=setup):
        recorder(event)
    return replace(recorder.record, names=PerColor("white", "black"))


@every_form
def test_a_game_is_read_back(form):
    record = record_of()
    (told,) = form.read(form.write(record))
    game = told.game
    assert game.line == record.line
    assert (game.result, told.problem, game.setup) == ("0-1", None, None)
    assert (game.names.white, game.names.black) == ("white", "black")


@every_form
def test_both_forms_are_told_apart_by_themselves(form):
    text = form.write(record_of())
    assert HOSTED_GAMES["gomoku"].record.read(text)[0].game.moves


@pytest.mark.parametrize("name", GOMOKU_GAMES)
def test_corners_are_where_they_are_on_every_board(name: str):
    rules = HOSTED_GAMES[name].rules
    last, size = rules.geometry.column_labels[-1], rules.geometry.size[1]
    corners = ["a1", f"{last}{size}", f"a{size}", f"{last}1"]
    record = record_of([*corners[1::2], None], [*corners[::2], None], rules)
    for form in HOSTED_GAMES[name].records:
        assert list(form.read(form.write(record))[0].game.line) == corners


def test_what_an_sgf_says():
    lines = SGF.write(record_of(), round=3).splitlines()
    for said in ("GM[4]", "SZ[15]", "RU[freestyle]", "RE[B+]", "PB[black]", "PW[white]", "RO[3]"):
        assert said in lines[0]
    assert lines[1].startswith(";B[ao]BL[")
    assert lines[2].startswith(";W[aa]WL[")
    assert lines[9].startswith(";B[eo]")
    assert lines[9].endswith("C[Black wins: five in a row])")


def test_what_a_psq_says():
    assert PSQ.write(record_of(["a15"], [("h8", 1.5), ("e1", 0.25)])).splitlines() == [
        "Piskvorky 15x15, 0:0, 0",
        "8,8,1500",
        "1,1,0",
        "5,15,250",
        "black",
        "white",
        "-1",
    ]


@every_form
def test_a_setup_is_kept(form):
    setup = SMALL.start("h8 a1 h9").setup
    record = record_of(["b1"], ["h10"], setup=setup)
    (told,) = form.read(form.write(record))
    game = told.game
    position = SMALL.start(game.setup)
    for move in game.line:
        position = position.play(move)
    assert position.setup == SMALL.start("h8 a1 h9 b1 h10").setup
    assert (game.setup == setup) is (form is SGF)  # the other has no place for it


def test_names_cannot_end_what_they_stand_in():
    white, black = (ScriptedPlayer(FakeTime(), name="7,7\n];B[aa](\\") for _ in range(2))
    recorder = Recorder()
    game = Game(SMALL, white=white, black=black, time_control=TimeControl(1), time=FakeTime())
    game.bus.subscribe(recorder)
    game.run()
    (told,) = SGF.read(SGF.write(recorder.record))
    read = told.game
    assert read.names.black == "7,7 ];B[aa](\\"
    assert read.line == ()
    assert PSQ.read(PSQ.write(recorder.record))[0].game.line == ()


@pytest.mark.parametrize(("reason", "outcome"), [(Reason.RESIGNATION, "W+R"), (Reason.TIME, "W+T")])
def test_how_it_was_lost(reason, outcome):
    black = ["h8", Resign() if reason is Reason.RESIGNATION else None]
    assert f"RE[{outcome}]" in SGF.write(record_of(["h9"], black))


def test_games_are_appended(tmp_path):
    for form in (SGF, PSQ):
        writer = RecordWriter(tmp_path / f"games.{form.name}", form.write)
        writer.write(record_of(), round=1)
        writer.write(record_of(["a15"], ["h8", "h9"]), round=2)
        assert [read.game.plies for read in form.read(writer.path.read_text())] == [9, 3]


# As others write them


def test_an_sgf_of_somebody_else():
    text = """\ufeff( ;FF[4]GM[4] SZ[15] PlayerBlack[Ann\\]]PW[Bob]RE[W+R]
      C[a comment; with (brackets) ] ;B[hh];W [hi] (;B[ih];W[])(;B[aa];W[bb]) )
      (;GM[4]SZ[15];B[aa])"""
    first, second = (read.game for read in SGF.read(text))
    assert (first.names.black, first.names.white, first.result) == ("Ann]", "Bob", "1-0")
    assert first.line == ("h8", "h7", "j8")
    assert (second.line, second.result) == (("a15",), "*")


def test_a_psq_of_piskvork_without_names():
    text = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n8,7,1250\r\n-1\r\n"
    (told,) = PSQ.read(text)
    game = told.game
    assert game.line == ("h8", "h9")
    assert game.names.black == "?"


def test_a_move_that_cannot_be_ends_what_is_read():
    (told,) = SGF.read("(;GM[4]SZ[15];B[hh];W[hh];B[aa])")
    game = told.game
    assert game.line == ("h8",)
    assert "'h8' is taken" in str(told.problem)
    (told,) = PSQ.read("Piskvorky 15x15, 0:0, 0\n8,8,0\n16,8,0\n")
    game = told.game
    assert game.line == ("h8",)
    assert told.problem


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "holds no game in SGF"),
        ("rubbish", "holds no game in SGF"),
        ("(;GM[1]SZ[15];B[aa])", "another game"),
        ("(;GM[4]SZ[19];B[aa])", "a board of size '19', not 15"),
        *((f"Piskvorky {end}15x15, 0:0\n1,1,0\n", "holds no game") for end in "\n\v\f\r\x1c"),
        ("Piskvorky 20x20, 0:0, 0\n1,1,0\n", "a board of size '20x20', not 15"),
        ("(;GM[4]SZ[15]AB[zz])", "'zz' is no point"),
        ("(;GM[4]SZ[15]AB[aa][ba][ca][da][ea]PL[B])", "has won already"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, why: str):
    with pytest.raises(BadRecord) as caught:
        HOSTED_GAMES["gomoku"].record.read(text)
    assert why in str(caught.value)


NAMES_AS = [
    ("big5", "Big5", "許功蓋"),
    ("cp932", "Shift-JIS", "ソ十"),
    ("cp932", "x-sjis", "表示"),
    ("gbk", "GBK", "聽齗"),
    ("gbk", "gb2312", "王誠"),
    ("cp949", "EUC-KR", "이세돌"),
    ("cp1251", "windows-1251", "Пётр"),
    ("cp1250", "windows-1250", "Łukasz"),
    ("latin-1", "ISO-8859-1", "Réti"),
    ("utf-16", "UTF-16", "許功蓋"),
    ("utf-16-be", "UTF-16", "許功蓋"),
]
ENCODED = "(;FF[4]GM[4]CA[{}]SZ[15]PB[x]PW[{}];B[hh];W[ii])"


@pytest.mark.parametrize(("encoding", "named", "name"), NAMES_AS)
def test_an_sgf_is_decoded_as_it_says(encoding: str, named: str, name: str):
    (read,) = SGF.read(decoded(ENCODED.format(named, name).encode(encoding)))
    assert (read.game.names.white, read.game.line, read.problem) == (name, ("h8", "j7"), None)


def test_each_game_of_a_collection_has_its_own_encoding():
    parts = [ENCODED.format(named, name).encode(as_) for as_, named, name in NAMES_AS[:9]]
    names = [read.game.names.white for read in SGF.read(decoded(b"\n".join(parts)))]
    assert names == [name for _as, _named, name in NAMES_AS[:9]]


@pytest.mark.parametrize(
    ("encoding", "named", "name"),
    [
        ("utf-8", "Big5", "許功蓋"),
        ("utf-8", "windows-1252", "Réti"),
        ("utf-8", "UTF-16", "許功蓋"),
        ("utf-8", "unicode_escape", "許功蓋"),
        ("latin-1", "UTF-8", "Réti"),
        ("gbk", "UTF-8", "侯逸凡"),
    ],
)
def test_an_encoding_that_is_named_wrongly_is_told(encoding: str, named: str, name: str):
    (read,) = SGF.read(decoded(ENCODED.format(named, name).encode(encoding)))
    assert (read.game.names.white, read.game.plies) == (name, 2)
    assert f"not in {named!r} as it says" in str(read.problem)


def test_bytes_that_an_encoding_does_not_have_are_told():
    data = ENCODED.format("Big5", "許功蓋").encode("big5").replace(b";W", b"C[\xff\xff]\n;W")
    (read,) = SGF.read(decoded(data))
    assert read.game.plies == 2
    assert "line 1: there is text that its encoding does not have" in str(read.problem)


@pytest.mark.parametrize(
    ("nodes", "line", "told"),
    [
        (";B[dd];W[];B[fd]", ("d12",), "a pass"),
        (";B[dd];W[tt];B[];W[ee]", ("d12", "e11"), "a pass"),
        (";B[dd]\n;B[fd];W[ee]", ("d12",), "line 2: a side moves twice"),
        (";B[hh][ii]", ("h8",), "a side moves twice"),
        (";B[h8];W[i9]", (), "'h8' is no point"),
        (";B[hh]\n;W[hhh];B[ii]", ("h8",), "line 2: 'hhh' is no point"),
        (";B[hh]\n;AW[ii];B[gg]", ("h8",), "line 2: stones are set up behind"),
        (";B[hh];W[ii]\n;AE[hh]", ("h8", "j7"), "line 2: stones are set up behind"),
        ("RE[Both lose];B[hh]", ("h8",), "'Both lose' is no result"),
    ],
)
def test_what_is_no_move_in_turn_is_told(nodes: str, line: tuple[str, ...], told: str):
    (read,) = SGF.read(f"(;FF[4]GM[4]SZ[15]{nodes})")
    assert read.game.line == line
    assert told in str(read.problem)


@pytest.mark.parametrize(
    "nodes",
    [
        ";W[dd];B[ee]",
        "W[dd];B[ee]",
        ";AB[hh]\n;w[ DD ]Black[ee]",
        "AB[aa:bb]AW[ca:cb]AE[bb]PL[W];W[dd];B[ee]",
    ],
)
def test_stones_have_the_colours_of_the_file(nodes: str):
    (read,) = SGF.read(f"(;GM[4]SZ[15:15]{nodes})")
    position = read.game.rules.start(read.game.setup)
    for move in read.game.line:
        position = position.play(move)
    pieces = position.pieces()
    assert (pieces["d12"], pieces["e11"], read.problem) == ("O", "x", None)
    if "AE" in nodes:
        assert [pieces.get(at) for at in ("a15", "b15", "b14", "c14")] == ["x", "x", None, "O"]


@pytest.mark.parametrize(
    ("said", "result"),
    [("b+r", "0-1"), ("White wins", "1-0"), ("0", "1/2-1/2"), ("0-1", "0-1"), ("Void", "*")],
)
def test_a_result_is_read_as_it_is_written(said: str, result: str):
    (read,) = SGF.read(f"(;GM[4]SZ[15]RE[{said}];B[hh])")
    assert (read.game.result, read.problem) == (result, None)


def test_a_game_that_is_not_closed_is_read_and_told():
    one, two = SGF.read("(;GM[4]SZ[15]C[a\\\nb\\]];B[hh])\n(;GM[4]SZ[15];B[ii]\n;W[jj]C[x")
    assert (one.tree.notes.comment, one.problem) == ("ab]", None)
    assert two.game.line == ("j7", "k6")
    assert "line 4: a bracket is not closed" in str(two.problem)


def test_nodes_without_a_move_are_joined_once(monkeypatch):
    joined = list[object]()
    monkeypatch.setattr(
        sgf, "replace", lambda old, **new: joined.append(new) or replace(old, **new)
    )
    said = "".join(f";C[{number}]TE[1]X[{number}]" for number in range(100))
    (game,) = SGF.split(f"(;GM[4]SZ[15]C[x]{said};B[hh]{said};W[ii])")
    tree = SGF.read_tree(game)
    assert len(joined) < 10
    assert tree.notes.comment.split() == ["x", *map(str, range(100))]
    notes = tree.main.moves[0].notes
    assert (notes.comment.split(), len(notes.glyphs)) == ([*map(str, range(100))], 100)
    assert notes.other[99] == ("X", "[99]")


@given(st.text("()[];\\ABWSZGMPL0159ahozPiskvorky x,:\n", max_size=80))
@settings(max_examples=examples(200))
def test_nonsense_is_read_or_refused(text: str):
    for form in (SGF, PSQ):
        for start in ("", "(;GM[4]SZ[15]", "Piskvorky 15x15, 0:0, 0\n"):
            with suppress(BadRecord):
                form.read(start + text)


# The picture


def test_a_picture_has_every_stone_and_marks_the_five():
    position = SMALL.start("h8 a1 h9 b1 h10 c1 h11 d1 h12")
    root = ET.fromstring(board_svg(SMALL, position, "h12", numbers=True))
    circles = [part.attrib for part in root if part.tag.endswith("circle")]
    stones = [circle for circle in circles if circle["r"] == "13.8"]
    rings = [circle for circle in circles if circle["fill"] == "none"]
    texts = [part.text for part in root if part.tag.endswith("text")]
    assert (len(stones), len(rings)) == (9, 5)
    assert [stone["fill"] for stone in stones].count("#fff") == 4
    assert "i" not in texts
    assert texts.count("9") == 3  # at both sides and on the last stone
    assert SMALL.start(position.setup).outcome().winner is Color.BLACK


def test_a_corner_of_a_large_board_is_no_pass():
    form, _psq = record_formats(gomoku_rules("gomoku", 20, FREESTYLE))
    (read,) = form.read("(;GM[4]SZ[20];B[tt];W[])")
    assert read.game.line == ("u1",)
    assert "a pass is left out" in str(read.problem)
