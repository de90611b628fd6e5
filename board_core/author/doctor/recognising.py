"""Why a program lost one of the doctor's games, and what to do about it. Pure.

What may be known of one failed game, beside all others, stands in the order in which it counts:
:func:`places` (which check the failure belongs to), :data:`FINDINGS` (what is behind it: rows,
which bring their own advice) and :func:`advices` (what to do, where no row tells). To add a cause,
write a row and a recogniser that calls it, and enter that in ``FINDINGS``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from board_core.diagnosis import rows
from board_core.diagnosis.advice import (
    LOG_LINE,
    LOG_TO_STDERR,
    advice_on,
    advice_on_line,
    ended_silently,
)
from board_core.diagnosis.error_lines import last_error, names_line
from board_core.diagnosis.evidence import WAITS_FOR_ANOTHER
from board_core.diagnosis.ranking import HABITS
from board_core.fast_dataclass import dataclass
from board_core.game.events import MovePlayed, MoveRejected
from board_core.game.player import Cause, Explanation
from board_core.game.refused_answers import NO_VALUE, printed_value_sentence
from board_core.game.rules import IllegalMove, Position, Reason
from board_core.games.lessons import Feature
from board_core.text.findings import (
    advice_of,
    explained_on,
    hint_in,
    hinted,
    kind_of,
    row_of,
    rows_in,
    telling_row,
)
from board_core.text.harmless_text import in_ascii
from board_core.text.languages import N_
from board_core.text.sentence import Listed, Sentence, say

from . import checks
from .card import Check
from .checks import Subject
from .evidence import NO_GAMES, SLOW_CAUSES, Examined, Games
from .variants import TO_SEE_ANOTHER

TELLS_THE_CHECK = {
    **dict.fromkeys(
        (
            *(Cause.NOT_FOUND, Cause.NOT_EXECUTABLE, Cause.NO_INTERPRETER, Cause.WRONG_FORMAT),
            *(Cause.WINDOWS_LINE_BREAK, Cause.NO_MODULE, Cause.OTHER_PROTOCOL),
        ),
        checks.PROGRAM_STARTS,
    ),
    Cause.INTERFERENCE: checks.SIGNALS_SENT,
    Cause.NO_HANDSHAKE: checks.INTRODUCES_ITSELF,
    Cause.UNFLUSHED: checks.FLUSHES_OUTPUT,
    Cause.NO_NEWLINE: checks.FLUSHES_OUTPUT,
    Cause.ENCODING: checks.WRITES_PLAIN_TEXT,
    Cause.LINE_TOO_LONG: checks.PRINTS_ONLY_MOVES,
    Cause.TOO_MANY_LINES: checks.PRINTS_ONLY_MOVES,
}
"""The failures that identify their check by themselves, whenever they happen."""

IN_CONTEXT = (checks.READS_CRLF, checks.STARTS_AGAIN, checks.NEW_GAME)
MACHINES_CAUSES = frozenset((Cause.BUSY_MACHINE, Cause.OVERLOADED))
BEYOND_ITS_CONTEXT = MACHINES_CAUSES | {Cause.LATE}
"""The causes that have nothing to do with what a game was played for."""
KEEPS_A_BOARD = frozenset((Cause.EXCEPTION, Cause.ILLEGAL))

MOVE_AGAIN_LINE = "."
RESULT_TEXTS = ("1-0", "0-1", "1/2-1/2", "*")
SHORTEST_LINE = 5
"""Letters that a line has soon in every game: a shorter one is no sign of a full buffer."""
SIZES_OF_ARRAYS = (80, 100, 120, 128, 150, 160, 200, 250, 256, 300, 400, 500, 512)
"""Half-moves of usual games for which programs make room."""
IS_BEYOND_THE_END = re.compile(r"index|bound|range|overflow|out of memory", re.IGNORECASE)
"""The words of an error about an array that is too short."""
MOVES_THAT_SHOW = 50
"""Moves of a program in which it kept a rule that it broke in one game."""
FEW_MOVES = 2
"""Moves after which a program that reads one line, or two, may have ended."""
PROMPT_PATTERN = re.compile(r"[:：>?？]\s*\S{2,8}$|[:：>?？]$")
"""The end of a line that begins with a prompt."""
VALUE_IS_MISSING = re.compile(
    r"\bnull\b|NullPointer|NullReference|NoneType|\bNone\b|\bnil\b|\bundefined\b|uninitialized"
)
"""The words of an error about a value that is not there."""

# Rows: what is behind a failure

row, likely, possible = explained_on("diagnoses.md#it-did-not-write-a-legal-move")
FAILS_AT_SET_UPS = row(
    "fails-at-set-ups",
    "it plays from the start, and fails when it is to begin from another position: {why}",
)
BOARD_NOT_BEGUN_ANEW = row(
    "board-not-begun-anew",
    "it makes the first move of the line, {move}, on a board on which moves stand already",
    advice="begin anew at each line 'position', which tells the whole game: set up the start, or "
    "its FEN, and then make its moves",
)
BOARD_OF_THE_START = row(
    "board-of-the-start",
    "its board is that of the start, and not the position that it was given",
    advice="set the board up anew at each line that tells the game, from its FEN or from the start "
    "('position fen … moves …' has both), and then make all its moves",
)
MOVES_NEVER_MADE = likely(
    "moves-never-made",
    "all {count} answers that it gave to other positions are moves of the start: no move reaches "
    "the board on which it thinks",
    advice="hand the position over with each question: a worker (a process of a pool, a fork, a "
    "thread with a copy) keeps the board that it got when it was started, and hears of no move",
    to_be_sure="print the board to standard error where the search begins: it never changes",
)
MOVES_WHEN_TOLD = row(
    "moves-when-told",
    "it moves when the same question has {word} in its line 'go'",
    advice="do without each word that 'go' may lack, where it is 0 or missing: with no movestogo "
    "divide what is left by 30, with movetime there is no wtime, and infinite has no time",
)
STATE_KEPT = likely(
    "state-kept",
    "as the first game of its process it plays this one: it keeps something of the game before",
    advice="begin everything anew with each game (at ucinewgame, and at each line that tells the "
    "game): boards, lists and tables; in Python a default as in f(moves=[]) is one list for "
    "all calls",
    to_be_sure="play this game alone, and then behind another one, by hand",
)
OWN_MOVE_NOT_MADE = row(
    "own-move-not-made",
    "its board is the one before its own move {move}, which it did not make there",
    advice="make each move that it prints on its own board too (board.push(move) in python-chess), "
    "after it has been printed",
)
LONGEST_LINE = possible(
    "longest-line",
    "{line} is the first line of more than {length} letters that it was sent",
    advice="make room for long lines: exd8=Q+ and Qa1xc3# have 7 letters, and a line break (in C "
    "an array of 64, in C++ a std::string); a read that fails ends a loop",
)
FULL_ARRAY = possible(
    "full-array",
    "it failed when {count} half-moves had been made: an array of {size} is full then",
    advice="make room for long games, in a list that grows or in an array of 2000 and more: the "
    "moves made, the positions seen, the boards that are kept to take moves back; print exceptions "
    "that are caught",
)
ERROR_BESIDES = possible(
    "error-besides",
    "before that its standard error says {line}",
    advice="mend that first: an exception that is caught in the middle of a search, or of a move "
    "that is made, leaves a wrong board",
)

# Advice, where no row brings its own

COMPARE_BOARDS = say(
    "have it print its own board to standard error after each move: the first move after which a "
    "square differs from the game is the one that it makes wrongly, or after which its search left "
    "a move on it that it had only tried (stopped by a time limit, an exception, a return)"
)
NAMES_THE_MOVE = N_(
    "its own words name the move: look at how it reads {called}, and what its board knows before "
    "that"
)
ONLY_FOLLOWS = N_(
    "that line may only show what follows: look at how it reads {called}, and what its board knows "
    "before that"
)
AMONG_THE_LEGAL = say("choose among the legal moves of the board that it gets: board.legal_moves")
ON_STDERR = say("keep standard output for moves; for your own notes use standard error")
STRIP_LINES = say("strip blanks and the carriage return from each line that is read")
TAKE_ALL_OVER = say(
    "take over all that is set up: pieces, side to move, castling rights and the square of a "
    "capture en passant"
)
STALE_BOARD = say(
    "have it print its own board to standard error before this move: a square that differs from "
    "the position shows that a move of the line 'position' went wrong there, or that an earlier "
    "line still stands on it (a copy that shares its squares); if none does, look at how it finds "
    "its moves"
)
TAKE_IT_BACK = say("'.' means that the last move was not legal: take it back and send another")


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that a program lost by a fault, beside all others: what recognisers look at."""

    played: Examined
    games: Games = NO_GAMES
    check: Check = checks.PLAYS_WHOLE_GAMES  # that it belongs to

    @property
    def found(self) -> Explanation | None:
        return self.played.explanation

    @property
    def told(self) -> MovePlayed | None:
        """The move that it failed to answer."""
        return self.played.told_last(self.games.in_all_quoted)

    @property
    def heard(self) -> tuple[Feature, ...]:
        return self.played.heard_last(self.games.in_all_quoted)

    @property
    def quotes_last_move(self) -> bool:
        return self.played.quotes_last_move(self.games.in_all_quoted)

    @property
    def at_set_ups(self) -> bool:
        """True if it fails whenever it is asked in a position, whatever stands there."""
        at_once = bool(self.played.setup) and not self.played.own_moves and self.games.longest > 0
        return at_once and self.played.signature in self.games.at_set_ups

    @property
    def moves_when(self) -> str:
        """The word in the line 'go' with which it does not fail so."""
        at_once = not (self.played.own_moves or self.played.rejected)
        return self.games.moves_when.get(self.played.signature, "") if at_once else ""

    @property
    def suspects(self) -> list[str]:
        """The moves of either side that change more than one square, the latest three first."""
        if not self.played.in_words:
            return []  # it is given the position
        features = self.played.lessons.features
        return [
            move.notation
            for move in reversed(self.played.moves)
            if self.games.suspects & set(features(move.before, move.move))
        ][:3]

    def trap(self, rejected: MoveRejected) -> Feature | None:
        """Return the trap of a refused move; None if it breaks that rule where none is, too."""
        general = self.played.rule_broken(rejected) in self.games.broken_anywhere
        return None if general else self.played.trap(rejected)

    @property
    def to_blame(self) -> Feature | None:
        """The special feature of the move that it failed to answer, if that is the reason.

        It is not if the same feature was answered in some game, or if the same failure also came
        after an ordinary move; it is if the last words of the program quote the move.
        """
        played, games, told, heard = self.played, self.games, self.told, self.heard
        refusal = played.refusal if played.lost_illegally else None
        if told is None or not heard or _went_wrong_before(played, told):
            return None
        if refusal and played.rule_broken(refusal) in games.broken_plainly:
            return None

        def works(feature: Feature) -> bool:
            if told is not played.moves[-1] or feature.by_either:
                return (feature, told.color) in games.answered_by
            return feature in games.times

        new = next((feature for feature in heard if not works(feature)), None)
        if self.quotes_last_move:  # what it leaves has nothing to do with reading it
            read = played.lessons.features(told.before, told.move)
            of_move = [feature for feature in heard if feature in read]
            of_all = [f for f in of_move if f in games.in_all_quoted] or of_move
            return next((f for f in of_all if not works(f)), next(iter(of_move), None))
        slow = played.cause in SLOW_CAUSES
        plain = (slow and games.slow_plainly) or played.signature in games.plain
        return None if plain else new


