"""The conformance suite finds each law that is broken, and says in a sentence what is wrong."""

import random
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from board_core import BadSetup, Color, IllegalMove, Move, Outcome, Reason, Rules, say
from board_core.author.conformance import LAWS
from board_core.author.testing import check_rules
from board_core.match.known_games import game_named

OWN_GAME = Path(__file__).parents[2] / "examples" / "own_game.py"
HEAP = game_named(f"{OWN_GAME}:HEAP").rules
Heap = type(HEAP.start(None))


@dataclass(frozen=True)
class Start:
    """How a broken game begins; it can be pickled."""

    name: str

    def __call__(self, setup):
        position = HEAP.start(setup)
        return KINDS[self.name](position.matches, position.to_move)


ASKED: dict[int, int] = {}
SHARED_BOARD: list[int] = []


class Mutable(Heap):
    """Counts how often it was asked, and shows it."""

    def pieces(self):
        count = ASKED[id(self)] = ASKED.get(id(self), 0) + 1
        return {f"a{count % 21 + 1}": "I"}


class Unequal(Heap):
    __hash__ = object.__hash__

    def __eq__(self, other):
        return self is other


class Dazed(Heap):
    """Forgets a match whenever it is copied."""

    def __reduce__(self):
        return type(self), (self.matches - 1, self.to_move)


class Native(Heap):
    @property
    def native(self):
        return SHARED_BOARD


class ForgetfulSetup(Heap):
    @property
    def setup(self):
        return f"{self.matches} w"


def doubled(self):
    moves = Heap.legal_moves(self)
    return moves + moves[:1]


def shuffled(self):
    return random.sample(Heap.legal_moves(self), len(Heap.legal_moves(self)))


def takes_anything(self, move):
    taken = int(move) if move.isdigit() else 1
    return replace(self, matches=max(0, self.matches - taken), to_move=self.to_move.other)


def parse_without_blanks(self, text):
    if text in Heap.legal_moves(self):
        return Move(text)
    raise IllegalMove(say("{text} is no number", text=repr(text)))


def parse_anything(self, text):
    try:
        return Heap.parse(self, text)
    except IllegalMove:
        return Move("1")


def raises(self, *given):
    raise KeyError("unforeseen")


def crashes_at_nonsense(self, text):
    return Move(str(int(text)))


def over(winner, reason):
    return lambda self: None if self.matches else Outcome(winner, reason)


BROKEN = {
    "moves: twice": ("moves", {"legal_moves": doubled}, "is listed twice"),
    "moves: order": ("moves", {"legal_moves": shuffled}, "different order"),
    "moves: none": ("moves", {"legal_moves": lambda self: []}, "no move is legal"),
    "moves: text": ("moves", {"legal_moves": lambda self: [Move("1\n")]}, "is not a move"),
    "parse: blanks": ("parse", {"parse": parse_without_blanks}, "is no number"),
    "nonsense: taken": ("nonsense", {"parse": parse_anything}, "is read as the move '1'"),
    "nonsense: error": ("nonsense", {"parse": crashes_at_nonsense}, "not ValueError"),
    "notation: other": ("notation", {"notation": lambda self, move: "1"}, "is read as '1'"),
    "notation: word": ("notation", {"notation": lambda self, move: "."}, "cannot be sent"),
    "play: raises": ("play", {"play": raises}, "KeyError"),
    "illegal": ("illegal", {"play": takes_anything}, "accepts a move that is not legal"),
    "setup: side": ("setup", ForgetfulSetup, "the other side is to move"),
    "value": ("value", Unequal, "not equal"),
    "pickle": ("pickle", Dazed, "after pickling"),
    "native": ("native", Native, "the same object twice"),
    "pieces": ("pieces", {"pieces": lambda self: {"z9": "I"}}, "'z9', which is not on the board"),
    "marked": ("pieces", {"marked": lambda self: ["b1"]}, "mark on 'b1'"),
    "immutable": ("immutable", Mutable, "position changed"),
    "outcome": ("outcome", {"outcome": over(Color.WHITE, Reason.TIME)}, "cannot end it by 'time'"),
    "outcome: none": ("outcome", {"outcome": lambda self: "won" if not self.matches else None}, ""),
    "claim": ("outcome", {"can_win": lambda self, color: 1 if self.matches else 0}, "can_win"),
    "describe": ("describe", {"describe": lambda self, move: say("takes {n}")}, "no fact for n"),
    "describe: text": ("describe", {"describe": lambda self, move: "takes"}, "write say(...)"),
    "turned": ("turned", {"after_null_move": lambda self: self}, "the same side"),
    "start": (
        "start",
        {"claim": lambda self: Outcome(None, Reason.RULES)},
        "a draw can be claimed",
    ),
}
KINDS = {
    name: type(f"Broken{number}", (Heap,), changes) if isinstance(changes, dict) else changes
    for number, (name, (_, changes, _)) in enumerate(BROKEN.items())
}
globals().update({kind.__name__: kind for kind in KINDS.values()})
for kind in KINDS.values():
    kind.__module__, kind.__qualname__ = __name__, kind.__name__


def laws_of(rules: Rules) -> dict[str, str]:
    return {violation.law: str(violation) for violation in check_rules(rules, games=3)}


@pytest.mark.parametrize("name", BROKEN)
def test_each_law_that_is_broken_is_found(name):
    law, _, words = BROKEN[name]
    found = laws_of(replace(HEAP, start=Start(name), origin=None))
    assert words in found[law]


def no_setup(setup):
    if setup == "rubbish":
        raise BadSetup(say("no"))
    return HEAP.start(setup)


def any_setup(setup):
    return HEAP.start(None)


OF_THE_RULES = {
    "bad-setup: quoted": ("bad-setup", {"start": no_setup}, "does not quote it"),
    "bad-setup": ("bad-setup", {"start": any_setup}, "is accepted as a position"),
    "places": ("places", {"places_of": lambda position, move: ("q1",)}, "touches 'q1'"),
    "rules: name": ("rules", {"name": "two words"}, "is not a name"),
    "rules: pickled": ("rules", {"start": lambda setup: HEAP.start(setup)}, "was raised"),
    "start: side": ("start", {"first": Color.BLACK}, "begins, but the rules name"),
}


@pytest.mark.parametrize("name", OF_THE_RULES)
def test_what_is_wrong_with_the_rules_themselves_is_found(name):
    law, changes, words = OF_THE_RULES[name]
    assert words in laws_of(replace(HEAP, origin=None, **changes))[law]


def test_every_law_is_broken_by_some_game_here():
    broken = {law for law, _, _ in (*BROKEN.values(), *OF_THE_RULES.values())}
    assert broken == set(LAWS)


def test_a_sound_game_breaks_none_and_a_violation_names_the_position():
    assert check_rules(HEAP) == ()
    (violation, *_) = check_rules(replace(HEAP, start=Start("marked"), origin=None))
    assert violation.setup == "21 w"
    assert "'21 w'" in str(violation)


def test_the_same_seed_finds_the_same():
    rules = replace(HEAP, start=Start("illegal"), origin=None)
    assert check_rules(rules, seed=4) == check_rules(rules, seed=4)
