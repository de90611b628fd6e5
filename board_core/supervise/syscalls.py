"""The system calls denied to sandboxed programs, as a filter for bubblewrap.

The filter is a program of classic BPF (kernel docs, userspace-api/seccomp_filter), made here from
tables of numbers. Denied calls fail with EPERM, so that a program that only tries one survives;
calls for another architecture (a 32-bit program) kill it.
"""

from __future__ import annotations

import errno
import struct
from functools import cache

from board_core.fast_dataclass import dataclass

BPF_LOAD, BPF_AND, BPF_EQUAL, AT_LEAST, BPF_RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
SECCOMP_ALLOW, SECCOMP_KILL, SECCOMP_FAIL = 0x7FFF0000, 0x80000000, 0x00050000
NUMBER_OFFSET, MACHINE_OFFSET, ARGUMENT_OFFSET = 0, 4, 16  # in the data that the filter gets
X32_BIT = 0x40000000  # the third kind of call on x86-64
ALL_BITS = 0xFFFFFFFF
SIGCONT = 18

MACHINE_NUMBERS = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

CALL_NUMBERS: dict[str, tuple[int | None, int | None]] = {  # on x86-64 and aarch64
    # keys: shared by all processes of a user, whatever their namespaces
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    # other processes
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    # broad interfaces of the kernel
    "userfaultfd": (323, 282),
    "perf_event_open": (298, 241),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "bpf": (321, 280),
    "memfd_secret": (447, 447),
    "modify_ldt": (154, None),
    "iopl": (172, None),
    "ioperm": (173, None),
    "lookup_dcookie": (212, 18),
    "syslog": (103, 116),
    "landlock_create_ruleset": (444, 444),
    "landlock_add_rule": (445, 445),
    "landlock_restrict_self": (446, 446),
    # changes to the machine
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "create_module": (174, None),
    "query_module": (178, None),
    "get_kernel_syms": (177, None),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "nfsservctl": (180, 42),
    "vhangup": (153, 58),
    "uselib": (134, None),
    "_sysctl": (156, None),
    "settimeofday": (164, 170),
    "adjtimex": (159, 171),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    # the placement of memory
    "mbind": (237, 235),
    "set_mempolicy": (238, 237),
    "set_mempolicy_home_node": (450, 450),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    # file systems and namespaces
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "open_tree_attr": (467, 467),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "setns": (308, 268),
    "unshare": (272, 97),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263),
    # shared state of files that two programs can see, and scarce resources of the user
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    "flock": (73, 32),
    "io_setup": (206, 0),
    "io_destroy": (207, 1),
    "io_submit": (209, 2),
    "io_cancel": (210, 3),
    "io_getevents": (208, 4),
    "io_pgetevents": (333, 292),
    "seccomp": (317, 277),
    # what a file keeps beside its bytes (access lists) is memory that nobody counts
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "setxattrat": (463, 463),
    "file_setattr": (469, 469),
    # what newer systems tell of mounts and security modules
    "statmount": (457, 457),
    "listmount": (458, 458),
    "lsm_get_self_attr": (459, 459),
    "lsm_set_self_attr": (460, 460),
    "lsm_list_modules": (461, 461),
    # denied for some arguments, or on some machines, below
    "setsockopt": (54, 208),
    "personality": (135, 92),
    "clone": (56, 220),
    "clone3": (435, 435),
    "ioctl": (16, 29),
    "socket": (41, 198),
    "socketpair": (53, 199),
    "fcntl": (72, 25),
    "prctl": (157, 167),
    "kill": (62, 129),
    "tkill": (200, 130),
    "tgkill": (234, 131),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "pidfd_send_signal": (424, 424),
    "timer_create": (222, 107),
    "mq_open": (240, 180),
    "setpgid": (109, 154),
    "setsid": (112, 157),
    "memfd_create": (319, 279),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "vmsplice": (278, 75),
    "mmap": (9, 222),
    "sched_setaffinity": (203, 122),
}


@dataclass(frozen=True, slots=True)
class ArgumentTest:
    """A test of one argument's lower half: it is one of these values, or none of them."""

    argument: int
    values: tuple[int, ...]
    mask: int = ALL_BITS
    others: bool = False


@dataclass(frozen=True, slots=True)
class Refusal:
    """A call is denied if all tests of its arguments hold; it fails with ``error``.

    With the error 0 it does nothing and reports success.
    """

    call: str
    tests: tuple[ArgumentTest, ...] = ()
    error: int = errno.EPERM


