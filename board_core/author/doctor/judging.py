"""The findings about a program that follow from the events of its games. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from math import inf

from board_core.diagnosis import rows
from board_core.diagnosis.advice import (
    LOG_LINE,
    LOG_TO_STDERR,
    RETURN_IN_PATH,
    advice_on,
    advice_on_line,
    ended_silently,
)
from board_core.diagnosis.error_lines import names_line, shown_lines
from board_core.diagnosis.evidence import (
    WAITS_FOR_ANOTHER,
    moved_first,
    second_move,
    two_at_first,
)
from board_core.fast_dataclass import dataclass
from board_core.game.events import MovePlayed, MoveRejected, MovesTakenBack, PlayerSaid
from board_core.game.player import Cause, Explanation, NoteKind
from board_core.game.refused_answers import COLOR_NAMES, NO_VALUE, printed_value_sentence
from board_core.game.rules import BLAMES_A_PLAYER, IllegalMove, Reason
from board_core.game.sides import Color
from board_core.games.lessons import Feature, Lesson
from board_core.text.findings import advice_of, hint_in, hinted, kind_of, row, row_of, telling_row
from board_core.text.harmless_text import in_ascii
from board_core.text.languages import N_
from board_core.text.sentence import Listed, Sentence, say

from . import checks
from .card import (
    NEVER_WRITTEN,
    ONLY_ONCE,
    ONLY_ONE_SIDES,
    ONLY_SHORTER,
    ONLY_SOME_TIMES,
    Check,
    CheckVerdict,
    Finding,
)
from .missing_moves import shows_missing_value, when_lost
from .playing import Examined
from .variants import TO_SEE_ANOTHER, means_a_move

CANNOT_START = frozenset(
    (
        Cause.NOT_FOUND,
        Cause.NOT_EXECUTABLE,
        Cause.NO_INTERPRETER,
        Cause.WINDOWS_LINE_BREAK,
        Cause.WRONG_FORMAT,
    )
)
TELLS_THE_CHECK = {
    **dict.fromkeys(CANNOT_START, checks.PROGRAM_STARTS),
    Cause.NO_MODULE: checks.PROGRAM_STARTS,
    Cause.OTHER_PROTOCOL: checks.PROGRAM_STARTS,
    Cause.INTERFERENCE: checks.SIGNALS_SENT,
    Cause.NO_HANDSHAKE: checks.INTRODUCES_ITSELF,
    Cause.UNFLUSHED: checks.FLUSHES_OUTPUT,
    Cause.NO_NEWLINE: checks.FLUSHES_OUTPUT,
    Cause.ENCODING: checks.WRITES_PLAIN_TEXT,
    Cause.LINE_TOO_LONG: checks.PRINTS_ONLY_MOVES,
    Cause.TOO_MANY_LINES: checks.PRINTS_ONLY_MOVES,
}
"""The failures that identify their check by themselves, whenever they happen."""


NO_ANSWER_WANTED = (
    checks.MOVES_AGAIN,
    checks.PLAYS_WHOLE_GAMES,
    checks.EXITS_WHEN_TOLD,
    checks.STANDS_STILL,
)
"""The checks that are not judged by the first answer."""
WHOLE_GAMES = (
    checks.FIRST_MOVE_AS_WHITE,
    checks.FIRST_MOVE_AS_BLACK,
    checks.PLAYS_WHOLE_GAMES,
)
"""The checks that are played for until the doctor resigns."""
IN_CONTEXT = (checks.READS_CRLF, checks.STARTS_AGAIN, checks.NEW_GAME)
SLOW_CAUSES = frozenset((Cause.COMPUTING, Cause.LATE, Cause.BUSY_MACHINE, Cause.OVERLOADED))
DOUBTFUL_CAUSES = frozenset((Cause.ILLEGAL, Cause.IDLE))
MACHINES_CAUSES = frozenset((Cause.BUSY_MACHINE, Cause.OVERLOADED))
BEYOND_ITS_CONTEXT = MACHINES_CAUSES | {Cause.LATE}
"""The causes that have nothing to do with what a game was played for."""
SILENT_CAUSES = frozenset((Cause.IDLE, Cause.READS_TO_END, Cause.NEVER_READ))

FAILS_AT_SET_UPS = row(
    "fails-at-set-ups",
    "it plays from the start, and fails when it is to begin from another position: {why}",
)
WAITS_IN_VAIN = say(
    "look for a lock, a sleep or another process that it waits for, and for a condition or an "
    "exception, caught somewhere, that skips the answer"
)
COMPARE_BOARDS = say(
    "have it print its own board to standard error after each move: the first move after which a "
    "square differs from the game is the one that it makes wrongly, or after which its search left "
    "a move on it that it had only tried (stopped by a time limit or an exception)"
)
BOARD_NOT_BEGUN_ANEW = row(
    "board-not-begun-anew",
    "it makes the first move of the line, {move}, on a board on which moves stand already",
    advice=say(
        "begin anew at each line 'position', which tells the whole game: set up the start, or its "
        "FEN, "
        "and then make its moves"
    ),
)
NAMES_THE_MOVE = N_(
    "its own words name the move: look at how it reads {called}, and what its board knows before "
    "that (a copy of it may share squares or castling rights)"
)
ONLY_FOLLOWS = N_(
    "that line may only show what follows: look at how it reads {called}, and what its board knows "
    "before that (a copy of it may share squares or castling rights)"
)
OWN_MOVE_NOT_MADE = row(
    "own-move-not-made",
    "its board is the one before its own move {move}, which it did not make there",
    advice=say(
        "make each move that it prints on its own board too (board.push(move) in python-chess), "
        "after "
        "it has been printed"
    ),
)
READ_STANDARD_INPUT = say(
    "load less or later, and read a line of standard input before every move: sleep nowhere, and "
    "wait for no key and no file"
)
READ_BEFORE_EACH = say(
    "read a line before every move, and look whether reading succeeded: in C, scanf returns 0 when "
    "nothing fits, and '%[^\\n]' leaves the line break; in R, readline() does not wait for a pipe, "
    "but readLines() on file('stdin') does"
)
READ_WHOLE_LINES = say(
    "read whole lines: what a buffer that is too short leaves of a line (its line break, for "
    "example) is read as another line; skip empty lines"
)
WAIT_FOR_THE_FIRST = say(
    "as the side that moves second print nothing for the line with its colour: the next line is "
    "the other side's first move, and that is to be answered"
)
PROMPT_PATTERN = re.compile(r"[:：>?？]\s*\S{2,8}$|[:：>?？]$")
"""The end of a line that begins with a prompt."""

IN_ASCII = say("write moves in ASCII: no full-width letters, digits or dashes that look alike")
AMONG_THE_LEGAL = say("choose among the legal moves of the board that it gets: board.legal_moves")
THE_BOARD_IT_GETS = say(
    "it played other games well: does it keep a board of its own from game to game? Use the board "
    "that it gets"
)
KEEPS_A_BOARD = frozenset((Cause.EXCEPTION, Cause.ILLEGAL))
READ_ON = say("read in a loop: the program should end only when its input does")
ON_STDERR = say("keep standard output for moves; for your own notes use standard error")
SHORTEST_LINE = 3
LONGEST_LINE = row(
    "longest-line", "{line} is the first line of more than {length} letters that it was sent"
)
READ_LONG_LINES = say(
    "make room for long lines: exd8=Q+ and Qa1xc3# have 7 letters, and a line break (in C an array "
    "of 64, in C++ a std::string); a read that fails ends a loop"
)
WORDS_OF_AN_ANSWER = ("bestmove", "move")
ANSWER_ONCE = say(
    "answer each question once: end the timer and the threads of a search when its move is printed"
)
THE_SAME_AGAIN = say(
    "that is its own move of before: answer each question once, and end the timer and the threads "
    "of a search when its move is printed"
)
STRIP_LINES = say("strip blanks and the carriage return from each line that is read")
ONLY_ANSWERS = say("answer only what has an answer: others may read such a line as the move")
PLAY_ON = say("play on until the input ends: the board ends drawn and decided games by itself")
TAKE_ALL_OVER = say(
    "take over all that is set up: pieces, side to move, castling rights and the square of a "
    "capture en passant"
)
ALL_STONES = say(
    "take over all stones that are set up (in Gomocup the lines x,y,who behind BOARD, up to DONE), "
    "and answer with a point"
)
TAKE_OVER_WHOSE_TURN = say(
    "its answer is a move of the side that is not to move: take over whose turn it is (in a FEN "
    "the word behind the pieces, w or b)"
)
CHOOSE_ANOTHER = say(
    "keep a list of the moves that were refused in this position, and choose one that is not in it"
)
STALE_BOARD = say(
    "have it print its own board to standard error before this move: a square that differs from "
    "the position shows that a move of the line 'position' went wrong there, or that an earlier "
    "line still stands on it (a copy that shares its squares); if none does, look at how it finds "
    "its moves"
)
READ_BOTH_FORMS = say(
    "read both forms of the command: 'position startpos moves …' and 'position fen … moves …'"
)
TAKE_IT_BACK = say("'.' means that the last move was not legal: take it back and send another")

RETURNED_MOVE_OF_THE_OTHER = row(
    "returned-move-of-the-other", "as {color} it returned {line}, which is a move of {other}"
)
MOVE_AGAIN_LINE = "."
RESULT_TEXTS = ("1-0", "0-1", "1/2-1/2", "*")

SET_UPS_FAILED = 2
"""Ordinary positions at which a program fails that cannot begin from any, or only by chance."""

SUSPECT_PLIES = 24
"""The number of plies after an unusual move in which an illegal answer casts doubt on it."""


def lost(played: Examined) -> bool:
    """Return True if the program lost the game by a fault of its own."""
    outcome = played.game.outcome
    return outcome.winner is played.color.other and outcome.reason in BLAMES_A_PLAYER


def why(played: Examined) -> Sentence:
    explanation = played.game.explanation
    if explanation is not None and RETURN_IN_PATH.search(explanation.stderr):
        return say("its lines end in Windows line breaks: save it with Unix line ends")
    if explanation is not None and played.refused:
        return explanation.sentence  # the doctor refused what was legal
    if explanation is not None:
        return explanation.full_sentence
    return say("it lost: {reason}", reason=played.game.outcome.reason.value)


@dataclass(frozen=True, slots=True)
class Known:
    """Findings about a program that only all games of its examination together show."""

    answered: frozenset[Feature] = frozenset()  # special moves that were answered somewhere
    times: Mapping[Feature, int] = field(default_factory=Counter)  # how often, for each of them
    played: frozenset[Feature] = frozenset()  # features of its own moves
    answered_by: frozenset[tuple[Feature, Color]] = frozenset()  # the same, and who made them
    at_set_ups: frozenset[str] = frozenset()  # failures at the first question of several lessons
    ignores_its_colour: bool = False
    longest: int = 0  # own moves in one game
    plain: frozenset[str] = frozenset()  # failures that also came after an ordinary move
    in_whole_games: frozenset[str] = frozenset()  # failures in games played for nothing special
    decided: frozenset[str] = frozenset()  # failures of which one game showed the reason
    hinted: frozenset[str] = frozenset()  # failures of which one game showed more than others
    speaks_another: bool = False  # it speaks another protocol
    answers_twice: bool = False  # it answers one line with two moves
    floods: bool = False  # it moves without reading on
    nearly_missed: int = 0  # lessons of which its answers show the same mistake
    refused_so: frozenset[str] = frozenset()  # reasons for which moves were refused at first
    broken_plainly: frozenset[str] = frozenset()  # rules it broke after ordinary moves alone
    broken_anywhere: frozenset[str] = frozenset()  # rules it broke where nothing looked legal
    in_all_quoted: frozenset[Feature] = frozenset()  # of the moves that its last words named
    moves_at_set_ups: bool = False  # from some of the given positions
    suspects: frozenset[Feature] = frozenset()  # came before in every game that went wrong
    slow_plainly: bool = False  # it was too slow after an ordinary move, whatever slowed it
    longest_line: int = 0  # letters of the longest move that it was told in lines and answered

    @property
    def explains_all(self) -> bool:
        """True if a fault was found of which all others follow."""
        return self.speaks_another or self.answers_twice or self.floods


NOTHING_KNOWN = Known()

QUOTED_OR_DIGITS = re.compile(r"'[^']*'|\d+")


def known_from(games: Sequence[Examined]) -> Known:
    """Return what the games show together."""
    found = [(game, move, f) for game in games for move, _, f in _answered(game)]
    well = ((feature, move.color) for game, move, feature in found if _went_on(game, move, feature))
    failed = [game for game in games if lost(game)]
    explained = [game.game.explanation for game in failed if game.game.explanation is not None]
    floods = any(map(_floods, failed))
    quoted = [frozenset(_heard_last(game)) for game in failed if _quotes_last_move(game)]
    return Known(
        frozenset(feature for _, _, feature in found),
        Counter(feature for _, _, feature in found),
        frozenset(feature for game in games for feature in _own_features(game)),
        frozenset(well),
        _at_set_ups_only(games),
        any(_wrong_colour(game) or _began_unasked(game) for game in games),
        max((len(game.own_moves) for game in games), default=0),
        frozenset(_signature(game) for game in failed if not (game.setup or just_heard(game))),
        frozenset(_signature(game) for game in failed if game.about in WHOLE_GAMES),
        frozenset(_signature(game) for game in failed if _decides(game)),
        frozenset(_signature(game) for game in failed if game.own_moves and _has_hint(game)),
        any(found.cause is Cause.OTHER_PROTOCOL for found in explained),
        bool(failed) and not floods and any(map(_second_moves, games)),
        floods,
        sum(map(_nearly_missed, games)),
        frozenset(filter(None, map(_first_reason, games))),
        frozenset(rule for game in games for rule in _broken_after_ordinary_moves(game)),
        frozenset(rule for game in games for rule in _broken_without_a_trap(game)),
        frozenset.intersection(*quoted) if quoted else frozenset(),
        any(game.setup and game.own_moves for game in games),
        _suspects(games),
        any(
            game.game.explanation.cause in SLOW_CAUSES
            for game in failed
            if game.game.explanation and not (game.setup or just_heard(game))
        ),
        max((len(move.notation) for game in games for move in _answered_lines(game)), default=0),
    )


def _answered_lines(played: Examined) -> Iterator[MovePlayed]:
    if played.subject.from_the_start_only:
        yield from (move for move, _ in played.heard if move is not played.moves[-1])


def _own_features(played: Examined) -> Iterator[Feature]:
    """Yield the features of its own moves, if they are told in words."""
    if played.subject.from_the_start_only:
        for move in played.own_moves:
            yield from played.subject.lessons.features(move.before, move.move)


def _at_set_ups_only(games: Sequence[Examined]) -> frozenset[str]:
    """Return failures at the first question of lessons, if it cannot begin from given positions.

    It never moved from one, or failed at several in which every ordinary move is legal, or answered
    as from the start: some of its moves may happen to be legal.
    """
    given = [game for game in games if game.setup]
    failed = [game for game in given if lost(game) and not game.own_moves]
    bare = [game for game in failed if not game.moves]
    ordinary = {game.setup for game in bare if (lesson := _lesson(game)) and lesson.told}
    several = len({game.setup for game in failed}) >= SET_UPS_FAILED
    from_the_start = several and all(map(_answers_as_at_the_start, failed))
    by_chance = len(ordinary) < SET_UPS_FAILED and not from_the_start
    if by_chance and any(game.own_moves for game in given):
        return frozenset()
    return frozenset(map(_signature, failed if from_the_start else bare))


def _answers_as_at_the_start(played: Examined) -> bool:
    """Return True if its answer, not legal in a given position, is one at the start."""
    refusal = _told_refusal(played)
    try:
        return refusal is not None and bool(played.subject.rules.start(None).parse(refusal.text))
    except IllegalMove:
        return False


def _first_reason(played: Examined) -> str:
    """Return why the first move of it that was not legal was refused, as a template."""
    if played.about is checks.MOVES_AGAIN:
        return ""  # it may have gone wrong because its first move was refused
    found = (r for r in played.rejected if r.attempt == 1 and _is_move(played, r.text))
    return next((kind_of(rejected.why) for rejected in found), "")


def _broken_after_ordinary_moves(played: Examined) -> Iterator[str]:
    """Yield the rules it broke when no move before changed more than a place."""
    changes = played.subject.lessons.changes_more
    special = [move.ply for move, found in played.heard if changes & {*found}]
    for rejected in played.rejected:
        plain = rejected.ply < min(special, default=inf) and _is_move(played, rejected.text)
        if plain and rejected.attempt == 1 and played.about is not checks.MOVES_AGAIN:
            yield _rule_broken(played, rejected)


def _broken_without_a_trap(played: Examined) -> Iterator[str]:
    """Yield the rules it broke by moves that look as illegal as they are."""
    for rejected in played.rejected:
        if _is_move(played, rejected.text) and _trap(played, rejected) is None:
            yield _rule_broken(played, rejected)


def _rule_broken(played: Examined, rejected: MoveRejected) -> str:
    """Return what is the same for all refusals that have the same remedy."""
    return kind_of(played.subject.lessons.advice(rejected.why) or rejected.why)


def _suspects(games: Sequence[Examined]) -> frozenset[Feature]:
    """Return the moves after which its board may be wrong: those that every bad game has.

    A game is bad if a move was refused in it, or if it was lost otherwise than on time.
    """
    bad = [
        game
        for game in games
        if game.about in WHOLE_GAMES
        and (_first_reason(game) or (lost(game) and game.game.outcome.reason is not Reason.TIME))
    ]
    found = [
        frozenset(
            feature
            for move in game.moves
            for feature in game.subject.lessons.features(move.before, move.move)
            if feature in game.subject.lessons.changes_more
        )
        for game in bad
    ]
    return frozenset.intersection(*found) if found else frozenset()


def _has_hint(played: Examined) -> bool:
    explanation = played.game.explanation
    return explanation is not None and hint_in(explanation.sentence) is not None


def weight(played: Examined) -> int:
    """Return how much a game counts towards the end of the examination: a hang counts twice."""
    found = played.game.explanation
    if found is None or not lost(played):
        return 0
    return 2 if found.cause in SILENT_CAUSES | SLOW_CAUSES else 1


def _decides(played: Examined) -> bool:
    """Return True if it lost by a move whose refusal tells the reason of others too."""
    refusal = _told_refusal(played)
    return refusal is not None and kind_of(refusal.why) in played.subject.lessons.decisive


def _is_repeated(played: Examined, known: Known) -> bool:
    """Return True if another game shows the same failure with more of its reason, or may."""
    explanation, signature = played.game.explanation, _signature(played)
    if signature in known.decided:
        return not _decides(played)
    if played.is_lenient and explanation and explanation.cause in DOUBTFUL_CAUSES:
        return True  # it may come of what was worked around
    if not _has_hint(played) and signature in known.hinted:
        return True
    return played.about not in WHOLE_GAMES and signature in known.in_whole_games


def _signature(played: Examined) -> str:
    """Return what is the same whenever the same failure comes."""
    return signature_of(played.game.explanation)


def signature_of(explanation: Explanation | None) -> str:
    """Return what is the same whenever a program fails in the same way; "" if it did not."""
    if explanation is None:
        return ""
    last = explanation.stderr.strip().rpartition("\n")[2]
    return f"{explanation.cause.value} {QUOTED_OR_DIGITS.sub('', last)}"


def judged(played: Examined, known: Known = NOTHING_KNOWN) -> list[Finding]:
    """Return all findings of one game, whatever check it was played for."""
    if known.speaks_another:
        return [fault(played, known)] if _speaks_another(played) else []
    if known.floods:
        return [*_moved(played), *([fault(played, known)] if _floods(played) else [])]
    if known.answers_twice:
        return [*_moved(played), *_answers_twice(played)]
    found = [*_moved(played), *_told(played)]
    if wrong := _wrong_colour(played):
        return [*found, *wrong]  # which explains all other findings
    faults = [] if _is_told_elsewhere(played, known) else [fault(played, known)]
    refused = _refusals(played, known)
    by_rules = played.game.outcome.reason is Reason.ILLEGAL_MOVES
    found += [*faults, *refused] if by_rules else [*refused, *faults]  # the first one is told
    found += _notation(played, known)
    if played.about is checks.MOVES_AGAIN and not known.floods:
        found += _second_try(played)
    found += _relays(played, known)
    hears_nothing = known.ignores_its_colour and played.about in IN_CONTEXT
    if played.about is checks.TAKE_BACK:
        found += _taken_back(played)
    elif played.own_moves and played.about not in NO_ANSWER_WANTED and not hears_nothing:
        found.append(_passed(played, known))
    return found


def stumbles(played: Examined) -> bool:
    """Return True if a game shows more against the program than that it was played."""
    return any(f.check == played.about and f.verdict is not CheckVerdict.OK for f in judged(played))


def _is_told_elsewhere(played: Examined, known: Known) -> bool:
    """Return True if no fault ended the game, or one that another finding tells."""
    return (
        not lost(played)
        or _exited_after_refusal(played)
        or _is_repeated(played, known)
        or _follows_from_a_line(played)
        or _breaks_the_same_rule(played, known)
    )


def _passed(played: Examined, known: Known) -> Finding:
    first, about = played.own_moves[0], played.about
    if about in (checks.FIRST_MOVE_AS_WHITE, checks.FIRST_MOVE_AS_BLACK):
        return Finding(about, CheckVerdict.OK, _begun(played, first))
    lesson = _lesson(played)
    if lesson is not None and lesson.missed is not None and first.move not in lesson.sound:
        sentence = say("{missed}: it played {move}", missed=lesson.missed, move=first.notation)
        if (why_so := lesson.nearly.get(first.move)) is not None:
            verdict = CheckVerdict.FAULT if known.nearly_missed > 1 else CheckVerdict.WARNING
            return Finding(about, verdict, sentence, why_so)
        advice = say(
            "set up the position, in which {moves} is the move, and see how the program rates it",
            moves=" ".join(sorted(lesson.sound)),
        )
        return Finding(about, CheckVerdict.WARNING, sentence, advice)
    return Finding(about, CheckVerdict.OK, say("it answered with {move}", move=first.notation))


def _lesson(played: Examined) -> Lesson | None:
    """Return the lesson that a game was played for."""
    named = (each for each in played.subject.positions if each.name == played.about.name)
    return next(named, None)


def _nearly_missed(played: Examined) -> bool:
    lesson, own = _lesson(played), played.own_moves
    return bool(played.setup and lesson and own and own[0].move in lesson.nearly)


def _begun(played: Examined, first: MovePlayed) -> Sentence:
    if played.is_lenient and played.texts and played.texts[0] != first.notation:
        return say(
            "it began with {text}, which was read as {move}",
            text=repr(played.texts[0][:40]),
            move=first.notation,
        )
    return say("it began with {move}", move=first.notation)


def _taken_back(played: Examined) -> list[Finding]:
    """Return a finding on whether it went on after its last move had been undone."""
    events = list(played.events)
    taken = next((n for n, e in enumerate(events) if isinstance(e, MovesTakenBack)), len(events))
    answers = [e for e in events[taken:] if isinstance(e, MovePlayed) and e.color is played.color]
    if not answers or lost(played):
        return []
    sentence = say("then it played {move}", move=answers[0].notation)
    return [Finding(checks.TAKE_BACK, CheckVerdict.OK, sentence)]


# The one fault that ends a game


def fault(played: Examined, known: Known = NOTHING_KNOWN) -> Finding:
    """Return the fault that ended the game, under the check it belongs to."""
    check, sentence = _place(played, known)
    cause = played.game.explanation.cause if played.game.explanation else None
    # the doctor alone ends lines so, or sets positions up; a busy machine is nobody's fault
    mild = check is checks.READS_CRLF or cause in MACHINES_CAUSES or _refused_the_set_up(played)
    verdict = CheckVerdict.WARNING if mild else CheckVerdict.FAULT
    lesson = _lesson(played)
    elsewhere = known.moves_at_set_ups and _at_set_ups(played, known)
    fails_so = not (played.own_moves or elsewhere or _decides(played))
    taught = lesson.failing if lesson is not None and fails_so else None
    if _moves_for_the_other_side(played) and not _answers_as_at_the_start(played):
        taught = TAKE_OVER_WHOSE_TURN
    advice, evidence = taught or _advice(played, check, known), shown(played.game.explanation)
    illegal = played.game.outcome.reason is Reason.ILLEGAL_MOVES
    tells = played.subject.protocol if illegal else played.own_moves  # else the sentence has it
    if not tells or check is checks.PROGRAM_STARTS:
        return Finding(check, verdict, sentence, advice, evidence)
    position, asked = played.game.last_position.setup, _asked(played, played.game.plies)
    return Finding(check, verdict, sentence, advice, evidence, position=position, asked=asked)


def _asked(played: Examined, ply: int) -> Sentence | None:
    """Return the move that it was asked for at a ply; None if its opponent was to move."""
    if played.setup or played.position_at(ply).to_move is not played.color:
        return None
    number = sum(move.ply < ply for move in played.own_moves) + 1
    return say("{color}'s move {number}", color=COLOR_NAMES[played.color], number=number)


def _refused_the_set_up(played: Examined) -> bool:
    """Return True if an engine refused a move from a position that it had been given."""
    explanation = played.game.explanation
    return bool(played.setup) and explanation is not None and explanation.cause is Cause.REFUSED


def _follows_from_a_line(played: Examined) -> bool:
    """Return True if it lost by a move that was not legal, after a line that is no move.

    That line was taken for an answer, and each later one for the answer to the next question.
    """
    if played.game.outcome.reason is not Reason.ILLEGAL_MOVES or not played.rejected:
        return False
    *earlier, last = played.rejected
    return _is_move(played, last.text) and any(not _is_move(played, r.text) for r in earlier)


def _breaks_the_same_rule(played: Examined, known: Known) -> bool:
    """Return True if it lost after a '.' by a move that is refused for the same reason without."""
    if played.about is not checks.MOVES_AGAIN or not played.rejected[len(played.refused) :]:
        return False
    illegal = played.game.outcome.reason is Reason.ILLEGAL_MOVES
    return illegal and kind_of(played.rejected[-1].why) in known.refused_so


def _speaks_another(played: Examined) -> bool:
    explanation = played.game.explanation
    return explanation is not None and explanation.cause is Cause.OTHER_PROTOCOL


def _exited_after_refusal(played: Examined) -> bool:
    """Return True if it ended because a line that is no move was refused: that is found alone."""
    if played.game.outcome.reason is Reason.ILLEGAL_MOVES or not played.rejected:
        return False
    last = played.rejected[-1]
    return last.ply == played.game.plies and not _is_move(played, last.text)


def _place(played: Examined, known: Known) -> tuple[Check, Sentence]:
    explanation, reason = played.game.explanation, played.game.outcome.reason
    cause = explanation.cause if explanation else None
    if _at_set_ups(played, known):
        return played.about, FAILS_AT_SET_UPS(why=why(played))
    if played.about is checks.MOVES_AGAIN and not played.own_moves:
        return checks.MOVES_AGAIN, _told_again(played)
    if played.about is checks.MOVES_AGAIN and len(played.own_moves) < known.longest:
        return checks.MOVES_AGAIN, say(
            "it went wrong after a move had been refused: {why}", why=why(played)
        )
    if cause in BEYOND_ITS_CONTEXT and played.about in (*IN_CONTEXT, checks.MOVES_AGAIN):
        return checks.TIME_FOR_A_MOVE, why(played)
    if played.about is checks.READS_CRLF or (played.about in IN_CONTEXT and not played.own_moves):
        return played.about, _in_context(played)
    if played.about is checks.TAKE_BACK and cause not in TELLS_THE_CHECK:
        return checks.TAKE_BACK, say(
            "when moves had been taken back: {why}", why=_with_its_board(played, known)
        )
    if explanation is not None and rows.WITH_PROMPT.is_in(explanation.sentence):
        return checks.PRINTS_ONLY_MOVES, why(played)
    if cause in TELLS_THE_CHECK:
        assert cause is not None
        told = TELLS_THE_CHECK[cause]
        return (told if told in played.subject.checks else checks.PROGRAM_STARTS), why(played)
    if reason is Reason.NOT_STARTED and not known.longest:
        return checks.PROGRAM_STARTS, why(played)
    if reason is Reason.ILLEGAL_MOVES:
        return _illegal(played, known)
    told_again = played.rejected and played.rejected[-1].ply == played.game.plies
    if told_again and explanation is not None and explanation.last_sent == MOVE_AGAIN_LINE:
        return checks.MOVES_AGAIN, _told_again(played)
    if (feature := _to_blame(played, known)) and (cause not in SLOW_CAUSES or _was_quick(played)):
        return played.subject.check_of(feature), _after_hearing(played, feature, known)
    if cause in SLOW_CAUSES:
        return checks.TIME_FOR_A_MOVE, why(played)
    if _quotes_last_move(played, known):
        suspect = _suspect(played, known)
        found = _wrong_since(played, suspect) if suspect else _after_hearing(played, None, known)
        return (checks.PLAYS_WHOLE_GAMES if _has_played(played) else played.about), found
    check = checks.PLAYS_WHOLE_GAMES if _has_played(played) else played.about
    return check, _with_its_board(played, known)


def _at_set_ups(played: Examined, known: Known) -> bool:
    """Return True if it fails whenever it is asked in a position, whatever stands there."""
    at_once = bool(played.setup) and not played.own_moves and known.longest > 0
    return at_once and _signature(played) in known.at_set_ups


def _has_played(played: Examined) -> bool:
    """Return True if the failure came after the moves that the game was played for."""
    given = {lesson.name for lesson in played.subject.positions}
    return bool(played.own_moves) and played.about.name not in given


def _told_again(played: Examined) -> Sentence:
    if repeats_itself(played):
        return say(
            "when told '.' it sent {move} again and again", move=repr(played.rejected[-1].text)
        )
    further = played.rejected[len(played.refused) :]
    if further and played.about is checks.MOVES_AGAIN:
        return _refused_again(further[0]).sentence
    return say("when told '.', move again: {why}", why=why(played))


def repeats_itself(played: Examined) -> bool:
    """Return True if it lost by sending one move again and again."""
    illegal = played.game.outcome.reason is Reason.ILLEGAL_MOVES
    return illegal and len({rejected.text for rejected in played.rejected}) == 1


def _in_context(played: Examined) -> Sentence:
    if played.about is checks.READS_CRLF:
        return say("when lines end as on Windows, in CR LF: {why}", why=why(played))
    if played.about is checks.NEW_GAME:
        return say("in another game: {why}", why=why(played))
    return say("after it had been killed in a game, in the next one: {why}", why=why(played))


def _to_blame(played: Examined, known: Known) -> Feature | None:
    """Return the special feature of the move that it failed to answer, if that is the reason.

    It is not if the same feature was answered in some game, or if the same failure also came after
    an ordinary move; it is if the last words of the program quote the move.
    """
    told, heard = _told_last(played, known), _heard_last(played, known)
    illegal = played.game.outcome.reason is Reason.ILLEGAL_MOVES
    refusal = _told_refusal(played) if illegal else None
    if told is None or not heard or _went_wrong_before(played, told):
        return None
    if refusal and _rule_broken(played, refusal) in known.broken_plainly:
        return None
    by_either = played.subject.lessons.by_either

    def works(feature: Feature) -> bool:
        if told is not played.moves[-1] or feature in by_either:
            return (feature, told.color) in known.answered_by
        return feature in known.answered

    new = next((feature for feature in heard if not works(feature)), None)
    if _quotes_last_move(played, known):  # what it leaves has nothing to do with reading it
        read = played.subject.lessons.features(told.before, told.move)
        of_move = [feature for feature in heard if feature in read]
        of_all = [f for f in of_move if f in known.in_all_quoted] or of_move
        return next((f for f in of_all if not works(f)), next(iter(of_move), None))
    slow = played.game.explanation is not None and played.game.explanation.cause in SLOW_CAUSES
    plain = (slow and known.slow_plainly) or _signature(played) in known.plain
    return None if plain else new


def _went_wrong_before(played: Examined, told: MovePlayed) -> bool:
    """Return True if a move of it was refused before it was told this one, as not legal."""
    return any(
        rejected.ply < told.ply
        and row_of(rejected.why) is not TO_SEE_ANOTHER
        and _is_move(played, rejected.text)
        for rejected in played.rejected
    )


def _told_refusal(played: Examined) -> MoveRejected | None:
    """Return the first refusal of its last question: the one that its loss is told with."""
    if not played.rejected:
        return None
    last = played.rejected[-1]
    tries = (
        r for r in played.rejected if r.ply == last.ply and row_of(r.why) is not TO_SEE_ANOTHER
    )
    return next(tries, last)


def _illegal(played: Examined, known: Known) -> tuple[Check, Sentence]:
    """Return the finding for an illegal answer; an earlier move may have broken its board."""
    refusal = _told_refusal(played)
    if refusal and not _is_move(played, refusal.text):
        return _not_a_move(played, refusal).check, why(played)
    if refusal and played.subject.lessons.is_misspelt(refusal.text):
        return _writing(played), why(played)
    if feature := _to_blame(played, known):
        return played.subject.check_of(feature), _after_hearing(played, feature, known)
    if refusal and (trap := _trap(played, refusal, known)):
        return played.subject.check_of(trap), why(played)
    if suspect := _suspect(played, known):
        return checks.PLAYS_WHOLE_GAMES, _wrong_since(played, suspect)
    return (checks.PLAYS_WHOLE_GAMES if played.own_moves else played.about), why(played)


def _trap(played: Examined, rejected: MoveRejected, known: Known = NOTHING_KNOWN) -> Feature | None:
    """Return what makes a refused move look legal, if a check is about that.

    None for a program that breaks the same rule where nothing looks legal.
    """
    lessons = played.subject.lessons
    trap = lessons.fell_into(played.position_at(rejected.ply), rejected.text.strip())
    general = _rule_broken(played, rejected) in known.broken_anywhere
    return trap if trap in lessons.titles and not general else None


def just_heard(played: Examined) -> Feature | None:
    """Return the special feature of the move that the program failed to answer."""
    return next(iter(_heard_last(played)), None)


def _heard_last(played: Examined, known: Known = NOTHING_KNOWN) -> tuple[Feature, ...]:
    """Return the special features of the move that the program failed to answer."""
    told, lessons = _told_last(played, known), played.subject.lessons
    found = next((found for move, found in played.heard if move is told), ())
    return tuple(f for f in found if f not in lessons.rare or f in lessons.told_apart)


def _told_last(played: Examined, known: Known = NOTHING_KNOWN) -> MovePlayed | None:
    """Return the move that it failed to answer, or the one before that the same piece made.

    The one before, if that changed more than a place, and it says that it does not know the last
    one, or answers with a move that is not legal: a program that took a promotion over wrongly
    stumbles when that piece moves. Not if all moves that it names have in common what the last one
    shows, as the sign of a check, and the one before does not.
    """
    if not played.moves or played.moves[-1].color is played.color:
        return None
    before, (last, found) = played.heard[-2:-1], played.heard[-1]
    common = known.in_all_quoted
    changes, found_out = played.subject.lessons.changes_more, played.game.explanation
    illegal = played.game.outcome.reason is Reason.ILLEGAL_MOVES
    quoted = found_out is not None and last.notation in found_out.stderr
    for earlier, special in before:
        same = last.move[:2] == earlier.move[2:4] and (illegal or quoted)
        if common & set(found) and not common & set(special):
            return last
        if same and not changes & set(found) and changes & set(special):
            return earlier
    castled = _brought_beside(played, last) if quoted and not found else None
    return castled or last


def _brought_beside(played: Examined, last: MovePlayed) -> MovePlayed | None:
    """Return the move that brought a piece to where it leaves from, and another one too: castling.

    None if it came by a move of its own, or stands where it stood at first.
    """
    square = last.move[:2]
    stood = last.before.pieces().get(square)
    for move, found in reversed(played.heard[:-1]):
        if move.before.pieces().get(square) != stood:
            changes = played.subject.lessons.changes_more & {*found}
            return move if changes and move.move[2:4] != square else None
    return None


def _after_hearing(played: Examined, feature: Feature | None, known: Known) -> Sentence:
    told = _told_last(played, known)
    if told is None:
        return why(played)
    return say(
        "after it heard {move} ({called}): {why}",
        move=repr(told.notation),
        called=_called(played, feature, told),
        why=_with_its_board(played, known),
    )


def _called(played: Examined, feature: Feature | None, told: MovePlayed) -> Sentence:
    """Return a special move by its name, an ordinary one in words."""
    if feature is not None:
        return played.subject.lessons.called[feature]
    return told.before.describe(told.move)


def _with_its_board(played: Examined, known: Known) -> Sentence:
    """Return why it failed at the last move, and how the board differs that its words show.

    Of one that ended without a word: that the line was longer than all that it has answered.
    """
    hint = _board_shown_wrongly(played) or _longest_line(played, known)
    return why(played) if hint is None else hinted(why(played), hint)


def _longest_line(played: Examined, known: Known) -> Sentence | None:
    found, told = played.game.explanation, _told_last(played)
    if found is None or told is None or hint_in(found.sentence):
        return None
    ended = found.cause in (Cause.EXITED, Cause.KILLED) and not found.stderr.strip()
    line = found.last_sent
    if not ended or line != told.notation or not len(line) > known.longest_line >= SHORTEST_LINE:
        return None
    return LONGEST_LINE(line=repr(line), length=known.longest_line)


def _board_shown_wrongly(played: Examined) -> Sentence | None:
    """Return how the board in its last words differs from that on which it failed.

    Which one that is the words show by the move that they name: the one it was told last, or, of
    an engine that is told the whole game at each question, the first one.
    """
    found = played.game.explanation
    if found is None or not played.moves:
        return None
    stderr, (first, *_, last) = found.stderr, (*played.moves[:1], *played.moves)
    words, shown_wrongly = stderr.strip().rpartition("\n")[2], played.subject.lessons.shown_wrongly
    if any(names_line(stderr, text) for text in (last.notation, last.move)):
        own = next((move for move in played.moves[-2:-1] if move.color is played.color), None)
        differs = shown_wrongly(last.before, words)
        if differs and own and shown_wrongly(own.before, words) is None:
            return OWN_MOVE_NOT_MADE(move=repr(own.notation))
        return differs
    told_all = played.subject.protocol == "uci" and not played.setup
    if told_all and names_line(stderr, first.move) and shown_wrongly(first.before, words):
        return BOARD_NOT_BEGUN_ANEW(move=repr(first.move))
    return None


def _suspect(played: Examined, known: Known) -> list[str]:
    """Return moves of either side that change more than one square, the latest first."""
    lessons = played.subject.lessons
    if not played.subject.from_the_start_only:
        return []  # it is given the position
    return [
        move.notation
        for move in reversed(played.moves)
        if known.suspects & set(lessons.features(move.before, move.move))
    ][:3]


def _wrong_since(played: Examined, moves: list[str]) -> Sentence:
    return say("{why}; its board may be wrong since {moves}", why=why(played), moves=Listed(moves))


def _quotes_last_move(played: Examined, known: Known = NOTHING_KNOWN) -> bool:
    """Return True if its last words name the move that it was told last."""
    told, explanation = _told_last(played, known), played.game.explanation
    if told is None or explanation is None:
        return False
    last, stderr, line = played.moves[-1], explanation.stderr, explanation.last_sent
    named = last if told is _brought_beside(played, last) else told
    quoted = repr(named.notation) in stderr
    return quoted or (line == named.notation and names_line(stderr, line))


def _was_quick(played: Examined) -> bool:
    """Return True if it usually took far less time than for the move that it never made."""
    own = played.own_moves
    if not own:
        return False
    control = played.game.controls[played.color]
    limit = min(control.base, control.per_move)
    return limit == inf or max(move.elapsed for move in own) < limit / 2


def _advice(played: Examined, check: Check, known: Known) -> Sentence | None:
    explanation = played.game.explanation
    if explanation is None:
        return None
    if explanation.cause in MACHINES_CAUSES:
        return advice_on(explanation)
    if check is checks.READS_CRLF:
        return STRIP_LINES
    function = not played.subject.protocol
    if function and known.longest and not played.own_moves and explanation.cause in KEEPS_A_BOARD:
        return THE_BOARD_IT_GETS
    if _at_set_ups(played, known):
        reads_neither = played.subject.protocol == "uci" and not known.moves_at_set_ups
        all_of_it = ALL_STONES if played.subject.rules.geometry.on_points else TAKE_ALL_OVER
        return READ_BOTH_FORMS if reads_neither else all_of_it
    if _follows_other_rules(played, explanation):
        return say(
            "the rules of the ordinary game forbid the move that it was told: have the program "
            "play {game}",
            game=played.subject.rules.name,
        )
    if (by_its_line := advice_on_line(explanation.sentence)) is not None:
        return by_its_line
    suspects = _suspect(played, known)
    differs = _board_shown_wrongly(played)
    if differs is not None and (by_its_row := advice_of(differs)) is not None:
        return by_its_row
    if differs is not None and not suspects:
        return TAKE_ALL_OVER if played.setup else COMPARE_BOARDS
    if (read_wrongly := _read_wrongly(played, check, known)) is not None:
        castled = _told_last(played, known) is not played.moves[-1]
        return say(ONLY_FOLLOWS if castled else NAMES_THE_MOVE, called=read_wrongly)
    if _longest_line(played, known) is not None:
        return READ_LONG_LINES
    special = next((f for f in _heard_last(played, known) if f.value == check.name), None)
    if special is not None and telling_row(explanation.sentence) is rows.WITH_TELLING_LINE:
        return say(ONLY_FOLLOWS, called=played.subject.lessons.called[special])
    crashed = explanation.cause is not Cause.ILLEGAL and explanation.stderr.strip()
    missing = crashed and shows_missing_value(str(explanation.sentence))
    if missing and (lost_there := when_lost(played, played.game.last_position)):
        return lost_there
    asked_again = explanation.last_sent == MOVE_AGAIN_LINE
    if check is checks.MOVES_AGAIN and asked_again and explanation.cause is Cause.EXITED:
        return TAKE_IT_BACK
    told = telling_row(explanation.sentence)
    if told is not None and (told.complete or told.advice is not None):
        return advice_on(explanation)
    if _refused_the_set_up(played):
        return TAKE_ALL_OVER
    if check is checks.MOVES_AGAIN and repeats_itself(played):
        return CHOOSE_ANOTHER
    if check is checks.MOVES_AGAIN:
        return TAKE_IT_BACK
    if explanation.cause is Cause.ILLEGAL and (refusal := _told_refusal(played)):
        own = played.own_moves[-1].move if played.own_moves else None
        engine = not played.subject.from_the_start_only and played.subject.protocol
        return (
            THE_SAME_AGAIN if engine and refusal.text == own else _advice_on_text(played, refusal)
        )
    if check is checks.TAKE_BACK:
        return say("undo the moves on the program's own board, or set the position up anew")
    if check is checks.STARTS_AGAIN:
        return say("do not count on files or locks that an earlier run should have cleaned up")
    if _answers_but_the_first(played, known, explanation):
        return say(
            "it answers other lines, but not {line}: take the line break off before you compare "
            "it (strcmp and == see it), and look for the word in its source",
            line=repr(explanation.last_sent.rpartition("; ")[2]),
        )
    return _advice_on_cause(played, explanation)


def _answers_but_the_first(played: Examined, known: Known, found: Explanation) -> bool:
    """Return True if it is silent when it is asked to begin, and answers moves elsewhere."""
    begins = not (played.setup or played.moves or played.rejected)
    unexplained = rows.WAITS_FOR_MORE.is_in(found.sentence) and not hint_in(found.sentence)
    return begins and unexplained and known.longest > 0


def _read_wrongly(played: Examined, check: Check, known: Known) -> Sentence | None:
    """Return the move that its own words name, or the special one that may have misled it."""
    told = _told_last(played, known)
    if told is None or not _quotes_last_move(played, known):
        return None
    of_check = (f for f in _heard_last(played, known) if played.subject.check_of(f) == check)
    suspect = min(known.suspects, key=str) if _suspect(played, known) else None
    whole = check is checks.PLAYS_WHOLE_GAMES
    return _called(played, next(of_check, suspect if whole else None), told)


def _follows_other_rules(played: Examined, explanation: Explanation) -> bool:
    """Return True if it ended at a move that the game forbids of which this is a variant."""
    told = _told_last(played)
    if told is None or played.setup or explanation.cause is not Cause.EXITED:
        return False
    lessons, rules = played.subject.lessons, played.subject.rules
    before = [move.move for move in played.moves if move.ply < told.ply]
    return lessons.by_other_rules(rules, before, told.notation) is False


def _advice_on_cause(played: Examined, explanation: Explanation) -> Sentence | None:
    cause, dialogue = explanation.cause, played.subject.dialogue
    if row_of(explanation.sentence) in (
        rows.WAITS_BLINDLY,
        rows.WAITS_UNSEEN,
    ) and not _moved_on_stderr(played, explanation):
        return WAITS_IN_VAIN
    if cause is Cause.NO_HANDSHAKE and dialogue is not None:
        return dialogue.handshake
    if cause in (Cause.IDLE, Cause.NO_ANSWER) and dialogue is not None:
        if _moved_on_stderr(played, explanation):
            return say("print the move to standard output, not to standard error")
        return _case_of_letters(played) or dialogue.answering
    if cause is Cause.NEVER_READ and explanation.sentence.facts.get("doing") == WAITS_FOR_ANOTHER:
        return READ_STANDARD_INPUT
    if _floods(played):
        return READ_BEFORE_EACH
    told = explanation.exit_status is not None and explanation.stderr.strip()
    if cause is Cause.EXITED and not told and played.own_moves and not ended_silently(explanation):
        return READ_ON
    return advice_on(explanation)


def _case_of_letters(played: Examined) -> Sentence | None:
    """Return the advice for a program that answers lines until one has a capital letter."""
    sent = [move.notation for move, _ in played.heard]
    if not sent or not played.subject.from_the_start_only or len(sent) < 2:
        return None
    *answered, last = sent
    if last.islower() or not all(text.islower() for text in answered):
        return None
    return say(
        "{line} is the first line with a capital letter that it was sent, and it has answered the "
        "others: does it turn them into small letters?",
        line=repr(last),
    )


def _moved_on_stderr(played: Examined, explanation: Explanation) -> bool:
    return _is_move(played, explanation.stderr.strip().rpartition("\n")[2])


def shown(explanation: Explanation | None) -> Explanation | None:
    """Return an explanation whose standard error is cut to its end."""
    if explanation is None:
        return None
    return replace(explanation, stderr=shown_lines(explanation.stderr))


# What works


def _moved(played: Examined) -> list[Finding]:
    """Return findings for a program that moved: it started, flushed and wrote text."""
    explanation, reason = played.game.explanation, played.game.outcome.reason
    starts = Finding(checks.PROGRAM_STARTS, CheckVerdict.OK, say("it runs"))
    ready = Finding(checks.INTRODUCES_ITSELF, CheckVerdict.OK, say("it is ready to play"))
    if not played.own_moves and not played.rejected:
        if not lost(played):
            return []
        if reason is not Reason.NOT_STARTED:
            return [starts, ready]
        return [starts] if explanation is not None and explanation.last_heard else []
    return [
        starts,
        ready,
        Finding(
            checks.FLUSHES_OUTPUT, CheckVerdict.OK, say("every move arrived as soon as it was made")
        ),
        _plain_text(played),
        *_first_line(played),
    ]


def _plain_text(played: Examined) -> Finding:
    if played.has_mark:
        sentence = say(
            "its first line begins with a byte order mark (EF BB BF), which is skipped here and "
            "refused by others"
        )
        advice = say(
            "save the file, or open standard output, as UTF-8 without BOM (in Python utf-8, not "
            "utf-8-sig; in C# new UTF8Encoding(false))"
        )
        return Finding(checks.WRITES_PLAIN_TEXT, CheckVerdict.WARNING, sentence, advice)
    return Finding(checks.WRITES_PLAIN_TEXT, CheckVerdict.OK, say("every line was text"))


def _first_line(played: Examined) -> list[Finding]:
    """Return a finding on the line of its first move, if that was one."""
    if not played.lines or not played.own_moves:
        return []
    line = played.lines[0].strip()
    if played.subject.from_the_start_only and not _is_move(played, line):
        return []
    sentence = say("the line of its first move was {line}", line=repr(line[:60]))
    return [Finding(checks.PRINTS_ONLY_MOVES, CheckVerdict.OK, sentence)]


def _floods(played: Examined) -> bool:
    """Return True if it printed move after move without waiting for a line."""
    found = played.game.explanation
    if found is None or found.cause is not Cause.TOO_MANY_LINES:
        return False
    return _is_move(played, found.last_heard) or bool(_second_moves(played))


def _second_moves(played: Examined) -> list[tuple[MovePlayed, str]]:
    """Return its moves that it followed by another one before it was asked again."""
    if any(not _is_move(played, rejected.text) for rejected in played.rejected):
        return []  # of two lines, one was no move: the other came when nothing was asked
    own = {move.ply + 1: move for move in played.own_moves}
    return [
        (own[said.ply], said.note.text)
        for said in played.said
        if said.note.kind is NoteKind.IGNORED
        and said.ply in own
        and _is_move(played, said.note.text)
    ]


def _answers_twice(played: Examined) -> list[Finding]:
    found = _second_moves(played)
    if not found:
        return []
    move, second = found[0]
    told, advice = (second_move, READ_WHOLE_LINES)
    if move.ply == 1:
        told, advice = two_at_first, WAIT_FOR_THE_FIRST
    sentence = told(move.color, move.notation, second)
    return [Finding(checks.PRINTS_ONLY_MOVES, CheckVerdict.FAULT, sentence, advice)]


def _told(played: Examined) -> list[Finding]:
    """Return findings on lines that came when nothing was asked."""
    found, dialogue = [], played.subject.dialogue
    for said in played.said:
        if said.note.kind is not NoteKind.IGNORED:
            surplus = dialogue and dialogue.surplus(said.note.text)
            if surplus:
                found.append(
                    Finding(checks.PRINTS_ONLY_MOVES, CheckVerdict.WARNING, surplus, ONLY_ANSWERS)
                )
            continue
        if played.subject.protocol == "xboard" and said.note.text.startswith(RESULT_TEXTS):
            continue  # an engine may say how the game ended
        line = repr(said.note.text)
        if played.about is checks.READS_CRLF:
            sentence = say(
                "when lines end as on Windows, in CR LF: it printed {line} when it was not its "
                "turn",
                line=line,
            )
            found.append(Finding(played.about, CheckVerdict.WARNING, sentence, STRIP_LINES))
            continue
        if said in _began_unasked(played):
            found.append(_plays_first(played, said.note.text))
        else:
            word = said.note.text.partition(" ")[0]
            found.append(
                Finding(
                    checks.PRINTS_ONLY_MOVES,
                    CheckVerdict.WARNING,
                    say("it printed {line} when it was not its turn", line=line),
                    ANSWER_ONCE if word in WORDS_OF_AN_ANSWER else ON_STDERR,
                )
            )
    return found


def _began_unasked(played: Examined) -> list[PlayerSaid]:
    """Return its moves before the other side's first, in a game about its first move as second."""
    return [
        said
        for said in played.said
        if said.ply == 0 and _is_second(played) and _is_move(played, said.note.text)
        if said.note.kind is NoteKind.IGNORED
    ]


