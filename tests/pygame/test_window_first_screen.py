"""The first screen: a game to play beside its board, other games as tiles, other ways."""

from dataclasses import replace

import pygame
import pytest
from driving import SHIFT, User, function

from board_core import PerColor
from board_core.frontend.settings import ChosenProgram
from board_core.match.player_spec import PlayerKind
from board_pygame.dialogs.programs import program_of, spec_of
from board_pygame.effects import DialogAction
from board_pygame.games import BUILT_IN_GAMES
from board_pygame.intents import BeginAction, EditorAction, SetPosition, ShowStart, UsePosition
from board_pygame.kit.files import FileBrowser
from board_pygame.kit.tabs import TRACK_EDGE, Segmented
from board_pygame.phases import Mode
from board_pygame.wish import Frame, OwnPlayer, Way, Wish, is_own_player, level_of


@pytest.fixture
def start(user: User) -> User:
    user.window.ask(ShowStart())
    user.do()
    return user


def title(user: User) -> str:
    return str(user.top._card.title.text)


def tiles(user: User) -> list[str]:
    return [card.title for card in user.top._tiles.cards]


def test_a_tile_puts_its_game_beside_the_choices_and_all_tiles_keep_their_places(start: User):
    """The game before took the place of the chosen one."""
    first = ["Chess", "Gomoku", "3D chess", "Crazyhouse", "All games"]
    assert tiles(start) == first
    start.take_card("Crazyhouse")
    start.take_card("3D chess")
    assert title(start) == "3D chess"
    assert tiles(start) == first
    assert start.top._tiles.chosen == 2
    assert start.top._card._board.value.geometry.levels
    start.key(pygame.K_RETURN)  # a person is first offered the tour
    start.press_button("Play now")
    start.until_asked()
    assert start.state.rules.name == "chess-3d"


def test_the_numbers_and_clicks_choose_the_ways_and_the_open_one_stays(start: User):
    start.letter("2")
    assert title(start) == "Watch two AIs"
    start.letter("3")
    start.letter("3")
    start.take_card("Test my AI")
    assert title(start) == "Test my AI"
    start.take_card("Play")
    assert title(start) == "Play chess"
    start.letter("2")
    start.letter("1")
    assert title(start) == "Play chess"
    start.letter("5")
    assert isinstance(start.top, FileBrowser)
    start.key(pygame.K_ESCAPE)
    start.letter("6")
    assert isinstance(start.top, FileBrowser)
    start.key(pygame.K_ESCAPE)
    start.letter("4")
    assert start.window.state.frame is Frame.ANALYSIS


def test_the_arrows_go_among_the_tiles_and_enter_takes_one(start: User):
    for key in (pygame.K_LEFT, *[pygame.K_RIGHT] * 3, pygame.K_RETURN):
        start.key(key)
    assert title(start) == "Crazyhouse"
    start.key(pygame.K_RETURN)
    start.until_asked()
    assert start.state.rules.name == "crazyhouse"


def test_all_games_are_tiles_found_by_a_letter_and_escape_leaves_them(start: User):
    start.take_card("All games")
    assert set(tiles(start)) >= {family.name for family in BUILT_IN_GAMES.values()}
    assert tiles(start)[-1] == "My own game"
    start.window.ui.focus(start.top._tiles)
    start.letter("r")
    start.letter("r")
    start.key(pygame.K_RETURN)
    assert title(start) == "Racing kings"
    assert "first king to reach the last rank wins" in start.words
    start.key(pygame.K_ESCAPE)
    assert tiles(start)[-1] == "All games"
    assert title(start) == "Racing kings"
    assert start.window.state.frame is Frame.START


def test_two_people_play_what_is_chosen_beside_the_levels(start: User):
    start.choose("Person")
    assert "You play" not in start.words
    start.press_button("Play")
    start.until_asked()
    assert start.state.seats.map(lambda seat: seat.mode) == PerColor.both(Mode.PERSON)


def test_installed_engines_are_offered_in_the_games_that_they_play(start: User, monkeypatch):
    from board_core.ais import levels
    from board_pygame import wish

    engine = levels.Engine("Fairy", "fairy", games=())
    monkeypatch.setattr(wish, "installed", lambda: [engine])
    for cached in (wish.offered, wish.first_levels):
        cached.cache_clear()
    start.take_card("Crazyhouse")
    start.choose("More…")
    assert start.all_items[-1] == "Fairy"
    start.key(pygame.K_ESCAPE)
    start.take_card("Gomoku")
    start.choose("More…")
    assert "Fairy" not in start.all_items
    for cached in (wish.offered, wish.first_levels):
        cached.cache_clear()


def test_the_game_behind_the_first_screen_is_the_first_of_the_past(start: User):
    start.key(pygame.K_ESCAPE)  # there is nothing to go back to
    assert start.window.state.frame is Frame.START
    start.window.play(Wish(PerColor(None, None)))
    start.until_asked()
    start.clicks("e2", "e4")
    start.until(lambda: len(start.moves) == 1 and start.state.view.asked)
    start.window.ask(ShowStart(Way.PLAY))
    start.do()
    assert start.top._past.cards[0].title == "Back to the game"
    start.take_card("Back to the game")
    assert start.window.state.frame is not Frame.START


