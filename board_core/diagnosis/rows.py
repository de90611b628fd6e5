"""The findings about programs: one row for each, with its words and what to do about it.

The words stand here and nowhere else. Whoever recognises something calls a row with the facts; the
frontends, the report card, ``board why`` and the page of reasons read what the row says.
"""

from __future__ import annotations

from functools import partial

from board_core.game.player import Cause
from board_core.text.findings import Row, explained_on
from board_core.text.sentence import Sentence, say

NO_PROMPT = say("print no prompt: that of input('…') in Python goes to standard output too")
WAIT_FOR_THE_OPPONENT = say(
    "wait for the next line until the input ends: reading must have no time limit (read -t, alarm, "
    "select), however long the opponent thinks"
)
GIVE_ANOTHER_NAME = say("give that file another name")
ENDS_ITSELF = say(
    "see that each call comes nearer to its end: a depth of exactly 0 is never reached in steps of "
    "0.3"
)
KEEP_FILES_BESIDE = say(
    "keep the file in the program's folder and name it from there (in Python Path(__file__).parent "
    "/ 'book.txt', in JavaScript __dirname, in Ruby __dir__); print exceptions that are caught"
)
WITH_SLASHES = say("write paths with '/', which Windows reads too")
SHOW_THE_MODULE = say(
    "put a module of its own into its folder; list a package (--package), or begin the command "
    "with the Python of an environment that has it"
)
READ_LINES = say(
    "read lines of standard input: new BufferedReader(new InputStreamReader(System.in)) in Java, "
    "where System.console() is null without a terminal, Console.ReadLine() in C#, fgets(line, "
    "size, stdin) in C"
)
READ_SAN = say("read the moves as they are sent, in SAN: board.push_san(line) in Python")

SHOW_WHAT_IT_READS = say("write each line that it reads to standard error, and each move")
WITHOUT_THE_SANDBOX = say("start it once with --sandbox off, if it is yours: there it must work")
WITHOUT_THE_VARIABLE = say("start it with 'env -u NAME' before it: it must fail in the same way")


# Starting: what the system did not start, or what its files show
row, likely, possible = explained_on("diagnoses.md#it-does-not-start")

NO_ROOM_TO_START = row("no-room", "the board lacks a resource needed to start a program: {why}")
IS_A_FOLDER = row("is-a-folder", "{program} is a folder: name the program that is in it")
NO_PROGRAM = row("no-program", "there is no program {program}")
MEANT_PROGRAM = row("no-such-program", "there is no program {program}; did you mean {meant}?")
NO_SCRIPT = row("no-script", "there is no file {file} here")
NOT_EXECUTABLE = row(
    "not-executable-bit",
    "{program} may not be executed: run chmod +x on it or start it by its interpreter",
)
WINDOWS_LINE_BREAK = row(
    "windows-first-line",
    "the first line of {program} ends in a Windows line break: save it with Unix line ends",
)
NO_INTERPRETER = row(
    "no-such-interpreter", "{program} needs the interpreter {interpreter}, which does not exist"
)
NO_WINDOWS_PROGRAM = row(
    "no-windows-program",
    "{program} is no program for Windows; a script needs a name that ends in .py, or its "
    "interpreter before it, as in 'py {name}'",
)
NO_PROGRAM_HERE = row(
    "no-program-here",
    "{program} is no program for this machine; a script needs a first line such as #!/usr/bin/env "
    "python3",
)
NOT_STARTED = row("not-started", "{program} could not be started: {error}")
FOR_DOTNET = row("for-dotnet", "{program} is a program for .NET: start it with mono, as in '{how}'")
FOR_WINDOWS = row("for-windows", "{program} is a program for Windows: build it for this system")
BATCH_FILE = row(
    "batch-file", "{program} is a batch file of Windows: give the command that stands in it"
)
FOR_MACOS = row("for-macos", "{program} is a program for macOS: build it for this system")
FOR_LINUX = row("for-linux", "{program} is a program for Linux: build it for this system")
OTHER_PROCESSOR = row(
    "other-processor",
    "{program} was built for another kind of processor ({other}) than this machine has ({ours}): "
    "build it here",
)
NEEDS_INTERPRETER = row(
    "needs-interpreter",
    "{program} does not run by itself: start it with its interpreter, as in '{how}'",
)
SOURCE_ONLY = row(
    "source-only", "{program} is the source of a program: build it, and start what that makes"
)
STILL_LOADING = row("still-loading", "its file was still being loaded when it had to begin")
READY_TOO_LATE = row("ready-too-late", "it was ready too late: it had not said {expected} in time")
NOT_READY_IN_TIME = row("not-ready", "it did not say {expected} in time; {last}")
NO_HANDSHAKE_YET = row(
    "waits-at-start", "it did not say {expected}, and waits for more input; {last}"
)
THE_BOARD_HAS_IT = row(
    "other-python", "{missing}; the board's own Python has it: write {ours} in its place"
)
NO_MODULE_IN = row(
    "no-module", "its Python, {python}, has no module {module}", page="faq.md#no-module-named-numpy"
)
NO_MODULE = row(
    "no-such-module", "its Python has no module {module}", page="faq.md#no-module-named-numpy"
)
PACKAGE_HIDDEN = row(
    "package-hidden",
    "it imports {package}, which is installed there, but the sandbox shows programs only chess: "
    "add --package {package}",
    complete=True,
)
IN_UTF16 = likely(
    "utf-16",
    "{why}: its file {file} is written in UTF-16, two bytes for each letter, which Notepad calls "
    "Unicode",
    to_be_sure="let the command 'file', or an editor, name its encoding",
    advice="save the file as UTF-8",
    page="diagnoses.md#characters",
)
FUNCTIONS_ONLY = row(
    "functions-only",
    "{file} never reads its input, and has functions: write {file}:{function} to play with one",
)
SAID_SO = row("said-so", "{why}; it said {words}")
WINDOWS_ONLY = row(
    "windows-only",
    "its module {module} exists on Windows only, and this is {system}",
    advice="do without it: nobody presses keys or hears sounds in a game",
)
RELATIVE_IMPORT = row(
    "relative-import",
    "it imports from its own package (with a dot), but was started as a single file",
    advice="write 'import engine' for 'from . import engine', or start it with python -m",
)
row, likely, possible = explained_on("diagnoses.md#it-does-not-start", complete=True)
START_AS_MODULE = row(
    "start-as-module",
    "it imports from its own package (with a dot), but was started as a single file: start it as a "
    "module, from the folder that {package} is in, by '{how}'",
)
LINE_OF_PYTHON_2 = row(
    "line-of-python-2",
    "it has a line for Python 2, and this is Python 3: {line}",
    advice="write it for Python 3: print(move, flush=True) for print move, input() for "
    "raw_input(), range() for xrange()",
)
ARGUMENT_AS_FILE = row(
    "argument-as-file",
    "it read the word {word} of its command as the name of a file, in place of standard input",
    advice="read standard input: <STDIN> in Perl, $stdin.gets in Ruby",
)
FILE_OF_COMMAND = row(
    "no-file-of-command", "its command names the file {file}, which does not exist"
)
MEANT_FILE = row(
    "misspelt-file",
    "its command names the file {file}, which does not exist; did you mean {meant}?",
)
HIDDEN_INTERPRETER = row(
    "hidden-interpreter",
    "its first line names {interpreter}, which the sandbox does not show: begin the command with "
    "it, as in '{how}'",
)
STRANGERS_INTERPRETER = row(
    "interpreter-not-shown",
    "its first line names {interpreter}, which the sandbox does not show: write #!/usr/bin/env and "
    "its name there",
)
NO_LOADER = row(
    "no-loader",
    "the system has no loader for {program}, which was built for another system: build it here, or "
    "link it with -static",
)
CLASS_NOT_PACKED = row(
    "class-not-packed", "{file} lacks the class {name}: pack all classes into it"
)
CLASS_NOT_FOUND = row(
    "class-not-found",
    "its class path, {places}, has no class {name}: compile it, or name the folder that has it "
    "(-cp FOLDER)",
)
CLASS_OF_A_PACKAGE = row(
    "class-of-a-package",
    "its class is {name}, as its first line 'package …' says, and must be started by that name: "
    "'javac -d . FILE.java', then 'java -cp . {name}'; or delete that line",
)
NEWER_JAVA = row(
    "newer-java",
    "it was compiled for Java {made}, and this is Java {here}: compile it with javac --release "
    "{here}",
)
WANTS_A_WINDOW = row(
    "wants-a-window",
    "it opens a window, and there is no screen in a game: {line}",
    advice="open no window where it plays: a game has only standard input and output",
)

