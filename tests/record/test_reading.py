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