def _is_second(played: Examined) -> bool:
    """Return True for a game about its first move as the side that does not begin."""
    return played.about is checks.FIRST_MOVE[played.subject.rules.first.other]


def _is_move(played: Examined, text: str) -> bool:
    return played.subject.lessons.is_move(text)


def _plays_first(played: Examined, text: str) -> Finding:
    """Return that it moved as if it had the other colour, or before the other side had moved."""
    first = played.subject.rules.first
    try:
        played.start.parse(text)
    except IllegalMove:
        sentence = moved_first(first.other, text)
        return Finding(played.about, CheckVerdict.FAULT, sentence, WAIT_FOR_THE_FIRST)
    sentence, advice = second_move(first.other, "", text), _advice_on_colour(played.subject)
    if not played.subject.protocol:
        sentence = RETURNED_MOVE_OF_THE_OTHER(**sentence.facts)
    return Finding(played.about, CheckVerdict.FAULT, sentence, advice)


def _advice_on_colour(subject: checks.Subject) -> Sentence:
    if not subject.protocol:
        return AMONG_THE_LEGAL
    if subject.from_the_start_only:
        return say(
            "read the first line, which says 'white' or 'black', and take off its line break "
            "before you compare it (chomp in Perl, strip in Python)"
        )
    return say(
        "play the moves that it is told on the program's own board, and choose one for the side "
        "that is to move then"
    )


