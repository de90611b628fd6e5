"""Records at the real window: a teacher's file of fifty games, its comments, its variations."""

import sys
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from driving import ALT, CTRL, FUNCTIONS, SHIFT, User, function
from test_window_looking import grid_of, place_of

from board_core import Color
from board_core.ais.levels import KNOWN_ENGINES
from board_core.games.chess.pgn import read_pgn
from board_pygame.effects import DialogAction, ReadFile, SaveRecordFile, WriteFile
from board_pygame.game_screen import LINES_PAGE
from board_pygame.intents import (
    BeginAction,
    ChangeSettings,
    ChooseGame,
    GoToPly,
    LookAction,
    PasteText,
    PlayAction,
    ShowLine,
    StudyAction,
)
from board_pygame.kit.buttons import Button
from board_pygame.kit.moves import NUMBER_WIDTH, PAD, Ply, Remark
from board_pygame.kit.painter import SMALL_SIZE
from board_pygame.phases import GameFinished
from board_pygame.records import is_unsaved
from board_pygame.wish import Frame

sys.path.append(str(Path(__file__).parent.parent / "record"))
from fifty import NOTES, fifty_games


@pytest.fixture
def user(tmp_path):
    user = User(tmp_path, adviser=f"{FUNCTIONS}:advises")
    yield user
    user.leave()


@pytest.fixture
def file(tmp_path) -> Path:
    path = tmp_path / "fifty.pgn"
    path.write_bytes(b"\xef\xbb\xbf" + fifty_games().replace("\n", "\r\n").encode())
    return path


def paste(user: User, text: str) -> None:
    user.clipboard.copy(text)
    user.letter("v", CTRL)


def copied(user: User) -> str:
    user.letter("c", CTRL | SHIFT)
    return user.clipboard.paste()


def rows(user: User) -> list[Ply | Remark]:
    history = user.window._screen.moves._history
    return [history.item(index) for index in range(len(history))]


def remarks(user: User) -> list[str]:
    return [row.words for row in rows(user) if isinstance(row, Remark)]


def test_the_games_of_a_file_are_sorted_by_a_column_and_the_right_one_is_opened(user, file):
    user.window.ask(ReadFile(file))
    user.letter("2", CTRL)
    table = user.table()
    names = [table.rows.row(at)[1] for at in range(len(table.rows))]
    assert names == sorted(names, key=str.casefold)
    assert names[0] != names[-1]
    user.letter("2", CTRL)
    assert [table.rows.row(at)[1] for at in range(len(table.rows))] == names[::-1]
    table.go_to(0)
    wanted = table.rows.row(0)
    user.press_button("Open")
    assert user.window.state.game.sheet.file.number == int(wanted[0]) - 1


def test_the_arrows_choose_a_game_while_words_are_searched(user, file):
    user.window.ask(ReadFile(file))
    assert user.top.focus is user.entry()
    user.key(pygame.K_DOWN)
    user.key(pygame.K_DOWN)
    user.key(pygame.K_UP)
    assert user.table().cursor == 1
    user.key(pygame.K_PAGEDOWN)
    assert user.table().cursor > 5
    wanted = user.table().rows.row(user.table().cursor)
    user.key(pygame.K_RETURN)
    assert user.window.state.game.sheet.file.number == int(wanted[0]) - 1


def test_hearts_in_names_and_comments_are_opened_shown_and_copied(user, tmp_path):
    file = tmp_path / "hearts ❤️.pgn"
    file.write_text('[White "Ada ❤️"]\n[Black "\ufe0f"]\n\n1. e4 {✔️ ♟️} e5 {\ufe0f} *\n', "utf-8")
    user.window.ask(ReadFile(file))
    user.until(lambda: len(user.moves) == 2)
    user.do()
    text = copied(user)
    assert '[White "Ada ❤️"]' in text
    assert '[Black "\ufe0f"]' in text
    assert "{ ✔️ ♟️ }" in text


