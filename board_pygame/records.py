"""The record on the free board: variations, comments, shapes; copied, pasted, read and written.

Pure, with its effects.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import assert_never

from board_core import BoardError, Move, MovePlayed, Position, Rules, say
from board_core.author.analysis import reviewed
from board_core.game.game_tree import NO_NOTES, UNKNOWN_TAGS, DrawnShape, upto
from board_core.game.view import View, captured
from board_core.games import RecordFormat
from board_core.match.known_games import hosted
from board_core.record import Branch, GameTree, Notes, Recorder, TreeMove, Variation, WrittenGame
from board_core.text.sentence import Sentence

from .effects import (
    AddLogLine,
    CopyText,
    DialogAction,
    FileAction,
    GameStep,
    ReadFile,
    ScreenAction,
    WriteFile,
)
from .game_state import NO_NAMES, GameState, first_position, position_after
from .games import RECORDED_GAMES, Terms, built_in, terms
from .intents import (
    ChooseGame,
    PasteText,
    RecordAction,
    RecordIntent,
    RecordText,
    RecordWritten,
    SetPosition,
    ShowTour,
    StepTour,
    WriteNotes,
)
from .language import _, sentence
from .sheets import OpenFile, RecordSheet
from .study import Study
from .tour import Tour


def tried(game: GameState, move: Move, before: Position) -> GameState:
    """Make a move from the position that is shown.

    ``before`` is that position, or the same with the other side to move. As records cannot hold
    moves out of turn, such a move drops the moves after the shown position.
    """
    sheet, ply = game.sheet, game.ply
    if sheet is None or before is not game.shown:
        return replace(_moved(_first(game, ply), move, before), sheet=None)
    if sheet.tour is not None and sheet.tour.waits:
        if move != before.parse(sheet.tour.card.move):
            return game.refusing(say("not this move: try the one on the card"))
        sheet = replace(sheet, tour=replace(sheet.tour, tried=True))
    sheet = sheet.played(ply, move, before, game.view.played)
    return with_line(game, sheet, ply + 1)


def with_moves(game: GameState, ply: int, moves: Iterable[Move]) -> GameState:
    """Play moves from an earlier position of the shown line, as a variation of the record."""
    game = game.looking_at(ply)
    for move in moves:
        game = tried(game, move, game.shown)
    return game


def untried(game: GameState) -> GameState:
    """Take back the last move that is shown, and drop the moves after it."""
    left = max(0, game.ply - 1)
    if game.sheet is None:
        return _first(game, left)
    return with_line(game, game.sheet.cut(left, game.view.played), left)


def on_branch(game: GameState, branch: Branch, ply: int) -> GameState:
    """Show another line of the record, after this many plies."""
    if game.sheet is None:
        return game.looking_at(ply)
    return with_line(game, game.sheet.on(branch, game.view.played), ply)


def with_line(game: GameState, sheet: RecordSheet, ply: int) -> GameState:
    """Show the line of a sheet, after this many plies, without replaying unchanged moves."""
    line, shown = sheet.tree.line(sheet.branch), game.view.played
    kept = next(
        (
            number
            for number, (event, each) in enumerate(zip(shown, line, strict=False))
            if event.move != each.move
        ),
        min(len(shown), len(line)),
    )
    game = _first(game, kept)
    for each in line[kept:]:
        elapsed = each.notes.elapsed or 0.0
        game = _moved(game, each.move, game.view.position, elapsed)
    return replace(game, sheet=sheet, refusal=None).looking_at(ply)


def _first(game: GameState, plies: int) -> GameState:
    """Return the game with only its first plies."""
    view = game.view
    before = replace(
        view,
        played=view.played.first(plies),
        judged=view.judged.first(plies),
        position=position_after(view, plies),
        ply=plies,
        ended=None,
    )
    return replace(game, view=before, captures=game.captures.first(plies), seen=None, refusal=None)


def _moved(game: GameState, move: Move, before: Position, elapsed: float = 0.0) -> GameState:
    view, ply = game.view, game.view.ply
    after = before.play(move)
    event = MovePlayed(before.to_move, ply, move, before, after, view.clock, elapsed)
    taken = captured(event, game.rules.places(before, move))
    return replace(game, view=view.after(event), captures=game.captures.added(taken))


MOVE_GLYPHS = (1, 2, 5, 6, 3, 4)
"""The glyphs that judge a move, as they are offered: ! ? !? ?! !! ??"""


def notes_of(game: GameState) -> Notes:
    """Return the notes on the shown position."""
    return NO_NOTES if game.sheet is None else game.sheet.notes(game.ply)


def tour_of(game: GameState) -> Tour | None:
    """Return the tour whose card is on the board."""
    return None if game.sheet is None else game.sheet.tour


def glyph_of(notes: Notes) -> int:
    """Return the glyph that judges the move; 0: none."""
    return next((glyph for glyph in notes.glyphs if glyph in MOVE_GLYPHS), 0)


def variation_of(game: GameState) -> Branch:
    """Return the variation in which the shown move stands; an empty one for the main line."""
    return () if game.sheet is None else upto(game.sheet.branch, game.ply)


def reason_not_to_write(game: GameState) -> Sentence | None:
    """Return why the shown position cannot be annotated."""
    if not (game.free or game.ended):
        return say("comments are written when the game is over")
    if game.free and game.sheet is None:
        return say("a game with moves out of turn has no record to write in")
    return None


def noted(game: GameState, comment: str, glyph: int) -> GameState:
    """Write a comment on the shown position and the glyph of its move; 0 is no glyph."""
    old = notes_of(game)
    others = tuple(one for one in old.glyphs if one not in MOVE_GLYPHS)
    glyphs = (glyph, *others) if glyph and game.ply else others
    return _with_notes(game, replace(old, comment=comment.strip(), glyphs=glyphs))


def drawn(game: GameState, shape: DrawnShape) -> GameState:
    """Draw a shape in the shown position; the same one again erases it."""
    old = notes_of(game)
    others = tuple(one for one in old.shapes if one.places != shape.places)
    shapes = others if shape in old.shapes else (*others, shape)
    return _with_notes(game, replace(old, shapes=shapes))


def _with_notes(game: GameState, notes: Notes) -> GameState:
    sheet = game.sheet
    if sheet is None or notes == sheet.notes(game.ply):
        return game
    tree = sheet.tree.with_notes(sheet.branch, game.ply, notes)
    return replace(game, sheet=replace(sheet, tree=tree, changed=True))


def without_variation(game: GameState) -> GameState:
    """Delete the variation of the shown move, and show the position where it began."""
    branch = variation_of(game)
    if game.sheet is None or not branch:
        return game
    start = branch[-1][0]
    return with_line(game, game.sheet.cut(start, game.view.played), start)


def after_intent(game: GameState, intent: RecordIntent, study: Study) -> GameStep:
    """Return the game after this intent, and the effects; the review of ``study`` is kept."""
    match intent:
        case RecordAction.COPY_POSITION:
            fen = terms(game.rules) is Terms.CHESS
            told = game.telling(_("The FEN is copied.") if fen else _("The position is copied."))
            return told, (CopyText(game.shown.setup),)
        case FileAction.COPY_GAME:
            form = formats(game.rules)[0].name.upper()
            return game.telling(_("The game is copied as {form}.", form=form)), (
                FileAction.COPY_GAME,
            )
        case FileAction.PASTE_CLIPBOARD | FileAction.KEEP_REVIEW | WriteFile():
            return game, (intent,)
        case PasteText(text):
            return _pasted(game, text)
        case ChooseGame(number):
            return _chosen(game, number, study)
        case SetPosition(setup):
            return with_position(game, setup)
        case ReadFile(path):
            free = freed(game)
            return free, (ReadFile(path),) if is_free(game) else ()
        case RecordText(text, name, _game, kept):
            return _read(game, text, name, kept)
        case RecordWritten(path, whole, games):
            return _written(game, study, path, whole, games), ()
        case ShowTour():
            return toured(game, Tour())
        case StepTour(step):
            tour = tour_of(game)
            return (game, ()) if tour is None else toured(game, tour.after(step))
        case WriteNotes(comment, glyph):
            if (why := reason_not_to_write(game)) is not None:
                return game.refusing(why), ()
            return noted(_analysed(game), comment, glyph), ()
        case RecordAction.DELETE_VARIATION:
            return without_variation(game), (ScreenAction.CANCEL_HAND,)
        case RecordAction.ANALYSE_POSITION:
            return _analysed(game), (ScreenAction.CANCEL_HAND,)
        case _:
            assert_never(intent)


def formats(rules: Rules) -> tuple[RecordFormat, ...]:
    """Return the formats of a game's records, the default first."""
    return hosted(rules).records


