"""Times the moves of a player, in games of one move (``board bench --json``, ``docs/my-ai.md``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import median

from board_core.ais import RandomMoves
from board_core.fast_dataclass import dataclass
from board_core.game.clock import TimeControl
from board_core.game.events import Event, GameEnded, MovePlayed, Thinking
from board_core.game.player import Answer, Explanation, Player, Resign, Turn
from board_core.game.rules import BLAMES_A_PLAYER, Outcome, Position, Reason, Rules
from board_core.game.sides import Color, PerColor
from board_core.games import CHESS
from board_core.games.lessons import Sample
from board_core.match.json_lines import EXPLANATION, OUTCOME, JsonFields
from board_core.match.known_games import hosted
from board_core.match.spec import GameSpec
from board_core.players.in_process import Inline
from board_core.text.sentence import say

IN_GAMES = {
    "opening": Sample("opening", say("opening")),
    "middle": Sample("middle", say("middle game")),
    "ending": Sample("ending", say("ending")),
}
"""The phases of whole games, for players that cannot be given a position."""

LONG_ENOUGH = 60
"""The number of moves after which a whole game is abandoned."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The spread of move times, in seconds."""

    shortest: float
    median: float
    longest: float


def spread(seconds: Iterable[float]) -> Spread | None:
    """Return the shortest, the median and the longest time; None without any."""
    times = list(seconds)
    return Spread(min(times), median(times), max(times)) if times else None


@dataclass(frozen=True, slots=True)
class Timing:
    """The moves of one position: their times, and how the last one failed if it did."""

    position: Sample
    seconds: tuple[float, ...] = ()
    nodes: tuple[int, ...] = ()  # as reported: one number per move, or none
    fault: Outcome | None = None
    explanation: Explanation | None = None

    @property
    def speed(self) -> float | None:
        """Return the nodes per second; None unless each move reported its nodes."""
        total = sum(self.seconds)
        return sum(self.nodes) / total if total and len(self.nodes) == len(self.seconds) else None


def positions_of(rules: Rules) -> tuple[Sample, ...]:
    """Return the positions in which players of this game are timed."""
    return hosted(rules).samples.positions(rules)


def measured(
    player: Player,
    control: TimeControl,
    repeat: int = 3,
    positions: Iterable[Sample] | None = None,
    seed: int = 0,
    rules: Rules = CHESS,
) -> Iterator[Timing]:
    """Yield the timing of each position as soon as it is known. The player stays open.

    ``positions`` are those of the game if None. A player that begins only from the standard
    starting position plays two whole games against random moves (drawn by ``seed``) instead. A
    player that does not start is asked once.
    """
    if player.standard_start_only:
        games = (_whole_game(rules, player, color, control, seed) for color in Color)
        yield from in_games(games, hosted(rules).samples.phase)
        return
    for position in positions_of(rules) if positions is None else positions:
        asked = (_one_move(rules, player, position, control) for _ in range(repeat))
        timing = timed(position, asked)
        yield timing
        if timing.fault is not None and timing.fault.reason is Reason.NOT_STARTED:
            return


@dataclass(frozen=True, slots=True)
class SeenGame:
    """A game as seen through the player's own events."""

    color: Color
    events: tuple[Event, ...]

    @property
    def moves(self) -> list[MovePlayed]:
        return [e for e in self.events if isinstance(e, MovePlayed) and e.color is self.color]

    @property
    def nodes(self) -> int | None:
        """Return the last number of nodes that it reported."""
        thoughts = [e.thought for e in self.events if isinstance(e, Thinking)]
        return next((t.nodes for t in reversed(thoughts) if t.nodes is not None), None)

    @property
    def end(self) -> GameEnded:
        event = self.events[-1]
        assert isinstance(event, GameEnded)
        return event

    @property
    def fault(self) -> Outcome | None:
        """Return how the player lost, if by its own fault; else None."""
        outcome = self.end.outcome
        lost = outcome.reason in BLAMES_A_PLAYER and outcome.winner is not self.color
        return outcome if lost else None


