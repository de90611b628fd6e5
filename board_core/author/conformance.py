"""The laws that the rules of every game must keep, tried in random games.

A law is a function of a :class:`_Moment` that yields a sentence for each violation. An exception is
a violation too. After its first violation a law is not tried again.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from random import Random

from board_core.fast_dataclass import dataclass
from board_core.game.rules import (
    ON_THE_BOARD,
    BadSetup,
    IllegalMove,
    Move,
    Outcome,
    Position,
    Rules,
)
from board_core.game.sides import Color
from board_core.protocols.san_line import CONCEDING_LINES, GO_LINE, MOVE_AGAIN
from board_core.text.harmless_text import MOST_MOVE
from board_core.text.sentence import Listed, Sentence, fields_of, say

FIRST_PLIES = 8
SHARE_FULLY_TRIED = 0.1
"""The share of later positions in which all laws are tried, as they are in the first positions of a
game. Elsewhere only the quick laws are tried, which do not ask for the legal moves again.
"""

MANY_MOVES, FEW_MOVES = 20, 3
"""The number of legal moves tried in a fully tried position, and in any other."""

LONGEST_GAME_PLIES = 1_000
"""The number of plies after which a game is abandoned: rules need not end their games."""

LONGEST_QUOTE = 120
"""The most characters of a text that a sentence quotes."""

RESERVED_WORDS = frozenset(
    (MOVE_AGAIN, GO_LINE, *(word for words in CONCEDING_LINES.values() for word in words))
)
"""The words that the protocol of lines does not read as moves."""

NONSENSE_MOVES = (
    "",
    " ",
    "zz",
    "0000",
    "--",
    "@@@@",
    "e9e9",
    "a0",
    "\x00",
    "a1" * 50,
    "♞",
    "\ufeff",
)
NO_SETUPS = ("", "rubbish", "\x00", "♞", "9" * 5_000)


@dataclass(frozen=True, slots=True)
class Violation:
    """A law that the rules of a game do not keep. ``str()`` is its sentence in English."""

    law: str
    """A name for machines, one of :data:`LAWS`."""
    sentence: Sentence
    setup: str = ""
    """The position in which it was seen."""

    def __str__(self) -> str:
        return str(self.sentence)


@dataclass(frozen=True, slots=True)
class _Moment:
    """A position of a random game, with the moves and texts to try in it."""

    rules: Rules
    position: Position
    again: Position  # the same position, reached a second time
    legal: tuple[Move, ...]
    tried: tuple[Move, ...]  # legal moves to try: some, or all
    foreign: tuple[Move, ...]  # moves that are legal elsewhere
    over: bool
    closely: bool  # True if the legal moves may be asked for once more


Law = Callable[[_Moment], Iterator[Sentence]]


def check_rules(rules: Rules, games: int = 20, *, seed: int = 0) -> tuple[Violation, ...]:
    """Play random games and return the faults of the rules: at most one violation of each law.

    The same seed plays the same games. :data:`LAWS` lists the laws.
    """
    examination = _Examination(rules)
    examination.begins()
    for number in range(games):
        examination.plays(Random(seed * 1_000_003 + number))
    return tuple(examination.found[law] for law in LAWS if law in examination.found)


class _Examination:
    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.found: dict[str, Violation] = {}

    def begins(self) -> None:
        for law, tried in AT_THE_START.items():
            self._try(law, lambda tried=tried: tried(self._rules), "")  # type: ignore[misc]

    def plays(self, chance: Random) -> None:
        """Play one random game and try the laws in its positions."""
        seen: dict[Move, None] = {}
        line: list[Move] = []
        try:
            position = again = self._rules.start(None)
            while len(line) < LONGEST_GAME_PLIES:
                over = position.outcome() is not None
                legal = tuple(position.legal_moves())
                closely = len(line) < FIRST_PLIES or chance.random() < SHARE_FULLY_TRIED
                most = MANY_MOVES if closely else FEW_MOVES
                tried = legal if len(legal) <= most else tuple(chance.sample(legal, most))
                here = frozenset(legal)
                elsewhere = [move for move in seen if move not in here]
                foreign = tuple(chance.sample(elsewhere, min(FEW_MOVES, len(elsewhere))))
                seen.update(dict.fromkeys(legal))
                moment = _Moment(
                    self._rules,
                    position,
                    again,
                    legal,
                    () if over else tried,
                    foreign,
                    over,
                    closely,
                )
                self._look(moment)
                if over or not legal:
                    return
                move = chance.choice(legal)
                line.append(move)
                position, again = position.play(move), again.play(move)
        except Exception as error:
            what = say(
                "{error} was raised after the moves {moves}",
                error=_shown(error),
                moves=" ".join(line[-5:]) or "-",
            )
            self.found.setdefault("play", Violation("play", what))

    def _look(self, moment: _Moment) -> None:
        position, closely = moment.position, moment.closely
        before = _snapshot(position, closely)
        for law, tried in IN_A_GAME.items():
            self._try(law, lambda tried=tried: tried(moment), position.setup)  # type: ignore[misc]
        if "immutable" not in self.found and _snapshot(position, closely) != before:
            changed = say("the position changed when it was asked or played on")
            self._add("immutable", changed, position.setup)

    def _try(self, law: str, tried: Callable[[], Iterator[Sentence]], setup: str) -> None:
        if law in self.found:
            return
        try:
            wrong = next(tried(), None)
        except Exception as error:
            wrong = say("{error} was raised", error=_shown(error))
        if wrong is not None:
            self._add(law, wrong, setup)

    def _add(self, law: str, wrong: Sentence, setup: str) -> None:
        if setup:
            wrong = say("in the position {setup}: {what}", setup=_shown(setup), what=wrong)
        self.found[law] = Violation(law, wrong, setup)


def _snapshot(position: Position, closely: bool) -> tuple[object, ...]:
    legal = tuple(position.legal_moves()) if closely else ()
    pieces, marked = dict(position.pieces()), tuple(position.marked())
    return position.setup, position.to_move, pieces, legal, marked


def _shown(value: object) -> str:
    text = f"{type(value).__name__}: {value}" if isinstance(value, Exception) else repr(value)
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 3]}..."


def _is_line(text: object) -> bool:
    """Return True for a text that can be written and read back as one line."""
    return (
        isinstance(text, str)
        and text != ""
        and text == text.strip()
        and text.isprintable()
        and len(text) <= MOST_MOVE
    )


def _same_moves(one: Sequence[Move], other: Sequence[Move]) -> bool:
    return sorted(one) == sorted(other)


# Laws of the rules themselves


def _names(rules: Rules) -> Iterator[Sentence]:
    if not _is_line(rules.name) or len(rules.name.split()) != 1:
        yield say("{name} is not a name: write one word", name=_shown(rules.name))
    copied = pickle.loads(pickle.dumps(rules))
    if copied != rules or hash(copied) != hash(rules):
        yield say("the rules are not the same after pickling: make 'start' a function of the file")


def _starts(rules: Rules) -> Iterator[Sentence]:
    position = rules.start(None)
    if position.to_move is not rules.first:
        yield say(
            "{side} begins, but the rules name {first}",
            side=position.to_move,
            first=rules.first,
        )
    if position.outcome() is not None or position.claim() is not None:
        yield say("the game is over, or a draw can be claimed, before the first move")
    if position != rules.start(None) or hash(position) != hash(rules.start(None)):
        yield say("two starting positions are not equal, or differ in their hash")
    for color in Color:
        if not position.can_win(color):
            yield say("{side} cannot win from the starting position", side=color)


def _refuses_nonsense(rules: Rules) -> Iterator[Sentence]:
    position = rules.start(None)
    for text in NONSENSE_MOVES:
        try:
            move = position.parse(text)
        except IllegalMove as error:
            if not str(error).strip():
                yield say("the IllegalMove for {text} has no message", text=_shown(text))
        except Exception as error:
            yield say(
                "{text} is not a move and should raise IllegalMove, not {error}",
                text=_shown(text),
                error=_shown(error),
            )
        else:
            if move not in position.legal_moves() or not text.strip():
                yield say("{text} is read as the move {move}", text=_shown(text), move=_shown(move))


def _refuses_setups(rules: Rules) -> Iterator[Sentence]:
    for text in NO_SETUPS:
        try:
            rules.start(text)
        except BadSetup as error:
            if len(text) < LONGEST_QUOTE and repr(text) not in str(error):
                yield say(
                    "the error for the set-up {text} does not quote it: {error}",
                    text=_shown(text),
                    error=_shown(error),
                )
        except Exception as error:
            yield say(
                "the set-up {text} should raise BadSetup, not {error}",
                text=_shown(text),
                error=_shown(error),
            )
        else:
            yield say("the set-up {text} is accepted as a position", text=_shown(text))


# Laws of each position


def _lists_moves(at: _Moment) -> Iterator[Sentence]:
    if not at.legal and not at.over:
        yield say("the game goes on although no move is legal")
    if len(set(at.legal)) < len(at.legal):
        twice = next(move for move in at.legal if at.legal.count(move) > 1)
        yield say("the move {move} is listed twice", move=_shown(twice))
    if at.closely and tuple(at.position.legal_moves()) != at.legal:
        yield say("asked twice, it lists different moves, or a different order")
    for move in at.legal:
        if not _is_line(move):
            yield say(
                "{move} is not a move: write a text of 1 to {most} characters without a line break",
                move=_shown(move),
                most=MOST_MOVE,
            )


def _reads_moves(at: _Moment) -> Iterator[Sentence]:
    for move in at.tried:
        for text in (move, f" {move}\r\n"):
            if (read := at.position.parse(text)) != move:
                yield say(
                    "the text {text} is read as {read}, not as the move {move}",
                    text=_shown(text),
                    read=_shown(read),
                    move=_shown(move),
                )


def _reads_notation(at: _Moment) -> Iterator[Sentence]:
    for move in at.tried:
        text = at.position.notation(move)
        if not _is_line(text) or text in RESERVED_WORDS:
            yield say(
                "the move {move} is written as {text}, which cannot be sent to programs",
                move=_shown(move),
                text=_shown(text),
            )
        elif (read := at.position.parse(text)) != move:
            yield say(
                "the move {move} is written as {text}, which is read as {read}",
                move=_shown(move),
                text=_shown(text),
                read=_shown(read),
            )


def _plays(at: _Moment) -> Iterator[Sentence]:
    for move in at.tried:
        after = at.position.play(move)
        if after == at.position:
            yield say("the move {move} changes nothing", move=_shown(move))
        if not isinstance(after.to_move, Color):
            yield say(
                "after {move} the side to move is invalid: {side}",
                move=move,
                side=_shown(after.to_move),
            )


def _refuses_moves(at: _Moment) -> Iterator[Sentence]:
    if at.over:
        return
    for move in (*at.foreign, Move("zz"), Move("")):
        if move in at.legal:
            continue
        try:
            at.position.play(move)
        except IllegalMove:
            continue
        except Exception as error:
            yield say(
                "play({move}) is not legal, and should raise IllegalMove, not {error}",
                move=_shown(move),
                error=_shown(error),
            )
        else:
            yield say("play({move}) accepts a move that is not legal", move=_shown(move))


def _is_set_up_again(at: _Moment) -> Iterator[Sentence]:
    text = at.position.setup
    if not isinstance(text, str) or not text.isprintable() or not text.strip():
        yield say("its set-up is not a text of one line")
    again = at.rules.start(text)
    if again.setup != text:
        yield say("its set-up leads to another set-up: {setup}", setup=_shown(again.setup))
    if dict(again.pieces()) != dict(at.position.pieces()):
        yield say("its set-up leads to a position with other pieces")
    if again.to_move is not at.position.to_move:
        yield say("its set-up leads to a position in which the other side is to move")
    if at.closely and not at.over and not _same_moves(again.legal_moves(), at.legal):
        yield say("its set-up leads to a position with other legal moves")


def _is_a_value(at: _Moment) -> Iterator[Sentence]:
    if at.position != at.again or hash(at.position) != hash(at.again):
        yield say(
            "the same moves lead to two positions that are not equal, or differ in their hash"
        )
    text: object = at.position.setup
    if at.position == text:
        yield say("it is equal to a text")


def _is_pickled(at: _Moment) -> Iterator[Sentence]:
    if not at.closely:
        return  # a position may carry all its past
    copied = pickle.loads(pickle.dumps(at.position))
    if copied != at.position or hash(copied) != hash(at.position):
        yield say("after pickling it is not equal to the original")


def _gives_boards(at: _Moment) -> Iterator[Sentence]:
    one, other = at.position.native, at.position.native
    how: object = type(one).__hash__
    if one is other and how in (None, object.__hash__):
        yield say("its 'native' is the same object twice, which a player could change")


def _shows_pieces(at: _Moment) -> Iterator[Sentence]:
    for place, symbol in at.position.pieces().items():
        if place not in at.rules.geometry:
            yield say("a piece stands on {place}, which is not on the board", place=_shown(place))
        if not isinstance(symbol, str) or not symbol or not symbol.isprintable():
            yield say("{symbol} on {place} is not a piece", symbol=_shown(symbol), place=place)
    for place in at.position.marked():
        if place not in at.rules.geometry:
            yield say("the mark on {place} is not on the board", place=_shown(place))


def _touches_places(at: _Moment) -> Iterator[Sentence]:
    for move in at.tried:
        for place in at.rules.places(at.position, move):
            if place not in at.rules.geometry:
                yield say(
                    "the move {move} touches {place}, which is not on the board",
                    move=_shown(move),
                    place=_shown(place),
                )


def _tells_outcomes(at: _Moment) -> Iterator[Sentence]:
    for one, other in (
        (at.position.outcome(), at.position.outcome()),
        (at.position.claim(), at.position.claim()),
    ):
        if one != other:
            yield say("asked twice, it gives two outcomes: {one}, {other}", one=one, other=other)
        if one is None:
            continue
        if not isinstance(one, Outcome) or not isinstance(one.winner, Color | None):
            yield say("{outcome} is not an outcome", outcome=_shown(one))
        elif one.reason not in ON_THE_BOARD:
            yield say(
                "the rules of a game cannot end it by {reason}: write Reason.RULES, and a detail",
                reason=_shown(one.reason.value),
            )
    if any(not isinstance(at.position.can_win(color), bool) for color in Color):
        yield say("can_win answers neither True nor False")


def _describes_moves(at: _Moment) -> Iterator[Sentence]:
    for move in at.tried:
        told = at.position.describe(move)
        if not isinstance(told, Sentence):
            yield say("describe({move}) is not a sentence: write say(...)", move=_shown(move))
        elif missing := set(fields_of(told.template)) - set(told.facts):
            yield say(
                "describe({move}) has no fact for {fields}",
                move=_shown(move),
                fields=Listed(sorted(missing)),
            )
        elif not str(told).strip() or not str(told).isprintable():
            yield say("describe({move}) is empty, or longer than a line", move=_shown(move))


def _turns(at: _Moment) -> Iterator[Sentence]:
    after = at.position.after_null_move()
    if after is None:
        return
    if after.to_move is at.position.to_move:
        yield say("after_null_move() leaves the same side to move")
    if dict(after.pieces()) != dict(at.position.pieces()):
        yield say("after_null_move() has other pieces")


AT_THE_START: dict[str, Callable[[Rules], Iterator[Sentence]]] = {
    "rules": _names,
    "start": _starts,
    "nonsense": _refuses_nonsense,
    "bad-setup": _refuses_setups,
}

IN_A_GAME: dict[str, Law] = {
    "moves": _lists_moves,
    "parse": _reads_moves,
    "notation": _reads_notation,
    "play": _plays,
    "illegal": _refuses_moves,
    "setup": _is_set_up_again,
    "value": _is_a_value,
    "pickle": _is_pickled,
    "native": _gives_boards,
    "pieces": _shows_pieces,
    "places": _touches_places,
    "outcome": _tells_outcomes,
    "describe": _describes_moves,
    "turned": _turns,
}

LAWS: dict[str, Sentence] = {
    "rules": say("the rules have a name, and can be sent to other processes"),
    "start": say("a game begins with the first side and is not over"),
    "nonsense": say("a text that is not a move raises IllegalMove"),
    "bad-setup": say("a text that is not a position raises BadSetup, which quotes it"),
    "moves": say(
        "legal moves exist, are texts, and are listed once each, always in the same order"
    ),
    "parse": say("a legal move is read back from its text"),
    "notation": say("a legal move is read back from its notation"),
    "play": say("a legal move can be played, and makes another position"),
    "illegal": say("a move that is not legal is refused by play()"),
    "immutable": say("a position does not change"),
    "setup": say("the set-up of a position restores the same position"),
    "value": say("positions after the same moves are equal and have the same hash"),
    "pickle": say("a position can be pickled"),
    "native": say("players are given a board of their own"),
    "pieces": say("pieces and marks are on the board"),
    "places": say("moves touch places of the board"),
    "outcome": say("the outcome is one that rules can give, and always the same"),
    "describe": say("a move can be described in a sentence"),
    "turned": say("a null move changes only the side to move"),
}
"""The laws, in the order in which they are tried, by their names."""
