"""A codec reads what is there within bounds; a map of names writes and reads the same fields."""

from dataclasses import dataclass
from enum import Enum

import pytest

from board_core.text.codec import Codec, Fields, one_of, optional, plain, text_within, written
from board_core.text.sentence import Sentence, say


class Weather(Enum):
    SUN = "sun"
    RAIN = "rain"


@dataclass(frozen=True)
class Place:
    name: str
    height: int = 0


@dataclass(frozen=True)
class Walk:
    where: Place
    weather: Weather
    note: str | None = None


WALK = Fields(
    "at=where.name weather note?",
    weather=one_of(Weather, Weather.SUN),
    note=optional(text_within(3)),
)
PLACE = Fields("name height", height=Codec(lambda value: value if value == 8 else 0))


def test_fields_are_written_in_order_under_their_own_names():
    walk = Walk(Place("hill"), Weather.RAIN, "wet")
    assert [*WALK.write(walk).items()] == [("at", "hill"), ("weather", "rain"), ("note", "wet")]


def test_a_field_with_a_question_mark_is_left_out_when_there_is_nothing():
    assert WALK.write(Walk(Place("hill"), Weather.SUN)) == {"at": "hill", "weather": "sun"}


def test_fields_are_read_under_the_names_of_the_attributes():
    facts = {"at": "hill", "weather": "rain", "note": "a storm", "more": 5}
    assert WALK.read(facts) == {"where.name": "hill", "weather": Weather.RAIN, "note": "a s…"}


@pytest.mark.parametrize("value", [None, 5, "x", [], {}, {"weather": ["rain"], "at": 5}])
def test_whatever_is_there_is_read(value):
    assert WALK.read(value) == {"where.name": "", "weather": Weather.SUN, "note": None}


def test_perhaps_there_is_such_a_value():
    codec = PLACE.perhaps(Place)
    assert codec.read({"name": "hill", "height": 8}) == Place("hill", 8)
    assert codec.read({}) == Place("")
    assert [codec.read(value) for value in (None, 5, "hill", [])] == [None] * 4
    assert codec.write(Place("hill", 8)) == {"name": "hill", "height": 8}
    assert codec.write(None) is None


def test_what_is_only_written_is_null_when_there_is_nothing():
    codec = written(len)
    assert (codec.write("abc"), codec.write(None)) == (3, None)


@pytest.mark.parametrize(
    ("value", "json"),
    [
        (Weather.RAIN, "rain"),
        (say("{n} drops", n=5), "5 drops"),
        (("a", 1), ["a", 1]),
        (True, True),
        (None, None),
        (1.5, 1.5),
        ({"a": 1}, {"a": 1}),
    ],
)
def test_values_are_written_plainly(value, json):
    assert plain(value) == json
    assert type(plain(value)) is type(json)


def test_a_codec_says_what_people_may_write_only_where_they_write():
    assert Codec(str).accepted == Sentence("")
