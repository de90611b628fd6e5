"""What an organiser learns of the entrants before the first round."""

import sys
from pathlib import Path

from board_core.author.doctor import ExamLimits
from board_core.contest.beginning import entries_of
from board_core.contest.plan import plan_of
from board_core.contest.preflight import preflight

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
    entry = entries_of(plan, tmp_path)[0]
    card = preflight(entry, plan, tmp_path / "cache", ExamLimits(games=1, move=20, start=20))
    assert card.passed
    assert card.report is not None
    assert card.report.games > 1
    assert not hasattr(sys, "loaded_by")
