"""A game as browsers see it: its events as JSON messages, and the lines of all who watch.

A message is encoded once for each language, however many read it. Sides are 0 (White) and 1; times
are in seconds, and scores are texts from White's view. A place that the rules give to a piece in
hand ends with ``@``.
"""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable, Mapping
from typing import Protocol

from board_core.ais.levels import LEVEL_NAMES
from board_core.author.analysis import MoveQuality
from board_core.contest.report.pictures import besides_of, board_of
from board_core.contest.report.replay import (
    SIDE,
    board_told,
    boards_told,
    clock_told,
    control_text,
    move_told,
    plan_told,
    shape_told,
    squares_told,
    why_told,
)
from board_core.frontend.adviser import AdviserFailed, AdviserNews, MoveJudged, engine_line
from board_core.game.events import (
    DrawDeclined,
    DrawOffered,
    Event,
    GameEnded,
    GameStarted,
    HostAway,
    MovePlayed,
    MoveRejected,
    MovesTakenBack,
    Paused,
    PlayerSaid,
    PlayerSilent,
    Resumed,
    Thinking,
    TurnStarted,
)
from board_core.game.player import NoteKind, score_text
from board_core.game.rules import Outcome, Position, Reason, Rules
from board_core.game.sides import Color, PerColor
from board_core.game.timesource import RealTime
from board_core.game.view import View, first_view
from board_core.game.words import Words
from board_core.games.look import clicked, tag
from board_core.match.known_games import GAME_TITLES, hosted
from board_core.text.codec import Json
from board_core.text.harmless_text import MOST_LINE, legible
from board_core.text.sentence import Sentence, say

Said = Mapping[str, Json]
Message = Said | Callable[[Words], Said]
"""What is told, in the words of a language if it has any."""

LogEntry = tuple[Color | None, str, float, str | Sentence]
"""A side, ``<`` to a program, ``>`` from it, ``!`` its errors or ``•`` ours, seconds, a text."""

PERSON, HOUSE, REMOTE = "person", "house", "remote"
"""The kinds of players; what a remote one wrote belongs to its author."""

MARKS = {
    MoveQuality.GOOD: "",
    MoveQuality.INACCURACY: "?!",
    MoveQuality.MISTAKE: "?",
    MoveQuality.BLUNDER: "??",
}

COME_BACK = b"retry: 1000\n"
"""The milliseconds after which a browser comes back whose line was cut."""

MOST_LOG = 300
"""Lines of a log that are kept for who comes late."""

THOUGHTS_APART = 0.25
"""Seconds between two thoughts of a side that are told: nobody reads more."""

MOST_THOUGHT = 12
"""Plies of a line of play."""

ENDED_KEPT = 6
"""Games that are shown for a while after their end."""


class ClientLine(Protocol):
    """A stream to a client; its methods may be called from any thread."""

    def send(self, data: bytes) -> None: ...
    def put(self, said: Said) -> None: ...
    def finish(self) -> None: ...
    def abort(self) -> None: ...
    def part(self, why: str) -> None: ...


# Encoding: values in, values out


def event_bytes(said: Said) -> bytes:
    """Return a message as an event stream has it."""
    return b"data: " + json.dumps(said, separators=(",", ":")).encode() + b"\n\n"


def is_known(view: View, event: Event) -> bool:
    """Return True for a start or a move of a game that goes on, which were given with it."""
    if isinstance(event, GameStarted):
        return bool(view.played)
    return isinstance(event, MovePlayed) and event.ply < len(view.played)


def legal_told(rules: Rules, position: Position) -> list[Json]:
    """Return the legal moves with their places, in the order in which they are offered."""
    look = hosted(rules).look
    held = look.beside(position, position.to_move).held
    moves = {
        move: clicked(move, rules.places(position, move), held) for move in position.legal_moves()
    }
    ordered = sorted(moves, key=lambda move: look.order.find(tag(move, moves[move]).lower()))
    told = {
        move: {"text": str(move), "n": position.notation(move), "places": [*moves[move]]}
        for move in (ordered if look.order else moves)
    }
    aliases = look.aliases(position.pieces(), tuple(moves)).items()
    others = [{**told[move], "places": [*places], "alias": True} for places, move in aliases]
    return [*told.values(), *others]


