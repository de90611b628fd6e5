"""Computes the final table of a Swiss anew from its exported JSON, and compares.

    python benchmarks/final_table.py report/contest.json

It shares no code with the board: points, Buchholz, Sonneborn-Berger and wins are computed here from
the games, byes and withdrawals by FIDE's C.07 (of February 2026: 7.2, 8.1, 9.1, 16.3 and 16.4). The
exit status is 0 if the table is the same.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple


class Round(NamedTuple):
    """One round of one entrant."""

    points: float
    opponent: int | None
    played: bool
    requested: bool = False  # missed by its own wish, or after it had left
    won: bool = False


def rounds_of(contest: dict[str, Any]) -> dict[int, list[Round]]:
    """Return the rounds of each entrant, by the games and the byes."""
    scoring = contest["scoring"]
    found: dict[int, list[Round]] = {each["number"]: [] for each in contest["entrants"]}
    games = {game["number"]: game for game in contest["games"]}
    missed = {
        (each["entrant"], each["round"]): each["points"] for each in contest["requested_byes"]
    }
    for each in contest["rounds"]:
        here: dict[int, Round] = {}
        for number in each["games"]:
            game = games[number]
            counts = game["counts"]
            white, black = {
                "1-0": ("win", "loss"),
                "0-1": ("loss", "win"),
                "1/2-1/2": ("draw", "draw"),
                "0-0": ("loss", "loss"),
            }[counts["result"]]
            played = not counts["forfeit"]
            for me, other, how in (
                (game["white"], game["black"], white),
                (game["black"], game["white"], black),
            ):
                forfeit_lost = not played and how == "loss"
                here[me] = Round(scoring[how], other, played, forfeit_lost, played and how == "win")
        for me in each["byes"]:
            here[me] = Round(scoring["bye"], None, False)
        for me, rounds in found.items():
            wish = missed.get((me, each["number"]))
            rounds.append(here.get(me) or Round(wish or 0.0, None, False, True))
    return found


def adjusted(rounds: list[Round], draw: float) -> float:
    """Return the points of an opponent: rounds missed at the end, by its own wish, are drawn."""
    at_the_end = len(rounds)
    while at_the_end and rounds[at_the_end - 1].requested and not rounds[at_the_end - 1].played:
        at_the_end -= 1
    return sum(each.points for each in rounds[:at_the_end]) + draw * (len(rounds) - at_the_end)


def figures(contest: dict[str, Any]) -> dict[int, tuple[float, float, float, float]]:
    """Return points, Buchholz, Sonneborn-Berger and wins of each entrant."""
    rounds, draw = rounds_of(contest), contest["scoring"]["draw"]
    win = contest["scoring"]["win"]
    points = {me: sum(each.points for each in mine) for me, mine in rounds.items()}
    theirs = {me: adjusted(mine, draw) for me, mine in rounds.items()}
    found = {}
    for me, mine in rounds.items():
        buchholz = sonneborn = 0.0
        for each in mine:
            if each.played and each.opponent is not None:
                part = theirs[each.opponent]
            else:
                part = min(points[me], draw * len(mine))
                if each.opponent is not None:
                    part = min(part, theirs[each.opponent])
            buchholz += part
            sonneborn += part * each.points / win
        found[me] = points[me], buchholz, sonneborn, float(sum(each.won for each in mine))
    return found


def main() -> int:
    contest = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    ours, names = figures(contest), contest["tie_breaks"]
    assert names == ["buchholz", "sonneborn-berger", "wins"], names
    wrong = 0
    lots = {each["number"]: each["lot"] for each in contest["standings"]}
    order = sorted(ours, key=lambda me: (*(-figure for figure in ours[me]), lots[me]))
    for place, (each, me) in enumerate(zip(contest["standings"], order, strict=True), start=1):
        said = each["points"], *(each["tie_breaks"][name] for name in names)
        mine = ours[each["number"]]
        alike = all(abs(a - b) < 1e-9 for a, b in zip(said, mine, strict=True))
        if not alike or each["number"] != me or each["rank"] != place:
            wrong += 1
            print(f"{place}: {each['name']}: the board says {said}, computed anew {mine}")
    print(f"{len(order)} entrants computed anew, {wrong} different")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
