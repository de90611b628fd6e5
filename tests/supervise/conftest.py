import pytest
from heard import Heard


@pytest.fixture(autouse=True)
def loops_end_with_their_test():
    yield
    for loop in Heard.loops:
        loop.close()
    Heard.loops.clear()
