"""Prints what each attack comes to on this machine, in every mode there is: a table for docs.

PYTHONPATH=.:tests python tests/attacks/table.py [--jobs N] [PART OF A NAME…]
"""

# ruff: noqa: T201

from __future__ import annotations

import argparse
import signal
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from listed import ATTACKS, succeeds
from modes import modes_here, run_in

from board_core.supervise.sandbox import Sandbox

WORDS = {True: "**succeeds**", False: "fails"}


def verdict(attack: str, scene: str, sandbox: Sandbox) -> str:
    with tempfile.TemporaryDirectory(prefix="attack-", ignore_cleanup_errors=True) as folder:
        try:
            return WORDS[succeeds(attack, scene, Path(folder), sandbox)]
        except Exception as error:  # one attack must not hide the others
            return f"unclear: {error!r}"[:600]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--cell", nargs=3, metavar=("ATTACK", "SCENE", "SANDBOX"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--mode", action="append", help="root, groups …; usually all there are")
    parser.add_argument("--row", action="append", help="1, 2 … new, known")
    parser.add_argument("parts", nargs="*")
    asked = parser.parse_args()
    if asked.cell:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background ignores it
        print(verdict(asked.cell[0], asked.cell[1], Sandbox(asked.cell[2])))
        return
    modes = [mode for mode in modes_here() if not asked.mode or str(mode) in asked.mode]
    names = [
        name
        for name, attack in ATTACKS.items()
        if all(part in name for part in asked.parts) and (not asked.row or attack.row in asked.row)
    ]
    print(f"| a stranger that tries to … | where | {' | '.join(map(str, modes))} |")
    print(f"|---|---|{'---|' * len(modes)}", flush=True)
    here = Path(__file__)
    with ThreadPoolExecutor(asked.jobs) as pool:
        rows = [
            (
                name,
                scene,
                [pool.submit(run_in, m, here, "--cell", name, scene, "required") for m in modes],
            )
            for name in names
            for scene in ATTACKS[name].scenes
        ]
        for name, scene, cells in rows:
            said = " | ".join(cell.result() for cell in cells)
            where = scene if ATTACKS[name].sandboxed else f"{scene} without sandbox"
            print(f"| {name} | {where} | {said} |", flush=True)


if __name__ == "__main__":
    main()
