"""What a program sees, as values: decided from the person's words, from no stranger's bytes."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import board_core
from board_core.ais.levels import KNOWN_ENGINES
from board_core.files.untrusted_files import CannotTake
from board_core.supervise import visibility
from board_core.supervise.command import THIS_PYTHON, Command, find_program, resolve
from board_core.supervise.hidden import hidden, is_engine
from board_core.supervise.visibility import (
    PACKAGES_FOLDER,
    WITHHELD_MODULES,
    Own,
    check_readable,
    own_folder,
    packages_at,
    too_wide,
    unseen,
    view_of,
)

pytestmark = pytest.mark.skipif(os.name != "posix", reason="bubblewrap is for Linux")


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home" / "ai").mkdir(parents=True)
    return tmp_path / "home"


def seen(command: Command, path: str = "") -> set[Path]:
    """What of this machine is shown, but for what every program sees of this Python."""
    usual = view_of(Command(("/bin/sh",), None), path).shown
    return set(view_of(command, path).shown) - set(usual)


def file(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_a_program_sees_its_own_folder_and_starts_there(home):
    program = file(home / "ai" / "engine")
    view = view_of(resolve([str(program)]), "")
    assert view.own == Own(home / "ai")
    assert view.folder == home / "ai"
    assert seen(resolve([str(program)])) == set()


def test_of_a_home_it_sees_the_files_that_the_command_names(home):
    program, book = file(home / "engine"), file(home / "book.bin")
    file(home / "secret")
    assert too_wide(home)
    assert too_wide(home.parent)
    assert not too_wide(home / "ai")
    assert own_folder(resolve([str(program), str(book)])) == Own(home, ("engine", "book.bin"))


@pytest.mark.parametrize("place", ["/", "/etc", "/opt", "/var", "/home", "/home/somebody"])
def test_wide_folders_are_named(place):
    assert too_wide(Path(place))


def test_the_lines_of_a_script_show_nothing(home):
    """As attack 3 had it: '#!/usr/bin/env -S -u /path/secret python3'."""
    secret = file(home / "secret" / "bin" / "python3")
    file(home / "secret" / "lib" / "x")
    for line in (f"#!{secret}", f"#!/usr/bin/env -S -u {secret} python3"):
        script = file(home / "ai" / "play", line + "\n")
        assert seen(resolve([str(script)]), os.defpath) == set()


def test_an_environment_that_was_handed_in_names_no_folder(home):
    """As attack 4 had it: 'home = /any/prefix/bin' in the program's own pyvenv.cfg."""
    file(home / "any" / "bin" / "python")
    file(home / "any" / "lib" / "secret")
    file(home / "ai" / "env" / "pyvenv.cfg", f"home = {home}/any/bin\n")
    python = file(home / "ai" / "env" / "bin" / "python")
    folder = home / "ai"
    assert seen(resolve([str(python), "ai.py"], folder)) == set()
    assert seen(Command((str(python),), folder)) == {folder / "env"}, "a person may name it"


def test_a_link_of_the_program_leads_to_nothing(home):
    """As attack 5 had it."""
    file(home / "any" / "bin" / "python3.11")
    file(home / "any" / "lib" / "secret")
    link = home / "ai" / "env" / "bin" / "python"
    link.parent.mkdir(parents=True)
    link.symlink_to(home / "any" / "bin" / "python3.11")
    assert seen(resolve([str(link), "x"], home / "ai")) == set()
    assert seen(Command((str(link), "x"), home / "ai")) == {home / "ai" / "env"}
    file(home / "any" / "lib" / "python3.11" / "os.py")
    assert home / "any" / "lib" in seen(Command((str(link), "x"), home / "ai"))
    assert seen(resolve([str(link), "x"], home / "ai")) == set()


def test_words_that_name_files_elsewhere_are_words_and_no_more(home):
    """As attack 1 had it: 'san:my_ai.py /etc/shadow'."""
    program, secret = file(home / "ai" / "my_ai.py"), file(home / "theirs" / "secret")
    command = resolve([str(program), str(secret), "/usr/bin", f"--book={secret}"])
    assert seen(command) == set()
    assert unseen(command) == (str(secret), str(secret))
    assert unseen(command, [secret.parent]) == ()


