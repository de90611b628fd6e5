"""The report on a failure, as a value, in the current language. Pure.

The reason comes first: the error that the program printed, or else the same sentence that the
report card and matches give.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from board_core import Cause, Explanation, Reason, Sentence
from board_core.fast_dataclass import dataclass
from board_core.files.untrusted_files import CannotTake, read_small
from board_core.game.player import ENDED_BY_AN_ERROR
from board_core.match.player_spec import PlayerSpec
from board_core.text.findings import Certainty, certainty_of, row_of
from board_core.text.harmless_text import legible, visible
from board_core.text.languages import N_

from .game_state import GameState
from .host import Lines, Tried
from .language import _, color_word, evidence_of, headed, outcome_words, sentence
from .phases import GameFailure, SeatState

if TYPE_CHECKING:
    from board_core.diagnosis.error_lines import ErrorLines

LINE_SIGNS = {"<": ("→", "info"), ">": ("←", "text"), "!": ("!", "text")}
"""The sign before a line to, from or on stderr of a program, and the colour of a usual line."""

PLAIN_WORDS = {
    "IndexError": N_("an index past the end of a list"),
    "KeyError": N_("a dictionary without that key"),
    "TypeError": N_("a value of another kind than is needed"),
    "ValueError": N_("a value that does not fit"),
    "AttributeError": N_("an object without that name"),
    "NameError": N_("a name that nothing has"),
    "ZeroDivisionError": N_("a division by zero"),
    "RecursionError": N_("a function that calls itself without an end"),
}
"""What Python's errors say, for people who do not read English."""

LINES_AROUND = 2
"""The lines of a program that are shown before that of an error, and after it."""

TextLine = tuple[str, str]
"""A line of a program's words, made harmless, and the name of its colour."""


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a game or of a trial start for one program, the reason first."""

    title: str
    headline: str
    color: str = "error"
    place: str = ""  # in the program's source: "my_ai.py, line 12, in choose"
    source: str = ""  # the line there
    verdict: str = ""
    advice: str = ""
    lines: tuple[TextLine, ...] = ()
    in_game: bool = False  # so only another game can show that it is fixed

    @property
    def text(self) -> str:
        """The whole report, to be copied."""
        words = (self.headline, self.place, self.source, self.verdict, self.advice)
        return "\n".join([*filter(None, words), "", *(text for text, _color in self.lines)])


def report_of(state: GameState) -> Report | None:
    """Return the report that the game screen shows; None if nothing has failed."""
    if state.explained is None:
        return None
    seat = state.seats[state.explained]
    if seat.trying:
        return Report(_("Test start"), _("Starting it, and asking for a first move …"), "dim")
    if seat.trouble is not None:
        playing = state.running or state.busy
        side = color_word(state.explained)
        return _of_game(seat.trouble, seat.trial, side, seat.spec, playing=playing)
    return None if seat.trial is None else report_of_trial(seat.trial)


def reason_of(seat: SeatState) -> str:
    """Return why this seat's AI failed, on one line; empty if it did not."""
    found = None if seat.trouble is None else seat.trouble.explanation
    if seat.spec is None:
        return ""
    if found is None and seat.trial is not None and seat.trial.trouble is not None:
        found = seat.trial.explanation
        if found is None:
            return sentence(seat.trial.trouble)
    if found is None:
        return ""
    error = _error_of(found)
    if error is None or found.cause not in ENDED_BY_AN_ERROR:
        return sentence(found.sentence)
    place = _place(error)
    return f"{error.error} ({place})" if place else error.error


def report_of_trial(tried: Tried) -> Report:
    """Return the report on a trial start."""
    title, lines = _("Test start"), tuple(_transcript(tried.lines, tried.explanation))
    if tried.trouble is None:
        noted = "" if tried.note is None else f"{headed(tried.note)}: print(move, flush=True)"
        return Report(title, trial_words(tried), "good", advice=noted, lines=lines)
    if tried.explanation is None:
        return report_of_refusal(tried.trouble)
    told = _without_line(tried.explanation).full_sentence
    return _explained(tried.explanation, headed(told), "", lines, tried.spec)


