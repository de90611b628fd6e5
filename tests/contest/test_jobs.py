from __future__ import annotations

import os
import pickle
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from small import begun, entrants_of, plan_with

from board_core.contest.beginning import (
    BadEntrant,
    begin,
    entries_of,
    openings_of,
)
from board_core.contest.decisions import Cancellation
from board_core.contest.field import Entrant, Pairing, PairingVerdict
from board_core.contest.jobs import (
    GameJob,
    GameResult,
    JobSide,
    PackagesWanted,
    confinement_of,
    job_for,
    play,
    seed_for,
)
from board_core.contest.plan import BadPlan, EntrantClockPlan, EntrantPlan, Plan, plan_of
from board_core.contest.program_log import ProgramLog
from board_core.contest.state import Contest, PlayedPairing, Result
from board_core.contest.store import Folder
from board_core.game.rules import Outcome, Reason
from board_core.game.sides import Color, PerColor
from board_core.match.openings import Opening
from board_core.record import PlayedGame
from board_core.supervise.limits import MIB
from board_core.supervise.sandbox import Ponder

FOOL = """\
import sys
white = sys.stdin.readline().strip() == "white"
moves = iter(["f3", "g4"] if white else ["e5", "Qh4#"])
print("I begin", file=sys.stderr)
if white:
    print(next(moves), flush=True)
for line in sys.stdin:
    print(next(moves, "resign"), flush=True)
"""


def fools(home: Path, more: str = "") -> Plan:
    """Two who play the shortest mate that there is."""
    for name in ("ada", "bob"):
        (home / name).mkdir()
        (home / name / "fool.py").write_text(FOOL)
    return plan_of(
        f'name = "x"\nseed = 1\nformat = "match"\ngames = 2\n{more}\n[sandbox]\nmode = "off"\n'
        '[[entrants]]\nname = "Ada"\nplayer = "san:fool.py"\nfolder = "ada"\n'
        '[[entrants]]\nname = "Bob"\nplayer = "san:fool.py"\nfolder = "bob"\n'
    )


def contest_of(home: Path, plan: Plan) -> Contest:
    with begin(Folder(home), plan) as store:
        return store.contest


def mate(home: Path, cache: Path | None = None) -> GameJob:
    contest = contest_of(home, fools(home))
    return replace(job_for(contest, Pairing(1, 1, 1, 2)), cache=cache or home / "cache")


def with_packages(job: GameJob, home: Path) -> GameJob:
    folder = Folder(home)
    wanted = play(job)
    assert isinstance(wanted, PackagesWanted)
    data = {sha256: folder.package(sha256).read_bytes() for sha256 in wanted.sha256s}
    return replace(job, packages=data)


def test_a_game_is_played_from_bytes_alone(tmp_path):
    job = with_packages(mate(tmp_path), tmp_path)
    for name in ("ada", "bob"):
        (tmp_path / name / "fool.py").unlink()  # what was handed in was taken
    result = play(pickle.loads(pickle.dumps(job)))
    assert isinstance(result, GameResult)
    outcome = result.game.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Color.BLACK, Reason.CHECKMATE)
    assert [move.move for move in result.game.moves] == ["f2f3", "e7e5", "g2g4", "d8h4"]
    assert (result.game.names.white, result.game.names.black) == ("Ada", "Bob")
    log = result.logs.white.splitlines()
    assert log[0].split()[1:] == ["<", "white"]
    assert any(line.split()[1:] == ["!", "I", "begin"] for line in log)
    assert any(line.split()[1:] == [">", "f3"] for line in log)
    assert isinstance(play(replace(job, packages={})), GameResult)  # they are here now


def test_both_entrants_may_have_handed_in_the_same(tmp_path):
    job = mate(tmp_path)
    assert job.sides.white.package == job.sides.black.package
    wanted = play(job)
    assert isinstance(wanted, PackagesWanted)
    assert len(wanted.sha256s) == 1