def test_an_interpreter_of_the_path_comes_with_its_prefix(home):
    node = file(home / "node" / "bin" / "node")
    node.chmod(0o755)
    (home / "node" / "lib").mkdir()
    script = file(home / "ai" / "play.js")
    path = f"/nowhere:{home}/node/bin:{os.defpath}"
    assert view_of(resolve([str(script)]), path).shown[home / "node"] == home / "node"
    assert home / "node" in view_of(Command((str(node), str(script)), home / "ai"), path).shown


def test_a_prefix_of_somebody_else_is_not_followed(home, monkeypatch):
    node = file(home / "node" / "bin" / "node")
    (home / "node" / "lib").mkdir()
    command = Command((str(node),), home / "ai")
    assert home / "node" in view_of(command, "").shown
    monkeypatch.setattr(visibility, "_is_trusted", lambda prefix: False)
    assert seen(command) == {node}


def test_an_environment_elsewhere_comes_with_the_python_it_was_made_from(home):
    file(home / "python" / "bin" / "python")
    file(home / "python" / "lib" / "python3.12" / "os.py")
    (home / "python" / "lib" / "python3.12" / "site-packages").mkdir()
    python = file(home / "venv" / "bin" / "python")  # a copy
    file(home / "venv" / "pyvenv.cfg", f"home = {home}/python/bin\n")
    view = view_of(Command((str(python), "x"), home / "ai"), "")
    assert {home / "venv", home / "python" / "lib"} <= set(view.shown)
    assert home / "python" / "lib" / "python3.12" / "site-packages" in view.hidden.folders
    assert "PYTHONPATH" not in view.environment, "it has packages of its own"


def test_a_python_program_gets_this_python_and_not_what_the_board_has(home):
    program = file(home / "ai" / "my_ai.py")
    for command in (resolve([str(program)]), resolve([THIS_PYTHON, str(program)])):
        view = view_of(command, os.environ["PATH"])
        assert view.argv[0] == os.path.realpath(sys._base_executable)
        assert view.environment["PYTHONPATH"] == str(PACKAGES_FOLDER)
        assert PACKAGES_FOLDER / "chess" in view.shown
        assert not any(Path(board_core.__file__).is_relative_to(place) for place in view.shown)
        assert Path(sys.prefix) not in view.shown or sys.prefix == sys.base_prefix


def test_packages_come_with_what_they_need():
    assert {"pydantic", "pydantic_core"} <= {p.name for p in packages_at(("pydantic",))}
    assert {"chess"} == {p.name for p in packages_at(("chess",)) if not p.suffix}
    with pytest.raises(CannotTake, match="there is no package 'no-such-thing'"):
        packages_at(("no-such-thing",))


def test_packages_are_found_by_the_metadata_of_new_and_of_older_tools(tmp_path, monkeypatch):
    def write(file: str, *lines: str) -> None:
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text("\n".join(lines))

    write("newer_code/__init__.py")
    record = [
        "newer_code/__init__.py,,",
        "../../bin/newer,,",
        "gone/one.py,,",
        '"newer_code/a,b",,',
    ]
    write("newer_thing-1.0.dist-info/RECORD", *record)
    metadata = ["Name: Newer.Thing", 'Requires-Dist: Old-Thing>=1; python_version > "3"']
    metadata += ["Requires-Dist: unwanted-extra; extra == 'all'", "", "Requires-Dist: just text"]
    write("newer_thing-1.0.dist-info/METADATA", *metadata)
    write("older_code.py")
    write("old_thing-2.egg-info/top_level.txt", "older_code")
    write("old_thing-2.egg-info/requires.txt", "chess>=1", "", "[extra]", "unwanted-extra")
    monkeypatch.syspath_prepend(str(tmp_path))
    shown = packages_at(("newer-thing",))
    assert {"newer_code", "older_code.py", "chess"} <= {place.name for place in shown}
    assert shown[PACKAGES_FOLDER / "newer_code"] == tmp_path / "newer_code"
    assert not {"gone", "bin", "..", "unwanted_extra"} & {place.name for place in shown}


