"""What every game must keep, tried on every game there is."""

import pickle
import random
from collections.abc import Iterator

import pytest

from board_core import BadSetup, Color, IllegalMove, Move, Position, Rules
from board_core.hosted import HOSTED

NONSENSE = [
    "",
    " ",
    "zz",
    "0000",
    "--",
    "Z0",
    "@@@@",
    "e9e9",
    "a0",
    "\x00",
    "a1" * 50,
    "♞",
    "\ufeff",
]

every_game = pytest.mark.parametrize(
    "rules", [game.rules for game in HOSTED.values()], ids=HOSTED.keys()
)


def random_game(rules: Rules, seed: int, plies: int = 80) -> Iterator[Position]:
    chance, position = random.Random(seed), rules.start(None)
    while position.outcome() is None and plies:
        yield position
        position, plies = position.play(chance.choice(position.legal_moves())), plies - 1


def squares(rules: Rules) -> set[str]:
    files, ranks = rules.geometry.size
    return {
        f"{file}{rank}"
        for file in rules.geometry.column_labels[:files]
        for rank in range(1, ranks + 1)
    }


@every_game
@pytest.mark.parametrize("seed", range(4))
def test_random_games_keep_the_contract(rules: Rules, seed: int):
    for position in random_game(rules, seed):
        moves = position.legal_moves()
        assert moves
        assert len(set(moves)) == len(moves)
        assert set(position.pieces()) <= squares(rules)
        assert position.play(moves[0]).to_move is position.to_move.other


@every_game
@pytest.mark.parametrize("seed", range(4))
def test_every_legal_move_is_read_back_from_its_text_and_its_notation(rules: Rules, seed: int):
    for position in random_game(rules, seed, plies=40):
        for move in position.legal_moves():
            assert position.parse(move) == move
            assert position.parse(position.notation(move)) == move
            assert position.parse(f" {move}\r\n") == move


@every_game
def test_a_position_is_not_changed_by_play(rules: Rules):
    for position in random_game(rules, seed=9, plies=30):
        before = position.setup, dict(position.pieces()), list(position.legal_moves())
        for move in position.legal_moves():
            position.notation(move)
            position.play(move)
        assert before == (position.setup, position.pieces(), list(position.legal_moves()))


@every_game
def test_play_refuses_what_is_not_legal_with_the_sentence_of_parse(rules: Rules):
    played = list(random_game(rules, seed=6, plies=40))
    seen = {move for position in played for move in position.legal_moves()}
    refused = 0
    for position in played[::4]:
        for move in sorted({*seen, *NONSENSE} - set(position.legal_moves()))[:300]:
            fresh = pickle.loads(pickle.dumps(position))  # has not worked out any move
            with pytest.raises(IllegalMove) as expected:
                position.parse(move)
            for asked in (fresh, position):
                with pytest.raises(IllegalMove) as caught:
                    asked.play(Move(move))
                assert str(caught.value) == str(expected.value)
            refused += 1
    assert refused


@every_game
def test_positions_are_equal_when_the_same_was_played(rules: Rules):
    for one, other in zip(random_game(rules, 5), random_game(rules, 5), strict=True):
        assert one == other
        assert hash(one) == hash(other)
        assert one.setup == other.setup
    assert one != rules.start(None)
    assert one != one.setup
    assert len({one, other, rules.start(None)}) == 2


@every_game
def test_every_move_makes_another_position(rules: Rules):
    for position in random_game(rules, seed=4, plies=20):
        after = [position.play(move) for move in position.legal_moves()]
        assert position not in after


@every_game
def test_positions_and_rules_are_the_same_after_pickling(rules: Rules):
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules
    assert hash(again) == hash(rules)
    for position in random_game(rules, seed=3):
        copied = pickle.loads(pickle.dumps(position))
        assert copied == position
        assert hash(copied) == hash(position)
        assert list(copied.legal_moves()) == list(position.legal_moves())


@every_game
def test_a_setup_makes_the_same_position(rules: Rules):
    for position in random_game(rules, seed=8):
        again = rules.start(position.setup)
        assert again.setup == position.setup
        assert again.pieces() == position.pieces()
        assert again.to_move is position.to_move


@every_game
def test_native_is_fresh_at_each_call(rules: Rules):
    position = rules.start(None)
    assert position.native is not position.native


@every_game
def test_a_game_begins_with_its_first_side_and_is_open(rules: Rules):
    position = rules.start(None)
    assert position.to_move is rules.first
    assert position.outcome() is None
    assert position.claim() is None
    assert all(position.can_win(color) for color in Color)


@every_game
@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_is_an_illegal_move(rules: Rules, text: str):
    with pytest.raises(IllegalMove) as caught:
        rules.start(None).parse(text)
    assert str(caught.value) == str(caught.value.sentence)


@every_game
@pytest.mark.parametrize("text", ["", "rubbish", "\x00", "8/8/8/8/8/8/8/8 w - - 0 1"])
def test_a_bad_setup_is_quoted(rules: Rules, text: str):
    with pytest.raises(BadSetup) as caught:
        rules.start(text)
    assert repr(text) in str(caught.value)


@every_game
def test_what_a_frontend_asks_of_a_position_names_its_squares_and_legal_moves(rules: Rules):
    for position in random_game(rules, seed=7, plies=60):
        moves = position.legal_moves()
        assert set(position.marked()) <= squares(rules)
        for move in moves:
            assert set(rules.places(position, move)) <= squares(rules)
            assert str(position.describe(move))
        turned = position.turned()
        if turned is not None:
            assert turned.to_move is position.to_move.other
            assert turned.pieces() == position.pieces()
