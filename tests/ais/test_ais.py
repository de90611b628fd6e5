"""The AIs that come with the board."""

import pickle

import chess
import pytest

from board_core import Color, Game, MovePlayed, Outcome, Reason, TimeControl, Turn
from board_core.ais import AIS, Greedy, RandomMoves
from board_core.ais.greedy import merit
from board_core.game import EventBus
from board_core.game.clock import UNTIMED, Clock
from board_core.game.rules import MoveList
from board_core.game.sides import PerColor
from board_core.games import CHESS
from board_core.games.chess.pgn import to_pgn
from board_core.match.known_games import HOSTED_GAMES
from board_core.players.in_process import InProcessAI
from board_core.players.thinking import AITurn
from board_core.record import Recorder

SHALLOW = TimeControl(depth=1, nodes=300)  # for those that would think as long as they may

every_ai = pytest.mark.parametrize("ai", AIS)


def first_turn(rules=CHESS, setup=None) -> AITurn:
    position = rules.start(setup)
    clock = Clock.new(PerColor.both(UNTIMED))
    return AITurn(Turn(position.to_move, 0, 1, position, clock, MoveList()))


def game_between(white, black, plies=None):
    """The moves of a game without a clock and without much thought, and how it ended."""
    bus, moves, recorder = EventBus(), [], Recorder()
    game = Game(
        CHESS,
        white=InProcessAI(white, inline=True),
        black=InProcessAI(black, inline=True),
        bus=bus,
        time_control=SHALLOW,
    )
    bus.subscribe(lambda event: moves.append(event.move) if isinstance(event, MovePlayed) else None)
    bus.subscribe(recorder)
    if plies:
        bus.subscribe(lambda event: game.adjudicate(None) if len(moves) == plies else None)
    outcome = game.run().outcome
    return moves[: plies or None], outcome, recorder.record  # another move may come before its end


@every_ai
def test_the_same_seed_plays_the_same_game(ai):
    games = [game_between(AIS[ai](1), AIS[ai](2), plies=30)[0] for _ in range(2)]
    assert games[0] == games[1]
    assert len(games[0]) >= 30


@every_ai
def test_another_seed_plays_another_game(ai):
    one, _, _ = game_between(AIS[ai](1), AIS[ai](2), plies=30)
    other, _, _ = game_between(AIS[ai](3), AIS[ai](4), plies=30)
    assert one != other


@every_ai
def test_without_a_seed_no_game_is_like_another(ai):
    games = {tuple(game_between(AIS[ai](None), AIS[ai](None), plies=30)[0]) for _ in range(3)}
    assert len(games) > 1


@every_ai
def test_a_pickled_ai_goes_on_with_the_same_choices(ai):
    original = AIS[ai](7)
    copy = pickle.loads(pickle.dumps(original))
    assert game_between(original, original, plies=20)[0] == game_between(copy, copy, plies=20)[0]


@every_ai
def test_a_whole_game_is_played_to_an_end_by_the_rules(ai):
    moves, outcome, record = game_between(AIS[ai](5), RandomMoves(6))
    assert outcome.decided
    assert len(record.moves) == len(moves)
    assert f'[PlyCount "{len(moves)}"]' in to_pgn(record)


@pytest.mark.parametrize(
    "rules", [game.rules for game in HOSTED_GAMES.values()], ids=HOSTED_GAMES.keys()
)
def test_random_moves_are_legal_in_every_game(rules):
    turn = first_turn(rules)
    chosen = {RandomMoves(seed)(turn.position.native, turn) for seed in range(40)}
    assert chosen <= set(turn.position.legal_moves())
    assert len(chosen) > 5


def greedy(fen: str, seed: int = 0) -> str:
    board = chess.Board(fen)
    before = board.fen()
    san = board.san(Greedy(seed)(board))
    assert board.fen() == before
    return san


@pytest.mark.parametrize(
    ("fen", "best"),
    [
        ("q6k/5Q2/6K1/8/8/8/8/8 w - - 0 1", {"Qg7#", "Qh7#"}),  # rather than material or a check
        ("4k3/8/8/3q1r2/4P3/8/8/4K3 w - - 0 1", {"exd5"}),  # the queen rather than the rook
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", {"exd6"}),  # en passant wins a pawn
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", {"axb8=Q+"}),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", {"a8=Q+"}),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", {"Nc2", "Nb3"}),  # out of the corner
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", {"O-O"}),  # hides the king
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", {"Rh7"}),
    ],
)
def test_greedy_finds(fen, best):
    assert {greedy(fen, seed) for seed in range(8)} <= best


def test_greedy_draws_lots_between_equal_moves():
    # mirrored sides: what is good on one wing is as good on the other
    fen = "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"
    assert {greedy(fen, seed) for seed in range(20)} == {"Ra7", "Rh7"}


def test_greedy_does_not_take_its_own_rook_for_a_prize_when_castling():
    board = chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1", chess960=True)
    assert merit(board, chess.Move.from_uci("e1h1"))[1] == 0


def test_greedy_beats_random_moves():
    outcomes = [game_between(Greedy(seed), RandomMoves(seed))[1] for seed in range(4)]
    outcomes += [game_between(RandomMoves(seed), Greedy(seed))[1] for seed in range(4)]
    won = sum(outcome.winner is Color.WHITE for outcome in outcomes[:4])
    won += sum(outcome.winner is Color.BLACK for outcome in outcomes[4:])
    lost = sum(outcome.winner is not None for outcome in outcomes) - won
    assert won >= 2
    assert lost == 0
    assert Outcome(Color.WHITE, Reason.CHECKMATE) in outcomes[:4]
