from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from simulation import Chance, after, simulated
from tournaments import Audit, audited, legal_pairing_exists, new_field, tournament

from board_core.contest.field import (
    CLASSROOM_SCORING,
    ByeKind,
    Field,
    Pairing,
    PairingVerdict,
    Round,
)
from board_core.contest.pairing import swiss
from board_core.contest.pairing.colors import ColorHistory, Float, clash, has_white
from board_core.contest.pairing.invariants import Rule, violations
from board_core.contest.pairing.scheme import BadScheme, NoPairingError, PairingStep
from board_core.contest.pairing.swiss import Swiss, candidates, rounds_advice
from board_core.game.sides import Color

W, B = Color.WHITE, Color.BLACK


def paired(scheme: Swiss, field: Field) -> Round:
    made = scheme.next_round(field)
    assert isinstance(made, Round)
    return made


def pairs(made: Round) -> set[frozenset[int]]:
    return {frozenset((f.white, f.black)) for f in made.pairings}


def played(field: Field, results: str, byes: tuple[int, ...] = ()) -> Field:
    """A round from text: ``1-2:1 4-3:=`` has White, Black, and who won."""
    verdicts = {"1": PairingVerdict.WHITE, "0": PairingVerdict.BLACK, "=": PairingVerdict.DRAW}
    pairings, more = [], {}
    for number, text in enumerate(results.split(), field.next_pairing):
        players, result = text.split(":")
        white, black = map(int, players.split("-"))
        pairings.append(Pairing(number, field.next_round, white, black))
        more[number] = verdicts[result]
    made = Round(field.next_round, tuple(pairings), byes)
    return replace(field, rounds=(*field.rounds, made), verdicts={**field.verdicts, **more})


@pytest.mark.parametrize("first", range(1, 61, 15))
def test_simulated_tournaments_keep_all_rules(first: int):
    audit = Audit()
    for seed in range(first, first + 15):
        audited(audit, *tournament(seed))
    assert audit.tournaments == 15
    assert audit.rounds > 60
    assert not +audit.violations
    assert not audit.not_repeated
    assert not audit.not_proved


def test_where_a_round_cannot_be_paired_no_legal_pairing_exists():
    """Small fields with as many rounds as a round robin run into corners."""
    audit = Audit()
    for seed in range(60):
        audited(audit, Swiss(7, seed), new_field(5 + seed % 4), Chance(seed, withdrawals=0.03))
    assert audit.cut_short > 20
    assert not audit.not_proved
    assert not +audit.violations


def test_the_first_round_is_drawn_from_the_seed():
    field = new_field(40)
    drawn = [pairs(paired(Swiss(5, seed), field)) for seed in (1, 2, 1)]
    assert drawn[0] == drawn[2] != drawn[1]
    whites = {f.white for seed in range(5) for f in paired(Swiss(5, seed), field).pairings}
    assert len(whites) > 30  # colours are drawn too


def test_the_next_round_waits_for_all_results():
    field = new_field(4)
    field = replace(field, rounds=(paired(Swiss(3, 1), field),), verdicts={1: PairingVerdict.DRAW})
    assert Swiss(3, 1).next_round(field) is PairingStep.WAIT
    assert isinstance(
        Swiss(3, 1).next_round(
            replace(field, verdicts={1: PairingVerdict.DRAW, 2: PairingVerdict.DRAW})
        ),
        Round,
    )
    assert Swiss(1, 1).next_round(field) is PairingStep.OVER


def test_two_games_a_pairing_reverse_the_colours_and_count_as_one_meeting():
    field = replace(new_field(5), games_per_pairing=2)
    made = paired(Swiss(3, 1), field)
    assert [(g.white, g.black) for g in made.pairings[::2]] == [
        (g.black, g.white) for g in made.pairings[1::2]
    ]
    field = after(field, made, Chance(1, draws=1))
    bye = made.byes[0]
    assert field.encounters()[bye][0].points == 2 * field.scoring.bye
    ranked = {each.number: each for each in candidates(field)}
    assert {each.points for number, each in ranked.items() if number != bye} == {10}
    first = made.pairings[0]
    assert ranked[first.white].colors.due is Color.BLACK
    assert bye not in paired(Swiss(3, 1), field).byes


def test_late_entries_requested_byes_and_forbidden_pairs_are_kept():
    field = replace(
        new_field(6),
        requested_byes={(6, 1): ByeKind.HALF, (5, 1): ByeKind.ZERO},
        forbidden=frozenset({frozenset((1, 2)), frozenset((3, 4)), frozenset((1, 3))}),
    )
    made = paired(Swiss(3, 1), field)
    assert pairs(made) == {frozenset((1, 4)), frozenset((2, 3))}
    ranked = {each.number: each for each in candidates(after(field, made, Chance(1)))}
    assert [ranked[6].points, ranked[5].points] == [5, 0]
    assert not ranked[6].had_bye


