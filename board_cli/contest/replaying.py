"""``board contest replay``: one game once more."""

from __future__ import annotations

from dataclasses import replace
from typing import TextIO

from rich.text import Text

from board_cli.language import _, words
from board_cli.screen import console_for
from board_core.contest.jobs import GameResult, job_for, play
from board_core.contest.state import Contest
from board_core.contest.store import Folder, unpack_kept
from board_core.game.sides import Color
from board_core.record import PlayedGame
from board_core.text.harmless_text import visible


def replay_game(home: Folder, contest: Contest, number: int, out: TextIO, *, log: bool) -> int:
    """Play the game on this thread and write nothing. Return 0 if it went the same way."""
    console = console_for(out)
    pairing = contest.pairings[number]
    unpack_kept(home, map(contest.entrant, (pairing.white, pairing.black)))
    result = play(replace(job_for(contest, pairing), cache=home.unpacked))
    assert isinstance(result, GameResult), "packages are unpacked"
    played, before = result.game, contest.played.get(number)
    if log:
        for color in Color:
            console.print(Text(visible(played.names[color]), style="bold"))
            console.print(Text(result.logs[color]), soft_wrap=True)
    console.print(Text(_result(_("now"), played)), soft_wrap=True)
    if before is None:
        console.print(_("It has not been played in the contest yet."))
        return 0
    console.print(Text(_result(_("in the contest"), before.game)), soft_wrap=True)
    ply = first_difference(played, before.game)
    if ply is None:
        console.print(_("The same moves, and the same end."))
        return 0
    console.print(_("The games differ from ply {ply}.", ply=ply))
    return 1


def first_difference(one: PlayedGame, other: PlayedGame) -> int | None:
    """Return the first ply (from 1) that differs, or that only one game has; None if none does."""
    moves = [one.line, other.line]
    for ply, (mine, yours) in enumerate(zip(*moves, strict=False), start=1):
        if mine != yours:
            return ply
    if len(moves[0]) == len(moves[1]) and one.outcome == other.outcome:
        return None
    return min(map(len, moves)) + 1


def _result(when: str, game: PlayedGame) -> str:
    names, outcome = game.names, game.outcome
    said = words.outcome(outcome, game.explanation)
    return visible(
        _(
            "{when}: {white} - {black}  {result}  {said} ({plies})",
            when=when,
            white=names.white,
            black=names.black,
            result=outcome.result,
            said=said,
            plies=len(game.moves),
        )
    )
