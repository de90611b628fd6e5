"""The verdicts on a program that follow from the events of its games, fault or not. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from board_core.diagnosis import rows
from board_core.diagnosis.error_lines import shown_lines
from board_core.diagnosis.evidence import second_move
from board_core.game.events import MovePlayed, MoveRejected, MovesTakenBack
from board_core.game.player import Cause, Explanation, NoteKind
from board_core.game.refused_answers import COLOR_NAMES
from board_core.game.rules import IllegalMove, Reason
from board_core.text.findings import advice_of, explained_on, hint_in, hinted, kind_of, row_of
from board_core.text.sentence import Listed, Sentence, say

from . import card, checks
from .card import FAULT, OK, SKIPPED, WARNING, Check, Finding
from .evidence import NO_GAMES, WHOLE_GAMES, Examined, Games
from .recognising import (
    AMONG_THE_LEGAL,
    IN_CONTEXT,
    MACHINES_CAUSES,
    MOVES_NEVER_MADE,
    ON_STDERR,
    RESULT_TEXTS,
    STATE_KEPT,
    STRIP_LINES,
    TAKE_IT_BACK,
    Failure,
    advice_in,
    advice_on_text,
    advices,
    boards_that_fit,
    check_of_text,
    check_of_writing,
    in_notation,
    places,
    refused_again,
)
from .variants import TO_SEE_ANOTHER

NO_ANSWER_WANTED = (
    *(checks.MOVES_AGAIN, checks.PLAYS_WHOLE_GAMES),
    *(checks.EXITS_WHEN_TOLD, checks.STANDS_STILL),
)
"""The checks that are not judged by the first answer."""
DOUBTFUL_CAUSES = frozenset((Cause.ILLEGAL, Cause.IDLE))

SUSPECT_PLIES = 24
"""The number of plies after an unusual move in which an illegal answer casts doubt on it."""

READ_WHOLE_LINES = say(
    "read whole lines: what a buffer that is too short leaves of a line (its line break, for "
    "example) is read as another line; skip empty lines"
)
WAIT_FOR_THE_FIRST = say(
    "as the side that moves second print nothing for the line with its colour: the next line is "
    "the other side's first move, and that is to be answered"
)
READ_THE_COLOUR = say(
    "read the first line, which says 'white' or 'black', and take off its line break before you "
    "compare it (chomp in Perl, strip in Python)"
)
FOR_THE_SIDE_TO_MOVE = say(
    "it waited for that side's move, so it knows its own colour: choose a move of the side to "
    "move; a program that thinks on a board that is turned round turns its move back "
    "(chess.square_mirror in python-chess), a table of positions has the side to move in its key"
)
PLAY_WHAT_IS_TOLD = say(
    "play the moves that it is told on the program's own board, and choose one for the side that "
    "is to move then: an answer may not overtake them (await the handler of 'position' before that "
    "of 'go')"
)
WORDS_OF_AN_ANSWER = ("bestmove", "move")
ANSWER_ONCE = say(
    "answer each question once: end the timer and the threads of a search when its move is printed"
)
NO_EMPTY_LINES = say(
    "others take an empty line for its next answer: strip what was read from a file"
)
ONLY_ANSWERS = say("answer only what has an answer: others may read such a line as the move")
row, likely, _ = explained_on("diagnoses.md#it-did-not-write-a-legal-move")
CASTLES_OTHERWISE = row(
    "castles-otherwise",
    "it wrote castling as {text}, which is {san} in this game: accepted here, refused by others",
    advice="write the squares of the king, e1g1; those of king and rook, e1h1, belong to Chess960 "
    "alone (in python-chess leave out chess960=True, elsewhere heed the option UCI_Chess960)",
)
TAKES_NOTHING = likely(
    "takes-nothing",
    "it wrote {text} as if it took something, but nothing stands on {square}",
    to_be_sure=rows.PRINT_ITS_BOARD,
    advice="have it print its own board to standard error before this move: a piece may stand "
    "there that was taken or has moved, or the square of a capture en passant was not cleared "
    "after the next move",
)
RETURNED_MOVE_OF_THE_OTHER = row(
    "returned-move-of-the-other", "as {color} it returned {line}, which is a move of {other}"
)


def judged(played: Examined, games: Games = NO_GAMES) -> list[Finding]:
    """Return all findings of one game, whatever check it was played for."""
    if games.speaks_another:
        return [fault(played, games)] if played.cause is Cause.OTHER_PROTOCOL else []
    if games.floods:
        return [*_moved(played), *([fault(played, games)] if played.floods else [])]
    if games.answers_twice:
        return [*_moved(played), *_answers_twice(played)]
    found = [*_moved(played), *_said_unasked(played)]
    if played.moved_for_the_other:
        explains_all = _began_for_the_other(played, played.moved_for_the_other, games)
        return [*found, explains_all]
    faults = [] if _is_told_elsewhere(played, games) else [fault(played, games)]
    refused = _refusals(played, games)
    found += [*faults, *refused] if played.lost_illegally else [*refused, *faults]  # first is told
    found += _notation(played, games)
    if played.about is checks.MOVES_AGAIN and not games.floods:
        found += _second_try(played)
    found += _relays(played, games)
    hears_nothing = games.ignores_its_colour and played.about in IN_CONTEXT
    if played.about is checks.TAKE_BACK:
        found += _taken_back(played)
    elif played.own_moves and played.about not in NO_ANSWER_WANTED and not hears_nothing:
        found.append(_passed(played, games))
    return found


def stumbles(played: Examined) -> bool:
    """Return True if a game shows more against the program than that it was played."""
    return any(f.check == played.about and f.verdict is not OK for f in judged(played))


def fault(played: Examined, games: Games = NO_GAMES) -> Finding:
    """Return the fault that ended the game, under the check it belongs to."""
    failure = Failure(played, games)
    check, sentence = next(places(failure))
    # the doctor alone ends lines so, or sets positions up; a busy machine is nobody's fault
    mild = check is checks.READS_CRLF or played.cause in MACHINES_CAUSES
    mild = mild or (played.is_cut_short and played.cause is Cause.COMPUTING)
    mild = mild or played.refused_the_set_up
    verdict = WARNING if mild else FAULT
    known = advices(replace(failure, check=check))
    advice = next((advice for advice in known if advice is not None), None)
    evidence = shown(played.explanation)
    tells = played.subject.protocol if played.lost_illegally else played.own_moves
    if not tells or check is checks.PROGRAM_STARTS:  # else the sentence has it
        return Finding(check, verdict, sentence, advice, evidence)
    position, asked = played.game.last_position.setup, played.asked(played.game.plies)
    return Finding(check, verdict, sentence, advice, evidence, position=position, asked=asked)


def shown(explanation: Explanation | None) -> Explanation | None:
    """Return an explanation whose standard error is cut to its end."""
    return explanation and replace(explanation, stderr=shown_lines(explanation.stderr))


# Which failures another finding tells


def _is_told_elsewhere(played: Examined, games: Games) -> bool:
    """Return True if no fault ended the game, or one that another finding tells."""
    return (
        not played.lost
        or _exited_after_refusal(played)
        or _is_repeated(played, games)
        or _follows_from_a_line(played)
        or _breaks_the_same_rule(played, games)
    )


def _is_repeated(played: Examined, games: Games) -> bool:
    """Return True if another game shows the same failure with more of its reason, or may."""
    explanation, signature = played.explanation, played.signature
    if signature in games.decided:
        return games.decided[signature] is not played
    if played.is_lenient and played.cause in DOUBTFUL_CAUSES:
        return True  # it may come of what was worked around
    has_hint = explanation is not None and hint_in(explanation.sentence)
    if not has_hint and signature in games.hinted:
        return True
    return played.about not in WHOLE_GAMES and signature in games.in_whole_games


def _follows_from_a_line(played: Examined) -> bool:
    """Return True if it lost by a move that was not legal, after a line that is no move.

    That line was taken for an answer, and each later one for the answer to the next question.
    """
    if not played.lost_illegally or not played.rejected:
        return False
    *earlier, last = played.rejected
    return played.is_move(last.text) and any(not played.is_move(r.text) for r in earlier)


def _breaks_the_same_rule(played: Examined, games: Games) -> bool:
    """Return True if it lost after a '.' by a move that is refused for the same reason without."""
    if played.about is not checks.MOVES_AGAIN or not played.rejected[len(played.refused) :]:
        return False
    return played.lost_illegally and kind_of(played.rejected[-1].why) in games.refused_so


def _exited_after_refusal(played: Examined) -> bool:
    """Return True if it ended because a line that is no move was refused: that is found alone."""
    if played.lost_illegally or not played.rejected:
        return False
    last = played.rejected[-1]
    return last.ply == played.game.plies and not played.is_move(last.text)


# What it answered where an answer was wanted


def _passed(played: Examined, games: Games) -> Finding:
    move, about, lesson = played.own_moves[0], played.about, played.lesson
    if about in (checks.FIRST_MOVE_AS_WHITE, checks.FIRST_MOVE_AS_BLACK):
        return Finding(about, OK, _begun(played, move))
    if lesson is None or lesson.missed is None or move.move in lesson.sound:
        return Finding(about, OK, say("it answered with {move}", move=move.notation))
    sentence = say("{missed}: it played {move}", missed=lesson.missed, move=move.notation)
    if (why_so := lesson.nearly.get(move.move)) is not None:
        verdict = FAULT if games.nearly_missed > 1 else WARNING
        return Finding(about, verdict, sentence, why_so)
    advice = say(
        "set up the position, in which {moves} is the move, and see how the program rates it",
        moves=" ".join(sorted(lesson.sound)),
    )
    return Finding(about, WARNING, sentence, advice)


def _begun(played: Examined, move: MovePlayed) -> Sentence:
    if played.is_lenient and played.texts and played.texts[0] != move.notation:
        return say(
            "it began with {text}, which was read as {move}",
            text=repr(played.texts[0][:40]),
            move=move.notation,
        )
    return say("it began with {move}", move=move.notation)


def _taken_back(played: Examined) -> Iterator[Finding]:
    """Yield a finding on whether it went on after its last move had been undone."""
    events = list(played.events)
    taken = next((n for n, e in enumerate(events) if isinstance(e, MovesTakenBack)), len(events))
    answers = [e for e in events[taken:] if isinstance(e, MovePlayed) and e.color is played.color]
    if answers and not played.lost:
        sentence = say("then it played {move}", move=answers[0].notation)
        yield Finding(checks.TAKE_BACK, OK, sentence)


def _second_try(played: Examined) -> Iterator[Finding]:
    refused = [each for each in played.rejected if row_of(each.why) is TO_SEE_ANOTHER]
    if refused and played.own_moves and not played.lost:
        first, second = repr(refused[0].text), repr(played.own_moves[0].notation)
        sentence = say(
            "it sent {first}, and when that was refused {second}", first=first, second=second
        )
        yield Finding(checks.MOVES_AGAIN, OK, sentence)


# That it moved: it started, flushed and wrote text


def _moved(played: Examined) -> Iterator[Finding]:
    explanation, reason = played.explanation, played.game.outcome.reason
    answered = played.own_moves or played.rejected
    ready = reason is not Reason.NOT_STARTED
    if answered or (played.lost and (ready or (explanation and explanation.last_heard))):
        yield Finding(checks.PROGRAM_STARTS, OK, say("it runs"))
    if answered or (played.lost and ready):
        yield Finding(checks.INTRODUCES_ITSELF, OK, say("it is ready to play"))
    if answered:
        flushed = say("every move arrived as soon as it was made")
        yield Finding(checks.FLUSHES_OUTPUT, OK, flushed)
        yield _plain_text(played)
        yield from _first_line(played)


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
        return Finding(checks.WRITES_PLAIN_TEXT, WARNING, sentence, advice)
    return Finding(checks.WRITES_PLAIN_TEXT, OK, say("every line was text"))


def _first_line(played: Examined) -> Iterator[Finding]:
    """Yield a finding on the line of its first move, if that was one."""
    line = played.lines[0].strip() if played.lines and played.own_moves else None
    if line is not None and (played.is_move(line) or not played.in_words):
        sentence = say("the line of its first move was {line}", line=repr(line[:60]))
        yield Finding(checks.PRINTS_ONLY_MOVES, OK, sentence)
    if played.in_words and played.own_moves and not all(map(str.strip, played.printed)):
        sentence = say("it printed an empty line beside its moves")
        yield Finding(checks.PRINTS_ONLY_MOVES, WARNING, sentence, NO_EMPTY_LINES)


# What it printed that was not asked for


def _answers_twice(played: Examined) -> Iterator[Finding]:
    for move, second in played.second_moves[:1]:
        sentence = second_move(move.color, move.notation, second, move.ply)
        advice = WAIT_FOR_THE_FIRST if move.ply == 1 else READ_WHOLE_LINES
        yield Finding(checks.PRINTS_ONLY_MOVES, FAULT, sentence, advice)


def _said_unasked(played: Examined) -> Iterator[Finding]:
    """Yield findings on lines that came when nothing was asked."""
    dialogue = played.subject.dialogue
    for said in played.said:
        text = said.note.text
        if said.note.kind is not NoteKind.IGNORED:
            surplus = dialogue and dialogue.surplus(text)
            if surplus:
                yield Finding(checks.PRINTS_ONLY_MOVES, WARNING, surplus, ONLY_ANSWERS)
        elif played.subject.protocol == "xboard" and text.startswith(RESULT_TEXTS):
            continue  # an engine may say how the game ended
        elif played.about is checks.READS_CRLF:
            sentence = say(
                "when lines end as on Windows, in CR LF: it printed {line} when it was not its "
                "turn",
                line=repr(text),
            )
            yield Finding(played.about, WARNING, sentence, STRIP_LINES)
        elif said in played.began_unasked:
            yield _plays_first(played, text)
        else:
            sentence = say("it printed {line} when it was not its turn", line=repr(text))
            is_answer = text.partition(" ")[0] in WORDS_OF_AN_ANSWER or played.is_move(text)
            advice = ANSWER_ONCE if is_answer else ON_STDERR
            yield Finding(checks.PRINTS_ONLY_MOVES, WARNING, sentence, advice)


def _began_for_the_other(played: Examined, text: str, games: Games) -> Finding:
    """Return that its first answer as the second side is a move of the first.

    It waited for that side's move, so it knows its colour.
    """
    sentence = second_move(played.subject.rules.first.other, "", text)
    if not played.subject.protocol:
        sentence, advice = RETURNED_MOVE_OF_THE_OTHER(**sentence.facts), AMONG_THE_LEGAL
        return Finding(played.about, FAULT, sentence, advice)
    if played.moves_alone:
        return Finding(played.about, FAULT, hinted(sentence, STATE_KEPT()), STATE_KEPT.advice)
    if (fit := boards_that_fit(played.mistakes(played.rejected[0]), games)) is not None:
        sentence = hinted(sentence, fit)
        if row_of(fit) is MOVES_NEVER_MADE:
            return Finding(played.about, FAULT, sentence, MOVES_NEVER_MADE.advice)
    advice = FOR_THE_SIDE_TO_MOVE if played.in_words else PLAY_WHAT_IS_TOLD
    return Finding(played.about, FAULT, sentence, advice)


def _plays_first(played: Examined, text: str) -> Finding:
    """Return that it moved before the other side had, perhaps as if it had the other colour."""
    sentence = second_move(played.subject.rules.first.other, "", text)
    advice = READ_THE_COLOUR if played.in_words else PLAY_WHAT_IS_TOLD
    try:
        played.start.parse(text)
    except IllegalMove:
        sentence, advice = rows.MOVED_FIRST(**sentence.facts), WAIT_FOR_THE_FIRST
    return Finding(played.about, FAULT, sentence, advice)


# Answers that were refused, although the game went on


def _refusals(played: Examined, games: Games) -> Iterator[Finding]:
    failure = Failure(played, games)
    illegal = played.lost and played.lost_illegally
    decided = played.game.plies if illegal else -1  # found already
    out_of_step = False  # a line that is no move was taken for an answer
    for rejected in played.rejected:
        if row_of(rejected.why) is TO_SEE_ANOTHER:
            continue
        if not played.is_move(rejected.text):
            yield _of_refused(played, rejected, check_of_text(played, rejected))
            out_of_step = True
        elif out_of_step:
            continue
        elif played.about is checks.MOVES_AGAIN and not played.own_moves[1:]:
            if kind_of(rejected.why) not in games.refused_so:
                yield Finding(checks.MOVES_AGAIN, FAULT, refused_again(rejected), TAKE_IT_BACK)
        elif played.about is checks.READS_CRLF:
            sentence = say("when lines end as on Windows, in CR LF: {why}", why=rejected.why)
            yield Finding(played.about, WARNING, sentence, STRIP_LINES)
        elif rejected.attempt and rejected.ply != decided:
            finding = _of_refused(played, rejected, _rule_of(failure, rejected), games)
            yield replace(finding, evidence=_sent_and_heard(played, rejected))


def _of_refused(
    played: Examined, rejected: MoveRejected, check: Check, games: Games = NO_GAMES
) -> Finding:
    sentence, advice = rejected.why, advice_on_text(played, rejected)
    legible = played.is_move(rejected.text) and not played.trap(rejected)
    fit = boards_that_fit(played.mistakes(rejected), games) if legible else None
    if fit is not None:
        sentence, advice = hinted(sentence, fit), advice_in(fit) or advice
    position, asked = played.position_at(rejected.ply).setup, played.asked(rejected.ply)
    return Finding(check, FAULT, sentence, advice, position=position, asked=asked)


def _rule_of(failure: Failure, rejected: MoveRejected) -> Check:
    """Return the check that a move broke which is not legal."""
    if failure.played.lessons.is_misspelt(rejected.text):
        return check_of_writing(failure.played)
    trap = failure.trap(rejected)
    return failure.played.subject.check_of(trap) if trap else checks.PLAYS_WHOLE_GAMES


def _sent_and_heard(played: Examined, rejected: MoveRejected) -> Explanation | None:
    """Return the opponent's move that it was told, and what it answered; None for its first."""
    told = [move for move in played.moves if move.ply == rejected.ply - 1]
    if not told or not played.in_words:
        return None
    return Explanation(Cause.ILLEGAL, rejected.why, told[0].notation, rejected.text)


