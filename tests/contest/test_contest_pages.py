"""The pages as HTML: well formed, complete in both languages, and safe whatever programs say."""

import json
import re
import sys
from dataclasses import replace

import demo
import pytest
from html_page import Page
from levels import LEVELS, START

from board_core import Color, Rules
from board_core.contest.decisions import ContestPause
from board_core.contest.field import ByeKind
from board_core.contest.report.pages import (
    DISK_POLICY,
    SCRIPTS,
    SERVED_POLICY,
    Pages,
    _environment,
    file_text,
    joined_script,
    shown,
    style_sheet,
)
from board_core.contest.report.pictures import board_of
from board_core.contest.report.replay import game_view, replay
from board_core.contest.report.running import RunningGames
from board_core.contest.report.view import contest_view
from board_core.contest.report.writing import logs_of, write_report
from board_core.contest.store import read_contest
from board_core.game.geometry import Geometry, Style, cells, plan
from board_core.game.words import Words
from board_core.games import CHESS, GOMOKU
from board_core.match.known_games import HOSTED_GAMES
from board_core.text.findings import ROWS

every_language = pytest.mark.parametrize("language", ["en", "zh_CN"])


def contest_page(folder, language="en"):
    contest, pages = read_contest(folder), Pages(language)
    games = RunningGames(folder).read(contest)
    return pages.contest(contest_view(contest, pages.words, games, record="games.pgn"))


def game_page(folder, number, language="en"):
    contest, pages = read_contest(folder), Pages(language)
    replayed = replay(contest.played[number].game)
    logs = logs_of(folder, contest, number)
    return pages.game(game_view(contest, number, replayed, logs, pages.words))


@pytest.fixture(scope="module")
def everything(running):
    return [
        *(contest_page(running, language) for language in ("en", "zh_CN")),
        *(game_page(running, number) for number in (1, 3, 5, 7, 14)),
    ]


def test_the_page_shows_standings_boards_reasons_and_hashes(running):
    page = Page(contest_page(running))
    assert "Round 4 of 4" in page.text
    assert "not used for the ranking" in page.text
    assert "Draw by threefold repetition" in page.text
    assert len(page.with_class("board")) == 3
    assert len(page.with_class("mini")) == 3
    assert page.with_class("mini")[0]["href"] == "#games"  # on a disk it has no page yet
    assert len([tag for tag, _ in page.tags if tag == "i"]) == 3 * 64


def test_the_page_of_a_game_has_all_that_is_stepped_through(running):
    page = Page(game_page(running, 1))
    assert {len(each) for each in page.game["boards"].values()} == {34}
    assert len(page.game["moves"]) == 33
    assert all({"n", "by", "used", "score"} <= each.keys() for each in page.game["moves"])


def test_a_lost_game_is_explained_on_its_page(running):
    page = Page(game_page(running, 3))
    assert page.game["ended"]["why"]["by"] == 1
    assert page.game["names"][1] == "En Passant & Sons"
    assert "</pre><script>evil()</script>" in page.text
    assert "There is no log." not in page.text


@every_language
def test_a_page_speaks_one_language(running, language):
    html = contest_page(running, language)
    assert f'<html lang="{language.replace("_", "-")}">' in html


DATA = re.compile(
    r"python3 ai\d+\.py|ai\d+\.py|[0-9a-f]{64}|AI 对弈|Traceback|depth \d|a move|Prof\. Chen|"
    r"evil\(\)|the machine was|Organiser|it starts|moves come|its move came|flush|start$|"
    r"it needs a new"
)
"""What was written by people and programs, in whatever language."""


def test_nothing_is_said_in_english_on_a_chinese_page(running):
    known = {"English", "中文", "Elo", "chess", *demo.OPERA, *demo.ITALIAN, *demo.QUEENS, "Bxf7+"}
    known |= {shown(name) for name in (*demo.NAMES, *demo.AUTHORS)} | ROWS.keys()

    def untranslated(chinese, english):
        alike = set(Page(chinese).texts) & set(Page(english).texts) - known
        return [text for text in alike if re.search("[A-Za-z]{3}", text) and not DATA.search(text)]

    assert untranslated(contest_page(running, "zh_CN"), contest_page(running)) == []
    for number in (1, 3, 5):
        page = game_page(running, number)
        assert untranslated(game_page(running, number, "zh_CN"), page) == []
        assert len(untranslated(page, page)) > 5  # as the test would see it


