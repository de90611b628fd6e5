import json
import os
import stat
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_core import BoardError, Color, PerColor
from board_core.frontend import settings_file as module
from board_core.frontend.settings import (
    HELP_OF_SETTINGS,
    PROGRAMS_REMEMBERED,
    ChosenProgram,
    GameChoice,
    Loaded,
    Settings,
    accepted_values,
    as_json,
    format_value,
    load,
    parse,
    remember,
    reset,
    save,
    settings_file,
    with_value,
)
from board_core.frontend.settings_file import peek

ENGINE = ChosenProgram("/usr/games/stockfish", '-l "3"', "uci")
MINE = ChosenProgram("/家/我的AI.py", "", "san")
CHOSEN = Settings(
    language="zh_CN",
    theme="dark",
    board_colors="green",
    animation_ms=0,
    sound=True,
    viewing_pause_ms=60_000,
    save_ai_on_load=False,
    ui_scale=1.25,
    move_by="drag",
    show_destinations=False,
    coordinates=False,
    stone_numbers=True,
    auto_queen="always",
    window=(1920, 1080),
    default_ai=PerColor(ENGINE, None),
    choices=(("gomoku", GameChoice("hard", "either")), ("chess", GameChoice("elo:1400"))),
    ask_before_ending=False,
    letters_with_i=False,
    moves_in_words=True,
    boards_view="map",
    plain_board=True,
    adviser="uci:stockfish",
    history=(ENGINE, MINE),
    contests=("/home/me/cup",),
)

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda parts: st.lists(parts) | st.dictionaries(st.text(), parts),
    max_leaves=10,
)
KNOWN = fields(Settings)
names = st.sampled_from([field.name for field in KNOWN]) | st.text()


@pytest.fixture
def file(tmp_path):
    return tmp_path / "deep" / "settings.json"


def written(file, content):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    return file


def files_in(folder):
    return sorted(entry.name for entry in folder.iterdir())


def test_without_a_file_the_usual_settings_hold(file):
    assert load(file) == Loaded(Settings())
    assert not file.exists()


def test_what_is_saved_is_loaded(file):
    save(CHOSEN, file)
    assert load(file) == Loaded(CHOSEN)
    assert files_in(file.parent) == ["settings.json"]


def test_every_setting_is_on_file_and_differs_in_this_test(file):
    on_file = json.loads(as_json(CHOSEN))
    assert on_file.keys() == {field.name for field in KNOWN}
    assert all(getattr(CHOSEN, f.name) != getattr(Settings(), f.name) for f in KNOWN)


def test_the_file_can_be_read_by_people():
    assert '\n  "theme": "dark",\n' in as_json(CHOSEN).decode()
    assert "我的AI.py" in as_json(CHOSEN).decode()


def test_the_settings_are_in_the_folder_of_this_user(monkeypatch, tmp_path):
    monkeypatch.setenv("APPDATA" if os.name == "nt" else "XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("BOARD_SETTINGS", raising=False)
    save(CHOSEN)
    assert settings_file() == tmp_path / "the-chess-board" / "settings.json"
    assert load().settings == CHOSEN


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_nobody_else_may_look(file, monkeypatch):
    modes = []
    replaced = os.replace

    def look_before(source, target):
        modes.append(stat.S_IMODE(source.stat().st_mode))
        replaced(source, target)

    monkeypatch.setattr(module.os, "replace", look_before)
    old = os.umask(0)
    try:
        save(CHOSEN, file)
    finally:
        os.umask(old)
    assert modes == [0o600]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize("death", [OSError("no space left"), KeyboardInterrupt()], ids=repr)
@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_writer_that_dies_on_the_way_leaves_the_old_file(file, monkeypatch, death, step):
    save(CHOSEN, file)

    def die(*_):
        raise death

    monkeypatch.setattr(module.os, step, die)
    with pytest.raises(type(death)):
        save(Settings(), file)
    assert load(file) == Loaded(CHOSEN)
    assert files_in(file.parent) == ["settings.json"]


def test_a_writer_never_touches_the_file_of_another_that_is_still_writing(file, monkeypatch):
    """The last wins, and neither sees a half of the other."""
    replaced = os.replace

    def another_comes_first(source, target):
        monkeypatch.setattr(module.os, "replace", replaced)
        save(Settings(theme="dark"), file)
        assert load(file).settings.theme == "dark"
        replaced(source, target)

    monkeypatch.setattr(module.os, "replace", another_comes_first)
    save(CHOSEN, file)
    assert load(file) == Loaded(CHOSEN)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_stays_a_link(file, tmp_path):
    target = written(tmp_path / "dotfiles" / "board.json", b"{}")
    file.parent.mkdir()
    file.symlink_to(target)
    save(CHOSEN, file)
    assert file.is_symlink()
    assert load(target).settings == CHOSEN


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"theme": NaN}',
        b'{"x": 1e999}',
        b"[" * 100_000,
        b'{"x": ' + b"9" * 5_000 + b"}",
        b" " * 1_000_001,
    ],
    ids=range(10),
)
def test_a_broken_file_is_kept_aside_and_said(file, content):
    settings, (trouble,) = load(written(file, content))
    assert settings == Settings()
    assert "kept as settings.json.broken" in str(trouble)
    assert files_in(file.parent) == ["settings.json.broken"]
    assert file.with_name("settings.json.broken").read_bytes() == content
    assert load(file) == Loaded(Settings())


