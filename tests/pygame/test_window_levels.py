"""The computer to play against: by its name, or by its strength."""

from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from driving import OPPONENT, User
from stones import choose_game

from board_core import Color, PerColor, TimeControl
from board_core.ais import GOMOKU_ELOS, LADDER, LEVEL_ELOS, search_build
from board_core.frontend.settings import ChosenProgram, GameChoice, choice_for, load
from board_pygame import games
from board_pygame import wish as wishes
from board_pygame.game_card import level_words
from board_pygame.intents import ChangeSettings, PlayAction, ShowStart
from board_pygame.kit.menu import Item
from board_pygame.kit.tabs import Segmented
from board_pygame.phases import GameFinished
from board_pygame.wish import (
    OfStrength,
    OwnPlayer,
    Way,
    Wish,
    explained,
    level_of,
    level_spec,
    level_text,
    offered,
    strengths,
)


def all_levels(user: User) -> list[str]:
    """The menu of all opponents, on the first screen."""
    user.command("n")
    user.choose("More…")
    return user.all_items


def choose_elo(user: User, key: int, number: int = 0) -> None:
    """The first or the last of the strengths in the menu."""
    user.choose("More…", number)
    user.choose_item("By Elo…")
    user.key(key)
    user.key(pygame.K_RETURN)


def first_levels(user: User) -> Segmented:
    return next(one for one in user.all(Segmented) if one.segments[-1].text == "More…")


def test_three_levels_come_first_and_more_shows_all_with_their_elo(user: User):
    items = all_levels(user)
    few = user.window.ui.layers[0]._card._against._few
    assert [one.text for one in few.segments] == ["Beginner", "Club", "Hard", "Person", "More…"]
    players = [offered()[one.value].player for one in few.segments[:3]]
    assert players == ["beginner", "club", "hard"]
    wanted = [f"{level.name.capitalize()} · {level.elo}" for level in LADDER[2:]]
    first = items.index(wanted[0])
    assert items[first : first + len(wanted)] == wanted
    user.choose_item(f"Expert · {LADDER[-2].elo}")
    assert f"Expert · {LADDER[-2].elo}" in user.words
    user.choose("Club")
    assert "Club · " in user.words


def test_the_simple_programs_stand_before_the_levels(user: User):
    items = all_levels(user)
    programs = ["Random (program)", "Greedy (program)"]
    first = items.index(programs[0])
    assert items[first : first + 2] == programs
    user.choose_item("Greedy (program)")
    user.press_button("Play")
    user.until_asked()
    assert user.state.plan.player(Color.BLACK).text == "greedy"


def test_the_strongest_level_says_how_its_search_runs(user: User):
    user.command("n")
    easy, medium, hard = first_levels(user).segments[:3]
    built = str(search_build("hard").advice)
    assert hard.tip.endswith(f": {built}")
    assert built not in easy.tip + medium.tip


def test_the_first_levels_say_how_strong_they_are_and_where_the_weaker_ones_are(user: User):
    user.command("n")
    few = first_levels(user)
    assert few.segments[0].tip == "Beginner · 820"
    programs = "Random (program), Greedy (program)"
    weaker = f"{programs}, Novice · {LADDER[2].elo}"
    assert few.segments[-1].tip.endswith(f"Weaker than Beginner: {weaker}.")
    user.take_card("Gomoku")
    assert first_levels(user).segments[-1].tip.endswith("Weaker than Easy: Random · any move.")


def test_a_game_of_gomoku_is_on_fifteen_lines_and_whoever_chooses_nothing_begins(user: User):
    choose_game(user, "Gomoku")
    user.press_button("Play")
    user.until(lambda: user.state.may_move)
    assert len(user.state.rules.geometry.places) == 15 * 15
    assert user.state.view.to_move is Color.BLACK


def test_somebody_plays_against_a_strength_and_it_is_remembered(user: User):
    user.command("n")
    choose_elo(user, pygame.K_HOME)
    who = user.window.ui.layers[0]._card._against.told
    assert who.text == f"Elo {LEVEL_ELOS[0]}"
    assert "weaker than Novice" in who.tip
    user.press_button("Play")
    user.until_asked()
    assert user.state.plan.player(Color.BLACK).text == f"elo:{LEVEL_ELOS[0]}"
    user.leave()
    assert choice_for(load(user.file).settings, "chess").level == f"elo:{LEVEL_ELOS[0]}"