# Ending: what ended it, by its own words
row, likely, possible = explained_on("diagnoses.md#it-ended-or-cannot-be-reached")

ENDED_BEFORE_A_MOVE = row("ended-at-once", "the program ended before its first move: {status}")
ENDED = row("ended", "the program ended in the middle of the game: {status}")
LEFT_OFF_TURN = row(
    "left-off-turn",
    "it ended by itself, {seconds:.1f} s after its move, while its opponent was thinking: {status}",
    advice=WAIT_FOR_THE_OPPONENT,
)
LEFT_BEFORE_A_MOVE = row(
    "left-before-a-move",
    "it ended by itself before its first move, while its opponent was thinking: {status}",
    advice=WAIT_FOR_THE_OPPONENT,
)
CLOSED_OUTPUT = row("closed-output", "it closed its output but is still running")
CLOSED_INPUT = row("closed-input", "it closed its input but is still running")
WITH_TELLING_LINE = row(
    "error-line",
    "{why}; its standard error says {line}",
    advice="mend what that line names; the lines around it say where it happened",
)
WITH_THREAD_ENDED = likely(
    "thread-ended",
    "one of its threads ended by {line}, and the rest waits for it",
    to_be_sure="catch and print all exceptions in that thread: then the program must go on",
    advice="mend that line first: an exception ends its thread only, and the rest of the program "
    "waits",
)
WITH_RECURSION = row(
    "endless-recursion",
    "{why}; it calls functions within functions without an end: {line}",
    advice=ENDS_ITSELF,
)
RUNS_ELSEWHERE = possible(
    "other-folder", "{why}; it runs in the folder {folder}, and looks for files from there"
)
FILE_NOT_FOUND = row(
    "file-not-found",
    "{why}; it runs in {place}, and found no file {path} from there",
    advice=KEEP_FILES_BESIDE,
)
BACKSLASH_IN_PATH = row(
    "backslash-in-path",
    "{why}; it asked for the file {path}, but only Windows divides folders by '\\': here '/' does",
    advice=WITH_SLASHES,
)
OTHER_CAPITALS = row(
    "other-capitals",
    "{why}; it asked for {path}, but there is {meant}: capitals count here, as they do not on "
    "Windows and macOS",
    advice="write the name as the file has it, or rename the file",
)
FILE_OF_ITS_SOURCE = possible(
    "file-of-its-source",
    "{why}; it runs in {place}, where there is no file {path}, which its source names",
    advice=KEEP_FILES_BESIDE,
)
DATA_WITH_MARK = likely(
    "data-with-mark",
    "{file} begins with a byte order mark (EF BB BF), which editors do not show: it was read as "
    "part of its first word",
    advice="save that file as UTF-8 without BOM (spreadsheets write one), or read it so that the "
    "mark is left out: encoding='utf-8-sig' in Python",
    to_be_sure="print the first word of that file with its length to standard error",
)
HIDES_A_MODULE = possible(
    "hides-a-module",
    "{why}; perhaps because {file} in its folder hides Python's own module {module}",
    advice=GIVE_ANOTHER_NAME,
)
SAME_NAME = likely(
    "same-name-as-a-module",
    "{why}; {file} has the name of the module {module} and is imported in its place",
    to_be_sure="rename that file and start it again: the error must be gone",
    advice=GIVE_ANOTHER_NAME,
)

# Over HTTP: what stands between a question and its move
row, likely, possible = explained_on("http.md#when-it-fails")

