"""What the doctor saw: one game of a program (``Examined``), and all of them (``Games``). Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from math import inf

from board_core.diagnosis.advice import RETURN_IN_PATH
from board_core.diagnosis.error_lines import names_line
from board_core.diagnosis.evidence import in_all_tries
from board_core.diagnosis.rows import SEVERAL_FIT
from board_core.fast_dataclass import dataclass
from board_core.game.events import Event, GameStarted, MovePlayed, MoveRejected, PlayerSaid
from board_core.game.player import Cause, Explanation, NoteKind
from board_core.game.refused_answers import COLOR_NAMES
from board_core.game.rules import BLAMES_A_PLAYER, IllegalMove, Position, Reason, ShowsMistakes
from board_core.game.sides import Color
from board_core.games.lessons import Feature, Lesson, Lessons
from board_core.record import PlayedGame
from board_core.text.findings import hint_in, kind_of, row_of, without_hint
from board_core.text.sentence import Sentence, say

from . import checks
from .card import Check
from .checks import Subject
from .variants import TO_SEE_ANOTHER, means_a_move

WHOLE_GAMES = (checks.FIRST_MOVE_AS_WHITE, checks.FIRST_MOVE_AS_BLACK, checks.PLAYS_WHOLE_GAMES)
"""The checks that are played for until the doctor resigns."""
SLOW_CAUSES = frozenset((Cause.COMPUTING, Cause.LATE, Cause.BUSY_MACHINE, Cause.OVERLOADED))
SILENT_CAUSES = frozenset((Cause.IDLE, Cause.READS_TO_END, Cause.NEVER_READ))

SET_UPS_FAILED = 2  # ordinary positions at which one fails that begins from none but by chance
ANSWERS_THAT_SHOW = 4  # that all fit another position than theirs
QUOTED_OR_DIGITS = re.compile(r"'[^']*'|\d+")

FAR_SECONDS = 1.0  # beyond the time for a move, as no line in transit or busy machine explains

NO_FEATURES = frozenset[Feature]()


@dataclass(frozen=True, slots=True)
class Examined:
    """One game as it was seen; ``about`` is the check that it was played for."""

    about: Check
    subject: Subject
    color: Color  # of the program
    game: PlayedGame
    events: tuple[Event, ...]  # its states, as they were seen
    heard: tuple[tuple[MovePlayed, tuple[Feature, ...]], ...] = ()
    """The opponent's moves with the special features of each."""
    refused: tuple[str, ...] = ()  # legal moves that were refused, to see a second try
    setup: str | None = None  # of a lesson
    texts: tuple[str, ...] = ()  # of its moves, as it wrote them; empty for a function
    lines: tuple[str, ...] = ()  # of all its answers, as it wrote them
    printed: tuple[str, ...] = ()  # its first lines, whatever they were taken for
    has_mark: bool = False  # a byte order mark stood before its first line
    is_lenient: bool = False  # moves were read out of lines with more in them
    memory: int | None = None
    stderr: str = ""
    files: int | None = None  # bytes that it wrote elsewhere than to its output
    daemons: int | None = None  # processes that it started and let go
    processor: float | None = None  # seconds that its processes had computed at its last move
    moves_when: str = ""  # this word stands in the line 'go', and else fails at once
    moves_alone: bool = False  # in a process that has played no other game
    is_cut_short: bool = False  # it might have answered later, had it been given all its time

    @property
    def moves(self) -> list[MovePlayed]:
        return [e for e in self.events if isinstance(e, MovePlayed)]

    @property
    def own_moves(self) -> list[MovePlayed]:
        return [move for move in self.moves if move.color is self.color]

    def position_at(self, ply: int) -> Position:
        """Return the position in which this move was asked for; take-backs are not known."""
        return self.moves[ply - 1].position if 0 < ply <= len(self.moves) else self.start

    @property
    def start(self) -> Position:
        return next(e.position for e in self.events if isinstance(e, GameStarted))

    @property
    def rejected(self) -> list[MoveRejected]:
        return [e for e in self.events if isinstance(e, MoveRejected) and e.color is self.color]

    @property
    def said(self) -> list[PlayerSaid]:
        return [e for e in self.events if isinstance(e, PlayerSaid) and e.color is self.color]

    @property
    def lessons(self) -> Lessons:
        return self.subject.lessons

    @property
    def in_words(self) -> bool:
        """True if it is told the moves one by one, and keeps the position itself."""
        return self.subject.from_the_start_only

    # How it ended

    @property
    def explanation(self) -> Explanation | None:
        return self.game.explanation

    @property
    def cause(self) -> Cause | None:
        return None if self.explanation is None else self.explanation.cause

    @property
    def lost(self) -> bool:
        """True if the program lost the game by a fault of its own."""
        outcome = self.game.outcome
        return outcome.winner is self.color.other and outcome.reason in BLAMES_A_PLAYER

    @property
    def lost_illegally(self) -> bool:
        return self.game.outcome.reason is Reason.ILLEGAL_MOVES

    @property
    def why(self) -> Sentence:
        """The sentence about why it lost."""
        found = self.explanation
        if found is not None and RETURN_IN_PATH.search(found.stderr):
            return say("its lines end in Windows line breaks: save it with Unix line ends")
        if found is not None and self.refused:
            return found.sentence  # the doctor refused what was legal
        if found is not None and self.lost_illegally and self.hints_at_a_board:
            return replace(found, sentence=without_hint(found.sentence)).full_sentence
        if found is not None:
            return found.full_sentence
        return say("it lost: {reason}", reason=self.game.outcome.reason.value)

    @property
    def hints_at_a_board(self) -> bool:
        """True if its hint is a board that fits this game: all games together tell more."""
        hint = None if self.explanation is None else hint_in(self.explanation.sentence)
        if hint is None or self.refusal is None:
            return False
        kinds = {SEVERAL_FIT.code, *map(kind_of, self.mistakes(self.refusal))}
        return kind_of(hint) in kinds

    @property
    def signature(self) -> str:
        """The failure as a text that is the same in every game that shows it."""
        return signature_of(self.explanation)

    @property
    def weight(self) -> int:
        """The number of losses that the game counts as: a hang counts twice."""
        if self.explanation is None or not self.lost:
            return 0
        return 2 if self.cause in SILENT_CAUSES | SLOW_CAUSES else 1

    @property
    def was_quick(self) -> bool:
        """True if it usually took far less time than for the move that it never made."""
        control, own = self.game.controls[self.color], self.own_moves
        limit = min(control.base, control.per_move)
        return bool(own) and (limit == inf or max(move.elapsed for move in own) < limit / 2)

    @property
    def told_times(self) -> list[tuple[float, float]]:
        """The seconds that an engine had for each of its moves, and those that it took."""
        if self.in_words or not self.subject.protocol:
            return []
        own, control = self.own_moves, self.game.controls[self.color]
        left = (control.base, *(move.clock.remaining[self.color] for move in own))
        pairs = zip(left, own, strict=False)
        return [(min(had, control.per_move), move.elapsed) for had, move in pairs]

    # What it was played for

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that it was played for."""
        named = [each for each in self.subject.positions if each.name == self.about.name]
        return next((each for each in named if each.setup == self.setup), next(iter(named), None))

    @property
    def nearly_missed(self) -> bool:
        own = self.own_moves
        return bool(self.setup and self.lesson and own and own[0].move in self.lesson.nearly)

    @property
    def has_played(self) -> bool:
        """True if the failure came after the moves that the game was played for."""
        given = {lesson.name for lesson in self.subject.positions}
        return bool(self.own_moves) and self.about.name not in given

    def asked(self, ply: int) -> Sentence | None:
        """Return the move that it was asked for at a ply; None if its opponent was to move."""
        if self.setup or self.position_at(ply).to_move is not self.color:
            return None
        number = sum(move.ply < ply for move in self.own_moves) + 1
        return say("{color}'s move {number}", color=COLOR_NAMES[self.color], number=number)

    @property
    def refused_the_set_up(self) -> bool:
        """True if an engine refused a move from a position that it had been given."""
        return bool(self.setup) and self.cause is Cause.REFUSED

    # What it printed

    def is_move(self, text: str) -> bool:
        return self.lessons.is_move(text)

    def is_written_otherwise(self, rejected: MoveRejected) -> bool:
        """Return True for one word that is no move as it stands, but seems to mean one."""
        text = rejected.text.strip()
        if self.is_move(text) or not text.isascii() or len(text.split()) > 1:
            return False
        return means_a_move(self.position_at(rejected.ply), text)

    @property
    def refusal(self) -> MoveRejected | None:
        """The first refusal of its last question: the one that its loss is told with."""
        if not self.rejected:
            return None
        last = self.rejected[-1]
        asked = (r for r in self.rejected if r.ply == last.ply)
        return next((r for r in asked if row_of(r.why) is not TO_SEE_ANOTHER), last)

    @property
    def repeats_itself(self) -> bool:
        """True if it lost by sending one move again and again."""
        return self.lost_illegally and len({rejected.text for rejected in self.rejected}) == 1

    @property
    def first_reason(self) -> str:
        """Why the first move of it that was not legal was refused, as a kind."""
        if self.about is checks.MOVES_AGAIN:
            return ""  # it may have gone wrong because its first move was refused
        found = (r for r in self.rejected if r.attempt == 1 and self.is_move(r.text))
        return next((kind_of(rejected.why) for rejected in found), "")

    def rule_broken(self, rejected: MoveRejected) -> str:
        """Return what is the same for all refusals that have the same remedy."""
        return kind_of(self.lessons.advice(rejected.why) or rejected.why)

    def trap(self, rejected: MoveRejected) -> Feature | None:
        """Return what makes a refused move look legal, if a check is about that."""
        trap = self.lessons.fell_into(self.position_at(rejected.ply), rejected.text.strip())
        return trap if trap in self.lessons.titles else None

    def mistakes(self, rejected: MoveRejected) -> Sequence[Sentence]:
        """Return how its own board may differ on which a refused move would be legal."""
        start = self.subject.rules.start(self.setup)
        rewound = self.about is checks.TAKE_BACK
        if not isinstance(start, ShowsMistakes) or not self.subject.protocol or rewound:
            return ()
        moves = [move.move for move in self.moves if move.ply < rejected.ply]
        tries = {r.text.strip() for r in self.rejected if r.ply == rejected.ply}
        return in_all_tries(start, moves, (rejected.text.strip(), *tries))

    @property
    def decides(self) -> bool:
        """True if it lost by a move whose refusal tells the reason of others too."""
        return self.refusal is not None and kind_of(self.refusal.why) in self.lessons.decisive

    @property
    def answers_as_at_the_start(self) -> bool:
        """True if its answer, not legal in a given position, is one at the start."""
        start, any_point = self.subject.rules.start(None), self.subject.rules.geometry.on_points
        return self.refusal is not None and not any_point and _is_legal(start, self.refusal)

    @property
    def second_moves(self) -> list[tuple[MovePlayed, str]]:
        """Its moves that it followed by another one before it was asked again."""
        if any(not self.is_move(rejected.text) for rejected in self.rejected):
            return []  # of two lines, one was no move: the other came when nothing was asked
        own = {move.ply + 1: move for move in self.own_moves}
        return [
            (own[said.ply], said.note.text)
            for said in self.said
            if said.note.kind is NoteKind.IGNORED
            and said.ply in own
            and self.is_move(said.note.text)
        ]

    @property
    def floods(self) -> bool:
        """True if it printed move after move without waiting for a line."""
        found = self.explanation
        if found is None or found.cause is not Cause.TOO_MANY_LINES:
            return False
        return self.is_move(found.last_heard) or bool(self.second_moves)

    @property
    def moved_on_stderr(self) -> bool:
        words = self.explanation.stderr if self.explanation else ""
        return self.is_move(words.strip().rpartition("\n")[2])

    @property
    def is_about_moving_second(self) -> bool:
        """True for a game about its first move as the side that does not begin."""
        return self.about is checks.FIRST_MOVE[self.subject.rules.first.other]

    @property
    def began_unasked(self) -> list[PlayerSaid]:
        """Its moves before the other side's first, in a game about its first move as second."""
        return [
            said
            for said in self.said
            if said.ply == 0 and self.is_about_moving_second and self.is_move(said.note.text)
            if said.note.kind is NoteKind.IGNORED
        ]

    @property
    def moved_for_the_other(self) -> str | None:
        """Its first answer as the second side, if the other side could begin with that."""
        if not self.is_about_moving_second or self.subject.rules.geometry.on_points:
            return None  # a stone has no owner yet
        for rejected in self.rejected[:1]:
            if self.is_move(rejected.text) and rejected.ply == 1:
                with suppress(IllegalMove):
                    self.moves[0].before.parse(rejected.text)
                    return rejected.text
        return None

    # What it was told last

    def told_last(self, common: frozenset[Feature] = NO_FEATURES) -> MovePlayed | None:
        """Return the move that it failed to answer, or the one before that the same piece made.

        The one before, if that changed more than a place, and it says that it does not know the
        last one, or answers with a move that is not legal: a program that took a promotion over
        wrongly stumbles when that piece moves. Not if all moves that it names have in ``common``
        what the last one shows, as the sign of a check, and the one before does not.
        """
        if not self.moves or self.moves[-1].color is self.color:
            return None
        before, (last, found) = self.heard[-2:-1], self.heard[-1]
        changes = self.lessons.changes_more
        quoted = self.explanation is not None and last.notation in self.explanation.stderr
        for earlier, special in before:
            same = last.move[:2] == earlier.move[2:4] and (self.lost_illegally or quoted)
            if common & set(found) and not common & set(special):
                return last
            if same and not changes & set(found) and changes & set(special):
                return earlier
        castled = self._brought_beside(last) if quoted and not found else None
        return castled or last

    def _brought_beside(self, last: MovePlayed) -> MovePlayed | None:
        """Return the castling that brought the piece to where it leaves from; None if none did."""
        square = last.move[:2]
        stood = last.before.pieces().get(square)
        for move, found in reversed(self.heard[:-1]):
            if move.before.pieces().get(square) != stood:
                changes = self.lessons.changes_more & {*found}
                return move if changes and move.move[2:4] != square else None
        return None

    def heard_last(self, common: frozenset[Feature] = NO_FEATURES) -> tuple[Feature, ...]:
        """Return the special features of the move that it failed to answer."""
        told = self.told_last(common)
        found = next((found for move, found in self.heard if move is told), ())
        return tuple(f for f in found if not f.rare or f.told_apart)

    def quotes_last_move(self, common: frozenset[Feature] = NO_FEATURES) -> bool:
        """Return True if its last words name the move that it was told last."""
        told, found = self.told_last(common), self.explanation
        if told is None or found is None:
            return False
        last, line = self.moves[-1], found.last_sent
        named = last if told is self._brought_beside(last) else told
        quoted = repr(named.notation) in found.stderr
        return quoted or (line == named.notation and names_line(found.stderr, line))

    def answered(self) -> Iterator[tuple[MovePlayed, MovePlayed | None, Feature]]:
        """Yield each special move that it answered, and the answer (None: the game was over)."""
        if self.about is checks.TAKE_BACK:
            return  # the same plies were played twice
        lessons = self.lessons
        answers = {move.ply: move for move in self.own_moves}
        for move, special in self.heard:
            answer = answers.get(move.ply + 1)
            for feature in special:
                if answer is None and feature is not lessons.lasting and lessons.lasting:
                    continue
                if answer is None and self.position_at(len(self.moves)).outcome() is None:
                    continue
                yield move, answer, feature

    def went_on(self, move: MovePlayed, feature: Feature) -> bool:
        """Return True if it could move once more, for one that changes more than a place."""
        if not self.in_words or not feature.changes_more:
            return True  # it is given the position
        return any(own.ply == move.ply + 3 for own in self.own_moves)


