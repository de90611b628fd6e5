"""The decisions that an organiser may make at any time: a class a decision. Pure values.

Each is a line of the journal, with its author and its reason. A class says all about its decision:
its facts, which its fields are, why it is not possible at present, its effect on the contest beside
what :class:`.Contest` derives from all decisions, and its words. What all have, and the two
decisions that a result names, stand in :mod:`.state`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields, replace
from datetime import datetime
from enum import Enum
from typing import Any, get_type_hints

from board_core.fast_dataclass import dataclass
from board_core.game.words import Words
from board_core.journal.values import number_of, parsed
from board_core.text.codec import Facts, Json, text_of
from board_core.text.languages import N_
from board_core.text.sentence import Listed, Sentence, say

from .field import ByeKind, Entrant, Field, Number, PairingVerdict, Round
from .pairing.invariants import STATIC_RULES, Rule, violations
from .pairing.scheme import PairingStep, round_of
from .plan import EntrantPlan
from .state import Contest, FormerVersion, Request, Ruling, Withdrawal

PACKAGE_NAME = re.compile("[0-9a-f]{64}")

NUMBERED = ("entrant", "white", "black", "entrants", "opponents")  # facts of broken rules

MISSED_TEXTS = {
    ByeKind.HALF: N_("the points of a draw for each round missed"),
    ByeKind.ZERO: N_("no points for the rounds missed"),
}

BYE_TEXTS = {
    ByeKind.HALF: N_("{name} has a bye in round {round}, with the points of a draw"),
    ByeKind.ZERO: N_("{name} has a bye in round {round}, without points"),
    None: N_("{name} is paired in round {round} after all"),
}


@dataclass(frozen=True, slots=True)
class Cancellation(Request):
    """A game and all rulings on it are void, and it is played again."""

    event = "cancelled"

    pairing: int

    def objection(self, contest: Contest) -> Sentence | None:
        if why := contest.no_pairing(self.pairing):
            return why
        if self.pairing not in contest.results:
            return say("game {number} has no result that could be cancelled", number=self.pairing)
        return None

    def effect(self, contest: Contest) -> dict[str, Any]:
        contest.check_pairing(self.pairing)
        played = {n: each for n, each in contest.played.items() if n != self.pairing}
        lost = {n: each for n, each in contest.lost_absent.items() if n != self.pairing}
        ruled = {n: each for n, each in contest.rulings_in_force.items() if n != self.pairing}
        return {"played": played, "lost_absent": lost, "rulings_in_force": ruled, "ended": None}

    def text(self, contest: Contest, words: Words) -> str:
        _ = words.text
        return _(
            "Game {number} ({white} – {black}) is cancelled and played again",
            **contest.described(self.pairing),
        )


@dataclass(frozen=True, slots=True)
class Reinstatement(Request):
    """An entrant that has withdrawn is paired again; games lost meanwhile stay lost."""

    event = "reinstated"

    entrant: Number

    def objection(self, contest: Contest) -> Sentence | None:
        if why := contest.no_entrant(self.entrant):
            return why
        if self.entrant not in contest.withdrawn:
            return say("{name} has not withdrawn", name=contest.entrant(self.entrant).name)
        return None

    def effect(self, contest: Contest) -> dict[str, Any]:
        contest.check_entrant(self.entrant)
        lost = {
            each.number: result
            for each in contest.pairings.values()
            if each.has(self.entrant)
            and (result := contest.unruled_result(each))
            and result.withdrawal is not None
        }
        gone = {n: each for n, each in contest.withdrawals.items() if n != self.entrant}
        return {"lost_absent": {**contest.lost_absent, **lost}, "withdrawals": gone}

    def text(self, contest: Contest, words: Words) -> str:
        _ = words.text
        return _("{name} takes part again", name=contest.entrant(self.entrant).name)


@dataclass(frozen=True, slots=True)
class Addition(Request):
    """An entrant joins a contest that was begun, and has a bye in each round it missed."""

    event = "added"

    entrant: Entrant
    settings: EntrantPlan
    missed: ByeKind

    def objection(self, contest: Contest) -> Sentence | None:
        if contest.rounds and (why := _only_swiss(contest)):
            return why
        if contest.ended is not None:
            return say("the contest is over")
        if self.settings.name in (each.name for each in contest.entrants):
            return say("{name} already takes part", name=self.settings.name)
        return None

    def effect(self, contest: Contest) -> dict[str, Any]:
        if self.entrant.number != len(contest.entrants) + 1:
            raise ValueError(self.entrant.number)
        plans = (*contest.plan.entrants, self.settings)
        byes = {(self.entrant.number, each.number): self.missed for each in contest.rounds}
        return {
            "entrants": (*contest.entrants, self.entrant),
            "plan": contest.plan.model_copy(update={"entrants": plans}),
            "requested_byes": {**contest.requested_byes, **byes},
        }

    def text(self, contest: Contest, words: Words) -> str:
        _ = words.text
        missed = _(MISSED_TEXTS[self.missed])
        return _("{name} joins: {missed}", name=self.settings.name, missed=missed)


@dataclass(frozen=True, slots=True)
class Update(Request):
    """An entrant plays with a new version in the rounds that are paired from now on."""

    event = "updated"

    entrant: Entrant
    settings: EntrantPlan

    def objection(self, contest: Contest) -> Sentence | None:
        entrant, settings = self.entrant, self.settings
        if contest.ended is not None:
            return say("the contest is over")
        if why := contest.no_entrant(entrant.number):
            return why
        if contest.entrant(entrant.number).name != entrant.name:
            return say("there is no entrant {number}", number=entrant.number)
        if contest.version(entrant.number, len(contest.rounds) + 1) == (entrant, settings):
            return say("{name} already has this version, and these settings", name=entrant.name)
        return None

    def effect(self, contest: Contest) -> dict[str, Any]:
        number, index = self.entrant.number, self.entrant.number - 1
        contest.check_entrant(number)
        entrants, plans = contest.entrants, contest.plan.entrants
        after = (*plans[:index], self.settings, *plans[index + 1 :])
        former = FormerVersion(len(contest.rounds), entrants[index], plans[index])
        return {
            "entrants": (*entrants[:index], self.entrant, *entrants[index + 1 :]),
            "plan": contest.plan.model_copy(update={"entrants": after}),
            "checks": {n: each for n, each in contest.checks.items() if n != number},
            "former": {**contest.former, number: (*contest.former.get(number, ()), former)},
        }

    def text(self, contest: Contest, words: Words) -> str:
        number = self.entrant.number
        made = [
            each
            for each in contest.decisions
            if isinstance(each, Update) and each.entrant.number == number
        ]
        place = next((n for n, each in enumerate(made) if each is self), len(made) - 1)
        return words.text(
            N_("{name} plays with version {version} from round {round}"),
            name=self.settings.name,
            version=place + 2,
            round=contest.former[number][place].last_round + 1,
        )


@dataclass(frozen=True, slots=True)
class RequestedBye(Request):
    """An entrant is not paired in a later round."""

    event = "bye"

    entrant: Number
    round: int
    kind: ByeKind | None  # None: it is paired after all

    def objection(self, contest: Contest) -> Sentence | None:
        why = (
            contest.no_entrant(self.entrant)
            or _only_swiss(contest)
            or _not_to_come(contest, self.round)
        )
        if why:
            return why
        had = sum(
            entrant == self.entrant and kind is ByeKind.HALF and number != self.round
            for (entrant, number), kind in contest.requested_byes.items()
        )
        most = contest.plan.half_byes
        if self.kind is ByeKind.HALF and had >= most:
            return say(
                "{name} has already had {count} byes with half a point, and half_byes in "
                "contest.toml is {most}",
                name=contest.entrant(self.entrant).name,
                count=had,
                most=most,
            )
        return None

    def effect(self, contest: Contest) -> dict[str, Any]:
        contest.check_entrant(self.entrant)
        place = self.entrant, self.round
        others = {key: kind for key, kind in contest.requested_byes.items() if key != place}
        return {"requested_byes": others if self.kind is None else {**others, place: self.kind}}

    def text(self, contest: Contest, words: Words) -> str:
        name = contest.entrant(self.entrant).name
        return words.text(BYE_TEXTS[self.kind], name=name, round=self.round)


@dataclass(frozen=True, slots=True)
class ForbiddenPair(Request):
    """Two entrants are not paired with each other."""

    event = "forbidden"

    pair: tuple[Number, Number]
    lifted: bool = False  # they may be again

    def objection(self, contest: Contest) -> Sentence | None:
        one, other = self.pair
        if why := _only_swiss(contest) or contest.no_entrant(one) or contest.no_entrant(other):
            return why
        return say("nobody is paired with itself") if one == other else None

    def effect(self, contest: Contest) -> dict[str, Any]:
        contest.check_entrant(*self.pair)
        return {"decided_pairs": {**contest.decided_pairs, frozenset(self.pair): not self.lifted}}

    def text(self, contest: Contest, words: Words) -> str:
        _ = words.text
        one, other = (contest.entrant(number).name for number in self.pair)
        names = {"one": one, "other": other}
        if self.lifted:
            return _("{one} and {other} may meet again", **names)
        return _("{one} and {other} are not paired", **names)


@dataclass(frozen=True, slots=True)
class ManualRound(Request):
    """The organiser's pairing of the next round; without games and byes, the system pairs it."""

    event = "pairing"

    round: int
    games: tuple[tuple[Number, Number], ...]  # White and Black of each
    byes: tuple[Number, ...] = ()

    def objection(self, contest: Contest) -> Sentence | None:
        if why := _only_swiss(contest) or _not_to_come(contest, self.round):
            return why
        if self.round != len(contest.rounds) + 1:
            return say("the next round is number {number}", number=len(contest.rounds) + 1)
        if not self.own:
            return None
        places = Counter(each for game in self.games for each in game)
        places.update(self.byes)
        names = {number: contest.entrant(number).name for number in contest.field.entrants}
        for number, times in places.items():
            if why := contest.no_entrant(number):
                return why
            if times > 1:
                return say("{name} is in the round {times} times", name=names[number], times=times)
            if number in contest.withdrawn:
                return say("{name} has withdrawn", name=names[number])
            if (number, self.round) in contest.requested_byes:
                return say("{name} has asked for a bye in this round", name=names[number])
        left_out = [names[number] for number in contest.field.present if number not in places]
        if left_out:
            return say("the round leaves out {names}", names=Listed(left_out))
        return None

    def effect(self, contest: Contest) -> dict[str, Any]:
        contest.check_entrant(*(each for game in self.games for each in game), *self.byes)
        others = {n: each for n, each in contest.paired_by_hand.items() if n != self.round}
        return {"paired_by_hand": {**others, self.round: self} if self.own else others}

    @property
    def own(self) -> bool:
        """Return whether the organiser pairs the round, and not the system again."""
        return bool(self.games or self.byes)

    def next_round(self, field: Field) -> Round | PairingStep:
        """Return the round, as a :class:`.Scheme` does; it may break the rules of a Swiss."""
        if not field.complete:
            return PairingStep.WAIT
        return round_of(field, ((white, black, None) for white, black in self.games), self.byes)

    def keeps(self, field: Field) -> frozenset[Rule]:
        return STATIC_RULES | {Rule.COVERAGE}

    def broken(self, contest: Contest) -> tuple[Sentence, ...]:
        """Return which rules of a Swiss the round breaks, by the names of entrants."""
        if not self.own:
            return ()
        names = {str(each.number): each.name for each in contest.entrants}

        def named(fact: object) -> object:
            return Listed(map(named, fact)) if isinstance(fact, Listed) else names[str(fact)]

        pairs = ((white, black, None) for white, black in self.games)
        made = round_of(contest.field, pairs, self.byes)
        return tuple(
            replace(
                each, facts={k: named(v) if k in NUMBERED else v for k, v in each.facts.items()}
            )
            for each in violations(contest.field, made)
        )

    def text(self, contest: Contest, words: Words) -> str:
        _ = words.text
        if not self.own:
            return _("The system pairs round {round}", round=self.round)
        pairs = Listed(
            f"{contest.entrant(white).name} – {contest.entrant(black).name}"
            for white, black in self.games
        )
        return _("Round {round} is paired by hand: {pairs}", round=self.round, pairs=pairs)


