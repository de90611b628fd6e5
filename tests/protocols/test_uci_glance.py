"""Lines that come together are understood at a glance as they are one by one."""

import os
import shutil
import subprocess

import pytest
from conversation import Line
from hypothesis import example, given
from hypothesis import strategies as st

from board_core import Color, Fail, Play, Score, Thought
from board_core.players import Note
from board_core.protocols import GiveAnswer, TellGame, Uci
from board_core.protocols.uci_door import INFO_KEYWORDS, glance, scored_thought

DEEP = "info depth 9 seldepth 12 multipv 1 score cp 31 nodes 4000 nps 90000 time 44 pv e2e4 e7e5"
TOO_MUCH = "9" * 400


def asked(*, wants_thoughts: bool = False) -> Uci:
    line, dialogue = Line(), Uci()
    dialogue.open()
    dialogue.seat(line.seat(Color.WHITE))
    dialogue.heard("uciok")
    dialogue.heard("readyok")
    dialogue.wants_thoughts = wants_thoughts
    dialogue.ask(line.turn)
    return dialogue


def one_by_one(dialogue: Uci, text: str) -> list[object]:
    return [step for line in text.split("\n")[:-1] for step in dialogue.heard(line)]


def thoughts_in(steps: list[object]) -> list[Thought]:
    said = [step.statement for step in steps if isinstance(step, TellGame)]
    return [statement for statement in said if isinstance(statement, Thought)]


def the_newest(thoughts: list[Thought]) -> list[Thought]:
    """The last one and, if it has no score, the last one that has."""
    scored = [thought for thought in thoughts if thought.score is not None][-1:]
    return scored if thoughts[-1:] == scored else [*scored, *thoughts[-1:]]


def compared(*chunks: str) -> int:
    """Return how many of these chunks, an answer's at most, were understood at a glance."""
    quick, following, slow = asked(), asked(wants_thoughts=True), asked()
    glances = 0
    for text in chunks:
        expected = one_by_one(slow, text)
        rest = [step for step in expected if not thoughts_in([step])]
        steps, all_steps = quick.heard_text(text), following.heard_text(text)
        assert (steps is None) is (all_steps is None)
        if steps is None or all_steps is None:
            assert one_by_one(quick, text) == one_by_one(following, text) == expected
            continue
        glances += 1
        assert steps == rest
        assert [step for step in all_steps if not thoughts_in([step])] == rest
        assert thoughts_in(all_steps) == the_newest(thoughts_in(expected))
    return glances


def play(dialogue: Uci, text: str) -> Play:
    steps = dialogue.heard_text(text)
    assert steps is not None
    (step,) = steps
    assert isinstance(step, GiveAnswer)
    assert isinstance(step.reply, Play)
    return step.reply


# What engines write


