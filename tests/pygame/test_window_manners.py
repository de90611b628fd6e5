"""What the window asks before it ends a game, and what it tells before and after one."""

from dataclasses import replace

import pygame
from driving import ALT, GATE, User, function
from pygame.event import Event
from stones import gomoku

from board_core import Color, Reason
from board_core.frontend.settings import choice_for, load
from board_pygame.board.scene import lettering
from board_pygame.effects import OpenReview, WriteFile
from board_pygame.games import BUILT_IN_GAMES
from board_pygame.intents import (
    ChangeSettings,
    OfferGame,
    PlayAction,
    RecordText,
    SetPosition,
    ShowStart,
)
from board_pygame.kit.painter import Icon
from board_pygame.phases import FreeBoard, GameFinished
from board_pygame.wish import Frame, Way, offered


def asks(user: User) -> None:
    settings = replace(user.window.state.settings, ask_before_ending=True)
    user.window.state = replace(user.window.state, settings=settings)


def test_closing_during_a_game_asks_once_and_enter_keeps_playing(user: User):
    asks(user)
    user.start()
    user.clicks("e2", "e4")
    user.until_moves("e4")
    user.do(Event(pygame.QUIT))
    assert user.dialog == "Leave the game?"
    user.key(pygame.K_RETURN)
    assert not user.window.closing
    assert user.state.running
    user.do(Event(pygame.QUIT))
    user.press_button("Leave the game")
    assert user.window.closing


def test_a_game_without_a_move_is_left_without_a_question(user: User):
    asks(user)
    user.start()
    user.do(Event(pygame.QUIT))
    assert user.window.closing


def test_without_a_game_nothing_is_asked(user: User):
    asks(user)
    user.do(Event(pygame.QUIT))
    assert user.window.closing


def test_a_way_that_was_chosen_on_the_first_screen_stays_whatever_the_game_does(user: User):
    user.start(function("waits"), function("waits"))
    user.window.ask(ShowStart(Way.WATCH))
    user.do()
    user.letter("3")
    GATE.open()
    user.until(lambda: len(user.moves) == 1)
    assert user.button("My program…").visible
    user.window.ask(ShowStart(Way.PLAY))
    user.do()
    assert user.button("Play").visible


def test_a_letter_alone_stops_nothing(user: User):
    user.start()
    user.letter("p")
    assert user.state.running
    user.command("p")
    user.until_phase(GameFinished)


def test_a_reset_asks_and_the_setting_turns_it_off(user: User):
    asks(user)
    user.start()
    user.clicks("e2", "e4")
    user.until_moves("e4")
    user.window.ask(PlayAction.RESET_BOARD)
    assert user.dialog == "Leave the game?"
    user.key(pygame.K_ESCAPE)
    settings = replace(user.window.state.settings, ask_before_ending=False)
    user.window.state = replace(user.window.state, settings=settings)
    user.window.ask(PlayAction.RESET_BOARD)
    user.until_phase(FreeBoard)


def test_enter_on_the_first_screen_plays_and_the_choice_is_remembered(user: User):
    user.window.ask(ShowStart())
    user.do()
    user.choose("Club")
    user.choose("Black")
    user.key(pygame.K_RETURN)
    user.until(lambda: user.state.running)
    assert user.window.state.frame is Frame.GAME
    assert user.state.plan.player(Color.WHITE).text == "club"
    chosen = choice_for(load(user.file).settings, "chess")
    assert (chosen.level, chosen.side) == ("club", "black")


def test_the_game_waits_while_the_first_screen_is_shown(user: User):
    user.start()
    user.command("n")
    user.until(lambda: user.state.view.paused)
    user.key(pygame.K_ESCAPE)
    user.until(lambda: not user.state.view.paused)
    assert user.window.state.frame is Frame.GAME


def test_two_ais_are_watched_with_actions_of_their_own(user: User):
    user.window.ask(ShowStart(Way.WATCH))
    user.do()
    user.press_button("Watch")
    user.until(lambda: user.state.running)
    user.do()
    assert user.window.state.frame is Frame.GAME
    assert user.button("One move").visible