@dataclass(frozen=True, slots=True)
class ContestPause(Request):
    """No more games begin until the contest goes on."""

    event = "paused"

    def objection(self, contest: Contest) -> Sentence | None:
        if contest.ended is not None:
            return say("the contest is over")
        return say("the contest has already been paused") if contest.pause is not None else None

    def effect(self, contest: Contest) -> dict[str, Any]:
        return {"pause": self}

    def text(self, contest: Contest, words: Words) -> str:
        _ = words.text
        return _("The contest is paused")


@dataclass(frozen=True, slots=True)
class ContestContinuation(Request):
    """A contest that was paused goes on."""

    event = "continued"

    def objection(self, contest: Contest) -> Sentence | None:
        return say("the contest has not been paused") if contest.pause is None else None

    def effect(self, contest: Contest) -> dict[str, Any]:
        return {"pause": None}

    def text(self, contest: Contest, words: Words) -> str:
        _ = words.text
        return _("The contest goes on")


@dataclass(frozen=True, slots=True)
class ContestStop(Request):
    """The process that runs the contest ends when the running games are over."""

    event = "stopped"

    def text(self, contest: Contest, words: Words) -> str:
        _ = words.text
        return _("The contest is stopped after the running games")


DECISION_KINDS: dict[str, type[Request]] = {
    kind.event: kind
    for kind in (
        Ruling,
        Cancellation,
        Withdrawal,
        Reinstatement,
        Addition,
        Update,
        RequestedBye,
        ForbiddenPair,
        ManualRound,
        ContestPause,
        ContestContinuation,
        ContestStop,
    )
}
"""All kinds of decisions by their names in the journal."""