def _wrong_colour(played: Examined) -> list[Finding]:
    """Return a finding if its first answer is a move that the other side could begin with."""
    if (
        not _is_second(played) or played.subject.rules.geometry.on_points
    ):  # a stone has no owner yet
        return []
    for rejected in played.rejected[:1]:
        if not _is_move(played, rejected.text):
            return []
        try:
            played.moves[0].before.parse(rejected.text)
        except IllegalMove:
            return []
        return [_plays_first(played, rejected.text)] if rejected.ply == 1 else []
    return []


def _refusals(played: Examined, known: Known) -> list[Finding]:
    """Return findings on answers that were refused although the game went on."""
    found = list[Finding]()
    illegal = lost(played) and played.game.outcome.reason is Reason.ILLEGAL_MOVES
    decided = played.game.plies if illegal else -1  # found already
    out_of_step = False  # a line that is no move was taken for an answer
    for rejected in played.rejected:
        if row_of(rejected.why) is TO_SEE_ANOTHER:
            continue
        if not _is_move(played, rejected.text):
            found.append(_not_a_move(played, rejected))
            out_of_step = True
        elif out_of_step:
            continue
        elif played.about is checks.MOVES_AGAIN and not played.own_moves[1:]:
            if kind_of(rejected.why) not in known.refused_so:
                found.append(_refused_again(rejected))
        elif played.about is checks.READS_CRLF:
            sentence = say("when lines end as on Windows, in CR LF: {why}", why=rejected.why)
            found.append(Finding(played.about, CheckVerdict.WARNING, sentence, STRIP_LINES))
        elif rejected.attempt and rejected.ply != decided:
            found.append(
                Finding(
                    _rule_of(played, rejected, known),
                    CheckVerdict.FAULT,
                    rejected.why,
                    _advice_on_text(played, rejected),
                    _sent_and_heard(played, rejected),
                    position=played.position_at(rejected.ply).setup,
                    asked=_asked(played, rejected.ply),
                )
            )
    return found