def endings(rules: Rules) -> list[str]:
    """Return the endings of a game's files."""
    return [f".{form.name}" for form in formats(rules)]


def game_of_file(rules: Rules, ending: str) -> Rules | None:
    """Return the game whose files end so: this one, if its own do; None: it is no file of games."""
    return next((one for one in (rules, *RECORDED_GAMES) if ending in endings(one)), None)


def is_free(game: GameState) -> bool:
    """Return whether another game may be put on the board."""
    return game.free or game.ended


def freed(game: GameState) -> GameState:
    """Refuse another game while one is running or starting."""
    if is_free(game):
        return game
    return game.refusing(say("stop the game first: it would be lost"))


def with_position(game: GameState, setup: str | None) -> GameStep:
    """Put a position onto the free board; None is the starting position."""
    try:
        start = first_position(game.rules, setup)
    except BoardError as error:
        return game.refusing(error.sentence), ()
    return game.with_board(start), (ScreenAction.CANCEL_HAND,)


def record_text(
    game: GameState, study: Study, recorder: Recorder, ending: str = "", *, whole: bool = False
) -> str:
    """Return the shown game with its review, in the format of files with this ending.

    ``whole``: all games of the open file. ``recorder`` has heard the newest game.
    """
    form = format_of(game.rules, ending)
    if whole and game.sheet is not None and game.sheet.file is not None:
        return _file_text(game, study, game.sheet.file, form)
    return form.write_tree(_tree(game, study, recorder, form))


