"""Texts of the game screen for a state, with the names of chess openings: pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import inf

from board_core import (
    Color,
    Move,
    MovePlayed,
    Outcome,
    PerColor,
    Position,
    Reason,
    Rules,
    Thought,
)
from board_core.ais.levels import LEVEL_NAMES
from board_core.author.analysis import Judgement
from board_core.game.clock import clock_addition, clock_text
from board_core.games import CHESS
from board_core.match.known_games import hosted
from board_core.match.player_spec import PlayerKind, PlayerSpec
from board_core.record import RESULT_WINNERS
from board_core.text.harmless_text import visible
from board_core.text.languages import N_

from .failure import reason_of
from .game_state import GameState
from .games import names_of
from .kit.labels import Light
from .language import _, color_word, end_reason, ngettext, outcome_words, sentence
from .phases import (
    BoardClearing,
    GameCancelled,
    GameRequested,
    GameStarting,
    GameStopping,
    Lamp,
    Mode,
    SeatState,
)
from .player_strip import A_MINUTE, NOTHING_TAKEN, Strip, Taken, next_change
from .study import advantage, score_text
from .wish import offered

TENTHS_SECONDS = 10.0
"""Seconds for which the tenths of a thinking program's time are shown."""

PIECE_POINTS = {"q": 9, "r": 5, "b": 3, "n": 3, "p": 1}
"""The values of pieces in chess, by which a lead is told."""


def pending_words(state: GameState) -> str:
    """Return what is done to a game that neither runs nor has ended."""
    match state.phase:
        case GameRequested() | GameStarting():
            return _("Starting …")
        case GameCancelled() | GameStopping():
            return _("Stopping …")
        case BoardClearing():
            return _("Resetting …")
        case _:
            return _("No game")


def pausing_words(state: GameState) -> str:
    """Return the text of the button that pauses the game, or lets it go on."""
    return _("Go on") if state.view.paused else _("Pause")


def draw_words(state: GameState) -> str:
    """Return the text of the button for draws."""
    if state.draw_offered:
        return _("Accept draw")
    if state.may_claim:
        return _("Claim draw")
    return _("Draw?") if state.offer is None else _("Draw offered")


def resign_words(state: GameState) -> str:
    """Return the text of the button that resigns."""
    return _("Resi&gn") if state.resigning is None else _("Really resi&gn?")


def end_of(state: GameState) -> tuple[str, str]:
    """Return the points of a game's result, if it has points, and how it came about.

    Both are empty until the end; for a record they are those of its tags.
    """
    ended, sheet = state.view.ended if state.ended else None, state.sheet
    if ended is not None:
        return points_of(ended.outcome, state.rules.first), reason_words(ended.outcome)
    if sheet is None or sheet.tree.result == "*":
        return "", ""
    points, tree = printed_result(sheet.tree.result), sheet.tree
    line = state.view.played if sheet.main is None else sheet.main
    last = line[-1].position.outcome() if line and not tree.main.unread else None
    if last is not None:
        return points, reason_words(last)
    winner = RESULT_WINNERS.get(tree.result)
    said = _("Draw") if winner is None else _("{color} wins", color=winner)
    why = visible(tree.tag("Termination"))
    return points, said if why.lower() in USUAL_TERMINATIONS else f"{said} · {why}"


def reason_words(outcome: Outcome) -> str:
    """Return why a game ended; the winner where that says all."""
    why = end_reason(outcome, None) or outcome_words(outcome)
    return why[:1].upper() + why[1:]


def way_to_lose(outcome: Outcome) -> str:
    """Return how somebody lost, in as few words as there are; empty if nobody did."""
    from board_core.match.result import LOST_BY  # imported once there is a game

    return "" if outcome.winner is None else _(LOST_BY.get(outcome.reason, ""))


USUAL_TERMINATIONS = ("", "?", "normal", "unterminated")
"""Values of the tag of a record that tell nothing of its end."""


def printed_result(result: str) -> str:
    """Return a result as it is printed, with a dash, and with ½ for half a point."""
    return result.replace("1/2", "½").replace("-", "–")


def points_of(outcome: Outcome, first: Color) -> str:
    """Return the points of both, White's first, where White begins; else an empty text."""
    if first is Color.BLACK or not outcome.decided:
        return ""
    return printed_result(outcome.result)


