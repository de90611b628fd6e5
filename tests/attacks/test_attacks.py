"""Each attack fails in the sandbox. What succeeds without one is told in docs/sandbox.md."""

import os

import pytest
from battlefield import ATTACKS, BINDS_ROOT_NOT, succeeds

from board_core.supervise.sandbox import Sandbox, is_root, trial


@pytest.fixture(autouse=True)
def sandbox():
    """Skip without one; on the machine that decides, fail."""
    if (why := trial().why) is not None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(why))


@pytest.mark.parametrize("attack", ATTACKS)
def test_in_the_sandbox_no_program_can(attack, tmp_path):
    if attack == BINDS_ROOT_NOT and is_root():
        pytest.skip("no limit of processes binds root")
    assert not succeeds(attack, tmp_path, Sandbox.REQUIRED)
