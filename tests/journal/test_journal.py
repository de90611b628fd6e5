"""What is written is what is read, whatever befalls the file."""

import errno
import json
import os
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from journal_stories import CLOCKS, GAMES, MATE, chess, noon, play

from board_core import (
    Color,
    Game,
    GameEnded,
    GameStarted,
    MovePlayed,
    MovesTakenBack,
    Outcome,
    PerColor,
    Reason,
    TimeControl,
)
from board_core.author.testing import FakeTime, ScriptedPlayer
from board_core.games import CHESS
from board_core.journal import BadJournal, JournalWriter, read_journal
from board_core.journal.lines import checksum
from board_core.journal.telling import game_facts
from board_core.journal.values import CONTROL_FIELDS, PERIODS, text
from board_core.record import Recorder


def written(path, *names, **options):
    """A journal of these games, and the records that a recorder kept of them."""
    records = []
    with JournalWriter(path, now=noon, **options) as writer:
        for number, name in enumerate(names, 1):
            scripts, game = (GAMES | CLOCKS)[name]
            recorder = Recorder(noon)
            play(writer.game(number), *scripts, recorder=recorder, **game)
            records.append(recorder.record)
    return records


def records_in(path):
    return list(read_journal(path).games(chess).values())


# What is written is what is read


@pytest.mark.parametrize("name", GAMES | CLOCKS)
def test_a_game_is_read_as_a_recorder_heard_it(name, tmp_path):
    records = written(tmp_path / "j", name)
    assert records_in(tmp_path / "j") == records


def test_the_number_of_refused_answers_is_kept(tmp_path):
    written(tmp_path / "j", "refused", "mate", "illegal")
    kept = [game.refused for game in records_in(tmp_path / "j")]
    assert kept == [PerColor(1, 2), PerColor(0, 0), PerColor(0, 0)], "one that lost is told already"


def test_a_journal_holds_many_games(tmp_path):
    records = written(tmp_path / "j", *GAMES)
    assert records_in(tmp_path / "j") == records
    assert list(read_journal(tmp_path / "j").games(chess)) == list(range(1, len(GAMES) + 1))


def test_every_line_is_json_with_its_number(tmp_path):
    written(tmp_path / "j", *GAMES)
    lines = [json.loads(line) for line in (tmp_path / "j").read_text("ascii").splitlines()]
    assert [line["seq"] for line in lines] == list(range(len(lines)))
    assert lines[0]["journal"] == 1


def test_moves_taken_back_are_taken_back(tmp_path):
    class Regrets(ScriptedPlayer):
        def ask(self, turn, answer):
            if turn.ply == 2 and turn.question == 3:
                game.take_back(2)
            else:
                super().ask(turn, answer)

    time, recorder = FakeTime(), Recorder(noon)
    with JournalWriter(tmp_path / "j", now=noon) as writer:
        white, black = Regrets(time, "e4", "f3", "g4"), ScriptedPlayer(time, "c5", "e5", "Qh4")
        game = Game(CHESS, white=white, black=black, time=time, journal=writer.game())
        game.bus.subscribe(recorder)
        game.run()
    assert [move.notation for move in recorder.record.moves] == ["f3", "e5", "g4", "Qh4#"]
    assert records_in(tmp_path / "j") == [recorder.record]


def test_games_of_several_threads_share_a_journal(tmp_path):
    with JournalWriter(tmp_path / "j", now=noon) as writer:
        games = []
        for number in range(1, 9):
            scripts, time = MATE, FakeTime()
            game = Game(
                CHESS,
                white=ScriptedPlayer(time, *scripts[0]),
                black=ScriptedPlayer(time, *scripts[1]),
                time=time,
                journal=writer.game(number),
            )
            game.start()
            games.append(game)
        for game in games:
            game.join()
    assert [len(record.moves) for record in records_in(tmp_path / "j")] == [4] * 8


# The order of things


class Witness(ScriptedPlayer):
    """Looks at the journal whenever it is asked or told something."""

    path: Path
    moves_seen: list

    def ask(self, turn, answer):
        self.look(turn)
        super().ask(turn, answer)

    def finish(self, turn, outcome):
        self.look(turn)
        assert read_journal(self.path).games(chess)[1].outcome == outcome

    def look(self, turn):
        kept = read_journal(self.path).games(chess)[1].moves
        assert [move.move for move in kept] == list(turn.moves)
        self.moves_seen.append(turn.ply)


