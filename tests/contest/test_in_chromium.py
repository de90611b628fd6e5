"""The pages in a browser: scripts run, and nothing is written to its console."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import demo
import pytest
from chromium import FLAGS, Chromium
from html_page import Page
from patience import PATIENCE
from serving import Site, served

from board_core.contest.plan import GameFilePlan
from board_core.contest.report import write_report
from board_core.contest.report.live import Live, PageAnswer
from board_core.contest.report.pages import Pages, joined_script, style_sheet
from board_core.contest.report.view import contest_view
from board_core.contest.store import ContestStore, Folder, read_contest
from board_core.game.words import Words
from board_core.games.game_file import GameFile

ENGLISH = Words("en")

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def dom(browser: str, tmp_path: Path):
    """What has become of a page after its scripts ran; they get so many ms, which pass at once."""

    def look(url: str, ms: int = 1500) -> Page:
        done = subprocess.run(
            [
                browser,
                *FLAGS,
                f"--user-data-dir={tmp_path / 'profile'}",
                f"--virtual-time-budget={ms}",
                "--enable-logging=stderr",
                "--window-size=1280,800",
                "--dump-dom",
                url,
            ],
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
        )
        console = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
        assert console == []
        return Page(re.sub(r"<html.*?>", "<html>", done.stdout, count=1))

    return look


@pytest.fixture(scope="module")
def report(running, tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("report")
    write_report(running, read_contest(running), out)
    return out


def squares(page: Page) -> str:
    cells = [each for _tag, each in page.tags if each.get("role") == "gridcell"]
    return "".join(cell.get("data-p", ".") for cell in cells)


def test_the_replay_viewer_opens_at_a_ply_from_the_disk(dom, report):
    page = dom(f"{(report / 'game0001.html').as_uri()}#ply=12")
    assert any("Move 12 of 33" in text for text in page.texts)
    [here] = (each for _tag, each in page.tags if each.get("aria-current") == "true")
    assert here["data-ply"] == "12"
    assert squares(page).startswith("rn.qkb.rppp..ppp.....n..")
    assert len(page.with_class("last")) == 2


HANDS = r"""
addEventListener("load", () => {
  const press = (key) =>
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const click = (what) =>
    document.querySelector(what).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const seen = [];
  const look = () => seen.push(/\d+/.exec(location.hash)?.[0]);
  click(".i-first"); look();
  click(".i-next"); look();
  press("ArrowRight"); look();
  press("ArrowLeft"); look();
  click("[data-ply='7']"); look();
  press("End"); look();
  press("ArrowRight"); look();
  press("Home"); press("ArrowLeft"); look();
  press("f");
  click("#tab-graph");
  const { left, top, width } = document.querySelector("#graph svg").getBoundingClientRect();
  document.querySelector("#graph").dispatchEvent(
    new PointerEvent("pointerdown", { clientX: left + width * 19.5 / 33, clientY: top }));
  look();
  location.hash = "#ply=21";
  addEventListener("hashchange", () => {
    look();
    document.body.dataset.seen = seen.join();
    click(".nav .live");
  });
});
"""


def test_the_viewer_is_driven_by_buttons_keys_moves_and_the_address(dom, report, tmp_path):
    shutil.copytree(report, tmp_path / "driven")
    with (tmp_path / "driven" / "play.js").open("a") as file:
        file.write(HANDS)
    page = dom((tmp_path / "driven" / "game0001.html").as_uri(), 30_000)
    [body] = (each for tag, each in page.tags if tag == "body")
    assert body["data-seen"] == "0,1,2,1,7,33,33,0,20,21"
    assert not any("of 33" in text for text in page.texts)  # it has played by itself to the end
    assert page.with_class("turned")
    assert not page.with_class("i-pause")


def test_the_report_stands_on_the_disk_as_it_was_written(dom, report):
    page = dom((report / "index.zh_CN.html").as_uri())
    assert "排名" in page.texts
    assert demo.HOSTILE in page.texts
    assert "broken" not in page.texts[0]


@pytest.fixture
def page(browser, tmp_path):
    if sys.platform == "win32":
        pytest.skip("the browser's pipes are of Unix")
    with Chromium(browser, tmp_path / "profile") as page:
        yield page


@pytest.mark.parametrize("streams", [True, False])
def test_the_live_page_follows_the_contest(page, running, tmp_path, streams, monkeypatch):
    """Hears of news by a stream; asks again and again where none can be had."""
    monkeypatch.setattr("board_core.serving.news.MOST_LISTENERS", 100 if streams else 0)
    folder = Folder(shutil.copytree(running.path, tmp_path / "contest"))
    with served(Live(folder)) as site:
        pages = [page.another() for _ in range(6)]  # a browser has six lines for them all
        for each in pages:
            page.turn_to(each)
            page.go(f"{site.url}index.html")
            page.wait_for("document.body.innerText.includes('18 of 23 games')", PATIENCE)
        with ContestStore(folder) as store:
            (pairing,) = [f for f in store.contest.to_play if f.number == 22]
            demo.played(store, pairing, demo.Clock())
        for each in pages:
            page.turn_to(each)
            page.wait_for("document.body.innerText.includes('19 of 23 games')", PATIENCE)
            assert page.run("document.querySelector('a[href=\"game0022.html\"]') !== null")
            assert page.run("document.querySelector('[data-runs]').dataset.left > 0")


def test_a_server_that_comes_back_is_asked_again(page, running, tmp_path):
    folder = Folder(shutil.copytree(running.path, tmp_path / "contest"))
    with served(Live(folder)) as site:
        port = int(site.url.rstrip("/").rsplit(":", 1)[1])
        page.go(f"{site.url}index.html")
    with ContestStore(folder) as store:
        store.ended("")
    with served(Live(folder), port=port):
        page.wait_for("document.body.innerText.includes('Final standings')", PATIENCE)


def test_a_contest_that_begins_takes_the_place_of_the_notice(page, new_folder):
    with served(Live(new_folder)) as site:
        page.go(f"{site.url}index.html")
        page.wait_for("document.body.innerText.includes('No contest has begun')", PATIENCE)
        demo.make(new_folder.path, finished=1, running=1)
        page.wait_for("document.body.innerText.includes('Round 2 of 4')", PATIENCE)
        page.wait_for("document.querySelectorAll('.mini').length === 1", PATIENCE)


def test_a_game_is_replayed_while_it_is_played(page, running, tmp_path):
    folder = Folder(shutil.copytree(running.path, tmp_path / "contest"))
    path = folder.running_game(19)
    whole = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(whole[:-3]))
    with served(Live(folder)) as site:
        page.go(f"{site.url}game0019.html")
        page.run("document.querySelector('#tab-graph').click()")
        path.write_bytes(b"".join(whole))
        page.wait_for("document.querySelectorAll('.mv[data-ply]').length === 22", PATIENCE)
        assert page.run("document.getElementById('moves').hidden")  # the tab is still the same
        cells = page.run("[...document.querySelectorAll('.board i')].map(i => i.dataset.p || '.')")
    assert "".join(cells).startswith("r..qr.k.bpp..pp.p.npbn.p")


def test_a_running_clock_counts_its_delay_its_time_and_its_periods(dom, running):
    """Four seconds and a half pass at once."""
    clocks = [
        'data-left="100" data-delay="60"',
        'data-left="100" data-delay="2"',
        'data-left="20" data-period="3" data-periods="0" data-later="2"',
        'data-left="1" data-period="3" data-periods="0" data-later="2"',
        'data-left="1" data-period="30" data-periods="4" data-later="3"',
        'data-left="1" data-period="3" data-periods="1" data-later="0"',
    ]
    body = "".join(f"<p data-runs {data}>?</p>" for data in clocks)
    script = '<script type="module" src="page.js"></script>'
    html = f"<!DOCTYPE html><html><head></head><body data-live>{body}{script}</body></html>"

    class OfClocks(Live):
        def answer(self, name, known=None):
            if name == "index.html":
                return PageAnswer("the same", b"" if known == "the same" else html.encode())
            if name == "page.js":  # time does not pass at once while a stream is open
                silent = "EventSource = class { close() {} };"
                return PageAnswer(
                    "silent", silent.encode() + super().answer(name).body, "text/javascript"
                )
            return super().answer(name, known)

    with served(OfClocks(running)) as site:
        page = dom(f"{site.url}index.html", 4500)
    first, second, third, fourth, fifth, sixth = page.texts
    assert re.fullmatch(r"1:40 \+5\d", first)
    assert re.fullmatch(r"1:3[789]", second)
    assert re.fullmatch(r"0:1\d", third)
    assert re.fullmatch(r"0:0\d\.\d x[12]", fourth)
    assert re.fullmatch(r"0:2\d x3", fifth)
    assert sixth == "0:00.0 x1"


def played(folder: Path, name: str, source: str, moves: str) -> Path:
    """The page of a game by an organiser's own rules."""
    packed = GameFilePlan(source=source, sha256=GameFile(name, source).sha256)
    contest = demo.duel(folder / "contest", name, moves.split(), game_file=packed)
    write_report(contest, read_contest(contest), folder / "report")
    return folder / "report" / "game0001.html"