def names_told(names: PerColor[str], kinds: PerColor[str], words: Words) -> list[Json]:
    """Return the names of players, those of levels as all who play them read them."""
    return [
        words.text(LEVEL_NAMES.get(name, name)) if kind == HOUSE else name
        for name, kind in zip(names, kinds, strict=True)
    ]


def log_told(entry: LogEntry, words: Words) -> dict[str, Json]:
    color, kind, at, text = entry
    said = words.sentence(text) if isinstance(text, Sentence) else text
    return {"by": SIDE[color], "kind": kind, "at": round(at, 2), "text": legible(said)}


class Watchers:
    """The browsers that watch something: their lines, with their languages and seats."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._lines: dict[ClientLine, tuple[Words, Color | None]] = {}

    def close(self, line: ClientLine) -> None:
        with self._lock:
            self._lines.pop(line, None)

    def tell(self, message: Message) -> None:
        """Send a message to all."""
        encoded: dict[str, bytes] = {}
        with self._lock:
            for line, (words, _you) in self._lines.items():
                if words.language not in encoded:
                    said = message(words) if callable(message) else message
                    encoded[words.language] = event_bytes(said)
                line.send(encoded[words.language])


class LiveGames(Watchers):
    """The running games of a room in brief, for pages that show them all."""

    def __init__(self) -> None:
        super().__init__()
        self._games: dict[str, Broadcast] = {}

    def open(self, line: ClientLine, words: Words) -> None:
        with self._lock:
            self._lines[line] = words, None
            line.send(COME_BACK + event_bytes(self._all(words)))

    def show(self, game: Broadcast) -> None:
        """Tell that a game has begun or ended; the last that ended are shown for a while."""
        with self._lock:
            self._games[game.key] = game
            over = [key for key, each in self._games.items() if each.over]
            for key in over[:-ENDED_KEPT]:
                del self._games[key]
            self.tell(self._all)

    def drop(self, key: str) -> None:
        """Forget a game that was broken off."""
        with self._lock:
            game = self._games.get(key)
            if game is not None and not game.over:
                del self._games[key]
                self.tell(self._all)

    def _all(self, words: Words) -> Said:
        return {"type": "games", "games": [game.brief(words) for game in self._games.values()]}


class Broadcast(Watchers):
    """One game for all who watch it. Methods may be called from any thread.

    ``begun`` is its first event, perhaps before there is a game. ``here`` tells who is there now.
    """

    def __init__(
        self, key: str, begun: GameStarted, kinds: PerColor[str], here: Callable[[], PerColor[bool]]
    ) -> None:
        super().__init__()
        self.key, self.kinds = key, kinds
        self.live: LiveGames | None = None  # where it is shown in brief
        self._here_now, self._now = here, RealTime().now
        self._opened_at = self._now()
        self._log = deque[LogEntry](maxlen=MOST_LOG)
        self._thought_at = PerColor(-1.0, -1.0)
        self._thought_ply = PerColor(0, 0)
        self._unsaid = set[Color]()  # whose newest thought is not told
        self.offer: tuple[Color, str] | None = None  # of a "draw" or a "takeback"
        self.rematch: tuple[Color, str] | None = None  # who wants it, and its key if it is there
        self._review: list[Json] = []
        self.reviewed: bool | None = None  # whether a review is done; None: nobody has asked
        self._here = PerColor(False, False)
        self._begin(begun)

    def _begin(self, begun: GameStarted) -> None:
        self.view = first_view(begun)
        rules, position = begun.rules, begun.position
        self._boards = [(board_of(rules, position), besides_of(rules, position))]
        self._legal: tuple[int, list[Json]] | None = None

    @property
    def over(self) -> bool:
        return self.view.ended is not None

    @property
    def is_open(self) -> bool:
        """True while a browser follows the game."""
        return bool(self._lines)

    # Those who watch

    def open(self, line: ClientLine, words: Words, you: Color | None) -> None:
        """Give a browser its line, and the whole game."""
        self.tick()
        with self._lock:
            self._lines[line] = words, you
            line.send(COME_BACK + event_bytes(self._full(words, you)))
            if self.reviewed is not None:
                line.send(event_bytes(self._review_told()))

    def tick(self) -> None:
        """Tell what waited: thoughts that came too fast, and who came or went."""
        here = self._here_now()
        with self._lock:
            for color in tuple(self._unsaid):
                self._tell_thought(color)
            if here != self._here:
                self._here = here
                self.tell({"type": "here", "here": [*here]})

    # The game

    def hear(self, event: Event) -> None:
        """Take an event of the game, on its thread."""
        with self._lock:
            self._take(event)
        if self.live is not None and isinstance(event, GameStarted | GameEnded):
            self.live.show(self)
        elif self.live is not None and isinstance(event, MovePlayed):
            self.live.tell({"type": "move", **self._brief_move()})

    def _take(self, event: Event) -> None:
        if is_known(self.view, event):
            return
        self.view = self.view.after(event)
        match event:
            case GameStarted():
                self._begin(event)
                for line, seat in self._lines.items():
                    line.send(event_bytes(self._full(*seat)))
            case MovePlayed(color, position=position):
                rules, last = self.view.rules, self.view.last_places
                self._boards.append((board_of(rules, position, last), besides_of(rules, position)))
                self._unsaid.clear()
                if self.offer != (color, "draw"):
                    self.tell_offer(None)
                self.tell(self._moved)
            case TurnStarted():
                self.tell(self._turned())
            case MovesTakenBack(_, ply):
                del self._boards[ply + 1 :]
                self._legal = None
                self._unsaid.clear()
                self.tell({"type": "back", "ply": ply})
                self.tell_offer(None)
            case Thinking(color, ply):
                self._thought_ply = self._thought_ply.put(color, ply)
                if self._now() - self._thought_at[color] >= THOUGHTS_APART:
                    self._tell_thought(color)
                else:
                    self._unsaid.add(color)
            case DrawOffered(color):
                self.tell_offer((color, "draw"))
            case DrawDeclined():
                self.tell_offer(None)
            case Paused() | Resumed():
                self._tell_clock()
            case MoveRejected(color, _, text, why):
                refused = say("{text} is refused: {why}", text=text, why=why)
                self._note(color, "•", refused)
            case PlayerSaid(color, _, note) if self.kinds[color] != REMOTE:  # or its author's
                kind = "!" if note.kind is NoteKind.STDERR else "•"
                self._note(color, kind, note.text[:MOST_LINE])
            case PlayerSilent(color):
                self._note(color, "•", event.sentence)
            case HostAway():
                self._note(None, "•", event.sentence)
                self._tell_clock()
            case GameEnded():
                self.offer = None
                self.tell(lambda words: {"type": "end", "ended": self._ended(words)})

    def write(self, color: Color, kind: str, text: str) -> None:
        """Log a line to (``<``) or from (``>``) a program."""
        with self._lock:
            self._note(color, kind, text[:MOST_LINE])

    # What people do

    def tell_offer(self, offer: tuple[Color, str] | None) -> None:
        """Tell what a side offers or asks for; None: nothing any more."""
        with self._lock:
            if offer != self.offer:
                self.offer = offer
                self.tell({"type": "offer", "offer": self._offer_told()})

    def ask_again(self, color: Color, key: str = "") -> None:
        """Tell that a side wants another game, or which one it is."""
        with self._lock:
            self.rematch = color, key
            self.tell({"type": "rematch", "rematch": self._rematch_told()})

    def judged(self, news: AdviserNews) -> None:
        """Hear from the adviser who reviews the game."""
        with self._lock:
            if isinstance(news, MoveJudged):
                judgement = news.judgement
                position, color = judgement.position, judgement.color
                self._review.append(
                    {
                        "ply": judgement.ply + 1,
                        "mark": MARKS[judgement.quality],
                        "score": score_text(judgement.after, color),
                        "best": position.notation(judgement.best),
                    }
                )
            self.reviewed = not isinstance(news, MoveJudged)
            self.tell(self._review_told())
            if isinstance(news, AdviserFailed):  # it may be asked for again
                self._review, self.reviewed = [], None
                self._note(None, "•", news.why)

    # Within; the caller holds the lock

    def _note(self, color: Color | None, kind: str, text: str | Sentence) -> None:
        entry = color, kind, self._now() - self._opened_at, text
        self._log.append(entry)
        self.tell(lambda words: {"type": "log", **log_told(entry, words)})

    def _tell_clock(self) -> None:
        self.tell({"type": "clock", "clock": self._clock_now()})

    def _clock_now(self) -> dict[str, Json]:
        view = self.view
        return clock_told(view.clock, view.played, self._now(), paused=view.paused)

    def _tell_thought(self, color: Color) -> None:
        self._unsaid.discard(color)
        self._thought_at = self._thought_at.put(color, self._now())
        if self._lines and (told := self._thought(color)) is not None:
            self.tell({"type": "thought", **told})

    def _thought(self, color: Color) -> dict[str, Json] | None:
        """Return the last thought of a side, its line as far as it is legal."""
        view, at = self.view, self._thought_ply[color]
        thought = view.thoughts[color]
        if thought is None:
            return None
        line = engine_line(
            view.played[at].before if at < len(view.played) else view.position, thought
        )
        return {
            "by": SIDE[color],
            "depth": thought.depth,
            "score": score_text(thought.score, color) if thought.score else "",
            "line": " ".join(line.notations[:MOST_THOUGHT]),
            "nps": thought.nps,
        }

    def _board(self, ply: int, words: Words) -> dict[str, Json]:
        return board_told(self.view.rules, *self._boards[ply], words)

    def _moved(self, words: Words) -> Said:
        played = self.view.played
        move, board = move_told(played[-1]), self._board(len(played), words)
        return {"type": "move", **self._stands(), "move": move, "board": board}

    def _turned(self) -> Said:
        return {"type": "turn", **self._stands(), "legal": self._legal_now()}

    def _stands(self) -> dict[str, Json]:
        view = self.view
        return {"ply": view.ply, "turn": SIDE[view.to_move], "clock": self._clock_now()}

    def _legal_now(self) -> list[Json] | None:
        """Return the legal moves if a person is asked for one."""
        view = self.view
        if self.kinds[view.to_move] != PERSON or view.ended is not None:
            return None
        if self._legal is None or self._legal[0] != view.ply:
            self._legal = view.ply, legal_told(view.rules, view.position)
        return self._legal[1]

    def _offer_told(self) -> Json:
        return self.offer and {"by": SIDE[self.offer[0]], "what": self.offer[1]}

    def _rematch_told(self) -> Json:
        if self.rematch is None:
            return None
        color, key = self.rematch
        return {"by": SIDE[color], **({"key": key} if key else {})}

    def _review_told(self) -> Said:
        return {"type": "review", "marks": [*self._review], "done": bool(self.reviewed)}

    def _ended(self, words: Words) -> Json:
        ended = self.view.ended
        if ended is None:
            return None
        outcome, found = ended.outcome, ended.explanation
        by = outcome.winner and outcome.winner.other
        why = why_told(found, words, by) if found and self._may_see(outcome) else None
        text = words.outcome(outcome)
        return {"result": outcome.result, "text": text, "why": why, "record": self._record}

    @property
    def _record(self) -> str:
        return f"/game/{self.key}/live.{hosted(self.view.rules).record.name}"

    def _may_see(self, outcome: Outcome) -> bool:
        """Return whether all may read why a game was lost: not what a remote program wrote."""
        if outcome.reason is Reason.ABSENCE:
            return True
        guilty = Color if outcome.winner is None else (outcome.winner.other,)
        return all(self.kinds[color] != REMOTE for color in guilty)

    def _head(self, words: Words) -> dict[str, Json]:
        view = self.view
        return {
            **shape_told(view.rules),
            "key": self.key,
            "title": words.text(GAME_TITLES.get(view.rules.name, view.rules.name)),
            "names": names_told(view.names, self.kinds, words),
        }

    def _full(self, words: Words, you: Color | None) -> dict[str, Json]:
        view = self.view
        return {
            "type": "full",
            **self._head(words),
            **plan_told(view.rules),
            "kinds": [*self.kinds],
            "you": SIDE[you],
            "boards": boards_told(view.rules, self._boards, words),
            "moves": [move_told(played) for played in view.played],
            "control": control_text(view.clock.control, words),
            "record": self._record,
            "clock": self._clock_now(),
            "turn": SIDE[view.to_move],
            "legal": self._legal_now() if view.asked else None,
            "here": [*self._here_now()],
            "offer": self._offer_told(),
            "thoughts": [self._thought(color) for color in Color],
            "log": [log_told(entry, words) for entry in self._log],
            "ended": self._ended(words),
            "rematch": self._rematch_told(),
        }

    def _brief_move(self) -> dict[str, Json]:
        with self._lock:
            return {"key": self.key, **squares_told(self._boards[-1][0]), **self._stands()}

    def brief(self, words: Words) -> dict[str, Json]:
        """Return what a page that shows all games needs of this one."""
        with self._lock:
            return {**self._head(words), **self._brief_move(), "ended": self._ended(words)}