def record_title(state: GameState) -> tuple[str, str]:
    """Return the players of the record on the board, and its result, place, year and opening.

    Both are empty if no record was opened.
    """
    if state.sheet is None or state.sheet.file is None:
        return "", ""
    tree = state.sheet.tree
    names = [family_name(name) for name in told_names(tree.names) if name != "?"]
    title = f"{names[0]} – {names[1]}" if len(names) == 2 else chapter_of(dict(tree.tags))
    said = [end_of(state)[0], place_and_year(dict(tree.tags))]
    line = state.view.played if state.sheet.main is None else state.sheet.main
    said.append(_opening_of(state, line) or visible(tree.tag("Opening").replace("?", "")))
    return title or game_title(state), " · ".join(filter(None, said))


def family_name(name: str) -> str:
    """Return a short name: what stands before the comma of *Morphy, Paul*; the first of several."""
    return visible(name.split(" / ")[0].split(",")[0].strip())


def chapter_of(tags: Mapping[str, str]) -> str:
    """Return the name of a chapter of a study; of another game the event."""
    event = tags.get("Event", "").replace("?", "")
    return visible(tags.get("ChapterName", "") or event.rpartition(": ")[2])


def place_and_year(tags: Mapping[str, str]) -> str:
    """Return where and when a game was played, as far as its tags tell it."""
    site, event = (tags.get(name, "").replace("?", "") for name in ("Site", "Event"))
    study = event.rpartition(": ")[0] or event
    place = study if "://" in site or not site else re.sub(r",? [A-Z]{3}$", "", site)
    year = tags.get("Date", "")[:4].replace("?", "")
    return visible(" ".join(filter(None, (place, year))))


def game_title(state: GameState) -> str:
    """Return the name of the game on the board."""
    return game_name(state.rules)


def game_name(rules: Rules) -> str:
    """Return the name of a game, with its rules if they are not the usual ones."""
    return " · ".join(_(name) for name in names_of(rules))


def start_words(state: GameState) -> str:
    """Return the text of the button that starts a game between the seats as they are."""
    if state.ended:
        return _("Play again")
    start = state.view.start.setup
    begun = state.free and (state.view.played or start != state.rules.start(None).setup)
    return _("&Start from here") if begun else _("&Start")


def start_tip(state: GameState) -> str:
    """Return who would play the game that is started now, and from where."""

    def player(seat: SeatState) -> str:
        if seat.mode is Mode.PERSON or seat.spec is None:
            return _("a person")
        return spec_name(seat.spec)

    white, black = map(player, (state.seats.white, state.seats.black))
    if state.ended:
        text = _("The same game once more. White: {white}, Black: {black}. (Alt+S)")
    else:
        text = _("A game from the position on the board. White: {white}, Black: {black}. (Alt+S)")
    return text.format(white=white, black=black)


def player_of(state: GameState, color: Color, *, sits: bool = False) -> tuple[str, str]:
    """Return the name of a player, and its Elo rating or file.

    A person who plays alone is *You*; other people are called by their colours. ``sits``: of who
    sits there now, perhaps for another game than the one that has ended.
    """
    seat, sheet = state.seats[color], state.sheet if state.free else None
    plan = None if sits else state.plan
    if sheet is not None and sheet.file is not None and not _recorded(state, color):
        return color_word(color), ""  # nobody knows who played it
    if sheet is not None and _recorded(state, color):
        rating = sheet.tree.tag(f"{'White' if color is Color.WHITE else 'Black'}Elo")
        return visible(told_names(sheet.tree.names)[color]), visible(rating.strip("?-"))
    people = state.people
    if sits:
        people = [side for side in Color if state.seats[side].mode is Mode.PERSON]
    if people == [color]:
        return _("You"), ""
    spec = plan.player(color) if plan is not None else seat.spec
    if color in people or spec is None:
        return color_word(color), ""
    players = [level.player for level in offered(state.rules)]
    if spec.text in players:
        level = offered(state.rules)[players.index(spec.text)]
        return _(level.name), "" if level.elo is None else str(level.elo)
    path = spec.function[0] or " ".join(spec.command[-1:])
    file = re.split(r"[\\/]", path)[-1]
    return spec_name(spec), "" if spec_name(spec) in (file, file.rpartition(".")[0]) else file


