"""The built-in AIs as a program: what it hears and says."""

import queue
import subprocess
import sys
from contextlib import closing
from math import inf
from pathlib import Path

import chess
import chess.engine
import pytest
from patience import PATIENCE

import board_core
from board_core import Color, Game, Outcome, Reason, Score, Thought, TimeControl
from board_core.ais import LADDER, LEVEL_ELOS, RandomMoves, level_at
from board_core.ais.engine import LinesPlayer, UciEngine
from board_core.ais.engine.uci import (
    ENGINE_RULES,
    EngineOptions,
    info,
    read_limits,
    read_option,
    read_position,
    with_option,
)
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


@pytest.mark.parametrize(
    "go",
    [
        "go",
        "go infinite",
        "go infinite searchmoves d1d8",
        "go infinite depth 1",
        "go ponder wtime 1000 btime 1000",
        "go ponder",
    ],
)
def test_an_endless_search_answers_when_it_is_told_and_not_before(uci, go):
    uci.say(f"position fen {MATE_IN_ONE}", go)  # the search itself ends at once
    uci.say("isready")
    assert not any(line.startswith("bestmove") for line in uci.until("readyok"))
    uci.say("stop")
    assert uci.until("bestmove")[-1] == "bestmove d1d8"


@pytest.mark.parametrize("level", ["random", "hard"])
@pytest.mark.parametrize(
    "go", ["go ponder wtime 1000 btime 1000", "go ponder", "go ponder depth 2"]
)
def test_it_ponders_until_the_expected_move_is_played_and_then_answers_in_its_time(level, go):
    with closing(Uci(level)) as uci:
        uci.say("position startpos moves e2e4 e7e5", go, "isready")
        assert not any(line.startswith("bestmove") for line in uci.until("readyok"))
        uci.say("ponderhit")
        assert uci.until("bestmove")
        uci.say("ponderhit", "isready")  # of which it knows nothing any more
        assert uci.until("readyok") == ["readyok"]


def test_no_command_but_stop_and_go_ends_a_search(uci):
    uci.say(f"position fen {MATE_IN_ONE}", "go infinite", "setoption name MultiPV value 2")
    uci.say("ucinewgame", "position startpos", "uci", "isready")
    assert not any(line.startswith("bestmove") for line in uci.until("readyok"))
    uci.say("go depth 1")  # which answers the first one before
    assert uci.until("bestmove")[-1] == "bestmove d1d8"
    thoughts = uci.until("bestmove")
    assert {line.split()[4] for line in thoughts[:-1]} == {"1", "2"}


def test_each_go_has_its_answer_however_fast_they_come(uci):
    for _ in range(5):
        uci.say("position startpos", "go infinite", "stop", "stop", "go movetime 1")
    uci.say("isready", "stop")
    said = [uci.until("bestmove")[-1] for _ in range(10)]
    assert all(len(line.split()[1]) == 4 for line in said)


def test_the_expected_reply_is_told_with_the_move(uci):
    uci.say("position startpos moves e2e4", "go depth 3")
    word, move, ponder, reply = uci.until("bestmove")[-1].split()
    assert (word, ponder) == ("bestmove", "ponder")
    board = board_after("e4")
    board.push_uci(move)
    assert chess.Move.from_uci(reply) in board.legal_moves


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", [None, 1], ids=["with book", "without"])
def test_a_score_comes_with_every_move(level, seed):
    with closing(Uci(level, seed)) as uci:
        uci.say("position startpos", "go wtime 100 btime 100")
        *thoughts, best = uci.until("bestmove")
        assert " score cp " in thoughts[-1]
        assert f" pv {best.split()[1]}" in thoughts[-1]


def test_several_lines_are_told_the_best_one_first(uci):
    uci.say("setoption name MultiPV value 3", "position startpos", "go depth 3")
    *thoughts, best = uci.until("bestmove")
    last = [line.split() for line in thoughts[-3:]]
    assert [words[words.index("multipv") + 1] for words in last] == ["1", "2", "3"]
    assert len({words[words.index("pv") + 1] for words in last}) == 3
    assert last[0][last[0].index("pv") + 1] == best.split()[1]
    uci.say("setoption name MultiPV value 1", "go depth 2")
    assert "multipv" not in "".join(uci.until("bestmove"))


