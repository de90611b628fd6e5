"""Games with variations, comments and marks: read, changed, written, read again."""

import io
from dataclasses import replace
from random import Random

import chess.pgn
import pytest
from fifty import NOTES, REAL_GAMES, fifty_games
from hypothesis import given, settings
from hypothesis import strategies as st

from board_core import Score
from board_core.games import CHESS
from board_core.games.chess.pgn import chess_pgn
from board_core.games.gomoku import FREESTYLE, gomoku_rules, record_formats
from board_core.record import DrawnShape, GameTree, Notes, TreeMove, WrittenGame, searched
from board_core.record.files import decoded
from board_core.record.pgn_reading import read_game, split_pgn
from board_core.record.pgn_writing import tree_to_pgn


def tree_of(text: str) -> GameTree:
    (game,) = split_pgn(text)
    return read_game(game, chess_pgn(CHESS))


def by_python_chess(text: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    return game


def facts(node: chess.pgn.GameNode) -> list[object]:
    """What python-chess knows of a node and all that follows."""
    return [
        node.comment.split(),
        node.starting_comment.split(),
        sorted(node.nags),
        [(after.uci(), facts(after)) for after in node.variations],
    ]


def test_a_game_is_written_so_that_python_chess_reads_all_of_it():
    tree = tree_of(NOTES)
    assert tree.problems == ()
    first, again = by_python_chess(NOTES), by_python_chess(tree_to_pgn(tree))
    assert again.errors == []
    moves = list(again.mainline())
    assert [node.uci() for node in moves] == [node.uci() for node in first.mainline()]
    assert moves[0].clock() == 5400
    assert (moves[3].eval().white().score(), moves[3].eval_depth()) == (44, 24)
    assert {(a.tail, a.head) for a in again.arrows()} == {
        (chess.D1, chess.D1),
        (chess.D8, chess.D8),
        (chess.D1, chess.D8),
    }
    assert moves[5].nags == {6, 14}
    assert "第七回合" in moves[13].comment
    inner = moves[4].parent.variations[1].variations[0].parent.variations
    assert [node.uci() for node in inner] == ["f8e7", "h7h6"]


shapes = st.builds(
    DrawnShape,
    st.sampled_from(["green", "red", "yellow", "blue"]),
    st.sampled_from([("e4",), ("a1", "h8"), ("g1", "f3")]),
)
notes = st.builds(
    Notes,
    st.sampled_from(["", "good", "two\nlines", "中文；注释", "a [%mct 1] b", "(1. e4) 1-0 *"]),
    st.sampled_from([(), (1,), (6, 14), (36,)]),
    st.lists(shapes, max_size=3).map(
        lambda found: tuple(sorted(found, key=lambda shape: len(shape.places)))
    ),
    st.sampled_from([None, Score(cp=-35), Score(mate=-3)]),
    st.none(),
    st.sampled_from([None, 0.0, 61.5]),
    st.sampled_from([None, 3.25]),
)


@st.composite
def trees(draw: st.DrawFn) -> GameTree:
    """A tree that somebody made by trying moves in many positions."""
    chance = Random(draw(st.integers(0, 99)))
    tree, branch = tree_of("1. e4 e5 2. Nf3 *"), ()
    for _turn in range(draw(st.integers(0, 12))):
        ply = chance.randint(0, len(tree.line(branch)))
        position = CHESS.start(None)
        for move in tree.line(branch)[:ply]:
            position = position.play(move.move)
        move = chance.choice(position.legal_moves())
        tree, branch = tree.played(branch, ply, TreeMove(move, position.notation(move)))
        tree = tree.with_notes(branch, ply + 1, draw(notes))
        if chance.random() < 0.4:
            branch = ()
    return tree


@settings(max_examples=12)
@given(trees())
def test_read_write_read_gives_the_same(tree: GameTree):
    text = tree_to_pgn(tree)
    again = tree_of(text)
    assert again == tree
    assert again.problems == ()
    assert tree_to_pgn(again) == text
    assert by_python_chess(text).errors == []


def test_fifty_games_are_read_and_the_bad_ones_tell_their_lines():
    text = "\ufeff" + fifty_games().replace("\n", "\r\n")
    text = decoded(text.encode())
    games = split_pgn(text)
    assert len(games) == 50
    trees = [read_game(game, chess_pgn(CHESS)) for game in games]
    bad = {number: tree for number, tree in enumerate(trees, 1) if tree.problems}
    assert list(bad) == [11, 23, 37]
    for number, tree in bad.items():
        first = games[number - 1].line
        said = str(tree.problems[0])
        assert any(f"line {line}:" in said for line in range(first + 9, first + 11)), said
    assert [len(tree.main.moves) for tree in bad.values()] == [2, 1, 3]
    assert list(bad[11].unread()) == ["Ke3 {no king goes there} Nf6 3. d4"]
    for game, tree in zip(games, trees, strict=True):
        assert tree == read_game(WrittenGame(tree_to_pgn(tree)), chess_pgn(CHESS)), game.text
    assert trees[0].tag("Site") == 'Class "A"'
    assert trees[0].tag("Annotator") == "Teacher"


def test_games_are_found_by_the_words_of_their_tags():
    games = split_pgn(fifty_games())
    assert len(searched(games, "")) == 50
    assert len(searched(games, "morphy")) == len(REAL_GAMES) * 2
    assert len(searched(games, "甲级 居")) == 10
    assert searched(games, "lesson 50 Morphy") == [49]
    assert searched(games, "reti") == searched(games, "RÉTI") != []
    assert searched(games, "17")[0] == 16
    assert searched(games, "round 4") == [3]
    assert searched(games, "9" * 5_000) == searched(games, "0" * 5_000) == []


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("侯逸凡".encode("gb18030"), "侯逸凡"),
        ("Réti, Ö".encode("latin-1"), "Réti, Ö"),
        (b"\xef\xbb\xbfa\r\nb\rc", "a\nb\nc"),
        ("居文君".encode("utf-16"), "居文君"),
        ("[Event]".encode("utf-16-le"), "[Event]"),
        ("侯\n文\nRéti\n".encode() + "Ö".encode("latin-1"), "侯\n文\nRéti\nÖ"),
    ],
)
def test_a_file_may_have_another_encoding(data: bytes, text: str):
    assert decoded(data) == text


