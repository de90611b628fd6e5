"""The findings about a program that are measured: in a game of its own, or over all games. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median

from board_core.diagnosis import rows
from board_core.diagnosis.advice import advice_on
from board_core.diagnosis.error_lines import MOST_ERROR, ErrorLines, last_error
from board_core.game.player import Cause
from board_core.game.rules import ON_THE_BOARD, Reason
from board_core.game.sides import Color
from board_core.text.findings import advice_of, likely, row_of
from board_core.text.harmless_text import legible
from board_core.text.sentence import say

from . import checks
from .card import CheckVerdict, Finding
from .evidence import WHOLE_GAMES, Examined, signature_of
from .playing import PONDERING_SECONDS
from .recognising import FAILS_AT_SET_UPS
from .verdicts import shown

LOUD_STDERR_BYTES = 4096  # characters of standard error that are worth a warning
MUCH_MEMORY = 1 << 30
MUCH_WRITTEN = 16 << 20
OFTEN_MOVES = 4  # moves longer than its clock allows that are no chance
TIMES_MORE_AS_BLACK = 4  # so many times as many of them: perhaps it reads White's clock
AT_REST = 0.05  # seconds of processor time off turn below which no warning is given
RUNTIME_AT_REST = 0.5  # the same for a program whose runtime compiles and tidies up beside it

KEEP_A_RESERVE = say("keep a reserve: the clock also runs while lines are in transit")
END_ITS_TIMERS = say(
    "end every timer, alarm and thread when its move is found: what it set for its own search must "
    "not ring while it waits for the next line"
)


EARLY_MOVES = 6
"""Own moves after which nobody can be lost who plays as well as a beginner."""
RESIGNS_EARLY = likely(
    "resigns-early",
    "it resigned {count} of {games} games, after {moves} moves of its own at most",
    advice=say(
        "see where it writes 'resign': where an exception is caught, or where it finds no move? "
        "Print the exception to standard error"
    ),
    to_be_sure=say("write the reason to standard error before each 'resign'"),
)


def left(by_itself: bool | None, seconds: float) -> list[Finding]:
    """Return findings on its exit after it was told to leave, or its input was closed."""
    if by_itself is None:
        return []
    if by_itself:
        return [Finding(checks.EXITS_WHEN_TOLD, CheckVerdict.OK, say("it exited by itself"))]
    sentence = say(
        "it was still running {seconds:g} s after it was told to exit, and was killed",
        seconds=seconds,
    )
    advice = say(
        "end when the input ends: do not loop on an input that has ended, and end the threads and "
        "pools that are left (in Java shutdown(), or daemon threads)"
    )
    return [Finding(checks.EXITS_WHEN_TOLD, CheckVerdict.WARNING, sentence, advice)]


def whole_games(games: Sequence[Examined]) -> list[Finding]:
    of_all = [game for game in games if game.about in WHOLE_GAMES]
    resigned = [game.own_moves for game in of_all if _resigned(game)]
    early = [len(moves) for moves in resigned if len(moves) <= EARLY_MOVES]
    if len(early) > 1 and 2 * len(early) >= len(of_all):
        sentence = RESIGNS_EARLY(count=len(early), games=len(of_all), moves=max(early))
        return [
            Finding(checks.PLAYS_WHOLE_GAMES, CheckVerdict.FAULT, sentence, advice_of(sentence))
        ]
    whole = [game for game in of_all if game.own_moves]
    finished = [g for g in whole if len(g.own_moves) > 1 and not g.lost and not _resigned(g)]
    if not finished:
        sentence = say("it finished none of {games} games", games=len(whole))
        if len(resigned) == len(whole):
            sentence = say("it resigned all {games} games", games=len(whole))
        return [Finding(checks.PLAYS_WHOLE_GAMES, CheckVerdict.SKIPPED, sentence)] if whole else []
    count = sum(len(game.own_moves) for game in finished)
    ended = sum(game.game.outcome.reason in ON_THE_BOARD for game in finished)
    sentence = say("{moves} legal moves; games to their end: {ended}", moves=count, ended=ended)
    figures = {"moves": float(count), "games": float(len(finished))}
    return [Finding(checks.PLAYS_WHOLE_GAMES, CheckVerdict.OK, sentence, figures=figures)]


def _resigned(played: Examined) -> bool:
    outcome = played.game.outcome
    return outcome.reason is Reason.RESIGNATION and outcome.winner is played.color.other


def time_taken(games: Iterable[Examined], limit: float) -> list[Finding]:
    """Return findings on its median and longest time for a move.

    The clock starts before the question is written.
    """
    games = list(games)
    times = [move.elapsed for game in games for move in game.own_moves]
    if not times:
        return []
    middle, longest = median(times), max(times)
    sentence = say(
        "median {median:.3f} s, longest {longest:.3f} s, in {count} moves",
        median=middle,
        longest=longest,
        count=len(times),
    )
    played = [game for game in games if game.own_moves]
    figures = {
        "median": middle,
        "longest": longest,
        "moves": float(len(times)),
        "games": float(len(played)),
        "positions": float(sum(bool(game.setup) for game in played)),
    }
    oversteps = Counter[Color]()
    for game in games:
        oversteps[game.color] += _oversteps(game)
    if oversteps.total():
        sentence = say("it exceeded its time limit: {times}", times=sentence)
        advice = KEEP_A_RESERVE
        as_black, as_white = oversteps[Color.BLACK], oversteps[Color.WHITE]
        if as_black > TIMES_MORE_AS_BLACK * as_white and played[0].subject.protocol == "uci":
            advice = say(
                "most often as Black: take btime and binc there, not wtime and winc; {otherwise}",
                otherwise=KEEP_A_RESERVE,
            )
        return [
            Finding(checks.TIME_FOR_A_MOVE, CheckVerdict.WARNING, sentence, advice, figures=figures)
        ]
    if longest > limit / 2:
        advice = say("near the limit of {limit:g} s: search less", limit=limit)
        return [
            Finding(checks.TIME_FOR_A_MOVE, CheckVerdict.WARNING, sentence, advice, figures=figures)
        ]
    return [Finding(checks.TIME_FOR_A_MOVE, CheckVerdict.OK, sentence, figures=figures)]


def _oversteps(played: Examined) -> int:
    """Return how often it took more than was left on its clock; 0 for what may be chance."""
    own, control = played.own_moves, played.game.controls[played.color]
    after = [move.clock.remaining[played.color] for move in own]
    before = [control.base, *after]
    longer = sum(move.elapsed > left for move, left in zip(own, before, strict=False))
    return longer if longer >= OFTEN_MOVES else sum(not left for left in after)


def stood_still(played: Examined, *, has_runtime: bool = False) -> list[Finding]:
    """Return findings on the processor time it used while its opponent took its time."""
    used = played.game.off_turn[played.color]
    if used is None or not played.own_moves:
        return []
    sentence = say("{used:.1f} s of processor time while it was not its turn", used=used)
    figures = {"seconds": used}
    if used < (RUNTIME_AT_REST if has_runtime else AT_REST):
        return [Finding(checks.STANDS_STILL, CheckVerdict.OK, sentence, figures=figures)]
    advice = say(
        "stop all threads and child processes before you answer: contests stop programs off turn, "
        "and a program that takes processor time from its opponent loses"
    )
    return [Finding(checks.STANDS_STILL, CheckVerdict.WARNING, sentence, advice, figures=figures)]


def waited(played: Examined) -> list[Finding]:
    """Return a finding on whether it was still there when a slow opponent had moved."""
    found = played.game.explanation
    waiting = played.game.last_position.to_move is not played.color
    if found is not None and played.lost and waiting:
        sentence, advice = played.why, advice_on(found)
        if row_of(found.sentence) not in (rows.LEFT_OFF_TURN, rows.LEFT_BEFORE_A_MOVE):
            sentence = say("while its opponent was thinking: {why}", why=sentence)
            advice = END_ITS_TIMERS if found.stderr.strip() else advice
        return [Finding(checks.WAITS_PATIENTLY, CheckVerdict.FAULT, sentence, advice, shown(found))]
    if played.lost or not played.own_moves:
        return []
    sentence = say("it waited {seconds:g} s for a move", seconds=PONDERING_SECONDS)
    return [Finding(checks.WAITS_PATIENTLY, CheckVerdict.OK, sentence)]


def buffered(played: Examined) -> list[Finding]:
    """Return a finding if it does not flush: the game was played as elsewhere, with a buffer."""
    explanation = played.game.explanation
    if explanation is None or explanation.cause not in (Cause.UNFLUSHED, Cause.READS_TO_END):
        return []
    sentence = say(
        "it plays here, where Python writes at once, and hangs elsewhere: it never flushes"
    )
    advice = say("print(move, flush=True)")
    return [Finding(checks.FLUSHES_OUTPUT, CheckVerdict.WARNING, sentence, advice)]


def guest(games: Sequence[Examined]) -> list[Finding]:
    """Return findings on what it left on the machine, and did to other programs."""
    moved = [game for game in games if game.own_moves]
    if not moved:
        return []
    none_sent = say("none reached the board")
    found = [Finding(checks.SIGNALS_SENT, CheckVerdict.OK, none_sent)]
    if written := [game.files for game in moved if game.files is not None]:
        found.append(_files(max(written)))
    if counted := [game.daemons for game in moved if game.daemons is not None]:
        found.append(_daemons(max(counted)))
    return found


def _files(size: int) -> Finding:
    figures = {"bytes": float(size)}
    if size < 4096:
        return Finding(checks.FILES_WRITTEN, CheckVerdict.OK, say("it wrote none"), figures=figures)
    if size < 1 << 20:
        little = say("it wrote less than 1 MiB in one game")
        return Finding(checks.FILES_WRITTEN, CheckVerdict.OK, little, figures=figures)
    sentence = say("it wrote {size:.0f} MiB to files in one game", size=size / (1 << 20))
    if size < MUCH_WRITTEN:
        return Finding(checks.FILES_WRITTEN, CheckVerdict.OK, sentence, figures=figures)
    advice = say("write less: files count as memory, and writing costs time on your clock")
    return Finding(checks.FILES_WRITTEN, CheckVerdict.WARNING, sentence, advice, figures=figures)


def _daemons(count: int) -> Finding:
    if not count:
        return Finding(checks.LEAVES_NOTHING, CheckVerdict.OK, say("it left no processes behind"))
    sentence = say("processes that it started and let go: {count}", count=count)
    advice = say("wait for every process that you start, and end it before you exit")
    figures = {"processes": float(count)}
    return Finding(checks.LEAVES_NOTHING, CheckVerdict.WARNING, sentence, advice, figures=figures)


def memory_needed(games: Iterable[Examined]) -> list[Finding]:
    games = [*games]
    peaks = [game.memory for game in games if game.memory is not None]
    if not peaks and not any(game.own_moves for game in games):
        return []  # it ended before it was measured
    if not peaks:
        return [Finding(checks.MEMORY_USE, CheckVerdict.SKIPPED, say("unknown on this system"))]
    peak = max(peaks)
    sentence = say("{size:.0f} MiB at most", size=peak / (1 << 20))
    figures = {"bytes": float(peak)}
    if peak > MUCH_MEMORY:
        advice = say("contests often allow 2 GiB at most: keep smaller tables")
        return [Finding(checks.MEMORY_USE, CheckVerdict.WARNING, sentence, advice, figures=figures)]
    return [Finding(checks.MEMORY_USE, CheckVerdict.OK, sentence, figures=figures)]


def errors_written(games: Iterable[Examined]) -> list[Finding]:
    """Return findings on its standard error; what it wrote there before a loss is shown with it."""
    games = [*games]
    if not any(game.own_moves for game in games):
        return []
    text = max(map(_written_errors, games), key=len)
    if not text.strip():
        return [Finding(checks.STANDARD_ERROR, CheckVerdict.OK, say("nothing was written to it"))]
    lines = text.strip().splitlines()
    last = repr(legible(lines[-1], MOST_ERROR))
    sentence = say("lines in one game: {lines}; the last: {last}", lines=len(lines), last=last)
    figures = {"characters": float(len(text))}
    if len(text) < LOUD_STDERR_BYTES:
        return [Finding(checks.STANDARD_ERROR, CheckVerdict.OK, sentence, figures=figures)]
    advice = say(
        "only its last 64 KiB are kept: write less, because writing costs time on your clock"
    )
    return [Finding(checks.STANDARD_ERROR, CheckVerdict.WARNING, sentence, advice, figures=figures)]


def _written_errors(played: Examined) -> str:
    """Return what it wrote to its standard error in a game, as far as that was seen."""
    found = played.game.explanation
    return max(played.stderr, found.stderr if found else "", key=len)


LEFT_BY_ITSELF = (rows.LEFT_OFF_TURN, rows.LEFT_BEFORE_A_MOVE)


def without_repeats(judged: Sequence[Finding], measured: Sequence[Finding]) -> list[Finding]:
    """Return the findings that say something of their own, those of the games first.

    Of a program that cannot begin from given positions the first failure there is told, and of the
    failures with one error the one whose check is about something special.
    """
    first = next((f for f in judged if row_of(f.sentence) is FAILS_AT_SET_UPS), None)
    found = [f for f in judged if f is first or row_of(f.sentence) is not FAILS_AT_SET_UPS]
    elsewhere = {
        error
        for finding in found
        if finding.check != checks.PLAYS_WHOLE_GAMES and (error := _error_of(finding)) is not None
    }
    found = [
        finding
        for finding in found
        if finding.check != checks.PLAYS_WHOLE_GAMES or _error_of(finding) not in elsewhere
    ]
    return [*_without_impatience(found, measured), *_without_echoes(found, measured)]


def _without_impatience(found: list[Finding], measured: Sequence[Finding]) -> list[Finding]:
    """Return findings without those which say only that it ended, if it ends when it has to wait.

    Whether a line comes soon enough in a game is chance: it finished others.
    """
    leaves = {_end(f) for f in measured if row_of(f.sentence) in LEFT_BY_ITSELF}
    finished = any(
        f.check == checks.PLAYS_WHOLE_GAMES and f.verdict is CheckVerdict.OK for f in measured
    )
    return [f for f in found if not (finished and _end(f) and _end(f) in leaves)]


def _without_echoes(found: list[Finding], measured: Sequence[Finding]) -> list[Finding]:
    """Return what was measured without a failure while it waited that other games show as well."""
    elsewhere = {_end(finding) for finding in found}
    return [
        finding
        for finding in measured
        if finding.check != checks.WAITS_PATIENTLY
        or row_of(finding.sentence) in LEFT_BY_ITSELF
        or not _end(finding)
        or _end(finding) not in elsewhere
    ]


def _end(finding: Finding) -> str:
    """Return how a program ended with which a fault is told; "" if there is none."""
    if finding.verdict is not CheckVerdict.FAULT or finding.evidence is None:
        return ""
    return f"{signature_of(finding.evidence)} {finding.evidence.exit_status}"


def _error_of(finding: Finding) -> ErrorLines | None:
    """Return the error that ended it, if it wrote in which line of its source that was."""
    if finding.verdict is not CheckVerdict.FAULT or finding.evidence is None:
        return None
    error = last_error(finding.evidence.stderr)
    return error if error is not None and error.line else None
