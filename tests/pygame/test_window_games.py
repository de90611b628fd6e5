"""The real loop: the nine modes, take-back, offers, claims, the free board."""

import pygame
import pytest
from driving import CTRL, GATE, User, function, program

from board_core import Color, Reason, TimeControl
from board_pygame.intents import PlayAction, RecordText, SetPace, SetPosition
from board_pygame.kit.buttons import Button
from board_pygame.kit.painter import Icon
from board_pygame.kit.tabs import Segmented
from board_pygame.phases import FreeBoard, GameFinished, Lamp, Mode
from board_pygame.wish import Frame

MODES = {"person": Mode.PERSON, "auto": Mode.AUTO, "by hand": Mode.BY_HAND}
MODES_SHOWN = {Mode.PERSON: "Person", Mode.AUTO: "Automatic", Mode.BY_HAND: "Step"}
OURS = {Color.WHITE: [("e2", "e4"), ("g1", "f3")], Color.BLACK: [("e7", "e5"), ("b8", "c6")]}


def may_step(user: User) -> bool:
    """Whether the button is there, as it is for a program that waits to be told to move."""
    return any(button.enabled for button in user.all(Button) if button.text == "Next move")


def choose_mode(user: User, color: Color, mode: Mode) -> None:
    """On the card of the seat; a click beside it closes it and keeps the mode."""
    user.command(color.name[0].lower())
    user.choose(MODES_SHOWN[mode])
    user.click((user.window.ui.size[0] - 2, 2))


