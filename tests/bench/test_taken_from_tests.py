"""What the benchmarks take from modules of the tests, by name, is there: mypy does not see it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
BENCHMARKS = TESTS.parent / "benchmarks"


def imported(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield each name that ``import_module("…")`` is given, with that module's name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            names, values = ast.unparse(node.targets[0]).strip("()"), node.value
            calls = values.elts if isinstance(values, ast.Tuple) else [values]
            for name, call in zip(names.split(", "), calls, strict=False):
                match call:
                    case ast.Call(ast.Name("import_module"), [ast.Constant(str(module))]):
                        yield name, module


def defined(module: str) -> set[str]:
    (file,) = TESTS.rglob(f"{module}.py")
    names: set[str] = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        match node:
            case ast.FunctionDef(name) | ast.ClassDef(name):
                names.add(name)
            case ast.Assign(targets):
                names.update(map(ast.unparse, targets))
            case ast.AnnAssign(target):
                names.add(ast.unparse(target))
    return names


TAKING = [
    file
    for file in sorted(BENCHMARKS.glob("*.py"))
    if "import_module(" in (text := file.read_text(encoding="utf-8"))
    and any(True for _ in imported(ast.parse(text)))
]


def test_some_benchmarks_take_something():
    assert len(TAKING) >= 4


@pytest.mark.parametrize("file", TAKING, ids=lambda file: file.stem)
def test_what_a_benchmark_takes_from_the_tests_is_there(file: Path):
    tree = ast.parse(file.read_text(encoding="utf-8"))
    modules = dict(imported(tree))
    known = {name: defined(module) for name, module in modules.items() if module != "pyspiel"}
    taken = {
        (node.value.id, node.attr)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    assert taken
    assert not [f"{name}.{word}" for name, word in taken if word not in known.get(name, {word})]


def test_no_benchmark_has_the_name_of_a_module_of_the_tests():
    """Some tests have both folders on their path, and would import one for the other."""
    benchmarks = {file.stem for file in BENCHMARKS.glob("*.py")}
    assert not benchmarks & {file.stem for file in TESTS.rglob("*.py")}
