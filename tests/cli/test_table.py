"""The table where people play, with a game that is only written down."""

from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from board_cli.ended_game import Archive
from board_cli.prompt_words import (
    COMMANDS_AFTERWARDS,
    EndOfInput,
    PromptCommand,
    Save,
    Typed,
    TypedLine,
    lines_of,
    read_line,
)
from board_cli.screen import PLAIN_PALETTE
from board_cli.table import TableServices, TerminalTable
from board_core import Color, DrawOffered, GameEnded, PerColor, Resign, Score, TurnStarted, say
from board_core.author.analysis import Judgement
from board_core.author.testing import play_script
from board_core.frontend.adviser import (
    AdviserFailed,
    AdviserNews,
    HintGiven,
    MoveJudged,
    ReviewEnded,
)
from board_core.game import CannotTakeBack
from board_core.games import CHESS, GOMOKU
from board_core.match.player_spec import parse_player
from board_core.record import Recorder
from board_core.supervise.interrupts import Interrupted


class NotedGame:
    """Writes down what is asked of it."""

    def __init__(self) -> None:
        self.asked: list = []
        self.refusal: CannotTakeBack | None = None

    def take_back(self, plies: int) -> None:
        if self.refusal is not None:
            raise self.refusal
        self.asked.append(("take back", plies))

    def stop(self, detail: str) -> None:
        self.asked.append(("stop", detail))


class NotedHuman:
    def __init__(self, asked: list, name: str) -> None:
        self.name = name
        self.asked = asked

    def __getattr__(self, wish: str):
        return lambda *facts: self.asked.append((self.name, wish, *facts))


EVENTS = play_script(CHESS, ["e4", "d4"], ["e5"])  # then black's flag falls


class NotedAdviser:
    """Keeps the questions; the test answers."""

    def __init__(self) -> None:
        self.lines: list = []

    def hint(self, spec, line) -> None:
        self.lines.append(line)

    review = hint


class Scene:
    """A table with people on some sides, and the news up to the first turns."""

    def __init__(
        self, *people: Color, interactive: bool = False, width: int = 80, adviser: str = "hard"
    ) -> None:
        self.game = NotedGame()
        self.recorder, self.adviser_thread = Recorder(), NotedAdviser()
        self.out = StringIO()
        humans = PerColor(
            *(
                NotedHuman(self.game.asked, color.value) if color in people else None
                for color in Color
            )
        )
        console = Console(file=self.out, width=width, force_terminal=False)
        desk = TableServices(
            self.recorder, Archive(None), self.adviser_thread, parse_player(adviser)
        )
        self.table = TerminalTable(
            self.game, humans, desk, console, PLAIN_PALETTE, interactive=interactive
        )

    def hear(self, *news) -> str:
        """What is printed because of it."""
        before = len(self.out.getvalue())
        for item in news:
            if isinstance(item, str):
                item = TypedLine(item)
            elif not isinstance(item, (EndOfInput, Interrupted, AdviserNews)):
                self.recorder(item)  # as a subscriber that came first
            self.table.hear(item)
        return self.out.getvalue()[before:]

    def asked(self) -> list:
        asked = self.game.asked[:]
        self.game.asked.clear()
        return asked


START, FIRST_TURN, E4, SECOND_TURN, E5, THIRD_TURN = EVENTS[:6]


def test_a_line_is_a_move_or_a_command():
    assert read_line(" Nf3 \r") == Typed("Nf3")
    assert read_line("RESIGN") is PromptCommand.RESIGN
    assert read_line("?") is PromptCommand.HELP
    assert read_line("b4") == Typed("b4")
    assert read_line("  ") is None


def test_a_move_goes_to_the_player_whose_turn_it_is():
    scene = Scene(Color.WHITE)
    scene.hear(START, FIRST_TURN, "e4")
    assert scene.asked() == [("white", "play", "e4")]


def test_lines_of_a_script_wait_for_their_turns():
    scene = Scene(Color.WHITE)
    scene.hear("e4", "d4", START)
    assert scene.asked() == []
    scene.hear(FIRST_TURN)
    assert scene.asked() == [("white", "play", "e4")]
    scene.hear(E4, SECOND_TURN, E5)
    assert scene.asked() == []
    scene.hear(THIRD_TURN)
    assert scene.asked() == [("white", "play", "d4")]


def test_two_people_share_the_lines():
    scene = Scene(*Color)
    scene.hear("e4", "e5", "resign", START, FIRST_TURN, E4, SECOND_TURN, E5, THIRD_TURN)
    assert scene.asked() == [
        ("white", "play", "e4"),
        ("black", "play", "e5"),
        ("white", "resign"),
    ]


def test_a_person_at_a_terminal_is_heard_at_once():
    scene = Scene(Color.WHITE, interactive=True)
    assert "not your turn" in scene.hear(START, FIRST_TURN, E4, SECOND_TURN, "d4")
    scene.hear("resign")
    assert scene.asked() == [("white", "resign")]


