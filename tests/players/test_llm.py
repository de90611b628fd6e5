"""A language model as a player: what is asked and read, each failure, and the account of it."""

import hashlib
import json
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from http_server import Server, answer
from patience import PATIENCE

from board_core import Cause, Color, Game, PlayerSaid, Reason, TimeControl
from board_core.author.testing import FakeTime, ScriptedPlayer
from board_core.diagnosis.advice import advice_on
from board_core.game.player import CallEnd, ModelCall, Resign
from board_core.game.words import Words
from board_core.games import CHESS, CHESS_3D, GOMOKU
from board_core.journal import JournalWriter, read_journal
from board_core.match import play_match
from board_core.match.accounts import BadPrices, ModelAccount, account_rows, read_prices
from board_core.match.json_lines import event_fields, line, result_fields
from board_core.match.known_games import game_named
from board_core.match.player_spec import BadPlayer, PlayerKind, parse_player
from board_core.match.result import html_table, text_table
from board_core.players.llm import LanguageModel
from board_core.players.llm_talk import (
    MOST_BYTES,
    NO_FAULT,
    completion_of,
    judged,
    move_in,
    picture,
    plainly,
)

EXAMPLES = Path(__file__).parents[2] / "examples"
CANARY = "sk-canary/7f3a+zyx"


def chat(content, finish="stop", usage=(100, 7), **message):
    """A chat completion; without usage if that is None."""
    body = {
        "model": "tiny-1",
        "choices": [{"message": {"content": content, **message}, "finish_reason": finish}],
    }
    if usage is not None:
        body["usage"] = {"prompt_tokens": usage[0], "completion_tokens": usage[1]}
    return answer(body)


def legal_in(question, number=0):
    """A legal move of those that a prompt shows."""
    shown = question["messages"][-1]["content"].splitlines()
    return next(each for each in shown if each.startswith("Legal moves: ")).split()[2 + number]


def moves_in(question):
    shown = question["messages"][-1]["content"].splitlines()
    return next(each for each in shown if each.startswith("Moves so far: ")).split()[3:]


def plays(question):
    return chat(json.dumps({"move": legal_in(question)}))


def then_plays(*answers):
    """Give these answers first, and then legal moves."""
    left = list(answers)
    return lambda question: left.pop(0) if left else plays(question)


def quits(*moves):
    """A player of these moves, who then resigns."""
    return ScriptedPlayer(FakeTime(), *moves, Resign())


def played(server, options="", black="random", *, rules=CHESS, control=None, pause=0.0, **more):
    """A game in which a model has White, and all events."""
    spec = parse_player(f"llm:tiny@http://{server.address}/v1 legal=on {options}")
    player = LanguageModel(spec.model, name="tiny", pause=pause)
    game = Game(rules, player, black, time_control=control or TimeControl(PATIENCE), **more)
    events = []
    game.bus.subscribe(events.append)
    with game:
        record = game.join(PATIENCE)
    player.close()
    if record is None:
        raise TimeoutError
    return record, events


GAMES = {
    "chess": CHESS,
    "gomoku": GOMOKU,
    "3D chess": CHESS_3D,
    "a game from a file": f"{EXAMPLES / 'games' / 'connect_four.py'}:GAME",
    "OpenSpiel": "spiel:tic_tac_toe",
}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_and_each_call_is_in_its_account(game):
    if game == "OpenSpiel":
        pytest.importorskip("pyspiel", reason="pip install open_spiel, which the extra dev has")
    rules = GAMES[game] if not isinstance(GAMES[game], str) else game_named(GAMES[game]).rules
    with Server(plays) as server:
        record, _ = played(server, rules=rules)
    assert record.explanation is None
    assert record.calls
    assert {call.category for call in record.calls} == {CallEnd.MOVE}
    assert [call.ply for call in record.calls] == [*range(record.calls[0].ply, record.plies, 2)]
    asked = [question for _, _, question in server.questions]
    assert [json.loads(call.prompt) for call in record.calls] == asked
    for call in record.calls:
        assert call.prompt_hash == hashlib.sha256(call.prompt.encode()).hexdigest()
        assert (call.model, call.answered_by, call.finish_reason) == ("tiny", "tiny-1", "stop")
        assert (call.prompt_tokens, call.completion_tokens, call.tries) == (100, 7, 1)
        assert call.seconds >= 0


