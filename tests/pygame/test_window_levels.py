"""The computer to play against: by its name, or by its strength."""

from dataclasses import replace

import pygame
import pytest
from driving import User
from stones import choose_game

from board_core import Color
from board_core.ais import GOMOKU_ELOS, LADDER, LEVEL_ELOS, search_build
from board_core.frontend.settings import GameChoice, choice_for, load
from board_pygame import games
from board_pygame import wish as wishes
from board_pygame.intents import ChangeSettings
from board_pygame.kit.cards import LevelLadder
from board_pygame.kit.menu import DropDown, Slider
from board_pygame.kit.tabs import Segmented
from board_pygame.wish import (
    OFFERED_TIMES,
    USUAL_ELO,
    OfStrength,
    explained,
    level_of,
    level_spec,
    level_text,
    offered,
    strengths,
)


def all_levels(user: User) -> None:
    """The first screen with more than three levels."""
    user.command("n")
    user.choose("More…")


def asks_for_elo(user: User) -> Slider:
    """The last line of the list of opponents."""
    all_levels(user)
    (others,) = user.all(DropDown)
    user.window.ui.focus(others)
    user.key(pygame.K_END)
    (slider,) = user.all(Slider)
    return slider


def test_three_levels_come_first_and_more_shows_all_with_their_elo(user: User):
    user.command("n")
    few = user.all(Segmented)[2]
    assert [one.text for one in few.segments] == ["Easy", "Medium", "Hard", "More…"]
    players = [offered()[one.value].player for one in few.segments[:3]]
    assert players == ["beginner", "club", "hard"]
    user.choose("More…")
    (ladder,) = user.all(LevelLadder)
    assert [rung.number for rung in ladder.rungs] == [level.elo for level in LADDER[2:]]
    assert [rung.name for rung in ladder.rungs][:2] == ["Novice", "Beginner"]
    user.press_button("Fewer")
    assert not user.all(LevelLadder)


def test_the_simple_programs_stand_apart_from_the_levels(user: User):
    all_levels(user)
    (ladder,), (others,) = user.all(LevelLadder), user.all(DropDown)
    assert others.options[1:3] == ["Random (program)", "Greedy (program)"]
    user.window.ui.focus(others)
    for _index in range(2):
        user.key(pygame.K_DOWN)
    assert ladder.index == -1
    user.press_button("Play")
    user.until_asked()
    assert user.state.plan.player(Color.BLACK).text == "greedy"


def test_the_strongest_level_says_how_its_search_runs(user: User):
    user.command("n")
    easy, medium, hard = user.all(Segmented)[2].segments[:3]
    built = str(search_build("hard").advice)
    assert hard.tip.endswith(f": {built}")
    assert built not in easy.tip + medium.tip


def test_the_first_levels_say_how_strong_they_are_and_where_the_weaker_ones_are(user: User):
    user.command("n")
    few = user.all(Segmented)[2]
    assert few.segments[0].tip == "Beginner · 820"
    programs = "Random (program), Greedy (program)"
    weaker = f"{programs}, Novice · {LADDER[2].elo}"
    assert few.segments[-1].tip.endswith(f"Weaker than Easy: {weaker}.")
    user.choose("Gomoku")
    assert user.all(Segmented)[2].segments[-1].tip.endswith("Weaker than Easy: Random.")


def test_a_game_of_gomoku_is_on_fifteen_lines_and_whoever_chooses_nothing_begins(user: User):
    choose_game(user, "Gomoku")
    assert "You are Black" in user.words
    user.press_button("Play")
    user.until(lambda: user.state.may_move)
    assert len(user.state.rules.geometry.places) == 15 * 15
    assert user.state.view.to_move is Color.BLACK


def test_somebody_plays_against_a_strength_and_it_is_remembered(user: User):
    slider = asks_for_elo(user)
    assert slider.value == USUAL_ELO
    user.window.ui.focus(slider)
    user.key(pygame.K_HOME)
    assert slider.value == LEVEL_ELOS[0]
    assert "weaker than Novice" in user.words  # who that is
    user.press_button("Play")
    user.until_asked()
    assert user.state.plan.player(Color.BLACK).text == f"elo:{LEVEL_ELOS[0]}"
    user.leave()
    assert choice_for(load(user.file).settings, "chess").level == f"elo:{LEVEL_ELOS[0]}"


def test_what_was_chosen_stands_on_the_first_screen_the_next_time(tmp_path):
    user = User(tmp_path, choices=(("chess", GameChoice("elo:1400", "black", "5 minutes each")),))
    try:
        user.command("n")
        (slider,) = user.all(Slider)
        assert slider.value == 1400
        wish = user.window.ui.top._form.wish()
        assert (wish.levels.black, wish.levels.white) == (None, OfStrength(1400))
        assert OFFERED_TIMES[wish.pace].control.base == 300
    finally:
        user.leave()


def test_each_game_has_its_own_choice(user: User):
    user.command("n")
    user.choose("Hard")
    user.choose("Gomoku")
    user.choose("Easy")
    user.choose("Black")
    user.press_button("Play")
    user.until(lambda: user.state.running)
    settings = load(user.file).settings
    assert choice_for(settings, "gomoku").level == "easy"
    assert choice_for(settings, "gomoku").side == "black"
    assert choice_for(settings, "chess") == GameChoice()


