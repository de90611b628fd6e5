"""The zip of each entrant: its games, its own logs, its report card, its losses."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from board_core.author.doctor.card import VERDICT_SIGNS
from board_core.contest.field import Number, Pairing
from board_core.contest.packages import zip_entry
from board_core.contest.state import RESULTS, Contest
from board_core.contest.store import Folder
from board_core.game.words import Words
from board_core.record.files import RecordFormat
from board_core.whole_files import OWNER_ONLY

from .games import guilty, why
from .pages import LANGUAGES, shown
from .writing import record_format, record_text, write_changed


def bundle(folder: Folder, contest: Contest, entrant: Number) -> Path:
    """Write the zip of one entrant, outside the report, which everybody reads.

    It never holds another entrant's log. Raises OSError.
    """
    path = folder.bundles / f"entrant{entrant:03}.zip"
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as packed:
        for name, data in contents(folder, contest, entrant):
            packed.writestr(zip_entry(name, 0o644), data)
    write_changed(path, buffer.getvalue(), OWNER_ONLY)
    return path


def contents(folder: Folder, contest: Contest, entrant: Number) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a bundle, by their names."""
    form = record_format(contest)
    mine = [pairing for pairing in contest.pairings.values() if pairing.has(entrant)]
    yield f"games.{form.name}", _games(contest, mine, form, entrant)
    for pairing in mine:
        log = folder.log(pairing.number, entrant)
        if log.exists():
            yield f"logs/{log.name}", log.read_bytes()
    languages = [Words(language) for language in LANGUAGES]
    if entrant in contest.checks:
        yield "report-card.txt", _text(card_text(contest, entrant, words) for words in languages)
    yield "losses.txt", _text(losses_text(contest, entrant, words) for words in languages)


def _games(contest: Contest, mine: list[Pairing], form: RecordFormat, reader: Number) -> bytes:
    played = [contest.played[each.number] for each in mine if each.number in contest.played]
    texts = [record_text(contest, each, form, reader) for each in played]
    return "".join(texts).encode("utf-8", "backslashreplace")


def _text(parts: Iterator[str]) -> bytes:
    text: str = shown("\n\n".join(parts))
    return text.encode("utf-8")


def losses_text(contest: Contest, entrant: Number, words: Words) -> str:
    """Return a text on every game that this entrant lost, with the reasons."""
    _ = words.text
    name = contest.entrant(entrant).name
    lines = [_("{contest}: the losses of {name}", contest=contest.plan.name, name=name), ""]
    lost = [pairing for pairing in contest.pairings.values() if _lost(contest, pairing, entrant)]
    if not lost:
        lines.append(_("None."))
    for pairing in lost:
        names, number = contest.names(pairing), pairing.number
        lines += [
            _(
                "Round {round}, game {number}: {white} – {black} {result}",
                round=pairing.round,
                number=number,
                white=names.white,
                black=names.black,
                result=RESULTS[contest.results[number].verdict],
            ),
            f"  {why(contest, pairing, words, entrant)}",
        ]
        explanation = contest.played[number].game.explanation if number in contest.played else None
        if explanation is not None and guilty(contest, number) == entrant:
            for label, text in words.evidence(explanation):
                lines += [f"  {label}:", *(f"    {line}" for line in text.split("\n"))]
        lines.append("")
    return "\n".join(lines)


def _lost(contest: Contest, pairing: Pairing, entrant: Number) -> bool:
    """Return whether the game counts as lost, or was lost at the board."""
    if not pairing.has(entrant):
        return False
    color, result = pairing.color(entrant), contest.results.get(pairing.number)
    played = contest.played.get(pairing.number)
    counts = result is not None and result.verdict.winner is color.other
    return counts or (played is not None and played.game.outcome.winner is color.other)


def card_text(contest: Contest, entrant: Number, words: Words) -> str:
    """Return the report card of the check before the contest."""
    _ = words.text
    card = contest.checks[entrant]
    lines = [_("The check of {name} before the contest", name=contest.entrant(entrant).name), ""]
    for finding in card.shown:
        title, sentence = words.sentence(finding.check.title), words.sentence(finding.sentence)
        lines.append(f"{VERDICT_SIGNS[finding.verdict]} {title}: {sentence}")
        if finding.advice:
            lines.append(f"    → {words.sentence(finding.advice)}")
    lines += ["", words.sentence(card.conclusion)]
    return "\n".join(lines)
