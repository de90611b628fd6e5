"""Records of chess in PGN (Portable Game Notation)."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC
from functools import partial
from itertools import islice, takewhile
from pathlib import Path
from typing import TYPE_CHECKING

import chess

from board_core.player import Score
from board_core.record import BadRecord, Mark, PlayedGame, PlayedMove, ReadGame, game_read
from board_core.record.files import RecordFormat, RecordWriter
from board_core.rules import Move, Reason, Rules
from board_core.sentence import say
from board_core.sides import Color, PerColor
from board_core.words import Words, on_one_line

from .position import CHESS
from .variants import CHESS960, VARIANT_GAMES, VARIANT_OF_BOARD

if TYPE_CHECKING:  # 50 ms and 5 MB, only for programs that read PGN
    import chess.engine
    import chess.pgn

ENGLISH = Words("en")
LINE_WIDTH = 79
"""Characters on a line of moves; a longer comment has one of its own."""
NO_MARKS: Mapping[int, Mark] = {}

TERMINATION = {
    Reason.TIME: "time forfeit",
    Reason.ILLEGAL_MOVES: "rules infraction",
    Reason.PROTOCOL: "rules infraction",
    Reason.OUTPUT: "rules infraction",
    Reason.BREACH: "rules infraction",
    Reason.OFF_TURN: "rules infraction",
    Reason.INTERFERENCE: "rules infraction",
    Reason.CRASH: "abandoned",
    Reason.NOT_STARTED: "abandoned",
    Reason.ADJUDICATION: "adjudication",
    Reason.UNFINISHED: "unterminated",
    Reason.STOPPED: "unterminated",
    Reason.INTERNAL_ERROR: "emergency",
}
"""Values of the Termination tag (PGN standard, 9.8.1); every other reason is "normal"."""


def to_pgn(
    record: PlayedGame,
    *,
    event: str = "?",
    site: str = "?",
    round: str | int = "?",
    words: Words = ENGLISH,
    marks: Mapping[int, Mark] = NO_MARKS,
) -> str:
    """Return the game in PGN's export format, with a blank line after it.

    Each move has the time left, the time used and the player's score where they are known. The
    comment of the last move tells how the game ended. An unfinished game has the result ``*``.
    python-chess reads all of it back; a double quote in a name becomes a single one. ``marks`` are
    an analysis by ply.
    """
    start = chess.Board()
    tags = {
        "Event": _tag(event),
        "Site": _tag(site),
        "Date": f"{record.started:%Y.%m.%d}",
        "Round": _tag(str(round)),
        "White": _tag(record.names.white),
        "Black": _tag(record.names.black),
        "Result": record.result,
    }
    if record.setup is not None or record.rules.name in VARIANT_GAMES:
        start = record.rules.start(record.setup).native
        tags |= _setup_tags(start)
    tags |= _further_tags(record)
    header = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return f"{header}\n{_on_lines(_tokens(record, start, words, marks))}\n\n"


def pgn_of(rules: Rules) -> RecordFormat:
    """Return the format in which games of chess or of a variant are written and read."""
    return RecordFormat("pgn", to_pgn, partial(read_pgn, rules=rules))


def read_pgn(text: str, rules: Rules = CHESS) -> list[ReadGame]:
    """Return the games of a PGN text, main lines only. Raises BadRecord when there is none.

    A move that cannot be played ends its game there; ``trouble`` names it. A game whose tag
    Variant names another game than ``rules`` is returned without its moves.
    """
    games = [_read(game, rules) for game in _games(text)]
    if not games:
        raise BadRecord(
            say("{text} holds no game in PGN", text=repr(text if len(text) < 80 else text[:77]))
        )
    return games


def mark_pgn(
    text: str,
    number: int,
    marks: Mapping[int, Mark],
    scores: Mapping[int, Score],
    words: Words = ENGLISH,
) -> str:
    """Return a game of a PGN text (the first is 1) with an analysis by ply.

    ``scores`` are White's after each ply; a position in which the game is over gets none. The
    tags, comments and variations of the game stay.
    """
    import chess.pgn

    node: chess.pgn.GameNode = next(islice(_games(text), number - 1, None))
    game = node.game()
    for ply, node in enumerate(game.mainline()):
        if ply in scores and not node.board().is_game_over():
            score = _of_white(scores[ply])
            if score is not None:
                node.set_eval(score)
        if (mark := marks.get(ply)) is not None:
            node.nags.add(mark.glyph)
            node.comment = f"{node.comment} {_comment(words.sentence(mark.words))}".strip()
    return str(game.accept(chess.pgn.StringExporter())) + "\n\n"


def _of_white(score: Score) -> chess.engine.PovScore | None:
    """Return python-chess's score; None where PGN has nothing to write."""
    import chess.engine

    if score.mate:
        return chess.engine.PovScore(chess.engine.Mate(score.mate), chess.WHITE)
    if score.cp is not None:
        return chess.engine.PovScore(chess.engine.Cp(score.cp), chess.WHITE)
    return None


