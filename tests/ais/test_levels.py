"""The ladder, its book, and the engines above it."""

from itertools import accumulate, pairwise, product

import chess
import pytest

from board_core import Color, Game, TimeControl, Turn
from board_core.ais import AIS, LADDER, LEVEL_ELOS, THINKERS, Level, Skill, level_at
from board_core.ais.hard import HardChess
from board_core.ais.levels import KNOWN_ENGINES, MOST_ELO, engine_at, installed, upper_levels
from board_core.ais.openings import BOOK_LINES, LINE_PLIES, Remembering, book
from board_core.game.clock import UNTIMED, Clock
from board_core.game.rules import MoveList
from board_core.game.sides import PerColor
from board_core.games import CHESS
from board_core.games.chess import ENGINE, chess_rules
from board_core.match.known_games import hosted, thinks
from board_core.match.player_spec import BadPlayer, PlayerKind, parse_player
from board_core.players.in_process import InProcessAI
from board_core.players.thinking import AITurn

RULES = chess_rules(ENGINE)


def turn_at(setup: str | None = None, reports: list | None = None) -> AITurn:
    position = RULES.start(setup)
    clock = Clock.new(PerColor.both(UNTIMED))
    turn = Turn(position.to_move, 0, 1, position, clock, MoveList())
    return AITurn(turn, report=(reports if reports is not None else []).append)


def point(one: Level, other: Level, seed: int, white: bool) -> float:
    """Of ``one`` in a game."""
    players = [InProcessAI(level(seed), inline=True) for level in (one, other)]
    first, second = players if white else players[::-1]
    game = Game(RULES, white=first, black=second, time_control=TimeControl(nodes=1500))
    winner = game.run().outcome.winner
    return 0.5 if winner is None else float((winner is Color.WHITE) == white)


def test_two_simple_programs_and_eight_levels_are_in_order():
    programs = [level.name for level in LADDER if level.skill is None]
    levels = [level.name for level in LADDER if level.skill is not None]
    assert programs == ["random", "greedy"] == [level.name for level in LADDER[:2]]
    assert (len(levels), levels[0], levels[-1]) == (8, "novice", "hard")
    assert list(AIS) == [level.name for level in LADDER]
    assert all(lower.elo < upper.elo for lower, upper in pairwise(LADDER))


@pytest.mark.parametrize(("lower", "upper"), list(pairwise(LADDER[:6])), ids=lambda it: it.name)
def test_each_level_beats_the_one_below(lower, upper):
    games = product((1, 2, 3, 4), (True, False))
    total = accumulate(point(upper, lower, seed, white) for seed, white in games)
    assert any(points >= 6 for points in total)  # of eight, of which the last may decide nothing


@pytest.mark.parametrize("level", LADDER, ids=lambda level: level.name)
def test_a_level_is_a_player_by_its_name_and_by_its_elo(level):
    spec = parse_player(level.name)
    assert (spec.kind, spec.text) == (PlayerKind.BUILT_IN, level.name)
    if level.skill is not None:
        assert level_at(level.elo) is level
        assert hosted(CHESS).ai(f"elo:{level.elo}") is level
    assert thinks(CHESS, level.name) == (level.name in THINKERS)


def test_each_strength_is_a_level_of_its_own_between_its_neighbours():
    sights = [level_at(elo).skill.oversight for elo in LEVEL_ELOS]
    assert all(weaker >= stronger for weaker, stronger in pairwise(sights))
    assert max(weaker - stronger for weaker, stronger in pairwise(sights)) < 0.01
    between = (LADDER[2].elo + LADDER[3].elo) // 2
    assert LADDER[2].skill.oversight > level_at(between).skill.oversight
    assert level_at(between).skill.oversight > LADDER[3].skill.oversight
    assert level_at(between).name == f"elo:{between}"


def test_a_strength_out_of_range_is_brought_into_it():
    assert level_at(-500).elo == LEVEL_ELOS[0]
    assert level_at(9000) is LADDER[-1]