def report_of_refusal(why: Sentence) -> Report:
    """Return the report on a program that could not be tried."""
    return Report(_("Why it failed"), headed(why))


def trial_words(tried: Tried) -> str:
    """Return the result of a trial start in a sentence."""
    if tried.trouble is not None:
        why = sentence(tried.trouble)
        return _("{name} does not play: {why}", name=tried.spec.name, why=why)
    return _(
        "{name} is loaded: as White it moved {move} after {elapsed:.2f} s.",
        name=tried.spec.name,
        move=tried.move,
        elapsed=tried.elapsed,
    )


def _of_game(
    failure: GameFailure, tried: Tried | None, side: str, spec: PlayerSpec | None, *, playing: bool
) -> Report:
    """Return the report on a failure in a game; ``tried`` is a trial start since then."""
    found, move = failure.explanation, {"color": side, "number": failure.number}
    short = outcome_words(failure.outcome)
    full = outcome_words(failure.outcome, _without_line(found))
    asked = failure.outcome.reason is not Reason.NOT_STARTED
    if asked:
        short = _("At {color}'s move {number}: {verdict}", verdict=short, **move)
        full = _("At {color}'s move {number}: {verdict}", verdict=full, **move)
    lines = tuple(_transcript(failure.lines, found) if failure.lines else _evidence(found))
    report = replace(_explained(found, full, short, lines, spec), in_game=True)
    if playing:
        waits = _("The game runs: this stays until {color} has made its move {number}.", **move)
        return replace(report, advice=waits)
    if tried is None or not asked:
        return report
    if tried.trouble is not None:
        return report_of_trial(tried)
    passed = _(
        "Test start: its first move was {first}, after {elapsed:.2f} s. That says nothing of "
        "{color}'s move {number}: Play again does.",
        first=tried.move,
        elapsed=tried.elapsed,
        **move,
    )
    return replace(report, advice=passed)


def _explained(
    found: Explanation,
    verdict: str,
    short: str,
    lines: tuple[TextLine, ...],
    spec: PlayerSpec | None,
) -> Report:
    """Return a report; ``short`` is the verdict where the sentence is the headline."""
    # not before the first picture
    from board_core.diagnosis.advice import advice_on, advice_on_line

    if found.refused is not None:
        refused = found.refused
        short = f"{short}; {sentence(refused)}" if short else headed(refused)

    error = _error_of(found)
    title, advised = _("Why it failed"), advice_on(found)
    lines = (_how_sure(found), *lines)
    said = "" if advised is None else sentence(advised)
    if error is None:
        advice = _("What to do: {advice}", advice=said) if said else ""
        headline, words = headed(found.sentence), _last_words(found)
        place = _("Its last words") if words else ""
        return Report(title, headline, "error", place, words, short, advice, lines)
    if found.refused is not None and found.cause is not Cause.ILLEGAL:
        said = _("look at its illegal answers first: they came before this error")
    elif advice_on_line(found.sentence) is None and (
        error.line and found.cause in (Cause.EXITED, Cause.EXCEPTION)
    ):
        said = (
            _("correct that line, then press Play again: Test start asks for the first move only")
            if short
            else _("correct that line, then press Test start: it asks for one move without a game")
        )
    advice = _("What to do: {advice}", advice=said) if said else ""
    place, source = _place(error), _code_around(error, spec) or error.source
    lines = tuple((text, "error" if error.error in text else ink) for text, ink in lines)
    if found.cause in ENDED_BY_AN_ERROR:
        headline, english = error.error, PLAIN_WORDS.get(error.error.split(":")[0], "")
        if _(english) != english:
            headline = _("{error} ({meaning})", error=headline, meaning=_(english))
        return Report(title, headline, "error", place, source, verdict, advice, lines)
    headline = headed(found.sentence)
    return Report(title, headline, "error", place, source or error.error, short, advice, lines)


