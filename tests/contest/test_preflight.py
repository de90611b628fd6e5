"""What an organiser learns of the entrants before the first round."""

import sys
from pathlib import Path

import pytest

from board_core.author.doctor import ExamLimits, examine, examining
from board_core.contest.beginning import entries_of
from board_core.contest.packages import unpack
from board_core.contest.plan import plan_of
from board_core.contest.preflight import preflight
from board_core.match.player_spec import parse_player

FOREIGN = """\
import sys
sys.loaded_by = "whoever imports this"
def choose(board):
    return next(iter(board.legal_moves))
"""


def test_a_function_is_examined_whole_and_its_file_is_never_loaded_here(tmp_path: Path):
    (tmp_path / "entry.py").write_text(FOREIGN)
    plan = plan_of(
        'name = "x"\nseed = 1\nformat = "match"\ngames = 2\n[sandbox]\nmode = "off"\n'
        '[[entrants]]\nname = "Ada"\nplayer = "entry.py:choose"\n'
        '[[entrants]]\nname = "Bob"\nplayer = "random"\n'
    )
    cache = tmp_path / "cache"
    ada, _bob = entries_of(plan, tmp_path, lambda each: unpack(each.sha256, each.data, cache))
    card = preflight(ada, plan, cache, ExamLimits(games=1, move=20, start=20))
    assert card.report is not None
    assert [str(fault.sentence) for fault in card.report.faults] == []
    assert card.passed
    assert card.report.games > 1
    assert not hasattr(sys, "loaded_by")


def test_who_resigns_its_short_games_is_warned_and_not_called_ready(tmp_path: Path):
    (tmp_path / "entry.py").write_text("while input(): print('resign', flush=True)\n")
    plan = plan_of(
        'name = "x"\nseed = 1\nformat = "match"\ngames = 2\n[sandbox]\nmode = "off"\n'
        f"[[entrants]]\nname = 'Ada'\nplayer = '{sys.executable} entry.py'\n"
        '[[entrants]]\nname = "Bob"\nplayer = "random"\n'
    )
    cache = tmp_path / "cache"
    ada, _bob = entries_of(plan, tmp_path, lambda each: unpack(each.sha256, each.data, cache))
    card = preflight(ada, plan, cache).kept
    assert [finding.verdict.value for finding in card.findings] == ["warning", "warning"]
    assert "ready" not in str(card.conclusion)


def examined(file: Path, limits: ExamLimits, first: str = ""):
    file.write_text(first + FOREIGN)
    spec = parse_player(f"{file}:choose")
    return examine(spec, limits, ("start", "white"), sandbox="off", foreign=True)


def test_a_function_whose_file_is_not_loaded_at_the_first_wait_gets_all_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(examining, "FIRST_WAIT_SECONDS", 0.001)
    card = examined(tmp_path / "entry.py", ExamLimits(move=20, start=20))
    assert [(finding.check.name, finding.verdict.value) for finding in card.findings] == [
        ("start", "ok"),
        ("white", "ok"),
    ]


def test_a_function_whose_file_is_not_loaded_in_time_fails_at_its_start(tmp_path: Path):
    forever = "import threading\nthreading.Event().wait()\n"
    card = examined(tmp_path / "entry.py", ExamLimits(move=20, start=0.5), forever)
    assert [fault.check.name for fault in card.faults] == ["start"]
