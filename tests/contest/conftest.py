from pathlib import Path

import demo
import pytest

from board_core.contest.state import Contest
from board_core.contest.store import Folder, read_contest


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """The demonstration in its fourth round; not to be written to."""
    return demo.make(tmp_path_factory.mktemp("contests") / "running", finished=3, running=3)


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """The demonstration, ended; not to be written to."""
    return demo.make(tmp_path_factory.mktemp("contests") / "finished", finished=4, running=0)


@pytest.fixture(scope="session")
def discreet(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """The demonstration in its fourth round, as it is if nobody says that all may read the logs."""
    home = tmp_path_factory.mktemp("contests") / "discreet"
    return demo.make(home, finished=3, running=3, page={})


@pytest.fixture(scope="session")
def stones(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """A contest on points."""
    return demo.gomoku(tmp_path_factory.mktemp("contests") / "stones")


@pytest.fixture(scope="session")
def contest(running: Folder) -> Contest:
    return read_contest(running)


@pytest.fixture(scope="session")
def ended(finished: Folder) -> Contest:
    return read_contest(finished)


@pytest.fixture
def new_folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "contest")
