"""The games of a contest as its pages list them, and the reasons of their results. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from board_core.contest.confined import Confined
from board_core.contest.decisions import Cancellation
from board_core.contest.field import Entrant, Number, Pairing, PairingVerdict, Round
from board_core.contest.state import RESULTS, Contest, Result, Ruling
from board_core.diagnosis.advice import advice_on
from board_core.diagnosis.error_lines import last_error
from board_core.fast_dataclass import dataclass
from board_core.game.player import ENDED_BY_AN_ERROR, Explanation
from board_core.game.rules import BLAMES_A_PLAYER
from board_core.game.sides import Color, PerColor
from board_core.game.words import Words
from board_core.record import NOT_FINISHED, GameTree
from board_core.text.harmless_text import on_one_line
from board_core.text.sentence import Clauses, Listed

MOST_GAMES_LISTED = 1000
"""More would make the page too large to load."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in the list of its round."""

    pairing: Pairing
    white: Entrant
    black: Entrant
    result: str  # empty: not known yet
    winner: Color | None
    why: str
    moves: int  # full moves
    kind: str  # played, running, open, forfeit
    fault: bool  # lost by a fault of the program
    ruled: bool
    confined: str = ""  # the confinement, if it differs between games

    @property
    def number(self) -> int:
        return self.pairing.number


@dataclass(frozen=True, slots=True)
class RoundView:
    number: int
    games: tuple[GameLine, ...]
    byes: tuple[Entrant, ...]
    missed: tuple[tuple[Entrant, str], ...]  # on request or before it joined, with the points
    relaxed: bool
    done: int

    @property
    def finished(self) -> bool:
        return self.done == len(self.games)


@dataclass(frozen=True, slots=True)
class LatestLoss:
    """The game that was lost last, for those who watch."""

    pairing: Number
    loser: Entrant
    why: str
    fault: bool  # of the program


def latest_loss(contest: Contest, words: Words) -> LatestLoss | None:
    """Return the last lost game, with its reason; None before the first one."""
    for played in reversed(contest.lost_games):
        pairing, winner = contest.pairings[played.pairing], played.game.outcome.winner
        assert winner is not None
        return LatestLoss(
            played.pairing,
            names_of(contest, pairing)[winner.other],
            why(contest, pairing, words),
            played.game.outcome.reason in BLAMES_A_PLAYER,
        )
    return None


@dataclass(frozen=True, slots=True)
class FailureView:
    """The report on a program's failure, as whoever may read it sees it; some texts are empty."""

    headline: str  # the error that it printed, or else the reason
    verdict: str  # the reason, where the headline is an error
    code: str  # for ``board why``
    place: str  # of the error in its source,
    source: str  # and the line there
    advice: str
    evidence: tuple[tuple[str, str], ...]  # labels and texts


def failure_of(explanation: Explanation, words: Words) -> FailureView:
    """Return the report on a failure, the error first if that ended the program."""
    error = last_error(explanation.traceback) or last_error(explanation.stderr)
    reason, advice = words.sentence(explanation.full_sentence), advice_on(explanation)
    ended = error is not None and explanation.cause in ENDED_BY_AN_ERROR
    place, _ = "", words.text
    if error is not None and error.file:
        facts = {"file": error.file, "line": error.line, "function": error.function}
        within = _("{file}, line {line}, in {function}", **facts)
        place = within if error.function else _("{file}, line {line}", **facts)
    return FailureView(
        error.error if error is not None and ended else reason,
        reason if ended else "",
        explanation.codes[0],
        place,
        "" if error is None else error.source,
        "" if advice is None else words.sentence(advice),
        words.evidence(explanation),
    )


def listed(rounds: Sequence[Round]) -> tuple[Round, ...]:
    """Return the rounds to list, the last first; not all of a very long contest."""
    shown: list[Round] = []
    games = 0
    for each in reversed(rounds):
        games += len(each.pairings)
        if shown and games > MOST_GAMES_LISTED:
            break
        shown.append(each)
    return tuple(shown)


def round_view(contest: Contest, each: Round, going_on: set[int], words: Words) -> RoundView:
    return RoundView(
        each.number,
        tuple(game_line(contest, pairing, words, going_on) for pairing in each.pairings),
        tuple(map(contest.entrant, each.byes)),
        tuple(
            (contest.entrant(number), f"{contest.plan.points.missed(kind):g}")
            for (number, round_number), kind in contest.requested_byes.items()
            if round_number == each.number
        ),
        each.number in contest.relaxed,
        sum(pairing.number in contest.results for pairing in each.pairings),
    )


