"""The ten-line programs: a handful is built and plays, and the pages have all their commands."""

import importlib
import json
import os
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from board_cli.app import app

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "docs" / place for place in ("programming-languages.md", "zh/programming-languages.md")
]

if sys.platform != "linux":
    pytest.skip("foreign.py is for Linux", allow_module_level=True)
sys.path.insert(0, str(ROOT / "benchmarks"))
foreign = importlib.import_module("foreign")

BUILT_HERE = (
    *("Python", "Python, a module beside", "Python, -m", "C", "Java, -cp", "C#", "JavaScript"),
    *("Perl", "Bash", "awk"),
)
"""The languages whose tools ``.ci/run`` has in any case."""

IF_HERE = ("Haskell, a script", "R", "Octave")
"""Languages that read files outside of ``/usr``; their tools are large."""

WHOLE_GAME = "16 plies, threefold-repetition"


@pytest.mark.timeout(120)
@pytest.mark.parametrize("name", [*BUILT_HERE, *IF_HERE])
def test_ten_lines_play_whole_games_with_the_default_options(name: str, tmp_path: Path):
    program = next(each for each in foreign.PROGRAMS if each.name == name)
    played = foreign.of_language(program, tmp_path, check=False)
    if played.missing:
        needed = os.environ.get("CI") == "true" and name in BUILT_HERE
        (pytest.fail if needed else pytest.skip)(played.why_not)
    assert played.games == (WHOLE_GAME, WHOLE_GAME), played.why_not
    assert played.started
    assert played.played


def cannot_be_read(source: str) -> str:
    return source[: len(source) // 2]


def plays_what_no_piece_can(source: str) -> str:
    return re.sub("N([fcgb])[13]", r"N\g<1>4", source)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("spoil", [cannot_be_read, plays_what_no_piece_can])
@pytest.mark.parametrize("name", [*BUILT_HERE, *IF_HERE])
def test_a_match_says_the_same_of_a_spoiled_program_as_the_card(
    name: str, spoil, tmp_path: Path, monkeypatch
):
    program = next(each for each in foreign.PROGRAMS if each.name == name)
    if missing := foreign.lacking(program.tools):
        pytest.skip(missing)
    source, folder = tmp_path / "source", tmp_path / "built"
    source.mkdir()
    folder.mkdir()
    text = (foreign.LANGUAGES / program.file).read_text("utf-8")
    (source / program.file).write_text(spoil(text), "utf-8")
    monkeypatch.setattr(foreign, "LANGUAGES", source)
    if foreign.build(program, folder):
        assert spoil is cannot_be_read, "it cannot be built any more"
        return
    monkeypatch.chdir(folder)
    told = CliRunner().invoke(app, ["match", program.play, "random", "--json"])
    ends = [json.loads(line) for line in told.stdout.splitlines()]
    (said,) = {end["explanation"]["sentence"] for end in ends if end["event"] == "game_ended"}
    only = ("--only", "start", "--only", "white", "--json")
    card = json.loads(CliRunner().invoke(app, ["check", program.play, *only]).stdout)
    (finding,) = (check for check in card["checks"] if check["verdict"] == "fault")
    assert finding["evidence"]["sentence"] == said
    assert finding["sentence"].startswith(said)
    assert finding["advice"]


@pytest.mark.timeout(120)
def test_the_check_finds_no_fault_in_ten_lines():
    """They know no board, and so write Nf3 where they take something."""
    told = foreign.examine("python3 knights.py", foreign.LANGUAGES)
    said = "warning: notation: it wrote 'Nf3' for Nxf3: accepted here, refused by others"
    assert told in ("well", said)


def test_a_program_that_does_not_start_is_shown_with_the_reason(tmp_path: Path):
    tmp_path.joinpath("mute.py").write_text("raise SystemExit(3)", "utf-8")
    played = foreign.play("mute", "python3 mute.py", "random", tmp_path)
    assert not played.started
    assert not played.played
    assert "not-started" in played.why_not
    assert "exit code 3" in played.why_not


def test_a_missing_tool_is_named_with_its_package():
    assert foreign.lacking(("python3",)) == ""
    program = foreign.Program("Nothing", "knights.c", "./knights", ("no-such-compiler knights.c",))
    assert foreign.lacking(program.tools) == "no no-such-compiler: apt install no-such-compiler"


def test_every_program_of_the_folder_is_in_the_table():
    files = {path.name for path in foreign.LANGUAGES.iterdir() if path.is_file()}
    assert files == {program.file for program in foreign.PROGRAMS}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_pages_have_the_commands_of_the_table(page: Path):
    text = page.read_text(encoding="utf-8")
    rows = re.findall(r"^\| [^|]+ \| [^|]+ \| ([^|]*) \| `([^|]+)` \|$", text, re.MULTILINE)
    assert [(tuple(re.findall("`([^`]+)`", built)), play) for built, play in rows] == [
        (program.build, program.play) for program in foreign.PROGRAMS
    ]
    assert re.search(r"\]\((\.\./)+examples/languages\)", text)
