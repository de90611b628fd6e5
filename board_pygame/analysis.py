"""Live analysis of the position on the board: a value, and its changes. Pure.

An engine analyses the shown position while the analysis frame is open, visible and not stopped;
:func:`with_current_question` checks this after every change of the window's state.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from board_core import Move, Position, Sentence
from board_core.fast_dataclass import dataclass
from board_core.frontend.adviser import (
    AnalysisEnded,
    AnalysisNews,
    AskedLine,
    EngineLine,
    LinesFound,
)
from board_core.match.player_spec import PlayerSpec
from board_core.record import Branch

from .effects import AskForLines, Effects, ScreenAction, StopLines
from .game_state import GameState
from .intents import (
    AnalysisIntent,
    ChooseEngine,
    CountLines,
    LinesAction,
    PlayLine,
)
from .playing import shown_setup
from .records import on_branch, with_moves

USUAL_LINES, MOST_LINES = 3, 5
"""Lines that an engine is asked for."""


@dataclass(frozen=True, slots=True)
class LineOrigin:
    """A position of the record: the start of the game, the line, and the plies played on it."""

    start: Position
    branch: Branch
    ply: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """The question an engine is thinking about, and the answers so far."""

    lines: int = USUAL_LINES  # wanted
    engine: PlayerSpec | None = None
    stopped: bool = False
    hidden: bool = False  # the user has hidden the engine's lines
    asked: AskForLines | None = None
    position: Position | None = None  # the one on the board
    line: AskedLine | None = None  # to this position
    found: LinesFound | None = None  # about it
    why: Sentence | None = None  # it has ended
    failed: bool = False  # because the engine failed
    best: tuple[Move, ...] = ()  # the first move of each line; the same object until one changes
    origin: LineOrigin | None = None  # where the board was before a line was played

    @property
    def shown(self) -> tuple[EngineLine, ...]:
        """The engine's lines that are shown; none while they are hidden."""
        return () if self.found is None or self.hidden else self.found.lines

    @property
    def arrows(self) -> tuple[Move, ...]:
        return () if self.hidden else self.best

    def after(self, news: AnalysisNews) -> Analysis:
        """Add news; news of another position is dropped."""
        if news.line != self.line:
            return self
        match news:
            case LinesFound(_line, _engine, lines):
                best = tuple(line.moves[0] for line in lines if line.moves)
                return replace(self, found=news, best=self.best if best == self.best else best)
            case AnalysisEnded(_line, why, failed):  # a failed engine is asked only on request
                return replace(self, why=why, failed=failed, stopped=self.stopped or failed)
            case _:
                assert_never(news)


AnalysisStep = tuple[Analysis, GameState, Effects]


def with_current_question(
    analysis: Analysis, game: GameState, *, seen: bool
) -> tuple[Analysis, Effects]:
    """Ask about the position on the board, unless an engine is already thinking about it.

    ``seen``: the frame for it is open, and the window is not hidden.
    """
    if seen and analysis.position is not game.shown:
        analysis = _moved(analysis, game)
    asked, line, wanted = analysis.asked, analysis.line, None
    if seen and line is not None and not analysis.stopped and not analysis.hidden:
        engine = analysis.engine
        fits = engine is not None and engine.unfit(game.rules) is None
        wanted = AskForLines(line, analysis.lines, engine if fits else None)
        if asked is not None and asked.line is line and asked == wanted:
            return analysis, ()
        wanted = wanted if game.shown.outcome() is None else None
    if wanted is not None:
        return replace(analysis, asked=wanted, why=None), (wanted,)
    return (analysis, ()) if asked is None else (replace(analysis, asked=None), (StopLines(),))


def _moved(analysis: Analysis, game: GameState) -> Analysis:
    """Return an empty analysis of a new position."""
    setup, moves = shown_setup(game)
    line = AskedLine(game.rules, setup, tuple(map(Move, moves)))
    if line == analysis.line:
        return replace(analysis, position=game.shown)
    return replace(analysis, position=game.shown, line=line, found=None, best=(), why=None)


def after_intent(analysis: Analysis, game: GameState, intent: AnalysisIntent) -> AnalysisStep:
    """Return analysis and game after this intent, and the effects."""
    match intent:
        case LinesAction.TOGGLE_LINES:
            return replace(analysis, hidden=not analysis.hidden), game, ()
        case LinesAction.TOGGLE_ENGINE:
            return replace(analysis, stopped=not analysis.stopped, hidden=False), game, ()
        case CountLines(more):
            lines = max(1, min(MOST_LINES, analysis.lines + more))
            return replace(analysis, lines=lines), game, ()
        case ChooseEngine(engine):
            return replace(analysis, engine=engine, found=None, best=()), game, ()
        case PlayLine(number, plies):
            return _line_played(analysis, game, number, plies)
        case LinesAction.BACK_FROM_LINE:
            origin = origin_of(analysis, game)
            if origin is None:
                return analysis, game, ()
            game = on_branch(game, origin.branch, origin.ply)
            return replace(analysis, origin=None), game, (ScreenAction.CANCEL_HAND,)
        case _:
            assert_never(intent)


def origin_of(analysis: Analysis, game: GameState) -> LineOrigin | None:
    """Return the position from which lines were played, if it is still in the record."""
    origin, sheet = analysis.origin, game.sheet
    if origin is None or origin.start is not game.view.start:
        return None
    try:
        plies = len(game.view.played if sheet is None else sheet.tree.line(origin.branch))
    except IndexError:  # that variation was taken back
        return None
    return origin if origin.ply <= plies else None


def _line_played(analysis: Analysis, game: GameState, number: int, plies: int) -> AnalysisStep:
    """Play the first moves of a line as a variation of the record."""
    lines = analysis.shown
    if not game.free or not number < len(lines):
        return analysis, game, ()
    moves, sheet = lines[number].moves[:plies], game.sheet
    here = LineOrigin(game.view.start, () if sheet is None else sheet.branch, game.ply)
    origin = origin_of(analysis, game) or here
    return (
        replace(analysis, origin=origin),
        with_moves(game, game.ply, moves),
        (ScreenAction.CANCEL_HAND,),
    )
