"""The words of a state."""

from dataclasses import replace

import pytest
from test_state import opened, told, until

from board_core import Color, TimeControl, TurnStarted
from board_core.author.testing import play_script
from board_core.games import CHESS
from board_core.games.gomoku import GOMOKU_GAMES
from board_core.match.player_spec import parse_player
from board_core.record import GameTree
from board_pygame.game_state import new_game_state
from board_pygame.labels import (
    count_words,
    move_facts,
    player_of,
    spec_name,
    time_facts,
    time_text,
)
from board_pygame.language import speak
from board_pygame.phases import Mode
from board_pygame.sheets import RecordSheet

RENJU = GOMOKU_GAMES["renju"]

GAME = play_script(CHESS, [("e4", 70), "Nf3"], [("e5", 2.5)], TimeControl(base=600))
"""White thinks 70 seconds, Black two and a half."""


@pytest.fixture
def running():
    """White is to move for the second time, since 72.5 s."""
    return told(opened(Mode.PERSON, Mode.PERSON), until(TurnStarted, GAME, 3))


def test_before_the_first_move_there_is_little_to_say():
    state = new_game_state(CHESS)
    assert move_facts(state) == ("0", "")
    assert time_facts(state, 5.0) == ("", "0.0 s", "0.0 s")


def test_a_running_move_counts_and_so_does_its_side(running):
    assert move_facts(running) == ("2", "e5")
    assert time_facts(running, 75.9) == ("3 s", "1:13", "2.5 s")


def test_an_earlier_position_has_the_time_of_its_own_move(running):
    assert move_facts(running.looking_at(1)) == ("1/2", "e4")
    assert time_facts(running.looking_at(1), 75.9) == ("1:10", "1:13", "2.5 s")


def test_tenths_are_shown_of_what_is_over():
    assert [time_text(7.25), time_text(7.25, running=True), time_text(61)] == [
        "7.2 s",
        "7 s",
        "1:01",
    ]


def test_seconds_have_their_chinese_unit():
    speak("zh_CN")
    assert [time_text(7.25), time_text(7.25, running=True)] == ["7.2 秒", "7 秒"]


def test_a_person_has_another_word_in_chinese_than_the_mode():
    speak("zh_CN")
    assert spec_name(parse_player("human")) == "真人"
    speak("en")
    assert spec_name(parse_player("human")) == "Person"


def test_a_level_is_called_the_same_by_a_command_as_by_the_first_screen():
    speak("zh_CN")
    assert spec_name(parse_player("hard")) == "困难"
    speak("en")
    assert spec_name(parse_player("hard")) == "Hard"


def test_the_record_of_a_game_has_the_same_names_of_players_as_the_game():
    """Its analysis named Beginner in English."""
    tree = GameTree(CHESS).with_tags({"White": "Human", "Black": "Beginner"})
    state = replace(new_game_state(CHESS), sheet=RecordSheet(tree))
    speak("zh_CN")
    assert [player_of(state, color)[0] for color in Color] == ["真人", "新手"]


@pytest.mark.parametrize(("rules", "words"), [(CHESS, "5 moves"), (RENJU, "9 stones")])
def test_each_stone_is_counted_and_of_other_moves_both_sides_together(rules, words):
    speak("en")
    assert count_words(new_game_state(rules), 9) == words
