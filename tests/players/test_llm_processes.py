"""Language models beside other processes: a foreign server, and a match that is killed."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter

import pytest
from http_server import Server
from patience import PATIENCE
from test_llm import chat, played, plays, quits

from board_core import Reason
from board_core.game.player import CallEnd
from board_core.games import GOMOKU
from board_core.journal import read_journal

MOCKLLM = """
import os, socket, sys, uvicorn
os.environ["MOCKLLM_RESPONSES_FILE"] = sys.argv[1]
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
uvicorn.Server(uvicorn.Config("mockllm.server:app", log_level="error")).run(sockets=[listener])
"""
MATE = ("e4", "Qh5", "Bc4", "Qxf7#")
REPLIES = ("e5", "Nc6", "Nf6")


class Elsewhere:
    """A server that another process is."""

    def __init__(self, port):
        self.address = f"127.0.0.1:{port}"


def test_mockllm_gives_mate_by_its_answers(tmp_path):
    python = os.environ.get("BOARD_TEST_MOCKLLM", "")
    if shutil.which(python) is None:
        why = "BOARD_TEST_MOCKLLM names no Python with mockllm, as .ci/run makes one"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(why)
    moves = iter(MATE)
    with Server(lambda _: chat(f"MOVE: {next(moves)}")) as server:
        ours, _ = played(server, black=quits(*REPLIES))
    prompts = [json.loads(call.prompt)["messages"][1]["content"] for call in ours.calls]
    answers = dict(zip(prompts, map("Final Answer: **{}**".format, MATE), strict=True))
    responses = tmp_path / "responses.yml"  # JSON is YAML
    responses.write_text(json.dumps({"responses": answers}), encoding="utf-8")
    with subprocess.Popen(
        [python, "-c", MOCKLLM, str(responses)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=tmp_path,
    ) as process:
        try:
            record, _ = played(Elsewhere(int(process.stdout.readline())), black=quits(*REPLIES))
        finally:
            process.kill()
    assert record.outcome.reason is Reason.CHECKMATE
    assert [call.answer for call in record.calls] == [*answers.values()]
    # it counts words where it does not know a model
    assert [call.completion_tokens for call in record.calls] == [3] * 4
    assert all(call.prompt_tokens > 20 and call.answered_by == "tiny" for call in record.calls)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_match_killed_within_a_call_lists_it_and_the_one_that_replaces_it(jobs, tmp_path):
    journal = tmp_path / "match.jsonl"
    held = []

    def holds_the_fifth(question):
        if len(server.questions) < 5:
            return plays(question)
        held.append(question)
        return None

    with Server(holds_the_fifth) as server:
        model = f"tiny=llm:tiny@http://{server.address} legal=on"
        command = [sys.executable, "-m", "board_cli", "match", model, "random", "--game", "gomoku"]
        command += ["--games", "2", "--jobs", str(jobs), "--seed", "3", "--time", "600", "--quiet"]
        command += ["--journal", str(journal)]
        first = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            wait_for(lambda: len(held) == jobs)
        finally:
            first.kill()
            first.wait()
        server.answers = plays
        subprocess.run([*command, "--resume"], check=True, stdout=subprocess.DEVNULL)
    games = read_journal(journal).games(lambda name: GOMOKU)
    assert all(game.over for game in games.values())
    calls = [call for game in games.values() for call in game.calls]
    asked = Counter(json.dumps(question) for _, _, question in server.questions)
    assert Counter(call.prompt for call in calls) == asked
    assert Counter(call.category for call in calls) == {
        CallEnd.OPEN: jobs,
        CallEnd.MOVE: len(server.questions) - jobs,
    }
    twice = [prompt for prompt, count in asked.items() if count == 2]
    assert sorted(map(json.loads, twice), key=str) == sorted(held, key=str)
    assert len({call.id for call in calls}) == len(calls)


def wait_for(done):
    gone_by = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < gone_by
        time.sleep(0.01)
