"""What ``setup.py`` decides: it compiles where that is demanded, and says what it lacks."""

import sys
from importlib import util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def project(monkeypatch):
    """``setup.py`` as a module, with what it asks of setuptools in a list."""
    spec = util.spec_from_file_location("setup_of_the_project", ROOT / "setup.py")
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.asked = []
    monkeypatch.setattr(module, "setup", lambda **arguments: module.asked.append(arguments))
    monkeypatch.setattr(module, "extensions", lambda folder: ["compiled"])
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    return module


def asked(project, monkeypatch, word: str, wish: str | None) -> dict:
    monkeypatch.setattr(sys, "argv", ["setup.py", word])
    monkeypatch.delenv("BOARD_COMPILE", raising=False)
    if wish is not None:
        monkeypatch.setenv("BOARD_COMPILE", wish)
    project.main()
    (arguments,) = project.asked
    return {name: value for name, value in arguments.items() if name != "options"}


def test_every_module_to_compile_is_there(project):
    assert all((ROOT / path).is_file() for path in project.MODULES)


@pytest.mark.parametrize("wish", [None, "", "0"])
@pytest.mark.parametrize("word", ["egg_info", "bdist_wheel", "editable_wheel"])
def test_nothing_is_compiled_where_nobody_asks_for_it(project, monkeypatch, word, wish):
    monkeypatch.setattr(project, "require_compiler", lambda folder: pytest.fail("looked for one"))
    assert asked(project, monkeypatch, word, wish) == {}


def test_sources_are_never_compiled(project, monkeypatch):
    assert asked(project, monkeypatch, "sdist", "1") == {}


@pytest.mark.parametrize("word", ["bdist_wheel", "editable_wheel"])
def test_what_is_demanded_is_compiled(project, monkeypatch, word):
    monkeypatch.setattr(project, "require_compiler", lambda folder: None)
    assert asked(project, monkeypatch, word, "1") == {"ext_modules": ["compiled"]}


def test_mypyc_is_asked_for_where_it_will_be_used(project, monkeypatch):
    monkeypatch.setattr(project, "require_compiler", lambda folder: None)
    assert asked(project, monkeypatch, "egg_info", "1") == {"setup_requires": project.NEEDED}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows' compiler is not in a variable")
@pytest.mark.parametrize("word", ["egg_info", "bdist_wheel"])
def test_a_compiler_that_is_missing_ends_the_build_with_a_line_on_it(project, monkeypatch, word):
    monkeypatch.setenv("CC", "/nowhere/cc")
    with pytest.raises(SystemExit) as ended:
        asked(project, monkeypatch, word, "1")
    assert "/nowhere/cc" in str(ended.value)
    assert str(ended.value).splitlines()[-1] == project.COMPILER
    assert project.asked == []


def test_nothing_is_built_among_the_sources(project, monkeypatch):
    asked(project, monkeypatch, "bdist_wheel", None)
    folder = Path(project.asked[0]["options"]["build"]["build_base"])
    assert folder.is_absolute()
    assert not folder.is_relative_to(ROOT)
    assert not folder.exists()  # it was for this build alone
