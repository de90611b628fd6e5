"""One game as a value."""

import pickle
from inspect import signature

import pytest

from board_core import UNTIMED, Game, GameEnded, PerColor, Reason, TimeControl
from board_core.ais import RandomMoves
from board_core.author import trials
from board_core.author.testing import FakeTime, ScriptedPlayer
from board_core.contest.plan import ClockPlan, Plan
from board_core.game import CannotBegin
from board_core.game.clock import TEN_MINUTES
from board_core.game.player import Player
from board_core.games import CHESS, GOMOKU
from board_core.match import HOSTED_GAMES, GameSpec, play_match
from board_core.match.player_spec import BadPlayer, parse_player
from board_core.players import InProcessAI
from board_core.record import PlayedGame


def first_legal(board):
    return next(iter(board.legal_moves))


def seeded(white="random", black="greedy", seeds=(1, 2), **facts) -> GameSpec:
    return GameSpec(CHESS, white, black, seeds=PerColor(*seeds), **facts)


def moves_of(played: PlayedGame) -> list[str]:
    return [played.move for played in played.moves]


def test_a_game_a_spec_and_a_match_have_the_same_defaults():
    game, spec, match = (signature(each).parameters for each in (Game, GameSpec, play_match))
    shared = set(game) & set(spec) & set(match) - {"rules", "time_control"}
    assert shared >= {"setup", "draw_if_cannot_win"}
    for name in shared:
        assert game[name].default == spec[name].default == match[name].default
    assert match["rules"].default == CHESS
    assert {game.rules.draws for game in HOSTED_GAMES.values()} == {"engine", ""}


def test_their_clocks_and_those_of_contests_and_tests_are_the_ones_of_the_page_of_clocks():
    def default(function, name):
        return signature(function).parameters[name].default

    assert default(Game, "time_control") == default(GameSpec, "time_control") == UNTIMED
    assert default(play_match, "time_control") == ClockPlan().control == TEN_MINUTES
    assert default(trials.play, "time_control") == TimeControl(60)
    assert default(trials.assert_moves, "time_control") == TimeControl(per_move=10)
    assert default(trials.play, "rules") == CHESS
    assert Plan.model_fields["draws"].default == "no-claims"
    assert Plan.model_fields["start_limit"].default == default(Game, "start_limit") == 30


def test_a_game_is_played_as_often_as_wanted_and_is_the_same_with_the_same_seeds():
    spec = seeded()
    one, other = spec.play(), spec.play()
    assert moves_of(one) == moves_of(other)
    assert one.outcome == other.outcome
    assert one.names == PerColor("random", "greedy")


def test_a_function_a_text_a_spec_and_a_player_can_all_play():
    player = InProcessAI(RandomMoves(1), name="player", inline=True)
    for white in (first_legal, "random", parse_player("greedy"), player):
        played = GameSpec(CHESS, white, "random").play()
        assert played.outcome.decided


def test_a_player_that_was_given_stays_open_and_those_that_were_made_are_closed():
    closed = []

    class Kept(InProcessAI):
        def close(self) -> None:
            closed.append(self.name)
            super().close()

    class Maker:
        name = "made"

        def make(self, **how) -> Player:
            return Kept(RandomMoves(2), name="made", inline=True)

    given = Kept(RandomMoves(1), name="given", inline=True)
    GameSpec(CHESS, given, Maker()).play()
    assert closed == ["made"]


@pytest.mark.parametrize("wish", [7, None, RandomMoves, Player])
def test_what_is_no_player_is_refused_by_what_can_be_given(wish):
    with pytest.raises(TypeError, match="is no player: give a text such as 'greedy'"):
        GameSpec(CHESS, wish, "random")


def test_a_player_of_another_game_is_refused_before_anything_begins():
    with pytest.raises(BadPlayer, match="greedy does not play gomoku"):
        GameSpec(GOMOKU, "random", "greedy")


def test_who_listens_hears_every_event_after_the_journal():
    heard, kept = [], []
    seeded().play(lambda event: heard.append((len(kept), event)), journal=kept.append)
    assert [event for _, event in heard] == kept
    assert all(before > number for number, (before, _) in enumerate(heard))
    assert isinstance(kept[-1], GameEnded)


def test_players_of_ones_own_are_seated_by_the_same_facts():
    time = FakeTime()
    spec = GameSpec(
        CHESS,
        ScriptedPlayer(time, ("e4", 61.0)),
        ScriptedPlayer(time),
        TimeControl(base=60),
        moves=("d2d4", "d7d5"),
    )
    with spec.players() as players:
        spec.game(players, time=time).run()
    assert players.white.outcome.reason is Reason.TIME


def test_a_game_that_goes_on_needs_players_that_can():
    class Beginner(ScriptedPlayer):
        standard_start_only = True

    with pytest.raises(CannotBegin):
        GameSpec(CHESS, Beginner(FakeTime()), "random", moves=("e2e4",)).play()


def test_a_spec_travels_with_its_players():
    spec = seeded(time_control=TimeControl(base=60))
    sent = pickle.loads(pickle.dumps(spec))
    assert moves_of(sent.play()) == moves_of(spec.play())
