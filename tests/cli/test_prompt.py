"""The input line of a game, with keys that a test presses and a screen that it keeps."""

import asyncio
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from types import SimpleNamespace

from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.console import Console

from board_cli import prompt
from board_cli.ended_game import Archive
from board_cli.prompt import Prompt, TableCompleter
from board_cli.screen import PLAIN_PALETTE
from board_cli.table import TableServices, TerminalTable
from board_core import Game, MovePlayed, PerColor, Reason, TimeControl, TurnStarted
from board_core.author.testing import FakeTime, ScriptedPlayer, play_script
from board_core.frontend.adviser import AdviserThread
from board_core.games import CHESS
from board_core.match.player_spec import parse_player
from board_core.players import Human
from board_core.record import Recorder

ENTER, CTRL_C, CTRL_D, TAB = "\r", "\x03", "\x04", "\t"


class Kept(DummyOutput):
    """Keeps what is written on it, without where."""

    def __init__(self) -> None:
        self.text = ""
        self.on_text: tuple[str, Callable[[], None]] | None = None

    def write(self, data: str) -> None:
        self.text += data
        if self.on_text is not None and self.on_text[0] in self.text:
            (_text, answer), self.on_text = self.on_text, None
            answer()

    write_raw = write


class Person:
    """Presses keys, or none, when one thing after the other happens in the game."""

    def __init__(self, keys, *news: tuple[object, str]) -> None:
        self._keys = keys
        self._news = list(news)

    def __call__(self, event) -> None:
        if self._news and isinstance(event, self._news[0][0]):
            _kind, keys = self._news.pop(0)
            if keys:
                self._keys.send_text(keys)


class Seat:
    """A person with white at a prompt, against a script."""

    def __init__(self, keys, screen: Kept, *moves: str, control: TimeControl) -> None:
        self.screen = screen
        self.human = Human()
        self.game = Game(
            CHESS, white=self.human, black=ScriptedPlayer(FakeTime(), *moves), time_control=control
        )
        self.recorder = Recorder()
        self.game.bus.subscribe(self.recorder)
        self.prompt = Prompt(Console(file=StringIO(), force_terminal=False), PLAIN_PALETTE)
        self.adviser_thread = AdviserThread(self.prompt.tell, isolate=False)
        desk = TableServices(
            self.recorder, Archive(None), self.adviser_thread, parse_player("random")
        )
        humans = PerColor(self.human, None)
        self.table = TerminalTable(
            self.game, humans, desk, self.prompt.console, PLAIN_PALETTE, interactive=True
        )
        self.keys = keys

    def when_over(self, keys: str) -> None:
        """Press these only then: before, Enter is an empty line like any other."""
        self.screen.on_text = ("Enter leaves", lambda: self.keys.send_text(keys))

    def play(self, *news: tuple[object, str]) -> str:
        """What was on the screen when the table was left. ``news``: when it comes, which keys."""
        self.game.bus.subscribe(Person(self.keys, *news))
        try:
            self.prompt.sit_down(self.game, self.table)
        finally:
            self.adviser_thread.close()
        return self.screen.text


@contextmanager
def seat(*moves: str, control: TimeControl | None = None) -> Iterator[Seat]:
    screen = Kept()
    with create_pipe_input() as keys, create_app_session(input=keys, output=screen):
        yield Seat(keys, screen, *moves, control=control or TimeControl())


def moves_of(seat: Seat) -> list[str]:
    return [move.notation for move in seat.recorder.record.moves]


def test_moves_are_typed_and_the_game_is_left():
    with seat("e5") as one:
        said = one.play((TurnStarted, "e4" + ENTER), (MovePlayed, ""), (MovePlayed, "quit" + ENTER))
    assert moves_of(one) == ["e4", "e5"]
    assert "script plays e5" in said
    assert one.table.ended.outcome.reason is Reason.STOPPED
    assert one.table.interrupted is None


