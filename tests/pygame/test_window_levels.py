"""The computer to play against: by its name, or by its strength."""

import pygame
import pytest
from driving import User
from stones import choose_game

from board_core import Color
from board_core.ais import LADDER
from board_core.frontend.settings import load
from board_pygame import games
from board_pygame.kit.dropdown import DropDown, Slider
from board_pygame.levels import (
    USUAL_ELO,
    OfStrength,
    level_of,
    level_text,
    nearest,
    offered,
    strengths,
)

LEVEL = 1
"""Of the lists of the dialog, when a person plays a computer."""


def asks_for_elo(user: User) -> Slider:
    """The last line of the list of levels."""
    user.letter("n")
    user.window.ui.focus(user.all(DropDown)[LEVEL])
    user.key(pygame.K_END)
    (slider,) = user.all(Slider)
    return slider


def test_the_levels_are_listed_with_their_elo(user: User):
    user.letter("n")
    names = user.all(DropDown)[LEVEL].options
    for level, name in zip(LADDER, names, strict=False):
        assert name.endswith(f" · {level.elo}")
    assert names[-1] == "By Elo …"


def test_somebody_plays_against_a_strength_and_it_is_remembered(user: User):
    slider = asks_for_elo(user)
    assert slider.value == USUAL_ELO
    user.window.ui.focus(slider)
    user.key(pygame.K_HOME)
    assert slider.value == LADDER[0].elo
    assert f"{LADDER[0].elo}" in user.words  # who that is
    user.press_button("Play")
    user.until_asked()
    assert user.state.plan.player(Color.BLACK).text == LADDER[0].name
    user.leave()
    assert load(user.file).settings.opponent == f"elo:{LADDER[0].elo}"


def test_what_was_chosen_stands_in_the_dialog_the_next_time(tmp_path):
    user = User(tmp_path, opponent="elo:1400")
    try:
        user.letter("n")
        assert user.all(DropDown)[LEVEL].text == "By Elo …"
        (slider,) = user.all(Slider)
        assert slider.value == 1400
    finally:
        user.leave()


def test_a_level_by_name_is_remembered_too(user: User):
    user.letter("n")
    user.window.ui.focus(user.all(DropDown)[LEVEL])
    user.key(pygame.K_DOWN)
    assert not user.all(Slider)
    user.press_button("Play")
    user.until_asked()
    assert load(user.file).settings.opponent == offered()[1].player


def test_two_computers_may_each_have_a_strength(user: User):
    user.letter("n")
    user.choose("Watch two computers")
    for number in (1, 2):
        user.window.ui.focus(user.all(DropDown)[number])
        user.key(pygame.K_END)
    for slider, key in zip(user.all(Slider), (pygame.K_HOME, pygame.K_END), strict=True):
        user.window.ui.focus(slider)
        user.key(key)
    levels = user.window.ui.top._wish().levels
    assert (levels.white, levels.black) == tuple(map(OfStrength, strengths()))
    user.key(pygame.K_ESCAPE)


def test_a_game_whose_levels_nobody_measured_is_not_asked_by_elo(user: User):
    asks_for_elo(user)
    user.key(pygame.K_ESCAPE)
    choose_game(user, "Gomoku")
    assert "By Elo …" not in user.all(DropDown)[LEVEL].options
    assert not user.all(Slider)


@pytest.mark.parametrize("elo", [1200, *(level.elo for level in LADDER)])
def test_a_strength_has_a_player(elo: int):
    assert nearest(OfStrength(elo)) in offered()


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("", 0),
        (LADDER[2].name, 2),
        ("elo:1200", OfStrength(1200)),
        ("elo:1", OfStrength(strengths()[0])),
        ("elo:99999999", OfStrength(strengths()[1])),
        ("elo:many", 0),
        ("elo:²", 0),
        ("uci:gone", 0),
    ],
)
def test_levels_are_read_as_they_were_written(text, level):
    assert level_of(text) == level
    assert level_of(level_text(level)) == level


# Openings


@pytest.fixture
def openings(monkeypatch):
    """Two that gomoku knows here: the usual beginning, and a stone in the middle."""
    from board_core.games import GOMOKU

    position = GOMOKU.start(None)
    stone = position.play(position.parse("k10")).setup
    monkeypatch.setattr(
        games, "OFFERED_OPENINGS", {"Usual": None, "Stone": stone, "Nothing": "nothing"}
    )
    return stone


def test_a_game_begins_with_the_opening_that_is_chosen(user: User, openings: str):
    choose_game(user, "Gomoku")
    (opening,) = [one for one in user.all(DropDown) if one.options == ["Usual", "Stone"]]
    user.window.ui.focus(opening)
    user.key(pygame.K_DOWN)
    user.choose("A person here")
    user.press_button("Play")
    user.until_asked()
    assert user.state.view.start.setup == openings
    assert set(user.board) == {"k10"}


def test_where_there_is_nothing_to_choose_no_opening_is_asked_for(user: User, openings: str):
    user.letter("n")
    assert not [one for one in user.all(DropDown) if "Usual" in one.options]
