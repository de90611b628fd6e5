"""The strip of a player: what it shows, what of it is drawn again, and what a click does."""

import itertools
from dataclasses import replace

import pygame
import pytest
from kit.driver import OPENED, Window
from pygame import Rect
from test_state import MATE, opened, told, until

from board_core import (
    UNTIMED,
    Cause,
    Color,
    Explanation,
    Fail,
    GameEnded,
    MovePlayed,
    Paused,
    PlayerSilent,
    Reason,
    Resign,
    TimeControl,
    TurnStarted,
    say,
)
from board_core.author.testing import play_script
from board_core.game.clock import LOW_SECONDS
from board_core.games import CHESS
from board_core.match.player_spec import parse_player
from board_core.record import GameTree
from board_pygame.game_state import GameState, new_game_state
from board_pygame.host import Happened
from board_pygame.kit.labels import Light
from board_pygame.kit.painter import LIGHT_THEME, THEMES
from board_pygame.labels import (
    SEAT_LAMPS,
    captures_of,
    lamp_of,
    next_tick,
    player_of,
    strip_of,
    timed_strip,
)
from board_pygame.language import speak
from board_pygame.phases import Lamp, Mode, SeatState
from board_pygame.player_strip import (
    PIECE_SIZE,
    PIECE_STEP,
    PlayerStrip,
    Strip,
    Taken,
    laid_captures,
    used_text,
)
from board_pygame.sheets import RecordSheet

ENDED = Explanation(Cause.EXITED, say("it ended"))
PLACE = (0, 10, 400, 48)
INK = (200, 0, 200)
PROGRAM = Strip("my_ai.py", words="thinking 3.2 s", light=Light.BUSY, left=300.0, running=True)


@pytest.fixture(autouse=True)
def fonts_are_closed():
    yield
    while OPENED:
        OPENED.pop().close()


