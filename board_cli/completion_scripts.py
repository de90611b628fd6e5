"""``--show-completion``, ``--install-completion``: the scripts by which shells ask for values."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

from board_core.text.sentence import Listed

from .language import _
from .option_values import Option, Text, refusal

SCRIPT_PLACES = {
    "bash": (".bash_completions/board.sh", ".bashrc", "source ~/.bash_completions/board.sh"),
    "zsh": (".zfunc/_board", ".zshrc", "fpath+=~/.zfunc; autoload -Uz compinit; compinit"),
    "fish": (".config/fish/completions/board.fish", "", ""),
    "powershell": ("board.ps1", "Microsoft.PowerShell_profile.ps1", '. "$PSScriptRoot/board.ps1"'),
}
"""Each shell's file for the script, the file that it reads when it starts, and a line for that."""


def shell_of(text: str) -> str:
    """Return the name of a shell that has a script; an empty text is the user's own."""
    own = os.environ.get("SHELL") or ("powershell" if os.name == "nt" else "sh")
    name = (text or Path(own).stem).replace("pwsh", "powershell")
    if name not in SCRIPT_PLACES:
        why = _("{text} is not one of: {known}", text=repr(name), known=Listed([*SCRIPT_PLACES]))
        raise refusal(None, why)
    return name


def act(context: click.Context, option: click.Parameter, shell: str | None) -> None:
    """Show or install the script of a shell, and end the program."""
    if shell is None or context.resilient_parsing:
        return
    from click.shell_completion import get_completion_class

    made: Any = get_completion_class(shell)
    script = made(context.command, {}, "board", "_BOARD_COMPLETE").source()
    if option.name == "show_completion":
        print(script)
    else:
        for folder in powershell_folders() if shell == "powershell" else [Path.home()]:
            path = install(folder, shell, script)
            print(_("Completion is installed in {path}, for new terminals.", path=path))
    context.exit()


def install(folder: Path, shell: str, script: str) -> Path:
    """Write a shell's script, and have the shell read it when it starts."""
    path, startup, line = SCRIPT_PLACES[shell]
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_text(script, encoding="utf-8", newline="\n")
    if startup:
        with (folder / startup).open("a+b") as file:
            file.seek(0)
            if line.encode() not in file.read():
                file.write(f"\n{line}\n".encode())
    return folder / path


def powershell_folders() -> list[Path]:
    """Return the folders of the profiles of PowerShell, on Windows of both that there are."""
    if sys.platform != "win32":
        return [Path.home() / ".config" / "powershell"]
    import winreg

    folders = r"Software\Microsoft\Windows\CurrentVersion\Explorer\User Shell Folders"
    with winreg.OpenKey(winreg.HKEY_CURRENT_USER, folders) as key:
        documents = Path(os.path.expandvars(winreg.QueryValueEx(key, "Personal")[0]))
    return [documents / name for name in ("PowerShell", "WindowsPowerShell")]


def completion_option(name: str, help: str) -> Option:
    """Return an option that acts before all others; its value may be left out."""
    kind = Text(shell_of, lambda: SCRIPT_PLACES)
    rest: dict[str, Any] = {"is_eager": True, "expose_value": False, "callback": act}
    return Option(
        [name], is_flag=False, flag_value="", metavar="[SHELL]", type=kind, help=help, **rest
    )
