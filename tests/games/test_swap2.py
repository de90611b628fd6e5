"""The opening swap2: who lays which stones, who takes which, and what is kept of it."""

import random
from dataclasses import replace

import pytest

from board_core import (
    BadSetup,
    Color,
    IllegalMove,
    Outcome,
    PerColor,
    Position,
    Reason,
    Resign,
    TimeControl,
)
from board_core.ais import GOMOKU_AIS
from board_core.author.testing import FakeTime, ScriptedPlayer, check_rules, play_script
from board_core.author.trials import play
from board_core.game.events import MovePlayed
from board_core.game.view import captured, first_view
from board_core.game.words import Words
from board_core.journal import JournalWriter, read_journal
from board_core.match.known_games import HOSTED_GAMES
from board_core.players.in_process import InProcessAI
from board_core.record import Recorder

BLACK, WHITE = Color.BLACK, Color.WHITE
SMALL = HOSTED_GAMES["gomoku"].rules
SGF, PSQ = HOSTED_GAMES["gomoku"].records


def opened(setup: str | None) -> Position:
    return SMALL.start("swap2" if setup is None else setup)


OPENED = replace(SMALL, start=opened)
"""The same game, that begins with the opening."""


def after(moves: str) -> Position:
    return SMALL.start(f"swap2 {moves}")


def colors(position: Position, *points: str) -> str:
    return "".join(position.pieces()[point] for point in points)


def test_the_laws_of_a_game_are_kept():
    assert [str(violation) for violation in check_rules(OPENED, games=4)] == []


def test_the_first_side_lays_three_stones_and_the_other_chooses():
    sides = [after(moves).to_move for moves in ("", "h8", "h8 h9", "h8 h9 h10")]
    assert sides == [BLACK, BLACK, BLACK, WHITE]
    position = after("h8 h9 h10")
    assert colors(position, "h8", "h9", "h10") == "xOx"
    assert [move for move in position.legal_moves() if not move[1:].isdigit()] == ["swap", "more"]
    assert len(position.legal_moves()) == 225 - 3 + 2


def test_who_lays_a_stone_goes_on_with_white():
    position = after("h8 h9 h10 a1")
    assert (position.to_move, colors(position, "h8", "h9", "h10", "a1")) == (BLACK, "xOxO")
    assert position.setup.endswith(" b")
    assert position.play("b1").to_move is WHITE


def test_who_swaps_has_the_stones_of_the_other_in_his_own_colour():
    position = after("h8 h9 h10 swap")
    assert (position.to_move, colors(position, "h8", "h9", "h10")) == (BLACK, "OxO")
    assert colors(position.play("a1"), "a1") == "x"


@pytest.mark.parametrize(
    ("last", "to_move", "seen"), [("c1", WHITE, "OxOxOx"), ("SWAP", WHITE, "xOxOx")]
)
def test_two_stones_more_leave_the_choice_to_the_first_side(last, to_move, seen):
    five = "h8 h9 h10 more a1 b1"
    sides = [after(five[:length]).to_move for length in (14, 17, 20)]
    assert sides == [WHITE, WHITE, BLACK]
    assert colors(after(five), "h8", "h9", "h10", "a1", "b1") == "xOxOx"
    position = after(f"{five} {last}")
    assert position.to_move is to_move
    points = [word for word in f"{five} {last}".split() if word[1:].isdigit()]
    assert colors(position, *points) == seen


@pytest.mark.parametrize(
    ("moves", "text", "why"),
    [
        ("", "swap", "'swap' is not a choice here"),
        ("h8 h9 j9 more a1 b1", "more", "'more' is not a choice here"),
        ("h8 h9 j9 swap", "swap", "'swap' is not a choice here"),
        ("h8", "h8", "'h8' is taken: by the black stone that was played just before"),
    ],
)
def test_what_cannot_be_chosen_is_refused(moves, text, why):
    with pytest.raises(IllegalMove, match=why):
        after(moves).parse(text)


@pytest.mark.parametrize(
    ("rules", "setup", "why"),
    [
        ("renju", "swap2", "a game with the same rules for both colours"),
        ("gomoku", "swap2 h8 swap", "'swap' is not a choice here"),
        ("gomoku", "swap2 h8 h8", "is taken"),
        ("gomoku", "swap3", "no point of this board"),
    ],
)
def test_a_bad_opening_is_quoted(rules, setup, why):
    with pytest.raises(BadSetup, match=why) as caught:
        HOSTED_GAMES[rules].rules.start(setup)
    assert repr(setup) in str(caught.value)


def test_a_choice_in_words():
    position = after("h8 h9 j9")
    assert str(position.describe("swap")) == "takes the other side's stones"
    assert Words("zh_CN").sentence(position.describe("swap")) == "拿走对方的棋子"
    assert str(after("h8").describe("h9")) == "white stone on h9"


# Played


STORIES = {
    "kept": (["a1", "a2", "a3", "a4", "a5"], ["h8", "h9", "j9", "c3", "c5", "c7", "c9"]),
    "swapped": (["swap", "b1", "b2", "b3", "b4"], ["h8", "h9", "j9", "a1", "c1", "e1", "g1", "j1"]),
    "more": (["more", "a1", "c1", "a3", "a5"], ["h8", "h9", "j9", "e1", "e2", "e3", Resign()]),
    "more and swapped": (
        ["more", "a1", "c1", "a3", "a5"],
        ["h8", "h9", "j9", "swap", "e2", "e3", Resign()],
    ),
}
every_story = pytest.mark.parametrize("story", STORIES)