def _recorded(state: GameState, color: Color) -> bool:
    """Return whether the record on the free board names this player."""
    return state.free and state.sheet is not None and state.sheet.tree.names[color] != "?"


def player_name(state: GameState, color: Color) -> str:
    """Return *You*, or the opponent's name; the colour if two people play."""
    return player_of(state, color)[0]


def moves_in(rules: Rules, plies: int) -> int:
    """Convert plies to a number of moves; in games of stones, each ply counts."""
    return plies if rules.geometry.on_points else (plies + 1) // 2


def count_words(state: GameState, plies: int) -> str:
    """Return a number of moves, or of stones, in words."""
    count = moves_in(state.rules, plies)
    if state.rules.geometry.on_points:
        return ngettext("{count} stone", "{count} stones", count)
    return ngettext("{count} move", "{count} moves", count)


def move_after(rules: Rules, plies: int) -> str:
    """Return the number of the move, or of the stone, that follows these plies."""
    number = moves_in(rules, plies + 1)
    if rules.geometry.on_points:
        return _("stone {number}", number=number)
    return _("move {number}", number=number)


def place_in_file(state: GameState) -> str:
    """Return which game of the open file is shown; empty unless the file has several."""
    file = None if state.sheet is None else state.sheet.file
    if file is None or len(file.games) < 2:
        return ""
    return _("Game {number} of {count}…", number=file.number + 1, count=len(file.games))


def _person() -> str:
    """Return the name of a person; *Person* is the mode, which has another word in Chinese."""
    name = _("person")
    return name[:1].upper() + name[1:]


def spec_name(spec: PlayerSpec) -> str:
    """Return the name of a player; levels and persons have names in every language."""
    own = spec.kind in (PlayerKind.HUMAN, PlayerKind.BUILT_IN)
    return own_name(spec.name) if own else spec.name


def own_name(name: str) -> str:
    """Return the name of a level or of a person without another name, in this language."""
    level = LEVEL_NAMES.get(name.lower())
    if level is not None:
        return _(level)
    return _person() if name == "Human" else name


def told_names(names: PerColor[str]) -> PerColor[str]:
    """Return the names in a record: a person who played alone is *You*, as in the game."""
    alone = [*names].count("Human") == 1
    return names.map(lambda name: _("You") if alone and name == "Human" else own_name(name))


SEAT_LAMPS = {
    Lamp.NOT_LOADED: (N_("no program"), Light.ABSENT),
    Lamp.LOADING: (N_("starting …"), Light.BUSY),
    Lamp.READY: (N_("ready"), Light.READY),
    Lamp.IDLE: (N_("waiting"), Light.IDLE),
    Lamp.THINKING: (N_("thinking"), Light.BUSY),
    Lamp.SILENT: (N_("no answer"), Light.REFUSED),
    Lamp.STOPPED: (N_("stopped"), Light.STOPPED),
    Lamp.FAILED: (N_("failed"), Light.FAILED),
    Lamp.PERSON: (N_("person"), Light.PERSON),
}
"""The words and lamps of seats."""


def lamp_of(state: GameState, color: Color, now: float) -> tuple[str, Light]:
    """Return what the program of a side does at a time, and its lamp."""
    lamp, clock = state.lamp(color), state.view.clock
    thought = max(0.0, now - clock.since) if clock.running is color else 0.0
    words, light = SEAT_LAMPS[lamp]
    if lamp is Lamp.FAILED and (reason := reason_of(state.seats[color])):
        return reason, light
    if lamp is Lamp.THINKING and thought:
        seconds = int(thought) if thought >= TENTHS_SECONDS else f"{thought:.1f}"
        return _("thinking {seconds} s", seconds=seconds), light
    if lamp is Lamp.SILENT:
        return _("no answer for {seconds} s", seconds=int(thought)), light
    if lamp is Lamp.IDLE and state.view.paused and state.view.to_move is color:
        return _("paused"), Light.PAUSED
    return _(words), light


