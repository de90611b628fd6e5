"""``board contest serve``: show a contest in browsers."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from board_cli.contest.access import author_of, plan_in, printed_errors
from board_cli.contest.options import ContestFolder
from board_cli.language import _, words
from board_cli.option_values import flag, refusal
from board_cli.options import ServerOptions
from board_core.text.harmless_text import visible
from board_core.text.languages import N_
from board_core.text.sentence import Sentence

if TYPE_CHECKING:
    from board_core.contest.plan import PagePlan
    from board_core.contest.store import Folder

EXAMPLES = (
    ("board contest serve spring --port 8000", ""),
    ("board contest serve spring --hand-in", N_("students hand in by browser")),
    ("board contest serve spring --close", N_("no more, also of a server that runs")),
)


def run(
    folder: ContestFolder = Path(),
    *,
    listens: ServerOptions,
    play: Annotated[
        bool,
        flag(_("Let people play against the entries here, confined, once the contest is over.")),
    ] = False,
    hand_in: Annotated[bool, flag(_("Take programs of entrants who have a token."))] = False,
    opens: Annotated[bool, flag(_("Open the hand-in, even after its deadline."), "--open")] = False,
    closes: Annotated[bool, flag(_("Close the hand-in."), "--close")] = False,
) -> None:
    if opens and closes:
        raise refusal("--open", _("the hand-in cannot be opened and closed at once"))
    if opens or closes:
        _decide(folder, opened=opens)
        if not hand_in:
            return
    from board_cli.contest.serving import handed_in, listening
    from board_core.contest.desk import HandInDesk
    from board_core.contest.report.live import Live
    from board_core.serving import server

    home, page = _page_of(folder)
    with printed_errors(), suppress(KeyboardInterrupt), ExitStack() as closing:
        told = [handed_in] if hand_in else []
        opened = closing.enter_context(listening(listens, page, *told))
        desk = closing.enter_context(HandInDesk(home, _tell)) if hand_in else None
        names, proxies = [listens.place, *page.hosts, *listens.host_names], listens.proxies
        live, room = Live(home, hand_in=hand_in, play=play), None
        if play:
            from board_core.serving.entries_room import EntriesRoom

            room = EntriesRoom(home)
            closing.callback(room.close)
        serves = server.server_of(live, names, words=words, desk=desk, proxies=proxies, room=room)
        serves.run([opened])


def _decide(folder: Path, *, opened: bool) -> None:
    from board_core.contest.hand_in_log import HandInLog, decide_hand_in

    home, _plan = plan_in(folder)
    with printed_errors():
        decide_hand_in(HandInLog(home), opened, author_of(""))
    print(_("The hand-in is open.") if opened else _("The hand-in is closed."))


def _tell(said: Sentence) -> None:
    print(visible(words.sentence(said)), flush=True)


def _page_of(folder: Path) -> tuple[Folder, PagePlan]:
    """Return the organiser's settings for the pages, also of a contest that cannot be read."""
    from board_core.contest.plan import PagePlan
    from board_core.contest.store import Folder, read_contest
    from board_core.journal import BadJournal

    home = Folder(folder)
    if not home.journal.exists():
        return home, plan_in(folder)[1].page
    with suppress(BadJournal, OSError):
        return home, read_contest(home).plan.page
    return home, PagePlan()  # the page itself says what is wrong
