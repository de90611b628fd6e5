"""``board engine`` under the doctor's eyes."""

import os
import shlex
import sys
from pathlib import Path

import pytest

import board_core
from board_core.author.doctor import CheckVerdict, ExamLimits, examine
from board_core.match.player_spec import parse_player

SOURCES = Path(board_core.__file__).parents[1]
ENGINE = shlex.join([sys.executable, "-m", "board_cli", "engine", "--level", "beginner"])


@pytest.mark.skipif(os.name == "nt", reason="env is a program of other systems")
@pytest.mark.parametrize("protocol", ["uci", "san"])
def test_nothing_is_wrong_with_our_own_engine(protocol):
    text = f"{protocol}:env {shlex.quote(f'PYTHONPATH={SOURCES}')} {ENGINE} --protocol {protocol}"
    card = examine(parse_player(text), ExamLimits(games=1), sandbox="off")
    wrong = {CheckVerdict.FAULT, CheckVerdict.WARNING}
    assert [str(finding.sentence) for finding in card.findings if finding.verdict in wrong] == []
    assert card.passed
    assert card.count(CheckVerdict.OK) >= 12