def _notation(played: Examined, games: Games) -> Iterator[Finding]:
    """Yield a finding on how it writes its moves: what is accepted here may not be elsewhere."""
    pairs = list(zip(played.texts, played.own_moves, strict=False))
    if not pairs or played.is_lenient or not played.subject.has_one_notation:
        return
    check = checks.WRITES_NOTATION
    for text, move in pairs:
        usual, shown_text = move.notation if played.in_words else move.move, repr(text[:20])
        if text == usual:
            continue
        if played.in_words and "x" in text and "x" not in usual:
            sentence = TAKES_NOTHING(text=shown_text, square=repr(move.move[2:4]))
        elif text[:2] == move.move[:2] and move.notation.startswith("O-O"):
            sentence = CASTLES_OTHERWISE(text=shown_text, san=usual)
        else:
            sentence = say(
                "it wrote {text} for {san}: accepted here, refused by others",
                text=shown_text,
                san=usual,
            )
        advice = advice_of(sentence) or in_notation(played.subject)
        yield Finding(check, WARNING, sentence, advice)
        return
    sentence = say("all its moves are written as usual, the last one {san}", san=pairs[-1][0])
    written = played.lessons.written if played.in_words else ()
    if never := [called for called, features in written if not features & games.played]:
        sentence = card.NEVER_WRITTEN(what=sentence, never=Listed(never))
    yield Finding(check, OK, sentence)


