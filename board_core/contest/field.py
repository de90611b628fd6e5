"""The field of a contest: entrants, rounds, verdicts, columns, and the drawing of lots. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from enum import Enum
from hashlib import sha256
from itertools import count, groupby

from board_core.fast_dataclass import dataclass
from board_core.game.sides import Color

Number = int
"""The number of an entrant, from 1 in the order of the contest's list: its starting rank."""


class PairingVerdict(Enum):
    """Names the ways in which a game counts, by its result or by a ruling."""

    WHITE = "1-0"
    BLACK = "0-1"
    DRAW = "1/2-1/2"
    NEITHER = "0-0"  # no points for either side

    @staticmethod
    def won_by(color: Color | None) -> PairingVerdict:
        """Return the verdict for a winner; None: a draw."""
        if color is None:
            return PairingVerdict.DRAW
        return PairingVerdict.WHITE if color is Color.WHITE else PairingVerdict.BLACK

    @property
    def winner(self) -> Color | None:
        match self:
            case PairingVerdict.WHITE:
                return Color.WHITE
            case PairingVerdict.BLACK:
                return Color.BLACK
            case _:
                return None


class ByeKind(Enum):
    """The points for a round that an entrant misses by request (FIDE C.07, 16.2)."""

    HALF = "half"  # as much as a draw
    ZERO = "zero"


@dataclass(frozen=True, slots=True)
class Scoring:
    """The points that a win, a draw, a loss and a bye bring."""

    win: float = 1.0
    draw: float = 0.5
    loss: float = 0.0
    bye: float = 1.0

    def points(self, verdict: PairingVerdict, color: Color) -> float:
        """Return the points of a verdict for the side that had this colour."""
        if verdict is PairingVerdict.NEITHER:
            return self.loss
        if verdict.winner is None:
            return self.draw
        return self.win if verdict.winner is color else self.loss

    def missed(self, kind: ByeKind) -> float:
        """Return the points of a requested bye."""
        return self.draw if kind is ByeKind.HALF else 0.0


