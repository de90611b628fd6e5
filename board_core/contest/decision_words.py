"""The organiser's decisions in words: for the page, the terminal and the news of a run."""

from __future__ import annotations

from board_core.game.words import Words
from board_core.text.languages import N_
from board_core.text.sentence import Listed

from .decisions import (
    Addition,
    Cancellation,
    ContestContinuation,
    ContestPause,
    ContestStop,
    ForbiddenPair,
    ManualRound,
    Reinstatement,
    Request,
    RequestedBye,
    Ruling,
    Update,
    Withdrawal,
)
from .field import ByeKind, PairingVerdict
from .state import Contest

RESULTS = {
    PairingVerdict.WHITE: "1–0",
    PairingVerdict.BLACK: "0–1",
    PairingVerdict.DRAW: "½–½",
    PairingVerdict.NEITHER: "0–0",
}

MISSED_TEXTS = {
    ByeKind.HALF: N_("the points of a draw for each round missed"),
    ByeKind.ZERO: N_("no points for the rounds missed"),
}

BYE_TEXTS = {
    ByeKind.HALF: N_("{name} has a bye in round {round}, with the points of a draw"),
    ByeKind.ZERO: N_("{name} has a bye in round {round}, without points"),
    None: N_("{name} is paired in round {round} after all"),
}


def decision_text(contest: Contest, decision: Request, words: Words) -> str:
    """Return a decision as a short sentence, without its author and reason."""
    _ = words.text

    def name(number: int) -> str:
        return contest.entrant(number).name

    match decision:
        case Ruling(pairing, verdict):
            facts = _game(contest, pairing)
            if verdict is None:
                return _("Game {number} ({white} – {black}): its own result counts", **facts)
            return _(
                "Game {number} ({white} – {black}) counts as {result}",
                result=RESULTS[verdict],
                **facts,
            )
        case Cancellation(pairing):
            return _(
                "Game {number} ({white} – {black}) is cancelled and played again",
                **_game(contest, pairing),
            )
        case Withdrawal(number):
            return _("{name} withdraws", name=name(number))
        case Reinstatement(number):
            return _("{name} takes part again", name=name(number))
        case Addition(_entrant, settings, missed):
            return _("{name} joins: {missed}", name=settings.name, missed=_(MISSED_TEXTS[missed]))
        case Update():
            return _new_version(contest, decision, words)
        case RequestedBye(number, round_number, kind):
            return _(BYE_TEXTS[kind], name=name(number), round=round_number)
        case ForbiddenPair(one, other, lifted):
            if lifted:
                return _("{one} and {other} may meet again", one=name(one), other=name(other))
            return _("{one} and {other} are not paired", one=name(one), other=name(other))
        case ManualRound(round_number, games, byes):
            if not games and not byes:
                return _("The system pairs round {round}", round=round_number)
            pairs = Listed(f"{name(white)} – {name(black)}" for white, black in games)
            return _("Round {round} is paired by hand: {pairs}", round=round_number, pairs=pairs)
        case ContestPause():
            return _("The contest is paused")
        case ContestContinuation():
            return _("The contest goes on")
        case ContestStop():
            return _("The contest is stopped after the running games")


def decision_line(contest: Contest, decision: Request, words: Words) -> str:
    """Return a line on a decision with its date, author and reason."""
    return words.text(
        "{date}: {what}; {author}: {reason}",
        date=f"{decision.at:%Y-%m-%d %H:%M}",
        what=decision_text(contest, decision, words),
        author=decision.author,
        reason=decision.reason,
    )


def _new_version(contest: Contest, update: Update, words: Words) -> str:
    number = update.entrant.number
    made = [
        each
        for each in contest.decisions
        if isinstance(each, Update) and each.entrant.number == number
    ]
    place = next((n for n, each in enumerate(made) if each is update), len(made) - 1)
    return words.text(
        "{name} plays with version {version} from round {round}",
        name=update.settings.name,
        version=place + 2,
        round=contest.former[number][place].last_round + 1,
    )


def _game(contest: Contest, number: int) -> dict[str, object]:
    pairing = contest.pairings[number]
    names = contest.names(pairing)
    return {"number": number, "white": names.white, "black": names.black}
