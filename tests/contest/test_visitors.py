"""The live page for visitors who are slow on purpose, too many, or at the wrong name."""

from __future__ import annotations

import select
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
from patience import PATIENCE
from serving import Site, served

from board_core.contest.report.live import Live, PageAnswer
from board_core.serving.connections import (
    ConnectionLimits,
    address_group,
    host_in_header,
)
from board_core.serving.server import server_of

HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"

needs_poll = pytest.mark.skipif(not hasattr(select, "poll"), reason="it needs poll(2)")


def is_over(connection: socket.socket, patience: float = PATIENCE) -> bool:
    """Whether the server ends it before so many seconds have passed."""
    connection.settimeout(patience)
    with suppress(ConnectionError):
        while True:
            try:
                if not connection.recv(65536):
                    return True
            except TimeoutError:
                return False
    return True


def still_there(connections: list[socket.socket]) -> list[socket.socket]:
    return [each for each in connections if not select.select([each], [], [], 0)[0]]


@contextmanager
def many_files(number: int) -> Iterator[None]:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < number:
        pytest.skip("this process may not open so many files")
    if soft == resource.RLIM_INFINITY or soft >= number:
        yield
        return
    resource.setrlimit(resource.RLIMIT_NOFILE, (number, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_request_of_which_a_byte_comes_now_and_then_is_ended(running):
    with served(Live(running), ConnectionLimits(head=0.2)) as site, site.knock(HEAD) as slow:
        with suppress(ConnectionError):
            while not select.select([slow], [], [], 0.02)[0]:
                slow.sendall(b"X")
        assert is_over(slow)
        assert site.ask()[0].status == 200


def test_a_second_question_has_the_same_time_as_the_first(running):
    with (
        served(Live(running), ConnectionLimits(head=0.2)) as site,
        site.knock(HEAD + b"\r\n", b"GET / HT") as slow,
    ):
        assert is_over(slow)


def test_a_body_that_does_not_come_is_not_waited_for(running):
    post = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nx"
    with served(Live(running), ConnectionLimits(head=0.2)) as site, site.knock(post) as slow:
        assert slow.recv(12) == b"HTTP/1.1 405"
        assert is_over(slow)


@needs_poll
def test_who_does_not_read_an_answer_is_not_waited_for(running):
    class Long(Live):
        def answer(self, name: str, known: str | None = None) -> PageAnswer:
            return PageAnswer("tag", bytes(50_000_000))

    with (
        served(Long(running), ConnectionLimits(head=1)) as site,
        site.knock(HEAD + b"\r\n") as slow,
    ):
        ends = select.poll()
        ends.register(slow, 0)  # of errors alone: nothing is read
        assert ends.poll(1000 * PATIENCE)
        with site.knock(HEAD + b"\r\n") as quick:
            quick.settimeout(PATIENCE)
            assert sum(iter(lambda: len(quick.recv(1 << 20)), 0)) > 50_000_000


def test_the_page_stays_when_a_thousand_are_connected_and_sixty_have_half_asked(running):
    with many_files(3000), served(Live(running)) as site, ExitStack() as closing:
        for said in [(HEAD,)] * 60 + [()] * 1005:
            closing.enter_context(site.knock(*said))
        for _ in range(3):
            assert site.ask()[0].status == 200
        with site.knock(HEAD + b"\r\n") as another:
            assert another.recv(12) == b"HTTP/1.1 200"


@pytest.mark.parametrize(
    "limits", [ConnectionLimits(head=600, each=5), ConnectionLimits(head=600, most=5)]
)
def test_who_waits_longest_without_a_question_goes_when_one_more_comes(running, limits: Any):
    with served(Live(running), limits) as site, ExitStack() as closing:
        waiting = [closing.enter_context(site.knock(HEAD)) for _ in range(5)]
        for longest in waiting[:3]:
            asking = closing.enter_context(site.knock(HEAD + b"\r\n"))
            assert asking.recv(12) == b"HTTP/1.1 200"
            assert is_over(longest)
        assert still_there(waiting[:3]) == []
        assert still_there(waiting) == waiting[3:]


@pytest.mark.parametrize(
    "said",
    [
        b"GET /" + b"a" * 1_000_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        HEAD + b"X: " + b"a" * 1_000_000 + b"\r\n\r\n",
        HEAD + b"X: y\r\n" * 200_000 + b"\r\n",
        HEAD + b"Host: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.0\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    ],
    ids=["path", "header", "headers", "two hosts", "no host", "old and no host", "TLS"],
)
def test_what_is_too_long_or_no_request_is_refused(running, said: bytes):
    with served(Live(running)) as site, site.knock() as connection:
        with suppress(ConnectionError):  # it may be closed before all is sent
            connection.sendall(said)
        with suppress(ConnectionError):
            assert connection.recv(12) in (b"HTTP/1.1 400", b"")
        assert is_over(connection)


def status(site: Site, host: str) -> int:
    return site.ask(Host=host)[0].status


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "10.0.0.1", "[::1]:80"])
def test_a_name_that_is_not_ours_is_refused(running, host: str):
    """Else a page of somebody else's, whose name is made to mean this machine, reads ours."""
    with served(Live(running), names=["lab.example"]) as site:
        answer, body = site.ask(Host=host)
        assert answer.status == 421
        assert "--host-name" in body.decode()
        assert answer.getheader("Content-Security-Policy")


def test_our_names_and_addresses_are_answered(running):
    with served(Live(running), names=["Lab.example", "2001:DB8::1"]) as site:
        for host in ("localhost", "LOCALHOST:80", "127.0.0.1", "localhost.", "lab.EXAMPLE.:8000"):
            assert status(site, host) == 200
        assert status(site, "[2001:db8:0::1]:8000") == 200
        assert status(site, "<script>") == status(site, "a b") == status(site, "") == 400


@pytest.mark.parametrize(
    ("header", "host"),
    [
        ("Lab", "lab"),
        ("lab.:80", "lab"),
        ("[::1]:8000", "::1"),
        ("[::ffff:127.0.0.1]", "127.0.0.1"),
        ("127.0.0.1:8000", "127.0.0.1"),
        ("lab:80:80", None),
        ("a@lab", None),
        (".", None),
        ("", None),
    ],
)
def test_a_host_is_read_one_way(header: str, host: str | None):
    assert host_in_header(header) == host


def test_a_room_and_a_network_of_ipv6_count_as_one():
    assert address_group("10.0.0.1") == address_group("::ffff:10.0.0.1")
    assert address_group("10.0.0.1") != address_group("10.0.0.2")
    assert address_group("2001:db8::1") == address_group("2001:db8::ffff:2")
    assert address_group("2001:db8::1") != address_group("2001:db8:0:1::1")
    assert address_group("") == ""


class Visitor(SimpleNamespace):
    __hash__ = object.__hash__


@pytest.mark.parametrize(("host", "ended"), [("2001:db8::1", 0), ("2001:db8::2", 2)])
def test_a_proxy_shares_its_allowance_with_no_neighbour(running, host, ended):
    server = server_of(Live(running), limits=ConnectionLimits(each=1), proxies=["2001:DB8:0::1"])
    known, over = server.config.http.open_connections, list[str]()
    for since in range(3):
        facts = {"host": host, "address": address_group(host), "answering": False, "since": since}
        known.add(Visitor(**facts, end=lambda: over.append(host)))
    assert len(over) == ended


CHUNKED = b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"


def test_a_body_in_tiny_pieces_is_refused(running):
    with served(Live(running)) as site, site.knock(CHUNKED) as slow:
        with suppress(ConnectionError):
            slow.sendall(b"1\r\n-\r\n" * 100_000)
        assert is_over(slow)
        assert site.ask()[0].status == 200


@pytest.mark.parametrize("piece", [b"ZZ\r\n", b"1\r\n-\r\n" * 5000, b"1\r\n-"])
def test_a_bad_body_behind_an_answer_ends_the_connection_without_a_word(
    running, piece, caplog, capfd
):
    with served(Live(running), ConnectionLimits(head=0.5)) as site, site.knock(CHUNKED) as slow:
        assert slow.recv(12) == b"HTTP/1.1 405"
        with suppress(ConnectionError):
            slow.sendall(piece)
        assert is_over(slow)
    assert not caplog.records
    assert capfd.readouterr().err == ""


BAD_PIECES = b"zz\r\n", b"1\r\n-z", b"1\r\n-\r\n" * 1000, b"0\r\nno header\r\n\r\n"


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "OPTIONS"])
def test_a_bad_body_that_comes_with_its_head_is_answered_once(running, method, caplog, capfd):
    with served(Live(running)) as site:
        for piece in BAD_PIECES:
            with site.knock(CHUNKED.replace(b"POST", method.encode()) + piece) as connection:
                answer = b""
                while came := connection.recv(65536):
                    answer += came
                assert answer.startswith(b"HTTP/1.1 400")
                assert answer.count(b"HTTP/1.1") == 1
    assert not caplog.records
    assert capfd.readouterr().err == ""


