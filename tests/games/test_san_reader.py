"""Moves as people and programs really write them: what is read, and what is refused and why."""

import pytest

from board_core import IllegalMove
from board_core.games import CHESS
from board_core.games.chess.san import mentioned_moves

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
TAKES = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"  # exd5 is the only capture
TWO_TAKE = "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1"
CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PROMOTES = "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1"
KNIGHTS = "4k3/8/1N6/3p4/8/4N3/8/4K3 w - - 0 1"  # both can take on d5
B_FILE = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1"  # b2 and the bishop can take on c3
PINNED = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1"
CHECKED = "4r1k1/8/8/8/8/8/3P4/4K3 w - - 0 1"
# Black's double step gave check; only taking en passant stops it with the pawn.
EP_TAKES_CHECKER = "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1"
# Both pawns leave the rank between king and rook.
EP_UNCOVERS = "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1"

ACCEPTED = [
    # standard SAN
    (START, "e4", "e2e4"),
    (START, "Nf3", "g1f3"),
    # with pictures of the pieces, of either colour
    (START, "♘f3", "g1f3"),
    (START, "♞f3", "g1f3"),
    (START, "♘\ufe0ef3", "g1f3"),
    (START, "♙e4", "e2e4"),
    (PROMOTES, "exd8=♘", "e7d8n"),
    (TAKES, "exd5", "e4d5"),
    (PROMOTES, "e8=Q", "e7e8q"),
    (PROMOTES, "exd8=N", "e7d8n"),
    (CASTLES, "O-O", "e1g1"),
    (CASTLES, "O-O-O", "e1c1"),
    # missing or wrong x + #
    (TAKES, "ed5", "e4d5"),
    (START, "Nxf3", "g1f3"),
    (START, "xe4", "e2e4"),
    (KNIGHTS, "Nbd5", "b6d5"),
    (START, "e4+", "e2e4"),
    (START, "Nf3#", "g1f3"),
    (CASTLES, "Rxa8", "a1a8"),
    (CASTLES, "Rxa8#", "a1a8"),
    (CASTLES, "O-O+", "e1g1"),
    # trailing ! and ?
    (START, "e4!", "e2e4"),
    (START, "Nf3!?", "g1f3"),
    (TAKES, "exd5+??", "e4d5"),
    (CASTLES, "O-O!", "e1g1"),
    (START, "e2e4!", "e2e4"),
    # blanks around, line ends, a byte order mark
    (START, "  e4 ", "e2e4"),
    (START, "\te4", "e2e4"),
    (START, "e4\r\n", "e2e4"),
    (START, "\ufeffe4\n", "e2e4"),
    # other castlings
    (CASTLES, "o-o", "e1g1"),
    (CASTLES, "o-o-o", "e1c1"),
    (CASTLES, "0-0", "e1g1"),
    (CASTLES, "0-0-0", "e1c1"),
    # needless disambiguation
    (START, "Ng1f3", "g1f3"),
    (START, "Ngf3", "g1f3"),
    (START, "N1f3", "g1f3"),
    (START, "ee4", "e2e4"),
    (CASTLES, "Ke1e2", "e1e2"),
    # captures in every dress
    (TAKES, "e4d5", "e4d5"),
    (TAKES, "e4xd5", "e4d5"),
    (TAKES, "xd5", "e4d5"),
    (KNIGHTS, "Nb6xd5", "b6d5"),
    (KNIGHTS, "Nb6d5", "b6d5"),
    (KNIGHTS, "N3xd5", "e3d5"),
    # promotions without =
    (PROMOTES, "e8Q", "e7e8q"),
    (PROMOTES, "e8q", "e7e8q"),
    (PROMOTES, "e8=n", "e7e8n"),
    (PROMOTES, "xd8=Q", "e7d8q"),
    (PROMOTES, "exd8Q", "e7d8q"),
    # plain UCI
    (START, "e2e4", "e2e4"),
    (START, "g1f3", "g1f3"),
    (START, "g1f3+", "g1f3"),
    (PROMOTES, "e7e8q", "e7e8q"),
    (PROMOTES, "e7e8Q", "e7e8q"),
    (PROMOTES, "e7d8n", "e7d8n"),
    (CASTLES, "e1g1", "e1g1"),
    # lower-case b at the start is a pawn
    (B_FILE, "bxc3", "b2c3"),
    (B_FILE, "bc3", "b2c3"),
    (B_FILE, "Bxc3", "d2c3"),
    (B_FILE, "b4", "b2b4"),
    # en passant that takes the checking pawn
    (EP_TAKES_CHECKER, "exd3", "e4d3"),
    (EP_TAKES_CHECKER, "e4d3", "e4d3"),
]