NAMES_IN_JSON = {"pairing": "fixture", "settings": "plan"}
"""The names of fields that are others in the journal."""

READERS: Mapping[object, Callable[[Any], object]] = {
    Number: number_of,
    bool: lambda value: value is True,
    ByeKind: ByeKind,
    ByeKind | None: lambda value: None if value is None else ByeKind(value),
    PairingVerdict | None: lambda value: None if value is None else PairingVerdict(value),
    tuple[Number, Number]: lambda pair: _game(*pair),
    tuple[Number, ...]: lambda numbers: tuple(map(number_of, numbers)),
    tuple[tuple[Number, Number], ...]: lambda games: tuple(_game(*each) for each in games),
    Entrant: lambda facts: entrant_of(facts),
    EntrantPlan: EntrantPlan.model_validate,
}
"""What makes a value of its JSON, by the type of the field."""

MADE_FIELDS = frozenset(field.name for field in fields(Request))


def request_facts(request: Request) -> dict[str, Json]:
    """Return a decision in the form of the journal and of its file in the contest's folder."""
    own = (field.name for field in fields(request) if field.name not in MADE_FIELDS)
    facts = {NAMES_IN_JSON.get(name, name): _as_json(getattr(request, name)) for name in own}
    made: dict[str, Json] = {"author": request.author, "reason": request.reason}
    if request.left:
        made["left"] = request.left
    return {"event": request.event, **facts, **made}


