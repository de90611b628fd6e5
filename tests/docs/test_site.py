"""The site as a whole: what is in it, and for whom."""

import re
import runpy
from collections.abc import Mapping
from enum import Enum
from pathlib import Path

import pytest
import yaml
from blocks import DOCS, FENCE, ROOT

from board_core import Cause, Reason
from board_core.author.doctor import checks_for
from board_core.contest.plan import PRESETS, TABLES, UNWRITTEN_SETTING, Plan
from board_core.match.known_games import HOSTED_GAMES
from board_core.protocols import PROTOCOLS

PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
SOURCES = runpy.run_path(str(DOCS / "source_pages.py"))["PAGES"]
MADE = [
    *SOURCES,
    *runpy.run_path(str(DOCS / "options.py"))["PAGES"].values(),
]
"""Pages that are there when the site is built."""

LANGUAGES = runpy.run_path(str(DOCS / "languages.py"))
ENGLISH_ALONE = LANGUAGES["ENGLISH_ALONE"]
CONFIGURATION = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
NAVIGATION = CONFIGURATION.partition("\nnav:\n")[2]


def test_every_page_is_in_the_navigation():
    shown = re.findall(r"(\S+\.md)$", NAVIGATION, re.MULTILINE)
    assert sorted(shown) == sorted([*PAGES, *MADE])


def groups(items: list[dict[str, object]]) -> dict[str, list[tuple[str, str]]]:
    """Return the titles and names of the pages of each group of a navigation."""
    every = {title: inside for item in items for title, inside in item.items()}
    return {
        title: [(name, page.rpartition("zh/")[2]) for one in inside for name, page in one.items()]
        for title, inside in every.items()
        if isinstance(inside, list) and title != LANGUAGES["SECTION"]
    }


@pytest.mark.parametrize("folder", ["", "zh/"], ids=["English", "Chinese"])
def test_the_first_page_lists_all_pages_as_the_navigation_does(folder: str):
    every = yaml.safe_load(NAVIGATION)
    shown = groups(every)
    if folder:
        reference = [
            page for pages in shown.values() for page in pages if page[1].startswith(ENGLISH_ALONE)
        ]
        shown = groups(next(item for item in every if LANGUAGES["SECTION"] in item).popitem()[1])
        shown[LANGUAGES["REFERENCE"]] = reference
    text = (DOCS / folder / "index.md").read_text(encoding="utf-8")
    listed: dict[str, list[tuple[str, str]]] = {}
    for part in re.split(r"^\*\*", re.split("^## ", text, flags=re.M)[-1], flags=re.M)[1:]:
        listed[part.partition("**")[0]] = [
            (name or other, (page or "options.md").removeprefix("../"))
            for name, page, other in re.findall(
                r"^\* (?:\[(.+?)\]\((.+?)\)|(.+?)(?=[:：]))", part, re.MULTILINE
            )
        ]
    made = {source: page for page, source in SOURCES.items()}
    assert [
        (title, [(name, made.get(page, page)) for name, page in pages])
        for title, pages in listed.items()
    ] == [*shown.items()]


def test_every_page_has_its_twin_but_the_reference_which_is_in_english_alone():
    chinese = {page.removeprefix("zh/") for page in PAGES if page.startswith("zh/")}
    english = {page for page in PAGES if not page.startswith("zh/")}
    assert chinese == {page for page in english if not page.startswith(ENGLISH_ALONE)}
    assert all(any(page.startswith(name) for page in english) for name in ENGLISH_ALONE)


def words(path: Path) -> int:
    """Count the words of a page, as ``wc -w`` does."""
    return len(path.read_text(encoding="utf-8").split())


AT_THE_TOP = [
    ROOT / f"{name}.md" for name in ("ARCHITECTURE", "CHANGELOG", "CONTRIBUTING", "SECURITY")
]
MOST_WORDS = 45_000


@pytest.mark.parametrize(
    "pages",
    [
        [ROOT / "README.md", *DOCS.glob("*.md"), *(DOCS / "api").glob("*.md"), *AT_THE_TOP],
        [ROOT / "README.zh.md", *(DOCS / "zh").rglob("*.md"), *AT_THE_TOP],
    ],
    ids=["English", "Chinese"],
)
def test_all_pages_of_a_language_can_be_read_in_a_day(pages: list[Path]):
    assert sum(map(words, pages)) <= MOST_WORDS, {
        page.name: words(page) for page in sorted(pages, key=words, reverse=True)[:8]
    }


