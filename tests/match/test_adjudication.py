"""Games that are ended by what the programs think of them."""

import re
from dataclasses import replace

import pytest

from board_core import (
    Color,
    Game,
    GameEnded,
    MovesTakenBack,
    Outcome,
    PerColor,
    Play,
    Player,
    Reason,
)
from board_core.author.testing import FakeTime
from board_core.game.events import MovePlayed
from board_core.game.player import Said, Score, Thought
from board_core.game.words import Words
from board_core.games.chess import CHESS
from board_core.match import Adjudication, MatchGame, game_named, play_match
from board_core.match.adjudication import Course, judging
from board_core.text.sentence import BoardError

RESIGN = Adjudication(resign_score=600, resign_moves=3)
ONE_SIDED = Adjudication(resign_score=600, resign_moves=3, two_sided=False)
DRAW = Adjudication(draw_score=10, draw_moves=2, draw_from=4)

ENGLISH = Words("en")
SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")


def score_of(text):
    return Score(mate=int(text[1:])) if text.startswith("#") else Score(cp=int(text))


def events(scores):
    """The events of a game from its scores, White's first; ``-`` says nothing, ``#3`` is a mate."""
    position, clock = CHESS.start(None), None
    for ply, text in enumerate(scores.split()):
        color = Color.BLACK if ply % 2 else Color.WHITE
        said = None if text == "-" else Said.known(Thought(score=score_of(text)))
        move = position.parse(SHUFFLE[ply % 4])
        before, position = position, position.play(move)
        yield MovePlayed(color, ply, move, before, position, clock, 0.0, said)


def judged(rule, scores):
    """The ply after which a game is ended, and its winner; None if it goes on."""
    course = Course(rule)
    for event in events(scores):
        course = course.after(event)
        if course.judgement is not None:
            return course.plies, course.judgement.winner
    return None


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ("-600 600 -700 650 -800 600", (6, Color.BLACK)),
        ("600 -600 650 -700 600 -800", (6, Color.WHITE)),
        ("-600 600 -700 650 -800 599 -800 600 -800 600 -800 600", (12, Color.BLACK)),
        ("-600 600 -599 650 -800 600 -800 600", None),  # begun anew at the second move
        ("-600 600 - 600 -700 600 -700 600", None),  # a move without a score, too
        ("-600 -600 -700 -600 -600 -700", None),  # both think that they have lost
        ("#-5 600 #-4 #7 #-3 #6", (6, Color.BLACK)),
        ("#0 600 #0 600 #0 600", (6, Color.BLACK)),
        ("#5 #5 #4 #4 #3 #3", None),
    ],
)
def test_a_side_that_both_hold_for_lost_has_lost(scores, expected):
    assert judged(RESIGN, scores) == expected


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ("-600 0 -700 0 -800 0", (5, Color.BLACK)),
        ("0 -600 0 -700 0 -800", (6, Color.WHITE)),
        ("-600 0 -599 0 -700 0 -800 0", None),
        ("- - - - - - - -", None),
    ],
)
def test_a_side_may_give_itself_up_alone(scores, expected):
    assert judged(ONE_SIDED, scores) == expected


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ("0 0 0 0 0 0 0 0 0 0", (8, None)),  # not before the fourth move is complete
        ("90 90 90 90 90 90 10 -10 -10 10", (10, None)),
        ("0 0 0 0 0 0 0 11 0 0 0 0", (12, None)),
        ("0 50 0 50 0 50 0 50 0 50", None),
        ("0 0 0 0 0 0 - 0 - 0 - 0", None),
        ("#9 0 #9 0 #9 0 #9 0 #9 0", None),
    ],
)
def test_a_game_that_both_hold_for_level_is_drawn(scores, expected):
    assert judged(DRAW, scores) == expected


def test_a_game_is_drawn_when_it_has_its_moves():
    rule = Adjudication(max_moves=5)
    assert judged(rule, "- " * 10) == (10, None)
    assert judged(rule, "- " * 9) is None


@pytest.mark.parametrize("scores", ["0 " * 200, "-9999 9999 " * 100, "#-1 #1 " * 100])
def test_nothing_ends_a_game_unless_it_is_asked_for(scores):
    assert Adjudication().idle
    assert judged(Adjudication(), scores) is None
    assert not RESIGN.idle


