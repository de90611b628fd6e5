"""The tournament report file: as text, and as another program reads it."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from contests import field_of

from board_core.contest.exports import Heading, to_trf
from board_core.contest.field import CLASSROOM_SCORING, ByeKind, Scoring

NAMES = {
    1: "alpha",
    2: "小棋手",
    3: "a name\nthat is much longer than there is room",
    4: "d",
    5: "e",
}
HEADING = Heading(
    "Course 2026",
    city="Beijing",
    kind="Individual: Swiss-System",
    time_control="600+5",
    rounds=5,
    dates={1: date(2026, 11, 20), 2: date(2026, 11, 21), 4: date(2026, 11, 23)},
)

CONTEST = field_of(
    5,
    "1-2 1-0, 4-3 =, 5 bye",
    "5-1 0-1, 2-4 1-0 forfeit, 3 bye",
    "3-2 0-0 forfeit, 4-1 0-0",
    "1-3 *, 2-5 =, 4 bye",
    scoring=CLASSROOM_SCORING,
)

GOLDEN = Path(__file__).with_name("course.trf")


def test_a_contest_as_text():
    assert to_trf(CONTEST, NAMES, HEADING) == GOLDEN.read_bytes().decode()


def test_everything_stands_in_the_columns_of_the_format():
    lines = to_trf(CONTEST, NAMES, HEADING, {1: 1, 2: 3, 3: 2, 4: 4, 5: 5}).splitlines()
    by_tag = {line[:3]: line for line in reversed(lines)}
    player, dates, points = by_tag["001"], by_tag["132"], by_tag["162"]
    second = next(line for line in lines if line.startswith("001    2"))

    def at(line, first, last):
        """Positions of the format: they count from 1, and the last is meant too."""
        return line[first - 1 : last]

    assert (at(player, 5, 8), at(player, 15, 47).rstrip()) == ("   1", "alpha")
    assert (at(player, 81, 84), at(player, 86, 89)) == (" 4.0", "   1")
    assert (at(player, 92, 95), at(player, 97, 97), at(player, 99, 99)) == ("   2", "w", "1")
    assert (at(player, 102, 105), at(player, 107, 107), at(player, 109, 109)) == ("   5", "b", "1")
    assert at(second, 86, 89) == "   3"
    assert (at(dates, 92, 99), at(dates, 102, 109)) == ("26/11/20", "26/11/21")
    assert (at(points, 6, 6), at(points, 7, 10)) == ("W", " 2.0")
    assert (at(points, 15, 15), at(points, 16, 19)) == ("D", " 1.0")
    assert (at(points, 24, 24), at(points, 33, 33)) == ("L", "P")


def test_the_usual_points_and_unknown_facts_are_left_out():
    tags = [line[:3] for line in to_trf(field_of(2, "1-2 ="), NAMES, Heading("x")).splitlines()]
    assert tags == ["012", "062", "072", "142", "182", "XXR", "001", "001"]


def test_a_round_of_several_games_becomes_several():
    field = field_of(2, "1-2 1-0, 2-1 =", "1-2 *, 2-1 *")
    lines = to_trf(field, NAMES, Heading("x", rounds=3, dates={1: date(2026, 1, 2)})).splitlines()
    assert "142 5" in lines  # two rounds of two games, and one that is to come
    assert lines[-2][91:] == "   2 w 1     2 b =     2 w       2 b  "
    dates = next(line for line in lines if line.startswith("132"))
    assert dates[91:] == "26/01/02  26/01/02"


def read_by_py4swiss(text, tmp_path):
    from py4swiss.trf import TrfParser

    path = tmp_path / "contest.trf"
    path.write_text(text, encoding="utf-8", newline="")
    return TrfParser.parse(path)  # which checks points and results against each other


FINISHED = (
    "1-2 1-0, 4-3 =, 5 bye",
    "5-1 0-1, 2-4 1-0 forfeit, 3 bye",
    "3-2 0-0 forfeit, 4-1 0-1",
    "2-5 =, 4 bye",  # 1 and 3 are not there
)


@pytest.mark.parametrize("scoring", [Scoring(), CLASSROOM_SCORING, Scoring(3, 1, 0.5, 1)])
def test_another_program_reads_what_was_meant(scoring, tmp_path):
    field = field_of(5, *FINISHED, scoring=scoring)
    if scoring.loss:  # an absence has no points, which the format and the program both say
        field = field_of(4, "1-2 1-0, 4-3 =", "1-4 1-0 forfeit, 3-2 0-1", scoring=scoring)
    heading = Heading("Course", kind="Swiss", rounds=7)  # its own reading of dates is another
    read = read_by_py4swiss(to_trf(field, NAMES, heading), tmp_path)
    assert read.tournament_section.tournament_name == "Course"
    assert read.x_section.number_of_rounds == 7
    players = {player.starting_number: player for player in read.player_sections}
    assert sorted(players) == list(field.entrants)
    assert players[2].name == "小棋手"
    for number, encounters in field.encounters().items():
        assert players[number].points_times_ten == 10 * sum(each.points for each in encounters)
        met = [each.id for each in players[number].results if each.id]
        assert met == [each.opponent for each in encounters if each.opponent]


def test_another_program_reads_every_sign(tmp_path):
    read = read_by_py4swiss(to_trf(field_of(5, *FINISHED), NAMES, Heading("x")), tmp_path)
    signs = [
        "".join(each.result.value for each in player.results) for player in read.player_sections
    ]
    assert signs == ["111Z", "0+-=", "=U-Z", "=-0U", "U0Z="]
    colors = [
        "".join(each.color.value for each in player.results) for player in read.player_sections
    ]
    assert colors == ["wbb-", "bwbw", "b-w-", "wbw-", "-w-b"]


def test_requested_byes_and_forbidden_pairs_are_told(tmp_path):
    field = replace(
        field_of(5, "1-2 1-0, 3-4 ="),
        requested_byes={(5, 1): ByeKind.HALF, (2, 3): ByeKind.ZERO, (1, 3): ByeKind.ZERO},
        forbidden=frozenset({frozenset({4, 2})}),
    )
    heading = Heading("x", rounds=7, tie_breaks=("BH/C1", "DE"))
    lines = to_trf(field, NAMES, heading).splitlines()
    assert "240 H   1    5" in lines
    assert "240 Z   3    1    2" in lines
    assert "260   1   7    2    4" in lines
    assert "202 BH/C1,DE" in lines
    assert "212 PTS,BH/C1,DE" in lines
    fifth = next(line for line in lines if line.startswith("001    5"))
    assert fifth[80:84] == " 0.5"
    assert fifth[91:99] == "0000 - H"
    assert len(read_by_py4swiss("\r\n".join(lines), tmp_path).player_sections) == 5


def test_who_has_withdrawn_misses_the_rounds_to_come():
    field = replace(
        field_of(4, "1-2 1-0, 3-4 ="),
        withdrawn=frozenset({3, 4}),
        requested_byes={(4, 2): ByeKind.HALF},
    )
    lines = to_trf(field, NAMES, Heading("x", rounds=3)).splitlines()
    assert [line for line in lines if line.startswith("240")] == [
        "240 H   2    4",
        "240 Z   2    3",
        "240 Z   3    3    4",
    ]
    over = to_trf(replace(field, requested_byes={}), NAMES, Heading("x", rounds=1))
    assert not any(line.startswith("240") for line in over.splitlines())
