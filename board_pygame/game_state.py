"""The board and its game in the window: an immutable value, replaced by news and moves."""

from __future__ import annotations

from dataclasses import field, replace
from typing import assert_never

from board_core import (
    UNTIMED,
    Clock,
    Color,
    DrawDeclined,
    Event,
    GameEnded,
    GameStarted,
    IllegalMove,
    Move,
    MovePlayed,
    MoveRejected,
    MovesTakenBack,
    Paused,
    PerColor,
    PlayerSilent,
    Position,
    Reason,
    Rules,
    Sentence,
)
from board_core.fast_dataclass import dataclass
from board_core.game import AmbiguousMove
from board_core.game.rules import Line
from board_core.game.view import View, captured, first_view
from board_core.match.player_spec import PlayerKind
from board_core.record import GameTree

from .host import (
    Cleared,
    GamePlan,
    Happened,
    Lines,
    LineSaid,
    News,
    NotOpened,
    Opened,
    Seated,
    Tried,
)
from .language import _
from .phases import (
    BUSY_PHASES,
    BoardClearing,
    FreeBoard,
    GameCancelled,
    GameFailure,
    GameFinished,
    GameRequested,
    GameRunning,
    GameStarting,
    GameStopping,
    Lamp,
    Mode,
    Phase,
    SeatState,
    moving,
    newest_game,
    not_opened,
    opened,
    phase_after,
)
from .sheets import RecordSheet

NO_NAMES = PerColor("", "")