def strip_of(state: GameState, color: Color, now: float, picked: str = "") -> Strip:
    """Return the strip of a player; ``picked`` is the piece in hand that was clicked."""
    beside = hosted(state.rules).look.beside(state.shown, color)
    name, second = player_of(state, color, sits=state.ended)
    note = "" if beside.note is None else sentence(beside.note)
    strip = Strip(
        name=name,
        second=" · ".join(filter(None, (second, note))),
        white=color is Color.WHITE,
        step=state.seats[color].mode is Mode.BY_HAND and not _recorded(state, color),
        taken=NOTHING_TAKEN if beside.keeps else captures_of(state, color),
        held=beside.held,
        picked=picked if picked in beside.held else "",
        to_move=state.shown.to_move is color and not state.ended,
    )
    return timed_strip(strip, state, color, now)


def timed_strip(strip: Strip, state: GameState, color: Color, now: float) -> Strip:
    """Return a strip with the clock, and what the program does, at a time.

    Both are the game's, whatever position is shown, until it is over.
    """
    strip = replace(
        strip, left=None, used=None, addition="", running=False, low=False, words="", light=None
    )
    seat, clock = state.seats[color], state.view.clock
    words, light = lamp_of(state, color, now)
    of_program = seat.mode is not Mode.PERSON or light in (Light.FAILED, Light.BUSY)
    if of_program and not _recorded(state, color):
        strip = replace(strip, words=words, light=light, why=light is Light.FAILED)
    if state.free:
        if state.sheet is None:
            return strip
        recorded = state.sheet.clock_left(color, state.view.played, state.ply)
        return replace(strip, left=recorded)
    ended, used = state.view.ended if state.ended else None, seat.used
    if ended is not None and not state.live:
        clock = clock.new(clock.control) if state.shown_move is None else state.shown_move.clock
        used = sum(one.elapsed for one in state.view.played[: state.ply] if one.color is color)
    left, flag = clock.remaining_at(color, now), ended is not None and state.live and ended
    control = clock.control[color]
    if flag and left < inf and flag.outcome.reason is Reason.TIME and flag.turn.color is color:
        left = 0.0
    thinks = state.running and clock.running is color and not state.view.paused
    if left == inf:
        return replace(strip, used=used + (max(0.0, now - clock.since) if thinks else 0.0))
    return replace(
        strip,
        left=left,
        addition=clock_addition(clock, color, now),
        running=thinks,
        low=left < control.low_from,
    )


def next_tick(state: GameState, now: float) -> float:
    """Return the time at which a strip will look different, unless something happens earlier."""
    clock = state.view.clock
    if not state.running or clock.running is None:
        return inf
    thinks = state.lamp(clock.running) is Lamp.THINKING
    tenths = thinks and now - clock.since < TENTHS_SECONDS
    return now + (0.1 if tenths else next_change(clock.remaining_at(clock.running, now)))


def move_words(state: GameState, move: Move) -> str:
    """Return a move in words, to be chosen from."""
    words = sentence(state.origin.describe(move))
    return words[:1].upper() + words[1:]


def seconds_text(seconds: float) -> str:
    """Return the time of a move without its unit, for narrow columns: ``12.9`` or ``1:05``."""
    return clock_text(seconds) if seconds >= A_MINUTE else f"{seconds:.1f}"


def duration_text(seconds: float) -> str:
    """Return a long time in whole minutes, a short one in seconds."""
    if seconds < A_MINUTE:
        return _("{seconds} s", seconds=round(seconds))
    return _("{minutes} min", minutes=round(seconds / A_MINUTE))


def captures_of(state: GameState, color: Color) -> Taken:
    """Return what a side has taken more of than the other, up to the shown position.

    Kinds are in the order of their value, and the lead is in points, in games with the pieces of
    chess.
    """
    took = PerColor(Counter[str](), Counter[str]())
    for event, symbols in zip(
        state.view.played[: state.ply], state.captures[: state.ply], strict=True
    ):
        took[event.color].update(symbol.lower() for symbol in symbols)
    ahead = took[color] - took[color.other]
    pieces, lead = sorted(ahead.elements(), key=lambda kind: (-_points(kind), kind)), 0
    if set("qrbn") <= set(hosted(state.rules).look.order):
        won = _balance(state.shown) - _balance(state.view.start)  # by captures and promotions
        lead = max(0, won if color is Color.WHITE else -won)
    return Taken(tuple(pieces if color is Color.WHITE else map(str.upper, pieces)), lead)


