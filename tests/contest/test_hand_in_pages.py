"""The hand-in as a browser, and as a stranger, asks for it."""

import json
import re
import select
import shutil
import threading
import zipfile
from contextlib import contextmanager, suppress
from io import BytesIO

import pytest
from html_page import Page
from serving import Site, served
from test_hand_in import NOON, PLAN, PROGRAM, Wall

from board_core.contest.desk import HandInDesk
from board_core.contest.hand_in import Version
from board_core.contest.hand_in_log import HandInLog, decide_hand_in, issue_tokens
from board_core.contest.ready import ready_languages
from board_core.contest.report.live import Live
from board_core.contest.report.pages import Pages
from board_core.contest.store import Folder
from board_core.serving.connections import ConnectionLimits
from board_core.serving.form import BadForm, HandInForm

EDGE = "a-boundary-of-the-form"


def zipped(**files: bytes) -> bytes:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in files.items():
            archive.writestr(f"{name}.py", data)
    return buffer.getvalue()


def form(*fields: tuple[str, str, bytes], end: str = "--") -> bytes:
    """A form as browsers send it: names of fields, names of files, and data."""
    parts = []
    for name, file, data in fields:
        named = f'; filename="{file}"' if file else ""
        head = f'--{EDGE}\r\nContent-Disposition: form-data; name="{name}"{named}\r\n\r\n'
        parts.append(head.encode() + data + b"\r\n")
    return b"".join(parts) + f"--{EDGE}{end}\r\n".encode()


class HandInSite:
    """A server with a desk that checks nothing, and what its visitors send."""

    def __init__(self, site: Site, desk: HandInDesk, tokens: dict[str, str]) -> None:
        self.site, self.desk, self.tokens = site, desk, tokens

    def send(self, body: bytes, path: str = "/hand-in.html", **headers: str):
        head = {"Content-Type": f"multipart/form-data; boundary={EDGE}"}
        head |= {name.replace("_", "-"): value for name, value in headers.items()}
        return self.site.ask(path, "POST", body, **head)

    def hand_in(self, name: str = "Ada", data: bytes = zipped(main=PROGRAM), **more: str):
        token = self.tokens[name].encode()
        return self.send(form(("token", "", token), ("zip", "a.zip", data)), **more)


@contextmanager
def opened(folder: Folder):
    desk = HandInDesk(folder, now=Wall())
    tokens = issue_tokens(HandInLog(folder), ["Ada", "Bob"])
    with served(Live(folder, hand_in=True), desk=desk) as site:
        yield HandInSite(site, desk, tokens)


@pytest.fixture
def folder(tmp_path) -> Folder:
    (tmp_path / "contest.toml").write_text(PLAN.replace("[hand_in]", "[hand_in]\nsize = 1"))
    return Folder(tmp_path)


@pytest.fixture
def spring(folder):
    with opened(folder) as site:
        yield site


def test_a_version_is_answered_with_a_receipt_that_only_its_author_has(spring):
    answer, _body = spring.hand_in()
    assert answer.status == 303
    place = answer.getheader("Location")
    card = spring.site.text(f"/{place}")
    assert "Version 1" in Page(card).text
    assert "san:main.py" in Page(card).texts
    chinese = spring.site.text(f"/{place.replace('.html', '.zh_CN.html')}")
    assert 'lang="zh-CN"' in chinese
    assert spring.site.ask(f"/{place[:-6]}x.html")[0].status == 404
    public = spring.site.ask("/")[1] + spring.site.ask("/hand-in.html")[1]
    assert place.removesuffix(".html").encode() not in public
    assert b"main.py\n" not in public


def test_a_zip_to_begin_with_is_handed_in_as_it_is(spring):
    page = spring.site.text("/hand-in.html")
    assert "python" in ready_languages()
    for language in ready_languages():
        assert f'href="ready-{language}.zip"' in page
    answer, data = spring.site.ask("/ready-python.zip")
    assert (answer.status, answer.getheader("Content-Type")) == (200, "application/zip")
    assert spring.hand_in(data=data)[0].status == 303
    assert spring.site.ask("/ready-cobol.zip")[0].status == 404
    spring.desk.folder.plan.write_text(f'game = "gomoku"\n{PLAN}')  # which it does not play
    assert "ready-python.zip" not in spring.site.text("/hand-in.html")


