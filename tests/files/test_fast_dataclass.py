"""Dataclasses that are made quickly: as those of the library, but for the time it takes."""

import copy
import dataclasses
import pickle
from dataclasses import FrozenInstanceError, field, fields
from inspect import signature

import pytest

from board_core import fast_dataclass


def turn(dataclass) -> type:
    """Return the same class, made a dataclass in one of two ways."""

    @dataclass(frozen=True, slots=True)
    class Turn:
        ply: int
        move: str = "e4"
        notes: list[str] = field(default_factory=list)
        at: float = field(default=0.0, compare=False, repr=False)

        def __post_init__(self) -> None:
            if self.ply < 0:
                raise ValueError("no ply")

    Turn.__module__, Turn.__qualname__ = __name__, f"Turn_{dataclass.__module__[-9:]}"
    return Turn


OF_LIBRARY, OURS = turn(dataclasses.dataclass), turn(fast_dataclass.dataclass)
BOTH = pytest.mark.parametrize("turn", [OF_LIBRARY, OURS], ids=["dataclasses", "board_core"])
globals()[OF_LIBRARY.__qualname__], globals()[OURS.__qualname__] = OF_LIBRARY, OURS


def test_the_methods_are_compiled_once_for_all_classes():
    other = fast_dataclass.dataclass(frozen=True, slots=True)(type("Other", (), {}))
    assert other.__setattr__ is OURS.__setattr__ is not OF_LIBRARY.__setattr__


@BOTH
def test_it_has_its_fields_defaults_and_order(turn: type):
    value = turn(3, at=1.5)
    assert (value.ply, value.move, value.notes, value.at) == (3, "e4", [], 1.5)
    assert turn(3).notes is not turn(3).notes
    assert [each.name for each in fields(turn)] == ["ply", "move", "notes", "at"]
    assert turn.__match_args__ == ("ply", "move", "notes", "at")
    assert turn.__slots__ == ("ply", "move", "notes", "at")
    assert [(p.name, p.default is p.empty) for p in signature(turn).parameters.values()] == [
        ("ply", True),
        ("move", False),
        ("notes", False),
        ("at", False),
    ]
    assert {name: str(p.annotation) for name, p in signature(turn).parameters.items()} == {
        "ply": "<class 'int'>",
        "move": "<class 'str'>",
        "notes": "list[str]",
        "at": "<class 'float'>",
    }
    with pytest.raises(TypeError, match=r"__init__\(\) missing 1 required"):
        turn()
    with pytest.raises(TypeError):
        turn(1, wrong=2)
    with pytest.raises(ValueError, match="no ply"):
        turn(-1)


@BOTH
def test_what_is_compared_and_shown(turn: type):
    assert turn(1, at=1.0) == turn(1, at=2.0) != turn(2)
    assert turn(1) != (1, "e4", [], 0.0)
    assert turn(float("nan")) != turn(float("nan"))
    assert repr(turn(1)) == f"{turn.__qualname__}(ply=1, move='e4', notes=[])"
    with pytest.raises(TypeError, match="unhashable"):
        hash(turn(1))
    assert hash(turn(1, notes=())) == hash(turn(1, notes=(), at=2.0))
    assert turn(1, notes=()) in {turn(1, notes=())}


@BOTH
def test_it_holds_itself(turn: type):
    value = turn(1)
    value.notes.append(value)
    assert repr(value) == f"{turn.__qualname__}(ply=1, move='e4', notes=[...])"


@BOTH
def test_nothing_is_set_or_deleted(turn: type):
    value = turn(1)
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'ply'"):
        value.ply = 2
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'ply'"):
        del value.ply
    with pytest.raises((FrozenInstanceError, TypeError)):  # the library's own super() fails
        value.other = 2
    assert value == turn(1)


@BOTH
def test_it_is_copied_and_travels(turn: type):
    value = turn(1, notes=["!"], at=2.0)
    for other in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert other == value
        assert other.at == 2.0
    assert dataclasses.replace(value, ply=2) == turn(2, notes=["!"])
    assert dataclasses.asdict(value) == {"ply": 1, "move": "e4", "notes": ["!"], "at": 2.0}
    assert dataclasses.astuple(value) == (1, "e4", ["!"], 2.0)


@BOTH
def test_others_stand_on_it(turn: type):
    @fast_dataclass.dataclass(frozen=True, slots=True)
    class Longer(turn):
        white: bool = True

    assert Longer(1, white=False) == Longer(1, white=False) != Longer(1)
    assert repr(Longer(1)).endswith("(ply=1, move='e4', notes=[], white=True)")
    with pytest.raises(TypeError, match="frozen"):
        dataclasses.dataclass(type("Open", (turn,), {"__annotations__": {"a": int}, "a": 1}))


def test_a_subclass_that_is_none_has_attributes_of_its_own():
    class Free(OURS):
        pass

    free = Free(1)
    free.size = 1
    del free.size
    free.size = 2
    assert (free.ply, free.size) == (1, 2)
    assert Free(1) == Free(1) != OURS(1)
    with pytest.raises(FrozenInstanceError):
        free.ply = 2


def test_methods_of_its_own_are_kept():
    @fast_dataclass.dataclass(frozen=True, slots=True)
    class Folded:
        name: str

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Folded) and other.name.lower() == self.name.lower()

        def __hash__(self) -> int:
            return hash(self.name.lower())

        def __repr__(self) -> str:
            return self.name

    assert Folded("Ada") == Folded("ADA")
    assert hash(Folded("Ada")) == hash(Folded("ADA"))
    assert repr(Folded("Ada")) == "Ada"


@pytest.mark.parametrize("options", [{}, {"frozen": True}, {"slots": True, "eq": False}])
def test_any_other_is_the_librarys(options: dict[str, bool]):
    @fast_dataclass.dataclass(**options)
    class Other:
        ply: int = 1

    assert Other().ply == 1
    assert Other.__dataclass_params__.frozen is options.get("frozen", False)


def test_a_class_without_fields():
    @fast_dataclass.dataclass(frozen=True, slots=True)
    class Nothing:
        pass

    assert Nothing() == Nothing()
    assert hash(Nothing()) == hash(Nothing())
    assert repr(Nothing()).endswith("Nothing()")