def test_an_opened_game_is_saved_where_it_was_opened_unless_somebody_says_otherwise(user, tmp_path):
    file = tmp_path / "club.pgn"
    file.write_text("1. e4 e5 *", "utf-8")
    user.window.ask(ReadFile(file))
    user.clicks("g1", "f3")
    user.letter("s", CTRL)
    assert (user.entry(1).text, user.top.folder) == ("club.pgn", tmp_path)
    user.key(pygame.K_RETURN)
    user.press_button("Yes")
    assert "Nf3" in file.read_text("utf-8")
    user.window.ask(WriteFile(tmp_path / "mine.pgn"))
    user.letter("s", CTRL)
    assert user.entry(1).text == "mine.pgn"
    user.key(pygame.K_ESCAPE)
    user.letter("o", CTRL)
    assert user.top.folder == tmp_path


def test_a_file_dialog_begins_where_the_last_file_was_chosen(user: User, tmp_path):
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "a.pgn").write_text("1. e4 e5 *", "utf-8")
    user.letter("o", CTRL)
    user.top.go_to(tmp_path / "club")
    user.top._take(tmp_path / "club" / "a.pgn")
    user.until(lambda: user.moves == ["e4", "e5"])
    user.command("r")
    user.until(lambda: user.state.free and not user.moves)
    for opens in (DialogAction.OPEN_RECORD_FILE, SaveRecordFile()):
        user.window.ask(opens)
        user.do()
        assert user.top.folder == tmp_path / "club"
        user.key(pygame.K_ESCAPE)
    (tmp_path / "club" / "a.pgn").unlink()
    (tmp_path / "club").rmdir()
    user.letter("o", CTRL)
    assert user.top.folder == Path.home()
    assert user.top._trouble.text == ""


def test_a_review_names_both_players_of_the_record(user: User):
    paste(user, '[White "Anna"]\n[Black "Bob"]\n\n1. e4 e5 *')
    user.letter("r", CTRL)
    user.until(lambda: user.dialog == "Review of the game")
    rows = user.table().rows
    assert [rows.row(at)[0] for at in range(2)] == ["Anna", "Bob"]


def test_a_game_is_chosen_by_its_words(user: User, file: Path):
    user.window.ask(ReadFile(file))
    user.do()
    assert (user.dialog, user.top.note) == ("fifty.pgn", "50 games")
    for letter in "lesson 37":
        user.type(letter)
    assert user.top.note == "1 of 50"
    user.key(pygame.K_RETURN)
    assert user.dialog == ""
    assert "Line 491: a bracket" in user.status
    assert user.moves == ["d4", "d5", "c4"]
    strips = user.window._screen._strips.of
    assert "Réti, Richard" in strips.white.strip.name


@pytest.mark.parametrize(
    ("words", "number"),
    [("简单", 2), ("您", 2), ("真人 简单", 2), ("第4轮", 3), ("第 4 轮 王", 3), ("轮次 4", 3)],
)
def test_a_game_is_found_by_the_words_in_which_it_is_shown(tmp_path, words: str, number: int):
    file = tmp_path / "mixed.pgn"
    pairs = [("easel", "Hume", 14), ("easy", "Human", 1), ("王", "李", 4)]
    file.write_text(
        "\n".join(f'[White "{w}"]\n[Black "{b}"]\n[Round "{r}"]\n\n*\n' for w, b, r in pairs),
        "utf-8",
    )
    user = User(tmp_path, language="zh_CN")
    try:
        user.window.ask(ReadFile(file))
        user.do()
        assert "第4轮" in user.entry()._hint
        user.top._searched(words)
        rows = user.table().rows
        assert [rows.row(at)[0] for at in range(len(rows))] == [str(number)]
    finally:
        user.leave()


def test_what_was_pasted_is_shown_and_copied_again(user: User):
    paste(user, '[White "侯逸凡"]\n[Event "Cup"]\n[Result "1-0"]\n\n' + NOTES)
    assert "    ( 3... h6?! 4. Nc3 Bg4? 5. Nxe5! Legal's mate )" in remarks(user)
    assert user.state.ply == 0
    assert "第七回合：白方有优势" in remarks(user)
    assert any("watch the file" in words for words in remarks(user))
    shapes = user.window.board.scene.shapes
    assert (("d1", "d8"), "green") in shapes
    assert (("d8",), "red") in shapes
    (first,), (again,) = read_pgn(NOTES), read_pgn(copied(user))
    assert again.tree.main == first.tree.main
    assert again.tree.names.white == "侯逸凡"