def _went_wrong_before(played: Examined, told: MovePlayed) -> bool:
    """Return True if a move of it was refused before it was told this one, as not legal."""
    return any(
        rejected.ply < told.ply
        and row_of(rejected.why) is not TO_SEE_ANOTHER
        and played.is_move(rejected.text)
        for rejected in played.rejected
    )


# What is behind it: findings, whose rows say what to do


def _board_shown_wrongly(failure: Failure) -> Sentence | None:
    """Return how the board in its last words differs from that on which it failed.

    Which one that is the words show by the move that they name: the one it was told last, or, of
    an engine that is told the whole game at each question, the first one.
    """
    played, found = failure.played, failure.found
    if found is None:
        return None
    stderr, shown_wrongly = found.stderr, played.lessons.shown_wrongly
    words, differs = stderr.strip().rpartition("\n")[2], None
    told_all = played.subject.protocol == "uci"
    if not played.moves:
        differs = shown_wrongly(played.start, words)
    elif any(
        names_line(stderr, text) for text in (played.moves[-1].notation, played.moves[-1].move)
    ):
        differs = shown_wrongly(played.moves[-1].before, words)
        own = next((move for move in played.moves[-2:-1] if move.color is played.color), None)
        if differs and own and shown_wrongly(own.before, words) is None:
            return OWN_MOVE_NOT_MADE(move=repr(own.notation))
    elif told_all and not played.setup and names_line(stderr, played.moves[0].move):
        begun = played.moves[0]
        return shown_wrongly(begun.before, words) and BOARD_NOT_BEGUN_ANEW(move=repr(begun.move))
    at_start = played.setup and shown_wrongly(played.subject.rules.start(None), words) is None
    return BOARD_OF_THE_START() if differs and at_start else differs