def test_the_form_shows_the_versions_of_the_token_alone(spring):
    spring.hand_in("Bob")
    token = spring.tokens["Ada"].encode()
    nothing = ("zip", "", b""), ("folder", "", b"")
    answer, body = spring.send(form(("token", "", token), *nothing))
    assert answer.status == 200
    assert "Nothing has been handed in yet." in Page(body.decode()).texts
    assert b"Bob" not in body
    answer, body = spring.send(form(("token", "", spring.tokens["Bob"].encode())))
    assert "Version 1" in Page(body.decode()).text


def test_the_form_shows_the_last_versions_and_is_drawn_beside_the_servers_loop(
    spring, folder, monkeypatch
):
    made = [Version("Ada", f"{n:064x}", "san:main.py", f"{n}", NOON) for n in range(22)]
    HandInLog(folder).write(*made)
    threads, draw = set[str](), Pages.hand_in

    def drawn(self, *facts, **more) -> str:
        threads.add(threading.current_thread().name)
        return draw(self, *facts, **more)

    monkeypatch.setattr(Pages, "hand_in", drawn)
    on_loop = next(t.name for t in threading.enumerate() if t.name.endswith("(run)"))
    page = Page(spring.send(form(("token", "", spring.tokens["Ada"].encode())))[1].decode())
    shown = [int(number) for number in re.findall(r"Version (\d+)", page.text)]
    assert shown == [*range(22, 2, -1)]
    assert "Earlier versions are not shown." in page.texts
    assert spring.send(form(("token", "", b"nobody's")))[0].status == 403
    assert threads
    assert on_loop not in threads


def test_a_folder_comes_as_files_with_their_paths(spring, folder):
    token = spring.tokens["Ada"].encode()
    files = ("folder", "my/main.py", PROGRAM), ("folder", "my/数据/a.txt", b"x")
    answer, _body = spring.send(form(("token", "", token), *files))
    assert answer.status == 303
    assert (folder.path / "entries/ada/数据/a.txt").read_bytes() == b"x"


def test_the_address_that_is_given_out_leads_to_the_page_in_the_browsers_language(spring):
    for accepted, place in (("zh-CN,en;q=0.5", "hand-in.zh_CN.html"), ("", "hand-in.html")):
        answer, _body = spring.site.ask("/hand-in", **{"Accept-Language": accepted})
        assert (answer.status, answer.headers["Location"]) == (303, place)
        assert answer.headers["Vary"] == "Accept-Language"


def test_refusals_have_a_reason_on_the_page_in_its_language(spring):
    for path in ("/hand-in.html", "/hand-in.zh_CN.html"):
        answer, body = spring.hand_in(data=b"no zip", path=path)
        assert answer.status == 422
        assert Page(body.decode()).with_class("failure")
    answer, body = spring.hand_in(data=zipped(a=b"", b=b""))
    assert answer.status == 422
    assert "entry.toml" in Page(body.decode()).text
    decide_hand_in(HandInLog(spring.desk.folder), False, "Grace")
    answer, body = spring.hand_in()
    assert answer.status == 403
    assert "the hand-in is closed" in Page(body.decode()).texts


def test_no_other_site_can_hand_in_and_no_cookie_is_kept(spring):
    refused = {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "same-site"}
    for headers in refused:
        answer, _body = spring.hand_in(**headers)
        assert answer.status == 403
    answer, _body = spring.hand_in(Origin=spring.site.url.rstrip("/"), Sec_Fetch_Site="same-origin")
    assert answer.status == 303
    assert answer.getheader("Set-Cookie") is None
    policy = answer.getheader("Content-Security-Policy")
    assert policy.startswith("default-src 'none'; script-src 'self';")
    assert "form-action 'self'" in policy
    index, _body = spring.site.ask("/")
    assert "form-action 'none'" in index.getheader("Content-Security-Policy")


