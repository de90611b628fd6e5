"""The pane of lines: what the players told of their search, or an engine's analysis to click."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from pygame import Rect

from board_core import Color, Thought
from board_core.ais.levels import HOW_TO_INSTALL, installed
from board_core.author.analysis import Judgement
from board_core.frontend.adviser import EngineLine, engine_line, own_adviser
from board_core.match.player_spec import PlayerSpec, parse_player

from .analysis import MOST_LINES, Analysis
from .board.art import INK_COLORS
from .board.backdrop import colors_of
from .board.drawing import BEST_INKS
from .board.panes import SmallBoard
from .board.scene import Scene
from .board.widget import BoardWidget
from .evaluation import words_of
from .game_state import GameState
from .intents import ChooseEngine, CountLines, Intent, LinesAction, PlayLine
from .kit.buttons import Button
from .kit.labels import Label
from .kit.link_rows import LinkHead, LinkRow, LinkRows, LinkWord
from .kit.menu import DropDown
from .kit.painter import ROW_SIZE, TINY_SIZE, Icon
from .kit.text import RGB
from .kit.widget import UI, Widget
from .labels import lamp_of, own_name, short
from .language import _, sentence
from .panes import TabPane, log_names
from .phases import Mode
from .state import State, hides_evaluation
from .study import SearchReport, advantage, score_text, told_by
from .wish import Frame

OTHER_INK: RGB = (0x70, 0x70, 0x74)
"""The colour of lines that have no arrow on the board."""

CONTROL, GAP, EDGE, FACTS = 36, 8, 12, 24
"""Height of the engine's row, distances, and the height of its facts, in points."""

COUNT, WITH_COUNT = 72, 440
"""Width of the number of lines, and of a row that has room for it, in points."""

PREVIEW_SIDE = 264
"""Width and height of the small board, in points."""


def engines_for(state: State) -> list[tuple[str, PlayerSpec | None]]:
    """Return the engines that can analyse, the default first, each with its player."""
    rules = state.game.rules
    own, engines = own_adviser(rules), [engine for engine in installed() if engine.plays(rules)]
    found = [(engine.name, parse_player(f"uci:{engine.command}")) for engine in engines]
    choices: list[tuple[str, PlayerSpec | None]] = [*found, (own_name(own.text), own)]
    return [(choices[0][0], None), *choices[1:]]


def facts_of(told: EngineLine | Thought) -> list[str]:
    """Return depth, positions and speed of a search, as far as they are known."""
    facts = []
    if told.depth is not None:
        facts.append(_("depth {depth}", depth=told.depth))
    if told.nodes is not None:
        facts.append(_("{nodes} positions", nodes=short(told.nodes)))
    if told.nps is not None:
        facts.append(_("{nodes}/s", nodes=short(told.nps)))
    return facts