def _longest_line(failure: Failure) -> Sentence | None:
    """Say of one that ended or waits without a word that no line it answered was as long."""
    found, told = failure.found, failure.played.told_last()
    if found is None or told is None or hint_in(found.sentence):
        return None
    waits = _misses_a_line(found)
    ended = (waits or found.cause in (Cause.EXITED, Cause.KILLED)) and not found.stderr.strip()
    line, most = found.last_sent, failure.games.longest_line
    if not ended or line != told.notation or not len(line) > most >= SHORTEST_LINE:
        return None
    return LONGEST_LINE(line=repr(line), length=most)


def _misses_a_line(found: Explanation) -> bool:
    """Return True if it waits as if it had not got a line, and for no child."""
    of_child = any(row.is_in(found.sentence) for row in rows.OF_ITS_CHILD)
    return rows.WAITS_FOR_MORE.is_in(found.sentence) and not of_child


def _full_array(failure: Failure) -> Sentence | None:
    """Say of one that ended that so many half-moves had been made as arrays are often long."""
    played, plies = failure.played, len(failure.played.moves)
    ended = played.cause in (Cause.EXITED, Cause.KILLED, Cause.EXCEPTION)
    words = played.explanation.stderr.strip() if played.explanation else ""
    otherwise = words and not IS_BEYOND_THE_END.search(words)
    if not ended or otherwise or played.setup or failure.quotes_last_move:
        return None
    size = next((size for size in SIZES_OF_ARRAYS if size - 1 <= plies <= size + 1), None)
    return None if size is None else FULL_ARRAY(count=plies, size=size)