def test_a_move_is_in_the_journal_before_anybody_hears_of_it(tmp_path):
    Witness.path, Witness.moves_seen = tmp_path / "j", []
    heard = []

    def subscriber(event):
        if isinstance(event, MovePlayed):
            kept = read_journal(tmp_path / "j").games(chess)[1].moves
            assert kept[event.ply].move == event.move
            heard.append(event.ply)

    time = FakeTime()
    white, black = (Witness(time, *script) for script in MATE)
    with JournalWriter(tmp_path / "j") as writer:
        game = Game(CHESS, white=white, black=black, time=time, journal=writer.game())
        game.bus.subscribe(subscriber)
        game.run()
    assert heard == [0, 1, 2, 3]
    assert Witness.moves_seen == [0, 1, 2, 3, 4, 4]


class FullAfter:
    """A journal with room for so many events."""

    def __init__(self, room, error=None):
        self.room, self.kept = room, []
        self.error = error or OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def __call__(self, event):
        if len(self.kept) == self.room:
            raise self.error
        self.kept.append(event)


FULL = Outcome(
    None,
    Reason.INTERNAL_ERROR,
    f"the journal could not be written: {os.strerror(errno.ENOSPC)}",
)


@pytest.mark.parametrize("room", range(10))
def test_what_the_journal_cannot_take_is_not_announced(room):
    whole = play(None, *MATE, kind=ScriptedPlayer)
    assert len(whole) == 10
    journal = FullAfter(room)
    events = play(journal, *MATE, kind=ScriptedPlayer)
    *told, end = events
    assert isinstance(told[0], GameStarted)
    assert list(map(told_of, told)) == list(map(told_of, whole[: max(room, 1)]))
    assert end.outcome == FULL
    plies = sum(isinstance(event, MovePlayed) for event in told)
    assert end.turn.ply == len(end.turn.moves) == plies
    assert end.position == position_after(told)


def told_of(event):
    return type(event), getattr(event, "ply", None), getattr(event, "clock", None)


def position_after(events):
    position = events[0].position
    for event in events:
        if isinstance(event, MovePlayed):
            position = event.position
    return position


def test_players_hear_no_result_that_the_journal_could_not_take():
    time = FakeTime()
    white, black = (ScriptedPlayer(time, *script) for script in MATE)
    game = Game(CHESS, white=white, black=black, time=time, journal=FullAfter(9))
    assert game.run().outcome == FULL
    assert white.outcome == black.outcome == FULL


def test_a_journal_that_fails_at_the_start_seats_nobody():
    time = FakeTime()
    white, black = (ScriptedPlayer(time, *script) for script in MATE)
    game = Game(CHESS, white=white, black=black, time=time, journal=FullAfter(0))
    assert game.run().outcome == FULL
    assert white.seated is None
    assert white.outcome is None


def test_ctrl_c_while_a_move_is_written_does_not_announce_it():
    journal, time = FullAfter(2, KeyboardInterrupt()), FakeTime()
    white, black = (ScriptedPlayer(time, *script) for script in MATE)
    game, events = Game(CHESS, white=white, black=black, time=time, journal=journal), []
    game.bus.subscribe(events.append)
    with pytest.raises(KeyboardInterrupt):
        game.run()
    assert not any(isinstance(event, MovePlayed) for event in events)
    assert isinstance(events[-1], GameEnded)
    assert events[-1].outcome.reason is Reason.STOPPED
    assert events[-1].turn.ply == 0


def test_a_take_back_is_told_even_if_it_is_not_kept():
    class Regrets(ScriptedPlayer):
        def ask(self, turn, answer):
            if turn.ply == 2:
                game.take_back(1)
            else:
                super().ask(turn, answer)

    time, journal, events = FakeTime(), FullAfter(6), []
    white, black = Regrets(time, "e4"), ScriptedPlayer(time, "c5")
    game = Game(CHESS, white=white, black=black, time=time, journal=journal)
    game.bus.subscribe(events.append)
    assert game.run().outcome == FULL
    assert isinstance(events[-2], MovesTakenBack)
    assert events[-1].turn.ply == 1


# Torn and damaged files


def test_a_file_torn_anywhere_loses_no_whole_line(tmp_path):
    records = written(tmp_path / "whole", "mate", "crash")
    data = (tmp_path / "whole").read_bytes()
    torn = tmp_path / "torn"
    for size in range(len(data) + 1):
        torn.write_bytes(data[:size])
        journal = read_journal(torn)
        assert journal.damage is None
        assert journal.lines == data[:size].count(b"\n")
        assert journal.size + journal.torn == size
        moves = sum(len(game.moves) for game in journal.games(chess).values())
        assert moves == data[: journal.size].count(b'"event":"move"')
    assert records_in(torn) == records


