"""Which tests run when: the one table of `.ci/run` and of a bare ``pytest``.

=================  ====================================================================
``pytest``         the quick tests, which need Python and nothing else
``pytest PLACE``   all tests of a file or folder, quick or not
``.ci/run``        the quick tests; of the others ``CORE``, and what ``COVERS`` says of
                   the paths that have changed since the commit in ``.ci/verified``
``.ci/run all``    everything
=================  ====================================================================

A test is quick unless ``MARKERS`` lists it, or it carries a marker itself in a quick file.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

LEFT_OUT = frozenset(("programs", "browser", "cluster", "pages", "slow"))

MARKERS = {
    # those with the longest tests first: this is the order in which several processes take them
    "docs/test_built_site.py": "pages",
    "pygame/test_window_scenes.py::test_so_it_is_at_every_size_and_scale": "slow",
    "pygame/test_window_scenes.py::test_every_screen_dialog_and_widget_is_in_a_scene": "slow",
    "test_public_api.py::test_every_public_name_can_be_used_by_a_strictly_typed_program": "slow",
    "pygame/test_window_storm.py": "slow",
    "pygame/test_real_window.py": "browser",
    "supervise/test_killed_host.py": "programs",
    "serving/test_killed_server.py": "programs",
    "players/test_standing_still.py": "programs",
    "players/test_llm_processes.py": "programs",
    "docs/test_pages.py::test_what_a_page_says_to_do_works": "pages",
    "zoo/test_soak.py": "programs",
    "repo/test_program_examples.py": "programs",
    "repo/test_chess3d_examples.py": "programs",
    "journal/test_kills.py": "programs",
    "contest/test_languages.py": "programs",
    "contest/test_ready_zips.py": "programs",
    "contest/test_cluster.py": "cluster",
    "contest/test_lab.py": "cluster",
    "supervise/test_hold.py": "programs",
    "supervise/test_on_macos.py::"
    "test_without_the_calls_and_files_of_linux_games_are_played_and_judged": "programs",
    "supervise/test_freezing.py": "programs",
    "attacks": "programs",
    "doctor/test_our_engine.py": "programs",
    "doctor/test_faulty_programs.py": "programs",
    "doctor/test_true_words.py": "programs",
    "cli/test_standard_streams.py": "programs",
    "repo/test_ai_examples.py": "programs",
    "repo/test_readme.py": "pages",
    "repo/test_extras.py": "programs",
    "repo/test_selection.py": "programs",
    "contest/test_confined.py": "programs",
    "supervise/test_in_sandbox.py": "programs",
    "supervise/test_runtimes.py": "programs",
    "cli/test_against_the_host.py": "programs",
    "cli/test_contest.py": "programs",
    "contest/test_in_chromium.py": "browser",
    "contest/test_hand_in_in_chromium.py": "browser",
    "serving/test_in_browser.py": "browser",
    "contest/test_own_games.py": "programs",
    "engines": "programs",
    "zoo": "programs",
    "cli/test_bench.py": "programs",
    "bench/test_speed_benchmarks.py": "programs",
    "bench/test_foreign_programs.py": "programs",
    "cli/test_terminal.py": "programs",
    "cli/test_recover.py": "programs",
    "cli/test_exit_codes.py": "programs",
    "cli/test_games_from_files.py": "programs",
    "cli/test_completion.py": "programs",
    "cli/test_help_languages.py": "programs",
    "contest/test_visitors.py": "programs",
    "contest/test_elsewhere.py": "programs",
    "trials/test_pytest_plugin.py": "programs",
    "match/test_matches.py": "programs",
    "match/test_workers.py": "programs",
    "match/test_kept_players.py": "programs",
    "match/test_playing.py": "programs",
    "players/test_process.py": "programs",
    "players/test_gomocup_programs.py": "programs",
    "players/test_over_http.py::test_the_sample_servers_play_every_game": "programs",
    "serving/test_joining.py": "programs",
    "pygame/test_window_programs.py": "programs",
    "supervise/test_senders.py": "programs",
    "supervise/test_ignored_signals.py": "programs",
    "supervise/test_calls_in_sandbox.py": "programs",
    "supervise/test_watcher.py": "programs",
    "players/test_in_process.py": "programs",
    "doctor/test_another_game.py": "programs",
    "contest/test_jobs.py": "programs",
    "contest/test_playing_on.py": "programs",
    "protocols/test_uci_glance.py::test_the_lines_of_engines_are_understood_at_a_glance": (
        "programs"
    ),
    "repo/test_small_host.py": "programs",
    "contest/test_preflight.py": "programs",
    "pygame/test_window_start.py": "programs",
    "cli/test_app.py::test_a_signal_ends_the_match_and_keeps_the_game": "programs",
    "cli/test_app.py::test_the_same_games_are_played_at_the_same_time": "programs",
    "cli/test_app.py::test_a_reader_that_goes_away_ends_the_match_without_a_traceback": "programs",
    "cli/test_app.py::test_a_match_tells_the_strength_the_reasons_of_losses_and_the_first_loss": (
        "programs"
    ),
    "cli/test_review.py::test_it_is_interrupted_in_the_middle_of_a_thought": "programs",
    "journal/test_journal.py::test_a_full_disk_ends_the_games_and_leaves_whole_lines": "programs",
    "test_public_api.py::test_the_embedder_s_script_runs": "programs",
    "fuzz": "slow",
    "games/test_contract.py::test_play_refuses_what_is_not_legal_with_the_sentence_of_parse": (
        "slow"
    ),
    "ais/test_ais.py": "slow",
    "ais/test_engine.py": "slow",
    "ais/test_gomocup_engine.py": "slow",
    "ais/test_gomoku_levels.py": "slow",
    "ais/test_gomoku_strengths.py": "slow",
    "ais/test_gomoku_position.py": "slow",
    "ais/test_hard.py": "slow",
    "ais/test_hard_position.py": "slow",
    "ais/test_hard_search.py": "slow",
    "ais/test_levels.py": "slow",
    "cli/test_games.py": "slow",
    "games/test_spiel.py": "slow",  # like the next two it needs what the extra dev alone brings
    "serving/test_berserk.py": "slow",  # likewise
    "games/test_gomoku.py::test_freestyle_agrees_with_open_spiel": "slow",
    "docs/test_facts.py::test_the_games_of_openspiel_are_listed_with_their_parameters": "slow",
    "games/test_variants.py::test_no_two_moves_of_chess960_are_made_by_the_same_squares": "slow",
    "games/test_short_ways.py::test_of_all_moves_there_are_the_legal_ones_are_read": "slow",
    "contest/test_openings.py::test_a_seed_draws_the_openings_that_it_has_always_drawn": "slow",
    "contest/test_swiss.py::test_simulated_tournaments_keep_all_rules": "slow",
    "contest/test_swiss.py::test_candidates_far_away_are_left_out_and_nothing_changes": "slow",
    "contest/test_sprt.py::test_the_ratio_is_what_plain_maximisation_finds": "slow",
    "contest/test_ratings.py::test_choix_finds_the_same_strengths": "slow",
    "journal/test_journal.py::test_a_file_torn_anywhere_loses_no_whole_line": "slow",
    "journal/test_journal.py::test_a_torn_file_is_continued_on_a_line_of_its_own": "slow",
    "cli/test_drawing.py::test_a_name_of_any_characters_moves_no_clock": "slow",
    "contest/test_contest_pages.py::test_a_page_holds_every_character_or_its_escape": "slow",
    "record/test_pgn.py::test_a_name_and_a_comment_of_every_character_are_written_and_read": "slow",
    "pygame/kit/test_kit_text.py::test_every_printable_character_is_drawn": "slow",
    "pygame/test_fonts.py::test_the_latin_font_has_every_character_of_the_english_texts": "slow",
    "pygame/test_window_looking.py::test_everything_opens_at_every_scale": "slow",
}
"""Of files, folders or tests in ``tests``; the first entry that fits."""

CORE = (
    "attacks",
    "cli/test_contest.py",
    "contest/test_confined.py",
    "doctor/test_faulty_programs.py",
    "docs/test_pages.py",
    "journal/test_kills.py",
    "repo/test_readme.py",
    "supervise/test_in_sandbox.py",
    "supervise/test_killed_host.py",
    "zoo",
)
"""Files and folders whose tests run in every ``.ci/run``, whatever has changed."""

NOT_IN_CORE = ("zh_CN", "zh/", "README.zh.md")
"""Words in the name of a test of ``CORE`` that keep it out: the Chinese pages are the twins of the
English ones, block by block, which a quick test compares."""

GAMES = ("board_core/games", "examples/games")
PROGRAMS = (
    "board_core/diagnosis",
    "board_core/players",
    "board_core/protocols",
    "board_core/supervise",
)
PAGES = ("docs", "README.md", "README.zh.md", "mkdocs.yml", "examples")
ROOT_FILES = ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")

COVERS: dict[str, tuple[str, ...]] = {
    "ais": ("board_core/ais", *GAMES),
    "attacks": (*PROGRAMS, "board_core/contest"),
    "author": ("board_core/author",),
    "bench": ("board_core/author/bench", "benchmarks"),
    "cli": ("board_cli", "board_core/author", "board_core/match"),
    "cli/test_contest.py": ("board_cli", "board_core/contest"),
    "contest": ("board_core/contest", "board_core/match", "board_core/serving"),
    "diagnosis": ("board_core/diagnosis", "board_core/players"),
    "docs": PAGES,
    "docs/test_built_site.py": (*PAGES, *ROOT_FILES),
    "cli/test_help_languages.py": ("board_core/locale", "board_cli/locale"),
    "doctor": ("board_core/author", *PROGRAMS[:3], "examples"),
    "engines": ("board_core/ais", *PROGRAMS[:3]),
    "files": (),  # what opens files runs everything, like the hosting of a game
    "frontend": ("board_core/frontend",),
    "fuzz": ("board_core/journal", "board_core/protocols", "board_core/record", *GAMES),
    "game": (),
    "games": GAMES,
    "golden": ("board_core/journal", "board_core/match", "board_core/record"),
    "journal": ("board_core/journal", "board_core/match"),
    "match": ("board_core/match", "board_core/players"),
    "players": PROGRAMS,
    "protocols": ("board_core/protocols",),
    "pygame": ("board_core/frontend", "board_pygame"),
    "record": ("board_core/record",),
    "repo": ("benchmarks", "examples", "tools", ".github", *ROOT_FILES),
    "repo/test_readme.py": ("README.md", "README.zh.md", "docs/windows.md", "docs/zh/windows.md"),
    "serving": (
        "board_core/contest",
        "board_core/match",
        "board_core/players",
        "board_core/serving",
    ),
    "supervise": ("board_core/supervise",),
    "test_public_api.py": ("tests/embedder.py",),
    "text": (
        "board_core/text/catalogues.py",
        "board_cli/locale",
        "board_core/locale",
        "board_pygame/locale",
    ),
    "trials": ("board_core/author",),
    "zoo": PROGRAMS,
}
"""The paths that the tests of a folder or file are about, beside their own: a change there runs
them. A changed path that nobody names runs everything: what hosts a game (``board_core/game``),
what all tests share, and how the board is built."""

STEPS: dict[str, tuple[str, ...]] = {
    "distribution": ("setup.py", "pyproject.toml", "board_core/files/extras.py"),
    "compiled": ("setup.py", "pyproject.toml", "board_core/ais", "board_core/games/chess3d"),
    "platforms": ("board_core/supervise", "board_core/game/loop.py", "board_core/players"),
    "threads": ("board_core/game/loop.py", "board_core/supervise"),
    "scripts": ("board_core/contest/report/templates",),
    "windows": ("tests/windows",),
}
"""Steps of `.ci/run all` beside pytest, and the paths whose change runs them in `.ci/run` too."""

WITHOUT_TESTS = (".ci/verified", ".gitignore", ".gitattributes", "LICENSE")


def changed_since(commit: str) -> list[str] | None:
    """Return the paths that differ from a commit, new ones too; None if git does not know it."""
    named = (
        ["diff", "--name-only", "--no-renames", commit],
        ["ls-files", "-o", "--exclude-standard"],
    )
    paths = []
    for words in named:
        done = subprocess.run(
            ["git", *words], cwd=ROOT, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            return None
        paths += done.stdout.splitlines()
    return paths


def touched(paths: Iterable[str] | None) -> list[str] | None:
    """Return the folders and files of ``tests`` that a change runs; None for everything."""
    if paths is None:
        return None
    places: set[str] = set()
    for path in paths:
        if path in WITHOUT_TESTS:
            continue
        if (found := places_of(path)) is None:
            return None
        places |= found
    return sorted(places)


def places_of(path: str) -> set[str] | None:
    """Return what the change of one path runs; None for everything."""
    if path.startswith("tests/"):
        inside = path.removeprefix("tests/")
        folder = inside.partition("/")[0]
        if Path(inside).name.startswith("test_"):
            return {inside}
        if folder in COVERS and "/" in inside:
            return {folder}
    return {place for place, about in COVERS.items() if within(path, about)} or None


def within(path: str, folders: Iterable[str]) -> bool:
    return any(path == folder or path.startswith(f"{folder}/") for folder in folders)


def steps(paths: list[str] | None) -> list[str]:
    """Return the steps that a change runs: all of them where all tests run."""
    if paths is None or touched(paths) is None:
        return [*STEPS]
    return [step for step, about in STEPS.items() if any(within(path, about) for path in paths)]


def belongs(nodeid: str, places: Iterable[str] | None) -> bool:
    """Return True if a test is in the core, or in one of these places; None stands for all."""
    if places is None or not {*places}.isdisjoint(_places(nodeid)):
        return True
    in_core = not {*CORE}.isdisjoint(_places(nodeid))
    return in_core and not any(word in nodeid for word in NOT_IN_CORE)


ORDER = list(MARKERS.values())
RANKS = {place: rank for rank, place in enumerate(MARKERS)}

GROUPS = {
    # which fill the machine
    "players/test_standing_still.py": "spinners",
    "supervise/test_freezing.py::test_it_does_not_go_on_by": "spinners",
    "match/test_playing.py::"
    "test_who_starves_its_opponent_in_a_match_loses_and_its_seconds_are_told": "spinners",
    # which share what takes long to make
    "docs/test_built_site.py": "site",
    "cli/test_help_languages.py::test_every_help_is_in_the_language_and_fits_the_terminal": "helps",
    "repo/test_sources.py": "sources",
    "text/test_catalogues.py": "catalogues",
}
"""Of files or tests: those of the same group run in the same process, one after the other."""


def group(nodeid: str) -> str:
    """Return the name of the group of a test; it can be alone in it."""
    return next((GROUPS[place] for place in _places(nodeid) if place in GROUPS), nodeid)


def mark(item: pytest.Item) -> int:
    """Mark a test and return its rank: the lower, the earlier it should begin."""
    rank = min(
        (RANKS[place] for place in _places(item.nodeid) if place in RANKS), default=len(MARKERS)
    )
    if rank < len(MARKERS):
        item.add_marker(ORDER[rank])
    if LEFT_OUT.isdisjoint(marker.name for marker in item.iter_markers()):
        item.add_marker("fast")
    return rank


def _places(nodeid: str) -> list[str]:
    """Return the folders, the file and the test by which an entry can name it."""
    file, _, name = nodeid.removeprefix("tests/").partition("::")
    folders = file.split("/")
    paths = ["/".join(folders[:depth]) for depth in range(1, len(folders) + 1)]
    return [*paths, f"{file}::{name.partition('[')[0]}"]


if __name__ == "__main__":  # python tests/selection.py COMMIT: the steps, a word each
    sys.stdout.write(" ".join(steps(changed_since(sys.argv[1]))))
