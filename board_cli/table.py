"""Where people sit down to play: their lines come in, the board and the news go out."""

from __future__ import annotations

from collections import deque

from rich.console import Console
from rich.text import Text

from board_core import (
    CannotTakeBack,
    Color,
    DrawDeclined,
    DrawOffered,
    Event,
    Game,
    GameEnded,
    GameStarted,
    MovePlayed,
    MoveRejected,
    MovesTakenBack,
    NoteKind,
    PerColor,
    PlayerSaid,
    Position,
    RealTime,
    TurnStarted,
)
from board_core.players.human import Human
from board_core.rules import squares_of
from board_core.view import View, first_view
from board_core.words import visible

from .commands import EXPLAINED, Command, Typed, read_line
from .drawing import Look, beside, board_lines, joined, player_line, remark_text
from .interrupt import Interrupted
from .language import _, words
from .lines_in import EndOfInput, Line

News = Event | Line | EndOfInput | Interrupted

PANEL = 40
"""Columns for a name and a clock beside the board."""


class Table:
    """News come in, words go out, moves go to the players.

    At a terminal a line is obeyed at once. Otherwise lines wait for a turn: a script may write
    all its moves ahead.
    """

    def __init__(
        self,
        game: Game,
        humans: PerColor[Human | None],
        console: Console,
        look: Look,
        *,
        interactive: bool,
    ) -> None:
        self._game = game
        self._humans = humans
        self._console = console
        self._look = look
        self._interactive = interactive
        self._view: View | None = None
        self._shown: Position | None = None
        self._waiting: deque[str] = deque()
        self._end_of_input = False
        self._prompted = False
        self._may_move = False  # a person is asked, and has not answered
        self.interrupted: Interrupted | None = None
        self.ended: GameEnded | None = None

    def hear(self, news: News) -> None:
        match news:
            case Line(text):
                self._prompted = False  # its end was echoed
                self._waiting.append(text)
            case EndOfInput():
                self._end_of_input = True
            case Interrupted():
                self.interrupted = news
                self._stop("interrupted")
            case _:
                self._happened(news)
        while self._waiting and self.ended is None and (self._interactive or self._may_move):
            self._obey(self._waiting.popleft())
        if self._end_of_input and self.ended is None and (self._interactive or self._may_move):
            self._stop("the input ended")
        self._prompt()

    # What happens in the game

    def _happened(self, event: Event) -> None:
        if isinstance(event, GameStarted):
            self._view = first_view(event)
            examples = ", ".join(event.rules.examples[:2])
            self._say(_("Type a move, as in {examples}, or 'help'.", examples=examples))
            return
        assert self._view is not None, "a game begins with its beginning"
        view = self._view = self._view.after(event)
        match event:
            case TurnStarted(turn):
                self._may_move = self._humans[turn.color] is not None
                if self._may_move and self._shown is not turn.position:
                    self._show()  # but not again after a wrong move
                    self._offer_words(turn.position)
            case MovePlayed(color) if self._humans[color] is None:
                self._say(
                    _("{name} plays {move}", name=view.names[color], move=event.notation), "bold"
                )
            case MoveRejected(color, _ply, _text, why) if self._humans[color] is not None:
                self._say(words.sentence(why), "yellow")
            case MovesTakenBack(plies):
                self._say(words.plural("{count} ply taken back", "{count} plies taken back", plies))
            case MoveRejected() | DrawOffered() | DrawDeclined():
                self._say(remark_text(event, view), "yellow")
            case PlayerSaid(_color, _ply, note) if note.kind is NoteKind.COMMENT:
                self._say(remark_text(event, view), "dim")
            case GameEnded(outcome, _turn, explanation):
                self.ended = event
                self._may_move = False
                if self._shown is not event.position:
                    self._show()
                verdict = words.outcome(outcome, explanation)
                self._say(f"{outcome.result}  {verdict}", "bold")
            case _:
                pass

    # What people want

    def _obey(self, line: str) -> None:
        match read_line(line):
            case None:
                pass
            case Typed(text):
                self._move(text)
            case Command.QUIT:
                self._stop("the player left")
            case Command.HELP:
                self._help()
            case Command.BOARD:
                self._show()
            case Command.FEN:
                if self._view is not None:
                    self._say(self._view.position.setup)
            case Command.UNDO:
                self._undo()
            case Command.DRAW | Command.DECLINE | Command.RESIGN | Command.CLAIM as command:
                self._tell_player(command)

    def _move(self, text: str) -> None:
        human = self._asked()
        if human is None:
            self._say(_("It is not your turn."), "yellow")
            return
        self._may_move = False
        human.play(text)

    def _undo(self) -> None:
        """Back to this person's last move; of two people, each takes back one."""
        plies = self._plies_back() if self._view is not None else 0
        if not plies:
            self._say(_("There is nothing to take back."), "yellow")
            return
        try:
            self._game.take_back(plies)
            self._may_move = False
        except CannotTakeBack as error:
            self._say(words.sentence(error.sentence), "yellow")

    def _plies_back(self) -> int:
        """So many that a person has the move again; 0: there was no such turn."""
        assert self._view is not None
        played = self._view.played
        for plies in range(1, len(played) + 1):
            if self._humans[played[-plies].color] is not None:
                return plies
        return 0

    def _tell_player(self, command: Command) -> None:
        human = self._asked() or self._humans.white or self._humans.black
        if human is None:
            self._say(_("Nobody here is playing."), "yellow")
            return
        match command:
            case Command.DRAW:
                human.offer_draw()  # accepts, if the opponent has offered
            case Command.DECLINE:
                human.decline_draw()
            case Command.RESIGN:
                self._may_move = False
                human.resign()
            case _ if self._asked() is None:
                self._say(_("It is not your turn."), "yellow")
            case _:
                self._may_move = False
                human.claim_draw()

    def _asked(self) -> Human | None:
        """The person whose turn it is."""
        if self._view is None or not self._may_move:
            return None
        return self._humans[self._view.to_move]

    def _stop(self, detail: str) -> None:
        self._may_move = False
        self._game.stop(detail)

    # What is printed

    def _show(self) -> None:
        """The board from the side of the person who plays, with names and clocks beside it."""
        if self._view is None:
            return
        view, look = self._view, self._look
        self._shown = view.position
        blacks = self._humans.white is None and self._humans.black is not None
        flipped = blacks and not view.rules.on_points  # stones have no front
        board = board_lines(view.rules, view.position, view.last_move, look, flipped=flipped)
        now = RealTime().now()
        top, bottom = (
            player_line(view, color, now, look, PANEL)
            for color in ((Color.WHITE, Color.BLACK) if flipped else (Color.BLACK, Color.WHITE))
        )
        panel = [top, *[Text()] * (len(board) - 3), bottom]
        self._leave_prompt()
        self._console.print()
        self._console.print(joined(beside(board, panel)), soft_wrap=True)
        self._console.print()

    def _offer_words(self, position: Position) -> None:
        """Moves that name no square are not to be guessed."""
        for word in position.legal_moves():
            if squares_of(word):
                continue
            told = words.sentence(position.describe(word))
            self._say(_("Or type {word}: {meaning}.", word=repr(str(word)), meaning=told))

    def _help(self) -> None:
        if self._view is not None:
            examples = ", ".join(self._view.rules.examples)
            self._say(_("Type a move, as in {examples}; or one of these:", examples=examples))
        for command, explained in EXPLAINED.items():
            self._say(f"  {command.value:<8} {_(explained)}")

    def _prompt(self) -> None:
        """Once, until something is typed or printed."""
        human = self._asked()
        if human is None or self._prompted or not self._interactive or self._view is None:
            return
        color = words.color(self._view.to_move)
        self._console.print(f"{visible(human.name)} ({color})> ", style="bold", end="")
        self._prompted = True

    def _leave_prompt(self) -> None:
        if self._prompted:
            self._console.print()
            self._prompted = False

    def _say(self, text: str, style: str = "") -> None:
        self._leave_prompt()
        self._console.print(Text(visible(text), style=style), soft_wrap=True)
