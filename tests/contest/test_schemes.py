from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest
from contests import field_of
from hypothesis import given
from hypothesis import strategies as st
from simulation import Chance, after, simulated

from board_core.contest.field import Field, Pairing, PairingVerdict, Round
from board_core.contest.pairing.fixed_pairings import Gauntlet, Match, RoundRobin, berger
from board_core.contest.pairing.invariants import violations
from board_core.contest.pairing.knockout import Knockout
from board_core.contest.pairing.scheme import BadScheme, PairingStep, Scheme, seeding

# FIDE Handbook C.05, annex 1; the highest number stands for nobody in an odd field.
TABLES = {
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
}


def new_field(players: int) -> Field:
    return Field(tuple(range(1, players + 1)))


def rounds_of(scheme: Scheme, players: int) -> list[Round]:
    """Without a single result."""
    field = new_field(players)
    while isinstance(made := scheme.next_round(field), Round):
        assert violations(field, made, scheme.keeps(field)) == ()
        field = replace(field, rounds=(*field.rounds, made))
    assert made is PairingStep.OVER
    return list(field.rounds)


def pairings_of(rounds: Iterable[Round]) -> list[Pairing]:
    return [pairing for each in rounds for pairing in each.pairings]


def with_verdicts(field: Field, made: Round, *verdicts: PairingVerdict) -> Field:
    numbers = (pairing.number for pairing in made.pairings)
    return replace(
        field,
        rounds=(*field.rounds, made),
        verdicts={**field.verdicts, **dict(zip(numbers, verdicts, strict=True))},
    )


def a_round(made: Round | PairingStep) -> Round:
    assert isinstance(made, Round)
    return made


# Round robin


@pytest.mark.parametrize("players", TABLES)
def test_bergers_tables_are_the_published_ones(players: int):
    ours = [
        " ".join(f"{white}-{black}" for white, black in berger(players, number))
        for number in range(1, players)
    ]
    assert ours == TABLES[players]
    made = rounds_of(RoundRobin(), players)
    assert [" ".join(f"{f.white}-{f.black}" for f in each.pairings) for each in made] == ours


@given(st.integers(2, 40), st.integers(1, 4))
def test_everybody_meets_everybody_once_a_cycle(players: int, cycles: int):
    rounds = rounds_of(RoundRobin(cycles), players)
    pairings = pairings_of(rounds)
    games = Counter(frozenset((f.white, f.black)) for f in pairings)
    assert len(games) == players * (players - 1) // 2
    assert set(games.values()) == {cycles}
    assert len(rounds) == cycles * (players - 1 + players % 2)
    assert all(not each.byes for each in rounds)
    whites, blacks = Counter(f.white for f in pairings), Counter(f.black for f in pairings)
    allowed = 1 if cycles % 2 else 0
    assert all(abs(whites[n] - blacks[n]) <= allowed for n in range(1, players + 1))


@given(st.integers(2, 12), st.sampled_from([2, 4]))
def test_two_games_with_colours_reversed_share_an_opening(players: int, cycles: int):
    by_opening: dict[int | None, list[Pairing]] = {}
    for pairing in pairings_of(rounds_of(RoundRobin(cycles), players)):
        by_opening.setdefault(pairing.opening, []).append(pairing)
    assert sorted(filter(None, by_opening)) == [*range(1, len(by_opening))]
    for one, other in by_opening.values():
        assert (one.white, one.black) == (other.black, other.white)


@pytest.mark.parametrize("players", [4, 6, 8, 10, 16])
def test_a_double_round_robin_gives_nobody_three_games_of_a_colour_in_a_row(players: int):
    pairings = pairings_of(rounds_of(RoundRobin(2), players))
    for entrant in range(1, players + 1):
        colors = "".join(f.color(entrant).value[0] for f in pairings if f.has(entrant))
        assert "www" not in colors
        assert "bbb" not in colors


def test_entrants_keep_their_own_numbers():
    made = a_round(RoundRobin().next_round(Field((7, 3, 9))))
    assert [(f.white, f.black) for f in made.pairings] == [(3, 9)]


# Gauntlet


@given(st.integers(1, 4), st.integers(1, 8), st.integers(1, 5))
def test_challengers_meet_all_others_and_not_one_another(
    challengers: int, opponents: int, games: int
):
    pairings = pairings_of(rounds_of(Gauntlet(challengers, games), challengers + opponents))
    met = Counter(frozenset((f.white, f.black)) for f in pairings)
    assert met == Counter(
        {
            frozenset((challenger, other)): games
            for challenger in range(1, challengers + 1)
            for other in range(challengers + 1, challengers + opponents + 1)
        }
    )
    shared: dict[int | None, list[Pairing]] = {}
    for pairing in pairings:
        shared.setdefault(pairing.opening, []).append(pairing)
    for sharing in shared.values():
        assert len({(f.white, f.black) for f in sharing}) == len(sharing) <= 2
        assert len({frozenset((f.white, f.black)) for f in sharing}) == 1


