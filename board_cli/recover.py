"""Write a journal's games as text, and report what could not be recovered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TextIO

from board_core import Rules
from board_core.games import RecordWriter
from board_core.games.hosted import HostedGame
from board_core.journal import BadJournal, Journal, RulesNamed, read_journal
from board_core.match.known_games import HOSTED_GAMES, hosted
from board_core.record import PlayedGame
from board_core.text.harmless_text import legible, visible
from board_core.text.sentence import say

from .language import _, words


def recover_games(
    path: Path,
    writer_of: Callable[[Rules], RecordWriter | None],
    out: TextIO,
    errors: TextIO,
    own: HostedGame | None = None,
) -> int:
    """Write the games, and return the exit code: 0 if there are any and no line is damaged.

    ``own`` is a game that may have been played beside those that come with the library.
    ``writer_of`` makes what adds the games to a file; None: they are printed. Raises BadJournal for
    a file that is none or has a game that is not here, and OSError.
    """
    journal, writer = read_journal(path), None
    games = journal.games(rules_here(own))
    for number, game in sorted(games.items()):
        writer = writer or writer_of(game.rules)  # a match is of one game
        if writer is not None:
            writer.write(game, round=number)
        else:
            out.write(hosted(game.rules).record.write(game, round=number))
    for line in report(journal, games, path, writer):
        print(line, file=errors)
    return 0 if games and journal.damage is None else 1


def rules_here(own: HostedGame | None) -> RulesNamed:
    """Return what finds rules by their names, and raises BadJournal for those that are not here."""
    games = {
        each.rules.name: each.rules for each in (*HOSTED_GAMES.values(), *([own] if own else []))
    }

    def rules_named(name: str) -> Rules:
        if (rules := games.get(name)) is not None:
            return rules
        raise BadJournal(
            say(
                "there is no game {game} here: name it with --game, as FILE.py:NAME",
                game=repr(legible(name)),
            )
        )

    return rules_named


def report(
    journal: Journal, games: Mapping[int, PlayedGame], path: Path, writer: RecordWriter | None
) -> list[str]:
    """Return lines on what was found and what was lost."""
    shown, count = visible(str(path)), len(games)
    unfinished = sum(not game.outcome.decided for game in games.values())
    lines = []
    if writer is not None and count:
        to = visible(str(writer.path))
        lines.append(
            words.plural(
                "{count} game added to {path}", "{count} games added to {path}", count, path=to
            )
        )
    if not count:
        lines.append(_("{path} holds no game", path=shown))
    if unfinished:
        lines.append(
            words.plural("{count} game is unfinished", "{count} games are unfinished", unfinished)
        )
    if journal.torn:
        lines.append(
            words.plural(
                "the last line was never finished: its {count} byte is left out",
                "the last line was never finished: its {count} bytes are left out",
                journal.torn,
            )
        )
    if damage := journal.damage:
        lines.append(
            _(
                "line {line} is damaged: {why}; it and what follows it was not read",
                line=damage.line,
                why=words.sentence(damage.why),
            )
        )
    return lines
