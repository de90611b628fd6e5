"""A contest in lines of text: how far it is, its games, rulings and withdrawals."""

from __future__ import annotations

from board_core.game.words import Words
from board_core.text.harmless_text import visible

from .field import Pairing
from .state import Contest, Result


def heading(contest: Contest, words: Words) -> str:
    """Return the name of a contest and how far it is."""
    name, _ = visible(contest.plan.name), words.text
    if contest.ended is not None:
        return _("{name}: final standings", name=name)
    done, all_games = len(contest.results), len(contest.pairings)
    return _(
        "{name}: round {round}, {done} of {all} games",
        name=name,
        round=len(contest.rounds),
        done=done,
        all=all_games,
    )


def game_line(contest: Contest, pairing: Pairing, words: Words) -> str:
    """Return a line on one game: who plays, how it counts, and why."""
    names = contest.names(pairing)
    result = contest.results.get(pairing.number)
    counts = "*" if result is None else result.verdict.value
    line = f"  {pairing.number:>3}  {names.white} - {names.black}  {counts}"
    return f"{line}  {_why(contest, pairing, result, words)}".rstrip()


def _why(contest: Contest, pairing: Pairing, result: Result | None, words: Words) -> str:
    _ = words.text
    if result is None:
        return ""
    if result.ruling is not None:
        return _(
            "ruled by {author}: {reason}", author=result.ruling.author, reason=result.ruling.reason
        )
    if result.withdrawal is not None:
        return _("{name} has withdrawn", name=contest.entrant(result.withdrawal.entrant).name)
    game = contest.played[pairing.number].game
    assert game.outcome is not None
    return words.outcome(game.outcome, game.explanation)
