"""Game jobs: one game of a contest as sent to a worker, its players, and its result."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import field, replace
from functools import cache
from itertools import islice
from pathlib import Path

from board_core.diagnosis import rows
from board_core.fast_dataclass import dataclass
from board_core.files.folders import cache_folder
from board_core.files.untrusted_files import CannotTake
from board_core.game.bus import EventBus, Handler
from board_core.game.clock import TimeControl
from board_core.game.game import Game
from board_core.game.player import Cause, Explanation, Fail, Player, Seat
from board_core.game.rules import Reason, Rules
from board_core.game.sides import Color, PerColor
from board_core.journal import BadJournal, JournalWriter
from board_core.journal.telling import game_facts, game_of
from board_core.journal.values import parsed, text
from board_core.match.adjudication import Adjudication
from board_core.match.kept_players import KeptPlayers, Restart
from board_core.match.known_games import hosted, thinks
from board_core.match.openings import Opening
from board_core.match.player_spec import BadPlayer, PlayerKind, PlayerSpec, parse_player
from board_core.match.playing import is_over, whole_or_rest
from board_core.match.spec import GameSpec
from board_core.match.workers import before_the_end, is_worker
from board_core.players.isolated import Named, confined
from board_core.players.process import Transcript
from board_core.record import PlayedGame
from board_core.supervise.command import find_program
from board_core.supervise.hold import HoldKind, kind
from board_core.supervise.sandbox import (
    Confinement,
    Ponder,
    Sandbox,
    confined_to,
    confinement,
    is_root,
    trial,
    usable,
    warn_once,
    with_cores,
)
from board_core.supervise.visibility import check_readable_once, no_package
from board_core.text.harmless_text import legible
from board_core.text.sentence import BoardError, Sentence, say

from .confined import LONGEST_REASON, Confined, confined_facts, confined_of
from .decisions import Cancellation
from .field import ELSEWHERE, Pairing
from .packages import is_whole, located, unpack
from .plan import AdjudicationPlan, EntrantPlan, GameFilePlan, SandboxPlan, hosted_game
from .program_log import ProgramLog
from .state import Contest

KEPT_SECONDS = 60.0
"""Seconds that a program waits for its next game; then it ends."""

Transcripts = PerColor[Transcript | None]


class Unplayable(Player):
    """The player of an entrant whose text names none beside its own files: it forfeits."""

    returns_at_once = True

    def __init__(self, name: str, why: Sentence) -> None:
        self.name, self._why = name, why

    def seat(self, seat: Seat) -> None:
        seat.tell(Fail(Explanation(Cause.REFUSED, self._why), Reason.NOT_STARTED))


@dataclass(frozen=True, slots=True)
class EntrantMaker:
    """Makes an entrant's player within its own limits. Equal makers make equal players."""

    spec: PlayerSpec  # with the folder of its version; of a HUMAN, the remark says why it is none
    limits: Confinement
    rules: Rules = field(compare=False)
    game: str  # as in contest.toml

    @property
    def name(self) -> str:
        return self.spec.name

    def make(
        self,
        seed: int | None = None,
        isolate: bool = False,
        sandbox: Confinement | Sandbox | str = Sandbox.AUTO,
        transcript: Transcript | None = None,
    ) -> Player:
        """Make the player. It has the cores of ``sandbox``, and of that nothing else."""
        if self.spec.kind is PlayerKind.HUMAN and (why := self.spec.remark) is not None:
            return Unplayable(self.name, why)
        spec, how = self.spec, with_cores(self.limits, confinement(sandbox).limits.cores)
        if spec.kind is not PlayerKind.FUNCTION:
            apart = spec.kind is PlayerKind.BUILT_IN and thinks(self.rules, spec.text)
            return spec.make(seed=seed, isolate=apart, sandbox=how, transcript=transcript)
        # its file is as untrusted as any program, so it is not loaded here
        file, function = spec.function
        how = replace(how, packages=(*how.packages, *hosted(self.rules).packages))
        return confined(Named(Path(file), function), spec.name, how, seed, transcript, spec.folder)


def players_of(
    game: GameSpec, transcripts: Transcripts, *, play_on: bool
) -> AbstractContextManager[PerColor[Player]]:
    """Yield both players of a game, which end with it; ``transcripts`` receive their lines.

    With ``play_on`` a program whose protocol allows it, and that did not lose by its own fault,
    stands still until the next game of this worker and plays it if it is an entrant there. It needs
    a worker process, and a system that can stop programs. Raises as :meth:`GameSpec.players` does.
    """
    if play_on and is_worker() and kind() is not HoldKind.NONE:
        return _kept_here().seated(game, transcripts)
    return game.players(transcripts)