def told(story: str):
    white, black = STORIES[story]
    return play_script(SMALL, [*white, None], [*black, None], setup="swap2")


def record_of(story: str, now=None):
    recorder = Recorder()
    for event in told(story):
        recorder(event)
    return replace(recorder.record, names=PerColor("white", "black"))


@every_story
def test_the_record_is_read_back_from_sgf(story):
    record = record_of(story)
    (found,) = SGF.read(SGF.write(record))
    read = found.game
    assert (read.setup, found.problem) == ("swap2", None)
    assert list(read.line) == [move.move for move in record.moves]
    assert read.names == record.names
    assert SGF.write(record).count("ON[swap2]") == 1


def test_others_see_the_right_stones_in_the_sgf():
    text = SGF.write(record_of("swapped"))
    lines = text.splitlines()
    assert lines[1].startswith(";N[h8]AB[hh]BL[")
    assert lines[4].startswith(";N[swap]AB[hg]AW[hh][ig]WL[")
    assert lines[5].startswith(";B[ao]BL[")


def test_a_set_up_in_the_middle_of_the_opening_is_written_from_its_beginning():
    recorder = Recorder()
    for event in play_script(SMALL, ["swap", None], ["j9", "a1"], setup="swap2 h8 h9"):
        recorder(event)
    (found,) = SGF.read(SGF.write(recorder.record))
    read = found.game
    assert (read.setup, read.line) == ("swap2", ("h8", "h9", "j9", "swap", "a1"))


@every_story
def test_psq_has_the_stones_and_who_has_them(story):
    record, ended = record_of(story), told(story)[-1].position
    (found,) = PSQ.read(PSQ.write(record))
    read = found.game
    assert list(read.line) == [m.move for m in record.moves if m.move not in ("swap", "more")]
    first = ended.pieces()[read.line[0]]
    assert read.names.black == ("black" if first == "x" else "white")
    position = SMALL.start(" ".join(read.line))
    turned = {"x": "O", "O": "x"} if first == "O" else {"x": "x", "O": "O"}
    assert {at: turned[stone] for at, stone in position.pieces().items()} == ended.pieces()


def test_a_journal_keeps_the_opening(tmp_path):
    path = tmp_path / "journal"
    white, black = STORIES["more"]
    with JournalWriter(path, {}) as journal:
        keep = journal.game(1)
        for event in play_script(SMALL, white, black, setup="swap2"):
            keep(event)
    (game,) = read_journal(path).games(lambda name: SMALL).values()
    assert game.setup == "swap2"
    assert [move.move for move in game.moves][:4] == ["h8", "h9", "j9", "more"]
    colors = [move.color for move in game.moves]
    assert game.clock.made == PerColor(colors.count(WHITE), colors.count(BLACK))


@every_story
def test_a_view_follows_it_and_nothing_is_captured(story):
    events = told(story)
    view = first_view(events[0])
    for event in events[1:]:
        view = view.after(event)
        if isinstance(event, MovePlayed):
            assert captured(event, SMALL.places(event.before, event.move)) == ()
    assert view.position.pieces() == events[-1].position.pieces()


# The built-in players

LIMIT = TimeControl(nodes=400)


@pytest.mark.parametrize("white", GOMOKU_AIS)
@pytest.mark.parametrize("black", GOMOKU_AIS)
def test_every_level_opens_against_every_level(white, black):
    players = [
        InProcessAI(GOMOKU_AIS[name](seed), inline=True) for seed, name in enumerate((white, black))
    ]
    game = play(*players, setup="swap2", rules=SMALL, time_control=LIMIT)
    assert game.reason in (Reason.FIVE_IN_A_ROW, Reason.FULL_BOARD)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_a_level_takes_the_better_stones(level):
    def move(setup: str) -> str:
        player = InProcessAI(GOMOKU_AIS[level](1), inline=True)
        asked = ScriptedPlayer(FakeTime(), Resign())
        game = play(player, asked, setup=setup, rules=SMALL, time_control=LIMIT)
        return game.moves[0]

    assert move("swap2 h8 a1 h9") == "swap"  # the white stone is of no use
    assert move("swap2 a1 h8 p15") != "swap"  # and neither are the black ones


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_the_stones_a_level_lays_are_near_the_middle_and_differ(level):
    def opening(seed: int) -> tuple[str, ...]:
        player = InProcessAI(GOMOKU_AIS[level](seed), inline=True)
        other = ScriptedPlayer(FakeTime(), Resign())
        return play(other, player, setup="swap2", rules=SMALL, time_control=LIMIT).moves

    openings = {opening(seed) for seed in range(4)}
    assert len(openings) > 1
    files, ranks = "efghjkl", range(5, 12)
    assert all(m[0] in files and int(m[1:]) in ranks for stones in openings for m in stones)


def test_chance_opens_too():
    chance = random.Random(5)
    for _ in range(20):
        position = after("")
        while position.native.opening:
            position = position.play(chance.choice(position.legal_moves()))
        assert abs(sum({"x": 1, "O": -1}[stone] for stone in position.pieces().values())) <= 1
        assert position.to_move in (BLACK, WHITE)


def test_it_is_won_as_ever():
    """White has taken the stones of the first side."""
    events = play_script(
        SMALL, ["swap", "a3", "a4", "a5"], ["a1", "h9", "a2", "c1", "e1", "g1"], setup="swap2"
    )
    assert events[-1].outcome == Outcome(WHITE, Reason.FIVE_IN_A_ROW)
