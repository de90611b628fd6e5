"""The report as files, and what each entrant is given."""

import html
import os
import zipfile
from datetime import UTC, datetime

import demo
import pytest
from html_page import Page

from board_core.contest.exports import EXPORTS
from board_core.contest.field import PairingVerdict
from board_core.contest.report import bundle, write_report
from board_core.contest.report.live import Live
from board_core.contest.state import Contest, Ruling
from board_core.contest.store import Folder, read_contest
from board_core.game.rules import Reason
from board_core.game.sides import Color
from board_core.game.words import Words
from board_core.match.known_games import HOSTED_GAMES


def files(folder):
    return {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}


def test_a_report_has_a_page_for_every_game_in_both_languages(running, contest, tmp_path):
    first = write_report(running, contest, tmp_path / "report")
    names = set(files(first.parent))
    assert first.name == "index.html"
    assert {"index.html", "index.zh_CN.html", "page.css", "page.js", "games.pgn"} <= names
    assert {"crosstable.csv", "tournament.trf"} <= names
    for number in range(1, 19):
        assert {f"game{number:04}.{end}" for end in ("html", "zh_CN.html", "pgn")} <= names
    assert "game0019.html" not in names  # it is being played
    assert not [name for name in names if name.startswith("half-")]


def test_the_first_language_has_the_plain_names(running, contest, tmp_path):
    write_report(running, contest, tmp_path, ["zh_CN", "en"])
    assert "排名" in Page((tmp_path / "index.html").read_text(encoding="utf-8")).text
    assert "Standings" in Page((tmp_path / "index.en.html").read_text(encoding="utf-8")).text
    assert not (tmp_path / "index.zh_CN.html").exists()


def test_nothing_is_written_twice(finished, ended, tmp_path):
    write_report(finished, ended, tmp_path)
    before = files(tmp_path)
    write_report(finished, ended, tmp_path)
    assert files(tmp_path) == before


def test_a_ruling_changes_the_pages_of_its_game_and_no_other(finished, ended, tmp_path):
    from dataclasses import replace

    write_report(finished, ended, tmp_path)
    before = files(tmp_path)
    decided = Ruling(6, PairingVerdict.DRAW, author="Prof. Chen", reason="both asked for it")
    write_report(finished, ended.after(replace(decided, at=datetime.now(UTC))), tmp_path)
    after = files(tmp_path)
    changed = {name for name in after if after[name] != before[name]}
    pages = {"game0006.html", "game0006.zh_CN.html"}
    exports = set(EXPORTS)
    records = {"games.pgn", "game0006.pgn", "game0006.facts.json"}
    assert {name for name in changed if not name.startswith("entrant")} == {
        *("index.html", "index.zh_CN.html"),
        *exports,
        *pages,
        *records,
    }
    text = Page((tmp_path / "game0006.html").read_text(encoding="utf-8")).text
    assert "Prof. Chen ruled ½–½: both asked for it" in text


def test_games_that_end_get_their_pages_and_their_neighbours_a_link(running, contest, tmp_path):
    from dataclasses import replace

    played = dict(contest.played)
    last = played.pop(18)
    write_report(running, replace(contest, played=played), tmp_path)
    before = files(tmp_path)
    assert "game0018.html" not in before
    write_report(running, replace(contest, played={**played, 18: last}), tmp_path)
    after = files(tmp_path)
    changed = {name for name in after if after[name] != before.get(name)}
    assert {"game0018.html", "game0017.html", "games.pgn", "index.html"} <= changed
    assert "game0016.html" not in changed
    page = Page((tmp_path / "game0017.html").read_text(encoding="utf-8"))
    assert "game0018.html" in page.links


def test_the_moves_of_all_games_can_be_read_back(running, contest, tmp_path):
    write_report(running, contest, tmp_path)
    games = HOSTED_GAMES["chess"].record.read((tmp_path / "games.pgn").read_text(encoding="utf-8"))
    assert len(games) == 18
    assert [each.game.result for each in games][:2] == ["1-0", "1-0"]
    assert len(games[0].game.moves) == 33


def test_other_games_have_records_of_their_own(stones, tmp_path):
    write_report(stones, read_contest(stones), tmp_path)
    assert "(;" in (tmp_path / "games.sgf").read_text(encoding="utf-8")
    links = Page((tmp_path / "game0001.html").read_text(encoding="utf-8")).links
    assert "game0001.sgf" in links


def test_a_contest_without_a_round_has_a_page(new_folder):
    demo.make(new_folder.path, finished=0, running=0)
    contest = read_contest(new_folder)
    page = Page(write_report(new_folder, contest, new_folder.report).read_text(encoding="utf-8"))
    assert "No round has been paired yet." in page.text
    assert "No game has been played yet." in page.text


# Bundles


@pytest.fixture(scope="module")
def bundles(running, contest, tmp_path_factory):
    """What is in everybody's, by number and name."""
    import shutil

    home = Folder(tmp_path_factory.mktemp("bundles") / "contest")
    shutil.copytree(running.path, home.path)
    found = {}
    for entrant in contest.entrants:
        with zipfile.ZipFile(bundle(home, contest, entrant.number)) as packed:
            assert packed.testzip() is None
            found[entrant.number] = {name: packed.read(name) for name in packed.namelist()}
    return found