def test_equal_points_meet():
    field = played(new_field(8), "1-2:1 3-4:1 5-6:1 7-8:1")
    made = paired(Swiss(3, 1), field)
    winners = {1, 3, 5, 7}
    assert all((f.white in winners) == (f.black in winners) for f in made.pairings)
    assert {made.pairings[0].white, made.pairings[0].black} <= winners  # the top board first


def test_the_bye_goes_to_the_lowest_who_had_none():
    field = played(new_field(5), "1-2:1 3-4:1", byes=(5,))
    assert paired(Swiss(4, 1), field).byes == (4,)
    field = played(field, "3-1:1 2-5:0", byes=(4,))
    assert paired(Swiss(4, 1), field).byes == (2,)


def test_a_bye_gives_points():
    field = played(new_field(3), "1-2:=", byes=(3,))
    assert {each.number: each.points for each in candidates(field)} == {1: 5, 2: 5, 3: 10}


def test_who_has_withdrawn_is_not_paired():
    field = replace(played(new_field(6), "1-2:1 3-4:1 5-6:1"), withdrawn=frozenset({3, 6}))
    made = paired(Swiss(3, 1), field)
    assert {n for f in made.pairings for n in (f.white, f.black)} == {1, 2, 4, 5}


def test_a_forfeited_game_is_a_meeting_without_a_colour():
    field = played(new_field(4), "1-2:1 3-4:1")
    field = replace(field, forfeits=frozenset({1}))
    one = candidates(field)[0]
    assert one.met == {2}
    assert one.colors == ColorHistory()
    assert one.points == 10


def test_nobody_floats_twice_where_it_can_be_helped():
    """1 has floated down to 4; now 1 or 3 must float again, and it is not 1."""
    field = played(new_field(6), "1-2:1 3-4:1 5-6:=")
    field = played(field, "3-1:= 5-2:= 6-4:=")
    floats = {each.number: each.floats for each in candidates(field)}
    assert floats[5] == (Float.DOWN, Float.LEVEL)
    assert floats[2] == (Float.UP, Float.LEVEL)
    assert swiss.repeated(candidates(field)[4], Float.DOWN) == 2
    assert swiss.repeated(candidates(field)[4], Float.UP) == 0


def test_a_repeated_float_costs_more_than_a_distant_rank():
    """Three have 10, and three 5: one of each floats; who did last time does not again."""
    field = new_field(6)
    ranked = candidates(field)
    points = [10, 10, 10, 5, 5, 5]
    down, level = (Float.DOWN, Float.LEVEL), (Float.LEVEL, Float.LEVEL)
    ranked = [
        replace(each, points=p, floats=down if place == 2 else level)
        for place, (each, p) in enumerate(zip(ranked, points, strict=True))
    ]
    found = Swiss(3, 1)._matching(ranked, 2)
    assert found is not None
    [floater] = [a for a, b in found if a < 3 <= b]
    assert floater != 2


def test_candidates_far_away_are_left_out_and_nothing_changes(monkeypatch: pytest.MonkeyPatch):
    field, chance, scheme = new_field(120), Chance(3, forfeits=0.02), Swiss(7, 3)
    for now, made in simulated(scheme, field, chance):
        monkeypatch.setattr(swiss, "ALL_PAIRS_UP_TO", 1000)
        assert scheme.next_round(now) == made
        monkeypatch.undo()


def test_candidates_are_widened_until_there_is_a_pairing(monkeypatch: pytest.MonkeyPatch):
    """All of the upper half have met: none of them is paired within a reach of one."""
    monkeypatch.setattr(swiss, "ALL_PAIRS_UP_TO", 0)
    monkeypatch.setattr(swiss, "FIRST_REACH", 1)
    half = range(1, 7)
    ranked = [
        replace(each, met=frozenset(half) - {each.number} if each.number in half else frozenset())
        for each in candidates(new_field(12))
    ]
    found = Swiss(3, 1)._matching(ranked, 2)
    assert found is not None
    assert all(a < 6 <= b for a, b in found)


SOME_COLORS = st.lists(st.sampled_from([W, B]), max_size=9)


@given(SOME_COLORS, SOME_COLORS)
def test_who_has_white_does_not_hang_on_rank_unless_nothing_else_differs(
    one: list[Color], other: list[Color]
):
    mine, theirs = history(one), history(other)
    assert clash(mine, theirs) == clash(theirs, mine)
    if has_white(mine, theirs) == has_white(theirs, mine):
        common = min(len(one), len(other))
        assert mine.due is theirs.due
        assert mine.strength == theirs.strength
        assert abs(mine.difference) == abs(theirs.difference)
        assert one[len(one) - common :] == other[len(other) - common :]