def timed(position: Sample, games: Iterable[SeenGame]) -> Timing:
    """Return the timing of games of one move each; none is played after a failure."""
    seconds, nodes = list[float](), list[int]()
    for game in games:
        if game.fault is not None:
            why = game.end.explanation
            return Timing(position, tuple(seconds), tuple(nodes), game.fault, why)
        seconds += [move.elapsed for move in game.moves]
        nodes += [game.nodes] if game.nodes is not None else []
    return Timing(position, tuple(seconds), tuple(nodes))


def in_games(games: Iterable[SeenGame], phase: Callable[[int, Position], str]) -> list[Timing]:
    """Return timings of whole games by phase; a failure belongs to the phase it happened in."""
    seconds: dict[str, list[float]] = {name: [] for name in IN_GAMES}
    faults: dict[str, GameEnded] = {}
    for game in games:
        for move in game.moves:
            seconds[phase(move.ply, move.before)].append(move.elapsed)
        if game.fault is not None:
            end = game.end
            faults.setdefault(phase(end.turn.ply, end.position), end)
            break
    return [
        Timing(
            position,
            tuple(seconds[name]),
            fault=faults[name].outcome if name in faults else None,
            explanation=faults[name].explanation if name in faults else None,
        )
        for name, position in IN_GAMES.items()
        if seconds[name] or name in faults
    ]


class ResigningPlayer(Player):
    """A player of a given number of random moves that then resigns."""

    returns_at_once = True
    name = "bench"

    def __init__(self, moves: int, seed: int = 0) -> None:
        self._left = moves
        self._chance = Inline(RandomMoves(seed))

    def ask(self, turn: Turn, answer: Answer) -> None:
        self._left -= 1
        if self._left < 0:
            answer(Resign())
        else:
            self._chance.ask(turn, answer)


def _one_move(rules: Rules, player: Player, position: Sample, control: TimeControl) -> SeenGame:
    color = rules.start(position.setup).to_move
    return _seen(rules, player, color, ResigningPlayer(0), control, position.setup)


def _whole_game(
    rules: Rules, player: Player, color: Color, control: TimeControl, seed: int
) -> SeenGame:
    return _seen(rules, player, color, ResigningPlayer(LONG_ENOUGH, seed), control, None)


def _seen(
    rules: Rules,
    player: Player,
    color: Color,
    opponent: Player,
    control: TimeControl,
    setup: str | None,
) -> SeenGame:
    events = list[Event]()
    sides = PerColor(opponent, opponent).put(color, player)
    GameSpec(rules, sides.white, sides.black, control, setup=setup).play(events.append)
    return SeenGame(color, tuple(events))


def together(timings: Sequence[Timing]) -> Timing:
    """Return all moves of all positions as one timing."""
    return Timing(
        timings[0].position,
        tuple(seconds for timing in timings for seconds in timing.seconds),
        tuple(nodes for timing in timings for nodes in timing.nodes),
    )


def bench_fields(player: str, timings: Sequence[Timing]) -> JsonFields:
    """Return the fields of all positions, and of all moves together."""
    return {
        "player": player,
        "positions": [timing_fields(timing) for timing in timings],
        "all": spread_fields(spread(together(timings).seconds)),
    }


def timing_fields(timing: Timing) -> JsonFields:
    return {
        "name": timing.position.name,
        "fen": timing.position.setup,
        "seconds": list(timing.seconds),
        **spread_fields(spread(timing.seconds)),
        "nodes": list(timing.nodes),
        "fault": OUTCOME.write(timing.fault),
        "explanation": EXPLANATION.write(timing.explanation),
    }


def spread_fields(found: Spread | None) -> JsonFields:
    if found is None:
        return {"min": None, "median": None, "max": None}
    return {"min": found.shortest, "median": found.median, "max": found.longest}
