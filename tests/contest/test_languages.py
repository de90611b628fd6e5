"""A contest whose entrants are written in six languages, with nothing set but their names."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from board_core.contest.store import Folder, read_contest

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "tests" / "programs" / "languages"
ENTRANTS = 16


@dataclass(frozen=True)
class Language:
    source: str
    player: str  # as contest.toml names it
    needs: tuple[str, ...] = ()
    build: tuple[str, ...] = ()  # run in the entrant's folder


LANGUAGES = {
    "Java": Language("Knight.java", "java Knight.java", ("javac", "java")),
    "Mono": Language("knight.cs", "mono knight.exe", ("mcs", "mono"), ("mcs", "knight.cs")),
    "Node": Language("knight.js", "node knight.js", ("node",)),
    "Go": Language("knight.go", "./knight", ("go",), ("go", "build", "-o", "knight", "knight.go")),
    "C++": Language(
        "knight.cpp", "./knight", ("g++",), ("g++", "-O1", "-o", "knight", "knight.cpp")
    ),
    "Python": Language("knight.py", "knight.py"),
}


@pytest.fixture
def contest(tmp_path: Path) -> Path:
    """The folder of a contest: each language once, and Python for the places that are left."""
    rows = [f'name = "Languages"\nseed = 7\nrounds = 3\nconcurrency = {os.cpu_count() or 1}\n']
    names = [*LANGUAGES, *["Python"] * (ENTRANTS - len(LANGUAGES))]
    for number, name in enumerate(names, start=1):
        language, folder = LANGUAGES[name], tmp_path / f"{number:02}"
        for needed in language.needs:
            if shutil.which(needed) is None:
                (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(
                    f"{needed} is not installed"
                )
        folder.mkdir()
        shutil.copy(SOURCES / language.source, folder)
        if language.build:
            home = {**os.environ, "GOCACHE": str(tmp_path / "go"), "GOFLAGS": "-mod=mod"}
            subprocess.run(language.build, cwd=folder, env=home, check=True, capture_output=True)
        rows.append(
            f'[[entrants]]\nname = "{name} {number}"\nplayer = "{language.player}"\n'
            f'folder = "{folder.name}"\n'
        )
    (tmp_path / "contest.toml").write_text("\n".join(rows))
    return tmp_path


def test_everybody_plays_in_a_contest_with_all_defaults(contest):
    command = [sys.executable, "-m", "board_cli", "contest", "run", contest.name]
    home = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(
        command, cwd=contest.parent, env=home, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    games = read_contest(Folder(contest)).played.values()
    assert len(games) == 3 * ENTRANTS // 2
    for played in games:
        ended = played.game.outcome
        assert not played.game.explanation, (ended, str(played.game.explanation.sentence))
        assert len(played.game.moves) >= 8
