"""``board play``: a game with people at this terminal."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from enum import StrEnum
from math import inf
from typing import TYPE_CHECKING, Annotated

from board_cli import resolve_options as resolve
from board_cli.language import _
from board_cli.option_values import argument, option, player, refusal
from board_cli.options import (
    PLAYERS_HELP,
    ClockOptions,
    DrawChoice,
    OpponentOptions,
    Plain,
    RecordOptions,
    RulesOptions,
    Seed,
)
from board_core import PerColor
from board_core.text.languages import N_

if TYPE_CHECKING:
    from board_core import Rules
    from board_core.match.player_spec import PlayerSpec

MORE_HELP = (PLAYERS_HELP,)

EXAMPLES = (
    ("board play casual", N_("you have white")),
    ("board play elo:1200 --color random --time 300 --increment 5", ""),
    ("board play human human --pgn evening.pgn", N_("two people")),
    ("board play --game gomoku hard --ascii", ""),
)


class ColorChoice(StrEnum):
    """The colour that a person wants."""

    WHITE = "white"
    BLACK = "black"
    RANDOM = "random"


def run(
    *,
    one: Annotated[
        str | None, argument(player("OPPONENT"), _("The opponent; or WHITE, if BLACK follows."))
    ] = None,
    two: Annotated[
        str | None, argument(player("BLACK"), _("Plays black, if both players are given."))
    ] = None,
    color: Annotated[ColorChoice | None, option(None, _("Your colour; white by default."))] = None,
    rules: RulesOptions,
    clock: ClockOptions,
    records: RecordOptions,
    seed: Seed = None,
    plain: Plain = False,
    sandbox: OpponentOptions,
) -> None:
    from board_cli.play import play_game
    from board_core.match import GameSpec, drawn_openings

    if two is not None and color is not None:
        raise refusal("--color", _("two players were given: the first one plays white"))
    kind = resolve.rules_of(rules.game, rules.draws, DrawChoice.FIDE)
    resolve.check_opening(kind, rules.opening)
    first_hint = "OPPONENT" if two is None else "WHITE"
    first = resolve.player_of(
        resolve.default_opponent(kind) if one is None else one, first_hint, kind
    )
    if two is not None:
        players = PerColor(first, resolve.player_of(two, "BLACK", kind))
    else:
        person = resolve.player_of("human", "OPPONENT")
        if color is ColorChoice.RANDOM:
            color = random.Random(seed).choice((ColorChoice.WHITE, ColorChoice.BLACK))
        black = color is ColorChoice.BLACK
        players = PerColor(first, person) if black else PerColor(person, first)
    confinement = resolve.confinement_of(sandbox)
    explain_strengths(kind, (players.white, players.black))
    for spec in (players.white, players.black):
        resolve.check_player(spec, first_hint, kind, rules.opening, confinement)
    resolve.warn_about_sandbox((players.white, players.black), confinement)
    starts = drawn_openings(kind, 1, seed) if rules.opening is None else ()
    game = GameSpec(
        kind,
        players.white,
        players.black,
        resolve.control_of(inf, clock),
        setup=starts[0].setup if starts else rules.opening,
        draw_if_cannot_win=rules.draws is not DrawChoice.NO_CLAIMS,
        seeds=PerColor(seed, seed),
        confinement=confinement,
    )
    chosen = resolve.settings()
    writer = resolve.writer_of(kind, records)
    sys.exit(
        play_game(
            game,
            writer,
            sys.stdin,
            sys.stdout,
            adviser=resolve.adviser_of(chosen, kind),
            plain=plain or chosen.plain_board,
        )
    )


def explain_strengths(rules: Rules, specs: Iterable[PlayerSpec]) -> None:
    """Say what the players are that were chosen by their strength, and that ``hard`` is plain."""
    from board_core.ais import search_build
    from board_core.match.known_games import hosted

    game = hosted(rules)
    for spec in specs:
        explained: object = game.explained(spec.text)
        if spec.text == "hard" and game.search and not search_build(game.search).is_compiled:
            explained = search_build(game.search).advice
        if explained is not None:
            print(_("{name}: {explained}", name=spec.name, explained=explained))