def test_a_large_upload_is_refused_and_its_author_sees_why(spring, folder):
    answer, body = spring.hand_in(data=b"\0" * (1024 * 1024 + 1))
    assert answer.status == 413
    assert "the upload is larger than 1 MiB" in Page(body.decode()).texts
    assert not list(folder.state.glob("packages/*"))


def test_nothing_is_read_before_the_token(spring):
    token = spring.tokens["Ada"].encode()
    wrong = (
        form(("zip", "a.zip", zipped(main=PROGRAM)), ("token", "", token)),
        form(("token", "", b"x" * 5000), ("zip", "a.zip", b"")),
        form(("other", "", b"x")),
        form(("token", "", token), ("other", "a", b"x")),
        form(("token", "", token), ("zip", "a.zip", b""), ("zip", "b.zip", b"")),
        form(("token", "", token), ("zip", "a.zip", zipped(main=PROGRAM)), end=""),
        form(),
        b"",
        b"nonsense",
        b"--" + EDGE.encode() + b"\r\n" + b"X: y\r\n" * 1000,
    )
    assert {spring.send(body)[0].status for body in wrong} == {400}
    for kind in ("text/plain", "multipart/form-data", "multipart/form-data; boundary=", ""):
        assert spring.send(form(), Content_Type=kind)[0].status == 400
    assert spring.desk.versions("Ada") == ()
    assert spring.send(form(("token", "", b"wrong")))[0].status == 403


def test_what_comes_behind_a_form_is_not_read_for_ever(spring, monkeypatch):
    monkeypatch.setattr("board_core.serving.hand_in_pages.MOST_DISCARDED", 1000)
    token = spring.tokens["Ada"].encode()
    body = form(("token", "", token), ("zip", "a.zip", zipped(main=PROGRAM)))
    head = (
        f"POST /hand-in.html HTTP/1.1\r\nHost: {spring.site.url[7:-1]}\r\n"
        f"Content-Type: multipart/form-data; boundary={EDGE}\r\nContent-Length: {1 << 40}\r\n\r\n"
    )
    with spring.site.knock(head.encode(), body, b"\r\n" * (1 << 20)) as answer:
        assert answer.recv(12) == b"HTTP/1.1 303"


def test_an_upload_that_breaks_off_takes_nothing(spring):
    body = form(("token", "", spring.tokens["Ada"].encode()), ("zip", "a.zip", b"PK"))
    head = (
        f"POST /hand-in.html HTTP/1.1\r\nHost: {spring.site.url[7:-1]}\r\n"
        f"Content-Type: multipart/form-data; boundary={EDGE}\r\nContent-Length: 9999\r\n\r\n"
    )
    with spring.site.knock(head.encode(), body):
        pass
    assert spring.hand_in("Bob")[0].status == 303
    assert spring.desk.versions("Ada") == ()


def test_a_full_disk_is_told_and_the_page_goes_on(spring, monkeypatch):
    def full(*args, **kwargs):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("board_core.contest.desk.write_whole", full)
        answer, body = spring.hand_in()
    assert answer.status == 503
    assert "No space left on device" in Page(body.decode()).text
    assert spring.hand_in()[0].status == 303


def test_without_a_desk_nothing_is_taken(folder):
    with served(Live(folder)) as site:
        assert site.ask("/hand-in.html")[0].status == 404
        assert site.ask("/hand-in.html", "POST", b"")[0].status == 405
        assert b"hand-in" not in site.ask("/")[1]


def test_no_name_or_text_of_a_stranger_becomes_markup(spring, folder):
    hostile = b"language = '<script>alert(1)</script>'"
    answer, body = spring.send(
        form(
            ("token", "", spring.tokens["Ada"].encode()),
            ("folder", "x/main.py", PROGRAM),
            ("folder", "x/entry.toml", hostile),
        )
    )
    assert answer.status == 422
    assert b"<script>alert" not in body
    assert "<script>alert(1)</script>" in Page(body.decode()).text
    kept = [json.loads(line) for line in folder.hand_in.read_text().splitlines()]
    assert kept[-1]["event"] == "refused"
    shutil.rmtree(folder.state)