CLASSROOM_SCORING = Scoring(win=2.0, draw=1.0, loss=0.0, bye=2.0)


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to be played: its number, its round and its two entrants."""

    number: int  # counts from 1 through the whole contest
    round: int  # counts from 1
    white: Number
    black: Number
    opening: int | None = None
    """An index into the contest's openings, from 0 and modulo their number; None: the starting
    position. Two games of a pair with colours reversed share their opening."""

    def color(self, entrant: Number) -> Color:
        return Color.WHITE if entrant == self.white else Color.BLACK

    def opponent(self, entrant: Number) -> Number:
        return self.black if entrant == self.white else self.white

    def has(self, entrant: Number) -> bool:
        return entrant in (self.white, self.black)


@dataclass(frozen=True, slots=True)
class Round:
    """The pairings of one round, the most important board first."""

    number: int  # counts from 1
    pairings: tuple[Pairing, ...]
    byes: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True)
class Encounter:
    """One round of one entrant."""

    round: int
    opponent: Number | None  # None: a bye
    color: Color | None  # None: a bye
    points: float | None  # None: not finished
    verdict: PairingVerdict | None = None
    forfeit: bool = False  # counts, but was not played
    pairing: int | None = None
    requested: bool = False  # a requested bye


@dataclass(frozen=True, slots=True)
class Field:
    """All facts used by pairing and standings: the same field gives the same round."""

    entrants: tuple[Number, ...]
    rounds: tuple[Round, ...] = ()
    verdicts: Mapping[int, PairingVerdict] = field(default_factory=dict)  # by the pairings' numbers
    forfeits: frozenset[int] = frozenset()  # pairings with a verdict that were not played
    withdrawn: frozenset[Number] = frozenset()  # they are no longer paired
    scoring: Scoring = Scoring()
    fixed_pairings: bool = False
    """Who meets whom does not depend on results, as in a round robin: no round is unplayed."""
    ratings: Mapping[Number, int] = field(default_factory=dict)  # those the organiser knows
    requested_byes: Mapping[tuple[Number, int], ByeKind] = field(default_factory=dict)
    """By entrant and round: rounds that are missed on request, also before a late entry."""
    forbidden: frozenset[frozenset[Number]] = frozenset()  # pairs that must not be paired
    former_versions: Mapping[Number, tuple[int, ...]] = field(default_factory=dict)
    """By entrant: the last round of each of its earlier versions, in order."""
    games_per_pairing: int = 1
    """Games of two opponents in a round of a Swiss: 2 are played with colours reversed."""

    @property
    def active(self) -> tuple[Number, ...]:
        return tuple(n for n in self.entrants if n not in self.withdrawn)

    @property
    def present(self) -> tuple[Number, ...]:
        """The entrants of the next round, without requested byes."""
        number = self.next_round
        return tuple(n for n in self.active if (n, number) not in self.requested_byes)

    @property
    def barred(self) -> Mapping[Number, frozenset[Number]]:
        """For each entrant that has any, the entrants it must not be paired with."""
        found: dict[Number, frozenset[Number]] = {}
        for pair in self.forbidden:
            for each in pair:
                found[each] = found.get(each, frozenset()) | pair - {each}
        return found

    @property
    def pairings(self) -> Iterator[Pairing]:
        return (pairing for each in self.rounds for pairing in each.pairings)

    @property
    def next_round(self) -> int:
        return len(self.rounds) + 1

    @property
    def next_pairing(self) -> int:
        last = next((each for each in reversed(self.rounds) if each.pairings), None)
        return 1 + last.pairings[-1].number if last else 1

    @property
    def complete(self) -> bool:
        """Return whether every game of every round has a verdict."""
        return all(pairing.number in self.verdicts for pairing in self.pairings)

    def encounters(self) -> dict[Number, list[Encounter]]:
        """Return each entrant's rounds, in order, in time proportional to the games."""
        by_entrant: dict[Number, list[Encounter]] = {number: [] for number in self.entrants}
        missed: dict[int, list[tuple[Number, ByeKind]]] = {}
        for (me, round_number), kind in self.requested_byes.items():
            missed.setdefault(round_number, []).append((me, kind))
        for each in self.rounds:
            for pairing in each.pairings:
                verdict = self.verdicts.get(pairing.number)
                for me in (pairing.white, pairing.black):
                    color = pairing.color(me)
                    by_entrant[me].append(
                        Encounter(
                            each.number,
                            pairing.opponent(me),
                            color,
                            None if verdict is None else self.scoring.points(verdict, color),
                            verdict,
                            pairing.number in self.forfeits,
                            pairing.number,
                        )
                    )
            for me in each.byes:
                points = self.scoring.bye * self.games_per_pairing
                by_entrant[me].append(Encounter(each.number, None, None, points))
            for me, kind in missed.get(each.number, ()):
                points = self.scoring.missed(kind) * self.games_per_pairing
                by_entrant[me].append(Encounter(each.number, None, None, points, requested=True))
        return by_entrant

    def versions_apart(self) -> Field:
        """Return the field with former versions of entrants as separate entrants.

        They are numbered after all others and count as withdrawn.
        """
        if not self.former_versions:
            return self
        numbers = count(max(self.entrants) + 1)
        named = {
            number: [(last, next(numbers)) for last in ends]
            for number, ends in sorted(self.former_versions.items())
        }

        def at(number: Number, round: int) -> Number:
            return next((name for last, name in named.get(number, ()) if round <= last), number)

        former = [name for each in named.values() for _, name in each]
        rounds = tuple(
            replace(
                each,
                pairings=tuple(
                    replace(f, white=at(f.white, f.round), black=at(f.black, f.round))
                    for f in each.pairings
                ),
            )
            for each in self.rounds
        )
        return replace(
            self,
            entrants=(*self.entrants, *former),
            rounds=rounds,
            withdrawn=self.withdrawn | {*former},
            former_versions={},
        )

    def meetings(self) -> dict[Number, list[Encounter]]:
        """Return each entrant's rounds, in order, with all games of a pairing as one encounter.

        It has the points of all of them, and the colour of the first that was played.
        """
        encounters = self.encounters()
        if self.games_per_pairing == 1:
            return encounters
        return {
            number: [
                _meeting([*games])
                for _, games in groupby(each, key=lambda one: (one.round, one.opponent))
            ]
            for number, each in encounters.items()
        }


