"""The card of a seat: who plays a side; it tests whether a program starts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from pygame import Rect

from board_core import Color
from board_core.fast_dataclass import dataclass
from board_core.frontend.settings import ChosenProgram, Settings
from board_core.game.rules import Rules
from board_core.games.game_file import IN_A_FILE
from board_core.match.player_spec import (
    HTTP_SCHEMES,
    LLM,
    PROTOCOL_PREFIX,
    USUAL_PROTOCOL,
    BadPlayer,
    PlayerKind,
    PlayerSpec,
    absent_file,
    parse_player,
    split_command,
    usual_protocol,
)
from board_core.protocols import PROTOCOLS
from board_core.supervise.command import joined_words
from board_pygame.failure import Report, report_of_refusal, report_of_trial
from board_pygame.game_state import GameState
from board_pygame.host import Tried
from board_pygame.kit.buttons import Button
from board_pygame.kit.dialog import PAD_WIDTH, Dialog
from board_pygame.kit.fields import Combo
from board_pygame.kit.files import FileBrowser, FileKind, executable
from board_pygame.kit.form import FormRow, Spacer
from board_pygame.kit.labels import Label
from board_pygame.kit.menu import DropDown
from board_pygame.kit.painter import SMALL_SIZE, Icon
from board_pygame.kit.tabs import Segment, Segmented
from board_pygame.kit.text import Caption
from board_pygame.kit.widget import UI
from board_pygame.language import _, color_word
from board_pygame.phases import GameRequested, GameRunning, GameStarting, Mode
from board_pygame.reason_pane import ReasonRows
from board_pygame.wish import level_spec, offered

from .telling import file_texts


def protocol_words() -> dict[str, str]:
    """Return the names of the protocols in a list."""
    known = {
        "lines": _("Text lines"),
        "san": _("SAN lines"),
        "uci": "UCI",
        "xboard": "XBoard (CECP)",
        "gomocup": "Gomocup",
    }
    return {name: known.get(name, name) for name in PROTOCOLS}


def protocol_help(name: str, rules: Rules) -> str:
    """Return what a program for this game reads and must print in a protocol."""
    match name:
        case "uci":
            return _(
                "Engines such as Stockfish. It is sent uci, isready, position … and go …, and "
                "prints uciok, readyok and bestmove e2e4."
            )
        case "xboard":
            return _(
                "Engines such as GNU Chess. It is sent xboard, protover 2, new, go and the "
                "opponent's moves, and prints move e2e4."
            )
        case "gomocup":
            return _(
                "Gomoku engines. It is sent START 15, then BEGIN or TURN 7,7, and prints OK, then "
                "a point such as 7,8."
            )
        case _:
            return _(
                "Its first line is white or black; {first} asks for a move at once. Each later "
                "line is the opponent's move and asks for the next one: print one move, as {move}, "
                "on a line. A line with nothing but a dot means: that was illegal, print another.",
                first=rules.start(None).to_move.value,
                move=next(iter(rules.examples), ""),
            )


def program_of_game(program: ChosenProgram | None, rules: Rules) -> ChosenProgram:
    """Return a program with the lines of its game in place of those of chess."""
    program = program or ChosenProgram("")
    if program.protocol == USUAL_PROTOCOL:
        return replace(program, protocol=usual_protocol(rules))
    return program


def spec_of(program: ChosenProgram) -> PlayerSpec:
    """Return the player that a program is. Raises BadPlayer.

    Instead of its file there may be a whole command as in a terminal, or any player as on the
    command line: ``uci:stockfish``, ``my_ai.py:choose``.
    """
    text = program.path.strip()
    if not _is_file(Path(text)):
        protocol, function = PROTOCOL_PREFIX.fullmatch(text), IN_A_FILE.fullmatch(text)
        prefixes = (*PROTOCOLS, *HTTP_SCHEMES, LLM)
        known = protocol is not None and protocol[1].casefold() in prefixes
        if known or (function is not None and _is_file(Path(function[1]).expanduser())):
            return parse_player(f"{text} {program.arguments}".strip())
    command = joined_words(_words(text))
    return parse_player(f"{program.protocol}:{command} {program.arguments}".strip())


def program_of(spec: PlayerSpec, other: ChosenProgram) -> ChosenProgram:
    """Return the program that a player is: what :func:`spec_of` makes this player of again."""
    if spec.kind is not PlayerKind.PROGRAM:
        return replace(other, path=spec.text, arguments="")
    prefix = PROTOCOL_PREFIX.fullmatch(spec.text)
    words = split_command(spec.text if prefix is None else prefix[2])
    return ChosenProgram(words[0], joined_words(words[1:]), spec.protocol)


def _words(text: str) -> tuple[str, ...]:
    """Split a command into words; a file's name is always one word."""
    whole = str(Path(text).expanduser())
    if _is_file(Path(whole)):
        return (whole,)
    words = split_command(text)
    words = tuple(str(Path(word).expanduser()) if word[:1] == "~" else word for word in words)
    if not words or (Path(words[0]).name != words[0] and not _is_file(Path(words[0]))):
        return (whole,)  # a path that leads nowhere
    return words


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # no file could have such a name
        return False