def test_a_variation_is_shown_by_a_click_and_the_game_again_by_another(user: User):
    paste(user, NOTES)
    words = [getattr(row, "words", "") for row in rows(user)]
    line = next(index for index, text in enumerate(words) if "h6?!" in text)
    first = next(at for at, text in enumerate(words) if text.startswith("( "))
    left, _width = grid_of(user)._column(user.window.ui.fonts, 0)
    link = grid_of(user)._grid[grid_of(user)._row_of[first]].link
    user.click((left + link + 5, place_of(user, first)[1]))  # unfolds the others
    user.click((left + 40, place_of(user, line)[1] - 20))  # the words stand on two lines
    assert user.moves[-4:] == ["h6", "Nc3", "Bg4", "Nxe5"]
    assert user.state.ply == 6
    main = next(at for at, row in enumerate(rows(user)) if getattr(row, "notation", "") == "Bg5")
    user.click(place_of(user, main))
    assert user.moves[-1] == "Bg5"


LONG = (
    "1. e4 e5 (1... c5 {Sicily, the sharpest answer} 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 "
    "6. Be2 e5 7. Nb3 Be7 8. O-O O-O 9. Be3 Be6 (9... Nc6 10. a4) 10. Nd5) 2. Nf3 *"
)


@pytest.mark.parametrize("move", ["c5", "d6", "Nxd4", "Be2", "Be7", "Nd5", "Nc6", "a4"])
def test_a_click_on_a_move_within_a_variation_goes_to_that_move(user: User, move: str):
    paste(user, LONG)
    user.window.ask(ShowLine(((1, 0),), 2))  # unfolds both
    user.do()
    grid, fonts = grid_of(user), user.window.ui.fonts
    texts = [getattr(row, "words", "") for row in rows(user)]
    index = next(at for at, text in enumerate(texts) if f" {move} " in text)
    row = grid._grid[grid._row_of[index]]
    at = texts[index].index(f" {move} ") + 1
    number = next(at_line for at_line, (_, end) in enumerate(row.spans) if end > at)
    x = fonts.width(row.lines[number][: at - row.spans[number][0]], SMALL_SIZE) + 3
    left = grid.rect.x + fonts.px(PAD + NUMBER_WIDTH)
    top = grid.rect.y + grid._starts[grid._row_of[index]] - grid._first()
    user.click((left + x, top + fonts.px(2 + 20 * number + 10)))
    assert user.state.shown_move is not None
    assert user.state.shown_move.notation == move
    start, end = grid._spot
    assert texts[index][start:end].endswith(move)


@pytest.mark.parametrize("text", ["e4 e5 Nf3", "1.e4 e5 2.Nf3", "e4 e5\nNf3"])
def test_moves_are_pasted_with_and_without_numbers(user: User, text: str):
    paste(user, text)
    assert user.moves == ["e4", "e5", "Nf3"]


def test_what_is_neither_a_game_nor_a_position_is_refused_as_a_position(user: User):
    paste(user, "see you at eight")
    assert "is not a FEN" in user.status
    assert user.moves == []


def test_another_game_of_the_file_is_one_press_away(user: User, file: Path):
    user.window.ask(ReadFile(file))
    user.do()
    user.key(pygame.K_ESCAPE)
    user.press_button("Game 1 of 50…")
    assert (user.dialog, user.top.note) == ("fifty.pgn", "50 games")
    user.table().go_to(6)
    user.key(pygame.K_RETURN)
    user.key(pygame.K_END)
    assert user.button("Game 7 of 50…").visible
    assert "Réti – Tartakower" in user.status
    assert "Caro-Kann Defence" in user.status
    user.letter("r", ALT)
    user.until(lambda: user.state.free)
    assert not [one for one in user.all(Button) if one.text.startswith("Game ")]


def test_a_file_is_opened_during_a_game_after_a_question(user: User, file: Path):
    settings = replace(user.window.state.settings, ask_before_ending=True)
    user.window.ask(ChangeSettings(settings))
    user.start(function("begins"), function("waits"))
    user.until(lambda: len(user.moves) == 1)
    user.letter("o", CTRL)
    assert user.dialog == "Leave the game?"
    user.key(pygame.K_RETURN)
    assert user.state.running
    user.menu("Open…")
    user.press_button("Leave the game")
    assert user.dialog == "Open a game"
    user.until(lambda: user.state.ended)
    user.window.ask(ReadFile(file))
    user.do()
    assert (user.dialog, user.top.note) == ("fifty.pgn", "50 games")