class KeptPrograms:
    """Owns the programs that play on in this worker: two at most, until :meth:`close`.

    They also end after some seconds without a game.
    """

    def __init__(self, seconds: float = KEPT_SECONDS) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()  # held by a game, or by the end of programs
        self._kept = KeptPlayers(Restart.AUTO)
        self._cores = 0
        self._alarm: threading.Timer | None = None

    @contextmanager
    def seated(self, game: GameSpec, transcripts: Transcripts) -> Iterator[PerColor[Player]]:
        """Yield both players of a game. Only one game may be played at a time."""
        with self._lock:
            self._no_alarm()
            if game.cores != self._cores:
                self._kept.close()
                self._cores = game.cores
            first = self._kept.first_color(game)
            try:
                with self._kept.seated(game, first, transcripts) as players:
                    yield players
            finally:
                self._kept.end_others()  # now, so that logs are complete
                self._kept.stand_still()
                self._alarm = threading.Timer(self._seconds, self._end_idle)
                self._alarm.daemon = True
                self._alarm.start()

    def close(self) -> None:
        """End all programs. May be called twice."""
        with self._lock:
            self._no_alarm()
            self._kept.close()

    def _no_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _end_idle(self) -> None:
        if self._lock.acquire(blocking=False):  # else a game has just begun
            try:
                self._kept.close()
            finally:
                self._lock.release()


@cache
def _kept_here() -> KeptPrograms:
    """Return the programs of this worker, which end with it."""
    kept = KeptPrograms()
    before_the_end(kept.close)
    return kept


@dataclass(frozen=True, slots=True)
class JobSide:
    """One player of a game job."""

    name: str
    player: str  # in the grammar of ``board play``; files are sought in the package
    seed: int
    package: str | None = None  # SHA-256
    files: Mapping[str, str] = field(default_factory=dict)  # in it: the SHA-256 of each
    memory: int | None = None  # its own limits, where it has some; as in the sandbox's plan
    processes: int | None = None


@dataclass(frozen=True, slots=True)
class GameJob:
    """All facts that a worker needs to play a game, and none about the sending machine."""

    pairing: int
    game: str
    draws: str
    sides: PerColor[JobSide]
    control: PerColor[TimeControl]
    opening: Opening
    start_limit: float
    sandbox: SandboxPlan
    adjudication: AdjudicationPlan
    log_limit: int
    packages: Mapping[str, bytes] = field(default_factory=dict)
    """Packages that the worker lacked, by their SHA-256."""
    cache: Path | None = None  # of unpacked packages; None: the machine's own
    running: Path | None = None  # where to keep the game's journal for others to watch
    ponder: str = Ponder.FREEZE.value
    cores: int = 0  # of its own; half for each side
    game_file: GameFilePlan | None = None  # of the organiser's own game
    restart: str = "always"
    kept: Path | None = None  # where to keep what programs write beside themselves; None: nowhere
    endpoints: tuple[str, ...] = ()  # of language models, where an outage is nobody's loss
    anew: int = 0  # times that the game was cancelled: what was played before does not go on

    @property
    def elsewhere(self) -> tuple[str, ...]:
        """The names of its players on other machines."""
        sides = self.sides.white, self.sides.black
        return tuple(side.name for side in sides if side.player in ELSEWHERE)


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game that has ended, with its logs."""

    pairing: int
    game: PlayedGame
    logs: PerColor[str]
    confined: Confined | None = None  # None: no program of a stranger's took part


Guests = tuple[PerColor[Player | None], Callable[[Game], None]]
"""The players of a game that are on other machines, and what lets them follow it."""

NO_GUESTS: Guests = PerColor(None, None), lambda game: None

Host = Callable[[GameJob, PlayedGame | None], AbstractContextManager[Guests]]
"""Calls the players on other machines to a game, or to one that was interrupted so far."""

MOST_PLIES = 100_000
"""The longest game that another machine may send."""


class BadResult(BoardError):
    """A result that is not of the game in the job; the sentence says why."""


class NotHere(BoardError):
    """A game that cannot be played on this machine; the sentence says what is missing."""


@dataclass(frozen=True, slots=True)
class PackagesWanted:
    """A worker's request to send these packages with the job."""

    pairing: int
    sha256s: tuple[str, ...]


