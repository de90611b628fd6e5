"""Functions that no module has, on their way into another process."""

import pickle
import subprocess
import sys

import pytest

from board_core.players.packing import CannotTravel, packed, unpacked

SOURCE = '''
import collections.abc
import os.path
import random
from functools import lru_cache

depth = 2
table = {"a": 1}

@lru_cache(maxsize=10)
def cached(n):
    return n + depth

def helper(n, *, twice=False):
    """Calls itself."""
    return n if n <= 0 else helper(n - 1) + (2 if twice else 1)

def outer(step):
    def inner(n):
        return n + step + table["a"] + cached(1)
    return inner

def counts(n=3):
    "Names modules, a submodule, and a comprehension's function."
    assert os.path.basename("a/b") == "b"
    assert issubclass(list, collections.abc.Sequence)
    return [helper(each, twice=True) for each in range(n)]

class Mine:
    def __call__(self, board):
        return None

mine, bound = Mine(), Mine().__call__
'''


@pytest.fixture
def script():
    """What a script or a notebook defines."""
    names = {"__name__": "__main__"}
    exec(SOURCE, names)
    return names


@pytest.mark.parametrize(
    ("name", "given", "result"),
    [("cached", 3, 5), ("helper", 3, 3), ("counts", 3, [0, 2, 3])],
)
def test_a_function_of_a_script_is_the_same_elsewhere(script, name, given, result):
    sent = unpacked(packed(script[name]))
    assert sent is not script[name]
    assert sent(given) == result
    assert sent.__name__ == name


def test_closures_and_lambdas_travel(script):
    both = {"inner": script["outer"](10), "lambda": lambda n: n * 2}
    sent = unpacked(packed(both))
    assert sent["inner"](1) == 1 + 10 + 1 + 3
    assert sent["lambda"](4) == 8


def test_functions_of_one_script_share_what_they_change():
    names = {"__name__": "__main__"}
    exec("n = 0\ndef up():\n    global n\n    n += 1\ndef now():\n    return n\n", names)
    up, now = unpacked(packed((names["up"], names["now"])))
    up()
    assert (now(), names["n"]) == (1, 0)


def test_a_function_of_a_module_travels_by_its_name():
    assert unpacked(packed(pickle.loads)) is pickle.loads
    assert unpacked(packed(packed)) is packed


@pytest.mark.parametrize("name", ["mine", "bound"])
def test_an_object_of_a_class_of_the_script_is_refused_by_its_name(script, name, monkeypatch):
    monkeypatch.setattr(sys.modules["__main__"], "Mine", script["Mine"], raising=False)
    with pytest.raises(CannotTravel, match=r"Mine is defined only in this script .*concurrency=1"):
        packed(script[name])


def test_what_cannot_be_pickled_is_refused_with_the_reason():
    with pytest.raises(CannotTravel, match=r"cannot pickle .*lock.*concurrency=1"):
        packed({"lock": __import__("threading").Lock()})


def test_another_process_can_call_it(script):
    code = (
        "import sys; from board_core.players.packing import unpacked; "
        "print(unpacked(sys.stdin.buffer.read())(4))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        input=packed(script["counts"]),
        capture_output=True,
        check=True,
    )
    assert ran.stdout.split() == [b"[0,", b"2,", b"3,", b"4]"]