def test_the_board_of_an_organisers_own_game_is_replayed(dom, tmp_path):
    source = (EXAMPLES / "games" / "connect_four.py").read_text("utf-8")
    path = played(tmp_path, "connect_four.py:CONNECT_FOUR", source, "d d e e c c b")
    page = dom(f"{path.as_uri()}#ply=3")
    cells = [each for _tag, each in page.tags if each.get("role") == "gridcell"]
    discs = {number: cell["data-p"] for number, cell in enumerate(cells) if "data-p" in cell}
    assert discs == {31: "x", 38: "O", 39: "O"}
    assert cells[39]["class"] == "last"
    assert len(cells) == 42
    assert {"a", "g", "6"} <= set(page.texts)
    assert len(dom(path.as_uri()).with_class("marked")) == 4


def test_a_game_without_places_is_replayed_as_text(dom, tmp_path):
    source = (EXAMPLES / "own_game.py").read_text("utf-8")
    source = source.replace("import cells", "import Geometry").replace(
        "cells(1, MATCHES)", "Geometry(())"
    )
    path = played(tmp_path, "own_game.py:HEAP", source, "3 2 1")
    for ply, left in ((0, 21), (2, 16), (3, 15)):
        page = dom(f"{path.as_uri()}#ply={ply}")
        in_data_and_shown = sum(f"matches={left}," in text for text in page.texts)
        assert in_data_and_shown == 2


