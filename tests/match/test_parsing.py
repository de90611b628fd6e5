"""The grammar of players."""

import contextlib
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_core.ais import AIS
from board_core.games.chess import VARIANT_GAMES
from board_core.match.known_games import AI_NAMES, HOSTED_GAMES
from board_core.match.player_spec import BadPlayer, PlayerKind, parse_player, split_command
from board_core.protocols import PROTOCOLS
from board_core.supervise.command import joined_words, split_words


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder to work in, with a program, a script and nothing else on the PATH."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    program = tmp_path / "bin" / "stockfish"
    program.parent.mkdir()
    program.touch(mode=0o755)
    (tmp_path / "my ai.py").touch()
    (tmp_path / "engine").touch(mode=0o755)
    return tmp_path


def test_human_is_a_person():
    spec = parse_player("human")
    assert (spec.kind, spec.name) == (PlayerKind.HUMAN, "Human")


@pytest.mark.parametrize("ai", AIS)
def test_the_name_of_a_built_in_ai_is_that_ai(ai):
    spec = parse_player(ai.upper())
    assert (spec.kind, spec.text, spec.name) == (PlayerKind.BUILT_IN, ai, ai)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_prefix_names_the_protocol_of_a_program(protocol):
    spec = parse_player(f"{protocol}: engines/thinker --depth 3 'two words'")
    assert (spec.kind, spec.protocol) == (PlayerKind.PROGRAM, protocol)
    assert spec.command == ("engines/thinker", "--depth", "3", "two words")
    assert spec.name == "thinker"


def test_a_prefixed_program_need_not_be_there():
    assert parse_player("uci:stokfish").command == ("stokfish",)


def test_words_with_options_are_for_the_engine_and_no_arguments():
    spec = parse_player("uci:engine --x option.UCI_Elo=1800 'option.Skill Level = 3' option.Clear=")
    assert spec.command == ("engine", "--x")
    assert spec.options == (("UCI_Elo", "1800"), ("Skill Level", "3"), ("Clear", ""))


@pytest.mark.parametrize(
    "text",
    [
        "uci:engine option.Hash",
        "uci:engine option.=3",
        "gomocup:engine option.Hash=3",
        "san:engine option.Hash=3",
    ],
)
def test_what_sets_no_option_is_refused(text):
    with pytest.raises(BadPlayer, match=r"option[.]NAME=VALUE"):
        parse_player(text)


def test_options_alone_are_no_program():
    with pytest.raises(BadPlayer, match="names no program"):
        parse_player("uci:option.Hash=3")


@pytest.mark.parametrize("text", ["elo:1234", "ELO: 1234", "elo:01234"])
def test_a_strength_is_a_player_of_its_own(text):
    spec = parse_player(text)
    assert (spec.kind, spec.text, spec.name) == (PlayerKind.BUILT_IN, "elo:1234", "elo:1234")
    assert parse_player("Ann=elo:1234").name == "Ann"


@pytest.mark.parametrize("text", ["elo:1", "elo:-9", "elo:399"])
def test_a_strength_below_all_players_is_refused_with_the_range(text):
    with pytest.raises(BadPlayer, match=rf"'{text}' is too weak: .* elo:400 to elo:\d+"):
        parse_player(text)


def test_a_game_without_measured_players_has_no_strengths():
    with pytest.raises(BadPlayer, match=r"'elo:1000' is no player of atomic: .* random, greedy"):
        parse_player("elo:1000", rules=VARIANT_GAMES["atomic"])
    assert "does not play atomic" in str(parse_player("elo:1000").unfit(VARIANT_GAMES["atomic"]))


def test_a_strength_beyond_the_ladder_is_an_engine_that_is_here(here):
    spec = parse_player("Ann=elo:2700")
    assert (spec.kind, spec.protocol, spec.name) == (PlayerKind.PROGRAM, "uci", "Ann")
    assert spec.command == ("stockfish",)
    assert spec.options == (("UCI_Elo", "2700"),)
    assert parse_player(spec.text).options == spec.options


def test_a_strength_beyond_the_ladder_without_an_engine_says_how_to_install_one(here, monkeypatch):
    (here / "bin" / "stockfish").unlink()
    monkeypatch.setattr("board_core.supervise.command.GAME_FOLDERS", str(here / "bin"))
    with pytest.raises(
        BadPlayer, match=r"'elo:2700' is stronger .*400 to elo:.* apt install stockfish"
    ):
        parse_player("elo:2700")


@pytest.mark.parametrize("text", ["elo:", "elo:strong", "elo:1.5"])
def test_what_is_no_strength_is_refused_with_the_range(text):
    with pytest.raises(BadPlayer, match=f"{text!r} names no strength: .* from elo:400 to elo:"):
        parse_player(text)


