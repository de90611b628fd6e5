"""The final table once more, from the exported JSON alone: ``python benchmarks/recompute.py FILE``.

Nothing of the board is imported: points, tie-breaks (FIDE's Handbook C.07, articles 6 to 9, 14 and
16) and ranks are computed anew from ``contest.json`` of a report, and compared with its standings.
Formats with stages (knockout, groups) and the performance rating are not recomputed. Prints each
difference, and exits with 1 if there is one.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from itertools import groupby
from pathlib import Path
from typing import Any

POINTS = {"1-0": ("win", "loss"), "0-1": ("loss", "win"), "1/2-1/2": ("draw", "draw")}
STAGED = ("knockout", "groups-knockout")
ALIKE = 1e-9


class Table:
    """The facts of one file, by entrant."""

    def __init__(self, facts: Any) -> None:
        self.facts, self.scoring = facts, facts["scoring"]
        self.size = facts["games_per_pairing"]
        self.fixed = facts["fixed_pairings"]
        self.numbers = [each["number"] for each in facts["entrants"]]
        self.games: dict[int, list[Any]] = {number: [] for number in self.numbers}
        self.byes: dict[int, dict[int, float]] = {number: {} for number in self.numbers}
        self.here: dict[int, set[int]] = {number: set() for number in self.numbers}
        for game in facts["games"]:
            for me, other, side in (("white", "black", 0), ("black", "white", 1)):
                self._add(game, game[me], game[other], side)
        held = {each["number"] for each in facts["rounds"]}
        for each in facts["rounds"]:
            for number in each["byes"]:
                self.byes[number][each["number"]] = self.scoring["bye"] * self.size
        self.asked: dict[int, dict[int, float]] = {number: {} for number in self.numbers}
        for each in facts["requested_byes"]:
            if each["round"] in held:
                self.asked[each["entrant"]][each["round"]] = each["points"]
                self.byes[each["entrant"]][each["round"]] = each["points"]
        for number in self.numbers:
            self.here[number] |= self.byes[number].keys()
        self.absent = {number: held - self.here[number] for number in self.numbers}
        self.points: dict[int, float] = {
            number: sum(game["points"] for game in self.games[number])
            + sum(self.byes[number].values())
            for number in self.numbers
        }
        self.rounds = len(held)
        self.scores = {number: self._as_opponent(number) for number in self.numbers}

    def _add(self, game: Any, me: int, other: int, side: int) -> None:
        self.here[me].add(game["round"])
        if (counts := game["counts"]) is None:
            return
        name = POINTS.get(counts["result"], ("loss", "loss"))[side]
        self.games[me].append(
            {
                "round": game["round"],
                "opponent": other,
                "points": self.scoring[name],
                "won": name == "win",
                "black": side == 1,
                "forfeit": counts["forfeit"],
            }
        )

    def _as_opponent(self, number: int) -> float:
        """Return the points as opponents count them (16.3): rounds missed to the end are drawn."""
        if self.fixed:
            return self.points[number]
        lost = {game["round"] for game in self.games[number] if game["forfeit"] and not game["won"]}
        asked = self.asked[number]
        last = max(self.here[number] - lost - asked.keys(), default=0)
        gone = [each for each in (*self.absent[number], *asked) if each > last]
        drawn = len(gone) * self.size * float(self.scoring["draw"])
        had = sum(asked.get(each, 0.0) for each in gone)
        return float(self.points[number] + drawn - had)

    def shares(self, number: int) -> list[tuple[bool, float, float]]:
        """Return for each round: missed by its own fault, the opponent's score, points won."""
        own, drawn = self.points[number], self.scoring["draw"] * self.rounds * self.size
        found, meetings = [], defaultdict[tuple[int, int], list[Any]](list)
        for game in self.games[number]:
            meetings[game["round"], game["opponent"]].append(game)
        for (_round, opponent), games in meetings.items():
            won, theirs = sum(game["points"] for game in games), self.scores[opponent]
            parts = [games] if self.size > 1 else [[game] for game in games]
            for part in parts:
                won = sum(game["points"] for game in part)
                if not self.fixed and all(game["forfeit"] for game in part):
                    found.append((not part[0]["won"], min(own, theirs), won))
                else:
                    found.append((False, theirs, won))
        if not self.fixed:
            found += [
                (each in self.asked[number], min(own, drawn), won)
                for each, won in self.byes[number].items()
            ]
            found += [(True, min(own, drawn), 0.0)] * len(self.absent[number])
        return found

    def buchholz(self, number: int, lowest: int = 0, highest: int = 0) -> float:
        shares = sorted(self.shares(number), key=lambda each: (not each[0], each[1]))
        kept = sorted(score for _, score, _ in shares[lowest:])
        return sum(kept[: max(0, len(kept) - highest)])

    def progressive(self, number: int) -> float:
        total = 0.0
        for each in range(1, self.rounds + 1):
            gained = [game["points"] for game in self.games[number] if game["round"] == each]
            total += (self.rounds + 1 - each) * (sum(gained) + self.byes[number].get(each, 0.0))
        return total

    def figure(self, name: str, number: int) -> float:
        played = [game for game in self.games[number] if not game["forfeit"]]
        match name:
            case "buchholz":
                return self.buchholz(number)
            case "buchholz-cut-1" | "buchholz-cut-2":
                return self.buchholz(number, lowest=int(name[-1]))
            case "median-buchholz":
                return self.buchholz(number, 1, 1)
            case "sonneborn-berger":
                return sum(score * won for _, score, won in self.shares(number))
            case "progressive":
                return self.progressive(number)
            case "wins":
                return float(sum(game["won"] for game in played))
            case "black-wins":
                return float(sum(game["won"] and game["black"] for game in played))
        raise ValueError(name)

    def met(self, number: int, equal: list[int]) -> dict[int, float]:
        """Return the average points against each of these, without forfeits in a Swiss."""
        found = defaultdict[int, list[float]](list)
        for game in self.games[number]:
            if game["opponent"] in equal and (self.fixed or not game["forfeit"]):
                found[game["opponent"]].append(game["points"])
        return {opponent: sum(each) / len(each) for opponent, each in found.items()}

    def by_encounter(self, equal: list[int]) -> list[list[int]]:
        if len(equal) < 2:
            return [equal]
        met = {number: self.met(number, equal) for number in equal}
        sums = {number: sum(met[number].values()) for number in equal}
        missing = {number: len(equal) - 1 - len(met[number]) for number in equal}
        if self.fixed or not any(missing.values()):
            parts = split(equal, sums)
        else:
            best = {n: sums[n] + missing[n] * self.scoring["win"] for n in equal}
            rest, parts = sorted(equal, key=lambda n: (-sums[n], -best[n])), []
            while len(rest) > 1 and sums[rest[0]] > max(best[other] for other in rest[1:]):
                parts.append([rest.pop(0)])
            parts.append(rest)
        if len(parts) == 1:
            return parts
        return [each for part in parts for each in self.by_encounter(part)]

    def order(self, lots: dict[int, int]) -> list[int]:
        groups = split(self.numbers, self.points)
        for name in self.facts["tie_breaks"]:
            parted = []
            for group in groups:
                if name == "direct-encounter":
                    parted += self.by_encounter(group)
                else:
                    parted += split(group, {n: self.figure(name, n) for n in group})
            groups = parted
        return [number for group in groups for number in sorted(group, key=lots.__getitem__)]


