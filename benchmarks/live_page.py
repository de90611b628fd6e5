"""The processor time of the live page: ``python benchmarks/live_page.py [--boards 30]``.

Makes a Swiss whose seventh round is being played on all boards, lets each board make a move every
second, and asks for the pages as browsers do, every two seconds each: the contest's page in both
languages and the projector. Prints the share of one core that this takes, and exits with 1 if it is
more than ``--most`` percent.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from board_core import Game, TimeControl
from board_core.ais import RandomMoves
from board_core.contest.field import Entrant, Pairing, Round
from board_core.contest.plan import plan_of
from board_core.contest.report.live import Live
from board_core.contest.state import PlayedPairing
from board_core.contest.store import ContestStore, Folder
from board_core.games import CHESS
from board_core.journal import JournalWriter, read_journal
from board_core.players import InProcessAI
from board_core.record import PlayedGame

PAGES = ("index.html", "index.zh_CN.html", "projector.html")
POLL_SECONDS = 2
ROUNDS = 7
CLOCK = TimeControl(600)


def journal_lines(home: Path, number: int) -> list[bytes]:
    """Return the lines of the journal of a game of random moves."""
    path = home / f"whole{number}.jsonl"
    white, black = (InProcessAI(RandomMoves(seed=2 * number + n), name="x") for n in range(2))
    with JournalWriter(path) as journal:
        Game(
            CHESS, white=white, black=black, time_control=CLOCK, journal=journal.game(number)
        ).run()
    return path.read_bytes().splitlines(keepends=True)[:-1]


def sample(home: Path) -> PlayedGame:
    """Return a game that was won."""
    path, white = home / "sample.jsonl", InProcessAI(RandomMoves(seed=1), name="x")
    with JournalWriter(path) as journal:
        game = Game(
            CHESS, white=white, black=InProcessAI(blunder, name="y"), journal=journal.game(1)
        )
        game.run()
    return read_journal(path).games(lambda name: CHESS)[1]


def blunder(board: object) -> str:
    return "nonsense"


def begun(home: Path, boards: int, game: PlayedGame) -> Folder:
    """Begin a contest whose last round is being played; all games of the others went alike."""
    folder, names = Folder(home), [f"Program {n:02}" for n in range(1, 2 * boards + 1)]
    tables = "".join(f'[[entrants]]\nname = "{name}"\nplayer = "random"\n' for name in names)
    plan = plan_of(f'name = "Load"\nseed = 1\nrounds = 7\n{tables}')
    entrants = tuple(Entrant(n, name, "random") for n, name in enumerate(names, 1))
    with ContestStore.begin(folder, plan, entrants, (), ()) as store:
        for each in range(1, ROUNDS + 1):
            first = boards * (each - 1)
            pairs = [
                Pairing(first + n, each, n, boards + 1 + (n + each) % boards)
                for n in range(1, boards + 1)
            ]
            store.paired(Round(each, tuple(pairs)))
            if each < ROUNDS:
                for pairing in pairs:
                    store.finished(PlayedPairing(pairing.number, game))
    return folder


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=30)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--most", type=float, default=10.0, help="percent of a core")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        first = options.boards * (ROUNDS - 1)
        games = {
            number: journal_lines(Path(name), number)
            for number in range(first + 1, first + options.boards + 1)
        }
        folder = begun(Path(name) / "contest", options.boards, sample(Path(name)))
        folder.running.mkdir(exist_ok=True)
        live, used, drawn, tags = Live(folder), 0.0, 0, dict[str, str]()
        for second in range(options.seconds):
            for number, lines in games.items():
                with folder.running_game(number).open("ab") as file:
                    file.writelines(lines[second : second + 1] if second else lines[:2])
            began = time.process_time()
            for page in PAGES if second % POLL_SECONDS == 0 else ():
                answer = live.answer(page, tags.get(page))
                assert answer is not None
                tags[page], drawn = answer.tag, drawn + bool(answer.body)
            used += time.process_time() - began
    share = 100 * used / options.seconds
    print(f"{options.boards} boards, {drawn} pages drawn in {options.seconds} s: ", end="")
    print(f"{share:.1f} % of a core, {1000 * used / drawn:.0f} ms a page")
    return int(share > options.most)


if __name__ == "__main__":
    raise SystemExit(main())
