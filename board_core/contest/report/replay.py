"""A game as its page shows it: every position is computed here, none in the page. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf

from board_core.contest.decisions import Cancellation
from board_core.contest.field import Entrant, Pairing
from board_core.contest.state import RESULTS, Contest, Ruling
from board_core.fast_dataclass import dataclass
from board_core.game.clock import Clock, TimeControl, clock_addition, clock_text
from board_core.game.events import MovePlayed
from board_core.game.player import Explanation, score_text
from board_core.game.rules import Rules
from board_core.game.sides import Color, PerColor
from board_core.game.words import Words
from board_core.games.look import Beside
from board_core.match.openings import Opening
from board_core.record import PlayedGame, PlayedMove
from board_core.text.codec import Json
from board_core.text.harmless_text import legible, lines_of, visible

from .games import confined_text, failure_of, guilty, names_of, ruling_text, why
from .pictures import (
    DrawnBoard,
    beside_text,
    besides_of,
    board_of,
    cells_of,
    kind,
    style_class,
)
from .running import LogExcerpt, Running

Neighbours = tuple[int | None, int | None]

SIDE = {Color.WHITE: 0, Color.BLACK: 1, None: None}

FROM_ITS_SIDE = {"<": ">", ">": "<", "!": "!"}
"""The kinds of lines, whose logs are written from the host's side."""

MOST_REASON_LINES = 60
"""Lines of what a program wrote before it failed."""


@dataclass(frozen=True, slots=True)
class Replay:
    """The positions of a game, without words: computed once for all languages."""

    moves: Sequence[PlayedMove]
    boards: tuple[DrawnBoard, ...]  # one more than moves
    clocks: tuple[Clock, ...]  # at each board
    beside: tuple[PerColor[Beside], ...]  # what stands beside each board
    to_move: Color


@dataclass(frozen=True, slots=True)
class GameView:
    """The whole page of a game."""

    contest: str
    pairing: Pairing
    entrants: PerColor[Entrant]
    rulings: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    told: Mapping[str, Json]  # the game, for the script
    public: bool  # everybody may read the logs
    record: str  # the ending of the file with its moves; empty: there is none
    before: int | None  # the game before it that has a page
    after: int | None


def replay(game: PlayedGame) -> Replay:
    """Return the replay of a game, in time proportional to its moves."""
    rules, position = game.rules, game.first_position
    boards, beside = [board_of(rules, position)], [besides_of(rules, position)]
    for played in game.moves:
        last = rules.places(position, played.move)
        position = position.play(played.move)
        boards.append(board_of(rules, position, last))
        beside.append(besides_of(rules, position))
    moves, clocks = tuple(game.moves), tuple(game.clocks())
    return Replay(moves, tuple(boards), clocks, tuple(beside), position.to_move)


# The game, as the script of its page is told of it: sides are 0 (White) and 1, times in seconds.


def shape_told(rules: Rules) -> dict[str, Json]:
    """Return what a script must know to show a game as a picture."""
    geometry = rules.geometry
    return {
        "game": rules.name,
        "style": style_class(rules),
        "kind": kind(geometry) if geometry.places else "text",
        "columns": geometry.columns,
        "rows": geometry.height,
    }


def plan_told(rules: Rules) -> dict[str, Json]:
    """Return what a script must know to let people look through a game, and play it."""
    geometry = rules.geometry
    columns = geometry.columns
    return {
        **shape_told(rules),
        "first": SIDE[rules.first],
        "places": cells_of(geometry) if geometry.places else [],
        "tabs": {name: y * columns + x for name, (x, y) in geometry.tabs.items()},
        "files": [*geometry.column_labels],
        "ranks": [*geometry.row_labels],
        "slant": geometry.slant,
    }


def board_told(
    rules: Rules, board: DrawnBoard, beside: PerColor[Beside], words: Words
) -> dict[str, Json]:
    """Return one board, and what stands beside it where anything does."""
    told = squares_told(board) | ({"text": board.text} if board.text else {})
    if any(texts := [beside_text(rules, each, words) for each in beside]):
        told |= {"beside": texts, "held": [each.held for each in beside]}
    return told


def squares_told(board: DrawnBoard) -> dict[str, Json]:
    return {"squares": board.squares, "last": board.last, "marked": board.marked}


def boards_told(
    rules: Rules, boards: Iterable[tuple[DrawnBoard, PerColor[Beside]]], words: Words
) -> dict[str, Json]:
    """Return all boards of a game, one list for each fact about them."""
    told = [board_told(rules, board, beside, words) for board, beside in boards]
    every: dict[str, Json] = {
        name: [each[name] for each in told] for name in ("squares", "last", "marked")
    }
    for one, name in (("beside", "beside"), ("held", "held"), ("text", "texts")):
        if any(one in each for each in told):
            every[name] = [each.get(one, "" if one == "text" else [[], []]) for each in told]
    return every


def move_told(played: PlayedMove | MovePlayed) -> dict[str, Json]:
    score = played.thought and played.thought.score
    return {
        "n": played.notation,
        "by": SIDE[played.color],
        "used": None if played.elapsed is None else round(played.elapsed, 2),
        "score": score_text(score, played.color) if score else "",
        "text": str(played.move),
    }


