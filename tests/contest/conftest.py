"""Python keeps one process for all that use its pools, from the first use to its own end."""

from multiprocessing import resource_tracker

import pytest


@pytest.fixture(scope="session", autouse=True)
def tracker():
    resource_tracker.ensure_running()
