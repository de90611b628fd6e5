"""The PGN that is written is the text that python-chess's own exporter would write."""

import io
import itertools
import random
from datetime import datetime, timedelta, timezone

import chess
import chess.engine
import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples

from board_core import Cause, Color, Explanation, Outcome, PerColor, Reason, Score, Thought
from board_core.game.clock import TimeControl
from board_core.game.rules import Rules
from board_core.game.words import Words
from board_core.games import CHESS
from board_core.games.chess.pgn import to_pgn
from board_core.games.chess.variants import VARIANT_GAMES
from board_core.record import NOT_FINISHED, PlayedGame, PlayedMove
from board_core.text.sentence import say

GAMES = {"chess": CHESS, **VARIANT_GAMES}
SETUPS = {
    "chess": [
        None,
        chess.STARTING_FEN,
        "8/8/8/4k3/8/8/4P3/4K3 b - - 5 40",
        "r3k2r/1P4P1/8/2pP4/8/8/1p4p1/R3K2R w KQkq c6 0 99",
    ],
    "chess960": [None, "0", "518", "959", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 7"],
    "crazyhouse": [None, "4k3/8/8/8/8/8/8/4K3[QRpn] b - - 0 1"],
    "three-check": [None, "4k3/8/8/8/8/8/8/4KQ2 w - - 2+3 0 1"],
    "horde": [None],
}

scores = st.none() | st.builds(
    Score,
    cp=st.none() | st.integers(-30_000, 30_000),
    mate=st.none() | st.integers(-40, 40),
)
seconds = st.none() | st.floats(0, 20_000) | st.sampled_from([0.0, 59.9996, 3599.9996, 7199.5])
thoughts = st.none() | st.builds(Thought, depth=st.none() | st.integers(0, 99), score=scores)
strange_text = st.text(max_size=90) | st.sampled_from(
    ['}{ [%clk 0:00:01] "quoted" \\', "\r\n1-0\n", "$1 (", "  ", "; %", "é 棋 \u2028 \ufeff"]
)


every_game = pytest.mark.parametrize("name", GAMES)
few = settings(max_examples=examples(30))
"""Of each of nine games, which one writer writes."""


@st.composite
def played_games(draw: st.DrawFn, name: str) -> PlayedGame:
    """Return a game of chess or of a variant that random players played."""
    rules = GAMES[name]
    setup = draw(st.sampled_from(SETUPS.get(name, [None])))
    plies = draw(st.integers(0, 60))
    chance = random.Random(draw(st.integers(0, 2**32)))
    facts = draw(st.lists(st.tuples(seconds, seconds, thoughts), min_size=1, max_size=5))
    return PlayedGame(
        rules,
        PerColor(draw(strange_text), draw(strange_text)),
        draw(
            st.sampled_from(
                [
                    PerColor.both(TimeControl(60, 1)),
                    PerColor(TimeControl(), TimeControl(per_move=3)),
                ]
            )
        ),
        setup,
        random_moves(rules, setup, plies, chance, facts),
        draw(
            st.datetimes(
                datetime(1000, 1, 2),
                datetime(9998, 12, 30),
                timezones=st.just(timezone(timedelta(hours=-3))),
            )
        ),
        outcome=draw(
            st.sampled_from(
                [
                    NOT_FINISHED,
                    Outcome(Color.WHITE, Reason.TIME),
                    Outcome(None, Reason.STOPPED, "tea }"),
                    Outcome(Color.BLACK, Reason.CRASH),
                ]
            )
        ),
        explanation=draw(
            st.none()
            | strange_text.map(lambda text: Explanation(Cause.EXITED, say("it said {t}", t=text)))
        ),
    )


def random_moves(
    rules: Rules, setup: str | None, plies: int, chance: random.Random, facts: list
) -> tuple[PlayedMove, ...]:
    position, moves = rules.start(setup), []
    for _, (left, elapsed, thought) in zip(range(plies), itertools.cycle(facts), strict=False):
        if position.outcome() is not None:
            break
        move = chance.choice(position.legal_moves())
        notation = position.notation(move)
        moves.append(PlayedMove(position.to_move, move, notation, left, elapsed, thought))
        position = position.play(move)
    return tuple(moves)


def as_python_chess_writes_it(record: PlayedGame, ours: str) -> str:
    """Return the game as python-chess plays and writes it; the texts of the tags are given."""
    game = chess.pgn.Game()
    if record.setup is not None or record.rules.name in VARIANT_GAMES:
        game.setup(record.rules.start(record.setup).native)
    for line in ours.split("\n\n", 1)[0].split("\n"):
        name, _, value = line[1:-2].partition(' "')
        if name not in ("FEN", "SetUp", "Variant"):
            game.headers[name] = value
    node: chess.pgn.GameNode = game
    for played in record.moves:
        node = node.add_variation(chess.Move.from_uci(played.move))
        turn = played.color is Color.WHITE
        if (score := played.score) is not None and score.mate:
            mate = chess.engine.PovScore(chess.engine.Mate(score.mate), turn)
            node.set_eval(mate, played.depth)
        elif score is not None and score.cp is not None:
            node.set_eval(chess.engine.PovScore(chess.engine.Cp(score.cp), turn), played.depth)
        if played.clock_left is not None:
            node.set_clock(round(played.clock_left, 3))
        if played.elapsed is not None:
            node.set_emt(round(played.elapsed, 3))
    if record.over:
        said = Words("en").outcome(record.outcome, record.explanation)
        line = "".join(c if c.isprintable() else "\ufffd" for c in " ".join(said.split()))
        line = line.replace("{", "(").replace("}", ")").replace("[%", "[ %")
        node.comment = f"{node.comment} {line}".strip()
    return str(game.accept(chess.pgn.StringExporter())) + "\n\n"


@every_game
@few
@given(st.data(), strange_text, strange_text)
def test_the_text_is_the_one_that_python_chess_writes(name, data, event, site):
    record = data.draw(played_games(name))
    ours = to_pgn(record, event=event, site=site, round=7)
    assert ours == as_python_chess_writes_it(record, ours)


@every_game
@few
@given(st.data(), strange_text)
def test_python_chess_reads_back_every_game_of_a_file(name, data, event):
    records = data.draw(st.lists(played_games(name), min_size=1, max_size=3))
    file = io.StringIO("".join(to_pgn(record, event=event) for record in records))
    for record in records:
        game = chess.pgn.read_game(file)
        assert game is not None
        assert game.errors == []
        moves = list(game.mainline())
        assert [node.uci() for node in moves] == [played.move for played in record.moves]
        assert [node.san() for node in moves] == [played.notation for played in record.moves]
        assert game.headers["Result"] == record.result
        assert game.headers["PlyCount"] == str(len(record.moves))
        for node, played in zip(moves, record.moves, strict=True):
            for read, wrote in ((node.clock(), played.clock_left), (node.emt(), played.elapsed)):
                assert read == (None if wrote is None else pytest.approx(wrote, abs=0.0006))
            assert score_read(node.eval()) == score_written(played)
    assert chess.pgn.read_game(file) is None


def score_read(read: chess.engine.PovScore | None) -> tuple[int | None, int | None] | None:
    return None if read is None else (read.white().score(), read.white().mate())


def score_written(played: PlayedMove) -> tuple[int | None, int | None] | None:
    score, sign = played.score, 1 if played.color is Color.WHITE else -1
    if score is not None and score.mate:
        return None, sign * score.mate
    return None if score is None or score.cp is None else (sign * score.cp, None)