def _tree(game: GameState, study: Study, recorder: Recorder, form: RecordFormat) -> GameTree:
    """Return the shown game as a tree, with its review."""
    view, sheet = game.view, game.sheet
    if view.names == NO_NAMES:
        setup, events = _since_the_last_odd_turn(view)
        recorder = Recorder()
        recorder(first_position(game.rules, setup))
        if sheet is None:
            for event in events:
                recorder(event)
    tree = form.tree(recorder.record)
    if sheet is not None:
        tree = sheet.tree if sheet.file is not None else _with_facts(sheet.tree, dict(tree.tags))
    return reviewed(tree, study.of_tree(tree), sentence)


def _with_facts(own: GameTree, facts: dict[str, str]) -> GameTree:
    """Return the tree of a board with what its format says about a game in progress."""
    known = {name: text for name, text in own.tags if text != UNKNOWN_TAGS.get(name)}
    if own.result != "*":
        facts.pop("Termination", None)
    if "PlyCount" in facts:
        facts["PlyCount"] = str(len(own.main.moves))
    return replace(own, tags=tuple((facts | known).items()))


def _file_text(game: GameState, study: Study, file: OpenFile, form: RecordFormat) -> str:
    """Return all games of the open file, unchanged ones with their original text."""
    texts = []
    for number, written in enumerate(kept_in_file(game, study, file).games):
        text = written.text
        if form.name != file.form.name:
            text = form.write_tree(file.form.read_tree(written))
        texts.append(text if number == len(file.games) - 1 else f"{text.rstrip()}\n\n")
    return "".join(texts)


