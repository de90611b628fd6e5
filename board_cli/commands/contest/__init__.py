"""The commands of ``board contest``, a file each. Read first: ``run.py``.

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
    name: CommandFile(f"board_cli.commands.contest.{name}", summary)
    for name, summary in (
        ("new", _("Make a folder with a contest.toml to fill in.")),
        ("check", _("Start every program, let it play, and examine it.")),
        ("run", _("Run the contest to its end, or continue it: played games stay played.")),
        ("resume", _("Continue a contest that was begun; 'run' does the same.")),
        ("standings", _("Show the standings, also while the contest runs.")),
        ("rule", _("Decide how a game counts, after an appeal; added to the journal.")),
        ("withdraw", _("Withdraw an entrant: it is not paired again; unplayed games are lost.")),
        ("reinstate", _("Let an entrant that has withdrawn take part again.")),
        ("add", _("Let an entrant join a Swiss that has begun, as contest.toml has it now.")),
        ("update", _("Let an entrant play on with a new version of its program.")),
        ("bye", _("Let an entrant miss a round of a Swiss on request.")),
        ("forbid", _("Keep two entrants of a Swiss apart.")),
        ("pair", _("Pair the next round of a Swiss by hand.")),
        ("cancel", _("Have a game played again: its result no longer counts.")),
        ("pause", _("Begin no more games until 'unpause'; running games end.")),
        ("unpause", _("Let a paused contest go on.")),
        ("stop", _("End the process that runs the contest, after its running games.")),
        ("replay", _("Play one game again, with the same seeds, and compare.")),
        ("report", _("Write the contest as files: pages, games, a FIDE report and a crosstable.")),
        ("serve", _("Show the contest in browsers at any time; take programs, if you want.")),
        ("tokens", _("Make the tokens with which entrants hand in by browser.")),
    )
}
