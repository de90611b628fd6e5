"""The panes of the tabs: log, lines and graph, in the window and alone."""

from dataclasses import replace
from itertools import combinations

import pygame
import pytest
from driving import CTRL, FUNCTIONS, GATE, User, function, program
from pygame import Rect

from board_core import Color, Score
from board_core.frontend.adviser import EngineLine, LinesFound
from board_core.match.player_spec import parse_player
from board_pygame.game_screen import GRAPH_PAGE, LINES_PAGE, LOG_PAGE
from board_pygame.host import LineSaid
from board_pygame.intents import LookAction
from board_pygame.kit.labels import Light
from board_pygame.kit.link_rows import LinkHead, LinkRow
from board_pygame.lines_pane import LinesPane
from board_pygame.panes import GraphPane, LogPane
from board_pygame.phases import GameFinished


def opened(user: User, page: int) -> None:
    user.window._screen.open_page(page)
    user.do()


# The log


def log_of(user: User) -> LogPane:
    opened(user, LOG_PAGE)
    return user.window._screen.log


def chips_of(user: User) -> list[str]:
    return [chip.text for chip in log_of(user).chips.values() if chip.visible]


def find(user: User, text: str) -> None:
    user.type_into(log_of(user).find, text)


def test_events_and_lines_of_programs_stand_in_one_list_in_their_order(user: User):
    user.start(black=program("e5", "stay"))
    user.clicks("e2", "e4")
    user.until_moves("e4", "e5")
    rows = user._logged
    last = [row for row in rows if "e5" in row[2]]
    assert [(sign, text.split(" after")[0]) for _who, sign, text in last] == [
        ("←", "e5"),
        ("•", "1... e5"),
    ]
    assert ("opponent", "→", "e4") in rows


def test_what_a_program_complains_of_stands_once(user: User):
    user.start(black=program("e5", "crash"))
    user.clicks("e2", "e4")
    user.until_moves("e4", "e5")
    user.clicks("d2", "d4")
    user.until_phase(GameFinished)
    told = [row for row in user._logged if row[2] == "cannot find my book"]
    assert told == [("opponent", "!", "cannot find my book")]


def test_programs_of_one_name_are_called_by_their_colours(user: User):
    user.start(program("d4", "stay"), program("d5", "stay"))
    user.until_moves("d4", "d5")
    assert {who for who, _sign, _text in user.lines} == {"White", "Black"}
    assert chips_of(user) == ["Both", "White", "Black", "Errors 0"]


def test_what_is_searched_is_all_that_is_shown(user: User):
    user.start(black=program("e5", "stay"))
    user.clicks("e2", "e4")
    user.until_moves("e4", "e5")
    find(user, "E4")
    assert {text for _who, _sign, text in user._logged} >= {"e4"}
    assert all("e4" in text for _who, _sign, text in user._logged)
    find(user, "nothing of that kind")
    assert user._logged == []
    assert log_of(user).table.empty == "There is no such line."


def test_errors_are_counted_as_they_come(user: User):
    user.seat(black=function("answers"))
    assert chips_of(user) == ["All", "Errors 0"]
    for _time in range(2):
        user.window.ask(LineSaid(Color.WHITE, "!", "KeyError: 'e4'"))
    user.do()
    assert chips_of(user) == ["All", "Errors 2"]


def test_what_a_program_tells_on_stderr_is_no_error(user: User):
    user.seat(black=function("answers"))
    for line in (
        "depth 4, 1200 nodes",
        "loading the book",
        '  File "my_ai.py", line 3, in <module>',
    ):
        user.window.ask(LineSaid(Color.BLACK, "!", line))
    user.window.ask(LineSaid(Color.BLACK, "!", "ValueError: no book"))
    user.do()
    assert chips_of(user) == ["All", "Errors 1"]
    shown = log_of(user)._log
    inks = [shown.color(at) for at in range(len(shown))]
    assert inks[-4:] == ["text", "text", "text", "error"]