def kept_in_file(game: GameState, study: Study, file: OpenFile) -> OpenFile:
    """Return the open file with the changes of the game on the board."""
    sheet = game.sheet
    if sheet is None:
        return file
    tree = reviewed(sheet.tree, study.of_tree(sheet.tree), sentence)
    if tree is sheet.tree and not sheet.changed:
        return file
    old = file.games[file.number]
    text = file.form.write_tree(tree)
    new = WrittenGame(text, old.line, tuple((dict(old.tags) | dict(tree.tags)).items()))
    games = (*file.games[: file.number], new, *file.games[file.number + 1 :])
    return replace(file, games=games, changed=True)


def is_unsaved(game: GameState) -> bool:
    """Tell whether the open file has changes that have not been saved."""
    sheet = game.sheet
    return sheet is not None and sheet.file is not None and (sheet.changed or sheet.file.changed)


def format_of(rules: Rules, ending: str) -> RecordFormat:
    """Return the format of a file by its ending; the default for an unknown one."""
    named = (form for form in formats(rules) if f".{form.name}" == ending.lower())
    return next(named, formats(rules)[0])


def _pasted(game: GameState, text: str) -> GameStep:
    plain = text.strip()
    if not plain:
        return game, ()
    if not is_free(game):
        return freed(game), ()
    if "\n" not in plain and not plain.startswith(("[", "1.", "(", "{")):
        placed = with_position(game, plain)
        read = _read(game, text, "")  # moves are also written without numbers
        if placed[0].refusal is None or read[0].refusal is not None or not read[0].view.played:
            return placed
    else:
        read = _read(game, text, "")
    shown, effects = read
    if plain[0] not in ENDING_OF_SIGN and shown.view is not game.view:
        shown = shown.looking_at(len(shown.view.played))  # moves alone lead to a position
    return shown, effects


def _read(game: GameState, text: str, name: str, kept: str = "") -> GameStep:
    """Put the first game of a text onto the board, of whatever game; of several, ask which."""
    if not text.strip():
        return game.refusing(say("{path} is empty", path=repr(name))), ()
    ending = Path(name).suffix.lower() or ENDING_OF_SIGN.get(text.lstrip("\ufeff \r\n\t")[:1], "")
    rules = game_of_file(game.rules, ending) or game.rules
    form = format_of(rules, ending)
    try:
        file = OpenFile(name, form, tuple(form.split(text)), kept=kept)
        shown, effects = _shown(game, file, rules)
    except BoardError as error:
        return game.refusing(error.sentence), ()
    return shown, (*effects, DialogAction.OPEN_GAMES) if len(file.games) > 1 else effects


ENDING_OF_SIGN = {"[": ".pgn", "(": ".sgf"}
"""The kind of a text without a name, by its first character."""


def toured(game: GameState, tour: Tour) -> GameStep:
    """Put the position of a card of the tour onto the board, and its move if that was shown."""
    if not is_free(game):
        return freed(game), ()
    start = first_position(game.rules, tour.position(game.rules).setup)
    rings = tuple(DrawnShape("green", (place,)) for place in tour.card.rings)
    tree = GameTree(game.rules, setup=start.setup, notes=Notes(shapes=rings))
    game = game.with_board(start, RecordSheet(tree, tour=tour))
    if tour.shown:
        game = tried(game, game.read(tour.card.move), game.shown)
    return game, (ScreenAction.CANCEL_HAND,)


def _chosen(game: GameState, number: int, study: Study) -> GameStep:
    """Put another game of the open file onto the board, and keep the changes of this one."""
    sheet = game.sheet
    if sheet is None or sheet.file is None or not 0 <= number < len(sheet.file.games):
        return game, ()
    try:
        file = replace(kept_in_file(game, study, sheet.file), number=number)
        return _shown(game, file, game.rules)
    except BoardError as error:
        return game.refusing(error.sentence), ()


