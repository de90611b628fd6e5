"""``board check``: the doctor's report card, for people and for scripts."""

from __future__ import annotations

from collections.abc import Collection
from typing import TextIO

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from board_core.author.doctor import Check, CheckVerdict, ExamLimits, Finding, ReportCard, examine
from board_core.author.doctor.card import (
    NOT_REACHED,
    VERDICT_SIGNS,
    came_up_rarely,
    card_fields,
    conclusion_of,
    is_wrong,
    told_once,
    unseen_in,
)
from board_core.game.rules import Rules
from board_core.game.words import LIST_COMMA
from board_core.games import CHESS
from board_core.match.json_lines import line
from board_core.match.player_spec import PlayerSpec
from board_core.protocols import PROTOCOLS
from board_core.supervise.sandbox import Confinement
from board_core.supervise.senders import attributed
from board_core.text.findings import codes_of
from board_core.text.harmless_text import visible
from board_core.text.sentence import Sentence

from .language import _, words
from .report import evidence_lines, reason_lines
from .screen import console_for, folded, waiting

WIDEST_CARD = 110
"""Columns beyond which lines are hard to read."""

MOST_GAMES = 20
"""Games from which on more of them are not worth the advice."""

VERDICT_STYLES = {
    CheckVerdict.FAULT: "bold red",
    CheckVerdict.WARNING: "bold yellow",
    CheckVerdict.OK: "green",
    CheckVerdict.SKIPPED: "dim",
}


def run_check(
    spec: PlayerSpec,
    limit: float,
    games: int,
    only: Collection[str],
    *,
    json: bool,
    verbose: bool = False,
    stream: TextIO,
    sandbox: Confinement | str = "auto",
    rules: Rules = CHESS,
) -> int:
    """Examine, print, and return the exit code: 1 for faults."""
    console, told = console_for(stream), set[tuple[str, ...]]()
    patience = ExamLimits(move=limit, games=games)

    def waits(why: Sentence) -> None:
        if not json and codes_of(why) not in told:  # not with every game
            told.add(codes_of(why))
            width = min(console.width, WIDEST_CARD)
            console.print(Text(folded(visible(words.sentence(why)), width), style="dim"))

    with attributed(), waiting(console, quiet=json) as tell:

        def progress(check: Check) -> None:
            tell(words.sentence(check.title))

        card = examine(spec, patience, only, progress, sandbox, rules, waits=waits)
    if json:
        print(line(card_fields(card)), file=stream)
    else:
        show(card, console, verbose=verbose, more_games=games < MOST_GAMES)
    return 0 if card.passed else 1


def show(
    card: ReportCard, console: Console, *, verbose: bool = False, more_games: bool = False
) -> None:
    """Print what is wrong first, with the evidence, then what is right, and what to do.

    ``verbose`` gives a line to each check; ``more_games`` says that more of them could be asked.
    """
    width, signs = min(console.width, WIDEST_CARD), console.is_terminal and _knows_signs(console)
    console.print(
        Text.assemble((visible(card.program), "bold"), (f"  {card.protocol}", "dim")),
        soft_wrap=True,
    )
    console.print()
    for finding, *others in told_once(card.findings):
        console.print(trouble(finding, others, width, signs=signs), width=width)
        console.print()
    tried = [f for f in card.findings if not is_wrong(f) and f.sentence != NOT_REACHED]
    if verbose:
        lines = [_marked(f.verdict, _what_was_seen(f), width, signs=signs) for f in tried]
    else:
        lines = in_short(tried, width, signs=signs)
    if lines:
        console.print(Text("\n").join(lines), width=width)
        console.print()
    if count := sum(finding.sentence == NOT_REACHED for finding in card.findings):
        missed = _("{why}: {count}", why=words.sentence(NOT_REACHED), count=count)
        console.print(Text(folded(missed, width), style="dim"), width=width)
    for sentence in card.worked_around:
        around = _("worked around: {what}", what=words.sentence(sentence))
        console.print(Text(folded(around, width)), width=width)
    console.print(summary(card), width=width)
    passed = VERDICT_STYLES[CheckVerdict.OK if card.passed else CheckVerdict.FAULT]
    end = conclusion_of(card.findings, whole=card.is_whole, brief=True)
    console.print(Text(folded(visible(words.sentence(end)), width), style=passed), width=width)
    in_lines = card.protocol in PROTOCOLS and PROTOCOLS[card.protocol]().in_words
    if more_games and in_lines and card.is_whole and card.passed and unseen_in(card.findings):
        arrow = "→" if signs else "->"
        more = _("{arrow} more games may bring it: --games {games}", arrow=arrow, games=MOST_GAMES)
        console.print(Text(more, style="bold"))


