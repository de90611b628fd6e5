"""What is fuzzed: each target takes any bytes and raises only when a promise is broken.

The tests beside it give them some thousands of inputs; ``fuzz.py`` goes on for as long as wanted.
"""

import io
import sys
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import chess
import chess.pgn

from board_core import (
    BadSetup,
    Cause,
    Color,
    Explanation,
    IllegalMove,
    Outcome,
    PerColor,
    Reason,
    TimeControl,
    say,
)
from board_core.frontend.settings import load, save
from board_core.game import MoveList
from board_core.games import CHESS
from board_core.games.chess.pgn import to_pgn
from board_core.match.known_games import HOSTED_GAMES
from board_core.match.player_spec import BadPlayer, parse_player, split_command
from board_core.protocols import PROTOCOLS, GiveAnswer, SayReady, Send, TellGame
from board_core.protocols.base import WakeAfter
from board_core.record import BadRecord, PlayedGame, PlayedMove
from board_core.supervise.line_cutter import BadEncoding, LineCutter, LineTooLong

sys.path.insert(0, str(Path(__file__).parent.parent / "protocols"))
from conversation import Line

Target = Callable[[bytes], None]

POSITIONS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
    "3k4/P6P/8/8/Q3Q3/8/p6p/Q4K2 w - - 0 1",
    "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1",
]


# Dialogues


def converse(protocol: str, story: Iterable[tuple[int, str]]) -> None:
    """A program says what it likes, in between whatever the board may do.

    A question gets one answer at most, and everything that is to be sent is clean text.
    """
    dialogue, line = PROTOCOLS[protocol](), Line()
    line.play("e4")
    seated = asked = False
    _check(dialogue.open(), may_answer=False)
    for what, text in story:
        match what % 8:
            case 0 if not seated:
                _check(dialogue.seat(line.seat(Color.BLACK)), may_answer=False)
                seated = True
            case 1 if seated and not asked:
                asked = not _check(dialogue.ask(line.turn), may_answer=True)
            case 2 if seated and not asked:
                _check(dialogue.rejected(text, say("it is not legal")), may_answer=False)
                asked = not _check(dialogue.ask(line.turn), may_answer=True)
            case 3 if asked:
                _check(dialogue.withdraw(), may_answer=False)
                asked = False
            case 4 if seated:
                _check(dialogue.offered_draw(), may_answer=False)
            case 5 if seated and not asked:
                outcome = Outcome(Color.WHITE, Reason.RESIGNATION)
                _check(dialogue.finish(line.turn, outcome), may_answer=False)
                seated = False
            case 6:
                _check(dialogue.waited(), may_answer=False)
            case _:
                dialogue.wants_thoughts = what % 32 < 16
                steps = dialogue.heard_text(f"{text}\n") if what % 16 == 7 else None
                if _check(dialogue.heard(text) if steps is None else steps, may_answer=asked):
                    asked = False
        assert isinstance(dialogue.expects(), str)
    _check(dialogue.quit(), may_answer=False)


def _check(steps: list[object], *, may_answer: bool) -> bool:
    """Whether there is an answer among them."""
    assert all(
        isinstance(step, Send | SayReady | TellGame | GiveAnswer | WakeAfter) for step in steps
    )
    for step in steps:
        if isinstance(step, Send):
            assert step.text.replace("\n", " ").isprintable(), step.text
    answers = [step for step in steps if isinstance(step, GiveAnswer)]
    assert len(answers) <= may_answer, answers
    return bool(answers)


def _story(data: bytes) -> list[tuple[int, str]]:
    lines = data.replace(b"\0", b"").decode("utf-8", "replace").split("\n")
    return [(ord(line[0]) if line else 7, line[1:]) for line in lines]


def san(data: bytes) -> None:
    converse("san", _story(data))


def uci(data: bytes) -> None:
    converse("uci", _story(data))


def xboard(data: bytes) -> None:
    converse("xboard", _story(data))