class LinesPane(TabPane):
    """A block for each player that tells its search; in the analysis, an engine and its lines.

    The small board lies above other widgets: give these widgets to the layer last.
    """

    def __init__(self, ask: Callable[[Intent], None], board: BoardWidget) -> None:
        super().__init__()
        self._board = board
        self._rect = Rect(0, 0, 0, 0)
        self._ui: UI | None = None
        self._engines: list[tuple[str, PlayerSpec | None]] = []
        self._engines_for: object = None
        self._known: dict[Color, tuple[SearchReport, EngineLine]] = {}
        self.engine = DropDown([], 0, lambda at: ask(ChooseEngine(self._engines[at][1])))
        self._fewer = Button("−", partial(ask, CountLines(-1)), tip=_("One line fewer (-)"))
        self._count = Label(align="center", size=ROW_SIZE)
        self._more = Button("+", partial(ask, CountLines(1)), tip=_("One line more (+)"))
        self._rest = Button(_("Rest"), partial(ask, LinesAction.TOGGLE_ENGINE), icon=Icon.PAUSE)
        self._rest.tip = _("The engine stops; its lines stay. E hides them too.")
        self._facts = Label(color="dim", size=TINY_SIZE)
        self.rows = LinkRows(lambda row, plies: ask(PlayLine(row, plies)), self._point)
        self.preview = SmallBoard()
        self._of_engine: list[Widget] = [self.engine, self._fewer, self._count, self._more]
        self._of_engine += [self._rest, self._facts]
        self.widgets = [*self._of_engine, self.rows, self.preview]
        self._arrange(analysed=False)

    @property
    def filled(self) -> bool:
        state = self._state
        if state is None:
            return False
        if state.frame is Frame.ANALYSIS:
            return True
        newest = state.game.looking_at(len(state.game.view.played))
        return not hides_evaluation(state) and any(told_by(newest, color) for color in Color)

    def place(self, rect: Rect, ui: UI) -> None:
        """Place the rows; in the analysis the engine's widgets are above them."""
        self._rect, self._ui = Rect(rect), ui
        if not self._analysed:
            self.rows.place(rect)
            return
        px, gap, high = ui.px, ui.px(GAP), ui.px(CONTROL)
        row = Rect(rect.x + px(EDGE), rect.y + gap, rect.w - 2 * px(EDGE), high)
        count = px(COUNT) if row.w >= px(WITH_COUNT) else 0
        self._absent = [self.preview] if count else [self.preview, self._count]
        self._count.show(self.visible and count > 0)
        rest = self._rest.natural_size(ui.fonts, 0)[0]
        widgets = self._rest, self._more, self._count, self._fewer
        x = row.right
        for widget, wide in zip(widgets, (rest, high, count, high), strict=True):
            x -= wide + (gap if widget is self._more else 0)
            widget.place((x, row.y, wide, high))
        self.engine.place((row.x, row.y, x - gap - row.x, high))
        self._facts.place((row.x + px(4), row.bottom + px(4), row.w, px(FACTS)))
        top = self._facts.rect.bottom
        self.rows.place((rect.x, top, rect.w, rect.bottom - top))

    def _show(self, state: State, judged: Mapping[int, Judgement]) -> None:
        analysed = state.frame is Frame.ANALYSIS
        if analysed is not self._analysed:
            self._arrange(analysed=analysed)
        if analysed:
            self._show_engine(state, state.analysis)
        else:
            self._show_players(state)

    def _arrange(self, *, analysed: bool) -> None:
        """Show the engine's widgets, or hide them."""
        self._analysed = analysed
        self._absent = [self.preview, *(() if analysed else self._of_engine)]
        for widget in self._of_engine:
            widget.show(analysed)
        if self._ui is not None:
            self.place(self._rect, self._ui)

    # The players

    def show_clocks(self) -> None:
        """Show the seconds of who thinks at a later time."""
        self._show_again()

    def _show_players(self, state: State) -> None:
        game, hidden = state.game, hides_evaluation(state)
        rows: list[LinkHead | LinkRow] = []
        for color in (Color.WHITE, Color.BLACK) if state.flipped else (Color.BLACK, Color.WHITE):
            if not (game.free or hidden or game.seats[color].mode is Mode.PERSON):
                rows += self._block(game, color)
        said = _("The AIs' search reports appear here.")
        if hidden:
            said = _("What your opponent thinks is hidden while you play; the menu shows it.")
        self.rows.offer(rows, None, said)

    def _block(self, game: GameState, color: Color) -> Iterator[LinkHead | LinkRow]:
        """Return the rows of a player: its name and lamp, and what it told."""
        view, facts = game.view, list[str]()
        words, light = lamp_of(game, color, self._ui.now if self._ui is not None else 0.0)
        report = told_by(game, color)
        if report is not None:
            facts += [_("about its last move")] if report.plies < game.ply else []
            facts += facts_of(report.thought)
        here = game.running and view.to_move is color
        name, white = log_names(game)[color], color is Color.WHITE
        yield LinkHead(name, white, words, light, tuple(facts), here)
        if report is not None:
            yield self._told(game, color, report)

    def _told(self, game: GameState, color: Color, report: SearchReport) -> LinkRow:
        """Return the line that a player told: in notation, or as it wrote it."""
        known, thought = self._known.get(color), report.thought
        if known is None or known[0] != report:
            known = self._known[color] = report, engine_line(report.position, thought)
        line, letters = known[1], self._board.scene.letters
        words = words_of(line, game, report.plies, letters, links=False)
        if not words:
            words = [LinkWord(" ".join(thought.pv) or thought.text)]
        score = thought.score
        return LinkRow(
            "" if score is None else score_text(score, color),
            score is None or advantage(score, color) >= 0,
            None,
            tuple(words),
        )

    # The engine of the analysis

    def _show_engine(self, state: State, analysis: Analysis) -> None:
        game, lines, side = state.game, analysis.shown, state.game.shown.to_move
        if self._engines_for is not game.rules:
            self._engines_for, self._engines = game.rules, engines_for(state)
            self.engine.options = [name for name, _spec in self._engines]
            self.engine.tip = _("Who analyses")
            if len(self._engines) == 1:
                self.engine.tip = sentence(HOW_TO_INSTALL)
            self.engine.mark()
        chosen = [spec for _name, spec in self._engines]
        self.engine.set(chosen.index(analysis.engine) if analysis.engine in chosen else 0)
        letters = self._board.scene.letters
        rows = [
            LinkRow(
                "" if line.score is None else score_text(line.score, side),
                line.score is None or advantage(line.score, side) >= 0,
                INK_COLORS[BEST_INKS[at]] if at < len(BEST_INKS) else OTHER_INK,
                tuple(words_of(line, game, game.ply, letters)),
                "" if line.depth is None else _("depth {depth}", depth=line.depth),
            )
            for at, line in enumerate(lines)
        ]
        said, color = self._said(analysis, game)
        self.rows.offer(rows, analysis.line, said, color)
        self._facts.set("   ".join(facts_of(lines[0]) if lines else ()))
        count = analysis.lines
        self._count.set(_("1 line") if count == 1 else _("{count} lines", count=count))
        self._fewer.enable(count > 1)
        self._more.enable(count < MOST_LINES)
        going = not analysis.stopped and not analysis.hidden
        self._rest.set(_("Rest") if going else _("Go on"))
        self._rest.icon = Icon.PAUSE if going else Icon.PLAY

    def _said(self, analysis: Analysis, game: GameState) -> tuple[str, str]:
        """Return the text shown in place of lines, and its colour."""
        if analysis.hidden:
            return _("The evaluation is hidden: E shows it."), "dim"
        if game.shown.outcome() is not None:
            return _("The game is over here."), "dim"
        if analysis.why is not None:
            return sentence(analysis.why), "error" if analysis.failed else "dim"
        if analysis.stopped:
            return _("The engine rests."), "dim"
        return _("{name} is thinking …", name=self.engine.text), "dim"

    def _point(self, row: int, plies: int) -> None:
        """Show the position after the first moves of a line as a small board."""
        state, scene, ui = self._state, self._board.scene, self._ui
        lines = () if state is None else state.analysis.shown
        if state is None or ui is None or not plies or not 0 <= row < len(lines):
            self.preview.show_scene(None)
            return
        if not scene.geometry.places:
            return
        position = before = state.game.shown
        for move in lines[row].moves[:plies]:
            before, position = position, position.play(move)
        last = state.game.rules.places(before, lines[row].moves[plies - 1])
        small = Scene(
            scene.look,
            scene.geometry,
            {at: piece for at, piece in position.pieces().items() if at in scene.geometry},
            last=tuple(at for at in last if at in scene.geometry),
            flipped=scene.flipped,
            coordinates=False,
        )
        spot = self.rows.spot_of(row, plies, ui.fonts) or self.rows.rect
        gap, side = ui.px(GAP), min(ui.px(PREVIEW_SIDE), self._rect.w)
        side = min(side, max(self._rect.bottom - spot.bottom, spot.y - self._rect.y) - gap)
        place = Rect(min(spot.x, self._rect.right - side), spot.bottom + gap, side, side)
        if place.bottom > self._rect.bottom:
            place.bottom = spot.y - gap
        self.preview.place(place)
        colors = colors_of(state.settings.board_colors, state.settings.theme)
        self.preview.show_scene(small, colors)
