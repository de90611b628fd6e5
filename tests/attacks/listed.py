"""Every attack there is: where it makes sense, and since when it is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import crossings as b
from battlefield import SCENES
from known import KNOWN
from modes import Mode, has_own_uids

from board_core.supervise.sandbox import Sandbox

A, M, C = "alone", "match", "contest"


@dataclass(frozen=True, slots=True)
class Attack:
    """``judge`` says whether it succeeds in a scene."""

    judge: Callable[[Any], bool]
    scenes: tuple[str, ...] = (A, M, C)
    row: str = "new"  # of the list of those that got through; "known": always failed
    sandboxed: bool = True
    promised: bool = True
    """Whether it has to fail; otherwise it is told that it does not."""
    unbound: frozenset[str] = frozenset()
    """Modes, or halves of them, in which it cannot be kept from succeeding."""

    own_uid: bool = False
    """Whether only a user ID of the program's own keeps it from succeeding."""

    def promised_in(self, mode: Mode) -> bool:
        has_own = has_own_uids(mode)
        if self.own_uid and not has_own:
            return False
        if has_own and self.unbound == ROOT_WITHOUT_GROUPS:
            return True
        return self.unbound.isdisjoint((mode.user, mode.hold, str(mode)))


ROOT = frozenset({"root"})
WITHOUT_GROUPS = frozenset({"signals"})
ROOT_WITHOUT_GROUPS = frozenset({"root, signals"})


def _known(name: str, judge: Callable[[Any], bool]) -> Attack:
    unbound = ROOT_WITHOUT_GROUPS if name == "fork 200 processes" else frozenset[str]()
    return Attack(judge, (A,), "known", unbound=unbound)