def in_short(findings: Collection[Finding], width: int, *, signs: bool) -> list[Text]:
    """Return what went well and what was not tried, in a few lines."""
    well = [f for f in findings if f.verdict is CheckVerdict.OK]
    told: list[tuple[CheckVerdict, str]] = []
    for manners in (False, True):
        titles = [words.sentence(f.check.title) for f in well if f.check.manners is manners]
        if titles:
            text = words.text(LIST_COMMA).join(titles)
            text = _("{heading}: {text}", heading=_("manners"), text=text) if manners else text
            told.append((CheckVerdict.OK, text))
    if (unseen := unseen_in(findings)) is not None:
        told.append((CheckVerdict.SKIPPED, words.sentence(unseen)))
    told += [
        (f.verdict, _what_was_seen(f))
        for f in findings
        if f.verdict is CheckVerdict.SKIPPED and not came_up_rarely(f)
    ]
    return [_marked(verdict, text, width, signs=signs) for verdict, text in told]


def _what_was_seen(finding: Finding) -> str:
    title, what = words.sentence(finding.check.title), words.sentence(finding.sentence)
    return _("{check}: {what}", check=title, what=visible(what))


def _marked(verdict: CheckVerdict, told: str, width: int, *, signs: bool) -> Text:
    mark = VERDICT_SIGNS[verdict] if signs else word(verdict)
    style = "dim" if verdict is CheckVerdict.SKIPPED else ""
    text = Text(folded(f"{mark}  {told}", width, " " * (cell_len(mark) + 2)), style=style)
    text.stylize(VERDICT_STYLES[verdict], 0, len(mark))
    return text


def trouble(finding: Finding, others: Collection[Finding], width: int, *, signs: bool) -> Text:
    """Return a fault or a warning with all its details, and where ``others`` show its cause."""
    style, check = VERDICT_STYLES[finding.verdict], finding.check
    mark = VERDICT_SIGNS[finding.verdict] if signs else word(finding.verdict)
    text = Text(folded(f"{mark}  {_what_was_seen(finding)}", width))
    text.stylize(style, 0, len(mark) + 2 + len(words.sentence(check.title)))
    if finding.advice is not None:
        arrow = "→" if signs else "->"
        advice = f"{arrow} {visible(words.sentence(finding.advice))}"
        text.append("\n" + folded(advice, width, " " * (len(arrow) + 1)), style="bold")
    if others:
        titles = words.text(LIST_COMMA).join(words.sentence(f.check.title) for f in others)
        text.append("\n" + folded(_("the same in: {checks}", checks=titles), width))
    text.append("\n" + folded(explained_on(finding), width), style="dim")
    for reason in reason_lines(finding.codes[0], finding.telling) if finding.codes else ():
        text.append("\n" + folded(reason, width), style="dim")
    lines = [] if finding.evidence is None else evidence_lines(finding.evidence)
    if finding.position:
        lines.append(Text("    " + _position_line(finding)))
    for known in lines:
        line = known.plain.removeprefix("  ")
        indent = line[: len(line) - len(line.lstrip())] + "  "
        text.append("\n" + folded(line, width, indent), style="dim")
    return text


def _position_line(finding: Finding) -> str:
    fen = visible(finding.position)
    if finding.asked is None:
        return _("position: {fen}", fen=fen)
    return _("position at {move}: {fen}", move=words.sentence(finding.asked), fen=fen)


def explained_on(finding: Finding) -> str:
    """Return the name of a check, what it is about, in half a line, and the page on its finding."""
    check, command = finding.check, f"board docs {finding.page.partition('.md')[0]}"
    if check.meaning is None:
        return _("(check {name}; see '{command}')", name=check.name, command=command)
    return _(
        "(check {name}: {meaning}; see '{command}')",
        name=check.name,
        meaning=words.sentence(check.meaning),
        command=command,
    )


def word(verdict: CheckVerdict) -> str:
    return {
        CheckVerdict.OK: _("ok"),
        CheckVerdict.WARNING: _("warning"),
        CheckVerdict.FAULT: _("FAULT"),
        CheckVerdict.SKIPPED: "-",
    }[verdict]


def summary(card: ReportCard) -> Text:
    faults, warnings, well, skipped = map(card.count, VERDICT_STYLES)
    told_by_conclusion = card.is_whole and not faults
    games = "" if told_by_conclusion else words.plural("{count} game", "{count} games", card.games)
    told = (
        faults and words.plural("{count} fault", "{count} faults", faults),
        warnings and words.plural("{count} warning", "{count} warnings", warnings),
        _("{count} well", count=well),
        skipped and _("{count} not tried", count=skipped),
        games,
    )
    styles = (*VERDICT_STYLES.values(), "dim")
    parts = [Text(str(text), style) for text, style in zip(told, styles, strict=True) if text]
    return Text(words.text(LIST_COMMA)).join(parts)


def _knows_signs(console: Console) -> bool:
    return console.encoding.lower().startswith("utf")