HTTP_REFUSED = row(
    "http-refused",
    "nothing takes connections at {address}",
    advice="start the server there first, and give the port that it prints; on another machine it "
    "must listen on 0.0.0.0, not on 127.0.0.1 alone",
)
HTTP_NO_HOST = row(
    "http-no-host",
    "no machine with the name {host} was found",
    advice="look at the spelling, or give the number of the machine, as in http://192.168.1.7:8000/",
)
HTTP_NO_CONNECTION = row(
    "http-no-connection",
    "{address} took no connection within {seconds:.1f} s",
    advice="see that the machine is on and in the same network, and that no firewall closes "
    "the port",
)
HTTP_UNREACHABLE = row(
    "http-unreachable",
    "{address} cannot be reached: {why}",
    advice="see that both machines are in one network: does a browser here show that address?",
)
HTTP_CERTIFICATE = row(
    "http-certificate",
    "the certificate of {host} is not accepted: {why}",
    advice="give the server a certificate that this machine knows, or use http:// in a network "
    "that you trust",
)
HTTP_NO_TLS = row(
    "http-no-tls",
    "{address} takes connections, but does not speak TLS",
    advice="write http:// in place of https://, or have a proxy add the TLS",
)
HTTP_CUT = row(
    "http-cut",
    "its server took the question, and ended the connection without an answer",
    advice="look into the log of the server: it may have crashed, or its handler returned before "
    "it answered",
)
HTTP_CUT_WITHIN = row(
    "http-cut-within",
    "its server ended the connection in the middle of an answer",
    advice="look into the log of the server; Content-Length counts the bytes of the answer, not "
    "its letters",
)
HTTP_NO_HTTP = row(
    "http-no-http",
    "what it sent is no answer of HTTP: {said}",
    advice="write the port of the web server; another program may have that port",
)
HTTP_STATUS = row(
    "http-status",
    "its server answered with the status {status}, and not 200: {said}",
    advice="look into the log of the server: with 500 its code raised an error there",
)
HTTP_NOT_FOUND = row(
    "http-not-found",
    "its server has nothing at {path} (status 404): {said}",
    advice="write the path that its code answers, as in http://localhost:8000/move",
)
HTTP_NOT_ALLOWED = row(
    "http-not-allowed",
    "its server takes no POST at {path} (status 405)",
    advice="let its code answer POST there: methods=['POST'] in Flask, @app.post in FastAPI, "
    "app.post in Express",
)
HTTP_REDIRECT = row(
    "http-redirect",
    "its server sends the question on to {target} (status {status}), and no redirect is followed",
    advice="give the address that it names; often only a slash at the end differs",
)
HTTP_TOO_LONG = row(
    "http-too-long",
    "its answer is longer than {most} kB",
    advice='answer with the move alone: {{"move": "e4"}}',
)
HTTP_NO_JSON = row(
    "http-no-json",
    "its answer is no JSON: {said}",
    advice='answer with {{"move": "e4"}}, and with nothing around it',
)
HTTP_NO_MOVE = row(
    "http-no-move",
    "its answer has no text with the name move: {said}",
    advice='answer with {{"move": "e4"}}, one of legal_moves or as people write it',
)
HTTP_SILENT = row(
    "http-silent",
    "its server took the question, and had not answered after {seconds:.1f} s",
    advice="search less: this_move in clock has the seconds that are left; one that waits for "
    "something else shows it in its log",
)
HTTP_UNFINISHED = row(
    "http-unfinished",
    "its server had begun an answer (status {status}), and not ended it",
    advice="send Content-Length, or close the connection after the answer",
)

# Language models: what stands between a prompt and its move
row, likely, possible = explained_on("llm.md#when-it-fails")

LLM_TRUNCATED = row(
    "llm-truncated",
    "its answer was cut off after {tokens} tokens, before its move",
    advice="allow more (tokens=2048), or ask for brevity; what it thinks counts, too",
)
LLM_TOO_LONG = row(
    "llm-too-long",
    "its answer was cut off after {most} kB, before its move",
    advice="the server did not hold its limit of tokens: name the field that it reads "
    "(limit-field=max_completion_tokens)",
)
LLM_EMPTY = row(
    "llm-empty",
    "its answer was empty (finish reason: {finish})",
    advice="some servers answer so when all tokens went into thinking: allow more (tokens=4096)",
)
LLM_UNPARSABLE = row(
    "llm-unparsable",
    'its answer holds no {{"move": "…"}} and no line MOVE: …, and ends in {said}',
    advice="a move is taken from there alone, never from prose: say so in the system text",
)
LLM_ILLEGAL = row(
    "llm-illegal",
    "it answered with no legal move: {why}",
    advice="show it more: the board (show=board,moves), or the legal moves (legal=on)",
)
LLM_REFUSED = row(
    "llm-refused",
    "the model, or its provider, refused to answer: {said}",
    advice="look for words in the system text that its provider filters",
)
LLM_OUTAGE = row(
    "llm-outage",
    "{address} gave no answer in {tries} tries: {why}",
    advice="look into the log of the server; with 429 it is asked too much: play fewer games at "
    "the same time",
)
LLM_NO_CHAT = row(
    "llm-no-chat",
    "what its server answered is no chat completion: {said}",
    advice="give the base of the address, as in http://localhost:8080/v1, of a server that is "
    "compatible with OpenAI's",
)
LLM_NO_KEY = row(
    "llm-no-key",
    "the environment variable {name} holds no key that can be sent",
    advice="set it where the board runs: export {name}=…",
)
LLM_NO_SYSTEM = row(
    "llm-no-system-text", "the system text {file} cannot be read: {why}", complete=True
)
LLM_GAME_TOKENS = row(
    "llm-game-tokens",
    "it has used {used} of its {most} tokens for the game",
    advice="allow more (game-tokens=…), or fewer for an answer (tokens=…)",
)
LLM_LIMIT_IGNORED = row(
    "llm-limit-ignored",
    "its server counted {used} tokens in an answer that could have {most}",
    advice="name the field that the server reads: limit-field=max_completion_tokens, or max_tokens",
)

# Time: too late, silent, or kept from computing
row, likely, possible = explained_on("diagnoses.md#no-move-came-in-time")

