"""Games of the past: every one is kept, found again, looked at, copied, and gone on with."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pygame
import pytest
from driving import FUNCTIONS, User, function, program
from stones import choose_game, put
from test_window_own_games import CONNECT_FOUR

from board_core import CHESS, Color, PerColor, Reason, TimeControl
from board_core.match import GameSpec
from board_core.match.player_spec import parse_player
from board_pygame import kept as kept_module
from board_pygame.dialogs import ChooseGameDialog
from board_pygame.dialogs.records import SHOWN_TAGS
from board_pygame.host import GamePlan, Happened, Opened
from board_pygame.intents import (
    BeginAction,
    PlayAction,
    PlayText,
    RecordAction,
    RecordText,
    ShowStart,
)
from board_pygame.kept import KeptGames
from board_pygame.kit.cards import Cards
from board_pygame.phases import GameFinished
from board_pygame.start_screen import day_words
from board_pygame.wish import Frame, Wish, level_of

MATE = (("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4"))


def folder(user: User) -> Path:
    return user.file.parent / "games"


def rows(user: User) -> list[tuple[str, str, str]]:
    """The games of the past as they stand on the first screen."""
    if not isinstance(getattr(user.top, "_past", None), Cards):
        user.window.ask(ShowStart())
        user.do()
    return [(card.title, card.note, card.aside) for card in user.top._past.cards]


def play(user: User, *moves: tuple[str, str]) -> None:
    """Two people at the window."""
    user.window.play(Wish(PerColor(None, None)))
    user.until_asked()
    for squares in moves:
        count = len(user.moves) + 1
        user.clicks(*squares)
        user.until(lambda count=count: len(user.moves) == count)
        user.until(lambda: user.state.view.asked or user.state.ended)


def stop(user: User) -> None:
    user.window.ask(PlayAction.STOP_PLAYING)
    user.until_phase(GameFinished)


def test_a_game_that_ended_is_kept_and_opened_as_a_record(user: User):
    play(user, *MATE)
    assert rows(user) == [("Person – Person", "0–1 · checkmate · today", "Esc")]
    user.take_card("Person – Person")
    assert user.state.ended
    assert user.window.state.frame is Frame.GAME
    rows(user)
    user.take_card("Person – Person", button=3)
    user.choose_item("Open")
    assert user.state.free
    assert user.moves == ["f3", "e5", "g4", "Qh4#"]
    assert user.state.sheet.tree.result == "0-1"


def test_a_game_that_was_left_goes_on_with_its_clock_where_it_was(user: User):
    user.window.play(Wish(PerColor(None, level_of("random")), pace=TimeControl(300)))
    user.until_asked()
    user.clicks("e2", "e4")
    user.until(lambda: len(user.moves) == 2 and user.state.view.asked)
    moves, clock = list(user.moves), user.state.view.clock
    stop(user)
    user.window.play(Wish(PerColor(None, None), game="gomoku"))
    user.until(lambda: user.state.running and user.state.rules.name == "gomoku")
    title, note, aside = rows(user)[1]
    assert (title, note, aside) == ("You – Random", "waits at move 2 · today", "Go on")
    user.top._take_aside(1)
    user.until(lambda: user.state.running and user.moves == moves)
    user.until_asked()
    assert user.state.view.clock.remaining[Color.BLACK] <= clock.remaining[Color.BLACK]
    assert user.state.plan.player(Color.BLACK).text == "random"
    assert len(list(folder(user).iterdir())) == 1, "it is kept until there is more of it"
    user.clicks("d2", "d4")
    user.until(lambda: len(user.moves) == 4)
    stop(user)
    (file,) = folder(user).iterdir()
    assert len(json.loads(file.read_text())["moves"]) == 4


def seconds(user: User) -> list[float]:
    """What each move took, as the list of moves shows it."""
    return [event.elapsed for event in user.state.view.played]


def times_on_file(user: User) -> list[float | None]:
    (game,) = KeptGames(folder(user)).newest(1)
    return [move.elapsed for move in game.played(CHESS).moves]


def test_a_game_that_goes_on_keeps_what_its_earlier_moves_took(user: User):
    play(user, *MATE[:2])
    took = seconds(user)
    assert all(took)
    stop(user)
    rows(user)
    user.top._take_aside(1)
    user.until_asked()
    assert seconds(user) == took
    used = [user.state.seats[color].used for color in Color]
    assert used == took


@pytest.mark.parametrize("anew", [PlayAction.TAKE_MOVES_BACK, BeginAction.START_PLAYING])
def test_a_game_from_moves_on_the_board_keeps_what_they_took(user: User, anew):
    play(user, *MATE[:3])
    took = seconds(user)
    stop(user)
    if anew is BeginAction.START_PLAYING:
        user.window.ask(RecordAction.ANALYSE_POSITION)
        user.do()
        user.window.play(Wish(PerColor(None, None), from_board=True))
        given = took
    else:
        user.window.ask(anew)
        given = took[:2]
    user.until(lambda: user.state.running)
    user.until_asked()
    assert seconds(user) == given
    user.window.ask(PlayText("a7a6" if len(given) == 3 else "a2a3"))
    user.until(lambda: len(user.moves) == len(given) + 1)
    stop(user)
    assert times_on_file(user)[:-1] == given
    user.window.ask(BeginAction.PLAY_AGAIN)
    user.until(lambda: user.state.running)
    user.until_asked()
    assert seconds(user) == given[: len(user.moves)]


def test_a_finished_game_that_gives_way_to_the_test_of_an_own_ai_is_kept(user: User):
    play(user, *MATE)
    user.command("n")
    user.letter("3")
    user.key(pygame.K_RETURN)
    assert user.dialog in ("White", "Black")
    user.key(pygame.K_ESCAPE)
    user.until(lambda: user.state.free)
    assert not user.moves
    assert [title for title, _note, _aside in rows(user)].count("Person – Person") == 1


def test_a_running_game_that_gives_way_to_another_is_kept(user: User):
    play(user, MATE[0])
    choose_game(user, "Gomoku")
    user.choose("Person")
    user.press_button("Play")
    user.until(lambda: user.state.running and user.state.rules.name == "gomoku")
    user.until_asked()
    assert ("Person – Person", "waits at move 1 · today", "Go on") in rows(user)


def test_a_game_that_runs_when_the_window_closes_is_kept(tmp_path: Path):
    user = User(tmp_path)
    play(user, *MATE[:2])
    user.leave()
    again = User(tmp_path)
    try:
        assert rows(again)[0] == ("Person – Person", "waits at move 2 · today", "Go on")
    finally:
        again.leave()


def test_the_game_of_a_window_that_is_killed_is_kept_up_to_its_last_move(user: User):
    play(user, *MATE[:3])
    (game,) = KeptGames(folder(user)).newest(5)  # as another window finds it
    assert [move.notation for move in game.played(CHESS).moves] == user.moves
    assert game.left
    assert [title for title, _note, _aside in rows(user)] == ["Back to the game"]


def test_tiles_tell_the_game_the_names_and_the_same_move(user: User):
    user.window.play(Wish(PerColor(None, None), game="crazyhouse"))
    user.until(lambda: user.state.running and user.state.rules.name == "crazyhouse")
    user.until_asked()
    for ply, move in enumerate(("e4", "e5"), start=1):
        user.type_move(move)
        user.until(lambda ply=ply: len(user.moves) == ply and user.state.view.asked)
    assert rows(user)[0][1] == "Crazyhouse, move 2"
    user.key(pygame.K_ESCAPE)
    stop(user)
    assert rows(user)[1][1] == "Crazyhouse · waits at move 2 · today"
    user.window.ask(RecordText('[White "Anna"]\n[Black "Bob"]\n\n1. e4 *', "cup.pgn"))
    assert rows(user)[0][:2] == ("Back to the board", "Anna – Bob")


def test_a_game_without_a_move_is_not_kept(user: User):
    play(user)
    stop(user)
    assert rows(user)[1:] == []
    assert not folder(user).exists()


def test_the_failure_of_a_program_is_told_in_its_row(user: User):
    user.start(function("begins"), function("fails"))
    user.until_phase(GameFinished)
    assert rows(user)[0][:2] == ("begins – fails", "1–0 · a crash · today")


def test_a_game_against_a_function_of_ones_own_goes_on_against_it(user: User):
    user.start(black=function("answers"))
    user.clicks("e2", "e4")
    user.until(lambda: len(user.moves) == 2 and user.state.view.asked)
    stop(user)
    rows(user)
    user.top._take_aside(1)
    user.until(lambda: user.state.running and len(user.moves) == 2)
    assert user.state.plan.player(Color.BLACK).text == f"{FUNCTIONS}:answers"


def test_a_program_that_cannot_begin_in_the_middle_is_told(user: User):
    user.start(black=program("e5", "stay"))
    user.clicks("e2", "e4")
    user.until_moves("e4", "e5")
    stop(user)
    rows(user)
    user.top._take_aside(1)
    user.until(lambda: user.state.refusal is not None)
    assert "can only begin from the standard starting position" in str(user.state.refusal)
    assert len(KeptGames(folder(user)).names()) == 1


def test_a_game_of_ones_own_is_kept_with_the_file_of_its_rules(tmp_path: Path):
    user = User(tmp_path)
    user.window.offer_game(CONNECT_FOUR)
    user.command("n")
    user.choose("Person")
    user.press_button("Play")
    user.until_asked()
    put(user, "d1", "e1")
    user.leave()
    user = User(tmp_path)
    try:
        note = "connect-four · waits at move 2 · today"
        assert rows(user)[0] == ("Person – Person", note, "Go on")
        user.take_card("Person – Person")
        assert (user.state.rules.name, user.moves) == ("connect-four", ["d", "e"])
    finally:
        user.leave()


def test_two_windows_keep_the_games_of_both(user: User):
    """Each has its own files, so that neither can overwrite those of the other."""
    play(user, *MATE)
    (before,) = KeptGames(folder(user)).newest(9)
    windows = [KeptGames(folder(user)) for _window in range(2)]
    assert [window.names() for window in windows] == [[before.name]] * 2
    human = parse_player("human")
    for window in windows:
        plan = GamePlan(GameSpec(CHESS, human, human))
        assert window.hear(Opened(1, plan, None)) == ""
    for event in before.played(CHESS).events():
        for window in windows:
            assert window.hear(Happened(1, event)) == ""
    for window in windows:
        assert [len(game.played(CHESS).moves) for game in window.newest(9)] == [4, 4, 4]


def test_the_oldest_games_are_removed_and_what_is_no_game_is_passed_over(tmp_path, monkeypatch):
    monkeypatch.setattr(kept_module, "MOST_KEPT", 3)
    games = tmp_path / "games"
    games.mkdir()
    for name, text in (("1.json", "{"), ("2.json", "[1]"), ("3.json", '{"moves": 7}')):
        (games / name).write_text(text)
    user = User(tmp_path)
    try:
        shown = rows(user)
        assert shown == [("All 3 games", "", "")]
        play(user, MATE[0])
        stop(user)
        names = KeptGames(games).names()
        assert len(names) == 3
        assert "1.json" not in names
        assert rows(user)[1][0] == "Person – Person"
    finally:
        user.leave()


def test_a_disk_on_which_nothing_can_be_written_is_told_in_the_log(user: User):
    folder(user).write_text("this is no folder")
    play(user, MATE[0])
    stop(user)
    assert any(line.startswith("The game could not be kept") for line in user.log)


def test_rules_of_somebody_that_fail_when_a_game_is_kept_end_no_window(user: User, monkeypatch):
    def fails(_record: object) -> None:
        raise ValueError("my rules are wrong")

    monkeypatch.setattr(kept_module, "game_facts", fails)
    play(user, MATE[0])
    stop(user)
    assert any("my rules are wrong" in line for line in user.log)


def test_all_kept_games_are_listed_searched_and_opened(user: User):
    play(user, *MATE)
    user.window.play(Wish(PerColor(None, None), game="gomoku"))
    user.until(lambda: user.state.running and user.state.rules.name == "gomoku")
    user.until_asked()
    put(user, "h8")
    stop(user)
    rows(user)
    user.take_card("All 2 games")
    assert isinstance(user.top, ChooseGameDialog)
    assert [SHOWN_TAGS[name][0] for name in user.top._rows.shown][-2:] == ["Kind of game", "Date"]
    user.type("chess")
    user.key(pygame.K_RETURN)
    assert user.moves == ["f3", "e5", "g4", "Qh4#"]


def test_a_running_game_is_left_for_a_kept_one_after_a_question_and_listed_at_once(user: User):
    play(user, *MATE)
    user.window.play(Wish(PerColor(None, None), game="chess960"))
    user.until(lambda: user.state.running and user.state.rules.name == "chess960")
    user.until_asked()
    user.type_move("e4")
    user.until(lambda: len(user.moves) == 1 and user.state.view.asked)
    settings = replace(user.window.state.settings, ask_before_ending=True)
    user.window.state = replace(user.window.state, settings=settings)
    rows(user)
    user.take_card("Person – Person")
    assert user.words.startswith("Leave the game?\nIt is kept: you can go on with it later.")
    user.press_button("Leave the game")
    assert user.moves == ["f3", "e5", "g4", "Qh4#"]
    kept = user.window._files.kept
    user.until(lambda: len(kept.names()) == 2)
    assert [aside for _title, _note, aside in rows(user)] == ["Esc", "Go on", "", ""]


@pytest.mark.parametrize("game", ["chess960", "crazyhouse"])
def test_a_game_of_other_rules_is_previewed_with_its_pieces(user: User, game: str):
    user.window.play(Wish(PerColor(None, None), game=game))
    user.until(lambda: user.state.running and user.state.rules.name == game)
    user.until_asked()
    user.type_move("e4")
    user.until(lambda: len(user.moves) == 1 and user.state.view.asked)
    stop(user)
    rows(user)
    user.top._list_all()
    assert user.top._moves.text in ("1. e4", "")  # the first position of a set-up
    assert len(user.top._board._scene.pieces) == 32


def test_a_game_of_stones_is_previewed_with_the_letters_of_the_board(user: User):
    user.window.play(Wish(PerColor(None, None), game="gomoku"))
    user.until(lambda: user.state.running and user.state.rules.name == "gomoku")
    for count, point in enumerate(("h8", "j9"), start=1):
        user.until_asked()
        user.window.ask(PlayText(point))
        user.until(lambda count=count: len(user.moves) == count)
    stop(user)
    rows(user)
    user.top._list_all()
    assert user.moves == ["h8", "k9"], "in the letters of the record"
    assert user.top._moves.text == "1. h8 2. j9"


def test_a_right_click_copies_a_game(user: User):
    play(user, *MATE)
    rows(user)
    user.take_card("Person – Person", button=3)
    assert user.all_items == ["Open", "Go on", "Copy"]
    user.choose_item("Copy")
    assert "Qh4#" in user.clipboard.paste()
    assert '[Result "0-1"]' in user.clipboard.paste()


def test_the_reason_of_a_draw_and_the_days_have_words():
    today = date(2026, 11, 29)  # a Sunday
    days = [day_words(date(2026, 11, day), today) for day in (29, 28, 27, 23, 22)]
    assert days == ["today", "yesterday", "Friday", "Monday", "2026-11-22"]


def test_a_kept_game_has_all_that_its_record_has(user: User):
    play(user, *MATE)
    (game,) = KeptGames(folder(user)).newest(5)
    played = game.played(CHESS)
    assert played.outcome.reason is Reason.CHECKMATE
    assert [move.notation for move in played.moves] == user.moves
    assert (game.left, game.game, game.players) == (False, "chess", PerColor("human", "human"))


def test_who_begins_is_named_first_with_the_points_in_the_same_order(user: User):
    """Black, who had begun and won, stood second, with a nought first."""
    user.window.play(Wish(PerColor(level_of("random"), None), game="gomoku"))
    user.until(lambda: user.state.may_move and user.state.rules.name == "gomoku")
    user.click("h8")
    user.until(lambda: len(user.moves) == 2 and user.state.may_move)
    user.window.ask(PlayAction.PRESS_RESIGN)
    user.window.ask(PlayAction.PRESS_RESIGN)
    user.until_phase(GameFinished)
    title, note, _aside = rows(user)[0]
    assert title.startswith("You – ")
    assert note == "Gomoku · 0–1 · resignation · today"


def test_a_game_that_waits_is_gone_on_with_when_it_is_not_to_be_left(tmp_path: Path):
    """*Keep playing* stayed on the first screen."""
    user = User(tmp_path, ask_before_ending=True)
    try:
        play(user, MATE[0])
        rows(user)
        user.press_button("Play")
        assert user.dialog == "Leave the game?"
        user.press_button("Keep playing")
        assert user.window.state.frame is Frame.GAME
        user.until(lambda: user.state.running and not user.state.view.paused)
    finally:
        user.leave()