def _how_sure(found: Explanation) -> TextLine:
    """Return how sure the reason is, with its code, as the first line of the details."""
    sure = {
        Certainty.CERTAIN: _("certain, as it was seen"),
        Certainty.LIKELY: _("likely"),
        Certainty.POSSIBLE: _("possible"),
    }[certainty_of(found.sentence)]
    return _("{certainty}: see 'board why {code}'", certainty=sure, code=found.codes[0]), "dim"


def _without_line(found: Explanation) -> Explanation:
    """Return the explanation without the line of the error, which is the headline."""
    from board_core.diagnosis.rows import WITH_TELLING_LINE

    why = found.sentence.facts.get("why")
    if row_of(found.sentence) is not WITH_TELLING_LINE or not isinstance(why, Sentence):
        return found
    return replace(found, sentence=why)


def _last_words(found: Explanation) -> str:
    """Return the last stderr line of a program that ended by itself."""
    lines = found.stderr.split("\n") if found.cause in ENDED_BY_AN_ERROR else ()
    return next((legible(line.strip()) for line in reversed(lines) if line.strip()), "")


def ink_of(line: str, usual: str = "text") -> str:
    """Return the colour of a line that a program wrote: that of errors only if it names one."""
    from board_core.diagnosis.error_lines import last_error

    return usual if last_error(line) is None else "error"


def _error_of(found: Explanation) -> ErrorLines | None:
    from board_core.diagnosis.error_lines import last_error

    return last_error(found.traceback) or last_error(found.stderr)


def _code_around(error: ErrorLines, spec: PlayerSpec | None) -> str:
    """Return the lines around that of an error, where the program's file is there as it was."""
    told = () if spec is None or not error.file else (*reversed(spec.command), spec.function[0])
    for path in (Path(one).parent / error.file for one in told if one):
        with suppress(OSError, CannotTake, IndexError, ValueError):
            code = read_small(path).decode(errors="replace").splitlines()
            if error.source in ("", legible(code[error.line - 1].strip())):
                first = max(0, error.line - 1 - LINES_AROUND)
                around = enumerate(code[first : error.line + LINES_AROUND], first + 1)
                signs = {error.line: ">"}
                rows = [
                    f"{signs.get(at, ' ')} {at:4}  {visible(line.expandtabs(4))}"
                    for at, line in around
                ]
                return "\n".join(rows)
    return ""


def _place(error: ErrorLines) -> str:
    if not error.file:
        return ""
    if error.function:
        return _(
            "{file}, line {line}, in {function}",
            file=error.file,
            line=error.line,
            function=error.function,
        )
    return _("{file}, line {line}", file=error.file, line=error.line)


def evidence(found: Explanation) -> Iterator[str]:
    """Return the details of a failure, one a line, made harmless."""
    for label, text in evidence_of(found):
        first, *rest = text.rstrip().splitlines() or [""]
        yield f"{label}: {visible(first)}"
        yield from map(visible, rest)


def _evidence(found: Explanation) -> Iterator[TextLine]:
    """Return the details of a failure; texts of several lines stand below their label."""
    for label, text in evidence_of(found):
        lines = [visible(line.replace("\t", "    ")) for line in text.rstrip().splitlines()] or [""]
        if len(lines) == 1:
            yield f"{label}: {lines[0]}", "text"
            continue
        yield "", "text"
        yield f"{label}:", "dim"
        for line in lines:
            yield line, "text"


def _transcript(lines: Lines, found: Explanation | None) -> Iterator[TextLine]:
    """Return the transcript: each line to and from the program, its stderr, then its exit."""
    for way, line in lines:
        sign, _ink = LINE_SIGNS[way]
        text = visible(line.replace("\t", "    "))
        yield f"{sign} {text}", "info" if way == "<" else "text"
    if found is None:
        return
    if not any(way == "!" for way, _line in lines):
        for line in (found.stderr or found.traceback).rstrip().splitlines():
            yield f"! {visible(line)}", "text"
    status = "" if found.exit_status is None else sentence(found.exit_status)
    yield f"■ {status or sentence(found.sentence)}", "error"
