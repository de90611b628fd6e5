"""Translate the messages of the core, with its outcomes, clocks and explanations.

Every frontend and the PGN need the same refusals and explanations, so the core words them itself,
as :class:`~board_core.Sentence` values. This module only translates; it decides nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import inf, isinf
from pathlib import Path

from board_core.text.harmless_text import GBK_NOTE
from board_core.text.languages import N_, catalogue_of, language_of, language_of_environment
from board_core.text.sentence import Clauses, Listed, Sentence, fill, visible

from .clock import TimeControl
from .player import Explanation
from .rules import Outcome, Reason
from .sides import Color

WHITE = N_("White")
BLACK = N_("Black")
WINNER_WINS = N_("{winner} wins")
DRAW_WORD = N_("Draw")
VERDICT_AND_WHY = N_("{verdict}: {why}")

LIST_COMMA, LIST_SEMICOLON = N_(", "), N_("; ")

MINUTES_TEXT = N_("{minutes} min")
SECONDS_TEXT = N_("{seconds} s")
NO_CLOCK = N_("no clock")
A_MOVE = N_("{time} a move")
FOR_MOVES = N_("{time} for {moves} moves")
AND_A_MOVE = N_("{time} + {increment} a move")
AND_A_DELAY = N_("{time} + {delay} delay a move")
AND_BRONSTEIN = N_("{time} + {delay} Bronstein delay a move")
AND_BYOYOMI = N_("{time} + {periods} × {period} byo-yomi")
BYOYOMI_ALONE = N_("{periods} × {period} byo-yomi")
AT_MOST = N_("{time}, at most {most} a move")

DETAILS = (
    N_(
        "{loser} reported being {score} centipawns or more behind for {moves} moves, and the other "
        "side agreed"
    ),
    N_("{loser} reported being {score} centipawns or more behind for {moves} moves"),
    N_("neither side reported being more than {score} centipawns ahead for {moves} moves"),
    N_("the game had {moves} moves"),
)
"""Why games are adjudicated: an outcome holds the English text, with its facts."""

LAST_SENT = N_("last line sent")
LAST_HEARD = N_("last line heard")
LINE_AND_FACTS = N_("{line} ({facts})")
LONGEST_LINE = N_("longest line {count} letters")
FIRST_QUESTION = N_("its first question")
EXIT_STATUS = N_("exit status")
STDERR_WORD = N_("standard error")
TRACEBACK_WORD = N_("traceback")

SOMEBODY_WINS = {
    Reason.CHECKMATE: N_("{winner} wins: {loser}'s king is mated"),
    Reason.FIVE_IN_A_ROW: N_("{winner} wins: five in a row"),
    Reason.KING_EXPLODED: N_("{winner} wins: {loser}'s king has exploded"),
    Reason.KING_ON_THE_HILL: N_("{winner} wins: the king has reached the centre"),
    Reason.THREE_CHECKS: N_("{winner} wins: the third check"),
    Reason.RACE_WON: N_("{winner} wins: the king has reached the last rank"),
    Reason.HORDE_DESTROYED: N_("{winner} wins: every piece of the horde is taken"),
    Reason.NO_PIECE_LEFT: N_("{winner} wins: every piece of {winner} is taken"),
    Reason.NO_MOVE_LEFT: N_("{winner} wins: {winner} has no legal move"),
    Reason.RULES: N_("{winner} wins by the rules"),
    Reason.RESIGNATION: N_("{winner} wins: {loser} resigns"),
    Reason.ADJUDICATION: N_("{winner} wins by adjudication"),
    Reason.TIME: N_("{loser} loses on time"),
    Reason.ILLEGAL_MOVES: N_("{loser} loses by illegal moves"),
    Reason.CRASH: N_("{loser} loses by a crash"),
    Reason.PROTOCOL: N_("{loser} loses by breaking the protocol"),
    Reason.OUTPUT: N_("{loser} loses by flooding the board with output"),
    Reason.BREACH: N_("{loser} loses by a message out of bounds"),
    Reason.OFF_TURN: N_("{loser} loses by computing out of turn"),
    Reason.INTERFERENCE: N_("{loser} loses by interfering with the board"),
    Reason.NOT_STARTED: N_("{loser} loses by not starting"),
    Reason.ABSENCE: N_("{loser} loses by absence"),
}

NOBODY_WINS = {
    Reason.STALEMATE: N_("Draw by stalemate"),
    Reason.FIFTY_MOVES: N_("Draw by the fifty-move rule"),
    Reason.SEVENTY_FIVE_MOVES: N_("Draw by the seventy-five-move rule"),
    Reason.THREEFOLD_REPETITION: N_("Draw by threefold repetition"),
    Reason.FIVEFOLD_REPETITION: N_("Draw by fivefold repetition"),
    Reason.INSUFFICIENT_MATERIAL: N_("Draw by insufficient material"),
    Reason.FULL_BOARD: N_("Draw: no point is left to play on"),
    Reason.RACE_TIED: N_("Draw: both kings have reached the last rank"),
    Reason.RULES: N_("Draw by the rules"),
    Reason.AGREEMENT: N_("Draw by agreement"),
    Reason.ADJUDICATION: N_("Draw by adjudication"),
    Reason.TIME: N_("Draw: time ran out, but the opponent could not win"),
    Reason.NOT_STARTED: N_("No game: neither side started"),
    Reason.ABSENCE: N_("No result: neither side was there"),
    Reason.UNFINISHED: N_("The game is not finished"),
    Reason.STOPPED: N_("The game was stopped"),
    Reason.INTERNAL_ERROR: N_("The game ended by an internal error of the board"),
}


class Words:
    """The texts of one language; None takes it from the environment, an unknown one is English.

    ``own`` is a frontend's folder of catalogues (``LANGUAGE/LC_MESSAGES/board.mo``), in which texts
    are looked up before the core's.
    """

    def __init__(self, language: str | None = None, own: Path | None = None) -> None:
        self.language: str = (
            language_of_environment() if language is None else language_of(language) or "en"
        )
        self._catalogue = catalogue_of(self.language, own)

    def text(self, message: str, /, **facts: object) -> str:
        """Return a translated text with the facts put in; in English if it is not translated."""
        translated = self._catalogue.gettext(message) if message else ""
        return translated.format_map(self._said(facts)) if facts else translated

    def plural(self, one: str, many: str, count: int, /, **facts: object) -> str:
        """Return the translated form for a number, which the text holds as ``{count}``."""
        form = self._catalogue.ngettext(one, many, count)
        return form.format_map({"count": count, **self._said(facts)})

    def sentence(self, sentence: Sentence) -> str:
        """Return a translated sentence; sentences among its facts are translated too."""
        translated = self._catalogue.gettext(sentence.template) if sentence.template else ""
        return fill(translated, self._said(sentence.facts))

    def listed(self, parts: Listed | Clauses) -> str:
        """Return several texts or sentences as one text, with the language's own marks between."""
        mark = LIST_SEMICOLON if isinstance(parts, Clauses) else LIST_COMMA
        return self.text(mark).join(str(self._fact(each)) for each in parts)

    def color(self, color: Color) -> str:
        """Return the name of a side."""
        return self.text(WHITE if color is Color.WHITE else BLACK)

    def span(self, seconds: float) -> str:
        """Return a length of time in whole minutes, or else in seconds."""
        if seconds >= 60 and seconds % 60 == 0:
            return self.text(MINUTES_TEXT, minutes=f"{seconds / 60:g}")
        return self.text(SECONDS_TEXT, seconds=f"{seconds:g}")

    def control(self, control: TimeControl) -> str:
        """Return a time control in words."""
        if control.untimed:
            return self.text(NO_CLOCK)
        if isinf(control.base):
            return self.text(A_MOVE, time=self.span(control.per_move))
        said = self.span(control.base)
        if control.moves_per_period:
            said = self.text(FOR_MOVES, time=said, moves=control.moves_per_period)
        if control.increment:
            said = self.text(AND_A_MOVE, time=said, increment=self.span(control.increment))
        if control.delay:
            said = self.text(AND_A_DELAY, time=said, delay=self.span(control.delay))
        if control.bronstein:
            said = self.text(AND_BRONSTEIN, time=said, delay=self.span(control.bronstein))
        if control.byoyomi:
            form = AND_BYOYOMI if control.base else BYOYOMI_ALONE
            period = self.span(control.byoyomi)
            said = self.text(form, time=said, periods=control.periods, period=period)
        if control.per_move < inf:
            said = self.text(AT_MOST, time=said, most=self.span(control.per_move))
        return said

    def outcome(self, outcome: Outcome, explanation: Explanation | None = None) -> str:
        """Return the winner and the reason on one line: "White wins: Black's king is mated"."""
        said = self.sentence(verdict_of(outcome))
        why = self.why(outcome, explanation)
        return self.text(VERDICT_AND_WHY, verdict=said, why=why) if why else said

    def evidence(self, explanation: Explanation | None) -> tuple[tuple[str, str], ...]:
        """Return the evidence of a failure as pairs of a label and a text, without empty texts.

        The texts come from the program: pass them through :func:`visible` before showing them.
        """
        if explanation is None:
            return ()
        status, sent = explanation.exit_status, explanation.last_sent
        if sent and (facts := self._facts_of_question(explanation)):
            sent = self.text(LINE_AND_FACTS, line=sent, facts=facts)
        known = (
            (LAST_SENT, sent),
            (LAST_HEARD, explanation.last_heard),
            (EXIT_STATUS, self.sentence(status) if status else ""),
            (STDERR_WORD, explanation.stderr.strip("\n").replace(GBK_NOTE, self.text(GBK_NOTE))),
            (TRACEBACK_WORD, explanation.traceback.strip("\n")),
        )
        return tuple((self.text(label), text) for label, text in known if text)

    def _facts_of_question(self, asked: Explanation) -> str:
        """Return how long the last line was, and how many moves were legal."""
        facts, letters, moves = [], asked.sent_letters, asked.legal_moves
        if letters is None or moves is None:
            return ""
        if letters == len(asked.last_sent):
            facts.append(self.plural("{count} letter", "{count} letters", letters))
        else:
            facts.append(self.text(LONGEST_LINE, count=letters))
        facts.append(self.plural("{count} legal move", "{count} legal moves", moves))
        if asked.answered is False:
            facts.append(self.text(FIRST_QUESTION))
        return self.text(LIST_COMMA).join(facts)

    def why(self, outcome: Outcome, explanation: Explanation | None = None) -> str:
        """Return the reason of a result; empty if the result says it."""
        if explanation is not None:
            return self.sentence(explanation.full_sentence)
        if outcome.reason is Reason.ILLEGAL_MOVES and outcome.detail:
            return repr(outcome.detail)  # as a program wrote it
        for template in DETAILS:
            pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>\\w+)", re.escape(template))
            if found := re.fullmatch(pattern, outcome.detail):
                facts = {name: self.text(fact) for name, fact in found.groupdict().items()}
                return self.text(template, **facts)
        return self._catalogue.gettext(outcome.detail) if outcome.detail else ""

    def _said(self, facts: Mapping[str, object]) -> dict[str, object]:
        return {name: self._fact(fact) for name, fact in facts.items()}

    def _fact(self, fact: object) -> object:
        match fact:
            case Sentence():
                return self.sentence(fact)
            case Color():
                return self.color(fact)
            case Listed() | Clauses():
                return self.listed(fact)
            case int() | float():
                return fact
            case _:
                return visible(str(fact))


def verdict_of(outcome: Outcome) -> Sentence:
    """Return the winner and the reason, without the explanation of a failure."""
    winner, reason = outcome.winner, outcome.reason
    if winner is None:
        return Sentence(NOBODY_WINS.get(reason, DRAW_WORD))
    return Sentence(
        SOMEBODY_WINS.get(reason, WINNER_WINS), {"winner": winner, "loser": winner.other}
    )