def _rule_of(played: Examined, rejected: MoveRejected, known: Known) -> Check:
    """Return the check that a move broke which is not legal."""
    if played.subject.lessons.is_misspelt(rejected.text):
        return _writing(played)
    trap = _trap(played, rejected, known)
    return played.subject.check_of(trap) if trap else checks.PLAYS_WHOLE_GAMES


def _sent_and_heard(played: Examined, rejected: MoveRejected) -> Explanation | None:
    """Return the opponent's move that it was told, and what it answered; None for its first."""
    told = [move for move in played.moves if move.ply == rejected.ply]
    if not told or not played.subject.from_the_start_only:
        return None
    return Explanation(Cause.ILLEGAL, rejected.why, told[0].notation, rejected.text)


def _not_a_move(played: Examined, rejected: MoveRejected) -> Finding:
    """Return the finding on a refused line that is not written as a move."""
    text, check = rejected.text.strip(), checks.PRINTS_ONLY_MOVES
    if text in RESULT_TEXTS:
        check = checks.PLAYS_WHOLE_GAMES
    elif _is_in_other_letters(played, text):
        check = checks.WRITES_PLAIN_TEXT
    elif _is_written_otherwise(played, rejected):
        check = _writing(played)
    return Finding(
        check,
        CheckVerdict.FAULT,
        rejected.why,
        _advice_on_text(played, rejected),
        position=played.position_at(rejected.ply).setup,
        asked=_asked(played, rejected.ply),
    )