def test_everybody_gets_all_its_games_and_only_its_own(bundles, contest):
    for number, found in bundles.items():
        mine = [
            f for f in contest.pairings.values() if f.has(number) and f.number in contest.played
        ]
        games = HOSTED_GAMES["chess"].record.read(found["games.pgn"].decode())
        assert len(games) == len(mine) == 3


def test_nobody_gets_another_ones_log(bundles, running):
    for number, found in bundles.items():
        logs = [name for name in found if name.startswith("logs/")]
        assert len(logs) == 3
        for name in logs:
            assert name.endswith(f"-entrant{number:03}.log")
            assert found[name] == (running.logs / name.removeprefix("logs/")).read_bytes()
        assert set(found) - set(logs) == {"games.pgn", "report-card.txt", "losses.txt"}


def test_losses_are_explained_in_both_languages(bundles):
    told = bundles[9]["losses.txt"].decode()
    assert "the losses of En Passant & Sons" in told
    assert "En Passant & Sons 的负局" in told
    assert "Black loses by a crash" in told
    assert "exit code 139" in told
    assert "退出码 139" in told
    assert r"\x1b[2J" in told
    assert "\x1b" not in told


def test_what_made_another_one_lose_is_not_told_in_detail(bundles):
    told = bundles[3]["losses.txt"].decode()  # won the game in which the other one crashed
    assert "evil()" not in told


SAID = ("a move", "score 1", "evil()", "Traceback", "Segmentation")
"""What programs of the demonstration wrote, and died of."""


def test_what_a_program_wrote_and_died_of_is_for_its_author(discreet, running, tmp_path):
    def told(folder):
        out = tmp_path / folder.path.name
        write_report(folder, read_contest(folder), out)
        text = "".join(Page(each.read_text("utf-8")).text for each in out.glob("game*.html"))
        return {said for said in SAID if said in text}, text

    assert len(told(running)[0]) >= 3
    nothing, text = told(discreet)
    assert nothing == set()
    assert "Black loses by a crash" in text  # the reason is everybody's
    assert "the organiser has a file for each entrant" in text
    with zipfile.ZipFile(bundle(discreet, read_contest(discreet), 9)) as packed:
        assert "a move" in packed.read("logs/game0003-entrant009.log").decode()
        assert "exit code 139" in packed.read("losses.txt").decode()


def loser(contest: Contest, number: int) -> int:
    pairing, winner = contest.pairings[number], contest.played[number].game.outcome.winner
    return pairing.white if winner is Color.BLACK else pairing.black


def test_why_a_program_failed_is_in_no_file_that_others_read(discreet, tmp_path):
    contest = read_contest(discreet)
    told = {
        (number, language.sentence(played.game.explanation.sentence))
        for number, played in contest.played.items()
        if played.game.explanation is not None
        for language in (Words("en"), Words("zh_CN"))
    }
    illegal = {
        (number, played.game.outcome.detail)
        for number, played in contest.played.items()
        if played.game.outcome.reason is Reason.ILLEGAL_MOVES
    }
    assert {number for number, text in illegal if text} == {7}
    told |= illegal
    secrets = {html.escape(why, quote=False) for _, why in told} | {why for _, why in told}
    assert len({number for number, _ in told}) == 3
    findings = [each for card in contest.checks.values() for each in card.findings if each.advice]
    assert findings
    secrets |= {html.escape(str(each.advice), quote=False) for each in findings}
    write_report(discreet, contest, tmp_path)
    live = Live(discreet)
    files = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    assert {"contest.json", "games.pgn", "game0003.facts.json", "game0003.pgn"} < files.keys()
    for name in [*files]:
        if (answer := live.answer(name)) is not None:
            files[f"live {name}"] = answer.body.decode()
    for entrant in contest.entrants:
        failed = {number for number, _ in told if loser(contest, number) == entrant.number}
        with zipfile.ZipFile(bundle(discreet, contest, entrant.number)) as packed:
            own = "".join(packed.read(name).decode() for name in packed.namelist())
        assert {number for number, why in told if why in own} == failed
    for name, text in files.items():
        assert not [why for why in secrets if why in text], name


def test_a_bundle_is_not_where_everybody_reads(discreet):
    contest = read_contest(discreet)
    path = bundle(discreet, contest, 1)
    assert not path.is_relative_to(discreet.report)
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0


def test_who_never_lost_is_told_so(bundles):
    assert "None." in bundles[4]["losses.txt"].decode()


def test_a_game_lost_at_the_board_and_drawn_by_a_ruling_is_explained_too(bundles):
    told = bundles[5]["losses.txt"].decode()
    assert "White loses on time; Prof. Chen ruled ½–½" in told


def test_the_page_of_a_lost_game_has_the_code_that_board_why_explains(running, contest, tmp_path):
    write_report(running, contest, tmp_path)
    [code, *_] = contest.played[3].game.explanation.codes
    page = Page((tmp_path / "game0003.html").read_text(encoding="utf-8"))
    assert page.game["ended"]["why"]["code"] == code


def test_the_report_card_says_what_to_change(bundles):
    assert "→ flush after each line" in bundles[5]["report-card.txt"].decode()
    assert "✗" not in bundles[1]["report-card.txt"].decode()


def test_the_data_of_a_page_cannot_end_its_script(running, contest, tmp_path):
    write_report(running, contest, tmp_path)
    html = (tmp_path / "game0007.html").read_text(encoding="utf-8")
    texts = [text for attributes, text in Page(html).scripts if "src" not in attributes]
    assert len(texts) == 2
    assert not any("<" in text for text in texts)
