"""The names of chess openings, by how they begin."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from board_core.games import CHESS
from board_core.text.languages import N_

from .game_state import GameState
from .language import _

OPENING_NAMES: dict[str, str] = {
    "e4": N_("King's Pawn Game"),
    "e4 e5": N_("Open Game"),
    "e4 e5 Nf3": N_("King's Knight Opening"),
    "e4 e5 Nf3 Nc6": N_("King's Knight Opening"),
    "e4 e5 Nf3 Nc6 Bc4": N_("Italian Game"),
    "e4 e5 Nf3 Nc6 Bc4 Bc5": N_("Italian Game: Giuoco Piano"),
    "e4 e5 Nf3 Nc6 Bc4 Bc5 b4": N_("Italian Game: Evans Gambit"),
    "e4 e5 Nf3 Nc6 Bc4 Nf6": N_("Italian Game: Two Knights Defence"),
    "e4 e5 Nf3 Nc6 Bb5": N_("Ruy Lopez"),
    "e4 e5 Nf3 Nc6 Bb5 a6": N_("Ruy Lopez: Morphy Defence"),
    "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6": N_("Ruy Lopez: Exchange Variation"),
    "e4 e5 Nf3 Nc6 Bb5 Nf6": N_("Ruy Lopez: Berlin Defence"),
    "e4 e5 Nf3 Nc6 d4": N_("Scotch Game"),
    "e4 e5 Nf3 Nc6 Nc3": N_("Three Knights Opening"),
    "e4 e5 Nf3 Nc6 Nc3 Nf6": N_("Four Knights Game"),
    "e4 e5 Nf3 Nf6": N_("Petrov's Defence"),
    "e4 e5 Nf3 d6": N_("Philidor Defence"),
    "e4 e5 Nf3 f5": N_("Latvian Gambit"),
    "e4 e5 f4": N_("King's Gambit"),
    "e4 e5 f4 exf4": N_("King's Gambit Accepted"),
    "e4 e5 Nc3": N_("Vienna Game"),
    "e4 e5 Bc4": N_("Bishop's Opening"),
    "e4 e5 d4": N_("Centre Game"),
    "e4 e5 d4 exd4 c3": N_("Danish Gambit"),
    "e4 e5 Qh5": N_("Wayward Queen Attack"),
    "e4 c5": N_("Sicilian Defence"),
    "e4 c5 c3": N_("Sicilian Defence: Alapin Variation"),
    "e4 c5 Nc3": N_("Sicilian Defence: Closed"),
    "e4 c5 d4 cxd4 c3": N_("Sicilian Defence: Smith-Morra Gambit"),
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6": N_("Sicilian Defence: Najdorf Variation"),
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6": N_("Sicilian Defence: Dragon Variation"),
    "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5": N_("Sicilian Defence: Sveshnikov Variation"),
    "e4 e6": N_("French Defence"),
    "e4 e6 d4 d5 e5": N_("French Defence: Advance Variation"),
    "e4 e6 d4 d5 exd5": N_("French Defence: Exchange Variation"),
    "e4 e6 d4 d5 Nc3 Bb4": N_("French Defence: Winawer Variation"),
    "e4 c6": N_("Caro-Kann Defence"),
    "e4 c6 d4 d5 e5": N_("Caro-Kann Defence: Advance Variation"),
    "e4 d5": N_("Scandinavian Defence"),
    "e4 d6": N_("Pirc Defence"),
    "e4 g6": N_("Modern Defence"),
    "e4 Nf6": N_("Alekhine's Defence"),
    "d4": N_("Queen's Pawn Game"),
    "d4 d5": N_("Closed Game"),
    "d4 d5 c4": N_("Queen's Gambit"),
    "d4 d5 c4 dxc4": N_("Queen's Gambit Accepted"),
    "d4 d5 c4 e6": N_("Queen's Gambit Declined"),
    "d4 d5 c4 c6": N_("Slav Defence"),
    "d4 d5 c4 e5": N_("Albin Countergambit"),
    "d4 d5 c4 e6 Nc3 Nf6 Nf3 c6": N_("Semi-Slav Defence"),
    "d4 d5 Bf4": N_("London System"),
    "d4 d5 Nf3 Nf6 Bf4": N_("London System"),
    "d4 Nf6 Bf4": N_("London System"),
    "d4 Nf6": N_("Indian Defence"),
    "d4 Nf6 Bg5": N_("Trompowsky Attack"),
    "d4 Nf6 c4 g6": N_("King's Indian Defence"),
    "d4 Nf6 c4 g6 Nc3 d5": N_("Grünfeld Defence"),
    "d4 Nf6 c4 e6 Nc3 Bb4": N_("Nimzo-Indian Defence"),
    "d4 Nf6 c4 e6 Nf3 b6": N_("Queen's Indian Defence"),
    "d4 Nf6 c4 e6 g3": N_("Catalan Opening"),
    "d4 Nf6 c4 c5 d5 e6": N_("Benoni Defence"),
    "d4 Nf6 c4 c5 d5 b5": N_("Benko Gambit"),
    "d4 Nf6 c4 e5": N_("Budapest Gambit"),
    "d4 f5": N_("Dutch Defence"),
    "c4": N_("English Opening"),
    "Nf3": N_("Réti Opening"),
    "f4": N_("Bird's Opening"),
    "b3": N_("Larsen's Opening"),
    "g3": N_("King's Fianchetto Opening"),
    "b4": N_("Polish Opening"),
    "Nc3": N_("Van Geet Opening"),
    "g4": N_("Grob Opening"),
}
"""Names by the moves in SAN; a longer beginning has the more special name."""

LONGEST_BEGINNING = max(len(moves.split()) for moves in OPENING_NAMES)


def opening_of(state: GameState) -> str:
    """Return the name of the shown game's opening; empty if it is unknown."""
    view = state.view
    if state.rules.name != CHESS.name or view.start.setup != _standard_setup():
        return ""
    return opening_name([event.notation for event in view.played[: state.ply][:LONGEST_BEGINNING]])


def opening_name(moves: Sequence[str]) -> str:
    """Return the name of the longest known beginning of a game, by its moves in SAN."""
    beginnings = (" ".join(moves[:count]) for count in range(len(moves), 0, -1))
    found = next((OPENING_NAMES[one] for one in beginnings if one in OPENING_NAMES), "")
    return _(found) if found else ""


@cache
def _standard_setup() -> str:
    return CHESS.start(None).setup