def _advice_on_text(played: Examined, rejected: MoveRejected) -> Sentence:
    """Return the advice on a refused line, by how it is written."""
    text = rejected.text.strip()
    if text in RESULT_TEXTS:
        return PLAY_ON
    if _is_in_other_letters(played, text):
        return IN_ASCII
    if played.subject.lessons.is_misspelt(text) or _is_written_otherwise(played, rejected):
        return _in_notation(played.subject)
    if _is_move(played, text):
        return _advice_on_rule(played, rejected)
    if (printed := printed_value_sentence(text)) is not None:
        lost_there = when_lost(played, played.position_at(rejected.ply))
        if lost_there and row_of(printed) is NO_VALUE:
            return lost_there
        if (by_its_row := advice_of(printed)) is not None:
            return by_its_row
    if (known := played.subject.lessons.advice(rejected.why)) is not None:
        return known
    if LOG_LINE.match(text):
        return LOG_TO_STDERR
    return rows.NO_PROMPT if PROMPT_PATTERN.search(text) else ON_STDERR


def _moves_for_the_other_side(played: Examined) -> bool:
    """Return True if its answer in a given position is a move of the side that is not to move."""
    refusal = _told_refusal(played) if played.setup and played.subject.protocol else None
    turned = played.game.last_position.after_null_move()
    if refusal is None or turned is None or played.subject.rules.geometry.on_points:
        return False
    try:
        return bool(turned.parse(refusal.text))
    except IllegalMove:
        return False