def _error_besides(failure: Failure) -> Sentence | None:
    """Return the exception that it wrote before a move that is not legal."""
    played = failure.played
    error = last_error(played.stderr) if played.lost_illegally else None
    return None if error is None else ERROR_BESIDES(line=error.sentence)


def _moves_when_told(failure: Failure) -> Sentence | None:
    return MOVES_WHEN_TOLD(word=repr(failure.moves_when)) if failure.moves_when else None


def _other_board(failure: Failure) -> Sentence | None:
    """Return the boards on which the move would be legal that was refused here."""
    played, refusal = failure.played, failure.played.refusal
    if refusal is None or not played.lost_illegally or played.about is checks.MOVES_AGAIN:
        return None
    if failure.found and hint_in(failure.found.sentence) and not played.hints_at_a_board:
        return None  # something surer is known of it
    return boards_that_fit(played.mistakes(refusal), failure.games)


def boards_that_fit(fits: Sequence[Sentence], games: Games = NO_GAMES) -> Sentence | None:
    """Return the board on which all refused moves would be legal, or two that fit the only one."""
    if games.of_the_start:
        return MOVES_NEVER_MADE(count=games.of_the_start)
    if not games.refused_fitting:
        return None
    if (others := games.refused_fitting - 1) > 0:
        common = (fit for fit in fits if kind_of(fit) in games.fitting_all)
        return next((rows.ALL_FIT(what=fit, count=others) for fit in common), None)
    return rows.SEVERAL_FIT(one=fits[0], other=fits[1]) if fits[1:] else next(iter(fits), None)


FINDINGS: tuple[Callable[[Failure], Sentence | None], ...] = (
    lambda failure: STATE_KEPT() if failure.played.moves_alone else None,
    _moves_when_told,
    _board_shown_wrongly,
    _longest_line,
    _full_array,
    _error_besides,
    _other_board,
)
"""What is behind a failure, the surest first."""


def behind(failure: Failure) -> Sentence | None:
    """Return the surest of what is behind a failure."""
    return next((found for look in FINDINGS if (found := look(failure)) is not None), None)


def with_finding(failure: Failure) -> Sentence:
    """Return why it failed, and what is behind that."""
    hint = behind(failure)
    return failure.played.why if hint is None else hinted(failure.played.why, hint)


