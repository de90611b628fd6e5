"""The commands of ``board contest``. What takes long to import is imported inside them."""

from __future__ import annotations

import getpass
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from board_cli.language import _, warning, words
from board_cli.options import Readable, renamed_choice
from board_cli.values import one_of
from board_core import BoardError, Sentence, say
from board_core.extras import NotInstalled
from board_core.harmless_text import visible

if TYPE_CHECKING:
    from board_core.contest.plan import Plan
    from board_core.contest.plan_tables import PagePlan
    from board_core.contest.state import Contest, Request
    from board_core.contest.store import ContestStore, Folder

app = typer.Typer(
    name="contest",
    help=_("Tournaments of programs, from entry to trophy."),
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class Preset(StrEnum):
    """Settings that suit a kind of contest."""

    CLASSROOM = "classroom"
    ENGINE = "engine"


class NoPairing(StrEnum):
    """What to do when no pairing keeps all the rules."""

    STOP = "stop"
    RELAX_COLORS = "relax-colors"
    FINISH = "finish"


class GameResultWish(StrEnum):
    """How a game is to count."""

    WHITE = "1-0"
    BLACK = "0-1"
    DRAW = "1/2-1/2"
    NEITHER = "0-0"
    AS_PLAYED = "as-played"


Home = Annotated[
    Path,
    typer.Argument(metavar="FOLDER", help=_("The contest's folder, which holds contest.toml.")),
]
By = Annotated[
    str,
    typer.Option("--by", metavar="NAME", help=_("Who decides this; usually your user name.")),
]
Why = Annotated[str, typer.Option("--reason", metavar="TEXT", help=_("Why; it is published."))]
InFolder = Annotated[
    Path, typer.Option("--folder", "-f", metavar="FOLDER", help=_("The contest's folder."))
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "--concurrency",
        "-j",
        "-c",
        metavar="N",
        min=1,
        help=_("Games at the same time, instead of what contest.toml says."),
    ),
]
Force = Annotated[
    bool,
    typer.Option("--force", help=_("More games at the same time than there are processors.")),
]
NoPairingOption = Annotated[
    NoPairing | None,
    typer.Option(
        "--no-pairing", help=_("If no pairing keeps all the rules: instead of contest.toml.")
    ),
]
Cluster = Annotated[
    str,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help=_("Play on the workers of this scheduler (tls://HOST:PORT)."),
    ),
]
LabFile = Annotated[
    Path,
    typer.Option("--lab", metavar="FILE", help=_("With --cluster: what 'board scheduler' made.")),
]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help=_("Print a line for each game, and no more."))
]
Json = Annotated[bool, typer.Option("--json", help=_("Print JSON, and no more."))]


@app.command(help=_("Begin with a new folder and a contest.toml to fill in."))
def new(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help=_("Is made."))],
    name: Annotated[
        str,
        typer.Option("--name", help=_("The contest's name; usually the folder's.")),
    ] = "",
    preset: Annotated[
        Preset,
        typer.Option(
            "--preset",
            parser=renamed_choice(Preset, {"course": "classroom"}),
            metavar=f"[{'|'.join(Preset)}]",
            autocompletion=one_of(Preset),
            help=_("Settings for a programming course, or for matches between engines."),
        ),
    ] = Preset.CLASSROOM,
    entries: Annotated[
        Path | None,
        typer.Option(
            "--entries",
            metavar="DIRECTORY",
            help=_("In FOLDER, with a folder for each entrant: each is written into the file."),
        ),
    ] = None,
    accept_manifests: Annotated[
        bool,
        typer.Option(
            "--accept-manifests",
            help=_("Take what the entrants' files entry.toml say, without asking."),
        ),
    ] = False,
) -> None:
    from .entering import accepted
    from .template import SAMPLE, Found, found_entries, template

    path = folder / "contest.toml"
    found: tuple[Found, ...] = SAMPLE
    with _troubles():
        folder.mkdir(parents=True, exist_ok=True)
        if entries is not None:
            inside = entries if entries.is_absolute() or entries.exists() else folder / entries
            try:
                found = found_entries(inside.resolve(), folder.resolve())
            except ValueError:
                raise typer.BadParameter(
                    _(
                        "{path} is not inside {folder}: put the entrants' folders there",
                        path=repr(str(entries)),
                        folder=repr(str(folder)),
                    ),
                    param_hint="--entries",
                ) from None
        if entries is not None:
            found = accepted(found, sys.stdin, sys.stdout, without_asking=accept_manifests)
        text = template(
            name or folder.resolve().name,
            preset.value,
            random.SystemRandom().randrange(10**8),
            found,
        )
        try:
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except FileExistsError:
            raise typer.BadParameter(
                _("{path} is there already", path=repr(str(path))), param_hint="FOLDER"
            ) from None
    taking_part = [entry for entry in found if entry.refused is None]
    print(_("{path} is written: {count} entrants.", path=path, count=len(taking_part)))
    for entry in taking_part:
        if not entry.player:
            print(
                _(
                    "{name}: nobody can guess how to start what is in {folder}; write it as player",
                    name=visible(entry.name),
                    folder=visible(entry.folder),
                )
            )
    print(_("Next: board contest check {folder}", folder=folder))


