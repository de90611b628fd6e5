"""The live page as a browser asks for it."""

import errno
import re
import shutil

import demo
import pytest
from html_page import Page
from serving import served

from board_cli.commands.contest import serve
from board_cli.options import ServerOptions
from board_core.contest.exports import EXPORTS
from board_core.contest.report.live import Live
from board_core.contest.store import ContestReader, ContestStore, Folder, NotBegun, read_contest
from board_core.serving.server import address, is_private, listen, wanted


class Wall:
    """A clock on the wall that stands still."""

    def __init__(self) -> None:
        self.now = 2e9

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def site(running):
    with served(Live(running)) as site:
        yield site


@pytest.fixture
def copy(running, tmp_path) -> Folder:
    """The demonstration, to be written to."""
    shutil.copytree(running.path, tmp_path / "contest")
    return Folder(tmp_path / "contest")


def test_it_shows_what_the_report_shows_and_keeps_itself_up_to_date(site):
    page = Page(site.text())
    assert "Round 4 of 4" in page.text
    assert "data-live" in dict(page.tags)["body"]
    assert page.with_class("mini")[0]["href"] == "game0019.html"
    assert "data-left" in page.with_class("runs")[0]


def test_every_link_of_every_page_leads_somewhere(site):
    seen, ahead = set(), ["index.html", "index.zh_CN.html"]
    while ahead:
        name = ahead.pop()
        seen.add(name)
        body = site.text(f"/{name}")
        if name.endswith(".html"):
            links = {link.split("#")[0] for link in Page(body).links} - {"", "data:,"}
            ahead += sorted(links - seen - set(ahead))
    assert {"game0001.zh_CN.html", "game0019.html", "game0003.pgn", "games.pgn"} <= seen
    assert {"page.css", "page.js", "play.css", "play.js"} <= seen
    assert set(EXPORTS) <= seen
    assert len(seen) == 2 + 2 + 4 + 2 * 21 + 2 * 12 + 18 + 18 + 1 + len(EXPORTS)


def test_the_language_is_the_browsers(site):
    assert 'lang="zh-CN"' in site.text(accept_language="zh-CN,zh;q=0.9,en;q=0.8")
    assert 'lang="en"' in site.text(accept_language="fr,en;q=0.5,zh;q=0.1")
    assert 'lang="zh-CN"' in site.text("/index.zh_CN.html", accept_language="en")
    assert wanted("") == wanted("*;q=x,,;") == "en"


@pytest.mark.parametrize(("accepted", "ending"), [("zh-CN", "zh_CN.html"), ("fr", "html")])
def test_so_is_that_of_the_projector(site, accepted, ending):
    answer, _body = site.ask("/projector", **{"Accept-Language": accepted})
    assert (answer.status, answer.headers["Location"]) == (303, f"projector.{ending}")


def test_every_answer_forbids_what_is_not_ours(site):
    for path in ("/", "/game0001.html", "/page.js", "/games.pgn", "/nothing"):
        answer, _ = site.ask(path)
        policy = answer.getheader("Content-Security-Policy")
        assert policy.startswith("default-src 'none'; script-src 'self';")
        assert "unsafe" not in policy
        assert answer.getheader("X-Content-Type-Options") == "nosniff"
        assert answer.getheader("Server") is None


NOTHING = (
    "/../contest.toml",
    "/..%2fcontest%2fjournal.jsonl",
    "/%2e%2e/%2e%2e/etc/passwd",
    "//etc/passwd",
    "/contest/journal.jsonl",
    "/journal.jsonl",
    "/game0001.jsonl",
    "/game0001-entrant001.log",
    "/game0001.html/",
    "/game1.html",
    "/game0001.de.html",
    "/game0000.html",
    "/game0099.html",
    "/game999999999999999999.html",
    "/game%D9%A0%D9%A0%D9%A0%D9%A1.html",
    "/game0001.html%00.pgn",
    "/index.xx.html",
    "/games.sgf",
    "/page.html",
    "/base.html",
    "/%ff%fe",
    "/" + "a" * 2000,
)


def test_there_is_nothing_but_the_report(site):
    answers = {path: site.ask(path) for path in NOTHING}
    assert {
        path: answer.status for path, (answer, _) in answers.items() if answer.status != 404
    } == {}
    assert not [path for path, (_, body) in answers.items() if b"seq" in body]


def test_logs_are_not_served_to_everybody(discreet):
    with served(Live(discreet)) as site:
        for name in ("/game0003.html", "/game0019.html", "/game0003.zh_CN.html"):
            page = Page(site.text(name))
            assert page.with_class("log") == page.with_class("evidence") == []


def test_nothing_can_be_changed(site):
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        assert site.ask("/", method)[0].status == 405
        assert site.ask("/game0001.html", method)[0].status == 405


def test_head_is_answered_without_a_body(site):
    answer, body = site.ask("/", "HEAD")
    assert (answer.status, body) == (200, b"")


def test_who_has_the_page_gets_it_again_only_when_something_has_happened(copy):
    with served(Live(copy)) as site:
        tag = site.ask()[0].getheader("ETag")
        answer, body = site.ask(if_none_match=tag)
        assert (answer.status, body) == (304, b"")
        with ContestStore(copy) as store:
            store.ended("")
        answer, body = site.ask(if_none_match=tag)
        assert answer.status == 200
        assert "Final standings" in body.decode()


