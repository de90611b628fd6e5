"""Lines in any game: the set-up behind the colour, and sides that move several times in a row."""

from dataclasses import dataclass, replace

from board_core import Color, Game, Move, Outcome, Reason, Rules
from board_core.author.testing import FakeTime, ScriptedPlayer
from board_core.author.trials import numbered
from board_core.game.geometry import cells
from board_core.game.player import Play, Turn
from board_core.game.rules import MoveList
from board_core.game.view import View
from board_core.match.known_games import game_named
from board_core.protocols import PROTOCOLS, GiveAnswer, SanLine, SayReady, Send
from board_core.record import Recorder

EXAMPLES = "examples"


@dataclass(frozen=True)
class Race:
    """First to ten; an even number moves the same side once more."""

    at: int = 0
    to_move: Color = Color.WHITE

    @property
    def setup(self):
        return f"{self.at} {self.to_move.value}"

    @property
    def native(self):
        return self.at

    def legal_moves(self):
        return [Move("1"), Move("2")]

    def parse(self, text):
        return Move(text.strip())

    def play(self, move):
        side = self.to_move if move == "2" else self.to_move.other
        return replace(self, at=self.at + int(move), to_move=side)

    def notation(self, move):
        return f"+{move}" if False else str(move)

    def outcome(self):
        if self.at < 10:
            return None
        return Outcome(self.to_move, Reason.RULES)

    def claim(self):
        return None

    def can_win(self, color):
        return True

    def pieces(self):
        return {}

    def marked(self):
        return []

    def after_null_move(self):
        return None


def start(setup):
    if setup is None:
        return Race()
    number, side = setup.split()
    return Race(int(number), Color(side))


RACE = Rules("race", Color.WHITE, cells(1, 1), start)


def turn_after(*moves: str, setup: str | None = None) -> Turn:
    """The turn after these moves of a race."""
    from board_core.game.clock import Clock, TimeControl
    from board_core.game.sides import PerColor

    position, before, played = start(setup), None, MoveList()
    for text in moves:
        before, position, played = position, position.play(Move(text)), played.added(Move(text))
    clock = Clock.new(PerColor.both(TimeControl()))
    return Turn(position.to_move, len(moves), 1, position, clock, played, before)


def seated(color: Color, setup: str | None = None, given: tuple[str, ...] = ()) -> tuple:
    from board_core.game.clock import Clock, TimeControl
    from board_core.game.player import Seat
    from board_core.game.sides import PerColor

    clock = Clock.new(PerColor.both(TimeControl()))
    seat = Seat(
        color,
        RACE,
        start(setup),
        setup,
        clock,
        "x",
        lambda: None,
        lambda *said: None,
        moves=tuple(map(Move, given)),
    )
    dialogue = PROTOCOLS["lines"]()
    dialogue.open()
    return dialogue, dialogue.seat(seat)


def test_a_game_from_the_usual_start_begins_with_the_colour_alone():
    assert seated(Color.BLACK)[1] == [Send("black"), SayReady()]


def test_another_start_is_told_behind_the_colour():
    assert seated(Color.WHITE, "4 black")[1] == [Send("white 4 black"), SayReady()]


def test_moves_given_with_the_game_are_told_as_the_position_they_lead_to():
    dialogue, steps = seated(Color.WHITE, given=("1", "1"))
    assert steps[0] == Send("white 2 white")
    assert dialogue.ask(turn_after("1", "1")) == []
    assert dialogue.heard("1") == [GiveAnswer(Play("1"))]
    assert dialogue.ask(turn_after("1", "1", "1", "1")) == [Send("1")]


def test_a_side_that_is_to_move_again_is_told_go():
    dialogue, _ = seated(Color.WHITE)
    assert dialogue.ask(turn_after()) == []
    dialogue.heard("2")
    assert dialogue.ask(turn_after("2")) == [Send("go")]
    dialogue.heard("1")
    assert dialogue.ask(turn_after("2", "1", "1")) == [Send("1")]