def job_for(contest: Contest, pairing: Pairing) -> GameJob:
    """Return the job of a pairing, always the same, with its seeds."""
    plan = contest.plan

    def side(color: Color) -> JobSide:
        number = pairing.white if color is Color.WHITE else pairing.black
        entrant, own = contest.version(number, pairing.round)
        seed = seed_for(plan.seed, pairing.number, color)
        files = entrant.files if entrant.package is not None else {}
        return JobSide(
            entrant.name,
            entrant.player,
            seed,
            entrant.package,
            files,
            own.memory,
            own.processes,
        )

    def control(color: Color) -> TimeControl:
        number = pairing.white if color is Color.WHITE else pairing.black
        return plan.control_of(contest.version(number, pairing.round)[1])

    return GameJob(
        pairing.number,
        plan.game,
        plan.draws,
        PerColor(*Color).map(side),
        PerColor(*Color).map(control),
        contest.opening(pairing),
        plan.start_limit,
        plan.sandbox,
        plan.adjudication,
        plan.log_limit,
        ponder=plan.ponder,
        cores=plan.cores_per_game,
        game_file=plan.game_file,
        restart=plan.restart,
        endpoints=plan.models.endpoints,
        anew=sum(
            isinstance(each, Cancellation) and each.pairing == pairing.number
            for each in contest.decisions
        ),
    )


def rules_of(job: GameJob) -> Rules:
    """Return the rules of a job's game, on any machine. Raises BadGame."""
    return hosted_game(job.game, job.game_file).with_draws(job.draws)


def seed_for(seed: int, pairing: int, color: Color) -> int:
    """Return the seed of one player, which any machine can compute."""
    digest = hashlib.sha256(f"{seed} {pairing} {color.value}".encode("ascii")).digest()
    return int.from_bytes(digest[:4])


def play(job: GameJob, host: Host | None = None) -> GameResult | PackagesWanted:
    """Play the game of a job on this thread, which a worker has for nothing else.

    A fault of a player is a result, also a text that names none beside its package's files. Raises
    SandboxUnavailable, BadPackage, BadPlayer, BadGame, NotHere and OSError for the machine.
    """
    if job.elsewhere and host is None:
        raise NotHere(needs_server(job.elsewhere[0]))
    cache = job.cache or cache_folder() / "packages"
    if missing := _missing(job, cache):
        return PackagesWanted(job.pairing, missing)
    for sha256, data in job.packages.items():
        unpack(sha256, data, cache)
    warn_once(
        confinement_of(job.sandbox)
    )  # the organiser has been told, once and not by each worker
    _check_can_be_shown(job.sandbox)
    rules = rules_of(job)
    logs = PerColor(ProgramLog(job.log_limit), ProgramLog(job.log_limit))
    specs = job.sides.map(lambda side: _spec(side, cache, rules))
    for color in Color:
        if job.cache is None or specs[color].model is not None:
            _check_is_here(specs[color])
    with ExitStack() as closing:
        journal: JournalWriter | None = None
        earlier: PlayedGame | None = None
        if job.running is not None:
            journal = closing.enter_context(_journal_of(job, job.running))
            earlier = journal.found.games(lambda name: rules).get(job.pairing)
        over = earlier is not None and is_over(earlier)
        anew = over or any(specs[color].standard_start_only for color in Color)
        counts = earlier if over and earlier and not spoilt(job, earlier) else None
        before = counts if anew else earlier
        guests, follow = closing.enter_context(host(job, before)) if host else NO_GUESTS
        if counts is not None:
            played = counts  # the kill came just before the contest's own journal heard of it
        else:
            game = _game_spec(job, specs, rules, guests)
            hear = logs.map(lambda log: log.hear)
            with players_of(game, hear, play_on=job.restart == "auto") as players:
                played = _refereed(job, game, players, journal, earlier, follow)
        if journal and job.running and is_over(played) and not spoilt(job, played):
            journal.close()
            job.running.unlink(missing_ok=True)
    # the players that do not play on are closed, so the logs have their last lines
    kinds = {specs.white.kind, specs.black.kind}
    foreign = not kinds.isdisjoint((PlayerKind.PROGRAM, PlayerKind.FUNCTION))
    confined = confinement_here(job.sandbox) if foreign else None
    return GameResult(job.pairing, played, logs.map(lambda log: log.text), confined)


def confinement_here(plan: SandboxPlan | None = None) -> Confined:
    """Return the confinement of programs on this machine: the best possible, or a contest's.

    Raises SandboxUnavailable if a contest requires more than this machine has.
    """
    tried = trial()
    sandbox = tried.bwrap if plan is None else usable(confinement_of(plan))
    why = "" if sandbox is not None or tried.why is None else str(tried.why)
    filtered = sandbox is not None and tried.filters
    return Confined(sandbox is not None, why[:LONGEST_REASON], is_root(), kind().value, filtered)