def test_rows_of_the_log_are_copied(user: User):
    user.seat(black=function("answers"))
    for text in ("one", "two"):
        user.window.ask(LineSaid(Color.WHITE, ">", text))
    table = log_of(user).table
    user.click(user.row(table, 0))
    user.key(pygame.K_DOWN, pygame.KMOD_LSHIFT)
    user.letter("c", CTRL)
    copied = user.clipboard.paste().splitlines()
    assert [line.split("\t")[1:] for line in copied] == [
        ["You", "←", "one"],
        ["You", "←", "two"],
    ]


def test_the_log_of_a_game_is_that_game_alone(user: User):
    for name in ("answers", "begins"):
        user.start(black=function(name))
        user.window.ask(LineSaid(Color.BLACK, "!", f"KeyError: {name!r}"))
        user.menu("Stop")
        user.until_phase(GameFinished)
    assert chips_of(user) == ["All", "Errors 1"]
    log = log_of(user)
    user.click(user.row(log.table, 0))
    user.letter("a", CTRL)
    user.letter("c", CTRL)
    copied = user.clipboard.paste()
    assert "KeyError: 'begins'" in copied
    assert "KeyError: 'answers'" not in copied
    user.press_button("Errors 1")
    assert [row[2] for row in user._logged] == ["KeyError: 'begins'"]
    user.press_button("All")
    assert "KeyError: 'answers'" in {row[2] for row in user._logged}, "one finds it still"


def test_lines_are_copied_by_a_button_that_says_so(user: User):
    user.seat(black=function("answers"))
    user.window.ask(LineSaid(Color.BLACK, ">", "one"))
    log_of(user)
    user.press_button("Copy")
    assert "one" in user.clipboard.paste()
    user.button("Copied")
    user.click(user.row(log_of(user).table, 0))
    user.button("Copy")
    user.letter("c", CTRL)
    user.button("Copied")


def test_there_is_a_log_when_a_program_plays(user: User):
    assert not log_of(user).filled
    user.start(black=function("answers"))
    user.do()
    assert log_of(user).filled


def test_a_name_with_an_ampersand_is_shown_whole(user: User):
    one, other = (parse_player(f"{name}={FUNCTIONS}:waits") for name in ("Ada & Bo", "Cy"))
    user.start(one, other)
    assert chips_of(user) == ["Both", "Ada & Bo", "Cy", "Errors 0"]


@pytest.mark.parametrize("wide", [360, 552])
def test_chips_and_field_have_room_in_a_narrow_pane(user: User, wide: int):
    user.start(program("d4", "stay"), program("d5", "stay"))
    pane = log_of(user)
    pane.place(Rect(0, 0, wide, 400), user.window.ui)
    assert all(Rect(0, 0, wide, 400).contains(one.rect) for one in pane.widgets)
    for one, other in combinations(pane.widgets, 2):
        assert not one.rect.colliderect(other.rect)
    assert pane.find.rect.w >= 120


# What the players tell


def lines_of(user: User) -> LinesPane:
    opened(user, LINES_PAGE)
    return user.window._screen.lines


def words(row: LinkRow) -> str:
    return " ".join(word.text for word in row.words)


@pytest.fixture
def pondering(user: User) -> User:
    """Two programs play; White has moved, and Black has told what it thinks."""
    user.start(function("ponders"), function("ponders"))
    user.until_asked()
    GATE.open()
    pane = user.window._screen.lines
    user.until(lambda: len(user.moves) == 1 and pane.filled)
    opened(user, LINES_PAGE)
    user.until(lambda: len(pane.rows.rows) == 4)
    yield user
    GATE.open(9)


def test_each_side_tells_its_line_in_notation_with_whites_score(pondering: User):
    black, told, white, before = lines_of(pondering).rows.rows
    assert isinstance(black, LinkHead)
    assert black.here
    assert black.light is Light.BUSY
    assert black.facts == ("depth 7", "1.5k positions", "2k/s")
    assert (told.badge, told.light, words(told)) == ("-0.60", False, "1… e5 2. a3")
    assert [word.text for word in told.words if word.strong] == ["e5"]
    assert isinstance(white, LinkHead)
    assert not white.here
    assert white.facts[0] == "about its last move"
    assert (before.badge, words(before)) == ("+0.60", "1. e4 a5")


