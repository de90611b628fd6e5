"""``board review``: let a player judge a finished game, move by move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from board_core import BoardError, Color, Rules, Score, TimeControl
from board_core.author.analysis import (
    ADVISER_SEED,
    MOVE_SIGNS,
    Adviser,
    Judgement,
    MoveQuality,
    judge,
    number_text,
    reviewed,
    summary,
    turned,
)
from board_core.author.coach import coach
from board_core.fast_dataclass import dataclass
from board_core.game.player import score_text
from board_core.match.openings import GameSource
from board_core.match.player_spec import PlayerSpec
from board_core.record import PlayedGame
from board_core.supervise.interrupts import Interrupted, interrupts
from board_core.supervise.sandbox import Confinement
from board_core.text.harmless_text import visible

from .language import _, words
from .screen import console_for, figures, ruled_table, waiting

QUALITY_STYLES = {
    MoveQuality.INACCURACY: "cyan",
    MoveQuality.MISTAKE: "yellow",
    MoveQuality.BLUNDER: "bold red",
}


@dataclass(frozen=True, slots=True)
class ReviewJob:
    """A game to judge, and the player who judges it."""

    source: GameSource
    adviser: PlayerSpec
    control: TimeControl  # for each move
    confinement: Confinement
    save: Path | None = None


def run_review(job: ReviewJob, stream: TextIO, errors: TextIO) -> int:
    """Judge, print, save, and return the exit code.

    1 if the adviser cannot judge the game, or the game could not be read to its end; 130 after
    Ctrl-C, with the judgements so far. The adviser is always closed.
    """
    console, source = console_for(stream), job.source
    judged: list[Judgement] = []
    stopped: list[Interrupted] = []
    refusal: BoardError | None = None
    try:
        with waiting(console) as tell:
            for judgement in _judgements(job, stopped):
                judged.append(judgement)
                tell(f"{len(judged)}/{len(source.game.moves)}")
    except BoardError as error:
        refusal = None if stopped else error
    if judged:
        show(job, judged, console)
    for problem in source.tree.problems:
        print(words.sentence(problem), file=errors)
    if stopped:
        return stopped[0].exit_code
    if refusal is not None:
        print(visible(words.sentence(refusal.sentence)), file=errors)
        return 1
    if not judged and source.tree.whole:
        print(_("game {number} has no moves", number=source.number), file=errors)
        return 1
    code = 0 if source.tree.whole else 1
    if job.save is not None:
        return saved(job.save, annotated(job.source, judged), errors) or code
    return code


def saved(path: Path, text: str, errors: TextIO) -> int:
    """Adds a game to a file, and says so; 1 when it could not be written."""
    shown = visible(str(path))
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        print(_("{path} could not be written: {why}", path=shown, why=error), file=errors)
        return 1
    added = words.plural(
        "{count} game added to {path}", "{count} games added to {path}", 1, path=shown
    )
    print(added, file=errors)
    return 0


def _judgements(job: ReviewJob, stopped: list[Interrupted]) -> Iterator[Judgement]:
    """Yield each judgement as soon as it is made, until the end or an interrupt."""
    game, player = job.source.game, job.adviser.make(seed=ADVISER_SEED, sandbox=job.confinement)
    with closing(player), closing(Adviser(player, game.rules, game.setup)) as adviser:

        def stop(interrupted: Interrupted) -> None:
            stopped.append(interrupted)
            adviser.stop()

        with interrupts(stop):
            for judgement in judge(adviser, game.rules, game.line, game.setup, job.control):
                yield judgement
                if stopped:
                    return


# What is shown


def show(job: ReviewJob, judged: Sequence[Judgement], console: Console) -> None:
    game = job.source.game
    head = Text(visible(f"{game.names.white} - {game.names.black}  {game.result}"), style="bold")
    console.print(head, soft_wrap=True)
    by = _("judged by {player}", player=visible(job.adviser.text))
    console.print(Text(by, style="dim"), soft_wrap=True)
    console.print()
    console.print(moves_table(judged, game.rules))
    console.print()
    console.print(sides_table(game, judged))
    whole = len(judged) == len(game.moves)
    lesson = coach(judged, game.rules, game.outcome) if whole else None
    if lesson is not None:
        console.print()
        for said in lesson:
            console.print(Text(visible(words.sentence(said))))


def moves_table(judged: Sequence[Judgement], rules: Rules) -> Table:
    """Return a line for each ply: move, score for White (at the end the result), better move."""
    table = ruled_table(
        figures(""),
        Column(_("Move"), no_wrap=True),
        figures(_("Score")),
        figures(_("Loss")),
        Column(_("Best"), no_wrap=True),
    )
    for one in judged:
        played = one.position.notation(one.move) + MOVE_SIGNS.get(one.quality, "")
        better = "" if one.move == one.best else one.position.notation(one.best)
        ended = one.position.play(one.move).outcome()
        table.add_row(
            number_text(one, rules),
            Text(visible(played), style=QUALITY_STYLES.get(one.quality, "")),
            score_text(for_white(one)) if ended is None else ended.result,
            f"{one.centipawns / 100:.2f}" if one.centipawns else "",
            visible(better),
        )
    return table


def for_white(judgement: Judgement) -> Score:
    """Return White's score after the move that was played."""
    return judgement.after if judgement.color is Color.WHITE else turned(judgement.after)


def sides_table(game: PlayedGame, judged: Sequence[Judgement]) -> Table:
    """Return the accuracy, loss and bad moves of each side that has moved."""
    headings = (_("Accuracy"), _("Loss a move"), *MOVE_SIGNS.values())
    table = ruled_table("", *map(figures, headings))
    for color, side in ((Color.WHITE, _("White")), (Color.BLACK, _("Black"))):
        found = summary(judged, color)
        if found is None:
            continue
        table.add_row(
            Text(visible(_("{label}: {text}", label=side, text=game.names[color]))),
            f"{found.accuracy:.1f} %",
            f"{found.centipawns / 100:.2f}",
            *(str(found.counts[quality]) for quality in MOVE_SIGNS),
        )
    return table


def annotated(source: GameSource, judged: Sequence[Judgement]) -> str:
    """Return the game with the judgements, and with everything that its file says about it."""
    return source.form.write_tree(reviewed(source.tree, judged, words.sentence))
