"""What a line of a program's source can explain, and what it is never blamed for."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from board_core.diagnosis import rows
from board_core.diagnosis.advice import advice_on
from board_core.diagnosis.facts import Facts
from board_core.diagnosis.ranking import explain
from board_core.diagnosis.source import HABITS, MOST_BYTES, habits, sources
from board_core.game.player import Cause, Explanation
from board_core.supervise.children import ChildSeen
from board_core.supervise.command import Command
from board_core.text.findings import Certainty
from board_core.text.sentence import say

SILENT = rows.WAITS_FOR_MORE()
HELD = rows.HELD_BACK(text="'d4'")
ALONE = rows.ONLY_ALONE(sent="'isready'", before="'uci'")
WRONG = say("'e4' is not legal")
CAUSES = {SILENT: Cause.IDLE, HELD: Cause.UNFLUSHED, ALONE: Cause.IDLE, WRONG: Cause.ILLEGAL}
CAUSES |= {rows.ANSWERS_A_COPY(line="'Nf6'", text="'d4'"): Cause.IDLE}
HALVES = 'cout << "bestmove " << uci(think(board)) << endl;'
PATTERN = "/^([KQRBN]?)x?([a-h])([1-8])$/"
COPIED = rows.ANSWERS_A_COPY(line="'Nf6'", text="'d4'")
EACH = "for (int i = 0; i <"
EACH_LINE = "String line() {\n  Scanner in = new Scanner(System.in);\n  return in.nextLine();\n}"


def facts(folder: Path, name: str, text: str, sentence=SILENT, **more) -> Facts:
    file = folder / name
    file.write_text(text)
    command = Command((str(file),), folder, more.pop("handed_in", False))
    known = Explanation(more.pop("cause", CAUSES.get(sentence, Cause.EXITED)), sentence, **more)
    return Facts(known, command)


@pytest.mark.parametrize(
    ("name", "text", "seen", "code"),
    [
        ("a.c", 'int main() {\n  printf("%s\\n", move);\n}', SILENT, "unflushed"),
        ("a.c", 'printf("%s\\n", move);', HELD, "unflushed"),
        ("a.rb", "puts move", SILENT, "unflushed"),
        ("a.go", "w := bufio.NewWriter(os.Stdout)", SILENT, "unflushed"),
        ("a.cpp", 'printf("e4\\n");', SILENT, "unflushed"),
        ("a.py", "print(move)", HELD, "unflushed"),
        ("a.py", "if select.select([0], [], [], 1)[0]:\n  sys.stdin.readline()", ALONE, "select"),
        ("A.java", EACH_LINE, ALONE, "new-reader"),
        ("a.go", "for {\n  r := bufio.NewReader(os.Stdin)\n}", SILENT, "new-reader"),
        (
            "a.py",
            "await wait_for(line(), 4)\nloop.run_in_executor(None, sys.stdin.readline)",
            SILENT,
            "timed-read",
        ),
        ("a.sh", "while read -r line; do\n  m=$(python3 next.py $m)\ndone", SILENT, "shared-input"),
        ("a.py", "input()\nsubprocess.run(['./helper'])", SILENT, "shared-input"),
        ("B.cs", "while (!Console.KeyAvailable) {}", SILENT, "keyboard"),
        ("A.java", 'if (line == "white") {', SILENT, "same-object"),
        ("a.pl", "if ($line == 'white') {", WRONG, "same-object"),
        (
            "a.c",
            'while (fgets(line, 99, stdin)) if (!strcmp(line, "white")) {',
            SILENT,
            "line-break-kept",
        ),
        ("a.py", "handle(line[:-2])", WRONG, "cuts-a-letter"),
        ("a.c", "uint64_t all; all |= 1 << sq;", WRONG, "32-bits"),
        ("a.lua", "local row = (s - file) / 8", WRONG, "fraction"),
        ("a.rb", "piece = white ? name.upcase! : name", WRONG, "bang"),
        ("a.pl", "return 0 unless $k;", WRONG, "zero"),
        ("a.py", "try:\n  go()\nexcept:\n  pass", SILENT, "swallows"),
        ("a.js", "rl.on('line', async (line) => {\n  await go(line);\n});", WRONG, "async"),
        ("a.cpp", HALVES, WRONG, "begins-to-write"),
        ("a.py", "for line in sys.stdin.read().split():", SILENT, "reads-all"),
        ("a.py", 'line = input("Your move: ")', WRONG, "prompt"),
        ("a.rb", "sleep(5)", rows.WAITS_BLINDLY(), "sleeps"),
        ("a.js", f"const SAN = {PATTERN}g;\nm = SAN.exec(line);", COPIED, "global-pattern"),
        ("a.js", f"let san = {PATTERN}gu;\nif (san.test(line)) go();", SILENT, "global-pattern"),
        ("a.lua", "for i, m in ipairs(all) do\n  table.remove(all, i)\nend", WRONG, "shortens"),
        (
            "a.py",
            "def f():\n  for m in all:\n    if bad(m):\n      all.remove(m)\n  return all",
            WRONG,
            "shortens",
        ),
        ("a.rb", "all.each do |m|\n  all.delete(m) if bad(m)\nend", WRONG, "shortens"),
        ("a.js", f"{EACH} all.length; i++)\n  if (bad(i)) all.splice(i, 1);", WRONG, "shortens"),
        ("A.java", f"{EACH} all.size(); i++) {{\n  all.remove(i);\n}}", WRONG, "shortens"),
        ("B.cs", f"{EACH} all.Count; ++i)\n  all.RemoveAt(i);", WRONG, "shortens"),
        ("a.cpp", f"{EACH} all.size(); i++)\n  all.erase(all.begin() + i);", WRONG, "shortens"),
    ],
)
def test_a_habit_explains_what_was_seen_with_its_line(tmp_path, name, text, seen, code):
    heard = {"begins-to-write": "bestmove info depth 1", "prompt": "Your move: e4"}
    last = heard.get(code, "b4.0" if code == "fraction" else "")
    cause = CAUSES.get(seen, Cause.IDLE)
    found = explain(facts(tmp_path, name, text, seen, last_heard=last, cause=cause))
    assert found.codes[0] == f"habit-{code}"
    assert f" of '{name}'" in str(found.sentence)
    assert str(found.sentence).startswith(str(seen))
    assert advice_on(found) is not None


@pytest.mark.parametrize(
    ("name", "text", "seen"),
    [
        ("a.c", 'printf("%s\\n", move); fflush(stdout);', SILENT),
        ("a.c", 'setvbuf(stdout, NULL, _IONBF, 0);\nputs("e4");', SILENT),
        ("a.cpp", "string s; while (cin >> s) cout << move << '\\n';", SILENT),
        ("a.py", "print(move)", SILENT),
        ("a.rb", "$stdout.sync = true\nputs move", SILENT),
        ("a.go", "fmt.Println(move)", SILENT),
        ("a.c", '// printf("%s")', SILENT),
        ("A.java", "void main() {\n  Scanner in = new Scanner(System.in);\n  run(in);\n}", ALONE),
        ("a.py", "subprocess.run(['./helper'],\n  stdin=subprocess.DEVNULL)", SILENT),
        ("a.sh", "while read -r line; do\n  m=$(python3 next.py $m </dev/null)\ndone", SILENT),
        ("run.sh", "if true; then\n  python3 bot.py\nfi", SILENT),
        ("a.sh", "while read -r line; do\n  m=$(echo $m | python3 next.py)\ndone", SILENT),
        ("a.pl", "while (<STDIN>) { chomp; if ($_ eq 'white') { $| = 1; } }", SILENT),
        ("a.c", "uint64_t all; all |= 1ULL << sq;", WRONG),
        ("a.c", "flags |= 1 << sq;", WRONG),
        ("a.rb", "name.upcase!", WRONG),
        ("a.py", "row = s // 8", WRONG),
        ("a.py", 'line = input("Your move: ")', WRONG),
        ("a.js", "rl.on('line', async (line) => { go(line); });", WRONG),
        ("a.js", f"const SAN = {PATTERN};\nm = SAN.exec(line);", COPIED),
        ("a.js", f"const W = {PATTERN}g;\nwhile ((m = W.exec(line))) take(m);", COPIED),
        ("a.js", f"const W = {PATTERN}g;\nreturn line.replace(W, '');", COPIED),
        ("a.py", "for m in list(all):\n  all.remove(m)", WRONG),
        ("a.py", "for m in all:\n  if m == x:\n    all.remove(m)\n    break", WRONG),
        ("a.py", "for m in all:\n  show(m)\nall.remove(x)", WRONG),
        ("a.js", f"{EACH} all.length; i++)\n  if (bad(i)) all.splice(i--, 1);", WRONG),
        ("A.java", "for (int i = all.size() - 1; i >= 0; i--)\n  all.remove(i);", WRONG),
        ("a.cpp", f"{EACH} all.size() - 1; i++)", rows.ENDED(status="exit code 1")),
        ("a.txt", 'printf("%s\\n", move);', SILENT),
        ("A.java", 'String color = "white"; if (color == "white") {}', SILENT),
        ("A.java", "log = new PrintWriter(new FileWriter(name));", SILENT),
        ("a.c", "while (fgets(line, 99, stdin)) { line[strlen(line) - 1] = 0; }", SILENT),
        ("a.rb", "$stdout.sync = true\nif gets =~ /white/", SILENT),
        ("a.py", "san = move[:-2]", WRONG),
        ("a.py", "for line in sys.stdin:\n  print('e4')", SILENT),
        ("a.c", "while (fgets(line, 99, stdin)) if (*line == 'w') fflush(stdout);", SILENT),
        ("a.py", '"""Knows no king or rook."""', WRONG),
        ("a.c", "uint64_t all; for (i = 0; i < 8; i++) if (flags & (1 << i)) {}", WRONG),
        ("a.rb", "last = moves.slice!(0)\nif name.sub!(/x/, '')", WRONG),
        ("a.rs", "let s = fs::read_to_string(path);", SILENT),
        ("a.js", "var a = 1;" * 60 + "rl.on('line', async (l) => { await go(l); });", WRONG),
    ],
)
def test_a_line_that_is_right_or_does_not_fit_is_not_blamed(tmp_path, name, text, seen):
    assert list(habits(facts(tmp_path, name, text, seen, last_heard=""))) == []


def test_a_number_without_a_sign_is_suspected_where_the_system_ended_the_program(tmp_path):
    for loop, codes in (
        (f"{EACH} all.size() - 1; i++)", ("habit-no-sign", "ended")),
        (f"{EACH} (int)all.size() - 1; i++)", ("other-folder", "ended")),
    ):
        ended = facts(tmp_path, "a.cpp", loop, rows.ENDED(status="SIGSEGV"), cause=Cause.KILLED)
        assert explain(ended).codes == codes


@pytest.mark.parametrize("size", ["6", "SIZE", "sizeof line", "sizeof(line)"])
def test_a_buffer_is_too_short_for_the_line_that_was_sent(tmp_path, size):
    text = f"#define SIZE 6\nchar line[SIZE];\nfgets(line, {size}, stdin);"
    short = explain(facts(tmp_path, "a.c", text, last_sent="exd8=Q+", last_heard="e5"))
    assert short.codes[0] == "habit-short-buffer"
    assert "a line of 7 letters, as it was sent, does not fit into 6 bytes" in str(short.sentence)
    pointer = "char *line = malloc(99);\nfgets(line, sizeof(line), stdin);"
    eight = facts(tmp_path, "b.c", pointer, last_sent="exd8=Q+", last_heard="e5")
    assert "into 8 bytes" in str(explain(eight).sentence)
    elsewhere = f"void told(char *line) {{}}\nchar line[8192];\n{pointer.splitlines()[1]}"
    roomy = facts(tmp_path, "d.c", elsewhere, last_sent="exd8=Q+", last_heard="e5")
    assert "habit-short-buffer" not in explain(roomy).codes
    fits = facts(tmp_path, "a.c", text, last_sent="exd8", last_heard="e5")
    assert not any(map(rows.HABIT_SHORT_BUFFER.is_in, habits(fits)))


def test_a_child_that_waits_for_the_same_input_is_named_with_the_line_that_starts_it(tmp_path):
    text = "while read -r line; do\n  mine=$(python3 next.py $moves)\ndone"
    child = ChildSeen("python3 next.py", "S", reads=True, shares_input=True)
    seen = replace(facts(tmp_path, "a.sh", text), children=(child,))
    found = explain(seen)
    assert found.codes == ("habit-child-reads", "waits-for-input")
    assert "its child 'python3 next.py' waits for the same standard input" in str(found.sentence)
    assert "line 2 of 'a.sh'" in str(found.sentence)
    assert "</dev/null" in str(advice_on(found))


def test_what_a_script_starts_in_its_own_place_is_not_blamed_for_reading(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    child = ChildSeen("python3 bot.py", "S", reads=True, shares_input=True)
    seen = replace(facts(tmp_path, "run.sh", "cd x\npython3 bot.py"), children=(child,))
    assert explain(seen).codes == ("waits-for-input",)


def test_a_child_with_an_input_of_its_own_is_named_where_nothing_else_was_found(tmp_path):
    child = ChildSeen("./helper --fast", "S", reads=True, fed=True)
    seen = replace(facts(tmp_path, "a.txt", ""), children=(child,))
    found = explain(seen)
    assert found.codes == ("child-behind", "waits-for-input")
    assert "its child './helper --fast' waits for input of its own" in str(found.sentence)


def test_a_program_that_flushes_and_loses_a_line_is_not_told_to_flush(tmp_path):
    text = (
        "line = await asyncio.wait_for(self.read(), 4)\n"
        "loop.run_in_executor(None, sys.stdin.readline)\nprint(move, flush=True)"
    )
    found = explain(facts(tmp_path, "a.py", text, HELD, last_heard="d4"))
    assert found.codes == ("habit-timed-read", "printed-later")
    assert "flush the output" not in str(found.sentence)


def test_a_guess_from_the_source_gives_way_to_what_its_own_words_say(tmp_path):
    words = 'Traceback (most recent call last):\n  File "a.rb", line 2, in f\nKeyError: 6'
    assert explain(facts(tmp_path, "a.rb", "puts move", stderr=words)).codes[0] == "error-line"


def test_a_program_that_does_not_understand_a_move_may_have_a_habit_that_loses_it(tmp_path):
    words = "/a.rb:16:in `play': unknown move Qxf4 (RuntimeError)"
    text = "piece = name.upcase!"
    ended = facts(tmp_path, "a.rb", text, rows.ENDED(status="x"), stderr=words, last_sent="Qxf4")
    assert explain(ended).codes == ("habit-bang", "error-line", "ended")
    other = facts(tmp_path, "a.rb", text, rows.ENDED(status="x"), stderr=words, last_sent="e4")
    assert explain(other).codes == ("error-line", "ended")


def test_what_has_answered_before_does_not_hold_all_back(tmp_path):
    assert list(habits(facts(tmp_path, "a.rb", "puts move", last_heard="e5"))) == []


def test_a_strangers_source_is_quoted_nowhere(tmp_path):
    assert list(habits(facts(tmp_path, "a.rb", "puts move", handed_in=True))) == []


def test_the_source_beside_what_was_made_of_it_is_read_with_what_it_imports(tmp_path):
    for name, text in {
        "bot.c": '#include "moves.h"\n',
        "moves.h": "int x;",
        "other.c": "int y;",
        "bot.py": "import rules\nopen(0)",
        "rules.py": "import os",
        "Bot.java": "class Bot {}",
    }.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "bot").write_bytes(b"\x7fELF\0")

    def read(*argv: str) -> list[str]:
        return [source.name for source in sources(Command(argv, tmp_path))]

    assert read(str(tmp_path / "bot")) == ["bot.c", "moves.h"]
    assert read("python3", str(tmp_path / "bot.py")) == ["bot.py", "rules.py"]
    assert read("java", "-cp", ".", "Bot") == ["Bot.java"]
    assert read("stockfish") == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_no_file_is_read_that_is_large_or_none(tmp_path):
    file = tmp_path / "a.rb"
    os.mkfifo(file)
    assert sources(Command((str(file),), tmp_path)) == []
    file.unlink()
    file.write_text("#" * MOST_BYTES + "\nputs move\n")
    assert (
        list(habits(Facts(Explanation(Cause.IDLE, SILENT), Command((str(file),), tmp_path)))) == []
    )


def test_a_quoted_line_is_short_and_harmless(tmp_path):
    found = explain(facts(tmp_path, "a.rb", f"puts '\x1b[31m{'x' * 300}'"))
    assert "\x1b" not in str(found.sentence)
    assert "x" * 81 not in str(found.sentence)
    late = explain(facts(tmp_path, "b.lua", f"{'y = 1; ' * 20}print(z)"))
    assert "'print(z)'" in str(late.sentence)


@pytest.mark.timeout(10)
def test_no_source_takes_long(tmp_path):
    for part in (
        "puts ",
        "(" * 40,
        "a=b ",
        "\t" * 40 + "x\n",
        "`",
        "subprocess.run(\n",
        "except:\n",
    ):
        for name in ("a.py", "a.rb", "a.c", "a.js", "A.java", "a.pl", "a.sh"):
            text = part * (MOST_BYTES // 2 // len(part))
            for seen in (SILENT, WRONG):
                list(habits(facts(tmp_path, name, text, seen, last_sent="exd8=Q+")))


def test_a_habit_is_never_certain():
    assert all(habit.row.certainty is not Certainty.CERTAIN for habit in HABITS)
    assert all(habit.row.code.startswith("habit-") for habit in HABITS)
