"""Games that are begun, stopped, taken back and given up."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Protocol

from board_core import CannotTakeBack, Color, PerColor, Rules, Sentence
from board_core.frontend.settings import Settings
from board_core.geometry import Style
from board_core.match import GameSpec
from board_core.match.known_games import hosted
from board_core.match.player_spec import PlayerSpec, parse_player

from .board.widget import BoardWidget
from .dialogs import NewGame, Shelf, Wish
from .games import BUILT_IN, openings
from .host import GamePlan, Host
from .kit.dialog import Message
from .kit.ui import LayeredUI
from .kit.widget import nothing
from .language import _
from .levels import PACES, level_of, level_spec, level_text
from .records import Records
from .state import Mode, Phase, SeatState, State

HUMAN = parse_player("human")


class Desk(Protocol):
    """What is needed of the window."""

    state: State
    rules: Rules
    settings: Settings
    host: Host
    ui: LayeredUI
    board: BoardWidget
    records: Records
    flipped: bool

    def show(self) -> None: ...
    def keep(self, settings: Settings) -> None: ...
    def tell_status(self, text: str) -> None: ...
    def refuse(self, why: Sentence | None) -> None: ...
    def load_first(self) -> None: ...


class Playing:
    """Has the host play what was wished for. For the main thread."""

    def __init__(self, desk: Desk) -> None:
        self.wish = Wish(PerColor(None, level_of(desk.settings.opponent)))
        self._shelf = Shelf()
        self._desk = desk
        self._given: tuple[str, ...] = ()  # moves with which the game began

    def ask(self, *, first: bool = False) -> None:
        """Who plays whom? ``first``: at the start of the program."""
        desk = self._desk
        desk.ui.open(NewGame(self.wish, self._shelf, self.play, desk.load_first, first=first))

    def offer(self, text: str) -> None:
        """Have the game that a text names on the board, and chosen at first. Raises BadGame."""
        key, variant = self._shelf.find(text)
        levels = self.wish.levels.map(lambda level: None if level is None else 0)
        self.wish = replace(self.wish, levels=levels, game=key, variant=variant)
        self.use(self._shelf.rules(key, variant))

    def ask_from_here(self) -> None:
        """The same, for a game from the position that is shown."""
        self.wish = replace(self.wish, from_board=True)
        self.ask()

    def play(self, wish: Wish) -> None:
        """Begin the game that was wished for."""
        desk = self._desk
        self.wish = wish
        self._remember_opponent(wish)
        rules = self._shelf.rules(wish.game, wish.variant)
        self.use(rules)
        levels = wish.levels
        for color in Color:
            level = levels[color]
            seat = desk.state.seats[color]
            if level is None:
                seat = SeatState(seat.spec, Mode.PERSON)
            else:
                mode = Mode.BY_HAND if wish.by_hand else Mode.AUTO
                seat = SeatState(level_spec(level, rules), mode)
            desk.state = desk.state.with_seat(color, seat)
        if levels.white is not None and levels.black is None:
            desk.flipped = rules.geometry.style is Style.SQUARES  # stones have no front
        elif levels.white is None:
            desk.flipped = False
        if wish.from_board:
            self._open(*self._from_shown())
        else:
            setup = list(openings(desk.rules).values())[wish.opening]
            drawn = hosted(desk.rules).drawn_start
            self._open(drawn(Random()) if setup is None and drawn is not None else setup, ())

    def _remember_opponent(self, wish: Wish) -> None:
        """Of somebody who plays the game that is offered first."""
        desk = self._desk
        computers = [level for level in (wish.levels.white, wish.levels.black) if level is not None]
        if len(computers) == 1 and wish.game == next(iter(BUILT_IN)):
            text = level_text(computers[0])
            desk.keep(replace(desk.settings, opponent=text))

    def use(self, rules: Rules) -> None:
        """Play by these rules from now on; another game has another board, and other AIs."""
        desk = self._desk
        before = desk.rules
        other = (rules.name, rules.origin) != (before.name, before.origin)
        desk.rules = rules
        if other:
            desk.host.stop()
            desk.records.set_position(None)
            seats = PerColor.both(SeatState())
            desk.state = replace(desk.state, rules=rules, seats=seats, number=desk.state.number)
            desk.show()
            desk.ui.relayout(desk.ui.layers[0])

    def start(self) -> None:
        """With the seats as they are, from the position on the free board."""
        desk = self._desk
        if desk.state.phase is Phase.TRYING:
            self._open(*self._from_shown())
        elif desk.state.phase is Phase.ENDED:
            self.again()

    def again(self) -> None:
        """The same game once more."""
        desk = self._desk
        plan = desk.state.plan
        if plan is not None and not desk.state.busy:
            self._open(plan.game.setup, self._given)

    def _from_shown(self) -> tuple[str | None, tuple[str, ...]]:
        """What is on the board: how it was set up, and the moves since."""
        desk, state = self._desk, self._desk.state
        moves = tuple(str(event.move) for event in state.view.played[: state.ply])
        start = state.view.start.setup
        setup = None if start == desk.rules.start(None).setup else start
        chain = [state.view.start, *(event.position for event in state.view.played)]
        for event, before in zip(state.view.played[: state.ply], chain, strict=False):
            if event.before is not before:  # a side moved out of turn
                return state.shown.setup, ()
        return setup, moves

    def _open(self, setup: str | None, moves: tuple[str, ...]) -> None:
        desk = self._desk
        self._given = moves
        seats, players = desk.state.seats, desk.state.seats.map(_player)
        game = GameSpec(
            desk.rules,
            players.white,
            players.black,
            PACES[self.wish.pace].both,
            setup=setup,
            moves=moves,
            viewing_pause=desk.settings.viewing_pause_ms / 1000,
            draw_if_cannot_win=True,
        )
        self._play(GamePlan(game, seats.map(lambda seat: seat.mode is Mode.BY_HAND)))

    def _play(self, plan: GamePlan) -> None:
        """This game takes the place of the one that is running, if any."""
        desk = self._desk
        desk.board.cancel()
        desk.state = desk.state.asking_for(plan)
        desk.host.play(plan)

    def stop(self) -> None:
        desk = self._desk
        if desk.state.phase in (Phase.RUNNING, Phase.OPENING):
            desk.state = replace(desk.state, phase=Phase.STOPPING)
            desk.host.stop()

    def pause(self) -> None:
        desk = self._desk
        seated = desk.state.seated
        if desk.state.running and seated is not None:
            if desk.state.view.paused:
                seated.game.resume()
            else:
                seated.game.pause()

    def reset(self) -> None:
        desk = self._desk
        if not desk.state.busy:
            desk.board.cancel()
            desk.state = replace(desk.state, phase=Phase.CLEARING)
            desk.host.reset()

    def take_back(self) -> None:
        desk, state = self._desk, self._desk.state
        if state.busy or not state.view.played:
            return
        if state.phase is Phase.TRYING:
            desk.state = state.untried()
            return
        desk.board.cancel()  # a premove is not for the position before
        plies = state.plies_back()
        refusal = state.cannot_rewind
        if refusal is not None:
            desk.refuse(refusal)
        elif state.running and state.seated is not None:
            try:
                state.seated.game.take_back(plies)
            except CannotTakeBack as error:
                desk.refuse(error.sentence)
        elif state.plan is not None:
            self._play(state.plan_before(plies))

    def resign(self) -> None:
        desk = self._desk
        color = self.person
        if color is None:
            return
        question = _("{color}: do you want to resign?", color=color)

        def resign() -> None:
            seated = desk.state.seated
            person = seated.person(color) if seated is not None else None
            if person is not None:
                person.resign()

        desk.ui.open(
            Message(_("Resign"), question, [(_("&Resign"), resign), (_("&Play on"), nothing)])
        )

    def draw(self) -> None:
        """Offer a draw, accept the one that was offered, or claim the one there is."""
        desk, state, color = self._desk, self._desk.state, self.person
        seated = state.seated
        if color is None or seated is None:
            return
        if state.draw_offered and state.offer is not None:
            person = seated.person(state.offer.other)
            if person is not None:
                person.accept_draw()
            return
        person = seated.person(color)
        if person is None:
            return
        if state.may_claim:
            person.claim_draw()
        else:
            person.offer_draw()
            desk.tell_status(_("A draw is offered."))

    @property
    def person(self) -> Color | None:
        """Who at this window resigns or offers: whose turn it is, if both sit here."""
        state = self._desk.state
        if not state.running:
            return None
        people = [color for color in Color if state.seats[color].mode is Mode.PERSON]
        if state.view.to_move in people:
            return state.view.to_move
        return people[0] if people else None


def _player(seat: SeatState) -> PlayerSpec:
    return HUMAN if seat.mode is Mode.PERSON or seat.spec is None else seat.spec
