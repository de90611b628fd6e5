"""Openings: read from files, made by the board, and what is wrong with them."""

import json
from contextlib import closing
from dataclasses import asdict
from hashlib import sha256
from struct import pack

import chess
import pytest
from chess.polyglot import zobrist_hash
from small import plan_with

from board_core.ais.hard.evaluation import tables_for
from board_core.ais.hard.search import ChessSearch
from board_core.ais.openings import assess
from board_core.author.analysis import Adviser
from board_core.contest.beginning import default_openings, openings_of
from board_core.game.clock import TimeControl
from board_core.game.rules import MoveList
from board_core.games.chess import CHESS, VARIANT_GAMES, pgn
from board_core.match import openings, play_match
from board_core.match.known_games import HOSTED_GAMES
from board_core.match.openings import (
    BadOpenings,
    Opening,
    drawn_openings,
    parse_openings,
    read_openings,
)
from board_core.players.in_process import InProcessAI
from board_core.text.sentence import BoardError

OPEN_GAME = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq"
LATE = "8/5k2/8/8/8/8/4P3/4K3 w - -"

PGN = """\
; a collection
[Event "one"]
[White "a"]

1. e4 e5 2. Nf3 {a comment
[%clk 0:01:00] of two lines} Nc6 *

[Event "two"]
[SetUp "1"]
[FEN "8/5k2/8/8/8/8/4P3/4K3 w - - 3 40"]

40. e4 Ke6 1-0
"""


def position_after(opening, rules=CHESS):
    position = rules.start(opening.setup)
    for move in opening.moves:
        position = position.play(position.parse(move))
    return position


@pytest.mark.parametrize(
    ("line", "setup"),
    [
        (f"{OPEN_GAME} e6 0 2", f"{OPEN_GAME} - 0 2"),  # nobody can take there
        (f"{OPEN_GAME} - 4 7", f"{OPEN_GAME} - 4 7"),
        (f"{OPEN_GAME} -", f"{OPEN_GAME} - 0 1"),
        (f'{OPEN_GAME} - bm Nf3; id "a 1 2";', f"{OPEN_GAME} - 0 1"),
        (f"{LATE} hmvc 12; fmvn 40;", f"{LATE} 12 40"),
        (f"{LATE} fmvn 40;HMVC 12", f"{LATE} 12 40"),
        (f'{LATE} id "x; hmvc 9; y"; fmvn 40;', f"{LATE} 0 40"),
        (f"{LATE};", f"{LATE} 0 1"),
        (f'{LATE}; id "x"', f"{LATE} 0 1"),
        (f"{LATE} 4", f"{LATE} 4 1"),
        *(
            (f"{LATE} 4 44{end}", f"{LATE} 4 44")
            for end in (";", " ;", ", 0.35", ' c9 "x";', "\t# x")
        ),
        (f"\ufeff\t{LATE.replace(' ', '  ')}\r", f"{LATE} 0 1"),
    ],
)
def test_a_line_is_a_fen_or_an_epd(line, setup):
    assert parse_openings(line, "book.epd") == (Opening(setup),)


def test_empty_lines_and_remarks_are_no_openings():
    text = f"# a book\n\n{LATE}\n  \n; and\n%\n{OPEN_GAME} -\n"
    assert [each.setup for each in parse_openings(text, "x.txt")] == [
        f"{LATE} 0 1",
        f"{OPEN_GAME} - 0 1",
    ]


def test_games_give_their_first_moves():
    one, two = parse_openings(PGN, "book.pgn", plies=3)
    assert one == Opening(None, ("e2e4", "e7e5", "g1f3"))
    assert two == Opening(f"{LATE} 3 40", ("e2e4", "f7e6"))
    assert parse_openings(PGN, "book.PGN")[0].moves == ("e2e4", "e7e5", "g1f3", "b8c6")


def test_a_file_of_many_games_is_divided_once(monkeypatch):
    split, read = pgn.split_pgn, list[int]()
    monkeypatch.setattr(pgn, "split_pgn", lambda text: read.append(len(text)) or split(text))
    assert len(parse_openings(PGN * 50, "book.pgn", plies=1)) == 100
    assert read == [len(PGN) * 50]