class ProgramFields:
    """The fields of a program: its file, its arguments, its protocol."""

    def __init__(
        self,
        program: ChosenProgram | None,
        history: Sequence[ChosenProgram],
        changed: Callable[..., object],
    ) -> None:
        program = program or ChosenProgram("")
        self._names = list(PROTOCOLS)
        self.path = Combo(program.path, on_change=changed)
        self.path.values = list(dict.fromkeys(known.path for known in history))
        self.arguments = Combo(program.arguments, on_change=changed)
        self.arguments.values = list(
            dict.fromkeys(known.arguments for known in history if known.arguments)
        )
        words = protocol_words()
        self.protocol = DropDown(
            [words[name] for name in self._names], self._names.index(program.protocol), changed
        )
        self._browse = Button(_("Browse…"), partial(self._choose_file, self.path, False))
        self._insert = Button(_("Add file…"), partial(self._choose_file, self.arguments, True))
        self._changed = changed
        self.chosen: Callable[[], object] = lambda: None  # called when a file has been chosen
        self.ui: UI | None = None

    @property
    def protocol_name(self) -> str:
        """The chosen key of :data:`PROTOCOLS`."""
        return self._names[self.protocol.index]

    def rows(self, *, letters: bool = True) -> list[FormRow]:
        """Return the rows; without ``letters``, no label has a letter for Alt."""
        labels = [_("P&rogram"), _("Ar&guments"), _("Pr&otocol")]
        if not letters:
            labels = [Caption.of(label).text for label in labels]
        return [
            FormRow(self.path, self._browse, label=labels[0]),
            FormRow(self.arguments, self._insert, label=labels[1]),
            FormRow(self.protocol, label=labels[2]),
        ]

    @property
    def program(self) -> ChosenProgram | None:
        """The program; None while no file is named."""
        path = self.path.text.strip()
        if not path:
            return None
        return ChosenProgram(path, self.arguments.text.strip(), self.protocol_name)

    def dropped(self, path: str) -> None:
        """Take a file that was dropped onto the dialog."""
        self.path.set(path)
        self._changed()

    def _choose_file(self, field: Combo, insert: bool) -> None:
        if self.ui is None:
            return
        here = Path(self.path.text.strip() or ".").expanduser()
        folder = here.parent if here.parent.is_dir() and self.path.text else None

        def chosen(path: Path) -> None:
            if insert:
                field.insert(f'"{path}"')
            else:
                field.set(str(path))
            self._changed()
            self.chosen()

        recent = [Path(value).parent for value in self.path.values]
        self.ui.open(
            FileBrowser(
                _("Choose a file") if insert else _("Choose a program"),
                folder,
                chosen,
                kind=None if insert else FileKind(_("Only programs"), is_program),
                recent=list(dict.fromkeys(recent)),
                texts=file_texts(),
            )
        )


def is_program(path: Path) -> bool:
    """Return whether this looks like a file that can play."""
    return path.suffix.lower() in (".py", ".jar") or executable(path)


SEATED_PHASES = (GameRequested, GameStarting, GameRunning)
"""The phases in which a game is played by who sits at it."""

CARD_WIDTH, LEAST_CARD_WIDTH = 536, 420
"""Points of width of a seat's card, if the board is as wide, and where it lies over no board."""


@dataclass(frozen=True, slots=True)
class SeatAnswers:
    """Holds the functions that a seat's card calls."""

    load: Callable[[ChosenProgram, PlayerSpec, Mode], object]
    seat: Callable[[PlayerSpec, Mode], object]  # a level or an installed engine
    mode: Callable[[Mode], object]
    test: Callable[[PlayerSpec], object]
    forget: Callable[[], object]  # the history of programs


