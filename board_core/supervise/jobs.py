"""Windows Job objects, which hold a program, its children, and their limits.

Does nothing on other systems. Wine, which the tests use, only limits processes.
"""

from __future__ import annotations

import logging
import subprocess
import sys
from math import inf

from .limits import Limits, cpu_limit

log = logging.getLogger(__name__)

if sys.platform == "win32":  # pragma: no cover
    import ctypes
    from ctypes import wintypes

    KILL_ON_JOB_CLOSE = 0x2000
    JOB_MEMORY = 0x0200
    JOB_TIME = 0x0004
    ACTIVE_PROCESS = 0x0008
    BASIC_PROCESS_ID_LIST = 3
    EXTENDED_LIMIT_INFORMATION = 9
    TICKS_PER_SECOND = 10_000_000
    SNAPSHOT_OF_THREADS = 4
    MAY_BE_ASKED = 0x0800
    EXIT_CODE = 1  # of what is killed

    CREATION_FLAGS = 0x0004
    """The flags of a process for a Job: it stands still until that holds it, and all it starts."""

    MOST_MEMBERS = 1024

    class BasicLimits(ctypes.Structure):
        _fields_ = (
            ("PerProcessUserTimeLimit", wintypes.LARGE_INTEGER),
            ("PerJobUserTimeLimit", wintypes.LARGE_INTEGER),
            ("LimitFlags", wintypes.DWORD),
            ("MinimumWorkingSetSize", ctypes.c_size_t),
            ("MaximumWorkingSetSize", ctypes.c_size_t),
            ("ActiveProcessLimit", wintypes.DWORD),
            ("Affinity", ctypes.c_size_t),
            ("PriorityClass", wintypes.DWORD),
            ("SchedulingClass", wintypes.DWORD),
        )

    class IoCounters(ctypes.Structure):
        _fields_ = tuple((f"Counter{number}", ctypes.c_ulonglong) for number in range(6))

    class ExtendedLimits(ctypes.Structure):
        _fields_ = (
            ("BasicLimitInformation", BasicLimits),
            ("IoInfo", IoCounters),
            ("ProcessMemoryLimit", ctypes.c_size_t),
            ("JobMemoryLimit", ctypes.c_size_t),
            ("PeakProcessMemoryUsed", ctypes.c_size_t),
            ("PeakJobMemoryUsed", ctypes.c_size_t),
        )

    class Members(ctypes.Structure):
        _fields_ = (
            ("Assigned", wintypes.DWORD),
            ("Listed", wintypes.DWORD),
            ("Ids", ctypes.c_size_t * MOST_MEMBERS),
        )

    class ThreadEntry(ctypes.Structure):
        _fields_ = tuple(
            (name, wintypes.DWORD)
            for name in ("Size", "Usage", "Thread", "Owner", "Base", "Delta", "Flags")
        )

    class Job:
        """Owns a Job object: all processes in it are killed when it is closed or the host ends.

        The process, started with ``CREATION_FLAGS``, runs from now on.
        """

        def __init__(
            self, process: subprocess.Popen[bytes], limits: Limits, clock: float = inf
        ) -> None:
            kernel = ctypes.WinDLL("kernel32", use_last_error=True)
            kernel.CreateJobObjectW.restype = wintypes.HANDLE
            kernel.CreateJobObjectW.argtypes = (wintypes.LPVOID, wintypes.LPCWSTR)
            kernel.SetInformationJobObject.argtypes = (
                wintypes.HANDLE,
                ctypes.c_int,
                wintypes.LPVOID,
                wintypes.DWORD,
            )
            kernel.AssignProcessToJobObject.argtypes = (wintypes.HANDLE, wintypes.HANDLE)
            kernel.QueryInformationJobObject.argtypes = (
                wintypes.HANDLE,
                ctypes.c_int,
                wintypes.LPVOID,
                wintypes.DWORD,
                wintypes.LPVOID,
            )
            kernel.CreateToolhelp32Snapshot.restype = wintypes.HANDLE
            for step in (kernel.Thread32First, kernel.Thread32Next):
                step.argtypes = (wintypes.HANDLE, wintypes.LPVOID)
            kernel.OpenThread.restype = wintypes.HANDLE
            kernel.GetThreadTimes.argtypes = (wintypes.HANDLE, *(wintypes.LPVOID,) * 4)
            kernel.TerminateJobObject.argtypes = (wintypes.HANDLE, wintypes.UINT)
            kernel.CloseHandle.argtypes = (wintypes.HANDLE,)
            self._kernel = kernel
            self._job = kernel.CreateJobObjectW(None, None)
            wish = ExtendedLimits()
            flags = KILL_ON_JOB_CLOSE
            if limits.memory is not None:
                flags |= JOB_MEMORY
                wish.JobMemoryLimit = limits.memory
            if limits.processes is not None:
                flags |= ACTIVE_PROCESS
                wish.BasicLimitInformation.ActiveProcessLimit = limits.processes
            if (seconds := cpu_limit(limits, clock)) is not None:
                flags |= JOB_TIME
                wish.BasicLimitInformation.PerJobUserTimeLimit = seconds * TICKS_PER_SECOND
            wish.BasicLimitInformation.LimitFlags = flags
            handle = wintypes.HANDLE(int(process._handle))  # type: ignore[attr-defined]
            self._holds = kernel.SetInformationJobObject(
                self._job, EXTENDED_LIMIT_INFORMATION, ctypes.byref(wish), ctypes.sizeof(wish)
            ) and kernel.AssignProcessToJobObject(self._job, handle)
            if not self._holds:
                log.warning("no limits for process %s: %s", process.pid, ctypes.get_last_error())
            ctypes.WinDLL("ntdll").NtResumeProcess(handle)

        @property
        def cpu(self) -> float | None:
            """The seconds of processor time used by the threads running now."""
            if self._job is None:
                return None
            found, entry = Members(), ThreadEntry(Size=ctypes.sizeof(ThreadEntry))
            self._kernel.QueryInformationJobObject(
                self._job, BASIC_PROCESS_ID_LIST, ctypes.byref(found), ctypes.sizeof(found), None
            )
            members, ticks = set(found.Ids[: found.Listed]), 0
            snapshot = self._kernel.CreateToolhelp32Snapshot(SNAPSHOT_OF_THREADS, 0)
            more = self._kernel.Thread32First(snapshot, ctypes.byref(entry))
            while more:
                if entry.Owner in members:
                    ticks += self._ticks(entry.Thread)
                more = self._kernel.Thread32Next(snapshot, ctypes.byref(entry))
            self._kernel.CloseHandle(snapshot)
            return ticks / TICKS_PER_SECOND

        def _ticks(self, thread: int) -> int:
            """Return ticks of processor time of a thread; 0 if it has ended."""
            if not (handle := self._kernel.OpenThread(MAY_BE_ASKED, False, thread)):
                return 0
            times = [wintypes.LARGE_INTEGER() for _ in range(4)]  # begun, ended, system's, its own
            self._kernel.GetThreadTimes(handle, *map(ctypes.byref, times))
            self._kernel.CloseHandle(handle)
            return times[2].value + times[3].value

        def kill(self) -> bool:
            """End all processes in it; return False if the system has not let it hold any."""
            if self._job is not None and self._holds:
                self._kernel.TerminateJobObject(self._job, EXIT_CODE)
            return bool(self._holds)

        def close(self) -> None:
            job, self._job = self._job, None
            if job:
                self._kernel.CloseHandle(job)

else:
    CREATION_FLAGS = 0

    class Job:
        """A stand-in on other systems, which limit a program at its start."""

        cpu: float | None = None

        def __init__(
            self, process: subprocess.Popen[bytes], limits: Limits, clock: float = inf
        ) -> None:
            pass

        def close(self) -> None:
            pass