def test_a_move_elsewhere_begins_a_variation_and_a_known_one_changes_nothing():
    tree = tree_of("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *")
    same, branch = tree.played((), 1, TreeMove("c7c5", "c5"))
    assert (same, branch) == (tree, ((1, 0),))
    longer, branch = tree.played(((1, 0),), 3, TreeMove("d7d6", "d6"))
    assert [move.notation for move in longer.line(branch)] == ["e4", "c5", "Nf3", "d6"]
    other, branch = longer.played(branch, 2, TreeMove("d2d4", "d4"))
    assert branch == ((1, 0), (2, 0))
    assert "1... c5 2. Nf3 ( 2. d4 ) 2... d6" in tree_to_pgn(other).replace("\n", " ")
    cut, branch = other.cut(branch, 2)
    assert (cut, branch) == (longer, ((1, 0),))
    assert longer.cut(branch, 1) == (tree_of("1. e4 e5 2. Nf3 *"), ())


def test_moves_after_unread_text_make_it_a_comment():
    tree = tree_of("1. e4 Ke5 2. d4 *")
    longer, _branch = tree.played((), 1, TreeMove("e7e5", "e5"))
    assert longer.main.moves[1].notes.comment == "Ke5 2. d4"
    assert longer.main.unread == ""


LARGE = gomoku_rules("gomoku", 19, FREESTYLE)
SGF = """\
(;FF[4]GM[4]SZ[19]PB[黑方]PW[White \\] one]EV[Cup]DT[2024-05-01]RE[B+R]US[me]C[at the start]
;B[jj]BL[59.5]C[the centre, two
lines]CR[jj](;W[kk]TE[1];B[ii]LB[aa:x]C[x])
(;W[ij]C[also
good](;B[kk])(;B[hh]C[deep])))
"""


def test_sgf_keeps_names_comments_variations_and_what_it_does_not_know():
    sgf, psq = record_formats(LARGE)
    (game,) = sgf.split(SGF)
    tree = sgf.read_tree(game)
    assert tree.problems == ()
    assert (tree.names.black, tree.names.white, tree.result) == ("黑方", "White ] one", "0-1")
    assert tree.main.moves[0].notes.clock_left == 59.5
    assert len(tree.main.moves[1].variations[0].moves[1].variations) == 1
    text = sgf.write_tree(tree)
    for told in ("US[me]", "LB[aa:x]", "TE[1]", "CR[jj]", "C[deep]", "EV[Cup]", "RE[B+R]"):
        assert told in text
    assert sgf.read_tree(sgf.split(text)[0]) == tree
    (short,) = psq.split(psq.write_tree(tree))
    assert psq.read_tree(short).names == tree.names


def test_a_bad_move_in_sgf_is_told_with_its_line_and_kept():
    sgf, _psq = record_formats(LARGE)
    (game,) = sgf.split("(;GM[4]SZ[19];B[jj]\n;W[jj]C[again];B[aa])")
    tree = sgf.read_tree(game)
    assert "line 2:" in str(tree.problems[0])
    assert tree.main.unread == ";W[jj]C[again];B[aa]"
    assert sgf.read_tree(sgf.split(sgf.write_tree(tree))[0]) == tree


def test_comments_of_any_game_are_kept_in_json():
    from board_core.record.files import json_format

    form = json_format(CHESS)
    tree = tree_of("{first} 1. e4 {good} e5 *")
    (game,) = form.split(form.write_tree(tree))
    again = form.read_tree(game)
    assert again.main == replace(tree.main)
    assert again.notes == tree.notes