def test_what_was_told_before_does_not_stand_beside_a_dropped_game(user: User, file: Path):
    user.letter("c", CTRL)
    assert "copied" in user.status
    user.do(pygame.event.Event(pygame.DROPFILE, file=str(file)))
    assert "copied" not in user.status


def test_a_move_elsewhere_loses_nothing(user: User):
    paste(user, NOTES)
    user.key(pygame.K_HOME)
    user.clicks("d2", "d4")
    assert user.moves == ["d4"]
    assert "1. e4 { [%clk 1:30:00] } ( 1. d4 ) 1... e5" in copied(user).replace("\n", " ")
    user.letter("z", CTRL)
    assert "( 1. d4 )" not in copied(user).replace("\n", " ")


def test_all_games_are_saved_and_only_the_changed_one_is_written_anew(user: User, file: Path):
    user.window.ask(ReadFile(file))
    user.key(pygame.K_ESCAPE)
    user.key(pygame.K_HOME)
    user.clicks("a2", "a4")
    user.window.ask(DialogAction.OPEN_GAMES)
    user.top.table.go_to(3)
    user.key(pygame.K_RETURN)
    user.letter("s", CTRL)
    assert "50 games" in user.words
    user.press_button("All games")
    assert user.dialog == "Save all games"
    user.key(pygame.K_ESCAPE)
    user.window.ask(WriteFile(file, whole=True))
    user.do()
    assert "50 games are saved" in user.status
    before, after = fifty_games().split("\n\n[Event"), file.read_text("utf-8").split("\n\n[Event")
    assert len(after) == 50
    assert "( 1. a4 )" in after[0].replace("\n", " ")
    assert [text.strip() for text in after[1:]] == [text.strip() for text in before[1:]]


def test_all_games_replace_their_file_and_one_that_is_added_is_in_the_list(user, file):
    user.window.ask(ReadFile(file))
    user.key(pygame.K_ESCAPE)
    for answer, dialog, saved in (("All games", "Save all games", 50), ("This game", "", 51)):
        user.letter("s", CTRL)
        user.press_button(answer)
        user.type_into(user.entry(1), "fifty.pgn")
        user.key(pygame.K_RETURN)
        if dialog:
            user.key(pygame.K_RETURN)  # it is replaced
        else:
            user.press_button("Add to this file")
        user.do()
        assert len(read_pgn(file.read_text("utf-8"))) == saved
        assert (user.state.sheet.file.number, len(user.state.sheet.file.games)) == (
            (0, 50) if dialog else (50, 51)
        )


