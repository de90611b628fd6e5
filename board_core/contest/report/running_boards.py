"""Running games with their boards and clocks, as the pages draw them. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, tanh

from board_core.contest.entrants import Entrant
from board_core.contest.field import Pairing
from board_core.contest.state import Contest
from board_core.fast_dataclass import dataclass
from board_core.game.clock import clock_face
from board_core.game.player import Score, score_text
from board_core.game.sides import Color
from board_core.game.words import Words
from board_core.match.known_games import hosted

from .boards import DrawnBoard, beside_text, board_of
from .running import Running

OPENING_PLIES = 10
"""Moves of both sides before which a game is not worth the projector."""


@dataclass(frozen=True, slots=True)
class RunningSide:
    """One side of a running game."""

    entrant: Entrant
    clock: str
    left: float | None  # seconds, for a page that counts on; None: no clock
    running: bool
    delay: float = 0.0  # seconds of it that have yet to pass
    period: float = 0.0  # of byo-yomi: the seconds of one,
    periods: int = 0  # how many there are with the one that runs,
    later: int = 0  # and how many after it
    beside: str = ""  # the text beside the board for this side
    score: str = ""  # the program's own, from White's view


@dataclass(frozen=True, slots=True)
class RunningBoard:
    pairing: Pairing
    board: DrawnBoard
    white: RunningSide
    black: RunningSide
    moves: int


def running_board(
    contest: Contest, game: Running, words: Words, now: float | None = None
) -> RunningBoard:
    pairing = contest.pairings[game.pairing]
    return RunningBoard(
        pairing,
        board_of(contest.rules, game.position, game.last),
        side_of(game, Color.WHITE, contest.entrant(pairing.white), words, now),
        side_of(game, Color.BLACK, contest.entrant(pairing.black), words, now),
        (game.plies + 1) // 2,
    )


def side_of(
    game: Running, color: Color, entrant: Entrant, words: Words, now: float | None
) -> RunningSide:
    clock, control, score = game.clock, game.clock.control[color], game.scores[color]
    rules = game.game.rules
    at = clock.since if now is None else max(now, clock.since)
    left, periods = clock.remaining_at(color, at), clock.periods_left(color, at)
    return RunningSide(
        entrant,
        clock_face(clock, color, at),
        None if left == inf else round(left, 1),
        game.position.to_move is color,
        round(clock.delayed(color, at), 1),
        control.byoyomi,
        periods,
        periods - 1 if periods else control.periods,
        beside_text(rules, hosted(rules).look.beside(game.position, color), words),
        "" if score is None else score_text(score, color),
    )


def tightest(games: Sequence[Running]) -> Running | None:
    """Return the game that is hardest to call, by the scores of both programs; None for none.

    Of equal ones, as where programs report no scores, it is that with the least time left to a
    side. Games that have only begun stand back: they are all even.
    """

    def rank(game: Running) -> tuple[bool, float, float, int]:
        left = game.clock.remaining
        said = [_share(game.scores[color], color) for color in Color]
        known = [share for share in said if share is not None]
        lead = abs(sum(known) / len(known)) if known else 1.0
        return game.plies < OPENING_PLIES, round(lead, 1), min(left.white, left.black), game.pairing

    return min(games, key=rank, default=None)


def _share(score: Score | None, color: Color) -> float | None:
    """Return a score from -1, White is lost, to 1."""
    if score is None:
        return None
    sign = 1 if color is Color.WHITE else -1
    if score.mate is not None:
        return float(sign if score.mate > 0 else -sign)
    return sign * tanh((score.cp or 0) / 400)
