"""Who may hand in, until when, and what is kept of it."""

import os
import random
import re
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from board_core.contest import beginning
from board_core.contest.beginning import begin, entries_of
from board_core.contest.cards import Card
from board_core.contest.desk import HandInDesk, HandInRefused, NoRoom, TooOften
from board_core.contest.field import Entrant
from board_core.contest.hand_in import Allowance, HandIn, HandInDecision, receipt_hash, token_hash
from board_core.contest.hand_in_log import HandInLog, decide_hand_in, issue_tokens
from board_core.contest.packages import RefusedFolder
from board_core.contest.plan import BadPlan, plan_of, read_plan
from board_core.contest.store import ContestStore, Folder, read_contest
from board_core.contest.system_errors import without_paths
from board_core.journal.lines import LineWriter
from board_core.text.sentence import Listed, say

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
PROGRAM = b"import sys\nfor line in sys.stdin: pass\n"

PLAN = """\
name = "Spring"
seed = 1
rounds = 1
[sandbox]
mode = "off"
[hand_in]
deadline = 2026-05-01T13:00:00Z
[[entrants]]
name = "Ada"
player = "entry.toml"
folder = "entries/ada"
[[entrants]]
name = "Bob"
player = "entry.toml"
folder = "entries/bob"
"""


class Wall:
    """A clock on the wall that stands still."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def folder(tmp_path) -> Folder:
    (tmp_path / "contest.toml").write_text(PLAN)
    return Folder(tmp_path)


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def desk(folder, wall) -> HandInDesk:
    """A desk that checks nothing, as it was not started."""
    return HandInDesk(folder, now=wall)


def test_a_token_is_kept_as_a_hash_and_found_however_it_is_typed(folder):
    log = HandInLog(folder)
    tokens = issue_tokens(log, ["Ada", "Bob"])
    assert re.fullmatch("([a-z2-7]{4}-){5}[a-z2-7]{4}", tokens["Ada"])
    kept = folder.hand_in.read_text()
    assert tokens["Ada"] not in kept
    assert tokens["Ada"].replace("-", "") not in kept
    typed = f"  {tokens['Ada'].upper().replace('-', ' ')}\n"
    hand_in = HandInLog(folder).read()
    assert hand_in.entrant_of(typed) == "Ada"
    assert hand_in.entrant_of("") is hand_in.entrant_of(tokens["Ada"][:-1]) is None
    issue_tokens(log, ["Ada"])
    assert log.read().entrant_of(tokens["Ada"]) is None
    assert log.read().entrant_of(tokens["Bob"]) == "Bob"
    assert token_hash("x") != receipt_hash("x")


@pytest.mark.parametrize(
    ("decision", "at", "is_open"),
    [
        (None, 0, True),
        (None, 1, True),  # at the very deadline
        (None, 1.1, False),
        ((True, 0.5), 0.9, True),
        ((True, 0.5), 1.1, False),  # opened early: until the deadline
        ((True, 2), 2.5, True),
        ((False, 0.5), 0.9, False),
        ((False, 3), 4, False),
    ],
)
def test_the_hand_in_is_open_until_the_deadline_or_as_the_organiser_says(decision, at, is_open):
    hand_in = HandIn()
    if decision is not None:
        hand_in = hand_in.after(HandInDecision(decision[0], "Grace", NOON + HOUR * decision[1]))
    assert hand_in.is_open(NOON + HOUR * at, NOON + HOUR) is is_open
    assert HandIn().is_open(NOON, None)


def test_a_torn_line_is_no_damage_and_another_process_may_write(folder):
    first, second = HandInLog(folder), HandInLog(folder)
    tokens = issue_tokens(first, ["Ada"])
    with folder.hand_in.open("ab") as file:
        file.write(b'{"seq":2,"event":"open')
    decide_hand_in(second, False, "Grace")
    assert first.read().decision is not None
    assert first.read().entrant_of(tokens["Ada"]) == "Ada"
    with LineWriter(folder.hand_in):  # somebody who never ends
        pass
    decide_hand_in(first, True, "Grace")
    assert second.read().decision.opened


def test_the_last_version_counts_and_takes_its_place(desk, folder):
    issue_tokens(HandInLog(folder), ["Ada"])
    first = desk.take("Ada", NOON, None, [("ada/main.py", PROGRAM)])
    second = desk.take("Ada", NOON, None, [("ada/my_ai.py", PROGRAM), ("ada/a/b.txt", b"x")])
    place = folder.path / "entries" / "ada"
    assert {path.name for path in place.rglob("*")} == {"my_ai.py", "a", "b.txt"}
    assert [path.name for path in place.parent.iterdir()] == ["ada"]
    assert not desk.receipt(first).counts
    assert desk.receipt(second).counts
    assert desk.receipt(second).version.player == "san:my_ai.py"
    assert [each.version.number for each in desk.versions("Ada")] == [2, 1]
    assert desk.versions("Bob") == ()
    assert desk.receipt("nonsense") is None
    assert second not in folder.hand_in.read_text()


def test_what_is_refused_leaves_the_version_before_it(desk, folder):
    desk.take("Ada", NOON, None, [("main.py", PROGRAM)])
    refused = [("a.py", b""), ("b.py", b"")], [("main.py", b""), ("entry.toml", b"language = 'C'")]
    for parts in refused:
        with pytest.raises(RefusedFolder):
            desk.take("Ada", NOON, None, parts)
    assert (folder.path / "entries/ada/main.py").read_bytes() == PROGRAM
    assert [each.version.number for each in desk.versions("Ada")] == [1]
    assert "language" in str(desk.refused("Ada").why)
    assert str(folder.path) not in str(desk.refused("Ada").why)
    desk.take("Ada", NOON, None, [("main.py", PROGRAM)])
    assert desk.refused("Ada") is None


def test_an_entrant_names_no_player_of_the_house_and_no_file_outside(desk):
    for line in ("file = '../bob/main.py'", "file = '/etc/passwd'", "file = 'expert'"):
        manifest = f"language = 'python'\n{line}\n".encode()
        with pytest.raises(RefusedFolder):
            desk.take("Ada", NOON, None, [("main.py", PROGRAM), ("entry.toml", manifest)])


def test_a_text_that_reads_otherwise_without_what_is_left_out_is_refused(desk, folder):
    manifest = b"language = 'python'\nfile = 'main.py'\narguments = ['q/x', 'y']"
    parts = [
        ("main.py", PROGRAM),
        ("main.py q/x y", b"#!"),
        ("q/x y", b""),
        ("entry.toml", manifest),
    ]
    with pytest.raises(RefusedFolder, match="from no folder"):
        desk.take("Ada", NOON, None, [*parts, ("main.py q/pyvenv.cfg", b"")])
    home = folder.path / "entries" / "ada"
    (home / ".git b").parent.mkdir(parents=True)
    for name in ("main.py", ".git", ".git b"):
        (home / name).write_text("")
    (home / "entry.toml").write_text(
        "language = 'python'\nfile = 'main.py'\narguments = ['.git', 'b']"
    )
    ada, _bob = entries_of(read_plan(folder.plan), folder.path)
    assert "the spaces in the name of the file '.git b' divide it" in str(ada.why)


def test_a_full_disk_leaves_the_version_before_it(folder, wall, monkeypatch):
    told = []
    desk = HandInDesk(folder, told.append, wall)
    desk.take("Ada", NOON, None, [("main.py", PROGRAM)])

    def full(*args, **kwargs):
        raise OSError(28, "No space left on device")

    for place in ("board_core.contest.desk.stage", "board_core.contest.desk.write_whole"):
        with monkeypatch.context() as patch:
            patch.setattr(place, full)
            with pytest.raises(OSError, match="No space"):
                desk.take("Ada", NOON, None, [("main.py", PROGRAM + b"#")])
    with monkeypatch.context() as patch:
        patch.setattr("board_core.journal.lines.os.write", full)
        with pytest.raises(OSError, match="No space"):
            desk.take("Ada", NOON, None, [("main.py", PROGRAM + b"#")])
    assert (folder.path / "entries/ada/main.py").read_bytes() == PROGRAM
    with monkeypatch.context() as patch:
        patch.setattr("board_core.contest.desk.FREE_BYTES", 1 << 80)
        with pytest.raises(NoRoom):
            desk.take("Ada", NOON, None, [("main.py", PROGRAM + b"#")])
    assert [path.name for path in (folder.path / "entries").iterdir()] == ["ada"]
    assert len(desk.versions("Ada")) == 1
    assert "Ada: version 1" in str(told.pop(0))
    assert [str(each).split(": ")[1] for each in told] == ["could not be stored"] * 4
    assert [str(each).split(": ")[2] for each in told[:3]] == ["No space left on device"] * 3


def test_a_kill_between_the_line_and_the_folder_is_made_up_for(desk, folder, monkeypatch):
    desk.take("Ada", NOON, None, [("main.py", PROGRAM)])

    def killed(*args):
        raise KeyboardInterrupt

    monkeypatch.setattr("board_core.contest.desk.put_in_place", killed)
    for name in ("Ada", "Bob"):
        with pytest.raises(KeyboardInterrupt):
            desk.take(name, NOON, None, [("main.py", PROGRAM + b"# new")])
    assert (folder.path / "entries/ada/main.py").read_bytes() == PROGRAM
    with begin(folder, read_plan(folder.plan)) as store:
        packages = [each.package for each in store.contest.entrants]
    assert packages == [desk.versions(name)[0].version.package for name in ("Ada", "Bob")]
    assert (folder.path / "entries/ada/main.py").read_bytes() == PROGRAM + b"# new"


def test_a_version_that_counts_is_not_refused_because_it_cannot_take_its_place(
    folder, wall, monkeypatch
):
    told = []
    desk = HandInDesk(folder, told.append, wall)

    def full(*args):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("board_core.contest.desk.put_in_place", full)
        receipt = desk.take("Ada", NOON, None, [("main.py", PROGRAM)])
    assert desk.receipt(receipt).counts
    assert "version 1 counts, but could not take its place: No space left" in str(told[-1])
    with HandInDesk(folder, told.append, wall):
        assert (folder.path / "entries/ada/main.py").read_bytes() == PROGRAM


def test_a_folder_that_the_organiser_has_changed_is_left_alone(desk, folder):
    for name in ("Ada", "Bob"):
        desk.take(name, NOON, None, [("main.py", PROGRAM)])
    (folder.path / "entries/ada/main.py").write_bytes(PROGRAM + b"# mended")
    begin(folder, read_plan(folder.plan)).close()
    assert (folder.path / "entries/ada/main.py").read_bytes() == PROGRAM + b"# mended"


def test_who_has_handed_in_nothing_is_refused_alone(desk, folder):
    desk.take("Ada", NOON, None, [("main.py", PROGRAM)])
    ada, bob = entries_of(read_plan(folder.plan), folder.path)
    assert (type(ada), str(bob.why)) == (Entrant, "nothing was handed in")


MANIFESTS = {
    "large number": b"language = 0x" + b"f" * 4000,
    "not there": b"language = 'native'\nfile = 'not_there'",
    "long name": b"language = 'native'\nfile = '" + "长".encode() * 200 + b"'",
    "escapes": b'language = "python"\nfile = "main.py"\n"\\u001b[31m\\nBob wins\\u202e" = 1',
}


@pytest.mark.parametrize("manifest", MANIFESTS.values(), ids=MANIFESTS)
def test_whatever_an_entrant_wrote_it_alone_is_refused_without_our_paths(desk, folder, manifest):
    desk.take("Bob", NOON, None, [("main.py", PROGRAM)])
    with pytest.raises(RefusedFolder) as refused:
        desk.take("Ada", NOON, None, [("main.py", PROGRAM), ("entry.toml", manifest)])
    home = folder.path / "entries" / "ada"
    home.mkdir(parents=True)
    (home / "main.py").write_bytes(PROGRAM)
    (home / "entry.toml").write_bytes(manifest)
    begin(folder, read_plan(folder.plan)).close()
    withdrawn = read_contest(folder).withdrawals
    assert list(withdrawn) == [1]
    for said in (withdrawn[1].reason, str(refused.value.sentence)):
        assert said.isprintable()
        assert str(folder.path) not in said


def test_what_fails_while_the_files_of_an_entrant_are_read_is_its_own_fault(
    desk, folder, monkeypatch
):
    for name in ("Ada", "Bob"):
        desk.take(name, NOON, None, [("main.py", PROGRAM)])
    pack_well = beginning.pack

    def pack(path, home):
        if path.name == "ada":
            raise RecursionError(f"{path}/main.py")
        return pack_well(path, home)

    monkeypatch.setattr(beginning, "pack", pack)
    monkeypatch.setattr("board_core.contest.desk.pack", lambda half: pack(half / "ada", None))
    ada, bob = entries_of(read_plan(folder.plan), folder.path)
    assert (str(ada.why), type(bob)) == ("RecursionError('main.py')", Entrant)
    with pytest.raises(RefusedFolder, match=r"RecursionError\('ada/main\.py'\)"):
        desk.take("Ada", NOON, None, [("main.py", PROGRAM)])


def test_only_whole_paths_of_ours_are_left_out_of_a_sentence():
    why = say("{one}: {two}", one=say("{files}", files=Listed(["/ab/x", "z/ab/y"])), two=5)
    assert str(without_paths(why, Path("/ab"), Path())) == "x, z/ab/y: 5"


def test_a_version_handed_in_during_the_contest_plays_from_the_next_round_on(desk, folder):
    for name in ("Ada", "Bob"):
        desk.take(name, NOON, None, [("main.py", PROGRAM)])
    decide_hand_in(HandInLog(folder), True, "Grace")  # long after the deadline
    store = begin(folder, read_plan(folder.plan))
    began = store.contest.began
    with store:  # whoever runs the contest has its journal
        desk.take("Ada", began + HOUR, None, [("main.py", PROGRAM + b"# new")])
        (update,) = store.take_requests()
    assert (update.author, update.entrant.name) == ("Ada", "Ada")
    last = desk.versions("Ada")[0].version.package
    assert read_contest(folder).version(1, 1)[0].package == last
    desk.take("Bob", began + HOUR, None, [("main.py", PROGRAM + b"# new")])
    assert read_contest(folder).version(2, 1)[0].package == desk.versions("Bob")[0].version.package
    assert desk.status().open
    with ContestStore(folder) as store:
        store.ended("")
    assert not desk.status().open
    with pytest.raises(HandInRefused, match="over"):
        desk.take("Ada", began + HOUR, None, [("main.py", PROGRAM)])


def test_the_desk_refuses_strangers_late_comers_and_those_who_come_too_often(desk, folder, wall):
    token = issue_tokens(HandInLog(folder), ["Ada"])["Ada"]
    assert desk.admit(token, "192.0.2.1") == "Ada"
    for _again in range(30):
        with pytest.raises(HandInRefused, match="not known"):
            desk.admit("wrong", "192.0.2.1")
    with pytest.raises(TooOften):
        desk.admit("wrong", "192.0.2.1")
    assert desk.admit(token, "192.0.2.1") == "Ada", "others behind that address get in"
    with pytest.raises(HandInRefused, match="not known"):
        desk.admit("wrong", "192.0.2.2")
    with pytest.raises(HandInRefused, match="closed"):
        desk.take("Ada", NOON + 2 * HOUR, None, [("main.py", PROGRAM)])
    for _again in range(6):
        desk.take("Ada", NOON, None, [("main.py", PROGRAM)])
    with pytest.raises(TooOften, match="too many uploads"):
        desk.take("Ada", NOON, None, [("main.py", PROGRAM)])
    decide_hand_in(HandInLog(folder), False, "Grace")
    with pytest.raises(HandInRefused, match="closed"):
        desk.take("Bob", NOON, None, [("main.py", PROGRAM)])


def noise(size: int) -> bytes:
    """Bytes that cannot be packed."""
    return random.Random(size).randbytes(size)


def test_versions_take_no_more_of_the_disk_than_the_organiser_gives(desk, folder):
    folder.plan.write_text(PLAN.replace("[hand_in]", "[hand_in]\nkept = 2\nkept_in_all = 3"))
    files = [("main.py", PROGRAM), ("data", noise(1_200_000))]
    desk.take("Ada", NOON, None, files)
    desk.take("Ada", NOON, None, files)  # the same once more takes no room
    larger = [("main.py", PROGRAM), ("data", noise(1_200_001))]
    with pytest.raises(RefusedFolder, match="your versions together would be larger than 2 MiB"):
        desk.take("Ada", NOON, None, larger)
    assert "2 MiB" in str(desk.refused("Ada").why)
    desk.take("Bob", NOON, None, larger)
    desk.take("Bob", NOON, None, [("main.py", PROGRAM)])
    with pytest.raises(RefusedFolder, match="no room for more versions"):
        desk.take("Bob", NOON, None, [("main.py", PROGRAM), ("data", noise(800_000))])
    assert len(desk.versions("Ada")) == len(desk.versions("Bob")) == 2
    assert len(list(folder.packages.iterdir())) == 3


def test_what_a_kill_has_left_half_done_is_removed_when_a_desk_opens(desk, folder):
    desk.take("Ada", NOON, None, [("main.py", PROGRAM)])
    halves = [
        folder.path / "entries" / ".half-0123",
        folder.packages / "half-abc",
        folder.state / "half-xyz",
    ]
    for half in halves:
        (half / "data").mkdir(parents=True)
    mine = folder.path / "entries" / "half-done"
    mine.mkdir()
    with HandInDesk(folder, now=Wall()):
        assert not any(half.exists() for half in halves)
    assert mine.exists()
    assert (folder.path / "entries/ada/main.py").exists()


def test_a_check_leaves_no_files_and_is_repeated_when_its_process_dies(desk, folder, monkeypatch):
    from board_core.contest import desk as module

    desk.take("Ada", NOON, None, [("main.py", PROGRAM)])
    monkeypatch.setattr(module, "examined", partial(dies_once, folder.path / "died"))
    desk._check("Ada")
    (status,) = desk.versions("Ada")
    assert status.version.card.passed
    assert not list(folder.state.glob("half-*"))
    assert not folder.unpacked.exists()


def dies_once(mark, entrant, data, plan, cache, full) -> Card:
    """In the process that checks."""
    (cache / "unpacked").mkdir(exist_ok=True)
    if not mark.exists():
        mark.touch()
        os._exit(1)
    return Card(True, (), entrant.package)


def test_a_deadline_that_is_moved_counts_at_once(desk, folder):
    folder.plan.write_text(PLAN.replace("13:00", "11:00"))
    assert not desk.status().open
    folder.plan.write_text("nonsense =")  # while somebody writes
    assert not desk.status().open
    folder.plan.write_text(PLAN.replace("13:00:00Z", "13:00:01Z"))
    assert desk.status().open


def test_a_deadline_without_an_offset_is_that_of_this_machine():
    plan = plan_of(PLAN.replace("13:00:00Z", "13:00:00"))
    assert plan.hand_in.deadline == datetime(2026, 5, 1, 13).astimezone()
    with pytest.raises(BadPlan, match="deadline"):
        plan_of(PLAN.replace("2026-05-01T13:00:00Z", '"soon"'))


def test_an_allowance_gives_some_at_once_and_then_one_at_a_time():
    allowance = Allowance(2, 10.0)
    for _again in range(2):
        assert allowance.wait("a", 100.0) == 0
        allowance.spend("a", 100.0)
    assert allowance.wait("a", 100.0) == 10
    assert allowance.wait("a", 110.0) == 0
    assert allowance.wait("b", 100.0) == 0
    assert allowance.wait("a", 1000.0) == 0
