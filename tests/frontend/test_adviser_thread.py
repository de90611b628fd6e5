"""Hints and reviews, asked for on a thread of their own."""

from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest
from patience import PATIENCE

from board_core.frontend.adviser import (
    AdviserFailed,
    AdviserNews,
    AdviserThread,
    AskedLine,
    HintGiven,
    MoveJudged,
    ReviewEnded,
)
from board_core.games import CHESS
from board_core.match.player_spec import PlayerSpec, parse_player

THINKER = """
from board_core import Score, Thought

def choose(board, turn):
    move = max(board.legal_moves, key=lambda move: (board.is_capture(move), move.uci()))
    turn.report(Thought(score=Score(cp=100 * board.is_capture(move))))
    return move

def wait(board, turn):
    turn.report(Thought(score=Score(cp=0)))
    while not turn.stop():
        pass
    return next(iter(board.legal_moves))

def silent(board, turn):
    return next(iter(board.legal_moves))
"""


@pytest.fixture
def thinker(tmp_path: Path):
    file = tmp_path / "thinker.py"
    file.write_text(THINKER)

    def named(function: str) -> PlayerSpec:
        return parse_player(f"{file}:{function}")

    return named


class Desk:
    def __init__(self) -> None:
        self.news: SimpleQueue[AdviserNews] = SimpleQueue()
        self.adviser_thread = AdviserThread(self.news.put, isolate=False)

    def next(self) -> AdviserNews:
        return self.news.get(timeout=PATIENCE)


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.adviser_thread.close()


def line(*texts: str) -> AskedLine:
    position, moves = CHESS.start(None), []
    for text in texts:
        moves.append(position.parse(text))
        position = position.play(moves[-1])
    return AskedLine(CHESS, None, tuple(moves))


def test_a_hint_is_the_advisers_move(desk: Desk, thinker):
    desk.adviser_thread.hint(thinker("choose"), line("e4", "d5"))
    hinted = desk.next()
    assert isinstance(hinted, HintGiven)
    assert hinted.move == "e4d5"


def test_a_game_is_reviewed_move_by_move(desk: Desk, thinker):
    game = line("e4", "d5", "exd5")
    desk.adviser_thread.review(thinker("choose"), game)
    news = [desk.next() for _ in range(4)]
    assert [type(one) for one in news] == [MoveJudged, MoveJudged, MoveJudged, ReviewEnded]
    assert [one.judgement.move for one in news[:3]] == list(game.moves)


def test_a_new_question_gives_up_the_old_one(desk: Desk, thinker):
    desk.adviser_thread.review(thinker("wait"), line("e4", "d5", "exd5"))
    desk.adviser_thread.hint(thinker("choose"), line("e4", "d5"))
    news = desk.next()
    assert isinstance(news, HintGiven)


def test_an_adviser_without_scores_says_why(desk: Desk, thinker):
    desk.adviser_thread.review(thinker("silent"), line("e4"))
    assert isinstance(desk.next(), MoveJudged)
    news = desk.next()
    assert isinstance(news, AdviserFailed)
    assert "no scores" in str(news.why)


def test_a_missing_adviser_says_why(desk: Desk):
    desk.adviser_thread.hint(parse_player("uci:/no/such/program"), line("e4"))
    news = desk.next()
    assert isinstance(news, AdviserFailed)
    assert "/no/such/program" in str(news.why)


def test_closing_while_the_adviser_thinks(desk: Desk, thinker):
    desk.adviser_thread.hint(thinker("wait"), line("e4"))
    desk.adviser_thread.close()
    desk.adviser_thread.close()