@pytest.mark.parametrize("level", ["random", "club", "hard"])
def test_only_the_moves_that_were_named_are_searched(level):
    with closing(Uci(level)) as uci:
        uci.say(f"position fen {MATE_IN_ONE}", "go searchmoves g1h1 h2h3 depth 2")
        *thoughts, best = uci.until("bestmove")
        assert best.split()[1] in ("g1h1", "h2h3")
        assert {line.split(" pv ")[1].split()[0] for line in thoughts} <= {"g1h1", "h2h3"}
        uci.say("setoption name MultiPV value 5", "go searchmoves g1h1 h2h3 depth 1")
        assert len(uci.until("bestmove")) == 3


def test_moves_that_cannot_be_searched_are_told_and_left_out(uci):
    uci.say(f"position fen {MATE_IN_ONE}", "go searchmoves e2e4 depth 1")
    told, *_thoughts, best = uci.until("bestmove")
    assert told.startswith("info string")
    assert "e2e4" in told
    assert best == "bestmove d1d8"


def test_it_ends_when_it_has_found_the_mate_that_was_asked_for(uci):
    uci.say("position fen 7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "go mate 2")  # Kf7 Kh7 Rh1
    *thoughts, _best = uci.until("bestmove")
    assert "score mate 2" in thoughts[-1]
    uci.say("position startpos", "go mate 1")  # there is none
    assert uci.until("bestmove")


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("7k/5Q2/7p/p7/8/8/PPP2PPP/RN3RK1 w - - 0 31", 2),  # a quiet move comes first
        ("8/2Q5/8/1P5P/PkP2PP1/R3K3/8/1N3R2 w - - 3 51", 2),
        ("7k/3Q4/p6p/8/8/8/PPP2PPP/RN2K2R w KQ - 5 28", 3),
    ],
)
def test_it_finds_every_mate_that_it_is_asked_for(uci, fen, moves):
    uci.say(f"position fen {fen}", f"go mate {moves}")
    *_thoughts, last, _best = uci.until("bestmove")
    assert int(last.partition(" score mate ")[2].split()[0]) <= moves


def test_it_stops_in_the_middle_of_a_search(uci):
    uci.say("position startpos", "go infinite")
    uci.until("info depth 3")
    uci.say("stop")
    assert uci.until("bestmove")
    uci.say("stop")  # nothing to stop
    uci.say("isready")
    assert uci.until("readyok") == ["readyok"]


@pytest.mark.parametrize("go", ["go infinite", "go movetime 60000", "go mate 9", "go depth 9"])
def test_whoever_analyses_an_opening_is_told_more_than_a_move_of_the_book(go):
    with closing(Uci(seed=None)) as uci:
        uci.say("position startpos moves e2e4", go)
        assert uci.until("info depth 3")
        uci.say("stop")


def test_in_a_game_with_a_clock_the_book_plays_at_once():
    with closing(Uci(seed=None)) as uci:
        uci.say("position startpos", "go wtime 600000 btime 600000")
        thought, _best = uci.until("bestmove")
        assert thought.startswith("info depth 1 ")


def test_without_a_legal_move_it_says_so(uci):
    uci.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 2")
    assert uci.until("bestmove") == ["info depth 0 score cp 0", "bestmove (none)"]
    uci.say("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "go infinite", "stop")
    assert uci.until("bestmove") == ["info depth 0 score mate 0", "bestmove (none)"]


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
    ("name", "before"), [("UCI_Elo", ""), ("MultiPV", ""), ("Move Overhead", ""), ("Level", "elo:")]
)
def test_a_number_of_thousands_of_digits_changes_no_option(name, before):
    assert with_option(EngineOptions(LEVELS["hard"]), name, before + "9" * 5000) is None


