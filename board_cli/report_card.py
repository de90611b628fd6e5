"""``board check``: the doctor's report card, for people and for scripts."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import nullcontext
from dataclasses import replace
from typing import TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from board_core.author.doctor import Check, CheckVerdict, ExamLimits, Finding, ReportCard, examine
from board_core.author.doctor.card import NOT_REACHED, VERDICT_SIGNS
from board_core.author.doctor.card_json import card_fields
from board_core.games import CHESS
from board_core.match.json_lines import line
from board_core.match.player_spec import PlayerSpec
from board_core.rules import Rules
from board_core.supervise.sandbox import Confinement
from board_core.supervise.senders import attributed
from board_core.words import visible

from .language import _, words
from .report import explanation_lines
from .screen import console_for

WIDEST_CARD = 110
"""Columns beyond which lines are hard to read."""

VERDICT_STYLES = {
    CheckVerdict.OK: "green",
    CheckVerdict.WARNING: "bold yellow",
    CheckVerdict.FAULT: "bold red",
    CheckVerdict.SKIPPED: "dim",
}


def run_check(
    spec: PlayerSpec,
    limit: float,
    games: int,
    only: Collection[str],
    *,
    json: bool,
    stream: TextIO,
    sandbox: Confinement | str = "auto",
    rules: Rules = CHESS,
) -> int:
    """Examine, print, and return the exit code: 1 for faults."""
    console = console_for(stream)
    patience = ExamLimits(move=limit, games=games)
    waiting = console.status("") if console.is_terminal and not json else None

    def progress(check: Check) -> None:
        if waiting is not None:
            waiting.update(Text(words.sentence(check.title), style="dim"))

    with attributed(), waiting or nullcontext():
        card = examine(spec, patience, only, progress, sandbox, rules)
    if json:
        print(line(card_fields(card)), file=stream)
    else:
        show(card, console)
    return 0 if card.passed else 1


def show(card: ReportCard, console: Console) -> None:
    width = min(console.width, WIDEST_CARD)
    console.print(
        Text.assemble((visible(card.program), "bold"), (f"  {card.protocol}", "dim")),
        soft_wrap=True,
    )
    console.print()
    console.print(
        card_table(card, signs=console.is_terminal and _knows_signs(console)), width=width
    )
    console.print()
    if missed := not_reached(card):
        console.print(missed)
    console.print(summary(card))


def card_table(card: ReportCard, *, signs: bool) -> Table:
    """Return a line for each check, and all that is known of each fault."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for finding in card.findings:
        if finding.sentence == NOT_REACHED:
            continue
        mark = VERDICT_SIGNS[finding.verdict] if signs else word(finding.verdict)
        title = words.sentence(finding.check.title)
        plain = finding.verdict in (CheckVerdict.OK, CheckVerdict.SKIPPED)
        style = VERDICT_STYLES[finding.verdict]
        table.add_row(
            Text(mark, style=style),
            Text(
                title,
                style="dim" if finding.verdict is CheckVerdict.SKIPPED else "" if plain else style,
            ),
            said(finding, arrow="→" if signs else "->"),
        )
    return table


def not_reached(card: ReportCard) -> Text | None:
    """Return the checks that an earlier fault prevented, on one line."""
    titles = [words.sentence(f.check.title) for f in card.findings if f.sentence == NOT_REACHED]
    if not titles:
        return None
    return Text(
        _("{why} ({checks})", why=words.sentence(NOT_REACHED), checks="; ".join(titles)),
        style="dim",
    )


def said(finding: Finding, arrow: str) -> Text:
    plain = finding.verdict in (CheckVerdict.OK, CheckVerdict.SKIPPED)
    text = Text(visible(words.sentence(finding.sentence)), style="dim" if plain else "")
    if finding.advice is not None:
        text.append(f"\n{arrow} {visible(words.sentence(finding.advice))}", style="bold")
    if finding.evidence is not None and not plain:
        evidence = replace(finding.evidence, exit_status=None)  # the sentence has it
        for known in explanation_lines(evidence):
            text.append("\n")
            text.append(known.plain.removeprefix("    "), style="dim")
    return text


def word(verdict: CheckVerdict) -> str:
    return {
        CheckVerdict.OK: _("ok"),
        CheckVerdict.WARNING: _("warning"),
        CheckVerdict.FAULT: _("FAULT"),
        CheckVerdict.SKIPPED: "-",
    }[verdict]


def summary(card: ReportCard) -> Text:
    faults, warnings = card.count(CheckVerdict.FAULT), card.count(CheckVerdict.WARNING)
    told = [
        (
            words.plural("{count} fault", "{count} faults", faults),
            VERDICT_STYLES[CheckVerdict.FAULT],
            faults,
        ),
        (
            words.plural("{count} warning", "{count} warnings", warnings),
            VERDICT_STYLES[CheckVerdict.WARNING],
            warnings,
        ),
        (
            _("{count} well", count=card.count(CheckVerdict.OK)),
            VERDICT_STYLES[CheckVerdict.OK],
            True,
        ),
        (
            _("{count} not tried", count=card.count(CheckVerdict.SKIPPED)),
            "dim",
            card.count(CheckVerdict.SKIPPED),
        ),
        (words.plural("{count} game", "{count} games", card.games), "dim", True),
    ]
    parts = [Text(text, style=style) for text, style, shown in told if shown]
    return Text(", ").join(parts)


def _knows_signs(console: Console) -> bool:
    return console.encoding.lower().startswith("utf")
