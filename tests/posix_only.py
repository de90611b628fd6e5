"""Tests that are POSIX by nature, each with its reason; elsewhere they are left out.

A file or folder that cannot even be imported elsewhere is not collected; a single test is skipped
with its reason. Everything else must pass on Windows too (``tests/windows/run``).
"""

import os

import pytest

SANDBOX = "it attacks or describes the sandbox of Linux (bubblewrap, control groups)"
SIGNALS = "it sends POSIX signals"
TERMINAL = "it types into a pseudo-terminal"
BROWSER = "it steers Chromium by descriptors 3 and 4"
BYTES = "names of files are bytes only on POSIX"

SHELL = "it quotes as a POSIX shell, or its programs have no .exe"
CLUSTER = "the clock of dask.distributed never settles by wine"
PROACTOR = "asyncio logs an error there, if more comes after a connection was closed"
UNREAD = "only Linux tells how much of its input a program has read, and what it has written"
AS_ON_POSIX = "its program, or what it says, is of POSIX"
SOURCES = "what sources look like is the same everywhere"
LINKS = "it makes symbolic links, which need rights elsewhere"

PLACES = {
    "attacks": SANDBOX,
    "cli/test_standard_streams.py": TERMINAL,
    "cli/test_terminal.py": TERMINAL,
    "cli/test_against_the_host.py": TERMINAL,
    "cli/test_recover.py": TERMINAL,
    "contest/test_cluster.py": CLUSTER,
    "contest/test_lab.py": CLUSTER,
    "contest/test_confined.py::"
    "test_a_worker_without_a_sandbox_plays_no_contest_that_requires_one": CLUSTER,
    "contest/test_in_chromium.py": BROWSER,
    "contest/test_hand_in_in_chromium.py": BROWSER,
    "serving/test_in_browser.py": BROWSER,
    "contest/test_ready_zips.py": AS_ON_POSIX,
    "docs/test_pages.py": "its pages' blocks are for a POSIX shell",
    "fuzz/test_fuzz.py": "it holds the memory of what it tries by POSIX's limits",
    "players/test_last_words.py": SANDBOX,
    **{
        f"doctor/test_faulty_programs.py::test_a_faulty_program_gets_its_diagnosis[{program}]": why
        for why, programs in (
            (
                SIGNALS,
                (
                    "kills_its_group.py",
                    "leaves_a_daemon.py",
                    "leaves_a_slow_opponent.py",
                    "leaves_its_alarm_on.py",
                ),
            ),
            (
                AS_ON_POSIX,
                (
                    "looks_for_its_book.py",
                    "module_of_windows.py",
                    "not_executable",
                    "windows_line_break",
                ),
            ),
            (SHELL, ("no_chess_here.py",)),
            (
                UNREAD,
                (
                    "computes_off_turn.py",
                    "loads_for_long.py",
                    "moves_without_reading.py",
                    "recurses_without_end.py",
                    "uci_without_uciok.py",
                    "waits_for_a_lost_task.py",
                    "writes_large_files.py",
                ),
            ),
        )
        for program in programs
    },
    "doctor/test_true_words.py::test_what_is_waited_for_is_told_before_the_card": UNREAD,
    **{
        f"match/test_crashing_functions.py::{test}": why
        for test, why in (
            ("test_one_that_only_looks_so_plays_on[forks]", AS_ON_POSIX),
            ("test_one_that_only_looks_so_plays_on[uses_processes]", AS_ON_POSIX),
            ("test_each_gets_its_own_verdict[keeps_the_interpreter]", AS_ON_POSIX),
            ("test_each_gets_its_own_verdict[breaks_python]", SIGNALS),
            ("test_each_gets_its_own_verdict[stops]", SIGNALS),
            ("test_each_gets_its_own_verdict[signals_its_group]", SIGNALS),
            ("test_each_gets_its_own_verdict[alarms]", SIGNALS),
        )
    },
    "doctor/test_true_words.py::"
    "test_a_file_of_functions_is_called_so_although_it_imports_what_the_sandbox_hides": SANDBOX,
    "test_public_api.py::test_every_public_name_can_be_used_by_a_strictly_typed_program": SOURCES,
    "text/test_catalogues.py": SOURCES,
    "doctor/test_true_words.py::"
    "test_a_script_that_does_not_exist_is_refused_before_anything_is_started": SHELL,
    "journal/test_journal.py::test_a_full_disk_is_an_error_at_once": "it writes to /dev/full",
    **{
        f"match/test_parsing.py::{test}": SHELL
        for test in (
            "test_a_prefix_names_the_protocol_of_a_program",
            "test_words_with_options_are_for_the_engine_and_no_arguments",
            "test_a_strength_beyond_the_ladder_is_an_engine_that_is_here",
            "test_a_bare_command_that_is_there_speaks_san_lines",
            "test_a_name_may_stand_before_a_player",
            "test_an_open_quotation_mark_is_refused",
        )
    },
    "supervise/test_calls_in_sandbox.py": SANDBOX,
    "supervise/test_freezing.py": SANDBOX,
    "supervise/test_hold.py": SANDBOX,
    "supervise/test_in_sandbox.py": SANDBOX,
    "supervise/test_visibility.py": SANDBOX,
    "supervise/test_ignored_signals.py": SIGNALS,
    "supervise/test_senders.py": SIGNALS,
    "contest/test_manifest.py::test_a_manifest_becomes_a_player_whose_command_is_ours"
    "[fields1-san:'a b.py' --depth '3 4']": SHELL,
    "contest/test_entrant_names.py::test_folders_that_differ_by_case_alone_are_refused": (
        "elsewhere they are one folder"
    ),
    "contest/test_visitors.py::test_what_is_too_long_or_no_request_is_refused": PROACTOR,
    "cli/test_contest.py::"
    "test_who_hands_in_what_is_not_taken_is_told_why_and_the_others_are_in_the_file": LINKS,
    "contest/test_packages.py::"
    "test_a_link_out_of_the_folder_is_no_way_to_get_at_other_files": LINKS,
    "contest/test_uploads.py::test_the_one_folder_around_it_and_litter_are_left_out": (
        "it asks for permissions to execute, which only POSIX has"
    ),
    "contest/test_uploads.py::test_a_name_that_leads_out_or_that_not_every_system_has_is_refused": (
        "elsewhere zipfile writes other names than it is told"
    ),
    "frontend/test_settings.py::test_a_path_that_is_no_text_comes_back_as_it_was": BYTES,
}
"""Reasons, by folder, file or test."""


def reason(nodeid: str) -> str | None:
    """Return why a test cannot run on this system; None if it can."""
    if os.name == "posix":
        return None
    whole = nodeid.removeprefix("tests/")
    if whole in PLACES:
        return PLACES[whole]
    place = whole.partition("[")[0]
    while place:
        if place in PLACES:
            return PLACES[place]
        place = place.rpartition("::")[0] if "::" in place else place.rpartition("/")[0]
    return None


def mark(item: pytest.Item) -> None:
    """Skip a test that cannot run on this system."""
    if why := reason(item.nodeid):
        item.add_marker(pytest.mark.skip(reason=f"POSIX only: {why}"))
