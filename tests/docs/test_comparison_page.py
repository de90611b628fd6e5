"""The page that compares says of the board what its code has, and denies nothing that it has."""

import re
import tomllib
from collections.abc import Callable
from dataclasses import fields
from typing import get_args

import pytest
from blocks import DOCS, ROOT

from board_cli.app import app
from board_cli.options import AdjudicationOptions
from board_core import Cause
from board_core.contest.pairing.formats import FORMATS
from board_core.contest.plan import ClockPlan, SprtPlan
from board_core.game.sides import Color
from board_core.games.chess import VARIANT_GAMES
from board_core.match.known_games import HOSTED_GAMES
from board_core.match.openings import parse_openings
from board_core.match.player_spec import parse_player
from board_core.protocols import PROTOCOLS, Dialogue, Uci
from board_core.supervise.sandbox import Ponder
from board_core.text.languages import SPOKEN_LANGUAGES
from board_core.text.sentence import BoardError

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
SOURCES = "".join(
    file.read_text("utf-8")
    for package in ("board_core", "board_cli", "board_pygame")
    for file in (ROOT / package).rglob("*.py")
)


def offered(protocol: str) -> bool:
    """Return True if a player may be written with the protocol, and messages name it."""
    with pytest.raises(BoardError) as refusal:
        parse_player("no-such-protocol:./my_ai")
    return re.search(rf"\b{protocol}\b(?!-)", str(refusal.value)) is not None


def families(games: set[str]) -> set[str]:
    """Return the names of games without those that are another one on a larger board."""
    return {name for name in games if not any(name.startswith(f"{other}-") for other in games)}


ROWS: dict[str, tuple[str, set[str]]] = {
    "protocols": ("协议", {*filter(offered, PROTOCOLS)}),
    "variants": ("变体", set(VARIANT_GAMES)),
    "other games": ("其他棋类", families(set(HOSTED_GAMES) - {"chess", *VARIANT_GAMES})),
    "clock": ("时钟", set(ClockPlan.model_fields)),
    "formats": ("赛制", set(FORMATS)),
    "adjudication": (
        "裁定",
        {f"--{field.name.replace('_', '-')}" for field in fields(AdjudicationOptions)},
    ),
    "sequential test": ("序贯检验", set(get_args(SprtPlan.model_fields["elo"].annotation))),
    "records": ("棋谱", {form.name for game in HOSTED_GAMES.values() for form in game.records}),
}
"""The names that the column of the board has to have, by the beginning of their row."""


def options(command: str) -> set[str]:
    """Return the options of a command."""
    found = app.get_command(app.context_class(app), command)
    return {name for given in found.params for name in given.opts if name.startswith("--")}


DENIED: dict[str, tuple[str, Callable[[], bool]]] = {
    "more than two players": ("两方以上", lambda: len(Color) > 2),
    "built-in AIs that search for variants": (
        "会搜索的内置 AI",
        lambda: any(HOSTED_GAMES[name].search for name in VARIANT_GAMES),
    ),
    "hourglass": ("沙漏", lambda: "hourglass" in ClockPlan.model_fields),
    "a clock for each side": (
        "双方不同的用时",
        lambda: any("white" in name for name in options("match") | options("play")),
    ),
    "pondering for one side only": (
        "只让一方在对手的时间里思考",
        lambda: any("ponder-" in name for name in options("match") | options("play")),
    ),
    "USI, UCCI and GTP": ("USI、UCCI 和 GTP", lambda: bool({"usi", "ucci", "gtp"} & {*PROTOCOLS})),
    "Gaviota": ("Gaviota", lambda: "chess.gaviota" in SOURCES),
    "double elimination": ("双败淘汰", lambda: any("double-el" in name for name in FORMATS)),
    "other than `en` and `zh_CN`": (
        "`en` 和 `zh_CN` 以外",
        lambda: SPOKEN_LANGUAGES != ("en", "zh_CN"),
    ),
    "Python below 3.11": (
        "3.11 以前的 Python",
        lambda: PROJECT["requires-python"] != ">=3.11",
    ),
}
"""What is not supported, in both languages, and whether the code has it after all."""


