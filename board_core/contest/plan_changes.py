"""Changes of ``contest.toml`` after the contest began: which command takes each one up.

The journal keeps the settings with which a contest began. The file is read again for one entrant,
when the organiser adds it or updates it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from board_core.game.clock import BadTimeControl
from board_core.text.sentence import BoardError, Listed, Sentence, say

from .beginning import BadEntrant, changed_game, entry_of
from .entrants import Entrant
from .packages import Package
from .plan import Plan, read_plan
from .plan_tables import EntrantPlan
from .state import Contest
from .store import Folder, keep_package


def written_entrant(folder: Folder, contest: Contest, name: str) -> tuple[Entrant, EntrantPlan]:
    """Return an entrant and its settings as ``contest.toml`` has it now, and keep its files.

    Raises BadPlan, BadEntrant and OSError.
    """
    path = repr(str(folder.plan))
    wishes = {wish.name: wish for wish in read_plan(folder.plan).entrants}
    if (wish := wishes.get(name)) is None:
        raise BadEntrant(name, say("write its table [[entrants]] into {path} first", path=path))
    numbers = {entrant.name: entrant.number for entrant in contest.entrants}
    number = numbers.get(name, len(contest.entrants) + 1)
    packages = list[Package]()
    entrant = entry_of(contest.plan, number, wish, folder.path, contest.rules, packages.append)
    try:
        contest.plan.control_of(wish)
    except BadTimeControl as error:
        raise BadEntrant(name, error.sentence) from None
    for package in packages:
        keep_package(folder, package)
    return entrant, wish


def changes_ignored(
    folder: Folder, contest: Contest, entries: Iterable[Entrant | BadEntrant] = ()
) -> Iterator[Sentence]:
    """Yield a warning for each kind of change since the contest began that has no effect yet.

    ``entries`` are the entrants of the file with their files as they are now, if they are known.
    """
    if (said := changed_game(contest.plan, folder.path)) is not None:
        yield said
    try:
        written = read_plan(folder.plan)
    except (BoardError, OSError):
        return  # the file is gone or unfinished, and is not needed
    begun = {each.name: each for each in contest.plan.entrants}
    now = {each.name: each for each in written.entrants}
    if late := [name for name in now if name not in begun]:
        yield say(
            "the contest has begun without {names}, written into contest.toml since then: "
            "'board contest add' lets an entrant join",
            names=Listed(late),
        )
    gone = [n for n, entrant in enumerate(contest.plan.entrants, 1) if entrant.name not in now]
    if gone := [number for number in gone if number not in contest.withdrawn]:
        yield say(
            "{names} still take part, though contest.toml no longer has them: "
            "'board contest withdraw' takes an entrant out",
            names=Listed(contest.entrant(number).name for number in gone),
        )
    entrants = [each.entrant if isinstance(each, BadEntrant) else each for each in entries]
    packages = {each.name: each.package for each in entrants if each is not None}
    changed = [
        entrant.name
        for entrant in contest.entrants
        if entrant.name in now
        and (
            now[entrant.name] != begun[entrant.name]
            or packages.get(entrant.name, entrant.package) != entrant.package
        )
    ]
    if changed:
        yield say(
            "changes of {names} do not count yet: 'board contest update' takes a new version",
            names=Listed(changed),
        )
    if settings := _changed_settings(_settings(contest.plan), _settings(written)):
        yield say(
            "these settings are as they were when the contest began, whatever contest.toml says "
            "now: {names}",
            names=Listed(settings),
        )
        if "concurrency" in settings:
            yield say("the option --jobs changes how many games run at the same time")


def _settings(plan: Plan) -> Mapping[str, object]:
    return plan.model_dump(exclude={"entrants", "game_file", "hand_in"})


def _changed_settings(before: Mapping[str, object], now: Mapping[str, object]) -> list[str]:
    """Return the names of the settings that differ, with those of their tables."""
    names = []
    for name in sorted({*before, *now}):
        one, other = before.get(name), now.get(name)
        if isinstance(one, Mapping) and isinstance(other, Mapping):
            names += [f"{name}.{each}" for each in _changed_settings(one, other)]
        elif one != other:
            names.append(name)
    return names
