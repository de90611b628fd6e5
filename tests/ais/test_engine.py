"""The built-in AIs as a program: what it hears and says."""

import queue
import sys
from contextlib import closing
from pathlib import Path

import chess
import chess.engine
import pytest
from patience import PATIENCE

import board_core
from board_core import Color, Game, Outcome, Reason, Score, Thought, TimeControl
from board_core.ais import LADDER, RandomMoves
from board_core.ais.engine import SanPlayer, UciEngine
from board_core.ais.engine.limits import read_limits
from board_core.ais.engine.uci import info, read_option, read_position
from board_core.games import CHESS
from board_core.players import InProcessAI, ProcessAI

COMMAND = [sys.executable, "-m", "board_cli", "engine", "--seed", "1"]
HERE = Path(board_core.__file__).parents[1]
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"

LEVELS = {level.name: level for level in LADDER}


class Uci:
    """A conversation with the engine; whatever it says can be waited for."""

    def __init__(self, level: str = "hard", seed: int | None = 1) -> None:
        self.said: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.engine = UciEngine(self.said.put, LEVELS[level], seed)

    def say(self, *lines: str) -> None:
        for line in lines:
            assert self.engine.heard(line)

    def until(self, start: str) -> list[str]:
        lines = []
        while not lines or not lines[-1].startswith(start):
            lines.append(self.said.get(timeout=PATIENCE))
        return lines

    def close(self) -> None:
        self.engine.close()


@pytest.fixture
def uci():
    with closing(Uci()) as conversation:
        yield conversation


def test_it_introduces_itself(uci):
    uci.say("uci")
    lines = uci.until("uciok")
    assert lines[0].startswith("id name ")
    assert "option name Level type combo default hard var random" in "\n".join(lines)


def test_it_says_what_it_thinks_and_then_its_move(uci):
    uci.say("isready", f"position fen {MATE_IN_ONE}", "go depth 3")
    *thoughts, best = uci.until("bestmove")
    assert thoughts[0] == "readyok"
    assert "score mate 1" in thoughts[-1]
    assert best == "bestmove d1d8"


def test_it_follows_the_moves(uci):
    uci.say("position startpos moves f2f3 e7e5", "go depth 1")
    uci.until("bestmove")
    uci.say("position startpos moves f2f3 e7e5 g2g4", "go depth 2")
    assert uci.until("bestmove")[-1] == "bestmove d8h4"
    uci.say("position startpos moves e2e4", "go depth 1")
    assert uci.until("bestmove")[-1].split()[1] in {m.uci() for m in board_after("e4").legal_moves}


def board_after(*texts: str) -> chess.Board:
    board = chess.Board()
    for text in texts:
        board.push_san(text)
    return board


@pytest.mark.parametrize("go", ["go", "go infinite", "go ponder wtime 1000 btime 1000"])
def test_an_endless_search_answers_when_it_is_told_and_not_before(uci, go):
    uci.say(f"position fen {MATE_IN_ONE}", go)  # the search itself ends at once
    uci.say("isready")
    assert not any(line.startswith("bestmove") for line in uci.until("readyok"))
    uci.say("stop")
    assert uci.until("bestmove")[-1] == "bestmove d1d8"


def test_it_stops_in_the_middle_of_a_search(uci):
    uci.say("position startpos", "go infinite")
    uci.until("info depth 3")
    uci.say("stop")
    assert uci.until("bestmove")
    uci.say("stop")  # nothing to stop
    uci.say("isready")
    assert uci.until("readyok") == ["readyok"]


def test_without_a_legal_move_it_says_so(uci):
    uci.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 2")
    assert uci.until("bestmove") == ["bestmove (none)"]


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        ("position fen 8/8 w - - 0 1", "8/8 w"),
        ("position startpos moves e2e5", "e2e5"),
        ("setoption name Hash value 64", "Hash"),
        ("setoption name Level value grandmaster", "grandmaster"),
        ("castle", "castle"),
    ],
)
def test_what_it_cannot_do_is_quoted(uci, line, quoted):
    uci.say(line)
    (told,) = uci.until("info string")
    assert quoted in told


@pytest.mark.parametrize(
    ("option", "depth"),
    [("name Level value club", 3), ("name UCI_Elo value 1100", 2), ("name level value Expert", 4)],
)
def test_its_strength_is_an_option(uci, option, depth):
    uci.say(
        f"setoption {option}", "setoption name Seed value 3", "position startpos", "go nodes 9999"
    )
    assert max(int(line.split()[2]) for line in uci.until("bestmove")[:-1]) == depth


def test_full_strength_can_be_had_again(uci):
    uci.say("setoption name UCI_Elo value 1100", "setoption name UCI_LimitStrength value false")
    uci.say("position startpos", "go depth 5")
    assert "info depth 5" in uci.until("bestmove")[-2]


def test_a_new_game_with_the_same_seed_is_the_same(uci):
    games = []
    for _ in range(2):
        uci.say("ucinewgame", "position startpos", "go nodes 500")
        games.append(uci.until("bestmove")[-1])
    assert games[0] == games[1]