def test_the_end_of_the_game_leaves_a_prompt_until_enter():
    with seat("e5", "Qh4") as one:
        one.when_over("fen" + ENTER + ENTER)
        said = one.play((TurnStarted, "f3" + ENTER), (MovePlayed, ""), (MovePlayed, "g4" + ENTER))
    assert "0-1  Black wins: White's king is mated" in said
    assert "RNBQKBNR w KQkq - 1 3" in said


def test_two_times_ctrl_c_leaves():
    with seat() as one:
        said = one.play((TurnStarted, CTRL_C + CTRL_C))
    assert said.count("Press Ctrl-C again to leave") == 1
    assert one.table.interrupted.exit_code == 130


def test_ctrl_c_once_takes_the_line_away_and_no_more():
    with seat("e5") as one:
        one.when_over(ENTER)
        one.play(
            (TurnStarted, "d4" + CTRL_C + "e4" + ENTER),
            (MovePlayed, ""),
            (MovePlayed, CTRL_C + "resign" + ENTER),
        )
    assert moves_of(one) == ["e4", "e5"]
    assert one.table.ended.outcome.reason is Reason.RESIGNATION
    assert one.table.interrupted is None


def test_ctrl_d_leaves():
    with seat() as one:
        one.play((TurnStarted, CTRL_D))
    assert one.table.ended.outcome.detail == "the input ended"


def test_a_terminal_that_goes_away_ends_the_game():
    with seat() as one:
        one.game.bus.subscribe(lambda event: isinstance(event, TurnStarted) and one.keys.close())
        one.play()
    assert one.table.ended.outcome.reason is Reason.STOPPED


def test_the_clock_below_ends_although_news_come_at_the_same_moment(monkeypatch):
    monkeypatch.setattr(prompt, "next_change", lambda view, now: 3600.0)

    async def cancelled() -> bool:
        talk = object.__new__(prompt._Talk)
        talk._table, talk._changed = SimpleNamespace(view="some"), asyncio.Event()
        ticking = asyncio.create_task(talk._tick())
        await asyncio.sleep(0)
        talk._changed.set()
        ticking.cancel()
        await asyncio.wait([ticking], timeout=1.0)
        return ticking.cancelled()

    assert asyncio.run(cancelled())


def test_a_flag_that_falls_is_told_above_a_half_typed_line():
    with seat(control=TimeControl(0.05)) as one:
        said = one.play((TurnStarted, "half a li"))
    assert "0-1  White loses on time" in said
    assert one.table.left


def test_lines_that_are_pasted_together_are_obeyed_one_by_one():
    with seat() as one:
        said = one.play((TurnStarted, "\x1b[200~fen\nhelp\x1b[201~" + ENTER + "quit" + ENTER))
    assert "RNBQKBNR w KQkq - 0 1" in said
    assert "this help" in said


def test_a_hint_comes_while_one_types():
    with seat() as one:
        one.screen.on_text = ("Hint: ", lambda: one.keys.send_text("t" + ENTER))
        one.play((TurnStarted, "hint" + ENTER + "qui"))
    assert one.table.ended.outcome.detail == "the player left"


def completed(table: TerminalTable, text: str) -> list[str]:
    found = TableCompleter(table).get_completions(Document(text), CompleteEvent())
    return [completion.text for completion in found]


def test_moves_are_completed_when_it_is_ones_turn_and_files_behind_save(tmp_path):
    (tmp_path / "games.pgn").touch()
    start, turn, move, *_rest = play_script(CHESS, ["e4"], [])
    with seat() as one:
        assert completed(one.table, "nf") == []
        one.table.hear(start)
        one.table.hear(turn)
        assert completed(one.table, " nf") == ["Nf3"]
        assert completed(one.table, "e4 ") == []
        assert completed(one.table, f"save {tmp_path}/ga") == ["mes.pgn"]
        one.table.hear(move)
        assert completed(one.table, "nf") == []


def test_a_script_imports_no_prompt():
    code = (
        "import sys, io; sys.stdin = io.StringIO('quit'); sys.argv = ['board', 'play'];"
        "from board_cli.__main__ import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print([name for name in ('prompt_toolkit', 'asyncio') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"
