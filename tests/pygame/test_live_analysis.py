"""Live analysis: what an engine is asked, and when, as a value."""

from board_core import Move, Score, say
from board_core.frontend.adviser import AnalysisEnded, AskedLine, EngineLine, LinesFound
from board_core.frontend.settings import Settings
from board_core.games import CHESS
from board_core.match.known_games import HOSTED_GAMES
from board_core.match.player_spec import parse_player
from board_pygame.effects import AskForLines, StopLines
from board_pygame.intents import (
    AnalyseFreely,
    BeginAction,
    ChooseEngine,
    CountLines,
    GoToPly,
    HideWindow,
    IgnoreTurn,
    LinesAction,
    LookAction,
    PasteText,
    PlayAction,
    PlayLine,
    PlayText,
    RecordAction,
    SetPosition,
    ShowStart,
)
from board_pygame.state import State, new_state
from board_pygame.wish import Frame

RENJU = HOSTED_GAMES["renju"].rules


def lines(*texts: str, depth: int = 9) -> tuple[EngineLine, ...]:
    """Lines by their moves, each a little worse than the one before."""
    return tuple(
        EngineLine(
            Score(cp=50 - 10 * rank), depth, tuple(map(Move, text.split())), tuple(text.split())
        )
        for rank, text in enumerate(texts)
    )


class Desk:
    """A window's state, with what its last change asked for."""

    def __init__(self) -> None:
        self.state: State = new_state(CHESS, Settings())
        self.effects: tuple[object, ...] = ()

    def ask(self, *intents: object) -> "Desk":
        for one in intents:
            self.state, self.effects = self.state.after(one)  # type: ignore[arg-type]
        return self

    def find(self, *texts: str) -> "Desk":
        line = self.state.analysis.line
        assert line is not None
        return self.ask(LinesFound(line, "engine", lines(*texts)))

    @property
    def asked(self) -> list[object]:
        return [one for one in self.effects if isinstance(one, AskForLines | StopLines)]

    @property
    def moves(self) -> list[str]:
        return [event.notation for event in self.state.game.view.played]


def test_the_position_on_the_board_is_asked_about_and_so_is_the_next():
    desk = Desk().ask(RecordAction.ANALYSE_POSITION)
    (asked,) = desk.asked
    assert isinstance(asked, AskForLines)
    assert (asked.line.moves, asked.lines, asked.engine) == ((), 3, None)
    (asked,) = desk.ask(PlayText("e4")).asked
    assert isinstance(asked, AskForLines)
    assert asked.line.moves == ("e2e4",)
    assert desk.ask(GoToPly(1)).asked == []


def test_lines_of_another_position_are_dropped():
    desk = Desk().ask(RecordAction.ANALYSE_POSITION).find("e2e4 e7e5", "d2d4")
    assert [line.depth for line in desk.state.analysis.shown] == [9, 9]
    assert desk.state.analysis.arrows == ("e2e4", "d2d4")
    late = desk.state.analysis.found
    desk.ask(PlayText("c4"))
    assert desk.state.analysis.shown == ()
    desk.ask(late)
    assert desk.state.analysis.shown == ()


def test_arrows_stay_the_same_object_until_a_best_move_changes():
    desk = Desk().ask(RecordAction.ANALYSE_POSITION).find("e2e4", "d2d4")
    before = desk.state.analysis.arrows
    assert desk.find("e2e4 e7e5", "d2d4").state.analysis.arrows is before
    assert desk.find("d2d4", "e2e4").state.analysis.arrows == ("d2d4", "e2e4")


def test_a_line_is_played_up_to_the_clicked_move_and_back_goes_to_where_it_began():
    desk = Desk().ask(PasteText("1. d4 d5 2. c4 *"), GoToPly(1), RecordAction.ANALYSE_POSITION)
    desk.find("g8f6 c2c4 e7e6", "d7d5")
    assert desk.ask(PlayLine(0, 2)).moves == ["d4", "Nf6", "c4"]
    assert desk.state.game.ply == 3
    desk.find("e7e6")
    assert desk.ask(PlayLine(0)).moves == ["d4", "Nf6", "c4", "e6"]
    desk.ask(LinesAction.BACK_FROM_LINE)
    assert (desk.moves, desk.state.game.ply) == (["d4", "d5", "c4"], 1)
    assert desk.ask(LinesAction.BACK_FROM_LINE).state.game.ply == 1