def test_an_origin_that_is_none_is_a_bad_form(spring):
    for origin in ("http://[", "http://[::1", "://", "", "http:", "http://a b", "1://localhost"):
        assert spring.hand_in(Origin=origin)[0].status == 400, origin
    same = spring.site.url[7:-1]
    for origin in (f"http://{same}.evil.example", f"http://x@{same}", "http://[::1]"):
        assert spring.hand_in(Origin=origin)[0].status in (400, 403), origin


@contextmanager
def begun(spring: HandInSite, name: str, size: int):
    """An upload that has come so far, and goes no further by itself."""
    token = spring.tokens[name].encode()
    body = form(("token", "", token), ("zip", "a.zip", bytes(size)), end="")
    head = (
        f"POST /hand-in.html HTTP/1.1\r\nHost: {spring.site.url[7:-1]}\r\n"
        f"Content-Type: multipart/form-data; boundary={EDGE}\r\nContent-Length: 2000000\r\n\r\n"
    )
    with spring.site.knock(head.encode(), body[: -len(EDGE) - 6]) as connection:
        two = form(("token", "", token), ("zip", "a.zip", b""), ("zip", "b.zip", b""))
        while spring.send(two)[0].status != 503:
            pass  # its bytes are still on their way: another one is refused for what it is
        yield connection


def test_uploads_that_trickle_take_no_place_of_others(spring, monkeypatch):
    with begun(spring, "Ada", 0):
        assert spring.hand_in("Ada")[0].status == 503, "one at a time"
    monkeypatch.setattr("board_core.serving.hand_in_pages.MOST_HELD", 1)
    with begun(spring, "Ada", 1_000_000) as greedy:
        assert spring.hand_in("Bob")[0].status == 303
        with begun(spring, "Bob", 400_000):
            greedy.sendall(bytes(10_000))  # more than half of the room, and more than there is
            assert spring.hand_in("Ada")[0].status == 303, "what is refused is not held"


def test_an_upload_that_comes_too_slowly_is_ended(folder):
    desk = HandInDesk(folder, now=Wall())
    tokens = issue_tokens(HandInLog(folder), ["Ada", "Bob"])
    with served(Live(folder, hand_in=True), ConnectionLimits(head=0.3), desk=desk) as site:
        spring = HandInSite(site, desk, tokens)
        with begun(spring, "Ada", 0) as slow, suppress(ConnectionError):
            while not select.select([slow], [], [], 0.02)[0]:
                slow.sendall(b"x")
        assert spring.hand_in("Ada")[0].status == 303


@pytest.mark.parametrize("believed", [True, False])
def test_wrong_tokens_are_counted_by_whom_a_named_proxy_asks_for(folder, believed):
    desk = HandInDesk(folder, now=Wall())
    tokens = issue_tokens(HandInLog(folder), ["Ada", "Bob"])
    proxies = ["127.0.0.1"] if believed else ["192.0.2.77"]
    with served(Live(folder, hand_in=True), desk=desk, proxies=proxies) as site:
        spring = HandInSite(site, desk, tokens)
        wrong = form(("token", "", b"wrong"))
        for _ in range(30):
            assert spring.send(wrong, X_Forwarded_For="192.0.2.1")[0].status == 403
        assert spring.send(wrong, X_Forwarded_For="9.9.9.9, 192.0.2.1")[0].status == 429
        other = spring.send(wrong, X_Forwarded_For="192.0.2.2")[0].status
        assert other == (403 if believed else 429)
        assert spring.hand_in("Ada", X_Forwarded_For="192.0.2.1")[0].status == 303


def test_a_bad_form_is_not_told_on_the_terminal_of_the_organiser(caplog):
    reader = HandInForm("multipart/form-data; boundary=X", 9, lambda token: None, lambda: None)
    with pytest.raises(BadForm):
        reader.feed(b"xyz")
    assert not caplog.records