def test_what_the_options_say_is_sent():
    options = "temperature=0 seed=4 tokens=9 limit-field=max_completion_tokens"
    with Server(plays) as server:
        played(server, options, quits())
    head, headers, question = server.questions[0]
    assert head == "POST /v1/chat/completions HTTP/1.1"
    assert "authorization" not in headers
    assert {name: question[name] for name in question.keys() - {"messages"}} == {
        "model": "tiny",
        "temperature": 0.0,
        "seed": 4,
        "max_completion_tokens": 9,
    }


def test_both_sides_get_the_same_words(tmp_path):
    system = tmp_path / "system.txt"
    system.write_text("Win.", encoding="utf-8")

    def prompts(color):
        with Server(plays) as server:
            model = parse_player(f"llm:m@http://{server.address} legal=on system={system}").make()
            script = quits("e4")
            sides = (model, script) if color == "White" else (script, model)
            Game(CHESS, *sides, time_control=TimeControl(PATIENCE)).run()
            model.close()
        return server.questions[0][2]["messages"]

    white, black = prompts("White"), prompts("Black")
    assert white[0] == black[0] == {"role": "system", "content": "Win."}
    shape = [line.partition(":")[0] for line in white[1]["content"].splitlines()][:-1]
    assert shape == ["Game", "Position", "Moves so far", "Legal moves"]
    assert [line.partition(":")[0] for line in black[1]["content"].splitlines()][:-1] == shape
    last = white[1]["content"].splitlines()[-1]
    assert black[1]["content"].splitlines()[-1] == last.replace("White", "Black")


def test_a_game_says_how_its_moves_are_written_and_the_board_is_drawn_in_letters():
    with Server(lambda _: chat("MOVE: e4")) as server:
        played(server, "show=board legal=off", quits())
    system, prompt = (each["content"] for each in server.questions[0][2]["messages"])
    assert "as in e4 or Nf3 or" in system
    assert " 8 r n b q k b n r\n" in prompt
    assert "\n   a b c d e f g h" in prompt
    assert "Position:" not in prompt
    assert "Legal moves:" not in prompt
    assert picture(GOMOKU, GOMOKU.start(None)).count(".") == 225


READ = {
    '{"move": "e4"}': "e4",
    'I think {"move": "d4"} but no: {"move": "e4"}': "e4",
    '```json\n{"move": "e4", "why": {"centre": true}}\n```': "e4",
    '{"answer": {"move": " e4 "}}': "e4",
    "MOVE: e4": "e4",
    "Final Answer: d4\nFinal answer: **e4**.": "e4",
    "**Final Answer:** e4": "e4",
    r"Final Answer: $\boxed{\text{e4}}$": "e4",
    "## Move: 1. e4!": "e4",
    "> move: `e4`": "e4",
    "<think>MOVE: d4</think>MOVE: e4": "e4",
    "MOVE: d4</think>MOVE: e4": "e4",
    '<think>{"move": "d4"}': None,
    "<THINK>hm</THINK>I play e4.": None,
    "The move is: e4": None,
    "My best move: e4": None,
    "e4": None,
    "Final Answer:\ne4": None,
    '{"move": null}': None,
    '{"move": 4}': None,
    '{"move": ""}': None,
    '{"move": "d4"} {"move": ["e4"]}': None,
    "{'move': 'e4'}": None,
    "{" * 5000: None,
    '{"a":' * 5000: None,
    "": None,
    "\\boxed{e4}": None,
}


@pytest.mark.parametrize("text", READ)
def test_a_move_is_read_from_where_it_was_asked_for_and_from_nowhere_else(text):
    found = move_in(text)
    assert (found and plainly(found)) == READ[text]
    if READ[text] is not None:
        given = judged(replace(call(), answer=text), CHESS.start(None), 99)
        assert (given.category, given.why) == (CallEnd.MOVE, NO_FAULT)