def texts(page: str) -> tuple[dict[str, str], str, str]:
    """Return the column of the board by the beginning of each row; the text below; all of it."""
    text = (DOCS / page).read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|", text, re.MULTILINE))
    return rows, " ".join(text.partition("{ #unsupported }")[2].split()), text


def names(text: str) -> set[str]:
    return set(re.findall(r"`([^`]+)`", text))


PAGES = {"comparison.md": False, "zh/comparison.md": True}
both = pytest.mark.parametrize("page", PAGES)


@both
@pytest.mark.parametrize("row", ROWS)
def test_a_row_names_all_that_there_is_and_nothing_else(page: str, row: str):
    chinese, there = ROWS[row]
    assert names(texts(page)[0][chinese if PAGES[page] else row]) == there


@both
def test_what_is_not_supported_is_really_missing(page: str):
    unsupported = texts(page)[1]
    for english, (chinese, is_there) in DENIED.items():
        assert (chinese if PAGES[page] else english) in unsupported
        assert not is_there(), english
    there = set[str]().union(*(there for _chinese, there in ROWS.values()))
    assert not names(unsupported) & there, "there is such a thing"


@both
def test_the_board_says_no_to_no_row_of_the_table(page: str):
    rows = texts(page)[0]
    assert not [
        name for name, cell in rows.items() if cell in ("no", "none", "不支持", "无", "没有")
    ]
    cell = rows["在对手的时间里思考" if PAGES[page] else "thinking on the opponent's time"]
    assert f"--ponder {Ponder.PLAY.value}" in cell
    assert Uci.ponder is not Dialogue.ponder
    assert "UCI" in cell


@both
def test_openings_are_read_from_what_the_row_names(page: str):
    row = texts(page)[0]["开局" if PAGES[page] else "openings"]
    samples = {
        "pgn": "1. e4 e5 *\n",
        "fen": "4k3/8/8/8/8/8/8/R3K3 w - - 0 1\n",
        "epd": '4k3/8/8/8/8/8/8/R3K3 w - - id "one";\n',
    }
    assert names(row) == {*samples, "bin", "book"}
    for ending, sample in samples.items():
        assert parse_openings(sample, f"openings.{ending}")


@both
def test_numbers_are_those_of_the_code(page: str):
    rows, _below, text = texts(page)
    causes = re.search(r"\[(\d+) (?:causes|种起因)\]\(diagnoses\.md\)", text)
    assert causes is not None
    assert int(causes[1]) == len(Cause)
    lines = re.search(r"\b1 (?:to|到) (\d)", rows["分析" if PAGES[page] else "analysis"])
    analysis = (ROOT / "board_pygame" / "analysis.py").read_text(encoding="utf-8")
    assert lines is not None
    assert re.search(rf"^USUAL_LINES, MOST_LINES = \d, {lines[1]}$", analysis, re.MULTILINE)


@both
def test_the_environment_is_that_of_the_code(page: str):
    pytest.importorskip("pettingzoo")
    from board_core.author.pettingzoo import PLANE_COUNT
    from board_core.games.chess.numbered import MOVES

    row = texts(page)[0]["强化学习" if PAGES[page] else "reinforcement learning"]
    assert re.findall(r"[\d,]+(?= (?:个平面|种着法|planes|moves))", row) == [
        str(PLANE_COUNT),
        f"{len(MOVES):,}",
    ]


@both
def test_the_extras_are_those_of_the_distribution(page: str):
    extras = re.search(r"(?:the extras|附加组件) ((?:`\w+`[,、\s]*)+)", texts(page)[2])
    assert extras is not None
    assert names(extras[1]) == set(PROJECT["optional-dependencies"]) - {"dev", "test"}