@pytest.mark.parametrize(
    ("player", "game", "said"),
    [
        ("uci", "chess960", "offers no option UCI_Chess960"),
        ("uci", "atomic", "offers no option UCI_Variant"),
        ("xboard", "atomic", "'feature variants' has no atomic"),
    ],
)
def test_an_entrant_that_refuses_the_game_forfeits_it(tmp_path, player, game, said):
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "ai.py").write_text(
        "for line in iter(input, 'quit'):\n"
        "    said = {'uci': 'uciok', 'isready': 'readyok', 'protover 2': 'feature done=1'}\n"
        "    print(said.get(line, ''), flush=True)\n"
    )
    contest = contest_of(
        tmp_path,
        plan_of(
            f'name = "x"\nseed = 1\nformat = "match"\ngame = "{game}"\n[sandbox]\nmode = "off"\n'
            f'[[entrants]]\nname = "Ada"\nplayer = "{player}:ai.py"\nfolder = "ada"\n'
            '[[entrants]]\nname = "Bob"\nplayer = "random"\n'
        ),
    )
    job = replace(job_for(contest, Pairing(1, 1, 1, 2)), cache=tmp_path / "cache")
    result = play(with_packages(job, tmp_path))
    assert isinstance(result, GameResult)
    assert result.game.outcome == Outcome(Color.BLACK, Reason.NOT_STARTED)
    assert said in str(result.game.explanation.sentence)
    assert PlayedPairing(1, result.game).result == Result(PairingVerdict.BLACK, forfeit=True)


def test_an_entrant_whose_text_does_not_suit_its_own_files_forfeits(tmp_path):
    job = with_packages(mate(tmp_path), tmp_path)
    white = replace(job.sides.white, player="san:nonsense 'x")
    result = play(replace(job, sides=job.sides.put(Color.WHITE, white)))
    assert isinstance(result, GameResult)
    assert result.game.outcome == Outcome(Color.BLACK, Reason.NOT_STARTED)
    assert "quot" in str(result.game.explanation.sentence)


def test_a_running_games_journal_leaves_no_file_behind(tmp_path):
    job = with_packages(mate(tmp_path), tmp_path)
    path = tmp_path / "game.jsonl"
    path.write_text("left by an attempt that was cut off")
    result = play(replace(job, running=path))
    assert isinstance(result, GameResult)
    assert not path.exists()


ENGINE = """\
import sys
for line in sys.stdin:
    words = line.split() or [""]
    if words[0] == "position":
        told = words[3:]
    said = {"uci": "uciok", "isready": "readyok"}.get(words[0], "")
    if words[0] == "go":
        score, move = [(-900, "f2f3"), (900, "e7e5"), (-900, "g2g4"), (900, "d8h4")][len(told)]
        said = f"info depth 1 score cp {score}\\nbestmove {move}"
    print(said, flush=True)
"""


def cut_off(job: GameJob, lines: int) -> tuple[GameJob, PlayedGame]:
    """Return a job whose game was played once and kept so far, and the game."""
    path, kept = job.cache.parent / "game.jsonl", job.cache.parent / "kept.jsonl"
    path.touch()
    os.link(path, kept)  # it stays when the game is over
    job = replace(job, running=path)
    first = play(job)
    assert isinstance(first, GameResult)
    path.write_bytes(b"".join(kept.read_bytes().splitlines(keepends=True)[:lines]))
    return job, first.game


def mate_by_engines(home: Path, more: str = "") -> GameJob:
    (home / "ada").mkdir()
    (home / "ada" / "ai.py").write_text(ENGINE)
    plan = plan_of(
        f'name = "x"\nseed = 1\nformat = "match"\n{more}\n[sandbox]\nmode = "off"\n'
        '[[entrants]]\nname = "Ada"\nplayer = "uci:ai.py"\nfolder = "ada"\n'
        '[[entrants]]\nname = "Bob"\nplayer = "uci:ai.py"\nfolder = "ada"\n'
    )
    job = replace(job_for(contest_of(home, plan), Pairing(1, 1, 1, 2)), cache=home / "cache")
    return with_packages(job, home)


def test_an_interrupted_game_goes_on_from_its_last_move_with_its_clocks(tmp_path):
    job, first = cut_off(mate_by_engines(tmp_path), lines=4)  # the start, and two moves
    result = play(job)
    assert isinstance(result, GameResult)
    assert result.game.line == ("f2f3", "e7e5", "g2g4", "d8h4")
    assert list(result.game.moves)[:2] == list(first.moves)[:2]  # times and scores too
    assert result.game.outcome == first.outcome
    asked = [line.split(maxsplit=2)[2] for line in result.logs.white.splitlines() if " < " in line]
    assert [line for line in asked if line.startswith("position")] == [
        "position startpos moves f2f3 e7e5"
    ]
    assert not job.running.exists()


def test_the_scores_before_an_interruption_count_for_the_adjudication(tmp_path):
    rule = "[adjudication]\nresign_moves = 2\nresign_score = 500\ntwo_sided = false"
    job, first = cut_off(mate_by_engines(tmp_path, rule), lines=4)
    assert (first.outcome.reason, first.plies) == (Reason.ADJUDICATION, 3)
    result = play(job)
    assert isinstance(result, GameResult)
    assert (result.game.outcome, result.game.plies) == (first.outcome, 3)


