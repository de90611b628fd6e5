"""What a program's source is known to do in its language, where that explains what was seen.

Only the program's own text is read, in its own folder, and never a stranger's, of which a published
sentence must quote nothing. A habit is only ever a guess behind what was seen, with its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from board_core.fast_dataclass import dataclass
from board_core.game.player import Cause
from board_core.supervise.command import Command, interpreter_of, is_interpreter
from board_core.text.findings import Row
from board_core.text.harmless_text import legible
from board_core.text.sentence import Sentence, say

from . import rows
from .error_lines import MOST_LINE, names_line
from .facts import MOST_COMMAND, Facts, head_of, program_file

MOST_BYTES, MOST_FILES, MOST_QUOTED = 200 << 10, 6, 80

LANGUAGES = {
    **dict.fromkeys((".py", ".pyw"), "python"),
    **dict.fromkeys((".c", ".h"), "c"),
    **dict.fromkeys((".cc", ".cpp", ".cxx", ".hpp"), "cpp"),
    **dict.fromkeys((".js", ".mjs", ".cjs", ".ts"), "js"),
    **dict.fromkeys((".pl", ".pm"), "perl"),
    **dict.fromkeys((".sh", ".bash"), "sh"),
    **dict.fromkeys((".java", ".jar", ".class"), "java"),
    ".cs": "cs",
    ".rb": "ruby",
    ".lua": "lua",
    ".go": "go",
    ".php": "php",
    ".rs": "rust",
    ".hs": "haskell",
    ".ml": "ocaml",
    ".awk": "awk",
    ".kt": "kotlin",
}
INTERPRETERS = {"node": "js", "bash": "sh", "dash": "sh", "gawk": "awk", "mawk": "awk"}
COMPILED = (".c", ".cc", ".cpp", ".cxx", ".java", ".cs", ".go", ".rs", ".hs", ".ml", ".kt")
"""The endings of sources that lie beside what was made of them."""
LIKE_C = ("c", "cpp", "java", "cs", "go", "rust", "kotlin", "js", "php")
COMMENTS = {
    **dict.fromkeys(LIKE_C, r"//|/?\*(?!\w+\s*=)"),
    **dict.fromkeys(("lua", "haskell"), "--"),
    "ocaml": r"\(\*",
}
IMPORTS = r"(?:import|from|use|require\w*|include|mod|open|dofile|load)\b[^\n]{0,60}?\b%s\b"


@dataclass(frozen=True, slots=True)
class Flushing:
    """Names how a language prints, the call that flushes, and what makes that needless."""

    prints: str
    call: str
    needless: str = ""

    @property
    def words(self) -> str:
        """The pattern of what a source that flushes contains."""
        return "|".join(filter(None, ("(?i:flush)", self.needless)))


FLUSHES = {
    "python": Flushing(
        r"\bprint\s*\(|stdout\.write",
        "print(move, flush=True)",
        "(?i:line_buffering|os\\.write|buffering=0|unbuffered)",
    ),
    "c": Flushing(
        r"\b(?:printf|puts|putchar|fputs)\s*\(",
        "fflush(stdout)",
        r"setv?buf|setlinebuf|\bwrite\s*\(",
    ),
    "cpp": Flushing(
        r"\bprintf\s*\(|\bcout\s*<<",
        "std::cout << std::flush",
        r"\bendl\b|unitbuf|setv?buf|\A(?![\s\S]*\btie\s*\()[\s\S]*\bcin\b",  # which flushes cout
    ),
    "java": Flushing(  # System.out writes at once
        r"new (?:PrintWriter|BufferedWriter)\b[^;\n]*System\.out", "out.flush()", r",\s*true\s*\)"
    ),
    "cs": Flushing(r"OpenStandardOutput\s*\(", "out.Flush()"),
    "go": Flushing(r"bufio\.NewWriter(?:Size)?\s*\(\s*os\.Stdout", "w.Flush()"),
    "rust": Flushing(r"BufWriter::\w+\s*\([^;\n]*stdout", "out.flush()"),
    "ruby": Flushing(
        r"^\s*(?:\$stdout\.)?(?:puts|print|write)\b", "$stdout.flush", r"sync\s*=\s*true"
    ),
    "perl": Flushing(r"\b(?:print|printf|say)\b", "$| = 1", r"\$\||syswrite"),
    "lua": Flushing(r"io\.write|\bprint\s*\(", "io.flush()", "setvbuf"),
    "haskell": Flushing(
        r"\bputStr(?:Ln)?\b|\bprint\b", "hSetBuffering stdout LineBuffering", "hSetBuff"
    ),
    "ocaml": Flushing(
        r"\bprint_string\b|Printf\.printf", "print_endline", r"%!|print_(?:endline|newline)"
    ),
    "awk": Flushing(r"\bprintf?\b", "fflush()"),
    "php": Flushing(r"\bob_start\s*\(", "flush()"),
}


@dataclass(frozen=True, slots=True)
class Source:
    """One file of a program, without the lines that are only comments."""

    name: str
    language: str
    text: str

    def line(self, at: int) -> str:
        """Return the line at an offset."""
        return self.text[self.text.rfind("\n", 0, at) + 1 :].partition("\n")[0]


Found = tuple[Facts, Source, re.Match[str]]


@dataclass(frozen=True, slots=True)
class Habit:
    """A line that is known to do something, and what that can explain."""

    row: Row
    languages: str
    line: str
    explains: frozenset[str]  # the codes of what was seen
    unless: str = ""  # stands in the same file
    needs: str = ""  # stands in the same file too
    said: str = ""  # by the program, on its output or its standard error
    at_first: bool = False  # it explains a silence only of a program that was never heard
    holds: Callable[[Found], dict[str, object] | None] = lambda found: {}  # more facts, or None


def language_of(file: Path) -> str:
    """Return the language that a file's ending names, or ""."""
    return LANGUAGES.get(file.suffix.lower(), "")