@pytest.mark.parametrize(
    ("options", "level"),
    [
        (["name Level value club"], LEVELS["club"]),
        (["name level value Improver"], LEVELS["improver"]),
        (["name level value elo:1234"], level_at(1234)),
        (["name UCI_LimitStrength value true", "name UCI_Elo value 1200"], level_at(1200)),
        (["name uci_elo value  1200", "name  uci_limitstrength  value  True"], level_at(1200)),
    ],
)
def test_its_strength_is_an_option(uci, options, level):
    uci.say(*(f"setoption {option}" for option in options), "setoption name Seed value 3")
    uci.say("position startpos", "go nodes 9999")
    deepest = max(int(line.split()[2]) for line in uci.until("bestmove")[:-1])
    assert deepest - level.skill.depth in (0, int(level.skill.deeper > 0))


def changed(*pairs: tuple[str, str]) -> EngineOptions:
    options = EngineOptions(LEVELS["hard"])
    for name, value in pairs:
        options = with_option(options, name, value) or options
    return options


def test_a_strength_counts_only_while_strength_is_limited():
    elo = ("UCI_Elo", str(LEVELS["club"].elo))
    limited, free = (("UCI_LimitStrength", word) for word in ("true", "false"))
    assert changed(elo).player.name == "hard"
    assert changed(elo, limited).player.name == changed(limited, elo).player.name == "club"
    assert changed(limited).player.name == "hard"
    assert changed(elo, limited, free).player.name == "hard"
    assert changed(("Level", "casual"), elo, limited, free).player.name == "casual"


def test_numbers_out_of_range_are_brought_into_it_and_words_are_not_read_as_numbers():
    assert changed(("MultiPV", "0")).lines == 1
    assert changed(("MultiPV", "99999")).lines == 256
    assert changed(("MultiPV", "many")).lines == 1
    assert changed(("Move Overhead", "100")).overhead == 0.1
    assert changed(("Move Overhead", "-5")).overhead == 0
    assert changed(("UCI_LimitStrength", "1"), ("UCI_Elo", "99999")).player.name == "hard"
    assert changed(("UCI_LimitStrength", "1"), ("UCI_Elo", "-3")).player.elo == LEVEL_ELOS[0]
    assert changed(("Seed", "-3")).seed == -3
    assert changed(("Seed", "7"), ("Seed", "<empty>")).seed is None


@pytest.mark.parametrize("line", ["joho debug on", "  isready now", "please isready"])
def test_what_is_around_a_command_is_skipped(uci, line):
    uci.say(line, "isready")
    assert uci.until("readyok") == ["readyok"]


def test_an_illegal_move_ends_the_moves_that_are_played(uci):
    uci.say("position startpos moves e2e4 e7e5 e1e3 g8f6", "go depth 2")
    told, *_thoughts, best = uci.until("bestmove")
    assert "e1e3" in told
    assert chess.Move.from_uci(best.split()[1]) in board_after("e4", "e5").legal_moves


def test_in_a_position_that_cannot_be_it_has_no_move(uci):
    uci.say("position fen 8/8 w - - 0 1", "go depth 1", "position startpos", "go depth 1")
    assert uci.until("bestmove")[-1] == "bestmove (none)"
    assert uci.until("bestmove")[-1] != "bestmove (none)"


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
    assert read_limits(["infinite", "depth", "3"]).endless
    assert read_limits(["wtime", "9" * 400]).endless
    assert read_limits(["depth", "3", "movetime", "9" * 400]).clock.control.white.per_move == inf
    pondering = read_limits(["ponder", "wtime", "1000", "btime", "1000"])
    assert pondering.ponders
    assert not pondering.endless
    assert not pondering.unlimited
    assert read_limits(["ponder"]).unlimited
    assert read_limits(["mate", "2"]).clock.control.white.depth == 3
    assert read_limits(["mate", "2", "depth", "3"]).clock.control.white.depth == 3
    moves = read_limits(["searchmoves", "e2e4", "d2d4", "depth", "3", "infinite"])
    assert moves.moves == ("e2e4", "d2d4")
    assert read_limits(["wtime", "500", "movetime", "50"], 0.1).clock.control.white == TimeControl(
        base=0.4, per_move=0
    )