# Where it belongs: the check, and the failure as that check tells it

Place = tuple[Check, Sentence]


def places(failure: Failure) -> Iterator[Place]:
    """Yield the checks that a failure may belong to, each with the failure as it tells it.

    The first one counts; there is always one.
    """
    played, games, found = failure.played, failure.games, failure.found
    about, cause, why = played.about, played.cause, played.why
    slow = cause in SLOW_CAUSES
    if failure.moves_when:
        yield about, with_finding(failure)
    if failure.at_set_ups:
        yield about, FAILS_AT_SET_UPS(why=why)
    if about is checks.MOVES_AGAIN and not played.own_moves:
        yield about, _told_again(played)
    if about is checks.MOVES_AGAIN and len(played.own_moves) < games.longest:
        yield about, say("it went wrong after a move had been refused: {why}", why=why)
    if about in (*IN_CONTEXT, checks.MOVES_AGAIN) and cause in BEYOND_ITS_CONTEXT:
        yield checks.TIME_FOR_A_MOVE, why
    if about is checks.READS_CRLF:
        yield about, say("when lines end as on Windows, in CR LF: {why}", why=why)
    if about is checks.NEW_GAME and not played.own_moves:
        yield about, say("in another game: {why}", why=why)
    if about is checks.STARTS_AGAIN and not played.own_moves:
        yield about, say("after it had been killed in a game, in the next one: {why}", why=why)
    if about is checks.TAKE_BACK and cause not in TELLS_THE_CHECK:
        yield about, say("when moves had been taken back: {why}", why=with_finding(failure))
    if found is not None and rows.WITH_PROMPT.is_in(found.sentence):
        yield checks.PRINTS_ONLY_MOVES, why
    if cause in TELLS_THE_CHECK:
        told = TELLS_THE_CHECK[cause]
        yield (told if told in played.subject.checks else checks.PROGRAM_STARTS), why
    if played.game.outcome.reason is Reason.NOT_STARTED and not games.longest:
        yield checks.PROGRAM_STARTS, why
    if played.lost_illegally:
        yield _place_of_illegal(failure)
    again = played.rejected and played.rejected[-1].ply == played.game.plies
    if again and found is not None and found.last_sent == MOVE_AGAIN_LINE:
        yield checks.MOVES_AGAIN, _told_again(played)
    if (feature := failure.to_blame) and (not slow or played.was_quick):
        yield played.subject.check_of(feature), _after_hearing(failure, feature)
    if slow:
        yield checks.TIME_FOR_A_MOVE, with_finding(failure)
    check = checks.PLAYS_WHOLE_GAMES if played.has_played else about
    if not failure.quotes_last_move:
        yield check, with_finding(failure)
    elif suspects := failure.suspects:
        yield check, _wrong_since(failure, suspects)
    else:
        yield check, _after_hearing(failure, None)


def _place_of_illegal(failure: Failure) -> Place:
    """Return the place of an illegal answer; an earlier move may have broken its board."""
    played, refusal = failure.played, failure.played.refusal
    if refusal and not played.is_move(refusal.text):
        return check_of_text(played, refusal), played.why
    if refusal and played.lessons.is_misspelt(refusal.text):
        return check_of_writing(played), played.why
    if feature := failure.to_blame:
        return played.subject.check_of(feature), _after_hearing(failure, feature)
    if refusal and (trap := failure.trap(refusal)):
        return played.subject.check_of(trap), played.why
    if suspects := failure.suspects:
        return checks.PLAYS_WHOLE_GAMES, _wrong_since(failure, suspects)
    return (checks.PLAYS_WHOLE_GAMES if played.own_moves else played.about), with_finding(failure)


def _told_again(played: Examined) -> Sentence:
    if played.repeats_itself:
        return say(
            "when told '.' it sent {move} again and again", move=repr(played.rejected[-1].text)
        )
    further = played.rejected[len(played.refused) :]
    if further and played.about is checks.MOVES_AGAIN:
        return refused_again(further[0])
    return say("when told '.', move again: {why}", why=played.why)


def refused_again(rejected: MoveRejected) -> Sentence:
    return say("the move that it sent after '.' was refused too: {why}", why=rejected.why)


def _after_hearing(failure: Failure, feature: Feature | None) -> Sentence:
    if (told := failure.told) is None:
        return failure.played.why
    return say(
        "after it heard {move} ({called}): {why}",
        move=repr(told.notation),
        called=_called(feature, told),
        why=with_finding(failure),
    )