@app.command(
    help=_("The pre-flight: start every program, let it play, and examine it.")
    + "\n\n"
    + _("The exit status is 0 if all are well, 1 if there are faults. Nobody is left out for them.")
)
def check(
    folder: Home = Path(),
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="NAME", help=_("This entrant; may be given several times.")),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help=_("The two short games, without the examination."))
    ] = False,
    limit: Annotated[
        float,
        typer.Option(
            "--limit",
            metavar="SECONDS",
            min=0.1,
            help=_("How long to wait for a move."),
        ),
    ] = 10.0,
    readable: Readable = None,
) -> None:
    from board_core.contest.beginning import entries_of

    from .checking import run_checks

    home, plan = _plan(folder)
    plan = _with_readable(plan, readable)
    _advise(plan)
    with _troubles():
        entries = entries_of(plan, home.path)
        for name in only or ():
            if name not in {entry.entrant.name for entry in entries}:
                _no_entrant(name, [entry.entrant.name for entry in entries], "--only")
        wanted = [entry for entry in entries if not only or entry.entrant.name in only]
        _caution(plan)
        raise typer.Exit(run_checks(home, plan, wanted, limit, sys.stdout, quick=quick))


@app.command(
    help=_("Run the contest to its end, or go on with it: what has been played stays played.")
    + "\n\n"
    + _(
        "The exit status is 0 when the contest is over, 1 when it stands still, 130 after Ctrl-C. "
        "After anything, a power cut too, run it again."
    )
)
def run(
    folder: Home = Path(),
    jobs: Jobs = None,
    force: Force = False,
    no_pairing: NoPairingOption = None,
    cluster: Cluster = "",
    lab: LabFile = Path("lab.pem"),
    quiet: Quiet = False,
) -> None:
    from board_core.contest.report import weaker_of

    from .membership import read_lab
    from .running import run_contest

    home, plan = _plan_or_begun(folder)
    jobs = jobs or plan.concurrency
    with _troubles():
        member = read_lab(lab) if cluster else None
    if not cluster:
        _spare(jobs, force)
        with _troubles():
            jobs = _with_cores(jobs, plan.cores_per_game)
        _caution(plan)
    with _troubles():
        store = _begun(home, plan)
        for said in () if cluster else weaker_of(store.contest):
            _warn(said)
    with store, _troubles():
        raise typer.Exit(
            run_contest(
                store,
                jobs,
                cluster=cluster,
                lab=member,
                no_pairing=no_pairing.value if no_pairing else None,
                quiet=quiet,
                out=sys.stdout,
            )
        )


@app.command(help=_("Go on with a contest that was begun; 'run' does the same."))
def resume(
    folder: Home = Path(),
    jobs: Jobs = None,
    force: Force = False,
    no_pairing: NoPairingOption = None,
    cluster: Cluster = "",
    lab: LabFile = Path("lab.pem"),
    quiet: Quiet = False,
) -> None:
    _read(folder)  # says so if there is nothing to go on with
    run(folder, jobs, force, no_pairing, cluster, lab, quiet)


@app.command(help=_("Who stands where, also while the contest runs."))
def standings(
    folder: Home = Path(),
    games: Annotated[
        bool, typer.Option("--games", help=_("Also every game, and why it was lost."))
    ] = False,
    json: Json = False,
) -> None:
    from .showing import show_standings, standings_json

    _home, contest = _read(folder)
    if json:
        print(standings_json(contest))
    else:
        show_standings(contest, sys.stdout, games=games)


@app.command(
    help=_(
        "Decide how a game counts, after an appeal. It is added to the record; nothing is edited."
    )
)
def rule(
    game: Annotated[int, typer.Argument(metavar="GAME", help=_("Its number."))],
    result: Annotated[
        GameResultWish, typer.Argument(metavar="RESULT", help="1-0, 0-1, 1/2-1/2, 0-0, as-played")
    ],
    reason: Why,
    by: By = "",
    folder: InFolder = Path(),
) -> None:
    from board_core.contest.field import PairingVerdict
    from board_core.contest.store import ruling

    home, _contest = _read(folder)
    verdict = None if result is GameResultWish.AS_PLAYED else PairingVerdict(result.value)
    _decide(home, ruling(game, verdict, by or getpass.getuser(), reason))