def test_a_side_that_thinks_shows_nothing_of_its_last_move(user: User):
    user.start(function("ponders"), function("waits"))
    user.until_asked()
    GATE.open(2)
    user.until(lambda: len(user.moves) == 2 and user.state.view.asked)
    view = user.state.view
    silent = replace(view, thoughts=type(view.thoughts)(None, None))
    user.window.state = replace(user.window.state, game=replace(user.state, view=silent))
    rows = lines_of(user).rows.rows
    assert [row.facts for row in rows if isinstance(row, LinkHead)] == [(), ()]
    assert not any(isinstance(row, LinkRow) for row in rows)


def test_the_seconds_of_who_thinks_go_on_and_nothing_else_is_drawn(pondering: User):
    window, pane = pondering.window, lines_of(pondering)
    window.ui.draw()
    assert window._patience() <= 0.1
    window.ui.now = window.state.game.view.clock.since + 61
    window._screen.show_clocks(window.state.game, window.ui.now)
    assert pane.rows.rows[0].words == "thinking 61 s"
    (damage,) = pane.rows.damage
    assert damage.h < pane.rows.rect.h / 3


def test_a_pane_that_is_not_seen_works_out_nothing(pondering: User, monkeypatch):
    pane = lines_of(pondering)
    opened(pondering, LOG_PAGE)
    shown = []
    monkeypatch.setattr(pane, "_show", lambda *given: shown.append(given))
    pondering.window.ask(LookAction.FLIP_BOARD)
    pondering.do()
    pondering.window._screen.show_clocks(pondering.state, 99.0)
    assert shown == []
    opened(pondering, LINES_PAGE)
    assert shown


def test_lines_exist_once_somebody_has_told_one(user: User):
    assert not lines_of(user).filled
    user.start(function("ponders"))
    user.until(lambda: lines_of(user).filled)
    GATE.open(9)


def test_the_side_above_the_board_stands_above(pondering: User):
    pondering.window.ask(LookAction.FLIP_BOARD)
    pondering.do()
    heads = [row for row in lines_of(pondering).rows.rows if isinstance(row, LinkHead)]
    assert [head.white for head in heads] == [True, False]


# The graph


def test_the_graph_exists_from_the_second_time_or_score(user: User):
    pane: GraphPane = user.window._screen.graph
    assert not pane.filled
    user.start()
    user.clicks("e2", "e4")
    user.until_moves("e4")
    user.do()
    assert not pane.filled
    user.clicks("e7", "e5")
    user.until_moves("e4", "e5")
    user.do()
    assert pane.filled
    opened(user, GRAPH_PAGE)
    assert len(pane.graph.game.seconds) == 2
    assert pane.graph.game.told == "1… e5"


# The engine


def test_four_lines_have_the_colours_of_their_arrows(user: User):
    user.key(pygame.K_F3)
    user.until(lambda: user.window.state.analysis.why)
    line = user.window.state.analysis.line
    found = tuple(
        EngineLine(Score(cp=10), 9, (move,), (str(move),), 1_000, 5_000)
        for move in ("e2e4", "d2d4", "c2c4", "g1f3", "a2a3")
    )
    user.window.ask(LinesFound(line, "engine", found))
    user.do()
    pane: LinesPane = user.top.lines  # type: ignore[attr-defined]
    inks = [row.ink for row in pane.rows.rows]
    assert len(set(inks)) == 5
    arrows = user.window.board._panes[0].drawing.shapes
    assert len(arrows) == 4
    assert pane._facts.text == "depth 9   5k positions   1k/s"


def test_the_small_board_goes_with_its_pane_and_not_before(user: User):
    user.key(pygame.K_F3)
    user.until(lambda: user.window.state.analysis.shown)
    pane: LinesPane = user.top.lines  # type: ignore[attr-defined]
    spot = pane.rows.spot_of(0, 1, user.window.ui.fonts)
    assert spot is not None
    user.move(spot.center)
    assert pane.preview.visible
    pane.show(True)
    assert pane.preview.visible
    pane.show(False)
    assert not any(widget.visible for widget in pane.widgets)
    pane.show(True)
    assert {one for one in pane.widgets if not one.visible} == {pane.preview, pane._count}
