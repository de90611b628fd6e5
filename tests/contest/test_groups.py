from dataclasses import replace

import pytest
import small
from contests import field_of
from hypothesis import given
from hypothesis import strategies as st
from simulation import Chance, after, simulated
from small import plan_with
from tournaments import new_field

from board_cli.contest.showing import bracket_lines
from board_core.contest.exports import standings_fields
from board_core.contest.field import Field, PairingVerdict, Round
from board_core.contest.pairing.invariants import violations
from board_core.contest.pairing.knockout import GROUPS_KNOCKOUT, GroupsThenKnockout, group_seeds
from board_core.contest.pairing.scheme import FormatSettings, PairingStep, reached, whole
from board_core.contest.standings import standings
from board_core.contest.state import Contest, Ruling
from board_core.contest.summary import bracket_stages, group_tables
from board_core.game.words import Words

ENGLISH = Words("en")


def better_wins(field: Field, made: Round) -> Field:
    verdicts = {
        f.number: PairingVerdict.WHITE if f.white < f.black else PairingVerdict.BLACK
        for f in made.pairings
    }
    return replace(field, rounds=(*field.rounds, made), verdicts={**field.verdicts, **verdicts})


def all_played(scheme: GroupsThenKnockout, field: Field) -> Field:
    while isinstance(made := scheme.next_round(field), Round):
        assert violations(field, made, scheme.keeps(field)) == ()
        field = better_wins(field, made)
    assert made is PairingStep.OVER
    return field


def test_the_list_is_dealt_in_a_serpentine_and_the_best_two_of_each_group_go_on():
    scheme = GroupsThenKnockout(1, groups=2, games=1)
    field = all_played(scheme, new_field(9))
    assert scheme.members(field) == [(1, 4, 5, 8, 9), (2, 3, 6, 7)]
    ties = [[(tie.upper, tie.lower) for tie in stage] for stage in scheme.bracket(field)]
    assert ties == [[(1, 3), (2, 4)], [(1, 2)]]
    assert [row.number for row in scheme.group_tables(field)[1]] == [2, 3, 6, 7]


def test_the_table_ranks_by_the_stage_before_points():
    """The loser of the final has more points than its winner, who had no game in the semi-final."""
    scheme = GroupsThenKnockout(1, groups=2, games=1)
    field = all_played(scheme, new_field(8))
    final = scheme.bracket(field)[-1][0]
    lost = {final.games[0].number: PairingVerdict.won_by(final.games[0].color(2))}
    field = replace(field, verdicts={**field.verdicts, **lost})
    table = standings(field, 1, stages=reached(scheme.bracket(field)))
    assert [row.number for row in table[:2]] == [2, 1]


