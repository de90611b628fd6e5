"""PGN, as python-chess reads it back."""

import io
import pickle
import subprocess
import sys
import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import chess
import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_core import (
    Cause,
    Color,
    Explanation,
    Fail,
    Game,
    Outcome,
    PerColor,
    Reason,
    Resign,
    Score,
    Thought,
    TimeControl,
)
from board_core.author.testing import FakeTime, ScriptedPlayer
from board_core.game import EventBus
from board_core.game.words import Words
from board_core.games import CHESS
from board_core.games.chess.pgn import PgnWriter, read_pgn, to_pgn
from board_core.match.known_games import HOSTED_GAMES
from board_core.players import ClaimDraw
from board_core.record import NOT_FINISHED, PlayedGame, PlayedMove, Recorder
from board_core.text.harmless_text import on_one_line
from board_core.text.sentence import say

ONE_MINUTE_AND_ONE_SECOND = TimeControl(60, 1)
EVENING = datetime(2026, 1, 31, 23, 30, tzinfo=timezone(timedelta(hours=-3)))
FOOLS_MATE = ["f3", "g4"], ["e5", "Qh4#"]
MATED_SOON = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"


def record_of(white, black, control=ONE_MINUTE_AND_ONE_SECOND, **options) -> PlayedGame:
    bus, fake, recorder = EventBus(), FakeTime(), Recorder(lambda: EVENING)
    bus.subscribe(recorder)
    Game(
        CHESS,
        white=ScriptedPlayer(fake, *white, name="Ann"),
        black=ScriptedPlayer(fake, *black, name="Bob"),
        time_control=control,
        bus=bus,
        time=fake,
        **options,
    ).run()
    return recorder.record


def read(pgn: str) -> chess.pgn.Game:
    text = io.StringIO(pgn)
    game = chess.pgn.read_game(text)
    assert game is not None
    assert game.errors == []
    assert chess.pgn.read_game(text) is None
    return game


def reread(record: PlayedGame, **options) -> chess.pgn.Game:
    return read(to_pgn(record, **options))


def test_the_whole_text_of_a_short_game():
    record = record_of(["f3", ("g4", 2.5)], [("e5", 1.25), "Qh4"])
    moves = list(record.moves)
    moves[1] = replace(moves[1], thought=Thought(7, score=Score(cp=30)))
    moves[3] = replace(moves[3], thought=Thought(score=Score(mate=1)))
    assert (
        to_pgn(replace(record, moves=tuple(moves)), event="Cup", site="Home", round=3)
        == """\
[Event "Cup"]
[Site "Home"]
[Date "2026.01.31"]
[Round "3"]
[White "Ann"]
[Black "Bob"]
[Result "0-1"]
[UTCDate "2026.02.01"]
[UTCTime "02:30:00"]
[TimeControl "60+1"]
[Termination "normal"]
[PlyCount "4"]

1. f3 { [%clk 0:01:01] [%emt 0:00:00] } 1... e5
{ [%eval -0.30,7] [%clk 0:00:59.75] [%emt 0:00:01.25] } 2. g4
{ [%clk 0:00:59.5] [%emt 0:00:02.5] } 2... Qh4#
{ [%eval #-1] [%clk 0:01:00.75] [%emt 0:00:00] Black wins: White's king is mated }
0-1

"""
    )


def test_moves_times_and_scores_come_back():
    record = record_of([("e4", 1.5), ("Nf3", 61.2), Resign()], [("e5", 0.123), "Nc6"])
    scored = tuple(
        replace(move, thought=Thought(ply, score=Score(cp=10 * ply - 15)))
        for ply, move in enumerate(record.moves)
    )
    nodes = list(reread(replace(record, moves=scored)).mainline())
    assert [node.move.uci() for node in nodes] == [move.move for move in scored]
    assert [node.san() for node in nodes] == [move.notation for move in scored]
    assert [node.clock() for node in nodes] == pytest.approx([m.clock_left for m in scored])
    assert [node.emt() for node in nodes] == pytest.approx([m.elapsed for m in scored])
    scores = [node.eval().pov(node.turn() is chess.BLACK).score() for node in nodes]
    assert scores == [move.score.cp for move in scored]
    assert [node.eval_depth() for node in nodes] == [0, 1, 2, 3][: len(nodes)]