def xboard_features(data: bytes) -> None:
    text = data.replace(b"\0", b"").decode("utf-8", "replace")
    lines = [f"feature {line}" for line in text.split("\n")]
    converse("xboard", [(0, ""), *((7, line) for line in lines), (6, ""), (1, ""), (3, "")])


# Readers


def move(data: bytes) -> None:
    """What is read is legal, and is read again from what the board writes."""
    text = data[1:].decode("utf-8", "replace")
    position = CHESS.start(POSITIONS[(data or b"\0")[0] % len(POSITIONS)])
    try:
        found = position.parse(text)
    except IllegalMove as error:
        said = str(error)
    else:
        assert found in position.legal_moves()
        assert position.parse(position.notation(found)) == found
        said = ""
    assert len(said) < 500, "it is quoted in part"


def fen(data: bytes) -> None:
    """What is accepted can be written, read again and played from."""
    try:
        position = CHESS.start(data.decode("utf-8", "replace"))
    except BadSetup:
        return
    assert CHESS.start(position.setup).setup == position.setup
    for legal in position.legal_moves():
        position.play(legal)


def pgn(data: bytes) -> None:
    """Whatever players are called and whatever programs wrote, it stays one game with its moves."""
    text = data.decode("utf-8", "replace")
    position, moves = CHESS.start(None), MoveList()
    recorded: list[PlayedMove] = []
    for byte in data[:40]:
        legal = position.legal_moves()
        if not legal:
            break
        chosen = legal[byte % len(legal)]
        recorded.append(
            PlayedMove(position.to_move, chosen, position.notation(chosen), byte / 7, float(byte))
        )
        moves, position = moves.added(chosen), position.play(chosen)
    record = PlayedGame(
        CHESS,
        PerColor(text, text[::-1]),
        PerColor.both(TimeControl(60)),
        None,
        tuple(recorded),
        datetime(2026, 1, 1, tzinfo=UTC),
        outcome=Outcome(Color.WHITE, Reason.CRASH, text),
        explanation=Explanation(Cause.EXITED, say("it printed {text}", text=text)),
    )
    file = io.StringIO(to_pgn(record, event=text, site=text))
    game = chess.pgn.read_game(file)
    assert game is not None
    assert not game.errors
    assert [move.uci() for move in game.mainline_moves()] == list(moves)
    assert game.headers["Result"] == "1-0"
    assert chess.pgn.read_game(file) is None


def lines(data: bytes) -> None:
    """The pieces in which bytes arrive make no difference."""
    whole, pieces = _cut([data]), _cut([data[i : i + 3] for i in range(0, len(data), 3)])
    assert whole[: len(pieces)] == pieces[: len(whole)]
    assert not any("\n" in line or "\0" in line for line in whole)


def _cut(chunks: list[bytes]) -> list[str]:
    cutter, found = LineCutter(64), list[str]()
    with suppress(LineTooLong, BadEncoding):
        for chunk in chunks:
            found += cutter.cut(chunk)
            assert len(cutter.rest) <= 64
        found += cutter.last()
    return found


def roster(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    with suppress(BadPlayer):
        spec = parse_player(text)
        assert spec.name
        assert spec.text
    for windows in (True, False):
        with suppress(BadPlayer):
            assert all(isinstance(word, str) for word in split_command(text, windows))


def window_settings(data: bytes) -> None:
    """Whatever the file is, the window starts, and what it then writes is read again."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "settings.json"
        file.write_bytes(data)
        settings = load(file).settings
        save(settings, file)
        assert load(file) == (settings, ())


def records(data: bytes) -> None:
    """Every form in which a game is read: a game, or a refusal in words."""
    text = data.decode("utf-8", "replace")
    for name, brought in HOSTED_GAMES.items():
        for form in brought.records:
            with suppress(BadRecord):
                for read in form.read(text):
                    assert read.game.rules == brought.rules or name == "chess"
                    assert len(read.game.moves) == read.game.plies
                    with suppress(BadSetup):
                        _ = read.game.last_position


TARGETS: dict[str, Target] = {
    target.__name__: target
    for target in (
        *(san, uci, xboard, xboard_features, move, fen, pgn, lines, roster),
        *(window_settings, records),
    )
}
