"""A student at a browser: types the token, chooses a file or a folder, and reads the card."""

import sys
import zipfile

import pytest
from chromium import Chromium
from patience import PATIENCE
from serving import served
from test_hand_in import PLAN, Wall

from board_core.contest.desk import HandInDesk
from board_core.contest.hand_in_log import HandInLog, issue_tokens
from board_core.contest.report.live import Live
from board_core.contest.store import Folder

DIES = "import sys\nsys.exit('<b>no chess today</b>')\n"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the browser's pipes are of Unix")


@pytest.fixture
def folder(tmp_path) -> Folder:
    home = tmp_path / "spring"
    home.mkdir()
    quick = PLAN.replace("[hand_in]", '[hand_in]\nexamination = "quick"')
    (home / "contest.toml").write_text(quick)
    return Folder(home)


def test_a_student_hands_in_by_browser_and_reads_the_card(browser, folder, tmp_path, axe):
    token = issue_tokens(HandInLog(folder), ["Ada"])["Ada"]
    source = tmp_path / "my program"
    source.mkdir()
    (source / "main.py").write_text(DIES)
    (source / "data").mkdir()
    (source / "data" / "book.txt").write_text("e4")
    with zipfile.ZipFile(tmp_path / "ada.zip", "w") as packed:
        packed.write(source / "main.py", "ada/main.py")
    desk = HandInDesk(folder, now=Wall())
    with (
        desk,
        served(Live(folder, hand_in=True), desk=desk) as site,
        Chromium(browser, tmp_path / "profile", "zh-CN") as page,
    ):
        for name in ("hand-in.html", "hand-in.zh_CN.html"):
            for width in (1280, 390):
                page.size(width)
                page.go(f"{site.url}{name}")
                assert page.overflow() <= 0
                assert page.barriers(axe) == []
                assert page.complaints == []
        page.go(site.url)
        assert page.run("document.documentElement.lang") == "zh-CN"
        page.press("a[href='hand-in.zh_CN.html']")
        page.press("a[href='hand-in.html']")
        assert page.barriers(axe) == []
        page.type("#token", token)
        page.choose("#zip", [tmp_path / "ada.zip"])
        page.press("form button")
        assert "Version 1" in page.text
        page.wait_for("document.querySelector('.findings .fault')", PATIENCE)  # by itself
        assert page.overflow() <= 0
        assert page.run("document.querySelectorAll('.findings b').length") == 2
        assert page.barriers(axe) == []
        assert page.complaints == []
        page.press("a[href='hand-in.html']")
        assert page.run("document.querySelector('#token').value") == token  # as it was typed
        page.choose("#folder", [source])
        page.press("form button")
        assert "Version 2" in page.text
        assert (folder.path / "entries/ada/data/book.txt").read_text() == "e4"
        page.press("a[href='hand-in.html']")
        page.press("form button")
        assert page.run("document.querySelectorAll('details').length") == 2
        assert page.barriers(axe) == []
        assert page.complaints == []