def test_clocks_times_and_scores_are_read_as_they_were_written():
    record = record_of([("e4", 1.5), ("Nf3", 61.2), Resign()], [("e5", 0.123), "Nc6"])
    scored = tuple(
        replace(move, thought=Thought(ply, score=Score(cp=10 * ply - 15)))
        for ply, move in enumerate(record.moves)
    )
    written = to_pgn(replace(record, moves=scored))
    (read,) = read_pgn(written)
    for one, other in zip(read.game.moves, scored, strict=True):
        assert one.clock_left == pytest.approx(other.clock_left)
        assert one.elapsed == pytest.approx(other.elapsed)
        assert (one.score, one.depth) == (other.score, other.depth)
    left = read.game.clock.remaining
    assert left.white == pytest.approx(scored[-2].clock_left)
    (site,) = read_pgn("1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:59]} *")
    assert site.game.clock.remaining == PerColor(180.0, 179.0)
    assert pickle.loads(pickle.dumps(read.game)).moves == read.game.moves


@pytest.mark.parametrize(("mate", "from_white"), [(3, 3), (-2, -2)])
def test_mates_are_told_from_whites_side(mate, from_white):
    record = record_of(["e4"], ["e5", None])
    white, black = record.moves[:2]
    moves = tuple(replace(move, thought=Thought(score=Score(mate=mate))) for move in (white, black))
    text = to_pgn(replace(record, moves=moves))
    assert f"[%eval #{from_white}]" in text
    assert f"[%eval #{-from_white}]" in text


def test_a_mate_in_no_moves_is_not_written():
    record = record_of(["e4"], [None])
    moves = (replace(record.moves[0], thought=Thought(score=Score(mate=0))),)
    assert "%eval" not in to_pgn(replace(record, moves=moves))