def check_result(job: GameJob, result: GameResult) -> GameResult:
    """Return another machine's result as the journal will read it. Raises BadResult.

    The journal's reader parses everything: values have the right types and stay within bounds, and
    moves are checked by our own rules.
    """
    rules = rules_of(job)
    try:
        if not isinstance(result, GameResult) or result.pairing != job.pairing:
            raise BadResult(say("the result belongs to another game"))
        logs = PerColor(str(result.logs.white), str(result.logs.black))
        most = 2 * job.log_limit + 1000  # a tail may be twice its half; a line tells the gap
        if max(len(logs.white), len(logs.black)) > most:
            raise BadResult(say("the log is longer than the limit"))
        sent = result.game
        if not isinstance(sent, PlayedGame) or sent.rules.name != rules.name:
            raise BadResult(say("the result belongs to another game"))
        if sent.names != job.sides.map(lambda side: side.name):
            raise BadResult(say("the result belongs to other players"))
        if sent.setup != job.opening.setup:
            raise BadResult(say("the result belongs to another opening"))
        if sent.plies > MOST_PLIES:  # before any is read
            raise BadResult(say("the result has more than {number} moves", number=MOST_PLIES))
        moves = tuple(islice(sent.moves, MOST_PLIES))
        line = text(game_facts(replace(sent, rules=rules, moves=moves)))
        game = game_of(rules, parsed(line.encode("ascii")))
        if len(game.moves) != len(moves):
            raise BadResult(say("the result has an illegal move"))
        keeps = result.confined
        confined = confined_of(confined_facts(keeps)) if isinstance(keeps, Confined) else None
    except BadResult:
        raise
    except Exception as error:  # anybody may have made it
        raise BadResult(
            say("the result cannot be read: {why}", why=legible(repr(error), LONGEST_REASON))
        ) from None
    return GameResult(job.pairing, game, logs, confined)


def check_wanted(job: GameJob, wanted: PackagesWanted) -> None:
    """Check that a worker requests only its game's packages, and none it was already sent.

    Raises BadResult: otherwise it would get the files of other entrants.
    """
    sides = {job.sides.white.package, job.sides.black.package} - {None, *job.packages}
    try:
        fine = wanted.pairing == job.pairing and sides.issuperset(wanted.sha256s)
    except Exception:  # anybody may have made it
        fine = False
    if not fine or not wanted.sha256s:
        raise BadResult(say("the worker asks for submissions of other games"))


def _missing(job: GameJob, cache: Path) -> tuple[str, ...]:
    wanted = {side.package: side.files for side in (job.sides.white, job.sides.black)}
    return tuple(
        sorted(
            sha256
            for sha256, files in wanted.items()
            if sha256 is not None
            and sha256 not in job.packages
            and not is_whole(cache / sha256, files)
        )
    )


def spec_of(player: str, name: str, folder: Path | None, rules: Rules) -> PlayerSpec:
    """Return the player of an entrant whose files are in this folder. Raises BadPlayer."""
    spec = parse_player(player, folder, rules)
    return replace(spec if folder is None else located(spec, folder), name=name)


def maker_for(contest: Contest, number: int, cache: Path) -> EntrantMaker:
    """Return the maker of an entrant's player, whose files are unpacked here. Raises BadPlayer."""
    plan, entrant = contest.plan, contest.entrant(number)
    folder = None if entrant.package is None else cache / entrant.package
    spec = spec_of(entrant.player, entrant.name, folder, contest.rules)
    limits = confinement_of(plan.sandbox, plan.entrants[number - 1], plan.ponder)
    return EntrantMaker(spec, limits, contest.rules, plan.game)


def confinement_of(
    plan: SandboxPlan, own: JobSide | EntrantPlan | None = None, ponder: str = Ponder.FREEZE.value
) -> Confinement:
    """Return the confinement of a contest's programs, with the ``own`` limits of one entrant."""
    memory = plan.memory if own is None or own.memory is None else own.memory
    processes = plan.processes if own is None or own.processes is None else own.processes
    return confined_to(
        plan.mode,
        memory,
        plan.allow_root,
        plan.readable,
        plan.packages,
        processes=processes,
        ponder=Ponder(ponder),
    )


def adjudication_of(plan: AdjudicationPlan) -> Adjudication:
    return Adjudication(
        plan.resign_score if plan.resign_moves else None,
        plan.resign_moves or 1,
        plan.two_sided,
        plan.draw_score if plan.draw_moves else None,
        plan.draw_moves or 1,
        plan.draw_from,
        plan.max_moves or None,
        plan.tablebases or None,
    )