def _is_legal(position: Position, answer: MovePlayed | MoveRejected) -> bool:
    with suppress(IllegalMove):
        text = answer.text if isinstance(answer, MoveRejected) else answer.notation
        return bool(position.parse(text))
    return False


def signature_of(explanation: Explanation | None) -> str:
    """Return what is the same whenever a program fails in the same way; "" if it did not."""
    if explanation is None:
        return ""
    last = explanation.stderr.strip().rpartition("\n")[2]
    return f"{explanation.cause.value} {QUOTED_OR_DIGITS.sub('', last)}"


class Games:
    """All games of an examination: what only they show together, each looked for when asked."""

    def __init__(self, games: Sequence[Examined] = ()) -> None:
        self._games = tuple(games)

    @cached_property
    def _failed(self) -> list[Examined]:
        return [game for game in self._games if game.lost]

    @cached_property
    def times(self) -> Counter[Feature]:
        """The number of times that the program answered each special move."""
        return Counter(feature for game in self._games for *_, feature in game.answered())

    @cached_property
    def answered_by(self) -> frozenset[tuple[Feature, Color]]:
        """The special moves that it answered and could go on after, with who made them."""
        return frozenset(
            (feature, move.color)
            for game in self._games
            for move, _, feature in game.answered()
            if game.went_on(move, feature)
        )

    @cached_property
    def played(self) -> frozenset[Feature]:
        """Features of its own moves, if they are told in words."""
        return frozenset(
            feature
            for game in self._games
            if game.in_words
            for move in game.own_moves
            for feature in game.lessons.features(move.before, move.move)
        )

    @cached_property
    def at_set_ups(self) -> frozenset[str]:
        """Failures at the first question of lessons, if it cannot begin from given positions.

        It never moved from one, or failed at several in which every ordinary move is legal, or
        answered as from the start: some of its moves may happen to be legal.
        """
        given = [game for game in self._games if game.setup]
        failed = [game for game in given if game.lost and not game.own_moves]
        bare = [game for game in failed if not game.moves]
        ordinary = {game.setup for game in bare if game.lesson and game.lesson.told}
        several = len({game.setup for game in failed}) >= SET_UPS_FAILED
        from_the_start = several and all(game.answers_as_at_the_start for game in failed)
        by_chance = len(ordinary) < SET_UPS_FAILED and not from_the_start
        if by_chance and any(game.own_moves for game in given):
            return frozenset()
        return frozenset(game.signature for game in (failed if from_the_start else bare))

    @cached_property
    def moves_at_set_ups(self) -> bool:
        """True if it moved from some of the given positions."""
        return any(game.setup and game.own_moves for game in self._games)

    @cached_property
    def moves_when(self) -> dict[str, str]:
        """Failures at a first question, each with the word in that with which it moves."""
        return {game.signature: game.moves_when for game in self._games if game.moves_when}

    @cached_property
    def ignores_its_colour(self) -> bool:
        return any(game.moved_for_the_other or game.began_unasked for game in self._games)

    @cached_property
    def longest(self) -> int:
        """The most moves that it made in one game."""
        return max((len(game.own_moves) for game in self._games), default=0)

    @cached_property
    def longest_line(self) -> int:
        """Letters of the longest move that it was told in lines and answered."""
        games = [game for game in self._games if game.in_words]
        told = [move for game in games for move, _ in game.heard if move is not game.moves[-1]]
        return max((len(move.notation) for move in told), default=0)

    @cached_property
    def _failed_plainly(self) -> list[Examined]:
        return [game for game in self._failed if not (game.setup or game.heard_last())]

    @cached_property
    def plain(self) -> frozenset[str]:
        """Failures that also came after an ordinary move."""
        return frozenset(game.signature for game in self._failed_plainly)

    @cached_property
    def slow_plainly(self) -> bool:
        """True if it was too slow after an ordinary move, whatever slowed it."""
        return any(game.cause in SLOW_CAUSES for game in self._failed_plainly)

    @cached_property
    def in_whole_games(self) -> frozenset[str]:
        """Failures in games played for nothing special."""
        return frozenset(game.signature for game in self._failed if game.about in WHOLE_GAMES)

    @cached_property
    def decided(self) -> dict[str, Examined]:
        """Failures of which a game showed the reason, with the first one that did."""
        return {game.signature: game for game in reversed(self._failed) if game.decides}

    @cached_property
    def hinted(self) -> frozenset[str]:
        """Failures of which one game showed more than others."""
        return frozenset(
            game.signature
            for game in self._failed
            if game.own_moves and game.explanation and hint_in(game.explanation.sentence)
        )

    @cached_property
    def speaks_another(self) -> bool:
        return any(game.cause is Cause.OTHER_PROTOCOL for game in self._failed)

    @cached_property
    def floods(self) -> bool:
        """True if it moves without reading on."""
        return any(game.floods for game in self._failed)

    @cached_property
    def answers_twice(self) -> bool:
        """True if it answers one line with two moves."""
        twice = any(game.second_moves for game in self._games)
        return bool(self._failed) and not self.floods and twice

    @cached_property
    def far_too_long(self) -> list[tuple[float, float]]:
        """The times that an engine had and took, of the moves for which it took far longer.

        If these are half of its moves, and several beside the first of each process, for which it
        may load.
        """
        for control in {game.game.controls[game.color] for game in self._games}:
            games = [game for game in self._games if game.game.controls[game.color] == control]
            times = [pair for game in games for pair in game.told_times]
            far = [(had, took) for had, took in times if took > max(2 * had, had + FAR_SECONDS)]
            dialogue = games[0].subject.dialogue
            loads = len(games) if dialogue is not None and dialogue.fresh_process else 1
            if 2 * len(far) >= len(times) and len(far) >= loads + 2:
                return far
        return []

    @cached_property
    def explains_all(self) -> bool:
        """True if a fault was found of which all others follow, or that makes them cost minutes."""
        return self.speaks_another or self.answers_twice or self.floods or bool(self.far_too_long)

    @cached_property
    def nearly_missed(self) -> int:
        return sum(game.nearly_missed for game in self._games)

    @cached_property
    def refused_so(self) -> frozenset[str]:
        return frozenset(filter(None, (game.first_reason for game in self._games)))

    @cached_property
    def broken_plainly(self) -> frozenset[str]:
        """The rules that it broke when no move before changed more than a place."""
        broken = set()
        for game in self._games:
            changes = game.lessons.changes_more
            first = min((move.ply for move, found in game.heard if changes & {*found}), default=inf)
            for rejected in game.rejected:
                plain = rejected.ply < first and game.is_move(rejected.text)
                if plain and rejected.attempt == 1 and game.about is not checks.MOVES_AGAIN:
                    broken.add(game.rule_broken(rejected))
        return frozenset(broken)

    def keeps_otherwise(self, rule: str) -> int:
        """Return the number of its moves, if it broke a rule in one game alone."""
        broken = sum(
            any(game.is_move(r.text) and game.rule_broken(r) == rule for r in game.rejected)
            for game in self._games
        )
        return sum(len(game.own_moves) for game in self._games) if broken == 1 else 0

    @cached_property
    def broken_anywhere(self) -> frozenset[str]:
        """The rules that it broke by moves that look as illegal as they are."""
        return frozenset(
            game.rule_broken(rejected)
            for game in self._games
            for rejected in game.rejected
            if game.is_move(rejected.text) and game.trap(rejected) is None
        )

    @cached_property
    def _fits(self) -> list[frozenset[str]]:
        """The kinds of wrong boards that fit, by refused moves; empty if most fit none."""
        fits = [
            frozenset(map(kind_of, game.mistakes(rejected)))
            for game in self._games
            if game.about is not checks.MOVES_AGAIN
            for rejected in game.rejected
            if rejected.attempt == 1 and game.is_move(rejected.text)
        ]
        fitting = list(filter(None, fits))
        return fitting if 2 * len(fitting) >= len(fits) else []

    @property
    def refused_fitting(self) -> int:
        """The number of refused moves that are legal on some usual wrong board, if most are."""
        return len(self._fits)

    @cached_property
    def fitting_all(self) -> frozenset[str]:
        """The kinds of boards on which all of these moves would be legal."""
        return frozenset.intersection(*self._fits) if self._fits else frozenset()

    @cached_property
    def of_the_start(self) -> int:
        """The number of its answers to other positions, if all are moves of the start; else 0.

        Answers of both sides were refused: a board may lack the moves of one side only.
        """
        later: list[MovePlayed | MoveRejected] = []
        for game in self._games:
            if not (game.refused or game.subject.rules.geometry.on_points):
                later += (move for move in game.own_moves if move.ply or game.setup)
                later += (move for move in game.rejected if move.ply or game.setup)
        refused_to = {answer.color for answer in later if isinstance(answer, MoveRejected)}
        if len(refused_to) < len(Color) or len(later) < ANSWERS_THAT_SHOW:
            return 0
        start = self._games[0].subject.rules.start(None)
        return len(later) if all(_is_legal(start, answer) for answer in later) else 0

    @cached_property
    def in_all_quoted(self) -> frozenset[Feature]:
        """The features of all moves that its last words named."""
        quoted = [frozenset(g.heard_last()) for g in self._failed if g.quotes_last_move()]
        return frozenset.intersection(*quoted) if quoted else NO_FEATURES

    @cached_property
    def suspects(self) -> frozenset[Feature]:
        """The moves after which its board may be wrong: those that every bad game has.

        A game is bad if a move was refused in it, or if it was lost otherwise than on time.
        """
        found = [
            frozenset(
                feature
                for move in game.moves
                for feature in game.lessons.features(move.before, move.move)
                if feature in game.lessons.changes_more
            )
            for game in self._games
            if game.about in WHOLE_GAMES
            and (game.first_reason or (game.lost and game.game.outcome.reason is not Reason.TIME))
        ]
        return frozenset.intersection(*found) if found else NO_FEATURES


NO_GAMES = Games()
