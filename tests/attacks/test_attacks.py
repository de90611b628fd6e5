"""Each attack fails in the sandbox. What succeeds without one is told in docs/sandbox.md.

Here everything is tried as whoever runs the tests, and held as this machine can; by root also as an
ordinary user, what a program alone can try. ``table.py`` tries it in every mode there is, and so
does this with BOARD_TEST_ATTACKS=all.
"""

import os
import re
from pathlib import Path

import pytest
from battlefield import CannotTell
from listed import ATTACKS, succeeds
from modes import Mode, mode_now, modes_here, ordinary, run_in

from board_core.supervise.sandbox import Sandbox, is_root, trial

TABLE = Path(__file__).with_name("table.py")
EVERYTHING = os.environ.get("BOARD_TEST_ATTACKS") == "all"


@pytest.fixture(autouse=True)
def sandbox():
    """Skip without one; on the machine that decides, fail."""
    if (why := trial().why) is not None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(why))


def places():
    """In every scene only with all modes: what the first scene shows, the others mostly repeat."""
    for name, attack in ATTACKS.items():
        if attack.promised:
            for scene in attack.scenes if EVERYTHING else attack.scenes[:1]:
                yield pytest.param(name, scene, id=f"{name}, {scene}")


@pytest.mark.parametrize(("attack", "scene"), [*places()])
def test_in_the_sandbox_no_stranger_can(attack, scene, tmp_path):
    if not ATTACKS[attack].promised_in(mode_now()):
        pytest.skip("nothing keeps this from succeeding here")
    try:
        assert not succeeds(attack, scene, tmp_path, Sandbox.REQUIRED)
    except CannotTell as error:
        pytest.skip(str(error))


@pytest.mark.skipif(EVERYTHING or not is_root(), reason="it is tried as an ordinary user anyway")
@pytest.mark.parametrize("attack", [name for name, a in ATTACKS.items() if a.scenes[0] == "alone"])
def test_nor_where_an_ordinary_user_runs_it(attack):
    """By signals: there the least is kept from it. ``.ci/run`` makes the user."""
    user = Mode("user", "signals")
    who = ordinary()
    if who and not who.has_range and os.environ.get("CI") == "true":
        pytest.fail("no ordinary user here has subordinate user IDs")
    if who is None or who.shared:
        pytest.skip(
            who.shared if who else "no ordinary user here can run this Python, or a like one"
        )
    if not (ATTACKS[attack].promised and ATTACKS[attack].promised_in(user)):
        pytest.skip("nothing keeps this from succeeding there")
    assert run_in(user, TABLE, "--cell", attack, "alone", "required") == "fails"


@pytest.mark.skipif(not EVERYTHING, reason="takes a quarter of an hour: BOARD_TEST_ATTACKS=all")
@pytest.mark.parametrize("mode", modes_here() if EVERYTHING else [], ids=str)
@pytest.mark.parametrize(("attack", "scene"), [*places()])
def test_nor_in_any_other_mode(attack, scene, mode):
    if not ATTACKS[attack].promised_in(mode):
        pytest.skip("nothing keeps this from succeeding there")
    assert run_in(mode, TABLE, "--cell", attack, scene, "required") == "fails"


MODES = [Mode(user, hold) for user in ("root", "user") for hold in ("groups", "signals")]


SUCCEEDS = {"fails": False, "**succeeds**": True, "失败": False, "**得手**": True}


def test_the_pages_count_the_attacks_and_show_those_that_succeed():
    seen = []
    for page in ("sandbox.md", "zh/sandbox.md"):
        text = (TABLE.parents[2] / "docs" / page).read_text(encoding="utf-8")
        assert re.search(rf"`tests/attacks` (?:tries|尝试) {len(ATTACKS)} ", text)
        rows = [line.strip("| ").split(" | ") for line in text.splitlines() if "**" in line]
        rows = [row for row in rows if len(row) == 6 and {*row[2:]} <= SUCCEEDS.keys()]
        seen.append([[SUCCEEDS[cell] for cell in row[2:]] for row in rows])
        if page == "sandbox.md":
            names = [row[0] for row in rows]
    assert seen[0] == seen[1]
    assert {name for name, attack in ATTACKS.items() if not attack.promised} <= {*names}
    for name, cells in zip(names, seen[0], strict=True):
        for mode, succeeded in zip(MODES, cells, strict=True):
            kept = ATTACKS[name].promised and ATTACKS[name].promised_in(mode)
            assert not (succeeded and kept), (name, str(mode))
