"""Positions are set up piece by piece; what is wrong with them is said."""

from __future__ import annotations

import pytest

from board_core import Color
from board_core.games.look import Arrangement, Arranger
from board_core.match.known_games import HOSTED_GAMES, game_named

CASTLING = "r3k2r/pppp1ppp/8/8/4pP2/8/PPPPP1PP/R3K2R b KQkq f3 0 5"


def arranger(name: str) -> Arranger:
    make = game_named(name).arranger
    assert make is not None
    return make(game_named(name).rules)


def arranged(name: str, setup: str | None = None) -> tuple[Arranger, Arrangement]:
    chosen = arranger(name)
    return chosen, chosen.read(chosen.rules.start(setup))


def told(chosen: Arranger, arrangement: Arrangement) -> list[str]:
    return [str(flaw.sentence) for flaw in chosen.flaws(arrangement)]


@pytest.mark.parametrize("name", HOSTED_GAMES)
def test_the_start_of_every_game_is_read_and_written_without_a_flaw(name: str) -> None:
    chosen, start = arranged(name)
    assert chosen.flaws(start) == ()
    assert chosen.rules.start(chosen.written(start)).pieces() == start.pieces
    assert set(start.pieces.values()) <= set(chosen.palette)


def test_rights_and_the_passed_square_are_kept() -> None:
    chosen, found = arranged("chess", CASTLING)
    assert found.rights == frozenset("KQkq")
    assert found.passed == "f3"
    assert chosen.written(found).split()[:4] == CASTLING.split()[:4]


def test_a_right_is_written_only_while_its_rook_stands() -> None:
    chosen, found = arranged("chess", CASTLING)
    moved = found.carried("h1", "g1")
    assert chosen.rights(moved) == ("Q", "k", "q")
    assert chosen.written(moved).split()[2] == "Qkq"
    assert chosen.written(moved.carried("g1", "h1")).split()[2] == "KQkq"
    assert chosen.written(found.toggled("q")).split()[2] == "KQk"


def test_a_passed_square_is_offered_only_where_a_pawn_can_take() -> None:
    chosen, found = arranged("chess", CASTLING)
    assert chosen.passable(found) == ("f3",)
    assert chosen.passable(found.without("e4")) == ()
    assert chosen.written(found.without("e4")).split()[3] == "-"
    assert found.turned().passed == ""


@pytest.mark.parametrize(
    ("fen", "sentence", "places"),
    [
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king", ()),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "each side needs one king", ("d1", "e1", "e8")),
        (
            "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "no pawn can stand on the first or the last rank",
            ("a8",),
        ),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "the side to move could take the king", ("e8",)),
    ],
)
def test_a_flaw_is_said_with_its_squares(fen: str, sentence: str, places: tuple[str, ...]) -> None:
    chosen, start = arranged("chess")
    board = start.emptied()
    for row, text in enumerate(fen.split()[0].split("/")):
        column = 0
        for sign in text:
            if sign.isdigit():
                column += int(sign)
            else:
                board = board.put(f"{'abcdefgh'[column]}{8 - row}", sign)
                column += 1
    (flaw,) = [each for each in chosen.flaws(board) if str(each.sentence) == sentence]
    assert tuple(flaw.places) == places


def test_what_a_variant_alone_forbids_is_said_too() -> None:
    chosen, start = arranged("racing-kings")
    assert "no king may be in check in this game" in told(chosen, start.put("h5", "r"))


def test_an_empty_board_says_what_is_missing() -> None:
    chosen, start = arranged("chess")
    assert {"White has no king", "Black has no king"} <= set(told(chosen, start.emptied()))


def test_stones_are_set_in_any_number_and_a_won_position_names_its_line() -> None:
    chosen, start = arranged("renju")
    board = start.put("h8", "x").put("h9", "O").turned()
    assert board.to_move is Color.WHITE
    assert chosen.flaws(board) == ()
    assert chosen.rules.start(chosen.written(board)).pieces() == {"h8": "x", "h9": "O"}
    for place in ("a1", "b1", "c1", "d1", "e1"):
        board = board.put(place, "O")
    (flaw,) = chosen.flaws(board)
    assert str(flaw.sentence) == "the side to move has won already"
    assert set(flaw.places) == {"a1", "b1", "c1", "d1", "e1"}
    assert chosen.flaws(board.turned()) == ()
