"""What every game must keep, tried on every game there is."""

import pickle
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from board_core import IllegalMove, Move, Position, Rules
from board_core.author.conformance import NONSENSE_MOVES
from board_core.author.testing import check_rules
from board_core.match.known_games import HOSTED_GAMES, game_named

EXAMPLES = Path(__file__).parents[2] / "examples"
OWN = {
    name: game_named(f"{EXAMPLES / name}").rules
    for name in (
        "own_game.py:HEAP",
        "games/othello.py:OTHELLO",
        "games/connect_four.py:CONNECT_FOUR",
    )
}
GAMES = {name: game.rules for name, game in HOSTED_GAMES.items()} | OWN

every_game = pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES.keys())


@every_game
def test_every_game_keeps_the_laws(rules: Rules):
    assert [str(violation) for violation in check_rules(rules, games=1)] == []


def random_game(rules: Rules, seed: int, plies: int = 80) -> Iterator[Position]:
    chance, position = random.Random(seed), rules.start(None)
    while position.outcome() is None and plies:
        yield position
        position, plies = position.play(chance.choice(position.legal_moves())), plies - 1


every_built_in_game = pytest.mark.parametrize(
    "rules", [game.rules for game in HOSTED_GAMES.values()], ids=HOSTED_GAMES.keys()
)


@every_built_in_game
def test_play_refuses_what_is_not_legal_with_the_sentence_of_parse(rules: Rules):
    played = list(random_game(rules, seed=6, plies=40))
    seen = {move for position in played for move in position.legal_moves()}
    refused = 0
    for position in played[::4]:
        packed = pickle.dumps(position)
        for move in sorted({*seen, *NONSENSE_MOVES} - set(position.legal_moves()))[:300]:
            fresh = pickle.loads(packed)  # has not worked out any move
            with pytest.raises(IllegalMove) as expected:
                position.parse(move)
            for asked in (fresh, position):
                with pytest.raises(IllegalMove) as caught:
                    asked.play(Move(move))
                assert str(caught.value) == str(expected.value)
            refused += 1
    assert refused
