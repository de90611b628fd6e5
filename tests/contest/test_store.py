from __future__ import annotations

import pytest
from small import NOON, Everybody, begun, plan_with, played

from board_core.contest.cards import Card
from board_core.contest.field import PairingVerdict, Round
from board_core.contest.packages import pack
from board_core.contest.state import Contest, Ruling, Withdrawal
from board_core.contest.store import BadRequest, ContestStore, Folder, leave_request, read_contest
from board_core.game.sides import Color
from board_core.journal import BadJournal


def first_round(store: ContestStore) -> Round:
    each = Everybody().next_round(store.contest.field)
    assert isinstance(each, Round)
    store.paired(each)
    return each


def shown(contest: Contest) -> object:
    """What can be compared of a contest; games hold no identity."""
    return (
        contest.plan,
        contest.entrants,
        contest.rounds,
        contest.field,
        contest.rulings,
        contest.withdrawals,
        contest.checks,
        contest.ended,
        {number: each.game.moves for number, each in contest.played.items()},
    )


def test_what_was_written_is_what_is_read(tmp_path):
    with begun(tmp_path) as store:
        first_round(store)
        store.finished(played(1, "black"))
        store.request(Ruling(1, PairingVerdict.DRAW, author="Ann", reason="a bad table"))
        store.request(Withdrawal(2, author="Ann", reason="ill"))
        store.checked(1, Card(True))
        store.ended("enough")
        before = shown(store.contest)
    assert shown(read_contest(Folder(tmp_path))) == before
    with ContestStore(Folder(tmp_path)) as store:
        assert shown(store.contest) == before


def test_what_can_be_deleted_is_made_anew(tmp_path):
    folder = Folder(tmp_path)
    begun(tmp_path).close()
    for path in (folder.logs, folder.running, folder.requests):
        path.rmdir()
    with ContestStore(folder):
        for path in (folder.logs, folder.running, folder.requests):
            assert path.is_dir()


def test_only_one_may_write(tmp_path):
    with begun(tmp_path), pytest.raises(BadJournal, match="written by another process"):
        ContestStore(Folder(tmp_path))


def test_a_contest_is_begun_once(tmp_path):
    begun(tmp_path).close()
    with pytest.raises(BadJournal, match="already exists"):
        begun(tmp_path)


def test_where_no_contest_has_begun(tmp_path):
    with pytest.raises(BadJournal, match="no contest has begun"):
        read_contest(Folder(tmp_path))
    with pytest.raises(BadJournal, match="no contest has begun"):
        ContestStore(Folder(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_beginning_that_was_cut_off_is_begun_anew(tmp_path):
    begun(tmp_path).close()
    journal = Folder(tmp_path).journal
    journal.write_bytes(journal.read_bytes()[:-20])
    with pytest.raises(BadJournal, match="no contest has begun"):
        read_contest(Folder(tmp_path))
    with begun(tmp_path) as store:
        assert len(store.contest.entrants) == 4


def test_a_torn_line_is_dropped_and_the_rest_goes_on(tmp_path):
    with begun(tmp_path) as store:
        first_round(store)
        store.finished(played(1))
    journal = Folder(tmp_path).journal
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-7])
    with ContestStore(Folder(tmp_path)) as store:
        assert not store.contest.played
        assert [pairing.number for pairing in store.contest.to_play] == [1, 2]
        store.finished(played(1))
    assert set(read_contest(Folder(tmp_path)).played) == {1}


def test_every_prefix_of_a_journal_can_be_gone_on_with(tmp_path):
    with begun(tmp_path) as store:
        first_round(store)
        store.finished(played(1))
        store.finished(played(2))
    journal = Folder(tmp_path).journal
    whole = journal.read_bytes()
    first = whole.index(b"\n") + 1
    for size in range(first, len(whole), 97):
        journal.write_bytes(whole[:size])
        with ContestStore(Folder(tmp_path)) as store:
            assert len(store.contest.played) <= 2


def test_a_changed_line_is_damage_and_nothing_is_appended(tmp_path):
    with begun(tmp_path) as store:
        first_round(store)
        store.finished(played(1))
    journal = Folder(tmp_path).journal
    journal.write_bytes(journal.read_bytes().replace(b'"winner":"white"', b'"winner":"black"'))
    with pytest.raises(BadJournal, match=r"line 3 of .* is damaged: its checksum is wrong"):
        read_contest(Folder(tmp_path))
    with pytest.raises(BadJournal, match="is damaged"):
        ContestStore(Folder(tmp_path))


def test_a_result_counts_once(tmp_path):
    with begun(tmp_path) as store:
        first_round(store)
        store.finished(played(1))
        with pytest.raises(BadRequest, match="has been played"):
            store.finished(played(1, "black"))
        assert store.contest.results[1].verdict is PairingVerdict.WHITE


def test_a_ruling_outweighs_the_game_until_it_is_taken_back(tmp_path):
    with begun(tmp_path) as store:
        first_round(store)
        store.finished(played(1))
        store.request(Ruling(1, PairingVerdict.BLACK, author="Ann", reason="a bug of ours"))
        result = store.contest.results[1]
        assert (result.verdict, result.forfeit) == (PairingVerdict.BLACK, False)
        assert result.ruling is not None
        assert (result.ruling.author, result.ruling.at) == ("Ann", NOON)
        store.request(Ruling(1, None, author="Ann", reason="it was none"))
        assert store.contest.results[1].verdict is PairingVerdict.WHITE
        assert len(store.contest.rulings) == 2


