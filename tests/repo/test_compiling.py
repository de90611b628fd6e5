"""What ``setup.py`` decides: what is compiled where, what it says, and that it ends in time."""

import sys
import sysconfig
from importlib import util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")


@pytest.fixture
def project(monkeypatch, tmp_path):
    """``setup.py`` as a module, in a folder of its own, with what it tells setuptools in a list."""
    spec = util.spec_from_file_location("setup_of_the_project", ROOT / "setup.py")
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.told = []
    monkeypatch.setattr(module, "setup", lambda **arguments: module.told.append(arguments))
    monkeypatch.setattr(module, "why_not_here", lambda: "")
    monkeypatch.setattr(sys, "orig_argv", ["python", "setup.py"])
    monkeypatch.delenv("BOARD_COMPILE", raising=False)
    monkeypatch.chdir(tmp_path)
    return module


def asked(project, monkeypatch, word: str, wish: str = "") -> list[dict]:
    monkeypatch.setattr(sys, "argv", ["setup.py", word])
    monkeypatch.setenv("BOARD_COMPILE", wish)
    project.main()
    return project.told


def compiles(program: str) -> None:
    """Write a ``setup.py`` that does this in place of compiling."""
    Path("setup.py").write_text(f"import os, sys, time\nfolder = sys.argv[3]\n{program}\n")


def test_every_module_to_compile_is_there(project):
    assert all((ROOT / path).is_file() for path in project.MODULES)


def test_a_compiler_that_is_not_there_is_missed_before_anything_is_tried(project, monkeypatch):
    monkeypatch.setenv("CC", "/nowhere/cc")
    monkeypatch.setattr(sys, "platform", "linux")
    assert not project.has_compiler()
    monkeypatch.setenv("CC", f"'{sys.executable}' -O2")
    assert project.has_compiler()


@pytest.mark.parametrize("word", ["editable_wheel", "sdist"])
def test_what_is_edited_and_what_is_source_is_not_compiled(project, monkeypatch, word):
    assert asked(project, monkeypatch, word) == [{}]


def test_nothing_is_compiled_where_nobody_wants_it(project, monkeypatch):
    compiles("sys.exit('asked')")
    assert asked(project, monkeypatch, "bdist_wheel", "0") == [{}]


@pytest.mark.parametrize(("why_not", "wish", "needs"), [("", "", 2), ("x", "", 0), ("x", "1", 2)])
def test_mypyc_is_asked_for_where_it_will_be_used(project, monkeypatch, why_not, wish, needs):
    monkeypatch.setattr(project, "why_not_here", lambda: why_not)
    monkeypatch.setattr(project, "find_spec", lambda name: None)
    (arguments,) = asked(project, monkeypatch, "egg_info", wish)
    assert len(arguments["setup_requires"]) == needs


def test_an_editable_installation_asks_for_nothing(project, monkeypatch):
    hook = "get_requires_for_build_editable"
    monkeypatch.setattr(sys, "orig_argv", ["python", "in_process.py", hook, "folder"])
    monkeypatch.setattr(project, "find_spec", lambda name: None)
    assert asked(project, monkeypatch, "egg_info") == [{}]


def test_what_was_compiled_is_in_the_wheel(project, monkeypatch):
    made = f"os.makedirs(folder + '/a'); open(folder + '/a/search{SUFFIX}', 'w').close()"
    compiles(made)
    (arguments,) = asked(project, monkeypatch, "bdist_wheel")
    (extension,) = arguments["ext_modules"]
    assert extension.name == "a.search"


def test_a_failure_is_one_line_and_a_plain_wheel(project, monkeypatch, capsys):
    compiles("print('much'); sys.exit('error: ' + 'no room ' * 100)")
    assert asked(project, monkeypatch, "bdist_wheel") == [{}]
    said = capsys.readouterr().err
    assert said.startswith("plain Python, as the searches are not compiled: error: no room")
    assert said.count("\n") == 1
    assert len(said) < 200


def test_what_is_demanded_and_fails_ends_the_build_with_all_that_was_said(project, monkeypatch):
    compiles("print('much'); sys.exit('error: no room')")
    with pytest.raises(SystemExit, match=r"(?s)much.*no room"):
        asked(project, monkeypatch, "bdist_wheel", "1")
    assert project.told == []


def test_what_takes_too_long_is_ended_with_all_it_has_started(project, tmp_path):
    sleeps = "[sys.executable, '-c', 'import time; time.sleep(1000)']"
    compiles(f"import subprocess; subprocess.run({sleeps})")
    assert project.compile_into(tmp_path, 1) == "it took more than 1 s"
