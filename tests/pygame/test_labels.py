"""The words of a state."""

from dataclasses import replace

import pytest

from board_core import Cause, Color, Explanation, say
from board_core.diagnosis.error_lines import TRACEBACK_HEAD
from board_core.frontend.settings import Settings
from board_core.games import CHESS
from board_core.games.gomoku import GOMOKU_GAMES
from board_core.match.known_games import hosted
from board_core.match.player_spec import parse_player
from board_core.record import GameTree, WrittenGame
from board_pygame import lines_pane, records
from board_pygame.dialogs.records import _GameRows
from board_pygame.failure import report_of_trial
from board_pygame.game_state import new_game_state
from board_pygame.history import HistoryRows
from board_pygame.host import Tried
from board_pygame.intents import RecordText
from board_pygame.labels import (
    count_words,
    duration_text,
    own_name,
    player_of,
    spec_name,
)
from board_pygame.language import _, speak
from board_pygame.lines_pane import engines_for
from board_pygame.sheets import OpenFile, RecordSheet
from board_pygame.state import new_state
from board_pygame.study import Study

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


@pytest.mark.parametrize(
    ("language", "headline"),
    [
        ("en", "IndexError: list index out of range"),
        ("zh_CN", "IndexError: list index out of range（下标超出列表末尾）"),
    ],
)
def test_an_error_of_python_has_a_meaning_for_who_does_not_read_english(language, headline):
    speak(language)
    stderr = f"{TRACEBACK_HEAD}\n  File 'my_ai.py', line 3\nIndexError: list index out of range\n"
    found = Explanation(Cause.EXITED, say("it ended"), stderr=stderr)
    tried = Tried(Color.WHITE, parse_player("random"), trouble=say("it ended"), explanation=found)
    assert report_of_trial(tried).headline == headline


def test_an_analysis_by_a_level_calls_it_as_everywhere(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lines_pane, "installed", lambda: ())
    speak("zh_CN")
    assert [name for name, _spec in engines_for(new_state(CHESS, Settings()))] == ["困难"]


def test_a_round_is_searched_for_in_the_words_of_the_hint_and_a_draw_is_written_as_elsewhere():
    games = [
        WrittenGame("", 0, (("White", name), ("Round", number), ("Result", "1/2-1/2")))
        for name, number in (("A", "4"), ("B", "5"))
    ]
    file = OpenFile("x.pgn", hosted(CHESS).record, tuple(games))
    for language, words in (("en", "round 4"), ("zh_CN", "轮次 4"), ("zh_CN", "轮次5")):
        speak(language)
        rows = _GameRows(file)
        rows.search(words)
        assert [row[:3] for row in map(rows.row, range(len(rows)))] == [
            (("1", "A", "½–½") if "4" in words else ("2", "B", "½–½"))
        ]


@pytest.mark.parametrize(("rules", "words"), [(CHESS, "5 moves"), (RENJU, "9 stones")])
def test_each_stone_is_counted_and_of_other_moves_both_sides_together(rules, words):
    speak("en")
    assert count_words(new_game_state(rules), 9) == words


@pytest.mark.parametrize(
    ("comment", "words"),
    [
        ("The game was stopped", "对局被中止"),
        ("Black wins: White's king is mated", "黑方胜：白方被将死"),
        ("White wins a pawn", "White wins a pawn"),
    ],
)
def test_a_comment_on_the_end_of_a_game_is_in_the_language_of_the_window(comment: str, words: str):
    speak("zh_CN")
    text = RecordText(f"1. e4 e5 {{ {comment} }} *", "a.pgn")
    game, _effects = records.after_intent(new_game_state(CHESS), text, Study())
    rows = HistoryRows(game)
    assert words in [getattr(rows.item(index), "words", "") for index in range(len(rows))]


def test_a_level_stands_in_quotes_in_chinese_sentences():
    speak("zh_CN")
    assert _("{name} moves next", name=own_name("hard")) == "轮到“困难”走棋"
