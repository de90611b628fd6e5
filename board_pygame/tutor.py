"""Hints, reviews of games, and puzzles from one's own blunders: pure, with their effects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from board_core import BoardError, Color, Move, Score, say
from board_core.author.analysis import (
    EVEN_SCORE,
    Judgement,
    MoveQuality,
    said_of,
    score_of_end,
    summary,
    tree_moves,
    turned,
)
from board_core.author.coach import coach
from board_core.frontend.adviser import (
    AdviserNews,
    AdviserThread,
    AskedLine,
    HintGiven,
    MoveJudged,
    PositionRated,
    ReviewEnded,
    adviser_for,
)
from board_core.match.player_spec import PlayerKind, PlayerSpec
from board_core.record import NOT_FINISHED

from .effects import AskAdviser, Effects, FileAction, OpenReview, ScreenAction
from .game_state import GameState
from .intents import (
    StudyAction,
    StudyIntent,
)
from .labels import player_of
from .language import _, sentence
from .records import with_position
from .study import NO_MOVES, Study

StudyStep = tuple[Study, GameState, Effects]


def after_intent(study: Study, game: GameState, intent: StudyIntent, adviser: str) -> StudyStep:
    """Return study and game after this intent, and the effects; ``adviser`` is a player's text."""
    match intent:
        case StudyAction.PRACTISE_BLUNDERS:
            return _practising(study, game)
        case StudyAction.SHOW_SOLUTION:
            return _with_solution(study, game)
        case StudyAction.NEXT_PUZZLE:
            return _next(study.solved(), study, game, "") if study.current else (study, game, ())
        case StudyAction.END_PRACTICE:
            return _next(study.ended(), study, game, "") if study.current else (study, game, ())
        case StudyAction.WANT_HINT if awaits_answer(study, game):
            return _with_solution(study, game)
        case StudyAction.WANT_HINT | StudyAction.WANT_REVIEW:
            spec, game = _adviser(game, adviser)
            if spec is None:
                return study, game, ()
            hints = intent is StudyAction.WANT_HINT
            return (_hinting if hints else _reviewing)(study, game, spec)
        case _:
            assert_never(intent)


def _adviser(game: GameState, text: str) -> tuple[PlayerSpec | None, GameState]:
    try:
        spec = adviser_for(text, game.rules)
    except BoardError as error:
        return None, game.refusing(error.sentence)
    why = spec.unfit(game.rules)
    return (spec, game) if why is None else (None, game.refusing(why))


def _hinting(study: Study, game: GameState, spec: PlayerSpec) -> StudyStep:
    """Ask for a move in the shown position; in a game only for a person to move."""
    if game.shown.outcome() is not None:
        return study, game.refusing(say("the game is over here")), ()
    if game.running and not (game.may_move and game.live):
        why = say("a hint is for the side that you move, when it is its turn")
        return study, game.refusing(why), ()
    line = AskedLine.of(game.view, game.ply)
    told = game.telling(_("Thinking of a hint …"))
    return study.asked(line), told, (AskAdviser(AdviserThread.hint, spec, line),)


def _reviewing(study: Study, game: GameState, spec: PlayerSpec) -> StudyStep:
    """Ask for a judgement of every move of the shown game."""
    if game.running or game.busy:
        return study, game.refusing(say("the game has not ended yet")), ()
    line = AskedLine.of(game.view)
    if not line.moves:
        return study, game.refusing(NO_MOVES), ()
    study = Study(line=line, reviewing=True)
    return study, _with_progress(study, game), (AskAdviser(AdviserThread.review, spec, line),)


def _practising(study: Study, game: GameState) -> StudyStep:
    """Set the blunders of the review as puzzles."""
    if game.running or game.busy:
        return study, game.refusing(say("the game has not ended yet")), ()
    if study.current is not None:
        return _with_puzzle(study, game)
    study = study.practising(own_side(game), game)
    if study.current is not None:
        return _with_puzzle(study, game)
    return study, game.refusing(say("there are no blunders to practise: review a game first")), ()


# Puzzles


def may_practise(study: Study, game: GameState) -> bool:
    """Return whether the review found blunders of the person, or of either side without one."""
    return study.practising(own_side(game), game) is not study


def awaits_answer(study: Study, game: GameState) -> bool:
    """Tell whether the next move answers a puzzle."""
    puzzle = study.current
    return puzzle is not None and game.free and game.shown.setup == puzzle.position.setup


def own_side(game: GameState) -> Color | None:
    """Return the side of the only person who played the game; None for two people, or none."""
    plan = game.plan
    if plan is None:
        return None
    people = [color for color in Color if plan.player(color).kind is PlayerKind.HUMAN]
    return people[0] if len(people) == 1 else None


def answered(study: Study, game: GameState, move: Move, adviser: str) -> StudyStep:
    """Check the answer to the puzzle; the adviser looks at a move other than the best."""
    puzzle = study.current
    assert puzzle is not None, "a puzzle is set"
    notation, anew = puzzle.position.notation(move), (ScreenAction.SHOW_BOARD_ANEW,)
    if move == puzzle.best:
        right = _("{move} is right.", move=notation)
        return _next(study.solved(), study, game, right)
    after = puzzle.position.play(move)
    ended = after.outcome()
    if ended is not None:
        return _rated(study, game, move, score_of_end(ended, puzzle.position.to_move))
    spec, game = _adviser(game, adviser)
    if spec is None:
        return study, game, anew
    line = AskedLine(game.rules, puzzle.position.setup, (move,))
    told = game.telling(_("Looking at {move} …", move=notation))
    return replace(study, rating=line), told, (*anew, AskAdviser(AdviserThread.rate, spec, line))