def test_a_torn_file_is_continued_on_a_line_of_its_own(tmp_path):
    written(tmp_path / "whole", "mate")
    data = (tmp_path / "whole").read_bytes()
    for size in range(0, len(data) + 1, 7):
        torn = tmp_path / f"torn-{size}"
        torn.write_bytes(data[:size])
        records = []
        with JournalWriter(torn, now=noon, resume=True) as writer:
            recorder = Recorder(noon)
            play(writer.game(2), *GAMES["crash"][0], recorder=recorder, **GAMES["crash"][1])
            records.append(recorder.record)
        journal = read_journal(torn)
        assert (journal.torn, journal.damage) == (0, None)
        assert journal.games(chess)[2] == records[0]


def test_a_changed_byte_is_found_and_named(tmp_path):
    written(tmp_path / "j", "mate")
    data = (tmp_path / "j").read_bytes()
    lines = data.count(b"\n")
    for at in range(len(b'{"seq":0,"journal":1'), len(data), 3):
        line = data[:at].count(b"\n") + 1
        changed = bytes([data[at] ^ 1])
        if b"\n" in (changed, data[at : at + 1]):
            continue
        (tmp_path / "j").write_bytes(data[:at] + changed + data[at + 1 :])
        journal = read_journal(tmp_path / "j")
        assert journal.damage is not None
        assert journal.damage.line == line
        assert journal.lines == line - 1 < lines
        assert "checksum" in str(journal.damage.why)


def test_a_missing_line_is_found_and_named(tmp_path):
    written(tmp_path / "j", "mate")
    first, second, _third, *rest = (tmp_path / "j").read_bytes().splitlines(keepends=True)
    (tmp_path / "j").write_bytes(b"".join([first, second, *rest]))
    damage = read_journal(tmp_path / "j").damage
    assert damage is not None
    assert damage.line == 3
    assert "missing" in str(damage.why)


def test_a_damaged_journal_is_not_continued(tmp_path):
    written(tmp_path / "j", "mate")
    data = (tmp_path / "j").read_bytes()
    (tmp_path / "j").write_bytes(data.replace(b"f2f3", b"f2f4"))
    with pytest.raises(BadJournal, match=r"line 3 of .* is damaged: its checksum is wrong"):
        JournalWriter(tmp_path / "j", resume=True)


@pytest.mark.parametrize("content", [b"[Event x]\n", b"\0" * 40, b"{}", b'{"seq":1}\n'])
def test_another_file_is_no_journal_and_stays_as_it_is(content, tmp_path):
    path = tmp_path / "games.pgn"
    path.write_bytes(content)
    with pytest.raises(BadJournal, match="is not a journal"):
        read_journal(path)
    with pytest.raises(BadJournal, match="is not a journal"):
        JournalWriter(path, resume=True)
    with pytest.raises(BadJournal, match="already exists"):
        JournalWriter(path)
    assert path.read_bytes() == content


def test_a_journal_of_a_later_version_is_not_guessed_at(tmp_path):
    (tmp_path / "j").write_bytes(b'{"seq":0,"journal":2,"news":1}\n')
    with pytest.raises(BadJournal, match="later version"):
        read_journal(tmp_path / "j")


# One writer, one run


def test_a_second_writer_is_refused(tmp_path):
    with JournalWriter(tmp_path / "j"):
        for resume in (False, True):
            with pytest.raises(BadJournal, match="written by another process"):
                JournalWriter(tmp_path / "j", resume=resume)
    JournalWriter(tmp_path / "j", resume=True).close()


def test_a_second_process_is_refused(tmp_path):
    code = "import sys; from board_core.journal import *; JournalWriter(sys.argv[1], resume=True)"
    command = [sys.executable, "-c", code, str(tmp_path / "j")]
    with JournalWriter(tmp_path / "j"):
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "is written by another process" in run.stderr
    assert subprocess.run(command, check=False).returncode == 0


def test_a_journal_is_continued_by_the_same_run_only(tmp_path):
    JournalWriter(tmp_path / "j", {"games": 4, "seed": None}).close()
    JournalWriter(tmp_path / "j", {"games": 4, "seed": None}, resume=True).close()
    with pytest.raises(BadJournal, match="another run: games was 4 and is 5"):
        JournalWriter(tmp_path / "j", {"games": 5, "seed": None}, resume=True)
    assert read_journal(tmp_path / "j").run == {"games": 4, "seed": None}


