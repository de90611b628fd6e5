"""Opinions of positions and games."""

import threading
from contextlib import closing
from functools import partial

import pytest

from board_core import Color, Fail, Play, Player, Reason, Score, Thought, TimeControl
from board_core.author.analysis import (
    Adviser,
    Judgement,
    MoveQuality,
    NoAdvice,
    accuracy,
    judge,
    puzzles,
    reviewed,
    summary,
    turned,
    winning_chances,
)
from board_core.author.testing import play_script
from board_core.game import MoveList
from board_core.game.player import Cause, Explanation
from board_core.games import CHESS
from board_core.games.chess.pgn import pgn_tree
from board_core.match.player_spec import parse_player
from board_core.players.in_process import InProcessAI
from board_core.record import MAIN_LINE, Notes, Recorder
from board_core.record.pgn_writing import tree_to_pgn
from board_core.text.sentence import say

QUICK = TimeControl(per_move=5)


class Oracle(Player):
    """Says what it was told to say: a move and a score for each question."""

    name = "oracle"

    def __init__(self, *answers) -> None:
        self._answers = list(answers)
        self.withdrawn = 0

    def seat(self, seat) -> None:
        self._tell = seat.tell
        seat.ready()

    def ask(self, turn, answer) -> None:
        said = self._answers.pop(0)
        if isinstance(said, Fail):
            answer(said)
        else:
            move, cp = said
            if cp is not None:
                self._tell(Thought(score=Score(cp=cp)))
            answer(Play(move))

    def withdraw(self) -> None:
        self.withdrawn += 1


def judged(oracle: Oracle, *moves: str) -> list[Judgement]:
    position, game = CHESS.start(None), []
    for text in moves:
        move = position.parse(text)
        game.append(move)
        position = position.play(move)
    with closing(Adviser(oracle, CHESS)) as adviser:
        return list(judge(adviser, CHESS, game, None, QUICK))


def test_an_adviser_gives_a_move_and_its_score():
    with closing(Adviser(Oracle(("e4", 30)), CHESS)) as adviser:
        advice = adviser.advise(CHESS.start(None), MoveList(), QUICK, None)
    assert (advice.move, advice.score) == ("e2e4", Score(cp=30))


def test_a_game_is_judged_move_by_move():
    oracle = Oracle(("e4", 30), ("e5", -20), ("Nf3", 400))
    white, black = judged(oracle, "e4", "g5")
    assert white.move == white.best == "e2e4"
    assert white.quality is MoveQuality.GOOD
    assert black.best == "e7e5"
    assert (black.before, black.after) == (Score(cp=-20), Score(cp=-400))
    assert black.centipawns == 380
    assert black.quality is MoveQuality.BLUNDER
    assert puzzles([white, black])[0].best == "e7e5"
    assert puzzles([white, black], Color.WHITE) == []


def test_bad_moves_are_marked_in_the_pgn():
    oracle = Oracle(("e4", 30), ("e5", -20), ("Nf3", 400))
    game = judged(oracle, "e4", "g5")
    recorder = Recorder()
    for event in play_script(CHESS, ["e4"], ["g5"]):
        recorder(event)
    tree = reviewed(pgn_tree(recorder.record), game, str)
    text = " ".join(tree_to_pgn(tree).split())
    assert "g5 $4 { [%eval" in text
    assert "blunder, better was e5" in text
    assert "( 1... e5 )" in text
    assert text.count("$") == 1
    assert reviewed(tree, game, str) == tree
    told = pgn_tree(recorder.record).with_notes(MAIN_LINE, 2, Notes(comment="Bold."))
    comment = reviewed(told, game, str).notes_at(MAIN_LINE, 2).comment
    assert comment == "Bold. - blunder, better was e5."


def test_a_puzzle_takes_every_move_that_is_nearly_the_best():
    oracle = Oracle(("e4", 0), ("e5", 20), ("Nf3", 900))
    (puzzle,) = puzzles(judged(oracle, "e4", "g5"))
    assert puzzle.solved_by(Score(cp=-10))
    assert not puzzle.solved_by(Score(cp=-11))


def test_an_adviser_is_asked_about_a_position_as_if_it_had_not_occurred():
    asked = []

    class Listening(Oracle):
        def ask(self, turn, answer) -> None:
            asked.append(turn.position)
            super().ask(turn, answer)

    moves = ("Nf3", "Nf6", "Ng1", "Ng8")
    judged(Listening(*((move, 0) for move in (*moves, "e4"))), *moves)
    assert [position.repetitions for position in asked] == [1] * 5


def test_a_mate_that_is_played_is_the_best_there_is():
    oracle = Oracle(("e4", 0), ("e5", 0), ("e4", 0), ("Qh4", 900))
    last = judged(oracle, "f3", "e5", "g4", "Qh4")[-1]
    assert last.centipawns == 0
    assert winning_chances(last.after) > 0.9