def test_moves_that_are_taken_back_begin_the_counts_anew():
    course = Course(RESIGN)
    for event in events("-600 600 -700 650"):
        course = course.after(event)
    assert course.behind == PerColor(2, 0)
    course = course.after(MovesTakenBack(2, 2, CHESS.start(None), None))
    assert (course.plies, course.behind) == (2, PerColor(0, 0))


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ({"resign_score": 0}, "resign_score is 0: give 1 or more"),
        ({"draw_moves": 0}, "draw_moves is 0"),
        ({"draw_score": -1}, "draw_score is -1: give 0 or more"),
        ({"max_moves": 0}, "max_moves is 0"),
    ],
)
def test_numbers_that_judge_nothing_are_refused(numbers, said):
    with pytest.raises(BoardError, match=said):
        Adjudication(**numbers)


class Judging(Player):
    """Says a score with each of its moves, to and fro with a knight."""

    def __init__(self, name, score, *moves):
        self.name, self._score, self._moves = name, score, moves

    def seat(self, seat):
        self._tell = seat.tell
        seat.ready()

    def ask(self, turn, answer):
        self._tell(Thought(score=Score(cp=self._score)))
        answer(Play(self._moves[turn.ply // 2 % len(self._moves)]))


def end_of(rule, white, black, words=ENGLISH):
    ended = []

    def end(winner, detail):
        game.adjudicate(winner, detail)

    game = Game(
        CHESS,
        white=Judging("w", white, "g1f3", "f3g1"),
        black=Judging("b", black, "g8f6", "f6g8"),
        time=FakeTime(),
        journal=judging(lambda event: None, rule, end, words),
    )
    game.bus.subscribe(lambda event: ended.append(event) if isinstance(event, GameEnded) else None)
    game.run()
    return ended[0]


def test_a_game_is_ended_before_the_next_answer_counts():
    ended = end_of(Adjudication(resign_score=500, resign_moves=2), 700, -650)
    assert ended.outcome.winner is Color.WHITE
    assert ended.outcome.reason is Reason.ADJUDICATION
    assert ended.outcome.detail == (
        "Black reported being 500 centipawns or more behind for 2 moves, and the other side agreed"
    )
    assert ended.turn.ply == 4  # White answered at once


def test_a_draw_says_why_in_another_language():
    rule = Adjudication(draw_score=20, draw_moves=2, draw_from=1)
    ended = end_of(rule, 5, -5, Words("zh_CN"))
    assert ended.outcome == Outcome(
        None, Reason.ADJUDICATION, "连续 2 步，双方报告的领先都不超过 20 厘兵"
    )


def test_a_game_that_is_not_judged_ends_by_its_rules():
    assert end_of(RESIGN, 700, 700).outcome.reason is Reason.THREEFOLD_REPETITION


@pytest.mark.parametrize("concurrency", [1, 2])
def test_a_match_ends_its_games_early(concurrency):
    rule = Adjudication(max_moves=4)
    told = []
    match = play_match(
        "random", "greedy", games=2, seed=1, adjudication=rule, tell=told.append,
        concurrency=concurrency,
    )  # fmt: skip
    assert match.score.draws == 2
    games = [each.played for each in told if isinstance(each, MatchGame)]
    assert [(len(game.moves), game.outcome.detail) for game in games] == [
        (8, "the game had 4 moves"), (8, "the game had 4 moves"),
    ]  # fmt: skip


def test_the_tables_of_another_game_or_folder_are_refused(tmp_path):
    rule = Adjudication(tablebases=tmp_path / "nowhere")
    with pytest.raises(BoardError, match="no folder"):
        play_match("random", "greedy", adjudication=rule)
    with pytest.raises(BoardError, match="for chess only"):
        play_match("random", "easy", rules=game_named("gomoku").rules, adjudication=rule)
    with pytest.raises(TypeError, match="give an Adjudication"):
        play_match("random", "greedy", adjudication="resign")


@pytest.mark.parametrize(
    ("rule", "facts", "chinese"),
    [
        (Adjudication(500, 2, False), {"behind": PerColor(2, 0)}, "白方"),
        (Adjudication(500, 2), {"behind": PerColor(2, 0), "ahead": PerColor(0, 2)}, "白方"),
        (Adjudication(draw_score=5, draw_moves=3, draw_from=0), {"level": PerColor(3, 3)}, "3"),
        (Adjudication(max_moves=20), {"plies": 40}, "20"),
    ],
)
def test_the_reason_is_said_in_the_language_of_who_reads_it(rule, facts, chinese):
    """An outcome holds an English text: a journal is read in any language."""
    outcome = replace(Course(rule), **facts).judgement.outcome()
    assert outcome.detail in Words("en").outcome(outcome)
    told = Words("zh_CN").outcome(outcome)
    assert chinese in told
    assert not re.search("[A-Za-z]", told)