def _games(text: str) -> Iterator[chess.pgn.Game]:
    import chess.pgn

    source = io.StringIO(text.removeprefix("\ufeff"))
    # python-chess fails on brackets that never opened; the games before them are kept
    with suppress(IndexError, ValueError):
        while (game := chess.pgn.read_game(source, Visitor=_quiet_builder())) is not None:
            if "FEN" in game.headers or not _empty(game):
                yield game


def _quiet_builder() -> type[chess.pgn.GameBuilder[chess.pgn.Game]]:
    """Return a builder that reports errors in its result, where python-chess logs them."""
    import chess.pgn

    class Quiet(chess.pgn.GameBuilder[chess.pgn.Game]):
        def handle_error(self, error: Exception) -> None:
            self.game.errors.append(error)

    return Quiet


def _empty(game: chess.pgn.Game) -> bool:
    known = set(game.headers.values()) - {"?", "*", "????.??.??"}
    return not (game.variations or game.errors or known)


def _read(game: chess.pgn.Game, rules: Rules) -> ReadGame:
    headers = game.headers
    names = PerColor(headers.get("White", "?"), headers.get("Black", "?"))
    result = headers.get("Result", "*")
    setup = headers.get("FEN") if headers.get("SetUp", "1") == "1" else None
    if (told := _game_told(headers)) != rules.name:
        other = say("it is a game of {told}, not of {game}", told=told, game=rules.name)
        return game_read(rules, names, setup, (), result, other)
    if rules.name in VARIANT_GAMES and setup == rules.start(None).setup:
        setup = None
    trouble = None
    if game.errors:
        trouble = say("not all of the game could be read: {why}", why=str(game.errors[0]))
    line = list(game.mainline_moves())
    moves = tuple(Move(move.uci()) for move in takewhile(bool, line))  # up to a null move
    if trouble is None and len(moves) < len(line):
        trouble = say("not all of the game could be read: {why}", why="--")
    return game_read(rules, names, setup, moves, result, trouble)


def _game_told(headers: chess.pgn.Headers) -> str:
    """Return the name of the rules that a game names, or the text of its tag Variant."""
    try:
        kind = headers.variant()
    except ValueError:
        return _tag(headers["Variant"])
    if kind is not chess.Board:
        variant = VARIANT_OF_BOARD.get(kind.__name__)
        return variant.name if variant is not None else _tag(headers["Variant"])
    try:
        castles = headers.board().chess960  # from the tag Variant, or from its FEN
    except ValueError:  # python-chess refuses a bad FEN
        castles = headers.is_chess960()
    return CHESS960 if castles else CHESS.name


class PgnWriter(RecordWriter):
    """Appends games to a PGN file; see :class:`RecordWriter`."""

    def __init__(self, path: str | Path, *, event: str = "?", site: str = "?") -> None:
        super().__init__(path, to_pgn, event=event, site=site)