def clock_told(
    clock: Clock, moves: Iterable[PlayedMove | MovePlayed], now: float, *, paused: bool = False
) -> dict[str, Json]:
    """Return both clocks as they stand at an instant, so that a page can count on."""
    used = dict.fromkeys(Color, 0.0)
    for played in moves:
        used[played.color] += played.elapsed or 0.0
    if clock.running is not None:
        used[clock.running] += max(0.0, now - clock.since)
    sides: list[Json] = []
    for color in Color:
        control, periods = clock.control[color], clock.periods_left(color, now)
        left = clock.remaining_at(color, now)
        sides.append(
            {
                "left": None if left == inf else round(left, 2),
                "low": round(control.low_from, 2),
                "delay": round(clock.delayed(color, now), 1),
                "period": control.byoyomi,
                "periods": periods,
                "later": periods - 1 if periods else control.periods,
                "used": round(used[color], 2),
            }
        )
    return {"sides": sides, "running": SIDE[clock.running], "paused": paused}


def why_told(found: Explanation, words: Words, by: Color | None) -> dict[str, Json]:
    """Return the report on the failure of a side."""
    seen, _ = failure_of(found, words), words.text
    happened = [[_("What happened"), seen.verdict]] if seen.verdict else []
    lines = [line for _label, text in seen.evidence if "\n" in text for line in lines_of(text)]
    return {
        "by": SIDE[by],
        "headline": seen.headline,
        "code": seen.code,
        "advice": seen.advice,
        "where": seen.place,
        "source": [visible(seen.source)] if seen.source else [],
        "lines": [legible(line.rstrip("\n")) for line in lines[-MOST_REASON_LINES:]],
        "facts": happened
        + [[label, legible(text)] for label, text in seen.evidence if "\n" not in text],
    }


def control_text(controls: PerColor[TimeControl], words: Words) -> str:
    """Return the time control of both sides, once if it is the same."""
    return " / ".join(dict.fromkeys(map(words.control, controls)))


def _log_told(logs: PerColor[LogExcerpt | None], words: Words) -> list[Json]:
    """Return the lines of both logs by their times, as far as they are shown."""
    told: list[tuple[float, dict[str, Json]]] = []
    for color in Color:
        log, at = logs[color], 0.0
        for part in () if log is None else (log.beginning, log.end):
            if log is not None and part is log.end and log.left_out:
                text = words.plural(
                    "{count} line is left out; all of them are in {file}",
                    "{count} lines are left out; all of them are in {file}",
                    log.left_out,
                    file=log.name,
                )
                told.append((at, {"by": SIDE[color], "kind": "•", "at": at, "text": text}))
            for line in part:
                at = float(line.at or at)
                mark = FROM_ITS_SIDE.get(line.kind, "•")
                shown = {"by": SIDE[color], "kind": mark, "at": at, "text": legible(line.text)}
                told.append((at, shown))
    return [each for _at, each in sorted(told, key=lambda each: each[0])]


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
    running: Running | None = None,
    now: float = 0.0,
) -> GameView:
    """Return the page of a game that has been played, or of a running one at an instant."""
    _, pairing = words.text, contest.pairings[number]
    entrants, rulings = names_of(contest, pairing), contest.decisions
    game = contest.shown_game(number, running=None if running is None else running.game)
    clock = replayed.clocks[-1] if running is None else running.clock
    result, culprit = contest.results.get(number), guilty(contest, number)
    ended, failure = None, game.explanation
    if running is None:
        because = None
        if culprit is not None and failure is not None:
            side = Color.WHITE if entrants.white.number == culprit else Color.BLACK
            because = why_told(failure, words, side)
        found = RESULTS[result.verdict] if result else ""
        ended = {"result": found, "text": why(contest, pairing, words) or "–", "why": because}
    told: dict[str, Json] = {
        **plan_told(game.rules),
        "title": _("Round {round}, game {number}", round=pairing.round, number=pairing.number),
        "names": [each.name for each in entrants],
        "kinds": ["house", "house"],
        "you": None,
        "boards": {
            **boards_told(game.rules, zip(replayed.boards, replayed.beside, strict=True), words),
            "clocks": [[_face(each, color) for color in Color] for each in replayed.clocks],
        },
        "moves": [move_told(played) for played in replayed.moves],
        "control": control_text(game.controls, words),
        "record": record or None,
        "clock": clock_told(clock, replayed.moves, max(now, clock.since)),
        "turn": SIDE[replayed.to_move],
        "legal": None,
        "here": [True, True],
        "offer": None,
        "thoughts": [None, None],
        "log": _log_told(logs, words),
        "ended": ended,
        "rematch": None,
    }
    return GameView(
        contest.plan.name,
        pairing,
        entrants,
        tuple(
            ruling_text(each, words)
            for each in rulings
            if isinstance(each, Ruling | Cancellation) and each.pairing == number
        ),
        _facts(contest, game, pairing, words),
        told,
        contest.plan.page.logs == "public",
        record,
        *around,
    )


def running_view(
    contest: Contest, running: Running, logs: PerColor[LogExcerpt | None], words: Words, now: float
) -> GameView:
    """Return the page of a game that is being played."""
    played = replay(running.game)
    return game_view(contest, running.pairing, played, logs, words, running=running, now=now)


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
