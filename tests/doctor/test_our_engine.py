"""``board engine`` under the doctor's eyes."""

import os
import sys
from pathlib import Path

import pytest

import board_core
from board_core.author.doctor import CheckVerdict, ExamLimits, examine
from board_core.match.known_games import HOSTED_GAMES
from board_core.match.player_spec import parse_player
from board_core.supervise.command import joined_words

SOURCES = Path(board_core.__file__).parents[1]
ENGINE = joined_words([sys.executable, "-m", "board_cli", "engine"])


@pytest.mark.skipif(os.name == "nt", reason="env is a program of other systems")
@pytest.mark.parametrize(
    ("game", "level", "protocol"),
    [
        ("chess", "beginner", "uci"),
        ("chess", "beginner", "san"),
        ("gomoku", "easy", "gomocup"),
        ("chess-3d", "greedy", "lines"),
    ],
)
def test_nothing_is_wrong_with_our_own_engine(game, level, protocol):
    options = f"--game {game} --level {level} --protocol {protocol} --move-time 0.2"
    text = f"{protocol}:env {joined_words([f'PYTHONPATH={SOURCES}'])} {ENGINE} {options}"
    rules = HOSTED_GAMES[game].rules
    card = examine(parse_player(text, rules=rules), ExamLimits(games=1), rules=rules, sandbox="off")
    wrong = {CheckVerdict.FAULT, CheckVerdict.WARNING}
    assert [str(finding.sentence) for finding in card.findings if finding.verdict in wrong] == []
    assert card.passed
    assert card.count(CheckVerdict.OK) >= 12
