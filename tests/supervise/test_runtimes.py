"""Java, Node, Go and Mono play with the usual limits, and within them."""

import os
import shutil
import subprocess
from dataclasses import replace

import pytest
from heard import Heard

from board_core.supervise import hold
from board_core.supervise.command import resolve
from board_core.supervise.hold import HoldKind
from board_core.supervise.limits import Limits
from board_core.supervise.sandbox import Confinement, Sandbox, trial

SOURCES = {
    "java": (
        "Main.java",
        """
        public class Main {
            public static void main(String[] words) throws Exception {
                new Thread(() -> System.err.println("thread")).start();
                System.out.println("ready");
                var in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));
                System.out.println("heard " + in.readLine());
                System.out.println(Runtime.getRuntime().maxMemory() >> 20);
            }
        }
        """,
        ["javac", "-d", ".", "Main.java"],
        ["java", "-cp", "{folder}", "Main"],
    ),
    "node": (
        "main.js",
        """
        console.log("ready")
        require("readline").createInterface({input: process.stdin})
            .on("line", line => { console.log("heard " + line); process.exit() })
        """,
        None,
        ["node", "{folder}/main.js"],
    ),
    "go": (
        "main.go",
        """
        package main
        import ("bufio"; "fmt"; "os")
        func main() {
            done := make(chan bool)
            go func() { fmt.Println("ready"); done <- true }()
            <-done
            line, _, _ := bufio.NewReader(os.Stdin).ReadLine()
            fmt.Println("heard " + string(line))
        }
        """,
        ["go", "build", "-o", "main", "main.go"],
        ["{folder}/main"],
    ),
    "mono": (
        "main.cs",
        """
        class Program {
            static void Main() {
                new System.Threading.Thread(() => System.Console.WriteLine("ready")).Start();
                System.Console.WriteLine("heard " + System.Console.ReadLine());
            }
        }
        """,
        ["mcs", "main.cs"],
        ["mono", "{folder}/main.exe"],
    ),
}


@pytest.fixture(scope="session", params=SOURCES)
def command(request, tmp_path_factory):
    """A program that says that it is ready, and what it hears."""
    folder = tmp_path_factory.mktemp(request.param)
    file, source, build, start = SOURCES[request.param]
    (folder / file).write_text(source)
    tools = [words[0] for words in (build, start) if words and "{" not in words[0]]
    if missing := [tool for tool in tools if shutil.which(tool) is None]:
        why = f"{missing[0]} is not installed"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(why)
    if build is not None:
        own = {**os.environ, "GOCACHE": str(folder / "cache"), "GO111MODULE": "off"}
        subprocess.run(build, cwd=folder, env=own, check=True, capture_output=True)
    return [word.format(folder=folder) for word in start]


def play(command: list[str], memory: int) -> list[object]:
    limits = replace(Limits(), memory=memory << 20)
    how = Confinement(Sandbox.REQUIRED, limits, allow_root=True)
    heard = Heard()
    program = heard.start(resolve(command), confinement=how, grace=0.5)
    first = heard.next(60)
    if isinstance(first, str):
        program.write("e4\n")
    said = [first]
    while isinstance(said[-1], str):
        said.append(heard.next(60))
    program.close()
    return said if said[-1] == 0 else [*said, program.stderr]


@pytest.mark.parametrize("kind", ["v2", "v1", "signals"])
def test_a_program_of_this_language_plays_with_the_usual_limits(command, kind, monkeypatch):
    monkeypatch.setenv(hold.HOLD_VARIABLE, kind)
    if hold.kind() is not HoldKind(kind):
        pytest.skip(f"no control groups of kind {kind} here")
    if (why := trial().why) is not None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(why))
    for memory in (2048, 512):
        said = play(command, memory)
        assert said[:2] == ["ready", "heard e4"], said
        assert said[-1] == 0
        if command[0] == "java":
            assert int(str(said[2])) <= memory // 2, "Java plans with more than there is"
