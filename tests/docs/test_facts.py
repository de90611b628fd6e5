"""What pages for players and embedders say is held against the code."""

import re
from typing import get_args

import pytest
from babel.messages.pofile import read_po
from blocks import DOCS, FENCE, ROOT

from board_core import Position
from board_core.ais.levels import LADDER, MOST_OVERLOOKED
from board_core.game.events import Event
from board_core.games.hosted import HostedGame
from board_core.match import MatchResult
from board_core.match.known_games import HOSTED_GAMES

EVENTS = [event.__name__ for event in get_args(Event)]


def text_of(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def rows(page: str) -> list[tuple[str, ...]]:
    """Return the cells of all rows of tables."""
    lines = re.findall(r"^\|(.*)\|$", text_of(page), re.MULTILINE)
    return [tuple(cell.strip() for cell in line.split("|")) for line in lines]


def first_cells(page: str, heading: str) -> list[str]:
    """Return the code in the first cells of the table that begins so."""
    table = text_of(page).partition(f"\n| {heading}")[2].partition("\n\n")[0]
    cells = re.findall(r"^\| ([^|]+) \|", table, re.MULTILINE)
    return [code for cell in cells for code in re.findall(r"`([^`]+)`", cell)]


both_languages = pytest.mark.parametrize("folder", ["", "zh/"], ids=["English", "Chinese"])


@both_languages
def test_the_table_of_levels_has_what_each_of_them_lacks(folder: str):
    shown = {row[0].strip("`"): row[1:] for row in rows(f"{folder}levels.md") if len(row) == 7}
    for level in LADDER:
        if level.name in ("random", "greedy"):
            continue
        elo, overlooks, depth, nodes, taste, book = shown[level.name]
        skill = level.skill
        assert skill is not None
        assert int(elo) == level.elo
        share = re.match(r"(\d+) %", overlooks)
        assert int(share[1] if share else 0) == round(100 * min(skill.oversight, MOST_OVERLOOKED))
        if skill.depth is not None:
            assert float(depth.split()[0]) == round(skill.depth + skill.deeper, 1)
        if skill.nodes is not None:
            assert int(nodes.replace(",", "")) == skill.nodes
        assert int(taste.split()[0]) == skill.taste
        assert int(book.split()[0]) == skill.book


def plain(label: str) -> str:
    """Return a label without its key and its ellipsis."""
    return re.sub(r" ?\(&\w\)|&|…", "", label)


@pytest.mark.parametrize(("page", "ours"), [("window.md", True), ("zh/window.md", False)])
def test_a_label_on_the_page_of_the_window_is_one_of_the_window(page: str, ours: bool):
    labels: set[str] = set()
    for package in ("board_core", "board_pygame"):
        file = ROOT / package / "locale" / "zh_CN" / "LC_MESSAGES" / "board.po"
        with file.open("rb") as catalogue:
            labels |= {
                plain(text)
                for message in read_po(catalogue)
                for text in [message.id if ours else message.string]
                if isinstance(text, str)
            }
    prose = FENCE.sub("", text_of(page)).replace("**", "")
    named = re.findall(r"\*(\S[^*]*\S)\*", re.sub(r"^\* ", "", prose, flags=re.MULTILINE))
    assert len(named) > 40
    assert [name for name in named if plain(re.sub(r"\s+", " ", name)) not in labels] == []


@both_languages
def test_the_page_of_embedding_lists_every_event(folder: str):
    heading = "事件" if folder else "event"
    assert first_cells(f"{folder}embedding.md", heading) == EVENTS


@both_languages
def test_the_page_of_embedding_lists_the_fields_of_every_event(folder: str):
    listed = {
        name: {*re.findall(r"`(\w+)`", row[2])}
        for row in rows(f"{folder}embedding.md")
        for name in re.findall(r"`(\w+)`", row[0])
        if name in EVENTS
    }
    for event in get_args(Event):
        fields = {*event.__dataclass_fields__} - {"said"}  # shown as thought
        assert fields <= listed[event.__name__], event
        assert {name for name in listed[event.__name__] if not hasattr(event, name)} == set()


def test_the_page_of_json_lines_lists_every_event():
    names = [re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower() for name in EVENTS]
    shown = first_cells("json-lines.md", "event | further fields")
    assert sorted(shown) == sorted([*names, "match_ended"])


@both_languages
def test_the_page_of_own_games_lists_the_methods_of_a_position(folder: str):
    heading = "局面的" if folder else "of a position"
    shown = [code.partition("(")[0] for code in first_cells(f"{folder}own-game.md", f"{heading} |")]
    assert sorted(shown) == sorted(name for name in vars(Position) if not name.startswith("_"))


@both_languages
def test_the_page_of_own_games_names_additions_that_there_are(folder: str):
    heading = "| 默认" if folder else "| default"
    shown = first_cells(f"{folder}own-game.md", heading)
    assert len(shown) > 5
    assert set(shown) <= set(HostedGame.__dataclass_fields__)


def test_the_page_of_matches_names_fields_that_there_are():
    shown = first_cells("matches.md", "`MatchResult`")
    assert len(shown) > 10
    assert [name for name in shown if not hasattr(MatchResult(("a", "b"), 2), name)] == []


@both_languages
@pytest.mark.parametrize(
    ("page", "family"), [("variants.md", "chess"), ("gomoku.md", "gomoku")], ids=["chess", "gomoku"]
)
def test_a_family_of_games_is_listed(folder: str, page: str, family: str):
    stones = {name for name in HOSTED_GAMES if name.startswith(("gomoku", "renju"))}
    variants = set(HOSTED_GAMES) - stones - {"chess", "chess-3d"}
    heading = "名称" if folder else "name"
    shown = first_cells(f"{folder}{page}", heading)
    assert set(shown) == (stones if family == "gomoku" else variants)


@both_languages
@pytest.mark.usefixtures("pyspiel")
def test_the_games_of_openspiel_are_listed_with_their_parameters(folder: str):
    from board_core.games.spiel import spiel_names, spiel_rules
    from board_core.games.spiel.position import read_name

    page = f"{folder}spiel.md"
    shown = {row[0].strip("`"): row[1] for row in rows(page) if len(row) == 3 and "`" in row[0]}
    assert sorted(shown) == sorted(spiel_names())
    for name, parameters in shown.items():
        usual = read_name(name)[1]
        for key, value in re.findall(r"`(\w+)=([^`]+)`", parameters):
            assert str(usual[key]).lower() == value, name
    black = [name for name in shown if not spiel_rules(name).first.is_white]
    as_text = [name for name in shown if not [*spiel_rules(name).geometry.places]]
    listed = text_of(page).rpartition("|\n\n")[2].partition("\n\n")[0]
    assert re.findall(r"`(\w+)`", listed) == black + as_text
