"""A game with people at a terminal: reads their lines, prints the board and the news.

Input and output themselves are in :mod:`.play` and :mod:`.prompt`.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from pathlib import Path
from sys import maxsize

from rich.console import Console
from rich.text import Text

from board_core import (
    Color,
    DrawDeclined,
    DrawOffered,
    Event,
    Game,
    GameEnded,
    GameStarted,
    HostAway,
    MovePlayed,
    MoveRejected,
    MovesTakenBack,
    PerColor,
    PlayerSaid,
    PlayerSilent,
    Position,
    TurnStarted,
)
from board_core.author.analysis import Judgement
from board_core.author.coach import coach
from board_core.fast_dataclass import dataclass
from board_core.frontend.adviser import (
    REVIEW_TIME,
    AdviserFailed,
    AdviserNews,
    AdviserThread,
    HintGiven,
    MoveJudged,
    PositionRated,
    ReviewEnded,
)
from board_core.frontend.adviser import AskedLine as Played
from board_core.game import CannotTakeBack, RealTime
from board_core.game.geometry import Style
from board_core.game.view import View, first_view
from board_core.match.known_games import hosted
from board_core.match.matches import INTERRUPTED_REASON
from board_core.match.player_spec import PlayerSpec
from board_core.players import NoteKind
from board_core.players.human import Human
from board_core.record import PlayedGame, Recorder
from board_core.supervise.interrupts import Interrupted
from board_core.text.harmless_text import visible
from board_core.text.languages import N_
from board_core.text.sentence import Listed

from .drawing import GAP_COLUMNS, beside, board_lines, joined, player_line, remark_text
from .ended_game import Archive
from .language import _, words
from .prompt_words import (
    COMMAND_HELP,
    COMMANDS_AFTERWARDS,
    EndOfInput,
    PromptCommand,
    Save,
    Typed,
    TypedLine,
    read_line,
)
from .report import explanation_lines
from .screen import Palette, folded


class NotSaved(Exception):
    """The game could not be written; the text says why."""


class Saver:
    """Writes to new files, and to those it has created; to no others."""

    def __init__(self) -> None:
        self._made: set[Path] = set()

    def save(self, record: PlayedGame, name: str) -> Path:
        """Write the record in the form that the name's ending says. Raises NotSaved."""
        forms = {f".{form.name}": form for form in hosted(record.rules).records}
        if not name:
            raise NotSaved(_("Say where, as in 'save {example}'.", example=f"game{min(forms)}"))
        path = _path(name, usual=next(iter(forms)))
        form = forms.get(path.suffix.lower())
        if form is None:
            raise NotSaved(
                _(
                    "{name} does not end like a file of games: use one of: {endings}",
                    name=repr(name),
                    endings=Listed(forms),
                )
            )
        try:
            with path.open("w" if path in self._made else "x", encoding="utf-8") as file:
                file.write(form.write(record))
        except FileExistsError:
            raise NotSaved(
                _("{path} exists already: choose another name", path=repr(name))
            ) from None
        except (OSError, ValueError, RuntimeError) as error:
            why = getattr(error, "strerror", None) or error
            raise NotSaved(_("{path} cannot be written: {why}", path=repr(name), why=why)) from None
        self._made.add(path)
        return path


def _path(name: str, usual: str) -> Path:
    path = Path(name)
    with suppress(RuntimeError):  # ~nobody
        path = path.expanduser()
    return (path if path.suffix else path.with_name(path.name + usual)).absolute()


News = Event | TypedLine | EndOfInput | Interrupted | AdviserNews

INPUT_ENDED, PLAYER_LEFT = N_("the input ended"), N_("the player left")
"""Why a game was stopped: recorded in English, and translated where it is shown."""

PANEL_COLUMNS = 40
"""Columns for a name and a clock beside the board."""

MOST_WORDS_OFFERED = 8
"""Moves without places that are named at a turn; of more, examples have to do."""

LEAST_PANEL_COLUMNS = 24
"""With fewer columns beside the board, names and clocks stand above and below it."""


@dataclass(frozen=True, slots=True)
class TableServices:
    """The record of the game, the file of games, and the adviser for hints and the review."""

    recorder: Recorder
    archive: Archive
    adviser_thread: AdviserThread
    adviser: PlayerSpec


