"""A student's tests under pytest, as a student runs them."""

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

PLUGIN = ("-p", "board_core.author.pytest_plugin")


@pytest.fixture(autouse=True)
def in_english(monkeypatch):
    monkeypatch.setenv("BOARD_LANG", "en")


def run(pytester: pytest.Pytester, test: str) -> pytest.RunResult:
    pytester.makepyfile(test)
    return pytester.runpytest_inprocess(*PLUGIN, "-p", "no:cacheprovider")


def test_three_lines_are_a_test(pytester):
    done = run(
        pytester,
        """
        from board_core.author.pytest_plugin import assert_plays_legally
        def test_my_ai():
            assert_plays_legally("greedy", games=1)
        """,
    )
    done.assert_outcomes(passed=1)


def test_a_failure_shows_the_game_and_not_our_own_lines(pytester):
    done = run(
        pytester,
        """
        from board_core.author.pytest_plugin import assert_plays_legally
        def test_my_ai():
            assert_plays_legally(lambda board: "Ke2")
        """,
    )
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*game 1 of 10, as White*", "*a b c d e f g h*"])
    done.stdout.no_fnmatch_line("*trials.py*")


def test_the_referee_plays_a_game_and_shows_it_when_the_test_fails(pytester):
    done = run(
        pytester,
        """
        from board_core.author.pytest_plugin import Color
        def test_one(referee):
            assert referee("greedy", "random").winner is Color.WHITE
        def test_two(referee):
            assert referee("greedy", lambda board: "a8", seed=3).winner is Color.BLACK
        """,
    )
    done.assert_outcomes(passed=1, failed=1)
    done.stdout.fnmatch_lines(["*the last game*", "greedy (White) - <lambda> (Black)"])
    done.stdout.no_fnmatch_line("*what to learn from it*")


def test_a_failure_after_a_lost_game_tells_what_to_learn_from_it(pytester):
    done = run(
        pytester,
        """
        def test_one(referee):
            moves = iter(["g2g4"])
            game = referee(lambda board: next(moves), lambda board: "Qh4#", moves=["f3", "e5"])
            assert game.score(game.winner.other)
        """,
    )
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(
        [
            "*what to learn from it*",
            "White lost the game by 2. g4: before it White *",
            "What was missed: the answer Qh4# (black queen d8 to h4, mate); better was *",
            "To practise: *",
        ]
    )


def test_a_failure_is_headed_in_the_language_of_its_lesson(pytester, monkeypatch):
    monkeypatch.setenv("BOARD_LANG", "zh_CN")
    done = run(
        pytester,
        """
        def test_one(referee):
            moves = iter(["g2g4"])
            game = referee(lambda board: next(moves), lambda board: "Qh4#", moves=["f3", "e5"])
            assert game.score(game.winner.other)
        """,
    )
    done.stdout.fnmatch_lines(["*最后一局*", "*从中学到什么*", "*2. g4 是白方的败着*"])


def test_any_game_is_refereed_by_its_rules(pytester):
    done = run(
        pytester,
        """
        from board_core.match.known_games import HOSTED_GAMES
        from board_core.author.pytest_plugin import Color, assert_beats
        RULES = HOSTED_GAMES["renju"].rules
        def test_one(referee, opponent):
            game = referee(opponent("easy", seed=1), "random", rules=RULES, moves=["h8"])
            assert game.winner is Color.WHITE
        def test_two(referee):
            assert referee("random", lambda board: "h8 h9", rules=RULES).winner is Color.BLACK
        def test_three():
            assert_beats("easy", "random", games=2, score=0.5, rules=RULES)
        """,
    )
    done.assert_outcomes(passed=2, failed=1)
    done.stdout.fnmatch_lines(["*the last game*", "*a b c d e f g h j k l m n o p"])


def test_an_opponent_is_closed_with_the_test(pytester):
    done = run(
        pytester,
        """
        players = []
        def test_one(opponent, referee):
            players.append(opponent("random", seed=3))
            assert referee(players[0], opponent("greedy")).moves
        """,
    )
    done.assert_outcomes(passed=1)


def test_a_name_the_plugin_does_not_have_is_an_error():
    from board_core.author import pytest_plugin

    with pytest.raises(AttributeError, match="no attribute 'assert_wins'"):
        _ = pytest_plugin.assert_wins


@pytest.mark.parametrize(
    "game",
    ["own_game.py:HEAP", "games/othello.py:OTHELLO", "games/connect_four.py:CONNECT_FOUR"],
)
def test_a_game_from_a_file_is_refereed_too(pytester, game):
    path = Path(__file__).parents[2] / "examples" / game
    done = run(
        pytester,
        f"""
        from board_core.match.known_games import game_named
        from board_core.author.pytest_plugin import assert_beats, assert_plays_legally
        RULES = game_named({str(path)!r}).rules
        def first(board, turn):
            return turn.position.legal_moves()[0]
        def test_one(referee):
            assert referee("greedy", first, rules=RULES).moves
        def test_two():
            assert_plays_legally(first, games=2, rules=RULES)
        def test_three():
            assert_beats("random", first, games=2, score=0.0, rules=RULES)
        def test_four(referee):
            assert referee("greedy", lambda board: "zz", rules=RULES).winner is None
        """,
    )
    done.assert_outcomes(passed=3, failed=1)
    done.stdout.fnmatch_lines(["*the last game*"])
