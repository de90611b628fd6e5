"""What the page of a contest says, as a value."""

import json
from datetime import UTC, datetime

import demo
import pytest

from board_core.author.doctor.card import Check, CheckVerdict, Finding
from board_core.contest.cards import Card, card_facts, card_of
from board_core.contest.program_log import ProgramLog
from board_core.contest.report.pages import _environment
from board_core.contest.report.pictures import board_of
from board_core.contest.report.replay import game_view, replay
from board_core.contest.report.running import (
    FIRST_LINES_SHOWN,
    LAST_LINES_SHOWN,
    MOST_LINE_CHARACTERS,
    GameReader,
    LogLine,
    RunningGames,
    log_of,
    read_log,
)
from board_core.contest.report.view import contest_view, total_games
from board_core.contest.state import Closed, Withdrawal
from board_core.contest.store import read_contest
from board_core.diagnosis.rows import HELD_BACK
from board_core.game.rules import Move
from board_core.game.sides import Color, PerColor
from board_core.game.words import Words
from board_core.games import CHESS, GOMOKU
from board_core.text.sentence import say

ENGLISH, CHINESE = Words("en"), Words("zh_CN")
NO_LOGS = PerColor(None, None)


@pytest.fixture(scope="module")
def view(contest):
    return contest_view(contest, ENGLISH)


def games_of(view):
    return {game.number: game for each in view.rounds for game in each.games}


def cells_of(view, name):
    rows = zip(view.standings, view.table.rows, strict=True)
    return next(cells for row, cells in rows if row.entrant.name == name)


def marks(view, name):
    return [tuple((mark.sign, mark.kind) for mark in cell) for cell in cells_of(view, name)]


def test_it_says_how_far_the_contest_has_come(view, ended):
    assert view.state == "Round 4 of 4"
    assert (view.progress.played, view.progress.total) == (18, 23)
    assert view.progress.share == "78 %"
    after = contest_view(ended, CHINESE)
    assert after.state == "最终排名"
    assert (after.progress.played, after.progress.total, after.progress.left) == (23, 23, "")


def test_the_time_left_is_that_of_the_games_so_far(contest):
    from board_core.contest.report.view import seconds_left

    spans = [each.game.seconds for each in contest.played.values()]
    mean = sum(spans) / len(spans)
    assert seconds_left(contest, 5) == pytest.approx(5 * mean / 2)  # two at a time
    assert seconds_left(contest, 0) is None


def test_standings_come_from_the_first_rank_with_who_has_gone_marked(view):
    assert [row.standing.rank for row in view.standings] == [*range(1, 13)]
    assert [row.entrant.name for row in view.standings if row.withdrawn] == [demo.NAMES[4]]
    assert [row.leader for row in view.standings] == [True] + [False] * 11


def test_the_crosstable_has_opponents_colours_results_and_the_bye(view):
    assert marks(view, demo.NAMES[10]) == [
        (("½", "draw"),),  # by the ruling
        (("0", "loss"),),
        (("1", "win"),),
        (("bye", "bye"),),
    ]
    first = cells_of(view, demo.NAMES[10])[0][0]
    assert (first.color, first.title, first.pairing) == ("black", demo.NAMES[4], 5)
    ranks = {each.entrant.name: each.standing.rank for each in view.standings}
    assert first.rank == str(ranks[demo.NAMES[4]])
    assert marks(view, demo.NAMES[4])[3] == ()  # gone, and not paired


def test_where_everybody_meets_the_columns_are_opponents(stones):
    table = contest_view(read_contest(stones), ENGLISH).table
    assert table.heads == ("1", "2")
    assert table.rows[0][0] is None
    assert [mark.sign for mark in table.rows[0][1]] == ["1"]
    assert [mark.sign for mark in table.rows[1][0]] == ["0"]


@pytest.mark.parametrize(
    ("number", "result", "why"),
    [
        (1, "1–0", "White wins: Black's king is mated"),
        (
            3,
            "1–0",
            "Black loses by a crash: the program ended in the middle of the game: exit code 139",
        ),
        (4, "½–½", "Draw by threefold repetition"),
        (
            5,
            "½–½",
            "White loses on time; Prof. Chen ruled ½–½: "
            "the machine was suspended in the middle of the game",
        ),
        (7, "1–0", "Black loses by illegal moves: 'O-O-O-O <script>'"),
        (8, "0–1", "Black wins: White resigns"),
        (19, "", ""),
    ],
)
def test_every_game_has_its_reason_in_words(view, number, result, why):
    game = games_of(view)[number]
    assert (game.result, game.why) == (result, why)


def test_reasons_are_said_in_chinese(contest):
    game = games_of(contest_view(contest, CHINESE))[3]
    assert game.why == "黑方因程序崩溃判负：程序在对局中途结束：退出码 139"


