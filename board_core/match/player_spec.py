"""The grammar of players, the same on the command line, in windows and in files.

==========================  ==================================================================
``human``                   a person at this screen
``random`` … ``hard``       an AI of the game (:class:`board_core.games.hosted.HostedGame`)
``elo:1200``                one of this strength, or above the best of
                            them an engine that is here (:mod:`board_core.ais.levels`)
``uci:COMMAND``             a program, by the name of its protocol
                            (:data:`board_core.protocols.PROTOCOLS`); ``option.NAME=VALUE`` among
                            its arguments sets an option of a UCI engine; ``encoding=gbk``
                            reads and writes its lines in another encoding than UTF-8
``COMMAND``                 the same as ``san:COMMAND`` in chess, and as ``lines:COMMAND`` in other
                            games, if there is such a program
``FILE.py:FUNCTION``        a function in a Python file, called with the board, in a process of its
                            own; with ``in-process:`` before it in this one, which it can end
``http://HOST:PORT/PATH``   a program that answers HTTP requests
                            (:mod:`board_core.players.over_http`); also with ``https``, and with
                            ``http:`` before it
``llm:MODEL@URL``           a language model behind an address that is compatible with OpenAI's
                            (:mod:`board_core.players.llm`); ``NAME=VALUE`` sets an option
==========================  ==================================================================

``NAME=`` may stand before each: ``Deep Thought=uci:stockfish``.
"""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from difflib import get_close_matches
from enum import Enum
from itertools import combinations, islice
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING, Any, assert_never

from board_core.ais.levels import HOW_TO_INSTALL, MOST_ELO, engine_at
from board_core.fast_dataclass import dataclass
from board_core.game.player import Player
from board_core.game.rules import Rules
from board_core.games import CHESS
from board_core.games.chess import is_chess
from board_core.games.game_file import IN_A_FILE
from board_core.games.hosted import STRENGTH_PREFIX
from board_core.players.human import Human
from board_core.players.python_file import BadFunction, existing, function_in
from board_core.supervise.command import find_program, missing_script, split_words
from board_core.text.languages import N_
from board_core.text.sentence import BoardError, Listed, Sentence, given, say

from .known_games import AI_NAMES, ai_of, hosted

if TYPE_CHECKING:
    from board_core.players.llm_talk import ModelSettings
    from board_core.players.process import Transcript
    from board_core.protocols import Dialogue
    from board_core.supervise.sandbox import Confinement, Sandbox

HUMAN_NAME = N_("Human")
"""The name of a person without one; a frontend may show it in its own language."""
USUAL_PROTOCOL, ANY_GAME = "san", "lines"
"""The default protocols of a command without one: in chess, and in other games."""
IN_PROCESS = "in-process"
"""The prefix of a function that runs in this process."""
HTTP_SCHEMES = ("http", "https")
LLM = "llm"
"""The prefix of a language model."""
OPTION_PREFIX = "option."
"""The prefix of a program's argument that sets an option, as in ``option.Hash=64``."""
ENCODING_PREFIX = "encoding="
"""The prefix of a program's argument that names the encoding of its lines: ``encoding=gbk``."""
_ASCII_CHARACTERS = "".join(map(chr, range(128)))

MOST_WORDS, MOST_NAMES = 12, 1000
"""The words of a command, and the names in a folder, among which a mistyped file is looked for."""
LEAST_LIKENESS = 0.8  # how similar a name must be to be suggested

PROTOCOL_PREFIX = re.compile(
    r"([A-Za-z][A-Za-z0-9-]+):(.*)", re.DOTALL
)  # two letters: C: is a drive
NAME_PREFIX = re.compile(r"""\s*([^-=:/\\'"\s]([^=:/\\'"]*[^=:/\\'"\s])?)\s*=\s*(.*)""", re.DOTALL)


class BadPlayer(BoardError):
    """Error: the text names no player; the sentence lists the choices."""