def _advice_on_rule(played: Examined, rejected: MoveRejected) -> Sentence:
    """Return the advice on a move that is not legal, by the rule that it breaks."""
    if not played.subject.protocol:
        return AMONG_THE_LEGAL
    rules, lessons = played.subject.rules, played.subject.lessons
    before = [move.move for move in played.moves if move.ply <= rejected.ply]
    if not played.setup and lessons.by_other_rules(rules, before, rejected.text):
        return say(
            "it would be legal by the rules of the ordinary game: have the program play {game}",
            game=rules.name,
        )
    if (trap := _trap(played, rejected)) and (avoiding := lessons.avoiding.get(trap)):
        return avoiding
    stale = STALE_BOARD if played.subject.protocol == "uci" else rows.CAUSE_ADVICE[Cause.ILLEGAL]
    return lessons.advice(rejected.why) or stale


def _is_in_other_letters(played: Examined, text: str) -> bool:
    return not text.isascii() and _is_move(played, in_ascii(text))


def _is_written_otherwise(played: Examined, rejected: MoveRejected) -> bool:
    """Return True for one word that is no move as it stands, but seems to mean one."""
    text = rejected.text.strip()
    if _is_move(played, text) or not text.isascii() or len(text.split()) > 1:
        return False
    return means_a_move(played.position_at(rejected.ply), text)