def sources(command: Command) -> list[Source]:
    """Return what can be read of a program's own text, the file that is started first."""
    own = program_file(command)
    if command.handed_in or command.folder is None:
        return []
    first = next((text for file in _texts_of(own, command) if (text := _read(file, own))), None)
    if first is None:
        return []
    folder = (own or command.folder / "x").parent
    others = (
        file
        for file in sorted(folder.glob("*"))
        if language_of(file) == first.language
        and file.name != first.name
        and re.search(IMPORTS % re.escape(file.stem), first.text)
    )
    read = (_read(file, None) for file, _ in zip(others, range(MOST_FILES), strict=False))
    return [first, *filter(None, read)]


def _texts_of(own: Path | None, command: Command) -> Iterator[Path]:
    """Yield the files that may be the program's text."""
    folder = command.folder or Path()
    if own is not None:
        yield own
        yield from (own.with_suffix(ending) for ending in COMPILED)
        yield from (own.with_name(f"main{ending}") for ending in COMPILED)
    else:  # classes of Java
        yield from (folder / f"{word}.java" for word in command.argv[1:] if word.isidentifier())


def _read(file: Path, started: Path | None) -> Source | None:
    data = head_of(file, MOST_BYTES) if file.is_file() else b""
    if not data or b"\0" in data:
        return None
    language = language_of(file)
    if file == started and not language and (line := interpreter_of(data)) is not None:
        words = data[2:].partition(b"\n")[0].decode("utf-8", "replace").split()
        named = next(
            (w for w in reversed(words) if is_interpreter(w)), line.decode(errors="replace")
        )
        name = Path(named).name.rstrip("0123456789.")
        language = INTERPRETERS.get(name, name)
    if not language:
        return None
    signs = COMMENTS.get(language, "#")
    lines = (line[:MOST_LINE] for line in data.decode("utf-8", "replace").split("\n"))
    text = re.sub(rf"(?m)^[ \t]*(?:{signs}).*$", "", "\n".join(lines))
    return Source(file.name, language, text)


def habits(facts: Facts) -> Iterator[Sentence]:
    """Find the lines of a program's source that explain what was seen of it."""
    known = facts.known
    misreads = known.cause is Cause.EXITED and names_line(known.stderr, known.last_sent)
    if misreads or known.cause is Cause.ILLEGAL:
        seen = {Cause.ILLEGAL.value}  # as when it does not understand a legal move
    else:
        seen = {facts.row.code if facts.row else known.cause.value}
    fitting = [habit for habit in HABITS if seen & habit.explains]
    if facts.is_hinted or not fitting:
        return
    read = sources(facts.command)
    words = f"{known.stderr}\n{known.last_heard}"
    says_more = facts.error is not None and not misreads
    for habit in fitting:
        heard_before = habit.at_first and known.last_heard and seen & SILENT
        if heard_before or (says_more and not habit.said) or not re.search(habit.said, words):
            continue
        for source in read:
            if source.language in habit.languages.split():
                yield from _in_source(habit, source, facts)


