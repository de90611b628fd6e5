"""The real loop with programs: loading, trying, crashing, hanging, and closing at any moment."""

import os
import sys
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from driving import CTRL, FUNCTIONS, GATE, OPPONENT, User, function, program
from pygame import Rect
from pygame.event import Event

from board_core import Color, Reason
from board_core.frontend.settings import ChosenProgram, load
from board_core.games import CHESS
from board_core.match.player_spec import parse_player
from board_core.protocols import PROTOCOLS
from board_core.supervise.command import joined_words
from board_pygame.dialogs.programs import protocol_help
from board_pygame.failure import report_of_trial
from board_pygame.game_screen import LOG_PAGE
from board_pygame.games import BUILT_IN_GAMES
from board_pygame.intents import OfferGame, PlayAction, SeatAI, ShowStart, TryProgram
from board_pygame.kit.buttons import Button
from board_pygame.kit.labels import Excerpt
from board_pygame.kit.menu import Menu
from board_pygame.kit.painter import Icon
from board_pygame.kit.textpane import TextPane
from board_pygame.phases import FreeBoard, GameFinished, GameRequested, GameStarting, Lamp, Mode
from board_pygame.waiting import wait
from board_pygame.wish import Way

of_posix = pytest.mark.skipif(os.name != "posix", reason="its paths or programs are of POSIX")


def arguments(*words: str) -> str:
    return " ".join([f'"{OPPONENT}"', *words])


def open_card(user: User, letter: str = "w") -> None:
    """The card of a seat, for a program."""
    user.command(letter)
    user.choose("Automatic")


def open_dialog(user: User, *words: str, path: str = sys.executable) -> None:
    """White's card, with the program typed into it."""
    open_card(user)
    assert user.dialog == "White"
    user.type_into(user.entry(0), path)
    user.type_into(user.entry(1), arguments(*words))


# The dialog


def test_a_program_is_typed_tried_and_loaded(user: User):
    user.click(user.window._screen._strips.of.white)
    user.choose("Automatic")
    assert not user.button("Use this program").enabled  # no file is named
    user.key(pygame.K_ESCAPE)
    open_dialog(user, "e4", "stay")
    user.press_button("Test start")
    assert "first move" in user.words
    user.until(lambda: "moved e4" in user.words)
    assert user.dialog == "White"
    user.press_button("Use this program")
    assert user.state.lamp(Color.WHITE) is Lamp.LOADING
    user.until(lambda: user.state.lamp(Color.WHITE) is Lamp.READY)
    assert user.state.seats.white.mode is Mode.AUTO
    known = ChosenProgram(sys.executable, arguments("e4", "stay"))
    assert user.window.state.settings.history == (known,)
    assert user.window.state.settings.default_ai.white == known
    assert load(user.file).settings.default_ai.white == known
    user.press_start()
    user.until(lambda: user.moves == ["e4"])


@pytest.mark.parametrize(
    ("path", "words", "why"),
    [
        (f"{sys.executable}-nowhere", (), "-nowhere"),
        (sys.executable, ("crash",), "cannot find my book"),
        (sys.executable, ("Ke5", "Ke4", "Kd4", "stay"), "not legal"),
        (sys.executable, ("leave",), "ended"),
    ],
)
def test_a_test_start_that_fails_says_why_in_the_dialog(user: User, path, words, why):
    open_dialog(user, *words, path=path)
    user.press_button("Test start")
    user.until(lambda: why in user.words + "".join(one.text for one in user.all(Excerpt)))
    assert user.dialog == "White"
    assert user.button("Test start").primary
    assert not user.button("Use it anyway").primary
    user.press_button("Cancel")
    assert user.state.lamp(Color.WHITE) is Lamp.NOT_LOADED


