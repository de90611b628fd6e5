"""What entrants may say about how their programs are started, and what they may not."""

import os
from pathlib import Path

import pytest

from board_core.contest.manifest import (
    LANGUAGE_COMMANDS,
    BadManifest,
    Manifest,
    manifest_of,
    read_manifest,
)
from board_core.match.player_spec import PlayerKind, parse_player


def text(**fields: object) -> str:
    def toml(value: object) -> str:
        return f"[{', '.join(map(toml, value))}]" if isinstance(value, list) else f"'{value}'"

    return "\n".join(f"{name} = {toml(value)}" for name, value in fields.items())


@pytest.mark.parametrize(
    ("fields", "player"),
    [
        ({"language": "python", "file": "my_ai.py"}, "san:my_ai.py"),
        (
            {"language": "python", "file": "a b.py", "arguments": ["--depth", "3 4"]},
            "san:'a b.py' --depth '3 4'",
        ),
        ({"language": "java", "file": "Main.java"}, "san:java Main.java"),
        ({"language": "java", "file": "x/e.jar", "protocol": "uci"}, "uci:java -jar x/e.jar"),
        ({"language": "csharp", "file": "P.exe"}, "san:mono P.exe"),
        ({"language": "javascript", "file": "i.js"}, "san:node i.js"),
        ({"language": "awk", "file": "i.awk"}, "san:awk -f i.awk"),
        (
            {
                "language": "native",
                "file": "engine",
                "arguments": ["option.Hash=16"],
                "protocol": "uci",
            },
            "uci:./engine option.Hash=16",
        ),
        ({"language": "python", "file": "ai.py", "function": "choose"}, "ai.py:choose"),
    ],
)
def test_a_manifest_becomes_a_player_whose_command_is_ours(fields, player):
    made = manifest_of(text(**fields)).player()
    assert made == player
    assert parse_player(made).kind in (PlayerKind.PROGRAM, PlayerKind.FUNCTION)


def test_every_language_has_a_command():
    assert set(LANGUAGE_COMMANDS) == set(Manifest.model_fields["language"].annotation.__args__)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"language": "python", "file": "/etc/x.py"}, "leads out of the folder"),
        ({"language": "python", "file": "../ada/ai.py"}, "leads out of the folder"),
        ({"language": "native", "file": "a", "arguments": ["/etc/shadow"]}, "leads out"),
        ({"language": "native", "file": "a", "arguments": ["--x=/etc/shadow"]}, "leads out"),
        ({"language": "native", "file": "a", "arguments": ["~root/x"]}, "leads out"),
        ({"language": "native", "file": "a", "arguments": ["b/../../c"]}, "leads out"),
        ({"language": "java", "file": "a.jar", "arguments": ["lib:/etc"]}, "leads out"),
        ({"language": "native", "file": "a", "arguments": ["option.A=1"]}, "only UCI"),
        ({"language": "native", "file": "-rf"}, "cannot be called"),
        ({"language": "python", "file": "expert"}, "ends in .py"),
        ({"language": "python", "file": "a=human.py", "function": "f"}, "cannot be called"),
        ({"language": "python", "file": "a.py", "function": "f()"}, "is not a function"),
        ({"language": "java", "file": "a.py", "function": "f"}, "is not a function"),
        ({"language": "python", "file": "a\\b.py"}, "a character that is not allowed"),
        ({"language": "expert", "file": "a"}, "'expert' is not allowed: write 'python'"),
        ({"language": "python"}, "file: this is missing"),
        ({"language": "python", "file": "a.py", "player": "expert"}, "there is no such setting"),
        ({"language": "python", "file": "a.py", "arguments": ["x"] * 33}, "cannot be used"),
        ({"language": "python", "file": "a.py", "arguments": ["x" * 201]}, "cannot be used"),
        ({"language": "python", "file": ""}, "cannot be used"),
    ],
)
def test_it_names_no_path_outside_no_program_of_the_machine_and_no_player(fields, why):
    with pytest.raises(BadManifest, match=why):
        manifest_of(text(**fields))


@pytest.mark.parametrize(
    "toml",
    [
        "x = " + "[" * 5_000 + "]" * 5_000,
        "file = " + "9" * 5_000,
        "file = 0x" + "f" * 4_000,
        "file = [{a = 0b1" + "1" * 15_000 + "}]",
        "a" + ".a" * 3_000 + " = 1",
        "[" * 10_000,
        "language = [1",
        "language = {a = {b = 1}}",
        "file = 5\nlanguage = 'python'",
        "\x00",
    ],
)
def test_whatever_is_in_it_there_is_a_sentence(toml):
    with pytest.raises(BadManifest, match=r"entry\.toml"):
        manifest_of(toml)


@pytest.mark.parametrize("end", ["{} = 1", "[{}]", "[[ {} ]]", "x = {{y = 1, {} = 1}}"])
def test_keys_of_many_parts_are_refused_before_they_fill_the_memory(end):
    for part in ("a", '"a b"', "'a' "):
        with pytest.raises(BadManifest, match="nested too deeply"):
            manifest_of(end.format(".".join([part] * 40)))


def test_keys_of_some_parts_and_dots_in_a_text_are_read():
    with pytest.raises(BadManifest, match="this is missing"):
        manifest_of(f"{'.'.join('abcdefghi')} = '{'.a' * 40}'\nx = [{'1.5, ' * 40}]")


def test_it_is_read_from_the_folder_(tmp_path):
    assert read_manifest(tmp_path) is None
    (tmp_path / "entry.toml").write_text(text(language="python", file="ai.py"))
    with pytest.raises(BadManifest, match="cannot be read"):
        read_manifest(tmp_path)
    (tmp_path / "ai.py").touch()
    manifest = read_manifest(tmp_path)
    assert manifest is not None
    assert manifest.player() == "san:ai.py"


def test_neither_something_large_nor_what_is_no_text_is_read(tmp_path: Path):
    manifest = tmp_path / "entry.toml"
    manifest.write_bytes(b"\xff")
    with pytest.raises(BadManifest, match="not UTF-8"):
        read_manifest(tmp_path)
    manifest.write_text("#" * 20_000)
    with pytest.raises(BadManifest, match="too large"):
        read_manifest(tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
def test_a_link_is_not_read(tmp_path: Path):
    (tmp_path / "entry.toml").symlink_to("/etc/passwd")
    with pytest.raises(BadManifest, match="cannot be read"):
        read_manifest(tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
def test_its_file_may_be_reached_by_links_that_stay_in_the_folder(tmp_path: Path):
    folder = tmp_path / "ada"
    (folder / "real").mkdir(parents=True)
    (folder / "real" / "ai.py").write_text("")
    (folder / "src").symlink_to("real")
    (tmp_path / "secret.py").write_text("")
    (folder / "out.py").symlink_to(tmp_path / "secret.py")
    (folder / "loop.py").symlink_to("loop.py")
    manifest = folder / "entry.toml"
    manifest.write_text('language = "python"\nfile = "src/ai.py"\n')
    assert read_manifest(folder) == Manifest(language="python", file="src/ai.py")
    for name, why in (
        ("out.py", "leads out of its folder: put a copy"),
        ("loop.py", "cannot be read"),
    ):
        manifest.write_text(f'language = "python"\nfile = "{name}"\n')
        with pytest.raises(BadManifest, match=why):
            read_manifest(folder)
