"""Names of entrants: those that people cannot tell apart are refused."""

from __future__ import annotations

import pytest

from board_core.contest.plan import BadPlan, plan_of
from board_core.contest.plan_mistakes import look_alike, refusal_of


def plan_with(*entrants: str) -> None:
    tables = "".join(f"[[entrants]]\n{each}\nplayer = 'random'\n" for each in entrants)
    plan_of(f"name = 'Spring'\nseed = 5\n{tables}")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "\u0410\u0501\u0430"),  # Cyrillic letters
        ("TOP", "\u03a4\u039f\u03a1"),  # Greek ones
        ("Ian", "lan"),
        ("Bot 10", "Bot lO"),
        ("Morgan", "Mor\u200bgan"),
        ("Bern", "Bem"),
        ("\uff21da", "Ada"),
        ("Ada", "Ad\u0251"),  # the alpha of phonetics
        ("hu", "\u0570\u057d"),  # Armenian letters
        ("oo", "\u0e50\u0e50"),  # Thai digits
        ("Team-1", "Team\u22121"),
        ("O'Neil", "O\u2019Neil"),
        ("\u529b", "\u30ab"),  # Han and Katakana
        ("TIM", "\u03a4\u0399\u039c"),  # Greek capitals, unlike their small letters
        ("HEN", "\u0397\u0395\u039d"),
        ("YETI", "\u03a5\u0395\u03a4\u0399"),
        ("no", "\u03b7\u03bf"),
        ("ICE", "\u0406\u0421\u0415"),  # Cyrillic ones
        ("OO", "\u3007\u3007"),
        ("lO", "\u05d5\u05e1"),  # Hebrew letters
        ("\u53e3", "\u56d7"),
        ("A-B", "A\u30fcB"),
        ("A-B", "A\uff0dB"),
        ("T", "\u4e05"),
        ("A:B", "A\u2236B"),
    ],
)
def test_two_names_that_look_alike_are_refused(one, other):
    assert look_alike(["Eve", one, other])[0] == 2


INVISIBLE = [
    *range(0xAD, 0xAE), 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810),
    *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x2800, 0x2D7F, 0x3164,
    *range(0xFE00, 0xFE10), 0xFEFF, 0xFFA0, *range(0xFFF0, 0xFFFC), 0x1107F, 0x16FE4, 0x1D159,
    *range(0x1D173, 0x1D17B), *range(0xE0000, 0xE0200),
]  # fmt: skip


def test_what_nobody_sees_makes_no_other_name():
    for code in INVISIBLE:
        for other in (f"Ada{chr(code)}", f"{chr(code)}Ada", f"Ada {chr(code)}{chr(code)}"):
            assert look_alike(["Eve", "Ada", other]) is not None, hex(code)
        assert refusal_of(chr(code) * 3) is not None, hex(code)
    assert look_alike(["Ada L", "Ada\u3164L"]) is not None
    assert look_alike(["Ada L", "Ad\ufe0fa\u2800\u3000L"]) is not None


def test_names_that_differ_to_the_eye_are_fine():
    assert (
        look_alike(
            [
                "Kai",
                "Kal",
                "Νίκος",
                "НИНА",
                "Nina",
                "Bill",
                "Belle",
                "深思",
                "深恩",
                "Анна",
                "Anna",
                "v1",
                "v2",
            ]
        )
        is None
    )


@pytest.mark.parametrize(
    "name",
    [
        "p\u0430ypal",
        "\u0391da",
        "bye",
        "Board",
        "CON",
        "nul.txt",
        "con .txt",
        "COM²",
        "conin$",
        "..",
        "-",
    ],
)
def test_a_name_of_two_alphabets_or_with_another_meaning_is_refused(name):
    assert refusal_of(name) is not None


@pytest.mark.parametrize(
    "name",
    [
        "\ua4ee\ua4d3\ua4ee",  # Lisu
        "\u13aa\u13de\u13ac",  # Cherokee
        "\u2ca4\u2c9e\u2cac",  # Coptic
        "\u2d54",  # Tifinagh
        "\U00010415\U00010404",  # Deseret
        "Ada\U0001bc9d",  # a sign of Duployan shorthand
        "Ada\u0600",
        "Anna\u0488",
        "Ada\u20e3",
        "\u1d0bim",  # small capitals
        "\u026aan",
        "Ro\u0185",
        "A\u200ada",  # a narrow blank
    ],
)
def test_a_name_that_few_can_read_is_refused(name):
    assert "which few can read" in str(refusal_of(name))


@pytest.mark.parametrize(
    "name",
    [
        "佐々木 ケンタロー",
        "สมชาย ๑",
        "Nguyễn",
        "Ọlámidé",
        "ꆈꌠ",
        "🐉 King",
        "Zoë ½",
        "ⅣX",
        "Ada L.",
        "Пешка 7",
        "α-β",
        "深思 Deep",
        "Connie",
        "ÅÄÖ",
        "Ç",
        "1",
    ],
)
def test_usual_names_are_taken(name):
    assert refusal_of(name) is None


def test_folders_that_differ_by_case_alone_are_refused():
    with pytest.raises(BadPlan, match="are the same folder on some systems"):
        plan_with("name = 'Ada'\nfolder = 'entries/ada'", "name = 'Eve'\nfolder = 'entries/ADA'")


def test_two_entrants_may_play_from_one_folder():
    plan_with("name = 'Ada'\nfolder = 'entries/ada'", "name = 'Eve'\nfolder = 'entries/ada'")