def test_each_protocol_is_told_under_the_list(user: User):
    open_dialog(user, "e4")
    assert "white asks for a move at once" in user.words
    assert "nothing but a dot means: that was illegal" in user.words
    told = {name: protocol_help(name, CHESS) for name in PROTOCOLS}
    assert "bestmove" in told["uci"]
    assert len(set(told.values())) == 4  # the three dialects of lines differ in their notation


def test_a_program_of_another_game_is_offered_the_lines_of_that_game(user: User):
    gomoku = next(iter(BUILT_IN_GAMES["gomoku"].variants.values()))
    user.window.ask(OfferGame("gomoku", 0, gomoku))
    open_dialog(user, "h8", "stay")
    assert "black asks for a move at once" in user.words
    assert "print one move, as h8" in user.words
    user.press_button("Use this program")
    user.until(lambda: user.state.seats.white.spec)
    spec = user.state.seats.white.spec
    assert spec is not None
    assert spec.protocol == "lines"


def test_an_open_quotation_mark_is_told_in_the_dialog(user: User):
    open_dialog(user)
    user.type_into(user.entry(1), '"half')
    user.press_button("Test start")
    assert "quotation mark" in user.words
    user.press_button("Use it anyway")
    assert user.dialog == "White"


def test_what_the_program_wrote_is_in_the_dialog_and_is_copied(user: User):
    open_dialog(user, "crash")
    user.press_button("Test start")
    user.until(lambda: user.all(TextPane))
    written = user.all(TextPane)[0].text.splitlines()
    assert written[:2] == ["possible: see 'board why other-folder'", "→ white"]
    assert "! cannot find my book" in written
    assert written[-1] == "■ exit code 3"
    user.press_button("Copy all")
    assert "! cannot find my book" in user.clipboard.paste()
    assert user.button("Copied")
    user.type_into(user.entry(1), arguments("e4", "stay"))
    assert not user.all(TextPane)
    assert user.button("Use this program").primary


def test_a_whole_command_is_understood_where_a_file_is_asked_for(user: User):
    open_card(user)
    user.type_into(user.entry(0), joined_words((sys.executable, str(OPPONENT), "e4", "stay")))
    user.press_button("Use this program")
    user.until(lambda: user.state.lamp(Color.WHITE) is Lamp.READY)
    assert user.state.seats.white.spec.command == (sys.executable, str(OPPONENT), "e4", "stay")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        pytest.param(
            "/nowhere/my ai.py", "There is no program '/nowhere/my ai.py'", marks=of_posix
        ),
        ("pyhton3 my_ai.py", "There is no program 'pyhton3'"),
        pytest.param(
            "python3 not_here.py --fast", "There is no file 'not_here.py' here", marks=of_posix
        ),
    ],
)
def test_a_missing_file_is_told_before_anything_starts(user: User, typed: str, said: str):
    open_card(user)
    user.type_into(user.entry(0), typed)
    user.press_button("Use this program")
    assert said in user.words
    assert user.state.seats.white.spec is None
    assert not user.lines
    user.press_button("Use it anyway")
    user.until(lambda: user.state.lamp(Color.WHITE) is Lamp.FAILED)


def test_a_function_of_a_file_is_understood_too(user: User):
    open_card(user)
    user.type_into(user.entry(0), f"{FUNCTIONS}:begins")
    user.press_button("Test start")
    user.until(lambda: "is loaded" in user.words)
    user.press_button("Use this program")
    assert user.state.seats.white.spec.function == (str(FUNCTIONS), "begins")


@pytest.mark.parametrize("spec", [program("e4", "stay"), parse_player("elo:1200", rules=CHESS)])
def test_the_card_shows_who_sits_there_whatever_was_loaded_last(user_with_history: User, spec):
    user = user_with_history
    user.seat(spec)
    open_card(user)
    user.press_button("Use this program")
    user.do()
    assert user.state.seats.white.spec == spec