NAMESPACE_FLAGS = 0x7E020000  # CLONE_NEW…: flags of clone that make a namespace
SOL_SOCKET, ATTACHING_FILTERS = 1, (26, 50, 51, 52)  # SO_ATTACH_FILTER, …_BPF, …_REUSEPORT_…
TIOCSTI, TIOCLINUX = 0x5412, 0x541C  # inserting input into a terminal
# a new terminal: its other end, and how it, or its other end, becomes a session's own
TIOCSPTLCK, TIOCGPTPEER, TIOCSCTTY = 0x40045431, 0x5441, 0x540E
SIGIO = 29
AF_UNIX = 1
F_SETSIG, PR_SET_PDEATHSIG, PR_SET_SECCOMP, CSIGNAL = 10, 1, 22, 0xFF
PR_FUTEX_HASH = 78
RECORD_LOCKS = (6, 7, 37, 38)  # F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW
FCNTL_COMMANDS = (
    *(0, 1, 2, 3, 4, 1030, 1027, 1028),  # copies of a descriptor, and its flags
    *(5, 36),  # F_GETLK, F_OFD_GETLK
    *(8, 9, F_SETSIG, 11, 15, 16),  # which process gets its signal, and which signal
    *(1032, 1033, 1034),  # F_GETPIPE_SZ, F_ADD_SEALS, F_GET_SEALS
)
"""The commands of fcntl that runtimes need, beside :data:`RECORD_LOCKS`.

Not F_SETLEASE, with which a program holds whoever opens a file, nor F_NOTIFY, F_SETPIPE_SZ, and the
hints on writing, which stay with a file that others see.
"""
MAP_HUGETLB, MFD_HUGETLB, SHM_HUGETLB = 0x40000, 0x4, 0o4000

MAP_SHARED_ANONYMOUS = 0x21

KERNEL_AIO = ("io_setup", "io_destroy", "io_submit", "io_cancel", "io_getevents", "io_pgetevents")
ANSWERED_OTHERWISE = {
    *("personality", "clone", "clone3", "ioctl", "socket", "socketpair", "fcntl", "prctl", "mmap"),
    *("setsockopt", "setsid", "flock", *KERNEL_AIO),
    *("setxattr", "lsetxattr", "fsetxattr", "setxattrat", "file_setattr"),
}
SENDING_CALLS = {  # calls that send a signal, and which argument holds it
    "kill": 1,
    "tkill": 1,
    "tgkill": 2,
    "rt_sigqueueinfo": 1,
    "rt_tgsigqueueinfo": 2,
    "pidfd_send_signal": 1,
}
UNSTOPPABLE_CALLS = ("timer_create", "mq_open", "setpgid")
UNCOUNTED_MEMORY_CALLS = ("memfd_create", "shmget", "msgget", "semget", "vmsplice")
PROCESSOR_CALLS = ("sched_setaffinity",)

_SOCKET_FAMILIES = (ArgumentTest(0, (AF_UNIX,), others=True),)
ALWAYS_REFUSED = (
    *(
        Refusal(call)
        for call in CALL_NUMBERS
        if call
        not in {
            *ANSWERED_OTHERWISE,
            *SENDING_CALLS,
            *UNSTOPPABLE_CALLS,
            *UNCOUNTED_MEMORY_CALLS,
            *PROCESSOR_CALLS,
        }
    ),
    Refusal(
        "personality", (ArgumentTest(0, (0, ALL_BITS), others=True),)
    ),  # querying it is harmless
    Refusal("clone", (ArgumentTest(0, (0,), NAMESPACE_FLAGS, others=True),)),
    # its flags are in memory; libraries then fall back to clone
    Refusal("clone3", error=errno.ENOSYS),
    Refusal("ioctl", (ArgumentTest(1, (TIOCSTI, TIOCLINUX)),)),
    # Two programs could communicate by locking the same system file. The call does nothing and
    # reports success, because Go and others give up without a lock.
    Refusal("flock", error=0),
    Refusal("fcntl", (ArgumentTest(1, RECORD_LOCKS),), 0),
    Refusal("fcntl", (ArgumentTest(1, FCNTL_COMMANDS, others=True),), errno.EINVAL),
    # each session would get a share of the processors like a program; nothing else depends on it
    Refusal("setsid", error=0),
    *(
        Refusal(call, error=errno.EOPNOTSUPP)
        for call in ("setxattr", "lsetxattr", "fsetxattr", "setxattrat", "file_setattr")
    ),
    # contexts are counted for the whole machine, and huge pages by no limit
    *(Refusal(call, error=errno.ENOSYS) for call in KERNEL_AIO),
    Refusal("mmap", (ArgumentTest(3, (MAP_HUGETLB,), MAP_HUGETLB),), errno.ENOMEM),
    Refusal("memfd_create", (ArgumentTest(1, (MFD_HUGETLB,), MFD_HUGETLB),), errno.ENOSYS),
    Refusal("shmget", (ArgumentTest(2, (SHM_HUGETLB,), SHM_HUGETLB),), errno.ENOMEM),
    # compiled filters have one limit for the whole machine: without room, no sandbox starts
    Refusal("prctl", (ArgumentTest(0, (PR_SET_SECCOMP,)),)),
    Refusal("prctl", (ArgumentTest(0, (PR_FUTEX_HASH,)),), errno.EINVAL),  # 512 MiB, uncounted
    Refusal("setsockopt", (ArgumentTest(1, (SOL_SOCKET,)), ArgumentTest(2, ATTACHING_FILTERS))),
    # connections of its own keep memory, and timers that work while it stands still
    Refusal("socket", _SOCKET_FAMILIES, errno.EAFNOSUPPORT),
    Refusal("socketpair", _SOCKET_FAMILIES, errno.EAFNOSUPPORT),
)
"""The calls denied in every sandbox."""