def test_a_prefix_may_be_in_capitals():
    assert parse_player("UCI:stockfish").protocol == "uci"


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("stockfish", ("stockfish",)),
        ("stockfish --strong", ("stockfish", "--strong")),
        ("./engine", ("./engine",)),
        ("engine", ("engine",)),
        ("'my ai.py' 3", ("my ai.py", "3")),
        ("engine opponent=random", ("engine", "opponent=random")),
        ("engine --opponent=uci:other", ("engine", "--opponent=uci:other")),
    ],
)
def test_a_bare_command_that_is_there_speaks_san_lines(here, text, command):
    spec = parse_player(text)
    assert (spec.kind, spec.protocol, spec.command) == (PlayerKind.PROGRAM, "san", command)


@pytest.mark.parametrize(
    ("text", "file", "function", "name"),
    [
        ("my_ai.py:choose", "my_ai.py", "choose", "my_ai.choose"),
        ("with blanks/ai.py:best_move", "with blanks/ai.py", "best_move", "ai.best_move"),
        (r"C:\x\ai.py:choose", r"C:\x\ai.py", "choose", "ai.choose"),
        ("C:/x/ai.py:choose", "C:/x/ai.py", "choose", "ai.choose"),
        ("棋手.py:选择", "棋手.py", "选择", "棋手.选择"),
    ],
)
def test_a_python_file_and_a_function_in_it(text, file, function, name):
    spec = parse_player(text)
    assert (spec.kind, spec.function, spec.name) == (PlayerKind.FUNCTION, (file, function), name)
    assert not spec.in_process
    trusted = parse_player(f"in-process:{text}")
    assert trusted.in_process
    assert (trusted.function, trusted.name) == (spec.function, spec.name)


@pytest.mark.parametrize(
    ("text", "name", "kind", "rest"),
    [
        (
            "Deep Thought=uci:stockfish --x=1",
            "Deep Thought",
            PlayerKind.PROGRAM,
            "uci:stockfish --x=1",
        ),
        ("Deep Thought = stockfish", "Deep Thought", PlayerKind.PROGRAM, "stockfish"),
        ("Ann=human", "Ann", PlayerKind.HUMAN, "human"),
        ("小明=random", "小明", PlayerKind.BUILT_IN, "random"),
        ("A=ai.py:f", "A", PlayerKind.FUNCTION, "ai.py:f"),
        ("stockfish=random", "stockfish", PlayerKind.BUILT_IN, "random"),
    ],
)
def test_a_name_may_stand_before_a_player(here, text, name, kind, rest):
    spec = parse_player(text)
    assert (spec.name, spec.kind, spec.text) == (name, kind, rest)


def test_an_equals_sign_in_a_command_makes_no_name():
    assert parse_player("san:prog --x=random").command == ("prog", "--x=random")
    assert parse_player("san:prog x=random").name == "prog"


def test_a_script_is_called_by_its_own_name_and_not_its_interpreters():
    assert parse_player("san:python3 -u folder/my_ai.py").name == "my_ai"


@pytest.mark.parametrize(
    "text",
    ["stokfish", "./missing", "bin", "?", "usi:stockfish", "Ann=stokfish"],
)
def test_what_is_nothing_of_these_is_refused_with_the_list_of_what_there_is(here, text):
    with pytest.raises(BadPlayer) as refused:
        parse_player(text)
    said = str(refused.value)
    offered = [f"{name}:COMMAND" for name in PROTOCOLS]
    for there_is in ("human", *AIS, *offered, "FILE.py:FUNCTION"):
        assert there_is in said


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("gredy", "greedy"),
        ("Randm", "random"),
        ("humann", "human"),
        ("usi:stockfish", "uci:stockfish"),
        ("xbord:phalanx", "xboard:phalanx"),
    ],
)
def test_a_near_miss_is_met_with_what_was_probably_meant(here, text, meant):
    with pytest.raises(BadPlayer, match=f"did you mean {meant}[?]"):
        parse_player(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("my_ai.py", "there is no file 'my_ai.py' here; did you mean my ai.py?"),
        ("my_bot.py", "there is no file 'my_bot.py' here"),
        ("missing/engine --x", "there is no file 'missing/engine' here"),
        ("./engin", "there is no file './engin' here; did you mean engine?"),
        ("stockfish my ai.py 3", """quote it, as in "stockfish 'my ai.py' 3\""""),
        ("my ai.py 3", "the spaces in the name of the file 'my ai.py' divide it"),
    ],
)
def test_a_file_that_is_mistyped_or_divided_is_told_without_the_list_of_players(here, text, told):
    with pytest.raises(BadPlayer) as refused:
        parse_player(text)
    assert told in str(refused.value)
    assert "choose one of" not in str(refused.value)


def test_a_text_that_is_the_name_of_a_file_is_one_word(here):
    for text in ("my ai.py", "san:my ai.py", "Ann=my ai.py"):
        assert parse_player(text).command == ("my ai.py",)


@pytest.mark.parametrize("text", ["", "   ", "san:", "uci:  ", "Ann="])
def test_nothing_is_no_player(text):
    with pytest.raises(BadPlayer):
        parse_player(text)