TOO_LATE = row("too-late", "its answer came too late: {heard}")
LATE_OR_WAITS = possible(
    "late-or-waits",
    "it printed {text} only when its time was over, and more lines had been sent: it is too slow, "
    "or a line was lost on its way",
    advice="search less; or let one reader take all lines: a read that was given up after a time "
    "limit, a second reader, or a child with the same standard input takes a line away",
)
ANSWERS_A_COPY = likely(
    "answers-a-copy",
    "it read {line} and waited, without computing; when the same line was sent once more, it "
    "answered with {text}",
    advice="see what one line leaves for the next: a RegExp with the flag g begins behind its last "
    "match (lastIndex), a flag or counter may be left over, and a read that was given up, or "
    "a second reader, takes a line away",
    to_be_sure=SHOW_WHAT_IT_READS,
)
WITH_PROMPT = row(
    "prompt",
    "it printed {text} without a line break, which is no move, and waits",
    advice=NO_PROMPT,
)
NO_LINE_BREAK = row(
    "no-line-break", "it printed {text} without a line break: end every move with one and flush"
)
NO_LINE_BREAK_IN_BUFFER = row(
    "no-line-break-in-buffer",
    "it held back what it printed, without a line break: end every move with one and flush",
)
TWO_WAYS = likely(
    "written-in-two-ways",
    "it printed an empty line, and held back {text}: perhaps the move and its line break are "
    "written in two ways",
    to_be_sure="print the move and its line break in one call: then it must arrive whole",
    advice="write both in the same way (not printf and cout), and flush that",
)
HELD_BACK = row(
    "held-back", "it held back {text}, and printed it too late: flush the output after every move"
)
READS_TO_END = likely(
    "reads-to-the-end",
    "it printed {text} only at the end of its input: it reads to the end before it moves (read one "
    "line at a time), or never flushes",
    to_be_sure="write each line that it reads to standard error: if none appears before the input "
    "ends, it reads to the end; else it does not flush",
)
PRINTED_LATER = likely(
    "printed-later",
    "it printed {text} only when it was sent more, or its input had ended, though it flushes",
    advice="look at how it reads: a line that it has read was lost, or waits in a buffer",
    to_be_sure=SHOW_WHAT_IT_READS,
)
SUSPENDED = row("is-suspended", "the program is suspended (SIGSTOP)")
DEAF = row("deaf", "it closed its input, so that the board cannot send it anything")
NOT_BEGUN_TO_READ = row(
    "not-begun-to-read", "it had not begun to read its input {age:.1f} s after its start: {doing}"
)
INPUT_UNREAD = row("input-unread", "it has not read its input: {unread} bytes wait for it")
STILL_COMPUTES = row(
    "still-computing", "it was still computing, after {total:.1f} s of processor time in all"
)
MILLISECONDS = possible(
    "milliseconds",
    "it was told {told}, which means {seconds:g} s: these are {units}, which it may take for "
    "seconds",
    advice="search less, or end the search before that time is over: divide what the program is "
    "told by 1000 (UCI, Gomocup) or by 100 (XBoard's time) to get seconds; if it should not search "
    "here, look for a loop without end",
    page="clocks.md#clocks-in-the-protocols",
)
TAKES_LONGER = possible(
    "takes-longer",
    "its last moves took {times} s, each longer than the one before",
    advice="see what grows from move to move: a list that is never emptied, a game that is played "
    "anew from its first move, or a depth that does not heed the clock",
)
ALWAYS_AS_LONG = possible(
    "always-as-long",
    "its last moves took {times} s, nearly the same: it may not look at the time that is left",
    advice="compute the time for each move anew from what is left (in UCI wtime or btime, the "
    "numbers behind it are milliseconds), and print it to standard error to compare",
    page="my-ai.md#thinking-time",
)
ANSWERED_UNASKED = likely(
    "answered-unasked",
    "it printed {text} before it was asked, which does not count, and nothing after: print a move "
    "only after the opponent's",
    to_be_sure=SHOW_WHAT_IT_READS,
)
EMPTY_LINE = row(
    "empty-line",
    "it printed an empty line in place of its move, and waits for more input",
    advice="see why there is no move: PHP, Perl, Ruby, Tcl and shells print nothing for a value "
    "that is not there, as past the end of a list; a warning on standard error may name the line",
)
WAITED_FOR_ANOTHER = row(
    "waits-for-a-second-line",
    "it did not answer the line that asks for its move: it printed {text} only after a second line",
    advice="answer each line that asks for a move before you read the next: 'white' and 'go' are "
    "such lines, and BEGIN in Gomocup",
)
WAITS_FOR_MORE = row(
    "waits-for-input", "it has read the request and waits, without computing, for more input"
)
WAITS_BLINDLY = row(
    "waits-for-something",
    "it has read the request and waits, without computing, for something else",
)
SLEEPS = row(
    "sleeps",
    "it has read the request and sleeps: its main thread waits for a time, or for something that "
    "does not come before that is over",
    advice="see where it sleeps before it moves, or waits with a time limit: whoever is to end "
    "that wait (set, notify, put) has to do so when the move is found",
)
WAITS_UNSEEN = row(
    "waits-unseen",
    "it is waiting, without computing: for input that never comes, or for the rest of a request "
    "that it read only in part",
)
DID_NOT_ANSWER = row("did-not-answer", "it did not answer; {last}")
OVERLOADED = row(
    "machine-overloaded-by-others",
    "it was computing, but programs other than the players had overloaded the machine: it got a "
    "processor for {computed:.0%} of the time it wanted one",
    page="diagnoses.md#causes-outside-the-program",
)
BUSY_MACHINE = row(
    "machine-overloaded",
    "it was computing, but the machine was overloaded: it got a processor for {computed:.0%} of "
    "the time it wanted one",
    page="diagnoses.md#causes-outside-the-program",
)
KEPT_FROM_COMPUTING = row(
    "kept-from-computing",
    "it was kept from computing: it waited {waited:.1f} s for a processor, while {opponent} used "
    "{used:.1f} s of processor time out of turn",
)
WITH_FLUSHING = row("flush-so", "{why}, as {how} does")
PERHAPS_UNFLUSHED = possible(
    "perhaps-unflushed",
    "{why}; perhaps its move stands in a buffer, which {how} would flush",
    advice="flush after every move: in Java, C# and Go a writer of the program's own holds what it "
    "is given until then, even when the program ends",
)
ONLY_CRLF = row(
    "only-crlf",
    "it only answers lines that end in CR LF, as on Windows: lines end in LF here",
    advice="read lines that end in LF too: no $/ or split of CR LF, and take the CR off where one "
    "is",
    page="diagnoses.md#characters",
)
OVER_ELSEWHERE = possible(
    "over-elsewhere",
    "perhaps it takes the game to be over, because {draw}; but by its rules this game goes on, and "
    "it is to move",
    advice="answer as long as there is a legal move: in python-chess any(board.legal_moves) says "
    "so, and is_game_over() does not",
)
WITH_SILENT_TASKS = possible(
    "silent-tasks",
    "{why}; it has threads of its own: an exception in a task is lost unless the task catches and "
    "prints it (submit, Task.Run, async)",
    advice="ask each task for its result, or print every exception within it",
)
CHILD_BEHIND = possible(
    "child-behind",
    "{why}; meanwhile its child {child} waits for input of its own",
    advice="see what each waits for: flush what is written to a child, end each line with a line "
    "break, and read what it answers until its last line",
)
WAIT_FOR_EACH_OTHER = row(
    "wait-for-each-other",
    "{why}; it waits for its child {child}, which waits for input from it",
    advice="flush what is written to the child, with a line break at its end; read no more lines "
    "than it answers, and close its input before you wait for its end",
)
WAITS_FOR_CHILD = row(
    "waits-for-child",
    "{why}; it waits for its child {child}, which {does}",
    advice="give the child less to do, or stop it at a time limit; if it is to run on, read its "
    "answer and do not wait for its end",
)
CHILD_CANNOT_WRITE = row(
    "child-cannot-write",
    "{why}; its child {child} cannot go on: the pipe of its {stream} is full, and nobody reads it",
    advice="read all that a child writes while it runs, each stream in a thread of its own "
    "(communicate() in Python), or let that go elsewhere: stderr=subprocess.DEVNULL, "
    "2>/dev/null in a shell, ProcessBuilder.Redirect.DISCARD in Java",
)
OF_ITS_CHILD = (WAIT_FOR_EACH_OTHER, WAITS_FOR_CHILD, CHILD_CANNOT_WRITE)
"""They were seen, and explain a silence."""
WITH_MEMORY = possible(
    "memory-grows",
    "{why}, and its memory still grows, now {size:.0f} MiB: perhaps a recursion without an end, or "
    "a list that is never emptied",
    advice=ENDS_ITSELF,
)
COMPUTES_BESIDE_A_READER = possible(
    "computes-beside-a-reader",
    "{why}, while another thread of it waits for the next line",
    advice="if it searches, search less or stop at a time limit; if that loop waits for the line, "
    "take it from a queue, or make what both threads use volatile (Java) or atomic (C++)",
)

