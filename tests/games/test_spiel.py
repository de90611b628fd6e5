"""The games of OpenSpiel. Without `open_spiel`, which the extra `dev` brings, these tests are
skipped; in CI they fail."""

import pickle
import random
import subprocess
import sys
from collections.abc import Iterator

import pytest

from board_core import BadSetup, Color, Game, IllegalMove, Outcome, Position, Reason
from board_core.ais import RandomMoves
from board_core.author.testing import check_rules
from board_core.game.clock import TimeControl
from board_core.game.events import MovePlayed
from board_core.game.rules import Rules
from board_core.games import CHESS
from board_core.games.game_file import BadGame
from board_core.match.known_games import game_named, hosted
from board_core.players import InProcessAI

# The tests with the fixture ``pyspiel`` fail where continuous integration lacks it.
pytest.importorskip("pyspiel", reason="open_spiel is not installed: the extra spiel brings it")

from board_core.games.spiel import spiel_names, spiel_rules
from board_core.games.spiel.position import canonical_name, read_name

NAMES = spiel_names()

MAPPED = ("othello", "connect_four", "breakthrough", "hex", "checkers", "xiangqi")
"""Games whose moves and boards people write and read."""

SMALL = (
    "amazons(board_size=6)",
    "breakthrough(columns=5,rows=6)",
    "checkers(rows=10)",
    "chinese_checkers(max_moves=40)",
    "clobber(columns=7,rows=3)",
    "connect_four(columns=5,rows=4)",
    "dots_and_boxes(num_cols=4,num_rows=3)",
    "go(board_size=9,komi=6.5)",
    "gomoku(size=9)",
    "havannah(board_size=4,swap=true)",
    "hex(board_size=5,swap=true)",
    "hex(num_cols=3,num_rows=5)",
    "mnk(k=3,m=3,n=5)",
    "nim(pile_sizes=2;3)",
    "quoridor(board_size=5)",
    "twixt(board_size=12)",
    "y(board_size=5)",
)
"""Games on other boards, by their canonical names."""

LONG = ("chess", "chinese_checkers", "crazyhouse", "go", "shogi")
"""Games of a thousand plies, which take seconds to examine."""

every_game = pytest.mark.parametrize("name", [*NAMES, *SMALL])


def random_game(rules: Rules, seed: int, plies: int = 10_000) -> Iterator[tuple[Position, str]]:
    """Positions of a game, each with the move that is played there."""
    chance, position = random.Random(seed), rules.start(None)
    while position.outcome() is None and plies:
        move = chance.choice(position.legal_moves())
        yield position, move
        position, plies = position.play(move), plies - 1


def after(name: str, *moves: str) -> Position:
    position = spiel_rules(name).start(None)
    for move in moves:
        position = position.play(position.parse(move))
    return position


# Which games there are


def test_there_are_at_least_25_games_and_those_with_boards_of_their_own_are_among_them():
    assert len(NAMES) >= 25
    assert set(MAPPED) <= set(NAMES)


def test_games_of_chance_of_more_sides_or_with_secrets_are_not_among_them():
    assert not {"backgammon", "kuhn_poker", "goofspiel", "dark_chess", "2048"} & set(NAMES)


@every_game
def test_a_name_is_read_back_as_it_is_written(name: str):
    assert spiel_rules(name).name == f"spiel:{name}"
    assert canonical_name(*read_name(name)) == name


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("hex()", "hex"),
        ("hex(board_size=11)", "hex"),
        (" hex ( swap = TRUE , board_size = 07 ) ", "hex(board_size=7,swap=true)"),
        ("go(komi=6)", "go(komi=6.0)"),
    ],
)
def test_a_game_has_one_name_however_it_is_written(text: str, short: str):
    assert spiel_rules(text) == spiel_rules(short)
    assert spiel_rules(text).name == f"spiel:{short}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("othelo", "did you mean spiel:othello?"),
        ("", "choose one of amazons, antichess, "),
        ("kuhn_poker", "not one in which two players take turns"),
        ("hex(board_size=7", "choose one of amazons"),
        ("hex(size=7)", "'size' is not a parameter of this game: choose one of board_size=11, "),
        ("hex(board_size=100000)", "board_size is '100000', but must be 2 … 26"),
        ("connect_four(rows=0)", "rows is '0', but must be 2 … 26"),  # the library would crash
        ("hex(swap=yes)", "swap is 'yes', but must be true, false"),
        ("nim(pile_sizes=many)", "pile_sizes is 'many', but must be 1;3;5;7"),
        ("go(komi=half)", "komi is 'half'"),
        ("quoridor(players=3)", "'players' is not a parameter"),
        ("othello(board_size=6)", "this game has no parameters"),
        ("amazons(board_size=7)", "is refused by OpenSpiel"),
        ("checkers(rows=6)", "has no legal first move"),
    ],
)
def test_what_is_no_game_says_why_and_what_there_is(text: str, why: str):
    with pytest.raises(BadGame) as caught:
        spiel_rules(text)
    assert why in str(caught.value)
    assert str(caught.value) == str(caught.value.sentence)