def test_all_the_moves_of_an_opponent_that_moves_several_times_are_told():
    dialogue, _ = seated(Color.BLACK)
    assert dialogue.ask(turn_after("2", "2", "1")) == [Send("2\n2\n1")]
    dialogue.heard("1")
    assert dialogue.ask(turn_after("2", "2", "1", "1", "2", "1")) == [Send("2\n1")]


def test_a_second_try_is_told_nothing_again():
    dialogue, _ = seated(Color.BLACK)
    turn = turn_after("1")
    assert dialogue.ask(turn) == [Send("1")]
    dialogue.heard("x")
    assert dialogue.ask(turn) == []


def test_the_last_moves_are_told_to_the_side_that_did_not_make_them():
    moves = ["2", "2", "1", "2", "2", "1"]
    for color, told in ((Color.WHITE, "2\n2\n1"), (Color.BLACK, None)):
        dialogue, _ = seated(color)
        for ply in range(len(moves)):
            if turn_after(*moves[:ply]).color is color:
                dialogue.ask(turn_after(*moves[:ply]))
                dialogue.heard(moves[ply])
        end = turn_after(*moves)
        steps = dialogue.finish(end, Outcome(Color.WHITE, Reason.RULES))
        assert steps == ([Send(told)] if told else [])


def test_a_resignation_tells_no_move():
    dialogue, _ = seated(Color.BLACK)
    assert dialogue.finish(turn_after("1"), Outcome(Color.BLACK, Reason.RESIGNATION)) == []


def test_san_and_bare_commands_know_the_standard_start_only_and_lines_any():
    assert SanLine("san").standard_start_only
    assert not SanLine("lines").standard_start_only
    assert {PROTOCOLS[name]().game for name in ("san", "lines")} == {""}


def test_the_referee_hosts_a_game_in_which_a_side_moves_twice():
    time, recorder, views = FakeTime(), Recorder(), []
    white = ScriptedPlayer(time, ("2", 1.0), ("1", 1.0), ("2", 1.0), ("2", 1.0))
    black = ScriptedPlayer(time, ("2", 2.0), ("1", 2.0))
    game = Game(RACE, white, black, time=time)
    game.bus.subscribe(recorder)
    view = None

    def see(event):
        nonlocal view
        from board_core.game.events import GameStarted
        from board_core.game.view import first_view

        view = first_view(event) if isinstance(event, GameStarted) else view.after(event)
        views.append(view)

    game.bus.subscribe(see)
    played = game.run()
    sides = "".join(move.color.value[0] for move in played.moves)
    assert sides == "wwbbww"
    assert played.outcome == Outcome(Color.WHITE, Reason.RULES)
    assert [move.elapsed for move in played.moves] == [1, 1, 2, 2, 1, 1]
    assert isinstance(views[-1], View)
    assert len(views[-1].played) == 6
    assert "1. 2" in " ".join(numbered(played))


def test_moves_are_taken_back_over_a_double_move():
    from board_core.game.clock import TimeControl
    from board_core.game.referee import GameSettings, Pause, Ready, Referee, Replied, TakeBack
    from board_core.game.sides import PerColor

    control = PerColor.both(TimeControl(60))
    referee = Referee(RACE, PerColor("a", "b"), GameSettings(control), may_retry=PerColor(0, 0))
    referee.start(0.0)
    for color in Color:
        referee.handle(Ready(color, 0.0))
    for text in ("2", "1"):
        referee.handle(Replied(Color.WHITE, referee.question, Play(text), 1.0))
    assert referee.position.to_move is Color.BLACK
    referee.handle(TakeBack(1, 2.0))
    assert referee.position == Race(2, Color.WHITE)
    assert referee.handle(Pause(2.0))


def test_othello_passes_in_lines():
    rules = game_named(f"{EXAMPLES}/games/othello.py:OTHELLO").rules
    position = rules.start("8/8/8/8/8/8/8/Ox5x x")
    assert position.legal_moves() == ["pass"]
    assert position.play(position.parse(" PASS ")).to_move is Color.WHITE