def game_line(
    contest: Contest, pairing: Pairing, words: Words, going_on: set[int] | None = None
) -> GameLine:
    number = pairing.number
    result, played = contest.results.get(number), contest.played.get(number)
    if played is not None:
        kind = "played"
    elif going_on and number in going_on:
        kind = "running"
    else:
        kind = "open" if result is None else "forfeit"
    explained = played is not None and played.game.explanation is not None
    blamed = played is not None and played.game.outcome.reason in BLAMES_A_PLAYER
    return GameLine(
        pairing,
        contest.entrant(pairing.white),
        contest.entrant(pairing.black),
        RESULTS[result.verdict] if result else "",
        result.verdict.winner if result else None,
        why(contest, pairing, words),
        (played.game.plies + 1) // 2 if played else 0,
        kind,
        explained or blamed,
        result is not None and result.ruling is not None,
        _differs(contest, number, words),
    )


def _differs(contest: Contest, number: int, words: Words) -> str:
    played = contest.played.get(number)
    if played is None or played.confined is None or contest.confined_alike:
        return ""
    return confined_text(played.confined, words)


def why(contest: Contest, pairing: Pairing, words: Words, reader: Number | None = None) -> str:
    """Return the reason of a result, as an entrant may read it or everybody; empty without one."""
    result = contest.results.get(pairing.number)
    said = [] if result is None else _because(contest, result, words)
    if pairing.number in contest.played:
        game = contest.shown_game(pairing.number, reader)
        said.insert(0, words.outcome(game.outcome, game.explanation))
    return words.listed(Clauses(said))


def _because(contest: Contest, result: Result, words: Words) -> list[str]:
    """Return the decisions that count beside the game itself."""
    _ = words.text
    if result.ruling is not None:
        return [ruling_text(result.ruling, words)]
    if result.withdrawal is not None:
        name = contest.entrant(result.withdrawal.entrant).name
        return [_("not played: {name} has withdrawn", name=name)]
    return []


def ruling_text(
    ruling: Ruling | Cancellation, words: Words, scores: Mapping[PairingVerdict, str] = RESULTS
) -> str:
    _ = words.text
    facts = {"author": ruling.author, "reason": ruling.reason}
    if isinstance(ruling, Cancellation):
        return _("{author} had the game played again: {reason}", **facts)
    if ruling.verdict is None:
        return _("{author} ruled that the game's own result counts: {reason}", **facts)
    score = scores[ruling.verdict]
    return _("{author} ruled {result}: {reason}", result=score, **facts)


def guilty(contest: Contest, number: int) -> Number | None:
    """Return the entrant whose fault decided a game; None for no fault."""
    played = contest.played.get(number)
    if played is None or played.game.explanation is None or played.game.outcome.winner is None:
        return None
    pairing = contest.pairings[number]
    return pairing.black if played.game.outcome.winner is Color.WHITE else pairing.white


def names_of(contest: Contest, pairing: Pairing) -> PerColor[Entrant]:
    return PerColor(contest.entrant(pairing.white), contest.entrant(pairing.black))


def confined_text(confined: Confined, words: Words) -> str:
    return words.listed(Listed(confined.phrases))


ENGLISH = Words("en")

AS_PLAYED = "as-played"
"""The value of the tag Ruling where the game's own result counts again."""


def ruled(tree: GameTree, contest: Contest, number: int) -> GameTree:
    """Return the record of a game with the rulings on it; without any, the same tree.

    The tag Result is the one that counts; PlayedResult is that of the board. The other tags are of
    the ruling in force; the comment after the last move tells all of them in their order.
    """
    rulings = [each for each in contest.rulings if each.pairing == number]
    if number not in contest.rulings_in_force:
        return tree
    last, plies = rulings[-1], len(tree.main.moves)
    result = tree.result if last.verdict is None else _result(last.verdict)
    tags = {
        "Result": result,
        "PlayedResult": tree.result,
        "Ruling": AS_PLAYED if last.verdict is None else last.verdict.value,
        "RulingBy": _plain(last.author),
        "RulingReason": _plain(last.reason),
        "RulingDate": f"{last.at:%Y.%m.%d}",
    }
    if last.verdict is not None:
        tags["Termination"] = "adjudication"
    kept = tuple((name, value) for name, value in tree.tags if name != "RE")  # of SGF: from Result
    notes = tree.notes_at((), plies)
    said = (notes.comment, *(_comment(each, last) for each in rulings))
    tagged = replace(tree, tags=kept).with_tags(tags)
    return tagged.with_notes((), plies, replace(notes, comment=". ".join(filter(None, said))))


def _result(verdict: PairingVerdict) -> str:
    """Return the result as records have it: a game in which nobody scores has none."""
    return NOT_FINISHED.result if verdict is PairingVerdict.NEITHER else verdict.value


def _comment(ruling: Ruling, last: Ruling) -> str:
    said = ruling_text(ruling, ENGLISH, {each: each.value for each in PairingVerdict})
    dated = f"{ruling.at:%Y-%m-%d %H:%M}: {said}"
    return _plain(dated if ruling is last else f"({dated})")


def _plain(text: str) -> str:
    """Return words of people that can neither end a comment or a tag nor look like one."""
    plain = on_one_line(text).replace("{", "(").replace("}", ")").replace("[%", "[ %")
    return plain.replace('"', "'").replace("\\", "/")
