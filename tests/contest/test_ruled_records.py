"""Records of games that were ruled on."""

from __future__ import annotations

import io

import chess.pgn
import demo
import pytest

from board_core.contest.field import PairingVerdict
from board_core.contest.report.live import Live
from board_core.contest.report.writing import record_format, record_text
from board_core.contest.state import Ruling
from board_core.contest.store import ContestStore


def record_of(contest, number: int) -> str:
    return record_text(contest, contest.played[number], record_format(contest))


def test_an_overruled_result_is_told_in_tags_and_in_the_last_comment(contest):
    game = chess.pgn.read_game(io.StringIO(record_of(contest, 5)))
    headers = dict(game.headers)
    assert headers["Result"] == "1/2-1/2"
    assert headers["PlayedResult"] == contest.played[5].game.result == "0-1"
    assert headers["Ruling"] == "1/2-1/2"
    assert headers["RulingBy"] == "Prof. Chen"
    assert headers["RulingReason"] == "the machine was suspended in the middle of the game"
    assert headers["Termination"] == "adjudication"
    assert "Prof. Chen ruled 1/2-1/2: the machine was suspended" in game.end().comment
    assert game.errors == []
    assert len(list(game.mainline_moves())) == len(contest.played[5].game.moves)


def test_a_game_without_rulings_is_written_as_before(contest):
    form, game = record_format(contest), contest.played[1].game
    assert record_of(contest, 1) == form.write(game, event=contest.plan.name, round=1)
    assert "Ruling" not in record_of(contest, 1)


@pytest.mark.parametrize(
    ("verdict", "result", "told"),
    [(PairingVerdict.NEITHER, "*", "0-0"), (None, "0-1", "as-played")],
)
def test_later_rulings_outweigh_earlier_ones(contest, verdict, result, told):
    event = Ruling(5, verdict, author='The "jury" }', reason="seen again {[%clk 1]}")
    game = chess.pgn.read_game(io.StringIO(record_of(contest.after(event), 5)))
    assert game.headers["Result"] == result
    assert game.headers["Ruling"] == told
    assert game.end().comment.count("Prof. Chen") == 1
    assert "seen again ([ %clk 1])" in game.end().comment
    assert game.headers["RulingBy"] == "The 'jury' )"


def test_the_server_writes_a_record_again_after_a_ruling(new_folder):
    live = Live(demo.duel(new_folder.path, "chess", demo.FOOL))
    assert b"RulingBy" not in live.answer("game0001.pgn").body
    with ContestStore(new_folder) as store:
        store.request(Ruling(1, PairingVerdict.BLACK, author="Jury", reason="it was so"))
    assert b'[RulingBy "Jury"]' in live.answer("game0001.pgn").body
    assert b'[RulingBy "Jury"]' in live.answer("games.pgn").body


def test_a_record_of_stones_tells_the_result_that_counts(stones):
    contest = demo.contest_of(stones)
    text = record_of(
        contest.after(Ruling(1, PairingVerdict.DRAW, author="Jury", reason="why not")), 1
    )
    assert "RE[Draw]" in text
    assert "Jury ruled 1/2-1/2: why not" in text
