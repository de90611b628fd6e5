"""Windows Job objects, which hold a program, its children, and their limits.

Written from Microsoft's documentation and not yet run on Windows; on other systems it does nothing.
"""

from __future__ import annotations

import logging
import subprocess
import sys

from .limits import Limits

log = logging.getLogger(__name__)

if sys.platform == "win32":  # pragma: no cover
    import ctypes
    from ctypes import wintypes

    KILL_ON_JOB_CLOSE = 0x2000
    PROCESS_MEMORY = 0x0100
    ACTIVE_PROCESS = 0x0008
    EXTENDED_LIMIT_INFORMATION = 9

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

    class Job:
        """Owns a Job object: all processes in it are killed when it is closed or the host ends."""

        def __init__(self, process: subprocess.Popen[bytes], limits: Limits) -> None:
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
            kernel.CloseHandle.argtypes = (wintypes.HANDLE,)
            self._kernel = kernel
            self._job = kernel.CreateJobObjectW(None, None)
            wish = ExtendedLimits()
            flags = KILL_ON_JOB_CLOSE
            if limits.memory is not None:
                flags |= PROCESS_MEMORY
                wish.ProcessMemoryLimit = limits.memory
            if limits.processes is not None:
                flags |= ACTIVE_PROCESS
                wish.BasicLimitInformation.ActiveProcessLimit = limits.processes
            wish.BasicLimitInformation.LimitFlags = flags
            done = kernel.SetInformationJobObject(
                self._job, EXTENDED_LIMIT_INFORMATION, ctypes.byref(wish), ctypes.sizeof(wish)
            ) and kernel.AssignProcessToJobObject(self._job, int(process._handle))
            if not done:
                log.warning("no limits for process %s: %s", process.pid, ctypes.get_last_error())

        def close(self) -> None:
            job, self._job = self._job, None
            if job:
                self._kernel.CloseHandle(job)

else:

    class Job:
        """A stand-in on other systems, which limit a program as it starts."""

        def __init__(self, process: subprocess.Popen[bytes], limits: Limits) -> None:
            pass

        def close(self) -> None:
            pass
