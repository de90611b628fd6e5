"""Files of any shape are read, or refused with the line: nobody waits for them for minutes.

The sizes are such that a reader whose time grows with their square does not come to its end.
"""

from __future__ import annotations

import pytest

from board_core.games import CHESS
from board_core.games.chess.pgn import read_pgn
from board_core.journal import BadJournal, read_journal
from board_core.match.known_games import HOSTED_GAMES
from board_core.match.openings import parse_openings
from board_core.record import BadRecord, GameTree
from board_core.record.files import decoded

MANY = 160_000
HEAD = '[Event "x"]\n[Result "*"]\n\n1. e4 '
GOMOKU = HOSTED_GAMES["gomoku"]


def read(name: str, text: str) -> list[GameTree | None]:
    form = next(form for form in GOMOKU.records if form.name == name)
    return [game.tree for game in form.read(text)]


@pytest.mark.parametrize(
    ("shape", "told"),
    [
        (")" * MANY, "line 4: a bracket closes that was not opened"),
        (")\n" * MANY, "line 4: a bracket closes that was not opened"),
        ("\n" * MANY + "(", f"line {5 + MANY}: a bracket is not closed"),
        ("{[%csl Ga1][%csl Rh8]" + "[%csl Ga1]" * (MANY // 8) + "}", None),
        ("{" + "[%clk 0:00:01]" * (MANY // 8) + "}", None),
        ("{" * MANY, "line 4: a comment is not closed"),
        ("$1 $2 " * (MANY // 4), None),
        ("(1. d4 " * 62 + "(1. c4) " * 20_000 + ")" * 62, "nested too deeply"),
        ("{" + " " * MANY + "x}", None),
        ("e5 " + "1-0 " * MANY, "text follows the result"),
        ("< " * MANY, "is left out"),
        ("[ " * MANY, "is left out"),
        ("e5 (" + " (" * MANY, "stands before any move"),
        ("e5" + "=" * MANY, "more in it than a move"),
        ("e5" + " =" * MANY, None),
        ("{" + "\n[White x" * (MANY // 8) + "}", None),
    ],
)
def test_a_pgn_of_any_shape_is_read_to_its_end(shape, told):
    tree = read_pgn(f"{HEAD}{shape}\n", CHESS)[0].tree
    assert tree.main.moves[0].notation == "e4"
    assert (told is None) is (tree.problems == ()), tree.problems[:2]
    assert told is None or told in " ".join(map(str, tree.problems[:70]))


@pytest.mark.parametrize("shape", ["a" * MANY, "ax" * MANY, "K@" * MANY])
def test_a_long_word_is_no_game(shape):
    with pytest.raises(BadRecord, match="holds no game"):
        read_pgn(shape, CHESS)


@pytest.mark.parametrize(
    "shape",
    [
        ";" * MANY,
        "".join(f"X[{number}]" for number in range(MANY // 4)),
        "LB" + "[aa:x]" * (MANY // 4),
        "(;" * (MANY // 4) + ";B[aa]" + ")" * (MANY // 4),
        "(;(;)" * (MANY // 8) + ")" * (MANY // 8),
        "(;B[aa])" * 8_000,
        ";B[aa];W[aa]" + "\n(;B[aa];W[aa])" * 5_000,
        "(" * MANY + ")" * MANY,
    ],
)
def test_an_sgf_of_any_shape_is_read_to_its_end(shape):
    [tree] = read("sgf", f"(;GM[4]SZ[15]{shape})")
    assert len(tree.problems) <= 1000


@pytest.mark.parametrize(
    "shape", ["CA[" + " " * MANY, "CA[" * MANY, "CA " * MANY, " ;FF[4](" * MANY, "\xff\n" * MANY]
)
def test_an_encoding_of_any_shape_is_looked_for_once(shape):
    assert len(decoded(b"(;GM[4]" + shape.encode("latin-1"))) == len(shape) + 7


def test_a_position_of_any_shape_is_read_or_refused():
    line = "8/5k2/8/8/8/8/4P3/4K3 w - - a" + " ;" * MANY + "b" + " " * MANY
    assert parse_openings(line, "x.epd")


@pytest.mark.parametrize("shape", ["C" + "[" * MANY, "C[" + "\\" * MANY, "C[" + "[" * MANY + "\\]"])
def test_a_value_that_is_never_closed_takes_no_other_with_it(shape):
    with pytest.raises(BadRecord, match="holds no game"):
        read("sgf", f"(;GM[4]SZ[15]{shape}")


def test_games_without_number_are_counted_by_their_lines():
    form = next(form for form in GOMOKU.records if form.name == "sgf")
    games = form.split("(;GM[4]SZ[15])\n" * 20_000)
    assert [game.line for game in games] == list(range(1, 20_001))


@pytest.mark.parametrize("digits", ["9" * 5000, "9" * 400, "0" * 5000, "-" + "9" * 4000])
def test_numbers_of_any_length_are_no_times(digits):
    [tree] = read("psq", f"Piskvorky 15x15, 11:11, 0\n8,8,{digits}\n9,9,500\n-1\n")
    assert [move.notes.elapsed for move in tree.main.moves] == [None, 0.5]
    with pytest.raises(BadRecord):
        read("psq", f"Piskvorky {digits}x15, 11:11, 0\n8,8,0\n-1\n")


@pytest.mark.parametrize("version", ["9" * 5000, "2", "1000000000000"])
def test_a_journal_of_any_later_version_is_refused(tmp_path, version):
    (tmp_path / "j.jsonl").write_text(f'{{"seq":0,"journal":{version},"x":1}}\n')
    with pytest.raises(BadJournal, match="later version"):
        read_journal(tmp_path / "j.jsonl")