def test_a_game_that_was_over_when_the_host_was_killed_is_not_played_again(tmp_path):
    job, first = cut_off(mate_by_engines(tmp_path), lines=99)
    result = play(job)
    assert isinstance(result, GameResult)
    assert result.game.outcome == first.outcome
    assert result.logs == PerColor("", "")


@pytest.mark.parametrize("other", [{"anew": 1}, {"opening": Opening(moves=("f2f3",))}])
def test_what_was_played_of_another_job_does_not_go_on(tmp_path, other):
    job, _ = cut_off(mate_by_engines(tmp_path), lines=4)
    result = play(replace(job, **other))
    assert isinstance(result, GameResult)
    asked = [line.rstrip() for line in result.logs.black.splitlines()]
    assert any(line.endswith("position startpos moves f2f3") for line in asked), "for e7e5, again"


def test_a_program_that_knows_the_start_only_plays_an_interrupted_game_anew(tmp_path):
    job, first = cut_off(with_packages(mate(tmp_path), tmp_path), lines=4)
    result = play(job)
    assert isinstance(result, GameResult)
    assert result.game.outcome == first.outcome
    assert result.game.moves[0].elapsed != first.moves[0].elapsed
    assert not job.running.exists()


def test_a_cancelled_game_is_another_job(tmp_path):
    contest = contest_of(tmp_path, plan_with(("Ada", "Bob"), 'format = "match"'))
    cancelled = Cancellation(pairing=1, author="Eve", reason="the machine hung")
    after = replace(contest, decisions=(cancelled,))
    assert [job_for(each, Pairing(1, 1, 1, 2)).anew for each in (contest, after)] == [0, 1]


def test_seeds_differ_and_stay():
    seeds = {seed_for(1, n, color) for n in range(1, 200) for color in Color}
    assert len(seeds) == 398
    assert seed_for(1, 1, Color.WHITE) == seed_for(1, 1, Color.WHITE) != seed_for(2, 1, Color.WHITE)


def test_a_contest_gives_the_same_jobs_always(tmp_path):
    with begun(tmp_path) as store:
        pairing = Pairing(3, 1, 2, 1, None)
        job = job_for(store.contest, pairing)
        assert job == job_for(store.contest, pairing)
        assert (job.sides.white.name, job.sides.black.name) == ("Bob", "Ada")
        assert job.control == PerColor.both(plan_with().clock.control)


def test_openings_are_taken_around_their_number(tmp_path):
    (tmp_path / "two.epd").write_text(
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n"
        "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -\n"
    )
    names = ("Ada", "Bob")
    plan = plan_with(names, 'format = "match"\nopenings = "two.epd"')
    contest = contest_of(tmp_path, plan)
    openings = [job_for(contest, Pairing(n, 1, 1, 2, n - 1)).opening for n in (1, 2, 3)]
    assert openings[0] == openings[2] != openings[1]
    assert job_for(contest, Pairing(1, 1, 1, 2)).opening.setup is None


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ("human", "Ada: people cannot take part"),
        ("nonsense", "Ada: 'nonsense' names no player"),
        ("gone.py:choose", "Ada: there is no file"),
        ("gomocup:pbrain", "Ada: the protocol gomocup is for gomoku only"),
    ],
)
def test_an_entrant_who_cannot_play_is_named(tmp_path, player: str, said: str):
    plan = plan_of(
        f'name = "x"\nseed = 1\n[[entrants]]\nname = "Ada"\nplayer = "{player}"\n'
        '[[entrants]]\nname = "Bob"\nplayer = "random"\n'
    )
    with pytest.raises(BadEntrant) as error:
        entries_of(plan, tmp_path)
    assert said in str(error.value.sentence)


@pytest.mark.parametrize("folder", ["", "ada"])
def test_a_program_in_an_environment_that_is_left_out_is_told_before_the_contest(tmp_path, folder):
    home = tmp_path / folder
    environment = home / "env" / "bin"
    environment.mkdir(parents=True)
    (home / "env" / "pyvenv.cfg").write_text("")
    (environment / "python").symlink_to(sys.executable)
    (home / "ai.py").write_text("")
    plan = plan_of(
        f'name = "x"\nseed = 1\n[[entrants]]\nname = "Ada"\nfolder = "{folder}"\n'
        'player = "env/bin/python ai.py"\n[[entrants]]\nname = "Bob"\nplayer = "random"\n'
    )
    with pytest.raises(BadEntrant, match="Ada: a contest takes 'env' from no folder") as error:
        entries_of(plan, tmp_path)
    assert "'env/bin/python'" in str(error.value.sentence)