ENGINES = {
    "stockfish": ["stockfish"],
    "fairy-stockfish": ["fairy-stockfish"],
    "gnuchess": ["gnuchess", "--uci"],
    "toga2": ["toga2"],
    "glaurung": ["glaurung"],
}
OPTIONS = ("MultiPV value 3", "UCI_ShowWDL value true", "Threads value 1")
SEARCHES = (
    ("startpos", 9),
    ("fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 12),
    ("fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 5),  # a mate
)


def lines_of(command: list[str], *options: str) -> list[list[str]]:
    """The lines of an engine to each search, from its first ``info`` to its move."""
    found: list[list[str]] = []
    with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-3, text=True, bufsize=1) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write("uci\n")
        for option in options:
            engine.stdin.write(f"setoption name {option}\n")
        for position, depth in SEARCHES:
            engine.stdin.write(f"position {position}\ngo depth {depth}\n")
            found.append([])
            for line in engine.stdout:
                if line.startswith(("info", "bestmove")):
                    found[-1].append(line)
                if line.startswith("bestmove"):
                    break
        engine.stdin.write("quit\n")
        engine.stdin.close()
        engine.stdout.read()
    return found


@pytest.mark.parametrize("options", [(), OPTIONS], ids=["plain", "with-options"])
@pytest.mark.parametrize("name", ENGINES)
def test_the_lines_of_engines_are_understood_at_a_glance(name: str, options: tuple[str, ...]):
    program, *arguments = ENGINES[name]
    if (path := shutil.which(program, path=f"{os.environ['PATH']}:/usr/games")) is None:
        pytest.skip(f"{program} is not installed")
    for lines in lines_of([path, *arguments], *options):
        assert lines
        plain = [line for line in lines if not line.startswith("info string")]
        assert compared("".join(plain)) == 1
        for size in (1, 3, 7):
            chunks = ["".join(plain[at : at + size]) for at in range(0, len(plain), size)]
            assert compared(*chunks) == len(chunks)
        compared("".join(lines))


# What a move carries


def test_a_move_carries_the_last_report_with_a_score():
    first, better, other, count, move = (
        f"{DEEP}\n",
        "info depth 10 multipv 1 score mate -3 pv d2d4\n",
        "info depth 10 multipv 2 score cp 5 pv c2c4\n",
        "info nodes 5000 nps 100000\n",
        "bestmove d2d4 ponder d7d5\n",
    )
    for chunks in ([first, better, other, count, move], [first + better + other, count + move]):
        dialogue = asked()
        for text in chunks[:-1]:
            assert dialogue.heard_text(text) == []
        played = play(dialogue, chunks[-1])
        assert played.text == "d2d4"
        assert played.said is not None
        assert played.said.thought == Thought(10, score=Score(mate=-3), pv=("d2d4",))


def test_a_report_about_an_earlier_question_is_no_report_about_this_one():
    dialogue = asked()
    dialogue.heard_text(f"{DEEP}\n")
    dialogue.withdraw()
    dialogue.ask(Line().turn)
    assert dialogue.heard_text(f"{DEEP}\nbestmove e2e4\n") is None  # it answers the earlier one
    assert one_by_one(dialogue, f"{DEEP}\nbestmove e2e4\n") == []
    assert play(dialogue, "bestmove e2e4\n") == Play("e2e4")


def test_a_score_that_is_heard_in_a_line_and_one_in_a_chunk_replace_each_other():
    comment = "info string hello\n"
    assert compared(f"{DEEP}\n", f"info depth 10 score cp 1\n{comment}", "bestmove e2e4\n") == 2
    assert compared(f"{DEEP}\n{comment}", "info depth 10 score cp 1\nbestmove e2e4\n") == 1


def test_of_what_comes_together_a_listener_is_told_the_newest_score_and_what_is_newer():
    dialogue = asked(wants_thoughts=True)
    steps = dialogue.heard_text(f"info depth 8 score cp 3\n{DEEP}\ninfo nodes 1\ninfo nodes 2\n")
    assert steps is not None
    assert [(t.depth, t.nodes) for t in thoughts_in(steps)] == [(9, 4000), (None, 2)]


# The border


@pytest.mark.parametrize(
    "line",
    [
        f"info score cp {TOO_MUCH}",
        f"info depth 3 score mate -{TOO_MUCH} pv e2e4",
        f"info depth 3 score\tcp\t{2**63}",
        f"info depth 3 score  cp  +-+{2**63}",
        f"info score score cp {TOO_MUCH} score cp 3",
        f"info pv e2e4 score cp {TOO_MUCH} multipv 2",
        f"info depth 1 score cp {'９' * 20}",  # digits of another alphabet
    ],
)
@pytest.mark.parametrize("wants_thoughts", [False, True])
def test_a_score_beyond_64_bits_loses_wherever_it_stands(line: str, wants_thoughts: bool):
    for text in (f"{line}\n", f"{DEEP}\n{line}\n{DEEP}\nbestmove e2e4\n"):
        assert glance(text) is None
        dialogue = asked(wants_thoughts=wants_thoughts)
        assert dialogue.heard_text(text) is None
        (loss,) = [
            s for s in one_by_one(dialogue, text) if isinstance(getattr(s, "statement", 0), Fail)
        ]
        assert isinstance(loss, TellGame)


@pytest.mark.parametrize(
    "line",
    [
        "info string hello",
        "info  string hello",
        "info\tstring hello",
        " info depth 3",
        "bestmove",
        "bestmove e2\x1b[31me4",
        "bestmove " + "e" * 101,
        "readyok",
        "option name Hash type spin min 1 max 2",
        "hello",
        "",
    ],
)
def test_any_other_line_is_heard_by_itself(line: str):
    assert asked().heard_text(f"{DEEP}\n{line}\n") is None


@pytest.mark.parametrize("word", sorted(INFO_KEYWORDS))
def test_moves_end_where_a_keyword_begins(word: str):
    assert compared(
        f"{DEEP}\n", f"info depth 5 score cp 3 pv e2e4 {word} 2 e7e5\n", "bestmove e2e4\n"
    )


WORDS = (
    "info depth seldepth score cp mate lowerbound wdl nodes nps time hashfull multipv pv string "
    f"currmove refutation tbhits e2e4 (none) 0 1 2 7 31 -5 +3 1_0 {2**63 - 1} {2**63} {TOO_MUCH} "
    "\t \r \x1c \x1b[31m \u00a0 \u202e １２ ²"
)
usual_lines = st.builds(
    "info depth {} multipv {} score {} {}{}".format,
    st.integers(0, 40),
    st.integers(0, 4),
    st.sampled_from(["cp", "mate"]),
    st.integers(-999, 999),
    st.sampled_from(["", " upperbound", " nodes 5 nps 7", " pv e2e4 e7e5", " pv e2e4 multipv 2"]),
)
odd_lines = st.lists(st.sampled_from(WORDS.split(" ")), max_size=10).map(
    lambda words: " ".join(["info", *words])
)
chunks = st.lists(
    st.lists(usual_lines | odd_lines, min_size=1, max_size=4).map(lambda ls: "\n".join([*ls, ""])),
    max_size=4,
)


@given(chunks=chunks)
@example(chunks=["info depth 1 multipv 2 score cp 3\n"])
@example(chunks=["info multipv 1 score cp 3 multipv 2\n", "info multipv 2 score cp 4 multipv 1\n"])
@example(chunks=["info score cp 3 currmove e2e4\n", "info currmove e2e4 score cp 5\n"])
def test_any_lines_are_understood_together_as_one_by_one(chunks: list[str]):
    compared(*chunks, "bestmove e2e4\n")


@given(line=usual_lines | odd_lines)
def test_a_line_that_is_kept_has_a_score_of_the_main_line(line: str):
    kept = glance(f"{line}\n")
    if kept is not None and kept[0]:
        assert scored_thought(kept[0]) == thoughts_in(asked().heard(line))[0]
    elif kept is not None:
        assert all(thought.score is None for thought in thoughts_in(asked().heard(line)))


def test_a_comment_is_never_shown_as_a_thought():
    steps = one_by_one(asked(), "info string depth 3 score cp 5\n")
    assert [type(step.statement) for step in steps if isinstance(step, TellGame)] == [Note]
