"""Compiles the searches of the AIs with mypyc where it can; all else is in pyproject.toml.

``BOARD_COMPILE=0`` compiles nothing, and ``BOARD_COMPILE=1`` fails where nothing can be compiled.
Without the variable a wheel is compiled if this machine has a compiler. If that fails or takes too
long, one line says why and the wheel is plain Python, which plays the same moves, only slower. An
editable installation is plain unless it is demanded: machine code would hide what its owner edits.
"""

import os
import platform
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from importlib.util import find_spec
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HARD = (
    "encoding",
    "evaluation",
    "position",
    "exchange",
    "endings",
    "judgement",
    "table",
    "sight",
    "search",
)
GOMOKU = (
    "geometry",
    "patterns",
    "tables",
    "collecting",
    "position",
    "effort",
    "memory",
    "threats",
    "search",
    "thinking",
)
MODULES = (
    *(f"board_core/ais/hard/{name}.py" for name in HARD),
    *(f"board_core/ais/gomoku/{name}.py" for name in GOMOKU),
    *(f"board_core/games/chess3d/{name}.py" for name in ("places", "board")),
    *(f"board_core/ais/chess3d/{name}.py" for name in ("evaluation", "search")),
)
"""The modules that become machine code: those in which a search spends its time."""

NEEDED = ["mypy[mypyc]>=1.15", "chess>=1.11.2,<2"]
"""What compiling needs beside a C compiler: mypyc, and the types of what the modules import."""

INLINING = [] if sys.platform == "win32" else ["-fvisibility=hidden"]
"""Options of the C compiler that let it inline the functions of mypyc: 6 % faster."""

MOST_SECONDS = 300
"""The longest that compiling may take, unless it is demanded; it usually takes a minute."""

FOLDER = "BOARD_COMPILE_FOLDER"
"""The variable that tells the process that compiles where to put what it makes."""

SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
"""The end of the names of files with machine code."""

MACHINES = {"amd64", "arm64", "aarch64", "x86_64"}
"""The processors for which mypyc is ready to install; elsewhere it would be built first."""

EDITABLE = {
    "get_requires_for_build_editable",
    "prepare_metadata_for_build_editable",
    "build_editable",
    "editable_wheel",
}
SOURCES = {"get_requires_for_build_sdist", "build_sdist", "sdist"}
DESCRIBES = {"egg_info", "dist_info"}
"""Words of the command lines of builds, as pip and build say them, that make no wheel to keep."""


def why_not_here() -> str:
    """Return why this machine cannot compile; an empty text if it can."""
    if platform.machine().lower() not in MACHINES or sys.maxsize < 1 << 32:
        return f"mypyc is not ready for {platform.machine()}"
    if sys.implementation.name != "cpython":
        return f"mypyc does not know {sys.implementation.name}"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "the headers of Python are not installed"
    return "" if has_compiler() else "there is no C compiler"


def has_compiler() -> bool:
    if sys.platform == "win32":
        programs = os.environ.get("PROGRAMFILES(X86)", "")
        finder = Path(programs, "Microsoft Visual Studio", "Installer", "vswhere.exe")
        return shutil.which("cl") is not None or finder.exists()
    if sys.platform == "darwin":  # without the developer tools, cc opens a window that offers them
        return subprocess.run(["xcode-select", "-p"], capture_output=True).returncode == 0
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(shlex.split(command)[0]) is not None


def compile_into(folder: Path, seconds: float | None) -> str:
    """Compile in a process of its own, which is ended in time; return why it failed, or nothing."""
    built, log = folder / "built", folder / "log"
    command = [sys.executable, "setup.py", "build_ext", "-b", str(built), "-t", str(folder)]
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            env=os.environ | {FOLDER: str(folder)},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # so that its compiler can be ended with it
        )
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            if os.name == "posix":
                os.killpg(process.pid, signal.SIGKILL)
            else:
                subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)])
            process.kill()  # alone, if that did nothing
            process.wait()
            return f"it took more than {seconds} s"
    lines = log.read_text(errors="replace").splitlines() or [f"exit code {code}"]
    return lines[-1].strip()[:120] if code else ""


class TakeCompiled(build_ext):
    """Copies what was compiled before: whether a wheel is plain is asked before it is built."""

    built = Path()

    def run(self) -> None:
        for old in Path(self.build_lib).rglob(f"*{SUFFIX}"):
            old.unlink()  # from a build whose modules may have been others
        target = "." if self.inplace else self.build_lib
        shutil.copytree(self.built, target, dirs_exist_ok=True)


def setup_with(built: Path) -> None:
    """Build with the machine code that lies in a folder."""
    TakeCompiled.built = built
    files = (str(file.relative_to(built)) for file in built.rglob(f"*{SUFFIX}"))
    names = [file.removesuffix(SUFFIX).replace(os.sep, ".") for file in files]
    extensions = [Extension(name, []) for name in names]
    setup(ext_modules=extensions, cmdclass={"build_ext": TakeCompiled})


def main() -> None:
    words, wish = {*sys.argv, *sys.orig_argv}, os.environ.get("BOARD_COMPILE", "")
    demanded = wish == "1"
    if FOLDER in os.environ:  # the process of compile_into
        from mypyc.build import mypycify

        folder = os.environ[FOLDER]
        extensions = mypycify([*MODULES], debug_level="0", target_dir=folder)
        for extension in extensions:
            extension.extra_compile_args += INLINING
        setup(ext_modules=extensions)
    elif wish == "0" or words & SOURCES or (words & EDITABLE and not demanded):
        setup()
    elif words & DESCRIBES:  # pip asks first what it takes to build
        wanted = demanded or not why_not_here()
        setup(setup_requires=NEEDED if wanted and find_spec("mypyc") is None else [])
    else:
        build(demanded)


def build(demanded: bool) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        why_not = "" if demanded else why_not_here()
        why_not = why_not or compile_into(folder, None if demanded else MOST_SECONDS)
        if not why_not:
            setup_with(folder / "built")
        elif demanded:
            sys.exit((folder / "log").read_text(errors="replace") + why_not)
        else:
            sys.stderr.write(f"plain Python, as the searches are not compiled: {why_not}\n")
            setup()


if __name__ == "__main__":
    main()