def test_after_a_game_strip_and_card_tell_who_plays_next(user: User):
    user.start(program("e4", "stay"))
    user.until_moves("e4")
    for _press in range(2):
        user.window.ask(PlayAction.PRESS_RESIGN)
    user.until_phase(GameFinished)
    assert user.status.startswith("You lost\n")
    assert not user.button("Play again").primary
    user.window.ask(SeatAI(Color.BLACK, function("begins"), Mode.AUTO))
    user.do()
    assert user.status == "Ready to play again\nChess · opponent against begins"
    assert user.button("Play again").primary
    user.window.ask(TryProgram(Color.BLACK, replace(program("e4", "stay"), name="tested")))
    user.until(lambda: any("tested is loaded" in line for line in user.log))
    assert user.window._screen._strips.of.black.strip.name == "begins"
    assert any("tested" in row[:3] and "e4" in row for row in user.lines)


@pytest.mark.parametrize("leave", ["elsewhere", "Cancel"])
def test_a_click_elsewhere_takes_the_program_that_passed_its_trial(user: User, leave: str):
    open_dialog(user, "e4", "stay")
    user.press_button("Test start")
    user.until(lambda: "moved e4" in user.words)
    if leave == "Cancel":
        user.press_button(leave)
    else:
        user.click((user.top.rect.right + 50, user.top.rect.centery))
    user.do()
    assert user.dialog == ""
    assert (user.state.seats.white.spec is None) is (leave == "Cancel")


def test_one_click_closes_the_card_and_plays_an_ended_game_again(user: User):
    user.start(black=program("e5", "stay"))
    for _time in range(2):
        user.window.ask(PlayAction.PRESS_RESIGN)
    user.until_phase(GameFinished)
    user.do()
    again = user.button("Play again").rect.center
    user.click(again)
    user.until_asked()
    for _time in range(2):
        user.window.ask(PlayAction.PRESS_RESIGN)
    user.until_phase(GameFinished)
    user.command("b")
    assert user.dialog
    user.click("a1")
    assert not user.dialog, "a click on the board only closes it"
    user.command("b")
    user.click(again)
    assert not user.dialog
    user.until_asked()


def test_a_card_in_which_nothing_waits_for_an_answer_is_closed(user: User):
    user.start(program("e4", "stay"))
    user.command("w")
    assert user.button("Close")
    user.key(pygame.K_ESCAPE)
    user.command("b")
    assert user.button("Close")


def test_the_card_of_a_watched_program_is_wide_and_tells_its_side(user: User):
    user.window.ask(ShowStart(Way.WATCH))
    user.do()
    user.choose("More…")
    user.choose_item("A program of mine…")
    assert user.dialog == "White"
    assert user.top.rect.w >= 420


def test_a_result_is_forgotten_when_another_program_is_typed(user: User):
    open_dialog(user, "leave")
    user.press_button("Test start")
    user.type_into(user.entry(1), "other")
    assert "first move" not in user.words
    user.until(lambda: any("does not play" in line for line in user.log))
    assert "does not play" not in user.words  # it was not this one


def test_a_card_does_not_shrink_while_somebody_types(user: User):
    open_card(user)
    user.type_into(user.entry(0), "/somewhere/my_ai.py")
    place = Rect(user.button("Use this program").rect)
    user.type_into(user.entry(0), "Beginner")
    assert user.button("Use this program").rect == place
    assert user.button("Use this program").enabled


@pytest.mark.parametrize(("leave", "kept"), [("escape", Mode.AUTO), ("use", Mode.BY_HAND)])
def test_a_mode_counts_with_the_program_that_is_used(user: User, leave: str, kept: Mode):
    user.window.ask(SeatAI(Color.WHITE, function("begins"), Mode.AUTO))
    user.command("w")
    user.choose("Step")
    if leave == "escape":
        user.key(pygame.K_ESCAPE)
    else:
        user.press_button("Use this program")
    assert user.dialog == ""
    assert user.state.seats.white.mode is kept