def test_a_game_over_is_told_beside_the_board(user: User):
    user.seat(black=function("waits"))
    user.command("s")
    user.until_asked()
    user.command("g")
    user.command("g")
    user.until_phase(GameFinished)
    user.do()
    assert len(user.window.ui.layers) == 1
    assert user.state.view.ended.outcome.reason is Reason.RESIGNATION
    assert "0–1 · resignation" in user.status
    assert user.button("Review the game")


def test_a_hint_and_forbidden_points_are_marked_on_a_grid(user: User):
    rules = next(iter(BUILT_IN_GAMES["renju"].variants.values()))
    user.window.ask(OfferGame("renju", 0, rules))
    user.window.ask(SetPosition("h8 a1 h9 a2 j10 a3 k10 b1"))
    user.do()
    assert user.window.board.scene.forbidden == ("h10",)
    assert user.window.board.drawing.marks["h10"] == ("forbidden",)


def test_who_watches_is_asked_whether_to_go_on_watching(user: User):
    asks(user)
    user.start(function("begins"), function("waits"))
    user.until(lambda: len(user.moves) == 1)
    user.do(Event(pygame.QUIT))
    assert user.dialog == "Leave the game?"
    user.press_button("Keep watching")
    assert not user.window.closing


def test_a_grid_is_lettered_with_i_and_typed_moves_follow_what_is_seen(user: User):
    gomoku(user)
    board = user.window.board
    assert "".join(board.scene.geometry.column_labels) == "abcdefghijklmno"
    user.click("k10")  # its name in records: the tenth column
    user.until(lambda: user.moves == ["k10"] and user.state.view.asked)
    assert user.window._screen.moves.grid.rows.words(0) == "black stone on j10"
    user.type_move("i9")
    user.until(lambda: user.moves == ["k10", "j9"] and user.state.view.asked)
    user.type_move("j10")
    assert "j10" in user.status
    assert "k10" not in user.status
    settings = replace(user.window.state.settings, letters_with_i=False)
    user.window.ask(ChangeSettings(settings))
    user.type_move("k11")
    user.until(lambda: user.moves[-1] == "k11")
    assert user.window._screen.moves.grid.rows.item(0).notation == "k10"


def test_a_refused_point_is_named_by_the_letters_that_are_seen(user: User):
    renju = next(iter(BUILT_IN_GAMES["renju"].variants.values()))
    user.window.ask(OfferGame("renju", 0, renju))
    user.window.ask(SetPosition("k9 a1 k10 a2 l11 a3 m11 b1"))
    user.do()
    user.click("k11")  # its name in records
    assert "\nj11 is a forbidden move" in user.status
    user.type_move("J10")
    assert "'J10' is taken" in user.status
    assert "leave out" not in user.status  # the board has all of them
    user.key(pygame.K_ESCAPE)
    user.type_move("p8")  # beyond the edge
    assert "'p8' is not on the board" in user.status
    assert "o15" in user.status
    assert user.moves == []


def test_the_moves_that_are_suggested_begin_as_they_are_seen(user: User):
    gomoku(user)
    matches = user.window._screen._matches
    for letter in "ko":
        user.letter("a", ALT)
        user.type(letter)
        assert matches.text.startswith(f"{letter}1   {letter}10")
        user.key(pygame.K_ESCAPE)
    user.letter("a", ALT)
    user.type("i9")
    assert matches.text == "i9"


def test_a_review_names_points_by_the_letters_that_are_seen(user: User):
    gomoku(user)
    user.window._open(OpenReview((), False, "better was k6 (black stone on k6)"))
    assert "better was j6 (black stone on j6)" in user.words


def test_places_are_lettered_in_sentences_of_every_language():
    letters = lettering(next(iter(BUILT_IN_GAMES["gomoku"].variants.values())).geometry, True)
    for text, shown in (("on k10", "on j10"), ("黑子落在k10。", "黑子落在j10。"), ("k10k", "k10k")):
        assert letters.show(text) == shown
        assert letters.read(shown) == text


