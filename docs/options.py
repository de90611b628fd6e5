"""The page of every option, made from the commands themselves when the site is built.

On disk there is no such page: ``board COMMAND --help`` says the same. A child process makes each
page, because the commands choose their language when they are imported: ``python docs/options.py
zh_CN`` prints one.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

DOCS = Path(__file__).parent
PAGES = {"en": "options.md", "zh_CN": "zh/options.md"}
"""The page of each language."""

ENGLISH = {
    "beginning": """# Command options

What `board COMMAND --help` prints. The [exit codes](exit-codes.md) of all commands are the same.

* An option that takes a value is written `--time 60` or `--time=60`.
* Quote a value that contains spaces: `"./my_ai --book"`.
* If an option that takes one value is given twice, the last one counts.
""",
    "argument": "argument",
    "option": "option",
    "value": "value",
    "default": "default",
    "meaning": "meaning",
    "required": "required",
    "variable": "Variable: ",
    "examples": "Examples",
    "stop": ".",
}
CHINESE = {
    "beginning": """# 命令选项

各命令的 `board 命令 --help` 显示的内容。所有命令的[退出码](exit-codes.md)相同。

* 带值的选项写作 `--time 60` 或 `--time=60`。
* 含有空格的值要加引号：`"./my_ai --book"`。
* 只取一个值的选项写了两次时，以最后一次为准。
""",
    "argument": "参数",
    "option": "选项",
    "value": "值",
    "default": "默认值",
    "meaning": "含义",
    "required": "必填",
    "variable": "环境变量：",
    "examples": "示例",
    "stop": "。",
}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Called by MkDocs with the files of the site."""
    from mkdocs.structure.files import File  # the child process needs none

    for language, path in PAGES.items():
        files.append(File.generated(config, path, content=made(language)))
    return files


def page(language: str) -> str:
    """Return the whole page; the commands must have been imported in that language."""

    from board_cli.app import app

    words = ENGLISH if language == "en" else CHINESE
    context = app.context_class(app, info_name="board")
    return "\n".join([words["beginning"], *sections_of(context, words)])


def sections_of(context: Any, words: dict[str, str]) -> Iterator[str]:
    """Yield the section of a command, then those of the commands below it."""
    yield "\n\n".join([f"## `{context.command_path}`", *body_of(context, words)]) + "\n"
    for below in commands_below(context):
        yield from sections_of(below, words)


def commands_below(context: Any) -> list[Any]:
    """Return the contexts of the commands of a group; none for a single command."""
    group = context.command
    if not hasattr(group, "list_commands"):
        return []
    below = [(name, group.get_command(context, name)) for name in group.list_commands(context)]
    return [
        command.context_class(command, info_name=name, parent=context) for name, command in below
    ]


def body_of(context: Any, words: dict[str, str]) -> Iterator[str]:
    command = context.command
    yield from (prose(paragraph) for paragraph in (command.help or "").split("\n\n"))
    if context.command_path == "board gui":
        yield from rows_of_window(words)
    else:
        for kind in ("argument", "option"):
            rows = [
                row_of(parameter, words)
                for parameter in command.params
                if parameter.param_type_name == kind
            ]
            if rows:
                yield table(kind, rows, words)
    if command.epilog:
        lines = [line.strip() for line in command.epilog.strip("\b\n ").splitlines()[1:]]
        yield f"{words['examples']}{':' if words is ENGLISH else '：'}"
        yield "\n".join(["<!-- test: for example -->", "```text", *lines, "```"])


def rows_of_window(words: dict[str, str]) -> Iterator[str]:
    """Yield the tables of the window, which reads its own arguments."""
    from board_pygame.__main__ import argument_parser

    rows: dict[str, list[tuple[str, ...]]] = {"argument": [], "option": []}
    for action in argument_parser()._actions:
        if isinstance(action, argparse._HelpAction):
            continue
        names = action.option_strings or [str(action.metavar)]
        kind = "option" if action.option_strings else "argument"
        values = action.choices or ([str(action.metavar)] if kind == "option" else [])
        rows[kind].append(
            (
                ", ".join(map(code, names)),
                ", ".join(map(code, values)),
                "",
                sentence(prose(action.help or ""), words),
            )
        )
    for kind in ("argument", "option"):
        yield table(kind, rows[kind], words)


def row_of(parameter: Any, words: dict[str, str]) -> tuple[str, ...]:
    texts = [sentence(prose(parameter.help or ""), words)]
    if parameter.envvar:
        texts.append(sentence(words["variable"] + code(parameter.envvar), words))
    names = sorted(parameter.opts, key=len)
    if parameter.param_type_name == "argument":
        names = [parameter.metavar.strip("[].")]
    return (
        ", ".join(map(code, names)),
        value_of(parameter),
        words["required"] if parameter.required else default_of(parameter),
        (" " if words is ENGLISH else "").join(filter(None, texts)),
    )


def value_of(parameter: Any) -> str:
    """Return the placeholder of a value, or all that can be chosen from; a flag has none."""
    shown = parameter.metavar or ""
    if choices := re.fullmatch(r"\[(.*\|.*)\]", shown):
        return ", ".join(map(code, choices[1].split("|")))
    return code(shown) if shown and parameter.param_type_name == "option" else ""


def default_of(parameter: Any) -> str:
    default = parameter.default
    if default is False or default == "" or not isinstance(default, str | float | Path | int):
        return ""
    return code(f"{default:g}" if isinstance(default, float) else str(default))


def table(kind: str, rows: list[tuple[str, ...]], words: dict[str, str]) -> str:
    """Write a table, without the columns that are empty in all rows."""
    heads = (words[kind], words["value"], words["default"], words["meaning"])
    columns = [n for n in range(4) if n in (0, 3) or any(row[n] for row in rows)]
    lines = [[heads[n] for n in columns], ["---"] * len(columns)]
    lines += [[row[n] for n in columns] for row in rows]
    return "\n".join(re.sub(r"\| +(?=\|)", "| ", f"| {' | '.join(line)} |") for line in lines)


def code(text: str) -> str:
    return "`" + text.replace("|", r"\|") + "`"


TYPED = re.compile(
    r"(?<!\w)'([^'\n]+)'(?!\w)"  # in quotes
    r"|(?<![\w`-])(--?[a-z][a-z-]*\b)"  # an option
    r"|(?<![\w.])((?:[a-z]+|FILE\.py):[A-Z0-9]\w*|option\.NAME=VALUE|NAME=)"  # of a player
)


def prose(text: str) -> str:
    """Return a help text as Markdown; what can be typed becomes code."""
    text = " ".join(text.split()).replace("|", r"\|").replace("*", r"\*").replace("<", "&lt;")
    return TYPED.sub(lambda found: f"`{found[found.lastindex or 0]}`", text)


def sentence(text: str, words: dict[str, str]) -> str:
    return text if not text or text[-1] in ".。！!?？" else text + words["stop"]


def made(language: str) -> str:
    """Return the page in a language, as a process of its own makes it."""
    environment = {**os.environ, "BOARD_LANG": language, "PYTHONUTF8": "1"}
    environment["PYTHONPATH"] = os.pathsep.join(
        [str(DOCS.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    )
    done = subprocess.run(
        [sys.executable, __file__, language],
        env=environment,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    return done.stdout


if __name__ == "__main__":
    print(page(sys.argv[1]), end="")
