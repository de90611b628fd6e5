"""A foreign client, unmodified: berserk of PyPI plays here with another address and token."""

import gc
import os
import threading
from contextlib import suppress
from queue import Queue

import pytest
from patience import PATIENCE
from rooms import SCHOLAR, served_room

if os.environ.get("CI") != "true":
    pytest.importorskip("berserk")


def heard(lines, queue: Queue) -> threading.Thread:
    """Put the lines of a stream, which is opened when it is first read, into a queue."""

    def read() -> None:
        with suppress(OSError):  # the server aborts streams of events
            for line in lines:
                queue.put(line)

    thread = threading.Thread(target=read)
    thread.start()
    return thread


def test_berserk_plays_a_whole_game_by_a_challenge():
    import berserk

    came, of_bob, threads, sessions = Queue(), Queue(), [], []
    with served_room(tell=came.put) as served:
        for name in ("ada", "bob"):
            sessions.append(berserk.TokenSession(served.tokens[name]))
        ada, bob = (berserk.Client(each, base_url=served.url) for each in sessions)
        assert ada.account.get()["username"] == "ada"
        token = served.tokens["ada"]
        assert ada.oauth.test_tokens(token)[token]["userId"] == "ada"
        with pytest.raises(berserk.exceptions.ResponseError, match="not there"):
            ada.challenges.create("bob", rated=False)
        threads.append(heard(bob.bots.stream_incoming_events(), of_bob))
        assert came.get(timeout=PATIENCE).name == "bob"
        terms = {"rated": False, "clock_limit": 180, "clock_increment": 2, "color": "white"}
        key = ada.challenges.create("bob", **terms)["id"]
        assert of_bob.get(timeout=PATIENCE)["challenge"]["id"] == key
        bob.bots.accept_challenge(key)
        assert of_bob.get(timeout=PATIENCE)["game"]["gameId"] == key
        [ongoing] = ada.games.get_ongoing()
        assert ongoing["opponent"]["username"] == "bob"
        states = ada.bots.stream_game_state(key)
        assert next(states)["type"] == "gameFull"
        for ply, text in enumerate(SCHOLAR):
            (ada, bob)[ply % 2].bots.make_move(key, text)
            last = next(states)
        assert (last["status"], last["winner"]) == ("mate", "white")
        assert next(states, None) is None
        with pytest.raises(berserk.exceptions.ResponseError, match="Game already over"):
            bob.bots.make_move(key, "a7a6")
        assert "Qxf7#" in ada.games.export(key, as_pgn=True)
        [status] = ada.users.get_realtime_statuses("bob")
        assert status["online"] is True
        assert "ada" not in {each["id"] for each in ada.bots.get_online_bots()}
    for thread in threads:
        thread.join()
    for session in sessions:
        session.close()
    gc.collect()  # an answer that broke off is closed when nobody has it any more