REFUSED_WHERE_SIGNALS_STOP = (
    *(Refusal(call, (ArgumentTest(number, (SIGCONT,)),)) for call, number in SENDING_CALLS.items()),
    *(Refusal(call) for call in UNSTOPPABLE_CALLS),
    Refusal("fcntl", (ArgumentTest(1, (F_SETSIG,)), ArgumentTest(2, (0, SIGIO), others=True))),
    Refusal("prctl", (ArgumentTest(0, (PR_SET_PDEATHSIG,)), ArgumentTest(1, (SIGCONT,)))),
    Refusal("clone", (ArgumentTest(0, (SIGCONT,), CSIGNAL),)),
    Refusal("ioctl", (ArgumentTest(1, (TIOCSPTLCK, TIOCGPTPEER, TIOCSCTTY)),)),
)
"""The calls that would let a program go on that was stopped by a signal.

A process group with stopped members is continued when the parent of its first process dies
(setpgid), and the leader of a session and its foreground group when their terminal is closed
(TIOCSCTTY). A timer, or a connection that fails (F_SETSIG), could kill that parent, or whoever
alone holds the terminal's other end, while all are stopped.
"""

REFUSED_HIDDEN_MEMORY = (
    *(Refusal(call) for call in UNCOUNTED_MEMORY_CALLS),
    Refusal("mmap", (ArgumentTest(3, (MAP_SHARED_ANONYMOUS,), MAP_SHARED_ANONYMOUS),)),
)
"""The calls that keep memory no process shows: one page of a shared mapping keeps all others."""

REFUSED_WHERE_PINNED = tuple(Refusal(call) for call in PROCESSOR_CALLS)
"""The calls that would leave the processors a program was given."""


def refusals(*, stopped: bool, hiding: bool, pinned: bool) -> tuple[Refusal, ...]:
    """Return the calls denied to a program stopped by signals, measured from outside, or pinned."""
    return (
        *ALWAYS_REFUSED,
        *(REFUSED_WHERE_SIGNALS_STOP if stopped else ()),
        *(REFUSED_HIDDEN_MEMORY if hiding else ()),
        *(REFUSED_WHERE_PINNED if pinned else ()),
    )


@cache
def program(machine: str, refused: tuple[Refusal, ...]) -> bytes | None:
    """Return the filter as bytes; None for an architecture with unknown call numbers."""
    if machine not in MACHINE_NUMBERS:
        return None
    column = list(MACHINE_NUMBERS).index(machine)
    steps = [
        _step(BPF_LOAD, MACHINE_OFFSET),
        _step(BPF_EQUAL, MACHINE_NUMBERS[machine], 1, 0),
        _step(BPF_RETURN, SECCOMP_KILL),
        _step(BPF_LOAD, NUMBER_OFFSET),
    ]
    if machine == "x86_64":
        steps += [_step(AT_LEAST, X32_BIT, 0, 1), _step(BPF_RETURN, SECCOMP_FAIL | errno.ENOSYS)]
    for refusal in refused:
        number = CALL_NUMBERS[refusal.call][column]
        if number is not None:
            body = _refused(refusal)
            steps += [_step(BPF_EQUAL, number, 0, len(body)), *body]
    return b"".join([*steps, _step(BPF_RETURN, SECCOMP_ALLOW)])


def _refused(refusal: Refusal) -> list[bytes]:
    """Return the instructions after a call number; the number is loaded again if a test fails."""
    verdict = [_step(BPF_RETURN, SECCOMP_FAIL | refusal.error)]
    if not refusal.tests:
        return verdict
    steps = verdict
    for test in reversed(refusal.tests):
        failed, last = len(steps), len(test.values) - 1
        compared = [
            _step(BPF_EQUAL, value, failed + last - at, 0)
            if test.others
            else _step(BPF_EQUAL, value, last - at, failed if at == last else 0)
            for at, value in enumerate(test.values)
        ]
        masked = [] if test.mask == ALL_BITS else [_step(BPF_AND, test.mask)]
        steps = [_step(BPF_LOAD, ARGUMENT_OFFSET + 8 * test.argument), *masked, *compared, *steps]
    return [*steps, _step(BPF_LOAD, NUMBER_OFFSET)]


def _step(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    """Return one instruction; ``yes`` and ``no`` are how many to skip."""
    return struct.pack("=HBBI", code, yes, no, value)