def split(numbers: list[int], figures: dict[int, float]) -> list[list[int]]:
    """Return the groups of equal figures, the highest first."""
    order = sorted(numbers, key=lambda number: -figures[number])
    return [[*group] for _, group in groupby(order, key=lambda number: figures[number])]


def differences(facts: Any) -> list[str]:
    """Return a line on everything in the standings that does not follow from the games."""
    table, told = Table(facts), {each["number"]: each for each in facts["standings"]}
    found = []
    for number, row in told.items():
        if abs(table.points[number] - row["points"]) > ALIKE:
            found.append(f"{row['name']}: {table.points[number]} points, not {row['points']}")
        for name, value in row["tie_breaks"].items():
            if name != "direct-encounter" and abs(table.figure(name, number) - value) > ALIKE:
                found.append(f"{row['name']}: {name} {table.figure(name, number)}, not {value}")
    ranks = [each["number"] for each in sorted(told.values(), key=lambda each: each["rank"])]
    order = table.order({number: row["lot"] for number, row in told.items()})
    if order != ranks:
        found.append(f"the order is {order}, not {ranks}")
    return found


def main() -> int:
    facts = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    if facts["format"] in STAGED or "performance" in facts["tie_breaks"]:
        print("this format or tie-break is not recomputed")
        return 2
    found = differences(facts)
    print("\n".join(found) or f"{len(facts['standings'])} ranks follow from the games")
    return int(bool(found))


if __name__ == "__main__":
    raise SystemExit(main())