def test_nothing_that_a_program_says_becomes_markup(everything):
    for html in everything:
        page = Page(html)
        tags = {tag for tag, _ in page.tags}
        assert not tags & {"iframe", "img", "object", "style", "form", "base"}
        for attributes, text in page.scripts:
            assert attributes in ({"src": f"{n}.js", "defer": None} for n in ("page", "play")) or (
                attributes["type"] == "application/json" and json.loads(text)
            )
        assert not [each for _, each in page.tags for name in each if name.startswith("on")]
        assert not [each for _, each in page.tags if "style" in each]  # the policy forbids it
        assert demo.HOSTILE not in html


def test_hostile_names_stand_where_a_name_stands(running):
    page = Page(contest_page(running))
    assert demo.HOSTILE in page.texts
    assert "<b>Eve</b>" in page.texts
    assert r"\u202egnp.exe \x1b[31m" in page.texts
    html = contest_page(running)
    assert (
        re.findall("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]", html)
        == []
    )


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("plain 中文 é ½", "plain 中文 é ½"),
        ("two\nlines\tand a\u3000space", "two\nlines\tand a\u3000space"),
        ("\u202eevil", r"\u202eevil"),
        ("\x00\x1b[2J", r"\x00\x1b[2J"),
        ("\udc80", r"\udc80"),
        ("zero\u200bwidth", r"zero\u200bwidth"),
    ],
)
def test_what_cannot_be_seen_is_shown(text, seen):
    assert shown(text) == seen


def test_a_page_holds_every_character_or_its_escape():
    step = 0x4000
    for start in range(0, sys.maxunicode, step):
        name = "".join(map(chr, range(start, start + step)))
        html = Pages("en").message("Ada ❤️", name).encode("utf-8").decode("utf-8")
        assert "Ada ❤️" in Page(html).texts
        assert " ".join(shown(name).split()) in Page(html).texts


def test_the_policy_allows_our_own_files_and_nothing_else():
    for policy in (SERVED_POLICY, DISK_POLICY):
        rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
        assert rules["default-src"] == "'none'"
        assert rules["script-src"] in ("'self'", "'self' file:")
        assert "unsafe" not in policy
        assert "http" not in policy
    assert f'content="{DISK_POLICY}"'.replace("'", "&#39;") in contest_of_nothing()


def contest_of_nothing():
    return Pages("en").message("title", "text")


def test_the_style_sheet_and_the_script_name_no_other_host():
    sheet = style_sheet(CHESS)
    urls = re.findall(r"url\(([^)]*)\)", sheet)
    assert len(urls) == 14
    assert all(url.startswith('"data:image/svg+xml,') for url in urls)
    scripts = [joined_script(name) for name in SCRIPTS]
    for text in (sheet, file_text("play.css"), *scripts):
        assert "http" not in re.sub("http(%3A|:)//www.w3.org/2000/svg", "", text)
        assert "@import" not in text
    written = r"innerHTML|insertAdjacentHTML|document\.write|eval\("
    assert not any(re.search(written, text) for text in scripts)


def test_every_piece_and_board_has_its_picture():
    for symbol in "KQRBNPkqrbnp":
        assert f'[data-p="{symbol}"]' in style_sheet(CHESS)
    for rules in (game.rules for game in HOSTED_GAMES.values()):
        columns, rows = rules.geometry.size
        assert f".b{columns}x{rows} {{ grid-template" in style_sheet(rules)


def rules_on(geometry: Geometry) -> Rules:
    return Rules("still", Color.WHITE, geometry, lambda setup: Still({}))


class Still:
    """A position that nobody moves in."""

    def __init__(self, pieces) -> None:
        self._pieces = pieces

    def pieces(self):
        return self._pieces

    def marked(self):
        return ("QL3", "nowhere")

    def __str__(self) -> str:
        return "seven <left>"


def test_a_plan_has_holes_and_names_where_there_are_no_labels():
    rules = rules_on(plan([["b2W", None, "QL3"], [None, "z0KL1", None]]))
    sheet = style_sheet(rules)
    assert ".board.b3x2 i:nth-child(2)," in sheet
    assert '.b3x2 i:nth-child(5)::before { content: "z0KL1"; }' in sheet
    board = board_of(rules, Still({"b2W": "WK", "QL3": "a", "elsewhere": "Q"}), ("z0KL1",))
    assert board.squares == ("WK", ".", "a", ".", ".", ".")
    assert (board.last, board.marked) == ((4,), (2,))


