"""The zips that the hand-in offers: each is taken as it is, and its program plays."""

import os
import shlex
import shutil
import subprocess
import zipfile
from io import BytesIO

import pytest
from test_hand_in import PLAN

from board_core.contest.desk import examined, packed_upload
from board_core.contest.field import Entrant
from board_core.contest.manifest import LANGUAGE_COMMANDS
from board_core.contest.plan import plan_of
from board_core.contest.ready import BUILD_COMMANDS, READY_PROGRAMS, ready_zip
from board_core.contest.uploads import UploadedFile, files_of_zip

INSTALLED = ("gcc", "g++", "java", "go", "node")
"""What a machine must have that decides; it need not have each language."""


@pytest.mark.parametrize("language", READY_PROGRAMS)
def test_the_program_of_each_plays(tmp_path, language):
    build = shlex.split(BUILD_COMMANDS.get(language, ""))
    needed = build or LANGUAGE_COMMANDS[language]
    if needed and shutil.which(needed[0]) is None:
        decides = os.environ.get("CI") == "true" and needed[0] in INSTALLED
        (pytest.fail if decides else pytest.skip)(f"there is no {needed[0]}")
    files = files_of_zip(ready_zip(language))
    if build:
        with zipfile.ZipFile(BytesIO(ready_zip(language))) as archive:
            archive.extractall(tmp_path)
        subprocess.run(build, cwd=tmp_path, check=True)
        files["knights"] = UploadedFile((tmp_path / "knights").read_bytes(), True)
    plan = plan_of(PLAN)
    player, package = packed_upload(files, plan.entrants[0], plan, tmp_path)
    entrant = Entrant(1, "Ada", player, "", package.sha256, package.files)
    card = examined(entrant, package.data, plan, tmp_path / "cache", full=False)
    assert card.passed, card
