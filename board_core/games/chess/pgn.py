"""Records of chess in PGN (Portable Game Notation)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC
from functools import partial
from pathlib import Path

import chess

from board_core.record import (
    BadRecord,
    GameTree,
    Notes,
    PlayedGame,
    ReadGame,
    Variation,
    WrittenGame,
    tree_of,
)
from board_core.record.files import RecordFormat, RecordWriter
from board_core.record.game_tree import UNKNOWN_TAGS
from board_core.rules import Reason, Rules
from board_core.sentence import say
from board_core.sides import Color
from board_core.words import Words, on_one_line

from .position import CHESS
from .variants import VARIANT_GAMES

ENGLISH = Words("en")
SOME_MOVE = re.compile(r"[KQRBNa-h][a-h1-8x@]*[1-8]|[Oo0]-[Oo0]")
"""What every text with a move of chess contains."""
LINE_WIDTH = 79
"""Characters on a line of moves; a longer comment has one of its own."""

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
) -> str:
    """Return the game in PGN's export format, with a blank line after it.

    Each move has the time left, the time used and the player's score where they are known. The
    comment of the last move tells how the game ended. An unfinished game has the result ``*``.
    python-chess reads all of it back; a double quote in a name becomes a single one.
    """
    return tree_to_pgn(pgn_tree(record, event=event, site=site, round=round, words=words))


def pgn_tree(
    record: PlayedGame,
    *,
    event: str = "?",
    site: str = "?",
    round: str | int = "?",
    words: Words = ENGLISH,
) -> GameTree:
    """Return a played game as a tree with the tags of PGN."""
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
        tags |= _setup_tags(record.rules.start(record.setup).native)
    tags |= _further_tags(record)
    said = _comment(words.outcome(record.outcome, record.explanation)) if record.over else ""
    return tree_of(record, tags, said)


def pgn_of(rules: Rules) -> RecordFormat:
    """Return the format in which games of chess or of a variant are written and read."""
    return RecordFormat(
        "pgn",
        to_pgn,
        split=_games,
        read_tree=partial(_read_game, rules=rules),
        tree=pgn_tree,
        write_tree=tree_to_pgn,
    )


def read_pgn(text: str, rules: Rules = CHESS) -> list[ReadGame]:
    """Return the games of a PGN text. Raises BadRecord when there is none.

    A move that cannot be played ends its line there; ``problem`` names it. A game whose tag
    Variant names another game than ``rules`` is returned without its moves.
    """
    return pgn_of(rules).read(text)


def _read_game(written: WrittenGame, rules: Rules) -> GameTree:
    from .pgn_reading import read_game  # imported when a record is read: most games are not

    return read_game(written, rules)


def _games(text: str) -> list[WrittenGame]:
    """Return the games of a text without their moves. Raises BadRecord when there is none."""
    from .pgn_reading import split_pgn

    games = [
        game
        for game in split_pgn(text)
        if dict(game.tags) != UNKNOWN_TAGS or SOME_MOVE.search(game.text)
    ]
    if not games:
        raise BadRecord(
            say("{text} holds no game in PGN", text=repr(text if len(text) < 80 else text[:77]))
        )
    return games


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


def tree_to_pgn(tree: GameTree) -> str:
    """Return a tree in PGN's export format, with a blank line after it."""
    header = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in tree.tags)
    return f"{header}\n{_on_lines(_tokens(tree))}\n\n"


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _tokens(tree: GameTree) -> Iterator[str]:
    """Yield the words of the movetext; a comment is one of them."""
    start = tree.rules.start(tree.setup)
    said = _annotations(tree.notes)
    if said:
        yield f"{{ {said} }}"
    ply = 2 * start.native.fullmove_number - 2 + (start.to_move is Color.BLACK)
    yield from _line_tokens(tree.main, ply)
    yield tree.result


def _line_tokens(line: Variation, first: int) -> Iterator[str]:
    """Yield the words of a line; its first move is at ply ``first``, 0 for White's first move."""
    numbered = True  # the first move, and each after a comment or a variation
    for ply, move in enumerate(line.moves, start=first):
        if move.before:
            yield f"{{ {_closable(move.before)} }}"
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        elif numbered:
            yield f"{ply // 2 + 1}..."
        yield move.notation
        yield from (f"${glyph}" for glyph in move.notes.glyphs)
        if said := _annotations(move.notes):
            yield f"{{ {said} }}"
        for variation in move.variations:
            yield "("
            yield from _line_tokens(variation, ply)
            yield ")"
        numbered = bool(said or move.variations)
    if line.unread:
        yield line.unread


def _on_lines(tokens: Iterable[str]) -> str:
    lines, line = [], ""
    for token in tokens:
        if line and len(line) + 1 + len(token) <= LINE_WIDTH:
            line = f"{line} {token}"
            continue
        lines.append(line)
        line = token
    return "\n".join([*lines[1:], line])


def _annotations(notes: Notes) -> str:
    """Return the comment of a position: first what programs read in it."""
    known = []
    if (value := _evaluation(notes)) is not None:
        known.append(f"[%eval {value}]")
    if notes.clock_left is not None:
        known.append(f"[%clk {_duration(notes.clock_left)}]")
    if notes.elapsed is not None:
        known.append(f"[%emt {_duration(notes.elapsed)}]")
    for key, count in (("csl", 1), ("cal", 2)):
        shapes = [shape for shape in notes.shapes if len(shape.places) == count]
        if shapes:
            told = (shape.color[0].upper() + "".join(shape.places) for shape in shapes)
            known.append(f"[%{key} {','.join(told)}]")
    known.append(_closable(notes.comment))
    return " ".join(known).strip()


def _evaluation(notes: Notes) -> str | None:
    """Return White's score with its depth; None where PGN has nothing to write."""
    if (score := notes.score) is None:
        return None
    depth = "" if notes.depth is None else f",{max(notes.depth, 0)}"
    if score.mate:
        return f"#{score.mate}{depth}"
    return None if score.cp is None else f"{score.cp / 100:.2f}{depth}"


def _duration(seconds: float) -> str:
    """Return ``0:01:02.5``; cut to milliseconds, 59.9996 would be 60 seconds of a minute."""
    minutes, seconds = divmod(max(0.0, round(seconds, 3)), 60)
    hours, minutes = divmod(int(minutes), 60)
    return f"{hours}:{minutes:02d}:{f'{seconds:06.3f}'.rstrip('0').rstrip('.')}"


def _tag(value: str) -> str:
    """Return a value without quotes and backslashes, which readers unescape differently."""
    return on_one_line(value).replace('"', "'").replace("\\", "/") or "?"


def _closable(comment: str) -> str:
    return comment.replace("}", ")")


def _comment(text: str) -> str:
    """Return words that cannot end the comment or look like an annotation: they may quote a
    program.
    """
    return on_one_line(text).replace("{", "(").replace("}", ")").replace("[%", "[ %")