def test_there_is_no_way_back_to_what_was_taken_back_or_replaced():
    desk = Desk().ask(RecordAction.ANALYSE_POSITION).find("e2e4 e7e5").ask(PlayLine(0, 2))
    desk.find("g1f3").ask(PlayLine(0)).ask(
        PlayAction.TAKE_MOVES_BACK, PlayAction.TAKE_MOVES_BACK, PlayAction.TAKE_MOVES_BACK
    )
    assert desk.ask(LinesAction.BACK_FROM_LINE).state.game.ply == 0
    desk.find("e2e4").ask(PlayLine(0), SetPosition("4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
    assert desk.ask(LinesAction.BACK_FROM_LINE).state.game.view.start.setup.startswith("4k3")


def test_a_line_that_is_not_there_plays_nothing():
    desk = Desk().ask(RecordAction.ANALYSE_POSITION).find("e2e4")
    assert desk.ask(PlayLine(3)).moves == []


def test_hiding_the_lines_stops_the_engine_and_showing_them_asks_again():
    desk = Desk().ask(RecordAction.ANALYSE_POSITION).find("e2e4")
    assert desk.ask(LinesAction.TOGGLE_LINES).asked == [StopLines()]
    assert (desk.state.analysis.shown, desk.state.analysis.arrows) == ((), ())
    (asked,) = desk.ask(LinesAction.TOGGLE_LINES).asked
    assert isinstance(asked, AskForLines)


def test_a_stopped_engine_leaves_its_lines_and_is_asked_again_when_told():
    desk = Desk().ask(RecordAction.ANALYSE_POSITION).find("e2e4")
    assert desk.ask(LinesAction.TOGGLE_ENGINE).asked == [StopLines()]
    assert len(desk.state.analysis.shown) == 1
    assert desk.ask(PlayText("e4")).asked == []
    assert desk.state.analysis.shown == ()
    (asked,) = desk.ask(LinesAction.TOGGLE_ENGINE).asked
    assert isinstance(asked, AskForLines)


def test_there_are_one_to_five_lines():
    desk = Desk().ask(RecordAction.ANALYSE_POSITION, *[CountLines(1)] * 7)
    assert desk.state.analysis.lines == 5
    desk.ask(*[CountLines(-1)] * 7)
    assert desk.state.analysis.lines == 1
    (asked,) = desk.ask(CountLines(1)).asked
    assert isinstance(asked, AskForLines)
    assert asked.lines == 2


def test_a_chosen_engine_is_asked():
    engine = parse_player("uci:my_engine")
    (asked,) = Desk().ask(RecordAction.ANALYSE_POSITION, ChooseEngine(engine)).asked
    assert isinstance(asked, AskForLines)
    assert asked.engine == engine


def test_a_hidden_window_lets_the_engine_rest():
    desk = Desk().ask(RecordAction.ANALYSE_POSITION)
    assert desk.ask(HideWindow(True)).asked == [StopLines()]
    (asked,) = desk.ask(HideWindow(False)).asked
    assert isinstance(asked, AskForLines)


def test_who_leaves_the_analysis_ends_the_engine():
    for leaves in (LookAction.LEAVE_FRAME, ShowStart()):
        desk = Desk().ask(RecordAction.ANALYSE_POSITION).ask(leaves)
        assert desk.asked == [StopLines(ended=True)]
        assert desk.state.analysis.asked is None
    (asked,) = desk.ask(LookAction.LEAVE_START).asked
    assert isinstance(asked, AskForLines)


def test_a_game_that_begins_ends_the_engine():
    desk = Desk().ask(RecordAction.ANALYSE_POSITION, BeginAction.START_PLAYING)
    assert desk.asked == [StopLines(ended=True)]
    assert desk.state.frame is Frame.GAME


def test_a_position_without_moves_is_not_asked_about():
    desk = Desk().ask(RecordAction.ANALYSE_POSITION)
    assert desk.ask(SetPosition("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")).asked == [StopLines()]


def test_a_failing_engine_says_why_and_is_asked_again_when_told():
    desk = Desk().ask(RecordAction.ANALYSE_POSITION)
    line = desk.state.analysis.line
    assert line is not None
    desk.ask(AnalysisEnded(line, say("no such file")))
    assert str(desk.state.analysis.why) == "no such file"
    assert desk.ask(PlayText("e4")).asked == []
    (asked,) = desk.ask(LinesAction.TOGGLE_ENGINE).asked
    assert isinstance(asked, AskForLines)
    assert desk.state.analysis.why is None


def test_an_engine_that_has_thought_long_enough_is_asked_about_the_next_position():
    desk = Desk().ask(AnalysisEnded(AskedLine(CHESS, None, ()), say("enough"), failed=False))
    line = desk.ask(RecordAction.ANALYSE_POSITION).state.analysis.line
    assert line is not None
    (asked,) = desk.ask(AnalysisEnded(line, say("enough"), failed=False), PlayText("e4")).asked
    assert isinstance(asked, AskForLines)


def test_after_a_move_out_of_turn_the_position_itself_is_asked_about():
    desk = Desk().ask(RecordAction.ANALYSE_POSITION, IgnoreTurn(True), PlayText("e5"))
    (asked,) = desk.asked
    assert isinstance(asked, AskForLines)
    assert asked.line.moves == ()
    assert asked.line.position.setup == desk.state.game.shown.setup


def test_a_game_that_is_just_starting_is_not_analysed():
    desk = Desk().ask(BeginAction.START_PLAYING, RecordAction.ANALYSE_POSITION)
    assert desk.state.frame is Frame.GAME
    assert "stop the game first" in str(desk.state.game.refusal)


def test_the_first_screen_leads_to_the_analysis_of_any_game():
    desk = Desk().ask(ShowStart(), AnalyseFreely("renju", 0, RENJU))
    assert desk.state.frame is Frame.ANALYSIS
    (asked,) = desk.asked
    assert isinstance(asked, AskForLines)
    assert asked.line.rules.name == RENJU.name


def test_an_engine_for_another_game_is_not_asked():
    desk = Desk().ask(RecordAction.ANALYSE_POSITION, ChooseEngine(parse_player("uci:my_engine")))
    (asked,) = desk.ask(AnalyseFreely("renju", 0, RENJU)).asked
    assert isinstance(asked, AskForLines)
    assert asked.engine is None