def _points(kind: str) -> int:
    return PIECE_POINTS.get(kind.lower(), 0)


def _balance(position: Position) -> int:
    """Return White's points less those of Black."""
    pieces = position.pieces().values()
    return sum(_points(each) if each.isupper() else -_points(each) for each in pieces)


def move_number(start: Position, rules: Rules, plies: int) -> str:
    """Return the number of the move after so many plies: ``12.``, or ``12…`` of the second side.

    In games of stones, each ply counts.
    """
    if rules.geometry.on_points:
        return f"{plies + 1}."
    plies += start.to_move is not rules.first
    return f"{plies // 2 + 1}{'…' if plies % 2 else '.'}"


def evaluation_of(state: GameState, judged: Mapping[int, Judgement]) -> tuple[str, float | None]:
    """Return the score of the shown position for White, and the advantage from -1 to 1.

    A review is asked before the players. Without a score the text is empty, the advantage None.
    """
    review = judged.get(state.ply - 1)
    thought, side = _thought_at(state)
    score = None if thought is None else thought.score
    if review is not None:
        score, side = review.after, review.color
    return ("", None) if score is None else (score_text(score, side), advantage(score, side))


def _thought_at(state: GameState) -> tuple[Thought | None, Color]:
    """Return the newest thought on the shown position, and whose it is."""
    view, ply = state.view, state.ply
    side = view.to_move
    if state.sheet is not None:
        notes = state.sheet.notes(ply)
        scored = notes.score is not None
        return Thought(notes.depth, score=notes.score) if scored else None, Color.WHITE
    if state.live and view.thought_ply == len(view.played) and view.thoughts[side] is not None:
        return view.thoughts[side], side
    for index in range(ply - 1, max(-1, ply - 3), -1):  # the other side's opinion will do
        if view.judged[index] is not None:
            return view.judged[index], view.played[index].color
    return None, side


def short(number: int) -> str:
    """Return a number in few characters, such as ``950``, ``12.3k``, ``4.56M``."""
    for limit, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= limit:
            return f"{number / limit:.3g}{letter}"
    return str(number)


