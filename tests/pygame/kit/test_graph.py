"""The graph of scores and seconds, drawn and clicked."""

from dataclasses import replace

import pytest
from driver import Window
from pygame import Rect

from board_pygame.evaluation import EvaluationGraph, GraphedGame

GAME = GraphedGame(
    ((1, 0.3, "+0.30"), (2, -0.5, "-0.50"), (3, 1.6, "+1.60")),
    (1.0, 2.0, 7.0, 0.5),
    ((2, "error"),),
    plies=40,
    ply=3,
    told="2. Nf3  +1.60",
)


def graph_of(game: GraphedGame, high: int = 300) -> tuple[Window, EvaluationGraph, list[int]]:
    gone = list[int]()
    graph = EvaluationGraph(gone.append)
    window = Window((graph, Rect(0, 0, 400, high)))
    graph.show_game(game, "nothing yet")
    window.drawn()
    return window, graph, gone


def test_a_click_and_a_drag_on_the_graph_go_to_the_move():
    window, graph, gone = graph_of(GAME)
    window.drag((graph._x(10), 50), (graph._x(20), 250), (399, 250), (0, 250))
    assert gone == [10, 20, 40, 0]


def test_the_same_game_is_not_drawn_again():
    window, graph, _gone = graph_of(GAME)
    graph.show_game(replace(GAME), "nothing yet")
    assert graph.damage == []
    graph.show_game(replace(GAME, ply=2), "nothing yet")
    assert graph.damage
    window.assert_drawn_as_anew()


def pixels_of(window: Window, color: object, place: Rect | None = None) -> int:
    place = place or window.screen.get_rect()
    columns, rows = range(place.x, place.right), range(place.y, place.bottom)
    return sum(window.screen.get_at((x, y))[:3] == color for x in columns for y in rows)


@pytest.mark.parametrize("high", [300, 100, 64])
def test_a_low_graph_keeps_the_labels_of_its_axis(high: int):
    window, graph, _gone = graph_of(GAME, high)
    margin = Rect(0, 0, graph._left - 2, high)
    assert margin.w * margin.h - pixels_of(window, window.ui.theme.background, margin) > 50
    window.assert_drawn_as_anew()


@pytest.mark.parametrize("high", [300, 100])
def test_no_cursor_goes_through_the_words_that_stand_in_place_of_scores(high: int):
    seen = []
    for scores in (GAME.scores, ()):
        window, _graph, _gone = graph_of(replace(GAME, scores=scores, told="", marks=()), high)
        area = Rect(0, 0, 400, high // 2)
        seen.append(pixels_of(window, window.ui.theme.accent, area))
    assert seen[0] > 0 == seen[1]


def test_marks_of_a_review_are_dots_on_the_curve():
    window, _graph, _gone = graph_of(GAME)
    error = window.ui.theme.error
    assert pixels_of(window, error) > 10
    window, _graph, _gone = graph_of(replace(GAME, marks=()))
    assert pixels_of(window, error) == 0


def test_an_endless_score_stays_within_the_graph():
    window, graph, _gone = graph_of(replace(GAME, scores=((1, 0.3, ""), (2, float("inf"), "+#1"))))
    area = Rect(graph._left, 36, graph._right - graph._left, 100)
    assert graph._points(area, 1)[1][1] == area.y
    window.assert_drawn_as_anew()