def kept_otherwise(facts: Facts) -> Iterator[Sentence]:
    """Find a line that was lost, in a program that flushes and yet seems to hold back its move."""
    if facts.row is rows.HELD_BACK:
        flushes = any(re.search("(?i)flush", source.text) for source in sources(facts.command))
        lost = any(row.is_in(found) for found in habits(facts) for row in LOSES_LINES)
        if flushes and lost:
            yield rows.PRINTED_LATER(text=facts.known.sentence.facts["text"])


def _in_source(habit: Habit, source: Source, facts: Facts) -> Iterator[Sentence]:
    ruled_out = habit.unless and re.search(habit.unless, source.text)
    if ruled_out or not re.search(habit.needs, source.text):
        return
    for found in re.finditer(habit.line, source.text, re.MULTILINE):
        at = found.start() + len(found[0]) - len(found[0].lstrip())
        if (more := habit.holds((facts, source, found))) is not None:
            line = source.line(at).strip()
            if len(line) > MOST_QUOTED:
                line = source.text[at:].partition("\n")[0]
            place = say(
                "perhaps because of line {number} of {file}, {text}",
                number=source.text.count("\n", 0, at) + 1,
                file=repr(legible(source.name)),
                text=repr(legible(line, MOST_QUOTED)),
            )
            yield habit.row(at=place, **more)


def _prints_its_text(found: Found) -> dict[str, object] | None:
    """Hold if what the line asks with was printed."""
    facts, _, match = found
    printed = f"{facts.known.sentence.facts.get('text', '')} {facts.known.last_heard}"
    return {} if match["text"].strip() and match["text"].strip() in printed else None


def _room(found: Found) -> dict[str, object] | None:
    """Hold if the longest line that was sent does not fit into the room that it is read into."""
    facts, source, match = found
    size = match["size"]
    for _ in range(2):  # a name of a size; sizeof a name
        if (name := re.fullmatch(r"sizeof\s*\(?\s*(\w+)\s*\)?", size)) is not None:
            array = re.search(rf"\bchar\s+{name[1]}\s*\[\s*(\w+)\s*\]", source.text)
            variable = rf"\bchar\s*(\*)\s*{name[1]}\s*[=;]"  # a parameter is another function's
            made = array or re.search(variable, source.text)
        else:
            made = re.search(
                rf"#define\s+{re.escape(size)}\s+(\d+)|\b{re.escape(size)}\s*=\s*(\d+)", source.text
            )
        size = next(filter(None, made.groups()), size) if made else size
        size = POINTER_BYTES if size == "*" else size
    length = max(map(len, facts.known.last_sent.split("; ")), default=0)
    if not size.isdecimal() or not 0 < int(size) < length + 2:
        return None
    return {"length": length, "room": int(size)}


POINTER_BYTES = "8"
LOOP = re.compile(r"\s*(?:\}\s*)?(?:while|for|loop|do)\b")
RETURNS_A_LINE = re.compile(
    r"(?:[^\n]*\n){0,4}?[^\n]*\breturn\b[^\n]*(?:next|[rR]ead|Text)\w*\s*\(|"
    r"[^\n;]*\)\s*\.\s*(?:next|[rR]ead)\w*\s*\("
)


def _made_again(found: Found) -> dict[str, object] | None:
    """Hold if the line is reached for each line that is read, or is one of several such lines."""
    _, source, match = found
    indent = _indent(source.line(match.start()))
    for line in reversed(source.text[: source.text.rfind("\n", 0, match.start()) + 1].split("\n")):
        if line.strip() and _indent(line) < indent:
            indent = _indent(line)
            if LOOP.match(line):
                return {}
    several = len(match.re.findall(source.text)) > 1
    return {} if several or RETURNS_A_LINE.match(source.text, match.end()) else None


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _child_reads(found: Found) -> dict[str, object] | None:
    """Hold if one of its children was seen to wait for its own input."""
    child = next((child for child in found[0].children if child.reads and child.shares_input), None)
    return None if child is None else {"child": repr(legible(child.command, MOST_COMMAND))}


def _looks_once(found: Found) -> dict[str, object] | None:
    """Hold if the pattern of the line looks at one text at a time, and is not set back."""
    _, source, match = found
    looks = rf"\b{match['name']}\.(?:exec|test)\s*\("
    again = re.search(rf"lastIndex|\bwhile\s*\([^\n]*{looks}", source.text)
    return {} if re.search(looks, source.text) and not again else None


