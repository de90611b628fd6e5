"""What a program sees in the sandbox, as values; and when there is one."""

import os
import sys
from dataclasses import replace

import pytest

from board_core import say
from board_core.files.untrusted_files import Handed
from board_core.players import ProcessAI
from board_core.supervise import hold, sandbox
from board_core.supervise.bubblewrap import bubblewrap_arguments
from board_core.supervise.command import Command
from board_core.supervise.copies import Copy
from board_core.supervise.limits import MIB, Limits
from board_core.supervise.sandbox import (
    Confinement,
    Sandbox,
    SandboxTrial,
    SandboxUnavailable,
    confinement,
    usable,
    warn_once,
)
from board_core.supervise.visibility import ENTRY_BYTES, view_of
from board_core.supervise.weaknesses import weaknesses

pytestmark = pytest.mark.skipif(os.name != "posix", reason="bubblewrap is for Linux")

NOT_HERE = SandboxTrial(None, say("bubblewrap is not installed"))
HERE = SandboxTrial("/usr/bin/bwrap")
AUTO, REQUIRED, OFF = map(Confinement, (Sandbox.AUTO, Sandbox.REQUIRED, Sandbox.OFF))


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home" / "ai").mkdir(parents=True)
    return tmp_path / "home"


@pytest.fixture
def fresh(monkeypatch):
    """Nothing was tried or said yet."""
    monkeypatch.setattr(sandbox, "_said", set())

    def found(trial: SandboxTrial, root: bool = False) -> None:
        monkeypatch.setattr(sandbox, "_trial", trial)
        monkeypatch.setattr(sandbox, "is_root", lambda: root)

    return found


@pytest.mark.parametrize("memory", [-1, 100_000])
def test_the_argument_list_is_the_same_as_ever(home, memory):
    folder = home / "我的 程序"
    folder.mkdir()
    copy = Copy(folder, (Handed("ai", 1000),), home / "copy")
    view = view_of(Command((str(folder / "ai"),), folder), "").with_copy(copy, memory)
    argv = bubblewrap_arguments("/usr/bin/bwrap", None, view, Limits(), ["ai", "-x"], info=20)
    shell, _, _, _, bwrap, *options = argv
    assert (shell, bwrap) == ("/bin/sh", "/usr/bin/bwrap")
    said = " ".join(options)
    for words in (
        "--unshare-all --unshare-user --disable-userns --uid 1000 --gid 1000",
        "--die-with-parent --new-session --info-fd 20 --",
        " --ro-bind /usr /usr",
        "--proc /proc --dev /dev",
        "--size 67108864 --tmpfs /tmp --size 67108864 --tmpfs /dev/shm",
        f"--ro-bind {home / 'copy'} {folder if memory < 0 else '/board/copy'}",
        f"--dir {folder} --remount-ro /dev",
        f"--remount-ro /dev --remount-ro / --remount-ro /proc --chdir {folder} -- /bin/sh",
    ):
        assert words in said
    assert options[-3:] == ["sh", "ai", "-x"]
    own = ["--size", str(64 * MIB + 1000 + ENTRY_BYTES), "--tmpfs", str(folder)]
    mounted = any(options[at : at + 4] == own for at in range(len(options)))
    filled = f"-c /bin/cp -R /board/copy/. '{folder}' 2>/dev/null; exec"
    assert (mounted, filled in said) == (memory > 0, memory > 0)
    assert "--bind" not in options, "nothing of this machine can be written"


def test_a_word_makes_a_confinement_and_another_word_does_not():
    assert confinement("required") == REQUIRED
    assert confinement(OFF) is OFF
    with pytest.raises(ValueError, match="'none' is no sandbox: give one of"):
        ProcessAI(["x"], sandbox="none")


def test_without_bubblewrap_auto_goes_on_and_says_so_once(fresh):
    fresh(NOT_HERE)
    assert usable(AUTO) is None
    assert "they can do all that you can (" in str(warn_once(AUTO))
    assert "bubblewrap is not installed" in NOT_HERE.why.template
    assert warn_once(AUTO) is None


def test_without_bubblewrap_required_refuses_before_the_game(fresh):
    fresh(NOT_HERE)
    with pytest.raises(SandboxUnavailable, match="no sandbox: bubblewrap is not installed"):
        ProcessAI(["x"], sandbox="required")


def test_required_refuses_root_unless_told_otherwise(fresh):
    fresh(HERE, root=True)
    with pytest.raises(SandboxUnavailable, match=r"root: --allow-root, .* allow_root = true$"):
        usable(REQUIRED)
    assert usable(Confinement(Sandbox.REQUIRED, allow_root=True)) == HERE.bwrap


def test_auto_lets_root_play_and_warns_where_processes_are_not_counted(fresh, monkeypatch):
    fresh(replace(HERE, shared=say("no user IDs")), root=True)
    monkeypatch.setenv(hold.HOLD_VARIABLE, "signals")
    assert usable(AUTO) == HERE.bwrap
    assert "you are root" in str(warn_once(AUTO))


def test_an_ordinary_user_with_bubblewrap_hears_nothing(fresh):
    fresh(HERE)
    assert usable(REQUIRED) == HERE.bwrap
    assert warn_once(AUTO) is None


def test_what_is_weaker_without_user_ids_is_said_once_where_a_sandbox_is_required(fresh):
    fresh(replace(HERE, shared=say("newuidmap is not installed")))
    said = str(warn_once(REQUIRED))
    assert "programs in the sandbox have your user ID" in said
    assert said.endswith("(newuidmap is not installed)")
    assert said in map(str, weaknesses())
    assert warn_once(REQUIRED) is None
    assert warn_once(OFF) is None


def test_a_user_who_runs_programs_in_a_sandbox_is_not_warned_with_every_command(fresh):
    fresh(replace(HERE, shared=say("newuidmap is not installed")))
    assert warn_once(AUTO) is None


def test_off_is_off(fresh):
    fresh(HERE)
    assert usable(OFF) is None
    assert warn_once(OFF) is None


@pytest.mark.parametrize(
    ("tool", "words"), [(None, "apt install bubblewrap"), ("echo no >&2; exit 1", "here: no;")]
)
def test_the_trial_says_what_is_missing(tmp_path, monkeypatch, tool, words):
    if not sys.platform.startswith("linux"):
        pytest.skip("bubblewrap is for Linux")
    if tool is not None:
        (tmp_path / "bwrap").write_text(f"#!/bin/sh\n{tool}\n")
        (tmp_path / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    tried = sandbox._try()
    assert tried.bwrap is None
    assert words in str(tried.why)