def tree_in(file: OpenFile, number: int, rules: Rules) -> GameTree:
    """Read a game of a file, of ``rules`` or of those that it names. Raises BadRecord."""
    written = file.games[number]
    told = "" if file.form.told is None else file.form.told(dict(written.tags))
    known = None if told == rules.name else built_in(told)
    form = file.form if known is None else format_of(known[2], f".{file.form.name}")
    return form.read_tree(written)


def _shown(game: GameState, file: OpenFile, rules: Rules) -> GameStep:
    """Show a game of the open file, of ``rules`` or of those that it names. Raises BoardError."""
    tree = tree_in(file, file.number, rules)
    if tree.rules.name != rules.name:
        rules = tree.rules
        file = replace(file, form=format_of(rules, f".{file.form.name}"))
    sheet = RecordSheet(tree, file=file)
    start = first_position(rules, tree.setup)
    free = with_line(game.with_board(start, sheet), sheet, 0)
    names = _("{white} (White) - {black} (Black)", white=tree.names.white, black=tree.names.black)
    lines = [AddLogLine(f"{names}  {tree.result}", "info")]
    lines += [AddLogLine(sentence(why), "warning") for why in tree.problems]
    first = tree.problems[0] if tree.problems else None
    effects = (ScreenAction.CANCEL_HAND,)
    return free.refusing(first), (*effects, *lines)


def _written(
    game: GameState, study: Study, path: Path, whole: bool, added: tuple[WrittenGame, ...]
) -> GameState:
    """Report that a game, or the whole open file, was saved; ``added``: the file's games, if it
    had some before.
    """
    sheet = game.sheet
    count = 0 if sheet is None or sheet.file is None else len(sheet.file.games)
    if sheet is not None and sheet.file is not None:
        file, changed = sheet.file, sheet.changed
        same = path.absolute() == Path(file.name).absolute()
        if whole or count == 1:
            file, changed = replace(kept_in_file(game, study, file), changed=False), False
            file = file if added else replace(file, name=str(path))
        elif added and same:  # the game on the board is the one that was added
            games = (*file.games, added[-1])
            file, changed = replace(file, games=games, number=count), False
        elif same:  # it has taken the place of all
            only = kept_in_file(game, study, file).games[file.number]
            file, changed = replace(file, games=(only,), number=0, changed=False), False
        game = replace(game, sheet=replace(sheet, file=file, changed=changed))
    if added:
        return game.telling(_("{path} holds {count} games now.", path=path, count=len(added)))
    if not whole or not count:
        return game.telling(_("The game is saved as {path}.", path=path))
    return game.telling(_("{count} games are saved as {path}.", count=count, path=path))


def _analysed(game: GameState) -> GameState:
    """Put the game onto the free board, where a move elsewhere begins a variation."""
    if game.free:
        return game
    ply, view = game.ply, game.view
    setup = view.start.setup
    start = first_position(game.rules, None if setup == game.rules.start(None).setup else setup)
    tags = UNKNOWN_TAGS | {"White": view.names.white, "Black": view.names.black}
    if view.ended is not None:
        tags["Result"] = view.ended.outcome.result
    moves = tuple(TreeMove(event.move, event.notation, _notes_of(event)) for event in view.played)
    tree = GameTree(game.rules, tuple(tags.items()), start.setup, main=Variation(moves))
    return with_line(game.with_board(start), RecordSheet(tree), ply)


def _notes_of(event: MovePlayed) -> Notes:
    left = event.clock.remaining[event.color]
    return Notes(clock_left=left if left < inf else None, elapsed=event.elapsed)


def _since_the_last_odd_turn(view: View) -> tuple[str, Sequence[MovePlayed]]:
    """Return the set-up and the moves since a side last moved out of turn."""
    setup, first, position = view.start.setup, 0, view.start
    for number, event in enumerate(view.played):
        if event.before is not position:
            setup, first = event.before.setup, number
        position = event.position
    return setup, view.played[first:]
