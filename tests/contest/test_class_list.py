"""The list of a class becomes entrants, and comes back with their tokens."""

import csv
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from board_cli.app import app
from board_core.contest.entries import BadClassList, listed_entries
from board_core.contest.hand_in import token_hash
from board_core.contest.hand_in_log import HandInLog
from board_core.contest.plan import read_plan
from board_core.contest.store import Folder
from board_core.files.untrusted_files import CannotTake


def contest(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["contest", *map(str, arguments)])


def rows(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8-sig", newline="") as lines:
        return list(csv.reader(lines))


CLASS = """First name;Last name;E-mail;Nr;Group
Ada;Lovelace;ada@x.org;0012;"A;1"
李;娜;na@x.org;0013;A

李;娜;na2@x.org;0014
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_a_class_is_entered_and_gets_its_tokens_beside_all_other_columns(tmp_path, encoding):
    listed, home = tmp_path / "class.csv", tmp_path / "autumn"
    listed.write_bytes(CLASS.replace("\n", "\r\n").encode(encoding))
    made = contest("new", home, "--entries", listed)
    assert made.exit_code == 0, made.output
    assert "3 entrants" in made.output
    plan = read_plan(Folder(home).plan)
    names = ["Ada Lovelace", "李 娜", "李 娜 2"]
    assert [each.name for each in plan.entrants] == names
    assert {each.player for each in plan.entrants} == {"entry.toml"}
    assert len({each.folder for each in plan.entrants}) == 3
    assert "ada@x.org" not in (home / "contest.toml").read_text("utf-8")

    out = tmp_path / "tokens.csv"
    told = contest("tokens", home, "--csv", out)
    assert told.exit_code == 0, told.output
    kept = HandInLog(Folder(home)).read().tokens
    headings, *table = rows(out)
    assert headings == ["Entrant", "First name", "Last name", "E-mail", "Nr", "Group", "Token"]
    assert [row[:-1] for row in table] == [
        ["Ada Lovelace", "Ada", "Lovelace", "ada@x.org", "0012", "A;1"],
        ["李 娜", "李", "娜", "na@x.org", "0013", "A"],
        ["李 娜 2", "李", "娜", "na2@x.org", "0014", ""],
    ]
    assert [kept[row[0]].token for row in table] == [token_hash(row[-1]) for row in table]
    assert not any(row[-1] in told.output for row in table)
    assert os.name != "posix" or out.stat().st_mode & 0o077 == 0

    again = contest("tokens", home, "--csv", out, "--renew", "Ada Lovelace")
    assert again.exit_code == 2
    assert HandInLog(Folder(home)).read().tokens == kept  # a token that nobody gets is not made


def test_a_late_entrant_stands_below_the_class(tmp_path):
    (tmp_path / "names.csv").write_text("姓名\nAda\n=1+1\n", "utf-8")
    assert contest("new", tmp_path, "--entries", tmp_path / "names.csv").exit_code == 0
    with (tmp_path / "contest.toml").open("a", encoding="utf-8") as plan:
        plan.write('[[entrants]]\nname = "Zoe"\nplayer = "entry.toml"\nfolder = "zoe"\n')
    assert contest("tokens", tmp_path, "--csv", tmp_path / "tokens.csv").exit_code == 0
    table = rows(tmp_path / "tokens.csv")
    assert [row[:-1] for row in table[1:]] == [["Ada", "Ada"], ["'=1+1", "=1+1"], ["Zoe", ""]]
    assert all(row[-1] for row in table[1:])


def test_a_list_of_names_needs_no_heading(tmp_path):
    (tmp_path / "names.csv").write_text("Ada\n\nGrace\n")
    found, table = listed_entries(tmp_path / "names.csv", "Entrant")
    assert [each.name for each in found] == ["Ada", "Grace"]
    assert table == [["Entrant"], ["Ada"], ["Grace"]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Matrikel,Mail\n1,x@y", "no column is called Name, but 'Matrikel', 'Mail'"),
        ("Name,Mail\nAda,x\n,y\n", "the name is missing in row 3: , y"),
        ("", "no column is called Name"),
        (f'Name,x\n"{"a" * 200_000}', "field larger than"),
    ],
)
def test_a_list_that_does_not_say_who_is_in_it_is_refused(tmp_path, text, said):
    (tmp_path / "class.csv").write_text(text)
    with pytest.raises(BadClassList, match=said):
        listed_entries(tmp_path / "class.csv", "Entrant")


def test_only_a_small_file_is_a_class_list(tmp_path):
    (tmp_path / "class.csv").write_bytes(b"Name\n" + b"x" * (2 << 20))
    with pytest.raises(CannotTake, match="too large"):
        listed_entries(tmp_path / "class.csv", "Entrant")