def needs_server(name: str) -> Sentence:
    return say(
        "{name} plays from another machine: only 'board contest run --serve' plays its games, "
        "and no cluster",
        name=name,
    )


def _spec(side: JobSide, cache: Path, rules: Rules) -> PlayerSpec:
    if side.player in ELSEWHERE:
        return PlayerSpec(PlayerKind.HUMAN, side.player, side.name)
    folder = None if side.package is None else cache / side.package
    try:
        return spec_of(side.player, side.name, folder, rules)
    except BadPlayer as error:
        if folder is None:  # the organiser's text
            raise
        return PlayerSpec(PlayerKind.HUMAN, side.player, side.name, remark=error.sentence)


def _check_can_be_shown(plan: SandboxPlan) -> None:
    """Check that the files and packages for all programs are here. Raises NotHere."""
    if (why := no_package(plan.packages)) is not None:
        raise NotHere(why)
    for place in plan.readable:
        try:
            check_readable_once(Path(place))
        except CannotTake as error:
            raise NotHere(error.sentence) from None


def _check_is_here(spec: PlayerSpec) -> None:
    """Check that a program without a package, or the key of a model, is here. Raises NotHere.

    Otherwise the player would lose through the machine's fault.
    """
    if spec.model is not None and spec.model.key and not os.environ.get(spec.model.key):
        raise NotHere(rows.LLM_NO_KEY(name=spec.model.key))
    if spec.kind is not PlayerKind.PROGRAM:
        return
    program = spec.command[0]
    of_system = Path(program).is_absolute() or not {"/", "\\"}.intersection(program)
    if of_system and find_program(program) is None:
        raise NotHere(
            say(
                "{name} needs {program}, which is not installed: install it on all machines, "
                "or hand it in as a file",
                name=spec.name,
                program=repr(program),
            )
        )


def _game_spec(
    job: GameJob, specs: PerColor[PlayerSpec], rules: Rules, guests: PerColor[Player | None]
) -> GameSpec:
    def maker(color: Color) -> EntrantMaker | Player:
        if (guest := guests[color]) is not None:
            return guest
        limits = confinement_of(job.sandbox, job.sides[color], job.ponder)
        if job.kept is not None:
            limits = replace(limits, kept=job.kept)
        return EntrantMaker(specs[color], limits, rules, job.game)

    return GameSpec(
        rules,
        maker(Color.WHITE),
        maker(Color.BLACK),
        job.control,
        setup=job.opening.setup,
        moves=job.opening.moves,
        start_limit=job.start_limit,
        draw_if_cannot_win=job.draws != "no-claims",
        seeds=job.sides.map(lambda side: side.seed),
        cores=job.cores,
        adjudication=adjudication_of(job.adjudication),
    )


def _refereed(
    job: GameJob,
    spec: GameSpec,
    players: PerColor[Player],
    journal: JournalWriter | None,
    earlier: PlayedGame | None,
    follow: Callable[[Game], None],
) -> PlayedGame:
    """Play a game, or the rest of one."""

    def keep(goes_on: bool) -> Handler | None:
        return None if journal is None else journal.game(job.pairing, goes_on=goes_on)

    game, record = whole_or_rest(spec, earlier, players, keep, EventBus())
    follow(game)
    game.run()
    return record()


def spoilt(job: GameJob, game: PlayedGame) -> Sentence | None:
    """Return why a game's result is nobody's fault; None if it counts."""
    why, winner = game.explanation, game.outcome.winner
    if why is None:
        return None
    if why.cause is Cause.OVERLOADED and game.outcome.reason is Reason.TIME:
        return say("programs other than the players overloaded the machine")
    if why.cause is Cause.AWAY and job.endpoints and winner is not None:
        player = job.sides[winner.other].player
        url = "" if player in ELSEWHERE else parse_player(player).url.rstrip("/")
        if url in [each.rstrip("/") for each in job.endpoints]:
            return why.sentence
    return None


def _journal_of(job: GameJob, path: Path) -> JournalWriter:
    """Open a game's journal where an interrupted attempt at the same job left it, or a new one."""
    run = {"job": hashlib.sha256(repr((job.sides, job.opening, job.anew)).encode()).hexdigest()}
    try:
        return JournalWriter(path, run, resume=True)
    except BadJournal:  # of another version of an entrant, cancelled, or damaged
        path.unlink(missing_ok=True)
        return JournalWriter(path, run)