def test_what_was_chosen_stands_on_the_first_screen_the_next_time(tmp_path):
    user = User(tmp_path, choices=(("chess", GameChoice("elo:1400", "black", "300")),))
    try:
        user.command("n")
        assert "Elo 1400" in user.words
        wish = user.window.ui.top._card.wish()
        assert (wish.levels.black, wish.levels.white) == (None, OfStrength(1400))
        assert wish.pace.base == 300
    finally:
        user.leave()


def test_the_two_who_were_watched_are_offered_the_next_time(user: User):
    user.window.ask(ShowStart(Way.WATCH))
    user.do()
    user.choose("More…")
    expert = level_words(offered()[level_of("expert")])
    user.choose_item(expert)
    user.press_button("Watch")
    user.until(lambda: user.state.running)
    user.window.ask(PlayAction.STOP_PLAYING)
    user.until_phase(GameFinished)
    user.window.play(Wish(PerColor(None, None)))
    user.until_asked()
    user.window.ask(ShowStart(Way.WATCH))
    user.do()
    assert user.window.ui.top._card._white.told.text == expert


def test_each_game_has_its_own_choice(user: User):
    user.command("n")
    user.choose("Hard")
    user.take_card("Gomoku")
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
    choose_elo(user, pygame.K_HOME, 0)
    choose_elo(user, pygame.K_END, 1)
    levels = user.window.ui.top._card.wish().levels
    assert (levels.white, levels.black) == tuple(map(OfStrength, strengths()))


def test_a_strength_is_told_by_the_names_that_the_levels_have_here(user: User):
    user.window.ask(ChangeSettings(replace(user.window.state.settings, language="zh_CN")))
    words = explained(OfStrength(1200))
    assert [name for name in ("casual", "improver", "Casual") if name in words] == []
    assert words != explained(OfStrength(1100))


def test_gomoku_has_strengths_of_its_own(user: User):
    choose_game(user, "Gomoku")
    choose_elo(user, pygame.K_END)
    assert f"Elo {GOMOKU_ELOS[-1]}" in user.words
    choose_elo(user, pygame.K_HOME)
    who = user.window.ui.layers[0]._card._against.told
    assert "overlooks about 62% of the points" in who.tip
    user.press_button("Play")
    user.until(lambda: user.state.may_move)
    assert user.state.plan.player(Color.WHITE).text == f"elo:{GOMOKU_ELOS[0]}"
    user.leave()
    assert choice_for(load(user.file).settings, "gomoku").level == f"elo:{GOMOKU_ELOS[0]}"


def test_a_game_whose_levels_nobody_measured_is_not_asked_by_elo(user: User):
    choose_game(user, "3D chess")
    user.choose("More…")
    assert "By Elo…" not in user.all_items


def test_a_program_of_the_user_plays_and_is_offered_the_next_time(tmp_path):
    program = ChosenProgram(str(OPPONENT), protocol="san")
    user = User(tmp_path, history=(program,))
    try:
        user.command("n")
        user.choose("More…")
        user.choose_item("opponent")
        assert "\nopponent\n" in user.words
        user.press_button("Play")
        user.until(lambda: user.state.running or user.state.ended)
        text = user.state.plan.player(Color.BLACK).text
        assert "opponent.py" in text
        chosen = choice_for(load(user.file).settings, "chess")
        assert level_of(chosen.level) == OwnPlayer(text)
    finally:
        user.leave()


def test_a_program_of_mine_is_asked_for_and_tried_from_the_first_screen(user: User):
    all_levels(user)
    user.choose_item("A program of mine…")
    user.type_into(user.entry(), str(OPPONENT))
    user.press_button("Use this program")
    assert "\nopponent\n" in user.words
    assert isinstance(user.window.ui.layers[0]._card.wish().levels.black, OwnPlayer)


