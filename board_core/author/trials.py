"""Tests of an AI: whole games, and failures that show the board, the moves and the reason.

They work with any test framework; pytest also has them as fixtures
(:mod:`board_core.author.pytest_plugin`). An AI is a function of the board, a text in the grammar of
:mod:`board_core.match.player_spec` (``my_ai.py:choose``, ``my_ai.py``, ``uci:stockfish``,
``random``) or a player, which stays open. A function that a text names runs in a process of its
own, where a crash is a lost game; ``isolate=True`` does the same for a function of the test, and
``isolate=False`` for none. With the same seed the built-in opponents play the same games.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from itertools import islice, zip_longest
from typing import Any, NoReturn

from board_core.fast_dataclass import dataclass
from board_core.game.clock import TimeControl
from board_core.game.events import Event, MoveRejected
from board_core.game.player import Explanation, Player, Resign
from board_core.game.rules import BLAMES_A_PLAYER, ON_THE_BOARD, Outcome, Position, Reason, Rules
from board_core.game.sides import Color
from board_core.game.words import Words
from board_core.games.chess import CHESS
from board_core.match.player_spec import BadPlayer, parse_player
from board_core.match.spec import GameSpec
from board_core.players.in_process import InProcessAI
from board_core.players.scripted import FakeTime, ScriptedPlayer
from board_core.record import PlayedGame
from board_core.text.languages import N_
from board_core.text.sentence import BoardError, Listed, Sentence

from .analysis import ADVISER_SEED, Adviser, judge
from .coach import coach

AI = str | Player | Callable[..., Any]
"""The kinds of players that can be tested, and tested against."""


A_MINUTE = TimeControl(base=60)
TEN_SECONDS = TimeControl(per_move=10)

COACH_NODES, LEAST_COACH_NODES = 40_000, 200
"""Positions that the review of a lost game searches in all, and for each move at least."""


@dataclass(frozen=True, slots=True)
class Trial:
    """The record of one game of an AI under test. ``str()`` shows all of it."""

    game: PlayedGame
    refused: tuple[MoveRejected, ...]

    @property
    def outcome(self) -> Outcome:
        return self.game.outcome

    @property
    def winner(self) -> Color | None:
        return self.outcome.winner

    @property
    def reason(self) -> Reason:
        return self.outcome.reason

    @property
    def moves(self) -> tuple[str, ...]:
        """Return the moves in SAN."""
        return tuple(move.notation for move in self.game.moves)

    def score(self, color: Color) -> float:
        """Return 1 for a win, 0.5 for a draw and 0 for a loss."""
        return 0.5 if self.winner is None else float(self.winner is color)

    def lesson(self) -> str:
        """Return what the loser can learn from the game, in three sentences.

        ``hard`` reviews it for some seconds. Empty for a game that nobody lost on the board, and
        for one that ``hard`` does not play.
        """
        said = _lesson_of(self.game)
        return "\n".join(map(Words().sentence, said))

    def __str__(self) -> str:
        """Return the board, the moves, the result with its reason, and all facts of a failure."""
        words = Words()
        names, last = self.game.names, self.game.last_position
        codes = self.game.explanation.codes if self.game.explanation else ()
        parts = [
            words.text(
                N_("{white} (White) - {black} (Black)"), white=names.white, black=names.black
            ),
            drawing(self.game.rules, last),
            last.setup,
            " ".join(numbered(self.game)),
            words.outcome(self.outcome, self.game.explanation),
            *(words.text(N_("see 'board why {code}'"), code=code) for code in codes[:1]),
            *_evidence(self.game.explanation, words),
        ]
        return "\n".join(part for part in parts if part)


def play(
    white: AI,
    black: AI,
    *,
    seed: int = 0,
    setup: str | None = None,
    moves: Iterable[str] = (),
    time_control: TimeControl = A_MINUTE,
    rules: Rules = CHESS,
    isolate: bool | None = None,
) -> Trial:
    """Play one game and return it.

    ``setup`` (a FEN, or a position as the rules write it) and ``moves`` set where it begins.
    """
    made = partial(opened, rules=rules, isolate=isolate)
    with made(white, seed) as one, made(black, seed + 1) as other:
        return _played(one, other, rules, setup, moves, time_control)


def assert_plays_legally(
    ai: AI,
    games: int = 10,
    *,
    against: AI = "random",
    seed: int = 0,
    time_control: TimeControl = A_MINUTE,
    rules: Rules = CHESS,
    isolate: bool | None = None,
) -> None:
    """Assert that it plays games in both colours without a fault.

    Faults are an illegal answer, a crash and a loss on time.
    """
    __tracebackhide__ = True
    made = partial(opened, rules=rules, isolate=isolate)
    with made(ai, seed) as player, made(against, seed + 1) as opponent:
        for number, (color, game) in enumerate(
            _series(player, opponent, games, time_control, rules), 1
        ):
            if at_fault(game, color):
                _fail(
                    N_("{name} does not play legally: game {number} of {games}, as {color}"),
                    game,
                    name=player.name,
                    number=number,
                    games=games,
                    color=color,
                )


def assert_beats(
    ai: AI,
    opponent: AI,
    games: int = 20,
    score: float = 0.9,
    *,
    seed: int = 0,
    time_control: TimeControl = A_MINUTE,
    rules: Rules = CHESS,
    isolate: bool | None = None,
) -> None:
    """Assert that it reaches this share of the points in games of both colours.

    A draw is half a point. The games end as soon as the answer is certain.
    """
    __tracebackhide__ = True
    points, wanted = 0.0, score * games - 1e-9
    made = partial(opened, rules=rules, isolate=isolate)
    with made(ai, seed) as player, made(opponent, seed + 1) as other:
        for number, (color, game) in enumerate(
            _series(player, other, games, time_control, rules), 1
        ):
            points += game.score(color)
            if points >= wanted:
                return
            if points + games - number < wanted:
                _fail(
                    N_(
                        "{name} has {points:g} of {number} points against {opponent} and can no "
                        "longer reach {score:.0%} in {games} games; its last game, as {color}"
                    ),
                    game,
                    name=player.name,
                    points=points,
                    number=number,
                    opponent=other.name,
                    score=score,
                    games=games,
                    color=color,
                    lesson=game.winner is color.other,
                )


def assert_moves(
    ai: AI,
    fen: str | None = None,
    *,
    any_of: Collection[str],
    seed: int = 0,
    time_control: TimeControl = TEN_SECONDS,
    rules: Rules = CHESS,
    isolate: bool | None = None,
) -> None:
    """Assert that it plays one of these moves in a position.

    ``fen`` is the position, None the standard one; ``any_of`` are moves as people write them.
    Raises ValueError for moves that are not legal there, for a bad position, and for a program
    whose protocol cannot send one.
    """
    __tracebackhide__ = True
    start = rules.start(fen)
    wanted = {start.parse(text) for text in ([any_of] if isinstance(any_of, str) else any_of)}
    visitor = ScriptedPlayer(FakeTime(), Resign(), name="referee")
    with opened(ai, seed, rules, isolate) as player:
        white, black = (player, visitor) if start.to_move is Color.WHITE else (visitor, player)
        game = _played(white, black, rules, fen, (), time_control)
    made = game.game.moves[0] if game.game.moves else None
    if made is None or at_fault(game, start.to_move):
        _fail(N_("{name} made no move"), game, name=player.name)
    if made.move not in wanted:
        _fail(
            N_("{name} plays {move}, not {wanted}"),
            game,
            name=player.name,
            move=made.notation,
            wanted=Listed(sorted(start.notation(move) for move in wanted)),
        )


@contextmanager
def opened(
    ai: AI, seed: int = 0, rules: Rules | None = None, isolate: bool | None = None
) -> Iterator[Player]:
    """Return the player that ``ai`` describes, closed at the end if it was made here.

    ``isolate`` is that of :func:`~board_core.match.play_match`. Raises BadPlayer for a text that
    names none, or one that does not play the game.
    """
    if isinstance(ai, Player):
        yield ai
        return
    if isinstance(ai, str):
        spec = parse_player(ai, rules=rules)
        if rules is not None and (why := spec.unfit(rules)) is not None:
            raise BadPlayer(why)
        player = spec.make(seed, isolate)
    else:
        player = InProcessAI(ai, seed=seed, isolate=bool(isolate))
    try:
        yield player
    finally:
        player.close()


def at_fault(game: Trial, color: Color) -> bool:
    """Return True if this side had a fault (of rules, protocol or program), forgiven or not."""
    lost = game.reason in BLAMES_A_PLAYER and game.winner is not color
    return lost or any(refused.color is color for refused in game.refused)


def drawing(rules: Rules, position: Position) -> str:
    """Return the board as text from White's side; without places, the position's own text."""
    pieces = position.pieces()
    geometry = rules.geometry.present(pieces)
    boards = {at: name for name, at in rules.geometry.tabs.items() if name in pieces}
    if not geometry.places:
        return str(position)
    labelled = bool(geometry.column_labels or geometry.row_labels)
    margin = max(2, *map(len, geometry.row_labels)) if labelled else 0
    longest = pieces.values() if labelled else (*pieces.values(), *geometry.places)
    wide = max(map(len, longest), default=1)

    def line(row: int, label: str, texts: Iterable[str]) -> str:
        indent = " " * int(row * geometry.slant * (wide + 1))
        return f"{label:>{margin}} {indent}{' '.join(f'{text:<{wide}}' for text in texts)}".rstrip()

    def shown(name: str | None) -> str:
        return "" if name is None else pieces.get(name, "." if labelled else name)

    def with_boards(row: int, names: Iterable[str | None]) -> Iterator[str]:
        """Yield the texts of a row; the name of a board takes two cells."""
        for column, name in enumerate(names):
            if (column, row) in boards:
                yield f"{boards[column, row]:<{2 * wide + 1}}"
            elif (column - 1, row) not in boards:
                yield shown(name)

    lines = [
        line(row, label, with_boards(row, names))
        for row, (names, label) in enumerate(
            zip_longest(geometry.rows, geometry.row_labels, fillvalue="")
        )
    ]
    if geometry.column_labels:
        lines.append(line(len(lines) - 1, "", geometry.column_labels))
    return "\n".join(lines)


def numbered(record: PlayedGame) -> Iterator[str]:
    """Yield the moves as in a score sheet: ``1. e4 e5 2. Nf3``."""
    number = 1
    for index, move in enumerate(record.moves):
        if move.color is record.rules.first:
            yield f"{number}. {move.notation}"
        else:
            yield move.notation if index else f"{number}... {move.notation}"
            number += 1


def _played(
    white: Player,
    black: Player,
    rules: Rules,
    setup: str | None,
    moves: Iterable[str],
    time_control: TimeControl,
) -> Trial:
    spec = GameSpec(rules, white, black, time_control, setup=setup, moves=tuple(moves))
    refused = list[MoveRejected]()

    def hear(event: Event) -> None:
        if isinstance(event, MoveRejected):
            refused.append(event)

    return Trial(spec.play(hear), tuple(refused))


def _series(
    player: Player, opponent: Player, games: int, control: TimeControl, rules: Rules
) -> Iterator[tuple[Color, Trial]]:
    """Play games with alternating colours, and yield each with the player's colour.

    Raises AssertionError if the opponent cannot start: such games prove nothing.
    """
    __tracebackhide__ = True
    for number in range(games):
        color = Color.BLACK if number % 2 else Color.WHITE
        white, black = (player, opponent) if color is Color.WHITE else (opponent, player)
        game = _played(white, black, rules, None, (), control)
        if game.reason is Reason.NOT_STARTED and game.winner is not color.other:
            _fail(N_("the opponent {name} cannot play"), game, name=opponent.name)
        yield color, game


def _lesson_of(game: PlayedGame) -> Sequence[Sentence]:
    """Return what the loser can learn from a game; nothing where :meth:`Trial.lesson` is empty."""
    rules, setup, outcome = game.rules, game.setup, game.outcome
    if outcome.winner is None or outcome.reason not in ON_THE_BOARD or not game.moves:
        return ()
    control = TimeControl(nodes=max(COACH_NODES // len(game.moves), LEAST_COACH_NODES))
    try:
        with (
            opened("hard", ADVISER_SEED, rules) as player,
            closing(Adviser(player, rules, setup)) as adviser,
        ):
            judged = list(judge(adviser, rules, game.line, setup, control))
    except BoardError:
        return ()
    return coach(judged, rules, outcome) or ()


def _fail(message: str, game: Trial, *, lesson: bool = False, **facts: object) -> NoReturn:
    __tracebackhide__ = True
    learnt = [text] if lesson and (text := game.lesson()) else []
    refused = [
        Words().text(N_("refused: {why}"), why=refusal.why) for refusal in islice(game.refused, 5)
    ]
    raise AssertionError("\n".join([Words().text(message, **facts), *refused, str(game), *learnt]))


def _evidence(explanation: Explanation | None, words: Words) -> Iterator[str]:
    for label, text in words.evidence(explanation):
        shown = _escaped(text.rstrip())
        yield f"{label}:\n{shown}" if "\n" in shown else f"{label}: {shown}"


def _escaped(text: str) -> str:
    """Return a program's text with control characters escaped: none reaches a terminal."""
    return "".join(
        c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text
    )
