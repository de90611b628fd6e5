"""Chess960 and the variants of chess: published numbers of moves, and how games end."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples

from board_core import BadSetup, Color, IllegalMove, Outcome, Position, Reason
from board_core.game.rules import AmbiguousMove
from board_core.games.chess import CHESS, ENGINE, FIDE, NO_CLAIMS, VARIANT_GAMES, variant_rules
from board_core.match.known_games import HOSTED_GAMES

WHITE, BLACK, DRAWN = Color.WHITE, Color.BLACK, Reason.INSUFFICIENT_MATERIAL

PERFT = [  # by the Chess Programming Wiki, python-chess and Fairy-Stockfish
    ("chess960", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", (21, 528)),
    ("chess960", "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", (21, 807)),
    ("chess960", "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", (20, 479, 10471)),
    ("chess960", "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", (22, 593)),
    ("atomic", None, (20, 400, 8902)),
    ("atomic", "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1", (40, 1238)),
    ("atomic", "rn1qkb1r/p5pp/2p5/3p4/N3P3/5P2/PPP4P/R1BQK3 w Qkq - 0 1", (28, 833)),
    ("antichess", None, (20, 400, 8067)),
    ("crazyhouse", None, (20, 400, 8902)),
    ("crazyhouse", "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", (301, 75353)),
    ("king-of-the-hill", None, (20, 400)),
    ("three-check", None, (20, 400)),
    ("racing-kings", None, (21, 421, 11264)),
    ("horde", None, (8, 128, 1274, 23310)),
]


def leaves(position: Position, depth: int) -> int:
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(leaves(position.play(move), depth - 1) for move in moves)


@pytest.mark.parametrize(("game", "setup", "numbers"), PERFT)
def test_it_has_as_many_moves_as_is_published(
    game: str, setup: str | None, numbers: tuple[int, ...]
):
    start = VARIANT_GAMES[game].start(setup)
    assert tuple(leaves(start, depth) for depth in range(1, len(numbers) + 1)) == numbers


def played(game: str, line: str, setup: str | None = None) -> Position:
    position = VARIANT_GAMES[game].start(setup)
    for text in line.split():
        assert position.outcome() is None, f"the game is over before {text}"
        position = position.play(position.parse(text))
    return position


def won(winner: Color, reason: Reason) -> Outcome:
    return Outcome(winner, reason)


ENDINGS = [
    ("atomic", None, "e4 a6 Qh5 a5 Qxf7", won(WHITE, Reason.KING_EXPLODED)),
    ("atomic", None, "Nf3 e5 Nxe5 Qh4 a3 Qxf2", won(BLACK, Reason.KING_EXPLODED)),
    (
        "king-of-the-hill",
        None,
        "e4 e5 Ke2 a6 Kd3 a5 Kc4 b6 Kd5",
        won(WHITE, Reason.KING_ON_THE_HILL),
    ),
    ("three-check", None, "e4 e5 Bc4 a6 Bxf7 Kxf7 Qh5 g6 Qxg6", won(WHITE, Reason.THREE_CHECKS)),
    ("three-check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "Ra8", won(WHITE, Reason.THREE_CHECKS)),
    ("antichess", "8/8/8/8/8/1p6/2P5/8 w - - 0 1", "cxb3", won(BLACK, Reason.NO_PIECE_LEFT)),
    ("antichess", "8/8/8/p7/8/P7/8/8 b - - 0 1", "a4", won(WHITE, Reason.NO_MOVE_LEFT)),
    ("horde", "8/8/8/8/8/1k6/2P5/8 b - - 0 1", "Kxc2", won(BLACK, Reason.HORDE_DESTROYED)),
    ("horde", "k7/8/8/8/7p/8/7P/8 b - - 0 1", "h3", Outcome(None, Reason.STALEMATE)),
    ("racing-kings", "8/4K3/8/8/8/8/k7/8 w - - 0 1", "Ke8", won(WHITE, Reason.RACE_WON)),
    ("racing-kings", "8/1k5K/8/8/8/8/8/8 b - - 0 1", "Kb8", won(BLACK, Reason.RACE_WON)),
    ("racing-kings", "8/1k5K/8/8/8/8/8/8 w - - 0 1", "Kh8 Kb8", Outcome(None, Reason.RACE_TIED)),
    ("racing-kings", "8/1k5K/8/8/8/8/8/8 w - - 0 1", "Kh8 Kb6", won(WHITE, Reason.RACE_WON)),
    ("racing-kings", "8/1k5K/8/8/8/8/R7/8 w - - 0 1", "Rc2", None),
    ("crazyhouse", "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1", "N@f7", won(WHITE, Reason.CHECKMATE)),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K2R[] w - - 149 90", "Rg1 Kd7", None),
    ("antichess", "8/8/8/8/8/b7/8/5B2 w - - 0 1", "", Outcome(None, DRAWN)),
]


@pytest.mark.parametrize(("game", "setup", "line", "ending"), ENDINGS)
def test_a_game_ends_by_the_aim_of_its_variant(
    game: str, setup: str | None, line: str, ending: Outcome | None
):
    assert played(game, line, setup).outcome() == ending


def test_whoever_is_mated_by_the_third_check_has_lost_by_the_third_check():
    mated = played("three-check", "Ra8", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 1+3 0 1")
    assert mated.outcome() == Outcome(WHITE, Reason.THREE_CHECKS)


def test_the_kings_of_atomic_may_touch_each_other():
    touching = VARIANT_GAMES["atomic"].start("8/8/8/8/8/k7/2q5/K7 w - - 0 1")
    assert set(touching.legal_moves()) == {"a1a2", "a1b2"}
    assert not touching.play(touching.parse("Ka2")).marked()


def test_an_explosion_takes_all_around_but_pawns():
    after = played("atomic", "Nf3 e5 Nxe5")
    assert "e5" not in after.pieces()
    assert len(after.pieces()) == 30
    crowded = VARIANT_GAMES["atomic"].start("4k3/8/8/3pn3/3QN3/8/8/4K3 w - - 0 1")
    assert crowded.play(crowded.parse("Qxd5")).pieces() == {"e1": "K", "e8": "k"}


CANNOT_WIN = [
    ("chess960", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", {BLACK}),
    ("atomic", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", {WHITE, BLACK}),
    ("atomic", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", {BLACK}),
    ("king-of-the-hill", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", set()),
    ("racing-kings", "8/8/8/8/8/8/k6K/8 w - - 0 1", set()),
    ("three-check", "4k3/8/8/8/8/8/8/N3K3 w - - 3+3 0 1", {BLACK}),
    ("horde", "4k3/8/8/8/8/8/8/N7 w - - 0 1", {WHITE}),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", set()),
    ("antichess", "8/8/8/8/8/b7/8/5B2 w - - 0 1", {WHITE, BLACK}),
]


@pytest.mark.parametrize(("game", "setup", "unable"), CANNOT_WIN)
def test_it_knows_who_could_still_win(game: str, setup: str, unable: set[Color]):
    position = VARIANT_GAMES[game].start(setup)
    assert {color for color in Color if not position.can_win(color)} == unable


def test_draws_are_chosen_for_a_variant_as_for_chess():
    shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"
    for rules, ending in (
        (variant_rules("three-check", ENGINE), Outcome(None, Reason.THREEFOLD_REPETITION)),
        (variant_rules("three-check"), Outcome(None, Reason.THREEFOLD_REPETITION)),
        (variant_rules("three-check", FIDE), None),
        (variant_rules("three-check", NO_CLAIMS), None),
    ):
        position = rules.start(start)
        for text in shuffle.split():
            position = position.play(position.parse(text))
        assert position.outcome() == ending


def test_a_position_is_no_repetition_once_a_check_has_been_given():
    there_and_back = "Rh8 Kd7 Rh1 Ke8"
    setup = "4k3/8/8/8/8/8/8/4K2R w - - 3+3 0 1"
    position = played("three-check", f"{there_and_back} {there_and_back}", setup)
    assert position.setup.startswith("4k3/8/8/8/8/8/8/4K2R w - - 1+3")
    assert position.claim() is None


def test_a_position_of_crazyhouse_comes_back_after_captures():
    start = "r7/1k6/8/8/8/8/8/R5K1[] w - - 0 1"
    there = "Rxa8 Kxa8 R@a1 Kb7 Kg2 R@a8"
    back = "Rxa8 Kxa8 R@a1 Kb7 Kg1 R@a8"
    position = played("crazyhouse", f"{there} {back} {there} {back}", start)
    assert position.claim() == Outcome(None, Reason.THREEFOLD_REPETITION)


# Moves as they are written

READ = [
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "N@f3", "N@f3"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "n@f3", "N@f3"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "@f3", "P@f3"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "P@f3!?", "P@f3"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[np] b - - 0 1", "N@f3", "N@f3"),
    ("antichess", "8/P7/8/8/8/8/8/7r w - - 0 1", "a8=K", "a7a8k"),
    ("antichess", "8/P7/8/8/8/8/8/7r w - - 0 1", "a7a8K", "a7a8k"),
    ("chess960", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "e1h1"),
    ("chess960", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "e1h1"),
    ("chess960", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "e1a1"),
    ("chess960", "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1", "O-O-O", "f1b1"),
    ("chess960", "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1", "f1c1", "f1b1"),
    ("chess960", "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1", "f1g1", "f1g1"),
    ("chess960", "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1", "Kg1", "f1g1"),
    ("chess960", "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1", "f1h1", "f1h1"),
    ("chess960", "4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "g1h1"),
    ("chess960", "4k3/8/8/8/8/8/8/RKR5 w CA - 0 1", "0-0", "b1c1"),
]


@pytest.mark.parametrize(("game", "setup", "text", "move"), READ)
def test_it_reads_drops_and_castling_as_people_and_engines_write_them(
    game: str, setup: str, text: str, move: str
):
    assert VARIANT_GAMES[game].start(setup).parse(text) == move


REFUSED = [
    ("crazyhouse", None, "N@f3", "you hold no N to drop"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "N@e1", "e1 is occupied"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "@a8", "the first or the last rank"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "K@a3", "drop one of"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/r3K3[NP] w - - 0 1", "N@a3", "your king is in check"),
    ("antichess", "8/8/8/8/8/1p6/P7/8 w - - 0 1", "a3", "you can take a piece, so you must"),
    ("atomic", None, "e1e3", "no piece of yours can move so"),
    ("atomic", "4k3/8/8/8/8/8/3p4/3QK3 w - - 0 1", "Qxd2", "blow up your own king"),
    ("racing-kings", "8/8/8/8/8/8/k6K/7R w - - 0 1", "Ra1", "nobody may give check"),
    ("three-check", None, "e8=K", "is not a move"),
    ("chess960", "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "O-O-O", "blocked on b1"),
    ("chess960", "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "reach f1, which is attacked"),
    ("chess960", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "has moved"),
    ("chess960", "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1", "Kc1", "castling is written O-O-O"),
]


@pytest.mark.parametrize(("game", "setup", "text", "why"), REFUSED)
def test_it_refuses_what_the_variant_forbids_and_says_why(
    game: str, setup: str | None, text: str, why: str
):
    with pytest.raises(IllegalMove) as caught:
        VARIANT_GAMES[game].start(setup).parse(text)
    assert why in str(caught.value)
    assert repr(text) in str(caught.value)


def test_a_pawn_of_antichess_has_to_say_what_it_becomes():
    with pytest.raises(AmbiguousMove):
        VARIANT_GAMES["antichess"].start("8/P7/8/8/8/8/8/7r w - - 0 1").parse("a7a8")


PLACES = [
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@f3", ("f3",)),
    ("chess960", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", ("e1", "g1")),
    ("chess960", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8a8", ("e8", "c8")),
    ("chess960", "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1", "f1h1", ("f1", "h1")),
    ("chess960", "4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", ("g1", "h1")),
    ("chess960", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "h1g1", ("h1", "g1")),
    ("chess960", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1b1", ("a1", "b1")),
]


@pytest.mark.parametrize(("game", "setup", "move", "places"), PLACES)
def test_a_move_names_the_squares_to_click(
    game: str, setup: str, move: str, places: tuple[str, ...]
):
    rules = VARIANT_GAMES[game]
    position = rules.start(setup)
    assert rules.places(position, position.parse(move)) == places


@settings(max_examples=examples(30))
@given(st.integers(0, 959), st.integers(0, 2**32))
def test_no_two_moves_of_chess960_are_made_by_the_same_squares(number: int, seed: int):
    rules, chance = VARIANT_GAMES["chess960"], random.Random(seed)
    position = rules.start(str(number))
    for _ in range(40):
        if position.outcome() is not None:
            return
        moves = position.legal_moves()
        meant = {(*rules.places(position, move), move[4:]) for move in moves}
        assert len(meant) == len(moves)
        assert set().union(*(rules.places(position, move) for move in moves)) <= set(
            rules.geometry.places
        )
        position = position.play(chance.choice(moves))


# First positions


def test_the_starts_of_chess960_have_their_usual_numbers():
    rules = VARIANT_GAMES["chess960"]

    def rank(setup: str | None) -> str:
        return rules.start(setup).setup.split("/")[0]

    assert rank("0") == "bbqnnrkr"
    assert rank("518") == rank(None) == "rnbqkbnr"
    assert rank("959") == "rkrnnqbb"
    assert len({rank(str(number)) for number in range(960)}) == 960


@pytest.mark.parametrize("text", ["960", "-1", "0518", "٣", "1e2", "5.18", "9" * 5000])
def test_other_numbers_are_no_start_of_chess960(text: str):
    with pytest.raises(BadSetup):
        VARIANT_GAMES["chess960"].start(text)


def test_a_start_of_chess960_is_told_from_one_of_chess():
    text = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
    with pytest.raises(BadSetup, match="choose the game chess960"):
        CHESS.start(text)
    assert (
        VARIANT_GAMES["chess960"].start(text).setup == VARIANT_GAMES["chess960"].start(text).setup
    )


def test_castling_is_one_move_however_it_is_written():
    setup = "4k3/8/8/8/8/8/8/4K2R[] w K - 0 1"
    position = VARIANT_GAMES["crazyhouse"].start(setup)
    assert {position.parse(text) for text in ("e1g1", "e1h1", "O-O")} == {"e1g1"}


def test_castling_is_read_in_both_ways_to_write_it():
    rules = VARIANT_GAMES["chess960"]
    x_fen = rules.start("1r3k1r/8/8/8/8/8/8/RR3K1R w KBkq - 0 1")
    shredder = rules.start("1r3k1r/8/8/8/8/8/8/RR3K1R w HBhb - 0 1")
    assert x_fen == shredder
    assert "f1b1" in x_fen.legal_moves()
    assert "f1a1" not in x_fen.legal_moves()


BAD_SETUPS = [
    ("antichess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "castling"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[K] w - - 0 1", "a king in a pocket"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[2P] w - - 0 1", "a hand holds no '2'"),
    ("crazyhouse", f"4k3/8/8/8/8/8/8/4K3[{'Q' * 31}] w - - 0 1", "too many pieces"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[X] w - - 0 1", "a hand holds no 'x'"),
    ("three-check", "4k3/8/8/8/8/8/8/4K3 w - - 9+3 0 1", "bad number of checks"),
    ("three-check", "4k3/8/8/8/8/8/8/4K3 w - - 3+-1 0 1", "bad number of checks"),
    ("racing-kings", "8/8/8/8/8/8/P7/k6K w - - 0 1", "more pieces than it began with"),
    ("horde", "rnbqkbnr/8/8/8/8/8/8/4K3 w kq - 0 1", "one king"),
]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        *((hand, "[]") for hand in ("", "[]", "[-]", "/", "/-")),
        ("[nPpN]", "[NPnp]"),
        ("/nPpN", "[NPnp]"),
    ],
)
def test_the_hands_of_crazyhouse_are_read_as_programs_write_them(written, read):
    start = VARIANT_GAMES["crazyhouse"].start(f"Q~3k3/8/8/8/8/8/8/4K3{written} b - - 0 1")
    assert start.setup == f"Q~3k3/8/8/8/8/8/8/4K3{read} b - - 0 1"


@pytest.mark.parametrize(("game", "setup", "why"), BAD_SETUPS)
def test_a_position_that_cannot_be_is_refused(game: str, setup: str, why: str):
    with pytest.raises(BadSetup, match=why):
        VARIANT_GAMES[game].start(setup)


@pytest.mark.parametrize("game", VARIANT_GAMES)
def test_a_variant_belongs_to_the_family_of_chess(game: str):
    assert VARIANT_GAMES[game].family == "chess"
    assert str(
        VARIANT_GAMES[game].start(None).describe(VARIANT_GAMES[game].start(None).legal_moves()[0])
    )


FREE_CASTLING = "rr2k3/pppppppp/8/8/8/8/PPPPPPPP/R3K2R"
CASTLING = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R"


@pytest.mark.parametrize(
    ("game", "setup"),
    [
        ("crazyhouse", f"{FREE_CASTLING}[] w KQkq - 0 1"),
        ("three-check", f"{FREE_CASTLING} w KQkq - 3+3 0 1"),
        ("crazyhouse", f"{CASTLING}[{'P' * 10**6}] w KQkq - 0 1"),
        ("crazyhouse", f"{CASTLING}[{'K' * 5}] w KQkq - 0 1"),
        ("three-check", f"{CASTLING} w KQkq - {'9' * 400}+3 0 1"),
        ("chess960", f"{CASTLING} w {'HAha' * 10**5} - 0 1"),
        ("chess960", "9" * 5000),
        ("chess960", "²"),
        *(
            (game, f"{CASTLING} w KQkq - {counters}")
            for game in ("atomic", "chess960")
            for counters in (f"0 {'9' * 4300}", f"{'9' * 4300} 1", "0 1000000", "-1 -1")
        ),
    ],
)
def test_a_hostile_fen_is_refused_in_a_few_words(game: str, setup: str):
    with pytest.raises(BadSetup) as refused:
        VARIANT_GAMES[game].start(setup)
    assert len(str(refused.value)) < 5_000


def test_the_numbers_of_a_fen_that_is_taken_can_be_written_and_counted_on():
    position = CHESS.start(f"{CASTLING} w KQkq - 99999 99999")
    for move in ("e1d1", "e8d8"):
        position = position.play(position.parse(move))
    assert position.setup.endswith(" 100001 100000")


def test_a_position_that_ends_too_early_is_told_of_in_words():
    with pytest.raises(BadSetup, match="'foo' is not a FEN: a part of it is missing"):
        HOSTED_GAMES["crazyhouse"].rules.start("foo")


@pytest.mark.parametrize("hand", ["[-]", "[]", "", "/", "/-"])
def test_an_empty_hand_of_crazyhouse_is_written_in_many_ways(hand):
    position = VARIANT_GAMES["crazyhouse"].start(f"4k3/8/8/8/8/8/8/4K3{hand} w - - 0 1")
    assert position.setup == "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"
