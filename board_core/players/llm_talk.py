"""The words between the board and a language model: settings, prompts, and the moves in answers.

``docs/llm.md`` describes them. Prompts are in English, and made of what a game brings, in the same
way for both sides. A move is read from where it was asked for, and from nowhere else. Pure.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain, repeat
from math import isfinite
from typing import Any
from urllib.parse import SplitResult

from board_core.diagnosis import rows
from board_core.fast_dataclass import dataclass
from board_core.game.player import CallEnd, ModelCall, Turn
from board_core.game.rules import IllegalMove, Position, Rules, notation_of
from board_core.text.codec import mapping, text_of
from board_core.text.harmless_text import legible
from board_core.text.sentence import BoardError, Listed, Sentence, say

from .over_http import QUOTED, checked_url

ENVIRONMENT_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
MOST_BYTES, MOST_ANSWER = 256 * 1024, 64_000
"""Bytes of an answer that are taken, and characters of it that are looked through for a move."""

MOST_REFUSED = 3
"""Refused answers that a prompt repeats, the latest: many servers cut long prompts silently."""

MOST_BRACES = 100
"""Opening braces, from the end of an answer, at which an object is looked for."""


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """A language model as a text names it, and how it is asked."""

    model: str
    url: str  # to which /chat/completions is added
    key: str = ""  # the environment variable that holds it
    temperature: float | None = None  # None: that of the server
    seed: int | None = None
    limit_field: str = "max_tokens"
    tokens: int = 1024  # of one answer
    game_tokens: int = 0  # of all answers of a game; 0: no limit
    attempts: int = 3  # answers to one question
    tries: int = 3  # requests for one answer
    seconds: float = 120.0  # of one request
    show: tuple[str, ...] = ("position", "moves")
    legal: bool | None = None  # None: except in chess
    system: str = ""  # a file

    @property
    def endpoint(self) -> SplitResult:
        """The address that is asked. Raises BadURL."""
        url = checked_url(self.url)
        return url._replace(path=f"{url.path.rstrip('/')}/chat/completions")


def _one_of(*names: str) -> Callable[[str], str]:
    return lambda text: names[names.index(text)]


def _number(kind: Callable[[str], Any], least: float, most: float) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        value = kind(text)
        if not (isfinite(value) and least <= value <= most):
            raise ValueError(text)
        return value

    return read


_shown = _one_of("position", "board", "moves")
OPTIONS: dict[str, tuple[Callable[[str], Any], str]] = {
    "key": (str, "key=NAME"),
    "temperature": (_number(float, 0, 100), "temperature=0"),
    "seed": (_number(int, -(2**63), 2**63), "seed=1"),
    "limit-field": (_one_of("max_tokens", "max_completion_tokens"), "limit-field=max_tokens"),
    "tokens": (_number(int, 1, 1_000_000), "tokens=1024"),
    "game-tokens": (_number(int, 0, 10**9), "game-tokens=100000"),
    "attempts": (_number(int, 1, 100), "attempts=3"),
    "tries": (_number(int, 1, 100), "tries=3"),
    "seconds": (_number(float, 0.01, 86400), "seconds=120"),
    "show": (lambda text: tuple(map(_shown, text.split(","))), "show=position,board,moves"),
    "legal": ({"off": False, "on": True}.__getitem__, "legal=on"),
    "system": (str, "system=FILE"),
}
"""How the value of each option is read, and an example."""


def settings_of(words: Sequence[str]) -> ModelSettings:
    """Read ``MODEL@URL`` and options. Raises BoardError, which quotes no value: it may be a key."""
    model, _, url = words[0].rpartition("@") if words else ("", "", "")
    if not model.strip() or not model.isprintable():
        raise BoardError(say("write llm:MODEL@URL, as in llm:llama3@http://localhost:11434/v1"))
    options = [word.partition("=")[::2] for word in words[1:]]
    keys = [value for name, value in options if name == "key"]
    if checked_url(url).query or not all(map(ENVIRONMENT_NAME.fullmatch, keys)):
        raise BoardError(
            say(
                "a key in an address or an option ends up in records: name the environment "
                "variable that holds it, as in key=OPENAI_API_KEY"
            )
        )
    found: dict[str, Any] = {}
    for name, value in options:
        try:
            found[name.replace("-", "_")] = OPTIONS[name][0](value)
        except (ValueError, KeyError):
            known = Listed([example for _, example in OPTIONS.values()])
            raise BoardError(
                say(
                    "{name}= sets no option of a language model so: write {known}",
                    name=legible(name, 40),
                    known=known,
                )
            ) from None
    return ModelSettings(model, url, **found)


# What is asked

SYSTEM = (
    "You play a game of {game}. You are shown the position and asked for a move. {examples}"
    'Think briefly if you must, and end your answer with one line: {{"move": "YOUR MOVE"}}'
)
"""The system text, where no file has another one."""


def system_of(rules: Rules, start: Position) -> str:
    """Return the system text for a game that begins in this position."""
    both = (text for m in start.legal_moves()[:1] for text in (str(m), notation_of(start, m)))
    examples = rules.examples or dict.fromkeys(both)
    written = f"Moves are written as in {' or '.join(examples)}. " if examples else ""
    return SYSTEM.format(game=rules.name, examples=written)


def prompt_of(
    settings: ModelSettings, rules: Rules, turn: Turn, refused: Sequence[JudgedAnswer] = ()
) -> str:
    """Return the question for a turn; ``refused`` are the answers to it so far, and why."""
    position, side = turn.position, turn.color.value.capitalize()
    lines = [f"Game: {rules.name}"]
    if "position" in settings.show:
        lines.append(f"Position: {position.setup}")
    if "board" in settings.show:
        lines += ["Board:", picture(rules, position)]
    if "moves" in settings.show:
        lines.append(f"Moves so far: {' '.join(map(str, turn.moves)) or 'none'}")
    if settings.legal or (settings.legal is None and rules.family != "chess"):
        lines.append(f"Legal moves: {' '.join(map(str, position.legal_moves()))}")
    for each in refused[-MOST_REFUSED:]:
        lines.append(f"Your answer {json.dumps(each.said[:100])} was refused: {each.why}.")
    lines.append(f'You play {side}, and it is your turn. Answer with {{"move": "YOUR MOVE"}}')
    return "\n".join(lines)


def picture(rules: Rules, position: Position) -> str:
    """Return the board as rows of letters: White's pieces are capitals, a dot is an empty place."""
    pieces, geometry = position.pieces(), rules.geometry
    labels, lines = chain(geometry.row_labels, repeat("")), list[str]()
    for row, label in zip(geometry.present(pieces).rows, labels, strict=False):
        cells = (" " if place is None else pieces.get(place, ".") for place in row)
        lines.append(f"{label:>2} {' '.join(cells)}".rstrip())
    return "\n".join([*lines, f"   {' '.join(geometry.column_labels)}".rstrip()])