OPENING_NAMES: dict[str, str] = {
    "e4": N_("King's Pawn Game"),
    "e4 e5": N_("Open Game"),
    "e4 e5 Nf3": N_("King's Knight Opening"),
    "e4 e5 Nf3 Nc6": N_("King's Knight Opening"),
    "e4 e5 Nf3 Nc6 Bc4": N_("Italian Game"),
    "e4 e5 Nf3 Nc6 Bc4 Bc5": N_("Italian Game: Giuoco Piano"),
    "e4 e5 Nf3 Nc6 Bc4 Bc5 b4": N_("Italian Game: Evans Gambit"),
    "e4 e5 Nf3 Nc6 Bc4 Nf6": N_("Italian Game: Two Knights Defence"),
    "e4 e5 Nf3 Nc6 Bb5": N_("Ruy Lopez"),
    "e4 e5 Nf3 Nc6 Bb5 a6": N_("Ruy Lopez: Morphy Defence"),
    "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6": N_("Ruy Lopez: Exchange Variation"),
    "e4 e5 Nf3 Nc6 Bb5 Nf6": N_("Ruy Lopez: Berlin Defence"),
    "e4 e5 Nf3 Nc6 d4": N_("Scotch Game"),
    "e4 e5 Nf3 Nc6 Nc3": N_("Three Knights Opening"),
    "e4 e5 Nf3 Nc6 Nc3 Nf6": N_("Four Knights Game"),
    "e4 e5 Nf3 Nf6": N_("Petrov's Defence"),
    "e4 e5 Nf3 d6": N_("Philidor Defence"),
    "e4 e5 Nf3 f5": N_("Latvian Gambit"),
    "e4 e5 f4": N_("King's Gambit"),
    "e4 e5 f4 exf4": N_("King's Gambit Accepted"),
    "e4 e5 Nc3": N_("Vienna Game"),
    "e4 e5 Bc4": N_("Bishop's Opening"),
    "e4 e5 d4": N_("Centre Game"),
    "e4 e5 d4 exd4 c3": N_("Danish Gambit"),
    "e4 e5 Qh5": N_("Wayward Queen Attack"),
    "e4 c5": N_("Sicilian Defence"),
    "e4 c5 c3": N_("Sicilian Defence: Alapin Variation"),
    "e4 c5 Nc3": N_("Sicilian Defence: Closed"),
    "e4 c5 d4 cxd4 c3": N_("Sicilian Defence: Smith-Morra Gambit"),
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6": N_("Sicilian Defence: Najdorf Variation"),
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6": N_("Sicilian Defence: Dragon Variation"),
    "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5": N_("Sicilian Defence: Sveshnikov Variation"),
    "e4 e6": N_("French Defence"),
    "e4 e6 d4 d5 e5": N_("French Defence: Advance Variation"),
    "e4 e6 d4 d5 exd5": N_("French Defence: Exchange Variation"),
    "e4 e6 d4 d5 Nc3 Bb4": N_("French Defence: Winawer Variation"),
    "e4 c6": N_("Caro-Kann Defence"),
    "e4 c6 d4 d5 e5": N_("Caro-Kann Defence: Advance Variation"),
    "e4 d5": N_("Scandinavian Defence"),
    "e4 d6": N_("Pirc Defence"),
    "e4 g6": N_("Modern Defence"),
    "e4 Nf6": N_("Alekhine's Defence"),
    "d4": N_("Queen's Pawn Game"),
    "d4 d5": N_("Closed Game"),
    "d4 d5 c4": N_("Queen's Gambit"),
    "d4 d5 c4 dxc4": N_("Queen's Gambit Accepted"),
    "d4 d5 c4 e6": N_("Queen's Gambit Declined"),
    "d4 d5 c4 c6": N_("Slav Defence"),
    "d4 d5 c4 e5": N_("Albin Countergambit"),
    "d4 d5 c4 e6 Nc3 Nf6 Nf3 c6": N_("Semi-Slav Defence"),
    "d4 d5 Bf4": N_("London System"),
    "d4 d5 Nf3 Nf6 Bf4": N_("London System"),
    "d4 Nf6 Bf4": N_("London System"),
    "d4 Nf6": N_("Indian Defence"),
    "d4 Nf6 Bg5": N_("Trompowsky Attack"),
    "d4 Nf6 c4 g6": N_("King's Indian Defence"),
    "d4 Nf6 c4 g6 Nc3 d5": N_("Grünfeld Defence"),
    "d4 Nf6 c4 e6 Nc3 Bb4": N_("Nimzo-Indian Defence"),
    "d4 Nf6 c4 e6 Nf3 b6": N_("Queen's Indian Defence"),
    "d4 Nf6 c4 e6 g3": N_("Catalan Opening"),
    "d4 Nf6 c4 c5 d5 e6": N_("Benoni Defence"),
    "d4 Nf6 c4 c5 d5 b5": N_("Benko Gambit"),
    "d4 Nf6 c4 e5": N_("Budapest Gambit"),
    "d4 f5": N_("Dutch Defence"),
    "c4": N_("English Opening"),
    "Nf3": N_("Réti Opening"),
    "f4": N_("Bird's Opening"),
    "b3": N_("Larsen's Opening"),
    "g3": N_("King's Fianchetto Opening"),
    "b4": N_("Polish Opening"),
    "Nc3": N_("Van Geet Opening"),
    "g4": N_("Grob Opening"),
}
"""Names by the moves in SAN; a longer beginning has the more special name."""

LONGEST_BEGINNING = max(len(moves.split()) for moves in OPENING_NAMES)


def opening_of(state: GameState) -> str:
    """Return the name of the shown game's opening; empty if it is unknown."""
    return _opening_of(state, state.view.played[: state.ply])


def _opening_of(state: GameState, line: Sequence[MovePlayed]) -> str:
    if state.rules.name != CHESS.name or state.view.start.setup != _standard_setup():
        return ""
    return opening_name([event.notation for event in line[:LONGEST_BEGINNING]])


def opening_name(moves: Sequence[str]) -> str:
    """Return the name of the longest known beginning of a game, by its moves in SAN."""
    beginnings = (" ".join(moves[:count]) for count in range(len(moves), 0, -1))
    found = next((OPENING_NAMES[one] for one in beginnings if one in OPENING_NAMES), "")
    return _(found) if found else ""


@cache
def _standard_setup() -> str:
    return CHESS.start(None).setup
