"""Pictures of a contest and of a game, as numbers for inline SVG without a script. Pure.

Every picture is as wide as its place: x and y are stretched, and words stand beside it as text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from math import tanh

from board_core.contest.entrants import Entrant
from board_core.contest.field import Field, Number, Pairing, PairingVerdict, Round
from board_core.contest.ratings import Rating, ratings
from board_core.contest.state import Contest
from board_core.fast_dataclass import dataclass
from board_core.game.player import Score, score_text
from board_core.game.rules import BLAMES_A_PLAYER, Reason
from board_core.game.sides import Color, PerColor
from board_core.game.words import Words
from board_core.match.result import LOST_BY
from board_core.record import PlayedMove
from board_core.text.sentence import Clauses

COLORED_LINES = 8
"""Entrants whose lines have colours of their own; those of the others are grey."""

PAWNS_AT_HALF = 3.0
"""The score, in pawns, that is drawn half way up."""

MOST_LABELS = 15
"""Rounds that have a label; of more only some have."""

MOST_RATED = 24
"""Rounds after which a strength is drawn; of more they are chosen evenly. Each costs a fit."""

PICTURE_HEIGHT = 100.0
"""The height of every picture, in its own units."""


@dataclass(frozen=True, slots=True)
class PointsLine:
    """The points of an entrant after each round."""

    entrant: Entrant
    color: int  # from 1; 0: grey
    points: str  # of a polyline; x counts rounds
    total: float


@dataclass(frozen=True, slots=True)
class PointsPicture:
    """The points of all entrants, with a label for each round; of many rounds some are empty."""

    labels: tuple[str, ...]
    most: float
    lines: tuple[PointsLine, ...]


@dataclass(frozen=True, slots=True)
class LossReason:
    """One bar of the reasons why games were lost."""

    label: str
    count: int
    fault: bool  # of a program, not on the board
    width: float  # percent of the most frequent one


@dataclass(frozen=True, slots=True)
class StrengthPicture:
    """The rating of an entrant after each round, with its 95 % interval."""

    line: str
    band: str
    rounds: int


@dataclass(frozen=True, slots=True)
class PlyMark:
    """One move in a picture of a game: its marks, and the link that a click follows."""

    ply: int
    color: str
    title: str
    score: float | None  # the y of the score; None: none was reported
    time: float  # the height of the bar


@dataclass(frozen=True, slots=True)
class GamePicture:
    marks: tuple[PlyMark, ...]
    lines: PerColor[str]  # the scores of both programs, from White's view
    longest: str  # the longest time for a move


def points_picture(contest: Contest) -> PointsPicture | None:
    """Return the points by round; None before the second round has begun, and if they rank nobody.

    A round has begun when one of its games has a result.
    """
    field = contest.field
    begun = _begun_rounds(field)
    if len(begun) < 2 or contest.plan.pairing_format.ranks_by_rating:
        return None
    sums: dict[Number, list[float]] = {}
    for number, mine in field.encounters().items():
        by_round = dict.fromkeys(begun, 0.0)
        for each in mine:
            if each.round in by_round:
                by_round[each.round] += each.points or 0.0
        sums[number] = list(accumulate(by_round.values()))
    most = max(max(each) for each in sums.values()) or 1.0
    lines = [
        PointsLine(
            contest.entrant(row.number),
            place if place <= COLORED_LINES else 0,
            _polyline((0.0, *sums[row.number]), 0.0, most, place),
            row.points,
        )
        for place, row in enumerate(contest.table, 1)
    ]
    step = -(-len(begun) // MOST_LABELS)
    labels = (str(number) if place % step == 0 else "" for place, number in enumerate(begun, 1))
    return PointsPicture(tuple(labels), most, tuple(lines))


def loss_reasons(contest: Contest, words: Words) -> tuple[LossReason, ...]:
    """Return how often games were lost for each reason, the most frequent first."""
    counted = Counter[Reason](
        each.game.outcome.reason
        for each in contest.played.values()
        if each.game.outcome.winner is not None
    )
    most = max(counted.values(), default=1)
    return tuple(
        LossReason(
            words.text(LOST_BY.get(reason, reason.value)),
            count,
            reason in BLAMES_A_PLAYER,
            round(100 * count / most, 1),
        )
        for reason, count in counted.most_common()
    )


def strength_pictures(contest: Contest) -> dict[Number, StrengthPicture]:
    """Return the ratings by round of all entrants, on one scale; none for a single round.

    Where ratings rank, the page shows them with the present version of each entrant alone.
    """
    field = contest.field
    begun = _begun_rounds(field)
    if len(begun) < 2 or contest.plan.pairing_format.ranks_by_rating:
        return {}
    by_round = [
        {each.number: each for each in known_ratings(replace(field, rounds=field.rounds[:last]))}
        for last in _spread(begun, MOST_RATED)
    ]
    every = [each for rated in by_round for each in rated.values()]
    low = min(each.elo - each.error for each in every)
    high = max(each.elo + each.error for each in every)
    return {
        number: _strength([rated[number] for rated in by_round], low, high)
        for number in field.entrants
    }


def game_picture(moves: Sequence[PlayedMove], words: Words) -> GamePicture | None:
    """Return the scores and the times of a game; None if there are neither."""
    times = [played.elapsed or 0.0 for played in moves]
    longest = max(times, default=0.0)
    if not longest and all(played.score is None for played in moves):
        return None
    marks, lines = list[PlyMark](), PerColor(list[str](), list[str]())
    for ply, played in enumerate(moves, 1):
        score = None if played.score is None else _height(played.score, played.color)
        if score is not None:
            lines[played.color].append(f"{ply - 0.5},{score}")
        marks.append(
            PlyMark(
                ply,
                played.color.value,
                _title(ply, played, words),
                score,
                round(PICTURE_HEIGHT / 2 * (played.elapsed or 0.0) / longest, 1)
                if longest
                else 0.0,
            )
        )
    return GamePicture(tuple(marks), lines.map(" ".join), f"{longest:.1f}")


def _begun_rounds(field: Field) -> tuple[int, ...]:
    return tuple(
        each.number
        for each in field.rounds
        if any(pairing.number in field.verdicts for pairing in each.pairings)
    )


def _spread(numbers: Sequence[int], most: int) -> Sequence[int]:
    """Return so many of the numbers at most, evenly, with the first and the last."""
    if len(numbers) <= most:
        return numbers
    last = len(numbers) - 1
    return [numbers[round(place * last / (most - 1))] for place in range(most)]


def known_ratings(field: Field) -> tuple[Rating, ...]:
    """Return the ratings of a field; a page that is often drawn asks for the same ones."""
    games = tuple(
        (pairing.white, pairing.black, field.verdicts[pairing.number])
        for pairing in field.pairings
        if pairing.number in field.verdicts and pairing.number not in field.forfeits
    )
    return _rated(field.entrants, games)


@lru_cache(maxsize=64)
def _rated(
    entrants: tuple[Number, ...], games: tuple[tuple[Number, Number, PairingVerdict], ...]
) -> tuple[Rating, ...]:
    pairings = tuple(Pairing(n, 1, white, black) for n, (white, black, _) in enumerate(games, 1))
    verdicts = {n: verdict for n, (_white, _black, verdict) in enumerate(games, 1)}
    return ratings(Field(entrants, (Round(1, pairings),), verdicts))


def _polyline(values: Sequence[float], low: float, high: float, place: int = 0) -> str:
    """Return the points of a line; lines of other places lie beside it where they are equal."""
    aside = place % COLORED_LINES
    shrunk = 1 - COLORED_LINES / PICTURE_HEIGHT if place else 1.0  # none leaves the picture
    ys = (round(shrunk * _y(value, low, high) + aside, 1) for value in values)
    return " ".join(f"{x},{y}" for x, y in enumerate(ys))


def _y(value: float, low: float, high: float) -> float:
    return round(PICTURE_HEIGHT * (1 - (value - low) / ((high - low) or 1.0)), 1)


def _strength(rated: Sequence[Rating], low: float, high: float) -> StrengthPicture:
    tops = [f"{x},{_y(each.elo + each.error, low, high)}" for x, each in enumerate(rated)]
    bottoms = [f"{x},{_y(each.elo - each.error, low, high)}" for x, each in enumerate(rated)]
    line = _polyline([each.elo for each in rated], low, high)
    return StrengthPicture(line, " ".join((*tops, *reversed(bottoms))), len(rated) - 1)


def _height(score: Score, color: Color) -> float:
    """Return the y of a score from White's view: even in the middle, a mate at the edge."""
    value = 0.0 if score.cp is None else score.cp / 100
    share = tanh(value * 0.55 / PAWNS_AT_HALF)
    if score.mate is not None:
        share = 1.0 if score.mate > 0 else -1.0
    return round(PICTURE_HEIGHT / 2 * (1 - (share if color is Color.WHITE else -share)), 1)


def _title(ply: int, played: PlayedMove, words: Words) -> str:
    number = f"{(ply + 1) // 2}{'.' if ply % 2 else '...'}"
    said = [f"{number} {played.notation}"]
    if played.score is not None:
        said.append(score_text(played.score, played.color))
    if played.elapsed is not None:
        said.append(words.span(round(played.elapsed, 2)))
    return words.listed(Clauses(said))
