"""Count what the owners of this code have to know: ``python benchmarks/house.py [COMMIT ...]``.

Each commit is one row, and the working tree the last: lines and files of the product, classes (with
those that have no method), packages, floors of the import contract, and loose modules of the core.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
HEADINGS = ("", "lines", "files", "classes", "without methods", "packages", "floors", "loose")


def git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout


def sources(commit: str | None) -> Iterator[tuple[str, str]]:
    """Yield path and text of each file of the product, and of pyproject.toml."""
    listed = git("ls-files") if commit is None else git("ls-tree", "-r", "--name-only", commit)
    for path in listed.splitlines():
        of_product = path.startswith("board_") and path.endswith((".py", ".js"))
        if of_product or path == "pyproject.toml":
            file = ROOT / path
            if commit is not None:
                yield path, git("show", f"{commit}:{path}")
            elif file.is_file():
                yield path, file.read_text(encoding="utf-8")


def row(commit: str | None) -> tuple[str, ...]:
    """Return the counts of a commit, or of the working tree."""
    texts = dict(sources(commit))
    contracts = tomllib.loads(texts.pop("pyproject.toml"))["tool"]["importlinter"]["contracts"]
    [floors] = [
        len(each["layers"]) for each in contracts if each.get("containers") == ["board_core"]
    ]
    classes = [
        node
        for path, text in texts.items()
        if path.endswith(".py")
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef)
    ]
    functions = ast.FunctionDef | ast.AsyncFunctionDef
    bare = [each for each in classes if not any(isinstance(n, functions) for n in each.body)]
    packages = {path.rpartition("/")[0] for path in texts if path.endswith("__init__.py")}
    loose = [path for path in texts if path.startswith("board_core/") and path.count("/") == 1]
    lines = sum(text.count("\n") for text in texts.values())
    counts = (lines, len(texts), len(classes), len(bare), len(packages), floors, len(loose) - 1)
    return (commit or "now", *map(str, counts))


def main() -> None:
    rows = [HEADINGS, *(row(commit) for commit in [*sys.argv[1:], None])]
    for each in rows:
        print("".join(cell.rjust(17) for cell in each))


if __name__ == "__main__":
    main()
