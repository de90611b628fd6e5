"""Pictures of contests and games, as numbers."""

from __future__ import annotations

from dataclasses import replace

import demo
from html_page import Page

from board_core.contest.ratings import _rated, ratings
from board_core.contest.report.games import latest_loss
from board_core.contest.report.pages import Pages
from board_core.contest.report.pictures import (
    MOST_RATED,
    loss_reasons,
    points_picture,
    score_height,
    strength_pictures,
)
from board_core.contest.report.replay import replay
from board_core.contest.report.view import _share, contest_view
from board_core.game.player import Score
from board_core.game.sides import Color
from board_core.game.words import Words

ENGLISH = Words("en")


def test_points_by_round_end_at_those_of_the_table(ended):
    picture = points_picture(ended)
    assert picture.labels == ("1", "2", "3", "4")
    assert [each.entrant.number for each in picture.lines] == [row.number for row in ended.table]
    assert [each.total for each in picture.lines] == [row.points for row in ended.table]
    assert picture.most == ended.table[0].points
    assert [each.color for each in picture.lines] == [1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0]
    assert all(len(each.points.split()) == 5 for each in picture.lines)


def test_reasons_of_losses_count_every_lost_game_once(ended):
    rows = loss_reasons(ended, ENGLISH)
    lost = [
        each
        for number, each in ended.played.items()
        if each.game.outcome.winner and ended.results[number].ruling is None
    ]
    assert sum(row.count for row in rows) == len(lost)
    assert [row.count for row in rows] == sorted((row.count for row in rows), reverse=True)
    assert {row.label for row in rows if row.fault} == {"a crash", "time", "illegal moves"}


def test_strength_by_round_has_a_point_and_an_interval_for_each_round(ended):
    strengths = strength_pictures(ended)
    assert set(strengths) == set(range(1, 13))
    for each in strengths.values():
        assert len(each.line.split()) == 4
        assert len(each.band.split()) == 8


def test_before_the_second_round_there_is_nothing_to_compare(ended):
    from dataclasses import replace

    young = replace(ended, rounds=ended.rounds[:1], played={})
    assert points_picture(young) is None
    assert strength_pictures(young) == {}
    assert loss_reasons(young, ENGLISH) == ()


def test_of_many_rounds_some_have_a_label_and_each_strength_costs_a_fit(monkeypatch):
    fitted = []
    _rated.cache_clear()  # another test may have drawn the same
    module = _rated.__wrapped__.__globals__  # its name in the package is that of a function
    monkeypatch.setitem(module, "ratings", lambda field: fitted.append(1) or ratings(field))
    contest = demo.long_contest(60)
    picture = points_picture(contest)
    assert len(picture.labels) == 60
    assert [label for label in picture.labels if label] == [str(4 * n) for n in range(1, 16)]
    strengths = strength_pictures(contest)
    assert len(fitted) == MOST_RATED
    assert {len(each.line.split()) for each in strengths.values()} == {MOST_RATED}


def test_a_ladder_ranks_by_ratings_and_draws_no_points_nor_a_strength_for_each_round():
    ladder = demo.long_contest(3, format="ladder")
    assert points_picture(ladder) is None
    assert strength_pictures(ladder) == {}
    page = Page(Pages("en").contest(contest_view(ladder, ENGLISH)))
    assert "Points by round" not in page.text
    assert "Elo" in page.texts


def test_the_page_of_a_contest_shows_the_pictures_without_a_script(ended):
    page = Page(Pages("en").contest(contest_view(ended, ENGLISH)))
    assert len([tag for tag, _ in page.tags if tag == "polyline"]) == 12 + 12
    assert "Reasons of losses" in page.text
    assert all("style" not in attributes for _, attributes in page.tags)


def test_the_name_of_a_board_that_moves_tells_its_owner(tmp_path):
    folder = demo.duel(tmp_path / "cubes", "chess-3d", [])
    board = replay(demo.contest_of(folder).played[1].game).boards[0]
    assert (board.squares.count("A"), board.squares.count("a")) == (2, 2)


def test_a_game_that_was_ruled_a_draw_is_no_loss(ended):
    """Game 5 was lost on time, and ruled a draw."""
    (ruled,) = (number for number, each in ended.results.items() if each.ruling)
    assert ended.played[ruled].game.outcome.winner is not None
    only = replace(ended, played={ruled: ended.played[ruled]})
    assert loss_reasons(only, ENGLISH) == ()
    assert latest_loss(only, ENGLISH) is None


def test_who_mates_by_the_move_it_makes_is_drawn_as_the_winner():
    """Engines that say 'mate 0' with a move mean this one: who is mated has none to make."""
    now, later = Score(mate=0), Score(mate=3)
    for color in Color:
        worst = score_height(Score(mate=-3), color)
        assert score_height(now, color) == score_height(later, color) != worst
        assert _share(now, color) == _share(later, color) == -_share(Score(mate=-1), color)