def _was_killed(found: Found) -> dict[str, object] | None:
    return {} if found[0].known.cause is Cause.KILLED else None


def _codes(*found: Row, causes: str = "") -> frozenset[str]:
    return frozenset((*(row.code for row in found), *causes.split()))


SILENT = _codes(
    *(rows.WAITS_FOR_MORE, rows.WAITS_BLINDLY, rows.WAITS_UNSEEN, rows.SLEEPS, rows.DID_NOT_ANSWER),
    *(rows.NO_HANDSHAKE_YET, rows.NOT_READY_IN_TIME),
)
HELD_BACK = _codes(rows.HELD_BACK, rows.READS_TO_END)
PIECES = SILENT | HELD_BACK | _codes(rows.ONLY_ALONE, rows.ANSWERS_A_COPY)
ENDED = _codes(rows.ENDED, rows.ENDED_BEFORE_A_MOVE)
ILLEGAL = _codes(rows.MOVE_OF_THE_OTHER, rows.MOVED_FIRST, causes="illegal not-a-move")

READS_A_LINE = {
    "c": (
        r"\bfgets\s*\(|\bgetline\s*\(",
        r"strcspn|strchr|'\\n'|strtok|scanf|isspace|strlen|strncmp|strsep|-\s*1\s*\]|cmp\([^)\n]*\\n",
    ),
    "perl": (r"<STDIN>|<>", r"chomp|\\n|\\s|split|=~"),
    "ruby": (r"\bgets\b", r"chomp|strip|split|\\n|\\s|=~|match|start_with"),
    "python": (r"stdin\.readline|in sys\.stdin\b", r"strip|split|\[:-1\]|\\n|startswith|\bre\."),
    "go": (r"ReadString\s*\(\s*'\\n'", r"Trim|Fields|Split|HasPrefix|\[:|Sscan"),
    "rust": (r"\.read_line\s*\(", r"trim|split|starts_with|\.pop\(|strip_"),
    "php": (r"\bfgets\s*\(\s*STDIN", r"trim|preg_|explode|sscanf|strpos|str_starts|substr"),
}
"""How languages read a line with its line break, and what takes that off."""
SQUARE = r"(?:k(?:ing)?_?(?:sq|square)?|sq(?:uare)?|from|to|src|dst)"
A_LINE = (
    r"\b\w*(?:[lL]ine|[iI]nput|[cC]md|[cC]ommand|[mM]sg|[wW]ord|[tT]oken|[tT]ext|raw|data|\bs|\(\))"
)
STARTS = {
    "python": r"(?:subprocess\.(?:run|Popen|call|check_\w+)|os\.(?:system|popen))\s*\("
    r"(?!(?:[^\n]*\n){0,5}?[^\n]*\b(?:stdin|input)\s*=)",
    "sh": r"(?:\$\(|`|^[ \t]+)(?:python[\d.]*|node|ruby|perl|php|java|lua[\d.]*|ssh|ffmpeg|"
    r"\./[\w./-]+)[ \t](?![^\n]*<)",
    "ruby": r"`[^`\n]+`|\bsystem\s*\(|IO\.popen",
    "perl": r"`[^`\n]+`|\bsystem\s*\(|\bqx\b",
    "c": r"\b(?:system|popen)\s*\(",
    "cpp": r"\b(?:system|popen)\s*\(",
    "lua": r"os\.execute|io\.popen",
    "php": r"\b(?:shell_exec|exec|passthru|system)\s*\(",
    "java": r"inheritIO|Redirect\.INHERIT",
    "js": r"stdio:\s*\[?\s*['\"]inherit",
    "go": r"\.Stdin\s*=\s*os\.Stdin",
}
"""How languages start another program that has the same standard input."""
READS_INPUT = (
    r"\bread\b|[rR]ead_?[lL]ine|\binput\b|stdin|STDIN|gets\b|<>|scanf|Scanner|io\.read|\bcin\b"
)
"""A program that reads its input itself, and not only starts another that does."""
READS_ALL = {
    "python": r"stdin\.(?:read\(\)|readlines\()",
    "js": r"readFileSync\s*\(\s*(?:0|['\"]/dev/stdin)",
    "ruby": r"(?:STDIN|\$stdin)\.read(?:lines)?\b|\bgets\s*\(?\s*nil",
    "perl": r"@\w+\s*=\s*<STDIN>",
    "php": r"stream_get_contents\s*\(\s*STDIN|file(?:_get_contents)?\s*\(\s*['\"]php://stdin",
    "lua": r"io\.read\s*\(\s*['\"]\*?a",
    "go": r"(?:io|ioutil)\.ReadAll\s*\(\s*os\.Stdin",
    "rust": r"\bstdin\b[^;\n]*\.read_to_string|io::read_to_string\s*\([^;\n]*stdin",
    "cs": r"Console\.In\.ReadToEnd",
}
SWALLOWS = {
    "python": r"^[ \t]*except(?:[ \t]+(?:Base)?Exception)?(?:[ \t]+as[ \t]+\w+)?[ \t]*:"
    r"\s*(?:pass|continue)\b",
    **dict.fromkeys(
        ("java", "cs", "js", "php", "kotlin", "cpp"),
        r"\bcatch\s*(?:\([^)\n]*\))?\s*\{\s*(?:continue\s*;\s*)?\}",
    ),
    "ruby": r"\brescue\b(?:\s*=>\s*\w+|\s+(?:StandardError|Exception))?\s*\n?\s*(?:nil|next|end)\b",
    "lua": r"^\s*pcall\s*\(",
}
NEW_READER = {
    "java": r"new\s+(?:java\.util\.)?(?:Scanner\s*\(\s*System\.in|"
    r"BufferedReader\s*\(\s*new\s+InputStreamReader\s*\(\s*System\.in)",
    "go": r"bufio\.New(?:Reader|Scanner)\s*\(\s*os\.Stdin",
    "cs": r"new\s+StreamReader\s*\(\s*Console\.OpenStandardInput",
    "rust": r"BufReader::new\s*\(\s*(?:std::)?(?:io::)?stdin\(\)",
    "python": r"\bopen\s*\(\s*0\b|fdopen\s*\(\s*(?:0|sys\.stdin)|TextIOWrapper\s*\(\s*sys\.stdin",
}
SEES_NO_BUFFER = {
    "python": (r"select\.(?:select|poll)\s*\(|selectors\.", r"readline|\binput\s*\(|in sys\.stdin"),
    "c": (r"\b(?:select|poll|ioctl)\s*\(", r"fgets|scanf|getline|getchar"),
    "cpp": (r"\b(?:select|poll|ioctl)\s*\(", r"fgets|scanf|getline|cin\b"),
    "java": (r"System\.in\.available\s*\(", r"Scanner|BufferedReader"),
    "perl": (r"IO::Select|\bselect\s*\(\s*\$", r"<STDIN>|<>"),
    "ruby": (r"IO\.select", r"\bgets\b"),
}
BY_NUMBERS = (
    r"\bfor\s*\([^;\n]*?(?P<i>\w+)\s*=\s*0\s*;[^;\n]*?\b(?P<list>\w+)\."
    r"(?:length|size\s*\(\s*\)|Count)\s*;\s*(?:(?P=i)\+\+|\+\+(?P=i))\s*\)",
    r"\b(?P=list)\.(?:splice|remove|RemoveAt|erase)\s*\([^\n;]*\b(?P=i)\b",
)
SHORTENS = {
    **dict.fromkeys(("js", "java", "cs", "cpp", "kotlin"), BY_NUMBERS),
    "lua": (r"\bipairs\s*\(\s*(?P<list>[\w.]+)\s*\)", r"table\.remove\s*\(\s*(?P=list)\b"),
    "python": (r"\bfor\s+\w+\s+in\s+(?P<list>[\w.]+)\s*:", r"\b(?P=list)\.remove\s*\("),
    "ruby": (r"\b(?P<list>\w+)\.each\b", r"\b(?P=list)\.delete(?:_at)?\b"),
}
"""How languages walk along a list, and take an element out of it in the lines of that loop."""
WALK = (
    r"^(?P<in>[ \t]*)(?=\S)[^\n]*?%s(?:[^\n]*\n(?P=in)[ \t]){0,6}?[^\n]*?%s"
    r"(?![^\n]*(?:\n(?P=in)[ \t][^\n]*)?(?:\bbreak\b|\breturn\b|--))"
)
LOSES_LINES = (rows.HABIT_TIMED_READ, rows.HABIT_SELECT, rows.HABIT_NEW_READER, rows.HABIT_ASYNC)
BITBOARD = r"uint64|unsigned long long|\bulong\b|\blong\b|\bU64\b|[Bb]itboard|BigInt"


