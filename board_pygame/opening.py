"""The dialogs and menus, each made for the state in which it is opened."""

from __future__ import annotations

import platform
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import assert_never, cast

import pygame
from pygame import Rect

from board_core import BoardError, Color, Move, Rules
from board_core.files.extras import version_of
from board_core.record.files import read_games_file

from .actions import help_rows
from .board.hand import WantsMenu
from .board.widget import BoardWidget
from .dialogs import (
    ChooseGameDialog,
    ChooseSettings,
    NotesDialog,
    SeatAnswers,
    SeatCard,
    about_dialog,
    choose_move,
    file_texts,
    help_dialog,
    review_dialog,
)
from .dialogs.clocks import OwnClock, clock_items
from .effects import (
    DialogAction,
    DialogEffect,
    OfferTour,
    OpenLoadAI,
    OpenMoves,
    OpenQuestion,
    OpenReview,
    ReadFile,
    SaveRecordFile,
    WriteFile,
)
from .games import RECORDED_GAMES, openings
from .intents import (
    ChangeSettings,
    ChooseGame,
    ChosenMove,
    Confirmed,
    Intent,
    LoadProgram,
    LookAction,
    RecordAction,
    SeatAction,
    SeatAI,
    SetMode,
    SetPace,
    SetPosition,
    StudyAction,
    TryProgram,
    WriteNotes,
)
from .kit.dialog import Answer, Message
from .kit.files import FileBrowser, FileKind, ending_in
from .kit.menu import Item, Menu
from .kit.widget import Layer, nothing
from .language import _
from .menus import Items, board_menu, main_menu
from .records import endings, format_of, glyph_of, notes_of, tree_in, variation_of
from .sheets import OpenFile
from .state import State, hides_evaluation
from .tutor import may_practise
from .wish import Way

Ask = Callable[[Intent], None]


