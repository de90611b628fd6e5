"""What a beginner is told after a game, made from the review."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from board_core import Color, Outcome, Reason, Score
from board_core.author.analysis import Judgement
from board_core.author.coach import coach
from board_core.game.rules import Rules
from board_core.game.words import Words
from board_core.games import CHESS, GOMOKU
from board_core.games.chess3d import CHESS_3D
from board_core.match.known_games import game_named

WHITE_LOST = Outcome(Color.BLACK, Reason.CHECKMATE)
MATE = Score(mate=-1)

Told = tuple[str, str, int | Score, int | Score]
"""A move, the best one, and the scores before and after it from the mover's view."""


KNIGHT_TO_MOVE = "rnbqkb1r/pppppppp/1n6/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def told(rules: Rules, outcome: Outcome, *moves: Told, setup: str | None = None) -> Sequence[str]:
    position, judged = rules.start(setup), []
    for ply, (text, better, before, after) in enumerate(moves):
        move, best = position.parse(text), position.parse(better)
        scores = [one if isinstance(one, Score) else Score(cp=one) for one in (before, after)]
        judged.append(Judgement(position.to_move, ply, move, best, *scores, position))
        position = position.play(move)
    sentences = coach(judged, rules, outcome)
    assert sentences is not None
    return [Words().sentence(sentence) for sentence in sentences]


def chess(*moves: Told, outcome: Outcome = WHITE_LOST) -> Sequence[str]:
    return told(CHESS, outcome, *moves)


FOOL = (("f3", "e4", 20, -60), ("e5", "e5", 60, 60), ("g4", "d4", -60, MATE))


def test_the_move_that_lost_what_it_allowed_and_what_to_practise():
    which, missed, practice = chess(*FOOL, ("Qh4#", "Qh4#", Score(mate=1), Score(mate=1)))
    assert which == "White lost the game by 2. g4: before it White stood evenly."
    assert missed == (
        "What was missed: the answer Qh4# (black queen d8 to h4, mate); better was d4 "
        "(white pawn d2 to d4)."
    )
    assert "checks the opponent will have" in practice


def test_a_piece_that_was_lost():
    moves = [("e4", "e4", 20, 20), ("e5", "e5", 0, 0), ("Qg4", "Nf3", 20, -20)]
    moves += [("Nf6", "Nf6", 20, 20), ("Qxd7+", "Qe2", -20, -800), ("Nbxd7", "Nbxd7", 800, 800)]
    which, missed, practice = chess(*moves)
    assert which.startswith("White lost the game by 3. Qxd7+")
    assert "the answer Nbxd7 (black knight b8 to d7, takes white queen" in missed
    assert "what the opponent can take" in practice


def test_a_win_that_was_missed():
    fools_mate = [*FOOL, ("a6", "Qh4#", Score(mate=1), -50)]
    which, missed, practice = chess(*fools_mate, outcome=Outcome(Color.WHITE, Reason.CHECKMATE))
    assert which == (
        "The greatest mistake of Black was 2... a6: before it Black was winning, after it Black "
        "stood evenly."
    )
    assert missed == "What was missed: Qh4# wins by force (black queen d8 to h4, mate)."
    assert "mates in one" in practice


def test_a_piece_that_could_have_been_taken():
    moves = [("e4", "e4", 20, 20), ("Nd5", "c5", 0, -200), ("a3", "exd5", 250, -100)]
    _which, missed, practice = told(CHESS, WHITE_LOST, *moves, setup=KNIGHT_TO_MOVE)
    assert "exd5 was better (white pawn e4 to d5, takes black knight)" in missed
    assert "not protected" in practice


def test_a_pawn_that_could_have_been_taken_does_not_explain_a_great_mistake():
    moves = [("e4", "e4", 20, 20), ("d5", "c5", 0, -200), ("a3", "exd5", 250, -400)]
    assert "play on from the position before 2. a3 with exd5" in chess(*moves)[2]


def test_the_last_move_that_made_the_position_lost_counts():
    even, lost = 0, -900
    moves = [("a3", "a3", even, lost), ("a6", "b6", -lost, even), ("h3", "h4", even, lost)]
    assert "2. h3" in chess(*moves)[0]
    assert (
        "1. a3"
        in chess(("a3", "b3", even, lost), ("a6", "b6", -lost, -lost), ("h3", "h4", lost, MATE))[0]
    )


def test_small_losses_are_no_great_mistake():
    slow = [("a3", "b3", 0, -40), ("a6", "a6", 40, 40), ("h3", "h4", -40, -80)]
    which, missed, _practice = chess(*slow)
    assert which == "No single move lost the game for White: small losses added up."
    assert missed == "The least good move was 1. a3; better was b3."
    drawn = chess(*slow, outcome=Outcome(None, Reason.AGREEMENT))
    assert drawn[0] == "Neither side made a great mistake."
    best = chess(("a3", "a3", 0, 0), outcome=Outcome(None, Reason.STOPPED))
    assert best[1] == "Nothing was missed: each move was the best one or nearly so."