def test_a_folder_whose_own_file_names_what_is_left_out_is_refused_alone(tmp_path):
    (tmp_path / "ada" / "venv").mkdir(parents=True)
    (tmp_path / "ada" / "venv" / "ai.py").write_text("")
    (tmp_path / "ada" / "entry.toml").write_text('language = "python"\nfile = "venv/ai.py"')
    plan = plan_of(
        'name = "x"\nseed = 1\n[[entrants]]\nname = "Ada"\nfolder = "ada"\n'
        'player = "entry.toml"\n[[entrants]]\nname = "Bob"\nplayer = "random"\n'
    )
    ada, bob = entries_of(plan, tmp_path)
    assert "takes 'venv' from no folder" in str(ada.why)
    assert type(bob) is Entrant


def test_who_only_knows_the_first_position_is_told_before_openings_are_played(tmp_path):
    plan = fools(tmp_path, 'openings = "book"')
    with pytest.raises(BadEntrant, match="Ada: the protocol san can only begin from the starting"):
        entries_of(plan, tmp_path)


def test_all_games_of_a_swiss_round_begin_with_the_round_s_opening(tmp_path):
    (tmp_path / "two.epd").write_text(
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n"
        "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -\n"
    )
    plan = plan_with(more='openings = "two.epd"\nrounds = 3')
    openings = openings_of(plan, tmp_path)
    assert len(openings) == 2
    contest = Contest(plan, entrants_of(plan), openings)
    begun = [contest.opening(Pairing(number, number, 1, 2)) for number in (1, 2, 3)]
    assert begun == [openings[0], openings[1], openings[0]]


def test_too_many_rounds_are_refused_before_anything_is_written(tmp_path):
    with pytest.raises(BadPlan, match="too many for a Swiss of 4 entrants"):
        begin(Folder(tmp_path), plan_with(more="rounds = 9"))
    assert not Folder(tmp_path).journal.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="a program of this machine's PATH")
def test_a_program_of_the_machine_stays_there_and_its_hash_is_known(tmp_path):
    plan = plan_of(
        'name = "x"\nseed = 1\n[[entrants]]\nname = "Ada"\nplayer = "uci:cat"\n'
        '[[entrants]]\nname = "Bob"\nplayer = "random"\n'
    )
    entrant, _other = entries_of(plan, tmp_path)
    assert entrant.package is None
    assert len(entrant.files["cat"]) == 64


def test_a_log_keeps_its_beginning_and_its_end():
    log = ProgramLog(400)
    for number in range(1000):
        log.hear("<", f"line {number}")
    lines = log.text.splitlines()
    assert lines[0].endswith("< line 0")
    assert lines[-1].endswith("< line 999")
    assert any("characters left out" in line for line in lines)
    assert len(log.text) < 500


def test_a_short_log_is_whole():
    log = ProgramLog(1000)
    log.hear("<", "white")
    log.hear(">", "e4")
    assert [line.split()[1:] for line in log.text.splitlines()] == [["<", "white"], [">", "e4"]]


def test_one_endless_line_does_not_break_the_limit():
    log = ProgramLog(100)
    log.hear(">", "x" * 10_000)
    assert len(log.text) < 200


def functions(home: Path, ada: str, bob: str, mode: str = "off") -> GameJob:
    """A game between two functions, each in a folder of its own."""
    for name, text in (("ada", ada), ("bob", bob)):
        (home / name).mkdir()
        (home / name / "ai.py").write_text(text)
        (home / name / "helper.py").write_text(f"NAME = {name!r}")
        (home / name / "note.txt").write_text(name)
    plan = plan_of(
        f'name = "x"\nseed = 1\nformat = "match"\ngames = 2\n[sandbox]\nmode = "{mode}"\n'
        '[[entrants]]\nname = "Ada"\nplayer = "ai.py:choose"\nfolder = "ada"\n'
        '[[entrants]]\nname = "Bob"\nplayer = "ai.py:choose"\nfolder = "bob"\n'
    )
    job = replace(job_for(contest_of(home, plan), Pairing(1, 1, 1, 2)), cache=home / "cache")
    return with_packages(job, home)