class TerminalTable:
    """Handles news, prints texts, and passes moves to the players.

    At a terminal a line takes effect at once, and a finished game can still be saved. Otherwise
    lines wait for a turn, so that a script may write all its moves ahead.
    """

    def __init__(
        self,
        game: Game,
        humans: PerColor[Human | None],
        desk: TableServices,
        console: Console,
        look: Palette,
        *,
        interactive: bool,
    ) -> None:
        self._game = game
        self._humans = humans
        self._desk = desk
        self._console = console
        self._look = look
        self._interactive = interactive
        self._flipped = False
        self._saver = Saver()
        self._shown: Position | None = None
        self._waiting: deque[str] = deque()
        self._end_of_input = False
        self._leaving = False
        self._may_move = False  # a person has been asked, but has not answered
        self._hint_for: Played | None = None
        self._reviews: Played | None = None  # the game, while a review goes on
        self._judged: list[Judgement] = []
        self.view: View | None = None
        self.interrupted: Interrupted | None = None
        self.ended: GameEnded | None = None

    @property
    def left(self) -> bool:
        """Return whether the table is finished."""
        return self.ended is not None and (self._leaving or not self._interactive)

    @property
    def programs(self) -> frozenset[Color]:
        """Return the sides not played by a person here."""
        return frozenset(color for color in Color if self._humans[color] is None)

    def hear(self, news: News) -> None:
        match news:
            case TypedLine(text):
                self._waiting.append(text)
            case EndOfInput():
                self._end_of_input = True
            case Interrupted():
                self.interrupted = news
                self._stop(INTERRUPTED_REASON)
            case MoveJudged() | ReviewEnded() | AdviserFailed() if news.line == self._reviews:
                self._reviewed(news)
            case HintGiven() | AdviserFailed():
                self._advised(news)
            case MoveJudged() | PositionRated() | ReviewEnded():
                pass  # nobody asked for it
            case _:
                self._happened(news)
        while self._waiting and self._listens:
            self._obey(self._waiting.popleft())
        if self._end_of_input and self._listens:
            self._stop(INPUT_ENDED)

    @property
    def _listens(self) -> bool:
        """Return whether a line takes effect now. A script waits for its turn and for a hint."""
        if self._interactive:
            return not self._leaving
        return self.ended is None and self._may_move and self._hint_for is None

    # What happens in the game

    def _happened(self, event: Event) -> None:
        if isinstance(event, GameStarted):
            self.view = first_view(event)
            examples = Listed(event.rules.examples[:2])
            self._say(_("Type a move, as in {examples}, or 'help'.", examples=examples))
            if self._interactive:
                self._say(_("The Tab key completes moves and words."), "dim")
            return
        assert self.view is not None, "a game begins with its beginning"
        view = self.view = self.view.after(event)
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
            case MoveRejected() | DrawOffered() | DrawDeclined() | HostAway() | PlayerSilent():
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
                self._keep(event)
            case _:
                pass

    def _keep(self, event: GameEnded) -> None:
        """Write the game to its file before anything else can happen."""
        archive = self._desk.archive
        archive.write(self._desk.recorder.record, 1)
        if event.explanation is not None:
            self._console.print(joined(explanation_lines(event.explanation)), soft_wrap=True)
        for line, style in archive.lines():
            self._console.print(Text(line, style), soft_wrap=True)
        if self.view is None or not self.view.played:
            self._leaving = True  # there is nothing to save
        if self._interactive and not self.left:
            self._say(
                _(
                    "'review' tells what to learn from the game, 'save FILE' keeps it, 'pgn' "
                    "prints it, Enter leaves."
                ),
                "dim",
            )

    def _advised(self, news: HintGiven | AdviserFailed) -> None:
        """Show a hint if it is still the one requested."""
        if news.line != self._hint_for:
            return
        self._hint_for = None
        if self.view is None or self.ended is not None or news.line != self._played():
            return
        match news:
            case HintGiven(_line, move):
                position = self.view.position
                said, explained = position.notation(move), words.sentence(position.describe(move))
                self._say(_("Hint: {move} ({explained})", move=said, explained=explained), "cyan")
            case AdviserFailed(_line, why):
                self._say(_("There is no hint: {why}", why=words.sentence(why)), "yellow")

    def _reviewed(self, news: MoveJudged | ReviewEnded | AdviserFailed) -> None:
        """Collect a review's judgements; at its end say what to learn from the game."""
        if isinstance(news, MoveJudged):
            self._judged.append(news.judgement)
            return
        self._reviews = None
        if isinstance(news, AdviserFailed):
            self._say(_("There is no review: {why}", why=words.sentence(news.why)), "yellow")
        elif self.ended is not None:
            for said in coach(self._judged, news.line.rules, self.ended.outcome) or ():
                self._say(words.sentence(said), "cyan")

    # What people want

    def _obey(self, line: str) -> None:
        meant = read_line(line)
        if (
            self.ended is not None
            and meant not in COMMANDS_AFTERWARDS
            and not isinstance(meant, Save)
        ):
            if meant is None:
                self._leaving = True
            else:
                self._say(_("The game is over."), "yellow")
            return
        match meant:
            case None:
                pass
            case Typed(text):
                self._move(text)
            case Save(path):
                self._save(path)
            case PromptCommand.QUIT:
                self._stop(PLAYER_LEFT)
            case PromptCommand.HELP:
                self._help()
            case PromptCommand.BOARD:
                self._show()
            case PromptCommand.FLIP:
                self._flipped = not self._flipped
                self._show()
            case PromptCommand.HINT:
                self._hint()
            case PromptCommand.REVIEW:
                self._review()
            case PromptCommand.UNDO:
                self._undo()
            case PromptCommand.FEN | PromptCommand.PGN | PromptCommand.SAVE as command:
                self._tell_game(command)
            case (
                PromptCommand.DRAW
                | PromptCommand.DECLINE
                | PromptCommand.RESIGN
                | PromptCommand.CLAIM as command
            ):
                self._tell_player(command)

    def _tell_game(self, command: PromptCommand) -> None:
        if self.view is None:
            return
        match command:
            case PromptCommand.FEN:
                self._print(self.view.position.setup)
            case PromptCommand.PGN:
                record = self._desk.recorder.record
                for line in hosted(record.rules).record.write(record).strip().splitlines():
                    self._print(line)
            case _:
                self._save("")

    def _save(self, path: str) -> None:
        if self.view is None:
            return
        try:
            written = self._saver.save(self._desk.recorder.record, path)
        except NotSaved as error:
            self._say(str(error), "yellow")
        else:
            self._print(_("The game so far is in {path}", path=written))

    def _hint(self) -> None:
        if self._asked() is None or self.view is None:
            self._say(_("It is not your turn."), "yellow")
            return
        if self._hint_for == self._played():
            return  # it is being thought of
        adviser = self._desk.adviser
        if (why := adviser.unfit(self.view.rules)) is not None:
            self._say(_("There is no hint: {why}", why=words.sentence(why)), "yellow")
            return
        self._hint_for = self._played()
        self._say(_("{name} is thinking of a hint ...", name=visible(adviser.name)), "dim")
        self._desk.adviser_thread.hint(adviser, self._hint_for)

    def _review(self) -> None:
        if self.ended is None or self.view is None:
            self._say(_("There is a review when the game is over."), "yellow")
            return
        if self._reviews is not None:
            return  # it is being made
        adviser, played = self._desk.adviser, self._played()
        if (why := adviser.unfit(self.view.rules)) is not None:
            self._say(_("There is no review: {why}", why=words.sentence(why)), "yellow")
            return
        self._reviews, self._judged = played, []
        seconds = REVIEW_TIME.per_move * len(played.moves)
        said = _(
            "{name} reviews the game, for {seconds:.0f} s at most ...",
            name=visible(adviser.name),
            seconds=seconds,
        )
        self._say(said, "dim")
        self._desk.adviser_thread.review(adviser, played)

    def _played(self) -> Played:
        """Return the moves that led to the position."""
        assert self.view is not None, "somebody has seen the game"
        return Played.of(self.view)

    def _move(self, text: str) -> None:
        human = self._asked()
        if human is None:
            self._say(_("It is not your turn."), "yellow")
            return
        self._may_move = False
        human.play(text)

    def _undo(self) -> None:
        """Take back to this person's last move; of two people, each takes back one."""
        plies = self._plies_back() if self.view is not None else 0
        if not plies:
            self._say(_("There is nothing to take back."), "yellow")
            return
        try:
            self._game.take_back(plies)
            self._may_move = False
        except CannotTakeBack as error:
            self._say(words.sentence(error.sentence), "yellow")

    def _plies_back(self) -> int:
        """Return the plies to take back until a person has the move; 0 without such a turn."""
        assert self.view is not None
        played = self.view.played
        for plies in range(1, len(played) + 1):
            if self._humans[played[-plies].color] is not None:
                return plies
        return 0

    def _tell_player(self, command: PromptCommand) -> None:
        human = self._asked() or self._humans.white or self._humans.black
        if human is None:
            self._say(_("Nobody here is playing."), "yellow")
            return
        match command:
            case PromptCommand.DRAW:
                human.offer_draw()  # accepts, if the opponent has offered
            case PromptCommand.DECLINE:
                human.decline_draw()
            case PromptCommand.RESIGN:
                self._may_move = False
                human.resign()
            case _ if self._asked() is None:
                self._say(_("It is not your turn."), "yellow")
            case _:
                self._may_move = False
                human.claim_draw()

    def _asked(self) -> Human | None:
        """Return the person whose turn it is; None on a program's turn."""
        if self.view is None or not self._may_move:
            return None
        return self._humans[self.view.to_move]

    def _stop(self, detail: str) -> None:
        self._leaving = True
        self._may_move = False
        self._game.stop(detail)

    # What is printed

    def _show(self) -> None:
        """Print the board from the side of the person who plays, with names and clocks."""
        if self.view is None:
            return
        view, look = self.view, self._look
        self._shown = view.position
        blacks = self._humans.white is None and self._humans.black is not None
        turned = blacks and view.rules.geometry.style is Style.SQUARES  # stones have no front
        flipped = turned is not self._flipped
        columns = self._console.width if self._interactive else maxsize
        board = board_lines(
            view.rules, view.position, view.last_places, look, flipped=flipped, width=columns
        )
        now, room = RealTime().now(), columns - max(line.cell_len for line in board) - GAP_COLUMNS
        beside_it = room >= LEAST_PANEL_COLUMNS
        width = min(PANEL_COLUMNS, room if beside_it else columns)
        top, bottom = (
            player_line(view, color, now, look, width)
            for color in ((Color.WHITE, Color.BLACK) if flipped else (Color.BLACK, Color.WHITE))
        )
        if beside_it:
            lines = beside(board, [top, *[Text()] * (len(board) - 3), bottom])
        else:
            lines = [top, *board, bottom]
        self._console.print()
        self._console.print(joined(lines), soft_wrap=True)
        self._console.print()

    def _offer_words(self, position: Position) -> None:
        """List the moves without places, if they are few, as they cannot be guessed."""
        assert self.view is not None, "a turn is part of a game"
        places = self.view.rules.places
        found = [move for move in position.legal_moves() if not places(position, move)]
        for word in found if len(found) <= MOST_WORDS_OFFERED else ():
            told = words.sentence(position.describe(word))
            self._say(_("Or type {word}: {meaning}.", word=repr(str(word)), meaning=told))

    def _help(self) -> None:
        if self.view is not None:
            examples = Listed(self.view.rules.examples)
            self._say(_("Type a move, as in {examples}; or one of these:", examples=examples))
        for command, explained in COMMAND_HELP.items():
            self._say(f"  {command.value:<8} {_(explained)}", indent=" " * 11)

    def prompt(self) -> str:
        """Return the text before the line that is typed."""
        human = self._asked()
        if human is None or self.view is None:
            return "> "
        color = words.color(self.view.to_move)
        return _("{name} ({color})", name=visible(human.name), color=color) + "> "

    @property
    def asks(self) -> bool:
        """Return whether a move can be typed."""
        return self._asked() is not None

    def _say(self, text: str, style: str = "", indent: str = "") -> None:
        """Print a sentence, at a terminal in lines that end between words."""
        shown, width = visible(text), self._console.width
        shown = folded(shown, width, indent) if self._interactive else shown
        self._console.print(Text(shown, style=style), soft_wrap=True)

    def _print(self, line: str) -> None:
        """Print a line that is copied, without breaks."""
        self._console.print(Text(visible(line)), soft_wrap=True)