def test_a_great_mistake_in_a_lost_position_is_not_what_lost_the_game():
    which, missed, _practice = chess(("a3", "b3", -300, -900), ("a6", "a6", 900, 900))
    assert which == (
        "White lost the game step by step: the greatest mistake was 1. a3, when White stood much "
        "worse already."
    )
    assert "better was b3" in missed


def test_a_draw_is_told_by_the_greatest_mistake_of_either_side():
    drawn = Outcome(None, Reason.STALEMATE)
    moves = [("a3", "b3", 0, -90), ("a6", "b6", 600, 0)]
    assert "mistake of Black was 1... a6: before it Black was" in chess(*moves, outcome=drawn)[0]
    lost = [("a3", "b3", -300, -900), ("a6", "a6", 900, 900)]
    assert chess(*lost, outcome=drawn)[0] == "The greatest mistake of White was 1. a3."


@pytest.mark.parametrize(
    ("reason", "practice"),
    [
        (Reason.TIME, "keep time"),
        (Reason.RESIGNATION, "play on"),
        (Reason.ILLEGAL_MOVES, "mend the fault"),
    ],
)
def test_a_game_that_no_move_lost(reason, practice):
    moves = [("a3", "b3", 0, 0), ("a6", "b6", 0, 0)]
    told = chess(*moves, outcome=Outcome(Color.BLACK, reason))
    assert told[0] == "No move lost the game: at the end White stood evenly."
    assert practice in told[2]


def test_a_result_without_a_reason_in_a_position_that_is_not_lost():
    moves = [("a3", "b3", 0, -200), ("a6", "b6", 200, -200)]
    told = chess(*moves, outcome=Outcome(Color.BLACK, Reason.UNKNOWN))
    assert told[0] == "No move lost the game: at the end White stood better."
    assert "1. a3 with b3" in told[2]
    moves = [("a3", "b3", 0, -900), ("a6", "a6", 900, 900)]
    told = chess(*moves, outcome=Outcome(Color.BLACK, Reason.UNKNOWN))
    assert told[0] == "White lost the game by 1. a3: before it White stood evenly."


def test_who_loses_on_time_in_a_lost_position_lost_it_by_a_move():
    lost = [*FOOL[:2], ("g4", "d4", -60, -900), ("a6", "a6", 900, 900)]
    assert "lost the game by 2. g4" in chess(*lost, outcome=Outcome(Color.BLACK, Reason.TIME))[0]


def test_a_row_that_was_not_seen():
    moves = [("h8", "h8", 0, 0), ("a1", "h9", 0, MATE), ("j8", "j8", Score(mate=5), Score(mate=4))]
    which, missed, practice = told(GOMOKU, Outcome(Color.BLACK, Reason.FIVE_IN_A_ROW), *moves)
    assert which == "White lost the game by 2. a1: before it White stood evenly."
    assert "the answer j8 (black stone on j8); better was h9 (white stone on h9)" in missed
    assert "rows" in practice


def test_a_move_that_both_sides_needed():
    moves = [("h8", "h8", 0, 0), ("a1", "h9", 0, -900), ("j8", "h9", 900, 900)]
    _which, missed, practice = told(GOMOKU, Outcome(Color.BLACK, Reason.FIVE_IN_A_ROW), *moves)
    assert missed == "What was missed: h9 was the best move for both sides."
    assert "rows" in practice


@pytest.mark.parametrize("rules", [CHESS_3D, game_named("atomic").rules, GOMOKU])
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_every_game_has_its_three_sentences_in_every_language(rules, language):
    start = rules.start(None)
    first, second, *_ = start.legal_moves()
    judgement = Judgement(start.to_move, 0, first, second, Score(cp=0), Score(cp=-900), start)
    sentences = coach([judgement], rules, Outcome(start.to_move.other, Reason.RULES))
    words = Words(language)
    assert sentences is not None
    assert all("{" not in words.sentence(sentence) for sentence in sentences)


def test_a_variant_with_another_aim_has_no_advice_of_chess():
    moves = [("e3", "e3", 0, 0), ("h6", "h6", 0, 0), ("Ba6", "b3", 0, -900), ("Nxa6", "Nxa6", 9, 9)]
    antichess = game_named("antichess").rules
    practice = told(antichess, Outcome(Color.BLACK, Reason.NO_PIECE_LEFT), *moves)[2]
    assert practice.startswith("To practise: play on from the position before 2. Ba6 with b3")


def test_a_loser_that_has_not_moved_made_no_mistake():
    told = chess(("a3", "b3", 0, 0), outcome=Outcome(Color.WHITE, Reason.TIME))
    assert told[0] == "Neither side made a great mistake."


def test_a_game_without_moves_teaches_nothing():
    assert coach([], CHESS, WHITE_LOST) is None