def _each(
    row: Row, explains: frozenset[str], forms: dict[str, str], **more: object
) -> tuple[Habit, ...]:
    """Return the habit in each language that has a form of it."""
    return tuple(Habit(row, name, line, explains, **more) for name, line in forms.items())  # type: ignore[arg-type]


HABITS: tuple[Habit, ...] = (
    *(
        Habit(
            rows.HABIT_SHORT_BUFFER,
            "c cpp",
            r"\b(?:fgets\s*\(\s*\w+|cin\s*\.\s*getline\s*\(\s*\w+)\s*,\s*"
            r"(?P<size>sizeof[\s(]*\w+\s*\)?|\w+)",
            explains,
            said=said,
            holds=_room,
        )
        for explains, said in (
            (SILENT | ILLEGAL | ENDED, ""),
            (ENDED, "smashing|overflow|Sanitizer|corrupted"),
        )
    ),
    *_each(rows.HABIT_CHILD_READS, PIECES, STARTS, needs=READS_INPUT, holds=_child_reads),
    Habit(
        rows.HABIT_PROMPT,
        "python",
        r"""\binput\s*\(\s*[fru]?(["'])(?P<text>[^"'\n]{1,60})\1""",
        ILLEGAL | _codes(rows.WITH_PROMPT, rows.NO_LINE_BREAK),
        holds=_prints_its_text,
    ),
    Habit(
        rows.HABIT_BEGINS_TO_WRITE,
        "cpp c python js rust java",
        r"""(["'])bestmove\s*\1\s*<<\s*[\w.:]+\s*\(|\(\s*(["'])bestmove\s*\2\s*(?:,\s*end\b|\))""",
        ILLEGAL,
        said=r"bestmove\s+info\b",
    ),
    Habit(
        rows.HABIT_FRACTION,
        "lua python",
        r"[\w)\]]\s*/(?!/)\s*[\w(]",
        ILLEGAL,
        said=r"\d\.0(?!\d)\s*$",
    ),
    Habit(
        rows.HABIT_KEYBOARD,
        "cs java c cpp python",
        r"Console\.KeyAvailable|System\.console\s*\(|\b_?(?:kbhit|getch)\s*\(|curses\.initscr",
        SILENT | _codes(rows.NOT_BEGUN_TO_READ, rows.INPUT_UNREAD, rows.NO_HANDSHAKE_YET),
    ),
    *(
        Habit(rows.HABIT_SELECT, language, line, PIECES, needs=reads)
        for language, (line, reads) in SEES_NO_BUFFER.items()
    ),
    *_each(rows.HABIT_NEW_READER, PIECES, NEW_READER, holds=_made_again),
    *_each(rows.HABIT_NEW_READER, ENDED, NEW_READER, holds=_made_again, said="NoSuchElement|EOF"),
    Habit(
        rows.HABIT_TIMED_READ,
        "python",
        r"\bwait_for\s*\(",
        PIECES,
        needs=r"(?:run_in_executor|to_thread)\b[^\n]*(?:readline|\binput\b|stdin)",
    ),
    Habit(rows.HABIT_TIMED_READ, "sh", r"\bread\b[^\n;|]*\s-t\b", PIECES),
    Habit(
        rows.HABIT_CUTS_A_LETTER,
        "python ruby js perl java cs",
        rf"{A_LINE}\s*\[\s*:\s*-\s*2\s*\]|input\(\)\s*\[\s*:\s*-1\s*\]|"
        rf"gets\s*\[\s*0\s*\.\.\s*-3\s*\]|{A_LINE}\s*\.slice\s*\(\s*0\s*,\s*-2\s*\)|"
        rf"\bsubstr\s*\(\s*\${A_LINE}\s*,\s*0\s*,\s*-2\s*\)|"
        r"[rR]eadLine\(\)\s*\.\s*[sS]ubstring\s*\(\s*0",
        PIECES | ILLEGAL | _codes(rows.ONLY_CRLF),
    ),
    *_each(
        rows.HABIT_SAME_OBJECT,
        SILENT | ILLEGAL,
        {
            "java": rf"(?:{A_LINE}|\w\[\d\]|\w\(\))\s*[=!]=\s*\"[^\"\n]+\"",
            "perl": r"[=!]=\s*[\"'][A-Za-z]",
            "c": r"[=!]=\s*\"[^\"\n]+\"",
        },
        at_first=True,
    ),
    *(
        Habit(
            rows.HABIT_LINE_BREAK_KEPT,
            language,
            line,
            SILENT | _codes(rows.MOVE_OF_THE_OTHER, rows.MOVED_FIRST),
            unless=takes_it_off,
            needs=r"strcmp\s*\(" if language == "c" else r"==|\beq\b|\bcase\b|\bin\s*\(",
            at_first=True,
        )
        for language, (line, takes_it_off) in READS_A_LINE.items()
    ),
    *_each(rows.HABIT_READS_ALL, SILENT | HELD_BACK, READS_ALL, at_first=True),
    *(
        Habit(
            rows.HABIT_UNFLUSHED,
            language,
            flushing.prints,
            HELD_BACK if language == "python" else HELD_BACK | SILENT,
            unless=flushing.words,
            holds=lambda found: {"how": FLUSHES[found[1].language].call},
            at_first=True,
        )
        for language, flushing in FLUSHES.items()
    ),
    Habit(
        rows.HABIT_ASYNC,
        "js",
        r"\.on\s*\(\s*['\"](?:line|data)['\"]\s*,\s*async\b",
        PIECES | ILLEGAL,
        needs=r"\bawait\b",
    ),
    Habit(
        rows.HABIT_GLOBAL_PATTERN,
        "js",
        r"\b(?:const|let|var)\s+(?P<name>\w+)\s*=\s*/(?:[^/\\\n]|\\.)+/[a-z]*g[a-z]*\s*[;,\n]",
        PIECES | ILLEGAL | _codes(rows.WAITED_FOR_ANOTHER),
        holds=_looks_once,
    ),
    *_each(rows.HABIT_SHORTENS, ILLEGAL, {name: WALK % SHORTENS[name] for name in SHORTENS}),
    Habit(
        rows.HABIT_NO_SIGN,
        "cpp",
        r"\bfor\s*\([^;\n]*;[^;\n]*<=?\s*\w+(?:\.|->)size\s*\(\s*\)\s*-\s*1\s*;",
        ENDED,
        holds=_was_killed,
    ),
    Habit(
        rows.HABIT_BANG,
        "ruby",
        r"(?:=|\?|\[|\breturn|,|\bputs|<<|\+)\s*[\w.@]+\.(?:(?:up|down|swap)case|strip|chomp|"
        r"capitalize|squeeze|uniq|compact|flatten|reject)!|"
        r"\.(?:(?:up|down)case|strip|chomp|g?sub)!(?:\([^)\n]*\))?\.\w",
        SILENT | ILLEGAL,
    ),
    Habit(
        rows.HABIT_32_BITS,
        "c cpp java cs",
        rf"(?<![\w.])1\s*<<\s*\(?\s*(?:{SQUARE}|target)\b(?!\s*\()",
        ILLEGAL,
        needs=BITBOARD,
    ),
    *_each(rows.HABIT_SHARED_INPUT, PIECES, STARTS, needs=READS_INPUT),
    Habit(
        rows.HABIT_STRCMP,
        "c cpp",
        r"\bif\s*\(\s*strn?i?cmp\s*\([^()\n]*\)\s*\)",
        SILENT,
        unless=r"!\s*strn?i?cmp|strn?i?cmp\s*\([^()\n]*\)\s*[=!]=",
        at_first=True,
    ),
    *_each(rows.HABIT_SWALLOWS, SILENT, SWALLOWS),
    *_each(
        rows.HABIT_ZERO,
        ILLEGAL,
        {
            "perl": rf"(?:\bunless\s*\(?|\bif\s*\(\s*!|\bnot\s)\s*\${SQUARE}\s*(?:\)|;)",
            "python": rf"\b(?:if|while)\s+not\s+{SQUARE}\s*:|=\s*{SQUARE}\s+or\s",
            "js": rf"\bif\s*\(\s*!\s*{SQUARE}\s*\)|\b{SQUARE}\s*\|\|\s",
        },
    ),
    Habit(
        rows.HABIT_SLEEPS,
        "python c cpp java cs ruby perl go lua php rust",
        r"(?:\btime\.|\bThread\.|\bthread::|\b)u?[sS]leep\s*\(",
        _codes(rows.WAITS_BLINDLY, rows.SLEEPS),
    ),
)
"""The habits, those first that explain what was seen best."""
