"""The findings about a program that are measured: in a game of its own, or over all games. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from statistics import median

from board_core.diagnosis import rows
from board_core.diagnosis.advice import advice_on
from board_core.diagnosis.error_lines import MOST_ERROR, ErrorLines, last_error
from board_core.diagnosis.flushing import held_back
from board_core.game.rules import ON_THE_BOARD, Reason
from board_core.game.sides import Color
from board_core.text.findings import advice_of, explained_on, row_of
from board_core.text.harmless_text import legible
from board_core.text.sentence import Listed, Sentence, say

from . import checks
from .card import FAULT, OK, SKIPPED, WARNING, Check, Finding
from .evidence import WHOLE_GAMES, Examined, Games, signature_of
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

END_ITS_TIMERS = say(
    "end every timer, alarm and thread when its move is found: what it set for its own search must "
    "not ring while it waits for the next line"
)
STEADY = 1.5  # times as long at most are the same time, on a busy machine
IDLE_SHARE = 0.2  # of its time for moves, in which one that searches computes far longer
KEEP_A_RESERVE = say("keep a reserve: the clock also runs while lines are in transit")
STOP_IN_TIME = say(
    "look at the clock within the search too, every few thousand positions, and stop when the time "
    "for the move is over: a search of fixed depth takes longer in some positions"
)
row, likely, _ = explained_on("my-ai.md#thinking-time")
CLOCK_NOT_READ = row(
    "clock-not-read",
    "it took {took} s whatever it was told ({told})",
    advice="have it print the time that it has read to standard error: perhaps the line ends "
    "behind its first word there (strtok in C writes into it), or it looks for other words (in UCI "
    "wtime, btime and movetime behind 'go', in XBoard st and time, in Gomocup INFO "
    "timeout_turn)",
)
WAITED_IN_VAIN = likely(
    "waited-in-vain",
    "it took {took} s whatever it was told, and computed for {cpu} s in all: it sleeps, or waits "
    "with a time limit for something that never comes",
    advice=rows.SLEEPS.advice,
    to_be_sure="make that wait shorter, and check again: its moves must come sooner",
)
TIME_LEFT_UNSEEN = row(
    "time-left-unseen",
    "it took {took} s for each move, though {most} s became {least} s",
    advice="give each move a share of the time that is left then (in UCI wtime and btime, in "
    "XBoard time), not of the time at the start, and search less deep when little is left",
)
SEARCHED = re.compile(r"\bdepth ([2-9]|\d\d)|^\s*([2-9]|\d\d)\s+-?\d+\s+\d+\s+\d+")  # UCI, XBoard
NEVER_MATES = row(
    "never-mates",
    "it searched several plies, and gave none of {count} mates in one",
    advice="see how it rates a mate: its score may overflow when its sign changes (the least int "
    "of Java or C is its own negative), have the wrong sign, or lie outside alpha and beta",
)
EARLY_MOVES = 6  # of its own, after which nobody can be lost who plays as well as a beginner
LEFT_BY_ITSELF = (rows.LEFT_OFF_TURN, rows.LEFT_BEFORE_A_MOVE)
RESIGNS_EARLY = likely(
    "resigns-early",
    "it resigned {count} of {games} games, after {moves} moves of its own at most",
    advice="see where it writes 'resign': where an exception is caught, or where it finds no move? "
    "Print the exception to standard error",
    to_be_sure="write the reason to standard error before each 'resign'",
)


def _found(
    check: Check, sentence: Sentence, advice: Sentence | None = None, **figures: float
) -> list[Finding]:
    """Return a finding that has been measured: a warning if there is something to change."""
    measured = {name: float(figure) for name, figure in figures.items()}
    return [Finding(check, WARNING if advice else OK, sentence, advice, figures=measured)]


def left(by_itself: bool | None, seconds: float) -> list[Finding]:
    """Return findings on its exit after it was told to leave, or its input was closed."""
    if by_itself is None:
        return []
    if by_itself:
        return _found(checks.EXITS_WHEN_TOLD, say("it exited by itself"))
    sentence = say(
        "it was still running {seconds:g} s after it was told to exit, and was killed",
        seconds=seconds,
    )
    advice = say(
        "end when the input ends: do not loop on an input that has ended, and end the threads and "
        "pools that are left (in Java shutdown(), or daemon threads)"
    )
    return _found(checks.EXITS_WHEN_TOLD, sentence, advice)


def whole_games(games: Sequence[Examined]) -> list[Finding]:
    of_all = [game for game in games if game.about in WHOLE_GAMES]
    resigned = [game.own_moves for game in of_all if _resigned(game)]
    early = [len(moves) for moves in resigned if len(moves) <= EARLY_MOVES]
    if len(early) > 1 and 2 * len(early) >= len(of_all):
        sentence = RESIGNS_EARLY(count=len(early), games=len(of_all), moves=max(early))
        return [Finding(checks.PLAYS_WHOLE_GAMES, FAULT, sentence, advice_of(sentence))]
    whole = [game for game in of_all if game.own_moves]
    finished = [g for g in whole if len(g.own_moves) > 1 and not g.lost and not _resigned(g)]
    if not finished:
        sentence = say("it finished none of {games} games", games=len(whole))
        if len(resigned) == len(whole):
            sentence = say("it resigned all {games} games", games=len(whole))
        return [Finding(checks.PLAYS_WHOLE_GAMES, SKIPPED, sentence)] if whole else []
    count = sum(len(game.own_moves) for game in finished)
    ended = sum(game.game.outcome.reason in ON_THE_BOARD for game in finished)
    sentence = say("{moves} legal moves; games to their end: {ended}", moves=count, ended=ended)
    return _found(checks.PLAYS_WHOLE_GAMES, sentence, moves=count, games=len(finished))


def _resigned(played: Examined) -> bool:
    outcome = played.game.outcome
    return outcome.reason is Reason.RESIGNATION and outcome.winner is played.color.other


def time_taken(games: Iterable[Examined], limit: float) -> list[Finding]:
    """Return findings on its time for a move, with the time that its lines are in transit."""
    played = [game for game in games if game.own_moves]
    times = [move.elapsed for game in played for move in game.own_moves]
    if not times:
        return []
    middle, longest = median(times), max(times)
    sentence = say(
        "median {median:.3f} s, longest {longest:.3f} s, in {count} moves",
        median=middle,
        longest=longest,
        count=len(times),
    )
    advice, oversteps, far = None, Counter[Color](), Games(played).far_too_long
    for game in played:
        longer = sum(took > had for had, took in game.told_times)
        oversteps[game.color] += longer if longer >= OFTEN_MOVES else 0
    if far or oversteps.total():
        told = (_clock_not_read(far, played), *map(_time_left_unseen, played))
        seen = next(filter(None, told), sentence)
        over = [took - had for game in played for had, took in game.told_times if took > had]
        rest = KEEP_A_RESERVE if median(over) < 0.1 else STOP_IN_TIME
        sentence = say("it exceeded its time limit: {times}", times=seen)
        advice = advice_of(seen) or rest
        as_black, as_white = oversteps[Color.BLACK], oversteps[Color.WHITE]
        if as_black > TIMES_MORE_AS_BLACK * as_white and played[0].subject.protocol == "uci":
            advice = say(
                "most often as Black: take btime and binc there, not wtime and winc; {otherwise}",
                otherwise=advice,
            )
    elif longest > limit / 2:
        advice = say("near the limit of {limit:g} s: search less", limit=limit)
    (found,) = _found(
        checks.TIME_FOR_A_MOVE,
        sentence,
        advice,
        median=middle,
        longest=longest,
        moves=len(times),
        games=len(played),
        positions=sum(bool(game.setup) for game in played),
    )
    return [replace(found, verdict=FAULT) if far else found]


def _clock_not_read(far: Sequence[tuple[float, float]], games: list[Examined]) -> Sentence | None:
    """Return that the moves that took far too long took the same time, whatever it had."""
    had, times = zip(*far, strict=True) if far else ((), ())
    if not far or max(times) > STEADY * min(times):
        return None
    for game in games:
        computed, thought = game.processor, sum(took for _, took in game.told_times)
        if computed is not None and computed < IDLE_SHARE * thought and thought >= min(times):
            return WAITED_IN_VAIN(took=f"{median(times):.1f}", cpu=f"{computed:.1f}")
    ends = dict.fromkeys(f"{seconds:.2g} s" for seconds in (max(had), min(had)))
    return CLOCK_NOT_READ(took=f"{median(times):.1f}", told=Listed(ends))


def _time_left_unseen(played: Examined) -> Sentence | None:
    """Return the time of its moves if it was the same when nearly none was left, in a game."""
    told = played.told_times
    rich = [took for had, took in told if had > played.game.controls[played.color].base / 2]
    poor = [took for had, took in told if took > had]
    if not rich or len(poor) < OFTEN_MOVES or STEADY * median(poor) < median(rich):
        return None
    most, least = (f"{bound(had for had, _ in told):.2g}" for bound in (max, min))
    return TIME_LEFT_UNSEEN(took=f"{median(rich):.2f}", most=most, least=least)


def mates_missed(games: Iterable[Examined]) -> list[Finding]:
    """Return a finding if one that searches, as its lines show, gave none of the mates in one."""
    given = [(game, game.lesson) for game in games if game.setup and game.own_moves]
    asked = [(game, each.sound) for game, each in given if each and each.sound and not each.missed]
    searched = all(any(map(SEARCHED.search, game.printed)) for game, _ in asked)
    gave = any(game.own_moves[0].move in mates for game, mates in asked)
    if len(asked) < 3 or gave or not searched:
        return []
    sentence = NEVER_MATES(count=len(asked))
    return _found(asked[0][0].about, sentence, advice_of(sentence))


def stood_still(played: Examined, *, has_runtime: bool = False) -> list[Finding]:
    """Return findings on the processor time it used while its opponent took its time."""
    used = played.game.off_turn[played.color]
    if used is None or not played.own_moves:
        return []
    advice = say(
        "stop all threads and child processes before you answer: contests stop programs off turn, "
        "and a program that takes processor time from its opponent loses"
    )
    much = used >= (RUNTIME_AT_REST if has_runtime else AT_REST)
    sentence = say("{used:.1f} s of processor time while it was not its turn", used=used)
    return _found(checks.STANDS_STILL, sentence, advice if much else None, seconds=used)


def waited(played: Examined) -> list[Finding]:
    """Return a finding on whether it was still there when a slow opponent had moved."""
    found = played.game.explanation
    waiting = played.game.last_position.to_move is not played.color
    if found is not None and played.lost and waiting:
        sentence, advice = played.why, advice_on(found)
        if row_of(found.sentence) not in LEFT_BY_ITSELF:
            sentence = say("while its opponent was thinking: {why}", why=sentence)
            advice = END_ITS_TIMERS if found.stderr.strip() else advice
        return [Finding(checks.WAITS_PATIENTLY, FAULT, sentence, advice, shown(found))]
    if played.lost or not played.own_moves:
        return []
    sentence = say("it waited {seconds:g} s for a move", seconds=PONDERING_SECONDS)
    return _found(checks.WAITS_PATIENTLY, sentence)


def buffered(played: Examined) -> list[Finding]:
    """Return a finding if it does not flush: the game was played as elsewhere, with a buffer."""
    sentence = held_back(played.game.explanation)
    if sentence is None:
        return []
    return _found(checks.FLUSHES_OUTPUT, sentence, say("print(move, flush=True)"))


def guest(games: Sequence[Examined]) -> list[Finding]:
    """Return findings on what it left on the machine, and did to other programs."""
    moved = [game for game in games if game.own_moves]
    if not moved:
        return []
    found = _found(checks.SIGNALS_SENT, say("none reached the board"))
    if written := [game.files for game in moved if game.files is not None]:
        found += _files(max(written))
    if counted := [game.daemons for game in moved if game.daemons is not None]:
        found += _daemons(max(counted))
    return found


def _files(size: int) -> list[Finding]:
    sentence, advice = say("it wrote none"), None
    if size >= 1 << 20:
        sentence = say("it wrote {size:.0f} MiB to files in one game", size=size / (1 << 20))
    elif size >= 4096:
        sentence = say("it wrote less than 1 MiB in one game")
    if size >= MUCH_WRITTEN:
        advice = say("write less: files count as memory, and writing costs time on your clock")
    return _found(checks.FILES_WRITTEN, sentence, advice, bytes=size)


def _daemons(count: int) -> list[Finding]:
    if not count:
        return _found(checks.LEAVES_NOTHING, say("it left no processes behind"))
    sentence = say("processes that it started and let go: {count}", count=count)
    advice = say("wait for every process that you start, and end it before you exit")
    return _found(checks.LEAVES_NOTHING, sentence, advice, processes=count)


def memory_needed(games: Iterable[Examined]) -> list[Finding]:
    games = [*games]
    peak = max((game.memory for game in games if game.memory is not None), default=None)
    if peak is None:
        unknown = Finding(checks.MEMORY_USE, SKIPPED, say("unknown on this system"))
        moved = any(game.own_moves for game in games)
        return [unknown] if moved else []  # it ended before it was measured
    advice = say("contests often allow 2 GiB at most: keep smaller tables")
    sentence = say("{size:.0f} MiB at most", size=peak / (1 << 20))
    return _found(checks.MEMORY_USE, sentence, advice if peak > MUCH_MEMORY else None, bytes=peak)


def errors_written(games: Iterable[Examined]) -> list[Finding]:
    """Return findings on its standard error; what it wrote there before a loss is shown with it."""
    games = [*games]
    if not any(game.own_moves for game in games):
        return []
    text = max(map(_written_errors, games), key=len)
    if not text.strip():
        return _found(checks.STANDARD_ERROR, say("nothing was written to it"))
    lines = text.strip().splitlines()
    last = repr(legible(lines[-1], MOST_ERROR))
    sentence = say("lines in one game: {lines}; the last: {last}", lines=len(lines), last=last)
    advice = say(
        "only its last 64 KiB are kept: write less, because writing costs time on your clock"
    )
    loud = len(text) >= LOUD_STDERR_BYTES
    return _found(checks.STANDARD_ERROR, sentence, advice if loud else None, characters=len(text))


def _written_errors(played: Examined) -> str:
    """Return what it wrote to its standard error in a game, as far as that was seen."""
    found = played.game.explanation
    return max(played.stderr, found.stderr if found else "", key=len)


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
    finished = any(f.check == checks.PLAYS_WHOLE_GAMES and f.verdict is OK for f in measured)
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
    if finding.verdict is not FAULT or finding.evidence is None:
        return ""
    return f"{signature_of(finding.evidence)} {finding.evidence.exit_status}"


def _error_of(finding: Finding) -> ErrorLines | None:
    """Return the error that ended it, if it wrote in which line of its source that was."""
    if finding.verdict is not FAULT or finding.evidence is None:
        return None
    error = last_error(finding.evidence.stderr)
    return error if error is not None and error.line else None