@pytest.mark.parametrize("size", [(800, 600), (1024, 768), (1280, 800)])
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_no_text_of_a_tile_is_cut_in_a_small_window(tmp_path, language: str, size: tuple[int, int]):
    user = User(tmp_path, language=language, window=size)
    try:
        user.window.ask(ShowStart())
        user.do()
        assert user.top._tiles._cut == {}
    finally:
        user.leave()


def test_a_tile_that_is_cut_tells_its_text_at_the_pointer(start: User):
    start.resize((800, 600))
    cards = start.top._tiles
    cut = replace(cards.cards[3], note="and of what was captured some returns, or all of it")
    cards.offer([*cards.cards[:3], cut, *cards.cards[4:]])
    start.do()
    start.move(cards.places()[3].center)
    start.do()
    assert cards.tip == f"Crazyhouse: {cut.note}"
    start.move(cards.places()[0].move(0, -200).center)
    assert start.key(pygame.K_TAB, SHIFT) is None


@pytest.mark.parametrize("text", ["uci:no-such-engine", "nobody", "no_file.py:choose", ""])
def test_a_player_that_is_gone_is_not_offered_again(text: str):
    assert not is_own_player(text)
    assert not isinstance(level_of(text), OwnPlayer)


@pytest.mark.parametrize("text", ["http://localhost:8000/", "llm:m@http://localhost/v1 legal=on"])
def test_an_address_is_offered_again_and_can_be_typed_as_a_program(text: str):
    assert level_of(text) == OwnPlayer(text)
    typed = spec_of(ChosenProgram(text, protocol="uci"))
    assert (typed.kind, typed.text) == (PlayerKind.URL, text)
    assert program_of(typed, ChosenProgram("")).path == text


PAWNS = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


def pictured(user: User) -> dict[str, str]:
    """The pieces beside the choices."""
    return dict(user.top._card._board.value.pieces)


@pytest.mark.parametrize("editor", [True, False])
def test_the_position_with_which_a_game_begins_is_seen_beside_the_choices_at_once(
    user: User, editor: bool
):
    """The standard position was seen beside *It begins with the position on the board*."""
    user.window.ask(SetPosition(PAWNS))
    if editor:
        user.window.ask(EditorAction.EDIT_POSITION)
    user.window.ask(UsePosition(Way.PLAY) if editor else BeginAction.OFFER_FROM_HERE)
    user.do()
    assert "begins with the position on the board" in user.words
    assert pictured(user) == {"e8": "k", "e2": "P", "e1": "K"}


def test_only_the_game_on_the_board_is_offered_from_its_position(start: User):
    """Crazyhouse was said to begin with a position of chess, and did not."""
    start.take_card("Crazyhouse")
    start.press_button("Rules, opening…")
    assert [item.enabled for item in start.top._list._choices][-1] is False
    start.key(pygame.K_ESCAPE)
    start.take_card("Chess")
    start.press_button("Rules, opening…")
    start.choose_item("From the position on the board")
    assert "begins with the position on the board" in start.words
    assert start.top._card.wish().from_board


def test_my_ai_is_tested_from_the_position_on_the_board(user: User):
    """It was seen and ticked, and *My program…* put the first position back."""
    user.window.ask(SetPosition(PAWNS))
    user.window.ask(BeginAction.OFFER_FROM_HERE)
    user.do()
    user.letter("3")
    assert "begins with the position on the board" in user.words
    user.press_button("My program…")
    user.key(pygame.K_ESCAPE)
    user.do()
    assert user.window.state.frame is Frame.GAME
    assert user.board == {"e8": "k", "e2": "P", "e1": "K"}
    user.start(white=function("first"))
    assert user.state.view.start.setup == PAWNS


def test_my_ai_is_tested_from_the_position_of_a_game_that_is_played(user: User):
    user.window.play(Wish(PerColor(None, None)))
    user.until_asked()
    user.clicks("e2", "e4")
    user.until_moves("e4")
    user.window.ask(BeginAction.OFFER_FROM_HERE)
    user.do()
    user.letter("3")
    assert pictured(user)["e4"] == "P"
    user.press_button("My program…")
    user.key(pygame.K_ESCAPE)
    assert user.state.free
    user.start(white=function("first"), black=function("first"))
    assert user.moves[0] == "e4"


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("size", [(800, 600), (1024, 768), (1280, 800)])
def test_the_bold_text_of_a_chosen_segment_keeps_clear_of_its_edges(
    tmp_path, language: str, size: tuple[int, int]
):
    """*Medium* and *100 %* touched them."""
    user = User(tmp_path, language=language, window=size)
    try:
        user.window.ask(ShowStart())
        user.do()
        rows = user.all(Segmented)
        user.window.ask(DialogAction.OPEN_SETTINGS)
        user.do()
        fonts = user.window.ui.fonts
        for row in rows + user.all(Segmented):
            for segment, place in zip(row.segments, row.places(), strict=True):
                wide = fonts.width(segment.text, row._size, bold=True)
                assert place.w - 2 * TRACK_EDGE - wide >= 2 * 3, segment.text
    finally:
        user.leave()


def test_the_board_of_a_chosen_game_shows_where_it_begins(start: User):
    """It showed the middle of a game, as its tile does."""
    start.take_card("Gomoku")
    assert pictured(start) == {}
    start.take_card("Crazyhouse")
    assert (len(pictured(start)), pictured(start)["b1"]) == (32, "N")
    start.take_card("All games")
    start.take_card("Chess960")
    assert pictured(start)["b1"] == "Q"
