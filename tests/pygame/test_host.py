"""Games and programs behind the window: nothing the window calls waits, and nothing stays."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest
from patience import PATIENCE

from board_core import Color, GameEnded, MovePlayed, PerColor, Reason, TurnStarted
from board_core.games import CHESS
from board_core.match import GameSpec
from board_core.match.player_spec import PlayerSpec, parse_player
from board_core.supervise.command import joined_words
from board_pygame.host import (
    Cleared,
    GamePlan,
    Happened,
    Host,
    LineSaid,
    News,
    NotOpened,
    Opened,
    Tried,
)

OPPONENT = Path(__file__).parent.parent / "programs" / "opponent.py"
HUMAN, RANDOM = parse_player("human"), parse_player("random")


def program(*arguments: str) -> PlayerSpec:
    words = joined_words((sys.executable, str(OPPONENT), *arguments))
    return parse_player(f"san:{words}")


class Desk:
    """A window's end of a host."""

    def __init__(self) -> None:
        self.news: SimpleQueue[News] = SimpleQueue()
        self.heard: list[News] = []
        self.host = Host(self.news.put, isolate=False)

    def until(self, wanted: Callable[[News], object]) -> News:
        while True:
            news = self.news.get(timeout=PATIENCE)
            self.heard.append(news)
            if wanted(news):
                return news

    def until_event(self, kind: type, count: int = 1):
        def wanted(news: News) -> bool:
            nonlocal count
            count -= isinstance(news, Happened) and isinstance(news.event, kind)
            return count == 0

        news = self.until(wanted)
        assert isinstance(news, Happened)
        return news.event


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.host.close()


def plan(
    white: PlayerSpec, black: PlayerSpec, *, by_hand: bool = False, seed=None, **facts
) -> GamePlan:
    spec = GameSpec(
        CHESS, white, black, draw_if_cannot_win=True, seeds=PerColor(seed, seed), **facts
    )
    return GamePlan(spec, PerColor(by_hand, by_hand))


def test_a_game_of_two_ais_is_told_from_its_beginning_to_its_end(desk: Desk):
    desk.host.play(plan(RANDOM, RANDOM, seed=1))
    opened = desk.until(lambda news: isinstance(news, Opened))
    ended = desk.until_event(GameEnded)
    assert ended.outcome.decided
    assert all(n.number == opened.number for n in desk.heard if isinstance(n, Happened))


def test_people_move_through_their_seats(desk: Desk):
    desk.host.play(plan(HUMAN, HUMAN))
    seated = desk.until(lambda news: isinstance(news, Opened)).seated
    for color, text in ((Color.WHITE, "f3"), (Color.BLACK, "e5"), (Color.WHITE, "g4")):
        desk.until_event(TurnStarted)
        assert seated.play(color, text)
    desk.until_event(TurnStarted)
    assert not seated.play(Color.WHITE, "Qh4")  # it is not its turn
    assert seated.play(Color.BLACK, "Qh4")
    assert desk.until_event(GameEnded).outcome.reason is Reason.CHECKMATE


def test_an_ai_by_hand_moves_when_it_is_told_to(desk: Desk):
    desk.host.play(plan(RANDOM, RANDOM, by_hand=True))
    seated = desk.until(lambda news: isinstance(news, Opened)).seated
    desk.until_event(TurnStarted)
    assert seated.release(Color.WHITE)
    assert not seated.release(Color.WHITE)
    assert desk.until_event(MovePlayed).color is Color.WHITE
    desk.until_event(TurnStarted)
    assert seated.play(Color.BLACK, "e5")  # in its place
    assert desk.until_event(MovePlayed).move == "e7e5"


def test_a_new_game_ends_the_one_that_runs(desk: Desk):
    desk.host.play(plan(HUMAN, HUMAN))
    desk.until_event(TurnStarted)
    desk.host.play(plan(HUMAN, HUMAN, moves=("e2e4",)))
    assert desk.until_event(GameEnded).outcome.reason is Reason.STOPPED
    assert desk.until_event(TurnStarted).turn.color is Color.BLACK


def test_what_a_program_says_and_hears_is_told(desk: Desk):
    desk.host.play(plan(HUMAN, program("e5", "stay")))
    seated = desk.until(lambda news: isinstance(news, Opened)).seated
    desk.until_event(TurnStarted)
    seated.play(Color.WHITE, "e4")
    desk.until_event(MovePlayed, 2)
    lines = [(n.way, n.line) for n in desk.heard if isinstance(n, LineSaid)]
    assert lines == [("<", "black"), ("<", "e4"), (">", "e5")]


def test_a_crash_ends_the_game_and_not_the_window(desk: Desk):
    desk.host.play(plan(program("e4", "crash"), RANDOM))
    ended = desk.until_event(GameEnded)
    assert ended.outcome.reason is Reason.CRASH
    desk.host.play(plan(RANDOM, RANDOM, seed=2))
    assert desk.until_event(GameEnded).outcome.decided


def test_reset_ends_every_program(desk: Desk):
    desk.host.play(plan(program("stay"), RANDOM))
    desk.until_event(TurnStarted)
    desk.host.reset()
    assert desk.until_event(GameEnded).outcome.reason is Reason.STOPPED
    desk.until(lambda news: isinstance(news, Cleared))


def test_a_trial_start_reports_the_first_move(desk: Desk):
    desk.host.try_start(Color.BLACK, program("e4", "stay"), CHESS)
    tried = desk.until(lambda news: isinstance(news, Tried))
    assert (tried.color, tried.move, tried.trouble) == (Color.BLACK, "e4", None)


@pytest.mark.parametrize(("flushes", "noted"), [("", True), ("sys.stdout.flush()", False)])
def test_a_trial_start_tells_that_a_program_never_flushes(desk: Desk, tmp_path, flushes, noted):
    file = tmp_path / "ai.py"
    file.write_text(
        "import sys\n"
        "print('ready', file=sys.stderr, flush=True)\n"
        "for line in sys.stdin:\n"
        f"    print('e4'); {flushes}\n"
    )
    spec = parse_player(f"san:{joined_words((sys.executable, str(file)))}")
    desk.host.try_start(Color.WHITE, spec, CHESS)
    tried = desk.until(lambda news: isinstance(news, Tried))
    assert (tried.move, tried.trouble) == ("e4", None)
    assert (tried.note is not None) is noted


def test_a_trial_start_reports_why_there_is_none(desk: Desk):
    desk.host.try_start(Color.WHITE, program("crash"), CHESS)
    tried = desk.until(lambda news: isinstance(news, Tried))
    assert tried.trouble is not None
    assert tried.explanation is not None


def test_a_game_that_cannot_begin_is_refused_in_words(desk: Desk):
    desk.host.play(plan(HUMAN, HUMAN, setup="8/8/8/8/8/8/8/8 w - - 0 1"))
    assert "8/8" in str(desk.until(lambda news: isinstance(news, NotOpened)).why)


def test_closing_in_the_middle_of_everything_leaves_nothing(desk: Desk):
    desk.host.play(plan(program("stay"), program("stay")))
    desk.until_event(TurnStarted)
    desk.host.try_start(Color.WHITE, program("stay"), CHESS)
    desk.host.close()
    desk.host.close()
    assert desk.until_event(GameEnded).outcome.reason is Reason.STOPPED


def test_closing_before_a_game_has_begun_leaves_nothing(desk: Desk):
    desk.host.play(plan(program("stay"), RANDOM))
    desk.host.close()