# Answers: what it printed, and when
row, likely, possible = explained_on("diagnoses.md#it-did-not-write-a-legal-move")

MOVE_OF_THE_OTHER = row(
    "move-of-the-other", "as {color} it printed {line}, which is a move of {other}"
)
MOVED_FIRST = row("moved-first", "as {color} it printed {line} before {other} had moved")
TWO_AT_FIRST = likely(
    "two-at-first",
    "it printed two moves, {first} and {second}, when its first was due: it moves before {other} "
    "does, or answers one line with two moves",
    to_be_sure=SHOW_WHAT_IT_READS,
)
TWO_MOVES = likely(
    "two-moves",
    "it answered one line with two moves, {first} and {second}",
    to_be_sure=SHOW_WHAT_IT_READS,
)
TOO_MANY_LINES = row("many-lines", "it printed more than {limit} lines for one move")
LONG_LINE = row("long-line", "it printed more than {limit} bytes without a line break")
NOT_READING = row("input-full", "it does not read its input: the pipe to it is full")
SENT_A_SIGNAL = row("sent-a-signal", "it sent {signal} to the program that hosts the game")

PRINT_ITS_BOARD = say(
    "print its own board to standard error before such a move, and compare it with this position"
)
SEVERAL_FIT = possible("several-fit", "{one}; or: {other}", complete=True)
FULL_LINE = possible(
    "full-line",
    "the line has {letters} letters, and is the first that an array of {size} has no room for",
    advice="make room for long lines: 'position … moves …' grows by five letters a half-move, to "
    "3000 in long games (in C an array of 8192, in C++ a std::string)",
    page="diagnoses.md#bounds",
)
ALL_FIT = likely(
    "all-fit",
    "{what}; the same explains {count} more of its refused moves",
    to_be_sure=PRINT_ITS_BOARD,
    complete=True,
)
row, *_ = explained_on("contest-toml.md#off-turn")
COMPUTED_OFF_TURN = row(
    "computed-off-turn",
    "it computed while it was not its turn: {used:.1f} s of processor time, and {opponent} waited "
    "{waited:.1f} s for a processor",
)
WORKED_WHILE_STILL = row(
    "worked-while-still",
    "it did not stand still while it was not its turn: {cpu:.1f} s of processor time",
)
STARTED_WHILE_STILL = row(
    "started-while-still",
    "it did not stand still while it was not its turn: it started {count} processes",
)

# Protocols: what a dialogue understood of it
row, likely, possible = explained_on("diagnoses.md#it-did-not-write-a-legal-move")

MEANT_AS_ANSWER = row(
    "read-as-a-comment", "it answered {line}, which is read as a comment: write {form}"
)
PERHAPS_COORDINATES = possible(
    "reads-coordinates",
    "it was sent {sent} and had written {heard}: perhaps it reads moves only as coordinates",
    advice=READ_SAN,
    page="chess-words.md#how-things-are-written",
)
OTHER_PROTOCOL = row(
    "other-protocol-spoken",
    "this program speaks {protocol}: write {prefix} before its command",
    page="programming-languages.md#engines",
)
ONLY_AFTER_STOP = likely(
    "only-after-stop",
    "it answered {sent} only after 'stop', as it would 'go infinite'",
    to_be_sure="start it by hand and type 'go wtime 1000 btime 1000': bestmove must come without "
    "'stop'",
    advice="compute a time limit from wtime, btime, winc and binc: only 'go infinite' waits for "
    "'stop'",
    page="clocks.md#clocks-in-the-protocols",
)
ONLY_ALONE = likely(
    "only-alone",
    "it answers {sent} when that comes alone, but not when it comes in one piece with {before}",
    to_be_sure="in a test of your own, write both lines to it in one call: it must answer",
    advice="one read may bring several lines, or a part of one: collect what comes, and split it "
    "at line breaks (in node: the module readline)",
    page="diagnoses.md#one-read",
)
NO_VARIANT = row(
    "no-such-variant", "the engine does not play {game}: its option {option} has no {variant}"
)
NO_VARIANT_OPTION = row(
    "no-variant-option", "the engine does not play {game}: it offers no option {option}"
)
SPLIT_BESTMOVE = row(
    "split-bestmove",
    "the engine wrote {line}: {word} was written before the search had ended, and a line of the "
    "search stands behind it",
    advice='compute the move first, then write the line: in C++ cout << "bestmove " << think() '
    "writes the word before it calls think",
)
ANSWER_WITHOUT_MOVE = row("answer-without-a-move", "the engine wrote {line} without a move")
NEAR_OPTION = row("no-such-option", "the engine has no option {option}; did you mean {meant}?")
NO_OPTION = row("unknown-option", "the engine has no option {option}, nor one like it")
OPTION_TAKES = row("wrong-option-value", "its option {option} takes {takes}, and not {value}")
NO_FEATURE_VARIANT = row(
    "no-feature-variant", "the engine does not play {game}: its 'feature variants' has no {variant}"
)
REFUSES_THE_GAME = row("refuses-the-game", "the engine does not accept the game: it wrote {line}")
ANSWERED_WITH_AN_ERROR = row(
    "answered-with-an-error", "it answered its question with {line}, and waits for more input"
)
STANDARD_START_ONLY = row(
    "standard-start-only", "the engine can only begin from the standard starting position"
)
CONTROL_CHARACTERS = row(
    "colours-printed",
    "it printed {text}, with control characters as for a terminal's colours: print only the move",
)
row, likely, possible = explained_on("gomoku.md#gomocup")
OWES_AN_OK = row(
    "owes-an-ok",
    "{line} is to be answered with OK",
    advice="at RESTART clear the board, at TAKEBACK take that stone off it, and answer OK",
)
MAY_BE_SMALLER = possible(
    "board-too-small",
    "it was sent {sent}, on a board of {size} points: perhaps its own is smaller",
    advice="make the board as large as START says: 'START 19' means 19x19",
)
SURPLUS_OK = likely(
    "surplus-ok",
    "it wrote 'OK' where no answer is due, perhaps to INFO: only START has one",
    to_be_sure="start it by hand and type 'INFO timeout_turn 1000': nothing must be printed",
)
NO_SWAP2 = row("no-swap2", "the program does not know the opening swap2: {line}")