def test_it_leaves_when_it_is_told(uci):
    uci.say("", "debug on", "position startpos", "go infinite")
    assert not uci.engine.heard("quit")


def test_the_words_of_go():
    clock = read_limits(
        ["wtime", "60000", "btime", "30000", "winc", "1000", "binc", "500", "movestogo", "12"]
    ).clock
    assert (clock.remaining.white, clock.remaining.black) == (60, 30)
    assert (clock.control.white.increment, clock.control.black.increment) == (1, 0.5)
    assert clock.moves_to_go(Color.WHITE) == 12
    assert read_limits(["movetime", "250"]).clock.control.white.per_move == 0.25
    assert read_limits(["depth", "5", "nodes", "7"]).clock.control.black == TimeControl(
        depth=5, nodes=7
    )
    assert read_limits(["wtime", "-5", "btime", "x"]).clock.remaining.white == 0
    assert read_limits(["depth", "0", "movetime", "9"]).clock.control.white.depth is None
    assert read_limits([]).endless
    assert read_limits(["infinite"]).endless
    assert not read_limits(["nodes", "9"]).endless


def test_the_words_of_other_commands():
    assert read_option(["name", "Skill", "Level", "value", "3"]) == ("Skill Level", "3")
    assert read_option(["name", "Clear", "Hash"]) == ("Clear Hash", "")
    assert read_position(["startpos"]) == (None, [])
    assert read_position(["fen", "8/8", "w", "moves", "e2e4"]) == ("8/8 w", ["e2e4"])


def test_an_info_line():
    thought = Thought(depth=3, score=Score(cp=-12), nodes=5, nps=7, time=0.0123, pv=("e2e4",))
    assert info(thought) == "info depth 3 score cp -12 nodes 5 nps 7 time 12 pv e2e4"
    assert info(Thought(score=Score(mate=-2))) == "info score mate -2"


# SAN lines


def san(*lines: str, level: str = "greedy", seed: int = 1) -> list[str]:
    said: list[str] = []
    player = SanPlayer(said.append, LEVELS[level], seed, 0.05)
    for line in lines:
        assert player.heard(line)
    player.close()
    return said


def test_white_begins_and_black_answers():
    assert len(san("white")) == 1
    assert san("black") == []
    assert len(san("black", "e4")) == 1


def test_every_move_is_in_san_and_legal():
    board = chess.Board()
    said: list[str] = []
    player = SanPlayer(said.append, LEVELS["casual"], 1)
    player.heard("white")
    for text in ("e5", "Nf6", "d6"):
        board.push_san(said[-1])
        board.push_san(text)
        player.heard(text)
    board.push_san(said[-1])
    assert len(said) == 4


def test_what_is_no_move_is_not_answered():
    said = san("white")
    assert san("white", "1-0") == said
    assert san("white", "") == said
    assert san(".", "black", ".") == []


def test_after_the_mate_it_says_nothing():
    said: list[str] = []
    player = SanPlayer(said.append, LEVELS["greedy"], 1)
    player.heard("white")
    player._line.set("6k1/5ppp/8/8/8/8/5PPP/1r4K1 w - - 0 1", [])
    player.heard("e4")
    assert len(said) == 1


def test_a_move_that_is_refused_is_followed_by_another():
    said = san("white", ".", ".", ".")
    assert len(said) == len(set(said)) == 4
    for text in said:
        chess.Board().parse_san(text)


def test_a_colour_begins_a_new_game():
    assert len(san("white", "e5", "black", "e4")) == 3


# As a program


@pytest.fixture
def from_sources(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(HERE))


def test_python_chess_plays_with_it(from_sources):
    with chess.engine.SimpleEngine.popen_uci([*COMMAND, "--level", "club"]) as engine:
        assert "Level" in engine.options
        engine.configure({"Level": "hard"})
        board = chess.Board(MATE_IN_ONE)
        played = engine.play(board, chess.engine.Limit(nodes=500), info=chess.engine.INFO_ALL)
        assert played.move == chess.Move.from_uci("d1d8")
        assert played.info["score"].white() == chess.engine.Mate(1)
        board = chess.Board()
        while board.ply() < 12:
            result = engine.play(board, chess.engine.Limit(white_clock=1, black_clock=1))
            board.push(result.move)
        with engine.analysis(board) as analysis:
            for known in analysis:
                if known.get("depth", 0) >= 2:
                    break


@pytest.mark.parametrize("protocol", ["uci", "san"])
def test_it_plays_a_whole_game_here(protocol):
    command = [*COMMAND, "--level", "beginner", "--protocol", protocol]
    program = ProcessAI(
        command, protocol=protocol, environment={"PYTHONPATH": str(HERE)}, sandbox="off"
    )
    with closing(program):
        game = Game(CHESS, white=program, black=InProcessAI(RandomMoves(4), inline=True))
        assert game.run().outcome == Outcome(Color.WHITE, Reason.CHECKMATE)
