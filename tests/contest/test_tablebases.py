"""Games that endgame tables decide; the table is that of king and rook against king."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from board_core.contest.jobs import GameResult, job_for, play
from board_core.contest.plan import BadPlan, read_plan, scheme_of
from board_core.contest.store import ContestStore, Folder
from board_core.game.events import GameEnded, MovePlayed
from board_core.game.rules import Outcome, Reason
from board_core.game.sides import Color
from board_core.games.chess import CHESS
from board_core.match.adjudication import Adjudication, judging

KRVK = (
    "ap)smF#zsnL;!#U00s{L0RR911px^F2>=KH1ONa43IG8R00(dY00002AOHqn00S@p1yBG0@c#nv{{%n)0000006=4U"
    "0000000000000000000000000000000000000000000000000000000000000000000000|NsC0|NsC0|NsBwgI3#Z"
    "(8K`0|Ns9(7=o;gKmY&$0000000000000000000000000000000000000000Po{RXn{Gh(?hDnj@uBw_"
)


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / "KRvK.rtbw").write_bytes(base64.b85decode(KRVK))
    return folder


@pytest.mark.parametrize(
    ("setup", "move", "expected"),
    [
        ("8/8/8/3r4/8/8/3R4/K6k w - - 5 40", "d2d5", (Color.WHITE,)),
        ("7K/3r4/8/8/3R4/8/8/k7 b - - 5 40", "d7d4", (Color.BLACK,)),
        ("8/8/8/8/8/2k5/3r4/K2R4 w - - 5 40", "d1d2", (None,)),  # the king takes the rook
        ("8/8/8/3R4/8/8/8/K6k w - - 0 40", "d5d4", None),  # no capture: the count goes on
        ("8/8/8/3r4/8/8/3Q4/K6k w - - 5 40", "d2d5", None),  # there is no table for a queen
    ],
)
def test_the_tables_give_the_result_after_a_capture(tables: Path, setup, move, expected):
    before = CHESS.start(setup)
    played = before.parse(move)
    ended: list[tuple[Color | None, str]] = []
    opens = Adjudication(tablebases=tables).tables(CHESS)
    hear = judging(None, Adjudication(), lambda *end: ended.append(end), tables=opens)
    hear(
        MovePlayed(before.to_move, 0, played, before, before.play(played), None, 0.0)  # type: ignore[arg-type]
    )
    hear(GameEnded(Outcome(None, Reason.ADJUDICATION), None))  # type: ignore[arg-type]  # which closes them
    assert ended == ([] if expected is None else [(*expected, "by the endgame tables")])


def contest_with(home: Path, more: str) -> Folder:
    (home / "start.fen").write_text("8/8/8/3r4/8/8/3R4/K6k w - - 5 40\n")
    (home / "contest.toml").write_text(
        'name = "Tables"\nseed = 1\nformat = "match"\ngames = 2\nopenings = "start.fen"\n'
        f'[adjudication]\n{more}\n[[entrants]]\nname = "A"\nplayer = "greedy"\n'
        '[[entrants]]\nname = "B"\nplayer = "greedy"\n'
    )
    return Folder(home)


def test_a_game_of_a_contest_ends_by_its_tables(tmp_path: Path, tables: Path):
    from board_core.contest.beginning import begin

    folder = contest_with(tmp_path, 'tablebases = "tables"')
    with begin(folder, read_plan(folder.plan)) as store:
        assert isinstance(store, ContestStore)
        contest = store.contest
        each = scheme_of(contest.plan).next_round(contest.field)
        store.paired(each)  # type: ignore[arg-type]
        result = play(job_for(store.contest, store.contest.pairings[1]))
    assert isinstance(result, GameResult)
    outcome = result.game.outcome
    assert (outcome.winner, outcome.reason) == (Color.WHITE, Reason.ADJUDICATION)
    assert outcome.detail == "by the endgame tables"
    assert len(result.game.moves) == 1


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('tablebases = "nowhere"', "there is no folder"),
        ('tablebases = "tables"', "endgame tables for chess only"),
    ],
)
def test_tables_that_cannot_be_used_are_refused(tmp_path: Path, tables: Path, more, said: str):
    folder = contest_with(tmp_path, more)
    if "chess only" in said:
        path = folder.plan
        path.write_text('game = "gomoku"\n' + path.read_text().replace("start.fen", ""))
    with pytest.raises(BadPlan, match=said):
        read_plan(folder.plan)