def test_of_a_cut_answer_the_last_line_counts_only_if_it_is_whole():
    assert move_in("MOVE: e8", cut=True) is None
    assert move_in("MOVE: e4\nand now", cut=True) == "e4"
    assert move_in('{"move": "e4"}', cut=True) == "e4"


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b"[" * 9999, b'{"choices": [{}]}', b"\xff"])
def test_what_is_no_chat_completion_is_none(body):
    assert completion_of(body, call()) is None


def test_strange_values_in_an_answer_are_unknown():
    found = completion_of(
        b'{"model": 1, "usage": {"prompt_tokens": -1, "completion_tokens": true,'
        b'"completion_tokens_details": []},'
        b'"choices": [{"finish_reason": {}, "message": {"content": ["e4"], "refusal": 0}}]}',
        call(CallEnd.OPEN, prompt=None, completion=None),
    )
    assert found is not None
    assert (found.answer, found.category) == ("", CallEnd.OPEN)
    assert {
        *(found.answered_by, found.finish_reason),
        *(found.prompt_tokens, found.completion_tokens, found.reasoning_tokens),
    } == {None}


HALF = answer({"choices": []})[:-9]
ANSWERS = {
    "length": (chat("I consider e4, d4 and", "length"), CallEnd.TRUNCATED, "llm-truncated"),
    "length within a line": (chat("MOVE: e", "length"), CallEnd.TRUNCATED, "llm-truncated"),
    "think not closed": (chat("<think>e4? d4?", "length"), CallEnd.TRUNCATED, "llm-truncated"),
    "think not closed, and stopped": (chat("<think>e4"), CallEnd.UNPARSABLE, "llm-unparsable"),
    "null": (chat(None), CallEnd.EMPTY, "llm-empty"),
    "blank": (chat(" \n", None), CallEnd.EMPTY, "llm-empty"),
    "reasoning alone": (chat("", reasoning_content="MOVE: e4"), CallEnd.EMPTY, "llm-empty"),
    "a refusal": (chat(None, refusal="I cannot"), CallEnd.REFUSED, "llm-refused"),
    "a filter": (chat("", "content_filter"), CallEnd.REFUSED, "llm-refused"),
    "prose": (chat("I play e4."), CallEnd.UNPARSABLE, "llm-unparsable"),
    "an illegal move": (chat("MOVE: e5"), CallEnd.ILLEGAL, "llm-illegal"),
    "the words of the prompt": (chat('{"move": "YOUR MOVE"}'), CallEnd.ILLEGAL, "llm-illegal"),
    "1 MB": (chat("e4 " * 350_000), CallEnd.TRUNCATED, "llm-too-long"),
    "control characters": (chat("\x1b[31m\ud800"), CallEnd.UNPARSABLE, "llm-unparsable"),
}


@pytest.mark.parametrize("failure", ANSWERS)
def test_each_answer_without_a_move_has_its_category_and_is_an_attempt(failure):
    given, category, code = ANSWERS[failure]
    with Server(lambda _: given) as server:
        record, _ = played(server, "attempts=3")
    assert record.outcome.winner is Color.BLACK
    illegal = category is CallEnd.ILLEGAL
    assert record.outcome.reason is (Reason.ILLEGAL_MOVES if illegal else Reason.PROTOCOL)
    assert [call.category for call in record.calls] == [category] * 3
    assert [call.attempt for call in record.calls] == [1, 2, 3]
    assert record.explanation.codes[0] == code
    assert str(record.explanation.sentence).isprintable()
    assert advice_on(record.explanation)
    why = server.questions[1][2]["messages"][1]["content"]
    assert f"was refused: {record.calls[0].why}" in why
    assert "refused" not in server.questions[0][2]["messages"][1]["content"]


def test_an_ambiguous_move_is_refused_with_the_reason():
    answers = then_plays(chat("MOVE: Rook"), chat("MOVE: Rf1"), chat("MOVE: Rd1"))
    setup = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1"
    with Server(answers) as server:
        record, _ = played(server, "attempts=4", quits(), setup=setup)
    assert [call.category for call in record.calls] == [CallEnd.ILLEGAL] * 3 + [CallEnd.MOVE]
    assert "Rad1" in record.calls[2].why
    assert "Rhd1" in record.calls[2].why
    assert record.refused.white == 3