def test_a_prompt_names_who_is_asked_and_nobody_else():
    scene = Scene(Color.WHITE, interactive=True)
    assert (scene.table.prompt(), scene.table.asks) == ("> ", False)
    scene.hear(START, FIRST_TURN)
    assert (scene.table.prompt(), scene.table.asks) == ("white (White)> ", True)
    scene.hear("e4")
    assert (scene.table.prompt(), scene.table.asks) == ("> ", False)


def test_news_of_the_other_side_are_told():
    scene = Scene(Color.WHITE, interactive=True)
    scene.hear(START, FIRST_TURN)
    assert scene.hear(DrawOffered(Color.BLACK, 0)) == "script offers a draw\n"


def test_a_board_is_not_shown_again_after_a_wrong_move():
    scene = Scene(Color.WHITE)
    assert "a  b  c" in scene.hear(START, FIRST_TURN)
    assert "a  b  c" not in scene.hear("Ke3", FIRST_TURN)
    assert "a  b  c" in scene.hear("board")


@pytest.mark.parametrize(
    ("people", "news", "plies"),
    [
        ([Color.WHITE], [START, FIRST_TURN, E4, SECOND_TURN, E5, THIRD_TURN], 2),
        ([Color.WHITE, Color.BLACK], [START, FIRST_TURN, E4, SECOND_TURN], 1),
    ],
)
def test_undo_goes_back_to_ones_own_last_move(people, news, plies):
    scene = Scene(*people)
    scene.hear(*news, "undo")
    assert scene.asked() == [("take back", plies)]


def test_undo_while_the_program_thinks_takes_back_one_ply():
    scene = Scene(Color.WHITE, interactive=True)
    scene.hear(START, FIRST_TURN, E4, SECOND_TURN, "undo")
    assert scene.asked() == [("take back", 1)]


def test_nothing_can_be_taken_back_at_the_start():
    scene = Scene(Color.WHITE)
    assert "nothing to take back" in scene.hear(START, FIRST_TURN, "undo")
    assert scene.asked() == []


def test_a_protocol_that_cannot_rewind_is_told():
    scene = Scene(Color.BLACK)
    scene.game.refusal = CannotTakeBack(say("the program cannot go back"))
    scene.hear(START, FIRST_TURN, E4)
    said = scene.hear(SECOND_TURN, "undo")
    assert "nothing to take back" in said
    scene = Scene(*Color)
    scene.game.refusal = CannotTakeBack(say("the program cannot go back"))
    assert "cannot go back" in scene.hear(START, FIRST_TURN, E4, SECOND_TURN, "undo")


def test_draws_are_offered_declined_and_claimed():
    scene = Scene(Color.WHITE)
    scene.hear(START, FIRST_TURN, "draw", "decline", "claim", "e4")
    assert scene.asked() == [
        ("white", "offer_draw"),
        ("white", "decline_draw"),
        ("white", "claim_draw"),
    ]
    scene.hear(FIRST_TURN)  # the claim was refused: the waiting line is next
    assert scene.asked() == [("white", "play", "e4")]


def test_help_names_every_command():
    said = Scene(Color.WHITE).hear(START, FIRST_TURN, "help")
    assert all(command.value in said for command in PromptCommand)


@pytest.mark.parametrize("page", ["terminal.md", "zh/terminal.md"])
def test_every_command_is_on_the_page(page):
    text = (Path(__file__).parents[2] / "docs" / page).read_text("utf-8")
    assert [word for word in PromptCommand if f"`{word.value}" not in text] == []


def test_the_end_of_a_script_ends_the_game_when_it_is_to_move():
    scene = Scene(Color.WHITE)
    scene.hear(START, FIRST_TURN, "e4", EndOfInput(), E4, SECOND_TURN)
    assert scene.asked() == [("white", "play", "e4")]
    scene.hear(E5, THIRD_TURN)
    assert scene.asked() == [("stop", "the input ended")]


def test_the_end_of_input_does_not_end_a_game_of_programs():
    scene = Scene()
    scene.hear(START, FIRST_TURN, EndOfInput(), E4, SECOND_TURN)
    assert scene.asked() == []


def test_ctrl_d_leaves_at_once():
    scene = Scene(Color.WHITE, interactive=True)
    scene.hear(START, FIRST_TURN, E4, SECOND_TURN, EndOfInput())
    assert scene.asked() == [("stop", "the input ended")]


def test_quit_and_ctrl_c_stop_the_game():
    scene = Scene(Color.WHITE)
    scene.hear(START, FIRST_TURN, "quit")
    assert scene.asked() == [("stop", "the player left")]
    scene.hear(Interrupted(2))
    assert scene.asked() == [("stop", "interrupted")]
    assert scene.table.interrupted == Interrupted(2)


