"""``board bench``: time per move over a fixed set of positions, and where it goes."""

from __future__ import annotations

import cProfile
import sys
from collections.abc import Iterable, Sequence
from typing import TextIO

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from board_core import Rules, TimeControl
from board_core.author.bench import (
    CostlyLine,
    Profiler,
    Timing,
    costliest,
    measured,
    positions_of,
    run_profiled,
    spread,
)
from board_core.author.bench.timing import bench_fields, together
from board_core.fast_dataclass import dataclass
from board_core.files.extras import NotInstalled, extra
from board_core.match.json_lines import line
from board_core.match.player_spec import PlayerKind, PlayerSpec, loaded
from board_core.supervise.sandbox import Confinement
from board_core.supervise.senders import attributed
from board_core.text.harmless_text import visible

from .language import _, words
from .screen import console_for, figures, ruled_table, waiting


@dataclass(frozen=True, slots=True)
class BenchJob:
    """The player to measure, and the limits it gets."""

    spec: PlayerSpec
    rules: Rules
    control: TimeControl
    repeat: int
    seed: int
    confinement: Confinement


def run_bench(job: BenchJob, *, profile: bool, json: bool, stream: TextIO) -> int:
    """Measure, print, and return the exit code: 1 when the player failed in any position.

    Functions run in a separate process, so that one that never returns can be killed; afterwards
    they are profiled in this process, as they are known to answer.
    """
    console = console_for(stream)
    with attributed():
        timings = _measured(job, console, quiet=json)
    if json:
        print(line(bench_fields(job.spec.text, timings)), file=stream)
    else:
        show(job.spec, timings, console)
    if profile and (answered := [t for t in timings if t.fault is None]):
        console.print()
        show_profile(job, answered, console)
    return 1 if any(timing.fault for timing in timings) else 0


def _measured(job: BenchJob, console: Console, *, quiet: bool) -> list[Timing]:
    player = job.spec.make(seed=job.seed, isolate=True, sandbox=job.confinement)
    timings: list[Timing] = []
    try:
        with waiting(console, quiet=quiet) as tell:
            asked = measured(player, job.control, job.repeat, seed=job.seed, rules=job.rules)
            for timing in asked:
                timings.append(timing)
                tell(f"{len(timings)}/{len(positions_of(job.rules))}")
    finally:
        player.close()
    return timings


def show(spec: PlayerSpec, timings: Sequence[Timing], console: Console) -> None:
    console.print(Text(visible(spec.text), style="bold"), soft_wrap=True)
    console.print()
    console.print(timings_table(timings))
    for timing in timings:
        if timing.fault is not None:
            console.print()
            console.print(fault_text(timing), soft_wrap=True)


def timings_table(timings: Sequence[Timing]) -> Table:
    """Return a line for each position and one for all; nodes only if the player reports them."""
    with_nodes = any(timing.nodes for timing in timings)
    headings = [_("Least"), _("Median"), _("Most")]
    if with_nodes:
        headings += [_("Nodes"), _("Nodes/s")]
    table = ruled_table(_("Milliseconds a move"), *map(figures, headings))
    for timing in timings:
        title, style = words.sentence(timing.position.title), "bold red" if timing.fault else ""
        table.add_row(Text(title, style=style), *_cells(timing, with_nodes))
    table.add_section()
    table.add_row(Text(_("all"), style="bold"), *_cells(together(timings), with_nodes))
    return table


def _cells(timing: Timing, with_nodes: bool) -> list[str]:
    found = spread(timing.seconds)
    times = (found.shortest, found.median, found.longest) if found else ()
    cells = [f"{1000 * seconds:.1f}" for seconds in times] or ["-", "-", "-"]
    if with_nodes:
        cells.append(f"{sum(timing.nodes):,}" if timing.nodes else "-")
        cells.append("-" if timing.speed is None else f"{timing.speed:,.0f}")
    return cells


def fault_text(timing: Timing) -> Text:
    """Return the position in which the player failed, and why."""
    assert timing.fault is not None
    text = Text(words.sentence(timing.position.title), style="bold red")
    if timing.position.setup is not None:
        text.append(f"  {timing.position.setup}", style="dim")
    why = words.outcome(timing.fault, timing.explanation)
    return text.append(f"\n  {visible(why)}", style="default not bold")


# Where the time goes


class StandardProfiler(cProfile.Profile):
    """Python's own profiler, started and stopped by the names that the bench calls."""

    start = cProfile.Profile.enable
    stop = cProfile.Profile.disable


def show_profile(job: BenchJob, answered: Iterable[Timing], console: Console) -> None:
    """Show where the time goes: by pyinstrument, or by Python's own profiler without its extra."""
    positions = [timing.position for timing in answered]
    function = loaded(job.spec, job.seed, job.rules)

    def run(profiler: Profiler) -> None:
        run_profiled(function, profiler, job.control, positions, job.seed, job.rules)

    try:
        with extra("bench"):
            from pyinstrument import Profiler as Sampling
    except NotInstalled as missing:
        counting = StandardProfiler()
        run(counting)
        console.print(profile_table(costliest(counting.getstats())))
        print(_("The call tree is not shown: {why}", why=missing.sentence), file=sys.stderr)
        return
    sampling = Sampling()
    run(sampling)
    unicode = console.encoding.lower().startswith("utf")
    said = sampling.output_text(unicode=unicode, color=console.is_terminal)
    console.file.write(said.strip("\n") + "\n")


def profile_table(lines: Iterable[CostlyLine]) -> Table:
    headings = (_("Seconds"), _("Own"), _("Calls"))
    table = ruled_table(*map(figures, headings), Column(_("Function"), overflow="fold"))
    for found in lines:
        seconds, own = f"{found.cumulative:.3f}", f"{found.own:.3f}"
        table.add_row(seconds, own, f"{found.calls:,}", Text(visible(found.where)))
    return table


def is_profilable(spec: PlayerSpec) -> bool:
    """Return whether the player is a Python function of this process, which can be profiled."""
    return spec.kind in (PlayerKind.FUNCTION, PlayerKind.BUILT_IN)
