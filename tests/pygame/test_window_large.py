"""The full screen: the one layout twice as large, and what is kept of it."""

from dataclasses import replace
from pathlib import Path

import pygame
from driving import User, function

from board_core import Move, Score
from board_core.frontend.adviser import EngineLine, LinesFound
from board_core.frontend.settings import load
from board_core.games import CHESS
from board_pygame.analysis import Analysis
from board_pygame.effects import DialogAction
from board_pygame.game_screen import GameScreen
from board_pygame.intents import BeginAction, DropFile
from board_pygame.kit.buttons import Button
from board_pygame.kit.labels import LampLabel
from board_pygame.kit.link_rows import LinkRow
from board_pygame.kit.painter import Icon
from board_pygame.labels import OPENING_NAMES, opening_name, opening_of
from board_pygame.phases import GameFinished
from board_pygame.start_screen import StartScreen


def is_large(user: User) -> bool:
    return isinstance(user.top, GameScreen) and user.top.large


def mate(user: User) -> None:
    """The shortest game."""
    for start, end in (("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")):
        count = len(user.moves)
        user.clicks(start, end)
        user.until(lambda count=count: len(user.moves) > count)
    user.until_phase(GameFinished)
    user.do()


def test_f11_fills_the_screen_from_any_dialog_and_gives_the_window_back_its_size(user: User):
    user.resize((900, 700))
    user.window.ask(DialogAction.OPEN_HELP)
    user.do()
    user.key(pygame.K_F11)
    assert user.window.ui.size == pygame.display.get_desktop_sizes()[0]
    user.key(pygame.K_ESCAPE)  # closes the dialog
    assert is_large(user)
    user.key(pygame.K_ESCAPE)
    assert isinstance(user.top, GameScreen)
    assert not is_large(user)
    assert user.window.ui.size == (900, 700)


def test_a_window_that_is_closed_while_it_fills_the_screen_keeps_its_own_size(user: User):
    user.resize((900, 700))
    user.key(pygame.K_F11)
    user.leave()
    assert load(user.file).settings.window == (900, 700)


def test_the_full_screen_shows_the_moves_and_then_the_result(user: User):
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()
    user.key(pygame.K_F11)
    assert user.status.startswith("White to move")
    mate(user)
    assert user.status.startswith("Black wins\n0–1 · ")
    assert "mate" in user.status
    rows = user.top.moves.grid.rows
    items = [rows.item(index) for index in range(len(rows) - 1)]
    assert [item.notation + item.sign for item in items] == ["f3", "e5", "g4", "Qh4#"]
    graph, moves = user.top.graph.graph, user.top.moves.grid
    assert graph.visible
    assert graph.rect.bottom <= moves.rect.top


def test_buttons_appear_while_the_mouse_moves_and_go_away_again(user: User):
    user.key(pygame.K_F11)
    (start,) = user.all(Button)  # the ones in the card at the top stay
    assert start.text == "Start"
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()
    user.move((300, 300))
    user.move((310, 300))
    assert user.icon(Icon.MENU)
    assert {"Hint", "Resign"} <= {button.text for button in user.all(Button)}
    user.key(pygame.K_SPACE)
    user.until(lambda: user.state.view.paused)
    user.do()
    assert user.button("Go on")
    later = user.window._time.now() + 60.0
    user.window.ui.now = later
    user.window.ui.tick()
    assert not user.all(Button)
    user.key(pygame.K_SPACE)
    user.until(lambda: not user.state.view.paused)


def test_the_square_under_the_pointer_is_no_longer_marked_once_the_board_has_moved_away(user: User):
    user.resize((900, 700))
    user.key(pygame.K_F11)
    far = user.at("h1")
    user.move(far)
    assert user.window.board.hot
    user.key(pygame.K_F11)
    assert user.window.board.rect.collidepoint(far) is user.window.board.hot is False


def test_the_first_screen_fills_the_screen_too(user: User):
    user.key(pygame.K_F11)
    assert is_large(user)
    user.command("n")
    assert isinstance(user.top, StartScreen)
    user.letter("2")
    user.key(pygame.K_RETURN)
    user.until(lambda: len(user.moves) > 1)
    assert is_large(user)


def test_a_game_that_is_analysed_in_full_screen_shows_its_lines_there(user: User):
    user.seat(function("first"), function("waits"))
    user.window.ask(BeginAction.START_PLAYING)
    user.until(lambda: len(user.moves) == 1)
    user.window.state = replace(user.window.state, analysis=Analysis(stopped=True))
    user.key(pygame.K_F11)
    user.key(pygame.K_F3)
    line = user.window.state.analysis.line
    assert line is not None
    found = EngineLine(Score(cp=35), 9, (Move("e7e5"),), ("e5",))
    user.window.ask(LinesFound(line, "engine", (found,)))
    user.do()
    (row,) = (row for row in user.top.lines.rows.rows if isinstance(row, LinkRow))
    assert (row.badge, [word.text for word in row.words]) == ("-0.35", ["1…", "e5"])
    assert "Your game waits" in user.status
    user.key(pygame.K_F3)
    assert is_large(user)
    assert user.state.running


def test_the_arrows_of_an_analysis_that_was_stopped_do_not_outlive_it(user: User):
    user.window.state = replace(user.window.state, analysis=Analysis(stopped=True))
    user.key(pygame.K_F3)
    line = user.window.state.analysis.line
    assert line is not None
    found = EngineLine(Score(cp=35), 9, (Move("e2e4"),), ("e4",))
    user.window.ask(LinesFound(line, "engine", (found,)))
    user.do()
    assert user.window.board.scene.best
    user.key(pygame.K_F3)
    assert not user.window.board.scene.best


def test_no_result_stands_beside_an_earlier_position(user: User):
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()
    user.key(pygame.K_F11)
    mate(user)
    user.key(pygame.K_LEFT)
    assert user.status.startswith("Move 2 of 2\n")


def test_every_opening_that_has_a_name_can_be_played():
    for moves in OPENING_NAMES:
        position = CHESS.start(None)
        for text in moves.split():
            move = position.parse(text)
            assert position.notation(move) == text, moves
            position = position.play(move)


def test_an_opening_is_named_by_its_longest_known_beginning(user: User):
    assert opening_name([]) == ""
    assert opening_name(["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O"]).endswith("Giuoco Piano")
    user.window.ask(BeginAction.START_PLAYING)
    user.until_asked()
    user.clicks("e2", "e4")
    user.until_moves("e4")
    user.clicks("c7", "c5")
    user.until_moves("e4", "c5")
    assert opening_of(user.state) == "Sicilian Defence"
    user.key(pygame.K_LEFT)
    assert opening_of(user.state) == "King's Pawn Game"


def test_the_headline_of_a_record_leaves_room_for_the_icons_that_a_move_of_the_mouse_brings(
    user: User, tmp_path: Path
):
    file = tmp_path / "long.pgn"
    name = "The Extraordinarily Long Named Program of Group Seven"
    file.write_text(f'[White "{name}"]\n[Black "{name}"]\n[Result "*"]\n\n1. e4 *\n')
    user.window.ask(DropFile(str(file), alone=True))
    user.until(lambda: name in user.status)
    user.key(pygame.K_F11)
    user.move((10, 10))
    user.move((40, 40))
    (title,) = (each for each in user.all(LampLabel) if name in each.words)
    icons = [each for each in user.all(Button) if each.compact and each.rect.top <= title.rect.top]
    assert len(icons) == 3
    assert title.rect.collidelist([each.rect for each in icons]) == -1
