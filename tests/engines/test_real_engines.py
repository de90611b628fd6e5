"""Whole games between the engines that a Debian machine can install."""

import os
import re
import subprocess
from functools import partial
from itertools import pairwise
from pathlib import Path

import chess.pgn
import pytest

from board_core import Game, Outcome, Reason, TimeControl
from board_core.games.chess import ENGINE, chess_rules
from board_core.games.chess.pgn import PgnWriter
from board_core.match.player_spec import parse_player
from board_core.players import ProcessAI
from board_core.players.closing import closed_together
from board_core.supervise.command import find_program, joined_words, split_words
from board_core.supervise.sandbox import Confinement, Ponder, Sandbox

BY_THE_RULES = {
    Reason.CHECKMATE,
    Reason.STALEMATE,
    Reason.FIFTY_MOVES,
    Reason.THREEFOLD_REPETITION,
    Reason.INSUFFICIENT_MATERIAL,
    Reason.RESIGNATION,
    Reason.AGREEMENT,
}

QUICK = TimeControl(base=3, increment=0.01, time_margin=30, depth=4)
"""Short by depth, which all but phalanx honour: what an engine does with its last milliseconds
(glaurung then prints ``bestmove (none)``) depends on the machine."""


def needs(*commands: str) -> None:
    """Skip without these programs; on the machine that decides, fail."""
    for command in commands:
        program = split_words(command)[0]
        if find_program(program) is None:
            why = f"{program} is not installed (Debian: apt install {program})"
            (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(why)


def play(white: str, black: str, pgn: Path | None = None, **options) -> Outcome:
    players = [parse_player(text).make() for text in (white, black)]
    game = Game(chess_rules(ENGINE), white=players[0], black=players[1], **options)
    if pgn is not None:
        PgnWriter(pgn).watch(game.bus)
    try:
        return game.run().outcome
    finally:
        for player in players:
            player.close()


@pytest.mark.parametrize(
    ("white", "black"),
    [
        ("uci:stockfish", "uci:gnuchess --uci"),
        ("uci:toga2", "uci:glaurung"),
        ("xboard:phalanx", "uci:stockfish"),
        ("xboard:sjeng", "xboard:fairymax"),
        ("uci:glaurung", "xboard:sjeng"),
        ("xboard:gnuchess --xboard", "uci:toga2"),
    ],
)
def test_two_engines_play_a_whole_game(white: str, black: str, tmp_path: Path):
    needs(white.split(":")[1], black.split(":")[1])
    file = tmp_path / "game.pgn"
    outcome = play(white, black, file, time_control=QUICK)
    assert outcome.reason in BY_THE_RULES
    with file.open(encoding="utf-8") as opened:
        game = chess.pgn.read_game(opened)
    assert game is not None
    assert not game.errors
    assert game.headers["Result"] == outcome.result


def test_an_engine_thinks_on_its_opponents_time_and_never_answers_an_old_question():
    needs("stockfish")
    told: dict[str, list[str]] = {"white": [], "black": []}
    how = Confinement(Sandbox.OFF, ponder=Ponder.PLAY)
    with closed_together() as players:
        for lines in told.values():
            heard = partial(lambda kept, way, line: kept.append(way + line), lines)
            players.append(ProcessAI("stockfish", protocol="uci", sandbox=how, transcript=heard))
        for _ in range(2):
            game = Game(chess_rules(ENGINE), *players, time_control=QUICK)
            assert game.run().outcome.reason in BY_THE_RULES
    for lines in told.values():
        assert "<setoption name Ponder value true" in lines
        asked = [line for line in lines if re.match("<(go|ponderhit|stop)", line)]
        assert "<ponderhit" in asked
        assert "<stop" in asked
        for before, after in pairwise(asked):
            ponders = before.startswith("<go ponder")
            assert ponders is (after in ("<ponderhit", "<stop")), (before, after)
        open_ones = sum(line.startswith("<go") for line in asked)
        open_ones -= sum(line.startswith(">bestmove") for line in lines)
        assert open_ones in (0, 1), "nobody reads what it says after the last game"


@pytest.mark.parametrize("engine", ["uci:stockfish", "xboard:phalanx"])
def test_an_engine_goes_on_from_a_set_up_position(engine: str):
    needs(engine.split(":")[1])
    mate_in_one = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
    outcome = play(
        engine, "random", setup=mate_in_one, time_control=TimeControl(per_move=0.3, time_margin=30)
    )
    assert outcome.reason is Reason.CHECKMATE


def test_a_strength_is_what_the_engine_is_set_to():
    needs("stockfish")
    lines: list[str] = []
    player = parse_player("elo:2500").make(transcript=lambda _way, line: lines.append(line))
    mate_in_one = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
    black = parse_player("random").make()
    game = Game(
        chess_rules(ENGINE),
        white=player,
        black=black,
        setup=mate_in_one,
        time_control=TimeControl(per_move=0.2, time_margin=30),
    )
    try:
        assert game.run().outcome.decided
    finally:
        player.close()
    told = "\n".join(lines)
    assert "setoption name UCI_LimitStrength value true" in told
    assert "setoption name UCI_Elo value 2500" in told


def test_a_san_line_program_in_c_plays_one_in_python_that_does_not_flush(tmp_path: Path):
    needs("cc")
    source = Path(__file__).parent.parent / "programs" / "san_mover.c"
    program = tmp_path / "san_mover"
    subprocess.run(["cc", "-O1", "-o", str(program), str(source)], check=True)
    python = Path(__file__).parent.parent.parent / "examples" / "san_line_ai.py"
    for pair in ((str(program), str(python)), (str(python), str(program))):
        assert (
            play(*(joined_words([each]) for each in pair), time_control=QUICK).reason
            in BY_THE_RULES
        )