def _writing(played: Examined) -> Check:
    """Return the check of how moves are written, for a protocol that has one."""
    if played.subject.has_one_notation:
        return checks.WRITES_NOTATION
    return checks.PLAYS_WHOLE_GAMES


def _in_notation(subject: checks.Subject) -> Sentence:
    lessons, dialogue = subject.lessons, subject.dialogue
    if dialogue is not None and dialogue.writing is not None:
        return dialogue.writing
    return (subject.is_python and lessons.writing_in_python) or lessons.writing


def _refused_again(rejected: MoveRejected) -> Finding:
    sentence = say("the move that it sent after '.' was refused too: {why}", why=rejected.why)
    return Finding(checks.MOVES_AGAIN, CheckVerdict.FAULT, sentence, TAKE_IT_BACK)


def _notation(played: Examined, known: Known) -> list[Finding]:
    """Return a finding on how it writes its moves: what is accepted here may not be elsewhere."""
    pairs = list(zip(played.texts, played.own_moves, strict=False))
    if not pairs or played.is_lenient or not played.subject.has_one_notation:
        return []
    in_words = played.subject.from_the_start_only
    for text, move in pairs:
        if text != (usual := move.notation if in_words else move.move):
            sentence = say(
                "it wrote {text} for {san}: accepted here, refused by others",
                text=repr(text[:20]),
                san=usual,
            )
            advice = _in_notation(played.subject)
            return [Finding(checks.WRITES_NOTATION, CheckVerdict.WARNING, sentence, advice)]
    last = pairs[-1][0]
    sentence = say("all its moves are written as usual, the last one {san}", san=last)
    written = played.subject.lessons.written if in_words else ()
    if never := [called for called, features in written if not features & known.played]:
        sentence = NEVER_WRITTEN(what=sentence, never=Listed(never))
    return [Finding(checks.WRITES_NOTATION, CheckVerdict.OK, sentence)]


