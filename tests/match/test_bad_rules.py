"""Rules that fail, or give anything: the game ends and says whose fault it is, the rest goes on."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from board_core import BadSetup, Color, IllegalMove, Move, Outcome, Reason, Rules, say
from board_core.author.testing import play_script
from board_core.game.events import GameEnded, MoveRejected
from board_core.game.rules import BadRules
from board_core.game.words import Words
from board_core.games.game_file import BadGame
from board_core.journal import read_journal
from board_core.match import play_match
from board_core.match.known_games import game_named, hosted

OWN_GAME = Path(__file__).parents[2] / "examples" / "own_game.py"
HEAP = game_named(f"{OWN_GAME}:HEAP").rules
Heap = type(HEAP.start(None))
SOON = 12
"""Matches from which on something goes wrong."""


class Mute(Exception):
    def __str__(self) -> str:
        raise ValueError("no text either")

    __repr__ = __str__


def deep() -> object:
    return deep()


def raising(error: BaseException) -> Callable[[], object]:
    def fail() -> object:
        raise error

    return fail


FAILURES: dict[str, Callable[[], object]] = {
    "raises": raising(ZeroDivisionError("\x1b[31m\u202e" + "x" * 100_000)),
    "raises without a text": raising(Mute()),
    "wants to exit": raising(SystemExit(3)),
    "recurs": deep,
    "has no memory": raising(MemoryError()),
    "forgets to return": lambda: None,
    "gives a number": lambda: 5,
    "gives infinity": lambda: float("inf"),
    "gives bytes": lambda: b"\xff",
    "gives a list": lambda: [5, None],
    "gives control characters": lambda: "\x1b[31m\n",
    "gives half a character": lambda: "\ud800",
    "gives megabytes": lambda: "z" * 3_000_000,
    "gives anything": object,
}


@dataclass(frozen=True)
class Start:
    """A heap that goes wrong in one place when few matches are left."""

    where: str
    how: str

    def __call__(self, setup: str | None) -> Any:
        whole = HEAP.start(setup)
        return kind_of(self.where, self.how)(whole.matches, whole.to_move)


def kind_of(where: str, how: str) -> type:
    usual = getattr(Heap, where)

    def asked(self: Any, *arguments: Any) -> Any:
        if self.matches < SOON:
            return FAILURES[how]()
        return usual(self, *arguments)

    if where == "to_move":
        wrong: object = property(lambda self: asked_side(self, how), lambda self, color: None)
    else:
        wrong = property(lambda self: asked_setup(self, how)) if where == "setup" else asked
    return type("Wrong", (Heap,), {where: wrong})


def asked_side(heap: Any, how: str) -> Any:
    if heap.matches < SOON:
        return FAILURES[how]()
    return Color.WHITE


def asked_setup(heap: Any, how: str) -> Any:
    if heap.matches < SOON:
        return FAILURES[how]()
    return Heap.setup.fget(heap)


def wrong_heap(where: str, how: str) -> Rules:
    return replace(HEAP, name="wrong heap", start=Start(where, how), origin=None)


def one(number: int) -> str:
    """Takes one match, whatever the rules say."""
    return "1"


def match_of(rules: Rules, home: Path) -> list[Any]:
    """Play two games with a journal, and return them as they are read in it."""
    play_match(one, one, games=2, seed=1, rules=rules, journal=home / "journal")
    journal = read_journal(home / "journal")
    assert journal.damage is None
    games = list(journal.games(lambda name: rules).values())
    for game in games:
        hosted(rules).record.write(game)
        for words in map(Words, ("en", "zh_CN")):
            said = words.outcome(game.outcome, game.explanation)
            assert said.isprintable()
            assert len(said) < 5_000
    assert len(games) == 2
    return games


@pytest.mark.parametrize("how", FAILURES)
@pytest.mark.parametrize("where", ["parse", "play", "outcome", "to_move"])
def test_a_game_whose_rules_fail_ends_and_names_them(where, how, tmp_path, caplog):
    if (where, how) == ("outcome", "forgets to return"):
        pytest.skip("no outcome yet")
    caplog.set_level(logging.CRITICAL)
    for game in match_of(wrong_heap(where, how), tmp_path):
        assert (game.outcome.reason, game.outcome.winner) == (Reason.INTERNAL_ERROR, None)
        assert "rules of wrong heap failed in" in str(game.explanation.sentence)
        assert len(game.moves) >= 9


@pytest.mark.parametrize("how", FAILURES)
@pytest.mark.parametrize("where", ["setup", "notation"])
def test_what_only_shows_a_position_ends_no_game(where, how, tmp_path):
    for game in match_of(wrong_heap(where, how), tmp_path):
        assert game.outcome.reason is Reason.RULES


@pytest.mark.parametrize("how", FAILURES)
def test_rules_that_cannot_begin_are_refused_before_a_game(how):
    def start(setup: str | None) -> Any:
        return FAILURES[how]()

    rules = replace(HEAP, name="no heap", start=start, origin=None)
    with pytest.raises(BadRules, match="the rules of no heap failed in start"):
        play_match("random", "random", rules=rules)


def test_a_file_whose_rules_cannot_begin_is_refused_by_its_name(tmp_path):
    text = OWN_GAME.read_text().replace("return Heap(MATCHES)", "return HEAPS(MATCHES)")
    (tmp_path / "heap.py").write_text(text)
    with pytest.raises(BadGame, match=r"no game of .*heap\.py can begin: NameError"):
        game_named(f"{tmp_path / 'heap.py'}:HEAP")


@dataclass(frozen=True)
class Careless(Heap):
    """Reads what players write as if nobody wrote nonsense."""

    def parse(self, text: str) -> Move:
        return Move(str(int(text)))

    def play(self, move: Move) -> Any:
        return Careless({"1": 20, "2": 19, "3": 18}[move], self.to_move.other)


@pytest.mark.parametrize("text", ["nonsense", "²", "١٧", "9" * 5000, "-1", "\ud800", "1\x1b"])
def test_whoever_is_losing_cannot_end_a_game_by_a_text_that_its_rules_did_not_foresee(text):
    rules = replace(HEAP, start=lambda setup: Careless(21, Color.WHITE), origin=None)
    events = play_script(rules, [text], [])
    (refused,) = (event for event in events if isinstance(event, MoveRejected))
    assert "the rules of heap failed in" in str(refused.why)
    (ended,) = (event for event in events if isinstance(event, GameEnded))
    assert ended.outcome == Outcome(Color.BLACK, Reason.ILLEGAL_MOVES, text)


def test_an_author_may_refuse_a_move_or_a_position_by_a_mere_text():
    for error in (IllegalMove("no {such} move"), BadSetup("no {such} move")):
        assert str(error.sentence) == str(error) == "no {such} move"
    assert str(IllegalMove(say("no")).sentence) == "no"