ENDINGS = {
    "mate": (record_of(*FOOLS_MATE), "0-1", "normal"),
    "resignation": (record_of(["e4", Resign()], ["e5"]), "0-1", "normal"),
    "time": (record_of(["e4", None], ["e5"]), "0-1", "time forfeit"),
    "illegal move": (record_of(["e4"], ["Ke5"]), "1-0", "rules infraction"),
    "crash": (
        record_of(["e4", Fail(Explanation(Cause.EXITED, say("it ended")))], ["e5"]),
        "0-1",
        "abandoned",
    ),
    "flood": (
        record_of(
            [Fail(Explanation(Cause.TOO_MANY_LINES, say("it chats")), Reason.OUTPUT)], ["e5"]
        ),
        "0-1",
        "rules infraction",
    ),
    "repetition": (
        record_of(["Nf3", "Ng1", "Nf3", "Ng1", ClaimDraw()], ["Nf6", "Ng8", "Nf6", "Ng8"]),
        "1/2-1/2",
        "normal",
    ),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_result_termination_and_the_reason_in_words_of(ending):
    record, result, termination = ENDINGS[ending]
    game = reread(record)
    assert game.headers["Result"] == result
    assert game.headers["Termination"] == termination
    assert game.headers["PlyCount"] == str(len(record.moves))
    last = game.end()
    words = Words("en").outcome(record.outcome, record.explanation)
    assert last.comment.endswith(words)


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_standard_termination(reason):
    record = replace(ENDINGS["mate"][0], outcome=Outcome(None, reason))
    assert reread(record).headers["Termination"] in {
        "abandoned",
        "adjudication",
        "emergency",
        "normal",
        "rules infraction",
        "time forfeit",
        "unterminated",
    }


def test_a_stopped_game_is_written_as_far_as_it_went():
    record = replace(record_of(["e4", None], ["e5"]), outcome=Outcome(None, Reason.STOPPED, "tea"))
    game = reread(record)
    assert (game.headers["Result"], game.headers["Termination"]) == ("*", "unterminated")
    assert game.end().comment.endswith("The game was stopped: tea")
    assert game.end().ply() == 2


def test_a_running_game_is_written_without_a_reason():
    record = replace(record_of(["e4", None], ["e5"]), outcome=NOT_FINISHED, explanation=None)
    game = reread(record)
    assert (game.headers["Result"], game.headers["Termination"]) == ("*", "unterminated")
    assert game.end().comment == "[%clk 0:01:01] [%emt 0:00:00]"


def test_a_game_without_a_move_says_why_it_ended():
    record = record_of([Resign()], [])
    game = reread(record)
    assert game.comment == "Black wins: White resigns"
    assert (game.headers["PlyCount"], list(game.mainline())) == ("0", [])


def test_a_setup_is_written_with_fen_and_setup_tags():
    record = record_of(["Qg7#"], [], setup=MATED_SOON)
    game = reread(record)
    assert (game.headers["SetUp"], game.headers["FEN"]) == ("1", MATED_SOON)
    assert game.end().board().is_checkmate()


def test_a_setup_where_black_begins_counts_its_first_move_right():
    record = record_of([None], ["Kd4"], setup="8/8/8/4k3/8/8/4P3/4K3 b - - 5 40")
    text = to_pgn(record)
    assert "40... Kd4" in text
    assert reread(record).end().board().fullmove_number == 41


def test_time_controls_that_differ_have_a_tag_each():
    record = record_of(
        ["e4", None], ["e5"], control=PerColor(TimeControl(60), TimeControl(per_move=5))
    )
    headers = reread(record).headers
    assert (headers["WhiteTimeControl"], headers["BlackTimeControl"]) == ("60", "1/5")
    assert "TimeControl" not in headers


def test_an_untimed_game_has_no_clock_but_the_time_that_was_used():
    record = record_of([("e4", 1.5), Resign()], ["e5"], control=TimeControl())
    first = next(iter(reread(record).mainline()))
    assert (first.clock(), first.emt()) == (None, 1.5)
    assert reread(record).headers["TimeControl"] == "-"


def test_the_reason_may_be_told_in_another_language():
    game = reread(ENDINGS["mate"][0], words=Words("zh_CN"))
    assert game.end().comment.endswith(Words("zh_CN").outcome(ENDINGS["mate"][0].outcome))


@given(
    st.builds(PerColor, st.text(max_size=30), st.text(max_size=30)),
    st.text(max_size=60),
    st.text(max_size=20),
)
def test_no_text_of_a_player_can_break_the_file(names, said, event):
    record = replace(
        ENDINGS["crash"][0],
        names=names,
        explanation=Explanation(Cause.EXITED, say("it said {said}", said=said)),
    )
    game = reread(record, event=event)
    assert game.headers["Result"] == "0-1"
    assert [node.move.uci() for node in game.mainline()] == [m.move for m in record.moves]
    assert game.end().clock() == record.moves[-1].clock_left


def test_a_name_and_a_comment_of_every_character_are_written_and_read():
    step = 0x2000
    for start in range(0, sys.maxunicode, step):
        name = "".join(map(chr, range(start, start + step)))
        why = Explanation(Cause.EXITED, say("it said {said}", said=name))
        record = replace(ENDINGS["crash"][0], names=PerColor(name, "Ada ❤️"), explanation=why)
        text = to_pgn(record).encode("utf-8").decode("utf-8")
        [read_back] = read_pgn(text)
        tidy = on_one_line(name).replace('"', "'").replace("\\", "/")
        assert read_back.game.names == PerColor(tidy, "Ada ❤️")
        assert read_back.problem is None
        assert len(read_back.game.moves) == len(record.moves)


def test_quotes_in_names_and_braces_in_reasons_are_replaced():
    explanation = Explanation(Cause.EXITED, say("it said {said}", said="} [%clk 9:00:00] \x1b\n{"))
    record = replace(
        ENDINGS["crash"][0], names=PerColor('The "Rook"\nx', ""), explanation=explanation
    )
    game = reread(record)
    assert (game.headers["White"], game.headers["Black"]) == ("The 'Rook' x", "?")
    assert game.end().comment.endswith(r"it said ) [ %clk 9:00:00] \x1b\n(")


def test_a_game_of_5000_plies_is_written_and_read():
    """Knights go round; written with the position's own rules, so without their ends."""
    tour = ["g1f3", "g8f6", "f3g1", "f6g8"]
    names = ["Nf3", "Nf6", "Ng1", "Ng8"]
    moves = tuple(
        PlayedMove(list(Color)[ply % 2], tour[ply % 4], names[ply % 4], 1.0, 0.1)
        for ply in range(5000)
    )
    record = replace(ENDINGS["mate"][0], moves=moves, outcome=NOT_FINISHED)
    assert reread(record).end().ply() == 5000


def play_on(bus, white, black):
    fake = FakeTime()
    Game(
        CHESS,
        white=ScriptedPlayer(fake, *white),
        black=ScriptedPlayer(fake, *black),
        time_control=TimeControl(60),
        bus=bus,
        time=fake,
    ).run()


def games_in(path):
    with path.open(encoding="utf-8") as file:
        return list(iter(lambda: chess.pgn.read_game(file), None))


def test_a_writer_appends_each_game_when_it_has_ended(tmp_path):
    path = tmp_path / "games.pgn"
    writer = PgnWriter(path, event="Cup")
    bus = EventBus()
    stop = writer.watch(bus, round=1)
    play_on(bus, *FOOLS_MATE)
    assert len(games_in(path)) == 1
    play_on(bus, ["e4", Resign()], ["e5"])
    stop()
    play_on(bus, *FOOLS_MATE)
    games = games_in(path)
    assert [game.headers["Termination"] for game in games] == ["normal", "normal"]
    assert [(game.headers["Event"], game.headers["Round"]) for game in games] == [("Cup", "1")] * 2


def test_several_games_at_once_share_a_writer(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text('[Event "before"]\n\n*\n\n')
    writer = PgnWriter(path)

    def play_some(number):
        bus = EventBus()
        writer.watch(bus, round=number)
        for _ in range(10):
            play_on(bus, *FOOLS_MATE)

    threads = [threading.Thread(target=play_some, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    games = games_in(path)
    assert len(games) == 41
    assert all(game.end().ply() == 4 for game in games[1:])
    rounds = sorted(game.headers["Round"] for game in games[1:])
    assert rounds == sorted(["0", "1", "2", "3"] * 10)


def test_a_file_that_cannot_be_written_is_noticed_before_the_first_game(tmp_path):
    with pytest.raises(OSError, match="No such file"):
        PgnWriter(tmp_path / "missing" / "games.pgn")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX limits the size of files")
def test_a_game_for_which_the_disk_has_no_room_is_not_written_in_part(tmp_path):
    import resource

    writer = PgnWriter(tmp_path / "games.pgn")
    writer.write(record_of(*FOOLS_MATE))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (writer.path.stat().st_size + 100, limits[1]))
    try:
        with pytest.raises(OSError, match="large"):
            writer.write(record_of(*FOOLS_MATE))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    writer.write(record_of(*FOOLS_MATE))
    assert [game.end().ply() for game in games_in(writer.path)] == [4, 4]


def test_every_game_knows_how_to_write_its_record():
    assert all(game.records for game in HOSTED_GAMES.values())
    assert HOSTED_GAMES["chess"].record.name == "pgn"


def test_importing_the_library_does_not_wait_for_pgn():
    check = (
        "import sys, board_core, board_core.games, board_core.games.chess.pgn, board_core.record;"
        "print([name for name in ('chess.pgn', 'chess.engine') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_date_without_a_time_zone_is_taken_as_local():
    record = replace(ENDINGS["mate"][0], started=datetime(2026, 1, 31, 12, 0))
    assert reread(record).headers["Date"] == "2026.01.31"
    assert (
        reread(replace(record, started=datetime(2026, 1, 31, 12, tzinfo=UTC))).headers["UTCTime"]
        == "12:00:00"
    )
