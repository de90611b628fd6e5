"""Prints what each attack comes to on this machine, with and without the sandbox: a table for docs.

PYTHONPATH=. python tests/attacks/table.py
"""

# ruff: noqa: T201

import tempfile
from pathlib import Path

from battlefield import ATTACKS, succeeds

from board_core.supervise.sandbox import Sandbox, is_root, trial


def verdict(attack: str, sandbox: Sandbox) -> str:
    with tempfile.TemporaryDirectory(prefix="attack-") as folder:
        try:
            return "succeeds" if succeeds(attack, Path(folder), sandbox) else "fails"
        except Exception as error:  # one attack must not hide the others
            return f"unclear: {error!r}"


def main() -> None:
    user = "root" if is_root() else "user"
    works = trial().why is None
    print(f"| a program that tries to … | sandbox, {user} | off, {user} |")
    print("|---|---|---|")
    for attack in ATTACKS:
        inside = verdict(attack, Sandbox.REQUIRED) if works else str(trial().why)
        print(f"| {attack} | {inside} | {verdict(attack, Sandbox.OFF)} |", flush=True)


if __name__ == "__main__":
    main()