# A game goes on


@pytest.mark.parametrize("name", ["mate", "byo-yomi", "delay"])
@pytest.mark.parametrize("plies", range(4))
def test_an_interrupted_game_goes_on_as_if_nothing_had_been(plies, name, tmp_path):
    (whole,) = written(tmp_path / "whole", name)
    scripts, options = (GAMES | CLOCKS)[name]
    lines = (tmp_path / "whole").read_bytes().splitlines(keepends=True)
    (tmp_path / "j").write_bytes(b"".join(lines[: 2 + plies]))  # and then came the kill
    recorder = None
    with JournalWriter(tmp_path / "j", now=noon, resume=True) as writer:
        game = writer.found.games(chess)[1]
        assert not game.outcome.decided
        recorder = Recorder(noon, game)
        white, black = scripts[0][(plies + 1) // 2 :], scripts[1][plies // 2 :]
        events = play(
            writer.game(1, goes_on=True),
            white,
            black,
            kind=lambda time, *script, name: ScriptedPlayer(time, *script, name=name),
            recorder=recorder,
            moves=[move.move for move in game.moves],
            clock=game.clock,
            **options,
        )
    scores_aside = [without_score(move) for move in whole.moves]
    assert [without_score(move) for move in recorder.record.moves] == scores_aside
    assert recorder.record.moves[:plies] == whole.moves[:plies]
    assert recorder.record.outcome == whole.outcome
    assert records_in(tmp_path / "j") == [recorder.record]
    assert events[-1].clock.made == events[-1].clock.made.both(2)


def without_score(move):
    return (move.color, move.move, move.clock_left, move.elapsed, move.periods)


def test_periods_are_in_the_journal_where_there_are_any(tmp_path):
    written(tmp_path / "j", "byo-yomi")
    lines = [json.loads(line) for line in (tmp_path / "j").read_text("ascii").splitlines()]
    start, *moves, end = [line for line in lines if line.get("event")]
    assert start["control"]["white"] | {"byoyomi": 1, "periods": 3} == start["control"]["white"]
    assert start["periods"] == {"white": 0, "black": 0}
    assert [move["periods"]["white"] for move in moves] == [0, 0, 2, 2]
    assert [move["periods"]["black"] for move in moves] == [0, 3, 3, 3]
    assert end["periods"] == {"white": 2, "black": 3}
    (game,) = records_in(tmp_path / "j")
    assert [move.periods for move in game.moves] == [0, 3, 2, 3]
    assert game.clock.periods == game.periods == PerColor(2, 3)


def test_periods_left_are_written_for_byo_yomi_alone(tmp_path):
    written(tmp_path / "j", "mate")
    lines = [json.loads(line) for line in (tmp_path / "j").read_text("ascii").splitlines()]
    assert not any("periods" in line for line in lines)


@pytest.mark.parametrize("told", [None, 7, {"white": -3, "black": "x"}, {"white": True}, []])
def test_periods_that_cannot_be_are_none(told):
    assert PERIODS.read(told) == PerColor(0, 0)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_in_one_line_has_the_fields_of_its_lines(tmp_path, name):
    """A move's line is put together as text, for speed: it is to say what the other form says."""
    written(tmp_path / "j", name)
    events = {"start": [], "move": [], "end": []}
    for line in (tmp_path / "j").read_text("ascii").splitlines()[1:]:
        fields = json.loads(line)
        frame = [fields.pop(each) for each in ("seq", "event", "game", "crc")]
        events[frame[1]].append(fields)
    facts = json.loads(text(game_facts(read_journal(tmp_path / "j").games(chess)[1])))
    assert [facts["start"]] == events["start"]
    assert facts["moves"] == events["move"]
    assert [facts["end"]] == events["end"]


def test_a_journal_has_every_part_of_a_time_control():
    assert [*CONTROL_FIELDS.read({})] == [each.name for each in fields(TimeControl)]


def test_a_stopped_game_is_not_finished_and_goes_on(tmp_path):
    time = FakeTime()
    with JournalWriter(tmp_path / "j") as writer:
        white = ScriptedPlayer(time, "e4")
        black = ScriptedPlayer(time, "e5")
        game = Game(CHESS, white=white, black=black, time=time, journal=writer.game())

        def stop(event):
            if isinstance(event, MovePlayed) and event.ply == 1:
                game.stop("interrupted")

        game.bus.subscribe(stop)
        game.run()
    with JournalWriter(tmp_path / "j", resume=True) as writer:
        found = writer.found.games(chess)[1]
        assert found.outcome == Outcome(None, Reason.STOPPED, "interrupted")
        assert not found.outcome.decided
        moves = [move.move for move in found.moves]
        play(writer.game(1, goes_on=True), ["Nf3"], ["Ke5"], moves=moves, kind=ScriptedPlayer)
    (record,) = records_in(tmp_path / "j")
    assert [move.notation for move in record.moves] == ["e4", "e5", "Nf3"]
    assert record.outcome == Outcome(Color.WHITE, Reason.ILLEGAL_MOVES, "Ke5")


def test_a_game_begun_again_replaces_what_was_played(tmp_path):
    written(tmp_path / "j", "resignation")
    with JournalWriter(tmp_path / "j", now=noon, resume=True) as writer:
        recorder = Recorder(noon)
        play(writer.game(1), *MATE, recorder=recorder)
    assert records_in(tmp_path / "j") == [recorder.record]


# A journal that cannot be written


def test_a_closed_journal_says_so(tmp_path):
    writer = JournalWriter(tmp_path / "j")
    handler = writer.game()
    writer.close()
    writer.close()
    events = play(handler, *MATE)
    assert events[-1].outcome.detail == "the journal could not be written: the journal is closed"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_full_disk_is_an_error_at_once():
    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        JournalWriter("/dev/full")


LIMITED = """
import resource, sys
sys.dont_write_bytecode = True  # it would be cut off at the limit, and found by others
from dataclasses import fields
from pathlib import Path
sys.path[:0] = [{root!r}, {tests!r}]
from journal_stories import MATE, chess, play
from board_core import MovePlayed
from board_core.journal import JournalWriter
with JournalWriter(sys.argv[1]) as writer:
    play(writer.game(1), *MATE)
    size = Path(sys.argv[1]).stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + int(sys.argv[2]), resource.RLIM_INFINITY))
    for number in (2, 3):
        events = play(writer.game(number), *MATE)
        print(sum(isinstance(event, MovePlayed) for event in events), events[-1].outcome.detail)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no such limit")
@pytest.mark.parametrize(("room", "moves"), [(0, 0), (100, 0), (800, 1), (900, 2)])
def test_a_full_disk_ends_the_games_and_leaves_whole_lines(room, moves, tmp_path):
    root = Path(__file__).parents[2]
    code = LIMITED.format(root=str(root), tests=str(Path(__file__).parent))
    command = [sys.executable, "-c", code, str(tmp_path / "j"), str(room)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    why = f"the journal could not be written: {os.strerror(errno.EFBIG)}"
    assert run.stdout.splitlines() == [f"{moves} {why}", f"0 {why}"]
    journal = read_journal(tmp_path / "j")
    assert (journal.torn, journal.damage) == (0, None)
    assert journal.games(chess)[1].outcome.decided
    assert sum(len(game.moves) for game in journal.games(chess).values()) == 4 + moves


def test_what_was_used_out_of_turn_is_kept(tmp_path):
    class Busy(ScriptedPlayer):
        def off_turn(self):
            return 1.5

    with JournalWriter(tmp_path / "j", now=noon) as writer:
        white, black = Busy(FakeTime(), "f3", "g4"), ScriptedPlayer(FakeTime(), "e5", "Qh4")
        Game(CHESS, white=white, black=black, journal=writer.game(1)).run()
    game = read_journal(tmp_path / "j").games(chess)[1]
    assert (game.off_turn.white, game.off_turn.black) == (1.5, None)


def test_a_journal_that_says_nothing_of_it_is_read(tmp_path):
    written(tmp_path / "j", next(iter(GAMES)))
    lines = [json.loads(line) for line in (tmp_path / "j").read_bytes().splitlines()]
    del lines[-1]["off_turn"], lines[-1]["crc"]
    body = json.dumps(lines[-1], separators=(",", ":"))[:-1].encode("ascii")
    before = (tmp_path / "j").read_bytes().splitlines(keepends=True)[:-1]
    (tmp_path / "j").write_bytes(b"".join([*before, body, checksum(body)]))
    game = read_journal(tmp_path / "j").games(chess)[1]
    assert game.over
    assert (game.off_turn.white, game.off_turn.black) == (None, None)
