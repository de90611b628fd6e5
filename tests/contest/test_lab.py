"""Who belongs to a lab, what listens there, and what a stranger gets."""

from __future__ import annotations

import asyncio
import os
import socket
import ssl
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from labs import Lab, needs_cluster, scheduler, worker
from patience import PATIENCE

from board_core.contest.cluster.connection import (
    VALID_DAYS,
    NoCluster,
    NoLab,
    SchedulerAddress,
    greet,
    made_or_read,
    make_lab,
    read_lab,
)
from board_core.contest.cluster.executor import cluster_executor

pytestmark = needs_cluster

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it reads /proc")
posix = pytest.mark.skipif(os.name != "posix", reason="files have no owner and no mode here")


# The file


def test_a_lab_is_one_file_for_its_owner_alone(tmp_path):
    lab, made = made_or_read(tmp_path / "lab.pem")
    assert made
    assert made_or_read(lab.path) == (lab, False)
    assert lab.path.stat().st_size < 2000
    days = (lab.until - datetime.now(UTC)) / timedelta(days=1)
    assert VALID_DAYS - 1 < days <= VALID_DAYS
    if os.name == "posix":
        assert lab.path.stat().st_mode & 0o777 == 0o600


def test_what_is_there_already_is_not_written_to(tmp_path):
    (tmp_path / "target").write_text("mine")
    (tmp_path / "lab.pem").symlink_to(tmp_path / "target")
    with pytest.raises(FileExistsError):
        make_lab(tmp_path / "lab.pem")
    assert (tmp_path / "target").read_text() == "mine"


def refusal(path: Path, now: datetime | None = None) -> str:
    with pytest.raises(NoLab) as error:
        read_lab(path, now)
    return str(error.value)


def test_without_a_good_file_it_is_said_what_is_wrong(tmp_path):
    path = tmp_path / "lab.pem"
    assert "there is no" in refusal(path)
    assert "'board scheduler' makes it" in refusal(path)
    lab = make_lab(path)
    assert "has been out of date since" in refusal(path, lab.until)
    assert "is the clock of this machine right?" in refusal(
        path, lab.until - timedelta(days=VALID_DAYS + 2)
    )
    good = path.read_bytes()
    key, certificate = good.split(b"-----BEGIN CERT")
    another = make_lab(tmp_path / "another.pem").path.read_bytes().split(b"-----BEGIN CERT")
    for wrong in (
        b"",
        b"lab",
        key,
        good[len(key) :],
        key + b"-----BEGIN CERT" + another[1],
        good + b"-----BEGIN CERT" + another[1],
        good[:-100],
    ):
        path.write_bytes(wrong)
        assert "is not a lab's file" in refusal(path)
    assert certificate


@posix
def test_a_file_that_others_may_have_read_is_refused(tmp_path):
    path = make_lab(tmp_path / "lab.pem").path
    for mode in (0o640, 0o604, 0o620):
        path.chmod(mode)
        assert "chmod 600" in refusal(path)
    path.unlink()
    os.mkfifo(path, 0o600)
    assert "is not a lab's file" in refusal(path)
    assert "Is a directory" in refusal(tmp_path)
    if os.geteuid() == 0:
        stranger = make_lab(tmp_path / "stranger.pem").path
        os.chown(stranger, 65534, 65534)
        assert "belongs to another user" in refusal(stranger)


# What listens


def family(pid: int) -> list[int]:
    """A process and all below it."""
    found = [pid]
    for each in found:
        for task in Path(f"/proc/{each}/task").iterdir():
            with suppress(FileNotFoundError):  # a thread that has ended meanwhile
                found += map(int, (task / "children").read_text().split())
    return found


