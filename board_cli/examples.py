"""What stands below the help of each command: lines that can be typed as they are."""

from __future__ import annotations

from board_core.words import N_

from .language import _

Example = tuple[str, str]
"""A command line, and what it does where that is not plain."""

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "match": (
        ("board match random greedy --games 10 --jobs 2", ""),
        ('board match "python3 my_ai.py" casual --time 60 --pgn games.pgn', N_("keep the games")),
        ("board match my_ai.py:choose uci:stockfish --move-time 0.1 --quiet", ""),
        ("board match --game renju hard gomocup:./pbrain-mine", N_("another game")),
    ),
    "play": (
        ("board play casual", N_("you have white")),
        ("board play elo:1200 --color random --time 300 --increment 5", ""),
        ("board play human human --pgn evening.pgn", N_("two people")),
        ("board play --game gomoku hard --ascii", ""),
    ),
    "check": (
        ('board check "python3 my_ai.py"', ""),
        ("board check uci:./engine --only castling --limit 5", ""),
    ),
    "bench": (
        ("board bench hard --repeat 1", ""),
        ("board bench my_ai.py:choose --profile", N_("where the time goes")),
    ),
    "recover": (
        ("board recover match.journal", N_("print the games")),
        ("board recover match.journal --pgn games.pgn", ""),
    ),
    "levels": (("board levels", ""), ("board play elo:1500", N_("one of them"))),
    "engine": (
        ("board engine --level expert", N_("for a program that speaks UCI")),
        ("board engine --level elo:1200 --protocol san", ""),
    ),
    "settings": (
        ("board settings", N_("all of them")),
        ("board settings language zh_CN", N_("choose")),
        ("board settings --reset adviser", N_("as it was at first")),
    ),
    "about": (("board about", ""),),
}


def epilog(command: str) -> str | None:
    """The examples of a command, as the help prints them; None if there are none."""
    examples = EXAMPLES.get(command, ())
    if not examples:
        return None
    width = max(len(line) for line, said in examples)
    lines = [f"  {line:<{width}}  # {_(said)}" if said else f"  {line}" for line, said in examples]
    return "\n".join(["\b", _("Examples:"), *lines])  # \b: the lines stay as they are