# Functions: what a function of Python did in place of a move
row, likely, possible = explained_on("my-ai.md#as-a-python-function")

FUNCTION_RAISED = row("function-raised", "the function raised {error} at {where}")
NAME_UNDER_MAIN = row(
    "name-under-main",
    "the function raised {error} at {where}: that name is set under 'if __name__ == …', which does "
    "not run when the board imports the file",
    advice="set it above the functions: nothing that a move needs may stand under that line",
)
NO_MOVE = row("no-move-returned", "the function returned {value}: return a move, or its text")
BOARD_LEFT_CHANGED = likely(
    "board-left-changed",
    "the board that it got was changed when it returned: a move that was tried still stands there",
    advice="take back each move that is tried, in finally: (an exception or a return between push "
    "and pop leaves it made), or try moves on board.copy()",
    to_be_sure="print the board as the first and as the last thing that the function does",
)
NOTHING_YIELDED = row("nothing-yielded", "the function yielded no move")
ANSWERED_TOO_LATE = row(
    "function-too-late", "the function has moved, but too late: its time was just up"
)
NO_FUNCTION_FILE = row("no-function-file", "there is no file {file}")
NO_FUNCTION = row("no-such-function", "{file} has no function {function}: it has {functions}")
NO_FUNCTIONS = row("no-functions", "{file} has no function {function}, nor any other")
NOT_LOADED = row("function-not-loaded", "{file} could not be loaded: {why}")
NOT_RETURNED = row("function-not-returned", "the function has not returned: it is at {where}")

# Confinement: what the sandbox or a limit has to do with it
row, likely, possible = explained_on("sandbox.md#limits", complete=True)
MEMORY_USED_UP = row(
    "memory-used-up",
    "it has used up the {limit} MiB of memory that it may use (--memory): is a list or a table "
    "never emptied?",
)
LITTLE_MEMORY = row("little-memory", "it ran out of memory: it may use {limit} MiB (--memory)")
NO_MORE_THREADS = likely(
    "no-more-threads",
    "it could not start another thread or process: their number is limited",
    to_be_sure="let it start one thread only: the error must be gone",
)
row, likely, possible = explained_on("sandbox.md#visible-files", complete=True)
unseen = partial(likely, to_be_sure=WITHOUT_THE_SANDBOX)

