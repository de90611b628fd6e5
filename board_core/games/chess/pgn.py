"""Records of chess in PGN (Portable Game Notation)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import chess
from chess.variant import find_variant

from board_core.game.game_tree import UNKNOWN_TAGS
from board_core.game.rules import IllegalMove, Move, Position, Rules
from board_core.game.words import Words
from board_core.record import BadRecord, GameTree, PlayedGame, ReadGame, WrittenGame
from board_core.record.files import RecordFormat, RecordWriter
from board_core.record.pgn_reading import PgnGame, read_game, split_pgn
from board_core.record.pgn_writing import ENGLISH, tree_to_pgn
from board_core.record.pgn_writing import pgn_tree as tree_with_tags
from board_core.text.sentence import given, say

from .position import CHESS
from .san import known_move, read_move
from .variants import CHESS960, VARIANT_GAMES, VARIANT_OF_BOARD

SOME_MOVE = re.compile(r"[KQRBNa-h][a-h1-8x@]{0,6}[1-8]|[Oo0]-[Oo0]")
"""What every text with a move of chess contains."""
PLAIN_SAN = re.compile(
    r"(?:[KQRBN][a-h]?[1-8]?x?[a-h][1-8]|(?:[a-h]x)?[a-h][1-8](?:=[QRBN])?)[+#]?"
)


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
    given(record, PlayedGame, "is no played game: give one, as game.record() returns")
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
    return tree_with_tags(_setup_tags, record, event=event, site=site, round=round, words=words)


def chess_pgn(rules: Rules) -> PgnGame:
    """Return what PGN has to know of chess or of a variant."""
    return PgnGame(rules, game_told, _BoardLine, always_set_up=rules.name in VARIANT_GAMES)


def pgn_of(rules: Rules) -> RecordFormat:
    """Return the format in which games of chess or of a variant are written and read."""
    return RecordFormat(
        "pgn",
        to_pgn,
        split=games_of_text,
        read_tree=partial(read_game, pgn=chess_pgn(rules)),
        tree=pgn_tree,
        write_tree=tree_to_pgn,
        told=game_told,
    )


def read_pgn(text: str, rules: Rules = CHESS) -> list[ReadGame]:
    """Return the games of a PGN text. Raises BadRecord when there is none.

    A move that cannot be played ends its line there. ``problem`` names the first thing that was
    left out, and ``tree.problems`` all of them, with their lines. A game whose tag
    Variant names another game than ``rules`` is returned without its moves.
    """
    given(text, str, "is no PGN: give its text, as Path('games.pgn').read_text()")
    return pgn_of(rules).read(text)


def games_of_text(text: str, some_move: re.Pattern[str] = SOME_MOVE) -> list[WrittenGame]:
    """Return the games of a text without their moves; ``some_move`` tells one from other text.

    Raises BadRecord when there is none.
    """
    games = [
        game
        for game in split_pgn(text)
        if dict(game.tags) != UNKNOWN_TAGS or some_move.search(game.text)
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


def _setup_tags(record: PlayedGame) -> dict[str, str]:
    """Return the tags of a first position; readers of a variant want its FEN in any case."""
    if record.setup is None and record.rules.name not in VARIANT_GAMES:
        return {}
    start = record.rules.start(record.setup).native
    fen, variant = start.fen(), start.aliases[0]
    tags = {} if fen == start.starting_fen else {"FEN": fen, "SetUp": "1"}
    if variant != "Standard":
        return {**tags, "Variant": variant, "FEN": fen}
    return {**tags, "Variant": "Chess960"} if start.chess960 else tags


CHESS960_NAMES = ("chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random")


def game_told(tags: Mapping[str, str]) -> str:
    """Return the name of the rules that the tags name, or the text of the tag Variant."""
    said = tags.get("Variant", "")
    if said.lower() in CHESS960_NAMES:
        return CHESS960
    try:
        kind = find_variant(said) if said and not said.lower().startswith("wild/") else chess.Board
    except ValueError:
        return said
    if kind is not chess.Board:
        variant = VARIANT_OF_BOARD.get(kind.__name__)
        return variant.name if variant is not None else said
    try:
        castles = chess.Board(tags.get("FEN", chess.STARTING_FEN)).has_chess960_castling_rights()
    except ValueError:  # told when the position is set up
        castles = False
    return CHESS960 if castles else CHESS.name


class _BoardLine:
    """A line of play on a board of python-chess."""

    def __init__(self, start: Position) -> None:
        self._board: chess.Board = start.native

    def play(self, text: str) -> tuple[Move, str]:
        move = _read_move(self._board, text)
        notation = text if PLAIN_SAN.fullmatch(text) else self._board.san(move)
        self._board.push(move)
        return Move(move.uci()), notation

    def play_again(self, move: Move) -> None:
        self._board.push(known_move(move))

    def take_back(self) -> None:
        self._board.pop()


def _read_move(board: chess.Board, text: str) -> chess.Move:
    """Return the move of a text; python-chess reads the usual ones faster. Raises IllegalMove."""
    try:
        move = board.parse_san(text)
    except ValueError:
        return read_move(board, text)
    if not move:
        raise IllegalMove(say("{text} is a null move", text=repr(text)))
    return move
