"""All that the window shows, as a value; news make the next one. Tested without a screen."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import assert_never

from board_core import (
    UNTIMED,
    AmbiguousMove,
    Clock,
    Color,
    DrawDeclined,
    DrawOffered,
    Event,
    Explanation,
    GameEnded,
    GameStarted,
    IllegalMove,
    Line,
    Move,
    MovePlayed,
    MoveRejected,
    MovesTakenBack,
    PerColor,
    Position,
    Reason,
    Rules,
    Sentence,
    TurnStarted,
)
from board_core.match.player_spec import PlayerSpec
from board_core.view import View, captured, first_view

from .host import Cleared, GamePlan, Happened, News, NotOpened, Opened, Said, Seated, Tried

NOBODY = PerColor("", "")


class Mode(Enum):
    """How a side is played; three for each side are the nine modes of the original."""

    PERSON = auto()
    AUTO = auto()  # the loaded AI
    BY_HAND = auto()  # the loaded AI, a move at a time, when somebody says so


class Phase(Enum):
    """Where the game stands, beside what its view says."""

    TRYING = auto()  # no game: pieces are moved freely
    OPENING = auto()  # players are being started
    RUNNING = auto()
    STOPPING = auto()
    ENDED = auto()
    CLEARING = auto()  # programs are being ended


class Lamp(Enum):
    """What an AI is doing."""

    NOT_LOADED = auto()
    LOADING = auto()
    READY = auto()
    IDLE = auto()
    THINKING = auto()
    STOPPED = auto()
    FAILED = auto()


BUSY = (Phase.OPENING, Phase.STOPPING, Phase.CLEARING)


@dataclass(frozen=True, slots=True)
class SeatState:
    """A side of the board: the AI loaded for it, and whether it plays."""

    spec: PlayerSpec | None = None
    mode: Mode = Mode.PERSON
    trying: bool = False  # a trial start is running
    trial: Tried | None = None  # what came of the last one
    trouble: Explanation | None = None  # its failure in the game
    used: float = 0.0  # seconds that its moves took in this game


@dataclass(frozen=True, slots=True)
class State:
    """The window at one moment."""

    rules: Rules
    view: View  # of the game, or of the moves that were tried
    seats: PerColor[SeatState] = field(default_factory=lambda: PerColor.both(SeatState()))
    phase: Phase = Phase.TRYING
    number: int = 0  # of the newest game
    expecting: bool = False  # another game has been asked for: this one is only ending
    plan: GamePlan | None = None  # of the newest game
    seated: Seated | None = None
    captures: Line[tuple[str, ...]] = field(default_factory=Line)  # by each ply
    seen: int | None = None  # so many plies are shown; None: as it is now
    released: int = -1  # the ply for which an AI played by hand was told to move
    handed: int = -1  # the ply for which a move was handed to the game
    offer: Color | None = None  # who has offered a draw that nobody has answered
    ignore_turn: bool = False
    refusal: Sentence | None = None  # what was last asked and cannot be

    # What is on the board

    @property
    def ply(self) -> int:
        """Plies of the position that is shown."""
        return len(self.view.played) if self.seen is None else self.seen

    @property
    def live(self) -> bool:
        return self.seen is None

    @property
    def shown(self) -> Position:
        """The position that is shown."""
        return position_after(self.view, self.ply)

    @property
    def shown_move(self) -> MovePlayed | None:
        """The move that led to it."""
        return self.view.played[self.ply - 1] if self.ply else None

    @property
    def running(self) -> bool:
        return self.phase is Phase.RUNNING

    @property
    def busy(self) -> bool:
        """Something has been asked for that is not done yet."""
        return self.phase in BUSY

    def hand_moves(self, color: Color) -> bool:
        """Whether somebody at the window moves this side's pieces, when it is its turn."""
        if self.phase is Phase.TRYING:
            return True
        return self.running and self.seats[color].mode is not Mode.AUTO

    @property
    def may_move(self) -> bool:
        """Whether a move made at the window would be taken now."""
        if self.phase is Phase.TRYING:
            return self.shown.outcome() is None
        view = self.view
        return (
            self.running
            and view.asked
            and not view.paused
            and self.hand_moves(view.to_move)
            and view.ply not in (self.released, self.handed)
        )

    @property
    def may_type(self) -> bool:
        """Whether a move may be typed, now or for the next turn.

        Who types should not find in the middle of it that the letters mean something else.
        """
        return self.may_move or (self.running and any(map(self.hand_moves, Color)))

    @property
    def awaits_answer(self) -> bool:
        """Whether the game has not yet said what became of a move made at the window."""
        return self.running and self.view.asked and self.handed == self.view.ply

    @property
    def origin(self) -> Position:
        """The position that moves are made from: the game's, or the one shown on a free board."""
        return self.shown if self.phase is Phase.TRYING else self.view.position

    def origin_of(self, move: Move) -> Position:
        """:attr:`origin`, or the same with the other side to move, which has this move."""
        origin = self.origin
        if self.ignore_turn and move not in origin.legal_moves():
            return origin.after_null_move() or origin
        return origin

    def read(self, text: str) -> Move:
        """A move somebody typed. Raises IllegalMove, also AmbiguousMove."""
        try:
            return self.origin.parse(text)
        except AmbiguousMove:
            raise
        except IllegalMove:
            turned = self.origin.after_null_move() if self.ignore_turn else None
            if turned is None:
                raise
            return turned.parse(text)

    def may_release(self, color: Color) -> bool:
        """Whether "read one move" makes sense for this side."""
        view = self.view
        return (
            self.running
            and self.seats[color].mode is Mode.BY_HAND
            and view.asked
            and not view.paused
            and view.to_move is color
            and view.ply not in (self.released, self.handed)
        )

    @property
    def draw_offered(self) -> bool:
        """Whether a person at this window may accept a draw.

        Of two people the other one may, when it has the turn: not who offers it, by a second click.
        """
        if self.offer is None or self.seats[self.offer.other].mode is not Mode.PERSON:
            return False
        between_people = self.seats[self.offer].mode is Mode.PERSON
        return self.view.to_move is self.offer.other or not between_people

    @property
    def may_claim(self) -> bool:
        """Whether a person may end the game by a claim: a threefold repetition for instance."""
        mover = self.seats[self.view.to_move]
        person = mover.mode is Mode.PERSON
        return self.running and person and self.view.position.claim() is not None

    def lamp(self, color: Color) -> Lamp:
        seat, view = self.seats[color], self.view
        if seat.trying:
            return Lamp.LOADING
        if seat.spec is None:
            return Lamp.NOT_LOADED
        if seat.trouble is not None:
            return Lamp.FAILED
        if seat.mode is Mode.PERSON or self.phase in (Phase.TRYING, Phase.CLEARING):
            if seat.trial is not None and seat.trial.trouble is not None:
                return Lamp.FAILED
            return Lamp.READY
        if self.phase is Phase.OPENING:
            return Lamp.LOADING
        if self.phase is Phase.ENDED:
            return Lamp.STOPPED
        held = seat.mode is Mode.BY_HAND and self.released != view.ply
        thinking = view.asked and view.to_move is color and not held
        return Lamp.THINKING if thinking else Lamp.IDLE

    # What changes it

    def after(self, news: News) -> State:
        match news:
            case Opened(number, plan, seated):
                return replace(
                    self,
                    number=number,
                    plan=plan,
                    seated=seated,
                    expecting=False,
                    phase=self.phase if self.phase is Phase.STOPPING else Phase.OPENING,
                    seen=None,
                    released=-1,
                    handed=-1,
                    refusal=None,
                    seats=self.seats.map(lambda seat: replace(seat, trouble=None, used=0.0)),
                )
            case Happened(number, event):
                return self._after_event(event) if number == self.number else self
            case NotOpened(why):
                phase = Phase.TRYING if self.plan is None else Phase.ENDED
                return replace(self, phase=phase, expecting=False, refusal=why)
            case Tried(color, spec):
                seat = self.seats[color]
                if seat.spec is not None and seat.spec != spec:
                    return self  # another one has been loaded since
                seat = replace(seat, trying=False, trial=news)
                return replace(self, seats=self.seats.put(color, seat))
            case Cleared():
                if self.phase is not Phase.CLEARING:
                    return self
                return trying(self, first_position(self.rules, None))
            case Said():
                return self
            case _:
                assert_never(news)

    def _after_event(self, event: Event) -> State:
        if isinstance(event, GameStarted):
            return replace(self, view=first_view(event), captures=Line(), seen=None)
        state = replace(self, view=self.view.after(event))
        match event:
            case MovePlayed(color):
                seat = self.seats[color]
                used = seat.used + event.elapsed
                return replace(
                    state,
                    captures=self.captures.added(
                        captured(event, self.rules.places(event.before, event.move))
                    ),
                    seats=self.seats.put(color, replace(seat, used=used)),
                    offer=self.offer if self.offer is color else None,  # to move is to decline
                    refusal=None,
                )
            case DrawOffered(color):
                return replace(state, offer=color)
            case DrawDeclined():
                return replace(state, offer=None)
            case MoveRejected(color, _, _, why):
                told = why if self.hand_moves(color) else self.refusal
                return replace(state, refusal=told, released=-1, handed=-1)
            case MovesTakenBack(plies):
                left = max(0, len(self.captures) - plies)
                seen = self.seen if self.seen is None or self.seen < left else None
                return replace(
                    state, captures=self.captures.first(left), seen=seen, released=-1, handed=-1
                )
            case TurnStarted() if self.phase is Phase.OPENING and not self.expecting:
                return replace(state, phase=Phase.RUNNING)
            case GameEnded():
                going_on = self.expecting or self.phase is Phase.CLEARING
                phase = self.phase if going_on else Phase.ENDED
                return replace(state._blamed(event), phase=phase, offer=None)
            case _:
                return state

    def _blamed(self, event: GameEnded) -> State:
        """The failure stays with the side that failed."""
        if event.explanation is None or event.outcome.reason is Reason.STOPPED:
            return self
        winner = event.outcome.winner
        loser = event.turn.color if winner is None else winner.other
        seat = replace(self.seats[loser], trouble=event.explanation)
        return replace(self, seats=self.seats.put(loser, seat))

    def asking_for(self, plan: GamePlan) -> State:
        """Another game has been asked for, and the newest one is only ending."""
        return replace(
            self,
            phase=Phase.OPENING,
            expecting=True,
            rules=plan.game.rules,
            offer=None,
            refusal=None,
            ignore_turn=False,
        )

    def with_seat(self, color: Color, seat: SeatState) -> State:
        return replace(self, seats=self.seats.put(color, seat))

    def looking_at(self, ply: int) -> State:
        """Show the position after so many plies; the newest is followed as the game goes on."""
        newest = len(self.view.played)
        ply = max(0, min(ply, newest))
        return replace(self, seen=None if ply == newest else ply)

    def tried(self, move: Move, before: Position) -> State:
        """A move on the free board, from the position that is shown; what came after it is gone.

        ``before`` is that position, or the same with the other side to move.
        """
        after = before.play(move)
        clock = self.view.clock
        event = MovePlayed(before.to_move, self.ply, move, before, after, clock, 0.0)
        kept = replace(
            self.view,
            played=self.view.played.first(self.ply),
            judged=self.view.judged.first(self.ply),
            ended=None,
        )
        return replace(
            self,
            view=kept.after(event),
            captures=self.captures.first(self.ply).added(
                captured(event, self.rules.places(event.before, event.move))
            ),
            seen=None,
            refusal=None,
        )

    def untried(self) -> State:
        """The free board without its last move."""
        left = max(0, self.ply - 1)
        view = replace(
            self.view,
            played=self.view.played.first(left),
            judged=self.view.judged.first(left),
            position=position_after(self.view, left),
            ply=left,
        )
        return replace(self, view=view, captures=self.captures.first(left), seen=None)

    def plies_back(self) -> int:
        """How many plies a take-back undoes: so many that a person has the move again.

        One between people, two against the computer, or one while it still thinks.
        """
        count = len(self.view.played)
        if not any(seat.mode is not Mode.AUTO for seat in (self.seats.white, self.seats.black)):
            return min(1, count)
        for plies in range(1, count + 1):
            if self.seats[position_after(self.view, count - plies).to_move].mode is not Mode.AUTO:
                return plies
        return count

    @property
    def cannot_rewind(self) -> Sentence | None:
        """Why a take-back is refused: a program of this game has no words for it."""
        if self.phase is Phase.TRYING or self.seated is None:
            return None
        players = self.seated.players
        return players.white.cannot_rewind or players.black.cannot_rewind

    def plan_before(self, plies: int) -> GamePlan:
        """The game that has ended, to be continued from so many plies earlier."""
        assert self.plan is not None, "there was a game"
        left = len(self.view.played) - plies
        kept = self.view.played[:left]
        clock = kept[-1].clock if kept else None
        game = replace(self.plan.game, moves=tuple(str(e.move) for e in kept), clock=clock)
        return replace(self.plan, game=game)


def position_after(view: View, ply: int) -> Position:
    """The position after so many plies of the game."""
    return view.played[ply - 1].position if ply else view.start


def first_position(rules: Rules, setup: str | None) -> GameStarted:
    """The beginning of a game that nobody plays. Raises BadSetup."""
    clock = Clock.new(PerColor.both(UNTIMED))
    return GameStarted(rules, NOBODY, rules.start(setup), clock, setup)


def new_state(rules: Rules) -> State:
    return State(rules, first_view(first_position(rules, None)))


def trying(state: State, start: GameStarted) -> State:
    """A free board with this position; the loaded AIs stay."""
    return replace(
        state,
        view=first_view(start),
        captures=Line(),
        phase=Phase.TRYING,
        seated=None,
        plan=None,
        seen=None,
        released=-1,
        handed=-1,
        offer=None,
        refusal=None,
        seats=state.seats.map(lambda seat: replace(seat, trouble=None, used=0.0)),
    )