def test_games_of_stones_are_read_too():
    rules = HOSTED_GAMES["gomoku"].rules
    (opening,) = parse_openings("(;GM[4]SZ[15];B[hh];W[ii];B[gg])", "a.sgf", rules, 2)
    assert len(opening.moves) == 2
    assert position_after(opening, rules).to_move is rules.first


def test_a_file_is_read_whatever_its_encoding(tmp_path):
    path = tmp_path / "book.pgn"
    path.write_bytes(b"\xef\xbb\xbf" + PGN.replace('"a"', '"M\xfcller"').encode("latin-1"))
    assert len(read_openings(path)) == 2


@pytest.mark.parametrize(
    ("text", "file", "said"),
    [
        (f"{LATE}\n\nnonsense\n", "book.epd", "'book.epd', line 3: 'nonsense' is not a FEN"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - -", "book.epd", "line 1: the game is over in this position"),
        (PGN.replace("Ke6", "Ke4"), "book.pgn", "'book.pgn', line 12: 'Ke4' is not legal"),
        (PGN.replace("4K3 w", "8 w"), "book.pgn", "'book.pgn', line 10: "),
        (f"{LATE} 4,5 6", "book.epd", "line 1: "),
        (f"{LATE} -1 1", "book.epd", "is no FEN and no EPD"),
        (f"\n{LATE} hmvc x;", "book.epd", "line 2: "),
        ("", "book.epd", "there are no openings in 'book.epd'"),
        ("\n", "book.pgn", "there are no openings in 'book.pgn'"),
        ("1. f3 e5 2. g4 Qh4# 0-1", "book.pgn", "the game is over"),
    ],
)
def test_what_is_no_opening_is_named_with_its_line(text, file, said):
    with pytest.raises(BadOpenings) as error:
        parse_openings(text, file)
    assert said in str(error.value)


def test_a_mistake_after_the_moves_that_are_wanted_does_not_matter():
    assert parse_openings(PGN.replace("Ke6", "Ke4"), "book.pgn", plies=1)[1].moves == ("e2e4",)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(BadOpenings, match=r"nothing\.epd.*cannot be read"):
        read_openings(tmp_path / "nothing.epd")


def test_fewer_than_no_plies_are_refused():
    with pytest.raises(ValueError, match="-1"):
        parse_openings(PGN, "book.pgn", plies=-1)


@pytest.fixture
def book(tmp_path):
    """A book of 20 positions, which differ in their counters, with a broken one behind."""
    path = tmp_path / "book.epd"
    path.write_text("# a book\n" + "".join(f"{LATE} 0 {n}\n" for n in range(1, 21)) + "broken\n")
    return path


def numbers(openings):
    return [int(each.setup.split()[-1]) for each in openings]


@pytest.mark.parametrize("largest", [64 * 2**20, 100])
def test_an_opening_is_read_when_it_is_asked_for(book, monkeypatch, largest):
    monkeypatch.setattr(openings, "LARGEST_FILE_BYTES", largest)
    found = read_openings(book)
    assert len(found) == 21
    assert numbers(found[3:6]) == [4, 5, 6]
    with pytest.raises(BadOpenings, match="line 22: 'broken' is not a FEN"):
        found[-1]
    with pytest.raises(IndexError):
        found[21]


def test_a_large_file_of_games_is_read_by_its_places(tmp_path, monkeypatch):
    path = tmp_path / "book.pgn"
    path.write_text(PGN * 3 + '[Event "bad"]\n\n1. e5 *\n')
    whole = read_openings(path)[:6]
    monkeypatch.setattr(openings, "LARGEST_FILE_BYTES", 100)
    found = read_openings(path)
    assert (len(found), found[:6]) == (7, whole)
    with pytest.raises(BadOpenings, match="line 39: 'e5' is not legal"):
        found[6]


def test_openings_are_played_in_an_order_and_from_a_number(book):
    assert numbers(read_openings(book, start=4)[:3]) == [4, 5, 6]
    book.write_text("".join(f"{LATE} 0 {n}\n" for n in range(1, 21)))
    assert numbers(read_openings(book, start=20)[:3]) == [20, 1, 2]
    one, two = (numbers(read_openings(book, order="random", seed=seed)) for seed in (1, 2))
    assert sorted(one) == sorted(two) == list(range(1, 21))
    assert one != two
    assert numbers(read_openings(book, order="random", seed=1)) == one
    for wrong in ({"start": 21}, {"start": 0}, {"order": "backwards"}):
        with pytest.raises(BoardError):
            read_openings(book, **wrong)


def test_what_is_left_out_of_an_opening_is_told(tmp_path, caplog):
    path = tmp_path / "book.pgn"
    path.write_text("1. e4 e5 (1... -- 2. d4) 2. Nf3 *\n\n1. d4\n} d5 *\n")
    found = read_openings(path)
    (told,) = found.check(1)
    assert "'book.pgn', line 1: '--' is a null move" in str(told)
    assert [len(opening.moves) for opening in found] == [3, 2]
    assert [record.message for record in caplog.records] == ["'book.pgn', line 4: '}' is left out"]


def polyglot(path, *lines):
    """Write a Polyglot book of these lines of play."""
    entries = set()
    for line in lines:
        board = chess.Board()
        for text in line.split():
            move = board.parse_san(text)
            raw = move.to_square | move.from_square << 6
            entries.add((zobrist_hash(board), raw, 1, 0))
            board.push(move)
    path.write_bytes(b"".join(pack(">QHHI", *entry) for entry in sorted(entries)))
    return path


def test_a_polyglot_book_has_openings_by_lot(tmp_path):
    path = polyglot(tmp_path / "book.bin", "e4 e5 Nf3 Nc6 Bb5 a6", "d4 d5 c4", "c4 e5")
    found = read_openings(path, plies=4, seed=1)[:50]
    spanish, gambit = ("e2e4", "e7e5", "g1f3", "b8c6"), ("d2d4", "d7d5", "c2c4")
    assert {opening.moves for opening in found} == {spanish, gambit, ("c2c4", "e7e5")}
    assert read_openings(path, plies=4, seed=1)[:50] == found
    assert read_openings(path, plies=4, seed=2)[:50] != found
    assert max(len(opening.moves) for opening in read_openings(path)[:50]) == 6


def test_a_contest_takes_openings_as_its_file_says(tmp_path, book):
    book.write_text("".join(f"{LATE} 0 {n}\n" for n in range(1, 400)))
    in_order = 'openings = "book.epd"\nopening_order = "sequential"\nopening_start = 398'
    found = numbers(openings_of(plan_with(more=in_order), tmp_path))
    assert (found[:3], len(found)) == ([398, 399, 1], 250)
    by_lot = numbers(openings_of(plan_with(more='openings = "book.epd"'), tmp_path))
    assert len(set(by_lot)) == 250
    assert by_lot != sorted(by_lot)
    polyglot(tmp_path / "book.bin", "e4 e5 Nf3 Nc6", "d4 d5 c4")
    drawn = openings_of(plan_with(more='openings = "book.bin"\nopening_plies = 2'), tmp_path)
    assert {each.moves for each in drawn} == {("e2e4", "e7e5"), ("d2d4", "d7d5")}


def test_a_match_from_python_takes_a_book_in_any_order(tmp_path, book):
    polyglot(tmp_path / "book.bin", "e4 e5", "d4 d5", "c4 c5")
    for chosen in (tmp_path / "book.bin", read_openings(book, start=4), book):
        result = play_match("random", "greedy", games=4, seed=2, concurrency=2, openings=chosen)
        assert result.ended == 4


@pytest.mark.parametrize("data", [b"", b"x" * 17, b"\0" * 160])
def test_what_is_no_polyglot_book_is_refused(tmp_path, data):
    (tmp_path / "book.bin").write_bytes(data)
    with pytest.raises(BadOpenings, match="no Polyglot book"):
        read_openings(tmp_path / "book.bin")


def test_openings_survive_json():
    for opening in (*parse_openings(PGN, "book.pgn"), Opening()):
        facts = json.loads(json.dumps(asdict(opening)))
        assert Opening(facts["setup"], tuple(facts["moves"])) == opening


def test_openings_of_our_own_are_different_and_even():
    openings = default_openings(CHESS, 46, 3)
    ends = [position_after(opening) for opening in openings]
    assert {len(opening.moves) for opening in openings} == {8}
    assert len({end.setup.rsplit(" ", 2)[0] for end in ends}) == 46
    for end in ends[-5:]:
        board = end.native
        *_, found = ChessSearch(board, tables_for(board), max_nodes=1000).deepen()
        assert abs(found.score) <= 50


def test_more_openings_begin_with_the_fewer_and_another_seed_has_others():
    assert default_openings(CHESS, 43, 7)[:42] == default_openings(CHESS, 42, 7)
    assert default_openings(CHESS, 10, 7) != default_openings(CHESS, 10, 8)


@pytest.mark.parametrize("name", ["gomoku", "renju"])
def test_stones_are_put_near_the_middle(name):
    rules = HOSTED_GAMES[name].rules
    openings = default_openings(rules, 30, 1)
    assert len({position_after(opening, rules).setup for opening in openings}) == 30
    files, ranks = rules.geometry.size
    for opening in openings:
        assert len(opening.moves) == 4
        for move in opening.moves:
            column, row = rules.geometry.at(move)
            assert abs(column - files // 2) <= 3
            assert abs(row - (ranks - 1) // 2) <= 3


def test_the_openings_of_chess960_are_its_starts_by_lot():
    rules = VARIANT_GAMES["chess960"]
    openings = default_openings(rules, 4, seed=7)
    assert openings == default_openings(rules, 4, seed=7) != default_openings(rules, 4, seed=8)
    assert len({opening.setup for opening in openings}) == 4
    assert all(opening.moves == () for opening in openings)
    assert drawn_openings(rules, 3, seed=7) == default_openings(rules, 3, seed=7)
    assert drawn_openings(VARIANT_GAMES["atomic"], 5, seed=7) == ()


@pytest.mark.parametrize("game", VARIANT_GAMES)
def test_every_variant_has_openings_in_which_nobody_wins_at_once(game):
    rules = VARIANT_GAMES[game]
    for opening in default_openings(rules, 3, seed=3):
        position = rules.start(opening.setup)
        for move in opening.moves:
            position = position.play(move)
        outcomes = [position.play(move).outcome() for move in position.legal_moves()]
        assert all(outcome is None or outcome.winner is None for outcome in outcomes)


DRAWN_BEFORE = {
    ("chess", 60, 1): "6aba999481b07d7c",
    ("chess", 60, 2026): "7d2b93ff5e20414e",
    ("chess", 60, -77): "5eb6a6a465e48b1f",
    ("chess960", 20, 1): "853759d9f47e1027",
    ("atomic", 20, 2026): "f2f8359c3b0f1d3a",
    ("gomoku", 20, 1): "205d7382c113876a",
    ("renju", 20, 2026): "f98b80f9be1d158e",
}
"""Games, how many openings, and seeds, with the SHA-256 of what they draw."""


@pytest.mark.parametrize(("case", "digest"), DRAWN_BEFORE.items())
def test_a_seed_draws_the_openings_that_it_has_always_drawn(case, digest):
    game, count, seed = case
    openings = default_openings(HOSTED_GAMES[game].rules, count, seed)
    text = json.dumps([asdict(opening) for opening in openings])
    assert sha256(text.encode()).hexdigest()[:16] == digest


def test_an_adviser_scores_a_position_with_one_legal_move_too():
    position = CHESS.start("k7/2R5/8/8/8/8/8/7K b - - 0 1")
    assert position.legal_moves() == ("a8b8",)
    player, control = InProcessAI(assess, inline=True), TimeControl(nodes=200)
    with closing(player), closing(Adviser(player, CHESS)) as adviser:
        advice = adviser.advise(position, MoveList(), control, None)
    assert advice.score is not None
