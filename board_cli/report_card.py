"""``board check``: the doctor's report card, for people and for scripts."""

from __future__ import annotations

from collections.abc import Collection
from typing import TextIO

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from board_core.author.doctor import Check, CheckVerdict, ExamLimits, Finding, ReportCard, examine
from board_core.author.doctor.card import NOT_REACHED, VERDICT_SIGNS, card_fields, is_wrong, to_mend
from board_core.game.rules import Rules
from board_core.game.words import LIST_COMMA
from board_core.games import CHESS
from board_core.match.json_lines import line
from board_core.match.player_spec import PlayerSpec
from board_core.protocols import PROTOCOLS
from board_core.supervise.sandbox import Confinement
from board_core.supervise.senders import attributed
from board_core.text.findings import certainty_of
from board_core.text.harmless_text import visible
from board_core.text.sentence import Sentence

from .language import _, words
from .report import explanation_lines, reason_line
from .screen import console_for, folded, waiting

WIDEST_CARD = 110
"""Columns beyond which lines are hard to read."""

NARROWEST_COLUMN = 20
"""Columns below which what was seen stands behind the name of its check, and not beside it."""

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

    def waits(why: Sentence) -> None:
        if not json:
            width = min(console.width, WIDEST_CARD)
            console.print(Text(folded(visible(words.sentence(why)), width), style="dim"))

    with attributed(), waiting(console, quiet=json) as tell:

        def progress(check: Check) -> None:
            tell(words.sentence(check.title))

        card = examine(spec, patience, only, progress, sandbox, rules, waits=waits)
    if json:
        print(line(card_fields(card)), file=stream)
    else:
        show(card, console)
    return 0 if card.passed else 1


def show(card: ReportCard, console: Console) -> None:
    """Print what is wrong first, with the evidence, then what is right, and what to do."""
    width, signs = min(console.width, WIDEST_CARD), console.is_terminal and _knows_signs(console)
    console.print(
        Text.assemble((visible(card.program), "bold"), (f"  {card.protocol}", "dim")),
        soft_wrap=True,
    )
    console.print()
    for finding in to_mend(card.findings):
        console.print(trouble(finding, width, signs=signs), width=width)
        console.print()
    for manners in (False, True):
        tried = [f for f in card.findings if f.check.manners is manners and _is_in_table(f)]
        if not tried:
            continue
        if manners:
            console.print(Text(_("Manners, as a guest on a machine"), style="bold"))
        console.print(what_was_tried(tried, width, signs=signs), width=width)
        console.print()
    if missed := not_reached(card):
        console.print(Text(folded(missed, width), style="dim"), width=width)
    for sentence in card.worked_around:
        around = _("worked around: {what}", what=words.sentence(sentence))
        console.print(Text(folded(around, width)), width=width)
    console.print(summary(card), width=width)
    passed = VERDICT_STYLES[CheckVerdict.OK if card.passed else CheckVerdict.FAULT]
    end = visible(words.sentence(card.conclusion))
    console.print(Text(folded(end, width), style=passed), width=width)
    if card.unseen is not None and (more := more_games(card, signs=signs)):
        console.print(more)


def _is_in_table(finding: Finding) -> bool:
    return not is_wrong(finding) and finding.sentence != NOT_REACHED


def trouble(finding: Finding, width: int, *, signs: bool) -> Text:
    """Return a fault or a warning with all its details, over the whole width."""
    style, check = VERDICT_STYLES[finding.verdict], finding.check
    mark = VERDICT_SIGNS[finding.verdict] if signs else word(finding.verdict)
    title = words.sentence(check.title)
    told = _("{check}: {what}", check=title, what=visible(words.sentence(finding.sentence)))
    text = Text(folded(f"{mark}  {told}", width))
    text.stylize(style, 0, len(mark) + 2 + len(title))
    if finding.advice is not None:
        arrow = "→" if signs else "->"
        advice = f"{arrow} {visible(words.sentence(finding.advice))}"
        text.append("\n" + folded(advice, width, " " * (len(arrow) + 1)), style="bold")
    text.append("\n" + folded(explained_on(check), width), style="dim")
    lines = [] if finding.evidence is None else explanation_lines(finding.evidence)[1:]
    if finding.codes:
        reason = reason_line(finding.codes[0], certainty_of(finding.sentence))
        text.append("\n" + folded(reason, width), style="dim")
    if finding.position:
        lines.append(Text("    " + _position_line(finding)))
    for known in lines:
        line = known.plain.removeprefix("  ")
        indent = line[: len(line) - len(line.lstrip())] + "  "
        text.append("\n" + folded(line, width, indent), style="dim")
    return text


def more_games(card: ReportCard, *, signs: bool) -> Text:
    """Return how to check what the games did not reach; empty if more games would not help."""
    if card.protocol not in PROTOCOLS or not PROTOCOLS[card.protocol]().in_words:
        return Text()
    arrow = "→" if signs else "->"
    return Text(_("{arrow} more games may bring it: --games 20", arrow=arrow), style="bold")


def _position_line(finding: Finding) -> str:
    fen = visible(finding.position)
    if finding.asked is None:
        return _("position: {fen}", fen=fen)
    return _("position at {move}: {fen}", move=words.sentence(finding.asked), fen=fen)


def explained_on(check: Check) -> str:
    """Return a check's name, what it is about, in half a line, and how to read its page."""
    command = f"board docs {check.page.removesuffix('.md')}"
    if check.meaning is None:
        return _("(check {name}; see '{command}')", name=check.name, command=command)
    return _(
        "(check {name}: {meaning}; see '{command}')",
        name=check.name,
        meaning=words.sentence(check.meaning),
        command=command,
    )


def what_was_tried(findings: Collection[Finding], width: int, *, signs: bool) -> Table | Text:
    """Return what was seen in each check that found nothing wrong: a table if there is room."""
    rows = [
        (
            VERDICT_SIGNS[finding.verdict] if signs else word(finding.verdict),
            words.sentence(finding.check.title),
            visible(words.sentence(finding.sentence)),
            finding.verdict,
        )
        for finding in findings
    ]
    used = max(cell_len(row[0]) for row in rows) + max(cell_len(row[1]) for row in rows) + 4
    if width - used < NARROWEST_COLUMN:
        return Text("\n").join(_line_of_check(*row, width) for row in rows)
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for mark, title, told, verdict in rows:
        table.add_row(
            Text(mark, style=VERDICT_STYLES[verdict]),
            Text(title, style="dim" if verdict is CheckVerdict.SKIPPED else ""),
            Text(folded(told, width - used - 2), style="dim"),
        )
    return table


def _line_of_check(mark: str, title: str, told: str, verdict: CheckVerdict, width: int) -> Text:
    seen = _("{check}: {what}", check=title, what=told)
    style = "dim" if verdict is CheckVerdict.SKIPPED else ""
    text = Text(folded(f"{mark}  {seen}", width, " " * (cell_len(mark) + 2)), style=style)
    text.stylize(VERDICT_STYLES[verdict], 0, len(mark))
    return text


def not_reached(card: ReportCard) -> str:
    """Return the number of checks that an earlier fault prevented; the JSON names them."""
    count = sum(finding.sentence == NOT_REACHED for finding in card.findings)
    if not count:
        return ""
    return _("{why}: {count}", why=words.sentence(NOT_REACHED), count=count)


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
    return Text(words.text(LIST_COMMA)).join(parts)


def _knows_signs(console: Console) -> bool:
    return console.encoding.lower().startswith("utf")
