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
    "check-game": (
        ("board check-game my_game.py:RULES", ""),
        ("board check-game othello.py:OTHELLO --games 100", ""),
    ),
    "bench": (
        ("board bench hard --repeat 1", ""),
        ("board bench my_ai.py:choose --profile", N_("where the time goes")),
    ),
    "review": (
        ("board review game.pgn", ""),
        ("board review games.pgn --game 3 --move-time 2 --save judged.pgn", ""),
        ("board review game.pgn --adviser uci:stockfish", ""),
        ("board review game.sgf", N_("another game")),
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
    "scheduler": (("board scheduler --host 0.0.0.0", N_("for a whole network")),),
    "worker": (("board worker tls://lab1:8786 --lab lab.pem", ""),),
    "contest": (
        ("board contest new spring", N_("a folder to fill in")),
        ("board contest check spring", N_("do all programs work?")),
        ("board contest run spring", N_("to the end, or on from where it stopped")),
        ("board contest report spring", ""),
    ),
    "contest new": (
        ("board contest new spring", ""),
        ("board contest new spring --preset classroom --entries submissions", ""),
    ),
    "contest check": (
        ("board contest check spring", ""),
        ('board contest check spring --only "Deep Thought" --quick', ""),
    ),
    "contest run": (
        ("board contest run spring --jobs 2", ""),
        (
            "board contest run spring --cluster tls://lab1:8786 --lab lab.pem",
            N_("on several machines"),
        ),
    ),
    "contest resume": (("board contest resume spring", ""),),
    "contest standings": (
        ("board contest standings spring", ""),
        ("board contest standings spring --games --json", ""),
    ),
    "contest rule": (
        ('board contest rule 12 1/2-1/2 --reason "power cut" -f spring', ""),
        ('board contest rule 12 as-played --reason "appeal refused" -f spring', ""),
    ),
    "contest withdraw": (
        ('board contest withdraw "Deep Thought" --reason "by its author" -f spring', ""),
    ),
    "contest replay": (("board contest replay 12 -f spring --log", ""),),
    "contest report": (
        ("board contest report spring", ""),
        ("board contest report spring --out public --bundles", ""),
    ),
    "contest serve": (("board contest serve spring --port 8000", ""),),
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