def test_a_function_speaks_no_protocol(user: User):
    open_card(user)
    user.type_into(user.entry(0), f"{FUNCTIONS}:begins")
    assert "white asks for a move at once" not in user.words
    assert not user.top._fields.protocol.visible
    user.type_into(user.entry(0), "/somewhere/my_ai.py")
    assert user.top._fields.protocol.visible


def test_programs_of_before_are_offered_and_forgotten(user_with_history: User):
    user = user_with_history
    open_card(user, "b")
    assert user.entry(0).text == "/usr/games/newest"
    user.click(user.entry(0).rect.midleft)
    user.key(pygame.K_DOWN)
    assert isinstance(user.top, Menu)
    user.choose_item("/usr/games/older")
    assert user.entry(0).text == "/usr/games/older"
    user.click(user.icon(Icon.BIN))
    assert "empty" in user.words
    assert user.window.state.settings.history == ()
    assert load(user.file).settings.history == ()
    user.key(pygame.K_ESCAPE)
    open_card(user, "b")
    assert user.entry(0).text == ""


@pytest.fixture
def user_with_history(tmp_path):
    history = (ChosenProgram("/usr/games/newest"), ChosenProgram("/usr/games/older", "-x", "uci"))
    user = User(tmp_path, history=history)
    yield user
    user.leave()


def test_loading_keeps_no_default_when_the_settings_say_so(tmp_path):
    user = User(tmp_path, save_ai_on_load=False)
    try:
        open_dialog(user, "e4", "stay")
        user.press_button("Use this program")
        assert user.window.state.settings.default_ai.white is None
        assert len(user.window.state.settings.history) == 1
        user.until(lambda: user.state.lamp(Color.WHITE) is Lamp.READY)
    finally:
        user.leave()


def test_a_program_dropped_onto_the_window_opens_the_dialog_with_it(user: User):
    user.do(Event(pygame.DROPFILE, file="/somewhere/my ai.py"))
    assert user.dialog == "White"
    assert user.entry(0).text == "/somewhere/my ai.py"
    user.do(Event(pygame.DROPFILE, file="/somewhere/other.py"))
    assert user.entry(0).text == "/somewhere/other.py"
    user.key(pygame.K_ESCAPE)
    user.start(function("waits"), function("answers"))
    user.do(Event(pygame.DROPFILE, file="/somewhere/my ai.py"))
    assert user.dialog == ""
    assert "Stop the game first" in user.status


def test_a_program_is_chosen_by_browsing(user: User, tmp_path: Path):
    (tmp_path / "mine.py").write_text("")
    (tmp_path / "notes.txt").write_text("")
    open_card(user)
    user.press_button("Browse…")
    user.top.go_to(tmp_path)
    user.do()
    table = user.table()
    names = [table.rows.row(index)[0] for index in range(len(table.rows))]
    assert "notes.txt" not in names
    user.click(user.row(table, names.index("mine.py")))
    user.press_button("Open")
    assert user.entry(0).text == str(tmp_path / "mine.py")
    assert [button.text for button in user.all(Button) if button.focused] == ["Use this program"]
    user.press_button("Add file…")
    user.top.go_to(tmp_path)
    user.do()
    table = user.table()
    names = [table.rows.row(index)[0] for index in range(len(table.rows))]
    user.click(user.row(table, names.index("notes.txt")))
    user.press_button("Open")
    assert user.entry(1).text == f'"{tmp_path / "notes.txt"}"'


# What goes wrong in a game


