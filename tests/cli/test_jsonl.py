import json
from dataclasses import replace
from typing import get_args

from board_core import (
    Cause,
    Color,
    DrawDeclined,
    DrawOffered,
    Explanation,
    Fail,
    HostAway,
    MovesTakenBack,
    Paused,
    PlayerSaid,
    PlayerSilent,
    Reason,
    Resumed,
    Score,
    Thinking,
    Thought,
    TimeControl,
    say,
)
from board_core.author.testing import play_script
from board_core.game.absence import Missed
from board_core.game.events import Event
from board_core.games import CHESS
from board_core.match import MatchResult, Tally
from board_core.match.json_lines import FIELDS, event_fields, line, result_fields
from board_core.players import Note, NoteKind


def written(events) -> list[dict]:
    return [json.loads(line(event_fields(7, event))) for event in events]


def test_a_game_as_json():
    lines = written(play_script(CHESS, [("f3", 1.5), "g4"], ["e5", "Qh4"]))
    assert [fields["event"] for fields in lines] == [
        "game_started",
        *["turn_started", "move_played"] * 4,
        "game_ended",
    ]
    assert all(fields["game"] == 7 for fields in lines)
    assert lines[0]["names"] == {"white": "script", "black": "script"}
    assert lines[0]["time_control"] == {"white": "60", "black": "60"}
    assert lines[2] == {
        "event": "move_played",
        "game": 7,
        "color": "white",
        "ply": 0,
        "move": "f2f3",
        "san": "f3",
        "fen": "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1",
        "clock": {"white": 58.5, "black": 60.0},
        "elapsed": 1.5,
    }
    assert lines[-1]["outcome"] == {
        "winner": "black",
        "reason": "checkmate",
        "result": "0-1",
        "detail": "",
    }
    assert lines[-1]["explanation"] is None


def test_every_event_has_fields():
    assert {*FIELDS} == {*get_args(Event)}


def test_no_limit_is_null():
    events = play_script(CHESS, ["f3", "g4"], ["e5", "Qh4"], TimeControl())
    assert written(events)[0]["clock"] == {"white": None, "black": None}


def test_a_failure_is_explained_in_fields():
    explanation = Explanation(
        Cause.EXITED,
        say("the program ended: {status}", status=say("exit code {code}", code=3)),
        last_sent="e5",
        last_heard="e4",
        exit_status=say("exit code {code}", code=3),
        stderr="no book",
    )
    end = written(play_script(CHESS, [Fail(explanation)], []))[-1]
    assert end["explanation"] == {
        "cause": "exited",
        "sentence": "the program ended: exit code 3",
        "last_sent": "e5",
        "last_heard": "e4",
        "exit_status": "exit code 3",
        "stderr": "no book",
        "traceback": "",
        "codes": ["exited"],
        "page": "diagnoses.md#causes",
    }
    assert end["outcome"]["reason"] == "crash"


def test_a_refused_move_says_why():
    (rejected,) = [
        fields
        for fields in written(play_script(CHESS, ["Ke3"], []))
        if fields["event"] == "move_rejected"
    ]
    assert rejected["text"] == "Ke3"
    assert rejected["why"].startswith("'Ke3' is not legal")
    assert rejected["attempt"] == 1


def test_a_thought_keeps_its_numbers():
    thought = Thought(depth=3, score=Score(mate=2), nodes=100, pv=("e4", "e5"))
    (fields,) = written([Thinking(Color.BLACK, 5, thought)])
    assert fields["color"] == "black"
    assert fields["thought"]["mate"] == 2
    assert fields["thought"]["cp"] is None
    assert fields["thought"]["pv"] == ["e4", "e5"]


def test_every_other_event_has_a_name():
    start = play_script(CHESS, [], [])[0]
    lines = written(
        [
            MovesTakenBack(2, 0, start.position, start.clock),
            DrawOffered(Color.WHITE, 3),
            DrawDeclined(Color.BLACK, 3),
            Paused(start.clock),
            Resumed(start.clock),
            HostAway(Missed.AWAY, 2.5, 3, start.clock),
            PlayerSaid(Color.WHITE, 3, Note("hello", NoteKind.COMMENT)),
            PlayerSilent(Color.WHITE, 3, "anna", 10.0, Explanation(Cause.IDLE, say("it waits"))),
        ]
    )
    assert [fields["event"] for fields in lines] == [
        "moves_taken_back",
        "draw_offered",
        "draw_declined",
        "paused",
        "resumed",
        "host_away",
        "player_said",
        "player_silent",
    ]


def test_lines_are_ascii_whatever_a_program_says():
    said = PlayerSaid(Color.WHITE, 0, Note("\x1b[2J\x9b中文\udcff", NoteKind.STDERR))
    text = line(event_fields(1, said))
    assert text.isascii()
    assert text.isprintable()


def test_the_last_line_has_the_score():
    standing = MatchResult(
        ("anna", "bert"), 4, Tally(2, 1, 0), ended=4, played=3, pairs=(0, 0, 0, 1, 0)
    )
    fields = result_fields(replace(standing, lost_by=({}, {Reason.TIME: 2}), off_turn=(0.0, 1.5)))
    assert fields == {
        "event": "match_ended",
        "games": 4,
        "played": 3,
        "players": [
            {
                "name": "anna",
                "points": 2.5,
                "wins": 2,
                "draws": 1,
                "losses": 0,
                "lost_by": {},
                "off_turn": 0.0,
            },
            {
                "name": "bert",
                "points": 0.5,
                "wins": 0,
                "draws": 1,
                "losses": 2,
                "lost_by": {"time": 2},
                "off_turn": 1.5,
            },
        ],
        "elo": {"difference": 279.6, "low": -139.0, "high": 698.2},
        "los": 0.9928,
        "pairs": [0, 0, 0, 1, 0],
        "sprt": None,
        "first_loss": None,
    }
