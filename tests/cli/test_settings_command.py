"""``board settings``, ``--lang``, and whose language is spoken."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from board_cli.app import app
from board_cli.language_option import language_option, set_language
from board_core.frontend.settings import HELP_OF_SETTINGS
from board_core.frontend.settings_file import chosen_language


def settings(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["settings", *arguments])


def said(result: Result) -> str:
    return " ".join(result.stderr.replace("│", " ").split())


def test_all_settings_are_shown_with_where_they_come_from(settings_of_our_own):
    shown = settings().stdout
    rows = {line.split()[0]: line.split() for line in shown.splitlines() if line.split()}
    assert rows["theme"] == ["theme", "light", "default"]
    assert HELP_OF_SETTINGS.keys() <= rows.keys()
    assert str(settings_of_our_own) in shown
    assert not settings_of_our_own.exists()  # looking changes nothing


def test_the_page_of_settings_names_them_all():
    page = (Path(__file__).parents[2] / "docs" / "settings.md").read_text()
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.M)) == HELP_OF_SETTINGS.keys()


def test_a_setting_is_chosen_shown_and_reset(settings_of_our_own):
    assert settings("theme", "dark").stdout == "theme = dark\n"
    assert json.loads(settings_of_our_own.read_bytes())["theme"] == "dark"
    assert "theme               dark                             the file" in settings().stdout
    one = settings("theme").stdout.splitlines()
    assert one[0] == "theme = dark"
    assert one[-1] == "It is one of 'light', 'dark'; by default light."
    assert settings("--reset", "theme").stdout == "theme = light\n"
    assert json.loads(settings_of_our_own.read_bytes())["theme"] == "light"


def test_the_path_is_printed_alone(settings_of_our_own):
    assert settings("--path").stdout == f"{settings_of_our_own}\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["sound", "loud"], "VALUE: sound cannot be 'loud': give yes or no"),
        (["sond"], "NAME: 'sond' is not a setting: choose one of language, theme"),
        (["sond", "yes"], "NAME: 'sond' is not a setting"),
        (["--reset", "sond"], "--reset: 'sond' is not a setting"),
        (["adviser", "nobody"], "VALUE: adviser cannot be 'nobody': 'nobody' names no player"),
        (["adviser", "elo:x"], "VALUE: adviser cannot be 'elo:x': 'elo:x' names no strength"),
        (["choices", "club"], "VALUE: choices cannot be 'club': give choices as JSON"),
        (["theme", "--reset", "theme"], "--reset"),
    ],
)
def test_what_cannot_be_is_quoted_and_changes_nothing(arguments, told, settings_of_our_own):
    result = settings(*arguments)
    assert result.exit_code == 2
    assert told in said(result)
    assert not settings_of_our_own.exists()


def test_a_file_that_names_no_player_is_told_where_the_setting_is_shown(settings_of_our_own):
    settings_of_our_own.parent.mkdir()
    settings_of_our_own.write_text('{"adviser": "stockfisch"}')
    for arguments in ([], ["adviser"]):
        told = said(settings(*arguments))
        assert "the setting “adviser” names no player: 'stockfisch'" in told
        assert "'board settings --reset adviser' sets it back" in told
    assert said(settings("theme")) == ""


def test_a_broken_file_is_set_aside_and_named(settings_of_our_own):
    settings_of_our_own.parent.mkdir()
    settings_of_our_own.write_text("{ theme")
    result = settings("theme", "dark")
    assert result.exit_code == 0
    assert "kept as settings.json.broken" in said(result)
    assert settings_of_our_own.with_name("settings.json.broken").read_text() == "{ theme"
    assert json.loads(settings_of_our_own.read_bytes())["theme"] == "dark"


def test_a_bad_value_is_not_lost_when_another_is_chosen(settings_of_our_own):
    settings_of_our_own.parent.mkdir()
    settings_of_our_own.write_text('{"theme": "pink", "new": 1}')
    assert "“theme” cannot be 'pink'" in said(settings("sound", "yes"))
    assert "pink" in settings_of_our_own.with_name("settings.json.broken").read_text()
    assert "new" not in json.loads(settings_of_our_own.read_bytes())
    assert settings().stderr == ""


def test_a_bad_adviser_does_not_keep_anybody_from_playing(settings_of_our_own):
    settings_of_our_own.parent.mkdir(parents=True, exist_ok=True)
    settings_of_our_own.write_text('{"adviser": "nobody"}')
    result = CliRunner().invoke(app, ["play", "random"], input="quit\n")
    assert result.exit_code == 0
    assert "Warning: " in result.stderr
    assert "the setting “adviser” names no player: 'nobody'" in result.stderr
    assert "'board settings --reset adviser' sets it back" in result.stderr


# Languages


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["--lang", "zh_CN", "play"], "zh_CN"),
        (["--lang=zh", "play"], "zh"),
        (["play", "--lang", "zh_CN"], None),
        (["--lang"], None),
        ([], None),
        (["--lang", "en", "--lang", "zh"], "zh"),
    ],
)
def test_the_language_is_asked_for_before_the_command(arguments, wanted):
    assert language_option(arguments) == wanted


def test_what_is_no_language_is_left_to_be_refused():
    environment = {"BOARD_LANG": "en"}
    set_language(["--lang", "tlh"], environment)
    assert environment == {"BOARD_LANG": "en"}
    set_language(["--lang", "zh-Hans"], environment)
    assert environment == {"BOARD_LANG": "zh_CN"}


def test_the_settings_come_after_board_lang_and_before_the_environment():
    settings("language", "zh_CN")
    assert chosen_language({"BOARD_LANG": "en"}) is None
    assert chosen_language({"LANG": "en_US.UTF-8"}) == "zh_CN"
    settings("--reset", "language")
    assert chosen_language({"LANG": "en_US.UTF-8"}) is None


def test_help_is_in_the_language_that_was_asked_for():
    ran = subprocess.run(
        [sys.executable, "-m", "board_cli", "--lang", "zh_CN", "settings", "language"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert "语言" in ran.stdout
    result = CliRunner().invoke(app, ["--lang", "fr", "about"])
    assert result.exit_code == 2
    assert "'fr' is not a language of the board: choose one of: en, zh_CN" in said(result)
