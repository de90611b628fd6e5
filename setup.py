"""Compiles the catalogues, and the searches of the AIs with mypyc if ``BOARD_COMPILE=1``.

Otherwise the installation is plain Python, which plays the same moves, only slower. The build fails
where nothing can be compiled, and its last line says what is missing.
"""

import os
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path
from runpy import run_path
from tempfile import TemporaryDirectory

from setuptools import Extension, setup
from setuptools.errors import BaseError, CCompilerError

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

COMPILER = (
    "BOARD_COMPILE=1 needs a C compiler and Python's headers (Debian and Ubuntu: apt install gcc "
    "python3-dev; macOS: xcode-select --install; Windows: Visual Studio's build tools)"
)

INLINING = [] if sys.platform == "win32" else ["-fvisibility=hidden"]
"""Options of the C compiler that let it inline the functions of mypyc: 6 % faster."""

DESCRIBES = {"egg_info", "dist_info"}
"""Commands by which pip and build ask what it takes to build, and what the wheel will be."""


def require_compiler(folder: str) -> None:
    """End with one line unless an empty C module compiles: mypyc would first take half a minute."""
    from distutils.ccompiler import new_compiler
    from distutils.sysconfig import customize_compiler

    trial = Path(folder, "trial.c")
    trial.write_text("#include <Python.h>\n")
    try:
        compiler = new_compiler()
        customize_compiler(compiler)
        compiler.compile([str(trial)], folder, include_dirs=[sysconfig.get_path("include")])
    except (BaseError, CCompilerError) as why:
        sys.exit(f"{why}\n{COMPILER}")


def extensions(folder: str) -> list[Extension]:
    """Return the modules as C, which mypyc writes to a folder."""
    from mypyc.build import mypycify

    made = mypycify([*MODULES], debug_level="0", target_dir=folder)
    for extension in made:
        extension.extra_compile_args += INLINING
    return made


def compile_catalogues() -> None:
    """Write what gettext reads beside what translators write, for the distribution."""
    compiled = run_path("board_core/text/catalogues.py")["compiled"]
    for po in Path().glob("board_*/locale/*/LC_MESSAGES/board.po"):
        po.with_suffix(".mo").write_bytes(compiled(po.read_text(encoding="utf-8")))


def main() -> None:
    compile_catalogues()
    with TemporaryDirectory() as folder:  # a build in the sources would hand on what it left there
        options = {"build": {"build_base": folder}}
        if os.environ.get("BOARD_COMPILE") != "1" or "sdist" in sys.argv:
            setup(options=options)
            return
        require_compiler(folder)
        if DESCRIBES.intersection(sys.argv):
            setup(options=options, setup_requires=[] if find_spec("mypyc") else NEEDED)
        else:
            setup(options=options, ext_modules=extensions(folder))


if __name__ == "__main__":
    main()