def test_the_words_of_other_commands():
    assert read_option(["name", "Skill", "Level", "value", "3"]) == ("Skill Level", "3")
    assert read_option(["name", "Clear", "Hash"]) == ("Clear Hash", "")
    assert read_position(["startpos"]) == (None, [])
    assert read_position(["fen", "8/8", "w", "moves", "e2e4"]) == ("8/8 w", ["e2e4"])
    assert read_position(["8/8", "w"]) == ("8/8 w", [])
    assert read_position(["moves", "e2e4"]) == (None, ["e2e4"])


def test_an_info_line():
    thought = Thought(depth=3, score=Score(cp=-12), nodes=5, nps=7, time=0.0123, pv=("e2e4",))
    assert info(thought) == "info depth 3 score cp -12 nodes 5 nps 7 time 12 pv e2e4"
    assert info(Thought(score=Score(mate=-2))) == "info score mate -2"


# As the hosts of others speak

PYCHESS = ("uci", "setoption name Ponder value true", "isready", "ucinewgame", "isready")


def test_it_answers_in_the_order_in_which_pychess_asks(uci):
    deep = "depth 3"  # however busy the machine is, it foresees the reply
    uci.say(*PYCHESS, "position startpos", f"go wtime 600000 winc 0 btime 600000 binc 0 {deep}")
    _bestmove, move, _ponder, reply = uci.until("bestmove")[-1].split()
    uci.say(f"position startpos moves {move} {reply}")
    uci.say("go ponder wtime 2000 winc 0 btime 2000 binc 0", "ponderhit")
    _bestmove, again, *_ = uci.until("bestmove")[-1].split()
    line = f"position startpos moves {move} {reply} {again}"
    uci.say(line, "go ponder wtime 2000 winc 0 btime 2000 binc 0", "stop")  # another move came
    assert uci.until("bestmove")
    board = chess.Board()
    for text in line.split()[3:]:
        board.push_uci(text)
    played = next(iter(board.legal_moves)).uci()
    uci.say(f"{line} {played}", "go depth 2")
    board.push_uci(played)
    assert chess.Move.from_uci(uci.until("bestmove")[-1].split()[1]) in board.legal_moves


def test_it_analyses_in_the_order_in_which_en_croissant_asks(uci):
    uci.say("uci", "setoption name Threads value 2", "setoption name Hash value 16", "isready")
    assert uci.until("readyok")
    for moves in ("", " moves e2e4", " moves e2e4 c7c5"):
        uci.say(
            "stop", "setoption name MultiPV value 2", f"position fen {chess.STARTING_FEN}{moves}"
        )
        uci.say("go infinite")
        assert uci.until("info depth 2 multipv 2")
    uci.say("stop", "isready")
    assert sum(line.startswith("bestmove") for line in uci.until("readyok")) == 1


# SAN lines


def san(*lines: str, level: str = "greedy", seed: int = 1) -> list[str]:
    said: list[str] = []
    player = LinesPlayer(said.append, LEVELS[level], ENGINE_RULES, seed, 0.05)
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
    player = LinesPlayer(said.append, LEVELS["casual"], ENGINE_RULES, 1)
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
    end = "6k1/5ppp/8/8/8/8/5PPP/1r4K1 w - - 0 1"
    assert san(f"white {end}", "e4") == []


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


def test_it_ends_with_its_input_and_reads_any_bytes(from_sources):
    told = b"setoption name UCI_Opponent value none none human Jos\xe9\ngo infinite\n"
    ended = subprocess.run(COMMAND, input=told, capture_output=True, timeout=PATIENCE)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert b"bestmove" in ended.stdout


@pytest.mark.parametrize("protocol", ["uci", "san"])
def test_it_plays_a_whole_game_here(protocol):
    command = [*COMMAND, "--level", "beginner", "--protocol", protocol]
    program = ProcessAI(
        command, protocol=protocol, environment={"PYTHONPATH": str(HERE)}, sandbox="off"
    )
    with closing(program):
        game = Game(CHESS, white=program, black=InProcessAI(RandomMoves(4), inline=True))
        assert game.run().outcome == Outcome(Color.WHITE, Reason.CHECKMATE)
