"""All that the window can show: each scene puts itself on the window of a user."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import chess
from driving import GATE, User, function

from board_core import Cause, Color, Explanation, Move, Rules, Score, say
from board_core.frontend.adviser import EngineLine, LinesFound
from board_core.game.clock import UNTIMED
from board_core.match.known_games import game_named
from board_pygame.analysis import Analysis
from board_pygame.board.hand import WantsMenu
from board_pygame.editing import Editing
from board_pygame.effects import (
    DialogAction,
    DialogEffect,
    OfferTour,
    OpenLoadAI,
    OpenMoves,
    OpenQuestion,
    SaveRecordFile,
)
from board_pygame.failure import report_of_trial
from board_pygame.game_screen import GRAPH_PAGE, LINES_PAGE, LOG_PAGE, MOVES_PAGE
from board_pygame.games import BUILT_IN_GAMES
from board_pygame.host import Tried
from board_pygame.intents import (
    BeginAction,
    EditorAction,
    GoToPly,
    LinesAction,
    LookAction,
    OfferGame,
    PasteText,
    PlayAction,
    RecordAction,
    RecordText,
    RequestRefused,
    SetPosition,
    ShowStart,
    ShowTour,
    StepPlies,
    StepTour,
    StudyAction,
    edit,
)
from board_pygame.kit.menu import DropDown
from board_pygame.phases import GameFinished, Mode, SeatState
from board_pygame.wish import OFFERED_TIMES, OfStrength, Way

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
CONNECT_FOUR = f"{EXAMPLES / 'games' / 'connect_four.py'}:CONNECT_FOUR"
HEAP = f"{EXAMPLES / 'own_game.py'}:HEAP"

BLUNDERS = '[White "You"]\n\n1. e4 d5 2. a3 dxe4 *'
"""Both sides miss what can be taken; the adviser of the tests sees nothing else."""

LONG_LINES = tuple(
    EngineLine(Score(cp=30 - 100 * n), 21, (Move("c7c5"),) * 20, ("Nbd7xe5+",) * 20, 1_230_000)
    for n in range(5)
)

BYO_YOMI = next(time for time in OFFERED_TIMES if time.periods)
"""The clock whose text is the longest."""

Scene = Callable[[User], None]


# The game


def free_board(user: User) -> None:
    pass


def running(user: User) -> None:
    user.seat(function("begins"))
    user.window.ask(BeginAction.START_PLAYING)
    user.until(lambda: len(user.moves) == 1 and user.state.view.asked)


def over(user: User) -> None:
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()
    for number, (start, end) in enumerate((("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4"))):
        user.clicks(start, end)
        user.until(lambda number=number: len(user.moves) > number)
    user.until_phase(GameFinished)


def looked_back_after(user: User) -> None:
    over(user)
    user.window.ask(StepPlies(-1))
    user.do()


def reseated(user: User) -> None:
    over(user)
    user.seat(black=function("answers"))
    user.do()


def failed(user: User) -> None:
    user.seat(function("fails"))
    user.window.ask(BeginAction.START_PLAYING)
    user.until_phase(GameFinished)


def paused(user: User) -> None:
    running(user)
    user.window.ask(PlayAction.TOGGLE_PAUSE)
    user.until(lambda: user.state.view.paused)


def by_hand(user: User) -> None:
    user.seat(function("begins"), mode=Mode.BY_HAND)
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()


def black_by_hand(user: User) -> None:
    user.seat(black=function("answers"), mode=Mode.BY_HAND)
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()
    user.clicks("e2", "e4")
    user.until(lambda: user.state.may_release(Color.BLACK))


def black_failed(user: User) -> None:
    user.seat(black=function("fails"))
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()
    user.clicks("e2", "e4")
    user.until_phase(GameFinished)


def clocked(user: User) -> None:
    """Two people with clocks, of which one runs."""
    wish = replace(user.window.state.wish, pace=BYO_YOMI)
    user.window.state = replace(user.window.state, wish=wish)
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()


def watched_by_hand(user: User) -> None:
    user.seat(function("begins"), function("answers"), mode=Mode.BY_HAND)
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()


def watched(user: User) -> None:
    """Two AIs, of which the first has not moved yet."""
    user.seat(function("waits"), function("waits"))
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()


def captures(user: User) -> None:
    """A game in which whatever can be taken was taken."""
    board, moves = chess.Board(), []
    while len(board.piece_map()) > 4 and len(moves) < 200 and not board.is_game_over():
        found = sorted(board.legal_moves, key=chess.Move.uci)
        taking = [move for move in found if board.is_capture(move)]
        move = taking[0] if taking else found[7 * len(moves) % len(found)]
        number = f"{board.fullmove_number}. " if board.turn else ""
        moves.append(number + board.san(move))
        board.push(move)
    user.window.ask(PasteText(" ".join(moves)))
    user.do()


def of_game(game: str, user: User) -> None:
    """Two people play one of the games that come with the board."""
    offer(user, game)
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()


def of_own_game(game: str, user: User) -> None:
    user.window.ask(OfferGame("chess", 0, game_named(game).rules))
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()


def stones_over(user: User) -> None:
    of_game("renju", user)
    for number in range(9):
        user.click("hjklm"[number // 2] + ("8" if number % 2 == 0 else "1"))
        user.until(lambda number=number: len(user.moves) > number)
        user.until(lambda: user.state.view.asked or user.state.ended)
    user.until_phase(GameFinished)


def offer(user: User, game: str) -> None:
    rules: Rules = next(iter(BUILT_IN_GAMES[game].variants.values()))
    user.window.ask(OfferGame(game, 0, rules))


# Records, reviews and practice


def record(user: User, games: int = 1) -> None:
    tags = '[White "Capablanca, J. R."]\n[Black "Lasker, E."]\n[Result "1-0"]'
    text = f"{tags}\n\n1. e4 e5 2. Nf3 1-0\n\n"
    user.window.ask(RecordText(text * games, "club.pgn"))
    user.do()


def many_games(user: User) -> None:
    record(user, games=40)


def one_of_many(user: User) -> None:
    many_games(user)
    user.window.ui.close()
    user.do()


def asked_which(user: User) -> None:
    one_of_many(user)
    dialog(SaveRecordFile(), user)


def changed(user: User) -> None:
    """A record that was changed, and is to be left."""
    record(user)
    user.clicks("b8", "c6")
    dialog(OpenQuestion(PlayAction.RESET_BOARD), user)


def noted(user: User) -> None:
    record(user)
    user.window.ask(GoToPly(1))
    dialog(DialogAction.OPEN_NOTES, user)


def reviewed(user: User) -> None:
    user.window.ask(PasteText(BLUNDERS))
    user.window.ask(StudyAction.WANT_REVIEW)
    user.until(lambda: len(user.window.ui.layers) > 1)


def practised(user: User) -> None:
    reviewed(user)
    user.window.ui.close()
    user.window.ask(StudyAction.PRACTISE_BLUNDERS)
    user.do()


def solved(user: User) -> None:
    practised(user)
    user.window.ask(StudyAction.SHOW_SOLUTION)
    user.do()


def hinted(user: User) -> None:
    user.window.ask(StudyAction.WANT_HINT)
    user.until(lambda: user.window.board.scene.arrow)


def toured(user: User, steps: int = 0) -> None:
    offer(user, "chess-3d")
    user.window.ask(ShowTour())
    for _step in range(steps):
        user.window.ask(StepTour(1))
    user.do()


# Frames


def in_words(user: User) -> None:
    record(user)
    user.window._screen.moves.toggle_words()
    user.do()


def looked_back(user: User) -> None:
    """A move of the past, with the way back to the game."""
    running(user)
    user.window.ask(GoToPly(0))
    user.do()


def typing(user: User) -> None:
    """A move is half typed, and those that begin so are named."""
    running(user)
    user.type("N")


def offered(user: User) -> None:
    """The opponent has offered a draw."""
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()
    user.window.ask(PlayAction.ASK_FOR_DRAW)
    user.until(lambda: user.state.offer is Color.WHITE)
    user.clicks("e2", "e4")
    user.until(lambda: user.state.draw_offered)


def in_analysis_of_game(user: User) -> None:
    """The buttons of the projector lead back to the game that waits."""
    running(user)
    user.window.ask(RecordAction.ANALYSE_POSITION)
    user.window.ask(LookAction.TOGGLE_PROJECTOR)
    user.move((10, 10))
    user.move((12, 10))


def previewed(user: User) -> None:
    """The pointer rests on a move of a line, whose position is shown small."""
    moves = ("e2e4", "e7e5", "g1f3")
    analysed_game("chess", user)
    line = user.window.state.analysis.line
    assert line is not None
    found = EngineLine(Score(cp=30), 21, tuple(map(Move, moves)), ("e4", "e5", "Nf3"), 1_230_000)
    user.window.ask(LinesFound(line, "Some Engine", (found,)))
    user.do()
    spot = user.window.ui.top.lines.rows.spot_of(0, 1, user.window.ui.fonts)  # type: ignore[attr-defined]
    user.move(spot.center)


def carrying(user: User) -> None:
    """A piece is on its way from one square to another."""
    offer(user, "chess")
    user.window.ask(EditorAction.EDIT_POSITION)
    user.do()
    board = user.window.ui.top.board  # type: ignore[attr-defined]
    start, end = (board.cells.center(square) for square in ("e2", "e4"))
    user.move(start)
    user.press(start)
    user.move(end, held=True)


def list_of(page: int, before: Scene, user: User) -> None:
    before(user)
    user.window._screen.open_page(page)
    user.do()


def pondering(user: User) -> None:
    """Two programs play: one has told what it thinks, the other what it thought."""
    user.seat(function("ponders"), function("ponders"))
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()
    GATE.open()
    rows = user.window._screen.lines.rows
    user.until(lambda: len(user.moves) == 1 and user.window._screen.lines.filled)
    user.window._screen.open_page(LINES_PAGE)
    user.until(lambda: len(rows.rows) == 4)


def projected(before: Scene, user: User) -> None:
    before(user)
    user.window.ask(LookAction.TOGGLE_PROJECTOR)
    user.do()


def pointed(user: User) -> None:
    projected(running, user)
    user.move((10, 10))
    user.move((12, 10))


def analysed(user: User, lines: int = 3) -> None:
    """A file with two games on the board, and lines that are longer than their rows."""
    asleep = Analysis(lines, stopped=True)
    user.window.state = replace(user.window.state, analysis=asleep)
    user.window.ask(PasteText('[White "A"]\n\n1. e4 e5 *\n\n[White "B"]\n\n1. d4 *'))
    user.window.ui.close()
    user.window.ask(RecordAction.ANALYSE_POSITION)
    line = user.window.state.analysis.line
    assert line is not None
    user.window.ask(LinesFound(line, "Some Engine", LONG_LINES[:lines]))
    user.do()


def analysed_game(game: str, user: User) -> None:
    offer(user, game)
    user.window.ask(RecordAction.ANALYSE_POSITION)
    user.do()


def hidden(user: User) -> None:
    analysed(user, 5)
    user.window.ask(LinesAction.TOGGLE_LINES)
    user.do()


def edited(user: User, game: str = "chess") -> None:
    offer(user, game)
    user.window.ask(EditorAction.EDIT_POSITION)
    user.window.ask(edit(Editing.emptied))
    user.do()


def edited_own_game(user: User) -> None:
    user.window.ask(OfferGame("chess", 0, game_named(CONNECT_FOUR).rules))
    user.window.ask(EditorAction.EDIT_POSITION)
    user.do()


# The first screen


def way(one: Way, user: User) -> None:
    user.window.ask(ShowStart(one))
    user.do()


def way_of(game: str, one: Way, user: User) -> None:
    offer(user, game)
    way(one, user)


def opponents(user: User) -> None:
    """The menu of all opponents."""
    way(Way.PLAY, user)
    user.choose("More…" if "More…" in user.segments else "更多…")


def rules_and_openings(user: User) -> None:
    """The menu of what is rarely chosen."""
    way_of("gomoku", Way.PLAY, user)
    user.window.ui.layers[0]._card._ask_more()  # type: ignore[attr-defined]
    user.do()


def all_games(user: User) -> None:
    way(Way.PLAY, user)
    user.window.ui.layers[0]._take_tile(4)  # type: ignore[attr-defined]
    user.do()


def games_of_the_past(user: User) -> None:
    """One that was left, and one that was won."""
    over(user)
    user.window.ask(BeginAction.PLAY_AGAIN)
    user.until_asked()
    user.clicks("e2", "e4")
    user.until(lambda: len(user.moves) == 1 and user.state.view.asked)
    user.window.ask(PlayAction.STOP_PLAYING)
    user.until_phase(GameFinished)
    way(Way.PLAY, user)


def no_games_of_the_past(user: User) -> None:
    kept = user.window._files.kept
    kept.folder = kept.folder.with_name("nothing")
    way(Way.PLAY, user)


def refused_here(user: User) -> None:
    """The first screen tells why something cannot be done."""
    way_of("horde", Way.PLAY, user)
    why = say(
        "{path} cannot be read: {why}", path="'/a/long/path/to/a/contest'", why="No such file"
    )
    user.window.ask(RequestRefused(why))
    user.do()


def before_game(user: User) -> None:
    """The first screen leads back to the game."""
    running(user)
    way(Way.PLAY, user)


def of_strength(one: Way, user: User) -> None:
    """Players of a strength."""
    way(one, user)
    for level in user.window.ui.layers[0]._card._levels:  # type: ignore[attr-defined]
        level.take(OfStrength(1200))
    user.do()


# Dialogs and menus


def scrolled_settings(user: User) -> None:
    settings(user, "programs")
    user.wheel(-100, user.top.rect.center)


def absent_folder(user: User) -> None:
    dialog(DialogAction.OPEN_RECORD_FILE, user)
    user.top.go_to(Path("/no such folder"))
    user.do()


def dialog(effect: DialogEffect, user: User) -> None:
    user.window.ask(effect)
    user.do()


GROUPS = ("look", "moving", "pace", "programs", "hints", "language")
"""Names for the groups of the settings."""


def settings(user: User, group: str) -> None:
    dialog(DialogAction.OPEN_SETTINGS, user)
    user.top._names.go_to(GROUPS.index(group))  # type: ignore[attr-defined]
    user.top._open(GROUPS.index(group))  # type: ignore[attr-defined]


def asked_to_end(user: User) -> None:
    running(user)
    dialog(OpenQuestion(PlayAction.RESET_BOARD), user)


def opened_list(user: User) -> None:
    settings(user, "programs")
    user.click(next(one for one in user.all(DropDown) if one.enabled))


def board_menu(user: User) -> None:
    dialog(WantsMenu("e2", user.at("e2")), user)


def several_moves(user: User) -> None:
    dialog(OpenMoves(tuple(user.state.view.position.legal_moves())), user)


def tried(user: User, *, fails: bool = False) -> None:
    """The result of a trial start, in the dialog that asked for it."""
    told = Tried(Color.WHITE, function("begins"), "e4", 0.1, lines=(("<", "e4"),) * 30)
    if fails:
        why = say("it printed 'e2-e4', which is no move: write e4 or e2e4")
        trace = 'Traceback (most recent call last):\n  File "my_ai.py", line 3\n    x = 1 / 0\nno'
        explanation = Explanation(Cause.EXCEPTION, why, traceback=trace)
        told = replace(told, trouble=why, explanation=explanation)
    dialog(OpenLoadAI(Color.WHITE), user)
    user.top._told(report_of_trial(told))  # type: ignore[attr-defined]
    user.do()


SCENES: dict[str, Scene] = {
    "start": partial(way, Way.PLAY),  # first: no game has been kept yet
    "free board": free_board,
    "running": running,
    "log": partial(list_of, LOG_PAGE, running),
    "lines": pondering,
    "graph": partial(list_of, GRAPH_PAGE, over),
    "looking back": looked_back,
    "typing": typing,
    "draw offered": offered,
    "paused": paused,
    "step": by_hand,
    "step, black": black_by_hand,
    "step, watched": watched_by_hand,
    "watched": watched,
    "clocks": clocked,
    "in words": in_words,
    "over": over,
    "over, looking back": looked_back_after,
    "over, another player": reseated,
    "failed": failed,
    "failed, black": black_failed,
    "captures": captures,
    "record": record,
    "record of many": one_of_many,
    "practice": practised,
    "solution": solved,
    "hint": hinted,
    "stones": partial(of_game, "renju"),
    "stones, over": stones_over,
    "boards": partial(of_game, "chess-3d"),
    "tour": toured,
    "tour, a move": partial(toured, steps=1),
    "tour, shown": partial(toured, steps=2),
    "pieces in hand": partial(of_own_game, "crazyhouse"),
    "own game": partial(of_own_game, CONNECT_FOUR),
    "no places": partial(of_own_game, HEAP),
    "projector": partial(projected, running),
    "projector, clocks": partial(projected, clocked),
    "projector, paused": partial(projected, paused),
    "projector, over": partial(projected, over),
    "projector, failed": partial(projected, failed),
    "projector, captures": partial(projected, captures),
    "projector, record": partial(projected, record),
    "projector, tools": pointed,
    "projector, analysis of a game": in_analysis_of_game,
    "projector, analysis": partial(projected, analysed),
    "projector, practice": partial(projected, practised),
    "projector, stones": partial(projected, partial(of_game, "renju")),
    "projector, boards": partial(projected, partial(of_game, "chess-3d")),
    "projector, no places": partial(projected, partial(of_own_game, HEAP)),
    "start, opponents": opponents,
    "start, rules": rules_and_openings,
    "start, all games": all_games,
    "start, no games of the past": no_games_of_the_past,
    "start, games of the past": games_of_the_past,
    "start, refused": refused_here,
    "start, strength": partial(of_strength, Way.PLAY),
    "start, strengths": partial(of_strength, Way.WATCH),
    "start, strength of my AI's opponent": partial(of_strength, Way.TEST),
    "start, in a game": before_game,
    "start, stones": partial(way_of, "gomoku", Way.PLAY),
    "start, boards": partial(way_of, "chess-3d", Way.PLAY),
    "start, watch": partial(way, Way.WATCH),
    "start, test": partial(way, Way.TEST),
    "analysis": analysed,
    "analysis, preview": previewed,
    "analysis, hidden": hidden,
    "analysis, stones": partial(analysed_game, "renju"),
    "analysis, boards": partial(analysed_game, "chess-3d"),
    "editor": edited,
    "editor, carrying": carrying,
    "editor, stones": partial(edited, game="renju"),
    "editor, boards": partial(edited, game="chess-3d"),
    "editor, own game": edited_own_game,
    "menu": partial(dialog, DialogAction.OPEN_MENU),
    "clocks to choose": partial(dialog, DialogAction.OPEN_CLOCKS),
    "a clock of one's own": partial(dialog, DialogAction.OPEN_OWN_CLOCK),
    "openings": partial(dialog, DialogAction.OPEN_OPENINGS),
    "board menu": board_menu,
    "load": partial(dialog, OpenLoadAI(Color.WHITE)),
    "load, tried": tried,
    "load, fails": partial(tried, fails=True),
    "chooser": many_games,
    "several moves": several_moves,
    "notes": noted,
    "open": partial(dialog, DialogAction.OPEN_RECORD_FILE),
    "open, no folder": absent_folder,
    "save": partial(dialog, SaveRecordFile()),
    "save, which": asked_which,
    **{f"settings, {group}": partial(settings, group=group) for group in GROUPS},
    "settings, end": scrolled_settings,
    "list": opened_list,
    "help": partial(dialog, DialogAction.OPEN_HELP),
    "about": partial(dialog, DialogAction.OPEN_ABOUT),
    "end?": asked_to_end,
    "leave?": changed,
    "tour?": partial(dialog, OfferTour(ShowTour(), BeginAction.START_PLAYING)),
    "review": reviewed,
}


def tidy(user: User) -> None:
    """Go back to a free board with no AI loaded."""
    while len(user.window.ui.layers) > 1:
        user.window.ui.close()
    user.window.ask(LookAction.LEAVE_START)
    user.window.ask(LookAction.LEAVE_FRAME)
    chess = next(iter(BUILT_IN_GAMES["chess"].variants.values()))
    user.window.ask(OfferGame("chess", 0, chess))
    if user.window.state.projecting:
        user.window.ask(LookAction.TOGGLE_PROJECTOR)
    if not user.state.free:
        user.window.ask(PlayAction.RESET_BOARD)
        user.until(lambda: user.state.free)
    user.window.ask(SetPosition(None))
    for color in Color:
        game = user.state.with_seat(color, SeatState())
        user.window.state = replace(user.window.state, game=game)
    user.window.state = replace(
        user.window.state, wish=replace(user.window.state.wish, pace=UNTIMED), flipped=False
    )
    if user.window.state.settings.moves_in_words:
        user.window._screen.moves.toggle_words()
    user.window._screen.open_page(MOVES_PAGE)
    user.do()