@pytest.mark.parametrize("way", [Way.PLAY, Way.WATCH])
def test_the_program_that_is_chosen_is_the_one_that_is_asked_for_again(tmp_path: Path, way: Way):
    last = ChosenProgram("last_loaded.py")
    user = User(tmp_path, history=(last,))
    try:
        user.window.ask(ShowStart(way))
        user.do()
        for _time in range(2):
            user.choose("More…")
            user.choose_item("A program of mine…")
            shown = user.entry().text
            user.type_into(user.entry(), str(OPPONENT))
            user.press_button("Use this program")
        assert shown == str(OPPONENT)
    finally:
        user.leave()


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
    user.choose("Person")
    user.press_button("Rules, opening…")
    user.choose_item("Stone")
    user.press_button("Play")
    user.until_asked()
    assert user.state.view.start.setup == openings
    assert set(user.board) == {"k10"}


def test_where_there_is_nothing_to_choose_no_opening_is_asked_for(user: User, openings: str):
    user.command("n")
    user.press_button("Rules, opening…")
    assert "Usual" not in user.all_items


def own_clock(user: User, typed: str) -> None:
    user.choose("Other…")
    user.choose_item("Own…")
    user.type_into(user.entry(), typed)


def test_a_clock_of_ones_own_is_typed_and_remembered(user: User):
    """There were twelve to choose from, and no other."""
    user.window.ask(ShowStart())
    user.do()
    own_clock(user, "5 min + 0.5 s")
    assert "5 min + 0.5 s a move" in user.words
    user.key(pygame.K_RETURN)
    assert user.top._card.wish().pace == TimeControl(300, 0.5)
    user.press_button("Play")
    user.until_asked()
    assert user.state.view.clock.control.white == TimeControl(300, 0.5)
    assert dict(user.window.state.settings.choices)["chess"].clock == "300+0.5"
    user.window.ask(ShowStart())
    user.do()
    assert user.top._card.wish().pace == TimeControl(300, 0.5)
    user.choose("Other…")
    assert user.all_items[:3] == ["Own…", "5 min + 0.5 s a move", "no clock"]


def test_a_clock_that_cannot_be_is_refused_in_words_and_not_taken(user: User):
    user.window.ask(ShowStart())
    user.do()
    own_clock(user, "ten")
    assert "'ten' is no time control" in user.words
    user.key(pygame.K_RETURN)
    assert user.dialog == "A clock of your own"
    user.type_into(user.entry(), "0")
    assert "no time to move" in user.words
    user.key(pygame.K_ESCAPE)
    assert user.top._card.wish().pace.untimed


def test_the_clock_of_the_board_takes_one_of_ones_own(user: User):
    user.click(user.button("Clock"))
    user.choose_item("Own…")
    user.type_into(user.entry(), "600+5x30")
    user.press_button("Use it")
    assert user.window.state.wish.pace == TimeControl(600, byoyomi=30, periods=5)
    user.click(user.button("Clock"))
    assert [item.checked for item in user.top._list._choices].count(True) == 1


def test_a_game_without_measured_levels_says_what_its_programs_do(user: User):
    """*Random* and *Greedy* were all that was said."""
    user.command("n")
    user.take_card("Crazyhouse")
    user.choose("Greedy")
    assert "Greedy · sees one move ahead" in user.words


def test_the_clocks_say_what_a_bronstein_delay_and_byo_yomi_are(user: User):
    user.command("n")
    user.choose("Other…")
    rows = user.top._list._items
    at = {row.text: index for index, row in enumerate(rows) if isinstance(row, Item)}
    assert rows[at["5 min + 3 s delay a move"] - 1] == (
        "Some seconds of each move are free, or given back:"
    )
    assert (
        rows[at["10 min + 5 × 30 s byo-yomi"] - 1]
        == "When the time is over, some seconds for each move:"
    )


def test_the_rules_to_choose_from_have_a_heading_and_say_what_they_mean(user: User):
    user.command("n")
    user.press_button("Rules, opening…")
    rows = user.top._list._items
    assert rows[0] == "Draws"
    assert [row.aside != "" for row in rows[1:4]] == [True] * 3
    user.key(pygame.K_ESCAPE)
    user.take_card("Gomoku")
    user.press_button("Rules, opening…")
    heads = [row for row in user.top._list._items if isinstance(row, str)]
    assert heads == ["Rules", "Opening", "Beginning"]