def _as_json(value: object) -> Json:
    match value:
        case Enum():
            return value.value
        case tuple():
            return [_as_json(each) for each in value]
        case Entrant():
            return asdict(value)
        case EntrantPlan():
            return value.model_dump(mode="json")
        case _:
            return value


def request_of(data: bytes, at: datetime, left: str = "") -> Request:
    """Return the decision of a file. Raises ValueError."""
    match parsed(data):
        case {"event": str() as name, "author": str(), "reason": str()} as facts if (
            name in DECISION_KINDS
        ):
            try:
                return decision_of({**facts, "left": left}, at)
            except (KeyError, TypeError):
                pass
    raise ValueError("it has no decision of a known kind")


def decision_of(facts: Facts, at: datetime) -> Request:
    """Return the decision of a line. Raises ValueError, KeyError and TypeError."""
    kind = DECISION_KINDS[facts["event"]]
    types = get_type_hints(kind)
    own = {
        field.name: READERS[types[field.name]](facts[NAMES_IN_JSON.get(field.name, field.name)])
        for field in fields(kind)
        if field.name not in MADE_FIELDS
    }
    decision = kind(
        **own,
        at=at,
        author=text_of(facts["author"]),
        reason=text_of(facts["reason"]),
        left=text_of(facts.get("left", "")),
    )
    if isinstance(decision, Addition | Update):
        _check_entered(decision.entrant, decision.settings)
    return decision


def decision_line(contest: Contest, decision: Request, words: Words) -> str:
    """Return a line on a decision with its date, author and reason."""
    return words.text(
        N_("{date}: {what}; {author}: {reason}"),
        date=f"{decision.at:%Y-%m-%d %H:%M}",
        what=decision.text(contest, words),
        author=decision.author,
        reason=decision.reason,
    )


def entrant_of(facts: Facts) -> Entrant:
    """Return an entrant of a line. Raises ValueError and TypeError."""
    entrant = Entrant(**facts)
    texts = (entrant.name, entrant.player, entrant.author, entrant.package or "")
    if not all(isinstance(each, str) for each in (*texts, *dict(entrant.files).values())):
        raise TypeError(entrant)
    number_of(entrant.number)
    return entrant


def _check_entered(entrant: Entrant, settings: EntrantPlan) -> None:
    """Check what an entrant of a line claims: its package names a file. Raises ValueError."""
    if entrant.name != settings.name:
        raise ValueError(entrant.name)
    if entrant.package is not None and not PACKAGE_NAME.fullmatch(entrant.package):
        raise ValueError(entrant.package)


def _game(white: Json, black: Json) -> tuple[Number, Number]:
    return number_of(white), number_of(black)


def _only_swiss(contest: Contest) -> Sentence | None:
    """Return why a decision on later rounds is not possible in this format."""
    if not contest.plan.pairing_format.fixed_pairings:
        return None
    return say("only in a Swiss do results decide who meets whom: here the pairings are fixed")


def _not_to_come(contest: Contest, number: int) -> Sentence | None:
    """Return why a round will not be paired, or None."""
    paired = len(contest.rounds)
    if number <= paired:
        return say("round {number} has been paired", number=number)
    plan = contest.plan
    planned = plan.scheme.planned_rounds(contest.field)
    if contest.ended is not None or (planned is not None and number > planned):
        return say("there is no round {number}", number=number)
    return None