def listening(pid: int) -> list[str]:
    """The addresses, but for their ports, at which a process or one below it listens."""
    inodes = set()
    for each in family(pid):
        for descriptor in Path(f"/proc/{each}/fd").iterdir():
            with suppress(OSError):
                inodes.add(str(descriptor.readlink()))
    found = []
    for name in ("tcp", "tcp6", "udp", "udp6"):
        state = "0A" if name.startswith("tcp") else "07"
        for line in Path(f"/proc/{pid}/net/{name}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == state and f"socket:[{fields[9]}]" in inodes:
                found.append(fields[1].split(":")[0])
    return found


LOOPBACK = "0100007F"


@linux
def test_one_port_each_listens_and_none_for_the_contest(tmp_path):
    with scheduler(tmp_path) as lab, worker(tmp_path / "one", lab, "--slots", "2") as one:
        one.ready()
        with cluster_executor(lab.address, lab.member, patience=PATIENCE) as (executor, _slots):
            assert executor.submit(pow, 2, 5).result() == 32
            assert listening(lab.process.process.pid) == [LOOPBACK]
            assert listening(one.process.pid) == [LOOPBACK]
            mine = listening(os.getpid())
            assert executor.submit(pow, 2, 5).result() == 32
        assert mine == listening(os.getpid())


@linux
def test_a_worker_of_a_scheduler_in_every_network_listens_where_it_reaches_it(tmp_path):
    with scheduler(tmp_path, "--host", "0.0.0.0") as lab:
        near = Lab(f"127.0.0.1:{lab.address.rsplit(':')[-1]}", lab.file, lab.process)
        with (
            worker(tmp_path / "one", near, "--slots", "1") as one,
            worker(tmp_path / "two", near, "--slots", "1", "--host", "127.0.0.2") as two,
        ):
            one.ready()
            two.ready()
            assert listening(lab.process.process.pid) == ["00000000"]
            assert listening(one.process.pid) == [LOOPBACK]
            assert listening(two.process.pid) == ["0200007F"]


# What a stranger gets


def contexts(folder: Path) -> Iterator[ssl.SSLContext | None]:
    """Plain TCP; TLS without a certificate; TLS with that of another lab."""
    yield None
    nobody = ssl.create_default_context()
    nobody.check_hostname, nobody.verify_mode = False, ssl.CERT_NONE
    yield nobody
    another = ssl.create_default_context()
    another.check_hostname, another.verify_mode = False, ssl.CERT_NONE
    another.load_cert_chain(make_lab(folder / "another.pem").path)
    yield another


def heard(place: SchedulerAddress, context: ssl.SSLContext | None) -> bytes:
    """All that is said to who comes so, and asks for something, until the other side ends it."""
    with socket.create_connection((place.host, place.port), timeout=PATIENCE) as plain:
        try:
            talk = plain if context is None else context.wrap_socket(plain)
            with talk:
                talk.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" + bytes(64))
                return b"".join(iter(lambda: talk.recv(65536), b""))
        except (ssl.SSLError, ConnectionError):
            return b""


@linux
def test_who_is_not_of_the_lab_gets_nothing(tmp_path):
    with scheduler(tmp_path) as lab, worker(tmp_path / "one", lab, "--slots", "1") as one:
        one.ready()
        with cluster_executor(lab.address, lab.member, patience=PATIENCE) as (executor, _slots):
            (player,) = executor.client.sync(executor.client.scheduler.identity, n_workers=-1)[
                "workers"
            ]
            for address in (lab.address, player):
                for context in contexts(tmp_path):
                    # an alert of TLS says that there is no certificate, or that it is no TLS
                    assert len(heard(SchedulerAddress.named(address), context)) <= 7
                (tmp_path / "another.pem").unlink()
            assert executor.submit(pow, 2, 5).result() == 32  # who belongs to it still plays


def test_another_lab_and_what_is_no_lab_are_named(tmp_path):
    another = make_lab(tmp_path / "another.pem")
    with scheduler(tmp_path) as lab:
        with pytest.raises(NoCluster, match="belongs to another lab than"):
            asyncio.run(greet(SchedulerAddress.named(lab.address), another))
        assert asyncio.run(greet(SchedulerAddress.named(lab.address), lab.member)) == "127.0.0.1"
        with (
            pytest.raises(NoCluster, match="belongs to another lab than"),
            cluster_executor(lab.address, another, patience=PATIENCE),
        ):
            pass
    with socket.create_server(("127.0.0.1", 0)) as server:
        place = SchedulerAddress(*server.getsockname())

        async def talk() -> None:
            loop = asyncio.get_running_loop()
            greeting = asyncio.ensure_future(greet(place, another))
            other, _address = await loop.run_in_executor(None, server.accept)
            with other:
                other.sendall(b"SSH-2.0-lab\r\n" * 9)
                await greeting

        with pytest.raises(NoCluster, match="is not the scheduler of a lab"):
            asyncio.run(talk())