def _meeting(games: Sequence[Encounter]) -> Encounter:
    """Return the games of one round as one encounter, with the verdict of the first played."""
    first = next((each for each in games if not each.forfeit), games[0])
    points = [each.points for each in games if each.points is not None]
    return replace(first, points=sum(points) if len(points) == len(games) else None)


@dataclass(frozen=True, slots=True)
class RoundColumn:
    """A round, or part of a round in which an entrant plays several games."""

    name: str  # the round's number; with a second number where there are several parts
    round: int
    games: Mapping[Number, Pairing]  # by both of their players
    byes: tuple[Number, ...] = ()
    missed: Mapping[Number, ByeKind] = field(default_factory=dict)  # on request


COLOR_LETTER = {Color.WHITE: "w", Color.BLACK: "b"}


def columns(contest: Field) -> list[RoundColumn]:
    """Return the columns of all rounds that were paired, in order."""
    missed: dict[int, dict[Number, ByeKind]] = {}
    for (number, round_number), kind in contest.requested_byes.items():
        missed.setdefault(round_number, {})[number] = kind
    return [
        column
        for each in contest.rounds
        for column in _columns_of(each, missed.get(each.number, {}))
    ]


def _columns_of(each: Round, missed: Mapping[Number, ByeKind]) -> list[RoundColumn]:
    """Put every game into the first part in which both players are free."""
    parts: list[dict[Number, Pairing]] = [{}]
    for pairing in each.pairings:
        both = {pairing.white: pairing, pairing.black: pairing}
        for part in parts:
            if not part.keys() & both:
                part.update(both)
                break
        else:
            parts.append(both)
    if len(parts) == 1:
        return [RoundColumn(str(each.number), each.number, parts[0], each.byes, missed)]
    return [
        RoundColumn(
            f"{each.number}.{count}",
            each.number,
            part,
            each.byes,
            missed,
        )
        for count, part in enumerate(parts, 1)
    ]


def result_sign(field: Field, pairing: Pairing, color: Color, *, unfinished: str) -> str:
    """Return the result of a game for one side, as one character.

    ``1``, ``=`` and ``0``; where it was not played, ``+``, ``D`` and ``-``, as in FIDE's files.
    """
    verdict = field.verdicts.get(pairing.number)
    if verdict is None:
        return unfinished
    won, drawn, lost = "+D-" if pairing.number in field.forfeits else "1=0"
    if verdict is PairingVerdict.NEITHER:
        return lost
    if verdict.winner is None:
        return drawn
    return won if verdict.winner is color else lost


def points_of(field: Field) -> dict[Number, float]:
    """Return the points of each entrant so far."""
    return {
        number: sum(each.points for each in encounters if each.points is not None)
        for number, encounters in field.encounters().items()
    }


ELSEWHERE = frozenset({"remote", "bot", "joined"})
"""Players that are programs on other machines, which fetch their games from the server."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One participant with the files of its program."""

    number: Number
    name: str
    player: str  # in the grammar of ``board play``; files are sought in the package
    author: str = ""
    package: str | None = None  # SHA-256 of the files handed in, as one package; None: no files
    files: Mapping[str, str] = field(default_factory=dict)  # the SHA-256 of each

    @property
    def elsewhere(self) -> bool:
        """True if its program runs on another machine, in no sandbox of ours."""
        return self.player in ELSEWHERE


def lot(seed: int, *names: object) -> int:
    """Draw a number from 0 to 2^64 - 1, the same on every machine.

    The first eight bytes of the SHA-256 of ``seed:name:name…``, so that a lot can be checked
    without this program: ``printf 7:standings:3 | sha256sum``.
    """
    text = ":".join(str(part) for part in (seed, *names))
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")