@app.command(help=_("Take an entrant out: it is not paired any more, and unplayed games are lost."))
def withdraw(
    name: Annotated[str, typer.Argument(metavar="NAME", help=_("The entrant's."))],
    reason: Why,
    by: By = "",
    folder: InFolder = Path(),
) -> None:
    from board_core.contest.store import withdrawal

    home, contest = _read(folder)
    numbers = {entrant.name: entrant.number for entrant in contest.entrants}
    if name not in numbers:
        _no_entrant(name, list(numbers), "NAME")
    _decide(home, withdrawal(numbers[name], by or getpass.getuser(), reason))


@app.command(help=_("Play one game again, with the same seeds, and compare."))
def replay(
    game: Annotated[int, typer.Argument(metavar="GAME", help=_("Its number."))],
    folder: InFolder = Path(),
    log: Annotated[
        bool, typer.Option("--log", help=_("Print what the programs say and hear."))
    ] = False,
) -> None:
    from .replaying import replay_game

    home, contest = _read(folder)
    if game not in contest.pairings:
        raise typer.BadParameter(
            _(
                "there is no game {number}: {last} games have been paired",
                number=game,
                last=len(contest.pairings),
            ),
            param_hint="GAME",
        )
    with _troubles():
        _caution(contest.plan)
        raise typer.Exit(replay_game(home, contest, game, sys.stdout, log=log))


@app.command(
    help=_(
        "Write the contest as files: pages that open without a network, all games, a FIDE "
        "tournament report (TRF26) and a crosstable (CSV)."
    )
)
def report(
    folder: Home = Path(),
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FOLDER", help=_("Where to; usually FOLDER/report.")),
    ] = None,
    bundles: Annotated[
        bool,
        typer.Option(
            "--bundles",
            help=_("Also FOLDER/bundles: a zip for each entrant, with its own logs only."),
        ),
    ] = False,
) -> None:
    from board_core.contest.report import bundle, write_report

    home, contest = _read(folder)
    with _troubles():
        to = out or home.report
        print(write_report(home, contest, to))
        for entrant in contest.entrants if bundles else ():
            print(bundle(home, contest, entrant.number))


@app.command(
    help=_("Show the contest in browsers, also while it runs and before it begins; read-only.")
)
def serve(
    folder: Home = Path(),
    host: Annotated[
        str,
        typer.Option("--host", metavar="ADDRESS", help=_("0.0.0.0: in every network.")),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help=_("0: any that is free."))
    ] = 8000,
    host_names: Annotated[
        list[str] | None,
        typer.Option(
            "--host-name",
            metavar="NAME",
            help=_("A name by which browsers ask for this machine; may be given several times."),
        ),
    ] = None,
) -> None:
    from .serve import serve as serve_folder

    home, page = _page(folder)
    with _troubles():
        serve_folder(home, host, port, page, host_names or ())


def _plan(folder: Path) -> tuple[Folder, Plan]:
    """The organiser's file. A mistake in it is one on the command line."""
    from board_core.contest.plan import read_plan
    from board_core.contest.store import Folder

    home = Folder(folder)
    try:
        return home, read_plan(home.plan)
    except FileNotFoundError:
        raise typer.BadParameter(
            _(
                "there is no contest.toml in {path}: see 'board contest new'",
                path=repr(str(folder)),
            ),
            param_hint="FOLDER",
        ) from None
    except NotInstalled:
        raise  # told by main()
    except BoardError as error:
        raise typer.BadParameter(
            words.sentence(error.sentence), param_hint="contest.toml"
        ) from None


def _with_readable(plan: Plan, readable: list[Path] | None) -> Plan:
    """The plan, as if it listed these too."""
    from board_core.supervise.visibility import check_readable

    try:
        more = [str(check_readable(place.expanduser())) for place in readable or ()]
    except BoardError as error:
        raise typer.BadParameter(words.sentence(error.sentence), param_hint="--readable") from None
    listed = (*plan.sandbox.readable, *more)
    sandbox = plan.sandbox.model_copy(update={"readable": listed})
    return plan.model_copy(update={"sandbox": sandbox})


def _plan_or_begun(folder: Path) -> tuple[Folder, Plan]:
    """Once begun, a contest is what its journal says; the file may have changed, or gone."""
    from board_core.contest.store import Folder, read_contest

    home = Folder(folder)
    if home.journal.exists():
        try:
            return home, read_contest(home).plan
        except BoardError:
            pass  # cut off before its first line: begin anew, or say what is wrong when taken
    return _plan(folder)