def _rated(study: Study, game: GameState, move: Move, score: Score) -> StudyStep:
    """Accept an answer that is nearly the best; ``score`` is from the mover's view."""
    puzzle = study.current
    assert puzzle is not None, "a puzzle is set"
    study, notation = replace(study, rating=None), puzzle.position.notation(move)
    if not puzzle.solved_by(score):
        why = say("{move} is not good enough here: try another, or press H", move=notation)
        return study, game.telling("").refusing(why), (ScreenAction.SHOW_BOARD_ANEW,)
    best = puzzle.position.notation(puzzle.best)
    right = _("{move} is good. {best} was better still.", move=notation, best=best)
    return _next(study.solved(), study, game, right)


def _next(following: Study, study: Study, game: GameState, told: str) -> StudyStep:
    """Set the next puzzle; after the last one the game is back as it was."""
    if following.current is not None:
        following, game, effects = _with_puzzle(following, game, told)
        return following, game, (*effects, ScreenAction.SHOW_BOARD_ANEW)
    if study.before is not None:
        game = replace(study.before, seats=game.seats, number=game.number)
    over = _("The practice is over: the game is back on the board.")
    game = game.refusing(None).telling(f"{told} {over}".strip())
    return following, game, (ScreenAction.CANCEL_HAND, ScreenAction.SHOW_BOARD_ANEW)


def _with_solution(study: Study, game: GameState) -> StudyStep:
    """Show the best move as an arrow, and the line in words."""
    puzzle = study.current
    if puzzle is None:
        return study, game.refusing(say("there is no puzzle on the board")), ()
    line = AskedLine.of(game.view, game.ply)
    study = replace(study, hint=HintGiven(line, puzzle.best), rating=None)
    moves = tree_moves(puzzle.position, puzzle.line or (puzzle.best,))
    told = " ".join(move.notation for move in moves)
    return study, game.telling(_("The solution: {moves}", moves=told)), ()


def _with_puzzle(study: Study, game: GameState, before: str = "") -> StudyStep:
    puzzle = study.current
    assert puzzle is not None, "there is one to set"
    game, effects = with_position(game, puzzle.position.setup)
    return study, game.telling(f"{before} {puzzle_words(study)}".strip()), effects


def puzzle_words(study: Study) -> str:
    """Return the question of the puzzle on the board; empty without one."""
    puzzle = study.current
    if puzzle is None:
        return ""
    return _(
        "Puzzle {number} of {count}: {played} was a blunder. {color} finds something better. "
        "(H: the solution)",
        number=study.puzzle + 1,
        count=len(study.puzzles),
        played=puzzle.position.notation(puzzle.played),
        color=puzzle.position.to_move,
    )


# Opinions


def judged_words(judgements: Mapping[int, Judgement], game: GameState) -> str:
    """Return what the review says of the shown move; empty unless another was better."""
    event = game.shown_move
    judged = judgements.get(game.ply - 1)
    if event is None or judged is None or judged.quality is MoveQuality.GOOD:
        return ""
    words = sentence(said_of(judged))
    return f"{event.before.notation(event.move)}: {words}"


def after_adviser(study: Study, game: GameState, news: AdviserNews) -> StudyStep:
    """Return study and game after news of the adviser, and the effects."""
    if isinstance(news, PositionRated):
        if news.line != study.rating:
            return study, game, ()
        score = EVEN_SCORE if news.score is None else turned(news.score)
        return _rated(study, game, news.line.moves[-1], score)
    study = study.after(news)
    if study.trouble is not None:
        return study, game.telling("").refusing(study.trouble), ()
    if study.hint is not None and news is study.hint:
        if news.line != AskedLine.of(game.view, game.ply):
            return study, game, ()
        words = sentence(game.shown.describe(news.move))
        return study, game.telling(_("Hint: {words}", words=words)), ()
    if isinstance(news, MoveJudged) and news.line == study.line:
        return study, _with_progress(study, game), ()
    if isinstance(news, ReviewEnded) and news.line == study.line:
        judged = [one for _ply, one in sorted(study.judged.items())]
        opened = OpenReview(_rows(judged, game), may_practise(study, game), _lesson(judged, game))
        return study, game.telling(""), (FileAction.KEEP_REVIEW, opened)
    return study, game, ()


def _with_progress(study: Study, game: GameState) -> GameState:
    done, count = len(study.judged), 0 if study.line is None else len(study.line.moves)
    text = _("Reviewing the game: {done} of {count} moves", done=done, count=count)
    return game.telling(text)


def _lesson(judged: list[Judgement], game: GameState) -> str:
    """Return what to learn from the game, a line for each sentence."""
    ended = game.view.ended
    outcome = NOT_FINISHED if ended is None else ended.outcome
    return "\n".join(map(sentence, coach(judged, game.rules, outcome) or ()))


def _rows(judged: list[Judgement], game: GameState) -> tuple[tuple[str, ...], ...]:
    rows = []
    for color in Color:
        found = summary(judged, color)
        if found is not None:
            counts = found.counts
            rows.append(
                (
                    player_of(game, color)[0],
                    f"{found.accuracy:.0f} %",
                    f"{found.centipawns:.0f}",
                    str(counts[MoveQuality.INACCURACY]),
                    str(counts[MoveQuality.MISTAKE]),
                    str(counts[MoveQuality.BLUNDER]),
                )
            )
    return tuple(rows)
