"""Builds and plays a ten-line program in many languages, and whole games of every engine there is.

python benchmarks/foreign.py [--user NAME] [--only TEXT] [--check] [--engine NAME=PLAYER]

Each program plays two games, one with either colour, as ``board match`` has them played: in the
sandbox and with all limits as they are by default.
A language plays ``examples/languages/knights.*`` against the same program in Python, an engine of
chess against ``greedy`` and one of gomoku against ``random``, with ``--seconds`` a side.
``--engine`` adds a program that this file does not know, such as
``"sunfish=uci:python3 /path/sunfish.py"`` or
``"wine=gomocup:/path/pbrain-wine"``; ``--check`` adds what ``board check`` finds. Run by root,
everything is done as the ordinary user ``--user``.

Nothing is installed: a row without its tools says which packages of Debian have them. Linux only.
The exit status is 0 if every row that has its tools was played.
"""

from __future__ import annotations

import argparse
import json
import os
import pwd
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from measuring import machine, table

from board_core.game.rules import ON_THE_BOARD, Reason
from board_core.supervise.command import find_program

ROOT = Path(__file__).parents[1]
LANGUAGES = ROOT / "examples" / "languages"
BOARD = (sys.executable, "-m", "board_cli")

PATIENCE_SECONDS = 600.0  # for one build, match or check
WHOLE_GAMES = {reason.value for reason in (*ON_THE_BOARD, Reason.RESIGNATION)}

PACKAGES = {
    **dict.fromkeys(("java", "javac", "jar"), "default-jdk-headless"),
    "ethereal-chess": "ethereal-chess",
    "fpc": "fp-compiler",
    "gcc": "gcc libc6-dev",
    "ghc": "ghc",
    "go": "golang-go",
    "kotlinc": "kotlin",
    "lua": "lua5.4",
    "mcs": "mono-mcs",
    "mono": "mono-runtime",
    "node": "nodejs",
    "ocaml": "ocaml-nox",
    "ocamlopt": "ocaml-nox",
    "octave-cli": "octave",
    "php": "php-cli",
    "pyinstaller": "pip install pyinstaller",
    "Rscript": "r-base-core",
    "runghc": "ghc",
    "scalac": "scala",
    "tsc": "node-typescript",
}
"""The packages of Debian that have these tools; other tools are in the package of their name."""


@dataclass(frozen=True, slots=True)
class Program:
    """One way to play a program: in a folder with ``file``, after ``build``, with ``play``."""

    name: str
    file: str
    play: str
    build: tuple[str, ...] = ()

    @property
    def tools(self) -> tuple[str, ...]:
        """Return the programs that it needs from this machine."""
        words = [shlex.split(command)[0] for command in (*self.build, self.play)]
        return tuple(dict.fromkeys(word for word in words if "/" not in word))


PROGRAMS = (
    Program("Python", "knights.py", "python3 knights.py"),
    Program("Python, the system's", "knights.py", "/usr/bin/python3 knights.py"),
    Program("Python, PyPy", "knights.py", "pypy3 knights.py"),
    Program(
        "Python, a module beside",
        "knights.py",
        ".venv/bin/python my_ai.py",
        ("python3 -m venv --without-pip .venv", "echo 'import knights' >my_ai.py"),
    ),
    Program(
        "Python, -m",
        "knights.py",
        "python3 -m knights_bot",
        ("mkdir knights_bot", "cp knights.py knights_bot/__main__.py"),
    ),
    Program(
        "Python, PyInstaller", "knights.py", "dist/knights", ("pyinstaller --onefile knights.py",)
    ),
    Program("C", "knights.c", "./knights", ("gcc -O2 -o knights knights.c",)),
    Program("C++", "knights.cpp", "./knights", ("g++ -O2 -o knights knights.cpp",)),
    Program("Rust", "knights.rs", "./knights", ("rustc -O -o knights knights.rs",)),
    Program("Go", "knights.go", "./knights", ("go build -o knights knights.go",)),
    Program("Java", "Knights.java", "java Knights.java"),
    Program(
        "Java, -cp", "Knights.java", "java -cp classes Knights", ("javac -d classes Knights.java",)
    ),
    Program(
        "Java, -jar",
        "Knights.java",
        "java -jar knights.jar",
        ("javac -d classes Knights.java", "jar cfe knights.jar Knights -C classes ."),
    ),
    Program(
        "Kotlin",
        "Knights.kt",
        "java -jar knights.jar",
        ("kotlinc Knights.kt -include-runtime -d knights.jar",),
    ),
    Program(
        "Scala",
        "Knights.scala",
        "scala -cp knights.jar Knights",
        ("scalac -d knights.jar Knights.scala",),
    ),
    Program("C#", "Knights.cs", "mono Knights.exe", ("mcs Knights.cs",)),
    Program("JavaScript", "knights.js", "node knights.js"),
    Program("TypeScript", "knights.ts", "node knights.js", ("tsc --target es2020 knights.ts",)),
    Program("Lua", "knights.lua", "lua knights.lua"),
    Program("Perl", "knights.pl", "perl knights.pl"),
    Program("Ruby", "knights.rb", "ruby knights.rb"),
    Program("PHP", "knights.php", "php knights.php"),
    Program("OCaml", "knights.ml", "./knights", ("ocamlopt -o knights knights.ml",)),
    Program("OCaml, a script", "knights.ml", "ocaml knights.ml"),
    Program("Haskell", "knights.hs", "./knights", ("ghc -O -o knights knights.hs",)),
    Program("Haskell, a script", "knights.hs", "runghc knights.hs"),
    Program("R", "knights.R", "Rscript knights.R"),
    Program("Octave", "knights.m", "octave-cli knights.m"),
    Program("Bash", "knights.sh", "bash knights.sh"),
    Program("awk", "knights.awk", "mawk -W interactive -f knights.awk"),
    Program("awk, GNU", "knights.awk", "gawk -f knights.awk"),
    Program("Pascal", "knights.pas", "./knights", ("fpc -oknights knights.pas",)),
)