def test_the_end_is_told_in_words():
    scene = Scene(Color.WHITE)
    said = scene.hear(*EVENTS)
    assert isinstance(EVENTS[-1], GameEnded)
    assert scene.table.ended is EVENTS[-1]
    assert "1-0  Black loses on time" in said


# What only a terminal has


def test_a_hint_is_asked_for_once_and_told_in_words():
    scene = Scene(Color.WHITE, interactive=True)
    assert "hard is thinking of a hint" in scene.hear(START, FIRST_TURN, "hint")
    assert scene.hear("hint") == ""
    (line,) = scene.adviser_thread.lines
    assert scene.hear(HintGiven(line, "g1f3")) == "Hint: Nf3 (white knight g1 to f3)\n"
    assert scene.hear(HintGiven(line, "g1f3")) == ""


def test_a_hint_that_comes_too_late_is_not_told():
    scene = Scene(Color.WHITE, interactive=True)
    scene.hear(START, FIRST_TURN, "hint", "e4", E4, SECOND_TURN)
    assert scene.hear(HintGiven(scene.adviser_thread.lines[0], "g1f3")) == ""
    assert "not your turn" in scene.hear("hint")
    scene.hear(E5, THIRD_TURN, "hint")
    assert scene.adviser_thread.lines[1].moves == ("e2e4", "e7e5")


def test_a_script_waits_for_the_hint_it_wants():
    scene = Scene(Color.WHITE)
    scene.hear(START, FIRST_TURN, "hint", "e4", EndOfInput())
    assert scene.asked() == []
    assert "Hint: Nf3" in scene.hear(HintGiven(scene.adviser_thread.lines[0], "g1f3"))
    assert scene.asked() == [("white", "play", "e4")]


def test_who_has_left_is_not_heard_any_more():
    scene = Scene(Color.WHITE, interactive=True)
    scene.hear(START, FIRST_TURN, "quit", "resign", EndOfInput())
    assert scene.asked() == [("stop", "the player left")]


def test_an_adviser_of_another_game_is_not_asked():
    scene = Scene(Color.BLACK, interactive=True, adviser="club")
    start, turn = play_script(GOMOKU, [], ["h8"])[:2]
    assert "There is no hint: " in scene.hear(start, turn, "hint")
    assert scene.adviser_thread.lines == []


def test_an_adviser_that_fails_says_why():
    scene = Scene(Color.WHITE, interactive=True)
    scene.hear(START, FIRST_TURN, "hint")
    told = scene.hear(
        AdviserFailed(scene.adviser_thread.lines[0], say("{name} does not answer", name="x"))
    )
    assert told == "There is no hint: x does not answer\n"


def test_the_board_is_turned_and_turned_back():
    scene = Scene(Color.BLACK, interactive=True)
    assert "h  g  f" in scene.hear(START, FIRST_TURN, E4, SECOND_TURN)
    assert "a  b  c" in scene.hear("flip")
    assert "h  g  f" in scene.hear("flip")


def test_a_narrow_terminal_has_names_above_and_below_the_board():
    lines = Scene(Color.WHITE, interactive=True, width=40).hear(START, FIRST_TURN).splitlines()
    assert max(map(len, lines[2:])) <= 40
    top = next(number for number, line in enumerate(lines) if "script" in line)
    assert lines[top + 1].startswith("8  r  n")
    assert "script  White" in lines[top + 10]


def test_the_game_so_far_is_printed_and_saved(tmp_path):
    scene = Scene(Color.WHITE, interactive=True)
    scene.hear(START, FIRST_TURN, E4, SECOND_TURN)
    assert "1. e4 " in scene.hear("pgn")
    path = tmp_path / "my game.pgn"
    assert str(path) in scene.hear(f"save {path}").replace("\n", "")
    assert "1. e4 " in path.read_text()
    scene.hear(E5, THIRD_TURN, f'save "{path}"')
    assert "1... e5" in path.read_text()
    assert "Say where" in scene.hear("save")


def test_when_the_game_is_over_it_can_still_be_saved(tmp_path):
    scene = Scene(Color.WHITE, interactive=True)
    assert "'save FILE' keeps it" in scene.hear(*EVENTS)
    assert not scene.table.left
    assert scene.hear("e4") == "The game is over.\n"
    scene.hear(f"save {tmp_path / 'x.pgn'}")
    assert "1-0" in (tmp_path / "x.pgn").read_text()
    assert all(
        scene.hear(word.value) for word in COMMANDS_AFTERWARDS if word is not PromptCommand.QUIT
    )
    scene.hear("")
    assert scene.table.left
    assert scene.asked() == []