@pytest.mark.parametrize(("groups", "qualifiers"), [(2, 2), (4, 2), (8, 2), (4, 4), (2, 4), (8, 1)])
def test_two_of_one_group_do_not_meet_in_the_first_stage_and_two_only_in_the_final(
    groups: int, qualifiers: int
):
    seeds = group_seeds(groups, qualifiers)
    size = groups * qualifiers
    assert sorted(seeds.values()) == [*range(1, size + 1)]
    group_of = {seed: group for (group, _), seed in seeds.items()}
    assert all(group_of[seed] != group_of[size + 1 - seed] for seed in group_of)
    if qualifiers == 2:
        scheme = GroupsThenKnockout(1, groups, qualifiers, games=1)
        field = all_played(scheme, new_field(groups * 3))
        half = scheme.bracket(field)[0][: size // 4]
        first = [each for tie in half for each in (tie.upper, tie.lower)]
        members = scheme.members(field)
        assert all(len({*first} & {*group}) == 1 for group in members)


def test_a_ruling_on_a_group_game_changes_nobody_who_was_paired_on():
    scheme = GroupsThenKnockout(1, groups=2, games=1)
    field = new_field(6)
    for _ in range(4):
        made = scheme.next_round(field)
        assert isinstance(made, Round)
        field = better_wins(field, made)
    before = scheme.bracket(field)
    turned = dict.fromkeys((g.number for g in field.rounds[0].pairings), PairingVerdict.NEITHER)
    ruled = replace(field, verdicts={**field.verdicts, **turned})
    assert scheme.group_tables(ruled) != scheme.group_tables(field)
    assert scheme.bracket(ruled) == before


def test_who_has_withdrawn_does_not_go_on():
    scheme = GroupsThenKnockout(1, groups=2, games=1)
    field = new_field(8)
    for _ in range(3):
        made = scheme.next_round(field)
        assert isinstance(made, Round)
        field = better_wins(field, made)
    gone = replace(field, withdrawn=frozenset({1}))
    assert {each for tie in scheme.bracket(gone)[0] for each in (tie.upper, tie.lower)} == {
        *(2, 3, 4, 5)
    }


@given(st.integers(8, 20), st.sampled_from([(2, 2), (4, 2), (2, 4)]), st.integers(0, 10**6))
def test_every_contest_with_groups_ends_with_one_winner(
    players: int, sizes: tuple[int, int], seed: int
):
    scheme = GroupsThenKnockout(seed, *sizes)
    chance = Chance(seed, draws=0.5, withdrawals=0.05)
    field = new_field(players)
    for now, made in simulated(scheme, field, chance):
        assert made.pairings
        field = after(now, made, chance)
    assert scheme.bracket(field)[-1][0].winner
    assert whole(scheme.bracket(field)) == scheme.bracket(field)


@pytest.mark.parametrize(
    ("entrants", "groups", "qualifiers", "wrong"),
    [(9, 3, 2, "groups"), (9, 2, 3, "qualifiers"), (7, 4, 2, "groups"), (8, 4, 2, None)],
)
def test_settings_without_a_full_bracket_are_refused(
    entrants: int, groups: int, qualifiers: int, wrong: str | None
):
    settings = FormatSettings(entrants, 7, 2, 1, 1, groups=groups, qualifiers=qualifiers)
    mistake = GROUPS_KNOCKOUT.mistake(settings)
    assert (mistake and mistake[0]) == wrong


def test_an_unfinished_bracket_shows_the_winners_so_far():
    scheme = GroupsThenKnockout(1, groups=4, games=1)
    field = new_field(16)
    for _ in range(3):
        made = scheme.next_round(field)
        assert isinstance(made, Round)
        field = better_wins(field, made)
    shown = whole(scheme.bracket(field))
    assert [len(stage) for stage in shown] == [4, 2, 1]
    assert shown[1][0].upper is None


def cup(names: str, more: str, *rounds: str) -> Contest:
    plan = plan_with(names.split(), more)
    entrants = small.entrants_of(plan)
    field = field_of(len(entrants), *rounds, scoring=plan.points)
    contest = Contest(plan, entrants, rounds=field.rounds)
    for number, verdict in field.verdicts.items():
        contest = contest.after(
            Ruling(number, verdict, author="Ann", reason="as seen", at=small.NOON)
        )
    return contest


def test_a_bracket_is_drawn_to_its_final():
    contest = cup("Ada Bob Eve", "format = 'knockout'\ngames = 1", "2-3 1-0")
    assert bracket_lines(bracket_stages(contest, ENGLISH)) == [
        "Semi-finals     Final",
        "Ada         ─┐",
        "             ├─ Ada   ─┐",
        "bye         ─┘         │",
        "                       ├─ …",
        "Bob 2       ─┐         │",
        "             ├─ Bob   ─┘",
        "Eve 0       ─┘",
    ]


def test_the_json_has_the_bracket_and_the_groups():
    contest = cup(
        "Ada Bob Eve Joe", "format = 'groups-knockout'\nqualifiers = 1\ngames = 1", "4-1 0-1, 3-2 ="
    )
    facts = standings_fields(contest)
    assert facts["groups"] == [
        [
            {"number": 1, "rank": 1, "points": 2.0},
            {"number": 4, "rank": 2, "points": 0.0},
        ],
        [
            {"number": each.number, "rank": each.rank, "points": 1.0}
            for each in contest.group_tables[1]
        ],
    ]
    assert [row.entrant.name for row in group_tables(contest, ENGLISH)["Group 1"]] == ["Ada", "Joe"]
    [[final]] = facts["bracket"]
    assert final["upper"] == 1
    assert final["winner"] is None
