"""Open a contest's folder for the commands: its plan, its journal, and errors in them."""

from __future__ import annotations

import getpass
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from board_cli.language import _, warning
from board_cli.option_values import refusal
from board_core import BoardError, Sentence, say
from board_core.files.extras import NotInstalled
from board_core.text.sentence import Listed

if TYPE_CHECKING:
    from board_core.contest.plan import Plan
    from board_core.contest.state import Contest
    from board_core.contest.store import Folder


def plan_in(folder: Path) -> tuple[Folder, Plan]:
    """Read the organiser's file; a mistake in it is one on the command line."""
    from board_cli.resolve_options import refusals
    from board_core.contest.plan import read_plan
    from board_core.contest.store import Folder

    home = Folder(folder)
    try:
        with refusals("contest.toml"):
            return home, read_plan(home.plan)
    except FileNotFoundError:
        why = _(
            "there is no contest.toml in {path}: see 'board contest new'", path=repr(str(folder))
        )
        raise refusal("FOLDER", why) from None


def contest_in(folder: Path) -> tuple[Folder, Contest]:
    """Read a contest that was begun."""
    from board_core.contest.store import Folder, read_contest

    home = Folder(folder)
    with printed_errors():
        return home, read_contest(home)


def warn_about_sandbox(plan: Plan) -> None:
    """Warn of what the programs of the contest can do on this machine."""
    from board_core.contest.jobs import confinement_of
    from board_core.match.known_games import hosted
    from board_core.supervise.sandbox import warn_once

    game = hosted(plan.rules)
    if all(each.elsewhere or game.ai(each.player) is not None for each in plan.entrants):
        return
    if (said := warn_once(confinement_of(plan.sandbox))) is not None:
        warn(said)


def advise(plan: Plan) -> None:
    """Warn about unusual settings in a plan."""
    if plan.advice is not None:
        warn(plan.advice.sentence)
    for name in plan.ignored:
        facts = {"setting": name, "format": repr(plan.format)}
        warn(say("{setting} has no effect with format = {format}", **facts))


def too_many(jobs: int) -> Sentence | None:
    """Return why so many games would share a processor and lose on time without fault, or None."""
    processors = os.cpu_count() or 1
    if jobs <= processors:
        return None
    return say(
        "{jobs} games at the same time on {processors} processors would be lost on time "
        "through nobody's fault: give fewer, or --force",
        jobs=jobs,
        processors=processors,
    )


def author_of(by: str) -> str:
    """Return the decision's author: the given name, or the account's."""
    return by or getpass.getuser()


def warn(why: Sentence) -> None:
    print(warning(why), file=sys.stderr)


def entrant_number(contest: Contest, name: str, hint: str = "NAME") -> int:
    """Return the number of an entrant by its name; another name is a mistake on the line."""
    numbers = {entrant.name: entrant.number for entrant in contest.entrants}
    if name not in numbers:
        raise no_entrant(name, list(numbers), hint)
    return numbers[name]


def no_entrant(name: str, known: Sequence[str], hint: str) -> click.BadParameter:
    """Return the refusal of a name that no entrant has."""
    why = _(
        "{text} is not an entrant: choose one of: {known}", text=repr(name), known=Listed(known)
    )
    return refusal(hint, why)


@contextmanager
def printed_errors() -> Iterator[None]:
    """Print errors in the user's language; the exit status is 1."""
    try:
        yield
    except NotInstalled:
        raise  # told by main(), which has an exit status for it
    except (BoardError, OSError) as error:
        from board_core.contest.system_errors import sentence_of_error

        print(_("Error: {why}", why=sentence_of_error(error)), file=sys.stderr)
        sys.exit(1)