def history(colors: list[Color]) -> ColorHistory:
    field = new_field(len(colors) + 1)
    for number, color in enumerate(colors, 2):
        white, black = (1, number) if color is W else (number, 1)
        field = played(field, f"{white}-{black}:1")
    return ColorHistory.of(field.encounters()[1])


@pytest.mark.parametrize(
    ("colors", "due", "strength"),
    [
        ("", None, 0),
        ("W", B, 2),
        ("WB", W, 1),
        ("WBB", W, 3),
        ("BWW", B, 3),
        ("WWBB", W, 3),
        ("WWBW", B, 3),
        ("WBW", B, 2),
    ],
)
def test_wishes_for_colours(colors: str, due: Color | None, strength: int):
    found = history([W if each == "W" else B for each in colors])
    assert (found.due, found.strength) == (due, strength)


def test_equal_wishes_are_decided_by_the_last_game_in_which_colours_differed():
    """Both are due White; three games ago one had Black and the other White."""
    one, other = history([W, B, W, B]), history([B, W, W, B])
    assert (one.due, one.strength) == (other.due, other.strength) == (W, 1)
    assert has_white(one, other) is True
    assert has_white(other, one) is False


def test_without_another_pairing_the_error_names_the_rematch():
    field = played(new_field(2), "1-2:1")
    with pytest.raises(NoPairingError, match="not met yet"):
        Swiss(3, 1).next_round(field)


def test_without_another_pairing_the_error_names_the_bye():
    """All three have had it."""
    field = played(played(played(new_field(3), "1-2:1", (3,)), "3-1:1", (2,)), "2-3:1", (1,))
    field = replace(field, rounds=tuple(replace(each, pairings=()) for each in field.rounds))
    with pytest.raises(NoPairingError, match="bye"):
        Swiss(9, 1).next_round(field)


def white_twice() -> Field:
    """All of those who are left have had White twice, against others who have gone."""
    field = played(new_field(6), "1-3:1 2-4:1", byes=())
    field = played(field, "1-5:1 2-6:1")
    return replace(field, withdrawn=frozenset({3, 4, 5, 6}))


def test_without_another_pairing_the_error_names_the_colours():
    with pytest.raises(NoPairingError, match="colour"):
        Swiss(9, 1).next_round(white_twice())
    assert not legal_pairing_exists(white_twice())
    assert legal_pairing_exists(white_twice(), colors=False)


def test_the_organiser_may_relax_colours_and_nothing_else():
    scheme = Swiss(9, 1, relax_colors=True)
    made = paired(scheme, white_twice())
    assert pairs(made) == {frozenset({1, 2})}
    assert Rule.COLORS not in scheme.keeps(white_twice())
    assert violations(white_twice(), made, frozenset({Rule.COLORS}))
    with pytest.raises(NoPairingError, match="not met yet"):
        scheme.next_round(after(white_twice(), made, Chance(1)))


def test_relaxed_colours_are_kept_as_long_as_they_can_be():
    start, chance = new_field(12), Chance(4)
    strict = [made for _, made in simulated(Swiss(6, 4), start, chance)]
    assert strict == [made for _, made in simulated(Swiss(6, 4, relax_colors=True), start, chance)]


def test_fewer_than_two_cannot_be_paired():
    field = replace(new_field(3), withdrawn=frozenset({1, 2}))
    with pytest.raises(NoPairingError, match="fewer than two"):
        Swiss(3, 1).next_round(field)


def test_a_swiss_without_rounds_is_refused():
    with pytest.raises(BadScheme, match="rounds is 0: it must be at least 1"):
        Swiss(0, 1)


@pytest.mark.parametrize(
    ("players", "rounds", "too_many"),
    [
        (32, 7, None),
        (32, 16, None),
        (32, 17, False),
        (31, 29, False),
        (32, 30, True),
        (4, 2, None),
        (4, 3, True),
        (2, 1, None),
    ],
)
def test_advice_on_the_number_of_rounds(players: int, rounds: int, too_many: bool | None):
    advice = rounds_advice(players, rounds)
    assert (advice and advice.too_many) is too_many
    if advice is not None:
        assert str(rounds) in str(advice.sentence)
        assert ("round robin" in str(advice.sentence)) == too_many


def test_points_of_any_scoring_are_compared():
    """Three for a win and one for a draw: a draw is nearer to a loss than to a win."""
    scoring = replace(CLASSROOM_SCORING, win=3.0)
    field = replace(played(new_field(4), "1-2:1 3-4:="), scoring=scoring)
    assert [each.points for each in candidates(field)] == [10, 0, 3, 3]


def test_boards_are_ordered_by_points():
    *_, (field, made) = simulated(Swiss(5, 2), new_field(30), Chance(2))
    points = {each.number: each.points for each in candidates(field)}
    tops = [max(points[f.white], points[f.black]) for f in made.pairings]
    assert all(a >= b for a, b in pairwise(tops))