VARIABLE_NOT_SET = likely(
    "variable-not-set",
    "the variable {name} is not set: it gets no environment but the board's",
    to_be_sure=WITHOUT_THE_VARIABLE,
)
VARIABLE_NOT_PASSED_ON = likely(
    "variable-not-passed-on",
    "the variable {name} is not set, and your own environment is not passed on: if it is set "
    "there, begin the command with 'env {name}=VALUE'",
    to_be_sure=WITHOUT_THE_VARIABLE,
)
CANNOT_WRITE_THERE = row(
    "cannot-write-there",
    "in the sandbox it can write only where TMPDIR says, and into its own folder unless that is "
    "large, a home or /tmp",
)
WANTS_TO_WRITE = row(
    "wants-to-write",
    "it wants to write {file}: in the sandbox it can write only where TMPDIR says, and into its "
    "own folder unless that is large, a home or /tmp",
    complete=True,
)
PERHAPS_WRITES = likely(
    "perhaps-writes",
    "it may want to write {file}, whose name is in its file: its own folder, which is large, a "
    "home or /tmp, is read-only here, and the system gives no file then (fopen: NULL)",
    to_be_sure=WITHOUT_THE_SANDBOX,
    complete=True,
)
NO_NETWORK = row("no-network", "in the sandbox there is no network", complete=True)
ENVIRONMENT_LEFT_OUT = row(
    "environment-left-out",
    "{path} is of an environment, which is left out of what is handed in: python3 finds chess and "
    "the packages that the organiser lists",
)
ENVIRONMENT_NOT_SHOWN = row(
    "environment-not-shown",
    "{path} is of an environment in its folder, which is shown only if the command begins with it: "
    "as in '{path} my_ai.py'",
)
LIBRARY_BESIDE = row(
    "library-beside",
    "the library {name} lies beside it, where it is not looked for, and LD_LIBRARY_PATH is not "
    "passed on: link with -Wl,-rpath,'$ORIGIN', or begin the command with 'env LD_LIBRARY_PATH=.'",
)
LIBRARY_NOT_BROUGHT = row(
    "library-not-brought",
    "the library {name} is in no folder that the sandbox shows it: bring it along, in the "
    "program's folder, and link with -Wl,-rpath,'$ORIGIN', or ask the organiser",
)
LIBRARY_NOT_SHOWN = row(
    "library-not-shown",
    "the library {name} is in no folder that the sandbox shows it, and your own settings, such as "
    "LD_LIBRARY_PATH, are not passed on: put it beside the program and link with "
    "-Wl,-rpath,'$ORIGIN', or show its folder (--readable) and begin the command with 'env "
    "LD_LIBRARY_PATH=FOLDER'",
)
PACKAGE_NOT_LISTED = row(
    "package-not-listed",
    "modules of its own are to be in its folder, and of packages it sees chess and those that the "
    "organiser lists (packages)",
)
FEW_FILES_SHOWN = unseen(
    "few-files-shown",
    "of {folder} it sees only the files that its command names, for that folder holds too much: "
    "with modules of its own it is to be in a folder of its own; a package is to be listed "
    "(--package {package}), or to belong to an environment that the command names, as in "
    ".venv/bin/python my_ai.py",
    advice=SHOW_THE_MODULE,
)
PACKAGE_NOT_SHOWN = unseen(
    "package-not-shown",
    "a module of its own is to be in {folder}; a package is to be listed (--package {package}), or "
    "to belong to an environment that the command names, as in .venv/bin/python my_ai.py",
    advice=SHOW_THE_MODULE,
)
NOT_BROUGHT = unseen(
    "module-not-brought",
    "it found no {name} in its folder and the system's, which are all that it sees: bring it "
    "along, in the program's folder, or ask the organiser",
)
NOT_SHOWN = unseen(
    "module-not-shown",
    "it found no {name} in {folder} and the system's folders, which are all that the sandbox shows "
    "it: install it, or show the folder that has it (--readable FOLDER)",
)
BESIDE_IT = row(
    "module-beside", "{file} lies beside it, where it is not looked for: {how}", complete=True
)
ENGINE_HIDDEN = row(
    "engine-hidden",
    "the sandbox shows it no program {name}: the chess and gomoku programs of this machine are "
    "hidden, so that each plays its own moves",
)
ENGINE_NOT_SHOWN = row(
    "engine-not-shown",
    "the sandbox shows it no program {name}: the chess and gomoku programs of this machine are "
    "hidden, so that each plays its own moves; if it is to play with that one, add --readable with "
    "its path, as in --readable {path}",
)
ENGINE_NOT_HERE = row(
    "engine-not-here",
    "it starts the program {name}, which is not on this machine: install it first, and then show "
    "it to the program by --readable with its path, since the sandbox hides chess programs",
)
PATH_NOT_LISTED = unseen(
    "path-not-listed",
    "the sandbox shows it nothing at {path}: what it needs is to be in its folder, or listed by "
    "the organiser (readable)",
)
PATH_NOT_SHOWN = unseen(
    "path-not-shown",
    "the sandbox shows it nothing at {path}, whether there is something or not: if it is to read "
    "that, and no secret is there, add --readable {path}",
)
FOLDER_TOO_FULL = unseen(
    "folder-too-full",
    "of {folder} it sees only the files that its command names, because that folder is too large "
    "to show: move the program, with all that it needs, into a folder of its own",
)
SOMETHING_NOT_LISTED = possible(
    "something-not-listed",
    "its standard error says {line}; it sees its own folder and the system's: anything else it "
    "needs is to be in its folder, or listed by the organiser (readable)",
)
SOMETHING_NOT_SHOWN = possible(
    "something-not-shown",
    "its standard error says {line}; the sandbox shows it {folder} and the system's folders: if it "
    "looked elsewhere, add --readable with that path",
)
HOME_NOT_LISTED = row(
    "home-not-listed",
    "{path} is below its home folder ('~'), which in the sandbox is {home}, and empty at first: "
    "what it needs must be in its folder, or listed by the organiser (readable)",
)
HOME_NOT_SHOWN = row(
    "home-not-shown",
    "{path} is below its home folder ('~'), which in the sandbox is {home}, and empty at first: "
    "name the file by its whole path, and add --readable with that path",
)

# Its source: what a line of it is known to do in its language, where that explains what was seen
row, likely, possible = explained_on("programming-languages.md#the-program")


def habit(code: str, words: str, /, advice: Sentence | str) -> Row:
    """Return a row of what a line is likely to do: a change of that line alone shows it."""
    gone = say("change only that line, and check again: then this must be gone")
    return likely(code, words, advice=advice, to_be_sure=gone)


HABIT_UNFLUSHED = habit(
    "habit-unflushed",
    "{at}: what it prints stays in a buffer until {how} writes it, and nothing in that file does",
    "flush after every move, or set the output to write each line at once",
)
HABIT_PROMPT = habit("habit-prompt", "{at}: what it asks with goes to standard output", NO_PROMPT)
HABIT_SELECT = habit(
    "habit-select",
    "{at}: that does not see lines which the reader has already taken into its buffer",
    "read in a thread of its own that puts lines into a queue, or read what is there "
    "(os.read(0, 65536) in Python) and split it at line breaks",
)
HABIT_NEW_READER = habit(
    "habit-new-reader",
    "{at}: a new reader misses the lines that the one before has read ahead",
    "make one reader at the start, and read every line from that",
)
HABIT_TIMED_READ = habit(
    "habit-timed-read",
    "{at}: when its time is up that reading goes on, and the next line is lost in it",
    "let one thread read all lines into a queue, and give a time limit to the queue only",
)
HABIT_SHORT_BUFFER = habit(
    "habit-short-buffer",
    "{at}: a line of {length} letters, as it was sent, does not fit into {room} bytes with its end",
    "make room for the longest line that may come, and read until its line break",
)
AN_INPUT_OF_ITS_OWN = say(
    "give it an input of its own: </dev/null in a shell, stdin=subprocess.DEVNULL in Python"
)
HABIT_CHILD_READS = habit(
    "habit-child-reads",
    "{at}: its child {child} waits for the same standard input, and takes lines away",
    AN_INPUT_OF_ITS_OWN,
)
HABIT_SHARED_INPUT = possible(
    "habit-shared-input",
    "{at}: what is started there has the same standard input, and may read its lines",
    advice=AN_INPUT_OF_ITS_OWN,
)
HABIT_KEYBOARD = habit(
    "habit-keyboard",
    "{at}: that is for a keyboard, and a game has only standard input and output",
    READ_LINES,
)
HABIT_SAME_OBJECT = habit(
    "habit-same-object",
    "{at}: there == does not compare the letters of two texts",
    "write a.equals(b) in Java, $a eq $b in Perl, strcmp(a, b) == 0 in C",
)
HABIT_STRCMP = possible(
    "habit-strcmp",
    "{at}: strcmp is 0, which counts as false, where both texts are the same",
    advice="write strcmp(a, b) == 0 where two texts are to be the same",
)
HABIT_LINE_BREAK_KEPT = habit(
    "habit-line-break-kept",
    "{at}: a line is read with its line break, which nothing in that file takes off",
    "take the line break off before you compare: strcspn in C, chomp in Perl and Ruby, strip() "
    "in Python, trim in PHP and Rust, strings.TrimSpace in Go",
)
HABIT_CUTS_A_LETTER = habit(
    "habit-cuts-a-letter",
    "{at}: that cuts off more than the end of a line, which is one letter or was taken off already",
    "take off only what is there: strip() in Python, trim() in JavaScript and PHP, chomp in "
    "Perl and Ruby",
)
HABIT_32_BITS = habit(
    "habit-32-bits",
    "{at}: the 1 there has 32 bits, and a board has 64 squares",
    "shift a 1 of 64 bits: 1ULL << square in C and C++, 1L in Java, 1UL in C#",
)
HABIT_FRACTION = habit(
    "habit-fraction",
    "{at}: '/' makes a number with a fraction, which is written as in 4.0",
    "divide by '//', which makes whole numbers",
)
HABIT_BANG = habit(
    "habit-bang",
    "{at}: that is nil where there was nothing to change",
    "write it without '!' where its value is used",
)
HABIT_ZERO = possible(
    "habit-zero",
    "{at}: 0 counts as false there, and may be the number of a square in the corner",
    advice="ask for a missing value: defined in Perl, is None in Python, == null in JavaScript",
)
HABIT_SWALLOWS = possible(
    "habit-swallows",
    "{at}: whatever goes wrong is hidden there",
    advice="print to standard error what is caught there, and play again: it may be the cause",
)
HABIT_GLOBAL_PATTERN = habit(
    "habit-global-pattern",
    "{at}: with the flag g it begins its next search behind its last match (lastIndex)",
    say("leave out the flag g where one text is looked at once, as with exec and test"),
)
HABIT_SHORTENS = habit(
    "habit-shortens",
    "{at}: a list that is shortened while it is walked leaves out the element behind each one that "
    "goes",
    say("make a new list of what stays (a filter), or walk from the end"),
)
HABIT_NO_SIGN = possible(
    "habit-no-sign",
    "{at}: there size() has no sign, and 0 - 1 is a huge number for an empty list",
    advice="write i + 1 < list.size(), or leave before if the list is empty, as at a mate",
)
HABIT_ASYNC = habit(
    "habit-async",
    "{at}: where that waits, the next line is handled before this one has been",
    "handle one line after the other: for await (const line of lines) in JavaScript",
)
HABIT_BEGINS_TO_WRITE = habit(
    "habit-begins-to-write",
    "{at}: its line is begun before the search, which writes lines of its own into it",
    "compute the move first, and then write its line in one piece",
)
HABIT_READS_ALL = habit(
    "habit-reads-all",
    "{at}: that waits for the end of the input, which comes after the game",
    "read one line, answer it, and only then read the next",
)
HABIT_SLEEPS = possible(
    "habit-sleeps",
    "{at}: it sleeps there",
    advice="sleep nowhere: its clock runs; to wait for a line, read it",
)


