"""A move that is refused is tried on the boards that usual mistakes leave."""

import pytest

from board_core.game.rules import IllegalMove
from board_core.games import CHESS
from board_core.games.chess import mistakes as rows
from board_core.text.findings import row_of

EN_PASSANT = "e4 a6 e5 d5 exd6"
CASTLED = "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O"


def fits(line: str, text: str, setup: str | None = None) -> list[str]:
    start = position = CHESS.start(setup)
    moves = []
    for move in line.split():
        moves.append(position.parse(move))
        position = position.play(moves[-1])
    with pytest.raises(IllegalMove):
        position.parse(text)
    return [row_of(each).code for each in start.mistakes(moves, text)]


@pytest.mark.parametrize(
    ("line", "text", "row"),
    [
        ("e4", "a1a1", rows.EMPTY_MOVE),
        ("e4 e5", "Ra8=Q", rows.PIECE_PROMOTED),
        (f"{CASTLED} Nf6 h3 h6", "Rh2", rows.ROOK_STAYED),
        (f"{EN_PASSANT} h5 a3 h4 a4", "d5d4", rows.PAWN_LEFT),
        ("e4 d5 h3 d4 c4 h6 h4", "dxc3", rows.EN_PASSANT_KEPT),
        ("d4", "c4", rows.UPSIDE_DOWN),
        ("e4 e5 Nf3 Nc6", "Ng1h3", rows.OWN_MOVE_MISSING),
        ("e4 d5 exd5", "dxe4", rows.LAST_MOVE_MISSING),
        ("e4 e5 Nf3 Nc6", "Nf3", rows.LAST_QUESTION),
        ("e4", "e2e4", rows.BEFORE_THE_LAST_MOVE),
        ("e4", "Nc3", rows.OTHER_SIDE),
        ("e4 e5 Nf3 Nc6 Bc4 Bc5", "e2e4", rows.AT_THE_START),
        ("d4 d5 c4 dxc4 e4", "d7d5", rows.ONLY_THE_LAST),
    ],
    ids=lambda value: getattr(value, "code", None),
)
def test_a_refused_move_fits_the_board_of_a_usual_mistake(line, text, row):
    assert row.code in fits(line, text)


def test_a_promotion_may_have_been_read_otherwise():
    setup = "8/P6k/8/8/8/8/7p/K7 w - - 0 1"
    assert rows.PROMOTED_OTHERWISE.code in fits("a8=N h1=Q+ Kb2 Qg1", "Qa8a5", setup)
    assert rows.PROMOTED_OTHERWISE.code in fits("a8=Q Kg6 Ka2", "Qa8b8", setup)  # it took it over


def test_a_kept_en_passant_square_may_be_that_of_its_own_pawn():
    assert rows.EN_PASSANT_KEPT.code in fits("a3 e5 b3", "dxe6")


def test_a_check_is_overlooked_in_the_corner_of_square_0():
    setup = "1k6/8/8/8/8/6R1/8/K7 b - - 0 1"
    shuffle = "Ka8 Rg2 Kb8 Rg3 " * 13
    assert fits(f"{shuffle}Kb7 Ra3", "Ka8", setup) == [rows.KING_ON_ZERO.code]
    assert fits("Kb7 Ra3", "Ka8", setup) == [], "it may overlook every check"
    assert fits(f"{shuffle}Kc8 Rb3", "Kb8", setup) == []


@pytest.mark.parametrize("text", ["O-O", "e9", "Bb3", "Ke3"])
def test_a_move_that_fits_no_such_board_is_explained_by_none(text):
    assert fits("e4 e5", text) == []


def test_what_says_enough_by_itself_needs_no_other_board():
    assert fits("", "Nd2", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1") == []  # ambiguous
    assert fits("", "Kg1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1") == []  # castling


def test_a_piece_with_the_letter_of_another_is_known():
    assert fits("e4 e5", "Kc3") == [rows.OTHER_LETTER.code]
    assert fits("e4 e5", "Ke1c3") == []


@pytest.mark.parametrize("text", ["R`1", "Bx`5+", "Ni3", "e9", "Ka0"])
def test_a_square_beside_the_board_is_called_so(text):
    with pytest.raises(IllegalMove) as why:
        CHESS.start(None).parse(text)
    assert row_of(why.value.sentence).code == "off-the-board"