def test_who_withdraws_loses_what_was_not_played(tmp_path):
    with begun(tmp_path) as store:
        first_round(store)  # 1 - 2 and 1 - 3
        store.finished(played(1))
        store.request(Withdrawal(1, author="Ann", reason="ill"))
        assert store.contest.results[1].verdict is PairingVerdict.WHITE
        result = store.contest.results[2]
        assert (result.verdict, result.forfeit) == (PairingVerdict.BLACK, True)
        assert store.contest.field.active == (2, 3, 4)
        assert store.contest.to_play == ()
        store.request(Withdrawal(3, author="Ann", reason="too"))
        assert store.contest.results[2].verdict is PairingVerdict.NEITHER


def test_a_game_that_could_not_begin_is_a_forfeit(tmp_path):
    with begun(tmp_path) as store:
        first_round(store)
        store.finished(played(1, "black", "not-started"))
        store.finished(played(2, None, "not-started"))
        results = store.contest.results
        assert (results[1].verdict, results[1].forfeit) == (PairingVerdict.BLACK, True)
        assert (results[2].verdict, results[2].forfeit) == (PairingVerdict.NEITHER, True)
        assert store.contest.field.scoring.points(results[2].verdict, Color.WHITE) == 0


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        (
            Ruling(9, PairingVerdict.DRAW, author="Ann", reason="x"),
            "there is no game 9: 2 games have been paired",
        ),
        (Ruling(1, PairingVerdict.DRAW, author=" ", reason="x"), "an author and a reason"),
        (Ruling(1, PairingVerdict.DRAW, author="Ann", reason=""), "an author and a reason"),
        (Withdrawal(9, author="Ann", reason="x"), "there is no entrant 9"),
    ],
)
def test_requests_that_make_no_sense_are_refused(tmp_path, request_, said: str):
    with begun(tmp_path) as store:
        first_round(store)
        before = Folder(tmp_path).journal.read_bytes()
        with pytest.raises(BadRequest, match=said):
            store.request(request_)
        assert Folder(tmp_path).journal.read_bytes() == before


def test_nobody_withdraws_twice(tmp_path):
    with begun(tmp_path) as store:
        store.request(Withdrawal(1, author="Ann", reason="ill"))
        with pytest.raises(BadRequest, match="Ada has already withdrawn"):
            store.request(Withdrawal(1, author="Ann", reason="ill"))


def test_what_others_ask_for_is_taken_up_in_order_and_once(tmp_path):
    folder = Folder(tmp_path)
    with begun(tmp_path) as store:
        first_round(store)
        store.finished(played(1))
        leave_request(folder, Ruling(1, PairingVerdict.DRAW, author="Ann", reason="one"))
        leave_request(folder, Ruling(1, PairingVerdict.BLACK, author="Ann", reason="two"))
        leave_request(folder, Withdrawal(9, author="Ann", reason="nobody"))
        assert [request.reason for request in store.take_requests()] == ["one", "two"]
        assert store.take_requests() == []
        assert [each.reason for each in store.contest.rulings] == ["one", "two"]
    assert list(folder.requests.iterdir()) == []


def test_packages_are_kept_under_their_own_names(tmp_path):
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "ai.py").write_text("1")
    package, plan = pack(tmp_path / "ada"), plan_with()
    folder = Folder(tmp_path)
    ContestStore.begin(folder, plan, (), (), (package,)).close()
    assert folder.package(package.sha256).read_bytes() == package.data


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no JSON",
        b"[]",
        b"{}",
        b'{"event": "ended", "why": "x"}',
        b'{"event": "ruled", "fixture": [1], "verdict": "1-0", "author": "a", "reason": "b"}',
        b'{"event": "ruled", "fixture": 1, "verdict": "2-0", "author": "a", "reason": "b"}',
        b'{"event": "withdrawn", "entrant": 1}',
        b"\xff\xfe",
    ],
)
def test_a_request_that_nobody_understands_is_set_aside_and_said(tmp_path, data: bytes):
    folder, refused = Folder(tmp_path), []
    with begun(tmp_path) as store:
        first_round(store)
        (folder.requests / "1.json").write_bytes(data)
        leave_request(folder, Withdrawal(2, author="Ann", reason="ill"))
        before = store.contest
        assert store.take_requests(refused.append) == [Withdrawal(2, author="Ann", reason="ill")]
        assert (store.contest.rulings, store.contest.ended) == (before.rulings, None)
        assert store.take_requests(refused.append) == []
    assert len(refused) == 1
    assert "is not a decision" in str(refused[0])
    assert [path.read_bytes() for path in folder.requests.iterdir()] == [data]


def test_a_request_that_was_taken_before_a_kill_is_not_taken_again(tmp_path):
    folder = Folder(tmp_path)
    decisions = (
        Ruling(1, PairingVerdict.DRAW, author="Ann", reason="noise"),
        Withdrawal(2, author="Ann", reason="ill"),
    )
    with begun(tmp_path) as store:
        first_round(store)
        for decision in decisions:
            leave_request(folder, decision)
        left = {path: path.read_bytes() for path in folder.requests.iterdir()}
        assert store.take_requests() == list(decisions)
        for path, data in left.items():
            path.write_bytes(data)  # as if it had not been removed yet
        assert store.take_requests() == []
        assert len(store.contest.rulings) == len(store.contest.withdrawals) == 1
        assert list(folder.requests.iterdir()) == []


def test_a_request_that_cannot_be_done_any_more_is_said(tmp_path):
    refused = []
    with begun(tmp_path) as store:
        store.request(Withdrawal(2, author="Ann", reason="ill"))
        leave_request(Folder(tmp_path), Withdrawal(2, author="Bob", reason="late"))
        assert store.take_requests(refused.append) == []
    assert [str(why) for why in refused] == ["Bob has already withdrawn"]