ENGINES = {
    "Stockfish": "uci:stockfish",
    "Ethereal": "uci:ethereal-chess",
    "Toga II": "uci:toga2",
    "Glaurung": "uci:glaurung",
    "GNU Chess, UCI": "uci:gnuchess --uci",
    "GNU Chess, XBoard": "xboard:gnuchess --xboard",
    "Fairy-Max": "xboard:fairymax",
    "Phalanx": "xboard:phalanx",
    "Sjeng": "xboard:sjeng",
    "HoiChess": "xboard:hoichess",
    "Toga II by Polyglot": "xboard:polyglot -noini -ec toga2",
}
"""Debian's programs that speak UCI or XBoard, each with its protocol."""


@dataclass(frozen=True, slots=True)
class Played:
    """The games of one program: whether it made a move, how they ended, and why not well."""

    name: str
    player: str
    games: tuple[str, ...] = ()
    started: bool = False
    played: bool = False
    why_not: str = ""
    missing: bool = False
    card: str = ""

    def row(self, check: bool) -> tuple[str, ...]:
        words = ("-", "-") if self.missing else (yes(self.started), yes(self.played))
        card = (self.card,) if check else ()
        games = " / ".join(dict.fromkeys(self.games))
        return (self.name, self.player, *words, games, *card, self.why_not)


def yes(true: bool) -> str:
    return "yes" if true else "NO"


def lacking(tools: tuple[str, ...]) -> str:
    """Return which packages have the tools that are not here; empty if all are here."""
    missing = [tool for tool in tools if find_program(tool) is None]
    if not missing:
        return ""
    packages = " ".join(dict.fromkeys(PACKAGES.get(tool, tool) for tool in missing))
    how = packages if packages.startswith("pip ") else f"apt install {packages}"
    return f"no {', '.join(missing)}: {how}"


def build(program: Program, folder: Path) -> str:
    """Build a program in an empty folder; return why that failed, or an empty text."""
    shutil.copy(LANGUAGES / program.file, folder)
    for command in program.build:
        done = run(["sh", "-c", command], folder, errors=subprocess.STDOUT)
        if done.returncode:
            said = f"{done.stdout}\n{done.stderr or ''}".strip() or f"status {done.returncode}"
            return f"{command}: {said.splitlines()[-1]}"
    return ""


def run(
    command: list[str], folder: Path, errors: int = subprocess.PIPE
) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            errors="replace",
            check=False,
            timeout=PATIENCE_SECONDS,
        )
    except subprocess.TimeoutExpired:
        late = f"not done after {PATIENCE_SECONDS:g} s"
        return subprocess.CompletedProcess(command, 1, "", late)


def play(name: str, player: str, opponent: str, folder: Path, *options: str) -> Played:
    """Let ``board match`` play two games, and return how they ended."""
    done = run([*BOARD, "match", player, opponent, "--games", "2", "--json", *options], folder)
    events = [json.loads(line) for line in done.stdout.splitlines()]
    ends = [event for event in events if event["event"] == "game_ended"]
    sides = {1: "white", 2: "black"}  # colours alternate
    whys = [why for end in ends if (why := why_not(end))]
    if len(ends) < len(sides) and not whys:
        whys = [done.stderr.strip().replace("\n", " ") or "the match broke off"]
    return Played(
        name,
        player,
        tuple(f"{end['ply']} plies, {end['outcome']['reason']}" for end in ends),
        any(e["event"] == "move_played" and e["color"] == sides[e["game"]] for e in events),
        not whys,
        "; ".join(dict.fromkeys(whys)),
    )