def test_a_crash_is_explained_on_the_card_and_in_the_log(user: User):
    user.start(black=program("e5", "crash"))
    user.clicks("e2", "e4")
    user.until_moves("e4", "e5")
    assert user.dialog == ""
    user.clicks("g1", "f3")
    user.until_phase(GameFinished)
    assert user.state.view.ended.outcome.reason is Reason.CRASH
    assert user.state.lamp(Color.BLACK) is Lamp.FAILED
    assert any("cannot find my book" in line for line in user.log)
    strip = user.window._screen._strips.of.black
    assert "exit code 3" in strip.strip.words
    assert user.dialog == ""  # the reason has a pane, which is open
    assert "Black loses by a crash" in user.words
    assert "cannot find my book" in user.all(TextPane)[0].text
    user.press_button("Copy all")
    assert "cannot find my book" in user.clipboard.paste()
    user.window._screen.open_page(0)
    user.do()
    assert not user.all(TextPane)
    user.click(strip._why_at.center)
    assert "cannot find my book" in user.all(TextPane)[0].text
    assert "At Black's move 2" in user.words
    sure, *lines = user.all(TextPane)[0].text.splitlines()
    assert sure == "certain, as it was seen: see 'board why ended'"
    assert lines[:3] == ["→ black", "→ e4", "← e5"]
    assert user.button("Play again").primary
    assert not user.button("Test start").primary
    user.press_button("Test start")  # it answers as White: there it crashes at once
    assert user.state.lamp(Color.BLACK) is Lamp.LOADING
    user.until(lambda: user.state.lamp(Color.BLACK) is Lamp.FAILED)
    user.press_button("Play again")  # with a fresh process
    user.until(lambda: user.state.number == 2 and user.state.running)
    assert user.state.lamp(Color.BLACK) is Lamp.IDLE
    user.clicks("d2", "d4")
    user.until_moves("d4", "e5")


def test_an_exception_of_a_function_is_explained_with_its_line(user: User):
    user.start(black=function("fails"))
    user.clicks("e2", "e4")
    user.until_phase(GameFinished)
    assert "ZeroDivisionError: my evaluation divides by nothing" in user.words
    place, *source = user.all(Excerpt)[0].text.splitlines()
    assert place == "functions.py, line 40, in fails"
    code = FUNCTIONS.read_text("utf-8").splitlines()[37:42]
    signs = ("  ", "  ", "> ", "  ", "  ")
    assert source == [
        f"{sign}  {at}  {line}" for at, (sign, line) in enumerate(zip(signs, code, strict=True), 38)
    ]
    assert source[2].endswith('raise ZeroDivisionError("my evaluation divides by nothing")')
    user.press_button("Play again")
    user.until(lambda: user.state.number == 2)
    assert "until Black has made its move 1" in user.words  # a start alone proves nothing
    assert user.all(Excerpt)
    user.menu("Stop")
    user.until_phase(GameFinished)
    assert any("functions.py" in line for line in user.log)


def test_a_program_that_cannot_be_started_ends_the_game_before_it_begins(user: User):
    user.start(parse_player("san:/nowhere/at/all"), function("answers"))
    user.until_phase(GameFinished)
    assert user.state.lamp(Color.WHITE) is Lamp.FAILED
    assert "/nowhere/at/all" in "\n".join(user.log)


def test_a_function_that_is_not_there_begins_no_game(user: User):
    user.seat(parse_player("/nowhere.py:nobody"))
    user.press_start()
    user.until_phase(FreeBoard)
    assert "/nowhere.py" in user.status
    user.clicks("e2", "e4")
    assert user.moves == ["e4"]


# Stopping


@pytest.mark.parametrize("hang", ["hang", "ignore-sigterm", "suspend"])
def test_a_game_whose_program_hangs_is_stopped_and_reset(user: User, hang: str):
    user.start(black=program(hang))
    user.clicks("e2", "e4")
    user.until(lambda: len(user.moves) >= 1)
    user.menu("Stop")
    user.clicks("a2", "a3")  # the window still answers
    user.until_phase(GameFinished)
    assert user.state.view.ended.outcome.reason is Reason.STOPPED
    assert user.dialog == ""
    user.menu("Clear the board")
    assert user.state.busy
    user.clicks("a2", "a3")
    user.key(pygame.K_LEFT)
    user.until_phase(FreeBoard)
    assert user.moves == []
    assert user.state.lamp(Color.BLACK) is Lamp.READY