@pytest.mark.parametrize("white", MODES)
@pytest.mark.parametrize("black", MODES)
def test_each_side_is_played_as_its_mode_says(user: User, white: str, black: str):
    """The nine modes: two moves of each side."""
    modes = {Color.WHITE: MODES[white], Color.BLACK: MODES[black]}
    user.seat(function("begins"), function("answers"))
    for color in Color:
        choose_mode(user, color, modes[color])
    user.press_start()
    for ply in range(4):
        color = (Color.WHITE, Color.BLACK)[ply % 2]
        if modes[color] is Mode.AUTO:
            user.until(lambda ply=ply: len(user.moves) > ply)
            continue
        user.until(lambda ply=ply: len(user.moves) == ply and user.state.view.asked)
        assert may_step(user) is (modes[color] is Mode.BY_HAND)
        if modes[color] is Mode.BY_HAND and ply < 2:
            user.press_button("Next move")
        else:
            user.clicks(*OURS[color][ply // 2])
        user.until(lambda ply=ply: len(user.moves) > ply)
    assert user.moves[:4] == ["e4", "e5", "Nf3", "Nc6"]


def test_after_a_step_the_button_is_off_until_the_next_turn(user: User):
    user.start(white=function("waits"), mode=Mode.BY_HAND)
    user.until_asked()
    assert user.state.lamp(Color.WHITE) is Lamp.IDLE
    user.key(pygame.K_SPACE)
    assert not may_step(user)
    assert user.state.lamp(Color.WHITE) is Lamp.THINKING
    user.clicks("e2", "e4")  # the AI has the move now
    assert user.state.view.asked
    assert user.board["e2"] == "P"
    GATE.open()
    user.until_moves("e4")
    assert not may_step(user)
    user.clicks("e7", "e5")
    user.until_moves("e4", "e5")
    assert may_step(user)


def test_an_ai_that_is_refused_by_hand_may_be_asked_again(user: User):
    user.start(white=program("Ke5", "Nf3", "stay"), mode=Mode.BY_HAND)
    user.until_asked()
    user.press_button("Next move")
    user.until(lambda: user.state.refusal is not None)
    assert "Ke5" in user.status
    assert may_step(user)
    user.press_button("Next move")
    user.until_moves("Nf3")


def test_a_running_game_keeps_who_sits_at_it_but_not_how_a_program_moves(user: User):
    user.start(black=function("waits"))
    user.until_asked()
    user.command("w")
    assert user.all(Segmented)[0].usable == {Mode.PERSON}
    user.key(pygame.K_ESCAPE)
    user.command("b")
    assert user.all(Segmented)[0].usable == {Mode.AUTO, Mode.BY_HAND}
    user.choose("Step")
    user.key(pygame.K_ESCAPE)
    assert user.state.seats.black.mode is Mode.BY_HAND
    user.clicks("e2", "e4")
    user.until(lambda: user.state.may_release(Color.BLACK))
    assert may_step(user)


# Taking back


def test_take_back_between_people_is_one_ply(user: User):
    user.start()
    user.clicks("e2", "e4")
    user.until_moves("e4")
    user.clicks("e7", "e5")
    user.until_moves("e4", "e5")
    user.letter("z", CTRL)
    user.until_moves("e4")
    assert user.board.get("e7") == "p"
    user.clicks("d7", "d5")
    user.until_moves("e4", "d5")


def test_take_back_against_the_computer_is_two_plies(user: User):
    user.start(black=function("answers"))
    user.clicks("e2", "e4")
    user.until_moves("e4", "e5")
    user.press_button("Take back")
    user.until_moves()
    user.clicks("d2", "d4")
    user.until_moves("d4", "e5")


def test_take_back_while_the_computer_thinks_is_one_ply(user: User):
    user.start(black=function("waits"))
    user.clicks("e2", "e4")
    user.until(lambda: user.moves == ["e4"] and user.state.view.asked)
    user.press_button("Take back")
    user.until_moves()
    assert user.state.view.to_move is Color.WHITE
    user.clicks("d2", "d4")
    user.until(lambda: user.moves == ["d4"] and user.state.view.asked)
    GATE.open()
    user.until_moves("d4", "e5")


def test_the_card_tells_the_result_beside_the_board_and_offers_a_review(user: User):
    user.start(function("is_mated"), function("mates"))
    user.until_phase(GameFinished)
    assert len(user.window.ui.layers) == 1, "nothing covers the board"
    told = "mates won\n0–1 · checkmate · 2 moves"
    assert user.status == told
    texts = [button.text for button in user.all(Button)]
    assert "Resign" not in texts
    user.key(pygame.K_LEFT)
    assert user.status.startswith("Move 2 of 2\n")
    user.key(pygame.K_END)
    assert user.status == told, "it stays"
    user.press_button("Review the game")
    user.until(lambda: user.dialog == "Review of the game")


def test_a_game_that_has_ended_goes_on_after_a_take_back(user: User):
    user.start(black=function("mates"))
    user.clicks("f2", "f3")
    user.until_moves("f3", "e5")
    user.clicks("g2", "g4")
    user.until_phase(GameFinished)
    user.press_button("Take back")
    user.until(lambda: user.state.running and user.moves == ["f3", "e5"])
    assert user.state.view.ended is None
    user.until_asked()
    user.clicks("e2", "e4")
    user.until(lambda: user.moves[:3] == ["f3", "e5", "e4"])


def test_take_back_is_not_offered_where_a_program_has_no_words_for_it(user: User):
    user.start(black=program("e5", "stay"))
    user.clicks("e2", "e4")
    user.until_moves("e4", "e5")
    for _ in ("running", "over"):
        button = user.button("Take back")
        assert (button.enabled, "cannot take moves back" in button.tip) == (False, True)
        user.letter("z", CTRL)
        assert user.moves == ["e4", "e5"]
        user.window.ask(PlayAction.STOP_PLAYING)
        user.until_phase(GameFinished)
    assert "cannot take moves back" in user.status


def test_ai_against_ai_is_paused_taken_back_and_goes_on(user: User):
    user.start(function("waits"), function("answers"))
    GATE.open()
    user.until(lambda: user.moves == ["e4", "e5"] and user.state.view.asked)
    user.press_button("Pause")
    user.until(lambda: user.state.view.paused)
    user.letter("z", CTRL)
    user.until(lambda: user.moves == ["e4"])
    assert user.state.view.paused
    user.press_button("Go on")
    user.until(lambda: user.moves == ["e4", "e5"])
    GATE.open()
    user.until(lambda: user.moves[:4] == ["e4", "e5", "Nf3", "Nc6"])


# How games end


def test_to_resign_takes_two_presses_and_can_be_thought_better_of(user: User):
    user.start()
    user.press_button("Resign")
    user.window.ask(PlayAction.FORGET_RESIGNING)  # as after four seconds
    user.do()
    user.press_button("Resign")
    assert user.state.running
    user.press_button("Really resign?")
    user.until_phase(GameFinished)
    assert user.state.view.ended.outcome.reason is Reason.RESIGNATION
    assert user.state.view.ended.outcome.winner is Color.BLACK


def test_a_draw_is_offered_and_accepted(user: User):
    user.start()
    user.press_button("Draw?")
    user.until(lambda: user.state.offer is Color.WHITE)
    assert user.status.endswith("\nWhite offers a draw.")
    assert not user.button("Draw offered").enabled  # a second click is not Black's
    user.clicks("e2", "e4")
    user.until_moves("e4")
    user.press_button("Accept draw")
    user.until_phase(GameFinished)
    assert user.state.view.ended.outcome.reason is Reason.AGREEMENT


def test_a_move_of_the_other_side_declines_a_draw(user: User):
    user.start()
    user.clicks("e2", "e4")
    user.until_moves("e4")
    user.press_button("Draw?")  # Black, whose turn it is
    user.until(lambda: user.state.offer is Color.BLACK)
    user.clicks("e7", "e5")
    user.until_moves("e4", "e5")
    assert user.state.offer is Color.BLACK
    user.clicks("g1", "f3")
    user.until_moves("e4", "e5", "Nf3")
    assert user.state.offer is None
    assert user.button("Draw?")


def test_an_offer_to_a_program_says_when_it_answers(user: User):
    user.start(black=function("waits"))
    user.press_button("Draw?")
    assert user.status.endswith("\nYou offer a draw: waits answers with its next move.")


def test_a_threefold_repetition_is_claimed(user: User):
    user.start()
    played = []
    for start, end in [("g1", "f3"), ("g8", "f6"), ("f3", "g1"), ("f6", "g8")] * 2:
        user.clicks(start, end)
        played.append(end)
        user.until(lambda: len(user.moves) == len(played) and user.state.view.asked)
    user.press_button("Claim draw")
    user.until_phase(GameFinished)
    assert user.state.view.ended.outcome.reason is Reason.THREEFOLD_REPETITION


def test_a_game_that_ended_is_played_again(user: User):
    user.start(function("is_mated"), function("mates"))
    user.until_phase(GameFinished)
    first = user.state.number
    user.press_button("Play again")
    user.until(lambda: user.state.number > first and user.state.ended)
    assert user.moves == ["f3", "e5", "g4", "Qh4#"]


def test_a_level_is_played_again_with_the_other_colour(user: User):
    user.command("n")
    user.press_button("Play")
    user.until_asked()
    user.press_button("Resign")
    user.press_button("Really resign?")
    user.until_phase(GameFinished)
    user.press_button("Again, as Black")
    user.until(lambda: len(user.moves) == 1 and user.state.view.asked)
    assert user.state.seats.black.mode is Mode.PERSON
    assert user.window.board.scene.flipped


def test_again_begins_where_the_game_began(user: User):
    user.clicks("e2", "e4")
    user.press_start()
    user.until_asked()
    user.clicks("e7", "e5")
    user.until_moves("e4", "e5")
    user.menu("Stop")
    user.until_phase(GameFinished)
    user.press_start()
    user.until(lambda: user.state.running and user.moves == ["e4"])


# The free board


def test_pieces_are_tried_on_the_free_board_and_taken_back(user: User):
    user.clicks("e2", "e4")
    user.drag("e7", "e5")
    user.type_move("Nf3")
    assert user.moves == ["e4", "e5", "Nf3"]
    user.letter("z", CTRL)
    assert user.moves == ["e4", "e5"]


def test_whose_turn_it_is_can_be_ignored_on_the_free_board_only(user: User):
    user.clicks("e7", "e5")
    assert user.moves == []
    user.menu("Move either side")
    user.clicks("e7", "e5")
    user.clicks("d7", "d5")
    user.type_move("e4")
    assert user.moves == ["e5", "d5", "e4"]
    assert [user.board[square] for square in ("d5", "e4", "e5")] == ["p", "P", "p"]
    user.letter("c", CTRL | pygame.KMOD_LSHIFT)
    user.press_start()
    user.until_asked()
    assert not user.state.ignore_turn
    assert user.board["d5"] == "p"
    assert user.state.view.to_move is Color.BLACK
    user.clicks("a2", "a3")
    assert user.board["a2"] == "P"


def test_an_earlier_position_of_the_free_board_can_be_played_on_from(user: User):
    for move in [("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")]:
        user.clicks(*move)
    assert user.state.shown.outcome() is not None
    user.key(pygame.K_HOME)
    user.clicks("d2", "d4")
    assert user.moves == ["d4"]


def test_a_position_is_set_up_and_a_game_starts_from_it(user: User):
    user.letter("e", CTRL)
    user.type_into(user.entry(), "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")
    user.press_button("To the board")
    assert len(user.board) == 3
    user.press_start()
    user.until_asked()
    user.clicks("e8", "d7")
    user.until(lambda: user.moves == ["Kd7"])
    user.menu("Stop")
    user.until_phase(GameFinished)
    user.menu("Clear the board")
    user.until_phase(FreeBoard)
    assert len(user.board) == 32


def test_a_program_that_only_knows_the_first_position_says_so(user: User):
    user.clicks("e2", "e4")
    user.seat(black=program("e5", "stay"))
    user.press_start()
    user.until_phase(FreeBoard)
    said = (
        "opponent can only begin from the standard starting position, as SAN lines carry no other"
    )
    assert f"\n{said}: use UCI, or a function FILE.py:NAME" in user.status, "as its name is written"
    assert user.moves == ["e4"]


def test_a_game_that_ended_is_analysed_with_its_moves(user: User):
    user.start(function("is_mated"), function("mates"))
    user.until_phase(GameFinished)
    user.key(pygame.K_LEFT)
    user.menu("Analyse")
    assert user.state.free
    assert user.moves == ["f3", "e5", "g4", "Qh4#"]
    assert user.state.ply == 3
    user.clicks("b8", "c6")
    assert user.moves == ["f3", "e5", "g4", "Nc6"]


def test_the_menu_pauses_a_persons_game(user: User):
    user.start()
    user.click(user.icon(Icon.MENU))
    user.until(lambda: user.state.view.paused)
    user.key(pygame.K_ESCAPE)
    user.until(lambda: not user.state.view.paused)
    user.click(user.icon(Icon.MENU))
    user.choose_item("Help and keys")
    user.until(lambda: user.state.view.paused)
    user.press_button("Close")
    user.until(lambda: not user.state.view.paused)


def test_the_menu_leaves_a_paused_game_paused(user: User):
    user.start()
    user.menu("Pause")
    user.until(lambda: user.state.view.paused)
    user.do()
    assert user.state.view.paused, "closing the menu does not end the pause"
    user.click(user.icon(Icon.MENU))
    user.key(pygame.K_ESCAPE)
    user.press_button("Go on")
    user.until(lambda: not user.state.view.paused)


def test_no_game_begins_where_the_game_is_over(user: User):
    user.window.ask(SetPosition("4k3/4Q3/4K3/8/8/8/8/8 b - - 0 1"))
    user.do()
    start = user.button("Start from here")
    assert (start.enabled, start.tip) == (False, "the game is over here")
    user.command("s")
    assert user.state.free
    assert "begin with another one" in user.status


def test_the_button_that_starts_says_from_where_and_between_whom(user: User):
    assert user.button("Start").tip.endswith("White: a person, Black: a person. (Alt+S)")
    for move in ("e4", "e5", "Nf3"):
        user.type_move(move)
    user.seat(black=function("begins"))
    assert user.button("Start from here").tip == (
        "A game from the position on the board. White: a person, Black: begins. (Alt+S)"
    )
    user.key(pygame.K_HOME)
    assert user.button("Start from here")  # the moves are still there
    user.click(user.icon(Icon.MENU))
    assert {"Start from here", "Play from here…"} <= set(user.all_items)
    user.key(pygame.K_ESCAPE)
    user.press_start()
    user.until(lambda: user.state.may_move)
    user.menu("Stop")
    user.until_phase(GameFinished)
    assert user.button("Play again"), "the other player is no level to change colours with"


def test_an_opened_game_is_gone_on_with(user: User):
    user.window.ask(RecordText("1. e4 e5 2. Nf3 *", "club.pgn"))
    user.do()
    user.press_button("Play from here")
    assert user.window.state.frame is Frame.START
    assert "begins with the position on the board" in user.words


def test_modes_may_change_after_the_end_and_again_plays_with_them(user: User):
    user.start(function("is_mated"), function("mates"))
    user.until_phase(GameFinished)
    choose_mode(user, Color.WHITE, Mode.PERSON)
    user.press_start()
    user.until(lambda: user.state.running and user.state.view.asked and user.moves == [])
    user.clicks("g2", "g4")
    user.until_moves("g4", "e5")


def test_the_clock_of_a_person_runs_out(user: User):
    user.window.ask(SetPace(TimeControl(0.05)))
    user.press_start()
    user.until_phase(GameFinished)
    assert user.state.view.ended.outcome.reason is Reason.TIME
    assert "0–1 · time" in user.status
    assert user.state.lamp(Color.WHITE) is Lamp.PERSON


def test_quick_take_backs_go_back_to_the_beginning_and_no_further(user: User):
    user.start()
    for move in ("e4", "e5", "Nf3"):
        user.type_move(move)
        user.until(lambda move=move: user.moves[-1:] == [move] and user.state.view.asked)
    user.click("a6")  # away from the field
    for _ in range(5):
        user.letter("z", CTRL)
    user.until_moves()
    assert user.state.captures == type(user.state.captures)()
    user.clicks("d2", "d4")
    user.until_moves("d4")