def test_rows_of_a_slanted_board_are_moved_and_points_that_are_missing_are_not_drawn():
    sheet = style_sheet(rules_on(replace(cells(3, 3), slant=0.5)))
    assert ".b3x3 i:nth-child(n + 7):nth-child(-n + 9) { translate: 100.0%; }" in sheet
    assert "--ratio: 4.0 / 3; aspect-ratio: var(--ratio);" in sheet
    ring = [["a3", "b3", "c3"], ["a2", None, "c2"], ["a1", "b1", "c1"]]
    sheet = style_sheet(rules_on(plan(ring, Style.POINTS)))
    assert sheet.count("no-repeat content-box, var(--wood)") == 1
    assert "visibility: hidden" not in sheet


def test_symbols_without_pictures_are_discs_of_their_side_with_letters():
    sheet = style_sheet(rules_on(cells(2, 2)))
    assert "content: attr(data-p)" in sheet
    assert "content: attr(data-p)" not in style_sheet(GOMOKU)
    macro = _environment().get_template("parts.html").module.board
    written = str(macro(board_of(rules_on(cells(2, 2)), Still({"a1": "+P", "b1": "+p"})), "x"))
    assert written.count("data-w") == 1
    assert 'data-p="+P" data-w' in written


def test_a_text_instead_of_a_board_is_no_markup():
    board = board_of(rules_on(Geometry(())), Still({}))
    written = str(_environment().get_template("parts.html").module.board(board, "x"))
    assert "seven &lt;left&gt;</pre>" in written


def test_a_report_refers_to_nothing_but_its_own_files(running, tmp_path):
    first = write_report(running, read_contest(running), tmp_path)
    assert first == tmp_path / "index.html"
    for path in tmp_path.glob("*.html"):
        for link in Page(path.read_text(encoding="utf-8")).links:
            if not link.startswith("#") and link != "data:,":
                assert (tmp_path / link.split("#")[0]).is_file(), (path.name, link)


def test_boards_that_are_elsewhere_are_gaps_and_a_moved_board_is_marked():
    rules = rules_on(LEVELS)
    sheet = style_sheet(rules)
    assert '.b6x8 i:nth-child(31)::before { content: "QL1";' in sheet
    assert ".board.b6x8 i:nth-child(6n + 1) { translate: -30.0%; }" in sheet
    assert ".board.b6x8 i:nth-child(10) { background-color: var(--dark); }" in sheet
    board = board_of(rules, START, ("QL2", "QL1"))
    assert board.squares[12:24] == "  ....  ...."
    assert board.squares[36:] == "....  R...  "
    assert board.last == (12, 13, 18, 19, 36, 37, 42, 43)
    macro = _environment().get_template("parts.html").module.board
    assert str(macro(board, "x")).count('class="absent"') == 8


def test_when_it_is_over_the_page_shows_who_has_won_and_no_latest_loss(finished):
    contest = read_contest(finished)
    winner = contest.rows[0].entrant.name
    pages = Pages("en", live=True)
    view = contest_view(contest, pages.words)
    for text in (pages.contest(view), pages.projector(view)):
        page = Page(text)
        assert len(page.with_class("podium")) == 1
        assert not page.with_class("latest")
        assert text.index("podium") < text.index('class="standings"')
        assert (
            shown(winner) in Page(text[text.index("podium") - 11 : text.index("</ol>") + 5]).texts
        )
    early = contest_view(replace(contest, ended=None), pages.words)
    assert not Page(pages.contest(early)).with_class("podium")


def test_a_contest_that_is_paused_tells_no_time_left(running):
    contest = read_contest(running)
    paused = replace(contest, pause=ContestPause(author="Ann", reason="lunch"))
    assert contest_view(contest, Words("en")).progress.left.startswith("about ")
    assert contest_view(paused, Words("en")).progress.left == "The contest is paused"


def test_who_joined_late_had_no_bye_on_request(running):
    contest = read_contest(running)
    contest = replace(contest, requested_byes={(1, 1): ByeKind.ZERO})
    text = Pages("en").contest(contest_view(contest, Words("en")))
    assert "a bye on request" not in text
    assert text.count("not paired in this round") == 2  # in the list and in the crosstable
