"""Any player as a UCI engine."""

import sys
from queue import SimpleQueue

import chess
import pytest
from patience import PATIENCE

from board_core import Explanation, Fail, InProcessAI
from board_core.game.player import Cause
from board_core.games import NO_CLAIMS, chess_rules
from board_core.match.door import UciDoor
from board_core.match.player_spec import parse_player
from board_core.text.sentence import say

SAN_PROGRAM = """
import random, sys, chess
board = chess.Board()
def go():
    move = random.choice(list(board.legal_moves))
    print(board.san(move), flush=True)
    board.push(move)
for line in sys.stdin:
    if line.strip() in ("white", "black"):
        board.reset()
        if line.strip() == "white": go()
    elif line.strip():
        board.push_san(line.strip())
        if {ends}: raise KeyError(8)
        go()
"""


class Host:
    """Asks for moves as a program with a window does."""

    def __init__(self, make):
        self.said = SimpleQueue()
        self.door = UciDoor(self.said.put, make, chess_rules(NO_CLAIMS))

    def asked(self, *lines: str, until: str) -> str:
        for line in lines:
            assert self.door.heard(line)
        while not (said := self.said.get(timeout=PATIENCE)).startswith(until):
            assert said.startswith(("info", "id"))
            self.info = said
        return said

    def best(self, board: chess.Board, limits: str = "wtime 60000 btime 60000") -> str:
        moves = " ".join(move.uci() for move in board.move_stack)
        position = "position startpos" + (f" moves {moves}" if moves else "")
        return self.asked(position, f"go {limits}", until="bestmove").removeprefix("bestmove ")


@pytest.fixture
def host(request):
    made = []

    def new(make):
        made.append(Host(make))
        return made[-1]

    yield new
    for each in made:
        each.door.close()


def first_legal(board, turn):
    seen.append(turn.left)
    return next(iter(board.legal_moves))


seen: list[float] = []


def test_a_function_answers_a_host_that_speaks_uci(host):
    seen.clear()
    here = host(lambda: InProcessAI(first_legal, name="Ann"))
    here.asked("uci", until="uciok")
    here.asked("isready", until="readyok")
    board = chess.Board()
    while len(board.move_stack) < 14:
        board.push_uci(here.best(board, "wtime 30000 btime 5000"))  # it plays both sides
    assert 4 < min(seen) <= 5
    assert 29 < max(seen) <= 30


def program(folder, ends="False"):
    file = folder / "bot.py"
    file.write_text(SAN_PROGRAM.replace("{ends}", ends))
    return lambda: parse_player(f"'{sys.executable}' '{file}'").make(sandbox="off")


def test_a_program_of_san_lines_plays_game_after_game(host, tmp_path):
    here = host(program(tmp_path))
    for own in (chess.WHITE, chess.BLACK):
        board = chess.Board()
        here.door.heard("ucinewgame")
        for _ in range(12):
            mine = board.turn is own
            board.push_uci(here.best(board) if mine else next(iter(board.legal_moves)).uci())
    assert not here.door.why_lost


def test_a_program_that_crashes_says_why_and_owes_no_move(host, tmp_path):
    here = host(program(tmp_path, ends="len(board.move_stack) > 1"))
    board = chess.Board()
    board.push_uci(here.best(board))
    board.push(next(iter(board.legal_moves)))
    assert here.best(board) == "(none)"
    assert "KeyError: 8" in here.info
    assert "KeyError: 8" in here.door.why_lost


def test_who_begins_again_in_the_middle_of_a_game_knows_its_moves(host):
    here = host(lambda: InProcessAI(first_legal))
    board = chess.Board()
    for move in ("e4", "e5", "Nf3", "Nc6"):
        board.push_san(move)
    assert chess.Move.from_uci(here.best(board)) in board.legal_moves
    board.push_san("Bc4")
    board.push_san("Nf6")
    assert chess.Move.from_uci(here.best(board)) in board.legal_moves, "and after a take-back"


def test_a_failure_without_an_explanation_is_named(host):
    why = Fail(Explanation(Cause.REFUSED, say("no chess today")))
    here = host(lambda: InProcessAI(lambda board: why))
    assert here.best(chess.Board()) == "(none)"
    assert here.info.startswith("info string ")


def test_a_position_that_cannot_be_is_told(host):
    here = host(lambda: InProcessAI(first_legal))
    said = here.asked("position fen nonsense moves e2e4", "go movetime 10", until="bestmove")
    assert said == "bestmove (none)"
    assert not here.door.heard("quit")