def test_attempts_of_all_kinds_count_together_and_a_move_forgets_them():
    bad = (chat("no"), chat("MOVE: e5"))
    with Server(then_plays(*bad, chat("MOVE: e4"), *bad, *bad)) as server:
        record, _ = played(server, "attempts=3", quits("e5"))
    assert [(call.ply, call.attempt) for call in record.calls] == [
        *((0, 1), (0, 2), (0, 3)),
        *((2, 1), (2, 2), (2, 3)),
    ]
    assert record.outcome.reason is Reason.PROTOCOL
    assert record.plies == 2


def test_missing_usage_is_unknown_and_never_0():
    with Server(lambda _: chat("MOVE: e4", usage=None)) as server:
        record, _ = played(server, black=quits())
    assert record.calls[0].prompt_tokens is None
    account = ModelAccount().after(record.calls, {"tiny": (1.0, 2.0)})
    assert (account.prompt_tokens, account.untold, account.facts["cost"]) == (0, 1, None)


OUTAGES = {
    "429": (answer(b"slow", "429 Slow", more="Retry-After: 0\r\n"), "http-status"),
    "500": (answer(b"boom", "500 Oops"), "http-status"),
    "503": (answer(b"", "503 No"), "http-status"),
    "cut before": (b"", "http-cut"),
    "half an answer": (HALF, "http-cut-within"),
    "half a stream": (
        b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\ndata: {"cho',
        "http-cut-within",
    ),
    "another protocol": (b"220 mail\r\n", "http-no-http"),
    "no chat": (answer({"error": {"message": "no such model"}}), "llm-no-chat"),
    "a page": (answer(b"<h1>It works</h1>"), "llm-no-chat"),
}


@pytest.mark.parametrize("failure", OUTAGES)
def test_a_request_without_an_answer_is_tried_again_and_is_no_attempt(failure):
    given, code = OUTAGES[failure]
    with Server(then_plays(given, given, chat("MOVE: e4"))) as server:
        record, _ = played(server, "attempts=1 tries=3", quits("e5"))
    first = record.calls[:3]
    assert [call.category for call in first] == [*[CallEnd.TRANSPORT] * 2, CallEnd.MOVE]
    assert [(call.attempt, call.tries) for call in first] == [(1, 1), (1, 2), (1, 3)]
    assert len({call.prompt for call in first}) == 1
    assert record.moves[0].move == "e2e4"
    with Server(lambda _: given) as server:
        record, _ = played(server, "tries=3")
    assert record.outcome.reason is Reason.ABSENCE
    assert record.explanation.cause is Cause.AWAY
    assert record.explanation.codes == ("llm-outage", code)
    assert advice_on(record.explanation)
    assert len(record.calls) == 3


@pytest.mark.parametrize("status", ["400 Bad", "401 No", "404 Not", "301 Moved"])
def test_a_request_that_is_refused_for_good_is_sent_once(status):
    with Server(lambda _: answer(b"x", status)) as server:
        record, _ = played(server, "tries=3")
    assert record.outcome.reason is Reason.ABSENCE
    assert status[:3] in str(record.explanation.sentence)
    assert len(server.questions) == len(record.calls) == 1


def test_retry_after_is_kept_to():
    given = answer(b"slow", "429 Slow", more="Retry-After: 0\r\n")
    with Server(then_plays(given, chat("MOVE: e4"))) as server:
        black = quits()
        record, _ = played(server, "seconds=80000", black, pause=70_000)  # which is not waited for
    assert [call.category for call in record.calls] == [CallEnd.TRANSPORT, CallEnd.MOVE]
    model = parse_player("llm:m@http://localhost seconds=20").make()
    waits = [model._wait(text, 3) for text in ("7", "900", "", "soon", "9" * 99)]
    assert waits == [7.0, 20.0, 4.0, 4.0, 4.0]


def held(question):
    return None


def test_a_server_that_hangs_is_given_up_after_the_seconds_of_a_request():
    with Server(held) as server:
        record, _ = played(server, "seconds=0.1 tries=2", control=TimeControl())
    assert record.outcome.reason is Reason.ABSENCE
    assert record.explanation.codes == ("llm-outage", "http-silent")
    assert [call.category for call in record.calls] == [CallEnd.TRANSPORT] * 2


def test_a_server_that_sends_now_and_then_a_byte_is_given_up_as_well():
    stop = threading.Event()

    def drips(question):
        yield b"HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n"
        while not stop.wait(0.02):
            yield b" "

    with Server(drips) as server:
        record, _ = played(server, "seconds=0.3 tries=1", control=TimeControl())
        stop.set()
    assert record.explanation.codes == ("llm-outage", "http-unfinished")


def test_a_slow_answer_loses_on_time_and_its_call_stays_open():
    with Server(held) as server:
        record, _ = played(server, control=TimeControl(0.2))
    assert record.outcome.reason is Reason.TIME
    assert record.explanation.codes == ("http-silent",)
    assert record.explanation.legal_moves == 20
    assert [call.category for call in record.calls] == [CallEnd.OPEN]


def test_a_flag_that_falls_in_an_outage_names_it():
    with Server(lambda _: answer(b"", "503 No")) as server:
        record, _ = played(server, control=TimeControl(0.3), pause=PATIENCE)
    assert record.outcome.reason is Reason.TIME
    assert record.explanation.cause is Cause.AWAY
    assert record.explanation.codes[0] == "llm-outage"


def test_nobody_there_begins_no_game():
    with Server(plays) as server:
        pass
    record, _ = played(server)
    assert record.outcome.reason is Reason.NOT_STARTED
    assert record.explanation.codes == ("llm-outage", "http-refused")
    assert record.calls == ()


def test_a_stopped_game_leaves_no_thread():
    with Server(held) as server:
        model = parse_player(f"llm:m@http://{server.address}").make()
        game = Game(CHESS, model, "random", time_control=TimeControl())
        game.start()
        assert server.asked.wait(PATIENCE)
        game.stop()
        gone_by = time.monotonic() + PATIENCE
        while any(each.name == "language model" for each in threading.enumerate()):
            assert time.monotonic() < gone_by
            time.sleep(0.01)
        model.close()


def test_tokens_of_a_game_are_limited_and_unknown_ones_count_as_all():
    with Server(lambda question: plays(question)) as server:
        record, _ = played(server, "game-tokens=14", rules=GOMOKU)
    assert (record.outcome.reason, len(record.calls)) == (Reason.BREACH, 2)
    assert str(record.explanation.sentence).startswith("it has used 14 of its 14 tokens")
    with Server(lambda question: chat(f"MOVE: {legal_in(question)}", usage=None)) as server:
        record, _ = played(server, "game-tokens=20 tokens=10", rules=GOMOKU)
    assert (record.outcome.reason, len(record.calls)) == (Reason.BREACH, 2)


def test_a_limit_that_the_server_does_not_hold_is_told_once():
    with Server(plays) as server:
        _, events = played(server, "tokens=5", rules=GOMOKU)
    told = [event.note.text for event in events if isinstance(event, PlayerSaid)]
    assert sum("counted 7 tokens in an answer that could have 5" in each for each in told) == 1


# The account


def test_a_call_is_in_the_journal_before_it_is_sent(tmp_path):
    path, seen = tmp_path / "games.jsonl", []

    def answers(question):
        last = json.loads(path.read_bytes().splitlines()[-1])
        seen.append((last["event"], json.loads(last["prompt"]) == question))
        return plays(question)

    with Server(answers) as server, JournalWriter(path) as writer:
        record, _ = played(server, rules=GOMOKU, journal=writer.game(1))
    assert set(seen) == {("call", True)}
    assert len(seen) == len(record.calls)
    assert read_journal(path).games(lambda name: GOMOKU)[1].calls == record.calls
    events = [json.loads(each)["event"] for each in path.read_bytes().splitlines()[1:]]
    own = [n for n, each in enumerate(events) if each == "called"]
    assert all(events[n - 1 : n + 2] == ["call", "called", "move"] for n in own)


def test_a_match_has_rates_tokens_costs_and_a_rating_on_the_scale_of_a_level():
    bad = [chat("I play e4"), answer(b"", "500 No", more="Retry-After: 0\r\n")]

    def answers(question):
        return bad.pop() if bad else plays(question)

    with Server(answers) as server:
        model = f"tiny=llm:tiny@http://{server.address} legal=on"
        events = []
        result = play_match(
            *(model, "elo:400"),
            games=2,
            seed=1,
            rules=GOMOKU,
            tell=events.append,
            events=True,
        )
        costs = read_prices_of("'tiny' = [1.0, 100.0]")
    account = result.accounts[0]
    assert result.accounts[1] == ModelAccount()
    assert account.calls == len(server.questions)
    assert (account.ends[CallEnd.UNPARSABLE], account.ends[CallEnd.TRANSPORT]) == (1, 1)
    told = account.calls - 1
    assert (account.prompt_tokens, account.completion_tokens) == (100 * told, 7 * told)
    assert account.untold == 1
    for text in (text_table(result), html_table(result)):
        assert f"{told * 100:,}" in text
        assert "on the scale of elo:400 (95 %)" in text
    fields = result_fields(result)["players"][0]["model"]
    assert (fields["calls"], fields["cost"]) == (account.calls, None)
    assert "model" not in result_fields(result)["players"][1]
    lines = [line(event_fields(e.number, e.event)) for e in events if hasattr(e, "event")]
    calls = [json.loads(each)["call"] for each in lines if '"call": {' in each]
    assert len(calls) == 2 * account.calls
    assert {each["category"] for each in calls} == {"open", "move", "unparsable", "transport"}
    rows = dict(row[:2] for row in account_rows([account.after((), {})], Words("en")))
    assert rows["unparsable"] == f"1 ({1 / account.calls:.0%})"
    priced = ModelAccount().after([call(prompt=10**6, completion=10**5)], costs)
    assert priced.facts["cost"] == 11.0


def call(category=CallEnd.MOVE, *, prompt=1, completion=1):
    return ModelCall(
        *("id", Color.WHITE, 0, 1, 1, "tiny", "http://x", "p", "h", category),
        prompt_tokens=prompt,
        completion_tokens=completion,
        seconds=1.0,
    )


def read_prices_of(text):
    with tempfile.TemporaryDirectory() as place:
        path = Path(place, "prices.toml")
        path.write_text(text, encoding="utf-8")
        return read_prices(path)


@pytest.mark.parametrize("text", ["x", "a = 1", "a = [1]", "a = [-1, 1]", "a = [nan, 1]", "a = ''"])
def test_a_file_that_is_no_table_of_prices_is_refused(text):
    with pytest.raises(BadPrices, match="prices of a million tokens"):
        read_prices_of(text)


def test_twenty_games_at_once_have_one_thread_a_call_at_most():
    threads = []

    def count():
        threads.append(sum(each.name == "language model" for each in threading.enumerate()))

    all_asked = threading.Barrier(20, action=count)

    def answers(question):
        if len(moves_in(question)) == 1:
            all_asked.wait(PATIENCE)
        return plays(question)

    with Server(answers) as server, ThreadPoolExecutor(20) as pool:
        games = [pool.submit(played, server, rules=GOMOKU) for _ in range(20)]
        records = [each.result(PATIENCE)[0] for each in games]
    assert threads == [20]
    assert all(record.explanation is None for record in records)
    assert sum(len(record.calls) for record in records) == len(server.questions)


# The key


def everything(server, tmp_path, options, **more):
    """All that a game with a key leaves anywhere."""
    path = tmp_path / "journal.jsonl"
    with JournalWriter(path) as writer:
        record, events = played(server, options, journal=writer.game(1), **more)
    lines = [line(event_fields(1, each)) for each in events]
    return "\n".join([path.read_text("utf-8"), *lines, repr(events), repr(record.calls)])


ESCAPED = CANARY.replace("/", "\\/").replace("+", "\\u002B")  # as some servers write it
ECHOES = {
    **{name: given for name, (given, _, _) in ANSWERS.items() if name != "1 MB"},
    **{name: given for name, (given, _) in OUTAGES.items()},
    "status": answer(f"wrong key: {CANARY}".encode(), "401 No"),
    "redirect": answer(b"", "302 No", more=f"Location: http://x/{CANARY}\r\n"),
    "its words": chat(f"I know {CANARY}"),
    "its words, escaped": answer(
        f'{{"choices": [{{"message": {{"content": "I know {ESCAPED}"}}}}]}}'.encode()
    ),
    "status, escaped": answer(f'{{"error": "{ESCAPED}"}}'.encode(), "401 No"),
    "its move": chat(f"MOVE: {CANARY}"),
    "its refusal": chat(None, refusal=f"not for {CANARY}"),
    "its name": answer(
        {
            "model": CANARY,
            "choices": [{"message": {"content": "MOVE: e5"}, "finish_reason": CANARY}],
        }
    ),
    "no chat": answer(f"who is {CANARY}?".encode()),
    "no HTTP": f"ICY {CANARY}\r\n".encode(),
}


@pytest.mark.parametrize("failure", ECHOES)
def test_the_key_is_sent_and_is_found_nowhere_else(failure, tmp_path, monkeypatch, capfd, caplog):
    monkeypatch.setenv("BOARD_TEST_KEY", CANARY)
    with Server(lambda _: ECHOES[failure]) as server:
        left = everything(server, tmp_path, "key=BOARD_TEST_KEY attempts=2 tries=1")
    assert server.questions[0][1]["authorization"] == f"Bearer {CANARY}"
    out, err = capfd.readouterr()
    for text in (left, out, err, caplog.text):
        assert "sk-canary" not in text
        assert "zyx" not in text


@pytest.mark.parametrize("value", [None, "", "  ", "schlüssel", "two\nlines"])
def test_a_key_that_cannot_be_sent_begins_no_game_and_is_not_quoted(value, monkeypatch):
    monkeypatch.delenv("BOARD_TEST_KEY", raising=False)
    if value is not None:
        monkeypatch.setenv("BOARD_TEST_KEY", value)
    with Server(plays) as server:
        record, _ = played(server, "key=BOARD_TEST_KEY")
    assert record.outcome.reason is Reason.NOT_STARTED
    why = str(record.explanation.sentence)
    assert why == "the environment variable BOARD_TEST_KEY holds no key that can be sent"
    assert server.questions == []


# The grammar


@pytest.mark.parametrize(
    ("text", "model", "url", "name"),
    [
        ("llm:m@http://localhost:8080/v1", "m", "http://localhost:8080/v1", "m"),
        (
            "LLM:org/m:free@https://ai.example/v1",
            "org/m:free",
            "https://ai.example/v1",
            "org/m:free",
        ),
        ("Ann=llm:@cf/m@http://h attempts=1", "@cf/m", "http://h", "Ann"),
    ],
)
def test_a_model_at_an_address_is_a_player(text, model, url, name):
    spec = parse_player(text)
    assert (spec.kind, spec.url, spec.name) == (PlayerKind.URL, url, name)
    assert spec.model.model == model
    assert parse_player(spec.text).model == spec.model


@pytest.mark.parametrize(
    "text",
    [
        "llm:",
        "llm:m",
        "llm:@http://h",
        "llm:m@ftp://h",
        f"llm:m@http://u:{CANARY}@h",
        f"llm:m@http://h/v1?key={CANARY}",
        f"llm:m@http://h key={CANARY}",
        f"llm:m@http://h OPENAI_API_KEY={CANARY}",
        "llm:m@http://h temperature=hot",
        "llm:m@http://h temperature=nan",
        "llm:m@http://h attempts=0",
        "llm:m@http://h tokens=0",
        "llm:m@http://h limit-field=n_predict",
        "llm:m@http://h show=fen",
        "llm:m@http://h legal=yes",
        "llm:m@http://h 'open",
    ],
)
def test_a_text_that_names_no_model_is_refused_and_quotes_no_key(text):
    with pytest.raises(BadPlayer) as caught:
        parse_player(text)
    assert CANARY not in str(caught.value)


def test_a_system_text_that_is_not_there_begins_no_game():
    with Server(plays) as server:
        record, _ = played(server, "system=no-such-file.txt")
    assert record.outcome.reason is Reason.NOT_STARTED
    assert record.explanation.codes == ("llm-no-system-text",)
    assert MOST_BYTES == 262_144