def test_a_game_is_named_as_all_games_are():
    game = game_named("spiel:hex( board_size = 7 )")
    assert game.rules == spiel_rules("hex(board_size=7)")
    assert game.rules.family == "spiel:hex"
    again = pickle.loads(pickle.dumps(game.rules))
    for rules in (game.rules, again):
        assert hosted(rules).rules == game.rules
        assert hosted(rules).packages == ("open_spiel",)
    with pytest.raises(BadGame, match="did you mean spiel:othello"):
        game_named("spiel:othelo")


def test_the_library_is_imported_when_a_game_is_asked_for_and_not_before():
    code = (
        "import sys, board_core, board_core.games.spiel as spiel;"
        "assert 'pyspiel' not in sys.modules;"
        "spiel.spiel_rules('othello');"
        "assert 'pyspiel' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_without_the_library_the_extra_is_named():
    code = (
        "import sys; sys.modules['pyspiel'] = None\n"
        "from board_core.game.rules import BoardError\n"
        "from board_core.games.spiel import spiel_rules\n"
        "try: spiel_rules('othello')\n"
        "except BoardError as error: print(error.sentence)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert "'spiel'" in done.stdout
    assert "pip install" in done.stdout


# Every game, on the usual and on other boards


@every_game
def test_moves_name_their_places_and_pieces_stand_where_they_say(name: str):
    """From where to where: what stood on the first place is the mover's, and so on the last."""
    rules = spiel_rules(name)
    kind = name.partition("(")[0]
    checked = 0
    for position, move in random_game(rules, seed=1):
        moves = position.legal_moves()
        assert len(set(moves)) == len(moves) == len(position.native.legal_actions())
        assert not any(set(" \t;") & set(each) for each in moves)
        places = rules.places(position, move)
        assert set(places) <= set(rules.geometry.places)
        pieces, then = position.pieces(), position.play(move).pieces()
        assert set(then) <= set(rules.geometry.places)
        if not places or kind in ("amazons", "dots_and_boxes", "pentago", "nine_mens_morris"):
            continue  # choose a piece, draw a line, turn a quarter, take a piece off: one place
        if move.startswith("board"):
            continue  # a choice of where to play
        mine = str.isupper if position.to_move is Color.WHITE else str.islower
        assert mine(then[places[-1]]), (move, then)
        if len(places) == 2:
            assert mine(pieces[places[0]])
            assert places[0] not in then
        checked += 1
    drawn = bool(rules.geometry.places) and kind not in (
        *("amazons", "cursor_go", "dots_and_boxes", "pentago", "nine_mens_morris"),
    )
    assert bool(checked) is drawn


@every_game
def test_a_game_ends_as_the_library_says(name: str):
    rules = spiel_rules(name)
    for seed in range(3):
        *_, (position, move) = random_game(rules, seed)
        end = position.play(move)
        outcome = end.outcome()
        assert outcome is not None
        assert outcome.reason is Reason.RULES
        assert not end.legal_moves()
        with pytest.raises(IllegalMove, match="the game is over"):
            end.parse(move)
        assert [end.can_win(color) for color in Color] == [
            outcome.winner is color for color in Color
        ]
        state = end.native
        assert state.is_terminal()
        best = max(state.returns())
        first = rules.first if rules.start(None).native.current_player() == 0 else rules.first.other
        winner = None if best == 0 else first if state.returns()[0] == best else first.other
        assert outcome.winner is winner


@pytest.mark.parametrize("name", [*(name for name in NAMES if name not in LONG), *SMALL])
def test_its_rules_keep_the_laws_of_all_games(name: str):
    """A thousand games of each are played by tests/fuzz/spiel_games.py."""
    assert [str(violation) for violation in check_rules(spiel_rules(name), games=1)] == []


def test_a_native_state_is_the_caller_s_own():
    position = spiel_rules("othello").start(None)
    position.native.apply_action(position.native.legal_actions()[0])
    assert position == spiel_rules("othello").start(None)
    assert position.native.history() == []


def test_positions_are_set_up_in_any_order():
    """What was set up before, and may be the beginning of what is wanted, changes nothing."""
    rules = spiel_rules("othello")
    texts = ["moves d3 c3", "moves d3 c3 c4", "moves d3", "moves f5 f6", "moves", "moves d3 c3 c4"]
    made = [rules.start(text) for text in texts]
    for position, text in zip(made, texts, strict=True):
        assert position.setup == text
        assert position == after("othello", *text.split()[1:])
        assert position.native.history() == after("othello", *text.split()[1:]).native.history()


@pytest.mark.parametrize("text", ["", "rubbish", "d3", "moves d3 d3", "moves \x00", "MOVES"])
def test_a_bad_setup_is_quoted(text: str):
    with pytest.raises(BadSetup) as caught:
        spiel_rules("othello").start(text)
    assert repr(text) in str(caught.value)


@every_game
def test_a_whole_game_is_refereed(name: str):
    rules = spiel_rules(name)
    players = (InProcessAI(RandomMoves(seed), name=str(seed), inline=True) for seed in (1, 2))
    white, black = players
    game = Game(rules, white=white, black=black, time_control=TimeControl(base=3600, increment=1))
    events = []
    game.bus.subscribe(events.append)
    game.run()
    outcome = events[-1].outcome
    assert outcome.reason is Reason.RULES
    position = rules.start(None)
    made = dict.fromkeys(Color, 0)
    for event in events:
        if type(event) is MovePlayed:
            assert event.color is position.to_move  # also where a side moves twice in a row
            made[event.color] += 1
            position = position.play(event.move)
    assert position.outcome() == outcome
    assert [events[-1].clock.made[color] for color in Color] == [made[color] for color in Color]
    form = hosted(rules).record
    (told,) = form.read(form.write(game.record()))
    again = told.game
    assert list(again.line) == [event.move for event in events if type(event) is MovePlayed]


# The games that people write and read


def test_othello_begins_with_black_and_turns_pieces_over():
    rules = spiel_rules("othello")
    assert rules.first is Color.BLACK
    start = rules.start(None)
    assert start.pieces() == {"d4": "O", "e4": "x", "d5": "x", "e5": "O"}
    assert set(start.legal_moves()) == {"d3", "c4", "f5", "e6"}
    assert after("othello", "D3").pieces() == {
        **dict.fromkeys(("d3", "d4", "e4", "d5"), "x"),
        "e5": "O",
    }
    assert rules.geometry.rows[0][0] == "a1"  # othello counts its rows from above


def test_a_side_of_othello_that_cannot_move_passes():
    rules = spiel_rules("othello")
    games = (position for seed in range(40) for position, _ in random_game(rules, seed))
    passing = next(position for position in games if position.legal_moves() == ("pass",))
    assert rules.places(passing, passing.parse("PASS")) == ()
    then = passing.play(passing.parse("pass"))
    assert then.to_move is passing.to_move.other
    assert then.pieces() == passing.pieces()


def test_a_move_of_connect_four_is_a_column_and_its_place_is_where_the_piece_lands():
    rules = spiel_rules("connect_four")
    position = after("connect_four", "d", "d")
    assert position.pieces() == {"d1": "O", "d2": "x"}
    assert rules.places(position, position.parse("D")) == ("d3",)
    won = after("connect_four", *"abababa")
    assert won.outcome() == Outcome(Color.WHITE, Reason.RULES)
    assert won.pieces()["a4"] == "O"


def test_breakthrough_begins_with_black_from_above():
    position = after("breakthrough", "b7b6", "a2a3", "b6-b5", "a3a4", "b5xa4")
    assert position.pieces()["a4"] == "p"
    assert position.to_move is Color.WHITE
    assert sum(piece == "P" for piece in position.pieces().values()) == 15


def test_hex_joins_top_and_bottom_for_black():
    won = after("hex(board_size=3)", "b1", "a1", "b2", "a2", "b3")
    assert won.outcome() == Outcome(Color.BLACK, Reason.RULES)
    assert won.pieces() == {"b1": "x", "b2": "x", "b3": "x", "a1": "O", "a2": "O"}
    assert spiel_rules("hex").geometry.slant == 0.5


def test_a_second_jump_of_checkers_is_a_move_of_the_same_side():
    rules = spiel_rules("checkers")
    games = (each for seed in range(40) for each in random_game(rules, seed))
    position, move = next(
        (position, move)
        for position, move in games
        if position.play(move).to_move is position.to_move and not position.play(move).outcome()
    )
    then = position.play(move)
    assert len(then.pieces()) == len(position.pieces()) - 1
    landed = rules.places(position, move)[-1]
    assert all(rules.places(then, each)[0] == landed for each in then.legal_moves())


def test_xiangqi_is_written_in_its_coordinates():
    rules = spiel_rules("xiangqi")
    assert rules.first is Color.WHITE  # red, whose pieces have capitals
    position = rules.start(None)
    assert (position.pieces()["h2"], position.pieces()["h9"]) == ("C", "h")
    then = position.play(position.parse("H2-E2"))
    assert then.pieces()["e2"] == "C"
    assert "h2" not in then.pieces()


@pytest.mark.parametrize(
    ("name", "text", "move"),
    [
        ("shogi", "7G-7F", "7g7f"),
        ("checkers", "c3-d4", "c3d4"),
        ("lines_of_action", "b1-h1", "b1h1"),
        ("lines_of_action", "C1xA3", "c1a3"),
        ("breakthrough", " A7 A6 ", "a7a6"),
        ("go", "T19", "t19"),
    ],
)
def test_a_move_may_be_written_loosely(name: str, text: str, move: str):
    assert spiel_rules(name).start(None).parse(text) == move


@every_game
def test_the_library_s_own_text_of_an_action_is_read(name: str):
    """What a function returns that asks the library's state for its actions."""
    for position, _ in random_game(spiel_rules(name), seed=4, plies=30):
        state = position.native
        pairs = [*zip(state.legal_actions(), position.legal_moves(), strict=True)]
        for action, move in pairs[::20] + pairs[-1:]:
            assert position.parse(state.action_to_string(action)) == move


@pytest.mark.parametrize(
    ("name", "moves", "text"),
    [("chess", ("b3", "e5"), "bb2"), ("hive", ("wA1",), "bA1 -wA1/"), ("shogi", (), "7g7f+")],
)
def test_what_makes_another_move_is_not_read_over(name: str, moves: tuple[str, ...], text: str):
    with pytest.raises(IllegalMove):
        after(name, *moves).parse(text)


def test_a_game_without_places_is_shown_by_the_library_s_own_text():
    rules = spiel_rules("mancala")
    assert rules.geometry.places == ()
    assert str(rules.start(None)) == str(rules.start(None).native).rstrip("\n")
    assert rules.start(None).pieces() == {}


def test_a_text_that_a_version_writes_otherwise_is_shown_as_it_is():
    from board_core.games.spiel.catalog import EMPTY_GEOMETRY, board_of

    board = board_of("othello", {}, "another picture")
    assert board.geometry is EMPTY_GEOMETRY
    assert board.pieces("another picture") == {}


# Beside other rules


@pytest.mark.parametrize("seed", range(6))
def test_its_chess_is_ours(seed: int):
    """Moves, pieces and ends agree, until a draw that ours claims by itself and theirs does not."""
    ours, played = CHESS.start(None), 0
    for theirs, move in random_game(spiel_rules("chess"), seed):
        if ours.outcome() is not None:
            break
        assert theirs.pieces() == ours.pieces()
        assert theirs.to_move is ours.to_move
        parsed = {ours.parse(each) for each in theirs.legal_moves()}
        assert parsed == set(ours.legal_moves())
        ours, played = ours.play(ours.parse(move)), played + 1
    assert played > 20