def test_every_module_of_the_board_is_shown_to_a_function_or_withheld_on_purpose():
    shown = (
        *("__init__", "deferred_imports", "diagnosis", "fast_dataclass", "files", "game", "games"),
        "journal",
        *("players", "protocols", "py", "record", "supervise", "text", "whole_files"),
    )
    home = Path(board_core.__file__).parent
    there = {entry.name.partition(".")[0] for entry in home.iterdir()} - {"__pycache__"}
    assert there == {*shown, *WITHHELD_MODULES}, "a new module is a decision: does it choose moves?"


def test_engines_are_hidden_by_name_unless_they_are_the_program(home):
    tools = home / "tools"
    for name in ("stockfish", "fairy-stockfish", "gnuchess", "gnuchessu", "python3"):
        file(tools / name).chmod(0o755)
    path = f"{tools}:{os.defpath}"
    assert {tools / "stockfish", tools / "gnuchess"} <= hidden(path).files
    listed = (tools,)
    assert not view_of(Command(("/bin/sh",), None), path, listed).hidden.files & {
        tools / "gnuchess"
    }
    named = visibility._covered(Command((str(tools / "gnuchessu"),), None), path, [], [], None)
    assert tools / "stockfish" in named.files
    assert not {tools / "gnuchess", tools / "gnuchessu"} & named.files, "it runs the other one"


@pytest.mark.parametrize("name", [engine.command.split()[0] for engine in KNOWN_ENGINES])
def test_whatever_the_board_offers_as_a_level_counts_as_an_engine(name):
    assert is_engine(name)
    assert is_engine(f"{name}-16")


def test_no_interpreter_counts_as_an_engine():
    for name in ("python3", "java", "node", "mono", "perl", "ruby", "lua", "php", "fruity"):
        assert not is_engine(name)


@pytest.mark.skipif(not Path("/usr/games").is_dir(), reason="there is no such folder here")
def test_an_engine_of_the_system_is_shown_alone():
    engine = find_program("stockfish")
    if engine is None or not engine.startswith("/usr/games"):
        pytest.skip("Stockfish is not there")
    view = view_of(resolve(["stockfish"]), os.defpath)
    assert Path("/usr/games") in view.hidden.folders
    assert [p for p in view.shown if p.is_relative_to("/usr/games")] == [Path(engine)]
    assert Path("/usr/games") in view_of(Command(("/bin/sh",), None), os.defpath).hidden.folders


def test_all_files_with_rights_of_somebody_else_are_hidden():
    if not sys.platform.startswith("linux"):
        pytest.skip("bubblewrap is for Linux")
    places = [place for place in ("/usr/bin", "/usr/sbin", "/usr/libexec") if Path(place).is_dir()]
    wanted = ["find", *places, "-xdev", "-type", "f", "-perm", "/6000"]
    found = subprocess.run(wanted, capture_output=True, text=True, check=False).stdout.split()
    assert set(map(Path, found)) <= hidden(os.defpath).files


def test_what_is_listed_is_shown_and_not_hidden(home):
    tables = file(home / "tables" / "KQK").parent
    games = Path("/usr/share/games")
    view = view_of(Command(("/bin/sh",), None), "", [tables])
    assert view.shown[tables] == tables
    if games.is_dir():
        assert games not in view_of(Command(("/bin/sh",), None), "", [games]).hidden.folders


def test_what_cannot_be_listed_is_refused_with_a_sentence(home):
    with pytest.raises(CannotTake, match="there is nothing to be read at"):
        check_readable(home / "no")
    for place in ("/", "/proc/self", "/dev"):
        with pytest.raises(CannotTake, match="cannot be shown"):
            check_readable(Path(place))
    os.mkfifo(home / "ai" / "pipe")
    with pytest.raises(CannotTake, match="neither a file nor a folder"):
        check_readable(home / "ai")


def test_nor_a_folder_with_a_socket(home, monkeypatch):
    monkeypatch.chdir(home)  # such a name must be short
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("ai/s")
        with pytest.raises(CannotTake, match="no pipe, socket or device"):
            check_readable(home / "ai")


