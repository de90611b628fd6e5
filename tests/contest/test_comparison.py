from __future__ import annotations

import re

from small import begun, plan_with, played

from board_core.contest.pairing.fixed_pairings import Match
from board_core.contest.state import Contest
from board_core.contest.summary import comparison


def match(tmp_path, results: str, more: str = "") -> Contest:
    """A match of two; a letter for each game, in pairs with colours reversed: w, b or d."""
    plan = plan_with(("Ada", "Bob"), f'format = "match"\ngames = {len(results)}\n{more}')
    winners = {"w": "white", "b": "black", "d": None}
    with begun(tmp_path, plan) as store:
        scheme, number = Match(len(results)), 0
        while number < len(results):
            each = scheme.next_round(store.contest.field)
            store.paired(each)
            for pairing in each.pairings:
                reason = "checkmate" if results[number] != "d" else "stalemate"
                store.finished(played(pairing.number, winners[results[number]], reason))
                number += 1
        return store.contest


def told(contest: Contest) -> list[str]:
    return [str(sentence) for sentence in comparison(contest)]


def test_pairs_are_told_with_elo_and_the_likelihood_of_superiority(tmp_path):
    first, los, second = told(match(tmp_path, "wbwbwdddwb"))
    assert re.fullmatch(r"Ada - Bob: \+\d+ \+/- \d+ Elo, \+\d+ \+/- \d+ normalized \(95 %\)", first)
    assert los == "likelihood that Ada is stronger: 100.0 %"
    assert second == "Pairs of games with 0, ½, 1, 1½ and 2 points: 0 0 1 1 3"


def test_equal_players_are_told_to_be_so(tmp_path):
    first, los, *_ = told(match(tmp_path, "wwbb"))
    assert first == "Ada - Bob: +0 Elo; all ended alike, which tells no margin"
    assert los == "likelihood that Ada is stronger: 50.0 %"


def test_all_won_has_no_end_above(tmp_path):
    assert "Bob: more than " in told(match(tmp_path, "wbwb"))[0]


def test_a_test_says_how_it_stands(tmp_path):
    sprt = "[sprt]\nelo0 = 0\nelo1 = 100\n"
    *_, undecided = told(match(tmp_path, "wbdd", sprt))
    assert undecided.startswith("SPRT from 0 to 100 normalized Elo: not decided; LLR ")
    assert undecided.endswith("(-2.94 to 2.94)")
    *_, decided = told(match(tmp_path / "long", "wbwbwbwd" * 12, sprt))
    assert "stronger by more than 0 Elo" in decided


def test_other_contests_have_no_comparison(tmp_path):
    with begun(tmp_path) as store:
        assert comparison(store.contest) == ()