def _called(feature: Feature | None, told: MovePlayed) -> Sentence:
    """Return a special move by its name, an ordinary one in words."""
    return (feature and feature.called) or told.before.describe(told.move)


def _wrong_since(failure: Failure, moves: list[str]) -> Sentence:
    why = with_finding(failure)
    return say("{why}; its board may be wrong since {moves}", why=why, moves=Listed(moves))


# What to do, where no row tells


def advices(failure: Failure) -> Iterator[Sentence | None]:
    """Yield what to do about a failure, from what was seen to its bare cause: the first counts."""
    played, games, found, check = failure.played, failure.games, failure.found, failure.check
    subject, lesson, cause, refusal = played.subject, played.lesson, played.cause, played.refusal
    own, on_points = played.own_moves, subject.rules.geometry.on_points
    if failure.moves_when:
        yield MOVES_WHEN_TOLD.advice
    if refusal and played.setup and subject.protocol and not on_points:
        yield _whose_turn(played, refusal)
    elsewhere = games.moves_at_set_ups and failure.at_set_ups
    if lesson is not None and not (own or elsewhere or played.decides):
        yield lesson.failing
    if found is not None and cause in MACHINES_CAUSES:
        yield advice_on(found)
    if check is checks.READS_CRLF:
        yield STRIP_LINES
    if games.longest and not (own or subject.protocol) and cause in KEEPS_A_BOARD:
        yield say(
            "it played other games well: does it keep a board of its own from game to game? Use "
            "the board that it gets"
        )
    if failure.at_set_ups:
        yield _set_up(failure)
    if not played.setup and cause is Cause.EXITED:
        yield _other_rules(played)
    if found is not None:
        yield advice_on_line(found.sentence)
    if (hint := behind(failure)) is not None:
        yield advice_in(hint)
        if not failure.suspects:
            yield TAKE_ALL_OVER if played.setup else COMPARE_BOARDS
    row = telling_row(found.sentence) if found else None
    if row is not None and row in HABITS:  # which names a line
        yield row.advice
    of_check = [f for f in failure.heard if subject.check_of(f) == check]
    at_once = played.moves and failure.told is played.moves[-1]
    if at_once and not played.lost_illegally:  # silent, or with an error, at something special
        yield next((f.avoiding for f in of_check if f.avoiding), None)
    if failure.told is not None and failure.quotes_last_move:
        yield _read_wrongly(failure, failure.told, next(iter(of_check), None))
    special = next((f.called for f in failure.heard if f.value == check.name), None)
    if special and row is rows.WITH_TELLING_LINE:
        yield say(ONLY_FOLLOWS, called=special)
    if found is not None and cause is not Cause.ILLEGAL and found.stderr.strip():
        missing = VALUE_IS_MISSING.search(str(found.sentence))
        yield _when_lost(played, played.game.last_position) if missing else None
    again = check is checks.MOVES_AGAIN
    if again and found and found.last_sent == MOVE_AGAIN_LINE and cause is Cause.EXITED:
        yield TAKE_IT_BACK
    begins = games.longest and not (played.setup or played.moves or played.rejected)
    if begins and found and _misses_a_line(found):  # it answers elsewhere
        yield say(
            "it answers other lines, but not {line}: take the line break off before you compare "
            "it (strcmp and == see it), and look for the word in its source",
            line=repr(found.last_sent.rpartition("; ")[2]),
        )
    if found is not None and row is not None and (row.complete or row.advice):
        yield advice_on(found)
    if played.refused_the_set_up:
        yield TAKE_ALL_OVER
    if again and played.repeats_itself:
        yield say(
            "keep a list of the moves that were refused in this position, and choose one that is "
            "not in it"
        )
    if again:
        yield TAKE_IT_BACK
    if cause is Cause.ILLEGAL and refusal is not None:
        yield _knows_the_rule(failure, refusal)
        if subject.protocol and not played.in_words and own and refusal.text == own[-1].move:
            yield say(
                "that is its own move of before: answer each question once, and end the timer and "
                "the threads of a search when its move is printed"
            )
        yield advice_on_text(played, refusal)
    if check is checks.TAKE_BACK:
        yield say("undo the moves on the program's own board, or set the position up anew")
    if check is checks.STARTS_AGAIN:
        yield say("do not count on files or locks that an earlier run should have cleaned up")
    if found is not None:
        yield from _by_cause(failure, found)


