"""What is said, in which language."""

import ctypes
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from board_core import Cause, Color, Explanation, Outcome, Reason, Sentence, say
from board_core.game.words import Words
from board_core.text.languages import LANGUAGE_VARIABLES, language_of, language_of_environment
from board_core.text.sentence import Clauses, Listed

ENGLISH, CHINESE = Words("en"), Words("zh_CN")

CAN_BE_WON = {
    Reason.CHECKMATE,
    Reason.RULES,
    Reason.KING_EXPLODED,
    Reason.KING_ON_THE_HILL,
    Reason.THREE_CHECKS,
    Reason.RACE_WON,
    Reason.HORDE_DESTROYED,
    Reason.NO_PIECE_LEFT,
    Reason.NO_MOVE_LEFT,
    Reason.RESIGNATION,
    Reason.ADJUDICATION,
    Reason.TIME,
    Reason.ILLEGAL_MOVES,
    Reason.CRASH,
    Reason.PROTOCOL,
    Reason.OUTPUT,
    Reason.BREACH,
    Reason.OFF_TURN,
    Reason.INTERFERENCE,
    Reason.NOT_STARTED,
    Reason.ABSENCE,
}
WON_OR_DRAWN = {Reason.RULES, Reason.ADJUDICATION, Reason.TIME, Reason.NOT_STARTED}
CAN_BE_WON_BY_NOBODY = {
    reason for reason in Reason if reason not in CAN_BE_WON or reason in WON_OR_DRAWN
} - {Reason.UNKNOWN}
OUTCOMES = [Outcome(color, reason) for color in Color for reason in Reason if reason in CAN_BE_WON]
OUTCOMES += [Outcome(None, reason) for reason in Reason if reason in CAN_BE_WON_BY_NOBODY]


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("zh", "zh_CN"),
        ("zh_CN", "zh_CN"),
        ("zh-CN", "zh_CN"),
        ("zh_CN.UTF-8", "zh_CN"),
        ("zh_Hans", "zh_CN"),
        ("zh_Hans_SG@calendar=x", "zh_CN"),
        ("ZH_cn.GB18030", "zh_CN"),
        ("en", "en"),
        ("en_GB.UTF-8", "en"),
        ("C", "en"),
        ("C.UTF-8", "en"),
        ("POSIX", "en"),
        ("zh_TW", None),
        ("de_DE.UTF-8", None),
        ("", None),
    ],
)
def test_names_of_languages(name, language):
    assert language_of(name) == language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh_CN"),
        ({"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "zh_CN.UTF-8"}, "zh_CN"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": ""}, "zh_CN"),
        ({"LANGUAGE": "fr:zh_CN:en", "LANG": "en_US.UTF-8"}, "zh_CN"),
        ({"LANGUAGE": "fr:de", "LANG": "zh_CN.UTF-8"}, "en"),
        ({"BOARD_LANG": "zh", "LANGUAGE": "en", "LC_ALL": "C"}, "zh_CN"),
        ({"BOARD_LANG": "en", "LC_ALL": "zh_CN.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_language_of_an_environment(environment, language):
    assert language_of_environment(environment) == language


@pytest.mark.parametrize(
    ("number", "language"), [(0x0804, "zh_CN"), (0x0409, "en"), (0x0404, "en"), (0x7777, "en")]
)
def test_windows_is_asked_for_its_language_where_the_environment_has_none(
    number, language, monkeypatch
):
    kernel = SimpleNamespace(GetUserDefaultUILanguage=lambda: number)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    assert language_of_environment({}) == language
    assert language_of_environment({"LANG": "C"}) == "en"
    assert language_of_environment({"LANG": "zh_CN.UTF-8"}) == "zh_CN"


@pytest.mark.parametrize("words", [ENGLISH, CHINESE])
def test_no_fact_of_a_sentence_reaches_a_terminal_as_it_is(words):
    evil = "\x1b[31m\nAda wins\u202e\ud800"
    facts = (evil, Path(evil), Listed([evil, say("{x}", x=evil)]), say("{x}: {y}", x=evil, y=1.5))
    for fact in facts:
        for said in (
            str(say("{why}!", why=fact)),
            words.sentence(say("{why}!", why=fact)),
            words.text("Error: {why}", why=fact),
            words.plural("{count} {x}", "{x}", 1, x=fact),
        ):
            assert said.isprintable()
            assert r"\x1b[31m\nAda wins\u202e\ud800" in said
    assert words.text("{x:.1f}", x=2) == str(say("{x:.1f}", x=2)) == "2.0"


def test_without_a_language_the_environment_decides(monkeypatch):
    for variable in LANGUAGE_VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    assert Words().text("White") == "White"
    monkeypatch.setenv("BOARD_LANG", "zh_CN")
    assert Words().text("White") == "白方"


@pytest.mark.parametrize("language", ["klingon", "fr_FR", "zh_TW", ""])
def test_an_unknown_language_is_english(language):
    assert Words(language).text("White") == "White"


@pytest.mark.parametrize(
    ("outcome", "english", "chinese"),
    [
        (
            Outcome(Color.WHITE, Reason.CHECKMATE),
            "White wins: Black's king is mated",
            "白方胜：黑方被将死",
        ),
        (Outcome(None, Reason.STALEMATE), "Draw by stalemate", "和棋：逼和（无子可动）"),
        (Outcome(None, Reason.FIFTY_MOVES), "Draw by the fifty-move rule", "和棋：五十回合规则"),
        (Outcome(Color.WHITE, Reason.TIME), "Black loses on time", "黑方超时判负"),
        (
            Outcome(None, Reason.TIME),
            "Draw: time ran out, but the opponent could not win",
            "和棋：一方超时，但对方已无法取胜",
        ),
        (
            Outcome(Color.BLACK, Reason.ILLEGAL_MOVES, "Ke9\x1b"),
            r"White loses by illegal moves: 'Ke9\x1b'",
            r"白方因不合法着法判负：'Ke9\x1b'",
        ),
        (
            Outcome(None, Reason.ADJUDICATION, "dead position"),
            "Draw by adjudication: dead position",
            "和棋（裁定）：dead position",
        ),
        (Outcome(None, Reason.STOPPED), "The game was stopped", "对局被中止"),
    ],
)
def test_an_outcome_in_words(outcome, english, chinese):
    assert ENGLISH.outcome(outcome) == english
    assert CHINESE.outcome(outcome) == chinese


def test_an_explanation_says_why():
    idle = say("it has read the request and waits, without computing, for something else")
    explanation = Explanation(Cause.IDLE, idle)
    outcome = Outcome(Color.WHITE, Reason.TIME)
    assert ENGLISH.outcome(outcome, explanation) == f"Black loses on time: {idle}"
    assert CHINESE.outcome(outcome, explanation).startswith("黑方超时判负：它已读取请求")


def test_a_game_without_a_failure_has_no_evidence():
    assert ENGLISH.evidence(None) == ()
    assert ENGLISH.evidence(Explanation(Cause.IDLE, say("it waits"), last_sent="e4")) == (
        ("last line sent", "e4"),
    )


def test_the_last_line_sent_has_its_length_and_the_number_of_legal_moves():
    asked = Explanation(
        Cause.IDLE, say("it waits"), "exd8=Q+", sent_letters=7, legal_moves=23, answered=True
    )
    assert ENGLISH.evidence(asked) == (("last line sent", "exd8=Q+ (7 letters, 23 legal moves)"),)
    assert CHINESE.evidence(asked)[0][1] == "exd8=Q+（7 个字符、23 个合法着法）"
    first = replace(asked, last_sent="e", sent_letters=1, legal_moves=1, answered=False)
    assert ENGLISH.evidence(first)[0][1] == "e (1 letter, 1 legal move, its first question)"
    long = replace(asked, last_sent="position; go", sent_letters=812)
    assert ENGLISH.evidence(long)[0][1] == (
        "position; go (longest line 812 letters, 23 legal moves)"
    )


@pytest.mark.parametrize("outcome", OUTCOMES, ids=str)
def test_every_outcome_has_its_own_words_in_each_language(outcome):
    for words in (ENGLISH, CHINESE):
        said = [words.outcome(other) for other in OUTCOMES]
        assert said.count(words.outcome(outcome)) == 1


def test_an_outcome_that_no_game_of_ours_has_still_has_words():
    assert ENGLISH.outcome(Outcome(Color.WHITE, Reason.STALEMATE)) == "White wins"
    assert ENGLISH.outcome(Outcome(None, Reason.CHECKMATE)) == "Draw"


def test_a_sentence_and_the_sentences_among_its_facts_are_translated():
    sentence = say("{signal} ({meaning})", signal="SIGSEGV", meaning=say("invalid memory access"))
    assert ENGLISH.sentence(sentence) == str(sentence) == "SIGSEGV (invalid memory access)"
    assert CHINESE.sentence(sentence) == "SIGSEGV（非法内存访问）"


def test_colors_among_facts_are_put_into_words():
    assert CHINESE.text("{winner} wins", winner=Color.BLACK) == "黑方胜"


def test_a_text_without_a_translation_stays_english():
    assert CHINESE.sentence(Sentence("{x} is new", {"x": 1})) == "1 is new"
    assert CHINESE.text("never heard of") == "never heard of"
    assert CHINESE.text("") == ""  # gettext would give the catalogue's header


def test_braces_in_facts_are_left_alone():
    assert ENGLISH.text("there is no file {file}", file="{x}.py") == "there is no file {x}.py"
    assert ENGLISH.text("100 {percent}") == "100 {percent}"


@pytest.mark.parametrize(("count", "english"), [(0, "0 things"), (1, "1 thing"), (2, "2 things")])
def test_plurals(count, english):
    assert ENGLISH.plural("{count} thing", "{count} things", count) == english


def test_plurals_take_more_facts():
    said = ENGLISH.plural("{count} thing in {place}", "{count} things in {place}", 2, place="it")
    assert said == "2 things in it"


def test_several_names_have_the_comma_of_the_language():
    choices = say("{text} is not one of: {known}", text="'x'", known=Listed(("auto", "off")))
    assert str(choices) == "'x' is not one of: auto, off"
    assert Words("en").text("{known}", known=Listed(("auto", Color.WHITE))) == "auto, White"
    assert Words("zh_CN").text("{known}", known=Listed(("auto", Color.WHITE))) == "auto、白方"


def test_phrases_are_listed_with_the_semicolon_of_the_language():
    phrases = Clauses((say("White"), "b, c"))
    assert Words("en").listed(phrases) == str(phrases) == "White; b, c"
    assert Words("zh_CN").listed(phrases) == "白方；b, c"
