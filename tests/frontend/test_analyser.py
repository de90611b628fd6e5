"""Live analysis: lines of play that an engine reports until it is stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import chess
import pytest
from patience import PATIENCE

from board_core import Score, Thought
from board_core.ais import chess_analyst
from board_core.ais.levels import KNOWN_ENGINES
from board_core.author.analysis import Adviser, NoAdvice
from board_core.frontend.adviser import (
    ANALYSIS_TIME,
    AnalyserThread,
    AnalysisEnded,
    AnalysisNews,
    Analyst,
    AskedLine,
    LinesFound,
    adviser_for,
    engine_line,
    make_analyst,
)
from board_core.game.clock import Clock, TimeControl
from board_core.game.rules import Position, Rules
from board_core.game.sides import PerColor
from board_core.games import CHESS
from board_core.games.chess import VARIANT_GAMES
from board_core.match.known_games import HOSTED_GAMES, game_named
from board_core.match.player_spec import PlayerSpec, parse_player
from board_core.players.in_process import InProcessAI
from board_core.players.process import ProcessAI
from board_core.protocols.uci import Uci


def two_lines(board: chess.Board, turn: Any) -> chess.Move:
    """Report two lines a depth, the second after the first, until the question is withdrawn."""
    moves = sorted(board.legal_moves, key=chess.Move.uci)
    for depth in count(1):
        for rank in (1, 2):
            pv = (moves[rank].uci(), "e2e9", "a1a1")
            turn.report(Thought(depth=depth, score=Score(cp=50 - rank), pv=pv, rank=rank))
        if turn.withdrawn() or depth == 10_000:
            break
    return moves[0]


class Desk:
    def __init__(self, function: Callable[..., Any]) -> None:
        self.news: SimpleQueue[AnalysisNews] = SimpleQueue()
        self.ticks = count()
        self.function = function
        self.made: list[Rules] = []
        self.thread = AnalyserThread(self.news.put, self.make, lambda: next(self.ticks))

    def make(self, chosen: PlayerSpec | None, rules: Rules, lines: int) -> Analyst:
        self.made.append(rules)
        return Analyst(InProcessAI(self.function, name="two"), lines)

    def next(self) -> AnalysisNews:
        return self.news.get(timeout=PATIENCE)


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk(two_lines)
    yield desk
    desk.thread.close()


START = AskedLine(CHESS, None, ())


def test_the_lines_of_a_depth_come_together_and_end_where_they_are_illegal(desk: Desk) -> None:
    desk.thread.analyse(START, 2)
    news = desk.next()
    assert isinstance(news, LinesFound)
    assert (news.line, news.engine) == (START, "two")
    assert [line.notations for line in news.lines] == [("a4",), ("Na3",)]
    assert len({line.depth for line in news.lines}) == 1
    assert [line.score for line in news.lines] == [Score(cp=49), Score(cp=48)]


def test_the_next_position_replaces_the_one_before_with_the_same_player(desk: Desk) -> None:
    desk.thread.analyse(START, 2)
    desk.next()
    position = CHESS.start(None)
    after = AskedLine(CHESS, None, (position.parse("e4"),))
    desk.thread.analyse(after, 2)
    while (news := desk.next()).line == START:
        pass
    assert news.line == after
    assert desk.made == [CHESS]


def test_nothing_is_told_after_a_stop(desk: Desk) -> None:
    desk.thread.analyse(START, 2)
    desk.next()
    desk.thread.stop()
    desk.thread.close()
    while not desk.news.empty():
        assert isinstance(desk.news.get(), LinesFound)


def test_a_dismissed_player_is_closed() -> None:
    closed = threading.Event()

    class Told(InProcessAI):
        def close(self) -> None:
            super().close()
            closed.set()

    news: SimpleQueue[AnalysisNews] = SimpleQueue()
    thread = AnalyserThread(news.put, lambda *_: Analyst(Told(two_lines, name="two"), 2))
    thread.analyse(START, 2)
    news.get(timeout=PATIENCE)
    thread.dismiss()
    assert closed.wait(PATIENCE)
    thread.close()


def test_a_player_that_reports_nothing_is_told_by_its_move() -> None:
    desk = Desk(lambda board: min(board.legal_moves, key=chess.Move.uci))
    desk.thread.analyse(START, 2)
    found, ended = desk.next(), desk.next()
    desk.thread.close()
    assert isinstance(found, LinesFound)
    assert [(line.score, line.notations) for line in found.lines] == [(None, ("a3",))]
    assert isinstance(ended, AnalysisEnded)
    assert not ended.failed


def test_an_adviser_that_was_stopped_takes_no_other_question() -> None:
    player = InProcessAI(lambda board: min(board.legal_moves, key=chess.Move.uci))
    with closing(player), closing(Adviser(player, CHESS)) as adviser:
        assert START.advice(adviser, TimeControl(per_move=PATIENCE)).move == "a2a3"
        adviser.stop()
        with pytest.raises(NoAdvice, match="cancelled"):
            START.advice(adviser, TimeControl(per_move=PATIENCE))


def test_a_failure_is_told(tmp_path: Path) -> None:
    def broken(board: chess.Board, turn: Any) -> chess.Move:
        raise KeyError("opening")

    desk = Desk(broken)
    desk.thread.analyse(START, 2)
    news = desk.next()
    desk.thread.close()
    assert isinstance(news, AnalysisEnded)
    assert "KeyError" in str(news.why)


def test_moves_of_an_engine_that_are_not_legal_end_its_line() -> None:
    found = engine_line(CHESS.start(None), Thought(depth=3, pv=("e2e4", "e7e5", "e4e5", "a2a3")))
    assert found.notations == ("e4", "e5")


class Asked:
    """A question about a position that is withdrawn after so many thoughts."""

    elapsed, budget = 0.01, 3600.0

    def __init__(self, position: Position, thoughts: int) -> None:
        self.position, self.color = position, position.to_move
        self.clock = Clock.new(PerColor.both(ANALYSIS_TIME))
        self.told: list[Thought] = []
        self._thoughts = thoughts

    def withdrawn(self) -> bool:
        return len(self.told) >= self._thoughts

    stop = withdrawn

    def report(self, thought: Thought) -> None:
        self.told.append(thought)


ANALYSED = [name for name, game in HOSTED_GAMES.items() if game.analyst is not None]


def test_the_games_with_a_search_of_their_own_are_analysed_by_it() -> None:
    assert {"chess", "gomoku", "renju", "chess-3d"} <= set(ANALYSED)
    assert [name for name, game in HOSTED_GAMES.items() if game.search] == ANALYSED


@pytest.mark.parametrize("name", ANALYSED)
def test_our_own_ai_reports_several_lines_each_with_another_first_move(name: str) -> None:
    game = HOSTED_GAMES[name]
    assert game.analyst is not None
    asked = Asked(game.rules.start(None), thoughts=6)
    chosen = game.analyst(3)(asked.position.native, asked)
    assert [(each.depth, each.rank) for each in asked.told] == [
        (d, r) for d in (1, 2) for r in (1, 2, 3)
    ]
    last = asked.told[-3:]
    assert len({each.pv[0] for each in last}) == 3
    scores = [each.score.cp for each in last if each.score is not None]
    assert scores == sorted(scores, reverse=True)
    assert str(chosen) == last[0].pv[0]
    for each in last:
        assert len(engine_line(asked.position, each).moves) == len(each.pv)


def test_our_own_engine_sees_a_mate_among_its_lines() -> None:
    asked = Asked(CHESS.start("7k/8/6K1/8/8/8/8/1Q6 w - - 0 1"), thoughts=12)
    chess_analyst(3)(asked.position.native, asked)
    best = asked.told[-3]
    assert best.rank == 1
    assert best.score == Score(mate=1)


def test_an_engine_is_asked_for_lines_and_only_then_are_they_heard() -> None:
    several, one = Uci(lines=3), Uci()
    for dialogue in (several, one):
        dialogue.open()
        dialogue.heard("id name Some Engine")
    (sent,) = several.heard("uciok")
    assert "setoption name MultiPV value 3" in str(sent)
    assert one.heard("uciok") == []


def test_the_player_that_analyses_is_chosen_by_the_game_and_what_is_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("board_core.frontend.adviser.installed", list)
    own = make_analyst(None, CHESS, 3)
    stones = make_analyst(None, game_named("gomoku").rules, 3)
    other = make_analyst(None, VARIANT_GAMES["atomic"], 3)
    chosen = make_analyst(parse_player("uci:my_engine"), CHESS, 2)
    assert (own.player.name, own.lines) == ("hard", 3)
    assert (stones.player.name, stones.lines) == ("hard", 3)
    assert (other.player.name, other.lines) == ("greedy", 1)
    assert isinstance(chosen.player, ProcessAI)
    assert chosen.lines == 2
    monkeypatch.setattr("board_core.frontend.adviser.installed", lambda: list(KNOWN_ENGINES[:2]))
    shuffled = make_analyst(None, VARIANT_GAMES["chess960"], 2)
    atomic = make_analyst(None, VARIANT_GAMES["atomic"], 2)
    assert (shuffled.player.name, shuffled.lines) == ("Stockfish", 2)
    assert (atomic.player.name, atomic.lines) == ("Fairy-Stockfish", 2)
    for made in (own, stones, other, chosen, shuffled, atomic):
        made.player.close()


def test_hints_come_from_a_player_that_plays_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    shuffled = VARIANT_GAMES["chess960"]
    monkeypatch.setattr("board_core.frontend.adviser.installed", list)
    assert adviser_for("hard", CHESS).text == "hard"
    assert adviser_for("hard", shuffled).text == "greedy"
    assert adviser_for("my.py:choose", shuffled).text == "my.py:choose"
    monkeypatch.setattr("board_core.frontend.adviser.installed", lambda: list(KNOWN_ENGINES))
    assert adviser_for("hard", CHESS).text == "hard"
    assert adviser_for("hard", shuffled).text == "uci:stockfish"
    assert adviser_for("hard", VARIANT_GAMES["atomic"]).text == "uci:fairy-stockfish"
    assert adviser_for("greedy", shuffled).text == "greedy"