def test_reset_ends_a_running_game_too(user: User):
    user.start(function("waits"), program("e5", "stay"))
    user.menu("Clear the board")
    user.until_phase(FreeBoard)
    assert "All programs have ended." in user.log
    user.clicks("e2", "e4")
    assert user.moves == ["e4"]


def test_a_game_that_is_about_to_begin_can_be_stopped(user: User):
    user.seat(function("waits"), function("answers"))
    user.press_start()
    user.press_button("Stop")
    user.until_phase(GameFinished)
    assert user.moves == []
    user.press_start()
    user.until_asked()


def test_a_new_game_takes_the_place_of_the_one_that_runs(user: User):
    user.start(function("waits"), function("answers"))
    GATE.open()
    user.until_moves("e4", "e5")
    user.command("n")
    user.choose("Person")
    user.key(pygame.K_RETURN)
    user.until(lambda: user.state.number == 2 and user.state.running)
    assert user.moves == []
    user.clicks("d2", "d4")
    user.until_moves("d4")
    assert user.state.number == 2


def test_the_computer_may_begin(user: User):
    user.command("n")
    user.choose("Black")
    user.choose("Club")
    user.press_button("Play")
    user.until(lambda: len(user.moves) == 1 and user.state.view.asked)
    assert user.board
    assert user.window.board.scene.flipped
    assert user.state.view.names.white == "Club"


def test_two_computers_play_a_move_at_a_time(user: User):
    user.command("n")
    user.letter("2")
    user.press_button("0 s a move")
    user.choose_item("One move at a time, on request")
    user.press_button("Watch")
    user.until_asked()
    user.press_button("Next move")
    user.until(lambda: len(user.moves) == 1 and user.state.view.asked)
    user.press_button("Next move")
    user.until(lambda: len(user.moves) == 2 and user.state.view.asked)


# Closing: what is left behind is looked for after every test


def closes(user: User) -> None:
    user.do(Event(pygame.QUIT))
    assert user.window.closing
    user.leave()
    user.leave()


def test_closing_before_anything(user: User):
    closes(user)


def test_closing_while_a_game_is_being_opened(user: User):
    user.seat(program("e4", "stay"), program("e5", "stay"))
    user.press_start()
    closes(user)


@pytest.mark.parametrize("hang", ["hang", "compute", "ignore-sigterm"])
def test_closing_while_a_program_thinks(user: User, hang: str):
    user.start(black=program(hang))
    user.clicks("e2", "e4")
    user.until(lambda: len(user.moves) >= 1)
    closes(user)


def test_closing_during_a_test_start(user: User):
    open_dialog(user, "hang")
    user.press_button("Test start")
    user.until(lambda: user.lines)
    closes(user)


def test_closing_as_a_test_start_begins(user: User):
    open_dialog(user, "hang")
    user.press_button("Test start")
    closes(user)


def test_closing_with_a_dialog_and_a_menu_open(user: User):
    user.start(black=function("waits"))
    user.clicks("e2", "e4")
    user.command("n")
    closes(user)


def test_closing_while_everything_is_reset(user: User):
    user.start(program("hang"), program("hang"))
    user.menu("Clear the board")
    closes(user)


def test_the_loop_itself_ends_when_the_window_is_closed(user: User):
    user.start(function("waits"), function("answers"))
    pygame.event.post(Event(pygame.QUIT))
    user.window.run()
    assert user.window.closing
    assert not pygame.display.get_init()


def test_a_window_without_a_game_waits_for_ever(user: User):
    user.until(lambda: user.window._patience() > 1)
    wait(0)
    user.letter("c", CTRL)
    user.until(lambda: user.window._patience() > 1)


