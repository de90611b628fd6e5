import driver
import pytest


@pytest.fixture(autouse=True)
def fonts_are_closed():
    """Those of every window, before pygame ends: later it forgets to."""
    yield
    while driver.OPENED:
        driver.OPENED.pop().close()
