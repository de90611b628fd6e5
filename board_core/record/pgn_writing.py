"""Write games in PGN's export format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC

from board_core.game.game_tree import GameTree, Notes, Variation
from board_core.game.played_game import PlayedGame, tree_of
from board_core.game.rules import Reason
from board_core.game.sides import Color
from board_core.game.words import Words
from board_core.text.harmless_text import on_one_line

ENGLISH = Words("en")
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
    Reason.ABSENCE: "abandoned",
    Reason.ADJUDICATION: "adjudication",
    Reason.UNFINISHED: "unterminated",
    Reason.STOPPED: "unterminated",
    Reason.INTERNAL_ERROR: "emergency",
}
"""Values of the Termination tag (PGN standard, 9.8.1); every other reason is "normal"."""


SetUpTags = Callable[[PlayedGame], Mapping[str, str]]
"""Return the tags that name the rules and the first position of a game, where they are needed."""


def pgn_tree(
    set_up: SetUpTags,
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
        **set_up(record),
    }
    tags |= _further_tags(record)
    said = _comment(words.outcome(record.outcome, record.explanation)) if record.over else ""
    return tree_of(record, tags, said)


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
    """Return the comment on a position, beginning with what programs read."""
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
    """Return White's score with its depth; None if PGN cannot express it."""
    if (score := notes.score) is None:
        return None
    depth = "" if notes.depth is None else f",{max(notes.depth, 0)}"
    if score.mate:
        return f"#{score.mate}{depth}"
    return None if score.cp is None else f"{score.cp / 100:.2f}{depth}"


def _duration(seconds: float) -> str:
    """Return ``0:01:02.5``, truncated to milliseconds, since 59.9996 would round to 60 seconds."""
    minutes, seconds = divmod(max(0.0, round(seconds, 3)), 60)
    hours, minutes = divmod(int(minutes), 60)
    return f"{hours}:{minutes:02d}:{f'{seconds:06.3f}'.rstrip('0').rstrip('.')}"


def _tag(value: str) -> str:
    """Return a value without quotes and backslashes, which readers unescape inconsistently."""
    return on_one_line(value).replace('"', "'").replace("\\", "/") or "?"


def _closable(comment: str) -> str:
    return comment.replace("}", ")")


def _comment(text: str) -> str:
    """Return words that cannot end the comment or look like an annotation: they may quote a
    program.
    """
    return on_one_line(text).replace("{", "(").replace("}", ")").replace("[%", "[ %")
