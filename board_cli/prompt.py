"""The input line of a game at a terminal: completion, history, clocks, and news above it.

The main thread owns the terminal and an event loop. News come from other threads by
:meth:`Prompt.tell`; what the table prints about them is put above the line that is being typed.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import StringIO
from math import isinf
from queue import Empty, SimpleQueue

from prompt_toolkit import PromptSession
from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import ANSI, FormattedText, to_formatted_text
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.renderer import print_formatted_text
from prompt_toolkit.shortcuts import CompleteStyle
from prompt_toolkit.styles import Style
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from board_core import Color, Game, Position
from board_core.fast_dataclass import dataclass
from board_core.game import RealTime
from board_core.game.clock import LITTLE_TIME, clock_face
from board_core.game.view import View
from board_core.supervise.interrupts import Interrupted, interrupts
from board_core.text.harmless_text import visible

from .drawing import thought_line
from .language import _, words
from .prompt_words import COMMAND_HELP, COMMANDS_AFTERWARDS, EndOfInput, PromptCommand, TypedLine
from .screen import Palette
from .table import News, TerminalTable

LEFT_OUT = str.maketrans("", "", "x+#=")
"""Signs of a move that people leave out."""


@dataclass(frozen=True, slots=True)
class InputCompletion:
    """A text for the input line, and what it does where that is not obvious."""

    text: str
    explained: str = ""


@dataclass(frozen=True, slots=True)
class MoveSpellings:
    """The legal moves of a position as people write them, and by their coordinates."""

    written: tuple[str, ...] = ()
    coordinates: tuple[str, ...] = ()

    @classmethod
    def of(cls, position: Position) -> MoveSpellings:
        legal = position.legal_moves()
        written = dict.fromkeys(position.notation(move) for move in legal)
        return cls(tuple(written), tuple(move for move in legal if move not in written))


def choices(text: str, moves: MoveSpellings, *, over: bool = False) -> list[InputCompletion]:
    """Return the completions of the text: moves, then words; coordinates only after one letter."""
    wanted = _key(text)
    candidates: Iterable[str] = moves.written + (moves.coordinates if text else ())
    found = [InputCompletion(move) for move in candidates if _key(move).startswith(wanted)]
    for command in COMMANDS_AFTERWARDS if over else PromptCommand:
        if command.value.startswith(text.casefold()):
            found.append(InputCompletion(command.value, _(COMMAND_HELP[command])))
    return found


def _key(move: str) -> str:
    return move.casefold().translate(LEFT_OUT)


Fragments = list[tuple[str, str]]
"""Styles and texts as the input line draws them."""

BETWEEN_SIDES = "    "
WIDEST_THOUGHT = 200


def status(
    view: View, now: float, look: Palette, width: int, *, programs: frozenset[Color]
) -> Fragments:
    """Return both sides, and below them the thought of a program that is to move.

    Both are on one line, or on two if they do not fit on one; a long name is cut before its clock.
    """
    first = view.rules.first
    one, other = (_side(view, color, now, look, width) for color in (first, first.other))
    line = [*one, ("", BETWEEN_SIDES), *other]
    if _columns(line) > width:
        line = [*one, ("", "\n"), *other]
    if view.ended is None and view.asked and view.to_move in programs:
        line += [("", "\n"), ("class:thought", _thinking(view))]
    return line


def _columns(fragments: Fragments) -> int:
    return sum(cell_len(text) for _style, text in fragments)


def _side(view: View, color: Color, now: float, look: Palette, width: int) -> Fragments:
    to_move = view.to_move is color and view.ended is None
    left = view.clock.remaining_at(color, now)
    name = _("{name} ({color})", name=visible(view.names[color]), color=words.color(color))
    arrow = ("class:arrow", f" {look.arrow if to_move else ' '} ")
    clock: Fragments = []
    if not isinf(left):
        style = "class:little-time" if left < LITTLE_TIME else "class:clock"
        clock = [("", " "), (style, clock_face(view.clock, color, now))]
    shown = Text(name)
    shown.truncate(max(1, width - _columns([arrow, *clock])), overflow="ellipsis")
    return [arrow, ("class:to-move" if to_move else "", shown.plain), *clock]


def _thinking(view: View) -> str:
    color = view.to_move
    name, thought = visible(view.names[color]), None
    if view.thought_ply == view.ply:
        thought = thought_line(view.thoughts[color], WIDEST_THOUGHT).plain.strip()
    if thought:
        return f"   {name}: {thought}"
    return "   " + _("{name} is thinking", name=name)


def next_change(view: View, now: float) -> float | None:
    """Return the seconds until a clock shows something else; None if it waits for an event."""
    clock, color = view.clock, view.clock.running
    if color is None or view.ended is not None:
        return None
    if isinf(clock.flag_falls) or clock.flag_falls - clock.control[color].time_margin - now < 0.1:
        return None
    delay = clock.delayed(color, now)
    left = delay or clock.remaining_at(color, now)
    step = 0.1 if left < LITTLE_TIME and not delay else 1.0
    return left % step + 0.005  # a little after, when it shows it for certain


PROMPT_STYLE = Style.from_dict(
    {
        "prompt": "bold",
        "bottom-toolbar": "noreverse",
        "arrow": "ansigreen bold",
        "to-move": "bold",
        "little-time": "ansired bold",
        "thought": "ansibrightblack",
    }
)
COLOR_DEPTHS = {
    "truecolor": ColorDepth.DEPTH_24_BIT,
    "256": ColorDepth.DEPTH_8_BIT,
    "standard": ColorDepth.DEPTH_4_BIT,
    "windows": ColorDepth.DEPTH_4_BIT,
}
MENU_LINES = 3
"""Lines below the prompt that are kept free for completions: a board of stones leaves no more."""

LEAST_REDRAW_SECONDS = 0.05
"""Seconds between two drawings of the lines below the prompt at the shortest."""


class CtrlC(Exception):
    """The keys were pressed; an external signal is reported as :class:`Interrupted`."""


class Prompt:
    """Sits between a terminal and a table; for the main thread, but for :meth:`tell`."""

    def __init__(self, terminal: Console, look: Palette) -> None:
        self.look = look
        colors = None if terminal.no_color else terminal.color_system
        self.depth = COLOR_DEPTHS.get(colors or "", ColorDepth.DEPTH_1_BIT)
        self._sheet = StringIO()
        self.console = Console(
            file=self._sheet,
            force_terminal=True,
            color_system=colors,  # type: ignore[arg-type]  # a name that rich itself gave
            no_color=terminal.no_color,
            legacy_windows=False,
            markup=False,
            emoji=False,
            highlight=False,
        )
        self._inbox: SimpleQueue[News] = SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake = asyncio.Event()

    def tell(self, news: News) -> None:
        """Bring news, from any thread and from the handler of a signal."""
        self._inbox.put(news)
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # it was closed: nobody is left
                loop.call_soon_threadsafe(self._wake.set)

    def wake(self) -> None:
        """Let the event loop look for news again."""
        self._wake.set()

    async def news_are_here(self) -> None:
        self._loop = asyncio.get_running_loop()  # from now on
        if self._inbox.empty():
            await self._wake.wait()
        self._wake.clear()

    def news(self) -> Iterator[News]:
        """Yield the news that have come since the last call."""
        with suppress(Empty):
            while True:
                yield self._inbox.get_nowait()

    def printed(self) -> str:
        """Return what the table has printed since the last call."""
        text = self._sheet.getvalue()
        self._sheet.seek(0)
        self._sheet.truncate()
        return text

    def sit_down(self, game: Game, table: TerminalTable) -> None:
        """Brings the table news and lines until it is left."""
        game.bus.subscribe(self.tell)
        with interrupts(self.tell):
            asyncio.run(_Talk(self, table).run(game))


class _Talk:
    """One table's time at the prompt, on the event loop."""

    def __init__(self, prompt: Prompt, table: TerminalTable) -> None:
        self._prompt, self._table = prompt, table
        self._changed = asyncio.Event()  # what there is to see
        self._session = self._opened()

    def _opened(self) -> PromptSession[str]:
        table = self._table
        session: PromptSession[str] = PromptSession(
            message=lambda: [("class:prompt", table.prompt())],
            completer=TableCompleter(table),
            complete_style=CompleteStyle.MULTI_COLUMN,
            reserve_space_for_menu=MENU_LINES,
            bottom_toolbar=self._toolbar,
            style=PROMPT_STYLE,
            color_depth=self._prompt.depth,
            enable_suspend=True,
            interrupt_exception=CtrlC,
        )
        session.app.min_redraw_interval = LEAST_REDRAW_SECONDS
        if hasattr(signal, "SIGWINCH"):
            session.app.terminal_size_polling_interval = None  # it is told
        return session

    async def run(self, game: Game) -> None:
        with game:
            await self._news()  # the first board comes before the first prompt
            async with asyncio.TaskGroup() as tasks:
                ticking = tasks.create_task(self._tick())
                tasks.create_task(self._type())
                while not self._table.left:
                    await self._news()
                ticking.cancel()
                self._leave()

    async def _news(self) -> None:
        await self._prompt.news_are_here()
        await self._hear()

    async def _hear(self, *lines: News) -> None:
        """Pass this and all other pending news to the table."""
        table = self._table
        for news in (*lines, *self._prompt.news()):
            table.hear(news)
        self._changed.set()
        await self._print()
        self._session.app.invalidate()

    async def _print(self) -> None:
        """Print above the line that is being typed."""
        prompt, output = self._prompt, self._session.output
        text = prompt.printed()
        if text:
            fragments = to_formatted_text(ANSI(text))
            await run_in_terminal(
                lambda: print_formatted_text(output, fragments, Style([]), color_depth=prompt.depth)
            )

    def _leave(self) -> None:
        app = self._session.app
        if app.is_running and app.future is not None and not app.future.done():
            app.erase_when_done = True
            app.exit(exception=EOFError)

    async def _tick(self) -> None:
        """Draws again when a clock shows something else, and sleeps while none runs."""
        time = RealTime()
        while True:
            view = self._table.view
            wait = None if view is None else next_change(view, time.now())
            self._changed.clear()
            try:
                async with asyncio.timeout(wait):  # wait_for may swallow the end of this task
                    await self._changed.wait()
            except TimeoutError:
                self._session.app.invalidate()

    def _toolbar(self) -> FormattedText:
        table = self._table
        if table.view is None:
            return FormattedText()
        now, look = RealTime().now(), self._prompt.look
        width = self._session.output.get_size().columns
        return FormattedText(status(table.view, now, look, width, programs=table.programs))

    async def _type(self) -> None:
        """Tells the table what is typed, until it is left."""
        table, warned = self._table, False
        while not table.left:
            try:
                text = await self._session.prompt_async(handle_sigint=False)
            except CtrlC:
                if table.ended is not None:
                    await self._hear(TypedLine(PromptCommand.QUIT.value))
                elif warned:
                    await self._hear(Interrupted(signal.SIGINT))
                else:
                    warned = True
                    self._prompt.console.print(
                        _("Press Ctrl-C again to leave; the game is still running."),
                        style="yellow",
                    )
                    await self._print()
            except EOFError:
                await self._hear(EndOfInput())
                break
            else:
                warned = False
                await self._hear(*map(TypedLine, text.splitlines() or [""]))
        self._prompt.wake()


class TableCompleter(Completer):
    """Completes moves and words, and the names of files behind ``save``."""

    def __init__(self, table: TerminalTable) -> None:
        self._table = table
        self._known: tuple[Position | None, MoveSpellings] = (None, MoveSpellings())
        self._files = PathCompleter(expanduser=True)

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        text = document.text_before_cursor.lstrip()
        word, space, rest = text.partition(" ")
        if space:
            if word.casefold() == PromptCommand.SAVE.value:
                yield from self._files.get_completions(Document(rest), complete_event)
            return
        for choice in choices(text, self._moves(), over=self._table.ended is not None):
            yield Completion(choice.text, -len(text), display_meta=choice.explained)

    def _moves(self) -> MoveSpellings:
        view = self._table.view
        if view is None or not self._table.asks:
            return MoveSpellings()
        if self._known[0] is not view.position:
            self._known = (view.position, MoveSpellings.of(view.position))
        return self._known[1]
