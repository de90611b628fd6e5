from concurrent.futures import Future
from dataclasses import replace

import pytest
import small
from contests import field_of
from simulation import Chance, after
from small import Imagined, begun, plan_with, result
from tournaments import new_field

from board_core.contest.field import Field, Round
from board_core.contest.pairing.invariants import violations
from board_core.contest.pairing.ladder import Ladder
from board_core.contest.pairing.scheme import PairingStep
from board_core.contest.ratings import estimate, ratings
from board_core.contest.report.view import contest_view
from board_core.contest.runner import Runner
from board_core.contest.state import Contest, Ruling
from board_core.game.words import Words


def a_round(scheme: Ladder, field: Field) -> Round:
    made = scheme.next_round(field)
    assert isinstance(made, Round)
    assert violations(field, made, scheme.keeps(field)) == ()
    return made


def until_it_waits(scheme: Ladder, field: Field, chance: Chance) -> Field:
    while isinstance(made := scheme.next_round(field), Round):
        field = after(field, made, chance)
    assert made is PairingStep.WAIT
    return field


def test_a_pair_has_two_games_with_colours_reversed_and_another_opening_next_time():
    scheme, field = Ladder(), new_field(2)
    first = a_round(scheme, field)
    again = a_round(scheme, after(field, first, Chance(1)))
    sides = [(g.white, g.black) for g in first.pairings]
    assert sides[0] == sides[1][::-1]
    assert [g.opening for g in (*first.pairings, *again.pairings)] == [0, 0, 1, 1]


def test_it_plays_until_all_ratings_are_exact_enough_and_then_waits():
    field = until_it_waits(Ladder(precision=120), new_field(6), Chance(3))
    assert max(each.error for each in ratings(field)) <= 120
    games = len([*field.pairings])
    assert until_it_waits(Ladder(precision=100), field, Chance(3)).next_pairing > games + 1


def test_the_estimate_is_that_of_the_ratings():
    field = until_it_waits(Ladder(precision=150), new_field(5), Chance(5))
    found = estimate(field)
    for each in ratings(field):
        place = field.entrants.index(each.number)
        assert found.error(each.number, place) == pytest.approx(each.error)


def test_games_in_progress_are_not_asked_for_again():
    scheme, field = Ladder(), new_field(4)
    running: set[frozenset[int]] = set()
    for _ in range(2):
        made = a_round(scheme, field)
        pair = frozenset((made.pairings[0].white, made.pairings[0].black))
        assert pair not in running
        running.add(pair)
        field = replace(field, rounds=(*field.rounds, made))


def test_a_new_version_begins_anew_and_the_former_one_keeps_its_games():
    field = until_it_waits(Ladder(precision=150), new_field(4), Chance(2))
    updated = replace(field, former_versions={2: (len(field.rounds),)})
    made = a_round(Ladder(precision=150), updated)
    assert all(game.has(2) for game in made.pairings)
    apart = after(updated, made, Chance(2)).versions_apart()
    games = {each.number: each.games for each in ratings(apart)}
    assert games[2] == 2
    assert games[5] == sum(game.has(2) for game in field.pairings)


def test_withdrawn_entrants_and_forbidden_pairs_are_not_paired():
    field = replace(
        new_field(4), withdrawn=frozenset({1}), forbidden=frozenset({frozenset((2, 3))})
    )
    for _ in range(20):
        made = a_round(Ladder(), field)
        for game in made.pairings:
            assert not game.has(1)
            assert {game.white, game.black} != {2, 3}
        field = after(field, made, Chance(1))
    alone = replace(field, withdrawn=frozenset({1, 2, 3}))
    assert Ladder().next_round(alone) is PairingStep.WAIT


def test_the_leaderboard_ranks_by_rating_and_shows_bars():
    plan = plan_with(["Ada", "Bob", "Eve"], "format = 'ladder'")
    field = field_of(3, "1-2 0-1, 2-1 1-0", "2-3 1-0, 3-2 =")
    pairings = {g.number: small.played(g.number, "white") for g in field.pairings}
    contest = Contest(plan, small.entrants_of(plan), rounds=field.rounds, played=pairings)
    for number, verdict in field.verdicts.items():
        contest = contest.after(
            Ruling(number, verdict, author="Ann", reason="as seen", at=small.NOON)
        )
    view = contest_view(contest, Words("en"))
    assert view.by_rating
    assert [row.entrant.name for row in view.standings] == ["Bob", "Eve", "Ada"]
    assert all(row.rating is not None for row in view.standings)
    assert contest.tie_breaks == ()


def white_wins(job):
    return result(job, "white")


def test_a_ladder_that_is_exact_enough_ends_the_run_and_not_the_contest(tmp_path):
    plan = plan_with(["Ada", "Bob"], "format = 'ladder'\nprecision = 250")
    with begun(tmp_path, plan) as store:
        contest = Runner(store, Ladder(250), Imagined(white_wins), 1).run()
    assert contest.played
    assert contest.ended is None
    assert max(each.error for each in contest.ratings) <= 250


def test_a_ladder_waits_for_ever_if_told_to(tmp_path):
    plan = plan_with(["Ada", "Bob"], "format = 'ladder'\nprecision = 250")
    waiting: Future[None] = Future()
    with begun(tmp_path, plan) as store:

        class Waits(Ladder):
            """Stops the run when it waits for the second time."""

            def next_round(self, field: Field) -> Round | PairingStep:
                step = super().next_round(field)
                if step is PairingStep.WAIT:
                    if waiting.done():
                        runner.stop()
                    else:
                        waiting.set_result(None)
                return step

        runner = Runner(store, Waits(250), Imagined(white_wins), 1, forever=True)
        contest = runner.run()
    assert waiting.done()
    assert contest.ended is None