def request_of(settings: ModelSettings, system: str, prompt: str) -> str:
    """Return the body of a request."""
    texts = {"system": system, "user": prompt}
    body = {
        "model": settings.model,
        "messages": [{"role": role, "content": text} for role, text in texts.items()],
        settings.limit_field: settings.tokens,
        "temperature": settings.temperature,
        "seed": settings.seed,
    }
    return json.dumps({name: value for name, value in body.items() if value is not None})


# What is answered

NO_FAULT = Sentence("")


def completion_of(data: bytes, call: ModelCall) -> ModelCall | None:
    """Return a call with what was answered, nothing of what is too long; None: no chat completion.

    A refusal in a field of its own is the answer, and the category. Raises nothing.
    """
    if len(data) > MOST_BYTES:
        return call
    try:
        answer = json.loads(data)
        choice = answer["choices"][0]
        message = choice["message"]
        content, refusal = message.get("content"), text_of(message.get("refusal"), 200)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    usage = mapping(answer.get("usage"))
    details = mapping(usage.get("completion_tokens_details"))
    return replace(
        call,
        category=CallEnd.REFUSED if refusal else CallEnd.OPEN,
        answer=refusal or (content if isinstance(content, str) else ""),
        answered_by=text_of(answer.get("model"), 200) or None,
        finish_reason=text_of(choice.get("finish_reason"), 200) or None,
        prompt_tokens=_count(usage.get("prompt_tokens")),
        completion_tokens=_count(usage.get("completion_tokens")),
        reasoning_tokens=_count(details.get("reasoning_tokens")),
    )