@pytest.mark.parametrize(
    ("name", "most"), [("README.md", 700), ("README.zh.md", 700), ("CHANGELOG.md", 400)]
)
def test_what_is_read_first_is_short(name: str, most: int):
    assert words(ROOT / name) <= most


ON_DISK = [
    *ROOT.glob("*.md"),
    ROOT / "benchmarks" / "README.md",
    ROOT / "examples" / "faulty" / "README.md",
    *DOCS.rglob("*.md"),
]
"""Pages as somebody reads them in the source."""


@pytest.mark.parametrize("page", ON_DISK, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_link_of_the_source_leads_somewhere(page: Path):
    prose = FENCE.sub("", page.read_text(encoding="utf-8"))
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", prose)
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_nothing_is_fetched_from_elsewhere():
    assert "font: false" in CONFIGURATION
    assert "://" not in CONFIGURATION


@pytest.mark.parametrize("page", ["diagnoses.md", "zh/diagnoses.md"])
@pytest.mark.parametrize("values", [Cause, Reason])
def test_every_diagnosis_is_explained(page: str, values: type[Enum]):
    text = (DOCS / page).read_text(encoding="utf-8")
    explained = re.findall(r"^\| `([a-z-]+)` \|", text, re.MULTILINE)
    assert {value.value for value in values} <= set(explained)
    assert set(explained) <= {value.value for known in (Cause, Reason) for value in known}


@pytest.mark.parametrize("page", ["check.md", "zh/check.md"])
def test_every_check_of_every_game_is_explained(page: str):
    known = {
        check.name
        for game in HOSTED_GAMES.values()
        for protocol in ("", *PROTOCOLS)
        for check in checks_for(protocol, game.rules)
    }
    text = (DOCS / page).read_text(encoding="utf-8")
    names = re.findall(r"^\| (`[a-z][a-z-]*`(?:[,、] ?`[a-z-]+`)*) \|", text, re.MULTILINE)
    in_rows = {name for row in names for name in re.findall("[a-z-]+", row)}
    in_3d = re.search(r"\(chess-3d\.md\)(.*?)\n\n", text, re.DOTALL)[1]
    assert in_rows | set(re.findall("`([a-z-]+)`", in_3d)) == known


def shown(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return str(value).lower()
        case Enum():
            return f'"{value.value}"'
        case str():
            return f'"{value}"'
        case int() | float():
            return f"{value:.12g}"
        case tuple():
            return f"[{', '.join(map(shown, value))}]"
        case _:
            raise ValueError(value)


TOP = {"": Plan, **TABLES}


@pytest.mark.parametrize("page", ["contest-toml.md", "zh/contest-toml.md"])
@pytest.mark.parametrize("table", TOP, ids=lambda table: table or "top")
def test_every_setting_of_a_contest_is_explained(page: str, table: str):
    """Each field once, with what holds if it is not written."""
    text = (DOCS / page).read_text(encoding="utf-8")
    heading = {"": "contest.toml", "entrants": r"\[\[entrants\]\]"}.get(table, rf"\[{table}\]")
    section = re.search(rf"^#+ `?{heading}`?\n(.*?)(?=^#|\Z)", text, re.DOTALL | re.MULTILINE)[1]
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", section, re.MULTILINE))
    fields = {
        name: "required" if field.is_required() else shown(field.default)
        for name, field in TOP[table].model_fields.items()
        if name not in (*TABLES, UNWRITTEN_SETTING)
    }
    required = "必填" if page.startswith("zh/") else "required"
    missing = "无" if page.startswith("zh/") else "none"
    assert {
        name: usual.strip("`").replace(required, "required").replace(missing, "none")
        for name, usual in rows.items()
    } == fields


@pytest.mark.parametrize("page", ["contest-toml.md", "zh/contest-toml.md"])
def test_what_a_preset_means_is_told(page: str):
    text = (DOCS / page).read_text(encoding="utf-8")
    section = re.search(r"`classroom` \| `engine`(.*?)^#", text, re.DOTALL | re.MULTILINE)[1]
    for name, preset in PRESETS.items():
        column = [*PRESETS].index(name)
        rows = re.findall(r"^\| `([\w.]+)` \| *(.*?) *\| *(.*?) *\|$", section, re.MULTILINE)
        told = {row[0]: row[1 + column].strip("`") for row in rows}
        assert {key: value for key, value in told.items() if value} == {
            key: shown(value) for key, value in flat(preset).items()
        }


def flat(table: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    """Nested tables with dots: ``clock.time``."""
    below: dict[str, object] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            below |= flat(value, f"{prefix}{key}.")
        else:
            below[f"{prefix}{key}"] = value
    return below