ODD_VALUES = (
    *(b"", b"[", b"http://[", b"http://[::1", b"\xff\xfe", b"\x80", b"http://\xe9\xa0:x", b"null"),
    *(b"http://a\xb8b/", b"%00", b"a" * 9000, b",;=" * 2000, b'"', b"0", b"-1", b"nan", b"1e999"),
    *(
        b"\t\x0b\x85",
        b"http://" + b"[" * 5000,
        b"://",
        b"http://localhost:99999999999999",
        b"q=\xb2",
    ),
)
HEADERS = (
    *("Host", "Origin", "Referer", "Sec-Fetch-Site", "Accept", "Accept-Language", "Range"),
    *("If-None-Match", "If-Modified-Since", "Content-Type", "Content-Length", "Cookie", "Expect"),
    *("Transfer-Encoding", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "Upgrade"),
    *("Forwarded", "Connection", "User-Agent", "Sec-WebSocket-Key", "Authorization", "Date"),
)


@pytest.mark.parametrize("proxies", [(), ("127.0.0.1",)], ids=["", "behind a proxy"])
def test_a_header_of_any_bytes_is_no_fault_of_ours(running, proxies, caplog, capfd):
    with (
        served(Live(running), ConnectionLimits(head=0.3), proxies=proxies) as site,
        ExitStack() as closing,
    ):
        for method, name, value in product((b"GET", b"POST"), HEADERS, ODD_VALUES):
            host = b"" if name == "Host" else b"Host: localhost\r\n"
            head = method + b" / HTTP/1.1\r\n" + host + name.encode() + b": " + value
            asking = closing.enter_context(site.knock(head + b"\r\n\r\n"))
            asking.settimeout(PATIENCE)
            status = asking.recv(12)[9:12]
            assert status < b"500", (name, value, status)
            if name == "Host":
                assert status in (b"400", b"421"), (value, status)
            closing.pop_all().close()
    assert not caplog.records
    assert capfd.readouterr().err == ""
