"""A plugin for pytest: the fixtures ``referee`` and ``opponent``, and assertions about an AI.

It is installed with the package. A student's test has three lines::

    from board_core.author.pytest_plugin import assert_plays_legally

    def test_it_plays_legally():
        assert_plays_legally("my_ai.py:choose")

The modules it needs are imported when a test asks for them, so other tests do not wait.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

from board_core.game.sides import Color as Color
from board_core.game.words import Words
from board_core.text.languages import N_

if TYPE_CHECKING:
    from board_core.game.player import Player

    from .trials import Trial
    from .trials import assert_beats as assert_beats
    from .trials import assert_moves as assert_moves
    from .trials import assert_plays_legally as assert_plays_legally
    from .trials import play as play

OFFERED_FIXTURES = ("assert_beats", "assert_moves", "assert_plays_legally", "play")

__all__ = [
    "Color",
    "assert_beats",
    "assert_moves",
    "assert_plays_legally",
    "opponent",
    "play",
    "referee",
]

GAMES_PLAYED = pytest.StashKey["list[Trial]"]()


def __getattr__(name: str) -> object:
    if name in OFFERED_FIXTURES:
        return getattr(import_module("board_core.author.trials"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@pytest.fixture
def referee(request: pytest.FixtureRequest) -> Callable[..., Trial]:
    """Provide a function that plays a game and returns its :class:`.Trial`.

    ``referee(white, black, seed=0, setup=None, moves=(), time_control=...)`` takes the arguments of
    :func:`board_core.author.trials.play`. When the test fails, its last game is shown,
    and what the loser can learn from it.
    """
    from .trials import play

    games: list[Trial] = request.node.stash.setdefault(GAMES_PLAYED, [])

    def played(*players: Any, **options: Any) -> Trial:
        game = play(*players, **options)
        games.append(game)
        return game

    return played


@pytest.fixture
def opponent() -> Iterator[Callable[..., Player]]:
    """Provide a maker of players, which are closed when the test ends.

    An example is ``opponent("uci:stockfish", seed=0)``.
    """
    from .trials import opened

    made: list[AbstractContextManager[Player]] = []

    def make(text: str, seed: int = 0) -> Player:
        context = opened(text, seed)
        made.append(context)
        return context.__enter__()

    yield make
    for context in made:
        context.__exit__(None, None, None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    games = item.stash.get(GAMES_PLAYED, [])
    if games and report.when == "call" and report.failed:
        words = Words()
        report.sections.append((words.text(N_("the last game")), str(games[-1])))
        if lesson := games[-1].lesson():
            report.sections.append((words.text(N_("what to learn from it")), lesson))
    return report