def test_decisions_name_who_made_them_and_why(view):
    (ruling, what), (withdrawal, _what) = view.decisions
    assert what.startswith("Game 5 (")
    assert what.endswith(" counts as ½–½")
    assert (ruling.author, withdrawal.author) == ("Prof. Chen", "Organiser")
    assert withdrawal.reason == "it needs a new laptop <b>"


def test_ratings_have_bars_that_hold_their_middle(view):
    assert len(view.ratings) == 12
    for row in view.ratings.values():
        assert row.low <= row.middle <= row.low + row.width
        assert row.low >= 0
        assert row.low + row.width <= 100.01
    elos = [int(row.elo) for row in view.ratings.values()]
    assert elos == sorted(elos, reverse=True)


def test_how_many_games_there_will_be():
    def total(**settings):
        plan = demo.plan_of(**settings)
        from board_core.contest.state import Contest

        return total_games(Contest(plan, demo.entrants()))

    assert total(format="swiss", rounds=7) == 42
    assert total(format="round-robin") == 66
    assert total(format="double-round-robin") == 132
    assert total(format="knockout", games=2) == 22
    assert total(format="gauntlet", challengers=2, games=4) == 80


# Running games


def test_running_boards_have_the_position_and_both_clocks(running, contest):
    games = RunningGames(running).read(contest)
    assert [game.pairing for game in games] == [19, 20, 21]
    board = contest_view(contest, ENGLISH, games).running[0]
    assert board.moves == 11
    assert board.white.running
    assert not board.black.running
    assert board.board.squares.startswith("r..qr.k.bpp..pp.p.npbn.p")
    at = games[0].clock.since
    told = contest_view(contest, ENGLISH, games, at + 5).running[0]
    assert told.white.left == pytest.approx(board.white.left - 5)
    assert told.black.left == board.black.left


def test_a_journal_is_read_along_while_it_is_written(running, contest, tmp_path):
    whole = running.running_game(19).read_bytes()
    lines, path = whole.splitlines(keepends=True), tmp_path / "game.jsonl"
    reader = GameReader(path, 19, contest.plan.rules)
    assert reader.read() is None
    path.write_bytes(lines[0])
    assert reader.read() is None
    seen = []
    for number in range(2, len(lines) + 1):
        path.write_bytes(b"".join(lines[:number]) + b'{"seq":')  # and the beginning of another
        seen.append(reader.read())
    assert [game.plies for game in seen] == [*range(len(lines) - 1)]
    anew = GameReader(running.running_game(19), 19, contest.plan.rules).read()
    assert seen[-1].position.setup == anew.position.setup
    assert seen[-1].last == anew.last == ("c8", "e6")
    path.write_bytes(b"".join(lines[:4]))
    assert reader.read().plies == 2  # the game was begun anew


def test_games_that_have_ended_are_not_running(running, contest):
    left = running.running_game(1)
    left.write_bytes(running.running_game(19).read_bytes())
    try:
        assert [game.pairing for game in RunningGames(running).read(contest)] == [19, 20, 21]
    finally:
        left.unlink()


def test_a_game_that_a_dead_host_left_is_not_running_once_somebody_withdrew(running, contest):
    """Its file stays, and nobody will go on with it."""
    white = contest.pairings[20].white
    gone = contest.after(Withdrawal(white, author="the organiser", reason="went home"))
    assert 20 not in gone.played
    assert [game.pairing for game in RunningGames(running).read(gone)] == [19, 21]
    over = gone.after(Closed("", datetime.now(UTC)))
    assert RunningGames(running).read(over) == ()


# Replays


def test_a_replay_has_every_position_and_clock(contest):
    replayed = replay(contest.played[1].game)
    assert len(replayed.boards) == len(replayed.moves) + 1 == len(replayed.clocks) == 34
    assert replayed.boards[0].squares == "rnbqkbnrpppppppp" + "." * 32 + "PPPPPPPPRNBQKBNR"
    assert replayed.boards[1].squares[36] == "P"
    assert replayed.boards[1].last == (36, 52)
    assert replayed.boards[-1].squares[3] == "R"
    assert replayed.boards[-1].marked == (4,)
    assert replayed.clocks[0].remaining == PerColor.both(600.0)


def test_the_list_of_moves_has_times_and_scores_from_whites_point_of_view(contest):
    replayed = replay(contest.played[1].game)
    view = game_view(contest, 1, replayed, NO_LOGS, ENGLISH)
    moves = view.told["moves"]
    assert [moves[at]["n"] for at in (0, 1, -1)] == ["e4", "e5", "Rd8#"]
    assert view.told["boards"]["clocks"][0] == ["10:00", "10:00"]
    for ply, move in enumerate(moves[:2]):
        told = replayed.moves[ply].score.cp * (1 if ply == 0 else -1)
        assert move["score"] == f"{told / 100:+.2f}"
        assert move["used"] == pytest.approx(replayed.moves[ply].elapsed, abs=0.05)