def _second_try(played: Examined) -> list[Finding]:
    refused = [each for each in played.rejected if row_of(each.why) is TO_SEE_ANOTHER]
    if lost(played) or not played.own_moves or not refused:
        return []
    sentence = say(
        "it sent {first}, and when that was refused {second}",
        first=repr(refused[0].text),
        second=repr(played.own_moves[0].notation),
    )
    return [Finding(checks.MOVES_AGAIN, CheckVerdict.OK, sentence)]


def _answered(played: Examined) -> Iterator[tuple[MovePlayed, MovePlayed | None, Feature]]:
    """Yield each special move that it answered legally, the answer (None: the game was over)."""
    if played.about is checks.TAKE_BACK:
        return  # the same plies were played twice
    lessons = played.subject.lessons
    answers = {move.ply: move for move in played.own_moves}
    for move, special in played.heard:
        answer = answers.get(move.ply + 1)
        for feature in special:
            if answer is None and feature is not lessons.lasting and lessons.lasting is not None:
                continue
            if answer is None and played.position_at(len(played.moves)).outcome() is None:
                continue
            yield move, answer, feature


def _went_on(played: Examined, move: MovePlayed, feature: Feature) -> bool:
    """Return True if it could move once more, for one that changes more than a place."""
    if not played.subject.from_the_start_only:
        return True  # it is given the position
    if feature not in played.subject.lessons.changes_more:
        return True
    return any(own.ply == move.ply + 3 for own in played.own_moves)


def _relays(played: Examined, known: Known) -> list[Finding]:
    """Return findings on special moves that the program answered legally, or that mated it."""
    lessons, suspect_from = played.subject.lessons, len(played.moves)
    illegal = lost(played) and played.game.outcome.reason is Reason.ILLEGAL_MOVES
    last = _told_refusal(played) if illegal else None
    if last and _is_move(played, last.text) and not _trap(played, last, known):
        suspect_from -= SUSPECT_PLIES
    found = []
    for move, answer, feature in _answered(played):
        doubtful = feature in known.suspects and move.ply >= suspect_from
        if not doubtful and not _went_on(played, move, feature):
            continue
        relay = _relay(played.subject.check_of(feature), move, answer, doubtful)
        if (enough := lessons.rare.get(feature)) is not None:
            relay = _of_a_rare_one(relay, known.times[feature], enough)
        if known.longest_line < lessons.longest.get(feature, 0) and not doubtful:
            sentence = ONLY_SHORTER(length=lessons.longest[feature], what=relay.sentence)
            relay = replace(relay, verdict=CheckVerdict.SKIPPED, sentence=sentence)
        both = {(feature, move.color), (feature, move.color.other)} <= known.answered_by
        one_sided = feature in lessons.by_either and not both
        if one_sided and not doubtful and played.subject.from_the_start_only:
            by = COLOR_NAMES[move.color]
            sentence = ONLY_ONE_SIDES(color=by, what=relay.sentence)
            relay = replace(relay, verdict=CheckVerdict.SKIPPED, sentence=sentence)
        found.append(relay)
    return found


def _of_a_rare_one(relay: Finding, times: int, enough: int) -> Finding:
    """Return what is said of what came up so many times, without a fault."""
    if relay.verdict is not CheckVerdict.OK or times == enough == 1:
        return relay
    if times >= enough:
        often = say("{times} times: {what}", times=times, what=relay.sentence)
        return replace(relay, sentence=often)
    if times == 1:
        seldom = ONLY_ONCE(what=relay.sentence)
    else:
        seldom = ONLY_SOME_TIMES(times=times, what=relay.sentence)
    return replace(relay, verdict=CheckVerdict.SKIPPED, sentence=seldom)


def _relay(check: Check, move: MovePlayed, answer: MovePlayed | None, doubtful: bool) -> Finding:
    told = repr(move.notation)
    if answer is None:
        return Finding(
            check, CheckVerdict.OK, say("the game ended properly with {move}", move=told)
        )
    if doubtful:
        sentence = say("it answered {move}, but soon made a move that is not legal", move=told)
        return Finding(check, CheckVerdict.WARNING, sentence)
    sentence = say("after {move} it played {answer}", move=told, answer=answer.notation)
    return Finding(check, CheckVerdict.OK, sentence)
