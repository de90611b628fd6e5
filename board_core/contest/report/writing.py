"""The report as files: pages, records of games, exports, and the zip of each entrant."""

from __future__ import annotations

import contextlib
import hashlib
import json
import time
import zipfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

from board_core.author.doctor.card import VERDICT_SIGNS
from board_core.contest.decisions import Cancellation
from board_core.contest.exports import EXPORTS, json_text
from board_core.contest.field import Number, Pairing
from board_core.contest.json_facts import facts_file, game_facts
from board_core.contest.packages import zip_entry
from board_core.contest.state import RESULTS, Contest, PlayedPairing, Ruling
from board_core.contest.store import Folder
from board_core.game.sides import PerColor
from board_core.game.words import Words
from board_core.match.known_games import hosted
from board_core.record.files import RecordFormat
from board_core.supervise.weaknesses import weaknesses
from board_core.text.sentence import Sentence
from board_core.whole_files import OWNER_ONLY, write_whole

from .games import guilty, ruled, why
from .pages import (
    LANGUAGES,
    SCRIPTS,
    STATIC_FILES,
    STYLE_FILE,
    Pages,
    edition,
    entrant_stem,
    file_text,
    game_stem,
    joined_script,
    page_bytes,
    shown,
    style_sheet,
)
from .replay import Neighbours, game_view, neighbours, replay
from .running import LogExcerpt, RunningGames, read_log
from .view import contest_view, entrant_page

FOR_WEB_SERVERS = 0o644
"""Rights of a page: a web server may run as another user."""


def write_report(
    folder: Folder, contest: Contest, out: Path, languages: Sequence[str] = LANGUAGES
) -> Path:
    """Write the new files of the report, each whole, and return the path of its first page.

    Call it after every game if you like: a game's pages are written once, and again only after a
    ruling on it or the end of a neighbouring game. ``index.html`` is in the first
    language, ``index.zh_CN.html`` in another. Raises OSError.
    """
    out.mkdir(parents=True, exist_ok=True)
    wanted = tuple(languages)
    write_text(out / STYLE_FILE, style_sheet(contest.plan.rules))
    for name in STATIC_FILES:
        if name.endswith(".css"):
            write_text(out / name, file_text(name))
    for name in SCRIPTS:
        write_text(out / name, joined_script(name))
    pages = [Pages(language, wanted) for language in wanted]
    around = neighbours(contest)
    fresh = [
        number
        for number, played in contest.played.items()
        if _write_game(folder, contest, played, around[number], out, pages)
    ]
    form = record_format(contest)
    everything = out / f"games.{form.name}"
    if fresh or not everything.exists():
        files = [out / f"{game_stem(number)}.{form.name}" for number in sorted(contest.played)]
        write_changed(everything, b"".join(file.read_bytes() for file in files if file.exists()))
    for name, export in EXPORTS.items():
        write_changed(out / name, export(contest, pages[0].words).encode("utf-8"))
    running = RunningGames(folder).read(contest)
    for each in pages:
        view = contest_view(
            contest, each.words, running, time.time(), everything.name, weaker_of(contest)
        )
        write_text(out / each.name("index"), each.contest(view))
        for entrant in contest.entrants:
            about = entrant_page(contest, view, entrant.number, each.words)
            write_text(out / each.name(entrant_stem(entrant.number)), each.entrant(about))
    return out / pages[0].name("index")


def _write_game(
    folder: Folder,
    contest: Contest,
    played: PlayedPairing,
    around: Neighbours,
    out: Path,
    pages: Sequence[Pages],
) -> bool:
    """Write the pages of a game, and return whether they were out of date."""
    number = played.pairing
    files = {each: out / each.name(game_stem(number)) for each in pages}
    mark = f"<!-- {fingerprint(contest, number, around)} -->\n"
    if all(_begins_with(path, mark) for path in files.values()):
        return False
    replayed = replay(played.game)
    form = record_format(contest)
    record = f"{game_stem(number)}.{form.name}"
    write_text(out / record, record_text(contest, played, form))
    write_text(out / facts_file(number), json_text(game_facts(contest, number)))
    logs = logs_of(folder, contest, number)
    for each, path in files.items():
        view = game_view(contest, number, replayed, logs, each.words, record, around)
        write_text(path, mark + each.game(view))
    return True


def fingerprint(contest: Contest, number: int, around: Neighbours) -> str:
    """Return a mark that changes when the pages of a game must be written again."""
    ended = contest.played[number].game.ended
    rulings = [
        (type(each).__name__, str(getattr(each, "verdict", "")), each.author, each.reason)
        for each in contest.decisions
        if isinstance(each, Ruling | Cancellation) and each.pairing == number
    ]
    facts = [
        edition(),
        contest.plan.page.logs,
        ended.isoformat() if ended else None,
        rulings,
        around,
    ]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]


def logs_of(folder: Folder, contest: Contest, number: int) -> PerColor[LogExcerpt | None]:
    """Return the logs that everybody may read: none unless the organiser allows it."""
    if contest.plan.page.logs != "public":
        return PerColor(None, None)
    pairing = contest.pairings[number]
    return PerColor(
        read_log(folder.log(number, pairing.white)), read_log(folder.log(number, pairing.black))
    )


def weaker_of(contest: Contest) -> tuple[Sentence, ...]:
    """Return warnings about the confinement on this machine, if strangers' programs run here."""
    game = hosted(contest.rules)
    own = all(game.ai(entrant.player) is not None for entrant in contest.entrants)
    if own or contest.machines or contest.plan.sandbox.mode == "off":
        return ()
    return weaknesses()


def record_format(contest: Contest) -> RecordFormat:
    """Return the usual record format of this contest's game."""
    return hosted(contest.rules).record


def record_text(
    contest: Contest, played: PlayedPairing, form: RecordFormat, reader: Number | None = None
) -> str:
    """Return the record of a game with the rulings on it, for an entrant or everybody."""
    pairing = contest.pairings[played.pairing]
    facts = {"event": contest.plan.name, "round": pairing.round}
    game = contest.shown_game(played.pairing, reader)
    tree = form.tree(game, **facts)
    with_rulings = ruled(tree, contest, played.pairing)
    return form.write(game, **facts) if with_rulings is tree else form.write_tree(with_rulings)


def write_text(path: Path, text: str) -> None:
    write_changed(path, page_bytes(text))


def write_changed(path: Path, data: bytes, mode: int = FOR_WEB_SERVERS) -> None:
    """Write a file whole, unless it has this content already. Raises OSError."""
    with contextlib.suppress(OSError):
        if path.read_bytes() == data:
            return
    write_whole(path, data, mode=mode, durable=False)  # all of it can be made again


def _begins_with(path: Path, text: str) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(text)) == text.encode()
    except OSError:
        return False


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
    return page_bytes("".join(record_text(contest, each, form, reader) for each in played))


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
