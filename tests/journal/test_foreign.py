"""A journal may hold anything: it is read, shown and told, or refused in words."""

import json

import pytest
from journal_stories import GAMES, chess, noon, play

from board_core import Color, Reason
from board_core.game.player import MOST_CP
from board_core.game.words import Words
from board_core.games.chess.pgn import to_pgn
from board_core.journal import JournalWriter, read_journal
from board_core.journal.lines import checksum
from board_core.journal.values import outcome_of, parsed, sentence_of
from board_core.record import UNKNOWN_DATE
from board_core.text.sentence import fill, is_plain


@pytest.fixture
def lines(tmp_path):
    """The lines of a game that ended by a crash."""
    scripts, options = GAMES["crash"]
    with JournalWriter(tmp_path / "whole", now=noon) as writer:
        play(writer.game(1), *scripts, **options)
    return [json.loads(line) for line in (tmp_path / "whole").read_bytes().splitlines()]


def read(path, lines):
    data = b""
    for line in lines:
        line.pop("crc", None)
        body = json.dumps(line, separators=(",", ":"))[:-1].encode("ascii")
        data += body + checksum(body)
    path.write_bytes(data)
    journal = read_journal(path)
    assert journal.damage is None
    return journal.games(chess)[1]


def said(game):
    assert game.outcome is not None
    assert game.explanation is not None
    to_pgn(game)
    return Words("en").outcome(game.outcome, game.explanation)


@pytest.mark.parametrize(
    "template",
    ["{nope}", "{x.__class__.__mro__}", "{x:>200000000}", "{x[0]}", "{x!r}", "{", "}", "{0}", "{}"],
)
def test_a_template_that_is_none_of_ours_is_quoted(lines, tmp_path, template):
    lines[-1]["explanation"]["sentence"] = {"template": template, "facts": {"x": "y"}}
    text = said(read(tmp_path / "j", lines))
    assert text == f"White wins by a crash: the journal says {template!r} here" or template in text
    assert len(text) < 200


@pytest.mark.parametrize("sentence", [None, 5, [], "so it was", {"template": 5}, {"facts": []}])
def test_what_stands_in_the_place_of_a_sentence_is_quoted(lines, tmp_path, sentence):
    lines[-1]["explanation"]["sentence"] = sentence
    assert "the journal says" in said(read(tmp_path / "j", lines))


def test_facts_of_any_kind_are_told():
    facts = {"a": 10**400, "b": float("inf"), "c": [[]], "d": "x" * 9_999, "e": {"color": "red"}}
    sentence = sentence_of({"template": "{a} {b:.0%} {c} {d} {e}", "facts": facts})
    assert str(sentence).startswith(f"{2**63 - 1} ? ? xxx")
    assert len(str(sentence)) < 6_000


def test_sentences_within_sentences_end_somewhere():
    deep = {"template": "x", "facts": {}}
    for _ in range(100):
        deep = {"template": "{a}", "facts": {"a": deep}}
    assert "the journal says '{a}' here" in str(sentence_of(deep))


@pytest.mark.parametrize("value", [10**400, -(10**400), True, "5", None, [1], 1.5])
def test_a_score_that_is_none_harms_no_record(lines, tmp_path, value):
    for line in lines:
        if line.get("event") == "move":
            line["cp"] = value
    game = read(tmp_path / "j", lines)
    for move in game.moves:
        assert move.score is None or move.score.cp is None or abs(move.score.cp) <= MOST_CP
    said(game)


@pytest.mark.parametrize(
    "at", [None, 5, "", "yesterday", "0001-01-01T00:00:00+14:00", "9999-12-31"]
)
def test_a_date_that_cannot_be_read_is_the_first_of_all(lines, tmp_path, at):
    lines[1]["at"] = lines[-1]["at"] = at
    game = read(tmp_path / "j", lines)
    assert game.started == UNKNOWN_DATE


def test_who_has_won_for_an_unknown_reason_has_won():
    outcome = outcome_of({"winner": "black", "reason": "telepathy", "detail": "at once"})
    assert outcome.winner is Color.BLACK
    assert outcome.reason is Reason.ADJUDICATION
    assert outcome.detail == "'telepathy' at once"


@pytest.mark.parametrize("facts", [{}, {"winner": 5}, {"reason": []}, {"reason": "telepathy"}])
def test_an_end_that_nobody_understands_decides_nothing(facts):
    assert not outcome_of(facts).decided


def test_a_game_ends_before_a_move_that_cannot_be_played(lines, tmp_path):
    lines[2]["move"] = "e2e5"
    game = read(tmp_path / "j", lines)
    assert game.moves == ()
    said(game)


def test_a_position_no_game_can_begin_from_is_the_usual_one(lines, tmp_path):
    lines[1]["setup"] = "8/8/8 nonsense"
    record = read(tmp_path / "j", lines)
    assert record.setup is None
    assert [move.move for move in record.moves] == ["e2e4"]


def test_numbers_of_any_length_are_read():
    assert parsed(b'{"a":' + b"9" * 5_000 + b',"b":-' + b"9" * 5_000 + b',"c":NaN}') == {
        "a": 2**63 - 1,
        "b": -(2**63) + 1,
        "c": None,
    }


@pytest.mark.parametrize("data", [b"[" * 100_000, b'{"a":' * 100_000, b"\xff", b"", b"nul"])
def test_what_is_no_json_is_refused_as_such(data):
    with pytest.raises(ValueError, match=r".*"):
        parsed(data)


def test_a_long_number_before_deep_nesting_is_refused_as_such():
    with pytest.raises(ValueError, match="nested too deeply"):
        parsed(b"[" + b"9" * 5_000 + b"," + b"[" * 100_000)


def test_a_template_is_filled_with_plain_fields_and_nothing_else():
    facts = {"x": "{y}", "y": 0.125, "long": 10**5_000, "n": 3}
    assert fill("{x} {y:.0%} {y:.2f} {y:g} {{x}} {n}", facts) == "{y} 12% 0.12 0.125 {x} 3"
    assert fill("{x.__class__} {x!r} {x:>9} {z} {", facts) == "{x.__class__} {x!r} {x:>9} {z} {"
    assert fill("{long} {long:.1f} {x:.1f}", facts) == "? ? {y}"


def test_a_template_is_plain_if_nothing_of_it_is_left_over():
    assert is_plain("{a} of {{b}} {a:.0%}", {"a"})
    assert not any(is_plain(text, {"a"}) for text in ("{b}", "{a.b}", "{a!r}", "{a:9}", "{", "}}}"))


@pytest.mark.parametrize("used", [10**400, -1, True, "2", [], 1e300])
def test_time_out_of_turn_that_cannot_be_was_not_measured(lines, tmp_path, used):
    lines[-1]["off_turn"] = {"white": used, "black": 0.5}
    game = read(tmp_path / "read", lines)
    assert (game.off_turn.white, game.off_turn.black) == (None, 0.5)


def test_a_fact_of_megabytes_is_cut_where_it_is_said():
    assert len(fill("{a} {b}", {"a": "x" * 10**6, "b": fill("{a}", {"a": "y" * 10**6})})) < 5_000