# On another machine: the board sees its line, and no program
row, likely, possible = explained_on("diagnoses.md#on-another-machine")

KEEP_ITS_LINE = say(
    "see whether its machine sleeps, its network ends or a proxy closes quiet lines; a client that "
    "comes back in time goes on, and its clock runs meanwhile"
)
SEE_ITS_TERMINAL = say(
    "see its own log, on the machine where it runs; with board join its own machine says why"
)

LINE_LOST = row(
    "line-lost",
    "its line had been lost {seconds:.1f} s before its flag fell, and it did not come back",
    advice=KEEP_ITS_LINE,
)
STAYED_AWAY = row(
    "stayed-away",
    "its line was lost, and it did not come back within {seconds:g} s",
    advice=KEEP_ITS_LINE,
)
NEVER_CAME = row(
    "never-came",
    "it was not there: it did not open the game within {seconds:g} s",
    advice="start its client before the game, and look there whether it takes the game",
)
NO_FIRST_MOVE = row(
    "no-first-move",
    "it was there, and no first move came within {seconds:g} s",
    advice=SEE_ITS_TERMINAL,
)
SILENT_ELSEWHERE = row(
    "silent-elsewhere",
    "its line was open, and no move came before its flag fell",
    advice=SEE_ITS_TERMINAL,
)
LATE_ELSEWHERE = row(
    "late-elsewhere",
    "its move came {seconds:.2f} s after its flag had fallen",
    advice="have it keep more time in hand for the way (move_overhead in lichess-bot), or give "
    "the game an increment",
)


CAUSE_ADVICE = {
    Cause.EXITED: say("read on until the input ends; its standard error may say why it ended"),
    Cause.KILLED: say("look for what broke it: its standard error, a debugger, fewer threads"),
    Cause.CLOSED_OUTPUT: say("keep standard output open until the input ends"),
    Cause.CLOSED_INPUT: say("keep standard input open until the game is over"),
    Cause.EXCEPTION: say("the traceback shows the line"),
    Cause.WRONG_TYPE: say("return a move of the list of legal moves"),
    Cause.NO_ANSWER: say("answer every line with a move, end it with a line break and flush"),
    Cause.IDLE: say("answer every line with a move, end it with a line break and flush"),
    Cause.LATE: say("search less, or stop searching at a time limit of your own"),
    Cause.COMPUTING: say(
        "search less, or stop at a time limit of your own; if it should not search here, look for "
        "a loop without end"
    ),
    Cause.BUSY_MACHINE: say("try again when the machine has nothing else to do"),
    Cause.OVERLOADED: say("try again when the machine has nothing else to do"),
    Cause.SUSPENDED: say("do not stop the program: SIGSTOP leaves it on the clock"),
    Cause.NO_MODULE: say("install it for that Python, or start the program with one that has it"),
    Cause.MEMORY: say(
        "keep less: what grows from move to move, such as a table without a limit or a list of all "
        "positions? --memory allows more"
    ),
    Cause.READS_TO_END: say("read one line, answer it and flush, before you read the next"),
    Cause.NEVER_READ: say("load less or later, and read a line before every move"),
    Cause.NOT_READING: say("read a line from standard input before every move"),
    Cause.AWAY: KEEP_ITS_LINE,
    Cause.ENCODING: say("write moves in ASCII, one byte a letter"),
    Cause.LINE_TOO_LONG: say("end every move with a line break, and print nothing longer than one"),
    Cause.TOO_MANY_LINES: say(
        "print one line for each move; for your own notes use standard error"
    ),
    Cause.ILLEGAL: say(
        "have it print its own board to standard error before this move: a square that differs "
        "from the position shows that an earlier move went wrong there, or that one which was only "
        "tried still stands on it (a copy that shares its rows); if none does, look at how it "
        "finds its moves"
    ),
}
"""What to do about a failure of which no row tells more."""