def test_a_move_that_is_played_is_shown(copy):
    path = copy.running_game(19)
    whole = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(whole[:-2]))
    with served(Live(copy)) as site:
        assert "Game 19, move 10" in site.text()
        tag = site.ask("/game0019.html")[0].getheader("ETag")
        path.write_bytes(b"".join(whole))
        assert "Game 19, move 11" in site.text()
        assert site.ask("/game0019.html", if_none_match=tag)[0].status == 200


def test_clocks_run_between_two_looks(running):
    wall = Wall()
    wall.now = running.running_game(19).stat().st_mtime + 10
    live = Live(running, wall)

    def left():
        page = Page(live.answer("index.html").body.decode())
        return float(page.with_class("runs")[0]["data-left"])

    before, tag = left(), live.answer("index.html").tag
    wall.now += 0.5
    assert left() == before  # not drawn anew for everybody who looks
    wall.now += 5
    assert left() == pytest.approx(before - 5.5)
    assert live.answer("index.html").tag == tag  # nothing has happened


def test_nothing_is_drawn_for_who_has_the_page(running, monkeypatch):
    live = Live(running)
    tag = live.answer("index.html").tag
    monkeypatch.setattr("board_core.contest.report.live.contest_view", None)
    monkeypatch.setattr("board_core.contest.report.live.ContestReader.read", None)
    assert live.answer("index.html", tag).body == b""


@pytest.mark.parametrize("name", [*EXPORTS, "games.pgn"])
def test_what_is_made_of_all_games_is_made_once_until_something_has_happened(copy, name):
    live = Live(copy)
    made = live.answer(name)
    assert live.answer(name) is made
    assert live.answer(name, made.tag).body == b""
    with ContestStore(copy) as store:
        store.ended("")
    assert live.answer(name, made.tag).tag != made.tag


def test_it_waits_for_a_contest_that_has_not_begun(new_folder):
    live = Live(new_folder)
    before = live.answer("index.html")
    assert before.status == 503
    assert "No contest has begun here yet." in before.body.decode()
    assert live.answer("game0001.html") is None
    assert live.answer("games.pgn") is None
    demo.make(new_folder.path, finished=0, running=0)
    after = live.answer("index.html")
    assert after.status == 200
    assert "No round has been paired yet." in after.body.decode()


def test_a_line_that_is_being_written_is_waited_for(copy):
    whole = copy.journal.read_bytes()
    lines = whole.splitlines(keepends=True)
    live = Live(copy)
    copy.journal.write_bytes(lines[0][:100])
    assert "No contest has begun here yet." in live.answer("index.html").body.decode()
    for cut in (len(lines[0]), len(whole) // 2, len(whole) - 1, len(whole)):
        copy.journal.write_bytes(whole[:cut])
        assert live.answer("index.html").status == 200
    assert "Round 4 of 4" in live.answer("index.html").body.decode()


def test_a_damaged_journal_is_said_in_the_readers_language(copy):
    data = copy.journal.read_bytes()
    copy.journal.write_bytes(data.replace(b'"paired"', b'"pAired"', 1))
    answer = Live(copy).answer("index.zh_CN.html")
    assert answer.status == 503
    assert "比赛无法读取" in answer.body.decode()


def test_a_reader_reads_each_event_once_and_notices_another_contest(running, tmp_path):
    folder = Folder(tmp_path)
    reader = ContestReader(folder)
    with pytest.raises(NotBegun):
        reader.read()
    folder.state.mkdir()
    lines = running.journal.read_bytes().splitlines(keepends=True)
    for number in range(1, len(lines) + 1):
        with folder.journal.open("ab") as file:
            file.write(lines[number - 1])
        contest = reader.read()
    assert contest == read_contest(running)
    folder.journal.write_bytes(lines[0])
    assert reader.read().played == {}


def test_who_listens_where_others_can_come_in_is_warned():
    assert is_private("127.0.0.1")
    assert is_private("::1")
    assert is_private("localhost")
    assert not is_private("0.0.0.0")
    assert not is_private("192.168.1.5")
    assert not is_private("example.org")


def test_a_port_that_is_taken_is_an_error():
    with listen("127.0.0.1", 0) as taken:
        assert address(taken).startswith("http://127.0.0.1:")
        with pytest.raises(OSError) as refused:  # noqa: PT011  # each system has its own words
            listen("127.0.0.1", taken.getsockname()[1])
        assert refused.value.errno == errno.EADDRINUSE


PLAN = """
name = "Spring"
seed = 1
rounds = 1
[[entrants]]
name = "Ada"
player = "random"
[[entrants]]
name = "Bob"
player = "random"
"""


class Unserved:
    """Stands for a server that is ended at once."""

    def run(self, sockets):
        raise KeyboardInterrupt


@pytest.mark.parametrize(("host", "lines"), [("127.0.0.1", 1), ("0.0.0.0", 2)])
def test_it_says_where_it_is_and_who_can_come_in(host, lines, new_folder, monkeypatch, capsys):
    new_folder.path.mkdir()
    new_folder.plan.write_text(PLAN, encoding="utf-8")
    monkeypatch.setattr("board_core.serving.server.server_of", lambda *given, **named: Unserved())
    serve.run(new_folder.path, listens=ServerOptions(host, port=0))  # Ctrl-C is the usual end
    said = capsys.readouterr().out.splitlines()
    assert re.search(r"http://[\d.]+:\d+/ ", said[0])
    assert len(said) == lines