@pytest.mark.parametrize("named", ["whole", "from here"])
def test_a_game_that_takes_the_place_of_a_file_is_all_that_is_open(
    user: User, file: Path, named: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(file.parent)
    user.window.ask(ReadFile(file if named == "whole" else Path(file.name)))
    user.do()
    user.top.table.go_to(3)
    user.key(pygame.K_RETURN)
    user.key(pygame.K_HOME)
    user.clicks("a2", "a4")
    user.letter("s", CTRL)
    user.press_button("This game")
    user.type_into(user.entry(1), "fifty.pgn")
    user.key(pygame.K_RETURN)
    user.press_button("Overwrite it")
    user.do()
    (saved,) = read_pgn(file.read_text("utf-8"))
    opened = user.state.sheet.file
    assert (opened.number, len(opened.games)) == (0, 1)
    assert dict(opened.games[0].tags)["White"] == saved.tree.names.white
    assert not is_unsaved(user.state)


def test_the_thoughts_of_a_level_are_hidden_while_a_person_plays_it(user: User):
    user.command("n")
    user.choose("Club")
    user.press_button("Play")
    user.until_asked()
    for number, (start, end) in enumerate((("a2", "a4"), ("h2", "h4"), ("a4", "a5"))):
        user.clicks(start, end)
        plies = 2 * number + 2
        user.until(lambda plies=plies: len(user.moves) == plies and user.state.view.asked)
    assert user.state.view.judged[5] is not None  # by then it is out of its book
    assert "Lines" not in user.tabs
    user.click(user.tabs["Graph"])
    graph = user.window._screen.graph.graph
    assert graph.game.scores == ()
    assert graph.game.seconds
    user.menu("Show evaluation")
    assert graph.game.scores
    user.click(user.tabs["Lines"])
    head = user.window._screen.lines.rows.rows[0]
    assert head.name == "Club"
    user.menu("Stop")
    user.until(lambda: user.state.ended)


def test_a_repetition_on_the_free_board_is_no_draw(user: User):
    for start, end in [("g1", "f3"), ("g8", "f6"), ("f3", "g1"), ("f6", "g8")] * 2:
        user.clicks(start, end)
    assert user.state.may_move
    user.command("h")
    user.until(lambda: user.window.board.scene.arrow)


def test_a_comment_is_written_by_the_right_button_and_by_a_key(user: User):
    paste(user, NOTES)
    user.click(
        place_of(user, next(i for i, row in enumerate(rows(user)) if isinstance(row, Ply))), 3
    )
    assert "e4" in user.dialog
    user.type_into(user.entry(), "king's pawn")
    user.choose("!!")
    user.press_button("OK")
    assert "1. e4 $3 { [%clk 1:30:00] king's pawn }" in " ".join(copied(user).split())
    user.key(pygame.K_RIGHT)
    user.command("c")
    assert "e5" in user.dialog
    user.key(pygame.K_ESCAPE)
    assert user.dialog == ""


def test_an_arrow_that_was_drawn_is_in_the_copied_game(user: User):
    user.clicks("e2", "e4")
    begin, end = user.at("d7"), user.at("d5")
    user.move(begin)
    user.press(begin, 3)
    user.do(pygame.event.Event(pygame.MOUSEMOTION, pos=end, rel=(0, 0), buttons=(0, 0, 1)))
    user.release(end, 3)
    user.key(pygame.K_LEFT)
    assert user.window.board.scene.shapes == ()
    user.key(pygame.K_RIGHT)
    assert user.window.board.scene.shapes == ((("d7", "d5"), "green"),)
    assert "[%cal Gd7d5]" in copied(user)


def test_a_game_is_added_to_a_file_and_the_question_tells_how_many_it_holds(
    user: User, file: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOME", str(file.parent))
    monkeypatch.setenv("USERPROFILE", str(file.parent))
    user.clicks("e2", "e4")
    user.letter("s", CTRL)
    user.type_into(user.entry(1), "fifty")
    user.press_button("Save")
    assert "50" in user.words
    user.press_button("Add to this file")
    user.do()
    assert "holds 51 games" in user.status
    games = read_pgn(file.read_text("utf-8"))
    assert [move.notation for move in games[-1].tree.main.moves] == ["e4"]


def test_the_projector_asks_the_puzzles_too(user: User):
    user.window.ask(PasteText("1. e4 d5 2. a3 dxe4 *"))
    user.window.ask(StudyAction.WANT_REVIEW)
    user.until(lambda: len(user.window.ui.layers) > 1)
    user.press_button("Practise the blunders")
    user.window.ask(LookAction.TOGGLE_PROJECTOR)
    user.do()
    assert "Puzzle 1 of 2: " in user.status


def test_the_bar_shows_the_score_of_a_review_which_is_told_beside_it(user):
    user.window.ask(PasteText("1. e4 d5 2. a3 dxe4 *"))
    user.window.ask(StudyAction.WANT_REVIEW)
    user.until(lambda: len(user.window.ui.layers) > 1)
    user.window.ui.close()
    for projected in (False, True):
        if projected:
            user.window.ask(LookAction.TOGGLE_PROJECTOR)
        for ply, score in ((2, 9.0), (3, -9.0)):
            user.window.ask(GoToPly(ply))
            user.do()
            advantage = user.top._bar.value[0]
            assert advantage is not None
            assert advantage * score > 0.5
            assert user.top._bar.tip == f"{score:+.2f}"


def test_the_actions_lead_from_one_puzzle_to_the_next_and_back(user):
    user.resize((1280, 800))
    user.window.ask(PasteText("1. e4 d5 2. a3 dxe4 *"))
    user.window.ask(StudyAction.WANT_REVIEW)
    user.until(lambda: len(user.window.ui.layers) > 1)
    user.press_button("Practise the blunders")
    user.do()
    assert user.window.state.study.puzzle == 0
    user.press_button("Next puzzle")
    assert user.window.state.study.puzzle == 1
    user.press_button("End the practice")
    assert user.moves == ["e4", "d5", "a3", "dxe4"]


CRAZYHOUSE = (
    '[White "Ada"]\n[Black "Bob"]\n[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. @d4 *\n'
)
CHESS_960 = (
    '[Variant "Chess960"]\n[SetUp "1"]\n'
    '[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"]\n\n1. e4 e5 *\n'
)
ITALIAN = '[White "Ada"]\n\n1. e4 e5 2. Nf3 *\n'
STONES = "(;GM[4]SZ[15];B[hh];W[hi];B[gg])"


@pytest.mark.parametrize("pasted", [False, True], ids=["opened", "pasted"])
def test_a_record_of_another_game_is_opened_in_that_game(user, tmp_path, pasted):
    seen = []
    for number, (text, ending) in enumerate(
        [(CRAZYHOUSE, "pgn"), (CHESS_960, "pgn"), (STONES, "sgf"), (ITALIAN, "pgn")]
    ):
        if pasted:
            paste(user, text)
        else:
            file = tmp_path / f"{number}.{ending}"
            file.write_text(text, "utf-8")
            user.window.ask(ReadFile(file))
        user.do()
        assert user.state.refusal is None
        seen.append((user.state.rules.name, len(user.moves)))
        assert user.board == dict(user.state.shown.pieces())
        assert user.window.state.wish.game == user.state.rules.name
    assert seen == [("crazyhouse", 5), ("chess960", 2), ("gomoku", 3), ("chess", 3)]


def test_a_record_of_another_game_is_analysed_by_whoever_plays_that(user, monkeypatch):
    for place in ("board_core.frontend.adviser", "board_pygame.lines_pane"):
        monkeypatch.setattr(f"{place}.installed", lambda: list(KNOWN_ENGINES[:1]))
    paste(user, ITALIAN)
    user.key(pygame.K_F3)
    offered = []
    for text in (ITALIAN, CRAZYHOUSE, CHESS_960):
        paste(user, text)
        user.do()
        assert user.window.state.frame is Frame.ANALYSIS
        offered.append([name for name, _spec in user.window.ui.layers[0].lines._engines])
    assert offered == [["Stockfish", "Hard"], ["Greedy"], ["Stockfish", "Greedy"]]


def test_the_games_of_one_file_may_be_of_several_games(user, tmp_path):
    file = tmp_path / "mixed.pgn"
    file.write_text("\n\n".join([ITALIAN, CRAZYHOUSE, CHESS_960]), "utf-8")
    user.window.ask(ReadFile(file))
    for number, (name, moves) in enumerate([("chess", 3), ("crazyhouse", 5), ("chess960", 2)]):
        user.window.ask(ChooseGame(number))
        assert (user.state.rules.name, len(user.moves)) == (name, moves)
    user.window.ask(WriteFile(file, whole=True))
    assert '[Variant "Crazyhouse"]' in file.read_text("utf-8")


def test_an_empty_file_is_called_empty(user, tmp_path):
    file = tmp_path / "none.pgn"
    file.write_text(" \n", "utf-8")
    user.window.ask(ReadFile(file))
    user.do()
    assert user.status.endswith(f"{str(file)!r} is empty")


def test_a_record_without_names_shows_nobody_and_no_thoughts_of_the_last_game(user):
    user.seat(function("analyses"), function("answers"))
    user.window.ask(BeginAction.START_PLAYING)
    user.window._screen.open_page(LINES_PAGE)
    user.until(lambda: user.window._screen.lines.filled)
    user.window.ask(PlayAction.STOP_PLAYING)
    user.until_phase(GameFinished)
    paste(user, "1. e4 e5 *")
    strips = user.window._screen._strips.of
    assert [strips[color].strip.name for color in Color] == ["White", "Black"]
    user.window._screen.open_page(LINES_PAGE)
    user.do()
    assert user.window._screen.lines.rows.rows == ()
    assert not user.window._screen.lines.filled
