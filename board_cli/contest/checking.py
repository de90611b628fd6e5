"""``board contest check``: every entrant's report card."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from typing import TextIO

from rich.console import Console
from rich.text import Text

from board_cli.language import _, words
from board_cli.report_card import show
from board_cli.screen import console_for
from board_core import BoardError
from board_core.author.doctor import ExamLimits
from board_core.contest.beginning import BadEntrant
from board_core.contest.cards import write_card
from board_core.contest.field import Entrant
from board_core.contest.plan import Plan
from board_core.contest.preflight import EntrantCard, ShortGame, preflight
from board_core.contest.store import Folder
from board_core.contest.system_errors import sentence_of_error
from board_core.supervise.senders import attributed
from board_core.text.harmless_text import visible
from board_core.text.sentence import Listed


def run_checks(
    home: Folder,
    plan: Plan,
    entries: Sequence[Entrant | BadEntrant],
    limit: float,
    out: TextIO,
    *,
    quick: bool,
) -> int:
    """Check one entrant after the other, and return the exit code: 1 for faults."""
    console, faulty = console_for(out), list[str]()
    for entry in entries:
        if isinstance(entry, BadEntrant):
            faulty.append(visible(entry.name))
            _show_error(console, words.sentence(entry.sentence))
            continue
        if entry.elsewhere:
            said = _("{label}: {text}", label=visible(entry.name), text=_("plays from elsewhere"))
            console.print(Text(said), soft_wrap=True)
            continue
        name = visible(entry.name)
        waiting = console.status(Text(name)) if console.is_terminal else nullcontext()
        try:
            with attributed(), waiting:
                card = preflight(
                    entry, plan, home.unpacked, None if quick else ExamLimits(move=limit)
                )
            write_card(home.card(entry.number), card.kept)
        except (BoardError, OSError) as error:
            faulty.append(name)
            why = sentence_of_error(error)
            _show_error(console, _("{label}: {text}", label=name, text=why))
            continue
        show_card(card, console)
        if not card.passed:
            faulty.append(name)
    console.print(_summary(len(entries), faulty), soft_wrap=True)
    return 1 if faulty else 0


def _show_error(console: Console, why: str) -> None:
    console.print(Text(visible(why), style="bold red"), soft_wrap=True)


def show_card(card: EntrantCard, console: Console) -> None:
    """Print the whole card of an entrant with faults, and a line for any other."""
    title = Text.assemble(
        (visible(card.name), "bold"),
        "  ",
        (_("ok"), "green") if card.passed else (_("FAULT"), "bold red"),
    )
    console.print(title, soft_wrap=True)
    for game in card.games:
        console.print(Text(f"  {_game(game)}", style="" if game.fault else "dim"), soft_wrap=True)
    if card.report is not None and not card.report.passed:
        show(card.report, console)


def _game(game: ShortGame) -> str:
    said = words.outcome(game.game.outcome, game.game.explanation)
    return _(
        "as {color}: {plies} plies, {outcome}",
        color=words.color(game.color),
        plies=game.game.plies,
        outcome=visible(said),
    )


def _summary(count: int, faulty: Sequence[str]) -> Text:
    if not faulty:
        return Text(words.plural("{count} entrant, all well", "{count} entrants, all well", count))
    return Text(
        _(
            "{count} of {all} have faults: {names}. They stay in the contest.",
            count=len(faulty),
            all=count,
            names=Listed(faulty),
        ),
        style="bold",
    )