def test_a_broken_file_that_cannot_be_moved_is_said_too(file, monkeypatch):
    def refuse(*_):
        raise PermissionError

    monkeypatch.setattr(Path, "replace", refuse)
    _, (trouble,) = load(written(file, b"{"))
    assert str(trouble).endswith("cannot be parsed; the defaults are used")
    assert file.read_bytes() == b"{"


def test_no_broken_file_takes_the_place_of_another(file):
    for content in (b"{", b"[", b"{"):
        load(written(file, content))
    folder = file.parent
    assert files_in(folder) == ["settings.json.broken", "settings.json.broken-2"]
    assert (folder / "settings.json.broken").read_bytes() == b"{"
    assert (folder / "settings.json.broken-2").read_bytes() == b"["


def test_a_file_with_a_bad_value_is_kept_once_as_it_was(file):
    content = b'{"theme": "pink", "sound": true}'
    written(file, content)
    for _ in range(2):
        settings, troubles = load(file)
        assert settings == Settings(sound=True)
        assert "kept as settings.json.broken" in str(troubles[-1])
    assert files_in(file.parent) == ["settings.json", "settings.json.broken"]
    assert file.with_name("settings.json.broken").read_bytes() == content


def test_the_file_can_be_named_by_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("BOARD_SETTINGS", str(tmp_path / "mine.json"))
    save(CHOSEN)
    assert settings_file() == tmp_path / "mine.json"
    assert load().settings == CHOSEN
    assert peek("language") == "zh_CN"


@pytest.mark.parametrize("content", [None, b"{", b"[]", b"\xff"])
def test_a_peek_at_a_file_that_cannot_be_used_changes_nothing(tmp_path, monkeypatch, content):
    file = tmp_path / "settings.json"
    monkeypatch.setenv("BOARD_SETTINGS", str(file))
    if content is not None:
        file.write_bytes(content)
    assert peek("language") is None
    assert files_in(tmp_path) == ([] if content is None else ["settings.json"])


# As people write them


@pytest.mark.parametrize("name", HELP_OF_SETTINGS)
def test_what_is_shown_of_a_setting_can_be_written(name):
    assert with_value(CHOSEN, name, format_value(CHOSEN, name)) == CHOSEN
    assert with_value(Settings(), name, format_value(CHOSEN, name)) == replace(
        Settings(), **{name: getattr(CHOSEN, name)}
    )
    usual = reset(CHOSEN, name)
    assert getattr(usual, name) == getattr(Settings(), name)


def test_every_setting_is_explained():
    chosen = {field.name for field in KNOWN}
    assert HELP_OF_SETTINGS.keys() == {name for name in chosen if accepted_values(name)} == chosen


@pytest.mark.parametrize("yes", ["yes", "on", "True"])
def test_yes_is_written_in_many_ways(yes):
    assert with_value(Settings(), "sound", yes).sound


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("sond", "yes", "'sond' is not a setting: choose one of language, theme"),
        ("version", "7", "'version' is not a setting"),
        ("sound", "loud", "sound cannot be 'loud': give yes or no"),
        ("theme", "pink", "one of 'light', 'dark'"),
        ("animation_ms", "501", "a whole number from 0 to 500"),
        ("animation_ms", "fast", "animation_ms cannot be 'fast'"),
        ("ui_scale", "NaN", "0, or a number from 1 to 3"),
        ("window", "1280x800", "as in [1280, 800]"),
        ("adviser", "", "adviser cannot be ''"),
        ("adviser", "human", "adviser cannot be 'human': people give no hints"),
    ],
)
def test_a_value_that_cannot_be_is_quoted_and_what_can_be_is_said(name, text, told):
    with pytest.raises(BoardError) as refusal:
        with_value(Settings(), name, text)
    assert told in str(refusal.value)


@pytest.mark.parametrize(
    "name", ["adviser", "choices", "contests", "default_ai", "history", "window"]
)
def test_the_example_of_a_setting_is_a_value_that_it_can_have(name):
    example = accepted_values(name).facts["example"]
    assert with_value(Settings(), name, example) != Settings()


def test_what_is_no_file_is_said(file):
    file.mkdir(parents=True)
    settings, (trouble,) = load(file)
    assert settings == Settings()
    assert "cannot be read: " in str(trouble)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_without_a_writer_is_not_waited_for(file):
    file.parent.mkdir()
    os.mkfifo(file)
    assert load(file).settings == Settings()