@pytest.mark.parametrize(("fen", "text", "move"), ACCEPTED)
def test_it_reads(fen: str, text: str, move: str):
    assert CHESS.start(fen).parse(text) == move


REFUSED = [
    # null moves
    (START, "0000", "null move"),
    (START, "--", "null move"),
    (START, "Z0", "null move"),
    (START, "@@@@", "null move"),
    (START, "a1a1", "own piece stands on a1"),
    # hyphens
    (START, "N-f3", "has a hyphen"),
    (START, "e2-e4", "has a hyphen"),
    (START, "Ng1-f3", "has a hyphen"),
    # signs of empty squares
    (START, ".g2f1", "in place of a piece's letter: perhaps nothing stands on g2"),
    (START, "_e7xe5", "in place of a piece's letter: perhaps nothing stands on e7"),
    # move numbers
    (START, "1.e4", "has a move number"),
    (START, "1. e4", "has a move number"),
    (START, "12...e4", "has a move number"),
    # comments, and more than a move
    (START, "e4 {best by test}", "write only the move, e4"),
    (START, "e4 ; best", "write only the move, e4"),
    (START, "e4 e5", "write only the move, e4"),
    (START, "move e4", "write only the move, e4"),
    (START, "I play e4", "write only the move, e4"),
    (START, "e4 e.p.", "write only the move, e4"),
    (START, "", "an empty line is not a move"),
    (START, "e9", "is not a move"),
    (START, "1/2-1/2", "is a result"),
    (START, "P@e4", "write only the move, e4"),
    (START, "(none)", "is not a move"),
    # ambiguous
    (KNIGHTS, "Nxd5", "it could be Nbxd5, Nexd5"),
    (KNIGHTS, "Nd5", "it could be Nbxd5, Nexd5"),
    (TWO_TAKE, "xd5", "it could be cxd5, exd5"),
    # the letter of a piece is a capital, and b is a pawn
    (START, "nf3", "is a capital"),
    (CASTLES, "ke2", "is a capital"),
    (B_FILE, "bf4", "is a capital"),
    # promotions
    (PROMOTES, "e8", "as in e8=Q"),
    (PROMOTES, "e7e8", "as in e7e8q"),
    (PROMOTES, "exd8", "as in exd8=Q"),
    (PROMOTES, "e8=K", "is not a move"),
    (START, "e4=Q", "only a pawn that reaches the last rank"),
    (START, "e2e4q", "only a pawn that reaches the last rank"),
    (START, "Nf3=Q", "only a pawn that reaches the last rank"),
    # castling
    (START, "O-O", "the way is blocked on f1"),
    (START, "O-O-O", "the way is blocked on b1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "O-O", "the king or that rook has moved"),
    ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "cross or reach f1, which is attacked"),
    ("2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", "cross or reach c1, which is attacked"),
    (CHECKED, "O-O", "a king in check cannot castle"),
    (CHECKED, "e1g1", "a king in check cannot castle"),
    (CHECKED, "e1c1", "a king in check cannot castle"),
    (CASTLES, "Kg1", "castling is written O-O"),
    (CASTLES, "Kc1", "castling is written O-O-O"),
    (CASTLES, "O-O-O-O", "has a hyphen"),
    (START, "2026-11-23 22:19 ai: from e9", "is not a move: write it as in e4"),
    # readable, and still not legal
    (TAKES, "d5", "written with its file, as in exd5"),
    (START, "e5", "no piece of yours can move so"),
    (START, "Bb5", "the way is blocked on e2"),
    (START, "a1a5", "the way is blocked on a2"),
    (START, "Nd4", "no piece of yours can move so"),
    (START, "exd3", "a pawn moves diagonally only to take, and nothing is on d3"),
    (START, "e2d3", "nothing is on d3"),
    ("4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1", "e4", "the way is blocked on e4"),
    ("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e4", "the way is blocked on e3"),
    ("4k3/4p3/4P3/8/8/8/8/4K3 b - - 0 1", "e5", "the way is blocked on e6"),
    (START, "Ke2", "your own piece stands on e2"),
    (START, "d4d5", "no piece of yours on d4"),
    (START, "e7e5", "the piece on e7 is not yours"),
    (TAKES, "Nf3", "you have no such piece there"),
    ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e3", "the pawn on e4 would go backwards, and White's"),
    (START.replace(" w ", " b "), "a8", "the pawn on a7 would go backwards, and Black's pawns go"),
    ("4k3/8/8/8/4p3/3P4/8/4K3 b - - 0 1", "exd5", "the pawn on e4 would go backwards"),
    ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e5", "from where it began, and the one on e3 has moved"),
    ("4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", "exe5", "takes only diagonally, not what stands before"),
    (START, "Nd4", "no piece of yours can move so; N stands on b1, g1"),
    (START, "Nh2", "your own piece stands on h2"),
    ("4k3/8/8/8/8/K7/8/7R w - - 0 1", "Kh2", "from a3 to h2 it would leave the board at one side"),
    ("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "Na4", "no piece of yours can move so; N stands on g1"),
    ("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "Na3", "from g1 to a3 it would leave the board"),
    ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "Ba5", "from f1 to a5 it would leave the board"),
    ("4k3/8/8/8/8/7P/8/4KB2 w - - 0 1", "Ba5", "no piece of yours can move so"),
    (PINNED, "Nc3", "it would leave your king in check from"),
    (CHECKED, "d4", "your king is in check from"),
    (PINNED, "e2c3", "it would leave your king in check"),
    (CHECKED, "d4", "your king is in check"),
    (EP_UNCOVERS, "exd3", "it would leave your king in check"),
    (EP_UNCOVERS, "e4d3", "it would leave your king in check"),
    # What gives check after the move, not what is captured or left behind.
    ("4k3/3Q4/8/8/8/8/3R4/4K3 b - - 0 1", "e8d7", "would leave your king in check from d2"),
    ("4r1k1/8/8/8/4K3/8/8/8 w - - 0 1", "Ke3", "would leave your king in check from e8"),
    ("3rr1k1/8/8/8/8/8/8/4K3 w - - 0 1", "Kd1", "would leave your king in check from d8"),
    ("4r1k1/8/8/8/8/8/2n1R3/4K3 w - - 0 1", "Rxc2", "would leave your king in check from e8"),
    ("2R1r1k1/8/8/8/8/8/2n5/4K3 w - - 0 1", "Rxe8+", "your king is in check from c2"),
    ("2R1r1k1/8/8/8/8/8/2n5/4K3 w - - 0 1", "Rxc2", "your king is in check from e8"),
    (EP_UNCOVERS, "exd3", "would leave your king in check from h4"),
]


@pytest.mark.parametrize(("fen", "text", "why"), REFUSED)
def test_it_refuses_and_says_why(fen: str, text: str, why: str):
    with pytest.raises(IllegalMove) as caught:
        CHESS.start(fen).parse(text)
    assert why in str(caught.value)
    assert repr(text) in str(caught.value) or not text


@pytest.mark.parametrize("text", ["O-0", "0-O", "o-0-O", "now O-0"])
def test_castling_of_letters_and_noughts_is_refused(text: str):
    with pytest.raises(IllegalMove, match=r"is not a move|a hyphen"):
        CHESS.start(None).parse(text)


def test_a_long_line_is_quoted_in_part():
    with pytest.raises(IllegalMove) as caught:
        CHESS.start(None).parse("x" * 5000)
    assert repr("x" * 50 + "..." + "x" * 27) in str(caught.value)


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("I play e4", ["e4"]),
        ("1. Nf3 or d2d4!", ["Nf3", "d4"]),
        ("bestmove e2e4", ["e4"]),
        ("e5 is not possible", []),
        ("O-0", []),  # neither of letters nor of noughts: found, but not read
        ("hello", []),
    ],
)
def test_moves_are_found_inside_a_line(line: str, moves: list[str]):
    assert mentioned_moves(CHESS.start(None).native, line) == moves