def test_a_challenger_has_both_colours_equally_often_over_single_games():
    pairings = pairings_of(rounds_of(Gauntlet(games=1), 9))
    assert sum(f.white == 1 for f in pairings) == 4


def test_a_gauntlet_needs_an_opponent():
    with pytest.raises(BadScheme, match="needs 3 entrants or more, not 2"):
        Gauntlet(challengers=2).next_round(new_field(2))


# Match


def test_a_match_goes_on_in_pairs_with_colours_reversed():
    rounds = rounds_of(Match(5), 2)
    assert [[(f.white, f.black, f.opening) for f in each.pairings] for each in rounds] == [
        [(1, 2, 0), (2, 1, 0)],
        [(1, 2, 1), (2, 1, 1)],
        [(1, 2, 2)],
    ]


def test_a_match_is_over_when_one_has_withdrawn():
    assert (
        Match(1_000_000).next_round(field_of(2, "1-2 1-0, 2-1 =", withdrawn=[2]))
        is PairingStep.OVER
    )


def test_a_match_is_between_two():
    with pytest.raises(BadScheme, match="needs 2 entrants, not 3"):
        Match(4).next_round(new_field(3))


def first_has_three_points(field: Field) -> bool:
    """Once, it stays so: points only grow."""
    return sum(each.points or 0 for each in field.encounters()[1]) >= 3


def test_a_stop_rule_sees_whole_pairs_and_none_after_one_that_is_not_finished():
    seen: list[int] = []

    def watch(field: Field) -> bool:
        assert field.complete
        assert set(field.verdicts) == {pairing.number for pairing in field.pairings}
        seen.append(len(field.rounds))
        return False

    scheme, field = Match(20, watch), new_field(2)
    for _ in range(4):
        field = replace(field, rounds=(*field.rounds, a_round(scheme.next_round(field))))
    verdicts = dict.fromkeys(
        [1, 2, 3, 5, 6, 7, 8], PairingVerdict.DRAW
    )  # the second pair is not finished
    scheme.next_round(replace(field, verdicts=verdicts))
    assert seen == [0, 0, 0, 0, 1]


def test_what_counts_in_a_decided_match_does_not_hang_on_what_runs_at_a_time():
    field = Field((1, 2), tuple(rounds_of(Match(20), 2)))
    alternating = {n: PairingVerdict.WHITE if n % 2 else PairingVerdict.DRAW for n in range(1, 21)}
    scheme = Match(20, first_has_three_points)
    counted = set()
    for finished in range(4, 21):  # 1.5 points a pair: decided after the second
        now = replace(field, verdicts={n: alternating[n] for n in range(1, finished + 1)})
        now = replace(now, rounds=now.rounds[:9])  # more than are finished
        assert scheme.next_round(now) is PairingStep.OVER
        assert scheme.decided(now)
        counted.add(len(scheme.counted(now).rounds))
    assert counted == {2}
    undecided = replace(field, rounds=field.rounds[:1], verdicts={1: PairingVerdict.WHITE})
    assert not scheme.decided(undecided)
    assert scheme.counted(undecided) == undecided


# Knockout