class PlayerKind(Enum):
    """The kinds of player that a text can name."""

    HUMAN = "human"
    BUILT_IN = "built-in"
    PROGRAM = "program"
    FUNCTION = "function"
    URL = "url"


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player described by a text; :meth:`make` makes any number of players."""

    kind: PlayerKind
    text: str  # in the grammar of this module, without the name before it
    name: str
    protocol: str = ""  # the protocol of a program
    command: tuple[str, ...] = ()  # a program and its arguments
    options: tuple[tuple[str, str], ...] = ()  # set in a UCI engine
    function: tuple[str, str] = ("", "")  # a Python file, and the function in it
    in_process: bool = False  # the function is trusted not to end this process
    folder: Path | None = None  # the submitted folder, in which all of its files are
    remark: Sentence | None = field(default=None, compare=False)  # for whoever chose the player
    encoding: str = "utf-8"  # of the lines of a program
    url: str = ""  # of a program that answers HTTP requests, or of a language model
    model: ModelSettings | None = None  # of a language model

    def make(
        self,
        seed: int | None = None,
        isolate: bool | None = None,
        sandbox: Confinement | Sandbox | str = "auto",
        transcript: Transcript | None = None,
    ) -> Player:
        """Make the player; the caller closes it.

        ``seed`` makes the choices of a built-in AI, or of a function that uses the module
        ``random``, repeatable. ``isolate`` runs built-in AIs and functions in separate processes;
        None: functions only, as they may crash. ``sandbox`` confines programs; of a function only
        its limits of memory and cores count. ``transcript`` is called with every line to or from a
        program. Raises BadPlayer for a function whose file is missing (in this process also for one
        that cannot be loaded), and SandboxUnavailable if a required sandbox is missing. Anything
        else that cannot be started fails when its first game begins.
        """
        from board_core.players.in_process import InProcessAI
        from board_core.players.process import ProcessAI

        from . import player_making  # imported when it is needed: it starts processes

        match self.kind:
            case PlayerKind.HUMAN:
                return Human(self.name)
            case PlayerKind.BUILT_IN:
                return player_making.BuiltIn(self.text, self.name, seed, bool(isolate))
            case PlayerKind.PROGRAM:
                return ProcessAI(
                    self.command,
                    protocol=self.dialogue(),
                    name=self.name,
                    sandbox=sandbox,
                    transcript=transcript,
                    folder=self.folder,
                )
            case PlayerKind.FUNCTION:
                if isolate is False or self.in_process:
                    return InProcessAI(_function(*self.function), name=self.name, seed=seed)
                from board_core.players.isolated import Named, isolated
                from board_core.supervise.sandbox import confinement

                file, function = self.function
                with _told_as_players():
                    existing(file)
                named, limits = Named(Path(file), function), confinement(sandbox).limits
                return isolated(named, self.name, seed, transcript, limits)
            case PlayerKind.URL if self.model is not None:
                from board_core.players.llm import LanguageModel

                return LanguageModel(replace(self.model, system=self.function[0]), name=self.name)
            case PlayerKind.URL:
                from board_core.players.over_http import OverHTTP

                return OverHTTP(self.url, name=self.name)
            case _:
                assert_never(self.kind)

    def dialogue(self) -> Dialogue:
        """Return a new dialogue with this program, with its options and its encoding."""
        options = (dict(self.options),) if self.options else ()
        dialogue = _protocols()[self.protocol](*options)
        dialogue.encoding = self.encoding
        return dialogue

    def located(self, place: Callable[[str], str]) -> PlayerSpec:
        """Return the player with ``place`` applied to every word that may name one of its files."""
        file, function = self.function
        return replace(
            self,
            command=tuple(place(word) for word in self.command),
            function=(place(file), function) if file else self.function,
        )

    @property
    def standard_start_only(self) -> bool:
        """True of a program that cannot be told of another position than the first."""
        return self.kind is PlayerKind.PROGRAM and _protocols()[self.protocol]().standard_start_only

    def unfit(self, rules: Rules) -> Sentence | None:
        """Return why this player cannot play this game; None if it can, as far as is known."""
        if self.kind is PlayerKind.BUILT_IN:
            played = hosted(rules)
            if played.ai(self.text) is None:
                return say(
                    "{player} does not play {game}: choose one of {choices}",
                    player=self.text,
                    game=rules.name,
                    choices=Listed(played.ais),
                )
        elif self.kind is PlayerKind.PROGRAM:
            game = _protocols()[self.protocol]().game
            if game not in ("", rules.family):
                return say(
                    "the protocol {protocol} is for {game} only, and the game is {wanted}: change "
                    "the game (--game), or choose one of {choices}",
                    protocol=self.protocol,
                    game=game,
                    wanted=rules.name,
                    choices=Listed(_offered(rules)),
                )
        return None


def parse_player(text: str, folder: Path | None = None, rules: Rules | None = None) -> PlayerSpec:
    """Read a player in the grammar of this module.

    ``rules`` are those of the game to be played, which may have players of its own. A command
    without a protocol must name a program that exists (in the working directory, on the PATH or in
    ``folder``), so that a misspelt name is noticed; with ``lines:`` or another protocol before it,
    any command is allowed. Starts and loads nothing. Raises BadPlayer.
    """
    given(text, str, "names no player: give a text, as 'greedy' or 'uci:stockfish'")
    name, text = _split_name(text.strip(), folder)
    return _player(name, text, folder, rules)


def absent_file(spec: PlayerSpec) -> Sentence | None:
    """Say that a program, or the file that it gives to an interpreter, does not exist here."""
    if spec.kind is not PlayerKind.PROGRAM:
        return None
    from board_core.diagnosis import rows

    if not _exists(spec.command[0], spec.folder):
        return rows.NO_PROGRAM(program=repr(spec.command[0]))
    missing = missing_script(spec.command, spec.folder)
    return None if missing is None else rows.NO_SCRIPT(file=repr(missing))


def loaded(spec: PlayerSpec, seed: int | None = None, rules: Rules = CHESS) -> Callable[..., Any]:
    """Return the Python function of a built-in AI or a ``FILE.py:FUNCTION``. Raises BadPlayer."""
    if spec.kind is PlayerKind.BUILT_IN:
        return ai_of(rules, spec.text)(seed)
    assert spec.kind is PlayerKind.FUNCTION, "programs and people are no functions"
    return _function(*spec.function)


def split_command(text: str, windows: bool = os.name == "nt") -> tuple[str, ...]:
    """Split a command line into words, without a shell.

    Raises BadPlayer for an open quote.
    """
    try:
        return split_words(text, windows)
    except ValueError:
        raise BadPlayer(
            say("{text} has a quotation mark that is never closed", text=text)
        ) from None


def _words(text: str, folder: Path | None) -> tuple[str, ...]:
    """Split a command into words; the name of an existing file is one word.

    Raises BadPlayer for an unclosed quote, and for a file name that was split.
    """
    if (text := text.strip()) and _is_file(text, folder):
        return (text,)
    words = split_command(text)
    for first, last in combinations(range(len(words[:MOST_WORDS])), 2):
        file = " ".join(words[first : last + 1])
        if not _is_file(words[first], folder) and _is_file(file, folder):
            quoted = [*words[:first], f"'{file}'", *words[last + 1 :]]
            raise BadPlayer(
                say(
                    "the spaces in the name of the file {file} divide it: quote it, as in {how}",
                    file=_quoted(file),
                    how=f'"{" ".join(quoted)}"',
                )
            )
    return words


def _is_file(word: str, folder: Path | None) -> bool:
    try:
        return ((folder or Path()) / word).is_file()
    except (OSError, ValueError):  # no file could have such a name
        return False


def _function(file: str, function: str) -> Callable[..., Any]:
    with _told_as_players():
        return function_in(file, function)


@contextmanager
def _told_as_players() -> Iterator[None]:
    try:
        yield
    except BadFunction as error:
        raise BadPlayer(error.sentence) from error


def _protocols() -> Mapping[str, Callable[..., Dialogue]]:
    """Return the protocols, importing them only when a text may name a program."""
    from board_core.protocols import PROTOCOLS

    return PROTOCOLS


def _offered(rules: Rules | None) -> list[str]:
    """Return the protocols offered for a game, each with a command; None: for any game."""
    chess = rules is None or is_chess(rules)
    return [
        f"{name}:COMMAND"
        for name, make in _protocols().items()
        if (chess or name != USUAL_PROTOCOL)
        and (rules is None or make().game in ("", rules.family))
    ]


def _split_name(text: str, folder: Path | None) -> tuple[str, str]:
    """Return the name before ``=`` and the rest; a command may have such an argument instead."""
    found = NAME_PREFIX.fullmatch(text)
    if found is None:
        return "", text
    name, player = found[1], found[3]
    words = name.split()
    if any(word.startswith("-") for word in words):
        return "", text
    explicit = PROTOCOL_PREFIX.fullmatch(player) or IN_A_FILE.fullmatch(player)
    if len(words) > 1 and not explicit and _exists(words[0], folder):
        return "", text
    return name, player


def _player(name: str, text: str, folder: Path | None, rules: Rules | None) -> PlayerSpec:
    word = text.casefold()
    built_in = AI_NAMES if rules is None else (*AI_NAMES, *hosted(rules).ais)
    if word == "human":
        return PlayerSpec(PlayerKind.HUMAN, word, name or HUMAN_NAME)
    if word in built_in:
        return PlayerSpec(PlayerKind.BUILT_IN, word, name or word)
    found = PROTOCOL_PREFIX.fullmatch(text)
    if found and found[1].casefold() == "elo":
        return _of_strength(name, text, found[2].strip(), CHESS if rules is None else rules)
    if found and found[1].casefold() in HTTP_SCHEMES:
        return _at_url(name, text, found[2].strip())
    if found and found[1].casefold() == LLM:
        return _model(name, text, split_command(found[2]))
    if found and found[1].casefold() in _protocols():
        return _program(name, text, found[1].casefold(), _words(found[2], folder))
    here = found[2].strip() if found and found[1].casefold() == IN_PROCESS else ""
    if found := IN_A_FILE.fullmatch(here or text):
        file, function = found[1], found[2]
        return PlayerSpec(
            PlayerKind.FUNCTION,
            text,
            name or f"{PureWindowsPath(file).stem}.{function}",
            function=(file, function),
            in_process=bool(here),
        )
    command = _words(text, folder)
    if command and _exists(command[0], folder):
        if (missing := missing_script(command, folder)) is not None:
            from board_core.diagnosis import rows

            raise BadPlayer(rows.NO_SCRIPT(file=repr(missing)))
        return _program(name, text, usual_protocol(rules), command)
    raise BadPlayer(_unknown(text, command, tuple(dict.fromkeys(built_in)), folder, rules))


def _at_url(name: str, text: str, rest: str) -> PlayerSpec:
    """Return the player at an address, which may have ``http:`` before it. Raises BadPlayer."""
    from board_core.players.over_http import BadURL, checked_url

    try:
        parts = checked_url(text if rest.startswith("//") else rest)
    except BadURL as error:
        raise BadPlayer(error.sentence) from None
    return PlayerSpec(PlayerKind.URL, parts.geturl(), name or parts.netloc, url=parts.geturl())


def _model(name: str, text: str, words: Sequence[str]) -> PlayerSpec:
    """Return the language model of ``MODEL@URL`` with options. Raises BadPlayer."""
    from board_core.players.llm_talk import settings_of

    try:
        model = settings_of(words)
    except BoardError as error:
        raise BadPlayer(error.sentence) from None
    known = PlayerKind.URL, text, name or model.model
    return PlayerSpec(*known, function=(model.system, ""), url=model.url, model=model)


def usual_protocol(rules: Rules | None) -> str:
    """Return the default protocol of a program: lines, with moves as its game writes them."""
    return USUAL_PROTOCOL if rules is None or is_chess(rules) else ANY_GAME


def _of_strength(name: str, text: str, wish: str, rules: Rules) -> PlayerSpec:
    game = hosted(rules)
    strengths = game.strengths
    if strengths is None:
        raise BadPlayer(
            say(
                "{text} is no player of {game}: choose one of {choices}",
                text=_quoted(text),
                game=rules.name,
                choices=Listed(game.ais),
            )
        )
    lowest, highest = strengths.elos[0], strengths.elos[-1]
    try:
        elo = int(wish)
    except ValueError:
        raise BadPlayer(
            say(
                "{text} names no strength: write elo:NUMBER, from elo:{lowest} to elo:{highest}",
                text=_quoted(text),
                lowest=lowest,
                highest=highest,
            )
        ) from None
    if elo in strengths.elos:
        player = f"{STRENGTH_PREFIX}{elo}"
        return PlayerSpec(PlayerKind.BUILT_IN, player, name or player)
    if elo < lowest:
        raise BadPlayer(
            say(
                "{text} is too weak: the players of the board have elo:{lowest} to elo:{highest}, "
                "and 'random' plays random moves",
                text=_quoted(text),
                lowest=lowest,
                highest=highest,
            )
        )
    if not is_chess(rules):
        raise BadPlayer(
            say(
                "{text} is too strong: the players of the board have elo:{lowest} to "
                "elo:{highest} in {game}",
                text=_quoted(text),
                lowest=lowest,
                highest=highest,
                game=rules.name,
            )
        )
    if elo > MOST_ELO:
        raise BadPlayer(
            say(
                "{text} is too strong: the players of the board have elo:{lowest} to "
                "elo:{highest}, and engines up to elo:{most}",
                text=_quoted(text),
                lowest=lowest,
                highest=highest,
                most=MOST_ELO,
            )
        )
    engine = engine_at(elo)
    if engine is None:
        raise BadPlayer(
            say(
                "{text} is stronger than the AIs of the board (elo:{lowest} to elo:{highest}), and "
                "no engine is installed: {install}",
                text=_quoted(text),
                lowest=lowest,
                highest=highest,
                install=HOW_TO_INSTALL,
            )
        )
    spec = parse_player(engine)
    remark = say(
        "{text} is above the strengths of the board's own players (elo:{lowest} to "
        "elo:{highest}): {player} plays",
        text=text,
        lowest=lowest,
        highest=highest,
        player=spec.text,
    )
    return replace(spec, name=name or text, remark=remark)


def _program(name: str, text: str, protocol: str, words: tuple[str, ...]) -> PlayerSpec:
    ours = (OPTION_PREFIX, ENCODING_PREFIX)
    command = tuple(word for word in words if not word.startswith(ours))
    if not command:
        raise BadPlayer(
            say("{text} names no program: write {protocol}:COMMAND", text=text, protocol=protocol)
        )
    from board_core.players.process import display_name

    name = name or display_name(command)
    return PlayerSpec(
        PlayerKind.PROGRAM,
        text,
        name,
        protocol,
        command,
        _options(text, protocol, words),
        encoding=_encoding(words),
    )


def _encoding(words: Sequence[str]) -> str:
    """Return the encoding set in a command. Raises BadPlayer for one that cannot encode lines."""
    for word in words:
        if not word.startswith(ENCODING_PREFIX):
            continue
        name = word.removeprefix(ENCODING_PREFIX)
        try:
            if _ASCII_CHARACTERS.encode(name) == _ASCII_CHARACTERS.encode("ascii"):
                return codecs.lookup(name).name
        except (LookupError, ValueError):
            pass
        raise BadPlayer(
            say(
                "{encoding} is no encoding in which lines can be read: write one that has ASCII "
                "in it, as in encoding=gbk",
                encoding=_quoted(name),
            )
        )
    return "utf-8"


def _options(text: str, protocol: str, words: Sequence[str]) -> tuple[tuple[str, str], ...]:
    options = []
    for word in words:
        if not word.startswith(OPTION_PREFIX):
            continue
        option, equals, value = word.removeprefix(OPTION_PREFIX).partition("=")
        if protocol not in ("uci", "xboard") or not option.strip() or not equals:
            raise BadPlayer(
                say(
                    "{word} in {text} sets no option: write option.NAME=VALUE, "
                    "and only for uci:COMMAND and xboard:COMMAND",
                    word=_quoted(word),
                    text=_quoted(text),
                )
            )
        options.append((option.strip(), value.strip()))
    return tuple(options)


def _exists(program: str, folder: Path | None) -> bool:
    try:
        if folder is not None and (folder / program).is_file():
            return True
        return find_program(program) is not None
    except (OSError, ValueError):  # no file could have such a name
        return False


def _unknown(
    text: str,
    command: Sequence[str],
    built_in: Sequence[str],
    folder: Path | None,
    rules: Rules | None,
) -> Sentence:
    choices = Listed(
        [
            "human",
            *built_in,
            "elo:NUMBER",
            *_offered(rules),
            "FILE.py:FUNCTION",
            "http://HOST:PORT/PATH",
            "llm:MODEL@URL",
        ]
    )
    if not command:
        return say("an empty text names no player: choose one of {choices}", choices=choices)
    found = PROTOCOL_PREFIX.fullmatch(text)
    typed = found[1] if found else command[0]
    known = ["elo", LLM, *_protocols()] if found else ["human", *built_in]
    close = get_close_matches(typed.casefold(), known, n=1)
    missing = None if found else _missing_file(typed, folder)
    if missing is not None and not (close and typed == Path(typed).name):
        return missing
    if close:
        meant = f"{close[0]}:{found[2]}" if found else close[0]
        return say(
            "{text} names no player; did you mean {meant}? Choose one of {choices}",
            text=_quoted(text),
            meant=meant,
            choices=choices,
        )
    return say(
        "{text} names no player, and there is no program {program}: choose one of {choices}",
        text=_quoted(text),
        program=_quoted(command[0]),
        choices=choices,
    )


def _missing_file(word: str, folder: Path | None) -> Sentence | None:
    """Say that there is no such file, if a word looks like one or nearly names one."""
    place = (folder or Path()) / word
    try:
        entries = islice(place.parent.iterdir(), MOST_NAMES)
        names = [entry.name for entry in entries if entry.is_file()]
    except (OSError, ValueError):
        names = []
    close = [name for name in names if Path(name).stem == place.name]
    close += get_close_matches(place.name, names, n=1, cutoff=LEAST_LIKENESS)
    if close:
        return say(
            "there is no file {file} here; did you mean {meant}?",
            file=_quoted(word),
            meant=str(Path(word).with_name(close[0])),
        )
    if not place.suffix and len(Path(word).parts) == 1:
        return None
    from board_core.diagnosis import rows

    return rows.NO_SCRIPT(file=repr(word))


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 80 else f"{text[:77]}...")
