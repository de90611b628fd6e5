"""Hints, reviews of games, and puzzles from one's own blunders."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from board_core import BoardError, Color, Move, Sentence, say
from board_core.author.analysis import Verdict, summary
from board_core.frontend.adviser import AdviserThread, AskedLine, Judged, Opinion, Reviewed
from board_core.frontend.settings import Settings
from board_core.match.player_spec import PlayerSpec, parse_player

from .dialogs import review_dialog
from .kit.ui import LayeredUI
from .language import _, color_word, sentence
from .state import Phase, State
from .study import NO_MOVES, Study


class Bench(Protocol):
    """What the tutor needs of the window."""

    state: State
    settings: Settings
    ui: LayeredUI

    def set_position(self, setup: str | None) -> None: ...
    def tell_status(self, text: str) -> None: ...
    def refuse(self, why: Sentence | None) -> None: ...
    def go(self, ply: int) -> None: ...


class Tutor:
    """Owns the counsel; :attr:`study` is what it has said so far. For the main thread."""

    def __init__(
        self, bench: Bench, post: Callable[[Opinion], None], *, isolate: bool = True
    ) -> None:
        self.study = Study()
        self._bench = bench
        self._counsel = AdviserThread(post, isolate=isolate)

    def close(self) -> None:
        """Ends the adviser. Safe to call twice."""
        self._counsel.close()

    def _adviser(self) -> PlayerSpec | None:
        try:
            spec = parse_player(self._bench.settings.adviser)
        except BoardError as error:
            self._bench.refuse(error.sentence)
            return None
        if (why := spec.unfit(self._bench.state.rules)) is not None:
            self._bench.refuse(why)
            return None
        return spec

    def line(self, plies: int | None = None) -> AskedLine:
        """The game, or as much of it as led to the position that is shown."""
        return AskedLine.of(self._bench.state.view, plies)

    def hint_here(self) -> Move | None:
        """The advice for the position that is shown, if it was asked for."""
        if self.study.hint is None:
            return None
        return self.study.hint_for(self.line(self._bench.state.ply).moves)

    # What can be asked for

    def hint(self) -> None:
        """What to play in the position that is shown; in a game only when a person is to move."""
        state, spec = self._bench.state, self._adviser()
        if spec is None:
            return
        if state.shown.outcome() is not None:
            self._bench.refuse(say("the game is over here"))
        elif state.running and not (state.may_move and state.live):
            self._bench.refuse(say("a hint is for the side that you move, when it is its turn"))
        else:
            line = self.line(state.ply)
            self.study = self.study.asked(line)
            self._bench.tell_status(_("{name} is thinking of a hint …", name=spec.name))
            self._counsel.hint(spec, line)

    def review(self) -> None:
        """Have every move of the game that is shown judged."""
        state, spec = self._bench.state, self._adviser()
        if spec is None:
            return
        if state.running or state.busy:
            self._bench.refuse(say("the game has not ended yet"))
            return
        line = self.line()
        if not line.moves:
            self._bench.refuse(NO_MOVES)
            return
        self.study = Study(line=line, reviewing=True)
        self._counsel.review(spec, line)
        self._tell_progress()

    def practise(self) -> None:
        """The blunders of the review, to be done better."""
        self.study = self.study.practising()
        if self.study.current is None:
            reviewed = bool(self.study.judged)
            self._bench.refuse(
                say("there were no blunders in this game")
                if reviewed
                else say("there are no blunders to practise: review a game first")
            )
        else:
            self._set_puzzle()

    def tries(self, move: Move) -> bool:
        """Whether this move answers a puzzle; then it is not played further."""
        puzzle, state = self.study.current, self._bench.state
        if puzzle is None or state.phase is not Phase.TRYING:
            return False
        if state.shown.setup != puzzle.position.setup:
            return False
        notation = puzzle.position.notation(move)
        if move != puzzle.best:
            self._bench.refuse(say("{move} is not the best here: try another", move=notation))
            return True
        self.study = self.study.solved()
        if self.study.current is None:
            self._bench.tell_status(_("{move} is right. That was the last one.", move=notation))
            return False
        self._set_puzzle(_("{move} is right.", move=notation))
        return True

    # What comes of it

    def heard(self, opinion: Opinion) -> None:
        """An opinion of the counsel, on the main thread."""
        self.study = self.study.after(opinion)
        bench = self._bench
        if self.study.trouble is not None:
            bench.tell_status("")
            bench.refuse(self.study.trouble)
        elif self.study.hint is not None and opinion is self.study.hint:
            position = bench.state.shown
            if opinion.line == self.line(bench.state.ply):
                words = sentence(position.describe(opinion.move))
                bench.tell_status(_("Hint: {words}", words=words))
        elif isinstance(opinion, Judged) and opinion.line == self.study.line:
            self._tell_progress()
        elif isinstance(opinion, Reviewed) and opinion.line == self.study.line:
            self._tell_summary()

    def _tell_progress(self) -> None:
        line = self.study.line
        if line is not None:
            done, count = len(self.study.judged), len(line.moves)
            self._bench.tell_status(
                _("Reviewing the game: {done} of {count} moves", done=done, count=count)
            )

    def _tell_summary(self) -> None:
        self._bench.tell_status("")
        if len(self._bench.ui.layers) > 1:
            return
        judged = [one for _ply, one in sorted(self.study.judged.items())]
        rows = []
        for color in Color:
            found = summary(judged, color)
            if found is not None:
                counts = found.counts
                rows.append(
                    (
                        color_word(color),
                        f"{found.accuracy:.0f} %",
                        f"{found.centipawns:.0f}",
                        str(counts[Verdict.INACCURACY]),
                        str(counts[Verdict.MISTAKE]),
                        str(counts[Verdict.BLUNDER]),
                    )
                )
        blunders = any(one.verdict is Verdict.BLUNDER for one in judged)
        practise = self.practise if blunders else None
        self._bench.ui.open(review_dialog(rows, practise))

    def _set_puzzle(self, before: str = "") -> None:
        puzzle = self.study.current
        assert puzzle is not None, "there is one to set"
        self._bench.set_position(puzzle.position.setup)
        number, count = self.study.puzzle + 1, len(self.study.puzzles)
        text = _(
            "Puzzle {number} of {count}: {played} was a blunder. {color} finds something better.",
            number=number,
            count=count,
            played=puzzle.position.notation(puzzle.played),
            color=puzzle.position.to_move,
        )
        self._bench.tell_status(f"{before} {text}".strip())