def why_not(end: dict[str, Any]) -> str:
    """Return why a game did not reach its end; empty if it did."""
    outcome, told = end["outcome"], end["explanation"]
    if outcome["reason"] in WHOLE_GAMES:
        return ""
    words = [f"{end['outcome']['winner'] or 'nobody'} won by {outcome['reason']}"]
    if told is not None:
        words += [told["sentence"], *told["stderr"].strip().splitlines()[-1:]]
    return ": ".join(words)


def examine(player: str, folder: Path, *options: str) -> str:
    """Return what ``board check`` finds that is not well, in a line."""
    done = run([*BOARD, "check", player, "--json", *options], folder)
    try:
        card = json.loads(done.stdout)
    except ValueError:
        return done.stderr.strip().replace("\n", " ")
    bad = [each for each in card["checks"] if each["verdict"] in ("fault", "warning")]
    return "; ".join(f"{e['verdict']}: {e['check']}: {e['sentence']}" for e in bad) or "well"


def of_language(program: Program, place: Path, check: bool) -> Played:
    """Build and play a program of the list, in a new folder at this place."""
    if missing := lacking(program.tools):
        return Played(program.name, program.play, why_not=missing, missing=True)
    folder = Path(tempfile.mkdtemp(dir=place))
    if failed := build(program, folder):
        return Played(program.name, program.play, why_not=failed)
    opponent = f"san:{shlex.quote(sys.executable)} {shlex.quote(str(LANGUAGES / 'knights.py'))}"
    played = play(program.name, program.play, opponent, folder)
    return replace(played, card=examine(program.play, folder)) if check else played


def of_engine(name: str, player: str, place: Path, check: bool, seconds: float) -> Played:
    """Play an engine against a weak AI of the board, in the game of its protocol."""
    protocol, _, command = player.partition(":")
    tool = shlex.split(command)[0]
    if "/" not in tool and (missing := lacking((tool,))):
        return Played(name, player, why_not=missing, missing=True)
    game, weak = (("--game", "gomoku"), "random") if protocol == "gomocup" else ((), "greedy")
    played = play(name, player, weak, place, *game, "--seed", "1", "--time", f"{seconds:g}")
    return replace(played, card=examine(player, place, *game)) if check else played


def become(user: str) -> None:
    """Give up root for good: this process and all it starts are an ordinary user's."""
    found = pwd.getpwnam(user)
    os.initgroups(user, found.pw_gid)
    os.setgid(found.pw_gid)
    os.setuid(found.pw_uid)
    os.environ |= {"USER": user, "LOGNAME": user, "HOME": found.pw_dir}
    if not os.access(sys.executable, os.X_OK):
        sys.exit(f"{user} cannot run {sys.executable}: install the board where {user} may read it")


def show(title: str, games: Sequence[Played], check: bool) -> None:
    columns = ("started", "played", "games", *(("check",) if check else ()), "why not")
    print()
    table((title, "player", *columns), [each.row(check) for each in games], words=True)
    tried = [each for each in games if not each.missing]
    played = sum(each.played for each in tried)
    print(f"{played} of {len(tried)} played; {len(games) - len(tried)} have no tools here")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--user", help="the ordinary user that root becomes")
    parser.add_argument("--only", default="", help="only rows with this in their name or player")
    parser.add_argument("--check", action="store_true", help="examine each program as well")
    parser.add_argument("--engine", action="append", default=[], metavar="NAME=PLAYER")
    parser.add_argument("--seconds", type=float, default=20.0, help="clock of an engine's game")
    parser.add_argument("--jobs", type=int, default=2, help="rows at the same time")
    asked = parser.parse_args()
    if asked.user:
        become(asked.user)
    engines = ENGINES | dict(each.split("=", 1) for each in asked.engine)
    only = asked.only.casefold()
    programs = [p for p in PROGRAMS if only in f"{p.name} {p.play}".casefold()]
    wanted = [(n, p) for n, p in engines.items() if only in f"{n} {p}".casefold()]
    print(f"{machine()}, as {pwd.getpwuid(os.geteuid()).pw_name}")
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(asked.jobs) as pool:
        place = Path(folder)
        os.environ["HOME"] = folder  # compilers keep caches there
        first = [pool.submit(of_language, each, place, asked.check) for each in programs]
        second = [pool.submit(of_engine, *e, place, asked.check, asked.seconds) for e in wanted]
        languages = [each.result() for each in first]
        show("language", languages, asked.check)
        others = [each.result() for each in second]
        show("engine", others, asked.check)
    return 0 if all(each.played or each.missing for each in [*languages, *others]) else 1


if __name__ == "__main__":
    sys.exit(main())