def test_a_bad_value_is_replaced_alone_and_said():
    settings, (trouble,) = parse({"animation_ms": 501, "theme": "dark"})
    assert settings == Settings(theme="dark")
    assert str(trouble) == (
        "the setting “animation_ms” cannot be 501; it is 200 now. "
        "'board settings --reset animation_ms' sets it back for good"
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("language", "fr"),
        ("language", None),
        ("theme", ["dark"]),
        ("theme", {}),
        ("board_colors", ""),
        ("board_colors", "x" * 101),
        ("animation_ms", -1),
        ("animation_ms", True),
        ("animation_ms", 20.5),
        ("sound", 1),
        ("viewing_pause_ms", 60_001),
        ("ui_scale", 0.5),
        ("ui_scale", 3.01),
        ("ui_scale", True),
        ("ui_scale", "1"),
        ("window", [1280]),
        ("window", [1280, 99]),
        ("window", {"0": 1}),
        ("default_ai", []),
        ("history", {}),
    ],
)
def test_a_value_that_a_setting_cannot_have_is_not_taken(name, value):
    settings, (trouble,) = parse({name: value})
    assert settings == Settings()
    assert f"“{name}”" in str(trouble)


@pytest.mark.parametrize("scale", [0, 1, 1.5, 3])
def test_scales_that_can_be_had(scale):
    assert parse({"ui_scale": scale}) == Loaded(replace(Settings(), ui_scale=float(scale)))


BAD_PROGRAMS = [
    None,
    "stockfish",
    {"path": "", "arguments": "", "protocol": "uci"},
    {"path": "a\0b", "arguments": "", "protocol": "uci"},
    {"path": "a", "arguments": 3, "protocol": "uci"},
    {"path": "a", "arguments": "", "protocol": "telepathy"},
    {"path": "a", "arguments": "", "protocol": ["uci"]},
    {"path": "a"},
]


@pytest.mark.parametrize("bad", BAD_PROGRAMS[1:], ids=repr)
def test_a_setting_with_a_bad_program_has_its_default(bad):
    good = json.loads(as_json(CHOSEN))["default_ai"]["white"]
    for value in ({"history": [good, bad]}, {"default_ai": {"white": bad, "black": good}}):
        settings, (trouble,) = parse(value)
        assert settings == Settings()
        assert f"“{next(iter(value))}”" in str(trouble)


def test_the_history_has_the_newest_first_each_once_and_no_more_than_twenty():
    settings = Settings()
    for number in range(30):
        settings = remember(settings, ChosenProgram(f"ai{number}"))
    settings = remember(settings, ChosenProgram("ai20"))
    paths = [program.path for program in settings.history]
    assert paths[:3] == ["ai20", "ai29", "ai28"]
    assert len(set(paths)) == len(paths) == PROGRAMS_REMEMBERED


def test_a_path_that_is_no_text_comes_back_as_it_was(file):
    """Names of files are bytes; Python shows those that are no UTF-8 as half characters."""
    odd = os.fsdecode(b"/home/\xff/ai")
    save(remember(CHOSEN, ChosenProgram(odd)), file)
    assert load(file).settings.history[0].path == odd


def test_a_key_that_is_no_setting_is_told_and_not_written_again(file):
    settings, troubles = load(written(file, b'{"sound": true, "from the future": 1, "also": 2}'))
    assert settings == Settings(sound=True)
    assert str(troubles[0]).startswith("'from the future' is not a setting: choose one of")
    assert "kept as settings.json.broken" in str(troubles[-1])
    save(settings, file)
    assert load(file) == Loaded(settings)


def test_troubles_are_said_in_chinese():
    from board_core.game.words import Words

    words = Words("zh_CN")
    for value in ({"theme": 3}, {"history": 3}):
        (trouble,) = parse(value).troubles
        assert words.sentence(trouble) != str(trouble)


@given(st.dictionaries(names, values))
def test_any_values_are_understood(chosen):
    settings, _ = parse(chosen)
    assert all(type(getattr(settings, f.name)) is type(getattr(Settings(), f.name)) for f in KNOWN)


@given(st.binary() | st.dictionaries(names, values).map(lambda value: json.dumps(value).encode()))
def test_any_file_is_loaded_and_what_is_saved_then_has_no_trouble(a_folder, content):
    file = written(a_folder / "settings.json", content)
    settings, _ = load(file)
    assert parse(json.loads(as_json(settings))) == Loaded(settings)


@pytest.fixture(scope="module")
def a_folder(tmp_path_factory):
    return tmp_path_factory.mktemp("any")


def test_both_sides_are_on_file_by_name():
    assert json.loads(as_json(Settings()))["default_ai"].keys() == {c.value for c in Color}