@dataclass(frozen=True, slots=True)
class GameState:
    """The board and its game at one moment."""

    rules: Rules
    view: View  # of the game, or of the moves that were tried
    seats: PerColor[SeatState] = field(default_factory=lambda: PerColor.both(SeatState()))
    phase: Phase = field(default_factory=FreeBoard)
    number: int = 0  # of the newest game; events of others are not shown
    captures: Line[tuple[str, ...]] = field(default_factory=Line)  # by each ply
    seen: int | None = None  # the number of plies shown; None: the newest position
    refusal: Sentence | None = None  # why the last request was refused
    message: str = ""  # a message, until the next click or key
    resigning: Color | None = None  # the side that has pressed *Resign* once
    explained: Color | None = None  # whose failure or trial is shown, until the next start
    stops_at: int | None = None  # the game pauses after so many plies
    sheet: RecordSheet | None = None  # the record on the free board; None in a game

    # What is on the board

    @property
    def ply(self) -> int:
        """The number of plies before the shown position."""
        return len(self.view.played) if self.seen is None else self.seen

    @property
    def live(self) -> bool:
        return self.seen is None

    @property
    def shown(self) -> Position:
        """The position on the board."""
        return position_after(self.view, self.ply)

    @property
    def shown_move(self) -> MovePlayed | None:
        """The move that led to the shown position."""
        return self.view.played[self.ply - 1] if self.ply else None

    # Its phase

    @property
    def people(self) -> list[Color]:
        """The sides that somebody at this window plays, or has played in the game that ended."""
        plan = self.plan if self.ended else None
        if plan is None:
            return [color for color in Color if self.seats[color].mode is Mode.PERSON]
        return [color for color in Color if plan.player(color).kind is PlayerKind.HUMAN]

    @property
    def free(self) -> bool:
        """No game is played, and pieces are moved freely."""
        return isinstance(self.phase, FreeBoard)

    @property
    def running(self) -> bool:
        return isinstance(self.phase, GameRunning)

    @property
    def ended(self) -> bool:
        return isinstance(self.phase, GameFinished)

    @property
    def busy(self) -> bool:
        """The host has not finished the last request."""
        return isinstance(self.phase, BUSY_PHASES)

    @property
    def plan(self) -> GamePlan | None:
        """The plan of the newest game."""
        game = newest_game(self.phase)
        return None if game is None else game.plan

    @property
    def seated(self) -> Seated | None:
        """The newest game with its players."""
        game = newest_game(self.phase)
        return None if game is None else game.seated

    @property
    def offer(self) -> Color | None:
        """The side that has offered a draw that nobody has answered."""
        running = moving(self.phase)
        return None if running is None else running.offer

    @property
    def released(self) -> int:
        """The ply for which an AI played by hand was told to move, or -1."""
        running = moving(self.phase)
        return -1 if running is None else running.released

    @property
    def handed(self) -> int:
        """The ply for which a move was handed to the game, or -1."""
        running = moving(self.phase)
        return -1 if running is None else running.handed

    @property
    def ignore_turn(self) -> bool:
        """A side may be moved out of turn."""
        return isinstance(self.phase, FreeBoard) and self.phase.ignore_turn

    # Moves

    def hand_moves(self, color: Color) -> bool:
        """Return whether a person at the window moves this side's pieces on its turn."""
        if self.free:
            return True
        mode = self.seats[color].mode
        return self.running and mode is not Mode.AUTO and self.own_moves_only(color) is None

    def own_moves_only(self, color: Color) -> Sentence | None:
        """Return why nobody can move in place of this side's AI, or None."""
        return None if self.seated is None else self.seated.players[color].own_moves_only

    @property
    def may_move(self) -> bool:
        """A move made at the window would be accepted now."""
        if self.free:
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
        """A move may be typed, now or for the next turn.

        While a move is being typed, letters must not act as shortcuts.
        """
        return self.may_move or (self.running and any(map(self.hand_moves, Color)))

    @property
    def awaits_answer(self) -> bool:
        """The game has not answered a move made at the window yet."""
        return self.running and self.view.asked and self.handed == self.view.ply

    @property
    def origin(self) -> Position:
        """The position for the next move: the game's, or the one shown on a free board."""
        return self.shown if self.free else self.view.position

    def origin_of(self, move: Move) -> Position:
        """Return :attr:`origin`, or the same with the other side to move, which has this move."""
        origin = self.origin
        if self.ignore_turn and move not in origin.legal_moves():
            return origin.after_null_move() or origin
        return origin

    def read(self, text: str) -> Move:
        """Parse a move that somebody typed. Raises IllegalMove, also AmbiguousMove."""
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
        """Tell whether an AI of this side waits to be released for one move."""
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
        """A person at this window may accept a draw.

        Between two people, only the opponent may accept, on its turn, so that the author's second
        click does not accept the offer.
        """
        if self.offer is None or self.seats[self.offer.other].mode is not Mode.PERSON:
            return False
        between_people = self.seats[self.offer].mode is Mode.PERSON
        return self.view.to_move is self.offer.other or not between_people

    @property
    def may_claim(self) -> bool:
        """A person may end the game by a claim, for instance of a threefold repetition."""
        mover = self.seats[self.view.to_move]
        person = mover.mode is Mode.PERSON
        return self.running and person and self.view.position.claim() is not None

    def lamp(self, color: Color) -> Lamp:
        """Return who plays a side, and what its AI is doing."""
        seat, phase = self.seats[color], self.phase
        if seat.trying:
            return Lamp.LOADING
        if seat.mode is Mode.PERSON and not isinstance(phase, FreeBoard | BoardClearing):
            return Lamp.PERSON
        if seat.spec is None:
            return Lamp.NOT_LOADED
        failed = seat.trouble is not None
        failed |= seat.trial is not None and seat.trial.trouble is not None
        if failed and not (self.running or self.busy):
            return Lamp.FAILED
        if seat.mode is Mode.PERSON or isinstance(phase, FreeBoard | BoardClearing):
            return Lamp.READY
        match phase:
            case GameRequested() | GameStarting():
                return Lamp.LOADING
            case GameFinished():
                return Lamp.STOPPED if seat.trial is None else Lamp.READY
            case GameRunning() | GameStopping() | GameCancelled():
                if not self._thinks(color):
                    return Lamp.IDLE
                return Lamp.THINKING if self.silence is None else Lamp.SILENT
            case _:
                assert_never(phase)

    def _thinks(self, color: Color) -> bool:
        view = self.view
        held = self.seats[color].mode is Mode.BY_HAND and self.released != view.ply
        return view.asked and view.to_move is color and not held and not view.paused

    @property
    def silence(self) -> PlayerSilent | None:
        """The statement that the side to move has long been silent, or None."""
        view = self.view
        if not view.asked or view.paused or not isinstance(view.remark, PlayerSilent):
            return None
        return view.remark if view.remark.ply == view.ply else None

    # News

    def after(self, news: News) -> GameState:
        """Return the state after this news."""
        match news:
            case Opened() | Happened() if self.free:
                return self  # of a game that was stopped when another board replaced it
            case Opened(number):
                return replace(
                    self,
                    number=number,
                    phase=opened(self.phase, news),
                    seen=None,
                    refusal=None,
                    explained=self.explained if self._awaits_proof else None,
                    seats=self.seats.map(_starting),
                )
            case Happened(number, GameEnded() as event, lines, at) if number == self.number:
                return self._interrupted(at)._after_event(event)._blamed(event, lines)
            case Happened(number, Paused() as event, _, at) if number == self.number:
                return self._interrupted(at)._after_event(event)
            case Happened(number, event):
                return self._after_event(event) if number == self.number else self
            case NotOpened(why):
                return replace(self, phase=not_opened(self.phase), refusal=why)
            case Tried(color, spec):
                seat = self.seats[color]
                if seat.spec is not None and seat.spec != spec:
                    return self  # another one has been loaded since
                failed = news.trouble is not None and seat.spec is not None
                tried = self.explaining(color) if failed else self
                return tried.with_seat(color, replace(seat, trying=False, trial=news))
            case Cleared():
                if not isinstance(self.phase, BoardClearing):
                    return self
                cleared = replace(self, phase=self.phase.free)
                return cleared.with_board(first_position(self.rules, None))
            case LineSaid():
                return self
            case _:
                assert_never(news)

    def _interrupted(self, at: float) -> GameState:
        """Add what the side to move has used by this time, as no move of it will."""
        color, since = self.view.clock.running, self.view.clock.since
        if color is None:
            return self
        seat = self.seats[color]
        return self.with_seat(color, replace(seat, used=seat.used + max(0.0, at - since)))

    def _after_event(self, event: Event) -> GameState:
        if isinstance(event, GameStarted):
            view = first_view(event)
            return replace(self, view=view, captures=Line(), seen=None, sheet=None)
        state = GameState(  # not by ``replace``, which takes three times as long
            self.rules,
            self.view.after(event),
            self.seats,
            phase_after(self.phase, event),
            self.number,
            self.captures,
            self.seen,
            self.refusal,
            self.message,
            self.resigning,
            self.explained,
            self.stops_at,
        )
        match event:
            case MovePlayed(color):
                seat = self.seats[color]
                used = seat.used + event.elapsed
                if seat.trouble is not None and event.ply >= seat.trouble.ply:
                    seat = replace(seat, trouble=None)
                    if self.explained is color:
                        state = replace(state, explained=None)
                return replace(
                    state._offer_not_accepted(self, by=color),
                    captures=self.captures.added(
                        captured(event, self.rules.places(event.before, event.move))
                    ),
                    seats=self.seats.put(color, replace(seat, used=used)),
                    refusal=None,
                    resigning=None,
                )
            case MoveRejected(color, _, _, why):
                by_itself = self.seats[color].mode is Mode.AUTO
                return state if by_itself else replace(state, refusal=why)
            case MovesTakenBack(plies):
                left = max(0, len(self.captures) - plies)
                seen = self.seen if self.seen is None or self.seen < left else None
                return replace(state, captures=self.captures.first(left), seen=seen)
            case DrawDeclined(color):
                return state._offer_not_accepted(self, by=color)
            case GameEnded():
                return replace(state, resigning=None, message="")
            case _:
                return state

    @property
    def _awaits_proof(self) -> bool:
        """The shown failure happened in a game, and no later game has shown that it is fixed."""
        seat = None if self.explained is None else self.seats[self.explained]
        return seat is not None and _starting(seat).trouble is not None

    def _offer_not_accepted(self, before: GameState, by: Color) -> GameState:
        """Tell a person that the other side, ``by``, did not accept the draw."""
        if before.offer is not by.other or self.seats[by.other].mode is not Mode.PERSON:
            return self
        return self.telling(_("The draw was not accepted."))

    def _blamed(self, event: GameEnded, lines: PerColor[Lines]) -> GameState:
        """Keep the failure with the side that failed; a game that was not stopped has no other."""
        if event.outcome.reason is Reason.STOPPED:
            return self
        seats = self.seats.map(lambda seat: replace(seat, trouble=None))
        if event.explanation is None:
            return replace(self, seats=seats, explained=None)
        winner, turn = event.outcome.winner, event.turn
        loser = turn.color if winner is None else winner.other
        ply = turn.ply + (turn.color is not loser)
        number = 1 + sum(played.color is loser for played in self.view.played)
        failure = GameFailure(event.explanation, event.outcome, ply, number, lines[loser])
        seat = replace(seats[loser], trouble=failure)
        return replace(self, seats=seats.put(loser, seat), explained=loser)

    # Requests

    def explaining(self, color: Color) -> GameState:
        """Return the state that tells why the AI of this side failed."""
        return replace(self, explained=color)

    def requesting(self, plan: GamePlan) -> GameState:
        """Return the state after the host was asked for this game."""
        before = newest_game(self.phase)
        phase, rules = GameRequested(before), plan.game.rules
        return replace(self, phase=phase, rules=rules, refusal=None, message="")

    def in_phase(self, phase: Phase) -> GameState:
        return replace(self, phase=phase)

    def refusing(self, why: Sentence | None) -> GameState:
        """Return the state with the reason why the last request was refused; None: with none."""
        return self if why is self.refusal else replace(self, refusal=why)

    def telling(self, message: str) -> GameState:
        """Return the state with a message."""
        return replace(self, message=message)

    def with_seat(self, color: Color, seat: SeatState) -> GameState:
        return replace(self, seats=self.seats.put(color, seat))

    def with_board(self, start: GameStarted, sheet: RecordSheet | None = None) -> GameState:
        """Return a free board with this position; the loaded AIs stay.

        The moves of a sheet are shown by :func:`~board_pygame.records.with_line`.
        """
        return replace(
            self,
            rules=start.rules,
            view=first_view(start),
            captures=Line(),
            phase=FreeBoard(self.ignore_turn),
            seen=None,
            refusal=None,
            explained=None,
            seats=self.seats.map(_unused),
            sheet=sheet or RecordSheet(GameTree(start.rules, setup=start.setup)),
        )

    def looking_at(self, ply: int) -> GameState:
        """Show the position after this many plies; at the newest, keep following the game."""
        newest = len(self.view.played)
        ply = max(0, min(ply, newest))
        return replace(self, seen=None if ply == newest else ply)


def position_after(view: View, ply: int) -> Position:
    """Return the position after this many plies of the game."""
    return view.played[ply - 1].position if ply else view.start


def first_position(rules: Rules, setup: str | None) -> GameStarted:
    """Return the start of a game without players. Raises BadSetup."""
    clock = Clock.new(PerColor.both(UNTIMED))
    return GameStarted(rules, NO_NAMES, rules.start(setup), clock, setup)


def new_game_state(rules: Rules) -> GameState:
    """Return a free board with the first position of a game."""
    start = first_position(rules, None)
    return GameState(rules, first_view(start), sheet=RecordSheet(GameTree(rules)))


def _starting(seat: SeatState) -> SeatState:
    """Return the seat in a new game, which may show that a failure is fixed."""
    trouble = None if seat.mode is Mode.PERSON else seat.trouble
    return replace(seat, used=0.0, trial=None, trouble=trouble)


def _unused(seat: SeatState) -> SeatState:
    return replace(seat, trouble=None, used=0.0)