def judged(ply: int, move: str) -> Judgement:
    position = [event for event in EVENTS if isinstance(event, TurnStarted)][ply].turn.position
    return Judgement(position.to_move, ply, move, move, Score(cp=0), Score(cp=0), position)


def test_after_the_game_a_review_tells_what_to_learn_from_it():
    scene = Scene(Color.BLACK, interactive=True)
    assert "when the game is over" in scene.hear(START, FIRST_TURN, "review")
    assert "'review' tells what to learn" in scene.hear(*EVENTS[2:])
    assert "hard reviews the game" in scene.hear("review")
    assert scene.hear("review") == ""
    (line,) = scene.adviser_thread.lines
    for ply, move in enumerate(("e2e4", "e7e5", "d2d4")):
        assert scene.hear(MoveJudged(line, judged(ply, move))) == ""
    which, _missed, practice = scene.hear(ReviewEnded(line)).splitlines()
    assert which == "No move lost the game: at the end Black stood evenly."
    assert "keep time" in practice


def test_a_review_that_fails_says_why_and_can_be_asked_for_again():
    scene = Scene(Color.BLACK, interactive=True)
    scene.hear(*EVENTS, "review")
    (line,) = scene.adviser_thread.lines
    failed = AdviserFailed(line, say("{name} does not answer", name="x"))
    assert scene.hear(replace(failed, line=replace(line, moves=line.moves[:1]))) == ""  # a hint
    assert scene.hear(failed) == "There is no review: x does not answer\n"
    assert "reviews the game" in scene.hear("review")


def test_an_adviser_of_another_game_reviews_nothing():
    scene = Scene(Color.BLACK, interactive=True, adviser="club")
    told = scene.hear(*play_script(GOMOKU, ["a1"], ["h8", Resign()]), "review")
    assert "There is no review: " in told
    assert scene.adviser_thread.lines == []


@pytest.mark.parametrize("farewell", ["quit", EndOfInput(), Interrupted(15)], ids=repr)
def test_one_leaves_in_many_ways_when_the_game_is_over(farewell):
    scene = Scene(Color.WHITE, interactive=True)
    scene.hear(*EVENTS)
    scene.hear(farewell)
    assert scene.table.left


def test_who_has_left_is_not_asked_to_save():
    scene = Scene(Color.WHITE, interactive=True)
    scene.hear(START, FIRST_TURN, E4, SECOND_TURN, "quit")
    assert not scene.table.left  # its end has not been told yet
    assert "save" not in scene.hear(EVENTS[-1])
    assert scene.table.left


def test_a_game_without_a_move_leaves_nothing_to_save():
    scene = Scene(Color.WHITE, interactive=True)
    ended = play_script(CHESS, [None], [])
    assert "save" not in scene.hear(*ended)
    assert scene.table.left


def test_stones_are_saved_in_their_own_forms(tmp_path):
    scene = Scene(Color.BLACK, interactive=True)
    scene.hear(*play_script(GOMOKU, ["h9"], ["h8"])[:4])
    scene.hear(f"save {tmp_path / 'x.sgf'}", f"save {tmp_path / 'y'}")
    assert ";B[" in (tmp_path / "x.sgf").read_text()
    assert (tmp_path / "y.sgf").exists()
    assert "does not end like" in scene.hear(f"save {tmp_path / 'x.pgn'}")


def test_a_file_that_is_there_is_not_touched(tmp_path):
    mine = tmp_path / "mine.pgn"
    mine.write_text("years of work")
    scene = Scene(Color.WHITE, interactive=True)
    assert "exists already" in scene.hear(START, FIRST_TURN, f"save {mine}")
    assert mine.read_text() == "years of work"
    assert "cannot be written" in scene.hear(f"save {tmp_path / 'no' / 'folder.pgn'}")


def test_a_name_is_quoted_as_for_a_shell():
    assert read_line('SAVE "my game.pgn" ') == Save("my game.pgn")
    assert read_line("save it's.pgn") == Save("it's.pgn")
    assert read_line("save") == Save("")
    assert read_line("saved") == Typed("saved")


def test_lines_that_are_typed_after_the_end_are_ignored():
    scene = Scene(Color.WHITE)
    scene.hear(*EVENTS)
    scene.hear("e4", EndOfInput())
    assert scene.asked() == []


def test_the_board_is_seen_from_the_persons_side():
    said = Scene(Color.BLACK).hear(START, FIRST_TURN, E4, SECOND_TURN)
    assert "h  g  f  e  d  c  b  a" in said


def test_lines_are_read_from_a_real_file_as_they_come(tmp_path):
    path = tmp_path / "moves"
    path.write_bytes(b"e4\ncaf\xc3\xa9\n\xff\nlast")
    with path.open() as file:
        assert list(lines_of(file)) == ["e4", "café", "\ufffd", "last"]
    assert list(lines_of(StringIO("e4\nd4\n"))) == ["e4\n", "d4\n"]