def bar(_symbol: str, size: int) -> pygame.Surface:
    """A piece as wide as most: an eighth is free at each side."""
    picture = pygame.Surface((size, size), pygame.SRCALPHA)
    picture.fill((0, 0, 0), picture.get_rect().inflate(-size // 4, 0))
    return picture


def shown(strip: Strip, place=PLACE, *, theme=LIGHT_THEME, **more):
    widget = PlayerStrip(bar, **more)
    widget.show_strip(strip)
    return Window((widget, place), theme=theme), widget


def colors(window: Window, rect) -> set[tuple[int, ...]]:
    rect = Rect(rect)
    return {
        tuple(window.screen.get_at((x, y)))[:3]
        for x in range(rect.left, rect.right)
        for y in range(rect.top, rect.bottom)
    }


# What is shown


def test_a_long_name_ends_and_the_clock_stays_as_it_is():
    window, strip = shown(Strip("A" * 90, left=300.0))
    clock = Rect(strip._clock_at)
    assert strip.tip == "A" * 90, "the whole name is told at the pointer"
    gap = Rect(clock.left - 10, strip.rect.y, 10, strip.rect.h)
    assert colors(window, gap) == {LIGHT_THEME.background}
    strip.show_strip(Strip("A", left=300.0))
    window.assert_drawn_as_anew()
    assert strip._clock_at == clock
    assert strip.tip == ""


def test_the_clock_that_runs_is_filled_with_ink_and_with_red_when_time_is_low():
    for theme in THEMES.values():
        grounds = []
        for running, low in ((False, False), (True, False), (False, True), (True, True)):
            strip = Strip("A", left=19.0, running=running, low=low)
            window, widget = shown(strip, theme=theme)
            at = (widget._clock_at.x + 8, widget._clock_at.y + 8)
            grounds.append(window.screen.get_at(at)[:3])
        assert grounds == [theme.sunk, theme.text, theme.sunk, theme.error]


def test_without_a_clock_the_time_used_is_shown_in_no_box():
    window, strip = shown(Strip("A", used=72.9))
    assert colors(window, strip._clock_at.inflate(-2, 0)) != {LIGHT_THEME.background}
    assert LIGHT_THEME.sunk not in colors(window, strip.rect)
    assert [used_text(seconds) for seconds in (0.0, 9.9, 72.9)] == ["0 s", "9 s", "1:12"]
    window, strip = shown(Strip("A"))
    assert not strip._clock_at.w


def test_the_second_line_needs_a_strip_that_is_high_enough():
    for high, seen in ((48, True), (44, True), (36, False)):
        window, _ = shown(replace(PROGRAM, left=None), (0, 10, 400, high))
        assert (LIGHT_THEME.accent in colors(window, (30, 10, 26, high))) is seen, high


def test_the_side_to_move_has_a_ring():
    for to_move in (False, True):
        window, strip = shown(Strip("A", to_move=to_move))
        ring = window.screen.get_at((strip.rect.x + 14, strip.rect.centery - 13))[:3]
        assert (ring == LIGHT_THEME.accent) is to_move


@pytest.mark.parametrize("theme", THEMES)
def test_what_was_taken_is_grey_in_every_theme(theme):
    theme = THEMES[theme]
    window, _strip = shown(Strip("A", taken=Taken(("q", "p"), 3)), theme=theme)
    seen = colors(window, (200, 10, 200, 48))
    low = theme.background if sum(theme.background) < sum(theme.dim) else theme.dim
    assert low in seen
    assert (0, 0, 0) not in seen


def test_pieces_of_a_kind_overlap_by_half_and_kinds_stand_apart():
    laid = laid_captures("qppp", 1000)
    assert [symbol for symbol, _ in laid] == list("qppp")
    steps = [other[1] - one[1] for one, other in itertools.pairwise(laid)]
    assert steps[0] > PIECE_SIZE
    assert steps[1:] == [PIECE_STEP, PIECE_STEP]


@pytest.mark.parametrize("room", [40, 80, 120])
def test_pieces_stand_closer_where_there_is_no_room(room):
    laid = laid_captures("qrrbbnnpppppppp", room)
    assert laid[-1][1] + PIECE_SIZE <= room + 1
    places = [at for _, at in laid]
    assert sorted(set(places)) == places


def test_many_pieces_in_a_narrow_strip_leave_the_name_its_room():
    many = Strip("Magnus", taken=Taken(tuple("qrrbbnnpppppppp"), 39), left=30.0, to_move=True)
    window, strip = shown(many, (0, 10, 320, 48))
    assert LIGHT_THEME.text in colors(window, (36, 10, 60, 48))
    assert strip.tip == ""


# What is drawn again


def test_a_tick_draws_only_the_digits_that_changed():
    window, strip = shown(replace(PROGRAM, words="", light=None))
    strip.show_strip(replace(strip.strip, left=299.0))
    strip.show_strip(replace(strip.strip, left=298.0))
    window.assert_drawn_as_anew()
    strip.show_strip(replace(strip.strip, left=297.0))
    (part,) = window.drawn()
    assert part.w <= 20
    window.assert_drawn_as_anew()


def test_a_thinking_time_draws_only_its_end():
    window, strip = shown(PROGRAM)
    strip.show_strip(replace(PROGRAM, words="thinking 3.3 s"))
    (part,) = window.drawn()
    assert part.w < 40
    assert part.h <= 24
    window.assert_drawn_as_anew()
    for words in ("thinking 9.9 s", "thinking 10 s", "thinking 100 s"):
        strip.show_strip(replace(PROGRAM, words=words))
        window.assert_drawn_as_anew()


def test_a_strip_that_looks_the_same_is_not_drawn():
    window, strip = shown(PROGRAM)
    strip.show_strip(replace(PROGRAM, left=299.99))
    strip.show_strip(replace(PROGRAM, left=299.5))
    window.drawn()
    strip.show_strip(replace(PROGRAM, left=299.4))
    assert window.drawn() == []


@pytest.mark.parametrize(
    "after",
    [
        replace(PROGRAM, left=None),
        replace(PROGRAM, left=None, used=59.0),
        replace(PROGRAM, left=36_000.0),
        replace(PROGRAM, left=9.5, low=True),
        replace(PROGRAM, running=False),
        replace(PROGRAM, to_move=True),
        replace(PROGRAM, words="KeyError", light=Light.FAILED, why=True),
        replace(PROGRAM, words="", light=None),
        replace(PROGRAM, taken=Taken(("q",), 9)),
        replace(PROGRAM, held=("p", "p", "n"), picked="n"),
        replace(PROGRAM, step=True, second="1800"),
        replace(PROGRAM, addition="+3"),
    ],
)
def test_what_changes_is_drawn(after):
    window, strip = shown(PROGRAM, open_card=lambda: None)
    for each in (after, PROGRAM, after):
        strip.show_strip(each)
        window.assert_drawn_as_anew()
        window.move(strip.rect.center)
        window.assert_drawn_as_anew()


# What a click does


@pytest.fixture
def done():
    return []


def clickable(strip: Strip, done: list[str]):
    return shown(
        strip,
        take_up=lambda symbol, _at, _ui: done.append(symbol),
        open_card=lambda: done.append("card"),
        explain=lambda: done.append("why"),
    )


def test_a_click_on_the_name_and_enter_and_space_open_the_card(done):
    window, _strip = clickable(PROGRAM, done)
    window.click((60, 20))
    assert done == ["card"]
    window.keys("tab", "enter", "space")
    assert done == ["card"] * 3
    window.drag((60, 20), (60, 200))
    assert done == ["card"] * 3, "the pointer has left it"


def test_a_click_on_why_explains(done):
    failed = replace(PROGRAM, words="KeyError: 'no opening'", light=Light.FAILED, why=True)
    window, strip = clickable(failed, done)
    window.click(strip._why_at.center)
    assert done == ["why"]
    strip.show_strip(PROGRAM)
    window.drawn()
    window.click(strip._why_at.center)
    assert done == ["why", "card"], "there is no link any more"


def test_the_link_stays_beside_an_error_that_is_cut(done):
    long = replace(PROGRAM, words="KeyError: " + "x" * 200, light=Light.FAILED, why=True)
    _window, strip = clickable(long, done)
    assert strip.rect.contains(strip._why_at)
    assert strip._why_at.right <= strip._clock_at.left
    assert long.words in strip.tip


def test_a_click_on_a_piece_in_hand_takes_it_up_and_opens_nothing(done):
    window, strip = clickable(Strip("A", held=("P", "P", "N")), done)
    assert [symbol for _, symbol in strip._held_at] == ["P", "N"]
    window.click(strip._held_at[1][0].center)
    assert done == ["N"]


def test_a_strip_without_a_card_is_no_button():
    window, strip = shown(PROGRAM)
    window.key("tab")
    assert not strip.focused
    window.click((60, 20))
    assert not strip.focusable


def test_a_strip_under_the_pointer_is_darker_and_one_that_is_open_is_tinted(done):
    window, strip = clickable(PROGRAM, done)
    at = (200, 14)
    window.move((60, 20))
    window.drawn()
    assert sum(window.screen.get_at(at)[:3]) < sum(LIGHT_THEME.background)
    strip.turn(True)
    window.assert_drawn_as_anew()
    assert window.screen.get_at(at)[:3] == LIGHT_THEME.selected


# What a state says


def after_moves(white: list[str], black: list[str]) -> GameState:
    """Two people's game after these moves."""
    events = play_script(CHESS, white, black)
    return told(opened(Mode.PERSON, Mode.PERSON), until(MovePlayed, events, len(white + black)))


def test_a_side_shows_only_what_it_has_taken_more_of():
    state = after_moves(["e4", "exd5", "Nc3", "Bxg2"], ["d5", "Qxd5", "Qxg2"])
    assert captures_of(state, Color.WHITE) == Taken(("q",), 8)
    assert captures_of(state, Color.BLACK) == Taken(("P",), 0)
    assert captures_of(state.looking_at(6), Color.BLACK) == Taken(("P",), 1)
    assert captures_of(state.looking_at(4), Color.WHITE) == Taken()
    assert strip_of(state, Color.WHITE, 0.0).taken == Taken(("q",), 8)


def test_a_pawn_that_became_a_queen_counts_as_one():
    state = after_moves(["h4", "h5", "hxg6", "gxh7", "hxg8=Q"], ["g6", "a6", "a5", "a4"])
    assert captures_of(state.looking_at(8), Color.WHITE) == Taken(("p", "p"), 2)
    assert captures_of(state, Color.WHITE) == Taken(("n", "p", "p"), 5 + 8)


def test_a_person_alone_is_you_and_two_are_called_by_their_colours():
    assert player_of(opened(Mode.PERSON, Mode.AUTO), Color.WHITE) == ("You", "")
    people = opened(Mode.PERSON, Mode.PERSON)
    assert [player_of(people, color)[0] for color in Color] == ["White", "Black"]


@pytest.mark.parametrize(
    ("text", "named"),
    [("hard", ("Hard", "2000")), ("Deep=ai/my_ai.py:choose", ("Deep", "my_ai.py"))],
)
def test_a_level_has_its_rating_and_a_function_its_file_beside_its_name(text, named):
    seat = SeatState(parse_player(text), Mode.AUTO)
    assert player_of(new_game_state(CHESS).with_seat(Color.BLACK, seat), Color.BLACK) == named


def test_a_record_tells_its_players_and_no_program_moves_for_them():
    tags = {"White": "Morphy", "WhiteElo": "2690", "Black": "?"}
    sheet = RecordSheet(GameTree(CHESS).with_tags(tags))
    state = replace(new_game_state(CHESS), sheet=sheet)
    assert player_of(state, Color.WHITE) == ("Morphy", "2690")
    seat = SeatState(parse_player("hard"), Mode.BY_HAND)
    white, black = (strip_of(state.with_seat(color, seat), color, 0.0) for color in Color)
    assert (white.words, white.step) == ("", False)
    assert (black.name, black.words, black.step) == ("Hard", "ready", True)


@pytest.fixture
def thinking() -> GameState:
    """A program is to make the first move, since 0 s."""
    return told(opened(Mode.AUTO, Mode.AUTO), until(TurnStarted, MATE))


def test_the_lamp_says_how_long_a_program_has_been_thinking(thinking):
    since = thinking.view.clock.since
    seen = [lamp_of(thinking, Color.WHITE, since + after) for after in (3.24, 9.96, 75.9)]
    assert seen == [
        ("thinking 3.2 s", Light.BUSY),
        ("thinking 10.0 s", Light.BUSY),
        ("thinking 75 s", Light.BUSY),
    ]
    assert lamp_of(thinking, Color.BLACK, since + 3) == ("waiting", Light.IDLE)
    speak("zh_CN")
    assert lamp_of(thinking, Color.WHITE, since + 3.24)[0] == "思考 3.2 秒"


def test_the_lamp_says_how_long_a_program_has_been_silent(thinking):
    waits = Explanation(Cause.IDLE, say("it waits"))
    silent = told(thinking, [PlayerSilent(Color.WHITE, 0, "anna", 10.0, waits)])
    seen = lamp_of(silent, Color.WHITE, silent.view.clock.since + 12.7)
    assert seen == ("no answer for 12 s", Light.REFUSED)


def test_the_strip_of_a_program_that_failed_tells_its_error_with_a_link():
    events = play_script(CHESS, ["e4"], [Fail(ENDED)])
    state = told(opened(Mode.PERSON, Mode.AUTO), events)
    black, white = (strip_of(state, color, 0.0) for color in (Color.BLACK, Color.WHITE))
    assert (black.words, black.light, black.why) == ("it ended", Light.FAILED, True)
    assert (white.words, white.light, white.why) == ("", None, False)


def test_every_lamp_has_words_and_differs_in_shape_from_those_of_the_others():
    assert SEAT_LAMPS.keys() == set(Lamp)
    shapes = {light.value[0] for lamp, (_, light) in SEAT_LAMPS.items() if lamp is not Lamp.LOADING}
    told_of = [lamp for lamp in Lamp if lamp not in (Lamp.LOADING, Lamp.FAILED)]
    assert len(shapes) == len(told_of), "a failure and a silent program differ in colour and words"


def test_a_paused_program_is_not_said_to_wait_for_a_move(thinking):
    paused = told(thinking, [Paused(thinking.view.clock)])
    assert lamp_of(paused, Color.WHITE, 5.0) == ("paused", Light.PAUSED)
    assert lamp_of(paused, Color.BLACK, 5.0) == ("waiting", Light.IDLE), "it is not its turn"


@pytest.mark.parametrize(
    ("control", "used", "left"),
    [
        (TimeControl(base=600), (570, 580.5), LOW_SECONDS - 0.5),
        (TimeControl(per_move=8), (5, 7), 1.0),
        (TimeControl(base=10, increment=1), (7, 8), 2.0),
    ],
)
def test_a_clock_is_low_below_twenty_seconds_or_in_the_last_quarter_of_fewer(control, used, left):
    events = play_script(CHESS, [("e4", 1)], [("e5", 1)], control)
    state = told(opened(Mode.PERSON, Mode.PERSON), until(TurnStarted, events))
    since, strip = state.view.clock.since, Strip()
    seen = [timed_strip(strip, state, Color.WHITE, since + at) for at in used]
    assert [each.low for each in seen] == [False, True]
    assert seen[1].left == left
    assert all(each.running for each in seen)


def test_without_a_clock_a_strip_tells_the_time_used_and_ticks():
    events = play_script(CHESS, [("e4", 2), ("d4", 3)], [("e5", 1), Fail(ENDED)], UNTIMED)
    state = told(opened(Mode.PERSON, Mode.PERSON), until(TurnStarted, events, 3))
    now = state.view.clock.since + 7
    strips = [timed_strip(Strip(), state, color, now) for color in Color]
    assert [(each.left, each.used) for each in strips] == [(None, 9.0), (None, 1.0)]
    assert next_tick(state, now) == now + 0.5


def both_clocks(state: GameState) -> list[float | None]:
    strips = [timed_strip(Strip(), state, color, 0.0) for color in Color]
    return [strip.used if strip.left is None else strip.left for strip in strips]


def test_the_clocks_are_those_of_the_position_once_the_game_is_over():
    moves = [("e4", 2), ("d4", 3), Resign()], [("e5", 1), ("d5", 4)]
    timed = told(opened(Mode.PERSON, Mode.PERSON), play_script(CHESS, *moves, TimeControl(base=60)))
    assert both_clocks(timed) == [55.0, 55.0]
    assert both_clocks(timed.looking_at(3)) == [55.0, 59.0]
    assert both_clocks(timed.looking_at(0)) == [60.0, 60.0]
    untimed = told(opened(Mode.PERSON, Mode.PERSON), play_script(CHESS, *moves, UNTIMED))
    assert both_clocks(untimed.looking_at(3)) == [5.0, 1.0]


def test_the_clock_of_who_lost_on_time_stands_at_zero():
    events = play_script(CHESS, [("e4", 2)], [("e5", 9)], TimeControl(per_move=5.0))
    state = told(opened(Mode.PERSON, Mode.PERSON), events)
    assert state.view.ended is not None
    assert state.view.ended.outcome.reason is Reason.TIME
    assert both_clocks(state) == [5.0, 0.0]


@pytest.mark.parametrize("stops", [Paused, GameEnded])
def test_a_pause_and_the_end_keep_the_time_that_was_used(stops):
    script = play_script(CHESS, [("e4", 2), Resign()], [("e5", 1)], UNTIMED)
    state = told(opened(Mode.PERSON, Mode.PERSON), until(TurnStarted, script, 3))
    clock, ended = state.view.clock, next(each for each in script if isinstance(each, GameEnded))
    event = Paused(clock.stop(clock.since + 7)) if stops is Paused else ended
    happened = Happened(state.number, event, at=clock.since + 7)
    assert both_clocks(state.after(happened)) == [9.0, 1.0]


def test_a_thinking_program_is_looked_at_each_tenth_of_a_second_for_ten_seconds(thinking):
    since = thinking.view.clock.since
    assert next_tick(thinking, since + 3) == since + 3.1
    assert next_tick(thinking, since + 30) == since + 30.5