ATTACKS: dict[str, Attack] = {
    **{name: _known(name, judge) for name, judge in KNOWN.items()},
    # What is handed in
    "have any file shown by entry.toml": Attack(
        b.by_entry_toml("read", "at:{scene.secret}", "{scene.secret}"), (C,), "1"
    ),
    "have a file copied into contest.toml (entry.toml is a link)": Attack(
        b.copy_a_file_into_the_plan, (C,)
    ),
    "be a built-in player (entry.toml)": Attack(b.be_a_built_in, (C,), "2"),
    "be another entrant (the folder is a link)": Attack(b.be_another, (C,), "2"),
    "have a file shown by its #! line": Attack(
        b.handing_in(
            b.script("/usr/bin/env -S -u {scene.secret} python3"),
            "san:bin/my_ai",
            "read",
            "at:{scene.secret}",
        ),
        (M, C),
        "3",
    ),
    "have a prefix shown by its pyvenv.cfg": Attack(
        b.handing_in(b.prefix_named_by_itself, "san:bin/my_ai", "read", "at:{scene.secret}"),
        (M, C),
        "4",
    ),
    "have a file shown by a link in its folder": Attack(b.link_out_by_name, (M,), "5"),
    "ask a helper by a pipe in its folder": Attack(b.pipe_inside, (M, C), "6"),
    "ask a helper by a socket in its folder": Attack(b.socket_inside, (M, C), "6"),
    "let an engine of this machine play": Attack(b.word("ask_engine", *b.ENGINES), row="7"),
    "let an AI of the board play": Attack(b.word("find_module", "board_core"), row="7"),
    "let an AI of the board play, in a function": Attack(b.function_asks_ai, (C,), "7"),
    "stop the contest by a loop of links": Attack(b.others_go_on(b.link_loop), (C,), "19"),
    "stop the contest by deep TOML": Attack(
        b.plan_text("seed = 1\nx = " + "[" * 5000 + "]" * 5000), (C,), "19"
    ),
    "stop the contest by a long number": Attack(b.plan_text("seed = 1" + "0" * 5000), (C,), "19"),
    "stop the contest by a pipe for contest.toml": Attack(b.plan_pipe, (C,), "19"),
    "stop the contest by a path that is too long": Attack(b.others_go_on(b.too_deep), (C,)),
    "stop the contest by a file that nobody can read": Attack(
        b.others_go_on(b.unreadable), (C,), unbound=ROOT
    ),
    "stop the contest by a link that leads out": Attack(b.others_go_on(b.link_out), (C,), "5"),
    "stop the contest by a long name": Attack(b.stop_by_name, (C,)),
    "hand in files that Windows cannot have": Attack(b.names_of_windows, (C,)),
    "draw on the organiser's terminal (a folder's name)": Attack(b.draw_on_terminal, (C,)),
    "have a name that looks like another's": Attack(
        b.look_like_another("Zo\u00eb", "Zoe\u0308"), (C,)
    ),
    "have another's name, with a letter without ink": Attack(
        b.look_like_another("Zoe", "Zoe\u3164"), (C,)
    ),
    "have another's name, with a sign without width": Attack(
        b.look_like_another("Zoe", "Z\ufe0foe"), (C,)
    ),
    "have its modules imported by the board": Attack(b.shadow_modules, (M,)),
    # What is printed
    **{
        f"tell the host in a function's name {what}": Attack(b.forge(line), (C,), "12")
        for what, line in b.FORGED.items()
    },
    "break the report by a score of 400 digits": Attack(
        b.engine("info depth 1 score cp " + "9" * 400 + " pv e2e4"), (C,), "13"
    ),
    "break the report by a depth of 4,000 digits": Attack(
        b.engine("info depth " + "9" * 4000 + " score mate " + "9" * 50 + " pv e2e4"), (C,)
    ),
    "stop the contest by a process's name": Attack(b.nameless, (C,)),
    "compute in the opponent's time (a line that is answered)": Attack(
        b.be_answered_out_of_turn, (C,)
    ),
    "have another's last words on the page, or escapes in a log": Attack(b.quote_another, (C,)),
    "stall the host by one line (a slow pattern)": Attack(b.stall_host, (M, C)),
    "fill the disk by what it says of its thinking": Attack(b.fill_disk, (C,)),
    # What is used: the machine's
    "read a key of the organiser's": Attack(b.host_key, row="8"),
    "leave a key for others": Attack(b.word("leave_key", "board-{scene.token}"), row="8"),
    "list the keys (/proc/keys)": Attack(b.word("list_keys"), row="10"),
    "see a lock of others (flock)": Attack(b.locked("see_lock", b.by_flock), row="9"),
    "see a lock of others (F_GETLK)": Attack(
        b.locked("see_record_lock", b.by_record), row="10", promised=False
    ),
    "leave a record lock for others (F_SETLK)": Attack(
        b.starve_host("leave_record_lock", b.found_lock, f"at:{b.LOCKED}")
    ),
    "hold whoever opens a shared file (read lease)": Attack(b.word("lease", "read"), (A,)),
    "hold whoever opens a shared file (write lease)": Attack(b.word("lease", "write"), (A,)),
    "leave a hint on a shared file (F_SET_RW_HINT)": Attack(b.word("hint_at_writing"), (A,)),
    "see a shared file opened (F_NOTIFY)": Attack(b.word("see_changes"), (A,)),
    "use up the machine's contexts of AIO": Attack(b.word("set_up_aio"), (A,)),
    "use up the machine's memory for compiled filters": Attack(b.word("compile_filters"), (A,)),
    "keep another program from passing descriptors": Attack(
        b.starve_another("pass_many", "pass_one"), (A,), own_uid=True
    ),
    "make another program's pipes small": Attack(
        b.starve_another("many_pipes", "small_pipe"), (A,), own_uid=True
    ),
    "read files that only root may read": Attack(b.files_of_root, (A,), own_uid=True),
    "change the rights of a device": Attack(b.word("change_devices"), own_uid=True),
    **{
        f"have huge pages, which no limit counts ({how})": Attack(b.word("huge_pages", how), (A,))
        for how in ("mmap", "memfd", "shmget")
    },
    "see a lock of others (/proc/locks)": Attack(b.locked("read_locks", b.by_flock)),
    "see a shared file opened (inotify)": Attack(b.opened, row="10"),
    "trace the sandbox's first process (ptrace)": Attack(b.word("reach", "ptrace"), row="17"),
    "use io_uring": Attack(b.word("reach", "io_uring_setup"), row="17"),
    "use userfaultfd": Attack(b.word("reach", "userfaultfd"), row="17"),
    "use perf_event_open": Attack(b.word("reach", "perf_event_open"), row="17"),
    "use memfd_secret": Attack(b.word("reach", "memfd_secret"), row="17"),
    "use landlock": Attack(b.word("reach", "landlock_create_ruleset"), row="17"),
    "use calls of 32-bit Linux (int 0x80)": Attack(b.word("old_call"), row="10"),
    "use calls of x32": Attack(b.word("narrow_call")),
    "read the kernel's messages (syslog)": Attack(b.word("reach", "syslog")),
    "watch files by fanotify": Attack(b.word("reach", "fanotify_init")),
    "use the kernel's cryptography (AF_ALG)": Attack(b.word("kernel_cryptography")),
    "hear of devices (netlink)": Attack(b.word("kernel_messages_of_devices")),
    "find a setuid file": Attack(b.word("run_as_root"), row="rule 2"),
    "learn the machine's name (uname)": Attack(b.word("name_of_host", "{host}")),
    "look through the root of the first process": Attack(
        b.word("read", "at:/proc/1/root{scene.secret}"), row="10"
    ),
    "recognise the machine (boot_id)": Attack(b.same_boot, promised=False),
    "read the host's words for the sandbox (/proc/1/cmdline)": Attack(
        b.word("see_arguments", "{scene.folder}"), promised=False
    ),
    "use up the user's inotify instances": Attack(b.starve_host("watch_many", b.no_more_instances)),
    "use up the user's waiting signals": Attack(b.starve_host("queue_signals", b.no_more_signals)),
    "make everybody's pipes small": Attack(
        b.starve_host("swell_pipes", b.small_pipes), unbound=ROOT
    ),
    "use up the user's message queues": Attack(
        b.starve_host("fill_queues", b.no_more_queues), unbound=ROOT
    ),
    "end the match (SIGTERM to its parent)": Attack(b.kill_host(15), (M, C), "18", sandboxed=False),
    "end the match (SIGINT to its parent)": Attack(b.kill_host(2), (M, C), "18", sandboxed=False),
    "stop the clock (SIGSTOP to its parent)": Attack(
        b.stop_clock, (M,), sandboxed=False, promised=False
    ),
    "have a lost game played anew, by overload": Attack(b.have_it_played_anew, (C,)),
    "leave folders that nobody can remove (without rights)": Attack(
        b.leave_folders("leave_locked_folders"), (A,), sandboxed=False, unbound=ROOT
    ),
    "leave folders that nobody can remove (1,500 deep)": Attack(
        b.leave_folders("leave_deep_folders"), (A,), sandboxed=False
    ),
    "outlive a host that is killed while it stands still": Attack(
        b.outlive_killed_host, (M,), "10"
    ),
    # What listens
    "reach a lab's machines from the network": Attack(b.open_to_the_network, (C,), "14"),
    "run code in a lab with nothing but its address": Attack(b.run_code_on_lab, (C,), "14"),
    "take the page from everybody (half-open requests)": Attack(b.hold_page, (C,), "16"),
    "hold the page by a body in tiny pieces": Attack(b.trickle_to_page, (C,)),
    "read the page by another name (DNS rebinding)": Attack(b.rebind_page, (C,), "16"),
    # What is used: processor and memory
    "compute in the opponent's time": Attack(b.off_turn("plain"), (M, C), "10"),
    "compute in the opponent's time, in threads": Attack(b.off_turn("threads"), (M, C)),
    "compute in the opponent's time, woken by a timer": Attack(b.off_turn("timer"), (M, C), "10"),
    "compute in the opponent's time, woken by each other": Attack(
        b.off_turn("siblings"), (M, C), "10"
    ),
    "compute in the opponent's time, woken by a socket": Attack(b.off_turn("file"), (M, C), "10"),
    "compute in the opponent's time, woken by a death": Attack(b.off_turn("death"), (M, C), "10"),
    "compute in the opponent's time, woken by a terminal's end": Attack(
        b.off_turn("terminal"), (M, C)
    ),
    "compute in the opponent's time, in short children": Attack(b.off_turn("short"), (M, C), "10"),
    "compute in the opponent's time, in a function's thread": Attack(b.function_off_turn, (C,)),
    "choose its processor": Attack(b.word("pin"), row="10", promised=False),
    "hold a fifth too much memory, in children": Attack(b.hoard("children"), row="11"),
    "hold a fifth too much memory, in memfds": Attack(b.hoard("memfds"), row="11"),
    "hold a fifth too much memory, in messages": Attack(b.hoard("messages"), row="10"),
    "hold a fifth too much memory, in detached segments": Attack(b.hoard("segments"), row="11"),
    "hold a fifth too much memory, in semaphores": Attack(b.hoard("semaphores")),
    "hold a fifth too much memory, in sockets": Attack(
        b.hoard("sockets"), row="10", unbound=WITHOUT_GROUPS
    ),
    "hold a fifth too much memory, in pipes": Attack(b.hoard("pipes"), unbound=ROOT_WITHOUT_GROUPS),
    "hold a fifth too much memory, in shared maps": Attack(b.hoard("maps")),
    "hold a fifth too much memory, in page tables": Attack(b.hoard("page tables")),
    "hold a fifth too much memory, in mappings": Attack(b.hoard("mappings")),
    "hold a fifth too much memory, in empty files": Attack(b.hoard("empty files")),
}


def succeeds(name: str, place: str, folder: Path, sandbox: Sandbox) -> bool:
    """Whether the attack succeeds; whatever it has done is undone. Raises Unclear."""
    attack = ATTACKS[name]
    scene = SCENES[place](folder, sandbox if attack.sandboxed else Sandbox.OFF)
    try:
        return attack.judge(scene)
    finally:
        scene.close()
        for file in Path("/dev/shm").glob("attack-*"):
            file.unlink()
