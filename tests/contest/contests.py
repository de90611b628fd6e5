"""Contests made of results, for tests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from board_core.contest.field import Field, Pairing, PairingVerdict, Round, Scoring

USUAL = Scoring()
VERDICTS = {verdict.value: verdict for verdict in PairingVerdict} | {
    "=": PairingVerdict.DRAW,
    "*": None,
}


def field_of(
    entrants: int,
    *rounds: str,
    scoring: Scoring = USUAL,
    withdrawn: Iterable[int] = (),
) -> Field:
    """A contest from rounds such as ``1-2 1-0, 3-4 =, 5 bye, 6-7 1-0 forfeit, 8-9 *``.

    ``#3`` at the end of a game is its opening.
    """
    field = Field(tuple(range(1, entrants + 1)), scoring=scoring, withdrawn=frozenset(withdrawn))
    for text in rounds:
        field = _with_round(field, text)
    return field


def _with_round(field: Field, text: str) -> Field:
    pairings, byes = [], []
    verdicts, forfeits = dict(field.verdicts), set(field.forfeits)
    for part in filter(None, map(str.split, text.split(","))):
        if part[1:] == ["bye"]:
            byes.append(int(part[0]))
            continue
        white, black = map(int, part[0].split("-"))
        number = field.next_pairing + len(pairings)
        opening = next((int(word[1:]) for word in part if word.startswith("#")), None)
        pairings.append(Pairing(number, field.next_round, white, black, opening))
        if (verdict := VERDICTS[part[1]]) is not None:
            verdicts[number] = verdict
        if "forfeit" in part:
            forfeits.add(number)
    made = Round(field.next_round, tuple(pairings), tuple(byes))
    return replace(
        field,
        rounds=(*field.rounds, made),
        verdicts=verdicts,
        forfeits=frozenset(forfeits),
    )