def test_of_an_installed_program_the_libraries_beside_bin_are_its_own(home):
    program = file(home / "app" / "bin" / "app")
    file(home / "app" / "lib" / "app.jar")
    assert own_folder(resolve([str(program)])) == Own(home / "app")
    assert resolve([str(program)]).folder == home / "app" / "bin"


@pytest.mark.parametrize(
    ("words", "folder"),
    [
        ((".venv/bin/python", "my_ai.py"), "."),
        (("/usr/bin/python3", "-u", "sub/sunfish.py"), "sub"),
        (("env", "python3", "sub/sunfish.py"), "sub"),
        (("java", "-cp", "sub", "Main"), "sub"),
        (("java", "-cp", ".", "Main"), "."),
        (("python3", "-m", "my_ai"), "."),
        (("node", "."), "."),
        (("./engine", "sub/book.bin"), "."),
        (("sh", "engine"), "."),
        (("python3", "-mmy_ai"), "."),
        (("env", "PYTHONPATH=.", "python3", "-m", "sub"), "."),
        (("java", "Main"), "."),
        (("java", "org.me.Main"), "."),
        (("java", "-cp", "./sub:.", "Main"), "."),
        (("java", "-cp", "lib/*:sub", "Main"), "."),
        (("java", "--class-path=.", "Main"), "."),
        (("node", "index"), "."),
        (("sh", "-c", "./engine --depth 3"), "."),
        (("bash", "-c", "python3 my_ai.py"), "."),
        (("make", "-s", "run"), "."),
        (("npm", "start"), "."),
        (("go", "run", "."), "."),
        (("go", "run", "./sub"), "."),
        (("cargo.exe", "run", "-q"), "."),
        (("dotnet", "run"), "."),
        (("dotnet", "sub/bot.dll"), "sub"),
    ],
)
def test_the_folder_is_that_of_the_program_never_of_the_interpreter(
    home, monkeypatch, words, folder
):
    monkeypatch.chdir(home / "ai")
    for name in (
        "my_ai.py",
        "sub/sunfish.py",
        "sub/book.bin",
        "sub/bot.dll",
        "engine",
        ".venv/bin/python",
    ):
        file(home / "ai" / name).chmod(0o755)
    for name in ("Main.class", "org/me/Main.class", "index.js", "lib/x.jar"):
        file(home / "ai" / name)
    assert resolve(words).folder == Path(os.path.normpath(home / "ai" / folder))


@pytest.mark.parametrize(
    "words",
    [
        ("python3", "-m", "http"),
        ("python3", "-c", "import sub, my_ai; print(1)"),
        ("nice", "-n", "5", "sort"),
        ("nice", "../other/engine"),
        ("java", "-version"),
    ],
)
def test_an_interpreter_that_runs_nothing_of_the_working_directory_does_not_own_it(
    home, monkeypatch, words
):
    monkeypatch.chdir(home / "ai")
    file(home / "ai" / "my_ai.py")
    file(home / "ai" / "sub" / "x")
    file(home / "other" / "engine" / "x")
    assert resolve(words).folder in (None, home / "other" / "engine")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make files of root")
def test_of_etc_the_settings_of_interpreters_are_shown_if_everybody_may_read_them(
    tmp_path, monkeypatch
):
    for name in ("java-17-openjdk/x", "mono/4.5/config", "php/8.2/php.ini", "octaverc"):
        file(tmp_path / name)
    for name in ("passwd", "environment", "npmrc", "ssh/key", "nodename", "Rocket/x"):
        file(tmp_path / name)
    file(tmp_path / "perl" / "secret").chmod(0o600)
    file(tmp_path / "lua" / "x")
    os.chown(tmp_path / "lua" / "x", 1234, 1234)
    os.mkfifo(tmp_path / "ruby")
    monkeypatch.setattr(visibility, "ETC_FOLDER", tmp_path)
    visibility.system_settings.cache_clear()
    shown = {Path(place) for place in visibility.system_settings()}
    visibility.system_settings.cache_clear()
    assert {place.name for place in shown if place.is_relative_to(tmp_path)} == {
        *("java-17-openjdk", "mono", "php", "octaverc")
    }