MATED = """\
import helper, os
assert helper.NAME == open("note.txt").read() == MINE
def choose(board, moves={0: "f3", 1: "e5", 2: "g4", 3: "Qh4#"}):
    print("I am", helper.NAME)
    return moves[board.ply()]
"""


@pytest.mark.parametrize("mode", ["off", "auto"])
def test_functions_have_files_of_their_own_and_are_not_loaded_here(tmp_path, mode: str):
    ada, bob = (MATED.replace("MINE", repr(name)) for name in ("ada", "bob"))
    before, path = set(sys.modules), [*sys.path]
    result = play(functions(tmp_path, ada, bob, mode))
    assert isinstance(result, GameResult)
    assert result.game.outcome is not None
    assert result.game.outcome.reason is Reason.CHECKMATE, result.game.explanation
    assert "I am ada" in result.logs.white
    assert "helper" not in set(sys.modules) - before
    assert sys.path == path


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import os; os._exit(0)", "ended"),
        ("raise SystemExit(3)", "could not be loaded: SystemExit: 3 (line 1)"),
        ("while True: pass", "its file was still being loaded"),
        ("1 / 0", "ai.py could not be loaded: ZeroDivisionError: division by zero (line 1)"),
        ("def chose(board): ...", "has no function choose: it has chose"),
    ],
)
def test_a_function_that_cannot_be_loaded_loses(tmp_path, text: str, said: str):
    job = functions(tmp_path, text, "")
    sides = job.sides.put(Color.BLACK, JobSide("Bob", "random", 1))
    limit = 1.0 if "while" in text else job.start_limit
    result = play(replace(job, sides=sides, start_limit=limit))
    assert isinstance(result, GameResult)
    outcome, why = result.game.outcome, result.game.explanation
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Color.BLACK, Reason.NOT_STARTED)
    assert why is not None
    assert said in str(why.sentence)
    assert str(tmp_path) not in str(why.sentence)  # it is published


def odds(home: Path) -> Plan:
    return fools(home, 'ponder = "watch"\ncores_per_game = 2').model_copy(
        update={
            "entrants": (
                EntrantPlan(
                    name="Ada",
                    player="san:fool.py",
                    folder="ada",
                    memory=300,
                    processes=5,
                    clock=EntrantClockPlan(time=7, nodes=9),
                ),
                EntrantPlan(name="Bob", player="san:fool.py", folder="bob"),
            )
        }
    )


def test_each_side_travels_with_its_own_limits(tmp_path):
    with begun(tmp_path / "contest", odds(tmp_path)) as store:
        job = job_for(store.contest, Pairing(1, 1, 2, 1, None))
    black, white = job.sides.black, job.sides.white  # Ada is Black
    assert (black.memory, black.processes) == (300, 5)
    assert (white.memory, white.processes) == (None, None)
    assert (job.control.black.base, job.control.black.nodes) == (7, 9)
    assert job.control.white.nodes is None
    assert (job.ponder, job.cores) == ("watch", 2)
    assert pickle.loads(pickle.dumps(job)) == job


def test_the_limits_of_a_side_stand_before_those_of_the_contest(tmp_path):
    plan = odds(tmp_path)
    strict = confinement_of(plan.sandbox, plan.entrants[0], plan.ponder)
    usual = confinement_of(plan.sandbox, plan.entrants[1], plan.ponder)
    assert (strict.limits.memory, strict.limits.processes) == (300 * MIB, 5)
    assert (usual.limits.memory, usual.limits.processes) == (2048 * MIB, 64)
    assert strict.ponder is Ponder.WATCH


@pytest.mark.parametrize("ponder", list(Ponder))
def test_a_game_is_played_whatever_may_be_done_out_of_turn(tmp_path, ponder: Ponder):
    job = with_packages(mate(tmp_path), tmp_path)
    result = play(replace(job, ponder=ponder.value, cores=2))
    assert isinstance(result, GameResult)
    assert result.game.outcome is not None
    assert result.game.outcome.reason is Reason.CHECKMATE
    measured = result.game.off_turn.white is not None
    assert measured == (ponder is not Ponder.ALLOW)


def test_a_log_has_no_escapes_and_no_lines_that_nobody_wrote():
    log = ProgramLog(10_000)
    log.hear(">", "a\tb\x1b[2J\x1b]0;x\x07 \u202e\u2028\x85\r深思")
    (line,) = log.text.splitlines()
    assert line.endswith(r"> a    b\x1b[2J\x1b]0;x\x07 \u202e\u2028\x85\r深思")