def test_a_game_whose_program_is_never_ready_can_be_stopped(user: User):
    spec = parse_player(f"uci:{joined_words((sys.executable, str(OPPONENT), 'hang'))}")
    user.seat(spec, function("answers"))
    user.press_start()
    user.until(lambda: user.lines)
    assert isinstance(user.state.phase, GameRequested | GameStarting)
    assert user.state.lamp(Color.WHITE) is Lamp.LOADING
    user.menu("Stop")
    user.until_phase(GameFinished)
    user.menu("Clear the board")
    user.until_phase(FreeBoard)


def test_closing_ends_ais_that_run_in_processes_of_their_own(tmp_path: Path):
    user = User(tmp_path, isolate=True)
    random = parse_player("random")
    user.start(random, random)
    user.until(lambda: len(user.moves) >= 2)
    closes(user)


# The start screen


def test_the_start_screen_leads_to_ones_own_ai(user: User):
    user.window.ask(ShowStart())
    user.do()
    user.letter("3")
    user.choose("Black")
    user.press_button("My program…")
    assert user.dialog == "Black"
    assert user.state.seats.white.mode is Mode.AUTO
    user.key(pygame.K_ESCAPE)
    assert user.dialog == ""


def test_the_start_screen_lets_look_around(user: User):
    user.window.ask(ShowStart())
    user.do()
    user.letter("4")
    user.clicks("e2", "e4")
    assert user.moves == ["e4"]


def test_a_new_game_may_begin_from_the_position_on_the_board(user: User):
    user.clicks("e2", "e4")
    user.command("n")
    user.choose("Person")
    user.press_button("Rules, opening…")
    user.choose_item("From the position on the board")
    user.key(pygame.K_RETURN)
    user.until_asked()
    assert user.moves == ["e4"]
    user.clicks("e7", "e5")
    user.until_moves("e4", "e5")


def test_errors_of_programs_are_filtered_from_their_lines(user: User):
    user.start(black=program("e5", "raise"))
    user.clicks("e2", "e4")
    user.until_moves("e4", "e5")
    user.clicks("d2", "d4")
    user.until_phase(GameFinished)
    pane = user.window._screen.log
    user.window._screen.open_page(LOG_PAGE)
    user.do()
    count = int(pane.chips["errors"].text.removeprefix("Errors "))
    user.click(pane.chips["errors"])
    error = "IndexError: list index out of range"
    user.until(lambda: [line[1:] for line in user.lines] == [("!", error)])
    assert len(user.log) == count - 1 > 0


def test_the_code_around_an_error_is_shown_only_as_it_was_run(user: User, tmp_path: Path):
    file = tmp_path / "mine.py"
    code = ["import sys", "", "sys.stdin.readline()", "board = []", "board[3]", "", "print()"]
    file.write_text("\n".join(code))
    spec = parse_player(f"san:{joined_words((sys.executable, str(file)))}")
    user.window.ask(SeatAI(Color.WHITE, spec, Mode.AUTO))
    user.until(lambda: user.state.lamp(Color.WHITE) is Lamp.FAILED)
    trial = user.state.seats.white.trial
    assert report_of_trial(trial).source.splitlines() == [
        "     3  sys.stdin.readline()",
        "     4  board = []",
        ">    5  board[3]",
        "     6  ",
        "     7  print()",
    ]
    file.write_text("\n".join(["# another line", *code]))
    assert report_of_trial(trial).source == "board[3]"
    file.unlink()
    assert report_of_trial(trial).source == "board[3]"


def test_f2_opens_the_log_also_where_two_tabs_are_seen_at_once(user: User):
    user.resize((1920, 1080))
    user.start(function("waits"), function("answers"))
    GATE.open()
    user.until_moves("e4", "e5")
    assert not user.window._screen.log.visible
    user.key(pygame.K_F2)
    assert user.window._screen.log.visible
    GATE.open()
    user.until_moves("e4", "e5", "Nf3", "Nc6")
    assert user.window._screen.log.visible
