"""The table of findings: each has a code, and nobody recognises one by its words."""

import ast
import re
from pathlib import Path

import pytest

from board_core.author.doctor import examining  # noqa: F401  it and what it imports have rows
from board_core.diagnosis import rows
from board_core.game.player import Cause, Explanation
from board_core.games.chess import mistakes  # noqa: F401  imported when a game is lost so
from board_core.text.findings import (
    ROWS,
    Certainty,
    certainty_of,
    codes_of,
    explained_on,
    hinted,
    to_be_sure_of,
)
from board_core.text.sentence import fields_of, say

ROOT = Path(__file__).parents[2]
SOURCES = [
    file
    for package in ("board_core", "board_cli", "board_pygame")
    for file in (ROOT / package).rglob("*.py")
]


def compared(tree: ast.AST):
    """Yield what is compared, or looked up, in a module."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left, _, others):
                yield from (left, *others)
            case ast.Subscript(_, key):
                yield key
            case ast.Match(subject):
                yield subject


def test_nothing_is_decided_by_the_words_of_a_sentence():
    """Who wants to know what was found asks for the row: ``row_of(sentence) is rows.…``."""
    decided = [
        f"{file.relative_to(ROOT)}:{each.lineno}"
        for file in SOURCES
        for each in compared(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(each, ast.Attribute) and each.attr == "template"
    ]
    assert decided == []


def test_a_code_is_written_like_a_word_and_stands_for_one_row():
    assert all(re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", code) for code in ROWS)
    row, *_ = explained_on("diagnoses.md#causes")
    with pytest.raises(ValueError, match="another row's"):
        row("held-back", "other words")
    with pytest.raises(ValueError, match="another row's"):
        row("other-code", rows.HELD_BACK.words)


def test_what_is_not_certain_is_said_with_what_would_make_it_so_or_as_a_guess():
    guesses = [each for each in ROWS.values() if each.certainty is Certainty.POSSIBLE]
    assert rows.PERHAPS_UNFLUSHED in guesses
    assert all(
        each.advice or each.complete or "perhaps" in each.words
        for each in guesses
        if each is not rows.RUNS_ELSEWHERE
    )


def test_what_is_likely_names_the_step_that_would_make_it_certain():
    likely = [each for each in ROWS.values() if each.certainty is Certainty.LIKELY]
    assert len(likely) > 10
    assert [each.code for each in likely if each.to_be_sure is None] == []


def test_what_tells_most_is_found_within_other_words_too():
    within = say("when told: {why}", why=hinted(rows.ENDED(), rows.ANSWERED_UNASKED(text="e4")))
    assert codes_of(within)[0] == "answered-unasked"
    assert certainty_of(within) is Certainty.LIKELY
    assert to_be_sure_of(within) is rows.ANSWERED_UNASKED.to_be_sure


def test_the_codes_of_an_explanation_begin_with_the_most_telling():
    silent = rows.WAITS_FOR_MORE()
    hint = rows.PERHAPS_COORDINATES(sent="'e4'", heard="'e7e5'")
    found = Explanation(Cause.IDLE, hinted(silent, hint))
    assert found.codes == ("reads-coordinates", "waits-for-input")
    assert certainty_of(found.sentence) is Certainty.POSSIBLE
    line = rows.WITH_TELLING_LINE(why=rows.ENDED(status=say("exit code 1")), line="boom")
    assert codes_of(line) == ("error-line", "ended")
    assert Explanation(Cause.ILLEGAL, say("no row")).codes == ("illegal",)
    assert fields_of(rows.ENDED.words) == ("status",)
