"""The commands of ``board contest``, a file each, decisions in one. Read first: ``run.py``.

May import what the commands of ``board`` may.
"""

from __future__ import annotations

from board_cli.command_files import CommandFile
from board_cli.language import _
from board_core.text.languages import N_

EXAMPLES = (
    ("board contest new spring", N_("a folder to fill in")),
    ("board contest check spring", N_("do all programs work?")),
    ("board contest run spring", N_("to the end, or on from where it stopped")),
    ("board contest report spring", ""),
)

COMMANDS = {
    name: CommandFile(f"board_cli.commands.contest.{file}", summary)
    for name, file, summary in (
        ("new", "new", _("Make a folder with a contest.toml to fill in.")),
        ("check", "check", _("Start every program, let it play, and examine it.")),
        ("run", "run", _("Run the contest to its end, or continue it: played games stay played.")),
        ("resume", "run", _("Continue a contest that was begun; 'run' does the same.")),
        ("standings", "standings", _("Show the standings, also while the contest runs.")),
        (
            "rule",
            "decisions",
            _("Decide how a game counts, after an appeal; added to the journal."),
        ),
        (
            "withdraw",
            "decisions",
            _("Withdraw an entrant: it is not paired again; unplayed games are lost."),
        ),
        ("reinstate", "decisions", _("Let an entrant that has withdrawn take part again.")),
        (
            "add",
            "decisions",
            _("Let an entrant join a Swiss that has begun, as contest.toml has it now."),
        ),
        ("update", "decisions", _("Let an entrant play on with a new version of its program.")),
        ("bye", "decisions", _("Let an entrant miss a round of a Swiss on request.")),
        ("forbid", "decisions", _("Keep two entrants of a Swiss apart.")),
        ("pair", "decisions", _("Pair the next round of a Swiss by hand.")),
        ("cancel", "decisions", _("Have a game played again: its result no longer counts.")),
        ("pause", "decisions", _("Begin no more games until 'unpause'; running games end.")),
        ("unpause", "decisions", _("Let a paused contest go on.")),
        ("stop", "decisions", _("End the process that runs the contest, after its running games.")),
        ("replay", "replay", _("Play one game again, with the same seeds, and compare.")),
        (
            "report",
            "report",
            _("Write the contest as files: pages, games, a FIDE report and a crosstable."),
        ),
        (
            "serve",
            "serve",
            _("Show the contest in browsers at any time; take programs, if you want."),
        ),
        ("tokens", "tokens", _("Make the tokens with which entrants hand in by browser.")),
    )
}
