"""AIs that are played by hand: a UCI engine, a program of SAN lines and a function."""

import sys
from pathlib import Path

import pygame
from driving import GATE, OPPONENT, User, function, program

from board_core import Color
from board_core.match.player_spec import PlayerSpec, parse_player
from board_core.supervise.command import joined_words
from board_pygame.games import BUILT_IN_GAMES
from board_pygame.intents import OfferGame
from board_pygame.phases import Mode

ENGINE = """
import sys
for line in sys.stdin:
    if line == "uci\\n":
        print("uciok", flush=True)
    elif line == "isready\\n":
        print("readyok", flush=True)
    elif line.startswith("position"):
        print("info string heard", line, end="", flush=True)
        plies = len(line.partition("moves")[2].split())
    elif line.startswith("go"):
        print("bestmove", {1: "e7e5", 3: "b8c6"}[plies], flush=True)
    elif line == "quit\\n":
        break
"""


def engine(folder: Path) -> PlayerSpec:
    (folder / "engine.py").write_text(ENGINE)
    return parse_player(f'uci:"{sys.executable}" "{folder / "engine.py"}"')


def started(user: User, spec: PlayerSpec) -> None:
    """A person plays White against an AI by hand, and has moved."""
    user.seat(black=spec, mode=Mode.BY_HAND)
    user.press_start()
    user.until_asked()
    user.clicks("e2", "e4")
    user.until_moves("e4")


def test_a_person_may_move_in_the_place_of_an_engine_which_hears_of_it(user: User, tmp_path):
    started(user, engine(tmp_path))
    assert "move in its place" in user.status
    user.clicks("c7", "c5")
    user.until_moves("e4", "c5")
    user.clicks("g1", "f3")
    user.until_moves("e4", "c5", "Nf3")
    user.press_button("Next move")
    user.until_moves("e4", "c5", "Nf3", "Nc6")
    assert any("e2e4 c7c5 g1f3" in line[2] for line in user.lines)


def test_who_only_plays_is_told_that_an_ai_by_hand_waits_and_has_a_button_for_it(user: User):
    started(user, function("answers"))
    assert user.status.startswith("answers waits for you\nPress Next move (Space)")
    user.press_button("Next move")
    user.until_moves("e4", "e5")
    assert user.button("Hint").visible


def test_who_watches_ais_by_hand_lets_them_move(user: User):
    user.start(function("begins"), function("answers"), mode=Mode.BY_HAND)
    user.until_asked()
    user.press_button("Next move")
    user.until_moves("e4")
    user.press_button("Next move")
    user.until_moves("e4", "e5")


def test_space_after_the_card_of_a_seat_releases_the_next_move(user: User):
    started(user, function("answers"))
    user.click(user.window._screen.place_of(Color.BLACK).center)
    user.key(pygame.K_ESCAPE)
    user.key(pygame.K_SPACE)
    user.until_moves("e4", "e5")


def test_no_time_of_an_ai_by_hand_runs_until_a_person_releases_it(user: User):
    started(user, function("answers"))
    assert user.state.view.clock.running is None
    user.press_button("Next move")
    user.until_moves("e4", "e5")


def test_a_person_may_move_in_the_place_of_a_function(user: User):
    started(user, function("answers"))
    user.type_move("c5")
    user.until_moves("e4", "c5")
    user.clicks("g1", "f3")
    user.until_moves("e4", "c5", "Nf3")
    user.press_button("Next move")
    user.until(lambda: len(user.moves) == 4)


def test_a_program_that_can_begin_in_any_position_is_started_anew_there(user: User):
    gomoku = next(iter(BUILT_IN_GAMES["gomoku"].variants.values()))
    user.window.ask(OfferGame("gomoku", 0, gomoku))
    words = joined_words((sys.executable, str(OPPONENT), "h9", "stay"))
    user.seat(parse_player(f"lines:{words}"), mode=Mode.BY_HAND)
    user.press_start()
    user.until_asked()
    user.click("h8")
    user.until(lambda: user.state.may_release(Color.WHITE))
    user.click("g8")
    user.until_moves("h8", "g8")
    user.until_asked()
    user.click("j8")
    user.until(lambda: user.state.may_release(Color.WHITE))
    user.press_button("Next move")
    user.until_moves("h8", "g8", "j8", "h9")
    assert any("6Oxx6" in line[2] for line in user.lines)


def test_nobody_moves_in_the_place_of_a_program_that_could_not_be_told(user: User):
    started(user, program("e5", "stay"))
    assert "You cannot move for it." in user.status
    user.clicks("c7", "c5")
    user.type_move("c5")
    assert "cannot be told" in user.status
    assert user.moves == ["e4"]
    assert not user.state.seated.play(Color.BLACK, "c5")
    user.press_button("Next move")
    user.until_moves("e4", "e5")


def test_automatic_and_step_change_at_once_in_a_running_game(user: User):
    user.start(function("waits"), function("answers"))
    strip = user.window._screen._strips.of.black

    def choose(mode: str) -> None:
        user.click(strip.rect.midleft)
        user.choose("Person")  # which a game does not take
        assert not user.button("Use this program").enabled
        user.choose(mode)
        user.key(pygame.K_ESCAPE)

    choose("Step")
    assert strip.strip.step
    GATE.open()
    user.until(lambda: user.state.may_release(Color.BLACK))
    assert user.moves == ["e4"]
    user.press_button("Next move")
    user.until_moves("e4", "e5")
    GATE.open()
    user.until(lambda: user.state.may_release(Color.BLACK))
    choose("Automatic")
    user.until(lambda: len(user.moves) == 4)
    assert not strip.strip.step