def _setup_tags(start: chess.Board) -> dict[str, str]:
    """Return the tags of a first position; readers of a variant want its FEN in any case."""
    fen, variant = start.fen(), start.aliases[0]
    tags = {} if fen == start.starting_fen else {"FEN": fen, "SetUp": "1"}
    if variant != "Standard":
        return {**tags, "Variant": variant, "FEN": fen}
    return {**tags, "Variant": "Chess960"} if start.chess960 else tags


def _further_tags(record: PlayedGame) -> dict[str, str]:
    utc = record.started.astimezone(UTC)
    control = record.controls.map(lambda side: side.notation)
    times = {"TimeControl": control.white}
    if control.white != control.black:
        times = {"WhiteTimeControl": control.white, "BlackTimeControl": control.black}
    return {
        "UTCDate": f"{utc:%Y.%m.%d}",
        "UTCTime": f"{utc:%H:%M:%S}",
        **times,
        "Termination": TERMINATION.get(record.outcome.reason, "normal"),
        "PlyCount": str(len(record.moves)),
    }


def _tokens(
    record: PlayedGame, start: chess.Board, words: Words, marks: Mapping[int, Mark]
) -> Iterator[str]:
    """Yield the words of the movetext; a comment is one of them."""
    reason = _comment(words.outcome(record.outcome, record.explanation)) if record.over else ""
    if reason and not record.moves:
        yield f"{{ {reason} }}"
    number, white = start.fullmove_number, start.turn
    numbered = True  # the first move, and each after a comment
    last = len(record.moves) - 1
    for ply, recorded in enumerate(record.moves):
        if white:
            yield f"{number}."
        elif numbered:
            yield f"{number}..."
        yield recorded.notation
        comment = _annotations(recorded)
        if (mark := marks.get(ply)) is not None:
            yield f"${mark.glyph}"
            comment.append(_comment(words.sentence(mark.words)))
        if ply == last:
            comment.append(reason)
        text = " ".join(comment).strip()
        if text:
            yield f"{{ {text} }}"
        numbered = bool(text)
        number, white = number + (not white), not white
    yield record.result


def _on_lines(tokens: Iterable[str]) -> str:
    lines, line = [], ""
    for token in tokens:
        if line and len(line) + 1 + len(token) <= LINE_WIDTH:
            line = f"{line} {token}"
            continue
        lines.append(line)
        line = token
    return "\n".join([*lines[1:], line])


def _annotations(recorded: PlayedMove) -> list[str]:
    """Return what is known of a move besides itself, as programs read it in comments."""
    known = []
    if (value := _evaluation(recorded)) is not None:
        known.append(f"[%eval {value}]")
    if recorded.clock_left is not None:
        known.append(f"[%clk {_duration(recorded.clock_left)}]")
    if recorded.elapsed is not None:
        known.append(f"[%emt {_duration(recorded.elapsed)}]")
    return known


def _evaluation(recorded: PlayedMove) -> str | None:
    """Return White's score with its depth; None where PGN has nothing to write."""
    if (score := recorded.score) is None:
        return None
    sign = 1 if recorded.color is Color.WHITE else -1
    depth = "" if recorded.depth is None else f",{max(recorded.depth, 0)}"
    if score.mate:
        return f"#{sign * score.mate}{depth}"
    return None if score.cp is None else f"{sign * score.cp / 100:.2f}{depth}"


def _duration(seconds: float) -> str:
    """Return ``0:01:02.5``; cut to milliseconds, 59.9996 would be 60 seconds of a minute."""
    minutes, seconds = divmod(max(0.0, round(seconds, 3)), 60)
    hours, minutes = divmod(int(minutes), 60)
    return f"{hours}:{minutes:02d}:{f'{seconds:06.3f}'.rstrip('0').rstrip('.')}"


def _tag(value: str) -> str:
    """Return a value without quotes and backslashes, which readers unescape differently."""
    return on_one_line(value).replace('"', "'").replace("\\", "/") or "?"


def _comment(text: str) -> str:
    """Return words that cannot end the comment or look like an annotation: they may quote a
    program.
    """
    return on_one_line(text).replace("{", "(").replace("}", ")").replace("[%", "[ %")
