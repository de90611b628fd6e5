"""What a frontend shows of chess without knowing its rules."""

import pytest

from board_core import MovePlayed
from board_core.author.testing import play_script
from board_core.game import AmbiguousMove
from board_core.game.view import captured
from board_core.game.words import Words
from board_core.games import CHESS


def described(fen: str | None, text: str) -> str:
    position = CHESS.start(fen)
    return str(position.describe(position.parse(text)))


@pytest.mark.parametrize(
    ("fen", "move", "words"),
    [
        (None, "Nf3", "white knight g1 to f3"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", "white pawn e4 to d5, takes black pawn"),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "exd6",
            "white pawn e5 to d6, takes black pawn en passant",
        ),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "white king castles king side"),
        ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "O-O-O", "black king castles queen side"),
        (
            "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "axb8=Q",
            "white pawn a7 to b8, takes black rook, becomes white queen, check",
        ),
        (
            "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
            "Ra8",
            "white rook a1 to a8, mate",
        ),
    ],
)
def test_a_move_in_words(fen: str | None, move: str, words: str):
    assert described(fen, move) == words


def test_a_move_in_chinese():
    position = CHESS.start(None)
    said = Words("zh_CN").sentence(position.describe(position.parse("Nf3")))
    assert said == "白马从 g1 到 f3"


def test_a_king_in_check_is_marked():
    assert CHESS.start(None).marked() == []
    assert CHESS.start("4k3/8/8/8/8/8/8/K3R3 b - - 0 1").marked() == ["e8"]


def test_a_turned_position_lets_the_other_side_move():
    turned = CHESS.start(None).after_null_move()
    assert turned is not None
    assert turned.parse("e5")
    assert CHESS.start("4k3/8/8/8/8/8/8/K3R3 b - - 0 1").after_null_move() is None


@pytest.mark.parametrize(
    ("fen", "text", "moves"),
    [
        ("4k3/8/8/8/8/2N5/8/2N1K3 w - - 0 1", "Ne2", {"c1e2", "c3e2"}),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", {"a7a8q", "a7a8r", "a7a8b", "a7a8n"}),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", {"a7a8q", "a7a8r", "a7a8b", "a7a8n"}),
    ],
)
def test_an_ambiguous_text_names_its_moves(fen: str, text: str, moves: set[str]):
    with pytest.raises(AmbiguousMove) as refusal:
        CHESS.start(fen).parse(text)
    assert set(refusal.value.moves) == moves


@pytest.mark.parametrize(
    ("fen", "move", "taken"),
    [
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", ("p",)),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6", ("p",)),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=Q", ("r",)),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q", ()),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", ()),
    ],
)
def test_what_a_move_took(fen: str, move: str, taken: tuple[str, ...]):
    event = next(
        event
        for event in play_script(CHESS, [move], [], setup=fen)
        if isinstance(event, MovePlayed)
    )
    assert captured(event, CHESS.places(event.before, event.move)) == taken
