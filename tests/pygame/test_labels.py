"""The words of a state."""

from dataclasses import replace

import pytest

from board_core import Color
from board_core.games import CHESS
from board_core.games.gomoku import GOMOKU_GAMES
from board_core.match.player_spec import parse_player
from board_core.record import GameTree
from board_pygame.game_state import new_game_state
from board_pygame.labels import (
    count_words,
    duration_text,
    player_of,
    spec_name,
)
from board_pygame.language import speak
from board_pygame.sheets import RecordSheet

RENJU = GOMOKU_GAMES["renju"]


def test_a_long_time_is_told_in_minutes_and_has_its_unit_in_chinese():
    assert [duration_text(7.25), duration_text(170)] == ["7 s", "3 min"]
    speak("zh_CN")
    assert duration_text(7.25) == "7 秒"


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
    assert [player_of(state, color)[0] for color in Color] == ["您", "新手"]
    people = GameTree(CHESS).with_tags({"White": "Human", "Black": "Human"})
    state = replace(state, sheet=RecordSheet(people))
    assert [player_of(state, color)[0] for color in Color] == ["真人", "真人"]


@pytest.mark.parametrize(("rules", "words"), [(CHESS, "5 moves"), (RENJU, "9 stones")])
def test_each_stone_is_counted_and_of_other_moves_both_sides_together(rules, words):
    speak("en")
    assert count_words(new_game_state(rules), 9) == words