class DialogMaker:
    """Makes dialogs whose answers are intents."""

    def __init__(self, ask: Ask, board: BoardWidget) -> None:
        self._ask, self._board = ask, board

    def dialog(
        self,
        effect: DialogEffect,
        state: State,
        menu_button: Rect,
        place_of: Callable[[str | Color], Rect],
    ) -> Layer:
        """Return the dialog or the menu; ``menu_button`` is where the main menu opens.

        ``place_of`` returns the place of an action, or of a side's strip.
        """
        ask, game = self._ask, state.game
        match effect:
            case OpenLoadAI(color, dropped):
                card = self._seat_card(color, state, place_of(color))
                if dropped:
                    card.dropped(dropped)
                return card
            case DialogAction.OPEN_CLOCKS:
                own = partial(ask, DialogAction.OPEN_OWN_CLOCK)
                times = clock_items(state.wish.pace, lambda pace: ask(SetPace(pace)), own)
                return Menu(times, place_of("clock"))
            case DialogAction.OPEN_OWN_CLOCK:
                return OwnClock(state.wish.pace, lambda pace: ask(SetPace(pace)))
            case DialogAction.OPEN_OPENINGS:
                items: Items = [
                    Item(_(name), partial(ask, SetPosition(setup)), marked=False)
                    for name, setup in openings(game.rules).items()
                ]
                return Menu(items, place_of("opening"))
            case DialogAction.OPEN_GAMES:
                file = _open_file(state)
                assert file is not None, "a file is open"
                return ChooseGameDialog(
                    file,
                    partial(tree_in, file, rules=game.rules),
                    state.settings,
                    lambda number: ask(ChooseGame(number)),
                )
            case DialogAction.OPEN_NOTES:
                return self._notes(state)
            case SaveRecordFile(None) if (file := _open_file(state)) and len(file.games) > 1:
                return self._which_games(len(file.games), effect)
            case DialogAction.OPEN_RECORD_FILE | SaveRecordFile():
                return self._files(effect, state)
            case DialogAction.OPEN_SETTINGS:
                return ChooseSettings(state.settings, lambda chosen: ask(ChangeSettings(chosen)))
            case DialogAction.OPEN_HELP:
                return help_dialog(help_rows(), partial(ask, DialogAction.OPEN_ABOUT))
            case DialogAction.OPEN_ABOUT:
                return about_dialog(_versions())
            case OpenMoves(moves, typed):

                def choose(move: Move) -> None:
                    ask(ChosenMove(move, typed))

                return choose_move(game.rules, game.origin_of(moves[0]), moves, choose)
            case OpenQuestion(intent):
                end = partial(ask, Confirmed(cast(Intent, intent)))
                if game.running or state.waits:
                    question = _("It is kept: you can go on with it later.")
                    people = (game if state.parked is None else state.parked.game).people
                    keep = _("&Keep playing") if people else _("&Keep watching")
                    answers: list[Answer] = [
                        (keep, partial(ask, LookAction.LEAVE_START)),
                        (_("&Leave the game"), end),
                    ]
                    return Message(_("Leave the game?"), question, answers, default=0)
                question = _("The open record has changes that are not saved.")
                answers = [
                    (_("&Don't save"), end),
                    (_("&Cancel"), nothing),
                    (_("&Save…"), partial(ask, SaveRecordFile(then=intent))),
                ]
                return Message(_("Leave the record?"), question, answers, cancel=1)
            case OfferTour(tour, play):
                question = _(
                    "3D chess is played on seven boards, and four of them move. A tour of a "
                    "minute shows how."
                )
                first: list[Answer] = [
                    (_("&Play now"), partial(ask, cast(Intent, play))),
                    (_("&Short tour"), partial(ask, cast(Intent, tour))),
                ]
                return Message(_("Your first game of 3D chess"), question, first)
            case OpenReview(rows, blunders, lesson):
                practise = partial(ask, StudyAction.PRACTISE_BLUNDERS) if blunders else None
                return review_dialog(rows, self._board.scene.letters.show(lesson), practise)
            case DialogAction.OPEN_MENU:
                practises, numbered = may_practise(state.study, game), state.settings.stone_numbers
                hides, shows = hides_evaluation(state), state.evaluates and game.running
                items = main_menu(
                    ask,
                    game,
                    practises=practises,
                    numbered=numbered,
                    puzzled=state.study.current is not None,
                    hidden=hides if hides or shows else None,
                )
                return Menu(items, menu_button)
            case WantsMenu(square, at):
                board, numbered = self._board, state.settings.stone_numbers
                mark = partial(board.circle, square) if square is not None else None
                return Menu(board_menu(ask, game, board.scene, mark, numbered), Rect(at, (0, 0)))
            case _:
                assert_never(effect)

    def _notes(self, state: State) -> NotesDialog:
        game, ask, letters = state.game, self._ask, self._board.scene.letters
        notes, event = notes_of(game), game.shown_move
        title = _("Before the first move")
        if event is not None:
            move = letters.show(event.notation)
            title = _("{color}'s move {move}", color=event.color, move=move)

        def write(comment: str, glyph: int) -> None:
            ask(WriteNotes(comment, glyph))

        delete = partial(ask, RecordAction.DELETE_VARIATION) if variation_of(game) else None
        glyph = None if event is None else glyph_of(notes)
        return NotesDialog(title, " ".join(notes.comment.split()), glyph, write, delete)

    def _seat_card(self, color: Color, state: State, beside: Rect) -> SeatCard:
        ask = self._ask
        answers = SeatAnswers(
            lambda program, spec, mode: ask(LoadProgram(color, program, spec, mode)),
            lambda spec, mode: ask(SeatAI(color, spec, mode)),
            lambda mode: ask(SetMode(color, mode)),
            lambda spec: ask(TryProgram(color, spec)),
            partial(ask, SeatAction.CLEAR_HISTORY),
        )
        tests = state.way is Way.TEST
        return SeatCard(color, state.game, state.settings, answers, beside, tests=tests)

    def _which_games(self, count: int, effect: SaveRecordFile) -> Message:
        """Return the question whether to save this game, or all of its file."""
        question = _("The file has {count} games. Save all of them, or this one?", count=count)
        answers: list[Answer] = [
            (_("&Cancel"), nothing),
            (_("&This game"), partial(self._ask, replace(effect, whole=False))),
            (_("&All games"), partial(self._ask, replace(effect, whole=True))),
        ]
        return Message(_("Save the game"), question, answers)

    def _files(self, effect: DialogAction | SaveRecordFile, state: State) -> FileBrowser:
        game, ask, texts = state.game, self._ask, file_texts()
        own_endings, saves = endings(game.rules), isinstance(effect, SaveRecordFile)
        found = () if saves else (ending for one in RECORDED_GAMES for ending in endings(one))
        shown = list(dict.fromkeys((*own_endings, *found)))
        only = _("Only games ({endings})", endings=", ".join(shown))
        kind = FileKind(only, ending_in(*shown))
        file = _open_file(state)
        own = Path(file.name) if file is not None and file.name else None
        folder = None if own is None else own.parent
        if isinstance(effect, SaveRecordFile):

            def write(path: Path, *, adds: bool = False) -> None:
                ask(WriteFile(path, bool(effect.whole), adds, effect.then))

            whole = effect.whole or (file is not None and len(file.games) == 1)
            name = f"games{own_endings[0]}" if effect.whole else f"game{own_endings[0]}"
            return FileBrowser(
                _("Save all games") if effect.whole else _("Save the game"),
                folder,
                write,
                saving=own.name if own is not None and whole else name,
                kind=kind,
                endings=own_endings,
                holds=partial(_games_in, game.rules),
                on_add=partial(write, adds=True),
                own=own.absolute() if own is not None and whole else None,
                texts=texts,
            )

        def read(path: Path) -> None:
            ask(ReadFile(path))

        return FileBrowser(_("Open a game"), folder, read, kind=kind, texts=texts)


def _games_in(rules: Rules, path: Path) -> str:
    """Say how many games are in a file to which one can be added; nothing if there are none."""
    form = format_of(rules, path.suffix)
    try:
        count = len(form.split(read_games_file(path)))
    except (BoardError, OSError):
        return ""
    told = _("The game can be added to them; if you overwrite the file, they are lost.")
    return _("{name} holds games: {count}.", name=path.name, count=count) + " " + told


def _open_file(state: State) -> OpenFile | None:
    sheet = state.game.sheet
    return None if sheet is None else sheet.file


def _versions() -> list[str]:
    """Return a line for the board and each of its libraries, for bug reports."""
    names = ("the-chess-board", "chess", "pygame-ce")
    lines = [f"{name} {version_of(name) or ''}".rstrip() for name in names]
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    lines.append(f"SDL {sdl}, {platform.python_implementation()} {platform.python_version()}")
    return [*lines, platform.platform()]