def test_where_black_begins_the_page_knows_it(stones):
    contest = read_contest(stones)
    replayed = replay(contest.played[1].game)
    view = game_view(contest, 1, replayed, NO_LOGS, ENGLISH)
    told = view.told
    assert told["first"] == 1
    assert [(each["n"], each["by"]) for each in told["moves"][:2]] == [("h8", 1), ("h9", 0)]
    assert told["kind"].startswith("points")
    assert len(told["boards"]["squares"][-1]) == 225
    assert len(told["boards"]["marked"][-1]) == 5
    assert "i" not in told["files"]
    assert len(told["files"]) == 15


def test_a_game_is_explained_to_who_lost_it(contest):
    replayed = replay(contest.played[3].game)
    view = game_view(contest, 3, replayed, NO_LOGS, ENGLISH)
    because = view.told["ended"]["why"]
    assert (because["by"], view.told["names"][1]) == (1, "En Passant & Sons")
    assert ["exit status", "exit code 139"] in because["facts"]
    assert ["last line sent", "Bxf7+"] in because["facts"]
    assert (because["code"],) == contest.played[3].game.explanation.codes != ()


def test_boards_are_those_of_any_game():
    chess = board_of(CHESS, CHESS.start(None))
    assert (chess.kind, len(chess.squares)) == ("squares b8x8", 64)
    position = GOMOKU.start(None).play(Move("a15"))
    stones = board_of(GOMOKU, position, ("a15",))
    assert (stones.kind, stones.squares[0], stones.last) == ("points b15x15", "x", (0,))


# Logs and cards


def test_of_a_long_log_the_beginning_and_the_end_are_shown():
    log = log_of("x.log", [f"{n}.5 < line {n}" for n in range(1000)])
    assert log.beginning[0] == LogLine("0.5", "<", "line 0")
    assert (len(log.beginning), len(log.end)) == (FIRST_LINES_SHOWN, LAST_LINES_SHOWN)
    assert log.left_out == 1000 - FIRST_LINES_SHOWN - LAST_LINES_SHOWN
    assert log.end[-1].text == "line 999"


def test_a_line_of_a_log_may_be_anything(tmp_path):
    path = tmp_path / "x.log"
    path.write_bytes(b"1.0 > e4\nwithout a sign\n2.0 !\n3.0 < \xff\xfe" + b"x" * 9999)
    sent, plain, empty, long = read_log(path).beginning
    assert sent == LogLine("1.0", ">", "e4")
    assert plain == LogLine("", "", "without a sign")
    assert empty == LogLine("2.0", "!", "")
    assert long.text.startswith("\ufffd\ufffdxxx")
    assert len(long.text) <= MOST_LINE_CHARACTERS
    assert read_log(tmp_path / "none") is None
    path.write_bytes(b"")
    assert read_log(path).beginning == ()


def test_the_logs_that_the_runner_keeps_are_read():
    kept = ProgramLog(10_000)
    for sign, text in (("<", "e4"), (">", "e5"), ("!", "< not said")):
        kept.hear(sign, text)
    lines = log_of("x.log", kept.text.splitlines()).beginning
    assert [(line.kind, line.text) for line in lines] == [
        ("<", "e4"),
        (">", "e5"),
        ("!", "< not said"),
    ]


def test_a_report_card_comes_back_in_any_language():
    found = Finding(
        Check("white", say("White")),
        CheckVerdict.FAULT,
        say("{loser} loses on time", loser=Color.BLACK),
        advice=say("Draw"),
    )
    kept = Card(False, (found,), None)
    card = card_of(json.loads(json.dumps(card_facts(kept))))
    assert card == kept
    assert card.counts == (1, 0, 0)
    (shown,) = card.shown
    told = (shown.check.title, shown.sentence, shown.advice)
    assert [*map(CHINESE.sentence, told)] == ["白方", "黑方超时判负", "和棋"]


def test_a_report_card_on_a_page_has_the_codes_of_its_reasons():
    late = Finding(Check("white", say("White")), CheckVerdict.FAULT, HELD_BACK(text="'e4'"))
    kept = card_of(json.loads(json.dumps(card_facts(Card(False, (late,))))))
    card = _environment().get_template("parts.html").module.card
    assert ">held-back</code>" in card(kept, ENGLISH.sentence)
    plain = Finding(Check("white", say("White")), CheckVerdict.OK, say("Draw"))
    assert "<code" not in card(Card(True, (plain,)), ENGLISH.sentence)


def test_what_stands_in_a_card_is_taken_within_bounds():
    figures = {"plies": 40, "much": 1e300, "no": None, "yes": True}
    facts = {"check": "a", "title": "{b}", "verdict": [], "sentence": 1, "figures": figures}
    assert card_of([]) == Card(False)
    (found,) = card_of({"passed": 1, "checks": [facts]}).findings
    assert (str(found.check.title), found.verdict) == ("{b}", CheckVerdict.SKIPPED)
    assert found.figures == {"plies": 40}