# Special moves that it answered, or that mated it


def _relays(played: Examined, games: Games) -> Iterator[Finding]:
    suspect_from = len(played.moves)
    last = played.refusal if played.lost and played.lost_illegally else None
    if last and played.is_move(last.text) and not Failure(played, games).trap(last):
        suspect_from -= SUSPECT_PLIES
    for move, answer, feature in played.answered():
        doubtful = feature in games.suspects and move.ply >= suspect_from
        if not doubtful and not played.went_on(move, feature):
            continue
        relay = _relay(played.subject.check_of(feature), move, answer, doubtful)
        if feature.rare:
            relay = _of_a_rare_one(relay, games.times[feature], feature.rare)
        if games.longest_line < feature.longest and not doubtful:
            sentence = card.ONLY_SHORTER(length=feature.longest, what=relay.sentence)
            relay = replace(relay, verdict=SKIPPED, sentence=sentence)
        both = {(feature, move.color), (feature, move.color.other)} <= games.answered_by
        if feature.by_either and not both and not doubtful and played.in_words:
            sentence = card.ONLY_ONE_SIDES(color=COLOR_NAMES[move.color], what=relay.sentence)
            relay = replace(relay, verdict=SKIPPED, sentence=sentence)
        yield relay


def _of_a_rare_one(relay: Finding, times: int, enough: int) -> Finding:
    """Return what is said of what came up so many times, without a fault."""
    if relay.verdict is not OK or times == enough == 1:
        return relay
    if times >= enough:
        often = say("{times} times: {what}", times=times, what=relay.sentence)
        return replace(relay, sentence=often)
    if times == 1:
        seldom = card.ONLY_ONCE(what=relay.sentence)
    else:
        seldom = card.ONLY_SOME_TIMES(times=times, what=relay.sentence)
    return replace(relay, verdict=SKIPPED, sentence=seldom)


def _relay(check: Check, move: MovePlayed, answer: MovePlayed | None, doubtful: bool) -> Finding:
    told = repr(move.notation)
    if answer is None:
        return Finding(check, OK, say("the game ended properly with {move}", move=told))
    if doubtful:
        sentence = say("it answered {move}, but soon made a move that is not legal", move=told)
        return Finding(check, SKIPPED, sentence)  # the fault names it
    sentence = say("after {move} it played {answer}", move=told, answer=answer.notation)
    return Finding(check, OK, sentence)