def test_a_game_pasted_on_the_first_screen_is_seen_on_the_board(user: User):
    user.window.ask(ShowStart(Way.OPEN))
    user.do()
    user.clipboard.copy("1. e4 e5 2. Nf3 *")
    user.letter("v", pygame.KMOD_LCTRL)
    assert user.window.state.frame is Frame.GAME
    assert user.moves == ["e4", "e5", "Nf3"]


def test_a_new_game_asks_once_before_it_forgets_the_changes_of_a_record(user: User, tmp_path):
    asks(user)
    user.window.ask(RecordText("1. e4 e5 *", "club.pgn"))
    user.key(pygame.K_END)
    user.clicks("g1", "f3")
    user.command("s")
    assert user.dialog == "Leave the record?"
    user.press_button("Cancel")
    assert user.moves == ["e4", "e5", "Nf3"]
    user.window.ask(WriteFile(tmp_path / "club.pgn"))
    user.command("s")
    user.until(lambda: user.state.running)


def changed_record(user: User) -> None:
    """With a question whether it is to be left."""
    asks(user)
    user.window.ask(RecordText("1. e4 e5 *", "club.pgn"))
    user.key(pygame.K_END)
    user.clicks("g1", "f3")
    user.do(Event(pygame.QUIT))
    assert user.dialog == "Leave the record?"


def test_a_record_is_saved_before_it_is_left(user: User, tmp_path):
    changed_record(user)
    user.key(pygame.K_RETURN)
    assert user.dialog == "Save the game"
    user.type_into(user.entry(1), str(tmp_path / "mine.pgn"))
    user.key(pygame.K_RETURN)
    assert user.window.closing
    assert "Nf3" in (tmp_path / "mine.pgn").read_text("utf-8")


def test_a_record_that_could_not_be_saved_is_not_left(user: User, tmp_path):
    changed_record(user)
    user.press_button("Save…")
    user.type_into(user.entry(1), str(tmp_path / "nowhere" / "mine.pgn"))
    user.key(pygame.K_RETURN)
    assert not user.window.closing
    assert "cannot be written" in user.status


def test_a_record_is_left_without_saving_only_by_its_own_button(user: User):
    changed_record(user)
    user.key(pygame.K_ESCAPE)
    assert not user.window.closing
    user.do(Event(pygame.QUIT))
    user.press_button("Don't save")
    assert user.window.closing


def test_each_of_several_games_is_saved_before_their_file_is_left(user: User, tmp_path):
    asks(user)
    user.window.ask(RecordText('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *', "club.pgn"))
    user.window.ui.close()
    user.key(pygame.K_END)
    user.clicks("e7", "e5")
    user.do(Event(pygame.QUIT))
    user.press_button("Save…")
    user.press_button("All games")
    user.type_into(user.entry(1), str(tmp_path / "mine.pgn"))
    user.key(pygame.K_RETURN)
    assert user.window.closing
    assert "e5" in (tmp_path / "mine.pgn").read_text("utf-8")


def test_the_strips_name_both_players_of_a_record(user: User):
    user.window.ask(RecordText('[White "Anna"]\n[Black "Bob"]\n\n1. e4 e5 *', "club.pgn"))
    user.do()
    strips = user.window.ui.layers[0]._strips.of
    assert (strips.white.strip.name, strips.black.strip.name) == ("Anna", "Bob")


def test_the_strips_name_the_person_and_the_level_with_its_strength(user: User):
    user.command("n")
    user.press_button("Play")
    user.until(lambda: user.state.may_move)
    strips = user.window.ui.layers[0]._strips.of
    assert strips.white.strip.name == "You"
    assert (strips.black.strip.name, strips.black.strip.second) == ("Beginner", "820")


def test_a_paused_game_has_a_button_to_go_on_and_one_to_begin_anew(user: User):
    user.command("n")
    user.press_button("Play")
    user.until(lambda: user.state.may_move)
    user.clicks("e2", "e4")
    user.until(lambda: len(user.moves) == 2 and user.state.view.asked)
    user.key(pygame.K_SPACE)
    user.until(lambda: user.state.view.paused)
    user.press_button("Go on")
    user.until(lambda: not user.state.view.paused)
    user.key(pygame.K_SPACE)
    user.until(lambda: user.state.view.paused)
    user.press_button("Start again")
    user.until(lambda: not user.moves and user.state.may_move)
    assert user.button("Hint")