def test_two_computers_may_each_have_a_strength(user: User):
    user.command("n")
    user.letter("2")
    for number in (0, 1):
        user.window.ui.focus(user.all(DropDown)[number])
        user.key(pygame.K_END)
    for slider, key in zip(user.all(Slider), (pygame.K_HOME, pygame.K_END), strict=True):
        user.window.ui.focus(slider)
        user.key(key)
    levels = user.window.ui.top._form.wish().levels
    assert (levels.white, levels.black) == tuple(map(OfStrength, strengths()))


def test_a_strength_is_told_by_the_names_that_the_levels_have_here(user: User):
    user.window.ask(ChangeSettings(replace(user.window.state.settings, language="zh_CN")))
    words = explained(OfStrength(1200))
    assert [name for name in ("casual", "improver", "Casual") if name in words] == []
    assert words != explained(OfStrength(1100))


def test_gomoku_has_strengths_of_its_own(user: User):
    asks_for_elo(user)
    choose_game(user, "Gomoku")
    slider = asks_for_elo(user)
    user.window.ui.focus(slider)
    user.key(pygame.K_END)
    assert slider.value == GOMOKU_ELOS[-1]
    user.key(pygame.K_HOME)
    assert slider.value == GOMOKU_ELOS[0]
    assert "overlooks about 62% of the points" in user.words
    user.press_button("Play")
    user.until(lambda: user.state.may_move)
    assert user.state.plan.player(Color.WHITE).text == f"elo:{GOMOKU_ELOS[0]}"
    user.leave()
    assert choice_for(load(user.file).settings, "gomoku").level == f"elo:{GOMOKU_ELOS[0]}"


def test_two_computers_have_the_strengths_of_their_game(user: User):
    user.command("n")
    user.letter("2")
    user.choose("Gomoku")
    for number, (key, elo) in enumerate(
        zip((pygame.K_HOME, pygame.K_END), (400, 1600), strict=True)
    ):
        user.window.ui.focus(user.all(DropDown)[number])
        user.key(pygame.K_END)
        user.window.ui.focus(user.all(Slider)[number])
        user.key(key)
        assert user.all(Slider)[number].value == elo
    assert "sees every point" in user.words


def test_a_game_whose_levels_nobody_measured_is_not_asked_by_elo(user: User):
    asks_for_elo(user)
    choose_game(user, "3D chess")
    assert not user.all(Slider)
    user.choose("More…")
    assert not user.all(DropDown)
    (ladder,) = user.all(LevelLadder)
    assert {rung.number for rung in ladder.rungs} == {None}


@pytest.mark.parametrize("elo", [LEVEL_ELOS[0], 1234, LEVEL_ELOS[-1]])
def test_a_strength_has_a_player(elo: int):
    spec = level_spec(OfStrength(elo))
    assert (spec.name, spec.text) == (f"Elo {elo}", f"elo:{elo}")


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("", 3),
        (LADDER[3].name, 3),
        ("elo:1200", OfStrength(1200)),
        ("elo:1", OfStrength(strengths()[0])),
        ("elo:99999999", OfStrength(strengths()[1])),
        ("elo:many", 3),
        ("elo:²", 3),
        ("uci:gone", 3),
    ],
)
def test_levels_are_read_as_they_were_written(text, level):
    assert level_of(text) == level
    assert level_of(level_text(level)) == level


def test_without_an_engine_of_others_the_strengths_are_those_of_the_levels(monkeypatch):
    monkeypatch.setattr(wishes, "upper_levels", list)
    assert wishes.strengths.__wrapped__() == (LEVEL_ELOS[0], LEVEL_ELOS[-1])


# Openings


@pytest.fixture
def openings(monkeypatch):
    """Two that gomoku knows here: the usual beginning, and a stone in the middle."""
    rules = next(iter(games.BUILT_IN_GAMES["gomoku"].variants.values()))
    position = rules.start(None)
    stone = position.play(position.parse("k10")).setup
    monkeypatch.setattr(
        games, "OFFERED_OPENINGS", {"Usual": None, "Stone": stone, "Nothing": "nothing"}
    )
    return stone


def test_a_game_begins_with_the_opening_that_is_chosen(user: User, openings: str):
    choose_game(user, "Gomoku")
    user.choose("A person here")
    user.press_button("More: rules, opening…")
    (opening,) = [one for one in user.all(DropDown) if one.options == ["Usual", "Stone"]]
    user.window.ui.focus(opening)
    user.key(pygame.K_DOWN)
    user.press_button("OK")
    user.press_button("Play")
    user.until_asked()
    assert user.state.view.start.setup == openings
    assert set(user.board) == {"k10"}


def test_where_there_is_nothing_to_choose_no_opening_is_asked_for(user: User, openings: str):
    user.command("n")
    user.press_button("More: rules, opening…")
    assert not [one for one in user.all(DropDown) if "Usual" in one.options]
