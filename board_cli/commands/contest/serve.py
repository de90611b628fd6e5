"""``board contest serve``: show a contest in browsers."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from board_cli.contest.access import plan_in, printed_errors
from board_cli.contest.options import ContestFolder
from board_cli.language import _, words
from board_cli.option_values import Value, option

if TYPE_CHECKING:
    from board_core.contest.plan_tables import PagePlan
    from board_core.contest.store import Folder

EXAMPLES = (("board contest serve spring --port 8000", ""),)


def run(
    folder: ContestFolder = Path(),
    host: Annotated[
        str, option("--host", Value.ADDRESS, _("The address to listen at; 0.0.0.0: all networks."))
    ] = "127.0.0.1",
    port: Annotated[int, option("--port", Value.PORT, _("0: any free port."))] = 8000,
    host_names: Annotated[
        list[str] | None,
        option(
            "--host-name",
            Value.NAME,
            _("A name of this machine that browsers use; may be given several times."),
        ),
    ] = None,
) -> None:
    from board_core.contest.report.live import Live
    from board_core.contest.serving import server

    home, page = _page_of(folder)
    with printed_errors(), server.listen(host, port) as listening, suppress(KeyboardInterrupt):
        url = server.address(listening)
        print(_("The contest is shown at {url} (Ctrl-C ends it)", url=url), flush=True)
        if not server.is_private(host):
            print(_public_notice(page), flush=True)
        names = [host, *page.hosts, *(host_names or ())]
        server.server_of(Live(home), names, words=words).run(sockets=[listening])


def _public_notice(page: PagePlan) -> str:
    if page.logs == "public":
        return _("Everybody who can reach this machine can see programs, results and logs.")
    return _("Everybody who can reach this machine can see entrants and results.")


def _page_of(folder: Path) -> tuple[Folder, PagePlan]:
    """Return the organiser's settings for the pages, also of a contest that cannot be read."""
    from board_core.contest.plan_tables import PagePlan
    from board_core.contest.store import Folder, read_contest
    from board_core.journal import BadJournal

    home = Folder(folder)
    if not home.journal.exists():
        return home, plan_in(folder)[1].page
    with suppress(BadJournal, OSError):
        return home, read_contest(home).plan.page
    return home, PagePlan()  # the page itself says what is wrong