def test_two_computers_begin_anew_from_the_menu_after_a_question(user: User):
    asks(user)
    user.start(function("begins"), function("waits"))
    user.until(lambda: len(user.moves) == 1)
    user.menu("Start again")
    assert user.dialog == "Leave the game?"
    first = user.state.number
    user.press_button("Leave the game")
    user.until(lambda: user.state.number > first and len(user.moves) == 1)


def test_no_key_of_the_help_is_cut(user: User):
    user.key(pygame.K_F1)
    table, fonts = user.table(), user.window.ui.fonts
    for column, (_x, width) in enumerate(table._columns(fonts)):
        texts = [table.rows.row(at)[column] for at in range(len(table.rows))]
        assert [text for text in texts if fonts.width(text, 14) > width - 14] == []


def test_a_finished_game_is_whole_again_after_its_analysis(user: User):
    user.seat(black=function("waits"))
    user.command("s")
    user.until_asked()
    user.clicks("e2", "e4")
    user.until(lambda: user.moves == ["e4"])
    user.command("g")
    user.command("g")
    user.until_phase(GameFinished)
    user.do()
    user.key(pygame.K_F3)
    assert user.window.state.frame is Frame.ANALYSIS
    assert user.button("Back").primary
    user.clicks("e7", "e5")
    assert user.moves == ["e4", "e5"]
    user.key(pygame.K_ESCAPE)
    assert user.window.state.frame is Frame.GAME
    assert user.button("Review the game")
    assert user.moves == ["e4"]
    assert "White resigns" in user.window.record_text()
    user.key(pygame.K_F3)
    user.key(pygame.K_END)
    assert user.moves == ["e4", "e5"]


def test_a_record_as_it_was_opened_is_left_without_a_question(user: User):
    asks(user)
    user.window.ask(RecordText("1. e4 e5 *", "club.pgn"))
    user.do(Event(pygame.QUIT))
    assert user.window.closing


def test_another_language_keeps_what_was_chosen_on_the_first_screen(user: User):
    user.window.ask(ShowStart())
    user.do()
    user.choose("Hard")
    user.choose("Black")
    user.choose("5 min")
    user.press_button("中文")
    user.press_button("English")
    wish = user.window.ui.top._card.wish()
    assert (wish.side, wish.pace.base) == ("black", 300)
    assert offered()[wish.levels.white].player == "hard"


def test_a_failure_opens_its_tab_once_and_the_strip_leads_back_to_it(user: User):
    user.seat(black=function("fails"))
    user.command("s")
    user.until(lambda: user.state.may_move)
    user.clicks("e2", "e4")
    user.until_phase(GameFinished)
    user.do()
    assert "ZeroDivisionError" in user.words
    assert "fails lost: it crashed" in user.status
    user.click(user.tabs["Moves"])
    user.command("f")  # another state opens nothing
    assert "ZeroDivisionError" not in user.words
    strip = user.window._screen._strips.of.black
    assert strip.strip.why
    user.click(strip._why_at.center)
    assert user.button("Copy all")


def test_what_to_do_after_a_failure_is_seen_without_scrolling(user: User):
    user.resize((800, 600))
    user.seat(function("fails"))
    user.command("s")
    user.until_phase(GameFinished)
    user.key(pygame.K_ESCAPE)
    pane = user.window._screen.reason
    assert pane.form.visible, "the reason does not fit, and scrolls"
    for button in (*map(user.button, ("Test start", "Copy all")), user.icon(Icon.FOLDER)):
        assert button.area == button.rect
        assert pane.body.contains(button.rect)


def test_the_opening_is_named_before_a_game_and_in_one(user: User):
    user.clicks("e2", "e4", "c7", "c5")
    assert "Sicilian Defence" in user.status
    user.start()
    assert "Sicilian Defence" in user.status


def test_the_log_names_places_as_the_board_shows_them(user: User):
    gomoku(user)
    user.click("k10")
    user.until(lambda: user.moves == ["k10"])
    assert any("j10" in line for line in user.log)
    assert not any("k10" in line for line in user.log)