@pytest.mark.parametrize("text", ["x" * 5000, "x\0y", "\udcff"])
def test_a_name_that_no_file_can_have_is_refused_shortly(text):
    with pytest.raises(BadPlayer) as refused:
        parse_player(text)
    assert len(str(refused.value)) < 500


@pytest.mark.parametrize("text", ["san:prog 'x", "prog 'x"])
def test_an_open_quotation_mark_is_refused(text):
    with pytest.raises(BadPlayer, match="never closed"):
        parse_player(text)


def test_on_windows_backslashes_stay_and_double_quotes_group():
    assert split_command(r'"C:\My AIs\ai.exe" --x "a b"c', windows=True) == (
        r"C:\My AIs\ai.exe",
        "--x",
        "a bc",
    )
    with pytest.raises(BadPlayer, match="never closed"):
        split_command('"C:\\x', windows=True)


@pytest.mark.parametrize("windows", [False, True])
def test_single_quotes_group_on_all_systems(windows):
    words = split_command("py -3 'my ai.py' '' --x='a'", windows=windows)
    assert words[:4] == ("py", "-3", "my ai.py", "")
    assert split_command(r"C:\O'Neil\ai.exe 'n'", windows=True) == (r"C:\O'Neil\ai.exe", "n")


@pytest.mark.parametrize("windows", [False, True])
def test_joined_words_are_divided_into_the_same_words(windows):
    words = ("./my ai", "--book", "a b", "x\\y" if windows else 'a"b', "it's", "'q'", "")
    assert split_words(joined_words(words, windows), windows) == words


def test_a_program_may_read_and_write_another_encoding():
    player = parse_player("uci:stockfish encoding=GBK option.Hash=1")
    assert player.command == ("stockfish",)
    assert player.dialogue().encoding == "gbk"
    assert parse_player("uci:stockfish").dialogue().encoding == "utf-8"


@pytest.mark.parametrize("encoding", ["utf-16", "letters", "hex", "\0", ""])
def test_an_encoding_in_which_no_lines_can_be_read_is_refused(encoding):
    with pytest.raises(BadPlayer, match="no encoding in which lines can be read"):
        parse_player(f"uci:stockfish encoding={encoding}")


def test_nothing_of_a_shell_is_understood():
    assert split_command("prog $HOME `x` ; rm *", windows=False) == (
        "prog",
        "$HOME",
        "`x`",
        ";",
        "rm",
        "*",
    )


@given(st.text(max_size=40))
def test_any_text_is_a_player_or_refused_with_a_sentence(text):
    with contextlib.suppress(BadPlayer):
        assert parse_player(text).name


@given(st.text(max_size=40))
def test_a_player_is_read_the_same_without_its_name(text):
    try:
        spec = parse_player(f"Ann=san:{text}")
    except BadPlayer:
        return
    assert spec.name == "Ann"
    assert parse_player(spec.text).command == spec.command


def test_a_spec_can_be_compared_and_kept_in_a_set():
    assert len({parse_player("random"), parse_player("random"), parse_player("human")}) == 2
    assert parse_player(f"san:{sys.executable}") != parse_player(f"uci:{sys.executable}")


@pytest.mark.parametrize(
    "rules", [game.rules for game in HOSTED_GAMES.values()], ids=HOSTED_GAMES.keys()
)
def test_who_can_play_a_game(rules):
    assert parse_player("human").unfit(rules) is None
    assert parse_player("random").unfit(rules) is None
    assert parse_player("ai.py:choose").unfit(rules) is None
    for text, families in (
        ("greedy", {"chess", "chess-3d"}),
        ("uci:x", {"chess"}),
        ("gomocup:x", {"gomoku"}),
    ):
        assert (parse_player(text).unfit(rules) is None) is (rules.family in families)


@pytest.mark.parametrize(
    ("text", "game", "choices"),
    [
        ("gomocup:x", "chess", "lines:COMMAND, san:COMMAND, uci:COMMAND, xboard:COMMAND"),
        ("uci:x", "gomoku", "lines:COMMAND, gomocup:COMMAND"),
        ("gomocup:x", "chess-3d", "lines:COMMAND"),
    ],
)
def test_a_protocol_of_another_game_is_met_with_those_that_the_pages_teach(text, game, choices):
    said = str(parse_player(text).unfit(HOSTED_GAMES[game].rules))
    assert said.endswith(
        f"and the game is {game}: change the game (--game), or choose one of {choices}"
    )


@pytest.mark.parametrize("game", VARIANT_GAMES)
def test_an_ai_that_searches_chess_does_not_play_its_variants(game):
    assert str(parse_player("hard").unfit(VARIANT_GAMES[game])) == (
        f"hard does not play {game}: choose one of random, greedy"
    )


def test_a_person_plays_one_of_the_players_of_the_game_who_names_nobody():
    assert all(game.opponent in game.ais for game in HOSTED_GAMES.values())
    assert {name for game in HOSTED_GAMES.values() for name in game.ais} == set(AI_NAMES)