@pytest.mark.parametrize("elo", [*range(LEVEL_ELOS[0], LEVEL_ELOS[-1], 50), LEVEL_ELOS[-1]])
def test_a_strength_says_between_which_levels_it_is(elo):
    said = str(hosted(CHESS).explained(f"elo:{elo}"))
    named = next((level for level in LADDER[2:] if level.elo == elo), None)
    above = next(level for level in LADDER[2:] if level.elo >= elo)
    assert said == str(named.explained) if named else f"{above.name} ({above.elo})" in said
    assert "{" not in said


def test_a_level_looks_no_deeper_than_its_skill_however_much_time_there_is():
    reports: list = []
    HardChess(1, Skill(depth=2))(chess.Board(), turn_at(reports=reports))
    assert [thought.depth for thought in reports] == [1, 2]
    reports.clear()
    HardChess(1, Skill(nodes=500))(chess.Board(), turn_at(reports=reports))
    assert reports[-1].nodes == 500


@pytest.mark.parametrize("oversight", [0.1, 0.5, 1.0])
def test_nobody_takes_a_guarded_pawn_with_the_queen_however_much_is_overlooked(oversight):
    setup = "4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1"
    for seed in range(20):
        player = HardChess(seed, Skill(depth=2, oversight=oversight))
        assert player(chess.Board(setup), turn_at(setup)).uci() != "d1d6"


# The book


def test_every_line_of_the_book_is_legal_and_as_long_as_the_others():
    assert len(set(BOOK_LINES)) == len(BOOK_LINES) >= 50
    for line in BOOK_LINES:
        board = chess.Board()
        for san in line.split():
            board.push_san(san)
        assert board.ply() == LINE_PLIES
        assert board.piece_map()


def opening(player, plies: int) -> list[str]:
    board = chess.Board()
    while board.ply() < plies:
        turn = turn_at(board.fen())
        board.push(player(board.copy(), turn))
    return [move.uci() for move in board.move_stack]


def test_without_a_seed_openings_differ():
    player = LADDER[-1](None)
    assert isinstance(player, Remembering)
    games = {tuple(opening(player, LINE_PLIES)) for _ in range(12)}
    assert len(games) >= 4


def test_with_a_seed_there_is_no_book():
    assert isinstance(LADDER[-1](1), HardChess)


def test_what_is_not_in_the_book_or_too_deep_for_the_player_is_thought_about():
    known = Remembering(HardChess(1, Skill(depth=1)), 2)
    endgame = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"
    assert known(chess.Board(endgame), turn_at(endgame)).uci() == "e4d5"
    board = chess.Board()
    for san in BOOK_LINES[0].split()[:2]:
        board.push_san(san)
    assert board.epd() in book()
    reports: list = []
    known(board, turn_at(board.fen(), reports))
    assert reports


# Engines


@pytest.fixture
def only(tmp_path, monkeypatch):
    """A PATH with programs of these names, and no others."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("board_core.supervise.command.GAME_FOLDERS", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    def have(*names: str) -> None:
        for name in names:
            (tmp_path / name).touch(mode=0o755)

    return have


def test_without_engines_there_is_nothing_above(only):
    assert (installed(), upper_levels(), engine_at(2500)) == ([], [], None)


def test_an_engine_that_can_play_below_its_strength_is_offered_at_several(only):
    only("stockfish")
    levels = upper_levels()
    assert [level.elo for level in levels] == [2000, 2200, 2500, 2800, None]
    for level in levels:
        spec = parse_player(level.player)
        assert spec.command == ("stockfish",)
        assert spec.options == ((("UCI_Elo", str(level.elo)),) if level.elo else ())


def test_an_engine_that_cannot_is_offered_as_it_is(only):
    only("toga2", "gnuchess")
    assert [level.player for level in upper_levels()] == ["uci:toga2", "uci:gnuchess --uci"]
    assert engine_at(2500) is None


def test_a_strength_that_no_engine_has_is_refused_with_the_range(only):
    only("stockfish")
    assert parse_player(f"elo:{MOST_ELO}").kind is PlayerKind.PROGRAM
    with pytest.raises(BadPlayer, match=f"elo:400 to elo:2000, and engines up to elo:{MOST_ELO}"):
        parse_player(f"elo:{MOST_ELO + 1}")


def test_every_known_engine_is_a_player():
    for engine in KNOWN_ENGINES:
        assert parse_player(f"uci:{engine.command}").kind is PlayerKind.PROGRAM