def _page(folder: Path) -> tuple[Folder, PagePlan]:
    """What the organiser wants of the pages, also of a contest that cannot be read."""
    from board_core.contest.plan_tables import PagePlan
    from board_core.contest.store import Folder, read_contest
    from board_core.journal import BadJournal

    home = Folder(folder)
    if not home.journal.exists():
        return home, _plan(folder)[1].page
    with suppress(BadJournal, OSError):
        return home, read_contest(home).plan.page
    return home, PagePlan()  # the page itself says what is wrong


def _begun(home: Folder, plan: Plan) -> ContestStore:
    """The contest of this folder, begun if it has not. Raises BoardError, and OSError."""
    from board_core.contest.beginning import begin, changed_game
    from board_core.contest.store import ContestStore, has_begun

    if has_begun(home):
        store = ContestStore(home)
        if (said := changed_game(store.contest.plan, home.path)) is not None:
            _warn(said)
        return store
    _advise(plan)
    store = begin(home, plan)
    for gone in store.contest.withdrawals:
        name = store.contest.entrant(gone.entrant).name
        _warn(say("{name} is withdrawn: {why}", name=name, why=gone.reason))
    return store


def _caution(plan: Plan) -> None:
    """What whoever lets programs play here should know."""
    from board_core.contest.jobs import confinement_of
    from board_core.match.known_games import hosted
    from board_core.supervise.sandbox import caution

    if all(entrant.player in hosted(plan.rules).ais for entrant in plan.entrants):
        return
    if (said := caution(confinement_of(plan.sandbox))) is not None:
        _warn(said)


def _advise(plan: Plan) -> None:
    from board_core.contest.beginning import advice_for

    if (said := advice_for(plan)) is not None:
        _warn(said.sentence)


def _read(folder: Path) -> tuple[Folder, Contest]:
    from board_core.contest.store import Folder, read_contest

    home = Folder(folder)
    with _troubles():
        return home, read_contest(home)


def _decide(home: Folder, request: Request) -> None:
    """Write it down, or leave it to whoever runs the contest."""
    from board_core.contest.store import ContestStore, check_request, leave_request, read_contest
    from board_core.journal import BadJournal

    with _troubles():
        check_request(read_contest(home), request)
        try:
            store = ContestStore(home)
        except BadJournal:  # somebody runs it
            leave_request(home, request)
            print(_("The contest is running: this is taken up there in a moment."))
            with suppress(BadJournal), ContestStore(home) as store:  # it has ended just now
                store.take_requests(_warn)
            return
        with store:
            store.take_requests(_warn)  # what was decided before comes before
            store.request(request)
    print(_("Written down."))


def _warn(why: Sentence) -> None:
    print(warning(why), file=sys.stderr)


def _spare(jobs: int, force: bool) -> None:
    """Games that share a processor lose on time through nobody's fault."""
    import os

    processors = os.cpu_count() or 1
    if jobs > processors and not force:
        raise typer.BadParameter(
            _(
                "{jobs} games at the same time, and {processors} processors: games would be "
                "lost on time through nobody's fault. Give fewer, or --force",
                jobs=jobs,
                processors=processors,
            ),
            param_hint="--jobs",
        )


def _with_cores(jobs: int, cores_per_game: int) -> int:
    """As many of these games at a time as can have cores of their own, which is said."""
    from board_core.supervise.cores import TooFewCores, check_cores, usable_cores

    try:
        check_cores(jobs, cores_per_game)
    except TooFewCores as error:
        fitting = len(usable_cores()) // cores_per_game
        if not fitting:
            raise
        _warn(error.sentence)
        return fitting
    return jobs


def _no_entrant(name: str, names: list[str], hint: str) -> None:
    raise typer.BadParameter(
        _("{text} is no entrant: there is {known}", text=repr(name), known=", ".join(names)),
        param_hint=hint,
    )


@contextmanager
def _troubles() -> Iterator[None]:
    """What stands in the way, in the user's language; the exit status is 1."""
    try:
        yield
    except NotInstalled:
        raise  # told by main(), which has an exit status for it
    except BoardError as error:
        print(_("Error: {why}", why=words.sentence(error.sentence)), file=sys.stderr)
        raise typer.Exit(1) from None
    except OSError as error:
        why = f"{error.strerror}: {error.filename}" if error.filename else str(error)
        print(_("Error: {why}", why=why), file=sys.stderr)
        raise typer.Exit(1) from None