def test_the_best_meet_last():
    assert seeding(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert seeding(5) == seeding(8)
    assert seeding(1) == [1]


def winners_by_number(pairings: Iterable[Pairing]) -> list[PairingVerdict]:
    """The better seed wins."""
    return [PairingVerdict.WHITE if f.white < f.black else PairingVerdict.BLACK for f in pairings]


def test_without_upsets_the_better_half_goes_on():
    scheme, field = Knockout(1, games=1), new_field(8)
    met = []
    while isinstance(made := scheme.next_round(field), Round):
        assert violations(field, made, scheme.keeps(field)) == ()
        met.append({frozenset((f.white, f.black)) for f in made.pairings})
        field = with_verdicts(field, made, *winners_by_number(made.pairings))
    assert made is PairingStep.OVER
    assert met == [
        {frozenset(each) for each in ((1, 8), (4, 5), (2, 7), (3, 6))},
        {frozenset((1, 4)), frozenset((2, 3))},
        {frozenset((1, 2))},
    ]
    assert scheme.bracket(field)[-1][0].winner == 1


def test_the_best_begin_with_byes_that_give_no_points():
    scheme, field = Knockout(1, games=1), new_field(5)
    made = a_round(scheme.next_round(field))
    assert {frozenset((f.white, f.black)) for f in made.pairings} == {frozenset((4, 5))}
    assert made.byes == ()
    assert [tie.winner for tie in scheme.bracket(field)[0]] == [1, None, 2, 3]


def test_a_stage_waits_for_its_results():
    scheme, field = Knockout(1), new_field(4)
    made = a_round(scheme.next_round(field))
    assert scheme.next_round(replace(field, rounds=(made,))) is PairingStep.WAIT


def test_a_drawn_tie_is_replayed_with_colours_reversed_and_then_a_lot_decides():
    scheme, field = Knockout(1, games=1, replays=2), new_field(2)
    games = []
    while isinstance(made := scheme.next_round(field), Round):
        games += [(f.white, f.black, f.opening) for f in made.pairings]
        field = with_verdicts(field, made, PairingVerdict.DRAW)
    white, black, _ = games[0]
    assert games == [(white, black, 0), (black, white, 0), (white, black, 1)]
    tie = scheme.bracket(field)[0][0]
    assert tie.by_lot
    assert tie.winner in (1, 2)
    drawn = {Knockout(n, games=1, replays=2).bracket(field)[0][0].winner for n in range(20)}
    assert drawn == {1, 2}


def test_ties_of_several_games_are_won_by_points():
    scheme, field = Knockout(1, games=2), new_field(2)
    made = a_round(scheme.next_round(field))
    assert [f.opening for f in made.pairings] == [0, 0]
    field = with_verdicts(field, made, PairingVerdict.DRAW, PairingVerdict.WHITE)
    assert scheme.next_round(field) is PairingStep.OVER
    assert scheme.bracket(field)[0][0].winner == made.pairings[1].white


def test_who_has_withdrawn_is_walked_over():
    scheme, field = Knockout(1, games=1), replace(new_field(4), withdrawn=frozenset({1}))
    made = a_round(scheme.next_round(field))
    assert {frozenset((f.white, f.black)) for f in made.pairings} == {frozenset((2, 3))}
    field = with_verdicts(field, made, *winners_by_number(made.pairings))
    final = a_round(scheme.next_round(field))
    assert {final.pairings[0].white, final.pairings[0].black} == {2, 4}


def test_who_was_paired_on_stays_the_winner_whatever_is_ruled_later():
    scheme, field = Knockout(1, games=1), new_field(4)
    first = a_round(scheme.next_round(field))
    field = with_verdicts(field, first, *winners_by_number(first.pairings))
    final = a_round(scheme.next_round(field))
    field = with_verdicts(field, final, *winners_by_number(final.pairings))
    opposite = {
        PairingVerdict.WHITE: PairingVerdict.BLACK,
        PairingVerdict.BLACK: PairingVerdict.WHITE,
    }
    ruled = {n: opposite[v] if n <= 2 else v for n, v in field.verdicts.items()}
    after_ruling = replace(field, verdicts=ruled)
    assert [tie.winner for tie in scheme.bracket(after_ruling)[0]] == [1, 2]
    assert scheme.next_round(after_ruling) is PairingStep.OVER


@given(
    st.integers(2, 20),
    st.integers(1, 3),
    st.integers(0, 2),
    st.integers(0, 10**6),
)
def test_every_knockout_ends_with_one_winner(players: int, games: int, replays: int, seed: int):
    scheme = Knockout(seed, games, replays)
    chance = Chance(seed, draws=0.6, withdrawals=0.1)
    field = new_field(players)
    for now, made in simulated(scheme, field, chance):
        assert made.pairings
        field = after(now, made, chance)
    bracket = scheme.bracket(field)
    assert all(tie.winner for stage in bracket for tie in stage)
    assert len(bracket[-1]) == 1
    meetings = Counter(frozenset((f.white, f.black)) for f in field.pairings)
    assert all(count % games == 0 for count in meetings.values())
    assert all(count <= games * (1 + replays) for count in meetings.values())


# All of them


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: RoundRobin(0),
        lambda: Gauntlet(games=0),
        lambda: Match(0),
        lambda: Knockout(1, replays=-1),
    ],
)
def test_sizes_that_make_no_contest_are_refused(wrong):
    with pytest.raises(BadScheme, match="must be at least"):
        wrong()


@pytest.mark.parametrize("scheme", [RoundRobin(2), Gauntlet(2), Knockout(3)], ids=repr)
def test_games_of_those_who_have_withdrawn_are_numbered_on(scheme: Scheme):
    """In schemes that do not wait they are listed; the contest scores them as forfeits."""
    field = new_field(7)
    for now, made in simulated(scheme, field, Chance(1, withdrawals=0.1)):
        assert violations(now, made, scheme.keeps(now)) == ()