def _count(value: object) -> int | None:
    return value if type(value) is int and 0 <= value < 2**63 else None


THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
THOUGHT_ENDS = re.compile(r"</(?:think|thinking|reasoning)>", re.IGNORECASE)
MARKUP = re.compile(r"```\w*|`|\*\*|__|\\\(|\\\)|\$")
BOXED = re.compile(r"\\(?:boxed|text|mathrm)\s*\{([^{}]*)\}")
TAGGED = re.compile(r"(?:#+\s*|>\s*)?(?:move|final answer)\s*:\s*(\S.*)", re.IGNORECASE)
NUMBER = re.compile(r"\d+\.(?:\.\.)?\s*(?=[A-Za-z])")
DECODER = json.JSONDecoder()


def move_in(answer: str, *, cut: bool = False) -> str | None:
    """Return what an answer gives as its move; None if it gives none.

    That is the text of the last JSON object with "move", or else the rest of the last line that
    begins with ``MOVE:`` or ``Final Answer:``. If the answer was ``cut``, its last line counts only
    where an object ends in it.
    """
    text = THOUGHT_ENDS.split(THOUGHT.sub("", answer[-MOST_ANSWER:]))[-1]
    at = len(text)
    for _ in range(MOST_BRACES):
        if (at := text.rfind("{", 0, at)) < 0:
            break
        try:
            found, _end = DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            continue
        if "move" in found:
            move = found["move"]
            return move.strip() or None if isinstance(move, str) else None
    lines = MARKUP.sub("", text).splitlines()
    for line in reversed(lines[:-1] if cut else lines):
        if tagged := TAGGED.fullmatch(_unboxed(line).strip()):
            return tagged[1]
    return None


def _unboxed(text: str) -> str:
    return BOXED.sub(r"\1", BOXED.sub(r"\1", text))  # one within another


def plainly(move: str) -> str:
    """Return a move without what people put around it: markup, a number, a full stop."""
    move = MARKUP.sub("", _unboxed(move)).strip().strip("\"'").rstrip(".!")
    return NUMBER.sub("", move, count=1).strip()


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """Holds the verdict on an answer: its category, its move, and why it brings none."""

    category: CallEnd
    said: str  # its move, which may be illegal; the end of an answer that gives none
    why: Sentence = NO_FAULT
    by_rules: Sentence | None = None  # why they refuse the move


def judged(call: ModelCall, position: Position, tokens: int) -> JudgedAnswer:
    """Judge the answer to a call, which could have so many tokens."""
    answer, finish = call.answer or "", call.finish_reason
    refused = call.category is CallEnd.REFUSED
    given, illegal = None if refused else move_in(answer, cut=finish == "length"), None
    for text in dict.fromkeys((given, plainly(given))) if given else ():
        try:
            position.parse(text)
        except IllegalMove as error:
            why = rows.LLM_ILLEGAL(why=error.sentence)
            illegal = JudgedAnswer(CallEnd.ILLEGAL, text, why, error.sentence)
            continue
        except (Exception, SystemExit):  # faulty rules: the referee says so
            pass
        return JudgedAnswer(CallEnd.MOVE, text)
    end = answer.strip()[-QUOTED:]
    said = repr(legible(end, QUOTED))
    if refused or finish == "content_filter":
        return JudgedAnswer(CallEnd.REFUSED, end, rows.LLM_REFUSED(said=said))
    if call.answer is None:
        return JudgedAnswer(CallEnd.TRUNCATED, end, rows.LLM_TOO_LONG(most=MOST_BYTES // 1024))
    if finish == "length":
        used = call.completion_tokens or tokens
        return JudgedAnswer(CallEnd.TRUNCATED, end, rows.LLM_TRUNCATED(tokens=used))
    if illegal is not None:
        return illegal
    if end:
        return JudgedAnswer(CallEnd.UNPARSABLE, end, rows.LLM_UNPARSABLE(said=said))
    return JudgedAnswer(CallEnd.EMPTY, end, rows.LLM_EMPTY(finish=finish or say("unknown")))
