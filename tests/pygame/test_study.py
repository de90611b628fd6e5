"""Opinions folded into what is shown."""

from dataclasses import replace
from math import inf

from board_core import Color, MovePlayed, Score, Thinking, Thought
from board_core.author.analysis import Judgement
from board_core.author.testing import play_script
from board_core.frontend.adviser import AdviserFailed, AskedLine, HintGiven, MoveJudged, ReviewEnded
from board_core.game.rules import Line
from board_core.game.view import first_view
from board_core.games import CHESS
from board_core.text.sentence import say
from board_pygame.game_state import new_game_state
from board_pygame.study import Study, scores_of, told_by

GAME = AskedLine(CHESS, None, ("e2e4", "g7g5"))


def judgement(ply: int, move: str, best: str, before: int, after: int) -> Judgement:
    position = CHESS.start(None)
    for earlier in GAME.moves[:ply]:
        position = position.play(earlier)
    color = Color.BLACK if ply % 2 else Color.WHITE
    return Judgement(color, ply, move, best, Score(cp=before), Score(cp=after), position)


GOOD = judgement(0, "e2e4", "e2e4", 30, 30)
BLUNDER = judgement(1, "g7g5", "e7e5", -20, -500)


def reviewed() -> Study:
    study = Study(line=GAME, reviewing=True)
    for news in (MoveJudged(GAME, GOOD), MoveJudged(GAME, BLUNDER), ReviewEnded(GAME)):
        study = study.after(news)
    return study


def view_of(*moves: str):
    events = play_script(CHESS, moves[::2], moves[1::2])
    view = first_view(events[0])
    for event in events:
        if isinstance(event, MovePlayed):
            view = view.after(event)
    return view


def test_a_review_is_of_its_game_only():
    study = reviewed()
    assert not study.reviewing
    assert set(study.of(view_of("e4", "g5"))) == {0, 1}
    assert set(study.of(view_of("e4", "e5"))) == {0}
    assert study.of(view_of("d4")) == {}


def test_a_review_of_another_game_falls_away():
    other = AskedLine(CHESS, None, ("d2d4",))
    assert Study(line=GAME).after(MoveJudged(other, GOOD)).judged == {}


def test_a_hint_is_for_the_position_it_was_asked_for():
    study = Study(asking=GAME).after(HintGiven(GAME, "g1f3"))
    assert study.hint_for(GAME) == "g1f3"
    assert study.hint_for(replace(GAME, moves=("e2e4",))) is None


def test_a_hint_that_nobody_waits_for_falls_away():
    assert Study().after(HintGiven(GAME, "g1f3")).hint is None


def test_blunders_become_puzzles_one_after_another():
    study = reviewed().practising(None, new_game_state(CHESS))
    assert study.current is not None
    assert (study.current.best, study.current.played) == ("e7e5", "g7g5")
    assert study.solved().current is None


def test_only_the_own_side_is_practised():
    before = new_game_state(CHESS)
    assert reviewed().practising(Color.WHITE, before).current is None
    assert reviewed().practising(Color.BLACK, before).before is before


def test_a_game_without_blunders_has_no_puzzles():
    study = Study(line=GAME).after(MoveJudged(GAME, GOOD))
    study = study.practising(None, new_game_state(CHESS))
    assert study.current is None


def test_the_scores_of_a_review_are_from_whites_view():
    game = new_game_state(CHESS)
    assert scores_of(game, reviewed().judged) == [(1, 0.3, "+0.30"), (2, 5.0, "+5.00")]


def test_a_mate_is_endlessly_good_for_who_gives_it():
    mated = {1: replace(BLUNDER, after=Score(mate=-3))}
    assert scores_of(new_game_state(CHESS), mated) == [(2, inf, "+#3")]


def thinking(game, color: Color, ply: int, *pv: str):
    """The game after a report on a search; it is played by two AIs."""
    return replace(game, view=game.view.after(Thinking(color, ply, Thought(pv=pv))))


def test_what_a_side_told_is_about_the_position_it_thought_about():
    game = replace(new_game_state(CHESS), view=view_of("e4", "e5"))
    assert told_by(game, Color.WHITE) is None
    told = told_by(thinking(game, Color.WHITE, 2, "g1f3"), Color.WHITE)
    assert told is not None
    assert (told.plies, told.thought.pv) == (2, ("g1f3",))
    assert told.position is game.view.position


def test_a_thought_about_an_earlier_move_is_not_about_this_one():
    game = replace(new_game_state(CHESS), view=view_of("e4", "e5"))
    assert told_by(thinking(game, Color.WHITE, 0, "e2e4"), Color.WHITE) is None


def test_what_a_side_told_is_about_the_position_that_is_shown():
    moves = ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6")
    game = replace(new_game_state(CHESS), view=view_of(*moves))
    told = Line(Thought(depth=ply) for ply in range(len(moves)))
    game = replace(game, view=replace(game.view, judged=told))

    def depths(ply: int) -> list[tuple[int, int] | None]:
        found = [told_by(game.looking_at(ply), color) for color in Color]
        return [None if one is None else (one.plies, one.thought.depth) for one in found]

    assert depths(6) == [(4, 4), (5, 5)]
    assert depths(2) == [(2, 2), (1, 1)]
    assert depths(0) == [(0, 0), None]


def test_an_adviser_that_fails_says_why():
    study = Study(line=GAME, reviewing=True).after(AdviserFailed(GAME, say("it ended")))
    assert not study.reviewing
    assert str(study.trouble) == "it ended"
