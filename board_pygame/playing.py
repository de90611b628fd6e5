"""A game at the window: starting, pausing, moves, resigning, draws. Pure, with their effects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import assert_never

from board_core import (
    Color,
    IllegalMove,
    Move,
    MovePlayed,
    PerColor,
    Rules,
    Sentence,
    TimeControl,
    say,
)
from board_core.game.geometry import Style
from board_core.match.known_games import hosted
from board_core.match.player_spec import PlayerSpec, parse_player
from board_core.players.human import Human

from .effects import (
    Effects,
    GameAction,
    GameStep,
    HandMove,
    HoldMoves,
    PauseGame,
    SayForPerson,
    ScreenAction,
    StartGame,
    TakePliesBack,
)
from .game_state import GameState, first_position, position_after
from .games import openings
from .host import GamePlan
from .intents import PlayAction, PlayIntent
from .labels import player_name
from .language import _
from .phases import (
    FreeBoard,
    GameRequested,
    GameRunning,
    GameStarting,
    Mode,
    SeatState,
    asked_again,
    clearing,
    handing,
    releasing,
    stopping,
)
from .records import tried, untried
from .sounds import Sound
from .wish import Wish, level_spec

HUMAN_PLAYER = parse_player("human")


def after_intent(game: GameState, intent: PlayIntent) -> GameStep:
    """Return the game after this intent, and the effects."""
    match intent:
        case PlayAction.STOP_PLAYING:
            return _stopped(game)
        case PlayAction.TOGGLE_PAUSE:
            return _paused(game)
        case PlayAction.RESET_BOARD:
            if game.busy:
                return game, ()
            return game.in_phase(clearing(game.phase)), (
                ScreenAction.CANCEL_HAND,
                GameAction.END_PROGRAMS,
            )
        case PlayAction.TAKE_MOVES_BACK:
            return _taken_back(game)
        case PlayAction.PRESS_RESIGN:
            color = person_of(game)
            if color is None:
                return game, ()
            if game.resigning is not color:
                return replace(game, resigning=color), (ScreenAction.AWAIT_SECOND_PRESS,)
            return replace(game, resigning=None), _said(game, color, Human.resign)
        case PlayAction.FORGET_RESIGNING:
            return replace(game, resigning=None), ()
        case PlayAction.MOVE_NOT_TAKEN:
            return game.in_phase(asked_again(game.phase)), (ScreenAction.SHOW_BOARD_ANEW,)
        case PlayAction.ASK_FOR_DRAW:
            return _drawn(game)
        case PlayAction.DECLINE_DRAW if game.draw_offered and game.offer is not None:
            return game, _said(game, game.offer.other, Human.decline_draw)
        case PlayAction.DECLINE_DRAW:
            return game, ()
        case PlayAction.PLAY_ONE_MOVE if game.may_release(game.view.to_move):
            return released(game, game.view.to_move)
        case PlayAction.PLAY_ONE_MOVE if isinstance(game.phase, GameRunning):
            stepped = replace(game, stops_at=len(game.view.played) + 1)
            return stepped, _gone_on(game)
        case PlayAction.PLAY_ONE_MOVE:
            return game, ()
        case PlayAction.RUN:
            return _run(game)
        case _:
            assert_never(intent)


# Beginning


def cleared(game: GameState, rules: Rules) -> GameStep:
    """Return a free board with the first position of a game, and stop the one that was there."""
    board = game.with_board(first_position(rules, None))
    return board, (GameAction.STOP_GAME, ScreenAction.CANCEL_HAND)


def is_on_board(game: GameState, rules: Rules) -> bool:
    """Return whether the game of these rules is on the board, perhaps with other claims."""
    return (rules.name, rules.origin) == (game.rules.name, game.rules.origin)


def with_rules(game: GameState, rules: Rules) -> GameStep:
    """Change the rules; another game gets a new board and empty seats."""
    if is_on_board(game, rules):
        return replace(game, rules=rules), ()
    board, effects = cleared(game, rules)
    seats = PerColor.both(SeatState())
    return replace(board, seats=seats), (*effects, ScreenAction.LAY_OUT_ANEW)


def seats_of(wish: Wish, game: GameState) -> PerColor[SeatState]:
    """Return seats with the chosen persons and AIs."""

    def seat(color: Color) -> SeatState:
        level = wish.levels[color]
        if level is None:
            return SeatState(game.seats[color].spec, Mode.PERSON)
        mode = Mode.BY_HAND if wish.by_hand else Mode.AUTO
        return SeatState(level_spec(level, game.rules), mode)

    return PerColor(*Color).map(seat)


def first_setup(rules: Rules, opening: int, seed: int) -> str | None:
    """Return the set-up of an opening; ``seed`` draws it in games that draw one."""
    setup = list(openings(rules).values())[opening]
    drawn = hosted(rules).drawn_start
    return drawn(Random(seed)) if setup is None and drawn is not None else setup


def shown_setup(game: GameState) -> tuple[str | None, tuple[str, ...]]:
    """Return the set-up of the shown position, and the moves since."""
    view, ply = game.view, game.ply
    moves = tuple(str(event.move) for event in view.played[:ply])
    start = view.start.setup
    setup = None if start == game.rules.start(None).setup else start
    chain = [view.start, *(event.position for event in view.played)]
    for event, before in zip(view.played[:ply], chain, strict=False):
        if event.before is not before:  # a side moved out of turn
            return game.shown.setup, ()
    return setup, moves


def planned(
    game: GameState, pace: TimeControl, pause: float, setup: str | None, moves: tuple[str, ...]
) -> GamePlan:
    """Return the game between the seats as they are; ``pause`` seconds after each move of AIs."""
    from board_core.match import GameSpec  # imports all players, so not before the first picture

    players = game.seats.map(_player)
    spec = GameSpec(
        game.rules,
        players.white,
        players.black,
        PerColor.both(pace),
        setup=setup,
        moves=moves,
        viewing_pause=pause,
        draw_if_cannot_win=True,
    )
    return GamePlan(spec, game.seats.map(lambda seat: seat.mode is Mode.BY_HAND))


def requested(game: GameState, plan: GamePlan) -> GameStep:
    """Start this game in place of the running one, if there is one."""
    return game.requesting(plan), (ScreenAction.CANCEL_HAND, StartGame(plan))


def _player(seat: SeatState) -> PlayerSpec:
    return HUMAN_PLAYER if seat.mode is Mode.PERSON or seat.spec is None else seat.spec


def reseated(game: GameState) -> bool:
    """Return whether a game is over that others would play again."""
    plan = game.plan if game.ended else None
    return plan is not None and any(plan.player(c) != _player(game.seats[c]) for c in Color)


# Stopping, pausing


def _stopped(game: GameState) -> GameStep:
    if isinstance(game.phase, GameRunning | GameRequested | GameStarting):
        return game.in_phase(stopping(game.phase)), (GameAction.STOP_GAME,)
    return game, ()


def _paused(game: GameState) -> GameStep:
    if not isinstance(game.phase, GameRunning):
        return game, ()
    seated = game.phase.game.seated
    if not game.view.paused:
        return game, (PauseGame(seated),)
    followed = game.looking_at(len(game.view.played))
    return followed, (PauseGame(seated, paused=False),)


def _gone_on(game: GameState) -> Effects:
    if not (isinstance(game.phase, GameRunning) and game.view.paused):
        return ()
    return (PauseGame(game.phase.game.seated, paused=False),)


def _run(game: GameState) -> GameStep:
    """Let all programs move by themselves, and the game go on."""
    effects: Effects = _gone_on(game)
    for color in Color:
        if game.seats[color].mode is Mode.BY_HAND:
            game, held = with_mode(game, color, Mode.AUTO)
            effects = (*effects, *held)
    return game, effects


def after_moves(game: GameState) -> GameStep:
    """Pause the game if the one move that was asked for has been played."""
    if game.stops_at is None or len(game.view.played) < game.stops_at:
        return game, ()
    stopped = replace(game, stops_at=None)
    if not isinstance(game.phase, GameRunning) or game.view.paused:
        return stopped, ()
    return stopped, (PauseGame(game.phase.game.seated),)


# Taking back


def _taken_back(game: GameState) -> GameStep:
    if game.busy or not game.view.played:
        return game, ()
    if game.free:
        return untried(game), ()
    let_go = ScreenAction.CANCEL_HAND  # a premove is not for the position before
    plies, refusal = _plies_back(game), cannot_rewind(game)
    if refusal is not None:
        return game.refusing(refusal), (let_go,)
    if isinstance(game.phase, GameRunning):
        return game, (let_go, TakePliesBack(game.phase.game.seated, plies))
    plan = game.plan
    assert plan is not None, "a game has ended"
    requested_again, effects = requested(game, _plan_before(game, plan, plies))
    return requested_again, (let_go, *effects)


def _plies_back(game: GameState) -> int:
    """Count the plies to take back until a person has the move again.

    This is one between people, two against the computer, or one while it still thinks.
    """
    count = len(game.view.played)
    if not any(seat.mode is not Mode.AUTO for seat in (game.seats.white, game.seats.black)):
        return min(1, count)
    for plies in range(1, count + 1):
        if game.seats[position_after(game.view, count - plies).to_move].mode is not Mode.AUTO:
            return plies
    return count


def cannot_rewind(game: GameState) -> Sentence | None:
    """Return the reason why a player cannot take moves back; None if all can."""
    seated = game.seated
    if seated is None:
        return None
    return seated.players.white.cannot_rewind or seated.players.black.cannot_rewind


def _plan_before(game: GameState, plan: GamePlan, plies: int) -> GamePlan:
    """Return the plan to continue the ended game from so many plies earlier."""
    kept = game.view.played[: len(game.view.played) - plies]
    clock = kept[-1].clock if kept else None
    spec = replace(plan.game, moves=tuple(str(e.move) for e in kept), clock=clock)
    return replace(plan, game=spec, earlier=tuple(kept))


# Giving up


def person_of(game: GameState) -> Color | None:
    """Return the side that resigns or offers a draw here: the side to move, if both sit here."""
    if not game.running:
        return None
    people = [color for color in Color if game.seats[color].mode is Mode.PERSON]
    if game.view.to_move in people:
        return game.view.to_move
    return people[0] if people else None


def _said(game: GameState, color: Color, says: Callable[[Human], object]) -> Effects:
    seated = game.seated
    return () if seated is None else (SayForPerson(seated, color, says),)


def _drawn(game: GameState) -> GameStep:
    color = person_of(game)
    if color is None:
        return game, ()
    if game.draw_offered and game.offer is not None:
        return game, _said(game, game.offer.other, Human.accept_draw)
    if game.may_claim:
        return game, _said(game, color, Human.claim_draw)
    words = _("{color} offers a draw.", color=color)
    if game.seats[color.other].mode is not Mode.PERSON:
        name = player_name(game, color.other)
        words = _("You offer a draw: {name} answers with its next move.", name=name)
    return game.telling(words), _said(game, color, Human.offer_draw)


def played(game: GameState, move: Move) -> GameStep:
    """Make a move on the free board, or hand it to the game."""
    if game.free:
        game = tried(game, move, game.origin_of(move))
        event = game.shown_move
        return game, () if event is None else (move_sound(game, event),)
    seated, ply = game.seated, game.view.ply
    if not game.may_move or seated is None:
        return game, (ScreenAction.SHOW_BOARD_ANEW,)
    handed = replace(game, phase=handing(game.phase, ply), refusal=None)
    return handed, (HandMove(seated, game.view.to_move, str(move)),)


def move_sound(game: GameState, event: MovePlayed) -> Sound:
    """Return the sound of a move of the shown game."""
    if event.position.marked():
        return Sound.CHECK
    ply = event.ply
    return Sound.CAPTURE if ply < len(game.captures) and game.captures[ply] else Sound.MOVE


KIND_NAMES = {
    "K": say("king"),
    "Q": say("queen"),
    "R": say("rook"),
    "B": say("bishop"),
    "N": say("knight"),
    "P": say("pawn"),
}


def refused(game: GameState, squares: tuple[str, ...]) -> GameState:
    """Refuse squares that are no move, with the reason that the rules give.

    A single square means that its piece has no legal move; it may stand for a piece in hand.
    """
    place = squares[0]
    held, at, _square = place.partition("@")
    piece = held if at else game.origin.pieces().get(place, "")
    name = KIND_NAMES.get(piece.upper()) if _moves_pieces(game) else None
    if name is not None and len(squares) == 1:
        mover = game.origin.to_move
        own = piece.isupper() is (mover is Color.WHITE)
        if own and at:
            return game.refusing(say("this {piece} does not stop the check anywhere", piece=name))
        if own:
            return game.refusing(say("this {piece} cannot move now", piece=name))
        return game.refusing(
            say("this {piece} cannot move: it is the turn of {color}", piece=name, color=mover)
        )
    try:
        game.read("".join(squares))
    except IllegalMove as error:
        # There is no typed text to quote.
        why, shown = error.sentence, ("" if at else "–").join(squares)
        text = shown if at or name is None else say("{piece} {squares}", piece=name, squares=shown)
        return game.refusing(replace(why, facts={**why.facts, "text": text}))
    return game


def _moves_pieces(game: GameState) -> bool:
    geometry = game.rules.geometry
    return geometry.style is Style.SQUARES and not geometry.on_points


def released(game: GameState, color: Color) -> GameStep:
    """Let an AI that is played by hand make one move."""
    seated = game.seated
    if not game.may_release(color) or seated is None:
        return game, ()
    told = game.in_phase(releasing(game.phase, game.view.ply))
    return told, (HandMove(seated, color, None),)


def ignoring_turn(game: GameState, ignore: bool) -> GameState:
    """Let either side move on a free board, or only the side to move."""
    return game.in_phase(FreeBoard(ignore)) if game.free else game


def with_mode(game: GameState, color: Color, mode: Mode) -> GameStep:
    """Choose how a side is played: at once, except that a person is seated in the next game."""
    seat = game.seats[color]
    if not (game.running or game.busy):
        return game.with_seat(color, replace(seat, mode=mode)), ()
    if game.seated is None or Mode.PERSON in (mode, seat.mode):
        return game.telling(_("A person takes or leaves a seat between games.")), ()
    seated = HoldMoves(game.seated, color, mode is Mode.BY_HAND)
    return game.with_seat(color, replace(seat, mode=mode)), (seated,)