def _by_cause(failure: Failure, found: Explanation) -> Iterator[Sentence | None]:
    """Yield what to do about one that was silent, did not read, or ended."""
    played, cause = failure.played, found.cause
    vain = row_of(found.sentence) in (rows.WAITS_BLINDLY, rows.WAITS_UNSEEN)
    if vain and not played.moved_on_stderr:
        yield say(
            "look for a lock, a sleep or another process that it waits for, and for a condition or "
            "an exception, caught somewhere, that skips the answer"
        )
    dialogue = played.subject.dialogue
    if dialogue is not None and cause is Cause.NO_HANDSHAKE:
        yield dialogue.handshake
    if dialogue is not None and cause in (Cause.IDLE, Cause.NO_ANSWER):
        if played.moved_on_stderr:
            yield say("print the move to standard output, not to standard error")
        yield _case_of_letters(played)
        yield dialogue.answering
    if cause is Cause.NEVER_READ and found.sentence.facts.get("doing") == WAITS_FOR_ANOTHER:
        yield say(
            "load less or later, and read a line of standard input before every move: sleep "
            "nowhere, and wait for no key and no file"
        )
    if played.floods:
        yield say(
            "read a line before every move, and look whether reading succeeded: in C, scanf "
            "returns 0 when nothing fits, and '%[^\\n]' leaves the line break; in R, readline() "
            "does not wait for a pipe, but readLines() on file('stdin') does"
        )
    tells = (found.exit_status is not None and found.stderr.strip()) or ended_silently(found)
    if cause is Cause.EXITED and 0 < len(played.own_moves) <= FEW_MOVES and not tells:
        yield say("read in a loop: the program should end only when its input does")
    yield advice_on(found)


def advice_in(hint: Sentence) -> Sentence | None:
    """Return what the first row says to do that says it, of those in a sentence."""
    return next((row.advice for row in rows_in(hint) if row.advice), None)


def _whose_turn(played: Examined, refusal: MoveRejected) -> Sentence | None:
    """Advise one whose answer in a given position is a move of the side that is not to move."""
    turned = played.game.last_position.after_null_move()
    try:
        fits = turned is not None and bool(turned.parse(refusal.text))
    except IllegalMove:
        return None
    if not fits or played.answers_as_at_the_start:
        return None
    return say(
        "its answer is a move of the side that is not to move: take over whose turn it is (in a "
        "FEN the word behind the pieces, w or b)"
    )


def _set_up(failure: Failure) -> Sentence:
    subject = failure.played.subject
    if subject.protocol == "uci" and not failure.games.moves_at_set_ups:
        return say(
            "read both forms of the command: 'position startpos moves …' and 'position fen … "
            "moves …'"
        )
    if subject.rules.geometry.on_points:
        return say(
            "take over all stones that are set up (in Gomocup the lines x,y,who behind BOARD, up "
            "to DONE), and answer with a point"
        )
    return TAKE_ALL_OVER


def _other_rules(played: Examined) -> Sentence | None:
    """Advise one that ended at a move that the game forbids of which this is a variant."""
    if (told := played.told_last()) is None:
        return None
    rules = played.subject.rules
    before = [move.move for move in played.moves if move.ply < told.ply]
    if played.lessons.by_other_rules(rules, before, told.notation) is not False:
        return None
    return say(
        "the rules of the ordinary game forbid the move that it was told: have the program play "
        "{game}",
        game=rules.name,
    )


def _read_wrongly(failure: Failure, told: MovePlayed, of_check: Feature | None) -> Sentence:
    """Advise on the move that its own words name, or the special one that may have misled it."""
    whole = failure.check is checks.PLAYS_WHOLE_GAMES and failure.suspects
    suspect = min(failure.games.suspects, key=str) if whole else None
    words = ONLY_FOLLOWS if told is not failure.played.moves[-1] else NAMES_THE_MOVE
    return say(words, called=_called(of_check or suspect, told))


def _when_lost(played: Examined, position: Position) -> Sentence | None:
    """Return what to do about a missing move, if its side is to move in a position that is lost."""
    if position.to_move is not played.color or not played.lessons.is_lost(position):
        return None
    return say(
        "whatever it plays there, it is mated next: a search in which no value is better than the "
        "worst one, with which it began, finds no move; begin with the first legal move instead"
    )