def test_a_side_is_summed_up():
    oracle = Oracle(("e4", 30), ("e5", -20), ("Nf3", 400))
    moves = judged(oracle, "e4", "g5")
    white, black = summary(moves, Color.WHITE), summary(moves, Color.BLACK)
    assert white.accuracy == pytest.approx(100, abs=0.1)
    assert black.counts[MoveQuality.BLUNDER] == 1
    assert black.centipawns == 380
    assert summary([], Color.WHITE) is None


def test_chances_and_accuracy_are_those_of_lichess():
    assert winning_chances(Score(cp=0)) == 0
    assert winning_chances(Score(cp=100)) == pytest.approx(0.1821, abs=1e-3)
    won, lost = winning_chances(Score(mate=3)), winning_chances(Score(mate=-3))
    assert won == pytest.approx(-lost)
    assert accuracy(0) == pytest.approx(100, abs=0.01)
    assert accuracy(10) == pytest.approx(63.6, abs=0.1)
    assert accuracy(100) == 0


def test_a_score_is_turned():
    assert turned(Score(cp=25)) == Score(cp=-25)
    assert turned(Score(mate=2)) == Score(mate=-2)


def test_an_adviser_without_scores_cannot_judge():
    with pytest.raises(NoAdvice, match="no scores"):
        judged(Oracle(("e4", None), ("e5", None)), "e4")


def test_a_move_without_a_score_loses_nothing():
    oracle = Oracle(("e4", None), ("e5", 0), ("Nf3", None), ("Nc6", -10))
    white, black, second = judged(oracle, "d4", "g5", "a3")
    assert (white.loss, black.loss, second.loss) == (0, 0, 0)


def test_a_failure_is_told_in_its_words():
    failure = Fail(Explanation(Cause.EXITED, say("it ended")))
    with pytest.raises(NoAdvice, match="it ended"):
        judged(Oracle(failure), "e4")


def test_an_illegal_move_is_no_advice():
    with pytest.raises(NoAdvice, match="Ke5"):
        judged(Oracle(("Ke5", 0)), "e4")


def test_a_player_that_cannot_look_at_any_position_is_refused():
    player = parse_player("san:cat").make(sandbox="off")
    with pytest.raises(NoAdvice):
        Adviser(player, CHESS)
    player.close()


def test_a_built_in_ai_judges_a_game():
    player = InProcessAI(lambda board, turn: _thinks(board, turn), inline=True)
    with closing(player), closing(Adviser(player, CHESS)) as adviser:
        advice = adviser.advise(CHESS.start(None), MoveList(), QUICK, None)
    assert advice.score == Score(cp=20)


def _thinks(board, turn):
    turn.report(Thought(score=Score(cp=20)))
    return next(iter(board.legal_moves))


def test_a_question_can_be_given_up():
    class Silent(Oracle):
        def ask(self, turn, answer) -> None:
            adviser.stop()

    silent = Silent()
    with closing(Adviser(silent, CHESS)) as adviser, pytest.raises(NoAdvice, match="cancelled"):
        adviser.advise(CHESS.start(None), MoveList(), QUICK, None)
    assert silent.withdrawn == 1


class Patient(Oracle):
    """Answers on another thread, and keeps its seat."""

    def seat(self, seat) -> None:
        self.seated = seat
        self._answering(super().seat, seat)

    def ask(self, turn, answer) -> None:
        self._answering(super().ask, turn, answer)

    def _answering(self, *call) -> None:
        self.thread = threading.Thread(target=partial(*call))
        self.thread.start()

    def finish(self, turn, outcome) -> None:
        self.finished = (turn.question, outcome.reason)


def test_an_adviser_waits_for_a_player_on_another_thread_and_dismisses_it_at_the_end():
    patient = Patient(("e4", 30), ("d4", 20))
    with closing(Adviser(patient, CHESS)) as adviser:
        for best in ("e2e4", "d2d4"):
            assert adviser.advise(CHESS.start(None), MoveList(), QUICK, None).move == best
    assert patient.finished == (2, Reason.STOPPED)
    adviser.close()


def test_a_player_is_called_on_the_thread_that_asks_while_the_adviser_waits():
    called = []

    class Watching(Patient):
        def ask(self, turn, answer) -> None:
            self.seated.loop.call(lambda: called.append(threading.current_thread()))
            super().ask(turn, answer)

    with closing(Adviser(Watching(("e4", 30)), CHESS)) as adviser:
        adviser.advise(CHESS.start(None), MoveList(), QUICK, None)
    assert called == [threading.current_thread()]


def test_a_player_that_fails_to_get_ready_is_dismissed_with_the_adviser():
    class Failing(Patient):
        def seat(self, seat) -> None:
            seat.tell(Fail(Explanation(Cause.EXITED, say("it ended"))))

    failing = Failing()
    with closing(Adviser(failing, CHESS)) as adviser, pytest.raises(NoAdvice, match="it ended"):
        adviser.advise(CHESS.start(None), MoveList(), QUICK, None)
    assert failing.finished == (0, Reason.STOPPED)