WIDTHS = (320, 390, 768, 1100, 1280, 1920)
"""Of a window at zoom 400 %, a phone, tablets, laptops and a projector."""

VIEWS = ("#live", "#games", "#standing", "#programs")


def all_pages(*sites: Site) -> Iterator[str]:
    for site in sites:
        for language in ("", ".zh_CN"):
            yield from (f"{site.url}index{language}.html{view}" for view in VIEWS)
            for stem in ("projector", "game0001", "game0003", "entrant003", "entrant009"):
                yield f"{site.url}{stem}{language}.html"


def test_no_page_is_wider_than_its_window(page, running, finished, tmp_path):
    long = tmp_path / "long"
    long.mkdir()
    pages = {
        "ladder": Pages("en").contest(
            contest_view(demo.long_contest(60, format="ladder"), ENGLISH)
        ),
        "swiss": Pages("en").contest(contest_view(demo.long_contest(60), ENGLISH)),
    }
    for name, text in pages.items():
        (long / f"{name}.html").write_text(text)
    (long / "page.css").write_text(style_sheet(None))
    (long / "page.js").write_text(joined_script("page.js"))
    with served(Live(running)) as one, served(Live(finished)) as other:
        urls = [f"{long.as_uri()}/{name}.html{v}" for name in ("ladder", "swiss") for v in VIEWS]
        for url in (*urls, *all_pages(one, other)):
            page.go("about:blank")
            page.go(url)
            for width in WIDTHS:
                page.size(width)
                assert page.overflow() <= 0, (url, width)
                assert page.complaints == []


def test_nothing_keeps_anybody_out(page, running, finished, report, new_folder, axe):
    with (
        served(Live(running)) as one,
        served(Live(finished, play=True)) as other,
        served(Live(new_folder)) as none,
    ):
        disk = (f"{report.as_uri()}/{name}.html" for name in ("index", "game0001", "entrant009"))
        running_game = f"{one.url}game0019.html"
        some = (running_game, f"{running_game}?projector", f"{none.url}index.html", *disk)
        for url in (*all_pages(one, other), *some):
            page.go("about:blank")
            page.go(url)
            tabs = page.run("document.querySelectorAll('[role=tab]').length")
            for tab in range(max(1, tabs)):
                page.run(f"document.querySelectorAll('[role=tab]')[{tab}]?.click()")
                assert page.barriers(axe) == [], (url, tab)
        page.go(f"{other.url}entrant003.html")
        assert page.run("!!document.getElementById('against')")


def test_one_part_of_a_page_is_shown_at_a_time_and_all_of_it_on_paper(page, running):
    shown = "[...document.querySelectorAll('.view')].filter(v => v.offsetParent).map(v => v.id)"
    here = "document.querySelector('.web nav [aria-current]').hash"
    with served(Live(running)) as site:
        page.go(f"{site.url}index.html")
        assert (page.run(shown), page.run(here)) == (["live"], "#live")
        for where in ("standing", "games", "programs"):
            page.run(f"document.querySelector('.web nav a[href=\"#{where}\"]').click()")
            assert page.run(f"new Promise(r => setTimeout(() => r({shown})))") == [where]
            assert page.run(here) == f"#{where}"
        page.go(f"{site.url}game0003.html")
        page.go(f"{site.url}index.html#round2")
        assert page.run(shown) == ["games"]
        assert page.run("document.getElementById('round2').open")
        page.call("Emulation.setEmulatedMedia", media="print")
        assert len(page.run(shown)) == 4


def test_what_only_its_author_may_read_is_on_no_page_of_an_entrant(discreet, running):
    for number in (3, 9):
        name = f"entrant{number:03}.html"
        closed, opened = (Live(each).answer(name).body.decode() for each in (discreet, running))
        assert "loses" in Page(closed).text
        for secret in ("evil()", "exit code 139", "Bxf7+", "board why"):
            assert secret not in closed
        assert demo.HOSTILE not in closed + opened
    assert "evil()" in Page(opened).text
    assert "What to do" in Page(opened).text