def _knows_the_rule(failure: Failure, refusal: MoveRejected) -> Sentence | None:
    """Advise one that broke a rule in one game only, and kept it in many moves."""
    played = failure.played
    plain = played.is_move(refusal.text) and not played.lessons.is_misspelt(refusal.text)
    if not (played.in_words and plain and played.own_moves) or played.trap(refusal):
        return None
    count = failure.games.keeps_otherwise(played.rule_broken(refusal))
    if count < MOVES_THAT_SHOW:
        return None
    return say(
        "it kept this rule in {count} other moves, so its board may be wrong: have it print that "
        "to standard error before this move, and compare; a move may have been read wrongly, or "
        "one that was only tried may still stand there (a search stopped by a time limit, an "
        "exception, a return)",
        count=count,
    )


def _case_of_letters(played: Examined) -> Sentence | None:
    """Return the advice for a program that answers lines until one has a capital letter."""
    *answered, last = [move.notation for move, _ in played.heard] or [""]
    if not (answered and played.in_words) or last.islower():
        return None
    if not all(text.islower() for text in answered):
        return None
    return say(
        "{line} is the first line with a capital letter that it was sent, and it has answered the "
        "others: does it turn them into small letters?",
        line=repr(last),
    )


# Lines that were refused


def check_of_text(played: Examined, rejected: MoveRejected) -> Check:
    """Return the check of a refused line that is not written as a move."""
    text = rejected.text.strip()
    if text in RESULT_TEXTS:
        return checks.PLAYS_WHOLE_GAMES
    if _is_in_other_letters(played, text):
        return checks.WRITES_PLAIN_TEXT
    if played.is_written_otherwise(rejected):
        return check_of_writing(played)
    return checks.PRINTS_ONLY_MOVES


def check_of_writing(played: Examined) -> Check:
    """Return the check of how moves are written, for a protocol that has one."""
    return checks.WRITES_NOTATION if played.subject.has_one_notation else checks.PLAYS_WHOLE_GAMES


def advice_on_text(played: Examined, rejected: MoveRejected) -> Sentence:
    """Return the advice on a refused line, by how it is written."""
    text = rejected.text.strip()
    if text in RESULT_TEXTS:
        return say("play on until the input ends: the board ends drawn and decided games by itself")
    if _is_in_other_letters(played, text):
        return say("write moves in ASCII: no full-width letters, digits or dashes that look alike")
    if played.lessons.is_misspelt(text) or played.is_written_otherwise(rejected):
        return in_notation(played.subject)
    if played.is_move(text):
        return _advice_on_rule(played, rejected)
    if (printed := printed_value_sentence(text)) is not None:
        lost_there = _when_lost(played, played.position_at(rejected.ply))
        if lost_there and row_of(printed) is NO_VALUE:
            return lost_there
        if (by_its_row := advice_of(printed)) is not None:
            return by_its_row
    if (known := played.lessons.advice(rejected.why)) is not None:
        return known
    if LOG_LINE.match(text):
        return LOG_TO_STDERR
    return rows.NO_PROMPT if PROMPT_PATTERN.search(text) else ON_STDERR


def _advice_on_rule(played: Examined, rejected: MoveRejected) -> Sentence:
    """Return the advice on a move that is not legal, by the rule that it breaks."""
    if not played.subject.protocol:
        return AMONG_THE_LEGAL
    rules, lessons = played.subject.rules, played.lessons
    before = [move.move for move in played.moves if move.ply < rejected.ply]
    if not played.setup and lessons.by_other_rules(rules, before, rejected.text):
        return say(
            "it would be legal by the rules of the ordinary game: have the program play {game}",
            game=rules.name,
        )
    if (trap := played.trap(rejected)) and trap.avoiding:
        return trap.avoiding
    stale = STALE_BOARD if played.subject.protocol == "uci" else rows.CAUSE_ADVICE[Cause.ILLEGAL]
    return lessons.advice(rejected.why) or stale


def _is_in_other_letters(played: Examined, text: str) -> bool:
    return not text.isascii() and played.is_move(in_ascii(text))


def in_notation(subject: Subject) -> Sentence:
    dialogue = subject.dialogue
    return (dialogue and dialogue.writing) or subject.lessons.writing
