"""``board match``: let two players play against each other."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

from board_cli import resolve_options as resolve
from board_cli.language import _
from board_cli.option_values import Value, argument, flag, option, player, refusal
from board_cli.options import (
    PLAYERS_HELP,
    AdjudicationOptions,
    ClockOptions,
    CoresPerGame,
    DrawChoice,
    LineFormat,
    Lines,
    OpeningOptions,
    OpponentOptions,
    Plain,
    RecordOptions,
    RulesOptions,
    Seed,
    ServerOptions,
)
from board_core.game.clock import TEN_MINUTES
from board_core.match.elo import Sprt
from board_core.match.kept_players import Restart
from board_core.text.languages import N_

MORE_HELP = (PLAYERS_HELP,)

EXAMPLES = (
    ("board match random greedy --games 10 --jobs 2", ""),
    ("board match my_ai.py casual --time 60 --pgn games.pgn", N_("keep the games")),
    ("board match my_ai.py:choose uci:stockfish --move-time 0.1 --quiet", ""),
    ("board match --game renju hard gomocup:./pbrain-mine", N_("another game")),
)


def run(
    *,
    white: Annotated[
        str, argument(player("WHITE"), _("Plays white in the first game; in gomoku Black begins."))
    ],
    black: Annotated[str, argument(player("BLACK"), _("Plays black in the first game."))],
    games: Annotated[
        int, option(Value.COUNT, _("Games to play; colours alternate."), "--games -n")
    ] = 1,
    rules: RulesOptions,
    clock: ClockOptions,
    openings: OpeningOptions,
    sprt: Annotated[
        Sprt | None,
        option(
            Value.SPRT,
            _(
                "End the match when a sequential test has decided whether WHITE is ELO0 or ELO1 "
                "points stronger; add ,ALPHA,BETA for the error rates (0.05 each), and ,logistic "
                "for logistic Elo points instead of normalized ones."
            ),
        ),
    ] = None,
    adjudication: AdjudicationOptions,
    records: RecordOptions,
    concurrency: Annotated[
        int, option(Value.COUNT, _("Games to play at the same time."), "--concurrency --jobs -c -j")
    ] = 1,
    seed: Seed = None,
    journal: Annotated[
        Path | None,
        option(
            Value.FILE,
            _("Write each move to this file before it is announced; see 'board recover'."),
        ),
    ] = None,
    resume: Annotated[bool, flag(_("Continue the match of the journal."))] = False,
    viewing_pause: Annotated[
        float | None,
        option(
            Value.MILLISECONDS,
            _("Pause between moves, off the clock; 100 ms when the board is shown."),
        ),
    ] = None,
    plain: Plain = False,
    prices: Annotated[
        Path | None,
        option(
            Value.FILE,
            _('Tell what language models cost, by lines such as "gpt-x" = [0.05, 0.40] in FILE.'),
        ),
    ] = None,
    quiet: Annotated[
        bool,
        flag(
            _("Print a line for each game, the score, and the evidence of the first failure."),
            "--quiet -q",
        ),
    ] = False,
    json: Annotated[bool, flag(_("Print only events, each as a line of JSON."))] = False,
    format: Lines = LineFormat.BOARD,
    restart: Annotated[
        Restart,
        option(
            None,
            _("Restart programs when their protocol needs it (auto), or for each game (on)."),
        ),
    ] = Restart.AUTO,
    sandbox: OpponentOptions,
    cores_per_game: CoresPerGame = 0,
    serve: Annotated[bool, flag(_("Show the games in the browser while they are played."))] = False,
    listens: ServerOptions,
) -> None:
    from board_cli.screen import is_terminal
    from board_cli.watching import display_mode, show_match
    from board_cli.watching import viewing_pause as usual_pause
    from board_core.match import GameSpec, MatchSpec, drawn_openings
    from board_core.match.accounts import read_prices
    from board_core.match.openings import openings_of_games
    from board_core.match.player_spec import PlayerKind

    kind = resolve.rules_of(rules.game, rules.draws, DrawChoice.ENGINE)
    resolve.check_opening(kind, rules.opening)
    resolve.check_cores_for(min(concurrency, games), cores_per_game)
    mode = display_mode(
        terminal=is_terminal(sys.stdout),
        quiet=quiet,
        json=json,
        concurrency=concurrency,
        cutechess=format is LineFormat.CUTECHESS,
    )
    confinement = resolve.confinement_of(sandbox)
    first, second = resolve.player_of(white, "WHITE", kind), resolve.player_of(black, "BLACK", kind)
    positions = resolve.openings_of(kind, openings, rules.opening, games, seed)
    if not positions and rules.opening is None:
        positions = drawn_openings(kind, (games + 1) // 2, seed)
    for hint, spec in (("WHITE", first), ("BLACK", second)):
        if spec.kind is PlayerKind.HUMAN:
            raise refusal(hint, _("only programs play a match; people use 'board play'"))
        begin = rules.opening if not positions else positions[0].setup
        resolve.check_player(spec, hint, kind, begin, confinement)
    resolve.warn_about_sandbox((first, second), confinement)
    with resolve.refusals():
        costs = {} if prices is None else read_prices(prices)
    ends_early = resolve.adjudication_of(adjudication, kind)
    match = MatchSpec(
        GameSpec(
            kind,
            first,
            second,
            resolve.control_of(TEN_MINUTES.base, clock),
            setup=rules.opening,
            viewing_pause=usual_pause(mode) if viewing_pause is None else viewing_pause / 1000,
            draw_if_cannot_win=rules.draws is not DrawChoice.NO_CLAIMS,
            confinement=confinement,
            cores=cores_per_game,
            adjudication=ends_early,
        ),
        games,
        concurrency,
        seed,
        positions,
        sprt,
        restart=restart,
        prices=costs,
        tells_lines=serve,
    )
    options = {  # a resumed match must have the same
        "--game": rules.game,
        "WHITE": white,
        "BLACK": black,
        "--games": games,
        "--time": clock.time,
        "--increment": clock.increment,
        "--move-time": clock.move_time,
        "--moves-per-period": clock.moves_per_period,
        "--margin": clock.time_margin,
        "--depth": clock.depth,
        "--nodes": clock.nodes,
        "--draws": (rules.draws or DrawChoice.ENGINE).value,
        "--opening": rules.opening,
        "--seed": seed,
        **adjudication.added,
        **clock.added,
    }
    if journal is not None and openings.openings is not None:
        options["--openings"] = openings_of_games(positions, games)
    writer = resolve.writer_of(kind, records)
    with ExitStack() as closing:
        kept = resolve.journal_of(journal, options, resume)
        if kept is not None:
            closing.callback(kept.close)
        plain = plain or resolve.settings().plain_board
        with resolve.refusals():
            hear = None
            if serve:
                # which needs more packages
                from board_cli.contest.serving import served_match, stay_open

                hear = closing.enter_context(served_match(match, listens))
            code = show_match(match, mode, writer, sys.stdout, kept, plain=plain, hear=hear)
            if serve:
                stay_open()
        sys.exit(code)
