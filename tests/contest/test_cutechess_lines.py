"""The lines of cutechess-cli, as programs read them."""

from __future__ import annotations

import re

from small import begun, plan_with, played

from board_core.contest.field import Pairing, PairingVerdict, Round
from board_core.contest.state import Ruling
from board_core.contest.summary import cutechess_closing, cutechess_finished, cutechess_started

FINISHED = re.compile(r"Finished game (\d+) \((.+) vs (.+)\): (1-0|0-1|1/2-1/2|\*) \{(.+)\}")


def match(home, *results, more=""):
    with begun(home, plan_with(("Ada", "Bob"), f'format = "match"\n{more}')) as store:
        pairings = [Pairing(n, 1, 1 + n % 2, 2 - n % 2) for n in range(1, len(results) + 1)]
        store.paired(Round(1, tuple(pairings)))
        for number, (winner, reason) in enumerate(results, 1):
            store.finished(played(number, winner, reason))
        return store.contest


def test_a_match_reads_like_one_of_cutechess(tmp_path):
    results = [("white", "checkmate"), ("white", "time"), (None, "stalemate"), ("black", "crash")]
    contest = match(tmp_path, *results)
    pairings = list(contest.pairings.values())
    assert cutechess_started(contest, pairings[0], 4) == "Started game 1 of 4 (Bob vs Ada)"
    lines = [list(cutechess_finished(contest, pairing)) for pairing in pairings]
    assert [each[0] for each in lines] == [
        "Finished game 1 (Bob vs Ada): 1-0 {White mates}",
        "Finished game 2 (Ada vs Bob): 1-0 {Black loses on time}",
        "Finished game 3 (Bob vs Ada): 1/2-1/2 {Draw by stalemate}",
        "Finished game 4 (Ada vs Bob): 0-1 {White disconnects}",
    ]
    assert lines[-1][1] == "Score of Ada vs Bob: 1 - 2 - 1  [0.375] 4"
    (elo,) = cutechess_closing(contest)
    assert re.fullmatch(r"Elo difference: -\S+ \+/- \S+, LOS: \S+ %, DrawRatio: 25.0 %", elo)


def test_the_sequential_test_is_told(tmp_path):
    contest = match(tmp_path, ("black", "checkmate"), ("white", "checkmate"), more="[sprt]\n")
    assert any(
        re.match(r"SPRT: llr \S+ \(\S+%\), lbound -2.94, ubound 2.94", line)
        for line in cutechess_closing(contest)
    )


def test_a_ruling_is_the_result_and_its_reason_stays_within_the_braces(tmp_path):
    contest = match(tmp_path, ("white", "checkmate"))
    event = Ruling(1, PairingVerdict.DRAW, author="Jury", reason="both {hung}")
    line, _score = cutechess_finished(contest.after(event), contest.pairings[1])
    assert FINISHED.fullmatch(line).groups()[3:] == (
        "1/2-1/2",
        "1/2-1/2 by ruling of Jury: both (hung)",
    )


def test_many_entrants_have_a_table_of_ranks(contest, ended):
    for pairing in contest.pairings.values():
        assert all(FINISHED.fullmatch(line) for line in cutechess_finished(contest, pairing))
    heading, *rows, end = cutechess_closing(ended)
    assert heading.split() == ["Rank", "Name", "Elo", "+/-", "Games", "Score", "Draw"]
    assert len(rows) == 12
    assert end == "Finished match"