def test_a_program_of_the_path_starts_where_the_first_file_is_that_it_is_told_of(home):
    book = file(home / "ai" / "book.bin")
    assert resolve(["sort", "-r", str(book), str(file(home / "other" / "x"))]).folder == home / "ai"
    assert resolve(["sort", "-r"]).folder is None


def test_of_an_adapter_the_engine_is_shown_that_its_arguments_name(home, monkeypatch):
    tools, ai = home / "tools", home / "ai"
    for name in ("polyglot", "fruit", "crafty", "runner"):
        file(tools / name).chmod(0o755)
    (ai / "toga").symlink_to(tools / "crafty")
    path = f"{tools}:{os.defpath}"
    monkeypatch.setenv("PATH", path)

    def shown_to(*words: str, folder: Path | None = None) -> set[str]:
        view = view_of(resolve(words, folder), path)
        return {place.name for place in view.shown if place.parent == tools}

    assert shown_to("polyglot", "-ec", "fruit") == {"polyglot", "fruit"}
    assert shown_to("polyglot", "-ec", str(ai / "toga")) == {"polyglot"}, "what a link says"
    assert shown_to("runner", "-ec", "fruit") == {"runner"}, "it might use its moves as its own"
    assert shown_to("python3", str(file(ai / "x.py")), "fruit") == set()
    assert shown_to("polyglot", "-ec", "fruit", folder=ai) == {"polyglot"}, "a stranger wrote it"


def test_in_a_folder_that_was_handed_in_words_are_sought_there_alone(home, monkeypatch):
    file(home / "here" / "ai.py")
    file(home / "here" / "other.py")
    file(home / "ai" / "ai.py")
    monkeypatch.chdir(home / "here")
    command = resolve(["python3", "ai.py", "other.py", "."], home / "ai")
    assert command.argv[1:] == (str(home / "ai" / "ai.py"), "other.py", ".")
    assert command.folder == home / "ai"


def test_an_interpreter_is_that_of_the_path_whatever_a_folder_holds(home, monkeypatch):
    file(home / "ai" / "sh").chmod(0o755)
    monkeypatch.chdir(home / "ai")
    assert Path(resolve(["sh", "x"], home / "ai").argv[0]).parent != home / "ai"
    assert find_program("sh") != str(home / "ai" / "sh")


def test_a_file_of_the_program_that_is_called_as_an_engine_uncovers_none(home):
    """An entrant calls its own file 'stockfish', or links it to the real one."""
    tools = home / "tools"
    file(tools / "stockfish").chmod(0o755)
    path = f"{tools}:{os.defpath}"
    file(home / "ai" / "stockfish").chmod(0o755)
    (home / "ai" / "link").symlink_to(tools / "stockfish")
    for name in ("stockfish", "link"):
        for folder in (None, home / "ai"):
            command = resolve([str(home / "ai" / name)], folder)
            own = own_folder(command)
            covered = visibility._covered(command, path, [], [], own)
            assert tools / "stockfish" in covered.files
            assert visibility._itself(command, covered, own) == []


def test_an_environment_that_is_shown_as_it_is_may_hold_no_pipe(home):
    python = file(home / "ai" / ".venv" / "bin" / "python")
    os.mkfifo(home / "ai" / ".venv" / "pipe")
    with pytest.raises(CannotTake, match="no pipe, socket or device"):
        view_of(Command((str(python), "x"), home / "ai"), "")


def test_an_environment_in_the_programs_folder_may_be_a_link_to_one_and_to_nothing_else(home):
    file(home / "venv" / "bin" / "python")
    config = file(home / "venv" / "pyvenv.cfg")
    (home / "ai").mkdir(exist_ok=True)
    (home / "ai" / ".venv").symlink_to(home / "venv")
    named = Command((str(home / "ai" / ".venv" / "bin" / "python"), "x"), home / "ai")
    assert home / "ai" / ".venv" in seen(named)
    config.unlink()
    assert home / "ai" / ".venv" not in seen(named)