class SeatCard(Dialog):
    """Asks who plays a side: a person, or a program that moves by itself or when it is told to.

    It lies over the board, beside the strip at ``beside``. A trial start tells whether a program
    can play.
    """

    veil = 0
    keeps_height = True

    def __init__(
        self,
        color: Color,
        state: GameState,
        settings: Settings,
        answers: SeatAnswers,
        beside: Rect,
        *,
        tests: bool = False,
    ) -> None:
        """``tests``: a program is to be chosen and tested."""
        self._rules, self._answers, self._beside = state.rules, answers, beside
        seat, playing = state.seats[color], isinstance(state.phase, SEATED_PHASES)
        self._loaded, self._playing = seat.spec is not None, playing
        self._mode = seat.mode  # before it was opened
        self._shown = False
        self._offered = {
            _(level.name): level_spec(at, state.rules)
            for at, level in enumerate(offered(state.rules))
        }
        start = settings.default_ai[color]
        if start is None and settings.history:
            start = settings.history[0]
        start = program_of_game(start, state.rules)
        named = {spec.text: name for name, spec in self._offered.items()}
        sits = seat.spec
        if sits is not None and (sits.text in named or sits.kind is PlayerKind.BUILT_IN):
            name = named.get(sits.text, sits.name)
            self._offered[name] = sits
            start = replace(start, path=name, arguments="")
        elif sits is not None:
            start = program_of(sits, start)
        self._fields = ProgramFields(start, settings.history, self._changed)
        self._fields.path.values = [*self._offered, *self._fields.path.values]
        self._modes = Segmented(
            [
                Segment(Mode.PERSON, _("Person"), icon=Icon.PERSON),
                Segment(Mode.AUTO, _("Automatic"), icon=Icon.PLAY),
                Segment(Mode.BY_HAND, _("Step"), icon=Icon.STEP),
            ],
            Mode.AUTO if tests and seat.spec is None else seat.mode,
            self._choose_mode,
        )
        self._modes.stretches = True
        if playing:  # a game does not change who sits at it
            person = seat.mode is Mode.PERSON
            kept = (Mode.PERSON,) if person else (Mode.AUTO, Mode.BY_HAND)
            self._modes.allow(frozenset(kept))
        self._meant = Label(size=SMALL_SIZE, color="dim", wrap=True)
        self._spoken = Label(size=SMALL_SIZE, color="dim", wrap=True)
        self._rows, self._report = ReasonRows(), Report("", "")
        self._wrote = Label(_("What the program wrote"), wrap=True)
        self._copy = Button(_("Copy all"), self._copied, icon=Icon.COPY)
        signs = _("→ told it   ← it said   ! its standard error   ■ its end")
        self._signs = Label(signs, size=SMALL_SIZE, color="dim", wrap=True)
        self._trial = Button(_("&Test start"), self._try, icon=Icon.FLASK)
        self._leave = Button("", self.dismiss, ghost=True)
        self._use = Button(_("&Use this program"), self._accept, primary=True)
        tip = _("Clears the history of programs and arguments.")
        self._forget = Button(_("Clear &history"), self._clear, icon=Icon.BIN, compact=True)
        self._forget.tip = tip
        self._forget.enable(bool(settings.history))
        self._fields.chosen = self._look_at_use
        self._rows_of_program = [*self._fields.rows(), FormRow(self._spoken)]
        rows = [
            *self._rows_of_program,
            *(FormRow(widget) for widget in self._rows.told),
            FormRow(self._wrote, self._copy),
            FormRow(self._rows.text),
            FormRow(self._signs),
        ]
        super().__init__(
            color_word(color),
            [FormRow(self._modes), FormRow(self._meant), *rows],
            [
                self._trial,
                self._forget,
                Spacer(),
                self._leave,
                self._use,
            ],
            default=self._use,
            width=CARD_WIDTH,
            dismissed=self._dismissed,
        )
        self.click_elsewhere_closes = True
        self.lets_through = (Button,) if state.ended else ()  # such as *Play again*
        self._tell(None)
        self._changed()

    def layout(self, ui: UI) -> None:
        self._shown = True
        self._fields.ui = ui
        self._width = min(CARD_WIDTH, max(LEAST_CARD_WIDTH, self._beside.w / ui.fonts.scale))
        self._rows.measure(ui.fonts, ui.px(self._width - 2 * PAD_WIDTH))
        super().layout(ui)

    def position(self, screen: Rect) -> None:
        """Lie over the board, beside the strip."""
        self.rect.x = self._beside.x
        if self._beside.centery > screen.centery:
            self.rect.bottom = self._beside.y
        else:
            self.rect.y = self._beside.bottom
        self.rect.clamp_ip(screen)

    def _choose_mode(self, mode: Mode) -> None:
        if self._loaded or mode is Mode.PERSON:
            self._answers.mode(mode)
        self._least = 0
        self._changed()

    def _dismissed(self) -> None:
        """Give back the mode with what was not used; in a game, and of a person, it counts at
        once.
        """
        chosen = self._modes.value
        if not self._playing and chosen is not Mode.PERSON and chosen is not self._mode:
            self._answers.mode(self._mode)

    def _changed(self, *_news: object) -> None:
        mode = self._modes.value
        self._meant.set(
            {
                Mode.PERSON: _("Somebody at this window moves."),
                Mode.AUTO: _("The program moves by itself."),
                Mode.BY_HAND: _("The program waits for each move until you press Space."),
            }[mode]
            + (" " + _("Another player: from the next game on.") if self._playing else "")
        )
        person, level = mode is Mode.PERSON, self._level is not None
        for row in self._rows_of_program:
            for widget in row.widgets:
                widget.show(not person)
        for button in (self._trial, self._forget, self._use):
            button.show(not person)
        self._leave.set(_("&Close") if person or self._playing else _("&Cancel"))
        program = self._fields.program
        spec = None if program is None or level else _spec_or_none(program)
        function = spec is not None and spec.kind is PlayerKind.FUNCTION
        self._fields.protocol.show(not (person or level or function))
        told = protocol_help(self._fields.protocol_name, self._rules)
        self._spoken.set("" if level or function else told)
        ready = program is not None and not self._playing
        self._trial.enable(ready and not level)
        self._use.enable(ready)
        if self._report.headline:
            self._tell(None)
        if self._shown:
            self.ui.relayout(self)

    @property
    def _level(self) -> PlayerSpec | None:
        """The level or the installed engine that is named instead of a program."""
        return self._offered.get(self._fields.path.text.strip())

    def _look_at_use(self) -> None:
        """Move the focus on after a file was chosen."""
        self.ui.focus(self._use)

    def _tell(self, report: Report | None) -> None:
        """Show the result of a trial start; after a failure another trial is the default."""
        self._report = report or Report("", "")
        self._rows.show(report)
        self._copy.set(_("Copy all"))
        for widget in (self._wrote, self._copy, self._signs):
            widget.show(bool(self._report.lines))
        failed = report is not None and report.color == "error"
        self._trial.emphasise(failed)
        self._use.emphasise(not failed)
        self._use.set(_("&Use it anyway") if failed else _("&Use this program"))
        self.default = self._trial if failed else self._use

    def _told(self, report: Report) -> None:
        self._tell(report)
        self.ui.relayout(self)

    def _copied(self) -> None:
        self.ui.clipboard.copy(self._report.text)
        self._copy.set(_("Copied"))
        self.ui.relayout(self)

    def tried(self, tried: Tried) -> None:
        """Show the result of the trial start that was asked for here."""
        program = self._fields.program
        if program is not None and _spec_or_none(program) == tried.spec:
            self._told(report_of_trial(tried))

    def click_elsewhere(self, ui: UI) -> None:
        """Take a program that has just passed its trial, and close."""
        if self._report.headline and self._report.color == "good":
            self._accept()
        else:
            self._mode = self._modes.value
            super().click_elsewhere(ui)

    def dropped(self, path: str) -> None:
        """Take a file that was dropped onto the window: a program moves by itself."""
        if self._modes.value is Mode.PERSON and not self._playing:
            self._modes.set(Mode.AUTO)
        self._fields.dropped(path)

    def _spec(self, *, exists: bool) -> PlayerSpec | None:
        """Return the typed player with existing files, or show why there is none."""
        program = self._fields.program
        if program is None:
            return None
        try:
            spec = spec_of(program)
        except BadPlayer as error:
            self._told(report_of_refusal(error.sentence))
            return None
        why = absent_file(spec) if exists else None
        if why is not None:
            self._told(report_of_refusal(why))
        return spec if why is None else None

    def _try(self) -> None:
        spec = self._spec(exists=True)
        if spec is not None:
            self._told(Report("", _("Starting it, and asking for a first move …"), "dim"))
            self._answers.test(spec)

    def _accept(self) -> None:
        mode = Mode.AUTO if self._modes.value is Mode.PERSON else self._modes.value
        if (level := self._level) is not None:
            self.close()
            self._answers.seat(level, mode)
            return
        anyway = self._report.color == "error" and bool(self._report.headline)
        spec, program = self._spec(exists=not anyway), self._fields.program
        if spec is not None and program is not None:
            self.close()
            self._answers.load(program, spec, mode)

    def _clear(self) -> None:
        self._answers.forget()
        self._forget.enable(False)
        self._fields.path.values = list(self._offered)
        self._fields.arguments.values = []
        self._told(Report("", _("The history is empty now."), "good"))


def _spec_or_none(program: ChosenProgram) -> PlayerSpec | None:
    try:
        return spec_of(program)
    except BadPlayer:
        return None
