"""The replay of a game: every position is computed here, none in the page. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from board_core.contest.decisions import Cancellation
from board_core.contest.field import Entrant, Pairing
from board_core.contest.state import RESULTS, Contest, Ruling
from board_core.fast_dataclass import dataclass
from board_core.game.clock import Clock, clock_addition, clock_text
from board_core.game.player import score_text
from board_core.game.rules import Rules
from board_core.game.sides import Color, PerColor
from board_core.game.words import Words
from board_core.games.look import Beside
from board_core.match.openings import Opening
from board_core.record import PlayedGame, PlayedMove

from .games import FailureView, confined_text, failure_of, guilty, names_of, ruling_text, why
from .pictures import DrawnBoard, GamePicture, beside_text, besides_of, board_of, game_picture
from .running import LogExcerpt, Running
from .view import RunningSide, side_of

Neighbours = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Replay:
    """The positions of a game, without words: computed once for all languages."""

    moves: Sequence[PlayedMove]
    boards: tuple[DrawnBoard, ...]  # one more than moves
    clocks: tuple[tuple[str, str], ...]  # White's and Black's, at each board
    beside: tuple[PerColor[Beside], ...]  # the texts beside each board


@dataclass(frozen=True, slots=True)
class MoveCell:
    """A move as the page of a game lists it."""

    ply: int  # of the position after it; the first is 1
    notation: str
    used: str
    score: str


@dataclass(frozen=True, slots=True)
class MoveRow:
    number: int
    first: MoveCell | None  # of the side that begins the game
    second: MoveCell | None


@dataclass(frozen=True, slots=True)
class GameView:
    """The whole page of a game."""

    contest: str
    pairing: Pairing
    entrants: PerColor[Entrant]
    result: str
    why: str
    rulings: tuple[str, ...]
    guilty: Entrant | None
    failure: FailureView | None  # of its loss
    facts: tuple[tuple[str, str], ...]
    board: DrawnBoard  # the last
    first: Color
    clocks: tuple[str, str]  # at the end
    beside: tuple[str, str]  # White's and Black's, at the end
    files: tuple[str, ...]  # the labels under the board
    ranks: tuple[str, ...]  # those beside it, from above
    rows: tuple[MoveRow, ...]
    picture: GamePicture | None  # scores and times by move
    viewer: Mapping[str, Sequence[object]]  # the data of the script
    public: bool  # everybody may read the logs
    logs: PerColor[LogExcerpt | None]
    record: str  # the ending of the file with its moves; empty: there is none
    before: int | None  # the game before it that has a page
    after: int | None
    running: PerColor[RunningSide] | None = None  # while it is played


def replay(game: PlayedGame) -> Replay:
    """Return the replay of a game, in time proportional to its moves."""
    rules, position = game.rules, game.first_position
    boards, beside = [board_of(rules, position)], [besides_of(rules, position)]
    for played in game.moves:
        last = rules.places(position, played.move)
        position = position.play(played.move)
        boards.append(board_of(rules, position, last))
        beside.append(besides_of(rules, position))
    clocks = tuple(
        (_face(clock, Color.WHITE), _face(clock, Color.BLACK)) for clock in game.clocks()
    )
    return Replay(tuple(game.moves), tuple(boards), clocks, tuple(beside))


def _face(clock: Clock, color: Color) -> str:
    """Return the time left on a clock that stands, and its periods."""
    return f"{clock_text(clock.remaining[color])} {clock_addition(clock, color, 0.0)}".rstrip()


def game_view(
    contest: Contest,
    number: int,
    replayed: Replay,
    logs: PerColor[LogExcerpt | None],
    words: Words,
    record: str = "",
    around: Neighbours = (None, None),
) -> GameView:
    """Return the page of a game that has been played."""
    game = contest.shown_game(number)
    return _view(contest, game, number, replayed, logs, words, record, around)


def running_view(
    contest: Contest,
    running: Running,
    logs: PerColor[LogExcerpt | None],
    words: Words,
    now: float,
) -> GameView:
    """Return the page of a game that is being played."""
    pairing = contest.pairings[running.pairing]
    entrants = names_of(contest, pairing)
    sides = PerColor(
        side_of(running, Color.WHITE, entrants.white, words, now),
        side_of(running, Color.BLACK, entrants.black, words, now),
    )
    game, replayed = contest.shown_game(pairing.number, running=running.game), replay(running.game)
    return _view(contest, game, pairing.number, replayed, logs, words, "", (None, None), sides)


def _view(
    contest: Contest,
    game: PlayedGame,
    number: int,
    replayed: Replay,
    logs: PerColor[LogExcerpt | None],
    words: Words,
    record: str,
    around: Neighbours,
    running: PerColor[RunningSide] | None = None,
) -> GameView:
    rules, pairing = contest.rules, contest.pairings[number]
    beside, picture = _beside_texts(rules, replayed, words), game_picture(replayed.moves, words)
    result = contest.results.get(number)
    culprit = guilty(contest, number)
    public = contest.plan.page.logs == "public"
    return GameView(
        contest.plan.name,
        pairing,
        names_of(contest, pairing),
        RESULTS[result.verdict] if result else "",
        why(contest, pairing, words),
        tuple(
            ruling_text(each, words)
            for each in contest.decisions
            if isinstance(each, Ruling | Cancellation) and each.pairing == number
        ),
        contest.entrant(culprit) if culprit is not None else None,
        failure_of(game.explanation, words) if game.explanation is not None else None,
        _facts(contest, game, pairing, words),
        replayed.boards[-1],
        rules.first,
        replayed.clocks[-1],
        beside[-1],
        rules.geometry.column_labels,
        rules.geometry.row_labels,
        tuple(_rows(replayed.moves, rules.first)),
        picture,
        _viewer(replayed, beside, picture, running),
        public,
        logs,
        record,
        *around,
        running,
    )


def _facts(
    contest: Contest, game: PlayedGame, pairing: Pairing, words: Words
) -> tuple[tuple[str, str], ...]:
    _ = words.text
    played = contest.played.get(pairing.number)
    attempts = played.attempts if played else 1
    confined = played.confined if played else None
    away = sum(absence.seconds for absence in game.away)
    facts = (
        (_("Round"), str(pairing.round)),
        (_("Started"), f"{game.started:%Y-%m-%d %H:%M}"),
        (_("Lasted"), span_text(max(0.0, game.seconds), words) if game.over else ""),
        (_("Moves played"), str((game.plies + 1) // 2)),
        (_("Opening"), opening_text(contest.opening(pairing))),
        (_("Programs ran"), confined_text(confined, words) if confined else ""),
        (_("The host was away, and nobody was charged"), span_text(away, words) if away else ""),
        (_("Begun anew after an interruption"), str(attempts - 1) if attempts > 1 else ""),
    )
    return tuple((label, text) for label, text in facts if text)


def span_text(seconds: float, words: Words) -> str:
    return words.span(round(seconds, 1)) if seconds < 60 else clock_text(seconds)


def opening_text(opening: Opening) -> str:
    return " ".join(opening.moves) or opening.setup or ""


def neighbours(contest: Contest) -> dict[int, Neighbours]:
    """Return the games before and after each played game, as far as they have pages."""
    numbers = sorted(contest.played)
    return {
        number: (before, after)
        for before, number, after in zip(
            [None, *numbers], numbers, [*numbers[1:], None], strict=False
        )
    }


def _beside_texts(rules: Rules, replayed: Replay, words: Words) -> list[tuple[str, str]]:
    return [
        (beside_text(rules, each.white, words), beside_text(rules, each.black, words))
        for each in replayed.beside
    ]


def _viewer(
    replayed: Replay,
    beside: Sequence[tuple[str, str]],
    picture: GamePicture | None,
    running: PerColor[RunningSide] | None,
) -> dict[str, Sequence[object]]:
    texts = [board.text for board in replayed.boards]
    some: dict[str, Sequence[object]] = {"texts": texts} if any(texts) else {}
    some |= {"beside": beside} if any(map(any, beside)) else {}
    to_move = next((c.value for c in Color if running is not None and running[c].running), "")
    if picture is not None and (picture.lines.white or picture.lines.black):
        scores = accumulate((each.score for each in picture.marks), _later, initial=None)
        some["scores"] = list(scores)
    return some | {
        "squares": [board.squares for board in replayed.boards],
        "last": [board.last for board in replayed.boards],
        "marked": [board.marked for board in replayed.boards],
        "clocks": replayed.clocks,
        "turns": [*(played.color.value for played in replayed.moves), to_move],
    }


def _later(before: float | None, score: float | None) -> float | None:
    return before if score is None else score


def _rows(moves: Sequence[PlayedMove], first: Color) -> Iterator[MoveRow]:
    """Yield rows of two moves; the side that begins the game is in the first column."""
    pair: dict[Color, MoveCell] = {}
    number = 1
    for ply, recorded in enumerate(moves, 1):
        if recorded.color in pair or (recorded.color is first and pair):
            yield MoveRow(number, pair.get(first), pair.get(first.other))
            pair, number = {}, number + 1
        pair[recorded.color] = _cell(ply, recorded)
    if pair:
        yield MoveRow(number, pair.get(first), pair.get(first.other))


def _cell(ply: int, recorded: PlayedMove) -> MoveCell:
    used = "" if recorded.elapsed is None else used_text(recorded.elapsed)
    score = "" if recorded.score is None else score_text(recorded.score, recorded.color)
    return MoveCell(ply, recorded.notation, used, score)


def used_text(seconds: float) -> str:
    """Return seconds as ``0.12``, ``7.3`` or ``1:05``."""
    if seconds < 1:
        return f"{seconds:.2f}"
    return f"{seconds:.1f}" if seconds < 60 else clock_text(seconds)
